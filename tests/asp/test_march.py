"""Tests of march moves: single stands and linked groups, their cost, their pace, and the least distance to the
enemy.
"""

from dataclasses import replace

import pytest

from tests.asp.games import TABLE, stand, table
from tests.asp.games import game as stands_of
from tests.asp.play import Game, marching, position
from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from umpire.core.mistakes import HowMany, Unasked, UnknownName, WrongSort
from umpire.rulesets.asp.group.account import steps


@clause("ASP-MARCH-01", "ASP-MARCH-06", "ASP-MARCH-08")
def test_one_stand_or_a_linked_group_pays_once():
    game = marching()
    assert each_says(game.say("march t1 4000").instructions, "MOVE t1 4000", "Kampfgruppe 9→6")
    outcome = game.say("march t2 s1 c1 3000")
    assert each_says(outcome.instructions, "MOVE t2 s1 c1 3000", "Kampfgruppe 6→3")
    assert each_says(outcome.words, "3 MARCH-06")
    assert [game.stand(key).marched for key in ("t2", "s1", "c1")] == [True] * 3


@clause("ASP-MARCH-07")
@pytest.mark.parametrize(("distance", "floor", "ceil"), [(0, 3, 3), (1999, 3, 4), (2000, 4, 4), (4500, 5, 6)])
def test_surcharge_round(distance, floor, ceil):
    assert 3 + steps(TABLE, distance, 2000) == floor
    assert 3 + steps(table(surcharge_round="ceil"), distance, 2000) == ceil
    game = marching()
    assert says([game.say(f"march t2 1000 hq={distance}").instructions[-1]], f"Kampfgruppe 9→{9 - floor}")


@clause("ASP-MARCH-09")
def test_the_nearest_stand_counts_and_the_headquarters_is_none_away():
    game = marching(table=table(surcharge_round="ceil"))
    assert says([game.say("march t1 t2 1000").instructions[-1]], "Kampfgruppe 9→6")
    assert not [fact for fact in game.sources if fact.endswith(".hq")]
    assert says(game.say("march s1 1000").instructions[-1:], "Kampfgruppe 6→2")
    assert game.sources["s1.hq"] == "assumed"
    assert each_says(game.assumed, "", "2000", "2000")


@clause("ASP-MARCH-02", "ASP-MARCH-13")
@pytest.mark.parametrize(("enemy", "rules"), [("", []), ("enemy=2001", []), ("enemy=2000", ["MARCH-02"])])
def test_not_within_2000_m_of_an_enemy(enemy, rules):
    game = marching()
    assert game.refused(f"march t1 1000 {enemy}") == rules
    if not rules:
        game.say(f"march t1 1000 {enemy}")
        assert says(game.assumed, "2000") == (not enemy)


@clause("ASP-MARCH-03", "ASP-MARCH-04")
@pytest.mark.parametrize(("link", "rules"), [("", []), ("link=500", []), ("link=501", ["MARCH-03"])])
def test_linked_within_500_m(link, rules):
    game = marching()
    assert game.refused(f"march t1 t2 1000 {link}") == rules
    if not rules:
        game.say(f"march t1 t2 1000 {link}")
        assert says(game.assumed, "500") == (not link)


def test_one_stand_has_nobody_to_be_linked_with():
    game = marching()
    game.say("march t1 1000")
    assert each_says(game.assumed, "", "2000")


@clause("ASP-MARCH-05")
def test_by_road_in_a_column():
    outcome = marching().say("march t1 t2 5000 to the bridge road=yes")
    assert says([outcome.words[-1]], "MARCH-05")
    assert says([outcome.instructions[0]], "MOVE t1 t2 5000 bridge")


@clause("ASP-MARCH-10")
def test_one_battle_group():
    game = marching(second=True).regroup("k2", cp=9)
    assert game.refused("march t1 c1 1000") == ["MARCH-10"]


@clause("ASP-MARCH-11", "ASP-MOVE-01", "ASP-TERR-16")
@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("t1 5000", []),
        ("t1 5001", ["MOVE-01"]),
        ("t1 1500 going=bad", []),
        ("t1 1501 going=bad", ["MOVE-01"]),
        ("t1 3250 bad=750", []),
        ("t1 3251 bad=750", ["MOVE-01"]),
        ("t1 s1 4200", []),
        ("t1 s1 4201", ["MOVE-01"]),
        ("t1 g1 1501", ["MOVE-01"]),
        ("c1 t1 1501 going=bad", ["MOVE-01"]),  # a half-track goes 2000 m there, a fast tank 1500
    ],
)
def test_at_the_rate_of_the_slowest(line, rules):
    assert marching().refused(f"march {line}") == rules


@clause("ASP-MARCH-11")
def test_the_slowest_is_named():
    (objection,) = marching().objections("march t1 s1 c1 4500")
    assert says([objection.words], "4500 s1 4200 1000")
    assert says([marching().say("march t1 s1 c1").instructions[0]], "MOVE t1 s1 c1 4200")
    assert says([marching().say("march t1 c1 going=bad").instructions[0]], "MOVE t1 c1 1500")


@clause("ASP-TERR-09", "ASP-TERR-15", "ASP-MARCH-11")
@pytest.mark.parametrize("going", ["MBUA", "hill", "rise"])
def test_the_ground_is_good_or_bad_for_each_stand_by_itself(going):
    """A vehicle that moves 1000 m in bad going does not put the infantry beside it into bad going."""
    game = stands_of(stand("t1", "LVT"), stand("t2", "RG"))
    assert Game(game, kept=False).refused(f"march t1 t2 1000 going={going}") == []
    (objection,) = Game(game, kept=False).objections(f"march t1 t2 1001 going={going}")
    assert says([objection.words], "1001 t1 4200 1000")
    assert each_says(Game(game, kept=False).say(f"march t1 t2 going={going}").instructions, "MOVE t1 t2 1000")
    assert Game(game, kept=False).say(f"march t2 1500 going={going}").instructions == ("MOVE t2 1500 m",)


@clause("ASP-TERR-08", "ASP-TERR-14", "ASP-MARCH-05")
@pytest.mark.parametrize("told", ["road=yes going=H", "going=road+H", "road=yes going=h", "road=yes going=road+H"])
def test_by_road_through_highland(told):
    game = Game(stands_of(stand("t1", "Truck"), stand("t2", "Truck")), kept=False)
    outcome = game.say(f"march t1 t2 2000 {told}")
    assert each_says(outcome.words, "MARCH-05")
    (refused,) = Game(stands_of(stand("t1", "Truck")), kept=False).objections("march t1 2000 going=h")
    assert each_says(refused[:2], "TERR-08", "H wheeled")


@clause("ASP-MOVE-03", "ASP-DET-11", "ASP-CLASS-24")
@pytest.mark.parametrize("others", ["", "t1 ", "c1 "])
def test_a_gun_that_marches_by_itself_is_off_its_tow_and_is_infantry_to_who_shoots(others):
    game = marching().change("f1", towed="c1")
    game.say(f"march {others}f1 1000")
    assert (game.stand("f1").towed, game.stand("f1").marched) == ("", True)
    sit = game.clock(side="Soviet")._situation("fire p1 at f1 600")[1]
    assert (sit.target.seen.detected_as, sit.shooter.shot.column) == ("infantry", "Inf")


@clause("ASP-MARCH-12")
def test_once_a_turn():
    game = marching()
    game.say("march t1 1000")
    assert game.refused("march t1 1000") == ["MARCH-12"]
    game.say("next")
    assert game.refused("move t1 100") == ["CP-10"]


@clause("ASP-CP-07", "ASP-CP-09", "ASP-CP-15")
def test_a_march_is_paid_by_its_group_and_is_no_matter_of_the_limit():
    game = marching(cp=4)
    assert game.refused("march t2 1000 hq=4000") == ["CP-07"]
    game.say("march t2 1000 hq=2000")
    assert (game.group("kg").cp, game.stand("t2").spent) == (0, 0)


@clause("ASP-CP-01")
def test_nothing_is_paid_with_before_the_dice():
    assert marching(cp=None).refused("march t1 1000") == ["CP-01"]


@clause("ASP-FIRE-07", "ASP-BUS-04")
def test_markers_and_those_aboard():
    game = marching().change("c1", fire_marker=True).change("g1", aboard="c1")
    assert game.refused("march g1 1000") == ["BUS-04"]
    outcome = game.say("march c1 1000")
    assert says(outcome.instructions, "c1")
    assert (game.stand("g1").moved, game.stand("c1").moved, game.stand("c1").fire_marker) == (True, True, False)


@clause("ASP-MOVE-03", "ASP-MOVE-05")
def test_a_gun_marches_behind_its_vehicle():
    game = marching()
    assert game.refused("march c1 f1 4000") == ["MOVE-01"]
    game.say("march c1 f1 f1.tow=c1 4200")
    assert game.stand("f1").towed == "c1"
    assert game.refused("march t1 f1 f1.tow=t1 4201") == ["MARCH-12", "MOVE-01"]
    with mistaken(HowMany, about="c1 f1"):
        game.refused("march f1 f1.tow=c1 1000")


@clause("ASP-STAT-04", "ASP-STAT-14")
def test_no_closer_to_the_enemy():
    game = marching().change("t1", pinned=True).change("t2", repulsed=True)
    assert game.refused("march t1 t2 1000 closer=yes") == ["STAT-04", "STAT-14"]
    assert game.refused("march t1 t2 1000") == []


@clause("ASP-BG-06")
def test_a_failed_group_does_not_march():
    assert "BG-06" in marching().regroup("kg", failed=True).refused("march t1 1000")


def test_a_told_game_marches_at_any_time_and_pays_nothing():
    game = Game(position(), kept=False)
    outcome = game.say("march t1 t2 3000")
    assert (outcome.instructions, outcome.words) == (("MOVE t1, t2 3000 m",), ())


@pytest.mark.parametrize(
    ("line", "kind", "about"),
    [
        ("march", HowMany, ""),
        ("march t1 t9 500", UnknownName, "stand t9"),
        ("march t1 500 enmy=3000", Unasked, "enmy"),
        ("march a1 500", WrongSort, "a1"),
    ],
)
def test_mistakes(line, kind, about):
    game = marching()
    game.state = replace(game.state, stands={**game.state.stands, "a1": stand("a1", "Attack")})
    with mistaken(kind, about=about):
        game.refused(line)

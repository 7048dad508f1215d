"""Tests of carried infantry: mounting and dismounting, their cost, and the results that it shares with its carrier."""

import pytest

from tests.asp.games import stand, table
from tests.asp.play import Game, position, tactical
from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from umpire.core.mistakes import HowMany, UnknownName, WrongPlace, WrongSide


def aboard(**more):
    return tactical(**more).change("g1", aboard="c1")


@pytest.mark.parametrize("line", ["bus g1 c1", "bus c1 g1"])
def test_who_carries_the_other_is_boarded(line):
    game = tactical()
    game.say(line)
    assert game.stand("g1").aboard == "c1"


@clause("ASP-BUS-01 to 03")
def test_both_pay():
    game = tactical()
    outcome = game.say("bus g1 with c1 g1.hq=1500")
    assert each_says(outcome.instructions, "g1 c1", "Kampfgruppe 9→6")
    assert says([game.title], "g1 board c1 G")
    assert (game.stand("g1").aboard, game.stand("g1").spent, game.stand("c1").spent) == ("c1", 2, 1)
    outcome = game.say("debus g1 hq=0")
    assert each_says(outcome.instructions, "g1 c1", "Kampfgruppe 6→4")
    assert each_says(outcome.words, "c1 250 BUS-05")
    assert (game.stand("g1").aboard, game.stand("g1").beside, game.stand("g1").debussed) == ("", "c1", 1)


def test_the_vehicle_may_be_named_as_well():
    game = aboard()
    game.say("debus c1")
    assert game.stand("g1").beside == "c1"


@clause("ASP-BUS-03", "ASP-CP-07", "ASP-CP-08")
def test_both_are_held_to_what_is_there():
    assert tactical(cp=1).refused("bus g1 with c1") == ["CP-07"]
    assert tactical().refused("bus g1 with c1 hq=3000") == ["CP-08", "CP-08"]
    game = aboard(second=True)
    game.regroup("kg", cp=0)
    game.say("activate k2")
    assert game.refused("debus g1") == []


@clause("ASP-BUS-03")
def test_a_vehicle_of_another_group_is_out_of_turn():
    game = tactical(second=True).change("g1", group="kg")
    assert "SEQ-06" in game.refused("bus g1 with c1")


@clause("ASP-BUS-04")
def test_those_aboard_make_no_move():
    game = aboard()
    assert game.refused("move g1 100") == ["BUS-04"]
    assert "BUS-04" in game.refused("fire g1 at p4 300")


@clause("ASP-BUS-06")
def test_one_move_after_de_bussing_and_no_more():
    game = aboard()
    game.say("debus g1")
    game.say("move g1 500")
    assert game.refused("move g1 100") == ["BUS-06"]
    assert game.refused("fire g1 at p4 300") == ["BUS-06"]
    game.clock(side="Soviet", open="")
    game.say("next")
    assert game.stand("g1").debussed is None


@clause("ASP-BUS-06", "ASP-TAC-05")
def test_the_distance_to_the_headquarters_is_paid_beside_the_one_move():
    game = aboard()
    game.say("debus g1")
    assert game.refused("move g1 100 hq=1500") == []


@clause("ASP-BUS-06")
def test_the_one_command_point_buys_one_option_only():
    game = aboard(german="C", table=table(tp_pool="pooled_turn"))
    game.say("debus g1")
    assert game.refused("move g1 option=E 100") == ["BUS-06"]  # it would take two command points
    assert game.refused("move g1 100") == []


@clause("ASP-BUS-07")
@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("bus g1 with t1", ["BUS-07"]),
        ("bus f1 with c1", ["BUS-07"]),
        ("bus g2 with c1", ["BUS-07"]),
    ],
)
def test_one_vehicle_carries_one_stand_of_its_infantry(line, rules):
    stands = (stand("t1", "Panther"), stand("c1", "M3"), stand("g1", "IG"), stand("g2", "RG"), stand("f1", "HG"))
    game = Game(position(*stands, stand("p1", "RG")), kept=False)
    if "g2" in line:
        game.change("g1", aboard="c1")
    assert game.refused(line) == rules
    assert all(objection.final for objection in game.objections(line)), "no ruling finds room that is not there"


@clause("ASP-BUS-05")
def test_those_beside_share_the_result_until_they_are_away():
    game = aboard(soviet="B")
    game.say("debus g1")
    game.state = game.clock(side="Soviet", open="br").regroup("br", cp=9).state
    outcome = game.say("fire p1 at c1 600 reply=no", effect="32")
    assert says(outcome.words, "g1 beside c1 BUS-05")
    assert (game.stand("g1").markers, game.stand("c1").markers) == (1, 1)


@clause("ASP-BUS-05")
@pytest.mark.parametrize(
    ("line", "beside"),
    [
        ("move g1 249", "c1"),
        ("move g1 250", ""),
        ("move g1 100 away=yes", ""),
        ("move c1 300", ""),
        ("move t1 900", "c1"),
    ],
)
def test_250_m_away(line, beside):
    game = aboard()
    game.say("debus g1")
    game.say(line)
    assert game.stand("g1").beside == beside


@clause("ASP-BUS-08")
def test_the_vehicle_does_not_share_what_hits_the_infantry():
    game = aboard(soviet="B")
    game.say("debus g1")
    game.clock(side="Soviet", open="br").regroup("br", cp=9)
    game.say("fire p1 at g1 200 reply=no", detection_reply="1", effect="44")
    assert (game.stand("g1").markers, game.stand("c1").markers) == (1, 0)


@clause("ASP-STAT-18", "ASP-DET-09")
def test_those_aboard_move_with_their_vehicle():
    game = aboard().change("g1", fire_marker=True)
    game.say("move c1 100")
    assert (game.stand("g1").moved, game.stand("g1").aboard) == (True, "c1")
    game.clock(side="Soviet", open="br").regroup("br", cp=9)
    outcome = game.say("fire p1 at c1 600 reply=no", detection_reply="1", effect="34")
    assert each_says([hand for hand in outcome.instructions if hand.startswith("MOVE")], "MOVE c1 500 p1")
    assert (game.stand("g1").repulsed, game.stand("g1").aboard) == (True, "c1")


@clause("ASP-BG-06", "ASP-CP-10")
def test_what_forbids_bussing():
    assert "BG-06" in tactical().regroup("kg", failed=True).refused("bus g1 with c1")
    assert tactical().change("c1", marched=True).refused("bus g1 with c1") == ["CP-10"]


@clause("ASP-FIRE-07")
def test_a_stand_that_boards_has_no_fire_marker():
    game = tactical().change("g1", fire_marker=True)
    assert says(game.say("bus g1 with c1").instructions, "g1")
    assert not game.stand("g1").fire_marker


@pytest.mark.parametrize(
    ("line", "kind", "about"),
    [
        ("bus g1", HowMany, ""),
        ("bus g1 with p5", WrongSide, "g1 p5"),
        ("bus g1 with c9", UnknownName, "stand c9"),
        ("debus", HowMany, "de-bus"),
        ("debus g1", WrongPlace, "g1"),
    ],
)
def test_mistakes(line, kind, about):
    with mistaken(kind, about=about):
        tactical().refused(line)


def test_who_is_aboard_already():
    with mistaken(WrongPlace, about="g1 c1"):
        aboard().refused("bus g1 with c1")

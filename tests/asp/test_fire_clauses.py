"""Tests of clauses that many engagements share: who may be named, who sees, the arc, the score."""

import pytest

from tests.asp.games import BOOK, COLUMNS, TABLE, change, duel, fire, game, refused, situation, stand, table
from tests.asp.play import Game, position, tactical
from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from umpire.core.mistakes import HowMany
from umpire.rulesets.asp import FAMILY as asp
from umpire.rulesets.asp.fire.combat import UNFOUND, effect_pool, initiative_pools

# who, at whom


@clause("ASP-FIRE-01")
@pytest.mark.parametrize("line", ["t1 t2 at p3 600", "t1 at p3 p4 600", "t1 600"])
def test_one_shooter_and_one_target_are_named(line):
    with mistaken(HowMany, about="FIRE-01"):
        situation(duel(), line)


@clause("ASP-FIRE-10")
def test_a_stand_shoots_back_as_often_as_it_is_shot_at():
    play = tactical(soviet="B")
    for shooter in ("t1", "t2", "s1"):
        play.say(
            f"fire {shooter} at p1 600",
            detection_reply="2",
            initiative="3",
            initiative_reply="3",
            effect="11",
            effect_reply="11",
        )
    assert play.stand("p1").fire_marker


@clause("ASP-FIRE-11")
def test_markers_of_this_exchange_count_in_the_next():
    state = duel(soviet="B")
    before = situation(state, "t1 at p3 600")
    assert (before.shooter.shot.target_fire_marker, before.target.shot.target_fire_marker) == (False, False)
    outcome, _, pools = fire(
        state,
        "t1 at p3 600",
        detection_reply="2",
        initiative="3",
        initiative_reply="3",
        effect="11",
        effect_reply="11",
    )
    assert pools["initiative"].sum("roll") == pools["initiative-reply"].sum("roll") == 3
    after = situation(asp.apply(state, outcome.effects, TABLE), "t1 at p3 600")
    assert (after.shooter.shot.target_fire_marker, after.target.shot.target_fire_marker) == (True, True)


@clause("ASP-INIT-02")
def test_the_target_of_the_target_is_the_shooter():
    state = change(duel(), "t1", fire_marker=True)
    (mine, theirs), _ = initiative_pools(situation(state, "t1 at p3 600"), UNFOUND)
    assert (mine.sum("roll"), theirs.sum("roll")) == (0, 1)


@clause("ASP-INIT-05", "ASP-GEN-08")
@pytest.mark.parametrize(("mine", "theirs"), [("1", "4"), ("3", "3"), ("6", "3")])
def test_both_shoot_at_a_difference_of_three_or_less(mine, theirs):
    outcome, _, _ = fire(
        duel(),
        "t1 at p3 600",
        detection_reply="2",
        initiative=mine,
        initiative_reply=theirs,
        effect="11",
        effect_reply="11",
    )
    assert says(outcome.words, "INIT-05")


# detection


@clause("ASP-DET-13")
@pytest.mark.parametrize(
    ("one", "line", "rule"),
    [("C Battery", "t1 at p3", "CALL-08"), ("LB", "t1 at p3", "CALL-07"), ("Salvo RL", "t1 at p3", "CALL-07")],
)
def test_batteries_need_no_detection(one, line, rule):
    state = change(duel(one, "RG"), "p3", fired=True)
    assert says([situation(state, line).shooter.look.words], f"t1 {rule}")


@clause("ASP-DET-14")
def test_detection_is_thrown_anew_each_time():
    play = tactical(german="A", soviet="B")
    for _ in range(2):
        play.say("fire t1 at p1 1200 p1.sight=no", detection="6", effect="11")
        assert play.asked[0] == ("detection",)
        play.change("t1", fire_marker=False)


# arcs


@clause("ASP-ARC-01 to 03", "ASP-ARC-07")
@pytest.mark.parametrize(
    ("kind", "arcs", "rule"),
    [
        ("Panther", {"front": True, "flank": True, "rear": False}, "ARC-01"),
        ("StuG", {"front": True, "flank": False, "rear": False}, "ARC-02"),
        ("RG", {"front": True, "flank": True, "rear": True}, ""),
        ("HG", {"front": True, "flank": True, "rear": False}, "ARC-07"),
    ],
)
def test_which_arcs_a_stand_shoots_into(kind, arcs, rule):
    state = duel(kind, "RG")
    for arc, allowed in arcs.items():
        found = refused(state, f"t1 at p3 200 t1.arc={arc}")
        assert found == ([] if allowed else [rule]), arc


@clause("ASP-ARC-02")
def test_an_aircraft_shoots_to_its_front():
    assert TABLE.kinds["aircraft"]["arcs"] == ["front"]


# scores


@clause("ASP-SCORE-02")
def test_autocannon_is_a_row_and_aircraft_a_column():
    assert TABLE.rows["VLG"]["name"] == "Autocannon and Very Light Guns"
    assert (TABLE.score("VLG", "AC"), TABLE.score("AAA", "AC")) == (None, 6)


@clause("ASP-SCORE-14")
@pytest.mark.parametrize(("kind", "off"), [("BARG", 0), ("RG", 0), ("IG", 0), ("HMG", -1), ("HG", -1), ("Panther", -1)])
def test_infantry_is_the_three_rifle_rows(kind, off):
    state = game(stand("t1", kind), stand("p3", "M3", skirts=True))
    sit = situation(state, "t1 at p3 200 arc=flank")
    pool = effect_pool(TABLE, "effect", sit.shooter, sit.target, sit.shooter.shot)
    assert [line.amount for line in pool.lines if line.rule == "SCORE-10" and line.applied] == [off]


@clause("ASP-SCORE-11")
def test_skirts_do_not_cover_the_rear():
    state = game(stand("t1", "Panther"), stand("p3", "T34/85", skirts=True))
    sit = situation(state, "t1 at p3 600 arc=rear")
    pool = effect_pool(TABLE, "effect", sit.shooter, sit.target, sit.shooter.shot)
    assert pool.sum("need") == 3 - 3


@clause("ASP-SCORE-15")
@pytest.mark.parametrize("cover", ["none", "cover", "hard"])
def test_the_required_score_is_base_and_modifiers_and_less_is_better(cover):
    sit = situation(duel(), f"t1 at p3 600 cover={cover}")
    pool = effect_pool(TABLE, "effect", sit.shooter, sit.target, sit.shooter.shot)
    assert pool.sum("need") == 3 + {"none": 0, "cover": 1, "hard": 2}[cover]
    easier = effect_pool(TABLE, "effect", *_parties("t1 at p3 600"))
    chance = [each.reading.chances(2, 6).get("D", 0) for each in (easier, pool)]
    assert chance[0] >= chance[1]


def _parties(line):
    sit = situation(duel(), line)
    return sit.shooter, sit.target, sit.shooter.shot


@clause("ASP-SCORE-16")
def test_who_can_hurt_art_and_aircraft():
    art = {row for row in BOOK if BOOK[row][COLUMNS.index("ART")] != "-"}
    air = {row for row in BOOK if BOOK[row][COLUMNS.index("AC")] != "-"}
    assert (art, air) == ({"C", "Bomber", "Attack"}, {"Bomber", "Attack", "Fighter", "AAA"})
    assert art == {row for row in TABLE.rows if TABLE.score(row, "ART")}
    assert air == {row for row in TABLE.rows if TABLE.score(row, "AC")}


# effect


@clause("ASP-EFF-02", "ASP-EFF-04")
def test_a_miss_still_looks_up_the_table_and_the_dice_add_up():
    for first in range(1, 7):
        for second in range(1, 7):
            outcome, _, pools = fire(duel(soviet="C"), "t1 at p3 600", detection_reply="1", effect=f"{first}{second}")
            total = second + (first - 3)
            letter = "-PPRRDDD"[max(1, min(8, total)) - 1]
            named = {"-": "unhurt", "P": "pinned", "R": "repulsed", "D": "destroyed"}[letter]
            assert outcome.tally[0] == ("p3", named)
            assert pools["effect"].reading.added == -3


@clause("ASP-EFF-11")
@pytest.mark.parametrize("target", ["RG", "M3", "T34/85"])
def test_light_mortars_add_one_against_anything(target):
    state = game(stand("t1", "IG", light_mortars=True), stand("p3", target))
    sit = situation(state, "t1 at p3 200")
    pool = effect_pool(TABLE, "effect", sit.shooter, sit.target, sit.shooter.shot)
    assert [line.amount for line in pool.lines if line.words == "light mortars" and line.applied] == [1]


# repulse


@clause("ASP-STAT-08", "ASP-STAT-09", "ASP-STAT-17")
def test_a_repulsed_stand_moves_500_m_away_at_once_without_its_marker():
    play = tactical(cp=3).change("p3", fire_marker=True)
    outcome = play.say("fire t1 at p3 600 reply=no", effect="34")
    assert each_says(outcome.instructions[:3], "p3 0→2 repulsed", "MOVE p3 500 t1", "FIRE p3")
    assert (play.stand("p3").repulsed, play.stand("p3").fire_marker, play.stand("p3").spent) == (True, False, 0)


@clause("ASP-CP-04")
def test_mobile_and_cautious_are_of_the_army_list():
    play = Game(position()).regroup("kg", command="mobile").regroup("br", command="cautious")
    assert each_says(play.say("order kg", command="34").instructions, "Kampfgruppe 9")
    play.clock(side="Soviet", step=1, done=())
    assert each_says(play.say("order br", command="345").instructions, "Brigade 5")


def test_the_option_of_dice_reaches_an_option_that_moves():
    play = tactical(german="A", table=table(effect_dice="one"))
    play.say("fire t1 at p1 600 option=C", detection="2", detection_reply="1", effect="5")
    assert play.stand("p1").destroyed  # 5 exceeds 4 by 1: 6 is D for grade C

"""Tests of step 1 of a battle group: command points, recovery, markers, and a lost headquarters."""

from fractions import Fraction
from itertools import product

import pytest

from tests.asp.games import TABLE, stand, table
from tests.asp.play import Game, position
from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from umpire.core.mistakes import Gone, HowMany, Twice, Unasked, UnknownName, WrongSide, WrongSort
from umpire.core.odds import TooMany, explain, odds
from umpire.rulesets.asp import FAMILY as asp
from umpire.rulesets.asp.state import Clock

ORDER = asp.act("order")
FACES = range(1, 7)


def situation(game, line="kg"):
    return game._situation(f"order {line}")[1]


def command_points(game):
    """Return the chances: command points -> exact chance."""
    sit = situation(game)
    found = odds(lambda: ORDER.procedure(sit))
    chances = {}
    for outcome, weight in found.outcomes:
        (_, cp), *_ = outcome.tally
        chances[cp] = chances.get(cp, Fraction(0)) + Fraction(weight, found.total)
    return chances


def count(dice, keep, *, highest=False, radio=False, added=0):
    """Return the same chances, counted face by face."""
    chances = {}
    for faces in product(FACES, repeat=dice + radio):
        kept = sorted(faces[:dice], reverse=highest)[:keep]
        cp = sum(kept) + (-(-faces[-1] // 2) if radio else 0) + added
        chances[cp] = chances.get(cp, Fraction(0)) + Fraction(1, 6 ** (dice + radio))
    return chances


@clause("ASP-CP-01 to 03")
@pytest.mark.parametrize(("grade", "dice"), [("A", 2), ("B", 2), ("C", 3), ("D", 4)])
@pytest.mark.parametrize("radio", [False, True])
@pytest.mark.parametrize(("command", "added"), [("", 0), ("mobile", 2), ("cautious", -2)])
def test_command_points_face_by_face(grade, dice, radio, command, added):
    game = Game(position(german=grade)).regroup("kg", radio=radio, command=command)
    assert command_points(game) == count(dice, 2, radio=radio, added=added)


@clause("ASP-CP-05")
def test_never_below_none_and_at_most_seventeen():
    low = command_points(Game(position(german="D")).regroup("kg", command="cautious"))
    high = command_points(Game(position(german="A")).regroup("kg", command="mobile", radio=True))
    assert (min(low), max(high)) == (0, 17)


@clause("ASP-CP-14")
@pytest.mark.parametrize(("grade", "mean"), [("A", 7), ("B", 7), ("C", Fraction(133, 24)), ("D", Fraction(3017, 648))])
def test_means(grade, mean):
    plain = command_points(Game(position(german=grade)))
    assert sum(cp * chance for cp, chance in plain.items()) == mean
    radio = command_points(Game(position(german=grade)).regroup("kg", radio=True))
    assert sum(cp * chance for cp, chance in radio.items()) == mean + 2


@clause("ASP-CP-13")
@pytest.mark.parametrize(("option", "dice", "highest"), [("2_keep_2", 2, False), ("3_keep_high_2", 3, True)])
def test_the_dice_of_grade_a(option, dice, highest):
    rules = table(cp_dice_A=option)
    assert command_points(Game(position(german="A"), rules)) == count(dice, 2, highest=highest)
    assert command_points(Game(position(german="B"), rules)) == count(2, 2)


@clause("ASP-CP-01")
def test_the_dice_that_do_not_count_are_shown():
    outcome = Game(position(german="D")).say("order kg", command="6253")
    assert each_says(outcome.instructions, "Kampfgruppe 5")
    (pool,) = explain(lambda: ORDER.procedure(situation(Game(position(german="D")))))[0].pools
    assert pool.dice == 4
    assert says([pool.reading.words], "2 lowest")
    (counts,) = [line for line in pool.lines if line.applied]
    assert (counts.amount, counts.rule) == (4, "CP-01")
    assert says([counts.words], "D 4 2")
    assert each_says([line.why_not for line in pool.lines if not line.applied], "", "")


@clause("ASP-CP-02")
@pytest.mark.parametrize(("face", "added"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_half_the_radio_die_rounded_up(face, added):
    game = Game(position()).regroup("kg", radio=True, command="mobile")
    outcome = game.say("order kg", command="22", radio=str(face))
    assert each_says(outcome.instructions, f"Kampfgruppe {6 + added}")
    assert game.group("kg").cp == 6 + added


@clause("ASP-CP-11")
def test_a_side_says_which_groups_use_radio():
    game = Game(position(second=True)).regroup("k2", radio=True)
    game.say("order kg", command="22")
    assert game.asked == [("command",)]
    game.say("order k2", command="22", radio="1")
    assert game.asked == [("command", "radio")]


# recovery and markers


def shaken(**more):
    stands = (
        stand("t1", "Panther"),
        stand("t2", "Panther", repulsed=True, markers=2),
        stand("s1", "StuG", repulsed=True, pinned=True, markers=1),
        stand("g1", "IG", markers=3),
        stand("f1", "HG", repulsed=True, markers=4, destroyed=True),
        stand("p1", "T34/85"),
    )
    return Game(position(*stands, **more))


@clause("ASP-SEQ-02", "ASP-STAT-03", "ASP-STAT-10", "ASP-STAT-11")
def test_all_of_step_one_is_one_question():
    game = shaken()
    outcome = game.say(
        "order kg", command="35", recover_t2="4", recover_s1="3", markers_t2="56", markers_s1="4", markers_g1="515"
    )
    assert game.asked == [("command", "recover-t2", "recover-s1", "markers-t2", "markers-s1", "markers-g1")]
    assert each_says(outcome.instructions, "Kampfgruppe 8", "t2", "t2 2→0", "g1 3→1")
    assert each_says(outcome.words, "s1 STAT-11", "1 German 2")
    found = [(each.repulsed, each.pinned, each.markers) for each in map(game.stand, ("t2", "s1", "g1"))]
    assert found == [(False, False, 0), (True, True, 1), (False, False, 1)]


@clause("ASP-STAT-12")
def test_recovery_keeps_markers_and_losing_them_ends_nothing():
    game = shaken()
    game.say(
        "order kg", command="35", recover_t2="6", recover_s1="1", markers_t2="11", markers_s1="6", markers_g1="111"
    )
    assert (game.stand("t2").repulsed, game.stand("t2").markers) == (False, 2)
    assert (game.stand("s1").repulsed, game.stand("s1").pinned, game.stand("s1").markers) == (True, True, 0)


@clause("ASP-GRADE-01", "ASP-GRADE-02")
@pytest.mark.parametrize(
    ("grade", "need", "chance"), [("A", 3, "2/3"), ("B", 4, "1/2"), ("C", 5, "1/3"), ("D", 6, "1/6")]
)
def test_the_morale_die_of_each_grade(grade, need, chance):
    game = Game(position(stand("t1", "Panther"), stand("t2", "Panther", repulsed=True), german=grade))
    pools = explain(lambda: ORDER.procedure(situation(game)))[0].pools
    recover = next(pool for pool in pools if pool.key == "recover-t2")
    assert recover.sum("need") == recover.reading.need == need
    assert Fraction(recover.reading.chances(1, 6)[True], 6) == Fraction(chance)


@clause("ASP-GRADE-03")
def test_the_grade_is_the_army_lists():
    game = Game(position(german="D", soviet="A"))
    assert (game.group("kg").grade, game.group("br").grade) == ("D", "A")


@clause("ASP-SEQ-08")
def test_a_marker_comes_off_with_a_third():
    pools = explain(lambda: ORDER.procedure(situation(shaken())))[0].pools
    one = next(pool for pool in pools if pool.key == "markers-s1")
    assert one.reading.chances(1, 6) == {0: 4, 1: 2}


def test_the_odds_of_step_one_are_the_count_over_every_face():
    game = Game(position(stand("t1", "Panther"), stand("t2", "Panther", repulsed=True, markers=2), german="C"))
    sit = situation(game)
    found = odds(lambda: ORDER.procedure(sit))
    assert found.paths == 11 * 2 * 3
    counted = {}
    for a, b, c, recovers, one, two in product(FACES, repeat=6):
        key = (sum(sorted((a, b, c))[:2]), int(recovers >= 5), (one >= 5) + (two >= 5))
        counted[key] = counted.get(key, 0) + 1
    tallied = {}
    for outcome, weight in found.outcomes:
        key = tuple(value for _, value in outcome.tally)
        tallied[key] = tallied.get(key, 0) + Fraction(weight * 6**6, found.total)
    assert tallied == counted


def test_too_many_dice_for_odds_are_refused_and_still_explained():
    stands = [stand(f"s{number}", "StuG", repulsed=True, markers=3) for number in range(12)]
    sit = situation(Game(position(*stands)))
    with pytest.raises(TooMany):
        odds(lambda: ORDER.procedure(sit))
    assert len(explain(lambda: ORDER.procedure(sit))[0].pools) == 1 + 12 + 12


# the headquarters


def headless(option, **more):
    return Game(position(**more), table(hq_loss=option)).change("t1", destroyed=True)


@clause("ASP-CP-12")
def test_without_a_headquarters_no_command_points():
    game = headless("no_cp").change("t2", markers=1)
    outcome = game.say("order kg", markers_t2="6")
    assert says([outcome.words[0]], "Kampfgruppe CP-12")
    assert each_says(outcome.instructions, "t2 1→0")
    assert game.group("kg").cp == 0
    assert each_says(game.say("activate kg").instructions, "Kampfgruppe 0")
    assert game.refused("move t2 300") == ["CP-12"]


@clause("ASP-CP-12")
def test_hq_loss_promote():
    game = headless("promote")
    outcome = game.say("order kg", "s1", command="34")
    assert says([outcome.words[0]], "s1 CP-12")
    assert (game.group("kg").hq, game.group("kg").cp) == ("s1", 7)
    assert says([game.say("move s1 300" if game.say("activate kg") else "").instructions[-1]], "Kampfgruppe 7→6")
    assert (game.sources["s1.going"], game.sources["s1.hq"]) == ("assumed", "state")
    assert each_says(game.assumed, "")  # it is the headquarters: no distance is assumed


@clause("ASP-CP-12")
def test_hq_loss_normal():
    outcome = headless("normal").say("order kg", command="34")
    assert each_says(outcome.instructions, "Kampfgruppe 7")


@clause("ASP-ORG-06")
def test_a_headquarters_that_is_no_stand_is_not_lost():
    game = Game(position()).regroup("kg", hq="")
    assert each_says(game.say("order kg", command="34").instructions, "Kampfgruppe 7")


@clause("ASP-CP-12")
@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("no_cp", ""),
        ("promote", "1"),
        ("normal", ""),
    ],
)
def test_what_the_loss_means_is_said_when_it_falls(option, words):
    game = Game(position(), table(hq_loss=option), kept=False)
    outcome = game.say("fire p1 at t1 600", detection_reply="1", effect="66")
    assert says(outcome.words, f"Kampfgruppe {words} CP-12")
    assert says(outcome.words, "Kampfgruppe 1 CP-12") == (option == "promote")


# out of turn


@clause("ASP-SEQ-02")
def test_step_one_is_thrown_once_for_each_group_of_the_side_on_turn():
    game = Game(position(second=True))
    assert each_says(game.say("order kg", command="34").pending, "k2")
    assert game.refused("order kg") == ["SEQ-02"]
    assert game.refused("order br") == ["SEQ-01"]
    assert game.refused("next") == ["SEQ-02"]
    assert each_says(game.say("order k2", command="34").words, "1 German 2")
    assert game.refused("order k2") == ["SEQ-02"]
    assert game.state.clock == Clock(1, "German", "German", 2)


@clause("ASP-SEQ-02")
def test_groups_of_a_side_throw_one_after_the_other_in_one_line():
    game = Game(position(second=True))
    with mistaken(WrongSide, about="1"):
        game.refused("order kg br")
    outcome = game.say("order kg k2", command_kg="34", command_k2="56")
    assert game.asked == [("command-kg",), ("command-k2",)]
    assert each_says(outcome.instructions, "Kampfgruppe 7", "Second group 11")
    assert outcome.pending == ()
    assert each_says(outcome.words, "1 German 2")
    assert game.refused("order kg k2") == ["SEQ-02", "SEQ-02"]


def test_a_told_game_takes_orders_at_any_time_and_begins_the_turn_of_the_group():
    game = Game(position(), kept=False).change("t2", moved=True, spent=3, points=1, marched=True)
    game.say("order kg", command="34")
    assert game.stand("t2") == Game(position()).stand("t2")
    game.say("order br", command="345")
    game.say("order kg", command="11")
    assert (game.group("kg").cp, game.group("br").cp) == (2, 7)


@pytest.mark.parametrize(
    ("line", "kind", "about", "hint"),
    [
        ("order", HowMany, "order", "for example: order kg"),
        ("order kg kg", Twice, "", "name each battle group once; a battle group rolls once a turn"),
        ("order kq", UnknownName, "kq", "did you mean kg?"),
        ("order t1", WrongSort, "t1", "name its battle group: order kg"),
        ("order br", Gone, "Brigade", "`umpire status` lists the stands in play"),
        ("order kg cp=9", Unasked, "cp", ""),
    ],
)
def test_mistakes(line, kind, about, hint):
    game = Game(position(stand("t1", "Panther"), stand("p1", "T34/85", destroyed=True)))
    with mistaken(kind, about=about, hint=hint):
        game.refused(line)


@clause("ASP-CP-01", "ASP-CP-02")
def test_the_rows_of_the_table():
    rows = TABLE.sections["command"]
    assert {grade: (rows[grade]["dice"], rows[grade]["keep"]) for grade in "ABCD"} == {
        "A": (2, 2),
        "B": (2, 2),
        "C": (3, 2),
        "D": (4, 2),
    }
    assert rows["radio"] == [1, 1, 2, 2, 3, 3]

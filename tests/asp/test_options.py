"""Tests of fire with options C to F: the move before or after it, its cost in score and detection, and lost moves."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tests.asp.games import LETTERS, table
from tests.asp.play import Game, position, tactical
from tests.catalogue import each_says, says
from tests.clauses import clause
from umpire.core.odds import odds
from umpire.rulesets.asp import FAMILY as asp
from umpire.rulesets.asp.effects import HalfWay, MarkFire, Moved, Spend
from umpire.rulesets.asp.fire.combat import effect_pool
from umpire.rulesets.asp.state import Clock

FIRE = asp.act("fire")


def able(**more):
    """Return a game of grade A, which may choose every option."""
    return tactical(german="A", soviet="B", **more)


def situation(game, line):
    return game._situation(f"fire {line}")[1]


# how the option changes the dice


@clause("ASP-SCORE-03", "ASP-SCORE-12")
@pytest.mark.parametrize("option", "BCDEF")
def test_plus_one_for_options_that_move_and_never_for_the_reply(option):
    sit = situation(able(), f"t1 at p1 600 option={option}")
    assert (sit.shooter.shot.option, sit.target.shot.option) == (option, "")
    mine = effect_pool(sit.table, "effect", sit.shooter, sit.target, sit.shooter.shot)
    theirs = effect_pool(sit.table, "effect-reply", sit.target, sit.shooter, sit.target.shot)
    assert mine.sum("need") == 3 + (option != "B")
    assert theirs.sum("need") == 4  # MG at HA


@clause("ASP-DET-05", "ASP-DET-07")
@pytest.mark.parametrize(("option", "plus"), [("B", 1), ("C", 0), ("D", 0), ("E", 0), ("F", 0)])
def test_only_option_b_helps_detection_and_only_its_own(option, plus):
    sit = situation(able(), f"t1 at p1 1200 option={option}")
    assert sit.shooter.look.pool.sum("roll") == plus
    assert sit.target.look.pool.sum("roll") == 0


@clause("ASP-DET-01", "ASP-DET-09")
@pytest.mark.parametrize(("option", "moving"), [("B", False), ("C", True), ("D", False), ("E", True), ("F", False)])
def test_who_moves_before_its_fire_is_seen_moving(option, moving):
    sit = situation(able(), f"t1 at p1 1200 option={option}")
    assert sit.shooter.seen.moving is moving
    need = sit.target.look.pool.sum("need")
    assert need == (2 if moving else 5)  # a vehicle in the open: 2500 m moving, 1000 m stationary


@clause("ASP-DET-09")
def test_d_after_an_earlier_move_counts_as_moving():
    game = able()
    game.say("move t1 100")
    assert situation(game, "t1 at p1 1200 option=D").shooter.seen.moving


@clause("ASP-TAC-13")
def test_option_b_after_a_move_keeps_its_bonus_and_counts_as_moving():
    game = able()
    game.say("move t1 100")
    sit = situation(game, "t1 at p1 600")
    assert sit.shooter.seen.moving
    assert sit.shooter.look.answer == "detects"  # 2+ with +1
    assert sit.shooter.shot.option == "B"


@clause("ASP-FIRE-07")
def test_moving_first_takes_the_marker_away_before_the_shot():
    game = able().change("t1", fire_marker=True, fired=True)
    halted, driven = (situation(game, f"t1 at p1 600 option={option}") for option in "BC")
    assert (halted.target.shot.target_fire_marker, driven.target.shot.target_fire_marker) == (True, False)


# C and E


@clause("ASP-TAC-01")
@pytest.mark.parametrize(("option", "far"), [("C", 500), ("E", 1000)])
def test_moves_then_fires_in_one_command(option, far):
    game = able()
    assert game.refused(f"fire t1 at p1 600 option={option} metres={far + 1}") == [
        "TAC-10" if option == "C" else "MOVE-01"
    ]
    outcome = game.say(
        f"fire t1 at p1 600 option={option} metres={far}", detection="2", detection_reply="1", effect="55"
    )
    assert outcome.effects[:2] == (Spend("t1", 1, 0), Moved("t1"))
    assert each_says(
        outcome.instructions, f"MOVE t1 {far} m", "p1 0→2 repulsed", "MOVE p1 500 t1", "FIRE t1", "Kampfgruppe 9→8"
    )
    assert (game.stand("t1").moved, game.stand("t1").fire_marker, game.stand("t1").option) == (True, True, "")


def test_the_move_of_c_may_be_a_command_of_its_own():
    game = able()
    outcome = game.say("move t1 option=C 300")
    assert each_says(outcome.words, "t1 fire ENEMY METRES")
    assert outcome.effects[-1] == HalfWay("t1", "C")
    sit = situation(game, "t1 at p1 600")
    assert (sit.shooter.shot.option, sit.option.bill) == ("C", None)
    assert says([sit.title], "t1 p1 600 C")
    game.say("fire t1 at p1 600", detection="2", detection_reply="1", effect="11")
    assert (game.stand("t1").option, game.stand("t1").spent, game.group("kg").cp) == ("", 1, 8)
    assert situation(game, "t1 at p1 600").shooter.shot.option == "B"


def test_another_stand_that_acts_ends_an_option_half_way():
    game = able()
    game.say("move t1 option=C 300")
    game.say("move t2 300")
    assert game.stand("t1").option == ""
    told = Game(position(german="A"), kept=False)
    told.say("move t1 option=C 300")
    told.say("move t2 300")
    assert told.stand("t1").option == ""


# D and F


@clause("ASP-TAC-01")
@pytest.mark.parametrize(("option", "far"), [("D", 500), ("F", 1000)])
def test_fires_then_moves(option, far):
    game = able()
    outcome = game.say(f"fire t1 at p1 600 option={option}", detection="2", detection_reply="1", effect="11")
    assert says([outcome.words[-1]], f"t1 move {far} METRES")
    assert each_says(outcome.instructions, "FIRE t1", "Kampfgruppe 9→8")
    assert game.refused(f"move t1 {far + 1}") == ["TAC-10" if option == "D" else "MOVE-01"]
    outcome = game.say(f"move t1 {far}")
    assert says([game.title], f"t1 {option}")
    assert each_says(outcome.instructions, f"MOVE t1 {far} m", "FIRE t1")
    assert (game.stand("t1").option, game.stand("t1").fire_marker, game.group("kg").cp) == ("", False, 8)


@clause("ASP-FIRE-07")
def test_the_move_after_the_fire_may_be_told_with_it():
    game = able()
    outcome = game.say("fire t1 at p1 600 option=D metres=200", detection="2", detection_reply="1", effect="11")
    assert each_says(outcome.instructions, "MOVE t1 200", "Kampfgruppe 9→8")
    assert outcome.effects == (Spend("t1", 1, 0), MarkFire("t1"), Moved("t1"))
    assert (game.stand("t1").fire_marker, game.stand("t1").moved, game.stand("t1").option) == (False, True, "")


REPLY = {"detection": "2", "detection_reply": "2", "initiative": "1", "initiative_reply": "6"}


@clause("ASP-TAC-11")
@pytest.mark.parametrize(("faces", "why"), [("56", "repulsed"), ("66", "destroyed")])
@pytest.mark.parametrize("told", ["", "metres=200"])
def test_the_move_is_lost_by_who_is_repulsed_or_destroyed(faces, why, told):
    game = able()
    outcome = game.say(f"fire t2 at p1 600 option=D {told}", **REPLY, effect_reply=faces)
    assert says(outcome.words, f"t2 {why} D TAC-11")
    assert game.stand("t2").option == ""
    assert not says(outcome.instructions, "MOVE t2 200")


@clause("ASP-TAC-11")
def test_a_stand_pinned_by_the_reply_moves_no_closer():
    game = able()
    outcome = game.say("fire t2 at p1 600 option=D", **REPLY, effect_reply="44")
    assert each_says(outcome.words[-2:], "t2 TAC-11", "t2 move 500 METRES")
    assert game.refused("move t2 300 closer=yes") == ["STAT-04"]
    game.say("move t2 300")
    game = able()
    outcome = game.say("fire t2 at p1 600 option=D metres=300 closer=yes", **REPLY, effect_reply="44")
    assert says([outcome.words[-1]], "t2 D TAC-11")
    assert not game.stand("t2").moved


def test_the_option_is_spent_even_if_nobody_can_shoot():
    game = able()
    outcome = game.say("fire t1 at p1 600 option=C", detection="1", detection_reply="1")
    assert each_says(outcome.instructions, "MOVE t1 500", "Kampfgruppe 9→8")
    assert game.stand("t1").moved


# against every face


def faces_of(letters, score, total):
    return letters[max(1, min(8, total - score)) - 1]


@pytest.mark.slow
@pytest.mark.parametrize(("option", "need_mine", "need_theirs"), [("C", 2, 2), ("D", 2, 5), ("E", 2, 2), ("F", 2, 5)])
def test_odds_of_fire_with_an_option_are_the_count_over_every_face(option, need_mine, need_theirs):
    """The odds are the count for t1, a Panther of grade A, at p1, a T34/85 of grade B, 1000 m or 1200 m away."""
    distance = 1000 if need_theirs == 2 else 1200
    need_mine = 2 if distance <= 1000 else 5
    game = able().regroup("kg", cp=9)
    sit = situation(game, f"t1 at p1 {distance} option={option}")
    found = odds(lambda: FIRE.procedure(sit))
    assert sum(weight for _, weight in found.outcomes) == found.total
    each: dict[tuple[str, str], Fraction] = {}
    for mine, theirs, one, other in product(range(1, 7), repeat=4):
        sees, seen = mine >= need_mine, theirs >= need_theirs
        ahead = (one + 3 * sees + 1) - (other + 3 * seen)
        shoots, back = sees and ahead > -4, seen and ahead < 4
        outs = Counter(faces_of(LETTERS["B"], 4, a + b) for a, b in product(range(1, 7), repeat=2) if shoots)
        backs = Counter(faces_of(LETTERS["A"], 4, a + b) for a, b in product(range(1, 7), repeat=2) if back)
        outs, backs = outs or Counter("-"), backs or Counter("-")
        all_faces = 6**4 * outs.total() * backs.total()
        for (letter, some), (answer, others) in product(outs.items(), backs.items()):
            each[letter, answer] = each.get((letter, answer), Fraction(0)) + Fraction(some * others, all_faces)
    letter_of = {"unhurt": "-", "pinned": "P", "repulsed": "R", "destroyed": "D"}
    tallied: dict[tuple[str, str], Fraction] = {}
    for outcome, weight in found.outcomes:
        key = tuple(letter_of[result] for _, result in outcome.tally[:2])
        tallied[key] = tallied.get(key, Fraction(0)) + Fraction(weight, found.total)
    assert tallied == each
    assert found.paths <= 60


def test_the_account_and_the_move_make_no_more_paths():
    plain = Game(position(german="A", soviet="B"), kept=False)
    free = odds(lambda: FIRE.procedure(situation(plain, "t1 at p1 600 option=C")))
    paid = odds(lambda: FIRE.procedure(situation(able(), "t1 at p1 600 option=C metres=200")))
    assert free.paths == paid.paths


# told


def test_a_told_game_without_points_keeps_no_account():
    game = Game(position(german="A"), kept=False)
    outcome = game.say("fire t1 at p1 600 option=C metres=200", detection="2", detection_reply="1", effect="11")
    assert each_says(outcome.instructions, "MOVE t1 200", "FIRE t1")
    assert game.stand("t1").spent == 0
    assert game.refused("fire t1 at p1 600 hq=2000") == []


def test_a_battery_is_paid_for_even_if_it_is_not_called():
    game = able()
    assert game.refused("fire b2 at p4 called=no") == ["CALL-01"]
    game.ruled("fire b2 at p4 called=no", effect="11")
    assert game.group("kg").cp == 8


@pytest.mark.parametrize("simultaneous", ["true", "winner_first"])
def test_both_orders_of_shots_with_an_option(simultaneous):
    game = able(table=table(simultaneous=simultaneous))
    outcome = game.say(
        "fire t2 at p1 600 option=D",
        detection="2",
        detection_reply="2",
        initiative="5",
        initiative_reply="6",
        effect="66",
        effect_reply="66",
    )
    assert [hand for hand in outcome.instructions if hand.startswith("REMOVE")] == ["REMOVE p1", "REMOVE t2"]
    assert game.state.clock == Clock(1, "German", "German", 5, "kg")

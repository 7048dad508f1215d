"""Tests of morale of battle groups: when a test is owed, failed tests, retreats and halts, and the side that has
lost.
"""

from fractions import Fraction

import pytest

from tests.asp.games import TABLE, table
from tests.asp.play import Game, position, tactical
from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from umpire.core.mistakes import Gone, HowMany
from umpire.core.odds import odds
from umpire.rulesets.asp import FAMILY as asp
from umpire.rulesets.asp.acts.morale import has_lost
from umpire.rulesets.asp.scenario import WRITTEN

MORALE = asp.act("morale")
SHAKEN = {"p2": {"repulsed": True}, "p4": {"repulsed": True}, "p5": {"repulsed": True}}


def owing(**more):
    """Return a game in which the fourth Soviet stand has just been repulsed: Brigade owes its test."""
    game = tactical(soviet="B", **more)
    for key, fields in SHAKEN.items():
        game.change(key, **fields)
    outcome = game.say("fire t1 at p3 600", detection_reply="1", effect="54")
    assert each_says(outcome.pending, "Brigade 4 repulsed BG-01")
    return game


def retreating(cp=9, **more):
    """Return a game in which Kampfgruppe failed before its turn, and its tactical moves have begun."""
    return tactical(cp=cp, **more).regroup("kg", failed=True, retreating=True)


@clause("ASP-BG-01", "ASP-BG-03")
def test_the_test_is_owed_until_it_is_thrown():
    game = owing()
    assert game.group("br").test == "4 repulsed (BG-01)"
    assert game.refused("next") == ["BG-03"]
    outcome = game.say("morale br", morale="4")
    assert outcome.tally == (("Brigade", "passes"),)
    assert each_says(outcome.words, "Brigade BG-05")
    assert (game.group("br").test, game.group("br").failed) == ("", False)
    assert game.refused("next") == []
    assert game.refused("morale br") == ["BG-03"]


@clause("ASP-BG-04")
def test_it_is_owed_once_and_again_after_falling_below():
    game = owing()
    game.say("morale br", morale="6")
    game.change("t1", fire_marker=False)
    game.say("fire t1 at p3 600", detection_reply="1", effect="33")
    assert game.group("br").test == ""
    game.change("p3", repulsed=False).change("t1", spent=0, fire_marker=False)
    game.say("fire t1 at p3 600", detection_reply="1", effect="22")
    assert game.group("br").test == "4 repulsed (BG-01)"


@clause("ASP-BG-05", "ASP-GRADE-02")
@pytest.mark.parametrize(("grade", "chance"), [("A", "2/3"), ("B", "1/2"), ("C", "1/3"), ("D", "1/6")])
def test_one_die_against_the_grade(grade, chance):
    game = tactical(german=grade).regroup("kg", test="4 repulsed (BG-01)")
    found = odds(lambda: MORALE.procedure(game._situation("morale kg")[1]))
    chances = {outcome.tally[0][1]: Fraction(weight, found.total) for outcome, weight in found.outcomes}
    assert (chances["passes"], chances["fails"], found.paths) == (Fraction(chance), 1 - Fraction(chance), 2)


@clause("ASP-BG-06", "ASP-BG-09", "ASP-BG-11")
def test_a_group_that_fails_retreats_for_good_and_may_lose_the_battle():
    game = owing()
    outcome = game.say("morale br", morale="3")
    assert each_says(outcome.words, "Brigade BG-06", "1 Soviet 50 BG-11")
    assert (game.group("br").failed, game.state.clock.lost) == (True, "Soviet")
    assert game.refused("morale br") == ["BG-09"]


@clause("ASP-BG-11")
@pytest.mark.parametrize(
    ("groups", "failed", "lost"),
    [
        (1, 0, False),
        (1, 1, True),
        (2, 0, False),
        (2, 1, True),
        (3, 1, False),
        (3, 2, True),
        (4, 1, False),
        (4, 2, True),
    ],
)
def test_half_of_the_groups_rounded_up(groups, failed, lost):
    game = Game(position())
    for number in range(1, groups):
        kg = game.group("kg")
        game.state = game.state.__class__(
            {**game.state.groups, f"k{number}": kg.__class__(f"k{number}", f"K{number}", "German", "B")},
            game.state.stands,
        )
    german = [key for key, group in game.state.groups.items() if group.side == "German"]
    for key in german[:failed]:
        game.regroup(key, failed=True)
    assert has_lost(game.state, TABLE, "German") is lost


@clause("ASP-BG-06")
def test_it_retreats_from_its_next_turn_on():
    game = tactical(second=True).regroup("kg", failed=True)
    assert game.refused("move t1 500") == ["BG-06"]
    assert each_says(game.say("next").pending, "br")
    game.say("order br", command="111")
    game.say("next")
    game.say("next")
    assert game.group("kg").retreating
    game.say("order kg", command="34")
    game.say("order k2", command="34")
    outcome = game.say("activate kg")
    assert says([outcome.words[-1]], "Kampfgruppe move kg halt BG-06")
    assert each_says(outcome.pending, "Kampfgruppe BG-06 t1 t2 s1")  # BG-12: b2 is off the table


@pytest.mark.wording
@clause("ASP-BG-06", "ASP-BG-08", "ASP-BG-12")
def test_whoever_is_not_halted_moves_back_half_a_move():
    game = retreating()
    assert game.refused("next") == ["BG-06"]
    assert game.refused("move t1 499") == ["BG-06"]
    assert game.refused("move t1 1001") == ["MOVE-01"]
    assert each_says(game.say("halt t2 s1 s1.hq=1500").instructions, "t2 s1 halted", "Kampfgruppe 9→6")
    assert game.refused("move t2 500") == ["BG-08"]
    assert game.refused("halt t2") == ["BG-08"]
    outcome = game.say("move kg")
    assert each_says(outcome.instructions, "MOVE t1 c1 500", "MOVE g1 f1 250")
    assert outcome.pending == ()
    assert game.group("kg").cp == 6
    assert game.refused("halt t1") == ["BG-08"]
    assert game.refused("next") == []


@clause("ASP-BG-06")
def test_a_told_retreat_costs_nothing_and_names_its_metres():
    game = retreating(cp=0)
    assert each_says(game.say("move t1 600").instructions, "MOVE t1 600")
    assert says([game.title], "t1")
    assert game.group("kg").cp == 0


@clause("ASP-BG-06")
def test_a_stand_retreats_once_a_turn():
    game = retreating()
    game.say("move t1 600")
    (objection,) = game.objections("move t1 600")
    assert objection.rule == "BG-06"
    assert says([objection.words], "t1")


@clause("ASP-BG-06", "ASP-BG-11")
def test_words_and_hints_of_a_group_that_failed():
    failed = tactical().regroup("kg", failed=True)
    for game, hint in (
        (failed, "this battle group retreats from its next turn on"),
        (tactical(), "name the stands that move"),
    ):
        with mistaken(Gone, about="Kampfgruppe", hint=hint):
            game.refused("move kg")
    game = retreating()
    game.say("move kg")
    with mistaken(Gone, about="Kampfgruppe", hint="all stands of this battle group have moved back or are halted"):
        game.refused("move kg")
    (objection,) = tactical().clock(lost="Soviet").objections("next")
    assert objection.rule == "BG-11"
    assert says([objection.words], "Soviet")


@clause("ASP-BG-11")
def test_a_correction_loses_the_battle_or_takes_it_back_with_its_cause_and_else_leaves_it():
    def corrected(lost, was, now):
        """Return the side that has lost after a correction: `lost` before it, and br had failed (`was`) and now has
        (`now`).
        """
        before, after = (tactical().clock(lost=lost).regroup("br", failed=failed).state for failed in (was, now))
        return WRITTEN.corrected(before, after, TABLE).clock.lost

    assert corrected("", False, True) == "Soviet"
    assert corrected("Soviet", True, False) == ""
    assert corrected("German", False, True) == corrected("German", True, False) == "German", "it is lost once"
    assert corrected("Soviet", False, False) == "Soviet", "as somebody has set it"
    assert corrected("", True, True) == "", "they play on, as somebody has set it"


@clause("ASP-BG-12")
def test_what_is_off_the_table_does_not_retreat():
    game = retreating()
    assert game.refused("move b2 300") == ["BG-12"]
    assert game.refused("halt b2") == ["BG-12"]
    options = {row[0]: row[3] for row in asp.now(game.state, game.table).rows}
    assert (options["t1"], options["b2"]) == ("retreats", "")


@clause("ASP-BG-14")
def test_a_stand_that_reaches_its_edge_leaves_the_table():
    game = retreating().change("g1", aboard="c1")
    outcome = game.say("move c1 100 edge=yes")
    assert says([outcome.instructions[0]], "REMOVE c1 BG-14")
    for key in ("c1", "g1"):
        assert (game.stand(key).left, game.stand(key).destroyed) == (True, True)
    with mistaken(Gone, about="c1"):
        game.refused("move c1 100")
    listing = asp.status(game.state, game.table, "kg")[0]
    assert says([{row[0]: row[-1] for row in listing.rows}["c1"]], "")
    assert says([listing.notes[0]], "0 7")


@clause("ASP-BG-06", "ASP-BG-07")
def test_it_does_nothing_else_but_shoots_back():
    game = retreating()
    assert "BG-06" in game.refused("fire t1 at p1 600")
    game.clock(side="Soviet", open="br").regroup("br", cp=5)
    game.say("fire p1 at t1 600", detection_reply="2", initiative="1", initiative_reply="6", effect_reply="11")
    assert game.stand("t1").fire_marker


@clause("ASP-BG-08")
def test_only_retreating_stands_are_halted_for_what_is_there():
    assert tactical().refused("halt t1") == ["BG-08"]
    assert retreating(cp=1).refused("halt t1 t2") == ["CP-07"]
    assert retreating().refused("halt t1 hq=3000") == ["CP-08"]
    with mistaken(HowMany):
        retreating().refused("halt")


@clause("ASP-STAT-16")
def test_markers_are_counted_in_initiative_and_in_the_effect():
    game = tactical().change("t1", markers=2).change("p1", markers=3)
    sit = game._situation("fire t1 at p1 600")[1]
    assert (sit.shooter.shot.markers, sit.shooter.shot.target_markers) == (2, 3)


def test_a_told_game_without_a_clock_retreats_as_soon_as_it_fails():
    game = Game(position(), kept=False).regroup("kg", failed=True)
    assert each_says(game.say("move t1 500").instructions, "MOVE t1 500")
    assert game.refused("move t1 100") == ["BG-06"]


@pytest.mark.parametrize("option", ["no_cp", "normal"])
def test_a_failed_group_still_throws_for_the_points_that_halt_it(option):
    game = Game(position(), table(hq_loss=option)).regroup("kg", failed=True)
    assert each_says(game.say("order kg", command="34").instructions, "Kampfgruppe 7")

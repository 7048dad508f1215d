"""Properties of a kept game for any lines in any order: command points add up, the turn moves on, no stand is lost."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.asp.games import ROWS, stand, table
from tests.asp.play import STANDS, Game, position
from tests.catalogue import each_says
from umpire.core.answers import Answers
from umpire.core.dice import SeededDice
from umpire.core.mistakes import Mistake
from umpire.core.procedure import resolve
from umpire.play.documents import state_from
from umpire.rulesets.asp import FAMILY as asp
from umpire.rulesets.asp.scenario import WRITTEN
from umpire.rulesets.asp.state import Clock

GERMAN, SOVIET = ("t1", "t2", "s1", "c1", "g1", "f1", "b2"), ("p1", "p2", "p3", "p4", "p5")
ONE, FOE = st.sampled_from(GERMAN), st.sampled_from(SOVIET)
ANY = st.sampled_from(GERMAN + SOVIET)
METRES = st.sampled_from(["", "100", "250", "400", "900", "2500", "300 bad=100", "200 going=bad", "100 closer=yes"])
PAIRS = st.one_of(st.tuples(ONE, FOE), st.tuples(FOE, ONE))
GROUP = st.sampled_from(["kg", "k2", "br"])


def fire(pair, distance, option, hq):
    return f"fire {pair[0]} at {pair[1]} {distance}{option and f' option={option}'}{hq}"


HQ = st.sampled_from(["", "", "", " hq=1500", " hq=2500"])
LINES = st.one_of(
    st.just("next"),
    st.just("next"),
    GROUP.map("order {}".format),
    st.just("order k2 kg"),
    GROUP.map("activate {}".format),
    GROUP.map("morale {}".format),
    GROUP.map("move {}".format),
    st.builds(
        fire, PAIRS, st.sampled_from([100, 400, 900]), st.sampled_from(["", "", "B", "C", "D", "E", "F"]), HQ
    ),
    st.builds(lambda one, far, option, hq: f"move {one} {far}{option}{hq}", ANY, METRES,
              st.sampled_from(["", "", " option=A", " option=C", " option=D"]), HQ),
    st.builds(lambda one, other, far: f"march {one} {other} {far}", ANY, ANY, METRES),
    st.sampled_from(["bus g1 with c1", "debus g1", "move f1 300 tow=c1", "halt t2 s1", "halt p2", "move c1 300"]),
)  # fmt: skip
OPTIONS = st.fixed_dictionaries(
    {
        name: st.sampled_from(list(ROWS["option_values"][name]))
        for name in ("tp_pool", "cp_dice_A", "surcharge_round", "pin_clear", "hq_loss", "simultaneous")
    }
)
GRADES = st.sampled_from("ABCD")


def holds(game: Game) -> None:
    """Check the conditions that hold after every act."""
    state, clock = game.state, game.state.clock
    assert asp.read_state(asp.plain(state), None) == state
    written = WRITTEN.sections(state, game.table)
    assert state_from(WRITTEN, written, game.table, None, ("German", "Soviet")) == state
    for group in state.groups.values():
        assert group.cp is None or 0 <= group.cp <= 17
        assert group.cp is None or clock.side == group.side
    for each in state.stands.values():
        assert each.spent <= game.table.limits["command_most"]
        assert each.markers >= 0
        assert not (each.aboard and each.beside)
        assert not each.left or each.destroyed
    assert sum(bool(each.option) for each in state.stands.values()) <= 1
    assert 1 <= clock.step <= 5
    assert clock.step == 5 or not clock.open
    asp.now(state, game.table)
    asp.status(state, game.table, "")


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(st.lists(LINES, min_size=10, max_size=45), OPTIONS, GRADES, GRADES, st.integers(0, 10**6))
def test_a_kept_game_stays_whole(lines, options, german, soviet, seed):
    game = Game(position(german=german, soviet=soviet, second=True), table(**options))
    game.regroup("kg", command="mobile", radio=True).regroup("k2", command="cautious")
    referee = Answers(SeededDice(str(seed)), 0, roll_rest=True, defaults=True)
    points = None
    for line in ["order kg", "order k2", "next", *lines]:
        before = game.state
        try:
            refused = game.refused(line)
        except Mistake as wrong:
            assert len(wrong.what.splitlines()) == 1  # noqa: PT017
            assert game.state is before
            continue
        if refused:
            assert game.state is before
            continue
        act, situation = game._situation(line)
        outcome, _ = resolve(act.procedure(situation), referee)
        game.state = asp.apply(game.state, outcome.effects, game.table)
        if not line.startswith(("order", "next")):
            points = {key: group.cp for key, group in before.groups.items()}
            for key, group in game.state.groups.items():
                assert (group.cp or 0) <= (points[key] or 0), line  # nothing gives command points but step 1
        holds(game)


@settings(max_examples=40, deadline=None)
@given(st.lists(LINES, max_size=25), GRADES, st.integers(0, 10**6))
def test_a_told_game_takes_everything_that_is_no_rule_of_the_turn(lines, german, seed):
    game = Game(position(german=german), kept=False)
    referee = Answers(SeededDice(str(seed)), 0, roll_rest=True, defaults=True)
    for line in lines:
        try:
            act, situation = game._situation(line)
        except Mistake:
            continue
        if all(objection.overrulable for objection in act.objections(situation)):  # a ruling lets it go on
            outcome, _ = resolve(act.procedure(situation), referee)
            game.state = asp.apply(game.state, outcome.effects, game.table)
        assert asp.read_state(asp.plain(game.state), None) == game.state


def test_turn_after_turn_comes_round():
    game = Game(position())
    seen = []
    for turn in range(1, 5):
        for side, group, dice in (("German", "kg", "12"), ("Soviet", "br", "123")):
            game.say(f"order {group}", command=dice)
            seen.append((game.state.clock.turn, game.state.clock.side, turn, side))
            game.say("next")
            game.say("next")
    assert all((turn, side) == (is_turn, is_side) for is_turn, is_side, turn, side in seen)


def test_a_side_without_a_stand_left_has_its_turn_all_the_same():
    stands = [replace(each, destroyed=each.id in SOVIET) for each in STANDS]
    game = Game(position(*stands, clock=Clock(1, "German", "German", 5)))
    assert game.say("next").pending == ()
    assert each_says(game.say("next").words, "1 Soviet 2")


def test_the_stands_of_the_position_are_what_the_tests_take_them_for():
    assert tuple(each.id for each in STANDS) == GERMAN + SOVIET
    assert stand("t1", "Panther") in STANDS

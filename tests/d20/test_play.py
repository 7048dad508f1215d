"""Tests of d20 played at random by the rules: no impossible state is reached, and a refused act changes nothing."""

import json
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.d20.elements import TABLE, with_options
from tests.d20.evenings import SIDES, START, any_line, anywhere, some_line
from tests.d20.evenings import play as made
from umpire.core.answers import Answers
from umpire.core.dice import SeededDice
from umpire.core.mistakes import Mistake
from umpire.core.procedure import resolve
from umpire.game.facts import parse_told
from umpire.play.documents import state_from, stored
from umpire.play.scenarios import new_game
from umpire.play.turn import Refused, open_session, play, prepare, record, referee_for
from umpire.rulesets.d20 import FAMILY as d20
from umpire.rulesets.d20.scenario import WRITTEN


def check(state):
    """Check the conditions that hold in every state."""
    for one in state.elements.values():
        carrier = state.elements.get(one.aboard)
        if one.aboard:
            assert carrier.side == one.side
            assert not carrier.removed
            assert not carrier.aboard
        assert not one.limbered or one.aboard
        assert not one.fall_back_from or one.fall_back_owed
        if one.removed:
            assert not any((one.suppressed, one.fall_back_owed, one.aboard, one.touches, one.moved))
        for other in state.touching(one):
            assert other.side != one.side
            assert not other.removed
        places = list(state.elements)
        assert all(places.index(other) > places.index(one.id) for other in one.touches)
        assert one.moved == "" or 0 < Fraction(one.moved) <= 1
    assert d20.read_state(stored(d20.plain(state)), None) == state
    written = stored(WRITTEN.sections(state, TABLE))
    assert state_from(WRITTEN, written, TABLE, None, SIDES) == state


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(
    st.integers(0, 10**9), st.sampled_from(["alternate", "simultaneous_fire"]), st.sampled_from(["minimal", "referee"])
)
def test_no_legal_play_breaks_anything(seed, turns, combat):
    table = with_options(turn_structure=turns, close_combat=combat)
    draw, drawn = random.Random(seed), 0
    state = draw.choice([START, anywhere(seed)])
    played = 0
    for _ in range(60):
        if state.clock.phase == "over":
            break
        verb, words = some_line(draw, state)
        act = d20.act(verb)
        before = d20.plain(state)
        try:
            sit = act.situate(state, table, parse_told([words], act.connectors, act.bare))
        except Mistake as wrong:
            assert len(wrong.what.splitlines()) == 1  # noqa: PT017
            continue
        against = (*act.out_of_turn(state, table, sit), *act.objections(sit))
        assert d20.plain(state) == before
        if against:
            assert all(objection.rule and objection.words for objection in against)
            continue
        referee = Answers(SeededDice(str(seed)), drawn, roll_rest=True, defaults=True)
        outcome, _ = resolve(act.procedure(sit), referee)
        assert d20.plain(state) == before
        drawn = referee.drawn
        state = d20.apply(state, outcome.effects, table)
        assert len(dict(outcome.tally)) == len(outcome.tally)
        played += 1
        check(state)
        assert d20.now(state, table).title
        assert d20.status(state, table, "")
    assert played or state != START


@pytest.mark.slow
@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10**9), st.sampled_from(["minimal", "referee"]))
def test_no_ruling_makes_a_position_that_cannot_be_written_down(seed, combat):
    draw, state, table = random.Random(seed), anywhere(seed), with_options(close_combat=combat)
    for _ in range(25):
        line = draw.choice([any_line(draw), " ".join(filter(None, some_line(draw, state)))])
        verb, *words = line.split()
        act = d20.act(verb)
        try:
            sit = act.situate(state, table, parse_told(words, act.connectors, act.bare))
            if all(one.overrulable for one in (*act.out_of_turn(state, table, sit), *act.objections(sit))):
                state = made(state, line, table, str(seed))
        except Mistake:
            continue
        check(state)


@pytest.mark.parametrize(
    ("verb", "words"),
    [
        ("fire", "tiger at sherman1 30"),
        ("activate", "tiger"),
        ("move", "kfz road=4"),
        ("assault", "tiger at colonel"),
        ("order", ""),
    ],
)
def test_what_is_refused_is_not_written(tmp_path, verb, words):
    session = new_game(tmp_path / "game.umpire", "d20-evening", "1")
    with pytest.raises(Refused):
        prepare(session, verb, words.split())
    assert open_session(session.file.path).snapshot == session.snapshot


def test_an_act_is_recorded_and_read_back(tmp_path):
    session = new_game(tmp_path / "game.umpire", "d20-evening", "1")
    prepared = prepare(session, "next", ["movement"])
    record(play(prepared, Answers(*referee_for(session))), "next movement")
    again = open_session(session.file.path)
    assert again.state.clock.phase == "movement"
    prepared = prepare(again, "move", ["tiger", "wheat=2", "wood=1"])
    played = play(prepared, Answers(*referee_for(again)))
    record(played, "move")
    assert open_session(session.file.path).state.elements["tiger"].moved == "1/2"
    assert json.dumps(played.entry)

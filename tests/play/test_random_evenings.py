"""Tests of random evenings in all four games, amended: each entry unchanged, one die changed, and taken back again."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.offered import typed
from tests.play.test_amended import other_dice, whole_throws
from umpire.core.answers import Answers
from umpire.core.mistakes import Mistake
from umpire.play.correct import correct, record_correction
from umpire.play.past.amend import Past, Patch
from umpire.play.past.questions import questions, settled
from umpire.play.past.record import record_amend
from umpire.play.scenarios import new_game
from umpire.play.session import open_session
from umpire.play.turn import Refused, play, prepare, record, referee_for

GAMES = ("worked-example-2", "three-star-opening", "asp-opening", "d20-evening")
LINES = 12
"""How many lines are typed in an evening."""
PAGE = 24
"""Lines of a screen: what an amend asks stands on one."""


def evening(path, scenario, draw):
    """Return a told game with random acts, corrections and undone entries."""
    new_game(path, scenario, "7")
    session = open_session(path)
    if session.head["sequence"] == "kept":
        record_correction(correct(session, ["game", "sequence=told"]), "set game sequence=told")
    for _ in range(LINES):
        session = open_session(path)
        if draw.random() < 0.15 and session.snapshot.head > 2:
            session.file.undo(session.snapshot.number)
            continue
        line = typed(session, draw, looked_at=0)
        verb, *words = line.split()
        try:
            prepared = prepare(session, verb, words)
        except (Mistake, Refused):
            continue
        stream, drawn = referee_for(session)
        record(play(prepared, Answers(stream, drawn, [], [], roll_rest=True, defaults=True)), line)
    return open_session(path)


class Whole(Past):
    """A past of which every entry is played again, whether or not it comes back to its old position."""

    def is_where_it_was(self, at, position):
        return False


def comes_to(past, patch):
    """Return all results of an amend, with the answers that Enter gives."""
    amended = past.amend(patch)
    asked = questions(amended)
    amended = past.amend(settled(patch, amended, keep=True, roll=True, defaults=True))
    passed = [
        (one.number, one.rewritten and one.now, one.listed, one.wants, one.dropped, one.misfit and one.misfit.words)
        for one in amended.passed
    ]
    return asked, amended.after, amended.odd, passed


@pytest.mark.slow
@pytest.mark.parametrize("scenario", GAMES)
@settings(max_examples=2)
@given(seed=st.integers(0, 10**9))
def test_what_is_not_played_again_would_come_to_the_same(tmp_path_factory, scenario, seed):
    draw = random.Random(seed)
    session = evening(tmp_path_factory.mktemp("evening") / "a.umpire", scenario, draw)
    standing = Past(session).history.standing[1:]
    for one in draw.sample(standing, min(3, len(standing))):
        told = {one.number: other_dice(one, draw)} if whole_throws(one) else {}
        patch = Patch(one.number, told=told, drop=not told)
        assert comes_to(Past(session), patch) == comes_to(Whole(session), patch)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", GAMES)
@settings(max_examples=2)
@given(seed=st.integers(0, 10**9))
def test_an_evening_by_chance_is_amended(tmp_path_factory, scenario, seed):
    draw = random.Random(seed)
    session = evening(tmp_path_factory.mktemp("evening") / "a.umpire", scenario, draw)
    past, before = Past(session), session.snapshot
    for one in past.history.standing:
        if one.verb in session.family.ACTS:
            same = past.amend(Patch(one.number))
            assert not [each.number for each in same.passed if each.rewritten or each.misfit or each.wants]
            assert same.after == before.position
    threw = [one for one in past.history.standing if whole_throws(one)]
    if not threw:
        return
    one = draw.choice(threw)
    amended = past.amend(Patch(one.number, told={one.number: other_dice(one, draw)}))
    assert len(questions(amended)) <= PAGE
    number, _ = record_amend(amended, "amend")
    after = open_session(session.file.path).snapshot
    assert (after.number, after.position) == (number, amended.after)
    assert session.file.undo(number).position == before.position
    assert session.file.redo(number + 1).position == amended.after

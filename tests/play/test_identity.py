"""Tests of an amend that changes nothing: every entry of every evening, played again as it is."""

import pytest

from tests.play.evenings import NAMES, games
from umpire.play.past.amend import Past, Patch, bare
from umpire.play.past.questions import questions
from umpire.play.session import open_session


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.slow
def test_an_evening_played_again_is_the_same_evening(name):
    for path in games(name):
        session = open_session(path)
        past = Past(session)
        if len(past.history.standing) < 2:
            continue
        amended = past.amend(Patch(past.history.standing[1].number))
        assert not [(one.number, one.misfit.words) for one in amended.passed if one.misfit]
        assert not [one.number for one in amended.passed if one.rewritten]
        assert not questions(amended)
        for at, one in enumerate(past.history.standing[1:], 1):
            again = past.unchanged(at)
            assert (again.now.data, again.now.kept, again.odd, again.fits) == (one.data, one.kept, False, True)
            assert bare(again.after) == bare(past.before(at + 1))
        assert bare(amended.after) == bare(session.snapshot.position)
        assert amended.after["game"] == session.head
        assert session.family.table_instructions(session.state, amended.state) == ()

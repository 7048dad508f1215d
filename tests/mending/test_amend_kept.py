"""Tests of entries that the program now plays differently: they stay as recorded, or the amend is refused."""

import pytest

from umpire.core.answers import Answers
from umpire.core.frozen import replace
from umpire.core.mistakes import Mistake
from umpire.play.correct import correct, record_correction
from umpire.play.past.again import AmendAnswers
from umpire.play.past.amend import Past, Patch
from umpire.play.past.questions import questions, settled
from umpire.play.past.record import record_amend
from umpire.play.past.words import EntryLine, amended_line
from umpire.play.scenarios import new_game
from umpire.play.session import open_session
from umpire.play.turn import play, prepare, record, referee_for

OTHER_DICE = AmendAnswers(("66611", "1111"), ("para2",))
"""Of the first fire: paratroops lose two more."""


@pytest.fixture
def game(tmp_path):
    """Return a game in which the tanks have fired once, without a hit."""
    path = tmp_path / "a.umpire"
    new_game(path, "worked-example-1", "44")
    record(fired(path, "11111", "1111"), "fire ta tb at para")
    return path


def fired(path, *dice):
    session = open_session(path)
    stream, drawn = referee_for(session)
    words = ("ta", "tb", "at", "para")
    return play(prepare(session, "fire", words), Answers(stream, drawn, dice, defaults=True))


def amended(path, number=2, told=OTHER_DICE):
    past = Past(open_session(path))
    patch = Patch(number, told={number: told})
    first = past.amend(patch)
    return first, past.amend(settled(patch, first, keep=True, roll=True, defaults=True))


def strength(position, id="para"):
    return position["state"]["stands"][id]["sp"]


def test_a_correction_whose_words_are_unknown_by_now_is_kept_by_what_it_changed(game):
    correction = correct(open_session(game), ["para", "sp=3"])
    record_correction(replace(correction, told=("para", "strength=3")), "set para strength=3")
    assert strength(amended(game)[0].after) == 3
    assert [each.number for each in questions(amended(game)[0])] == [3]


def test_a_correction_typed_anew_is_kept_by_what_it_changes_then(game):
    record_correction(correct(open_session(game), ["para", "sp=3"]), "set para sp=3")
    past = Past(open_session(game))
    line = amended_line(past.session, past.one(3), EntryLine(("sp=1",)))
    record_amend(past.amend(Patch(3, line)), "amend 3 sp=1")
    (change,) = Past(open_session(game)).history.standing[2].changes
    assert (change.path[-1], change.after) == ("sp", 1)


def test_an_entry_that_comes_out_otherwise_by_now_is_left_as_recorded(game):
    played = fired(game, "61111", "1111")
    two = fired(game, "66111", "1111")
    record(replace(played, after=two.after, kept=two.kept), "fire ta tb at para")
    assert strength(open_session(game).snapshot.position) == 2
    past = Past(open_session(game))
    came = past.amend(Patch(2, told={2: AmendAnswers(("61111", "1111"))}))
    assert came.odd == 3
    assert strength(came.after) == 1
    assert not came.passed[-1].rewritten


def test_a_record_that_does_not_come_to_what_it_says_is_not_amended(game):
    played = fired(game, "61111", "1111")
    stands = played.after["state"]["stands"]
    other = {**played.after["state"], "stands": {**stands, "tb": {**stands["tb"], "sp": 1}}}
    record(replace(played, after={**played.after, "state": other}), "fire ta tb at para")
    before = open_session(game).snapshot
    with pytest.raises(Mistake, match=r"from #3 on, .+ \(stands\.tb\.sp\)"):
        amended(game)
    assert open_session(game).snapshot == before

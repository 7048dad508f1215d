"""Tests of the results of an amend: the same as a new play, in any order, and taken back to the last die."""

import json
import random
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests.play.evenings import NAMES, RUN, games
from tests.transcripts.evenings import answer
from umpire.core.answers import Answers
from umpire.game.gamefile.entries import text
from umpire.play.past.again import AmendAnswers, at_position
from umpire.play.past.amend import Past, Patch, bare
from umpire.play.past.history import history, stretch
from umpire.play.past.questions import questions
from umpire.play.past.record import record_amend
from umpire.play.session import open_session
from umpire.play.turn import play, prepare, referee_for

TRIES = 2
"""The number of entries of a game that are amended, chosen by its name."""
MOST = 12
"""The same, if none of those fits."""
PLAYED_ON = {
    "house-asp": {"asp-opening": ("fire t1 at r1 100 --dice 3/1/4/25", 'fire t1 at p3 600 --ruling "again"')},
    "house-corps": {"three-star-opening": ('fire n1 at r1 --ruling "again"',)},
    "house-d20": {
        "d20-opening": ('fire tiger at firefly 6 --ruling "again"', 'fire gren at rifles 4 --ruling "again"')
    },
    "house-star": {"worked-example-1": ("fire tb at para",)},
    "now": {"asp": ('fire t1 at p1 450 --ruling "again"',)},
}
"""Of evenings that take back most of what is thrown in them: how their games are played on before they are amended."""


def whole_throws(one):
    """Return the throws of an entry if every face is known."""
    thrown = [throw for throw in one.data.get("throws", ()) if throw["source"] != "none"]
    return thrown if thrown and all(len(throw["faces"]) == throw["dice"] for throw in thrown) else []


def other_dice(one, chance):
    """Return dice for the first throw of an entry, with one die changed."""
    first = whole_throws(one)[0]
    faces = list(first["faces"])
    at = chance.randrange(len(faces))
    faces[at] = chance.choice([face for face in range(1, first["sides"] + 1) if face != faces[at]])
    return AmendAnswers((" ".join(map(str, faces)),))


@cache
def played_on(name):
    """Return the games of an evening; games with too few dice to amend are played on."""
    return tuple(on(path, PLAYED_ON.get(name, {}).get(path.stem, ())) for path in games(name))


def on(path, lines):
    """Return a game, or a copy of it in which these lines were typed."""
    if not lines:
        return path
    game = Path(shutil.copy(path, mkdtemp(dir=RUN)))
    for line in lines:
        said = answer(f"umpire {line} --roll --defaults -g {game}")
        assert not said[-1].startswith("[exit"), (line, said)
    return game


def amends(name, tries=TRIES):
    """Yield games of an evening with their past and patches of one die each."""
    chance = random.Random(name)
    for path in played_on(name):
        past = Past(open_session(path))
        threw = [one for one in past.history.standing if whole_throws(one)]
        for one in chance.sample(threw, min(tries, len(threw))):
            yield path, past, Patch(one.number, told={one.number: other_dice(one, chance)})


def anew(past, amended):
    """Return the position after a new play from the amended entry on, every face and choice typed."""
    session, position = past.session, past.before(past.at(amended.patch.number))
    for one in (passed.now for passed in amended.passed):
        here = at_position(session, position)
        if "effects" not in one.kept:
            position = past._play(position, one, past.drawn, AmendAnswers()).position
            continue
        added = [f"{each['pool']} {each['amount']:+d} {each['words']}" for each in one.data["additions"]]
        prepared = prepare(here, one.verb, one.words, ruling=one.data["ruling"], additions=added)
        dice = [
            " ".join(map(str, throw["faces"])) if len(throw["faces"]) == throw["dice"] else throw["typed"]
            for throw in one.data["throws"]
            if throw["source"] != "none"
        ]
        choices = [choice["chosen"] for choice in one.data["choices"]]
        stream, drawn = referee_for(here)
        position = play(prepared, Answers(stream, drawn, [*dice, *one.kept.get("spare", ())], choices)).after
        position = json.loads(text(position))
    return position


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_an_amend_is_the_evening_played_anew(name):
    played = 0
    for tries in (TRIES, MOST):
        for _, past, patch in () if played else amends(name, tries):
            amended = past.amend(patch)
            if not any(one.misfit or one.wants for one in amended.passed):
                assert bare(anew(past, amended)) == bare(amended.after)
                played += 1
    assert played


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_undo_takes_back_the_whole_amend_and_redo_puts_it_back(name, tmp_path):
    path, _, patch = next(amends(name))
    copy = shutil.copy(path, tmp_path / "a.umpire")
    session = open_session(copy)
    before = session.snapshot
    amended = Past(session).amend(patch)
    number, _ = record_amend(amended, "amend")
    assert session.file.read() == (number, number, amended.after, None)
    assert session.file.undo(number).position == before.position
    assert session.file.redo(number + 1).position == amended.after
    again = Past(open_session(copy)).amend(Patch(patch.number))
    assert not [one.number for one in again.passed if one.rewritten]
    assert again.after == amended.after


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_two_amends_come_to_the_same_in_either_order(name, tmp_path):
    found = list(amends(name))
    path = found[0][0]
    first, second = [patch for other, _, patch in found if other == path][:2]
    both = []
    for order in ((first, second), (second, first)):
        copy = shutil.copy(path, tmp_path / f"{len(both)}.umpire")
        for patch in order:
            session = open_session(copy)
            amended = Past(session).amend(patch)
            if questions(amended):
                return  # questions that come then are thrown then
            record_amend(amended, "amend")
        session = open_session(copy)
        both.append((bare(session.snapshot.position), [one.data for one in Past(session).history.standing]))
    assert both[0] == both[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_end_of_the_history_is_that_of_all_of_it(name):
    """Any number of the last entries gives the same end of the history."""
    for path in games(name):
        session = open_session(path)
        entries, head = session.file.entries(), session.snapshot.head
        whole = history(entries, head).standing
        for first in range(0, len(entries), 3):
            end = stretch(entries[first:], head)
            if end is None:
                assert head < entries[first].number
            else:
                assert end.standing == whole[len(whole) - len(end.standing) :]

"""A whole evening of the d20 elements as it was typed, replayed line by line through the one turn of the crank."""

import shlex
from pathlib import Path

import pytest

from umpire.core.answers import Answers
from umpire.core.mistakes import Mistake
from umpire.play import Refused, open_session, play, prepare, record, referee_for
from umpire.scenarios import new_game

TRANSCRIPT = Path(__file__).parent / "transcripts" / "d20-evening.txt"
FLAGS = ("--roll", "--defaults")


def typed(line):
    """The verb, the words and the options of a line."""
    words, options = [], {}
    rest = iter(shlex.split(line))
    for word in rest:
        if word in FLAGS:
            options[word] = True
        elif word.startswith("--"):
            options.setdefault(word, []).append(next(rest))
        else:
            words.append(word)
    return words[0], words[1:], options


def answer(path, line):
    """What the umpire says to a line, and records of it: what happened, then what hands do and what is owed."""
    session = open_session(path)
    verb, words, options = typed(line)
    if verb == "status":
        listing = session.family.now(session.state, session.table)
        return [listing.title, *(f"  {note}" for note in listing.notes)]
    try:
        prepared = prepare(
            session,
            verb,
            words,
            ruling="".join(options.get("--ruling", [])),
            additions=options.get("--add", ()),
        )
        told = ["/".join(options.get(option, [])) for option in ("--dice", "--choose")]
        dice, choices = (text.split("/") if text else [] for text in told)
        roll, defaults = (flag in options for flag in FLAGS)
        referee = Answers(*referee_for(session), dice, choices, roll_rest=roll, defaults=defaults)
        played = play(prepared, referee)
    except Refused as refused:
        assert open_session(path).snapshot == session.snapshot
        return [f"refused: {objection.words} ({objection.rule})" for objection in refused.objections]
    except Mistake as wrong:
        assert open_session(path).snapshot == session.snapshot
        return [f"error: {wrong.what}"]
    record(played, line)
    outcome = played.outcome
    owed = [f"OWED: {'; '.join(outcome.owed)}"] if outcome.owed else []
    notes = played.entry["notes"]
    return [*notes, *outcome.words, f"> {' · '.join((*outcome.hands, *owed)) or 'nothing to do'}"]


def commands(text):
    """The lines typed, each with the lines that answer it."""
    found = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif line.strip() and not line.startswith("#"):
            found[-1][1].append(line)
    return found


EVENING = commands(TRANSCRIPT.read_text(encoding="utf-8")) if TRANSCRIPT.is_file() else []


def test_an_evening_as_it_was_played(tmp_path):
    path = tmp_path / "evening.umpire"
    new_game(path, "d20-evening", "1944")
    for number, (line, expected) in enumerate(EVENING, 1):
        assert answer(path, line) == expected, f"line {number}: {line}"


def test_the_evening_uses_every_verb_and_runs_to_its_end():
    verbs = {typed(line)[0] for line, _ in EVENING}
    assert verbs >= {"activate", "order", "artillery", "air", "fire", "assault", "move", "next", "night", "status"}
    assert EVENING[-2][1][-1] == "> the last turn is over"
    assert len(EVENING) > 60


@pytest.mark.parametrize("line", ["fire tiger at sherman1 18", "move tiger 4", "assault tiger at able"])
def test_a_kept_game_refuses_what_is_out_of_turn_and_a_ruling_overrules_it(tmp_path, line):
    path = tmp_path / "evening.umpire"
    new_game(path, "d20-evening", "1944")
    assert "(TURN-01)" in answer(path, line)[0]
    said = answer(path, f'{line} --ruling "they are at it early" --roll --defaults')
    assert not said[0].startswith(("refused", "error"))

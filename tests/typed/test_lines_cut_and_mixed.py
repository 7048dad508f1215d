"""Tests of lines as people say them, cut off and mixed: each is understood or refused, and none is a fault."""

import random

import pytest

from tests.cli.games import Table
from tests.typed.said import ASP, D20, SAID, STAR
from umpire.core.mistakes import NoCommand
from umpire.play.session import open_session
from umpire.play.talk.heard import Heard, hear

LINES = 500
"""Lines for each game."""


def cut_and_mixed(dice):
    """Return the words of a line of the table, with some left out, cut off or added from other lines."""
    words = dice.choice(SAID)[2].split()
    for _ in range(dice.randrange(1, 4)):
        way = dice.random()
        if way < 0.4 and len(words) > 2:
            del words[dice.randrange(len(words))]
        elif way < 0.7:
            words.insert(dice.randrange(len(words) + 1), dice.choice(dice.choice(SAID)[2].split()))
        else:
            words = words[: dice.randrange(1, len(words) + 1)]
    return words


@pytest.mark.parametrize("scenario", [STAR, ASP, D20])
@pytest.mark.slow
def test_a_line_cut_off_or_mixed_is_understood_or_refused(table, scenario):
    Table.game(table, scenario)
    session, dice = open_session(table.folder / f"{scenario}.umpire"), random.Random(scenario)
    for words in (["what", "if"], ["who", "can"], *(cut_and_mixed(dice) for _ in range(LINES))):
        wrong = NoCommand(f"there is no command {words[0]!r}", "", word=words[0], near=False)
        heard = hear(session, words, wrong)
        assert heard is None or (isinstance(heard, Heard) and (heard.line or heard.what)), " ".join(words)

"""Tests of a game with an old rule file, some of whose keys were ignored or read differently: it can be opened and
played on.

`0.1/cells.umpire` was typed at the program of that time. Dice that roll under were read there as dice that reach a
number, a check had no dice, and a line of the referee's own came after the limits. `cells.json` has the facts it found.
"""

import json
from pathlib import Path

import pytest

from tests.kept.facts import copy
from tests.transcripts.evenings import answer
from umpire.game.gamefile.store import open_game

HERE = Path(__file__).parent / "0.1"
THEN = json.loads((HERE / "cells.json").read_text(encoding="utf-8"))


@pytest.fixture
def game(tmp_path):
    return copy(HERE / "cells.umpire", tmp_path / "game")


def say(line, game):
    return "\n".join(answer(f"umpire {line} -g {game}"))


def test_it_opens_as_it_was(game):
    now = open_game(game).read()
    assert (now.number, now.position) == (THEN["number"], THEN["position"])
    entries = [
        {
            "number": entry.number,
            "kind": entry.kind,
            "faces": [throw["faces"] for throw in entry.data.get("throws", ())],
            "values": [throw["value"] for throw in entry.data.get("throws", ())],
            "effects": entry.data.get("outcome", {}).get("effects", []),
        }
        for entry in open_game(game).entries()
    ]
    assert entries == THEN["entries"]
    assert "b: men 12→10" in say("log", game)
    assert "needs 2 or less" in say("sheet", game)


def test_it_is_undone_to_the_start_and_done_again(game):
    for _ in range(7):
        say("undo", game)
    assert open_game(game).read().position["state"]["stands"]["b"]["men"] == 12
    for _ in range(7):
        say("redo", game)
    assert open_game(game).read().position == THEN["position"]


def test_an_amend_says_what_is_read_otherwise_and_keeps_it(game):
    said = " ".join(say("amend 2 165/ --keep all --roll --defaults", game).split())
    assert "b: men 12→11 (before: b: men 12→10)" in said  # one die is 2 or less; two dice were 2 or more
    assert "from #2 on: some entries give another result now, even without your change" in said
    assert "#5  steady s                   nerve: steady (1)" in say("log", game)


@pytest.mark.parametrize(
    ("line", "comes_to"),
    [
        ("under s at c --dice 166", "c: men 11→10"),  # one of three rolls 2 or less
        ("kept s at c --dice 521/456", "calm: shaken"),  # the best die is 5, all three are 8
        ('steady r --dice 65 --add "+30 a leader"', "nerve: steady"),  # up to the limit of 65
        ('steady r --dice 66 --add "+30 a leader"', "nerve: shaken"),
        ("silent s at c --dice 43/3/2/2", "more: few"),  # nobody adds 9 to a `let`
    ],
)
def test_it_is_played_on_by_what_its_keys_mean(game, line, comes_to):
    assert comes_to in say(line, game)

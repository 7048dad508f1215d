"""Tests of the evening of the d20 elements (replayed with the other transcripts): every verb, to the end of the
game.
"""

import shlex

import pytest

from tests.cli.games import Table
from tests.transcripts.evenings import FOLDER, read

EVENING = read((FOLDER / "d20-evening.txt").read_text(encoding="utf-8"))


def test_the_evening_uses_every_verb_and_runs_to_its_end():
    verbs = {shlex.split(turn.typed)[1] for turn in EVENING}
    assert verbs >= {"activate", "order", "artillery", "air", "fire", "assault", "move", "next", "night", "status"}
    assert "end of the last turn" in EVENING[-2].said
    assert len(EVENING) > 60


@pytest.mark.parametrize("line", ["fire tiger at sherman1 18", "move tiger 4", "assault tiger at able"])
def test_a_kept_game_refuses_what_is_out_of_turn_and_a_ruling_overrules_it(tmp_path, monkeypatch, capsys, line):
    monkeypatch.chdir(tmp_path)
    table = Table(tmp_path, capsys)
    table.game("d20-evening")
    said = table.say(line)
    assert (said.code, "(TURN-01)" in said.err) == (3, True)
    assert table.entry() == 1
    assert table.say(line, "--ruling", "they are at it early", "--roll", "--defaults").code == 0
    assert table.entry() == 2

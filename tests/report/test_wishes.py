"""Tests of the evening: a thing that only the referee's own screen shows is not part of it."""

from tests.cli.games import Table


def test_what_the_prompt_shows_is_not_told(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table = Table(tmp_path, capsys)
    table.game("asp-opening")
    for line in ("set game preview=no", "set game menu=no dice=typed", "set game name=Bridge", "set t1 markers=1"):
        assert table.say(line).code == 0
    assert table.say("fire t1 at p1 600 --dice 1/23").code == 0
    said = table.say("report --md").out
    assert "preview" not in said
    assert "menu" not in said
    assert "set game name=Bridge" in said
    assert "set t1 markers=1" in said
    assert "Panther t1: fire at" in said

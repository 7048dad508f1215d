"""docs/own-rules.md: the file it builds, and what it types, answered as the page says."""

import re
import shlex

import pytest

from tests.cli.games import Table
from tests.places import ROOT

BLOCK = re.compile(r"^(?:`(\S+)`(, at its end)?\n\n)?```(toml|console)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.mark.wording
def test_what_the_page_builds_is_answered_so(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    table, typed = Table(tmp_path, capsys), 0
    for block in BLOCK.finditer((ROOT / "docs" / "own-rules.md").read_text(encoding="utf-8")):
        name, more, kind, text = block.groups()
        if kind == "toml" and name:
            with (tmp_path / name).open("a" if more else "w", encoding="utf-8") as file:
                file.write(text)
        for one in text.split("$ umpire ")[1:] if kind == "console" else ():
            line, _, answer = one.partition("\n")
            first, *others = shlex.split(line)
            said = table.say(first, *others)
            assert said.out + said.err == answer, line
            typed += 1
    assert typed > 10

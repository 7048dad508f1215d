"""Tests of the examples of docs/house-rules.md: each is right, and lines typed under it are answered as shown there.

`python -m tests.cli.test_house_page` writes the answers anew; read the diff.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import tempfile
from pathlib import Path

import pytest

from tests.game.test_asked import PLAYED
from tests.places import ROOT
from umpire.__main__ import main

PAGE = ROOT / "docs" / "house-rules.md"
EXAMPLE = re.compile(r"^```toml\n(?P<rows>.*?)^```\n(?:\n^```\n(?P<typed>\$ .*?)^```$)?", re.DOTALL | re.MULTILINE)
FOUND = [*EXAMPLE.finditer(PAGE.read_text(encoding="utf-8"))]


def say(line: str) -> list[str]:
    """Return the answer to a line, hints and errors included."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        main(shlex.split(line)[1:])
    return out.getvalue().rstrip("\n").splitlines()


def answered(rows: str, typed: str) -> str:
    """Return the typed lines with their answers, in a game that begins with these rows."""
    named = re.match(r"# (\S+)\n", rows)
    ruleset = named[1] if named else "two-star-general"
    head = f'extends = "{ruleset}"\nid = "club"\nname = "Our club"\n'
    Path("club.toml").write_text(head + rows, encoding="utf-8")
    assert ": no errors" in " ".join(say("umpire check club.toml"))
    begun = say(f"umpire new {PLAYED[ruleset][0]} --house club.toml --seed 7")
    assert "new game: " in begun[0]
    lines = [line for line in typed.splitlines() if line.startswith("$ ")]
    return "".join(f"{text}\n" for line in lines for text in (line, *say(line.removeprefix("$ "))))


def test_the_page_has_ten_examples():
    assert len(FOUND) >= 10


@pytest.mark.parametrize("found", FOUND, ids=lambda found: " ".join(re.findall(r'^id = "(.*)"', found["rows"], re.M)))
def test_an_example_is_right_and_answers_as_it_stands(found, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("UMPIRE_GAME", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    assert answered(found["rows"], found["typed"] or "") == (found["typed"] or "")


def _anew(found: re.Match[str]) -> str:
    if not found["typed"]:
        return found[0]
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        return found[0].replace(found["typed"], answered(found["rows"], found["typed"]))


if __name__ == "__main__":
    os.environ["COLUMNS"] = "80"
    PAGE.write_text(EXAMPLE.sub(_anew, PAGE.read_text(encoding="utf-8")), encoding="utf-8")

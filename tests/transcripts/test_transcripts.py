"""Tests of evenings and of README: every line is typed again, and its answer must be the one in the file."""

from __future__ import annotations

import re
import shlex
from difflib import unified_diff
from pathlib import Path

import pytest

from tests.cli.games import at_terminal
from tests.places import ROOT
from tests.play.evenings import SAID, played
from tests.transcripts.evenings import FOLDER, read, write
from umpire.game.lines import VOCABULARY
from umpire.play.scenarios import new_game
from umpire.show.journal import MOST

README = ROOT / "README.md"
BATTLES = ROOT / "docs" / "battles.md"
EVENINGS = sorted(FOLDER.glob("*.txt"))
PROMPT = re.compile(r"^(.* \(Enter[^)]*\): )(.*)$")


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_an_evening_goes_as_it_went(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    again = (played(path.stem) / SAID).read_text(encoding="utf-8")
    if again != text:
        lines = unified_diff(text.splitlines(), again.splitlines(), "as it stands", "as it is said now", lineterm="")
        pytest.fail("\n".join([f"{path.name}: python -m tests.transcripts.evenings {path} writes it anew", *lines]))


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_an_evening_meets_no_bug_and_no_line_is_too_wide(path: Path) -> None:
    for turn in read(path.read_text(encoding="utf-8")):
        assert "[exit 70]" not in turn.said, turn.typed
        wide = [
            line for line in turn.said if len(line) > 80 and not line.startswith(("hint: ", "refused: ", "wanted: "))
        ]
        assert wide == [], turn.typed


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_the_answer_of_an_act_stands_on_a_screen(path: Path) -> None:
    for turn in read(path.read_text(encoding="utf-8")):
        _, verb, *words = shlex.split(turn.typed)
        if verb in VOCABULARY and not {"--odds", "--explain"} & {*words}:
            assert len([line for line in turn.said if not line.startswith(("hint: ", "wanted: ", "[exit"))]) <= MOST


def test_a_transcript_is_read_as_it_is_written() -> None:
    text = "# It begins.\n$ umpire --version\numpire 1\n\n# It ends.\n$ umpire nonsense\nerror: no\n[exit 2]\n"
    assert write(read(text)) == text
    with pytest.raises(ValueError, match="a remark begins with"):
        read("$ umpire log\n#1 new\n# a remark\nwhat is this\n")


def blocks() -> list[str]:
    """Return the blocks of README with `umpire` commands."""
    found = re.findall(r"^```\n(.*?)^```$", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return [block for block in found if block.startswith("$ umpire ")]


def exchanges(block: str) -> list[tuple[str, list[str], list[tuple[str, str]]]]:
    """Return each line typed in a block of README, the lines shown, and the questions with their answers among them."""
    found: list[tuple[str, list[str], list[tuple[str, str]]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line.removeprefix("$ "), [], []))
            continue
        found[-1][1].append(line)
        if asked := PROMPT.match(line):
            found[-1][2].append((asked[1], asked[2] + "\n"))
    return found


@pytest.mark.parametrize("block", blocks(), ids=lambda block: block.split("\n", 1)[0].removeprefix("$ umpire "))
def test_readme_shows_what_is_said(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """README is captured at a terminal of 80 columns; a line without an answer there is not compared."""
    monkeypatch.delenv("UMPIRE_GAME", raising=False)
    for typed, shown, answers in exchanges(block):
        code, seen = at_terminal(*shlex.split(typed)[1:], cwd=tmp_path, answers=answers, columns=80)
        assert code == 0, seen
        if shown:
            assert seen.splitlines() == shown


def test_the_scenario_of_battles_begins_a_game(tmp_path: Path) -> None:
    (shown,) = re.findall(r"^```toml\n(name = .*?)^```$", BATTLES.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    (tmp_path / "river.toml").write_text(shown, encoding="utf-8")
    assert new_game(tmp_path / "river.umpire", tmp_path / "river.toml", "1").head["name"] == "The road to the river"

"""Tests of answers shown in pages of docs/ that have no test of their own: Umpire gives the same answers."""

import re

import pytest

from tests.places import ROOT
from tests.transcripts.evenings import FOLDER, read
from umpire.cli.prompt.live import live
from umpire.play.session import open_session


def block(page, begins):
    """Return the lines of the one block of a page that begins so."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    (found,) = [
        one for one in re.findall(r"^```\w*\n(.*?)^```$", text, re.DOTALL | re.MULTILINE) if one.startswith(begins)
    ]
    return found.splitlines()


@pytest.mark.wording
def test_the_die_misread_is_that_of_the_evening():
    typed, *shown = block("typing", "umpire> amend ")
    line = typed.removeprefix("umpire> ")
    turns = read((FOLDER / "star-mended.txt").read_text(encoding="utf-8"))
    assert [*shown] in [[*turn.said] for turn in turns if turn.typed.replace('"', "") == f"umpire {line}"]


@pytest.mark.wording
def test_the_live_line_is_that_of_the_example(table):
    typed, *shown = block("typing", "worked-example-2 ❯ ")
    session, below = open_session(table.game("worked-example-2")), ""
    steps = live(session, typed.partition("❯ ")[2] + " ")
    while True:
        try:
            next(steps)
        except StopIteration as end:
            below = end.value
            break
    assert below == " ".join(shown)


@pytest.mark.wording
def test_check_finds_the_mistakes_of_the_page_in_a_draft(table):
    assert table.say("draft two-star-general -o sunday.toml").code == 0
    draft = table.folder / "sunday.toml"
    before, stand, rest = draft.read_text(encoding="utf-8").partition("[stands.bg]")
    text = before + stand + rest.replace('type = "artillery"', 'type = "artilery"', 1)
    before, objective, rest = text.partition("[objectives.o1]")
    draft.write_text(before + objective + rest.replace("name = ", "nmae = ", 1), encoding="utf-8")
    said = table.say("check sunday.toml")
    assert said.code == 1
    numbers = re.compile(r"line \d+")  # a draft has more comments on every possible key
    shown = "\n".join(block("battles", "error: "))
    assert numbers.sub("line N", said.err.strip()) == numbers.sub("line N", shown)

"""Tests of colour: colours alone never mean anything, the text is the same without them, and only terminals get
them.
"""

import os
import pty
import re
import select

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.forked import become
from tests.cli.games import TANKS
from umpire.core.outcome import Head, Owed
from umpire.game.gamefile.journal import read_entry, read_throw
from umpire.show.journal import act_lines
from umpire.show.page import Page, clean
from umpire.show.pools import fallen_lines, scoring
from umpire.show.status import head_lines

SIDES = ("German", "Allied")
WORDS = st.text("German Allied owed · 12-\u00e9\u4e00", max_size=200)
STYLES = st.sampled_from(["", "bold", "dim", "hands", "gone", "owed"])


def without(lines):
    return [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]


@given(WORDS, STYLES, st.integers(30, 100))
def test_a_paragraph_says_the_same_in_colours(text, style, width):
    plain, styled = Page(width), Page(width, styled=True, sides=SIDES)
    assert without(styled.paragraph(text, 2, style=style)) == plain.paragraph(text, 2)
    rows = [(text, "x"), ("German", text)]
    assert [line.rstrip() for line in without(styled.columns(rows))] == plain.columns(rows)


def test_sides_and_what_is_owed_have_colours():
    head = Head("round 1", (Owed("still to do: an HQ"),), (("German", ("to go a",)), ("Allied", ("nobody",))))
    lines = head_lines(Page(80, styled=True).of(SIDES), "a game", head)
    assert "  \x1b[1;33mstill to do: an HQ\x1b[0m" in lines
    assert "  \x1b[38;5;32mGerman\x1b[0m: to go a" in lines
    assert "  \x1b[38;5;166mAllied\x1b[0m: nobody" in lines
    assert all(clean(line, styled=True) == line for line in lines)


@pytest.mark.parametrize(
    ("code", "faces", "value", "those"),
    [
        ("6", (1, 6, 6), 2, {1, 2}),
        ("56|44", (4, 4, 4, 5), 2, {0, 1, 3}),
        ("6|55", (5, 1), 0, set()),
        ("5+", (5,), True, {0}),
        ("5+", (4,), False, set()),
        ("total", (6, 4), 10, set()),
    ],
)
def test_the_dice_that_score_are_marked(code, faces, value, those):
    plain = {"hit": code, "faces": faces, "value": value, "side": "German", "label": "German fire", "reads": ""}
    throw = read_throw({**plain, "source": "told", "dice": len(faces), "sides": 6})
    assert scoring(throw) == those
    (line,) = fallen_lines(Page(80, styled=True), throw)
    assert [*re.findall("\x1b\\[1;32m(\\d+)\x1b", line)] == [str(faces[at]) for at in sorted(those)]
    assert without([line]) == fallen_lines(Page(80), throw)


@pytest.fixture
def table(table, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    table.game()
    return table


def seen_at_terminal(*words, **environment):
    """Return the text sent to a terminal."""
    pid, end = pty.fork()
    if pid == 0:
        become(*words, cwd=".", TERM="xterm", PYTHONIOENCODING="utf-8", **environment)
    seen = ""
    while select.select([end], [], [], 30)[0]:
        try:
            seen += os.read(end, 65536).decode()
        except OSError:  # it has ended
            break
    os.waitpid(pid, 0)
    os.close(end)
    return seen.replace("\r\n", "\n")


def test_only_a_terminal_that_wants_them_is_sent_colours(table):
    words = (*TANKS.split(), "--dice", "66145/4456", "--defaults", "--dry-run")
    coloured, plain = seen_at_terminal(*words), seen_at_terminal(*words, NO_COLOR="1")
    assert "\x1b[1mparatroops 4→2\x1b[0m" in coloured
    assert "\x1b[1m\x1b[38;5;32mGerman\x1b[0m\x1b[1m fire, 5 dice" in coloured
    assert "\x1b" not in plain
    assert without([coloured]) == [plain]


def test_losses_are_not_green_whoever_is_removed_is_red_and_rule_numbers_are_dim(table):
    entry = {
        "throws": [],
        "choices": [],
        "outcome": {"words": ["hit (3.2-02)"], "hands": ["REMOVE tank A", "tank B 3→2"]},
    }
    page = Page(80, styled=True).of(SIDES)
    lines = act_lines(page, read_entry({**entry, "title": "fire", "command": "fire"}), ["tank A", "tank B"])
    assert "\x1b[1;31mREMOVE tank A\x1b[0m" in lines
    assert "\x1b[1mtank B 3→2\x1b[0m" in lines
    assert "hit \x1b[2m(3.2-02)\x1b[0m" in lines
    assert page.paragraph("to 1404 (1404 Saint-Omer) 3 (7)") == ["to 1404 (1404 Saint-Omer) 3 (7)"]

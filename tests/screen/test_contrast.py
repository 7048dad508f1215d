"""Tests of contrast by WCAG, computed from the colours as sent: every word on the page and the board can be read."""

import re

import pytest

from tests.screen.browser import ask
from umpire.board.palette import DARK, GREY, LIGHT
from umpire.screen.app import App
from umpire.screen.watch import Watcher

LEAST = 4.5
GROUNDS = ("paper", "open", "woods", "town", "hill", "rough", "marsh", "sand", "water")
ON_PAGE = [
    *((ink, ground) for ink in ("ink", "faint", "mark") for ground in ("paper", "card")),
    *((f"side-{at}", "card") for at in range(4)),
    *(("board-counter", f"board-side-{at}") for at in range(4)),
    ("ink", "miss"),
    ("on-die", "die"),
    ("board-hurt", "board-plate"),
]


def light(colour):
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dim, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dim + 0.05)


@pytest.mark.parametrize("palette", [LIGHT, DARK, GREY], ids=["light", "dark", "grey"])
def test_what_is_written_on_a_board_can_be_read(palette):
    pairs = [("number", ground) for ground in GROUNDS] + [("ink", "paper"), ("faint", "paper"), ("hurt", "plate")]
    pairs += [("ink", "halo"), ("act", "paper"), ("act", "open")]
    weak = {pair: contrast(*(getattr(palette, name) for name in pair)) for pair in pairs}
    weak |= {("counter", side): contrast(palette.counter, side) for side in palette.sides}
    assert {pair: found for pair, found in weak.items() if found < LEAST} == {}


def variables(css):
    """Return the variables of a style by theme, as a browser finds them: a later value replaces an earlier one."""
    bare = re.sub(r"@media print \{.*?\}\s*\}", "", css, flags=re.DOTALL)
    dark = "".join(re.findall(r"@media \(prefers-color-scheme: dark\) \{(.*?)\}\s*\}", bare, flags=re.DOTALL))
    bright = re.sub(r"@media \(prefers-color-scheme: dark\) \{.*?\}\s*\}", "", bare, flags=re.DOTALL)
    read = [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", part)) for part in (bright, dark)]
    return {"light": read[0], "dark": {**read[0], **read[1]}}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_written_on_the_page_can_be_read(game, theme):
    colours = variables(ask(App(Watcher(game)), "/page.css").body.decode())[theme]
    weak = {pair: contrast(*(colours[name] for name in pair)) for pair in ON_PAGE}
    assert {pair: found for pair, found in weak.items() if found < LEAST} == {}
    assert (colours["paper"] == "#16181a") == (theme == "dark")

"""The colours of sides, for terminal, board, report and screen. The sides get blue, red-orange, green and violet, in
turn.
"""

from __future__ import annotations

from typing import NamedTuple


class SideColour(NamedTuple):
    """The colours of one side.

    `light`, `dark` and `grey` are the colours of counters on a light, a dark and a grey map. `ink` is for lines and
    names on a light page, `ink_dark` on a dark page.

    Counters also differ in lightness, so that sides look different in grey.
    """

    light: str
    dark: str
    grey: str
    ink: str
    ink_dark: str
    terminal: str


SIDES = (
    SideColour("#e3eefb", "#c3d5ea", "#ffffff", "#2f5d94", "#8fb8ea", "\033[38;5;32m"),
    SideColour("#eb9a7f", "#d98a6c", "#b4b4b4", "#b4482a", "#f0936f", "\033[38;5;166m"),
    SideColour("#cfe6b8", "#b5cf9c", "#e2e2e2", "#41701f", "#a9d27f", "\033[38;5;70m"),
    SideColour("#a793c9", "#a08cc2", "#8f8f8f", "#6d539c", "#bfa6ea", "\033[38;5;97m"),
)

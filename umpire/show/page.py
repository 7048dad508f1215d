"""A page of text: paragraphs, columns and listings, laid out by rich, as finished lines. Bold and dim decorate."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from umpire.core.outcome import Listing

if TYPE_CHECKING:
    from rich.console import Console

Style = Literal["", "bold", "dim"]
Lines = list[str]
"""Finished lines, in order."""

NARROWEST = 24


class Page(NamedTuple):
    """How wide the page is, in columns, and whether it knows bold and dim."""

    width: int = 80
    styled: bool = False

    def paragraph(self, text: str, indent: int = 0, hang: int = 2, style: Style = "") -> Lines:
        """The text wrapped at the width; lines after the first are indented by `hang` more."""
        text = clean(text)
        lines = [text]
        if len(text) > self._room(indent) or not text.isascii():
            first, *rest = _wrapped(text, self._room(indent), self.styled)
            later = _wrapped(text[len(first) :].lstrip(), self._room(indent + hang), self.styled) if rest else []
            lines = [first, *later]
        starts = [" " * indent] + [" " * min(indent + hang, self.width - NARROWEST)] * (len(lines) - 1)
        return [start + self._dressed(line, style) for start, line in zip(starts, lines, strict=True)]

    def columns(
        self,
        rows: Sequence[Sequence[str]],
        indent: int = 2,
        right: Sequence[int] = (),
        styles: Sequence[Style] = (),
    ) -> Lines:
        """Rows in columns of common width, two spaces apart; columns too wide for the page are wrapped.

        `right` are the columns set to the right, `styles` the style of each row.
        """
        if not rows:
            return []
        from rich.table import Table
        from rich.text import Text

        table = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
        for column in range(max((len(row) for row in rows), default=0)):
            table.add_column(justify="right" if column in right else "left", overflow="fold")
        for index, row in enumerate(rows):
            style = styles[index] if index < len(styles) else ""
            table.add_row(*(Text(clean(cell)) for cell in row), style=style or None)
        return [(" " * indent + line).rstrip() for line in _drawn(table, self._room(indent), self.styled)]

    def _room(self, indent: int) -> int:
        return max(NARROWEST, self.width - indent)

    def _dressed(self, line: str, style: Style) -> str:
        if not (self.styled and style and line.strip()):
            return line
        from rich.text import Text

        return "".join(_drawn(Text(line, style=style, no_wrap=True, overflow="ignore"), self.width, styled=True))


@lru_cache(maxsize=4)
def _console(width: int, styled: bool) -> Console:
    from io import StringIO

    from rich.console import Console

    return Console(
        file=StringIO(),  # it only draws; what is drawn is written elsewhere
        width=width,
        force_terminal=styled,
        color_system="standard" if styled else None,
        no_color=False,
        highlight=False,
        legacy_windows=False,
        soft_wrap=False,
        _environ={},
    )


def _drawn(renderable: object, width: int, styled: bool) -> Lines:
    """What rich draws, line by line."""
    console = _console(width, styled)
    with console.capture() as capture:
        console.print(renderable)
    return capture.get().splitlines()


def _wrapped(text: str, width: int, styled: bool) -> Lines:
    """The text in lines of at most `width` columns, cut between words where possible."""
    from rich.text import Text

    wrapped = Text(text).wrap(_console(width, styled), width, overflow="fold")
    return [line.plain.rstrip() for line in wrapped] or [""]


def clean(text: str, styled: bool = False) -> str:
    """The text on one line, without characters that steer a terminal: no escapes, no marks that turn it about.

    A text already `styled` keeps what makes it bold or dim.
    """
    if text.isprintable():
        return text
    if styled and _DRESS.search(text):
        return "".join(part if part in DRESSES else clean(part) for part in _DRESS.split(text))
    return "".join(char if char.isprintable() else " " if char.isspace() else "?" for char in text)


DRESSES = ("\033[1m", "\033[2m", "\033[0m")
"""Bold, dim, and back."""
_DRESS = re.compile("(\033\\[[012]m)")


def bracketed(rule: str) -> str:
    """A rule number as it stands behind the words it decides; nothing for none."""
    return f" ({rule})" if rule else ""


def listing_lines(page: Page, listing: Listing) -> Lines:
    """The title, the rows under their headings, the notes below. A column empty in every row is left out."""
    lines = page.paragraph(listing.title, style="bold") if listing.title else []
    used = [
        column
        for column in range(len(listing.columns))
        if any(column < len(row) and row[column] for row in listing.rows)
    ]
    rows = [tuple(row[column] if column < len(row) else "" for column in used) for row in listing.rows]
    heading = tuple(listing.columns[column] for column in used)
    named = any(heading)
    right = tuple(place for place, column in enumerate(used) if column in listing.right)
    if rows:
        lines += page.columns([heading, *rows] if named else rows, right=right, styles=["dim"] if named else ())
    for note in listing.notes:
        lines += page.paragraph(note, indent=2)
    return lines


def listings_lines(page: Page, listings: Sequence[Listing]) -> Lines:
    """Several listings, one under the other."""
    return [line for listing in listings for line in listing_lines(page, listing)]


def listing_plain(listing: Listing) -> dict[str, object]:
    """A listing for JSON."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in listing._asdict().items()}

"""A page of text: paragraphs, columns and listings, laid out as finished lines by the library rich.

Colours only decorate.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal, NamedTuple

from umpire.core.colours import SIDES
from umpire.core.outcome import Listing

if TYPE_CHECKING:
    from rich.console import Console

Style = Literal["", "bold", "dim", "hands", "gone", "owed"]
Lines = list[str]
"""Finished lines, in order."""

NARROWEST = 24
_ONE_WIDE = frozenset("·→–—…×−±≥≤½█’‘“”❯")


class Page(NamedTuple):
    """A page: its width in columns, whether it has colours, and the sides, each with its colour.

    Colours only repeat what the words show.
    """

    width: int = 80
    styled: bool = False
    sides: tuple[str, ...] = ()

    def of(self, sides: Sequence[str]) -> Page:
        """Return the page of a game with these sides."""
        return self._replace(sides=tuple(sides))

    def paragraph(self, text: str, indent: int = 0, hang: int = 2, style: Style = "") -> Lines:
        """Return the text wrapped at the width; lines after the first are indented by `hang` more."""
        text = clean(text)
        lines = [text]
        if len(text) > self._room(indent) or not _single(text):
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
        """Return rows in columns of common width, two spaces apart. Columns that are too wide are wrapped. `right` has
        the columns aligned right; `styles` has the style of each row.
        """
        cells = [[clean(cell) for cell in row] for row in rows]
        if (grid := self._grid(cells, indent, right)) is not None:
            every = zip(grid, [*styles, *[""] * len(grid)], strict=False)
            return [self._dressed(line, style) for lines, style in every for line in lines]  # type: ignore[arg-type]
        from rich.table import Table
        from rich.text import Text

        table = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
        for column in range(max(map(len, cells))):
            least = 1 if any(row[column] for row in cells if column < len(row)) else None  # a sign may have no width
            table.add_column(justify="right" if column in right else "left", overflow="fold", min_width=least)
        for index, row in enumerate(cells):
            style = styles[index] if index < len(styles) else ""
            table.add_row(*map(Text, row), style=style or None)
        return [(" " * indent + line).rstrip() for line in _drawn(table, self._room(indent), self.styled)]

    def _room(self, indent: int) -> int:
        return max(NARROWEST, self.width - indent)

    def _grid(self, cells: list[list[str]], indent: int, right: Sequence[int]) -> list[Lines] | None:
        """Return the lines of each row with at most one column wrapped; None if the rows do not fit in this way."""
        widths = [max(map(len, column)) for column in zip_longest(*cells, fillvalue="")]
        if not all(_single(cell) for row in cells for cell in row):
            return None
        if not widths:
            return [[]] * len(cells)
        over = sum(widths) + 2 * (len(widths) - 1) - self._room(indent)
        wide = widths.index(max(widths))
        if over > 0:  # the widest column alone gives way, if it stays the widest
            widths[wide] -= over
            words = [word for row in cells if wide < len(row) for word in row[wide].split(" ")]
            others = max((width for at, width in enumerate(widths) if at != wide), default=0)
            others += 2 * (wide == len(widths) - 1)  # the last has no space after it
            if widths[wide] < max([NARROWEST, others, *map(len, words)]) or not all(widths):
                return None
        return [[(" " * indent + line).rstrip() for line in _laid(row, widths, wide, right)] for row in cells]

    def _dressed(self, line: str, style: Style) -> str:
        if not (self.styled and line.strip()):
            return line
        blank = len(line) - len(line.lstrip())
        outer = CODES[style] if style else ""
        said = line[blank:] if style == "dim" else _rules_dim(self._sided(line[blank:], outer), outer)
        return line[:blank] + outer + said + (PLAIN if outer else "")

    def _sided(self, text: str, outer: str) -> str:
        """Return the text with the names of the sides in their colours."""
        if not self.sides:
            return text
        names = "|".join(map(re.escape, self.sides))

        def coloured(found: re.Match[str]) -> str:
            return OF_SIDES[self.sides.index(found[0]) % len(OF_SIDES)] + found[0] + PLAIN + outer

        return re.sub(rf"(?<!\w)(?:{names})(?!\w)", coloured, text)

    def of_side(self, text: str, number: int) -> str:
        """Return a text in the colour of the side with this number."""
        return f"{OF_SIDES[number % len(OF_SIDES)]}{text}{PLAIN}" if self.styled else text

    def marked(self, line: str, start: int, words: Sequence[str], those: Collection[int]) -> str:
        """Return a line in which the dice that score are marked.

        The dice are the `words`; the first begins at `start`. `those` has the indexes of the scoring dice in `words`.
        """
        if not (self.styled and line.startswith(" ".join(words), start)):
            return line
        said = (f"{SCORES}{word}{PLAIN}" if at in those else word for at, word in enumerate(words))
        return line[:start] + " ".join(said) + line[start + len(" ".join(words)) :]


def _laid(row: Sequence[str], widths: Sequence[int], wide: int, right: Collection[int]) -> Iterator[str]:
    """Yield the lines of a row in columns of these widths. The cell of the wide column is wrapped if it does not
    fit.
    """
    words = row[wide] if wide < len(row) else ""
    for number, part in enumerate([words] if len(words) <= widths[wide] else _wrapped(words, widths[wide])):
        shown = [part if at == wide else "" if number else cell for at, cell in enumerate(row)]
        cells = enumerate(zip(shown, widths, strict=False))
        yield "  ".join(cell.rjust(width) if at in right else cell.ljust(width) for at, (cell, width) in cells)


def _single(text: str) -> bool:
    """Return whether every character of a text is surely one column wide."""
    return text.isascii() or all(sign < "\u0300" or sign in _ONE_WIDE for sign in text)


@lru_cache(maxsize=4)
def _console(width: int, styled: bool) -> Console:
    from io import StringIO

    from rich.console import Console

    return Console(
        file=StringIO(),  # it only draws; the lines are written elsewhere
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
    """Return the lines that the library rich draws."""
    console = _console(width, styled)
    with console.capture() as capture:
        console.print(renderable)
    return capture.get().splitlines()


def _wrapped(text: str, width: int, styled: bool = False) -> Lines:
    """Return the text in lines of at most `width` columns, cut between words where possible."""
    if _single(text):
        from textwrap import wrap

        return wrap(text, width, break_on_hyphens=False, expand_tabs=False, replace_whitespace=False) or [""]
    from rich.text import Text

    wrapped = Text(text).wrap(_console(width, styled), width, overflow="fold")
    return [line.plain.rstrip() for line in wrapped] or [""]


def clean(text: str, styled: bool = False) -> str:
    """Return the text on one line without control characters: no escapes, no marks that reverse the order of letters.

    If `styled` is true, the codes for bold and dim are kept.
    """
    if text.isprintable():
        return text
    if styled and _DRESS.search(text):
        return "".join(part if part in DRESSES else clean(part) for part in _DRESS.split(text))
    return "".join(char if char.isprintable() else " " if char.isspace() else "?" for char in text)


CODES = {"bold": "\033[1m", "dim": "\033[2m", "hands": "\033[1m", "gone": "\033[1;31m", "owed": "\033[1;33m"}
"""The codes of a terminal for each style: removals are red, things still to do yellow."""
SCORES = "\033[1;32m"
"""The code for dice that score: green, which is never used for losses."""
OF_SIDES, PLAIN = tuple(one.terminal for one in SIDES), "\033[0m"
"""The codes for the colours of the sides, in turn, and the code that ends them."""
DRESSES = (*CODES.values(), SCORES, *OF_SIDES, PLAIN)
_DRESS = re.compile("(" + "|".join(map(re.escape, DRESSES)) + ")")


_NUMBERED = re.compile(r"\((?=[^()]*[-.])[A-Z0-9][A-Z0-9.-]*\)")


def _rules_dim(text: str, outer: str) -> str:
    """Return the text with the numbers of rules, `(3.7-02)`, dimmer than the other words."""
    return _NUMBERED.sub(lambda found: f"{PLAIN * bool(outer)}{CODES['dim']}{found[0]}{PLAIN}{outer}", text)


def bracketed(rule: str) -> str:
    """Return a rule number in brackets, to print after the words of the rule; "" if there is none."""
    return f" ({rule})" if rule else ""


def listing_lines(page: Page, listing: Listing) -> Lines:
    """Return the title, the rows under their headings, the notes below. A column empty in every row is left out."""
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
    """Return several listings, one below the other."""
    return [line for listing in listings for line in listing_lines(page, listing)]


def listing_plain(listing: Listing) -> dict[str, object]:
    """Return a listing for JSON."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in listing._asdict().items()}

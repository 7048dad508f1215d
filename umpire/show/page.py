"""A page of plain text: paragraphs and columns, wrapped with hanging indents. Bold and dim are decoration only.

Drawn here and not by rich because importing rich alone costs more than a whole command may take beside its rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

Style = Literal["", "bold", "dim"]
Lines = list[str]
"""Finished lines, in order."""

_CODES: dict[str, str] = {"bold": "\x1b[1m", "dim": "\x1b[2m"}
_PLAIN = "\x1b[0m"
NARROWEST = 24


class Page(NamedTuple):
    """How wide the page is, in columns, and whether it knows bold and dim."""

    width: int = 80
    styled: bool = False

    def paragraph(self, text: str, indent: int = 0, hang: int = 2, style: Style = "") -> Lines:
        """The text wrapped at the width; lines after the first are indented by `hang` more."""
        first = self._room(indent)
        lines = wrap(text, first, self._room(indent + hang))
        starts = [" " * indent] + [" " * min(indent + hang, self.width - NARROWEST)] * (len(lines) - 1)
        return [self._dress(start + line, style) for start, line in zip(starts, lines, strict=True)]

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
        count = max((len(row) for row in rows), default=0)
        full = [[clean(cell) for cell in row] + [""] * (count - len(row)) for row in rows]
        widths = [max((width_of(row[column]) for row in full), default=0) for column in range(count)]
        least = [_longest_word([row[column] for row in full]) for column in range(count)]
        _shrink(widths, least, self._room(indent) - 2 * (count - 1))
        lines: Lines = []
        for index, row in enumerate(full):
            style = styles[index] if index < len(styles) else ""
            cells = [wrap(cell, width) for cell, width in zip(row, widths, strict=True)]
            for part in range(max(map(len, cells), default=0)):
                texts = [cell[part] if part < len(cell) else "" for cell in cells]
                set_out = [
                    " " * (width - width_of(text)) + text if column in right else text + " " * (width - width_of(text))
                    for column, (text, width) in enumerate(zip(texts, widths, strict=True))
                ]
                lines.append(self._dress(" " * indent + "  ".join(set_out).rstrip(), style))
        return lines

    def _room(self, indent: int) -> int:
        return max(NARROWEST, self.width - indent)

    def _dress(self, line: str, style: Style) -> str:
        if not (self.styled and style and line.strip()):
            return line
        text = line.lstrip(" ")
        return line[: len(line) - len(text)] + _CODES[style] + text + _PLAIN


def wrap(text: str, first: int, rest: int | None = None) -> Lines:
    """The text in lines of at most `first` columns (the later ones of `rest`), cut between words where possible."""
    text = clean(text)
    if width_of(text) <= first:
        return [text]
    lines: Lines = []
    line, room = text[: len(text) - len(text.lstrip(" "))], first
    for word in text.split():
        gap = " " if line.strip() else ""
        if line.strip() and width_of(line) + 1 + width_of(word) > room:
            lines.append(line)
            line, gap, room = "", "", first if rest is None else rest
        while width_of(word) > room:
            cut = max(1, next(i for i in range(len(word) + 1) if width_of(word[: i + 1]) > room))
            lines.append(word[:cut])
            word, room = word[cut:], first if rest is None else rest
        line += gap + word
    return [*lines, line]


def clean(text: str) -> str:
    """The text on one line, without characters that steer a terminal."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else " " if char.isspace() else "?" for char in text)


def width_of(text: str) -> int:
    """How many columns of a terminal the text takes."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def _longest_word(cells: Sequence[str]) -> int:
    return min(30, max((width_of(word) for cell in cells for word in cell.split()), default=0))


def _shrink(widths: list[int], least: list[int], room: int) -> None:
    """Make the widest columns narrower until all fit: to their longest word, then as far as it takes."""
    for floor in (least, [1] * len(least)):
        while sum(widths) > room:
            able = [column for column in range(len(widths)) if widths[column] > max(1, floor[column])]
            if not able:
                break
            widest = max(able, key=lambda column: widths[column])
            widths[widest] -= 1


def counted(number: int, one: str, many: str = "") -> str:
    """`1 die`, `6 dice`, `2 hits`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def bracketed(rule: str) -> str:
    """A rule number as it stands behind the words it decides; nothing for none."""
    return f" ({rule})" if rule else ""

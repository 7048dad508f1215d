"""A page of docs/ as lines for a terminal. This module reads only the Markdown that the pages of docs/ use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from umpire.show.page import Lines, Page, clean

WIDTH = 76
"""The number of columns of a page of docs/."""
_ITEM = re.compile(r"( *)([-*]|\d+\.) +(.*)")
_LINK = re.compile(r"(!?)\[((?:`[^`]*`|[^\[\]`])*)\]\(([^)\s]+)\)")
_CODE = re.compile(r"(`[^`]*`)")
_CELL = re.compile(r"(?<!\\)\|")
_EXPLAINED = re.compile(r" *\S.{0,40}? {2,}(?=\S)")
"""A command, up to its explanation in a column to the right."""
_LEAST = 32
"""The least columns that text in a table needs."""

Where = Callable[[str], str]
"""The line to type or the file to open, by the target of a link; "" within the page."""


class Segment(NamedTuple):
    """A piece of a page with its lines: a heading, paragraph, item, table or example, or a blank line."""

    kind: str
    lines: list[str]


def blocks(text: str) -> Iterator[Segment]:
    """Yield the pieces of a page of Markdown, in order."""
    kind, lines, last = "", list[str](), ""
    for line in [*text.splitlines(), ""]:
        if kind == "example" and line.strip() != "```":
            lines.append(line)
            continue
        new = "blank" if kind == "example" else _kind(line)
        if new == "text" and line.startswith("    ") and kind in ("", "code") and last != "item":
            new = "code"
        goes_on = new == kind in ("text", "table", "code") or (new == "text" and kind == "item" and line[0] == " ")
        if kind and not goes_on:
            yield Segment(kind, lines)
            kind = ""
        if new == "blank":
            yield Segment(new, [])
        elif goes_on:
            lines.append(line)
        else:
            kind, last, lines = new, new, [] if new == "example" else [line]


def _kind(line: str) -> str:
    start = line.lstrip()
    if not start:
        return "blank"
    if start.startswith("```"):
        return "example"
    if start.startswith("|"):
        return "table"
    return "heading" if start.startswith("#") else "item" if _ITEM.match(line) else "text"


def document_lines(page: Page, text: str, where: Where) -> Lines:
    """Return a page of Markdown laid out for a terminal; examples keep their lines."""
    read = page._replace(width=min(page.width, WIDTH))
    lines: Lines = []
    for kind, raw in blocks(text):
        if kind == "blank":
            lines += [""] if lines and lines[-1] else []
        elif kind == "heading":
            lines += _heading(read, raw[0], where)
        elif kind in ("example", "code"):
            raw = [line.removeprefix("    " * (kind == "code")) for line in raw]
            inner = 2 * (max(map(len, raw), default=0) <= read.width - 2)
            lines += [(" " * inner + part).rstrip() for line in raw for part in _example(page, line)]
        elif kind == "table":
            lines += _table(read, raw, where)
        elif kind == "item" and (found := _ITEM.match(raw[0])):
            text = plainly(" ".join([found[3], *(line.strip() for line in raw[1:])]), where)
            mark = found[2] if found[2][0].isdigit() else "-"
            lines += read.paragraph(f"{mark} {text}", indent=len(found[1]), hang=len(mark) + 1)
        else:
            lines += read.paragraph(plainly(" ".join(line.strip() for line in raw), where), hang=0)
    return lines[:-1] if lines and not lines[-1] else lines


def plainly(text: str, where: Where = lambda target: "") -> str:
    """Return a Markdown text without its marks. Each link is followed by the command that shows its target."""

    def linked(found: re.Match[str]) -> str:
        picture, name, target = found.groups()
        leads = where(target)
        if picture:
            return f"(a picture: {name})"
        named = name.strip("`") in (target, target.partition("#")[0])
        return leads if leads and named else f"{name} ({leads})" if leads else name

    parts = _CODE.split(_LINK.sub(linked, text))
    return "".join(part if part.startswith("`") else re.sub(r"\*\*|(?<!\w)\*|\*(?!\w)", "", part) for part in parts)


def rows_of(raw: Sequence[str]) -> list[list[str]]:
    """Return the cells of a table, its headings first."""
    rows = [[cell.strip().replace("\\|", "|") for cell in _CELL.split(line.strip().strip("|"))] for line in raw]
    return [row for at, row in enumerate(rows) if at != 1]


def _heading(page: Page, line: str, where: Where) -> Lines:
    level = len(line) - len(line.lstrip("#"))
    title = plainly(line.lstrip("# "), where)
    under = {1: "=", 2: "-"}.get(level, "")
    return [*page.paragraph(title, style="bold"), *([under * min(len(title), page.width)] if under else [])]


def _example(page: Page, line: str) -> Lines:
    """Return a line as it is typed or shown.

    If the line is too long for the page, it continues on the next line, with a larger indent.
    """
    line = clean(line)
    if len(line) <= page.width:
        return [line]
    indent = len(line) - len(line.lstrip())
    explained = _EXPLAINED.match(line)
    return page.paragraph(line.lstrip(), indent=indent, hang=explained.end() - indent if explained else 4)


def _table(page: Page, raw: Sequence[str], where: Where) -> Lines:
    """Return the rows in columns. If the widest column is too narrow, put all cells of a row below its first cell."""
    heads, *rows = [[plainly(cell, where) for cell in row] for row in rows_of(raw)]
    rows = [row for row in rows if any(row)]
    every = [heads, *rows] if any(heads) else rows
    widths = [max((len(row[at]) for row in every if at < len(row)), default=0) for at in range(len(heads))]
    wide = widths.index(max(widths))
    room = page.width - 2 * len(widths) - sum(widths) + widths[wide]
    longest = max(len(word) for row in every if wide < len(row) for word in row[wide].split(" "))
    if room >= widths[wide] or (room >= longest and (room >= _LEAST or wide == 0)):
        return page.columns(every, styles=["dim"] if any(heads) else ())
    lines = page.paragraph(" / ".join(filter(None, heads)), indent=2, style="dim") if any(heads) else []
    for first, *others in rows:
        lines += page.paragraph(first, indent=2, hang=4, style="bold") if first else []
        for head, cell in zip(heads[1:], others, strict=False):
            if cell:
                lines += page.paragraph(f"{head}: {cell}" if head and len(heads) > 2 else cell, indent=6, hang=2)
    return lines


def terms(text: str) -> dict[str, str]:
    """Return a dict from each word of a glossary to its explanation. The words are the bold first cells in its
    tables.
    """
    found: dict[str, str] = {}
    for kind, raw in blocks(text):
        for first, meaning, *_ in rows_of(raw) if kind == "table" else ():
            if first.startswith("**"):
                for word in plainly(first).split(", "):
                    found[word.casefold()] = f"{plainly(first)}: {plainly(meaning)}"
    return found

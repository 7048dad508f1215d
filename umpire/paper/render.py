"""A sheet of listings as Markdown, and as one self-contained HTML file that prints on A4."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from umpire.core.outcome import Listing

_STYLE = """
@page { size: A4; margin: 12mm }
body { font: 8.5pt/1.25 "Segoe UI", Helvetica, Arial, sans-serif; color: #000; max-width: 190mm; margin: 8mm auto }
@media print { body { margin: 0; max-width: none } }
h1 { font-size: 15pt; margin: 0 0 2mm }
main { columns: 2; column-gap: 7mm }
section { break-inside: avoid; margin: 0 0 4mm }
section.wide { column-span: all }
h2 { font-size: 10.5pt; margin: 0 0 1mm; border-bottom: .5pt solid #000 }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .3mm 1.5mm .3mm 0; vertical-align: top; border-bottom: .25pt solid #bbb }
th { font-weight: 600 }
.number { text-align: right; padding-right: 3mm }
.rule { white-space: nowrap }
p { margin: 1mm 0 }
"""

WIDE = 8
"""The least columns of a table that goes across the page."""


_SIGNS = re.compile(r"([\\`*_\[\]<>|#~])")


def plain(words: str) -> str:
    """Return the words. Characters with a meaning in Markdown or HTML are escaped."""
    return _SIGNS.sub(r"\\\1", words.replace("&", "&amp;"))


def markdown(title: str, sheet: Sequence[Listing]) -> str:
    """Return the sheet as Markdown, a table for each listing."""
    lines = [f"# {title}", ""]
    for listing in sheet:
        lines += [f"## {listing.title}", ""]
        if listing.rows:
            lines.append(_row(listing.columns))
            lines.append(_row(["--:" if at in listing.right else "---" for at, _ in enumerate(listing.columns)]))
            lines += [_row([cell.replace("|", "\\|") for cell in row]) for row in listing.rows]
            lines.append("")
        lines += [f"- {note}" for note in listing.notes]
        lines += [""] if listing.notes else []
    return "\n".join(lines).rstrip() + "\n"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def html(title: str, sheet: Sequence[Listing]) -> str:
    """Return the sheet as one HTML file, which loads nothing and prints on A4."""
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
    body = "".join(part for listing in sheet for part in _section(listing))
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}</head>\n'
        f"<body><h1>{escape(title)}</h1>\n<main>\n{body}</main></body></html>\n"
    )


def _section(listing: Listing) -> Iterator[str]:
    wide = ' class="wide"' if len(listing.columns) >= WIDE else ""
    yield f"<section{wide}><h2>{escape(listing.title)}</h2>\n"
    if listing.rows:
        yield "<table>"
        if any(listing.columns):
            yield _line("th", listing.columns, listing)
        for row in listing.rows:
            yield _line("td", row, listing)
        yield "</table>"
    for note in listing.notes:
        yield f"<p>{escape(note)}</p>"
    yield "</section>\n"


def _line(tag: str, cells: Sequence[str], listing: Listing) -> str:
    shown = []
    for at, text in enumerate(cells):
        rule = at < len(listing.columns) and listing.columns[at] == "rule"
        kind = ' class="number"' if at in listing.right else ' class="rule"' if rule else ""
        shown.append(f"<{tag}{kind}>{escape(text)}</{tag}>")
    return f"<tr>{''.join(shown)}</tr>\n"

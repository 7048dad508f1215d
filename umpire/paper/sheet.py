"""The play sheet: its parts, each with lines of words and tables."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.core.frozen import frozen, replace
from umpire.core.outcome import Listing
from umpire.paper.documents import Subject

NOTE = "play sheet · small numbers name rules: `umpire rule NUMBER` shows the rule"


@frozen
class SheetTable:
    """A table: its columns, its rows of text, and its notes below. `right` has the places of the columns that are
    aligned right because they have numbers.

    If `chart` is true, the table is large and in a frame, with its notes at the side.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    right: tuple[int, ...] = ()
    chart: bool = False


@frozen
class PrintedPart:
    """A part of the sheet: lines, then tables. Each line has its first words, its other words and its rule.

    Parts with the same `place`, such as `setting up`, are printed together, on pages of their own. If a part belongs to
    the sequence of play, its `place` is "". If `begins` is true, the part begins a new page and is printed whole on
    that page.
    """

    title: str
    lines: tuple[tuple[str, ...], ...]
    tables: tuple[SheetTable, ...]
    place: str = ""
    begins: bool = False


@frozen
class Sheet:
    """The parts in the order of play."""

    title: str
    note: str
    parts: tuple[PrintedPart, ...]


def data(battle: Subject) -> Sheet | None:
    """Return the sheet of the ruleset for this game; None if the ruleset has no sheet."""
    listings = battle.family.sheet(battle.table, None if battle.whole else battle.state)
    title = battle.rules if battle.whole else f"{battle.name}: {battle.rules}"
    return sheet_of(title, NOTE, listings) if listings else None


def sheet_of(title: str, note: str, listings: Sequence[Listing]) -> Sheet:
    """Return a sheet of these listings.

    Each listing of prose begins a part, and the tables after it belong to this part. A table also begins a part if
    there is no prose before it.
    """
    parts: list[PrintedPart] = []
    for listing in listings:
        if listing.prose or not parts or not parts[-1].lines:
            parts.append(
                PrintedPart(listing.title, listing.rows if listing.prose else (), (), listing.place, listing.begins)
            )
        if not listing.prose:
            parts[-1] = replace(parts[-1], tables=(*parts[-1].tables, table_of(listing)))
    return Sheet(title, note, tuple(parts))


def table_of(listing: Listing) -> SheetTable:
    """Return a listing in the form that templates get."""
    return SheetTable(listing.title, listing.columns, listing.rows, listing.notes, listing.right, listing.chart)

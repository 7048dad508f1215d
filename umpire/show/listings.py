"""Listings as text: where everything stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from umpire.core.outcome import Listing
from umpire.show.page import Lines, Page


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


def listing_plain(listing: Listing) -> dict[str, Any]:
    """A listing for JSON."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in listing._asdict().items()}

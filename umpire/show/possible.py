"""What somebody may do now, as text."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.core.hexes import Grid, spans
from umpire.play.possible import Can
from umpire.show.page import Lines, Page, bracketed

MOST = 8
"""Targets of an act that are listed; more are counted."""


def can_lines(page: Page, name: str, acts: Sequence[Can], grid: Grid | None = None) -> Lines:
    """A line for each act: whom at with which dice, where to, or the rule that says no."""
    lines = page.paragraph(name, style="bold")
    against = {tuple(f"{no.words}{bracketed(no.rule)}" for no in each.no) for each in acts}
    if len(against) == 1 and (why := against.pop()):  # the same rule says no to all of it
        return lines + [line for no in why for line in page.paragraph(no, indent=2)]
    rows = []
    for each in acts:
        said = [f"{one.id} {one.name}{f': {one.words}' if one.words else ''}" for one in each.targets[:MOST]]
        more = len(each.targets) - MOST
        said += [f"{more} more"] if more > 0 else []
        said += [_places(each.places, grid)] if each.places else []
        said += [each.alone] if each.alone else []
        said += [f"no: {no.words}{bracketed(no.rule)}" for no in each.no]
        rows += [(each.verb if not at else "", text) for at, text in enumerate(said)]
    return lines + (page.columns(rows) if rows else page.paragraph("nothing now", indent=2))


def _places(places: Sequence[str], grid: Grid | None) -> str:
    return spans(grid, map(grid.hex, places)) if grid else " ".join(places)

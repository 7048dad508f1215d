"""The state of a game in a few lines that always fit on a screen, and the acts that a stand may do now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from umpire.core.outcome import Head, Owed
from umpire.game.act import Plain
from umpire.show.page import Lines, Page, Style, bracketed

if TYPE_CHECKING:  # a status does not list what a stand may do
    from umpire.core.hexes import Grid
    from umpire.game.clock.effect import Staying
    from umpire.play.possible import Can

MOST = 12
"""The most lines of a status."""

WHOLE = "`status all` lists every stand, `status NAME` shows one"


class _Said(NamedTuple):
    words: str
    indent: int = 2
    style: Style = ""

    def on(self, page: Page) -> Lines:
        return page.paragraph(self.words, self.indent, style=self.style)

    def cut(self, page: Page, lines: int) -> _Said:
        """Return the words in at most this number of lines. `...` stands for the rest; `status all` shows all words."""
        words = self.words[: page.width * lines].split(" ")  # more than that never fits
        while len(self._replace(words=" ".join([*words, "..."])).on(page)) > lines and len(words) > 1:
            words.pop()
        kept = " ".join(words)
        while len(self._replace(words=f"{kept} ...").on(page)) > lines:  # one word is longer than that
            kept = kept[: len(kept) * 7 // 8]
        return self._replace(words=f"{kept} ...")


def head_lines(page: Page, title: str, head: Head, *, warning: str = "") -> Lines:
    """Return the head of a game in at most MOST lines.

    The longest parts are cut. If the head is still too long, the last parts are left out.
    """
    shown = [_Said(title, 0, "bold"), *([_Said(warning)] if warning else [])]
    shown += [_Said(head.where, 0, "bold")] if head.where else []
    shown += [_Said(note, style="owed" if isinstance(note, Owed) else "") for note in head.notes]
    shown += [_Said(f"{side}: {'; '.join(words)}") for side, words in head.sides]
    shown += [_Said(head.then)] if head.then else []
    while (over := sum(len(one.on(page)) for one in shown) - MOST) > 0:
        longest = max(shown, key=lambda one: len(one.on(page)))
        lines = len(longest.on(page))
        if lines == 1:
            shown = [*shown[: MOST - 1], _Said(f"and {len(shown) - MOST + 1} more")]
        else:
            shown[shown.index(longest)] = longest.cut(page, max(1, lines - over))
    drawn = [line for one in shown for line in one.on(page)]
    hint = page.paragraph(WHOLE, style="dim")
    return drawn + (hint if len(drawn) + len(hint) <= MOST else [])


def stays_words(staying: Mapping[str, Staying]) -> str:
    """Return the lasting facts in one line; "" if there are none."""
    text = "; ".join(each.shown(fact) for fact, each in staying.items())
    return f"facts set: {text}" if text else ""


def head_plain(head: Head) -> Plain:
    """Return a head for JSON."""
    return {
        "where": head.where,
        "notes": list(head.notes),
        "sides": {side: "; ".join(words) for side, words in head.sides},
        "then": head.then,
    }


TARGETS = 8
"""The most targets of an act that are listed. If there are more, their number is shown."""


def can_lines(page: Page, name: str, acts: Sequence[Can], grid: Grid | None = None) -> Lines:
    """Return a line for each act: its targets with the dice, its places, or the rule against it."""
    lines = page.paragraph(name, style="bold")
    against = {tuple(f"{no.words}{bracketed(no.rule)}" for no in each.no) for each in acts}
    if len(against) == 1 and (why := against.pop()):  # the same rule forbids all of it
        return lines + [line for no in why for line in page.paragraph(no, indent=2)]
    rows, last = list[tuple[str, str]](), ""
    early = dict.fromkeys(f"{no.words}{bracketed(no.rule)}" for each in acts for no in each.early)
    lines += [line for no in early for line in page.paragraph(f"not now: {no}", indent=2)]
    for each in acts:
        shown = [f"{one.id} {one.name}{f': {one.words}' if one.words else ''}" for one in each.targets[:TARGETS]]
        more = len(each.targets) - TARGETS
        shown += [f"{more} more"] if more > 0 else []
        shown += [f"not at {who}: {no.alike[1]}{bracketed(no.rule)}" for who, no in each.barred]
        shown += [_places(each.places, grid)] if each.places else []
        shown += [each.alone] if each.alone else []
        shown += [f"no: {no.words}{bracketed(no.rule)}" for no in each.no]
        again = bool(rows) and last == each.verb
        rows += [(each.verb if not (at or again) else "", text) for at, text in enumerate(shown)]
        last = each.verb
    return lines + (page.columns(rows) if rows else page.paragraph("nothing to do now", indent=2))


def _places(places: Sequence[str], grid: Grid | None) -> str:
    if grid is None:
        return " ".join(places)
    from umpire.core.hexes import spans

    return spans(grid, map(grid.hex, places))

"""Where a game is, as text: a few lines that always fit on a screen."""

from __future__ import annotations

from typing import NamedTuple

from umpire.core.outcome import Head
from umpire.game.act import Plain
from umpire.show.page import Lines, Page, Style

MOST = 12
"""Lines of a status."""

WHOLE = "`status all` has every stand, `status NAME` one"


class _Said(NamedTuple):
    words: str
    indent: int = 2
    style: Style = ""

    def on(self, page: Page) -> Lines:
        return page.paragraph(self.words, self.indent, style=self.style)

    def cut(self, page: Page, lines: int) -> _Said:
        """The same in so many lines: what is left out is `...`, and stands in all of the status."""
        words = self.words.split(" ")
        while len(self._replace(words=" ".join([*words, "..."])).on(page)) > lines and len(words) > 1:
            words.pop()
        return self._replace(words=" ".join([*words, "..."]))


def head_lines(page: Page, title: str, head: Head, *, warning: str = "") -> Lines:
    """The head of a game, MOST lines at most: the longest of what is said is cut, then what comes last left out."""
    said = [_Said(title, 0, "bold"), *([_Said(warning)] if warning else [])]
    said += [_Said(head.where, 0, "bold")] if head.where else []
    said += [_Said(note, style="owed" if note.startswith("owed") else "") for note in head.notes]
    said += [_Said(f"{side}: {words}") for side, words in head.sides]
    said += [_Said(head.then)] if head.then else []
    while (over := sum(len(one.on(page)) for one in said) - MOST) > 0:
        longest = max(said, key=lambda one: len(one.on(page)))
        lines = len(longest.on(page))
        if lines == 1:
            said = [*said[: MOST - 1], _Said(f"and {len(said) - MOST + 1} more")]
        else:
            said[said.index(longest)] = longest.cut(page, max(1, lines - over))
    drawn = [line for one in said for line in one.on(page)]
    hint = page.paragraph(WHOLE, style="dim")
    return drawn + (hint if len(drawn) + len(hint) <= MOST else [])


def head_plain(head: Head) -> Plain:
    """A head for JSON."""
    return {**head._asdict(), "notes": list(head.notes), "sides": dict(head.sides)}

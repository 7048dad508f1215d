"""The printable documents, in the order of a pack, and their modules.

A document is a module of this folder with a function `data(battle)`. The function returns a frozen record, or None if
this battle has no use for the document. Each document has a template of the same name in `templates/`, and a line in
this module. The summary is made from the other documents and comes first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from umpire.core.frozen import frozen
from umpire.core.mistakes import UnknownName, did_you_mean
from umpire.game.act import Family
from umpire.game.maps import Map
from umpire.game.roster import Block, Lane


class Printable(NamedTuple):
    """A printable document: a short description, and how to cut its pages ("" if they are not cut)."""

    words: str
    cut: str = ""


SUMMARY = "summary"
DOCUMENTS: Mapping[str, Printable] = {
    SUMMARY: Printable("this page"),
    "sheet": Printable("the rules of this game, for a player"),
    "roster": Printable("units and stands, with boxes for their losses", "do not cut: each side has its own pages"),
    "cards": Printable("one card for each stand, with its dice", "cut along the marks; each card is 63 x 88 mm"),
    "chits": Printable("chits to put on the table", "cut along the lines; each square is 16 to 18 mm wide"),
    "slips": Printable("orders to tick, one slip per side and round", "cut along the dashed lines"),
    "track": Printable("rounds and phases: one marker for the round, one for the phase", "do not cut"),
    "map": Printable("the board", "if the map is printed to scale, cut along the dashed lines"),
}
ALL = "all"


@frozen
class Subject:
    """The subject of a document: a game, or only a ruleset.

    If the subject is only a ruleset, `state` is None.

    If `whole` is true, the sheet has all rules, not only the rules of this battle. `chosen` has the units and stands
    whose cards are printed; () means all. `per_page` is the number of cards on a page, 9 or 1. `hex_mm` is the width of
    a hex on the printed map; 0 means that the map fits one page. `coming` has the arrivals and events still to come,
    for the track.
    """

    name: str
    rules: str
    family: Family[Any, Any]
    table: Any
    state: Any = None
    sides: tuple[str, ...] = ()
    board: Map | None = None
    whole: bool = True
    chosen: tuple[str, ...] = ()
    per_page: int = 9
    hex_mm: float = 0
    coming: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The heading: the battle and its rules."""
        return " · ".join(filter(None, (self.name, self.rules)))

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The roster; () if there is no game."""
        return () if self.state is None else self.family.paper().roster(self.state, self.table)

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """The track; () if there is no game, or if the rules have no track."""
        return () if self.state is None else self.family.paper().track(self.state, self.table)


def parted(words: Iterable[str]) -> tuple[list[str], tuple[str, ...]]:
    """Return the typed words in two lists: the documents, and the units and stands named after `cards`."""
    documents: list[str] = []
    chosen: list[str] = []
    for word in words:
        stand = "cards" in documents and word not in (*DOCUMENTS, ALL) and f"{word}s" not in DOCUMENTS
        (chosen if stand else documents).append(word if stand else "cards" if word == "card" else word)
    return documents, tuple(chosen)


def meant(names: Iterable[str]) -> list[str]:
    """Return the documents with these names, in the same order; `all` means every document. Raises Mistake."""
    found: dict[str, None] = {}
    for typed in names:
        name = f"{typed}s" if f"{typed}s" in DOCUMENTS else typed
        if name not in (*DOCUMENTS, ALL):
            every = [*DOCUMENTS, ALL]
            raise UnknownName(f"{name!r} cannot be printed", did_you_mean(name, every), word=name)
        found |= dict.fromkeys(DOCUMENTS if name == ALL else [name])
    return list(found)


def data(names: Collection[str], battle: Subject) -> dict[str, Any]:
    """Return the data for the templates: the title, and the data of each document by its name.

    A document that this battle has no use for is left out.
    """
    from umpire.game.records import plain

    made = {name: _module(name).data(battle) for name in names if name != SUMMARY}
    there = {name: one for name, one in made.items() if one is not None}
    if SUMMARY in names:
        there = {SUMMARY: _module(SUMMARY).data(battle, tuple(there)), **there}
    return {"title": battle.title, "documents": {name: plain(one) for name, one in there.items()}}


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of the data for a document's template."""
    from typing import get_type_hints

    from umpire.game.written import schema as of

    return of(get_type_hints(_module(name).data)["return"])


def whole_schema(names: Iterable[str]) -> dict[str, Any]:
    """Return the JSON Schema of the data for the templates of these documents."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "documents": {"type": "object", "properties": {name: schema(name) for name in names}},
        },
        "required": ["title", "documents"],
        "additionalProperties": False,
    }


def _module(name: str) -> Any:
    return import_module(f"umpire.paper.{name}")

"""Formations: the stands of an organisation of the rule table in one line of a scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, TypeVar

from umpire.core.frozen import frozen
from umpire.game.clock.arrivals import Arrives
from umpire.game.records import As, Name, Plain, RowOf, Side
from umpire.game.written import known, wrong

R = TypeVar("R")


@frozen
class Formation:
    """`[[formation]]`: the stands of an organisation of the rule table in one line of a scenario.

    Each stand has the `id` of the formation and its own key after it: `k1 k2 kh`. `without` names stands that are not
    there, by id; `arrives` is when they come. It is written out as what it stands for, never as itself.
    """

    organisation: Annotated[str, RowOf("organisations", what="organisation"), As("from")]
    id: str
    name: Name
    side: Side
    without: str = ""
    arrives: Annotated[str, Arrives()] = ""


def formed(doc: Mapping[str, Any], organisations: Mapping[str, R]) -> Iterator[tuple[Plain, R]]:
    """Yield each formation of a document with its organisation; a value of the wrong shape is left to the check.

    Raises Mistake for an id that is there twice.
    """
    seen: list[str] = []
    for row in doc["formation"] if isinstance(doc.get("formation"), list | tuple) else ():
        if not isinstance(row, Mapping) or not all(isinstance(row.get(key), str) for key in ("from", "id", "name")):
            continue
        if row["id"] in seen:
            wrong(
                f"formation {row['id']}",
                "the id appears twice",
                "the ids of the stands begin with it: give each formation its own",
            )
        seen.append(row["id"])
        if row["from"] in organisations:
            yield dict(row), organisations[row["from"]]


def without(where: str, left_out: str, stands: Mapping[str, Any]) -> Plain:
    """The stands of a formation but those left out. Raises Mistake for one that it has not."""
    for id in (words := left_out.replace(",", " ").split()):
        known(where, "stand", id, stands)
    return {id: row for id, row in stands.items() if id not in words}

"""Formations: a short way to write all stands of an organisation of the rule table."""

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
    """`[[formation]]`: a short way to write all stands of an organisation of the rule table.

    The id of each stand is the `id` of the formation followed by the stand's own key: `k1 k2 kh`. `without` lists the
    ids of stands that are missing; `arrives` says when the stands come. An exported game has the stands, not the
    formation.
    """

    organisation: Annotated[str, RowOf("organisations", what="organisation"), As("from")]
    id: str
    name: Name
    side: Side
    without: str = ""
    arrives: Annotated[str, Arrives()] = ""


def formed(doc: Mapping[str, Any], organisations: Mapping[str, R]) -> Iterator[tuple[Plain, R]]:
    """Yield each formation of a document with its organisation. Values of the wrong shape are skipped; the check
    reports them.

    Raises Mistake if an id is used twice.
    """
    seen: list[str] = []
    for row in doc["formation"] if isinstance(doc.get("formation"), list | tuple) else ():
        if not isinstance(row, Mapping) or not all(isinstance(row.get(key), str) for key in ("from", "id", "name")):
            continue
        if row["id"] in seen:
            wrong(
                f"formation {row['id']}",
                "the id appears twice",
                "the ids of stands begin with the id of their formation: give each formation an id of its own",
            )
        seen.append(row["id"])
        if row["from"] in organisations:
            yield dict(row), organisations[row["from"]]


def without(where: str, left_out: str, stands: Mapping[str, Any]) -> Plain:
    """Return the stands of a formation without the stands to leave out. Raises Mistake for a stand that the formation
    does not have.
    """
    for id in (words := left_out.replace(",", " ").split()):
        known(where, "stand", id, stands)
    return {id: row for id, row in stands.items() if id not in words}

"""The stands that are not on the table yet, and the state without these stands, for acts to use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from umpire.core.frozen import replace
from umpire.core.mistakes import Mistake
from umpire.game.clock.arrivals import NEVER, read_arrival

S = TypeVar("S")


class Comers(NamedTuple):
    """The names of the fields about stands that may arrive later. `among` names the field of the state with the stands
    by id. `ties` names fields of a stand that have the id of another stand; both stands arrive and leave together.

    `units` names the field of the state with the units; `unit` names the field of a stand with the id of its unit.
    """

    among: str
    ties: tuple[str, ...] = ()
    units: str = ""
    unit: str = ""


def by_themselves(family: Any, state: Any) -> dict[str, str]:
    """Return a dict from id to arrival for stands in play that are not on the table yet. Stands that come with another
    stand are left out.
    """
    rows, gone = getattr(state, family.COMERS.among), family.gone(state)
    return {id: how for id, one in rows.items() if (how := family.arrives(state, one)) and id not in gone}


def absent(family: Any, state: Any) -> dict[str, str]:
    """Return a dict from id to arrival for all stands in play that are not on the table yet. A stand that comes with
    another stand has the arrival of that stand.
    """
    comers = family.COMERS
    if comers is None:
        return {}
    rows, gone = getattr(state, comers.among), family.gone(state)
    found = by_themselves(family, state)
    while found:
        tied = {
            id: found[with_]
            for id, one in rows.items()
            if id not in found and id not in gone
            for tie in comers.ties
            if (with_ := getattr(one, tie)) in found
        }
        if not tied:
            break
        found |= tied
    return {id: found[id] for id in rows if id in found}


def never_come(family: Any, state: Any) -> Iterator[tuple[str, Mistake]]:
    """Yield (id, error) for each stand that never arrives, because the battle does not reach the time of its arrival.
    If stands of a unit arrive together, yield only the first of these stands.
    """
    now, said = family.moment(state), set[tuple[str, str]]()
    for id, how in absent(family, state).items():
        arrival, owner = read_arrival(how), unit_of(family, state, id) or id
        if arrival.when is None or now is None or (owner, how) in said:
            continue
        said.add((owner, how))
        try:
            arrival.when.of(now)
        except Mistake as wrong:
            yield id, wrong


def come(comers: Comers, plain: dict[str, Any]) -> dict[str, Any]:
    """Return a stored state without the stands that arrive later. If all stands of a unit arrive later, the unit is
    left out too.
    """
    rows, units = plain[comers.among], comers.units
    later = {id for id, row in rows.items() if row.get("arrives", "") not in ("", NEVER) and not row.get("hex")}
    if not later:
        return plain
    while more := {id for id, row in rows.items() if id not in later and {row[tie] for tie in comers.ties} & later}:
        later |= more
    shown = {**plain, comers.among: {id: row for id, row in rows.items() if id not in later}}
    if not units:
        return shown
    left = {row[comers.unit] for id, row in rows.items() if id not in later}
    gone = {rows[id][comers.unit] for id in later} - left
    return {**shown, units: {id: row for id, row in plain[units].items() if id not in gone}}


def unit_of(family: Any, state: Any, id: str) -> str:
    """Return the id of the unit that a stand belongs to; "" if the stand has no unit."""
    comers = family.COMERS
    return str(getattr(getattr(state, comers.among)[id], comers.unit)) if comers and comers.unit else ""


def by_name(family: Any, state: Any, who: Iterable[str]) -> str:
    """Return the names of the stands with these ids. If no stand of a unit is on the table yet, the unit is named:
    `Grenadiers (t)`.
    """
    found, names, away = list(who), family.names(state), absent(family, state)
    others = {*away.keys() - by_themselves(family, state).keys(), *family.gone(state), *found}
    apart = {unit_of(family, state, id) for id in getattr(state, family.COMERS.among) if id not in others}
    whole = {unit for id in found if (unit := unit_of(family, state, id))} - apart
    said = dict.fromkeys(unit if (unit := unit_of(family, state, id)) in whole else id for id in found)
    return ", ".join(f"{names[id]} ({id})" for id in said)


def whole_units(family: Any, state: Any, away: Collection[str]) -> set[str]:
    """Return the units of which all stands are away."""
    comers = family.COMERS
    if comers is None or not comers.units:
        return set()
    units = {unit_of(family, state, id) for id in away}
    there = {getattr(one, comers.unit) for id, one in getattr(state, comers.among).items() if id not in away}
    return units - there - {""}


def present(family: Any, state: S, edge: Collection[str] = ()) -> S:
    """Return the state without the stands that are off the table. The stands whose ids are in `edge` stay in the state.

    The field `later` of the result has the stands that are left out.
    """
    away = {id for id in absent(family, state) if id not in edge}
    if not away:
        return state
    comers = family.COMERS
    assert comers is not None
    out = away | whole_units(family, state, away)
    sections = {name: getattr(state, name) for name in (comers.among, comers.units) if name}
    here = {name: {id: one for id, one in rows.items() if id not in out} for name, rows in sections.items()}
    later = {id: one for rows in sections.values() for id, one in rows.items() if id in out}
    return replace(state, **here, later=later)  # type: ignore[type-var]

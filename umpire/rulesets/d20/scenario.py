"""The form of a scenario as people write it, and the way from it to a state and back."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Literal

from umpire.core.mistakes import Mistake, did_you_mean
from umpire.game.maps import Map
from umpire.rulesets.d20.state import FLAGS, Element, State
from umpire.rulesets.d20.table import Table

_LIMITS = {
    "ap": (1, 99),
    "he": (0, 99),
    "defence": (0, 99),
    "range": (1, 999),
    "accuracy": (-9, 9),
    "size": (-9, 9),
    "fall_back_owed": (0, 9),
}


@dataclass(frozen=True)
class ElementForm:
    """One `[elements.id]`: what its card says, and what happened to it before the scenario begins."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}

    side: str
    type: str
    defence: int
    range: int
    name: str | None = None
    ap: int | Literal["*"] | None = None
    he: int | None = None
    weapon: Literal["mortar", "sfmg", "flamethrower"] | None = None
    accuracy: int = 0
    size: int = 0
    quality: str = "regular"
    flags: tuple[str, ...] = ()
    aboard: str | None = None
    suppressed: bool = False
    removed: Literal["knocked-out", "routed", "overrun"] | None = None
    fall_back_owed: int = 0


@dataclass(frozen=True)
class Form:
    """The sections of a d20 scenario."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}

    elements: dict[str, ElementForm] = field(default_factory=dict)


def to_state(form: Form, table: Table, game_map: Map | None, sides: tuple[str, ...]) -> State:
    """The state this describes. Raises Mistake with the key, what is wrong and what was expected."""
    elements = {id: _element(id, written, table, sides) for id, written in form.elements.items()}
    named: dict[str, str] = {}
    for id, element in elements.items():
        other = named.setdefault(element.name.lower(), id)
        if other != id:
            raise Mistake(f"elements.{id}.name: {element.name!r} is the name of {other} too", "give each its own name")
        _check_aboard(element, elements)
    return State(elements)


def from_state(state: State, table: Table) -> dict[str, Any]:
    """The state as a person would write it, defaults left out; `to_state` of it gives the state back exactly."""
    elements: dict[str, Any] = {}
    for id, element in state.elements.items():
        row: dict[str, Any] = {}
        for one in fields(ElementForm):
            value = getattr(element, one.name)
            left_out = id if one.name == "name" else "" if one.default is None else one.default
            if value is not None and value != left_out:
                row[one.name] = list(value) if isinstance(value, tuple) else value
        elements[id] = row
    return {"elements": elements}


def _element(id: str, written: ElementForm, table: Table, sides: tuple[str, ...]) -> Element:
    key = f"elements.{id}"
    if written.name is not None and not written.name.isprintable():
        raise Mistake(f"{key}.name: the name is not one line of text", "leave it out to use the id")
    _known(f"{key}.side", written.side, list(sides))
    _known(f"{key}.type", written.type, list(table.types))
    _known(f"{key}.quality", written.quality, list(table.quality))
    for flag in written.flags:
        _known(f"{key}.flags", flag, list(FLAGS))
    for name, (least, most) in _LIMITS.items():
        value = getattr(written, name)
        if isinstance(value, int) and not least <= value <= most:
            raise Mistake(f"{key}.{name}: {value} is not from {least} to {most}", "see the card of the element")
    if written.ap == "*" and written.weapon is None:
        raise Mistake(f"{key}.weapon: an AP of * needs its weapon", "one of: " + ", ".join(table.stars))
    values = {one.name: getattr(written, one.name) for one in fields(ElementForm)}
    values |= {name: values[name] or "" for name in ("weapon", "aboard", "removed")}
    element = Element(id, **(values | {"name": written.name or id, "flags": tuple(written.flags)}))
    if table.types[written.type].vehicle and not (element.armoured or element.soft):
        raise Mistake(f"{key}.flags: is this vehicle armoured or soft?", "add afv, apc, armoured-car or soft")
    if element.armoured and element.soft:
        raise Mistake(f"{key}.flags: a vehicle is armoured or soft, not both", "keep one of them")
    return element


def _known(key: str, value: str, known: list[str]) -> None:
    if value not in known:
        raise Mistake(f"{key}: {value!r} is not known", did_you_mean(value, known))


def _check_aboard(element: Element, elements: dict[str, Element]) -> None:
    key = f"elements.{element.id}.aboard"
    if not element.aboard:
        return
    carrier = elements.get(element.aboard)
    if carrier is None:
        raise Mistake(f"{key}: there is no element {element.aboard!r}", did_you_mean(element.aboard, list(elements)))
    if carrier.side != element.side or carrier is element:
        raise Mistake(f"{key}: {element.aboard} cannot carry it", "name another element of its own side")
    if carrier.aboard:
        raise Mistake(
            f"{key}: {element.aboard} is itself aboard {carrier.aboard}", "name the vehicle that carries both"
        )

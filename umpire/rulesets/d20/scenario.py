"""The form of a scenario as people write it, and the way from it to a state and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any, get_args

from umpire.core.frozen import replace
from umpire.core.mistakes import Mistake, did_you_mean
from umpire.game.maps import Map
from umpire.game.records import plain
from umpire.game.written import Written
from umpire.rulesets.d20.acts.movement import MOVE_WORDS
from umpire.rulesets.d20.effects import UNTOUCHED, in_order
from umpire.rulesets.d20.form import Card, ClockForm, ElementForm, Form
from umpire.rulesets.d20.state import NO_TURN, Clock, Element, Flag, Objective, State
from umpire.rulesets.d20.table import Table

__all__ = ["Form", "from_state", "to_state"]

_LIMITS = {
    "ap": (1, 99),
    "he": (0, 99),
    "defence": (0, 99),
    "range": (1, 999),
    "accuracy": (-9, 9),
    "size": (-9, 9),
    "fall_back_owed": (0, 99),
}


_KEYS = tuple(one.name for one in fields(Card))
_EMPTY = {"ap": None, "he": None, "weapon": "", "accuracy": 0, "size": 0, "quality": "regular", "flags": ()}
"""What a card says that says nothing of it."""


def to_state(form: Form, table: Table, game_map: Map | None, sides: tuple[str, ...]) -> State:
    """The state this describes. Raises Mistake with the key, what is wrong and what was expected."""
    cards: dict[str, Mapping[str, Any]] = {**table.starter}
    cards |= {id: {key: getattr(card, key) for key in _KEYS} for id, card in form.models.items()}
    elements = {id: _element(id, written, table, cards, sides) for id, written in form.elements.items()}
    gone = [id for id, element in elements.items() if element.removed]
    for id, element in elements.items():
        if element.aboard in gone:
            elements[id] = replace(element, aboard="", limbered=False)
    named: dict[str, str] = {}
    for id, element in elements.items():
        other = named.setdefault(element.name.lower(), id)
        if other != id:
            raise Mistake(f"elements.{id}.name: {element.name!r} is the name of {other} too", "give each its own name")
        _check_others(element, elements)
    _check_game(form, table, sides)
    state = State(
        elements,
        sides,
        _clock(form.clock, sides),
        {id: Objective(id, one.name or id, one.held or "") for id, one in form.objectives.items()},
        form.edges,
        form.ground,
        form.turns,
        form.victory or "",
    )
    return _contacts_in_order(state)


def from_state(state: State, table: Table) -> dict[str, Any]:
    """The state as a person would write it, defaults left out; `to_state` of it gives the state back exactly."""
    written: dict[str, Any] = {
        "victory": state.victory or None,
        "turns": state.turns or None,
        "edges": dict(state.edges),
        "ground": dict(state.ground),
        "objectives": {id: _objective_plain(one) for id, one in state.objectives.items()},
        "elements": {id: _element_plain(one, table) for id, one in state.elements.items()},
    }
    if state.clock != NO_TURN:
        written["clock"] = plain(state.clock)
    return {key: value for key, value in written.items() if value not in (None, {}) or key == "elements"}


def _objective_plain(one: Objective) -> dict[str, str]:
    return {key: value for key, value in (("name", one.name), ("held", one.held)) if value not in ("", one.id)}


def _element_plain(element: Element, table: Table) -> dict[str, Any]:
    """Every value is written that is not what the form or its card says without it."""
    card = table.starter.get(element.model, {})
    row: dict[str, Any] = {}
    for one in fields(ElementForm):
        value = getattr(element, one.name)
        if one.name == "fall_back_from":
            value = value[0] if len(set(value)) == 1 else ",".join(value)
        if one.name == "name":
            usual: Any = element.id
            on_card = usual
        elif one.name in _EMPTY:
            usual = _EMPTY[one.name]
            on_card = card.get(one.name, usual)
        else:
            usual = on_card = "" if one.default is None else one.default
        on_card = tuple(on_card) if isinstance(on_card, list) else on_card
        if value not in (usual, None) or on_card != value:
            value = "none" if value in (None, "") and on_card != value else value
            row[one.name] = list(value) if isinstance(value, tuple) else value
    return row


def _element(
    id: str, written: ElementForm, table: Table, cards: Mapping[str, Mapping[str, Any]], sides: tuple[str, ...]
) -> Element:
    key = f"elements.{id}"
    values = {one.name: getattr(written, one.name) for one in fields(ElementForm)}
    values |= _with_card(key, values, cards)
    for name in ("name", "model", "under", "aboard", "fall_back_from", "moved"):
        if values[name] and not values[name].isprintable():
            raise Mistake(f"{key}.{name}: not one line of text", "leave it out, or write one line")
    _known(f"{key}.side", values["side"], list(sides))
    _known(f"{key}.type", values["type"], list(table.types))
    _known(f"{key}.quality", values["quality"], list(table.quality))
    for flag in values["flags"]:
        _known(f"{key}.flags", flag, list(get_args(Flag)))
    for name, (least, most) in _LIMITS.items():
        value = values[name]
        if isinstance(value, int) and not least <= value <= most:
            raise Mistake(f"{key}.{name}: {value} is not from {least} to {most}", "see the card of the element")
    if values["ap"] == "*" and not values["weapon"]:
        raise Mistake(f"{key}.weapon: an AP of * needs its weapon", "one of: " + ", ".join(table.stars))
    if values["moved"]:
        _check_share(f"{key}.moved", values["moved"])
    values |= {name: values[name] or "" for name in ("model", "under", "aboard", "fall_back_from", "moved", "removed")}
    values |= {name: tuple(values[name]) for name in ("flags", "touches", "done")}
    values["fall_back_from"] = ()
    element = Element(id, **(values | {"name": written.name or id, "stood": written.stood or ""}))
    vehicle = table.types[element.type].vehicle
    if vehicle and not (element.armoured or element.soft):
        raise Mistake(f"{key}.flags: is this vehicle armoured or soft?", "add afv, apc, armoured-car or soft")
    if element.armoured and element.soft:
        raise Mistake(f"{key}.flags: a vehicle is armoured or soft, not both", "keep one of them")
    if element.removed:  # what is removed is nothing else
        return replace(element, **UNTOUCHED)
    return replace(element, fall_back_from=_each(written.fall_back_from or "", written.fall_back_owed))


def _each(enemies: str, owed: int) -> tuple[str, ...]:
    """Who caused each of the fall-back moves owed, from the one named for all of them, or the last of those named."""
    named = enemies.split(",")[-owed:] if owed else []
    return (*named[:1] * (owed - len(named)), *named)


def _with_card(key: str, values: Mapping[str, Any], cards: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The values of a card filled in where the element says nothing."""
    model = values["model"]
    card = cards.get(model, {}) if model else {}
    found = {name: values[name] if values[name] is not None else card.get(name) for name in _KEYS}
    for name in ("type", "defence", "range"):
        if found[name] is None:
            if model and not card:
                raise Mistake(f"{key}.model: there is no model {model!r}", did_you_mean(model, list(cards)))
            raise Mistake(f"{key}.{name}: missing", 'write it, or name a model that says it: model = "tiger"')
    for name, empty in _EMPTY.items():
        if found[name] is None or found[name] == "none":
            found[name] = empty
    return found


def _check_share(key: str, text: str) -> None:
    try:
        share = Fraction(text)
    except (ValueError, ZeroDivisionError):
        share = Fraction(-1)
    if not 0 < share <= 99 or str(share) != text or share.denominator > 10**6:
        raise Mistake(f"{key}: {text!r} is no share of a move", "a fraction in lowest terms such as 3/4, or 1")


def _known(key: str, value: str, known: list[str]) -> None:
    if value not in known:
        raise Mistake(f"{key}: {value!r} is not known", did_you_mean(value, known))


def _check_others(element: Element, elements: dict[str, Element]) -> None:
    """The other elements it names: its carrier, its commander, the enemies it touches or falls back from."""
    key = f"elements.{element.id}"
    for name in ("aboard", "under", "fall_back_from"):
        written = getattr(element, name)
        for other in written if name == "fall_back_from" else (written,):
            if other and other not in elements:
                raise Mistake(f"{key}.{name}: there is no element {other!r}", did_you_mean(other, list(elements)))
    carrier = elements.get(element.aboard)
    if carrier is not None:
        if carrier.side != element.side or carrier is element:
            raise Mistake(f"{key}.aboard: {element.aboard} cannot carry it", "name another element of its own side")
        if carrier.aboard:
            words = f"{element.aboard} is itself aboard {carrier.aboard}"
            raise Mistake(f"{key}.aboard: {words}", "name the vehicle that carries both")
    elif element.limbered:
        raise Mistake(f"{key}.limbered: behind what?", 'name the vehicle: aboard = "lorry"')
    commander = elements.get(element.under)
    if commander is not None and (commander.side != element.side or "commander" not in commander.flags):
        raise Mistake(f"{key}.under: {element.under} is no commander of its side", "name an element with that flag")
    for other in element.touches:
        enemy = elements.get(other)
        if enemy is None:
            raise Mistake(f"{key}.touches: there is no element {other!r}", did_you_mean(other, list(elements)))
        if enemy.side == element.side:
            raise Mistake(f"{key}.touches: {other} is no enemy", "name the enemies it touches")


def _contacts_in_order(state: State) -> State:
    """Each contact kept once, by the first of the two in the roster."""
    elements = dict(state.elements)
    ids = list(elements)
    for place, (id, element) in enumerate(state.elements.items()):
        touched = {one.id for one in state.touching(element) if not one.removed and not element.removed}
        own = in_order(state, tuple(other for other in ids[place + 1 :] if other in touched))
        elements[id] = replace(element, touches=own)
    return replace(state, elements=elements)


def _clock(written: ClockForm | None, sides: tuple[str, ...]) -> Clock:
    return NO_TURN if written is None else Clock(written.turn, written.phase, written.side or sides[0])


def _check_game(form: Form, table: Table, sides: tuple[str, ...]) -> None:
    if form.victory is not None and not form.victory.isprintable():
        raise Mistake("victory: not one line of text", "write one line")
    if not 0 <= form.turns <= 999:
        raise Mistake(f"turns: {form.turns} is not from 0 to 999", "leave it out to play as long as it takes")
    if form.clock is not None and not 1 <= form.clock.turn <= 999:
        raise Mistake(f"clock.turn: {form.clock.turn} is not from 1 to 999", "the first turn is 1")
    if form.clock is not None and 0 < form.turns < form.clock.turn:
        words = f"clock.turn: {form.clock.turn} is beyond the last turn, {form.turns}"
        raise Mistake(words, f"`turns` is how many are played: a longer game has more than {form.turns}")
    if form.clock is not None and form.clock.side is not None:
        _known("clock.side", form.clock.side, list(sides))
    for side, edge in form.edges.items():
        _known(f"edges.{side}", side, list(sides))
        if not edge.isprintable() or not edge:
            raise Mistake(f"edges.{side}: not one line of text", "for instance west")
    for name, column in form.ground.items():
        _known(f"ground.{name}", column, list(table.grounds))
        if not name.isidentifier() or name in table.grounds or name in MOVE_WORDS:
            raise Mistake(f"ground.{name}: cannot be told in a move", "one word that means nothing else there")
    for id, one in form.objectives.items():
        if one.held is not None:
            _known(f"objectives.{id}.held", one.held, list(sides))
        if one.name is not None and not one.name.isprintable():
            raise Mistake(f"objectives.{id}.name: not one line of text", "leave it out to use the id")


class _Written(Written[State, Table, Form]):
    document = Form

    def to_state(self, document: Form, table: Table, game_map: Map | None, sides: tuple[str, ...]) -> State:
        return to_state(document, table, game_map, sides)

    def sections(self, state: State, table: Table) -> dict[str, Any]:
        return from_state(state, table)


WRITTEN = _Written()

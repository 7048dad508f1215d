"""The functions that make a state from a scenario, and a scenario from a state.

This module is loaded only when it is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import Gathered, did_you_mean
from umpire.game.carried import Carried
from umpire.game.clock.ending import Ending
from umpire.game.distances import Tabletop
from umpire.game.maps import Map
from umpire.game.records import About, Named, OfSide, OneLine, Plain, Side, Whole, fields_of
from umpire.game.rulebook.formations import Formation, formed, without
from umpire.game.written import Written, known, wrong
from umpire.rulesets.d20.acts.move import MOVE_WORDS
from umpire.rulesets.d20.before import MEANINGS, odd, sample
from umpire.rulesets.d20.effects import UNTOUCHED, in_order
from umpire.rulesets.d20.state import DRAW, NO_TURN, Card, Clock, Element, Objective, State
from umpire.rulesets.d20.table import Organisation, Table

NOTHING: Mapping[str, Any] = {
    "ap": None,
    "he": None,
    "weapon": "",
    "accuracy": 0,
    "size": 0,
    "quality": "regular",
    "flags": (),
}
"""What a card says that says nothing of it."""
_NONE = {"ap": "none", "he": "none", "weapon": "none", "flags": []}
"""How it is written where a model says something."""
_AS_TOLD = ("objectives", "edges", "ground", "turns", "victory", "won", "table")


class OfGround(Named):
    """The mark for a field that names a column of the movement table."""

    what = "ground "

    def known(self, about: About) -> list[str]:
        """Return the words that this field may have."""
        return list(about.table.grounds) if about.table is not None else []


class OfWinner(OfSide):
    """The mark for a field that names the side that has won, or `draw`."""

    what = "winner "

    def known(self, about: About) -> list[str]:
        return [*super().known(about), DRAW]


TIES = ("aboard", "under")
CARRIED = (*fields_of(Card), "side", "model", "broken_down", *TIES)
"""What of an element comes into the next battle: its card, and what it is under."""


@frozen
class Document:
    """The sections of a d20 scenario.

    `ground` maps each kind of ground that the scenario defines to a column of the movement table.
    """

    elements: Mapping[str, Element] = field(default_factory=dict)
    victory: Annotated[str, OneLine()] = ""
    won: Annotated[str, OfWinner()] = ""
    turns: Annotated[int, Whole(0, 999)] = 0
    clock: Clock | None = None
    edges: Mapping[Side, Annotated[str, OneLine()]] = field(default_factory=dict)
    ground: Mapping[str, Annotated[str, OfGround()]] = field(default_factory=dict)
    objectives: Mapping[str, Objective] = field(default_factory=dict)
    models: Mapping[str, Card] = field(default_factory=dict)
    table: Tabletop = Tabletop()
    formation: tuple[Formation, ...] = ()
    battle: Ending = Ending()


class D20Written(Written[State, Table, Document]):
    """The scenario of a d20 game in its written form."""

    document = Document
    carried = (Carried("elements", CARRIED, lambda element: bool(element.removed), TIES),)

    def meanings(self, table: Table) -> Mapping[str, str]:
        return MEANINGS

    def comes(self, each: Carried, row: Mapping[str, Any]) -> Plain:
        """Return the keys of an element that the next battle keeps. The flag `dug-in` is not kept."""
        card = super().comes(each, row)
        return card | ({"flags": [flag for flag in card["flags"] if flag != "dug-in"]} if "flags" in card else {})

    sample, odd = staticmethod(sample), staticmethod(odd)

    def mustered(self, doc: Plain, table: Table, sides: tuple[str, ...]) -> Plain:
        """Return the document with the elements of each formation written out.

        If the scenario writes keys for one of these elements, they replace the formation's keys. For each fall-back
        move still to make, the enemy that caused the move is written out too. If the scenario names too few enemies,
        the first enemy named counts for the other moves.
        """
        elements = doc.get("elements", {})
        if not isinstance(elements, Mapping):
            return doc
        elements = dict(elements)
        for row, organisation in formed(doc, table.organisations):
            for id, card in _mustered(row, organisation).items():
                own = elements.pop(id, {})
                elements[id] = {**card, **own} if isinstance(own, Mapping) else own
        if not elements:
            return doc
        return {**doc, "elements": {id: _each_owed(row) for id, row in elements.items()}}

    def usual(self, cls: type, card: Mapping[str, Any], table: Table, doc: Mapping[str, Any]) -> Mapping[str, Any]:
        if cls is Clock:
            return {"turn": 1}
        if cls is Objective:
            return {"name": card["id"]}
        if cls not in (Card, Element):
            return {}
        said = _said_of(card.get("model", ""), table, doc)
        return {"name": card["id"], "type": "", "defence": None, "range": None, **said}

    def to_state(self, document: Document, table: Table, game_map: Map | None, sides: tuple[str, ...]) -> State:
        models = {*table.starter, *document.models}
        elements, amiss = {}, Gathered()
        for id, one in document.elements.items():
            with amiss:
                elements[id] = _element(one, models, table)
        amiss.refuse()
        for id, one in elements.items():
            if one.aboard in elements and elements[one.aboard].removed:
                elements[id] = replace(one, aboard="", limbered=False)
        named: dict[str, str] = {}
        for id, one in elements.items():
            other = named.setdefault(one.name.lower(), id)
            with amiss:
                if other != id:
                    wrong(
                        f"elements.{id}.name",
                        f"{one.name!r} is also the name of {other}",
                        "give each element its own name",
                    )
                _check_others(one, elements)
        with amiss:
            _check_game(document, table)
        amiss.refuse()
        clock = document.clock
        clock = replace(clock, side=clock.side or sides[0]) if clock else NO_TURN
        told = {name: getattr(document, name) for name in _AS_TOLD}
        return _contacts_in_order(State(elements, sides, clock, ending=document.battle, **told))

    def from_state(self, state: State, table: Table) -> Document:
        told = {name: getattr(state, name) for name in _AS_TOLD}
        clock = None if state.clock == NO_TURN else state.clock
        elements = {id: replace(one, model="") for id, one in state.elements.items()}
        return Document(elements, clock=clock, battle=state.ending, **told)

    def sections(self, state: State, table: Table) -> Plain:
        """Return the sections of the scenario with all values of each element.

        If the card has a value and the element has none, an empty value is written.
        """
        written = super().sections(state, table)
        for id, row in written.get("elements", {}).items():
            one = state.elements[id]
            said = _said_of(one.model, table, {})
            bare = [name for name, nothing in NOTHING.items() if getattr(one, name) == nothing != said[name]]
            row |= {name: _NONE.get(name, NOTHING[name]) for name in bare}
            row |= {"model": one.model} if one.model else {}
            enemies = row.pop("fall_back_from", ())
            if any(enemies):
                row["fall_back_from"] = enemies[0] if len(set(enemies)) == 1 else ",".join(enemies)
        return written


def _mustered(row: Plain, organisation: Organisation) -> dict[str, Plain]:
    """Return the elements of a formation, each with the keys that a scenario would write for it."""
    id, left_out, found = row["id"], row.get("without", ""), {}
    there = {id + each.key: each for each in organisation.elements}
    for key, each in without(f"{id}.without", left_out if isinstance(left_out, str) else "", there).items():
        others = {name: id + value for name in ("under", "aboard") if (value := getattr(each, name))}
        quality = {"quality": each.quality} if each.quality else {}
        side: Plain = {key: row[key] for key in ("side", "arrives") if key in row}
        found[key] = {"name": f"{row['name']} {each.name}", "model": each.model, **side, **others, **quality}
    return found


def _each_owed(row: Any) -> Any:
    if not isinstance(row, Mapping):
        return row
    named, pending = row.get("fall_back_from"), row.get("fall_back_owed", 0)
    if not isinstance(pending, int) or not isinstance(named, str | list | None) or not 0 <= pending <= 99:
        return row
    if pending and not named:
        return {**row, "fall_back_from": [""] * pending}
    each = named.split(",") if isinstance(named, str) else named or []
    last = each[-pending:] if pending else []
    return {**row, "fall_back_from": [*last[:1] * (pending - len(last)), *last]} if each else row


def _said_of(model: str, table: Table, doc: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values on the card of a model.

    If the scenario has no card of the model, the card of the rule table counts. The word `none` means that there is no
    value.
    """
    card = doc.get("models", {}).get(model) or table.starter.get(model, {})
    said = {name: tuple(value) if isinstance(value, list) else value for name, value in card.items()}
    said = {name: value for name, value in said.items() if name not in ("id", "name") and value != "none"}
    return {**NOTHING, **said}


def _element(one: Element, models: set[str], table: Table) -> Element:
    """Return an element in its stored form, after a check of its values."""
    key = f"elements.{one.id}"
    for name in ("type", "defence", "range"):
        if getattr(one, name) in (None, ""):
            if one.model and one.model not in models:
                wrong(f"{key}.model", f"no model is called {one.model!r}", did_you_mean(one.model, sorted(models)))
            wrong(f"{key}.{name}", "missing", 'write a value, or name a model that has this value: model = "tiger"')
    one = replace(one, **{name: NOTHING[name] for name in ("ap", "he", "weapon") if getattr(one, name) == "none"})
    if one.ap == "*" and not one.weapon:
        wrong(
            f"{key}.weapon", "the AP is *, so the element needs a special weapon", "one of: " + ", ".join(table.stars)
        )
    known(f"{key}.type", "type", one.type, table.types)
    if table.types[one.type].vehicle and not (one.armoured or one.soft):
        wrong(f"{key}.flags", "is this vehicle armoured or soft?", "add afv, apc, armoured-car or soft")
    if one.armoured and one.soft:
        wrong(f"{key}.flags", "a vehicle is armoured or soft, not both", "keep one of the two")
    return replace(one, **UNTOUCHED) if one.removed else one


def _check_others(element: Element, elements: dict[str, Element]) -> None:
    """Check the other elements that an element names: its carrier, its commander, and the enemies it touches."""
    key, side = f"elements.{element.id}", element.side
    carrier = elements.get(element.aboard)
    if carrier is not None and (carrier.side != side or carrier is element):
        wrong(
            f"{key}.aboard", f"{element.aboard}: it cannot carry this element", "name another element of its own side"
        )
    if carrier is not None and carrier.aboard:
        words = f"{element.aboard} is itself aboard {carrier.aboard}"
        wrong(f"{key}.aboard", words, "name the vehicle that carries both elements")
    if element.limbered and carrier is None:
        wrong(f"{key}.limbered", "the vehicle that tows the element is missing", 'name the vehicle: aboard = "lorry"')
    commander = elements.get(element.under)
    if commander is not None and (commander.side != side or "commander" not in commander.flags):
        wrong(
            f"{key}.under",
            f"{element.under} is not a commander of its side",
            "name an element with the flag `commander`",
        )
    for other in element.touches:
        if elements[other].side == side:
            wrong(f"{key}.touches", f"{other} is not an enemy", "name the enemies in contact with the element")


def _contacts_in_order(state: State) -> State:
    """Return the state with each contact stored only once, under the element that comes first in the roster."""
    elements = dict(state.elements)
    ids = list(elements)
    for place, (id, element) in enumerate(state.elements.items()):
        touched = {one.id for one in state.touching(element) if not one.removed and not element.removed}
        own = in_order(state, tuple(other for other in ids[place + 1 :] if other in touched))
        elements[id] = replace(element, touches=own)
    return replace(state, elements=elements)


def _check_game(document: Document, table: Table) -> None:
    turn, turns = document.clock.turn if document.clock else 0, document.turns
    if 0 < turns < turn:
        words = f"turn {turn} comes after the last turn, {turns}"
        wrong("clock.turn", words, f"`turns` is the length of the game: for a longer game write more than {turns}")
    for name in document.ground:
        if not name.isidentifier() or name in table.grounds or name in MOVE_WORDS:
            wrong(
                f"ground.{name}",
                "this name cannot be typed in a move",
                "choose one word that has no other meaning in a move",
            )


WRITTEN = D20Written()

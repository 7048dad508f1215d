"""Functions that need no game: the sample battle of a draft, likely mistakes in a scenario, and odds for types of
elements.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from umpire.game.clock.arrivals import ARRIVES
from umpire.game.records import Plain
from umpire.game.variation import ATTACKER, DEFENDER, Sample, Stateless
from umpire.rulesets.d20.state import State
from umpire.rulesets.d20.table import Table

MEANINGS = {
    "arrives": ARRIVES,
    "victory": "how the battle is won, in words",
    "won": "the side that has won",
    "turns": "the number of turns in the battle; 0 if the battle has no last turn",
    "model": "the card of the element",
    "elements.type": "the kind of the element",
    "defence": "the defence of the element; for a vehicle, its armour",
    "range": "the longest distance at which the element can fire",
    "ap": "the armour-piercing value of the element; none if the element has no such value",
    "he": "the HE/SA value of the element; none if the element has no such value",
    "weapon": "the special weapon of the element",
    "accuracy": "the number added to the die when the element fires",
    "size": "the number added to the die when an enemy fires at the element",
    "quality": "the quality of the troops in the element",
    "flags": "words on the card of the element, such as afv or radio",
    "under": "the commander that the element obeys",
    "aboard": "the vehicle that carries or tows the element",
    "limbered": "the element is towed",
    "broken_down": "the element is broken down",
    "suppressed": "the element is suppressed",
    "removed": "the reason why the element is out of play",
    "fall_back_owed": "the number of fall-back moves that the element must still make",
    "fall_back_from": "the enemies from which the element falls back, in order",
    "touches": "the enemies that touch the element",
    "done": "the things that the element has done this turn",
    "moved": "the share of a move that the element has used this turn",
    "stood": "the state of the element when the fire phase began",
    "edges": "the table edge toward which a side falls back",
    "ground": "your own name for a kind of ground, and the ground it counts as",
    "objectives.held": "the side that holds the objective",
    "models.type": "the kind of the element",
}
"""What the values of a scenario say, for a draft."""


def sample(table: Table, sides: tuple[str, ...]) -> Plain:
    """Return the sample battle for a new draft.

    Each side has one formation of the rule table and one element. The sides take the formations in turn. The element
    has the first card of the table.
    """
    formations, elements = list(table.organisations), {}
    rows = []
    for index, side in enumerate(sides):
        if formations:
            name = formations[index % len(formations)]
            words = table.organisations[name].words
            rows.append({"from": name, "id": f"{side[0].lower()}a", "name": f"{side} {words}", "side": side})
        elements[f"{side[0].lower()}x"] = {"name": f"{side} {next(iter(table.starter))}", "side": side}
        elements[f"{side[0].lower()}x"]["model"] = next(iter(table.starter))
    found: Plain = {"formation": rows} if rows else {}
    return {**found, "elements": elements}


def odd(state: State, table: Table) -> Iterator[tuple[str, str, str]]:
    """Yield each likely mistake in a battle that has not begun: the key of the value, the mistake in words, and a
    hint.
    """
    for id, one in state.elements.items():
        if one.ap is None and one.he is None and one.range > 1 and not one.flags:
            yield f"elements.{id}", f"{one.name}: it has neither AP nor HE, so it cannot fire", "ap = 6, or he = 3"
        if one.limbered and one.type != "CSW":
            yield (
                f"elements.{id}.limbered",
                f"{one.name}: it is towed, but it is not a crew-served weapon",
                "",
            )
    for side in state.sides:
        own = state.of_side(side)
        led = [one for one in own if one.under]
        if led and not any("commander" in one.flags for one in own):
            yield "elements", f"{side}: none of its elements has the flag `commander`", 'flags = ["commander"]'
    if state.turns and not state.victory:
        yield "turns", f"the game ends after turn {state.turns} without a winner", 'victory = "who holds the bridge"'


AT = {"": (ATTACKER, "a"), "at": (DEFENDER, "t")}
CARD = ("type", "ap", "he", "weapon", "defence", "accuracy", "size", "quality", "flags")


class D20Stateless(Stateless[Table]):
    """Fire and close combat without a game. The line names elements by their cards."""

    acts: ClassVar = {"fire": AT, "assault": AT}
    keys: ClassVar = frozenset({*CARD, "suppressed", "broken_down"})

    def types(self, table: Table) -> Mapping[str, Any]:
        return table.starter

    def sections(self, table: Table, samples: Sequence[Sample], words: Mapping[str, int]) -> Mapping[str, Any]:
        return {"elements": {one.id: {**_card(table, one), "side": one.side, **one.told} for one in samples}}

    def assumed(self, table: Table, samples: Sequence[Sample]) -> Iterator[str]:
        yield f"{' and '.join(dict.fromkeys(one.type for one in samples))} as on the starter card"


def _card(table: Table, one: Sample) -> dict[str, Any]:
    return {"name": f"{table.starter[one.type]['name']} {one.id}", "model": one.type}


STATELESS = D20Stateless()
"""Fire of types, where there is no game."""

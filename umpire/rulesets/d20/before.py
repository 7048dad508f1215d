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
    "turns": "the number of turns in the battle; 0 if it has no last turn",
    "model": "the card it has",
    "elements.type": "what kind of element it is",
    "defence": "its defence, which is also the armour of a vehicle",
    "range": "how far it can fire",
    "ap": "its armour-piercing value; none if it has none",
    "he": "its HE/SA value; none if it has none",
    "weapon": "its special weapon",
    "accuracy": "the number added to the die when it fires",
    "size": "the number added to the die when it is fired at",
    "quality": "how good it is",
    "flags": "the words on its card that belong to no other key, such as afv or radio",
    "under": "the commander it obeys",
    "aboard": "the vehicle that carries or tows it",
    "limbered": "it is towed",
    "broken_down": "it is broken down",
    "suppressed": "it is suppressed",
    "removed": "why it is out of play",
    "fall_back_owed": "fall-back moves it must still make",
    "fall_back_from": "the enemies it falls back from, in order",
    "touches": "enemies it is in base contact with",
    "done": "what it has done this turn",
    "moved": "the share of its move that it has used this turn",
    "stood": "its state when the fire phase began",
    "edges": "the table edge a side falls back to",
    "ground": "your own name for a kind of ground, and the ground it counts as",
    "objectives.held": "the side that holds it",
    "models.type": "what kind of element it is",
}
"""What the values of a scenario say, for a draft."""


def sample(table: Table, sides: tuple[str, ...]) -> Plain:
    """Return the battle of a new draft.

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
    """Yield each likely mistake in a battle about to begin: its key, the mistake, a hint."""
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
    """Fire and close combat without a game: the line names elements by their cards."""

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

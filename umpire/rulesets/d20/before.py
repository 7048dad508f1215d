"""A scenario before the game: the battle a draft begins with, and what may stand in one and is seldom meant."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.game.records import Plain
from umpire.rulesets.d20.state import State
from umpire.rulesets.d20.table import Table


def sample(table: Table, sides: tuple[str, ...]) -> Plain:
    """A formation a side, one after the other of the table's, and the first of its cards on its own."""
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
    """All that is odd in a battle about to begin: key, what it is, what to do about it."""
    for id, one in state.elements.items():
        if one.ap is None and one.he is None and one.range > 1 and not one.flags:
            yield f"elements.{id}", f"{one.name} has no AP and no HE: it can fire at nobody", "ap = 6, or he = 3"
        if one.limbered and one.type != "CSW":
            yield f"elements.{id}.limbered", f"{one.name} is no crew-served weapon and yet behind a vehicle", ""
    for side in state.sides:
        own = [one for one in state.elements.values() if one.side == side]
        led = [one for one in own if one.under]
        if led and not any("commander" in one.flags for one in own):
            yield "elements", f"{side} has nobody who commands", 'flags = ["commander"]'
    if state.turns and not state.victory:
        yield "turns", f"the game ends after turn {state.turns} and nobody has won", 'victory = "who holds the bridge"'

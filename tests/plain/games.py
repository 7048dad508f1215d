"""The games of examples/rules as their family plays them: a made-up position, an act in it, the states after it."""

import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache

from tests.places import EXAMPLES
from umpire.core.odds import ForcedChoices as Policy
from umpire.core.odds import odds
from umpire.game.facts import parse_told
from umpire.rulesets.plain import family
from umpire.rulesets.plain.file.reader import read_rules


@cache
def game(name):
    """Return the family of one of the three games, and its rows."""
    rows = read_rules(tomllib.loads((EXAMPLES / "rules" / f"{name}.toml").read_text(encoding="utf-8")))
    return family(rows), rows


class Position:
    """A position of a game: `red` acts against `blue`; each stand is its type and its losses or marks.

    `forces` are the tracks of the sides. All other values are those of the beginning.
    """

    def __init__(self, name, red, blue, forces=None, rows=None):
        self.family, self.rows = game(name) if rows is None else (family(rows), rows)
        self.table = self.family.read_table(self.rows)
        stands = {}
        for side, those in (("Red", red), ("Blue", blue)):
            for id, own in those.items():
                kind = self.table.type[own["type"]]
                full = {track: kind[f"{track}_full"] for track in self.table.track}
                own_names = [name for name, row in self.rows.get("stand", {}).items() if row.get("own")]
                own_names += [f"{name}_full" for name, row in self.rows.get("track", {}).items() if row.get("own")]
                full |= {name: kind[name] for name in own_names}
                stands[id] = {"id": id, "name": id, "side": side, **full, **own}
        usual = {track: row.full for track, row in self.table.side.items()}
        clock = {"turn": 1, "phase": self.table.turn.phases[0], "side": "Red"}
        told = {side: {**usual, **(forces or {}).get(side, {})} for side in ("Red", "Blue")}
        plain = {"stands": stands, "forces": told, "sides": ["Red", "Blue"], "clock": clock}
        self.state = self.family.read_state(plain, None)

    def situation(self, line):
        verb, *words = line.split()
        act = self.family.act(verb)
        return act, act.situate(self.state, self.table, parse_told(words, act.connectors, act.bare))

    def odds(self, line, choose=""):
        """Return every outcome of an act with its exact chance, even against the rules."""
        act, situation = self.situation(line)
        found = odds(lambda: act.procedure(situation), Policy([choose] if choose else []))
        return {outcome: Fraction(weight, found.total) for outcome, weight in found.outcomes}

    def after(self, outcome):
        """Return the state after an outcome."""
        return self.family.apply(self.state, outcome.effects, self.table)

    def comes_to(self, line, asks, choose=""):
        """Return the states after an act, each with its chance. `asks(state, hands)` returns the facts that count."""
        found = Counter()
        for outcome, chance in self.odds(line, choose).items():
            found[frozenset(asks(self.after(outcome), outcome.instructions))] += chance
        return dict(found)


def looked(names, keys, sides=()):
    """Return a function: for each of these stands, whether it is gone or goes back, else the values of its `keys`.

    `names` are id -> its name in the enumerator, `sides` (side, key, its name in the enumerator).
    """

    def asks(state, instructions):
        for id, called in names.items():
            stand = state.stands[id]
            if stand.removed:
                yield called, "gone"
                continue
            yield from ((f"{called}.{key}", getattr(stand, key)) for key in keys)
            if any(hand.startswith(f"{id} back") for hand in instructions):
                yield called, "back"
        for side, key, called in sides:
            yield called, getattr(state.forces[side], key)

    return asks

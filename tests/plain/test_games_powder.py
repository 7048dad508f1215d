"""The exact odds of Wind and Powder are what its prose comes to, in situations drawn once for all."""

from itertools import product
from random import Random

import pytest

from tests.plain import enumerators_powder as prose
from tests.plain.games import Position, looked
from tests.plain.test_games import facts, same

SHIPS, BOOL, NEAR = tuple(prose.SHIPS), (False, True), ("port", "starboard")
FULL = {"frigate": (12, 8, 3, 24), "sloop": (8, 5, 2, 15), "gunboat": (5, 2, 2, 9)}


def ship(random, type, **more):
    """A ship drawn: any part of it is left."""
    hull, guns, masts, crew = FULL[type]
    drawn = {"hull": random.randint(1, hull), "masts": random.randint(0, masts), "crew": random.randint(1, crew)}
    drawn |= {f"guns_{side}": random.randint(0, guns) for side in NEAR}
    drawn |= {key: random.random() < 0.3 for key in ("burning", "opened", "marines")}
    return {"type": type, **drawn, "battered": random.choice([0, 0, 1, 3]), "wavers": False, **more}


def exploded(state, hands):
    yield from looked({"t": "target"}, prose.KEYS)(state, hands)
    if hands and any("blast" in hand for hand in hands):
        yield "target", "explodes"


def test_powder_fire():
    random = Random(1)
    for (f, t), arc in product(product(SHIPS, SHIPS), (*NEAR, "bow")):
        firer, target = ship(random, f), ship(random, t)
        distance, facing, rake = random.randint(1, 40), random.choice(NEAR), random.choice(BOOL)
        told = {"facing": facing} if arc == "bow" else {"from": arc, "facing": facing, "rake": rake}
        same(
            Position("powder", {"f": firer}, {"t": target}),
            f"{'chase' if arc == 'bow' else 'broadside'} f at t {distance} {facts(**told)}",
            exploded,
            prose.fire(firer, target, arc, facing, distance, rake),
        )


@pytest.mark.parametrize("ally", BOOL)
def test_powder_strike(ally):
    random = Random(2)
    for type, burning in product(SHIPS, BOOL):
        tested = ship(random, type, burning=burning, wavers=True)
        same(
            Position("powder", {"s": tested}, {"t": {"type": type}}),
            f"strike s {facts(ally=ally)}",
            looked({"s": "ship"}, ["wavers"]),
            prose.strike(tested, ally),
        )


def test_powder_board():
    random = Random(3)
    for one, other in product(SHIPS, SHIPS):
        us, them = ship(random, one), ship(random, other)
        expected = prose.board(us, them)
        asks = looked({"u": "us", "t": "them"}, ["crew", "locked"])
        same(Position("powder", {"u": us}, {"t": them}), "board u at t", asks, expected)
        locked = Position("powder", {"u": {**us, "locked": True, "fights": True}}, {"t": {**them, "locked": True}})
        same(locked, "press u at t", asks, expected)


def test_powder_douse():
    random = Random(4)
    for type, hull in product(SHIPS, (1, 2, 5)):
        tested = ship(random, type, hull=hull, burning=True)

        def asks(state, hands):
            yield from looked({"s": "ship"}, prose.KEYS)(state, hands)
            if any("blast" in hand for hand in hands):
                yield "ship", "explodes"

        position = Position("powder", {"s": {**tested, "douses": True}}, {"t": {"type": type}})
        same(position, "douse s", asks, prose.douse(tested))

"""Tests of the exact odds of Lamps Out against its prose, in situations drawn once for all."""

from itertools import product
from random import Random

import pytest

from tests.plain import enumerators_woken as prose
from tests.plain.games import Position, looked
from tests.plain.test_games import facts, same

FIGURES, BOOL = tuple(prose.FIGURES), (False, True)


def figure(random, type, **more):
    return {"type": type, "hurt": random.choice(BOOL), "loaded": random.randint(0, 1) * (type != "docker"), **more}


@pytest.mark.parametrize("type", FIGURES)
def test_lamps_wake(type):
    def asks(state, hands):
        yield "deeds", state.stands["a"].deeds
        yield "side ends", state.clock.side == "Blue"

    for tries in (1, 2, 3):
        same(
            Position("lamps", {"a": {"type": type}}, {"b": {"type": type}}),
            f"wake a tries={tries}",
            asks,
            prose.wake(type, tries),
        )


def test_lamps_shoot():
    random = Random(31)
    for g, t, _ in product(FIGURES[:3], FIGURES, range(6)):
        gunner, target = figure(random, g, loaded=1, deeds=1), figure(random, t)
        distance, covers = random.randint(1, prose.FIGURES[g]["reach"]), random.choices(BOOL, k=2)
        same(
            Position("lamps", {"g": gunner}, {"t": target}),
            f"shoot g at t {distance} {facts(**{'g.cover': covers[0], 't.cover': covers[1]})}",
            looked({"g": "gunner", "t": "target"}, ["hurt", "loaded"]),
            prose.shoot(gunner, target, distance, covers),
        )


def test_lamps_snap():
    random = Random(32)
    for g, t in product(FIGURES[:3], FIGURES):
        watcher, walker = figure(random, g, loaded=1, watch=True), figure(random, t)
        distance, cover = random.randint(1, prose.FIGURES[g]["reach"]), random.choice(BOOL)

        def asks(state, hands):
            seen = dict(looked({"w": "watcher", "t": "walker"}, ["hurt", "loaded", "watch"])(state, hands))
            return {
                key: seen[key] for key in seen if key in ("walker", "walker.hurt", "watcher.loaded", "watcher.watch")
            }.items()

        same(
            Position("lamps", {"w": watcher}, {"t": walker}),
            f"snap w at t {distance} {facts(**{'t.cover': cover})}",
            asks,
            prose.snap(watcher, walker, distance, cover),
        )


def test_lamps_strike():
    for (a, d), ha, hd in product(product(FIGURES, FIGURES), BOOL, BOOL):
        attacker, defender = {"type": a, "hurt": ha, "deeds": 1}, {"type": d, "hurt": hd}
        same(
            Position("lamps", {"a": attacker}, {"d": defender}),
            "strike a at d",
            looked({"a": "attacker", "d": "defender"}, ["hurt"]),
            prose.strike(attacker, defender),
        )

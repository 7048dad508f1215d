"""Tests of the exact odds of Wind and Powder against its prose, in situations drawn once for all."""

from itertools import product
from random import Random

import pytest

from tests.cli.games import Table
from tests.plain import enumerators_powder as prose
from tests.plain.games import Position, looked
from tests.plain.test_games import facts, same
from umpire.rulesets.plain.acts.act import objections

SHIPS, BOOL, ARCS = tuple(prose.SHIPS), (False, True), ("port", "starboard", "bow")
FULL = {"frigate": (12, 6, 3, 15), "sloop": (8, 4, 2, 9), "gunboat": (5, 2, 2, 5)}
MARKS = ("burning", "fired_first", "struck", "tested", "must_test", "locked")


def ship(random, type, **more):
    """Return a random ship, with any part of it left."""
    hull, guns, masts, crew = FULL[type]
    drawn = {"hull": random.randint(1, hull), "masts": random.randint(0, masts), "crew": random.randint(1, crew)}
    drawn |= {"guns": random.randint(0, guns), **{key: random.random() < 0.25 for key in MARKS}}
    drawn |= {f"ready_{arc}": random.randint(0, 1) for arc in ARCS}
    return {"type": type, **drawn, "hurt": random.choice([0, 0, 1, 3]), **more}


def afloat(names):
    """Return a function for the states of these ships; one that must explode has no other state."""

    def asks(state, hands):
        for id, called in names.items():
            if state.stands[id].explodes and not state.stands[id].removed:
                yield called, "explodes"
            else:
                yield from looked({id: called}, prose.KEYS)(state, hands)

    return asks


def test_powder_fire():
    random = Random(1)
    distances = (1, 10, 11, 25, 26, 40)
    for (f, t), arc, distance in product(product(SHIPS, SHIPS), ARCS, distances):
        firer, target, rakes = ship(random, f), ship(random, t), random.choice(BOOL)
        same(
            Position("powder", {"f": firer}, {"t": target}),
            f"fire f at t arc={arc} {distance} {facts(rakes=rakes)}",
            afloat({"t": "target"}),
            prose.fire(firer, target, arc, distance, rakes),
        )


def test_powder_fire_at_half_of_the_hull():
    for type, hurt, tested, struck in product(SHIPS, range(7), BOOL, BOOL):
        random = Random(2)
        target = ship(random, type, hull=4, hurt=hurt, tested=tested, struck=struck, must_test=False, crew=5)
        firer = ship(random, "gunboat", guns=2)
        same(
            Position("powder", {"f": firer}, {"t": target}),
            "fire f at t arc=port 20",
            afloat({"t": "target"}),
            prose.fire(firer, target, "port", 20, False),
        )


def test_powder_what_may_be_fired():
    random = Random(3)
    for type, arc, distance in product(SHIPS, ARCS, (1, 40, 41)):
        for _ in range(20):
            firer = ship(random, type, guns=random.randint(0, 1))
            position = Position("powder", {"f": firer}, {"t": {"type": type}})
            _, situation = position.situation(f"fire f at t arc={arc} {distance}")
            assert (objections(situation) == ()) is prose.may_fire(firer, arc, distance), (firer, arc, distance)


def test_powder_how_far_a_ship_may_sail():
    random = Random(4)
    for type, wind, way in product(SHIPS, ("close", "across", "before"), range(23)):
        for masts in range(FULL[type][2] + 1):
            sails = ship(random, type, masts=masts, struck=random.random() < 0.1, locked=random.random() < 0.1)
            position = Position("powder", {"s": sails}, {"t": {"type": type}})
            _, situation = position.situation(f"sail s {way} wind={wind}")
            assert (objections(situation) == ()) is prose.may_sail(sails, way, wind), (sails, way, wind)


@pytest.mark.parametrize("ally", BOOL)
def test_powder_strike(ally):
    random = Random(5)
    for type, burning in product(SHIPS, BOOL):
        tested = ship(random, type, burning=burning, must_test=True, struck=False)
        same(
            Position("powder", {"s": tested}, {"t": {"type": type}}),
            f"strike s {facts(ally=ally)}",
            looked({"s": "ship"}, ["struck", "must_test"]),
            prose.strike(tested, ally),
        )


def test_powder_board():
    random = Random(6)
    for one, other, _ in product(SHIPS, SHIPS, range(3)):
        free = {"struck": False, "locked": False}
        us, them = ship(random, one, **free), ship(random, other, **free)
        expected = prose.board(us, them)
        asks = looked({"u": "us", "t": "them"}, ["crew", "locked"])
        same(Position("powder", {"u": us}, {"t": them}), "board u at t", asks, expected)
        locked = Position("powder", {"u": {**us, "locked": True, "fights_on": True}}, {"t": {**them, "locked": True}})
        same(locked, "grapple u at t", asks, expected)


def test_powder_burn():
    random = Random(7)
    for type, hull, crew in product(SHIPS, (1, 2, 3, 5), (1, 11, 12)):
        tested = ship(random, type, hull=hull, crew=crew, burning=True, on_fire=True)
        position = Position("powder", {"s": tested}, {"t": {"type": type}})
        same(position, "burn s", afloat({"s": "ship"}), prose.burn(tested))


@pytest.mark.parametrize("gunnery", BOOL)
def test_powder_explode(gunnery):
    random = Random(8)
    for one, other, hull in product(SHIPS, SHIPS, (1, 3, 4, 5)):
        near = {"u": ship(random, one, hull=hull), "t": ship(random, other)}
        bang = {"type": "sloop", "hull": 0, "burning": True, "explodes": True, "late": 0 if gunnery else 1}
        position = Position("powder", {"b": bang, "u": near["u"]}, {"t": near["t"]})
        same(position, "explode b near u t", afloat({"u": "u", "t": "t"}), prose.explode(near, gunnery))
        (outcome,) = position.odds("explode b near u t")
        assert position.after(outcome).stands["b"].removed


def test_two_locked_ships_of_powder_cut_loose_only_before_their_dice_and_the_one_left_at_any_time():
    def may(line, us, them):
        red, blue = ({"u": {"type": "sloop", **us}}, {"t": {"type": "sloop", **them}})
        return objections(Position("powder", red, blue).situation(line)[1]) == ()

    locked = {"locked": True}
    assert may("cut u t", {**locked, "fights_on": True}, locked)
    assert may("cut u t", locked, {**locked, "fights_on": True})
    assert not may("cut u t", locked, locked)
    assert not may("cut u t", {**locked, "fights_on": True}, {})
    assert may("cut u", locked, {})
    assert not may("cut u", {}, {})


def test_a_ship_of_powder_that_sinks_burning_explodes_and_tests_no_more(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table = Table(tmp_path, capsys)
    assert table.say("new rules/lee --seed 1").code == 0
    assert table.say("next gunnery").code == 0
    assert table.say("fire swan at squall port 9 rakes --dice 665555/666").code == 0
    assert table.say("fire swan at squall starboard 9 --dice 555111/1").code == 0
    assert table.say("strike squall --dice 11").code == 3
    assert table.say("next").code == 3
    assert table.say("alone squall").code == 0
    assert table.say("next").code == 0

"""Corner and Stair computed from examples/rules/corners.md, as in tests/plain/enumerators.py."""

from collections import Counter
from fractions import Fraction

from tests.plain.enumerators import FACES, both, chances, every, hitting, parts, sure

UNITS = {
    "rifles": {"kind": "squad", "men": 8, "gun": 0, "reach": 40},
    "stormers": {"kind": "squad", "men": 6, "gun": 0, "reach": 25},
    "gunners": {"kind": "squad", "men": 4, "gun": 3, "reach": 50},
    "gun": {"kind": "gun", "men": 3, "gun": 0, "reach": 60},
    "car": {"kind": "car", "men": 0, "gun": 3, "reach": 40},
}
NEEDS = {"green": 5, "trained": 4, "veteran": 3}
COVER = {"open": 0, "soft": 1, "hard": 2}


def halved(dice, unit):
    """Return the dice of a unit: a pinned one loses half of them, rounded down."""
    return dice - dice // 2 if unit["pinned"] else dice


def hurt(unit, lost):
    """Return a unit after the loss of so many soldiers, and its duty then."""
    left = max(0, unit["men"] - lost)
    must = lost > 0 and 2 * left <= UNITS[unit["type"]]["men"]
    return {**unit, "men": left, "owes": unit["owes"] or must}


def shot_at(firer, target, close, cover):
    """Return the target after fire at it -> chance; the key has the pairs of a unit."""
    attack = halved(firer["men"] + UNITS[firer["type"]]["gun"], firer)
    defence = max(0, parts(target["men"], 2) + COVER[cover] - (1 if close else 0))
    found = Counter()
    for hits, chance in hitting(attack, NEEDS[firer["quality"]]).items():
        for saves, other in hitting(defence, NEEDS[target["quality"]]).items():
            after = target
            if hits >= 1 and hits >= saves:
                after = hurt({**target, "pinned": True}, min(3, hits - saves))
            found[tuple(after.items())] += chance * other
    return dict(found)


def true_of(name, unit, *more):
    """Return the state of a unit."""
    if unit["men"] <= 0:
        return {(name, "gone")}
    return {(f"{name}.{key}", unit[key]) for key in ("men", "pinned", "owes")} | {(name, word) for word in more}


def fire(firer, target, distance, cover):
    """Return the chances of fire at a unit on foot."""
    return both(shot_at(firer, target, distance <= 10, cover), lambda it: sure(*true_of("target", dict(it))))


def shell(armour, flank):
    """Return the chances of a gun team or a rocket at a car: two dice, and a die of the car if it is hit."""

    def one(a, b, fate):
        true = {"stopped": False, "gun_out": False}
        if a + b + (2 if flank else 0) >= armour:
            if fate >= 5:
                return {("target", "gone")}
            true["stopped" if fate <= 2 else "gun_out"] = True
        return {(f"target.{key}", now) for key, now in true.items()}

    return chances(one(*dice) for dice in every(3))


def assault(attacker, defender, cover):
    """Return the chances of an assault: the enemy fires, then both fight."""
    if defender["pinned"]:
        return fought(attacker, defender)
    return both(shot_at(defender, attacker, True, cover), lambda it: fought(dict(it), defender))


def fought(attacker, defender):
    """Return the chances of hand to hand; an attacker without soldiers after the fire does not fight."""
    if attacker["men"] <= 0:
        return sure(("attacker", "gone"), *true_of("defender", defender))
    found = Counter()
    for ours, chance in hitting(halved(attacker["men"], attacker), NEEDS[attacker["quality"]]).items():
        for theirs, other in hitting(halved(defender["men"], defender), NEEDS[defender["quality"]]).items():
            a, d = hurt(attacker, theirs), hurt(defender, ours)
            if ours == theirs:
                true = true_of("attacker", {**a, "pinned": True}) | true_of("defender", d)
            elif ours > theirs:
                true = true_of("attacker", a) | beaten("defender", d, theirs, ours)
            else:
                true = true_of("defender", d) | beaten("attacker", a, ours, theirs)
            found[frozenset(true)] += chance * other
    return dict(found)


def beaten(name, unit, own, other):
    """Return the side with fewer successes."""
    return {(name, "gone")} if other >= 2 * own else true_of(name, {**unit, "pinned": True}, "back")


def morale(unit, leader):
    """Return the chances of a morale test of two dice; a veteran unit that fails throws both once more."""

    def fate(dice):
        short = 7 - sum(dice) - (1 if leader else 0) + (1 if unit["pinned"] else 0)
        return "holds" if short <= 0 else "back" if short <= 2 else "gone"

    once = [fate(dice) for dice in every(2)]
    again = unit["quality"] == "veteran"
    ways = [came for first in once for came in (once if again and first != "holds" else [first] * 36)]
    calm = {**unit, "owes": False}
    after = {
        "holds": true_of("unit", calm),
        "back": true_of("unit", {**calm, "pinned": True}, "back"),
        "gone": {("unit", "gone")},
    }
    return chances(after[way] for way in ways)


def rally(leader):
    """Return the chances of a rally, with one die."""
    return {
        frozenset({("unit.pinned", pinned)}): Fraction(
            sum((face + (1 if leader else 0) < 4) == pinned for face in FACES), 6
        )
        for pinned in (True, False)
    }

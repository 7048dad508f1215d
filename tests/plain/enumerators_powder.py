"""Wind and Powder computed from examples/rules/powder.md, as in tests/plain/enumerators.py."""

from collections import Counter
from fractions import Fraction
from functools import cache

from tests.plain.enumerators import FACES, both, chances, every, parts, successes, sure

SHIPS = {
    "frigate": {"hull": 12, "masts": 3, "speed": 16, "resolve": 9, "marines": True},
    "sloop": {"hull": 8, "masts": 2, "speed": 20, "resolve": 8, "marines": False},
    "gunboat": {"hull": 5, "masts": 2, "speed": 12, "resolve": 7, "marines": False},
}


def may_sail(ship, way, wind):
    """Return whether a ship may sail so far: its lost masts, its course to the wind, an enemy locked with it."""
    speed = max(0, SHIPS[ship["type"]]["speed"] - 2 * (SHIPS[ship["type"]]["masts"] - ship["masts"]))
    most = max(0, speed + {"close": -2, "across": 0, "before": 1}[wind])
    return ship["masts"] > 0 and not ship["locked"] and not ship["struck"] and way <= most


def may_fire(ship, arc, distance):
    """Return whether a ship may fire the guns of an arc."""
    guns = 2 if arc == "bow" else ship["guns"]
    return guns > 0 and ship[f"ready_{arc}"] > 0 and not ship["struck"] and distance <= 40


def hits(dice, more, again):
    """Return the number of hits; a die that missed is thrown once more if `again`."""
    good = Fraction(sum(face + more >= 5 for face in FACES), 6)
    return successes(dice, good + (1 - good) * good if again else good)


@cache
def table_of_chances(dice):
    """(guns, masts, crew lost, whether it is on fire) -> chance."""
    found = {(0, 0, 0, False): Fraction(1)}
    for _ in range(dice):
        after = Counter()
        for (guns, masts, crew, fire), chance in found.items():
            for face in FACES:
                now = (guns + 2 * (face == 3), masts + (face == 4), crew + 4 * (face == 5), fire or face == 6)
                after[now] += chance / 6
        found = after
    return found


def tests_now(ship):
    """Return whether a ship must test for its losses in the gunnery phase: once a turn, not after it has struck."""
    half = 2 * ship["hurt"] >= SHIPS[ship["type"]]["hull"]
    return ship["must_test"] or (half and not ship["struck"] and not ship["tested"])


def afloat(name, ship, gunnery):
    """Return the state of a ship that was hurt: without hull it sinks or explodes, without crew it is taken."""
    if ship["hull"] <= 0:
        return {(name, "explodes" if ship["burning"] else "gone")}
    if ship["crew"] <= 0:
        return {(name, "gone")}
    now = {**ship, "must_test": tests_now(ship) if gunnery else ship["must_test"]}
    return {(f"{name}.{key}", now[key]) for key in KEYS}


KEYS = ("hull", "guns", "masts", "crew", "burning", "must_test")


def fire(ship, target, arc, distance, rakes):
    """Guns of one arc."""
    broadside = arc != "bow"
    dice = ship["guns"] if broadside else 2
    more = (1 if distance <= 10 else 0) - (1 if distance > 25 else 0) + (1 if rakes and broadside else 0)

    def struck(count):
        left = max(0, target["hull"] - count)

        def came(guns, masts, crew, burns):
            return {
                **target,
                "hull": left,
                "hurt": target["hurt"] + target["hull"] - left,
                "guns": max(0, target["guns"] - guns),
                "masts": max(0, target["masts"] - masts),
                "crew": max(0, target["crew"] - crew),
                "burning": target["burning"] or burns,
            }

        return both(table_of_chances(count // 2), lambda what: sure(*afloat("target", came(*what), True)))

    return both(hits(dice, more, broadside and not ship["fired_first"]), struck)


def strike(ship, ally):
    """Two dice against its resolve."""
    more = (2 if ship["burning"] else 0) - (1 if ally else 0)
    resolve = SHIPS[ship["type"]]["resolve"]
    return chances({("ship.struck", a + b + more > resolve), ("ship.must_test", False)} for a, b in every(2))


def board(us, them):
    """A round hand to hand."""
    found = Counter()
    for ours, chance in blows(us).items():
        for theirs, other in blows(them).items():
            left = {"us": us["crew"] - theirs, "them": them["crew"] - ours}
            true = {(f"{name}.crew", crew) if crew > 0 else (name, "gone") for name, crew in left.items()}
            locked = all(crew > 0 for crew in left.values())
            true |= {(f"{name}.locked", locked) for name, crew in left.items() if crew > 0}
            found[frozenset(true)] += chance * other
    return dict(found)


def blows(ship):
    """Return the number of successes of a ship in a round hand to hand."""
    need = 3 if SHIPS[ship["type"]]["marines"] else 4
    return successes(parts(ship["crew"], 3), Fraction(7 - need, 6))


def burn(ship):
    """A die against the fire."""

    def one(face):
        out = face + (1 if ship["crew"] >= 12 else 0) >= 5
        return afloat("ship", {**ship, "burning": not out, "hull": ship["hull"] - (0 if out else 2)}, False)

    return chances(one(face) for face in FACES)


def explode(near, gunnery):
    """Return the state of the ships near an explosion: three points of hull from each."""
    hurt = {name: {**ship, "hull": ship["hull"] - 3, "hurt": ship["hurt"] + 3} for name, ship in near.items()}
    return sure(*(fact for name, ship in hurt.items() for fact in afloat(name, ship, gunnery)))

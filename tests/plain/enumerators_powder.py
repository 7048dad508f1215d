"""Wind and Powder worked out from examples/rules/powder.md, as in tests/plain/enumerators.py the games there."""

from collections import Counter
from fractions import Fraction
from functools import cache

from tests.plain.enumerators import FACES, both, chances, every, parts, successes, sure

SHIPS = {
    "frigate": {"hull": 12, "resolve": 9},
    "sloop": {"hull": 8, "resolve": 8},
    "gunboat": {"hull": 5, "resolve": 7},
}


def hits(dice, more, again):
    """How many of so many dice hit; those that missed are thrown once more, if they may be."""
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


def afloat(name, ship):
    """What is true of a ship that has been hit: without hull it sinks, without crew it is taken."""
    if ship["hull"] <= 0 and ship["burning"]:
        return {(name, "gone"), (name, "explodes")}
    if ship["hull"] <= 0 or ship["crew"] <= 0:
        return {(name, "gone")}
    return {(f"{name}.{key}", ship[key]) for key in KEYS}


KEYS = ("hull", "guns_port", "guns_starboard", "masts", "crew", "burning", "wavers")


def fire(ship, target, arc, facing, distance, rake):
    """Guns of one arc."""
    broadside = arc != "bow"
    dice = ship[f"guns_{arc}"] if broadside else 2
    more = (1 if distance <= 10 else 0) - (1 if distance > 25 else 0) + (1 if rake and broadside else 0)

    def struck(count):
        battered = target["battered"] + count
        wavers = target["wavers"] or (count > 0 and 2 * battered >= SHIPS[target["type"]]["hull"])

        def came(guns, masts, crew, burns):
            near = f"guns_{facing}"
            return {
                **target,
                "hull": target["hull"] - count,
                near: max(0, target[near] - guns),
                "masts": max(0, target["masts"] - masts),
                "crew": max(0, target["crew"] - crew),
                "burning": target["burning"] or burns,
                "wavers": wavers,
            }

        return both(table_of_chances(count // 2), lambda what: sure(*afloat("target", came(*what))))

    return both(hits(dice, more, broadside and not ship["opened"]), struck)


def strike(ship, ally):
    """Two dice against its resolve."""
    less = (2 if ship["burning"] else 0) - (1 if ally else 0)
    resolve = SHIPS[ship["type"]]["resolve"]
    return chances({("ship", "gone")} if a + b + less > resolve else {("ship.wavers", False)} for a, b in every(2))


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
    need = 3 if ship["marines"] else 4
    return successes(parts(ship["crew"], 3), Fraction(7 - need, 6))


def douse(ship):
    """A die against the fire."""

    def one(face):
        out = face + (1 if ship["crew"] >= 12 else 0) >= 5
        return afloat("ship", {**ship, "burning": not out, "hull": ship["hull"] - (0 if out else 2)})

    return chances(one(face) for face in FACES)

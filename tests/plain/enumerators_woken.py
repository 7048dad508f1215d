"""Lamps Out computed from examples/rules/lamps.md, as in tests/plain/enumerators.py."""

from collections import Counter
from fractions import Fraction

from tests.plain.enumerators import FACES, both, chances, every

FIGURES = {
    "captain": {"wits": 3, "aim": 2, "guard": 2, "steel": 3, "reach": 12},
    "bravo": {"wits": 4, "aim": 1, "guard": 2, "steel": 2, "reach": 10},
    "marksman": {"wits": 4, "aim": 3, "guard": 1, "steel": 0, "reach": 24},
    "docker": {"wits": 4, "aim": 0, "guard": 1, "steel": 3, "reach": 0},
}


def wake(type, tries):
    """Return the number of deeds of the figure, and whether the turn of its side ends, with the chances."""
    wits, found = FIGURES[type]["wits"], Counter()
    for dice in every(tries):
        good = sum(die >= wits for die in dice)
        again = [good + (face >= wits) for face in FACES] if type == "captain" and good < tries else [good]
        for now in again:
            falters = tries - now >= 2
            true = frozenset({("deeds", 0 if falters else now), ("side ends", falters)})
            found[true] += Fraction(1, 6**tries * len(again))
    return dict(found)


def shot(firer, mark, distance, cover):
    """Return the result of one shot for its target: missed, hurt or gone, each with its chance."""
    kind = FIGURES[firer["type"]]
    found = Counter()
    for a, b in every(2):
        mine = a + kind["aim"] - (1 if firer["hurt"] else 0) - (1 if distance > kind["reach"] // 2 else 0)
        theirs = b + FIGURES[mark["type"]]["guard"] + (2 if cover else 0)
        fate = "missed" if mine <= theirs else "gone" if mine >= 2 * theirs or mark["hurt"] else "hurt"
        found[fate] += Fraction(1, 36)
    return found


def fate(name, figure, came):
    """Return the state of the target of a shot."""
    return {(name, "gone")} if came == "gone" else {(f"{name}.hurt", figure["hurt"] or came == "hurt")}


def shoot(gunner, target, distance, covers):
    """Return the chances of a shot and the shot in reply; `covers` are those of the gunner and of the target."""

    def answered(came):
        true = fate("target", target, came)
        if came == "missed" and target["loaded"] and distance <= FIGURES[target["type"]]["reach"]:
            back = shot(target, gunner, distance, covers[0])
            return {
                frozenset(
                    true | fate("gunner", gunner, then) | {("gunner.loaded", 0), ("target.loaded", 0)} - gone(then)
                ): chance
                for then, chance in back.items()
            }
        if came != "gone":
            true |= {("target.loaded", target["loaded"])}
        return {frozenset(true | {("gunner.hurt", gunner["hurt"]), ("gunner.loaded", 0)}): Fraction(1)}

    def gone(then):
        return {("gunner.loaded", 0)} if then == "gone" else set()

    return both(shot(gunner, target, distance, covers[1]), answered)


def snap(watcher, walker, distance, cover):
    """Return the chances of a shot at a walking figure: there is no reply, and the watch is over."""
    rest = {("watcher.watch", False), ("watcher.loaded", 0)}
    return {
        frozenset(rest | fate("walker", walker, came)): chance
        for came, chance in shot(watcher, walker, distance, cover).items()
    }


def strike(attacker, defender):
    """Return the chances of a blow, with one die each."""
    both_of = {"attacker": attacker, "defender": defender}

    def one(a, d):
        totals = {
            who: die + FIGURES[it["type"]]["steel"] - (1 if it["hurt"] else 0)
            for die, (who, it) in zip((a, d), both_of.items(), strict=True)
        }
        hurt = {who: it["hurt"] for who, it in both_of.items()}
        true = set()
        if totals["attacker"] != totals["defender"]:
            loser, winner = sorted(totals, key=totals.__getitem__)
            if hurt[loser] or totals[winner] >= 2 * totals[loser]:
                del hurt[loser]
                true.add((loser, "gone"))
            else:
                hurt[loser] = True
                true.add((loser, "back"))
        return true | {(f"{who}.hurt", now) for who, now in hurt.items()}

    return chances(one(a, d) for a, d in every(2))

"""Drum and Colours computed from examples/rules/drums.md, as in tests/plain/enumerators.py."""

from collections import Counter
from fractions import Fraction

from tests.plain.enumerators import both, chances, every, hitting, parts, sure

UNITS = {
    "battalion": {"arm": "foot", "men": 12, "drill": 1, "part": 3, "aim": 5, "steel": 1, "shoots": True},
    "militia": {"arm": "foot", "men": 12, "drill": 0, "part": 4, "aim": 5, "steel": 0, "shoots": True},
    "grenadiers": {"arm": "foot", "men": 9, "drill": 2, "part": 3, "aim": 4, "steel": 2, "shoots": True},
    "hussars": {"arm": "horse", "men": 6, "drill": 1, "steel": 2, "shoots": False},
    "battery": {"arm": "guns", "men": 6, "drill": 1, "part": 2, "aim": 4, "steel": 0, "shoots": True},
}


def volley(firer, mark, close, cover):
    """Return how many men the fire of a unit kills -> chance."""
    kind = UNITS[firer["type"]]
    need = kind["aim"] - (1 if close else 0) - (1 if mark["square"] else 0) + (1 if cover else 0)
    return hitting(parts(firer["men"], kind["part"]), need)


def fire(firer, target, distance, cover):
    """Return the chances of a volley: the men left, and the test owed."""
    found = Counter()
    for hits, chance in volley(firer, target, distance <= 8, cover).items():
        left = target["men"] - hits
        true = {("target.men", left), ("target.owes", hits)} if left > 0 else {("target", "gone")}
        found[frozenset(true)] += chance
    return dict(found)


def tested(unit, lost, general):
    """Return stands, shaken or runs, each with its chance."""
    kind = UNITS[unit["type"]]
    adds = kind["drill"] - min(3, lost) - (1 if 2 * unit["men"] <= kind["men"] else 0)

    def fate(total):
        if total >= 7:
            return "stands"
        return "shaken" if total >= 5 and not unit["shaken"] else "runs"

    once = Counter()
    for a, b in every(2):
        once[fate(a + b + adds)] += Fraction(1, 36)
    if not general:
        return once
    failed, again = 1 - once["stands"], Counter({"stands": once["stands"]})
    for came, chance in once.items():
        again[came] += failed * chance
    return again


def state(name, unit, back=False):
    """Return the state of a unit with men left."""
    if unit is None or unit["men"] <= 0:
        return {(name, "gone")}
    return {(f"{name}.men", unit["men"]), (f"{name}.shaken", unit["shaken"])} | ({(name, "back")} if back else set())


def after(name, unit, came):
    """Return the state of a unit after a test."""
    if came == "runs":
        return {(name, "gone")}
    return state(name, {**unit, "shaken": unit["shaken"] or came == "shaken"}, came == "shaken")


def nerve(unit, lost, general):
    """Return the chances of a test that is owed; afterwards it is no longer owed."""
    rest = {"runs": set()}
    return {
        frozenset(after("unit", unit, came) | rest.get(came, {("unit.owes", 0)})): chance
        for came, chance in tested(unit, lost, general).items()
        if chance
    }


def charge(charger, target, generals):
    """Return the chances of a charge: a test, a volley, a test and a fight; `generals` are those of the charger and of
    the target.
    """

    def waited(came):
        if came != "stands":
            return sure(*state("charger", charger), *after("target", target, came))
        if target["shaken"] or not UNITS[target["type"]]["shoots"]:
            return fought(charger, target)
        return both(volley(target, charger, True, False), shot_at)

    def shot_at(hits):
        left = {**charger, "men": charger["men"] - hits}
        if left["men"] <= 0:
            return sure(("charger", "gone"), *state("target", target))
        if not hits:
            return fought(charger, target)

        def went(came):
            if came != "stands":
                return sure(*after("charger", left, came), *state("target", target))
            return fought(left, target)

        return both(tested(left, hits, generals[0]), went)

    waits = {"stands": Fraction(1)} if target["square"] else tested(target, 0, generals[1])
    return both(waits, waited)


def fought(charger, target):
    """Return the chances of hand to hand."""
    both_of = {"charger": charger, "target": target}

    def one(*dice):
        totals = {}
        for die, who, foe in zip(dice, both_of, reversed(both_of), strict=True):
            it, kind = both_of[who], UNITS[both_of[who]["type"]]
            totals[who] = die + kind["steel"] + it["men"] // 3 + (1 if who == "charger" else 0)
            if kind["arm"] == "horse" and both_of[foe]["square"]:
                totals[who] -= 2
            elif kind["arm"] == "horse" and UNITS[both_of[foe]["type"]]["arm"] != "horse":
                totals[who] += 2
        worse, better = sorted(totals, key=totals.__getitem__)
        if totals[worse] == totals[better]:
            return {true for who, it in both_of.items() for true in state(who, {**it, "men": it["men"] - 1})}
        if totals[better] >= 2 * totals[worse]:
            return {(worse, "gone")} | state(better, both_of[better])
        left = both_of[worse]["men"] - totals[better] + totals[worse]
        return state(better, both_of[better]) | state(worse, {"men": left, "shaken": True}, True)

    return chances(one(a, d) for a, d in every(2))


def rally(unit):
    """Return the chances of a rally: two dice and the drill."""
    return chances({("unit.shaken", a + b + UNITS[unit["type"]]["drill"] < 7)} for a, b in every(2))

"""Banner and Fang computed from examples/rules/banners.md, as in tests/plain/enumerators.py."""

from collections import Counter
from fractions import Fraction

from tests.plain.enumerators import FACES, both, chances, every, hitting, sure

REGIMENTS = {
    "spears": {"skill": 3, "might": 0, "tough": 4, "save": 5, "attacks": 1, "each": 1, "nerve": 7, "lives": 12},
    "knights": {"skill": 4, "might": 1, "tough": 4, "save": 3, "attacks": 2, "each": 1, "nerve": 8, "lives": 5},
    "archers": {"skill": 3, "might": 0, "tough": 4, "save": 7, "attacks": 1, "each": 1, "nerve": 7, "lives": 8},
    "fangs": {"skill": 3, "might": 0, "tough": 4, "save": 6, "attacks": 1, "each": 1, "nerve": 6, "lives": 14},
    "trolls": {"skill": 2, "might": 2, "tough": 5, "save": 6, "attacks": 3, "each": 3, "nerve": 5, "lives": 9},
}


def figures(unit):
    """Return the number of figures; a part of a figure counts as a whole one."""
    return -(-unit["lives"] // REGIMENTS[unit["type"]]["each"])


def each_of(dice, one):
    """Return the sums of pairs from so many dice; `one` has the chances of one die."""
    found = {(0, 0): Fraction(1)}
    for _ in range(dice):
        after = Counter()
        for (a, b), chance in found.items():
            for (more, deep), other in one.items():
                after[a + more, b + deep] += chance * other
        found = dict(after)
    return found


def hits(dice, more, hates):
    """Return how many dice hit -> chance; a regiment that hates throws ones again."""
    faces = [again for face in FACES for again in (FACES if hates and face == 1 else [face] * 6)]
    one = Counter()
    for face in faces:
        one[int(face + more >= 4), 0] += Fraction(1, 36)
    return {count: chance for (count, _), chance in each_of(dice, one).items()}


def wounds(struck, us, them):
    """Return the wounds, and how many of them by a six; a spurred regiment throws failed wounds again."""
    need = REGIMENTS[them["type"]]["tough"] - REGIMENTS[us["type"]]["might"]
    one = Counter()
    for face in FACES:
        one[int(face >= need), int(face == 6)] += Fraction(1, 6)
    found = Counter()
    for (count, deep), chance in each_of(struck, one).items():
        again = one if us["spurred"] and count < struck else {(0, 0): Fraction(1)}
        for (more, six), other in again.items():
            found[count + more, deep + six] += chance * other
    return found


def harm(dice, more, hates, us, them):
    """Return how many lives are taken -> chance."""
    found = Counter()
    for struck, chance in hits(dice, more, hates).items():
        for (count, deep), other in wounds(struck, us, them).items():
            for saved, last in hitting(count - deep, REGIMENTS[them["type"]]["save"]).items():
                found[min(them["lives"], count - saved)] += chance * other * last
    return {taken: chance for taken, chance in found.items() if chance}


def standing(name, unit, came=""):
    """Return the state of a regiment."""
    if unit["lives"] <= 0:
        return {(name, "gone")}
    back = {(name, "back")} if came in ("back", "flees") else set()
    return {(f"{name}.lives", unit["lives"]), (f"{name}.fleeing", unit["fleeing"] or came == "flees")} | back


def tested(unit, less):
    """Return holds, back or flees, each with its chance."""
    need = REGIMENTS[unit["type"]]["nerve"] - less
    once = Counter()
    for a, b in every(2):
        once["holds" if a + b <= need else "back" if a + b <= need + 2 else "flees"] += Fraction(1, 36)
    if unit["banner"]:
        failed = 1 - once["holds"]
        once = Counter({came: failed * chance + (chance if came == "holds" else 0) for came, chance in once.items()})
    return {came: chance for came, chance in once.items() if chance}


def shoot(unit, target, distance, cover, hates):
    """Return the chances of a volley; a test is owed when a quarter of the lives is lost."""
    more = (-1 if distance > 12 else 0) - (1 if cover else 0)
    found = {}
    for taken, chance in harm(figures(unit), more, hates, unit, target).items():
        left = {**target, "lives": target["lives"] - taken}
        owed = {("target.panic", taken > 0 and 4 * taken >= target["lives"])} if left["lives"] else set()
        found[frozenset(standing("target", left) | owed)] = chance
    return found


def nerve(unit):
    """Return the chances of a test that is owed."""
    rest = {("unit.panic", False)}
    return {frozenset(standing("unit", unit, came) | rest): chance for came, chance in tested(unit, 0).items()}


def fight(attacker, defender, charge, hates):
    """Return the chances of a fight: blows, blows of the survivors, and the test of the side with more losses. `hates`
    are of attacker and defender.
    """
    if defender["fleeing"]:
        return sure(("defender", "gone"), *standing("attacker", attacker))
    mine, theirs = REGIMENTS[attacker["type"]], REGIMENTS[defender["type"]]
    better = (mine["skill"] > theirs["skill"]) - (mine["skill"] < theirs["skill"])

    def answered(taken):
        left = {**defender, "lives": defender["lives"] - taken}
        if not left["lives"]:
            return sure(("defender", "gone"), *standing("attacker", attacker))
        dice = min(6, figures(left)) * theirs["attacks"]

        def compared(given):
            mine_left = {**attacker, "lives": attacker["lives"] - given}
            if taken > given:
                first = standing("attacker", mine_left)
                return {
                    frozenset(first | standing("defender", left, came)): chance
                    for came, chance in tested(left, taken - given).items()
                }
            if given > taken and mine_left["lives"]:
                second = standing("defender", left)
                return {
                    frozenset(second | standing("attacker", mine_left, came)): chance
                    for came, chance in tested(mine_left, given - taken).items()
                }
            return sure(*standing("attacker", mine_left), *standing("defender", left))

        return both(harm(dice, -better, hates[1], left, attacker), compared)

    dice = min(6, figures(attacker)) * mine["attacks"]
    return both(harm(dice, better + charge, hates[0], attacker, defender), answered)


def rally(unit):
    """Return the chances of a rally: two dice at or below the nerve, or the regiment is gone."""

    def one(total):
        return {("unit.fleeing", False)} if total <= REGIMENTS[unit["type"]]["nerve"] else {("unit", "gone")}

    return chances(one(a + b) for a, b in every(2))

"""The three games of examples/rules, computed slowly from the prose of their [clauses], without the interpreter.

Each function is an act: it tries every throw, one die at a time, and returns every possible state with its exact
chance. A state is a set of pairs: ("target.tired", 2), ("target", "gone"), ("loser", "back"). Nothing here may import
the family that plays rule files, nor read the rule files.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

FACES = range(1, 7)


def every(number):
    """Return every throw of so many dice."""
    return product(FACES, repeat=number)


def chances(ways):
    """Return state -> chance, of throws that are equally likely."""
    found = Counter()
    ways = list(ways)
    for true in ways:
        found[frozenset(true)] += Fraction(1, len(ways))
    return dict(found)


# Shields and Spears

COMBAT = {
    "spears": {"foot": 4, "horse": 4, "bows": 4},
    "blades": {"foot": 5, "horse": 3, "bows": 5},
    "riders": {"foot": 3, "horse": 4, "bows": 5},
    "archers": {"foot": 2, "horse": 3, "bows": 2},
}
ARM = {"spears": "foot", "blades": "foot", "riders": "horse", "archers": "bows"}


def shields_shoot(archers, target, distance, cover):
    """Return the chances by 3.1 to 3.3, and by 1.2: nobody is tired a fourth time."""

    def one(face):
        roll = face - archers["tired"]
        if distance <= 8:
            roll += 1
        if cover:
            roll -= 1
        horse = 1 if ARM[target["type"]] == "horse" else 0
        true = {("archers.tired", archers["tired"]), ("target.tired", target["tired"])}
        if roll >= 4 - horse:
            true = {("archers.tired", archers["tired"]), ("target.tired", min(3, target["tired"] + 1))}
        if roll >= 6 - horse:
            true.add(("target", "back"))
        return true

    return chances(one(face) for face in FACES)


def shields_fight(attacker, defender):
    """Return the chances by 4.1 to 4.8."""

    def added(own, foe):
        total = COMBAT[own["type"]][ARM[foe["type"]]]
        if own["flanked"]:
            total -= 1
        if ARM[own["type"]] == "horse" and own["rough"]:
            total -= 2
        if own["type"] == "spears" and own["backed"] and ARM[foe["type"]] != "bows":
            total += 1
        return max(0, total - own["tired"])

    def one(a, d):
        first, second = a + added(attacker, defender), d + added(defender, attacker)
        tired = {"attacker": attacker["tired"], "defender": defender["tired"]}
        more = set()
        if first == second:
            tired = {who: min(3, times + 1) for who, times in tired.items()}
        else:
            loser, winner = ("defender", "attacker") if first > second else ("attacker", "defender")
            arms = {"attacker": ARM[attacker["type"]], "defender": ARM[defender["type"]]}
            doubled = max(first, second) >= 2 * min(first, second)
            ridden_down = arms[winner] == "horse" and arms[loser] == "bows"
            if doubled or ridden_down or tired[loser] == 3:
                del tired[loser]
                more.add((loser, "gone"))
            else:
                tired[loser] += 1
                more.add((loser, "back"))
        return more | {(f"{who}.tired", times) for who, times in tired.items()}

    return chances(one(a, d) for a, d in every(2))


def shields_rally(body, general):
    """Return the chances by 5.1."""
    return chances({("body.tired", body["tired"] - (1 if face + (1 if general else 0) >= 4 else 0))} for face in FACES)


# Powder and Nerve

UNITS = {
    "line": {"men": 24, "drill": 2, "aim": 5, "steel": 5, "nerve": 7},
    "guard": {"men": 20, "drill": 2, "aim": 4, "steel": 4, "nerve": 6},
    "jaegers": {"men": 12, "drill": 1, "aim": 4, "steel": 5, "nerve": 7},
}


def hitting(dice, need):
    """Return how many of so many dice reach a need -> chance."""
    return successes(dice, Fraction(sum(face >= need for face in FACES), 6))


@cache
def successes(dice, good):
    """Return how many of so many dice succeed -> chance, one die after the other; `good` is the chance of one."""
    found = {0: Fraction(1)}
    for _ in range(dice):
        after = Counter()
        for count, chance in found.items():
            after[count + 1] += chance * good
            after[count] += chance * (1 - good)
        found = after
    return {count: chance for count, chance in found.items() if chance}


def parts(men, of):
    """Return the dice for so many men: one for each `of` of them, and for the rest."""
    return men // of + (1 if men % of else 0)


def sure(*true):
    return {frozenset(true): Fraction(1)}


def both(first, then):
    """Return the chances of one result, and then of the states that follow from it."""
    found = Counter()
    for value, chance in first.items():
        for true, more in then(value).items():
            found[true] += chance * more
    return dict(found)


def muskets_fire(firer, target, resolve, distance, cover, leader):
    """Return the chances by 3.1 to 4.4; `resolve` is that of the side of the target."""
    kind, mark = UNITS[firer["type"]], UNITS[target["type"]]
    need = kind["aim"]
    if distance <= 10:
        need -= 1
    if firer["shaken"]:
        need += 1
    if firer["moved"]:
        need += 1
    save = 5 - {"none": 0, "soft": 1, "hard": 2}[cover]

    @cache
    def after_saves(lost):
        left = target["men"] - lost
        if left == 0:
            return sure(("target", "gone"), ("resolve", max(0, resolve - 2)))
        stands = {("target.men", left), ("target.shaken", target["shaken"]), ("resolve", resolve)}
        if lost == 0 or 2 * left > mark["men"]:
            return sure(*stands)
        return chances(nerve(a + b, left, stands) for a, b in every(2))

    def nerve(roll, left, stands):
        roll += (1 if leader else 0) - (1 if 4 * left <= mark["men"] else 0) - (1 if target["shaken"] else 0)
        if roll >= mark["nerve"]:
            return stands
        if roll < mark["nerve"] - 3:
            return {("target", "gone"), ("resolve", max(0, resolve - 2))}
        now = resolve if target["shaken"] else max(0, resolve - 1)
        return {("target.men", left), ("target.shaken", True), ("target", "back"), ("resolve", now)}

    def saves(hits):
        lost = Counter()
        for saved, chance in hitting(hits, save).items():
            lost[min(target["men"], hits - saved)] += chance
        return both(lost, after_saves)

    return both(hitting(parts(firer["men"], kind["drill"]), need), saves)


def muskets_charge(charger, target, own, enemy, wall, stands):
    """Return the chances by 5.1 to 5.5; `own` and `enemy` are the resolve of the sides, `stands` is the reaction of the
    target if it has a choice.
    """
    mine, theirs = UNITS[charger["type"]], UNITS[target["type"]]
    before = {("charger.men", charger["men"]), ("charger.shaken", False)}
    before |= {("target.men", target["men"]), ("target.shaken", target["shaken"])}
    before |= {("own", own), ("enemy", enemy)}

    def tested(passes):
        if not passes:
            return sure(*before)
        if target["shaken"] or not stands:
            return sure(*before, ("target", "back"))
        hits = hitting(parts(charger["men"], 4), mine["steel"] - (0 if wall else 1))
        replies = hitting(parts(target["men"], 4), theirs["steel"])
        return both(hits, lambda mine: both(replies, lambda theirs: sure(*fought(mine, theirs))))

    def fought(blows, replies):
        true = set()
        sides = {"own": own, "enemy": enemy}
        for who, side, unit, taken, worse in (
            ("target", "enemy", target, blows, replies < blows),
            ("charger", "own", charger, replies, blows < replies),
        ):
            left = max(0, unit["men"] - taken)
            if left == 0:
                true.add((who, "gone"))
                sides[side] = max(0, sides[side] - 2)
                continue
            true |= {(f"{who}.men", left), (f"{who}.shaken", worse)}
            if worse:
                true.add((who, "back"))
                sides[side] = max(0, sides[side] - 1)
        return true | set(sides.items())

    passing = Counter()
    for a, b in every(2):
        passing[a + b >= mine["nerve"]] += Fraction(1, 36)
    return both(passing, tested)


def muskets_rally(unit, leader):
    """Return the chances by 6.1."""
    need = UNITS[unit["type"]]["nerve"] - (1 if leader else 0)
    return chances({("unit.shaken", a + b < need)} for a, b in every(2))


# Two Rivers

DIVISIONS = {
    "infantry": {"steps": 4, "attack": 2, "defence": 3},
    "militia": {"steps": 2, "attack": 1, "defence": 2},
    "armour": {"steps": 4, "attack": 4, "defence": 3},
    "artillery": {"steps": 3, "attack": 1, "defence": 1},
}
SHELLS = {"open": "---DDDLL", "woods": "-----DDL", "town": "------DD"}
"""3.1: by ground, what a total of 0, 1, 2 ... comes to."""
ODDS = [(1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1)]
BATTLE = [
    ["A2", "A2", "A1", "A1", "EX", "EX"],
    ["A2", "A1", "A1", "EX", "EX", "DR"],
    ["A1", "A1", "EX", "EX", "DR", "D1"],
    ["A1", "EX", "EX", "DR", "D1", "D1"],
    ["EX", "EX", "DR", "D1", "D1", "D2"],
    ["EX", "DR", "D1", "D1", "D2", "D2"],
]


def standing(name, steps, disrupted):
    """Return the state of a division with so many steps, or none."""
    return {(name, "gone")} if steps <= 0 else {(f"{name}.steps", steps), (f"{name}.disrupted", disrupted)}


def rivers_bombard(guns, target, will, ground, seen):
    """Return the chances by 3.1 to 3.3."""

    def one(face):
        total = face + (1 if guns["steps"] == DIVISIONS["artillery"]["steps"] else 0) - (0 if seen else 1)
        came = SHELLS[ground][total]
        steps = target["steps"] - (1 if came == "L" else 0)
        now = max(0, will - (1 if came == "L" else 0))
        return standing("target", steps, target["disrupted"] or came in "DL") | {("will", now)}

    return chances(one(face) for face in FACES)


def rivers_attack(attackers, defender, own, enemy, ground, river, trapped):
    """Return the chances by 4.1 to 4.8; the attackers take their losses from the first named that has a step left."""
    strength = sum(each["steps"] * DIVISIONS[each["type"]]["attack"] for each in attackers)
    against = defender["steps"] * DIVISIONS[defender["type"]]["defence"]
    column = max([index for index, (a, b) in enumerate(ODDS) if strength * b >= against * a], default=0)
    column -= {"open": 0, "woods": 1, "town": 2}[ground] + (1 if river else 0)
    column += 1 if defender["disrupted"] else 0
    tanks = [each["type"] == "armour" for each in attackers]
    column += 1 if ground == "open" and any(tanks) and not all(tanks) else 0
    column = min(len(ODDS) - 1, max(0, column))

    def one(face):
        came = BATTLE[face - 1][column]
        left = [each["steps"] for each in attackers]
        for _ in range({"A1": 1, "A2": 2, "EX": 1}.get(came, 0)):
            index = next((index for index, steps in enumerate(left) if steps), None)
            if index is not None:
                left[index] -= 1
        steps = defender["steps"] - {"EX": 1, "D1": 1, "D2": 2}.get(came, 0)
        disrupted, back = defender["disrupted"], False
        if came in ("DR", "D1", "D2"):
            if trapped:
                steps -= 1
            elif steps > 0:
                disrupted, back = True, True
        true = standing("defender", steps, disrupted) | ({("defender", "back")} if back else set())
        for index, each in enumerate(left):
            true |= standing(f"attacker {index + 1}", each, came == "A2")
        own_now = max(0, own - {"A1": 1, "A2": 1}.get(came, 0))
        return true | {("own", own_now), ("enemy", max(0, enemy - {"D1": 1, "D2": 2}.get(came, 0)))}

    return chances(one(face) for face in FACES)


def rivers_refit(division, supply):
    """Return the chances by 5.1, 5.2."""
    if division["disrupted"]:
        return sure(("division.steps", division["steps"]), ("division.disrupted", False), ("supply", supply))

    def one(face):
        more = face + (1 if division["type"] in ("infantry", "militia") else 0) >= 4
        steps = division["steps"] + (1 if more else 0)
        return {("division.steps", steps), ("division.disrupted", False), ("supply", supply - 1)}

    return chances(one(face) for face in FACES)

"""Sand and Net computed from examples/rules/sand.md, as in tests/plain/enumerators.py."""

from collections import Counter
from fractions import Fraction
from functools import cache

from tests.plain.enumerators import FACES, chances, every, sure

FIGHTERS = {
    "murmillo": {"skill": 3, "armour": 3, "stamina": 10},
    "secutor": {"skill": 3, "armour": 3, "stamina": 10},
    "thraex": {"skill": 4, "armour": 2, "stamina": 8},
    "retiarius": {"skill": 4, "armour": 1, "stamina": 8},
}


def most_stamina(fighter):
    return FIGHTERS[fighter["type"]]["stamina"] + (1 if fighter["veteran"] else 0)


@cache
def thrown(number, veteran):
    """Return (dice that count, sixes) -> chance, of so many dice; a veteran throws one that failed again."""
    found = Counter()
    for dice in every(number):
        failed = [die for die in dice if die < 4]
        rest = list(dice)
        if veteran and failed:
            rest.remove(failed[0])
            ways = [[*rest, face] for face in FACES]
        else:
            ways = [rest]
        for way in ways:
            counts = sum(die >= 4 for die in way), sum(die == 6 for die in way)
            found[counts] += Fraction(1, 6**number * len(ways))
    return found


def throws(number, fighter):
    """Return the same for a fighter, which throws one die less when it is down."""
    return thrown(max(0, number - (1 if fighter["down"] else 0)), fighter["veteran"]).items()


def blow(striker, struck):
    """Yield the struck fighter after one blow, the favour it brings, whether the struck had more, and the chance."""
    for (good, sixes), chance in throws(FIGHTERS[striker["type"]]["skill"], striker):
        armour = FIGHTERS[struck["type"]]["armour"] + (1 if struck["guard"] else 0)
        for (parried, _), other in throws(armour, struck):
            after, gained = dict(struck), 0
            if sixes >= 2 and not struck["down"]:
                after["down"], gained = True, 1
            if good > parried:
                after["wounds"] = min(5, struck["wounds"] + good - parried)
                after["owes"] = struck["owes"] or (after["wounds"] >= 3 and not struck["appealed"])
            if after["wounds"] == 5:
                gained += 1
            yield after, gained, parried > good, chance * other


def paid(fighter):
    return {**fighter, "stamina": fighter["stamina"] - 1}


def true_of(name, fighter):
    """Return the state of a fighter."""
    if fighter["wounds"] == 5:
        return {(name, "gone")}
    return {(f"{name}.{key}", fighter[key]) for key in ("wounds", "stamina", "down", "owes")}


def strike(attacker, defender, own, enemy, backs=True):
    """Return the chances of a strike, struck back if the defender wants to and may; `own` and `enemy` are favour."""
    found = Counter()
    striker = paid(attacker)

    def add(one, other, ours, theirs, chance):
        favour = {("own", min(4, own + ours)), ("enemy", min(4, enemy + theirs))}
        found[frozenset(true_of("attacker", one) | true_of("defender", other) | favour)] += chance

    for struck, gained, more, chance in blow(striker, defender):
        if more and backs and struck["guard"] and not struck["netted"] and struck["stamina"] >= 1:
            for back, theirs, _, other in blow(paid(struck), striker):
                add(back, paid(struck), gained, theirs, chance * other)
        else:
            add(striker, struck, gained, 0, chance)
    return dict(found)


def net(target):
    """Return the chances of a net thrown."""
    need = 5 if target["guard"] else 4
    return chances({("target.netted", face >= need)} for face in FACES)


def free(fighter):
    """Return the chances that a netted fighter breaks free."""
    return chances({("fighter.netted", face + 5 - fighter["wounds"] < 5)} for face in FACES)


def appeal(fighter, own, enemy):
    """Return the chances of an appeal to the crowd."""

    def one(dice):
        if sum(dice) + own >= 8:
            return {*true_of("fighter", {**fighter, "owes": False}), ("own", own), ("enemy", enemy)}
        return {("fighter", "gone"), ("own", own), ("enemy", min(4, enemy + 1))}

    return chances(one(dice) for dice in every(1 if fighter["down"] else 2))


def step(fighter):
    """Return a fighter after a step, on its feet."""
    cost = 1 if FIGHTERS[fighter["type"]]["armour"] == 3 else 0
    after = {**fighter, "down": False, "stamina": fighter["stamina"] - cost}
    return sure(*true_of("fighter", after))


def breathe(fighter):
    """Return a fighter after it got its breath back."""
    return sure(*true_of("fighter", {**fighter, "stamina": min(most_stamina(fighter), fighter["stamina"] + 2)}))


def guard(before, own):
    """Return the favour of its side after a fighter guards, if it guarded `before` this turn or not."""
    return sure(("fighter.guard", True), ("own", max(0, own - 1) if before else own))


def ended(ours, theirs, own, enemy):
    """Return the winner after six turns by the fighters left and the favour, nobody if it is a draw."""
    if (ours, own) == (theirs, enemy):
        return None
    return "own" if (ours, own) > (theirs, enemy) else "enemy"

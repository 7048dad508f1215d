"""Tests of the exact odds of Sand and Net against its prose, in situations drawn once for all, and of its ends."""

from itertools import product
from random import Random

import pytest

from tests.plain import enumerators_sand as prose
from tests.plain.games import Position
from tests.plain.test_games import same
from umpire.core.frozen import replace
from umpire.core.odds import odds
from umpire.game.facts import TypedLine

FIGHTERS, BOOL = tuple(prose.FIGHTERS), (False, True)


def fighter(random, type, **more):
    """Return a random fighter with at least 1 stamina and at most four wounds."""
    drawn = {name: random.random() < 0.4 for name in ("veteran", "guard", "down", "netted", "appealed")}
    made = {"type": type, **drawn, "owes": False, "wounds": random.randint(0, 4), **more}
    return {"stamina": random.choice([1, 2, prose.most_stamina(made)]), **made}


def stand(it, **more):
    """Return a fighter as a stand of the rule file."""
    marks = {name: it[name] for name in ("type", "veteran", "guard", "down", "netted", "appealed", "stamina")}
    return {**marks, "appeals": it["owes"], "life": 5 - it["wounds"], "stamina_full": prose.most_stamina(it), **more}


def asked(names, sides=()):
    """Return a function for the state of these fighters, id -> name, and the favour of these sides."""

    def asks(state, instructions):
        for id, called in names.items():
            it = state.stands[id]
            true = {"wounds": 5 - it.life, "stamina": it.stamina, "down": it.down, "owes": it.appeals}
            yield from [(called, "gone")] if it.removed else ((f"{called}.{key}", now) for key, now in true.items())
        yield from ((called, state.forces[side].favour) for side, called in sides)

    return asks


def marked(key, name):
    """Return a function for one mark of the fighter `f`."""
    return lambda state, instructions: [(f"{name}.{key}", getattr(state.stands["f"], key))]


FAVOUR = (("Red", "own"), ("Blue", "enemy"))


def favours(own, enemy):
    return {"Red": {"favour": own}, "Blue": {"favour": enemy}}


@pytest.mark.parametrize("backs", BOOL)
@pytest.mark.parametrize("type", FIGHTERS)
def test_sand_strike(type, backs):
    random = Random(f"{type} {backs}")
    for other, guard, veteran in product(FIGHTERS, BOOL, BOOL):
        attacker = fighter(random, type, netted=False, veteran=veteran)
        defender, own, enemy = fighter(random, other, guard=guard), random.randint(0, 4), random.randint(0, 4)
        defender["stamina"] = random.choice([0, 1, 5])
        same(
            Position("sand", {"a": stand(attacker, deeds=2)}, {"d": stand(defender)}, favours(own, enemy)),
            "strike a at d",
            asked({"a": "attacker", "d": "defender"}, FAVOUR),
            prose.strike(attacker, defender, own, enemy, backs),
            "strike" if backs else "hold",
        )


@pytest.mark.parametrize("guard", BOOL)
def test_sand_net_and_breaking_free(guard):
    random = Random(5)
    for wounds, down in product(range(5), BOOL):
        target = fighter(random, "secutor", guard=guard, down=down, wounds=wounds, netted=False)
        thrower = stand(fighter(random, "retiarius", down=down), net=1, deeds=2)
        position = Position("sand", {"r": thrower}, {"f": stand(target)})
        same(position, f"throw r at f {random.randint(2, 5)}", marked("netted", "target"), prose.net(target))
        assert {position.after(outcome).stands["r"].net for outcome in position.odds("throw r at f 3")} == {0}
        position = Position("sand", {"f": stand({**target, "netted": True}, deeds=1)}, {"b": thrower})
        same(position, "free f", marked("netted", "fighter"), prose.free(target))


def test_sand_appeal():
    random = Random(6)
    for down, own, enemy in product(BOOL, range(5), range(5)):
        it = fighter(random, "thraex", down=down, wounds=3, owes=True, appealed=False)
        position = Position("sand", {"f": stand(it)}, {"b": stand(it)}, favours(own, enemy))
        same(position, "appeal f", asked({"f": "fighter"}, FAVOUR), prose.appeal(it, own, enemy))


def test_sand_steps_breath_and_guard():
    random = Random(7)
    for type, veteran, down in product(FIGHTERS, BOOL, BOOL):
        it = fighter(random, type, veteran=veteran, down=down, netted=False, guard=False)
        position = Position("sand", {"f": stand(it, deeds=2)}, {"b": stand(it)})
        same(position, "rise f" if down else "step f 4", asked({"f": "fighter"}), prose.step(it))
        for stamina in range(prose.most_stamina(it) + 1):
            now = {**it, "stamina": stamina}
            position = Position("sand", {"f": stand(now, deeds=1)}, {"b": stand(it)})
            same(position, "breath f", asked({"f": "fighter"}), prose.breathe(now))
    for before, own in product(BOOL, range(5)):
        position = Position(
            "sand", {"f": stand({**it, "guard": before}, guarded=before)}, {"b": stand(it)}, favours(own, 0)
        )

        def asks(state, instructions):
            yield "fighter.guard", state.stands["f"].guard
            yield "own", state.forces["Red"].favour

        same(position, "guard f", asks, prose.guard(before, own))


REFUSED = {
    "strike f at b": [{"stamina": 0}, {"netted": True}],
    "throw f at b 3": [{"stamina": 0}, {"net": 0}],
    "throw f at b 1": [{}],
    "throw f at b 6": [{}],
    "step f 4": [{"stamina": 0}, {"netted": True}, {"down": True}],
    "step f 5": [{}],
    "rise f": [{"stamina": 0, "down": True}, {"netted": True, "down": True}, {}],
    "free f": [{"stamina": 0, "netted": True}, {}],
}
ALLOWED = {
    "strike f at b": [{"stamina": 1}, {"down": True}],
    "throw f at b 2": [{"netted": True}, {"down": True}],
    "throw f at b 5": [{}],
    "step f 4": [{}],
    "rise f": [{"down": True}],
    "free f": [{"netted": True, "down": True}],
    "breath f": [{"stamina": 0, "netted": True, "down": True}],
    "guard f": [{"stamina": 0, "netted": True, "down": True}],
}


@pytest.mark.parametrize(("lines", "refused"), [(REFUSED, True), (ALLOWED, False)])
def test_a_fighter_may_do_what_the_prose_allows(lines, refused):
    sound = {"type": "retiarius", "net": 1, "deeds": 2, "life": 3}
    for line, all_of in lines.items():
        for changed in all_of:
            act, situation = Position("sand", {"f": {**sound, **changed}}, {"b": {"type": "thraex"}}).situation(line)
            assert bool(act.objections(situation)) is refused, (line, changed)


def after_turn(turn, position):
    """Return the words of the `next` that ends this turn."""
    state = replace(position.state, clock=replace(position.state.clock, turn=turn))
    act = position.family.act("next")
    ((outcome, _),) = odds(lambda: act.procedure(act.situate(state, position.table, TypedLine({}, {})))).outcomes
    return [words for words in outcome.words if "(7)" in words]


def test_the_winner_after_six_turns_is_that_of_the_prose():
    for ours, theirs, own, enemy in product((0, 1, 2), (0, 1, 2), (0, 1), (0, 1)):
        red, blue = (
            {f"{side}{at}": {"type": "thraex"} for at in range(left)} for side, left in (("r", ours), ("b", theirs))
        )
        position = Position("sand", red, blue, favours(own, enemy))
        expected = {"own": "Red wins", "enemy": "Blue wins", None: "draw"}[prose.ended(ours, theirs, own, enemy)]
        assert after_turn(5, position) == []
        (told,) = after_turn(6, position)
        assert expected in told, (ours, theirs, own, enemy)


def test_a_fighter_struck_down_in_its_own_turn_acts_no_more():
    attacker = {"type": "retiarius", "deeds": 2, "life": 1, "awake": True, "woken": True}
    position = Position("sand", {"a": attacker, "b": {"type": "thraex"}}, {"d": {"type": "secutor", "guard": True}})
    for outcome in position.odds("strike a at d"):
        after = position.after(outcome)
        assert (after.awake is None) is after.stands["a"].removed
        assert after.clock.side == ("Blue" if after.stands["a"].removed else "Red")

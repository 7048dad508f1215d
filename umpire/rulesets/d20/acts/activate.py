"""The Command phase: tests to remove suppression (D20-SUP)."""

from __future__ import annotations

from collections.abc import Callable

from umpire.core.frozen import frozen
from umpire.core.mistakes import Mistake
from umpire.core.outcome import Objection, Outcome
from umpire.core.pools import Line, Pool
from umpire.core.procedure import Procedure, throw
from umpire.core.readings import Row
from umpire.game.facts import Known, Told, whole, yes_or_no
from umpire.rulesets.d20.acts.support import no_command, no_support, supporters
from umpire.rulesets.d20.blows import ROUTED, Victim, settle
from umpire.rulesets.d20.circumstances import Circumstances
from umpire.rulesets.d20.effects import Did, Effect, Recover, effects_of
from umpire.rulesets.d20.measure import distance_read
from umpire.rulesets.d20.pools import D20, modifier_lines
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Table
from umpire.rulesets.d20.turn import out_of_phase

RECOVERS = "recovers"
STAYS = "stays suppressed"
ROUTS = "routs"


@frozen
class Test:
    """One element's test, and whom it takes with it if it routs."""

    __test__ = False

    element: Element
    circumstances: Circumstances
    passengers: tuple[Element, ...]


@frozen
class TestsSituation:
    """The tests thrown together in one command: losses count as they were before it."""

    __test__ = False

    tests: tuple[Test, ...]
    table: Table
    known: Known
    timed: bool = False
    also: tuple[str, ...] = ()

    @property
    def side(self) -> str:
        """Whose elements test."""
        return self.tests[0].element.side

    @property
    def title(self) -> str:
        """Who tests."""
        return f"{', '.join(test.element.name for test in self.tests)}: to remove suppression"


@frozen
class Fell:
    """What the dice of several elements came to, in order."""

    fates: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return ", ".join(f"{name} {fate}" for name, fate in self.fates)


def situate(state: State, table: Table, told: Told) -> TestsSituation:
    """The situation of `activate t1 t2 edge=yes t1.commander=yes`. Raises Mistake for words that make no sense."""
    names = told.named("")
    if not names:
        waiting = ", ".join(one.id for one in state.in_play() if one.suppressed)
        raise Mistake(
            "activate needs the elements that test", f"suppressed: {waiting}" if waiting else "nobody is suppressed"
        )
    elements = tuple(dict.fromkeys(state.find(name) for name in names))
    if len({one.side for one in elements}) > 1:
        raise Mistake("elements of both sides are named", "test for one side at a time")
    known = Known(told)
    tests = tuple(Test(one, _circumstances(state, table, known, one), state.aboard(one)) for one in elements)
    known.finish()
    also = () if state.clock.turn == 0 else _also(state, elements)
    return TestsSituation(tests, table, known, state.clock.turn > 0, also)


def _also(state: State, elements: tuple[Element, ...]) -> tuple[str, ...]:
    waiting = (one for one in state.in_play(elements[0].side) if one.suppressed and "tested" not in one.done)
    return tuple(f"test {one.name} ({one.id})" for one in waiting if one not in elements)


def _circumstances(state: State, table: Table, known: Known, element: Element) -> Circumstances:
    """What the modifiers of one test ask about: told, else known, else assumed."""
    id, side = element.id, element.side
    commanders = [one for one in state.in_play(side) if not no_command(element, one)]
    near = known.ask(
        "commander",
        _commander(state, known, element),
        subject=id,
        worked_out=None if commanders else False,
        assume=False,
        words="no commander within 4",
    )
    able = supporters(state, table, element)
    told = known.told.facts.keys() & {("", "supported"), (id, "supported")}
    if not able and not told:
        rule = "SPT-01" if element.armoured else "SPT-02"
        known.notes.append(f"nobody is left who could support {element.name} ({rule})")
    supported = known.ask(
        "supported",
        _supporter(state, table, known, element),
        subject=id,
        worked_out=None if able else False,
        assume=True,
        words="supported",
    )
    edge = known.ask("edge", yes_or_no("edge"), subject=id, assume=False, words="no edge near")
    held = sum(1 for one in state.objectives.values() if one.held == side) if state.objectives else None
    objectives = known.ask("objectives", whole(0, 99, "objectives"), worked_out=held, assume=0)
    losses = known.ask("losses", whole(0, 999, "losses"), worked_out=state.losses(side))
    return Circumstances(
        commander_near=bool(near),
        supported=bool(supported),
        edge=bool(edge),
        objectives=objectives or 0,
        losses=losses or 0,
        quality=table.quality[element.quality],
    )


def _commander(state: State, known: Known, element: Element) -> Callable[[str], bool]:
    def read(text: str) -> bool:
        if text.lower() in ("yes", "y", "no", "n"):
            return yes_or_no("commander")(text)
        why_not = no_command(element, state.find(text, hint="yes, no, or a commander: commander=ELEMENT"))
        if why_not:
            known.notes.append(why_not)
        return not why_not

    return read


def _supporter(state: State, table: Table, known: Known, element: Element) -> Callable[[str], bool]:
    """Yes, no, or the element that supports it, with its distance where that is over 4: `supported=t2:6`."""

    def read(text: str) -> bool:
        if text.lower() in ("yes", "y", "no", "n"):
            return yes_or_no("supported")(text)
        name, _, away = text.partition(":")
        distance = distance_read("supported")(away) if away else None
        other = state.find(name, hint="yes, no, or an element with its distance: supported=ELEMENT:6")
        why_not = no_support(state, table, element, other, distance)
        if why_not:
            known.notes.append(f"no support: {why_not}")
        return not why_not

    return read


def objections(sit: TestsSituation) -> tuple[Objection, ...]:
    """Only suppressed elements test."""
    return tuple(
        Objection("SUP-12", f"{test.element.name} is not suppressed: nothing to remove")
        for test in sit.tests
        if not test.element.suppressed
    )


def out_of_turn(state: State, table: Table, sit: TestsSituation) -> tuple[Objection, ...]:
    """Tests are made in the own Command phase, one for each element."""
    again = tuple(
        Objection("SUP-12", f"{test.element.name} has made its attempt of this phase")
        for test in sit.tests
        if "tested" in test.element.done
    )
    return (*out_of_phase(state, table, "command", sit.side, "a test to remove suppression"), *again)


def pool_of(test: Test, table: Table, key: str) -> Pool:
    """One element's roll: a natural 1 routs it, whatever is added (D20-SUP-01 to 03)."""
    name, limits = test.element.name, table.limits
    need = Line(name, limits["recover_need"], "to recover; a natural 1 routs", "SUP-01", "need")
    lines = modifier_lines(table, "sup", test.circumstances, name, name)
    added = sum(line.amount for line in lines if line.applied)
    reading = Row(((1, STAYS), (limits["recover_need"], RECOVERS)), added, naturals=((limits["rout_face"], ROUTS),))
    return Pool(key, test.element.side, f"{name} to recover", (need, *lines), reading, 1, D20, "SUP-01")


def recovery(sit: TestsSituation) -> Procedure[Outcome]:
    """All the tests, thrown together."""
    pools = [pool_of(test, sit.table, test.element.id if place else "test") for place, test in enumerate(sit.tests)]
    names = [test.element.name for test in sit.tests]
    fell = yield from throw(*pools, read=lambda *fates: Fell(tuple(zip(names, map(str, fates), strict=True))))
    effects: list[Effect] = [Did(test.element.id, "tested") for test in sit.tests if sit.timed]
    words: list[str] = []
    hands: list[str] = []
    gone: set[str] = set()
    for test, (name, fate) in zip(sit.tests, fell.fates, strict=True):
        if name in gone:
            words.append(f"{name}: gone already, with what carried it")
        elif fate == ROUTS:
            victim = Victim(test.element, "", test.passengers, 0)
            routed = yield from settle(victim, ROUTED, f"{name}: a natural 1")
            effects += effects_of(routed)
            words += [f"{routed.words[0]} (SUP-02)", *routed.words[1:]]
            hands += routed.hands
            gone |= dict(routed.tally).keys()
        else:
            effects += [Recover(test.element.id)] if fate == RECOVERS else []
            hands += [f"RECOVER {name}"] if fate == RECOVERS else []
            words.append(f"{name}: {fate}")
    tally = tuple((name, ROUTED if name in gone else fate) for name, fate in fell.fates)
    return Outcome(tuple(effects), tuple(words), tuple(hands), (), tally)

"""The Command phase: tests to remove suppression (D20-SUP). Support (D20-SPT) and commanders help in these tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import HowMany, WrongSide
from umpire.core.outcome import Objection, Outcome
from umpire.core.pools import DiceLine, Pool
from umpire.core.procedure import Procedure, throw
from umpire.core.readings import Row
from umpire.game.act import Act, Free, Situation
from umpire.game.facts import Facts, TypedLine, Worded, choices, whole, yes_or_no
from umpire.game.rulebook.asked import Answered
from umpire.rulesets.d20.effects import Did, Effect, Recover, effects_of, table_instructions
from umpire.rulesets.d20.fates import Fate, Fell, suffer, victim_of
from umpire.rulesets.d20.fire.fire import edge_near
from umpire.rulesets.d20.pools import D20, Circumstances, need_line
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Table
from umpire.rulesets.d20.turn import out_of_phase

if TYPE_CHECKING:
    from umpire.game.distances import Number

LISTS = ("sup", "activate")
"""The lists of rows that a test has: of its die, and what refuses it."""
RECOVERS = "recovers"
STAYS = "stays suppressed"
ROUTS = "routs"


@frozen
class Test:
    """The test of one element to remove its suppression."""

    __test__ = False

    element: Element
    circumstances: Circumstances


@frozen
class TestsSituation(Situation):
    """The tests that one command rolls together. If one test removes an element, this loss does not affect the other
    tests of the command.
    """

    __test__ = False

    tests: tuple[Test, ...]
    state: State
    table: Table
    also: tuple[Free, ...] = ()


def situate(state: State, table: Table, typed: TypedLine) -> TestsSituation:
    """Return the situation of `activate t1 t2 edge=yes t1.commander=yes`. Raises Mistake if the line makes no sense."""
    names = typed.named("")
    if not names:
        waiting = ", ".join(one.id for one in state.in_play() if one.suppressed)
        raise HowMany(
            "the name of an element to test is missing",
            f"name one or more of the suppressed elements: {waiting}" if waiting else "no element is suppressed",
        )
    elements = state.meant(names)
    if len({one.side for one in elements}) > 1:
        raise WrongSide("the line names elements of both sides", "name the elements of only one side")
    known = Facts(typed)
    told_of = table.modifiers.settle(known, LISTS, {one.id: one.side for one in elements})
    tests = tuple(Test(one, _circumstances(state, table, known, one, told_of)) for one in elements)
    known.finish()
    title = f"{', '.join(one.name for one in elements)}: to remove suppression"
    others = [one for one in state.in_play(elements[0].side) if one not in elements]
    left = [one for one in others if state.clock.turn and one.suppressed and "tested" not in one.done]
    also = tuple(Free("test", one.name, one.id) for one in left)
    return TestsSituation(title, elements[0].side, known, tests, state, table, also)


def _circumstances(state: State, table: Table, known: Facts, element: Element, told_of: Answered) -> Circumstances:
    """Return the facts on which the modifiers of one test depend.

    If a fact is typed, the typed value counts. If not, the recorded value counts; if no value is recorded, an
    assumption is made.
    """
    id, side, near = element.id, element.side, table.limits["near"]
    commanders = [one for one in state.in_play(side) if not no_command(table, element, one)]
    commander_near = known.settle(
        "commander",
        _yes_or_who("commander", state, known, partial(no_command, table, element)),
        subject=id,
        worked_out=None if commanders else False,
        assume=False,
        words=f"no commander within {near}",
    )
    able = supporters(state, table, element)
    told = {"", id} & {*known.of_whom("supported")}
    if not able and not told:
        rule = "SPT-01" if element.armoured else "SPT-02"
        known.notes.append(f"no element is left to support {element.name} ({rule})")
    supported = known.settle(
        "supported",
        _yes_or_who("supported", state, known, partial(no_support, state, table, element)),
        subject=id,
        worked_out=None if able else False,
        assume=True,
        words="supported",
    )
    edge = edge_near(known, state, table, element)
    held = sum(1 for one in state.objectives.values() if one.held == side) if state.objectives else None
    objectives = known.settle("objectives", whole(0, 99, "objectives"), worked_out=held, assume=0)
    losses = known.settle("losses", whole(0, 999, "losses"), worked_out=state.losses(side), assume=0)
    return Circumstances(
        commander_near=commander_near,
        supported=supported,
        edge=edge,
        objectives=objectives,
        losses=losses,
        arm=element.type,
        turn=state.clock.turn,
        quality=table.quality[element.quality],
        told=told_of.of({"firer": element.id}),
    )


_WHO = {"commander": ("a commander", "3", ""), "supported": ("an element", "6", "no support: ")}
"""Fact -> noun of the element named with a distance (`supported=t2:6`), and words before a reason against it."""


def _yes_or_who(
    fact: str, state: State, known: Facts, why_not: Callable[[Element, Number | None], str]
) -> Worded[bool]:
    """Return a function that reads the typed value of a fact: yes, no, or the id of the element that helps in the test.
    If this element cannot help, its id counts as no, and the reason is noted.
    """

    def read(text: str) -> bool:
        if text.lower() in ("yes", "y", "no", "n"):
            return yes_or_no(fact)(text)
        who, far, noted = _WHO[fact]
        name, _, away = text.partition(":")
        distance = state.ruler.read(fact)(away) if away else None
        reason = why_not(
            state.find(name, hint=f"type {fact}=yes, {fact}=no, or {who} and its distance: {fact}=ELEMENT:{far}"),
            distance,
        )
        known.notes += [f"{noted}{reason}"] if reason else []
        return not reason

    return Worded(read, ("yes", "no"))


def no_support(state: State, table: Table, element: Element, other: Element, distance: Number | None = None) -> str:
    """Return the reason why `other` does not support `element`; "" if `other` supports it.

    If no distance is given, `other` counts as near enough.
    """
    near, radio, away = table.limits["near"], table.limits["radio_support"], distance or 0
    far, radios = away > near, "radio" in element.flags and "radio" in other.flags
    alike = same_type(element, other)
    unknown = f"{other.name}: its type is not known (set `model` for both elements), and it is more than {near} away"
    reasons = (
        (other.id == element.id, "an element does not support itself (SPT-04)"),
        (other.side != element.side, f"{other.name}: it is not on the same side as {element.name} (SPT-04)"),
        (other.suppressed, f"{other.name}: it is suppressed (SPT-03)"),
        (not state.is_combat(other), f"{other.name}: it is not a combat element (SPT-05)"),
        (
            element.armoured and not other.armoured,
            f"{other.name}: it is not an AFV; only an AFV can support {element.name} (SPT-01)",
        ),
        (far and not element.armoured, f"{other.name}: it is more than {near} away (SPT-02)"),
        (away > max(near, radio), f"{other.name}: it is more than {radio} away (SPT-01)"),
        (
            far and not radios,
            f"{other.name}: it is more than {near} away, and one or both of the elements have no radio (SPT-06)",
        ),
        (far and alike is False, f"{other.name}: it is of another type, and more than {near} away (SPT-01)"),
        (far and alike is None, f"{unknown} (SPT-01)"),
    )
    return next((words for holds, words in reasons if holds), "")


def same_type(element: Element, other: Element) -> bool | None:
    """Return whether two AFVs have the same card, and so the same type; None if this is not known (D20-SPT-01)."""
    if element.model and other.model:
        return element.model == other.model
    return False if element.type != other.type else None


def supporters(state: State, table: Table, element: Element) -> tuple[Element, ...]:
    """Return the elements that can support `element` if they are near enough."""
    return tuple(one for one in state.in_play(element.side) if not no_support(state, table, element, one))


def no_command(table: Table, element: Element, other: Element, distance: Number | None = None) -> str:
    """Return the reason why `other` does not help the test of `element` as a commander; "" if `other` helps.

    A suppressed commander helps too (D20-SUP-14).
    """
    if "commander" not in other.flags or other.side != element.side:
        return f"{other.name}: it is not a commander of {element.side}"
    if other.id == element.id:
        return "a commander does not help itself (SUP-14)"
    near = table.limits["near"]
    return f"{other.name}: it is more than {near} away (SUP-04)" if distance and distance > near else ""


def objections(sit: TestsSituation) -> tuple[Objection, ...]:
    """Return the objections: only suppressed elements make this test."""
    rows = sit.table.modifiers
    return (
        *(
            Objection("SUP-12", f"{test.element.name}: it is not suppressed, so it has no test to make")
            for test in sit.tests
            if not test.element.suppressed
        ),
        *(
            no
            for test in sit.tests
            for alone in [test.circumstances._replace(told=test.circumstances.told.of(test.element.id))]
            for no in rows.refused("activate", alone, test.element.name)
        ),
    )


def out_of_turn(state: State, table: Table, sit: TestsSituation) -> tuple[Objection, ...]:
    """Return the objections that the sequence of play raises. An element tests once in the Command phase of its own
    side.
    """
    again = tuple(
        Objection("SUP-12", f"{test.element.name}: it has already made its one test in this phase")
        for test in sit.tests
        if "tested" in test.element.done
    )
    return (*out_of_phase(state, table, "command", sit.side, "a test to remove suppression"), *again)


def pool_of(test: Test, table: Table, key: str) -> Pool:
    """Return the roll of one element. One face of the die always routs the element, whatever the modifiers (D20-SUP-01
    to 03).
    """
    name, limits = test.element.name, table.limits
    usual = DiceLine(name, limits["recover_need"], "to recover", "SUP-01", "need")
    need = need_line(table, "sup", test.circumstances, usual)
    need = replace(need, words=f"{need.words}; on a natural {limits['rout_face']} the element routs")
    lines = table.modifiers.lines("sup", test.circumstances, name)
    added = sum(line.amount for line in lines if line.applied)
    reading = Row(((1, STAYS), (need.amount, RECOVERS)), added, naturals=((limits["rout_face"], ROUTS),))
    return Pool(key, test.element.side, f"{name} to recover", (need, *lines), reading, 1, D20, "SUP-01")


def recovery(sit: TestsSituation) -> Procedure[Outcome]:
    """Return the outcome of all tests. Their dice are thrown together."""
    pools = [pool_of(test, sit.table, test.element.id if place else "test") for place, test in enumerate(sit.tests)]
    names = [test.element.name for test in sit.tests]
    fell = yield from throw(*pools, read=lambda *fates: Fell(tuple(zip(names, map(str, fates), strict=True))))
    effects: list[Effect] = [Did(test.element.id, "tested") for test in sit.tests if sit.state.clock.turn]
    words: list[str] = []
    gone: set[str] = set()
    for test, (name, fate) in zip(sit.tests, fell.results, strict=True):
        if name in gone:
            words.append(f"{name}: it was already removed, with its transport")
        elif fate == ROUTS:
            victim = victim_of(sit.state, sit.table, test.element)
            natural = f"{name}: a natural {sit.table.limits['rout_face']}"
            routed = yield from suffer(victim, Fate.ROUTED, natural)
            effects += effects_of(routed)
            words += [f"{routed.words[0]} (SUP-02)", *routed.words[1:]]
            gone |= dict(routed.tally).keys()
        else:
            effects += [Recover(test.element.id)] if fate == RECOVERS else []
            words.append(f"{name}: {fate}")
    tally = tuple((name, Fate.ROUTED if name in gone else fate) for name, fate in fell.results)
    return Outcome(tuple(effects), tuple(words), table_instructions(sit.state, *effects), (), tally)


ACT = Act(
    verb="activate",
    words="test elements to remove suppression, in the command phase",
    usage="activate ELEMENT [ELEMENT ...] [commander=yes] [supported=no] [edge=yes]",
    facts={
        "commander": "yes: a friendly commander is near; or the commander's id and distance: commander=hq:3",
        "supported": "no, yes or the supporting element; add the distance if the element is not near: supported=t2:6",
        "edge": "yes: the element is near a table edge that is not its own; or the distance to this edge: edge=3",
        "objectives": "the number of objectives that the side of the element holds",
        "losses": "the number of friendly elements that were removed from play",
    },
    choices=choices("commander supported edge"),
    adds_to="test",
    lists=LISTS,
    situate=situate,
    objections=objections,
    procedure=recovery,
    out_of_turn=out_of_turn,
)

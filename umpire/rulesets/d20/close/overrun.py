"""Overrun: non-combat elements in contact with the enemy at the end of the Movement phase (D20-OVR)."""

from __future__ import annotations

from umpire.core.frozen import frozen
from umpire.core.mistakes import HowMany, WrongSide
from umpire.core.outcome import Objection, Outcome
from umpire.core.procedure import Procedure, choose
from umpire.game.act import Act, Situation
from umpire.game.facts import Facts, TypedLine
from umpire.rulesets.d20.effects import Effect, Remove, TakePlace, apply, table_instructions
from umpire.rulesets.d20.state import Element, State, names
from umpire.rulesets.d20.table import Table
from umpire.rulesets.d20.turn import out_of_phase

OVERRUN = "overrun"
REPLACED = "replaced"


@frozen
class OverrunSituation(Situation):
    """The elements that the line names as overrun, and the enemies that overrun these elements."""

    victims: tuple[Element, ...]
    by: tuple[Element, ...]
    state: State


def situate(state: State, table: Table, typed: TypedLine) -> OverrunSituation:
    """Return the situation of `overrun hq by tiger`. Raises Mistake if the line makes no sense."""
    victims, by = state.meant(typed.named("")), state.meant(typed.named("by"))
    if not victims or not by:
        hint = "for example: overrun {} by {}".format(*_example(state))
        raise HowMany("name the overrun elements and the enemies that overrun them", hint)
    if len({one.side for one in victims}) > 1 or any(one.side == victims[0].side for one in by):
        raise WrongSide(
            "only an enemy can overrun elements",
            "name the elements of one side, then `by`, then the elements of the other side",
        )
    known = Facts(typed)
    known.finish()
    title = f"{names(victims)}: overrun by {names(by)}"
    return OverrunSituation(title, by[0].side, known, victims, by, state)


def _example(state: State) -> tuple[str, str]:
    """Return two ids for a hint: an element in danger of being overrun, and its enemy.

    If no element can be overrun by an enemy, return the ids from `State.example`.
    """
    every = [(one.id, by.id) for one in state.in_play() for by in state.in_play() if one.side != by.side]
    fighting = {one.id for one in state.in_play() if state.is_combat(one)}
    return next((pair for pair in every if pair[0] not in fighting and pair[1] in fighting), state.example())


def objections(sit: OverrunSituation) -> tuple[Objection, ...]:
    """Return the objections: only a non-combat element can be overrun, and only a combat element can overrun it."""
    found = [
        Objection("OVR-01", f"{one.name}: a combat element cannot be overrun")
        for one in sit.victims
        if sit.state.is_combat(one)
    ]
    if not any(sit.state.is_combat(one) for one in sit.by):
        found.append(Objection("OVR-06", f"{names(sit.by)}: not a combat element, so it cannot overrun"))
    return tuple(found)


def out_of_turn(state: State, table: Table, sit: OverrunSituation) -> tuple[Objection, ...]:
    """Return the objections that the sequence of play raises. Elements are overrun only at the end of a Movement phase,
    of either side (D20-TURN-06).
    """
    return out_of_phase(state, table, "movement", state.clock.side, "an overrun")


def overrun(sit: OverrunSituation) -> Procedure[Outcome]:
    """Return the outcome of `overrun`: the elements named are removed, or a commander takes the place of another
    element.
    """
    return (yield from overrunning(sit.state, sit.victims))


def in_contact(state: State) -> tuple[Element, ...]:
    """Return the non-combat elements of either side that touch an enemy combat element (D20-OVR-01, D20-OVR-06)."""
    return tuple(
        one
        for one in state.in_play()
        if not state.is_combat(one) and any(state.is_combat(enemy) for enemy in state.touching(one))
    )


def overrunning(state: State, victims: tuple[Element, ...]) -> Procedure[Outcome]:
    """Return the outcome when these elements are overrun, one after another.

    If an overrun commander can take the place of another element, the commander's owner chooses that element.
    """
    before, effects = state, list[Effect]()
    words: list[str] = []
    tally: list[tuple[str, int | str]] = []
    for victim in victims:
        options = replacements(state, victim)
        if options:
            chosen = yield from choose(
                f"replace-{victim.id}",
                victim.side,
                f"element that gives up its place for {victim.name} (OVR-02)",
                tuple((one.id, one.name, one.id) for one in options),
                "the element with the lowest sum of AP, HE and defence",
            )
            changes: tuple[Effect, ...] = (TakePlace(victim.id, chosen),)
            words.append(f"{victim.name}: overrun, so it takes the place of {state.elements[chosen].name} (OVR-02)")
        else:
            changes = tuple(Remove(one.id, OVERRUN) for one in (victim, *state.aboard(victim)))
            why = "; no element of its command can replace it (OVR-03)" if "commander" in victim.flags else ""
            words.append(f"{victim.name}: overrun (OVR-01){why}")
        tally.append((victim.name, REPLACED if options else OVERRUN))
        effects += changes
        state = apply(state, changes)
    return Outcome(tuple(effects), tuple(words), table_instructions(before, *effects), (), tuple(tally))


def replacements(state: State, victim: Element) -> tuple[Element, ...]:
    """Return the elements that an overrun commander may replace: combat elements under the commander that touch no
    enemy (D20-OVR-07). Return () if the victim is not a commander. If no element is recorded as under the commander,
    the elements without a commander are used. The weakest element comes first, because Enter chooses the first element.
    """
    if "commander" not in victim.flags:
        return ()
    own = [one for one in state.in_play(victim.side) if one.id != victim.id and state.is_combat(one)]
    named = any(one.under == victim.id for one in state.elements.values())
    chain = [one for one in own if one.under == (victim.id if named else "")]
    return tuple(sorted((one for one in chain if not state.touching(one)), key=_worth))


def _worth(one: Element) -> int:
    """Return the sum of the AP, HE and defence of an element; an AP of "*" counts as 0."""
    return sum(value for value in (one.ap, one.he, one.defence) if isinstance(value, int))


ACT = Act(
    verb="overrun",
    words="remove non-combat elements in contact; `next` also removes them after movement",
    usage="overrun ELEMENT [ELEMENT ...] by ENEMY",
    connectors=("by",),
    situate=situate,
    objections=objections,
    procedure=overrun,
    out_of_turn=out_of_turn,
)

"""The effects of the results F, S and K on an element, and on the elements aboard (D20-RES, D20-TRN)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import combinations

from umpire.core.frozen import frozen, replace
from umpire.core.outcome import Follow, Outcome
from umpire.core.pools import DiceLine, Pool
from umpire.core.procedure import Procedure, choose, throw
from umpire.core.readings import Face
from umpire.rulesets.d20.effects import Board, Effect, OweFallBack, Remove, Suppress, table_instructions
from umpire.rulesets.d20.state import Element, State, names
from umpire.rulesets.d20.table import Result, Table, fall_back_moves

_ALL_WAYS = 3
"""Up to this number of passengers of an APC, every way for some of them to get off is offered."""


class Fate(StrEnum):
    """The possible results for an element, the lightest first. The value of each result is its text for `--odds`.

    The last three fates name a special cause. Each of these three fates has the same effect as an earlier fate.
    """

    NOTHING = "no effect"
    DISMOUNTS = "dismounts"
    FALLS_BACK = "falls back"
    SUPPRESSED = "suppressed"
    ONE_INSIDE = "one element inside knocked out"
    KNOCKED_OUT = "knocked out"
    ROUTED = "routed"
    F_IGNORED = "no effect of an F"
    BY_AN_F = "suppressed by an F"
    BY_AN_S = "knocked out by an S"

    @property
    def comes_to(self) -> Fate:
        """The fate to apply.

        A fate with a special cause becomes the fate with the same effect. Any other fate does not change.
        """
        return _COMES_TO.get(self, self)


_COMES_TO = {Fate.F_IGNORED: Fate.NOTHING, Fate.BY_AN_F: Fate.SUPPRESSED, Fate.BY_AN_S: Fate.KNOCKED_OUT}
Tally = tuple[tuple[str, int | str], ...]


@frozen
class Fell:
    """Pairs of an element's name and the result of its dice, in order."""

    results: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return ", ".join(f"{name} {result}" for name, result in self.results)


def standing_fast(element: Element, *, dug_in: bool, fortified: bool, under: str = "") -> tuple[str, ...]:
    """Return the reasons why the result F does not drive an element back (D20-RES-01); () if the result F drives the
    element back.

    `under` is a further reason, such as mortar fire; "" if there is none.
    """
    reasons = (("a CSW", element.crew_served), ("dug in", dug_in), ("in fortifications", fortified), (under, under))
    return tuple(words for words, holds in reasons if holds)


@frozen
class Victim:
    """The element that takes a result, and the facts on which the effects depend. `holds` are the reasons why the
    result F does not drive the element back. `moves` is the number of fall-back moves that the result F causes. `enemy`
    is the id of the enemy from which the element falls back. `passengers` are the elements that the element carries or
    tows.
    """

    element: Element
    state: State
    holds: tuple[str, ...]
    passengers: tuple[Element, ...]
    moves: int
    enemy: str = ""

    @property
    def carried(self) -> tuple[Element, ...]:
        """The elements in or on the victim, except for guns that the victim tows."""
        return tuple(one for one in self.passengers if not one.limbered)

    @property
    def several_inside(self) -> bool:
        """True if the victim is a transport with two or more elements inside. Then the result K removes one of these
        elements, and not the transport (D20-TRN-02).
        """
        return len(self.carried) > 1 and self.element.transport

    def fate(self, result: Result) -> Fate:
        """Return the fate that a result means for the victim."""
        suppressed = self.element.suppressed
        match result:
            case Result.FALL_BACK if self.holds:
                return Fate.F_IGNORED if suppressed else Fate.BY_AN_F
            case Result.FALL_BACK:
                return Fate.FALLS_BACK
            case Result.SUPPRESSED if not suppressed:
                return Fate.SUPPRESSED
            case Result.SUPPRESSED | Result.KNOCKED_OUT if self.several_inside:
                return Fate.ONE_INSIDE
            case Result.SUPPRESSED:
                return Fate.BY_AN_S
            case Result.KNOCKED_OUT:
                return Fate.KNOCKED_OUT
        return Fate.NOTHING

    def why(self, fate: Fate) -> str:
        """Return the reason and the rule for a fate, in brackets; "" if the fate needs no reason."""
        suppressed, holds = self.element.suppressed, ", ".join(self.holds)
        return {
            Fate.F_IGNORED: f" (suppressed already and {holds}: an F is ignored, RES-01)",
            Fate.BY_AN_F: f" ({holds}: an F counts as S, RES-01)",
            Fate.FALLS_BACK: " and stays suppressed (RES-03)" if suppressed else " (RES-02)",
            Fate.ONE_INSIDE: f", the transport {'stays' if suppressed else 'is'} suppressed (TRN-02)",
            Fate.BY_AN_S: " (suppressed already: an S counts as K, RES-05)",
        }.get(fate, "")


def victim_of(state: State, table: Table, element: Element, holds: tuple[str, ...] = (), enemy: str = "") -> Victim:
    """Return an element with the facts on which the effects of a result depend."""
    return Victim(element, state, holds, state.aboard(element), table.limits["fall_back_moves"], enemy)


def suffer(victim: Victim, cause: Fate, said: str, tally: Tally = ()) -> Procedure[Outcome]:
    """Return the outcome of the fate `cause` for an element, and for the elements that the element carries or tows.

    `said` is the text that the outcome shows before the fate. `tally` has earlier results, such as the roll to hit.
    """
    element, state, fate = victim.element, victim.state, cause.comes_to
    words = [f"{said}: {fate}{victim.why(cause)}"]
    fates = dict.fromkeys(victim.passengers, Fate.NOTHING)
    lost: tuple[Element, ...] = ()
    if fate is Fate.FALLS_BACK:
        pending = (f"{element.name} {fall_back_moves(element.fall_back_owed + victim.moves)}",)
        owes = OweFallBack(element.id, victim.moves, victim.enemy)
        return Outcome((owes,), tuple(words), (), pending, (*tally, (element.name, fate), *_tally(fates)))
    if fate in (Fate.SUPPRESSED, Fate.KNOCKED_OUT, Fate.ROUTED) and victim.passengers:
        words.append(f"{names(victim.passengers)}: the same result as {element.name} (TRN-01)")
    if fate is Fate.SUPPRESSED:
        by_an_f = cause is Fate.BY_AN_F  # never a K by it (RES-04)
        lost = tuple(one for one in victim.passengers if one.suppressed and not by_an_f)
        if lost:
            words.append(f"{names(lost)}: suppressed already, so knocked out (TRN-09, RES-05)")
    elif fate in (Fate.KNOCKED_OUT, Fate.ROUTED):
        lost = (element, *victim.passengers)
    elif fate is Fate.ONE_INSIDE:
        unlucky = yield from _lot(victim)
        lost = (unlucky,)
        words.append(f"{unlucky.name}: drawn by lot, knocked out; all other elements aboard suppressed (TRN-02)")
    staying = tuple(one for one in victim.passengers if one not in lost) if fate is not Fate.NOTHING else ()
    struck = () if fate in (Fate.NOTHING, Fate.KNOCKED_OUT, Fate.ROUTED) else (element, *staying)
    off: tuple[Element, ...] = ()
    if struck:
        carrier, inside = element, staying
        if element.aboard and not state.elements[element.aboard].removed:  # a passenger itself
            carrier, inside = state.elements[element.aboard], (element,)
        off = yield from _get_off(carrier, tuple(one for one in inside if not one.limbered))
        if off and not carrier.shelters:
            words.append(f"{names(off)}: must dismount (TRN-04)")
    gone = Fate.ROUTED if fate is Fate.ROUTED else Fate.KNOCKED_OUT
    fates |= {one: gone for one in lost if one in fates}
    fates |= dict.fromkeys((one for one in staying if one in struck), Fate.SUPPRESSED)
    effects: tuple[Effect, ...] = (
        *(Remove(one.id, "routed" if fate is Fate.ROUTED else "knocked-out") for one in lost),
        *(Suppress(one.id) for one in struck if not one.suppressed),
        *(Board(one.id, "") for one in off),
    )
    return Outcome(
        effects, tuple(words), table_instructions(state, *effects), (), (*tally, (element.name, fate), *_tally(fates))
    )


def riders_jump_off(victim: Victim, outcome: Outcome) -> Outcome:
    """Return the outcome of an AP hit on a tank with riders, if the tank is not damaged. The riders jump off, but are
    not suppressed (D20-TRN-05, D20-TRN-10).
    """
    riders = victim.state.riders(victim.element)
    off = tuple(Board(one.id, "") for one in riders)
    fates = {one.name: Fate.DISMOUNTS for one in riders}
    return replace(
        outcome,
        words=(*outcome.words, f"{names(riders)}: must dismount, because the tank was hit without damage (TRN-05)"),
        effects=(*outcome.effects, *off),
        instructions=(*outcome.instructions, *table_instructions(victim.state, *off)),
        tally=tuple((name, fates.get(name, value)) for name, value in outcome.tally),
    )


def _lot(victim: Victim) -> Procedure[Element]:
    """Return the element inside a transport that is knocked out. The element is drawn by lot (D20-TRN-07)."""
    inside = victim.carried
    numbered = ", ".join(f"{number} {one.name}" for number, one in enumerate(inside, 1))
    line = DiceLine(victim.element.name, 1, "one element inside, by lot", "TRN-07")
    label = f"draw lots among the elements in {victim.element.name}: {numbered}"
    pool = Pool(
        "lot", victim.element.side, label, (line,), Face(tuple(each.id for each in inside)), 1, len(inside), "TRN-07"
    )
    drawn = yield from throw(pool, read=lambda face: inside[face - 1].name)
    return next(one for one in inside if one.name == drawn)


def _get_off(carrier: Element, carried: tuple[Element, ...]) -> Procedure[tuple[Element, ...]]:
    """Return the suppressed passengers that dismount.

    If the carrier is an APC, the owner chooses the passengers that dismount. From any other carrier, all suppressed
    passengers must dismount (D20-TRN-04).
    """
    if not carried or not carrier.shelters:
        return carried
    sizes = range(1, len(carried) + 1) if len(carried) <= _ALL_WAYS else (len(carried),)
    some = [group for size in sizes for group in combinations(carried, size)]
    options: list[tuple[str, str, tuple[str, ...]]] = [("stay", "all stay aboard", ())]
    options += [(_token(group, carried), f"dismount: {names(group)} (TRN-04)", _ids(group)) for group in some]
    words = f"passengers of {carrier.name}"
    chosen = yield from choose(f"dismount-{carrier.id}", carrier.side, words, tuple(options), "they stay aboard")
    return tuple(one for one in carried if one.id in chosen)


def _token(group: tuple[Element, ...], carried: tuple[Element, ...]) -> str:
    return "dismount" if group == carried else ",".join(_ids(group))


def _ids(elements: Iterable[Element]) -> tuple[str, ...]:
    return tuple(one.id for one in elements)


def _tally(fates: dict[Element, Fate]) -> tuple[tuple[str, str], ...]:
    return tuple((one.name, fate) for one, fate in fates.items())


def follows(state: State, table: Table, corrections: Mapping[str, Mapping[str, str]]) -> tuple[Follow, ...]:
    """Return the elements carried or towed by vehicles that a correction removes. These elements must be removed too
    (D20-TRN-01).
    """
    found = []
    for id, keys in corrections.items():
        how = keys.get("removed", "none")
        aboard = (
            [one for one in state.aboard(state.elements[id]) if one.id not in corrections]
            if id in state.elements
            else []
        )
        if how != "none" and aboard and not state.elements[id].removed:
            words = (*_ids(aboard), f"removed={how}")
            found.append(Follow(words, f"{names(aboard)}: the same result as {state.elements[id].name} (TRN-01)"))
    return tuple(found)


def severity() -> Sequence[str]:
    """Return the possible effects on an element, the lightest first."""
    return tuple(fate for fate in Fate if fate.comes_to is fate)

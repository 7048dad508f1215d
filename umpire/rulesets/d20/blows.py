"""What the results F, S and K come to for the element that takes them, and for those it carries (D20-RES, D20-TRN)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from umpire.core.frozen import frozen, replace
from umpire.core.outcome import Outcome
from umpire.core.pools import Line, Pool
from umpire.core.procedure import Procedure, choose, throw
from umpire.core.readings import Face
from umpire.rulesets.d20.effects import Board, Effect, OweFallBack, Remove, Suppress
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.turn import fall_back_moves

NOTHING = "no effect"
FALLS_BACK = "falls back"
SUPPRESSED = "suppressed"
BY_AN_F = "suppressed by an F"
F_IGNORED = "no effect of an F"
KNOCKED_OUT = "knocked out"
BY_AN_S = "knocked out by an S"
ONE_INSIDE = "one inside knocked out"
ROUTED = "routed"
DISMOUNTS = "dismounts"

SHORT = {BY_AN_F: SUPPRESSED, F_IGNORED: NOTHING, BY_AN_S: KNOCKED_OUT}
"""Fates that come to the same as another, and differ in the words that say why."""
_SEVERITY = (NOTHING, DISMOUNTS, FALLS_BACK, SUPPRESSED, ONE_INSIDE, KNOCKED_OUT, ROUTED)
_ALL_WAYS = 3
"""Up to so many passengers of an APC, every way for some of them to get off is offered."""


def severity() -> tuple[str, ...]:
    """What may befall an element, the lightest first."""
    return _SEVERITY


@frozen
class Victim:
    """The element a result falls on, and what the results depend on.

    `holds` says why an F does not drive it back, "" if it does; `passengers` are carried or towed by it; `moves` is
    how many fall-back moves an F is, `enemy` the id of whom it falls back from; `carrier` carries or tows it.
    """

    element: Element
    holds: str
    passengers: tuple[Element, ...]
    moves: int
    enemy: str = ""
    carrier: Element | None = None

    @property
    def carried(self) -> tuple[Element, ...]:
        """Those in or on it, without guns behind it."""
        return tuple(one for one in self.passengers if not one.limbered)

    @property
    def several_inside(self) -> bool:
        """Whether it is a transport with two or more elements inside, which a K does not remove (D20-TRN-02)."""
        return len(self.carried) > 1 and self.element.transport

    def fate(self, result: str) -> str:
        """What a result (-, F, S or K) comes to."""
        suppressed = self.element.suppressed
        if result == "F" and self.holds:
            return F_IGNORED if suppressed else BY_AN_F
        if result == "F":
            return FALLS_BACK
        if result == "S" and not suppressed:
            return SUPPRESSED
        if result in ("S", "K") and self.several_inside:
            return ONE_INSIDE
        if result in ("S", "K"):
            return KNOCKED_OUT if result == "K" else BY_AN_S
        return NOTHING

    def why(self, fate: str) -> str:
        """The rule behind a fate, in brackets, where one decided."""
        suppressed = self.element.suppressed
        if fate == F_IGNORED:
            return f" (suppressed already, {self.holds}: an F is ignored, RES-01)"
        if fate == BY_AN_F:
            return f" ({self.holds}: an F counts as S, RES-01)"
        if fate == FALLS_BACK:
            return " and stays suppressed (RES-03)" if suppressed else " (RES-02)"
        if fate == ONE_INSIDE:
            return f", the transport {'stays' if suppressed else 'is'} suppressed (TRN-02)"
        if fate == BY_AN_S:
            return " (suppressed already: an S counts as K, RES-05)"
        return ""


def victim_of(state: State, element: Element, moves: int, holds: str = "", enemy: str = "") -> Victim:
    """An element as the victim of a result. `holds` tells of more than its card: support or mortar fire."""
    reasons = (
        ("a CSW", element.crew_served),
        ("dug in", "dug-in" in element.flags),
        ("in fortifications", "fortified" in element.flags),
        (holds, bool(holds)),
    )
    held = ", ".join(words for words, so in reasons if so)
    return Victim(element, held, state.aboard(element), moves, enemy, state.elements.get(element.aboard))


def settle(victim: Victim, fate: str, said: str, tally: tuple[tuple[str, int | str], ...] = ()) -> Procedure[Outcome]:
    """What a fate does to the element and to those it carries. `said` is what led to it, `tally` was counted before."""
    name, id, by_an_f = victim.element.name, victim.element.id, fate == BY_AN_F
    words = [f"{said}: {SHORT.get(fate, fate)}{victim.why(fate)}"]
    fate = SHORT.get(fate, fate)
    fates = dict.fromkeys(victim.passengers, NOTHING)
    lost: tuple[Element, ...] = ()
    if fate == FALLS_BACK:
        owed = (f"{name} {fall_back_moves(victim.element.fall_back_owed + victim.moves)}",)
        effects: tuple[Effect, ...] = (OweFallBack(id, victim.moves, victim.enemy),)
        return Outcome(effects, tuple(words), (), owed, (*tally, (name, fate), *_tally(fates)))
    if fate == SUPPRESSED:
        lost = tuple(one for one in victim.passengers if one.suppressed and not by_an_f)  # never a K by it (RES-04)
        if victim.passengers:
            words.append(f"{_names(victim.passengers)}: the same fate (TRN-01)")
        if lost:
            words.append(f"{_names(lost)}: suppressed already, so knocked out (TRN-09, RES-05)")
    elif fate in (KNOCKED_OUT, ROUTED):
        lost = (victim.element, *victim.passengers)
        if victim.passengers:
            words.append(f"{_names(victim.passengers)}: the same fate (TRN-01)")
    elif fate == ONE_INSIDE:
        unlucky = yield from _lot(victim)
        lost = (unlucky,)
        words.append(f"{unlucky.name} is drawn and knocked out, whoever else is aboard is suppressed (TRN-02)")
    staying = tuple(one for one in victim.passengers if one not in lost) if fate != NOTHING else ()
    struck = () if fate in (NOTHING, KNOCKED_OUT, ROUTED) else (victim.element, *staying)
    off: tuple[Element, ...] = ()
    if struck:
        carrier, inside = victim.element, staying
        if victim.carrier is not None:  # it carries nobody: it is a passenger itself
            carrier, inside = victim.carrier, (victim.element,)
        off = yield from _get_off(carrier, tuple(one for one in inside if not one.limbered))
        if off and not carrier.shelters:
            words.append(f"{_names(off)} must dismount (TRN-04)")
    fates |= {one: ROUTED if fate == ROUTED else KNOCKED_OUT for one in lost if one in fates}
    fates |= dict.fromkeys((one for one in staying if one in struck), SUPPRESSED)
    why = "routed" if fate == ROUTED else "knocked-out"
    fresh = tuple(one for one in struck if not one.suppressed)
    effects = (
        *(Remove(one.id, why) for one in lost),
        *(Suppress(one.id) for one in fresh),
        *(Board(one.id, "") for one in off),
    )
    hands = (
        *(f"REMOVE {one.name}" for one in lost),
        *(f"SUPPRESS {one.name}" for one in fresh),
        *(f"DISMOUNT {one.name}" for one in off),
    )
    return Outcome(effects, tuple(words), hands, (), (*tally, (name, fate), *_tally(fates)))


def riders_jump_off(victim: Victim, outcome: Outcome) -> Outcome:
    """Riders leave a tank that AP has hit without damage; they are not suppressed by it (D20-TRN-05, D20-TRN-10)."""
    riders = victim.carried
    fates = {one.name: DISMOUNTS for one in riders}
    return replace(
        outcome,
        words=(*outcome.words, f"{_names(riders)} must dismount: the tank was hit without damage (TRN-05)"),
        effects=(*outcome.effects, *(Board(one.id, "") for one in riders)),
        hands=(*outcome.hands, *(f"DISMOUNT {one.name}" for one in riders)),
        tally=tuple((name, fates.get(name, value)) for name, value in outcome.tally),
    )


def _lot(victim: Victim) -> Procedure[Element]:
    """Which of those inside is knocked out: each with the same chance (D20-TRN-07)."""
    inside = victim.carried
    numbered = ", ".join(f"{number} {one.name}" for number, one in enumerate(inside, 1))
    line = Line(victim.element.name, 1, "one of those inside, by lot", "TRN-07")
    label = f"lot in {victim.element.name}: {numbered}"
    pool = Pool("lot", victim.element.side, label, (line,), Face(), 1, len(inside), "TRN-07")
    drawn = yield from throw(pool, read=lambda face: inside[face - 1].name)
    return next(one for one in inside if one.name == drawn)


def _get_off(carrier: Element, carried: tuple[Element, ...]) -> Procedure[tuple[Element, ...]]:
    """Who dismounts on being suppressed: all of them, or from an APC whom their owner chooses (D20-TRN-04)."""
    if not carried or not carrier.shelters:
        return carried
    sizes = range(1, len(carried) + 1) if len(carried) <= _ALL_WAYS else (len(carried),)
    some = [group for size in sizes for group in combinations(carried, size)]
    options: list[tuple[str, str, tuple[str, ...]]] = [("stay", "all stay aboard", ())]
    options += [(_token(group, carried), f"{_names(group)} dismount (TRN-04)", _ids(group)) for group in some]
    words = f"passengers of {carrier.name}"
    chosen = yield from choose(f"dismount-{carrier.id}", carrier.side, words, tuple(options), "they stay aboard")
    return tuple(one for one in carried if one.id in chosen)


def _token(group: tuple[Element, ...], carried: tuple[Element, ...]) -> str:
    return "dismount" if group == carried else ",".join(_ids(group))


def _ids(elements: Iterable[Element]) -> tuple[str, ...]:
    return tuple(one.id for one in elements)


def _names(elements: Iterable[Element]) -> str:
    return ", ".join(one.name for one in elements)


def _tally(fates: dict[Element, str]) -> tuple[tuple[str, str], ...]:
    return tuple((one.name, fate) for one, fate in fates.items())

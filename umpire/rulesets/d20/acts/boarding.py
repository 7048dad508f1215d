"""The objections to getting on and off vehicles, to limbering, and to breaking weapons down (D20-LIM)."""

from __future__ import annotations

from collections.abc import Callable

from umpire.core.frozen import frozen
from umpire.core.mistakes import Twice, WrongPlace, WrongSort
from umpire.core.outcome import Objection
from umpire.game.facts import Facts, yes_or_no
from umpire.rulesets.d20.effects import Board, BreakDown, Did, Effect, Touch
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Table
from umpire.rulesets.d20.turn import against

ON = ("mount", "embark", "limber")  # each is reversed by the word at the same place of the next line
OFF = ("dismount", "disembark", "unlimber")
APART = ("breakdown", "assemble")


@frozen
class Boarding:
    """An action of one element, such as mount or unlimber.

    `what` is mount, embark, limber, dismount, disembark, unlimber, breakdown or assemble. `carrier` is the vehicle.
    `reached` is true if the element gets into contact with the vehicle. `at_once` means that the element is suppressed
    and must get off now.
    """

    what: str
    carrier: Element | None = None
    reached: bool = True
    at_once: bool = False

    @property
    def verb(self) -> str:
        """The action as a verb in a sentence."""
        return "break down" if self.what == "breakdown" else self.what

    @property
    def entire_turn(self) -> bool:
        """True if the action takes the entire turn of the element and of its carrier.

        Mount, dismount and actions with `at_once` do not take the entire turn (D20-LIM-03).
        """
        return self.what not in ("mount", "dismount") and not self.at_once


def boarding_told(state: State, table: Table, known: Facts, element: Element, of: str = "") -> Boarding | None:
    """Return the action typed for this element; None if no action is typed.

    If the line moves several elements, `of` is the id of this element, else "". Raises Mistake if the action makes no
    sense.
    """

    def named(fact: str, off: str) -> Callable[[str], str]:
        hint = f"name the vehicle with {fact}=ELEMENT; to get off, type {off}=yes"

        def read(text: str) -> str:
            if text.lower() in ("yes", "y", "no", "n") and text not in state.elements:
                raise WrongSort(f"{fact}={text} is not a vehicle", hint, fact=fact, word=text)
            return state.find(text, hint=hint).id

        return read

    on = [(fact, known.settle(fact, named(fact, off), subject=of)) for fact, off in zip(ON, OFF, strict=True)]
    off = [fact for fact in (*OFF, *APART) if known.settle(fact, yes_or_no(fact), subject=of)]
    lines = [(fact, id) for fact, id in on if id]
    if len(lines) + len(off) > 1:
        raise Twice(
            f"{element.name}: it can do only one of these at a time: {', '.join([*(fact for fact, _ in lines), *off])}",
            "type only one of them",
        )
    if not lines and not off:
        return None
    if off and off[0] in APART:
        return Boarding(off[0])
    if off:
        if not element.aboard:
            raise WrongPlace(
                f"{element.name}: it is not aboard a vehicle", f"`umpire status {element.id}` shows the element"
            )
        what = "dismount" if not element.crew_served else "unlimber" if element.limbered else "disembark"
        carrier = state.elements[element.aboard]
        must = element.suppressed and not element.limbered and not carrier.shelters  # TRN-04
        return Boarding(what, carrier, at_once=must)
    what, carrier = lines[0][0], state.elements[lines[0][1]]
    _check_carrier(table, element, carrier)
    if not element.crew_served:
        if what == "limber":
            raise WrongSort(
                f"{element.name}: it is not a crew-served weapon, so it cannot limber", f"mount={carrier.id}"
            )
        what = "mount"
    elif what == "mount":
        what = "embark"
    reached = known.settle(
        "reached", yes_or_no("reached"), subject=of, assume=True, words=f"its move reaches {carrier.name}"
    )
    return Boarding(what, carrier, reached)


def _check_carrier(table: Table, element: Element, carrier: Element) -> None:
    if carrier.side != element.side or carrier.id == element.id or carrier.aboard:
        raise WrongSort(f"{carrier.name}: it cannot carry {element.name}", "name a vehicle of its own side")
    if not (table.types[carrier.type].vehicle or carrier.armoured or carrier.transport):
        raise WrongSort(
            f"{carrier.name}: it cannot carry passengers", "name a vehicle, or a team with the flag `transport`"
        )
    if table.types[element.type].vehicle or element.armoured or element.soft or element.type == "HD":
        raise WrongSort(
            f"{element.name}: a vehicle cannot mount another vehicle", "name infantry or a crew-served weapon"
        )
    if element.aboard:
        raise WrongPlace(
            f"{element.name}: it is already aboard {element.aboard}", f"first: move {element.id} dismount=yes"
        )


def boarding_objections(element: Element, boarding: Boarding, *, moves: bool, falls_back: bool) -> list[Objection]:
    """Return the objections to this action that apply in every phase.

    `moves` and `falls_back` are true if the element also moves or falls back in the same command.
    """
    name, what, carrier = element.name, boarding.what, boarding.carrier
    apart, down = what in APART, element.broken_down
    how = f": move {element.id} dismount=yes fallback=yes" if what == "dismount" else ""
    backward = what == "dismount" and falls_back
    return against(
        (not boarding.reached, "LIM-06", f"{name}: it does not reach contact with {carrier.name if carrier else ''}"),
        (
            boarding.entire_turn and (moves or falls_back),
            "LIM-02" if apart else "LIM-04",
            f"{name}: it needs its entire turn to {boarding.verb}, so it cannot move",
        ),
        (
            what == "breakdown" and "man-portable" not in element.flags,
            "LIM-02",
            f"{name}: it is not man-portable, so it cannot be broken down",
        ),
        (what == "breakdown" and down, "LIM-02", f"{name}: it is already broken down"),
        (what == "assemble" and not down, "LIM-05", f"{name}: it is not broken down"),
        (apart and element.aboard, "LIM-01", f"{name}: it is aboard a vehicle and must get off first"),
        (what == "limber" and down, "LIM-05", f"{name}: it is broken down and must be put together first"),
        (
            element.suppressed and not boarding.at_once and not backward,
            "RES-06",
            f"{name}: it is suppressed and may only make fall-back moves{how}",
        ),
    )


def boarding_out_of_turn(element: Element, boarding: Boarding) -> list[Objection]:
    """Return the objections to this action because of other actions of the element or its carrier in this turn."""
    if boarding.at_once:
        return []
    name, what, carrier, whole = element.name, boarding.what, boarding.carrier, boarding.entire_turn
    acted = [one for one in ("fired", "fought") if one in element.done] + (["moved"] if element.moved else [])
    has = f"{name}: it has {' and '.join(acted)} this turn, but needs an entire turn to {boarding.verb}"
    moved = f"{carrier.name}: it has moved this turn, and must not move while {name} gets on or off" if carrier else ""
    boarded = {"mounted", "dismounted"} & set(element.done)
    return against(
        (whole and acted, "LIM-02" if what in APART else "LIM-04", has),
        (whole and carrier and carrier.moved, "LIM-04", moved),
        (
            not whole and boarded,
            "LIM-03",
            f"{name}: it has mounted or dismounted this turn, and may not do both in one turn",
        ),
    )


def boarding_effects(boarding: Boarding, element: Element, *, timed: bool) -> tuple[Effect, ...]:
    """Return the effects: the element gets on or off, or its weapon is broken down or assembled.

    If `timed` is true and the action is not `at_once`, the effects also record the action for this turn.
    """
    effects: list[Effect] = []
    match boarding.what:
        case "mount" | "embark" | "limber":
            assert boarding.carrier is not None
            effects += [Touch(element.id, ()), Board(element.id, boarding.carrier.id, boarding.what == "limber")]
        case "dismount" | "disembark" | "unlimber":
            effects.append(Board(element.id, ""))
        case what:
            effects.append(BreakDown(element.id, what == "breakdown"))
    if boarding.at_once:
        return tuple(effects)
    if timed and boarding.entire_turn:
        effects.append(Did(element.id, "busy"))
        effects += [Did(boarding.carrier.id, "held")] if boarding.carrier is not None else []
    elif timed:
        effects.append(Did(element.id, "mounted" if boarding.what == "mount" else "dismounted"))
    return tuple(effects)


def boarding_instruction(boarding: Boarding, element: Element) -> str:
    """Return the instruction for the table: `LIMBER Pak 40 to Lorry`, `DISMOUNT Rifles from Lorry`, `BREAK DOWN
    Mortar`.
    """
    if boarding.what in APART:
        return f"{'BREAK DOWN' if boarding.what == 'breakdown' else 'ASSEMBLE'} {element.name}"
    link = {"mount": "on", "embark": "on", "limber": "to"}.get(boarding.what, "from")
    assert boarding.carrier is not None
    return f"{boarding.what.upper()} {element.name} {link} {boarding.carrier.name}"

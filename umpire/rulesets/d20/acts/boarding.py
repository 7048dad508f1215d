"""Getting on, off, limbered and broken down: who may, and what it costs of a turn (D20-LIM)."""

from __future__ import annotations

from collections.abc import Callable

from umpire.core.frozen import frozen
from umpire.core.mistakes import Mistake
from umpire.core.outcome import Objection
from umpire.game.facts import Known, yes_or_no
from umpire.rulesets.d20.effects import Board, BreakDown, Did, Effect, Touch
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Table

ON = ("mount", "embark", "limber")  # each undone by the word in its place of the next line
OFF = ("dismount", "disembark", "unlimber")
APART = ("breakdown", "assemble")


@frozen
class Boarding:
    """What an element does besides moving.

    `what` is mount, embark, limber, dismount, disembark, unlimber, breakdown or assemble; `carrier` whom it gets on or
    off; `reached` whether it gets into contact with it. `at_once` says that it is suppressed and has to get off.
    """

    what: str
    carrier: Element | None = None
    reached: bool = True
    at_once: bool = False

    @property
    def entire_turn(self) -> bool:
        """Whether it takes the entire turn of the element and of its carrier: everything but mounting (D20-LIM-03)."""
        return self.what not in ("mount", "dismount") and not self.at_once


def boarding_told(state: State, table: Table, known: Known, element: Element) -> Boarding | None:
    """What is told of getting on, off or apart; None if nothing is. Raises Mistake for what cannot be meant."""

    def named(fact: str, off: str) -> Callable[[str], str]:
        hint = f"name the vehicle, {fact}=ELEMENT; to get off: {off}=yes"

        def read(text: str) -> str:
            if text.lower() in ("yes", "y", "no", "n") and text not in state.elements:
                raise Mistake(f"{fact}={text}: this is no vehicle", hint)
            return state.find(text, hint=hint).id

        return read

    on = [(fact, known.ask(fact, named(fact, off))) for fact, off in zip(ON, OFF, strict=True)]
    off = [fact for fact in (*OFF, *APART) if known.ask(fact, yes_or_no(fact))]
    told = [(fact, id) for fact, id in on if id]
    if len(told) + len(off) > 1:
        raise Mistake(f"{element.name}: one thing at a time", "mount, dismount, limber, unlimber and so on take turns")
    if not told and not off:
        return None
    if off and off[0] in APART:
        return Boarding(off[0])
    if off:
        if not element.aboard:
            raise Mistake(f"{element.name} is not aboard anything", f"`umpire status {element.id}` shows how it stands")
        what = "dismount" if not element.crew_served else "unlimber" if element.limbered else "disembark"
        carrier = state.elements[element.aboard]
        must = element.suppressed and not element.limbered and not carrier.shelters  # TRN-04
        return Boarding(what, carrier, at_once=must)
    what, carrier = told[0][0], state.elements[told[0][1]]
    _check_carrier(table, element, carrier)
    if not element.crew_served:
        if what == "limber":
            raise Mistake(f"{element.name} is no crew-served weapon: it does not limber", f"mount={carrier.id}")
        what = "mount"
    elif what == "mount":
        what = "embark"
    reached = known.ask("reached", yes_or_no("reached"), assume=True, words=f"it reaches {carrier.name}")
    return Boarding(what, carrier, reached)


def _check_carrier(table: Table, element: Element, carrier: Element) -> None:
    if carrier.side != element.side or carrier.id == element.id or carrier.aboard:
        raise Mistake(f"{carrier.name} cannot carry {element.name}", "name a vehicle of its own side")
    if not (table.types[carrier.type].vehicle or carrier.armoured or carrier.transport):
        raise Mistake(f"{carrier.name} carries nobody", "name a vehicle, or a team with the flag transport")
    if table.types[element.type].vehicle or element.armoured or element.soft or element.type == "HD":
        raise Mistake(f"{element.name} is a vehicle: it mounts nothing", "name infantry or a crew-served weapon")
    if element.aboard:
        raise Mistake(f"{element.name} is aboard {element.aboard} already", f"first: move {element.id} dismount=yes")


def boarding_objections(element: Element, boarding: Boarding, *, moves: bool, falls_back: bool) -> list[Objection]:
    """What is against it at any time, whether it moves too, or falls back."""
    name, what, found = element.name, boarding.what, []
    if not boarding.reached and boarding.carrier is not None:
        found.append(Objection("LIM-06", f"{name} does not reach contact with {boarding.carrier.name}"))
    if boarding.entire_turn and (moves or falls_back):
        rule = "LIM-02" if what in APART else "LIM-04"
        found.append(Objection(rule, f"{name}: to {what} takes its entire turn, so it does not move"))
    if what == "breakdown" and "man-portable" not in element.flags:
        found.append(Objection("LIM-02", f"{name} is not man-portable: it does not break down"))
    if what == "breakdown" and element.broken_down:
        found.append(Objection("LIM-02", f"{name} is broken down already"))
    if what == "assemble" and not element.broken_down:
        found.append(Objection("LIM-05", f"{name} is not broken down"))
    if what in APART and element.aboard:
        found.append(Objection("LIM-01", f"{name} is aboard: first it gets off"))
    if what == "limber" and element.broken_down:
        found.append(Objection("LIM-05", f"{name} is broken down: first it is put together"))
    backward = what == "dismount" and falls_back
    if element.suppressed and not boarding.at_once and not backward:
        how = f": move {element.id} dismount=yes fallback=yes" if what == "dismount" else ""
        found.append(Objection("RES-06", f"{name} is suppressed: it may only make fall-back moves{how}"))
    return found


def boarding_out_of_turn(element: Element, boarding: Boarding) -> list[Objection]:
    """What this turn has seen already that is against it."""
    name, what, carrier, found = element.name, boarding.what, boarding.carrier, list[Objection]()
    if boarding.at_once:
        return found
    acted = [one for one in ("fired", "fought") if one in element.done] + (["moved"] if element.moved else [])
    rule = "LIM-02" if what in APART else "LIM-04"
    if boarding.entire_turn and acted:
        words = f"{name} has {' and '.join(acted)} this turn: to {what} takes an entire turn"
        found.append(Objection(rule, words))
    if boarding.entire_turn and carrier is not None and carrier.moved:
        found.append(Objection("LIM-04", f"{carrier.name} has moved this turn, and may not while {name} does this"))
    if not boarding.entire_turn and {"mounted", "dismounted"} & set(element.done):
        found.append(Objection("LIM-03", f"{name} has mounted or dismounted this turn: not both in one turn"))
    return found


def boarding_effects(boarding: Boarding, element: Element, *, timed: bool) -> tuple[Effect, ...]:
    """What changes, with what is kept of it for this turn."""
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


def boarding_hands(boarding: Boarding, element: Element) -> str:
    """`LIMBER Pak 40 to Lorry`, `DISMOUNT Rifles from Lorry`, `BREAK DOWN Mortar`."""
    if boarding.what in APART:
        return f"{'BREAK DOWN' if boarding.what == 'breakdown' else 'ASSEMBLE'} {element.name}"
    link = {"mount": "on", "embark": "on", "limber": "to"}.get(boarding.what, "from")
    assert boarding.carrier is not None
    return f"{boarding.what.upper()} {element.name} {link} {boarding.carrier.name}"

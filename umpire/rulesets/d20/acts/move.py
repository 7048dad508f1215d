"""Movement: what is against it, what hands do, what is used of the move, what is paid of what was owed."""

from __future__ import annotations

from collections.abc import Iterable

from umpire.core.frozen import frozen
from umpire.core.mistakes import HowMany, Missing, WrongSide
from umpire.core.outcome import Objection, Outcome
from umpire.core.procedure import Procedure, settled
from umpire.game.act import Act, Situation
from umpire.game.distances import bare
from umpire.game.facts import Facts, TypedLine
from umpire.rulesets.d20.acts.boarding import (
    OFF,
    Boarding,
    boarding_effects,
    boarding_hands,
    boarding_objections,
    boarding_out_of_turn,
)
from umpire.rulesets.d20.acts.movement import (
    FACTS,
    MoveSituation,
    in_words,
    is_vehicle,
    left_in_words,
    of_element,
    shares_in_words,
)
from umpire.rulesets.d20.effects import Effect, FallenBack, Hold, Moved, Touch, apply, effects_of, hands
from umpire.rulesets.d20.state import State, names
from umpire.rulesets.d20.table import Table, fall_back_moves, part
from umpire.rulesets.d20.turn import against, falls_back_first, out_of_phase, to_fall_back


@frozen
class Moves(Situation):
    """Elements of one side that move in one line, each as things stand once those before it have moved."""

    each: tuple[MoveSituation, ...]


def situate(state: State, table: Table, told: TypedLine) -> Moves:
    """The situation of `move tiger open=6 rough=1`, of `move t1 t2 t3 6 t2.rough=1`.

    Raises Mistake for words that make no sense.
    """
    elements = state.meant(told.named(""))
    if not elements:
        raise HowMany("move needs an element", f"for instance: move {state.example()[0]} open=1")
    if len({one.side for one in elements}) > 1:
        raise WrongSide("elements of both sides are named", "move those of one side at a time")
    known, each = Facts(told), list[MoveSituation]()
    for one in elements:
        of = one.id if len(elements) > 1 else ""
        each.append(of_element(state, table, known, state.elements[one.id], of))
        state = apply(state, effects_of(moved(each[-1])))
    known.finish()
    for sit in each:
        if sit.nothing:
            one = sit.element
            raise Missing(f"how far does {one.name} move?", f"for instance: move {one.id} open=1", "how far?")
    return Moves("; ".join(sit.title for sit in each), elements[0].side, known, tuple(each))


def objections(sit: Moves) -> tuple[Objection, ...]:
    """Every rule against any of these moves."""
    return tuple(dict.fromkeys(found for each in sit.each for found in against_one(each)))


def against_one(sit: MoveSituation) -> tuple[Objection, ...]:
    """Every rule against this move."""
    one, name = sit.element, sit.element.name
    found: list[Objection] = []
    if one.aboard and (sit.boarding is None or sit.boarding.carrier is None):
        carrier = sit.state.elements[one.aboard].name
        off = f"gets off: {to_fall_back(one)}" if sit.fall_back and not one.limbered else "first `dismount=yes`"
        found.append(Objection("LIM-03", f"{name} is aboard {carrier}: it moves with it, or {off}"))
    if sit.boarding is not None:
        found += boarding_objections(one, sit.boarding, moves=sit.moves, falls_back=sit.fall_back > 0)
    if not sit.fall_back and (sit.moves or sit.contact):
        found += _only_fall_back(sit)
    found += [
        Objection("MOV-02", f"{name} ({leg.ground}): its type may not enter this ground")
        for leg in sit.legs
        if not leg.allowance
    ]
    many = max(1, sit.fall_back)
    if sit.share > many:
        rule = "FBK-04" if sit.fall_back else "MOV-04" if sit.obstacles else "MOV-06"
        of = f"{sit.share} of one move" if many == 1 else f"{sit.share} moves, and {fall_back_moves(many)} are made"
        found.append(Objection(rule, f"{name}: {in_words(sit.legs, sit.obstacles)} is {of}"))
    elif sit.immediate and sit.share not in (1, many) and not sit.halt:
        words = f"{name}: a fall-back move is the whole allowance, unless it halts: halt=edge or halt=blocked"
        found.append(Objection("FBK-04", words))
    return tuple(found)


def _only_fall_back(sit: MoveSituation) -> list[Objection]:
    """Those who may do nothing but fall back."""
    one, found = sit.element, []
    how = to_fall_back(one)
    if one.suppressed and (sit.boarding is None or sit.boarding.at_once):
        found.append(Objection("RES-06", f"{one.name} is suppressed: it may only make fall-back moves: {how}"))
    found += falls_back_first(one)
    if sit.state.is_empty_transport(one):
        found.append(Objection("FBK-03", f"{one.name} is an empty transport: it may only fall back: {how}"))
    return found


def out_of_turn(state: State, table: Table, sit: Moves) -> tuple[Objection, ...]:
    """What the sequence of play has against any of these moves."""
    return tuple(dict.fromkeys(found for each in sit.each for found in _one_out_of_turn(each)))


def _one_out_of_turn(sit: MoveSituation) -> tuple[Objection, ...]:
    """What is made at once needs no phase: fall-back moves owed, and getting off where the suppressed must.

    All else belongs to the own Movement phase, and is done within one move a turn.
    """
    off_at_once = sit.boarding is not None and sit.boarding.at_once and not (sit.moves or sit.fall_back)
    if sit.immediate or off_at_once:
        return ()
    one = sit.element
    more = f"{one.name} has used {one.used} of its move, and this is {sit.share} more"
    found = [
        *out_of_phase(sit.state, sit.table, "movement", sit.side, "movement"),
        *against(
            ("busy" in one.done, "LIM-04", f"{one.name} spends its entire turn otherwise"),
            ("held" in one.done and sit.moves, "LIM-04", f"{one.name} stands still while a weapon gets on or off"),
            (one.used and sit.share and one.used + sit.share > 1, "MOV-06", more),
        ),
    ]
    if sit.boarding is not None:
        found += boarding_out_of_turn(one, sit.boarding)
    return tuple(found)


def move(sit: Moves) -> Procedure[Outcome]:
    """Each moves in its turn; no dice and no questions: the path is told."""
    return settled(_together(map(moved, sit.each)))


def moved(sit: MoveSituation) -> Outcome:
    """One element moves: it gets off, goes, gets on, and is or is not in contact then."""
    parts = [_falls_back(sit)] if sit.fall_back else [_goes(sit)] if sit.moves else []
    if sit.boarding is not None:
        parts.insert(0 if sit.boarding.what in OFF else len(parts), _boards(sit, sit.boarding))
    parts += [_contact(sit), *([_takes(sit)] if sit.takes else [])]
    return _together(parts)


def _together(parts: Iterable[Outcome]) -> Outcome:
    """What several things come to, one after the other."""
    each = [*parts]
    return Outcome(
        tuple(effect for one in each for effect in one.effects),
        tuple(line for one in each for line in one.words),
        tuple(line for one in each for line in one.hands),
        tuple(line for one in each for line in one.owed),
    )


def _boards(sit: MoveSituation, boarding: Boarding) -> Outcome:
    effects = boarding_effects(boarding, sit.element, timed=sit.state.clock.turn > 0)
    must = f"{sit.element.name} is suppressed and must dismount, at once in any phase (TRN-04)"
    return Outcome(effects, (must,) if boarding.at_once else (), (boarding_hands(boarding, sit.element),))


def _goes(sit: MoveSituation) -> Outcome:
    one, table = sit.element, sit.table
    used = one.used + sit.share
    said = f"{one.name}: {shares_in_words(sit.legs, sit.obstacles, table)}"
    if sit.reverse and is_vehicle(table, one):
        said += f", at {part(table.limits['reverse'])} rate to its side or rear (MOV-05)"
    left = left_in_words(table, one, 1 - used) if used < 1 else ""
    said += f": {used} of its move" + (f"; left: {left}" if left else "")
    aboard = names(sit.state.aboard(one))
    words = (said, f"with {aboard}") if aboard else (said,)
    return Outcome(_used(sit), words, (f"MOVE {one.name} {in_words(sit.legs, sit.obstacles)}",))


def _used(sit: MoveSituation) -> tuple[Effect, ...]:
    return (Moved(sit.element.id, sit.element.used + sit.share),) if sit.state.clock.turn else ()


def _falls_back(sit: MoveSituation) -> Outcome:
    """One move backward or several; what is owed is paid, and not counted as the movement of this turn."""
    one, limits, words = sit.element, sit.table.limits, list[str]()
    far = in_words(sit.legs, sit.obstacles) or "0"
    times = {1: "", 2: " twice", 3: " three times", 4: " four times"}.get(sit.times, f" {sit.times} times")
    if is_vehicle(sit.table, one):
        reversing = f"reversing, at {part(limits['reverse'])} rate (FBK-05)"
        words.append(reversing if sit.reverse else f"with a turn of {limits['about_turn']} degrees (FBK-02)")
    if sit.halt:
        where = "at the table edge (FBK-07)" if sit.halt == "edge" else "before what is in its way (FBK-08)"
        words.append(f"{one.name} halts {where}")
    left = one.fall_back_owed - sit.fall_back
    owed = (f"{one.name} {fall_back_moves(left)}",) if left > 0 else ()
    effects = (FallenBack(one.id, sit.fall_back),) if one.fall_back_owed else _used(sit)
    return Outcome(effects, tuple(words), (f"FALL BACK {one.name} {far}{times}, {sit.away}",), owed)


def _contact(sit: MoveSituation) -> Outcome:
    """Whoever goes away touches nobody any more, unless it is told."""
    one = sit.element
    left = names(sit.state.touching(one))
    if sit.contact is not None:
        touched = names(sit.state.elements[id] for id in sit.contact)
        how = f"in contact with {touched}" if touched else "out of contact"
        return Outcome((Touch(one.id, sit.contact),), (), (f"{one.name} {how}",))
    if (sit.moves or sit.fall_back) and left:
        return Outcome((Touch(one.id, ()),), (f"{one.name} leaves contact with {left}",))
    return Outcome()


def _takes(sit: MoveSituation) -> Outcome:
    hold = Hold(sit.takes, sit.side)
    return Outcome((hold,), (), hands(sit.state, hold))


ACT = Act(
    verb="move",
    words="elements move, mount, limber or fall back; each by itself where ELEMENT.open=4 is told of one",
    usage="move ELEMENT... [DISTANCE] [road=6 rough=1 ...] [obstacles=1] [contact=ENEMY] | move ELEMENT fallback=yes",
    facts=FACTS,
    bare=bare("open"),
    situate=situate,
    objections=objections,
    procedure=move,
    out_of_turn=out_of_turn,
)

"""The act `move`, with its objections and instructions. The module also has fall-back moves, and the share of a move
that a path takes. The player types the distance over each kind of ground, and other facts (D20-MOV).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from umpire.core.frozen import frozen
from umpire.core.mistakes import BadValue, HowMany, Missing, WrongPlace, WrongSide
from umpire.core.outcome import MOVE, Objection, Outcome
from umpire.core.procedure import Procedure, settled
from umpire.game.act import Act, Situation
from umpire.game.distances import bare, decimal, simple
from umpire.game.facts import Facts, TypedLine, choices, key_of, one_of, whole, yes_or_no
from umpire.rulesets.d20.acts.boarding import (
    APART,
    OFF,
    ON,
    Boarding,
    boarding_effects,
    boarding_instruction,
    boarding_objections,
    boarding_out_of_turn,
    boarding_told,
)
from umpire.rulesets.d20.allowance import allowance, is_vehicle, left_in_words
from umpire.rulesets.d20.effects import Effect, FallenBack, Hold, Moved, Touch, apply, effects_of, table_instructions
from umpire.rulesets.d20.state import Element, State, names
from umpire.rulesets.d20.table import Table, fall_back_moves, of_move, part
from umpire.rulesets.d20.turn import against, falls_back_first, out_of_phase, to_fall_back

HALTS = {"edge": "edge", "blocked": "blocked"}
TOWARD = {"enemy": "enemy", "edge": "edge"}

FACTS = {
    "open": "the distance over open ground; or type only the number",
    "road": "the distance on a road; for other ground: rough, difficult, extreme, track or a name from the scenario",
    "obstacles": "the number of linear obstacles that the element crosses",
    "reverse": "yes: the vehicle moves to its side or rear",
    "fallback": "yes: the element makes all its fall-back moves; or the number of moves that it makes: 1, 2 ...",
    "toward": "the direction of a fall-back: edge (toward the element's own edge) or enemy (away from the enemy)",
    "halt": "the reason why a fall-back stops: edge or blocked",
    "contact": "the enemies that the element touches after the move: contact=p3,p4; or none",
    "takes": "the objective that the element takes",
    "mount": "the vehicle that the element mounts; for a crew-served weapon type embark or limber",
    "dismount": "yes: the element gets off its vehicle; for a crew-served weapon type disembark or unlimber",
    "breakdown": "yes: the element breaks down its man-portable weapon; assemble=yes puts the weapon together",
    "reached": "no: the element does not reach the vehicle",
}
MOVE_WORDS = (*FACTS, *ON, *OFF, *APART)
"""Names that a scenario must not give its ground."""


@frozen
class Leg:
    """The part of a move that crosses one kind of ground. `allowance` is the distance of a whole move on that ground, 0
    if the element must not enter this ground.
    """

    ground: str
    distance: int | Fraction
    allowance: Fraction

    @property
    def share(self) -> Fraction:
        """The share of a whole move for this part of the path. Forbidden ground takes a whole move (D20-MOV-06)."""
        return Fraction(self.distance) / self.allowance if self.allowance else Fraction(1)


def obstacles_share(table: Table, count: int) -> Fraction:
    """Return the share of a move that linear obstacles take: half a move for each (D20-MOV-04)."""
    return Fraction(count, table.limits["linear_obstacle"])


def in_words(legs: tuple[Leg, ...], obstacles: int) -> str:
    """Return the path in words: `open 6, rough 1, 1 obstacle`."""
    parts = [f"{leg.ground} {decimal(leg.distance)}" for leg in legs]
    parts += [f"{obstacles} obstacle{'s' if obstacles > 1 else ''}"] if obstacles else []
    return ", ".join(parts)


def shares_in_words(legs: tuple[Leg, ...], obstacles: int, table: Table) -> str:
    """Return the path in words, with the share of each part: `open 6 of 8 (3/4), 1 obstacle (1/2)`."""
    parts = [f"{leg.ground} {decimal(leg.distance)} of {decimal(leg.allowance)} ({leg.share})" for leg in legs]
    parts += [f"{in_words((), obstacles)} ({obstacles_share(table, obstacles)})"] if obstacles else []
    return ", ".join(parts)


@frozen
class MoveSituation(Situation):
    """The move of one element. `legs` are the parts of the path. `fall_back` is the number of fall-back moves. `halt`
    is the reason why the fall-back stops early: `edge` or `blocked`. `away` is the direction of the fall-back in words.
    `contact` has the enemies that the element touches afterwards, None if no contact is typed. `takes` is the objective
    that the element takes.
    """

    element: Element
    legs: tuple[Leg, ...]
    obstacles: int
    reverse: bool
    fall_back: int
    halt: str
    away: str
    boarding: Boarding | None
    contact: tuple[str, ...] | None
    takes: str
    state: State
    table: Table

    @property
    def share(self) -> Fraction:
        """The share of a whole move that the path takes."""
        return sum((leg.share for leg in self.legs), obstacles_share(self.table, self.obstacles))

    @property
    def times(self) -> int:
        """The number of times that the element moves along the path. If the path takes a whole move and nothing halts
        the element, this number is the number of fall-back moves. In any other case, this number is 1.
        """
        return self.fall_back if self.share == 1 and not self.halt else 1

    @property
    def moves(self) -> bool:
        """True if the element moves any distance."""
        return bool(self.obstacles or any(leg.distance for leg in self.legs))

    @property
    def nothing(self) -> bool:
        """True if nothing is typed for the element to do."""
        does = self.legs or self.obstacles or self.boarding or self.fall_back or self.takes
        return not does and self.contact is None

    @property
    def immediate(self) -> bool:
        """True if the element makes fall-back moves that are due at once, in any phase (D20-RES-02)."""
        return self.fall_back > 0 and self.element.fall_back_owed > 0


def of_element(state: State, table: Table, known: Facts, element: Element, of: str = "") -> MoveSituation:
    """Return the move of one element as typed. If the line moves several elements, `of` is the id of this element.
    Raises Mistake for wrong facts.
    """
    boarding = boarding_told(state, table, known, element, of)
    fall_back = _fall_back(known, element, of)
    reverse = known.settle("reverse", yes_or_no("reverse"), subject=of, assume=False)
    if reverse and not is_vehicle(table, element):
        known.notes.append(f"{element.name}: it is not a vehicle, so reverse=yes makes no difference (MOV-05)")
    legs = _legs(state, table, known, element, of, reverse=reverse)
    obstacles = known.settle("obstacles", whole(0, 9, "obstacles"), subject=of, assume=0)
    halt = known.settle("halt", one_of("halt", HALTS), subject=of, assume="")
    if fall_back and not legs and not obstacles and not halt:
        left = Fraction(1) if element.fall_back_owed else max(Fraction(0), 1 - element.used)
        full = allowance(table, element, "open", reverse=reverse)
        legs = (Leg("open", simple(full * left), full),)
        known.assume("the whole move is over open ground")
    contact = known.settle("contact", _enemies(state, element), subject=of)
    takes = known.settle("takes", key_of("takes", state.objectives), subject=of, assume="")
    away = _away(state, known, element, fall_back, of) if fall_back else ""
    what = f"to {boarding.what}" if boarding and not legs else "falls back" if fall_back else "moves"
    far = in_words(legs, obstacles)
    return MoveSituation(
        title=f"{element.name} {what}" + (f": {far}" if far else ""),
        side=element.side,
        known=known,
        element=element,
        legs=legs,
        obstacles=obstacles,
        reverse=reverse,
        fall_back=fall_back,
        halt=halt,
        away=away,
        boarding=boarding,
        contact=contact,
        takes=takes,
        state=state,
        table=table,
    )


def _fall_back(known: Facts, element: Element, of: str) -> int:
    """Return the number of fall-back moves typed. `yes` means all moves that are due, at least 1."""
    pending = element.fall_back_owed
    counts = {"yes": pending or 1, "y": pending or 1, "no": 0, "n": 0}
    counts |= {str(moves): moves for moves in range(1, max(pending, 2) + 1)}
    count = known.settle("fallback", one_of("fallback", counts), subject=of, assume=0)
    if count > max(pending, 1):
        due = f"must make {pending} fall-back moves" if pending else "has no fall-back moves to make"
        raise BadValue(
            f"{element.name}: it {due}, but you typed {count}",
            "fallback=yes makes all its fall-back moves",
            fact="fallback",
        )
    return count


def _legs(state: State, table: Table, known: Facts, element: Element, of: str, *, reverse: bool) -> tuple[Leg, ...]:
    """Return the parts of the typed path. The rule table and the scenario name the kinds of ground (D20-MOV-11)."""
    legs = []
    for ground in (*table.grounds, *state.ground):
        column = state.ground.get(ground, ground)
        distance = known.settle(ground, state.ruler.read(ground), subject=of)
        if distance is not None:
            if not isinstance(distance, int):
                known.note(f"{of}.{ground}" if of else ground, decimal(distance), "told")
            legs.append(Leg(ground, distance, allowance(table, element, column, reverse=reverse)))
    return tuple(legs)


def _enemies(state: State, element: Element) -> Callable[[str], tuple[str, ...]]:
    def read(text: str) -> tuple[str, ...]:
        if text.lower() in ("none", "no"):
            return ()
        found = tuple(state.find(name) for name in text.split(",") if name)
        for one in found:
            if one.side == element.side:
                raise WrongSide(f"contact: {one.name}: not an enemy of {element.name}", "name the enemies in contact")
            if one.aboard:
                raise WrongPlace(f"contact: {one.name}: aboard {one.aboard}", f"name the vehicle: contact={one.aboard}")
        return tuple(one.id for one in found)

    return read


def _away(state: State, known: Facts, element: Element, moves: int, of: str) -> str:
    """Return in words the direction of a fall-back: to the own edge, or away from the enemies (D20-FBK-01, -06)."""
    enemies = dict.fromkeys(element.fall_back_from[:moves] or ("",))
    names = [state.elements[id].name if id else "the nearest enemy" for id in enemies]
    from_enemy = "away from " + ", then from ".join(names)
    own = state.edges.get(element.side)
    to_edge = f"toward the {own} edge" if own else "toward its own edge"
    words = f"{f'{element.name} ' if of else ''}{from_enemy} (or toward the element's own edge: toward=edge)"
    toward = known.settle("toward", one_of("toward", TOWARD), subject=of, assume="enemy", words=words)
    return to_edge if toward == "edge" else from_enemy


@frozen
class Moves(Situation):
    """The moves of one line, by elements of one side. Each move begins after the earlier moves are made."""

    each: tuple[MoveSituation, ...]


def situate(state: State, table: Table, typed: TypedLine) -> Moves:
    """Return the situation of `move tiger open=6 rough=1` or `move t1 t2 t3 6 t2.rough=1`. Raises Mistake if
    the line makes no sense.
    """
    elements = state.meant(typed.named(""))
    if not elements:
        raise HowMany("the name of an element to move is missing", f"for example: move {state.example()[0]} open=1")
    if len({one.side for one in elements}) > 1:
        raise WrongSide("the line names elements of both sides", "name the elements of only one side")
    known, each = Facts(typed), list[MoveSituation]()
    for one in elements:
        of = one.id if len(elements) > 1 else ""
        each.append(of_element(state, table, known, state.elements[one.id], of))
        state = apply(state, effects_of(moved(each[-1])))
    known.finish()
    for sit in each:
        if sit.nothing:
            one = sit.element
            raise Missing(
                f"the distance that {one.name} moves is missing", f"for example: move {one.id} open=1", "how far?"
            )
    return Moves("; ".join(sit.title for sit in each), elements[0].side, known, tuple(each))


def objections(sit: Moves) -> tuple[Objection, ...]:
    """Return the objections to these moves."""
    return tuple(dict.fromkeys(found for each in sit.each for found in against_one(each)))


def against_one(sit: MoveSituation) -> tuple[Objection, ...]:
    """Return the objections to the move of one element."""
    one, name = sit.element, sit.element.name
    found: list[Objection] = []
    if one.aboard and (sit.boarding is None or sit.boarding.carrier is None):
        carrier = sit.state.elements[one.aboard].name
        off = f"gets off: {to_fall_back(one)}" if sit.fall_back and not one.limbered else "alone after `dismount=yes`"
        found.append(Objection("LIM-03", f"{name}: it is aboard {carrier}; it moves with the vehicle, or {off}"))
    if sit.boarding is not None:
        found += boarding_objections(one, sit.boarding, moves=sit.moves, falls_back=sit.fall_back > 0)
    if not sit.fall_back and (sit.moves or sit.contact):
        found += _only_fall_back(sit)
    barred = [leg.ground for leg in sit.legs if not leg.allowance]
    found += [Objection("MOV-02", f"{name} ({ground}): its type must not enter this ground") for ground in barred]
    many = max(1, sit.fall_back)
    if sit.share > many:
        rule = "FBK-04" if sit.fall_back else "MOV-04" if sit.obstacles else "MOV-06"
        several = f"{sit.share} moves, but the element makes only {fall_back_moves(many)}"
        of = f"{sit.share} of one move" if many == 1 else several
        most = f"; the limit is {decimal(sit.legs[0].allowance)}" if len(sit.legs) == 1 and not sit.obstacles else ""
        found.append(Objection(rule, f"{name}: {in_words(sit.legs, sit.obstacles)} is {of}{most if many == 1 else ''}"))
    elif sit.immediate and sit.share not in (1, many) and not sit.halt:
        words = (
            f"{name}: a fall-back move must use the whole allowance, "
            "unless the element must halt: halt=edge or halt=blocked"
        )
        found.append(Objection("FBK-04", words))
    return tuple(found)


def _only_fall_back(sit: MoveSituation) -> list[Objection]:
    """Return the objections to a move of an element that may only fall back. A fall-back raises no objection."""
    one, found = sit.element, []
    how = to_fall_back(one)
    if one.suppressed and (sit.boarding is None or sit.boarding.at_once):
        found.append(Objection("RES-06", f"{one.name}: it is suppressed and may only make fall-back moves: {how}"))
    found += falls_back_first(one)
    if sit.state.is_empty_transport(one):
        found.append(Objection("FBK-03", f"{one.name}: an empty transport may only fall back: {how}"))
    return found


def out_of_turn(state: State, table: Table, sit: Moves) -> tuple[Objection, ...]:
    """Return the objections that the sequence of play raises to these moves."""
    return tuple(dict.fromkeys(found for each in sit.each for found in _one_out_of_turn(each)))


def _one_out_of_turn(sit: MoveSituation) -> tuple[Objection, ...]:
    """Return the objections that the sequence of play raises to the move of one element. Fall-back moves and forced
    dismounts are made in any phase. All other moves belong to the Movement phase of the element's side. Together they
    take at most one whole move.
    """
    off_at_once = sit.boarding is not None and sit.boarding.at_once and not (sit.moves or sit.fall_back)
    if sit.immediate or off_at_once:
        return ()
    one = sit.element
    more = f"{one.name}: it has used {of_move(one.used)}, and this path needs {of_move(sit.share, 'a')} more"
    found = [
        *out_of_phase(sit.state, sit.table, "movement", sit.side, "movement"),
        *against(
            ("busy" in one.done, "LIM-04", f"{one.name}: something else takes its entire turn"),
            ("held" in one.done and sit.moves, "LIM-04", f"{one.name}: it must not move while a weapon gets on or off"),
            (one.used and sit.share and one.used + sit.share > 1, "MOV-06", more),
        ),
    ]
    if sit.boarding is not None:
        found += boarding_out_of_turn(one, sit.boarding)
    return tuple(found)


def far(sit: Moves) -> str:
    """Return in words the distances that the first element named may still move."""
    one, table = sit.each[0].element, sit.each[0].table
    return f"{left_in_words(table, one, max(Fraction(0), 1 - one.used))} (MOV-01)"


def move(sit: Moves) -> Procedure[Outcome]:
    """Return the outcome of the moves, in order. The moves need no dice, because the paths are typed."""
    return settled(_together(map(moved, sit.each)))


def moved(sit: MoveSituation) -> Outcome:
    """Return the outcome of one element's move. It includes all other actions that the line gives to the element. The
    element first gets off its vehicle. Then the element moves or falls back. Then it gets on a vehicle, or its weapon
    is broken down or assembled. Contact with enemies and the objective taken come last.
    """
    parts = [_falls_back(sit)] if sit.fall_back else [_goes(sit)] if sit.moves else []
    if sit.boarding is not None:
        parts.insert(0 if sit.boarding.what in OFF else len(parts), _boards(sit, sit.boarding))
    parts += [_contact(sit), *([_takes(sit)] if sit.takes else [])]
    return _together(parts)


def _together(parts: Iterable[Outcome]) -> Outcome:
    """Return one outcome that joins several outcomes, in order."""
    each = [*parts]
    return Outcome(
        tuple(effect for one in each for effect in one.effects),
        tuple(line for one in each for line in one.words),
        tuple(line for one in each for line in one.instructions),
        tuple(line for one in each for line in one.pending),
    )


def _boards(sit: MoveSituation, boarding: Boarding) -> Outcome:
    effects = boarding_effects(boarding, sit.element, timed=sit.state.clock.turn > 0)
    must = f"{sit.element.name}: it is suppressed and must dismount at once, in any phase (TRN-04)"
    return Outcome(effects, (must,) if boarding.at_once else (), (boarding_instruction(boarding, sit.element),))


def _goes(sit: MoveSituation) -> Outcome:
    one, table = sit.element, sit.table
    used = one.used + sit.share
    text = f"{one.name}: {shares_in_words(sit.legs, sit.obstacles, table)}"
    if sit.reverse and is_vehicle(table, one):
        text += f", at {part(table.limits['reverse'])} rate to its side or rear (MOV-05)"
    left = left_in_words(table, one, 1 - used) if used < 1 else ""
    text += f": {of_move(used)}" + (f"; left: {left}" if left else "")
    aboard = names(sit.state.aboard(one))
    words = (text, f"with {aboard}") if aboard else (text,)
    return Outcome(_used(sit), words, (f"{MOVE} {one.name} {in_words(sit.legs, sit.obstacles)}",))


def _used(sit: MoveSituation) -> tuple[Effect, ...]:
    return (Moved(sit.element.id, sit.element.used + sit.share),) if sit.state.clock.turn else ()


def _falls_back(sit: MoveSituation) -> Outcome:
    """Return the outcome of fall-back moves. Moves that were due do not use up the element's own move."""
    one, limits, words = sit.element, sit.table.limits, list[str]()
    far = in_words(sit.legs, sit.obstacles) or "0"
    times = {1: "", 2: " twice", 3: " three times", 4: " four times"}.get(sit.times, f" {sit.times} times")
    if is_vehicle(sit.table, one):
        reversing = f"reversing, at {part(limits['reverse'])} rate (FBK-05)"
        words.append(reversing if sit.reverse else f"with a turn of {limits['about_turn']} degrees (FBK-02)")
    if sit.halt:
        where = "at the table edge (FBK-07)" if sit.halt == "edge" else "before the obstacle in its way (FBK-08)"
        words.append(f"{one.name} halts {where}")
    left = one.fall_back_owed - sit.fall_back
    pending = (f"{one.name} {fall_back_moves(left)}",) if left > 0 else ()
    effects = (FallenBack(one.id, sit.fall_back),) if one.fall_back_owed else _used(sit)
    return Outcome(effects, tuple(words), (f"FALL BACK {one.name} {far}{times}, {sit.away}",), pending)


def _contact(sit: MoveSituation) -> Outcome:
    """Return the outcome for base contact after a move. If no contact is typed, the element touches no enemy."""
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
    return Outcome((hold,), (), table_instructions(sit.state, hold))


ACT = Act(
    verb="move",
    words="move, mount, limber or fall back; for one of several elements: ELEMENT.open=4",
    usage="move ELEMENT... [DISTANCE] [road=6 rough=1 ...] [obstacles=1] [contact=ENEMY] | move ELEMENT fallback=yes",
    facts=FACTS,
    choices=choices("reverse fallback dismount breakdown reached", toward=TOWARD, halt=HALTS, mount=ON[1:]),
    bare=bare("open"),
    situate=situate,
    objections=objections,
    procedure=move,
    out_of_turn=out_of_turn,
    tries=("open=1",),
    far=far,
)

"""Movement before it is made: how far over which ground, what else is told, and everything that is against it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from umpire.core.frozen import frozen
from umpire.core.mistakes import Mistake
from umpire.core.outcome import Objection
from umpire.game.facts import Known, Told, one_of, whole, yes_or_no
from umpire.rulesets.d20.acts.boarding import Boarding, boarding_objections, boarding_out_of_turn, boarding_told
from umpire.rulesets.d20.acts.ground import Leg, allowance, in_words, is_vehicle, obstacles_share
from umpire.rulesets.d20.measure import distance_read
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Table
from umpire.rulesets.d20.turn import falls_back_first, out_of_phase, to_fall_back

HALTS = {"edge": "edge", "blocked": "blocked"}
TOWARD = {"enemy": "enemy", "edge": "edge"}


@frozen
class MoveSituation:
    """One element moves. `fall_back` counts the fall-back moves made, each over `legs`; `owed` how many were owed.

    `before` is the share of its move that it has used this turn. `halt` says what stops a fall-back (edge, blocked);
    `away` in which direction it goes, in words. `contact` are the enemies it touches afterwards, None if nothing is
    told; `takes` the objective it takes.
    """

    element: Element
    legs: tuple[Leg, ...]
    obstacles: int
    reverse: bool
    fall_back: int
    owed: int
    halt: str
    away: str
    boarding: Boarding | None
    contact: tuple[str, ...] | None
    takes: str
    before: Fraction
    state: State
    table: Table
    known: Known
    also: tuple[str, ...] = ()

    @property
    def side(self) -> str:
        """Whose element."""
        return self.element.side

    @property
    def title(self) -> str:
        """Who moves how."""
        what = "falls back" if self.fall_back else "moves"
        if self.boarding is not None and not self.legs:
            what = f"to {self.boarding.what}"
        far = in_words(self.legs, self.obstacles)
        return f"{self.element.name} {what}" + (f": {far}" if far else "")

    @property
    def share(self) -> Fraction:
        """The share of a whole move that one such move takes."""
        return sum((leg.share for leg in self.legs), obstacles_share(self.table, self.obstacles))

    @property
    def moves(self) -> bool:
        """Whether it goes any distance."""
        return bool(self.obstacles or any(leg.distance for leg in self.legs))

    @property
    def immediate(self) -> bool:
        """Whether it pays for fall-back moves owed, which are made at once and in any phase (D20-RES-02)."""
        return self.fall_back > 0 and self.owed > 0


def situate(state: State, table: Table, told: Told) -> MoveSituation:
    """The situation of `move tiger open=6 rough=1 obstacles=1`. Raises Mistake for words that make no sense."""
    names = told.named("")
    if len(names) != 1:
        raise Mistake(
            "one element moves at a time" if names else "move needs an element", "for instance: move tiger open=6"
        )
    element = state.find(names[0])
    known = Known(told)
    boarding = boarding_told(state, table, known, element)
    fall_back = _fall_back(known, element)
    reverse = bool(known.ask("reverse", yes_or_no("reverse"), assume=False))
    if reverse and not is_vehicle(table, element):
        known.notes.append(f"{element.name} is no vehicle: reverse makes no difference (MOV-05)")
    before = Fraction(element.moved or 0)
    legs = _legs(state, table, known, element, reverse)
    obstacles = known.ask("obstacles", whole(0, 9, "obstacles"), assume=0) or 0
    halt = known.ask("halt", one_of("halt", HALTS), assume="") or ""
    if fall_back and not legs and not obstacles and not halt:
        left = Fraction(1) if element.fall_back_owed else max(Fraction(0), 1 - before)
        full = allowance(table, element, "open", reverse=reverse)
        legs = (Leg("open", _whole(full * left), full),)
        known.assumed.append("over open ground, the whole move")
    contact = known.ask("contact", _enemies(state, element))
    takes = known.ask("takes", one_of("takes", {id: id for id in state.objectives}), assume="") or ""
    away = _away(state, known, element, fall_back) if fall_back else ""
    known.finish()
    sit = MoveSituation(
        element,
        legs,
        obstacles,
        reverse,
        fall_back,
        element.fall_back_owed,
        halt,
        away,
        boarding,
        contact,
        takes,
        before,
        state,
        table,
        known,
    )
    if not (legs or obstacles or boarding or fall_back or takes) and contact is None:
        raise Mistake(f"how far does {element.name} move?", f"for instance: move {element.id} open=6 rough=1")
    return sit


def _whole(distance: Fraction) -> int | Fraction:
    return distance.numerator if distance.denominator == 1 else distance


def _fall_back(known: Known, element: Element) -> int:
    """How many fall-back moves are made: yes is all that are owed, or one."""
    owed = element.fall_back_owed
    counts = {"yes": owed or 1, "y": owed or 1, "no": 0, "n": 0}
    counts |= {str(moves): moves for moves in range(1, max(owed, 2) + 1)}
    count = known.ask("fallback", one_of("fallback", counts), assume=0) or 0
    if count > max(owed, 1):
        raise Mistake(f"{element.name} owes {owed or 'no'} fall-back moves, not {count}", "fallback=yes makes all")
    return count


def _legs(state: State, table: Table, known: Known, element: Element, reverse: bool) -> tuple[Leg, ...]:
    """The stretches told, by column of the movement table or by a name the scenario gives its ground (D20-MOV-11)."""
    legs = []
    for ground in (*table.grounds, *state.ground):
        column = state.ground.get(ground, ground)
        distance = known.ask(ground, distance_read(ground))
        if distance is not None:
            if not isinstance(distance, int):
                known.note(ground, f"{float(distance):g}", "told")
            legs.append(Leg(ground, distance, allowance(table, element, column, reverse=reverse)))
    return tuple(legs)


def _enemies(state: State, element: Element) -> Callable[[str], tuple[str, ...]]:
    def read(text: str) -> tuple[str, ...]:
        if text.lower() in ("none", "no"):
            return ()
        found = tuple(state.find(name) for name in text.split(",") if name)
        for one in found:
            if one.side == element.side:
                raise Mistake(f"contact: {one.name} is a friend of {element.name}", "name the enemies it touches")
            if one.aboard:
                raise Mistake(f"contact: {one.name} is aboard {one.aboard}", f"name the vehicle: contact={one.aboard}")
        return tuple(one.id for one in found)

    return read


def _away(state: State, known: Known, element: Element, moves: int) -> str:
    """Which way it falls back, as its owner chooses (D20-FBK-01, D20-FBK-06): from each firer in turn."""
    enemies = dict.fromkeys(element.fall_back_enemies[:moves] or ("",))
    names = [state.elements[id].name if id else "the nearest enemy" for id in enemies]
    from_enemy = "away from " + ", then from ".join(names)
    own = state.edges.get(element.side)
    to_edge = f"toward the {own} edge" if own else "toward its own edge"
    toward = known.ask("toward", one_of("toward", TOWARD), assume="enemy", words=f"{from_enemy} (or toward=edge)")
    return to_edge if toward == "edge" else from_enemy


def objections(sit: MoveSituation) -> tuple[Objection, ...]:
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
    if sit.share > 1:
        rule = "FBK-04" if sit.fall_back else "MOV-04" if sit.obstacles else "MOV-06"
        found.append(Objection(rule, f"{name}: {in_words(sit.legs, sit.obstacles)} is {sit.share} of one move"))
    if sit.immediate and sit.share < 1 and not sit.halt:
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


def out_of_turn(state: State, table: Table, sit: MoveSituation) -> tuple[Objection, ...]:
    """What is made at once needs no phase: fall-back moves owed, and getting off where the suppressed must.

    All else belongs to the own Movement phase, and is done within one move a turn.
    """
    off_at_once = sit.boarding is not None and sit.boarding.at_once and not (sit.moves or sit.fall_back)
    if sit.immediate or off_at_once:
        return ()
    one = sit.element
    found = list(out_of_phase(state, table, "movement", sit.side, "movement"))
    if "busy" in one.done:
        found.append(Objection("LIM-04", f"{one.name} spends its entire turn otherwise"))
    if "held" in one.done and sit.moves:
        found.append(Objection("LIM-04", f"{one.name} stands still while a weapon gets on or off"))
    if sit.before and sit.share and sit.before + sit.share > 1:
        words = f"{one.name} has used {sit.before} of its move, and this is {sit.share} more"
        found.append(Objection("MOV-06", words))
    if sit.boarding is not None:
        found += boarding_out_of_turn(one, sit.boarding)
    return tuple(found)

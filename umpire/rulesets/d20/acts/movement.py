"""Movement before it is made: how far over which ground, and what else is told (D20-MOV)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from umpire.core.frozen import frozen
from umpire.core.mistakes import BadValue, WrongPlace, WrongSide
from umpire.game.act import Situation
from umpire.game.distances import decimal, simple
from umpire.game.facts import Facts, key_of, one_of, whole, yes_or_no
from umpire.rulesets.d20.acts.boarding import APART, OFF, ON, Boarding, boarding_told
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Table

HALTS = {"edge": "edge", "blocked": "blocked"}
TOWARD = {"enemy": "enemy", "edge": "edge"}

FACTS = {
    "open": "how far over open ground; a bare number tells it",
    "road": "how far on a road; so too rough, difficult, extreme, track, and the scenario's own kinds of ground",
    "obstacles": "how many linear obstacles it crosses",
    "reverse": "yes: a vehicle goes to its side or rear",
    "fallback": "yes: it falls back; all the moves it owes, or 1, 2 ... of them",
    "toward": "of a fall-back: edge (its own) or enemy (away from it)",
    "halt": "of a fall-back: edge or blocked, if that stops it",
    "contact": "the enemies it touches then: contact=p3,p4; none if it touches nobody any more",
    "takes": "the objective it takes",
    "mount": "the vehicle it gets on; embark and limber for crew-served weapons",
    "dismount": "yes: it gets off; so too disembark and unlimber",
    "breakdown": "yes: a man-portable weapon is broken down; assemble=yes puts it together",
    "reached": "no: it does not get into contact with the vehicle",
}
MOVE_WORDS = (*FACTS, *ON, *OFF, *APART)
"""What no kind of ground of a scenario may be called."""


@frozen
class Leg:
    """A stretch over one kind of ground: what it is called, how far, and the allowance there (0: no entry)."""

    ground: str
    distance: int | Fraction
    allowance: Fraction

    @property
    def share(self) -> Fraction:
        """The share of a whole move it takes; ground that may not be entered takes a whole one (D20-MOV-06)."""
        return Fraction(self.distance) / self.allowance if self.allowance else Fraction(1)


def is_vehicle(table: Table, element: Element) -> bool:
    """Whether it drives, so that it is slower to its side and rear (D20-MOV-05)."""
    return table.types[element.row].vehicle or element.armoured or element.soft


def allowance(table: Table, element: Element, column: str, *, reverse: bool) -> Fraction:
    """How far it goes in a whole move on that column; half of it for a vehicle to its side or rear."""
    full = Fraction(table.types[element.row].allowance[column])
    return full / table.limits["reverse"] if reverse and is_vehicle(table, element) else full


def obstacles_share(table: Table, count: int) -> Fraction:
    """What crossing linear obstacles takes: half the allowance, whatever the ground, each time (D20-MOV-04)."""
    return Fraction(count, table.limits["linear_obstacle"])


def in_words(legs: tuple[Leg, ...], obstacles: int) -> str:
    """`open 6, rough 1, 1 obstacle`."""
    parts = [f"{leg.ground} {decimal(leg.distance)}" for leg in legs]
    parts += [f"{obstacles} obstacle{'s' if obstacles > 1 else ''}"] if obstacles else []
    return ", ".join(parts)


def shares_in_words(legs: tuple[Leg, ...], obstacles: int, table: Table) -> str:
    """`open 6 of 8 (3/4), 1 obstacle (1/2)`."""
    parts = [f"{leg.ground} {decimal(leg.distance)} of {decimal(leg.allowance)} ({leg.share})" for leg in legs]
    parts += [f"{in_words((), obstacles)} ({obstacles_share(table, obstacles)})"] if obstacles else []
    return ", ".join(parts)


def left_in_words(table: Table, element: Element, share: Fraction) -> str:
    """How far it still goes with what is left of its move: `open 2, rough 1`."""
    found = []
    for column in table.grounds:
        far = allowance(table, element, column, reverse=False) * share
        found += [f"{column} {decimal(far)}"] if far else []
    return ", ".join(found)


@frozen
class MoveSituation(Situation):
    """One element moves. `fall_back` counts the fall-back moves made, over `legs` in all, or each (`times`).

    `halt` says what stops a fall-back (edge, blocked); `away` in which direction it goes, in words. `contact` are the
    enemies it touches afterwards, None if nothing is told; `takes` the objective it takes.
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
        """The share of a whole move that the way told takes."""
        return sum((leg.share for leg in self.legs), obstacles_share(self.table, self.obstacles))

    @property
    def times(self) -> int:
        """How often the way told is gone: a whole move is that of each fall-back move, else it is all of them."""
        return self.fall_back if self.share == 1 and not self.halt else 1

    @property
    def moves(self) -> bool:
        """Whether it goes any distance."""
        return bool(self.obstacles or any(leg.distance for leg in self.legs))

    @property
    def nothing(self) -> bool:
        """Whether nothing at all is told that it does."""
        does = self.legs or self.obstacles or self.boarding or self.fall_back or self.takes
        return not does and self.contact is None

    @property
    def immediate(self) -> bool:
        """Whether it pays for fall-back moves owed, which are made at once and in any phase (D20-RES-02)."""
        return self.fall_back > 0 and self.element.fall_back_owed > 0


def of_element(state: State, table: Table, known: Facts, element: Element, of: str = "") -> MoveSituation:
    """The move of one element by what is told of all, or `of` it alone. Raises Mistake for what makes no sense."""
    boarding = boarding_told(state, table, known, element, of)
    fall_back = _fall_back(known, element, of)
    reverse = known.settle("reverse", yes_or_no("reverse"), subject=of, assume=False)
    if reverse and not is_vehicle(table, element):
        known.notes.append(f"{element.name} is no vehicle: reverse makes no difference (MOV-05)")
    legs = _legs(state, table, known, element, of, reverse=reverse)
    obstacles = known.settle("obstacles", whole(0, 9, "obstacles"), subject=of, assume=0)
    halt = known.settle("halt", one_of("halt", HALTS), subject=of, assume="")
    if fall_back and not legs and not obstacles and not halt:
        left = Fraction(1) if element.fall_back_owed else max(Fraction(0), 1 - element.used)
        full = allowance(table, element, "open", reverse=reverse)
        legs = (Leg("open", simple(full * left), full),)
        known.assumed.append("over open ground, the whole move")
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
    """How many fall-back moves are made: yes is all that are owed, or one."""
    owed = element.fall_back_owed
    counts = {"yes": owed or 1, "y": owed or 1, "no": 0, "n": 0}
    counts |= {str(moves): moves for moves in range(1, max(owed, 2) + 1)}
    count = known.settle("fallback", one_of("fallback", counts), subject=of, assume=0)
    if count > max(owed, 1):
        raise BadValue(f"{element.name} owes {owed or 'no'} fall-back moves, not {count}", "fallback=yes makes all")
    return count


def _legs(state: State, table: Table, known: Facts, element: Element, of: str, *, reverse: bool) -> tuple[Leg, ...]:
    """The stretches told, by column of the movement table or by a name the scenario gives its ground (D20-MOV-11)."""
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
                raise WrongSide(f"contact: {one.name} is a friend of {element.name}", "name the enemies it touches")
            if one.aboard:
                raise WrongPlace(
                    f"contact: {one.name} is aboard {one.aboard}", f"name the vehicle: contact={one.aboard}"
                )
        return tuple(one.id for one in found)

    return read


def _away(state: State, known: Facts, element: Element, moves: int, of: str) -> str:
    """Which way it falls back, as its owner chooses (D20-FBK-01, D20-FBK-06): from each firer in turn."""
    enemies = dict.fromkeys(element.fall_back_from[:moves] or ("",))
    names = [state.elements[id].name if id else "the nearest enemy" for id in enemies]
    from_enemy = "away from " + ", then from ".join(names)
    own = state.edges.get(element.side)
    to_edge = f"toward the {own} edge" if own else "toward its own edge"
    words = f"{f'{element.name} ' if of else ''}{from_enemy} (or toward=edge)"
    toward = known.settle("toward", one_of("toward", TOWARD), subject=of, assume="enemy", words=words)
    return to_edge if toward == "edge" else from_enemy

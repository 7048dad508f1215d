"""The state of a game: all elements, and the point reached in the sequence of play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import Gone
from umpire.game import naming
from umpire.game.clock.arrivals import Arrives
from umpire.game.clock.ending import Ending
from umpire.game.distances import Ruler, Tabletop
from umpire.game.naming import Nameable
from umpire.game.records import (
    About,
    Always,
    Count,
    FieldMark,
    Id,
    IdOf,
    Name,
    Named,
    OneLine,
    Plain,
    RowOf,
    Side,
    Usual,
    Whole,
    Wrong,
    read,
    rows,
)
from umpire.rulesets.d20.table import Flag

if TYPE_CHECKING:
    from fractions import Fraction

    from umpire.game.clock.when import Moment

ARMOURED = ("afv", "apc", "armoured-car")
Quality = Annotated[str, RowOf("quality")]
Weapon = Literal["", "mortar", "sfmg", "flamethrower", "none"]
Modifier = Annotated[int, Whole(-9, 9), Usual()]
if TYPE_CHECKING:  # `none` is only written; no element has this value
    Ap = int | Literal["*"] | None
    He = int | None
else:
    Ap = int | Literal["*", "none"] | None
    He = int | Literal["none"] | None
Doing = Literal["tested", "fired", "fought", "mounted", "dismounted", "busy", "held"]


class OrNobody(IdOf):
    """The mark for a field that holds an id, "" if there is none."""

    def amiss(self, value: Any, about: About) -> Wrong | None:
        """Return the error in the value; None if the value is "" or an id."""
        return super().amiss(value, about) if value else None


class OfModel(Named):
    """The mark for a field that names a model of the rule table or of the scenario.

    Any other word is accepted too; then the element gets no values from a card.
    """

    what = "model "

    def rows(self, about: About) -> Mapping[str, Any]:
        return about.table.starter if about.table is not None else {}

    def meant(self, word: str, about: About) -> str:
        return word

    def amiss(self, value: Any, about: About) -> Wrong | None:
        return None

    def schema(self, about: About) -> Plain:
        return {}


class Share(FieldMark):
    """The mark for a field that holds a share of a move, as a fraction in lowest terms."""

    def amiss(self, value: Any, about: About) -> Wrong | None:
        """Return the error in the value; None if the value has no error."""
        from fractions import Fraction

        try:
            share = Fraction(value)
        except (ValueError, ZeroDivisionError):
            share = Fraction(-1)
        if 0 < share <= 10**6 and str(share) == value and share.denominator <= 10**9:
            return None
        return f"{value!r} is not a share of a move", "a fraction in lowest terms, such as 3/4; 1 is a whole move"


@frozen
class Card:
    """The card of a model: the section `[models.id]` of a scenario.

    `ap` is a number, "*" or `none`. If `ap` is "*", `weapon` is mortar, sfmg or flamethrower. `he` is the HE/SA value
    or `none`. The word `none` means that the model has no value of this kind. The armour of a vehicle is its `defence`.
    `range` is in the unit of the game.
    """

    id: Id
    name: Annotated[Name, Usual()]
    type: Annotated[str, RowOf("types"), Usual()]
    defence: Annotated[Count, Usual()]
    range: Annotated[int, Whole(1, 999), Usual()]
    ap: Annotated[Ap, Whole(1, 99), Usual()]
    he: Annotated[He, Whole(0, 99), Usual()]
    weapon: Annotated[Weapon, Usual()]
    accuracy: Modifier
    size: Modifier
    quality: Annotated[Quality, Usual()]
    flags: Annotated[tuple[Flag, ...], Usual()]


@frozen
class Element(Card):
    """One element: its card and its state.

    `model` is the name of its card. `under` is the id of its commander. `aboard` is the id of the vehicle that carries
    the element. If `limbered` is true, this vehicle tows the element. `touches` has the enemies in base contact with
    the element. Each contact is stored only once, under the element that comes first in the roster. `fall_back_owed` is
    the number of fall-back moves still to make. `fall_back_from` has for each of these moves the enemy that caused the
    move, "" if no enemy caused it. `done` has its actions in this turn. `moved` is the share of its move used in this
    turn, as text. If simultaneous fire has hurt the element in this phase, `stood` is its state at the start of the
    phase. `arrives` is the time of its arrival, "" if the element is on the table.
    """

    side: Side
    model: Annotated[str, OneLine(), OfModel()] = ""
    under: Annotated[str, IdOf("elements")] = ""
    aboard: Annotated[str, IdOf("elements")] = ""
    limbered: bool = False
    broken_down: bool = False
    suppressed: bool = False
    removed: Literal["", "knocked-out", "routed", "overrun", "given-up"] = ""
    fall_back_owed: Count = 0
    fall_back_from: tuple[Annotated[str, OrNobody("elements")], ...] = ()
    touches: tuple[Annotated[str, IdOf("elements")], ...] = ()
    done: tuple[Doing, ...] = ()
    moved: Annotated[str, Share()] = ""
    stood: Literal["", "steady", "suppressed"] = ""
    arrives: Annotated[str, Arrives()] = ""

    @property
    def armoured(self) -> bool:
        """True if this is a vehicle that only AP can harm (D20-HIT-17)."""
        return any(flag in ARMOURED for flag in self.flags)

    @property
    def soft(self) -> bool:
        """True if this is a soft vehicle."""
        return "soft" in self.flags

    @property
    def crew_served(self) -> bool:
        """True if this is a crew-served weapon."""
        return self.type == "CSW"

    @property
    def row(self) -> str:
        """The row of the movement table for this element. A broken-down weapon moves as infantry (D20-MOV-09)."""
        return "Inf" if self.broken_down else self.type

    @property
    def transport(self) -> bool:
        """True if this element carries other elements inside, and not on its deck or behind it (D20-TRN-06)."""
        return self.soft or "apc" in self.flags or "transport" in self.flags

    @property
    def shelters(self) -> bool:
        """True if suppressed passengers may stay aboard, because the vehicle is an APC (D20-TRN-04)."""
        return self.armoured and self.transport

    @property
    def used(self) -> Fraction:
        """The share of a whole move that the element has used in this turn."""
        from fractions import Fraction  # a view does not need it

        return Fraction(self.moved or 0)


class OfPhase(RowOf):
    """The mark for a field that names a phase of a side's turn, or `over`, the end of the game."""

    def __init__(self) -> None:
        super().__init__("phases", what="phase")

    def rows(self, about: About) -> Mapping[str, Any]:
        """Return a mapping with the phases by name, and with the entry `over`."""
        return {**super().rows(about), "over": "over"}


@frozen
class Clock:
    """The turn, the phase, and the side to act. Turn 0 means that no turn has begun, so actions are not recorded."""

    turn: Annotated[int, Whole(1, 999), Usual(), Always()] = 0
    phase: Annotated[str, OfPhase(), Always()] = "command"
    side: Annotated[Side, Always()] = ""


NO_TURN = Clock()


def names(elements: Iterable[Element]) -> str:
    """Return the names of these elements, joined into one text."""
    return ", ".join(one.name for one in elements)


@frozen
class Objective:
    """An objective of the scenario. `held` is the side that holds the objective, "" if there is none."""

    id: Id
    name: Annotated[Name, Usual()]
    held: Side = ""


DRAW = "draw"
"""Nobody has won, and the game is over."""


def winner(won: str) -> str:
    """Return the winner or the draw in words; "" if the game is open."""
    return {"": "", DRAW: "a draw"}.get(won, f"the winner: {won}")


@frozen
class State:
    """The state of a game.

    `elements` maps each id to its element. Removed elements are included, because they count as losses. `sides` are in
    their order of play. `edges` has the base edge of each side in words. `ground` maps each kind of ground that the
    scenario defines to a column of the movement table. `turns` is the number of turns, 0 if there is no limit. `table`
    has the unit of distances. `later` has the elements that have not arrived yet; `Family.present` takes these elements
    out of `elements`. `last` means that the game ends with this turn. The game file stores neither `later` nor `last`.
    `ending` has the other ways in which the game can end.
    """

    elements: Mapping[str, Element]
    sides: tuple[str, ...] = ()
    clock: Clock = NO_TURN
    objectives: Mapping[str, Objective] = field(default_factory=dict)
    edges: Mapping[str, str] = field(default_factory=dict)
    ground: Mapping[str, str] = field(default_factory=dict)
    turns: int = 0
    victory: str = ""
    won: str = ""
    table: Tabletop = Tabletop()
    later: Mapping[str, Any] = field(default_factory=dict)
    ending: Ending = Ending()
    last: bool = False

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The names of all elements and objectives by id."""
        elements = {one.id: one.name for one in self.elements.values()}
        return elements | {one.id: one.name for one in self.objectives.values()}

    @cached_property
    def nameable(self) -> Mapping[str, Nameable]:
        """A mapping from the id of each element, in lower case, to its side. The mapping is cached, because one typed
        line needs it often.
        """
        return {id.lower(): Nameable(element.side) for id, element in self.elements.items()}

    @property
    def ruler(self) -> Ruler:
        """The unit of distances: the unit that the scenario names, or else inches (D20-GEN-03)."""
        unit = self.table.unit or "in"
        return Ruler(unit, unit, most=999)

    def changed(self, id: str, **changes: Any) -> State:
        """Return the state with changes to one element."""
        return replace(self, elements={**self.elements, id: replace(self.elements[id], **changes)})

    def find(self, typed: str, *, removed: bool = False, hint: str = "`umpire status` lists the elements") -> Element:
        """Return the element with this name.

        Raises Mistake if no element has this name. Raises Mistake for a removed element, unless `removed` is true.
        `hint` is shown if no id is similar to the name.
        """
        element = naming.find(typed, self.elements, self.objectives)
        if element is None:
            raise naming.none_such("element", typed, self.elements, hint)
        if element.removed and not removed:
            raise Gone(
                f"{element.name}: it was removed from play ({element.removed})",
                f"`umpire set {element.id} removed=none` brings it back",
                name=element.name,
            )
        return element

    def meant(self, typed: Iterable[str]) -> tuple[Element, ...]:
        """Return the elements that these words name, without duplicates. Raises Mistake in the same cases as `find`."""
        return tuple(dict.fromkeys(map(self.find, typed)))

    def in_play(self, side: str = "") -> tuple[Element, ...]:
        """Return the elements of a side that are in play, in the order of the roster. If `side` is "", return the
        elements of all sides.
        """
        return tuple(one for one in self.elements.values() if not one.removed and one.side in (side or one.side,))

    def of_side(self, side: str) -> tuple[Element, ...]:
        """Return all elements of a side, including removed elements, in the order of the roster."""
        return tuple(one for one in self.elements.values() if one.side == side)

    def aboard(self, carrier: Element) -> tuple[Element, ...]:
        """Return the elements in play that this carrier carries or tows, in the order of the roster."""
        return tuple(one for one in self.elements.values() if one.aboard == carrier.id and not one.removed)

    def riders(self, element: Element) -> tuple[Element, ...]:
        """Return the riders on a tank. They jump off when the tank is hit (D20-TRN-05).

        If the element is not a tank, it has no riders.
        """
        tank = element.armoured and not element.transport
        return tuple(one for one in self.aboard(element) if not one.limbered) if tank else ()

    def touching(self, element: Element) -> tuple[Element, ...]:
        """Return the enemies that this element is in base contact with."""
        return tuple(one for one in self.elements.values() if one.id in element.touches or element.id in one.touches)

    def example(self) -> tuple[str, str]:
        """Return two ids for the example in a hint: an element, and an enemy of that element.

        If possible, the element is of the side to act. Elements that can fight are preferred. If there are no elements,
        return placeholders.
        """
        every = sorted(self.in_play(), key=lambda one: not (self.is_combat(one) and (one.he or one.ap)))
        acting = [one for one in every if one.side in (self.clock.side or one.side,)]
        if not self.elements:
            return "NAME", "ENEMY"
        one = (acting or list(self.elements.values()))[0]
        return one.id, next((other.id for other in every if other.side != one.side), one.id)

    def is_combat(self, element: Element) -> bool:
        """Return whether this is a combat element.

        Commanders, forward observers and empty transports are not combat elements (D20-GEN-08).
        """
        return not ("commander" in element.flags or "foo" in element.flags or self.is_empty_transport(element))

    def is_empty_transport(self, element: Element) -> bool:
        """Return whether this is a transport that carries no element."""
        return "transport" in element.flags and not self.aboard(element)

    def losses(self, side: str) -> int:
        """Return the number of a side's elements that were removed from play, for any reason (D20-SUP-10)."""
        return sum(1 for one in self.of_side(side) if one.removed)


def read_state(plain: Mapping[str, Any], game_map: object = None) -> State:
    """Return the state from the game file. The file is not checked here.

    A map is not used, because distances are typed.
    """
    elements, objectives = rows(Element, plain["elements"]), rows(Objective, plain["objectives"])
    clock, table = read(Clock, plain["clock"]), read(Tabletop, plain.get("table", {}))
    ending = read(Ending, plain.get("ending", {}))
    return read(State, plain, elements=elements, objectives=objectives, clock=clock, table=table, ending=ending)


def named(state: State) -> Mapping[str, Nameable]:
    """Return a mapping from the id of each element, in lower case, to its side."""
    return state.nameable


def moment(state: State) -> Moment:
    """Return the moment that the clock shows: the turn, the side to play and the phase."""
    from umpire.game.clock.when import Moment

    clock, over = state.clock, state.clock.phase == "over"
    turn, sides = clock.turn, state.sides
    return Moment("turn", turn, side=clock.side, over=over, turns=state.turns, sides=sides, phase=clock.phase)

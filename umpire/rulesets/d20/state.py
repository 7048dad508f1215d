"""The state of a game: every element, and the place in the sequence of play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
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
    """The mark of an id, or "" for nobody."""

    def amiss(self, value: Any, about: About) -> Wrong | None:
        """Return the error in the value; None if it is "" or an id."""
        return super().amiss(value, about) if value else None


class OfModel(Named):
    """The mark of a model of the table, or of the scenario's own; any other word is accepted without effect."""

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
    """The mark of a share of a move, in lowest terms."""

    def amiss(self, value: Any, about: About) -> Wrong | None:
        """Return the error in the value; None if there is none."""
        from fractions import Fraction

        try:
            share = Fraction(value)
        except (ValueError, ZeroDivisionError):
            share = Fraction(-1)
        if 0 < share <= 10**6 and str(share) == value and share.denominator <= 10**9:
            return None
        return f"{value!r} is not a share of a move", "a fraction in lowest terms such as 3/4, or 1"


@frozen
class Card:
    """A kind of element, `[models.id]` of a scenario. `none` takes away a value of the model.

    `ap` is a number, "*" (then `weapon` is mortar, sfmg or flamethrower) or none; `he` is the HE/SA value or none.
    `defence` is also the armour of a vehicle, `range` is in the game's unit.
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

    `model` names the card, `under` the commander whose chain of command it is in. `aboard` is the id of the vehicle
    that carries it, or with `limbered` tows it; `touches` are the enemies it is in base contact with (stored with the
    first of the two in the roster). `fall_back_owed` counts fall-back moves still to make; `fall_back_from` are the
    enemies that caused them, in the order of the moves ("" if none did). For this turn, `done` are its actions, `moved`
    is the share of its move used, as text, and `stood` is its state at the start of a phase of simultaneous fire that
    has hurt it. `arrives` is the arrival of an element that comes later.
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
        """True if it is a vehicle that only AP can harm (D20-HIT-17)."""
        return any(flag in ARMOURED for flag in self.flags)

    @property
    def soft(self) -> bool:
        """True if it is a soft vehicle."""
        return "soft" in self.flags

    @property
    def crew_served(self) -> bool:
        """True if it is a crew-served weapon."""
        return self.type == "CSW"

    @property
    def row(self) -> str:
        """The row of the movement table it moves on; a broken-down weapon moves as infantry (D20-MOV-09)."""
        return "Inf" if self.broken_down else self.type

    @property
    def transport(self) -> bool:
        """True if it carries others inside, rather than on its deck or behind it (D20-TRN-06)."""
        return self.soft or "apc" in self.flags or "transport" in self.flags

    @property
    def shelters(self) -> bool:
        """True if passengers who are suppressed may stay aboard: it is an APC (D20-TRN-04)."""
        return self.armoured and self.transport

    @property
    def used(self) -> Fraction:
        """The share of its move that it has used this turn."""
        from fractions import Fraction  # a view does not need it

        return Fraction(self.moved or 0)


class OfPhase(RowOf):
    """The mark of a phase of a side's turn, or the end of the game."""

    def __init__(self) -> None:
        super().__init__("phases", what="phase")

    def rows(self, about: About) -> Mapping[str, Any]:
        """Return the phases by their names, with `over`."""
        return {**super().rows(about), "over": "over"}


@frozen
class Clock:
    """The side to act and the phase. In turn 0 no turn has begun, and actions are not recorded."""

    turn: Annotated[int, Whole(1, 999), Usual(), Always()] = 0
    phase: Annotated[str, OfPhase(), Always()] = "command"
    side: Annotated[Side, Always()] = ""


NO_TURN = Clock()


def names(elements: Iterable[Element]) -> str:
    """Return the names of these elements in words."""
    return ", ".join(one.name for one in elements)


@frozen
class Objective:
    """An objective of the scenario; `held` by a side, or "" if not held."""

    id: Id
    name: Annotated[Name, Usual()]
    held: Side = ""


DRAW = "draw"
"""Nobody has won, and the game is over."""


def winner(won: str) -> str:
    """Return the winner in words; "" if the game is open."""
    return {"": "", DRAW: "a draw"}.get(won, f"the winner: {won}")


@frozen
class State:
    """Every element by its id, including removed ones, which count as losses. `sides` are in their order of play.

    `edges` are the base edges of the sides in words, `ground` has the column of the movement table for each of the
    scenario's own kinds of ground, `turns` the number of turns (0: no limit), `table` the unit of distances. `later`
    are the elements left out because they come later (`Family.present`), and `last` means that the game ends with this
    turn; the game file stores neither of the two. `ending` has the other ways in which the game can end.
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

    @property
    def ruler(self) -> Ruler:
        """The unit of distances: the one agreed, else inches (D20-GEN-03)."""
        unit = self.table.unit or "in"
        return Ruler(unit, unit, most=999)

    def changed(self, id: str, **changes: Any) -> State:
        """Return the state with changes to one element."""
        return replace(self, elements={**self.elements, id: replace(self.elements[id], **changes)})

    def find(self, typed: str, *, removed: bool = False, hint: str = "`umpire status` lists the elements") -> Element:
        """Return the element with this name.

        Raises Mistake if there is none, or if it is out of play (unless `removed` ones count too). `hint` is shown if
        no id is similar.
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
        """Return the elements typed, each once. Raises Mistake as `find` does."""
        return tuple(dict.fromkeys(map(self.find, typed)))

    def in_play(self, side: str = "") -> tuple[Element, ...]:
        """Return the elements not removed, of one side or of all, in the order of the roster."""
        return tuple(one for one in self.elements.values() if not one.removed and one.side in (side or one.side,))

    def of_side(self, side: str) -> tuple[Element, ...]:
        """Return the elements of a side, removed ones too, in the order of the roster."""
        return tuple(one for one in self.elements.values() if one.side == side)

    def aboard(self, carrier: Element) -> tuple[Element, ...]:
        """Return the elements in play that ride on, in or behind this one, in the order of the roster."""
        return tuple(one for one in self.elements.values() if one.aboard == carrier.id and not one.removed)

    def riders(self, element: Element) -> tuple[Element, ...]:
        """Return the riders on an element if it is a tank: they jump off when the tank is hit (D20-TRN-05)."""
        tank = element.armoured and not element.transport
        return tuple(one for one in self.aboard(element) if not one.limbered) if tank else ()

    def touching(self, element: Element) -> tuple[Element, ...]:
        """Return the enemies it is in base contact with."""
        return tuple(one for one in self.elements.values() if one.id in element.touches or element.id in one.touches)

    def example(self) -> tuple[str, str]:
        """Return ids for a hint that can be typed: an element in play, if possible of the side to act, and an enemy.

        Elements that can fight come first. If all have left, placeholders are returned.
        """
        every = sorted(self.in_play(), key=lambda one: not (self.is_combat(one) and (one.he or one.ap)))
        acting = [one for one in every if one.side in (self.clock.side or one.side,)]
        if not self.elements:
            return "NAME", "ENEMY"
        one = (acting or list(self.elements.values()))[0]
        return one.id, next((other.id for other in every if other.side != one.side), one.id)

    def is_combat(self, element: Element) -> bool:
        """Return whether it is a combat element: no commander, no forward observer, no empty transport (D20-GEN-08)."""
        return not ("commander" in element.flags or "foo" in element.flags or self.is_empty_transport(element))

    def is_empty_transport(self, element: Element) -> bool:
        """Return whether it is meant to carry others and carries none."""
        return "transport" in element.flags and not self.aboard(element)

    def losses(self, side: str) -> int:
        """Return the number of elements of a side removed from play, for any reason (D20-SUP-10)."""
        return sum(1 for one in self.of_side(side) if one.removed)


def read_state(plain: Mapping[str, Any], game_map: object = None) -> State:
    """Return the state from the game file, which is not checked here. Distances are typed: a map is not used."""
    elements, objectives = rows(Element, plain["elements"]), rows(Objective, plain["objectives"])
    clock, table = read(Clock, plain["clock"]), read(Tabletop, plain.get("table", {}))
    ending = read(Ending, plain.get("ending", {}))
    return read(State, plain, elements=elements, objectives=objectives, clock=clock, table=table, ending=ending)


def named(state: State) -> Mapping[str, Nameable]:
    """Return the elements with their side."""
    return {id.lower(): Nameable(element.side) for id, element in state.elements.items()}


def moment(state: State) -> Moment:
    """Return the point of the battle on its clock: turn and side to play."""
    from umpire.game.clock.when import Moment

    clock, over = state.clock, state.clock.phase == "over"
    turn, sides = clock.turn, state.sides
    return Moment("turn", turn, side=clock.side, over=over, turns=state.turns, sides=sides, phase=clock.phase)

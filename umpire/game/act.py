"""The parts of a ruleset that the program uses: a family, its acts of play, and the situations they resolve."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field
from functools import partialmethod
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar, cast

from umpire.core.frozen import frozen
from umpire.core.mistakes import Misplaced, Mistake, means
from umpire.game.clock.arrivals import ARRIVE, LEAVE, NEVER
from umpire.game.clock.effect import NOW
from umpire.game.lines import Nouns

if TYPE_CHECKING:  # a status only lists the acts
    from types import ModuleType

    from umpire.core.hexes import Hex
    from umpire.core.outcome import Follow, Head, Listing, Objection, Outcome
    from umpire.core.procedure import Addition, Procedure
    from umpire.game.clock.off_board import Comers
    from umpire.game.clock.staying import MayStay
    from umpire.game.clock.when import Moment
    from umpire.game.facts import Facts, RowScope, TypedLine
    from umpire.game.gamefile.migrations import Migration
    from umpire.game.gamefile.public import Secret
    from umpire.game.maps import Map
    from umpire.game.maps.drawn import DrawnBoard
    from umpire.game.naming import Nameable
    from umpire.game.roster import Paper
    from umpire.game.variation import Variation, Yardstick
    from umpire.game.written import Written

Plain = dict[str, Any]
"""JSON-able nested dictionaries: how a state is kept in the game file."""


class Free(NamedTuple):
    """Another stand that could have been named: connecting word, name as typed, means left (`2 shots`)."""

    word: str
    name: str
    left: str

    def __str__(self) -> str:
        return f"{self.word} {self.name} ({self.left})"


@frozen
class Situation:
    """The values that an act is resolved from: plain, frozen, and built before any die is thrown.

    `title` is one line: actor, action, target; `side` acts; `known` has every fact with its source. Situations are
    compared by identity, because odds recognise the parts of a procedure by their situations.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    title: str
    side: str
    known: Facts

    @property
    def also(self) -> tuple[Free, ...]:
        """The stands that could also have been named, such as guns in range."""
        return ()


@frozen
class Roles:
    """The connecting words of an act by the kind of stand named; the first stand named gives the acting side.

    `guns` is for batteries named after one's own stands, `foe` for the first enemy, `more` for the enemies after it
    (`more_guns`: only batteries), `places` for a place with no stand in it. "" means that the act has no such role. The
    word `air` may be named like a battery. It belongs to the side named just before it, but right after the target it
    belongs to the attacker.
    """

    foe: str = "at"
    guns: str = ""
    more: str = ""
    more_guns: bool = False
    places: str = ""
    air: str = ""


EVERYBODY = "all"
"""After a connecting word, or left to be put there: everybody who may be named so."""


State = TypeVar("State")
Table = TypeVar("Table")
Sit = TypeVar("Sit", bound=Situation)


@frozen
class Act(Generic[State, Table, Sit]):
    """One verb of a ruleset.

    `usage` is the line shown in help, `connectors` its connecting words, `facts` its own facts (name -> words),
    `choices` the words that may be typed for a fact (none if it takes a number or a name), `bare` the fact of a bare
    word, `places` the connecting words after which a number is part of a name (`to hill 112`), `adds_to` the pool that
    `--add` means when it names none. `situate(state, table, line)` builds the situation (pure; raises Mistake),
    `objections(situation)` lists every rule that forbids it, `procedure(situation)` resolves it. `out_of_turn(state,
    table, situation)` lists the rules of the sequence of play that forbid it; only a game that enforces the sequence
    applies them. The words typed for a `secret` act (orders placed face down) are not in the log. An act that only
    shows words is a view; it is recorded only if it `notes` them. The names of a `prose` act are free words. `at_once`
    is a number of dice that people may throw together, even if not all are needed. `every_time` has keys of throws of
    one die; people may throw any row of them first, needed or not. `roles` are its connecting words by the kind of
    stand named, if they may be left out; `everybody(state, table, line, word)` returns the stands that `all` means
    after one of these words, except those named (raises Mistake if no stand is left). An act that `asks` nothing throws
    no die and has no choice, whatever facts are typed. `tries` are facts that must be typed, each with a sample value:
    with them `can` checks whether the act is allowed at all, even without a target. If None, `can` does not check it.
    `far` returns the distances that a situation allows, in words with their rule. `lists` are the lists of modifiers
    that its dice come from: the table may declare more facts for their rows. `expanded` returns the words as they are
    recorded, if the meaning of a short line depends on the game. `adding` returns a situation whose throws have the
    referee's own modifier lines, if the act adds them itself. An act that `ticks` may end a phase or a turn, as `next`
    does: arrivals and events of the clock come with it. An act at the `edge` also takes stands that are not on the
    table yet: those due, or any named that may come in.
    """

    verb: str
    words: str
    usage: str
    situate: Callable[[State, Table, TypedLine], Sit]
    procedure: Callable[[Sit], Procedure[Outcome]]
    objections: Callable[[Sit], tuple[Objection, ...]] = lambda situation: ()
    out_of_turn: Callable[[State, Table, Sit], tuple[Objection, ...]] = lambda state, table, situation: ()
    connectors: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    bare: Callable[[str], str | None] = lambda word: None
    places: tuple[str, ...] = ()
    adds_to: str = ""
    secret: bool = False
    notes: bool = False
    prose: bool = False
    at_once: int = 0
    every_time: tuple[tuple[str, ...], ...] = ()
    roles: Roles | None = None
    everybody: Callable[[State, Table, TypedLine, str], tuple[str, ...]] | None = None
    asks: bool = True
    tries: tuple[str, ...] | None = None
    far: Callable[[Sit], str] | None = None
    lists: tuple[str, ...] = ()
    expanded: Callable[[State, Table, Sequence[str]], Sequence[str]] = lambda state, table, words: words
    adding: Callable[[Sit, tuple[Addition, ...]], Sit] | None = None
    ticks: bool = False
    edge: Literal["", "due", "named"] = ""


def _at_home(family: Family[Any, Any], module: str, name: str, *args: Any, **named: Any) -> Any:
    return getattr(family.module(module), name)(*args, **named)


class Family(Generic[State, Table]):
    """A ruleset family. It imports no other family, and its module imports its parts only when they are needed.

    `ACTS` has, for each verb, the module within the family that plays it (with an `ACT` at its end, or `ACTS` by verb)
    and its own line of help, "" if that of the vocabulary is enough. `MEANINGS` are words that people type for another
    word of the family (see `core.mistakes.means`), and `BEGINNINGS` has the command that a line means if it begins with
    another word: `smoke` -> `artillery smoke`. `SPOKEN` has short words that give a fact, or a key in `set`: `hd` ->
    `hulldown=yes`. `ORDERED` has the order of a unit by the words for it: `dig in` -> `D`. `AFTER_MOVING` has the facts
    that say how a stand fires after moving, and `NOUNS` the nouns that people use for the actors. `BOOKKEEPING` are
    fields of the state that nobody needs at the table: they are left out when changes are shown in words. `SECRET`
    names the things face down on the table (see `game/gamefile/public.py`): no answer and no log shows them before they
    are turned up. `COMERS` names the rows of its state that may arrive later. `EFFECTS` are the modules within the
    family that know the classes of its effects ("" for its own): effects on record are read back by them. `HOMES` names
    modules within the family, each with the methods of this class that it defines as functions; a module is imported
    when one is called. `COMPARED` are the acts that `what-if` can change (see `variations`), `INSTEAD` has, for an act
    that refuses a target, another act that may take this target. `STAYING` are the facts of its book that may stay (see
    `staying`), with their words in help; `AT_HOME` maps a fact that the game keeps elsewhere to its command, with
    `{of}` and `{value}` in it. With `COUNTS_ALL` the tally of an act has all numbers that it may change, so that odds
    leave out those that are always 0. A family may leave out anything that has a default here.

    A game file keeps the fields of its state and effects for ever, by name. `FORMAT` goes up with each release that
    cannot read games of the release before it as they are; `upgrade` brings such games to the new format (see
    `Migration`). `RENAMED` are classes of effects by the names they had: old -> new.
    """

    FORMAT: ClassVar[int] = 1
    RENAMED: ClassVar[Mapping[str, str]] = {}

    ACTS: ClassVar[Mapping[str, tuple[str, str]]] = {}
    MEANINGS: ClassVar[Mapping[str, str]] = {}
    BEGINNINGS: ClassVar[Mapping[str, str]] = {}
    SPOKEN: ClassVar[Mapping[str, str]] = {}
    ORDERED: ClassVar[Mapping[str, str]] = {}
    AFTER_MOVING: ClassVar[Sequence[str]] = ()
    NOUNS: ClassVar[Nouns] = Nouns()
    BOOKKEEPING: ClassVar[frozenset[str]] = frozenset()
    SECRET: ClassVar[Secret] = {}
    EFFECTS: ClassVar[Sequence[str]] = ("",)
    COMERS: ClassVar[Comers | None] = None
    COMPARED: ClassVar[Sequence[str]] = ()
    INSTEAD: ClassVar[Mapping[str, str]] = {}
    STAYING: ClassVar[Mapping[str, str]] = {}
    AT_HOME: ClassVar[Mapping[str, str]] = {}
    HOMES: ClassVar[Mapping[str, Sequence[str]]] = {}
    COUNTS_ALL: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        means(cls.MEANINGS)
        if "ACTS" in vars(cls):
            own = (NOW, ARRIVE, LEAVE) if cls.COMERS else (NOW,)
            cls.ACTS = {**cls.ACTS, **{verb: cls.ACTS.get(verb, ("", "")) for verb in own}}
        for module, names in cls.HOMES.items():
            for name in names:
                setattr(cls, name, partialmethod(_at_home, module, name))

    def module(self, name: str) -> ModuleType:
        """Return a module within the family, imported now."""
        return import_module(f"{type(self).__module__}.{name}")

    def act(self, verb: str) -> Act[State, Table, Any]:
        """Return the act of a verb, its module imported now. Raises KeyError if the family does not have it."""
        if verb in (NOW, ARRIVE, LEAVE) and not self.ACTS[verb][0]:
            made = getattr(import_module(f"umpire.game.clock.{verb}"), f"{verb}_act")
            return cast("Act[State, Table, Any]", made(self))
        offered = vars(self.module(self.ACTS[verb][0]))
        return cast("Act[State, Table, Any]", offered["ACTS"][verb] if "ACTS" in offered else offered["ACT"])

    def read_table(self, rows: Mapping[str, Any]) -> Table:
        """Return the typed rule table made from parsed TOML. Raises Mistake."""
        raise NotImplementedError

    def sections(self) -> Mapping[str, Any]:
        """Return the sections that a table may have, for house rules (see `rulebook.rows`); {} if none may change."""
        return {}

    def scopes(self) -> tuple[RowScope, ...]:
        """Return the scopes of house-rule rows: the things they ask about, and the facts always the same in them."""
        return ()

    def read_state(self, plain: Plain, game_map: Map | None) -> State:
        """Return the state read from the game file; it is not checked here."""
        raise NotImplementedError

    def plain(self, state: State) -> Plain:
        """Return the state for the game file, which keeps the map elsewhere; ids are keys."""
        from umpire.game.records import plain

        return plain(state, "map", "later", "last")

    def public(self, plain: Plain, *, mapped: bool) -> Plain:
        """Return the stored state as players may see it: without anything face down or still to come."""
        from umpire.game.gamefile.public import public

        shown = cast("Plain", public(plain, self.SECRET, ("state",)))
        if self.COMERS is None:
            return shown
        from umpire.game.clock.off_board import come

        return come(self.COMERS, shown)

    def arrives(self, state: State, one: Any) -> str:
        """Return the stored words by which one of the `COMERS` arrives; "" if it is on the table already."""
        how = one.arrives
        return how if isinstance(how, str) and how != NEVER else ""

    def arrived(self, id: str, how: str) -> Any:
        """Return the effect that changes how one of the `COMERS` arrives; "" means that it is on the table."""
        return self.module("effects").Arrived(id, how)

    def leaves(self, state: State, id: str, how: str) -> tuple[Any, ...]:
        """Return the effects by which one of the `COMERS` leaves for good; `how` is stored in its field `arrives`."""
        return (self.arrived(id, how),)

    def points(self, state: State) -> Mapping[str, int]:
        """Return the points of each side that has any."""
        from umpire.game.clock.ending import points_of

        ending = getattr(state, "ending", None)
        if self.COMERS is None or not ending:
            return {}
        return points_of([*getattr(state, self.COMERS.among).values(), *state.later.values()], ending.leaves)  # type: ignore[attr-defined]

    def ended(self, state: State) -> tuple[Any, ...]:
        """Return the effects that end the battle at once."""
        return ()

    def present(self, state: State, edge: Collection[str] = ()) -> State:
        """Return the state without the stands that are not on the table; those at the `edge` count as on the table."""
        if self.COMERS is None:
            return state
        from umpire.game.clock.off_board import present

        return present(self, state, edge)

    def upgrade(self, number: int) -> tuple[Migration, ...]:
        """Return the migrations from the format `number` to the next one, in order."""
        return ()

    def apply(self, state: State, effects: tuple[Any, ...], table: Table) -> State:
        """Return the state after these effects; pure, and the only thing that changes a state."""
        raise NotImplementedError

    def gone(self, state: State) -> frozenset[str]:
        """Return the ids of the stands that are out of play for good."""
        return frozenset()

    def table_instructions(self, before: State, after: State) -> tuple[str, ...]:
        """Return what to do on the table from one state to another: `REMOVE tank B`, `PUT BACK tank B at 0806`."""
        return ()

    def names(self, state: State) -> Mapping[str, str]:
        """Return id -> name for everything that can be typed in a command."""
        raise NotImplementedError

    def standing(self, state: State, name: str, place: str) -> State:
        """Return the state with a stand in another hex. Raises Mistake for an unknown name or place."""
        raise Mistake("this game does not record positions", "type the distance instead")

    def members(self, state: State, name: str) -> tuple[str, ...]:
        """Return the ids of the stands that act in a unit or group; () for any other name."""
        return ()

    def follows(self, state: State, table: Table, corrections: Mapping[str, Mapping[str, str]]) -> tuple[Follow, ...]:
        """Return the further corrections that play would require if these keys of things, by id, are set by hand.

        One example is an HQ that loses its last unit. The referee is asked about each of these corrections.
        """
        return ()

    def verb(self, state: State, table: Table, words: tuple[str, ...]) -> str:
        """Return the act meant by words that begin with a stand's or unit's name and have no verb; "" if none."""
        return ""

    def spelled_out(self, state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return the words of a shortened act, in full as its usage has them; () if nothing was shortened."""
        return ()

    def named(self, state: State) -> Mapping[str, Nameable]:
        """Return the side of everything that may act or be acted on, by each of its names, in small letters."""
        return {}

    def status(self, state: State, table: Table, name: str) -> tuple[Listing, ...]:
        """Return the status of the whole game, or of one thing. Raises Mistake for an unknown name."""
        raise NotImplementedError

    def scenario(self) -> Written[State, Table, Any]:
        """Return the family's `WRITTEN`, the rules for writing a game; its `scenario` module is loaded only now."""
        return cast("Written[State, Table, Any]", self.module("scenario").WRITTEN)

    def now(self, state: State, table: Table) -> Listing | None:
        """Return the first lines of the whole status, if the game enforces the sequence; None if it has none."""
        return None

    def head(self, state: State, table: Table, *, clock: bool) -> Head | None:
        """Return the head of a status, with the clock if one runs; None if the whole status is shown instead."""
        return None

    def brief(self, state: State, table: Table) -> str:
        """Return the point of play in some twenty characters, for an enforced sequence: `d1 r3 · P acts`."""
        return ""

    def moment(self, state: State) -> Moment | None:
        """Return the point of the battle on its clock, to compare with WHEN; None without rounds or turns."""
        return None

    def staying(self, table: Table) -> Mapping[str, MayStay]:
        """Return the family's own facts that may stay, in addition to those that rows of the table ask for."""
        return {}

    def at_home(self, state: State, table: Table, fact: str, value: str) -> tuple[Any, ...]:
        """Return the effects that set a fact of `AT_HOME` in its place. Raises Mistake if only its command can."""
        raise Misplaced(f"{fact} cannot be set here: a scenario has another key for it", "leave it out", fact=fact)

    def comes_next(self, state: State, table: Table) -> str:
        """Return the line to type next if it is one harmless act, else ""; it never ends a phase for a side."""
        return ""

    def given_up(self, state: State, table: Table) -> str:
        """Return the actions still open that `next` alone would end, in words; "" if none is lost."""
        return ""

    def seen(self, state: State, table: Table, name: str) -> tuple[str, ...]:
        """Return the words that matter about a target in addition to distance and dice: `4/5 dug in`, `village`."""
        return ()

    def left_to(self, state: State, table: Table, name: str) -> str:
        """Return the means to act that a stand has left, in a few words: `options ABG, 9 CP`; "" if not recorded."""
        return ""

    def goals(self, state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return the places that may be named after these words of an act, for completion; () if not known."""
        return ()

    def partners(self, state: State, table: Table, verb: str, name: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the ids with which a stand may change places by an act, each with the words of that act."""
        return ()

    def clock_runs(self, state: State) -> bool:
        """Return whether a clock was started in a game with a free sequence, so that its status shows the time."""
        return False

    def sheet(self, table: Table, state: State | None) -> tuple[Listing, ...]:
        """Return the quick-reference sheet as this game plays it; with a state, only the parts that this battle needs.

        By default the sheet lists the acts: how to type each one, and its facts.
        """
        from umpire.core.outcome import Listing

        def rows(act: Act[State, Table, Any]) -> tuple[tuple[str, str], ...]:
            return ((act.usage, act.words), *((f"{fact}=", means) for fact, means in act.facts.items()))

        own = (verb for verb in self.ACTS if verb not in (NOW, ARRIVE, LEAVE))
        return tuple(Listing(verb, ("typed", "meaning"), rows(self.act(verb))) for verb in own)

    def paper(self) -> Paper[State, Table]:
        """Return the family's documents for paper in addition to its sheet, by default those of its module `cards`."""
        from umpire.game.roster import Paper

        return Paper(self)

    def on_board(self, state: State) -> Mapping[Hex, tuple[str, str]] | None:
        """Return the id and side of the stand in each hex, for the map; None if the family is played without a map."""
        return None

    def laid_out(self, state: State, table: Table) -> DrawnBoard | None:
        """Return everything on the board, to be drawn; None if the family is played without a board."""
        return None

    def zone_of(self, state: State, side: str) -> tuple[Hex, ...]:
        """Return the hexes in the zone of control of a side, for the map."""
        return ()

    def severity(self) -> Sequence[str]:
        """Return the results that a stand may suffer, the lightest first, for "or worse"; () if not ranked."""
        return ()

    def variations(self, state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[Variation, ...]:
        """Return the same act with one thing changed each time, for `what-if`; the rules are not checked here."""
        return ()

    def yardsticks(self, situation: Any) -> tuple[Yardstick, ...]:
        """Return the parts of the tally by which acts of this kind are compared."""
        return ()

    def promise(self, situation: Any) -> float | None:
        """Return the expected effect of an act, a number to sort its targets by; None if the first throw gives it."""
        return None


REQUIRED = ("read_table", "read_state", "apply", "names", "status")
"""What every family has of its own."""

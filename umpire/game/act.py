"""The parts of a ruleset that the program uses: a family, its acts of play, and the situations they resolve."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field
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
"""Nested dictionaries of JSON values, such as a state in the game file."""


class Free(NamedTuple):
    """Another stand that could have been named. `left` is the text in brackets after the name, such as `2 shots`."""

    word: str
    name: str
    left: str

    def __str__(self) -> str:
        return f"{self.word} {self.name} ({self.left})"


@frozen
class Situation:
    """The facts and stands of an act, fixed before any die is thrown.

    `title` names the actor, the action and the target in one line. `side` is the acting side. `known` has every fact
    with its source. A situation is equal only to itself.
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
    """The connecting words of an act, and the kind of stand that each word is for.

    `foe` is the word for the first enemy; `more` is the word for further enemies. If `more_guns` is true, only
    batteries may follow the word in `more`. `guns` is the word for batteries of the acting side; `places` is the word
    for a place without stands. `air` is the word that people type for air support. "" in a field means that the act has
    no such word. The first stand named gives the acting side. Directly after the word in `more`, or after a further
    enemy, the word in `air` means air support of the enemy. Elsewhere, it means air support of the acting side.
    """

    foe: str = "at"
    guns: str = ""
    more: str = ""
    more_guns: bool = False
    places: str = ""
    air: str = ""


EVERYBODY = "all"
"""The word, typed after a connecting word, for all stands that may be named there."""


State = TypeVar("State")
Table = TypeVar("Table")
Sit = TypeVar("Sit", bound=Situation)


@frozen
class Act(Generic[State, Table, Sit]):
    """One verb of a ruleset, such as `fire`.

    `usage` is the line shown in help. `situate` builds the situation and changes nothing; it raises Mistake for wrong
    words. `objections` lists every rule that forbids the act. `out_of_turn` lists every rule of the sequence of play
    that forbids the act; these rules count only if the game enforces the sequence. `procedure` resolves the act.
    `facts` are the facts of this act, each with its meaning; `choices` has the words that may be typed for a fact. For
    a word without `=`, `bare` returns the fact that has the word as its value. `places` are connecting words after
    which a number is part of a name: `to hill 112`. `adds_to` is the pool that `--add` changes if no pool is named. The
    log does not show the words of a `secret` act. If an act throws no dice, has no choice and changes nothing, it is
    recorded only if `notes` is true. The words of a `prose` act stay as typed. Players may throw up to `at_once` dice
    together, even if the act needs fewer. Each item of `every_time` names several throws. Players may make these throws
    together, with one die each, even if the act needs only some of them. If people may leave out connecting words,
    `roles` has the kind of stand for each word. `everybody` returns the stands that the word `all` means after a
    connecting word, except stands already named. If no stand is left, the function raises Mistake. If `asks` is false,
    the act throws no dice and has no choice. The command `can` tries the act with the facts in `tries`, such as
    `range=1`; if `tries` is None, the command tries the act only with targets. `far` returns the allowed distances in
    words, and the number of the rule. `lists` names the lists of modifiers for the dice of the act; rows of these lists
    may need more facts. If the meaning of a short line depends on the position, `expanded` returns the words to record.
    `adding` returns the situation with the referee's own modifier lines. If `adding` is None, these lines are added to
    the pools. If `ticks` is true, the act may end a phase or turn, so arrivals and events may follow. If `edge` is
    `due`, the act may use stands that may come onto the table now. If `edge` is `named`, the act may also name stands
    that the referee brings in by hand or, if the sequence is free, any stand that has not arrived yet.
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


def _at_home(module: str, name: str) -> Callable[..., Any]:
    return lambda family, *args, **named: getattr(family.module(module), name)(*args, **named)


class Family(Generic[State, Table]):
    """A ruleset family, which imports no other family. Modules of the family are imported only when they are needed.

    `ACTS` maps each verb to a pair: the module of the family that plays the verb, and a line of help. The module
    defines `ACT` for one verb, or `ACTS`, a dict from verb to act, for several. The line of help may be "" if the
    vocabulary of the ruleset has it. `MEANINGS` are other words that people type for a word of the family (see
    `core.mistakes.means`). `BEGINNINGS` maps the first word of a line to the command that the line means: `smoke` ->
    `artillery smoke`. `SPOKEN` maps a spoken word to the fact that the word means, or to the key and value to type
    after `set`: `hd` -> `hulldown=yes`. `ORDERED` maps words to the order that they mean: `dig in` -> `D`.
    `AFTER_MOVING` has the facts that say how a stand fires after moving. `NOUNS` are the nouns that people use for
    stands and units. Changes of the `BOOKKEEPING` fields are not shown in words. `SECRET` names the things face down on
    the table: no answer and no log shows them before they are turned up (see `game/gamefile/public.py`). `COMERS` names
    the fields about stands that may arrive later. `EFFECTS` names the modules of the family with its classes of
    effects; "" is the package of the family itself. Some methods of this class are functions in modules of the family:
    `HOMES` maps each module to the names of its functions. `COMPARED` are the acts that `what-if` can change (see
    `variations`). `INSTEAD` maps an act to another act that may have targets which the first act refuses. `STAYING`
    maps each fact that can be set with `now` to the text about the fact in help (see `staying`). `AT_HOME` has the
    facts that are stored in fields of the state. It maps each fact to the command that sets it, with `{of}` for the
    owner and `{value}` for the value. If `COUNTS_ALL` is true, each outcome has a number for every kind of loss that
    the act can cause, even if the number is 0. A family may leave out anything that has a default.

    A game file stores the fields of states and effects by their names. `FORMAT` goes up with each release that cannot
    read the games of the release before it. `upgrade` returns the steps that bring the older games to the new format
    (see `Migration`). `RENAMED` maps the old name of each renamed class of effects to its new name.
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
                setattr(cls, name, _at_home(module, name))

    def module(self, name: str) -> ModuleType:
        """Import and return a module within the family."""
        return sys.modules.get(within := f"{type(self).__module__}.{name}") or import_module(within)

    def act(self, verb: str) -> Act[State, Table, Any]:
        """Return the act of a verb. Raises KeyError if the family does not have the verb."""
        if verb in (NOW, ARRIVE, LEAVE) and not self.ACTS[verb][0]:
            made = getattr(import_module(f"umpire.game.clock.{verb}"), f"{verb}_act")
            return cast("Act[State, Table, Any]", made(self))
        offered = vars(self.module(self.ACTS[verb][0]))
        return cast("Act[State, Table, Any]", offered["ACTS"][verb] if "ACTS" in offered else offered["ACT"])

    def read_table(self, rows: Mapping[str, Any]) -> Table:
        """Return the rule table of the family, made from parsed TOML. Raises Mistake for an error in the TOML."""
        raise NotImplementedError

    def sections(self) -> Mapping[str, Any]:
        """Return the sections of a table that house rules may change (see `rulebook.rows`); {} if there are none."""
        return {}

    def scopes(self) -> tuple[RowScope, ...]:
        """Return a scope for each kind of thing to which rows of house rules can apply (see `RowScope`)."""
        return ()

    def read_state(self, plain: Plain, game_map: Map | None) -> State:
        """Return the state from the game file. The state is not checked here."""
        raise NotImplementedError

    def plain(self, state: State) -> Plain:
        """Return the state in the form stored in the game file. The file stores the map separately."""
        from umpire.game.records import plain

        return plain(state, "map", "later", "last")

    def public(self, plain: Plain, *, mapped: bool) -> Plain:
        """Return the stored state as players may see it, without things that are face down or still to come."""
        from umpire.game.gamefile.public import public

        shown = cast("Plain", public(plain, self.SECRET, ("state",)))
        if self.COMERS is None:
            return shown
        from umpire.game.clock.off_board import come

        return come(self.COMERS, shown)

    def arrives(self, state: State, one: Any) -> str:
        """Return the stored words that say how a stand arrives; "" if the stand is on the table."""
        how = one.arrives
        return how if isinstance(how, str) and how != NEVER else ""

    def arrived(self, id: str, how: str) -> Any:
        """Return the effect that sets the field `arrives` of a stand to `how`; "" is for a stand on the table."""
        return self.module("effects").Arrived(id, how)

    def leaves(self, state: State, id: str, how: str) -> tuple[Any, ...]:
        """Return the effects that take a stand off the table for good, with `how` in its field `arrives`."""
        return (self.arrived(id, how),)

    def points(self, state: State) -> Mapping[str, int]:
        """Return the points of each side. A side without points may be left out."""
        from umpire.game.clock.ending import points_of

        ending = getattr(state, "ending", None)
        if self.COMERS is None or not ending:
            return {}
        return points_of([*getattr(state, self.COMERS.among).values(), *state.later.values()], ending.leaves)  # type: ignore[attr-defined]

    def ended(self, state: State) -> tuple[Any, ...]:
        """Return the effects that end the battle at once."""
        return ()

    def present(self, state: State, edge: Collection[str] = ()) -> State:
        """Return the state without the stands that are off the table. The stands with ids in `edge` are kept."""
        if self.COMERS is None:
            return state
        from umpire.game.clock.off_board import present

        return present(self, state, edge)

    def upgrade(self, number: int) -> tuple[Migration, ...]:
        """Return the migrations from the format `number` to the next one, in order."""
        return ()

    def apply(self, state: State, effects: tuple[Any, ...], table: Table) -> State:
        """Return the state after these effects. The state given is not changed."""
        raise NotImplementedError

    def gone(self, state: State) -> frozenset[str]:
        """Return the ids of the stands that are out of play for good."""
        return frozenset()

    def table_instructions(self, before: State, after: State) -> tuple[str, ...]:
        """Return the instructions for people at the table that lead from one state to another: `REMOVE tank B`."""
        return ()

    def names(self, state: State) -> Mapping[str, str]:
        """Return a dict from id to name for all things that can be named in a command."""
        raise NotImplementedError

    def standing(self, state: State, name: str, place: str) -> State:
        """Return the state with a stand in another hex. Raises Mistake for an unknown name or place."""
        raise Mistake("this game does not record positions", "type the distance instead")

    def members(self, state: State, name: str) -> tuple[str, ...]:
        """Return the ids of the stands that act when a unit or group is named; () for the name of any other thing."""
        return ()

    def follows(self, state: State, table: Table, corrections: Mapping[str, Mapping[str, str]]) -> tuple[Follow, ...]:
        """Return the further corrections that the rules require if these `corrections` are made by hand. `corrections`
        has the new values by id and key.
        """
        return ()

    def verb(self, state: State, table: Table, words: tuple[str, ...]) -> str:
        """Return the verb that words without a verb mean, such as `tank A to 0806`; "" if they mean no act."""
        return ""

    def spelled_out(self, state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return the words with short forms written in full, such as an id for `hq`; () means the words as typed."""
        return ()

    def named(self, state: State) -> Mapping[str, Nameable]:
        """Return a dict from name, in small letters, to `Nameable` for all things that may act or be targets."""
        return {}

    def status(self, state: State, table: Table, name: str) -> tuple[Listing, ...]:
        """Return the status of the whole game, or of one thing. Raises Mistake for an unknown name."""
        raise NotImplementedError

    def scenario(self) -> Written[State, Table, Any]:
        """Return the description of the text that people write: `WRITTEN` in the family's `scenario` module."""
        return cast("Written[State, Table, Any]", self.module("scenario").WRITTEN)

    def now(self, state: State, table: Table) -> Listing | None:
        """Return the first lines of the status of the whole game; None if the sequence is not enforced."""
        return None

    def head(self, state: State, table: Table, *, clock: bool) -> Head | None:
        """Return the head of the status, with the time if `clock` is true; None if the whole status must be shown."""
        return None

    def brief(self, state: State, table: Table) -> str:
        """Return the current point of an enforced sequence in about twenty characters: `d1 r3 · P acts`."""
        return ""

    def moment(self, state: State) -> Moment | None:
        """Return the present time of the battle on its clock; None if the game has no rounds or turns."""
        return None

    def staying(self, table: Table) -> Mapping[str, MayStay]:
        """Return the facts of the family that can be set with `now`."""
        return {}

    def at_home(self, state: State, table: Table, fact: str, value: str) -> tuple[Any, ...]:
        """Return the effects that set a fact of `AT_HOME`. Raises Mistake for a fact that `[facts]` cannot set."""
        raise Misplaced(f"{fact} cannot be set here: a scenario has another key for it", "leave it out", fact=fact)

    def comes_next(self, state: State, table: Table) -> str:
        """Return the only line that can be typed next; "" if a side still has something to decide."""
        return ""

    def given_up(self, state: State, table: Table) -> str:
        """Return the actions that the command `next` would give up now, in words; "" if there are none."""
        return ""

    def seen(self, state: State, table: Table, name: str) -> tuple[str, ...]:
        """Return facts about a target, to show next to its distance and dice: `4/5 dug in`, `village`."""
        return ()

    def left_to(self, state: State, table: Table, name: str) -> str:
        """Return the actions that a stand has left, in a few words: `options ABG, 9 CP`; "" if not known."""
        return ""

    def goals(self, state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return the places that may be typed next in this act, for completion; () if they are not known."""
        return ()

    def partners(self, state: State, table: Table, verb: str, name: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return (id, words to type) for each stand with which the named stand may change places."""
        return ()

    def clock_runs(self, state: State) -> bool:
        """Return whether a clock runs although the sequence is free. The status then shows the time."""
        return False

    def sheet(self, table: Table, state: State | None) -> tuple[Listing, ...]:
        """Return the quick-reference sheet. If a state is given, leave out the parts that this battle does not need. By
        default, the sheet lists the usage and the facts of each act.
        """
        from umpire.core.outcome import Listing

        def rows(act: Act[State, Table, Any]) -> tuple[tuple[str, str], ...]:
            return ((act.usage, act.words), *((f"{fact}=", means) for fact, means in act.facts.items()))

        own = (verb for verb in self.ACTS if verb not in (NOW, ARRIVE, LEAVE))
        return tuple(Listing(verb, ("typed", "meaning"), rows(self.act(verb))) for verb in own)

    def paper(self) -> Paper[State, Table]:
        """Return the documents to print in addition to the sheet, such as the roster."""
        from umpire.game.roster import Paper

        return Paper(self)

    def on_board(self, state: State) -> Mapping[Hex, tuple[str, str]] | None:
        """Return a dict from hex to the id and side of its stand; None if the family is played without a map."""
        return None

    def laid_out(self, state: State, table: Table) -> DrawnBoard | None:
        """Return all things to draw on the board; None if the family is played without a board."""
        return None

    def zone_of(self, state: State, side: str) -> tuple[Hex, ...]:
        """Return the hexes in the zone of control of a side, for the map."""
        return ()

    def severity(self) -> Sequence[str]:
        """Return the results that a stand may suffer, the lightest first; () if the results have no order."""
        return ()

    def variations(self, state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[Variation, ...]:
        """Return variants of an act for `what-if`. Each variant changes one thing; the rules may forbid the variant."""
        return ()

    def yardsticks(self, situation: Any) -> tuple[Yardstick, ...]:
        """Return the numbers that `what-if` compares between the variants of an act."""
        return ()

    def promise(self, situation: Any) -> float | None:
        """Return the number by which targets are sorted; None if they are sorted by the average of the first throw."""
        return None


REQUIRED = ("read_table", "read_state", "apply", "names", "status")
"""The methods that every family must define."""

"""What a ruleset is to the rest of the program: a family, its acts of play, and the situations they resolve."""

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

if TYPE_CHECKING:  # a status reads which acts there are and plays none
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
    """Somebody who could be named too: after which word, as it is typed, and what is left of it: `2 shots`."""

    word: str
    name: str
    left: str

    def __str__(self) -> str:
        return f"{self.word} {self.name} ({self.left})"


@frozen
class Situation:
    """Everything an act is resolved from: plain frozen values, built before any die is thrown.

    `title` is one line, who does what to whom; `side` acts; `known` has every fact with its source. Each is itself:
    odds know the parts of a procedure by it.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    title: str
    side: str
    known: Facts

    @property
    def also(self) -> tuple[Free, ...]:
        """Who could have been named and was not (guns in range)."""
        return ()


@frozen
class Roles:
    """The connecting words of an act by who is named, the acting side being that of whoever is named first.

    `guns` is for batteries named after one's own stands, `foe` for the first enemy, `more` for the enemies after it
    (`more_guns`: only batteries), `places` for a place where nobody stands. "" has no such role. `air` is a word that
    may be named like a battery, of the side named just before it; right after the target it is the attacker's.
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

    `usage` is the line shown in help, `connectors` its connecting words, `facts` what may be told (name -> words),
    `bare` which fact a bare word tells, `places` the connecting words after which a number is part of a name (`to hill
    112`), `adds_to` the pool that `--add` means when it names none.
    `situate(state, table, told)` builds the situation (pure; raises Mistake), `objections(situation)` lists every rule
    that says no, `procedure(situation)` resolves it. `out_of_turn(state, table, situation)` lists what the sequence of
    play says no to; it is heard only in a game that keeps it. What is told to a `secret` act (orders laid face down)
    does not stand in the log. An act that comes to words alone is a look and is not recorded, unless it `notes` them.
    The names of a `prose` act are free words. People may throw so many dice `at_once`, whether or not all of them
    are then needed; `every_time` are keys of throws of one die, any row of which they may throw first, needed or
    not. `roles` are its connecting words by who is named, where they may be left out; `everybody(state, table,
    told, word)` is whom `all` means after one of them, besides those named (raises Mistake where that is nobody).
    One that `asks` nothing throws no die and has no choice, whatever is told. `tries` are facts that must be told,
    each with some value: by them `can` asks whether it may be done at all, without a target too; None where it does
    not.
    `lists` are those lists of modifiers that its dice come from: of what their rows ask, the table may have more told.
    `expanded` are the words typed now as they are recorded, where a short line means what depends on the game.
    `adding` gives a situation whose throws have these lines of the referee's own, where the act puts them in itself.
    One that `ticks` may end a phase or a turn, as `next` does: what the clock brings comes with it.
    An act at the `edge` takes those too who wait there since they are due, or any who are named and may come in.
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
    lists: tuple[str, ...] = ()
    expanded: Callable[[State, Table, Sequence[str]], Sequence[str]] = lambda state, table, words: words
    adding: Callable[[Sit, tuple[Addition, ...]], Sit] | None = None
    ticks: bool = False
    edge: Literal["", "due", "named"] = ""


def _at_home(family: Family[Any, Any], module: str, name: str, *args: Any, **named: Any) -> Any:
    return getattr(family.module(module), name)(*args, **named)


class Family(Generic[State, Table]):
    """What a ruleset family offers. It never imports another; its module imports nothing of its own until it is asked.

    `ACTS` has, for each verb, the module within the family that plays it (with an `ACT` at its end, or `ACTS` by
    verb) and its own line of help, "" where that of the vocabulary says enough. `MEANINGS` are words that people
    type for what it knows by another (see `core.mistakes.means`), `BEGINNINGS` the command that a line means which
    begins with a word that is none: `smoke` -> `artillery smoke`, `SPOKEN` short words that tell a fact, or a key
    in `set`: `hd` -> `hulldown=yes`, `ORDERED` the order of a unit by the words for it: `dig in` -> `D`,
    `AFTER_MOVING` the facts of which one says how somebody fires who moved first, `NOUNS` how people speak of those
    who act. `BOOKKEEPING` are fields of the state that nobody at the table asks about: left out where changes are
    said in words. `SECRET` is what lies face down on the table (see `game/gamefile/public.py`): no answer, and no
    log, tells it before it is turned up. `COMERS` says who of its state may arrive later. `EFFECTS` are the modules
    within the family that know the classes of its effects ("" for its own): by those, effects on record are read
    back. `HOMES` are modules within the family, each with what of this class is a function of that name there; it
    is imported when it is asked. `COMPARED` are the acts that `what-if` can change (see `variations`), `INSTEAD`
    has, for an act that refuses a target, another that may take it. `STAYING` are the facts of its book that may
    stay (see `staying`), with their words in help; `AT_HOME` has, by fact, the command of one that the game keeps
    elsewhere, with `{of}` and `{value}` in it. What has an answer here may be left out.

    What a game file keeps of it is kept for ever: the fields of its state and effects, by name. `FORMAT` goes up with a
    release that no longer reads games of the last one as they are, and `upgrade` leads there (see `Migration`).
    `RENAMED` are classes of effects by the names they had: old -> new.
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

    def __init_subclass__(cls) -> None:
        means(cls.MEANINGS)
        if "ACTS" in vars(cls):
            own = (NOW, ARRIVE, LEAVE) if cls.COMERS else (NOW,)
            cls.ACTS = {**cls.ACTS, **{verb: cls.ACTS.get(verb, ("", "")) for verb in own}}
        for module, names in cls.HOMES.items():
            for name in names:
                setattr(cls, name, partialmethod(_at_home, module, name))

    def module(self, name: str) -> ModuleType:
        """A module within the family, imported now."""
        return import_module(f"{type(self).__module__}.{name}")

    def act(self, verb: str) -> Act[State, Table, Any]:
        """The act of a verb, its module imported now. Raises KeyError for a verb the family has not."""
        if verb == NOW and not self.ACTS[verb][0]:
            return cast("Act[State, Table, Any]", import_module("umpire.game.clock.now").now_act(self))
        if verb == ARRIVE and not self.ACTS[verb][0]:
            return cast("Act[State, Table, Any]", import_module("umpire.game.clock.arrive").arrive_act(self))
        if verb == LEAVE and not self.ACTS[verb][0]:
            return cast("Act[State, Table, Any]", import_module("umpire.game.clock.leave").leave_act(self))
        offered = vars(self.module(self.ACTS[verb][0]))
        return cast("Act[State, Table, Any]", offered["ACTS"][verb] if "ACTS" in offered else offered["ACT"])

    def read_table(self, rows: Mapping[str, Any]) -> Table:
        """The rule table, typed, from parsed TOML. Raises Mistake."""
        raise NotImplementedError

    def sections(self) -> Mapping[str, Any]:
        """What its tables may say, for house rules (see `rulebook.rows`); {}: a club changes nothing."""
        return {}

    def scopes(self) -> tuple[RowScope, ...]:
        """Which rows of house rules are asked of what, and facts always the same there."""
        return ()

    def read_state(self, plain: Plain, game_map: Map | None) -> State:
        """The state from the game file; trusted, not validated."""
        raise NotImplementedError

    def plain(self, state: State) -> Plain:
        """The state for the game file, which keeps the map elsewhere; ids are keys."""
        from umpire.game.records import plain

        return plain(state, "map", "later", "last")

    def public(self, plain: Plain, *, mapped: bool) -> Plain:
        """The state as it is kept, as players may see it: without what lies face down, or has not come yet."""
        from umpire.game.gamefile.public import public

        shown = cast("Plain", public(plain, self.SECRET, ("state",)))
        if self.COMERS is None:
            return shown
        from umpire.game.clock.off_board import come

        return come(self.COMERS, shown)

    def arrives(self, state: State, one: Any) -> str:
        """How one of the `COMERS` arrives that is not there yet, as it is written; "" of one that is there."""
        how = one.arrives
        return how if isinstance(how, str) and how != NEVER else ""

    def arrived(self, id: str, how: str) -> Any:
        """The effect that one of the `COMERS` arrives otherwise from now on; "": it is there."""
        return self.module("effects").Arrived(id, how)

    def leaves(self, state: State, id: str, how: str) -> tuple[Any, ...]:
        """The effects that one of the `COMERS` leaves the table for good; `how` is kept as it `arrives`."""
        return (self.arrived(id, how),)

    def points(self, state: State) -> Mapping[str, int]:
        """The points of each side that has some."""
        from umpire.game.clock.ending import points_of

        ending = getattr(state, "ending", None)
        if self.COMERS is None or not ending:
            return {}
        return points_of([*getattr(state, self.COMERS.among).values(), *state.later.values()], ending.leaves)  # type: ignore[attr-defined]

    def ended(self, state: State) -> tuple[Any, ...]:
        """The effects that end the battle now."""
        return ()

    def present(self, state: State, edge: Collection[str] = ()) -> State:
        """The state without those who are not there; of those, the ones at the `edge` are there all the same."""
        if self.COMERS is None:
            return state
        from umpire.game.clock.off_board import present

        return present(self, state, edge)

    def upgrade(self, number: int) -> tuple[Migration, ...]:
        """What leads from the format `number` to the next, in order."""
        return ()

    def apply(self, state: State, effects: tuple[Any, ...], table: Table) -> State:
        """The state after these effects; pure, and the only thing that changes a state."""
        raise NotImplementedError

    def gone(self, state: State) -> frozenset[str]:
        """The ids of what has been removed from play, which nothing can happen to any more."""
        return frozenset()

    def table_instructions(self, before: State, after: State) -> tuple[str, ...]:
        """Return what to do on the table from one state to another: `REMOVE tank B`, `PUT BACK tank B at 0806`."""
        return ()

    def names(self, state: State) -> Mapping[str, str]:
        """Id -> name of everything that can be typed in a command."""
        raise NotImplementedError

    def standing(self, state: State, name: str, place: str) -> State:
        """The state if somebody stood in another hex. Raises Mistake for a name or a place there is not."""
        raise Mistake("this game does not record positions", "type the distance instead")

    def members(self, state: State, name: str) -> tuple[str, ...]:
        """The ids of those who act in a unit or group; () where it is none."""
        return ()

    def follows(self, state: State, table: Table, corrections: Mapping[str, Mapping[str, str]]) -> tuple[Follow, ...]:
        """What play would have had follow where these keys of things, by id, are set by hand: an HQ with its last unit.

        It is offered and never done silently, so it is all that follows, not the first of it.
        """
        return ()

    def verb(self, state: State, table: Table, words: tuple[str, ...]) -> str:
        """The act of play meant by words that begin with somebody's name, or a unit's, and no verb; "" if none is."""
        return ""

    def spelled_out(self, state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return the words of an act that were typed in short, as its usage has them; () where nothing is short."""
        return ()

    def named(self, state: State) -> Mapping[str, Nameable]:
        """The side of everybody who may act or be acted on, by whatever names them, in small letters."""
        return {}

    def status(self, state: State, table: Table, name: str) -> tuple[Listing, ...]:
        """Where everything stands, or all about one thing. Raises Mistake for an unknown name."""
        raise NotImplementedError

    def scenario(self) -> Written[State, Table, Any]:
        """How people write a game: the `WRITTEN` of its `scenario` module, loaded only when something is."""
        return cast("Written[State, Table, Any]", self.module("scenario").WRITTEN)

    def now(self, state: State, table: Table) -> Listing | None:
        """The first lines of all of a status, in a game that keeps the sequence; None in a family that has none."""
        return None

    def head(self, state: State, table: Table, *, clock: bool) -> Head | None:
        """What a status says, the clock too where one runs; None in a family that has none: then it says all."""
        return None

    def brief(self, state: State, table: Table) -> str:
        """Where a game that keeps the sequence is, in some twenty signs for the prompt: `d1 r3 · P acts`."""
        return ""

    def moment(self, state: State) -> Moment | None:
        """Where the battle is on its clock, to hold WHEN against; None in a family that counts no rounds or turns."""
        return None

    def staying(self, table: Table) -> Mapping[str, MayStay]:
        """The facts of its own that may stay, besides those that rows of the table ask for."""
        return {}

    def at_home(self, state: State, table: Table, fact: str, value: str) -> tuple[Any, ...]:
        """The effects that set a fact of `AT_HOME` where the game keeps it. Raises Mistake if only its command can."""
        raise Misplaced(f"{fact} has its own place in a scenario", "leave it out here", fact=fact)

    def comes_next(self, state: State, table: Table) -> str:
        """What to type next where that is one harmless thing, else ""; never what ends a phase for somebody."""
        return ""

    def given_up(self, state: State, table: Table) -> str:
        """Return what `next` alone would end that somebody may still do, in words; "" where nothing is lost."""
        return ""

    def seen(self, state: State, table: Table, name: str) -> tuple[str, ...]:
        """What decides about one who is aimed at besides distance and dice: `4/5 dug in`, `village`."""
        return ()

    def left_to(self, state: State, table: Table, name: str) -> str:
        """Return what is left to somebody to act by, in a few words: `options ABG, 9 CP`; "" where that is not kept."""
        return ""

    def goals(self, state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[str, ...]:
        """The places that may be named after these words of an act, for completion; () where none can be worked out."""
        return ()

    def partners(self, state: State, table: Table, verb: str, name: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return whom one may change places with by an act, by id, each with the words of the act that does it."""
        return ()

    def clock_runs(self, state: State) -> bool:
        """Whether a clock was started in a game where the sequence is told: then its status says where it stands."""
        return False

    def sheet(self, table: Table, state: State | None) -> tuple[Listing, ...]:
        """The quick-reference sheet as this game plays it; with a state only what is in the battle.

        A family without its own has its acts: how each is typed, and what may be told.
        """
        from umpire.core.outcome import Listing

        def rows(act: Act[State, Table, Any]) -> tuple[tuple[str, str], ...]:
            return ((act.usage, act.words), *((f"{fact}=", means) for fact, means in act.facts.items()))

        own = (verb for verb in self.ACTS if verb not in (NOW, ARRIVE, LEAVE))
        return tuple(Listing(verb, ("typed", "meaning"), rows(self.act(verb))) for verb in own)

    def paper(self) -> Paper[State, Table]:
        """What it has for paper besides its sheet; of its own in a module `cards`."""
        from umpire.game.roster import Paper

        return Paper(self)

    def on_board(self, state: State) -> Mapping[Hex, tuple[str, str]] | None:
        """Id and side of what stands in each hex, for the map; None in a family that is played without one."""
        return None

    def laid_out(self, state: State, table: Table) -> DrawnBoard | None:
        """All that lies on the board, to be drawn; None in a family that is played without one."""
        return None

    def zone_of(self, state: State, side: str) -> tuple[Hex, ...]:
        """The hexes in the zone of control of a side, for the map."""
        return ()

    def severity(self) -> Sequence[str]:
        """What may befall a stand, the lightest first: odds add up "or worse"; () where results are not ranked."""
        return ()

    def variations(self, state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[Variation, ...]:
        """The same act with one thing changed, for `what-if`; whether the rules allow them is not asked here."""
        return ()

    def yardsticks(self, situation: Any) -> tuple[Yardstick, ...]:
        """What of the tally such acts are compared by."""
        return ()

    def promise(self, situation: Any) -> float | None:
        """How much an act promises, to sort its targets by; None where its first throw says that."""
        return None


REQUIRED = ("read_table", "read_state", "apply", "names", "status")
"""What every family has of its own."""

"""How a ruleset offers an act of play (fire, assault, ...) to the one turn of the crank in `play`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from umpire.core.frozen import frozen

if TYPE_CHECKING:  # a status reads which acts there are and plays none
    from umpire.core.outcome import Listing, Objection, Outcome
    from umpire.core.procedure import Procedure
    from umpire.game.facts import Known, Told
    from umpire.game.maps import Map

Plain = dict[str, Any]
"""JSON-able nested dictionaries: how a state is kept in the game file."""


class Situation(Protocol):
    """Plain frozen values an act is resolved from; what every family's situation shows to the outside."""

    @property
    def title(self) -> str:
        """One line: who does what to whom."""

    @property
    def side(self) -> str:
        """The acting side."""

    @property
    def known(self) -> Known:
        """Every fact with its source."""

    @property
    def also(self) -> tuple[str, ...]:
        """What could have been named and was not (guns in range), a line each."""


@frozen
class Act:
    """One verb of a ruleset.

    `usage` is the line shown in help, `connectors` its connecting words, `facts` what may be told (name -> words),
    `bare` which fact a bare word tells, `adds_to` the pool that `--add` means when it names none.
    `situate(state, table, told)` builds the situation (pure; raises Mistake), `objections(situation)` lists every rule
    that says no, `procedure(situation)` resolves it. `out_of_turn(state, table, situation)` lists what the sequence of
    play says no to; it is heard only in a game that keeps it. What is told to a `secret` act (orders laid face down)
    does not stand in the log. An act that comes to words alone is a look and is not recorded, unless it `notes` them.
    People may throw so many dice `at_once`, whether or not all of them are then needed.
    """

    verb: str
    words: str
    usage: str
    situate: Callable[[Any, Any, Told], Any]
    objections: Callable[[Any], tuple[Objection, ...]]
    procedure: Callable[[Any], Procedure[Outcome]]
    connectors: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    bare: Callable[[str], str | None] = lambda word: None
    adds_to: str = ""
    out_of_turn: Callable[[Any, Any, Any], tuple[Objection, ...]] = lambda state, table, situation: ()
    secret: bool = False
    notes: bool = False
    at_once: int = 0


def later(module: str, name: str) -> Callable[..., Any]:
    """A function of a module that is imported when it is first called: a status needs no combat."""

    def call(*args: Any) -> Any:
        return getattr(import_module(module), name)(*args)

    return call


class Family(Protocol):
    """What the module of a ruleset family offers. A family never imports another."""

    ACTS: Mapping[str, Act]
    BOOKKEEPING: frozenset[str]
    """Fields of the state that nobody at the table asks about: left out where changes are said in words."""

    def read_table(self, rows: Mapping[str, Any]) -> Any:
        """The rule table, typed, from parsed TOML."""

    def read_state(self, plain: Plain, game_map: Map | None) -> Any:
        """The state from the game file; trusted, not validated."""

    def plain(self, state: Any) -> Plain:
        """The state for the game file; ids are keys."""

    def apply(self, state: Any, effects: tuple[Any, ...], table: Any) -> Any:
        """The state after these effects; pure, and the only thing that changes a state."""

    def names(self, state: Any) -> Mapping[str, str]:
        """Id -> name of everything that can be typed in a command."""

    def status(self, state: Any, table: Any, name: str) -> tuple[Listing, ...]:
        """Where everything stands, or all about one thing. Raises Mistake for an unknown name."""


class ScenarioForm(Protocol):
    """What `scenario.py` of a family offers: the form people write. Loaded only when something written is read."""

    Form: type
    """A frozen dataclass of the family's sections of a scenario; check.py validates against its annotations."""

    def to_state(self, form: Any, table: Any, game_map: Map | None, sides: tuple[str, ...]) -> Any:
        """The state this describes. Raises Mistake with the key, what is wrong and what was expected."""

    def from_state(self, state: Any, table: Any) -> Plain:
        """The state as a person would write it; `to_state` of it gives the state back exactly."""

"""A small d20 field for tests: elements with only the values that a test needs, one line played, dice typed."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tests.catalogue import hear
from tests.places import ROOT
from umpire.core.dice import read_told
from umpire.core.outcome import Objection, Outcome
from umpire.core.pools import Pool
from umpire.core.procedure import Choice, Chosen, Thrown, resolve
from umpire.game.facts import parse_told
from umpire.game.rulebook.tables import read_toml
from umpire.rulesets.d20 import FAMILY as d20
from umpire.rulesets.d20.fire.fire import FireSituation
from umpire.rulesets.d20.state import Clock, Element, State
from umpire.rulesets.d20.table import Table

ROWS = read_toml(ROOT / "tables" / "d20-elements.toml")
TABLE = d20.read_table(ROWS)
FIRE = d20.act("fire")

SIDES = ("Red", "Blue")
CARDS = {
    "tank": {"side": "Red", "type": "Mech", "ap": 6, "he": 4, "defence": 6, "range": 20, "flags": ("afv",)},
    "flame": {
        "side": "Red",
        "type": "S",
        "ap": "*",
        "weapon": "flamethrower",
        "he": 5,
        "defence": 7,
        "range": 4,
        "flags": ("afv",),
    },
    "mortar": {"side": "Red", "type": "CSW", "ap": "*", "weapon": "mortar", "he": 4, "defence": 3, "range": 24},
    "mg": {"side": "Red", "type": "CSW", "ap": "*", "weapon": "sfmg", "he": 5, "defence": 3, "range": 12},
    "squad": {"side": "Red", "type": "Inf", "he": 3, "defence": 3, "range": 4},
    "foe": {"side": "Blue", "type": "Mech", "ap": 6, "defence": 6, "range": 20, "flags": ("afv",)},
    "car": {"side": "Blue", "type": "Wh", "ap": 4, "defence": 3, "range": 16, "flags": ("armoured-car",)},
    "truck": {"side": "Blue", "type": "Wh", "defence": 1, "range": 4, "flags": ("soft", "transport")},
    "foot": {"side": "Blue", "type": "Inf", "he": 3, "defence": 3, "range": 4},
    "more": {"side": "Blue", "type": "Inf", "he": 3, "defence": 3, "range": 4},
    "gun": {"side": "Blue", "type": "CSW", "ap": 7, "he": 2, "defence": 3, "range": 20},
}


NOTHING = {"ap": None, "he": None, "weapon": "", "accuracy": 0, "size": 0, "quality": "regular", "flags": ()}
HQ = {"side": "Blue", "type": "Cmd", "defence": 3, "range": 4, "flags": ("commander",)}
EYES = {"side": "Blue", "type": "Inf", "defence": 3, "range": 4, "flags": ("foo",)}


def field(**changed: dict[str, Any]) -> State:
    """Return every card as an element of its own name, with the changes and additions of a test: `field(foe={"defence":
    4})`.
    """
    cards = {id: {**CARDS.get(id, {}), **changed.get(id, {})} for id in [*CARDS, *changed]}
    pending = {id: {"fall_back_from": ("",) * card.get("fall_back_owed", 0)} for id, card in cards.items()}
    elements = {id: Element(id, **{"name": id.title(), **NOTHING, **pending[id], **card}) for id, card in cards.items()}
    return State(elements, SIDES)


def with_options(**options: str) -> Table:
    """Return the published table with some options changed."""
    return d20.read_table({**ROWS, "options": {**ROWS["options"], **options}})


def with_limits(**limits: int) -> Table:
    """Return the published table with some of its numbers changed."""
    return d20.read_table({**ROWS, "limits": {**ROWS["limits"], **limits}})


def aim(line: str, table: Table = TABLE, **changed: dict[str, Any]) -> FireSituation:
    """Return the situation of a line such as `tank at foe 6`."""
    sit: FireSituation = FIRE.situate(field(**changed), table, parse_told(line.split(), FIRE.connectors, FIRE.bare))
    return _heard(sit)


def _heard(sit: Any) -> Any:
    hear(sit.title, *sit.known.assumed, *sit.known.notes)
    return sit


def _refused(found: Iterable[Objection]) -> dict[str, str]:
    said = {objection.rule: objection.words for objection in found}
    hear(*(f"{rule} {words}" for rule, words in said.items()))
    return said


class Told:
    """A referee with given faces for the throws and given tokens for the choices, in order; keeps the pools."""

    def __init__(self, faces: Iterable[int], tokens: Iterable[str] = ()) -> None:
        self.faces = list(faces)
        self.tokens = list(tokens)
        self.pools: list[Pool] = []
        self.together: list[int] = []

    def throw(self, pools: tuple[Pool, ...]) -> tuple[Thrown, ...]:
        self.pools.extend(pools)
        self.together.append(len(pools))
        return tuple(read_told(str(self.faces.pop(0)), pool) for pool in pools)

    def choose(self, choice: Choice) -> Chosen:
        assert self.tokens, f"nothing told for {choice.key}: {[option.token for option in choice.options]}"
        token = self.tokens.pop(0)
        return Chosen(choice, next(option for option in choice.options if option.token == token), "told")


def situation(verb: str, line: str, state: State | None = None, table: Table = TABLE) -> Any:
    """Return the situation of a line of any verb."""
    act = d20.act(verb)
    told = parse_told(line.split(), act.connectors, act.bare)
    return _heard(act.situate(field() if state is None else state, table, told))


def refusals(verb: str, sit: Any) -> dict[str, str]:
    """Return the objections that hold in every turn: rule -> words."""
    return _refused(d20.act(verb).objections(sit))


def out_of_turn(verb: str, line: str, state: State, table: Table = TABLE) -> dict[str, str]:
    """Return the objections of the sequence of play: rule -> words."""
    found = d20.act(verb).out_of_turn(state, table, situation(verb, line, state, table))
    return _refused(found)


def act(
    verb: str, line: str, state: State | None = None, *faces: int, table: Table = TABLE, choices: Iterable[str] = ()
) -> Outcome:
    """Return the outcome of a line with these faces and choices; all of them are used, and no others."""
    told = Told(faces, choices)
    outcome, _ = resolve(d20.act(verb).procedure(situation(verb, line, state, table)), told)
    assert not told.faces, f"{told.faces} were never asked for"
    assert not told.tokens, f"{told.tokens} were never asked for"
    hear(*outcome.words, *outcome.instructions, *outcome.pending)
    return outcome


def acted(
    verb: str, line: str, state: State | None = None, *faces: int, table: Table = TABLE, choices: Iterable[str] = ()
) -> State:
    """Return the state after the line."""
    state = field() if state is None else state
    outcome = act(verb, line, state, *faces, table=table, choices=choices)
    after: State = d20.apply(state, outcome.effects, table)
    return after


def at(state: State, phase: str, side: str = "Red", turn: int = 1, **more: Any) -> State:
    """Return the state with its clock running."""
    return replace(state, clock=Clock(turn, phase, side), **more)


def shoot(sit: FireSituation, *faces: int, choices: Iterable[str] = ()) -> Outcome:
    """Return the outcome of a shot with these faces; all of them are used, and no others."""
    told = Told(faces, choices)
    outcome, _ = resolve(FIRE.procedure(sit), told)
    assert not told.faces, f"{told.faces} were never asked for"
    assert not told.tokens, f"{told.tokens} were never asked for"
    hear(*outcome.words, *outcome.instructions, *outcome.pending)
    return outcome


def pools(sit: FireSituation, *faces: int) -> list[Pool]:
    """Return the pools asked for with these faces."""
    told = Told(faces)
    resolve(FIRE.procedure(sit), told)
    return told.pools


def fate(outcome: Outcome, name: str = "Foe") -> int | str:
    """Return the result for an element."""
    return dict(outcome.tally)[name]

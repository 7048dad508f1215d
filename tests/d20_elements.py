"""A small d20 field for tests: elements made from the few values a test cares about, one line fired, dice told."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from umpire.core.dice import read_told
from umpire.core.outcome import Outcome
from umpire.core.pools import Pool
from umpire.core.procedure import Choice, Chosen, Thrown, resolve
from umpire.game.facts import parse_told
from umpire.game.tables import read_toml
from umpire.rulesets import d20
from umpire.rulesets.d20.situation import FireSituation
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Table

ROOT = Path(__file__).parent.parent
ROWS = read_toml(ROOT / "tables" / "d20-elements.toml")
TABLE = d20.read_table(ROWS)
FIRE = d20.ACTS["fire"]

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


def field(**changed: dict[str, Any]) -> State:
    """Every card as an element of its own name, with what a test changes: `field(foe={"defence": 4})`."""
    return State(
        {id: Element(id, **({"name": id.title(), **card} | changed.get(id, {}))) for id, card in CARDS.items()}
    )


def with_options(**options: str) -> Table:
    """The published table with some options changed."""
    return replace(TABLE, options={**TABLE.options, **options})


def aim(line: str, table: Table = TABLE, **changed: dict[str, Any]) -> FireSituation:
    """The situation of a line such as `tank at foe 6`."""
    sit: FireSituation = FIRE.situate(field(**changed), table, parse_told(line.split(), FIRE.connectors, FIRE.bare))
    return sit


class Told:
    """Answers throws with the faces told, in order, and keeps the pools."""

    def __init__(self, faces: Iterable[int]) -> None:
        self.faces = list(faces)
        self.pools: list[Pool] = []

    def throw(self, pools: tuple[Pool, ...]) -> tuple[Thrown, ...]:
        self.pools.extend(pools)
        return tuple(read_told(str(self.faces.pop(0)), pool) for pool in pools)

    def choose(self, choice: Choice) -> Chosen:
        raise AssertionError(f"d20 fire leaves no choice, but asked {choice.key}")


def shoot(sit: FireSituation, *faces: int) -> Outcome:
    """The outcome when these faces fall; all of them are asked for, and no more."""
    told = Told(faces)
    outcome, _ = resolve(FIRE.procedure(sit), told)
    assert not told.faces, f"{told.faces} were never asked for"
    return outcome


def pools(sit: FireSituation, *faces: int) -> list[Pool]:
    """The pools asked for when these faces fall."""
    told = Told(faces)
    resolve(FIRE.procedure(sit), told)
    return told.pools


def fate(outcome: Outcome, name: str = "Foe") -> int | str:
    """What became of an element."""
    return dict(outcome.tally)[name]

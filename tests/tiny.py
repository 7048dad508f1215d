"""The smallest family there can be, with a table and an example: for tests of scenarios and corrections."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar, Literal

import pytest

from umpire.core.mistakes import Mistake
from umpire.game.act import Family
from umpire.game.gamefile.store import Snapshot
from umpire.game.rulebook import tables
from umpire.play.turn import Session
from umpire.rulesets import FAMILIES

SKIRMISH = """
name = "Skirmish"
ruleset = "tiny"
sides = ["Red", "Blue"]
seed = 1944
weather = "rain"

[map]
hexes = "flat"
shifted = "odd"
rows = '''
. . w
# \\ "
'''
legend = { "." = "open", w = "wood", "#" = "hill", "\\\\" = "marsh", '"' = "town" }
names = { 0101 = "Sainte-Anne" }

[ground]
0301 = "smoke"

[stands.b2]
name = "tank B"
side = "Red"
hex = "0201"

[stands.a1]
name = "tank A"
side = "Blue"
sp = 2
flags = ["dug in", "hidden"]
"""


@dataclass(frozen=True)
class StandForm:
    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}
    name: str
    side: str
    sp: int | None = None
    hex: str = ""
    flags: tuple[str, ...] = ()
    tired: bool = False


@dataclass(frozen=True)
class Form:
    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}
    stands: dict[str, StandForm]
    ground: dict[str, str] = field(default_factory=dict)
    weather: Literal["fair", "rain"] = "fair"


def to_state(form: Form, table: Any, game_map: Any, sides: tuple[str, ...]) -> Any:
    stands = {}
    for key, stand in form.stands.items():
        if stand.side not in sides:
            raise Mistake(f"stands.{key}.side: there is no side {stand.side!r}")
        full = table["limits"]["sp"]
        if not 0 <= (sp := full if stand.sp is None else stand.sp) <= full:
            raise Mistake(f"stands.{key}.sp: {sp} of {full}")
        stands[key] = {**asdict(stand), "sp": sp}
    return {"stands": stands, "ground": dict(form.ground), "weather": form.weather}


def from_state(state: Any, table: Any) -> dict[str, Any]:
    stands = {}
    for key, stand in state["stands"].items():
        usual = {"sp": table["limits"]["sp"], "hex": "", "flags": [], "tired": False}
        stands[key] = {name: value for name, value in stand.items() if value != usual.get(name)}
    return {"weather": state["weather"], "ground": state["ground"], "stands": stands}


class Tiny(Family[Any, Any]):
    """Reads `r6` as a range in `fire`; its table and its state are what is written."""

    ACTS: ClassVar = {"fire": ("acts", "")}

    def act(self, verb: str) -> Any:
        bare = {"r6": "range"}.get
        return SimpleNamespace(verb=verb, connectors=("at", "using"), bare=bare)

    def read_table(self, rows: Any) -> Any:
        return rows

    def read_state(self, plain: Any, game_map: Any) -> Any:
        return plain

    def plain(self, state: Any) -> Any:
        return state

    def names(self, state: Any) -> Any:
        return {key: stand["name"] for key, stand in state["stands"].items()}

    def scenario(self) -> Any:
        return sys.modules["tiny_family.scenario"]


def register(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Makes `tiny` the ruleset of a test, with its data in `folder`, which becomes the current one."""
    family = ModuleType("tiny_family")
    family.__dict__["FAMILY"] = Tiny()
    scenario = ModuleType("tiny_family.scenario")
    scenario.__dict__.update(Form=Form, to_state=to_state, from_state=from_state)
    monkeypatch.setitem(sys.modules, "tiny_family", family)
    monkeypatch.setitem(sys.modules, "tiny_family.scenario", scenario)
    monkeypatch.setitem(FAMILIES, "tiny", "tiny_family")
    data = folder / "data"
    (data / "tables").mkdir(parents=True)
    (data / "examples").mkdir()
    (data / "tables" / "tiny.toml").write_text('name = "Tiny"\nformat = 1\n[limits]\nsp = 4\n')
    (data / "examples" / "skirmish.toml").write_text(SKIRMISH)
    monkeypatch.setattr(tables, "data_folder", lambda kind: data / kind)
    monkeypatch.chdir(folder)


def with_position(session: Session, position: dict[str, Any]) -> Session:
    """The session as if the game stood so."""
    number, head, _, redo = session.snapshot
    return Session(
        session.file,
        Snapshot(number, head, position, redo),
        session.family,
        session.table_file,
        session.table,
        session.game_map,
        session.family.read_state(position["state"], session.game_map),
    )

"""The smallest possible family, with a table and an example: for tests of scenarios and corrections."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Annotated, Any, ClassVar

import pytest

from umpire.core.frozen import frozen
from umpire.core.mistakes import Mistake
from umpire.game.act import Family
from umpire.game.gamefile.store import Snapshot
from umpire.game.records import Id, Name, OneOf, Side, Usual, plain, read, rows
from umpire.game.rulebook import tables
from umpire.game.written import Written
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


@frozen
class Stand:
    """A stand of the tiny game."""

    id: Id
    name: Name
    side: Side
    sp: Annotated[int, Usual()]
    hex: str = ""
    flags: tuple[str, ...] = ()
    tired: bool = False


@frozen
class Document:
    """The written document."""

    stands: Mapping[str, Stand]
    ground: Mapping[str, str] = field(default_factory=dict)
    weather: Annotated[str, OneOf("fair", "rain")] = "fair"


class TinyWritten(Written[Any, Any, Document]):
    document = Document

    def usual(self, cls: type, card: Mapping[str, Any], table: Any, doc: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"sp": table["limits"]["sp"]} if cls is Stand else {}

    def to_state(self, document: Document, table: Any, game_map: Any, sides: tuple[str, ...]) -> Any:
        full = table["limits"]["sp"]
        for key, stand in document.stands.items():
            if not 0 <= stand.sp <= full:
                raise Mistake(f"stands.{key}.sp: {stand.sp} of {full}")
        state = plain(document)
        for row in state["stands"].values():
            del row["id"]
        return state

    def from_state(self, state: Any, table: Any) -> Document:
        return read(Document, state, stands=rows(Stand, state["stands"]))


class Tiny(Family[Any, Any]):
    """The tiny family: it reads `r6` as a range in `fire`; its table and its state are as written."""

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
        return TinyWritten()


def register(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Make `tiny` the ruleset of a test, with its data in `folder`, which becomes the current folder."""
    family = ModuleType("tiny_family")
    family.__dict__["FAMILY"] = Tiny()
    monkeypatch.setitem(sys.modules, "tiny_family", family)
    monkeypatch.setitem(FAMILIES, "tiny", "tiny_family")
    data = folder / "data"
    (data / "tables").mkdir(parents=True)
    (data / "examples").mkdir()
    (data / "tables" / "tiny.toml").write_text('name = "Tiny"\nformat = 1\n[limits]\nsp = 4\n')
    (data / "examples" / "skirmish.toml").write_text(SKIRMISH)
    monkeypatch.setattr(tables, "data_folder", lambda kind: data / kind)
    monkeypatch.chdir(folder)


def with_position(session: Session, position: dict[str, Any]) -> Session:
    """Return the session with this position."""
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

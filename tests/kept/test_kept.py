"""Tests of games written by older programs: they can be opened, played on, undone, amended, read and printed for
ever.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from tests.kept.facts import LOOKS, as_now, facts
from tests.test_outside import install
from umpire.game.gamefile.changes import decode, forward
from umpire.game.maps import Map
from umpire.play.scenarios import position_from_text
from umpire.play.session import open_session

HERE = Path(__file__).parent
DIGESTS = json.loads((HERE / "digests.json").read_text())
"""Of every game: it is never written again."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Install the ruleset of another package as long as these games are played."""
    folder = install(tmp_path_factory.mktemp("site"))
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == "skirmish"]:
        del sys.modules[name]


class Kept:
    """A kept game: the facts found by the program that wrote it, and the facts found now."""

    def __init__(self, name: str, folder: Path) -> None:
        path, self.version = HERE / f"{name}.umpire", name.partition("/")[0]
        self.then, self.now = self.found_then(name), facts(path, folder)
        self.session = open_session(folder / "looked" / "game.umpire")

    @staticmethod
    def found_then(name: str) -> Any:
        """Return the facts that the old program found in a game."""
        return json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))

    def stands(self, name: str) -> tuple[Any, Any]:
        """Return a position of the old program and of this one, each read by the rules: a missing field that reads as
        its default is no difference.
        """
        return self._read(as_now(self._at(self.then, name), self.version)), self._read(self._at(self.now, name))

    @staticmethod
    def _at(found: Any, name: str) -> Any:
        position = found["stands"]["position"]
        return position if name == "stands" else forward(position, decode(found[name]["changes"]))

    def _read(self, position: Any) -> Any:
        board = Map.from_plain(position["map"]) if position["map"] else None
        head = {
            key: value for key, value in position["game"].items() if key != "tables"
        }  # the books have changed since then
        return head, board, self.session.family.read_state(position["state"], board)


@pytest.fixture(scope="module", params=sorted(LOOKS))
def kept(request, tmp_path_factory, site):
    return Kept(request.param, tmp_path_factory.mktemp(request.param.replace("/", "-")))


def test_no_game_was_written_again():
    games = {path.relative_to(HERE).as_posix(): path.read_bytes() for path in HERE.glob("*/*.umpire")}
    assert {name: sha256(data).hexdigest() for name, data in games.items()} == DIGESTS


@pytest.mark.slow
@pytest.mark.parametrize("name", ["stands", "played", "amended", "begun"])
def test_a_game_comes_to_the_same_position(kept, name):
    """The positions are the last one; one act later; after an amend of an early die; at the start, then redone to the
    end.
    """
    then, now = kept.stands(name)
    assert now == then


@pytest.mark.parametrize("name", ["entries", "history", "logged", "report", "printed"])
def test_a_game_tells_the_same(kept, name):
    assert kept.now[name] == kept.then[name]


def test_what_could_be_done_then_can_be_done_now(kept):
    """The possible targets are the same; the acts of its turn are shown as well since then."""
    now = dict(kept.now["can"])
    assert now
    assert [[act, targets] for act, targets in kept.then["can"] if targets and now.get(act) != targets] == []


def test_an_amend_changes_and_takes_out_the_same_entries(kept):
    then, now = ({**found["amended"], "changes": []} for found in (kept.then, kept.now))
    assert now == then


def test_an_export_reads_as_the_one_of_its_day(kept):
    house = as_now({"game": kept.then["exported"]}, kept.version)[
        "game"
    ]  # rules of a club in their old form are refused
    then, now = (position_from_text(tomli_w.dumps(found)) for found in (house, kept.now["exported"]))
    assert now == then

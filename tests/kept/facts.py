"""The facts of a kept game, as values and never as sentences: positions, entries, dice, choices, effects, lists."""

import json
import shutil
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from tests.transcripts.evenings import answer
from umpire.game.gamefile.changes import difference, encode
from umpire.game.gamefile.migrations import MIGRATIONS
from umpire.play.past.amend import Past
from umpire.play.session import open_session
from umpire.report.tale import tale


class Look(NamedTuple):
    """The lines typed in a kept game: the one that plays on, the amend of an early entry, and the subject of `can`."""

    act: str
    amend: str
    name: str


LOOKS = {
    "0.1/star": Look("next", "amend 18 x/6x", "p1"),
    "0.1/three": Look("fire pz at r1 with ga --dice 6x/5x --defaults --roll", "amend 7 65/53", "n1"),
    "0.1/house": Look("fire ta at para night=yes ta.dust=1 --dice x --roll --defaults", "amend 4 x/5x", "ta"),
    "0.1/asp": Look("order foot --dice 56/6 --roll", "amend 3 665/", "heavy"),
    "0.1/d20": Look("fire sherman2 at gren1 12 --dice 18", "amend 3 20/9", "firefly"),
    "0.1/plain": Look("next", "amend 8 h4/6521", "b2"),
    "0.1/skirmish": Look("fire red at blue 8 --dice 511", "amend 2 111/", "red"),
    "1.0/star": Look("move s2 to 0402", "amend 7 64/21", "k1"),
    "1.0/three": Look("activate s --roll", "amend 9 31/65", "g1"),
    "1.0/asp": Look("order pz --roll", "amend 7 --dice 1", "pak"),
    "1.0/groups": Look("fire tube at tom1 300 --roll --defaults", "amend 3 665/", "heavy"),
    "1.0/d20": Look("next", "amend 6 20/9", "sherman1"),
    "1.0/lamps": Look("next", "amend 2 --dice 421", "h1"),
    "1.0/drums": Look("next", "amend 6 --dice 1111", "n2"),
    "1.0/banners": Look("next", "amend 7 --dice 11111111", "v2"),
    "1.0/skirmish": Look("fire red at blue 8 --dice 511", "amend 2 111/", "red"),
}
"""Of each kept game, by the version that wrote it and its name."""

FORMATS = {"0.1": 1, "1.0": 2}
"""Version -> the format of its games."""


def typed(line: str, folder: Path) -> Any:
    """Return the answer to a line typed in the game of a folder, read from JSON."""
    said = answer(f"umpire {line} --json -g {folder / 'game.umpire'}")
    assert not said[-1].startswith("[exit"), (line, said)
    return json.loads(said[0])


def as_now(position: Any, version: str = "0.1") -> Any:
    """Return a position of an old program in the form of today."""
    for number in sorted(MIGRATIONS):
        for step in MIGRATIONS[number] if number >= FORMATS[version] else ():
            position = step.position(position)
    return position


def copy(kept: Path, folder: Path) -> Path:
    """Return a copy of a kept game, alone in its folder."""
    folder.mkdir(parents=True)
    shutil.copyfile(kept, folder / "game.umpire")
    return folder / "game.umpire"


def facts(kept: Path, folder: Path) -> dict[str, Any]:
    """Return all facts held of a kept game, found in copies of it."""
    look, looked, found = LOOKS[f"{kept.parent.name}/{kept.stem}"], folder / "looked", dict[str, Any]()
    game = copy(kept, looked)
    now = open_session(game).file.read()
    found["stands"] = {"number": now.number, "head": now.head, "redo": now.redo, "position": now.position}
    found["entries"] = [_entry(entry) for entry in open_session(game).file.entries()]
    past = Past(open_session(game))
    found["history"] = {
        "standing": [one.number for one in past.history.standing],
        "changed": sorted(past.history.changed),
        "out": sorted(past.history.out),
    }
    found["logged"] = [[one["entry"], one["kind"], one["undone"]] for one in typed("log", looked)["log"]]
    may = typed(f"can {look.name}", looked)["can"][look.name]
    found["can"] = [[one["act"], sorted(target["id"] for target in one["targets"])] for one in may]
    typed("status", looked)
    found["exported"] = tomllib.loads("\n".join(answer(f"umpire export -g {game}")))
    found["report"] = _report(game)
    cards = typed("print cards", looked)["documents"]["cards"]["cards"]
    printed = [one["stand"] for card in cards for one in (card, *card["beside"])]
    found["printed"] = [[stand["id"], stand["side"], stand["gone"]] for stand in printed]
    for name, line in (("played", look.act), ("amended", f"{look.amend} --roll --defaults --keep all")):
        other = copy(kept, folder / name)
        said = typed(line, folder / name)
        found[name] = {
            "changes": _changes(now.position, open_session(other).file.read().position),
            "entry": said["entry"],
        }
        if name == "amended":
            found[name] |= {"changed": said["changed"], "out": said["out"]}
    found["begun"] = {"changes": _changes(now.position, begun(copy(kept, folder / "undone")))}
    return json.loads(json.dumps(found))


def _changes(before: Any, after: Any) -> Any:
    return encode(difference(before, after))


def begun(game: Path) -> Any:
    """Return the position at the start of the game; the game is undone to it, and redone to the end."""
    file = open_session(game).file
    before = file.read()
    chain = len(Past(open_session(game)).history.chain) - 1
    for _ in range(chain):
        file.undo(file.read().number)
    start = file.read()
    assert file.entry(start.head).kind == "new"
    for _ in range(chain):
        file.redo(file.read().number)
    after = file.read()
    assert (after.head, after.position) == (before.head, before.position)
    return start.position


def _entry(entry: Any) -> dict[str, Any]:
    return {
        "number": entry.number,
        "kind": entry.kind,
        "undone": entry.undone,
        "target": entry.target,
        "faces": [throw["faces"] for throw in entry.data.get("throws", ())],
        "chosen": [choice["chosen"] for choice in entry.data.get("choices", ())],
        "effects": entry.data.get("outcome", {}).get("effects", []),
        "amended": entry.data.get("amended"),
        "paths": sorted({".".join(change.path) for change in entry.changes}) if entry.kind != "new" else [],
    }


def _report(game: Path) -> Any:
    told = tale(open_session(game))
    return {
        "scenes": [[[line.number for line in scene.lines], dict(scene.toll)] for scene in told.scenes],
        "fights": told.fights,
        "turns": [line.number for line in told.turns],
        "amends": [number for number, _ in told.amends],
    }

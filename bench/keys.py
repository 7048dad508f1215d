"""Keys from decision to saved result, typed at a terminal of 80 x 24: `.venv/bin/python bench/keys.py`.

Each row is typed at `umpire table` twice, in full and as short as it goes, every key counted with Enter. Both must have
the same record, which must be the intended one; the count of the short one stands beside its goal.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent))

import thirty

from tests.cli.terminal import Terminal
from tests.evenings.sitting import in_full, recorded
from umpire.play.documents import find

MORE_GUNS = """
[stands.g4]
name = "2nd German battery"
type = "artillery"
side = "German"
hex = "0204"
"""
ORDERS = ("umpire order a=M b=M p=M k=D l=H m=M", "umpire order reveal")
ARTILLERY = (*ORDERS, "umpire next --ruling now", "umpire artillery --dice 65/21", "umpire set l1 hex=0904 now")
FIVE = (
    *(f"umpire set {stand} sp=0 gone" for stand in ("m1", "m2", "m3", "mh")),
    "umpire order a=M b=M p=M k=D l=H",
    "umpire order reveal",
    "umpire next --ruling now",
    "umpire next",
)
"""Of the six battalions one is gone, and the others have had their orders for a round."""


class Row(NamedTuple):
    """A line, in full and short, after some lines of a game; the words `meant` stand in the new record.

    `lead` and `after` are typed too, before and after the counted keys. `more` is added to the scenario. Lines not
    recorded `alike` have the same effect on the table.
    """

    name: str
    scenario: str
    before: tuple[str, ...]
    full: tuple[str, ...]
    short: tuple[str, ...]
    meant: str
    goal: int
    least: int
    lead: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    more: str = ""
    alike: bool = True


ROWS = (
    Row(
        "fire, 2 tanks, 2 guns, 2 reply guns, all faces",
        "worked-example-1",
        (),
        ("fire ta tb at para with g1 g4 reply g2 g3", "1334456/445512/mg/tb2"),
        ("ta tb para all g2 g3", "1334456445512/mg/tb2"),
        "REMOVE tank B",
        42,
        36,
        more=MORE_GUNS,
    ),
    Row(
        "worked example 1, hits told, losses by token",
        "worked-example-1",
        (),
        ("fire ta tb at para with g1 reply g2 g3", "h1/h3/para/tb2"),
        ("ta tb para g1 g2 g3", "h1/h3/para/tb2"),
        "REMOVE tank B",
        37,
        33,
    ),
    Row(
        "fire 1 v 1",
        "worked-example-1",
        (),
        ("fire ta at para", "2345/1234"),
        ("ta para", "23451234"),
        "tank A: fire at paratroops",
        17,
        15,
    ),
    Row(
        "orders of five units, two changed, revealed",
        "bridgehead",
        FIVE,
        ("order a=H k=H b=M p=M l=H", "order reveal"),
        ("a=H k=H same", ""),
        "turn up the markers",
        14,
        12,
    ),
    Row(
        "activation by dice, unit named",
        "bridgehead",
        ORDERS,
        ("activate p", "64/53"),
        ("p", "6453"),
        "active: P (German)",
        9,
        7,
    ),
    Row(
        "move four stands",
        "bridgehead",
        (*ORDERS, "umpire activate p --dice 64/53"),
        ("move p1 to 1005 p2 to 1006 p3 to 0905 ph to 0904",),
        ("p1 1005 p2 1006 p3 0905 ph 0904",),
        "MOVE P HQ 0904",
        34,
        32,
    ),
    Row(
        "artillery shot",
        "bridgehead",
        ARTILLERY,
        ("artillery g1 at l1", "54"),
        ("g1 l1", "54"),
        "1st German battery",
        9,
        7,
    ),
    Row(
        "ASP fire, both detect, both shoot",
        "asp-opening",
        (),
        ("fire t1 at a1 450", "5/4/3/2/55/44"),
        ("t1 a1 450", "54325544"),
        "Panther t1: fire at Anti-tank guns a1",
        23,
        20,
    ),
    Row(
        "d20 shot",
        "d20-opening",
        (),
        ("fire pak at croc 9", "18/19"),
        ("pak croc 9", "18 19"),
        "Crocodile",
        17,
        14,
    ),
    Row(
        "ASP flank shot at hard cover",
        "asp-opening",
        (),
        ("fire t1 at p3 450 cover=hard arc=flank", "5/4/3/2/55/44"),
        ("t1 p3 450 hard flank", "54325544"),
        "cover=hard arc=flank",
        30,
        30,
    ),
    Row(
        "ASP option D",
        "asp-opening",
        (),
        ("fire t1 at p3 600 option=D metres=100", "5/4/3/2/55/44"),
        ("t1 p3 600 opt=D met=100", "54325544"),
        "option=D metres=100",
        40,
        33,
    ),
    Row(
        "d20 side and soft cover",
        "d20-opening",
        (),
        ("fire pak at croc 9 side=yes cover=soft", "18/19"),
        ("pak croc 9 side soft", "18 19"),
        "side=yes cover=soft",
        28,
        27,
    ),
    Row(
        "d20 shot, hull down, said as a sentence",
        "d20-opening",
        (),
        ("fire tiger at firefly 8 hulldown=yes", "18/19"),
        ("the Tiger shoots at the Firefly at 8, hull down, rolls 18 and 19",),
        "hulldown=yes",
        65,
        65,
    ),
    Row(
        "aircraft with anti-aircraft fire",
        "asp-two-groups",
        ("umpire set game sequence=told",),
        ("air stuka at church1 600 by bofors bofors.range=800", "6/12/5/4/5/2/55"),
        ("stuka church1 600 bofors 800", "612545255"),
        "bofors.range=800",
        45,
        35,
    ),
    Row(
        "support forgotten, noticed at the dice question",
        "worked-example-1",
        (),
        ("!", "fire ta tb at para with g1"),
        ("+g1",),
        "with g1",
        5,
        4,
        lead=("fire ta tb at para",),
        after=("h1", "h0", ""),
    ),
    Row(
        "die misread three commands ago",
        "worked-example-1",
        (
            "umpire fire tb at para --dice 11/1234",
            "umpire fire ta at para --dice 2345/1234",
            "umpire fire ta at para --dice 1345/1234",
        ),
        ("undo", "undo", "undo", *("fire tb at para", "11/h1"), *("fire ta at para", "2345/1234") * 2),
        ("amend -3 /h1",),
        "tank B 2→1",
        14,
        8,
        alike=False,
    ),
)


def typed(row: Row, lines: tuple[str, ...]) -> tuple[int, list[dict[str, object]], str]:
    """Return the keys of these lines typed in a game of their own, the record, and its last command and words."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        scenario = folder / f"{row.scenario}.toml"
        scenario.write_text(find(Path(row.scenario)).read_text(encoding="utf-8") + row.more, encoding="utf-8")
        in_full(folder, (f"umpire new {scenario} --seed 44", *row.before))
        with Terminal("table", cwd=folder) as at:
            at.wait("❯")
            said = [line for keys in row.lead for line in at.enter(keys)]
            before = at.keys
            for line in lines:
                time.sleep(0 if line else 0.5)  # a dim line is played after the referee had time to read it
                said += at.enter(line)
            keys = at.keys - before
            said += [line for keys in row.after for line in at.enter(keys)]
            assert "❯" in at.asked(), f"{row.name}: still asked {at.asked()!r}\n" + "\n".join(said)
            at.type("quit\r")
            at.ended()
        return keys, recorded(folder), "\n".join(said)


def echoes(line: str) -> list[float]:
    """Return milliseconds from each key of a line to the change on the screen, in a game of sixty stands, sorted."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "sixty.toml").write_text(thirty.scenario(battalions=7), encoding="utf-8")
        in_full(folder, ("umpire new sixty.toml",))
        with Terminal("table", cwd=folder) as at:
            at.wait("❯")
            return sorted(at.echo(key) * 1000 for key in line)


def main() -> None:
    """Type every row and print its keys; return the number of rows with another record than intended."""
    wrong = 0
    print(f"{'keys with every Enter':<52}{'in full':>8}{'short':>8}{'goal':>8}{'least':>8}")
    for row in ROWS:
        full, meant, _ = typed(row, row.full)
        short, came, said = typed(row, row.short)
        words = str(came[-2]) + said
        if not row.alike:
            came, meant = ([each[-1]["position"]["state"]] for each in (came, meant))
        fine = came == meant and "recorded" in said and row.meant in words
        wrong += not fine
        over = "" if short <= row.goal else "  over"
        print(
            f"{row.name:<52}{full:>8}{short:>8}{row.goal:>8}{row.least:>8}{over}{'' if fine else '  NOT RECORDED SO'}"
        )
        if not fine:
            print(said)
    times = echoes("r0a r0b b0b rg0 rg1 reply bg0 bg1 ")
    print(f"key to echo: median {times[len(times) // 2]:.1f} ms, slowest {times[-1]:.1f} ms")
    sys.exit(wrong)


if __name__ == "__main__":
    main()

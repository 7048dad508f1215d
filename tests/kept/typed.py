"""The lines typed to make the games of `0.1`, once, by the program of that time. The games are never written again.

`python -m tests.kept.typed FOLDER` types the same at the program of today, into an empty folder.
"""

import os
import sys
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from tests.places import EXAMPLES
from tests.test_outside import install
from tests.transcripts.evenings import answer


class Typed(NamedTuple):
    """One game: its scenario, the changes in that, and the lines after `umpire new`.

    A line `edit A -> B` is an `umpire edit` in which A becomes B.
    """

    scenario: str
    lines: str
    changed: tuple[tuple[str, str], ...] = ()
    house: str = ""
    beside: tuple[str, ...] = ()


GAMES = {
    "star": Typed(
        "bridgehead.toml",
        """
        order a=M b=M p=M
        order k=D l=H m=M
        order l=D
        undo
        redo
        undo
        order reveal
        note "the British dig in at Saint-Omer"
        activate p --dice 64/53
        move p1 to 1005 p2 to 1006 p3 to 0905 ph to 0904
        undo
        redo
        undo
        move p1 to 1005 p2 to 1006 p3 to 0905 ph to 0904
        activate --dice 33/44 --choose m
        move m1 to 1507 m2 to 1508 m3 to 1608 mh to 1607
        fire m1 at p2 --ruling "they see each other from the tower" --dice 6x/5x --roll --defaults
        activate a --roll
        move a1 to 0902 a2 to 0804 a3 to 0906
        set kmg name="Vickers guns" k1 sp=4 "counted again"
        activate l --roll
        activate b --dice 65/21
        move b1 to 0604 b2 to 0605 bh to 0505
        activate k --roll
        swap kmg to k2
        next
        edit sp = 4 -> sp = 3
        note --public "the mill burns"
        artillery --dice 61/32
        artillery g1 at m1 --dice 6 --ruling "an aircraft sees it"
        next
        artillery q1 at p1 9 --dice 6 --defaults --ruling "the squadron talks to the guns"
        next
        order a=M b=M p=M
        order k=D l=H m=M
        order reveal
        activate p --dice 61/43/52/41
        move p1 to 1304 p2 to 1305 p3 to 1204 ph to 1104
        assault p1 p2 at k1 with g1 g2 air reply q1 q2 --add "+1 smoke" --dice 666x/56x --roll --defaults
        activate m --dice 31/54
        move m1 to 1406 m2 to 1506 mh to 1507 m3 to 1606
        fire m1 at p2 with q1 q2 --roll --defaults
        set q2 shots=1 k2 sp=4 "the ammunition lorry burnt"
        audit k2 3
        undo
        amend 3 order k=D l=D m=M
        undo
        amend 18 6x/x --add "-1 fog"
        set a marker=H
        """,
        (('hex = "1904"\n', ""),),
    ),
    "three": Typed(
        "three-star-opening.toml",
        """
        order gr=M
        order sr=D
        undo
        redo
        order reveal
        activate --dice 64/53 --defaults
        fire n1 pz at r1 with ga reply sa --add "+1 they lie in the gardens" --roll --defaults
        undo
        fire n1 pz at r1 with ga reply sa --add "+1 they lie in the gardens" --dice 6x/5x --roll --defaults
        note "mist over the river"
        set r2 sp=3 sr order=H "they left the trenches"
        edit name = "2nd battalion" -> name = "Second battalion"
        fire ga at r3 --ruling "the battery had one round left" --roll --defaults
        artillery sa at n2 --dice 6x --roll --defaults
        move n2 to 0704
        order gr=H sr=M
        amend 10 6x/5x --roll --defaults --keep all
        undo
        redo
        audit n1 2
        assault n2 at r2 --roll --defaults
        amend 3 order sr=M --keep all
        set gr marker=D
        """,
        (('hex = "1204"\n', ""),),
    ),
    "house": Typed(
        "worked-example-1.toml",
        """
        order pz=M ab=H
        order reveal
        fire ta tb at para with g1 night=yes dust=1 --dice 6x/5x --roll --defaults
        undo
        redo
        fire ta at para night=yes ta.dust=2 --add "-1 rain" --dice x --defaults
        note --public "flares over the village"
        set para sp=3 mg name="Bren" "counted"
        edit elite = true -> elite = false
        fire tb at para --ruling "they ran there before dark" --roll --defaults
        fire ta at para with g1 result=german=1 --defaults
        fire g2 at ta --dice x/66x --defaults --ruling "seen against the fires"
        amend 7 6x/ --roll --defaults --keep all
        amend -1 --drop
        undo
        order ab=D --ruling "a new day"
        set pz marker=H
        """,
        house="house/night-fights.toml",
    ),
    "asp": Typed(
        "asp-two-groups.toml",
        """
        order panzer --dice 55/5
        order corps --dice 666 --roll
        next
        undo
        redo
        air focke
        next
        air stuka at church1 600 by bofors bofors.range=800 --dice 6/66 --roll --defaults
        undo
        air stuka at church1 600 by bofors bofors.range=800 --dice 6/12 --roll --defaults
        next
        artillery heavy smoke hill
        fire nebel at tom1 call=900 --roll --defaults
        note "the smoke drifts"
        set teeth kind=anti-personnel
        set tom1 pinned=yes "it stopped"
        edit pinned = true -> pinned = false
        fire tube at tom1 400 --add "+1 from above" --roll --defaults
        fire tube at tom1 900 --ruling "a road gives the range" --roll --defaults
        amend 11 6/66 --roll --defaults --keep all
        undo
        redo
        audit tom1 pinned=yes
        next
        order armour --dice 33/4
        amend 2 44/4 --roll --defaults --keep all
        set wire kind=anti-tank
        undo
        """,
    ),
    "d20": Typed(
        "d20-evening.toml",
        """
        next
        fire tiger at sherman1 18 --dice 14/9
        fire pak at firefly 16 cover=soft --dice 8
        undo
        redo
        fire spandau at lorry 12 --dice 12
        fire panzer at track 14 --dice 13
        next movement
        move kfz fallback=yes
        move gren1 wheat=4
        move tiger 4 reverse=yes
        next
        activate sherman1 lorry able baker sherman1.supported=sherman2:6 able.edge=yes baker.commander=colonel --dice 12/3/1/11
        order "the colonel sends a runner to brigade"
        next
        fire firefly at tiger 14 --add "+1 lit by the lorry" --dice 15/11
        fire sherman1 at tiger 16 tiger.smoke=yes --dice 9
        fire riders at major 15 --ruling "the major stands on a roof" --dice 14 --roll
        set tiger quality=elite "a better crew"
        edit name = "Tiger" -> name = "Tiger 12"
        note --public "dusk falls"
        amend 3 16/9 --roll --defaults --keep all
        undo
        redo
        audit gren1 suppressed=yes
        amend -1 --drop
        fire mortar at pak 20 --roll --defaults
        next
        undo
        """,  # noqa: E501
    ),
    "plain": Typed(
        "rules/ridge.toml",
        """
        move bj 25
        move "1st Blue" 15
        move "2nd Blue" 16 --ruling "downhill"
        undo
        redo
        next
        fire bj at wg 35 cover=soft --add "+1 from the flank" --dice h3/165
        next
        next
        note --public "the guard kneels"
        next
        next
        fire wg at b1 28 --roll
        fire wl at bj 9 --roll
        set b2 men=20 wl name="Whites" "counted"
        edit men = 20 -> men = 19
        next
        charge wl at bj 14 --dice 22 --roll --defaults
        amend 12 --drop --keep all
        undo
        amend 8 h2/65 --roll --defaults --keep all
        audit wg men=18
        next
        undo
        """,
        (("muskets", "nerve"),),
        beside=("rules/muskets.toml",),
    ),
    "skirmish": Typed(
        "skirmish/skirmish/examples/first-shots.toml",
        """
        fire red at blue 8 --dice 561
        undo
        redo
        fire blue at red 8 cover=yes --add "+1 a rest for the rifle" --roll
        fire guard at red 9 --ruling "the wind carries" --roll
        note "smoke"
        set red men=3 "one was there twice"
        edit weapon = "pistol" -> weapon = "rifle"
        fire guard at red 7 --roll
        amend 2 611/
        undo
        fire blue at red 8 --roll
        amend 5 --drop
        audit blue men=1
        undo
        """,
    ),
}


def edited(was: str, becomes: str) -> str:
    """Return the line of an `edit` in which some text of the position becomes another."""
    answer("umpire export -o position.toml")
    path = Path("position.toml")
    text = path.read_text()
    if was not in text:
        raise ValueError(f"{was!r} is not in the position")
    path.write_text(text.replace(was, becomes, 1))
    return "edit --from position.toml"


def played(folder: Path, name: str) -> None:
    """Type a game."""
    game, here = GAMES[name], os.getcwd()
    environment = {key: value for key, value in os.environ.items() if not key.startswith("UMPIRE")}
    folder.mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    if name == "skirmish":
        sys.path.insert(0, str(install(folder / "site")))
    try:
        put(game.scenario, f"{name}.toml", game.changed)
        for each in game.beside:
            put(each, "nerve.toml", game.changed)
        if game.house:
            put(game.house, "house.toml", ())
        house = " --house house.toml" if game.house else ""
        with patch.dict(os.environ, {**environment, "COLUMNS": "80", "NO_COLOR": "1"}, clear=True):
            say(f"new {name}.toml --seed {name}{house}")
            for line in game.lines.strip().splitlines():
                line = line.strip()
                if line.startswith("edit "):
                    line = edited(*line.removeprefix("edit ").split(" -> "))
                say(line)
    finally:
        os.chdir(here)


def put(example: str, name: str, changed: tuple[tuple[str, str], ...]) -> None:
    """Write an example into the folder, with the changes of the game."""
    text = (EXAMPLES / example).read_text()
    for was, becomes in changed:
        if was not in text:
            raise ValueError(f"{was!r} is not in {example}")
        text = text.replace(was, becomes)
    Path(name).write_text(text)


def say(line: str) -> None:
    """Type one line, and print the answer."""
    said = answer(f"umpire {line}")
    print("$", line, *said, sep="\n")
    if said[-1].startswith("[exit"):
        raise ValueError(f"{line}: {said}")


if __name__ == "__main__":
    for each in sys.argv[2:] or GAMES:
        played(Path(sys.argv[1]) / each, each)

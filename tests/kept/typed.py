"""The games of `1.0`, as they are typed: `python -m tests.kept.typed FOLDER [GAME ...]` types them, each in a folder of
its own, and writes what is found in it beside it.

The games kept here were written once, by the program of their day; `0.1/typed.txt` has the lines of the first ones.
"""

import json
import os
import shutil
import sys
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from tests.kept.facts import facts
from tests.places import EXAMPLES
from tests.test_outside import install
from tests.transcripts.evenings import answer


class Typed(NamedTuple):
    """One game: its example, the lines after `umpire new`, house rules, and other files of the examples that it needs.

    A line `edit A -> B` is an `umpire edit` in which A becomes B.
    """

    scenario: str
    lines: str
    house: str = ""
    beside: tuple[str, ...] = ()


GAMES = {
    "star": Typed(
        "relief.toml",
        """
        now fog=yes until day 1 round 2
        order a=M k=H s=M
        undo
        redo
        order reveal
        activate a --dice 66/11
        move a1 to 0803
        undo
        redo
        note "the column is late"
        activate k --dice 11/66
        activate s --roll
        move s1 to 0301
        fire k1 at a1 range=2 a1.order=M light=night --ruling "the mill burns" --roll --defaults
        set k2 sp=3 name="Second company" "counted again"
        edit sp = 3 -> sp = 4
        note --public "the mill burns"
        next
        artillery --dice 11/66
        artillery q1 at a1 range=3 spotted=yes --roll --add "+1 a clear day"
        next
        next --dice 2/3
        order a=M k=H p=M s=M
        order reveal
        activate p --dice 66/11
        move p1 1003 1004 0904
        activate s --dice 66/11
        move s1 to 0101
        leave s1 by west
        amend 7 65/11 --roll --defaults --keep all
        undo
        amend 2 now fog=yes until round 3 --keep all
        audit k2 3
        activate k --roll
        undo
        set p marker=H
        """,
        beside=("house/night-club.toml",),
    ),
    "three": Typed(
        "three-star-relief.toml",
        """
        order r=H g=M s=M
        undo
        redo
        order reveal
        activate g --dice 66/11
        move g1 to 0504
        fire g1 at r1 range=2 --ruling "they see each other across the river" --add "-1 mist" --roll --defaults
        activate r --dice 11/66
        activate s
        move s1 to 1102
        note "mist over the river"
        next
        next --dice 2/1
        order r=H g=M s=M t=M
        order reveal
        set r1 sp=3 "counted again"
        edit sp = 3 -> sp = 4
        activate t --dice 11/66
        move t1 to 1204
        undo
        redo
        amend 14 --dice 5/1 --keep all
        undo
        amend 6 65/11 --keep all
        set clock day=2
        undo
        audit r1 3
        activate g --dice 66/11
        move g1 to 0604 gh to 0505
        """,
        beside=("house/corps-club.toml",),
    ),
    "asp": Typed(
        "asp-relief.toml",
        """
        now fog=yes
        next --dice 3
        order kg --dice 33
        next 5
        arrive pak
        fire pak at s2 400 --add "+1 a rest for the gun" --roll --defaults
        undo
        redo
        note "a column of dust in the west"
        fire g1 at s2 100 light=night --ruling "flares" --roll --defaults
        set s1 pinned=yes "it stopped"
        edit pinned = true -> pinned = false
        next turn
        order sq --roll
        next 5
        leave l1 l2 by the west road
        undo
        redo
        next turn --dice 6
        amend 4 --dice 44 --roll --defaults --keep all
        undo
        audit s2 pinned=no
        arrive pz
        order kg --dice 33
        set g1 name="Old guards"
        """,
        house="house/asp-club.toml",
    ),
    "groups": Typed(
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
        next
        artillery heavy smoke hill
        fire nebel at tom1 call=900 --roll --defaults
        set teeth kind=anti-personnel
        fire tube at tom1 400 --add "+1 from above" --roll --defaults
        fire tube at tom1 900 --ruling "a road gives the range" --roll --defaults
        amend 9 6/12 --roll --defaults --keep all
        undo
        set wire kind=anti-tank
        undo
        """,
    ),
    "d20": Typed(
        "d20-relief.toml",
        """
        now fog=yes until turn 2
        next --dice 2
        next
        arrive pak
        fire pak at sherman1 12 --dice 14/9 --add "+1 dug in"
        undo
        redo
        fire pak at sherman1 5 light=night --ruling "flares" --roll --defaults
        next movement
        leave opel1 by the east road
        set gren1 quality=elite "veterans"
        edit name = "Tiger" -> name = "Tiger 12"
        note --public "dusk falls"
        next command
        next fire
        fire sherman1 at gren1 8 --dice 15 --roll --defaults
        amend 6 13/9 --roll --defaults --keep all
        undo
        redo
        audit gren1 suppressed=no
        next movement
        next command --dice 3
        arrive tiger
        undo
        """,
        beside=("house/d20-club.toml",),
    ),
    "lamps": Typed(
        "rules/quay.toml",
        """
        wake hc tries=3 --dice "651/4"
        walk hc 5
        shoot hc at a1 9 a1.cover=yes --dice "3/4/6/2"
        undo
        redo
        load hc
        wake h2 tries=2 --dice 54
        walk h2 4
        watch h2
        wake h1 tries=3 --dice 213
        wake a3 tries=2 --dice 44
        walk a3 6
        snap h2 at a3 13 --dice "4/4"
        note "a lantern on the quay"
        walk a3 3 --ruling "over the crates"
        wake a2 tries=2 --dice 61
        shoot a2 at hc 4 --add "+1 lamp light" --roll
        next
        set h1 hurt=yes "he fell into the harbour"
        edit 2nd Anchor -> Second Anchor
        amend 4 "4/4/6/2" --roll --keep all
        undo
        wake h3 tries=2 --dice 36
        """,
        beside=("rules/lamps.toml",),
    ),
    "drums": Typed(
        "rules/farm.toml",
        """
        move n1 12
        move n2 12
        move nh 10
        next
        fire n1 at s1 22 --dice 5614
        fire ng at sm 20 cover=yes --dice 651
        undo
        redo
        nerve s1 s1.general=yes --dice "31/54"
        nerve sm --dice 52
        next
        charge nh at sm 30 --dice 33
        note "the hussars halt at the hedge"
        next
        next
        form s1
        next
        fire sb at n1 40 --add "-1 smoke" --roll
        fire s1 at ng 14 --ruling "through the gate" --roll
        set n2 men=7 "counted again"
        edit men = 7 -> men = 6
        nerve ng --roll
        next
        charge sh at n1 20 --dice "63/6115/61" --roll
        amend 6 --dice 6614 --roll --keep all
        undo
        redo
        audit n2 men=5
        """,
        beside=("rules/drums.toml",),
    ),
    "banners": Typed(
        "rules/shrine.toml",
        """
        order vk
        next
        move v1 6
        move vk 12
        next
        shoot va at f1 20 --dice "66555421/64321/5/62"
        undo
        redo
        next
        fight vk at ft charge=yes vk.hates=yes --roll
        next
        order f1
        next
        move ft 7 --ruling "downhill"
        next
        shoot fa at vk 10 --dice "66542211/6441/35" --roll
        nerve vk --dice 66
        next
        fight f1 at v1 charge=yes --add "+1 the shrine" --roll
        next
        set v2 lives=5 "one was there twice"
        edit lives = 5 -> lives = 6
        note "they hold the shrine"
        amend 7 "66555521/664321/5" --roll --keep all
        undo
        rally vk --dice 44
        """,
        beside=("rules/banners.toml",),
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
    """The line of an `edit` in which some text of the position becomes another."""
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
        for example in (game.scenario, *game.beside, *([game.house] if game.house else ())):
            Path(Path(example).name).write_text((EXAMPLES / example).read_text())
        scenario = Path(game.scenario).name
        house = f" --house {Path(game.house).name}" if game.house else ""
        with patch.dict(os.environ, {**environment, "COLUMNS": "80", "NO_COLOR": "1"}, clear=True):
            say(f"new {scenario} --seed {name}{house} -g {name}.umpire")
            for line in game.lines.strip().splitlines():
                line = line.strip()
                if line.startswith("edit "):
                    line = edited(*line.removeprefix("edit ").split(" -> "))
                say(line)
    finally:
        os.chdir(here)


def say(line: str) -> None:
    """One line and what is said to it."""
    said = answer(f"umpire {line}")
    print("$", line, *said, sep="\n")
    if said[-1].startswith("[exit"):
        raise ValueError(f"{line}: {said}")


def main(folder: Path, *names: str) -> None:
    """Type games, and write each with what is found in it into `1.0` of the folder."""
    kept = folder / "1.0"
    kept.mkdir(exist_ok=True)
    for name in names or GAMES:
        played(folder / name, name)
        game = Path(shutil.copyfile(folder / name / f"{name}.umpire", kept / f"{name}.umpire"))
        found = json.dumps(facts(game, folder / f"{name}-facts"))
        game.with_suffix(".json").write_text(found + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])

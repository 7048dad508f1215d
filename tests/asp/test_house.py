"""Tests of house rules of a club for ASP: their additions are played, recorded, corrected and exported like the
book's.
"""

import re
import tomllib

import pytest

from tests.asp.games import ROWS
from tests.asp.play import Game, position
from tests.asp.test_orders import command_points
from tests.catalogue import says
from tests.clauses import clause
from tests.in_memory import Game as InMemory
from tests.places import EXAMPLES
from tests.witnesses.witnesses import table_file
from umpire.play.turn import prepare
from umpire.rulesets.asp import FAMILY as asp

HEAD = 'extends = "asp-ww2"\nid = "club"\nname = "Our club"\n'


def playing(table, rules, scenario="asp-two-groups"):
    """Begin a game of the example with these house rules."""
    (table.folder / "club.toml").write_text(HEAD + rules, encoding="utf-8")
    said = table.say(f"new {scenario} --seed 7 --house club")
    assert said.code == 0, said.err


def goes_on(table):
    """The game can be corrected, exported and begun again, and goes on from there."""
    for line in ("set conditions year=1943", "export -o again.toml", "new again.toml -g again.umpire"):
        said = table.say(line)
        assert said.code == 0, (line, said.err)
    first, again = (table.say(f"export{game}").out for game in (" -g asp-two-groups.umpire", " -g again.umpire"))
    assert first == again


@clause("ASP-CP-02")
@pytest.mark.parametrize("radio", [[1, 1, 2, 2, 3, 3], [1, 2, 3, 4, 5, 6], [0, 0, 0, 0, 0, 6]])
def test_every_face_of_the_radio_die_is_read(radio):
    rules = asp.read_table({**ROWS, "command": {**ROWS["command"], "radio": radio}})
    plain = command_points(Game(position(german="A"), rules))
    found = command_points(Game(position(german="A"), rules).regroup("kg", radio=True))
    wanted = {}
    for cp, chance in plain.items():
        for points in radio:
            wanted[cp + points] = wanted.get(cp + points, 0) + chance / 6
    assert found == wanted


@clause("ASP-SCALE-01")
def test_a_scale_of_the_club_is_recorded_and_goes_on(table):
    playing(table, '[scales."28mm"]\nlength = 6\nunit = "in"\n')
    assert table.say("setup scale=28mm").code == 0
    assert "28mm" in table.say("status conditions").out
    goes_on(table)


@clause("ASP-MOVE-01")
def test_a_mobility_of_the_club_is_told_and_goes_on(table):
    playing(table, '[moves.SKI]\nname = "on skis"\nmarch = [3000, 1000]\ntactical = [1000, 250]\n')
    key = re.search(r"^\s*(\w+)\s+\S.*IG", table.say("status all").out, re.MULTILINE)
    assert key is not None
    said = table.say(f"move {key[1]} 900 mobility=SKI")
    assert said.code in (0, 3), said.err
    goes_on(table)


def test_what_no_table_has_is_refused_with_what_there_is(table):
    playing(table, '[scales."28mm"]\nlength = 6\nunit = "in"\n')
    for line, what in (
        ("set scale=29mm", "scale"),
        ("set conditions zone=Alps", "conditions.zone"),
        ("set conditions modules=flying", "conditions.modules"),
    ):
        said = table.say(line)
        assert said.code == 2
        assert what in said.err or "set" in said.err


@pytest.mark.parametrize("number", ["length_metres", "march_step", "tactical_step"])
def test_what_something_is_divided_by_is_never_none(table, number):
    (table.folder / "club.toml").write_text(f"{HEAD}[limits]\n{number} = 0\n", encoding="utf-8")
    said = table.say("new asp-two-groups --house club")
    assert said.code == 1
    assert says([" ".join(said.err.split())], f"limits.{number} 0 1")


TRIPODS = """
[[instead]]
id = "tripod"
at = "range"
when = { row = "HMG", ground = "dug-in", light = "day" }
number = 1500
words = "on tripods"
rule = "club 3"

[[instead]]
id = "short"
at = "range"
when = { row = "HMG", weather = "adverse" }
half = "up"
words = "in the rain"
rule = "club 4"
"""


@pytest.fixture(scope="module")
def tripods():
    """Return the example with two groups, in which machine guns have tripods."""
    scenario = (EXAMPLES / "asp-two-groups.toml").read_text(encoding="utf-8")
    return InMemory(scenario, table_file("asp-ww2", tomllib.loads(TRIPODS)))


def shot(game, line):
    """Return the shot, prepared even against the rules."""
    verb, *words = line.split()
    return prepare(game.first, verb, words, ruling="to see", ahead=True)


@pytest.mark.parametrize(
    ("facts", "metres", "says_no"),
    [
        ("gun.cover=dug-in", 1500, ""),
        ("gun.cover=dug-in", 1501, "club 3"),
        ("gun.cover=dug-in light=twilight", 1001, "FIRE-05"),
        ("", 1000, ""),
        ("", 1001, "FIRE-05"),
        ("weather=adverse", 501, "club 4"),
    ],
)
def test_a_weapon_reaches_as_far_as_the_club_says(tripods, facts, metres, says_no):
    line = f"fire gun at rifle1 {metres} {facts} gun.detects=yes gun.base=6"
    no = {each.rule for each in shot(tripods, line).overruled}
    assert (no & {"FIRE-05", "club 3", "club 4"}) == ({says_no} - {""})


def test_the_throw_names_the_rule_of_a_range_and_the_target_replies_as_far(tripods):
    notes = shot(tripods, "fire gun at rifle1 1400 gun.cover=dug-in").situation.known.notes
    assert says(notes, "Machine guns gun 1500 on tripods club 3")
    at_it = shot(tripods, "fire rifle1 at gun 1400 gun.cover=dug-in gun.detects=yes gun.base=6").situation
    assert not at_it.target.unable
    farther = shot(tripods, "fire rifle1 at gun 1600 gun.cover=dug-in gun.detects=yes gun.base=6").situation
    assert says([farther.target.unable], "club 3")
    assert says([each for each in tripods.sheet if "club 3" in each], "1500 on tripods")

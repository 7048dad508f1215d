"""Tests of tracks by a word, such as guns by the side of a ship: read, lost, shown, each typed by its own name."""

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from tests.catalogue import says, shows
from tests.plain.games import Position
from tests.plain.small import changed, mistakes
from tests.plain.test_folding import both  # noqa: F401
from umpire.core.odds import ForcedChoices
from umpire.rulesets.plain.check.oddities import odd
from umpire.rulesets.plain.file.reader import read_file
from umpire.testing.case import every_fall

FILE = Path(__file__).with_name("sail.toml")
GAME = """
name = "Sail"
ruleset = "sail.toml"
sides = ["Red", "Blue"]

[stands]
f1 = { side = "Red", type = "frigate", guns_port = 5 }
b1 = { side = "Blue", type = "brig" }
"""


def fought(guns, hull, other, other_hull):
    """Return the chances of both broadsides by the prose: hull, guns of the firer and of its target."""
    found = {}
    for dice in product(range(1, 7), repeat=-(-guns // 2)):
        hits = sum(die >= 4 for die in dice)
        left = max(0, other_hull - hits)
        theirs = max(0, other - hits // 2) if left else other  # a ship that is gone loses nothing more
        back = -(-theirs // 2) if left else 0
        for answer in product(range(1, 7), repeat=back):
            hits = sum(die >= 4 for die in answer)
            key = max(0, hull - hits), max(0, guns - hits // 2), left, theirs
            found[key] = found.get(key, 0) + Fraction(1, 6 ** (len(dice) + back))
    return found


def test_guns_are_counted_and_lost_by_the_side_that_is_told():
    blue = {"b1": {"type": "brig", "hull": 3}}
    position = Position("sail", {"f1": {"type": "frigate"}}, blue, rows=read_file(FILE))
    line, found = "fire f1 at b1 arc=port facing=starboard", {}
    for outcome, chance in position.odds(line).items():
        stands = position.after(outcome).stands
        key = stands["f1"].hull, stands["f1"].guns_port, stands["b1"].hull, stands["b1"].guns_starboard
        assert (stands["f1"].guns_starboard, stands["b1"].guns_port) == (6, 3)
        found[key] = found.get(key, 0) + chance
    assert found == fought(6, 9, 3, 3)
    act, situation = position.situation(line)
    assert every_fall(lambda: act.procedure(situation), ForcedChoices([])) == position.odds(line)


def test_what_is_counted_forward_is_what_is_walked(both):  # noqa: F811
    assert both(FILE.read_text(encoding="utf-8")) == 4


def test_it_is_played_shown_and_undone(table):
    said = table.say("fire f1 at b1 arc=port facing=bow --dice 446/")
    assert said.code != 0  # the brig replies with no gun
    said = table.say("fire f1 at b1 arc=port facing=port --dice 446/6 --json").plain
    assert [(one["key"], one["dice"]) for one in said["throws"]] == [("first.hits", 3), ("answer.hits", 1)]
    assert shows(table.say("status b1").out, "port", "guns", "2", "3")
    assert table.say("undo").code == 0
    assert shows(table.say("status b1").out, "port", "guns", "3")
    assert table.say("fire b1 at f1 arc=bow facing=port").code == 3
    assert table.say("sheet").code == 0
    assert table.say("export -o later.toml").code == 0
    assert table.say("new later.toml").code == 0


def test_the_odds_leave_out_the_tracks_of_words_that_are_not_given(table):
    tally = table.say("fire f1 at b1 arc=port facing=starboard --odds --json").plain["odds"]["outcomes"][0]["tally"]
    assert [label for label in tally if "guns" in label] == ["b1 loses starboard guns", "f1 loses port guns"]


def test_nothing_is_odd_in_it_but_what_is_not_asked():
    assert [each.key for each in odd(read_file(FILE))] == ["stand.size"]


@pytest.mark.parametrize(
    ("right", "wrong", "about"),
    [
        ("port = 6, starboard = 6, bow = 1", "port = 6, starboard = 6", "type.frigate.guns_bow"),
        ("port = 6, starboard = 6, bow = 1", "port = 6, starboard = 6, stern = 1", "type.frigate.guns_bow"),
        ("firer.guns[arc] / 2", "firer.guns / 2", "steps.broadside.step 1.dice firer.guns"),
        ('"mark.guns[facing]"', '"mark.guns[faced]"', "steps.broadside.step 1.result 1.do 2.lose faced"),
        ('"mark.guns[facing]"', '"mark.hull[facing]"', "steps.broadside.step 1.result 1.do 2.lose hull"),
        ('"mark.guns[facing]"', '"mark.guns"', "steps.broadside.step 1.result 1.do 2.lose guns"),
    ],
)
def test_a_mistake_in_it_is_told_with_its_place(right, wrong, about):
    found = mistakes(changed(FILE, right, wrong), FILE.name)
    assert says(found, FILE.name, *about.split()), found

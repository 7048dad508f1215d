"""Tests of play stand by stand: who is woken, who may act, and which act ends a turn; nothing is lost by that."""

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from tests.catalogue import says, shows
from tests.cli.games import Table
from tests.plain.games import Position
from tests.plain.small import changed, mistakes
from umpire.game.gamefile.store import open_game
from umpire.rulesets.plain.file.reader import read_file

FILE = Path(__file__).with_name("woken.toml")
GAME = """
name = "Woken"
ruleset = "woken.toml"
sides = ["Red", "Blue"]
sequence = "enforced"

[stands]
r1 = { side = "Red", type = "scout" }
r2 = { side = "Red", type = "scout" }
b1 = { side = "Blue", type = "scout" }
"""
LATER = """b2 = { side = "Blue", type = "scout", arrives = "turn 2" }

[events.fog]
when = "turn 2"
text = "Fog comes down."
"""


@pytest.fixture
def begun(tmp_path, monkeypatch, capsys):
    """Return a game begun with sides that wake stands so, and with these additions to its scenario."""
    monkeypatch.chdir(tmp_path)

    def beginning(sides="in turn", more="", head="", rules=("", ""), also=("", "")):
        text = FILE.read_text(encoding="utf-8").replace(*rules, 1).replace(*also, 1)
        (tmp_path / "woken.toml").write_text(
            text.replace('order = "stands"', f'order = "stands"\nsides = "{sides}"'), encoding="utf-8"
        )
        (tmp_path / "game.toml").write_text(head + GAME + more, encoding="utf-8")
        table = Table(tmp_path, capsys)
        said = table.say("new game.toml --seed 3")
        assert said.code == 0, said
        return table

    return beginning


def state(table):
    return open_game(table.folder / "game.umpire").read().position["state"]


def clock(table):
    """Where play is: `turn`, `side`, `phase`."""
    return state(table)["clock"]


@pytest.mark.wording
def test_the_status_says_where_play_is_and_who_is_still_to_be_woken(begun):
    table = begun()
    assert table.say("wake r1 tries=2 --dice 66").code == 0
    assert shows(table.say("status").out, "wake r2")
    assert table.say("undo").code == 0
    assert table.say("wake r1 tries=3 --dice 611").code == 0
    assert table.say("status").out.splitlines()[1].startswith("turn 1 of 2, Blue: play")


def test_a_side_wakes_its_stands_each_once_and_only_who_is_awake_acts(begun):
    table = begun()
    assert shows(table.say("step r1").err, "r1")
    assert table.say("wake b1 tries=1").code == 3
    assert table.say("wake r1 tries=2 --dice 66").code == 0
    assert table.say("wake r1 tries=1").code == 3
    assert [id for id, stand in state(table)["stands"].items() if stand.get("woken")] == ["r1"]
    assert table.say("step r1").code == 0
    assert table.say("wake r2 tries=1 --dice 6").code == 0
    assert table.say("step r1").code == 3  # the next stand to be woken ends its turn to act
    assert table.say("step r2").code == 0
    assert table.say("step r2").code == 3  # its last deed ended its own
    assert table.say("next").code == 0
    assert table.say("wake b1 tries=1 --dice 6").code == 0


def test_two_failures_end_the_turn_of_the_side_and_undo_brings_it_back(begun):
    table = begun()
    assert clock(table)["side"] == "Red"
    said = table.say("wake r1 tries=3 --dice 611 --json").plain
    assert said["outcome"]["tally"]["bad"] == "turnover"
    assert clock(table)["side"] == "Blue"
    assert table.say("wake r2 tries=1").code == 3
    assert table.say("undo").code == 0
    assert clock(table)["side"] == "Red"
    assert table.say("wake r1 tries=1 --dice 1").code == 0
    assert clock(table)["side"] == "Red"


def test_the_turn_ends_with_the_last_side_and_everybody_may_be_woken_again(begun):
    table = begun()
    assert table.say("wake r1 tries=2 --dice 11").code == 0
    assert table.say("wake b1 tries=2 --dice 11").code == 0
    assert clock(table)["turn"] == 2
    assert table.say("wake r1 tries=2 --dice 11").code == 0
    said = table.say("wake b1 tries=2 --dice 11")
    assert said.code == 0
    assert clock(table)["phase"] == "over"


def test_sides_alternate_stand_by_stand_until_one_has_none_left(begun):
    table = begun("alternate")
    assert table.say("wake r1 tries=1 --dice 6").code == 0
    assert table.say("wake r2 tries=1").code == 3
    assert table.say("wake b1 tries=1 --dice 6").code == 0
    assert table.say("step r1").code == 3
    assert table.say("step b1").code == 0
    assert table.say("wake r2 tries=1 --dice 6").code == 0
    assert table.say("next").code == 0
    assert clock(table)["turn"] == 2
    assert clock(table)["side"] == "Red"


def test_whoever_is_drawn_is_woken_where_that_is_free(begun):
    table = begun("free")
    for id in ("b1", "r2", "r1"):
        assert table.say(f"wake {id} tries=1 --dice 6").code == 0
        assert table.say(f"step {id}").code == 0
    assert table.say("wake b1 tries=1").code == 3
    assert table.say("next").code == 0
    assert clock(table)["turn"] == 2


def test_what_the_clock_brings_comes_with_a_turn_that_an_act_ends(begun):
    table = begun(more=LATER)
    assert table.say("wake r1 tries=2 --dice 11").code == 0
    said = table.say("wake b1 tries=2 --dice 11 --json").plain
    assert clock(table)["turn"] == 2
    assert any("Fog comes down" in words for words in said["outcome"]["words"])
    assert any("b2" in words for words in said["outcome"]["owed"])


def test_a_battle_that_may_end_with_the_turn_ends_by_its_die(begun):
    table = begun(head='battle = { ends = "turn 1 on 4+" }\n')
    assert table.say("wake r1 tries=2 --dice 11").code == 0
    assert table.say("wake b1 tries=2 --dice 11/5").code == 0
    assert clock(table)["phase"] == "over"
    assert table.say("amend 3 --dice 11/2").code == 0
    assert clock(table)["turn"] == 2


def test_the_chances_are_those_of_the_dice():
    position = Position("woken", {"r1": {"type": "scout"}}, {"b1": {"type": "scout"}}, rows=read_file(FILE))
    turned = sum(
        chance
        for outcome, chance in position.odds("wake r1 tries=3").items()
        if position.after(outcome).clock.side == "Blue"
    )
    expected = sum(Fraction(1, 216) for dice in product(range(1, 7), repeat=3) if sum(die < 3 for die in dice) >= 2)
    assert turned == expected
    assert sum(position.odds("wake r1 tries=3").values()) == 1


OWED = """
[act.grit]
words = "who faltered tests"
owed = "shaky"
rule = "2"
role.figure = { of = "any" }
step = [{ id = "grit", check = "figure", need = 4, rule = "2", result = [
  { id = "holds", when = { grit = true } },
  { id = "hurt", do = [{ lose = "figure.life" }] } ] }]

[mark.shaky]
words = "owes a test of grit"
until = "side"
"""


def test_a_test_that_is_owed_outlasts_the_turn_that_an_act_ends(begun):
    marked = OWED + "[act.wake]", 'do = [{ mark = "figure.shaky" }, { end = "side" }]'
    table = begun(rules=("[act.wake]", marked[0]), also=('do = [{ end = "side" }]', marked[1]))
    said = table.say("wake r1 tries=2 --dice 11 --json").plain
    assert "grit r1" in said["outcome"]["owed"]
    assert clock(table)["side"] == "Blue"
    assert shows(table.say("status").out, "grit r1")
    assert table.say("next").code == 3
    assert table.say("grit r1 --dice 6").code == 0
    assert table.say("next").code == 0


@pytest.mark.parametrize(
    ("right", "wrong", "about"),
    [
        ('order = "stands"', 'order = "sides"\nphases = ["play"]', "act.wake.begins"),
        ("begins = true\n", "", "turn.order"),
        ('order = "stands"', 'sides = "free"\nphases = ["play"]', "turn.sides"),
        ('{ end = "woken" }', '{ end = "world" }', "act.step.step world"),
        ('role.figure = { of = "own" }\nfact', 'role.figure = { of = "own", many = true }\nfact', "act.wake.begins"),
    ],
)
def test_what_does_not_go_together_is_refused(right, wrong, about):
    found = mistakes(changed(FILE, right, wrong), FILE.name)
    assert any(about.split()[0] in each for each in found), found
    assert says(found, "woken.toml")


@pytest.mark.wording
def test_the_sheet_says_how_play_goes(begun):
    sheet = " ".join(begun().say("sheet").out.split())
    assert "in its turn wakes its stands" in sheet
    assert "the turn of the side ends" in sheet


def test_what_is_said_of_waking_beforehand_and_afterwards(begun):
    table = begun()
    assert shows(table.say("wake r1 tries=3 --explain").out, "r1", "good", "3", "dice")
    assert shows(table.say("wake r1 tries=3 --odds").out, "bad", "turnover", "25.9%")
    assert table.say("wake r1 tries=3 --dice 661").code == 0
    (row,) = table.say("luck --json").plain["luck"]
    assert row["dice"] == 3

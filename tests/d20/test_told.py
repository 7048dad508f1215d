"""Tests of d20 at the command line: the clock of a told game, and the values in JSON."""

import pytest

from tests.catalogue import shows
from tests.clauses import clause


@pytest.fixture
def table(table):
    table.game("d20-opening")
    return table


@pytest.mark.wording
@clause("D20-TURN-01")
def test_a_clock_that_next_begins_in_a_told_game_stands_in_its_status(table):
    assert "phase" not in table.say("status").out
    assert table.say("next fire").code == 0
    said = table.say("status").out
    assert "turn 1, German: fire phase" in said
    assert "next: `next` begins the German close combat phase" in said
    assert table.say("move sherman 4").code == 0  # told: any act at any time
    assert [table.say("undo").code, table.say("undo").code] == [0, 0]
    assert "phase" not in table.say("status").out


@pytest.mark.wording
@clause("D20-GEN-12")
def test_when_the_last_turn_is_over_corrections_are_still_made(table):
    assert table.say("new d20-evening").code == 0
    for line in ("set clock turn=6 phase=movement side=Allied", "next", "set tiger suppressed=yes"):
        assert table.say(f"{line} --game=d20-evening.umpire").code == 0
    assert "the game is over" in table.say("status --game=d20-evening.umpire").out


@pytest.mark.wording
@clause("D20-MOV-06")
def test_a_ruling_uses_no_more_than_a_whole_move(table):
    assert table.say("next movement").code == 0
    assert table.say("move tiger rough=999 --ruling x").code == 0
    assert table.say("set tiger suppressed=yes").code == 0
    may = next(line for line in table.say("status").out.splitlines() if "may move" in line)
    assert "tiger" not in may


@clause("D20-PEN-01")
def test_the_column_and_the_total_of_a_throw_are_values_in_json(table):
    plain = table.say("fire sherman at tiger 3 side=yes --dice 12/20 --dry-run --json").plain
    assert plain["facts"]["column"] == "3:2"  # 5:7 is 2:3, and two shifts
    assert [(throw["faces"], throw["total"]) for throw in plain["throws"]] == [([12], 14), ([20], 20)]
    told = table.say("fire sherman at tiger 3 side=yes --dice h/20 --dry-run --json").plain
    assert told["throws"][0]["total"] is None
    melee = table.say("assault sherman at tiger --dice 1/1 --dry-run --json").plain
    assert (melee["facts"]["sherman.column"], melee["facts"]["tiger.column"]) == ("1:1", "2:1")


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ("sherman.ap=100", "ap 100 1 99"),
        ("sherman.ap=0", "ap 0 1 99"),
        ("sherman.he=100 mode=he", "he 100 0 99"),
        ("tiger.defence=100", "defence 100 0 99"),
    ],
)
def test_a_value_that_no_card_has_is_a_slip(table, told, why):
    assert shows(table.say(f"fire sherman at tiger 3 side=yes {told}").err, why)

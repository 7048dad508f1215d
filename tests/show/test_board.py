"""Tests of the board as text: every hex in its place, stands in the brackets of their side, the zone of control on
request.
"""

import re

import pytest

from umpire.core.hexes import Hex
from umpire.game.maps import Map
from umpire.show.board import BRACKETS, board_lines
from umpire.show.page import OF_SIDES, Page

FLAT = Map.read({"hexes": "flat", "shifted": "even", "rows": "abc\ndef", "legend": {c: c * 2 for c in "abcdef"}})
POINTY = Map.read({"hexes": "pointy", "shifted": "even", "rows": "abc\ndef", "legend": {c: c * 2 for c in "abcdef"}})


def test_flat_hexes_take_two_lines_a_row_and_pushed_columns_stand_on_the_second():
    assert board_lines(Page(40), FLAT, {}, ())[:6] == [
        "    01      03",
        "        02",
        "01  a       c",
        "        b",
        "02  d       f",
        "        e",
    ]


def test_pointy_hexes_push_every_other_row():
    assert board_lines(Page(40), POINTY, {}, ())[:3] == [
        "    01      02      03",
        "01  a       b       c",
        "02      d       e       f",
    ]


def test_a_stand_shows_its_id_its_side_and_its_ground():
    lines = board_lines(Page(40), FLAT, {FLAT.grid.hex("0302"): ("tank", 1)}, ("Red", "Blue"))
    assert lines[4] == "02  d       f(tank)"
    assert "  stands: [Red], (Blue)" in lines


def test_a_stand_has_the_colour_of_its_side():
    held = {FLAT.grid.hex("0101"): ("tank", 1), FLAT.grid.hex("0301"): ("k", 0)}
    plain = board_lines(Page(40), FLAT, held, ("Red", "Blue"))
    coloured = board_lines(Page(40, styled=True, sides=("Red", "Blue")), FLAT, held, ("Red", "Blue"))
    assert OF_SIDES[1] + "(tank)" in coloured[2]
    assert OF_SIDES[0] + "[k]" in coloured[2]
    assert [re.sub("\x1b[^m]*m", "", line) for line in coloured] == plain


def test_a_long_id_is_cut_to_its_hex_and_never_runs_into_the_next():
    held = {FLAT.grid.hex("0101"): ("panzergrenadiers", 0), FLAT.grid.hex("0301"): ("k", 0)}
    assert board_lines(Page(40), FLAT, held, ("Red",))[2] == "01  a[panze]c[k]"


def test_the_zone_of_control_is_marked_and_explained():
    lines = board_lines(Page(40), FLAT, {}, ("Red",), [FLAT.grid.hex("0201")])
    assert lines[3] == "        b!"
    assert "! marks the zone of control" in " ".join(" ".join(lines).split())


@pytest.mark.parametrize("columns", [10, 20, 24, 38])
def test_a_board_fits_a_page_of_eighty_columns(columns):
    wide = Map.read(
        {"hexes": "flat", "shifted": "odd", "rows": "\n".join(["." * columns] * 3), "legend": {".": "open"}}
    )
    held = dict.fromkeys(wide.grid.hexes(), ("abcdef", 1))
    assert max(map(len, board_lines(Page(80), wide, held, ("Red", "Blue"), list(held)))) <= 84
    assert {line[:2] for line in board_lines(Page(80), wide, held, ())} >= {"01", "02", "03"}


def test_a_side_beyond_the_fourth_still_has_brackets():
    lines = board_lines(Page(40), FLAT, {Hex(*FLAT.grid.hex("0101")): ("x", 5)}, ())
    assert BRACKETS[1][0] + "x" in lines[2]


def test_map_shows_the_game_and_says_so_where_there_is_none(table):
    table.game("worked-example-1")
    said = table.say("map --zone german")
    assert said.code == 0
    assert "v(para)" in said.out
    assert "![ta]" in said.out
    assert table.say("map --zone germn").err.splitlines()[1] == "hint: did you mean German?"
    table.game("d20-opening")
    refused = table.say("map -g d20-opening.umpire")
    assert refused.code == 2
    assert "no map" in refused.err


@pytest.mark.parametrize("game_map", [FLAT, POINTY])
def test_the_numbers_of_the_columns_stand_below_the_board_too(game_map):
    lines = board_lines(Page(80), game_map, {}, ("Red", "Blue"))
    numbers = [at for at, line in enumerate(lines) if re.fullmatch(r"(\s+\d\d)+", line)]
    half = len(numbers) // 2
    assert [lines[at] for at in numbers[:half]] == [lines[at] for at in numbers[half:]]
    assert numbers[0] == 0
    below = lines[numbers[-1] + 1 :]
    assert [line.split(":")[0].strip() for line in below][:2] == ["ground", "stands"]

"""Tests of maps in a scenario: written, read and stored."""

import json
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from umpire.core.hexes import Grid
from umpire.game.maps import Map, MapError

SCENARIO = '''
[map]
hexes = "flat"
shifted = "even"
rows = """
. . w w t
 . . . w .
..w#.
"""
[map.legend]
"." = "open"
"w" = "woods"
"t" = "town"
"#" = "steep hill"
[map.names]
0501 = "Sainte-Anne"
'''


def table(**changes: Any) -> dict[str, Any]:
    """Return the map table of the scenario with some keys changed; None removes a key."""
    changed = {**tomllib.loads(SCENARIO)["map"], **changes}
    return {key: value for key, value in changed.items() if value is not None}


def test_a_map_tells_the_terrain_and_the_name_of_a_hex() -> None:
    board = Map.read(table())
    assert board.grid == Grid(True, "even", columns=5, rows=3)
    terrain = {
        label: board.terrain(board.grid.hex(label)) for label in ("0101", "0301", "0501", "0402", "0502", "0403")
    }
    assert terrain == {
        "0101": "open",
        "0301": "woods",
        "0501": "town",
        "0402": "woods",
        "0502": "open",
        "0403": "steep hill",
    }
    assert board.name(board.grid.hex("0501")) == "Sainte-Anne"
    assert board.name(board.grid.hex("0502")) is None


@pytest.mark.parametrize("flat", [True, False])
@pytest.mark.parametrize("shifted", ["odd", "even"])
def test_all_four_layouts_are_read_row_by_row(flat: bool, shifted: str) -> None:
    board = Map.read(table(hexes="flat" if flat else "pointy", shifted=shifted))
    assert (board.grid.flat, board.grid.shifted) == (flat, shifted)
    towns = [board.grid.label(h) for h in board.grid.hexes() if board.terrain(h) == "town"]
    woods = [board.grid.label(h) for h in board.grid.hexes() if board.terrain(h) == "woods"]
    assert towns == ["0501"]
    assert woods == ["0301", "0303", "0401", "0402"]


def test_names_are_optional() -> None:
    board = Map.read(table(names=None))
    assert [board.name(h) for h in board.grid.hexes()] == [None] * 15


def test_blank_lines_around_the_rows_and_windows_line_ends_are_ignored() -> None:
    assert Map.read(table(rows="\n\n. w\r\nt .\r\n \r\n", names=None)).rows == (".w", "t.")


def test_off_the_board_there_is_no_terrain_and_no_name() -> None:
    board = Map.read(table())
    for off in (board.grid.at(0, 1), board.grid.at(1, 0), board.grid.at(6, 1), board.grid.at(1, 4)):
        with pytest.raises(ValueError, match="is off the board"):
            board.terrain(off)
        with pytest.raises(ValueError, match="is off the board"):
            board.name(off)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hexes": None}, "map.hexes: missing, expected flat or pointy"),
        ({"shifted": None}, "map.shifted: missing, expected odd or even"),
        ({"rows": None}, "map.rows: missing, expected a block of text with a line for each row"),
        ({"legend": None}, "map.legend: missing, expected a table of glyphs"),
        ({"hexes": "round"}, "map.hexes: 'round' is not 'flat' or 'pointy'"),
        ({"hexes": ["flat"]}, "map.hexes: ['flat'] is not 'flat' or 'pointy'"),
        ({"shifted": "none"}, "map.shifted: 'none' is not 'odd' or 'even'"),
        ({"shifted": True}, "map.shifted: True is not 'odd' or 'even'"),
        ({"legnd": {}}, "map.legnd: unknown key"),
        ({"rows": ["..", ".."]}, "map.rows: not a block of text"),
        ({"rows": ""}, "map.rows: the map is empty"),
        ({"rows": "\n  \n\t\n"}, "map.rows: the map is empty"),
        ({"rows": ". . w w t\n. . . w .\n. . . .\n"}, "map.rows line 3: this row has 4 hexes, but the first row has 5"),
        ({"rows": ". .\n. . .\n"}, "map.rows line 2: this row has 3 hexes, but the first row has 2"),
        ({"rows": "\n. .\n\n. .\n"}, "map.rows line 3: this row has 0 hexes, but the first row has 2"),
        ({"rows": ". .\n. x\n"}, "map.rows line 2: column 2: 'x' is not in the legend, which has . w t #"),
        ({"rows": "W", "legend": {}}, "map.rows line 1: column 1: 'W' is not in the legend, which has no glyphs"),
        ({"legend": "open"}, "map.legend: not a table"),
        ({"legend": {"ww": "woods"}}, "map.legend.'ww': a glyph is one printable character, not a space"),
        ({"legend": {"": "woods"}}, "map.legend.'': a glyph is one printable character, not a space"),
        ({"legend": {" ": "open"}}, "map.legend.' ': a glyph is one printable character, not a space"),
        ({"legend": {"\x1b": "open"}}, "map.legend.'\\x1b': a glyph is one printable character, not a space"),
        ({"legend": {".": 3}}, "map.legend.'.': 3 is not a word"),
        ({"legend": {".": " "}}, "map.legend.'.': ' ' is not a word"),
        ({"names": ["Sainte-Anne"]}, "map.names: not a table"),
        ({"names": {"0501": ""}}, "map.names.'0501': '' is not a word"),
        ({"names": {"0601": "Orel"}}, "map.names: hex 0601 is off the board: the hexes go from 0101 to 0503"),
        ({"names": {"51": "Orel"}}, "map.names: '51' is not a hex: type 4 digits, column then row, from 0101 to 0503"),
    ],
)
def test_a_map_that_cannot_be_read_says_what_and_where(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(MapError) as refused:
        Map.read(table(**changes))
    assert str(refused.value) == message


def test_a_map_error_carries_its_key_and_line() -> None:
    with pytest.raises(MapError) as refused:
        Map.read(table(rows="..\n.\n"))
    assert (refused.value.key, refused.value.line) == ("map.rows", 2)
    with pytest.raises(MapError) as refused:
        Map.read(table(hexes="round"))
    assert (refused.value.key, refused.value.line) == ("map.hexes", None)


@given(st.text(alphabet=". wt#x\n\r\t\u3000é"), st.dictionaries(st.text(max_size=2), st.text(max_size=3), max_size=4))
def test_any_text_is_a_map_or_a_clean_error(rows: str, legend: dict[str, str]) -> None:
    refusal = "none"
    try:
        board = Map.read({"hexes": "flat", "shifted": "odd", "rows": rows, "legend": {".": "open", **legend}})
        assert {board.terrain(h) for h in board.grid.hexes()} <= {"open", *legend.values()}
    except MapError as error:
        refusal = str(error)
    assert refusal.isprintable()


@given(
    st.sampled_from(["flat", "pointy"]),
    st.sampled_from(["odd", "even"]),
    st.integers(1, 9).flatmap(lambda n: st.lists(st.text(".wt#", min_size=n, max_size=n), min_size=1, max_size=9)),
)
def test_a_map_kept_as_json_comes_back_the_same(hexes: str, shifted: str, rows: list[str]) -> None:
    board = Map.read(table(hexes=hexes, shifted=shifted, rows="\n".join(rows), names={"0101": "Orel"}))
    kept = json.loads(json.dumps(board.to_plain()))
    assert Map.from_plain(kept) == board
    assert Map.read(kept) == board

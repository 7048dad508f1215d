"""Tests of distances, straight lines and labels of hexes."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from umpire.core.hexes import Grid, Hex, distance, line, neighbours

coordinates = st.integers(-40, 40)
hexes = st.builds(Hex, coordinates, coordinates)
layouts = st.tuples(st.booleans(), st.sampled_from(["odd", "even"]))

ORIGIN = Hex(0, 0)


def within(h: Hex, n: int) -> list[Hex]:
    """Return all hexes at most `n` steps away."""
    square = [Hex(h.q + q, h.r + r) for q in range(-n, n + 1) for r in range(-n, n + 1)]
    return [near for near in square if distance(h, near) <= n]


# --- distance, neighbours ---


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)
    assert (distance(a, b) == 0) == (a == b)


@pytest.mark.parametrize(
    ("h", "steps"),
    [
        (Hex(3, 0), 3),
        (Hex(0, -4), 4),
        (Hex(2, -2), 2),
        (Hex(1, 1), 2),
        (Hex(-2, -3), 5),
        (Hex(5, -2), 5),
        (Hex(-1, 4), 4),
    ],
)
def test_distance_by_hand(h: Hex, steps: int) -> None:
    assert distance(ORIGIN, h) == steps


@given(hexes)
def test_neighbours_are_the_six_hexes_at_one_step(h: Hex) -> None:
    assert len(set(neighbours(h))) == 6
    assert all(distance(h, n) == 1 for n in neighbours(h))
    assert all(distance(a, b) == 1 for a, b in zip(neighbours(h), neighbours(h)[1:] + neighbours(h)[:1], strict=True))


# --- straight lines ---


@pytest.mark.parametrize("direction", neighbours(ORIGIN))
def test_a_line_through_the_middle_of_sides_has_one_hex_a_step(direction: Hex) -> None:
    q, r = direction
    assert line(ORIGIN, ORIGIN) == ()
    assert line(ORIGIN, direction) == ()
    assert line(ORIGIN, Hex(4 * q, 4 * r)) == ((direction,), (Hex(2 * q, 2 * r),), (Hex(3 * q, 3 * r),))


@pytest.mark.parametrize(
    ("end", "pair"),
    [
        (Hex(1, 1), (Hex(0, 1), Hex(1, 0))),
        (Hex(2, -1), (Hex(1, -1), Hex(1, 0))),
        (Hex(1, -2), (Hex(0, -1), Hex(1, -1))),
        (Hex(-1, -1), (Hex(-1, 0), Hex(0, -1))),
        (Hex(-2, 1), (Hex(-1, 0), Hex(-1, 1))),
        (Hex(-1, 2), (Hex(-1, 1), Hex(0, 1))),
    ],
)
def test_a_line_along_a_side_has_both_its_hexes(end: Hex, pair: tuple[Hex, Hex]) -> None:
    assert line(ORIGIN, end) == (pair,)


def test_a_longer_line_along_sides_has_pairs_and_single_hexes_in_turn() -> None:
    assert line(ORIGIN, Hex(2, 2)) == ((Hex(0, 1), Hex(1, 0)), (Hex(1, 1),), (Hex(1, 2), Hex(2, 1)))
    assert line(Hex(1, 1), Hex(5, -1)) == ((Hex(2, 0), Hex(2, 1)), (Hex(3, 0),), (Hex(4, -1), Hex(4, 0)))


@pytest.mark.parametrize(
    ("end", "crossed"),
    [
        (Hex(2, 1), [Hex(1, 0), Hex(1, 1)]),
        (Hex(-1, 3), [Hex(0, 1), Hex(-1, 2)]),
        # four steps, yet four hexes between: the line slips across the side of the middle two
        (Hex(3, 1), [Hex(1, 0), Hex(1, 1), Hex(2, 0), Hex(2, 1)]),
        # it passes exactly through a corner of (1, 1) and one of (3, 0), which do not count
        (Hex(4, 1), [Hex(1, 0), Hex(2, 0), Hex(2, 1), Hex(3, 1)]),
    ],
)
def test_a_line_off_the_axes(end: Hex, crossed: list[Hex]) -> None:
    assert line(ORIGIN, end) == tuple((h,) for h in crossed)


@pytest.mark.parametrize(
    ("flat", "shifted", "start", "end", "crossed"),
    [
        (True, "even", "0503", "0507", [["0504"], ["0505"], ["0506"]]),
        (True, "even", "0302", "0502", [["0401", "0402"]]),
        (True, "odd", "0302", "0702", [["0402", "0403"], ["0502"], ["0602", "0603"]]),
        (True, "even", "0101", "0301", [["0200", "0201"]]),
        (True, "even", "0101", "0303", [["0201"], ["0202"]]),
        (False, "odd", "0205", "0605", [["0305"], ["0405"], ["0505"]]),
        (False, "odd", "0202", "0204", [["0103", "0203"]]),
        (False, "even", "0202", "0204", [["0203", "0303"]]),
    ],
)
def test_a_line_on_the_board(flat: bool, shifted: str, start: str, end: str, crossed: list[list[str]]) -> None:
    grid = Grid(flat, shifted, columns=12, rows=9)  # type: ignore[arg-type]
    expected = [{grid.at(int(label[:2]), int(label[2:])) for label in element} for element in crossed]
    assert [set(element) for element in line(grid.hex(start), grid.hex(end))] == expected


@given(hexes, hexes)
def test_a_line_reversed_is_the_same_line(a: Hex, b: Hex) -> None:
    assert line(b, a) == line(a, b)[::-1]


@given(hexes, hexes)
def test_a_line_goes_from_neighbour_to_neighbour_and_stays_between(a: Hex, b: Hex) -> None:
    elements = [(a,), *line(a, b), (b,)] if a != b else [(a,)]
    for here, following in pairwise(elements):
        assert all(distance(h, f) == 1 for h in here for f in following)
    seen = [h for element in elements for h in element]
    assert len(seen) == len(set(seen))
    assert all(distance(a, h) <= distance(a, b) and distance(h, b) <= distance(a, b) for h in seen)
    assert all(len(element) == 1 or distance(*element) == 1 for element in elements)


Point = tuple[Fraction, Fraction]

# A flat-top hexagon with side 1, heights divided by the square root of 3 so that all is rational; stretching a plane
# one way changes nothing about what crosses what.
CORNERS = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)]


def centre(h: Hex) -> Point:
    return Fraction(3 * h.q, 2), h.r + Fraction(h.q, 2)


def stretch_inside(a: Hex, b: Hex, h: Hex) -> tuple[Fraction, Fraction, bool]:
    """Return where the segment from `a` to `b` (0 to 1) enters and leaves the hexagon `h`, and whether it follows a
    side.

    It has no length inside or along a side if it does not enter before it leaves.
    """
    (ax, ay), (bx, by), (cx, cy) = centre(a), centre(b), centre(h)
    enter, leave, on_side = Fraction(0), Fraction(1), False
    corners = [(cx + Fraction(x, 2), cy + Fraction(y, 2)) for x, y in CORNERS]
    for (px, py), (qx, qy) in zip(corners, corners[1:] + corners[:1], strict=True):
        # positive: on the inner side of the line through p and q
        start = (qx - px) * (ay - py) - (qy - py) * (ax - px)
        end = (qx - px) * (by - py) - (qy - py) * (bx - px)
        if start < end:
            enter = max(enter, start / (start - end))
        elif start > end:
            leave = min(leave, start / (start - end))
        elif start < 0:
            leave = enter
        else:
            on_side = on_side or start == 0
    return enter, leave, on_side


def slow_line(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
    elements: dict[Fraction, list[Hex]] = {}
    for h in within(a, distance(a, b)):
        enter, leave, _ = stretch_inside(a, b, h)
        if enter < leave and h not in (a, b):
            elements.setdefault(enter, []).append(h)
    return tuple(tuple(sorted(elements[enter])) for enter in sorted(elements))


@pytest.mark.parametrize("b", within(ORIGIN, 6), ids=str)
def test_line_agrees_with_plane_geometry(b: Hex) -> None:
    assert line(ORIGIN, b) == slow_line(ORIGIN, b)
    for element in line(ORIGIN, b):
        assert [stretch_inside(ORIGIN, b, h)[2] for h in element] in ([False], [True, True])


@given(hexes, hexes, hexes)
def test_a_line_is_the_same_everywhere(a: Hex, b: Hex, by: Hex) -> None:
    moved = line(Hex(a.q + by.q, a.r + by.r), Hex(b.q + by.q, b.r + by.r))
    assert moved == tuple(tuple(Hex(h.q + by.q, h.r + by.r) for h in element) for element in line(a, b))


# --- boards ---


@pytest.mark.parametrize(
    ("flat", "shifted", "around"),
    [
        # clockwise from north
        (True, "odd", ["0506", "0607", "0608", "0508", "0408", "0407"]),
        (True, "even", ["0506", "0606", "0607", "0508", "0407", "0406"]),
        # clockwise from north-west
        (False, "odd", ["0506", "0606", "0607", "0608", "0508", "0407"]),
        (False, "even", ["0406", "0506", "0607", "0508", "0408", "0407"]),
    ],
)
def test_neighbours_of_0507(flat: bool, shifted: str, around: list[str]) -> None:
    grid = Grid(flat, shifted, columns=12, rows=9)  # type: ignore[arg-type]
    assert [grid.label(n) for n in neighbours(grid.hex("0507"))] == around


@pytest.mark.parametrize(
    ("flat", "shifted", "around"),
    [
        (True, "odd", ["0605", "0705", "0706", "0607", "0506", "0505"]),
        (True, "even", ["0605", "0706", "0707", "0607", "0507", "0506"]),
        (False, "odd", ["0505", "0605", "0706", "0607", "0507", "0506"]),
        (False, "even", ["0605", "0705", "0706", "0707", "0607", "0506"]),
    ],
)
def test_neighbours_of_0606(flat: bool, shifted: str, around: list[str]) -> None:
    grid = Grid(flat, shifted, columns=12, rows=9)  # type: ignore[arg-type]
    assert [grid.label(n) for n in neighbours(grid.hex("0606"))] == around


@given(layouts, st.integers(1, 130), st.integers(1, 130), st.data())
def test_labels_and_hexes_go_both_ways(layout: tuple[bool, str], columns: int, rows: int, data: st.DataObject) -> None:
    grid = Grid(layout[0], layout[1], columns, rows)  # type: ignore[arg-type]
    column, row = data.draw(st.integers(1, columns)), data.draw(st.integers(1, rows))
    digits = 3 if max(columns, rows) > 99 else 2
    label = f"{column:0{digits}}{row:0{digits}}"
    h = grid.hex(label)
    assert h in grid
    assert h == grid.at(column, row)
    assert grid.place(h) == (column, row)
    assert grid.label(h) == label


@pytest.mark.parametrize("flat", [True, False])
@pytest.mark.parametrize("shifted", ["odd", "even"])
def test_hexes_come_in_the_order_of_their_labels(flat: bool, shifted: str) -> None:
    grid = Grid(flat, shifted, columns=3, rows=2)  # type: ignore[arg-type]
    assert [grid.label(h) for h in grid.hexes()] == ["0101", "0102", "0201", "0202", "0301", "0302"]


def test_a_long_board_has_labels_of_six_digits() -> None:
    grid = Grid(True, "odd", columns=100, rows=20)
    assert grid.label(grid.hex("100020")) == "100020"
    assert grid.label(grid.hex("005007")) == "005007"
    with pytest.raises(
        ValueError, match=r"^'0507' is not a hex: type 6 digits, column then row, from 001001 to 100020$"
    ):
        grid.hex("0507")


@pytest.mark.parametrize("label", ["", "507", "05070", "05-7", "+507", "a507", " 507", "0507\n", "٠٥٠٧"])
def test_what_is_not_a_label_is_refused(label: str) -> None:
    with pytest.raises(
        ValueError, match=r"is not a hex: type 4 digits, column then row, from 0101 to 1209$"
    ) as refused:
        Grid(True, "odd", columns=12, rows=9).hex(label)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("label", ["0001", "0100", "1301", "0110", "9999"])
def test_a_label_off_the_board_is_refused(label: str) -> None:
    with pytest.raises(ValueError, match=rf"^hex {label} is off the board: the hexes go from 0101 to 1209$"):
        Grid(True, "odd", columns=12, rows=9).hex(label)


@given(layouts, st.integers(1, 12), st.integers(1, 9))
def test_hexes_off_the_board_are_not_on_it(layout: tuple[bool, str], columns: int, rows: int) -> None:
    grid = Grid(layout[0], layout[1], columns, rows)  # type: ignore[arg-type]
    outside = [grid.at(0, 1), grid.at(1, 0), grid.at(columns + 1, rows), grid.at(columns, rows + 1)]
    for h in outside:
        assert h not in grid
        with pytest.raises(ValueError, match="is off the board"):
            grid.label(h)


@given(layouts, st.integers(1, 14), st.integers(1, 10), st.data())
def test_a_line_leaves_the_board_only_along_its_edge(
    layout: tuple[bool, str], columns: int, rows: int, data: st.DataObject
) -> None:
    grid = Grid(layout[0], layout[1], columns, rows)  # type: ignore[arg-type]
    board = st.sampled_from(list(grid.hexes()))
    for element in line(data.draw(board), data.draw(board)):
        assert any(h in grid for h in element)

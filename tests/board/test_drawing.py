"""Tests of the board as SVG: well-formed with any names, one path for each ground, nothing that lies face down."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from umpire.board.counters import LINES, frame
from umpire.board.drawing import PALETTES, board_svg
from umpire.board.ground import network
from umpire.board.labels import covered, label_box, label_places, overlap
from umpire.board.palette import LIGHT, PAPER
from umpire.board.plan import HALF, LONG, Plan
from umpire.core.frozen import replace
from umpire.core.hexes import Grid, Hex
from umpire.game.maps import Map
from umpire.game.maps.drawn import DrawnBoard, DrawnGround, DrawnObjective, Piece, Sign
from umpire.play.scenarios import new_game
from umpire.rulesets import find

SVG = "{http://www.w3.org/2000/svg}"
GROUNDS = {
    "open": DrawnGround("open", "open"),
    "woods": DrawnGround("woods", "woods"),
    "road": DrawnGround("road", "road", ("road",)),
    "stream": DrawnGround("stream", "stream", ("water",)),
    "river": DrawnGround("large river", "river", ("water",)),
    "bridge": DrawnGround("bridge", "bridge", ("water", "road")),
    "hill": DrawnGround("hill", "hill"),
}
LEGEND = {".": "open", "w": "woods", "d": "road", "s": "stream", "r": "river", "b": "bridge", "h": "hill", "x": "gorge"}


def board(rows, **more):
    return Map.read({"hexes": "flat", "shifted": "even", "rows": rows, "legend": LEGEND, **more})


def elements(text):
    return list(ElementTree.fromstring(text).iter())


def texts(text):
    return [each.text for each in elements(text) if each.tag == f"{SVG}text"]


@pytest.fixture
def bridgehead(tmp_path):
    return new_game(tmp_path / "game.umpire", "bridgehead", "1")


def drawn(session, state=None, **options):
    position = session.family.laid_out(state or session.state, session.table)
    return board_svg(session.game_map, position, session.head["sides"], **options)


hostile = st.text(min_size=1, max_size=80) | st.sampled_from(
    ["</svg><script>alert(1)</script>", '" onload="x', "]]>", "\x00\x1b[31m", "\u202eabc", "&#0;", "<!--", "\ud800"]
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(hostile, hostile, hostile)
def test_whatever_things_are_called_it_is_well_formed_and_has_no_script(name, side, word):
    game_map = board("..\n..", names={"0101": "x"})
    game_map = Map(game_map.grid, game_map.rows, {".": word}, {"0101": name})
    sign = Sign(word)
    pieces = {Hex(1, 0): Piece(name, name, side, sign, 2, 3, "M", True, ((name, sign),))}
    position = DrawnBoard({word: DrawnGround(word)}, pieces, {Hex(1, 0): DrawnObjective(name, 1, side)})
    found = elements(board_svg(game_map, position, [side, "other"], title=name))
    assert {each.tag.removeprefix(SVG) for each in found} <= {"svg", "g", "title", "rect", "path", "text", "circle"}
    assert not [key for each in found for key in each.attrib if key.startswith("on") or "href" in key or key == "style"]


def test_a_drawing_is_the_same_however_often_it_is_made(bridgehead):
    assert drawn(bridgehead) == drawn(bridgehead)


@pytest.mark.slow
def test_names_of_places_strengths_and_hex_numbers_are_on_it(bridgehead):
    found = texts(drawn(bridgehead, title="Sunday"))
    assert {"Saint-Omer", "Hill 60", "0101", "2010", "k1", "6", "Sunday", "German", "British"} <= set(found)


def test_lost_strength_is_said_of_the_full(bridgehead):
    stands = bridgehead.state.stands
    state = replace(bridgehead.state, stands={**stands, "k1": replace(stands["k1"], sp=2)})
    assert "2/5" in texts(drawn(bridgehead, state))


def test_an_order_that_lies_face_down_is_not_on_it(bridgehead):
    units = bridgehead.state.units
    secret = replace(bridgehead.state, units={**units, "k": replace(units["k"], marker="R")})
    assert drawn(bridgehead, secret) == drawn(bridgehead)


def test_an_order_that_lies_open_is_on_it_and_who_has_acted(bridgehead):
    units = bridgehead.state.units
    after = replace(bridgehead.state, units={**units, "k": replace(units["k"], order="R", activated=True)})
    titles = [each.text for each in elements(drawn(bridgehead, after)) if each.tag == f"{SVG}title"]
    assert "K 1st company (k1), infantry, 5 of 5, order R, has acted, with K machine guns" in titles


def test_a_stand_destroyed_is_not_on_it(bridgehead):
    stands = bridgehead.state.stands
    state = replace(bridgehead.state, stands={**stands, "k2": replace(stands["k2"], sp=0)})
    assert "k2" in texts(drawn(bridgehead))
    assert "k2" not in texts(drawn(bridgehead, state))


@pytest.mark.parametrize("colours", PALETTES)
def test_sides_are_told_apart_in_grey(colours):
    def light(colour):
        return sum(part * int(colour[at : at + 2], 16) for part, at in ((0.299, 1), (0.587, 3), (0.114, 5)))

    first, second, *_ = map(light, PALETTES[colours].sides)
    assert abs(first - second) > 50


def test_a_ground_is_one_path_however_many_hexes_it_has():
    text = board_svg(board("w.ww.\n.w..w\nww.w."), DrawnBoard(GROUNDS), ["A", "B"])
    paths = [each for each in elements(text) if each.tag == f"{SVG}path"]
    assert len([each for each in paths if each.get("fill") == PALETTES["light"].woods]) == 1


@pytest.mark.parametrize("flat", [True, False])
@settings(max_examples=60, deadline=None)
@given(
    wanted=st.sets(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=1),
    shifted=st.sampled_from(["odd", "even"]),
)
def test_an_outline_goes_around_just_these_hexes(flat, wanted, shifted):
    grid = Grid(flat, shifted, 6, 6)
    plan = Plan(grid)
    area = 0
    for (x, y), (right, down) in plan.edges({grid.at(*place) for place in wanted}).items():
        area += x * down - right * y
    assert abs(area) / 2 == 6 * LONG * HALF * len(wanted)
    assert plan.outline({grid.at(*place) for place in wanted}).count("M") == plan.outline(
        {grid.at(*place) for place in wanted}
    ).count("z")


@pytest.mark.slow
def test_a_board_of_200_by_200_is_light():
    rows = "\n".join(
        "".join("..w.h.s.d."[(column * 7 + row * row) % 10] for column in range(200)) for row in range(200)
    )
    text = board_svg(board(rows), DrawnBoard(GROUNDS), ["A", "B"])
    assert len(text) < 2_500_000
    assert len(elements(text)) < 2_500


def joined(rows, kind):
    game_map = board(rows)
    grounds = {h: (GROUNDS[game_map.terrain(h)],) for h in game_map.grid.hexes()}
    label = game_map.grid.label
    return {label(h): sorted(map(label, others)) for h, others in network(grounds, kind).items()}


def test_a_stream_runs_through_the_hexes_that_touch():
    assert joined(".s.\n.s.\n.s.", "water") == {"0201": ["0202"], "0202": ["0201", "0203"], "0203": ["0202"]}


def test_three_hexes_that_all_touch_are_joined_by_two_lines():
    links = joined("ss.\ns..\n...", "water")
    assert sum(len(others) for others in links.values()) == 4


def test_a_bridge_joins_road_and_stream():
    water, road = (joined(".s.\ndbd\n.s.", kind) for kind in ("water", "road"))
    assert water["0202"] == ["0201", "0203"]
    assert len(road["0202"]) == 2


def test_ground_without_a_drawing_is_two_letters_of_its_word():
    assert "GO" in texts(board_svg(board("x"), DrawnBoard(GROUNDS), ["A", "B"]))


@pytest.mark.parametrize("name", ["two-star-general", "three-star-general"])
def test_every_ground_of_the_tables_has_a_drawing(name):
    table = find(name).family().read_table(find(name).table().rows)
    assert [word for word, row in table.terrain.items() if not row.drawn] == []


@pytest.mark.parametrize("name", ["two-star-general", "three-star-general"])
def test_every_type_of_the_tables_has_a_frame(name):
    table = find(name).family().read_table(find(name).table().rows)
    for word, row in {**table.core, **table.support}.items():
        assert row.symbol in LINES or word == "other"  # always two letters
        assert re.search(
            "<path|<circle|<text|<rect", frame(Sign(row.words, row.symbol, row.weight), "#fff", "#000", 24)
        )


def test_no_two_frames_look_alike():
    drawings = [frame(Sign("", symbol), "#fff", "#000", 24) for symbol in LINES]
    assert len(set(drawings)) == len(drawings) == 19


def test_a_type_without_a_symbol_has_two_letters_in_its_frame():
    assert ">OT<" in frame(Sign("other support"), "#fff", "#000", 24)


def test_names_of_places_cover_no_counter_no_flag_and_no_other_name(bridgehead):
    plan, grid = Plan(bridgehead.game_map.grid), bridgehead.game_map.grid
    position = bridgehead.family.laid_out(bridgehead.state, bridgehead.table)
    names = {grid.hex(label): name for label, name in bridgehead.game_map.names.items()}
    taken = [*covered(plan, position)]
    assert len(taken) == len(position.pieces) + len(position.targets) > 20
    for h, (x, y) in label_places(plan, names, taken).items():
        box = label_box(x, y, names[h])
        assert [other for other in taken if overlap(box, other)] == [], names[h]
        taken.append(box)


def test_where_there_is_no_room_a_name_covers_as_little_as_can_be():
    plan = Plan(Grid(True, "even", 3, 3))
    everywhere = [(0.0, 0.0, float(plan.width), 60.0), (0.0, 60.0, float(plan.width), float(plan.height))]
    h = Hex(1, 1)
    assert set(label_places(plan, {h: "the mill"}, everywhere)) == {h}


def test_the_ground_under_a_counter_is_seen_by_the_rim_of_its_hex():
    game_map = board("h.\n..")
    sign = Sign("infantry", "infantry")

    def rims(column):
        pieces = {game_map.grid.at(column, 1): Piece("a", "A", "one", sign)}
        found = elements(board_svg(game_map, DrawnBoard(GROUNDS, pieces), ["one"]))
        return [each for each in found if each.get("stroke-width") == "4"]

    assert [each.get("stroke") for each in rims(1)] == [PALETTES["light"].slope]
    assert rims(2) == []


def test_ground_and_flags_are_explained_below_the_board(bridgehead):
    found = texts(drawn(bridgehead))
    assert {"woods", "town", "hill", "objective and its points"} <= set(found)
    assert "objective and its points" not in texts(board_svg(board("h."), DrawnBoard(GROUNDS), ["A"]))
    assert "open" not in found


def test_frames_are_explained_below_the_board_and_nothing_covers_the_title(bridgehead):
    found = drawn(bridgehead)
    words = texts(found)
    assert {"infantry", "HQ", "machine guns", "armoured transport"} <= set(
        words[words.index("objective and its points") :]
    )
    assert "infantry" not in texts(board_svg(board("h."), DrawnBoard(GROUNDS), ["A"]))
    assert PAPER.paper == PAPER.open == "#ffffff"
    assert LIGHT.paper not in board_svg(board("h."), DrawnBoard(GROUNDS), ["A"], colours="paper")

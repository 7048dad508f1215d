"""Tests of maps drawn in Tiled: the same board as in text, for every shape and every encoding of layers; mistakes."""

from __future__ import annotations

import base64
import json
import os
import struct
import zlib

import pytest

from umpire.core.mistakes import FileMistake
from umpire.game.maps import Map
from umpire.game.maps.tiled import read_tiled
from umpire.play.correct import edited
from umpire.play.scenarios import export_text, new_game, position_from_file, position_from_text

KINDS = ("open", "woods", "stream", "town")
GLYPHS = dict(zip(".wst", KINDS, strict=True))
ROWS = ("..w.s.", ".ww.s.", "t...s.", "tt..s.", "......")
WIDE, HIGH, SIDE = 36, 32, 18
HEAD = 'name = "F"\nruleset = "two-star-general"\nsides = ["German", "British"]\nseed = 1\n'
UNITS = """
[[formation]]
from = "infantry"
id = "k"
name = "K"
side = "British"
"""


def centre(column, row, axis="x", index="odd"):
    """Return the middle of a hex in Tiled's coordinates; column and row are counted from 0."""
    along = column if axis == "x" else row
    pushed = along % 2 == (1 if index == "odd" else 0)
    if axis == "x":
        return column * (WIDE + SIDE) / 2 + WIDE / 2, row * HIGH + HIGH / 2 + (HIGH / 2 if pushed else 0)
    return column * WIDE + WIDE / 2 + (WIDE / 2 if pushed else 0), row * (HIGH + SIDE) / 2 + HIGH / 2


def tile_layer(rows, name="Ground", **more):
    data = [KINDS.index(GLYPHS[glyph]) + 1 if glyph != " " else 0 for row in rows for glyph in row]
    return {"type": "tilelayer", "name": name, "data": data, **more}


def thing(kind, called, column, row, *, axis="x", index="odd", **properties):
    x, y = centre(column, row, axis, index)
    said = [{"name": key, "value": value, "type": "string"} for key, value in properties.items()]
    return {"id": 7, "type": kind, "name": called, "point": True, "x": x, "y": y, "properties": said}


def tiled(*layers, axis="x", index="odd", objects=(), **more):
    things = {"type": "objectgroup", "name": "Stands", "objects": list(objects)}
    tiles = [{"id": at, "type": kind} for at, kind in enumerate(KINDS)]
    doc = {
        "type": "map",
        "orientation": "hexagonal",
        "staggeraxis": axis,
        "staggerindex": index,
        "width": len(ROWS[0]),
        "height": len(ROWS),
        "tilewidth": WIDE,
        "tileheight": HIGH,
        "hexsidelength": SIDE,
        "tilesets": [{"firstgid": 1, "name": "grounds", "tiles": tiles}],
        "layers": [*(layers or [tile_layer(ROWS)]), things],
    }
    return {**doc, **more}


def begun(folder, doc, text=HEAD + UNITS):
    (folder / "field.tmj").write_text(doc if isinstance(doc, str) else json.dumps(doc), encoding="utf-8")
    lines = text.replace("seed = 1\n", 'seed = 1\nmap = "field.tmj"\n')
    return position_from_text(lines, folder=folder)


def grounds(position):
    game_map = Map.from_plain(position["map"])
    return game_map.grid, {game_map.grid.label(h): game_map.terrain(h) for h in game_map.grid.hexes()}


def in_text(hexes, shifted):
    rows = "\\n".join(ROWS)
    legend = ", ".join(f'"{glyph}" = "{kind}"' for glyph, kind in GLYPHS.items())
    return f'[map]\nhexes = "{hexes}"\nshifted = "{shifted}"\nrows = "{rows}"\nlegend = {{ {legend} }}\n'


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("index", ["odd", "even"])
def test_a_board_drawn_is_the_same_board_as_in_text(tmp_path, axis, index):
    where = {"k1": (1, 0), "k2": (1, 1), "k3": (0, 3), "kh": (3, 4)}
    objects = [thing("stand", id, *place, axis=axis, index=index) for id, place in where.items()]
    objects.append(thing("name", "Old Town", 0, 2, axis=axis, index=index))
    objects.append(thing("objective", "Old Town", 0, 2, axis=axis, index=index, id="town", holder="British"))
    drawn = begun(tmp_path, tiled(axis=axis, index=index, objects=objects))
    hexes = " ".join(f"{column + 1:02}{row + 1:02}" for column, row in where.values())
    shape = in_text("flat" if axis == "x" else "pointy", "even" if index == "odd" else "odd")
    text = position_from_text(
        HEAD + UNITS + f'hexes = "{hexes}"\n' + shape + 'names = { "0103" = "Old Town" }\n'
        '[objectives.town]\nname = "Old Town"\nhex = "0103"\nholder = "British"\n'
    )
    assert grounds(drawn) == grounds(text)
    assert drawn["map"]["names"] == text["map"]["names"]
    assert drawn["state"] == text["state"]


@pytest.mark.parametrize("way", ["csv", "base64", "zlib", "gzip"])
def test_layers_are_read_however_they_are_written(tmp_path, way):
    layer = tile_layer(ROWS)
    data = layer["data"]
    if way == "csv":
        layer["data"] = ",\n".join(map(str, data))
    else:
        packed = struct.pack(f"<{len(data)}I", *data)
        form = {"base64": None, "zlib": zlib.MAX_WBITS, "gzip": zlib.MAX_WBITS | 16}[way]
        if form:
            packer = zlib.compressobj(wbits=form)
            packed = packer.compress(packed) + packer.flush()
        layer |= {"encoding": "base64", "compression": "" if way == "base64" else way}
        layer["data"] = base64.b64encode(packed).decode()
    assert grounds(begun(tmp_path, tiled(layer))) == grounds(begun(tmp_path, tiled()))


def test_a_tile_that_is_turned_is_the_same_tile(tmp_path):
    turned = tile_layer(ROWS)
    turned["data"] = [tile | 0x80000000 for tile in turned["data"]]
    assert grounds(begun(tmp_path, tiled(turned))) == grounds(begun(tmp_path, tiled()))


def test_a_layer_with_a_class_is_that_ground_and_a_hex_may_have_two(tmp_path):
    roads = {**tile_layer(["  .   ", "      ", "......", "      ", "      "], "Roads"), "class": "road"}
    position = begun(tmp_path, tiled(tile_layer(ROWS), roads))
    _, found = grounds(position)
    assert (found["0301"], found["0203"], found["0103"], found["0302"]) == ("woods+road", "road", "town+road", "woods")
    assert ["woods", "road"] in position["map"]["legend"].values()


def test_a_tileset_of_its_own_file_and_a_layer_in_a_group(tmp_path):
    (tmp_path / "grounds.tsj").write_text(json.dumps(tiled()["tilesets"][0]), encoding="utf-8")
    group = {"type": "group", "name": "All", "layers": [tile_layer(ROWS)]}
    doc = tiled(group, tilesets=[{"firstgid": 1, "source": "grounds.tsj"}])
    assert grounds(begun(tmp_path, doc)) == grounds(begun(tmp_path, tiled()))


def test_what_the_scenario_says_of_a_stand_comes_before_the_drawing(tmp_path):
    objects = [thing("stand", "k1", 1, 0, sp="4"), thing("militia", "k2", 1, 1, unit="k", name="Old men")]
    own = HEAD + UNITS + '[stands.k1]\nhex = "0404"\nsp = 3\n'
    stands = begun(tmp_path, tiled(objects=objects), own)["state"]["stands"]
    assert (stands["k1"]["hex"], stands["k1"]["sp"]) == ("0404", 3)
    assert (stands["k2"]["hex"], stands["k2"]["kind"], stands["k2"]["name"]) == ("0202", "militia", "Old men")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"orientation": "orthogonal"}, "field.tmj: orientation 'orthogonal'"),
        ({"infinite": True}, "field.tmj: the map is infinite"),
        ({"staggeraxis": "z"}, "field.tmj: staggeraxis 'z'"),
        ({"width": 5}, "field.tmj: layer 'Ground': 30 tiles, but the map has 25 hexes"),
        ({"width": 10**9}, "field.tmj: width 1000000000, height 5"),
        ({"tilesets": [{"firstgid": 1, "source": "a.tsx"}]}, "tileset 'a.tsx' is not JSON"),
        ({"tilesets": []}, "layer 'Ground', column 1 row 1: tile 1 has no class"),
        (
            {"layers": [{"type": "tilelayer", "name": "Ground", "data": "zzz"}]},
            "layer 'Ground': this layer has no tiles that can be read",
        ),
        ({"layers": [3]}, "layers: '3' is not a layer"),
        ({"layers": [{**tile_layer(ROWS), "class": "wods"}]}, "field.tmj: layer 'Ground': there is no terrain 'wods'"),
    ],
)
def test_what_is_wrong_with_a_drawing_is_said_with_its_layer(tmp_path, change, words):
    with pytest.raises(FileMistake) as wrong:
        begun(tmp_path, tiled(**change))
    assert words in str(wrong.value)


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (thing("stand", "k1", 60, 0), "layer 'Stands', object 7 'k1': it is off the board"),
        (thing("stand", "", 1, 0), "layer 'Stands', object 7: it has no name"),
        (thing("", "k1", 1, 0), "object 7 'k1': it has no class"),
        (thing("stand", "k nine", 1, 0), "object 7 'k nine': the name of a stand must be its id"),
        (
            thing("infantri", "x", 1, 0, unit="k", name="X"),
            "layer 'Stands', object 7 'x': nothing is called 'infantri'",
        ),
        (thing("stand", "k9", 1, 0), "layer 'Stands', object 7 'k9': missing"),
        ({**thing("stand", "k1", 1, 0), "x": "far"}, "object 7 'k1': it has no position"),
    ],
)
def test_what_is_wrong_with_a_drawing_is_said_with_its_object(tmp_path, one, words):
    with pytest.raises(FileMistake) as wrong:
        begun(tmp_path, tiled(objects=[one]))
    assert words in str(wrong.value) or any(words in str(each) for each in wrong.value.more)


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ("../field.tmj", "is not a .tmj file in the folder"),
        ("/etc/passwd", "is not a .tmj file in the folder"),
        ("field.toml", "is not a .tmj file in the folder"),
        ("nowhere.tmj", "no file"),
        ("pipe.tmj", "is not a file"),
        ("large.tmj", "is too large"),
    ],
)
def test_only_a_file_beside_the_scenario_is_read(tmp_path, named, words):
    os.mkfifo(tmp_path / "pipe.tmj")
    (tmp_path / "large.tmj").write_bytes(b" " * (2**20 + 1))
    text = HEAD.replace("seed = 1\n", f'map = "{named}"\n') + UNITS
    with pytest.raises(FileMistake) as wrong:
        position_from_text(text, folder=tmp_path)
    assert words in str(wrong.value)


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100_000, "null"])
def test_what_is_no_map_is_said(text):
    with pytest.raises(FileMistake) as wrong:
        read_tiled(text, "field.tmj", lambda name: "")
    assert str(wrong.value).startswith("field.tmj: ")


def test_a_drawing_that_unpacks_to_more_than_its_map_is_refused(tmp_path):
    bomb = base64.b64encode(zlib.compress(bytes(50_000_000))).decode()
    layer = {"type": "tilelayer", "name": "Ground", "encoding": "base64", "compression": "zlib", "data": bomb}
    with pytest.raises(FileMistake) as wrong:
        begun(tmp_path, tiled(layer))
    assert "tiles, but the map has 30 hexes" in str(wrong.value)


def test_the_example_plays_and_is_written_out_as_text(tmp_path):
    session = new_game(tmp_path / "mill.umpire", "mill")
    text = export_text(session)
    assert "mill.tmj" not in text
    assert position_from_text(text) == session.snapshot.position
    assert position_from_file("mill")["state"]["stands"]["gr1"]["hex"] == "0804"


def test_a_drawing_is_read_where_a_game_begins_and_nowhere_else(tmp_path):
    session = new_game(tmp_path / "mill.umpire", "mill")
    doc, _, rest = export_text(session).partition("[map]")
    with pytest.raises(FileMistake) as wrong:
        edited(session, doc + rest[rest.index("[battle]") :].replace("[battle]", 'map = "mill.tmj"\n[battle]', 1))
    assert "'mill.tmj': a map drawing can be used only to start a game" in str(wrong.value)

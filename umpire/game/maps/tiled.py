"""A map drawn in Tiled and saved as JSON (.tmj). Its tile layers give the terrain; its objects give the places of
stands, objectives and names.

The drawing is turned into the text of a scenario, so that the rest of the program reads only one kind of map. The class
of a tile layer is a kind of terrain. If a layer has no class, the class of each of its tiles counts. A hex with tiles
in several layers has several kinds of terrain.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
import re
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from umpire.core.hexes import Grid
from umpire.core.mistakes import FileMistake, did_you_mean

Plain = dict[str, Any]
MOST = 200 * 200
_TILE = 0x0FFFFFFF
"""The bits of a number in a layer that give the tile. The other bits turn the tile."""
_GLYPHS = "wtshrbdvoklxyzacefgijmnpquWTSHRBDVOKLXYZACEFGIJMNPQU0123456789"
OBJECTS = ("stand", "objective", "name")
"""The classes of objects. An object of any other class is a stand, and the class is its type."""


class Drawn(NamedTuple):
    """A map drawn in Tiled. `map` is the map of the scenario. `sections` has the drawn stands and objectives by section
    and id. `places` has the place of each row and each kind of terrain in the drawing.
    """

    map: Plain
    sections: Mapping[str, Mapping[str, Plain]]
    places: Mapping[str, str]


def read_tiled(text: str, origin: str, beside: Callable[[str], str]) -> Drawn:
    """Return the map in the text of a .tmj file. `beside` returns the text of the file of a tileset.

    Raises FileMistake, which names the layer and the object.
    """
    doc = _parsed(text, origin)
    grid = _grid(doc, origin)
    classes = _tile_classes(doc, origin, beside)
    words: dict[tuple[int, int], list[str]] = {}
    sections: dict[str, dict[str, Plain]] = {"stands": {}, "objectives": {}}
    names: dict[str, str] = {}
    places: dict[str, str] = {}
    for layer in _layers(doc.get("layers"), origin):
        where = f"{origin}: layer {str(layer.get('name', ''))!r}"
        if layer.get("type") == "tilelayer":
            ground = _class_of(layer)
            for cell, tile in enumerate(_tiles(layer, grid, where)):
                if tile:
                    column, row = cell % grid.columns, cell // grid.columns
                    word = ground or classes.get(tile, "")
                    if not word:
                        what = f"{where}, column {column + 1} row {row + 1}: tile {tile} has no class"
                        raise FileMistake(
                            what, "give the layer or the tile a kind of ground as its class, such as woods"
                        )
                    places.setdefault(word, where)
                    words.setdefault((column, row), []).append(word)
        elif layer.get("type") == "objectgroup":
            for each in _listed(layer, "objects", where):
                at = f"{where}, object {each.get('id', '?')}"
                _place(each, at, _Nearest(doc, grid), sections, names, places)
    return Drawn(_as_text(grid, words, names, origin), sections, places)


def _parsed(text: str, origin: str) -> Plain:
    try:
        doc = json.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise FileMistake(f"{origin}: not JSON ({str(wrong)[:60]})", "save the map as .tmj in Tiled") from None
    if not isinstance(doc, dict):
        raise FileMistake(f"{origin}: not a Tiled map", "save the map as .tmj in Tiled")
    return doc


def _grid(doc: Plain, origin: str) -> Grid:
    if doc.get("orientation") != "hexagonal":
        raise FileMistake(
            f"{origin}: orientation {doc.get('orientation')!r}", "choose the orientation hexagonal (staggered) in Tiled"
        )
    if doc.get("infinite"):
        raise FileMistake(f"{origin}: the map is infinite", "untick Infinite in the properties of the map")
    axis, index = doc.get("staggeraxis"), doc.get("staggerindex")
    if axis not in ("x", "y") or index not in ("odd", "even"):
        raise FileMistake(
            f"{origin}: staggeraxis {axis!r}, staggerindex {index!r}",
            "in Tiled, set the stagger axis to x or y, and the stagger index to odd or even",
        )
    columns, rows = (int(doc[key]) if _whole(doc.get(key)) else 0 for key in ("width", "height"))
    if not 0 < columns * rows <= MOST:
        text = f"width {doc.get('width')!r}, height {doc.get('height')!r}"
        raise FileMistake(f"{origin}: {text}", f"draw a map of at most {MOST:,} hexes")
    return Grid(axis == "x", "odd" if index == "even" else "even", columns, rows)  # Tiled counts from 0


def _whole(value: Any) -> bool:
    return type(value) is int and 0 < value <= MOST


def _layers(layers: Any, origin: str) -> Iterator[Plain]:
    """Yield the visible layers, including layers within groups."""
    for layer in layers if isinstance(layers, list) else ():
        if not isinstance(layer, dict):
            raise FileMistake(f"{origin}: layers: {str(layer)[:30]!r} is not a layer", "save the map as .tmj in Tiled")
        if layer.get("type") == "group":
            yield from _layers(layer.get("layers"), origin)
        elif layer.get("visible", True):
            yield layer


def _listed(owner: Plain, key: str, where: str) -> list[Plain]:
    found = owner.get(key)
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise FileMistake(f"{where}: it has no list of {key}", "save the map as .tmj in Tiled")
    return found


def _class_of(thing: Plain) -> str:
    """Return the class of a layer, a tile or an object. In older files of Tiled, the key of the class is `type`."""
    kind = thing.get("class") or ("" if thing.get("type") in ("tilelayer", "objectgroup") else thing.get("type"))
    return kind.strip() if isinstance(kind, str) else ""


def _tile_classes(doc: Plain, origin: str, beside: Callable[[str], str]) -> dict[int, str]:
    found: dict[int, str] = {}
    for tileset in doc.get("tilesets", ()) if isinstance(doc.get("tilesets"), list) else ():
        first = tileset.get("firstgid") if isinstance(tileset, dict) else None
        if not isinstance(first, int):
            raise FileMistake(f"{origin}: a tileset has no firstgid", "save the map as .tmj in Tiled")
        source = tileset.get("source")
        if isinstance(source, str):
            if not source.endswith((".tsj", ".json")):
                what = f"{origin}: tileset {source!r} is not JSON"
                raise FileMistake(what, "in Tiled, embed the tileset, save it as .tsj, or give the layers classes")
            tileset = _parsed(beside(source), source)
        for tile in tileset.get("tiles", ()) if isinstance(tileset.get("tiles"), list) else ():
            if isinstance(tile, dict) and isinstance(tile.get("id"), int) and _class_of(tile):
                found[first + tile["id"]] = _class_of(tile)
    return found


def _tiles(layer: Plain, grid: Grid, where: str) -> list[int]:
    """Return the tiles of a layer, row by row; 0 means no tile."""
    data, most = layer.get("data"), grid.columns * grid.rows
    if isinstance(data, str) and layer.get("encoding") == "base64":
        data = _unpacked(data, str(layer.get("compression") or ""), most, where)
    elif isinstance(data, str):
        data = [int(each) if re.fullmatch(r"\s*\d{1,10}\s*", each, re.ASCII) else None for each in data.split(",")]
    if not isinstance(data, list) or not all(type(each) is int and each >= 0 for each in data):
        raise FileMistake(
            f"{where}: this layer has no tiles that can be read", "choose CSV as the format of tile layers"
        )
    if len(data) != most:
        raise FileMistake(f"{where}: {len(data)} tiles, but the map has {most} hexes", "save the map again in Tiled")
    return [each & _TILE for each in data]


def _unpacked(data: str, compression: str, most: int, where: str) -> list[int]:
    if compression not in ("", "zlib", "gzip"):
        raise FileMistake(f"{where}: compressed as {compression!r}", "choose CSV as the format of tile layers")
    try:
        packed = base64.b64decode(data, validate=True)
        if compression:
            form = zlib.MAX_WBITS | (16 if compression == "gzip" else 0)
            packed = zlib.decompressobj(form).decompress(packed, 4 * most + 4)
        return list(struct.unpack(f"<{len(packed) // 4}I", packed))
    except (binascii.Error, ValueError, zlib.error, struct.error):
        raise FileMistake(
            f"{where}: the tiles of this layer cannot be unpacked", "choose CSV as the format of tile layers"
        ) from None


class _Nearest:
    """The search for the hex that contains a point of the drawing."""

    def __init__(self, doc: Plain, grid: Grid) -> None:
        self.grid = grid
        keys = ("tilewidth", "tileheight", "hexsidelength")
        wide, high, side = (max(0.0, float(doc[key])) if _number(doc.get(key)) else 0.0 for key in keys)
        self._tile = wide, high = wide or 1.0, high or 1.0
        self._step = ((wide + side) / 2, high) if grid.flat else (wide, (high + side) / 2)

    def label(self, x: float, y: float) -> str | None:
        """Return the hex whose centre is nearest to a point; None if the point is off the map."""
        (across, down), (wide, high) = self._step, self._tile
        column, row = round((x - wide / 2) / across), round((y - high / 2) / down)
        near = [
            (math.dist((x / wide, y / high), self._centre(c, r)), c, r)
            for c in range(column - 1, column + 2)
            for r in range(row - 1, row + 2)
            if 0 <= c < self.grid.columns and 0 <= r < self.grid.rows
        ]
        away, column, row = min(near, default=(9.0, 0, 0))
        return self.grid.label(self.grid.at(column + 1, row + 1)) if away <= 0.6 else None

    def _centre(self, column: int, row: int) -> tuple[float, float]:
        (across, down), (wide, high) = self._step, self._tile
        pushed = ((column if self.grid.flat else row) + 1) % 2 == (1 if self.grid.shifted == "odd" else 0)
        x = column * across + wide / 2 + (0 if self.grid.flat or not pushed else wide / 2)
        y = row * down + high / 2 + (high / 2 if self.grid.flat and pushed else 0)
        return x / wide, y / high


def _number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and abs(value) < 1e9


def _place(
    each: Plain,
    where: str,
    nearest: _Nearest,
    sections: Mapping[str, dict[str, Plain]],
    names: dict[str, str],
    places: dict[str, str],
) -> None:
    """Read one object: a stand, an objective or the name of a place. Add the object to `sections`, `names` and
    `places`.
    """
    name, kind = str(each.get("name") or "").strip(), _class_of(each)
    where = f"{where} {name!r}" if name else where
    x, y, wide, high = (each.get(key, 0) for key in ("x", "y", "width", "height"))
    if not all(map(_number, (x, y, wide, high))):
        raise FileMistake(f"{where}: it has no position", "draw it again in Tiled")
    label = nearest.label(x + wide / 2, y + (-high if "gid" in each else high) / 2)
    if label is None:
        raise FileMistake(f"{where}: it is off the board", "move it onto a hex")
    if not name or not kind:
        missing = "name" if not name else "class"
        raise FileMistake(f"{where}: it has no {missing}", f"give it a class ({', '.join(OBJECTS)}) and a name")
    properties = _listed(each, "properties", where) if "properties" in each else []
    said = {str(one.get("name")): one.get("value") for one in properties}
    if kind == "name":
        names[label] = name
        return
    if kind == "objective":
        id = str(said.pop("id", "") or "-".join(name.lower().split()))
        sections["objectives"][id] = {"name": name, "hex": label, **said}
        places[f"objectives.{id}"] = where
        return
    if len(name.split()) != 1:
        hint = did_you_mean(kind, list(OBJECTS), few=0) or "for example: k1"
        raise FileMistake(f"{where}: the name of a stand must be its id, a single word", hint)
    if name in sections["stands"]:
        raise FileMistake(f"{where}: {name} appears twice", "give each stand its own id")
    sections["stands"][name] = {"hex": label, **({} if kind == "stand" else {"type": kind}), **said}
    places[f"stands.{name}"] = where


def _as_text(grid: Grid, words: Mapping[tuple[int, int], list[str]], names: dict[str, str], origin: str) -> Plain:
    """Return the map in the form of a scenario. Hexes without tiles are open ground."""
    glyphs: dict[tuple[str, ...], str] = {("open",): "."}
    rows = []
    for row in range(grid.rows):
        line = ""
        for column in range(grid.columns):
            here = tuple(dict.fromkeys(words.get((column, row), ())))
            here = tuple(word for word in here if word != "open") or ("open",)
            if here not in glyphs:
                wanted = [*(word[0] for word in here), *_GLYPHS]
                free = [glyph for glyph in wanted if glyph not in glyphs.values() and glyph in _GLYPHS]
                if not free:
                    raise FileMistake(
                        f"{origin}: more than {len(glyphs)} kinds of ground", "draw fewer layers on one hex"
                    )
                glyphs[here] = free[0]
            line += glyphs[here]
        rows.append(line)
    legend = {glyph: here[0] if len(here) == 1 else list(here) for here, glyph in glyphs.items()}
    shape = {"hexes": "flat" if grid.flat else "pointy", "shifted": grid.shifted}
    return {**shape, "rows": "\n".join(rows), "legend": legend, **({"names": names} if names else {})}

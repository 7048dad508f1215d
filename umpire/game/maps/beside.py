"""A scenario whose map is drawn in Tiled. The drawing is added to the scenario, and errors name the place in the
drawing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from umpire.core.mistakes import FileMistake, Mistake, each_of, together
from umpire.game.forms import shown
from umpire.game.maps.tiled import OBJECTS, Drawn, read_tiled
from umpire.game.records import Plain
from umpire.game.rulebook.tables import read_text


def with_map(doc: Plain, folder: Path) -> tuple[Plain, Drawn | None]:
    """Return the scenario with its map read from a file in the same folder, if the scenario names a file: `map =
    "field.tmj"`. Raises FileMistake.

    If both the scenario and the drawing give a key of the same stand or objective, the value in the scenario counts.
    """
    named = doc.get("map")
    if not isinstance(named, str):
        return doc, None
    drawn = read_tiled(
        _beside(folder, named, (".tmj", ".json")), named, lambda name: _beside(folder, name, (".tsj", ".json"))
    )
    doc = {**doc, "map": drawn.map}
    for section, rows in drawn.sections.items():
        own = doc.get(section, {})
        if rows and isinstance(own, Mapping):
            laid = {id: {**row, **own[id]} if isinstance(own.get(id), Mapping) else row for id, row in rows.items()}
            doc[section] = {**own, **laid}
    return doc, drawn


def _beside(folder: Path, name: str, ends: tuple[str, ...]) -> str:
    if Path(name).name != name or "\\" in name or not name.endswith(ends):
        raise FileMistake(
            f"map: {name!r} is not a {ends[0]} file in the folder of the scenario", 'for example: map = "field.tmj"'
        )
    return read_text(folder / name)


@contextmanager
def said_of(named: Any, drawn: Drawn | None) -> Iterator[None]:
    """Change errors raised within the block, so that they name the layer and object of the drawing and not the key in
    the text.
    """
    try:
        yield
    except Mistake as wrong:
        if drawn is None:
            raise
        raise together(_where(one, str(named), drawn) for one in each_of(wrong)) from None


def _near(wrong: Mistake, drawn: Drawn) -> str:
    """Return a hint for an error. If the type of a stand looks like a misspelling of a class in `OBJECTS`, the hint
    names that class.
    """
    path = tuple(map(str, wrong.path))
    row = drawn.sections["stands"].get(path[1], {}) if path[::2] == ("stands", "type") else {}
    alike = get_close_matches(str(row.get("type", "")), OBJECTS, 1, 0.8)
    return f"did you mean the class {alike[0]}?" if alike else wrong.hint


def _where(wrong: Mistake, named: str, drawn: Drawn) -> Mistake:
    place = drawn.places.get(shown(wrong.path[:2]), "")
    if wrong.path[:2] == ("map", "legend") and wrong.path[2:]:
        place = drawn.places.get(wrong.values.get("ground", ""), named)
    return wrong.put(f"{place}: {wrong.said}" if place else "", _near(wrong, drawn))

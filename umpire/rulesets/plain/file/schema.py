"""The records that a rule file declares: its types, the stands of its games, and the contents of its sections."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from functools import cache, lru_cache
from typing import Annotated, Any

from umpire.core.frozen import frozen
from umpire.game.clock.arrivals import Arrives
from umpire.game.records import Id, RowOf, Side, Usual, Whole
from umpire.game.rulebook.rows import Sections, Text, Words, rows_by, table_of
from umpire.rulesets.plain.file.rules import (
    LARGEST,
    MOST_DICE,
    ActOf,
    Attribute,
    MarkOf,
    SideTrack,
    StepBlock,
    Track,
    Turn,
    Victory,
    WrittenSheetLine,
)

HEAD = ("format", "id", "name", "unit", "edition", "source")
NEEDED = ("type", "turn", "act")
FIXED: Sections = {
    "stand": Mapping[str, Attribute],
    "track": Mapping[str, Track],
    "mark": Mapping[str, MarkOf],
    "side": Mapping[str, SideTrack],
    "turn": Turn,
    "victory": rows_by(Victory, "id"),
    "clauses": table_of(Text),
    "sheet": rows_by(WrittenSheetLine, "id"),
    "steps": Mapping[str, StepBlock],
    "act": Mapping[str, ActOf],
}
"""The sections that are alike in every rule file; what a line of [type] says, the file says itself."""

Rows = Mapping[str, Any]
_REQUIRED = object()


def sections(rows: Rows) -> Sections:
    """Return the form of each section of a rule file. The form of [type] depends on what the file declares."""
    return {**FIXED, "type": Mapping[str, type_class(rows)]}  # type: ignore[misc]


def type_class(rows: Rows) -> type:
    """Return the class of one line of [type]. Its fields are the words, the attributes, and the first number of each
    track.
    """
    return _type_class(json.dumps([rows.get("stand", {}), rows.get("track", {})]))


@lru_cache(64)
def _type_class(declared: str) -> type:
    stand, track = json.loads(declared)
    fields: dict[str, tuple[Any, Any]] = {"words": (Words, "")}
    for name, row in stand.items():
        if not row.get("formula"):
            fields[name] = (attribute(stand, row), row.get("usual", _REQUIRED))
    for name, row in track.items():
        fields[name] = (Annotated[int, Whole(0, MOST_DICE)], row.get("full", _REQUIRED))
    return record_of("Type", "A type of stand.", fields)


def stand_class(rows: Rows) -> type:
    """Return the class of a stand: the numbers left on its tracks, and its marks. Equal declarations share one
    class.
    """
    return _stand_class(json.dumps([list(rows["track"]), rows["mark"], own_of(rows)]))


def own_of(rows: Rows) -> dict[str, Rows]:
    """Return the values that may differ between stands of the same type, as a dict from name to row.

    These values are attributes and the first numbers of tracks.
    """
    found = {name: row for name, row in rows["stand"].items() if row.get("own")}
    return found | {f"{name}_full": {"most": MOST_DICE} for name, row in rows["track"].items() if row.get("own")}


@cache
def _stand_class(declared: str) -> type:
    tracks, marks, own = json.loads(declared)
    fields: dict[str, tuple[Any, Any]] = {
        "id": (Id, _REQUIRED),
        "side": (Side, _REQUIRED),
        "type": (Annotated[str, RowOf("type", what="type")], _REQUIRED),
        "name": (Annotated[str, Usual()], _REQUIRED),
    }
    for name in tracks:
        fields[name] = (Annotated[int, Whole(0, MOST_DICE), Usual()], _REQUIRED)
    for name, row in own.items():
        fields[name] = (Annotated[value_of(row, 99), Usual()], _REQUIRED)
    for name, row in marks.items():
        counts = row.get("counts", False)
        fields[name] = (Annotated[int, Whole(0, row.get("most", MOST_DICE))], 0) if counts else (bool, False)
        if row.get("until") == "own":
            fields[f"{name}_new"] = (bool, False)  # it was set in a turn of its own side, and outlasts that turn
    fields |= {"removed": (bool, False), "arrives": (Annotated[str, Arrives()], "")}
    return record_of("Stand", "A stand moves and fights as one piece.", fields)


def force_class(rows: Rows) -> type:
    """Return the class that holds the numbers of a side. Equal declarations share one class."""
    return _force_class(json.dumps(rows["side"]))


@cache
def _force_class(declared: str) -> type:
    side = json.loads(declared).items()
    fields = {name: (Annotated[int, Whole(0, MOST_DICE)], row.get("start", row.get("full", 0))) for name, row in side}
    return record_of("Force", "What a side has.", fields)


def by_words(tracks: Any) -> dict[str, list[str]]:
    """Return a dict from each track that is split by words to these words: `guns` -> port, starboard."""
    found: dict[str, list[str]] = {}
    for name, row in tracks.items() if isinstance(tracks, Mapping) else ():
        words = row.get("by") if isinstance(row, Mapping) else None
        if isinstance(words, list) and all(isinstance(word, str) for word in words):
            end = next((f"_{word}" for word in words if name.endswith(f"_{word}")), "")
            found[name.removesuffix(end)] = words
    return found


def spread(rows: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rows after tracks are split: a track with several words becomes one track for each word. The values of
    types are split too.
    """
    tracks, named = rows.get("track"), by_words(rows.get("track"))
    if not named or not isinstance(tracks, Mapping):
        return dict(rows)
    each: dict[str, Any] = {}
    for name, row in tracks.items():
        if name in named:
            words = row.get("words", name)
            each |= {f"{name}_{word}": {**row, "words": f"{word} {words}".replace("_", " ")} for word in named[name]}
        else:
            each[name] = row
    types = rows.get("type")
    if isinstance(types, Mapping):
        types = {name: _spread_type(line, named) for name, line in types.items()}
    return {**rows, "track": each, **({"type": types} if types is not None else {})}


def _spread_type(line: Any, named: Mapping[str, list[str]]) -> Any:
    if not isinstance(line, Mapping):
        return line
    found: dict[str, Any] = {}
    for key, value in line.items():
        if key in named and isinstance(value, Mapping):
            found |= {f"{key}_{word}": number for word, number in value.items()}
        else:
            found[key] = value
    return found


def words_of(attribute: Rows) -> tuple[str, ...]:
    """Return the words that the value of an attribute may be. Return () if the value is not a word from a list."""
    kind = attribute.get("is", "number")
    return tuple(kind) if isinstance(kind, list | tuple) else ()


def attribute(stand: Rows, row: Rows) -> Any:
    """Return the annotation for the value of an attribute in a line of [type]."""
    if by := row.get("by"):
        words = words_of(stand.get(by, {}))
        number = Annotated[int, Whole(row.get("least", 0), row.get("most", 99))]
        return record_of("Numbers", f"A number for each {by}.", dict.fromkeys(words, (number, _REQUIRED)))
    return value_of(row, 99)


def value_of(row: Rows, most: int) -> Any:
    """Return the annotation for a value: a number, a distance, yes or no, or a word from a list."""
    from typing import Literal

    kind = row.get("is", "number")
    if kind == "yes/no":
        return bool
    if isinstance(kind, list | tuple):
        return Literal[tuple(kind)]
    return Annotated[int, Whole(row.get("least", 0), row.get("most", LARGEST if kind == "distance" else most))]


def record_of(name: str, doc: str, fields: Mapping[str, tuple[Any, Any]]) -> type:
    """Return a frozen class with these fields.

    `fields` maps each name to (annotation, default). Fields without a default come first.
    """
    ordered = sorted(fields, key=lambda each: fields[each][1] is not _REQUIRED)
    body: dict[str, Any] = {
        "__doc__": doc,
        "__annotations__": {key: fields[key][0] for key in ordered},
        **{key: _default(fields[key][1]) for key in ordered if fields[key][1] is not _REQUIRED},
    }
    return frozen(type(name, (), body))


def _default(value: Any) -> Any:
    return field(default_factory=value.copy) if isinstance(value, dict) else value

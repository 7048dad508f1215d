"""A record says once what a thing is: how it is kept, written, checked and told to an editor follows from it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any, Literal, NamedTuple

import pytest

from umpire.core.frozen import frozen
from umpire.game.forms import Problem, shown
from umpire.game.maps import Map
from umpire.game.problems import problems
from umpire.game.records import (
    About,
    Always,
    As,
    Count,
    Id,
    IdOf,
    Key,
    Name,
    Place,
    RowOf,
    Side,
    Usual,
    Whole,
    plain,
    read,
    rows,
)
from umpire.game.written import by_field, filled, schema, written


@frozen
class Clock:
    """Where the game is."""

    turn: Annotated[int, Whole(1, 9)] = 1
    done: tuple[Annotated[str, IdOf("units")], ...] = ()


@frozen
class Unit:
    """A unit."""

    id: Id
    name: Name
    side: Side
    order: Annotated[Literal["M", "H"], Always()] = "M"


@frozen
class Stand:
    """A stand of a unit.

    What is more is said here.
    """

    id: Id
    name: Name
    kind: Annotated[str, RowOf("core", "support", what="kind"), As("type")]
    unit: Annotated[str, IdOf("units")]
    sp: Annotated[int, Whole(0, 6, "is not a strength"), Usual()]
    host: Annotated[str, IdOf("stands")] = ""
    hex: Place = ""
    ap: Count | Literal["*"] | None = None
    tired: bool = False


@frozen
class Force:
    """What a side has besides."""

    side: Annotated[str, Key()]
    air: Count = 0


@frozen
class Document:
    """What people write."""

    units: Mapping[str, Unit]
    stands: Mapping[str, Stand]
    forces: Mapping[Side, Force] = field(default_factory=dict)
    ground: Mapping[str, Literal["open", "wood"]] = field(default_factory=dict)
    clock: Clock = Clock()


class Gun(NamedTuple):
    """A row of a table."""

    words: str
    hits: int
    near: bool = False


TABLE = {"core": {"tank": {}, "infantry": {}}, "support": {"mg": {}}}
BOARD = Map.read({"hexes": "flat", "shifted": "odd", "rows": ". .\n. .", "legend": {".": "open"}})
DOC: dict[str, Any] = {
    "units": {"u": {"name": "Unit", "side": "Red"}},
    "stands": {
        "a": {"name": "A", "type": "tank", "unit": "u", "hex": "0101", "ap": 5},
        "m": {"name": "M", "type": "mg", "unit": "u", "host": "a", "sp": 2, "ap": "*"},
    },
    "forces": {"Red": {"air": 3}},
    "clock": {"turn": 2, "done": ["u"]},
}


def usual(cls: Any, card: Mapping[str, Any]) -> Mapping[str, Any]:
    """A tank has four strength points, whatever else has one."""
    return {"sp": 4 if card["kind"] == "tank" else 1} if cls is Stand else {}


def about(doc: Mapping[str, Any], on: Map | None = BOARD) -> About:
    return About(("Red", "Blue"), TABLE, doc, on)


def said(path: str, value: Any, on: Map | None = BOARD) -> list[tuple[str, str, str]]:
    """What is wrong with the document with a value in that place; `...` takes it away."""
    doc = json.loads(json.dumps(DOC))
    *between, last = path.split(".")
    owner = doc
    for key in between:
        owner = owner.setdefault(key, {})
    owner[last] = value
    if value is ...:
        del owner[last]
    return [(shown(one.path), one.words, one.hint) for one in problems(Document, doc, about(doc, on))]


def stands() -> dict[str, Stand]:
    return {key: filled(Stand, by_field(Stand, row), usual, key) for key, row in DOC["stands"].items()}


def document() -> Document:
    return Document(
        {"u": Unit("u", "Unit", "Red")},
        stands(),
        {"Red": Force("Red", 3), "Blue": Force("Blue")},
        clock=Clock(2, ("u",)),
    )


def test_a_short_card_is_filled_with_what_is_usual() -> None:
    assert stands() == {
        "a": Stand("a", "A", "tank", "u", 4, hex="0101", ap=5),
        "m": Stand("m", "M", "mg", "u", 2, host="a", ap="*"),
    }
    card = by_field(Stand, {"name": "A", "type": "tank", "unit": "u", "sp": ""})
    assert card == {"name": "A", "kind": "tank", "unit": "u"}
    assert filled(Stand, card, usual, "a").sp == 4
    assert filled(Clock, {"turn": 3}) == Clock(3)


def test_what_is_usual_is_left_out_of_what_is_written_and_comes_back() -> None:
    for key, stand in stands().items():
        assert written(stand, usual) == DOC["stands"][key]
    assert written(Unit("u", "Unit", "Red")) == {"name": "Unit", "side": "Red", "order": "M"}
    assert written(Force("Red")) == {}


def test_a_document_is_written_section_by_section_without_the_empty_ones() -> None:
    unit = {"name": "Unit", "side": "Red", "order": "M"}
    assert written(document(), usual) == {**DOC, "units": {"u": unit}}
    assert written(document(), usual, Document) == {**DOC, "units": {"u": unit}}
    assert written(Document({}, {})) == {"units": {}, "stands": {}}


def test_the_kept_form_comes_back_as_it_was_with_lists_for_tuples() -> None:
    kept = json.loads(json.dumps(plain(document())))
    assert kept["clock"] == {"turn": 2, "done": ["u"]}
    assert kept["stands"]["a"]["kind"] == "tank"
    back = Document(
        rows(Unit, kept["units"]),
        rows(Stand, kept["stands"]),
        rows(Force, kept["forces"]),
        kept["ground"],
        read(Clock, kept["clock"]),
    )
    assert back == document()
    assert read(Document, {**kept, "ground": {}}, clock=Clock()).clock == Clock()


def test_a_row_that_was_kept_without_its_key_is_read_with_it() -> None:
    assert rows(Force, {"Red": {"air": 2}}) == {"Red": Force("Red", 2)}


def test_a_document_that_is_right_has_no_problems() -> None:
    assert list(problems(Document, DOC, about(DOC))) == []


@pytest.mark.parametrize(
    ("path", "value", "words", "hint"),
    [
        ("units.u.side", "Rde", "no side is called 'Rde'", "did you mean Red?"),
        ("units.u.side", "", "no side is called ''", "one of: Red, Blue"),
        ("units.u.side", ..., "missing, expected a text in quotes", ""),
        ("units.u.order", "h", 'found the text "h", expected M or H', "did you mean H?"),
        ("units.u.name", "a\nb", 'found the text "a\\nb", expected a name on one line', ""),
        ("units.u.id", "u", "unknown key", "did you mean side?"),
        ("stands.a.type", "tnak", "no kind is called 'tnak'", "did you mean tank?"),
        ("stands.a.kind", "tank", "unknown key", "did you mean type?"),
        ("stands.a.unit", "v", "no unit is called 'v'", "one of: u"),
        ("stands.a.host", "b", "no stand is called 'b'", "one of: a, m"),
        ("stands.a.hex", "0909", "hex 0909 is off the board: the hexes go from 0101 to 0202", ""),
        ("stands.a.sp", 7, "7 is not a strength", "a whole number from 0 to 6"),
        ("stands.a.sp", True, "found true, expected a whole number", ""),
        ("stands.a.ap", 100, "100 is out of range", "a whole number from 0 to 99"),
        ("stands.a.ap", "x", 'found the text "x", expected a whole number or *', ""),
        ("stands.a", 3, "found 3, expected a table with name, type, unit, sp, host, hex, ap, tired", ""),
        ("forces.Green", {}, "no side is called 'Green'", "did you mean Red?"),
        ("forces.Blue.air", -1, "-1 is out of range", "a whole number from 0 to 99"),
        ("ground.ford", "wod", 'found the text "wod", expected open or wood', "did you mean wood?"),
        ("clock.turn", 0, "0 is out of range", "a whole number from 1 to 9"),
        ("clok", {}, "unknown key", "did you mean clock?"),
        ("stands", ..., "missing, expected a table of tables", ""),
        ("units", [], "found a list of 0, expected a table of tables", ""),
    ],
)
def test_what_is_wrong_is_said_with_its_place_and_what_is_right(path: str, value: Any, words: str, hint: str) -> None:
    assert (path, words, hint) in said(path, value)


def test_an_item_of_a_list_is_held_against_what_it_names() -> None:
    assert said("clock.done", ["u", "v"]) == [("clock.done item 2", "no unit is called 'v'", "one of: u")]
    assert said("clock.done", [1]) == [("clock.done item 1", "found 1, expected a text in quotes", "")]


def test_an_empty_text_may_stand_where_nothing_need_stand() -> None:
    for path in ("stands.m.host", "stands.a.hex", "clock.done"):
        assert said(path, [] if path == "clock.done" else "") == []


def test_a_place_asks_for_a_map() -> None:
    [(where, words, hint)] = said("stands.a.hex", "0101", on=None)
    assert (where, words, hint) == ("stands.a.hex", "the scenario has no map", "delete the key `hex`, or add a [map]")


def test_rows_of_a_table_are_held_against_their_class() -> None:
    row = {"words": "a gun", "hits": "6", "nearr": 3}
    assert list(problems(Gun, row, About(), ("gun", 0))) == [
        Problem(("gun", 0, "nearr"), "unknown key", "did you mean near?"),
        Problem(("gun", 0, "hits"), 'found the text "6", expected a whole number'),
    ]
    assert [one.path for one in problems(Gun, {"near": True}, About())] == [("words",), ("hits",)]


def test_an_editor_is_told_what_may_be_written() -> None:
    told = schema(Document, about({}))
    assert told["required"] == ["units", "stands"]
    assert told["additionalProperties"] is False
    stand = told["properties"]["stands"]["additionalProperties"]
    assert stand["required"] == ["name", "type", "unit"]
    assert stand["description"] == "A stand of a unit."
    assert stand["properties"]["type"] == {"type": "string", "enum": ["tank", "infantry", "mg"]}
    assert stand["properties"]["sp"] == {"type": "integer", "minimum": 0, "maximum": 6}
    assert stand["properties"]["ap"] == {"anyOf": [{"type": "integer"}, {"enum": ["*"]}], "minimum": 0, "maximum": 99}
    assert stand["properties"]["tired"] == {"type": "boolean", "default": False}
    assert told["properties"]["forces"]["propertyNames"] == {"enum": ["Red", "Blue"]}
    json.dumps(told)

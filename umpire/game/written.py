"""How people write a game of a ruleset: its document, how that becomes a state, and the way back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Literal, TypeVar, get_args, get_origin

from umpire.game.forms import is_blank, is_mapping, members
from umpire.game.maps import Map
from umpire.game.records import About, Field, Plain, fields_of, is_record, kept, unmarked, written

State = TypeVar("State")
Table = TypeVar("Table")
Document = TypeVar("Document")


class Written(Generic[State, Table, Document]):
    """What `scenario.py` of a family offers as `WRITTEN`. Loaded only when something written is read or written out.

    `document` is a record of the sections of a scenario. What is right of a single value its marks say; what must fit
    together is for `to_state`.
    """

    document: type[Document]

    def mustered(self, doc: Plain, table: Table, sides: tuple[str, ...]) -> Plain:
        """The document with what one line of it stands for written out, such as a formation for its stands.

        Nothing is checked yet: what does not look as it should is left alone. Raises Mistake.
        """
        return doc

    def usual(self, cls: type, card: Mapping[str, Any], table: Table, doc: Mapping[str, Any]) -> Mapping[str, Any]:
        """What a record is where its card is silent: field -> value, beyond the defaults of its class.

        It serves both directions. `card` has the fields that are written, or all of them when a state is written out;
        so do the rows of `doc`, by section and key.
        """
        return {}

    def to_state(self, document: Document, table: Table, game_map: Map | None, sides: tuple[str, ...]) -> State:
        """The state a document describes, its records filled. Raises Mistake for what does not fit together."""
        raise NotImplementedError

    def from_state(self, state: State, table: Table) -> Any:
        """A document of the state, or anything that has its fields."""
        return state

    def sections(self, state: State, table: Table) -> Plain:
        """The state as a person would write it, what is usual left out."""
        source = self.from_state(state, table)
        doc = {each.name: kept(getattr(source, each.name)) for each in fields_of(self.document).values()}
        return written(source, lambda cls, card: self.usual(cls, card, table, doc), self.document)


def schema(hint: Any, about: About | None = None) -> Plain:
    """The JSON Schema of what may be written, for an editor; with the names `about` knows where they are asked for."""
    hint, marks = unmarked(hint)
    about = about or About()
    each = [_schema(one, about) for one in members(hint)]
    shape = each[0] if len(each) == 1 else {"anyOf": each}
    for mark in marks:
        shape |= mark.schema(about)
    return shape


def _schema(hint: Any, about: About) -> Plain:
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if is_record(hint):
        known = fields_of(hint)
        return {
            "type": "object",
            "description": (hint.__doc__ or "").strip().split("\n\n")[0],
            "properties": {key: _field_schema(field, about) for key, field in known.items()},
            "required": [key for key, field in known.items() if not field.optional],
            "additionalProperties": False,
        }
    if is_mapping(hint):
        keys, values = (schema(each, about) for each in inner) if inner else ({}, {})
        names = {name: rule for name, rule in keys.items() if name != "type"}
        return {"type": "object", "additionalProperties": values} | ({"propertyNames": names} if names else {})
    if kind is Literal:
        return {"enum": list(inner)}
    if kind in (tuple, list):
        return {"type": "array", "items": schema(inner[0], about)}
    return {"type": _NAMES[kind]} if kind in _NAMES else {}


def _field_schema(field: Field, about: About) -> Plain:
    shape = schema(field.hint, about)
    if "enum" in shape and is_blank("", field) and "" not in shape["enum"]:
        shape["enum"] = ["", *shape["enum"]]
    if isinstance(field.default, str | int | bool):
        shape["default"] = field.default
    return shape


_NAMES = {int: "integer", float: "number", str: "string", bool: "boolean"}

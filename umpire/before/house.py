"""The JSON Schema of a house file. For each section of the rule table, the schema describes the rows that a house file
may have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from umpire.core.mistakes import Mistake
from umpire.game.records import About, unmarked
from umpire.game.rulebook.asked import Asked
from umpire.game.rulebook.modifiers import values_of
from umpire.game.rulebook.overlay import FIXED, FORMAT, HEADER
from umpire.game.rulebook.rows import By, Options, RowConditions, mark_of, names_at, shape_of
from umpire.game.rulebook.sheet import declared
from umpire.game.written import schema
from umpire.rulesets import Ruleset

Plain = dict[str, Any]
_TEXT = {"type": "string", "minLength": 1, "maxLength": 60}


def house_schema(ruleset: Ruleset) -> Plain:
    """Return the JSON Schema of house rules for a ruleset, for an editor.

    Raises Mistake if the ruleset takes no house rules.
    """
    family, rows = ruleset.family(), ruleset.table().rows
    sections = declared(family.sections()) if family.sections() else {}
    if not sections:
        raise Mistake(f"{ruleset.name} cannot have house rules", "type umpire schema RULESET")
    facts = family.read_table(rows).modifiers.fields
    said = _HouseSchema(About(table=rows, doc=rows), rows, facts)
    own = {name: said.part(hint) for name, hint in sections.items() if name not in FIXED}
    head = {"extends": {"enum": [ruleset.name]}, "id": _TEXT, "name": _TEXT, FORMAT: {"const": 1}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "description": f"House rules for {ruleset.name}: the rows that a club changes.",
        "properties": head | own,
        "required": [*HEADER],
        "additionalProperties": False,
    }


class _HouseSchema:
    """The maker of the schema for rows that change one table. Only the keys that identify a row are required."""

    def __init__(self, about: About, rows: Mapping[str, Any], facts: Mapping[str, Asked]) -> None:
        self.about, self.rows, self.facts = about, rows, facts

    def part(self, hint: Any) -> Plain:
        """Return the schema of a section, a row or a value."""
        kind, marks = unmarked(hint)
        if by := mark_of(marks, By):
            row = self.part(get_args(kind)[0])
            keyed = [{"type": "object", "additionalProperties": row}] if by.keys == ("id",) else []
            return {"anyOf": [{"type": "array", "items": row | {"required": [*by.keys]}}, *keyed]}
        if mark_of(marks, Options) is not None:
            known = self.rows.get("option_values", {})
            return _table({name: {"enum": values_of(self.rows, name)} for name in known})
        if mark_of(marks, RowConditions) is not None:
            return {"type": "object", "properties": {name: self._wanted(asked) for name, asked in self.facts.items()}}
        shape = shape_of(kind)
        if shape is None:
            return schema(hint, self.about)
        keys = {key: self.part(each) for key, each in shape.items()}
        other = keys.pop("*", None)
        return _table({**keys, "remove": {"const": True}}, False if other is None else other)

    def _wanted(self, asked: Asked) -> Plain:
        """Return the schema for a condition on this fact, with the values that the condition may have."""
        if asked.kind == "yes/no":
            return {"type": "boolean"}
        if asked.kind == "number":
            return {"anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "array", "items": {"type": "integer"}}]}
        words = [name for each in asked.values for name in self._names(each)]
        one = {"anyOf": [{"enum": words}, {"type": "string", "pattern": "^(not|!=) "}]}
        return {"anyOf": [one, {"type": "array", "items": one}]}

    def _names(self, word: str) -> list[str]:
        return [*names_at(self.rows, word[1:-1])] if word.startswith("[") else [word]


def _table(properties: Plain, other: Any = False) -> Plain:
    return {"type": "object", "properties": properties, "additionalProperties": other}

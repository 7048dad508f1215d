"""What a house file builds with: the fields that rows may ask about, and the numbers of [limits], as kinds of names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from umpire.before.types import Kind
from umpire.core.mistakes import Mistake
from umpire.game.rulebook.asked import Asked
from umpire.game.rulebook.clauses import Clauses, of_limit
from umpire.game.rulebook.rows import names_at
from umpire.game.rulebook.sheet import SheetLine, SheetPlan

MOST_NAMES = 16
"""So many values of a field are listed; of more the section is named that has them."""


def changeable(rows: Mapping[str, Any], table: Any, clauses: Clauses) -> dict[str, Kind]:
    """`when` and `limits`, as far as the rule table has them: its `rows`, and the same as typed."""
    fields: Mapping[str, Asked] = table.modifiers.fields if hasattr(table, "modifiers") else {}
    asked = {name: _field(each, rows) for name, each in fields.items()}
    limits = {name: _limit(name, rows, fields, clauses) for name in rows.get("limits", {})}
    found = {"when": Kind("when", ("modifier.when",), asked), "limits": Kind("limits", ("limits",), limits)}
    return {name: kind for name, kind in found.items() if kind.rows}


def _field(asked: Asked, rows: Mapping[str, Any]) -> dict[str, Any]:
    values = [name for each in asked.values for name in _values(each, rows)]
    return {"words": asked.means, "type": asked.type, "values": ", ".join(values), "told": bool(asked.ask)}


def _values(word: str, rows: Mapping[str, Any]) -> list[str]:
    """The word itself, or the names in a section `[core]`."""
    names = list(names_at(rows, word[1:-1])) if word.startswith("[") else []
    return names if 0 < len(names) <= MOST_NAMES else [word]


def _limit(name: str, rows: Mapping[str, Any], fields: Mapping[str, Asked], clauses: Clauses) -> dict[str, Any]:
    rules = of_limit(rows, name)
    words = next(_words(name, rows, fields), "")
    if not words and rules:
        words = next((each.words for each in clauses.clauses if each.id.partition("-")[2] == rules[0]), "")
    return {"words": words, "number": rows["limits"][name], "rule": rules[0] if rules else ""}


def _words(name: str, rows: Mapping[str, Any], fields: Mapping[str, Asked]) -> Iterator[str]:
    """What the number is for: the sentence of the sheet that has it, else the field whose meaning does."""
    named = re.compile(r"\{" + re.escape(name) + r"[:}]")
    sheet = SheetPlan(rows)
    for row in rows.get("sheet", ()):
        line = SheetLine(**row)
        for sentence in re.split(r"(?<=[.;]) ", f"{line.lead} {line.words}".strip()):
            if named.search(sentence):
                try:
                    yield sheet.filled(line, sentence).removesuffix(";")
                except Mistake:  # a line of a club's own, which the sheet itself refuses
                    yield ""
    for field, row in rows.get("when", {}).items():
        if named.search(str(row.get("means", ""))) and field in fields:
            yield fields[field].means

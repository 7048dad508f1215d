"""The page of all keys of a rule file: `python docs/reference.py` makes it from the records that read such a file.

`docs/reference.toml` has a sentence for each key; everything else on the page comes from the program.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin

from umpire.game.forms import is_mapping, literals, record
from umpire.game.records import Whole, fields_of, unmarked
from umpire.game.rulebook.rows import Matching, TextLine
from umpire.rulesets.plain.file import blocks, keys, reader, rules
from umpire.rulesets.plain.file.schema import FIXED, HEAD, NEEDED

DOCS = Path(__file__).parent
PAGE = DOCS / "own-rules-reference.md"
SENTENCES: Mapping[str, Any] = tomllib.loads((DOCS / "reference.toml").read_text(encoding="utf-8"))

RECORDS: Mapping[str, Any] = {
    "stand.NAME": rules.Attribute,
    "track.NAME": rules.Track,
    "mark.NAME": rules.MarkOf,
    "side.NAME": rules.SideTrack,
    "turn": rules.Turn,
    "comes": rules.Comes,
    "victory": rules.Victory,
    "sheet": rules.WrittenSheetLine,
    "act.VERB": rules.ActOf,
    "role.NAME": rules.Role,
    "fact.NAME": rules.Fact,
    "refuse": rules.Refusal,
    "steps.NAME": rules.StepBlock,
    "step": rules.Step,
    "reroll": rules.Reroll,
    "explode": rules.Explode,
    "rows": rules.CellRow,
    "modifier": rules.Modifier,
    "limit.ON": rules.Limit,
    "result": rules.ResultRow,
    "do": rules.Effect,
}
"""What a heading or a row is called on the page -> its record."""
ITS_WORDS = ("comes", "victory", "sheet", "refuse", "modifier", "result")
"""Rows whose id may be left out."""
_MARKS: Mapping[type, str] = {rules.AFormula: "formula", rules.AWhen: "conditions", rules.AFace: "faces or a bound"}
_PLURAL: Mapping[str, str] = {"name": "names", "words": "words", "formula": "formulas"}
_WIDE = 998
"""A number from so far is just a number."""


def page() -> str:
    """The whole page."""
    parts = [SENTENCES["head"], _top()]
    for where, record_ in RECORDS.items():
        about = SENTENCES["about"][where]
        parts.append(
            f"## {about['title']}\n\n{about['words']}\n\n{_kinds() if where == 'step' else ''}{_table(where, record_)}"
        )
    return "\n".join(part.strip() + "\n" for part in (*parts, _names(), SENTENCES["tail"].format(**_LIMITS)))


_LIMITS = {
    "dice": rules.MOST_DICE,
    "number": rules.LARGEST,
    "steps": reader.MOST_STEPS,
    "played": reader.MOST_PLAYED,
    "deep": blocks.DEEPEST,
    "taken": ", ".join(f"`{name}`" for name in sorted(reader.TAKEN)),
}


def _top() -> str:
    usual = reader.headed({})
    rows = [(key, "words", f"`{usual[key]}`" if key in usual else "needed") for key in HEAD if key != "format"]
    rows = [("format", "`1`", "needed"), *rows]
    rows += [(key, takes(FIXED.get(key)), "needed" if key in NEEDED else "–") for key in (*FIXED, "type")]
    lines = [_line("top", *row) for row in rows]
    return "\n".join(["## The file", "", SENTENCES["about"]["top"]["words"], "", *_HEAD, *lines])


_HEAD = ("| key | takes | what it is | left out |", "|--|--|--|--|")


def _table(where: str, of: Any) -> str:
    lines = []
    for key, field in fields_of(of).items():
        left_out = left(field.default) if field.optional else "needed"
        if key == "id" and where in ITS_WORDS:
            left_out = "its words"
        lines.append(_line(where, key, takes(field.hint, field.marks), left_out))
    return "\n".join([*_HEAD, *lines])


def _line(where: str, key: str, kind: str, left_out: str) -> str:
    return f"| `{key}` | {kind} | {SENTENCES[where][key]} | {left_out} |"


def left(default: Any) -> str:
    """What a key is if it is left out."""
    if isinstance(default, bool):
        return f"`{str(default).lower()}`"
    return f"`{default}`" if isinstance(default, int | str) and default != "" else "–"


def takes(hint: Any, marks: tuple[Any, ...] = ()) -> str:
    """What an annotation takes, in a few words."""
    if hint is None:
        return "tables"
    marks = (*marks, *unmarked(hint)[1])
    for mark in marks:
        if type(mark) in _MARKS:
            return _MARKS[type(mark)]
        if isinstance(mark, Matching) and " " in mark.form:
            return "`best 2`, `worst 1`"
        if isinstance(mark, Matching) and "[a-z0-9_]*\\." in mark.form:
            return "role.name"
    bare = unmarked(hint)[0]
    if is_mapping(bare):
        inner = get_args(bare)[-1]
        return "tables" if record(inner) else f"table of {_many(inner)}"
    if record(bare):
        return "table"
    allowed = _allowed(bare)
    if {bool, int, str} <= {*allowed}:  # as well as a table of them
        return "value"
    said = ["`true`"] * (bool in allowed) + [f"`{word}`" for word in literals(bare) if word != ""]
    for each in allowed:
        if get_origin(each) is tuple and record(get_args(each)[0]):
            said.append("rows")
        elif get_origin(each) is tuple:
            inner = get_args(each)
            said.append(f"list of {'' if Ellipsis in inner else f'{len(inner)} '}{_many(inner[0])}")
        elif each is str:
            said.append("words" if any(isinstance(mark, TextLine) for mark in marks) else "name")
        elif each is int:
            whole = next((mark for mark in marks if isinstance(mark, Whole)), None)
            said.append(f"{whole.least} to {whole.most}" if whole and whole.most < _WIDE else "number")
    return ", ".join(said)


def _many(hint: Any) -> str:
    said = takes(hint)
    return _PLURAL.get(said, said if " or " in said else "numbers")


def _allowed(hint: Any) -> tuple[Any, ...]:
    inner = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return tuple(unmarked(each)[0] for each in inner)


def _kinds() -> str:
    """The keys of steps by the kinds that take them: rows that are alike are one."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for key, kinds in {**keys.TAKEN_BY, **{f"on = {on}": of for on, of in keys.CHANGED_IN.items()}}.items():
        alike.setdefault(tuple(kinds), []).append(f"`{key}`")
    lines = [f"| key | {' | '.join(keys.KINDS)} |", f"|--|{'--|' * len(keys.KINDS)}"]
    for kinds, named in alike.items():
        cells = " | ".join("x" if kind in kinds else "–" for kind in keys.KINDS)
        lines.append(f"| {' '.join(named)} | {cells} |")
    return "\n".join(lines) + "\n\n"


def _names() -> str:
    rows = [f"| `{name}` | {words} |" for name, words in SENTENCES["names"].items()]
    return "\n".join(
        ["## Names", "", SENTENCES["about"]["names"]["words"], "", "| name | stands for |", "|--|--|", *rows]
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

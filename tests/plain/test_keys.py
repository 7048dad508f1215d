"""The table of all keys in docs/own-rules.md says what the records of a rule file do."""

import re

import pytest

from tests.places import ROOT
from umpire.game.forms import literals
from umpire.game.records import fields_of
from umpire.rulesets.plain.file import rules
from umpire.rulesets.plain.file.keys import CHANGED_IN, TAKEN_BY
from umpire.rulesets.plain.file.reader import headed
from umpire.rulesets.plain.file.schema import FIXED, HEAD, NEEDED

RECORDS = {
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
    "explode": rules.Explode,
    "reroll": rules.Reroll,
    "rows": rules.CellRow,
    "modifier": rules.Modifier,
    "limit.ON": rules.Limit,
    "result": rules.ResultRow,
    "do": rules.Effect,
}
ITS_WORDS = ("comes", "victory", "sheet", "refuse", "modifier", "result")
"""Rows whose id may be left out."""

LINE = re.compile(r"^\| (\S+) \| `(\w+)` \| (.+) \| (.*) \|$", re.MULTILINE)


def keys():
    """(where, key) -> what is said of it left out, from the records and the reader."""
    usual = headed({})
    found = {("top", key): said(usual[key]) if key in usual else "needed" for key in HEAD}
    found |= {("top", key): "needed" if key in NEEDED else "–" for key in (*FIXED, "type")}
    for where, record in RECORDS.items():
        for key, field in fields_of(record).items():
            found[where, key] = said(field.default) if field.optional else "needed"
            if key == "id" and where in ITS_WORDS:
                found[where, key] = "its words"
    return found


def said(default):
    if isinstance(default, bool):
        return f"`{str(default).lower()}`"
    return f"`{default}`" if isinstance(default, int | str) and default != "" else "–"


def written():
    page = (ROOT / "docs" / "own-rules.md").read_text(encoding="utf-8").partition("\n## All keys\n")[2]
    return {(where, key): (takes, left_out) for where, key, takes, left_out in LINE.findall(page)}


@pytest.mark.wording
def test_every_key_of_a_rule_file_has_its_line_and_no_other():
    assert {each: left_out for each, (_, left_out) in written().items()} == keys()


def test_a_line_says_each_word_that_its_key_takes():
    for where, record in RECORDS.items():
        for key, field in fields_of(record).items():
            takes = written()[where, key][0]
            for word in filter(None, map(str, literals(field.hint))):
                assert f"`{word}`" in takes, (where, key)


def test_the_page_says_which_kind_of_step_takes_which_key():
    """The table of the page is that of the program, cell by cell."""
    page = (ROOT / "docs" / "own-rules.md").read_text(encoding="utf-8")
    head, *rows = re.findall(r"^\| (.+?) \|((?: \S+ \|){8})$", page, re.MULTILINE)
    kinds = tuple(head[1].replace("|", "").split())
    said = {
        key: tuple(kind for kind, cell in zip(kinds, cells.replace("|", "").split(), strict=True) if cell == "x")
        for keys, cells in rows
        for key in re.findall(r"`(.+?)`", keys)
    }
    assert said == {**TAKEN_BY, **{f"on = {on}": of for on, of in CHANGED_IN.items()}}

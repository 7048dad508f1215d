"""Tests of docs/own-rules-reference.md: it describes the records of a rule file."""

import importlib.util
import re

import pytest

from tests.places import ROOT
from umpire.game.forms import literals
from umpire.game.records import fields_of
from umpire.rulesets.plain.file import reader
from umpire.rulesets.plain.file.keys import CHANGED_IN, TAKEN_BY
from umpire.rulesets.plain.file.schema import FIXED, HEAD, NEEDED

spec = importlib.util.spec_from_file_location("reference", ROOT / "docs" / "reference.py")
reference = importlib.util.module_from_spec(spec)
spec.loader.exec_module(reference)

PAGE = (ROOT / "docs" / "own-rules-reference.md").read_text(encoding="utf-8")
LINE = re.compile(r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \| ([^|]*) \|$", re.MULTILINE)


@pytest.mark.wording
def test_the_page_is_made_of_the_records_and_the_sentences():
    assert reference.page() == PAGE, "python docs/reference.py"


def test_there_is_a_sentence_for_every_key_and_no_other():
    said = {where: {*reference.SENTENCES[where]} for where in ("top", *reference.RECORDS)}
    assert said == {where: {*fields_of(record)} for where, record in reference.RECORDS.items()} | {
        "top": {*HEAD, *FIXED, "type"}
    }


def test_every_table_of_the_page_has_the_keys_of_its_record():
    """The keys are read from the page, and not from the script that makes it."""
    tables = [LINE.findall(part) for part in re.split(r"^## ", PAGE, flags=re.MULTILINE)]
    top, *others = [table for table in tables if table]
    assert {key: left_out == "needed" for key, _, _, left_out in top} == {
        key: key in ("format", "id", "name", *NEEDED) for key in (*HEAD, *FIXED, "type")
    }
    for (where, record), table in zip(reference.RECORDS.items(), others, strict=True):
        fields = fields_of(record)
        assert [key for key, *_ in table] == [*fields], where
        for key, takes, says, left_out in table:
            for word in filter(None, map(str, literals(fields[key].hint))):
                assert f"`{word}`".lower() in f"{takes} {says}".lower(), (where, key)
            assert (left_out == "needed") is not fields[key].optional or left_out == "its words", (where, key)


@pytest.mark.wording
def test_names_that_mean_something_everywhere_are_on_the_page():
    assert all(f"`{name}`" in PAGE for name in reader.TAKEN)


def test_the_page_says_which_kind_of_step_takes_which_key():
    """The table of the page is that of the program, cell by cell."""
    head, *rows = re.findall(r"^\| (.+?) \|((?: \S+ \|){8})$", PAGE, re.MULTILINE)
    kinds = tuple(head[1].replace("|", "").split())
    said = {
        key: tuple(kind for kind, cell in zip(kinds, cells.replace("|", "").split(), strict=True) if cell == "x")
        for keys, cells in rows
        for key in re.findall(r"`(.+?)`", keys)
    }
    assert said == {**TAKEN_BY, **{f"on = {on}": of for on, of in CHANGED_IN.items()}}

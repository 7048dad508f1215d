"""Tests of rule tables: they are found, read and digested; conditions of a row hold or name the field that fails."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from umpire.core.mistakes import FileMistake, Mistake
from umpire.game.rulebook import tables
from umpire.game.rulebook.modifiers import ModifierRow
from umpire.game.rulebook.tables import data_folder, read_table_file, read_toml
from umpire.game.rulebook.toml import parse_toml
from umpire.rulesets import FAMILIES

KNOWN = list(FAMILIES)


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """Return a folder of tables of our own, with one in it."""
    monkeypatch.setattr(tables, "data_folder", lambda kind: tmp_path)
    (tmp_path / "own.toml").write_bytes(b'name = "Our own"\nformat = 1\n[limits]\ncap = 2\n')
    return tmp_path


# -- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", KNOWN)
def test_a_shipped_table_is_found_and_named(ruleset):
    found = read_table_file(ruleset, KNOWN)
    assert found.id == ruleset == found.rows["id"]
    assert found.name == found.rows["name"] != ""
    assert found == read_table_file(ruleset, KNOWN)


def test_no_two_tables_have_the_same_digest():
    assert len({read_table_file(ruleset, KNOWN).digest for ruleset in KNOWN}) == len(KNOWN)


def test_an_unknown_ruleset_gets_a_hint():
    with pytest.raises(Mistake) as refused:
        read_table_file("two-star-generals", KNOWN)
    assert refused.value.what == "ruleset 'two-star-generals' is not known"
    assert "two-star-general" in refused.value.hint


@pytest.mark.parametrize("name", ["../pyproject", "/etc/passwd", ""])
def test_a_ruleset_is_a_name_and_no_path(name):
    with pytest.raises(Mistake, match="is not known"):
        read_table_file(name, KNOWN)


def test_the_digest_changes_with_the_rows_and_not_with_the_ends_of_lines(shelf):
    path, before = shelf / "own.toml", read_table_file("own", ["own"])
    none = {"options": {}, "option_values": {}}  # a ruleset may have none
    assert before.rows == {"name": "Our own", "format": 1, "limits": {"cap": 2}, **none}
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert read_table_file("own", ["own"]) == before
    path.write_bytes(path.read_bytes().replace(b"cap = 2", b"cap = 3"))
    after = read_table_file("own", ["own"])
    assert after.digest != before.digest
    assert after.rows["limits"] == {"cap": 3}


@pytest.mark.parametrize(("text", "shown"), [("format = 2", "2"), ('format = "1"', "'1'"), ("", "None")])
def test_another_format_is_refused(shelf, text, shown):
    (shelf / "own.toml").write_text(f'name = "Our own"\n{text}\n', encoding="utf-8")
    with pytest.raises(FileMistake) as refused:
        read_table_file("own", ["own"])
    assert refused.value.what == f"own.toml: table format {shown}"
    assert refused.value.hint == "this Umpire reads format 1"


def test_a_table_that_is_not_there(shelf):
    with pytest.raises(FileMistake, match=r"no file .*other\.toml"):
        read_table_file("other", ["other"])


def test_what_is_no_toml_names_the_place(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text("a = 1\nb = = 2\n", encoding="utf-8")
    with pytest.raises(FileMistake, match=r"^bad\.toml line 2: ") as refused:
        read_toml(path)
    assert refused.value.hint == "write a text in quotes, a number without quotes, a list in [ ]"


def test_what_is_no_text(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_bytes(b'name = "\xff"')
    with pytest.raises(FileMistake, match="is not UTF-8 text"):
        read_toml(path)


def test_a_folder_is_no_table(tmp_path):
    with pytest.raises(FileMistake, match="is a folder"):
        read_toml(tmp_path)


def test_a_table_that_may_not_be_read(tmp_path, monkeypatch):
    path = tmp_path / "locked.toml"
    path.touch()

    def refuse(*args, **kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(path), "read_bytes", refuse)
    with pytest.raises(FileMistake, match="no permission to read"):
        read_toml(path)


def test_what_never_ends_or_is_no_file_is_not_read(tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(FileMistake, match="is not a file"):
        read_toml(tmp_path / "pipe.toml")
    with pytest.raises(FileMistake, match="is not a file"):
        read_toml(Path("/dev/zero"))
    (tmp_path / "large.toml").write_bytes(b"#" * (2**20 + 1))
    with pytest.raises(FileMistake, match="too large: 1,048,577 bytes"):
        read_toml(tmp_path / "large.toml")


@pytest.mark.parametrize(
    "key", [".".join("a" * 12_000), " . ".join(["a"] * 12_000), ".".join(['"a b"'] * 3000), ".".join(["'a'"] * 3000)]
)
@pytest.mark.parametrize("written", ["{} = 1", "[{}]", "x = {{ {} = 1 }}", 'y = """\nw . w\n"""\n{} = 1'])
def test_a_key_of_endless_parts_is_refused_before_it_takes_the_memory(key, written):
    with pytest.raises(FileMistake, match="a key has more than 20 parts"):
        parse_toml(written.format(key))


DEEP = ("a = {0}", "{0}", "a = {0}{1}", "a = {2}", "a = {2}1{3}", 'b = "]]]"\na = {0}', "a = 1\n{2}\n", "{0}a{1}")


@pytest.mark.parametrize("text", DEEP)
@pytest.mark.parametrize("many", [101, 5000])
def test_lists_in_lists_without_end_are_refused_at_once(text, many):
    begun = time.process_time()
    with pytest.raises(FileMistake, match="nested too deep"):
        parse_toml(text.format("[" * many, "]" * many, "{a=[" * many, "]}" * many))
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("line", ["[a.b{}.c.d.e.f.g.h]", "k{}.a.b.c.d.e.f = 1", "x{} = [[[[1]]], {{ a = 1 }}]"])
def test_tables_without_number_are_refused_before_they_take_the_memory(line):
    with pytest.raises(FileMistake, match="more than 20,000 tables"):
        parse_toml("\n".join(line.format(number) for number in range(6000)))


def test_dots_of_a_map_and_of_a_text_are_no_key():
    row = "w . " * 40
    assert parse_toml(f"rows = '''\n{row}\n'''\ntext = \"{row}\" # {row}\n") == {"rows": f"{row}\n", "text": row}


@pytest.mark.parametrize("kind", ["tables", "examples"])
def test_where_tables_and_examples_live(kind, tmp_path, monkeypatch):
    in_checkout = data_folder(kind)
    assert (in_checkout / ".." / "pyproject.toml").is_file()
    assert list(in_checkout.glob("*.toml"))
    installed = tmp_path / "site-packages" / "umpire" / "game" / "rulebook" / "tables.py"
    monkeypatch.setattr(tables, "__file__", str(installed))
    assert data_folder(kind) == tmp_path.resolve() / "site-packages" / "umpire" / "_data" / kind


# -- conditions ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shot:
    arm: str = "tank"
    kind: str = "88"
    range: int = 2
    elite: bool = False


@pytest.mark.parametrize(
    ("when", "failed"),
    [
        ({}, ""),
        ({"arm": "tank"}, ""),
        ({"arm": "infantry"}, "arm"),
        ({"arm": "not tank"}, "arm"),
        ({"arm": "not infantry"}, ""),
        ({"arm": ["infantry", "tank"]}, ""),
        ({"arm": ["infantry", "gun"]}, "arm"),
        ({"elite": False}, ""),
        ({"elite": True}, "elite"),
        ({"range": 2}, ""),
        ({"range": ">= 2"}, ""),
        ({"range": ">= 3"}, "range"),
        ({"range": "> 2"}, "range"),
        ({"range": "<= 2"}, ""),
        ({"range": "<= 1"}, "range"),
        ({"range": "not 2"}, "range"),
        ({"range": [1, ">= 2"]}, ""),
        ({"range": ">= 1 and <= 3"}, ""),
        ({"range": ">= 3 and <= 1"}, "range"),
        ({"kind": "88"}, ""),
        ({"kind": "Horse and Foot"}, "kind"),
        ({"arm": "tank", "range": 3, "elite": True}, "range"),
        ({"elite": True, "range": 3}, "elite"),
    ],
)
def test_conditions(when, failed):
    assert unmet(when, Shot()) == failed


@given(st.integers(-9, 9), st.integers(0, 9), st.integers(0, 9))
def test_bounds_count_themselves(value, least, most):
    met = unmet({"range": f">= {least} and <= {most}"}, Shot(range=value)) == ""
    assert met == (value in range(least, most + 1))


def unmet(when, shot):
    """Return the first field that keeps a row from applying."""
    row = ModifierRow("r", when, 1, "a row", "1")
    return next((name for name, fits in row.tests if not fits(getattr(shot, name), None)), "")

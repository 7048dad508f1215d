"""Tests of the list of words never used: a room has no more of them than before, and loses them one by one."""

import re

import pytest

from tests.places import ROOT, TESTS
from tests.words import Text, data, found, of_source, places

MOST_ALLOWED = 40
GLOSSARY = ROOT / "docs" / "glossary.md"
ENTRY = re.compile(r"^\| \*\*([^|]+)\*\* \| ([^|]+) \| (?:`[^|]+`|-) \|$", re.MULTILINE)


@pytest.mark.slow
def test_no_room_has_more_words_that_the_house_never_uses():
    most = data()["rooms"]
    more = {room: len(those) for room, those in found().items() if len(those) > most.get(room, 0)}
    assert more == {}, "`python -m tests.words ROOM` lists them"


def test_each_line_that_is_allowed_is_there_and_says_why():
    allowed = data()["allowed"]
    assert len(allowed) <= MOST_ALLOWED
    assert [each["words"] for each in allowed if len(each["because"]) < 5] == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Umpire tells you why", 0),
        ("a farm beside the road", 0),
        ("`status` shows what is still to do", 0),
        ("it lists what is wrong", 0),
        ("there is no colour scheme 'x'", 0),
        ('the old word is "told"', 0),
        ("`told` holds the answers", 0),
        ("no longer", 0),
        ("--seed is told twice", 1),
        ("the dice are told by whoever throws", 2),
        ("a list of what is owed", 2),
        ("for instance range=2", 1),
        ("x is no number", 1),
        ("there is no side of that name", 1),
        ("it is kept as it was", 1),
        ("Besides, she laid them anew", 4),
    ],
)
def test_words_are_found_and_others_left_alone(text, words):
    assert len([*places(Text("messages", "x.py", 1, text))]) == words


def test_a_module_has_messages_docstrings_and_comments():
    source = '"""Return it."""\nx = f"{who} is told"  # as it fell\n"""What x is."""\nname = "told"\n'
    kinds = [(text.kind, text.text, text.line) for text in of_source("x.py", source)]
    assert sorted(kinds) == [
        ("comments", "as it fell", 2),
        ("docstrings", "Return it.", 1),
        ("docstrings", "What x is.", 3),
        ("messages", "{} is told", 2),
    ]


def test_the_glossary_pairs_words_with_names_that_the_code_has():
    entries = ENTRY.findall(text := GLOSSARY.read_text(encoding="utf-8"))
    assert 15 <= len(entries) <= 25
    assert len(entries) == len({word for word, _ in entries}) == text.count("| **")
    named = {name for row in re.findall(r"\| ([^|]+) \|$", text, re.MULTILINE) for name in re.findall(r"`(\w+)", row)}
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "umpire").rglob("*.py"))
    assert {name for name in named if not re.search(rf"\b{name}\b", source)} == set()
    assert TESTS.is_dir()

"""Tests of the line numbers of mistakes: every mistake in a file is reported with its line, all in one run."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from umpire.core.mistakes import FileMistake, Mistake
from umpire.game.rulebook.toml import Places, of_file, parse_toml, read_toml_text

TEXT = '''# A battle.
name = "T"
sides = [
  "Red",  # at dawn
  "Blue",
]

[map]
rows = """
. w
w .
"""
names = { "0101" = "Orel", "0202" = "Kursk" }

[[formation]]
id = "k"
[formation.of]
n = 1
[[formation]]
id = "l"

[[act.fire.step]]
id = "hits"
modifier = [
  { amount = 1, words = "near", when = { range = "<= 6", "foe.men" = 3 } },
  { words = "far = [1, {", amount = [], do = [
    { hand = "x" },
    { lose.men = 2 } ] },
]

["stands"]."t.1"
'''


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("name", 2),
        ("sides", 3),
        ("sides item 2", 5),
        ("sides item 7", 3),
        ("map", 8),
        ("map.rows", 9),
        ("map.rows line 2", 11),
        ('map.names."0202"', 13),
        ("map.shifted", 8),
        ("formation", 15),
        ("formation item 1.of.n", 18),
        ("formation item 2.id", 20),
        ("formation item 2.hexes item 3", 19),
        ("formation l.hexes", 19),
        ("formation k", 15),
        ("act.fire.step item 1.modifier item 1.when.range", 25),
        ('act.fire.step item 1.modifier item 1.when."foe.men"', 25),
        ("act.fire.step item 1.modifier item 2.words", 26),
        ("act.fire.step item 1.modifier item 2.amount item 1", 26),
        ("act.fire.step item 1.modifier item 2.do item 1.hand", 27),
        ("act.fire.step item 1.modifier item 2.do item 2.lose.men", 28),
        ("act.fire.step item 1.modifier item 3", 24),
        ("stands.k12.hex", 15),
        ("nothing.of.it", 1),
    ],
)
def test_the_line_of_a_key_or_of_the_nearest_above_it(key, line):
    assert Places(TEXT).line(key) == line


BROKEN = """a = 1
b = Panther
[stands.t1
name = 'x
sp = 3
hexes = ['1' '2']
[stands.t1]
sp = 4
[units]
u = 1
u = 2"""


def test_every_statement_that_is_no_toml_is_told_and_the_rest_is_read():
    read = read_toml_text(BROKEN)
    assert sorted(each.what for each in read.amiss) == [
        "line 11: units.u: the key appears twice",
        "line 2: b: not a value",
        "line 3: stands.t1: the [heading] is not closed",
        "line 4: stands.t1.name: the text is not closed",
        "line 6: stands.t1.hexes: a list or table is not closed",
        "line 7: stands.t1: the table [stands.t1] appears twice",
    ]
    assert read.doc == {"a": 1, "stands": {"t1": {"sp": 3}}, "units": {"u": 1}}


def test_a_block_that_stays_open_ends_the_reading():
    with pytest.raises(FileMistake) as wrong:
        parse_toml('a = 1\nrows = """\n. .\n[stands]\n')
    assert wrong.value.what == "line 2: rows: the text is not closed"


def test_mistakes_come_in_the_order_of_the_file_and_what_is_missing_last():
    wrong = FileMistake("a.x: missing (and 2 more)", "", [Mistake("a.z: bad"), Mistake("b: bad")])
    wrong = of_file("f.toml", FileMistake("a.y: missing, expected 1 (and 2 more)", "", wrong.more), "b = 1\n[a]\nz = 3")
    assert [each.what for each in (wrong, *wrong.more)] == [
        "f.toml line 1: b: bad (and 2 more)",
        "f.toml line 3: a.z: bad",
        "f.toml line 2: a.y: missing, expected 1",
    ]


BITS = [
    "a",
    "b.c",
    '"d e"',
    "=",
    " ",
    "\n",
    "\n",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    ",",
    '"',
    "'",
    '"""',
    "'''",
    "#",
    "1",
    "\\",
]


@given(st.lists(st.sampled_from(BITS), max_size=40).map("".join))
def test_any_text_is_read_or_told_line_by_line(text):
    try:
        whole = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        whole = None
    read = read_toml_text(text)
    assert (read.doc == whole and not read.amiss) if whole is not None else read.amiss
    lines = text.count("\n") + 1
    for each in read.amiss:
        assert 1 <= int(each.what.split(": ")[0].removeprefix("line ")) <= lines

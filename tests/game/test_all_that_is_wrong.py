"""Tests of a scenario with several mistakes: one run reports all of them, with file, key and hint."""

import re

import pytest

from umpire.cli.command import MODULE
from umpire.core.mistakes import FileMistake, Gathered, Mistake
from umpire.game.lines import COMMANDS, VOCABULARY
from umpire.game.rulebook.toml import parse_toml
from umpire.game.written import NEW_WORDS, RESERVED
from umpire.rulesets import FAMILIES, find

STAR = """
name = "T"
ruleset = "two-star-general"
sides = ["Red", "Blue"]
[units.a]
name = "A"
side = "Red"
[units.b]
name = "B"
side = "Blue"
[stands.ta]
name = "tank"
type = "medium"
unit = "a"
[stands.tb]
name = "foot"
type = "infantry"
unit = "b"
"""


SAID = re.compile(r"error: x\.toml(?: line (\d+))?: (.*)")


def wrong(table, text):
    """Return the error lines of `new`: the mistakes, and their hints."""
    (table.folder / "x.toml").write_text(text)
    said = table.say("new x.toml")
    assert said.code == 1, said
    lines = said.err.splitlines()
    return [said[2] for line in lines if (said := SAID.match(line))], lines


def test_every_key_that_is_wrong_is_said(table):
    text = STAR.replace('type = "medium"', 'type = "medum"').replace('side = "Blue"', 'side = "Blu"')
    said, lines = wrong(table, text)
    assert {"stands.ta.type: nothing is called 'medum'", "units.b.side: no side is called 'Blu'"} <= {
        each.removesuffix(" (and 1 more)") for each in said
    }
    assert "hint: did you mean medium?" in lines
    assert "hint: did you mean Blue?" in lines


def test_what_does_not_fit_together_is_said_of_each(table):
    text = STAR.replace('unit = "a"', 'unit = "a"\nsp = 6').replace('unit = "b"', 'unit = "b"\nsp = 6\nshots = 2')
    said, _ = wrong(table, text)
    assert [each.split(":")[0] for each in said] == ["stands.ta.sp", "stands.tb.sp"]


def test_head_and_sections_are_said_in_one_run(table):
    said, _ = wrong(table, STAR.replace('name = "T"\n', 'sequence = "enforce"\n').replace('"infantry"', '"infanty"'))
    assert {each.split(":")[0] for each in said} == {"sequence", "name", "stands.tb.type"}


BOARD = """
[map]
hexes = "flat"
rows = ". ?\\n. . ."
legend = { "." = "open" }
names = { "0901" = "Orel" }
"""


def test_a_map_is_told_whole_and_with_the_rest(table):
    said, lines = wrong(table, (STAR + BOARD).replace('"infantry"', '"infanty"\nhex = "0901"'))
    assert [each.split(":")[0] for each in said] == ["stands.tb.type", "map.rows", "map.rows", "map.shifted"]
    assert "map.shifted: missing, expected odd or even" in said
    assert 'hint: for example: shifted = "odd"' in lines


def test_ground_there_is_not_is_told_with_whoever_stands_wrong(table):
    board = '[map]\nhexes = "flat"\nshifted = "odd"\nrows = "a b"\nlegend = { a = "opn", b = "wods" }\n'
    placed = STAR.replace('unit = "a"', 'unit = "a"\nhex = "0101"').replace('unit = "b"', 'unit = "b"\nhex = "0101"')
    said, _ = wrong(table, placed + board)
    assert {each.split(":")[0] for each in said} == {"map.legend.a", "map.legend.b", "stands.tb.hex"}


def test_a_stand_too_strong_is_told_what_sets_its_strength(table):
    _, lines = wrong(table, STAR.replace('unit = "b"', 'unit = "b"\nsp = 6'))
    assert "hint: a number from 0 to 5, which `full` sets" in lines
    (table.folder / "x.toml").write_text(STAR.replace('unit = "b"', 'unit = "b"\nsp = 6\nfull = 6'))
    assert table.say("new x.toml").code == 0


def test_json_has_them_too(table):
    (table.folder / "x.toml").write_text(STAR.replace('"medium"', '"medum"').replace('"infantry"', '"infanty"'))
    plain = table.say("new x.toml --json").plain
    assert "stands.ta.type" in plain["error"]
    assert [each["error"].split(": ")[1] for each in plain["more"]] == ["stands.tb.type"]


@pytest.mark.parametrize(
    ("text", "said", "hint"),
    [
        ("a = 1\na = 2", "the key appears twice", "keep one"),
        ("[stands.a]\nx = 1\n[stands.a]", "the table [stands.a] appears twice", "keep one"),
        ("a = 1\na.b = 2", "the key appears twice", "keep one"),
        ("a 1", "there is no = after the key", "key = value"),
        ("a = Panther", "not a value", "in quotes"),
        ("a = 'x", "the text is not closed", "quote"),
        ("a = [1", "a list or table is not closed", "]"),
        ("[stands.a", "the [heading] is not closed", "[stands.t1]"),
        ("= 3", "there is no key here", "key = value"),
        ("a = 1 b = 2", "more than one value in the line", "in quotes"),
        ('a = "C:\\games"', "a backslash in a text", "single quotes"),
    ],
)
def test_toml_is_explained_in_words_with_its_place(text, said, hint):
    with pytest.raises(FileMistake) as caught:
        parse_toml(text)
    assert re.fullmatch(rf"line [123]: ([a-z.]+: )?{re.escape(said)}", caught.value.what)
    assert hint in caught.value.hint


def test_a_table_in_braces_over_several_lines_is_named_once_where_it_begins():
    text = 'a = [\n  { x = 1,\n    y = [1, 2] },\n  { x = 2 },\n  { z = "{",\n  },\n]\nb = { c = 1,\n d = 2 }\n'
    with pytest.raises(FileMistake) as caught:
        parse_toml(text)
    each = [caught.value, *caught.value.more]
    assert [one.what.partition(":")[0].split(" (")[0] for one in each] == ["line 2", "line 5", "line 8"]
    assert all("[ ]" in one.hint for one in each)


def test_a_brace_that_is_never_closed_is_not_taken_for_a_table_over_several_lines():
    with pytest.raises(FileMistake) as caught:
        parse_toml("a = { x = 1\nb = 2\n[c]\nd = { e = 1 }\n")
    assert caught.value.what.startswith("line 1: a: ")


def test_gathered_mistakes_are_counted_once():
    amiss = Gathered()
    for more in ((), (Mistake("c"),)):
        with amiss:
            raise FileMistake(f"{len(more)}" + " (and 1 more)" * len(more), "", more)
    with pytest.raises(FileMistake) as caught:
        amiss.refuse()
    assert caught.value.what == "0 (and 2 more)"
    assert [each.what for each in caught.value.more] == ["1", "c"]


@pytest.mark.parametrize("id", ["fire", "Map", "all", "stay", "roll", "what-if"])
def test_words_of_the_commands_are_no_ids(table, id):
    said, _ = wrong(table, STAR.replace("stands.ta", f"stands.{id}"))
    assert said == [f"stands.{id}: {id!r} is a word of the commands, not an id"]


@pytest.mark.parametrize("id", ["r", "m", "h1"])
def test_short_ids_are_allowed(table, id):
    (table.folder / "x.toml").write_text(STAR.replace("stands.ta", f"stands.{id}"))
    assert table.say("new x.toml").code == 0


def test_every_command_has_its_module_and_is_reserved():
    assert MODULE.keys() == COMMANDS.keys()
    assert COMMANDS.keys() | VOCABULARY.keys() <= RESERVED | NEW_WORDS


@pytest.mark.parametrize("ruleset", FAMILIES)
def test_what_means_something_in_any_line_is_reserved(ruleset):
    family = find(ruleset).family()
    assert {word for verb in family.ACTS for word in family.act(verb).connectors} <= RESERVED | NEW_WORDS


MEANINGFUL = "air game none all same rest reveal show contact roll from hold gone back full"


@pytest.mark.parametrize("id", MEANINGFUL.split())
def test_words_with_a_meaning_of_their_own_are_no_ids(table, id):
    said, _ = wrong(table, STAR.replace("stands.ta", f"stands.{id}"))
    assert said == [f"stands.{id}: {id!r} is a word of the commands, not an id"]

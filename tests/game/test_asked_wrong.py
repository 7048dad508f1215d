"""Tests of mistakes in the facts of a house file and in rows that use them: one line each, with its key."""

from __future__ import annotations

import tomllib

import pytest

from tests.witnesses.witnesses import table_file
from umpire.core.mistakes import FileMistake
from umpire.game.rulebook.asked import conditions

FOG = """
[fact.fog]
is = ["none", "thin", "thick"]
assume = "none"
words = "the fog"
[[modifier]]
id = "fog"
when = { fog = "thin" }
amount = -1
words = "thin fog"
rule = "club 1"
"""


def wrong(text: str, ruleset: str = "two-star-general") -> list[tuple[str, str]]:
    """Return every mistake with its hint."""
    with pytest.raises(FileMistake) as caught:
        table_file(ruleset, tomllib.loads(text))
    first = caught.value.what.partition(": ")[2].partition(" (and ")[0]
    return [
        (first, caught.value.hint),
        *((each.what.rpartition(".toml: ")[2], each.hint) for each in caught.value.more),
    ]


@pytest.mark.parametrize("type", ["words", "yesno", "", 3, [1], {"word": 1}])
def test_a_type_there_is_not_is_one_line_beside_what_else_is_wrong(type):
    own = tomllib.loads(FOG)
    own["fact"]["fog"]["is"] = type
    own["modifier"][0]["amount"] = "x"
    with pytest.raises(FileMistake) as caught:
        table_file("two-star-general", own)
    said = [caught.value.what, *(each.what for each in caught.value.more)]
    assert len(said) == 2
    assert "fact.fog.is: found" in said[0]
    assert "expected yes/no, number or a list" in said[0]
    assert "modifier.fog.amount: found" in said[1]


def test_what_a_fact_is_and_is_not_said():
    text = "\n".join(line for line in FOG.splitlines() if not line.startswith("is ="))
    assert [what.partition(":")[0] for what, _ in wrong(text)] == ["fact.fog"]


@pytest.mark.parametrize("values", ["3", "[3]", '"thin"', "[[]]"])
def test_values_that_are_none_are_said_and_the_row_is_not_held_against_them(values):
    said = wrong(FOG.replace('["none", "thin", "thick"]', values))
    assert [what.partition(":")[0] for what, _ in said if what.startswith("fact.fog.is")]


@pytest.mark.parametrize("legend", ["fog", ["fog"], {"fog": 3}, {"fog": {"is": {}}}])
def test_a_legend_that_is_none_is_no_reason_to_fall_over(legend):
    try:
        conditions(("modifier", "x", "when"), legend, {"fog": "thin"}, lambda word: [word])
    except FileMistake as refused:
        assert "a row cannot use this fact" in refused.what  # noqa: PT017


@pytest.mark.parametrize(
    ("without", "what", "hint"),
    [
        ("words", "`words`", 'write words = "the fog"'),
        ("is", "`is` (yes/no, number or a list of words)", 'write is = "yes/no"'),
    ],
)
def test_what_a_new_fact_does_not_say_is_told_with_how_it_is_said(without, what, hint):
    text = "\n".join(line for line in FOG.splitlines() if line != without and not line.startswith(f"{without} = "))
    text += '\nwords = "thin fog"' * (without == "words")
    ((said, told),) = wrong(text)
    assert said == f"fact.fog: no fact has this name; a new fact needs {what}"
    assert hint in told


def test_how_a_fact_is_said_even_where_a_name_is_near():
    ((_, hint),) = wrong("[fact.rang]\nis = 'number'")
    assert hint == 'did you mean range? Or write words = "the rang"'


def test_of_whom_a_fact_may_be_told_is_said_without_the_empty_word():
    ((said, _),) = wrong(FOG.replace("[[modifier]]", 'of = "unit"\n[[modifier]]'))
    assert said == 'fact.fog.of: found the text "unit", expected stand, element or side'


ROW = """
[[modifier]]
id = "own"
when = {}
amount = 1
words = "own"
rule = "club 1"
"""


@pytest.mark.parametrize(
    ("ruleset", "text", "what"),
    [
        ("asp-ww2", ROW + 'at = "initiative"\non = "need"', 'roll, as in other rows with at = "initiative"'),
        ("asp-ww2", ROW + 'at = "detection"\non = "need"', 'roll, as in other rows with at = "detection"'),
        ("d20-elements", ROW + 'at = "hit"\non = "column"\nof = "firer"', 'roll, as in other rows with at = "hit"'),
        ("d20-elements", ROW + 'at = "he"\non = "column"\nof = "firer"', 'roll, as in other rows with at = "he"'),
        ("d20-elements", '[modifier.hit-near]\non = "column"', 'roll, as in other rows with at = "hit"'),
        ("d20-elements", '[modifier.pen-near]\nat = "sup"\non = "column"', 'roll, as in other rows with at = "sup"'),
    ],
)
def test_a_row_is_on_what_its_throw_can_use(ruleset, text, what):
    ((said, _),) = wrong(text, ruleset)
    assert ".on: found the text" in said
    assert said.endswith(f"expected {what}")


@pytest.mark.parametrize(
    ("ruleset", "text"),
    [
        ("asp-ww2", ROW + 'at = "effect"\non = "need"'),
        ("asp-ww2", ROW + 'at = "effect"\non = "roll"'),
        ("d20-elements", ROW + 'at = "pen"\non = "column"\nof = "firer"'),
        ("d20-elements", '[modifier.hit-near]\nat = "pen"\non = "column"'),
    ],
)
def test_what_published_rows_of_the_list_are_on_stays_allowed(ruleset, text):
    assert table_file(ruleset, tomllib.loads(text)).rows["modifier"]


def test_a_missing_key_is_told_with_the_few_words_it_may_have():
    ((said, _),) = wrong(ROW + 'at = "he"\non = "roll"', "d20-elements")
    assert said == "modifier.own: no row has this name; a new row needs `of` (firer or target)"
    ((said, _),) = wrong(ROW + 'at = "hit"\nof = "firer"', "d20-elements")
    assert said.endswith("needs `on` (roll)")
    ((said, hint),) = wrong(ROW + 'on = "dice"')
    assert (said, hint) == ("modifier.own.on: not a key of this table", "leave it out")


@pytest.mark.parametrize("name", ["yes", "no", "fire", "assault", "odds", "map", "dice"])
def test_a_fact_is_not_called_like_a_command_or_an_answer(name):
    said = wrong(FOG.replace("fact.fog", f"fact.{name}").replace("fog =", f"{name} ="))
    assert said == [
        (
            f"fact.{name}: {name!r} is {'a value of other facts' if name in ('yes', 'no') else 'a command'}",
            "choose another name",
        )
    ]


@pytest.mark.parametrize(
    ("line", "key", "hint"),
    [
        ('why.nonne = "x"', "why.nonne", "did you mean none?"),
        ('says.thinn = "x"', "says.thinn", "did you mean thin or thick?"),
        ('[fact.elite]\nwhy.ja = "x"', "elite.why.ja", "one of: yes, no"),
        ('[fact.mode]\nsays.clos = "x"', "mode.says.clos", "did you mean close?"),
    ],
)
def test_words_for_what_a_field_never_is_are_refused(line, key, hint):
    ((said, told),) = wrong(FOG.replace("[[modifier]]", line + "\n[[modifier]]"))
    assert said.endswith(f"{key}: not a value of this fact")
    assert told == hint


def test_words_around_a_value_and_for_a_value_stay_allowed():
    words = 'why.none = "x"\nsays.is = "in {value}"\nsays.not = "not in {value}"\nsays.thin = "thin fog"\n'
    assert table_file("two-star-general", tomllib.loads(FOG.replace("[[modifier]]", words + "[[modifier]]")))

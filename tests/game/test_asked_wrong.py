"""What is wrong with the facts of a house file, and with rows that hang on them: each in one line with its key."""

from __future__ import annotations

import tomllib

import pytest

from tests.witnesses.witnesses import table_file
from umpire.core.mistakes import FileMistake
from umpire.game.rulebook.asked import conditions

FOG = """
[when.fog]
type = "word"
values = ["none", "thin", "thick"]
assume = "none"
means = "the fog"
ask = "how thick the fog is: none, thin or thick"
[[modifier]]
id = "fog"
when = { fog = "thin" }
amount = -1
words = "thin fog"
rule = "club 1"
"""


def wrong(text: str, ruleset: str = "two-star-general") -> list[tuple[str, str]]:
    """Everything that is wrong, each with its hint."""
    with pytest.raises(FileMistake) as caught:
        table_file(ruleset, tomllib.loads(text))
    first = caught.value.what.partition(": ")[2].partition(" (and ")[0]
    return [
        (first, caught.value.hint),
        *((each.what.rpartition(".toml: ")[2], each.hint) for each in caught.value.more),
    ]


@pytest.mark.parametrize("type", ["words", "yesno", "", 3, ["word"], {"word": 1}])
def test_a_type_there_is_not_is_one_line_beside_what_else_is_wrong(type):
    own = tomllib.loads(FOG)
    own["when"]["fog"]["type"] = type
    own["modifier"][0]["amount"] = "x"
    with pytest.raises(FileMistake) as caught:
        table_file("two-star-general", own)
    said = [caught.value.what, *(each.what for each in caught.value.more)]
    assert len(said) == 2
    assert "when.fog.type: found" in said[0]
    assert "expected yes/no, number or word" in said[0]
    assert "modifier.fog.amount: found" in said[1]


def test_a_type_that_is_missing_is_said():
    assert [what.partition(":")[0] for what, _ in wrong(FOG.replace('type = "word"\n', ""))] == ["when.fog"]


@pytest.mark.parametrize("values", ["3", "[3]", '"thin"', "[[]]"])
def test_values_that_are_none_are_said_and_the_row_is_not_held_against_them(values):
    said = wrong(FOG.replace('["none", "thin", "thick"]', values))
    assert [what.partition(":")[0] for what, _ in said if what.startswith("when.fog.values")]


@pytest.mark.parametrize("legend", ["fog", ["fog"], {"fog": 3}, {"fog": {"type": []}}])
def test_a_legend_that_is_none_is_no_reason_to_fall_over(legend):
    try:
        conditions(("modifier", "x", "when"), legend, {"fog": "thin"}, lambda word: [word])
    except FileMistake as refused:
        assert "no row may ask about this" in refused.what  # noqa: PT017

"""Tests of rows of a table as lines of a pool: applied, or with the reason why not; caps, floors, repeated rows."""

import pytest

from umpire.core.frozen import frozen
from umpire.core.mistakes import Mistake
from umpire.core.pools import DiceLine
from umpire.game.rulebook.modifiers import filled, floored, read_modifiers


@frozen
class View:
    what: str = "gun"
    covered: bool = False
    light: str = "day"
    range: int = 2
    markers: int = 0


DOC = {
    "options": {"night_rule": True},
    "fact": {
        "what": {"is": ["gun", "tank"], "words": "what it is", "hidden": True},
        "covered": {"is": "yes/no", "words": "in cover", "why": {"yes": "in cover", "no": "not in cover"}},
        "light": {"is": ["day", "night"], "words": "the light", "otherwise": "the light is {value}"},
        "range": {"is": "number", "words": "hexes", "otherwise": "{value} hexes, the most is {far}"},
        "markers": {"is": "number", "words": "markers", "why": {"0": "no markers"}},
    },
    "modifier": [
        {"id": "gun", "when": {"what": "gun"}, "amount": 3, "words": "gun", "rule": "1"},
        {"id": "tank", "when": {"what": "tank"}, "amount": 4, "words": "tank", "rule": "2"},
        {"id": "cover", "when": {"covered": True}, "amount": -2, "words": "cover", "rule": "3", "group": "hard"},
        {"id": "night", "when": {"light": "night"}, "amount": -2, "words": "night", "rule": "4", "group": "hard",
         "option": {"night_rule": True}},
        {"id": "far", "when": {"range": ">= 4"}, "amount": -1, "words": "beyond {far}", "rule": "5"},
        {"id": "smoke", "when": {}, "amount": -9, "words": "smoke", "rule": "7", "option": {"night_rule": False}},
        {"id": "markers", "when": {}, "amount": -1, "words": "markers", "rule": "8", "at": "roll", "on": "roll",
         "times": "markers", "per": 2, "counted": "pairs of markers: {times}"},
    ],
    "group": [{"id": "hard", "least": -3, "words": "at most 3 together", "rule": "6"}],
}  # fmt: skip
TABLE = read_modifiers(DOC, {"far": 3})


def said(at="", views=(), **facts):
    lines = TABLE.lines(at, View(**facts), "a", [View(**view) for view in views])
    return {line.words: line.why_not or line.amount for line in lines}


def test_a_row_that_does_not_apply_says_why_and_one_never_in_question_is_not_shown():
    assert said() == {
        "gun": 3, "cover": "not in cover", "night": "the light is day", "beyond 3": "2 hexes, the most is 3",
    }  # fmt: skip


def test_a_row_bound_to_another_option_is_not_there():
    assert "smoke" not in said()


def test_a_group_counts_for_no_more_than_its_cap_and_the_cap_has_its_rule():
    lines = TABLE.lines("", View(covered=True, light="night", range=4), "a")
    assert sum(line.amount for line in lines if line.applied) == 3 - 3 - 1
    assert lines[-1] == DiceLine("a", 1, "at most 3 together", "6")


def test_of_a_group_the_worst_alone_may_count():
    table = read_modifiers({**DOC, "group": [{"id": "hard", "worst": True, "words": "the worse", "rule": "6"}]}, {})
    lines = table.lines("", View(covered=True, light="night", range=4), "a")
    assert lines[-1] == DiceLine("a", 2, "the worse", "6")


def test_a_row_may_count_several_times_and_rounds_down():
    assert said("roll", markers=5) == {"pairs of markers: 2": -2}
    assert said("roll", markers=1) == {"markers": "markers: 1"}
    assert said("roll", markers=0) == {"markers": "no markers"}


def test_of_two_kinds_of_enemy_a_capped_row_asks_each_and_any_other_only_all_together():
    both = ({"covered": True, "range": 9}, {"light": "night"})
    assert said(views=both) == {"gun": 3, "cover": -2, "night": -2, "beyond 3": "2 hexes, the most is 3",
                                "at most 3 together": 1}  # fmt: skip


def test_a_row_that_asks_what_nobody_knows_is_refused_with_what_it_may_ask():
    rows = [{"id": "odd", "when": {"coverd": True}, "amount": 1, "words": "odd", "rule": "9"}]
    with pytest.raises(Mistake, match="a row cannot use the fact 'coverd'") as wrong:
        read_modifiers({**DOC, "modifier": rows}, {})
    assert "covered" in wrong.value.hint


def test_the_lines_of_a_stand_are_lifted_to_the_floor_and_not_above():
    three = (
        DiceLine("a", 3, "gun", "1"),
        DiceLine("a", -9, "smoke", "7"),
        DiceLine("a", -9, "not counted", "7", why_not="no"),
    )
    assert floored(three, "a", 0, "never fewer than zero dice", "3.4")[3:] == (
        DiceLine("a", 6, "never fewer than zero dice", "3.4"),
    )
    assert floored(three[:1], "a", 1, "one at least", "3.4") == three[:1]


def test_words_are_filled_from_the_numbers_of_the_table():
    assert filled("within {near}, {value}", {"near": 4}) == "within 4, {value}"

"""Tests of formulas and conditions of a rule file: values, words, refusals with their place."""

from contextlib import suppress
from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalogue import mistaken, says
from umpire.core.mistakes import BadValue, Mistake, OutOfBounds
from umpire.game.says.condition import read_when
from umpire.game.says.formula import DEEPEST, LONGEST, parse
from umpire.game.says.words import fill, names_in

VALUES = {
    "a": 7,
    "b.c": -3,
    "d": 2,
    "arm": "foot",
    "foe.arm": "horse",
    "combat.foot": 5,
    "shaken": True,
    "tired": False,
    "range": 20,
    "gap": Fraction(29, 2),
    "guns.count": 3,
    "target": "Old Guard",
}


class Values:
    def get(self, name):
        if name not in VALUES:
            raise Mistake(f"{name}: not a name known here")
        return VALUES[name]

    def many(self, name):
        return {"guns.men": [4, 6, 9]}[name]

    def said(self, name):
        return name.replace(".", " ")

    def why(self, name, value):
        return {("arm", "bows"): "it has no bows"}.get((name, value), "")


def worth(text):
    return parse(text).value(Values())


@pytest.mark.parametrize(
    ("text", "comes_to"),
    [
        (12, 12),
        (-3, -3),
        ("a - b.c - d", 8),
        ("a - (b.c - d)", 12),
        ("2 + 3 * a", 23),
        ("-a * 2 + - d", -16),
        ("up(a / 2)", 4),
        ("down(a / 2)", 3),
        ("near(a / 2)", 4),
        ("near(b.c / 2)", -1),
        ("rest(a / 3)", 1),
        ("up(b.c / 2)", -1),
        ("down(b.c / 2)", -2),
        ("min(a, d, 5) + max(1, b.c)", 3),
        ("sum(guns.men) - count(guns)", 16),
        ("combat[arm] + 1", 6),
        ("a - 2 * shaken", 5),
        ("a - 2 * tired", 7),
        ("min (a ,d)", 2),
        ("2 * gap", 29),
        ("up(gap / 2)", 8),
    ],
)
def test_what_a_formula_comes_to(text, comes_to):
    assert worth(text) == comes_to


def test_the_names_a_formula_looks_at_and_what_it_divides_by():
    formula = parse("combat[foe.arm] + up(sum(guns.men) / max(1, a)) - count(guns)")
    assert formula.names == {"combat", "foe.arm", "guns.men", "a", "guns.count"}
    assert [each.value(Values()) for each in formula.divisors] == [7]


NUMBERS = {"x": 6, "y.z": -4, "w": 1}
TREES = st.recursive(
    st.integers(0, 999) | st.sampled_from(list(NUMBERS)),
    lambda of: (
        st.tuples(st.sampled_from(["+", "-", "*", "min", "max"]), of, of)
        | st.tuples(st.sampled_from(["up", "down", "near", "rest"]), of, st.integers(1, 9))
        | st.tuples(st.just("neg"), of)
    ),
    max_leaves=12,
)
DOES = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "min": min,
    "max": max,
    "up": lambda a, b: ceil(a / b),
    "down": lambda a, b: floor(a / b),
    "near": lambda a, b: floor(a / b + 0.5),
    "rest": lambda a, b: a - b * floor(a / b),
    "neg": lambda a: -a,
}


def reckoned(tree):
    if isinstance(tree, tuple):
        return DOES[tree[0]](*map(reckoned, tree[1:]))
    return NUMBERS.get(tree, tree)


def spelled(tree, loose=0):
    """Return the tree as text, with brackets only where needed: a sum within a product, a subtracted sum."""
    if not isinstance(tree, tuple):
        return str(tree)
    does, *parts = tree
    if does in ("+", "-"):
        text = f"{spelled(parts[0])} {does} {spelled(parts[1], 1)}"
        return f"({text})" if loose else text
    if does == "*":
        text = f"{spelled(parts[0], 1)}*{spelled(parts[1], 2)}"
        return f"({text})" if loose == 2 else text
    if does == "neg":
        return f"-{spelled(parts[0], 2)}"
    between = " / " if does in ("up", "down", "near", "rest") else ", "
    return f"{does}({between.join(map(spelled, parts))})"


class Numbers(Values):
    def get(self, name):
        return NUMBERS[name]


@given(TREES)
def test_formulas_are_what_arithmetic_makes_of_them(tree):
    text = spelled(tree)
    value = reckoned(tree)
    if len(text) <= LONGEST and abs(value) < 10**9:
        with suppress(Mistake):  # a part of the way is too large, though the whole is not
            assert parse(text).value(Numbers()) == value


@pytest.mark.parametrize(
    ("text", "kind", "about"),
    [
        ("up(a, 2)", Mistake, '2 5 "," /'),
        ("a / 2", Mistake, '/ 3 "/"'),
        ("a +", Mistake, ""),
        ("min(a)", Mistake, "6"),
        ("(a + 2", Mistake, ""),
        ("a b", Mistake, '3 "b"'),
        ("mim(a, 2)", Mistake, '2 1 "mim"'),
        ("sum(2)", Mistake, '2 5 "2"'),
        ("combat[2]", Mistake, '"combat[2]" 8 "2"'),
        ("1234567", Mistake, '"1234567" 1 6'),
        ("a ** 2", Mistake, '** 4 "*"'),
        ("3.5", Mistake, '"3.5" 2 "."'),
        ("", Mistake, ""),
        (2.5, Mistake, "2.5"),
        (True, Mistake, "true"),
        ([1], Mistake, "1"),
        (10**9, Mistake, "1000000000"),
        ("1 + " * 40, Mistake, "160 120"),
    ],
)
def test_what_is_no_formula_is_refused_with_its_place(text, kind, about):
    with mistaken(kind, about=about):
        parse(text)


@pytest.mark.parametrize(
    ("text", "kind", "about"),
    [
        ("up(a / (d - 2))", OutOfBounds, "0"),
        ("down(a / b.c)", OutOfBounds, "-3"),
        ("arm + 1", BadValue, 'arm "foot"'),
        ("combat[foe.arm]", Mistake, "combat.horse"),
        ("999999 * 999999", OutOfBounds, "9"),
    ],
)
def test_what_cannot_be_worked_out_says_why(text, kind, about):
    with mistaken(kind, about=about):
        worth(text)


def test_brackets_are_few():
    assert worth("(" * DEEPEST + "a" + ")" * DEEPEST) == 7
    with mistaken(Mistake, about="21 20"):
        parse("(" * (DEEPEST + 1) + "a" + ")" * (DEEPEST + 1))


HOSTILE = st.text("abmx09._ +-*/(),[]{}\"'\\\n\t√٣_;:=<>", max_size=140) | st.text(max_size=140)


@given(HOSTILE)
def test_any_text_is_a_formula_or_refused(text):
    for read in (parse, lambda text: read_when({"a": text}), names_in):
        with suppress(Mistake):
            read(text)


@given(st.sampled_from(["__import__('os')", "a.__class__", "().x", "a if a else d", "lambda: 1", "a;d", "`a`", "a:=1"]))
def test_no_text_is_run(text):
    with pytest.raises(Mistake):
        worth(text)


@pytest.mark.parametrize(
    ("when", "why"),
    [
        ({"range": "<= 20"}, ""),
        ({"range": "<= 10"}, "range 20 10"),
        ({"range": "< 20"}, "range 20"),
        ({"range": "> 2 * a + 6"}, "range 20"),
        ({"range": ">= 2 * a and <= 3 * a"}, ""),
        ({"range": ">= 5 and <= a"}, "range 20 7"),
        ({"gap": "<= 14"}, "gap 14.5 14"),
        ({"range": 20}, ""),
        ({"range": 12}, "range 20 12"),
        ({"range": [1, 2]}, "range 20 1 2"),
        ({"range": ["< 5", "> 30"]}, "range 20 5 30"),
        ({"range": "!= 20"}, "range 20"),
        ({"sum(guns.men)": ">= 19", "a - d": 5}, ""),
        ({"sum(guns.men)": ">= 20"}, "guns.men 19 20"),
        ({"arm": "foot"}, ""),
        ({"arm": ["horse", "shot"]}, "arm foot horse shot"),
        ({"arm": "not foot"}, "arm foot"),
        ({"arm": "not horse"}, ""),
        ({"arm": "= foe.arm"}, "arm foot horse"),
        ({"arm": "!= foe.arm"}, ""),
        ({"shaken": True}, ""),
        ({"shaken": False}, "shaken yes"),
        ({"tired": True}, "tired no"),
        ({"arm": "foot", "b.c": ">= 0"}, "b c -3 0"),
        ({}, ""),
    ],
)
def test_a_condition_says_why_it_does_not_hold(when, why):
    assert says([read_when(when).unmet(Values())], why)


@pytest.mark.parametrize(
    ("when", "kind", "about"),
    [
        ({"sum(guns": 3}, Mistake, "guns"),
        ({"range": "<= "}, Mistake, "range"),
        ({"range": "~ 4"}, Mistake, "range"),
        ({"range": []}, Mistake, "range 0 1 40"),
        ({"range": [[1]]}, Mistake, "range 1"),
        ({"range": {"min": 3}}, Mistake, "range"),
        ({"range": 2.5}, Mistake, "range 2.5"),
        ("range", Mistake, '"range"'),
    ],
)
def test_what_is_no_condition_is_refused(when, kind, about):
    with mistaken(kind, about=about):
        read_when(when)


def test_a_table_of_bounds_is_answered_with_the_bounds():
    with mistaken(Mistake, about="range", hint='write range = ">= 3 and <= 6"'):
        read_when({"range": {"min": 3, "max": 6}})


def test_a_word_is_neither_more_nor_less():
    with mistaken(BadValue, "foot", about="10"):
        read_when({"arm": "<= 10"}).unmet(Values())


def test_the_names_of_conditions():
    assert read_when({"arm": "foot", "range": "<= a + b.c"}).names == {"arm", "range", "a", "b.c"}


@pytest.mark.wording
@pytest.mark.parametrize(
    ("when", "words"),
    [
        ({"range": "<= firer.reach"}, "range at most firer.reach"),
        ({"arm": ["foot", "not shot"]}, "arm foot or not shot"),
        ({"shaken": True}, "shaken"),
        ({"shaken": False}, "not shaken"),
    ],
)
def test_a_condition_in_words_for_a_sheet(when, words):
    assert [each.says(each.name) for each in read_when(when).conditions] == [words]


def test_words_with_braces_are_filled_once():
    assert fill("{target} loses {a - 2} of {a}, {shaken}", Values()) == "Old Guard loses 5 of 7, yes"
    assert fill("{gap} or {gap + 1}", Values()) == "14.5 or 15.5"
    assert names_in("{target} loses {a - d}") == {"target", "a", "d"}
    for text in ("{target", "a} b", "{a {d}}", "{}"):
        with mistaken(Mistake):
            names_in(text)

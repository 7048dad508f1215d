"""Tests that the difference of two positions leads from one to the other, both ways, also through JSON."""

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from umpire.game.gamefile.changes import (
    ABSENT,
    ChangeError,
    LeafChange,
    backward,
    decode,
    difference,
    encode,
    forward,
    reverse,
)

KEYS = st.sampled_from(["a", "b", "sp", "", "ü", "\ud800"]) | st.text(max_size=3)
NUMBERS = st.integers(-2, 2) | st.integers() | st.floats(allow_nan=False, allow_infinity=False).map(lambda x: x + 0.0)
SCALARS = st.none() | st.booleans() | NUMBERS | st.text(max_size=3)
VALUES = st.recursive(SCALARS, lambda v: st.lists(v, max_size=3) | st.dictionaries(KEYS, v, max_size=4), max_leaves=12)
POSITIONS = st.dictionaries(KEYS, VALUES, max_size=5)


def written(value):
    """Return a value as text; unlike Python's ==, this distinguishes 1, True and 1.0."""
    return json.dumps(value, sort_keys=True)


@given(POSITIONS, POSITIONS)
@pytest.mark.slow
def test_the_difference_leads_there_and_back(before, after):
    changes = difference(before, after)
    untouched = copy.deepcopy((before, after, changes))
    assert written(forward(before, changes)) == written(after)
    assert written(backward(after, changes)) == written(before)
    assert (before, after, changes) == untouched


@given(POSITIONS, POSITIONS)
@pytest.mark.slow
def test_changes_come_back_from_json(before, after):
    changes = difference(before, after)
    again = decode(json.loads(json.dumps(encode(changes))))
    assert again == changes
    assert repr(again) == repr(changes)


@given(POSITIONS)
def test_a_position_does_not_differ_from_itself(position):
    assert difference(position, json.loads(json.dumps(position))) == ()


@given(POSITIONS, POSITIONS)
@pytest.mark.slow
def test_the_difference_does_not_hang_on_the_order_of_keys(before, after):
    turned = dict(reversed(list(before.items()))), dict(reversed(list(after.items())))
    assert difference(*turned) == difference(before, after)


@given(POSITIONS, POSITIONS)
@pytest.mark.slow
def test_changes_on_the_wrong_position_are_refused(before, after):
    changes = difference(before, after)
    if changes:
        with pytest.raises(ChangeError):
            forward(after, changes)
        with pytest.raises(ChangeError):
            backward(before, changes)


@pytest.mark.slow
@given(POSITIONS, POSITIONS, POSITIONS)
def test_a_position_is_never_silently_corrupted(before, after, other):
    changes = difference(before, after)
    try:
        result = forward(other, changes)
    except ChangeError:
        return
    assert written(backward(result, changes)) == written(other)


def test_a_stand_changes_leaf_by_leaf():
    before = {"stands": {"b": {"sp": 3, "marks": ["D"]}, "a": {"sp": 1}}, "turn": 1}
    after = {"stands": {"b": {"sp": 2, "marks": ["D", "F"]}, "a": {"sp": 1}, "c": {"sp": 4}}, "turn": None}
    assert difference(before, after) == (
        LeafChange(("stands", "b", "marks"), ["D"], ["D", "F"]),
        LeafChange(("stands", "b", "sp"), 3, 2),
        LeafChange(("stands", "c"), ABSENT, {"sp": 4}),
        LeafChange(("turn",), 1, None),
    )


def test_absent_null_and_empty_are_three_things():
    changes = difference({"a": None, "b": {}}, {"b": None, "c": None, "d": {}})
    assert encode(changes) == [
        {"path": ["a"], "before": None},
        {"path": ["b"], "before": {}, "after": None},
        {"path": ["c"], "after": None},
        {"path": ["d"], "after": {}},
    ]


@pytest.mark.parametrize(("a", "b"), [(1, True), (1, 1.0), (0, False), ([1], [True]), ([{"x": 0}], [{"x": False}])])
def test_what_python_calls_equal_but_is_written_otherwise_is_a_change(a, b):
    assert difference({"x": a}, {"x": b}) == (LeafChange(("x",), a, b),)


def test_branches_without_a_change_are_shared():
    before = {"stands": {"a": {"sp": 3}, "b": {"sp": 3}}, "map": {"0507": "road"}}
    after = forward(before, [LeafChange(("stands", "a", "sp"), 3, 2)])
    assert after["map"] is before["map"]
    assert after["stands"]["b"] is before["stands"]["b"]
    assert before["stands"]["a"] == {"sp": 3}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (LeafChange(("stands", "a", "sp"), 4, 3), "stands.a.sp: expected 4, found 3"),
        (LeafChange(("stands", "x", "sp"), 4, 3), "stands.x.sp: the state of the game has no field for this value"),
        (LeafChange(("stands", "a"), ABSENT, 1), "stands.a: expected ABSENT, found {'sp': 3}"),
        (LeafChange(("turn", "hour"), 1, 2), "turn.hour: the state of the game has no field for this value"),
        (LeafChange((), {}, {}), ": the state of the game has no field for this value"),
    ],
)
def test_a_change_that_does_not_fit_says_where(change, words):
    with pytest.raises(ChangeError) as caught:
        forward({"stands": {"a": {"sp": 3}}, "turn": 1}, [change])
    assert str(caught.value) == words


def test_several_changes_of_one_leaf_are_taken_back_from_the_last():
    changes = (LeafChange(("turn",), 1, 2), LeafChange(("turn",), 2, 3))
    assert forward({"turn": 1}, changes) == {"turn": 3}
    assert backward({"turn": 3}, changes) == {"turn": 1}
    assert reverse(reverse(changes)) == changes

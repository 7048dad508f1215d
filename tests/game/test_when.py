"""Tests of WHEN: the moments that people write, and whether one is present, past or to come."""

import pytest

from umpire.core.mistakes import BadValue, Missing, NotNow
from umpire.game.clock.when import Moment, Timing, read_when
from umpire.play.session import open_session

ROUNDS = Moment("round", 3, day=2, days=3, rounds=5, nights=True)
ONE_DAY = Moment("round", 3, rounds=5)
TURNS = Moment("turn", 3, side="German", turns=6, sides=("German", "Red Army"))
NIGHT = Moment("round", 5, day=1, night=True, days=3, rounds=5, nights=True)
BEFORE = Moment("turn", 0, sides=("German", "Red Army"))


@pytest.mark.parametrize(
    "text",
    [
        *("round 4", "day 2", "day 2 round 3", "night", "day 1 night", "turn 3", "turn 3 Red Army"),
        *("every day", "every night", "every round", "every turn"),
    ],
)
def test_a_moment_is_written_as_it_is_read(text):
    assert str(read_when(text)) == text


@pytest.mark.parametrize(("text", "meant"), [("Day 2  ROUND 3", "day 2 round 3"), ("DAY 1 Night", "day 1 night")])
def test_capitals_and_blanks_make_no_difference(text, meant):
    assert str(read_when(text)) == meant


@pytest.mark.parametrize(
    "text",
    ["", " ", "dusk", "round", "round 0", "round x", "day 2 turn 3", "round 3 day 2", "every", "every side", "4"],
)
def test_other_words_are_no_moment(text):
    with pytest.raises(BadValue):
        read_when(text)


@pytest.mark.parametrize(
    ("text", "battle", "kind", "hint"),
    [
        ("round 4", ROUNDS, Missing, "day 2 round 4"),
        ("day 4", ROUNDS, NotNow, ""),
        ("day 2 round 9", ROUNDS, NotNow, ""),
        ("round 9", ONE_DAY, NotNow, ""),
        ("night", ONE_DAY, NotNow, ""),
        ("day 3 night", ROUNDS, NotNow, ""),
        ("turn 3", ROUNDS, BadValue, "round 4"),
        ("every turn", ROUNDS, BadValue, "round 4"),
        ("round 3", TURNS, BadValue, "turn 4"),
        ("night", TURNS, BadValue, "turn 4"),
        ("every day", TURNS, BadValue, "turn 4"),
        ("turn 7", TURNS, NotNow, ""),
        ("turn 3 Red Armee", TURNS, BadValue, "Red Army"),
    ],
)
def test_what_a_battle_does_not_have_is_refused(text, battle, kind, hint):
    with pytest.raises(kind) as refused:
        read_when(text).of(battle)
    assert hint in refused.value.hint


@pytest.mark.parametrize(
    ("text", "battle"), [("round 4", ONE_DAY), ("day 3 round 5", ROUNDS), ("night", ROUNDS), ("turn 6", TURNS)]
)
def test_what_a_battle_has_is_taken(text, battle):
    assert str(read_when(text).of(battle)) == text


def test_a_side_is_spelled_as_in_the_battle():
    assert read_when("turn 4 red army").of(TURNS) == Timing(turn=4, side="Red Army")


TIMES = [
    ("day 2 round 3", ROUNDS, "now"),
    ("day 2", ROUNDS, "now"),
    ("day 2 round 2", ROUNDS, "past"),
    ("day 2 round 4", ROUNDS, "to come"),
    ("day 1 night", ROUNDS, "past"),
    ("day 2 night", ROUNDS, "to come"),
    ("day 1 night", NIGHT, "now"),
    ("day 1 round 5", NIGHT, "past"),
    ("day 2", NIGHT, "to come"),
    ("round 3", ONE_DAY, "now"),
    ("turn 3", TURNS, "now"),
    ("turn 3 German", TURNS, "now"),
    ("turn 3 Red Army", TURNS, "to come"),
    ("turn 2 Red Army", TURNS, "past"),
    ("turn 1", BEFORE, "to come"),
]


@pytest.mark.parametrize(("text", "at", "time"), TIMES)
def test_now_past_or_to_come(text, at, time):
    when = read_when(text).of(at)
    assert when.begun(at) == (time != "to come")
    assert when.now(at) == (time == "now")
    assert when.following(at) == (when if time == "to come" else None)


@pytest.mark.parametrize(
    ("text", "at", "last", "following"),
    [
        ("night", ROUNDS, "day 1 night", "day 2 night"),
        ("night", NIGHT, "day 1 night", "day 2 night"),
        ("every day", ROUNDS, "day 2", "day 3"),
        ("every night", NIGHT, "day 1 night", "day 2 night"),
        ("every round", ROUNDS, "day 2 round 3", "day 2 round 4"),
        ("every round", NIGHT, "day 1 round 5", "day 2 round 1"),
        ("every round", ONE_DAY, "round 3", "round 4"),
        ("every turn", TURNS, "turn 3", "turn 4"),
        ("every turn", BEFORE, "None", "turn 1"),
        ("every day", Moment("round", 1, day=3, days=3, rounds=5, nights=True), "day 3", "None"),
        ("night", Moment("round", 1, days=3, rounds=5, nights=True), "None", "day 1 night"),
        ("every round", Moment("round", 5, day=3, days=3, rounds=5, nights=True), "day 3 round 5", "None"),
    ],
)
def test_what_comes_again(text, at, last, following):
    when = read_when(text)
    assert (str(when.latest(at)), str(when.following(at))) == (last, following)


def test_everything_is_past_when_the_battle_is_over():
    over = Moment("round", 5, day=2, over=True, days=2, rounds=5)
    assert read_when("day 2 round 5").begun(over)
    assert not read_when("day 2").now(over)
    assert read_when("every day").following(over) is None


CLOCKS = [
    ("two-hills", (), "day 1 round 1"),
    ("two-hills", ("set clock round=3",), "day 1 round 3"),
    ("bridgehead", ("set clock phase=night",), "day 1 night"),
    ("asp-opening", (), "turn 0"),
    ("asp-opening", ("set clock turn=2 side=German first=German",), "turn 2 German"),
    ("d20-opening", ("next", "next 3"), "turn 1"),
    ("rules/ford", ("next",), "turn 1"),
]


@pytest.mark.parametrize(("scenario", "lines", "at"), CLOCKS)
def test_each_family_tells_where_it_is(table, scenario, lines, at):
    for line in (f"new {scenario} --seed 4", *lines):
        assert table.say(line).code == 0, line
    session = open_session(next(table.folder.glob("*.umpire")))
    now = session.family.moment(session.state)
    if at == "turn 0":
        assert not read_when("turn 1").begun(now)
    else:
        assert read_when(at).of(now).now(now)


@pytest.mark.parametrize(
    ("battle", "text"), [(ROUNDS, "day 4"), (ONE_DAY, "day 2"), (TURNS, "turn 7"), (TURNS, "night"), (NIGHT, "turn 1")]
)
def test_a_hint_names_only_moments_that_this_battle_reaches(battle, text):
    with pytest.raises((BadValue, NotNow)) as wrong:
        read_when(text).of(battle)
    named = wrong.value.hint.removeprefix("for example: ").split(", ")
    assert [str(read_when(each).of(battle)) for each in named] == named

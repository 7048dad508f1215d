"""Tests that every line that Tab offers is allowed: evenings of all four games, typed only from offers."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.offered import typed
from umpire.cli.prompt.completion import offers
from umpire.cli.prompt.live import live
from umpire.core.answers import Answers
from umpire.core.dice import SeededDice
from umpire.core.frozen import replace
from umpire.core.mistakes import Mistake
from umpire.core.odds import odds
from umpire.play.scenarios import new_game
from umpire.play.turn import Refused, play, prepare

SCENARIOS = ("bridgehead", "worked-example-2", "three-star-opening", "asp-opening", "asp-two-groups", "d20-evening")
LINES = 8
"""How many lines are typed in an evening."""


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    folder = tmp_path_factory.mktemp("games")
    return {name: new_game(folder / f"{name}.umpire", name, "7") for name in SCENARIOS}


def played(session, line, draw):
    """Return the game after a line, with random dice and choices; the same game if the line is incomplete."""
    verb, *words = line.split()
    try:
        prepared = prepare(session, verb, words)
    except (Mistake, Refused):
        return session
    answers = Answers(SeededDice(str(draw.random())), 0, [], [], roll_rest=True, defaults=True)
    after = play(prepared, answers).after
    return replace(session, state=session.family.read_state(after["state"], session.game_map))


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
@settings(deadline=None, max_examples=4)
@given(seed=st.integers(0, 10**9), kept=st.booleans())
def test_whatever_is_offered_is_let_through(games, scenario, seed, kept):
    draw, session = random.Random(seed), games[scenario]
    session.head["sequence"] = "kept" if kept else "told"
    for _ in range(LINES):
        session = played(session, typed(session, draw), draw)


BATTLE = """
name = "menu"
ruleset = "two-star-general"
sequence = "free"
sides = ["German", "Allied"]
[map]
hexes = "flat"
shifted = "even"
rows = ". . . . .\\n. . . v .\\n. . . . .\\n. . . . ."
legend = { "." = "open", v = "village" }
[units]
g = { name = "Panzer", side = "German", order = "M" }
a = { name = "Para", side = "Allied", order = "H" }
b = { name = "Rangers", side = "Allied", order = "M" }
[stands]
ta = { type = "medium", unit = "g", hex = "0202", name = "tank" }
gh = { type = "hq", unit = "g", hex = "0101", name = "panzer HQ" }
p1 = { type = "infantry", unit = "a", hex = "0402", name = "paras" }
p2 = { type = "infantry", unit = "b", hex = "0302", name = "near" }
p3 = { type = "medium", unit = "b", hex = "0404", name = "far" }
mg = { type = "mg", unit = "b", host = "p3", name = "machine guns" }
"""


def test_the_menu_of_targets_says_what_decides_best_first_and_who_is_assaulted_instead(tmp_path):
    (tmp_path / "menu.toml").write_text(BATTLE, encoding="utf-8")
    session = new_game(tmp_path / "menu.umpire", tmp_path / "menu.toml", "1")
    found = [one for one in offers(session, "fire ta at ") if one.words]
    assert [(one.word, one.words, one.line) for one in found] == [
        ("p3", "4/4 · 3 hexes · 3 dice on 6 55 · far", ""),
        ("p1", "5/5 hold · village · 2 hexes · 3 dice on 6 · paras", ""),
        ("p2", "5/5 · 1 hex · 5 dice on 6 55 · assault · near", "assault ta at p2"),
    ]


def test_a_line_without_a_verb_is_offered_whom_it_may_be_meant_for(tmp_path):
    (tmp_path / "menu.toml").write_text(BATTLE, encoding="utf-8")
    session = new_game(tmp_path / "menu.umpire", tmp_path / "menu.toml", "1")
    found = {one.word: one.words for one in offers(session, "ta ")}
    assert [*found][:3] == ["p3", "p1", "p2"]
    assert found["p2"] == "5/5 · 1 hex · 5 dice on 6 55 · near"
    assert "0103" in found
    assert [one.word for one in offers(session, "ta p1 line=")] == ["line=clear"]
    assert offers(session, "f ta ") == offers(session, "fire ta ") != []
    assert offers(session, "s ") == offers(session, "status ") != []
    assert offers(session, "nonsense ") == []


def below(session, line):
    """Return the live line below the typed text."""
    steps = live(session, f"{line} ")
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return done.value


@pytest.mark.parametrize("scenario", SCENARIOS)
@settings(deadline=None, max_examples=3)
@given(seed=st.integers(0, 10**9))
def test_the_live_line_says_the_numbers_of_the_odds(games, scenario, seed):
    draw, session = random.Random(seed), games[scenario]
    session.head["sequence"] = "told"
    names = [*session.family.names(session.state)]
    found = 0
    for _ in range(40):
        line = f"fire {draw.choice(names)} at {draw.choice(names)} {draw.choice((2, 3, 450))}"
        verb, *words = line.split()
        try:
            prepared = prepare(session, verb, words, with_dice=True)
        except (Mistake, Refused):
            continue
        found += 1
        counted = odds(prepared.make)
        for one in session.family.yardsticks(prepared.situation):
            worth = sum(Fraction(weight, counted.total) * one.of(dict(each.tally)) for each, weight in counted.outcomes)
            if not one.chance:
                assert f"{one.words} {float(worth):.2f}" in below(session, line)
            elif worth:
                percent = re.search(rf"{re.escape(one.words)} ([\d.]+)%", below(session, line))
                assert percent, below(session, line)
                assert abs(float(percent[1]) - 100 * float(worth)) <= 0.06
        if found == 4:
            break


@pytest.mark.parametrize(
    ("line", "offered"), [("now tiger", False), ("now tiger soft", True), ("now tiger.cover=soft", True)]
)
def test_until_is_offered_behind_a_fact_alone(tmp_path, line, offered):
    session = new_game(tmp_path / "g.umpire", "d20-opening", "1")
    session.head["sequence"] = "kept"
    assert ("until" in [one.word for one in offers(session, f"{line} ")]) is offered

"""Whatever Tab offers is let through: evenings of all four games, typed by nothing but what is offered."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.offered import typed
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
    """The game after a line, with dice and choices left to chance; as it was where the line is not whole."""
    verb, *words = line.split()
    try:
        prepared = prepare(session, verb, words)
    except (Mistake, Refused):
        return session
    answers = Answers(SeededDice(str(draw.random())), 0, [], [], roll_rest=True, defaults=True)
    after = play(prepared, answers).after
    return replace(session, state=session.family.read_state(after["state"], session.game_map))


@pytest.mark.parametrize("scenario", SCENARIOS)
@settings(deadline=None, max_examples=4)
@given(seed=st.integers(0, 10**9), kept=st.booleans())
def test_whatever_is_offered_is_let_through(games, scenario, seed, kept):
    draw, session = random.Random(seed), games[scenario]
    session.head["sequence"] = "kept" if kept else "told"
    for _ in range(LINES):
        session = played(session, typed(session, draw), draw)


def below(session, line):
    """The live line of what is typed."""
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
            prepared = prepare(session, verb, words)
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

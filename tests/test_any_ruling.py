"""Tests of rulings: after any of them the position can be written and read back, by export, `set` and `edit`."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from tests.rulesets import EVERY, FIRES, seeded
from umpire.core.frozen import replace
from umpire.core.mistakes import Mistake
from umpire.core.procedure import Wanted
from umpire.game.act import Act
from umpire.play.scenarios import export_text, new_game, position_from_text
from umpire.play.session import Session
from umpire.play.turn import Refused, play, prepare

TRIED, PLAYED = 500, 15
TOLD = ("yes", "no", "1", "2", "300", "good", "edge", "none", "A", "D", "M", "R")
NUMBERS = ("1", "2", "100", "600", "0506")


def anything(pick: random.Random, act: Act, names: list[str]) -> str:
    """Return a line of that act, sensible or not: names, connecting words, numbers and facts."""
    words = [act.verb, *pick.sample(names, pick.choice([1, 1, 1, 2, 3]))]
    for connector in act.connectors:
        if pick.random() < 0.4:
            words += [connector, *pick.sample(names, pick.choice([1, 1, 2]))]
    if pick.random() < 0.6:
        words.append(pick.choice(NUMBERS))
    if act.facts and pick.random() < 0.3:
        fact = f"{pick.choice(list(act.facts))}={pick.choice([*TOLD, *names])}"
        words.append(pick.choice(["", f"{pick.choice(words[1:2])}."]) + fact)
    return " ".join(words)


def ruled(session: Session, line: str) -> Session:
    """Return the game after that line, even against the rules. Raises the errors of play."""
    verb, *words = line.split()
    played = play(prepare(session, verb, words, ruling="it is so"), seeded(line))
    state = session.family.read_state(played.after["state"], session.game_map)
    return replace(session, state=state, snapshot=session.snapshot._replace(position=played.after))


@pytest.mark.parametrize("ruleset", EVERY)
def test_no_ruling_makes_a_position_that_cannot_be_written_down(ruleset, tmp_path):
    begun = session = FIRES[ruleset].begin(tmp_path)
    acts = [session.family.act(verb) for verb in session.family.ACTS]
    pick, played = random.Random(ruleset), 0
    for _ in range(TRIED):
        line = anything(pick, pick.choice(acts), list(session.family.names(session.state)))
        there = None
        with suppress(Mistake, Refused, Wanted):
            there = ruled(session, line)
        if there:
            assert position_from_text(export_text(there)) == there.snapshot.position, line
            played += 1
            session = there if played % 10 else begun
            if played == PLAYED:
                return
    assert played


@pytest.mark.parametrize("line", ["bus t1 with t1", "bus t2 with t3", "bus g2 with c1", "bus a1 with p2"])
def test_what_carries_nobody_carries_nobody_by_a_ruling(line, tmp_path):
    session = FIRES["asp-ww2"].begin(tmp_path)
    with pytest.raises((Refused, Mistake)) as refused:
        ruled(session, line)
    assert any(words in str(refused.value) for words in ("BUS-07", "cannot board itself"))


def test_as_many_moves_as_a_ruling_allows(tmp_path):
    session = new_game(tmp_path / "evening.umpire", "d20-evening", "44")
    there = ruled(ruled(session, "move panzer 999 reverse=yes"), "move panzer 15.37cm rough=3.33 difficult=7.1")
    assert position_from_text(export_text(there)) == there.snapshot.position

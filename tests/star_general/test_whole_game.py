"""Tests of whole battles by random legal play: every offer is legal, no law is broken, every act can be undone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.places import ROOT
from tests.star_general.games import BOOKS, NAMES, TABLES
from umpire.core.answers import Answers
from umpire.core.dice import SeededDice
from umpire.core.hexes import distance
from umpire.core.mistakes import Mistake
from umpire.core.outcome import Objection
from umpire.core.procedure import Choice, Chosen, resolve
from umpire.game.check import is_one_line
from umpire.game.facts import parse_told
from umpire.game.gamefile.changes import difference, forward, reverse
from umpire.game.gamefile.trouble import NothingToUndo
from umpire.play.scenarios import new_game
from umpire.play.session import open_session
from umpire.play.turn import Refused, play, prepare, record
from umpire.rulesets.star_general import FAMILY as star_general
from umpire.rulesets.star_general.board.board import no_room
from umpire.rulesets.star_general.effects import apply
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.turn.objectives import result
from umpire.rulesets.star_general.turn.sequence import sides_to_choose, to_activate

BRIDGEHEAD = ROOT / "examples" / "bridgehead.toml"
MOST = 900
"""Commands in which two days are over, whatever happens."""


class Luck(Answers):
    """A referee who rolls every die and makes every choice at random, and keeps the options offered."""

    def __init__(self, seed: int) -> None:
        super().__init__(SeededDice(str(seed)), 0, roll_rest=True)
        self.random = random.Random(seed)

    def choose(self, choice: Choice) -> Chosen:
        """Choose any of the options, which are different from one another."""
        tokens = [option.token for option in choice.options]
        assert len(set(tokens)) == len(tokens) > 1, choice
        assert all(is_one_line(option.token) and option.words for option in choice.options)
        return Chosen(choice, self.random.choice(choice.options), "told")


class Evening:
    """A random game: the commands that a table might type next, in random order, until one is legal."""

    def __init__(self, state: State, book: str, seed: int) -> None:
        self.state, self.table, self.luck = state, TABLES[book], Luck(seed)
        self.random = self.luck.random
        self.said: Counter[str] = Counter()
        self.refused = 0

    def objections(self, line: str) -> tuple[Any, Any, tuple[Objection, ...]]:
        """Return the act, its situation, and every objection."""
        verb, *words = line.split()
        act = star_general.act(verb)
        sit = act.situate(self.state, self.table, parse_told(words, act.connectors, act.bare))
        return act, sit, (*act.out_of_turn(self.state, self.table, sit), *act.objections(sit))

    def step(self) -> str:
        """Type one legal command; refused ones on the way change nothing."""
        for line in self.ideas():
            before, drawn = self.state, self.luck.drawn
            try:
                act, sit, found = self.objections(line)
            except Mistake:
                assert (self.state, self.luck.drawn) == (before, drawn)
                continue
            if found:
                self.refused += 1
                assert all(one.rule and one.words for one in found), line
                assert (self.state, self.luck.drawn) == (before, drawn)
                continue
            while True:
                outcome, _ = resolve(act.procedure(sit), self.luck)
                if not outcome.is_tie_reroll:
                    break
            self.state = apply(self.state, outcome.effects, self.table)
            self.said[line.split()[0]] += 1
            check(before, self.state, line)
            return line
        raise AssertionError(f"nobody knows what to do: {self.state.clock}")

    def ideas(self) -> Iterator[str]:
        """Yield the commands possible now; the last of them always goes on."""
        clock = self.state.clock
        match clock.phase:
            case "orders":
                yield self.orders()
            case "retreats" | "activations":
                yield from self.activity()
            case "artillery":
                yield from self.bombardment()
            case "night":
                yield from self.night()

    def orders(self) -> str:
        """Return orders for all units, revealed at once; only those that may follow."""
        given = []
        for unit in self.state.units_in_play():
            if not self.state.without_hq(unit.id):
                first, rows = self.state.clock.round == 1, self.table.orders
                may = [order for order in "MMMHDR" if first or unit.order in rows[order].follows]
                given.append(f"{unit.id}={self.random.choice(may)}")
        return "order reveal " + " ".join(given)

    def activity(self) -> Iterator[str]:
        """Yield moves, swaps and attacks of the active unit, or the name of the next one."""
        state, unit = self.state, self.state.units.get(self.state.clock.active)
        if unit is not None and self.random.random() < 0.75:
            stands = list(state.living(unit.id))
            self.random.shuffle(stands)
            foes = [stand for stand in state.stands.values() if stand.alive and stand.side != unit.side]
            attacks = [
                f"{self.verb(stand, foe)} {stand.id} at {foe.id}{self.called(stand, foe)}"
                for stand in stands
                for foe in foes
                if not foe.host and (state.apart(stand, foe) or 9) <= 3
            ]
            yield from self.some(attacks, 6)
            goals = [(stand, self.near(stand.hex)) for stand in stands for _ in range(8)]
            if self.random.random() < 0.8:
                goals.sort(key=lambda each: self.away(each[1], foes))
            yield from [f"move {stand.id} to {goal}" for stand, goal in goals[:8]]
            platoons = [stand.id for stand in state.stands.values() if stand.unit == unit.id and stand.host]
            yield from self.some([f"swap {one} to {other.id}" for one in platoons for other in stands], 2)
        yield "activate" if to_activate(state) else "next"
        yield "next"

    def bombardment(self) -> Iterator[str]:
        """Yield shots and attacks of the guns and planes of the acting side."""
        state, side = self.state, self.state.clock.side
        if not side:
            yield "artillery"
        guns = [stand for stand in state.stands.values() if stand.battery and stand.alive and stand.side == side]
        foes = [stand.id for stand in state.stands.values() if stand.alive and stand.side != side and not stand.host]
        lines = [f"artillery {gun.id} at {foe}" for gun in guns for foe in foes]
        lines += [f"artillery {gun.id} to {self.near(gun.hex)}" for gun in guns]
        lines += [f"artillery air at {foe}" for foe in foes]
        if self.random.random() < 0.8:
            yield from self.some(lines, 6)
        yield "next"

    def night(self) -> Iterator[str]:
        """Yield points, recovery of losses, and rearrangement, in their order."""
        stands = list(self.state.stands.values())
        lines = []
        for stand in self.random.sample(stands, min(12, len(stands))):
            if stand.host and not stand.alive:
                lines.append(f"night {stand.id}={self.random.choice(stands).id}")
            elif stand.host:
                lines.append(f"night {stand.id}={self.random.choice([s.id for s in stands if s.unit == stand.unit])}")
            elif not stand.alive:
                lines.append(f"night {stand.id}=2 {stand.id}.hex={self.near(stand.hex)}")
            else:
                lines.append(f"night {stand.id}={self.random.randint(1, 3)}")
                lines.append(f"night {stand.id}.hex={self.near(stand.hex)}")
        if self.random.random() < 0.9:
            yield from self.some(lines, 10)
        yield "next"

    def verb(self, stand: Stand, foe: Stand) -> str:
        """Return how one attacks another from their hexes."""
        return "assault" if self.state.apart(stand, foe) == 1 else "fire"

    def called(self, stand: Stand, foe: Stand) -> str:
        """Return guns and planes for either side, now and then."""
        words = ""
        for word, side in (("with", stand.side), ("reply", foe.side)):
            guns = [one.id for one in self.state.stands.values() if one.battery and one.side == side and one.alive]
            if guns and self.random.random() < 0.5:
                names = [*self.random.sample(guns, 1), *(["air"] if self.random.random() < 0.3 else [])]
                words += f" {word} {' '.join(names)}"
        return words

    def away(self, label: str, foes: list[Stand]) -> int:
        """Return how far a hex is from the nearest of these."""
        here = self.state.map.grid.hex(label)
        return min((distance(here, self.state.place(foe)) for foe in foes), default=0)

    def some(self, lines: list[str], most: int) -> list[str]:
        """Return a few of these lines, in any order."""
        return self.random.sample(lines, min(most, len(lines)))

    def near(self, label: str) -> str:
        """Return a hex of the board not far from another."""
        grid = self.state.map.grid
        column, row = grid.place(grid.hex(label)) if label else (1, 1)
        one = min(max(column + self.random.randint(-4, 4), 1), grid.columns)
        return grid.label(grid.at(one, min(max(row + self.random.randint(-3, 3), 1), grid.rows)))


def check(before: State, state: State, line: str) -> None:
    """Check the laws of every position, and of every step from one to the next."""
    places = [stand.hex for stand in state.stands.values() if stand.alive and not stand.host and stand.hex]
    assert len(set(places)) == len(places), f"{line}: two core stands in one hex"
    table = TABLES["TSG"] if "la" in {stand.kind for stand in state.stands.values()} else TABLES["3SG"]
    for stand in state.stands.values():
        assert 0 <= stand.sp <= stand.full, line
        assert 0 <= stand.shots <= stand.supply, line
        if stand.host and stand.alive:
            assert state.stands[stand.host].alive, f"{line}: {stand.id} is alone"
            assert state.stands[stand.host].side == stand.side
        if stand.hex and stand.alive and not stand.host:
            assert state.map.grid.hex(stand.hex) in state.map.grid
            assert not no_room(table, state.supports(stand.id)), line
    for unit in state.units.values():
        assert unit.order in "MHDR"
        left = state.living(unit.id)
        assert [stand.kind for stand in left] != ["hq"], f"{line}: an HQ alone"
        if state.clock.phase not in ("orders", "night", "over"):
            assert not unit.marker, line
        changed = unit.order != before.units[unit.id].order
        assert not changed or line.startswith("order reveal"), f"{line} changes an order"
        if changed and state.clock.round > 1 and not before.without_hq(unit.id):
            assert before.units[unit.id].order in table.orders[unit.order].follows, line
    for force in state.forces.values():
        assert 0 <= force.air_left <= force.air
        assert min(force.strength_left, force.support_left) >= 0
    clock = state.clock
    assert clock.run <= 2 or len(sides_to_choose(state, table)) < 2, f"{line}: three in a row"
    assert 1 <= clock.round <= state.battle.rounds
    assert 1 <= clock.day <= state.battle.days
    if clock.active:
        assert clock.phase in ("retreats", "activations")
        assert not state.units[clock.active].activated
    moved = [stand.id for stand in state.stands.values() if stand.hex != before.stands[stand.id].hex]
    if line.startswith(("order", "fire", "swap")):
        assert not moved, f"{line} moves {moved}"


@lru_cache
def opening(book: str, where: Path) -> State:
    """Return the bridgehead of the scenario; for Three Star the same stands by its own table."""
    text = BRIDGEHEAD.read_text(encoding="utf-8")
    if book == "3SG":
        text = text.replace("two-star-general", NAMES[book]).replace("rounds = 5", "rounds = 4")
        for name in ("panzer", "matilda"):
            text = text.replace(f'organisation = "{name}"', 'organisation = "infantry"')
    path = where / f"{book}.toml"
    path.write_text(text, encoding="utf-8")
    return new_game(where / f"{book}.umpire", path).state


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for the games of these tests."""
    return tmp_path_factory.mktemp("evenings")


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=5, deadline=None, derandomize=True, database=None)
def test_any_battle_by_legal_play_comes_to_its_end_with_nothing_broken(folder, book, seed):
    """Every offered option may be chosen; refused commands change nothing; undo restores the former state."""
    start = opening(book, folder)
    evening = Evening(start, book, seed)
    position = star_general.plain(start)
    taken_back = []
    for _ in range(MOST):
        if evening.state.clock.phase == "over":
            break
        evening.step()
        now = star_general.plain(evening.state)
        taken_back.append(reverse(difference(position, now)))
        assert forward(now, taken_back[-1]) == position
        position = now
    assert evening.state.clock.phase == "over", f"not over: {evening.state.clock} {evening.said}"
    assert result(evening.state).startswith(("a draw", "German wins", "British wins"))
    assert min(evening.said["next"], evening.said["activate"], evening.said["move"], evening.refused) > 0
    for changes in reversed(taken_back):
        position = forward(position, changes)
    assert position == star_general.plain(start)
    assert star_general.read_state(position, start.map) == start
    with pytest.raises(AssertionError, match="nobody knows"):
        evening.step()


@pytest.mark.slow
def test_an_evening_in_a_game_file_is_recorded_refused_and_undone(tmp_path):
    """The same is true of commands in a game file, undone all the way back to the opening."""
    path = tmp_path / "bridge.umpire"
    session = new_game(path, BRIDGEHEAD)
    first, refused, recorded = session.snapshot.position, 0, 0
    evening = Evening(session.state, "TSG", 7)
    for _ in range(60):
        for line in evening.ideas():
            session = open_session(path)
            try:
                prepared = prepare(session, line.split()[0], line.split()[1:])
            except (Refused, Mistake):
                refused += 1
                assert open_session(path).snapshot == session.snapshot, f"{line} was refused and changed something"
                continue
            record(play(prepared, evening.luck), line)
            recorded += 1
            evening.state = open_session(path).state
            break
    assert evening.state.count > 1
    assert refused
    number = session.file.read().number
    for _ in range(recorded):
        number = session.file.undo(number).number
    assert session.file.read().position == first
    with pytest.raises(NothingToUndo):
        session.file.undo(number)

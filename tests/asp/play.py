"""An ASP game in memory, played line by line: the sequence is kept or told, and each pool has its dice by its key."""

from __future__ import annotations

import shlex
from dataclasses import replace

from tests.asp.games import TABLE, Dice, change, stand
from umpire.core.outcome import Objection, Outcome
from umpire.core.procedure import Choice, Chosen, resolve
from umpire.game.facts import parse_told
from umpire.rulesets.asp import FAMILY as asp
from umpire.rulesets.asp.state import Clock, Group, State
from umpire.rulesets.asp.table import Table


class Referee(Dice):
    """A referee who knows the faces of each pool, and chooses the token of `chosen` or the first option."""

    chosen = ""

    def choose(self, choice: Choice) -> Chosen:
        option = next((each for each in choice.options if each.token == self.chosen), choice.options[0])
        return Chosen(choice, option, "told")


class Game:
    """A position, and the results of the lines typed in it."""

    def __init__(self, state: State, table: Table = TABLE, *, kept: bool = True) -> None:
        self.state, self.table, self.kept = state, table, kept
        self.title = ""
        self.assumed: list[str] = []
        self.sources: dict[str, str] = {}
        self.asked: list[tuple[str, ...]] = []

    def _situation(self, line: str):
        verb, *words = shlex.split(line)
        act = asp.act(verb)
        return act, act.situate(self.state, self.table, parse_told(words, act.connectors, act.bare, act.places))

    def objections(self, line: str) -> tuple[Objection, ...]:
        """Return every objection to a line."""
        act, situation = self._situation(line)
        found = act.objections(situation)
        return (*act.out_of_turn(self.state, self.table, situation), *found) if self.kept else found

    def refused(self, line: str) -> list[str]:
        """Return the clauses of the rules that refuse a line."""
        return [objection.rule for objection in self.objections(line)]

    def ruled(self, line: str, chosen: str = "", /, **dice: str) -> Outcome:
        """Return the outcome of a line even against the rules; `markers_t1` stands for the pool markers-t1."""
        act, situation = self._situation(line)
        referee = Referee({key.replace("_", "-"): faces for key, faces in dice.items()})
        referee.chosen = chosen
        outcome, _ = resolve(act.procedure(situation), referee)
        assert not referee.dice, f"never thrown: {referee.dice}"
        self.title, self.assumed, self.asked = situation.title, situation.known.assumed, referee.asked
        self.sources = situation.known.sources
        self.state = asp.apply(self.state, outcome.effects, self.table)
        assert asp.read_state(asp.plain(self.state), None) == self.state
        return outcome

    def say(self, line: str, chosen: str = "", /, **dice: str) -> Outcome:
        """Return the outcome of a line that the rules allow."""
        assert self.refused(line) == [], self.objections(line)
        return self.ruled(line, chosen, **dice)

    def stand(self, key: str):
        """Return one stand as it is now."""
        return self.state.stands[key]

    def group(self, key: str):
        """Return one battle group as it is now."""
        return self.state.groups[key]

    def change(self, key: str, **fields) -> Game:
        """Change one stand, and return the game."""
        self.state = change(self.state, key, **fields)
        return self

    def regroup(self, key: str, **fields) -> Game:
        """Change one battle group, and return the game."""
        group = replace(self.state.groups[key], **fields)
        self.state = replace(self.state, groups={**self.state.groups, key: group})
        return self

    def clock(self, **fields) -> Game:
        """Change the clock, and return the game."""
        self.state = replace(self.state, clock=replace(self.state.clock, **fields))
        return self


STANDS = (
    stand("t1", "Panther"),
    stand("t2", "Panther"),
    stand("s1", "StuG"),
    stand("c1", "Sdkfz 251"),
    stand("g1", "IG"),
    stand("f1", "HG"),
    stand("b2", "LB"),
    stand("p1", "T34/85"),
    stand("p2", "T34/85"),
    stand("p3", "T34/85"),
    stand("p4", "RG"),
    stand("p5", "Truck"),
)


def position(*stands, german="B", soviet="C", second=False, clock=None, **more) -> State:
    """Return a game of Germans (kg, hq t1) against Soviets (br, hq p1); `second` puts c1, g1 and f1 in a group k2 with
    hq c1.
    """
    groups = {
        "kg": Group("kg", "Kampfgruppe", "German", german, "t1"),
        "br": Group("br", "Brigade", "Soviet", soviet, "p1"),
    }
    if second:
        groups["k2"] = Group("k2", "Second group", "German", german, "c1")
    placed = {each.id: each for each in stands or STANDS}
    if second:
        for key in ("c1", "g1", "f1"):
            placed[key] = replace(placed[key], group="k2")
    return State(groups, placed, clock=clock or Clock(), **more)


def tactical(cp: int | None = 9, table: Table = TABLE, **more) -> Game:
    """Return a kept game in step 5 of the German turn; Kampfgruppe is open, with these command points."""
    game = Game(position(clock=Clock(1, "German", "German", 5, "kg"), **more), table)
    game.regroup("kg", cp=cp)
    return game.regroup("k2", cp=cp) if "k2" in game.state.groups else game


def marching(cp: int | None = 9, table: Table = TABLE, **more) -> Game:
    """Return a kept game in step 2 of the German turn."""
    return Game(position(clock=Clock(1, "German", "German", 2), **more), table).regroup("kg", cp=cp)

"""A small ASP game to fire in, a referee who answers by the key of the pool, and the numbers of the book, typed by
hand.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tests.catalogue import hear
from tests.places import ROOT
from umpire.core.dice import read_told
from umpire.core.outcome import Outcome
from umpire.core.pools import Pool
from umpire.core.procedure import Choice, Chosen, Thrown, resolve
from umpire.game.facts import parse_told
from umpire.rulesets.asp import FAMILY as asp
from umpire.rulesets.asp.fire.situation import FireSituation
from umpire.rulesets.asp.state import Group, Stand, State
from umpire.rulesets.asp.table import Table, read_table

ROWS: dict[str, Any] = tomllib.loads((ROOT / "tables" / "asp-ww2.toml").read_text(encoding="utf-8"))

COLUMNS = ("Inf", "SMT", "LA", "MA", "HA", "XA", "ART", "AC")
BOOK = {
    row: scores.split()
    for row, scores in {
        "BARG": "4 4 5 6 - - - - 500",
        "RG": "4 3 4 5 6 - - - 500",
        "IG": "4 3 3 4 5 6 - - 500",
        "Mortars": "5 5 6 - - - - - 2000",
        "HMG": "4 4 5 - - - - - 1000",
        "VLG": "4 3 4 6 - - - - 1000",
        "LG": "5 2 3 4 5 6 - - 1000",
        "MG": "5 2 2 3 4 5 - - 1500",
        "HG": "4 2 2 2 3 4 - - 1500",
        "LB": "3 3 4 5 6 - - - OT",
        "MB": "4 3 3 4 5 6 - - OT",
        "HB": "5 2 3 3 4 5 - - OT",
        "C": "- - - - - - 4 - OT",
        "SRL": "3 2 2 3 3 4 - - OT",
        "Bomber": "3 2 3 3 4 5 4 6 3000",
        "Attack": "5 3 4 4 5 6 5 6 1500",
        "Fighter": "- - - - - - - 4 OT",
        "AAA": "- - - - - - - 6 2000",
    }.items()
}
"""The score matrix and the range column, shooter's class by target's class."""

LETTERS = {"A": "---PPRRD", "B": "--PPRRDD", "C": "-PPRRDDD", "D": "PPRRDDDD"}
"""The results table downwards, by the target's grade."""


def table(**options: str) -> Table:
    """Return the published table with other options."""
    return read_table({**ROWS, "options": {**ROWS["options"], **options}})


TABLE = table()


def game(*stands: Stand, german: str = "B", soviet: str = "B", **more: Any) -> State:
    """Return a game of two battle groups of these grades, with these stands: `kg` is German, `br` Soviet."""
    groups = {
        "kg": Group("kg", "Kampfgruppe", "German", german, "t1"),
        "br": Group("br", "25th Brigade", "Soviet", soviet, "p1"),
    }
    return State(groups, {stand.id: stand for stand in stands}, **more)


def stand(key: str, kind: str, **more: Any) -> Stand:
    """Return a stand that has its id as its name; an id with p at its beginning is of a Soviet stand."""
    return Stand(key, key, "br" if key.startswith("p") else "kg", kind, **more)


def duel(one: str = "Panther", other: str = "T34/85", german: str = "B", soviet: str = "B", **more: Any) -> State:
    """Return a game with stand t1 of one type and stand p3 of another."""
    return game(stand("t1", one), stand("p3", other), german=german, soviet=soviet, **more)


def change(state: State, key: str, **fields: Any) -> State:
    """Return the state with one stand changed."""
    return replace(state, stands={**state.stands, key: replace(state.stands[key], **fields)})


def tally(outcome: Outcome) -> tuple[tuple[str, Any], ...]:
    """Return the tally of an outcome. A name that is a sentence is heard, and left empty here."""
    hear(*(name for name, _ in outcome.tally if " " in name))
    return tuple(("" if " " in name else name, value) for name, value in outcome.tally)


def situation(state: State, line: str, rules: Table = TABLE) -> FireSituation:
    """Return the situation of a typed line."""
    act = asp.act("fire")
    found: FireSituation = act.situate(state, rules, parse_told(line.split(), act.connectors, act.bare))
    return found


def refused(state: State, line: str, rules: Table = TABLE) -> list[str]:
    """Return the rules that forbid the line."""
    return [objection.rule for objection in asp.act("fire").objections(situation(state, line, rules))]


class Dice:
    """A referee who knows the faces of each pool: key -> faces as typed. Every pool asked for must be known, and
    used.
    """

    def __init__(self, dice: Mapping[str, str]) -> None:
        self.dice = dict(dice)
        self.asked: list[tuple[str, ...]] = []

    def throw(self, pools: tuple[Pool, ...]) -> tuple[Thrown, ...]:
        self.asked.append(tuple(pool.key for pool in pools))
        return tuple(read_told(self.dice.pop(pool.key), pool) for pool in pools)

    def choose(self, choice: Choice) -> Chosen:
        raise AssertionError("nothing is chosen in an engagement")


def fire(
    state: State, line: str, rules: Table = TABLE, /, **dice: str
) -> tuple[Outcome, list[tuple[str, ...]], dict[str, Pool]]:
    """Return the outcome, the questions asked, and the pools thrown by key; `effect_reply` stands for effect-reply."""
    referee = Dice({key.replace("_", "-"): faces for key, faces in dice.items()})
    outcome, answers = resolve(asp.act("fire").procedure(situation(state, line, rules)), referee)
    assert not referee.dice, f"never thrown: {referee.dice}"
    return outcome, referee.asked, {each.pool.key: each.pool for each in answers if isinstance(each, Thrown)}

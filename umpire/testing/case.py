"""A case for testing a ruleset: a scenario with some acts, and functions that try every possible result of the dice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from umpire.core.answers import Answers
from umpire.core.dice import SeededDice
from umpire.core.frozen import frozen
from umpire.core.odds import Odds, explain, first_option, odds
from umpire.core.outcome import Outcome
from umpire.core.pools import Pool
from umpire.core.procedure import Choice, Chosen, Procedure, Thrown, resolve
from umpire.play.scenarios import new_game
from umpire.play.session import Session
from umpire.play.turn import Played, Prepared, play, prepare, referee_for

CITED = re.compile(r"(?<![\w.-])(?:[A-Z]{2,6}|\d+(?:\.\d+)*)-\d{2}(?![\w-])")
Make = Callable[[], Procedure[Outcome]]


@frozen
class Case:
    """A ruleset, one of its scenarios, and acts in that scenario. All these acts have the verb `verb` and are written
    without a verb.

    `allowed` is an act that breaks no rule. `pool` is the name of a throw in this act to which the referee may add a
    modifier. `small` is an act that must throw few dice, because every result of its dice is tried. `fewer` has
    modifiers that reduce the dice of `small`: `-1 dust`. `forbidden` breaks a rule that may be overruled. `numberless`
    breaks a rule for lack of a number, so it cannot be overruled; "" means that the ruleset has no such act.
    """

    ruleset: str
    scenario: str
    allowed: str
    pool: str
    small: str
    fewer: tuple[str, ...] = ()
    forbidden: str = ""
    numberless: str = ""
    verb: str = "fire"

    def begin(self, folder: Path) -> Session:
        """Return a new game of the scenario."""
        return new_game(folder / f"{self.scenario}.umpire", self.scenario, "44")

    def prepared(self, session: Session, words: str, ruling: str = "", additions: tuple[str, ...] = ()) -> Prepared:
        """Return an act that is ready to be played. Raises Mistake for bad words, and Refused if a rule forbids the
        act.
        """
        return prepare(session, self.verb, words.split(), ruling=ruling, additions=additions)

    def played(self, session: Session, words: str, *dice: str) -> Played:
        """Return an act that was played with these dice, but not recorded. Other dice are rolled, and every choice
        takes its default.
        """
        return play(self.prepared(session, words), answers(session, *dice))


def answers(session: Session, *dice: str, choices: tuple[str, ...] = (), roll: bool = True) -> Answers:
    """Return answers with these dice and choices. If `roll` is true, all other dice are rolled and all other choices
    take their default. If not, the other dice and choices are asked for.
    """
    return Answers(*referee_for(session), dice, choices, roll_rest=roll, defaults=roll)


def seeded(seed: object) -> Answers:
    """Return answers that roll all dice from this seed and take the default of every choice."""
    return Answers(SeededDice(str(seed)), 0, roll_rest=True, defaults=True)


class _OneFaceMore(Exception):
    """The error raised if an act needs another die but no face of the script is left. Its argument is the number of
    sides of that die.
    """


class _Scripted:
    """A source of answers whose dice show the faces of a script, one after another. The chance of these faces is 1 in
    `out_of`.
    """

    def __init__(self, script: tuple[int, ...], policy: Callable[[Choice], Any]) -> None:
        self.faces, self.policy, self.out_of = iter(script), policy, 1

    def _face(self, sides: int) -> int:
        self.out_of *= sides
        for face in self.faces:
            return face
        raise _OneFaceMore(sides)

    def throw(self, pools: tuple[Pool, ...]) -> tuple[Thrown, ...]:
        fallen = [tuple(self._face(pool.sides) for _ in range(pool.dice)) for pool in pools]
        return tuple(Thrown(p, faces, p.reading.read(faces), "told") for p, faces in zip(pools, fallen, strict=True))

    def choose(self, choice: Choice) -> Chosen:
        return Chosen(choice, self.policy(choice), "told")


def every_fall(make: Make, policy: Callable[[Choice], Any] = first_option) -> dict[Outcome, Fraction]:
    """Return the exact chance of each outcome, found by trying every face of every die.

    This calculation does not use `odds`.
    """
    found: Counter[Outcome] = Counter()
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        script = scripts.pop()
        referee = _Scripted(script, policy)
        try:
            outcome, _ = resolve(make(), referee)
        except _OneFaceMore as more:
            scripts += [(*script, face) for face in range(1, more.args[0] + 1)]
        else:
            found[outcome] += Fraction(1, referee.out_of)  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


def rules_in(rows: Any, name: str = "") -> Iterator[str]:
    """Yield the number of every clause that a table cites."""
    if isinstance(rows, dict):
        for key, value in rows.items():
            inside = name in ("rules", "words") or key == "rule" or key.endswith("_rule")
            yield from rules_in(value, "rules" if inside and name != "words" else key)
    elif isinstance(rows, list):
        for value in rows:
            yield from rules_in(value, "row" if isinstance(value, dict) else name)
    elif name == "rules" and rows:
        yield rows


def rules_said(ready: Prepared) -> set[str]:
    """Return the number of every clause that an act cites: in its pools, its objections and its texts."""
    lines = [ready.situation.title, *ready.situation.known.assumed, *ready.situation.known.notes]
    found = {objection.rule for objection in ready.overruled}
    lines += [objection.words for objection in ready.overruled]
    for pool in pools_of(ready):
        found |= {line.rule for line in pool.lines} | ({pool.rule} if pool.rule else set())
        lines += [pool.label, *(text for line in pool.lines for text in (line.words, line.why_not))]
    for outcome, _ in odds(ready.make).outcomes:
        lines += [*outcome.words, *outcome.instructions, *outcome.pending]
    return found.union(*(CITED.findall(text) for text in lines))


def as_typed(played: Played) -> list[str]:
    """Return the dice of an act as a referee would type them."""
    return [" ".join(map(str, thrown["faces"])) for thrown in played.entry["throws"] if thrown["dice"]]


def adds_up(found: Odds[Outcome]) -> bool:
    """Return whether the weights of odds are whole numbers that add up to their total."""
    weights = [weight for _, weight in found.outcomes]
    return all(type(weight) is int and weight > 0 for weight in weights) and sum(weights) == found.total


def pools_of(ready: Prepared) -> list[Pool]:
    """Return every pool that an act may throw."""
    return [pool for one in explain(ready.make) for pool in one.pools]

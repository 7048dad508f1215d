"""One fire of every ruleset as it is typed, the games to fire it in, and a count of every way the dice can fall."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from umpire.core.answers import Answers
from umpire.core.dice import SeededDice
from umpire.core.odds import first_option
from umpire.core.procedure import Chosen, Thrown, resolve
from umpire.play.scenarios import new_game
from umpire.play.turn import Prepared, Session, play, prepare, record, referee_for
from umpire.rulesets import FAMILIES


@dataclass(frozen=True)
class Fire:
    """An example scenario and fires in it, and a throw of the allowed one that a line may be added to.

    `small` throws few dice with `fewer` added. `forbidden` breaks two rules at least and may be overruled; `numberless`
    leaves no number to go on with.
    """

    scenario: str
    allowed: str
    pool: str
    small: str
    fewer: tuple[str, ...]
    forbidden: str
    numberless: str


FIRES = {
    "two-star-general": Fire(
        "worked-example-1",
        allowed="ta tb at para with g1 reply g2 g3",
        pool="reply",
        small="tb at para",
        fewer=("-1 dust", "reply -2 dust"),
        forbidden="ta at para line=blocked range=9",
        numberless="ta at para ta.order=D",
    ),
    "three-star-general": Fire(
        "three-star-opening",
        allowed="n1 pz at r1 with ga",
        pool="reply",
        small="n1 at r1",
        fewer=("-2 dust", "reply -3 dust"),
        forbidden="n1 pz at r1 range=9 line=blocked",
        numberless="n1 at r1 n1.order=R",
    ),
    "asp-ww2": Fire(
        "asp-opening",
        allowed="r1 at g2 300",
        pool="effect-reply",
        small="b1 at g2",
        fewer=("-1 dust",),
        forbidden="t1 at p1 9000 t1.sight=no",
        numberless="c1 at i1 300",
    ),
    "d20-elements": Fire(
        "d20-opening",
        allowed="tiger at sherman 18",
        pool="penetration",
        small="tiger at sherman 18",
        fewer=("-1 dust",),
        forbidden="tiger at sherman 30 visible=no",
        numberless="gren at sherman 3",
    ),
}
"""Ruleset -> its fires."""

EVERY = list(FAMILIES)


def begin(folder: Path, scenario: str, seed: str | None = None) -> Session:
    """A new game of an example scenario."""
    return new_game(folder / f"{scenario}.umpire", scenario, seed)


def answers(session: Session, *dice: str, choices: tuple[str, ...] = (), roll: bool = True) -> Answers:
    """Dice and choices told; the rest rolled and by default, or wanted."""
    return Answers(*referee_for(session), dice, choices, roll_rest=roll, defaults=roll)


def prepared(session: Session, words: str, **flags: object) -> Prepared:
    """A fire prepared."""
    return prepare(session, "fire", words.split(), **flags)


def fire(session: Session, words: str, *dice: str, **flags: object) -> tuple[Prepared, object]:
    """A fire prepared and played, not recorded."""
    ready = prepared(session, words, **flags)
    return ready, play(ready, answers(session, *dice))


def turn(session: Session, words: str, *dice: str, **flags: object) -> int:
    """A fire played and recorded; the number of its entry."""
    return record(fire(session, words, *dice, **flags)[1], f"fire {words}")


class OneFaceMore(Exception):
    """The script has run out: a die of so many sides is wanted."""

    def __init__(self, sides: int) -> None:
        self.sides = sides


class Scripted:
    """A referee whose dice show the faces of a script, one after the other; the chance of them is 1 in `out_of`."""

    def __init__(self, script: tuple[int, ...], policy=first_option) -> None:
        self.faces = iter(script)
        self.policy = policy
        self.out_of = 1

    def _face(self, sides: int) -> int:
        self.out_of *= sides
        for face in self.faces:
            return face
        raise OneFaceMore(sides)

    def throw(self, pools):
        fallen = [tuple(self._face(pool.sides) for _ in range(pool.dice)) for pool in pools]
        return tuple(Thrown(p, faces, p.reading.read(faces), "told") for p, faces in zip(pools, fallen, strict=True))

    def choose(self, choice):
        return Chosen(choice, self.policy(choice), "told")


def every_fall(make, policy=first_option):
    """Outcome -> exact chance, by letting every die show every face: slow, dumb, and apart from `odds`."""
    found = Counter()
    scripts = [()]
    while scripts:
        script = scripts.pop()
        referee = Scripted(script, policy)
        try:
            outcome, _ = resolve(make(), referee)
        except OneFaceMore as more:
            scripts += [(*script, face) for face in range(1, more.sides + 1)]
        else:
            found[outcome] += Fraction(1, referee.out_of)
    return dict(found)


def seeded(seed: object) -> Answers:
    """Everything rolled from this seed, every choice by default."""
    return Answers(SeededDice(str(seed)), 0, roll_rest=True, defaults=True)

"""One fire of every ruleset as it is typed, and the games to fire it in."""

from __future__ import annotations

from pathlib import Path

from umpire.play.scenarios import new_game
from umpire.play.turn import Played, Prepared, Session, play, prepare, record
from umpire.rulesets import FAMILIES
from umpire.testing.case import Case, answers, every_fall, seeded

__all__ = ["EVERY", "FIRES", "answers", "begin", "every_fall", "fire", "prepared", "seeded", "turn"]

FIRES = {
    "two-star-general": Case(
        "two-star-general",
        "worked-example-1",
        allowed="ta tb at para with g1 reply g2 g3",
        pool="reply",
        small="tb at para",
        fewer=("-1 dust", "reply -2 dust"),
        forbidden="ta at para line=blocked range=9",
        numberless="ta at para ta.order=D",
    ),
    "three-star-general": Case(
        "three-star-general",
        "three-star-opening",
        allowed="n1 pz at r1 with ga",
        pool="reply",
        small="n1 at r1",
        fewer=("-2 dust", "reply -3 dust"),
        forbidden="n1 pz at r1 range=9 line=blocked",
        numberless="n1 at r1 n1.order=R",
    ),
    "asp-ww2": Case(
        "asp-ww2",
        "asp-opening",
        allowed="r1 at g2 300",
        pool="effect-reply",
        small="b1 at g2",
        fewer=("-1 dust",),
        forbidden="t1 at p1 9000 t1.sight=no",
        numberless="c1 at i1 300",
    ),
    "d20-elements": Case(
        "d20-elements",
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
    """Return a new game of an example scenario."""
    return new_game(folder / f"{scenario}.umpire", scenario, seed)


def prepared(session: Session, words: str, **flags: object) -> Prepared:
    """Return a fire, prepared."""
    return prepare(session, "fire", words.split(), **flags)


def fire(session: Session, words: str, *dice: str, **flags: object) -> tuple[Prepared, Played]:
    """Return a fire, prepared and played, not recorded."""
    ready = prepared(session, words, **flags)
    return ready, play(ready, answers(session, *dice))


def turn(session: Session, words: str, *dice: str, **flags: object) -> int:
    """Play and record a fire, and return the number of its entry."""
    return record(fire(session, words, *dice, **flags)[1], f"fire {words}")

"""House rules added to a game in progress, or removed from it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from umpire.core.frozen import replace
from umpire.core.mistakes import Mistake
from umpire.game.act import Plain
from umpire.play.documents import house_rules, played_table, stored
from umpire.play.session import Session
from umpire.rulesets import of_game

KEY = "house"
Subject = tuple[tuple[str, ...], tuple[str, ...]]


def house_named(subjects: Sequence[Subject]) -> tuple[list[Subject], str | None]:
    """Return the corrections without the house rules, and the house rules as typed (None if there are none)."""
    rest, typed = list[Subject](), list[str]()
    for names, told in subjects:
        house = [word for word in told if names == ("game",) and word.lower().startswith(f"{KEY}=")]
        typed += house
        kept = tuple(word for word in told if word not in house)
        rest += [(names, kept)] if kept or not house else []
    if len(typed) > 1:
        raise Mistake(
            f"{KEY} is given twice",
            f"write {KEY}= once, with a comma between two files: house=desert-club,night-fights",
        )
    return rest, typed[0].partition("=")[2] if typed else None


def rehoused(session: Session, typed: str) -> Session:
    """Return the game with these house rules from now on.

    The rules are typed as files with commas between them; "" or `none` means no house rules. Raises Mistake if a file
    does not contain house rules that the ruleset of this game can use.
    """
    head, ruleset = session.head, of_game(session.head)
    names = [] if typed.lower() == "none" else [name for name in map(str.strip, typed.split(",")) if name]
    house, origins = house_rules(names, Path(), "set", ruleset.name)
    table_file, table = played_table(ruleset, house, origins)
    position = {**session.snapshot.position, "game": {**head, KEY: stored({KEY: house})[KEY]}}
    return replace(session, snapshot=session.snapshot._replace(position=position), table_file=table_file, table=table)


def changed(before: Plain, after: Plain) -> tuple[str, ...]:
    """Return the change of the house rules in words; () if there is none.

    `before` and `after` are the header of the game before and after the correction.
    """
    was, now = (" and ".join(str(each["name"]) for each in head[KEY]) or "none" for head in (before, after))
    return (f"house rules: {was}→{now}",) if before[KEY] != after[KEY] else ()

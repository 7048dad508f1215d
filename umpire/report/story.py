"""The beginning of a report: the winner, the losses, the luckiest and unluckiest stands; and the short form for a
chat.
"""

from __future__ import annotations

from umpire.core.outcome import number_of
from umpire.report import words as told
from umpire.report.tale import Tale

SHORT = 10
"""The most lines of the short form."""


def heading(tale: Tale) -> str:
    """Return the side that has won or is ahead; the name of the battle if the game keeps no score."""
    return _sentence(tale.head.headline if tale.head else "") or tale.title


def named(tale: Tale) -> str:
    """Return the battle and its result: `The bridgehead: German wins 5 : 1`."""
    return tale.title if heading(tale) == tale.title else f"{tale.title}: {heading(tale)}"


def about(tale: Tale) -> str:
    """Return the battle and its rules, above the heading."""
    return tale.rules if heading(tale) == tale.title else f"{tale.title} · {tale.rules}"


def lead(tale: Tale) -> str:
    """Return the sides, the length of the battle, and the losses."""
    rounds = [scene.when for scene in tale.scenes if not scene.when.night and scene.when.number != 0]
    word = "turn" if any(one.unit == "turn" for one in rounds) else "round"
    long = f"{number_of(len(rounds), word)} and " if len(rounds) > 1 else ""
    return f"{' against '.join(tale.sides)}: {long}{number_of(tale.fights, 'fight')}. {_losses(tale)}."


def _losses(tale: Tale) -> str:
    toll = tale.scenes[-1].toll if tale.scenes else dict.fromkeys(tale.sides, 0)
    of = {side: f"of {tale.measure.whole[side]} {tale.measure.words}" for side in tale.sides}
    return ", ".join(f"{side} lost {toll[side] or 'none'} {of[side]}" for side in tale.sides)


def standing(tale: Tale) -> list[str]:
    """Return the place in the game, then a line about each side."""
    if not tale.head:
        return []
    where = [f"{_sentence(words).rstrip('.')}." for words in (tale.head.where, *tale.head.notes) if words]
    return [*filter(None, [" ".join(where)]), *(f"{side}: {'; '.join(words)}" for side, words in tale.head.sides)]


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def short(tale: Tale) -> list[str]:
    """Return the evening in at most ten lines: the winner, the losses, turning points, the dice, the best and worst
    stand.
    """
    odd, banter = told.odd_luck(tale), told.banter(tale)
    first = [named(tale), lead(tale)]
    ends = [f"{words}." for words in ("; ".join(odd), banter) if words]
    most = sorted(tale.turns, key=lambda line: -abs(line.weighed.swing) if line.weighed else 0)
    most = most[: SHORT - len(first) - len(ends)]
    turns = [
        f"{tale.scene_of(line.number)}: {line.title}: {told.turn_words(tale, line)}."
        for line in tale.turns
        if line in most
    ]
    return [*first, *turns, *ends]

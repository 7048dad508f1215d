"""The words of a move, as typed: which stand, and the path or the hex it goes to."""

from __future__ import annotations

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import Mistake
from umpire.rulesets.star_general.state import State

USAGE = "move STAND to HEX, or hex by hex: move STAND HEX HEX ..."


@frozen
class Typed:
    """One stand as typed: its path hex by hex (`via`), or only where it goes (`goal`); labels of the board."""

    name: str
    via: tuple[str, ...] = ()
    goal: str = ""


def read_typed(state: State, words: tuple[str, ...]) -> tuple[Typed, ...]:
    """The words as stands with their paths: `a1 0507 0508 a2 to 0510`. Raises Mistake."""
    if not words:
        raise Mistake("nobody is named to move", USAGE)
    found: list[Typed] = []
    rest = list(words)
    while rest:
        each = Typed(rest.pop(0))
        if each.name.lower() == "to":
            raise Mistake("it is not said who goes", USAGE)
        while rest and _is_hex(state, rest[0]):
            each = replace(each, via=(*each.via, rest.pop(0)))
        if rest and rest[0].lower() == "to":
            if each.via or len(rest) < 2 or not _is_hex(state, rest[1]):
                raise Mistake(f"{each.name} to: one hex comes after `to`, and none before it", USAGE)
            each = replace(each, goal=rest[1])
            del rest[:2]
        found.append(each)
    return tuple(found)


def _is_hex(state: State, word: str) -> bool:
    """Whether a word is a hex of this board. Raises Mistake for a number that is none, and where there is no map."""
    if not (word.isascii() and word.isdigit() and len(word) > 2):
        return False
    if state.map is None:
        raise Mistake(f"{word}: there is no map", "leave the hexes out: move STAND hexes=2")
    try:
        state.map.grid.hex(word)
    except ValueError as wrong:
        raise Mistake(str(wrong)) from None
    return True

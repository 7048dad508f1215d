"""An example for an act that was not typed in full: a line that works in the game now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from umpire.core.hexes import distance
from umpire.core.mistakes import ALSO, HowMany, Mistake, meaning
from umpire.game.act import Act
from umpire.game.lines import line_of
from umpire.game.naming import Nameable, meant, named
from umpire.play.grammar import there_for
from umpire.play.possible import Tried, aimed, tried
from umpire.play.session import Session

_MOST = 40
"""The most stands tried, if none is named."""
_TO_PLACE = 4
"""Words of a line to a place: `move p1 to 0704`."""
_OTHERS = 6
_FAR = ("600", "6")
"""Distances tried if one is missing."""


def with_example(session: Session, wrong: Mistake, before: Sequence[str] = ()) -> Mistake:
    """Return the mistake in the line of an act. If the line has too few or too many names or places, the hint is a line
    that works.

    `before` are the words before the act, such as `what-if`.
    """
    if not wrong.line or (wrong.hint and not (isinstance(wrong, HowMany) or wrong.values.get("usage"))):
        return wrong
    also = f"; {wrong.hint}" if wrong.values.get("usage") == ALSO else ""
    with suppress(Mistake):
        if hint := example_hint(session, wrong.line, before):
            return wrong.put(hint=hint + also)
    return wrong


def example_hint(session: Session, line: Sequence[str], before: Sequence[str] = (), *, to_ground: bool = False) -> str:
    """Return a hint with a line of an act that works; "" if none is found.

    If a move goes to a kind of ground, the hint also lists the other hexes in reach with this ground. If `to_ground` is
    true, the move must go to the ground named in the line. If no hex in reach has this ground, the hint is a command
    that lists the hexes in reach.
    """
    if not (found := example(session, *line)):
        return ""
    if to_ground and not _is_ground(session, found[-1], line) and "reach" in session.family.ACTS:
        return f"type reach {found[1]}"
    verb, *words = (*before, *found)
    others: Sequence[str] = ()
    if len(found) == _TO_PLACE and found[2] == "to":
        others = [each for each in _goals(session, *found[:2]) if _is_ground(session, each, line) and each != found[3]]
    also = f"; also {', '.join(others[:_OTHERS])}" if others else ""
    return f"for example: {line_of(verb, words)}{also}"


def example_behind(session: Session, line: Sequence[str], who: str) -> str:
    """Return a hint to add a second stand to a move. The second stand goes to the hex in reach that is nearest to the
    goal of the first stand.
    """
    verb, *words = line
    grid = session.game_map.grid if session.game_map else None
    goal = next((word for word in reversed(words) if word.isdigit()), "")
    if grid and goal:
        near = sorted(_goals(session, verb, who), key=lambda each: distance(grid.hex(each), grid.hex(goal)))
        lines = [(*words, who, "to", each) for each in near[:_MOST] if each != goal]
        if both := _least_wrong(session, verb, lines):
            return f"for example: {line_of(*both)}"
    return f"type {line_of(verb, words)}, then reach {who}"


def example(session: Session, verb: str, *words: str) -> tuple[str, ...]:
    """Return a line of this act that can be typed now; () if none is found.

    The line uses the names, places and numbers that were typed. A line that the rules allow is preferred.
    """
    for others in (False, True):
        if found := _least_wrong(session, verb, _lines(session, verb, words, others=others)):
            return (found[0], *found[1])
    return ()


def _least_wrong(session: Session, verb: str, lines: Iterable[tuple[str, ...]]) -> tuple[str, tuple[str, ...]] | None:
    """Return the first line that the rules allow. If the rules forbid all lines, return the line with the fewest rules
    against it.
    """
    refused: dict[tuple[str, ...], int] = {}
    for line in lines:
        found = tried(session, verb, line)
        if found.allowed:
            return verb, line
        if found.no:
            refused[line] = len(found.no)
    return (verb, min(refused, key=refused.__getitem__)) if refused else None


def _lines(session: Session, verb: str, words: Sequence[str], *, others: bool) -> Iterator[tuple[str, ...]]:
    """Yield lines of an act for the first stand or unit typed.

    With `others`, yield lines for other stands of its side.
    """
    act, state, known = session.act(verb), session.here, session.family.named(session.here)
    ids = session.family.names(state)
    typed = [id for word in words if (id := meant(word, named(ids)))]
    numbers = next(((word,) for word in words if word not in typed and act.bare(word) is not None), act.tries or ())
    moment = session.family.moment(state)
    side = moment.side if moment else ""
    at = next((n for n, word in enumerate(words) if word.lower() in act.connectors), len(words))
    acting = [id for id in typed if any(meant(word, named(ids)) == id for word in words[:at])]
    foes = [id for id in typed if not acting or _apart(known, id, acting[0])]
    other = {known[id].side for id in foes if id in known}
    own = [id for id, one in known.items() if not one.by_place and one.side in (side or one.side)]
    rest = [id for id in own if known[id].side not in other and id not in acting]
    for who in rest[:_MOST] if others else acting[:1]:
        if who not in known:
            yield (who,)
            continue
        yield from _with_partners(session, verb, who, words)
        if not {*act.connectors[:1]} <= {*act.places}:
            yield from _at(session, act, who, foes, numbers)
        yield (who, *numbers)


def _apart(known: Mapping[str, Nameable], one: str, other: str) -> bool:
    return one in known and other in known and known[one].side != known[other].side


def _with_partners(session: Session, verb: str, who: str, words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield a line that moves a stand: to a place with the typed ground, or to a number near the typed number. Also
    yield a line in which the stand changes places with another stand.
    """
    far = next((int(word) for word in words if word.isdigit()), 0)
    goals = _goals(session, verb, who)
    goals = [each for each in goals if _is_ground(session, each, words)] or goals
    for place in sorted(goals, key=lambda each: abs(int(each) - far) if far and each.isdigit() else 0)[:1]:
        yield who, "to", place
    with suppress(Mistake):
        yield from (line for _, line in session.family.partners(session.here, session.table, verb, who)[:1])


def _goals(session: Session, verb: str, who: str) -> Sequence[str]:
    """Return the places to which an act can take a stand; () if these places are not known."""
    with suppress(Mistake):
        there = there_for(session, session.act(verb), (who,)).state
        return session.family.goals(there, session.table, verb, (who,))
    return ()


def _is_ground(session: Session, place: str, words: Sequence[str]) -> bool:
    """Return whether one of the words is a name for the ground of the hex: `river` for a stream."""
    ground = session.game_map
    if ground is None or not place.isdigit():
        return False
    kinds = ground.terrain(ground.grid.hex(place)).split("+")
    return any(word.lower() in kinds or meaning(word, kinds) for word in words)


def _at(
    session: Session, act: Act[Any, Any, Any], who: str, foes: Sequence[str], numbers: tuple[str, ...]
) -> Iterator[tuple[str, ...]]:
    """Yield the lines of an act against the first enemy typed.

    If no enemy is typed, yield lines against enemies in reach.
    """
    if not (act.roles or act.connectors):
        return
    at = act.roles.foe if act.roles else act.connectors[0]
    if foes:
        lines = iter([(who, at, foes[0])])
    else:
        lines = ((who, at, id) for id, _, found in aimed(session, act.verb, (who,), numbers) if found != _NO_ACT)
    for line in islice(lines, _MOST):
        yield (*line, *numbers)
        yield from ((*line, far) for far in _FAR if not numbers and act.bare(far) is not None)


_NO_ACT = Tried(False)

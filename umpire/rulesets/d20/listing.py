"""The status: a line for each side, a table of the elements of each side, or everything about one element."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.core.outcome import REMOVE, Head, Holds, Listing, Lost, different
from umpire.rulesets.d20.state import DRAW, Element, State, names, winner
from umpire.rulesets.d20.table import Table, fall_back_moves, of_move
from umpire.rulesets.d20.turn import headline, may_words, next_words, owed_words

_COLUMNS = ("id", "name", "type", "AP", "HE", "def", "range", "troops", "state")
_NUMBERS = (3, 4, 5, 6)


def head(state: State, table: Table, *, clock: bool) -> Head:
    """Return the top of the status: the turn and phase, the elements that may act, the things still to do, and a line
    for each side.
    """
    names = dict.fromkeys((*state.sides, *(element.side for element in state.elements.values())))
    sides = tuple((side, tuple(_of_side(state, side))) for side in names)
    names_free = ", ".join(one.name for one in state.objectives.values() if not one.held)
    free = f"nobody holds {names_free}" if names_free else ""
    notes = [owed_words(state, table), free]
    over = state.clock.phase == "over" and state.clock.turn > 0
    won = state.won and ("A draw" if state.won == DRAW else f"{state.won} wins")
    said = won or ("The winner has not been recorded" if clock and over else "")
    if not clock:
        return Head(winner(state.won), tuple(filter(None, notes)), sides, headline=said)
    notes = [may_words(state, table), *notes, f"victory: {state.victory}" if state.victory else ""]
    ahead = (free, winner(state.won), f"victory: {state.victory}" if state.victory else "")
    notes, then = [*filter(None, notes)], next_words(state, table)
    return Head(headline(state, table), tuple(notes), sides, then, tuple(filter(None, ahead)), said)


def _of_side(state: State, side: str) -> Iterator[str]:
    """Yield the words for a side: the number of elements left, the suppressed elements, its objectives, its losses."""
    own, left = state.of_side(side), state.in_play(side)
    yield Lost(f"{len(left)} of {len(own)} elements", len(own) - len(left), len(own), "elements")
    if suppressed := ", ".join(one.id for one in left if one.suppressed):
        yield f"suppressed {suppressed}"
    if held := [one.name for one in state.objectives.values() if one.held == side]:
        yield Holds(f"holds {', '.join(held)}", len(held))
    if lost := names(one for one in own if one.removed):
        yield f"lost {lost}"


def status(state: State, table: Table, name: str) -> tuple[Listing, ...]:
    """Return the elements and losses of each side. If a side, element or objective is named, return everything about it
    instead.

    Raises Mistake for an unknown name.
    """
    sides = tuple(dict.fromkeys(element.side for element in state.elements.values()))
    if not name:
        return tuple(_side(side, state) for side in sides)
    for side in sides:
        if side.lower() == name.lower():
            return (_side(side, state),)
    for one in state.objectives.values():
        if one.id.lower() == name.lower():
            return (Listing(f"{one.name} ({one.id})", ("", ""), (("held by", one.held or "nobody"),)),)
    return (_one(state.find(name, removed=True), state, table),)


def _side(side: str, state: State) -> Listing:
    own = state.of_side(side)
    removed = [element for element in own if element.removed]
    rows = tuple(
        (one.id, one.name, one.type, *values(one), one.quality, _condition(one, state)) for one in state.in_play(side)
    )
    lost = ", ".join(f"{element.name} ({element.removed})" for element in removed)
    return Listing(side, _COLUMNS, rows, (f"removed {len(removed)}: {lost}",) if removed else (), _NUMBERS)


def _one(element: Element, state: State, table: Table) -> Listing:
    kind = table.types[element.row]
    allowance = ", ".join(f"{ground} {distance}" for ground, distance in kind.allowance.items())
    aboard = names(state.aboard(element))
    rows = (
        ("side", element.side),
        ("model", element.model),
        ("type", f"{element.type}, {table.types[element.type].words}"),
        ("AP", _value(element.ap) + (f" ({element.weapon})" if element.weapon else "")),
        ("HE/SA", _value(element.he)),
        ("defence", str(element.defence)),
        ("range", str(element.range)),
        ("accuracy, size", f"{element.accuracy:+d}, {element.size:+d}"),
        ("troops", f"{element.quality} {table.quality[element.quality]:+d}"),
        ("moves", allowance),
        ("is", ", ".join(element.flags)),
        ("under", element.under),
        ("carries", aboard),
        ("state", _condition(element, state)),
        ("this turn", _this_turn(element)),
    )
    return Listing(f"{element.name} ({element.id})", ("", ""), tuple(row for row in rows if row[1]))


def _condition(element: Element, state: State) -> str:
    touched = ", ".join(one.id for one in state.touching(element))
    parts = (
        element.removed,
        "suppressed" if element.suppressed else "",
        f"must make {fall_back_moves(element.fall_back_owed)}" if element.fall_back_owed else "",
        f"{'limbered to' if element.limbered else 'aboard'} {element.aboard}" if element.aboard else "",
        "broken down" if element.broken_down else "",
        f"touches {touched}" if touched else "",
    )
    return ", ".join(part for part in parts if part)


def _this_turn(element: Element) -> str:
    moved = f"used {of_move(element.moved)}" if element.moved else ""
    return ", ".join(part for part in (*element.done, moved) if part)


def seen(state: State, table: Table, name: str) -> tuple[str, ...]:
    """Return the defence and the state of a target, in words."""
    element = state.elements[name]
    return tuple(filter(None, (f"defence {element.defence}", _condition(element, state))))


def values(one: Element) -> tuple[str, str, str, str]:
    """Return four values of an element: AP, HE/SA, defence and range."""
    return _value(one.ap), _value(one.he), str(one.defence), str(one.range)


def _value(value: int | str | None) -> str:
    return "-" if value is None else str(value)


def table_instructions(before: State, after: State) -> tuple[str, ...]:
    """Return the instructions that bring the table from one state to another.

    The instructions are about elements, fall-back moves and objectives.
    """
    lines: list[str] = []
    for was, now in different(before.elements, after.elements):
        lines += _of_element(was, now, after)
    for held, objective in different(before.objectives, after.objectives):
        if held.held != objective.held:
            lines.append(f"{objective.name}: {objective.held or 'held by nobody'}")
    return tuple(lines)


def _of_element(was: Element, now: Element, after: State) -> list[str]:
    if now.removed:
        return [] if was.removed else [f"{REMOVE} {now.name}"]
    lines = [f"PUT BACK {now.name}"] if was.removed else []
    if was.suppressed != now.suppressed:
        lines.append(f"{'SUPPRESS' if now.suppressed else 'RECOVER'} {now.name}")
    if was.aboard != now.aboard:
        carrier = after.elements.get(now.aboard)
        how = "behind" if now.limbered else "aboard"
        lines.append(f"{now.name} {how} {carrier.name}" if carrier else f"DISMOUNT {now.name}")
    if was.broken_down != now.broken_down:
        lines.append(f"{now.name} {'broken down' if now.broken_down else 'put together'}")
    if was.fall_back_owed != now.fall_back_owed:
        lines.append(f"fall-back moves still to make, {now.name}: {was.fall_back_owed}→{now.fall_back_owed}")
    return lines

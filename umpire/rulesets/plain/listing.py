"""The status: a line for each side, a table of each side, or everything about one stand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from umpire.core.mistakes import Mistake
from umpire.core.outcome import Head, Listing, Lost, Owed, ToGo
from umpire.game.facts import Facts, TypedLine
from umpire.rulesets.plain.acts.env import Names, Playing
from umpire.rulesets.plain.acts.turn import typed, where
from umpire.rulesets.plain.acts.victory import victories
from umpire.rulesets.plain.file.table import Rules
from umpire.rulesets.plain.state import Stand, State


def head(state: State, rules: Rules, *, clock: bool) -> Head:
    """Return the point of play, and a line for each side."""
    sides = tuple((side, tuple(_of_side(state, rules, side))) for side in state.sides)
    won = tuple(victories(rules, state).values())
    owed = "; ".join(typed(rules, verb, stand.id) for verb, stand, _ in state.owing(rules))
    notes = (*won, *([Owed(f"still to do: {owed}")] if owed else []))
    found = Head(notes=notes, sides=sides, ahead=won, headline=", ".join(victories(rules, state, ruled=False).values()))
    then = "" if state.clock.phase == "over" else "next"
    return found._replace(where=where(state, rules), then=then) if clock else found


def _of_side(state: State, rules: Rules, side: str) -> Iterator[str]:
    own = [*state.of(side)]
    left = [stand for stand in own if not stand.removed]
    yield Lost(f"{len(left)} of {len(own)} stands", len(own) - len(left), len(own), "stands")
    if rules.turn.order == "stands" and state.clock.phase != "over":
        if (now := state.awake) and now.side == side:
            yield f"{rules.mark['awake'].words} {now.id}"
        if ids := state.to_wake(side):
            yield ToGo(f"to wake {', '.join(ids)}", ids)
    for name, track in rules.side.items():
        yield f"{track.words} {getattr(state.forces[side], name)}"
    for name, mark in rules.mark.items():
        if name not in rules.once and (marked := ", ".join(stand.id for stand in left if getattr(stand, name))):
            yield f"{mark.words} {marked}"
    if lost := ", ".join(stand.name for stand in own if stand.removed):
        yield f"lost {lost}"


def status(state: State, rules: Rules, name: str) -> tuple[Listing, ...]:
    """Return the stands and losses of each side.

    If `name` is a side or a stand, return only its own listing. Raises Mistake.
    """
    if not name:
        return tuple(_side(side, state, rules) for side in state.sides)
    for side in state.sides:
        if side.lower() == name.lower():
            return (_side(side, state, rules),)
    return (_one(state.named(name), rules, state),)


def _side(side: str, state: State, rules: Rules) -> Listing:
    tracks = [name for name in rules.track if name not in rules.flags]
    numbers = [rules.track[name].words for name in tracks]
    rows = tuple(
        (stand.id, stand.name, stand.type, *(str(getattr(stand, each)) for each in tracks), _less(stand, rules))
        for stand in state.of(side)
        if not stand.removed
    )
    lost = [stand.name for stand in state.of(side) if stand.removed]
    notes: tuple[str, ...] = (f"removed {len(lost)}: {', '.join(lost)}",) if lost else ()
    notes += tuple(words for (_, of), words in victories(rules, state).items() if of in ("", side))
    right = tuple(range(3, 3 + len(numbers)))
    return Listing(side, ("id", "name", "type", *numbers, "marks"), rows, notes, right)


def _less(stand: Stand, rules: Rules) -> str:
    """Return the flags that a stand has lost, and its marks, in words."""
    gone = [f"{rules.track[name].words} 0" for name in rules.flags if not getattr(stand, name)]
    return ", ".join(filter(None, [*gone, marks(stand, rules)]))


def marks(stand: Stand, rules: Rules) -> str:
    """Return the marks of a stand: `tired 2, has moved`."""
    said = ((mark, getattr(stand, name)) for name, mark in rules.mark.items())
    return ", ".join(f"{mark.words} {has}" if mark.counts else mark.words for mark, has in said if has)


def _one(stand: Stand, rules: Rules, state: State) -> Listing:
    type_ = own_type(stand, rules)
    rows = [("side", stand.side), ("type", ", ".join(dict.fromkeys((stand.type, str(type_["words"])))))]
    rows += [(each.words, f"{getattr(stand, name)} of {type_[f'{name}_full']}") for name, each in rules.track.items()]
    rows += [(rules.stand[name].words or name, value) for name, value in values(stand, rules, state)]
    marked = "removed" if stand.removed else marks(stand, rules)
    rows += [("state", marked)] if marked else []
    return Listing(f"{stand.name} ({stand.id})", ("", ""), tuple(rows))


def own_type(stand: Stand, rules: Rules) -> dict[str, Any]:
    """Return the values of a stand's type.

    If the stand has a value of its own, this value replaces the value of the type.
    """
    return {**rules.type[stand.type], **{name: getattr(stand, name) for name in rules.own}}


def values(stand: Stand, rules: Rules, state: State) -> Iterator[tuple[str, str]]:
    """Yield (name, value in words) for each attribute that has a value now."""
    type_ = own_type(stand, rules)
    for name, attribute in rules.stand.items():
        if attribute.formula != "":
            with suppress(Mistake):  # a divisor may be 0 now
                type_[name] = _now(stand, rules, state).of("stand", name)
        if value := said(type_, name, attribute, rules):
            yield name, value


def _now(stand: Stand, rules: Rules, state: State) -> Names:
    """Return the values that formulas about a stand can use by name. The role of the stand is `stand`."""
    plan = rules.act(next(iter(rules.rows["act"])))
    known = Facts(TypedLine({}, {}))
    return Names(Playing("", stand.side, known, rules, state, plan, {"stand": stand}, {}, {}, {}))


def said(type_: Any, name: str, attribute: Any, rules: Rules) -> str:
    """Return an attribute of a type in words. Return "" if the type has no value for the attribute."""
    if attribute.by:
        words = rules.stand[attribute.by].kind
        return ", ".join(f"{word} {type_[f'{name}.{word}']}" for word in words if f"{name}.{word}" in type_)
    value = type_.get(name)
    if isinstance(value, bool):
        return "yes" if value else "no"
    unit = f" {rules.rows['unit']}" if attribute.kind == "distance" else ""
    return "" if value is None else f"{value}{unit}"

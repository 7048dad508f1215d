"""The present point of play: the side to play, its command points, the options left to each stand, and the things still
to do.
"""

from __future__ import annotations

from collections.abc import Iterator

from umpire.core.outcome import Listing, number_of
from umpire.game.naming import find
from umpire.rulesets.asp.group.account import affordable, allowance, firing, first_of
from umpire.rulesets.asp.group.movement import (
    TACTICAL,
    groups_of,
    hq_is_lost,
    may_be_towed,
    off_table,
    pending,
    still_to_retreat,
    unordered,
    waiting,
    where,
)
from umpire.rulesets.asp.state import Group, Stand, State, is_aircraft, named, row_of
from umpire.rulesets.asp.table import Table


def now(state: State, table: Table) -> Listing:
    """Return the first lines of a status, in a game that follows the sequence of play.

    Each row is for one stand of the battle group that is acting. The row shows the points spent on the stand, the
    options that the stand can still pay for, and the state of the stand.
    """
    group = state.groups.get(state.clock.open)
    rows = tuple(_row(state, table, group, stand) for stand in state.of_group(group.id)) if group else ()
    return Listing(where(state), ("", "stand", "CP", "options", "held"), rows, tuple(_notes(state, table)), right=(2,))


def brief(state: State, table: Table) -> str:
    """Return the text of the prompt: the turn, the side, and the step or the battle group that is acting."""
    clock = state.clock
    if clock.over:
        return "over"
    if not clock.turn:
        return "before turn 1"
    return f"t{clock.turn} {clock.side} · " + (f"to act {clock.open}" if clock.open else f"step {clock.step}")


def comes_next(state: State, table: Table) -> str:
    """Return the line to type for the next roll: a morale test, or the roll for a group's command points. Return "" if
    no roll is due.
    """
    if state.clock.over:
        return ""
    tests = [f"morale {group.id}" for group in state.groups.values() if group.test]
    unthrown = unordered(state) if state.clock.turn else groups_of(state, state.clock.first)
    return next(iter([*tests, *(f"order {group.id}" for group in unthrown)]), "")


def _row(state: State, table: Table, group: Group, stand: Stand) -> tuple[str, ...]:
    return (stand.id, stand.name, str(stand.spent or ""), _options(state, table, group, stand), _held(stand))


def _options(state: State, table: Table, group: Group, stand: Stand) -> str:
    """Return the letters of the options left to a stand, or the reason why no option is left. If an option is half
    done, return its second part: `then move (D)`.
    """
    if group.failed:
        return "retreats" if stand in still_to_retreat(state, table, group) else ""
    if stand.aboard:
        return "debus"
    if stand.marched or stand.debussed == 0:
        return "has marched" if stand.marched else "has de-bussed"
    if is_aircraft(table, stand):
        return ""
    letters = affordable(table, group, stand)
    if not row_of(table, stand):
        letters = "".join(letter for letter in letters if letter not in firing(table))
    if off_table(table, stand):
        letters = "".join(letter for letter in letters if letter == "B")
    elif not table.type(stand.type).carries:
        letters = letters.replace("G", "")
    rest = {"move": "fire", "fire": "move"}.get(first_of(table, stand.option))
    return " ".join([*([f"then {rest} ({stand.option})"] if rest else []), letters]).strip()


def left_to(state: State, table: Table, name: str) -> str:
    """Return a text with the options that a stand can still pay for without a surcharge, and the command points of its
    battle group.
    """
    stand = state.stands[name]
    group = state.groups[stand.group]
    if group.cp is None:
        return ""
    options = _options(state, table, group, stand)
    return ", ".join(filter(None, [f"options {options}" if options.isupper() else options, f"{group.cp} CP"]))


def _held(stand: Stand) -> str:
    words = [word for word in ("pinned", "repulsed", "halted") if getattr(stand, word)]
    words += [f"{stand.markers} marker{'s' if stand.markers > 1 else ''}"] if stand.markers else []
    words += [f"aboard {stand.aboard}"] if stand.aboard else []
    words += [f"beside {stand.beside}"] if stand.beside else []
    words += [f"behind {stand.towed}"] if stand.towed else []
    return ", ".join(words)


def _notes(state: State, table: Table) -> Iterator[str]:
    for line in pending(state, table):
        yield f"still to do: {line}"
    if state.clock.turn and not state.clock.over:
        for group in groups_of(state, state.clock.side):
            yield f"{group.name} ({group.id}): {command(state, table, group)}"
    yield from filter(None, [next_words(state, table)])


def next_words(state: State, table: Table) -> str:
    """Return a text that lists the lines to type next; "" when the battle is over."""
    if state.clock.over:
        return ""
    if not state.clock.turn:
        first = [f"`order {group.id}`" for group in groups_of(state, state.clock.first)]
        return "next: " + (", ".join(first) or "`order GROUP` begins the turn of the group's side")
    return "next: " + ", ".join(_next(state, table))


def may_still(state: State, table: Table, group: Group) -> Iterator[str]:
    """Yield one line with the options left to the stands of a battle group."""
    by_options: dict[str, list[str]] = {}
    for stand in state.of_group(group.id):
        if options := _options(state, table, group, stand):
            by_options.setdefault(options, []).append(stand.id)
    if by_options:
        yield "may still: " + "; ".join(f"{' '.join(ids)} {_of(len(ids), what)}" for what, ids in by_options.items())


def _of(count: int, options: str) -> str:
    """Return the words of `options`. If `count` is more than 1, the verb becomes plural: `have marched`."""
    said = {"retreats": "retreat", "has marched": "have marched", "has de-bussed": "have de-bussed"}
    return said.get(options, options) if count > 1 else options


def _next(state: State, table: Table) -> Iterator[str]:
    """Yield the lines to type next.

    Tests, orders and retreats must come first (BG-03, BG-06). While a test, an order or a retreat of the acting battle
    group is still to do, no other line is yielded.
    """
    clock = state.clock
    tests = [group for group in state.groups.values() if group.test]
    unthrown = unordered(state)
    if tests:
        yield from (f"`morale {group.id}`" for group in tests)
    elif unthrown:
        yield from (f"`order {group.id}`" for group in unthrown)
    elif clock.step != TACTICAL:
        yield "`next`, or `activate GROUP` for tactical moves"
    elif clock.open and still_to_retreat(state, table, state.groups[clock.open]):
        yield f"`move {clock.open}`"
    else:
        left = [group for group in groups_of(state, clock.side) if group.id not in (*clock.done, clock.open)]
        yield from (f"`activate {group.id}`" for group in left)
        if not any(still_to_retreat(state, table, group) for group in left):
            yield f"`{'next turn' if waiting(state, table) else 'next'}` ends the turn"


def command(state: State, table: Table, group: Group) -> str:
    """Return the state of a battle group in words: its points, a lost headquarters, a failed test, and whether its
    tactical moves have begun.
    """
    clock = state.clock
    points = "command points not rolled" if group.cp is None else f"{group.cp} CP left"
    words = [points, f"{number_of(allowance(table, group), 'tactical point')} for each"]
    if hq_is_lost(state, group):
        words.append("headquarters lost")
    if group.failed:
        words.append("failed its morale test")
    if clock.step == TACTICAL:
        words.append("open" if clock.open == group.id else "finished" if group.id in clock.done else "not yet open")
    return ", ".join(words)


def verb(state: State, table: Table, words: tuple[str, ...]) -> str:
    """Return the verb for a line without a verb.

    If the line begins with an aircraft, the verb is `air`. If the line begins with another stand, there are three
    cases. The verb is `artillery` for a line with smoke or light, `fire` for a line with an enemy, and `move` for all
    other lines. For a battle group, the verb is the group's next act.
    """
    who = named(state)
    if words[0] not in who:
        return _verb_of_group(state, table, words)
    stand = next(stand for id, stand in state.stands.items() if id.lower() == words[0])
    if is_aircraft(table, stand):
        return "air"
    if any(word in AREAS for word in words[1:]):
        return "artillery"
    return "fire" if any(word in who and who[word].side != who[words[0]].side for word in words[1:]) else "move"


def _verb_of_group(state: State, table: Table, words: tuple[str, ...]) -> str:
    """Return the verb for the next act of a battle group: its morale test, its step 1, its retreat, or its tactical
    moves.
    """
    group = next((group for id, group in state.groups.items() if id.lower() == words[0]), None)
    if group is None or any(word not in map(str.lower, state.groups) for word in words[1:]):
        return ""
    if group.test:
        return "morale"
    if group in unordered(state) or not state.clock.turn:
        return "order"
    open = group.id == state.clock.open
    return "move" if open and still_to_retreat(state, table, group) else "activate"


AREAS = ("smoke", "light")
"""Smoke and light: a battery fires them at a place."""
TOW = "tow"


def spelled_out(state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of a line in full.

    `hq` becomes the headquarters of the battle group that is acting. In a march, the name of a battle group becomes the
    ids of its stands. `tow` hitches the named gun to the named vehicle. After `artillery`, `smoke b1 the hedge` becomes
    `b1 smoke the hedge`. After `cross`, `t1 teeth` becomes `t1 over teeth`.
    """
    open = state.groups.get(state.clock.open)
    if open and open.hq:
        words = tuple(open.hq if word.lower() == "hq" else word for word in words)
    if verb == "artillery" and len(words) > 2 and words[0].lower() in AREAS:
        return (words[1], words[0], *words[2:])
    if verb == "cross" and len(words) == 2 and "=" not in words[1]:
        return (words[0], "over", words[1])
    if verb != "march":
        return words
    small = [word.lower() for word in words]
    end = small.index("to") if "to" in small else len(words)
    return (*_marching(state, table, words[:end]), *words[end:])


def _marching(state: State, table: Table, words: tuple[str, ...]) -> Iterator[str]:
    """Yield the id of each stand that marches. For each towed gun, also yield the fact that names its vehicle."""
    vehicles, guns = list[str](), list[str]()
    for word in words:
        group, stand = find(word, state.groups, state.stands), find(word, state.stands, state.groups)
        every = state.of_group(group.id) if group else (stand,) if stand else ()
        for each in every:
            if group and (each.aboard or off_table(table, each)):
                continue
            (guns if may_be_towed(table, each) else vehicles).append(each.id)
            yield each.id
            if group and each.towed:
                yield f"{each.id}.{TOW}={each.towed}"
        if not every and word.lower() != TOW:
            yield word
    if TOW in map(str.lower, words):
        pairs = zip(guns, vehicles, strict=True) if len(guns) == len(vehicles) else ()
        yield from (f"{gun}.{TOW}={vehicle}" for gun, vehicle in pairs)

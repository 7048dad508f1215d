"""The table `[events.KEY]`: an event that happens at a moment of the battle, with a text, a lasting fact or a die."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, NamedTuple

from umpire.core.frozen import frozen
from umpire.core.mistakes import BadValue, Mistake
from umpire.core.pools import Pool
from umpire.core.procedure import Procedure, throw
from umpire.core.readings import Total
from umpire.game.clock.effect import EventDone, FactSet, Staying
from umpire.game.clock.ending import RULE
from umpire.game.clock.staying import hold
from umpire.game.clock.until import read_until
from umpire.game.clock.when import Moment, read_when
from umpire.game.records import Id, OneLine

_ROW = re.compile(r"(?P<first>[1-6])(?:-(?P<last>[1-6]))?:? +(?P<says>.+)", re.ASCII)
DIE = 'for example: die = ["1-3 fog=none", "4-6 fog=thick"]'


@frozen
class Event:
    """The table `[events.KEY]`. `when` is the time of the event. An event may have a `text` to read out, a lasting
    `fact` that ends at the time `until`, and a `die` to throw.

    `done` is the last moment at which the event happened. Players may read a `public` event beforehand, on the
    printed track.
    """

    id: Id
    when: Annotated[str, OneLine()]
    text: Annotated[str, OneLine()] = ""
    fact: Annotated[str, OneLine()] = ""
    until: Annotated[str, OneLine()] = ""
    die: tuple[str, ...] = ()
    done: Annotated[str, OneLine()] = ""
    public: bool = False

    @property
    def kept(self) -> dict[str, Any]:
        """The event as it is stored and written: only the keys that have a value. `done` comes last."""
        lines = ("when", "text", "fact", "until", "public", "die", "done")
        found = {name: value for name in lines if (value := getattr(self, name))}
        return {**found, **({"die": list(self.die)} if self.die else {})}

    @property
    def to_come(self) -> bool:
        """True if the event has not happened yet or will happen again."""
        return not self.done or bool(read_when(self.when).every)

    @property
    def shown(self) -> str:
        """The event's name and moment, for the referee."""
        return f"{self.id} ({self.when})"


def told_of(event: Event) -> str:
    """Return an event in one line for the printed track: its time, its text, its fact and its die."""
    until = f" until {event.until}" if event.until else ""
    lines = [
        event.text,
        f"{event.fact}{until}" if event.fact else "",
        f"die: {'; '.join(event.die)}" if event.die else "",
    ]
    return f"{event.when}: {'; '.join(filter(None, lines)) or event.id}"


class Happens(NamedTuple):
    """The result of an event: its effects and words."""

    effects: tuple[Any, ...]
    words: tuple[str, ...]


def read_events(kept: Mapping[str, Mapping[str, Any]]) -> dict[str, Event]:
    """Return the events of a game from their stored form. The events are not checked."""
    return {id: Event(id, **{**row, "die": tuple(row.get("die", ()))}) for id, row in kept.items()}


def rows_of(event: Event) -> tuple[str, ...]:
    """Return the result for each face of the event's die. Raises Mistake if a face has no row or two rows."""
    faces: dict[int, str] = {}
    for row in event.die:
        found = _ROW.fullmatch(" ".join(row.split()))
        if found is None:
            raise BadValue(f"{row!r} does not begin with faces of the die", DIE, word=row)
        for face in range(int(found["first"]), int(found["last"] or found["first"]) + 1):
            if face in faces:
                raise BadValue(f"{row!r}: face {face} has a row already", DIE, word=row)
            faces[face] = found["says"]
    missing = [face for face in range(1, 7) if face not in faces]
    if missing and event.die:
        raise BadValue(f"no row for face {missing[0]}", DIE)
    return tuple(faces[face] for face in sorted(faces))


def amiss(family: Any, state: Any, table: Any, event: Event) -> Iterator[tuple[str, Mistake]]:
    """Yield each error in an event, with the key that is wrong."""
    now = family.moment(state)
    tries: dict[str, Callable[[], object]] = {
        "when": lambda: now and read_when(event.when).of(now),
        "until": lambda: event.until and now and read_until(event.until).of(now),
        "fact": lambda: event.fact and _set(family, state, table, now, event.fact, ""),
        "die": lambda: [
            _set(family, state, table, now, row, "") for row in dict.fromkeys(rows_of(event)) if "=" in row
        ],
    }
    for key, look in tries.items():
        try:
            look()
        except Mistake as wrong:
            yield key, wrong


def _set(family: Any, state: Any, table: Any, now: Moment | None, text: str, until: str) -> tuple[Any, ...]:
    """Return the effects that set a fact from a text such as `fog=thick`. Raises Mistake."""
    fact, told, value = text.partition("=")
    if not (told and fact.strip() and value.strip()):
        raise BadValue(f"{text!r} is not a fact with a value", "for example: fog=thick", word=text)
    found: tuple[Any, ...] = hold(family, state, table, now, fact.strip(), Staying(value.strip(), until=until))
    return found


def due(events: Mapping[str, Event], now: Moment) -> Iterator[tuple[Event, str]]:
    """Yield each event that is due and not done yet, with the moment when it was due. The events keep their order."""
    for event in events.values():
        when = read_when(event.when)
        try:
            last = when.of(now).latest(now)
        except Mistake:  # a battle made shorter by hand
            continue
        if last is not None and str(last) != event.done and (when.every or not event.done):
            yield event, str(last)


def happens(family: Any, state: Any, table: Any, now: Moment, event: Event, moment: str) -> Procedure[Happens]:
    """Return the effects and words of an event. If the event has a die, the die is thrown first."""
    lines = [event.fact] if event.fact else []
    words = [event.text] if event.text else []
    if event.die:
        rows = rows_of(event)
        pool = Pool(f"event {event.id}", "", event.id, (), Total(), 1, rule=RULE)
        row = yield from throw(pool, read=lambda face: rows[face - 1])
        (lines if "=" in row else words).append(row)
    effects = list[Any]()
    for fact in lines:
        try:
            found = _set(family, state, table, now, fact, event.until)
        except Mistake as wrong:  # its end has passed, or its table has no such fact any more
            words.append(f"{fact} was not set: {wrong.what}")
            continue
        effects += found
        ends = f" until {event.until}" if event.until and any(isinstance(each, FactSet) for each in found) else ""
        words.append(f"{fact}{ends}")
    late = "" if read_when(moment).now(now) else f", due earlier: {moment}"
    return Happens((*effects, EventDone(event.id, moment)), tuple(f"{each} ({RULE}{late})" for each in words))

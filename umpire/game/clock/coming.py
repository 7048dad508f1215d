"""The stands that are still to come. The code here throws the die of a stand that is due, and adds the stand to the
result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from umpire.core.frozen import replace
from umpire.core.outcome import Outcome
from umpire.core.pools import Pool
from umpire.core.procedure import Procedure, throw
from umpire.core.readings import Needs
from umpire.game.clock.arrivals import Arrival, has_left, read_arrival
from umpire.game.clock.ending import RULE, die, may_end, read_end
from umpire.game.clock.events import Event, due, happens
from umpire.game.clock.off_board import by_name, by_themselves, unit_of
from umpire.game.clock.when import Moment
from umpire.game.gamefile.public import ARRIVING


class Coming(NamedTuple):
    """The stands that arrive together: their ids, their names in one text, their side, and their arrival."""

    who: tuple[str, ...]
    name: str
    side: str
    arrival: Arrival

    def shown(self, now: Moment | None) -> str:
        """Return the names and the time of the arrival in words. If the stands are due and need no die, the text says
        `now`.
        """
        if not self.arrival.on and self.arrival.due(now):
            at = f" at {self.arrival.places}" if self.arrival.places else ""
            return f"{self.name} now{at}"
        return f"{self.name} {self.arrival.comes}"


def coming(family: Any, state: Any) -> tuple[Coming, ...]:
    """Return the arrivals still to come, in the order of the roster. Stands of a unit that arrive together are one
    arrival.

    Passengers are left out, because they come with their vehicle.
    """
    together: dict[tuple[str, str], list[str]] = {}
    for id, how in by_themselves(family, state).items() if family.COMERS else ():
        if has_left(how):
            continue
        together.setdefault((unit_of(family, state, id) or id, how), []).append(id)
    sides = family.named(state)
    return tuple(
        Coming(tuple(who), by_name(family, state, who), sides[who[0].lower()].side, read_arrival(how))
        for (_, how), who in together.items()
    )


def with_clock(
    family: Any,
    state: Any,
    table: Any,
    events: Mapping[str, Event],
    of: Callable[[Any], Procedure[Outcome]],
    situation: Any,
    last: Any = None,
    *,
    by_act: bool = False,
) -> Procedure[Outcome]:
    """Return the procedure of a situation. When the procedure ends, the stands and events that become due are added to
    the outcome.

    If `last` is given, the battle may end now. If the scenario lets a die decide whether the battle ends, this die is
    thrown first. If the battle ends, `last` is resolved in place of `situation`. If `by_act` is true, the act may end
    the turn, so the end of the battle is checked after the act.
    """
    if last is not None:
        end = read_end(state.ending.ends)
        if not end.on or (yield from throw(die(end), read=bool)):
            outcome = yield from of(last)
            return replace(outcome, words=(f"the battle ends: {end.written} ({RULE})", *outcome.words))
        outcome = yield from of(situation)
        outcome = replace(outcome, words=(f"the battle goes on: {end.on}+ needed to end it ({RULE})", *outcome.words))
    else:
        outcome = yield from of(situation)
    before = family.moment(state)
    then = state if outcome.is_tie_reroll else family.apply(state, outcome.effects, table)
    after = family.moment(then)
    if before is None or after is None or after.place == before.place or after.over:
        return outcome
    if by_act and after.count != before.count and may_end(family, state):
        end = read_end(state.ending.ends)
        if not end.on or (yield from throw(die(end), read=bool)):
            over = (*outcome.words, f"the battle ends: {end.written} ({RULE})")
            return replace(outcome, effects=(*outcome.effects, *family.ended(then)), words=over)
        outcome = replace(outcome, words=(*outcome.words, f"the battle goes on: {end.on}+ needed to end it ({RULE})"))
    effects, words, pending = list(outcome.effects), list(outcome.words), list(outcome.pending)
    for each in coming(family, state):
        arrival = each.arrival
        if not arrival.due(after) or (arrival.due(before) and not (arrival.on and _another(arrival, before, after))):
            continue
        if arrival.on and not (yield from throw(_die(each), read=bool)):
            words.append(f"{each.name}: no arrival yet, {arrival.on}+ needed ({RULE})")
            continue
        if arrival.on:
            effects += [family.arrived(id, arrival._replace(on=0).written) for id in each.who]
        at = f" at {arrival.places}" if arrival.places else ""
        words.append(f"{each.name} may enter{at} ({RULE})")
        pending.append(f"bring in {each.name}")
    for event, moment in due(events, after) if not _before_the_first(after) else ():
        happened = yield from happens(family, then, table, after, event, moment)
        effects += happened.effects
        words += happened.words
    return replace(outcome, effects=tuple(effects), words=tuple(words), pending=tuple(pending))


def _before_the_first(now: Moment) -> bool:
    return now.over or now.count == 0


def _die(each: Coming) -> Pool:
    return Pool(
        f"{ARRIVING}{each.who[0]}", each.side, f"arrival of {each.name}", (), Needs(each.arrival.on), 1, rule=RULE
    )


def _another(arrival: Arrival, before: Moment, after: Moment) -> bool:
    """Return whether the die for an arrival is thrown again. The die is thrown once in each round. If the arrival names
    a side, the die is thrown once in each turn of this side. At night, the die is thrown only if the stand may arrive
    at night.
    """
    when = arrival.when
    if after.over or when is None or (after.night and not when.night):
        return False
    if when.side:
        return after.side.lower() == when.side.lower() and after.place != before.place
    return (after.day, after.count) != (before.day, before.count) or after.night != before.night

"""The act `arrive kg2 at the west road`: a stand comes onto the table."""

from __future__ import annotations

from functools import partial
from typing import Any

from umpire.core.frozen import frozen
from umpire.core.mistakes import HowMany, WrongPlace
from umpire.core.outcome import Outcome
from umpire.core.procedure import Procedure, settled
from umpire.game import naming
from umpire.game.act import Act, Family, Situation
from umpire.game.clock.arrivals import ARRIVE, AT, BY_HAND, Arrival, has_left, read_arrival
from umpire.game.clock.off_board import absent, by_name, by_themselves, unit_of
from umpire.game.clock.when import Timing, read_when
from umpire.game.facts import Facts, TypedLine

FIRST = "day 1"
"""The time of arrival of a stand that comes in before the first round."""


@frozen
class ArriveSituation(Situation):
    """The situation of the act `arrive`. `comes` names the stands and the place. If `at_edge` is true, the stands wait
    at the edge of the board until they move.
    """

    comes: str
    effects: tuple[Any, ...]
    at_edge: bool = False


def situate(family: Family[Any, Any], state: Any, table: Any, typed: TypedLine) -> ArriveSituation:
    """Return the situation of `arrive kg2`, or of `arrive kg2 at the west road`. Raises Mistake."""
    known, names, waiting = Facts(typed), family.names(state), by_themselves(family, state)
    known.finish()
    who = list[str]()
    for word in typed.named(""):
        id = naming.meant(word, naming.named(names))
        if gone := next((one for one in waiting if one == id and has_left(waiting[one])), ""):
            hint = f'`set {gone} arrives="{BY_HAND}"` lets it come back'
            raise WrongPlace(f"{names[gone]} ({gone}): {read_arrival(waiting[gone])}", hint, word=word)
        own = [one for one in waiting if not has_left(waiting[one]) and id and id in (one, unit_of(family, state, one))]
        if not id:
            raise naming.none_such("stand or unit", word, names)
        if not own and id in absent(family, state):
            raise WrongPlace(
                f"{names[id]} ({id}): arrives only together with another stand",
                f"{ARRIVE} {' '.join(waiting)}",
                word=word,
            )
        if not own:
            raise WrongPlace(f"{names[id]} ({id}): on the table already", "`umpire status` lists arrivals", word=word)
        who += [one for one in own if one not in who]
    if not who:
        raise HowMany(f"{ARRIVE}: no stand or unit named", f"for example: {ARRIVE} {next(iter(waiting), 'NAME')}")
    where = " ".join(typed.named(AT)) or read_arrival(waiting[who[0]]).places
    side = family.named(state)[who[0].lower()].side
    comes = f"{by_name(family, state, who)}{where and f' at {where}'}"
    how = ""
    if on_board := getattr(state, "map", None) is not None:
        if any(read_arrival(waiting[one]).when for one in who):
            raise WrongPlace(f"{names[who[0]]}: enters the board by a move", f"`move {who[0]} to HEX`")
        how = Arrival(_now(family, state), where).written
    effects = tuple(family.arrived(one, how) for one in who)
    return ArriveSituation(f"Arriving: {comes}", side, known, comes, effects, at_edge=on_board)


def _now(family: Family[Any, Any], state: Any) -> Timing:
    now = family.moment(state)
    return read_when(str(now or "") or FIRST)


def procedure(sit: ArriveSituation) -> Procedure[Outcome]:
    """Return the outcome: the stands are on the table or, on a board, at its edge."""
    if sit.at_edge:
        return settled(Outcome(sit.effects, (f"{sit.comes} may enter",)))
    return settled(Outcome(sit.effects, (), (f"PLACE {sit.comes}",)))


def arrive_act(family: Family[Any, Any]) -> Act[Any, Any, ArriveSituation]:
    """Return the act `arrive` of a family."""
    return Act(
        verb=ARRIVE,
        words="Bring in a stand or unit; on a board with hexes, a stand waits at the edge until you move it",
        usage=f"{ARRIVE} NAME [NAME ...] [at PLACE]",
        situate=partial(situate, family),
        procedure=procedure,
        connectors=(AT,),
        places=(AT,),
        asks=False,
        tries=(),
        edge="named",
    )

"""The act `leave a1 by the west edge`: a stand leaves the table for good, and does not count as lost."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from umpire.core.frozen import frozen
from umpire.core.hexes import Grid
from umpire.core.mistakes import HowMany, Missing, WrongPlace, did_you_mean
from umpire.core.outcome import Objection, Outcome, number_of
from umpire.core.procedure import Procedure, settled
from umpire.game import naming
from umpire.game.act import Act, Family, Situation
from umpire.game.clock.arrivals import EDGES, LEAVE, LEFT, edge_in, edges_at
from umpire.game.clock.ending import RULE, way_of, worth_of
from umpire.game.clock.off_board import unit_of
from umpire.game.facts import Facts, TypedLine

BY = "by"


@frozen
class LeaveSituation(Situation):
    """The situation of the act `leave`. `goes` names the stands that leave; `elsewhere` names the stands among them
    that are not at the right edge.
    """

    goes: str
    points: int
    effects: tuple[Any, ...]
    elsewhere: tuple[str, ...]


def situate(family: Family[Any, Any], state: Any, table: Any, typed: TypedLine) -> LeaveSituation:
    """Return the situation of `leave a1`, or of `leave a1 by the west edge`. Raises Mistake."""
    known, names, comers = Facts(typed), family.names(state), family.COMERS
    assert comers is not None
    known.finish()
    gone = family.gone(state)
    there = {id: one for id, one in getattr(state, comers.among).items() if id not in gone}
    who = dict[str, Any]()
    for word in typed.named(""):
        id = naming.meant(word, naming.named(names))
        own = {one: row for one, row in there.items() if id and id in (one, unit_of(family, state, one))}
        if not own:
            raise naming.none_such("stand or unit", word, names)
        who |= own
    with_another = {id: tied for id, one in who.items() for tie in comers.ties if (tied := getattr(one, tie)) in there}
    for id, tied in with_another.items():
        if tied not in who:
            raise WrongPlace(
                f"{names[id]} ({id}): leaves only together with {names[tied]} ({tied})", f"{LEAVE} {tied}", word=id
            )
    alone = [id for id in who if id not in with_another]
    if not alone:
        raise HowMany(f"{LEAVE}: no stand named", f"for example: {LEAVE} {next(iter(there), 'NAME')} by west edge")
    grid = _grid(state)
    places = [there[id].hex for id in alone] if grid else []
    edge = _edge(" ".join(typed.named(BY)), state, places, " ".join(typed.named("")))
    elsewhere = tuple(
        f"{names[id]}: in {there[id].hex}, not at the {edge}"
        for id in alone
        if grid and edge_in(edge) and there[id].hex and edge_in(edge) not in edges_at(grid, there[id].hex)
    )
    stay = {unit_of(family, state, id) for id in there if id not in who} | {""}
    said = dict.fromkeys(id if (unit := unit_of(family, state, id)) in stay else unit for id in alone)
    goes = ", ".join(f"{names[id]} ({id})" for id in said) + (f" by the {edge}" if edge else "")
    effects = tuple(each for id in alone for each in family.leaves(state, id, f"{LEFT} {BY} {edge}" if edge else LEFT))
    side = family.named(state)[alone[0].lower()].side
    points = len(alone) * worth_of(edge, state.ending.leaves)
    return LeaveSituation(f"Leaving: {goes}", side, known, goes, points, effects, elsewhere)


def ways(state: Any) -> tuple[str, ...]:
    """Return the edges, and the roads with points. Return () if there is no board and no road with points; any words
    are then accepted.
    """
    roads = tuple(map(way_of, state.ending.leaves))
    return tuple(dict.fromkeys((*EDGES, *roads))) if roads or _grid(state) else ()


def _grid(state: Any) -> Grid | None:
    game_map = getattr(state, "map", None)
    return game_map.grid if game_map is not None else None


def _edge(said: str, state: Any, places: Iterable[str], who: str) -> str:
    """Return the edge or road by which the stands leave, as it is stored: `west edge`. `who` has the names of the
    stands as typed.

    Raises Missing if several edges may be meant, and WrongPlace for other words.
    """
    words, grid, known = [word for word in said.split() if word.lower() != "the"], _grid(state), ways(state)
    way = way_of(" ".join(words))
    if way in EDGES:
        return f"{way} edge"
    if words and known and way not in known:
        raise WrongPlace(f"{LEAVE} by {said}: not a way off the table", did_you_mean(way, [*known]))
    if known and not words and grid is None:
        what = f"{LEAVE}: by which way?"
        raise Missing(what, f"for example: {LEAVE} {who} {BY} {known[-1]}", wants="which way?")
    if words or grid is None:
        return " ".join(words)
    may = {edge for label in places if label for edge in edges_at(grid, label)}
    if len(may) > 1:
        edges = [f"{edge} edge" for edge in EDGES if edge in may]
        hint = f"for example: {LEAVE} {who} {BY} {edges[0]}"
        raise Missing(f"{LEAVE}: by the {' or the '.join(edges)}?", hint, wants="which edge?")
    return f"{may.pop()} edge" if may else ""


def objections(sit: LeaveSituation) -> tuple[Objection, ...]:
    """Return an objection for each stand that is not at the edge of the board."""
    return tuple(Objection(RULE, words) for words in sit.elsewhere)


def procedure(sit: LeaveSituation) -> Procedure[Outcome]:
    """Return the outcome: the stands have left, and are not lost."""
    words = (f"{sit.side}: {number_of(sit.points, 'point')} ({RULE})",) if sit.points else ()
    return settled(Outcome(sit.effects, words, (f"TAKE {sit.goes} off the table",)))


def leave_act(family: Family[Any, Any]) -> Act[Any, Any, LeaveSituation]:
    """Return the act `leave` of a family."""
    return Act(
        verb=LEAVE,
        words="Take a stand or unit off the table for good; a stand that leaves does not count as lost",
        usage=f"{LEAVE} NAME [NAME ...] [by EDGE]",
        situate=partial(situate, family),
        objections=objections,
        procedure=procedure,
        connectors=(BY,),
        places=(BY,),
        asks=False,
        tries=(),
    )

"""The hexes that a stand may move to, and the strength points they cost. Nothing moves."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.core.frozen import frozen, replace
from umpire.core.hexes import Hex, spans
from umpire.core.mistakes import HowMany, NoMap, WrongPlace
from umpire.core.outcome import Objection, Outcome, number_of
from umpire.core.procedure import Procedure, settled
from umpire.game.act import Act, Situation
from umpire.game.clock.arrivals import read_arrival
from umpire.game.facts import TypedLine, choices
from umpire.rulesets.star_general.acts.movement import entries_of, onto_board
from umpire.rulesets.star_general.board.moving import LISTS
from umpire.rulesets.star_general.board.observer import core_stand
from umpire.rulesets.star_general.board.walking import Route, Walk, Walker, routes
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.table import Table
from umpire.rulesets.star_general.turn.sequence import stands_to_move


@frozen
class ReachSituation(Situation):
    """A stand and the hexes in its reach.

    `found` has pairs of a kind of move, `normal` or `strategic`, and its hexes. For a retreat, `found` has pairs of a
    cost in strength points and the hexes at this cost. If the stand can only shuffle, `exchange` has the stands with
    which it can change places. `halts` has the obstacles that end a normal move or a short retreat, each with its rule
    and its hexes.
    """

    state: State
    table: Table
    found: tuple[tuple[str, tuple[Hex, ...]], ...]
    halts: tuple[tuple[str, str, tuple[Hex, ...]], ...]
    exchange: tuple[Stand, ...]
    stand: Stand
    faults: tuple[Objection, ...]


def situate(state: State, table: Table, line: TypedLine) -> ReachSituation:
    """Return the reach of the stand named. Raises Mistake if there is no map, or if the stand is off the map and has no
    entry hexes.
    """
    names = line.named("")
    if len(names) != 1:
        raise HowMany("name one stand at a time", "reach STAND")
    stand = core_stand(state, names[0], table)
    start, entries = state.place(stand), entries_of(state, stand)
    if state.map is None:
        raise NoMap(
            "without a map Umpire does not know the reach of a stand", "type the length of the move: move STAND hexes=2"
        )
    if start is None and not entries:
        hint = f"`move {stand.id} to HEX` brings it onto the board"
        raise WrongPlace(f"{stand.name}: it is not on the board, and may come in at any hex", hint)
    walker = Walker(state, table, line)
    strategic = walker.strategic(stand)
    walks = walker.walks(stand, strategic)
    reached = [routes(walk, start) if start else onto_board(walk, entries) for walk in walks]
    shuffles = start is not None and walker.shuffles(stand)
    faults = list(walker.forbids(stand, strategic))
    exchange = tuple(_exchanges(walker, stand, start, reached[0])) if start and shuffles else ()
    pace = walker.pace(stand)
    far = number_of(pace.normal, "hex", "hexes")
    where = f"in {stand.hex}" if start else f"from {read_arrival(stand.arrives).places}"
    title = f"{stand.name} {where}: {pace.words}, {far}, {pace.strategic} in a strategic move ({pace.rule})"
    found = () if shuffles else tuple(_kinds(walker, walks, reached))
    walker.facts.finish()
    halts = _halts(walks[0], reached[0])
    return ReachSituation(title, stand.side, walker.facts, state, table, found, halts, exchange, stand, tuple(faults))


def _kinds(
    walker: Walker, walks: tuple[Walk, ...], reached: list[dict[Hex, Route]]
) -> Iterator[tuple[str, tuple[Hex, ...]]]:
    """Yield pairs of a kind of move and its hexes. Each hex is in one pair. Hexes held by friends are left out."""
    free = [
        {there: route for there, route in found.items() if there not in walk.zones.friends}
        for walk, found in zip(walks, reached, strict=True)
    ]
    if walks[0].kind == "retreat":
        yield from _tolls(walker, walks[0], free)
        return
    seen: set[Hex] = set()
    for walk, found in zip(walks, free, strict=True):
        hexes = tuple(there for there in found if there not in seen)
        seen.update(hexes)
        if hexes:
            yield walk.kind, hexes


def _tolls(walker: Walker, walk: Walk, free: list[dict[Hex, Route]]) -> Iterator[tuple[str, tuple[Hex, ...]]]:
    """Yield pairs of a cost in words and the hexes at this cost, for a retreat. The lowest cost comes first."""
    start = walker.state.place(walk.stand)
    starts = int(walker.table.options["retreat_start_zoc_sp"]) if start in walk.zones.controlled else 0
    cost: dict[Hex, int] = {}
    for found in free:
        for there, route in found.items():
            cost[there] = min(cost.get(there, route.toll + starts), route.toll + starts)
    for points in sorted(set(cost.values())):
        yield f"for {points} SP" if points else "free", tuple(there for there in cost if cost[there] == points)


def _halts(walk: Walk, reached: dict[Hex, Route]) -> tuple[tuple[str, str, tuple[Hex, ...]], ...]:
    """Return the obstacles in reach, each with its rule and the hexes where the stand must halt."""
    if walk.kind not in ("normal", "retreat"):
        return ()
    found: dict[tuple[str, str], list[Hex]] = {}
    for there in reached:
        halt = walk.halts(there)
        if halt and there not in walk.zones.friends:
            zone = halt.rule == walk.board.table.rules["zone_halt"]
            found.setdefault(("the enemy" if zone else walk.board.ground(there).words, halt.rule), []).append(there)
    return tuple((what, rule, tuple(hexes)) for (what, rule), hexes in found.items())


def _exchanges(walker: Walker, stand: Stand, start: Hex, reached: dict[Hex, Route]) -> Iterator[Stand]:
    """Yield the other stands of the unit that this stand can change places with. Both stands must be able to shuffle,
    and be in command.
    """
    for other in walker.state.living(stand.unit):
        place = walker.state.place(other)
        if place is None or place not in reached or start not in routes(walker.walks(other, None)[0], place):
            continue
        places: dict[str, Hex | None] = {stand.id: place, other.id: start}
        if all(_may_shuffle(walker, each, places) for each in (stand, other)):
            yield other


def _may_shuffle(walker: Walker, stand: Stand, places: dict[str, Hex | None]) -> bool:
    must_end = walker.table.options["shuffle_must_end_in_command"]
    return walker.near_hq(stand, {}) is not False and (walker.near_hq(stand, places) is not False or not must_end)


def goals(state: State, table: Table, stand: str) -> tuple[str, ...]:
    """Return the labels of the hexes a stand can move to, in the order of `found`. Raises Mistake as `situate` does."""
    gun = state.stands.get(stand.lower())
    if gun is not None and gun.battery:  # at the pace of the artillery phase
        pace = replace(gun, mobility=table.battery_pace["armoured" if gun.armoured else "towed"])
        state = replace(state, stands={**state.stands, gun.id: pace})
    sit = situate(state, table, TypedLine({"": (stand,)}, {}))
    assert state.map is not None
    return tuple(state.map.grid.label(there) for _, hexes in sit.found for there in hexes)


def partners(state: State, table: Table, stand: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the stands that can shuffle with the stand named, each with the words to type.

    Raises Mistake as `situate` does.
    """
    sit = situate(state, table, TypedLine({"": (stand,)}, {}))
    return tuple((other.id, (sit.stand.id, "to", other.hex, other.id, "to", sit.stand.hex)) for other in sit.exchange)


def objections(sit: ReachSituation) -> tuple[Objection, ...]:
    """Return the reasons why the stand may not move at all."""
    return sit.faults


def out_of_turn(state: State, table: Table, sit: ReachSituation) -> tuple[Objection, ...]:
    """Return the objections from the sequence of play, as for a move."""
    return stands_to_move(state, table, (sit.stand,))


def reach(sit: ReachSituation) -> Procedure[Outcome]:
    """Return the hexes in reach, in words. No dice are thrown, and nothing changes."""
    return settled(Outcome(words=tuple(_words(sit))))


def _words(sit: ReachSituation) -> Iterator[str]:
    assert sit.state.map is not None
    grid = sit.state.map.grid
    for kind, hexes in sit.found:
        yield f"{kind}: {spans(grid, hexes)}"
    for other in sit.exchange:
        yield f"can change places with {other.name} ({other.id}) in {other.hex}"
    if not sit.found and not sit.exchange:
        yield "no hex in reach"
    for what, rule, hexes in sit.halts:
        yield f"must halt because of {what}: {spans(grid, hexes)} ({rule})"


ACT = Act(
    verb="reach",
    words="Show the hexes a stand can move to",
    usage="reach STAND [strategic=no]",
    facts={
        "strategic": "yes: show only strategic moves; no: show only normal moves",
        "mobility": "foot, wheeled, tracked or slow",
        "order": "the order: M, H, D or R; for example: STAND.order=R",
        "terrain": "terrain of a hex, if the map is wrong: 0507.terrain=open",
    },
    choices=choices("strategic", mobility="foot wheeled tracked slow", order="M H D R"),
    lists=LISTS,
    situate=situate,
    objections=objections,
    procedure=reach,
    asks=False,
    out_of_turn=out_of_turn,
    edge="named",
)

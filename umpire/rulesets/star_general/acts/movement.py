"""The situation of a move, from the words typed: each stand with its goal, its walk and the objections to the walk."""

from __future__ import annotations

from umpire.core.frozen import frozen, replace
from umpire.core.hexes import Hex, distance, spans
from umpire.core.mistakes import ALSO, BadValue, HowMany, Missing, NoMap, WrongPlace, WrongSide
from umpire.core.outcome import Objection, number_of
from umpire.game.act import Situation
from umpire.game.clock.arrivals import NEVER, read_arrival
from umpire.game.facts import TypedLine, whole, yes_or_no
from umpire.rulesets.star_general.board.observer import core_stand, named_once
from umpire.rulesets.star_general.board.walking import Going, Path, Route, Walk, Walker, attempt, faults, gap, routes
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.table import Pace, Table

USAGE = "move STAND to HEX, or hex by hex: move STAND HEX HEX ..."
HEXES = whole(0, 99, "hexes")
ZOC = whole(0, 99, "zoc")
WORDS = {
    "normal": "move",
    "strategic": "strategic move",
    "shuffle": "shuffle",
    "retreat": "retreat",
    "lost": "destroyed in retreat",
}


@frozen
class TypedMove:
    """A stand in the line typed, with the labels of the hexes on its path (`via`), or only the label of its `goal`."""

    name: str
    via: tuple[str, ...] = ()
    goal: str = ""


@frozen
class Mover:
    """One core stand that moves, and its support stands.

    `how` is normal, strategic, shuffle or retreat. `path` has the hexes entered, and `goal` is the last hex; without a
    map there is no path. `hexes` is the number of hexes entered, or None if the number is not known. `most` is the
    number of hexes allowed. `started` is the cost, in strength points, of starting a retreat in an enemy zone of
    control. `entered` is the cost of the zone hexes that the retreat enters. `halt` is the reason why the stand may not
    go on beyond `goal`; None if the stand may go on.
    """

    stand: Stand
    supports: tuple[Stand, ...]
    order: str
    how: str
    going: Going
    pace: Pace
    most: int
    path: Path = ()
    goal: Hex | None = None
    hexes: int | None = None
    started: int = 0
    entered: int = 0
    halt: Objection | None = None
    in_command: bool = True
    faults: tuple[Objection, ...] = ()

    @property
    def lost(self) -> bool:
        """True if the retreat costs all strength points and support stands of the mover."""
        return self.started + self.entered >= self.stand.sp + len(self.supports)


@frozen
class MoveSituation(Situation):
    """Core stands that move together. If a stand leaves a hex, the hex is free for the other stands."""

    state: State
    table: Table
    movers: tuple[Mover, ...]


def read_typed(state: State, words: tuple[str, ...]) -> tuple[TypedMove, ...]:
    """Return the stands typed with their paths: `a1 0507 0508 a2 to 0510`. Raises Mistake."""
    if not words:
        raise HowMany("the name of a stand to move is missing", USAGE)
    found: list[TypedMove] = []
    rest = list(words)
    while rest:
        each = TypedMove(rest.pop(0))
        if each.name.lower() == "to":
            raise HowMany("the name of a stand must come before `to`", USAGE)
        while rest and _is_hex(state, rest[0]):
            each = replace(each, via=(*each.via, rest.pop(0)))
        if rest and rest[0].lower() == "to":
            if each.via or len(rest) < 2 or not _is_hex(state, rest[1]):
                raise Missing(f"{each.name} to: type one hex after `to`, and no hex before `to`", USAGE, usage=True)
            each = replace(each, goal=rest[1])
            del rest[:2]
        found.append(each)
    return tuple(found)


def _is_hex(state: State, word: str) -> bool:
    """Return whether a word is a hex of this board. Raises Mistake for a number of three or more digits that is not a
    hex of the map.
    """
    if not (word.isascii() and word.isdigit() and len(word) > 2):
        return False
    if state.map is None:
        raise NoMap(f"{word}: there is no map", "type only the number of hexes: move STAND hexes=2", word=word)
    try:
        state.map.grid.hex(word)
    except ValueError as wrong:
        raise BadValue(str(wrong), word=word) from None
    return True


def situate(state: State, table: Table, line: TypedLine) -> MoveSituation:
    """Return the situation of a move. Raises Mistake for names, hexes and facts that make no sense."""
    typed = read_typed(state, line.named(""))
    walker = Walker(state, table, line)
    stands = [core_stand(state, each.name, table) for each in typed]
    named_once(stands, USAGE)
    for stand in stands:
        if stand.side != stands[0].side:
            raise WrongSide(
                f"{stand.name}: it is not on the same side as {stands[0].name}", "only one side moves at a time"
            )
    movers = [_mover(walker, stand, each) for stand, each in zip(stands, typed, strict=True)]
    places = {mover.stand.id: mover.goal for mover in movers}
    ended = tuple(_commanded(walker, mover, places) for mover in movers)
    walker.facts.finish()
    return MoveSituation(_title(state, ended), stands[0].side, walker.facts, state, table, ended)


def _mover(walker: Walker, stand: Stand, typed: TypedMove) -> Mover:
    """Return one stand with its walk and its cost. If no path was typed, the best path is found."""
    strategic = walker.strategic(stand)
    start = walker.state.place(stand)
    bare = Mover(
        stand,
        walker.state.supports(stand.id),
        walker.order(stand),
        "normal",
        walker.going(stand),
        walker.pace(stand),
        0,
        faults=walker.forbids(stand, strategic),
    )
    if walker.state.map is None or start is None:
        if entries := entries_of(walker.state, stand):
            return _enters(walker, bare, typed, strategic, entries)
        return _off_board(walker, bare, typed, strategic)
    goal, path = _where(walker, stand, start, typed)
    walks = walker.walks(stand, strategic)
    walk, path = _by_path(walks, start, path) if path else _by_goal(walks, start, goal)
    walker.facts.note(f"{stand.id}.path", " ".join(walk.board.grid.label(each) for each in path), "map")
    hexes = walker.facts.settle("hexes", HEXES, subject=stand.id, worked_out=len(path), source="map")
    started = entered = 0
    if walk.kind == "retreat":
        zoc = sum(there in walk.zones.controlled for there in path)
        started, entered = _points(walker, stand, start in walk.zones.controlled, zoc)
    return replace(
        bare,
        how=walk.kind,
        most=walk.most,
        path=path,
        goal=goal,
        hexes=hexes,
        started=started,
        entered=entered,
        halt=walk.halts(goal) if len(path) < walk.most else None,
        faults=(*bare.faults, *faults(walk, start, path, hexes)),
    )


def _where(walker: Walker, stand: Stand, start: Hex, typed: TypedMove) -> tuple[Hex, Path]:
    """Return the goal of a stand on the board, and its path if one was typed. Raises Mistake for a path with gaps."""
    assert walker.state.map is not None
    grid = walker.state.map.grid
    if not typed.via and not typed.goal:
        hint = f"`reach {stand.id}` lists the hexes in reach"
        raise Missing(f"{stand.name}: the hex it moves to is missing", hint, wants="where to?", usage=ALSO)
    path = tuple(grid.hex(label) for label in typed.via)
    if len(path) > 1 and path[0] == start:
        path = path[1:]
    goal = path[-1] if path else grid.hex(typed.goal)
    if goal == start:
        raise WrongPlace(f"{stand.name}: it is already in {stand.hex}", USAGE)
    if len(path) == 1 and distance(start, goal) > 1:
        return goal, ()
    if broken := gap(start, path):
        one, two = (grid.label(each) for each in broken)
        hint = f"name every hex, or `move {stand.id} to {grid.label(goal)}`"
        raise WrongPlace(f"{one} and {two} are not adjacent", hint)
    return goal, path


def _by_path(walks: tuple[Walk, ...], start: Hex, path: Path) -> tuple[Walk, Path]:
    """Return the kind of move that a typed path makes, and the path.

    For a retreat the length of the path decides the kind. Other moves get the kind with the fewest objections.
    """
    if walks[0].kind == "retreat":
        return walks[int(len(path) > walks[0].most)], path
    return min(walks, key=lambda walk: (len(faults(walk, start, path)), len(path) > walk.most)), path


def _by_goal(walks: tuple[Walk, ...], start: Hex, goal: Hex) -> tuple[Walk, Path]:
    """Return a kind of move and the best path to a hex.

    For a retreat, the cheapest kind of move that reaches the hex is used. For any other move, the first kind that
    reaches the hex is used. If no kind reaches the hex, the path with the fewest objections is used.
    """
    found = [(walk, route) for walk in walks if (route := routes(walk, start).get(goal))]
    if found:
        cheapest = found[:1] if walks[0].kind != "retreat" else found
        walk, route = min(cheapest, key=lambda each: (each[1].toll, len(each[1].path)))
        return walk, route.path
    tries = [_by_path(walks, start, attempt(walk, start, goal)) for walk in walks]
    return min(tries, key=lambda each: len(faults(each[0], start, each[1])))


def _points(walker: Walker, stand: Stand, starts: bool | None, entered: int | None) -> tuple[int, int]:
    """Return the two costs of a retreat: for starting in an enemy zone of control, and for the zone hexes entered."""
    facts, words = walker.facts, "no enemy zone of control"
    zoc = facts.settle("zoc", ZOC, subject=stand.id, worked_out=entered, source="map", assume=0, words=words)
    begins = yes_or_no("start_zoc")
    start = facts.settle("start_zoc", begins, subject=stand.id, worked_out=starts, source="map", assume=False)
    starting = int(walker.table.options["retreat_start_zoc_sp"]) if start else 0
    return starting, zoc * walker.retreat_cost(stand)


def entries_of(state: State, stand: Stand) -> Path:
    """Return the hexes where a stand may come onto the board; () if the stand has no entry hexes."""
    if state.map is None or stand.arrives in ("", NEVER):
        return ()
    arrival = read_arrival(stand.arrives)
    return arrival.hexes(state.map.grid) if arrival.when else ()


def _enters(walker: Walker, bare: Mover, typed: TypedMove, strategic: bool | None, entries: Path) -> Mover:
    """Return a move onto the board. The first hex of the move is one of the stand's entry hexes, and counts like any
    other hex.

    Raises Mistake for a path with gaps.
    """
    assert walker.state.map is not None
    stand, grid, path = bare.stand, walker.state.map.grid, Path()
    if typed.via and (len(typed.via) > 1 or grid.hex(typed.via[0]) in entries):
        path = tuple(grid.hex(label) for label in typed.via)
        if broken := gap(path[0], path[1:]):
            one, two = (grid.label(each) for each in broken)
            hint = f"name every hex, or `move {stand.id} to {grid.label(path[-1])}`"
            raise WrongPlace(f"{one} and {two} are not adjacent", hint)
    elif not (typed.via or typed.goal):
        where = f"enters at {read_arrival(stand.arrives).places}"
        raise Missing(f"{stand.name}: {where}", f"`move {stand.id} to HEX`", wants="where to?")
    walks = walker.walks(stand, strategic)
    goal = path[-1] if path else grid.hex(typed.goal or typed.via[0])
    ways = [(walk, way) for walk in walks for way in ([path] if path else (_from_edge(walk, e, goal) for e in entries))]
    walk, path = min(ways, key=lambda each: (len(_at_entry(each[0], each[1], entries)), len(each[1])))
    walker.facts.note(f"{stand.id}.path", " ".join(grid.label(each) for each in path), "map")
    hexes = walker.facts.settle("hexes", HEXES, subject=stand.id, worked_out=len(path), source="map")
    zoc = sum(there in walk.zones.controlled for there in path)
    entered = _points(walker, stand, False, zoc)[1] if walk.kind == "retreat" else 0
    wrong = (*bare.faults, *_at_entry(walk, path, entries, hexes))
    halt = walk.halts(goal) if len(path) < walk.most else None
    return replace(
        bare, how=walk.kind, most=walk.most, path=path, goal=goal, hexes=hexes, entered=entered, halt=halt, faults=wrong
    )


def _from_edge(walk: Walk, entry: Hex, goal: Hex) -> Path:
    """Return a path onto the board at one entry hex: the best legal path, or else the path that breaks the fewest
    rules.
    """
    found = _beyond(walk, entry).get(goal)
    return found.path if found else (entry, *attempt(walk, entry, goal))


def _beyond(walk: Walk, entry: Hex) -> dict[Hex, Route]:
    """Return the hexes in reach of a walk that enters the board at this hex. The entry hex is included."""
    further = {} if walk.halts(entry) else routes(replace(walk, most=walk.most - 1), entry)
    toll = walk.toll(entry)
    ways = {there: Route((entry, *route.path), route.toll + toll) for there, route in further.items()}
    return {entry: Route((entry,), toll), **ways}


def onto_board(walk: Walk, entries: Path) -> dict[Hex, Route]:
    """Return every hex that a walk onto the board can reach, each with its best path.

    The best path is the cheapest path. Of several equally cheap paths, the shortest path is the best.
    """
    found: dict[Hex, Route] = {}
    for entry in entries:
        for there, route in _beyond(walk, entry).items():
            known = found.get(there)
            better = known is None or (route.toll, len(route.path)) < (known.toll, len(known.path))
            if better and not _at_entry(walk, route.path, entries):
                found[there] = route
    return found


def _at_entry(walk: Walk, path: Path, entries: Path, hexes: int | None = None) -> tuple[Objection, ...]:
    """Return the objections to a walk onto the board."""
    grid, entry = walk.board.grid, path[0]
    found = [*filter(None, [walk.bars(entry, entry, first=True), walk.halts(entry) if len(path) > 1 else None])]
    if entry not in entries:
        where = f"{walk.stand.name}: it cannot enter at {grid.label(entry)}, only at {spans(grid, entries)}"
        found.insert(0, Objection("scenario", where, depends_on="move"))
    rules = {each.rule for each in found}
    return (*found, *(one for one in faults(walk, entry, path[1:], hexes or len(path)) if one.rule not in rules))


def _off_board(walker: Walker, mover: Mover, typed: TypedMove, strategic: bool | None) -> Mover:
    """Return the move of a stand that is not on a map. If a number of hexes is typed, the number is checked against the
    stand's movement allowance.
    """
    stand, pace = mover.stand, mover.pace
    game_map = walker.state.map
    if game_map is not None and not (typed.goal or len(typed.via) == 1):
        raise WrongPlace(
            f"{stand.name}: it is not on the board yet", f"`move {stand.id} to HEX` brings it onto the board"
        )
    goal = game_map.grid.hex(typed.goal or typed.via[0]) if game_map is not None else None
    hexes = walker.facts.settle("hexes", HEXES, subject=stand.id)
    started, entered, rule = 0, 0, pace.rule
    if walker.shuffles(stand):
        how, most, rule = "shuffle", pace.normal, walker.table.rules["shuffle_normal"]
        walker.facts.assume(f"each hex on the way holds a stand of the same {walker.table.words['unit']}")
    elif mover.order == "R":
        how, most = "retreat", pace.strategic
        started, entered = _points(walker, stand, None, None)
    elif strategic or (strategic is None and hexes is not None and hexes > pace.normal):
        how, most = "strategic", pace.strategic
        apart, by = walker.table.limits["strategic_distance"], walker.table.rules["strategic_distance"]
        walker.facts.assume(f"the whole move is more than {apart} hexes from every enemy ({by})")
        if not strategic:
            far = number_of(hexes or 0, "hex", "hexes")
            words = f"{stand.name}: {far}, normal move {pace.normal}, so this is a strategic move ({pace.rule})"
            walker.facts.notes.append(words)
    else:
        how, most = "normal", pace.normal
    found = mover.faults
    if hexes is not None and hexes > most:
        found = (*found, Objection(rule, f"{stand.name}: {hexes} hexes, {most} allowed ({pace.words})"))
    return replace(mover, how=how, most=most, goal=goal, hexes=hexes, started=started, entered=entered, faults=found)


def _commanded(walker: Walker, mover: Mover, places: dict[str, Hex | None]) -> Mover:
    """Return the mover with a new `in_command`, which is true if the mover is in command after all moves.

    A shuffle must start in command. An option decides whether a shuffle must also end in command.
    """
    starts, ends = walker.commanded(mover.stand, places)
    must_end = walker.table.options["shuffle_must_end_in_command"]
    if mover.how == "shuffle" and not (starts and (ends or not must_end)):
        why = walker.far_from_hq(mover.stand, places if starts else {})
        away = f" ({why})" if why else ""
        words = f"{mover.stand.name}: out of command at the {'end' if starts else 'start'} of its shuffle{away}"
        wrong = Objection(walker.table.rules["shuffle_command"], words)
        return replace(mover, in_command=ends, faults=(*mover.faults, wrong))
    return replace(mover, in_command=ends)


def _title(state: State, movers: tuple[Mover, ...]) -> str:
    """Return the title, such as `tank A: move to 0907 Arnhem, tank B to 0808`."""
    parts, last = [], ""
    for mover in movers:
        place = ""
        if state.map is not None and mover.goal is not None:
            name = state.map.name(mover.goal)
            place = f" to {state.map.grid.label(mover.goal)}" + (f" {name}" if name else "")
        how = "lost" if mover.lost else mover.how
        words = "" if place and how == last else f": {WORDS[how]}"
        parts.append(f"{mover.stand.name}{words}{place}")
        last = how
    return ", ".join(parts)

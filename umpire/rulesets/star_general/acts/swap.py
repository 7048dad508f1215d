"""The act `swap`: support stands change places within their unit.

The rules say when a swap may be made, how far the stands may walk, and how many support stands may be in a hex. A
shuffle, in which two core stands change places, is a move.
"""

from __future__ import annotations

from collections.abc import Iterator

from umpire.core.frozen import frozen, replace
from umpire.core.hexes import Hex
from umpire.core.mistakes import HowMany, WrongPlace, WrongSide, WrongSort
from umpire.core.outcome import MOVE, Objection, Outcome
from umpire.core.procedure import Procedure, settled
from umpire.game.act import Act, Situation
from umpire.game.facts import TypedLine, choices, whole
from umpire.rulesets.star_general.acts import move, movement
from umpire.rulesets.star_general.acts.movement import MoveSituation
from umpire.rulesets.star_general.board.board import no_room
from umpire.rulesets.star_general.board.observer import core_stand, find, named_once
from umpire.rulesets.star_general.board.walking import Walk, Walker, attempt, faults, routes, support_going
from umpire.rulesets.star_general.effects import Attach, Effect, Moved
from umpire.rulesets.star_general.state import ORDERS, Stand, State
from umpire.rulesets.star_general.table import Table
from umpire.rulesets.star_general.turn.sequence import turn_to_move

USAGE = "swap SUPPORT [to] STAND, or swap SUPPORT [and] SUPPORT"
WITH = ("and", "with")
BETWEEN = ("to", *WITH)
HEXES = whole(0, 99, "hexes")


@frozen
class Handover:
    """A support stand that goes from one core stand to another; `faults` are the objections to its walk."""

    support: Stand
    old: Stand
    new: Stand
    order: str
    faults: tuple[Objection, ...] = ()


@frozen
class SwapSituation(Situation):
    """Support stands that change places together. `out` has the core stands that are out of command."""

    state: State
    table: Table
    changes: tuple[Handover, ...]
    out: tuple[Stand, ...]


def situate(state: State, table: Table, line: TypedLine) -> SwapSituation | MoveSituation:
    """Return the situation of a swap. Raises Mistake for names and facts that make no sense."""
    if places := _shuffled(state, line.named("")):
        return movement.situate(state, table, replace(line, names={"": places}))
    pairs = read_changes(state, table, line.named(""))
    walker = Walker(state, table, line)
    changes = tuple(_change(walker, support, new) for support, new in pairs)
    sides = {stand.side for change in changes for stand in (change.support, change.new)}
    if len(sides) > 1:
        raise WrongSide("these stands are not on the same side", USAGE)
    tested = [stand for change in changes for stand in (change.old, change.new)]
    if table.options["support_swap_command_test"] == "unit":
        tested = [stand for change in changes for stand in state.living(change.support.unit)]
    out = tuple(stand for stand in dict.fromkeys(tested) if not walker.in_command(stand, shared=True))
    walker.facts.finish()
    where = [f"{change.support.name} to {change.new.name}" for change in changes]
    return SwapSituation(", ".join(where), changes[0].support.side, walker.facts, state, table, changes, out)


def read_changes(state: State, table: Table, words: tuple[str, ...]) -> tuple[tuple[Stand, Stand], ...]:
    """Return pairs (support stand, its new core stand). `mg to a2` moves a support stand to a core stand, and `mg and
    at` makes two support stands change places.

    Several swaps may be typed in a row. The words `to` and `and` may be left out.
    """
    found: list[tuple[Stand, Stand]] = []
    left = list(words)
    while left or not found:
        if len(left) < (3 if {word.lower() for word in left[1:2]} & {*BETWEEN} else 2):
            raise HowMany("name the stands that change places", USAGE)
        support = _support(state, table, left.pop(0))
        between = left.pop(0).lower() if left[0].lower() in BETWEEN else ""
        other = find(state, left.pop(0))
        if between == "to" or (not between and not other.host):
            found.append((support, core_stand(state, other.id, table)))
        else:
            second = _support(state, table, other.id)
            found += [(support, state.stands[second.host]), (second, state.stands[support.host])]
    named_once((support for support, _ in found), USAGE)
    still = next((support for support, new in found if support.host == new.id), None)
    if still:
        raise WrongPlace(f"{still.name}: it is already with {still.host}", USAGE)
    return tuple(found)


def _shuffled(state: State, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of the move by which two core stands change places.

    Return () if the words typed do not name two core stands on the map.
    """
    named = [word for word in words if word.lower() not in WITH]
    if len(named) != 2 or "to" in map(str.lower, named):
        return ()
    one, other = (find(state, word) for word in named)
    if not all(stand.hex and not stand.host for stand in (one, other)):
        return ()
    return one.id, other.hex, other.id, one.hex


def _support(state: State, table: Table, name: str) -> Stand:
    stand = find(state, name)
    if not stand.host:
        word = table.words["support"]
        raise WrongSort(
            f"{stand.name}: this stand is not a {word}", f"name a support stand ({word}); core stands move with `move`"
        )
    return stand


def _change(walker: Walker, support: Stand, new: Stand) -> Handover:
    old = walker.state.stands[support.host]
    return Handover(support, old, new, walker.order(old), tuple(_walked(walker, support, old, new)))


def _walked(walker: Walker, support: Stand, old: Stand, new: Stand) -> Iterator[Objection]:
    """Yield the objections to the walk of a support stand. An option decides whether the walk is limited (3SG-2.4-04,
    -06).
    """
    state, table = walker.state, walker.table
    if not table.options["support_swap_uses_ma_terrain"]:
        return
    going = support_going(state, table, support)
    pace = table.pace[going.mobility]
    start, goal = state.place(old), state.place(new)
    if state.map is None or start is None or goal is None:
        hexes = walker.facts.settle("hexes", HEXES, subject=support.id)
        if hexes is not None and hexes > pace.normal:
            words = f"{support.name}: it would go {hexes} hexes, {pace.normal} allowed ({pace.words})"
            yield Objection(table.rules["swap_normal"], words)
        return
    assert walker.board is not None
    rule = table.rules["swap_normal"]
    walk = Walk(walker.board, support, "normal", "normal", pace.normal, rule, pace.words)
    yield from _no_path(walk, start, goal)


def _no_path(walk: Walk, start: Hex, goal: Hex) -> tuple[Objection, ...]:
    if goal in routes(walk, start):
        return ()
    return faults(walk, start, attempt(walk, start, goal))


def objections(sit: SwapSituation | MoveSituation) -> tuple[Objection, ...]:
    """Return the objections to these swaps."""
    if isinstance(sit, MoveSituation):
        return move.objections(sit)
    found = [*_object(sit), *(fault for change in sit.changes for fault in change.faults), *_crowded(sit)]
    return tuple({fault.words: fault for fault in found}.values())


def _object(sit: SwapSituation) -> Iterator[Objection]:
    state, rules, words = sit.state, sit.table.rules, sit.table.words
    for change in sit.changes:
        support, unit = change.support, change.support.unit
        if not unit:
            yield Objection(
                rules["swap_unit"], f"{support.name}: it is with a battery, so it cannot be swapped", final=True
            )
        elif change.new.unit != unit:
            name = state.units[unit].name
            words_of = f"{change.new.name}: it is not in {name}, the unit of {support.name}"
            yield Objection(rules["swap_unit"], words_of, final=True)
        if change.order == "R":
            yield Objection(
                rules["swap_orders"], f"{support.name}: on {ORDERS['R']}, a {words['support']} may not be swapped"
            )
        if unit and state.without_hq(unit):
            yield Objection(
                rules["hq_no_shuffle"], f"{state.units[unit].name}: it has no HQ, so it may not swap stands"
            )
    for stand in sit.out:
        why = state.far_from_hq(stand, sit.table.limits["command_range"])
        yield Objection(rules["swap_command"], f"{stand.name}: out of command{why and f' ({why})'}")


def _crowded(sit: SwapSituation) -> Iterator[Objection]:
    """Yield the objections if a core stand gets too many support stands (TSG-1.3-01, -04, 3SG-1.2-01). A ruling cannot
    overrule these objections.
    """
    hosts = {stand.id: stand.host for stand in sit.state.stands.values() if stand.alive and stand.host}
    hosts |= {change.support.id: change.new.id for change in sit.changes}
    for core in dict.fromkeys(change.new.id for change in sit.changes):
        company = tuple(sit.state.stands[name] for name, host in hosts.items() if host == core)
        rule = no_room(sit.table, company)
        if rule:
            names = " and ".join(stand.name for stand in company)
            words = f"no room for {names} with {sit.state.stands[core].name}"
            yield Objection(sit.table.rules[rule], words, final=True)


def out_of_turn(state: State, table: Table, sit: SwapSituation | MoveSituation) -> tuple[Objection, ...]:
    """Return the objections from the sequence of play: swaps come in the unit's activation, before the unit attacks.

    An option decides whether swaps come before or after the moves of core stands.
    """
    if isinstance(sit, MoveSituation):
        return move.out_of_turn(state, table, sit)
    found: list[Objection] = []
    rules, words = table.rules, table.words
    before = table.options["support_swap_timing"] == "before_move"
    for unit in dict.fromkeys(change.support.unit for change in sit.changes if change.support.unit):
        found += turn_to_move(state, table, unit)
        name = state.units[unit].name
        if state.units[unit].attacked:
            found.append(Objection(rules["swap_timing"], f"{name}: it has attacked, and swaps come before the attack"))
        moved = next((stand for stand in state.living(unit) if stand.moved), None)
        if before and moved is not None:
            why = f"every {words['support']} swap must come before the first {words['core']} move"
            found.append(Objection(rules["swap_timing"], f"{moved.name}: it has moved, and {why}"))
    for change in sit.changes:
        if before and change.support.moved:
            found.append(Objection(rules["swap_pace"], f"{change.support.name}: it was already swapped this round"))
    return tuple(found)


def swap(sit: SwapSituation | MoveSituation) -> Procedure[Outcome]:
    """Return the outcome; no dice are thrown, and all stands change places at the same time."""
    if isinstance(sit, MoveSituation):
        return move.move(sit)
    effects: list[Effect] = []
    instructions = []
    for change in sit.changes:
        effects += [Attach(change.support.id, change.new.id), Moved(change.support.id, "normal")]
        place = f" {change.new.hex}" if change.new.hex else ""
        instructions.append(f"{MOVE} {change.support.name} to {change.new.name}{place}")
    return settled(Outcome(tuple(effects), (), tuple(instructions)))


ACT = Act(
    verb="swap",
    words="Swap support stands within their unit",
    usage="swap SUPPORT to STAND ... | swap SUPPORT and SUPPORT ... | swap STAND and STAND",
    facts={
        "command": "yes or no: all stands are in command; STAND.command=no for one stand",
        "hexes": "the number of hexes a support stand moves, if there is no map: SUPPORT.hexes=2",
        "order": "the order: M, H, D or R; for a core stand: STAND.order=H",
        "terrain": "terrain of a hex, if the map is wrong: 0507.terrain=open",
    },
    choices=choices("command", order="M H D R"),
    situate=situate,
    objections=objections,
    procedure=swap,
    asks=False,
    out_of_turn=out_of_turn,
)

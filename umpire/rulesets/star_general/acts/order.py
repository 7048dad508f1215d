"""Orders: placed face down for each unit, revealed together, public for the round."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.core.frozen import frozen
from umpire.core.mistakes import BadValue, Gathered, HowMany, Missing, NotNow, Twice, WrongSort
from umpire.core.outcome import PUT, TURN_UP, Objection, Outcome
from umpire.core.procedure import Procedure, settled
from umpire.game.act import EVERYBODY, Act, Situation
from umpire.game.facts import Facts, TypedLine, choices, full_name, key_of
from umpire.rulesets.star_general.board.observer import find_unit
from umpire.rulesets.star_general.effects import Effect, Lay, Order, Tick, apply
from umpire.rulesets.star_general.state import ORDERS, State, Unit, on
from umpire.rulesets.star_general.table import Table
from umpire.rulesets.star_general.turn.sequence import after_reveal, where

SAME, REST = "same", "rest"
"""Words that order all units not named and without a marker: `same` repeats the last order, `rest=M` gives one."""

TO_DO = {"M": "move", "H": "hold", "D": "dig in", "R": "retreat"}
"""Each order as a verb."""


@frozen
class OrderSituation(Situation):
    """Orders to place, show or reveal."""

    state: State
    table: Table
    placed: tuple[tuple[str, str], ...]
    reveal: bool
    show: bool


def situate(state: State, table: Table, line: TypedLine) -> OrderSituation:
    """Return the situation of `order pz=M ab=D` (place markers), `order reveal` or `order show` (for the referee only).

    For every other unit without a marker, the word `same` repeats the unit's last order, and `rest=M` places the order
    M. Raises Mistake for an unknown unit or order.
    """
    facts = Facts(line)
    words = [word.lower() for word in line.named("")]
    for word in words:
        if word not in ("reveal", "show", SAME):
            unit = next((name for name in state.units if name.lower() == word), next(iter(state.units), "UNIT"))
            raise BadValue(
                f"order: {word!r} is not an order",
                f"for example: order {unit}=M; the orders are M, H, D and R",
                word=word,
            )
    named = [full_name(*key) for key in line.facts]
    if EVERYBODY in map(str.lower, named):
        raise WrongSort(
            f"`{EVERYBODY}` is not a {table.words['unit']}",
            f"type `order {REST}=M` for all units that have no order yet",
            word=EVERYBODY,
        )
    units = [find_unit(state, table, name) for name in named if name.lower() != REST]
    wrong = Gathered()
    orders = dict[str, str]()
    for name in (*(unit.id for unit in units), *([REST] if len(units) < len(named) else [])):
        with wrong:
            orders[name] = _order(facts, name)
    wrong.refuse_line()
    others = orders.pop(REST, "")
    placed = tuple(orders.items())
    facts.finish()
    reveal = "reveal" in words
    if len(words) > len({*words}) or {"show"} < {*words} or ("show" in words and named):
        raise HowMany(
            "one line can do only one thing: place, show or reveal orders",
            "`order UNIT=M`, `order show` or `order reveal [UNIT=M ...]`",
        )
    if others or SAME in words:
        if others and SAME in words:
            raise Twice(f"`{SAME}` and `{REST}` both order all other units", f"type either `{SAME}` or `{REST}`")
        left = [unit for unit in _unordered(state) if unit not in units]
        if not (left or placed or reveal):
            raise NotNow(
                "every unit has its order", "`order UNIT=M` changes an order; `order reveal` turns all orders up"
            )
        placed += tuple((unit.id, others or unit.order) for unit in left)
    if not placed and not words:
        raise Missing("the orders are missing", f"type `order {next(iter(state.units), 'UNIT')}=M`, or `order reveal`")
    title = "Orders revealed" if reveal else "Orders face down" if "show" in words else "Orders placed"
    if placed and not reveal:
        title += ": " + ", ".join(state.units[name].name for name, _ in placed)
    return OrderSituation(title, "", facts, state, table, placed, reveal, "show" in words)


def _order(facts: Facts, name: str) -> str:
    order = facts.settle(name, key_of("order", ORDERS))
    assert order is not None
    return order


def objections(sit: OrderSituation) -> tuple[Objection, ...]:
    """Return the objections, such as an order that may not follow the unit's last order."""
    return tuple(_object(sit))


def _object(sit: OrderSituation) -> Iterator[Objection]:
    state, rules = sit.state, sit.table.rules
    alive = {unit.id for unit in state.units_in_play()}
    for name, order in sit.placed:
        unit = state.units[name]
        if name not in alive:
            yield Objection(rules["orders"], f"{unit.name}: no stands left")
        elif state.without_hq(name):
            yield Objection(rules["hq_no_orders"], f"{unit.name}: it has no HQ, so it cannot get an order")
        elif state.clock.round > 1 and unit.order not in sit.table.orders[order].follows:
            rule = rules["dig_in"] if order == "D" else rules["order_change"]
            yield Objection(rule, f"{unit.name}: {on(unit.order)}, so it cannot be ordered to {TO_DO[order]}")
    if sit.reveal and (forgotten := _forgotten(sit)):
        names = ", ".join(f"{unit.name} ({unit.order})" for unit in forgotten)
        yield Objection(rules["orders"], f"no order yet for {names}; `order reveal {SAME}` repeats the last order")


def _forgotten(sit: OrderSituation) -> tuple[Unit, ...]:
    given = {name for name, _ in sit.placed}
    return tuple(unit for unit in _unordered(sit.state) if unit.id not in given)


def _unordered(state: State) -> tuple[Unit, ...]:
    """Return the units that need a marker but have no marker yet."""
    return tuple(unit for unit in state.units_in_play() if not (unit.marker or state.without_hq(unit.id)))


def out_of_turn(state: State, table: Table, sit: OrderSituation) -> tuple[Objection, ...]:
    """Return the objection to orders after the start of a round. The act that shows orders is always allowed."""
    if state.clock.phase != "orders" and not sit.show:
        return (Objection(table.rules["orders"], f"orders are given at the start of a round; now: {where(state)}"),)
    return ()


def procedure(sit: OrderSituation) -> Procedure[Outcome]:
    """Return the outcome; orders need no dice."""
    return settled(_outcome(sit))


def _outcome(sit: OrderSituation) -> Outcome:
    """Return the outcome: orders are shown, or markers are placed or revealed."""
    state = sit.state
    effects: list[Effect] = [Lay(name, order) for name, order in sit.placed]
    if sit.show:
        return Outcome(words=tuple(f"{unit.name}: {unit.marker or 'no order yet'}" for unit in state.units_in_play()))
    if not sit.reveal:
        names = ", ".join(unit.name for unit in _forgotten(sit))
        pending = (f"order {names}",) if names else ()
        return Outcome(tuple(effects), instructions=(f"{PUT} the markers face down",), pending=pending)
    placed = apply(state, tuple(effects))
    words = []
    for unit in placed.units_in_play():
        order = unit.marker or unit.order
        if placed.without_hq(unit.id) and not unit.marker and order in ("M", "R"):
            order = "H"
            words.append(f"{unit.name}: it has no HQ, so it is now on hold ({sit.table.rules['hq_to_hold']})")
        effects.append(Order(unit.id, order))
    revealed = apply(state, tuple(effects))
    effects.append(Tick(after_reveal(revealed)))
    for unit in revealed.units_in_play():
        words.append(f"{unit.name}: {ORDERS[unit.order]} ({unit.order})")
    return Outcome(tuple(effects), tuple(words), (f"{TURN_UP} the markers",))


ACT = Act(
    verb="order",
    words="Place orders face down, then reveal them",
    usage="order UNIT=M [UNIT=D ...] [rest=H | same] | order reveal [UNIT=M ...] [rest=H | same] | order show",
    facts={
        "UNIT": "M, H, D or R",
        REST: "M, H, D or R, for all units without an order; type `same` to repeat their last orders",
    },
    choices=choices(UNIT="M H D R", rest="M H D R"),
    situate=situate,
    objections=objections,
    procedure=procedure,
    asks=False,
    out_of_turn=out_of_turn,
    secret=True,
    edge="due",
)

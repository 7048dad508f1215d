"""The quick-reference sheet of a Star General game: the tables made from the rows that the engine reads.

The lines of words beside them, and the order of it all, are the sheet lines of the rule table.
"""

from __future__ import annotations

from umpire.core.outcome import Listing
from umpire.game.modifiers import Row
from umpire.game.rulebook.options import values_of
from umpire.game.rulebook.sheet import Sheet, modifier_rows
from umpire.rulesets.star_general.board.board import grounds
from umpire.rulesets.star_general.state import ORDERS, State
from umpire.rulesets.star_general.table import Ground, Table

TARGETS = {**{order: order for order in ORDERS}, "battery": "a gun"}
NOTHING = "–"


def sheet(table: Table, state: State | None) -> tuple[Listing, ...]:
    """The sheet of the ruleset as this game plays it; with a state only what is in the battle."""
    return Sheet(table.rows).listings(
        {
            "orders": _orders(table),
            "core": _stands(table, state),
            "support": _supports(table, state),
            "terrain": _ground(table, state),
            "pace": _paces(table, state),
            "to_hit": _to_hit(table),
            "modifiers": _modifiers(table, state),
            "caps": _caps(table),
            "rights": _rights(table),
            "options": _options(table),
        }
    )


def _orders(table: Table) -> Listing:
    rows = tuple(
        (f"{letter} {ORDERS[letter]}", " ".join(row.follows), str(row.attackers) if row.attackers else NOTHING)
        for letter, row in table.orders.items()
    )
    return Listing("Orders", ("last order", "may be followed by", "stands that attack on it"), rows)


def _kinds(state: State | None) -> set[str] | None:
    return None if state is None else {stand.kind for stand in state.stands.values()}


def _paces(table: Table, state: State | None) -> Listing:
    used = None if state is None else _moving(table, state)
    rows = tuple(
        (pace.words, str(pace.normal), str(pace.strategic), pace.rule)
        for name, pace in table.pace.items()
        if used is None or name in used
    )
    return Listing("Allowance, hexes", ("", "normal", "strategic", "rule"), rows, right=(1, 2))


def _moving(table: Table, state: State) -> set[str]:
    """How the stands of a battle move, and what carries them."""
    stands = state.stands.values()
    carriers = (table.support[stand.kind].carries for stand in stands if stand.kind in table.support)
    return {*(stand.mobility for stand in stands), *carriers}


def _stands(table: Table, state: State | None) -> Listing:
    kinds = _kinds(state)
    rows = tuple(
        (row.words, str(row.sp), str(row.fs), str(row.range or ""), table.pace[row.mobility].words, row.rule)
        for name, row in table.core.items()
        if kinds is None or name in kinds
    )
    return Listing("Core stands", ("", "SP", "dice", "range", "moves", "rule"), rows, right=(1, 2, 3))


def _supports(table: Table, state: State | None) -> Listing:
    """Each kind with 1 SP and the dice of the rows that name it."""
    kinds = _kinds(state)
    rows = tuple(
        (row.words, _dice(table, name) or "no dice", str(row.range or ""), row.rule)
        for name, row in table.support.items()
        if kinds is None or name in kinds
    )
    return Listing("Support stands, lost as 1 SP", ("", "dice", "range", "rule"), rows, right=(2,))


def _dice(table: Table, kind: str) -> str:
    """The dice of the rows that name a kind of support stand, the further ones with a sign."""
    named = [row for row in table.modifiers.rows[""] if kind in _named(row) and row.amount > 0]
    return ", ".join(f"{row.amount:+d} {row.words}" for row in named)


def _named(row: Row) -> list[str]:
    """The kinds of support stand that a row is for."""
    named = row.when.get("type", [])
    return named if isinstance(named, list) else [named]


def _to_hit(table: Table) -> Listing:
    """The chart: the attacker's dice, then the reply."""
    rows = []
    for letter, words in {"M": "on M", "H": "on H", "phase": "artillery phase"}.items():
        hits = [table.to_hit.get((letter, target)) for target in TARGETS]
        cells = [f"{_score(hit.attack)} / {_score(hit.reply) or NOTHING}" if hit else NOTHING for hit in hits]
        rules = dict.fromkeys(rule for hit in hits if hit for rule in (hit.attack_rule, hit.reply_rule) if rule)
        rows.append((words, *cells, ", ".join(rules)))
    return Listing("What hits: attack / reply", ("attacker", *TARGETS.values(), "rule"), tuple(rows))


def _score(code: str) -> str:
    """A code as it is read: `56 +44`."""
    singles, _, pairs = code.partition("|")
    return f"{singles} +{pairs}" if pairs else singles


def _rights(table: Table) -> Listing:
    rows = tuple(
        (
            f"{TARGETS[status]} {'attacks' if role == 'attacker' else 'defends'}",
            _yes(right.light),
            _yes(right.guns),
            ", ".join(dict.fromkeys((right.light_rule, right.guns_rule))),
        )
        for (role, status), right in table.rights.items()
    )
    return Listing("Who calls what", ("", table.words["light"], "guns and air", "rule"), rows)


def _yes(allowed: bool) -> str:
    return "yes" if allowed else NOTHING


def _modifiers(table: Table, state: State | None) -> Listing:
    """Every row with its conditions; with a state only those for support stands that are in it."""
    kinds = _kinds(state)
    names = {name: row.words for name, row in table.support.items()}
    rows = tuple(
        (f"{row.amount:+d}", row.words, when + ("" if not row.group else " *"), row.rule)
        for row, when in modifier_rows(table.modifiers, names=names)
        if kinds is None or not _named(row) or kinds & set(_named(row))
    )
    return Listing("Dice added and lost", ("dice", "", "who and when", "rule"), rows, right=(0,))


def _caps(table: Table) -> Listing:
    rows = tuple(("*", cap.words, cap.rule) for cap in table.modifiers.caps)
    return Listing("Rows marked *", ("", "", "rule"), rows)


def _ground(table: Table, state: State | None) -> Listing:
    used = None if state is None or state.map is None else set(state.map.legend.values())
    water = _water(table)
    rows = []
    for name, ground in (grounds(state, table) if state else table.terrain).items():
        if used is not None and name not in used:
            continue
        fight = [word for word, true in (("cover", ground.cover), ("blocks fire", ground.blocks)) if true]
        fight += [water] if water and ground.wet else []
        fight += ["fights as on M"] if ground.water else []
        rows.append((ground.words, _halts(ground), ", ".join(fight)))
    return Listing("Ground", ("", "movement", "combat"), tuple(rows))


def _water(table: Table) -> str:
    """What fighting in water, on a bridge or while landing costs, by the rows for it; "" nothing."""
    dice = sum(row.amount for row in table.modifiers.rows[""] if row.when.get("in_water"))
    return f"{'+' if dice > 0 else ''}{dice} {'die' if abs(dice) == 1 else 'dice'}" if dice else ""


def _halts(ground: Ground) -> str:
    if ground.impassable:
        return "may not be entered"
    words = "halt before and on entering" if ground.halts_before else "halt on entering" if ground.halts else ""
    return words + ("; strategic: halt before" if ground.strategic == "before" else "")


def _options(table: Table) -> Listing:
    """The options that are played otherwise than the book has them."""
    rows = tuple(
        (name.replace("_", " "), words)
        for name, words in table.meanings.items()
        if table.options[name] != values_of(table.rows, name)[0]
    )
    return Listing("Played otherwise than in the book", ("", ""), rows)

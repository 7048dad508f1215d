"""The quick-reference sheet of a Star General game: its tables, made from the rows that the engine reads.

The sentences of the sheet, and the order of its parts, are in the rule table.
"""

from __future__ import annotations

from collections.abc import Iterator

from umpire.core.outcome import Listing
from umpire.game.rulebook.modifiers import ModifierRow
from umpire.game.rulebook.sheet import SheetPlan, house_rows, modifier_rows, otherwise
from umpire.rulesets.star_general.board.board import grounds
from umpire.rulesets.star_general.state import AIR, ORDERS, State
from umpire.rulesets.star_general.table import Ground, Table

TARGETS = {**{order: order for order in ORDERS}, "battery": "a gun"}
NOTHING = "–"
MARK = "\u00a0*"
"""The mark at the end of a row that the note below the dice explains."""
WATER = "water"
"""The value of `of` for sheet lines about terrain with water."""


def sheet(table: Table, state: State | None) -> tuple[Listing, ...]:
    """Return the sheet of the ruleset; with a state, only the parts that concern the battle."""
    return SheetPlan(table.rows, _within(table, state)).listings(
        {
            "orders": _orders(table),
            "core": _stands(table, state),
            "support": _supports(table, state),
            "terrain": _ground(table, state),
            "pace": _paces(table, state),
            "to_hit": _to_hit(table),
            "modifiers": _modifiers(table, state),
            "rights": _rights(table),
            "options": (otherwise(table.rows), house_rows(table.modifiers, _words(table))),
        }
    )


def _orders(table: Table) -> Listing:
    rows = tuple(
        (f"{letter} {ORDERS[letter]}", " ".join(row.follows), str(row.attackers) if row.attackers else NOTHING)
        for letter, row in table.orders.items()
    )
    return Listing("Orders", ("last order", "may be followed by", "stands that may attack with this order"), rows)


def _kinds(state: State | None) -> set[str] | None:
    return None if state is None else {stand.kind for stand in state.stands.values()}


def _within(table: Table, state: State | None) -> set[str] | None:
    """Return the kinds of stands in a battle, and also planes and water if the battle has them. The sheet leaves out
    lines about other kinds.
    """
    if state is None:
        return None
    planes = {AIR} if any(force.air for force in state.forces.values()) else set()
    water = {WATER} if any(ground.water for ground in _grounds(table, state).values()) else set()
    return {*(_kinds(state) or ()), *planes, *water}


def _grounds(table: Table, state: State | None) -> dict[str, Ground]:
    """Return the kinds of terrain on the map, by name. Without a map, return every kind."""
    known = grounds(state, table) if state else table.terrain
    if state is None or state.map is None:
        return dict(known)
    here = {state.map.legend[glyph] for row in state.map.rows for glyph in row}
    return {name: ground for name, ground in known.items() if name in here}


def _paces(table: Table, state: State | None) -> Listing:
    used = None if state is None else _moving(table, state)
    rows = tuple(
        (pace.words, str(pace.normal), str(pace.strategic), pace.rule)
        for name, pace in table.pace.items()
        if used is None or name in used
    )
    return Listing("Allowance, hexes", ("", "normal", "strategic", "rule"), rows, right=(1, 2))


def _moving(table: Table, state: State) -> set[str]:
    """Return the ways in which the stands of a battle and their transport move."""
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
    """Return the support stands. Each kind has the dice of the rows that name the kind."""
    kinds = _kinds(state)
    rows = tuple(
        (row.words, "; ".join(_dice(table, name)), str(row.range or ""), row.rule)
        for name, row in table.support.items()
        if kinds is None or name in kinds
    )
    return Listing("Support stands, 1 SP each", ("", "dice", "range", "rule"), rows, right=(2,))


def _dice(table: Table, kind: str) -> Iterator[str]:
    """Yield the dice that rows add for a kind of support stand. For transport, also yield the core stand's pace."""
    named = [row for row in table.modifiers.rows[""] if kind in _named(row) and row.amount > 0]
    yield ", ".join(f"{row.amount:+d} {row.words}" for row in named) or "no dice"
    if carries := table.support[kind].carries:
        yield f"its core stand moves at the {table.pace[carries].words} rate"


def _named(row: ModifierRow) -> tuple[str, ...]:
    """Return the kinds of support stand that a row names."""
    return row.conditions["type"].one_of if "type" in row.when else ()


def _to_hit(table: Table) -> Listing:
    """Return the chart of the numbers that hit, for the attack and for the reply. Orders with equal numbers share a
    row.
    """
    alike: dict[tuple[str, ...], list[str]] = {}
    rules = set[str]()
    for letter, words in {"M": "on M", "H": "on H", "phase": "artillery phase"}.items():
        hits = [table.to_hit.get((letter, target)) for target in TARGETS]
        cells = tuple(f"{score(hit.attack)} / {score(hit.reply) or NOTHING}" if hit else NOTHING for hit in hits)
        rules |= {rule for hit in hits if hit for rule in (hit.attack_rule, hit.reply_rule) if rule}
        alike.setdefault(cells, []).append(words)
    rows = tuple((" or ".join(words).replace("or on", "or"), *cells) for cells, words in alike.items())
    codes = {code for hit in table.to_hit.values() for code in (hit.attack, hit.reply) if code}
    faces = sorted({code.partition("|")[0] for code in codes})
    pairs = sorted({code.partition("|")[2] for code in codes} - {""})
    legend = [f"{each}: each {' and each '.join(each)} is a hit" for each in faces]
    legend += [f"+{each}: each pair of {each[0]}s is a hit too" for each in pairs]
    notes = ("; ".join(legend), f"rules {', '.join(sorted(rules))}")
    title = "Numbers that hit, for each order of the target: attack / reply"
    return Listing(title, ("attacker", *TARGETS.values()), rows, notes, chart=True)


def score(code: str) -> str:
    """Return a code in the form that people read."""
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
    return Listing("Support that may be called", ("", table.words["light"], "guns and air", "rule"), rows)


def _yes(allowed: bool) -> str:
    return "yes" if allowed else NOTHING


def _modifiers(table: Table, state: State | None) -> Listing:
    """Return every row with its conditions; with a state, only the rows that can apply in that state."""
    kinds, never = _kinds(state), _never(table, state)
    rows = tuple(
        (f"{row.amount:+d}", row.words, when + ("" if not row.group else MARK), row.rule)
        for row, when in modifier_rows(table.modifiers, names=_words(table))
        if kinds is None or not _named(row) or kinds & set(_named(row))
        if not any(row.when.get(field) is True for field in never)
    )
    caps = tuple(f"* {cap.words} for one stand, gun or plane ({cap.rule})" for cap in table.modifiers.caps)
    return Listing("Dice added and lost", ("dice", "", "who and when", "rule"), rows, caps, right=(0,))


def _words(table: Table) -> dict[str, str]:
    """Return the words for every kind of support stand, by the name of the kind."""
    return {name: row.words for name, row in table.support.items()}


def _never(table: Table, state: State | None) -> list[str]:
    """Return the facts of `[fact]` that are true of no stand in a battle."""
    if state is None:
        return []
    found = [name for name in ("elite", "superior_gun") if not any(getattr(one, name) for one in state.stands.values())]
    return [*found, *([] if any(ground.wet for ground in _grounds(table, state).values()) else ["in_water"])]


def _ground(table: Table, state: State | None) -> Listing:
    """Return the effects of each kind of terrain. Kinds with equal effects share a row."""
    water = _water(table)
    names: dict[tuple[str, str], list[str]] = {}
    for ground in _grounds(table, state).values():
        fight = [word for word, true in (("cover", ground.cover), ("blocks fire", ground.blocks)) if true]
        fight += [water] if water and ground.wet else []
        fight += ["fights as on M"] if ground.water else []
        names.setdefault((_halts(ground), ", ".join(fight)), []).append(ground.words)
    return Listing("Ground", ("", "movement", "combat"), tuple((", ".join(of), *does) for does, of in names.items()))


def _water(table: Table) -> str:
    """Return the dice lost for fighting in water, on a bridge or while landing; "" if no dice are lost."""
    dice = sum(row.amount for row in table.modifiers.rows[""] if row.when.get("in_water"))
    return f"{'+' if dice > 0 else ''}{dice} {'die' if abs(dice) == 1 else 'dice'}" if dice else ""


def _halts(ground: Ground) -> str:
    if ground.impassable:
        return "may not be entered"
    if ground.halts_before:
        return "halt before and in it"
    strategic = "no entry" if ground.strategic == "before" else "no halt"
    return f"halt (strategic: {strategic})" if ground.halts else ""

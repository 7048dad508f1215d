"""The dice of a combat, line by line: stands, what is with them, what is called from outside."""

from __future__ import annotations

from umpire.core.pools import Line
from umpire.game.modifiers import unmet
from umpire.rulesets.star_general.combat.facts import IDENTITY, Firing, why_not
from umpire.rulesets.star_general.state import Stand
from umpire.rulesets.star_general.table import CoreRow, Table


def core_lines(table: Table, stand: Stand, facts: Firing, by_mode: tuple[Firing, ...] = ()) -> tuple[Line, ...]:
    """The dice of a core stand, or of a battery called from afar: what losses leave of its strength, and its rows.

    `by_mode` is the same combat against the close and the distant enemies apart, for one that fights both: armour is
    judged for each by itself (AMB-15). The dice never fall below none (AMB-17).
    """
    row = table.core[stand.kind]
    lines = [*_strength(table, stand, row), *_rows(table, stand.name, facts, by_mode)]
    return _floored(table, stand.name, lines)


def support_lines(table: Table, stand: Stand, facts: Firing) -> tuple[Line, ...]:
    """The dice of a support stand: its rows are all it has, once (AMB-11)."""
    return tuple(_rows(table, stand.name, facts))


def air_lines(table: Table, facts: Firing) -> tuple[Line, ...]:
    """The dice of an air attack, with what a battery called from afar would lose (TSG-7-03)."""
    lines = [Line("air", table.limits["air_dice"], "air attack", table.rules["air_dice"]), *_rows(table, "air", facts)]
    return _floored(table, "air", lines)


def _strength(table: Table, stand: Stand, row: CoreRow) -> list[Line]:
    lines = [Line(stand.name, stand.fs, row.words, row.rule)]
    if stand.sp < stand.fs:
        lines.append(Line(stand.name, stand.sp - stand.fs, f"only {stand.sp} SP left", table.rules["loss_limit"]))
    return lines


def _rows(table: Table, name: str, facts: Firing, by_mode: tuple[Firing, ...] = ()) -> list[Line]:
    """Every row of the table this stand could have, applied or with why not; capped groups have a line of their own."""
    lines = []
    taken: dict[str, int] = {}
    for row in table.modifiers:
        if unmet({field: value for field, value in row.when.items() if field in IDENTITY}, facts):
            continue
        views = by_mode if by_mode and row.group else (facts,)
        missing = [unmet(row.when, view) for view in views]
        failed = "" if "" in missing else missing[0]
        lines.append(Line(name, row.amount, row.words, row.rule, why_not=why_not(failed, views[0]) if failed else ""))
        if row.group and not failed:
            taken[row.group] = taken.get(row.group, 0) + row.amount
    for group, amount in taken.items():
        cap = table.groups[group]
        if amount < cap.cap:
            lines.append(Line(name, cap.cap - amount, cap.words, cap.rule))
    return lines


def _floored(table: Table, name: str, lines: list[Line]) -> tuple[Line, ...]:
    total = sum(line.amount for line in lines if line.applied)
    if total < 0:
        lines.append(Line(name, -total, "never below none", table.rules["dice_floor"]))
    return tuple(lines)

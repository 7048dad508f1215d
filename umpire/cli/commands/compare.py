"""Where two rule tables differ: published ones, or a club's house rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from umpire.cli.output import Reply
from umpire.core.mistakes import Mistake, did_you_mean
from umpire.game.rulebook.tables import TableFile, data_folder, find_house, read_house_file, read_table_file
from umpire.rulesets import FAMILIES

if TYPE_CHECKING:
    from umpire.game.rulebook.contrast import Side
    from umpire.show.page import Page


def compare_command(
    ctx: typer.Context,
    first: Annotated[str, typer.Argument(metavar="A", show_default=False)],
    second: Annotated[str, typer.Argument(metavar="B", show_default=False)],
    everything: Annotated[bool, typer.Option("--all", help="Wording and rule numbers too.")] = False,
) -> Reply:
    """Where two rule tables differ, row by row, with the rules: rulesets, or files of house rules."""
    from umpire.game.rulebook.contrast import differences

    tables = [_table(name) for name in (first, second)]
    found = differences(*(_side(table) for table in tables))
    names = (tables[0].name, tables[1].name)

    def draw(page: Page) -> list[str]:
        from umpire.show.compare import compare_lines

        return compare_lines(page, names, found, everything=everything)

    from umpire.show.compare import difference_plain

    a, b = ({"ruleset": table.id, "name": table.name, "table": table.digest} for table in tables)
    return Reply({"a": a, "b": b, "differences": [difference_plain(each) for each in found]}, draw)


def _table(name: str) -> TableFile:
    """The table of a ruleset, or of the house rules in a file. Raises Mistake."""
    known = list(FAMILIES)
    if name.lower() in known:
        return read_table_file(name.lower(), known)
    path = find_house(name, Path())
    if not path.is_file() and len(Path(name).parts) == 1 and not name.endswith(".toml"):
        hint = did_you_mean(name, known) or f"a ruleset ({', '.join(known)}) or a file"
        raise Mistake(f"there is no ruleset and no house file {name!r}", hint)
    house = read_house_file(path, known)
    return read_table_file(house["extends"], known, [house], [path.name])


def _side(table: TableFile) -> Side:
    """A table, and the rule of an option: the first clause that the reading of it decides."""
    from umpire.game.rulebook.clauses import load
    from umpire.game.rulebook.contrast import Side

    path = data_folder("tables") / f"{table.id}.clauses.toml"
    clauses = load(path) if path.is_file() else None
    rules: dict[str, str] = {}
    if clauses is not None:
        initials = f"{table.rows.get('prefix', '')}-"
        numbered = [(reading.switch, reading.clauses[0]) for reading in clauses.readings if reading.clauses]
        numbered += [(clause.switch, clause.id) for clause in clauses.clauses]
        for option, number in numbered:
            rules.setdefault(option, number.removeprefix(initials))
    return Side(table.rows, lambda option: rules.get(option, ""))

"""The dice of a stand, line by line, from the facts that the rows of the table ask about."""

from __future__ import annotations

from umpire.core.frozen import frozen
from umpire.core.pools import DiceLine
from umpire.game.modifiers import floored
from umpire.game.rulebook.asked import Answered
from umpire.rulesets.star_general.state import Stand
from umpire.rulesets.star_general.table import Table

LISTS = ("",)
"""The lists of modifiers that the dice of a combat come from."""


@frozen
class Firing:
    """One contributor of dice and its opponent, as `when` of a modifier row sees them; what each means, the table says.

    Facts of the combat are the same for all that fight in it; those of a stand are of it alone: what is with a core
    stand or called from outside has none of them. `told` is what the table itself asks for; what is with a core
    stand has it of that, and a plane of whom it helps.
    """

    what: str = ""
    role: str = ""
    mode: str = ""
    arm: str = ""
    type: str = ""
    host: str = ""
    armoured: bool = False
    elite: bool = False
    superior_gun: bool = False
    engineers: bool = False
    in_water: bool = False
    defends_cover: bool = False
    range: int = 2
    status: str = "M"
    foe_armoured: bool = False
    foe_soft: bool = False
    foe_open: bool = False
    foe_in_cover: bool = False
    foe_status: str = "M"
    told: Answered = Answered()


def core_lines(table: Table, stand: Stand, facts: Firing, by_mode: tuple[Firing, ...] = ()) -> tuple[DiceLine, ...]:
    """The dice of a core stand, or of a battery called from afar: what losses leave of its strength, and its rows.

    `by_mode` is the same combat against the close and the distant enemies apart, for one that fights both: armour is
    judged for each by itself (AMB-15). The dice never fall below none (AMB-17).
    """
    row = table.core[stand.kind]
    own = "" if stand.fs == row.fs else table.rules.get("own_strength", "")  # Three Star has no such clause
    lines = [DiceLine(stand.name, stand.fs, row.words, own or row.rule)]
    if stand.sp < stand.fs:
        lines.append(DiceLine(stand.name, stand.sp - stand.fs, f"only {stand.sp} SP left", table.rules["loss_limit"]))
    return _floored(table, stand.name, (*lines, *table.modifiers.lines("", facts, stand.name, by_mode)))


def support_lines(table: Table, stand: Stand, facts: Firing) -> tuple[DiceLine, ...]:
    """The dice of a support stand: its rows are all it has, once (AMB-11), and never below none."""
    return _floored(table, stand.name, table.modifiers.lines("", facts, stand.name))


def air_lines(table: Table, facts: Firing) -> tuple[DiceLine, ...]:
    """The dice of an air attack, with what a battery called from afar would lose (TSG-7-03)."""
    dice = DiceLine("air", table.limits["air_dice"], "air attack", table.rules["air_dice"])
    return _floored(table, "air", (dice, *table.modifiers.lines("", facts, "air")))


def _floored(table: Table, name: str, lines: tuple[DiceLine, ...]) -> tuple[DiceLine, ...]:
    return floored(lines, name, 0, "never below none", table.rules["dice_floor"])

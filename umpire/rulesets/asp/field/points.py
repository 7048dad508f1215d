"""What stands cost: points exactly as the book adds and multiplies them, never rounded (PTS)."""

from __future__ import annotations

from fractions import Fraction

from umpire.rulesets.asp.state import Group, Stand, State, is_aaa, row_of
from umpire.rulesets.asp.table import Table

AFV_KINDS = ("vehicle", "fixed_gun")


def class_of(table: Table, stand: Stand) -> str:
    """The class a stand is paid as, "" where the book prints no price for its like (PTS-05)."""
    if stand.classed:
        return stand.classed
    kind = table.type(stand.type)
    if kind.kind == "aircraft":
        return "Aircraft"
    found: str = kind.points or table.sections["points"]["types"].get(stand.type, "")
    return found


def base_of(table: Table, stand: Stand) -> Fraction | None:
    """The points of a stand before extras and grade: told for it, else of its class; None if nobody says."""
    if stand.price:
        return Fraction(stand.price)
    named = class_of(table, stand)
    return Fraction(table.sections["points"]["classes"][named]) if named else None


def suggested(table: Table, stand: Stand) -> str:
    """A price for a stand the book has none for, "" where there is no idea of one (PTS-05)."""
    found: str = table.sections["points"]["suggested"].get(row_of(table, stand), "")
    return found


def extras(table: Table, stand: Stand) -> tuple[tuple[str, Fraction], ...]:
    """What a stand is fitted with, and what that adds before the grade: light mortars, AAA capability (PTS-01)."""
    prices = table.sections["points"]
    found = []
    if stand.light_mortars:
        found.append(("light mortars", Fraction(prices["light_mortars"])))
    if is_aaa(table, stand):
        found.append(("AAA", Fraction(prices["aaa"])))
    return tuple(found)


def points_of(table: Table, stand: Stand, grade: str) -> Fraction | None:
    """The points of a stand: (base + extras) x grade, then 1 if it is dug in (PTS-02 to 04); None without a price."""
    base = base_of(table, stand)
    if base is None:
        return None
    before = base + sum((amount for _, amount in extras(table, stand)), Fraction(0))
    dug_in = Fraction(table.sections["points"]["dug_in"]) if stand.dug_in else Fraction(0)
    return before * Fraction(table.sections["points"]["grades"][grade]) + dug_in


def points_words(table: Table, stand: Stand, group: Group) -> str:
    """How the points of a stand come about: `Grenadiers g1: (2 IG + 0.25 light mortars) x 1.5 = 3.375`."""
    total = points_of(table, stand, group.grade)
    if total is None:
        hint = suggested(table, stand)
        return f"{stand.name}: no price is printed (PTS-05)" + (f", {hint} would do" if hint else "")
    base = base_of(table, stand)
    assert base is not None
    added = [f"{exact(base)} {'told' if stand.price else class_of(table, stand)}"]
    added += [f"{exact(amount)} {words}" for words, amount in extras(table, stand)]
    sum_of = f"({' + '.join(added)})" if len(added) > 1 else added[0]
    factor = Fraction(table.sections["points"]["grades"][group.grade])
    times = f" x {exact(factor)}" if factor != 1 else ""
    dug_in = f" + {table.sections['points']['dug_in']} dug in" if stand.dug_in else ""
    alone = not times and not dug_in and len(added) == 1
    return f"{stand.name}: {sum_of}{times}{dug_in}" + ("" if alone else f" = {exact(total)}")


def total_of(state: State, table: Table, group: Group) -> tuple[Fraction, int]:
    """The points of a battle group, destroyed stands too, and how many of its stands have no price."""
    found = [points_of(table, stand, group.grade) for stand in state.all_of(group.id)]
    return sum((points for points in found if points is not None), Fraction(0)), found.count(None)


def exact(number: Fraction) -> str:
    """A number as it is: 3.375, or 15/7 where no few decimals say it."""
    if 10000 % number.denominator:
        return str(number)
    whole, rest = divmod(number.numerator * (10000 // number.denominator), 10000)
    return f"{whole}.{rest:04}".rstrip("0") if rest else str(whole)

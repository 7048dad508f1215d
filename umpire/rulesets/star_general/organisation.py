"""Sample organisations: a whole battalion from one line of a scenario."""

from __future__ import annotations

from umpire.core.frozen import replace
from umpire.core.mistakes import FileMistake, did_you_mean
from umpire.rulesets.star_general.forms import Form, StandForm
from umpire.rulesets.star_general.table import Table


def mustered(form: Form, table: Table) -> Form:
    """The form with every unit's organisation written out as stands; a stand the scenario writes itself is kept.

    The hexes of a unit go to its core stands in order. Raises FileMistake for an organisation that is not known, and
    for more hexes than core stands.
    """
    stands = dict(form.stands)
    for key, unit in form.units.items():
        if not unit.organisation:
            if unit.hexes:
                raise FileMistake(f"units.{key}.hexes: the unit has no organisation", "give each stand its hex")
            continue
        rows = table.organisations.get(unit.organisation)
        if rows is None:
            hint = did_you_mean(unit.organisation, list(table.organisations))
            raise FileMistake(f"units.{key}.organisation: there is no {unit.organisation!r}", hint)
        hexes = list(unit.hexes)
        for row in rows.stands:
            place = hexes.pop(0) if row.type in table.core and hexes else ""
            written = StandForm(
                name=f"{unit.name} {row.name}",
                type=row.type,
                unit="" if row.host else key,
                host=key + row.host if row.host else "",
                hex=place,
                sp=row.sp,
                full=row.sp,
                fs=row.fs,
                mobility=row.mobility,
                superior_gun=row.superior_gun,
            )
            stands.setdefault(key + row.key, written)
        if hexes:
            raise FileMistake(f"units.{key}.hexes: {hexes[0]} is left over", "one hex for each core stand, in order")
    return replace(form, stands=stands)

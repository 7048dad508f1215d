"""What hands do at the table to come from one state to another, and what has come to the table at all."""

from __future__ import annotations

from umpire.game.act import Plain
from umpire.rulesets.star_general.state import Stand, State, on


def hands(before: State, after: State) -> tuple[str, ...]:
    """Stands removed, put back and shifted, their strength and shots, orders that lie open, objectives.

    Nothing is said of an order that lies face down but that it does.
    """
    said: list[str] = []
    for now in after.stands.values():
        was = before.stands.get(now.id)
        if was is not None and was != now:
            said += _of_stand(was, now, after)
    for unit in after.units.values():
        old = before.units.get(unit.id)
        if old is None:
            continue
        if old.order != unit.order:
            said.append(f"{unit.name} {on(unit.order)}, not {on(old.order)}")
        if bool(old.marker) != bool(unit.marker):
            said.append(f"order of {unit.name} " + ("face down" if unit.marker else "taken up"))
    for objective in after.objectives.values():
        held = before.objectives.get(objective.id)
        if held is not None and held.holder != objective.holder:
            said.append(f"{objective.name} is {objective.holder or 'nobody’s'}")
    return tuple(said)


def _of_stand(was: Stand, now: Stand, after: State) -> list[str]:
    where = now.hex or (f"with {after.stands[now.host].name}" if now.host else "")
    if was.alive and not now.alive:
        return [f"REMOVE {now.name}"]
    if now.alive and not was.alive:
        at = f" {'' if now.host else 'at '}{where}" if where else ""
        return [f"PUT BACK {now.name}{at}" + (f" with {now.sp} SP" if now.full > 1 else "")]
    if not now.alive:
        return []
    said = [f"{now.name} {was.sp}→{now.sp}"] if was.sp != now.sp else []
    if (was.hex, was.host) != (now.hex, now.host) and where:
        said.append(f"{now.name} {'' if now.host else 'to '}{where}")
    return said + ([f"shots of {now.name} {was.shots}→{now.shots}"] if was.shots != now.shots else [])


def come(plain: Plain) -> Plain:
    """A state of a game with a map, as it is kept, without the stands that come later and units of nobody else."""
    rows = plain["stands"]
    later = {id for id, row in rows.items() if row["sp"] and not (row["host"] or row["hex"])}
    stands = {id: row for id, row in rows.items() if not {id, row["host"]} & later}
    left = {row["unit"] for row in stands.values()}
    gone = {row["unit"] for row in rows.values()} - left
    return {**plain, "stands": stands, "units": {id: row for id, row in plain["units"].items() if id not in gone}}

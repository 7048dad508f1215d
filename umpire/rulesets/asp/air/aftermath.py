"""What a flight leaves behind: positions told apart, what hands do for them, who goes home, which tests fall due."""

from __future__ import annotations

from umpire.rulesets.asp.air.air import AirSituation, Changed, row_of
from umpire.rulesets.asp.effects import (
    Destroy,
    Effect,
    Flown,
    Leave,
    MarkFire,
    Owe,
    Pin,
    Ready,
    Repulse,
    Suppress,
    Unpin,
)
from umpire.rulesets.asp.field.scale import on_table
from umpire.rulesets.asp.fire.situate import shaken
from umpire.rulesets.asp.state import Stand, State
from umpire.rulesets.asp.table import Table


def differences(sit: AirSituation, changed: Changed) -> tuple[Effect, ...]:
    """The effects that make the stands of the position these; Fighters go back behind their baseline (AIR-21)."""
    effects: list[Effect] = []
    for now in changed:
        was, key = sit.state.stands[now.id], now.id
        if (now.fire_marker and not was.fire_marker) or (now.fired and not was.fired):
            effects.append(MarkFire(key))
        if now.markers > was.markers:
            effects.append(Suppress(key, now.markers - was.markers))
        if now.pinned and (not was.pinned or (now.hit and not was.hit)):
            effects.append(Pin(key))
        if was.pinned and not now.pinned:
            effects.append(Unpin(key))
        if now.repulsed and (not was.repulsed or (was.fire_marker and not now.fire_marker)):
            effects.append(Repulse(key))
        if now.destroyed:
            effects.append(Destroy(key))
        elif row_of(sit.table, now) == "Fighter":
            effects.append(Ready(key, was.ready and (was.repulsed or not now.repulsed)))
    return tuple(effects)


def fighters(sit: AirSituation) -> tuple[Stand, ...]:
    """The Fighters among those who shoot at the aircraft."""
    return tuple(stand for stand in sit.shooters if row_of(sit.table, stand) == "Fighter")


def placed(sit: AirSituation) -> list[str]:
    """Where the aircraft and the Fighters against it are put (AIR-05, AIR-07); off the table nobody is."""
    assert sit.attack is not None
    if sit.attack.distance is None or sit.target is None:
        return []
    scale = sit.state.scene.scale
    hands = [f"place {sit.plane.name} {on_table(sit.attack.distance, scale, sit.table)} from {sit.target.name}"]
    near = on_table(sit.table.sections["air"]["fighter_within"], scale, sit.table)
    return hands + [f"place {fighter.name} within {near} of {sit.plane.name}" for fighter in fighters(sit)]


def marks(sit: AirSituation, changed: Changed, plane: Stand) -> list[str]:
    """What hands do for those that the fire at the aircraft has changed."""
    hands = []
    flying = [each.id for each in (plane, *fighters(sit))]
    for now in changed:
        was = sit.state.stands[now.id]
        state = "repulsed" if now.repulsed and not was.repulsed else "pinned" if now.pinned and not was.pinned else ""
        if now.destroyed:
            hands.append(f"REMOVE {now.name}")
        elif now.markers != was.markers:
            hands.append(f"markers on {now.name} {was.markers}→{now.markers}" + (f" · {state}" if state else ""))
            if state == "repulsed" and now.id not in flying:
                move = on_table(sit.table.limits["repulse_move"], sit.state.scene.scale, sit.table)
                hands.append(f"MOVE {now.name} {move} away from {plane.name}")
        elif now.fire_marker and not was.fire_marker and now.id not in flying:
            hands.append(f"FIRE marker on {now.name}")
    return hands


def afterwards(sit: AirSituation, now: Stand) -> tuple[list[Effect], list[str]]:
    """The aircraft goes: a Bomber for good, an Attack stand to come back for the attacks it has left (AIR-10)."""
    if now.destroyed:
        return [], []
    flown: list[Effect] = [Flown(now.id, sit.state.clock.turn)]
    left = sit.table.sections["air"]["runs"][sit.row] - now.runs - 1
    if left > 0:
        return flown, [f"{now.name} flies off and may return for {left} more attack{'s' if left > 1 else ''} (AIR-10)"]
    rule = "AIR-09" if sit.row == "Bomber" else "AIR-10"
    return [*flown, Leave(now.id)], [f"{now.name} flies off for good, it is not lost ({rule})"]


def tests_due(before: State, after: State, table: Table) -> list[Owe]:
    """The morale tests of battle groups whose counts have reached their number between the two positions (BG-04)."""
    due = []
    for key, group in after.groups.items():
        was, now = shaken(before, key), shaken(after, key)
        limits = (
            (table.limits["test_repulsed"], "repulsed", "BG-01"),
            (table.limits["test_shaken"], "pinned or repulsed", "BG-02"),
        )
        why = [
            f"{now[index]} {what} ({rule})"
            for index, (limit, what, rule) in enumerate(limits)
            if was[index] < limit <= now[index]
        ]
        if why and not group.failed and not group.test:
            due.append(Owe(key, ", ".join(why)))
    return due

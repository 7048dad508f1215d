"""What a flight leaves behind: positions told apart, what hands do for them, who goes home, which tests fall due."""

from __future__ import annotations

from umpire.rulesets.asp.air.air import AirSituation, Changed
from umpire.rulesets.asp.effects import Become, Effect, Flown, Leave, Ready, fire_marker_on, given_up
from umpire.rulesets.asp.effects import changed as on_stand
from umpire.rulesets.asp.state import Stand, row_of


def differences(sit: AirSituation, changed: Changed) -> tuple[Effect, ...]:
    """The effects that make the stands of the position these; Fighters go back behind their baseline (AIR-21)."""
    effects: list[Effect] = []
    for now in changed:
        was = sit.state.stands[now.id]
        effects.append(Become(now.id, now))
        if row_of(sit.table, now) == "Fighter" and not now.destroyed:
            effects.append(Ready(now.id, was.ready and (was.repulsed or not now.repulsed)))
    return tuple(effects)


def fighters(sit: AirSituation) -> tuple[Stand, ...]:
    """The Fighters among those who shoot at the aircraft."""
    return tuple(stand for stand in sit.shooters if row_of(sit.table, stand) == "Fighter")


def placed(sit: AirSituation) -> list[str]:
    """Where the aircraft and the Fighters against it are put (AIR-05, AIR-07); off the table nobody is."""
    assert sit.attack is not None
    if sit.attack.distance is None or sit.target is None:
        return []
    laid = sit.ruler.laid
    hands = [f"place {sit.plane.name} {laid(sit.attack.distance)} from {sit.target.name}"]
    near = laid(sit.table.sections["air"]["fighter_within"])
    return hands + [f"place {fighter.name} within {near} of {sit.plane.name}" for fighter in fighters(sit)]


def marks(sit: AirSituation, changed: Changed, plane: Stand) -> list[str]:
    """What hands do for those that the fire at the aircraft has changed."""
    hands = []
    flying = [each.id for each in (plane, *fighters(sit))]
    for now in changed:
        was = sit.state.stands[now.id]
        struck = now.id not in flying and now.markers - was.markers >= sit.table.limits["markers_repulsed"]
        repulsed = now.repulsed and (struck or not was.repulsed)  # each R moves it, the first and any other (STAT-08)
        state = "repulsed" if repulsed else "pinned" if now.pinned and not was.pinned else ""
        hands += on_stand(was, now, state)
        if repulsed and not now.destroyed and now.id not in flying:
            move = sit.ruler.laid(sit.table.limits["repulse_move"])
            hands += [f"MOVE {now.name} {move} away from {plane.name}", *given_up([was])]
        if now.markers == was.markers and now.id not in flying:
            hands += fire_marker_on(was, now)
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

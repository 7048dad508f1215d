"""What hands do at the table for stands that are no longer as they were."""

from __future__ import annotations

from collections.abc import Iterable

from umpire.rulesets.asp.state import Stand


def changed(was: Stand, now: Stand, suffered: str = "") -> list[str]:
    """For a stand that has recovered, or come under fire and `suffered` this."""
    if now.destroyed and not was.destroyed:
        return [f"REMOVE {now.name}"]
    hands = [f"{now.name} no longer repulsed"] if was.repulsed and not now.repulsed else []
    if now.markers != was.markers:
        hands.append(f"markers on {now.name} {was.markers}→{now.markers}" + (f" · {suffered}" if suffered else ""))
    return hands + ([f"{now.name} no longer pinned"] if was.pinned and not now.pinned else [])


def fire_marker_on(was: Stand, now: Stand) -> list[str]:
    """For a stand that has shot (FIRE-06)."""
    return [f"FIRE marker on {now.name}"] if now.fire_marker and not was.fire_marker else []


def fire_marker_off(stands: Iterable[Stand]) -> list[str]:
    """For stands that move (FIRE-07)."""
    return [f"FIRE marker off {stand.name}" for stand in stands if stand.fire_marker]

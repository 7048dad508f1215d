"""What hands do at the table to come from one state to another."""

from __future__ import annotations

from umpire.rulesets.asp.state import Stand, State

_MARKS = (("pinned", "pinned"), ("repulsed", "repulsed"), ("dug_in", "dug in"))


def hands(before: State, after: State) -> tuple[str, ...]:
    """Stands removed and put back, their markers, who is aboard of whom, command points, what lies on the table."""
    said: list[str] = []
    for now in after.stands.values():
        was = before.stands.get(now.id)
        if was is not None and was != now:
            said += _of_stand(was, now, after)
    for group in after.groups.values():
        old = before.groups.get(group.id)
        if old is not None and old.cp != group.cp:
            said.append(f"command points of {group.name} {_count(old.cp)}→{_count(group.cp)}")
    marks, lay = after.scene.marks, before.scene.marks
    said += [f"take away {mark.shown} {mark.where}".rstrip() for id, mark in lay.items() if id not in marks]
    return (*said, *(f"lay {mark.shown} {mark.where}".rstrip() for id, mark in marks.items() if id not in lay))


def _of_stand(was: Stand, now: Stand, after: State) -> list[str]:
    if now.destroyed:
        return [] if was.destroyed else [f"REMOVE {now.name}"]
    said = [f"PUT BACK {now.name}"] if was.destroyed else []
    if was.markers != now.markers:
        said.append(f"markers on {now.name} {was.markers}→{now.markers}")
    for field, words in _MARKS:
        if getattr(was, field) != getattr(now, field):
            said.append(f"{now.name} {words if getattr(now, field) else f'no longer {words}'}")
    if was.fire_marker != now.fire_marker:
        said.append(f"FIRE marker {'on' if now.fire_marker else 'off'} {now.name}")
    if was.aboard != now.aboard:
        carrier = after.stands.get(now.aboard or was.aboard)
        said.append(f"{now.name} {'aboard' if now.aboard else 'off'} {carrier.name if carrier else now.aboard}")
    return said


def _count(points: int | None) -> str:
    return "none" if points is None else str(points)

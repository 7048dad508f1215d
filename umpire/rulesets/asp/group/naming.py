"""Stands and battle groups by what the referee types."""

from __future__ import annotations

from umpire.core.mistakes import Mistake, did_you_mean
from umpire.rulesets.asp.state import Group, Stand, State


def find_stand(state: State, name: str) -> Stand:
    """The living stand of that id. Raises Mistake for an unknown one and for one out of play."""
    for key, stand in state.stands.items():
        if key.lower() == name.lower():
            if stand.left:
                raise Mistake(f"{stand.name} ({key}) has left the table", "`umpire status` shows who is left")
            if stand.destroyed:
                raise Mistake(f"{stand.name} ({key}) is destroyed", "`umpire status` shows who is left")
            return stand
    if name.lower() in (key.lower() for key in state.groups):
        raise Mistake(f"{name!r} is a battle group", "name one of its stands")
    left = [key for key, stand in state.stands.items() if not stand.destroyed]
    raise Mistake(f"there is no stand {name!r}", did_you_mean(name, left))


def find_stands(state: State, names: tuple[str, ...]) -> tuple[tuple[Stand, ...], tuple[Group, ...]]:
    """The stands of these ids, each once, and their battle groups. Raises Mistake."""
    stands = tuple(dict.fromkeys(find_stand(state, name) for name in names))
    return stands, tuple(state.groups[group] for group in dict.fromkeys(stand.group for stand in stands))


def find_group(state: State, names: tuple[str, ...], verb: str) -> Group:
    """The one battle group named, which has a stand left. Raises Mistake."""
    example = f"for instance: {verb} {next(iter(state.groups), 'GROUP')}"
    if len(names) != 1:
        raise Mistake(f"{verb} takes one battle group", example)
    for key, group in state.groups.items():
        if key.lower() == names[0].lower():
            if not state.of_group(key):
                raise Mistake(f"nothing is left of {group.name}", "`umpire status` shows who is left")
            return group
    for key, stand in state.stands.items():
        if key.lower() == names[0].lower():
            raise Mistake(f"{names[0]!r} is a stand", f"name its battle group: {verb} {stand.group}")
    raise Mistake(f"there is no battle group {names[0]!r}", did_you_mean(names[0], list(state.groups)))


def headquarters(state: State, group: Group) -> Stand | None:
    """The headquarters stand of a group, living or not; None where it is no stand of the roster (ORG-06)."""
    return state.stands.get(group.hq)


def hq_is_lost(state: State, group: Group) -> bool:
    """Whether the headquarters of a group is out of play (CP-12)."""
    hq = headquarters(state, group)
    return hq is not None and hq.destroyed

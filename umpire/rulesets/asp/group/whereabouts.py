"""Where the game is in its sequence of play, what is owed, and who is meant. A status needs no more."""

from __future__ import annotations

from umpire.core.mistakes import Gone, HowMany, UnknownName, WrongSort
from umpire.game.distances import LENGTHS
from umpire.game.naming import find, none_such
from umpire.rulesets.asp.state import Group, Stand, State
from umpire.rulesets.asp.table import Table

STEPS = {
    1: ("SEQ-02", "command points, recovery, markers"),
    2: ("SEQ-03", "march moves"),
    3: ("SEQ-04", "Fighters"),
    4: ("SEQ-05", "Bombers and Attack aircraft"),
    5: ("SEQ-06", "tactical moves"),
}
"""Step of a player turn -> its rule and what is done in it."""

COMMAND, MARCH, TACTICAL = 1, 2, 5
"""The steps of the rules that ask for theirs by name; those of aircraft stand in the table."""


def where(state: State) -> str:
    """Turn, side, step and battle group: `turn 2, Soviet: step 5, tactical moves of 25th Tank Brigade`."""
    clock = state.clock
    if clock.lost:
        return f"{over(state)} (BG-11)"
    if not clock.turn:
        return "before the first turn"
    whose = f" of {state.groups[clock.open].name}" if clock.open else ""
    return f"turn {clock.turn}, {clock.side}: step {clock.step}, {STEPS[clock.step][1]}{whose}"


def over(state: State) -> str:
    """What ended the battle (BG-11), in words without the rule."""
    return f"the battle is over: {state.clock.lost} has lost"


def groups_of(state: State, side: str) -> tuple[Group, ...]:
    """The battle groups of a side that have a stand left, in order of the roster."""
    return tuple(group for group in state.groups.values() if group.side == side and state.of_group(group.id))


def unordered(state: State) -> tuple[Group, ...]:
    """The battle groups on turn whose step 1 is still to be thrown."""
    clock = state.clock
    if clock.step != 1:
        return ()
    return tuple(group for group in groups_of(state, clock.side) if group.id not in clock.done)


def off_table(table: Table, stand: Stand) -> bool:
    """Whether a stand starts off the table, behind its baseline (DEP-03)."""
    return table.type(stand.type).kind in ("battery", "aircraft")


def retreats(state: State, group: Group) -> bool:
    """Whether a battle group retreats in this turn: it failed before it (BG-06), or failed and no turn is kept."""
    return group.retreating or (group.failed and not state.clock.turn)


def still_to_retreat(state: State, table: Table, group: Group) -> tuple[Stand, ...]:
    """The stands of a failed battle group that have neither moved back this turn nor been halted (BG-06, BG-12)."""
    if not retreats(state, group):
        return ()
    return tuple(
        stand
        for stand in state.of_group(group.id)
        if not (stand.moved and state.clock.turn) and not (stand.halted or stand.aboard or off_table(table, stand))
    )


def owed(state: State, table: Table) -> tuple[str, ...]:
    """What must still be done before play goes on: tests of battle groups, retreats of the side on turn."""
    tests = [f"battle group test of {group.name}: {group.test}" for group in state.groups.values() if group.test]
    retreats = []
    if state.clock.step == TACTICAL:
        for group in groups_of(state, state.clock.side):
            stands = still_to_retreat(state, table, group)
            if stands:
                retreats.append(f"retreat of {group.name} (BG-06): {' '.join(stand.id for stand in stands)}")
    return (*tests, *retreats)


def find_stand(state: State, name: str) -> Stand:
    """The living stand of that id. Raises Mistake for an unknown one and for one out of play."""
    if stand := find(name, state.stands, state.groups):
        if stand.destroyed:
            gone = "has left the table" if stand.left else "is destroyed"
            raise Gone(f"{stand.name} ({stand.id}) {gone}", "`umpire status` shows who is left", name=stand.name)
        return stand
    if find(name, state.groups, state.stands):
        raise WrongSort(f"{name!r} is a battle group", "name one of its stands", word=name)
    if name[0].isdigit():
        raise UnknownName(f"there is no stand {name!r}", f"a distance is in {', '.join(LENGTHS)}", word=name)
    raise none_such("stand", name, {key: stand for key, stand in state.stands.items() if not stand.destroyed})


def find_stands(state: State, names: tuple[str, ...]) -> tuple[tuple[Stand, ...], tuple[Group, ...]]:
    """The stands of these ids, each once, and their battle groups. Raises Mistake."""
    stands = tuple(dict.fromkeys(find_stand(state, name) for name in names))
    return stands, tuple(state.groups[group] for group in dict.fromkeys(stand.group for stand in stands))


def find_group(state: State, names: tuple[str, ...], verb: str) -> Group:
    """The one battle group named, which has a stand left. Raises Mistake."""
    example = f"for instance: {verb} {next(iter(state.groups), 'GROUP')}"
    if len(names) != 1:
        raise HowMany(f"{verb} takes one battle group", example)
    if group := find(names[0], state.groups, state.stands):
        if not state.of_group(group.id):
            raise Gone(f"nothing is left of {group.name}", "`umpire status` shows who is left", name=group.name)
        return group
    if stand := find(names[0], state.stands, state.groups):
        raise WrongSort(f"{names[0]!r} is a stand", f"name its battle group: {verb} {stand.group}", word=names[0])
    raise none_such("battle group", names[0], state.groups)


def headquarters(state: State, group: Group) -> Stand | None:
    """The headquarters stand of a group, living or not; None where it is no stand of the roster (ORG-06)."""
    return state.stands.get(group.hq)


def hq_is_lost(state: State, group: Group) -> bool:
    """Whether the headquarters of a group is out of play (CP-12)."""
    hq = headquarters(state, group)
    return hq is not None and hq.destroyed

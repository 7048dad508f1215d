"""The status: a line for each side, battle groups with their stands, conditions, and marks on the table.

The module also has the instructions that bring the table from one position to another.
"""

from __future__ import annotations

from collections.abc import Iterator

from umpire.core.outcome import PUT, REMOVE, Head, Listing, Lost, Owed, different, number_of
from umpire.game.naming import find, none_such
from umpire.rulesets.asp.field.light import divided, light_of, light_words
from umpire.rulesets.asp.group.movement import groups_of, pending, where
from umpire.rulesets.asp.group.now import command, may_still, next_words
from umpire.rulesets.asp.state import HIDDEN, Group, Mark, Stand, State, clock_words, is_aircraft, row_of
from umpire.rulesets.asp.table import Table

CONDITIONS = "conditions"
"""The name of the conditions in a command."""


def head(state: State, table: Table, *, clock: bool) -> Head:
    """Return the top of the status: turn and step, the options left to the stands, the things still to do, and a line
    for each side.
    """
    sides = tuple((side, tuple(_of_side(state, table, side))) for side in state.sides)
    notes: tuple[str, ...] = tuple(Owed(f"still to do: {line}") for line in pending(state, table))
    if not clock:
        return Head(notes=notes, sides=sides)
    if group := state.groups.get(state.clock.open):
        notes = (f"{group.id} acts: {command(state, table, group)}", *may_still(state, table, group), *notes)
    return Head(where(state), notes, sides, next_words(state, table))


def _of_side(state: State, table: Table, side: str) -> Iterator[str]:
    """Yield the words for a side: its battle groups with their command points, its aircraft, its pinned and repulsed
    stands, its losses.
    """
    groups = groups_of(state, side)
    kept = any(group.cp is not None for group in groups)
    points = {group.id: "no CP" if group.cp is None else f"{group.cp} CP" for group in groups} if kept else {}
    failed = {group.id: "failed its morale test" for group in groups if group.failed}
    lines = [" ".join(filter(None, [group.id, points.get(group.id), failed.get(group.id)])) for group in groups]
    yield ", ".join(lines) or "nothing left"
    own = [stand for stand in state.stands.values() if state.groups[stand.group].side == side]
    left = [stand for stand in own if not stand.destroyed]
    if aircraft := [stand.id for stand in left if is_aircraft(table, stand)]:
        yield f"aircraft {', '.join(aircraft)}"
    for word in ("pinned", "repulsed"):
        if shaken := [stand.id for stand in left if getattr(stand, word)]:
            yield f"{word} {', '.join(shaken)}"
    troops = [stand for stand in own if table.type(stand.type).counts]
    lost = sum(stand.destroyed and not stand.left for stand in troops)
    yield Lost(f"lost {lost} of {number_of(len(troops), 'stand')}", lost, len(troops), "stands")


def scene_listings(state: State, table: Table) -> tuple[Listing, ...]:
    """Return the conditions that are settled, the marks on the table and the terrain; () if all are missing."""
    scene = state.scene
    light = light_of(state, table)
    rows = [
        ("zone", scene.zone),
        ("season", scene.season),
        ("hour", "" if scene.minute is None else clock_words(scene.minute)),
        ("light", light_words(table, scene, light) if light else ""),
        (
            "weather",
            f"{state.weather}: detection {divided(table, state.weather)}, no smoke (WX-02)"
            if state.weather == "adverse"
            else state.weather,
        ),
        ("year", "" if scene.year is None else str(scene.year)),
        ("defender", scene.defender),
        ("scale", scene.scale),
        ("agreed", ", ".join(table.sections["modules"][module] for module in scene.modules)),
    ]
    known = tuple(row for row in rows if row[1])
    listings = [Listing(CONDITIONS, ("", ""), known)] if known else []
    if scene.marks:
        listings.append(_marks(table, tuple(scene.marks.values())))
    if scene.terrain:
        squares = tuple((str(number), square) for number, square in enumerate(scene.terrain, 1))
        listings.append(Listing("terrain", ("square", ""), squares, right=(0,)))
    return tuple(listings)


def scene_listing(state: State, table: Table, name: str) -> tuple[Listing, ...]:
    """Return the listing of the conditions, or of the mark on the table with this name. Return () for any other
    word.
    """
    if name.lower() == CONDITIONS:
        found = tuple(listing for listing in scene_listings(state, table) if listing.title == CONDITIONS)
        return found or (Listing(CONDITIONS, ("", ""), (("", "nothing settled yet"),)),)
    mark = find(name, state.scene.marks)
    return (_marks(table, (mark,)),) if mark else ()


def _marks(table: Table, marks: tuple[Mark, ...]) -> Listing:
    near = table.sections["crossing"]["declared_within"]
    hidden = any(mark.shown == HIDDEN for mark in marks)
    notes = (f"declare an obstacle when an enemy comes within {near} m (ENG-04)",) if hidden else ()
    rows = tuple((mark.id, kind_of(mark), mark.side, mark.where) for mark in marks)
    return Listing("on the table", ("", "kind", "side", "where"), rows, notes)


def kind_of(mark: Mark) -> str:
    """Return the kind of a mark. The kind of an obstacle stays secret until the obstacle is declared (ENG-04)."""
    return f"{HIDDEN}, not declared" if mark.shown == HIDDEN else mark.shown


_WITH = {"aboard": "aboard", "beside": "beside", "towed": "behind"}
_STATES = {
    "destroyed": "destroyed",
    "pinned": "pinned",
    "repulsed": "repulsed",
    "fire_marker": "FIRE marker",
    "moved": "moved",
    "dug_in": "dug in",
    "ready": "behind its baseline",
    "stopped": "stopped at an obstacle",
}


def status(state: State, table: Table, name: str) -> tuple[Listing, ...]:
    """Return the status of the thing named: a stand, a battle group, a side, an army, a mark, or the conditions.
    Without a name, return the status of all battle groups.

    Raises Mistake for an unknown name.
    """
    if not name:
        return (*(_group(state, table, group) for group in state.groups.values()), *scene_listings(state, table))
    if one := find(name, state.groups, state.stands):
        return (_group(state, table, one),)
    if stand := find(name, state.stands, state.groups):
        return (_stand(state, table, stand),)
    sides = {side: side for side in state.sides} | {key: army.side for key, army in state.scene.armies.items()}
    side = find(name, sides)
    if found := tuple(_group(state, table, group) for group in state.groups.values() if group.side == side):
        return found
    if found := scene_listing(state, table, name):
        return found
    known = {**state.groups, **state.stands, **sides, **state.scene.marks, CONDITIONS: CONDITIONS}
    raise none_such("stand or battle group", name, known)


def _group(state: State, table: Table, group: Group) -> Listing:
    stands = state.all_of(group.id)
    rows = tuple(
        (stand.id, stand.name, weapon(table, stand), str(stand.markers or ""), states(stand, group)) for stand in stands
    )
    repulsed = sum(stand.repulsed for stand in stands if not stand.destroyed)
    upset = sum(stand.pinned or stand.repulsed for stand in stands if not stand.destroyed)
    troops = [stand for stand in stands if table.type(stand.type).counts]  # a stand that marks the HQ does not (ORG-06)
    lost = sum(stand.destroyed and not stand.left for stand in troops)
    limits = table.limits
    counts = f"repulsed {repulsed} (test at {limits['test_repulsed']}) · "
    counts += f"pinned or repulsed {upset} (test at {limits['test_shaken']}) · destroyed {lost} of {len(troops)}"
    failed = ("failed its morale test, so it retreats and may not initiate fire (BG-06)",) if group.failed else ()
    command = [f"{group.cp} CP left"] if group.cp is not None else []
    command += [word for word, said in ((group.command, group.command), ("radio", group.radio)) if said]
    command += [f"morale test still to do, because of its stands: {group.test}"] if group.test else []
    return Listing(
        f"{group.name} ({group.id}): {group.side}, grade {group.grade}",
        ("", "stand", "class", "markers", "state"),
        rows,
        (counts, *failed, *([" · ".join(command)] if command else [])),
        right=(3,),
    )


def _stand(state: State, table: Table, stand: Stand) -> Listing:
    group = state.groups[stand.group]
    kind = table.type(stand.type)
    row = table.rows.get(row_of(table, stand), {})
    shoots = f"{row['name']}, range {row['range']}" + (" m" if row["range"] != "OT" else "") if row else "unarmed"
    facts = [
        ("type", stand.type + (f" (printed {kind.printed})" if kind.printed else "")),
        ("battle group", f"{group.name}, {group.side}, grade {group.grade}"),
        ("shoots as", shoots),
        ("hit as", _shot_at_as(state, table, stand)),
        ("shoots into", ", ".join(table.kinds[kind.kind]["arcs"])),
        ("markers", str(stand.markers)),
        ("state", states(stand, group) or "-"),
    ]
    towed = [each.id for each in state.stands.values() if each.towed == stand.id and not each.destroyed]
    with_it = {"carries": [each.id for each in state.aboard(stand.id)], "tows": towed}
    facts += [(words, ", ".join(ids)) for words, ids in with_it.items() if ids]
    used = {"runs": "attacks made", "smoke": "turns of smoke used", "lights": "turns of light used"}
    runs = table.air.runs.get(row_of(table, stand), 0)
    of = {"runs": f" of {runs}" if runs else ""}
    facts += [
        (words, f"{getattr(stand, field)}{of.get(field, '')}") for field, words in used.items() if getattr(stand, field)
    ]
    if extras := fitted(stand):
        facts.append(("fitted with", ", ".join(extras)))
    return Listing(f"{stand.name} ({stand.id})", ("", ""), tuple(facts))


def _shot_at_as(state: State, table: Table, stand: Stand) -> str:
    """Return the column of the score matrix for shots at a stand.

    A towed gun has the column of its vehicle (CLASS-24).
    """
    vehicle = state.stands.get(stand.towed)
    hit = vehicle or stand
    column = hit.column or table.type(hit.type).column
    return f"{column}, the column of {vehicle.name} (CLASS-24)" if vehicle else column


_FITTED = {
    "skirts": "skirt plates",
    "light_mortars": "light mortars",
    "late_british": "late British",
    "aaa": "AAA",
    "jungle": "jungle training",
}


def fitted(stand: Stand) -> list[str]:
    """Return the words for the extras that this stand has, such as skirt plates."""
    return [words for field, words in _FITTED.items() if getattr(stand, field)]


def weapon(table: Table, stand: Stand) -> str:
    """Return the row and column of a stand in the score matrix: `MG/HA`, or `-/SMT` for an unarmed stand."""
    kind = table.type(stand.type)
    return f"{row_of(table, stand) or '-'}/{stand.column or kind.column}"


def states(stand: Stand, group: Group) -> str:
    """Return the state of a stand in words: `HQ, pinned, FIRE marker`."""
    if stand.destroyed:
        return "left the table" if stand.left else "destroyed"
    words = ["HQ"] if group.hq == stand.id else []
    words += [f"{where} {getattr(stand, field)}" for field, where in _WITH.items() if getattr(stand, field)]
    words += [words_ for field, words_ in _STATES.items() if getattr(stand, field)]
    return ", ".join(words)


def seen(state: State, table: Table, name: str) -> tuple[str, ...]:
    """Return the markers and state of a target, in words."""
    stand = state.stands[name]
    markers = number_of(stand.markers, "marker") if stand.markers else ""
    return tuple(filter(None, (markers, states(stand, state.groups[stand.group]))))


_MARKS = (("pinned", "pinned"), ("repulsed", "repulsed"), ("dug_in", "dug in"))


def table_instructions(before: State, after: State) -> tuple[str, ...]:
    """Return the instructions that bring the table from one state to another.

    The instructions are about stands that are removed or put back, about markers, passengers and command points, and
    about marks on the table.
    """
    lines: list[str] = []
    for was, now in different(before.stands, after.stands):
        lines += _of_stand(was, now, after)
    for old, group in different(before.groups, after.groups):
        if old.cp != group.cp:
            lines.append(f"command points of {group.name} {_count(old.cp)}→{_count(group.cp)}")
    marks, lay = after.scene.marks, before.scene.marks
    lines += [f"take away {mark.shown} {mark.where}".rstrip() for id, mark in lay.items() if id not in marks]
    return (*lines, *(f"{PUT} {mark.shown} {mark.where}".rstrip() for id, mark in marks.items() if id not in lay))


def _of_stand(was: Stand, now: Stand, after: State) -> list[str]:
    if now.destroyed:
        return [] if was.destroyed else [f"{REMOVE} {now.name}"]
    lines = [f"PUT BACK {now.name}"] if was.destroyed else []
    if was.markers != now.markers:
        lines.append(f"markers on {now.name} {was.markers}→{now.markers}")
    for field, words in _MARKS:
        if getattr(was, field) != getattr(now, field):
            lines.append(f"{now.name}: {words if getattr(now, field) else f'no longer {words}'}")
    if was.fire_marker != now.fire_marker:
        lines.append(f"FIRE marker {'on' if now.fire_marker else 'off'} {now.name}")
    if was.aboard != now.aboard:
        carrier = after.stands.get(now.aboard or was.aboard)
        lines.append(f"{now.name}: {'aboard' if now.aboard else 'off'} {carrier.name if carrier else now.aboard}")
    return lines


def _count(points: int | None) -> str:
    return "none" if points is None else str(points)

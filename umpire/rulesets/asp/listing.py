"""Where everything stands: each battle group with its stands, their markers and their states."""

from __future__ import annotations

from umpire.core.mistakes import Mistake, did_you_mean
from umpire.core.outcome import Listing
from umpire.rulesets.asp.field.listing import scene_listing, scene_listings
from umpire.rulesets.asp.state import Group, Stand, State, names
from umpire.rulesets.asp.table import Table

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
    """All battle groups, or what is called so: a stand, a battle group, a side, an army, what lies there, conditions.

    Raises Mistake for an unknown name.
    """
    if not name:
        return (*(_group(state, table, group) for group in state.groups.values()), *scene_listings(state, table))
    for key, group in state.groups.items():
        if key.lower() == name.lower():
            return (_group(state, table, group),)
    for key, stand in state.stands.items():
        if key.lower() == name.lower():
            return (_stand(state, table, stand),)
    sides = {side.lower(): side for side in state.sides}
    sides |= {key.lower(): army.side for key, army in state.scene.armies.items()}
    side = sides.get(name.lower(), "")
    if found := tuple(_group(state, table, group) for group in state.groups.values() if group.side == side):
        return found
    if found := scene_listing(state, table, name):
        return found
    known = [*names(state), *state.sides, "conditions"]
    raise Mistake(f"there is no stand or battle group {name!r}", did_you_mean(name, list(dict.fromkeys(known))))


def _group(state: State, table: Table, group: Group) -> Listing:
    stands = [stand for stand in state.stands.values() if stand.group == group.id]
    rows = tuple(
        (stand.id, stand.name, weapon(table, stand), str(stand.markers or ""), states(stand, group)) for stand in stands
    )
    repulsed = sum(stand.repulsed for stand in stands if not stand.destroyed)
    upset = sum(stand.pinned or stand.repulsed for stand in stands if not stand.destroyed)
    lost = sum(stand.destroyed and not stand.left for stand in stands)
    limits = table.limits
    counts = f"repulsed {repulsed} (test at {limits['test_repulsed']}) · "
    counts += f"pinned or repulsed {upset} (test at {limits['test_shaken']}) · destroyed {lost} of {len(stands)}"
    failed = ("failed its morale test: retreats, may not initiate fire (BG-06)",) if group.failed else ()
    command = [f"{group.cp} CP left"] if group.cp is not None else []
    command += [word for word, said in ((group.command, group.command), ("radio", group.radio)) if said]
    command += [f"owes a morale test: {group.test}"] if group.test else []
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
    row = table.rows.get(stand.row or kind.row, {})
    shoots = f"{row['name']}, range {row['range']}" + (" m" if row["range"] != "OT" else "") if row else "unarmed"
    facts = [
        ("type", stand.type + (f" (printed {kind.printed})" if kind.printed else "")),
        ("battle group", f"{group.name}, {group.side}, grade {group.grade}"),
        ("shoots as", shoots),
        ("is shot at as", stand.column or kind.column),
        ("shoots into", ", ".join(table.kinds[kind.kind]["arcs"])),
        ("markers", str(stand.markers)),
        ("state", states(stand, group) or "-"),
    ]
    extras = {"skirts": "skirt plates", "light_mortars": "light mortars", "late_british": "late British", "aaa": "AAA"}
    extras["jungle"] = "jungle training"
    used = {"runs": "attacks made", "smoke": "turns of smoke used", "lights": "turns of light used"}
    facts += [(words, str(getattr(stand, field))) for field, words in used.items() if getattr(stand, field)]
    fitted = [words for field, words in extras.items() if getattr(stand, field)]
    if fitted:
        facts.append(("fitted with", ", ".join(fitted)))
    return Listing(f"{stand.name} ({stand.id})", ("", ""), tuple(facts))


def weapon(table: Table, stand: Stand) -> str:
    """A stand's rows of the matrix, as shooter and as target: `MG/HA`; `-/SMT` for an unarmed one."""
    kind = table.type(stand.type)
    return f"{stand.row or kind.row or '-'}/{stand.column or kind.column}"


def states(stand: Stand, group: Group) -> str:
    """What holds for a stand, in words: `HQ, pinned, FIRE marker`."""
    if stand.destroyed:
        return "left the table" if stand.left else "destroyed"
    words = ["HQ"] if group.hq == stand.id else []
    words += [f"{where} {getattr(stand, field)}" for field, where in _WITH.items() if getattr(stand, field)]
    words += [words_ for field, words_ in _STATES.items() if getattr(stand, field)]
    return ", ".join(words)

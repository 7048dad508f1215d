"""The parts of an ASP game that are printed on paper: the battle groups, their stands, and the required scores."""

from __future__ import annotations

from collections.abc import Mapping

from umpire.core.outcome import Listing
from umpire.game.facts import TypedLine
from umpire.game.maps.drawn import Sign
from umpire.game.roster import NONE, Block, Boxes, Chit, Lane, Paper, RosterFact, RosterStand, turns, with_theirs
from umpire.rulesets.asp.fire.situate import situate
from umpire.rulesets.asp.group.movement import STEPS
from umpire.rulesets.asp.listing import fitted
from umpire.rulesets.asp.state import Group, Stand, State, row_of, ruler
from umpire.rulesets.asp.table import GRADES, Table

OWN, FOE = "own", "foe"
"""The ids given to a stand and its target to look up its scores."""


class AspPaper(Paper[State, Table]):
    """The battle groups of each side for printing on paper."""

    def roster(self, state: State, table: Table) -> tuple[Block, ...]:
        return tuple(
            _block(state, table, group) for side in state.sides for group in state.groups.values() if group.side == side
        )

    def fights(self, state: State, table: Table) -> Mapping[str, tuple[Listing, ...]]:
        """Return for each stand its required scores against the enemy's target classes, and the distances at which
        enemies detect the stand.
        """
        known: dict[tuple[Stand, tuple[str, ...]], tuple[Listing, ...]] = {}
        found = {}
        for stand in state.stands.values():
            side = state.groups[stand.group].side
            enemies = [each for each in state.stands.values() if state.groups[each.group].side != side]
            classes = {each.column or table.type(each.type).column for each in enemies}
            columns = tuple(column for column in table.columns if column in classes)
            key = _alone(stand), columns
            if key not in known:
                known[key] = tuple(filter(None, (_scores(table, *key), _seen(state, table, stand))))
            found[stand.id] = known[key]
        return found

    def chits(self, state: State, table: Table) -> tuple[Chit, ...]:
        """Return the chits: FIRE and suppression markers, finished battle groups, smoke, light and obstacles."""
        there = [one for one in state.stands.values() if not one.destroyed and table.type(one.type).kind != "aircraft"]
        armed = sum(bool(one.row or table.type(one.type).row) for one in there)
        done = [Chit("✓", "has finished", group.name, group.side, dark=True) for group in state.groups.values()]
        lying = [Chit("", mark.shown, mark.where or mark.id, mark.side) for mark in state.scene.marks.values()]
        suppressed = len(there) * table.limits["markers_repulsed"]
        return (Chit("", "FIRE", count=armed), Chit("", "suppression", count=suppressed), *done, *lying)

    def track(self, state: State, table: Table) -> tuple[Lane, ...]:
        """Return a row of boxes for the turns, and for each side a row of boxes for its steps.

        The aircraft steps are left out if no stand is an aircraft.
        """
        planes = any(table.type(one.type).kind == "aircraft" for one in state.stands.values())
        left_out = () if planes else set(table.air.step.values())
        played = {step: each for step, each in STEPS.items() if step not in left_out}
        steps = tuple(f"{step} {words}" for step, (_, words) in played.items())
        return (turns(0), *(Lane(side, steps, done=tuple(rule for rule, _ in played.values())) for side in state.sides))


def _block(state: State, table: Table, group: Group) -> Block:
    own = {id: stand for id, stand in state.stands.items() if stand.group == group.id}
    stands = with_theirs(own, lambda stand: stand.aboard or stand.towed)
    words = [f"grade {group.grade}", *filter(None, [group.command, "radio" if group.radio else ""])]
    return Block(
        group.id,
        group.name,
        group.side,
        ", ".join(words),
        stands=tuple(_entry(state, table, group, stand) for stand in stands),
    )


def _entry(state: State, table: Table, group: Group, stand: Stand) -> RosterStand:
    kind = table.type(stand.type)
    row = table.rows.get(row_of(table, stand), {})
    column = stand.column or kind.column
    symbol = kind.symbol or table.kinds[kind.kind].get("symbol", "")
    weight = column.removesuffix("A") if symbol == "armour" else ""
    reach = row.get("range", "")
    facts = [RosterFact("shoots as", row["name"])] if row else []
    numbers = [RosterFact("fires", row_of(table, stand)), RosterFact("class", column)]
    numbers += [RosterFact("range", ruler(state.scene, table).said(reach))] if isinstance(reach, int) else []
    pace = table.moves[kind.mobility or "foot"]
    if kind.kind != "aircraft":
        good, bad = (ruler(state.scene, table).said(metres) for metres in pace.tactical)
        facts.append(RosterFact("moves", f"{pace.name}, {good} good, {bad} bad going"))
    facts += [RosterFact("carries", ", ".join(kind.carries))] if kind.carries else []
    for words, host in (("aboard", stand.aboard), ("towed by", stand.towed)):
        facts += [RosterFact(words, state.stands[host].name)] if host in state.stands else []
    states = [Boxes(word, 1, 0 if getattr(stand, word) else 1, state=True) for word in ("pinned", "repulsed")]
    states.append(Boxes("destroyed", 1, 0 if stand.destroyed and not stand.left else 1, out=True, state=True))
    return RosterStand(
        stand.id,
        stand.name,
        group.side,
        Sign(stand.type, symbol, weight),
        within=bool(stand.aboard or stand.towed),
        numbers=tuple(fact for fact in numbers if fact.value),
        facts=tuple(facts),
        notes=(*(["HQ"] if group.hq == stand.id else []), *fitted(stand), *(["left the table"] if stand.left else [])),
        boxes=tuple(states),
        gone=stand.destroyed,
    )


def _alone(stand: Stand) -> Stand:
    """Return a copy of the stand with the fields that decide its scores. The id, the name and the present state of the
    stand are left out.
    """
    own = {name: getattr(stand, name) for name in ("type", "row", "column", "skirts", "light_mortars", "late_british")}
    return Stand(OWN, OWN, OWN, aaa=stand.aaa, **own)


def _scores(table: Table, stand: Stand, columns: tuple[str, ...]) -> Listing | None:
    """Return the score a stand requires against each target class, before modifiers."""
    cells = [_score(table, stand, column) for column in columns]
    if not any(cells):
        return None
    lines = tuple(f"{cell}+" if cell else NONE for cell in cells)
    words = "score required before modifiers"
    return Listing(words, ("", *columns), (("needs", *lines),), right=tuple(range(1, len(columns) + 1)))


def _score(table: Table, stand: Stand, column: str) -> int | None:
    target = Stand(FOE, FOE, FOE, stand.type, column=column)
    groups = {name: Group(name, name, name, GRADES[0]) for name in (OWN, FOE)}
    state = State(groups, {OWN: stand, FOE: target}, light="day", weather="fair")
    row = table.rows.get(row_of(table, stand), {})
    facts = {} if row.get("range") == "OT" else {("", "range"): "125"}
    return situate(state, table, TypedLine({"": (OWN,), "at": (FOE,)}, facts)).shooter.base


def _seen(state: State, table: Table, stand: Stand) -> Listing | None:
    """Return the distances at which a roll of 2+ or of 5+ detects a stand by day.

    The rows are for stationary and for moving stands, the columns for stands in the open and in cover.
    """
    rows = table.detection.get(table.kinds[table.type(stand.type).kind]["detected_as"])
    if rows is None:
        return None
    said = ruler(state.scene, table).said
    lines = tuple(
        (words, *(" / ".join(map(said, rows[place][words])) for place in ("open", "cover")))
        for words in ("stationary", "moving")
    )
    return Listing("detected by day: with 2+ / with 5+", ("seen from", "open", "cover"), lines, right=(1, 2))


PAPER = AspPaper()

"""Who fires at whom and all it hangs on: told, from the game, or assumed. Building it draws no die."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from umpire.core.mistakes import Mistake, did_you_mean
from umpire.game.facts import Known, Told, one_of, whole, yes_or_no
from umpire.rulesets.asp.detection import Look, Seen, look
from umpire.rulesets.asp.shot import Shot
from umpire.rulesets.asp.state import Group, Stand, State
from umpire.rulesets.asp.table import GRADES, Table, Type

T = TypeVar("T")

FACTS = {
    "range": "the distance in metres, edge to edge; 0 or contact in contact",
    "option": "the tactical option: B, fire halted",
    "cover": "cover of a stand: none, cover or hard",
    "moving": "whether a stand moved in its own last turn: yes or no",
    "arc": "the arc a stand shows to its opponent: front, flank or rear",
    "sight": "whether a stand can see its opponent at all: yes or no",
    "light": "day, twilight or night",
    "weather": "fair or adverse",
    "base": "the score a stand requires before modifiers, in place of the matrix",
    "reply": "whether the target shoots back if it may: yes or no",
    "called": "whether the fire of a battery was called: yes or no",
}
"""What may be told. A fact of a stand without its id is the target's; sight without an id is both's; base the shooter's."""

_MOVING_OPTIONS = "CDEF"


@dataclass(frozen=True, eq=False)
class Firer:
    """One of the two stands of an engagement, as the shooter at the other.

    `base` is the score it requires before modifiers (None: no effect is possible), `base_words` how that reads.
    `able` is whether it may shoot at all once it has found its opponent, `unable` why not. `off_table` stands have no
    distance to anybody. `arc` is what it shows to its opponent.
    """

    stand: Stand
    group: Group
    type: Type
    shot: Shot
    base: int | None
    base_words: str
    in_range: bool
    in_arc: bool
    arc: str
    off_table: bool
    able: bool
    unable: str
    look: Look

    @property
    def name(self) -> str:
        """What the stand is called."""
        return self.stand.name

    @property
    def side(self) -> str:
        """Whose it is."""
        return self.group.side


@dataclass(frozen=True, eq=False)
class FireSituation:
    """An engagement before the first die: shooter and target, each as shooter at the other.

    `aboard` are the stands each of the two carries, by its id; `shaken` counts for each battle group how many stands
    are repulsed, and how many pinned or repulsed (BG-01, BG-02).
    """

    table: Table
    state: State
    shooter: Firer
    target: Firer
    distance: int | None
    sees: bool
    called: bool
    aboard: dict[str, tuple[Stand, ...]]
    shaken: dict[str, tuple[int, int]]
    known: Known

    @property
    def title(self) -> str:
        """Who fires at whom."""
        away = "off the table" if self.distance is None else f"{self.distance} m" if self.distance else "in contact"
        return f"{self.shooter.name} fires at {self.target.name}, {away}"

    @property
    def side(self) -> str:
        """The side of the shooter."""
        return self.shooter.side

    @property
    def also(self) -> tuple[str, ...]:
        """Nothing else could have been named: an engagement is of two stands (FIRE-01)."""
        return ()


def situate(state: State, table: Table, told: Told) -> FireSituation:
    """The engagement the words describe. Raises Mistake for names and facts that make no sense."""
    one, other = _pair(state, told)
    known = Known(told)
    mine, yours = table.type(one.type), table.type(other.type)
    distance = known.settle("range", _distance)
    off = {stand.id: distance is None and _weapon(table, stand).get("range") == "OT" for stand in (one, other)}
    if distance is None and not any(off.values()):
        raise Mistake(
            f"the distance from {one.name} to {other.name} is not told", f"add it: fire {one.id} at {other.id} 600"
        )
    option = _always(known.settle("option", _option, assume="B"))
    light = one_of("light", {word: word for word in ("day", "twilight", "night")})
    weather = one_of("weather", {word: word for word in ("fair", "adverse")})
    dark = known.settle("light", light, worked_out=state.light or None, assume="day", words="daylight")
    sky = known.settle("weather", weather, worked_out=state.weather or None, assume="fair", words="fair weather")
    reply = _always(known.settle("reply", yes_or_no("reply"), assume=True))
    battery = _weapon(table, one).get("exempt") == "CALL-07"
    called = known.settle(
        "called", yes_or_no("called"), assume=True, words="its fire is called (CALL-01)" if battery else ""
    )
    seen, arcs, sees = {}, {}, {}
    for stand, kind, shared in ((other, yours, True), (one, mine, False)):
        seen[stand.id], arcs[stand.id] = _shown(known, table, stand, kind, shared, off[stand.id])
    for stand in (one, other):
        words = "" if off[one.id] or off[other.id] else "clear sight"
        sees[stand.id] = _always(
            known.settle("sight", yes_or_no("sight"), subject=stand.id, assume=True, words=words)
        )
    sides = []
    for stand, at, shows, shared in ((one, other, yours, True), (other, one, mine, False)):
        group, enemy = state.groups[stand.group], state.groups[at.group]
        shot = Shot(
            option=option if shared and table.type(stand.type).kind != "aircraft" else "",
            pinned=stand.pinned,
            repulsed=stand.repulsed,
            markers=stand.markers,
            higher_grade=GRADES.index(group.grade) < GRADES.index(enemy.grade),
            late_british=stand.late_british,
            light_mortars=stand.light_mortars,
            radar=group.side in state.radar,
            light=_always(dark),
            target_fire_marker=at.fire_marker,
            target_markers=at.markers,
            target_cover=seen[at.id].cover,
            target_arc=arcs[at.id],
            target_faces=table.kinds[shows.kind]["faces"],
            target_skirts=at.skirts,
            target_transport=shows.transport,
        )
        told_base = known.settle("base", whole(1, 12, "base"), subject=stand.id, shared=shared)
        firer = _firer(table, stand, group, shot, at, shows, distance, off[at.id], arcs[stand.id], told_base)
        if not shared and not reply:
            firer = replace(firer, able=False, unable="it declines (FIRE-04)")
        key = "detection" if shared else "detection-reply"
        sides.append(replace(firer, look=_look(table, key, firer, at, seen[at.id], distance, sees[stand.id], _always(sky))))
    known.finish()
    shooter, target = sides
    groups = dict.fromkeys(stand.group for each in (one, other) for stand in (each, *state.aboard(each.id)))
    return FireSituation(
        table,
        state,
        shooter,
        target,
        distance,
        sees[one.id],
        _always(called),
        {stand.id: state.aboard(stand.id) for stand in (one, other)},
        {group: _shaken(state, group) for group in groups},
        known,
    )

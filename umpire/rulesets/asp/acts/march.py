"""March moves of single stands and linked groups (MARCH)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from umpire.core.mistakes import Mistake
from umpire.core.outcome import Objection, Outcome
from umpire.core.procedure import Procedure, settled
from umpire.game.facts import Known, Told, whole, yes_or_no
from umpire.rulesets.asp.acts.move import may_be_towed
from umpire.rulesets.asp.effects import Effect, Marched, Pay
from umpire.rulesets.asp.effects import apply as applied
from umpire.rulesets.asp.field.terrain import mover_of
from umpire.rulesets.asp.group.account import FARTHEST, counted, hq_distance, spent
from umpire.rulesets.asp.group.movement import (
    Way,
    fire_marker_off,
    hitched,
    moved,
    off_the_table,
    rates,
    row_of,
    stays_off,
    way,
)
from umpire.rulesets.asp.group.naming import find_stand
from umpire.rulesets.asp.group.options import unthrown
from umpire.rulesets.asp.group.sequence import turn_of
from umpire.rulesets.asp.group.tactical import steps
from umpire.rulesets.asp.group.whereabouts import owed
from umpire.rulesets.asp.state import Group, Stand, State
from umpire.rulesets.asp.table import Table

MARCH_STEP = 2


@dataclass(frozen=True, eq=False)
class MarchSituation:
    """A linked group on the march, or one stand.

    `cost` are the command points of the whole group (MARCH-08), `paces` the distances of each stand, of which the
    slowest counts (MARCH-11). `enemy` is how near the way comes to one, `link` the widest gap between stands (metres);
    `towing` are guns and what tows them, `off_table` those that stand behind the baseline.
    """

    state: State
    table: Table
    stands: tuple[Stand, ...]
    groups: tuple[Group, ...]
    paces: tuple[tuple[Stand, tuple[int, int]], ...]
    way: Way
    road: bool
    cost: int
    enemy: int
    link: int
    closer: bool
    towing: tuple[tuple[Stand, Stand], ...]
    place: str
    off_table: tuple[Stand, ...]
    known: Known
    also: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Who marches."""
        names = ", ".join(stand.name for stand in self.stands)
        return f"March of {names}{f' to {self.place}' if self.place else ''}"

    @property
    def side(self) -> str:
        """Whose stands they are."""
        return self.groups[0].side


def situate(state: State, table: Table, told: Told) -> MarchSituation:
    """`march t1 t2 t3 2500`, `march c1 f1 f1.tow=c1 road=yes to the bridge 4000`. Raises Mistake."""
    known = Known(told)
    if not told.named(""):
        raise Mistake("nobody is named to march", "for instance: march t1 t2 2500")
    stands = tuple({stand.id: stand for stand in (find_stand(state, name) for name in told.named(""))}.values())
    towing = tuple(_towed(known, state, stands, stand) for stand in stands if may_be_towed(table, stand))
    pairs = tuple((gun, vehicle) for gun, vehicle in towing if vehicle is not None)
    on_tow = [stand.id for pair in pairs for stand in pair]
    paces = tuple((stand, rates(table, row_of(known, table, stand, stand.id in on_tow), "march")) for stand in stands)
    vehicles = {gun.id: table.type(vehicle.type) for gun, vehicle in pairs}
    go_as = tuple(mover_of(table, stand, vehicles.get(stand.id)) for stand in stands)
    going = way(known, "", table, go_as, state.scene.scale)
    road = known.ask("road", yes_or_no("road"), assume=False)
    groups = tuple({stand.group: state.groups[stand.group] for stand in stands}.values())
    step = table.limits["march_step"]
    cost = table.limits["march_cost"]
    if groups[0].cp is not None:
        cost += steps(table, hq_distance(known, table, groups[0], stands, step), step)
    near, apart = table.limits["march_enemy"], table.limits["march_link"]
    alone = f"no enemy within {near} m of the way"
    enemy = known.ask("enemy", whole(0, FARTHEST, "enemy"), assume=near + 1, words=alone)
    linked = f"linked, no gap over {apart} m" if len(stands) > 1 else ""
    link = known.ask("link", whole(0, FARTHEST, "link"), assume=apart, words=linked)
    closer = known.ask("closer", yes_or_no("closer"), assume=False)
    off = tuple(stand for stand in stands if stays_off(known, table, stand, stand.id in on_tow))
    known.finish()
    return MarchSituation(
        state,
        table,
        stands,
        groups,
        paces,
        going,
        bool(road),
        cost,
        near + 1 if enemy is None else enemy,
        link or 0,
        bool(closer),
        pairs,
        " ".join(told.named("to")),
        off,
        known,
    )


def _towed(known: Known, state: State, stands: tuple[Stand, ...], gun: Stand) -> tuple[Stand, Stand | None]:
    """A gun and the vehicle of the same march that tows it (MOVE-03); None for one that is man-handled."""
    name = known.ask("tow", str, subject=gun.id)
    if name is None:
        return gun, None
    vehicle = find_stand(state, name)
    if vehicle not in stands:
        raise Mistake(f"{vehicle.name} does not march with {gun.name}", "name the vehicle among those that march")
    return gun, vehicle


def objections(sit: MarchSituation) -> tuple[Objection, ...]:
    """Every rule that forbids this march."""
    return tuple(_forbidden(sit))


def _forbidden(sit: MarchSituation) -> Iterator[Objection]:
    limits = sit.table.limits
    if len(sit.groups) > 1:
        names = " and ".join(group.name for group in sit.groups)
        yield Objection("MARCH-10", f"a linked group is of one battle group, not of {names}")
    for group in sit.groups:
        if group.failed:
            yield Objection("BG-06", f"{group.name} failed its morale test: it does not march")
    for stand in sit.stands:
        if stand.aboard:
            yield Objection("BUS-04", f"{stand.name} rides in a vehicle: it moves with that")
        if stand in sit.off_table:
            yield off_the_table(stand)
        if stand.marched:
            yield Objection("MARCH-12", f"{stand.name} has marched this turn")
        if sit.closer and (stand.pinned or stand.repulsed):
            held = ("STAT-04", "pinned") if stand.pinned else ("STAT-14", "repulsed")
            yield Objection(held[0], f"{stand.name} is {held[1]}: no closer to the enemy")
    if sit.enemy <= limits["march_enemy"]:
        words = f"an enemy is {sit.enemy} m from the way: more than {limits['march_enemy']} m is needed"
        yield Objection("MARCH-02", words)
    if sit.link > limits["march_link"]:
        words = f"a gap of {sit.link} m: linked stands are within {limits['march_link']} m of another"
        yield Objection("MARCH-03", words)
    if sit.way.barred:
        yield Objection(*sit.way.barred)
    stand, pace = slowest(sit)
    if sit.way.used(pace) > 1:
        limits_of = f"{stand.name} goes {pace[0]} m, in bad going {pace[1]} m"
        words = f"{sit.way.metres} m is too far: {sit.way.sum_words(pace, Fraction(1)) or limits_of}"
        yield Objection("MOVE-01", words)


def slowest(sit: MarchSituation) -> tuple[Stand, tuple[int, int]]:
    """The stand that sets the pace on this way (MARCH-11)."""
    if sit.way.metres is None:
        return min(sit.paces, key=lambda each: each[1][1 if sit.way.all_bad else 0])
    return max(sit.paces, key=lambda each: sit.way.used(each[1]))


def out_of_turn(state: State, table: Table, sit: MarchSituation) -> tuple[Objection, ...]:
    """Marches are step 2, for command points that are there."""
    group = sit.groups[0]
    found = tuple(each for one in sit.groups for each in turn_of(state, one, MARCH_STEP))
    if group.cp is not None and sit.cost > group.cp:
        words = f"{group.name} has {counted(group.cp)} left, this march takes {sit.cost}"
        found += (Objection("CP-07", words),)
    return (*found, *unthrown(state, group))


def procedure(sit: MarchSituation) -> Procedure[Outcome]:
    """Nothing is thrown for a march."""
    return settled(_outcome(sit))


def _outcome(sit: MarchSituation) -> Outcome:
    state, group = sit.state, sit.groups[0]
    _, pace = slowest(sit)
    far = sit.way.farthest(pace, Fraction(1)) if sit.way.metres is None else Fraction(sit.way.metres)
    effects: list[Effect] = [Pay(group.id, sit.cost)] if group.cp is not None else []
    for stand in sit.stands:
        effects += [*moved(state, sit.table, stand, far), Marched(stand.id)]
    effects += hitched(sit.towing)
    words = [f"the march takes {counted(sit.cost)} (MARCH-06)"] if group.cp is not None else []
    if sit.road and len(sit.stands) > 1:
        words.append("by road: in a column one stand wide (MARCH-05)")
    names = ", ".join(stand.name for stand in sit.stands)
    hands = [f"MOVE {names} {sit.way.words(pace, Fraction(1))}{f' to {sit.place}' if sit.place else ''}"]
    hands += fire_marker_off(each for stand in sit.stands for each in (stand, *state.aboard(stand.id)))
    hands += [left] if (left := spent(group, sit.cost)) else []
    return Outcome(tuple(effects), tuple(words), tuple(hands), owed(applied(state, tuple(effects)), sit.table))

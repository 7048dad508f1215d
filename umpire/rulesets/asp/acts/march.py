"""March moves of single stands and linked groups (MARCH)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from umpire.core.frozen import frozen
from umpire.core.mistakes import HowMany
from umpire.core.outcome import MOVE, Objection, Outcome, number_of
from umpire.core.procedure import Procedure, settled
from umpire.game.act import Act
from umpire.game.distances import Number
from umpire.game.facts import Facts, TypedLine, yes_or_no
from umpire.rulesets.asp.effects import Effect, Marched, Pay, given_up
from umpire.rulesets.asp.effects import apply as applied
from umpire.rulesets.asp.field.terrain import mover_of, place_of
from umpire.rulesets.asp.group.account import hq_distance, spent, steps, too_much
from umpire.rulesets.asp.group.movement import (
    CHOICES,
    FACTS,
    GROUND,
    MARCH,
    GroupMove,
    bare_move,
    find_stand,
    find_stands,
    goes_closer,
    hitched,
    may_be_towed,
    moved,
    off_the_table,
    pending,
    rates,
    row_of,
    stays_off,
    way,
)
from umpire.rulesets.asp.group.sequence import held, turn_of, unthrown
from umpire.rulesets.asp.state import Group, Position, Stand, State, ruler
from umpire.rulesets.asp.table import Table

Pace = tuple[Stand, tuple[int, int], GroupMove]
"""A stand, its distances in good and in bad going, and the way with its going for that stand (TERR-15)."""


@frozen
class MarchSituation(Position):
    """A march by a linked group or by one stand.

    `cost` is the number of command points that the whole group pays (MARCH-08). `slowest` has the slowest stand, its
    move, and the metres of its full march in good and in bad going (MARCH-11). If the terrain stops a stand, `barred`
    has the rule and the reason in words. `enemy` is the distance from the route to the nearest enemy, in metres. `link`
    is the widest gap between stands, in metres. `towing` pairs each gun with the vehicle that tows it, or with None if
    the gun is moved by hand. `off_table` has the stands behind the baseline.
    """

    stands: tuple[Stand, ...]
    groups: tuple[Group, ...]
    slowest: Pace
    barred: tuple[tuple[str, str], ...]
    cost: int
    enemy: Number
    link: Number
    closer: bool
    towing: tuple[tuple[Stand, Stand | None], ...]
    place: str
    off_table: tuple[Stand, ...]


def situate(state: State, table: Table, typed: TypedLine) -> MarchSituation:
    """Return the situation of `march t1 t2 2500` or `march c1 f1 f1.tow=c1 4000 to the bridge`. Raises Mistake for a
    wrong line.
    """
    known, limits = Facts(typed), table.limits
    if not typed.named(""):
        raise HowMany("the name of a stand to march is missing", "for example: march t1 t2 2500")
    stands, groups = find_stands(state, typed.named(""))
    vehicles = {stand.id: _towed(known, state, stands, stand) for stand in stands if may_be_towed(table, stand)}
    towing = tuple((state.stands[gun], vehicle) for gun, vehicle in vehicles.items())
    on_tow = [stand.id for gun, vehicle in towing if vehicle for stand in (gun, vehicle)]
    measure = ruler(state.scene, table)
    road = known.settle("road", yes_or_no("road"), assume=False)
    paces = []
    for stand in stands:
        pace = rates(table, row_of(known, table, stand, stand.id in on_tow), "march")
        vehicle = vehicles.get(stand.id)
        mover = mover_of(table, stand, table.type(vehicle.type) if vehicle else None)
        paces.append((stand, pace, way(known, "", table, mover, measure, road=road)))
    cost = limits["march_cost"]
    step = limits["march_step"]
    if groups[0].cp is not None:
        cost += steps(table, hq_distance(known, measure, table, groups[0], stands, step), step)
    else:  # costs nothing while no points are counted; `hq` may be typed anyway
        known.settle("hq", measure.read("hq"), subject=stands[0].id if len(stands) == 1 else "")
    near: Number = limits["march_enemy"]
    apart: Number = limits["march_link"]
    alone = f"no enemy is within {measure.said(near)} of the route"
    enemy = known.settle("enemy", measure.read("enemy"), assume=near + 1, words=alone)
    linked = f"no gap over {measure.said(apart)} between linked stands" if len(stands) > 1 else ""
    link = known.settle("link", measure.read("link"), assume=apart, words=linked)
    closer = known.settle("closer", goes_closer, assume=False)
    off = tuple(stand for stand in stands if stays_off(known, table, stand, stand.id in on_tow))
    known.finish()
    place = place_of(known, "to", paces[0][2].metres)
    title = f"March of {', '.join(stand.name for stand in stands)}{f' to {place}' if place else ''}"
    barred = tuple(dict.fromkeys(going.barred for _, _, going in paces if going.barred))
    return MarchSituation(
        title, groups[0].side, known, state, table, stands, groups, _slowest(paces), barred, cost, enemy, link,
        closer, towing, place, off,
    )  # fmt: skip


def _towed(known: Facts, state: State, stands: tuple[Stand, ...], gun: Stand) -> Stand | None:
    """Return the vehicle that tows a gun on this march (MOVE-03); None if the gun is moved by hand."""
    name = known.settle("tow", str, subject=gun.id)
    if name is None:
        return None
    vehicle = find_stand(state, name)
    if vehicle not in stands:
        raise HowMany(f"{vehicle.name}: it is not in the same march as {gun.name}", "add the vehicle to the march")
    return vehicle


def _slowest(paces: list[Pace]) -> Pace:
    """Return the pace of the slowest stand, which sets the pace of the march (MARCH-11)."""
    whole = Fraction(1)
    return min(paces, key=lambda each: (-each[2].used(each[1]), each[2].farthest(each[1], whole)))


def objections(sit: MarchSituation) -> tuple[Objection, ...]:
    """Return the objections to this march."""
    return tuple(_forbidden(sit))


def _forbidden(sit: MarchSituation) -> Iterator[Objection]:
    limits, said = sit.table.limits, sit.ruler.said
    if len(sit.groups) > 1:
        names = " and ".join(group.name for group in sit.groups)
        yield Objection(
            "MARCH-10", f"all stands of a linked group must belong to one battle group; these stands belong to {names}"
        )
    for group in sit.groups:
        if group.failed:
            yield Objection("BG-06", f"{group.name}: it failed its morale test, so it may not march")
    for stand in sit.stands:
        if stand.aboard:
            yield Objection("BUS-04", f"{stand.name}: it is aboard a vehicle and moves with it")
        if stand in sit.off_table:
            yield off_the_table(stand)
        if stand.marched:
            yield Objection("MARCH-12", f"{stand.name}: it already marched this turn", passes=True)
        yield from held(stand, closer=sit.closer, tactical=False)
    if sit.enemy <= limits["march_enemy"]:
        words = (
            f"the route is {said(sit.enemy)} from an enemy, but must be more than {said(limits['march_enemy'])} away"
        )
        yield Objection("MARCH-02", words)
    if sit.link > limits["march_link"]:
        words = (
            f"the gap is {said(sit.link)}, but linked stands must be within {said(limits['march_link'])} of each other"
        )
        yield Objection("MARCH-03", words)
    for barred in sit.barred:
        yield Objection(*barred)
    stand, pace, going = sit.slowest
    if going.metres is not None and going.used(pace) > 1:
        limits_of = f"{stand.name} can march {pace[0]} m, or {pace[1]} m in bad going"
        words = f"{said(going.metres)} is too far: {going.sum_words(pace, Fraction(1)) or limits_of}"
        yield Objection("MOVE-01", words)


def far(sit: MarchSituation) -> str:
    """Return in words the greatest distance of the march in metres, in good and in bad going."""
    _, pace, going = sit.slowest
    return f"{going.at_most(pace, Fraction(1))} (MOVE-01)"


def out_of_turn(state: State, table: Table, sit: MarchSituation) -> tuple[Objection, ...]:
    """Return the objections that the sequence of play raises. Marches belong to step 2 and cost command points."""
    group = sit.groups[0]
    found = tuple(each for one in sit.groups for each in turn_of(state, one, MARCH))
    return (*found, *too_much(state, table, group, sit.cost, "this march"), *unthrown(state, group))


def procedure(sit: MarchSituation) -> Procedure[Outcome]:
    """Return the outcome of the march. No die is rolled."""
    state, group, (_, pace, going) = sit.state, sit.groups[0], sit.slowest
    effects: list[Effect] = [Pay(group.id, sit.cost)] if group.cp is not None else []
    for stand in sit.stands:
        effects += [*moved(state, sit.table, stand, going.gone(pace, Fraction(1))), Marched(stand.id)]
    effects += hitched(sit.towing)
    words = [f"the march costs {number_of(sit.cost, 'command point')} (MARCH-06)"] if group.cp is not None else []
    if going.road and len(sit.stands) > 1:
        words.append("the stands go by road in a column one stand wide (MARCH-05)")
    names = ", ".join(stand.name for stand in sit.stands)
    instructions = [f"{MOVE} {names} {going.words(pace, Fraction(1))}{f' to {sit.place}' if sit.place else ''}"]
    instructions += given_up(each for stand in sit.stands for each in (stand, *state.aboard(stand.id)))
    instructions += spent(group, sit.cost)
    after = applied(state, tuple(effects))
    return settled(Outcome(tuple(effects), tuple(words), tuple(instructions), pending(after, sit.table)))


ACT = Act(
    verb="march",
    words="A march move of one stand or of several linked stands",
    usage="march STAND... [METRES] [to PLACE] [bad=METRES] [enemy=METRES] [hq=METRES]",
    connectors=("to",),
    facts={
        **{name: words for name, words in FACTS.items() if name != "hq"},
        "hq": "metres from the headquarters to the nearest of the stands",
        "enemy": "metres from the route to the nearest enemy",
        "link": "the widest gap in a linked group, in metres",
        "road": "yes or no: the stands march by road, in a column one stand wide",
    },
    choices={**CHOICES, **GROUND},
    bare=bare_move,
    places=("to",),
    situate=situate,
    objections=objections,
    procedure=procedure,
    asks=False,
    out_of_turn=out_of_turn,
    far=far,
)

"""Aircraft: the fights of Fighters, the attacks of other aircraft, and the fire at aircraft (AIR)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import ALSO, AT_WHOM, HowMany, Misplaced, Missing, Twice, WrongSide, WrongSort
from umpire.core.outcome import Objection
from umpire.game.distances import Number
from umpire.game.facts import Facts, TypedLine, whole, yes_or_no
from umpire.rulesets.asp.field.terrain import distance_reader
from umpire.rulesets.asp.fire.detection import Call, calling
from umpire.rulesets.asp.fire.situate import between
from umpire.rulesets.asp.fire.situation import Approach, FireSituation
from umpire.rulesets.asp.fire.situation import objections as of_fire
from umpire.rulesets.asp.group.account import too_much
from umpire.rulesets.asp.group.movement import find_stand, off_table
from umpire.rulesets.asp.group.options import Taking
from umpire.rulesets.asp.group.sequence import turn_of, unthrown
from umpire.rulesets.asp.state import Group, Position, Stand, State, is_aaa, row_of
from umpire.rulesets.asp.table import Table

MOST_POINTS = 99


@frozen
class AirSituation(Position):
    """One line of `air`: Fighters are placed, or one aircraft attacks. If `target` is None, `planes` has the Fighters
    to place. If there is a target, `planes[0]` attacks this target. Before the attack, the `shooters` shoot at
    `planes[0]`, one after another. `far` is true if the target is off the table (AIR-15). `attack` is the engagement of
    the aircraft with the target, before any die is thrown. `defence` has the engagement of each shooter with the
    aircraft.
    """

    told: TypedLine
    planes: tuple[Stand, ...]
    target: Stand | None
    shooters: tuple[Stand, ...]
    far: bool
    cost: int
    call: Call
    static: bool
    attack: FireSituation | None = None
    defence: tuple[FireSituation, ...] = ()

    @property
    def plane(self) -> Stand:
        """The aircraft that acts. If several Fighters are placed, this is the first Fighter."""
        return self.planes[0]

    @property
    def group(self) -> Group:
        """The battle group of the aircraft."""
        return self.state.groups[self.plane.group]

    @property
    def row(self) -> str:
        """The row of the score matrix for the aircraft: Fighter, Bomber or Attack."""
        return row_of(self.table, self.plane)


def situate(state: State, table: Table, typed: TypedLine) -> AirSituation:
    """Return the situation of `air f1 f2`, `air f1 at e1` or `air a1 at p3 900 by k1 k1.range=1200`. Raises Mistake for
    a wrong line.
    """
    planes = tuple(find_stand(state, name) for name in typed.named(""))
    if not planes:
        raise HowMany("the name of an aircraft is missing", "air f1 places a Fighter; air a1 at p3 900 by k1 attacks")
    for plane in planes:
        if row_of(table, plane) not in table.air.points:
            raise WrongSort(f"{plane.name}: it is not a Fighter, Bomber or Attack aircraft", "name an aircraft")
        if plane.group != planes[0].group:
            raise WrongSide(
                f"{plane.name}: it is not in the battle group of {planes[0].name}", "name aircraft of one battle group"
            )
    known = Facts(typed)
    if not typed.named("at"):
        return _placed(state, table, typed, planes, known)
    if len(planes) != 1 or len(typed.named("at")) != 1:
        raise HowMany("name one aircraft and one target", "for example: air a1 at p3 900")
    target = find_stand(state, typed.named("at")[0])
    if state.groups[target.group].side == state.groups[planes[0].group].side:
        raise WrongSide(f"{planes[0].name} and {target.name} are on the same side", "name an enemy stand", usage=ALSO)
    shooters = tuple(find_stand(state, name) for name in typed.named("by"))
    for shooter in shooters:
        if state.groups[shooter.group].side == state.groups[planes[0].group].side:
            raise WrongSide(
                f"{shooter.name}: it is on the same side as {planes[0].name}",
                "after `by`, name stands that shoot at the aircraft",
            )
        if shooters.count(shooter) > 1:
            raise Twice(
                f"{shooter.name}: this stand is named twice", "each stand shoots once before the attack (AIR-07)"
            )
    return _attack(state, table, typed, planes, target, shooters, known)


def _placed(state: State, table: Table, typed: TypedLine, planes: tuple[Stand, ...], known: Facts) -> AirSituation:
    for plane in planes:
        if row_of(table, plane) != "Fighter":
            raise HowMany(f"the target for {plane.name} is missing", f"for example: air {plane.id} at p3 900", AT_WHOM)
    if typed.named("by"):
        raise Misplaced("no stand may fire at Fighters that are being placed", "leave out `by`")
    cost = _cost(known, table, planes)
    known.finish()
    title = f"{' and '.join(plane.name for plane in planes)} behind the baseline"
    side = state.groups[planes[0].group].side
    return AirSituation(title, side, known, state, table, typed, planes, None, (), False, cost, Call(), True)


def _cost(known: Facts, table: Table, planes: tuple[Stand, ...]) -> int:
    """Return the command points typed. If no points are typed, return the total cost of these aircraft (AIR-01, AIR-04,
    AIR-20).
    """
    price = sum(table.air.points[row_of(table, plane)] for plane in planes)
    return known.settle("cp", whole(0, MOST_POINTS, "cp"), assume=price)


def _attack(
    state: State,
    table: Table,
    typed: TypedLine,
    planes: tuple[Stand, ...],
    target: Stand,
    shooters: tuple[Stand, ...],
    known: Facts,
) -> AirSituation:
    plane = planes[0]
    dogfight = row_of(table, plane) == "Fighter"
    far = off_table(table, target) and "" not in known.of_whom("range")
    cost = 0 if dogfight else _cost(known, table, planes)
    call = Call() if dogfight else calling(known, state, table, plane, on_table=not far)
    static = True
    if row_of(table, plane) == "Bomber" and not far:
        static = known.settle(
            "static",
            yes_or_no("static"),
            assume=True,
            words="the target is in a built-up area or minor feature, or at a bridge (AIR-12)",
        )
    side = state.groups[plane.group].side
    sit = AirSituation("", side, known, state, table, typed, planes, target, shooters, far, cost, call, static)
    attack = engaged(sit, -1, state, known)
    defence = tuple(engaged(sit, index, state, known) for index in range(len(shooters)))
    known.finish()
    away = " off the table" if far else f", {sit.ruler.said(attack.distance or 0)}"
    return replace(sit, title=f"{plane.name}: attack on {target.name}{away}", attack=attack, defence=defence)


def engaged(sit: AirSituation, index: int, state: State, known: Facts) -> FireSituation:
    """Return the engagement of shooter number `index` with the aircraft.

    If `index` is -1, return the engagement of the aircraft with its target.
    """
    plane = state.stands[sit.plane.id]
    if index < 0:
        assert sit.target is not None
        distance = None if sit.far else known.settle("range", distance_reader(sit.ruler))
        if distance is None and not sit.far:
            fighter = sit.row == "Fighter"
            most = sit.table.air.fighter_within if fighter else sit.table.rows[sit.row]["range"]
            hint = f"up to {sit.ruler.said(most)} ({'AIR-03' if fighter else 'AIR-05'})"
            hint += f": air {plane.id} at {sit.target.id} {sit.ruler.typed(500)}"
            raise Missing(f"the distance from {plane.name} to {sit.target.name} is missing", hint)
        nominated = sit.row == "Bomber" and not sit.far and sit.table.options["bomber_detect"] == "static_nominated"
        taking = Taking("", plane, state.groups[plane.group])
        call = replace(sit.call, pool=None)  # rolled before any stand shoots
        approach = Approach(distance, (sit.far, sit.far), taking, call, "AIR-14" if nominated else "")
        return between(known, state, sit.table, plane, state.stands[sit.target.id], approach)
    one = state.stands[sit.shooters[index].id]
    taking = Taking("", one, state.groups[one.group])
    approach = Approach(_reach(sit, one, known), (sit.far, sit.far), taking, shared=False, replies=False)
    return between(known, state, sit.table, one, plane, approach)


def _reach(sit: AirSituation, one: Stand, known: Facts) -> Number | None:
    """Return the distance from a shooter to the aircraft; None if the target is off the table (AIR-15).

    If no distance is typed for a Fighter, 500 m is assumed (AIR-07). Raises Mistake if no distance is typed for any
    other stand.
    """
    if sit.far:
        return None
    fighter = row_of(sit.table, one) == "Fighter"
    within: Number = sit.table.air.fighter_within
    distance: Number | None = known.settle(
        "range",
        distance_reader(sit.ruler),
        subject=one.id,
        shared=False,
        assume=within if fighter else None,
        words=f"Fighters within {sit.ruler.said(within)} (AIR-07)",
    )
    if distance is None:
        raise Missing(
            f"the distance from {one.name} to {sit.plane.name} is missing",
            f"add the distance: {one.id}.range={sit.ruler.typed(1200)}",
        )
    return distance


Changed = tuple[Stand, ...]
"""The stands that have changed, in order of the roster."""


def state_with(sit: AirSituation, changed: Changed) -> State:
    """Return the state of the game in which the stands in `changed` have their new state."""
    return replace(sit.state, stands={**sit.state.stands, **{stand.id: stand for stand in changed}})


@lru_cache(maxsize=512)  # odds reach the same position by many paths
def engagement_at(sit: AirSituation, index: int, changed: Changed) -> FireSituation:
    """Return the engagement number `index`. The stands in `changed` have their new state in it."""
    return engaged(sit, index, state_with(sit, changed), Facts(sit.told))


def objections(sit: AirSituation) -> tuple[Objection, ...]:
    """Return the objections to the act of the aircraft, and to the fire at the aircraft."""
    if sit.attack is None or sit.target is None:
        return tuple(_against_placing(sit))
    found = [*of_fire(sit.attack, flight=True)]
    turn = sit.state.clock.turn
    if sit.row == "Fighter":
        if row_of(sit.table, sit.target) != "Fighter" and not sit.table.type(sit.target.type).transport:
            step = sit.table.air.step[sit.row]
            return (
                *found,
                Objection(
                    "AIR-02",
                    f"{sit.target.name}: in step {step} Fighters fight only Fighters and transports",
                ),
            )
        fighters = [each for each in (sit.plane, sit.target) if row_of(sit.table, each) == "Fighter"]
        found += [_not_ready(fighter, "AIR-02") for fighter in fighters if not fighter.ready]
        if turn and sit.plane.flew == turn:
            found.append(
                Objection(
                    "AIR-02", f"{sit.plane.name}: it already began a fight this turn, and may begin only one a turn"
                )
            )
        return (*found, *_placed_too_far(sit, sit.attack, "AIR-03"))
    runs = sit.table.air.runs[sit.row]
    if sit.plane.runs >= runs:
        found.append(
            Objection("AIR-09", f"{sit.plane.name}: it has made its attack; a Bomber leaves for good after its attack")
            if runs == 1
            else Objection("AIR-10", f"{sit.plane.name}: it has made its {runs} attacks")
        )
    if turn and sit.plane.flew == turn:
        found.append(
            Objection("AIR-11", f"{sit.plane.name}: it already attacked this turn, and may make only one attack a turn")
        )
    if not sit.static:
        found.append(
            Objection(
                "AIR-12",
                f"{sit.target.name}: Bombers attack it only if it is in a built-up area or minor feature,"
                " or at a bridge",
            )
        )
    for shooter, shot in zip(sit.shooters, sit.defence, strict=True):
        found += of_fire(shot, flight=True)
        if row_of(sit.table, shooter) == "Fighter" and not shooter.ready:
            found.append(_not_ready(shooter, "AIR-21"))
        found += _placed_too_far(sit, shot, "AIR-07")
        if sit.far and not (row_of(sit.table, shooter) == "Fighter" or is_aaa(sit.table, shooter)):
            found.append(
                Objection(
                    "AIR-15", f"{shooter.name}: it is neither a Fighter nor AAA, so it may not shoot at this aircraft"
                )
            )
    return tuple(found)


def _placed_too_far(sit: AirSituation, shot: FireSituation, rule: str) -> Iterator[Objection]:
    """Yield the objection to a Fighter that is placed too far from its target (AIR-03, AIR-07)."""
    within, distance = sit.table.air.fighter_within, shot.distance
    if row_of(sit.table, shot.shooter.stand) == "Fighter" and distance is not None and distance > within:
        near, far = sit.ruler.said(within), sit.ruler.said(distance)
        words = f"{shot.shooter.name}: it is {far} from {shot.target.name}, but must be within {near}"
        yield Objection(rule, words)


def _against_placing(sit: AirSituation) -> Iterator[Objection]:
    """Yield the objections to placing Fighters."""
    if sit.group.failed:
        words = f"{sit.group.name}: it failed its morale test, so it may spend command points only to halt stands"
        yield Objection("BG-06", words)
    for plane in sit.planes:
        if plane.ready:
            yield Objection("AIR-21", f"{plane.name}: it is already placed")


def _not_ready(fighter: Stand, rule: str) -> Objection:
    return Objection(rule, f"{fighter.name}: it is not behind its baseline yet; `air {fighter.id}` places it")


def out_of_turn(state: State, table: Table, sit: AirSituation) -> tuple[Objection, ...]:
    """Return the objections that the sequence of play raises. Fighters fly in step 3, and other aircraft fly in step 4.
    The battle group must be able to pay.
    """
    step = table.air.step[sit.row]
    found = (*turn_of(state, sit.group, step), *(unthrown(state, sit.group) if sit.cost else ()))
    return (*found, *too_much(state, table, sit.group, sit.cost, "this"))

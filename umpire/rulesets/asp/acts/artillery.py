"""The fire of batteries at stands, and their smoke and light (CALL, SMK, ILL)."""

from __future__ import annotations

from umpire.core.frozen import frozen
from umpire.core.mistakes import HowMany, Missing, WrongSort
from umpire.core.outcome import PUT, REMOVE, Objection, Outcome
from umpire.core.procedure import Procedure, settled
from umpire.game.act import Act, Situation
from umpire.game.distances import Number, bare
from umpire.game.facts import Facts, TypedLine
from umpire.game.naming import find, none_such
from umpire.rulesets.asp.effects import Effect, Lay, Lift, MarkFire, Rounds
from umpire.rulesets.asp.field.terrain import CONTACT, distance_reader, place_of
from umpire.rulesets.asp.fire import situation as firing
from umpire.rulesets.asp.fire.combat import engagement
from umpire.rulesets.asp.fire.detection import LISTS, WEATHER, Call, calling, calls
from umpire.rulesets.asp.fire.situate import INITIATIVES
from umpire.rulesets.asp.fire.situate import situate as situate_fire
from umpire.rulesets.asp.fire.situation import BATTERY_FACTS, CHOICES, FireSituation
from umpire.rulesets.asp.group import options
from umpire.rulesets.asp.group.movement import find_stand, off_table
from umpire.rulesets.asp.group.options import Taking, taking
from umpire.rulesets.asp.group.sequence import in_play
from umpire.rulesets.asp.state import Mark, Position, Stand, State, row_of, ruler
from umpire.rulesets.asp.table import Table

KINDS = {
    "smoke": ("smoke", "smoke", "smoke_turn", "SMK"),
    "light": ("illumination", "lights", "light_turn", "ILL"),
}
"""Smoke or light -> its module, the fields of a stand for its turns of fire and the last turn, its section."""


@frozen
class AreaSituation(Position):
    """A battery that fires smoke or light at a place.

    `kind` is smoke or light. `size` is the size of the smoke or light in metres. `size` is () if the battery cannot
    fire this kind.
    """

    stand: Stand
    kind: str
    where: str
    size: tuple[int, ...]
    distance: Number | None
    weather: str
    call: Call
    option: Taking


@frozen
class LiftSituation(Situation):
    """The removal of smoke or light from the table."""

    mark: Mark


Laying = FireSituation | AreaSituation | LiftSituation


def situate(state: State, table: Table, typed: TypedLine) -> Laying:
    """Return the situation of `artillery c1 at lb9`, `artillery b1 smoke the mill`, `artillery m1 light the ford` or
    `artillery lift smoke1`.
    """
    names = typed.named("")
    if names and names[0].lower() == "lift":
        return _lift(state, typed, names[1:])
    kinds = [kind for kind in KINDS if kind in typed.names]
    if not kinds:
        fire = situate_fire(state, table, typed)
        if not calls(table, fire.shooter.row):
            raise WrongSort(f"{fire.shooter.name}: this stand is not a battery", f"fire {fire.shooter.stand.id} at ...")
        return fire
    if len(names) != 1 or len(kinds) != 1 or "at" in typed.names:
        raise HowMany(
            "name one battery, and the place for its smoke or light", "for example: artillery b1 smoke the mill"
        )
    return _area(state, table, typed, find_stand(state, names[0]), kinds[0])


def _area(state: State, table: Table, typed: TypedLine, stand: Stand, kind: str) -> AreaSituation:
    where = " ".join(typed.named(kind))
    if not where:
        raise Missing(f"the place for the {kind} is missing", f"for example: artillery {stand.id} {kind} the mill")
    row = row_of(table, stand)
    if not calls(table, row):
        raise WrongSort(f"{stand.name}: this stand is not a battery", "only batteries and mortars fire smoke and light")
    known = Facts(typed)
    distance = known.settle("range", distance_reader(ruler(state.scene, table)))
    place_of(known, kind, distance)
    fair = "fair weather" if kind == "smoke" else ""
    weather = known.settle("weather", WEATHER, worked_out=state.weather or None, assume="fair", words=fair)
    off = off_table(table, stand)
    option = taking(known, state, table, stand, off)
    call = calling(known, state, table, stand)
    known.finish()
    size = tuple(table.sections[KINDS[kind][0]].get(row, ()))
    title, side = f"{stand.name}: {kind} at {where}", state.groups[stand.group].side
    return AreaSituation(title, side, known, state, table, stand, kind, where, size, distance, weather, call, option)


def _lift(state: State, typed: TypedLine, names: tuple[str, ...]) -> LiftSituation:
    known = Facts(typed)
    known.finish()
    laid = {key: mark for key, mark in state.scene.marks.items() if mark.kind in KINDS}
    if not names:
        raise HowMany("name the smoke or the light to take off the table", f"lift {next(iter(laid), 'smoke1')}")
    if mark := find(" ".join(names), laid):
        return LiftSituation(f"{mark.id}: taken off the table", mark.side, known, mark)
    raise none_such("smoke or light", " ".join(names), laid, "no smoke or light is on the table")


def objections(sit: Laying) -> tuple[Objection, ...]:
    """Return the objections to a battery's fire."""
    if isinstance(sit, FireSituation):
        return firing.objections(sit)
    if isinstance(sit, LiftSituation):
        return ()
    return (*_of_area(sit), *options.objections(sit.table, sit.option, off_table(sit.table, sit.stand)))


def _of_area(sit: AreaSituation) -> list[Objection]:
    module, counted, last, section = KINDS[sit.kind]
    stand, group, rows = sit.stand, sit.state.groups[sit.stand.group], sit.table.sections
    found = []
    if not sit.state.scene.agreed(module):
        found.append(sit.state.scene.not_agreed(module, rows["modules"][module]))
    if not sit.size:
        found.append(
            Objection(
                f"{section}-01", f"{stand.name}: it is not a battery of artillery or mortars that can fire {sit.kind}"
            )
        )
    used, most = getattr(stand, counted), rows[module]["rounds"]
    goes_on = sit.state.clock.turn and getattr(stand, last) == sit.state.clock.turn
    if used >= most and not goes_on and not sit.state.scene.defender:
        found.append(Objection(f"{section}-03", f"{stand.name}: it has used its {most} turns of {sit.kind}"))
    if sit.kind == "smoke" and sit.weather == "adverse":
        found.append(Objection("SMK-04", "adverse weather makes smoke ineffective"))
    if group.failed:
        found.append(Objection("BG-06", f"{group.name}: it failed its morale test, so it may not initiate fire"))
    said, reach = sit.ruler.said, sit.table.rows[row_of(sit.table, stand)]["range"]
    if sit.distance is not None and reach != "OT" and sit.distance > reach:
        found.append(
            Objection(
                "FIRE-05", f"{sit.where}: this place is out of range, {said(sit.distance)} away; range {said(reach)}"
            )
        )
    return [*found, *sit.call.against(sit.table, stand.name, sit.where)]


def out_of_turn(state: State, table: Table, sit: Laying) -> tuple[Objection, ...]:
    """Return the objections that the sequence of play raises. To fire, a battery spends an option in its own side's
    turn (TAC-09, SMK-05).
    """
    if isinstance(sit, LiftSituation):
        return in_play(state)
    return options.out_of_turn(state, table, sit.option)


def procedure(sit: Laying) -> Procedure[Outcome]:
    """Return the outcome of `artillery`: an engagement, new smoke or light, or the removal of smoke or light."""
    if isinstance(sit, FireSituation):
        return engagement(sit)
    if isinstance(sit, LiftSituation):
        return settled(
            Outcome((Lift(sit.mark.id),), (), (f"{REMOVE} {sit.mark.kind} {sit.mark.id}: {sit.mark.where}",))
        )
    return _lay(sit)


def _lay(sit: AreaSituation) -> Procedure[Outcome]:
    """Return the outcome of smoke or light fired by a battery.

    If the battery must be called, one roll decides the call (SMK-05). No other die is rolled.
    """
    opening, first = options.before(sit.option)
    if not (yield from sit.call.comes()):
        words = (f"{sit.stand.name}: the call for its fire failed, so its option is spent without effect (CALL-04)",)
        return Outcome(opening, words, (*first, *sit.option.left), (), ((sit.kind, "not called"),))
    taken = [*sit.state.scene.marks, *sit.state.stands, *sit.state.groups, *sit.state.scene.armies]
    key = next(name for number in range(1, len(taken) + 2) if (name := f"{sit.kind}{number}") not in taken)
    mark = Mark(key, sit.kind, sit.side, sit.where)
    effects: tuple[Effect, ...] = (
        *opening,
        MarkFire(sit.stand.id),
        Rounds(sit.stand.id, sit.kind, sit.state.clock.turn),
        Lay(mark),
    )
    sizes = [sit.ruler.laid(metres) for metres in sit.size]
    if sit.kind == "smoke":
        hand = f"{PUT} smoke {key}, {' by '.join(sizes)}: {sit.where}"
        words = ("the smoke blocks sight until the end of the firing side's turn (SMK-02)",)
    else:
        hand = f"{PUT} light {key}, {''.join(sizes)} across: {sit.where}"
        words = ("until the enemy's next turn ends, stands in the light are detected as by day (ILL-02)",)
    fire = () if sit.stand.fire_marker else (f"FIRE marker on {sit.stand.name}",)
    return Outcome(effects, words, (*first, hand, *fire, *sit.option.left), (), ((sit.kind, "laid"),))


ACT = Act(
    verb="artillery",
    words="A battery fires at a stand, or fires smoke or illumination at a place",
    usage="artillery c1 at lb9 | artillery b1 smoke PLACE | artillery b1 light PLACE | artillery lift smoke1",
    connectors=("at", "smoke", "light"),
    facts=BATTERY_FACTS,
    choices=CHOICES,
    bare=bare("range", CONTACT),
    places=tuple(KINDS),
    adds_to="effect",
    lists=LISTS,
    situate=situate,
    objections=objections,
    procedure=procedure,
    every_time=(INITIATIVES,),
    out_of_turn=out_of_turn,
)

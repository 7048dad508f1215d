"""What the acts of the game change: small frozen values, and the one function that applies them to the state."""

from __future__ import annotations

from umpire.core.frozen import frozen, replace
from umpire.rulesets.asp.scene_effects import (
    Declare,
    Flown,
    Fought,
    Lay,
    Lift,
    OnScene,
    OnStand,
    Ready,
    Rounds,
    Setting,
    Stopped,
    on_scene,
    on_stand,
)
from umpire.rulesets.asp.state import Clock, Group, Stand, State


@frozen
class ToStand:
    """Something happens to a stand. What needs only its name is a plain subclass, which costs nothing to load."""

    stand: str


@frozen
class Markers:
    """So many suppression markers of a stand come or go."""

    stand: str
    markers: int


class Suppress(Markers):
    """The stand gets `markers` more suppression markers (STAT-01)."""


class Unmark(Markers):
    """The stand loses `markers` suppression markers (STAT-03)."""


class Pin(ToStand):
    """The stand is pinned by a shot (STAT-04)."""


class Unpin(ToStand):
    """The stand is no longer pinned (STAT-05)."""


class Repulse(ToStand):
    """The stand is repulsed and moves at once, which takes its FIRE marker away (STAT-08, FIRE-07)."""


class Recover(ToStand):
    """The stand is no longer repulsed (STAT-10)."""


class Destroy(ToStand):
    """The stand is removed from play (EFF-09); it stays in the record."""


class Leave(ToStand):
    """The stand leaves the table and is out of play, but not lost in combat (BG-14)."""


class MarkFire(ToStand):
    """The stand has shot and gets a FIRE marker if it has none (FIRE-06, FIRE-07). A gun on tow is unhitched for it."""


class Moved(ToStand):
    """The stand has moved in its own turn: it counts as moving (DET-09) and loses its FIRE marker (FIRE-07)."""


class Marched(ToStand):
    """The stand has made its march move of this turn (MARCH-12)."""


class Halted(ToStand):
    """The stand does not retreat this turn (BG-08)."""


@frozen
class Board:
    """The stand is taken up by a vehicle (BUS-01)."""

    stand: str
    carrier: str


@frozen
class Alight:
    """The stand is set down beside its vehicle and may make `moves` tactical moves this turn (BUS-05, BUS-06)."""

    stand: str
    moves: int


class Away(ToStand):
    """The stand is clear of the vehicle it de-bussed from and no longer shares its results (BUS-05)."""


@frozen
class Hitch:
    """The gun is hitched to a vehicle, or unhitched with "" (MOVE-03)."""

    stand: str
    vehicle: str


@frozen
class Spend:
    """Command points are spent on a stand; `points` are the tactical points then bought and not used (TAC-01).

    Whoever of its battle group was half-way through an option has finished it.
    """

    stand: str
    cp: int
    points: int


@frozen
class HalfWay:
    """The stand is half-way through an option: C or E it may still fire, D or F it may still move; "" it is done."""

    stand: str
    option: str


@frozen
class Pay:
    """Command points of a battle group are spent, not on the account of a stand (CP-09)."""

    group: str
    cp: int


@frozen
class Command:
    """The command points a battle group has from now on; None for none thrown (CP-01, CP-06)."""

    group: str
    cp: int | None


@frozen
class Promote:
    """Another stand is the headquarters of the battle group (CP-12)."""

    group: str
    stand: str


@frozen
class Owe:
    """The battle group owes a morale test (BG-03)."""

    group: str
    why: str


@frozen
class Tested:
    """The battle group has taken its morale test (BG-05)."""

    group: str
    passed: bool


@frozen
class Fresh:
    """A new turn of a battle group begins: nothing spent, nobody has moved; it retreats if it has failed (BG-06)."""

    group: str


@frozen
class Calm:
    """A player turn is over: who is hit from now on is hit in the next (STAT-06)."""


@frozen
class Tick:
    """The sequence of play moves on to here."""

    clock: Clock


OfStand = (
    Suppress | Unmark | Pin | Unpin | Repulse | Recover | Destroy | Leave | MarkFire | Moved | Marched | Halted
    | Board | Alight | Away | Hitch | HalfWay
)  # fmt: skip
OfGroup = Pay | Command | Promote | Owe | Tested
Effect = OfStand | OfGroup | Spend | Fresh | Calm | Tick | OnScene | OnStand


def apply(state: State, effects: tuple[Effect, ...]) -> State:
    """The state after these effects, in order."""
    stands, groups, clock = dict(state.stands), dict(state.groups), state.clock
    for effect in effects:
        match effect:
            case Tick(clock):
                pass
            case Setting() | Lay() | Lift() | Declare():
                state = on_scene(state, effect)
            case Ready() | Flown() | Fought() | Rounds() | Stopped():
                stands[effect.stand] = on_stand(stands[effect.stand], effect)
            case Calm():
                stands = {key: replace(stand, hit=False) for key, stand in stands.items()}
            case Fresh(group):
                stands = {key: _rested(stand) if stand.group == group else stand for key, stand in stands.items()}
                groups[group] = replace(groups[group], retreating=groups[group].failed)
            case Spend(key, cp, points):
                group = stands[key].group
                stands = {k: replace(s, option="") if s.group == group else s for k, s in stands.items()}
                stands[key] = _paid(stands[key], cp, points)
                groups[group] = _of_group(groups[group], Pay(group, cp))
            case Pay() | Command() | Promote() | Owe() | Tested():
                groups[effect.group] = _of_group(groups[effect.group], effect)
            case _:
                stands[effect.stand] = _of_stand(stands[effect.stand], effect)
    return replace(state, stands=stands, groups=groups, clock=clock)


def _rested(stand: Stand) -> Stand:
    stand = replace(stand, moved=False, spent=0, points=0, option="", marched=False, halted=False, debussed=None)
    return replace(stand, stopped=False)


def _paid(stand: Stand, cp: int, points: int) -> Stand:
    debussed = stand.debussed if stand.debussed is None or not cp else max(0, stand.debussed - 1)
    return replace(stand, spent=stand.spent + cp, points=points, debussed=debussed)


def _of_group(group: Group, effect: OfGroup) -> Group:
    match effect:
        case Pay(_, cp):
            return group if group.cp is None else replace(group, cp=max(0, group.cp - cp))
        case Command(_, left):
            return replace(group, cp=left)
        case Promote(_, stand):
            return replace(group, hq=stand)
        case Owe(_, why):
            return replace(group, test=why)
        case Tested(_, passed):
            return replace(group, test="", failed=group.failed or not passed)


def _of_stand(stand: Stand, effect: OfStand) -> Stand:
    match effect:
        case Unmark(_, markers):
            return replace(stand, markers=max(0, stand.markers - markers))
        case Suppress(_, markers):
            return replace(stand, markers=stand.markers + markers)
        case Pin():
            return replace(stand, pinned=True, hit=True)
        case Unpin():
            return replace(stand, pinned=False)
        case Repulse():
            return replace(stand, repulsed=True, hit=True, fire_marker=False, dug_in=False, stopped=False)
        case Recover():
            return replace(stand, repulsed=False)
        case Destroy():
            return replace(stand, destroyed=True, fire_marker=False)
        case Leave():
            return replace(stand, destroyed=True, left=True, fire_marker=False)
        case MarkFire():
            return replace(stand, fired=True, fire_marker=True, towed="")
        case Moved():
            return replace(stand, moved=True, fire_marker=False, dug_in=False, stopped=False)
        case Marched():
            return replace(stand, marched=True, moved=True, fire_marker=False, dug_in=False, stopped=False)
        case Halted():
            return replace(stand, halted=True)
        case Board(_, carrier):
            return replace(stand, aboard=carrier, beside="", fire_marker=False)
        case Alight(_, moves):
            return replace(stand, aboard="", beside=stand.aboard, debussed=moves)
        case Away():
            return replace(stand, beside="")
        case Hitch(_, vehicle):
            return replace(stand, towed=vehicle)
        case HalfWay(_, option):
            return replace(stand, option=option)

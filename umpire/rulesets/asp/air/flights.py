"""The flight of an aircraft: the fire at the aircraft, the attack by the aircraft (AIR-07, AIR-16), and the results.

The results are changed stands, instructions for the table, aircraft that leave, and morale tests that fall due.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import cast

from umpire.core.frozen import frozen, replace
from umpire.core.outcome import MOVE, Outcome
from umpire.core.pools import Pool
from umpire.core.procedure import Procedure, Throws, part, settled, throw
from umpire.game.act import Act, Roles
from umpire.game.distances import bare
from umpire.rulesets.asp.air.air import (
    AirSituation,
    Changed,
    engagement_at,
    objections,
    out_of_turn,
    situate,
    state_with,
)
from umpire.rulesets.asp.effects import (
    Become,
    Effect,
    Flown,
    Fought,
    Leave,
    Owe,
    Pay,
    Ready,
    Repulse,
    fire_marker_on,
    given_up,
    left_by,
)
from umpire.rulesets.asp.effects import apply as applied
from umpire.rulesets.asp.effects import changed as on_stand
from umpire.rulesets.asp.field.terrain import CONTACT
from umpire.rulesets.asp.fire.combat import UNFOUND, effect_pool, engagement, initiative_pools
from umpire.rulesets.asp.fire.detection import LISTS
from umpire.rulesets.asp.fire.results import outcome as scored
from umpire.rulesets.asp.fire.results import owed_words, tests_due
from umpire.rulesets.asp.fire.situation import BATTERY_FACTS, CHOICES, FireSituation
from umpire.rulesets.asp.group.account import spent
from umpire.rulesets.asp.state import Stand, State, row_of


def differences(sit: AirSituation, changed: Changed) -> tuple[Effect, ...]:
    """Return the effects that give the stands in `changed` their new state.

    If a Fighter was behind its baseline and has not just been repulsed, the Fighter goes back behind its baseline
    (AIR-21).
    """
    effects: list[Effect] = []
    for now in changed:
        was = sit.state.stands[now.id]
        effects.append(Become(now.id, now))
        if row_of(sit.table, now) == "Fighter" and not now.destroyed:
            effects.append(Ready(now.id, was.ready and (was.repulsed or not now.repulsed)))
    return tuple(effects)


def fighters(sit: AirSituation) -> tuple[Stand, ...]:
    """Return the Fighters among the stands that shoot at the aircraft."""
    return tuple(stand for stand in sit.shooters if row_of(sit.table, stand) == "Fighter")


def placed(sit: AirSituation) -> list[str]:
    """Return the instructions that place an aircraft and the Fighters that attack the aircraft (AIR-05, AIR-07).

    If the target of the aircraft is off the table, nothing is placed.
    """
    assert sit.attack is not None
    if sit.attack.distance is None or sit.target is None:
        return []
    laid = sit.ruler.laid
    instructions = [f"place {sit.plane.name} {laid(sit.attack.distance)} from {sit.target.name}"]
    near = laid(sit.table.air.fighter_within)
    return instructions + [f"place {fighter.name} within {near} of {sit.plane.name}" for fighter in fighters(sit)]


def marks(sit: AirSituation, changed: Changed, plane: Stand) -> list[str]:
    """Return the instructions for the stands that the fire at the aircraft has changed."""
    instructions = []
    flying = [each.id for each in (plane, *fighters(sit))]
    for now in changed:
        was = sit.state.stands[now.id]
        struck = now.id not in flying and now.markers - was.markers >= sit.table.limits["markers_repulsed"]
        repulsed = now.repulsed and (struck or not was.repulsed)  # each R moves it, the first and any other (STAT-08)
        state = "repulsed" if repulsed else "pinned" if now.pinned and not was.pinned else ""
        instructions += on_stand(was, now, state)
        if repulsed and not now.destroyed and now.id not in flying:
            move = sit.ruler.laid(sit.table.limits["repulse_move"])
            instructions += [f"{MOVE} {now.name} {move} away from {plane.name}", *given_up([was])]
        if now.markers == was.markers and now.id not in flying:
            instructions += fire_marker_on(was, now)
    return instructions


def afterwards(sit: AirSituation, now: Stand) -> tuple[list[Effect], list[str]]:
    """Return the effects and words for an aircraft that leaves.

    A Bomber leaves for the rest of the game. An Attack stand may return until its last attack (AIR-10).
    """
    if now.destroyed:
        return [], []
    flown: list[Effect] = [Flown(now.id, sit.state.clock.turn)]
    left = sit.table.air.runs[sit.row] - now.runs - 1
    if left > 0:
        return flown, [
            f"{now.name}: it flies off, and may return for {left} more attack{'s' if left > 1 else ''} (AIR-10)"
        ]
    rule = "AIR-09" if sit.row == "Bomber" else "AIR-10"
    return [*flown, Leave(now.id)], [f"{now.name}: it flies off for good, but is not lost ({rule})"]


@frozen
class UnderFire:
    """The result so far of the fire at an aircraft.

    `changed` has the stands that the fire has changed. `acting` has the stands that still take part, in their current
    state. These are the aircraft, its target, and the shooters that have not shot yet. `stopped` means that the
    aircraft was repulsed and breaks off.
    """

    changed: Changed
    acting: tuple[Stand, ...]
    stopped: bool = False

    @property
    def plane(self) -> Stand:
        """The aircraft in its current state."""
        return self.acting[0]

    def __str__(self) -> str:
        state = self.over or ("pinned" if self.plane.pinned else "")
        return f"{self.plane.name} {state or 'unhurt'}, markers {self.plane.markers}"

    @property
    def over(self) -> str:
        """The result that ends the flight before the attack, `destroyed` or `repulsed`; "" if the aircraft attacks."""
        return "destroyed" if self.plane.destroyed else "repulsed" if self.stopped else ""


def goes_on(fire: UnderFire) -> Hashable:
    """Return the values on which the rest of a flight depends.

    When odds are calculated, positions with equal values are counted together. Stands that have shot take no further
    part, so the values do not include these stands.
    """
    return fire.over or fire.acting


def ends(outcome: Outcome) -> Hashable:
    """Return the result for the target, the result for the aircraft, and the stands that shoot.

    When odds are calculated, attacks with equal results are counted together.
    """
    return outcome.tally[:2], _shooting(outcome)


def flight(sit: AirSituation) -> Procedure[Outcome]:
    """Return the procedure for one line of `air`: Fighters are placed, a Fighter fights, or an aircraft attacks."""
    if sit.target is None:
        return settled(_placing(sit))
    if sit.row == "Fighter":
        return _dogfight(sit)
    return _attack(sit)


def _placing(sit: AirSituation) -> Outcome:
    effects = (*_paid(sit), *(Ready(plane.id, True) for plane in sit.planes))
    instructions = tuple(f"place {plane.name} behind its baseline" for plane in sit.planes)
    words = ("the airspace is now disputed, and Fighters cover it (AIR-01)",)
    return Outcome(effects, words, (*instructions, *_left(sit)))


def _paid(sit: AirSituation) -> tuple[Effect, ...]:
    return (Pay(sit.group.id, sit.cost),) if sit.cost else ()


def _left(sit: AirSituation) -> tuple[str, ...]:
    """Return the command points paid, in words."""
    if not sit.cost:
        return ()
    return spent(sit.group, sit.cost) or (f"{sit.group.name}: {sit.cost} CP",)


def _dogfight(sit: AirSituation) -> Procedure[Outcome]:
    """Return the fight of a Fighter with another Fighter or with a transport (AIR-02).

    No stand rolls to detect. Afterwards the Fighters go back behind their baselines (AIR-21).
    """
    assert sit.target is not None
    fought = yield from engagement(engagement_at(sit, -1, ()))
    after = applied(sit.state, _of(fought))
    both = [each for each in (sit.plane, sit.target) if row_of(sit.table, each) == "Fighter"]
    home = tuple(Ready(each.id, _stays(each, after)) for each in both if not after.stands[each.id].destroyed)
    near = sit.ruler.laid(sit.table.air.fighter_within)
    instructions = (f"place {sit.plane.name} within {near} of {sit.target.name}", *fought.instructions)
    words = [f"{each.name}: back behind its baseline (AIR-21)" for each in both if _stays(each, after)]
    effects = (*fought.effects, *home, Fought(sit.plane.id, sit.state.clock.turn))
    return replace(fought, effects=effects, words=(*fought.words, *words), instructions=instructions)


def _stays(fighter: Stand, after: State) -> bool:
    """Return whether a Fighter is behind its baseline after a fight.

    A Fighter that the fight destroyed or repulsed is not behind its baseline.
    """
    now = after.stands[fighter.id]
    return not now.destroyed and (not now.repulsed or now == fighter)


def _attack(sit: AirSituation) -> Procedure[Outcome]:
    """Return the flight of a Bomber or Attack aircraft: first the fire at the aircraft, then its attack."""
    assert sit.target is not None
    plane, target = sit.plane, sit.target
    if not (yield from sit.call.comes()):
        stays = f"{plane.name}: the call for the aircraft failed, so the aircraft does not come on the table (CALL-03)"
        unhurt = ((target.name, "unhurt"), (plane.name, "unhurt"), ("who shoots", "nobody"))
        return Outcome(_paid(sit), (stays,), _left(sit), (), unhurt)
    fire = UnderFire((), (plane, target))
    if sit.shooters:
        fire = yield from part(under_fire, sit, len(sit.shooters), alike=goes_on)
    effects: list[Effect] = [*_paid(sit), *differences(sit, fire.changed)]
    words = [_fire_words(sit, fire)] if sit.shooters else []
    instructions = [*placed(sit), *marks(sit, fire.changed, plane)]
    fought = Outcome(tally=((target.name, "unhurt"), (plane.name, "unhurt")))
    if not fire.over:
        fought = yield from part(_run, sit, fire.changed, alike=ends)
    effects += [effect for effect in _of(fought) if not isinstance(effect, Owe)]
    instructions += fought.instructions
    gone, said = afterwards(sit, left_by(_of(fought), fire.plane))
    effects += gone
    after = applied(sit.state, tuple(effects))
    due = tests_due(sit.state, after.stands, sit.table)
    effects += [Owe(group.id, why) for group, why in due if not group.test]
    suffered = _worst(sit, fire, str(fought.tally[1][1]))
    tally = ((target.name, fought.tally[0][1]), (plane.name, suffered), ("who shoots", _shooting(fought)))
    return Outcome(tuple(effects), (*words, *fought.words, *said), (*instructions, *_left(sit)), owed_words(due), tally)


def _shooting(attack: Outcome) -> str:
    """Return the stands that shoot in the attack itself; `nobody` if no stand shoots."""
    return str(dict(attack.tally).get("who shoots", "nobody"))


def _run(sit: AirSituation, changed: Changed) -> Procedure[Outcome]:
    """Return the attack of an aircraft that the earlier fire has not stopped. `changed` has the stands that the earlier
    fire has changed.
    """
    return (yield from engagement(engagement_at(sit, -1, changed)))


def under_fire(sit: AirSituation, count: int) -> Procedure[UnderFire]:
    """Return the result after the first `count` shooters have shot at the aircraft.

    The fire ends early if the aircraft is destroyed or repulsed (AIR-07).
    """
    assert sit.target is not None
    index, waiting = count - 1, sit.shooters[count:]
    before = UnderFire((), (sit.plane, sit.target, *sit.shooters))
    if index:
        before = yield from part(under_fire, sit, index, alike=goes_on)
    if before.over:
        return before
    shot = engagement_at(sit, index, before.changed)
    outcome = yield from _named(_intercepts(shot) if sit.far else engagement(shot), sit.shooters[index].id)
    after = applied(state_with(sit, before.changed), _of(outcome)).stands
    changed = tuple(stand for key, stand in after.items() if stand is not sit.state.stands[key])
    acting = tuple(after[each.id] for each in (sit.plane, sit.target, *waiting))
    return UnderFire(changed, acting, Repulse(sit.plane.id) in outcome.effects)


def _intercepts(shot: FireSituation) -> Procedure[Outcome]:
    """Return the shot of a Fighter or AAA stand at an aircraft whose target is off the table.

    The stand shoots only if its initiative is higher than the initiative of the aircraft. The aircraft does not shoot
    back (AIR-16).
    """
    pools, _ = initiative_pools(shot, UNFOUND)
    ahead = yield from throw(*pools, read=lambda mine, theirs: "shoots first" if mine > theirs else "does not shoot")
    if ahead != "shoots first":
        return Outcome()
    pool = effect_pool(shot.table, "effect", shot.shooter, shot.target, shot.shooter.shot)
    letter = yield from throw(pool, read=str)
    return scored(shot, (), letter, "")


def _named(procedure: Procedure[Outcome], prefix: str) -> Procedure[Outcome]:
    """Return the procedure with a prefix before the key of each roll. With the prefix `k1`, the key `effect` becomes
    `k1-effect`.
    """
    try:
        question = next(procedure)
        while True:
            if isinstance(question, Throws):
                question = Throws(tuple(_keyed(pool, prefix) for pool in question.pools), question.read)
            answer = yield question
            question = procedure.send(answer)
    except StopIteration as stop:
        found: Outcome = stop.value
        return found


def _keyed(pool: Pool, prefix: str) -> Pool:
    return replace(pool, key=f"{prefix}-{pool.key}")


def _of(outcome: Outcome) -> tuple[Effect, ...]:
    """Return the effects of an engagement."""
    return cast("tuple[Effect, ...]", outcome.effects)


def _fire_words(sit: AirSituation, fire: UnderFire) -> str:
    """Return the result of the fire before the attack, in words."""
    now = fire.plane
    rule = "AIR-16" if sit.far else "AIR-07"
    who = ", ".join(stand.name for stand in sit.shooters)
    if fire.over == "destroyed":
        return f"fire of {who}: {now.name} shot down ({rule})"
    if fire.over:
        return f"fire of {who}: {now.name} repulsed, so it breaks off, but is not lost (AIR-17)"
    more = now.markers - sit.plane.markers
    through = f"now with {more} more marker{'s' if more != 1 else ''}" if more else "unhurt"
    return f"fire of {who}: {now.name} {through}; the attack goes on ({rule})"


def _worst(sit: AirSituation, fire: UnderFire, reply: str) -> str:
    """Return the worse result for the aircraft: the result of the fire before its attack, or of the target's reply."""
    if "destroyed" in (fire.over, reply):
        return "destroyed"
    if "repulsed" in (fire.over, reply):
        return "repulsed"
    return "pinned" if fire.plane.markers > sit.plane.markers or reply == "pinned" else "unhurt"


ACT = Act(
    verb="air",
    words="Place Fighters, let Fighters fight, or make an attack with Bombers or Attack aircraft; enemy stands"
    " shoot at the attacker first",
    usage="air FIGHTER... | air FIGHTER at FIGHTER | air a1 at p3 900 [by k1 f9] [k1.range=1200]",
    connectors=("at", "by"),
    roles=Roles(more="by"),
    facts={
        **{name: words for name, words in BATTERY_FACTS.items() if name not in ("option", "hq")},
        "range": "metres from the aircraft to its target; for a stand k1 that shoots at the aircraft: k1.range=1200",
        "reply": "no: the target does not shoot back; k1.reply=no: the aircraft does not shoot back at stand k1",
        "static": "yes or no: the target of a Bomber is in a built-up area or minor feature, or at a bridge",
        "cp": "the cost in command points, in place of the cost in the book",
    },
    choices=CHOICES,
    bare=bare("range", CONTACT),
    adds_to="effect",
    lists=LISTS,
    situate=situate,
    objections=objections,
    procedure=flight,
    out_of_turn=out_of_turn,
)

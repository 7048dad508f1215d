"""Fire: every rule that says no, and the procedure of a shot with AP or with HE and small arms."""

from __future__ import annotations

from umpire.core.frozen import replace
from umpire.core.mistakes import Missing
from umpire.core.outcome import Objection, Outcome
from umpire.core.pools import Pool
from umpire.core.procedure import Procedure, throw
from umpire.game.act import Act, Roles
from umpire.game.distances import bare, decimal
from umpire.rulesets.d20.effects import Did, Effect, OweFallBack, Remove, Stood, Suppress
from umpire.rulesets.d20.fates import Fate, Victim, riders_jump_off, suffer
from umpire.rulesets.d20.fire.situation import FACTS, MODES, FireSituation, situate
from umpire.rulesets.d20.pools import D20, OF_FIRE, column_of, he_pool, hit_pool, in_vain, only_result, penetration_pool
from umpire.rulesets.d20.state import State
from umpire.rulesets.d20.table import Result, Table
from umpire.rulesets.d20.turn import against, falls_back_first, out_of_phase


def objections(sit: FireSituation) -> tuple[Objection, ...]:
    """Every rule against this shot. A shot that cannot do anything is refused before any die is thrown."""
    firer, target, mode = sit.attack.firer, sit.attack.target, sit.attack.mode
    degrees = f"{sit.attack.table.limits['field_of_fire']}-degree " if firer.suppressed else ""
    why = f", because it is suppressed (its weapon reaches {firer.range})" if sit.reach < firer.range else ""
    beyond = f"{decimal(sit.distance)} is beyond the range of {firer.name}, {sit.reach}{why}"
    outside = f"{target.name}: outside the {degrees}field of fire of {firer.name}"
    carrier = f"{sit.carrier.name} carries {target.name}: fire is resolved against the vehicle" if sit.carrier else ""
    no_vehicle = not target.armoured and not target.soft
    found = against(
        (firer.suppressed and sit.contacted, "RES-09", f"{firer.name}: suppressed and contacted, so no fire"),
        (sit.distance > sit.reach, "HIT-16", beyond),
        (not sit.visible, "GEN-11", f"{firer.name} cannot see {target.name}"),
        (not sit.in_arc, "RES-08" if firer.suppressed else "RES-13", outside),
        (carrier, "TRN-11", carrier),
        (firer.broken_down, "LIM-05", f"{firer.name} is broken down: no fire before it is put together"),
        (firer.aboard and firer.crew_served, "LIM-01", f"{firer.name} is aboard or limbered: no fire before it is off"),
        (mode == "he" and target.armoured, "HIT-17", f"{target.name}: armoured, so only AP can harm it, not HE/SA"),
        (mode == "ap" and no_vehicle, "HIT-17", f"{target.name}: no vehicle, so it takes HE/SA fire, not AP"),
    )
    if sit.attack.powerless:
        found.append(_missing(sit))
    elif mode == "ap":
        found += [objection] if (objection := in_vain(sit.attack)) else []
    elif (sure := _sure(sit, he_pool(sit.attack))) and sit.victim.fate(sure).comes_to is Fate.NOTHING:
        best = he_pool(sit.attack).sum("roll") + D20
        found.append(Objection("HE-12", f"the best total is {best}: it can do nothing to {target.name}"))
    return tuple(found)


def _missing(sit: FireSituation) -> Objection:
    firer, target, mode = sit.attack.firer, sit.attack.target, sit.attack.mode
    only = f", and nothing else harms {target.name}" if mode == "ap" and target.armoured else ""
    return Objection("HIT-17", f"{firer.name}: no {MODES[mode]} value{only}", tell=f"{firer.id}.{mode}=4")


def out_of_turn(state: State, table: Table, sit: FireSituation) -> tuple[Objection, ...]:
    """What the sequence of play says no to: the phase, the side, a second shot, a turn spent otherwise, moves owed."""
    firer = sit.attack.firer
    return (
        *out_of_phase(state, table, "fire", firer.side, "direct fire"),
        *against(
            ("fired" in firer.done, "TURN-08", f"{firer.name} has fired in this phase"),
            ("busy" in firer.done, "LIM-04", f"{firer.name} spends its entire turn otherwise"),
        ),
        *(falls_back_first(firer) if not firer.stood else ()),
        *falls_back_first(sit.attack.target),
    )


def fire(sit: FireSituation) -> Procedure[Outcome]:
    """One element fires at another. Raises Mistake if it has no value of the kind this fire needs."""
    if sit.attack.powerless:
        objection = _missing(sit)
        raise Missing(objection.words, f"tell it: {objection.tell}")
    outcome = yield from _ap(sit) if sit.attack.mode == "ap" else _he(sit)
    if not sit.victim.state.clock.turn:
        return outcome
    stood = _how_they_stood(sit.victim, outcome) if sit.simultaneous else ()
    return replace(outcome, effects=(Did(sit.attack.firer.id, "fired"), *stood, *outcome.effects))


def _how_they_stood(victim: Victim, outcome: Outcome) -> tuple[Effect, ...]:
    """In simultaneous fire, whoever is hurt still fires as it stood when the phase began."""
    hurt = [effect.element for effect in outcome.effects if isinstance(effect, Suppress | Remove | OweFallBack)]
    return tuple(
        Stood(one.id, "suppressed" if one.suppressed else "steady")
        for one in (victim.element, *victim.passengers)
        if one.id in hurt
    )


def _ap(sit: FireSituation) -> Procedure[Outcome]:
    """To hit, then to penetrate (D20-HIT, D20-PEN). A die that cannot matter is not asked for."""
    shot, victim, column = sit.attack, sit.victim, column_of(sit.attack)
    if column.harmless and not shot.riders:
        how = "; ".join(f"{line.words} ({line.rule})" for line in column.lines if line.applied)
        said = f"{how}: no dice, column {column.name}"
        return (yield from suffer(victim, Fate.NOTHING, said, (("to hit", "not thrown"),)))
    penetration = penetration_pool(shot, column)
    sure = _sure(sit, penetration)
    hit, said = "hit", f"{shot.firer.name} at {shot.target.name}: hit"
    to_hit = hit_pool(shot, column if sure else None)
    if to_hit is not None:
        hit = yield from throw(to_hit, read=lambda hits: "hit" if hits else "miss")
    elif shot.star is not None:
        said += f" automatically ({shot.star.rule})"
    tally = (("to hit", hit),)
    if hit == "miss":
        missed = yield from suffer(victim, Fate.NOTHING, "", tally)
        return replace(missed, words=(f"{shot.firer.name} at {shot.target.name}: miss",))
    if sure:
        said += f", column {column.name}, no second die needed"
        fate = victim.fate(sure)
    else:
        said += f", column {column.name}"
        fate = yield from throw(penetration, read=victim.fate)
    outcome = yield from suffer(victim, fate, said, tally)
    return riders_jump_off(victim, outcome) if shot.riders and fate is Fate.NOTHING else outcome


def _he(sit: FireSituation) -> Procedure[Outcome]:
    """One roll, read by bands (D20-HE)."""
    fate = yield from throw(he_pool(sit.attack), read=sit.victim.fate)
    return (yield from suffer(sit.victim, fate, f"{sit.attack.firer.name} at {sit.attack.target.name}"))


def _sure(sit: FireSituation, last: Pool) -> Result | None:
    """The result of the last die where all its faces come to the same for this target."""
    return only_result(last, lambda result: sit.victim.fate(result).comes_to)


ACT = Act(
    verb="fire",
    words="one element fires at another with AP or with HE and small arms",
    usage="fire FIRER at TARGET DISTANCE [mode=ap|he] [side=yes] [cover=soft|hard] [hulldown=yes] [smoke=yes]",
    connectors=("at",),
    roles=Roles(),
    facts=FACTS,
    bare=bare("range"),
    adds_to="fire",
    lists=OF_FIRE,
    situate=situate,
    objections=objections,
    procedure=fire,
    at_once=2,
    out_of_turn=out_of_turn,
)

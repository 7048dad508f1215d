"""Fire: every rule that says no, and the procedure of a shot with AP or with HE and small arms."""

from __future__ import annotations

from collections.abc import Callable

from umpire.core.frozen import replace
from umpire.core.mistakes import Mistake
from umpire.core.outcome import Objection, Outcome
from umpire.core.pools import Pool
from umpire.core.procedure import Procedure, throw
from umpire.rulesets.d20.blows import NOTHING, SHORT, riders_jump_off, settle
from umpire.rulesets.d20.effects import Did, Effect, OweFallBack, Remove, Stood, Suppress
from umpire.rulesets.d20.fire.situation import MODES, FireSituation
from umpire.rulesets.d20.measure import shown
from umpire.rulesets.d20.pools import cannot_damage, column_of, he_pool, hit_pool, penetration_pool
from umpire.rulesets.d20.state import State
from umpire.rulesets.d20.table import Table
from umpire.rulesets.d20.turn import falls_back_first, out_of_phase


def fire_objections(sit: FireSituation) -> tuple[Objection, ...]:
    """Every rule against this shot. A shot that cannot do anything is refused before any die is thrown."""
    firer, target = sit.firer, sit.target
    found: list[Objection] = []
    if firer.suppressed and sit.contacted:
        found.append(Objection("RES-09", f"{firer.name}: suppressed and contacted, so no fire"))
    if sit.distance > sit.reach:
        why = f", because it is suppressed (its weapon reaches {firer.range})" if sit.reach < firer.range else ""
        found.append(
            Objection("HIT-16", f"{shown(sit.distance)} is beyond the range of {firer.name}, {sit.reach}{why}")
        )
    if not sit.visible:
        found.append(Objection("GEN-11", f"{firer.name} cannot see {target.name}"))
    if not sit.in_arc:
        field, rule = ("90-degree field", "RES-08") if firer.suppressed else ("field", "RES-13")
        found.append(Objection(rule, f"{target.name}: outside the {field} of fire of {firer.name}"))
    if sit.carrier is not None:
        found.append(
            Objection("TRN-11", f"{sit.carrier.name} carries {target.name}: fire is resolved against the vehicle")
        )
    if firer.broken_down:
        found.append(Objection("LIM-05", f"{firer.name} is broken down: no fire before it is put together"))
    if firer.aboard and firer.crew_served:
        found.append(Objection("LIM-01", f"{firer.name} is aboard or limbered: no fire before it is off"))
    found.extend(_against_mode(sit))
    if missing_value(sit):
        found.append(_missing(sit))
    elif sit.mode == "ap":
        found.extend(_against_ap(sit))
    elif SHORT.get(sure := _sure(he_pool(sit), sit.victim.fate), sure) == NOTHING:
        best = he_pool(sit).sum("roll") + 20
        found.append(Objection("HE-12", f"the best total is {best}: it can do nothing to {target.name}"))
    return tuple(found)


def missing_value(sit: FireSituation) -> bool:
    """Whether the firer has no value of the kind this fire needs."""
    return (sit.ap if sit.mode == "ap" else sit.he) is None


def _missing(sit: FireSituation) -> Objection:
    words = f"{sit.firer.name}: no {MODES[sit.mode]} value"
    rule = "HIT-17"
    if sit.mode == "ap" and sit.target.armoured:
        words += f", and nothing else harms {sit.target.name}"
    return Objection(rule, words, tell=f"{sit.firer.id}.{sit.mode}=4")


def _against_mode(sit: FireSituation) -> list[Objection]:
    target = sit.target
    if sit.mode == "he" and target.armoured:
        return [Objection("HIT-17", f"{target.name}: armoured, so only AP can harm it, not HE/SA")]
    if sit.mode == "ap" and not target.armoured and not target.soft:
        return [Objection("HIT-17", f"{target.name}: no vehicle, so it takes HE/SA fire, not AP")]
    return []


def _against_ap(sit: FireSituation) -> list[Objection]:
    """What a shot with AP cannot damage. With riders on a tank it may go on: a hit makes them jump off (D20-TRN-05)."""
    objection = cannot_damage(sit)
    return [] if objection is None or (sit.riders and objection.rule != "STAR-03") else [objection]


def fire_out_of_turn(state: State, table: Table, sit: FireSituation) -> tuple[Objection, ...]:
    """What the sequence of play says no to: the phase, the side, a second shot, a turn spent otherwise, moves owed."""
    firer = sit.firer
    found = list(out_of_phase(state, table, "fire", firer.side, "direct fire"))
    if "fired" in firer.done:
        found.append(Objection("TURN-08", f"{firer.name} has fired in this phase"))
    if "busy" in firer.done:
        found.append(Objection("LIM-04", f"{firer.name} spends its entire turn otherwise"))
    found += falls_back_first(firer) if not firer.stood else ()
    found += falls_back_first(sit.target)
    return tuple(found)


def fire(sit: FireSituation) -> Procedure[Outcome]:
    """One element fires at another. Raises Mistake if it has no value of the kind this fire needs."""
    if missing_value(sit):
        objection = _missing(sit)
        raise Mistake(objection.words, f"tell it: {objection.tell}")
    outcome = yield from _ap(sit) if sit.mode == "ap" else _he(sit)
    if not sit.timed:
        return outcome
    stood = _how_they_stood(sit, outcome) if sit.simultaneous else ()
    return replace(outcome, effects=(Did(sit.firer.id, "fired"), *stood, *outcome.effects))


def _how_they_stood(sit: FireSituation, outcome: Outcome) -> tuple[Effect, ...]:
    """In simultaneous fire, whoever is hurt still fires as it stood when the phase began."""
    hurt = [effect.element for effect in outcome.effects if isinstance(effect, Suppress | Remove | OweFallBack)]
    return tuple(
        Stood(one.id, "suppressed" if one.suppressed else "steady")
        for one in (sit.target, *sit.passengers)
        if one.id in hurt
    )


def _ap(sit: FireSituation) -> Procedure[Outcome]:
    """To hit, then to penetrate (D20-HIT, D20-PEN). A die that cannot matter is not asked for."""
    victim, column = sit.victim, column_of(sit)
    if column.harmless and not sit.riders:
        how = "; ".join(f"{line.words} ({line.rule})" for line in column.lines if line.applied)
        said = f"{how}: no dice, column {column.name}"
        return (yield from settle(victim, NOTHING, said, (("to hit", "not thrown"),)))
    penetration = penetration_pool(sit, column)
    sure = _sure(penetration, victim.fate)
    hit, said = "hit", f"{sit.firer.name} at {sit.target.name}: hit"
    if sit.star is not None and sit.star.hits:
        said += f" automatically ({sit.star.rule})"
    else:
        pool = hit_pool(sit)
        if sure:  # the column is shown with the only die there is
            pool = replace(pool, lines=(*pool.lines, *column.lines))
        hit = yield from throw(pool, read=lambda hits: "hit" if hits else "miss")
    tally = (("to hit", hit),)
    if hit == "miss":
        missed = yield from settle(victim, NOTHING, "", tally)
        return replace(missed, words=(f"{sit.firer.name} at {sit.target.name}: miss",))
    if sure:
        said += f", column {column.name}, no second die needed"
        fate = sure
    else:
        said += f", column {column.name}"
        fate = yield from throw(penetration, read=victim.fate)
    outcome = yield from settle(victim, fate, said, tally)
    return riders_jump_off(victim, outcome) if fate == NOTHING and sit.riders else outcome


def _he(sit: FireSituation) -> Procedure[Outcome]:
    """One roll, read by bands (D20-HE)."""
    fate = yield from throw(he_pool(sit), read=sit.victim.fate)
    return (yield from settle(sit.victim, fate, f"{sit.firer.name} at {sit.target.name}"))


def _sure(pool: Pool, fate: Callable[[str], str]) -> str:
    """The fate that every face of the pool's die comes to, or "" if the die matters; the first of those alike."""
    fates = [fate(str(result)) for result in pool.reading.chances(pool.dice, pool.sides)]
    return fates[0] if len({SHORT.get(one, one) for one in fates}) == 1 else ""

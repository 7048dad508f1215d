"""Fire: every rule that says no, and the procedure of a shot with AP or with HE and small arms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from umpire.core.mistakes import Mistake
from umpire.core.outcome import Objection, Outcome
from umpire.core.pools import Pool
from umpire.core.procedure import Procedure, throw
from umpire.rulesets.d20.pools import column_of, he_pool, hit_pool, penetration_pool
from umpire.rulesets.d20.results import NOTHING, Victim
from umpire.rulesets.d20.situation import MODES, FireSituation


def fire_objections(sit: FireSituation) -> tuple[Objection, ...]:
    """Every rule against this shot. A shot that cannot do anything is refused before any die is thrown."""
    firer, target = sit.firer, sit.target
    found: list[Objection] = []
    if firer.suppressed and sit.contacted:
        found.append(Objection("RES-09", f"{firer.name}: suppressed and contacted, so no fire"))
    if sit.distance > sit.reach:
        why = f", because it is suppressed (its weapon reaches {firer.range})" if sit.reach < firer.range else ""
        found.append(
            Objection("HIT-16", f"{float(sit.distance):g} is beyond the range of {firer.name}, {sit.reach}{why}")
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
    found.extend(_against_mode(sit))
    if missing_value(sit):
        found.append(_missing(sit))
    elif sit.mode == "ap":
        found.extend(_against_ap(sit))
    elif _sure(he_pool(sit), _victim(sit).fate) == NOTHING:
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
    star, target = sit.star, sit.target
    if star is not None and star.most_defence is not None:
        defence = sit.circumstances.defence
        if defence > star.most_defence and not any(flag in star.also for flag in target.flags):
            return [
                Objection("STAR-03", f"{star.words} damages only {star.against}: not {target.name}, defence {defence}")
            ]
    column = column_of(sit)
    if not column.harmless or sit.riders:
        return []
    if column.number == 0:
        return [Objection("PEN-05", column.lines[0].words)]
    return [Objection("PEN-14", f"column {column.name} does nothing to {target.name} whatever the die shows")]


def fire(sit: FireSituation) -> Procedure[Outcome]:
    """One element fires at another. Raises Mistake if it has no value of the kind this fire needs."""
    if missing_value(sit):
        objection = _missing(sit)
        raise Mistake(objection.words, f"tell it: {objection.tell}")
    return (yield from _ap(sit) if sit.mode == "ap" else _he(sit))


def _ap(sit: FireSituation) -> Procedure[Outcome]:
    """To hit, then to penetrate (D20-HIT, D20-PEN). A die that cannot matter is not asked for."""
    victim, column = _victim(sit), column_of(sit)
    if column.harmless and not sit.riders:
        how = "; ".join(f"{line.words} ({line.rule})" for line in column.lines if line.applied)
        return victim.outcome(NOTHING, f"{how}: no dice, column {column.name}", (("to hit", "not thrown"),))
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
        words = (f"{sit.firer.name} at {sit.target.name}: miss",)
        return Outcome(words=words, tally=(*tally, (sit.target.name, NOTHING)))
    if sure:
        said += f", column {column.name}, no second die needed"
        fate = sure
    else:
        said += f", column {column.name}"
        fate = yield from throw(penetration, read=victim.fate)
    outcome = victim.outcome(fate, said, tally)
    return _riders_jump_off(sit, outcome) if fate == NOTHING and sit.riders else outcome


def _he(sit: FireSituation) -> Procedure[Outcome]:
    """One roll, read by bands (D20-HE)."""
    victim = _victim(sit)
    fate = yield from throw(he_pool(sit), read=victim.fate)
    return victim.outcome(fate, f"{sit.firer.name} at {sit.target.name}")


def _victim(sit: FireSituation) -> Victim:
    moves = sit.table.limits["fall_back_moves"]
    return Victim(sit.target, sit.holds, sit.passengers, sit.several_inside, moves)


def _sure(pool: Pool, fate: Callable[[str], str]) -> str:
    """The fate that every face of the pool's die comes to, or "" if the die matters."""
    fates = [fate(str(result)) for result in pool.reading.chances(pool.dice, pool.sides)]
    return fates[0] if len(set(fates)) == 1 else ""


def _riders_jump_off(sit: FireSituation, outcome: Outcome) -> Outcome:
    names = ", ".join(one.name for one in sit.passengers)
    words = (*outcome.words, f"{names} must dismount: the tank was hit without damage (TRN-05)")
    return replace(outcome, words=words, hands=(f"DISMOUNT {names}",))

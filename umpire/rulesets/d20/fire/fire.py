"""Fire: the rules that forbid a shot, and the procedure of a shot. A shot is made with AP, or with HE and small arms.
The facts of a shot are typed, recorded or assumed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import AT_WHOM, BadValue, HowMany, Missing, WrongSide
from umpire.core.outcome import Objection, Outcome
from umpire.core.pools import Pool
from umpire.core.procedure import Procedure, throw
from umpire.game.act import Act, Roles, Situation
from umpire.game.clock.staying import MayStay
from umpire.game.distances import bare, decimal
from umpire.game.facts import Facts, TypedLine, Worded, choices, one_of, whole, yes_or_no
from umpire.rulesets.d20.effects import Did, Effect, OweFallBack, Remove, Stood, Suppress
from umpire.rulesets.d20.fates import Fate, Victim, riders_jump_off, standing_fast, suffer, victim_of
from umpire.rulesets.d20.pools import (
    D20,
    LISTS,
    OF_FIRE,
    Attack,
    Values,
    attack_on,
    column_of,
    he_pool,
    hit_pool,
    in_vain,
    only_result,
    penetration_pool,
    refused,
)
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Result, Table
from umpire.rulesets.d20.turn import against, as_it_stood, falls_back_first, out_of_phase, simultaneous

if TYPE_CHECKING:
    from fractions import Fraction

MODES = {"ap": "AP", "he": "HE/SA"}
COVERS = {"none": "none", "soft": "soft", "hard": "hard"}
SOURCES = {"direct": "direct", "mortar": "mortar", "support": "support"}

FACTS = {
    "range": "the distance in the game's unit; or type only the number",
    "mode": "`ap`: armour-piercing; `he`: high explosive and small arms",
    "cover": "the cover of the target: none, soft or hard",
    "hulldown": "yes: the target is hull-down",
    "smoke": "yes: the target is behind smoke",
    "side": "yes: the firer is at the side or rear of the target",
    "edge": "yes: the firer is near a table edge that is not its own; or the distance to this edge: edge=3",
    "visible": "no: the target is not in sight",
    "arc": "no: the target is outside the firer's field of fire",
    "contacted": "yes: an enemy touches the firer",
    "source": "the kind of fire: direct, mortar or support",
    "dugin": "yes: the target is dug in",
    "fortified": "yes: the target is in fortifications",
    "ap": "the AP value of the firer, in place of the value on its card",
    "he": "the HE/SA value of the firer, in place of the value on its card",
    "defence": "the defence of the target, in place of the value on its card",
}
_CHOICES = choices(
    "hulldown smoke side edge visible arc contacted dugin fortified",
    mode=MODES,
    cover=COVERS,
    source=SOURCES,
)
_UNUSED = {"ap": ("source", "dugin", "fortified"), "he": ("side", "hulldown")}
"""Mode -> the facts that make no difference to it."""


@frozen
class FireSituation(Situation):
    """The fire of one element at another element.

    `reach` is the greatest distance at which the firer can fire. `victim` is the target with the facts on which its
    fate depends. `carrier` is the element that carries or tows the target. If fire is `simultaneous`, an element hurt
    in this phase still fires in its state at the start of the phase.
    """

    attack: Attack
    victim: Victim
    distance: int | Fraction
    reach: int
    visible: bool
    in_arc: bool
    contacted: bool
    carrier: Element | None
    simultaneous: bool


def staying(table: Table) -> Mapping[str, MayStay]:
    """Return the facts that the act `now` can set for later lines: cover, hull-down, dug in and smoke."""
    marks = {fact: MayStay(yes_or_no(fact), of=True, usual=False) for fact in ("hulldown", "dugin", "smoke")}
    return {"cover": MayStay(one_of("cover", COVERS), of=True, usual="none"), **marks}


def situate(state: State, table: Table, typed: TypedLine) -> FireSituation:
    """Return the situation of `fire A at B 6`. Raises Mistake if a name makes no sense, the distance is missing, or a
    typed fact is not used.
    """
    together = state.clock.turn > 0 and state.clock.phase == "fire" and simultaneous(table)
    firer, target = _parties(state, typed, together)
    known, limits = Facts(typed), table.limits
    mode = _mode(known, firer, target)
    distance = known.settle("range", state.ruler.read("range"))
    if distance is None:
        raise Missing(
            f"the distance from {firer.name} to {target.name} is missing",
            f"add the distance: fire {firer.id} at {target.id} 6",
            wants="range?",
        )
    if not isinstance(distance, int):
        known.note("range", decimal(distance), "told")  # as typed, not as 13/2
    reach = min(limits["suppressed_range"], firer.range) if firer.suppressed else firer.range
    side = yes(known, "side", words="front" if mode == "ap" else "")
    cover = known.settle("cover", one_of("cover", COVERS), subject=target.id, assume="none", words="no cover")
    smoke = yes(known, "smoke", target)
    hull_down = yes(known, "hulldown", target, flag="hull-down")
    visible = yes(known, "visible", assume=True, words="in sight")
    narrow = f"in the firer's {limits['field_of_fire']}-degree field of fire" if firer.suppressed else ""
    in_arc = yes(known, "arc", firer, assume=True, words=narrow)
    edge = edge_near(known, state, table, firer)
    words = "not contacted" if firer.suppressed else ""
    contacted = yes(known, "contacted", firer, so=bool(state.touching(firer)), words=words)
    own = Values(
        ap_value(known, firer) if mode == "ap" else firer.ap,
        he_value(known, firer) if mode == "he" else firer.he,
        firer.defence,
    )
    defence = defence_value(known, target)
    holds = _holds(known, firer, target)
    answered = table.modifiers.settle(known, OF_FIRE, {one.id: one.side for one in (firer, target)})
    for one in (firer, target):
        if one.suppressed:
            known.note(f"{one.id}.suppressed", True, "state")
    for fact in _idle(table, mode):
        if any(known.is_told(of, fact) for of in known.of_whom(fact)):
            known.notes.append(f"the fact {fact} makes no difference to {MODES[mode]} fire")
    known.finish()
    attack = attack_on(
        state,
        table,
        firer,
        target,
        mode,
        own,
        defence,
        cover=cover,
        smoke=smoke,
        hull_down=hull_down,
        distance=distance,
        near=distance <= limits["near"],
        over_half=limits["far"] * distance > reach,
        edge=edge,
        side=side,
        told=answered,
    )
    note_column(known, "column", attack)
    carrier = state.elements.get(target.aboard)
    return FireSituation(
        title=f"{firer.name} at {target.name}: {MODES[mode]} fire, {decimal(distance)} away",
        side=firer.side,
        known=known,
        attack=attack,
        victim=victim_of(state, table, target, holds if mode == "he" else (), firer.id),  # AP has no F
        distance=distance,
        reach=reach,
        visible=visible,
        in_arc=in_arc,
        contacted=contacted,
        carrier=None if carrier is None or carrier.removed else carrier,
        simultaneous=together,
    )


def _idle(table: Table, mode: str) -> tuple[str, ...]:
    """Return the facts that make no difference in this mode."""
    ours = table.modifiers.asked(LISTS[mode])
    return (*_UNUSED[mode], *(fact for fact in table.modifiers.asked(OF_FIRE) if fact not in ours))


def _parties(state: State, typed: TypedLine, together: bool) -> tuple[Element, Element]:
    firers, targets = typed.named(""), typed.named("at")
    if len(firers) == 2 and not targets:
        _check_foes(*(state.find(each, removed=together) for each in firers))
    if len(firers) != 1 or len(targets) != 1:
        raise HowMany(
            "one element fires at one target" if firers and targets else "name a firer and a target",
            "for example: fire {} at {} 6".format(*state.example()),
            wants=AT_WHOM if len(firers) == 1 and not targets else "",
        )
    firer, target = state.find(firers[0], removed=together), state.find(targets[0])
    if firer.removed and not firer.stood:
        firer = state.find(firers[0])  # refuses it
    _check_foes(firer, target)
    return as_it_stood(firer) if together else firer, target


def _check_foes(firer: Element, target: Element) -> None:
    if firer.side == target.side:
        raise WrongSide(
            f"{firer.name} and {target.name} are on the same side", "after `at`, name an element of the other side"
        )


def _mode(known: Facts, firer: Element, target: Element) -> str:
    """Return the mode that is typed, AP or HE/SA. If no mode is typed, return the mode that can harm the target.

    Both modes can harm a soft vehicle, so the firer may use any mode for which it has a value (D20-HIT-17).
    """

    def read(text: str) -> str:
        if text.lower() in ("hunt", "spec", "smoke"):
            raise BadValue(
                f"mode {text}: the rule sheet names this kind of fire, but gives no procedure (EXP-01, EXP-02)",
                f"if the two elements touch, type assault {firer.id} at {target.id};"
                f' if not, type artillery "what happens" {target.id}=S',
                word=text,
            )
        return one_of("mode", {"ap": "ap", "he": "he", "sa": "he", "he/sa": "he"})(text)

    words = Worded(read, MODES)
    if not target.soft:
        asked_for = "ap" if target.armoured else "he"
    elif firer.ap is None or firer.he is None:
        asked_for = "he" if firer.ap is None else "ap"
    else:
        has_ap = isinstance(firer.ap, int) or firer.weapon == "flamethrower"
        assumed, other = ("ap", "for HE/SA: mode=he") if has_ap else ("he", "for AP: mode=ap")
        return known.settle("mode", words, assume=assumed, words=f"{MODES[assumed]} fire ({other})")
    return known.settle("mode", words, worked_out=asked_for, assume=asked_for)


def _holds(known: Facts, firer: Element, target: Element) -> tuple[str, ...]:
    """Return the reasons why the target does not fall back, such as fortifications."""
    mortar = "mortar" if firer.weapon == "mortar" else None
    source = known.settle("source", one_of("source", SOURCES), worked_out=mortar, assume="direct")
    under = "" if source == "direct" else f"under {source} fire"
    dug_in, fortified = yes(known, "dugin", target, flag="dug-in"), yes(known, "fortified", target, flag="fortified")
    return standing_fast(target, dug_in=dug_in, fortified=fortified, under=under)


def yes(
    known: Facts,
    fact: str,
    of: Element | None = None,
    *,
    flag: str = "",
    so: bool = False,
    shared: bool = True,
    assume: bool = False,
    words: str = "",
) -> bool:
    """Return the typed value of a fact. If the fact is not typed, return True if `so` is true or the element has the
    flag `flag`. In all other cases, return `assume`.
    """
    known_so = True if so or (of and flag in of.flags) else None
    subject = of.id if of else ""
    return known.settle(
        fact, yes_or_no(fact), subject=subject, shared=shared, worked_out=known_so, assume=assume, words=words
    )


def edge_near(known: Facts, state: State, table: Table, of: Element) -> bool:
    """Return whether the element is near a table edge that is not its own. If nothing is typed, no edge is near."""

    def read(text: str) -> bool:
        return state.ruler.read("edge")(text) <= table.limits["near"] if text[0].isdigit() else yes_or_no("edge")(text)

    return known.settle("edge", Worded(read, ("yes", "no")), subject=of.id, assume=False, words="no edge near")


def note_column(known: Facts, name: str, attack: Attack) -> None:
    """Record the odds column of an AP attack in the journal."""
    if attack.mode == "ap" and not attack.powerless:
        known.note(name, column_of(attack).name, "state")


def ap_value(known: Facts, of: Element, *, shared: bool = True) -> int | str | None:
    """Return the element's AP value: the typed value, or else the value on its card."""
    number = of.ap if isinstance(of.ap, int) else None
    return known.settle("ap", whole(1, 99, "ap"), subject=of.id, shared=shared, worked_out=number) or of.ap


def he_value(known: Facts, of: Element, *, shared: bool = True) -> int | None:
    """Return the element's HE/SA value: the typed value, or else the value on its card."""
    return known.settle("he", whole(0, 99, "he"), subject=of.id, shared=shared, worked_out=of.he)


def defence_value(known: Facts, of: Element, *, shared: bool = True) -> int:
    """Return the element's defence: the typed value, or else the value on its card."""
    read = whole(0, 99, "defence")
    return known.settle("defence", read, subject=of.id, shared=shared, worked_out=of.defence, assume=of.defence)


def objections(sit: FireSituation) -> tuple[Objection, ...]:
    """Return the objections to this shot. One objection is that the shot cannot have any effect."""
    firer, target, mode = sit.attack.firer, sit.attack.target, sit.attack.mode
    degrees = f"{sit.attack.table.limits['field_of_fire']}-degree " if firer.suppressed else ""
    why = f" because the firer is suppressed (its weapon reaches {firer.range})" if sit.reach < firer.range else ""
    beyond = f"{decimal(sit.distance)} is beyond the range of {firer.name}; this range is {sit.reach}{why}"
    outside = f"{target.name}: it is outside the {degrees}field of fire of {firer.name}"
    carrier = f"{sit.carrier.name} carries {target.name}: fire at the vehicle" if sit.carrier else ""
    no_vehicle = not target.armoured and not target.soft
    found = against(
        (
            firer.suppressed and sit.contacted,
            "RES-09",
            f"{firer.name}: it is suppressed and in contact, so it cannot fire",
        ),
        (sit.distance > sit.reach, "HIT-16", beyond),
        (not sit.visible, "GEN-11", f"{firer.name}: it cannot see {target.name}"),
        (not sit.in_arc, "RES-08" if firer.suppressed else "RES-13", outside),
        (carrier, "TRN-11", carrier),
        (firer.broken_down, "LIM-05", f"{firer.name}: it is broken down and must be put together before it fires"),
        (
            firer.aboard and firer.crew_served,
            "LIM-01",
            f"{firer.name}: it is aboard or limbered, so it must get off before it fires",
        ),
        (
            mode == "he" and target.armoured,
            "HIT-17",
            f"{target.name}: it is armoured, so only AP can harm it, not HE/SA",
        ),
        (mode == "ap" and no_vehicle, "HIT-17", f"{target.name}: it is not a vehicle, so use HE/SA fire, not AP"),
    )
    if sit.attack.powerless:
        found.append(_missing(sit))
    elif mode == "ap":
        found += [objection] if (objection := in_vain(sit.attack)) else []
    elif (sure := _sure(sit, he_pool(sit.attack))) and sit.victim.fate(sure).comes_to is Fate.NOTHING:
        best = he_pool(sit.attack).sum("roll") + D20
        found.append(Objection("HE-12", f"the best possible total is {best}: no effect on {target.name}"))
    return (*found, *refused(sit.attack, "fire"))


def _missing(sit: FireSituation) -> Objection:
    firer, target, mode = sit.attack.firer, sit.attack.target, sit.attack.mode
    only = f", and no other value harms {target.name}" if mode == "ap" and target.armoured else ""
    return Objection("HIT-17", f"{firer.name}: it has no {MODES[mode]} value{only}", retype=f"{firer.id}.{mode}=4")


def out_of_turn(state: State, table: Table, sit: FireSituation) -> tuple[Objection, ...]:
    """Return the objections that the sequence of play raises, for example to a second shot in one turn."""
    firer = sit.attack.firer
    return (
        *out_of_phase(state, table, "fire", firer.side, "direct fire"),
        *against(
            ("fired" in firer.done, "TURN-08", f"{firer.name}: it has already fired in this phase"),
            ("busy" in firer.done, "LIM-04", f"{firer.name}: something else takes its entire turn"),
        ),
        *(falls_back_first(firer) if not firer.stood else ()),
        *falls_back_first(sit.attack.target),
    )


def fire(sit: FireSituation) -> Procedure[Outcome]:
    """Return the outcome of the shot. Raises Mistake if the firer does not have the value needed, AP or HE/SA."""
    if sit.attack.powerless:
        objection = _missing(sit)
        raise Missing(objection.words, f"type: {objection.retype}")
    outcome = yield from _ap(sit) if sit.attack.mode == "ap" else _he(sit)
    if not sit.victim.state.clock.turn:
        return outcome
    stood = _how_they_stood(sit.victim, outcome) if sit.simultaneous else ()
    return replace(outcome, effects=(Did(sit.attack.firer.id, "fired"), *stood, *outcome.effects))


def _how_they_stood(victim: Victim, outcome: Outcome) -> tuple[Effect, ...]:
    """Return the effects that record, for each hurt element, its state at the start of the phase. In simultaneous fire,
    the element still fires in this state.
    """
    hurt = [effect.element for effect in outcome.effects if isinstance(effect, Suppress | Remove | OweFallBack)]
    return tuple(
        Stood(one.id, "suppressed" if one.suppressed else "steady")
        for one in (victim.element, *victim.passengers)
        if one.id in hurt
    )


def _ap(sit: FireSituation) -> Procedure[Outcome]:
    """Return the outcome of AP fire: a throw to hit, then a throw to penetrate (D20-HIT, D20-PEN). A die that cannot
    matter is not thrown.
    """
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
    """Return the outcome of HE/SA fire, which is a single roll (D20-HE)."""
    fate = yield from throw(he_pool(sit.attack), read=sit.victim.fate)
    return (yield from suffer(sit.victim, fate, f"{sit.attack.firer.name} at {sit.attack.target.name}"))


def _sure(sit: FireSituation, last: Pool) -> Result | None:
    """Return the result of the last die; None if its faces have different effects on this target."""
    return only_result(last, lambda result: sit.victim.fate(result).comes_to)


ACT = Act(
    verb="fire",
    words="one element fires at another, either with AP or with HE/SA",
    usage="fire FIRER at TARGET DISTANCE [mode=ap|he] [side=yes] [cover=soft|hard] [hulldown=yes] [smoke=yes]",
    connectors=("at",),
    roles=Roles(),
    tries=("range=1",),
    facts=FACTS,
    choices=_CHOICES,
    bare=bare("range"),
    adds_to="fire",
    lists=OF_FIRE,
    situate=situate,
    objections=objections,
    procedure=fire,
    at_once=2,
    out_of_turn=out_of_turn,
)

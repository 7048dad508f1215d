"""The attacks of a close combat, with the typed and recorded facts of each element (D20-CC)."""

from __future__ import annotations

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import AT_WHOM, HowMany, Misplaced, WrongSide
from umpire.core.outcome import Objection
from umpire.game.act import Situation
from umpire.game.facts import Facts, TypedLine, one_of, yes_or_no
from umpire.game.rulebook.asked import Answered
from umpire.rulesets.d20.fates import standing_fast
from umpire.rulesets.d20.fire.fire import COVERS, ap_value, defence_value, edge_near, he_value, note_column, yes
from umpire.rulesets.d20.pools import OF_MELEE, Attack, Values, attack_on, in_vain
from umpire.rulesets.d20.state import Element, State, names
from umpire.rulesets.d20.table import Result, Table
from umpire.rulesets.d20.turn import against

RESULTS = {"none": Result.NOTHING, **{str(result).lower(): result for result in Result}}
"""The results that may be typed for a combat the referee resolves by hand."""

FACTS = {
    "cover": "the cover of the attacked elements: none, soft or hard; for an attacker: gren.cover=soft",
    "charge": "yes: cavalry begins the combat against an enemy in the open, in fields or dug in",
    "target": "the enemy that an element attacks, if the element touches several enemies: a1.target=p3",
    "edge": "yes: the attacker is near a table edge that is not its own; or the distance to this edge: edge=3",
    "contact": "no: the elements do not touch",
    "dugin": "yes: the attacked elements are dug in; if an attacker is dug in, type gren.dugin=yes",
    "fortified": "yes: the attacked elements are in fortifications",
    "result": "the result for an element, if you decide the result yourself: F, S, K or none",
    "ap": "the AP value of an element, in place of the value on its card",
    "he": "the HE/SA value of an element, in place of the value on its card",
    "defence": "the defence of an element, in place of the value on its card",
}


@frozen
class Fighter:
    """An element in contact with enemies, with the facts about the element and its possible attacks.

    `holds` are the reasons why the element does not fall back. `result` is the result that the referee typed for the
    element, None if dice decide. `idle` is the reason why the element attacks no enemy.
    """

    element: Element
    cover: str
    edge: bool
    charge: bool
    values: Values
    holds: tuple[str, ...]
    result: Result | None
    attacks: tuple[Attack, ...] = ()
    idle: Objection | None = None


@frozen
class MeleeSituation(Situation):
    """A close combat: the attackers are in contact with the defenders."""

    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    contact: bool
    state: State
    table: Table

    @property
    def fighters(self) -> tuple[Fighter, ...]:
        """All fighters, the attackers first."""
        return (*self.attackers, *self.defenders)

    @property
    def by_referee(self) -> bool:
        """True if the referee types the results and no dice are thrown (D20-CC-09)."""
        return self.table.options["close_combat"] == "referee"


def situate(state: State, table: Table, typed: TypedLine) -> MeleeSituation:
    """Return the situation of `assault a1 a2 at p3 p3.cover=soft`. Raises Mistake if the line makes no sense."""
    ours, theirs = state.meant(typed.named("")), state.meant(typed.named("at"))
    if not ours or not theirs:
        wants = AT_WHOM if ours and not theirs else ""
        raise HowMany("name elements of both sides", "for example: assault {} at {}".format(*state.example()), wants)
    if len({one.side for one in ours}) > 1 or len({one.side for one in theirs}) > 1 or ours[0].side == theirs[0].side:
        raise WrongSide(
            "close combat is between two sides",
            "name the elements of one side, then `at`, then the elements of the other side",
        )
    known = Facts(typed)
    attackers = [_fighter(known, state, table, one, attacks=True) for one in ours]
    defenders = [_fighter(known, state, table, one, attacks=False) for one in theirs]
    touch = all(any(enemy in theirs for enemy in state.touching(one)) for one in ours)
    contact = known.settle(
        "contact", yes_or_no("contact"), worked_out=True if touch else None, assume=True, words="in contact"
    )
    told_of = table.modifiers.settle(known, OF_MELEE, {one.id: one.side for one in (*ours, *theirs)})
    attacking = _attacking(state, table, known, attackers, defenders, "attack", told_of)
    replying = _attacking(state, table, known, defenders, attackers, "reply", told_of)
    known.finish()
    title = f"{names(ours)} against {names(theirs)}: close combat"
    for attack in (attack for fighter in (*attacking, *replying) for attack in fighter.attacks):
        note_column(known, f"{attack.firer.id}.column", attack)
    sit = MeleeSituation(title, ours[0].side, known, attacking, replying, contact, state, table)
    if not sit.by_referee:
        known.notes += [f"no attack: {one.idle.words} ({one.idle.rule})" for one in sit.fighters if one.idle]
    return sit


def _fighter(known: Facts, state: State, table: Table, one: Element, *, attacks: bool) -> Fighter:
    """Return the typed facts of one element.

    If no id is typed, the fact `charge` applies to the attackers, and the facts `cover`, `dugin` and `fortified` apply
    to the defenders.
    """
    defends = not attacks
    words = f"no cover for {one.name}" if known.of_whom("cover") else "no cover"
    cover = known.settle("cover", one_of("cover", COVERS), subject=one.id, shared=defends, assume="none", words=words)
    edge = edge_near(known, state, table, one)
    charge = yes(known, "charge", one, shared=attacks)
    if charge and "cavalry" not in one.flags:
        known.notes.append(f"{one.name}: it is not cavalry, so charge=yes makes no difference (HE-07)")
    ap, he = ap_value(known, one, shared=False), he_value(known, one, shared=False)
    values = Values(ap, he, defence_value(known, one, shared=False))
    result = known.settle("result", one_of("result", RESULTS), subject=one.id, shared=False)
    dug_in = yes(known, "dugin", one, flag="dug-in", shared=defends)
    fortified = yes(known, "fortified", one, flag="fortified", shared=defends)
    holds = standing_fast(one, dug_in=dug_in, fortified=fortified)
    return Fighter(one, cover, edge, charge and "cavalry" in one.flags, values, holds, result)


def _attacking(
    state: State, table: Table, known: Facts, own: list[Fighter], enemies: list[Fighter], first: str, told: Answered
) -> tuple[Fighter, ...]:
    """Return the fighters of one side with their attacks.

    `first` is the name of the first fighter's die in the journal. The name of every other fighter's die is the id of
    that fighter.
    """
    ids = [enemy.element.id for enemy in enemies]
    found = []
    for place, fighter in enumerate(own):
        id = fighter.element.id
        target = known.settle("target", lambda text: state.find(text).id, subject=id, shared=False)
        if target and target not in ids:
            everyone = ", ".join(one.element.id for one in (own + enemies if first == "attack" else enemies + own))
            raise Misplaced(
                f"{id}.target: the element {target} is not in this combat", f"one of: {everyone}", fact="target"
            )
        key = id if place else first
        among = [enemy for enemy in enemies if target in (None, enemy.element.id)]
        attacks = [_attack(state, table, fighter, enemy, key, told) for enemy in among]
        reasons = [_why_not(state, one) for one in attacks]
        able = tuple(one for one, why_not in zip(attacks, reasons, strict=True) if why_not is None)
        found.append(replace(fighter, attacks=able, idle=None if able else reasons[0]))
    return tuple(found)


def _attack(state: State, table: Table, own: Fighter, other: Fighter, key: str, told: Answered) -> Attack:
    """Return one attack.

    An attack on an AFV is made with AP, any other attack with HE/SA (D20-CC-05). An attack with AP counts as an attack
    from the side or rear (D20-CC-06).
    """
    return attack_on(
        state,
        table,
        own.element,
        other.element,
        "ap" if other.element.armoured else "he",
        own.values,
        other.values.defence,
        (key, f"{key}-penetration"),
        cover=other.cover,
        near=True,
        close=True,
        edge=own.edge,
        side=True,
        cavalry_charge=own.charge,
        told=told,
    )


def _why_not(state: State, blow: Attack) -> Objection | None:
    """Return the reason why this attack is not made; None if it is made."""
    one, enemy = blow.firer, blow.target
    idle = enemy if state.is_combat(one) else one
    fought = "fought" in one.done and state.clock.phase == "combat"
    reasons = against(
        (not state.is_combat(idle), "CC-04", f"{idle.name}: it is not a combat element"),
        (one.suppressed, "CC-07", f"{one.name}: it is suppressed, so it does not attack"),
        (one.broken_down, "LIM-05", f"{one.name}: it is broken down into parts"),
        (fought, "CC-04", f"{one.name}: it has already made its attack in this phase"),
        (blow.powerless and blow.mode == "he", "CC-05", f"{one.name}: it has no HE/SA value"),
        (blow.powerless, "CC-06", f"{one.name}: it has no AP, so it cannot harm {enemy.name}"),
    )
    if reasons:
        return reasons[0]
    return in_vain(blow) if blow.mode == "ap" else None

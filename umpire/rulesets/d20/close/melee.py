"""Close combat before any die: who touches whom, who attacks, with what and under which circumstances (D20-CC)."""

from __future__ import annotations

from umpire.core.frozen import frozen
from umpire.core.mistakes import Mistake
from umpire.core.outcome import Objection
from umpire.game.facts import Known, Told, one_of, whole, yes_or_no
from umpire.rulesets.d20.circumstances import Circumstances
from umpire.rulesets.d20.pools import cannot_damage
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Star, Table

COVERS = {"none": "none", "soft": "soft", "hard": "hard"}
RESULTS = {"none": "-", "-": "-", "f": "F", "s": "S", "k": "K"}
"""What the referee may enter of a combat she has resolved herself."""


@frozen
class Blow:
    """The attack of one element on an enemy it touches: HE/SA, or AP against an AFV (D20-CC-05, D20-CC-06).

    `name` is the key of its pools.
    """

    firer: Element
    target: Element
    mode: str
    ap: int | str | None
    he: int | None
    star: Star | None
    circumstances: Circumstances
    table: Table
    name: str

    def key(self, pool: str) -> str:
        """`attack` for its first die, `attack-penetration` for the second."""
        return self.name if pool == "fire" else f"{self.name}-{pool}"


@frozen
class Fighter:
    """One of those in contact: the enemies it may attack; `idle` says why it attacks nobody."""

    element: Element
    blows: tuple[Blow, ...]
    idle: Objection | None


@frozen
class MeleeSituation:
    """Elements in contact, each attacker with each defender; `results` are what the referee entered instead of dice."""

    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    holds: tuple[tuple[str, str], ...]
    results: tuple[tuple[str, str], ...]
    contact: bool
    state: State
    table: Table
    known: Known
    also: tuple[str, ...] = ()

    @property
    def fighters(self) -> tuple[Fighter, ...]:
        """Everyone, the attackers first."""
        return (*self.attackers, *self.defenders)

    @property
    def side(self) -> str:
        """The side named first."""
        return self.attackers[0].element.side

    @property
    def title(self) -> str:
        """Who fights whom."""
        sides = (", ".join(one.element.name for one in fighters) for fighters in (self.attackers, self.defenders))
        return " against ".join(sides) + ": close combat"

    @property
    def by_referee(self) -> bool:
        """Whether only the referee's result is recorded (D20-CC-09)."""
        return self.table.options["close_combat"] == "referee"


def situate(state: State, table: Table, told: Told) -> MeleeSituation:
    """The situation of `assault a1 a2 at p3 p3.cover=soft`. Raises Mistake for words that make no sense."""
    sides = [tuple(dict.fromkeys(state.find(name) for name in told.named(group))) for group in ("", "at")]
    if not all(sides):
        raise Mistake("assault needs elements of both sides", "for instance: assault gren at rifles")
    ours, theirs = sides
    if len({one.side for one in ours}) > 1 or len({one.side for one in theirs}) > 1 or ours[0].side == theirs[0].side:
        raise Mistake("close combat is between two sides", "name one side's elements, then `at`, then the other's")
    known = Known(told)
    facts = {one.id: _facts(known, one, attacks=one in ours) for one in (*ours, *theirs)}
    results = []
    holds = []
    for one in (*ours, *theirs):
        result = known.ask("result", one_of("result", RESULTS), subject=one.id, shared=False)
        results += [(one.id, result)] if result else []
        holds += [(one.id, words) for words in (_holds(known, one, attacks=one in ours),) if words]
    contact = known.ask("contact", yes_or_no("contact"), assume=True)
    attackers = _fighters(state, table, known, ours, theirs, facts, "attack")
    defenders = _fighters(state, table, known, theirs, ours, facts, "reply")
    known.finish()
    sit = MeleeSituation(attackers, defenders, tuple(holds), tuple(results), bool(contact), state, table, known)
    if not sit.by_referee:
        known.notes += [f"no attack: {one.idle.words} ({one.idle.rule})" for one in sit.fighters if one.idle]
    return sit


@frozen
class _Facts:
    cover: str
    edge: bool
    charge: bool
    ap: int | str | None
    he: int | None
    defence: int


def _facts(known: Known, one: Element, *, attacks: bool) -> _Facts:
    """What is told of one element. Told of nobody, cover is of those attacked and a charge of those who attack."""
    id = one.id
    told = any(fact.lower() == "cover" for _, fact in known.told.facts)
    words = f"no cover for {one.name}" if told else "no cover"
    cover = known.ask("cover", one_of("cover", COVERS), subject=id, shared=not attacks, assume="none", words=words)
    edge = known.ask("edge", yes_or_no("edge"), subject=id, assume=False, words="no edge near")
    charge = known.ask("charge", yes_or_no("charge"), subject=id, shared=attacks, assume=False)
    if charge and "cavalry" not in one.flags:
        known.notes.append(f"{one.name} is no cavalry: charge makes no difference (HE-07)")
        charge = False
    number = one.ap if isinstance(one.ap, int) else None
    ap = known.ask("ap", whole(1, 99, "ap"), subject=id, shared=False, worked_out=number) or one.ap
    he = known.ask("he", whole(0, 99, "he"), subject=id, shared=False, worked_out=one.he)
    defence = known.ask("defence", whole(0, 99, "defence"), subject=id, shared=False, worked_out=one.defence)
    return _Facts(cover or "none", bool(edge), bool(charge), ap, he, one.defence if defence is None else defence)


def _holds(known: Known, one: Element, *, attacks: bool) -> str:
    """Why it does not fall back, besides being a CSW. Told of nobody, it is so of those attacked."""
    reasons = (("dugin", "dug-in", "dug in"), ("fortified", "fortified", "in fortifications"))
    found = []
    for fact, flag, words in reasons:
        on_card = True if flag in one.flags else None
        if known.ask(fact, yes_or_no(fact), subject=one.id, shared=not attacks, worked_out=on_card, assume=False):
            found.append(words)
    return ", ".join(found)


def _fighters(
    state: State,
    table: Table,
    known: Known,
    own: tuple[Element, ...],
    enemies: tuple[Element, ...],
    facts: dict[str, _Facts],
    first: str,
) -> tuple[Fighter, ...]:
    fighters = []
    for one in own:

        def read(text: str) -> str:
            return state.find(text).id

        target = known.ask("target", read, subject=one.id, shared=False)
        if target and target not in [enemy.id for enemy in enemies]:
            raise Mistake(f"{one.id}.target: {target} is not in this combat", "one of: " + ", ".join(facts))
        aims = [enemy for enemy in enemies if target in (None, enemy.id)]
        blows = [_blow(table, one, enemy, facts[one.id], facts[enemy.id], first) for enemy in aims]
        reasons = [_why_not(state, blow) for blow in blows]
        able = tuple(blow for blow, why_not in zip(blows, reasons, strict=True) if why_not is None)
        idle = None if able else reasons[0]
        fighters.append(Fighter(one, able, idle))
        first = own[len(fighters)].id if len(fighters) < len(own) else ""
    return tuple(fighters)


def _blow(table: Table, one: Element, enemy: Element, own: _Facts, other: _Facts, name: str) -> Blow:
    mode = "ap" if enemy.armoured else "he"
    star = table.stars[one.weapon] if mode == "ap" and own.ap == "*" else None
    fixed = star is not None and (table.options["star_shift"] == "none" or one.weapon == "flamethrower")
    circumstances = Circumstances(
        near=True,
        close=True,
        short_weapon=one.range <= table.limits["near"],
        firer_suppressed=one.suppressed,
        soft_cover=other.cover == "soft",
        hard_cover=other.cover == "hard",
        hard_cover_or_hull_down=other.cover == "hard",
        edge=own.edge,
        side=True,  # tank hunters come from everywhere (D20-CC-06)
        column_shifts=not fixed,
        cavalry_charge=own.charge,
        accuracy=one.accuracy,
        size=enemy.size,
        quality=table.quality[one.quality],
        he=own.he or 0,
        defence=other.defence,
    )
    return Blow(one, enemy, mode, own.ap, own.he, star, circumstances, table, name)


def _why_not(state: State, blow: Blow) -> Objection | None:
    """Why this attack is not made, or None."""
    one, enemy = blow.firer, blow.target
    if not state.is_combat(one) or not state.is_combat(enemy):
        other = enemy if state.is_combat(one) else one
        return Objection("CC-04", f"{other.name} is no combat element")
    if one.suppressed:
        return Objection("CC-07", f"{one.name} is suppressed and does not attack")
    if one.broken_down:
        return Objection("LIM-05", f"{one.name} is broken down")
    if "fought" in one.done and state.clock.phase == "combat":
        return Objection("CC-04", f"{one.name} has made its attack of this phase")
    if blow.mode == "he" and blow.he is None:
        return Objection("CC-05", f"{one.name} has no HE/SA value")
    if blow.mode == "ap" and blow.ap is None:
        return Objection("CC-06", f"{one.name} has no AP and cannot harm {enemy.name}")
    if blow.mode == "ap":
        riders = state.aboard(enemy) and not enemy.transport
        objection = cannot_damage(blow)
        return None if objection and riders and objection.rule != "STAR-03" else objection
    return None


def can_harm(state: State, table: Table, one: Element, enemy: Element) -> bool:
    """Whether an element could attack this enemy in contact, as the cards say."""
    own, other = (_Facts("none", False, False, each.ap, each.he, each.defence) for each in (one, enemy))
    return not _why_not(state, _blow(table, one, enemy, own, other, ""))

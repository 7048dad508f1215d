"""Close combat: the rules that forbid an attack, the simultaneous attacks, and the advance afterwards (D20-CC)."""

from __future__ import annotations

from umpire.core.outcome import Objection, Outcome
from umpire.core.pools import Pool
from umpire.core.procedure import Procedure, choose, throw
from umpire.game.act import Act, Roles
from umpire.game.facts import choices
from umpire.rulesets.d20.close.melee import FACTS, Fighter, MeleeSituation, situate
from umpire.rulesets.d20.effects import Did, Effect, Touch, apply, effects_of, in_order
from umpire.rulesets.d20.fates import Fate, Fell, riders_jump_off, suffer, victim_of
from umpire.rulesets.d20.pools import (
    OF_MELEE,
    Attack,
    column_of,
    he_pool,
    hit_pool,
    only_result,
    penetration_pool,
    refused,
)
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Result, Table, fall_back_moves
from umpire.rulesets.d20.turn import falls_back_first, out_of_phase

HIT = "hit"


def objections(sit: MeleeSituation) -> tuple[Objection, ...]:
    """Return the objections to this close combat."""
    found = []
    if not sit.contact:
        found.append(Objection("CC-04", "the two sides are not in base contact"))
    for fighter in sit.fighters:
        if not sit.state.is_combat(fighter.element):
            words = f"{fighter.element.name}: it is not a combat element, so it is overrun and does not fight (OVR-01)"
            found.append(Objection("CC-04", words))
        if fighter.element.aboard:
            carrier = sit.state.elements[fighter.element.aboard].name
            found.append(Objection("TRN-11", f"{carrier} carries {fighter.element.name}, so only the vehicle fights"))
    if sit.by_referee:
        if not any(fighter.result for fighter in sit.fighters):
            first = sit.defenders[0].element
            words = "the sheet has no procedure for close combat, so Umpire records only the result you type"
            found.append(Objection("CC-09", words, retype=f"{first.id}.result=S"))
        return tuple(found)
    if not any(fighter.attacks for fighter in sit.fighters):
        idle = [fighter.idle for fighter in sit.fighters if fighter.idle]
        found += [Objection(one.rule, f"no attack: {one.words}", final=True) for one in dict.fromkeys(idle)]
    own = (no for fighter in sit.attackers for attack in fighter.attacks for no in refused(attack, "assault"))
    return (*found, *dict.fromkeys(own))


def out_of_turn(state: State, table: Table, sit: MeleeSituation) -> tuple[Objection, ...]:
    """Return the objections that the sequence of play raises. Close combat has a phase of its own, in which both sides
    attack. An element that must fall back does not fight.
    """
    owing = [objection for fighter in sit.fighters for objection in falls_back_first(fighter.element)]
    return (*out_of_phase(state, table, "combat", sit.side, "close combat"), *owing)


def assault(sit: MeleeSituation) -> Procedure[Outcome]:
    """Return the outcome of a close combat.

    The dice of all attacks are thrown together. Then the results apply one by one, in the order of the elements in the
    line (D20-CC-04, D20-CC-07). If the option `close_combat` is `referee`, the results are typed instead (D20-CC-09).
    """
    fight = _Fight(sit)
    if sit.by_referee:
        fought = list(sit.fighters)
        for fighter in sit.fighters:
            if fighter.result is not None:
                enemies = sit.attackers if fighter in sit.defenders else sit.defenders
                said = f"{fighter.element.name}, as ruled"
                yield from fight.take(enemies[0].element, fighter, fighter.result, said)
    else:
        fought = [fighter for fighter in sit.fighters if fighter.attacks]
        attacks = []
        for fighter in fought:
            attacks.append((yield from _target_of(fighter)))
        results = yield from _thrown(tuple(attacks))
        for attack, (result, said) in zip(attacks, results, strict=True):
            target = next(one for one in sit.fighters if one.element is attack.target)
            yield from fight.take(attack.firer, target, result, said, by_ap=attack.mode == "ap")
    fight.have_fought(fought)
    yield from fight.advance()
    return fight.outcome()


def _target_of(fighter: Fighter) -> Procedure[Attack]:
    """Return the attack of one element. If the element may attack several enemies, its owner chooses one enemy
    (D20-CC-04).
    """
    element = fighter.element
    options = tuple((one.target.id, one.target.name, place) for place, one in enumerate(fighter.attacks))
    place = yield from choose(
        f"target-{element.id}", element.side, f"{element.name} attacks", options, "the first enemy named"
    )
    return fighter.attacks[place]


def _thrown(attacks: tuple[Attack, ...]) -> Procedure[tuple[tuple[Result | None, str], ...]]:
    """Return a pair for each attack: the result (None if the attack missed), and the words that describe the result.

    First, the dice to hit with AP and the dice for HE/SA are thrown together. Then all dice to penetrate are thrown
    together.
    """
    columns = {place: column_of(one) for place, one in enumerate(attacks) if one.mode == "ap"}
    seconds = {place: penetration_pool(attacks[place], column) for place, column in columns.items()}
    sure = {place: only_result(pool) for place, pool in seconds.items()}
    firsts = {
        place: hit_pool(one, columns[place] if sure[place] else None) if one.mode == "ap" else he_pool(one)
        for place, one in enumerate(attacks)
    }
    first = yield from _together(attacks, {place: pool for place, pool in firsts.items() if pool})
    hit = [place for place in columns if first.get(place, HIT) == HIT]
    second = yield from _together(attacks, {place: seconds[place] for place in hit if not sure[place]})
    lines: list[tuple[Result | None, str]] = []
    for place, one in enumerate(attacks):
        text = f"{one.firer.name} at {one.target.name}"
        if one.mode == "he":
            lines.append((Result(first[place]), text))
        elif place not in hit:
            lines.append((None, text))
        else:
            result = sure[place] or Result(second[place])
            lines.append((result, f"{text}: hit, column {columns[place].name}"))
    return tuple(lines)


def _together(attacks: tuple[Attack, ...], pools: dict[int, Pool]) -> Procedure[dict[int, str]]:
    """Return a dict from the index of each attack to its result. The dice of all pools are thrown together."""
    if not pools:
        return {}
    names = [attacks[place].firer.name for place in pools]

    def read(*values: object) -> Fell:
        results = (str(value) if isinstance(value, str) else HIT if value else "miss" for value in values)
        return Fell(tuple(zip(names, results, strict=True)))

    fell = yield from throw(*pools.values(), read=read)
    return {place: result for place, (_, result) in zip(pools, fell.results, strict=True)}


class _Fight:
    """A close combat in progress. The results are applied to the state one after another."""

    def __init__(self, sit: MeleeSituation) -> None:
        self.sit = sit
        self.state = sit.state
        self.effects: list[Effect] = []
        self.words: list[str] = []
        self.instructions: list[str] = []
        for fighter in sit.attackers:  # contact that was typed stays (D20-CC-08)
            known = {one.id for one in self.state.touching(fighter.element)}
            told = {one.element.id for one in sit.defenders}
            if sit.contact and told - known:
                self.add(Touch(fighter.element.id, in_order(self.state, (*known, *told))))

    def add(self, *effects: Effect) -> None:
        """Add these effects and apply them at once."""
        self.effects += effects
        self.state = apply(self.state, effects)

    def have_fought(self, fighters: list[Fighter]) -> None:
        """Record that these fighters have fought."""
        if self.sit.state.clock.turn:
            self.add(*(Did(fighter.element.id, "fought") for fighter in fighters))

    def take(
        self, by: Element, target: Fighter, result: Result | None, said: str, *, by_ap: bool = False
    ) -> Procedure[None]:
        """Apply the result of one attack to the target in its current state. A result of None is a miss."""
        now = self.state.elements[target.element.id]
        if result is None or now.removed:
            self.words.append(f"{said}: gone already" if result else f"{said}: miss")
            return
        victim = victim_of(self.state, self.sit.table, now, target.holds, by.id)
        fate = victim.fate(result)
        outcome = yield from suffer(victim, fate, said)
        if by_ap and fate is Fate.NOTHING and self.state.riders(now):
            outcome = riders_jump_off(victim, outcome)
        self.words += outcome.words
        self.instructions += outcome.instructions
        self.add(*effects_of(outcome))

    def advance(self) -> Procedure[None]:
        """Ask whether each fighter that has beaten all its enemies advances into their place (D20-CC-08)."""
        for fighter in self.sit.fighters:
            one = self.state.elements[fighter.element.id]
            foes = self._foes(fighter)
            stays = one.removed or one.suppressed or self._driven_back(one)
            if stays or not foes or not all(foe.removed or self._driven_back(foe) for foe in foes):
                continue
            options = (("stay", "stays where it is", False), ("advance", "goes into the enemy's place", True))
            goes = yield from choose(
                f"advance-{one.id}", one.side, f"{one.name}: advance? (CC-08)", options, "it stays"
            )
            if goes:
                self.instructions.append(
                    f"ADVANCE {one.name} into the enemy's place, by at most its own base depth (CC-08)"
                )
                self.add(Touch(one.id, ()))

    def _driven_back(self, one: Element) -> bool:
        """Return whether this combat makes an element fall back.

        Fall-back moves from before the combat do not count.
        """
        return one.fall_back_owed > self.sit.state.elements[one.id].fall_back_owed

    def _foes(self, fighter: Fighter) -> list[Element]:
        """Return the enemies of a fighter: the enemies named in this combat, and the enemies that the fighter already
        touched.
        """
        named = self.sit.defenders if fighter in self.sit.attackers else self.sit.attackers
        ids = dict.fromkeys(one.element.id for one in named)
        ids |= dict.fromkeys(one.id for one in self.sit.state.touching(fighter.element))
        return [self.state.elements[id] for id in ids]

    def outcome(self) -> Outcome:
        """Return the outcome of the whole combat. It has a result for each element and for each passenger."""
        before, after = self.sit.state, self.state.elements
        everyone = dict.fromkeys(
            id
            for fighter in self.sit.fighters
            for id in (fighter.element.id, *(one.id for one in before.aboard(fighter.element)))
        )
        tally = tuple((after[id].name, _became(before.elements[id], after[id])) for id in everyone)
        pending = tuple(
            f"{after[id].name} {fall_back_moves(after[id].fall_back_owed)}"
            for id in everyone
            if self._driven_back(after[id])
        )
        return Outcome(tuple(self.effects), tuple(self.words), tuple(self.instructions), pending, tally)


def _became(before: Element, after: Element) -> Fate:
    changes = (
        (Fate.KNOCKED_OUT, after.removed != before.removed),
        (Fate.SUPPRESSED, after.suppressed and not before.suppressed),
        (Fate.FALLS_BACK, after.fall_back_owed > before.fall_back_owed),
        (Fate.DISMOUNTS, after.aboard != before.aboard),
    )
    return next((fate for fate, so in changes if so), Fate.NOTHING)


ACT = Act(
    verb="assault",
    words="close combat of elements in contact; also tank overruns and tank hunting",
    usage="assault ELEMENT [ELEMENT ...] at ENEMY [ENEMY ...] [ELEMENT.cover=soft|hard] [ELEMENT.charge=yes]",
    connectors=("at",),
    roles=Roles(more="at"),
    facts=FACTS,
    choices=choices("charge edge contact dugin fortified", cover="none soft hard", result="F S K none"),
    adds_to="attack",
    lists=OF_MELEE,
    situate=situate,
    objections=objections,
    procedure=assault,
    out_of_turn=out_of_turn,
)

"""Close combat: what the rules forbid, the simultaneous attacks, the advance after combat (D20-CC)."""

from __future__ import annotations

from collections.abc import Callable

from umpire.core.frozen import frozen, replace
from umpire.core.outcome import Objection, Outcome
from umpire.core.pools import Pool
from umpire.core.procedure import Procedure, choose, throw
from umpire.rulesets.d20.blows import (
    DISMOUNTS,
    FALLS_BACK,
    KNOCKED_OUT,
    NOTHING,
    SUPPRESSED,
    riders_jump_off,
    settle,
    victim_of,
)
from umpire.rulesets.d20.close.melee import Blow, Fighter, MeleeSituation
from umpire.rulesets.d20.effects import Did, Effect, Touch, apply, effects_of, in_order
from umpire.rulesets.d20.pools import Column, column_of, he_pool, hit_pool, penetration_pool
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Table
from umpire.rulesets.d20.turn import fall_back_moves, falls_back_first, out_of_phase

MISS, HIT = "miss", "hit"


@frozen
class Fell:
    """What several attacks came to, in order: attacker and result."""

    results: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return ", ".join(f"{name} {result}" for name, result in self.results)


def objections(sit: MeleeSituation) -> tuple[Objection, ...]:
    """Every rule against this combat."""
    found = []
    if not sit.contact:
        found.append(Objection("CC-04", "they are not in base contact"))
    for fighter in sit.fighters:
        if not sit.state.is_combat(fighter.element):
            words = f"{fighter.element.name} is no combat element: it does not fight, it is overrun (OVR-01)"
            found.append(Objection("CC-04", words))
        if fighter.element.aboard:
            carrier = sit.state.elements[fighter.element.aboard].name
            found.append(Objection("TRN-11", f"{carrier} carries {fighter.element.name}: the vehicle fights, not it"))
    if sit.by_referee:
        if not sit.results:
            first = sit.defenders[0].element
            words = "the sheet has no procedure for close combat: only the result you enter is recorded"
            found.append(Objection("CC-09", words, tell=f"{first.id}.result=S"))
        return tuple(found)
    if not any(fighter.blows for fighter in sit.fighters):
        idle = [fighter.idle for fighter in sit.fighters if fighter.idle]
        found += [Objection(one.rule, f"nobody attacks: {one.words}", final=True) for one in dict.fromkeys(idle)]
    return tuple(found)


def out_of_turn(state: State, table: Table, sit: MeleeSituation) -> tuple[Objection, ...]:
    """Close combat is fought in its phase, by both sides, and nobody fights who has to fall back first."""
    owing = [objection for fighter in sit.fighters for objection in falls_back_first(fighter.element)]
    return (*out_of_phase(state, table, "combat", sit.side, "close combat"), *owing)


def assault(sit: MeleeSituation) -> Procedure[Outcome]:
    """All attacks are thrown together, then their results apply in the order named (D20-CC-04, D20-CC-07)."""
    if sit.by_referee:
        return (yield from _recorded(sit))
    blows: list[Blow] = []
    for fighter in sit.fighters:
        if fighter.blows:
            blows.append((yield from _target_of(fighter)))
    results = yield from _throw(sit, tuple(blows))
    fight = _Fight(sit)
    for blow, (result, said) in zip(blows, results, strict=True):
        yield from fight.take(blow.firer.id, blow.target, result, said, by_ap=blow.mode == "ap")
        if sit.state.clock.turn:
            fight.add(Did(blow.firer.id, "fought"))
    yield from fight.advance()
    return fight.outcome()


def _recorded(sit: MeleeSituation) -> Procedure[Outcome]:
    """What the referee entered, with what the results come to (D20-CC-09)."""
    fight = _Fight(sit)
    for id, result in sit.results:
        element = sit.state.elements[id]
        enemies = sit.defenders if element.side == sit.side else sit.attackers
        yield from fight.take(enemies[0].element.id, element, result, f"{element.name}, as ruled")
    if sit.state.clock.turn:
        for fighter in sit.fighters:
            fight.add(Did(fighter.element.id, "fought"))
    yield from fight.advance()
    return fight.outcome()


def _target_of(fighter: Fighter) -> Procedure[Blow]:
    """Whom an element attacks that touches several: its owner says (D20-CC-04)."""
    element = fighter.element
    options = tuple((blow.target.id, blow.target.name, place) for place, blow in enumerate(fighter.blows))
    place = yield from choose(
        f"target-{element.id}", element.side, f"{element.name} attacks", options, "the first one named"
    )
    return fighter.blows[place]


def _throw(sit: MeleeSituation, blows: tuple[Blow, ...]) -> Procedure[tuple[tuple[str, str], ...]]:
    """Result and words of each attack: the first dice fall together, and then those to penetrate."""
    columns = {place: column_of(blow) for place, blow in enumerate(blows) if blow.mode == "ap"}
    firsts = {place: _first(blow, columns.get(place)) for place, blow in enumerate(blows)}
    first = yield from _together(blows, {place: pool for place, pool in firsts.items() if pool})
    hit = [place for place in columns if firsts[place] is None or first[place] == HIT]
    seconds = {place: penetration_pool(blows[place], columns[place]) for place in hit}
    sure = {place: _sure(pool) for place, pool in seconds.items()}
    second = yield from _together(blows, {place: pool for place, pool in seconds.items() if not sure[place]})
    told = []
    for place, blow in enumerate(blows):
        said = f"{blow.firer.name} at {blow.target.name}"
        if blow.mode == "he":
            told.append((first[place], said))
        elif place not in hit:
            told.append((MISS, said))
        else:
            said += f": hit, column {columns[place].name}"
            told.append((sure[place] or second[place], said))
    return tuple(told)


def _first(blow: Blow, column: Column | None) -> Pool | None:
    """The first die of an attack; none for a flamethrower against an AFV, which always hits."""
    if column is None:
        return he_pool(blow)
    if blow.star is not None and blow.star.hits:
        return None
    pool = hit_pool(blow)
    return replace(pool, lines=(*pool.lines, *column.lines)) if _sure(penetration_pool(blow, column)) else pool


def _sure(pool: Pool) -> str:
    """The result that every face comes to, or "" if the die matters."""
    results = {str(result) for result in pool.reading.chances(pool.dice, pool.sides)}
    return results.pop() if len(results) == 1 else ""


def _together(blows: tuple[Blow, ...], pools: dict[int, Pool]) -> Procedure[dict[int, str]]:
    """The results of these pools, thrown together: F, S, K, -, hit or miss."""
    if not pools:
        return {}
    names = [blows[place].firer.name for place in pools]

    def read(*values: object) -> Fell:
        results = (str(value) if isinstance(value, str) else HIT if value else MISS for value in values)
        return Fell(tuple(zip(names, results, strict=True)))

    fell = yield from throw(*pools.values(), read=read)
    return {place: result for place, (_, result) in zip(pools, fell.results, strict=True)}


class _Fight:
    """The results as they apply one after another, on a state of their own."""

    def __init__(self, sit: MeleeSituation) -> None:
        self.sit = sit
        self.state = sit.state
        self.holds = dict(sit.holds)
        self.effects: list[Effect] = []
        self.words: list[str] = []
        self.hands: list[str] = []
        for fighter in sit.attackers:  # what is told of contact is kept (D20-CC-08)
            known = {one.id for one in self.state.touching(fighter.element)}
            told = {one.element.id for one in sit.defenders}
            if sit.contact and told - known:
                self.add(Touch(fighter.element.id, in_order(self.state, (*known, *told))))

    def add(self, *effects: Effect) -> None:
        """These effects too, at once."""
        self.effects += effects
        self.state = apply(self.state, effects)

    def take(self, by: str, target: Element, result: str, said: str, *, by_ap: bool = False) -> Procedure[None]:
        """One result falls on an element as it stands by now."""
        now = self.state.elements[target.id]
        if result == MISS:
            self.words.append(f"{said}: miss")
            return
        if now.removed:
            self.words.append(f"{said}: gone already")
            return
        moves = self.sit.table.limits["fall_back_moves"]
        victim = victim_of(self.state, now, moves, enemy=by)
        victim = replace(victim, holds=", ".join(dict.fromkeys(filter(None, (self.holds.get(now.id), victim.holds)))))
        outcome = yield from settle(victim, victim.fate(result), said)
        rides = victim.carried and now.armoured and not now.transport
        if by_ap and victim.fate(result) == NOTHING and rides:
            outcome = riders_jump_off(victim, outcome)
        self.words += outcome.words
        self.hands += outcome.hands
        self.add(*effects_of(outcome))

    def advance(self) -> Procedure[None]:
        """Whoever has beaten all it touches may go into the place vacated (D20-CC-08)."""
        for fighter in self.sit.fighters:
            one = self.state.elements[fighter.element.id]
            foes = self._foes(fighter)
            stays = one.removed or one.suppressed or self._driven_back(one)
            if stays or not foes or not all(foe.removed or self._driven_back(foe) for foe in foes):
                continue
            options = (("stay", "stays where it is", False), ("advance", "goes into the place vacated", True))
            goes = yield from choose(
                f"advance-{one.id}", one.side, f"{one.name}: advance? (CC-08)", options, "it stays"
            )
            if goes:
                self.hands.append(f"ADVANCE {one.name}")
                self.words.append(f"{one.name} advances into the place vacated, at most its own base depth (CC-08)")
                self.add(Touch(one.id, ()))

    def _driven_back(self, one: Element) -> bool:
        """Whether this combat makes it fall back: what it owed before is another matter."""
        return one.fall_back_owed > self.sit.state.elements[one.id].fall_back_owed

    def _foes(self, fighter: Fighter) -> list[Element]:
        """The enemies it touched before, in this combat or on record."""
        named = self.sit.defenders if fighter in self.sit.attackers else self.sit.attackers
        ids = dict.fromkeys(one.element.id for one in named)
        ids |= dict.fromkeys(one.id for one in self.sit.state.touching(fighter.element))
        return [self.state.elements[id] for id in ids]

    def outcome(self) -> Outcome:
        """All of it, with what became of everyone who took part or was carried."""
        before = self.sit.state
        everyone: dict[str, None] = {}
        for fighter in self.sit.fighters:
            everyone |= dict.fromkeys((fighter.element.id, *(one.id for one in before.aboard(fighter.element))))
        tally = tuple(
            (before.elements[id].name, _became(before.elements[id], self.state.elements[id])) for id in everyone
        )
        owed = tuple(
            f"{self.state.elements[id].name} {fall_back_moves(self.state.elements[id].fall_back_owed)}"
            for id in everyone
            if self._driven_back(self.state.elements[id])
        )
        return Outcome(tuple(self.effects), tuple(self.words), tuple(self.hands), owed, tally)


def _became(before: Element, after: Element) -> str:
    tests: tuple[tuple[str, Callable[[], bool]], ...] = (
        (KNOCKED_OUT, lambda: after.removed != before.removed),
        (SUPPRESSED, lambda: after.suppressed and not before.suppressed),
        (FALLS_BACK, lambda: after.fall_back_owed > before.fall_back_owed),
        (DISMOUNTS, lambda: after.aboard != before.aboard),
    )
    return next((words for words, so in tests if so()), NOTHING)

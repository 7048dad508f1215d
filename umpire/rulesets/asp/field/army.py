"""The check of the armies: points of every battle group, and all the rules have against them (ORG, PTS, PCT, LIM)."""

from __future__ import annotations

from fractions import Fraction

from umpire.core.frozen import frozen
from umpire.core.mistakes import Mistake, did_you_mean
from umpire.core.outcome import Outcome
from umpire.core.procedure import Procedure, settled
from umpire.game.act import Act
from umpire.game.facts import Known, Told, whole
from umpire.rulesets.asp.field.army_rules import complaints, misprints
from umpire.rulesets.asp.field.points import all_of, exact, points_words, total_of
from umpire.rulesets.asp.state import Group, Position, State
from umpire.rulesets.asp.table import Table

MOST = 99999


@frozen
class ArmySituation(Position):
    """Which battle groups are checked, stand by stand if it is `one` of them, and for how many points each side."""

    groups: tuple[Group, ...]
    one: bool
    budget: int | None


def situate(state: State, table: Table, told: Told) -> ArmySituation:
    """`army`, `army kg`, `army German budget=500`. Raises Mistake for a name that is none."""
    known = Known(told)
    budget = known.ask("budget", whole(0, MOST, "budget"))
    known.finish()
    words = " ".join(told.named(""))
    groups, one = _named(state, words)
    sides = tuple(dict.fromkeys(group.side for group in groups))
    of = groups[0].name if one else " and ".join(sides)
    return ArmySituation(f"the army check of {of}", sides[0], known, state, table, groups, one, budget)


def _named(state: State, word: str) -> tuple[tuple[Group, ...], bool]:
    """The battle groups meant, and whether it is one of them."""
    everybody = tuple(state.groups.values())
    if not everybody:
        raise Mistake("there is no battle group", "name them under [groups] in the scenario")
    if not word:
        return everybody, False
    for key, group in state.groups.items():
        if key.lower() == word.lower():
            return (group,), True
    sides = {group.side.lower(): group.side for group in everybody}
    sides |= {key.lower(): army.side for key, army in state.scene.armies.items()}
    if word.lower() not in sides:
        known = [*state.groups, *sides.values(), *state.scene.armies]
        raise Mistake(f"there is no army or battle group {word!r}", did_you_mean(word, list(dict.fromkeys(known))))
    groups = tuple(group for group in everybody if group.side == sides[word.lower()])
    if not groups:
        raise Mistake(f"{sides[word.lower()]} has no battle group", "name them under [groups] in the scenario")
    return groups, False


def check(sit: ArmySituation) -> Procedure[Outcome]:
    """The points and the objections in words; no die is thrown."""
    state, table = sit.state, sit.table
    words: list[str] = []
    tally: list[tuple[str, int | str]] = []
    for side in dict.fromkeys(group.side for group in sit.groups):
        groups = [group for group in sit.groups if group.side == side]
        total, unpriced = Fraction(0), 0
        for group in groups:
            points, missing = total_of(state, table, group)
            total, unpriced = total + points, unpriced + missing
            said = f"{len(all_of(state, group))} stands, {exact(points)} points"
            words.append(f"{group.name} ({group.id}), grade {group.grade}: {said}{_without(missing)}")
            if sit.one:
                words += [f"  {points_words(table, stand, group)}" for stand in all_of(state, group)]
        army = state.scene.army(side)
        budget = sit.budget if sit.budget is not None else army.budget if army and not sit.one else None
        of = "" if budget is None else f" of {budget}"
        if not sit.one:
            words.append(f"{side}: {exact(total)}{of} points{_without(unpriced)}")
        if budget is not None and total > budget:
            words.append(f"objection: {exact(total - budget)} points above {budget} (PTS-01)")
        tally.append((side, exact(total)))
    against = complaints(state, table, sit.groups, whole_armies=not sit.one)
    words += [f"objection: {objection.words} ({objection.rule})" for objection in against]
    words += misprints(state, table, sit.groups)
    if not any(line.startswith("objection") for line in words):
        words.append("nothing against it")
    return settled(Outcome((), tuple(words), (), (), tuple(tally)))


def _without(missing: int) -> str:
    return f" and {missing} without a price" if missing else ""


ACT = Act(
    verb="army",
    words="Points of the battle groups, and every rule against the armies",
    usage="army [GROUP or SIDE] [budget=500]",
    facts={"budget": "the points agreed on, for each side"},
    situate=situate,
    procedure=check,
)

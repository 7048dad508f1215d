"""What a player asks before he fires: the same shot with another ammunition, distance, side or cover."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.game.facts import parse_told
from umpire.game.variation import Tally, Variation, Wording, Yardstick, wording
from umpire.rulesets.d20.acts.verbs import ACTS
from umpire.rulesets.d20.blows import KNOCKED_OUT, NOTHING, ROUTED
from umpire.rulesets.d20.close.melee import MeleeSituation
from umpire.rulesets.d20.close.melee import situate as situate_assault
from umpire.rulesets.d20.fire.situation import COVERS, MODES, FireSituation, situate_fire
from umpire.rulesets.d20.measure import shown
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Table

_GONE = (KNOCKED_OUT, ROUTED)


def variations(state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[Variation, ...]:
    """A fire with other ammunition, at other distances, from the side, at other cover; a close combat at other cover.

    Whether the rules allow them is not asked here. None for what is no combat.
    """
    if verb not in ("fire", "assault"):
        return ()
    typed = wording(words, ACTS[verb])
    told = parse_told(words, ACTS[verb].connectors, ACTS[verb].bare)
    changed = (
        _fires(situate_fire(state, table, told), typed)
        if verb == "fire"
        else _assaults(situate_assault(state, table, told), typed)
    )
    return tuple(Variation(label, verb, other.words()) for label, other in changed)


def yardsticks(sit: FireSituation | MeleeSituation) -> tuple[Yardstick, ...]:
    """Whether the first target is knocked out, whether anything befalls it, and in close combat the first attacker."""
    if isinstance(sit, FireSituation):
        return _of(sit.target.name, 1)
    mine, theirs = sit.attackers[0].element.name, sit.defenders[0].element.name
    return (*_of(theirs, 1), _of(mine, -1)[0])


def _of(name: str, good: int) -> tuple[Yardstick, Yardstick]:
    def gone(tally: Tally) -> int:
        return int(tally.get(name) in _GONE)

    def hurt(tally: Tally) -> int:
        return int(tally.get(name, NOTHING) != NOTHING)

    return Yardstick(f"{name} out", gone, good, chance=True), Yardstick(f"{name} hurt", hurt, good, chance=True)


def _fires(sit: FireSituation, typed: Wording) -> Iterator[tuple[str, Wording]]:
    for mode, words in MODES.items():
        if mode != sit.mode:
            yield f"{words} fire", typed.telling("mode", mode)
    near, reach = sit.table.limits["near"], sit.reach
    for distance, words in ((near, "near"), (reach // 2, "half its range"), (reach, "its whole range")):
        if distance != sit.distance and distance >= near:
            yield f"at {shown(distance)}, {words}", typed.telling("range", distance)
    seen = sit.circumstances
    if sit.mode == "ap":
        yield "from its front" if seen.side else "from its side", typed.telling("side", "no" if seen.side else "yes")
    values = sit.known.values
    yield from _covers(sit.target, str(values.get(f"{sit.target.id}.cover", "none")), typed)
    if sit.mode == "ap" and values.get(f"{sit.target.id}.hulldown") is False:
        yield "target hull-down", typed.telling(f"{sit.target.id}.hulldown", "yes")
    if values.get(f"{sit.target.id}.smoke") is False:
        yield "target behind smoke", typed.telling(f"{sit.target.id}.smoke", "yes")


def _assaults(sit: MeleeSituation, typed: Wording) -> Iterator[tuple[str, Wording]]:
    for fighter in sit.defenders:  # cover told of nobody is told of each: it may change for one alone
        cover = str(sit.known.values.get(f"{fighter.element.id}.cover", "none"))
        if cover != "none":
            typed = typed.silent_of(fighter.element.id, "cover").telling(f"{fighter.element.id}.cover", cover)
    for side in (sit.defenders, sit.attackers):
        for fighter in side:
            one = fighter.element
            yield from _covers(one, str(sit.known.values.get(f"{one.id}.cover", "none")), typed)
    for group, fighters in (("", sit.attackers), ("at", sit.defenders)):
        if len(fighters) > 1:
            for name, fighter in zip(typed.named(group), fighters, strict=True):
                others = [other for other in typed.named(group) if other != name]
                yield f"without {fighter.element.name}", typed.naming(group, *others)


def _covers(of: Element, now: str, typed: Wording) -> Iterator[tuple[str, Wording]]:
    for cover in COVERS:
        if cover != now:
            words = "in the open" if cover == "none" else f"in {cover} cover"
            yield f"{of.name} {words}", typed.silent_of(of.id, "cover").telling(f"{of.id}.cover", cover)

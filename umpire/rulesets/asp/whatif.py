"""Variants of an engagement before the first shot: another distance, cover, arc or option."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.game.variation import Tally, Variation, Wording, Yardstick, on_average, situated
from umpire.rulesets.asp.air import flights
from umpire.rulesets.asp.air.air import AirSituation
from umpire.rulesets.asp.fire import situate as situate_fire
from umpire.rulesets.asp.fire.combat import effect_pool
from umpire.rulesets.asp.fire.detection import distances
from umpire.rulesets.asp.fire.results import WORDS
from umpire.rulesets.asp.fire.situation import FireSituation
from umpire.rulesets.asp.group.account import firing
from umpire.rulesets.asp.state import State
from umpire.rulesets.asp.table import Table

_COVERS = {"none": "in the open", "cover": "in cover", "hard": "in hard cover"}


def variations(state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[Variation, ...]:
    """Return variants of a shot or an air attack: with other distances, with other cover, or with another arc of the
    target.

    A shot also has variants with other options, and without the target's reply. An air attack has variants without
    stands that shoot at the aircraft. The variants are not checked against the rules here.
    """
    sit, typed = situated(situate_fire.ACT if verb == "fire" else flights.ACT, state, table, words)
    changed = _changed(sit, typed) if verb == "fire" else _attacked(sit, typed)
    return tuple(Variation(label, verb, other.words()) for label, other in changed)


def yardsticks(situation: FireSituation | AirSituation) -> tuple[Yardstick, ...]:
    """Return the measures by which variants are compared: target destroyed, target hurt, shooter hurt."""
    if situation.target is None:
        return ()
    shooter = situation.plane.name if isinstance(situation, AirSituation) else situation.shooter.name
    target, unhurt, destroyed = situation.target.name, WORDS[""], WORDS["D"]

    def hurt(name: str) -> Yardstick:
        return Yardstick(f"{name} hurt", lambda tally: int(tally[name] != unhurt), chance=True)

    def gone(tally: Tally) -> int:
        return int(tally[target] == destroyed)

    return (
        Yardstick(f"{target} destroyed", gone, 1, chance=True),
        hurt(target)._replace(good=1),
        hurt(shooter)._replace(good=-1),
    )


def promise(situation: object) -> float | None:
    """Return the average effect of a shot, times the chance that the target is detected. The effects are numbered from
    0 (none) to 3 (destroyed).

    Detection of the shooter and the initiative are left out.
    """
    if not isinstance(situation, FireSituation) or situation.shooter.base is None:
        return None
    shooter, target = situation.shooter, situation.target
    shot, rising = effect_pool(situation.table, "effect", shooter, target, shooter.shot), "-PRD"
    found = on_average(shooter.look.pool, int) if shooter.look.pool else 1.0
    return found * on_average(shot, lambda letter: rising.index(str(letter) or "-"))


def _attacked(sit: AirSituation, typed: Wording) -> Iterator[tuple[str, Wording]]:
    """Yield variants of an air attack: with fewer stands that shoot at the aircraft, and with other facts about the
    target.
    """
    if sit.attack is None:
        return
    names = typed.named("by")
    for name, shooter in zip(names, sit.shooters, strict=True):
        yield f"without {shooter.name}", typed.naming("by", *(other for other in names if other != name))
    if len(names) > 1:
        yield "without any fire at the aircraft", typed.naming("by")
    yield from _at_target(sit.attack, typed)


def _changed(sit: FireSituation, typed: Wording) -> Iterator[tuple[str, Wording]]:
    yield from _at_target(sit, typed)
    option = sit.option.letter
    for letter in firing(sit.table) if option else ():
        if letter != option:
            yield f"option {letter}", typed.telling("option", letter)
    yield "without the reply", typed.telling("reply", "no")


def _at_target(sit: FireSituation, typed: Wording) -> Iterator[tuple[str, Wording]]:
    """Yield variants of a shot: at other distances, with the target in other cover, and at another arc of the
    target.
    """
    table, target = sit.table, sit.target
    values, id = sit.known.values, target.stand.id
    for metres in _distances(sit):
        told = typed.telling("range", sit.ruler.typed(metres))
        yield f"at {sit.ruler.said(metres)}" if metres else "in contact", told
    cover = str(values.get(f"{id}.cover", "none"))
    for other, words in _COVERS.items():
        if other != cover and target.stand.dug_in is False:
            yield f"{target.name} {words}", typed.silent_of(id, "cover").telling(f"{id}.cover", other)
    for arc in ("front", "flank", "rear") if table.kinds[target.type.kind]["faces"] else ():
        if arc != target.arc:
            yield f"at its {arc}", typed.silent_of(id, "arc").telling(f"{id}.arc", arc)


def _distances(sit: FireSituation) -> list[int]:
    """Return the distances at which the result may change: contact, the distances for detecting both stands, and the
    ranges of both weapons. The present distance and all distances out of the shooter's range are left out.
    """
    if sit.distance is None:
        return []
    light, weather = str(sit.known.values["light"]), str(sit.known.values["weather"])
    found = {0}
    for party in (sit.shooter, sit.target):
        found |= {int(metres) for metres in distances(sit.table, party.seen, light, weather)}
        if party.reach is not None:
            found.add(party.reach)
    most = sit.shooter.reach
    return sorted(metres for metres in found if metres != sit.distance and (most is None or metres <= most))

"""What a commander asks before he opens fire: the same engagement at another distance, cover, arc or option."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.game.facts import parse_told
from umpire.game.variation import Tally, Variation, Wording, Yardstick, wording
from umpire.rulesets.asp.acts import ACTS
from umpire.rulesets.asp.detection import distances
from umpire.rulesets.asp.options import FIRING
from umpire.rulesets.asp.results import WORDS
from umpire.rulesets.asp.situate import situate
from umpire.rulesets.asp.situation import FireSituation
from umpire.rulesets.asp.state import State
from umpire.rulesets.asp.table import Table

_COVERS = {"none": "in the open", "cover": "in cover", "hard": "in hard cover"}


def variations(state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[Variation, ...]:
    """A fire at the distances where something changes, at other cover and arcs, on other options, without the reply.

    Whether the rules allow them is not asked here. None for anything but fire.
    """
    if verb != "fire":
        return ()
    act = ACTS["fire"]
    sit = situate(state, table, parse_told(words, act.connectors, act.bare))
    changed = _changed(sit, wording(words, act))
    return tuple(Variation(label, verb, other.words()) for label, other in changed)


def yardsticks(sit: FireSituation) -> tuple[Yardstick, ...]:
    """Whether the target is destroyed, whether anything befalls it, whether anything befalls the shooter."""
    target, shooter, unhurt, destroyed = sit.target.name, sit.shooter.name, WORDS[""], WORDS["D"]

    def hurt(name: str) -> Yardstick:
        return Yardstick(f"{name} hurt", lambda tally: int(tally[name] != unhurt), chance=True)

    def gone(tally: Tally) -> int:
        return int(tally[target] == destroyed)

    return (
        Yardstick(f"{target} destroyed", gone, 1, chance=True),
        hurt(target)._replace(good=1),
        hurt(shooter)._replace(good=-1),
    )


def _changed(sit: FireSituation, typed: Wording) -> Iterator[tuple[str, Wording]]:
    table, target = sit.table, sit.target
    values, id = sit.known.values, target.stand.id
    for metres in _distances(sit):
        yield f"at {metres} m" if metres else "in contact", typed.telling("range", metres)
    cover = str(values.get(f"{id}.cover", "none"))
    for other, words in _COVERS.items():
        if other != cover and target.stand.dug_in is False:
            yield f"{target.name} {words}", typed.silent_of(id, "cover").telling(f"{id}.cover", other)
    for arc in ("front", "flank", "rear") if table.kinds[target.type.kind]["faces"] else ():
        if arc != target.arc:
            yield f"at its {arc}", typed.silent_of(id, "arc").telling(f"{id}.arc", arc)
    option = sit.option.letter
    for letter in FIRING if option else ():
        if letter != option:
            yield f"option {letter}", typed.telling("option", letter)
    yield "without the reply", typed.telling("reply", "no")


def _distances(sit: FireSituation) -> list[int]:
    """Contact, the distances of detection of either stand, the ranges of either weapon; not the present one."""
    if sit.distance is None:
        return []
    light, weather = str(sit.known.values["light"]), str(sit.known.values["weather"])
    found = {0}
    for party in (sit.shooter, sit.target):
        found |= {int(metres) for metres in distances(sit.table, party.seen, light, weather)}
        reach = sit.table.rows.get(party.row, {}).get("range", 0)
        if isinstance(reach, int):
            found.add(reach)
    most = sit.table.rows.get(sit.shooter.row, {}).get("range", 0)
    return sorted(metres for metres in found if metres != sit.distance and (most == "OT" or metres <= most))

"""The deeds of each stand: how often the stand acted, helped or was the target, its success, and its strength."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from umpire.core.frozen import frozen
from umpire.game.variation import wording
from umpire.play.past.history import EffectiveEntry
from umpire.play.session import Session
from umpire.report.toll import Measure, left_and_full
from umpire.report.weighed import ReportLine


@frozen
class Deed:
    """The deeds of one stand in the fights. `left` is its present strength; `full` is its full strength.

    `beyond` is the success beyond the average: the sum of the swings of the fights that the stand began.
    """

    id: str
    name: str
    side: str
    acted: int
    helped: int
    target: int
    beyond: Fraction
    left: int
    full: int


def deeds(
    session: Session, told: Sequence[tuple[EffectiveEntry, Session, ReportLine]], by: Measure
) -> tuple[Deed, ...]:
    """Return the deeds of every stand that was in a fight or has losses, by side and in the order of the roster."""
    acted: dict[str, list[ReportLine]] = {}
    helped, target = Counter[str](), Counter[str]()
    for one, before, line in told:
        if line.kind != "fight":
            continue
        act = before.family.act(one.verb)
        foe = act.roles.foe if act.roles else "at"
        for group, names in wording(one.words, act).names.items():
            for name in dict.fromkeys(each.lower() for each in names):
                if not group:
                    acted.setdefault(name, []).append(line)
                else:
                    (target if group == foe else helped)[name] += 1
    called = session.family.names(session.state)
    found: list[Deed] = []
    for id, (left, full) in left_and_full(by.rosters, session, session.state).items():
        key = id.lower()
        mine = acted.get(key, [])
        if mine or key in helped or key in target or left < full:
            beyond = sum((line.weighed.swing for line in mine if line.weighed), Fraction(0))
            side, began = by.of.get(key, ""), len(mine)
            found.append(Deed(id, called.get(id, id), side, began, helped[key], target[key], beyond, left, full))
    return tuple(sorted(found, key=lambda deed: by.sides.index(deed.side) if deed.side in by.sides else len(by.sides)))

"""An entry of a report. If the entry is an act with dice, the result is compared with the exact odds of the act in the
position before the act.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from umpire.core.frozen import frozen
from umpire.core.luck import mean
from umpire.core.mistakes import Mistake
from umpire.core.odds import ForcedChoices, odds
from umpire.core.outcome import NOBODY, Value, value_plain
from umpire.game.act import Plain
from umpire.game.gamefile.journal import JournalEntry, JournalThrow, read_entry
from umpire.play.additions import typed_again
from umpire.play.past.history import EffectiveEntry
from umpire.play.session import Session
from umpire.play.turn import Refused, prepare
from umpire.report.toll import Measure
from umpire.show.odds import odds_plain


@frozen
class Cost:
    """The losses of a side by an act, and their average.

    If `more` is true, `chance` is the chance of as many losses or more; if not, it is the chance of as many or fewer.
    """

    side: str
    lost: int
    expected: Fraction
    chance: Fraction
    more: bool


@frozen
class ResultChance:
    """One named result of an act.

    `chance` is the chance of this result; if `worse` is true, it is the chance of this result or a worse one.
    """

    name: str
    value: str
    chance: Fraction
    worse: bool


@frozen
class Weighed:
    """An act compared with its odds. `costs` has the losses of each side that could have losses. `swing` is
    how much better than average the acting `side` did: the losses above average of the others, minus its own.
    `chance` is the chance of a swing at least as good or, if the side did worse than expected, at least as bad.
    `spread` has a pair for each possible swing, from the worst to the best. Each pair is the chance of the swing, and a
    flag that is true for the actual swing.
    """

    side: str
    costs: tuple[Cost, ...]
    results: tuple[ResultChance, ...]
    swing: Fraction
    chance: Fraction
    spread: tuple[tuple[Fraction, bool], ...] = ()

    @property
    def costly(self) -> bool:
        """True if any side could have losses."""
        return bool(self.costs)


def weighed(session: Session, one: EffectiveEntry, measure: Measure, lost: Mapping[str, int]) -> Weighed | None:
    """Return an act compared with its odds in the position before the act. `lost` has the losses of each side.

    Return None if the act no longer fits its position or has too many possible results.
    """
    entry = read_entry(one.data)
    try:
        prepared = prepare(
            session,
            one.verb,
            one.words,
            ruling=entry.ruling,
            additions=typed_again(one.data),
            overrules=one.kept.get("overruled", ()),
        )
        counted = odds(prepared.make, ForcedChoices([each.chosen for each in entry.choices]))
    except (Mistake, Refused):
        return None
    before = measure.toll(session, session.state)
    fates = []
    for outcome, weight in counted.outcomes:
        after = measure.toll(session, session.after(outcome.effects)[0])
        fates.append(({side: after[side] - before[side] for side in before}, weight))
    side = entry.side
    costs = tuple(_cost(each, lost[each], fates) for each in before if any(fate[each] > 0 for fate, _ in fates))
    swings = _added(((_swing(fate, side), weight) for fate, weight in fates))
    actual, average = _swing(lost, side), mean(swings)
    chance = _chance(swings, actual, more=actual >= average)
    plain = odds_plain(counted, session.family.severity())
    named = {(name, value_plain(value)): value for one, _ in counted.outcomes for name, value in one.tally}
    came = {name: named.get((name, value), value) for name, value in entry.outcome.tally.items()}
    whole = sum(swings.values())
    spread = tuple((Fraction(swings[value], whole), value == actual) for value in sorted(swings))
    return Weighed(side, costs, tuple(_results(came, plain)), actual - average, chance, spread)


def _cost(side: str, lost: int, fates: list[tuple[dict[str, int], int]]) -> Cost:
    chances = _added((fate[side], weight) for fate, weight in fates)
    average = mean(chances)
    more = lost >= average
    return Cost(side, lost, average, _chance(chances, lost, more=more), more)


def _swing(lost: Mapping[str, int], side: str) -> int:
    return sum(points if each != side else -points for each, points in lost.items())


def _added(values: Iterable[tuple[int, int]]) -> dict[int, int]:
    found: dict[int, int] = {}
    for value, weight in values:
        found[value] = found.get(value, 0) + weight
    return found


def _chance(weights: Mapping[int, int], value: int, *, more: bool) -> Fraction:
    """Return the chance of `value` or more. If `more` is false, return the chance of `value` or less."""
    so = sum(weight for each, weight in weights.items() if (each >= value if more else each <= value))
    return Fraction(so, sum(weights.values()))


def _results(tally: Mapping[str, Value], plain: Plain) -> list[ResultChance]:
    """Return the named results that an act had, each with its chance. Numbers are left out, because they are shown as
    losses.
    """
    found = []
    for result in plain["results"]:
        value = tally.get(result["name"], NOBODY)
        values = value if isinstance(value, tuple) else (str(value),)
        for row in result["values"]:
            if row["value"] in values and "nobody" not in row:
                worse = "or_worse" in row
                chance = Fraction(row["or_worse"] if worse else row["chance"])
                found.append(ResultChance(str(result["name"]), str(row["value"]), chance, worse))
    return found


@frozen
class ReportLine:
    """One entry of a report: `kind` is fight (losses were possible), throw, act, said, note or correction.

    An entry in the referee's own words is `said`. `lost` has the losses that the entry caused; `toll` has all losses so
    far. `back` has the names of stands that came back or recovered. `marks` are plain words such as `by ruling: dusk`.
    """

    number: int
    kind: str
    entry: JournalEntry
    marks: tuple[str, ...]
    toll: Mapping[str, int]
    lost: Mapping[str, int]
    weighed: Weighed | None = None
    back: tuple[str, ...] = ()

    @property
    def folded(self) -> bool:
        """True if the line is a step between fights and not unusual."""
        return self.kind in ("act", "throw") and not self.marks

    @property
    def title(self) -> str:
        """The title: actor, action, target."""
        return self.entry.title

    @property
    def throws(self) -> tuple[JournalThrow, ...]:
        """The throws that had dice."""
        return self.entry.thrown

    @property
    def came(self) -> tuple[str, ...]:
        """The result: the changes on the table or, without changes, the words."""
        outcome = self.entry.outcome
        return outcome.instructions or (outcome.words if self.throws else ())

"""An evening as values: scenes with their acts, losses and odds; the deeds of each stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from umpire.core.frozen import frozen
from umpire.core.outcome import Head
from umpire.game.act import Plain
from umpire.game.gamefile.journal import JournalEntry, read_entry
from umpire.play.past.again import at_position
from umpire.play.past.amend import Past
from umpire.play.past.history import EffectiveEntry
from umpire.play.past.public import public_pairs, public_session
from umpire.play.session import Session
from umpire.report.deeds import Deed, deeds
from umpire.report.toll import Measure, measure
from umpire.report.weighed import ReportLine, weighed
from umpire.show.luck import luck_plain

RARE = Fraction(1, 4)
"""The highest chance of a turning point: a result this good, or this bad, comes once in four times or less often."""
MOST_TURNS = 6


class GameTime(NamedTuple):
    """A time by the clock of a game: a night, or the `number` of a `unit` such as a round.

    In a game of several days, the time also has the `day`.
    """

    day: int | None = None
    night: bool = False
    unit: str = ""
    number: int | None = None

    @property
    def title(self) -> str:
        """The time in words."""
        day = f"Day {self.day}" if self.day is not None else ""
        if self.night:
            return f"The night after day {self.day}" if day else "The night"
        if self.number:
            return f"{day}, {self.unit} {self.number}" if day else f"{self.unit.capitalize()} {self.number}"
        return "The battle" if self.number is None else "Before the first turn"

    @property
    def short(self) -> str:
        """The time in short: `1.3` for round 3 of day 1, `3` for turn 3, `night`."""
        return "night" if self.night else ".".join(str(each) for each in (self.day, self.number) if each)


@frozen
class Chapter:
    """A round, turn or night: its acts, the game at its end, and all losses so far."""

    when: GameTime
    lines: tuple[ReportLine, ...]
    end: Session
    toll: Mapping[str, int]

    @property
    def title(self) -> str:
        """The time of the chapter in words."""
        return self.when.title

    @property
    def parts(self) -> tuple[tuple[ReportLine, ...], ...]:
        """The lines in parts: the steps between two fights are one part, and each other line is a part."""
        runs = groupby(self.lines, key=lambda line: 0 if line.folded else line.number)
        return tuple(tuple(run) for _, run in runs)


@frozen
class Tale:
    """A whole evening.

    `turns` has the turning points of the evening in order of time. A turning point is an unlikely result of a fight.
    There are at most MOST_TURNS turning points, those farthest from the average. `number` is the last entry in the
    tale; 0 in a tale for players.
    """

    title: str
    rules: str
    sides: tuple[str, ...]
    number: int
    for_players: bool
    measure: Measure
    begin: Session
    scenes: tuple[Chapter, ...]
    turns: tuple[ReportLine, ...]
    corrections: tuple[ReportLine, ...]
    luck: Plain
    deeds: tuple[Deed, ...]
    head: Head | None
    amends: tuple[tuple[int, str], ...] = ()
    came: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[ReportLine, ...]:
        """Every entry of the report, in order."""
        return tuple(line for scene in self.scenes for line in scene.lines)

    @property
    def fights(self) -> int:
        """The number of acts that could have caused losses."""
        return sum(line.kind == "fight" for line in self.lines)

    @property
    def unit(self) -> str:
        """The unit in which the scenes of this evening are counted: round or turn."""
        return next((scene.when.unit for scene in self.scenes if scene.when.unit), "part")

    def scene_of(self, number: int) -> str:
        """Return the title of the scene that contains an entry."""
        return next(scene.title for scene in self.scenes if any(line.number == number for line in scene.lines))


@frozen
class _Moment:
    """An entry and the game before and after it.

    `shown` is the entry, and `end` is the game after it, both as the reader of the report may see them.
    """

    one: EffectiveEntry
    shown: EffectiveEntry
    before: Session
    after: Session
    end: Session


def tale(session: Session, *, for_players: bool = False) -> Tale:
    """Return the evening from the entries that count now. Raises Mistake if the record cannot be replayed."""
    seen = public_session(session) if for_players else session
    past = Past(session)
    moments = list(_moments(past, for_players=for_players))
    begin = moments[0].before if moments else session
    begin = public_session(begin) if for_players else begin
    by = measure(seen, begin, *(each.end for each in moments)).since(begin)
    lines = list(_lines(moments, by))
    scenes = tuple(_scenes(moments, lines))
    shown = [line for line in lines if line.weighed and line.weighed.costly and line.weighed.chance <= RARE]
    farthest = sorted(shown, key=lambda line: -abs(line.weighed.swing) if line.weighed else 0)[:MOST_TURNS]
    kept = session.clock_runs
    amends = [] if for_players else [one for one in past.history.chain if one.kind == "amend"]
    return Tale(
        str(session.head["name"]),
        session.table_file.name,
        tuple(session.head["sides"]),
        0 if for_players else session.snapshot.number,
        for_players,
        by,
        begin,
        scenes,
        tuple(line for line in lines if line in farthest),
        tuple(line for line in lines if line.kind in ("note", "correction") or line.marks),
        luck_plain((line.number, False, line.entry) for line in lines),
        deeds(session, [(one.one, one.before, line) for one, line in zip(moments, lines, strict=True)], by),
        session.family.head(seen.state, session.table, clock=kept),
        tuple((one.number, f"{one.command}: {'; '.join(read_entry(one.data).outcome.words)}") for one in amends),
        () if for_players else read_entry(past.history.standing[0].data).outcome.words[1:],
    )


def _moments(past: Past, *, for_players: bool) -> Iterator[_Moment]:
    session = past.session
    shown = {one.number: other for one, other in public_pairs(session, past.history)} if for_players else None
    for one, before, after in past.moments():
        if _of_the_prompt(one):
            continue
        end = at_position(session, after)
        if shown is None:
            yield _Moment(one, one, before, end, end)
        elif one.number in shown:
            yield _Moment(one, shown[one.number], before, end, public_session(end))


def _of_the_prompt(one: EffectiveEntry) -> bool:
    """Return whether an entry only changes the referee's own prompt, such as `set game preview=no`."""
    from umpire.game.check import WISHES

    game, *wishes = one.words if one.verb == "set" and one.words else ("",)
    return game.lower() == "game" and bool(wishes) and all(each.partition("=")[0].lower() in WISHES for each in wishes)


def _lines(moments: Sequence[_Moment], by: Measure) -> Iterator[ReportLine]:
    """Yield a line for every entry, with the losses that the entry caused and all losses so far."""
    for moment in moments:
        one, entry = moment.one, read_entry(moment.shown.data)
        before, after = (by.toll(each, each.state) for each in (moment.before, moment.after))
        lost = {side: after[side] - before[side] for side in after}
        counted = weighed(moment.before, one, by, lost) if entry.thrown else None
        kind: str = read_entry(one.data).kind
        if kind == "act" and entry.thrown:
            kind = "fight" if counted and counted.costly else "throw"
        elif kind == "act" and one.verb in moment.before.family.ACTS and moment.before.family.act(one.verb).prose:
            kind = "said"
        marks = tuple(_marks(entry, moment.shown.by))
        back: tuple[str, ...] = ()
        if any(points < 0 for points in lost.values()):
            back = by.back(moment.before, moment.after, moment.end)
        yield ReportLine(moment.shown.number, kind, entry, marks, _toll(by, moment), lost, counted, back)


def _toll(by: Measure, moment: _Moment) -> dict[str, int]:
    return by.toll(moment.end, moment.end.state)


def _marks(entry: JournalEntry, by: int) -> Iterator[str]:
    """Yield the marks of an unusual entry, in words; `by` is the number of the amendment that changed the entry."""
    overruled = "; ".join(f"{each.words} ({each.rule})" for each in entry.overruled)
    if entry.ruling:
        yield f"ruling: {entry.ruling}" + (f", against: {overruled}" if overruled else "")
    for each in entry.additions:
        yield f"added by the referee: {each.pool} {each.amount:+d} {each.words}"
    if entry.given:
        yield "given without dice"
    if by:
        yield f"corrected by #{by}" if by > 1 else "corrected later"
    if entry.reason:
        yield f"why: {entry.reason}"


def _scenes(moments: Sequence[_Moment], lines: Sequence[ReportLine]) -> Iterator[Chapter]:
    """Yield the lines grouped by the round, turn or night of the acts."""
    days = {_clock(each.before).get("day") for each in moments}
    shown = [(moment, line, _when(moment, days)) for moment, line in zip(moments, lines, strict=True)]
    for when, group in groupby(shown, key=lambda each: each[2]):
        each = list(group)
        end = each[-1][0].end
        yield Chapter(when, tuple(line for _, line, _ in each), end, each[-1][1].toll)


def _when(moment: _Moment, days: set[Any]) -> GameTime:
    """Return the time of an entry. If an act begins the first turn, its time is that turn."""
    before = _clock(moment.before)
    return when_of(_clock(moment.end) if before.get("turn") == 0 else before, days)


def _clock(session: Session) -> Mapping[str, Any]:
    clock: Mapping[str, Any] = session.snapshot.position["state"].get("clock", {})
    return clock


def when_of(clock: Mapping[str, Any], days: set[Any]) -> GameTime:
    """Return the time shown by a clock, with the day only if there are several days."""
    day = clock.get("day") if len(days) > 1 else None
    if clock.get("phase") == "night":
        return GameTime(day, night=True)
    unit = next((word for word in ("round", "turn") if clock.get(word) is not None), "")
    return GameTime(day if clock.get(unit) else None, unit=unit, number=clock.get(unit))

"""Words about acts, used in every form of a report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from umpire.core.outcome import MOVE, PUT, TURN_UP, Instruction, number_of
from umpire.report.deeds import Deed
from umpire.report.tale import RARE, Chapter, Tale
from umpire.report.weighed import ReportLine, Weighed
from umpire.show.journal import instructions_by_stand
from umpire.show.luck import HOW, UNUSUAL
from umpire.show.odds import decimal, percent
from umpire.show.pools import fallen, who


def points(number: int, unit: str) -> str:
    """Return a number of losses with its unit: `2 SP`, `1 element`, `nothing`."""
    if not number:
        return "nothing"
    return f"{number} {unit}" if unit.isupper() else number_of(number, unit.removesuffix("s"))


def _cost_words(weighed: Weighed, unit: str) -> str:
    """Return the losses of each side that could have losses: `German lost nothing (1.7 expected), British 2 SP`."""
    lines = []
    for cost in weighed.costs:
        lost = f"got {points(-cost.lost, unit)} back" if cost.lost < 0 else f"lost {points(cost.lost, unit)}"
        lines.append(f"{cost.side} {lost} ({decimal(cost.expected, places=1)} expected)")
    return ", ".join(lines)


def _result_words(weighed: Weighed) -> Iterator[tuple[str, str]]:
    """Yield each chance in percent, with the named results that had this chance. Results that were certain are left
    out.
    """
    found: dict[str, list[str]] = {}
    for result in weighed.results:
        if result.chance < 1:
            worse = " or worse" if result.worse else ""
            found.setdefault(percent(result.chance), []).append(f"{result.name}: {result.value}{worse}")
    return ((chance, " · ".join(said)) for chance, said in found.items())


def _verdict(tale: Tale, weighed: Weighed) -> str:
    """Return the luck of a fight, `lucky for German: 1 in 9`; "" for a result likelier than 1 in 4."""
    if weighed.chance > RARE or not weighed.swing:
        return ""
    others = [side for side in tale.sides if side != weighed.side]
    if weighed.swing < 0 and len(others) != 1:
        return f"unlucky for {weighed.side}: {once_in(weighed.chance)}"
    return f"lucky for {weighed.side if weighed.swing > 0 else others[0]}: {once_in(weighed.chance)}"


def once_in(chance: Fraction) -> str:
    """Return a chance as `1 in 24`."""
    if chance.numerator * 10**6 <= chance.denominator:
        return "1 in a million or less"
    return f"1 in {round(1 / chance):,}"


def came_words(tale: Tale, line: ReportLine) -> str:
    """Return the instructions after a fight, one for each stand."""
    names = tale.begin.family.names(tale.scenes[-1].end.state).values()
    return (
        " · ".join(instructions_by_stand(line.entry.outcome.instructions, names))
        or "nothing to move, nothing to remove"
    )


def went_words(tale: Tale, line: ReportLine) -> tuple[str, str]:
    """Return the losses and results of a fight, and its luck ("" if the result was likely)."""
    assert line.weighed is not None
    verdict, results = _verdict(tale, line.weighed), dict(_result_words(line.weighed))
    same = results.pop(percent(line.weighed.chance), "") if verdict else ""
    lines = [_cost_words(line.weighed, tale.measure.words)]
    lines += [f"{words} ({chance})" for chance, words in results.items()]
    return "; ".join(lines), "; ".join(filter(None, (same, verdict)))


def turn_words(tale: Tale, line: ReportLine) -> str:
    """Return a turning point in a sentence with one chance: the losses, and how rare this luck is."""
    assert line.weighed is not None
    return f"{_cost_words(line.weighed, tale.measure.words)}; {_verdict(tale, line.weighed)}"


def steps_words(lines: Sequence[ReportLine]) -> str:
    """Return the number of hidden steps: `12 steps without a fight`."""
    return f"{number_of(len(lines), 'step')} without a fight"


def minor_words(tale: Tale, line: ReportLine) -> str:
    """Return the result of an act that could cause no losses; moves that the board shows are left out."""
    fell = [f"{who(each)}: {fallen(each)}" for each in line.throws]
    mapped = tale.begin.game_map is not None
    done = [each for each in line.came if Instruction(each).label not in (PUT, TURN_UP)]
    came = [each for each in done if not (mapped and Instruction(each).label == MOVE)]
    alone = not done and line.kind in ("act", "said") and line.entry.verb not in _CLOCK
    said = line.entry.outcome.words if alone else ()
    return " · ".join((*fell, *came, *said))


_CLOCK = ("next", "")
"""The verbs that end a phase, so that the next line shows the next one. "" is for players: they never see typed lines.
"""


def scene_words(tale: Tale, scene: Chapter) -> str:
    """Return a scene in one line: the number of fights, and the losses."""
    before = tale.scenes[tale.scenes.index(scene) - 1].toll if scene is not tale.scenes[0] else {}
    lost = {side: scene.toll[side] - before.get(side, 0) for side in tale.sides}
    fights = sum(line.kind == "fight" for line in scene.lines)
    lines = [f"{side} lost {points(lost[side], tale.measure.words)}" for side in tale.sides if lost[side] > 0]
    lines += [f"{side} got {points(-lost[side], tale.measure.words)} back" for side in tale.sides if lost[side] < 0]
    if not fights and not lines:
        return "No fight."
    return f"{number_of(fights, 'fight') if fights else 'No fight'}; {', '.join(lines) or 'no losses'}."


def luck_rows(tale: Tale) -> list[tuple[str, ...]]:
    """Return the luck of the sides, headings first. Typed dice and rolled dice have separate rows."""
    rows: list[tuple[str, ...]] = [("side", "what", "how", "throws", "dice", "fell", "expected", "or more", "or less")]
    for row in tale.luck["luck"]:
        numbers = (str(row["throws"]), str(row["dice"]), str(row["value"]), _tenth(row["expected"]))
        tails = (percent(Fraction(row["at_least"])), percent(Fraction(row["at_most"])))
        rows.append((row["side"], row["what"], HOW.get(row["source"], "all"), *numbers, *tails))
    return rows


def _tenth(value: object) -> str:
    return decimal(Fraction(str(value)), places=1)


def odd_luck(tale: Tale) -> list[str]:
    """Return the sums of dice whose chance is at most one in 20: `German threw 51 hits, 35.2 expected: 1 in 544`."""
    rows = {
        (row["side"], row["what"]): row for row in tale.luck["luck"]
    }  # the last row is for all dice, typed and rolled
    found = []
    for (side, what), row in rows.items():
        chance = min(Fraction(row["at_least"]), Fraction(row["at_most"]))
        if chance <= UNUSUAL:
            text = f"a total of {row['value']}" if what == "totals" else f"{row['value']} {what}"
            found.append(f"{side} threw {text}, {_tenth(row['expected'])} expected: {once_in(chance)}")
    return found


def luck_words(tale: Tale) -> list[str]:
    """Return the unusual luck of the evening, and the number of results given without dice."""
    said = odd_luck(tale) or ["nothing out of the ordinary"]
    if tale.luck["results_told"]:
        said.append(f"not counted here: {number_of(tale.luck['results_told'], 'result')} given without dice")
    return said


def ranked(tale: Tale) -> list[Deed]:
    """Return the deeds, beginning with the stand that did best against the odds.

    Stands that began no fight come last.
    """
    return sorted(tale.deeds, key=lambda deed: (not deed.acted, -deed.beyond))


def extremes(tale: Tale) -> tuple[Deed | None, Deed | None]:
    """Return the stand that did best against the odds, and the stand that did worst. The first is None if no stand did
    better than average; the second is None if no stand did worse.
    """
    acted = [deed for deed in ranked(tale) if deed.acted]
    best = acted[0] if acted and acted[0].beyond > 0 else None
    return best, acted[-1] if acted and acted[-1].beyond < 0 else None


def deed_rows(tale: Tale) -> list[tuple[str, ...]]:
    """Return the deeds as rows, headings first, with the best and the worst marked."""
    unit = tale.measure.words
    marks = dict(zip(extremes(tale), (" best", " worst"), strict=True))
    rows: list[tuple[str, ...]] = [("side", "who", "began", "helped", "targeted", "beyond the odds", "left")]
    for deed in ranked(tale):
        beyond = decimal(deed.beyond, signed=True, places=1) + marks.get(deed, "") if deed.acted else ""
        left = "lost" if not deed.left else f"{deed.left} of {deed.full} {unit}" if deed.full > 1 else "in play"
        numbers = (str(each) if each else "" for each in (deed.acted, deed.helped, deed.target))
        rows.append((deed.side, deed.name, *numbers, beyond, left))
    return rows


def banter(tale: Tale) -> str:
    """Return the two extremes, `Beyond the odds: K 1st company +3.2 SP, P 1st Panzer company -3.1 SP`; "" if no stand
    did better or worse than average.
    """
    lines = [
        f"{deed.name} {decimal(deed.beyond, signed=True, places=1)} {tale.measure.words}"
        for deed in extremes(tale)
        if deed
    ]
    return f"Beyond the odds: {', '.join(lines)}" if lines else ""


def back_words(tale: Tale) -> list[str]:
    """Return the recoveries and their times: `British +6 SP: K HQ (Day 1, round 5)`."""
    return [
        f"{side} +{-points} {tale.measure.words}: {', '.join(line.back)} ({scene.title})"
        for scene in tale.scenes
        for line in scene.lines
        for side, points in line.lost.items()
        if points < 0
    ]


def anything_lost(tale: Tale) -> bool:
    """Return whether there are any losses to draw."""
    return any(points for line in tale.lines for points in line.toll.values())


def toll_rows(tale: Tale) -> list[tuple[str, ...]]:
    """Return the losses of each side up to the end of each scene, headings first."""
    scenes = ((scene.title, *(str(scene.toll[side]) for side in tale.sides)) for scene in tale.scenes)
    return [(f"total {tale.measure.words} lost by the end of", *tale.sides), *scenes]


def correction_words(line: ReportLine) -> str:
    """Return one line of text for a remark, a correction or a ruling."""
    marks = "; ".join(line.marks)
    came = "; ".join(line.came) if line.kind == "correction" else ""
    text = "; ".join(line.entry.outcome.words) if line.kind == "note" else ""
    return " · ".join(filter(None, (line.title, text, came, marks)))

"""What a report says of an act, in words that every form of it shares."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from umpire.core.outcome import LAY, MOVE, TURN_UP, Instruction, number_of
from umpire.report.tale import RARE, Chapter, Tale
from umpire.report.weighed import ReportLine, Weighed
from umpire.show.journal import hands_by_stand
from umpire.show.luck import HOW, remarkable
from umpire.show.odds import decimal, percent
from umpire.show.pools import fallen, who


def points(number: int, unit: str) -> str:
    """`2 SP`, `1 element`, `nothing`."""
    if not number:
        return "nothing"
    return f"{number} {unit}" if unit.isupper() else number_of(number, unit.removesuffix("s"))


def _cost_words(weighed: Weighed, unit: str) -> Iterator[str]:
    """`British 2 SP (0.93 expected; so much or more 27.2%)`, for each side it might cost something."""
    for cost in weighed.costs:
        lost = points(cost.lost, unit) if cost.lost >= 0 else f"{points(-cost.lost, unit)} back"
        how = "so much or more " if cost.more else "so little " if cost.lost else ""
        yield f"{cost.side} {lost} ({decimal(cost.expected)} expected; {how}{percent(cost.chance)})"


def _result_words(weighed: Weighed) -> Iterator[str]:
    """What was decided otherwise than by losses, with its chance; what was sure is left out."""
    for result in weighed.results:
        if result.chance < 1:
            yield f"{result.name}: {result.value} ({'so or worse ' if result.worse else ''}{percent(result.chance)})"


def _verdict(weighed: Weighed, unit: str) -> str:
    """`1.80 SP better for the German side than expected: so well it goes once in 9`; "" where it was likely.

    It is likely that comes once in four times or more often.
    """
    if weighed.chance > RARE or not weighed.swing:
        return ""
    well, by = weighed.swing > 0, f"{decimal(abs(weighed.swing))} {unit}"
    how = f"{by} {'better' if well else 'worse'} for the {weighed.side} side than expected"
    return f"{how}: so {'well' if well else 'badly'} it goes {once_in(weighed.chance)}"


def once_in(chance: Fraction) -> str:
    """`once in 24`."""
    if chance.numerator * 10**6 <= chance.denominator:
        return "once in a million and more"
    return f"once in {round(1 / chance):,}"


def came_words(tale: Tale, line: ReportLine) -> str:
    """What hands did after a fight, each stand once."""
    names = tale.begin.family.names(tale.scenes[-1].end.state).values()
    return " · ".join(hands_by_stand(line.entry.outcome.hands, names)) or "nothing to move, nothing to remove"


def went_words(tale: Tale, line: ReportLine) -> tuple[str, str]:
    """What a fight cost and decided with its chances, and how far it went beyond the odds ("" where it was likely)."""
    assert line.weighed is not None
    unit = tale.measure.words
    went = "; ".join((*_cost_words(line.weighed, unit), *_result_words(line.weighed)))
    return went, _verdict(line.weighed, unit)


def turn_words(tale: Tale, line: ReportLine) -> str:
    """A turning point in a sentence: `British lose 2 SP, German nothing. 2.42 SP better for German ...`."""
    assert line.weighed is not None
    unit = tale.measure.words
    lost = [f"{cost.side} lost {points(cost.lost, unit)}" for cost in line.weighed.costs]
    return f"{', '.join(lost)}: {_verdict(line.weighed, unit)}"


def minor_words(tale: Tale, line: ReportLine) -> str:
    """What came of an act that could cost nobody anything; what the board shows better is left out."""
    fell = [f"{who(each)}: {fallen(each)}" for each in line.throws]
    mapped = tale.begin.game_map is not None
    done = [each for each in line.came if Instruction(each).label not in (LAY, TURN_UP)]
    came = [each for each in done if not (mapped and Instruction(each).label == MOVE)]
    alone = not done and line.kind == "act" and line.entry.verb not in _CLOCK
    said = line.entry.outcome.words if alone else ()
    return " · ".join((*fell, *came, *said))


_CLOCK = ("next", "")
"""The verbs that end a phase: what comes then stands in the next line. Players are not told how a line was typed."""


def scene_words(tale: Tale, scene: Chapter) -> str:
    """A scene in a line: how many fights, and what they cost."""
    before = tale.scenes[tale.scenes.index(scene) - 1].toll if scene is not tale.scenes[0] else {}
    lost = {side: scene.toll[side] - before.get(side, 0) for side in tale.sides}
    fights = sum(line.kind == "fight" for line in scene.lines)
    said = [f"{side} lost {points(lost[side], tale.measure.words)}" for side in tale.sides if lost[side] > 0]
    said += [f"{side} got {points(-lost[side], tale.measure.words)} back" for side in tale.sides if lost[side] < 0]
    if not fights and not said:
        return "No fight."
    return f"{number_of(fights, 'fight') if fights else 'No fight'}; {', '.join(said) or 'nobody lost anything'}."


def luck_rows(tale: Tale) -> list[tuple[str, ...]]:
    """The luck of the sides, typed and rolled apart, headings first."""
    rows: list[tuple[str, ...]] = [("side", "what", "how", "throws", "dice", "fell", "expected", "or more", "or less")]
    for row in tale.luck["luck"]:
        numbers = (str(row["throws"]), str(row["dice"]), str(row["value"]), decimal(Fraction(row["expected"])))
        tails = (percent(Fraction(row["at_least"])), percent(Fraction(row["at_most"])))
        rows.append((row["side"], row["what"], HOW.get(row["source"], "all"), *numbers, *tails))
    return rows


def luck_words(tale: Tale) -> list[str]:
    """What is out of the ordinary in the luck of the evening, and what was not counted."""
    odd = [words for row in tale.luck["luck"] if (words := remarkable(row))]
    said = odd or ["nothing out of the ordinary"]
    if tale.luck["results_told"]:
        said.append(f"{number_of(tale.luck['results_told'], 'result')} told without dice: not counted")
    return said


def deed_rows(tale: Tale) -> list[tuple[str, ...]]:
    """Who did what, headings first."""
    unit = tale.measure.words
    rows: list[tuple[str, ...]] = [("side", "who", "began", "helped", "was the target", "beyond the odds", "left")]
    for deed in tale.deeds:
        beyond = decimal(deed.beyond, signed=True) if deed.acted else ""
        left = f"{deed.left} of {deed.full} {unit}" if deed.full > 1 else "yes" if deed.left else "lost"
        numbers = (str(each) if each else "" for each in (deed.acted, deed.helped, deed.target))
        rows.append((deed.side, deed.name, *numbers, beyond, left))
    return rows


def toll_rows(tale: Tale) -> list[tuple[str, ...]]:
    """What each side had lost by the end of each scene, headings first."""
    scenes = ((scene.title, *(str(scene.toll[side]) for side in tale.sides)) for scene in tale.scenes)
    return [(f"{tale.measure.words} lost by the end of", *tale.sides), *scenes]


def mended_words(line: ReportLine) -> str:
    """A remark, a correction or a ruling in a line."""
    marks = "; ".join(line.marks)
    came = "; ".join(line.came) if line.kind == "correction" else ""
    said = "; ".join(line.entry.outcome.words) if line.kind == "note" else ""
    return " · ".join(filter(None, (line.title, said, came, marks)))

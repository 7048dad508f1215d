"""An act compared with variations in which one thing is changed: values for JSON, and the values as text."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from umpire.core.odds import Odds
from umpire.core.outcome import Outcome
from umpire.game.act import Plain
from umpire.game.lines import line_of
from umpire.game.variation import Variation, Yardstick
from umpire.show.odds import decimal, percent
from umpire.show.page import Lines, Page, Style, bracketed


class Compared(NamedTuple):
    """An act to compare, in words and as it is typed, with its odds."""

    label: str
    verb: str
    words: tuple[str, ...]
    odds: Odds[Outcome]


def numbers_of(odds: Odds[Outcome]) -> tuple[Yardstick, ...]:
    """Return the measures for a ruleset without its own measures: the numbers in the tally, first for the enemy, then
    for the acting side.
    """
    tally = odds.outcomes[0][0].tally
    names = [name for name, value in tally if isinstance(value, int)][:3]
    return tuple(
        Yardstick(name, lambda tally, name=name: int(tally.get(name, 0)), good)  # type: ignore[misc]
        for name, good in zip(names, (1, -1, 0), strict=False)
    )


def measured(odds: Odds[Outcome], yardstick: Yardstick) -> Fraction:
    """Return the exact average of a number, or the exact chance of a result."""
    return Fraction(sum(weight * yardstick.of(dict(outcome.tally)) for outcome, weight in odds.outcomes), odds.total)


MOST_ROWS = 12
"""The most rows of a comparison. With title, headings and notes, the answer then has some twenty lines."""


def refused_plain(one: Variation, why: Sequence[tuple[str, str]]) -> Plain:
    """Return a variation that is refused, with every rule against it."""
    return {
        "label": one.label,
        "command": line_of(one.verb, one.words),
        "refused": [{"rule": rule, "words": words} for rule, words in why],
    }


def compared_plain(
    title: str, base: Compared, others: Sequence[Compared], yardsticks: Sequence[Yardstick], refused: Sequence[Plain]
) -> Plain:
    """Return the act as typed (the base) and its variations, the best first. The act and each variation have their
    measures as exact fractions.

    The worth of a variation is the sum of its differences from the base. A measure that is bad for the acting side is
    subtracted.
    """
    values = [measured(base.odds, yardstick) for yardstick in yardsticks]
    rows = []
    for other in others:
        found = [measured(other.odds, yardstick) for yardstick in yardsticks]
        differences = [there - here for there, here in zip(found, values, strict=True)]
        worth = sum(
            (yardstick.good * difference for yardstick, difference in zip(yardsticks, differences, strict=True)),
            Fraction(0),
        )
        row = _row(other, found, differences, worth)
        if row["command"] == line_of(base.verb, base.words):
            row["command"] = None  # the position is changed, not the words
        rows.append((worth, row))
    rows.sort(key=lambda row: -row[0])
    return {
        "title": title,
        "yardsticks": [
            {
                "words": yardstick.words,
                "brief": yardstick.brief or yardstick.words,
                "good": yardstick.good,
                "chance": yardstick.chance,
            }
            for yardstick in yardsticks
        ],
        "base": _row(base, values, [Fraction(0)] * len(values), Fraction(0)),
        "variations": [row for _, row in rows],
        "refused": list(refused),
    }


def _row(one: Compared, found: Sequence[Fraction], differences: Sequence[Fraction], worth: Fraction) -> Plain:
    return {
        "label": one.label,
        "command": line_of(one.verb, one.words),
        "values": [str(value) for value in found],
        "differences": [str(difference) for difference in differences],
        "worth": str(worth),
    }


def comparison_lines(page: Page, plain: Plain) -> Lines:
    """Return a table of the variations and the act as typed, the best first.

    Below the table come variations without effect and refused variations.
    """
    lines = page.paragraph(str(plain["title"]), style="bold")
    yardsticks = plain["yardsticks"]
    rows: list[tuple[str, ...]] = [("", *(str(one.get("brief", one["words"])) for one in yardsticks), "worth")]
    styles: list[Style] = ["bold"]
    telling = [row for row in plain["variations"] if any(Fraction(one) for one in row["differences"])]
    idle = [row["label"] for row in plain["variations"] if row not in telling]
    base_at = sum(Fraction(row["worth"]) > 0 for row in telling)
    ranked = [*telling[:base_at], plain["base"], *telling[base_at:]]
    for row in (kept := _ends(ranked, base_at)):
        base = row is plain["base"]
        cells = (
            _cell(value, "" if base else difference, chance=one["chance"])
            for value, difference, one in zip(row["values"], row["differences"], yardsticks, strict=True)
        )
        rows.append((str(row["label"]), *cells, "" if base else _signed(Fraction(row["worth"]), yardsticks)))
        styles.append("bold" if base else "")
    lines += page.columns(rows, right=range(1, len(yardsticks) + 2), styles=styles)
    if len(kept) < len(ranked):
        lines += page.paragraph(f"{len(ranked) - len(kept)} more in between (--json lists them)", style="dim")
    if idle:
        lines += page.paragraph("no difference: " + "; ".join(idle), hang=4)
    refused: dict[str, tuple[str, list[str]]] = {}
    for row in plain["refused"]:
        first = row["refused"][0]  # all of them with --json
        why = f"{first['words']}{bracketed(first['rule'])}"
        refused.setdefault(first["rule"] or why, (why, []))[1].append(str(row["label"]))
    for why, labels in refused.values():
        lines += page.paragraph(f"not possible: {', '.join(labels)}: {why}", hang=4)
    return lines + page.paragraph(f"`worth` is {_worth(yardsticks)}, compared with the act as typed", style="dim")


def _ends(ranked: Sequence[Plain], base_at: int) -> list[Plain]:
    """Return all rows. If there are too many, return only the best rows, the worst rows and the act as typed."""
    if len(ranked) <= MOST_ROWS + 3:
        return list(ranked)
    best = range((MOST_ROWS + 1) // 2)
    worst = range(len(ranked) - MOST_ROWS // 2, len(ranked))
    kept = {*best, base_at, *worst}
    return [row for at, row in enumerate(ranked) if at in kept]


def _worth(yardsticks: Sequence[Plain]) -> str:
    """Return in words the sum that is called worth: `the column "Allied loses" minus the column "German loses"`."""
    text = ""
    for one in yardsticks:
        if one["good"]:
            sign = "plus " if one["good"] > 0 else "minus "
            heading = one.get("brief", one["words"])
            text += f'{sign if text or one["good"] < 0 else ""}the column "{heading}" '
    return text.strip()


def _cell(value: str, difference: str, *, chance: bool) -> str:
    """Return a value followed by its difference.

    The act as typed has a dot in place of a difference.
    """
    shown = percent(Fraction(value)) if chance else decimal(Fraction(value))
    if not difference:
        return f"{shown} {'·':>5}"
    change = Fraction(difference)
    words = _points(change) if chance else decimal(change, signed=True) if change else "="
    return f"{shown} {words:>5}"


def _points(change: Fraction) -> str:
    """Return a difference of chances in percentage points, to one decimal."""
    if not change:
        return "="
    tenths = (abs(change) * 2000 + 1) // 2
    return f"{'-' if change < 0 else '+'}{tenths // 10}.{tenths % 10}"


def _signed(worth: Fraction, yardsticks: Sequence[Plain]) -> str:
    """Return the worth in words. If the worth is only a sum of chances, it is in percentage points."""
    if all(one["chance"] for one in yardsticks if one["good"]):
        return _points(worth)
    return decimal(worth, signed=True) if worth else "="

"""Exact odds and explanations: as JSON-able values first, and those as text."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from umpire.core.odds import Explained, Odds
from umpire.core.outcome import Outcome
from umpire.core.pools import Pool
from umpire.show.page import Lines, Page
from umpire.show.pools import dice_of, explained_lines, value_words, who

Plain = dict[str, Any]
MOST_ROWS = 8
MOST_VALUES = 9


def odds_plain(odds: Odds[Outcome]) -> Plain:
    """Outcomes by their tally, likeliest first, with weights out of `total` and exact chances."""
    tallied: dict[tuple[tuple[str, int | str], ...], int] = {}
    for outcome, weight in odds.outcomes:
        tallied[outcome.tally] = tallied.get(outcome.tally, 0) + weight
    ranked = sorted(tallied.items(), key=lambda item: -item[1])
    return {
        "total": odds.total,
        "paths": odds.paths,
        "outcomes": [
            {"tally": dict(tally), "weight": weight, "chance": str(Fraction(weight, odds.total))}
            for tally, weight in ranked
        ],
        "policies": list(odds.policies),
    }


def chances_plain(pool: Pool) -> Plain:
    """The exact distribution of what one pool comes to."""
    weights = pool.reading.chances(pool.dice, pool.sides)
    total = pool.sides**pool.dice
    return {
        "key": pool.key,
        "side": pool.side,
        "label": pool.label,
        "dice": pool.dice,
        "sides": pool.sides,
        "hit": pool.reading.code,
        "reads": pool.reading.words,
        "values": [
            {"value": value, "weight": weight, "chance": str(Fraction(weight, total))}
            for value, weight in weights.items()
        ],
    }


def percent(chance: Fraction) -> str:
    """A chance in percent to one decimal; never 0.0 or 100.0 for what is possible or not certain."""
    if 0 < chance < Fraction(5, 10000):
        return "<0.1%"
    if Fraction(9995, 10000) <= chance < 1:
        return ">99.9%"
    tenths = (chance * 2000 + 1) // 2
    return f"{tenths // 10}.{tenths % 10}%"


def odds_lines(page: Page, odds: Plain, pools: Sequence[Plain]) -> Lines:
    """A table of the outcomes, each named result by itself, what each first pool comes to, and the policies."""
    outcomes, total = odds["outcomes"], odds["total"]
    names = list(dict.fromkeys(name for outcome in outcomes for name in outcome["tally"]))
    lines: Lines = []
    if names:
        rows = [("chance", *names)]
        for outcome in outcomes[:MOST_ROWS]:
            cells = (str(outcome["tally"].get(name, "-")) for name in names)
            rows.append((percent(Fraction(outcome["weight"], total)), *cells))
        lines += page.columns(rows, right=(0,), styles=["bold"])
        rest = outcomes[MOST_ROWS:]
        if rest:
            together = percent(Fraction(sum(outcome["weight"] for outcome in rest), total))
            lines += page.paragraph(f"and {len(rest)} more, together {together} (all of them with --json)", indent=2)
        for name in names if len(names) > 1 else ():
            if len({str(outcome["tally"].get(name)) for outcome in outcomes}) > 1:
                lines += page.paragraph(f"{name}: {_marginal(outcomes, name, total)}", hang=4)
    for pool in pools:
        lines += page.paragraph(f"{who(pool)}, {dice_of(pool)}: {_pool_values(pool)}", hang=4)
    if policies := dict.fromkeys(str(policy).rpartition(": ")[2] for policy in odds["policies"]):
        lines += page.paragraph(f"choices follow a policy: {' / '.join(policies)}", style="dim")
    return lines


def _marginal(outcomes: list[Plain], name: str, total: int) -> str:
    weights: dict[Any, int] = {}
    for outcome in outcomes:
        value = outcome["tally"].get(name, "-")
        weights[value] = weights.get(value, 0) + outcome["weight"]
    return _listed([(str(value), Fraction(weight, total)) for value, weight in _in_order(weights)])


def _in_order(weights: dict[Any, int]) -> list[tuple[Any, int]]:
    """Numbers in rising order, words by their chance."""
    if all(isinstance(value, int) for value in weights):
        return sorted(weights.items())
    return sorted(weights.items(), key=lambda item: -item[1])


def _pool_values(pool: Plain) -> str:
    values = [
        (value_words({**pool, "value": row["value"]}), Fraction(row["chance"]))
        for row in pool["values"]
        if row["weight"]
    ]
    merged: dict[str, Fraction] = {}
    for words, chance in values:
        merged[words] = merged.get(words, Fraction(0)) + chance
    return _listed(list(merged.items()))


def _listed(values: list[tuple[str, Fraction]]) -> str:
    shown = [f"{words} {percent(chance)}" for words, chance in values[:MOST_VALUES]]
    rest = sum((chance for _, chance in values[MOST_VALUES:]), Fraction(0))
    return " · ".join([*shown, *([f"others {percent(rest)}"] if rest else [])])


def explanation_lines(page: Page, explained: Sequence[tuple[Sequence[str], Sequence[Plain]]]) -> Lines:
    """Every throw an act may come to, line by line, with the answers it hangs on."""
    lines: Lines = []
    for after, pools in explained:
        if after:
            lines += page.paragraph("after: " + "; ".join(after), style="dim")
        for pool in pools:
            lines += explained_lines(page, pool)
    return lines or page.paragraph("no dice are thrown")


def first_pools(explained: Sequence[Explained]) -> tuple[Pool, ...]:
    """The pools that are thrown first, those with dice."""
    first = explained[0].pools if explained else ()
    return tuple(pool for pool in first if pool.dice)

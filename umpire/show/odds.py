"""Exact odds and explanations: first as values for JSON, then these values as text."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from umpire.core.luck import mean, or_more
from umpire.core.odds import Explained, Odds, Policed
from umpire.core.outcome import DASH, NOBODY, Outcome, Value, tally_plain
from umpire.core.pools import Pool
from umpire.game.act import Plain
from umpire.game.gamefile.journal import JournalThrow, read_throw
from umpire.show.page import Lines, Page, Style
from umpire.show.pools import at_most, dice_of, explained_lines, value_words, who

MOST_VALUES = 9
MOST_NAMED = 6
BAR = 20
ROOM = 22
"""The most lines of an answer about odds, without its heading."""


def odds_plain(odds: Odds[Outcome], severity: Sequence[str] = ()) -> Plain:
    """Return the outcomes by their tally, the likeliest first. Each outcome has its weight out of `total` and its exact
    chance. For each number, `tallies` has its average. For each value of this number, `tallies` has two chances: of
    exactly this value, and of this value or more. For each name, `results` has the chance of each result, such as
    `removed` or `falls back`. If all results of a name are in `severity`, they have the order of `severity`, the
    lightest first. In this case each result also has the chance of this result or a worse result. An empty list of
    names is shown as `-` and its row is marked.
    """
    tallied: dict[tuple[tuple[str, Value], ...], int] = {}
    for outcome, weight in odds.outcomes:
        tallied[outcome.tally] = tallied.get(outcome.tally, 0) + weight
    ranked = sorted(tallied.items(), key=lambda item: -item[1])
    numbers, named = _marginals(tallied)
    return {
        "total": odds.total,
        "paths": odds.paths,
        "outcomes": [
            {"tally": tally_plain(tally), "weight": weight, "chance": str(Fraction(weight, odds.total))}
            for tally, weight in ranked
        ],
        "tallies": [{"name": name, **distribution_plain(weights)} for name, weights in numbers.items()],
        "results": [
            {"name": name, "values": _result_values(weights, odds.total, severity)} for name, weights in named.items()
        ],
        "policies": [str(each) for each in odds.policies],
    }


def _result_values(weights: dict[str, int], total: int, severity: Sequence[str]) -> list[Plain]:
    """Return the chance of each value of a result.

    If there is an order of severity, also return the chance of each value or a worse value.
    """
    if not all(value in severity for value in weights):
        nobody: Plain = {"nobody": True}
        return [_row(each or DASH, ways, total) | ({} if each else nobody) for each, ways in weights.items()]
    rising = sorted(weights, key=severity.index)
    worse = [str(Fraction(sum(weights[each] for each in rising[at:]), total)) for at in range(len(rising))]
    return [_row(each, weights[each], total) | {"or_worse": worse[at]} for at, each in enumerate(rising)]


def _row(value: object, weight: int, total: int) -> Plain:
    """Return a value with its weight and its exact chance."""
    return {"value": value, "weight": weight, "chance": str(Fraction(weight, total))}


def _marginals(
    tallied: dict[tuple[tuple[str, Value], ...], int],
) -> tuple[dict[str, dict[int, int]], dict[str, dict[str, int]]]:
    """Return two dicts from a name in the tally to the weights of its values. The first dict has the names whose values
    are all numbers. The second dict has all other names.

    A value that lists several names counts once for each of these names.
    """
    every: dict[str, dict[Value, int]] = {}
    for tally, weight in tallied.items():
        for name, value in tally:
            weights = every.setdefault(name, {})
            weights[value] = weights.get(value, 0) + weight
    numbers: dict[str, dict[int, int]] = {}
    named: dict[str, dict[str, int]] = {}
    for name, weights in every.items():
        if all(isinstance(value, int) for value in weights):
            numbers[name] = weights  # type: ignore[assignment]
            continue
        found: dict[str, int] = {}
        for value, weight in weights.items():
            for one in value or (NOBODY,) if isinstance(value, tuple) else (str(value),):
                found[one] = found.get(one, 0) + weight
        named[name] = dict(sorted(found.items(), key=lambda item: -item[1]))
    return numbers, named


def distribution_plain(weights: dict[int, int]) -> Plain:
    """Return a distribution in exact fractions.

    The result has the average and, for each number, two chances: of exactly this number, and of this number or more.
    """
    total, upward = sum(weights.values()), or_more(weights)
    return {
        "average": str(mean(weights)),
        "values": [
            _row(value, weights[value], total) | {"or_more": str(Fraction(upward[value], total))}
            for value in sorted(weights)
        ],
    }


def chances_plain(pool: Pool, after: str = "") -> Plain:
    """Return the exact distribution of one pool's result; `after` has the conditions for this pool in words."""
    chances, total = pool.reading.whole(pool.dice, pool.sides)
    weights = {value: weight for value, weight in chances.items() if weight}
    numbers = {value: weight for value, weight in weights.items() if type(value) is int}
    if len(numbers) == len(weights):
        distribution = distribution_plain(numbers)
    else:
        distribution = {"values": [_row(each, ways, total) for each, ways in weights.items()]}
    return {
        "key": pool.key,
        "side": pool.side,
        "label": pool.label,
        "after": after,
        "dice": pool.dice,
        "sides": pool.sides,
        "hit": pool.reading.code,
        "reads": pool.reading.words,
        **distribution,
    }


def percent(chance: Fraction) -> str:
    """Return a chance in percent to one decimal; `<0.1%` or `>99.9%` if it is too close to 0 or 100."""
    if 0 < chance < Fraction(5, 10000):
        return "<0.1%"
    if Fraction(9995, 10000) <= chance < 1:
        return ">99.9%"
    tenths = (chance * 2000 + 1) // 2
    return f"{tenths // 10}.{tenths % 10}%"


def decimal(value: Fraction, *, signed: bool = False, places: int = 2) -> str:
    """Return a number to two decimals, or `places`, rounded half up: `0.93`, signed `+0.27`."""
    one = 10**places
    rounded = (abs(value) * 2 * one + 1) // 2
    sign = "-" if value < 0 and rounded else "+" if signed else ""
    return f"{sign}{rounded // one}.{rounded % one:0{places}}"


def bar(chance: Fraction) -> str:
    """Return a chance as a bar. If the chance is not 0, the bar has at least one mark."""
    length = (chance * 2 * BAR + 1) // 2
    return "█" * max(length, 1) if chance else ""


def odds_lines(page: Page, odds: Plain, pools: Sequence[Plain], policies: Sequence[Policed] = ()) -> Lines:
    """Return the odds as text. The text has each number and result with a bar, the first pools and the policies. If
    there is room, it has the likeliest outcome.
    """
    lines = page.columns(*_outcome_rows(odds)) if odds["tallies"] or odds["results"] else []
    likeliest = page.paragraph(f"likeliest: {_likeliest(odds)}", hang=4)
    counting = [pool for pool in pools if "average" in pool]
    rest = _counting_lines(page, counting)
    for pool in pools:
        if pool not in counting:
            thrown = read_throw(pool)
            rest += page.paragraph(f"{who(thrown)}, {dice_of(thrown)}: {_pool_values(pool)}", hang=4)
    taken = [policy.taken for policy in policies]
    shown = [one for one in dict.fromkeys(taken) if not any(one != other and one in other for other in taken)]
    if shown:
        rest += page.paragraph("choices taken: " + "; ".join(shown), style="dim")
    several = len(odds["tallies"]) + len(odds["results"]) > 1 and len(odds["outcomes"]) > 1
    if not lines and not rest:
        return page.paragraph("no dice are thrown")
    return lines + (likeliest if several and len(lines) + len(likeliest) + len(rest) <= ROOM else []) + rest


def without_zeros(odds: Plain) -> Plain:
    """Return the odds without the numbers that are always 0. If nothing would be left, return the odds unchanged."""
    still = {each["name"] for each in odds["tallies"] if {row["value"] for row in each["values"]} == {0}}
    if len(still) == len(odds["tallies"]) + len(odds["results"]):
        return odds
    outcomes = [
        {**one, "tally": {name: value for name, value in one["tally"].items() if name not in still}}
        for one in odds["outcomes"]
    ]
    return {**odds, "outcomes": outcomes, "tallies": [one for one in odds["tallies"] if one["name"] not in still]}


def _outcome_rows(odds: Plain) -> tuple[list[tuple[str, ...]], int, tuple[int, ...], list[Style]]:
    """Return the table of outcomes: its rows, its indent, its right-aligned columns, and its styles."""
    rows: list[tuple[str, ...]] = []
    counted = bool(odds["tallies"])
    if counted:
        rows.append(("", "", "exactly", "or more", ""))
    for tally in odds["tallies"]:
        name = f"{tally['name']}, average {decimal(Fraction(tally['average']))}"
        for row in _lumped(tally["values"]):
            chance = Fraction(row["chance"])
            rows.append((name, row["words"], percent(chance), percent(Fraction(row["or_more"])), bar(chance)))
            name = ""
    for result in odds["results"]:
        name, values = str(result["name"]), result["values"]
        named = [row for row in values if "nobody" not in row]
        for row in named[:MOST_NAMED]:
            chance = Fraction(row["chance"])
            worse = percent(Fraction(row["or_worse"])) if "or_worse" in row else ""
            rows.append((f"{name}: {row['value']}", "", percent(chance), worse, bar(chance)))
        if not named and len(odds["tallies"]) + len(odds["results"]) == 1:
            rows.append((f"{name}: none", "", percent(Fraction(1)), "", bar(Fraction(1))))
        if len(named) > MOST_NAMED:
            rows.append((f"{name}: {len(named) - MOST_NAMED} more (--json lists them)", "", "", "", ""))
    if counted:
        return rows, 2, (1, 2, 3), ["bold"]
    if any(worse for *_, worse, _ in rows):
        graded = [("", "exactly", "or worse", ""), *((name, chance, *rest) for name, _, chance, *rest in rows)]
        return graded, 2, (1, 2), ["bold"]
    return [(name, chance, drawn) for name, _, chance, _, drawn in rows], 2, (1,), []


def _lumped(values: Sequence[Plain]) -> list[Plain]:
    """Return a distribution with at most MOST_VALUES rows.

    If there are too many values, the highest values share one row, and the lowest values share one row.
    """
    if len(values) <= MOST_VALUES:
        return [{**row, "words": str(row["value"])} for row in values]
    by_chance = sorted(range(len(values)), key=lambda index: -Fraction(values[index]["chance"]))
    middle = by_chance[0]
    low = max(0, min(middle - MOST_VALUES // 2, len(values) - MOST_VALUES))
    high = low + MOST_VALUES - 1
    shown = [{**row, "words": str(row["value"])} for row in values[low : high + 1]]
    if high < len(values) - 1:
        last = shown[-1]
        shown[-1] = {**last, "chance": last["or_more"], "words": f"{last['value']}+"}
    if low:
        chance = 1 - Fraction(shown[1]["or_more"])
        shown[0] = {**shown[0], "chance": str(chance), "or_more": "1", "words": f"up to {shown[0]['value']}"}
    return shown


def _likeliest(odds: Plain) -> str:
    """Return the likeliest whole outcome in words. Results that apply to no stand are left out."""
    outcome = odds["outcomes"][0]
    nobody = {one["name"] for one in odds["results"] if any("nobody" in row for row in one["values"])}
    lines = [(name, value) for name, value in outcome["tally"].items() if value != DASH or name not in nobody]
    parts = [f"{name} {value}" for name, value in lines]
    return f"{', '.join(parts)}: {percent(Fraction(outcome['chance']))}"


def _counting_lines(page: Page, pools: Sequence[Plain]) -> Lines:
    """Return the distributions of the first pools.

    Each distribution has a row of values, and two rows of chances below it.
    """
    lines: Lines = []
    for pool in pools:
        values, thrown = _lumped(pool["values"]), read_throw(pool)
        hits = str(pool["hit"]).replace("|", "").isdigit()
        after = f", {pool['after']}" if pool["after"] else ""
        average = decimal(Fraction(pool["average"]))
        lines += page.paragraph(f"{who(thrown)}, {dice_of(thrown)}, {thrown.reads}{after}: average {average}", hang=4)
        head = ("hits" if hits else "total", *(row["words"] for row in values))
        rows = [
            head,
            ("exactly", *(percent(Fraction(row["chance"])) for row in values)),
            ("or more", *(percent(Fraction(row["or_more"])) for row in values)),
        ]
        lines += page.columns(rows, right=range(1, len(values) + 1))
    return lines


def _pool_values(pool: Plain) -> str:
    merged: dict[str, Fraction] = {}
    for row in pool["values"]:
        words = value_words(read_throw({**pool, "value": row["value"]}))
        merged[words] = merged.get(words, Fraction(0)) + Fraction(row["chance"])
    return _listed(list(merged.items()))


def _listed(values: list[tuple[str, Fraction]]) -> str:
    shown = [f"{words} {percent(chance)}" for words, chance in values[:MOST_VALUES]]
    rest = sum((chance for _, chance in values[MOST_VALUES:]), Fraction(0))
    return " · ".join([*shown, *([f"others {percent(rest)}"] if rest else [])])


def explanation_lines(page: Page, explained: Sequence[tuple[Sequence[str], Sequence[JournalThrow]]]) -> Lines:
    """Return every possible throw of an act line by line, with the conditions for the throw.

    If a pool was shown before, only its name is shown. Throws that differ only in the number of dice of one line are
    shown once, with the largest number.
    """
    lines: Lines = []
    shown: list[JournalThrow] = []
    for after, pools in at_most(explained):
        if after:
            lines += page.paragraph("after: " + "; ".join(after), style="dim")
        for pool in pools:
            if pool in shown:
                lines += page.paragraph(f"{who(pool)}, {dice_of(pool)}: as above")
            else:
                lines += explained_lines(page, pool)
                shown.append(pool)
    return lines or page.paragraph("no dice are thrown")


def first_pools(explained: Sequence[Explained]) -> tuple[tuple[str, Pool], ...]:
    """Return the pools whose dice are thrown first, followed by the other pools that count hits. Each
    pool comes with its conditions in words, for example that the planes survive the anti-aircraft fire.
    """
    found: dict[str, tuple[str, Pool]] = {}
    for at, one in enumerate(explained):
        for pool in one.pools:
            if pool.dice and pool.key not in found and not pool.is_again and (not at or pool.reading.counts_hits):
                found[pool.key] = ("; ".join(one.after), pool)
    return tuple(found.values())

"""The luck of the dice: exact fractions from the journal, and the fractions as text."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt

from umpire.core.luck import Fallen, counted, luck, reading_of
from umpire.core.outcome import number_of
from umpire.game.act import Plain
from umpire.game.gamefile.journal import JournalEntry, JournalThrow
from umpire.show.odds import decimal, percent
from umpire.show.page import Lines, Page

_Key = tuple[str, str, str]
HOW = {"told": "typed", "rolled": "rolled"}
UNUSUAL = Fraction(1, 20)


def luck_plain(entries: Iterable[tuple[int, bool, JournalEntry]]) -> Plain:
    """Return the sums of all throws. Each side has a sum for each kind of throw. Typed dice, rolled dice and undone
    throws are summed separately. `entries` has each entry with its number, and whether it is undone. Throws of no side,
    and throws without better and worse results, are counted but not summed.
    """
    fallen: dict[bool, dict[_Key, list[Fallen]]] = {False: {}, True: {}}
    numbers: dict[int, None] = {}
    left_out = results = 0
    for number, undone, entry in entries:
        results += entry.given and not undone
        for throw in entry.thrown:
            one = _fallen(throw) if throw.source in HOW else None
            if one is None or not throw.side:
                left_out += 1
                continue
            fallen[undone].setdefault((throw.side, one.what, throw.source), []).append(one)
            if undone:
                numbers[number] = None
    return {
        "luck": _rows(fallen[False]),
        "undone": {"entries": list(numbers), "luck": _rows(fallen[True])},
        "not_counted": left_out,
        "results_told": results,
    }


def _fallen(throw: JournalThrow) -> Fallen | None:
    reading = reading_of(throw.reading)
    return None if reading is None else counted(reading, throw.dice, throw.sides, throw.faces, throw.value)


def _rows(fallen: dict[_Key, list[Fallen]]) -> list[Plain]:
    """Return the rows for each side and kind of throw: typed dice, rolled dice, and both together if there are both."""
    rows = []
    sides = list(dict.fromkeys(side for side, _, _ in fallen))
    kinds = dict.fromkeys((side, what) for side, what, _ in fallen)
    for side, what in sorted(kinds, key=lambda kind: sides.index(kind[0])):
        parts = [(how, fallen[side, what, how]) for how in HOW if (side, what, how) in fallen]
        if len(parts) > 1:
            parts.append(("all", [one for _, throws in parts for one in throws]))
        rows += [_row(side, what, how, throws) for how, throws in parts]
    return rows


def _row(side: str, what: str, how: str, throws: list[Fallen]) -> Plain:
    found = luck(throws)
    return {
        "side": side,
        "what": what,
        "source": how,
        "throws": found.throws,
        "dice": found.dice,
        "value": found.value,
        "expected": str(found.expected),
        "variance": str(found.variance),
        "at_least": str(found.at_least),
        "at_most": str(found.at_most),
    }


def luck_lines(page: Page, plain: Plain) -> Lines:
    """Return tables of the dice thrown and of the throws of undone entries. Unusual sums and the number of throws that
    were not counted follow in words.
    """
    lines: Lines = []
    if plain["luck"]:
        lines += page.paragraph("the dice thrown, and the average to expect", style="bold") + _table(
            page, plain["luck"]
        )
        odd = [words for row in plain["luck"] if (words := remarkable(row))]
        lines += [line for words in odd or ["nothing out of the ordinary"] for line in page.paragraph(words)]
    else:
        lines += page.paragraph("no dice are on record")
    undone = plain["undone"]
    if undone["luck"]:
        named = ", ".join(f"#{number}" for number in undone["entries"])
        lines += page.paragraph(f"throws of undone entries, not counted above: {named}", style="bold") + _table(
            page, undone["luck"]
        )
    if plain["not_counted"]:
        lines += page.paragraph(
            f"{number_of(plain['not_counted'], 'throw')} not counted:"
            " not thrown for a side, or all results are equally good",
            style="dim",
        )
    if plain["results_told"]:
        told = number_of(plain["results_told"], "result")
        lines += page.paragraph(f"{told} entered without dice: not counted", style="dim")
    return lines


def _table(page: Page, rows: list[Plain]) -> Lines:
    shown = [("side", "what", "how", "throws", "dice", "fell", "expected", "or more", "or less")]
    for row in rows:
        spread = sqrt(Fraction(row["variance"]))
        shown.append(
            (
                row["side"],
                row["what"],
                HOW.get(row["source"], "all"),
                str(row["throws"]),
                str(row["dice"]),
                str(row["value"]),
                f"{decimal(Fraction(row['expected']))} ±{spread:.1f}",
                percent(Fraction(row["at_least"])),
                percent(Fraction(row["at_most"])),
            )
        )
    return page.columns(shown, right=(3, 4, 5, 6, 7, 8), styles=["bold"])


def remarkable(row: Plain) -> str:
    """Return the words for an unusual sum; "" for any other sum. A sum is unusual if at most one evening in twenty has
    a sum as good or as bad.
    """
    who = f"{row['side']}, {row['what']} {HOW.get(row['source'], 'in all')}"
    for key, well in (("at_least", True), ("at_most", False)):
        chance = Fraction(row[key])
        if chance <= UNUSUAL:
            times = f"{round(1 / chance):,}" if chance.numerator * 10**6 > chance.denominator else "a million and more"
            word, good = ("lucky", "good") if well else ("unlucky", "bad")
            return f"{who}: {word}; a result as {good} as this comes once in {times} evenings"
    return ""

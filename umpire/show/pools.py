"""Pools and throws as text, from their form in the journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from umpire.core.outcome import number_of
from umpire.game.gamefile.journal import JournalLine, JournalThrow
from umpire.show.page import Lines, Page, Style, bracketed

_ON = {"need": "needs", "roll": "roll", "column": "column"}


def who(pool: JournalThrow) -> str:
    """Return the owner and purpose of the dice: `German fire`, `German: Tiger to hit T-34`."""
    side, label = pool.side, pool.label
    named = not side or label.lower().split()[:1] == [side.lower()] or label.lower().startswith(side.lower())
    return label if named else f"{side}: {label}"


def dice_of(pool: JournalThrow) -> str:
    """Return the number of dice in words: `6 dice`, `1 die`, `1 d20`, `no dice`."""
    count, sides = pool.dice, pool.sides
    if count == 0:
        return "no dice"
    if pool.up_to:
        return f"up to {count} {'dice' if sides == 6 else f'd{sides}'}"
    return number_of(count, "die", "dice") if sides == 6 else f"{count} d{sides}"


def headline(pool: JournalThrow) -> str:
    """Return one line: the owner of the dice, their number, the scoring faces, and the rule for the scoring faces."""
    return f"{who(pool)}, {dice_of(pool)}: {pool.reads}{bracketed(pool.rule)}"


SOURCES = {"told": "typed", "mixed": "typed and rolled"}
"""The words shown for the source of dice, if they differ from the words recorded."""

WHOLE, JOINED, SUMMED, THROWN, FALLEN, COUNTED = DETAIL = range(6)
"""The levels of detail, from most to least.

They show: everything; like lines joined; dice for each stand; the purpose and the dice; only the dice; the dice of many
like throws in one line.
"""
FEW = 3
"""The least number of throws for the same purpose that share a line."""


def pool_lines(page: Page, pool: JournalThrow, detail: int = WHOLE) -> Lines:
    """Return the headline and the lines that count, one for each stand. The sub-totals of stands add up to the number
    of dice.
    """
    lines = page.paragraph(headline(pool), style="bold")
    rows = dice_rows(pool)
    if detail >= SUMMED:
        return lines + page.paragraph(", ".join(f"{dice} {stand}" for dice, stand, _ in rows), 2) if rows[1:] else lines
    lines += page.columns(_alike(rows) if detail else rows, right=(0,))
    others = need_words(pool)
    return lines + (page.paragraph(others, indent=2) if others else [])


def _alike(rows: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Return the rows. Stands with the same dice for the same reasons share one row: `2x3 tank A, tank B`."""
    stands: dict[tuple[str, str], list[str]] = {}
    for dice, stand, items in rows:
        stands.setdefault((dice, items), []).append(stand)
    return [
        (dice if len(who) == 1 else f"{len(who)}x{dice}", ", ".join(who), items)
        for (dice, items), who in stands.items()
    ]


def dice_rows(pool: JournalThrow) -> list[tuple[str, str, str]]:
    """Return a row for each stand: its number of dice, its name and the reasons."""
    stands: dict[str, list[JournalLine]] = {}
    for line in pool.lines:
        if line.on == "dice" and _applied(line):
            stands.setdefault(line.of, []).append(line)
    return [(str(sum(line.amount for line in own)), stand, _items(own)) for stand, own in stands.items()]


def need_words(pool: JournalThrow) -> str:
    """Return the number needed, the modifier or the column shift, and the reasons; "" if there are none."""
    return "; ".join(filter(None, (_others(pool, on) for on in _ON)))


def _others(pool: JournalThrow, on: str) -> str:
    """Return the number needed, the modifier or the column shift: `needs 4: 3 base, +1 in cover (SCORE-04)`."""
    own = [line for line in pool.lines if line.on == on and _applied(line)]
    if not own:
        return ""
    total = sum(line.amount for line in own)
    head = f"{_ON[on]} {total:+d}" if on == "roll" else f"{_ON[on]} {total}"
    if len(own) == 1:
        return f"{head}{' ' if on == 'roll' else ': '}{own[0].words}{bracketed(own[0].rule)}"
    return f"{head}: {_items(own, signed=on == 'roll')}"


def _items(lines: Sequence[JournalLine], *, signed: bool = False) -> str:
    """Return amounts with their words and rules: `4 medium armour (3.1-06), -1 target dug in (3.7.2-04)`."""
    items: list[str] = []
    for line in lines:
        amount = f"{line.amount:+d}" if signed or items else line.amount
        items.append(f"{amount} {line.words}{bracketed(line.rule)}")
    return ", ".join(items)


def _applied(line: JournalLine) -> bool:
    return not line.why_not


def applied(pool: JournalThrow) -> JournalThrow:
    """Return the throw with only the lines that apply."""
    return pool._replace(lines=tuple(line for line in pool.lines if _applied(line)))


def explained_lines(page: Page, pool: JournalThrow) -> Lines:
    """Return the headline, and a row for every line. If a line does not apply, its row has the reason.

    The first row of each stand has the name and, if dice are counted, the sub-total of dice.
    """
    lines = page.paragraph(headline(pool), style="bold")
    counted_dice = {str(stand): total for total, stand, _ in dice_rows(pool)}
    unsure = {line.of for line in pool.lines if line.up_to}
    rows: list[tuple[str, str, str]] = []
    styles: list[Style] = []
    before = None
    for line in _by_stand(pool.lines):
        of, on, amount = line.of, line.on, f"{line.amount:+d}"
        if on in ("need", "column"):
            amount = f"{_ON[on]} {amount if rows else line.amount}"
        elif on == "roll":
            amount = f"roll {amount}"
        elif line.up_to:
            amount = f"up to {line.amount}"
        name = f"{of}: {'up to ' * (of in unsure)}{counted_dice[of]}" if of in counted_dice else of
        words = f"{line.words}{bracketed(line.rule)}"
        if not _applied(line):
            amount, words = f"({amount})", f"{words}: no, {line.why_not}"
        rows.append((name if of != before else "", amount, words))
        styles.append("" if _applied(line) else "dim")
        before = of
    return lines + page.columns(rows, right=(1,), styles=styles)


def at_most(
    throws: Iterable[tuple[Sequence[str], Sequence[JournalThrow]]],
) -> list[tuple[Sequence[str], list[JournalThrow]]]:
    """Return the throws.

    If some throws differ only in the number of dice of one line, return only the throw with the most dice.
    """
    found: dict[str, tuple[Sequence[str], list[JournalThrow]]] = {}
    for after, pools in throws:
        key = repr((list(after), [_but_for_dice(pool) for pool in pools]))
        before = found[key][1] if key in found else pools
        found[key] = after, [_more_of(one, other) for one, other in zip(before, pools, strict=True)]
    return list(found.values())


def _its_line(pool: JournalThrow) -> int | None:
    """Return the number of the line that gives a throw its dice: the first such line that applies."""
    return next((at for at, line in enumerate(pool.lines) if line.on == "dice" and _applied(line)), None)


def _but_for_dice(pool: JournalThrow) -> JournalThrow:
    at = _its_line(pool)
    lines = [line._replace(amount=0) if at == own else line for own, line in enumerate(pool.lines)]
    return pool._replace(dice=0, lines=tuple(lines))


def _more_of(one: JournalThrow, other: JournalThrow) -> JournalThrow:
    """Return the pool with more dice. The two pools differ only in their dice."""
    if one.dice == other.dice:
        return one
    more, at = max(one, other, key=lambda pool: pool.dice), _its_line(one)
    lines = [line._replace(up_to=True) if at == own else line for own, line in enumerate(more.lines)]
    return more._replace(up_to=True, lines=tuple(lines))


def _by_stand(lines: Sequence[JournalLine]) -> list[JournalLine]:
    order = {of: index for index, of in enumerate(dict.fromkeys(line.of for line in lines))}
    return sorted(lines, key=lambda line: order[line.of])


def throws_lines(page: Page, throws: Sequence[JournalThrow], names: Iterable[str], detail: int) -> Lines:
    """Return the throws in order. At the least detail, throws that differ only in these names share one line."""
    if detail < COUNTED:
        return [line for throw in throws for line in throw_lines(page, throw, detail)]
    known = sorted(names, key=len, reverse=True)
    lines: Lines = []
    for _, alike in groupby(throws, lambda throw: (_purpose(throw, known), throw.hit, throw.source)):
        those = list(alike)
        if len(those) < FEW:
            lines += throws_lines(page, those, (), FALLEN)
            continue
        fell = " / ".join(" ".join(map(str, throw.faces)) or value_words(throw) for throw in those)
        head, need = _purpose(those[0], known), _need(those[0])
        lines += page.paragraph(
            f"{head}, {len(those)} throws{need}: {fell} ({SOURCES.get(those[0].source, those[0].source)})"
        )
        lines += [line for throw in those for line in _then(page, throw)]
    return lines


def _purpose(throw: JournalThrow, names: Sequence[str]) -> str:
    """Return the owner and purpose of the dice, without the name of the stand."""
    said = who(throw)
    name = next((name for name in names if name in said), "")
    return " ".join(said.replace(name, "", 1).split()) if name else said


def _need(throw: JournalThrow) -> str:
    """Return the number needed, if it is simple, and the rule: `, 4+ (STAT-10)`."""
    code = throw.hit
    return f"{f', {code}' if code.endswith('+') else ''}{bracketed(throw.rule)}"


def throw_lines(page: Page, throw: JournalThrow, detail: int = WHOLE) -> Lines:
    """Return a pool and its dice."""
    if detail == THROWN:
        return page.paragraph(f"{headline(throw)}; {fallen(throw)}") + _then(page, throw)
    if detail >= FALLEN:
        return page.paragraph(f"{who(throw)}{_need(throw)}: {fallen(throw, lead='')}") + _then(page, throw)
    return pool_lines(page, throw, detail) + fallen_lines(page, throw)


def fallen_lines(page: Page, throw: JournalThrow, *, named: bool = False) -> Lines:
    """Return the dice of a pool: `thrown 1 3 3 4 5 6 (typed): 1 hit`.

    If `named` is true, the owner is added. A tie is shown after its dice.
    """
    who_threw = f"{who(throw)}: " if named else ""
    lines = page.paragraph(f"{who_threw}{fallen(throw)}", indent=2)
    if page.styled:
        at, faces = lines[0].find("thrown ") + len("thrown "), [str(face) for face in throw.faces]
        lines[0] = page.marked(lines[0], at, faces, scoring(throw))
    return lines + _then(page, throw)


def _then(page: Page, throw: JournalThrow) -> Lines:
    return [line for words in throw.then for line in page.paragraph(words)]


def fallen(throw: JournalThrow, *, lead: str = "thrown ") -> str:
    """Return the faces, typed or rolled, and their result."""
    if not throw.faces:
        return f"{'typed' if throw.thrown else 'no dice to throw'}: {value_words(throw)}"
    more, how, came = beside(throw)
    return f"{lead}{' '.join(map(str, throw.faces))}{more} ({how}): {came}"


def fallen_beside(throw: JournalThrow) -> str:
    """Return the words to print after the pictures of the faces of a throw: `(typed): 3 hits`."""
    if not throw.faces:
        return fallen(throw)
    _, how, came = beside(throw)
    return f"{_added(throw)} ({how}): {came}".lstrip(", ")


def blank_dice(throw: JournalThrow) -> tuple[int, int]:
    """Return two numbers for the dice whose faces were not typed: the scoring dice, and the other dice."""
    rest = throw.dice - len(throw.faces) if throw.thrown and not throw.up_to else 0
    hits = throw.hit.replace("|", "").isdigit() and not throw.faces and isinstance(throw.value, int)
    scored = min(int(throw.value), rest) if hits else 0
    if rest <= 0 or not (throw.faces or hits):
        return 0, 0
    return scored, rest - scored


def beside(throw: JournalThrow) -> tuple[str, str, str]:
    """Return three texts to show after the faces: the other dice and modifiers, the word "typed" or "rolled", and the
    result.
    """
    rest = throw.dice - len(throw.faces)
    more = f" and {number_of(rest, 'more that does', 'more that do')} not score" if rest > 0 else ""
    return more + _added(throw), SOURCES.get(throw.source, throw.source), value_words(throw)


def _added(throw: JournalThrow) -> str:
    """Return the modifier of the roll. If the roll must reach a number, also return the sum."""
    added = sum(line.amount for line in throw.lines if line.on == "roll" and _applied(line))
    if not added:
        return ""
    if _counted(throw):  # each die is compared with the need
        return f", {added:+d} to each"
    simple = throw.hit.endswith("+")
    return f" {added:+d}" + (f" = {sum(throw.faces) + added}" if simple else "")


def _counted(throw: JournalThrow) -> bool:
    """Return whether the throw counts dice that reach a number."""
    if "of" not in throw.reading:
        return throw.reading.get("kind") in ("Count", "CountAtMost")
    inner = throw.reading
    while "of" in inner:
        inner = inner["of"]
    first = throw.value[0] if isinstance(throw.value, list | tuple) else throw.value
    return "need" in inner and not isinstance(first, bool)


def scoring(throw: JournalThrow) -> set[int]:
    """Return the indexes of the scoring dice. Return an empty set if dice do not score singly or in pairs."""
    code, faces = throw.hit, [str(face) for face in throw.faces]
    if throw.value is True:
        return {*range(len(faces))}
    singles, _, pairs = code.partition("|")
    if not (singles + pairs).isdigit():
        return set()
    found = {at for at, face in enumerate(faces) if face in singles}
    for face in pairs[::2]:
        those = [at for at, one in enumerate(faces) if one == face]
        found |= {*those[: len(those) // 2 * 2]}
    return found


def _seen(reading: Mapping[str, Any]) -> list[str]:
    """Return the names of the results that a throw has in addition to its value."""
    if not reading:
        return []
    inner = reading.get("of", {})
    if "on" in reading:
        return [*_seen(inner), "again"]
    return [*(["by"] if "how" in reading else []), *(name for name, _ in reading.get("look", ())), *_seen(inner)]


def value_words(throw: JournalThrow) -> str:
    """Return the result of a throw, in words: `1 hit`, `succeeds`, `K`."""
    value, code = throw.value, throw.hit
    if isinstance(value, list | tuple):  # followed by the number of dice with certain faces
        first, *seen = value
        names = _seen(throw.reading)
        said = (f"{name.replace('_', ' ')} {many}" for name, many in zip(names, seen, strict=False))
        return ", ".join([value_words(throw._replace(value=first)), *said])
    if isinstance(value, bool):
        return "succeeds" if value else "fails"
    if isinstance(value, int) and code.replace("|", "").isdigit():  # a hit code such as 6|55
        return number_of(value, "hit")
    return "no effect" if value in ("-", "") else str(value)

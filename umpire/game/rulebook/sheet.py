"""The quick-reference sheet for players. Its parts are in the order of play; each part has lines of text and tables.

`[parts.NAME]` are the parts; `[[sheet]]` are the lines of text. In the text, a name in braces stands for a number.
`{shots}` is a number of [limits] or a word of the ruleset; `{orders.M.attackers}` is a value of any section;
`{organisation.period.0}` is an item of a list. `{command_range:hex}` adds the noun: `6 hexes`.
`{option.loss_cap_scope}` is the meaning of the current value of an option.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field
from itertools import groupby
from typing import Annotated, Any

from umpire.core.frozen import frozen
from umpire.core.mistakes import Mistake
from umpire.core.outcome import Listing, number_of
from umpire.game.rulebook.asked import FOE, Asked
from umpire.game.rulebook.modifiers import ModifierRow, Modifiers, in_force, meaning, values_of
from umpire.game.rulebook.rows import In, Options, Sections, Text, Words, rows_by
from umpire.game.says.condition import read_condition

_NEAR = re.compile(r"\{([\w.-]+)(?::([\w -]+))?\}")
_SENTENCE = re.compile(r"(?:^|(?<=[.] ))[a-z]")
_MANY = {"hex": "hexes", "die": "dice", "battery": "batteries"}
_ADDED = re.compile(r" \(.*\)$")
"""The words in brackets at the end of the meaning of a fact."""
_NEGATIVE = re.compile(r"(not|no|unless|without)\b")
_NOT = "not "
_BARRED = re.compile(r"not\s+(?!none$)([^\s<>=!]+)")
"""A condition that allows any word but one."""
_COLUMNS = ("", "", "rule")
_GOES_ON = re.compile(r"\(|(attacking|defending|in|on|at|against|with|from|that|up to)\b")
"""The beginning of words that have no comma before them."""
_TARGET = re.compile(r"\b(?:at|against)\b")
"""A word before an enemy. The first such word in a sentence has no comma before it."""
_AGAIN = re.compile(r"^(?:at|against) a target (?=(?:on|in|of)\b)")
"""The beginning of a further condition on an enemy that the sentence has named already."""
_CLAUSE = re.compile(r"that\b")
"""The beginning of a clause that has a comma after it."""
_ATTACKS = "attacking"
_AGAINST = re.compile(r"^against ")
"""The word before an enemy, left out after `attacking`."""
DIFFERS = "\u00a0≠"
"""The sign after the rule of a line, if the line is different in a sister game."""


@frozen
class SheetPart:
    """A part of the sheet. `words` is its heading; `tables` are the tables that are printed below its lines.

    Parts with the same `place` are printed together, on sides of paper of their own. Parts with the place "" are the
    sequence of play, which comes first. If `begins` is true, the part begins a side of paper and is printed whole on
    that side.
    """

    words: Words
    tables: tuple[Words, ...] = ()
    place: Words = ""
    begins: bool = False


@frozen
class SheetLine:
    """A line of the sheet, made of whole sentences. `covers` are the clauses of the line; the first clause is shown.
    The line is shown if the options have the values in `option`, and if the battle has a stand of one of the kinds in
    `of`. If `of` is empty, the kinds do not matter. If `differs` is true, the line gets a mark, because a sister game
    has another rule here.
    """

    id: Words
    part: Annotated[str, In("parts")]
    words: Text
    covers: tuple[str, ...]
    lead: Words = ""
    differs: bool = False
    option: Annotated[Mapping[str, Any], Options()] = field(default_factory=dict)
    of: tuple[Annotated[str, In("core", "support", also=("air", "water"))], ...] = ()


SECTIONS: Sections = {"parts": Mapping[str, SheetPart], "sheet": rows_by(SheetLine, "id")}
"""The sections of a table that describe its sheet."""


def declared(sections: Sections) -> Sections:
    """Return the sections that a table may have: the sections of its family and of its sheet."""
    return {**SECTIONS, **sections}


@frozen
class SheetPlan:
    """The parts and lines of the sheet in a table.

    `kinds` are the kinds of stands in this battle; None if there is no battle.
    """

    rows: Mapping[str, Any]
    kinds: Set[str] | None = None

    def listings(self, tables: Mapping[str, Listing | Sequence[Listing]]) -> tuple[Listing, ...]:
        """Return the whole sheet: the lines of each part, then its tables. `tables` maps the name of a table to one
        listing or several.

        A table without rows is left out. If all tables of a part are left out, its lines are left out too.
        """
        found: list[Listing] = []
        for lines, own in self._parts(tables):
            shown = [listing for listing in own if listing.rows or listing.notes]
            found += [lines] if lines.rows and (shown or not own) else []
            found += shown
        return tuple(found)

    def _parts(self, tables: Mapping[str, Listing | Sequence[Listing]]) -> Iterator[tuple[Listing, list[Listing]]]:
        lines = [SheetLine(**row) for row in self.rows.get("sheet", ())]
        for name, row in self.rows.get("parts", {}).items():
            shown = [line for line in lines if line.part == name and self._stands(line)]
            rows = tuple(
                (self.filled(line, line.lead), self.filled(line, line.words), line.covers[0] + DIFFERS * line.differs)
                for line in shown
            )
            own: list[Listing] = []
            for table in row.get("tables", ()):
                found = tables[table]
                own += [found] if isinstance(found, Listing) else found
            yield (
                Listing(
                    row["words"],
                    _COLUMNS,
                    rows,
                    prose=True,
                    place=row.get("place", ""),
                    begins=row.get("begins", False),
                ),
                own,
            )

    def said(self, id: str) -> str:
        """Return a line as a complete sentence, with its rule; "" for an unknown line."""
        line = next((SheetLine(**row) for row in self.rows.get("sheet", ()) if row["id"] == id), None)
        if line is None:
            return ""
        return f"{self.filled(line, line.words)} ({line.covers[0]})"

    def _stands(self, line: SheetLine) -> bool:
        here = self.kinds is None or not line.of or not self.kinds.isdisjoint(line.of)
        return here and in_force(line.option, self.rows["options"])

    def filled(self, line: SheetLine, words: str) -> str:
        """Return the words of a line with the current numbers. Raises Mistake for a name that does not exist."""
        text = _NEAR.sub(lambda found: self._near(line, found[1], found[2] or ""), words)
        return _SENTENCE.sub(lambda found: found[0].upper(), text)

    def _near(self, line: SheetLine, name: str, noun: str) -> str:
        kind, _, option = name.partition(".")
        if kind == "option" and option in self.rows["options"]:
            return meaning(self.rows, option, self.rows["options"][option])
        places = [name] if "." in name else [f"limits.{name}", f"words.{name}"]
        found = next((value for value in map(self._at, places) if value is not None), None)
        if isinstance(found, bool) or not isinstance(found, int | str):
            raise Mistake(
                f"sheet {line.id}: no number is called {{{name}}}",
                "use a name from [limits], or SECTION.ROW.KEY for another number",
            )
        return number_of(found, noun, _MANY.get(noun, "")) if noun and isinstance(found, int) else str(found)

    def _at(self, place: str) -> Any:
        value: Any = self.rows
        for key in place.split("."):
            if isinstance(value, list) and key.isdigit() and int(key) < len(value):
                value = value[int(key)]
            else:
                value = value.get(key) if isinstance(value, Mapping) else None
        return value


def otherwise(rows: Mapping[str, Any]) -> Listing:
    """Return the options of a table whose values differ from the book."""
    there = ((name, value) for name, value in rows["options"].items() if value != values_of(rows, name)[0])
    lines = tuple((name.replace("_", " "), meaning(rows, name, value)) for name, value in there)
    return Listing("Played differently from the book", ("", ""), lines)


def modifier_rows(
    modifiers: Modifiers, at: str = "", names: Mapping[str, str] | None = None
) -> Iterator[tuple[ModifierRow, str]]:
    """Yield pairs: a row of a list, and the conditions of the row in the words of `[fact.NAME]`.

    `names` maps each name that may be a value of a fact, such as a kind of stand, to its printed words.
    """
    for row in modifiers.rows.get(at, ()):
        unsaid = [name for name in row.when if not {name, name.removeprefix(FOE)} & {*row.in_words}]
        yield row, _sentence(said_of(name, modifiers.fields[name], row.when[name], names or {}) for name in unsaid)


def _sentence(pieces: Iterable[str]) -> str:
    """Return conditions as words: `a core stand (tank) against soft troops in the open, unless the enemy is on D`."""
    found, last, named = "", "", False
    for piece in _with_one_not(pieces):
        new = _CLAUSE.match(last) or (named and _TARGET.match(piece))
        piece = _AGAIN.sub("if the target is ", piece) if named else piece
        named = named or bool(_TARGET.search(piece))
        found += (" " if _GOES_ON.match(piece) and not new else ", ") * bool(found)
        found += _AGAINST.sub("", piece) if last == _ATTACKS and not new else piece
        last = piece
    return found


def _with_one_not(pieces: Iterable[str]) -> Iterator[str]:
    """Yield conditions. Consecutive conditions with "not" become one: `not in cover, not in water, and not on a
    hill`.
    """
    for barred, run in groupby(pieces, lambda piece: piece.startswith(_NOT)):
        if not barred:
            yield from run
            continue
        *others, last = (piece.removeprefix(_NOT) for piece in run)
        sign = ", and not " if len(others) > 1 else " and not "
        yield _NOT + sign.join([*filter(None, [", not ".join(others)]), last])


def house_rows(modifiers: Modifiers, names: Mapping[str, str] | None = None, **called: str) -> Listing:
    """Return a listing of the house rules that refuse an act or change the value of a throw. The books have no rules of
    this kind.
    """
    rows = []
    for by, kind in ((modifiers.refuse, "not allowed"), (modifiers.instead, "")):
        for row in (row for listed in by.values() for row in listed):
            said = (said_of(name, modifiers.fields[name], row.when[name], names or {}) for name in row.when)
            rows.append((kind or row.shown, f"{called.get(row.at, row.at)}: {row.words}", _sentence(said), row.rule))
    return Listing("House rules: refusals and changed values", ("", "", "when", "rule"), tuple(rows))


def said_of(name: str, asked: Asked, wanted: Any, names: Mapping[str, str]) -> str:
    """Return the condition of a row on a fact, in words. If the table has no words for the condition, the words are
    made from the meaning of the fact.

    `names` maps each name that may be a value of the fact to its printed words.
    """
    means = _ADDED.sub("", asked.words) or asked.words
    condition = read_condition(name, wanted, any_word=True)
    if span := condition.span:
        bounds = {"min": f"{means}: {{value}} or more", "max": f"{means}: {{value}} at most"}
        lines = [(asked.says.get(how) or bounds[how], each) for how, each in zip(bounds, span, strict=True)]
        signs = {test.sign for test in condition.any[0]}
        for place, (sign, how, by) in enumerate(((">", "above", -1), ("<", "below", 1))):
            if sign in signs and how in asked.says:  # such a fact need not be a whole number
                lines[place] = asked.says[how], (span[place] or 0) + by
        return ", ".join(words.replace("{value}", str(each)) for words, each in lines if each is not None)
    barred = _BARRED.fullmatch(wanted) if asked.values and isinstance(wanted, str) else None
    if barred and (around := asked.says.get("is", "") or asked.says.get(barred[1], "")):
        shown = around.replace("{value}", asked.says.get(barred[1]) or names.get(barred[1], barred[1]))
        itself = "itself " if shown.startswith("in ") and not asked.told and not name.startswith(FOE) else ""
        return f"(not {shown[1:]}" if shown[:1] == "(" else f"{itself}not {shown}"
    if not condition.one_of:
        return f"{means}: {' or '.join(map(str, wanted if isinstance(wanted, list) else [wanted]))}"
    if isinstance(wanted, bool):
        yes = asked.says.get("yes", "")
        no = f"not {yes}" if yes and not _NEGATIVE.match(yes) else f"not if {means}"
        return yes or means if wanted else asked.says.get("no") or no
    wanted = list(map(str, wanted if isinstance(wanted, list) else [wanted]))
    others = [value for value in asked.values if value not in wanted]
    if len(wanted) > 1 and len(others) == 1 and asked.says.get("not"):
        return asked.says["not"].replace("{value}", asked.says.get(others[0], others[0]))
    words = [asked.says.get(value) or names.get(value, value) for value in wanted]
    usual = f"{means}: {{value}}"
    if asked.hidden or all(asked.says.get(value) for value in wanted):
        usual = "{value}"  # a description of a stand, or words that are complete alone
    elif asked.kind == "number" and not asked.told:
        usual = f"{name.replace('_', ' ')} {{value}}"
    joined = f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]
    return (asked.says.get("is") or usual).replace("{value}", joined)

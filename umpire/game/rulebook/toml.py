"""TOML as people write it: parsed safely, and what is wrong with it in our words, each with its line and key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from itertools import accumulate
from typing import Any, NamedTuple

from umpire.core.mistakes import FileMistake, Mistake, each_of, together
from umpire.game.forms import Path, shown
from umpire.game.rulebook.places import Places, Statement, statements

_QUOTED = re.compile(r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*', re.DOTALL)
_MANY = 20_000
_ENDLESS = re.compile(r"(?:[A-Za-z0-9_\"-]+[ \t]*\.[ \t]*){20}")
_DEEP = 100
"""So many lists and tables may stand in one another: with thousands a parser takes minutes."""
_MOST = 20
"""So many lines that are no TOML are told of one file."""


class Read(NamedTuple):
    """What a text says, what is no TOML in it, and the keys of the statements that are left out for it."""

    doc: dict[str, Any]
    amiss: tuple[Mistake, ...] = ()
    left_out: tuple[Path, ...] = ()


def parse_toml(text: str) -> dict[str, Any]:
    """The TOML parsed. Raises FileMistake for all that is none, each with its line and key."""
    read = read_toml_text(text)
    if read.amiss:
        raise together(read.amiss)
    return read.doc


def read_toml_text(text: str) -> Read:
    """The TOML parsed; a statement that is none is told and left out. Raises FileMistake for what no game needs."""
    # A key of thousands of parts would take gigabytes. A quoted part stands for itself, other strings for nothing.
    bare = _QUOTED.sub(lambda quoted: '"' if quoted[0][0] in "\"'" else "", text)
    if _ENDLESS.search(bare):
        raise FileMistake("a key has more than 20 parts", "write tables within tables as [sections]")
    if sum(map(bare.count, ".[{")) > _MANY:
        raise FileMistake(f"more than {_MANY:,} tables, lists and parts of keys", "no game needs so many")
    if max(accumulate(1 if each in "[{" else -1 for each in re.findall(r"[\[\]{}]", bare)), default=0) > _DEEP:
        raise FileMistake("nested too deep", "no game needs so many lists in lists")
    amiss: list[Mistake] = []
    left_out: list[Path] = []
    while len(amiss) < _MOST:
        try:
            doc = {key: value for key, value in tomllib.loads(text).items() if not key.startswith(_LOST)}
            return Read(doc, tuple(amiss), tuple(left_out))
        except RecursionError:
            return Read({}, (*amiss, Mistake("nested too deep", "no game needs so many lists in lists")))
        except ValueError as wrong:  # mostly a TOMLDecodeError; also a number beyond all bounds
            words = " ".join(str(wrong).split())
        bad = _at_fault(text, words)
        if bad is None:
            said, hint = _reworded(words)
            return Read({}, (*amiss, Mistake(said, hint)))
        said, hint = _reworded(re.sub(r" \(at [^()]*\)$", "", words))
        amiss.append(Mistake(f"line {bad.first}: {shown(bad.path) + ': ' if bad.path else ''}{said}", hint))
        left_out.append(bad.path)
        if bad.endless:
            break
        text = _without(text, bad, words, len(amiss))
    return Read({}, tuple(amiss), tuple(left_out))


_REWORDED = (
    (
        r"Cannot overwrite a value|Duplicate inline table key (?P<k>'[^']*')",
        "a key stands there twice",
        "keep one of the two",
    ),
    (
        r"Cannot (declare|redefine|mutate)[a-z ]* \((?P<k>.*?),?\)( twice)?",
        "the table {k} stands there twice",
        "keep one [heading]",
    ),
    (r"Expected '=' after a key in a key/value pair", "no = after the key", "write key = value"),
    (
        r"Expected newline or end of document after a statement",
        "more than one value in the line",
        "a text is in quotes, one at each end; a number has no 0 before it",
    ),
    (r"Invalid value", "no value that can be read", "a text is in quotes, a number bare, a list in [ ]"),
    (
        r"Invalid (initial character for a key part|statement)",
        "no key",
        "mend the TOML there: a line is key = value, a [heading] or a # comment",
    ),
    (r"Expected '\]+' at the end of an? \w+ declaration", "the [heading] is not closed", "write [stands.t1]"),
    (
        r"Unclosed array|Unclosed inline table",
        "a list or table is not closed",
        "close it with ] or }, a comma between two values",
    ),
    (
        r"Unterminated string|Expected [\"']{3,}|(Illegal|Found invalid) character '\\n'",
        "the text is not closed",
        "put a quote at its end",
    ),
    (r"Unescaped '\\+' in a string", "a backslash in a text", "write it twice, or the text in single quotes"),
)
"""What the parser of Python says, what is said of it, and what to do."""


def _reworded(words: str) -> tuple[str, str]:
    """What is wrong with a TOML file, in words of whoever writes it; the place stays."""
    for theirs, ours, hint in _REWORDED:
        if found := re.match(theirs, words):
            key = (found.groupdict().get("k") or "").replace("'", "").replace(", ", ".")
            return ours.format(k=f"[{key}]") + words[found.end() :], hint
    return words, "mend the TOML at that place"


def _at_fault(text: str, words: str) -> Statement | None:
    """The statement that the parser means by its words; None where it says no place."""
    place = re.search(r"\(at (?:line (\d+), column (\d+)|end of document)\)$", words)
    there = list(statements(text))
    if not place or not there:
        return None
    if not_closed := re.match(r"Unterminated|Expected [\"']{3}|Illegal|Found invalid|Unclosed", words):
        opened = next((each for each in there if each.open), None)
        if opened is not None and (place[1] is None or opened.first <= int(place[1])):
            return opened
    if place[1] is None:
        return there[-1]
    line = int(place[1])
    before = [each for each in there if each.first <= line - (bool(not_closed) and int(place[2]) == 1)]
    held = before[-1] if before else there[0]
    return held if held.first <= line <= held.last or not_closed else Statement((), line, line)


_LOST = "--lost-"
"""What a table is called while the text is read whose heading stands there already."""


def _without(text: str, bad: Statement, words: str, number: int) -> str:
    """The text without a statement; a heading is mended, or gets a name of its own so that its keys go astray."""
    lines, instead = text.split("\n"), ""
    if bad.heading and bad.path and words.startswith("Expected"):
        keys = ".".join(f'"{key}"' for key in bad.path if isinstance(key, str))
        instead = f"[[{keys}]]" if isinstance(bad.path[-1], int) else f"[{keys}]"
    elif bad.heading:
        instead = f"[{_LOST}{number}]"
    lines[bad.first - 1 : bad.last] = [instead] + [""] * (bad.last - bad.first)
    return "\n".join(lines)


def of_file(
    origin: str, wrong: Mistake, text: str | None = None, numbered: Mapping[str, str] | None = None
) -> FileMistake:
    """What is wrong as a mistake of a file, the others too; with its text, each with its line and in their order.

    `numbered` are the items of lists that mistakes name by what tells them apart: `modifier.mg` is `modifier item 3`.
    """
    each = each_of(wrong)
    if text is not None:
        places = Places(text)
        each = [_placed(one, places, numbered or {}) for one in each]
        # What is missing comes last: mostly it is what stands there misspelt.
        each.sort(key=lambda one: (": missing, " in one.what, _line_of(one)))
    return together(Mistake(f"{origin}{'' if _line_of(one) else ':'} {one.what}", one.hint) for one in each)


def _placed(wrong: Mistake, places: Places, numbered: Mapping[str, str]) -> Mistake:
    """A mistake that begins with its line, where it begins with a key."""
    key, _, words = wrong.what.partition(": ")
    named = bool(words) and (_A_KEY.fullmatch(key) or (" " in key and places.knows(key)))
    if _line_of(wrong) or not named:
        return wrong
    item = max((each for each in numbered if f"{key}.".startswith(f"{each}.")), key=len, default="")
    line = places.line(numbered[item] + key[len(item) :] if item else key)
    return Mistake(f"line {line}: {_ROW.sub('', key)}: {words}", wrong.hint)


def _line_of(wrong: Mistake) -> int:
    found = re.match(r"line (\d+): ", wrong.what)
    return int(found[1]) if found else 0


_ROW = re.compile(r" line \d+$")
_A_KEY = re.compile(r"\S+( item \d+\S*)*( line \d+)?")
"""What stands before the words of a mistake: a key, as `shown` has it."""

"""The reader of TOML that people write. Errors are in the program's own words, each with its line and key.

Because tomllib gives no line numbers, this module also finds the statements of a text and their lines. The text need
not be valid TOML.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any, NamedTuple

from umpire.core.mistakes import FileMistake, Mistake, each_of, together
from umpire.game.forms import Path, shown


class Statement(NamedTuple):
    """A heading, or a key with its value. The statement has its path, its first line and its last line. `open` means
    that a text, a list or a block in the statement is not closed.

    For a list or a table in braces, `within` has the path and the line of each item or key inside. `block` is the line
    of the first row of a block of text. `value` is the last text or number after the key, as it is written.
    """

    path: Path
    first: int
    last: int
    heading: bool = False
    open: bool = False
    endless: bool = False
    within: tuple[tuple[Path, int], ...] = ()
    block: int = 0
    value: str = ""


_KEY = r"(?:[A-Za-z0-9_-]+|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*')"
_KEYS = rf"{_KEY}(?:[ \t]*\.[ \t]*{_KEY})*"
_HEADING = re.compile(rf"[ \t]*(\[\[?)[ \t]*({_KEYS})?[^\n]*")
_PAIR = re.compile(rf"[ \t]*({_KEYS})?[ \t]*=?")
_BEGINS = re.compile(rf"\n[ \t]*(?:\[\[?[ \t]*[A-Za-z_][^\n,=]*\]|{_KEYS}[ \t]*=)")
"""The beginning of the next statement. A list that was never closed ends there."""
_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"""|\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[ \t\r]+|'
    r"[^\s\"'#\[\]{},=]+|.",
    re.DOTALL,
)


def statements(text: str) -> Iterator[Statement]:
    """Yield the statements of a text in order. The statements need not be valid TOML."""
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    heading: Path = ()
    lists: dict[Path, int] = {}
    at = 0
    while at < len(text):
        line = bisect_right(starts, at)
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        written = text[at:end].strip()
        if not written or written.startswith("#"):
            at = end + 1
        elif written.startswith("["):
            found = _HEADING.match(text, at)
            keys = _split(found[2] or "") if found else ()
            if found and found[1] == "[[":
                whole = _counted(keys[:-1], lists) + keys[-1:]
                lists[whole] = lists.get(whole, -1) + 1
            heading = _counted(keys, lists)
            yield Statement(heading, line, line, heading=True)
            at = end + 1
        else:
            found = _PAIR.match(text, at)
            keys = _split(found[1] or "") if found else ()
            at, read = _value(text, found.end() if found else at, starts)
            yield read._replace(path=(*heading, *keys) if keys else (), first=line)


def _counted(keys: Path, lists: dict[Path, int]) -> Path:
    """Return the keys of a heading. If a key names a list of tables, the number of the last item of the list is put
    after the key.
    """
    whole: Path = ()
    for key in keys:
        whole += (key,)
        whole += (lists[whole],) if whole in lists else ()
    return whole


def _split(keys: str) -> Path:
    return tuple(part.strip("\"'") for part in re.findall(_KEY, keys))


def _value(text: str, at: int, starts: list[int]) -> tuple[int, Statement]:
    """Return the position after the value that begins at `at`, and the value as a statement."""
    depth, lost, block, value = 0, False, 0, ""
    within = _Within()
    while at < len(text):
        token = _TOKEN.match(text, at)
        word = token[0] if token else text[at]
        if word == "\n" and (depth <= 0 or _BEGINS.match(text, at)):
            break
        if word in ('"""', "'''"):  # to the end of the text
            last = bisect_right(starts, len(text))
            return len(text), Statement((), 0, last, open=True, endless=True)
        if word.strip() and word[0] != "#":
            within.read(word, at, starts)
        depth += (word in ("[", "{")) - (word in ("]", "}"))
        if word in "\"'":
            lost = True
            end = text.find("\n", at)
            at = (len(text) if end < 0 else end) - 1
        elif word.strip() and word[0] not in "#,=[]{}":
            value = word
        if len(word) > 5 and word[:3] in ('"""', "'''"):
            block = bisect_right(starts, at) + (text[at + 3 : at + 4] == "\n")
        at += len(word) if word not in "\"'" else 1
    last = bisect_right(starts, min(at, len(text) - 1))
    return at + 1, Statement((), 0, last, open=depth > 0 or lost, within=tuple(within.found), block=block, value=value)


class _Within:
    """The reader of the inside of a value. It finds the line of each item of a list, and of each key of a table in
    braces.
    """

    def __init__(self) -> None:
        self.found: list[tuple[Path, int]] = []
        self.path: list[Path] = []  # of each list or table that is open: the item, or the key, it is at
        self.lists: list[bool] = []
        self.fresh = False

    def read(self, word: str, at: int, starts: list[int]) -> None:
        """Read the next word, which begins at `at`."""
        if word in ("]", "}"):
            del self.path[-1:], self.lists[-1:]
            self.fresh = False
        elif word == "," and self.lists:
            self.path[-1] = (int(self.path[-1][0]) + 1,) if self.lists[-1] else ()
            self.fresh = self.lists[-1]
        elif self.fresh or (self.lists and not self.lists[-1] and not self.path[-1] and word not in ("[", "{", "=")):
            if not self.lists[-1]:
                self.path[-1] = _split(word)
            self.found.append((tuple(part for parts in self.path for part in parts), bisect_right(starts, at)))
            self.fresh = False
        if word in ("[", "{"):
            self.path.append((0,) if word == "[" else ())
            self.lists.append(word == "[")
            self.fresh = word == "["


class Places:
    """The line of each key in a text. The text is scanned when a line is first asked for."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines: dict[str, int] = {}
        self._blocks: dict[str, int] = {}
        self._ids: dict[str, str] = {}

    def knows(self, key: str) -> bool:
        """Return whether the text has the first part of this key: a section, or an item of a list."""
        return self._spelled(key.partition(".")[0]) in self._lines

    def line(self, key: str) -> int:
        """Return the line of a key. The key has the form of `forms.shown`. If the text does not have the key, return
        the line of the nearest heading above it, or 1.

        `map.rows line 3` is the third row of the block of text. `formation k.hexes` is a key of the item with the id k.
        A stand of a formation (`stands.k1`) is on the line of the formation.
        """
        whole, _, row = self._spelled(key).partition(" line ")
        if row.isdigit() and whole in self._blocks:
            return self._blocks[whole] + int(row) - 1
        section, _, id = whole.partition(".")
        id, dot, key = id.partition(".")
        if id and f"{section}.{id}" not in self._lines:
            longest = max((each for each in self._ids if id.startswith(each)), key=len, default="")
            whole = self._ids.get(longest, whole) + (f"{dot}{key}" if longest == id else "")
        while whole and whole not in self._lines:
            whole = _LAST.sub("", whole)
        return self._lines.get(whole, 1)

    def _spelled(self, key: str) -> str:
        """Return the key with the id of an item replaced by its number."""
        if not self._lines:
            self._scan()
        section, _, id = key.partition(" ")
        id, dot, inner = id.partition(".")
        item = self._ids.get(id, "") if not id.startswith("item ") else ""
        return f"{item}{dot}{inner}" if item.startswith(f"{section} item ") else key

    def _scan(self) -> None:
        self._lines[""] = 1
        for each in statements(self._text):
            for depth in range(1, len(each.path) + 1):
                self._lines.setdefault(shown(each.path[:depth]), each.first)
            for path, line in each.within:
                self._lines.setdefault(shown((*each.path, *path)), line)
            if each.block:
                self._blocks[shown(each.path)] = each.block
            if len(each.path) == 3 and each.path[-1] == "id" and isinstance(each.path[1], int):
                self._ids[each.value.strip("\"'")] = shown(each.path[:2])
            elif len(each.path) > 1 and isinstance(each.path[1], str):
                self._ids.setdefault(each.path[1], shown(each.path[:2]))


_LAST = re.compile(r"( item \d+|\.?\"(\\.|[^\"])*\"|\.?[^.\" ]*|.)$")
"""The last part of a key."""


_QUOTED = re.compile(r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*', re.DOTALL)
_MANY = 20_000
_ENDLESS = re.compile(r"(?:[A-Za-z0-9_\"-]+[ \t]*\.[ \t]*){20}")
_DEEP = 100
"""The most lists and tables within one another. With thousands of them, a parser would take minutes."""
_MOST = 20
"""The most lines with TOML errors that are reported for one file."""


class Read(NamedTuple):
    """The contents of a text, its TOML errors, and the keys of the statements that were left out because of errors."""

    doc: dict[str, Any]
    amiss: tuple[Mistake, ...] = ()
    left_out: tuple[Path, ...] = ()


def parse_toml(text: str) -> dict[str, Any]:
    """Return the parsed TOML. Raises FileMistake, which has all errors with their lines and keys."""
    read = read_toml_text(text)
    if read.amiss:
        raise together(read.amiss)
    return read.doc


def read_toml_text(text: str) -> Read:
    """Return the parsed TOML and its errors. A bad statement is left out. Raises FileMistake for TOML that no game
    needs, such as more than 100 lists within one another.
    """
    # A key of thousands of parts would take gigabytes. A quoted part stands for itself, other strings for nothing.
    bare = _QUOTED.sub(lambda quoted: '"' if quoted[0][0] in "\"'" else "", text)
    if _ENDLESS.search(bare):
        raise FileMistake("a key has more than 20 parts", "write tables within tables as [sections]")
    if sum(map(bare.count, ".[{")) > _MANY:
        raise FileMistake(
            f"more than {_MANY:,} tables, lists and parts of keys", "a game needs far fewer tables, lists and keys"
        )
    if max(accumulate(1 if each in "[{" else -1 for each in re.findall(r"[\[\]{}]", bare)), default=0) > _DEEP:
        raise FileMistake("nested too deep", "no game needs lists nested so deep")
    amiss: list[Mistake] = []
    left_out: list[Path] = []
    while len(amiss) < _MOST:
        try:
            doc = {key: value for key, value in tomllib.loads(text).items() if not key.startswith(_LOST)}
            return Read(doc, tuple(amiss), tuple(left_out))
        except RecursionError:
            return Read({}, (*amiss, Mistake("nested too deep", "no game needs lists nested so deep")))
        except ValueError as wrong:  # mostly a TOMLDecodeError; also a number beyond all bounds
            words = " ".join(str(wrong).split())
        if not amiss and (lines := _over_lines(text)):
            said, hint = "a table in braces goes on in the next line", "write { ... } in one line, or a list in [ ]"
            return Read({}, tuple(_at_line(line, said, hint) for line in lines[:_MOST]))
        bad = _at_fault(text, words)
        if bad is None:
            said, hint = _reworded(words)
            return Read({}, (*amiss, Mistake(said, hint)))
        said, hint = _reworded(re.sub(r" \(at [^()]*\)$", "", words))
        hint = _clue(text.split("\n")[bad.first - 1]) or hint
        amiss.append(_at_line(bad.first, f"{shown(bad.path) + ': ' if bad.path else ''}{said}", hint))
        left_out.append(bad.path)
        if bad.endless:
            break
        text = _without(text, bad, words, len(amiss))
    return Read({}, tuple(amiss), tuple(left_out))


_REWORDED = (
    (
        r"Cannot overwrite a value|Duplicate inline table key (?P<k>'[^']*')",
        "the key appears twice",
        "keep one of the two",
    ),
    (
        r"Cannot (declare|redefine|mutate)[a-z ]* \((?P<k>.*?),?\)( twice)?",
        "the table {k} appears twice",
        "keep one [heading]; in a list of entries each heading has two brackets: [[ ]]",
    ),
    (r"Expected '=' after a key in a key/value pair", "there is no = after the key", "write key = value"),
    (
        r"Expected newline or end of document after a statement",
        "more than one value in the line",
        "write one value: a text in quotes, or a number that does not begin with 0",
    ),
    (r"Invalid value", "not a value", "write a text in quotes, a number without quotes, a list in [ ]"),
    (
        r"Invalid (initial character for a key part|statement)",
        "there is no key here",
        "write key = value, a [heading] or a # comment",
    ),
    (r"Expected '\]+' at the end of an? \w+ declaration", "the [heading] is not closed", "write [stands.t1]"),
    (
        r"Unclosed array|Unclosed inline table",
        "a list or table is not closed",
        "close it with ] or }, and put a comma between two values",
    ),
    (
        r"Unterminated string|Expected [\"']{3,}|(Illegal|Found invalid) character '\\n'",
        "the text is not closed",
        "put a quote at the end of the text",
    ),
    (
        r"Unescaped '\\+' in a string",
        "a backslash in a text",
        "write the backslash twice, or put the text in single quotes",
    ),
)
"""Each row has the words of Python's parser, our words in their place, and a hint."""


_HEADED = re.compile(r"[ \t]*\[\[?[ \t]*[A-Za-z_][^\n,=]*\]")


def _over_lines(text: str) -> list[int]:
    """Return the number of each line on which a table in braces begins, if this table continues on the next line. A
    table that is not closed before the next heading is left out.
    """
    opened: list[tuple[str, int]] = []
    begun, found, line = set[int](), list[int](), 1
    for token in _TOKEN.finditer(text):
        word = token[0]
        if word == "\n" and opened and _HEADED.match(text, token.end()):
            opened, begun = [], set()
        elif word == "\n" and opened and opened[-1][0] == "{":
            begun.add(opened[-1][1])
        elif word in ("[", "{"):
            opened.append((word, line))
        elif word in ("]", "}") and opened:
            opened.pop()
            if not opened:
                found += sorted(begun)
                begun = set()
        line += word.count("\n")
    return found


def _reworded(words: str) -> tuple[str, str]:
    """Return a TOML error in words for the author of the file, and a hint. The words keep the place of the error."""
    for theirs, ours, hint in _REWORDED:
        if found := re.match(theirs, words):
            key = (found.groupdict().get("k") or "").replace("'", "").replace(", ", ".")
            return ours.format(k=f"[{key}]") + words[found.end() :], hint
    return words, "correct the TOML at that place"


def _clue(line: str) -> str:
    """Return a hint with the text to write; "" if the line does not show what was meant."""
    if re.search("[\u201c\u201d\u201e\u2018\u2019]", line):
        return 'type straight quotes: "'
    number = re.fullmatch(r"[^=]*=\s*(0\d+)\s*(#.*)?", line)
    return f'for example: "{number[1]}", in quotes' if number else ""


def _at_fault(text: str, words: str) -> Statement | None:
    """Return the statement that the parser's message is about; None if the message gives no place."""
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
"""The beginning of the name that a wrong heading gets while the text is read."""


def _without(text: str, bad: Statement, words: str, number: int) -> str:
    """Return the text without a bad statement. A bad heading is corrected or gets a new name, because the keys below
    need a heading.
    """
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
    """Return an error, and all errors that it contains, as errors of a file. If the text of the file is given, each
    error has its line, and the errors are in order.

    `numbered` maps an item with an id, as errors name it, to its number: `modifier.mg` -> `modifier item 3`.
    """
    each = each_of(wrong)
    if text is not None:
        places = Places(text)
        each = [_placed(one, places, numbered or {}) for one in each]
        # A missing key comes last: mostly the key is present, but misspelt.
        each.sort(key=lambda one: (bool(_MISSING.search(one.what)), _line_of(one)))
    return together(Mistake(f"{origin}{'' if _line_of(one) else ':'} {one.what}", one.hint) for one in each)


def _placed(wrong: Mistake, places: Places, numbered: Mapping[str, str]) -> Mistake:
    """Return a mistake with the line of its key in front. A mistake that has no key, or already has a line, is
    unchanged.
    """
    key, _, words = wrong.what.partition(": ")
    named = bool(words) and (_A_KEY.fullmatch(key) or (" " in key and places.knows(key)))
    if _line_of(wrong) or not named:
        return wrong
    item = max((each for each in numbered if f"{key}.".startswith(f"{each}.")), key=len, default="")
    line = places.line(numbered[item] + key[len(item) :] if item else key)
    return _at_line(line, f"{_ROW.sub('', key)}: {words}", wrong.hint)


def _at_line(line: int, words: str, hint: str) -> Mistake:
    return Mistake(f"line {line}: {words}", hint, line=line)


def _line_of(wrong: Mistake) -> int:
    line: int = wrong.values.get("line", 0)
    return line


_MISSING = re.compile(r": missing(,|$)")
_ROW = re.compile(r" line \d+$")
_A_KEY = re.compile(r"\S+( item \d+\S*)*( line \d+)?")
"""The key in front of the words of an error, in the form that `shown` gives it."""

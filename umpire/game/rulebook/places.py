"""Where the statements of a text are that is TOML or nearly: tomllib tells no lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from umpire.game.forms import Path, shown


class Statement(NamedTuple):
    """A heading or a key with its value: its path, first and last line; whether a text, a list or a block stays open.

    `within` are the lines of the values of a list and of the keys of a table in braces, by their path from here, at any
    depth; `block` is the line of the first row of a block of text, `value` the last text or number, as it is written.
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
"""The next statement, where a list that stays open would swallow it."""
_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"""|\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[ \t\r]+|'
    r"[^\s\"'#\[\]{},=]+|.",
    re.DOTALL,
)


def statements(text: str) -> Iterator[Statement]:
    """The statements of a text in order, right or wrong: it is read line by line and never refused."""
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
    """The keys of a heading with the number of the last item after each that is a list of tables."""
    whole: Path = ()
    for key in keys:
        whole += (key,)
        whole += (lists[whole],) if whole in lists else ()
    return whole


def _split(keys: str) -> Path:
    return tuple(part.strip("\"'") for part in re.findall(_KEY, keys))


def _value(text: str, at: int, starts: list[int]) -> tuple[int, Statement]:
    """Where a value ends that begins there, and what it is like."""
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
    """What stands within a value: where each item of a list begins, and each key of a table in braces."""

    def __init__(self) -> None:
        self.found: list[tuple[Path, int]] = []
        self.path: list[Path] = []  # of each list or table that is open: the item, or the key, it is at
        self.lists: list[bool] = []
        self.fresh = False

    def read(self, word: str, at: int, starts: list[int]) -> None:
        """The next word, and where it begins."""
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
    """The lines of a text by the keys that stand there, scanned at the first question."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines: dict[str, int] = {}
        self._blocks: dict[str, int] = {}
        self._ids: dict[str, str] = {}

    def knows(self, key: str) -> bool:
        """Whether a key of this section, or of this item of a list by its id, stands in the text."""
        return self._spelled(key.partition(".")[0]) in self._lines

    def line(self, key: str) -> int:
        """The line of a key as `shown` has it, or of the nearest heading above it; 1 for what stands nowhere.

        `map.rows line 3` is the third row of the block of text there, `formation k.hexes` a key of the item whose id is
        k. What a formation stands for (`stands.k1`) is where the formation is.
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
        """The key with an item by its number that is named by its id."""
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

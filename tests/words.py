"""The list of words that the house never uses, and a search for them: `python -m tests.words [ROOM or FILE ...]`.

Prints each place; `--write` lowers the numbers of `words.toml` to those of today. It reads messages (texts of two words
or more), docstrings and comments of `umpire/`, its templates and pages, the tables, the examples, README and docs.
Words between backquotes are typed, or names in code, and therefore free; so are the clauses of the books.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.places import ROOT, TESTS

FILE = TESTS / "words.toml"

NEVER = {
    "told, tell (typed, given)": r"""(?<!")\b(told|tells?(?! you\b| the (players|story)\b)|telling)\b(?!"|\s= )""",
    "said (shown, written)": r"\b(it is said|is said|are said|said (on|of|with)|to be said)\b",
    "owed (still to do)": r"\bow(ed|es|e)\b|\bOWED\b",
    "laid (placed, added)": r"\b(laid|lays?|laying)\b(?! out\b)",
    "hang on (depend on)": r"\bhang(s|ing)? on\b",
    "hands (on the table)": r"\bHANDS\b|\bwhat hands\b|\bhands (do|did|now|then)\b",
    "whoever, somebody": r"\b(whoever|whom|whomever|somebody|anybody)\b",
    "so many": r"\bso (many|much|wide)\b(?! that)",
    "stands there": r"(?<!core )(?<!support )\b(stands?|stood) (there|so|twice|still)\b",
    "otherwise (different)": r"\b(is|are|was|were|be|reads?|called|told|said|kept|plays?) otherwise\b",
    "as it was, as they fell": r"\bas (it|they) (fell|were|was|lie|should)\b",
    "mend, anew": r"\b(mend(ed|s)?|anew)\b",
    "for instance": r"\bfor instance\b",
    "came of": r"\b(came|comes?) of\b",
    "what as a noun": r"(?:^|[.,;:(] |\b(?:of|and|by|to|on|with|for|from|in|is|say|says) )"
    r"[Ww]hat (is|are|was|were|fell|comes|came|stands|follows?|has|no|nobody)\b"
    r"(?! (?:still|wrong|missing|assumed|needed)\b)(?![^.;:]*\?)",
    "is no X": r"(?<![Tt]here )\b(is|are|was|were) no (?!longer\b|more\b|later\b)[\w'{]+|\bthere (is|are) no \w+ of\b",
    "she, he": r"\b([Ss]he|[Hh]er|[Hh]e|[Hh]is|[Hh]im)\b",
    "beside (as well as)": r"(?:^|[.;] )Beside\b|\b[Bb]esides\b|\bbeside (what|those|that|these)\b",
}
_NEVER = {name: re.compile(pattern) for name, pattern in NEVER.items()}
_ANY = re.compile("|".join(f"(?:{pattern})" for pattern in NEVER.values()))


class Text(NamedTuple):
    """A text that people read, with its kind, file and line."""

    kind: str
    path: str
    line: int
    text: str

    @property
    def room(self) -> str:
        """The room of the text: a folder of `umpire/`, a family, a page, a table, `examples`."""
        first, *rest = Path(self.path).parts
        if first in ("umpire", "docs") and len(rest) > 1:
            return "/".join((first, *rest[: 2 if rest[0] == "rulesets" and len(rest) > 2 else 1]))
        return self.path if first in ("docs", "tables") else first if rest else self.path


class Place(NamedTuple):
    """A word never used, and the text around it."""

    text: Text
    word: str
    line: int
    around: str


def texts(root: Path = ROOT) -> Iterator[Text]:
    """Yield each text that people read, file by file."""
    for path in sorted((root / "umpire").rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.suffix == ".py":
            yield from of_source(name, path.read_text(encoding="utf-8"))
        elif path.suffix in (".typ", ".html", ".js", ".css"):
            yield Text("templates", name, 1, path.read_text(encoding="utf-8"))
    for path in sorted((root / "tables").glob("*.toml")):
        if ".clauses" not in path.name:
            yield Text("tables", path.relative_to(root).as_posix(), 1, path.read_text(encoding="utf-8"))
    for path in sorted((root / "examples").rglob("*")):
        if path.suffix in (".toml", ".md") and ".clauses" not in path.name:
            yield Text("examples", path.relative_to(root).as_posix(), 1, path.read_text(encoding="utf-8"))
    for path in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        yield Text("pages", path.relative_to(root).as_posix(), 1, path.read_text(encoding="utf-8"))


def of_source(name: str, source: str) -> Iterator[Text]:
    """Yield the docstrings, messages and comments of a module; a message with its values as `{}`."""
    tree = ast.parse(source)
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    within = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in within:
            kind, text = "docstrings" if id(node) in bare else "messages", node.value
        elif isinstance(node, ast.JoinedStr):
            kind = "messages"
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        else:
            continue
        if " " in text.strip():
            yield Text(kind, name, node.lineno, text)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and " " in token.string:
            yield Text("comments", name, token.start[0], token.string.lstrip("# "))


def places(text: Text) -> Iterator[Place]:
    """Yield each word in a text that the house never uses, except in the allowed lines."""
    plain = re.sub(r"(?<!`)`[^`\n]+`(?!`)", lambda found: "`" + "_" * (len(found[0]) - 2) + "`", text.text)
    if not _ANY.search(plain):
        return
    lines = text.text.splitlines()
    for word, pattern in _NEVER.items():
        for found in pattern.finditer(plain):
            at = plain.count("\n", 0, found.start() + (found[0][:1] == "\n"))
            around = lines[at].strip() if lines else text.text
            near = " ".join(text.text[max(0, found.start() - 120) : found.end() + 120].split())
            if not any(allowed in near for allowed in allowed_lines()):
                yield Place(text, word, text.line + at, around)


@cache
def allowed_lines() -> tuple[str, ...]:
    """Return the words that may stay, with those around them."""
    return tuple(each["words"] for each in data().get("allowed", ()))


@cache
def data() -> dict:  # type: ignore[type-arg]
    """Return `words.toml`: the number of each room, and the allowed lines."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@cache
def found() -> dict[str, list[Place]]:
    """Return all places by room."""
    rooms: dict[str, list[Place]] = {}
    for text in texts():
        rooms.setdefault(text.room, []).extend(places(text))
    return rooms


def lower() -> None:
    """Write the numbers of today where they are lower."""
    most = data().get("rooms", {})
    now = {room: min(len(those), most.get(room, 0)) for room, those in sorted(found().items())}
    text = FILE.read_text(encoding="utf-8")
    head, _, rest = text.partition("[rooms]\n")
    after = re.sub(r'\A(?:\s*"[^"]+" = \d+\n)*\s*', "", rest)
    FILE.write_text(
        head + "[rooms]\n" + "".join(f'"{room}" = {count}\n\n' for room, count in now.items() if count) + after,
        encoding="utf-8",
    )


def main(*asked: str) -> None:
    """Print the places of rooms or files, otherwise how many each room has; with `--write` lower the numbers."""
    if "--write" in asked:
        lower()
        return
    if not asked:
        for room, those in sorted(found().items(), key=lambda each: -len(each[1])):
            kinds = Counter(place.text.kind for place in those)
            print(f"{len(those):5}  {room:32}", ", ".join(f"{kind} {count}" for kind, count in kinds.most_common()))
        print(sum(map(len, found().values())))
    for name in asked:
        those = [place for each in found().values() for place in each if place.text.path.startswith(name.rstrip("/"))]
        for place in sorted(those, key=lambda place: (place.text.path, place.line)):
            print(f"{place.text.path}:{place.line}: {place.word}: {place.around[:140]}")


if __name__ == "__main__":
    main(*sys.argv[1:])

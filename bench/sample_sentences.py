"""Sentences drawn by a seed, to be read by somebody new: `.venv/bin/python bench/sample_sentences.py [SEED] [COUNT]`.

As many each from messages, pages, help, sheets and docstrings, each sentence once, with its place: the heading of a
page or sheet, the function of a docstring. `{}` stands for a name or a number. A reader marks those that need a second
reading; at most 3 of 100 may.
"""

from __future__ import annotations

import ast
import json
import os
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.transcripts.evenings import answer
from tests.words import texts
from umpire.game.lines import COMMANDS
from umpire.rulesets import FAMILIES

ROOT = Path(__file__).parent.parent
SENTENCE = re.compile(r"[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]?")
UNREAD = re.compile(
    r"^\s*<|\(\?|\\[a-zA-Z.()\[\]{}|]|\[\^|[])][|*]|\b(?:SELECT|INSERT|UPDATE|PRAGMA|CREATE|DELETE|BEGIN|ROLLBACK)\b"
    r"|^\w+\[.*\]$|^[a-z' -]{90,}$"
)
"""Texts of the source that nobody reads as a sentence: pages of HTML, patterns, SQL, types, lists of words."""

Drawn = tuple[str, str]
"""A place and a sentence."""


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text, of four words or more."""
    for found in SENTENCE.findall(" ".join(text.split())):
        if len(re.findall(r"[A-Za-z]{2,}", found)) >= 4:
            yield found.strip()


def messages() -> Iterator[Drawn]:
    """Yield the messages of the program, with their files; SQL and HTML are left out."""
    for text in texts():
        if text.kind == "messages" and not UNREAD.search(text.text):
            for said in sentences(text.text):
                yield text.path, said


def pages() -> Iterator[Drawn]:
    """Yield the sentences of README and docs, with their headings; code, tables and pictures are left out."""
    for text in texts():
        if text.kind == "pages":
            heading = text.path
            plain = re.sub(
                r"```.*?```|^    [^\n]*$|^\|[^\n]*$|^!\[[^\n]*$", "", text.text, flags=re.DOTALL | re.MULTILINE
            )
            for block in re.split(r"\n\s*\n|^\s*(?:[-*]|\d+\.) ", plain, flags=re.MULTILINE):
                if found := re.match(r"#+ (.*)", block.strip()):
                    heading = f"{text.path}, {found[1]}"
                for said in sentences(re.sub(r"^#.*", "", block.strip())):
                    yield heading, said


def helps() -> Iterator[Drawn]:
    """Yield the lines of help, an option with its words in one piece; text common to all commands is left out."""
    for line in ("--help", *(f"{verb} --help" for verb in COMMANDS)):
        for block in re.split(r"\n\s*\n|\n +(?=-|[a-z-]+  )", "\n".join(answer(f"umpire {line}"))):
            if not re.search(r"Usage:|Show this message|^ *Arguments:", block):
                for said in sentences(block):
                    yield line, said


def sheets() -> Iterator[Drawn]:
    """Yield the sentences of the sheets, with the section and the label of the row."""
    for ruleset in FAMILIES:
        for section in json.loads("\n".join(answer(f"umpire sheet --rules {ruleset} --json")))["sheet"]:
            for row in section["rows"]:
                label, *cells = row if isinstance(row, list) else [row]
                for cell in (label, *cells):
                    for said in sentences(str(cell)):
                        yield f"{ruleset}, {section['title']}" + (f", {label}" if cell is not label else ""), said
            for note in section["notes"]:
                for said in sentences(str(note)):
                    yield f"{ruleset}, {section['title']}", said


def docstrings() -> Iterator[Drawn]:
    """Yield the sentences of docstrings, with the name of the module, class or function."""
    for path in sorted((ROOT / "umpire").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                shown = re.sub(r"^[^\n]*\n\Z", "", ast.unparse(node).partition(":\n")[0].splitlines()[-1])
                name = "module" if isinstance(node, ast.Module) else shown.strip()
                for said in sentences(ast.get_docstring(node) or ""):
                    yield f"{path.relative_to(ROOT)}, {name}", said


KINDS = {"messages": messages, "pages": pages, "help": helps, "sheets": sheets, "docstrings": docstrings}


def drawn(seed: int, count: int) -> Iterator[tuple[str, str, str]]:
    """Yield kind, place and sentence, as many of each kind."""
    pick = random.Random(seed)
    os.environ["COLUMNS"] = "1000"
    for kind, found in KINDS.items():
        once = {said: place for place, said in found()}
        for said in pick.sample(sorted(once), count // len(KINDS)):
            yield kind, once[said], said


def main(seed: str = "1", count: str = "100") -> None:
    """Print them, numbered."""
    for number, (kind, place, said) in enumerate(drawn(int(seed), int(count)), 1):
        print(f"{number}. [{kind}: {place}] {said}")


if __name__ == "__main__":
    main(*sys.argv[1:])

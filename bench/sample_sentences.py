"""Sentences drawn by a seed, to be read by somebody new: `.venv/bin/python bench/sample_sentences.py [SEED] [COUNT]`.

As many each from messages, pages, help, sheets and docstrings, with their places. A reader marks those that need a
second reading; at most 3 of 100 may.
"""

from __future__ import annotations

import os
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.transcripts.evenings import answer
from tests.words import Text, texts
from umpire.game.lines import COMMANDS
from umpire.rulesets import FAMILIES

KINDS = ("messages", "pages", "help", "sheets", "docstrings")
SENTENCE = re.compile(r"[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]?")
UNREAD = re.compile(
    r"\(\?|\\[a-zA-Z.()\[\]{}|]|\[\^|[])][|*]|^(?:SELECT|INSERT|UPDATE|PRAGMA) |^\w+\[.*\]$|^[a-z' -]{90,}$"
)
"""Texts of the source that nobody reads as a sentence: patterns, statements for the database, types, lists of words."""


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text of four words or more; code blocks, tables of symbols and headings are left out."""
    text = re.sub(r"```.*?```|^(?:    |#)[^\n]*$|^\|[-| ]+\|$", "", text, flags=re.DOTALL | re.MULTILINE)
    for block in re.split(r"\n\s*\n|^\s*[-|] |^ +(?:-\w, )?(?=-|\w+  )|\s\|\s|\s·\s|\|$", text, flags=re.MULTILINE):
        for found in SENTENCE.findall(" ".join(block.split())):
            if len(re.findall(r"[A-Za-z]{2,}", found)) >= 4:
                yield found.strip()


def shown(kind: str, *lines: str) -> Iterator[Text]:
    """Yield what the program answers to these lines, at a width that breaks none."""
    os.environ["COLUMNS"] = "1000"
    for line in lines:
        yield Text(kind, line, 1, ("\n" if kind == "help" else "\n\n").join(answer(f"umpire {line}")))


def drawn(seed: int, count: int) -> Iterator[tuple[str, str, str]]:
    """Yield kind, place and sentence, as many of each kind."""
    pick = random.Random(seed)
    everything = [*texts()]
    everything += shown("help", "--help", *(f"{verb} --help" for verb in COMMANDS))
    everything += shown("sheets", *(f"sheet --rules {ruleset}" for ruleset in FAMILIES))
    for kind in KINDS:
        those = [
            (kind, f"{text.path}:{text.line}", said)
            for text in everything
            if text.kind == kind
            for said in sentences(text.text)
            if kind != "messages" or not UNREAD.search(said)
        ]
        yield from sorted(pick.sample(sorted(set(those)), count // len(KINDS)), key=lambda each: each[1])


def main(seed: str = "1", count: str = "100") -> None:
    """Print them, numbered."""
    for number, (kind, place, said) in enumerate(drawn(int(seed), int(count)), 1):
        print(f"{number}. [{kind}, {place}] {said}")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Tests of typing mistakes in a scenario, of every kind that fits each line: one run finds line, key and word."""

import re
from typing import NamedTuple

import pytest

from umpire.core.mistakes import FileMistake
from umpire.game.rulebook.tables import data_folder
from umpire.play.scenarios import position_from_text

SCENARIOS = ("bridgehead", "two-hills", "three-star-opening", "corps", "asp-opening", "d20-opening", "d20-evening")
PAIR = re.compile(r'([A-Za-z_]+|"[^"]*") = (.*)')
FREE = ("name", "seed", "victory", "where", "year", "turns", "id")
"""Keys of free words and numbers: no misspelling of those is wrong."""


class Twin(NamedTuple):
    """A scenario with one mistake: its kind, the line and the key to be named, and the intended word ("": none)."""

    kind: str
    text: str
    line: int
    key: str
    meant: str = ""


def misspelt(word):
    """Return the word misspelt: a letter left out in the middle, or two letters exchanged, depending on the length."""
    at = len(word) // 2
    if len(word) % 2 or word[at] == word[at - 1] or "-" in word[at - 1 : at + 1]:
        return word[:at] + word[at + 1 :]
    return word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]


def twins(text):
    """Yield a scenario for every mistake that can be made in its lines, one of each kind for each key and word."""
    lines, seen, heading, block = text.split("\n"), set(), "", False
    for at, line in enumerate(lines):
        block = block != (line.count('"""') == 1)
        found = PAIR.fullmatch(line)
        if line.startswith("["):
            heading = line.strip("[]") if line.startswith("[map") else line.strip("[]").partition(".")[0]
        if line.startswith("#") or block:
            continue
        mistakes = [*of_heading(line), *(of_pair(*found.groups(), heading) if found else ())]
        for kind, key, mended, number, meant in mistakes:
            if (kind, heading, key, meant) not in seen:
                seen.add((kind, heading, key, meant))
                whole = [*lines[:at], *mended, *lines[at + 1 :]]
                yield Twin(kind, "\n".join(whole), at + 1 + number, key, meant)


def of_heading(line):
    """Yield mistakes of a heading: kind, key, the new lines, the line of the mistake among them, the intended word."""
    if not re.fullmatch(r"\[\[?[a-z]+(\.\w+)*\]\]?", line):
        return
    name = line.strip("[]")
    section = name.partition(".")[0]
    yield "heading open", name, [line[:-1]], 0, ""
    yield "wrong section", misspelt(section), [line.replace(section, misspelt(section), 1)], 0, section
    if not line.startswith("[["):
        yield "twice", name, [line, line], 1, ""


def of_pair(key, value, heading):
    bare = key.strip('"')
    if (
        heading not in ("map", "map.legend", "map.names")
        and bare.isalpha()
        and len(bare) > 3
        and heading not in ("ground", "edges")
    ):
        yield "key", misspelt(bare), [f"{misspelt(bare)} = {value}"], 0, bare
    yield "doubled", bare, [f"{key} = {value}"] * 2, 1, ""
    yield "no =", bare, [f"{key} {value}"], 0, ""
    if value.endswith('"') and not value.endswith('"""'):
        yield "quote", bare, [f"{key} = {value[:-1]}"], 0, ""
        yield "no quotes", bare, [f"{key} = {value[1:-1]} x"], 0, ""
        word = value.strip('"')
        if bare not in FREE and heading not in ("map.names", "edges") and re.fullmatch(r"[A-Za-z-]{4,}", word):
            yield "word", bare, [f'{key} = "{misspelt(word)}"'], 0, word
    if bare == "hex":
        yield "off the map", bare, [f'{key} = "9905"'], 0, ""
    if re.fullmatch(r"-?\d+", value) and bare not in FREE:
        yield "number", bare, [f"{key} = 123456789"], 0, ""
        yield "no number", bare, [f'{key} = "{value}"'], 0, ""
    if value in ("true", "false"):
        yield "no yes", bare, [f"{key} = {value[:-1]}"], 0, ""
    if value.startswith("[") and '", "' in value:
        yield "comma", bare, [f"{key} = {value.replace(chr(34) + ', ', chr(34) + ' ', 1)}"], 0, ""
        yield "bracket", bare, [f"{key} = {value[:-1]}"], 0, ""


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_mistake_is_found_in_one_run_with_line_key_and_the_word_meant(name):
    text = (data_folder("examples") / f"{name}.toml").read_text(encoding="utf-8")
    every, missed, guessed = list(twins(text)), [], []
    for twin in every:
        with pytest.raises(FileMistake) as caught:
            position_from_text(twin.text, origin="it.toml")
        said = [caught.value, *caught.value.more]
        here = [one for one in said if re.match(rf"it\.toml line {twin.line}: .*{re.escape(twin.key)}", one.what)]
        if not here:
            missed.append((twin.kind, twin.line, twin.key, said[0].what))
        if twin.meant:
            first = here[0].hint.removeprefix("did you mean ").split(" or ")[0].rstrip("?") if here else ""
            guessed.append((twin.meant, first))
    assert missed == []
    wrong = [pair for pair in guessed if pair[0] != pair[1]]
    assert len(wrong) <= len(guessed) // 10, wrong
    assert len(every) >= 40

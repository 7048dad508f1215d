"""A comparison of the evenings of two commits: numbers, rules, arrows and CAPITALS, answer by answer and in order.

`python -m tests.transcripts.same_numbers OLD [NEW]` prints the answers that differ, and apart from them those that have
the same in another order. NEW is a commit, else what is in the folder. It exits with 1 if an answer differs.

An answer is one line here: the 80 columns break it at other words when words change. `HANDS` reads as `ON THE TABLE`
and `OWED` as `STILL TO DO`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from tests.places import ROOT
from tests.transcripts.evenings import read

TOKEN = re.compile(r"\d+(?:[.\-/→:]\d+)*%?|\b[A-Z]{2,}\b|[≠→]")
LABELS = {"HANDS": "ON THE TABLE", "OWED": "STILL TO DO"}
FOLDERS = ("tests/transcripts", "tests/evenings")


class Pair(NamedTuple):
    """A line typed in both, its answer before and now."""

    where: str
    typed: str
    before: tuple[str, ...]
    now: tuple[str, ...]


def tokens(lines: tuple[str, ...]) -> list[str]:
    """Return the numbers, rules, arrows and CAPITALS of an answer in order, labels as they read now."""
    text = re.sub(r"(?<=[\d\w][-→/]) (?=\d)", "", " ".join(line.strip() for line in lines))
    for old, new in LABELS.items():
        text = re.sub(rf"\b{old}\b", new, text)
    return TOKEN.findall(text)


def kind(pair: Pair) -> str:
    """Return "same", "order" if only the order differs, else "differs"."""
    before, now = tokens(pair.before), tokens(pair.now)
    if before == now:
        return "same"
    return "order" if Counter(before) == Counter(now) else "differs"


def pairs(name: str, before: str, now: str) -> Iterator[Pair]:
    """Yield the lines typed in both versions of an evening. A line that only one of them has is a pair without the
    other.
    """
    old, new = read(before), read(now)
    matched = SequenceMatcher(None, [turn.typed for turn in old], [turn.typed for turn in new], autojunk=False)
    for tag, i, i2, j, j2 in matched.get_opcodes():
        if tag == "equal":
            for a, b in zip(old[i:i2], new[j:j2], strict=True):
                yield Pair(name, a.typed, a.said, b.said)
        else:
            yield from (Pair(name, f"{turn.typed} (typed before only)", turn.said, ()) for turn in old[i:i2])
            yield from (Pair(name, f"{turn.typed} (typed now only)", (), turn.said) for turn in new[j:j2])


def evenings(commit: str) -> dict[str, str]:
    """Return the text of each evening at a commit, or in the folder for ""."""
    if not commit:
        return {
            f"{at}/{path.name}": path.read_text(encoding="utf-8")
            for at in FOLDERS
            for path in (ROOT / at).glob("*.txt")
        }
    listed = _git("ls-tree", "--name-only", commit, *(f"{at}/" for at in FOLDERS)).split()
    return {name: _git("show", f"{commit}:{name}") for name in listed if name.endswith(".txt")}


def _git(*words: str) -> str:
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, check=True, encoding="utf-8").stdout


def shown(pair: Pair) -> Iterator[str]:
    """Yield the differences, with the words around them."""
    yield f"{Path(pair.where).name}: {pair.typed[:100]}"
    before, now = tokens(pair.before), tokens(pair.now)
    for tag, i, i2, j, j2 in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        if tag != "equal":
            yield f"    {' '.join(before[i:i2]) or '-'}  =>  {' '.join(now[j:j2]) or '-'}"
    changed = SequenceMatcher(None, pair.before, pair.now, autojunk=False).get_opcodes()
    for tag, i, i2, j, j2 in changed:
        if tag != "equal":
            yield from (f"  - {line}" for line in pair.before[i:i2])
            yield from (f"  + {line}" for line in pair.now[j:j2])


def main(before: str, now: str = "") -> int:
    """Print the differences between two commits, or a commit and the folder; return 1 if an answer differs."""
    old, new = evenings(before), evenings(now)
    found: dict[str, list[Pair]] = {"same": [], "order": [], "differs": []}
    for name in sorted({*old, *new}):
        for pair in pairs(name, old.get(name, ""), new.get(name, "")):
            found[kind(pair)].append(pair)
    for what, head in (("order", "The same in another order:"), ("differs", "Different:")):
        if found[what]:
            print(head, *(line for pair in found[what] for line in shown(pair)), "", sep="\n")
    print(f"{len(found['same'])} answers agree, {len(found['order'])} in another order, {len(found['differs'])} differ")
    return 1 if found["differs"] else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

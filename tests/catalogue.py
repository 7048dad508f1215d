"""The catalogue of sentences that the tests of a room hear: its `words.txt`, by test, each sentence once.

A test of a rule asserts facts that do not depend on the words: the rule that refuses an act, the kind of a mistake and
its word (`mistaken`), amounts, effects, tokens, tallies, the state afterwards. The helpers of the room let the
catalogue `hear` all other sentences. A sentence that is missing in the file fails the test that hears it; a sentence in
the file that the test does not hear fails it too. `python -m tests.catalogue d20` writes the file anew, with the file
of a test only what is of that test (`star_general/test_move.py`); read the diff. A test of words is marked `wording`;
`pytest --reworded` leaves it out, and every other test of the room passes by it.
"""

from __future__ import annotations

import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from umpire.core.mistakes import Mistake

REWORDED = "UMPIRE_REWORDED" in os.environ or "--reworded" in sys.argv

HEAD = "== "
_heard: list[str] = []
_written: dict[str, set[str]] = defaultdict(set)


def hear(*sentences: str) -> None:
    """Compare these sentences with the catalogue when the test is over."""
    _heard.extend(filter(None, sentences))


@contextmanager
def mistaken(kind: type[Mistake], word: str = "", *, hint: str = "", at: str = "", about: str = "") -> Iterator[None]:
    """Expect a mistake of this kind, about this word or fact, with this text in its hint.

    `at` is the key of the mistake in a file that people write; `about` are the names in its words.
    """
    with pytest.raises(kind) as wrong:
        yield
    mistake = wrong.value
    hear(f"{mistake.what} | {mistake.hint}")
    assert type(mistake) is kind
    assert not word or word in (mistake.word, mistake.values.get("fact"))
    assert not at or ".".join(map(str, mistake.path)) == at
    assert _names(mistake.what, about)
    assert REWORDED or hint in mistake.hint


def says(lines: Iterable[str], *values: object) -> bool:
    """True if one of these lines has all of these values: names, numbers, hexes, arrows, rules. All lines are heard."""
    found = [*lines]
    hear(*found)
    return any(_names(line, *values) for line in found)


def shows(text: str, *values: object) -> bool:
    """True if a printed line has all of these values; such lines are heard."""
    found = [line.strip() for line in text.splitlines() if _names(line, *values)]
    hear(*found)
    return bool(found)


def each_says(lines: Iterable[str], *values: str) -> bool:
    """True if there are as many lines as groups of values, and each line in order has the values of one group."""
    found = [*lines]
    return len(found) == len(values) and all(says([line], of) for line, of in zip(found, values, strict=True))


def _names(line: str, *values: object) -> bool:
    return {*" ".join(map(str, values)).split()} <= {*_ENDS.sub(" ", f" {line} ").split()}


_ENDS = re.compile(r"[,;:.?()`']*\s+[(`']*|[)(]")


def held(node: pytest.Item) -> Iterator[None]:
    """Hold all sentences that a test hears to its file; a room calls this in an autouse fixture."""
    _heard.clear()
    yield
    if REWORDED or getattr(getattr(node, "obj", None), "is_hypothesis_test", False):  # the sentences differ in each run
        return
    name = f"{node.path.stem} {getattr(node, 'originalname', node.name)}"
    if node.config.getoption("--write-words"):
        _written[name].update(_heard)
        return
    known = _read(node.path.parent / "words.txt").get(name, set())
    assert {*_heard} - known == set(), "not in words.txt"
    if not hasattr(node, "callspec"):
        assert known - {*_heard} == set(), "in words.txt and no longer said"


def write(where: Path) -> None:
    """Write the sentences heard in a whole run of a room, or of one test file; the other sentences stay."""
    folder = where if where.is_dir() else where.parent
    if not where.is_dir() and (folder / "words.txt").exists():
        kept = {name: said for name, said in _read(folder / "words.txt").items() if name.split()[0] != where.stem}
        _written.update(kept)
    lines = (line for name, said in sorted(_written.items()) if said for line in (f"{HEAD}{name}", *sorted(said)))
    (folder / "words.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


_files: dict[Path, dict[str, set[str]]] = {}


def _read(path: Path) -> dict[str, set[str]]:
    if path not in _files:
        found = _files[path] = defaultdict[str, set[str]](set)
        name = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith(HEAD):
                name = line.removeprefix(HEAD)
            else:
                found[name].add(line)
    return _files[path]


def main(rooms: Iterable[str]) -> int:
    """Run the tests of each room, and write down the sentences that they hear."""
    return max(pytest.main(["-q", "-n0", "--write-words", f"tests/{room}"]) for room in rooms)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

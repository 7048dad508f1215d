"""What the tests of a room hear said, held in its `words.txt`: by test, each sentence once.

A test of a rule asserts what a referee would notice whatever the words are: which rule says no, which kind of mistake
it is and of which word (`mistaken`), amounts, effects, tokens, tallies, the state afterwards. The helpers of its room
let the catalogue `hear` what is said besides; a sentence that is not in the file fails the test that hears it, and so
does one that is no longer said. `python -m tests.catalogue d20` writes the file anew; read the diff. A test of words
is marked `wording`; `pytest --reworded` leaves it out, and every other test of the room passes by it.
"""

from __future__ import annotations

import os
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
    """Hold these to the catalogue when the test is over."""
    _heard.extend(filter(None, sentences))


@contextmanager
def mistaken(kind: type[Mistake], word: str = "", *, hint: str = "") -> Iterator[None]:
    """What is done within is a mistake of this kind, of this word or fact, and the hint says what to type."""
    with pytest.raises(kind) as wrong:
        yield
    mistake = wrong.value
    hear(f"{mistake.what} | {mistake.hint}")
    assert type(mistake) is kind
    assert not word or word in (mistake.word, mistake.values.get("fact"))
    assert REWORDED or hint in mistake.hint


def held(node: pytest.Item) -> Iterator[None]:
    """For an autouse fixture of the room: what the test hears is in its file."""
    _heard.clear()
    yield
    if REWORDED or getattr(getattr(node, "obj", None), "is_hypothesis_test", False):  # it hears others every time
        return
    name = f"{node.path.stem} {getattr(node, 'originalname', node.name)}"
    if node.config.getoption("--write-words"):
        _written[name].update(_heard)
        return
    known = _read(node.path.parent / "words.txt").get(name, set())
    assert {*_heard} - known == set(), "not in words.txt"
    if not hasattr(node, "callspec"):
        assert known - {*_heard} == set(), "in words.txt and no longer said"


def write(folder: Path) -> None:
    """Write what was heard in a whole run of a room."""
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
    """Run the tests of each room and write down what they hear."""
    return max(pytest.main(["-q", "-n0", "--write-words", f"tests/{room}"]) for room in rooms)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A test that the program never reads its own text back: it decides by values, kinds and rules.

The syntax of every module is checked: no text of words in `startswith`, `endswith`, `split`, `partition`,
`removeprefix`, `removesuffix`, or in a search with `in`. Text that people type or write in files may be read.
"""

import ast
import re

import pytest

from tests.places import ROOT
from umpire.core.outcome import LABELS, MOVE, TURN_UP, Instruction

READS = {"startswith", "endswith", "split", "partition", "rpartition", "rsplit", "removeprefix", "removesuffix"}
JOINTS = {": ", ", ", "; ", " (", "(", "): ", ")"}
WORDS = re.compile(r"[A-Za-z]{3,} |^[a-z]{3,}$| [a-z]{3,}|^(did|lay |urn)$")
"""What people read: a word, or words; a joint of sentences is listed above."""
FOREIGN = {
    "core/outcome.py": ["split ', '"],  # a line of the record, by the class that lists its parts
    "cli/app.py": ["startswith 'No such option: '"],  # the text of the command line library
    "game/rulebook/toml.py": ["partition ' line '", "partition ': '", "startswith 'item '"],
    # text of people: keys and words of their tables, names of sections
    "game/further.py": ["removeprefix 'formation '"],
    "game/clock/ending.py": ["removeprefix 'the '", "removesuffix ' edge'"],
    "game/clock/until.py": ["removeprefix ', '", "rpartition ', '"],
    "show/document.py": ["split ', '"],
    "rulesets/d20/acts/next.py": ["removesuffix ' phase'"],
    "rulesets/star_general/board/board.py": ["split ' and '"],
    "rulesets/star_general/scenario.py": ["startswith 'formation'"],
}
"""Read by right: said by others, or by people; the first key of a line of TOML that is wrong."""


def _texts(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.Tuple):
        return [text for each in node.elts for text in _texts(each)]
    return []


def read_back(source: str) -> list[str]:
    """Return the places where a text is cut at words or at a joint of sentences: `startswith 'did'`."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr=reads, value=whole)) if reads in READS:
                texts = [] if isinstance(whole, ast.Constant) else [text for arg in node.args for text in _texts(arg)]
                found += [f"{reads} {text!r}" for text in texts if _suspect(text)]
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Attribute() | ast.Name() | ast.Call()]):
                found += [f"in {text!r}" for text in _texts(node.left) if text in JOINTS or " " in text.strip()]
    return found


def _suspect(text: str) -> bool:
    return text in JOINTS or bool(WORDS.search(text))


@pytest.mark.slow
def test_no_module_reads_back_what_the_program_says_but_for_those_listed():
    found = {path: read_back(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "umpire").rglob("*.py"))}
    places = {path.relative_to(ROOT / "umpire").as_posix(): sorted(reads) for path, reads in found.items() if reads}
    assert places == {place: sorted(reads) for place, reads in FOREIGN.items()}


def test_it_finds_them():
    assert read_back('near.startswith("did")') == ["startswith 'did'"]
    assert read_back('a, _, b = words.partition(": ")') == ["partition ': '"]
    assert read_back('x = line.removeprefix("MOVE ")') == ["removeprefix 'MOVE '"]
    assert read_back('night = "the night" in title') == ["in 'the night'"]
    assert read_back('x = row.startswith("#") or "sp" in row or "a b".split()') == []


SENTENCES = {
    "put a quote at the end of the text",
    "put a round",
    "put a shell",
    "put a shot",
    "put all these names after one ",
    "put the reason last",
    "put together",
}


@pytest.mark.slow
def test_labels_of_what_hands_do_are_written_from_the_one_list():
    """The program writes `f"{REMOVE} {name}"`, never "REMOVE ...": the reader and the writer of a label cannot
    differ. A sentence that has the ordinary word `put` is no label: it stands in SENTENCES.
    """
    label = re.compile(rf"({'|'.join(LABELS)}) ")
    by_hand = {
        path.relative_to(ROOT).as_posix(): node.value
        for path in sorted((ROOT / "umpire").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and label.match(node.value)
        if node.value not in SENTENCES
    }
    assert by_hand == {}


def test_an_instruction_says_its_label_and_how_it_is_done():
    told = Instruction(f"{MOVE} tank A road 4, open 2")
    assert (told.label, told.rest) == (MOVE, "tank A road 4, open 2")
    assert told.way("tank A") == ("road 4", "open 2")
    assert told.way("tank") == ("A road 4", "open 2")
    assert told.way("gun") == ()
    assert [Instruction(line).label for line in ("turn up the markers", "layer 2", "para 4→3")] == [TURN_UP, "", ""]

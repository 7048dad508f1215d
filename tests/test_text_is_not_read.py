"""A test that no module cuts or searches the sentences that the program made: text is made last."""

import ast

import pytest

from tests.places import ROOT

UMPIRE = ROOT / "umpire"
READS = {"startswith", "endswith", "split", "rsplit", "partition", "rpartition", "removeprefix", "removesuffix"}
OF_SENTENCES = ("did", "lay ", "night", "urn", ": ", ", ", "; ", "owed", "still to do", " (", "thrown ")
"""What sentences are made of, and no file, word typed or id is cut at."""

ALLOWED = {
    "show/journal.py": (
        ": ",
        ", ",
    ),  # instructions and results in one line: a line begins with the name of its subject
    "show/document.py": (", ",),  # the words of the glossary, a page of docs
    "report/words.py": ("lay ",),  # instructions that no report has; games of 0.1 store only the words
}
"""Places that still read words, each for its reason: this grows no more."""


def reads(path):
    """Yield literals of sentences that a module cuts at or searches for, with their lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    known = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        asked = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in READS:
            asked = node.args
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            asked = [node.left] if isinstance(node.comparators[0], ast.Attribute | ast.Name) else []
        for arg in asked:
            value = known.get(arg.id, arg) if isinstance(arg, ast.Name) else arg
            for literal in ast.walk(value):
                text = literal.value if isinstance(literal, ast.Constant) else None
                if isinstance(text, str) and text.startswith(OF_SENTENCES):
                    yield text, node.lineno


@pytest.mark.parametrize("room", ["show", "report", "screen", "board", "paper"])
def test_no_room_of_text_reads_text(room):
    found = {}
    for path in sorted((UMPIRE / room).rglob("*.py")):
        name = path.relative_to(UMPIRE).as_posix()
        if said := [(text, line) for text, line in reads(path) if text not in ALLOWED.get(name, ())]:
            found[name] = said
    assert found == {}


@pytest.mark.parametrize(
    "source",
    [
        'who, _, what = said.partition(": ")',
        'values = str(value).split(", ")',
        'said = [one for one in notes if one.startswith("owed")]',
        'rounds = [one for one in titles if "night" not in one]',
        'HEAD = ("lay ", "turn up ")\nsaid = line.startswith(HEAD)',
    ],
)
def test_what_reads_text_is_found(source, tmp_path):
    path = tmp_path / "one.py"
    path.write_text(source, encoding="utf-8")
    assert list(reads(path))

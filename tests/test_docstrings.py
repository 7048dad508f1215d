"""A test that docstrings begin with the thing or its result: a noun phrase, `True if`, or a verb."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.places import ROOT

UMPIRE = ROOT / "umpire"

VERBS = """
Return Yield Raise
Add Announce Apply Ask Begin Bring Change Check Clear Close Collect Compare Copy Correct Discard Do Draw Drop Edit
End Finish Give Group Hash Hold Ignore Import Keep Leave Let Limit List Load Look Make Mark Move Name Note Open
Parse Place Play Press Print Put Read Record Redo Refuse Remove Replace Replay Resolve Restore Rewrite Run Save Say
Send Set Show Situate Skip Sort Spend Start Stop Store Take Test Throw Try Turn Undo Update Upgrade Walk Write
"""
"""The verbs that a docstring of a function may begin with."""

CLAUSES = """
As Everybody Everyone For How If It Its Nobody She Somebody Someone Something That Their There These They This
Those What When Where Whether Which Who Whoever Whom Whose Why
"""
"""Words that begin a clause, or point at something not named yet: never the first word of a docstring."""


def problems(source: str) -> Iterator[str]:
    """Yield the name and the first words of each docstring of a module that begins in another way."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            said = (ast.get_docstring(node) or "").split()
            if said and not _begins_well(node, said):
                yield f"{getattr(node, 'name', 'module')}: {' '.join(said[:6])}"


def _begins_well(node: ast.AST, said: list[str]) -> bool:
    """Return whether the first words of a docstring fit the node."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return said[0] not in (*CLAUSES.split(), "Return", "Yield")
    returns = ast.unparse(node.returns) if node.returns else ""
    if any(ast.unparse(each).rpartition(".")[2] in ("property", "cached_property") for each in node.decorator_list):
        return said[:2] == ["True", "if"] if returns == "bool" else said[0] not in CLAUSES.split()
    return said[0] in VERBS.split() and not (returns in ("None", "NoReturn") and said[0] in ("Return", "Yield"))


@pytest.mark.parametrize("room", sorted({path.parent for path in UMPIRE.rglob("*.py")}), ids=lambda each: each.name)
def test_docstrings_begin_with_what_a_thing_is_or_returns(room):
    found = {path.name: [*problems(path.read_text(encoding="utf-8"))] for path in sorted(room.glob("*.py"))}
    assert {name: those for name, those in found.items() if those} == {}


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('"""A page."""', 0),
        ('"""What is shown."""', 1),
        ('class A:\n    """Return a page."""', 1),
        ('def a() -> int:\n    """Return a number."""', 0),
        ('def a() -> int:\n    """The number."""', 1),
        ('def a() -> None:\n    """Write the number."""', 0),
        ('def a() -> None:\n    """Return the number."""', 1),
        ('@property\ndef a(self) -> bool:\n    """True if it counts."""', 0),
        ('@property\ndef a(self) -> bool:\n    """Whether it counts."""', 1),
        ('@property\ndef a(self) -> int:\n    """The number."""', 0),
    ],
)
def test_the_beginnings_are_found(source, count):
    assert len([*problems(source)]) == count

"""The marker `@clause("TSG-3.7.1-04", "3SG-3.2-01 to 09")`: the rules that a test holds; readings (`AMB-09`) may stand
there too.

`pytest --clause TSG-3.7` runs what holds the clauses of a section.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.places import TESTS

clause = pytest.mark.clause


def each(named: str) -> list[str]:
    """Return the ids that the text of a marker names: one, or all from the first `to` the last."""
    row = re.fullmatch(r"(.+-)(\d\d) to (\d\d)", named)
    if not row:
        return [named]
    return [f"{row[1]}{number:02}" for number in range(int(row[2]), int(row[3]) + 1)]


def within(named: Iterable[str], section: str) -> bool:
    """True if one of these ids is the given one, or belongs to the given section."""
    ids = [one.upper() for text in named for one in each(text)]
    told = section.upper()
    return any(one == told or one.startswith((f"{told}-", f"{told}.")) for one in ids)


def marked(folder: Path = TESTS) -> Iterator[tuple[Path, str, tuple[str, ...]]]:
    """Yield file, name and ids of every test below a folder that has the marker."""
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        of_classes = (node for each in tree.body if isinstance(each, ast.ClassDef) for node in each.body)
        for node in (*tree.body, *of_classes):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                calls = [call for call in node.decorator_list if isinstance(call, ast.Call)]
                texts = [ast.literal_eval(arg) for call in calls if _is_clause(call) for arg in call.args]
                if texts:
                    yield path, node.name, tuple(one for text in texts for one in each(text))


def _is_clause(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "clause"

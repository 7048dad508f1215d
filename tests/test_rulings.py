"""The register of readings: every reading is locked by a test that exists, or says why none can."""

import ast
import re
from functools import cache

import pytest

from tests.places import TESTS

REGISTER = TESTS.parent / "docs" / "rulings.md"
ROWS = [
    [cell.strip() for cell in line.strip().strip("|").split(" | ")]
    for line in REGISTER.read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and not line.startswith(("| reading", "| option", "| clause"))
]


@cache
def named(path):
    return {
        node.name for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.FunctionDef)
    }


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_every_reading_is_locked(row):
    found = re.findall(r"([\w/]*test_\w+\.py): `(test_\w+)`", row[-1])
    if not found:
        assert row[-1].startswith("no effect in software: docs/"), row[-1]
        page = TESTS.parent / row[-1].split(": ")[1]
        assert "No effect in software" in page.read_text(encoding="utf-8")
    for file, test in found:
        assert test in named(TESTS / file)


def test_the_register_is_whole():
    assert len(ROWS) > 200

"""Tests of the register of readings: each is locked by an existing test, or a page has the reason why not."""

import ast
import tomllib
from collections import Counter
from functools import cache

import pytest

from tests.places import TESTS

REGISTER = TESTS.parent / "docs" / "rulings.md"
ROWS = Counter(
    line.strip("| ").split(" | ")[0].replace("`", "").strip()
    for line in REGISTER.read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and not line.startswith(("| number", "| option", "| clause"))
)
LOCKS = {
    row: [locks] if isinstance(locks, str) else locks
    for rows in tomllib.loads((TESTS / "rulings.toml").read_text(encoding="utf-8")).values()
    for row, locks in rows.items()
}


@cache
def named(path):
    return {
        node.name for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.FunctionDef)
    }


@pytest.mark.parametrize("row", ROWS)
def test_every_reading_is_locked(row):
    assert len(LOCKS.get(row, ())) >= ROWS[row], "name its test in tests/rulings.toml"
    for lock in LOCKS[row]:
        file, _, test = lock.partition("::")
        if test:
            assert test in named(TESTS / file), lock
        else:
            assert "No effect in software" in (TESTS.parent / file).read_text(encoding="utf-8"), lock


def test_the_register_is_whole():
    assert sum(ROWS.values()) > 300
    assert set(LOCKS) == set(ROWS)

"""Fixtures: the sentences that the tests of plain hear are held in words.txt; a game of a small rule file."""

import tomllib

import pytest

from tests import catalogue

held = pytest.fixture(autouse=True, name="held")(lambda request: (yield from catalogue.held(request.node)))


@pytest.fixture
def table(table, request, tmp_path):
    """Return the GAME of a module begun, by its RULES or those in its FILE; the table alone if it has none."""
    module = request.module
    if not hasattr(module, "GAME"):
        return table
    rules = module.RULES if hasattr(module, "RULES") else module.FILE.read_text(encoding="utf-8")
    (tmp_path / tomllib.loads(module.GAME)["ruleset"]).write_text(rules, encoding="utf-8")
    (tmp_path / "game.toml").write_text(module.GAME, encoding="utf-8")
    assert table.say("new game.toml --seed 3").code == 0
    return table

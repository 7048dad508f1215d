"""d20: every clause of the rules is held by a test that names it, or stands in the documentation with its reason."""

import ast
import re
from pathlib import Path

from umpire.game.tables import read_toml

HERE = Path(__file__).parent
CLAUSES = [row["id"] for row in read_toml(HERE.parent / "tables" / "d20-elements.clauses.toml")["clause"]]
DOCS = (HERE.parent / "docs" / "d20-elements.md").read_text(encoding="utf-8")
NAMED = re.compile(r"(?:^|_)([A-Z]+)_(\d\d)(?:_to_(\d\d))?(?=_|$)")


def named(name):
    """The clauses in the name of a test: `test_D20_HIT_03_to_14_...`, `test_D20_SUP_04_D20_SUP_14_...`."""
    for section, first, last in NAMED.findall(name.removeprefix("test_").replace("D20_", "")):
        yield from (f"D20-{section}-{number:02}" for number in range(int(first), int(last or first) + 1))


def held():
    """Every clause named by a test that asserts something."""
    for path in sorted(HERE.glob("test_d20_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield from named(node.name)


def without_effect():
    """The clauses listed in the documentation as having no effect in software, each with its reason."""
    part = DOCS.partition("## No effect in software")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| (D20-[A-Z]+-\d\d) \| (.+) \|$", part, re.M))


def test_every_clause_is_tested_or_explained():
    known = {*held(), *without_effect()}
    assert [clause for clause in CLAUSES if clause not in known] == []


def test_no_test_names_a_clause_that_is_not_there():
    assert sorted({*held(), *without_effect()} - set(CLAUSES)) == []


def test_what_is_explained_is_not_tested():
    assert sorted(set(held()) & without_effect().keys()) == []
    assert all(len(reason) > 20 for reason in without_effect().values())


def test_the_reader_of_names():
    assert list(named("test_D20_HIT_03_to_05_and_more")) == ["D20-HIT-03", "D20-HIT-04", "D20-HIT-05"]
    assert list(named("test_D20_SUP_04_D20_SPT_06_x")) == ["D20-SUP-04", "D20-SPT-06"]
    assert list(named("test_D20_RES_01_RES_04_an_F")) == ["D20-RES-01", "D20-RES-04"]
    assert list(named("test_a_kept_game")) == []

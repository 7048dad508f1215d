"""Every clause of both Star General books is named by a test, or its page says why no software answers it."""

from __future__ import annotations

import ast
import re

import pytest
from star_games import BOOKS, NAMES, ROOT

from umpire.game.clauses import load

HEADING = "## No effect in software"
IDS = {book: [clause.id for clause in load(ROOT / "tables" / f"{NAMES[book]}.clauses.toml").clauses] for book in BOOKS}
TESTS = sorted((ROOT / "tests").glob("test_star_*.py"))


def spoken(clause: str) -> str:
    """A clause as the name of a test has it: `TSG-1.7-01` is `TSG_1_7_01`."""
    return re.sub(r"[-.]", "_", clause)


def texts() -> list[str]:
    """Name and docstring of every test, dashes and dots as underscores."""
    found = []
    for path in TESTS:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.append(spoken(f"{node.name} {ast.get_docstring(node) or ''}"))
    return found


def named_by_tests(book: str) -> set[str]:
    """The clauses of a book that a test names, alone or in a row: `TSG_3_2_01_to_09`."""
    found = set()
    rows: dict[str, list[tuple[int, int]]] = {}
    whole = " ".join(texts())
    for section, first, last in re.findall(rf"({book}(?:_[0-9A-Z]+)+)_(\d\d)_to_(\d\d)(?!\d)", whole):
        rows.setdefault(section, []).append((int(first), int(last)))
    for clause in IDS[book]:
        section, _, number = spoken(clause).rpartition("_")
        alone = re.search(rf"(?<![0-9A-Z]){spoken(clause)}(?!\d)", whole)
        if alone or any(first <= int(number) <= last for first, last in rows.get(section, ())):
            found.add(clause)
    return found


def without_effect(book: str) -> dict[str, str]:
    """Clause -> why no software answers it, from the page of the book: `- TSG-1.2-01, TSG-1.2-02: why`."""
    page = (ROOT / "docs" / f"{NAMES[book]}.md").read_text(encoding="utf-8")
    listed: dict[str, str] = {}
    for line in page.partition(HEADING)[2].partition("\n## ")[0].splitlines():
        named = re.fullmatch(rf"- ((?:{book}-[0-9A-Z.]+-\d\d(?:, )?)+): (.+)", line.strip())
        if named:
            listed |= dict.fromkeys(named[1].split(", "), named[2])
    return listed


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_is_named_by_a_test_or_has_no_effect(book):
    missing = set(IDS[book]) - named_by_tests(book) - set(without_effect(book))
    assert not sorted(missing)


@pytest.mark.parametrize("book", BOOKS)
def test_the_page_lists_clauses_that_are_there_and_that_no_test_names(book):
    listed = without_effect(book)
    assert listed
    assert not set(listed) - set(IDS[book])
    assert not sorted(set(listed) & named_by_tests(book))


@pytest.mark.parametrize("book", BOOKS)
def test_no_test_names_a_clause_that_is_not_there(book):
    known = {spoken(clause) for clause in IDS[book]}
    sections = {name.rpartition("_")[0] for name in known}
    names = re.findall(rf"(?<![0-9A-Z]){book}((?:_[0-9A-Z]+)+?)_(\d\d)(?![0-9])", " ".join(texts()))
    assert names
    wrong = [f"{book}{section}_{number}" for section, number in names if f"{book}{section}" in sections]
    assert not sorted(set(wrong) - known)

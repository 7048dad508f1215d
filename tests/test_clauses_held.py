"""A test that every clause of the four books is held by a test, or listed on its page with the reason why not."""

import re

import pytest

from tests.clauses import each, marked, within
from tests.places import ROOT, TABLES
from umpire.game.rulebook.clauses import load

PAGES = {"three-star-general": "two-star-general"}
"""A book on the page of another."""
BOOKS = ("two-star-general", "three-star-general", "asp-ww2", "d20-elements")
IDS = {book: [clause.id for clause in load(TABLES / f"{book}.clauses.toml").clauses] for book in BOOKS}
HELD = {clause for _, _, clauses in marked() for clause in clauses}
EXPLAINED = re.compile(r"(?:- |\| )((?:[A-Z0-9.]+-[A-Z0-9.-]+(?:, )?)+)(?:: | \| )(.+?)(?: \|)?")
READING = re.compile(r"(ASP-|D20-)?AMB-\d\d")


def without_effect(book: str) -> dict[str, str]:
    """Return clause -> why no software answers it, from lists (`- TSG-1.2-01, TSG-1.2-02: why`) or rows of the book's
    page.
    """
    page = (ROOT / "docs" / f"{PAGES.get(book, book)}.md").read_text(encoding="utf-8")
    part = page.partition("## No effect in software")[2].partition("\n## ")[0]
    prefix, *others = (IDS[one][0].partition("-")[0] for one in (book, *(b for b in BOOKS if b != book)))
    listed: dict[str, str] = {}
    for line in part.splitlines():
        if named := re.fullmatch(
            r"(?:- |\| )((?:[A-Z0-9.]+-[A-Z0-9.-]+(?:, )?)+)(?:: | \| )(.+?)(?: \|)?", line.strip()
        ):
            clauses = [
                one if one.startswith(prefix) else f"{prefix}-{one}"
                for one in named[1].split(", ")
                if not one.startswith(tuple(others))
            ]
            listed |= dict.fromkeys(clauses, named[2])
    return listed


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_is_held_by_a_test_or_explained(book):
    assert sorted(set(IDS[book]) - HELD - set(without_effect(book))) == []


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_explained_is_there_and_held_by_no_test(book):
    listed = without_effect(book)
    assert listed
    assert sorted(set(listed) - set(IDS[book])) == []
    assert sorted(set(listed) & HELD) == []
    assert all(len(why) > 10 for why in listed.values())


def test_no_test_names_a_clause_that_is_not_there():
    known = {clause for ids in IDS.values() for clause in ids}
    assert sorted(clause for clause in HELD - known if not READING.fullmatch(clause)) == []


def test_a_row_of_clauses_is_each_of_them():
    assert each("D20-HIT-03 to 05") == ["D20-HIT-03", "D20-HIT-04", "D20-HIT-05"]
    assert each("TSG-3.7.1-04") == ["TSG-3.7.1-04"]


@pytest.mark.parametrize(
    ("told", "runs"),
    [("TSG-3.7", True), ("tsg-3.7.1", True), ("TSG-3.7.1-04", True), ("TSG-3", True), ("TSG-3.7.1-05", False),
     ("TSG-3.71", False), ("3SG-3.7", False)],
)  # fmt: skip
def test_a_section_is_run_by_its_beginning(told, runs):
    assert within(["AMB-09", "TSG-3.7.1-01 to 04"], told) is runs

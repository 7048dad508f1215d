"""Every clause is named by a test, or its page says why no software answers it."""

import re

import pytest
from asp_games import ROOT

from umpire.game.clauses import load

CLAUSES = load(ROOT / "tables" / "asp-ww2.clauses.toml").clauses
SECTIONS = {clause.section for clause in CLAUSES}
PAGE = (ROOT / "docs" / "asp-ww2.md").read_text(encoding="utf-8")
HEADING = "## No effect in software"


def clauses_of(name: str) -> set[str]:
    """The clauses in the name of a test: `test_ASP_CP_01_02_SEQ_02_and_so_on`, `test_ASP_CLASS_17_to_24_stands`."""
    found: set[str] = set()
    section, last, through = "", 0, False
    for word in name.removeprefix("test_").split("_"):
        if word in SECTIONS:
            section, last, through = word, 0, False
        elif section and re.fullmatch(r"\d\d", word):
            first = last + 1 if through else int(word)
            found |= {f"{section}-{number:02}" for number in range(first, int(word) + 1)}
            last, through = int(word), False
        elif word == "to" and last:
            through = True
        elif word != "ASP":
            section = ""
    return found


def named_by_tests() -> set[str]:
    """The clauses named by any ASP test."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests").glob("test_asp_*.py"))]
    names = [name for text in texts for name in re.findall(r"^def (test_ASP_\w+)", text, re.M)]
    return {clause for name in names for clause in clauses_of(name)}


def without_effect() -> dict[str, str]:
    """Clause -> why no software answers it, from its page: `- GEN-01, GEN-02: why`."""
    _, _, rest = PAGE.partition(HEADING)
    listed: dict[str, str] = {}
    for line in rest.partition("\n## ")[0].splitlines():
        named = re.fullmatch(r"- ((?:[A-Z]+-\d\d(?:, )?)+): (.+)", line.strip())
        if named:
            listed |= dict.fromkeys(named[1].split(", "), named[2])
    return listed


@pytest.mark.parametrize("section", sorted(SECTIONS))
def test_every_clause_is_named_by_a_test_or_has_no_effect(section):
    clauses = {clause.id.removeprefix("ASP-") for clause in CLAUSES if clause.section == section}
    covered = named_by_tests() | set(without_effect())
    assert clauses
    assert not sorted(clauses - covered)


def test_the_page_lists_clauses_that_are_there_and_that_no_test_names():
    known = {clause.id.removeprefix("ASP-") for clause in CLAUSES}
    listed = without_effect()
    assert set(listed) <= known
    assert not sorted(set(listed) & named_by_tests())
    assert all(len(why) > 10 for why in listed.values())


def test_the_names_of_tests_name_clauses_that_are_there():
    known = {clause.id.removeprefix("ASP-") for clause in CLAUSES}
    assert not sorted(named_by_tests() - known)


def test_how_names_are_read():
    assert clauses_of("test_ASP_CP_01_02_SEQ_02_and_so_03_on") == {"CP-01", "CP-02", "SEQ-02"}
    assert clauses_of("test_ASP_CLASS_17_to_19_stands") == {"CLASS-17", "CLASS-18", "CLASS-19"}

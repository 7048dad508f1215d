"""Tests that pages are read once: no sentence is longer than 25 words, and nine of ten have at most 22."""

import re

import pytest

from tests.places import ROOT

PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "docs/decisions").glob("*.md")])
LONGEST, USUAL = 25, 22
BLOCK = re.compile(r"^```[\s\S]*?^```$|^#+ .*$|^(?: {4}|\|[-| ]+\|$|!\[).*$", re.MULTILINE)
PART = re.compile(r"\n\s*\n|^\s*(?:[-*]|\d+\.) |\||\n(?=\*\*)", re.MULTILINE)
END = re.compile(r"(?<=[.!?])[*_)]*\s+(?=[A-Z0-9`*_\[\"+(])")


def sentences(page):
    """Yield the sentences of a page: without code, headings and pictures; a cell of a table is one part."""
    for part in PART.split(BLOCK.sub("\n", page)):
        yield from END.split(" ".join(part.split()))


def words(sentence):
    """Return the number of words; a typed text (between backquotes) is one word, a link is its text."""
    plain = re.sub(r"\]\([^)]*\)", "", re.sub(r"`[^`]*`", "typed", sentence))
    return len(re.findall(r"[^\W_][\w'’.,:/-]*", plain))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_sentences_of_a_page_are_short(page):
    counted = {each: words(each) for each in sentences(page.read_text(encoding="utf-8")) if words(each) >= 4}
    longest, usual = ([each for each, count in counted.items() if count > most] for most in (LONGEST, USUAL))
    assert longest == []
    assert len(usual) <= len(counted) // 10, "\n".join(usual)


@pytest.mark.parametrize(
    ("page", "counts"),
    [
        ("# A heading\n\nOne two. Three `a b c` four\nfive. Six.\n", [2, 4, 1]),
        ("One, e.g. two:\n\n```\n$ umpire fire\n```\n\n- three [four five](six.md)\n- seven\n", [3, 3, 1]),
        ("| one | two three |\n|--|--|\n| four. Five | six |\n", [1, 2, 1, 1, 1]),
        ("**Bold.** Then `x`. (Aside.) 3.7.2 is a rule.", [1, 2, 1, 4]),
    ],
)
def test_words_of_sentences_are_counted(page, counts):
    assert [words(each) for each in sentences(page) if words(each)] == counts

"""Tests of wrapping, columns and hanging indents: nothing is wider than the page, nothing is lost."""

from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len as width_of

from umpire.show.page import Page, clean

WORDS = st.text(max_size=120)


def test_paragraph_hangs():
    lines = Page(30).paragraph("one two three four five six seven eight", indent=2, hang=2)
    assert lines == ["  one two three four five six", "    seven eight"]


def test_columns_hang_under_their_column():
    rows = [("3", "tank A", "4 medium armour (3.1-06), -1 target dug in"), ("12", "para", "short")]
    assert Page(40).columns(rows, right=(0,)) == [
        "   3  tank A  4 medium armour (3.1-06),",
        "              -1 target dug in",
        "  12  para    short",
    ]


def test_bold_dresses_the_words_only_and_only_where_wanted():
    assert Page(80, True).paragraph("now", indent=2, style="bold") == ["  \x1b[1mnow\x1b[0m"]
    assert Page(80, False).paragraph("now", indent=2, style="bold") == ["  now"]


def test_a_terminal_cannot_be_steered_by_a_name():
    assert clean("a\x1b[31mb\nc\td") == "a?[31mb c d"


@given(WORDS, st.integers(24, 120), st.integers(0, 6), st.integers(0, 6))
def test_a_paragraph_fits_and_keeps_every_letter(text, width, indent, hang):
    lines = Page(width).paragraph(text, indent, hang)
    assert all(width_of(line) <= width + max(0, indent + hang + 24 - width) for line in lines)
    assert "".join("".join(lines).split()) == "".join(clean(text).split())


@example([("", "\U0001f3fb", "")], 40)  # a sign without a width
@given(st.lists(st.tuples(WORDS, WORDS, WORDS), max_size=4), st.integers(40, 120))
def test_columns_fit_and_keep_every_letter(rows, width):
    lines = Page(width).columns(rows)
    assert all(width_of(line) <= width for line in lines)
    kept = sorted("".join("".join(lines).split()))
    assert kept == sorted("".join("".join(clean(cell) for row in rows for cell in row).split()))

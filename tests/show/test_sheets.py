"""Tests of quick-reference sheets: from the rows of the engine, as text, Markdown and one HTML file that loads
nothing.
"""

import re
from html.parser import HTMLParser

import pytest

from umpire.core.outcome import Listing
from umpire.game.rulebook.tables import read_table_file
from umpire.paper.render import html, markdown
from umpire.rulesets import FAMILIES, find

SHEET = (
    Listing("To hit", ("who", "needs"), (("M & H", "6"), ("D|R", "<5>")), ("caps at -1",), right=(1,)),
    Listing("Wide", tuple("abcdefgh"), (tuple("12345678"),)),
)


class Reader(HTMLParser):
    """A parser that counts tags, checks that they close, and keeps the addresses that would be loaded."""

    def __init__(self):
        super().__init__()
        self.open, self.seen, self.loads = [], {}, []

    def handle_starttag(self, tag, attrs):
        self.seen[tag] = self.seen.get(tag, 0) + 1
        self.loads += [value for name, value in attrs if name in ("src", "href")]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_markdown_has_a_table_for_each_listing():
    assert markdown("Two & Three", SHEET).splitlines()[:9] == [
        "# Two & Three",
        "",
        "## To hit",
        "",
        "| who | needs |",
        "| --- | --: |",
        "| M & H | 6 |",
        "| D\\|R | <5> |",
        "",
    ]


def test_html_is_whole_escaped_and_loads_nothing():
    page = html("Two & Three", SHEET)
    reader = Reader()
    reader.feed(page)
    assert not reader.open
    assert not reader.loads
    assert not re.search(r"url\(|@import|<script", page)
    assert (reader.seen["section"], reader.seen["table"], reader.seen["tr"]) == (2, 2, 5)
    assert "M &amp; H" in page
    assert "&lt;5&gt;" in page
    assert "size: A4" in page
    assert 'class="wide"><h2>Wide' in page


@pytest.mark.parametrize("ruleset", FAMILIES)
def test_every_ruleset_has_a_sheet_of_whole_rows(ruleset):
    family, file = find(ruleset).family(), read_table_file(ruleset, list(FAMILIES))
    sheet = family.sheet(family.read_table(file.rows), None)
    assert len(sheet) >= 5
    for listing in sheet:
        assert listing.title
        assert all(len(row) == len(listing.columns) for row in listing.rows)
        assert all(isinstance(cell, str) for row in listing.rows for cell in row)


def test_a_changed_row_changes_the_sheet():
    family, file = find("two-star-general").family(), read_table_file("two-star-general", list(FAMILIES))
    core = {**file.rows["core"], "infantry": {**file.rows["core"]["infantry"], "fs": 7}}
    (stands,) = [
        each for each in family.sheet(family.read_table({**file.rows, "core": core}), None) if "Core" in each.title
    ]
    assert next(row for row in stands.rows if row[0] == "infantry")[2] == "7"


def test_the_sheet_of_a_game_has_only_what_is_in_it(table):
    table.game("worked-example-1")
    whole, own = table.say("sheet").out, table.say("sheet --game-only").out
    assert "engineers in close combat" in whole
    assert "+1 engineers in close combat" not in own
    assert "light artillery" in own
    assert len(own.splitlines()) < len(whole.splitlines())


def test_a_sheet_is_written_once_and_by_its_ending(table):
    table.game("worked-example-1")
    assert table.say("sheet -o s.html").code == 0
    assert (table.folder / "s.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert table.say("sheet -o s.html").code == 1
    assert table.say("sheet -o s.md").code == 0
    refused = table.say("sheet -o s.pdf")
    assert (refused.code, refused.err.splitlines()[0]) == (2, "error: s.pdf is neither .html nor .md")


def test_a_sheet_needs_no_game_where_the_ruleset_is_named(table):
    assert table.say("sheet").code == 1
    assert table.say("sheet --rules three-star-general").out.startswith("Three Star General\n")

"""Tests of the printed play sheet: the table can be read back from the PDF, and a template reads only its data."""

import io
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

import pytest
from pypdf import PdfReader
from pypdf.generic import DecodedStreamObject, NameObject

from umpire.core.installed import how_to_get
from umpire.core.mistakes import FileMistake, Mistake
from umpire.core.outcome import Listing
from umpire.game.records import plain
from umpire.paper import typeset
from umpire.paper.press import printed
from umpire.paper.sheet import sheet_of as of_listings
from umpire.paper.typeset import Typesetter
from umpire.rulesets import FAMILIES, find

SIDES = {"two-star-general": 2, "three-star-general": 2, "d20-elements": 2, "asp-ww2": 3}
"""How many sides of paper each sheet may have."""


def sheet_of(ruleset, more=0):
    """Return the sheet of a ruleset, with so many extra rows in its first list."""
    family, rows = find(ruleset).family(), find(ruleset).table().rows
    own = [{**rows["modifier"][0], "id": f"x{at}", "words": f"a row of the club {at}"} for at in range(more)]
    return family.sheet(family.read_table({**rows, "modifier": [*rows["modifier"], *own]}), None)


def page_of(title, note, listings):
    """Return the data of a template where there is only the sheet."""
    return {"title": title, "documents": {"sheet": plain(of_listings(title, note, listings))}}


@cache
def sheet_on(paper, ruleset, more):
    """Return the printed pages of `sheet_of`. They are printed once for all tests."""
    return printed(page_of("Title", "note", sheet_of(ruleset, more)), paper=paper)


def pages_of(made):
    """Return the pages of a PDF without their lines and curves, which take longest to read."""
    pages = PdfReader(io.BytesIO(made[0])).pages
    for page in pages:
        content = DecodedStreamObject()
        content.set_data(re.sub(rb"(?:-?[\d.]+ ){6}c\s|(?:-?[\d.]+ ){2}[lm]\s", b"", page.get_contents().get_data()))
        page[NameObject("/Contents")] = content
    return pages


@lru_cache(64)
def heard(pdf):
    """Return each page of a PDF: its text, and its words as (text, size in points, x and y from the bottom left).

    A PDF takes long to read, so each is read once for all tests.
    """
    sides = []
    for page in pages_of([pdf]):
        found = []

        def hear(text, cm, tm, font, size, found=found):
            found.append((text.strip(), size, cm[4] + tm[4], cm[5] + tm[5]))

        sides.append((page.extract_text(visitor_text=hear), found))
    return sides


def read(pages):
    """Return the text of a PDF, without the spaces that the layout may add anywhere."""
    return squeezed("".join(text for text, _ in heard(pages[0])))


def squeezed(text):
    """Return words without spaces, and without the hyphens that may stand at the end of a line."""
    return re.sub(r"[\s\u00ad-]", "", text)


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("ruleset", FAMILIES)
def test_every_row_and_line_is_on_the_paper(ruleset, paper):
    sheet, pages = sheet_of(ruleset), sheet_on(paper, ruleset, 0)
    assert len(PdfReader(io.BytesIO(pages[0])).pages) <= SIDES[ruleset]
    text = read(pages)
    for listing in sheet:
        nothing = "–" * listing.chart  # a row without any reply has that once
        for cell in (cell for row in listing.rows for cell in row):
            assert all(
                squeezed(part) in text for part in cell.split(" / " if listing.chart else "\n") if part != nothing
            ), cell
        for note in (part for words in listing.notes for part in words.split("; " if listing.chart else "\n")):
            assert squeezed(note) in text, note
        assert squeezed(listing.title).lower() in text.lower(), listing.title


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("ruleset", FAMILIES)
def test_rows_of_a_club_begin_no_side_of_their_own(ruleset, paper):
    """The letters become a little smaller so that such rows need no new page; a sheet with room for them keeps its
    size.
    """
    pages = sheet_on(paper, ruleset, 8)
    assert len(PdfReader(io.BytesIO(pages[0])).pages) <= SIDES[ruleset]
    text = read(pages)
    assert all(squeezed(f"a row of the club {number}") in text for number in range(8))


def words_of(pages):
    """Return the words of each page, without the footer."""
    return [[word for word in found if word[0] and word[3] > 20] for _, found in heard(pages[0])]


def type_size(pages):
    """Return the size of most letters of the first page."""
    letters = Counter(size for text, size, *_ in words_of(pages)[0] for _ in text)
    return letters.most_common(1)[0][0]


@pytest.mark.slow
@pytest.mark.parametrize(("more", "least", "most"), [(0, 8.7, 9.6), (8, 8.3, 9.1)])
def test_type_is_as_large_as_fits_its_sides(more, least, most):
    assert least < type_size(sheet_on("a4", "three-star-general", more)) < most


@pytest.mark.slow
def test_a_short_sheet_has_large_type_and_both_columns_end_alike(table):
    for battle, size in (("bridgehead", 9.2), ("d20-evening", 9.2)):
        table.game(battle)
        assert table.say(f"print sheet --game-only -o {battle}.pdf -g {battle}.umpire").code == 0
        pages = [(table.folder / f"{battle}.pdf").read_bytes()]
        assert type_size(pages) >= size
        last = words_of(pages)[-1]
        ends = [min(y for *_, x, y in last if (x < 290) == left) for left in (True, False)]
        assert abs(ends[0] - ends[1]) < 120


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", FAMILIES)
def test_no_rule_number_breaks_a_line(ruleset):
    """The numbers of sentences stand in the margin: all numbers are there, and no sentence is."""
    sheet = sheet_of(ruleset)
    rules = {row[-1].split("\xa0")[0] for listing in sheet if listing.prose for row in listing.rows}
    sides = words_of(sheet_on("a4", ruleset, 0))
    small = [(text, round(x)) for side in sides for text, size, x, _ in side if size < 6]
    rims = [x for x, _ in Counter(x for _, x in small).most_common(2)]
    assert rules <= {text for text, x in small if x in rims}
    assert not [text for side in sides for text, size, x, _ in side if size > 8 and round(x) in rims]


@pytest.mark.slow
def test_a_table_that_goes_on_in_the_next_column_has_its_title_there():
    text = read(sheet_on("a4", "asp-ww2", 0))
    assert squeezed("Modifiers of required score (need) and total (roll) (continued)") in text


def test_a_table_of_many_columns_is_within_its_column():
    columns = ("type", "", "hull", "masts", "crew", "port guns", "starboard guns", "speed", "resolve", "marines")
    rows = (("frigate", "frigate", "12", "3", "24", "8", "8", "12", "9", "no"),)
    pages = printed(page_of("Title", "note", (Listing("Types", columns, rows),)))
    [words] = words_of(pages)
    placed = {text: (size, across) for text, size, across, _ in words}
    (size, first), (_, second) = placed["resolve"], placed["marines"]
    assert second - first > 0.42 * size * len("resolve")  # no word runs into the next
    assert sum(text == "frigate" for text, *_ in words) == 1  # a column that says the same again is left out


@pytest.mark.slow
def test_the_same_sheet_is_the_same_bytes(monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # then no pages are kept
    data = page_of("Title", "note", sheet_of("d20-elements"))
    assert printed(data) == printed(data)


@pytest.mark.slow
def test_pages_are_kept_until_something_on_them_changes(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    data = page_of("Title", "note", sheet_of("d20-elements"))
    pages, monday = printed(data), page_of("Monday", "note", sheet_of("d20-elements"))
    assert "Monday" in read(printed(monday))
    assert printed(data) == pages  # Monday's had taken their place
    monkeypatch.setattr(Typesetter, "compile", lambda *_, **__: pytest.fail("set anew"))
    assert printed(data) == pages
    for changed in ({"data": monday}, {"data": data, "paper": "letter"}, {"data": data, "folder": tmp_path}):
        with pytest.raises(pytest.fail.Exception):
            printed(**changed)


def test_words_are_never_markup():
    hostile = '#panic("x") *b* _i_ $x$ `c` <l> @r \\ // "q" #{} [b] = h'
    sheet = (
        Listing(hostile, ("", "", "rule"), ((hostile, hostile, "1-01"),), prose=True),
        Listing("T", ("",), ((hostile,),)),
    )
    assert read(printed(page_of(hostile, hostile, sheet))).count(squeezed(hostile)) >= 5


def test_a_template_of_a_club_goes_before_ours_and_reads_nothing_else(tmp_path):
    data = page_of("Ours", "", ())
    page = tmp_path / "sheet.typ"
    page.write_text('#import "umpire.typ": *\nThe sheet of #of("sheet").title and others')
    assert "ThesheetofOursandothers" in read(printed(data, folder=tmp_path))
    page.write_text('#import "umpire.typ": *\n\n#nonsense')
    with pytest.raises(FileMistake, match=r"sheet.typ line 3: unknown variable: nonsense"):
        printed(data, folder=tmp_path)
    page.write_text('\n#import "@preview/tablex:0.0.1": *')
    with pytest.raises(FileMistake, match=r"line 2: .*is not part of Umpire"):
        printed(data, folder=tmp_path)
    for package in (
        '"\\u{40}preview/tablex:0.0.1"',
        '"\\u{0040}preview/tablex:0.0.1"',
        '("@" + "preview/tablex:0.0.1")',
    ):
        page.write_text(f"#import {package}: *")
        with pytest.raises(FileMistake):
            printed(data, folder=tmp_path)
    (tmp_path / "secret.txt").write_text("told to nobody")
    for path in ("secret.txt", "/etc/hostname", "../secret.txt", str(tmp_path / "secret.txt")):
        page.write_text(f'#read("{path}")')
        with pytest.raises(FileMistake):
            printed(data, folder=tmp_path)


def test_no_package_is_read_that_somebody_has_fetched_before(tmp_path, monkeypatch):
    lies = Path("typst", "packages", "preview", "told", "0.1.0")
    for name, folder in (("XDG_CACHE_HOME", "cache"), ("XDG_DATA_HOME", "data")):
        (tmp_path / folder / lies).mkdir(parents=True)
        (tmp_path / folder / lies / "typst.toml").write_text(
            '[package]\nname = "told"\nversion = "0.1.0"\nentrypoint = "a.typ"\n'
        )
        (tmp_path / folder / lies / "a.typ").write_text('#let secret = "told"')
        monkeypatch.setenv(name, str(tmp_path / folder))
    page = tmp_path / "sheet.typ"
    page.write_text('#import ("@" + "preview/told:0.1.0"): secret\n#secret')
    with pytest.raises(FileMistake):
        printed(page_of("Ours", "", ()), folder=tmp_path)


def test_no_link_in_a_folder_of_templates_is_followed(tmp_path):
    outside, folder = tmp_path / "outside.typ", tmp_path / "mine"
    outside.write_text("#let secret = [told to nobody]")
    folder.mkdir()
    (folder / "other.typ").symlink_to(outside)
    (folder / "sheet.typ").write_text('#import "other.typ": secret\n#secret')
    with pytest.raises(FileMistake, match=r"other\.typ is not a template"):
        printed(page_of("Ours", "", ()), folder=folder)


ENDLESS = {
    "pages": "#for each in range(100000000) { pagebreak() }",
    "words": "#let f(n) = if n > 0 { f(n - 1) + f(n - 1) } else { [word] }\n#f(60)",
    "a value": '#let a = "x" * 1000000\n#let b = range(4000).map(n => a + str(n))\n#b.len()',
}


@pytest.mark.slow
@pytest.mark.parametrize("what", ENDLESS)
def test_a_template_without_end_is_ended(tmp_path, monkeypatch, what):
    monkeypatch.setattr(typeset, "SECONDS", 4)
    monkeypatch.setattr(typeset, "MEMORY", 1 << 30)
    (tmp_path / "sheet.typ").write_text(ENDLESS[what])
    with pytest.raises(FileMistake, match="typst was stopped: a template takes"):
        printed(page_of("Ours", "", ()), folder=tmp_path)


@pytest.mark.slow
def test_ctrl_c_ends_typst_at_once(table):
    (table.folder / "mine").mkdir()
    (table.folder / "mine" / "sheet.typ").write_text(ENDLESS["words"])
    line = "--rules two-star-general print sheet -o star.pdf --template mine"
    asked = subprocess.Popen(
        [sys.executable, "-m", "umpire", *line.split()], cwd=table.folder, stderr=subprocess.PIPE, process_group=0
    )
    while not (typst := subprocess.run(["pgrep", "-P", str(asked.pid)], capture_output=True, check=False).stdout):
        assert asked.poll() is None
    time.sleep(1)
    begun = time.monotonic()
    os.killpg(asked.pid, signal.SIGINT)
    _, said = asked.communicate(timeout=20)
    assert time.monotonic() - begun < 5
    assert asked.returncode == 130
    assert b"Traceback" not in said
    with pytest.raises(ProcessLookupError):
        os.kill(int(typst), 0)
    assert not (table.folder / "star.pdf").exists()


def test_without_typst_it_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(Mistake) as told:
        printed(page_of("Title", "", ()))
    assert told.value.hint == how_to_get("print")


@pytest.mark.slow
def test_print_writes_a_file_for_each_page_of_pictures(table):
    assert table.say("--rules two-star-general print sheet -o star.pdf").code == 0
    assert (table.folder / "star.pdf").read_bytes().startswith(b"%PDF")
    again = table.say("--rules two-star-general print -o star.pdf")
    assert (again.code, "exists already" in again.err) == (1, True)
    (table.folder / "star-2.svg").write_text("mine")
    assert "star-2.svg exists already" in table.say("--rules two-star-general print -o star.svg").err
    assert sorted(path.name for path in table.folder.iterdir()) == ["star-2.svg", "star.pdf"]
    (table.folder / "star-2.svg").unlink()
    assert "star-1.svg, star-2.svg" in table.say("--rules two-star-general print -o star.svg").out
    assert (table.folder / "star-2.svg").read_text().startswith("<svg")


@pytest.mark.slow
def test_print_says_what_it_prints_and_to_which_files(table):
    assert "one of: summary, sheet, roster" in table.say("--rules d20-elements print xyzzy -o x.pdf").err
    line = "print sheet -o sheet.pdf --rules d20-elements"
    assert f"hint: type umpire {line}\n" in table.say("--rules d20-elements print").err
    assert f"hint: did you mean: umpire {line}\n" in table.say("--rules d20-elements print sheeet").err
    assert table.say(line).code == 0
    assert "one of: a4, letter" in table.say("--rules d20-elements print -o x.pdf --paper b5").err


def test_the_sheet_of_a_club_is_printed_with_its_numbers(table):
    (table.folder / "club.toml").write_text(
        'extends = "two-star-general"\nid = "club"\nname = "Club"\n[limits]\nshots = 4\n'
        '[[modifier]]\nid = "fog"\nwhen = { what = "core", mode = "distant" }\namount = -1\n'
        'words = "fog"\nrule = "our own"\n'
    )
    assert table.say("new worked-example-1 --seed 7 -g club.umpire --house club.toml").code == 0
    plain = table.say("-g club.umpire print --json").plain
    [lines] = [part["lines"] for part in plain["documents"]["sheet"]["parts"] if part["title"] == "The round"]
    assert any("every gun has 4 shots again" in words for _, words, _ in lines)
    rows = [row for part in plain["documents"]["sheet"]["parts"] for block in part["tables"] for row in block["rows"]]
    assert ["-1", "fog", "a core stand in distant fire", "our own"] in rows


def test_fonts_of_the_system_are_read_only_for_letters_that_ours_have_not(monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    told = []
    real = Typesetter.compile
    monkeypatch.setattr(
        Typesetter, "compile", lambda *of, **more: told.append(more["ignore_system_fonts"]) or real(*of, **more)
    )
    for words in ("Ελλάς · Россия → ½ – … ✓", "日本"):
        pages = printed(page_of("T", "", (Listing("T", ("",), ((words,),)),)))
    assert [each for each, _ in groupby(told)] == [True, False]
    assert read(pages)

"""Tests of the head of a game: it fits on a screen in every game; a word shows all of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.terminal import Terminal
from tests.transcripts.evenings import FOLDER, read
from umpire.core.outcome import Head
from umpire.play.documents import examples
from umpire.show.page import Page
from umpire.show.status import MOST, head_lines

LONG = st.lists(st.text("abc, ", max_size=400), max_size=14)


@pytest.fixture
def table(table, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    return table


@pytest.mark.parametrize("name", examples())
def test_a_status_fits_and_the_whole_names_every_stand(table, name):
    table.game(name)
    status, whole = table.say("status").out.splitlines(), table.say("status all").out
    assert len(status) <= MOST
    assert status[-1] == "`status all` lists every stand, `status NAME` shows one"
    plain = table.say("status --json").plain
    assert all(any(line.startswith(f"  {side}: ") for line in status) for side in plain["sides"])
    ids = {row[0] for listing in plain["status"] for row in listing["rows"]}
    assert all(id in whole for id in ids)


def test_a_status_of_an_evening_fits():
    asked = [turn for path in FOLDER.glob("*.txt") for turn in read(path.read_text(encoding="utf-8"))]
    heads = [turn for turn in asked if turn.typed == "umpire status"]
    assert heads
    assert all(len(turn.said) <= MOST for turn in heads)


@given(st.text("ab ", max_size=200), LONG, LONG, st.text("ab ", max_size=300), st.integers(40, 120))
def test_a_head_is_cut_where_it_is_too_long(where, notes, sides, then, width):
    head = Head(where, tuple(notes), tuple((f"side {number}", (words,)) for number, words in enumerate(sides)), then)
    lines = head_lines(Page(width), "a game", head, warning="changed")
    assert len(lines) <= MOST
    assert max(map(len, lines)) <= width
    assert lines[0] == "a game"


@pytest.mark.parametrize("letters", [70, 760, 20_000])
@pytest.mark.parametrize("width", [40, 80])
def test_a_word_as_long_as_the_screen_is_cut_as_well(letters, width):
    word = "n" * letters
    head = Head(word, (word, f"a {word}"), (("German", word), ("British", f"{word} {word}")), word)
    lines = head_lines(Page(width), word, head)
    assert len(lines) <= MOST
    assert max(map(len, lines)) <= width
    assert letters == 70 or any("..." in line for line in lines)


def test_what_is_cut_is_the_longest_and_says_so():
    head = Head(
        "round 1",
        ("still to do: " + " ".join(map(str, range(400))),),
        (("German", ("to go a",)), ("British", ("to go b",))),
    )
    lines = head_lines(Page(80), "a game", head)
    assert lines[1] == "round 1"
    assert lines[-2:] == ["  German: to go a", "  British: to go b"]
    assert lines[-3].endswith(" ...")
    assert len(lines) == MOST


def test_the_whole_is_read_page_by_page_at_a_terminal(table):
    table.game("two-hills")
    with Terminal("status", "all", cwd=table.folder, PAGER="head -n 3") as at:
        screen = at.wait("round 1")
        assert at.ended() == 0
    assert len(screen.splitlines()) == 3
    with Terminal("status", cwd=table.folder, PAGER="head -n 3") as at:
        assert "status all" in at.wait("status all")
        assert at.ended() == 0

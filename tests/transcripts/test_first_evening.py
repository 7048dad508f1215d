"""A test of the first evening of docs/: each line of the page, typed at a terminal, is answered as there."""

from difflib import unified_diff

import pytest

from tests.transcripts.first_evening import PAGE, read, replayed


@pytest.mark.slow
@pytest.mark.wording
def test_the_first_evening_goes_as_the_page_shows_it(tmp_path, monkeypatch):
    monkeypatch.delenv("UMPIRE_GAME", raising=False)
    page = PAGE.read_text(encoding="utf-8")
    again = replayed(page, tmp_path)
    if again != page:
        lines = unified_diff(page.splitlines(), again.splitlines(), "the page", "the answers now", lineterm="")
        pytest.fail("\n".join([f"python -m tests.transcripts.evenings {PAGE.name} writes it again", *lines]))
    assert (tmp_path / "battle.html").stat().st_size > 10_000
    assert (tmp_path / "mill.pdf").read_bytes().startswith(b"%PDF")
    assert len(list(tmp_path.glob("*.umpire"))) == 1


def test_it_is_an_evening_of_forty_lines_that_fit_the_screen():
    lines = [line for block in read(PAGE.read_text(encoding="utf-8")) for line in block]
    assert 35 <= len(lines) <= 45
    for line in lines:
        shown = line.shown.splitlines()
        assert len(shown) <= 24, line.typed
        assert max(map(len, shown)) <= 80, line.typed
        assert "error" not in line.shown
        assert "bug" not in line.shown
    assert sum("refused" in line.shown for line in lines) == 1
    assert sum(len(line.answers) for line in lines) >= 5


def test_a_page_is_read_with_its_answers():
    block = "```\numpire> ab\nUS, 2 dice (Enter rolls): 64/31\n  done\numpire> next\n```\n"
    (lines,) = read(f"words\n\n{block}")
    assert [(line.typed, line.answers) for line in lines] == [("umpire> ab", ("64/31",)), ("umpire> next", ())]

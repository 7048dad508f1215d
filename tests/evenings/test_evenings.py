"""Tests of whole evenings at a terminal in the short grammar, with questions of players: the same game as in full."""

import pytest

from tests.evenings.sitting import FOLDER, at_the_table, in_full, read, recorded

EVENINGS = sorted(FOLDER.glob("*.txt"))
WIDE = ("to repeat: ", "): ")
"""What may be wider than the screen: a line to be copied whole, and what is typed after a question."""


@pytest.mark.slow
@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_an_evening_at_the_prompt_is_the_same_as_in_full(path, tmp_path, monkeypatch):
    monkeypatch.delenv("UMPIRE_GAME", raising=False)
    evening = read(path.read_text(encoding="utf-8"))
    full, short = tmp_path / "full", tmp_path / "short"
    for folder in (full, short):
        folder.mkdir()
        in_full(folder, (evening.begins,))
    in_full(full, evening.full)
    at = at_the_table(short, evening.lines)
    for meant, came in zip(recorded(full), recorded(short), strict=True):
        assert came == meant
    assert [line for line in at.too_wide() if not any(words in line for words in WIDE)] == []


def test_an_evening_that_is_no_evening_is_noticed():
    with pytest.raises(ValueError, match="neither typed nor said"):
        read("$ umpire new bridgehead\nnonsense\n")

"""Tests of the map: the board on one page, or without its stands to scale on pages that together make all of it."""

import math
import re

import pytest

from tests.paper.test_pack import battles, of, squeezed
from tests.paper.test_print import pages_of
from umpire.core.frozen import replace
from umpire.paper.documents import data
from umpire.paper.press import printed

__all__ = ["battles"]
SIZES = {"a4": (210, 297), "letter": (215.9, 279.4)}


@pytest.mark.slow
@pytest.mark.parametrize("paper", SIZES)
@pytest.mark.parametrize("game", ["bridgehead", "corps"])
def test_the_board_with_all_on_it_is_on_one_page(battles, game, paper):
    battle = battles[game]
    [page] = of(battle, "map", paper=paper)
    words = [*battle.board.names.values(), *(one.id for one in battle.state.held.values()), *battle.sides]
    assert all(squeezed(each) in page for each in words)


@pytest.mark.slow
@pytest.mark.parametrize("paper", SIZES)
@pytest.mark.parametrize("wide", [12, 25, 60])
def test_to_scale_every_hex_is_on_a_page_and_no_stand_on_any(battles, paper, wide):
    battle = replace(battles["bridgehead"], hex_mm=wide)
    pages = pages_of(printed(data(["map"], battle), paper=paper))
    text = "".join(page.extract_text() for page in pages)
    every = {f"{column:02}{row:02}" for column in range(1, 21) for row in range(1, 11)}
    assert every <= set(re.findall(r"\d{4}", text))
    assert "has acted" not in text
    short, long = SIZES[paper]
    least = math.ceil(20 * 0.866 * wide / long) * math.ceil(10.5 * wide / long)
    most = math.ceil(20 * 0.9 * wide / (short - 30) + 1) * math.ceil(12 * wide / (short - 30) + 1)
    assert least <= len(pages) <= most
    [(rows, columns)] = set(re.findall(r"row \d+ of (\d+), page \d+ of (\d+)", text))
    assert int(rows) * int(columns) == len(pages)


def test_a_hex_is_as_wide_as_was_said(battles):
    found = data(["map"], replace(battles["corps"], hex_mm=25))["documents"]["map"]
    top, below = (float(re.search(rf'<text x="\S+" y="(\S+)">{label}<', found["svg"])[1]) for label in ("0101", "0102"))
    assert (below - top) / found["hex"] * found["hex_mm"] == pytest.approx(25)


def test_a_game_without_a_map_says_so(table):
    table.say("new asp-opening -g a.umpire")
    refused = table.say("print map -o m.pdf")
    assert refused.code == 2
    assert refused.err.splitlines()[0] == "error: The road to the bridge · ASP World War 2 has no map"
    table.say("new corps -g c.umpire")
    assert "must be 10 to 150 mm wide" in table.say("-g c.umpire print map -o m.pdf --hex-mm 3").err
    assert table.say("-g c.umpire print map -o m.pdf --hex-mm 30").code == 0


def test_the_same_map_is_the_same_bytes(battles):
    found = data(["map"], replace(battles["corps"], hex_mm=20))
    assert printed(found) == printed(found)

"""`reach`, `status`, `move` and hints agree: what is offered is allowed, and what is hinted works."""

from __future__ import annotations

import pytest

from tests.clauses import clause
from tests.star_general.games import BOOKS, beside, game, gun, ours, theirs
from tests.star_general.moves import board
from tests.star_general.turns import Turn
from umpire.core.outcome import deciding
from umpire.rulesets.star_general.turn.now import now

books = pytest.mark.parametrize("book", BOOKS)


def two_units(book, red="M", **more):
    """Two infantry stands and the HQ of Red, one of Blue far off; Red acts."""
    stands = {
        "rh": ours("hq", hex="0303"),
        "r1": ours("infantry", hex="0402"),
        "r2": ours("infantry", hex="0403"),
        "mg": beside("r1", "mg"),
        "z": theirs("infantry", hex="0909"),
    }
    return Turn(game(book, red=red, on=board(), hq=False, **(stands | more)), book).on(
        phase="activations", active="reds"
    )


@clause("TSG-1.7-06", "TSG-2.3-05", "3SG-1.6-05")
@books
def test_reach_lists_nothing_that_a_move_would_be_refused(book):
    for turn in (
        two_units(book).says("move r1 to 0502"),
        two_units(book).on(active="blues"),
        two_units(book).on(phase="artillery", active=""),
        two_units(book, rh=ours("hq", hex="0303", moved="returned")),
    ):
        [why, *_] = turn.objections("move r1 to 0401")
        assert turn.objections("reach r1") == (why,)
    fought = two_units(book, y=theirs("infantry", hex="0503")).says("fire r1 at y range=2 line=clear", "1111", "111")
    assert fought.no("reach r2") == [{"TSG": "1.7-04", "3SG": "1.6-03"}[book]]


@books
def test_the_status_offers_only_what_may_still_be_done(book):
    def may(turn):
        return now(turn.state, turn.table).notes[0].partition("acts: ")[2]

    moved = two_units(book).says("move rh to 0304 r1 to 0502")
    assert may(moved) == "it may move, then fire or assault"
    assert may(moved.says("move r2 to 0503")) == "it may fire or assault"
    gone = two_units(book).says("move r1 to 0104 strategic=yes").says("move rh to 0203 r2 to 0204 strategic=yes")
    assert may(gone) == "it is done", "who went strategically attacks nobody"
    lost = two_units(book, rh=ours("hq", hex="0303", sp=0))
    assert may(lost).startswith("its HQ is lost: nothing of it moves or attacks")
    swapped = two_units(book, red="H").says("swap mg to r2")
    kept = {"TSG": "it may fire or assault", "3SG": "it may shuffle, then fire or assault"}[book]
    assert may(swapped) == kept, "in Two Star supports change places after the movement"
    far = two_units(book, rh=ours("hq", hex="0909", moved="normal"), z=theirs("infantry", hex="0101"))
    far.put("r1", moved="normal").put("r2", moved="normal")
    assert may(far) == "it is done", "out of command and all have moved"


@clause("TSG-6-01", "3SG-6-01")
@books
def test_who_never_starts_a_combat_is_told_what_it_does_instead(book):
    turn = two_units(book, g=gun("Red", hex="0101"), z=theirs("infantry", hex="0505"), zh=theirs("hq", hex="0605"))
    far = turn.objections("assault rh at z")
    assert [one.tell for one in far] == [""] * len(far), "it may not fire either"
    assert [one.words for one in deciding(far)] == ["rh is an HQ and starts no combat"]
    battery = deciding(turn.objections("fire g at z"))
    assert [one.words for one in battery] == ["g is a battery and starts no combat; name it after `with`"]
    turn.on(phase="artillery", active="", side="Red")
    [battery] = deciding(turn.objections("fire g at z"))
    assert battery.words == "g is a battery and starts no combat; on its own it fires by `artillery g at z`"
    assert turn.no("artillery g at z spotted=yes") == []


@clause("TSG-3.3-05", "3SG-3.3-05")
@books
def test_no_fire_is_hinted_at_that_is_blocked(book):
    turn = two_units(book, r1=ours("infantry", hex="0402"), z=theirs("infantry", hex="0404"))
    far = turn.objections("assault r1 at z")
    assert {one.rule: one.tell for one in far} == {"3.3-05": "", "3.3-01": ""}, "r2 stands in the line of fire"
    open_line = turn.objections("assault rh r2 at z")
    assert not any(one.tell for one in open_line)

"""Tests that `reach`, `status`, `move` and hints agree: offers are allowed, and hints work."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.agree import disagreements
from tests.catalogue import says
from tests.clauses import clause
from tests.star_general.games import BOOKS, beside, game, gun, ours, theirs
from tests.star_general.moves import act, board
from tests.star_general.turns import Turn, left_to
from umpire.cli.output import refusal
from umpire.core.outcome import deciding
from umpire.rulesets.star_general import FAMILY as star_general
from umpire.rulesets.star_general.turn.now import now

books = pytest.mark.parametrize("book", BOOKS)


def two_units(book, red="M", **more):
    """Return a game of two infantry stands and the HQ of Red, and one of Blue far off; Red acts."""
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
        return left_to(turn.state, turn.table)

    moved = two_units(book).says("move rh to 0304 r1 to 0502")
    assert may(moved) == ("move", True)
    assert may(moved.says("move r2 to 0503")) == ("", True)
    gone = two_units(book).says("move r1 to 0104 strategic=yes").says("move rh to 0203 r2 to 0204 strategic=yes")
    assert may(gone) == ("", False), "who went strategically attacks nobody"
    lost = two_units(book, rh=ours("hq", hex="0303", sp=0))
    assert may(lost) == ("", False)
    assert says(now(lost.state, lost.table).notes[:1], "reds", lost.table.rules["hq_no_move"])
    swapped = two_units(book, red="H").says("swap mg to r2")
    assert may(swapped) == ("shuffle" if book == "3SG" else "", True), "in Two Star supports change places later"
    far = two_units(book, rh=ours("hq", hex="0909", moved="normal"), z=theirs("infantry", hex="0101"))
    far.put("r1", moved="normal").put("r2", moved="normal")
    assert may(far) == ("", False), "out of command and all have moved"


@clause("TSG-6-01", "3SG-6-01")
@books
def test_a_stand_that_never_starts_a_combat_gets_a_hint_what_to_type(book):
    turn = two_units(book, g=gun("Red", hex="0101"), z=theirs("infantry", hex="0505"), zh=theirs("hq", hex="0605"))
    far = turn.objections("assault rh at z")
    assert [one.retype for one in far] == [""] * len(far), "it may not fire either"
    [headquarters] = deciding(far)
    assert says([headquarters.words], "rh")
    said, hint = refusal(far).trouble
    assert says([said], "rh", headquarters.rule)
    assert says([hint])
    assert "`" not in hint, "a ruling would not do, since nobody is adjacent"
    [battery] = deciding(turn.objections("fire g at z"))
    assert says([battery.words], "g with")
    turn.on(phase="artillery", active="", side="Red")
    [battery] = deciding(turn.objections("fire g at z"))
    assert "`artillery g at z`" in battery.words
    assert says([battery.words], "g")
    assert turn.no("artillery g at z spotted=yes") == []


@clause("TSG-3.3-05", "3SG-3.3-05")
@books
def test_no_fire_is_hinted_at_that_is_blocked(book):
    turn = two_units(book, r1=ours("infantry", hex="0402"), z=theirs("infantry", hex="0404"))
    far = turn.objections("assault r1 at z")
    assert {one.rule: one.retype for one in far} == {"3.3-05": "", "3.3-01": ""}, "r2 stands in the line of fire"
    open_line = turn.objections("assault rh r2 at z")
    assert not any(one.retype for one in open_line)


NAMES = ("rh", "r1", "r2", "r3", "z", "y", "zh", "g", "q")
KINDS = {"rh": "hq", "zh": "hq", "r2": "medium", "g": "artillery", "q": "artillery"}
NEAR = [f"{column:02}{row:02}" for column in range(3, 8) for row in range(2, 7)]


@st.composite
def positions(draw):
    """Return a game of either book, with or without a map: places, orders, moves and attacks at random."""
    book, mapped = draw(st.sampled_from(BOOKS)), draw(st.booleans())
    places = draw(st.permutations(NEAR))
    stands = {}
    for name, place in zip(NAMES, places, strict=False):
        kind = KINDS.get(name, "infantry")
        card = (
            gun("Red" if name == "g" else "Blue") if kind == "artillery" else (ours if name[0] == "r" else theirs)(kind)
        )
        moved = draw(st.sampled_from(["", "", "", "normal", "strategic"]))
        sp = draw(st.sampled_from([1, 3, 3, 3])) if kind != "hq" else draw(st.sampled_from([0, 6, 6, 6, 6]))
        stands[name] = {**card, "sp": sp, "moved": moved, **({"hex": place} if mapped else {})}
    stands["mg"] = beside("r1", "mg", moved=draw(st.sampled_from(["", "", "normal"])))
    glyphs = draw(st.lists(st.sampled_from("......wtsR"), min_size=90, max_size=90))
    rows = "\n".join(" ".join(glyphs[at : at + 10]) for at in range(0, 90, 10))
    orders = {"red": draw(st.sampled_from("MMHDR")), "blue": draw(st.sampled_from("MHDR"))}
    state = game(book, on=board(rows) if mapped else None, hq=False, **orders, **stands)
    phase = draw(st.sampled_from(["orders", "retreats", "activations", "activations", "activations", "artillery"]))
    turn = Turn(state, book).on(phase=phase, side=draw(st.sampled_from(["", "Red"])) if phase == "artillery" else "")
    if phase in ("retreats", "activations"):
        turn.on(active=draw(st.sampled_from(["reds", "reds", "blues", ""])))
    attacked = draw(st.sampled_from([False, False, False, True]))
    units = {**turn.state.units, "reds": replace(turn.state.units["reds"], attacked=attacked)}
    turn.state = replace(turn.state, units=units)
    return turn


def lines(turn):
    """Yield a line for Red that somebody may type, legal or not."""
    targets = [name for name in ("z", "zh", "q") if turn.state.stands[name].alive]
    for one, target in product(("rh", "r1", "r2", "g"), targets):
        yield from (f"fire {one} at {target}", f"assault {one} at {target}", f"artillery {one} at {target}")
        yield from (f"fire {one} r3 at {target} with g", f"assault {one} at {target} with g air")
        yield f"move {one} to {turn.state.stands[target].hex or '0101'}"
        yield f"reach {one}"
    yield from ("swap mg to r2", "swap mg to z", "next", "order reds=D", "activate reds", "artillery air at z")


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(positions(), st.booleans())
def test_no_hint_comes_to_the_refusal_it_was_given_for(turn, kept):
    found = [
        why for line in lines(turn) for why in disagreements(star_general, turn.state, turn.table, line, kept=kept)
    ]
    assert not found


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(positions())
def test_where_reach_leads_move_goes(turn):
    grid = turn.state.map and turn.state.map.grid
    for name in ("rh", "r1", "r2", "r3"):
        stand = turn.state.stands[name]
        if not grid or not stand.alive or turn.objections(f"reach {name}"):
            continue
        sit = act("reach", turn.state, name, turn.table)
        for _, hexes in sit.found:
            for there in hexes:
                assert turn.objections(f"move {name} to {grid.label(there)}") == ()
        for other in sit.exchange:
            line = f"move {name} to {other.hex} {other.id} to {stand.hex}"
            assert [one for one in turn.objections(line) if not other.moved] == []


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(positions())
def test_what_the_status_says_may_be_done_may_be_done(turn):
    unit = turn.state.units.get(turn.active)
    if turn.phase not in ("retreats", "activations") or unit is None or not turn.state.living(turn.active):
        return
    how, fights = left_to(turn.state, turn.table, unit.id)
    own = [stand.id for stand in turn.state.living(unit.id)]
    foes = [
        stand.id for stand in turn.state.stands.values() if stand.side != unit.side and stand.alive and not stand.host
    ]
    moves = any(not turn.objections(f"reach {name}") for name in own) if turn.state.map else None
    if moves is not None:
        assert moves == bool(how)
    if turn.phase == "activations" and foes:
        near = " command=yes" if how in ("move", "shuffle") else ""
        fires = [f"fire {name} at {foes[0]} range=2 line=clear{near}" for name in own]
        assert fights == any(not turn.objections(line) for line in fires)

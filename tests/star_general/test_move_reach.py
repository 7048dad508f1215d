"""Tests of the hexes that a stand can reach; on every board, reach and move agree, and a refused move changes
nothing.
"""

from __future__ import annotations

import json
from collections import deque
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.catalogue import each_says, hear
from tests.star_general.games import BOOKS, LIGHT, TABLES, beside, game, ours, theirs
from tests.star_general.moves import act, board, lane, on_board, outcome, refused, rules
from umpire.__main__ import main
from umpire.core.hexes import Hex, distance, neighbours, spans
from umpire.core.mistakes import Mistake
from umpire.rulesets.star_general import FAMILY as star_general
from umpire.rulesets.star_general.board.walking import going
from umpire.rulesets.star_general.effects import apply
from umpire.rulesets.star_general.state import State
from umpire.rulesets.star_general.table import Table

books = pytest.mark.parametrize("book", BOOKS)


def kinds(sit) -> dict[str, set[str]]:
    """Return the hexes by kind of move, or by their cost."""
    grid = sit.state.map.grid
    return {cost(kind) or kind: {grid.label(each) for each in hexes} for kind, hexes in sit.found}


def cost(kind) -> int:
    """Return the strength points in `for 2 SP`; 0 for any other kind."""
    hear(kind)
    return int(kind.split()[1]) if "SP" in kind else 0


@books
def test_normal_and_strategic_hexes_apart(book):
    state = on_board(book, lane("........"), a=ours("infantry", hex="0301"))
    sit = act("reach", state, "a", book)
    assert kinds(sit) == {"normal": {"0302", "0303"}, "strategic": {"0304", "0305"}}
    assert each_says(outcome(sit, verb="reach").words, "normal 0302 0303", "strategic 0304 0305")
    assert outcome(sit, verb="reach").effects == ()
    assert each_says([sit.title], "a 0301 2 4 2-01")
    assert kinds(act("reach", state, "a strategic=no", book)) == {"normal": {"0302", "0303"}}


@books
def test_what_halts_it_is_said_by_rule(book):
    zone, ground = {"TSG": ("2.4-02", "2.5-01"), "3SG": ("2.2-02", "2.3-01")}[book]
    state = on_board(book, lane("..w...."), a=ours("infantry", hex="0302"), z=theirs("hq", hex="0201"))
    words = outcome(act("reach", state, "a", book), verb="reach").words
    assert each_says(words, "normal 0301 0303", f"0301 {zone}", f"woods 0303 {ground}")


@books
def test_hexes_of_friends_are_left_out(book):
    state = on_board(book, lane("...."), a=ours("infantry", hex="0301"), b=ours("infantry", hex="0302"))
    assert kinds(act("reach", state, "a", book)) == {"normal": {"0303"}, "strategic": {"0304"}}


@books
def test_a_retreat_by_what_it_costs(book):
    state = on_board(book, lane("......"), red="R", a=ours("infantry", hex="0301"), z=theirs("infantry", hex="0403"))
    found = kinds(act("reach", state, "a", book))
    assert found == {"free": {"0302"}, 1: {"0303"}, 2: {"0304", "0305"}}


@books
def test_who_it_can_change_places_with(book):
    state = on_board(
        book,
        red="H",
        a=ours("infantry", hex="0303"),
        b=ours("infantry", hex="0304"),
        c=ours("infantry", hex="0306"),
        h=ours("hq", hex="0403"),
    )
    sit = act("reach", state, "a", book)
    assert each_says(outcome(sit, verb="reach").words, "b 0304", "h 0403")


@books
def test_a_stand_that_can_go_nowhere(book):
    state = on_board(book, lane("."), a=ours("infantry", hex="0301"))
    nowhere = act("reach", state, "a", book)
    assert (nowhere.found, nowhere.exchange) == ((), ())
    assert each_says(outcome(nowhere, verb="reach").words, "")
    without = on_board(book, a=ours("infantry", hex="0301"), h=ours("hq", hex="0302", sp=0))
    assert set(refused(act("reach", without, "a", book), "reach")) == {{"TSG": "6-04", "3SG": "6-02"}[book]}


def test_where_it_does_not_show():
    for state, line in (
        (game(a=ours("infantry")), "a"),
        (on_board(a=ours("infantry")), "a"),
        (on_board(a=ours("infantry", hex="0301"), b=ours("infantry", hex="0302")), "a b"),
        (on_board(a=ours("infantry", hex="0301")), ""),
    ):
        with pytest.raises(Mistake):
            act("reach", state, line)


def test_spans_of_hexes():
    grid = board().grid
    hexes = [grid.hex(label) for label in ("0304", "0302", "0303", "0401", "0402", "0601")]
    assert spans(grid, hexes) == "0302-0304 0401 0402 0601"


def test_a_look_is_not_recorded_a_move_is(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    def said(line: str) -> tuple[int, dict]:
        code = main([*line.split(), "--json"])
        return code, json.loads(capsys.readouterr().out)

    said("new three-star-opening")
    before = said("status")[1]
    code, plain = said("reach pz")
    assert (code, plain["entry"], plain["rehearsal"], plain["changes"]) == (0, None, False, [])
    assert said("status")[1] == before
    code, plain = said("move pz to 0606")
    assert (code, plain["entry"], plain["facts"]["pz.path"]) == (0, 2, "0606")
    code, plain = said("move n1 to 0101")
    assert (code, [each["rule"] for each in plain["refused"]]) == (3, ["2-01"])


# Properties over boards at random

SIZE = 7
GROUND = ".........wwttsRbLh"


@st.composite
def games(draw) -> tuple[str, State]:
    """Return a small board with stands of both sides in hexes of their own."""
    book = draw(st.sampled_from(BOOKS))
    row = st.lists(st.sampled_from(GROUND), min_size=SIZE, max_size=SIZE)
    rows = [" ".join(draw(row)) for _ in range(SIZE)]
    on = board("\n".join(rows))
    places = draw(
        st.lists(
            st.sampled_from([on.grid.label(each) for each in on.grid.hexes()]), min_size=6, max_size=6, unique=True
        )
    )
    speed = st.sampled_from(["foot", "wheeled", "tracked", "slow"])
    stands = {
        "h": ours("hq", hex=places[0]),
        "a": ours("infantry", hex=places[1], mobility=draw(speed), sp=draw(st.integers(1, 5))),
        "b": ours("medium", hex=places[2], mobility=draw(speed)),
        "c": {"type": "infantry", "unit": "reds2", "hex": places[3]},
        "y": theirs("infantry", hex=places[4]),
        "z": theirs("hq", hex=places[5]),
        "la": beside(draw(st.sampled_from("ahb")), LIGHT[book]),
    }
    if book == "TSG" and draw(st.booleans()):
        stands["t"] = beside("a", "truck")
    return book, on_board(book, on, red=draw(st.sampled_from("MMRHD")), **stands)


many = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.slow
@many
@given(games())
def test_every_hex_in_reach_is_accepted_by_move_and_obeys_the_rules(drawn):
    book, state = drawn
    sit = act("reach", state, "a", book)
    if sit.faults:
        return
    for kind, hexes in sit.found:
        for there in hexes:
            move = act("move", state, f"a to {state.map.grid.label(there)}", book)
            assert not refused(move)
            [mover] = move.movers
            assert mover.goal == there
            if kind in ("normal", "strategic"):
                assert mover.how == kind
            else:
                assert cost(kind) == mover.started + mover.entered
                assert (kind == "free") == (cost(kind) == 0)
            obeys(state, TABLES[book], mover)
            after = apply(state, outcome(move).effects)
            placed = [stand.hex for stand in after.stands.values() if stand.alive and not stand.host]
            assert len(set(placed)) == len(placed)
    for other in sit.exchange:
        assert not rules(state, f"a to {other.hex} {other.id} to {state.stands['a'].hex}", book)


def obeys(state: State, table: Table, mover) -> None:
    """Check a move against the rules in the plainest way, apart from the code that found it."""
    game_map, start = state.map, state.place(mover.stand)
    enemies = [state.place(stand) for stand in state.stands.values() if stand.side == "Blue"]
    pace = table.pace[mover.going.mobility]
    assert len(mover.path) <= (pace.normal if mover.how == "normal" else pace.strategic)
    long = mover.how == "strategic" or (mover.how == "retreat" and len(mover.path) > pace.normal)
    walk = (start, *mover.path)
    for step, (here, there) in enumerate(pairwise(walk)):
        ground, last = game_map.terrain(there), step == len(mover.path) - 1
        assert distance(here, there) == 1
        assert there not in enemies
        assert ground != "lake"
        near = min(distance(there, enemy) for enemy in enemies)
        if mover.how == "strategic":
            assert near > 2
            assert min(distance(start, enemy) for enemy in enemies) > 2
        if mover.how == "normal" and near == 1:
            assert last
        if ground in ("woods", "stream", "town") and not long:
            assert last
        assert not (long and ground in ("woods", "stream"))
        if ground == "river":
            assert last
            assert step == 0


@many
@given(games())
def test_every_hex_that_a_plain_search_finds_is_in_reach(drawn):
    """A second, plain search for normal moves finds the same hexes."""
    book, state = drawn
    sit = act("reach", state, "b b.order=M strategic=no", book)
    if sit.faults:
        return
    table, game_map, stand = TABLES[book], state.map, state.stands["b"]
    enemies = {state.place(each) for each in state.stands.values() if each.side == "Blue"}
    friends = {state.place(each) for each in state.stands.values() if each.side == "Red" and not each.host}
    most = table.pace[going(state, table, stand).mobility].normal
    start = state.place(stand)
    queue, seen = deque([(start, 0)]), {start: 0}
    while queue:
        here, steps = queue.popleft()
        halted = steps and (any(near in enemies for near in neighbours(here)) or stops(game_map.terrain(here)))
        for there in neighbours(here) if steps < most and not halted else ():
            if there in game_map.grid and there not in enemies and there not in seen:
                ground = game_map.terrain(there)
                if ground != "lake" and not (ground == "river" and steps):
                    seen[there] = steps + 1
                    queue.append((there, steps + 1))
    plain = {game_map.grid.label(each) for each in seen if each != start and each not in friends}
    assert kinds(sit).get("normal", set()) == plain


def stops(ground: str) -> bool:
    return ground in ("woods", "town", "stream", "river")


@many
@given(games(), st.data())
def test_any_path_is_walked_or_refused_with_its_rules(drawn, data):
    book, state = drawn
    grid = state.map.grid
    here: Hex = state.place(state.stands["a"])
    labels = []
    for _ in range(data.draw(st.integers(1, 5))):
        here = data.draw(st.sampled_from([each for each in neighbours(here) if each in grid]))
        labels.append(grid.label(here))
    if labels[-1] == state.stands["a"].hex:
        return
    before = star_general.plain(state)
    sit = act("move", state, "a " + " ".join(labels), book)
    clauses = {each.rule for each in star_general.act("move").objections(sit)}
    assert star_general.plain(state) == before  # nothing is changed by asking
    if not clauses and sit.movers[0].how != "shuffle":
        obeys(state, TABLES[book], sit.movers[0])


@many
@given(games(), st.data())
def test_swaps_keep_the_stacking(drawn, data):
    book, state = drawn
    supports = [stand.id for stand in state.stands.values() if stand.host]
    line = " ".join(f"{name} to {data.draw(st.sampled_from('abh'))}" for name in supports)
    try:
        sit = act("swap", state, line, book)
    except Mistake:
        return
    if refused(sit, "swap"):
        return
    after = apply(state, outcome(sit, verb="swap").effects)
    for core in "abh":
        found = [TABLES[book].support[stand.kind] for stand in after.supports(core)]
        assert sum(row.truck for row in found) <= 1
        assert sum(not row.truck for row in found) <= 1


@many
@given(st.text("ab mgto0123 =.", max_size=24))
def test_any_words_make_sense_or_a_clean_mistake(line):
    state = on_board(a=ours("infantry", hex="0301"), b=ours("infantry", hex="0302"), mg=beside("a", "mg"))
    for verb in ("move", "swap", "reach"):
        with suppress(Mistake):
            act(verb, state, line)

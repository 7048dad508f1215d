"""Tests of the hexes that a beaten stand falls back to: 4.1 of both books, around one hex, against every path."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.catalogue import says
from tests.clauses import clause
from tests.star_general.assaults import assault, effects_of, field, off
from tests.star_general.games import (
    BOOKS,
    TABLES,
    after,
    beside,
    game,
    gun,
    losses,
    offered,
    ours,
    outcome,
    played,
    table,
    tally,
    theirs,
)
from umpire.core.hexes import Hex, distance, neighbours
from umpire.core.procedure import Chosen
from umpire.rulesets.star_general.board.board import named_ground
from umpire.rulesets.star_general.board.fall_back import ways_back
from umpire.rulesets.star_general.effects import DropShots, Place

both = pytest.mark.parametrize("book", BOOKS)
PLAIN = field()
N, NE, SE, S, SW, NW = (off(PLAIN, q, r) for q, r in ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)))
FAR = {
    name: off(PLAIN, *at)
    for name, at in {"S": (0, 2), "SE": (1, 1), "SW": (-1, 2), "ESE": (2, 0), "WSW": (-2, 1)}.items()
}


def ends(state, name: str = "z", book: str = "TSG") -> tuple[str, ...]:
    """Return the hexes where a stand may fall back to, the default first."""
    return tuple(way.end for way in ways_back(state, TABLES[book], state.stands[name]))


def around(book: str = "TSG", ground=None, *, on=None, hq: str = "", more=None, z=None, **enemies: str):
    """Return `z` of Blue in the middle with enemies in these hexes; friends and others in `more`."""
    cards = {name: ours("infantry", hex=place) for name, place in enemies.items()}
    cards["z"] = {**(z or theirs("infantry")), "hex": off(PLAIN, 0, 0)}
    if hq:
        cards["bhq"] = theirs("hq", hex=hq)
    return game(book, on=on or field(ground or {}), hq=False, **cards, **(more or {}))


# one hex


@clause("TSG-4.1-07", "3SG-4.1-03")
@both
def test_one_hex_clear_of_the_enemy(book):
    state = around(book, a=N)
    assert set(ends(state, book=book)) == {SE, S, SW}  # NE and NW are next to the enemy
    state = around(book, a=NW, b=N, c=NE)
    assert ends(state, book=book) == (S,)


@clause("TSG-4.1-07")
@both
def test_any_kind_of_enemy_stand_closes_a_hex(book):
    for card in (ours("hq"), gun("Red"), ours("medium")):
        state = around(book, a=N, more={"x": {**card, "hex": FAR["S"]}})
        assert set(ends(state, book=book)) == {SE, SW}


@clause("TSG-4.1-07", "TSG-4.1-08", "3SG-4.1-04")
@both
def test_not_where_a_friend_is(book):
    state = around(book, a=NW, b=NE, more={"f": theirs("infantry", hex=S)})
    assert ends(state, book=book) != (S,)
    gone = around(book, a=NW, b=NE, more={"f": theirs("infantry", hex=S, sp=0)})
    assert ends(gone, book=book) == (S,)


@clause("TSG-4.1-11", "3SG-4.1-06")
@both
@pytest.mark.parametrize("glyph", ["w", "t", "r", "s", "R", "b", "h"])
def test_ground_does_not_stop_a_fall_back_of_one_hex(book, glyph):
    assert ends(around(book, {S: glyph}, a=NW, b=NE), book=book) == (S,)


@clause("TSG-4.1-10")
@both
def test_lakes_and_the_edge_are_gone_round(book):
    assert set(ends(around(book, {S: "~"}, a=N), book=book)) == {SE, SW}
    corner = field(columns=3, rows=3)
    state = game(book, on=corner, hq=False, z=theirs("infantry", hex="0101"), a=ours("infantry", hex="0201"))
    assert ends(state, book=book) == ("0103",)  # along the edge, by a hex next to the enemy


# further


@clause("TSG-4.1-08", "TSG-4.1-12")
def test_through_a_friend_is_no_broken_rule():
    state = around(a=NW, b=NE, more={"f": theirs("infantry", hex=S)})
    ways = ways_back(state, TABLES["TSG"], state.stands["z"])
    assert {way.end for way in ways} == {FAR["S"], FAR["SE"], FAR["SW"]}
    assert {way.path[0] for way in ways} == {S}
    assert {way.broken for way in ways} == {0}


@clause("TSG-4.1-11", "TSG-4.1-12")
@both
def test_the_shortest_before_the_least_breaking(book):
    """All hexes next to it are closed; through the friend's woods it breaks one halt, if that is the shortest way."""
    state = around(book, {S: "w"}, a=NW, b=NE, more={"f": theirs("infantry", hex=S)})
    ways = ways_back(state, TABLES[book], state.stands["z"])
    assert {len(way.path) for way in ways} == {2}
    assert {way.broken for way in ways} == {1}
    assert {FAR["S"], FAR["SE"], FAR["SW"]} <= {way.end for way in ways}


@clause("TSG-4.1-09", "TSG-4.1-12", "3SG-4.1-08")
@both
def test_zones_are_passed_but_count_as_broken_and_cost_nothing(book):
    state = around(book, {S: "w"}, a=NW, b=NE, more={"f": theirs("infantry", hex=S)})
    ways = {way.end: way for way in ways_back(state, TABLES[book], state.stands["z"])}
    assert ways[FAR["ESE"]].path == (SE, FAR["ESE"])  # by a hex next to the enemy: as bad as woods
    result = outcome(assault(state, "a at z", book), "h1", "h0", choices=(FAR["ESE"], "stay"))
    assert losses(result) == {"z": 1}
    assert says(result.instructions, "z", FAR["ESE"], SE)
    # with open ground under the friend the zone would be the worse way
    plain = around(book, a=NW, b=NE, more={"f": theirs("infantry", hex=S)})
    assert FAR["ESE"] not in ends(plain, book=book)


@clause("TSG-2.5-04")
@both
def test_going_on_into_a_large_river_breaks_a_halt(book):
    ground = {FAR["S"]: "R"}
    state = around(book, ground, a=NW, b=NE, more={"f": theirs("infantry", hex=S)})
    assert set(ends(state, book=book)) == {FAR["SE"], FAR["SW"]}


@clause("TSG-2.5-04", "AMB-45")
@both
def test_the_first_step_into_a_large_river_breaks_none(book):
    ground = {S: "R"}
    state = around(book, ground, a=NW, b=NE)
    [way] = ways_back(state, TABLES[book], state.stands["z"])
    assert (way.end, way.broken) == (S, 0)


def test_ends_are_on_the_board_and_not_in_the_enemys_hex():
    state = around(a=N, b=SE, c=SW)
    assert not {N, SE, SW} & set(ends(state))


# whose choice


@clause("TSG-4.1-13", "AMB-38")
@both
def test_ties_are_the_owners_choice_nearest_its_hq_by_default(book):
    state = around(book, a=N, hq=FAR["SE"])
    assert ends(state, book=book)[0] in (SE, S)
    sit = assault(state, "a at z", book)
    assert set(offered(sit, "h1", "h0")["fall back z"]) == {SE, S, SW}
    assert after(state, outcome(sit, "h1", "h0", choices=(SW, "stay")))["z"].hex == SW


@clause("TSG-4.1-16")
@both
def test_what_is_with_the_stand_goes_with_it(book):
    state = around(book, a=NW, b=NE, more={"m": beside("z", "mg")})
    done = outcome(assault(state, "a at z", book), "h1", "h0")
    moved = after(state, done)
    assert (moved["z"].hex, moved["m"].host) == (S, "z")
    assert effects_of(done, Place) == [Place("z", S)]


@clause("TSG-4.1-04")
@both
def test_attackers_fall_back_one_after_another(book):
    """The hexes that the first leaves or enters are free or taken for the second."""
    state = around(book, a=NW, b=SW)
    sit = assault(state, "a b at z", book)
    asked = offered(sit, "h0", "h1")
    first = asked["fall back a"]
    result = outcome(
        sit, "h0", "h1", choices=("a", first[0], *(asked["fall back b"][:1] if "fall back b" in asked else ()))
    )
    moved = after(state, result)
    assert moved["a"].hex != moved["b"].hex
    assert all(distance(PLAIN.grid.hex(moved[name].hex), PLAIN.grid.hex(moved["z"].hex)) > 1 for name in "ab")


@clause("TSG-4.1-18")
@both
def test_the_partner_who_fires_stays_in_its_hex(book):
    state = around(book, a=NW, b=off(PLAIN, -2, 2))
    moved = after(state, outcome(assault(state, "a b at z", book), "h0", "h1"))
    assert moved["b"].hex == state.stands["b"].hex
    assert moved["a"].hex != NW


# no way back


def shut_in(book: str):
    """Return `z` on an island with the enemy: every other hex is lake."""
    keep = {off(PLAIN, 0, 0), N}
    lake = {f"{c:02}{r:02}": "~" for c, r in product(range(1, 14), range(1, 9)) if f"{c:02}{r:02}" not in keep}
    return around(book, lake, a=N, more={"m": beside("z", "mg")})


@clause("TSG-4.1-17", "3SG-4.1-06", "AMB-39")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "4.1-17"), ("3SG", "4.1-06")])
def test_without_a_way_back_it_is_eliminated(book, rule):
    state = shut_in(book)
    result = outcome(assault(state, "a at z", book), "h1", "h0", choices=("z", "stay"))
    assert says(result.words, "z", rule)
    assert says(result.instructions, "z")
    assert says(result.instructions, "m")
    assert not any(after(state, result)[name].alive for name in "zm")
    assert tally(result)["back"] == ()
    assert "a" in offered(assault(state, "a at z", book), "h1", "h0")["pursuit"]


@clause("AMB-39")
@both
def test_or_it_stays_as_an_option(book):
    state = shut_in(book)
    sit = assault(state, "a at z", table(book, fallback_no_path="stays"))
    result = outcome(sit, "h1", "h0")
    assert losses(result) == {"z": 1}
    assert effects_of(result, Place) == []
    assert "pursuit" not in offered(sit, "h1", "h0")


@clause("AMB-36", "AMB-39")
@both
def test_dug_in_without_a_way_back_it_holds_by_default(book):
    state = shut_in(book)
    dug_in = assault(state, "a at z z.order=D z.terrain=woods", book)
    assert offered(dug_in, "h1", "h0")["fall back z"] == ("hold", "hold-m", "gone")
    assert after(state, outcome(dug_in, "h1", "h0"))["z"].sp == 3


@clause("AMB-36", "AMB-39")
@both
def test_dug_in_it_pays_nothing_where_it_stays_as_an_option(book):
    state = shut_in(book)
    dug_in = assault(state, "a at z z.order=D z.terrain=woods", table(book, fallback_no_path="stays"))
    assert "fall back z" not in offered(dug_in, "h1", "h0")
    assert losses(outcome(dug_in, "h1", "h0")) == {"z": 1}


# batteries


@clause("TSG-4.1-14", "3SG-4.1-07")
@both
def test_a_battery_may_use_its_full_move(book):
    state = around(book, z=gun("Blue"), a=NW, b=NE)
    reached = ends(state, book=book)
    assert reached[0] == S  # first the rules for any stand
    assert FAR["S"] in reached
    here = PLAIN.grid.hex(off(PLAIN, 0, 0))
    grid = PLAIN.grid
    enemies = [grid.hex(NW), grid.hex(NE)]
    for way in ways_back(state, TABLES[book], state.stands["z"]):
        path = [grid.hex(label) for label in way.path]
        assert len(path) <= 6
        assert distance(path[0], here) == 1
        assert all(distance(one, other) == 1 for one, other in pairwise(path))
        assert all(distance(place, enemy) > 1 for place in path[1:] for enemy in enemies)
        assert all(distance(path[-1], enemy) > 1 for enemy in enemies)


@clause("TSG-4.1-14", "3SG-4.1-07")
@both
def test_a_full_move_is_one_choice_and_then_every_hex_of_it(book):
    state = around(book, z=gun("Blue"), a=NW, b=NE)
    ways = ways_back(state, TABLES[book], state.stands["z"])
    near, far = ([way.end for way in ways if way.full == full] for full in (False, True))
    assert len(far) > 12
    sit = assault(state, "a at z", book)
    assert offered(sit, "h1", "h0")["fall back z"] == (*near, "full")
    for end in (far[0], far[-1]):
        moved_to = after(state, outcome(sit, "h1", "h0", choices=("full", end, "stay")))["z"].hex
        assert moved_to == end
    _, answers = played(sit, "h1", "h0", choices=("full", far[0], "stay"))
    [asked] = [one.choice for one in answers if isinstance(one, Chosen) and one.choice.key == "full move z"]
    assert [option.token for option in asked.options] == far


@clause("TSG-4.1-14", "3SG-4.1-07")
@both
def test_a_few_hexes_are_listed_at_once(book):
    strip = {S: ".", FAR["S"]: ".", FAR["SE"]: "~", FAR["SW"]: "~", N: "~", SE: "~", SW: "~"}
    below = {off(PLAIN, *at): "~" for at in ((-1, 3), (0, 3), (1, 2))}
    state = around(book, strip | below, z=gun("Blue"), a=NW, b=NE)
    few = ends(state, book=book)
    assert few == (S, FAR["S"])
    assert offered(assault(state, "a at z", book), "h1", "h0")["fall back z"] == few


@clause("TSG-4.1-14")
@both
def test_normal_halts_as_far_as_a_normal_move_goes_then_strategic_ones(book):
    """To the south is a strip of town, then woods: the town halts a normal move and not a strategic one, woods the
    latter.
    """
    ground = {S: "t", FAR["S"]: "w", FAR["SE"]: "~", FAR["SW"]: "~", N: "~", SE: "~", SW: "~"}
    state = around(book, ground, z=gun("Blue"), a=NW, b=NE)
    assert ends(state, book=book) == (S,)
    ground[FAR["S"]] = "."
    state = around(book, ground, z=gun("Blue"), a=NW, b=NE)
    assert FAR["S"] in ends(state, book=book)


@clause("TSG-4.1-15", "3SG-5-06")
@both
def test_a_battery_on_the_map_loses_its_shots(book):
    state = around(book, z=gun("Blue"), a=NW, b=NE)
    result = outcome(assault(state, "a at z", book), "h1", "h0", choices=(S, "stay"))
    assert effects_of(result, DropShots) == [DropShots("z")]
    assert after(state, result)["z"].shots == 0


@clause("TSG-5-06")
@both
def test_a_battery_that_is_eliminated_or_holds_its_ground_loses_none(book):
    state = around(book, z=gun("Blue"), a=NW, b=NE)
    assert effects_of(outcome(assault(state, "a at z", book), "h1", "h1"), DropShots) == []


# against every path


def every_way(state, using, name: str) -> tuple[set[str], int, int]:
    """Return end, length and broken halts of each legal fall back, found by walking every path."""
    stand = state.stands[name]
    grid, grounds = state.map.grid, {**using.terrain, **named_ground(state)}
    held = {grid.hex(s.hex): s for s in state.stands.values() if s.alive and not s.host and s.id != name}
    enemies = [place for place, s in held.items() if s.side != stand.side]
    zone = {near for enemy in enemies for near in neighbours(enemy)}
    start = grid.hex(stand.hex)
    paths: list[tuple[Hex, ...]] = [(start,)]
    while paths:
        longer = []
        for path in paths:
            for there in neighbours(path[-1]):
                if there in path or there not in grid or there in enemies:
                    continue
                if not grounds[state.map.terrain(there)].impassable:
                    longer.append((*path, there))
        found = [path for path in longer if path[-1] not in held and path[-1] not in zone]
        if found:
            broken = {
                path: sum(_halts(state, grounds, zone, here, there) for here, there in pairwise(path[1:]))
                for path in found
            }
            least = min(broken.values())
            return {grid.label(path[-1]) for path in found if broken[path] == least}, len(found[0]) - 1, least
        paths = longer
    return set(), 0, 0


def _halts(state, grounds, zone, here, there) -> bool:
    return here in zone or grounds[state.map.terrain(here)].halts or grounds[state.map.terrain(there)].halts_before


LABELS = [f"{column:02}{row:02}" for column in range(1, 6) for row in range(1, 5)]


@pytest.mark.slow
@given(st.data())
@settings(max_examples=300, deadline=None)
def test_the_way_back_is_among_every_path_the_shortest_and_least_breaking(data):
    book = data.draw(st.sampled_from(BOOKS))
    glyphs = {label: data.draw(st.sampled_from("....wtsR~r")) for label in LABELS}
    on = field(glyphs, columns=5, rows=4)
    free = [label for label in LABELS if glyphs[label] != "~"] or LABELS
    places = data.draw(st.lists(st.sampled_from(free), min_size=1, max_size=7, unique=True))
    stands = {"z": theirs("infantry", hex=places[0])}
    for index, place in enumerate(places[1:]):
        stands[f"x{index}"] = {**data.draw(st.sampled_from([ours("infantry"), theirs("infantry")])), "hex": place}
    state = game(book, on=on, hq=False, **stands)
    expected, length, broken = every_way(state, TABLES[book], "z")
    ways = ways_back(state, TABLES[book], state.stands["z"])
    assert {way.end for way in ways} == expected
    assert {len(way.path) for way in ways} <= {length}
    assert {way.broken for way in ways} <= {broken}
    for way in ways:
        path = [on.grid.hex(label) for label in (places[0], *way.path)]
        assert all(distance(one, other) == 1 for one, other in pairwise(path))

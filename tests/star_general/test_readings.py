"""Tests of smaller readings of both books, listed in docs/rulings.md: each is one clause, and fixed."""

from __future__ import annotations

import pytest

from tests.catalogue import mistaken
from tests.clauses import clause
from tests.star_general.assaults import CENTRE, assault, clash, field, mixed, off, with_air
from tests.star_general.games import (
    BOOKS,
    LIGHT,
    amount,
    beside,
    dice,
    fire,
    game,
    gun,
    ours,
    outcome,
    refusals,
    reply,
    table,
    tally,
    theirs,
)
from tests.star_general.moves import act, board
from tests.star_general.turns import Turn
from umpire.core.mistakes import BadValue
from umpire.play.stateless import session_of
from umpire.rulesets import find
from umpire.rulesets.star_general.board.fall_back import ways_back
from umpire.rulesets.star_general.reference import sheet
from umpire.rulesets.star_general.table import Table

both = pytest.mark.parametrize("book", BOOKS)


@clause("TSG-3.7.1-08", "3SG-3.7-06", "AMB-24")
@both
def test_tanks_with_a_soft_hq_are_with_infantry(book):
    sit = clash(book, ours("infantry"), theirs("hq"), t=beside("z", "tank"))
    assert dice(reply(sit)) == {"z": 1, "t": 2}
    armoured = clash(book, ours("infantry"), theirs("hq", armoured=True), t=beside("z", "tank"))
    assert dice(reply(armoured))["t"] == 1, "an armoured HQ is no infantry"
    assert dice(reply(clash(book, ours("medium"), theirs("hq"), t=beside("z", "tank"))))["t"] == 1, "not at armour"


@clause("TSG-6-06", "TSG-7-06", "3SG-6-05", "3SG-9-03")
@both
def test_anti_aircraft_stands_without_their_hq(book):
    def flak(host, **hq):
        places = {"a": off(field(), 0, 1), "z": CENTRE, "y": off(field(), 0, -1), "bhq": off(field(), 1, -1)}
        stands = {"a": ours("infantry"), "z": theirs("infantry"), "y": theirs("infantry"), "bhq": theirs("hq", **hq)}
        placed = {name: {**stand, "hex": places[name]} for name, stand in stands.items()}
        state = game(book, on=field(), hq=False, aa=beside(host, "aa"), **placed)
        sit = assault(with_air(state, Red=1), "a at z with air", book)
        return sit.air.flak

    assert flak("z") == flak("y") == ("aa",), "in reach of the hex attacked"
    assert flak("z", sp=0) == {"TSG": ("aa",), "3SG": ()}[book], "their own hex is attacked"
    assert flak("y", sp=0) == (), "outside their hex they are not used"


@clause("TSG-5.2-02", "TSG-4.1-05", "3SG-5.2-02", "3SG-4.1-05", "AMB-09")
@both
def test_dug_in_in_water(book):
    rows = ["." * 10] * 2 + ["......s..."] + ["." * 10] * 6
    stands = {"rh": ours("hq", hex="0303"), "g": gun("Red", hex="0101"), "z": theirs("infantry", hex="0703")}
    near = {"TSG": "0402", "3SG": "0503"}[book]
    far = {"TSG": "0303", "3SG": "0402"}[book]

    def spotting(place, blue):
        hq = {} if place == "0303" else {"r1": ours("infantry", hex=place)}
        turn = Turn(game(book, blue=blue, on=board("\n".join(rows)), hq=False, **stands, **hq), book)
        return turn.on(phase="artillery", side="Red").no("artillery g at z")

    assert spotting(near, "D") == []
    assert spotting(far, "D") == ["5.2-02"], "dug in by its order, from so many hexes only"
    assert spotting(far, "H") == []
    wet = table(book, hold_requires_defensive_terrain=False)
    state = game(book, blue="D", on=field({CENTRE: "s"}), hq=False,
                 a=ours("infantry", hex=off(field(), 0, 1)), z=theirs("infantry", hex=CENTRE))  # fmt: skip
    beaten = outcome(assault(state, "a at z", wet), "666", "111"[: reply(assault(state, "a at z", wet)).dice])
    assert tally(beaten)["back"] == ("z",), "it fights as on move and may not pay to hold"


@clause("TSG-3.7.2-01", "TSG-3.7.2-02", "3SG-3.7.1-01", "3SG-3.7.1-02", "AMB-15")
@both
def test_an_hq_attacked_from_near_and_far(book):
    far = mixed(book, ours("infantry"), ours("medium"), theirs("hq"), w=beside("z", "at"))
    assert dice(reply(far)) == {"z": 1, "w": 2}, "the tanks fire: the HQ loses no die to them, its guns count them"
    near = mixed(book, ours("medium"), ours("infantry"), theirs("hq"), w=beside("z", "at"))
    assert dice(reply(near)) == {"z": 0, "w": 2}


@clause("TSG-3.7.3-01", "3SG-3.7.2-01")
@both
@pytest.mark.parametrize("ground", ["stream", "bridge", "beach"])
def test_a_gun_in_water_loses_a_die_in_every_shot(book, ground):
    rule = {"TSG": "3.7.3-01", "3SG": "3.7.2-01"}[book]
    state = game(book, a=ours("infantry"), z=theirs("infantry"), g=gun("Red"), q=gun("Blue"))
    called = fire(state, f"a at z with g g.terrain={ground}", book)
    assert (amount(called.attack, "g", rule), amount(called.attack, "a", rule)) == (-1, 0)
    own = act("artillery", state, f"g at z g.terrain={ground}", book).combat
    assert amount(own.attack, "g", rule) == -1
    attacked = fire(state, f"a at q range=2 q.terrain={ground}", book)
    assert amount(reply(attacked), "q", rule) == -1
    dry = fire(state, "a at z with g", book)
    assert amount(dry.attack, "g", rule) == 0
    beach = fire(state, "a at z z.terrain=beach", book)
    assert amount(reply(beach), "z", rule) == -1, "who defends a beach too"


@clause("TSG-5-03", "TSG-3.5.2-04", "TSG-3.5.1-04", "3SG-3.5.1-04", "AMB-09")
@both
def test_who_calls_guns_in_water(book):
    state = game(book, red="H", a=ours("infantry"), z=gun("Blue"), q=gun("Blue"), g=gun("Red"))
    wet = refusals(fire(state, "a at z reply q range=2 z.terrain=stream a.order=M", book))
    assert wet == ({"TSG": "3.5.2-04", "3SG": "3.5.2-07"}[book],)
    assert refusals(fire(state, "a at z with g range=2 a.terrain=stream", book)) == ("3.5.1-04",)
    assert refusals(fire(state, "a at z with g range=2 a.terrain=stream a.order=M", book)) == ()


@clause("TSG-3.7.1-01", "3SG-3.7-01", "AMB-14")
@both
def test_a_tank_that_replies_to_two(book):
    rule = {"TSG": "3.7.1-01", "3SG": "3.7-01"}[book]

    def bonus(second, *words):
        state = game(book, a=ours("infantry"), b=second, z=theirs("medium"))
        return amount(reply(fire(state, " ".join(("a b at z range=2", *words)), book)), "z", rule)

    assert bonus(ours("infantry")) == 1
    assert bonus(ours("infantry"), "a.terrain=woods") == 1, "one of them in the open is enough"
    assert bonus(ours("infantry"), "a.terrain=woods", "b.terrain=town") == 0
    assert bonus(ours("medium")) == 0, "one of them is armoured"


@clause("TSG-4.1-12", "3SG-4.1-06", "AMB-38")
@both
def test_woods_next_to_an_enemy_are_one_halt(book):
    """Every way back begins next to an enemy: woods there break no further restriction."""
    plain = field()
    stands = {
        "a": ours("infantry", hex=off(plain, 0, 1)),
        "b": ours("infantry", hex=off(plain, -1, 0)),
        "c": ours("infantry", hex=off(plain, 2, -1)),
        "z": theirs("infantry", hex=CENTRE),
    }

    def ways(glyphs):
        state = game(book, on=field(glyphs), hq=False, **stands)
        return {way.path: way.broken for way in ways_back(state, table(book), state.stands["z"])}

    found = ways({})
    assert {len(path) for path in found} == {2}
    assert set(found.values()) == {1}
    assert ways({path[0]: "w" for path in found}) == found


@pytest.mark.wording
@clause("3SG-5-09", "TSG-5-03", "AMB-71")
@both
@pytest.mark.parametrize("may", [True, False])
def test_the_sheet_says_what_a_battery_attacked_may_call(book, may):
    using: Table = table(book, battery_may_call_support=may)
    [rights] = [listing for listing in sheet(using, None) if listing.title == "Support that may be called"]
    [row] = [row for row in rights.rows if row[0] == "a gun defends"]
    assert row[2] == ("yes" if may else "–")
    state = game(book, a=ours("infantry"), z=gun("Blue"), q=gun("Blue"), m=beside("a", LIGHT[book]))
    assert refusals(fire(state, "a at z reply q", using)) == (() if may else (row[3],))


@both
def test_a_distance_of_more_hexes_than_any_table_has_is_a_slip(book):
    state = game(book, a=ours("infantry"), z=theirs("infantry"))
    assert refusals(fire(state, "a at z range=99", book))
    with mistaken(BadValue, "100", about="range 0 99"):
        fire(state, "a at z range=100", book)


@pytest.mark.parametrize("types", ["infantry mg infantry mg", "infantry infantry mg mg"])
def test_each_core_stand_of_a_line_of_types_has_the_next_support_of_it(types):
    session, _ = session_of(find("two-star-general"), "fire", [*types.split(), "at", "medium", "2"])
    stands = session.state.stands.values()
    cores = [stand.id for stand in stands if stand.kind == "infantry"]
    assert [stand.host for stand in stands if stand.kind == "mg"] == cores

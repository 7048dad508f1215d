"""Tests of the night: points pooled and spent within every limit, stands brought back, units that rearrange."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from tests.star_general.games import BOOKS, SIDES, TABLES, beside, gun, ours, state_of, table
from tests.star_general.games import game as small
from tests.star_general.moves import board
from tests.star_general.turns import Turn, battle
from umpire.core.mistakes import BadValue, Missing, UnknownName, WrongSide, WrongSort
from umpire.game.records import plain
from umpire.rulesets.star_general.scenario import WRITTEN
from umpire.rulesets.star_general.state import Force, read_state
from umpire.rulesets.star_general.turn.now import now

books = pytest.mark.parametrize("book", BOOKS)

RULES = {
    "TSG": {
        "points": "9.1-04",
        "full": "9.1-10",
        "order": "9.1-10",
        "command": "9.1-06",
        "place": "9.1-08",
        "support": "9.1-03",
        "hexes": "9.2-01",
        "radius": "9.2-03",
        "hq": "6-11",
        "core": "1.3-01",
        "room": "1.3-01",
        "night": "9-01",
    },
    "3SG": {
        "points": "8-03",
        "full": "8-01",
        "order": "8-09",
        "command": "8-06",
        "place": "8-07",
        "support": "8-05",
        "hexes": "8-09",
        "radius": "8-09",
        "hq": "6-10",
        "core": "1-02",
        "room": "1.2-01",
        "night": "7-01",
    },
}


def dusk(book, *, using=None, days=2, on=None, forces=None, **stands):
    """Return the night of the first day, reached by the sequence of play, with these stands."""
    game = battle(book, using=using, days=days, stands=stands, on=on, forces=forces or {})
    rounds = game.state.battle.rounds
    return game.on(phase="artillery", round=rounds).says("next")


@clause("TSG-1.5-03", "TSG-8-01", "TSG-9-01", "3SG-1.4-03", "3SG-7-01")
@books
def test_rounds_of_a_day_and_a_night_after_the_last(book):
    game = battle(book).on(phase="artillery")
    for number in range(1, {"TSG": 5, "3SG": 4}[book] + 1):
        assert game.state.clock.round == number
        assert game.no("night r1=1")[0] == RULES[book]["night"], "no night yet"
        game.on(phase="artillery").says("next")
    assert game.phase == "night"
    game.says("next")
    assert (game.phase, game.state.clock.day, game.state.clock.round) == ("orders", 2, 1)


@clause("TSG-8-01")
@books
def test_a_single_long_day_and_days_without_nights(book):
    game = battle(book, days=1, battle={"rounds": 8}).on(phase="artillery", round=8).says("next")
    assert game.phase == "over"
    game = battle(book, battle={"rounds": 3, "night": False}).on(phase="artillery", round=3).says("next")
    assert (game.phase, game.state.clock.day) == ("orders", 2)


@clause("TSG-9.1-04", "TSG-9.1-05", "3SG-8-03", "3SG-8-04", "AMB-57")
@books
def test_two_and_one_for_each_initial_unit_pooled(book):
    game = dusk(book, s1={"sp": 0}, s2={"sp": 0}, sh={"sp": 0}, r1={"sp": 1}, r2={"sp": 3})
    red = game.state.forces["Red"]
    assert (red.strength_left, red.support_left) == (4, 2), "S is gone and counts all the same"
    assert says(now(game.state, game.table).notes, "Red 4 2")
    assert game.no("night r1=4 r2=2") == [RULES[book]["points"]]
    game.says("night r1=2 r2=1")
    assert game.state.forces["Red"].strength_left == 1
    assert game.no("night r1=2") == [RULES[book]["points"]], "what is spent is spent"
    game.says("night r1=1")
    assert (game.state.stands["r1"].sp, game.state.stands["r2"].sp) == (4, 4)
    assert game.state.forces["Blue"].strength_left == 4


@clause("TSG-9.1-04")
@books
def test_scenarios_may_give_other_points(book):
    game = dusk(book, forces={"Red": {"strength": 3, "support": 0, "units": 5}})
    assert (game.state.forces["Red"].strength_left, game.state.forces["Red"].support_left) == (15, 0)
    one = dusk(book, forces={"Red": {"strength": 1, "support": 1, "units": 1}}, r1={"sp": 2})
    assert (one.state.forces["Red"].strength_left, one.state.forces["Red"].support_left) == (1, 1)
    assert says(now(one.state, one.table).notes, "Red 1")
    assert says([one.objections("night r1=2")[0].words], "2 Red 1")


@clause("TSG-9.1-01", "TSG-9.1-10", "3SG-8-01", "AMB-57")
@books
def test_point_for_point_up_to_the_commencing_strength(book):
    game = dusk(book, r1={"sp": 3})
    assert game.no("night r1=3") == [RULES[book]["full"]]
    game.says("night r1=2")
    assert game.last.instructions == ("r1 3→5",)


@clause("TSG-9.1-06", "3SG-8-06")
@books
def test_points_only_in_command(book):
    game = dusk(book, r1={"sp": 3, "hex": "0107"})
    assert game.no("night r1=1") == [RULES[book]["command"]]
    assert dusk(book, r1={"sp": 3, "hex": "0106"}).no("night r1=1") == [], "two hexes from the HQ"


@clause("TSG-9.1-02", "TSG-9.1-09", "3SG-8-02", "3SG-8-08")
@books
def test_a_support_stand_returns_for_one_point_even_next_to_an_enemy(book):
    game = dusk(book, mg={**beside("r1", "mg"), "sp": 0}, r1={"sp": 4}, u1={"hex": "0202"})
    game.says("night r1=1 mg=r2")
    assert each_says(game.last.instructions, "r1 4→5", "mg r2")
    assert (game.state.stands["mg"].sp, game.state.stands["mg"].host) == (1, "r2")
    assert game.state.forces["Red"].support_left == 1


@clause("TSG-9.1-02", "3SG-8-02")
@books
def test_no_more_support_stands_than_points(book):
    more = {f"m{n}": {**beside(f"r{n}", "mg"), "sp": 0} for n in "12"}
    game = dusk(book, **more, forces={"Red": {"units": 1}})
    assert game.no("night m1=r1 m2=r2") == [RULES[book]["points"]]


@clause("TSG-9.1-03", "3SG-8-05", "AMB-69")
@books
@pytest.mark.parametrize("bound", [True, False])
def test_a_support_stand_returns_to_its_own_unit(book, bound):
    options = table(book, night_support_origin_bound=bound)
    game = dusk(book, using=options, mg={**beside("r1", "mg"), "sp": 0}, pak=beside("r2", "at"))
    assert game.no("night mg=s1") == ([RULES[book]["support"]] if bound else [])
    assert RULES[book]["support"] in game.no("night pak=s1"), "one that lives stays with its unit"
    if not bound:
        assert game.says("night mg=s1").state.stands["mg"].unit == "s"


@clause("TSG-9.1-07", "TSG-9.1-08", "3SG-8-07")
@books
def test_a_lost_stand_returns_weaker_next_to_its_unit(book):
    game = dusk(book, r1={"sp": 0})
    assert game.no("night r1=2") == [RULES[book]["place"]], "it needs a hex"
    assert game.no("night r1=2 r1.hex=0301") == [RULES[book]["place"], RULES[book]["command"]], "next to nobody of R"
    assert game.no("night r1=2 r1.hex=0103") == [RULES[book]["core"]], "r2 is there"
    game.says("night r1=2 r1.hex=0203")
    assert (game.state.stands["r1"].sp, game.state.stands["r1"].hex) == (2, "0203")
    assert each_says(game.last.instructions, "r1 2", "r1 0203")


@clause("TSG-9.1-08", "3SG-8-07")
@books
def test_not_next_to_an_enemy_and_not_into_a_lake(book):
    rows = "\n".join(["L L . . . . . . . ."] + [". . . . . . . . . ."] * 8)
    game = dusk(book, r1={"sp": 0}, u1={"hex": "0204"}, on=board(rows))
    assert game.no("night r1=1 r1.hex=0203") == [RULES[book]["place"]]
    assert game.no("night r1=1 r1.hex=0102") == []
    lake = dusk(book, r1={"sp": 0}, r2={"hex": "0102"}, rh={"hex": "0103"}, on=board(rows))
    [objection] = lake.objections("night r1=1 r1.hex=0101")
    assert (objection.rule, objection.overrulable) == ({"TSG": "13-02", "3SG": "TC-11"}[book], False)


@clause("TSG-9.1-06", "3SG-8-06")
@books
def test_a_lost_stand_returns_in_command(book):
    game = dusk(book, r1={"sp": 0}, r2={"hex": "0106"})
    assert game.no("night r1=1 r1.hex=0107") == [RULES[book]["command"]]
    assert game.no("night r1=1 r1.hex=0105") == []
    alone = dusk(book, r1={"sp": 0}, r2={"sp": 0}, rh={"sp": 0})
    assert RULES[book]["place"] in alone.no("night r1=1 r1.hex=0102"), "no stands are left of the unit"


@clause("TSG-6-11", "3SG-6-10")
@books
def test_an_hq_is_not_bought(book):
    game = dusk(book, rh={"sp": 0}, using=table(book, hq_overnight_full_activity=False))
    assert game.no("night rh=3") == [RULES[book]["hq"]]


@books
def test_a_lost_battery_returns_anywhere_but_next_to_an_enemy(book):
    game = dusk(book, g={**gun("Red", hex="0101"), "sp": 0})
    assert game.no("night g=2 g.hex=0902") == [RULES[book]["place"]]
    assert game.no("night g=2 g.hex=0601") == []


@clause("TSG-9.2-01 to 03", "3SG-8-09")
@books
@pytest.mark.parametrize("setting", ["in_command", "at_will"])
def test_stands_are_rearranged_over_the_hexes_held_at_nightfall(book, setting):
    rows = "\n".join(["w w . . . . . . . ."] * 9)
    game = dusk(book, using=table(book, night_reshuffle=setting), r1={"hex": "0109"}, on=board(rows))
    kept = setting == "in_command"
    assert game.no("night r2.hex=0104 rh.hex=0103") == []
    assert game.no("night r2.hex=0202") == [RULES[book]["hexes"]]
    out = game.no("night r1.hex=0103 r2.hex=0109")
    assert out == ([RULES[book]["radius"]] * 2 if kept else []), "r1: out of command, r2 would be"
    game.says("night r2.hex=0104 rh.hex=0103")
    assert game.no("night rh.hex=0104 r2.hex=0103") == [], "the hexes are those of nightfall, not of now"
    assert game.state.stands["r2"].hex == "0104"


@clause("TSG-9.2-01", "3SG-8-09")
def test_who_rearranges_is_as_the_books_print():
    assert TABLES["TSG"].options["night_reshuffle"] == "in_command"
    assert TABLES["3SG"].options["night_reshuffle"] == "at_will"


@books
def test_9_2_02_a_hex_left_in_an_earlier_command_was_held_and_that_of_a_destroyed_stand_was_not(book):
    game = dusk(book, using=table(book, night_reshuffle="at_will"), r1={"sp": 0, "hex": "0203"})
    assert game.no("night r2.hex=0203") == [RULES[book]["hexes"]], "nobody was there any more"
    game.says("night r1=1 r1.hex=0202")
    assert game.no("night r2.hex=0202 r1.hex=0103") == [RULES[book]["hexes"]], "r1 came there this night"
    game.says("night r1.hex=0103 r2.hex=0104 rh.hex=0102", ruling=True)
    assert game.no("night r2.hex=0103 r1.hex=0104") == []


@clause("AMB-57", "TSG-9.1-10")
@books
def test_recovery_comes_before_the_reshuffle(book):
    game = dusk(book, r1={"sp": 3}, s1={"sp": 3}).says("night r1=1 r2.hex=0104 rh.hex=0103")
    assert game.no("night r1=1") == [RULES[book]["order"]]
    assert game.no("night s1=1") == [], "another unit still recovers"


@clause("TSG-9.2-01", "3SG-8-09")
@books
@pytest.mark.parametrize("setting", ["in_command", "at_will"])
def test_support_stands_are_rearranged_too(book, setting):
    game = dusk(book, using=table(book, night_reshuffle=setting), mg=beside("r1", "mg"), r2={"hex": "0109"})
    assert game.no("night mg=rh") == []
    assert game.no("night mg=r2") == ([RULES[book]["radius"]] if setting == "in_command" else [])


@clause("TSG-1.3-01", "3SG-1.2-01")
@books
def test_no_ruling_puts_two_into_one_place(book):
    game = dusk(book, mg=beside("r1", "mg"), pak=beside("r2", "at"), r1={"sp": 4})
    [objection] = game.objections("night mg=r2")
    assert (objection.rule, objection.overrulable) == (RULES[book]["room"], False)
    assert game.no("night mg=r2 pak=r1") == [], "they may change places"
    [objection] = game.objections("night r2.hex=0102")
    assert (objection.rule, objection.overrulable) == (RULES[book]["core"], False)


@clause("TSG-1.3-04")
def test_no_truck_beside_armoured_transport_at_night_either():
    game = dusk("TSG", t=beside("r1", "truck"), ht={**beside("r2", "armoured-transport"), "sp": 0})
    assert game.no("night ht=r1") == ["1.3-04"]


@books
@pytest.mark.parametrize(
    ("line", "kind", "word", "about"),
    [
        ("night", Missing, "", ""),
        ("night r1", BadValue, "r1", ""),
        ("night q=2", UnknownName, "q", ""),
        ("night r1=x", BadValue, "x", "r1"),
        ("night r1=0", BadValue, "0", "r1"),
        ("night mg=u1", WrongSide, "", "u1 mg"),
        ("night mg=mg", WrongSort, "", "mg"),
        ("night r1=1 u1=1", WrongSide, "", "Red Blue"),
        ("night r1.hex=9999", BadValue, "", "9999"),
        ("night r1.place=0101", BadValue, "place", "place"),
    ],
)
def test_words_that_make_no_sense_at_night(book, line, kind, word, about):
    with mistaken(kind, word, about=about):
        dusk(book, mg=beside("r1", "mg")).no(line)


@clause("TSG-11-03", "3SG-11-01")
@books
def test_a_stand_placed_on_an_objective_takes_it(book):
    hill = {"hill": {"name": "the hill", "hex": "0203", "holder": "Blue"}}
    game = battle(book, stands={"r1": {"sp": 0}}, objectives=hill)
    game.on(phase="artillery", round=game.state.battle.rounds).says("next")
    assert game.says("night r1=2 r1.hex=0203").state.objectives["hill"].holder == "Red"


@books
def test_a_night_out_of_the_sequence_of_play_counts_no_points(book):
    game = battle(book, stands={"r1": {"sp": 1}}).says("night r1=4", ruling=True)
    assert game.state.stands["r1"].sp == 5
    assert game.state.forces["Red"].strength_left == 0
    assert each_says(game.last.words, "4 0")


@clause("TSG-9.2-01", "3SG-8-09")
@books
def test_out_of_the_sequence_of_play_stands_change_the_hexes_they_are_in(book):
    game = battle(book, using=table(book, night_reshuffle="at_will"))
    assert RULES[book]["hexes"] not in game.no("night r2.hex=0102 rh.hex=0103")
    assert RULES[book]["hexes"] in game.no("night r2.hex=0202")


@clause("TSG-9.3-01", "3SG-8-10")
@books
def test_a_new_day_starts_afresh(book):
    game = dusk(book, g=gun("Red", hex="0101", shots=0)).says("night r2.hex=0104 rh.hex=0103").says("next")
    assert (game.state.stands["g"].shots, game.state.stands["r2"].moved, game.state.units["r"].held) == (3, "", ())
    assert game.state.count == TABLES[book].limits["rounds_per_day"] + 1


@clause("TSG-9.2-01", "3SG-8-09")
@books
@pytest.mark.parametrize("typed", ["r1", "r2"])
def test_of_two_in_one_hex_the_one_that_was_typed_goes_elsewhere(book, typed):
    game = dusk(book)
    [objection] = game.objections(f"night {typed}.hex={'0103' if typed == 'r1' else '0102'}")
    assert objection.words.endswith(f" {typed}")
    assert says([objection.words], typed)
    assert (objection.retype, objection.final) == ("", True)


@books
def test_9_2_01_no_refusal_of_the_night_asks_for_what_cannot_be_typed(book):
    """A refusal suggests facts that can be typed; everything else in it is words."""
    game = dusk(book, r1={"sp": 0}, mg=beside("r2", "mg"), pak=beside("rh", "at"))
    tells = {
        line: [objection.retype for objection in game.objections(line) if not objection.overrulable]
        for line in ("night r1=2", "night mg=r1", "night mg=rh", "night r1.hex=0202")
    }
    assert tells == {
        "night r1=2": ["r1.hex=HEX"],
        "night mg=r1": [""],
        "night mg=rh": [""],
        "night r1.hex=0202": ["r1=POINTS"],
    }


@books
def test_9_1_01_points_are_a_number_whatever_stands_before_it(book):
    game = dusk(book, r1={"sp": 1})
    for text in ("0019", "10", "0"):
        with mistaken(BadValue, text, about="r1"):
            game.objections(f"night r1={text}")
    assert game.no("night R1=2 r1.HEX=0102") == []
    assert game.no("night r1=02") == []


@books
def test_9_2_02_the_hexes_held_at_nightfall_come_through_a_scenario_and_a_game_file(book):
    game = dusk(book)
    assert game.state.units["r"].held == ("0102", "0103", "0104")
    written = plain(game.state, "map")
    assert json.loads(json.dumps(written)) == written
    assert read_state(json.loads(json.dumps(written)), game.state.map) == game.state
    again = state_of(WRITTEN.sections(game.state, game.table), game.table, game.state.map, SIDES)
    assert again.units["r"].held == game.state.units["r"].held


@books
def test_1_5_03_rounds_are_counted_over_the_days_whatever_day_is_set(book):
    """With the clock set to another day, an HQ lost a round before still comes back in its unit's turn."""
    rounds = TABLES[book].limits["rounds_per_day"]
    game = battle(book, units={"r": {"hq_lost": rounds}}, stands={"rh": {"sp": 0}}, days=2)
    assert game.on(day=2, round=1).state.count == rounds + 1
    game.on(phase="activations").says("activate r", "66", "11", choices=("0101",))
    assert game.state.stands["rh"].alive


@clause("TSG-9.1-06", "3SG-8-06")
@books
def test_without_a_map_a_stand_comes_back_only_where_there_is_an_hq(book):
    state = small(book, a=ours("infantry", sp=0), b=ours("infantry"), rhq=ours("hq"))
    game = Turn(state, book).on(phase="night")
    game.state = replace(game.state, forces={side: Force(side, strength_left=4) for side in SIDES})
    assert game.no("night a=2") == []
    assert game.put("rhq", sp=0).no("night a=2") == [RULES[book]["command"]]


@clause("TSG-9.1-03", "3SG-8-05")
@books
def test_no_support_stand_joins_one_that_is_destroyed(book):
    game = dusk(book, r1={"sp": 0}, mg=beside("r2", "mg"))
    [objection] = game.objections("night mg=r1")
    assert objection.rule == RULES[book]["support"]
    assert says([objection.words], "r1 mg")
    assert game.no("night mg=r1 r1=1 r1.hex=0203") == [], "unless it comes back with it"

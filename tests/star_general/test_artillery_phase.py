"""Tests of the artillery phase: its order, shots at spotted targets, guns that move, planes that were not used."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from tests.star_general.games import BOOKS, SIDES, TABLES, beside, game, gun, ours, table, theirs
from tests.star_general.moves import board
from tests.star_general.turns import HIGH, LOW, Turn, battle
from umpire.core.mistakes import AT_WHOM, HowMany, Mistake, WrongPlace, WrongSide, WrongSort
from umpire.core.procedure import Thrown
from umpire.rulesets.star_general.effects import Attacked, Moved, SpendAir, SpendShot
from umpire.rulesets.star_general.state import Force
from umpire.rulesets.star_general.turn.now import now

books = pytest.mark.parametrize("book", BOOKS)

RULES = {
    "TSG": {"phase": "5.1-01", "range": "5-08", "shots": "5-05", "spot": "5.2-01", "move": "5.1-05", "once": "5.1-10"},
    "3SG": {"phase": "5.1-01", "range": "5-05", "shots": "5-04", "spot": "5.2-01", "move": "5.1-05", "once": "5.1-06"},
}
UNSEEN = {
    "TSG": {"cover": "5.2-02", "command": "5.2-03", "line": "5.2-04"},
    "3SG": {"cover": "5.2-02", "command": "5.1-03", "line": "5.2-03"},
}


def guns(book, *, on=None, using=None, blue="M", **more):
    """Return a battery of each side, and an HQ and infantry of Red near the infantry of Blue; Red's guns act."""
    stands = {
        "g": gun("Red", hex="0101"),
        "q": gun("Blue", hex="1009"),
        "rh": ours("hq", hex="0303"),
        "r1": ours("infantry", hex="0403"),
        "z": theirs("infantry", hex="0703"),
        "zh": theirs("hq", hex="0803"),
    }
    state = game(book, red="M", blue=blue, on=on or board(), hq=False, **(stands | more))
    return Turn(state, using or book).on(phase="artillery", side="Red")


def dice(turn):
    """Return the dice thrown at the last command, pool by pool."""
    return [answer.pool.dice for answer in turn.answers if isinstance(answer, Thrown)]


def code(turn):
    """Return the faces that the last shot hit on."""
    return next(answer.pool.reading.code for answer in turn.answers if isinstance(answer, Thrown))


@clause("TSG-5.1-01", "3SG-5.1-01", "AMB-56")
@books
def test_both_throw_and_the_higher_fires_all_its_guns_first(book):
    turn = guns(book).on(side="")
    assert turn.no("artillery g at z") == [RULES[book]["phase"]]
    turn.says("artillery", "34", "34", LOW, HIGH)
    assert turn.state.clock.side == "Blue", "equal totals are thrown again"
    assert turn.no("artillery g at z") == [RULES[book]["phase"]]
    assert turn.no("artillery") == [RULES[book]["phase"]]
    turn.says("next")
    assert (turn.phase, turn.state.clock.side) == ("artillery", "Red")
    turn.says("artillery g at z", "11").says("next")
    assert turn.phase == "orders"


@clause("TSG-5.1-01", "3SG-5.1-01")
@books
def test_not_before_all_have_been_activated(book):
    game = battle(book, stands={"g": gun("Red", hex="0101")}).says("order reveal", ruling=True)
    assert game.no("artillery") == [RULES[book]["phase"]]
    assert RULES[book]["phase"] in game.no("artillery g at u1")
    game.skip_to("artillery")
    assert game.no("artillery") == []


@clause("TSG-5.1-04", "TSG-3.2-01", "3SG-5.1-08", "3SG-3.2-09")
@books
@pytest.mark.parametrize(("order", "hits"), [("M", "6|55"), ("H", "6"), ("D", "6"), ("R", "56|44")])
def test_as_on_move_against_the_status_of_the_target(book, order, hits):
    turn = guns(book, blue=order, r1=ours("infantry", hex="0503")).says(
        "artillery g at z", "66" if order != "D" else "6"
    )
    assert code(turn) == hits


@clause("TSG-5.1-02", "TSG-5.1-03", "3SG-5.1-02", "3SG-5.1-04")
@books
def test_one_shot_one_hit_at_most(book):
    turn = guns(book).says("artillery g at z", "66")
    assert turn.last.effects[-1] == SpendShot("g")
    assert (turn.state.stands["z"].sp, turn.state.stands["g"].shots) == (4, 2)
    assert not any(isinstance(effect, Attacked) for effect in turn.last.effects)
    assert says(turn.last.instructions, "g 3→2")


@clause("TSG-5.1-09", "3SG-5.1-04", "AMB-56")
@books
def test_each_shot_for_itself_with_no_limit_on_the_target(book):
    turn = guns(book, g2=gun("Red", hex="0102"))
    for name in ("g", "g", "g", "g2", "g2"):
        turn.says(f"artillery {name} at z" if turn.state.stands["z"].alive else "next", "66")
    assert not turn.state.stands["z"].alive
    assert not turn.state.stands["zh"].alive, "and an HQ alone is removed"


@clause("TSG-5.1-02", "3SG-5.1-02")
@books
def test_no_shots_left(book):
    turn = guns(book, g=gun("Red", hex="0101", shots=0))
    assert turn.no("artillery g at z") == [RULES[book]["shots"]]


@clause("TSG-5.1-07", "3SG-5.1-07")
@books
def test_at_an_adjacent_stand_without_reply_and_without_fall_back(book):
    turn = guns(book, r1=ours("infantry", hex="0404"), g=gun("Red", hex="0604"))
    turn.says("artillery g at z", "66")
    assert dice(turn) == [2], "nobody fires back"
    assert turn.state.stands["z"].hex == "0703"
    assert [answer.pool.reading.code for answer in turn.answers if isinstance(answer, Thrown)] == ["6|55"]


@clause("TSG-5.1-08", "3SG-3.7.1-08")
@books
@pytest.mark.parametrize(
    ("target", "blue", "glyph", "thrown"),
    [
        (theirs("infantry", hex="0703"), "M", ".", 2),
        (theirs("medium", hex="0703"), "M", ".", 1),
        (theirs("infantry", hex="0703"), "H", "t", 1),
        (theirs("infantry", hex="0703"), "D", ".", 1),
        (theirs("medium", hex="0703"), "D", "t", 1),
    ],
)
def test_the_deductions_of_the_guns(book, target, blue, glyph, thrown):
    rows = ["." * 10] * 2 + ["......" + glyph + "..."] + ["." * 10] * 6
    turn = guns(book, z=target, blue=blue, r1=ours("infantry", hex="0503"), on=board("\n".join(rows)))
    turn.says("artillery g at z", "1" * thrown)
    assert dice(turn) == [thrown]


@clause("TSG-5-08", "3SG-5-05")
@books
@pytest.mark.parametrize("by", [0, 1])
def test_no_further_than_it_reaches(book, by):
    reach = TABLES[book].core["artillery"].range
    turn = guns(book, z=theirs("infantry", hex="0703"), g=gun("Red", hex="0101", range=5 + by))
    assert turn.no("artillery g at z") == ([] if by == 1 else [RULES[book]["range"]])
    assert guns(book).state.stands["g"].range == reach


SPOTTING = {"TSG": (4, 3), "3SG": (3, 2)}


@clause("TSG-5.2-01", "TSG-5.2-02", "TSG-5.2-06", "TSG-PS-03", "3SG-5.2-01", "3SG-5.2-02", "AMB-54")
@books
@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize(
    ("glyph", "blue", "kind"), [(".", "M", 0), (".", "H", 0), ("w", "M", 1), ("h", "R", 1), (".", "D", 1)]
)
def test_how_far_spotters_see(book, more, glyph, blue, kind):
    """In cover means the terrain of the hex, with any order (TSG-5.2-06)."""
    rows = ["." * 10] * 2 + ["......" + glyph + "..."] + ["." * 10] * 6
    far = SPOTTING[book][kind] + more
    row = {4: "0303", 3: "0402", 2: "0503", 5: "0202"}[far]
    hq = {4: "0203", 3: "0303", 2: "0403", 5: "0102"}[far]
    turn = guns(book, blue=blue, r1=ours("infantry", hex=row), rh=ours("hq", hex=hq), on=board("\n".join(rows)))
    assert turn.state.apart(turn.state.stands["r1"], turn.state.stands["z"]) == far
    rule = UNSEEN[book]["cover"] if kind else RULES[book]["spot"]
    assert turn.no("artillery g at z") == ([rule] if more else [])


@clause("TSG-5.2-03", "3SG-5.1-03")
@books
def test_only_stands_in_command_spot_and_no_batteries(book):
    assert guns(book, rh=ours("hq", hex="0109")).no("artillery g at z") == [UNSEEN[book]["command"]]
    alone = guns(book, r1=ours("infantry", hex="0403", sp=0)).no("artillery g at z")
    assert alone == {"TSG": [], "3SG": [RULES[book]["spot"]]}[book], "the HQ spots from 4 hexes, not from 3"
    lost = guns(book, rh=ours("hq", hex="0303", sp=0))
    assert lost.no("artillery g at z") == [UNSEEN[book]["command"]], "without an HQ nobody is in command"
    battery = guns(book, r1=ours("infantry", hex="0109"), rh=ours("hq", hex="0108"), g=gun("Red", hex="0604"))
    assert battery.no("artillery g at z") == [RULES[book]["spot"]], "a battery does not spot"


@books
def test_who_spots_or_why_nobody_does_is_said(book):
    def said(turn):
        return [turn.objections("artillery g at z")[0].words]

    far, near = SPOTTING[book]
    seen = guns(book, rh=ours("hq", hex="0304"), r1=ours("infantry", hex="0504"))
    seen.says("artillery g at z", "11")
    assert each_says(seen.sit.known.notes, f"r1 0504 2 {far} 5.2-01", "z 5.1-07")
    dug_in = guns(book, blue="D", rh=ours("hq", hex="0202"), r1=ours("infantry", hex="0102"))
    assert says(said(dug_in), f"z rh 0202 5 {near}")
    rows = ["." * 10] * 2 + ["......w..."] + ["." * 10] * 6
    woods = guns(book, rh=ours("hq", hex="0202"), r1=ours("infantry", hex="0102"), on=board("\n".join(rows)))
    assert says(said(woods), f"5 {near} woods")
    apart = guns(book, rh=ours("hq", hex="0109"), r1=ours("infantry", hex="0504"))
    assert says(said(apart), "z r1 7 rh 0109 2")
    lost = guns(book, rh=ours("hq", hex="0303", sp=0), r1=ours("infantry", hex="0504"))
    assert says(said(lost), "z r1")
    rows = ["." * 10] * 3 + ["......w..."] + ["." * 10] * 5
    places = {"rh": "0701", "r1": "0703"}
    near = {name: ours("hq" if name == "rh" else "infantry", hex=place) for name, place in places.items()}
    hidden = guns(book, z=theirs("infantry", hex="0706"), on=board("\n".join(rows)), **near)
    assert says(said(hidden), "z woods 0704 r1")


@clause("TSG-5.2-03", "3SG-5.1-03")
@books
def test_an_hq_spots(book):
    turn = guns(book, rh=ours("hq", hex="0403"), r1=ours("infantry", hex="0109"))
    assert turn.no("artillery g at z") == []


@clause("TSG-5.2-04", "3SG-5.2-03")
@books
@pytest.mark.parametrize(("glyph", "seen"), [(".", True), ("w", False), ("t", False), ("s", True)])
def test_through_stands_but_not_through_blocking_terrain(book, glyph, seen):
    rows = ["." * 10] * 4 + ["......" + "." * 4] + ["." * 10] * 4
    rows[3] = "." * 6 + glyph + "..."
    stands = {
        "r1": ours("infantry", hex="0702"),
        "rh": ours("hq", hex="0701"),
        "z": theirs("infantry", hex="0705"),
        "y": theirs("infantry", hex="0704"),
        "r2": ours("infantry", hex="0703"),
    }
    turn = guns(book, on=board("\n".join(rows)), **stands)
    turn.put("r2", hex="0109")
    nearer = turn.no("artillery g at z")
    assert nearer == ([] if seen else [UNSEEN[book]["line"]])


@clause("TSG-5.2-05")
@books
def test_combat_support_needs_no_spotting(book):
    """Only the fire of the phase needs a spotted target."""
    turn = guns(book, r1=ours("infantry", hex="0503"), rh=ours("hq", hex="0403")).on(phase="activations", active="reds")
    turn.put("z", hex="0703")
    assert not [rule for rule in turn.no("fire r1 at z with g") if rule == RULES[book]["spot"]]


@books
def test_a_typed_fact_overrides_the_map_and_without_a_map_it_is_assumed(book):
    assert guns(book).no("artillery g at z spotted=no") == [RULES[book]["spot"]]
    far = guns(book, r1=ours("infantry", hex="0109"), rh=ours("hq", hex="0108"))
    assert far.no("artillery g at z spotted=yes") == []
    state = game(book, g=gun("Red"), z=theirs("infantry"))
    turn = Turn(state, book).on(phase="artillery", side="Red")
    turn.says("artillery g at z", "66")
    assert turn.state.stands["z"].sp == 4


@clause("TSG-5.1-05", "TSG-5-10", "3SG-5.1-05", "3SG-5-08")
@books
def test_a_gun_moves_at_the_wheeled_rate_and_discards_a_shot(book):
    turn = guns(book)
    turn.says("artillery g to 0104")
    assert turn.last.effects[-2:] == (Moved("g", "normal"), SpendShot("g"))
    assert turn.state.stands["g"].hex == "0104"
    assert each_says(turn.last.instructions, "g 0104", "g 3→2")
    assert turn.no("artillery g to 0105") == [RULES[book]["once"]]
    turn.says("artillery g at z", "11")
    assert turn.state.stands["g"].shots == 1, "with the shots that are left it may fire"


@clause("TSG-5.1-05", "3SG-5.1-05")
@books
def test_without_a_shot_it_stays(book):
    assert guns(book, g=gun("Red", hex="0101", shots=0)).no("artillery g to 0104") == [RULES[book]["move"]]


@clause("TSG-5.1-10", "3SG-5.1-06", "AMB-52")
@books
@pytest.mark.parametrize(
    ("armoured", "far", "legal"), [(False, "0107", True), (True, "0107", False), (True, "0106", True)]
)
def test_normal_or_strategic_as_wheeled_or_tracked(book, armoured, far, legal):
    turn = guns(book, g=gun("Red", hex="0101", armoured=armoured, mobility="foot"))
    assert turn.no(f"artillery g to {far}") == ([] if legal else [TABLES[book].pace["tracked"].rule])
    if legal:
        assert turn.says(f"artillery g to {far}").state.stands["g"].moved == "strategic"
        assert turn.state.stands["g"].mobility == "foot", "its card is not changed"


@clause("TSG-2-06", "3SG-2-03")
@books
def test_a_gun_that_moved_strategically_does_not_fire(book):
    turn = guns(book, g=gun("Red", hex="0101", armoured=True, mobility="foot")).says("artillery g to 0106")
    assert turn.no("artillery g at z") == [TABLES[book].rules["strategic_attack"]]
    near = guns(book, g=gun("Red", hex="0101")).says("artillery g to 0104")
    assert near.no("artillery g at z") == [], "after a normal move it may, with the shots that are left"


@clause("TSG-5.1-06", "3SG-5.1-06")
@books
def test_armoured_guns_move_without_shots(book):
    turn = guns(book, g=gun("Red", hex="0101", armoured=True, shots=0)).says("artillery g to 0104")
    assert turn.last.effects[-1] == Moved("g", "normal")
    assert turn.state.stands["g"].hex == "0104"
    loaded = guns(book, g=gun("Red", hex="0101", armoured=True, shots=2)).says("artillery g to 0104")
    assert loaded.state.stands["g"].shots == 1, "while it has one it gives one up, like any gun"


@clause("TSG-5.1-05")
@books
def test_the_halts_of_a_walk_bind_it(book):
    turn = guns(book, g=gun("Red", hex="0604"))
    assert turn.no("artillery g to 0703"), "an enemy hex"
    assert turn.no("artillery g to 0403"), "a friend is there"
    assert turn.no("artillery g to 0605") == []


@books
def test_a_gun_moves_without_a_map_too(book):
    turn = Turn(game(book, g=gun("Red"), z=theirs("infantry")), book).on(phase="artillery", side="Red")
    assert each_says(turn.says("artillery g").last.instructions, "g", "g 3→2")
    assert turn.last.effects[-2:] == (Moved("g", "normal"), SpendShot("g"))
    far = Turn(game(book, g=gun("Red"), z=theirs("infantry")), book).on(phase="artillery", side="Red")
    assert far.no("artillery g hexes=7") == [TABLES[book].pace["wheeled"].rule]


def air(book, using=None, points=2, **more):
    """Return the artillery phase with air points of Red."""
    turn = guns(book, using=using, **more)
    forces = {side: Force(side, points, points) for side in SIDES}
    turn.state = type(turn.state)(**{**vars(turn.state), "forces": forces})
    return turn


@clause("TSG-7-04", "3SG-9-05", "AMB-55")
@books
@pytest.mark.parametrize("allowed", [True, False])
def test_planes_not_used_attack_in_the_phase(book, allowed):
    turn = air(book, table(book, air_in_artillery_phase=allowed))
    rule = {"TSG": "7-04", "3SG": "9-05"}[book]
    assert turn.no("artillery air at z") == ([] if allowed else [rule])
    turn.says("artillery air at z", "66", ruling=True)
    assert turn.last.effects[-1] == SpendAir("Red")
    assert turn.state.forces["Red"].air_left == 1
    assert dice(turn) == [2]


@clause("TSG-7-04", "3SG-9-05")
def test_which_book_lets_them():
    assert [TABLES[book].options["air_in_artillery_phase"] for book in BOOKS] == [True, False]


@clause("TSG-7-05")
def test_one_hit_at_most():
    turn = air("TSG").says("artillery air at z", "66")
    assert turn.state.stands["z"].sp == 4
    assert "z 5→4" in turn.last.instructions


@clause("TSG-7-04", "TSG-7-08", "AMB-55")
def test_at_will_is_unspotted_and_a_point_is_used_once():
    turn = air("TSG", points=1, r1=ours("infantry", hex="0109"), rh=ours("hq", hex="0108"))
    assert turn.no("artillery air at z") == []
    turn.says("artillery air at z", "11")
    assert turn.no("artillery air at z") == ["7-08"]


@clause("TSG-7-06", "TSG-7-07")
def test_anti_aircraft_stands_fire_first():
    turn = air("TSG", aa=beside("z", "aa")).says("artillery air at z", "61", choices=())
    assert dice(turn) == [2, 0], "stopped: no dice are left"
    assert turn.state.stands["z"].sp == 5
    assert turn.state.forces["Red"].air_left == 1, "and the plane is out"


@clause("TSG-7-03", "TSG-5.1-08")
def test_a_plane_has_the_deductions_of_a_gun():
    turn = air("TSG", blue="D").says("artillery air at z", "6")
    assert (dice(turn), code(turn)) == ([1], "6")


@books
@pytest.mark.parametrize(
    ("line", "kind", "about"),
    [
        ("artillery g", HowMany, ""),
        ("artillery g q at z", HowMany, ""),
        ("artillery g at z to 0102", HowMany, ""),
        ("artillery g to", HowMany, ""),
        ("artillery r1 at z", WrongSort, "r1"),
        ("artillery r1 to 0105", WrongSort, "r1"),
        ("artillery g at r1", WrongSide, "r1 g"),
        ("artillery g at q z", HowMany, ""),
        ("artillery g to 0101", WrongPlace, "g 0101"),
    ],
)
def test_words_that_make_no_sense(book, line, kind, about):
    with mistaken(kind, about=about):
        guns(book).no(line)


@books
@pytest.mark.parametrize(
    ("line", "whom"), [("artillery g", True), ("artillery g q", False), ("artillery g at z to 0102", False)]
)
def test_one_gun_alone_is_asked_at_whom_it_fires(book, line, whom):
    with pytest.raises(Mistake) as wrong:
        guns(book).no(line)
    assert (getattr(wrong.value, "wants", "") == AT_WHOM) is whom


@books
def test_the_status_says_what_is_left_to_fire(book):
    turn = air(book)
    told = now(turn.state, turn.table)
    assert says(told.notes, "Red g 3 2")
    assert any("`next`" in note for note in told.notes)


@clause("TSG-5-05", "3SG-5-04")
@books
def test_shots_and_air_are_full_again_at_the_start_of_a_round(book):
    turn = air(book, table(book, air_in_artillery_phase=True))
    turn.says("artillery g at z", "11").says("artillery air at z", "11").says("next").says("next")
    assert turn.phase == "orders"
    assert (turn.state.stands["g"].shots, turn.state.forces["Red"].air_left) == (3, 2)


@clause("TSG-6-08", "3SG-6-07")
@books
def test_an_hq_lost_to_the_guns_is_still_to_come_back(book):
    """TSG-6-08, 3SG-6-07: the round in which the HQ fell counts."""
    turn = guns(book, z=theirs("infantry", hex="0803"), zh=theirs("hq", hex="0703", sp=1)).says(
        "artillery g at zh", "66"
    )
    assert turn.state.units["blues"].hq_lost == 1
    assert each_says(turn.last.pending, TABLES[book].rules["hq_returns"])


@clause("TSG-5.1-01", "3SG-5.1-01")
@books
def test_a_phase_skipped_before_the_throw_is_said(book):
    forces = {side: Force(side, 1, 1) for side in SIDES}
    turn = guns(book).on(side="")
    turn.state = replace(turn.state, forces=forces)
    turn.says("next")
    assert says(turn.last.words[:1], RULES[book]["phase"])
    assert says(turn.last.words, "Red g 3")
    assert says(turn.last.words, "Blue 1") == (book == "TSG"), "planes fly in no phase of 3SG"


@clause("TSG-7-04")
@books
def test_the_air_points_of_the_side_that_ends_its_turn_are_said(book):
    turn = guns(book, using=table(book, air_in_artillery_phase=True))
    turn.state = replace(turn.state, forces={side: Force(side, 2, 2) for side in SIDES})
    turn.says("next")
    assert each_says(turn.last.words[:2], "Red g 3", "Red 2")
    assert not says(turn.last.words[:2], "Blue")
    assert not says(turn.last.words[:2], RULES[book]["phase"])


@books
def test_5_1_01_nothing_is_passed_where_nothing_could_fire(book):
    turn = guns(book, g=gun("Red", hex="0101", shots=0), q=gun("Blue", hex="1009", shots=0)).on(side="")
    assert not says(turn.says("next").last.words, RULES[book]["phase"])


@books
def test_5_1_01_the_turn_of_the_second_side_is_no_activation_in_a_row(book):
    turn = guns(book).says("next")
    assert (turn.state.clock.side, turn.state.clock.second, turn.state.clock.run) == ("Blue", True, 0)
    assert turn.says("next").state.clock.second is False


@clause("TSG-5.2-04", "3SG-5.2-03", "AMB-31")
@books
@pytest.mark.parametrize(("sides", "seen"), [("..", True), ("w.", True), (".w", True), ("ww", False)])
def test_along_the_side_of_two_hexes_one_open_hex_is_enough_to_see(book, sides, seen):
    """From 0403 to 0603 the line of sight runs between 0503 and 0504."""
    rows = [["."] * 10 for _ in range(9)]
    rows[2][4], rows[3][4] = sides
    turn = guns(book, z=theirs("infantry", hex="0603"), on=board("\n".join(" ".join(row) for row in rows)))
    assert turn.put("rh", hex="0203").no("artillery g at z") == ([] if seen else [UNSEEN[book]["line"]])


@books
def test_5_2_03_a_unit_whose_hq_is_not_on_the_roster_or_not_on_the_board_spots(book):
    """Where nothing shows whether a unit is in command, it is assumed to be, as in a combat."""
    turn = guns(book, rh=ours("hq", hex="0109"), r1=ours("infantry", hex="0403"))
    assert turn.no("artillery g at z") == [UNSEEN[book]["command"]]
    assert turn.put("rh", hex="").no("artillery g at z") == []
    stands = {key: stand for key, stand in turn.state.stands.items() if key != "rh"}
    turn.state = replace(turn.state, stands=stands)
    assert turn.no("artillery g at z") == []


@books
def test_5_1_01_whose_turn_it_is_is_said_of_either_turn(book):
    turn = guns(book)
    first = turn.objections("artillery q at r1 spotted=yes")[0]
    assert (first.rule, says([first.words], "Red")) == (RULES[book]["phase"], True)
    turn.says("next")
    [second] = turn.objections("artillery g at z")
    assert (second.rule, says([second.words], "Blue Red")) == (RULES[book]["phase"], True)
    [again] = turn.objections("artillery")
    assert (again.rule, says([again.words])) == (RULES[book]["phase"], True)

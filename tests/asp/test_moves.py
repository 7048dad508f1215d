"""Tests of tactical moves: options and their cost, how far stands move, carried infantry, towed guns."""

from fractions import Fraction

import pytest

from tests.asp.games import TABLE, duel, stand, table
from tests.asp.play import Game, marching, position, tactical
from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from umpire.core.mistakes import BadValue, Gone, HowMany, Missing, Unasked, UnknownName, WrongSort
from umpire.rulesets.asp import FAMILY as asp
from umpire.rulesets.asp.group.account import affordable, steps
from umpire.rulesets.asp.group.movement import GroupMove, mobility, rates

# the table

BOOK = {
    "foot": "1500 500 500 250",
    "W": "6000 2000 1000 500",
    "1/2T": "6000 2000 1000 500",
    "S": "3500 1000 500 250",
    "M": "4200 1000 750 250",
    "F": "5000 1500 1000 500",
    "VF": "6000 2000 1250 500",
}
HALVES = {
    "foot": (250, 125),
    "W": (500, 250),
    "1/2T": (500, 250),
    "S": (250, 125),
    "M": (375, 125),
    "F": (500, 250),
    "VF": (625, 250),
}


@clause("ASP-MOVE-01")
@pytest.mark.parametrize("row", BOOK)
def test_distances(row):
    assert " ".join(map(str, (*rates(TABLE, row, "march"), *rates(TABLE, row, "tactical")))) == BOOK[row]
    half = tuple(
        GroupMove(None, 0, bad).farthest(rates(TABLE, row, "tactical"), Fraction(1, 2)) for bad in (False, True)
    )
    assert half == HALVES[row]


@clause("ASP-MOVE-01")
def test_no_other_rows():
    assert list(TABLE.sections["moves"]) == list(BOOK)


@clause("ASP-MOVE-06", "ASP-VEH-05")
@pytest.mark.parametrize(
    ("kind", "row"),
    [
        ("RG", "foot"),
        ("HMG", "foot"),
        ("HG", "foot"),
        ("LB", "foot"),
        ("Panther", "F"),
        ("StuG", "M"),
        ("Matilda", "S"),
        ("Truck", "W"),
        ("Sdkfz 251", "1/2T"),
        ("M3", "1/2T"),
        ("LVT", "M"),
    ],
)
def test_which_row_a_stand_moves_by(kind, row):
    assert mobility(TABLE, stand("t1", kind)) == row


def test_a_speed_the_book_does_not_print_must_be_told():
    game = Game(position(stand("t1", "LVT"), stand("p1", "RG")), table(vehicle_typos="printed"), kept=False)
    with mistaken(Missing, about="t1", hint="add the mobility: t1.mobility=M"):
        game.refused("move t1 300")
    assert game.refused("move t1 300 t1.mobility=M") == []


@clause("ASP-TAC-01")
def test_options_and_their_points():
    rows = {option: row["points"] for option, row in TABLE.sections["tactical"].items()}
    assert rows == {"A": 2, "B": 2, "C": 3, "D": 3, "E": 4, "F": 4, "G": 1}


# the options of a stand


@clause("ASP-TAC-02 to 04")
@pytest.mark.parametrize(
    ("grade", "command", "options"),
    [
        ("A", "", "ABCDEFG"),
        ("B", "", "ABCDG"),
        ("C", "", "ABG"),
        ("D", "", "ABG"),
        ("A", "mobile", "ABCDEFG"),
        ("B", "mobile", "ABCDEFG"),
        ("C", "mobile", "ABCDG"),
        ("D", "mobile", "ABCDG"),
    ],
)
def test_the_options_of_each_grade(grade, command, options):
    game = tactical(german=grade).regroup("kg", command=command)
    assert affordable(TABLE, game.group("kg"), game.stand("t1")) == options
    for option in "CDEF":
        refused = [] if option in options else ["TAC-04"]
        assert game.refused(f"fire t1 at p1 600 option={option}") == refused, option
        assert Game(game.state, kept=False).refused(f"fire t1 at p1 600 option={option}") == refused
    for option in "CE":
        assert game.refused(f"move t1 option={option}") == ([] if option in options else ["TAC-04"])
    game.say("move t1 100")
    assert (game.stand("t1").spent, game.stand("t1").points) == (1, 0)  # per_cp: nothing is saved


@clause("ASP-TAC-03")
def test_tp_pool_multi_option_per_cp():
    game = tactical(german="A", table=table(tp_pool="multi_option_per_cp"))
    game.say("move t1 100")
    assert (game.stand("t1").spent, game.stand("t1").points) == (1, 2)
    outcome = game.say("fire t1 at p1 600 t1.moving=no", detection_reply="1", effect="11")
    assert not [hand for hand in outcome.instructions if "CP" in hand]  # the second option is paid for
    assert (game.stand("t1").spent, game.stand("t1").points, game.group("kg").cp) == (1, 0, 8)
    game.say("move t1 100")
    assert (game.stand("t1").spent, game.stand("t1").points) == (2, 2)
    game.say("move t1 option=C 100")  # three points: the rest of the last point is too small, and lost
    assert (game.stand("t1").spent, game.stand("t1").points) == (3, 1)
    assert tactical(german="C", table=table(tp_pool="multi_option_per_cp")).refused("move t1 option=C") == ["TAC-04"]


@clause("ASP-TAC-03")
def test_tp_pool_pooled_turn():
    game = tactical(german="C", table=table(tp_pool="pooled_turn"))
    game.say("move t1 option=E 300")  # four points: two command points of grade C
    assert (game.stand("t1").spent, game.stand("t1").points) == (2, 0)
    game.say("move t1 100")
    assert (game.stand("t1").spent, game.stand("t1").points) == (3, 0)
    assert game.refused("move t1 100") == ["CP-08"]
    game = tactical(german="B", table=table(tp_pool="pooled_turn"))
    game.say("move t1 100")
    assert (game.stand("t1").spent, game.stand("t1").points) == (1, 1)
    game.say("move t1 option=E 100")  # one left and three bought
    assert (game.stand("t1").spent, game.stand("t1").points) == (2, 0)


# the cost


@clause("ASP-TAC-05")
@pytest.mark.parametrize(
    ("distance", "floor", "ceil"), [(0, 0, 0), (1, 0, 1), (999, 0, 1), (1000, 1, 1), (1001, 1, 2), (2999, 2, 3)]
)
def test_surcharge_round(distance, floor, ceil):
    assert steps(TABLE, distance, 1000) == floor
    assert steps(table(surcharge_round="ceil"), distance, 1000) == ceil


@clause("ASP-TAC-05", "ASP-TAC-06")
@pytest.mark.parametrize(("told", "left"), [("", 8), ("hq=999", 8), ("hq=1000", 7), ("t2.hq=2999", 6)])
def test_the_distance_to_the_headquarters(told, left):
    game = tactical()
    outcome = game.say(f"move t2 200 {told}")
    assert each_says(outcome.instructions, "MOVE t2 200", f"Kampfgruppe 9→{left}")
    assert each_says(game.assumed, *([""] if told else ["", "1000"]))
    assert game.sources["t2.hq"] == ("told" if told else "assumed")
    assert game.stand("t2").points == 0


def test_hands_between_two_positions_put_command_points_right():
    game = tactical()
    before = game.state
    game.say("move t2 200")
    assert says(asp.table_instructions(game.state, before), "Kampfgruppe 8→9")


@clause("ASP-TAC-05")
def test_ceil_takes_the_first_thousand_for_begun():
    game = tactical(table=table(surcharge_round="ceil"))
    assert says([game.say("move t2 200").instructions[-1]], "Kampfgruppe 9→7")
    assert says([game.say("move t1 200").instructions[-1]], "Kampfgruppe 7→6")  # the headquarters


@clause("ASP-TAC-07", "ASP-CP-08", "ASP-CP-09")
@pytest.mark.parametrize(("hq", "moves"), [(900, 3), (1000, 1), (2999, 1), (3000, 0)])
def test_at_most_three_on_one_stand(hq, moves):
    game = tactical(cp=17)
    for _ in range(moves):
        game.say(f"move t2 100 hq={hq}")
    assert game.refused(f"move t2 100 hq={hq}") == ["CP-08"]
    assert (17 - game.group("kg").cp) == game.stand("t2").spent <= 3


@clause("ASP-CP-07")
def test_only_for_stands_of_its_own_group_and_only_what_is_there():
    game = tactical(cp=1, second=True)
    assert game.refused("move t1 t2 100") == ["CP-07"]
    game.say("move t1 100")
    assert game.refused("move t2 100") == ["CP-07"]
    game.say("activate k2")
    game.say("move c1 100")
    assert (game.group("kg").cp, game.group("k2").cp) == (0, 0)
    words = [objection.words for objection in game.objections("move g1 100")]
    assert each_says(words, "Second group 0 1")


@clause("ASP-CP-01")
def test_a_group_that_has_not_thrown_has_none():
    assert tactical(cp=None).refused("move t1 100") == ["CP-01"]
    assert tactical(cp=None).refused("fire t1 at p1 600") == ["CP-01"]


@clause("ASP-TAC-08")
def test_a_stand_may_shoot_more_than_once():
    game = tactical()
    for left in (8, 7, 6):
        outcome = game.say("fire t1 at p2 600 p2.sight=no", effect="11")
        assert says([outcome.instructions[-1]], f"Kampfgruppe {left + 1}→{left}")
    assert game.refused("fire t1 at p2 600") == ["CP-08"]


@clause("ASP-TAC-09")
def test_off_table_stands_pay_no_surcharge_and_take_option_b():
    game = tactical()
    outcome = game.say("fire b2 at p4 called=yes", effect="11")
    assert says([outcome.instructions[-1]], "Kampfgruppe 9→8")
    assert not [words for words in game.assumed if "headquarters" in words and "1000" in words]
    assert game.refused("fire b2 at p4 called=yes option=C") == ["TAC-09"]


@clause("ASP-TAC-12")
def test_shooting_back_costs_nothing():
    game = tactical().regroup("br", cp=3)
    game.say("fire t1 at p1 600", detection_reply="2", initiative="1", initiative_reply="6", effect_reply="11")
    assert (game.group("kg").cp, game.group("br").cp, game.stand("p1").spent) == (8, 3, 0)


def test_a_told_game_keeps_the_account_once_points_are_thrown_and_refuses_nothing():
    game = Game(position(), kept=False)
    game.say("order kg", command="11")
    assert says([game.say("move t1 t2 s1 100").instructions[-1]], "Kampfgruppe 2→0")
    assert each_says(game.say("move g1 100").instructions, "MOVE g1 100", "Kampfgruppe 0→0")


# distance


@clause("ASP-MOVE-01", "ASP-TAC-10", "ASP-TERR-16")
@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("t1 1000", []),
        ("t1 1001", ["MOVE-01"]),
        ("t1 500 going=bad", []),
        ("t1 501 going=bad", ["MOVE-01"]),
        ("t1 750 bad=250", []),  # half of it in each going
        ("t1 760 bad=250", ["MOVE-01"]),
        ("t1 900 going=road", []),
        ("t1 500 option=C", []),
        ("t1 501 option=C", ["TAC-10"]),
        ("t1 250 option=C going=bad", []),
        ("t1 251 option=C going=bad", ["TAC-10"]),
        ("g1 500", []),
        ("g1 501", ["MOVE-01"]),
        ("f1 251 going=bad", ["MOVE-01"]),
        ("s1 375 option=C", []),
        ("s1 376 option=C", ["TAC-10"]),
        ("b2 500", ["TAC-09"]),
        ("b2 500 table=yes", []),
    ],
)
def test_going_counts_in_proportion(line, rules):
    assert tactical().refused(f"move {line}") == rules


@clause("ASP-MOVE-02")
def test_turns_cost_nothing():
    assert each_says(tactical().say("move t1 1000").instructions, "MOVE t1 1000", "Kampfgruppe 9→8")


def test_what_is_too_far_is_said_in_words():
    (objection,) = tactical().objections("move s1 800")
    assert says([objection.words], "s1 800 750 250")
    (objection,) = tactical().objections("move s1 400 option=C")
    assert says([objection.words], "s1 400 375 125")


@clause("ASP-TERR-16")
def test_too_far_in_mixed_going_is_added_up():
    (objection,) = tactical().objections("move s1 500 bad=150")
    assert says([objection.words], "s1 500 350 750 150 250 107 TERR-16")
    (objection,) = tactical().objections("move s1 300 bad=100 option=C")
    assert says([objection.words], "s1 300 200 750 100 250 67 50 TERR-16")
    (objection,) = marching().objections("march s1 3000 bad=500")
    assert objection.rule == "MOVE-01"
    assert says([objection.words], "3000 2500 4200 500 1000 110 TERR-16")


@clause("ASP-TAC-09")
def test_a_battery_off_the_table_neither_moves_nor_marches():
    (objection,) = tactical().objections("move b2 400")
    assert (objection.rule, objection.overrulable) == ("TAC-09", True)
    assert says([objection.words], "b2 B b2.table=yes")
    assert tactical().refused("move b2 400 b2.tow=c1") == []
    assert marching().refused("march b2 1000") == ["TAC-09"]
    assert marching().refused("march b2 1000 b2.table=yes") == []
    assert marching().refused("march b2 c1 1000 b2.tow=c1") == []


def test_without_a_number_it_goes_as_far_as_it_may():
    game = tactical()
    assert says([game.say("move s1").instructions[0]], "MOVE s1 750")
    assert says([game.say("move s1 going=bad option=C").instructions[0]], "MOVE s1 125")


def test_several_stands_move_in_one_line_and_each_pays():
    game = tactical()
    outcome = game.say("move t1 t2 s1 400")
    assert each_says(outcome.instructions, "MOVE t1 t2 s1 400", "Kampfgruppe 9→6")
    assert says([game.title], "t1 t2 s1 A moves")


@clause("ASP-FIRE-07", "ASP-DET-09")
def test_moving_takes_the_fire_marker_away():
    game = tactical().change("t1", fire_marker=True, fired=True)
    assert each_says(game.say("move t1 100").instructions, "MOVE t1 100", "FIRE t1", "Kampfgruppe 9→8")
    assert (game.stand("t1").moved, game.stand("t1").fire_marker, game.stand("t1").fired) == (True, False, True)


@clause("ASP-STAT-04", "ASP-STAT-14")
def test_pinned_and_repulsed_stands_move_but_no_closer():
    game = tactical().change("t1", pinned=True).change("t2", repulsed=True)
    assert game.refused("move t1 100 closer=yes") == ["STAT-04"]
    assert game.refused("move t2 100 closer=yes") == ["STAT-14"]
    assert game.refused("fire t2 at p1 600 option=C closer=yes") == ["STAT-14"]
    game.say("move t1 100")
    assert game.sources["t1.closer"] == "assumed"
    assert each_says(game.assumed, "", "")
    assert game.refused("move s1 100 closer=yes") == []


@clause("ASP-CP-10")
def test_a_stand_that_marched_makes_no_tactical_move():
    game = tactical().change("t1", marched=True)
    assert [game.refused(line) for line in ("move t1 100", "fire t1 at p1 600")] == [["CP-10"]] * 2


# guns on tow


@clause("ASP-MOVE-03 to 05")
def test_a_towed_gun_and_its_vehicle_move_as_medium_tracked():
    game = tactical()
    outcome = game.say("move f1 750 tow=c1")
    assert each_says(outcome.instructions, "MOVE f1 750 c1", "MOVE c1 750", "Kampfgruppe 9→7")
    assert (game.stand("f1").towed, game.stand("f1").moved, game.stand("c1").moved) == ("c1", True, True)
    assert set(game.refused("move f1 751 tow=c1")) == {"MOVE-01"}
    assert game.refused("move f1 501") == ["MOVE-01"]
    game.say("move f1 100")
    assert game.stand("f1").towed == ""


@clause("ASP-MOVE-03")
def test_a_vehicle_that_drives_off_leaves_its_gun():
    game = tactical().change("f1", towed="c1")
    game.say("move c1 500")
    assert (game.stand("f1").towed, game.stand("f1").moved) == ("", False)


@clause("ASP-MOVE-03")
@pytest.mark.parametrize(
    ("line", "kind", "about"), [("f1 tow=p5", WrongSort, "p5 f1"), ("f1 tow=g1", WrongSort, "g1 f1")]
)
def test_what_cannot_tow(line, kind, about):
    with mistaken(kind, about=about):
        tactical().refused(f"move {line}")


def test_only_guns_mortars_and_batteries_are_towed():
    with mistaken(Unasked, "tow"):
        tactical().refused("move g1 tow=c1")


@clause("ASP-DET-11", "ASP-CLASS-24")
def test_a_limbered_gun_is_seen_and_hit_as_its_vehicle():
    game = tactical().change("f1", towed="c1").clock(side="Soviet")
    sit = game._situation("fire p1 at f1 600")[1]
    assert (sit.target.seen.detected_as, sit.shooter.shot.column) == ("vehicle", "LA")
    game.change("f1", towed="")
    sit = game._situation("fire p1 at f1 600")[1]
    assert (sit.target.seen.detected_as, sit.shooter.shot.column) == ("infantry", "Inf")


def test_a_gun_unhitches_to_fire():
    game = tactical().change("f1", towed="c1")
    game.say("fire f1 at p1 600 p1.sight=no", effect="11")
    assert game.stand("f1").towed == ""


# mistakes


@pytest.mark.parametrize(
    ("line", "kind", "about"),
    [
        ("move", HowMany, ""),
        ("move t9 100", UnknownName, "stand t9"),
        ("move kg", Gone, "Kampfgruppe"),
        ("move t1 option=D", BadValue, "D"),
        ("move t1 option=B", BadValue, "B"),
        ("move t1 option=G", BadValue, "G"),
        ("move t1 bad=100", Missing, ""),
        ("move t1 100 bad=200", BadValue, "200 100"),
        ("move t1 100 going=swamp", BadValue, "swamp"),
        ("move t1 100 cover=hard", Unasked, "cover"),
    ],
)
def test_mistakes(line, kind, about):
    with mistaken(kind, about=about):
        tactical().refused(line)


def test_an_aircraft_makes_no_move_on_the_ground():
    game = Game(position(stand("t1", "Fighter"), stand("p1", "RG")), kept=False)
    with mistaken(WrongSort, about="t1"):
        game.refused("move t1 100")


@clause("ASP-STAT-04", "ASP-MOVE-01")
@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("move t1 500 bad", []),
        ("move t1 501 bad", ["MOVE-01"]),
        ("move t1 501 road", []),
        ("move t1 100 closer", ["STAT-04"]),
        ("move t1 100", []),
        ("march t1 1501 bad", ["MOVE-01"]),
        ("march t1 1501 to the bad road closer by", []),
    ],
)
def test_bare_words_tell_what_they_say(line, refused):
    state = duel("Panther")
    playing = Game(state, kept=False).change("t1", pinned=True)
    assert playing.refused(line) == refused


@clause("ASP-CP-08")
def test_a_told_game_says_that_a_stand_has_had_more_than_its_command_points():
    playing = tactical()
    playing.kept = False
    for _ in range(3):
        assert not any("CP-08" in word for word in playing.say("move t1 100").words)
    assert each_says(playing.say("move t1 100").words, "t1 1 3 CP-08")
    notes = playing._situation("fire t1 at p3 600")[1].known.notes
    assert says(notes, "t1 1 4 3 CP-08")


def test_the_headquarters_may_be_told_before_any_points_are_thrown():
    assert Game(duel(), kept=False).refused("march t1 1000 hq=2500") == []
    assert Game(duel(), kept=False).refused("march t1 1000 t1.hq=10km") == []


@pytest.mark.parametrize(
    ("line", "instructions"),
    [
        ("move t1 800 to hill 112", "MOVE t1 800 hill 112"),
        ("move t1 to the ridge 800", "MOVE t1 1000 ridge 800"),  # a number there is a name
        ("move t1 600 to 'the old mill'", "MOVE t1 600 old mill"),
    ],
)
def test_a_move_may_name_where_to(line, instructions):
    game = tactical()
    assert says([game.ruled(line).instructions[0]], instructions)

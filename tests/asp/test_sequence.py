"""Tests of the sequence of a turn: from step to step, from battle group to battle group, and on to the other side."""

from dataclasses import replace

import pytest

from tests.asp.games import stand, table
from tests.asp.play import Game, marching, position, tactical
from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from umpire.core.mistakes import BadValue, HowMany, NotNow
from umpire.rulesets.asp import FAMILY as asp
from umpire.rulesets.asp.group.now import may_still
from umpire.rulesets.asp.state import Clock

STEP_5 = ("tactical", "Tactical")
"""A step is named by the words of its title too."""


def begun(**more):
    """Return a game in step 2; step 1 of the Germans is thrown."""
    game = Game(position(second=True, **more))
    game.say("order kg", command="34")
    game.say("order k2", command="34")
    return game


@clause("ASP-SEQ-01")
def test_nothing_before_the_first_turn_and_the_first_order_begins_it():
    game = Game(position())
    assert game.refused("fire t1 at p1 600") == ["SEQ-02"]
    assert game.refused("activate kg") == ["SEQ-01"]
    assert game.refused("march t1 1000") == ["SEQ-02"]
    game.say("order br", command="345")
    assert (game.state.clock.side, game.state.clock.first, game.state.clock.turn) == ("Soviet", "Soviet", 1)


@clause("ASP-SEQ-01")
def test_next_begins_the_turn_of_the_first_side():
    game = Game(position())
    assert each_says(game.say("next").words, "1 German")
    assert game.refused("order br") == ["SEQ-01"]


@clause("ASP-SEQ-03 to 06")
def test_steps_follow_and_those_of_aircraft_are_passed_over_without_any():
    game = begun()
    assert each_says(game.say("next").words, "1 German 5")
    flying = begun()
    flying.state = replace(
        flying.state, stands={**flying.state.stands, "a1": stand("a1", "Attack"), "p9": stand("p9", "Fighter")}
    )
    for step in (3, 4, 5):
        assert each_says(flying.say("next").words, f"1 German {step}")
        assert flying.state.clock.step == step


@clause("ASP-SEQ-03 to 06")
@pytest.mark.parametrize("word", ["5", *(pytest.param(word, marks=pytest.mark.wording) for word in STEP_5)])
def test_on_to_a_step_by_number_or_word(word):
    flying = begun()
    flying.state = replace(flying.state, stands={**flying.state.stands, "a1": stand("a1", "Attack")})
    outcome = flying.say(f"next {word}")
    assert each_says(outcome.words, "Fighters", "1 German 5")


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("2", NotNow),
        ("3", NotNow),
        pytest.param("march", NotNow, marks=pytest.mark.wording),
        pytest.param("command", NotNow, marks=pytest.mark.wording),
        pytest.param("fighters", NotNow, marks=pytest.mark.wording),
        ("6", BadValue),
        ("night", BadValue),
    ],
)
def test_no_step_that_is_over_or_of_aircraft_without_any(word, kind):
    with mistaken(kind, word):
        begun().say(f"next {word}")


def test_the_turn_is_handed_over_by_its_first_step_too():
    game = tactical()
    assert game.say("next 1") == tactical().say("next")


@pytest.mark.wording
def test_the_first_step_is_named_by_its_title_too():
    assert tactical().say("next command") == tactical().say("next")


@clause("ASP-SEQ-06", "ASP-SEQ-07")
def test_one_battle_group_after_another_and_each_once():
    game = begun()
    assert game.refused("move t1 100") == ["SEQ-06"]
    assert each_says(game.say("activate k2").words, "1 German 5 Second group")
    assert game.refused("activate k2") == ["SEQ-06"]
    assert game.refused("move t1 100") == ["SEQ-06"]
    game.say("move c1 100")
    game.say("move g1 100")
    game.say("move c1 100")  # SEQ-07: a stand may be returned to
    game.say("activate kg")
    assert game.refused("move c1 100") == ["SEQ-07"]
    assert game.refused("activate k2") == ["SEQ-07"]
    assert game.refused("fire p1 at t1 600") == ["SEQ-01"]


@clause("ASP-SEQ-06")
def test_the_first_tactical_move_opens_its_battle_group():
    game = begun()
    game.say("next")
    game.say("fire t1 at p1 600", detection_reply="1", effect="11")
    assert game.state.clock.open == "kg"
    assert game.refused("move c1 100") == ["SEQ-06"]


@clause("ASP-SEQ-01")
def test_the_other_side_shoots_back_in_either_turn():
    game = tactical()
    game.say("fire t1 at p1 600", detection_reply="2", initiative="1", initiative_reply="6", effect_reply="11")
    assert game.stand("p1").fire_marker


@clause("ASP-CP-06", "ASP-CP-15")
def test_what_is_not_spent_is_lost_when_the_turn_ends():
    game = tactical(cp=5)
    outcome = game.say("next")
    assert each_says(outcome.words, "Kampfgruppe 5 CP-06", "1 Soviet")
    assert each_says(outcome.pending, "br")
    assert game.group("kg").cp is None


def test_a_whole_turn_goes_round():
    game = tactical().clock(first="Soviet")
    game.say("next")
    assert game.state.clock == Clock(2, "Soviet", "Soviet")
    game.say("order br", command="111")
    game.say("next")
    game.say("next")
    assert game.state.clock == Clock(2, "Soviet", "German")


@clause("ASP-DET-09")
def test_who_moved_counts_as_moving_until_its_own_next_turn():
    game = tactical()
    game.say("move t1 100")
    game.say("next")
    assert game.stand("t1").moved
    sit = game._situation("fire p1 at t1 600")[1]
    assert (sit.target.seen.moving, sit.shooter.seen.moving) == (True, False)
    game.say("order br", command="111")
    game.say("next")
    game.say("next")
    assert not game.stand("t1").moved


@clause("ASP-STAT-07")
def test_closer_is_what_the_referee_says():
    game = tactical().change("t1", pinned=True)
    assert game.refused("move t1 100 closer=yes") == ["STAT-04"]
    assert game.say("move t1 100 closer=no").instructions[0] == "MOVE t1 100 m"


# pins


@clause("ASP-STAT-05", "ASP-STAT-06")
@pytest.mark.parametrize(
    ("hit", "side", "lifted"), [(False, "German", False), (False, "Soviet", True), (True, "Soviet", False)]
)
def test_a_pin_ends_with_an_enemy_turn_without_a_hit(hit, side, lifted):
    game = tactical().change("t2", pinned=True, hit=hit)
    game.clock(side=side, open="")
    outcome = game.say("next")
    assert each_says(outcome.instructions, *(["t2"] if lifted else []))
    assert (game.stand("t2").pinned, game.stand("t2").hit) == (not lifted, False)


@clause("ASP-STAT-06")
@pytest.mark.parametrize("faces", ["42", "54"])
def test_a_stand_hit_in_this_turn_stays_pinned(faces):
    game = tactical(soviet="B").change("p3", pinned=True)
    game.say("fire t1 at p3 600", detection_reply="1", effect=faces)
    assert game.stand("p3").hit
    game.say("next")
    assert game.stand("p3").pinned


@clause("ASP-STAT-06")
def test_pin_clear_first_non_P_shot():
    rules = table(pin_clear="first_non_P_shot")
    game = tactical(table=rules, soviet="B").change("p3", pinned=True)
    outcome = game.say("fire t1 at p3 600", detection_reply="1", effect="11")
    assert says([outcome.instructions[0]], "p3")
    assert not game.stand("p3").pinned
    game.change("p3", pinned=True).change("t1", fire_marker=False)
    game.say("fire t1 at p3 600", detection_reply="1", effect="33")
    assert game.stand("p3").pinned
    assert game.say("next").instructions == ()
    assert game.stand("p3").pinned


@clause("ASP-STAT-06")
def test_pin_clear_no_markers():
    rules = table(pin_clear="no_markers")
    game = Game(position(), rules).change("t2", pinned=True, markers=2).change("s1", pinned=True, markers=1)
    outcome = game.say("order kg", command="34", markers_t2="15", markers_s1="5")
    assert each_says(outcome.instructions, "Kampfgruppe 7", "t2 2→1", "s1 1→0", "s1")
    game.say("next")
    assert game.say("next").instructions == ()
    assert (game.stand("t2").pinned, game.stand("s1").pinned) == (True, False)


# first the acts that are owed


@clause("ASP-BG-03")
def test_nothing_goes_on_before_a_test_that_is_owed():
    game = tactical().regroup("br", test="4 repulsed (BG-01)")
    for line in ("next", "move t1 100", "fire t1 at p1 600", "activate kg", "order kg", "march t1 900"):
        assert "BG-03" in game.refused(line)
    assert game.refused("morale br") == []


@clause("ASP-BG-11")
def test_a_battle_that_is_lost_is_over():
    game = tactical().clock(lost="Soviet")
    assert [game.refused(line) for line in ("next", "move t1 100", "order kg")] == [["BG-11"]] * 3


def test_every_refusal_can_be_overruled_and_a_told_game_hears_none():
    game = begun()
    for line in ("move t1 100", "fire t1 at p1 600", "order kg", "activate kg", "march t1 900", "next"):
        assert all(objection.overrulable for objection in game.objections(line)), line
    told = Game(position(), kept=False)
    for line in ("move t1 100", "fire t1 at p1 600", "order kg", "activate kg", "march t1 900", "next"):
        assert told.refused(line) == []


def test_a_ruling_in_another_step_leaves_the_step_as_it_is():
    game = begun()
    game.ruled("move t1 100")
    assert (game.state.clock.step, game.state.clock.open, game.group("kg").cp) == (2, "", 6)


@clause("ASP-SEQ-02")
def test_command_points_by_a_ruling_are_no_step_one_of_the_turn():
    turn = Clock(1, "German", "German")
    game = Game(position(second=True, clock=turn))
    assert game.ruled("order br", command="345").words == ()  # Soviets in the turn of the Germans
    assert game.state.clock == turn
    marching = begun()
    clock = marching.state.clock
    assert marching.ruled("order kg", command="11").words == ()
    assert (marching.state.clock, marching.group("kg").cp) == (clock, 2)


# the place in the turn


def test_now_says_whose_turn_it_is_and_what_each_stand_may_still_do():
    game = tactical().change("t2", marched=True).change("s1", pinned=True, markers=2).change("f1", towed="c1")
    game.say("debus g1") if game.stand("g1").aboard else game.say("bus g1 with c1")
    game.say("fire t1 at p1 600 option=D", detection="2", detection_reply="1", effect="11")
    listing = asp.now(game.state, game.table)
    assert says([listing.title], "1 German 5 Kampfgruppe")
    keys, spent = ("t1", "t2", "s1", "c1", "g1", "f1", "b2"), ("1", "", "", "1", "1", "", "")
    assert [row[:3] for row in listing.rows] == [*zip(keys, keys, spent, strict=True)]
    assert each_says([row[3] for row in listing.rows], "D ABCD", "", "ABCD", "ABCDG", "debus", "ABCD", "B")
    assert each_says([row[4] for row in listing.rows], "", "", "2", "", "c1", "c1", "")
    assert each_says(listing.notes, "Kampfgruppe kg 6 3 open", "next")


def test_now_before_the_first_turn_and_in_step_one():
    game = Game(position(second=True))
    assert each_says(asp.now(game.state, game.table).notes, "next order GROUP")
    game.clock(first="German")  # as `setup edges` has it: the other side is refused (TGEN-14)
    assert asp.now(game.state, game.table).notes == ("next: `order kg`, `order k2`",)
    assert says([asp.comes_next(game.state, game.table)], "kg")
    game.say("order kg", command="34")
    listing = asp.now(game.state, game.table)
    assert (listing.rows, listing.notes[-1]) == ((), "next: `order k2`")
    game.regroup("br", test="4 repulsed (BG-01)")
    notes = asp.now(game.state, game.table).notes
    assert says([notes[0]], "Brigade 4 repulsed BG-01")
    assert notes[-1] == "next: `morale br`"


def test_now_of_a_group_that_failed_and_of_a_battle_that_is_over():
    game = tactical().regroup("kg", failed=True, retreating=True, hq="t2").change("t2", destroyed=True)
    listing = asp.now(game.state, game.table)
    assert [row[3] for row in listing.rows if row[0] in ("t1", "s1")] == ["retreats", "retreats"]
    assert says([listing.notes[0]], "Kampfgruppe BG-06 t1 s1")
    assert says(listing.notes[1:2], "Kampfgruppe kg")
    assert listing.notes[-1] == "next: `move kg`"
    game.clock(lost="German")
    assert says([asp.now(game.state, game.table).title], "German BG-11")


def test_next_and_activate_take_their_names():
    with mistaken(BadValue, "zz", about="next"):
        tactical().refused("next zz")
    assert tactical().refused("next kg") == ["SEQ-06"]
    with mistaken(HowMany, about="activate"):
        tactical().refused("activate")


def test_step_one_comes_before_all_others():
    game = Game(position())
    game.say("next")
    assert game.refused("activate kg") == ["SEQ-02"]
    assert game.refused("march t1 900") == ["SEQ-03"]
    assert marching().refused("activate kg") == []


def test_several_have_marched_and_one_has():
    game = tactical()
    both = {key: replace(game.state.stands[key], marched=True) for key in ("t1", "t2")}
    for marched in (both, {"t1": both["t1"]}):
        state = replace(game.state, stands={**game.state.stands, **marched})
        first = ";".join(may_still(state, game.table, state.groups["kg"])).split(";")[0]
        assert says([first], "t1")
        assert says([first], "t2") == (len(marched) == 2)

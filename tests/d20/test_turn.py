"""Tests of the d20 sequence of play: phases, the acting side, simultaneous fire, and gaps left to the referee."""

import pytest

from tests.catalogue import each_says, hear, mistaken, says
from tests.clauses import clause
from tests.d20.elements import (
    TABLE,
    act,
    acted,
    at,
    fate,
    field,
    out_of_turn,
    refusals,
    situation,
    with_options,
)
from umpire.core.frozen import replace
from umpire.core.mistakes import BadValue, NotNow
from umpire.rulesets.d20 import FAMILY as d20
from umpire.rulesets.d20.state import Clock, Objective
from umpire.rulesets.d20.turn import may_act

SUPPRESSED = {"suppressed": True}
SIMULTANEOUS = with_options(turn_structure="simultaneous_fire")


def clocks(state, times, table=TABLE):
    """Return the clock after each of so many `next`."""
    found = []
    for _ in range(times):
        state = acted("next", "", state, table=table)
        found.append((state.clock.turn, state.clock.side, state.clock.phase))
    return found


def now(state, table=TABLE):
    listing = d20.now(state, table)
    return listing.title, listing.notes


# ---- phases and sides


@clause("D20-TURN-01", "D20-TURN-06")
def test_four_phases_then_the_other_side():
    phases = ["command", "fire", "combat", "movement"]
    expected = [(turn, side, phase) for turn in (1, 2) for side in ("Red", "Blue") for phase in phases]
    assert clocks(field(), 16) == expected
    assert clocks(field(), 16, SIMULTANEOUS) == expected
    assert acted("next", "", at(field(), "movement", "Blue", 3)).clock == Clock(4, "command", "Red")


def test_next_comes_next_where_nobody_has_anything_left_to_do():
    assert d20.comes_next(at(field(), "command", "Red", 0), TABLE) == "next"
    assert d20.comes_next(at(field(), "command", "Red"), TABLE) == "next"
    assert d20.comes_next(at(field(foot=SUPPRESSED), "command", "Blue"), TABLE) == ""
    assert d20.comes_next(at(field(), "over", "Red"), TABLE) == ""


@clause("D20-TURN-06")
def test_only_the_active_side_acts():
    state = at(field(foot=SUPPRESSED), "command", "Red")
    assert "TURN-06" in out_of_turn("activate", "foot", state)
    firing = at(field(), "fire", "Red")
    assert out_of_turn("fire", "tank at foe 6", firing) == {}
    assert out_of_turn("fire", "foe at tank 6", firing).keys() == {"TURN-06"}
    moving = at(field(), "movement", "Blue")
    assert out_of_turn("move", "foe 4", moving) == {}
    assert "TURN-06" in out_of_turn("move", "tank 4", moving)


@clause("D20-TURN-06")
def test_close_combat_is_of_both_sides():
    state = at(field(), "combat", "Red")
    assert out_of_turn("assault", "squad at foot", state) == {}
    assert out_of_turn("assault", "foot at squad", state) == {}


@clause("D20-TURN-02 to 05")
@pytest.mark.parametrize(
    ("verb", "line", "phase"),
    [
        ("activate", "squad", "command"),
        ("order", "word", "command"),
        ("artillery", "smoke", "fire"),
        ("air", "bombs", "fire"),
        ("fire", "tank at foe 6", "fire"),
        ("assault", "squad at foot", "combat"),
        ("move", "tank 4", "movement"),
        ("overrun", "foot by tank", "movement"),
    ],
)
def test_what_belongs_to_which_phase(verb, line, phase):
    for other in ("command", "fire", "combat", "movement"):
        assert ("TURN-01" in out_of_turn(verb, line, at(field(), other, "Red"))) == (other != phase)
    assert out_of_turn(verb, line, field()).keys() == {"TURN-01"}
    assert out_of_turn(verb, line, at(field(), "over")).keys() == {"TURN-01"}


@clause("D20-TURN-07")
def test_contact_is_fought_in_the_next_close_combat_phase_played():
    state = acted("move", "squad 2 contact=foot", at(field(), "movement", "Red"))
    assert refusals("next", situation("next", "", state)) == {}
    blue = acted("next", "combat", state)
    assert (blue.clock.side, blue.clock.phase) == ("Blue", "combat")
    assert set(refusals("next", situation("next", "", blue))) == {"CC-04"}
    words = act("next", "combat", state).pending
    assert each_says(words, "Squad Foot")


@clause("D20-TURN-08")
def test_one_shot_in_a_fire_phase():
    state = at(field(), "fire", "Red")
    fired = acted("fire", "tank at foe 6", state, 1)
    assert out_of_turn("fire", "tank at car 6", fired).keys() == {"TURN-08"}
    again = acted("next", "fire", acted("next", "fire", fired))  # Blue's turn, then Red's
    assert again.clock == Clock(2, "fire", "Red")
    assert out_of_turn("fire", "tank at car 6", again) == {}


@clause("D20-TURN-03")
@pytest.mark.parametrize("line", ["artillery smoke", "air bombers"])
def test_smoke_support_and_air_come_before_direct_fire(line):
    state = at(field(), "fire", "Red")
    verb, words = line.split()
    assert out_of_turn(verb, words, state) == {}
    fired = acted("fire", "tank at foe 6", state, 1)
    assert out_of_turn(verb, words, fired).keys() == {"TURN-03"}
    assert out_of_turn("night", "dark", fired) == {}
    assert out_of_turn(verb, words, acted("next", "fire", acted("next", "", fired))) == {}  # Blue's


@clause("D20-TURN-09")
def test_results_apply_at_once():
    state = at(field(), "fire", "Red")
    once = acted("fire", "tank at foot 6", state, 14)
    assert once.elements["foot"].suppressed
    assert fate(act("fire", "mg at foot 6", once, 12), "Foot") == "knocked out"


def test_a_told_game_keeps_nothing_of_a_turn():
    after = acted("fire", "tank at foe 6", field(), 1)
    assert after == field()
    assert acted("assault", "squad at foot", field(), 1, 1).elements["squad"].done == ()


def test_a_new_turn_forgets_what_was_done():
    state = at(field(tank={"done": ("fired",), "moved": "1/2"}), "movement", "Red")
    tank = acted("next", "", state).elements["tank"]
    assert (tank.done, tank.moved) == ((), "")


def test_an_element_that_owes_fall_back_moves_makes_them_first():
    state = at(field(tank={"fall_back_owed": 2}), "fire", "Red")
    assert "RES-02" in out_of_turn("fire", "tank at foe 6", state)


@clause("D20-RES-02", "D20-TURN-09")
def test_a_second_shot_waits_until_the_first_F_is_carried_out():
    state = at(field(), "fire", "Red")
    once = acted("fire", "tank at foot 4", state, 11)
    assert out_of_turn("fire", "mg at foot 4", once).keys() == {"RES-02"}
    back = acted("move", "foot fallback=yes", once)
    assert out_of_turn("fire", "mg at foot 12", back) == {}


@clause("D20-RES-02")
def test_nor_is_anybody_fought_who_has_to_fall_back_first():
    state = at(field(foot={"fall_back_owed": 2}), "combat", "Red")
    assert out_of_turn("assault", "squad at foot", state).keys() == {"RES-02"}
    assert out_of_turn("assault", "foot at squad", state).keys() == {"RES-02"}


# ---- next


@clause("D20-RES-02")
def test_nothing_may_be_owed_when_a_phase_ends():
    state = at(field(foot={"fall_back_owed": 2}), "fire", "Red")
    assert refusals("next", situation("next", "", state)).keys() == {"RES-02"}
    assert each_says(act("next", "", state).pending, "Foot two fall-back")  # overruled: it is still owed
    paid = acted("move", "foot fallback=yes", state)
    assert refusals("next", situation("next", "", paid)) == {}


def test_next_says_who_may_act():
    state = at(field(squad=SUPPRESSED, tank={"done": ("tested",)}), "command", "Red")
    outcome = act("next", "", state)
    assert each_says(outcome.instructions, "1 Red fire phase")
    assert says([outcome.words[-1]], "tank flame mortar mg squad")
    moving = at(field(squad=SUPPRESSED, foot={"aboard": "truck"}), "combat", "Red")
    assert says([act("next", "", moving).words[-1]], "tank flame mortar mg squad fall-back")
    blue = at(field(foot={"aboard": "truck"}), "combat", "Blue")
    assert says([act("next", "", blue).words[-1]], "foe car truck more gun")


@clause("D20-TURN-01", "D20-TURN-06")
@pytest.mark.parametrize(
    ("phase", "side", "to", "skipped"),
    [
        ("movement", "Red", "movement", "Blue command fire close combat"),
        ("command", "Red", "movement", "Red fire close combat"),
        ("combat", "Red", "fire", "Red movement Blue command"),
        ("fire", "Red", "combat", ""),
        ("movement", "Red", "", ""),
    ],
)
def test_what_next_skips_is_said(phase, side, to, skipped):
    words = act("next", to, at(field(), phase, side)).words
    assert each_says(words[:-2], *([skipped] if skipped else []))


@clause("D20-TURN-01")
def test_what_was_skipped_before_the_end_is_said_too():
    words = act("next", "fire", at(field(), "fire", "Blue", turn=2, turns=2)).words
    assert says([words[0]], "Blue close combat movement")


@pytest.mark.parametrize("words", ["fight", "fire movement"])
def test_next_to_no_such_phase(words):
    with mistaken(BadValue, words):
        situation("next", words)


def test_the_last_turn_ends_the_game():
    state = at(
        field(),
        "movement",
        "Blue",
        turn=2,
        turns=2,
        victory="who holds the mill",
        objectives={"mill": Objective("mill", "The mill", "Red")},
    )
    outcome = act("next", "", state)
    assert each_says(outcome.instructions, "")
    assert each_says(outcome.words, "The mill Red", "who holds the mill")
    over = acted("next", "", state)
    where, notes = now(over)
    hear(where)
    assert each_says(notes, "victory SIDE draw", "The mill Red", "who holds the mill")
    with mistaken(NotNow):
        situation("next", "", over)


@clause("D20-GEN-12")
def test_victory_is_as_the_scenario_says():
    state = at(field(), "fire", "Red", victory="who holds the mill")
    assert says(now(state)[1], "who holds mill")


def test_status_begins_with_the_phase():
    state = at(
        field(foot=SUPPRESSED, tank={"done": ("fired",)}, more={"fall_back_owed": 2}, gun={"broken_down": True}),
        "fire",
        "Red",
    )
    where, notes = now(state)
    assert says([where], "1 Red fire")
    assert each_says(notes, "flame mortar mg squad", "foot", "More two", "next more fallback=yes")
    where, notes = now(field())
    assert each_says([where, *notes], "", "next Red command")
    fight = at(field(squad={"touches": ("foot",)}), "combat", "Blue")
    assert each_says(now(fight)[1][:2], "squad foot", "Squad Foot")


@clause("D20-RES-02")
def test_who_owes_fall_back_moves_is_not_said_to_fire():
    free, owing = (at(field(tank={"fall_back_owed": moves}), "fire", "Red") for moves in (0, 2))
    assert [one.id for one in may_act(free, TABLE)] == ["tank", *(one.id for one in may_act(owing, TABLE))]
    assert says([now(free)[1][0]], "tank flame")
    assert says([now(owing)[1][0]], "flame")
    assert not says([now(owing)[1][0]], "tank")


def test_who_can_harm_no_enemy_is_not_said_to_fire():
    only = {id: {"removed": "routed"} for id in ("foot", "more", "gun", "truck", "car")}
    state = at(field(**only), "fire")
    assert [one.id for one in may_act(state, TABLE)] == ["tank", "flame"], (
        "the others have HE and small arms for a tank"
    )
    soft = at(field(**{**only, "truck": {}}), "fire")
    assert "squad" in [one.id for one in may_act(soft, TABLE)]
    riders = at(field(**{**only, "foot": {"aboard": "foe"}}), "fire")
    assert "squad" not in [one.id for one in may_act(riders, TABLE)], "fire is resolved against the vehicle"


@pytest.mark.parametrize(
    ("turn", "phase", "alone", "at_an_enemy"),
    [
        (0, "command", "move", "fire"),
        (1, "command", "activate", "fire"),
        (1, "fire", "fire", "fire"),
        (1, "combat", "assault", "assault"),
        (1, "movement", "move", "fire"),
    ],
)
def test_a_name_alone_does_what_the_phase_is_for(turn, phase, alone, at_an_enemy):
    state = replace(field(), clock=Clock(turn, phase, "German"))
    ours, theirs = state.example()
    assert d20.verb(state, TABLE, (ours,)) == alone
    assert d20.verb(state, TABLE, (ours, theirs)) == at_an_enemy
    if turn and phase != "command":
        assert d20.verb(state, TABLE, (ours, "fallback=yes")) == "move"

"""Tests of d20 movement: the part of a move that it costs, elements that may only fall back, the cost of a
fall-back.
"""

from fractions import Fraction

import pytest

from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from tests.d20.elements import TABLE, act, acted, at, field, out_of_turn, refusals, situation
from umpire.core.mistakes import BadValue, HowMany, Missing, Mistake, Twice, Unasked, WrongSide
from umpire.rulesets.d20.state import Objective

OWES = {"fall_back_owed": 2, "fall_back_from": ("tank", "tank")}
SUPPRESSED = {"suppressed": True}
LOADED = {"foot": {"aboard": "truck"}}


def against(line, state=None):
    return refusals("move", situation("move", line, state))


def share(line, state=None):
    return situation("move", line, state).each[0].share


# ---- several in one line


def test_several_move_one_after_the_other():
    assert act("move", "tank squad 1").instructions == ("MOVE Tank open 1", "MOVE Squad open 1")
    assert acted("move", "tank squad 1", at(field(), "movement")) == acted(
        "move", "squad 1", acted("move", "tank 1", at(field(), "movement"))
    )
    assert out_of_turn("move", "truck foot 1", at(field(), "movement")).keys() == {"TURN-06"}


def test_what_is_told_of_one_of_several_is_of_it_alone():
    told = act("move", "tank squad tank.open=4 squad.extreme=1")
    assert told.instructions == ("MOVE Tank open 4", "MOVE Squad extreme 1")
    assert each_says(
        act("move", "tank squad 1 squad.obstacles=1").instructions, "MOVE Tank open 1", "MOVE Squad open 1"
    )
    assert refusals("move", situation("move", "tank squad 8")).keys() == {"MOV-06"}
    with mistaken(Missing):
        situation("move", "tank squad tank.open=4")


def test_a_later_one_finds_things_as_those_before_it_have_left_them():
    state = field(foot={"aboard": "truck"})
    assert refusals("move", situation("move", "truck foot 1", state)).keys() == {"LIM-03"}
    moved = acted("move", "foot gun 1 foot.dismount=yes", state)
    assert moved.elements["foot"].aboard == ""


@pytest.mark.parametrize("side", ["Red", "Blue"])
def test_a_hint_names_somebody_of_the_side_that_acts(side):
    state = at(field(), "movement", side)
    with pytest.raises(Mistake) as missing:
        situation("move", "", state)
    named = (missing.value.hint or "").split()[3]
    assert state.elements[named].side == side


# ---- how far


@clause("D20-MOV-01", "D20-MOV-06")
@pytest.mark.parametrize(
    ("line", "changed", "takes"),
    [
        ("tank 8", {}, "1"),
        ("tank open=6 rough=1", {}, "1"),
        ("tank 5.5", {}, "11/16"),
        ("truck road=10", LOADED, "1"),
        ("truck road=5 open=2", LOADED, "1"),
        ("foot extreme=2", {}, "1"),
        ("gun 1", {}, "1"),
        ("foot open=1 obstacles=1", {}, "3/4"),
    ],
)
def test_shares_of_a_move(line, changed, takes):
    assert share(line, field(**changed)) == Fraction(takes)
    assert against(line, field(**changed)) == {}


@clause("D20-MOV-06")
def test_no_more_than_one_move():
    assert against("tank open=6 rough=2").keys() == {"MOV-06"}
    assert against("tank 8.5").keys() == {"MOV-06"}
    outcome = act("move", "tank open=6 rough=2")  # overruled
    assert outcome.instructions == ("MOVE Tank open 6, rough 2",)


@clause("D20-MOV-02")
def test_ground_that_may_not_be_entered():
    assert against("truck difficult=1", field(**LOADED)).keys() == {"MOV-02"}
    assert against("tank extreme=1").keys() == {"MOV-02"}
    assert against("foot extreme=1") == {}
    assert act("move", "truck difficult=1").instructions == ("MOVE Truck difficult 1",)


@clause("D20-MOV-03", "D20-MOV-04")
@pytest.mark.parametrize(
    ("line", "takes"),
    [
        ("tank obstacles=1", "1/2"),
        ("tank open=4 obstacles=1", "1"),
        ("tank obstacles=2", "1"),
        ("squad obstacles=1", "1/2"),
    ],
)
def test_a_linear_obstacle_takes_half(line, takes):
    assert share(line) == Fraction(takes)
    assert against(line) == {}


@clause("D20-MOV-04")
def test_too_little_left_for_the_obstacle():
    assert against("tank open=5 obstacles=1").keys() == {"MOV-04"}
    assert list(against("tank obstacles=3")) == ["MOV-04"]


@clause("D20-MOV-05")
def test_to_the_side_or_rear_at_half():
    assert share("tank open=4 reverse=yes") == 1
    assert share("truck road=5 reverse=yes") == 1
    assert "MOV-06" in against("tank open=5 reverse=yes")
    assert share("foot open=4 reverse=yes") == 1  # no vehicle
    assert each_says(situation("move", "foot open=4 reverse=yes").known.notes, "Foot MOV-05")
    assert says([act("move", "tank open=4 reverse=yes").words[0]], "half MOV-05")


@clause("D20-MOV-07")
def test_a_track_as_its_column_says():
    assert share("tank track=2") == 1
    assert share("foot track=2") == 1
    assert share("gun track=1") == 1


@clause("D20-MOV-08")
def test_cavalry_moves_on_the_row_it_is_given():
    horse = {"side": "Blue", "type": "Cmd", "he": 2, "defence": 2, "range": 4, "flags": ("cavalry",)}
    assert share("horse rough=8", field(horse=horse)) == 1
    assert TABLE.starter["cavalry"]["type"] == "Cmd"


@clause("D20-MOV-09")
def test_broken_down_as_infantry():
    assert share("mg open=4", field(mg={"broken_down": True})) == 1
    assert "MOV-06" in against("mg open=2")


@clause("D20-MOV-10")
def test_movement_is_optional():
    assert share("tank 0") == 0
    assert share("tank 1") == Fraction(1, 8)
    with mistaken(Missing):
        situation("move", "tank")


@clause("D20-MOV-11")
def test_the_ground_of_the_scenario():
    state = at(field(), "movement", "Red", ground={"wheat": "open", "wood": "rough", "marsh": "extreme"})
    outcome = act("move", "tank wheat=4 wood=2", state)
    assert outcome.instructions == ("MOVE Tank wheat 4, wood 2",)
    assert each_says(outcome.words, "Tank wheat 4 8 1/2 wood 2")
    assert "MOV-02" in against("tank marsh=1", state)


def test_a_move_in_two_parts():
    state = at(field(), "movement", "Red")
    once = acted("move", "tank open=6", state)
    assert once.elements["tank"].moved == "3/4"
    assert each_says(act("move", "tank open=6", state).words, "Tank open 6 8 3/4 road 2 rough 1 difficult track 0.5")
    assert out_of_turn("move", "tank open=2", once) == {}
    assert out_of_turn("move", "tank open=3", once).keys() == {"MOV-06"}
    assert acted("move", "tank rough=1", once).elements["tank"].moved == "1"
    assert acted("move", "tank open=6").elements["tank"].moved == ""  # no turn is kept: nothing is


@pytest.mark.parametrize(
    ("line", "kind", "wrong"),
    [
        ("", HowMany, ""),
        ("tank foe 4", WrongSide, ""),
        ("tank 4 open=4", Twice, "open"),
        ("tank wheat=4", Unasked, "wheat"),
        ("tank open=far", BadValue, "far"),
        ("tank 4 contact=squad", WrongSide, ""),
        ("tank 4 takes=mill", BadValue, "mill"),
        ("tank fallback=3", BadValue, "3"),
        ("tank fallback=2", BadValue, "fallback"),
        ("tank obstacles=x", BadValue, "x"),
    ],
)
def test_moves_that_make_no_sense(line, kind, wrong):
    with mistaken(kind, wrong):
        situation("move", line)


# ---- contact and objectives


def test_contact_is_told_and_ends_when_it_moves_away():
    state = acted("move", "tank 2 contact=foot,more")
    assert state.elements["tank"].touches == ("foot", "more")
    assert [one.id for one in state.touching(state.elements["foot"])] == ["tank"]
    assert each_says(act("move", "tank 2 contact=foot,more").instructions, "MOVE Tank open 2", "Tank Foot More")
    away = act("move", "foot 2", state)
    assert says([away.words[-1]], "Foot Tank")
    assert acted("move", "foot 2", state).elements["tank"].touches == ("more",)
    assert acted("move", "tank contact=none", state).elements["tank"].touches == ()
    assert acted("move", "foot contact=squad", state).elements["squad"].touches == ("foot",)


@clause("D20-SUP-13")
def test_an_objective_is_taken():
    state = at(field(), "movement", "Red", objectives={"mill": Objective("mill", "The mill")})
    assert each_says(act("move", "squad 2 takes=mill", state).instructions, "MOVE Squad open 2", "The mill Red")
    assert acted("move", "squad takes=mill", state).objectives["mill"].held == "Red"


# ---- who may only fall back


@clause("D20-RES-06", "D20-FBK-03")
def test_the_suppressed_only_fall_back():
    state = field(tank=SUPPRESSED)
    assert list(against("tank 2", state)) == ["RES-06"]
    assert against("tank open=2 fallback=yes", state) == {}
    assert list(against("tank contact=foot", state)) == ["RES-06"]


@clause("D20-FBK-03")
def test_so_does_an_empty_transport():
    assert list(against("truck 2")) == ["FBK-03"]
    assert against("truck fallback=yes open=2") == {}
    assert against("truck 2", field(foot={"aboard": "truck"})) == {}


def test_passengers_move_with_their_vehicle():
    state = field(foot={"aboard": "truck"})
    assert list(against("foot 2", state)) == ["LIM-03"]
    assert says([act("move", "truck road=10", state).words[-1]], "Foot")


# ---- falling back


@clause("D20-FBK-04", "D20-RES-02")
def test_two_whole_moves_are_owed_and_paid():
    state = field(foot=OWES)
    assert against("foot 2", state).keys() == {"RES-02"}
    both = act("move", "foot fallback=yes", state)
    assert each_says(both.instructions, "FALL BACK Foot open 4 twice Tank")
    paid = acted("move", "foot fallback=yes", state).elements["foot"]
    assert (paid.fall_back_owed, paid.fall_back_from) == (0, ())


@clause("D20-FBK-04")
def test_each_move_is_checked_separately():
    state = field(foe=OWES)
    first = act("move", "foe fallback=1 rough=4", state)
    assert each_says(first.pending, "Foe one fall-back")
    left = acted("move", "foe fallback=1 rough=4", state)
    assert left.elements["foe"].fall_back_owed == 1
    assert acted("move", "foe fallback=yes open=8", left).elements["foe"].fall_back_owed == 0
    assert against("foe fallback=1 open=5", state).keys() == {"FBK-04"}
    assert "FBK-04" in against("foe fallback=1 open=9", state)


@clause("D20-FBK-04", "D20-FBK-07")
@pytest.mark.parametrize(
    ("told", "far"),
    [
        ("8", "open 8"),  # all of the two moves, at 4 each
        ("open=4 rough=4", "open 4 rough 4"),
        ("open=2 rough=6", "open 2 rough 6"),
        ("4", "open 4 twice"),
        ("obstacles=1 open=2", "open 2 1 twice"),
        ("3 halt=edge", "open 3"),
        ("4 halt=edge", "open 4"),
        ("7 halt=blocked", "open 7"),
    ],
)
def test_of_two_moves_the_whole_way_is_told_or_one_move_that_is_made_twice(told, far):
    state = field(foot=OWES)
    assert against(f"foot fallback=yes {told}", state) == {}
    assert each_says(act("move", f"foot fallback=yes {told}", state).instructions, f"FALL BACK Foot {far} Tank")
    assert acted("move", f"foot fallback=yes {told}", state).elements["foot"].fall_back_owed == 0


@clause("D20-FBK-04")
def test_two_moves_are_neither_more_nor_less():
    state = field(foot=OWES)
    assert against("foot fallback=yes 6", state).keys() == {"FBK-04"}
    more = against("foot fallback=yes 9", state)
    assert more.keys() == {"FBK-04"}
    assert says(more.values(), "Foot open 9 9/4 two")
    assert more == against("foot fallback=yes 9 halt=edge", state)


@clause("D20-FBK-01", "D20-FBK-06")
def test_the_owner_chooses_the_way():
    state = at(field(foot=OWES), "fire", "Red", edges={"Blue": "west"})
    assert says([situation("move", "foot fallback=yes", state).known.assumed[-1]], "Tank toward=edge")
    outcome = act("move", "foot fallback=yes toward=edge", state)
    assert each_says(outcome.instructions, "FALL BACK Foot open 4 twice west")
    plain = act("move", "foot fallback=yes toward=edge", field(foot=SUPPRESSED))
    assert each_says(plain.instructions, "FALL BACK Foot open 4")
    nearest = act("move", "foot fallback=yes", field(foot=SUPPRESSED))
    assert each_says(nearest.instructions, "FALL BACK Foot open 4")


@clause("D20-FBK-02", "D20-FBK-05")
def test_turning_or_reversing():
    state = field(foe=OWES)
    turned = act("move", "foe fallback=yes", state)
    assert each_says(turned.instructions, "FALL BACK Foe open 8 twice Tank")
    assert each_says(turned.words, "180 FBK-02")
    reversing = act("move", "foe fallback=yes reverse=yes", state)
    assert each_says(reversing.instructions, "FALL BACK Foe open 4 twice Tank")
    assert each_says(reversing.words, "half FBK-05")
    assert act("move", "foot fallback=yes", field(foot=OWES)).words == ()


@clause("D20-FBK-07", "D20-FBK-08")
def test_it_halts_at_the_edge_or_before_what_is_in_its_way():
    state = field(foot=OWES)
    assert against("foot fallback=yes open=1 halt=edge", state) == {}
    halted = act("move", "foot fallback=yes open=1 halt=edge", state)
    assert says([halted.words[0]], "FBK-07")
    assert halted.pending == ()
    blocked = act("move", "foot fallback=yes halt=blocked", state)
    assert each_says(blocked.words, "Foot FBK-08")
    assert acted("move", "foot fallback=yes halt=blocked", state).elements["foot"].fall_back_owed == 0


@clause("D20-FBK-09")
def test_a_CSW_falls_back_on_its_own_row():
    state = field(gun=SUPPRESSED)
    assert each_says(act("move", "gun fallback=yes", state).instructions, "FALL BACK Gun open 1")


def test_owed_moves_are_made_at_once_in_any_phase_and_are_not_the_movement_of_the_turn():
    state = at(field(foot=OWES, squad=SUPPRESSED), "fire", "Red")
    assert out_of_turn("move", "foot fallback=yes", state) == {}
    assert acted("move", "foot fallback=yes", state).elements["foot"].moved == ""
    assert "TURN-01" in out_of_turn("move", "squad fallback=yes", state)
    moving = at(field(squad=SUPPRESSED), "movement", "Red")
    assert acted("move", "squad fallback=yes open=2", moving).elements["squad"].moved == "1/2"
    assert against("squad fallback=yes open=2", moving) == {}  # its own will: no whole move needed


def test_falling_back_ends_contact():
    state = field(foot={**OWES, "touches": ()}, tank={"touches": ("foot",)})
    assert acted("move", "foot fallback=yes", state).elements["tank"].touches == ()


@clause("D20-TURN-10")
def test_firing_takes_nothing_from_movement():
    state = at(field(tank={"done": ("fired",)}), "movement", "Red")
    assert out_of_turn("move", "tank 8", state) == {}
    assert against("tank 8", state) == {}

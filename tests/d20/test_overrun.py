"""Tests of d20 overrun: non-combat elements in contact at the end of a movement phase (D20-OVR)."""

import pytest

from tests.catalogue import each_says, says
from tests.clauses import clause
from tests.d20.elements import EYES, HQ, act, acted, at, field, refusals, situation
from umpire.core.mistakes import Mistake

UNDER = {"under": "hq"}


def moved(**changed):
    """Return a game in a Red movement phase; Red's tank touches a Blue HQ."""
    cards = {"hq": HQ, "eyes": EYES, "tank": {"touches": ("hq",)}, **changed}
    return at(field(**cards), "movement", "Red")


@clause("D20-OVR-01", "D20-OVR-07")
def test_FOO_and_empty_transport_are_removed():
    state = moved(tank={"touches": ("eyes", "truck")})
    outcome = act("next", "", state)
    assert outcome.instructions[:2] == ("REMOVE Truck", "REMOVE Eyes")
    gone = acted("next", "", state).elements
    assert gone["truck"].removed == gone["eyes"].removed == "overrun"


@clause("D20-OVR-01")
def test_not_before_the_movement_phase_ends_and_not_if_nobody_touches_them():
    state = moved()
    assert not acted("next", "combat", at(state, "command")).elements["hq"].removed
    assert not acted("next", "", moved(tank={"touches": ()})).elements["hq"].removed
    assert (
        not acted("next", "", moved(tank={"touches": ("truck",)}, foot={"aboard": "truck"})).elements["truck"].removed
    )


@clause("D20-OVR-01")
def test_of_both_sides():
    red = {"chief": {**HQ, "side": "Red"}}
    state = moved(**red, foe={"touches": ("chief",)}, squad={"under": "chief"})
    outcome = act("next", "", state, choices=["foot"])
    assert says(outcome.instructions, "Chief Squad")


@clause("D20-OVR-02", "D20-OVR-05")
def test_a_commander_takes_the_place_of_one_of_his():
    state = moved(foot=UNDER, more=UNDER)
    outcome = act("next", "", state, choices=["more"])
    assert each_says(outcome.instructions[:2], "REMOVE More", "Hq More")
    assert says([outcome.words[0]], "Hq More OVR-02")
    after = acted("next", "", state, choices=["more"])
    assert not after.elements["hq"].removed
    assert after.touching(after.elements["hq"]) == ()
    assert after.elements["more"].removed == "given-up"
    assert after.losses("Blue") == 1  # the element counts (SUP-07), the commander does not


@clause("D20-OVR-02")
def test_enter_gives_up_the_cheapest_of_his_and_not_the_best():
    best, middle = {**UNDER, "ap": 8, "he": 4, "defence": 7}, {**UNDER, "ap": 5, "he": 4, "defence": 5}
    cheap = {**UNDER, "ap": "*", "weapon": "mortar", "he": 2, "defence": 3}
    for cards in ({"foot": best, "more": middle, "gun": cheap}, {"gun": best, "foot": cheap, "more": middle}):
        expected = next(name for name, card in cards.items() if card is cheap)
        with pytest.raises(AssertionError, match=rf"nothing told for replace-hq: \['{expected}'"):
            act("next", "", moved(**cards))


@clause("D20-OVR-02")
def test_only_of_his_chain_of_command():
    state = moved(foot=UNDER)
    assert each_says(act("next", "", state).instructions[:2], "REMOVE Foot", "Hq Foot")  # one: no question
    nobody_said = moved()
    with pytest.raises(AssertionError, match=r"\['foot', 'more', 'car', 'foe', 'gun'\]"):
        act("next", "", nobody_said)


@clause("D20-OVR-03", "D20-OVR-04")
def test_not_by_one_in_contact():
    state = moved(foot=UNDER, more=UNDER, squad={"touches": ("foot",)})
    assert says(act("next", "", state).instructions, "Hq More")
    all_touched = moved(foot=UNDER, squad={"touches": ("foot",)})
    outcome = act("next", "", all_touched)
    assert outcome.instructions[0] == "REMOVE Hq"
    assert says([outcome.words[0]], "OVR-03")
    after = acted("next", "", all_touched)
    assert after.elements["hq"].removed == "overrun"
    assert after.losses("Blue") == 1


@clause("D20-OVR-06")
def test_only_combat_elements_overrun():
    chief = {"chief": {**HQ, "side": "Red", "touches": ("hq",)}}
    state = moved(**chief, tank={"touches": ()})
    assert not acted("next", "", state).elements["hq"].removed
    told = situation("overrun", "hq by chief", state)
    assert refusals("overrun", told).keys() == {"OVR-06"}


def test_in_the_place_of_a_passenger_or_a_carrier():
    riding = moved(foot={**UNDER, "aboard": "truck"})
    assert acted("next", "", riding).elements["hq"].aboard == "truck"
    carrying = moved(car=UNDER, foot={"aboard": "car"})
    after = acted("next", "", carrying)
    assert after.elements["car"].removed
    assert after.elements["foot"].aboard == ""


@pytest.mark.wording
def test_the_command_for_a_game_that_keeps_no_turn():
    state = field(hq=HQ, eyes=EYES)
    assert act("overrun", "eyes truck by tank", state).instructions == ("REMOVE Eyes", "REMOVE Truck")
    assert act("overrun", "hq by tank", state, choices=["gun"]).instructions == (
        "REMOVE Gun",
        "move Hq to the place of Gun",
    )
    assert refusals("overrun", situation("overrun", "foot by tank", state)).keys() == {"OVR-01"}
    for line, what in (
        ("hq", "overrun elements"),
        ("hq by foe", "only an enemy can overrun"),
        ("hq tank by squad", "only an enemy can overrun"),
    ):
        with pytest.raises(Mistake, match=what):
            situation("overrun", line, state)

"""Tests of d20: mounting and dismounting, guns limbered and broken down, and the cost of each in a turn (D20-LIM)."""

import pytest

from tests.catalogue import mistaken, says
from tests.clauses import clause
from tests.d20.elements import FIRE, act, acted, aim, at, field, out_of_turn, refusals, situation
from umpire.core.mistakes import Twice, UnknownName, WrongPlace, WrongSort

PORTABLE = {"side": "Blue", "type": "CSW", "he": 4, "defence": 3, "range": 12, "flags": ("man-portable",)}
TEAM = {"side": "Blue", "type": "HD", "defence": 1, "range": 4, "flags": ("transport",)}


def moving(**changed):
    return at(field(**{"vickers": PORTABLE, **changed}), "movement", "Blue")


def against(line, state=None):
    return refusals("move", situation("move", line, state or moving()))


def turn_against(line, state):
    return out_of_turn("move", line, state)


@clause("D20-LIM-01", "D20-LIM-04")
@pytest.mark.parametrize(
    ("line", "changed", "instructions"),
    [
        ("gun limber=truck", {}, "LIMBER Gun to Truck"),
        ("gun embark=truck", {}, "EMBARK Gun on Truck"),
        ("gun mount=truck", {}, "EMBARK Gun on Truck"),
        ("gun limber=team", {"team": TEAM}, "LIMBER Gun to Team"),
        ("gun unlimber=yes", {"gun": {"aboard": "truck", "limbered": True}}, "UNLIMBER Gun from Truck"),
        ("gun dismount=yes", {"gun": {"aboard": "truck"}}, "DISEMBARK Gun from Truck"),
    ],
)
def test_a_CSW_takes_its_entire_turn(line, changed, instructions):
    state = moving(**changed)
    assert act("move", line, state).instructions == (instructions,)
    assert against(line, state) == {}
    after = acted("move", line, state)
    assert after.elements["gun"].done == ("busy",)
    carrier = "team" if "team" in line else "truck"
    assert after.elements[carrier].done == ("held",)
    assert "LIM-04" in turn_against(f"{carrier} fallback=yes", after)  # the carrier stands still
    assert "LIM-04" in out_of_turn("fire", "gun at tank 6", at(after, "fire", "Blue"))
    assert "LIM-04" in against(f"{line} open=1", state)


@clause("D20-LIM-04")
@pytest.mark.parametrize("did", ["fired", "fought"])
def test_no_other_action_that_turn(did):
    state = moving(gun={"done": (did,)})
    found = turn_against("gun limber=truck", state)
    assert found.keys() == {"LIM-04"}
    assert says(found.values(), "Gun")
    assert "LIM-04" in turn_against("gun limber=truck", moving(gun={"moved": "1"}))
    moved = moving(truck={"moved": "1/2"}, foot={"aboard": "truck"})
    found = turn_against("gun limber=truck", moved)
    assert found.keys() == {"LIM-04"}
    assert says(found.values(), "Truck Gun")
    assert turn_against("gun limber=truck", moving(gun={"done": ("tested",)})) == {}


@clause("D20-LIM-01")
def test_no_fire_from_behind_or_aboard():
    for aboard in ({"aboard": "truck"}, {"aboard": "truck", "limbered": True}):
        sit = aim("gun at tank 6", gun=aboard)
        assert [objection.rule for objection in FIRE.objections(sit)] == ["LIM-01"]
    assert FIRE.objections(aim("foot at squad 3", foot={"aboard": "truck"})) == ()


@clause("D20-LIM-02", "D20-LIM-05")
def test_breaking_down_takes_the_turn_and_so_does_putting_together():
    state = moving()
    down = acted("move", "vickers breakdown=yes", state)
    assert act("move", "vickers breakdown=yes", state).instructions == ("BREAK DOWN Vickers",)
    assert down.elements["vickers"].broken_down
    assert down.elements["vickers"].done == ("busy",)
    assert "LIM-04" in turn_against("vickers 1", down)
    assert "LIM-02" in turn_against("vickers breakdown=yes", moving(vickers={**PORTABLE, "done": ("fired",)}))
    assert against("gun breakdown=yes").keys() == {"LIM-02"}
    assert list(against("vickers breakdown=yes", down)) == ["LIM-02"]
    later = moving(vickers={**PORTABLE, "broken_down": True})
    assert against("vickers 4", later) == {}  # as infantry
    assert act("move", "vickers assemble=yes", later).instructions == ("ASSEMBLE Vickers",)
    assert not acted("move", "vickers assemble=yes", later).elements["vickers"].broken_down
    assert "LIM-02" in against("vickers assemble=yes open=1", later)
    assert list(against("vickers assemble=yes")) == ["LIM-05"]
    assert list(against("vickers limber=truck", later)) == ["LIM-05"]


@clause("D20-LIM-05")
def test_broken_down_it_cannot_fire():
    sit = aim("mg at foot 6", mg={"broken_down": True})
    assert [objection.rule for objection in FIRE.objections(sit)] == ["LIM-05"]


@clause("D20-LIM-03")
def test_infantry_mounts_or_dismounts_freely_but_not_both():
    state = moving()
    on = acted("move", "foot 4 mount=truck", state)
    assert act("move", "foot 4 mount=truck", state).instructions == ("MOVE Foot open 4", "MOUNT Foot on Truck")
    assert (on.elements["foot"].aboard, on.elements["foot"].moved) == ("truck", "1")
    assert "LIM-03" in turn_against("foot dismount=yes", on)
    aboard = moving(foot={"aboard": "truck"})
    assert act("move", "foot dismount=yes open=3", aboard).instructions == (
        "DISMOUNT Foot from Truck",
        "MOVE Foot open 3",
    )
    assert against("foot dismount=yes open=4", aboard) == {}
    off = acted("move", "foot dismount=yes", aboard)
    assert "LIM-03" in turn_against("foot mount=truck", off)
    assert acted("move", "foot mount=truck", field()).elements["foot"].done == (), "no turn is played yet"


@clause("D20-LIM-06")
def test_contact_with_the_carrier_which_may_still_move():
    state = moving()
    assert says(situation("move", "foot 2 mount=truck", state).known.assumed, "Truck")
    assert against("foot 2 mount=truck reached=no", state).keys() == {"LIM-06"}
    on = acted("move", "foot 2 mount=truck", state)
    assert turn_against("truck road=10", on) == {}
    assert against("truck road=10", on) == {}
    driven = moving(foot={"aboard": ""}, truck={"moved": "1/2"})
    assert turn_against("foot 2 mount=truck", driven) == {}


@clause("D20-RES-06")
def test_the_suppressed_neither_mount_nor_limber():
    assert list(against("foot mount=truck", moving(foot={"suppressed": True}))) == ["RES-06"]
    assert list(against("gun limber=truck", moving(gun={"suppressed": True}))) == ["RES-06"]


def test_who_is_aboard_touches_nobody():
    state = moving(tank={"touches": ("foot",)})
    assert acted("move", "foot mount=truck", state).elements["tank"].touches == ()


@pytest.mark.parametrize(
    ("line", "kind", "wrong"),
    [
        ("foot mount=tank", WrongSort, ""),
        ("foot mount=foot", WrongSort, ""),
        ("foot mount=more", WrongSort, ""),
        ("foe mount=truck", WrongSort, ""),
        ("foot limber=truck", WrongSort, ""),
        ("foot dismount=yes", WrongPlace, ""),
        ("foot mount=truck dismount=yes", Twice, ""),
        ("foot mount=lorry", UnknownName, "lorry"),
    ],
)
def test_boarding_that_makes_no_sense(line, kind, wrong):
    with mistaken(kind, wrong):
        situation("move", line)
    with mistaken(WrongPlace):
        situation("move", "foot mount=foe", field(foot={"aboard": "truck"}))

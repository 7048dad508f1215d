"""Tests of the exact odds of Corner and Stair against its prose, in situations drawn once for all."""

from itertools import product
from random import Random

import pytest

from tests.cli.games import Table
from tests.plain import enumerators_corners as prose
from tests.plain.games import Position, looked
from tests.plain.test_games import facts, same

UNITS, BOOL, COVER = tuple(prose.UNITS), (False, True), tuple(prose.COVER)
ON_FOOT, QUALITY = UNITS[:4], tuple(prose.NEEDS)
KEYS = ["men", "pinned", "owes"]


def unit(random, type, **more):
    """Return a random unit, with any number of soldiers and of any quality."""
    drawn = {"men": random.randint(min(1, prose.UNITS[type]["men"]), prose.UNITS[type]["men"])}
    drawn |= {"quality": random.choice(QUALITY), "pinned": type != "car" and random.random() < 0.3, "owes": False}
    return {"type": type, **drawn, **more}


def test_corners_fire():
    random = Random(1)
    for f, t, cover in product(UNITS, ON_FOOT, COVER):
        firer, target = unit(random, f), unit(random, t)
        distance = random.choice([random.randint(1, 12), random.randint(1, prose.UNITS[f]["reach"])])
        same(
            Position("corners", {"f": firer}, {"t": target}),
            f"fire f at t {distance} {facts(cover=cover)}",
            looked({"t": "target"}, KEYS),
            prose.fire(firer, target, distance, cover),
        )


@pytest.mark.parametrize("flank", BOOL)
def test_corners_shell(flank):
    random = Random(2)
    for type, armour in product(("gun", "stormers"), (8, 9, 10, 13)):
        firer, target = unit(random, type, rocket=type != "gun"), unit(random, "car", armour=armour)
        same(
            Position("corners", {"f": firer}, {"t": target}),
            f"fire f at t 20 {facts(flank=flank)}",
            looked({"t": "target"}, ["stopped", "gun_out"]),
            prose.shell(armour, flank),
        )


def test_a_car_has_no_soldiers_to_lose():
    position = Position("corners", {"f": {"type": "gun"}}, {"c": {"type": "car"}, "s": {"type": "rifles"}})
    numbers = {
        target: {
            name for it in position.odds(f"fire f at {target} 20") for name, value in it.tally if type(value) is int
        }
        for target in "cs"
    }
    assert not numbers["c"]
    assert len(numbers["s"]) == 1


def test_corners_watch_fire():
    random = Random(3)
    for f, t in product(UNITS, ON_FOOT):
        firer, target = unit(random, f, watch=True), unit(random, t, moved=True)
        expected = {
            true | {("watcher.watch", False)}: chance for true, chance in prose.fire(firer, target, 9, "soft").items()
        }

        def asks(state, hands):
            yield from looked({"t": "target"}, KEYS)(state, hands)
            yield "watcher.watch", state.stands["f"].watch

        same(Position("corners", {"f": firer}, {"t": target}), "snap f at t 9 cover=soft", asks, expected)


@pytest.mark.parametrize("type", ON_FOOT)
def test_corners_assault(type):
    random = Random(type)
    for other, cover in product(ON_FOOT, COVER):
        attacker, defender = unit(random, type, pinned=False), unit(random, other)
        same(
            Position("corners", {"a": attacker}, {"d": defender}),
            f"assault a at d 5 {facts(cover=cover)}",
            looked({"a": "attacker", "d": "defender"}, KEYS),
            prose.assault(attacker, defender, cover),
        )


@pytest.mark.parametrize("leader", BOOL)
def test_corners_morale_and_rally(leader):
    random = Random(4)
    for quality, pinned in product(QUALITY, BOOL):
        tested = unit(random, "rifles", quality=quality, pinned=pinned, owes=True)
        position = Position("corners", {"u": tested}, {"t": {"type": "gun"}})
        said = facts(leader=leader)
        same(position, f"morale u {said}", looked({"u": "unit"}, KEYS), prose.morale(tested, leader))
        position = Position("corners", {"u": {**tested, "pinned": True}}, {"t": {"type": "gun"}})
        same(position, f"rally u {said}", looked({"u": "unit"}, ["pinned"]), prose.rally(leader))


def test_a_watch_ends_as_the_next_turn_of_its_side_begins(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table = Table(tmp_path, capsys)
    for line in ("new rules/street --seed 1", "next", "watch kettle", "watch dorn", "next", "next", "move candle 18"):
        assert table.say(line).code == 0
    assert table.say("snap quill at candle 20").code == 3
    assert table.say("snap kettle at vesper 20").code == 3
    assert table.say("snap kettle at candle 20 --dice 11111111/111").code == 0
    assert table.say("snap kettle at candle 20").code == 3
    for line in ("next", "next", "watch dorn", "next", "next", "move candle 1"):
        assert table.say(line).code == 0
    assert table.say("snap dorn at candle 20 --dice 111111/111").code == 0


def test_who_holds_no_house_after_six_turns_has_lost(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table = Table(tmp_path, capsys)
    for line in ("new rules/street --seed 1", "next", "next", "next", "take vesper from=enemy"):
        assert table.say(line).code == 0
    assert table.say("take vesper from=enemy").code == 3
    for _ in range(20):
        assert "8.2" not in table.say("next").out
    last = table.say("next").out
    assert "Harbour" in next(line for line in last.splitlines() if "8.2" in line)
    assert table.say("next").code == 2

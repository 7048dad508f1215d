"""Tests of the exact odds of Drum and Colours against its prose, in situations drawn once for all."""

from itertools import product
from random import Random

import pytest

from tests.cli.games import Table
from tests.plain import enumerators_owed as prose
from tests.plain.games import Position, looked
from tests.plain.test_games import facts, same

UNITS, BOOL = tuple(prose.UNITS), (False, True)


def unit(random, type, **more):
    """Return a random unit, with any number of men; only foot is in square."""
    kind = prose.UNITS[type]
    drawn = {"shaken": random.random() < 0.3, "square": kind["arm"] == "foot" and random.random() < 0.4}
    return {"type": type, "men": random.randint(1, kind["men"]), **drawn, **more}


def test_drums_fire():
    random = Random(1)
    for f, t, _ in product(UNITS, UNITS, range(3)):
        if prose.UNITS[f]["shoots"]:
            firer, target = unit(random, f, shaken=False), unit(random, t)
            distance, cover = random.randint(1, 20), random.choice(BOOL)
            same(
                Position("drums", {"f": firer}, {"t": target}),
                f"fire f at t {distance} {facts(cover=cover)}",
                looked({"t": "target"}, ["men", "owes"]),
                prose.fire(firer, target, distance, cover),
            )


@pytest.mark.parametrize("general", BOOL)
def test_drums_nerve(general):
    random = Random(2)
    for type, lost in product(UNITS, range(1, 6)):
        tested = unit(random, type, square=False)
        same(
            Position("drums", {"u": {**tested, "owes": lost}}, {"t": {"type": type}}),
            f"nerve u {facts(**{'u.general': general})}",
            looked({"u": "unit"}, ["men", "shaken", "owes"]),
            prose.nerve(tested, lost, general),
        )


def test_drums_charge():
    random = Random(3)
    for c, t in product(UNITS[:4], UNITS):
        charger, target = unit(random, c, shaken=False, square=False), unit(random, t)
        generals = random.choices(BOOL, k=2)
        same(
            Position("drums", {"c": charger}, {"t": target}),
            f"charge c at t 10 {facts(**{'c.general': generals[0], 't.general': generals[1]})}",
            looked({"c": "charger", "t": "target"}, ["men", "shaken"]),
            prose.charge(charger, target, generals),
        )


@pytest.mark.parametrize("type", UNITS)
def test_drums_rally(type):
    position = Position("drums", {"u": {"type": type, "shaken": True}}, {"t": {"type": type}})
    same(position, "rally u", looked({"u": "unit"}, ["shaken"]), prose.rally({"type": type}))


def test_the_fire_of_drums_is_over_when_the_last_test_is_made(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table = Table(tmp_path, capsys)
    assert table.say("new rules/farm --seed 1").code == 0
    assert table.say("next fire").code == 0
    assert table.say("fire n1 at s1 20 --dice 5511").code == 0
    assert table.say("fire ng at sm 20 --dice 411").code == 0
    assert table.say("next").code == 3
    assert table.say("nerve s1 --dice 66").code == 0
    assert table.say("next").code == 3
    assert table.say("nerve sm --dice 66").code == 0
    assert table.say("next").code == 0

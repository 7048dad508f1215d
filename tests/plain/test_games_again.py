"""Tests of the exact odds of Banner and Fang against its prose, in situations drawn once for all."""

from itertools import product
from random import Random

import pytest

from tests.cli.games import Table
from tests.plain import enumerators_again as prose
from tests.plain.games import Position, looked
from tests.plain.test_games import facts, same

REGIMENTS, BOOL = tuple(prose.REGIMENTS), (False, True)


def regiment(random, type, **more):
    drawn = {"lives": random.randint(1, prose.REGIMENTS[type]["lives"]), "fleeing": random.random() < 0.1}
    return {"type": type, **drawn, "spurred": random.choice(BOOL), "banner": random.choice(BOOL), **more}


def test_banners_shoot():
    random = Random(1)
    for type, _ in product(REGIMENTS, range(5)):
        unit, target = regiment(random, "archers", fleeing=False), regiment(random, type)
        distance, cover, hates = random.randint(1, 24), random.choice(BOOL), random.choice(BOOL)
        same(
            Position("banners", {"u": unit}, {"t": target}),
            f"shoot u at t {distance} {facts(**{'cover': cover, 'u.hates': hates})}",
            looked({"t": "target"}, ["lives", "fleeing", "panic"]),
            prose.shoot(unit, target, distance, cover, hates),
        )


@pytest.mark.parametrize("type", REGIMENTS)
def test_banners_nerve_and_rally(type):
    random = Random(2)
    for banner in BOOL:
        unit = regiment(random, type, banner=banner, fleeing=False)
        position = Position("banners", {"u": {**unit, "panic": True}}, {"t": {"type": type}})
        same(position, "nerve u", looked({"u": "unit"}, ["lives", "fleeing", "panic"]), prose.nerve(unit))
        position = Position("banners", {"u": {**unit, "fleeing": True}}, {"t": {"type": type}})
        same(position, "rally u", looked({"u": "unit"}, ["fleeing"]), prose.rally(unit))


@pytest.mark.parametrize("type", REGIMENTS)
def test_banners_fight(type):
    random = Random(type)
    for other in REGIMENTS:
        attacker, defender = regiment(random, type, fleeing=False), regiment(random, other)
        charge, hates = random.choice(BOOL), random.choices(BOOL, k=2)
        same(
            Position("banners", {"a": attacker}, {"d": defender}),
            f"fight a at d {facts(**{'charge': charge, 'a.hates': hates[0], 'd.hates': hates[1]})}",
            looked({"a": "attacker", "d": "defender"}, ["lives", "fleeing"]),
            prose.fight(attacker, defender, charge, hates),
        )


@pytest.mark.wording
def test_what_is_added_to_dice_that_are_counted_again_is_added_to_each(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table = Table(tmp_path, capsys)
    assert table.say("new rules/shrine --seed 1").code == 0
    assert table.say("next fight").code == 0
    out = table.say("fight vk at ft charge=yes vk.hates=yes --dice 6654311122").out
    assert "1 1 1 2 2, +2 to each" in out
    assert "= 33" not in out

"""Tests of the exact odds of Banner and Fang against its prose, in situations drawn once for all."""

from itertools import product
from random import Random

import pytest

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


@pytest.fixture
def hating(table):
    """A fight whose ones are thrown again, at the throw to hit."""
    assert table.say("new rules/shrine --seed 1").code == 0
    assert table.say("next fight").code == 0
    return lambda more: table.say(f"fight vk at ft charge=yes vk.hates=yes --dice 6654311122{more}")


def test_what_is_added_to_dice_that_are_counted_again_counts_for_each(hating):
    """Dice that need 4 with 2 added: five of the seven that stay, and a 2 and a 3 of the three thrown again."""
    first, again, *_ = hating("/123/r/r --roll --json").plain["throws"]
    assert first["value"][0] == sum(die + 2 >= 4 for die in (6, 6, 5, 4, 3, 2, 2))
    assert again["value"] == sum(die + 2 >= 4 for die in (1, 2, 3))


@pytest.mark.wording
def test_what_is_added_to_dice_that_are_counted_again_is_shown_with_each(hating):
    out = hating("").out
    assert "1 1 1 2 2, +2 to each" in out
    assert "= 33" not in out

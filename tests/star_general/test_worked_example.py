"""Tests of the two printed examples of Two Star General: the fire at the village line by line, the close combat as
dice.
"""

from __future__ import annotations

import pytest

from tests.catalogue import each_says, says
from tests.places import ROOT
from tests.star_general.games import (
    FIRE,
    TABLES,
    after,
    counted,
    dice,
    fire,
    losses,
    offered,
    outcome,
    played,
    refusals,
    reply,
    shots,
    state_of,
    tally,
    total,
)
from umpire.core.odds import odds
from umpire.core.procedure import Thrown
from umpire.core.readings import Hits
from umpire.game.maps import Map
from umpire.game.rulebook.tables import read_toml
from umpire.rulesets.star_general.combat.situation import Firing, core_lines, support_lines
from umpire.rulesets.star_general.effects import Place
from umpire.rulesets.star_general.state import Stand

TSG = TABLES["TSG"]
DOC = read_toml(ROOT / "examples" / "worked-example-1.toml")
LINE = "ta tb at para with g1 reply g2 g3"
TOLD = "2 terrain=village g1.range=8 g2.range=6 g3.range=6 ig.range=3 mor.range=3"


def on_the_map():
    state = state_of(DOC, TSG, Map.read(DOC["map"]), tuple(DOC["sides"]))
    return state, fire(state, LINE)


def without_a_map():
    stands = {
        key: {name: value for name, value in card.items() if name != "hex"} for key, card in DOC["stands"].items()
    }
    state = state_of({**DOC, "stands": stands}, TSG, None, tuple(DOC["sides"]))
    return state, fire(state, f"{LINE} {TOLD}")


BOTH = pytest.mark.parametrize("played_on", [on_the_map, without_a_map])


@BOTH
def test_TSG_EX_01_attackers_dice(played_on):
    _, sit = played_on()
    pool = sit.attack
    assert list(dice(pool).items()) == [("tank A", 3), ("tank B", 1), ("infantry guns", 1), ("German battery", 1)]
    assert counted(pool, "tank A") == [("3.1-06", 4), ("3.7.2-04", -1)]
    assert counted(pool, "tank B") == [("3.1-06", 4), ("3.1-14", -2), ("3.7.2-04", -1)]
    assert counted(pool, "infantry guns") == [("3.5.1-01", 1)]
    assert counted(pool, "German battery") == [("3.1-04", 2), ("3.7.2-04", -1)]
    assert (pool.dice, pool.sides, pool.side) == (6, 6, "German")
    assert (pool.reading, pool.rule) == (Hits("6"), "3.2-02")


@BOTH
def test_TSG_EX_01_defenders_dice_are_six_not_the_seven_of_the_text(played_on):
    _, sit = played_on()
    pool = reply(sit)
    assert list(dice(pool).items()) == [
        ("paratroops", 2),
        ("para MG", 1),
        ("mortars", 1),
        ("1st battery", 1),
        ("2nd battery", 1),
    ]
    assert counted(pool, "paratroops") == [("3.1-02", 3), ("3.7.2-01", -1)]
    assert counted(pool, "para MG") == [("3.7.1-09", 1)]
    assert counted(pool, "mortars") == [("3.5.2-01", 1)]
    assert counted(pool, "1st battery") == counted(pool, "2nd battery") == [("3.1-04", 2), ("3.7.2-01", -1)]
    assert (pool.dice, pool.sides, pool.side) == (6, 6, "Allied")
    assert (pool.reading, pool.rule) == (Hits("56|44"), "3.2-04")


@BOTH
def test_TSG_EX_01_nothing_forbids_it(played_on):
    _, sit = played_on()
    assert refusals(sit) == ()


def test_TSG_EX_01_the_map_says_everything_and_nothing_is_assumed():
    _, sit = on_the_map()
    assert (sit.known.assumed, sit.known.notes, sit.also) == ([], [], ())
    assert sit.known.values["g1.range"] == 8
    assert sit.known.values["g2.range"] == 8  # six behind the village, two more to the tanks (3.5-05)
    assert sit.known.sources["ta.range"] == sit.known.sources["para.terrain"] == "map"


def test_TSG_EX_01_without_a_map_the_rest_is_assumed_and_said():
    _, sit = without_a_map()
    assert each_says(sit.known.assumed, "", "")
    assumed = {fact.rpartition(".")[2] for fact, source in sit.known.sources.items() if source == "assumed"}
    assert {"command", "line"} <= assumed
    assert sit.known.sources["ta.range"] == sit.known.sources["para.terrain"] == "told"


def test_TSG_EX_01_the_printed_throws_score_one_and_three():
    assert Hits("6").read((1, 3, 3, 4, 5, 6)) == 1
    assert Hits("56|44").read((1, 1, 3, 4, 4, 5, 5)) == 3


@BOTH
def test_TSG_EX_01_losses_and_what_is_left(played_on):
    state, sit = played_on()
    result = outcome(sit, "133456", "113445", choices=("para", "tb2"))  # two 4s and a 5: two hits
    assert losses(result) == {"para": 1, "tb": 2}
    assert each_says(result.instructions[:2], "paratroops 4→3", "tank B")
    left = after(state, result)
    assert {name: left[name].sp for name in ("para", "ta", "tb", "mg")} == {"para": 3, "ta": 4, "tb": 0, "mg": 1}
    assert shots(result) == ["g1", "g2", "g3"]
    assert {left[name].shots for name in ("g1", "g2", "g3")} == {2}
    assert (result.pending, tally(result)["removed"]) == ((), ("tank B",))


@BOTH
def test_TSG_EX_01_three_hits_cost_the_attacker_two_as_in_the_text(played_on):
    _, sit = played_on()
    result, answers = played(sit, "133456", "h3", choices=("para", "tb2"))
    assert [answer.value for answer in answers if isinstance(answer, Thrown)] == [1, 3]
    assert losses(result) == {"para": 1, "tb": 2}
    assert says(result.words, "German 2 4-02")


@BOTH
def test_TSG_EX_01_each_owner_chooses(played_on):
    _, sit = played_on()
    assert offered(sit, "133456", "h3") == {
        "losses target": ("para", "mg"),
        "losses attackers": ("ta2", "ta+tb", "tb2"),
    }


def test_TSG_EX_01_nobody_falls_back():
    _, sit = on_the_map()
    found = [result for result, _ in odds(lambda: FIRE.procedure(sit)).outcomes]
    assert not any("back" in tally(result) or result.pending for result in found)
    assert not any(isinstance(effect, Place) for result in found for effect in result.effects)


# Example 2: a Sherman and armoured infantry close with infantry in the open; all on M.
def stand(kind: str, sp: int = 1) -> Stand:
    row = TSG.core.get(kind)
    return Stand(kind, kind, "US", "u", kind, sp, sp, row.fs if row else 0)


def close(what: str, role: str, **facts: object) -> Firing:
    return Firing(what, role, "close", range=1, **facts)


ON_SOFT = {"foe_soft": True, "foe_open": True}


def test_TSG_EX_02_the_attackers_ten_dice():
    sherman = core_lines(TSG, stand("medium", 4), close("core", "attacker", arm="tank", armoured=True, **ON_SOFT))
    infantry = core_lines(
        TSG, stand("infantry", 5), close("core", "attacker", arm="infantry", armoured=True, **ON_SOFT)
    )
    halftrack = support_lines(
        TSG, stand("armoured-transport"), close("support", "attacker", type="armoured-transport", **ON_SOFT)
    )
    mortar = support_lines(TSG, stand("la"), close("support", "attacker", type="la", **ON_SOFT))
    assert [total(lines) for lines in (sherman, infantry, halftrack, mortar)] == [5, 3, 1, 1]


def test_TSG_EX_02_the_defenders_five_dice():
    against = {"foe_armoured": True, "foe_soft": False, "foe_open": False}
    infantry = core_lines(TSG, stand("infantry", 5), close("core", "defender", arm="infantry", **against))
    guns = support_lines(TSG, stand("at"), close("support", "defender", type="at", host="infantry", **against))
    mortar = support_lines(TSG, stand("la"), close("support", "defender", type="la", **against))
    assert [total(lines) for lines in (infantry, guns, mortar)] == [2, 2, 1]
    assert [(line.rule, line.amount) for line in infantry if line.applied] == [("3.1-02", 3), ("3.7.2-02", -1)]
    assert [(line.rule, line.amount) for line in guns if line.applied] == [("3.7.1-04", 2)]


def test_TSG_EX_02_both_hit_on_sixes_and_pairs_of_fives():
    row = TSG.to_hit["M", "M"]
    assert (row.attack, row.reply) == ("6|55", "6|55")
    assert Hits(row.attack).read((6, 6, 5, 5, 1, 2, 3, 4, 1, 2)) == 3
    assert Hits(row.reply).read((6, 6, 5, 3, 1)) == 2

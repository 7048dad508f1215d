"""Tests of the printed close combat of Two Star General on the board of its example: dice, hits, fall back, pursuit."""

from __future__ import annotations

import pytest

from tests.catalogue import says
from tests.places import ROOT
from tests.star_general.assaults import assault
from tests.star_general.games import (
    TABLES,
    after,
    counted,
    dice,
    losses,
    offered,
    outcome,
    played,
    refusals,
    reply,
    state_of,
    tally,
)
from umpire.core.odds import odds
from umpire.core.procedure import Thrown
from umpire.core.readings import Hits
from umpire.game.maps import Map
from umpire.game.rulebook.tables import read_toml
from umpire.rulesets.star_general.combat.fire import combat

DOC = read_toml(ROOT / "examples" / "worked-example-2.toml")
LINE = "sh ai at g1"
FELL = ("6655x", "66x")


def on_the_map():
    state = state_of(DOC, TABLES["TSG"], Map.read(DOC["map"]), tuple(DOC["sides"]))
    return state, assault(state, LINE)


def without_a_map():
    stands = {key: {name: v for name, v in card.items() if name != "hex"} for key, card in DOC["stands"].items()}
    state = state_of({**DOC, "stands": stands}, TABLES["TSG"], None, tuple(DOC["sides"]))
    return state, assault(state, LINE)


BOTH = pytest.mark.parametrize("played_on", [on_the_map, without_a_map])


@BOTH
def test_TSG_EX_02_the_attackers_ten_dice(played_on):
    _, sit = played_on()
    pool = sit.attack
    assert refusals(sit) == ()
    assert list(dice(pool).items()) == [("Shermans", 5), ("armoured infantry", 3), ("halftracks", 1), ("US mortars", 1)]
    assert counted(pool, "Shermans") == [("3.1-06", 4), ("3.7.1-01", 1)]
    assert counted(pool, "armoured infantry") == [("3.1-02", 3)]
    assert counted(pool, "halftracks") == [("3.7.1-09", 1)]
    assert counted(pool, "US mortars") == [("3.5.1-01", 1)]
    assert (pool.dice, pool.reading, pool.rule) == (10, Hits("6|55"), "3.2-05")


@BOTH
def test_TSG_EX_02_the_defenders_five_dice(played_on):
    _, sit = played_on()
    pool = reply(sit)
    assert list(dice(pool).items()) == [("1st company", 2), ("anti-tank guns", 2), ("German mortars", 1)]
    assert counted(pool, "1st company") == [("3.1-02", 3), ("3.7.2-02", -1)]
    assert counted(pool, "anti-tank guns") == [("3.7.1-04", 2)]
    assert counted(pool, "German mortars") == [("3.5.2-03", 1)]
    assert (pool.dice, pool.reading, pool.rule) == (5, Hits("6|55"), "3.2-05")


@BOTH
def test_TSG_EX_02_three_hits_beat_two_though_both_lose_two(played_on):
    _, sit = played_on()
    result, answers = played(sit, *FELL)
    assert [answer.value for answer in answers if isinstance(answer, Thrown)] == [3, 2]
    came = tally(result)
    assert (came["German"], came["US"], came["back"]) == (2, 2, ("1st company",))
    assert sum(losses(result).values()) == 4


def test_TSG_EX_02_the_map_says_everything():
    _, sit = on_the_map()
    assert (sit.known.assumed, sit.known.notes, sit.also) == ([], [], ())


def test_TSG_EX_02_it_falls_back_two_hexes_behind_the_infantry_at_its_rear():
    state, sit = on_the_map()
    [way] = sit.ways_back(state, state.stands["g1"])
    assert (way.path, way.broken) == (("0705", "0706"), 0)
    assert state.stands["g2"].hex == "0705"
    result = outcome(sit, *FELL)
    assert says(result.instructions, "1st company 0706 0705")
    assert "fall back g1" not in offered(sit, *FELL)
    moved = after(state, result)
    assert (moved["g1"].hex, moved["pak"].host, moved["g2"].hex) == ("0706", "g1", "0705")


def test_TSG_EX_02_one_us_stand_may_occupy_the_vacated_hex():
    state, sit = on_the_map()
    assert offered(sit, *FELL)["pursuit"] == ("stay", "sh", "ai")
    assert after(state, outcome(sit, *FELL))["sh"].hex == "0603"
    moved = after(state, outcome(sit, *FELL, choices=("g12", "ai2", "sh")))
    assert (moved["sh"].hex, moved["ai"].hex) == ("0704", "0803")
    assert (moved["g1"].sp, moved["ai"].sp, moved["sh"].sp) == (3, 3, 4)


def test_TSG_EX_02_the_split_of_the_losses_is_the_owners():
    _, sit = on_the_map()
    asked = offered(sit, *FELL)
    assert set(asked["losses target"]) == {"g12", "g1+pak"}
    assert set(asked["losses attackers"]) == {"sh2", "ai2", "sh+ai", "ai+ht", "sh+ht"}


def test_TSG_EX_02_odds_to_the_last_figure_moved_are_eleven_paths():
    _, sit = on_the_map()
    counted_ = odds(lambda: combat(sit))
    assert counted_.paths == 11
    assert sum(weight for _, weight in counted_.outcomes) == counted_.total == 6**15

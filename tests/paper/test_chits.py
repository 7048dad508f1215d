"""Tests of chits, slips and the track: as many as the battle needs, and no others; every round and phase has
its box.
"""

import re

import pytest

from tests.paper.test_pack import GAMES, battle, battles, of, squeezed
from umpire.core.frozen import replace
from umpire.paper.documents import data
from umpire.paper.press import printed
from umpire.play.scenarios import new_game

__all__ = ["battles"]
STAR = ("bridgehead", "corps")


def chits(battle):
    """Return how many chits there are, by group, sign, words and side."""
    groups = data(["chits"], battle)["documents"]["chits"]["groups"]
    return {
        (group["title"], chit["sign"], chit["words"], chit["of"]): chit["count"]
        for group in groups
        for chit in group["chits"]
    }


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", STAR)
def test_every_unit_has_a_chit_of_each_order_and_one_that_it_has_acted(battles, game, paper):
    found, units = chits(battles[game]), battles[game].state.units.values()
    text = "".join(of(battles[game], "chits", paper=paper))
    for unit in units:
        own = [sign for (side, sign, _, whose) in found if (side, whose) == (unit.side, unit.name)]
        assert own == [*battles[game].table.orders, "✓"]
        assert text.count(f"retreat{squeezed(unit.name)}") == text.count(f"hasacted{squeezed(unit.name)}") == 1


def test_chits_of_losses_are_enough_for_every_stand(battles):
    two = battles["bridgehead"]
    full = [stand.full for stand in two.state.stands.values()]
    found = chits(two)
    for lost in range(1, max(full)):
        worth = sum(n * count for (_, sign, words, _), count in found.items() if words == "SP" for n in [int(sign[1:])])
        assert worth >= sum(min(lost, each - 1) for each in full)
    assert found["for all", "−1", "SP", ""] == sum(each > 1 for each in full)
    assert ("for all", "", "SP", "") not in found, "who has one strength point and loses it is removed"
    batteries = sum(stand.supply == 3 for stand in two.state.stands.values())
    assert found["for all", "−3", "shots", ""] == batteries > 0


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_chits_are_a_little_smaller_if_that_saves_a_page(battles, paper):
    assert [len(of(battles[game], "chits", paper=paper)) for game in GAMES] == [1, 1, 1, 1]


def test_chits_are_of_what_is_in_the_battle_only(battles):
    two = battles["bridgehead"]
    lost = {id for id, each in two.state.stands.items() if each.unit == "a"}
    stands = {id: replace(each, sp=0) if lost & {id, each.host} else each for id, each in two.state.stands.items()}
    found = chits(replace(two, state=replace(two.state, stands=stands, objectives={})))
    assert {whose for (side, _, _, whose) in found if side == "German"} == {"B", "P"}
    assert ("German", "", "German", "Hill 60") in chits(two)


def test_asp_has_fire_and_suppression_markers(battles):
    asp = battles["asp-opening"]
    found = chits(asp)
    stands = len(asp.state.stands)
    assert found["for all", "", "suppression", ""] == 2 * stands
    assert found["for all", "", "pinned", ""] == found["for all", "", "repulsed", ""] == stands
    assert 0 < found["for all", "", "FIRE", ""] <= stands
    assert found["German", "✓", "has finished", "Kampfgruppe"] == 1
    assert "destroyed" not in "".join(of(asp, "chits"))


def test_a_mark_that_counts_far_has_chits_with_numbers(tmp_path):
    powder = battle(new_game(tmp_path / "lee.umpire", "rules/lee", seed="7"))
    assert len(of(powder, "chits")) <= 2
    ships = sum(len(block.left) for block in powder.blocks)
    chits = [chit for group in data(["chits"], powder)["documents"]["chits"]["groups"] for chit in group["chits"]]
    lost = {chit["sign"]: chit["count"] for chit in chits if chit["words"] == "hull lost this turn"}
    assert lost == dict.fromkeys(("1", "2", "3", "5", "10", "20"), ships)


def test_d20_has_a_suppression_marker_for_each_element(battles):
    found = chits(battles["d20-opening"])
    assert found == {
        ("for all", "", "suppressed", ""): len(battles["d20-opening"].state.elements),
        ("for all", "▶", "now", ""): 2,
    }


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", STAR)
def test_a_slip_a_side_for_each_round_with_all_its_units(battles, game, paper):
    state = battles[game].state
    text = "".join(of(battles[game], "slips", paper=paper))
    for side in {unit.side for unit in state.units.values()}:
        units = "".join(
            squeezed(f"{unit.name} M move H hold D dug in R retreat")
            for unit in state.units.values()
            if unit.side == side
        )
        for day in range(1, state.battle.days + 1):
            for round in range(1, state.battle.rounds + 1):
                assert re.search(f"{side}orders·day{day},round{round}{units}", text)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", GAMES)
def test_every_round_and_phase_is_on_the_track(battles, game, paper):
    battle = battles[game]
    pages = of(battle, "track", paper=paper)
    lanes = data(["track"], battle)["documents"]["track"]["lanes"]
    assert len(pages) == 1
    for lane in lanes:
        done = [squeezed(words)[:60] for words in lane["done"]]
        assert all(squeezed(words) in pages[0] for words in (lane["title"], *lane["boxes"], *done))
    assert any(lane["done"] for lane in lanes)


@pytest.mark.parametrize(
    ("game", "rounds", "phases"),
    [
        ("bridgehead", ["day 1", "day 2"], ["orders", "retreats", "activations", "artillery", "night"]),
        ("asp-opening", ["turn"], ["5 tactical moves"]),
        ("d20-opening", ["turn"], ["command phase", "fire phase", "close combat phase", "movement phase"]),
    ],
)
def test_the_track_is_of_this_battle(battles, game, rounds, phases):
    lanes = data(["track"], battles[game])["documents"]["track"]["lanes"]
    assert [lane["title"] for lane in lanes][: len(rounds)] == rounds
    for lane in lanes[len(rounds) :]:
        assert lane["boxes"][-len(phases) :] == phases


def test_the_track_has_the_turns_that_are_played(battles):
    d20 = battles["d20-opening"]
    of_six = replace(d20, state=replace(d20.state, turns=6))
    boxes = [data(["track"], battle)["documents"]["track"]["lanes"][0]["boxes"] for battle in (of_six, d20)]
    assert boxes == [[*"123456"], [*"123456789", "10", "11", "12", "…"]]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["chits", "slips", "track"])
def test_long_names_split_nothing(battles, name):
    two = battles["bridgehead"]
    long = "Sonderpanzerabwehrabteilungsstabskompanie zur besonderen Verwendung " * 6
    units = {id: replace(unit, name=f"{id} {long}") for id, unit in two.state.units.items()}
    state = replace(two.state, units=units)
    assert len(of(replace(two, state=state), name)) == len(of(two, name))


def test_a_track_of_many_rounds_goes_on_over_pages(battles):
    two = battles["bridgehead"]
    state = replace(two.state, battle=replace(two.state.battle, days=4, rounds=40))
    text = "".join(of(replace(two, state=state), "track"))
    assert text.count("round40") == 4


def test_the_same_chits_are_the_same_bytes(battles):
    found = data(["chits", "slips", "track"], battles["corps"])
    assert printed(found) == printed(data(["chits", "slips", "track"], battles["corps"]))


@pytest.mark.slow
def test_where_no_orders_are_written_there_are_no_slips(table):
    table.say("new d20-opening -g d.umpire")
    refused = table.say("print slips -o s.pdf")
    assert refused.code == 2
    assert "The road through the village · d20 Elements has no slips" in refused.err
    assert table.say("print all -o all.pdf").code == 0

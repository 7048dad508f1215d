"""Tests of a club's rows that give a move another allowance, and a retreat another cost."""

from __future__ import annotations

import tomllib

import pytest

from tests.catalogue import mistaken
from tests.in_memory import Game
from tests.places import EXAMPLES
from tests.witnesses.witnesses import table_file
from umpire.core.mistakes import FileMistake
from umpire.play.turn import Refused, prepare

MUD = """
[[instead]]
id = "mud"
at = "pace"
when = { DAY }
half = "HALF"
words = "mud"
rule = "club 1"
"""
VETERAN = """
[[instead]]
id = "veteran"
at = "retreat"
when = { arm = "ARM" }
number = 0
words = "slips away"
rule = "club 2"
"""
OPENING = {
    "two-star-general": ("worked-example-1", "ta", "tank"),
    "three-star-general": ("three-star-opening", "n1", "infantry"),
}
both = pytest.mark.parametrize("ruleset", OPENING)


def club(ruleset: str, text: str) -> Game:
    scenario = (EXAMPLES / f"{OPENING[ruleset][0]}.toml").read_text(encoding="utf-8")
    return Game(scenario, table_file(ruleset, tomllib.loads(text)))


def moved(game: Game, line: str):
    verb, *words = line.split()
    return prepare(game.first, verb, words, ruling="to see").situation


@both
@pytest.mark.parametrize("how", ["up", "down"])
def test_half_an_allowance_is_rounded_as_the_row_says(ruleset, how):
    one = OPENING[ruleset][1]
    bare = moved(club(ruleset, ""), f"reach {one}")
    wet = MUD.replace("HALF", how)
    half = moved(club(ruleset, wet.replace("DAY", "day = 1")), f"reach {one}")
    dry = moved(club(ruleset, wet.replace("DAY", "day = 2")), f"reach {one}")
    assert dry.title == bare.title
    assert "mud" in half.title
    assert "(club 1)" in half.title
    walk = {name: {hex for _, hexes in each.found for hex in hexes} for name, each in (("half", half), ("bare", bare))}
    assert walk["half"] < walk["bare"]
    rows = table_file(ruleset).rows["pace"][bare.stand.mobility]
    wanted = (rows["normal"] + (how == "up")) // 2
    assert f"{wanted} hex" in half.title


@both
def test_too_far_in_mud_is_refused_by_the_row_and_a_number_may_stand_for_the_half(ruleset):
    one = OPENING[ruleset][1]
    text = MUD.replace("DAY", "").replace('half = "HALF"', "number = 0")
    game = club(ruleset, text)
    bare = moved(club(ruleset, ""), f"reach {one}")
    goal = bare.state.map.grid.label(bare.found[0][1][0])
    with pytest.raises(Refused) as refused:
        prepare(game.first, "move", [one, "to", goal])
    assert "club 1" in [each.rule for each in refused.value.objections]
    assert any("0 pace: mud" in each for each in game.sheet)


@both
def test_a_retreat_costs_what_the_row_says_and_says_so(ruleset):
    _, one, arm = OPENING[ruleset]
    line = f"move {one} hexes=2 zoc=2 {one}.order=R to "
    bare = moved(club(ruleset, ""), f"reach {one} {one}.order=R")
    line += bare.state.map.grid.label(bare.found[0][1][0])
    line = line.replace(" zoc=2", f" {one}.zoc=2")
    dear, cheap, other = (
        moved(club(ruleset, text), line)
        for text in ("", VETERAN.replace("ARM", arm), VETERAN.replace("ARM", "artillery"))
    )
    assert (dear.movers[0].entered, other.movers[0].entered) == (2, 2)
    assert cheap.movers[0].entered == 0
    assert any(each.endswith("slips away (club 2)") for each in cheap.known.notes)
    assert not any("club 2" in each for each in other.known.notes)


@pytest.mark.parametrize(
    ("text", "about"),
    [
        (MUD.replace('half = "HALF"', "").replace("DAY", ""), "instead.mud.at number half"),
        (MUD.replace("HALF", "up").replace("DAY", "") + "number = 2", "instead.mud.at number half"),
        (VETERAN.replace("ARM", "tank").replace("number = 0", 'half = "up"'), "instead.veteran.at number"),
        (
            MUD.replace("HALF", "up").replace("DAY", 'foe_ground = "woods"'),
            "instead.mud.when foe_ground ground status",
        ),
    ],
)
def test_a_row_without_its_value_or_with_a_fact_of_combat_is_refused(text, about):
    with mistaken(FileMistake, about=about):
        club("two-star-general", text)

"""Tests of the next battle: the survivors of the last one and their state, as `[carry]` tells; nothing is half done."""

import pytest

from tests.places import EXAMPLES
from umpire.play.session import open_session

NEXT = """
name = "The next morning"
ruleset = "{ruleset}"
sides = ["{one}", "{other}"]
seed = 1
{more}
[carry]
{carry}
"""


@pytest.fixture
def battle(table):
    """Return the battle of the ford, a day later: A 1st company has lost two points, A 3rd is lost, K 2nd has
    lost one.
    """
    assert table.say("new campaign/ford -g last.umpire").code == 0
    assert table.say("set a1 sp=3 a3 sp=0 k2 sp=4 g1 sp=2 -g last.umpire").code == 0

    def begin(carry="", rows="", ruleset="two-star-general", last="last.umpire", sides=("German", "British"), more=""):
        text = NEXT.format(ruleset=ruleset, one=sides[0], other=sides[1], carry=carry, more=more) + rows
        (table.folder / "next.toml").write_text(text)
        (table.folder / "next.umpire").unlink(missing_ok=True)
        said = table.say(f"new next.toml --from {last} --json")
        assert (table.folder / "next.umpire").exists() == (said.code == 0), "nothing is written of what cannot begin"
        return said

    return begin


def strengths(table, game="next.umpire"):
    state = table.say(f"status --json -g {game}").plain
    assert state["entry"] == 1
    return {id: one.sp for id, one in open_session(table.folder / game).state.stands.items()}


def test_who_lives_comes_with_what_is_left(table, battle):
    said = battle().plain["carried"]
    assert (said["game"], said["name"], said["entry"]) == ("last.umpire", "The ford", 2)
    assert [one["id"] for one in said["things"] if one["how"] == "lost"] == ["a3"]
    now = strengths(table)
    assert "a3" not in now
    assert (now["a1"], now["a2"], now["k2"], now["g1"]) == (3, 5, 4, 2)
    first = table.say("log 1 --json -g next.umpire").plain
    assert first["carried"] == said
    assert "survivors of last.umpire, The ford, as of #2" in first["outcome"]["words"]
    assert (
        "with losses: German battery (g1) 2 of 4, A 1st company (a1) 3 of 5, K 2nd company (k2) 4 of 5"
        in (first["outcome"]["words"])
    )


@pytest.mark.parametrize(
    ("carry", "expected"),
    [
        ("recover = { everybody = 1 }", {"a1": 4, "k2": 5, "g1": 3, "a2": 5}),
        ('recover = { everybody = "all" }', {"a1": 5, "k2": 5, "g1": 4}),
        ("recover = { infantry = 1 }", {"a1": 4, "k2": 5, "g1": 2}),
        ('recover = { infantry = 1, a = "all" }', {"a1": 5, "k2": 5, "g1": 2}),
        ('recover = { a1 = 0, a = "all", artillery = 9 }', {"a1": 3, "k2": 4, "g1": 4}),
        ('back = ["a3"]', {"a3": 1}),
        ('back = ["infantry"]\nrecover = { a3 = 2 }', {"a3": 2, "a1": 3}),
        ('leave = ["k"]', {"k1": None, "kmg": None, "kh": None, "a1": 3, "q1": 4}),
        ('leave = ["artillery"]', {"g1": None, "q1": None}),
        ('sides = ["German"]', {"k1": None, "q1": None, "a1": 3}),
    ],
)
def test_what_the_scenario_says_of_them(table, battle, carry, expected):
    more = '[units.z]\nname = "Z"\nside = "British"\norganisation = "militia"\n'
    assert battle(carry, more).code == 0
    now = strengths(table)
    assert {id: now.get(id) for id in expected} == expected
    assert now["z1"] == 4, "who joins stands beside them"


def test_what_the_scenario_says_of_one_who_comes_is_laid_over_him(table, battle):
    rows = '[stands]\na1 = { sp = 5, elite = true }\na3 = { elite = true }\n[units.a]\norder = "D"\n'
    assert battle("", rows).plain["carried"]["left_out"] == ["a3"]
    assert strengths(table)["a1"] == 5
    assert "dug in (D)" in table.say("status all -g next.umpire").out


@pytest.mark.parametrize(
    ("carry", "rows", "what", "hint"),
    [
        ('leave = ["a9"]', "", "carry.leave: last.umpire has no 'a9'", "did you mean"),
        ('back = ["cavalry"]\nleave = ["x"]', "", "carry.back: last.umpire has no 'cavalry'", ""),
        ('sides = ["French"]', "", "carry.sides: last.umpire has no 'French'", "German"),
        ("recover = { a1 = -1 }", "", "carry.recover.a1: -1 is out of range", ""),
        ('recover = { a1 = "half" }', "", "carry.recover.a1", ""),
        ("nonsense = 1", "", "carry.nonsense: unknown key", "sides, leave, back, recover"),
        ('leave = ["a1"]', "", "stands.amg.host: no stand is called 'a1'", 'leave = ["amg"] in [carry]'),
        (
            "",
            '[stands.a1]\nname = "New"\ntype = "infantry"\nunit = "a"',
            "A 1st company of last.umpire already has",
            "a1",
        ),
        (
            "",
            '[units.a]\nname = "A"\nside = "German"\norganisation = "infantry"',
            "A of last.umpire already has",
            '"a"',
        ),
        ("", '[stands.a1]\nhex = "9999"', "stands.a1.hex", ""),
    ],
)
def test_what_must_be_decided_is_said_and_nothing_is_written(battle, carry, rows, what, hint):
    said = battle(carry, rows)
    wrong = said.plain
    assert said.code == 1
    assert what in wrong["error"]
    assert len(wrong.get("more", ())) == ('["x"]' in carry)
    assert hint in wrong["hint"]


def test_all_that_must_be_decided_is_listed_in_one_run(battle):
    said = battle('leave = ["a1", "kh"]')
    assert [each["error"].partition(": ")[2].partition(":")[0] for each in [said.plain, *said.plain["more"]]] == [
        "stands.amg.host",
        "stands.kmo.host",
    ]


@pytest.mark.slow
def test_a_battle_goes_on_from_the_one_it_is_told(table, battle):
    assert battle(last="nowhere.umpire").code == 1
    assert "--from LAST.umpire" in table.say("new next.toml").err
    assert "--from LAST.umpire" in table.say("check next.toml").err
    assert table.say("check next.toml --from last.umpire").code == 0
    assert "add [carry]" in table.say("new campaign/ford --from last.umpire -g other.umpire").err
    assert table.say("new asp-opening --seed 1").code == 0
    assert "a game of asp-ww2" in battle(last="asp-opening.umpire").plain["error"]
    assert "stands.amo.type" in battle(ruleset="three-star-general").plain["error"], "the other book has no such type"
    fits = 'leave = ["amo", "kmo"]'
    assert battle(fits, ruleset="three-star-general").code == 0, "else one may go on by the other book of the family"
    assert "continues a battle (--from)" in table.say("new").out


def test_the_last_battle_is_left_as_it_is(table, battle):
    before = table.say("export -g last.umpire").out
    assert battle('back = ["a3"]').code == 0
    assert table.say("export -g last.umpire").out == before


def test_what_was_of_the_moment_is_not_carried(table, battle):
    table.say("set a1 moved=normal a.order=D g1 shots=0 -g last.umpire")
    assert battle().code == 0
    state = open_session(table.folder / "next.umpire").state
    assert (state.stands["a1"].moved, state.stands["a1"].hex, state.stands["g1"].shots) == ("", "", 3)
    assert state.units["a"].order == "M"


def test_battle_groups_go_on_without_their_dead(table, battle):
    table.say("new asp-two-groups --seed 1 -g last2.umpire")
    table.say("set panther1 destroyed=yes half1 destroyed=yes land1 destroyed=yes left=yes -g last2.umpire")
    table.say("set mark1 pinned=yes -g last2.umpire")
    wrong = battle("recover = { everybody = 1 }", ruleset="asp-ww2", last="last2.umpire").plain
    assert "nothing here has strength points" in wrong["error"]
    said = battle('leave = ["Lancaster"]', ruleset="asp-ww2", last="last2.umpire").plain["carried"]["things"]
    assert {one["id"]: one["how"] for one in said if one["how"] not in ("unchanged", "with its stands")} == {
        "panther1": "lost",
        "half1": "lost",
        "lanc": "stays behind",
    }
    stands = open_session(table.folder / "next.umpire").state.stands
    assert stands["gren1"].aboard == "", "its half-track is lost"
    assert stands["gren2"].aboard == "half2"
    assert not stands["mark1"].pinned
    table.say("set wagon destroyed=yes -g last2.umpire")
    wrong = battle(ruleset="asp-ww2", last="last2.umpire").plain
    assert "groups.panzer.hq" in wrong["error"]
    assert battle("", '[groups.panzer]\nhq = "panther2"\n', ruleset="asp-ww2", last="last2.umpire").code == 0


def test_elements_go_on_without_their_commander(table, battle):
    table.say("new d20-evening --seed 1 -g last3.umpire")
    table.say("set major removed=routed tiger suppressed=yes -g last3.umpire")
    how = {"ruleset": "d20-elements", "last": "last3.umpire", "sides": ("German", "Allied")}
    assert battle(**how).code == 0
    elements = open_session(table.folder / "next.umpire").state.elements
    assert "major" not in elements
    assert (elements["tiger"].under, elements["tiger"].suppressed, elements["tiger"].defence) == ("", False, 7)
    assert "dug-in" not in elements["pak"].flags
    assert elements["able"].aboard == "lorry"
    assert battle('back = ["major"]', **how).code == 0
    assert open_session(table.folder / "next.umpire").state.elements["tiger"].under == "major"


def test_stands_of_a_rule_file_go_on_with_what_their_tracks_say(table, battle):
    rules = EXAMPLES / "rules"
    assert table.say(f"new {rules / 'ford.toml'} -g last4.umpire").code == 0
    assert table.say("set hs1 removed=yes hb tired=1 -g last4.umpire").code == 0
    how = {"ruleset": str(rules / "shields.toml"), "last": "last4.umpire", "sides": ("Hill folk", "River folk")}
    said = battle('leave = ["archers"]', **how).plain["carried"]["things"]
    assert {one["id"]: one["how"] for one in said if one["how"] != "unchanged"} == {
        "hs1": "lost",
        "ha": "stays behind",
        "ra": "stays behind",
    }
    assert "hs1" not in open_session(table.folder / "next.umpire").state.stands

"""Tests of `umpire compare`: the differences of two tables, with the rules, house rules included."""

from itertools import pairwise

import pytest

from umpire.game.rulebook.contrast import ComparedTable, differences
from umpire.game.rulebook.rows import keyed
from umpire.game.rulebook.sheet import declared
from umpire.game.rulebook.tables import read_table_file
from umpire.rulesets import FAMILIES, find

KNOWN = list(FAMILIES)


@pytest.fixture
def table(table, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    return table


def flat(text):
    return " ".join(text.split())


def test_rows_stand_beside_each_other_with_their_rules(table):
    said = table.say("compare two-star-general three-star-general")
    assert said.code == 0
    assert said.out.splitlines()[0] == "Two Star General | Three Star General"
    assert "core.artillery range 12 (TSG 3.1-04) | 8 (3SG 3.1-05)" in flat(said.out)
    assert "limits distant_range 3 | 2" in flat(said.out)
    assert (
        "options battery_may_call_support true: a gun that is attacked may call guns and planes (TSG 5-03) "
        "| false: a gun that is attacked may not call guns or planes (3SG 5-09)"
    ) in flat(said.out)
    assert "modifier.elite elite infantry in close combat, amount 1 (TSG 3.7.1-02) | none" in flat(said.out)
    assert "support.fs none | fire support, range 3, light yes (3SG 3.1-10)" in flat(said.out)
    assert max(map(len, said.out.splitlines())) <= 80


def test_wording_and_numbers_of_rules_are_counted_and_listed_on_request(table):
    short, whole = (table.say(f"compare two-star-general three-star-general{more}").out for more in ("", " --all"))
    assert "rule numbers; --all lists all differences" in short.splitlines()[-1]
    assert "rules phase_one_hit" not in short
    assert "rules phase_one_hit" in whole
    assert "--all" not in whole


@pytest.mark.parametrize("ruleset", KNOWN)
def test_a_table_does_not_differ_from_itself(table, ruleset):
    said = table.say(f"compare {ruleset} {ruleset}").out.splitlines()
    assert said[1].strip() == "all numbers are equal, so both rulesets play alike"
    assert table.say(f"compare {ruleset} {ruleset.upper()} --json").plain["differences"] == []


@pytest.mark.parametrize(("a", "b"), list(pairwise([*KNOWN, KNOWN[0]])))
def test_any_two_tables_are_legible_at_80(table, a, b):
    said = table.say(f"compare {a} {b} --all")
    assert said.code == 0
    assert max(map(len, said.out.splitlines())) <= 80


def test_house_rules_are_compared_by_their_file(table):
    text = 'extends = "asp-ww2"\nid = "club"\nname = "Our club"\n[limits]\ndetect_far = 4\n[score]\nRG = [4, 3, 4, 4, 6, "-", "-", "-"]\n'  # noqa: E501
    (table.folder / "club.toml").write_text(text)
    said = table.say("compare asp-ww2 club.toml").out
    assert said.splitlines()[0] == "ASP World War 2 | ASP World War 2, house rules Our club"
    assert "limits detect_far 5 | 4" in flat(said)
    assert "score RG 4 3 4 5 6 - - - | 4 3 4 4 6 - - -" in flat(said)
    assert len(said.splitlines()) == 3
    assert "house rules Desert club" in flat(table.say("compare desert-club two-star-general").out)


def test_json_has_every_difference(table):
    plain = table.say("compare two-star-general desert-club --json").plain
    assert plain["a"] == {
        "ruleset": "two-star-general",
        "name": "Two Star General",
        "table": read_table_file("two-star-general", KNOWN).digest,
    }
    assert {
        "section": "core",
        "row": "infantry",
        "key": "sp",
        "a": 5,
        "b": 6,
        "a_rule": "TSG 3.1-02",
        "b_rule": "TSG 3.1-02",
        "kind": "value",
    } in plain["differences"]
    gone = next(each for each in plain["differences"] if each["row"] == "elite")
    assert (gone["key"], gone["b"]) == ("", None)


@pytest.mark.parametrize(
    ("line", "code", "what", "hint"),
    [
        ("compare two-star-generals asp-ww2", 2, "no ruleset or house file is called", "did you mean two-star"),
        ("compare asp-ww2 nowhere.toml", 1, "no file nowhere.toml", "check the name"),
        ("compare asp-ww2", 2, "missing", "--help"),
        ("compare asp-ww2 bad.toml", 1, "bad.toml line 5: limits.detect_fa: unknown key", "did you mean detect_far"),
    ],
)
def test_what_is_no_table(table, line, code, what, hint):
    text = 'extends = "asp-ww2"\nid = "club"\nname = "Our club"\n[limits]\ndetect_fa = 4\n'
    (table.folder / "bad.toml").write_text(text)
    said = table.say(line)
    assert said.code == code
    assert what in said.err
    assert hint in said.err


def test_the_differences_are_the_same_seen_from_the_other_side():
    two, three = (
        ComparedTable(keyed(read_table_file(name, KNOWN).rows, declared(find(name).family().sections())))
        for name in KNOWN[:2]
    )
    there = {(each.section, each.row, each.key, str(each.a), str(each.b)) for each in differences(two, three)}
    back = {(each.section, each.row, each.key, str(each.b), str(each.a)) for each in differences(three, two)}
    assert there == back


FOG = """extends = "two-star-general"
id = "fog"
name = "Fog"
[fact.fog]
is = ["none", "thin", "thick"]
assume = "none"
words = "the fog"
[fact.dust]
is = "number"
words = "dust"
of = "stand"
[fact.gloom]
is = "yes/no"
words = "it is night"
assume = true
[[modifier]]
id = "thick-fog"
when = { what = "core", fog = "thick", range = ">= 2" }
amount = -1
words = "fog"
rule = "club 11"
[[modifier]]
id = "thin-fog"
when = { what = "core", fog = "thin", elite = false }
amount = -1
words = "fog"
rule = "club 12"
"""


@pytest.mark.parametrize("turned", [False, True])
def test_rows_and_facts_of_a_club_are_told_apart(table, turned):
    (table.folder / "fog.toml").write_text(FOG)
    sides = ["two-star-general", "fog.toml"]
    said = flat(table.say(f"compare {' '.join(reversed(sides) if turned else sides)}").out)
    thick = "fog, amount -1, when whose dice they are: core; the fog: thick; hexes to the enemy: 2 or more (club 11)"
    thin = "fog, amount -1, when whose dice they are: core; the fog: thin; not: an elite core stand (club 12)"
    facts = {
        "fog": "none, thin, thick; assumed if not typed: none",
        "dust": "a number for each stand; assumed if not typed: 0",
    }
    facts["gloom"] = "yes or no; assumed if not typed: yes"
    for place, words in (
        ("modifier.thick-fog", thick),
        ("modifier.thin-fog", thin),
        *((f"fact {k}", v) for k, v in facts.items()),
    ):
        assert f"{place} {words} | none" in said if turned else f"{place} none | {words}" in said
    assert "wording" not in said


def test_a_fact_that_two_clubs_ask_otherwise(table):
    (table.folder / "fog.toml").write_text(FOG)
    other = FOG.replace('assume = "none"', 'assume = "thin"').replace('words = "the fog"', 'words = "fog, as it is"')
    (table.folder / "other.toml").write_text(other)
    said = flat(table.say("compare fog.toml other.toml").out)
    assert "fact fog assume none | thin" in said
    assert "also different: 1 wording" in said

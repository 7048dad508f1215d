"""Tests of house rules added during a game: their rows hold from then on; earlier entries have the old rules."""

from __future__ import annotations

import tomllib

import pytest

from tests.cli.games import Table
from tests.witnesses.witnesses import table_file

NIGHT = "fire tb at para range=2 night=yes --dice x/x --roll --defaults"


@pytest.fixture
def table(table):
    assert table.say("new worked-example-1 --seed 3").code == 0
    assert table.say("fire ta at para --roll --defaults").code == 0
    return table


def rules(table, line):
    """Return the rules of the lines in the pools of an entry."""
    said = table.say(f"{line} --json")
    return {each["rule"] for throw in said.plain["throws"] for each in throw["lines"]}


def houses(table):
    """Return the ids of the house rules in the game."""
    return [each["id"] for each in tomllib.loads(table.say("export").out).get("house", ())]


def test_from_there_on_its_rows_hold_and_before_it_those_of_the_time(table):
    assert table.say(NIGHT).code == 2
    said = table.say("set game house=night-fights")
    assert said.out.splitlines()[0] == "house rules: none→Night fights"
    assert "club 2" in rules(table, NIGHT)
    before = rules(table, "log 2")
    assert table.say("amend 2 range=3 --roll --defaults --keep all --json").plain["changed"] == [2]
    assert not {"club 2", "club 3"} & (before | rules(table, "log 2"))
    assert "club 2" in rules(table, "log 4")
    assert "night attack" in table.say("sheet").out
    assert houses(table) == ["night-fights"]


def test_it_is_one_entry_undone_and_done_again_like_any(table):
    begun = table.say("export").out
    assert table.say("set game house=night-fights,desert-club").code == 0
    added = table.say("export").out
    assert houses(table) == ["night-fights", "desert-club"]
    assert "house Night fights, Desert club→nothing" in " ".join(table.say("undo").out.split())
    assert table.say("export").out == begun
    assert table.say(NIGHT).code == 2
    assert table.say("redo").code == 0
    assert table.say("export").out == added
    assert table.say("set game house=").out.splitlines()[0] == "house rules: Night fights and Desert club→none"
    assert table.say("export").out == begun


def test_the_file_may_go_and_an_amend_plays_over_it(table):
    file = table.folder / "club.toml"
    file.write_text(CLUB, encoding="utf-8")
    assert table.say("set game house=club.toml").code == 0
    assert "club 9" in rules(table, "fire tb at para --dice x/x --roll --defaults")
    file.unlink()
    assert table.say("amend 2 range=3 --roll --defaults --keep all").code == 0
    assert "club 9" in rules(table, "log 4")
    assert houses(table) == ["club"]


MEDIUM = [
    name
    for name, each in table_file("two-star-general").rows["organisation"].items()
    if any(stand["type"] == "medium" for stand in each["stands"])
]
CLUB = """extends = "two-star-general"
id = "club"
name = "Our club"
[[modifier]]
id = "rain"
when = { what = "core", role = "attacker" }
amount = -1
words = "rain"
rule = "club 9"
"""


@pytest.mark.parametrize(
    ("line", "what", "hint"),
    [
        ("set game house=nigth.toml", "no file nigth.toml", "check the name"),
        ("set game house=odd.toml", "odd.toml line 4: fact.fog: no fact has this name", "write words"),
        ("set game house=other.toml", "extends: 'asp-ww2', but the ruleset of the game is two-star-general", "ruleset"),
        ("set game house=less.toml", "stands.ta.type: nothing is called 'medium'", ""),
        ("set game house=night-fights house=desert-club", "house is given twice", "house=desert-club,night-fights"),
        ("set game house=", "nothing to change", ""),
    ],
)
def test_what_does_not_fit_changes_nothing(table, line, what, hint):
    head = 'extends = "{}"\nid = "x"\nname = "X"\n'
    (table.folder / "odd.toml").write_text(head.format("two-star-general") + '[fact.fog]\nis = "yes/no"\n', "utf-8")
    (table.folder / "other.toml").write_text(head.format("asp-ww2"), "utf-8")
    less = "[core.medium]\nremove = true\n" + "".join(f"[organisation.{each}]\nremove = true\n" for each in MEDIUM)
    (table.folder / "less.toml").write_text(head.format("two-star-general") + less, "utf-8")
    before = table.say("export").out
    said = table.say(line)
    assert said.code in (1, 2)
    assert what in said.err
    assert hint in said.err
    assert table.say("export").out == before


def test_a_fact_that_stays_goes_before_the_rules_that_ask_for_it(table):
    assert table.say("set game house=night-fights").code == 0
    assert table.say("now night=yes").code == 0
    said = table.say("set game house=")
    assert (said.code, "night is a lasting fact" in said.err, "type `now night=none`" in said.err) == (2, True, True)
    assert table.say("now night=none").code == 0
    assert table.say("set game house=").code == 0


def test_a_fact_that_stays_of_one_stand_is_named_with_it(table):
    assert table.say("set game house=night-fights").code == 0
    assert table.say("now ta.dust=2").code == 0
    said = table.say("set game house=")
    assert (said.code, "ta.dust is a lasting fact" in said.err, "type `now ta.dust=none`" in said.err) == (
        2,
        True,
        True,
    )
    assert table.say("now ta.dust=none").code == 0
    assert table.say("set game house=").code == 0


def test_other_things_are_set_in_the_same_line(table):
    said = table.say("set", "game", "house=night-fights", "name=By night", "tb", "sp=1", "the club agreed").out
    assert "house rules: none→Night fights" in said
    assert "tank B: sp 2→1" in said
    exported = table.say("export").out
    assert 'name = "By night"' in exported


def test_rules_of_ones_own_take_house_rules_too(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table = Table(tmp_path, capsys)
    assert table.say("new rules/ridge").code == 0
    head = 'extends = "muskets"\nid = "x"\nname = "X"\n'
    rows = "[type.line]\nremove = true\n"
    (table.folder / "x.toml").write_text(head + rows, "utf-8")
    assert table.say("check x.toml").code == 0
    assert "no type is called 'line'" in table.say("set game house=x.toml").err
    row = "[act.fire.step.hits.modifier.rain]\namount = -1\nwords = 'rain'\nwhen.target.men = '>= 1'\nrule = '3.2'\n"
    (table.folder / "x.toml").write_text(head + row, "utf-8")
    assert table.say("set game house=x.toml").code == 0
    assert "rain" in " ".join(table.say("sheet").out.split())

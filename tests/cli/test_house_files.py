"""Tests of a house file at the command line: its oddities, and the undo of what it did in a game."""

from __future__ import annotations

from tests.cli.games import Table
from tests.game.test_asked import PLAYED, every_ruleset

HEAD = 'extends = "{}"\nid = "club"\nname = "Our club"\n'
REFUSE = """
[[refuse]]
id = "night"
at = "fire"
when = { light = "night" }
words = "nobody fires at night"
rule = "club 1"
"""
AMOUNT = {"asp-ww2": 'at = "effect"\non = "roll"', "d20-elements": 'at = "he"\nof = "firer"\non = "roll"'}
MODIFIER = """
[[modifier]]
id = "dust"
when = { TURN = "> 3 and < 2" }
amount = 0
words = "dust"
rule = "club 2"
"""


def written(table: Table, ruleset: str, text: str) -> list[str]:
    """Return the lines of the file that was written."""
    text = HEAD.format(ruleset) + text
    (table.folder / "club.toml").write_text(text, encoding="utf-8")
    return text.splitlines()


@every_ruleset
def test_a_row_that_adds_nothing_or_that_nothing_reaches_is_odd(table, ruleset):
    turn = "day" if "star" in ruleset else "turn"
    own = MODIFIER.replace("TURN", turn).replace("amount = 0", f"amount = 0\n{AMOUNT.get(ruleset, '')}")
    own = own.replace("when = {", 'when = { what = "core",') if "star" in ruleset else own
    lines = written(table, ruleset, own)
    odd = table.say("check club.toml --json").plain["odd"]
    told = {each["key"]: each["line"] for each in odd}
    assert told["modifier.dust.amount"] == lines.index("amount = 0") + 1
    assert f"modifier.dust.when.{turn}" in told
    written(table, ruleset, own.replace("amount = 0", "amount = -1").replace("> 3 and < 2", "> 1 and < 9"))
    assert not table.say("check club.toml --json").plain["odd"]


@every_ruleset
def test_what_a_row_refused_is_overruled_recorded_and_undone(table, ruleset):
    written(table, ruleset, REFUSE)
    opening, line = PLAYED[ruleset][0], PLAYED[ruleset][1].replace(" 600", " 20")
    assert table.say(f"new {opening} --house club.toml --seed 7").code == 0
    before = table.say("export").out
    refused = table.say(f"{line} light=night --roll --defaults")
    assert refused.code == 3
    assert "nobody fires at night (club 1)" in refused.err + refused.out
    assert table.say("export").out == before
    said = table.say(f"{line} light=night --roll --defaults --ruling moon")
    assert said.code == 0, said.err
    assert "(club 1)" in table.say("log 2").out
    assert table.say("undo").code == 0
    assert table.say("export").out == before
    assert "nobody fires at night" in " ".join(table.say("sheet").out.split())
    assert "refuse" in table.say(f"compare {ruleset} club.toml").out


def test_an_export_of_a_game_with_house_rules_is_looked_through_as_a_scenario(table):
    assert table.say("new worked-example-1 --house night-fights").code == 0
    assert table.say("export -o later.toml").code == 0
    said = table.say("check later.toml")
    assert (said.code, said.err) == (0, "")
    assert "against" in said.out

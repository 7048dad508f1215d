"""Tests of stands with commas, colons and brackets in their names: one stand with its whole name, in every answer."""

import pytest

from tests.cli.games import Table
from tests.places import EXAMPLES

COMMA, COLON, BRACKETS = "1st Bn, 26th Infantry", "Panther: III/SS", "Tigers (heavy), 2nd platoon"
ODD = {"paratroops": COMMA, "tank A": COLON, "tank B": BRACKETS}


@pytest.fixture
def table(table, tmp_path, capsys):
    written = (
        (EXAMPLES / "worked-example-1.toml")
        .read_text(encoding="utf-8")
        .replace('"1005"', '"0905"')
        .replace('"0806"', '"0804"')
    )
    for name, odd in ODD.items():
        written = written.replace(f'name = "{name}"', f'name = "{odd}"')
    (tmp_path / "odd.toml").write_text(written, encoding="utf-8")
    shown = Table(tmp_path, capsys)
    assert shown.say("new odd.toml").code == 0
    return shown


def flat(said):
    """Return an answer as one line, however it was wrapped."""
    return " ".join(said.out.split())


def test_odds_name_one_stand(table):
    odds = table.say("assault ta tb at para --odds --json").plain["odds"]
    values = {one["name"]: {row["value"] for row in one["values"]} for one in odds["results"]}
    assert values["falls back"] == {COMMA, COLON, BRACKETS, "-"}
    assert values["removed"] <= {COMMA, COLON, BRACKETS, "para MG", "-"}
    drawn = flat(table.say("assault ta tb at para --odds"))
    assert f"falls back: {COMMA}" in drawn
    assert "back: 26th" not in drawn


def test_a_policy_keeps_a_name_with_a_colon(table):
    said = table.say("assault ta tb at para --odds --choose ta+tb")
    assert f"{COLON} -1, {BRACKETS} -1, as typed" in flat(said)


def test_what_if_sees_the_stand_driven_off(table):
    plain = table.say("what-if assault ta tb at para --json").plain
    at = next(at for at, one in enumerate(plain["yardsticks"]) if one["words"] == f"{COMMA} driven off")
    assert plain["base"]["values"][at] != "0"


def test_a_result_is_told_by_one_stand(table):
    assert table.say("set ta sp=1").code == table.say("set tb sp=1").code == 0
    said = table.say("assault ta tb at para result=removed=ta+tb --defaults --dry-run")
    assert said.code == 0, said.err
    assert f"removed: {COLON}, {BRACKETS}" in flat(said)


def test_report_log_and_screen_keep_names_whole(table):
    acted = table.say("assault ta tb at para --dice", "66111/11111", "--defaults")
    assert acted.code == 0, acted.err
    report = table.say("report --md").out
    assert any(f"falls back: {COMMA} {after}" in report.replace("\\", "") for after in "(·")
    assert "back: 26th" not in report
    for drawn in (flat(acted), flat(table.say("log 2"))):
        assert f"{COMMA}: 4→" in drawn or f"{COMMA} 4→" in drawn
    (act,) = table.say("screen --json").plain["acts"]
    assert any(each.startswith((f"{COMMA} ", f"{COMMA}: ")) for each in act["hands"])
    assert COMMA in table.say("log 2 --json").plain["outcome"]["tally"]["falls back"]

"""Tests of the table in `rule`: rows in the words of their legend, and the present value of an option."""

import pytest

from tests.cli.games import Table


def test_a_row_is_said_in_words_and_an_option_as_it_is_here(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table = Table(tmp_path, capsys)
    said = " ".join(table.say("rule 3.7-01 --rules three-star-general").out.split())
    assert "the opponent is soft infantry or artillery; the opponent is in the open" in said
    for book, value in (("two", "true"), ("three", "false")):
        rule = {"two": "5-03", "three": "5-09"}[book]
        said = " ".join(table.say(f"rule {rule} --rules {book}-star-general").out.split())
        assert f"option battery_may_call_support: here {value}" in said


def test_what_if_names_the_acts_it_compares(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table = Table(tmp_path, capsys)
    table.game()
    assert "`what-if` compares fire, assault, artillery" in table.say("what-if move ta 0506").err


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("3.7-01 --rules three-star-general", "the arm of the core stand or gun: tank; how the stand fights: distant"),
        ("3.7-01 --rules three-star-general", "the order the opponent fights on: M or H"),
        ("3.7.1-04 --rules two-star-general", "whose dice they are: support; the kind of the support stand: at"),
        ("3.7.3-03 --rules two-star-general", "hexes to the enemy: 3 or more"),
        ("SCORE-06 --rules asp-ww2", "the cover of the target: hard"),
    ],
)
def test_conditions_that_are_words_or_numbers_are_said_in_words_too(tmp_path, monkeypatch, capsys, rule, said):
    monkeypatch.chdir(tmp_path)
    assert said in " ".join(Table(tmp_path, capsys).say(f"rule {rule}").out.split())


FOG = """extends = "two-star-general"
id = "fog"
name = "Fog"
[limits]
distant_range = 2
[core.infantry]
sp = 6
"""


@pytest.fixture
def fog(table, tmp_path):
    (tmp_path / "fog.toml").write_text(FOG)
    assert table.say("new worked-example-1 --house fog.toml").code == 0
    return table


def test_a_number_that_a_club_changed_is_said_beneath_the_words_of_the_book(fog):
    said = " ".join(fog.say("rule 3-02").out.split())
    assert "reaches 3 hexes" in said
    assert "here: Close combat is at 1 hex. Distant fire is at up to 2 hexes" in said
    assert "house rules Fog: distant_range 2, published 3" in said
    row = " ".join(fog.say("rule 3.1-02").out.split())
    assert "house rules Fog: core.infantry sp 6, published 5" in row
    assert "distant_range" not in row
    assert "house rules" not in fog.say("rule 3-02 --rules two-star-general").out
    assert "house rules" not in fog.say("rule 5-02").out
    (clause,) = fog.say("rule 3-02 --json").plain["found"]
    assert [(each["key"], each["a"], each["b"]) for each in clause["house"]] == [("distant_range", 3, 2)]
    (clause,) = fog.say("rule 3-02 --json --rules two-star-general").plain["found"]
    assert "house" not in clause


def test_a_line_of_the_sheet_is_said_once_for_all_its_clauses(fog):
    said = " ".join(fog.say("rule 3").out.split())
    assert said.count("Distant fire is at up to 2 hexes") <= 1
    assert "house rules Fog: distant_range 2, published 3" in said


def test_rule_knows_a_limit_by_its_name(fog):
    said = " ".join(fog.say("rule distant_range").out.split())
    assert said.startswith("limits distant_range: here 2, from house rules Fog; published value 3 3-02 Distant fire of")
    assert "3.3-01 " in said
    assert fog.say("rule distant_range --rules two-star-general").out.startswith("limits distant_range: 3\n")
    assert fog.say("rule hit_need --rules d20-elements").out == "limits hit_need: 12\n"
    first = fog.say("rule distant_range --json").plain["found"][0]
    assert first == {
        "kind": "limit",
        "id": "distant_range",
        "value": 2,
        "published": 3,
        "rules": ["3.3-01", "3-02", "3.7.3-04"],
    }
    assert fog.say("rule distant_rang").code == 2


def test_rules_of_ones_own_have_other_lines_on_their_sheet(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table = Table(tmp_path, capsys)
    (tmp_path / "club.toml").write_text('extends = "muskets"\nid = "h"\nname = "H"\n[type.guard]\nmen = 21\n')
    assert table.say("new rules/ridge --house club.toml").code == 0
    said = table.say("rule 4.1")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("4.1  A unit that lost men")

"""What `rule` says of the table: rows in the words of their legend, and what an option is here."""

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
    assert "it compares fire, assault, artillery" in table.say("what-if move ta 0506").err


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("3.7-01 --rules three-star-general", "the arm of the core stand or gun: tank; how the stand fights: distant"),
        ("3.7-01 --rules three-star-general", "the order the opponent fights on: M or H"),
        ("3.7.1-04 --rules two-star-general", "whose dice: support; the kind of the support stand: at"),
        ("3.7.3-03 --rules two-star-general", "hexes to the enemy: 3 or more"),
        ("SCORE-06 --rules asp-ww2", "the cover of the target: hard"),
    ],
)
def test_conditions_that_are_words_or_numbers_are_said_in_words_too(tmp_path, monkeypatch, capsys, rule, said):
    monkeypatch.chdir(tmp_path)
    assert said in " ".join(Table(tmp_path, capsys).say(f"rule {rule}").out.split())

"""Tests of `audit` and `note`: rows that agree are not recorded, the others become one correction; the log is
searched.
"""

import pytest

from tests.cli.games import at_terminal
from tests.rulesets import EVERY, FIRES, begin
from umpire.play.correct import correct
from umpire.play.mending.audit import as_set, audited, roll

ASKED = "Enter if this is right; if not, type the right values: "
ROWS = 3
"""Rows of the map of worked example 1 where something stands."""


@pytest.fixture
def table(table):
    table.game()
    return table


def audit(table, *answers):
    """Type an answer at each row of the roll call, at a terminal."""
    return at_terminal("audit", cwd=table.folder, answers=list(answers))


@pytest.mark.parametrize("ruleset", EVERY)
def test_everything_that_stands_is_called_once(ruleset, tmp_path):
    session = begin(tmp_path, FIRES[ruleset].scenario)
    called = [row[0].strip() for stretch in roll(session) for row in stretch.rows]
    units = {name for name in session.family.names(session.state) if session.family.members(session.state, name)}
    assert len(called) == len(set(called))
    assert set(called) == set(session.family.names(session.state)) - units


@pytest.mark.parametrize(
    ("ruleset", "typed"),
    [
        ("two-star-general", "ta 3 tb 0706"),
        ("three-star-general", "n1 2 ga shots=1"),
        ("asp-ww2", "t1 pinned=yes t2 destroyed=yes"),
        ("d20-elements", "tiger suppressed=yes"),
    ],
)
def test_what_is_told_is_what_set_makes_of_it(ruleset, typed, tmp_path):
    session = begin(tmp_path, FIRES[ruleset].scenario)
    words = as_set(session, typed.split())
    assert audited(session, words).after == correct(session, words).after
    assert audited(session, words).entry["title"] == "audit"


def test_where_all_agrees_nothing_is_recorded(table):
    code, seen = audit(table, *[(ASKED, "\n")] * ROWS)
    assert code == 0, seen
    assert "no differences; nothing recorded" in seen
    assert table.entry() == 1


def test_what_drifted_is_one_correction_at_the_end(table):
    answers = [
        (ASKED, "\n"),
        (ASKED, "ta 3 para 3\n"),
        (ASKED, "<\n"),
        (ASKED, "ta 3 tc 1\n"),
        (ASKED, "ta 3\n"),
        (ASKED, "tb 0706\n"),
    ]
    code, seen = audit(table, *answers)
    assert code == 0, seen
    assert "nothing is called 'tc'" in seen
    assert "tank A: sp 4→3" in seen
    assert "tank B: hex 0806→0706" in seen
    assert "paratroops:" not in seen, "what was typed before `<` is typed anew"
    assert table.entry() == 2
    assert table.say("log 2 --json").plain["command"] == "audit ta sp=3 tb hex=0706"
    assert table.say("undo").code == 0
    assert table.say("status ta --json").code == 0
    assert "4/4" in table.say("audit").out


def test_what_cannot_be_all_of_it_is_asked_for_once_more(table):
    answers = [(ASKED, "\n"), (ASKED, "ta 0806\n"), (ASKED, "\n"), ("(Enter leaves the game unchanged): ", "tb 0805\n")]
    code, seen = audit(table, *answers)
    assert code == 0, seen
    assert "ta and tb are both in 0806" in seen
    assert table.entry() == 2


@pytest.mark.parametrize("key", ["!\n", "\x03"])
def test_given_up_the_game_is_as_it_was(table, key):
    code, seen = audit(table, (ASKED, "\n"), (ASKED, "ta 3\n"), (ASKED, key))
    assert code == 130, seen
    assert "nothing was recorded" in seen
    assert table.entry() == 1


def test_without_a_terminal_the_roll_is_printed_and_what_differs_is_told(table):
    said = table.say("audit")
    assert said.code == 0
    assert [line for line in said.out.splitlines() if line.startswith("row ")] == ["row 04", "row 05", "row 06"]
    assert [each["title"] for each in table.say("audit --json").plain["roll"]] == ["row 04", "row 05", "row 06"]
    assert table.entry() == 1
    assert table.say("audit ta 4").code == 2, "nothing drifted"
    assert table.say("audit ta tb").code == 2
    assert table.say("audit ta 3").code == 0
    assert table.entry() == 2


def test_a_note_changes_nothing_and_is_taken_back(table):
    before = table.say("export").out
    assert table.say("note", "rain from now on").out == "#2 noted: rain from now on\n"
    assert table.say("export").out == before
    assert "rain from now on" in table.say("log").out
    assert table.say("log 2 --json").plain["public"] is False
    assert table.say("undo").code == 0
    assert "undone" in table.say("log rain").out
    said = table.say("note", "--public", "it begins to rain")
    assert said.out == "#4 noted for the players too: it begins to rain\n"
    assert table.say("log 4 --json").plain["public"] is True
    assert 'note --public "it begins to rain"' in table.say("log 4 --json").plain["line"]
    assert table.say("note").code == table.say("note", " ").code == table.say("note", "a\x1b").code == 2


def test_the_log_is_searched(table):
    table.say("fire tb at para --roll --defaults")
    assert table.say("fire para at ta para.order=M --roll --defaults").code == 0
    table.say("note", "rain from now on")

    def found(*words):
        said = table.say("log", *words, "--json")
        assert said.code == 0
        return [each["entry"] for each in said.plain["log"]]

    assert found("paratroops") == found("PARA") == [2, 3]
    assert found("tank B") == found("tb") == [2]
    assert found("rain", "now") == [4]
    assert found("--side", "allied") == [3]
    assert found("para", "-n", "1") == [3]
    assert found("--round", "1") == [1, 2, 3, 4]
    assert found("--round", "1.1", "--side", "German") == [2]
    assert found("--round", "2") == []
    assert "no entry matches" in table.say("log --round 2").out
    assert "no entry contains 'rain snow'" in table.say("log rain snow").err
    assert "did you mean" in table.say("log --side germn").err
    assert "is not a round" in table.say("log --round first").err


def test_a_round_is_the_one_an_entry_was_made_in(table):
    table.say("new asp-two-groups --seed 4 -g asp.umpire")
    for line in (
        "set clock turn=1 first=German side=German -g asp.umpire",
        "note one -g asp.umpire",
        "set clock turn=2 -g asp.umpire",
        "note two -g asp.umpire",
    ):
        assert table.say(line).code == 0
    rounds = {turn: table.say(f"log --round {turn} -g asp.umpire").out for turn in (1, 2)}
    assert "two" in rounds[2]
    assert "two" not in rounds[1]

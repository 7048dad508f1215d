"""Tests of lines that are no act: dice from a pipe, `help` at a question and for a word, corrections, bare `odds`."""

import pytest

from tests.cli.games import TANKS, Table, at_terminal, from_pipe
from tests.typed.prompted import typed
from tests.typed.said import ASP, D20, FIRE, MOVE, ORDERED, PANZERS, STAR, TACTICAL

SHOT = "fire tiger at firefly 10"
ALONE = "fire ta at para reply=no --dice 6111 --defaults"
"""A shot of one throw."""


@pytest.fixture
def table(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("UMPIRE_GAME", raising=False)
    return Table(tmp_path, capsys)


@pytest.mark.parametrize("dice", ["13\n16", "13/16"])
def test_dice_from_a_pipe_answer_the_question_before_them(table, dice):
    table.game(D20)
    said = from_pipe("table", cwd=table.folder, stdin=f"next\n{SHOT}\n{dice}\nstatus\n")
    assert said.code == 0, said
    assert table.entry() == 3
    assert table.say("log 3 --json").plain["title"] == "Tiger at Firefly: AP fire, 10 away"
    piped = table.say("log 3 --json").plain["outcome"]
    table.say("undo")
    table.say(f"{SHOT} --dice 13/16")
    assert table.say("log 5 --json").plain["outcome"] == piped


@pytest.mark.parametrize("line", ["activate\n43/31", "activate 43/31", "initiative: Germans 4 and 3, British 3 and 1"])
@pytest.mark.parametrize("unit", ["a", "P"])
@pytest.mark.slow
def test_the_name_of_an_option_from_a_pipe_answers_the_choice(table, line, unit):
    table.game(STAR)
    lines = f"set clock phase=activations\n{line}\n{unit}\nstatus\n"
    said = from_pipe("table", cwd=table.folder, stdin=lines)
    assert said.code == 0, said
    assert table.entry() == 3
    assert table.say("log 3 --json").plain["outcome"]["tally"] == {"activated": unit.lower()}


@pytest.mark.parametrize("after", ["", "status\n", "status\n13\n"])
def test_a_question_that_no_dice_answer_is_recorded_as_nothing(table, after):
    table.game(D20)
    said = from_pipe("table", cwd=table.folder, stdin=f"next\n{SHOT}\n{after}")
    assert (said.code, table.entry()) == (4, 2)


def test_help_is_shown_at_a_question(table):
    table.game()
    german = "German fire, 5 dice (Enter rolls): "
    code, seen = at_terminal(*TANKS.split(), cwd=table.folder, answers=[(german, "help fire\n"), (german, "!\n")])
    assert code == 130
    assert "How to type it:" in seen


@pytest.mark.parametrize(
    ("scenario", "word", "shown"),
    [
        (STAR, "orders", "order UNIT=M"),
        (STAR, "initiative", "1.7"),
        (STAR, "fall back", "4.1"),
        (D20, "fires", "fire FIRER at TARGET"),
    ],
)
def test_help_finds_the_command_or_the_rule_of_a_word(table, scenario, word, shown):
    answer = typed(table, scenario, (), f"help {word}")
    assert answer.code == 0
    assert shown in answer.said


def test_dice_of_the_only_throw_need_no_slash(table):
    table.game()
    assert table.say(ALONE).code == 0
    assert table.say("amend 2 66666x").code == 2, "six dice of four"
    assert table.say("amend 2 5xxx --defaults").code == 0
    short = table.say("log 2 --json").plain
    table.say("undo")
    assert table.say("amend 2 5xxx/ --defaults").code == 0
    assert table.say("log 2 --json").plain["throws"] == short["throws"]


def test_dice_do_not_replace_the_text_of_a_note(table):
    answer = typed(table, D20, (*FIRE, "note hello there"), "amend 3 6x")
    assert (answer.code, answer.entry) == (2, 3)
    hint = answer.said.partition("hint: type ")[2]
    assert typed(table, D20, (*FIRE, "note hello there"), hint.partition(" to make")[0]).code == 0


def test_an_unknown_name_is_not_taken_for_a_reason(table):
    answer = typed(table, D20, MOVE, "set x y=z")
    assert answer.code == 2
    assert "status all" in answer.said
    assert "reason" not in answer.said


@pytest.mark.parametrize("word", ["odds", "explain"])
def test_a_view_of_no_act_says_how_to_get_one(table, word):
    answer = typed(table, STAR, PANZERS[:0], word)
    assert answer.code == 2
    assert f"--{word}" in answer.said


@pytest.mark.parametrize("act", ["fire ta at para 2 --dry-run --roll --defaults", "tank A fires at para, 2 hexes"])
def test_odds_alone_are_those_of_the_last_act(table, act):
    last = typed(table, "worked-example-1", (act,) if "--" in act else (), act)
    odds = typed(table, "worked-example-1", ("fire ta at para 2 --dry-run --roll --defaults",), "odds", anew=True)
    assert last.code in (0, 4)
    assert (odds.code, odds.said) == (0, typed(table, "worked-example-1", (), "fire ta at para 2 --odds").said)


@pytest.mark.parametrize("line", ["can M A squadron reach nowhere", "can p1 quickly"])
def test_can_drops_no_word(table, line):
    assert typed(table, STAR, PANZERS, line).code == 2


@pytest.mark.parametrize(("word", "other"), [("its Panther", "panther1"), ("its half-track", "")])
def test_infantry_leaves_only_its_own_carrier(table, word, other):
    answer = typed(table, ASP, TACTICAL, f"gren1 climbs out of {word}")
    assert answer.code == (2 if other else 0)


@pytest.mark.parametrize("unknown", ["gren2", "stug"])
def test_who_is_not_aboard_is_not_taken_along(table, unknown):
    answer = typed(table, ASP, TACTICAL, f"half1 drives 500 metres on the road with {unknown} aboard")
    assert (answer.code, answer.entry) == (2, 6)


def test_log_takes_what_amend_takes_for_an_entry(table):
    before = (*FIRE, f"{SHOT} --dice 5", "note rain")
    assert typed(table, D20, before, "log -2").said == typed(table, D20, before, "log 3").said
    assert typed(table, D20, before, "log -9").code == 2
    assert "rain" in typed(table, D20, before, "log -n 1").said


def test_a_correction_counts_only_what_still_counts(table):
    shots = (*FIRE, f"{SHOT} --dice 13/7", "fire pak at sherman1 12 --dice 4", "undo")
    assert typed(table, D20, shots, "it was a 9, not a 7").last["line"] == 'amend 3 --dice "/9"'
    assert typed(table, D20, (*shots, "undo"), "it was a 9, not a 7").code == 2


@pytest.mark.parametrize("line", ["was it a 9?", "was the Firefly hull down?", "why was it hull down"])
def test_a_question_corrects_nothing(table, line):
    before = (*FIRE, f"{SHOT} --dice 13/7")
    assert "amend" not in typed(table, D20, before, line).said
    assert typed(table, D20, before, line).entry == 3


def test_can_says_not_now_where_only_the_distance_is_missing(table):
    said = " ".join(typed(table, D20, FIRE, "can firefly").said.split())
    assert "not now: it is not the turn of Allied" in said
    assert "tiger Tiger: defence 7 · range?" in said
    assert "not now" not in typed(table, D20, FIRE, "can tiger").said


def test_can_shows_how_far_a_move_goes_on_the_ground_typed(table):
    plain, hill = (" ".join(typed(table, ASP, TACTICAL, f"can panther1{of}").said.split()) for of in ("", " hill"))
    assert "option A E F: up to 1000 m (4 in), or up to 500 m (2 in) in bad going (MOVE-01)" in plain
    assert "option A E F: up to 500 m (2 in) in bad going (MOVE-01)" in hill
    assert "sherman1 Sherman sherman1" in hill
    assert "no act takes the fact 'rnge'" in typed(table, ASP, TACTICAL, "can panther1 rnge=400").said


def test_a_support_stand_named_with_its_core_stand_is_left_out(table):
    before = ("set clock phase=activations active=k", "set k2 hex=1104", "set a2 hex=1105")
    said = " ".join(typed(table, STAR, before, "fire k2 at a2 with kmo").said.split())
    assert "leave out kmo: a support stand joins in if its core stand fights" in said
    assert typed(table, STAR, before, "fire k2 at a2").code in (0, 3, 4)


def test_can_one_stand_hurt_another_has_an_example_with_its_distance(table):
    asked = "can the Spandau hurt the Half-track, and what at best?"
    assert "fire spandau at track 9 --odds" in typed(table, D20, FIRE, asked).said


def test_the_distance_of_an_example_is_in_the_metres_of_the_game(table):
    asked = "can the second Panther hurt the first Churchill?"
    assert "fire panther2 at church1 500 --odds" in typed(table, ASP, TACTICAL, asked).said


def test_a_battle_group_may_be_named_behind_the_next_phase(table):
    line = "no fighters, no bombers, on to tactical moves, Grenadiers first"
    assert "type next tactical, then activate corps" in typed(table, ASP, ORDERED, line).said


@pytest.mark.parametrize(
    ("scenario", "before", "line", "hint"),
    [
        (ASP, TACTICAL, "German turn is over, unused points are lost, British next", "type next turn"),
        (ASP, TACTICAL, "fog, adverse weather for two turns", "type night weather=adverse"),
        (STAR, (), "the K machine guns are really with K 2nd company", "type set kmg host=k2"),
        (ASP, TACTICAL, "remove a suppression marker from the Stuarts", "type can stuart"),  # not `move`
        (ASP, ORDERED, "send the Focke-Wulf against the Spitfire", "type can focke"),  # not `amend`
    ],
)
def test_a_sentence_that_begins_like_no_command_is_answered_with_its_line(table, scenario, before, line, hint):
    answer = typed(table, scenario, before, line)
    assert answer.code == 2
    assert answer.said.endswith(f"hint: {hint}\n")
    assert typed(table, scenario, before, hint.removeprefix("type ")).code == 0


def test_a_short_line_with_a_misspelt_command_is_asked_back(table):
    assert typed(table, STAR, (), "moev k1 to 1004").said.endswith("hint: did you mean move?\n")

"""Tests of dice typed on the line and at questions: several throws at once, ties, dice left over, Enter rolls none."""

import pytest

from tests.cli.games import TANKS, at_terminal

GERMAN = "German fire, 5 dice (Enter rolls): "
INITIATIVE = "German initiative, 2 dice (Enter rolls): "
ASP = "fire t1 at a1 450"


def activations(table):
    """Begin a game of two sides that waits for its first activation."""
    table.game("three-star-opening")
    assert table.say("order gr=M sr=M").code == 0


def test_dice_that_are_left_over_stop_the_act_and_say_what_was_read_as_what(table):
    table.game("asp-opening")
    said = table.say(f"{ASP} --dice 4/1/34/5555")
    assert said.code == 2
    assert "error: too many dice typed: '5555' is left over" in said.err
    assert "no initiative roll" in said.err
    assert "used: 4 for " in said.err
    assert table.entry() == 1


def test_dice_left_over_at_a_terminal_are_asked_for_again(table):
    table.game("worked-example-1")
    code, seen = at_terminal(
        *TANKS.split(),
        cwd=table.folder,
        answers=[(GERMAN, "11111 1111 123\n"), (GERMAN, "11111 1111\n")],
    )
    assert code == 0, seen
    assert "error: German fire: 5 + 4 dice needed, 12 typed in '11111 1111 123'" in seen
    assert seen.count("German fire, 5 dice: each") == 1
    assert table.entry() == 2


@pytest.mark.parametrize("given", [(), ("--dice", "11111/1111/123")])
def test_dice_of_no_throw_are_kept_on_the_line_and_said_to_be_not_needed(table, given):
    table.game("worked-example-1")
    answers = [] if given else [(GERMAN, "11111/1111/123\n")]
    code, seen = at_terminal(*TANKS.split(), *given, cwd=table.folder, answers=answers)
    assert code == 0, seen
    assert "123: also thrown, not needed" in seen
    last = table.say("log --json -n 1").plain["log"][-1]
    assert last["line"].endswith('--dice "11111/1111/123"')
    assert len(last["throws"]) == 2


def test_dice_left_over_of_those_on_the_line_are_asked_for_from_the_first(table):
    table.game("worked-example-1")
    code, seen = at_terminal(
        *TANKS.split(), "--dice", "11111/1111/12z", cwd=table.folder, answers=[(GERMAN, "11111/1111\n")]
    )
    assert code == 0, seen
    assert "'12z' is left over" in seen


def test_a_slip_is_refused_with_both_counts_and_nothing_of_it_is_taken(table):
    table.game("worked-example-1")
    code, seen = at_terminal(
        *TANKS.split(),
        cwd=table.folder,
        answers=[(GERMAN, "6614 4456\n"), (GERMAN, "66145 445\n"), (GERMAN, "66145 4456 /para2/ta2\n")],
    )
    assert code == 0, seen
    assert "error: German fire: 5 + 4 dice needed, 8 typed in '6614 4456'" in seen
    assert "; put / between two throws" in " ".join(seen.split())
    assert seen.count("thrown 6 6 1 4") == 1


def test_a_pool_is_announced_once(table):
    table.game("worked-example-1")
    _, seen = at_terminal(*TANKS.split(), cwd=table.folder, answers=[(GERMAN, "\x03")])
    assert seen.count("each 6 hits") == 1


def test_enter_rolls_nothing_where_dice_are_typed(table):
    table.game("worked-example-1")
    assert table.say("set game dice=typed").code == 0
    german, allied = GERMAN.replace("Enter", "r"), "Allied reply, 4 dice (r rolls): "
    code, seen = at_terminal(
        *TANKS.split(), "--defaults", cwd=table.folder, answers=[(german, "\n"), (german, "66145\n"), (allied, "r\n")]
    )
    assert code == 0, seen
    assert "error: no dice typed, and in this game Enter does not roll" in seen
    assert seen.count("(rolled)") == 1
    table.say("export -o again.toml")
    assert 'dice = "typed"' in (table.folder / "again.toml").read_text()


def test_what_ran_ahead_of_a_tie_is_dropped_and_said_when_it_happens(table):
    activations(table)
    code, seen = at_terminal(
        "activate", "gr", cwd=table.folder, answers=[(INITIATIVE, "51/42/gr\n"), (INITIATIVE, "66/11\n")]
    )
    assert code == 0, seen
    lines = [line.strip() for line in seen.splitlines()]
    tie = next(number for number, line in enumerate(lines) if line.startswith("equal totals: both sides throw again"))
    assert lines[tie + 1] == "typed in advance, but not used: gr"
    assert seen.count("equal totals: both sides throw again") == 1
    assert lines.index(INITIATIVE + "66/11") > tie


def test_a_tie_is_said_where_nobody_is_asked_and_its_dice_are_repeated(table):
    activations(table)
    said = table.say("activate gr --dice 51/42")
    assert said.code == 4
    assert "equal totals: both sides throw again (1.6-09)" in said.out
    assert '--dice "51/42/<2 dice>/<2 dice>"' in said.err
    assert table.say("activate gr --dice 51/42/66/11").code == 0


def test_a_tie_of_the_artillery_phase_stands_between_its_throws(table):
    table.game("three-star-opening")
    said = table.say("artillery --dice 51/42/66/11")
    assert said.code == 0
    assert said.out.index("(typed): 6\nequal totals: both sides throw again") < said.out.index("thrown 6 6")
    assert said.out.count("equal totals: both sides throw again") == 1
    assert table.say("log 2").out.count("equal totals: both sides throw again") == 1


def test_dice_told_where_one_side_is_left_get_the_rule(table):
    activations(table)
    assert table.say("activate gr --dice 66/11").code == 0
    said = table.say("activate --dice 51/42")
    assert said.code == 0
    why = "51 / 42: also thrown, not needed; only Soviet units are left to activate (1.6-10)"
    assert why in " ".join(said.out.split())


def test_why_one_side_has_the_choice_is_said_before_it_chooses_and_to_dice_typed_there(table):
    table.game("bridgehead")
    for line in ("order a=M b=M p=M k=D l=H m=M", "order reveal", "activate k --dice 11/66", "activate l --dice 11/66"):
        assert table.say(line).code == 0
    code, seen = at_terminal(
        "activate", cwd=table.folder, answers=[("(Enter: a): ", "51/42/p\n"), ("(Enter: a): ", "p\n")]
    )
    assert code == 0, seen
    why = "German chooses: no side may have three activations in a row (1.7-09)"
    assert f"hint: {why}; one of: " in seen
    assert seen.index(why) < seen.index("which (Enter: a): ")
    assert seen.count(why) == 2  # the hint is the other line


def test_dice_thrown_at_once_are_a_note_only_where_they_are(table):
    table.game("d20-opening")
    said = table.say("fire tiger at sherman 6 --dice", "1 11")
    assert said.code == 0
    assert "11: also thrown, not needed" in said.out
    table.say("undo")
    said = table.say("fire tiger at sherman 6 --dice", "1 11 12")
    assert said.code == 2

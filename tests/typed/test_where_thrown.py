"""Tests of lines as referees type them, dice at the place of their throw: each with the full line that is recorded."""

import pytest

from tests.cli.games import at_terminal
from umpire.cli.app import run
from umpire.cli.commands import acts
from umpire.cli.commands.prompt import _run_line
from umpire.cli.setting import Invocation


def recorded(table, line):
    """Return the recorded act of a typed line."""
    said = table.say(line)
    assert said.code == 0, said
    return table.say("log --json -n 1").plain["log"][-1]["command"]


def step_five(table):
    """Begin a turn in step 5 whose battle groups have thrown their command points and have not acted."""
    table.game("asp-five-groups")
    assert table.say("order kg k2 --dice 66/33").code == 0
    assert table.say("next 5").code == 0


def test_next_throws_no_command_points_away_and_ends_the_turn_when_told(table):
    step_five(table)
    assert recorded(table, "n") == "next kg"
    assert "`next turn` ends the turn" in table.say("status").out
    assert recorded(table, "next") == "next k2"
    assert "`next` ends the turn" in table.say("status").out
    assert table.say("undo").code == 0
    said = table.say("n turn")
    assert "command points not spent, lost (CP-06)" in said.out


def activations(table):
    """Begin a game that waits for its first activation."""
    table.game("three-star-opening")
    assert table.say("order gr=M sr=M").code == 0
    assert table.say("order reveal").code == 0


def on_record(table):
    """Return the last entry of the log: the act, and the dice of each throw as typed."""
    last = table.say("log --json -n 1").plain["log"][-1]
    return last["command"], [throw["typed"] for throw in last["throws"] if throw["source"] != "none"]


@pytest.mark.parametrize(
    ("line", "full"),
    [
        ("activate gr 63/53", ("activate gr", ["63", "53"])),
        ("gr 63/53", ("activate gr", ["63", "53"])),
        ("gr 63 53", ("activate gr", ["63", "53"])),
        ("activate 62 34", ("activate", ["62", "34"])),
        ("activate gr 6352", ("activate gr", ["63", "52"])),
    ],
)
def test_dice_stand_behind_an_activation(table, line, full):
    activations(table)
    said = table.say(line)
    assert said.code == 0, said
    assert on_record(table) == full


@pytest.mark.parametrize("line", ["order kg 4 1", "order kg 41", "kg 4 1"])
def test_dice_stand_behind_an_order(table, line):
    table.game("asp-five-groups")
    said = table.say(line)
    assert said.code == 0, said
    assert on_record(table)[1] in (["41"], ["4 1"])


def test_dice_stand_behind_a_shot_of_asp(table):
    table.game("asp-opening")
    assert table.say("t1 a1 450 4/1/34").code == 0
    assert on_record(table) == ("fire t1 at a1 450", ["4", "1", "34"])


def test_dice_behind_a_line_that_is_wrong_all_the_same(table):
    table.game("asp-opening")
    said = table.say("fire t1 at zz 450 4/1/34")
    assert said.code == 2
    assert "'zz'" in said.err


def test_a_number_behind_a_shot_is_a_die_where_the_map_knows_the_range(table):
    table.game("bridgehead")
    line = ("artillery g1 at m1 6", "--ruling", "a test")
    assert table.say(*line).code == 0
    assert on_record(table) == ("artillery g1 at m1", ["6"])
    assert table.say("artillery g2 at m1 range=6", *line[1:], "--roll").code == 0
    assert on_record(table)[0] == "artillery g2 at m1 range=6"


def test_a_number_behind_a_shot_that_may_be_either_is_asked_for_in_full(table):
    table.game("bridgehead")
    assert table.say("set g1 hex=1806").code == 0  # two hexes from m1
    said = table.say("artillery g1 at m1 2", "--ruling", "a test")
    assert said.code == 2
    assert "--dice 2, or artillery g1 at m1 range=2" in said.err
    assert table.say("artillery g1 at m1 3", "--ruling", "a test").code == 0
    assert on_record(table) == ("artillery g1 at m1", ["3"])


def test_a_number_that_is_no_die_is_the_range_as_ever(table):
    table.game("worked-example-1")
    assert "the map has 2, you typed 3; your value counts" in table.say("fire ta at para 3 --roll --defaults").out


def test_new_says_how_to_choose_who_throws_the_dice(table):
    code, seen = at_terminal("new", "worked-example-1", cwd=table.folder, answers=[])
    assert code == 0
    assert "`umpire set game dice=typed`" in seen
    assert table.say("set game dice=typed -g worked-example-1.umpire").code == 0


def test_n_is_no_miss_and_no_dice(table):
    table.game("asp-opening")
    die = "1 die (Enter rolls): "
    lines = ("n", "what-if fire t1 a1 450", "l", "!")
    answers = [(die, f"{line}\n") for line in lines]
    code, seen = at_terminal("fire", "t1", "a1", "450", cwd=table.folder, answers=answers)
    assert "before this act:" in seen
    assert "'n' could mean no or `next`; answer this question before `next`" in seen
    assert code == 130


LOSS = "which (Enter: para2): "


@pytest.mark.parametrize(("typed", "token"), [("para 2", "para2"), ("para mg", "para+mg"), ("PARA  mg", "para+mg")])
def test_losses_as_they_are_typed(table, typed, token):
    table.game("worked-example-1")
    said = table.say("fire ta tb at para --dice 66145/1111 --choose", typed)
    assert said.code == 0, said
    assert table.say("log --json -n 1").plain["log"][-1]["choices"][0]["chosen"] == token


def test_who_is_drawn_by_lot_is_named(table):
    table.game("d20-opening")
    said = table.say("fire tiger at lorry 6 --dice 20/bren")
    assert said.code == 0, said
    throws = table.say("log --json -n 1").plain["log"][-1]["throws"]
    assert [(one["key"], one["value"]) for one in throws][-1] == ("lot", 2)


@pytest.mark.parametrize(
    ("dice", "used"),
    [
        ("4/1/34/55", ["4", "1", "55"]),
        ("4 1 3 4/55", ["4", "1", "55"]),
        ("413455", ["4", "1", "55"]),
        ("4/1/55", ["4", "1", "55"]),
    ],
)
def test_players_of_asp_may_throw_both_detections_and_both_initiatives_every_time(table, dice, used):
    """No initiative of t1 at a1 can matter: it is thrown all the same, and the answer calls it not needed."""
    table.game("asp-opening")
    said = table.say("fire t1 at a1 450 --dice", dice)
    assert said.code == 0, said
    last = table.say("log --json -n 1").plain["log"][-1]
    assert ["".join(map(str, throw["faces"])) for throw in last["throws"]] == used
    if dice != "4/1/55":
        assert "3 / 4: also thrown, not needed; no initiative roll" in " ".join(said.out.split())
        assert last["line"].endswith(f'--dice "{dice}"')


def test_one_detection_and_both_initiatives_may_be_thrown_if_the_target_cannot_detect(table):
    table.game("asp-opening")
    said = table.say("fire t1 at a1 450 a1.detects=no 4/3/4/55")
    assert said.code == 0, said
    last = table.say("log --json -n 1").plain["log"][-1]
    assert ["".join(map(str, throw["faces"])) for throw in last["throws"]] == ["4", "55"]
    assert "3 / 4: also thrown, not needed" in " ".join(said.out.split())


def test_four_dice_of_asp_come_first_and_the_effect_is_asked_for(table):
    table.game("asp-opening")
    said = table.say("fire t1 at a1 450 4/1/3/4")
    assert said.code == 4
    assert '--dice "4/1/3/4/<2 dice>"' in said.err


@pytest.mark.parametrize(
    ("scenario", "line", "dice", "used"),
    [
        ("asp-opening", "fire t1 at a1 450", "4/1/3/4/5/5", ["4", "1", "55"]),
        ("worked-example-1", "fire ta tb at para", "3/3/4/5/6/1/1/3/4", ["33456", "1134"]),
        ("d20-opening", "fire pak at croc 9", "18/19", ["18", "19"]),
    ],
)
def test_a_stroke_between_all_dice_does_not_matter_if_they_fit_in_one_way(table, scenario, line, dice, used):
    table.game(scenario)
    said = table.say(f"{line} --defaults --dice", dice)
    assert said.code == 0, said
    last = table.say("log --json -n 1").plain["log"][-1]
    assert ["".join(map(str, throw["faces"])) for throw in last["throws"]] == used


@pytest.mark.parametrize("dice", ["6/3/5/2/6/4/1/1", "6/3/5/2/64/11"])
def test_all_eight_dice_of_a_fight_in_which_both_shoot_may_stand_apart(table, dice):
    table.game("asp-two-groups")
    for line in ("order panzer corps --dice 45/2/631", "next 5", "next panzer"):
        assert table.say(line).code == 0
    said = table.say("fire panther2 at sherman3 500 option=B sherman3.cover=hard hq=700 --dice", dice)
    assert said.code == 0, said
    last = table.say("log --json -n 1").plain["log"][-1]
    assert ["".join(map(str, throw["faces"])) for throw in last["throws"]] == ["6", "3", "5", "2", "64", "11"]


def test_a_battery_whose_initiative_cannot_matter_takes_its_dice_all_the_same(table):
    table.game("asp-two-groups")
    for line in ("order armour foot --dice 64/2/35/5", "next 5"):
        assert table.say(line).code == 0
    said = table.say("artillery field at land3 cover=wood-edge call=3500 --dice 3/4/52")
    assert said.code == 0, said
    assert "3 / 4: also thrown, not needed; Field battery: no detection needed" in " ".join(said.out.split())


@pytest.mark.parametrize("dice", ["4/1/5", "4/1/3/4/5", "4/1/3/4/5/5/6"])
def test_a_stroke_between_all_dice_does_not_hide_a_die_too_few_or_too_many(table, dice):
    table.game("asp-opening")
    said = table.say("fire t1 at a1 450 --dice", dice)
    assert said.code in (2, 4)
    assert table.entry() == 1


def test_dice_too_many_are_asked_for_again_where_they_cannot_be_told_apart(table):
    table.game("asp-opening")
    said = table.say("fire t1 at a1 450 --dice 4/1/3/55")
    assert said.code == 2
    assert table.entry() == 1


@pytest.mark.parametrize(
    ("scenario", "line", "without"),
    [
        ("asp-opening", "what-if t1 a1 450 4/1/34", "fire t1 at a1 450"),
        ("asp-opening", "t1 a1 450 4 1 --explain", "fire t1 at a1 450"),
        ("worked-example-1", "ta para 2345/1111 --odds", "fire ta at para"),
        ("d20-opening", "pak croc 9 18/19 --odds", "fire pak at croc 9"),
    ],
)
def test_dice_behind_a_line_that_is_only_looked_at_are_said_to_be_too_early(table, scenario, line, without):
    table.game(scenario)
    said = table.say(line)
    assert said.code == 2
    assert "are dice" in said.err
    assert f"leave them out: {without}" in said.err
    assert table.say(f"{without} --odds").code == 0


@pytest.mark.parametrize("line", ["fire t1 at a1 500 4/1/55", "--before 2 fire t2 at a1 450 4/1/55"])
def test_dice_stand_behind_a_line_that_amends(table, line):
    table.game("asp-opening")
    assert table.say("fire t1 at a1 450 --dice 4/1/34").code == 0
    place = "" if line.startswith("--before") else "2 "
    said = table.say(f"amend {place}{line}")
    assert said.code == 0, said.err
    *words, dice = line.split()
    assert table.say("undo").code == 0
    again = table.say(f"amend {place}{' '.join(words)} --dice {dice}")
    assert again.out.splitlines()[1:-1] == said.out.splitlines()[1:-1]


def test_a_log_of_so_many_lines_counts_undos_in_a_row_as_one(table):
    table.game("worked-example-1")
    for number in range(9):
        assert table.say(f"note n{number}").code == 0
    assert table.say("undo 5").code == 0
    assert table.say("note last").code == 0
    lines = table.say("log -n 4").out.splitlines()
    assert len([line for line in lines if line.startswith("#")]) == 4
    assert [line.split()[0] for line in lines if line.startswith("#")] == ["#9", "#10", "#11-15", "#16"]
    assert table.say("log -n 0").out.count("#") == 0
    assert len(table.say("log -n 4 --json").plain["log"]) == 4


@pytest.mark.parametrize(
    ("scenario", "clock", "left"),
    [
        ("d20-opening", "clock turn=1 phase=movement side=German", "may move: tiger"),
        ("bridgehead", "clock phase=activations active=p", "active: P (p), may"),
        ("bridgehead", "clock phase=artillery side=German", "German: shots left"),
    ],
)
def test_next_says_once_at_the_prompt_what_it_would_give_up(table, monkeypatch, scenario, clock, left):
    """E1: at the command line, where nobody is asked, it goes on as always."""
    table.game(scenario)
    assert table.say("set game sequence=kept").code in (0, 2)
    assert table.say(f"set {clock}").code == 0
    entry = table.entry()
    monkeypatch.setattr(acts, "at_terminal", lambda: True)
    setting = Invocation(at_prompt=True, run=run)
    table.capsys.readouterr()
    assert _run_line("n", setting) == 4
    said = table.capsys.readouterr().out
    assert left in said
    assert "`next` again" in said
    assert table.entry() == entry
    assert _run_line("s", setting) == 0  # a look between
    assert setting.warned == entry
    assert _run_line("n", setting) == 0
    assert table.entry() == entry + 1
    assert table.say("undo").code == 0
    assert table.say("next").code == 0


@pytest.mark.parametrize(
    ("scenario", "line", "dice", "read"),
    [
        ("asp-opening", "fire t1 at a1 450", "effect=34/4/1", ["4", "1", "34"]),
        ("asp-opening", "fire t1 at a1 450", "4/1/eff=34", ["4", "1", "34"]),
        ("worked-example-1", "fire ta at para", "reply=1234/2345", ["2345", "1234"]),
        ("d20-opening", "fire pak at croc 9", "penetration=18/19", ["19", "18"]),
    ],
)
def test_dice_name_the_throw_they_are_of(table, scenario, line, dice, read):
    table.game(scenario)
    said = table.say(f"{line} --dice {dice}")
    assert said.code == 0, said.err
    assert on_record(table) == (line, read)


@pytest.mark.parametrize(
    ("line", "full", "read"),
    [
        ("t1 a1 450 4/1 effect=34", "fire t1 at a1 450", ["4", "1", "34"]),
        ("t1 a1 450 effect=34 4/1", "fire t1 at a1 450", ["4", "1", "34"]),
    ],
)
def test_a_throw_is_named_behind_the_act(table, line, full, read):
    table.game("asp-opening")
    said = table.say(line)
    assert said.code == 0, said.err
    assert on_record(table) == (full, read)
    assert table.say("t1 a1 450 effect=34").code == 4
    assert "flank: " in table.say("t1 a1 450 flank=34").err


def test_of_a_throw_that_is_named_the_others_are_still_wanted(table):
    table.game("asp-opening")
    said = table.say("fire t1 at a1 450 --dice 4/effect=34")
    assert said.code == 4
    assert '--dice "4/<1 die>/effect=34"' in said.err
    assert table.say("fire t1 at a1 450 --dice 4/1/effect=34").code == 0


def test_a_throw_that_is_not_made_takes_no_dice(table):
    table.game("asp-opening")
    said = table.say("fire t1 at a1 450 --dice 4/1/34/morale=3")
    assert said.code == 2
    assert "morale=3" in said.err
    assert "detection, detection-reply, effect" in said.err
    assert table.entry() == 1


def test_a_throw_is_named_at_a_question(table):
    table.game("asp-opening")
    die, effect = "1 die (Enter rolls): ", "2 dice (Enter rolls): "
    answers = [(die, "effect=34\n"), (die, "4\n"), (die, "1\n")]
    code, seen = at_terminal("fire", "t1", "a1", "450", cwd=table.folder, answers=answers)
    assert code == 0, seen
    assert effect not in seen
    assert on_record(table) == ("fire t1 at a1 450", ["4", "1", "34"])
    answers = [(die, "efect=34\n"), (die, "4/1/34\n"), (die, "!\n")]
    code, seen = at_terminal("fire", "t2", "a1", "450", cwd=table.folder, answers=answers)
    assert "efect=34: no throw here has this name" in seen


def test_a_number_behind_an_act_without_dice_is_no_die(table):
    table.game("bridgehead")
    said = table.say("fire mh at ah 2")
    assert (said.code, "bug" in said.err) == (3, False)

"""Tests of connecting words between sides: a line with them has the same meaning as the line without."""

import pytest


@pytest.mark.parametrize(
    ("scenario", "short", "full"),
    [
        ("worked-example-1", "fire ta tb para", "fire ta tb at para"),
        ("worked-example-1", "fire ta, tb para g1 g2 g3", "fire ta tb at para with g1 reply g2 g3"),
        ("worked-example-1", "fire ta and tb para g1 range=2 g2", "fire ta tb at para with g1 reply g2 range=2"),
        ("worked-example-1", "fire ta 1005", "fire ta at para"),
        ("bridgehead", "artillery air m1", "artillery air at m1"),
        ("worked-example-1", "fire ta paratroops", "fire ta at para"),
        ("worked-example-2", "assault sh ai g1", "assault sh ai at g1"),
        ("asp-opening", "fire t1 a1 450", "fire t1 at a1 450"),
        ("d20-opening", "fire tiger sherman 18", "fire tiger at sherman 18"),
        ("d20-opening", "assault tiger panzer sherman firefly", "assault tiger panzer at sherman firefly"),
    ],
)
def test_sides_tell_the_roles(table, scenario, short, full):
    table.game(scenario)
    said = table.say(f"{short} --explain")
    assert said.code == 0
    assert said == table.say(f"{full} --explain")


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("fire ta tb para all", "fire ta tb at para with g1"),
        ("fire ta tb at para with all", "fire ta tb at para with g1"),
        ("fire ta tb para reply all", "fire ta tb at para reply g2 g3"),
        ("fire ta tb para all reply ALL", "fire ta tb at para with g1 reply g2 g3"),
        ("fire ta tb para g2 all", "fire ta tb at para with g1 reply g2"),
        ("fire ta tb at para reply g3 all", "fire ta tb at para reply g3 g2"),
    ],
)
def test_all_are_the_guns_of_a_side(table, short, full):
    table.game("worked-example-1")
    said = table.say(f"{short} --explain")
    assert said.code == 0
    assert said == table.say(f"{full} --explain")


def test_all_are_those_in_range_with_shots_the_nearest_first(table):
    table.game("bridgehead")
    far = "a1 at k1 range=2 line=clear command=yes"
    told = table.say(f"fire {far} with all g1.range=9 g2.range=3 --explain --json").plain
    assert "with g2 g1 " in told["command"]
    table.say("set g2 shots=0")
    assert "with g1" in table.say(f"fire {far} with all g1.range=2 --explain --json").plain["command"]
    table.say("set g1 shots=0")
    refused = table.say(f"fire {far} with all --odds")
    assert refused.err.splitlines()[0] == "error: no German battery in range has shots left"


def test_the_record_says_who_all_were(table):
    table.game("worked-example-1")
    assert table.say("fire ta para all --dice 11111/1111 --defaults").code == 0
    entry = table.say("log 2 --json").plain
    assert "with g1" in entry["line"]
    assert "#2 fire ta at para with g1" in table.say("log 2").out


def test_air_belongs_to_the_side_named_just_before_it(table):
    table.game("bridgehead")
    table.say("set British air=1")
    line = "range=2 line=clear command=yes q1.range=2 --explain"
    short = table.say(f"fire p1 k1 air q1 air {line}")
    assert short.code == 0
    assert short == table.say(f"fire p1 at k1 with air reply q1 air {line}")


def test_a_gun_named_first_or_alone_acts(table):
    table.game("bridgehead")
    assert table.say("artillery g1 k1 --explain") == table.say("artillery g1 at k1 --explain")
    assert table.say("artillery g1 0805 --dry-run") == table.say("artillery g1 to 0805 --dry-run")


@pytest.mark.parametrize("line", ["fire ta at tb", "fire ta para with g2", "fire ta nobody", "fire ta para g2 ta3"])
def test_a_connecting_word_that_is_typed_is_never_changed(table, line):
    table.game("worked-example-1")
    said = table.say(line)
    assert said.code == 2
    assert said.err.startswith("error: ")


def test_the_log_says_the_line_in_full(table):
    table.game("worked-example-1")
    assert table.say("fire ta para --dice 1111/1111 --defaults").code == 0
    assert "#2 fire ta at para" in table.say("log 2").out


@pytest.mark.parametrize(
    ("scenario", "short", "full"),
    [
        ("worked-example-1", "ta tb para", "fire ta tb at para"),
        ("worked-example-2", "sh ai g1", "assault sh ai at g1"),
        ("bridgehead", "p1 0703", "move p1 to 0703"),
        ("asp-opening", "t1 a1 450", "fire t1 at a1 450"),
        ("asp-opening", "t1 400", "move t1 400"),
        ("d20-opening", "tiger sherman 18", "fire tiger at sherman 18"),
        ("d20-opening", "tiger open=4", "move tiger open=4"),
    ],
)
def test_a_line_without_a_verb_has_that_of_whoever_it_names(table, scenario, short, full):
    table.game(scenario)
    assert table.say(f"{short} --dry-run --roll --defaults") == table.say(f"{full} --dry-run --roll --defaults")


@pytest.mark.parametrize(
    ("scenario", "before", "short", "full"),
    [
        ("bridgehead", ("order a=M b=M p=M k=D l=H m=M", "order reveal"), "p", "activate p"),
        ("bridgehead", ("order a=M b=M p=M k=D l=H m=M", "order reveal"), "L", "activate L"),  # no short form of log
        ("bridgehead", (), "a=M b=H", "order a=M b=H"),
        ("bridgehead", (), "a M", "order a M"),
        ("bridgehead", ("order a=M b=M p=M k=D l=H m=M", "order reveal"), "a=H", "order a=H"),
        ("asp-five-groups", (), "kg", "order kg"),
        ("asp-five-groups", ("next",), "kg k2", "order kg k2"),
        ("asp-five-groups", ("next", "order kg k2 --roll"), "k2", "activate k2"),
    ],
)
def test_a_unit_named_alone_does_what_it_is_time_for(table, scenario, before, short, full):
    table.game(scenario)
    for line in before:
        assert table.say(line).code == 0
    assert table.say(f"{short} --dry-run --roll") == table.say(f"{full} --dry-run --roll")


def test_what_if_needs_no_verb_either(table):
    table.game("worked-example-1")
    said = table.say("what-if ta tb para")
    assert said.code == 0
    assert said == table.say("what-if fire ta tb at para")


def test_a_short_form_before_a_stand_is_no_unit_of_that_letter(table):
    table.game("bridgehead")  # it has a battalion M
    assert table.say("m p1 0703 --dry-run") == table.say("move p1 to 0703 --dry-run")
    assert "there is no command 'p'" in table.say("p").err  # nobody is activated while orders are laid


def test_short_forms_are_of_acts_and_looks_alone_and_never_change(table):
    from umpire.cli.command import SHORT

    never = {"undo", "redo", "new", "set", "edit", "export", "table", "quit"}
    assert not never & set(SHORT.values())
    assert SHORT["f"] == "fire"
    assert SHORT["as"] == "assault"
    assert SHORT["m"] == "move"
    table.game("worked-example-1")
    assert table.say("f ta at para --odds") == table.say("fire ta at para --odds")
    assert table.say("s ta") == table.say("status ta")


def test_somebody_is_meant_before_a_short_form(table):
    table.game("bridgehead")
    assert "1st German battery" in table.say("g1 0805 --dry-run").err
    assert "there is no command 'zz'" in table.say("zz k1").err


def test_a_fact_to_tell_is_hinted_with_what_else_it_takes(table):
    table.game("d20-evening")
    table.say("set game sequence=told")
    said = table.say("fire major at baker 3 mode=ap")
    assert said.err.splitlines()[-1].endswith('add major.ap=4, and overrule the other refusals with --ruling "why"')
    assert table.say("fire major at baker 3 mode=ap major.ap=4 --odds --ruling so").code == 0
    alone = table.say("fire kfz at colonel 3").err
    assert alone.splitlines()[-1].endswith("add kfz.he=4")


@pytest.mark.parametrize(
    ("scenario", "line", "noun", "word"),
    [
        ("worked-example-1", "fire ta forest", "stand", "forest"),
        ("worked-example-1", "fire ta tb forest", "stand", "forest"),
        ("asp-opening", "fire t1 ridge", "stand", "ridge"),
        ("d20-opening", "fire tiger shermen", "element", "shermen"),
    ],
)
def test_a_word_that_is_nobody_is_named_before_what_is_missing(table, scenario, line, noun, word):
    table.game(scenario)
    first = table.say(line).err.splitlines()[0]
    assert first in (f"error: '{word}' is not understood here", f"error: no {noun} is called '{word}'")


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("art heavy smoke x", "did you mean artillery?"),
        ("und", "did you mean undo?"),
        ("fier heavy", "did you mean fire?"),
        ("45", "no act is waiting for dice"),
        ("44/6/x", "no act is waiting for dice"),
    ],
)
def test_what_is_no_command_may_begin_one_or_be_dice(table, line, hint):
    table.game("asp-two-groups")
    assert hint in table.say(line).err

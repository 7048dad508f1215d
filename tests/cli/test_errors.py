"""Tests of every kind of wrong input: one clear line and a hint, the right exit code, the game unchanged."""

import platform

import pytest

import umpire
from tests.cli.games import TANKS

BROKEN = {
    "unknown stand": (f"{TANKS} with g9 --roll", 2, "g9", "did you mean "),
    "unknown target": ("fire ta at parra --roll", 2, "'parra'", "did you mean para?"),
    "own stand as target": ("fire ta at tb --roll", 2, "same side", "enemy"),
    "nobody named": ("fire", 2, "", ""),
    "no target": ("fire ta", 2, "", ""),
    "too few dice": (f"{TANKS} --dice 666/1111", 2, "German fire: 5 dice needed, 3 typed", "type "),
    "too many dice": (f"{TANKS} --dice 666666/1111", 2, "5 dice needed, 6 typed", "type "),
    "face 7": (f"{TANKS} --dice 66617/1111", 2, "there is no 7", "type "),
    "face 0": (f"{TANKS} --dice 66610/1111", 2, "there is no 0", "type "),
    "letters": (f"{TANKS} --dice 66foo/1111", 2, "is not dice", "type "),
    "dice empty": (f"{TANKS} --dice=", 2, "no dice typed", "type "),
    "too many hits": (f"{TANKS} --dice h6/1111", 2, "is not possible", ""),
    "dice left over": (f"{TANKS} --dice 11111/1111/1z", 2, "left over", "nothing was recorded"),
    "choice left over": (f"{TANKS} --dice 11111/1111 --choose x", 2, "left over", "nothing was recorded"),
    "choice not offered": (f"{TANKS} --dice 66111/1111 --choose mg", 2, "'mg' is not one of the options", "one of: "),
    "fact misspelt": (f"{TANKS} rnage=2 --roll", 2, "rnage", "did you mean range?"),
    "fact of nobody": (f"{TANKS} zz.range=2 --roll", 2, "zz", ""),
    "fact without value": (f"{TANKS} range= --roll", 2, "a fact is typed as name=value", "range=2"),
    "fact no number": (f"{TANKS} range=far --roll", 2, "'far'", ""),
    "fact twice": (f"{TANKS} range=2 range=2 --roll", 2, "twice", ""),
    "add without reason": (f"{TANKS} --roll --add 1", 2, "--add '1'", "--add '+1 wreck"),
    "option misspelt": (f"{TANKS} --dicee 1", 2, "no option --dicee", "did you mean --dice?"),
    "option twice": (f"{TANKS} --roll --ruling a --ruling b", 2, "--ruling is given twice", "give it once"),
    "option of all twice": ("-g a.umpire -g b.umpire status", 2, "-g is given twice", "give it once"),
    "option of a look twice": ("log -n 2 --last 3", 2, "-n is given twice", "give it once"),
    "option of an amend twice": ("amend 1 --ruling a --ruling b", 2, "--ruling is given twice", "give it once"),
    "dice of several left over": (
        f"{TANKS} --dice 11111 --dice 1111 --dice 1z",
        2,
        "left over",
        "nothing was recorded",
    ),
    "option without value": (f"{TANKS} --dice", 2, "--dice", "--help"),
    "unknown command": ("fier ta", 2, "no command 'fier'", "did you mean fire?"),
    "no command opens": ("open", 2, "no command 'open'", "umpire -g worked-example-1.umpire status"),
    "rule of two words": ("rule night cap", 2, "'night cap'", "did you mean night?"),
    "set without value": ("set para sp=", 2, "sp= has no value", "for example: set para sp=1"),
    "set no number": ("set clock round=x", 2, "whole number", "for example: set clock round=2"),
    "order unknown": ("order pz=Q", 2, "order 'Q'", "one of: M (move), H (hold), D (dug in), R (retreat)"),
    "other ruleset": (f"{TANKS} --roll --rules d20-elements", 2, "two-star-general", "--rules"),
    "unknown ruleset": ("rule 3 --rules d20", 2, "'d20' is not known", "d20-elements"),
    "no such game": ("status -g missing.umpire", 1, "missing.umpire does not exist", "umpire new"),
    "not a game": ("status -g broken.toml", 1, "not an Umpire game", "-g FILE"),
    "a folder": ("status -g .", 1, "not an Umpire game", "-g FILE"),
    "game without name": ("status --game=", 2, "is not a file name", "for example"),
    "status of nobody": ("status parra", 2, "'parra'", "did you mean para?"),
    "log of no number": ("log twelve", 2, "'twelve'", "umpire log"),
    "log of no entry": ("log 99", 1, "no entry 99", "umpire log"),
    "log of minus one": ("log -n -1", 2, "-1", "for example"),
    "log of letters": ("log -n many", 2, "many", "--help"),
    "nothing to undo": ("undo", 1, "nothing to undo", "umpire log"),
    "nothing to redo": ("redo", 1, "nothing to redo", ""),
    "set nobody": ("set parra sp=3", 2, "'parra'", "did you mean para"),
    "set nothing": ("set para", 2, "nothing to set", "key=value"),
    "set unknown key": ("set para strength=3", 2, "strength", ""),
    "set wrong kind": ("set para sp=lots", 2, "sp", ""),
    "new from nowhere": ("new nowhere", 1, "nowhere", ""),
    "new from broken TOML": ("new broken.toml", 1, "broken.toml", ""),
    "new from an unknown ruleset": ("new unknown.toml -g u.umpire", 1, "unknown.toml", ""),
    "new with an unknown key": ("new key.toml -g k.umpire", 1, "key.toml", ""),
    "new over a game": ("new worked-example-1", 1, "exists already", "never overwrites"),
    "new in no folder": ("new asp-opening -g no/where.umpire", 1, "no folder", ""),
    "edit from nowhere": ("edit --from nowhere.toml", 1, "no file nowhere.toml", "check the name"),
    "edit from broken TOML": ("edit --from broken.toml", 1, "broken.toml", ""),
    "edit without a terminal": ("edit", 2, "no terminal", "--from FILE"),
    "export over a file": ("export -o broken.toml", 1, "exists already", "another"),
    "export to no folder": ("export -o no/where.toml", 1, "cannot be written", ""),
    "rule unknown": ("rule 9.9.9", 2, "'9.9.9'", ""),
    "rule misspelt": ("rule comand", 2, "'comand'", "did you mean"),
    "rules unknown": ("rules general", 2, "'general'", ""),
}


@pytest.fixture
def table(table, tmp_path):
    table.game()
    (tmp_path / "broken.toml").write_text('name = "x\n[[[')
    (tmp_path / "unknown.toml").write_text('name = "x"\nruleset = "chess"\nsides = ["a", "b"]\n')
    (tmp_path / "key.toml").write_text('name = "x"\nnmae = "x"\nruleset = "d20-elements"\nsides = ["a", "b"]\n')
    return table


@pytest.mark.parametrize("case", BROKEN)
def test_wrong_input_is_one_line_and_a_hint_and_changes_nothing(table, case):
    line, code, what, hint = BROKEN[case]
    before = {path.name: path.read_bytes() for path in table.folder.iterdir()}
    said = table.say(line)
    assert said.code == code, said
    assert said.out == ""
    lines = said.err.splitlines()
    if "broken TOML" not in case:  # all mistakes of a file are reported together
        assert len(lines) <= 2
    assert lines[0].startswith("error: ")
    assert what in lines[0]
    if hint:
        assert lines[1].startswith("hint: ")
        assert hint in lines[1]
    assert {path.name: path.read_bytes() for path in table.folder.iterdir()} == before


@pytest.mark.parametrize("case", BROKEN)
def test_wrong_input_is_one_json_object_with_json(table, case):
    line, code, what, _ = BROKEN[case]
    said = table.say(f"--json {line}")
    assert said.code == code, said
    assert said.err == ""
    assert what in said.plain["error"]
    assert "hint" in said.plain


NEEDED = {
    "asp-opening": ("fire t1 at p3", "rnge=600", "range"),
    "d20-opening": ("fire gren at rifles", "rnge=6", "range"),
    "rules/ridge": ("fire b1 at wg", "rnge=6", "range"),
}


@pytest.mark.parametrize("scenario", NEEDED)
@pytest.mark.parametrize("before", ["", "what-if "])
def test_a_fact_that_is_needed_and_misspelt_is_named(table, scenario, before):
    line, typed, meant = NEEDED[scenario]
    table.say(f"new {scenario} -g needed.umpire")
    for told in (typed, f"{line.split()[1]}.{typed}", f"{typed} covr=soft", f"xyzzy=1 {typed}"):
        said = table.say(f"{before}{line} {told} -g needed.umpire").err.splitlines()
        word = next(one for one in told.split() if "rnge" in one).partition("=")[0]
        assert (said[0], meant in said[1]) == (f"error: {word}: `fire` does not take this fact", True)
    untold = table.say(f"{before}{line} -g needed.umpire").err
    assert table.say(f"{before}{line} xyzzy=1 -g needed.umpire").err == untold


def test_dice_told_one_throw_after_the_other_are_the_dice_told_in_one_go(table):
    apart = table.say(f"{TANKS} --dice 66111 --dice 1111 --defaults --dry-run").out
    assert apart == table.say(f"{TANKS} --dice 66111/1111 --defaults --dry-run").out
    assert "thrown 5" in table.say("dice 2d6 6 / 1d6 6 --dice 61 --dice 5").out


def test_a_dead_stand_fires_no_more(table):
    assert table.say("set tb sp=0").code == 0
    said = table.say(TANKS + " --roll")
    assert said.code == 2
    assert "tank B" in said.err or "'tb'" in said.err
    assert said.err.splitlines()[1].startswith("hint: ")


def test_no_game_says_how_to_begin(table):
    (table.folder / "worked-example-1.umpire").unlink()
    said = table.say("status")
    assert (said.code, said.out) == (1, "")
    assert said.err == (
        "error: there is no game in this folder\n"
        "hint: `umpire new SCENARIO` starts a game; `-g FILE` uses a game in another folder\n"
    )


def test_several_games_are_named(table):
    table.game("d20-opening")
    said = table.say("status")
    assert said.code == 1
    assert "there are 2 games in this folder: d20-opening.umpire, worked-example-1.umpire" in said.err
    assert "name one: `-g d20-opening.umpire`" in said.err
    for line in ("print sheet", "sheet", "rule 3"):
        said = table.say(line)
        assert said.code in (1, 2)
        assert "`-g d20-opening.umpire`, or name a ruleset: `--rules NAME`" in said.err


def test_a_table_without_its_ending_is_named_with_it(table):
    path = table.folder / "club" / "mine"
    path.parent.mkdir()
    path.with_suffix(".toml").write_text("format = 1\n[act.x]\n")
    assert f"did you mean {path}.toml?" in table.say(f"sheet --rules {path}").err


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("set para sp=x hex=x", ("stands.para.sp", "stands.para.hex")),
        ("order pz=Q ab=Z", ("'Q'", "'Z'")),
        ("fire x1 at y2", ("'x1'", "'y2'")),
    ],
)
def test_two_mistakes_in_one_line_are_both_named(table, line, words):
    said = table.say(line)
    assert said.code == 2
    errors = [each for each in said.err.splitlines() if each.startswith("error: ")]
    assert [word in each for word, each in zip(words, errors, strict=True)] == [True, True]
    assert len(table.say(f"{line} --json").plain["more"]) == 1


def test_a_redo_cannot_be_amended(table):
    for line in ("note rain", "undo", "redo"):
        assert table.say(line).code == 0
    assert "#4 is a redo" in table.say("amend 4 hail").err


def test_a_bug_is_one_line_with_its_place_and_seventy(table, monkeypatch):
    monkeypatch.setattr("umpire.cli.commands.record.log_lines", lambda *told, **more: 1 / 0)
    said = table.say("log")
    assert said.code == 70
    assert said.err.startswith("bug: ZeroDivisionError: division by zero at ")
    bug, hint = said.err.splitlines()
    version, python = umpire.__version__, platform.python_version()
    assert bug.endswith(f"; umpire {version}, Python {python}, {platform.system()}; typed: log")
    assert "UMPIRE_DEBUG=1" in hint
    assert "a copy of the game" in hint
    monkeypatch.setenv("UMPIRE_DEBUG", "1")
    assert "Traceback" in table.say("log").err


def test_a_bug_in_a_secret_act_shows_no_order(table, monkeypatch):
    table.game("bridgehead")
    monkeypatch.setattr("umpire.cli.commands.acts._resolve", lambda *told, **more: 1 / 0)
    bug = table.say("-g bridgehead.umpire order k=M").err.splitlines()[0]
    assert bug.endswith("; typed: order ...")
    assert "k=M" not in bug


def test_a_bug_while_a_game_begins_is_a_bug_and_no_missing_file(table, monkeypatch):
    monkeypatch.setattr("umpire.play.scenarios.begun", lambda *told, **more: None.head)
    for words in ("new asp-opening", "new asp-opening -g sunday.umpire"):
        said = table.say(words)
        assert (said.code, said.err[:20]) == (70, "bug: AttributeError:"), said.err


def test_a_bug_among_several_games_is_a_bug(table, monkeypatch):
    table.game("d20-opening")
    monkeypatch.setattr("umpire.play.scenarios.begun", lambda *told, **more: None.head)
    said = table.say("new asp-opening -g sunday.umpire")
    assert (said.code, said.err[:20]) == (70, "bug: AttributeError:"), said.err

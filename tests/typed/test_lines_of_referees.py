"""Tests of every line that two referees new to Umpire typed without success, with its intended meaning.

Where their ids are not known, those of the examples are used. A lasting fact is set with `now`.
"""

import json

import pytest

from tests.cli.games import at_terminal
from tests.typed import prompted
from umpire.cli.app import run
from umpire.cli.commands.prompt import _run_line
from umpire.cli.setting import Invocation

STAR = "bridgehead"
PLAYED = ("set k order=M", "set clock phase=activations side=German")
GUNS = ("set clock phase=artillery side=German",)
MOVES = ("set clock phase=activations active=p",)
CHANGED = ("set clock phase=activations active=l",)
ASP, D20 = "asp-opening", "d20-opening"
AREAS = ("set conditions modules=smoke,illumination,engineering",)
FIGHT = ("set clock turn=1 phase=combat side=German",)
ROLL = " --roll --defaults"
LOSSES = "fire ta tb at para --dice 66145/1111 --choose"
PIN = "set p1 p5 i1 r1 r2"

UNDERSTOOD = [
    (STAR, (), "clear", "clear"),
    (STAR, (), "orders", "status orders"),
    (STAR, PLAYED, "activate 62 34 --defaults", "activate --dice 62/34 --defaults"),
    (STAR, PLAYED, "activate 55 44 --defaults", "activate --dice 55/44 --defaults"),
    (STAR, PLAYED, "k 63/53 --defaults", "activate k --dice 63/53 --defaults"),
    (STAR, PLAYED, "a 55 43", "activate a --dice 55/43"),
    (STAR, MOVES, "p2 to 1005, p3 to 1006, hq 0904", "move p2 to 1005 p3 to 1006 ph to 0904"),
    ("worked-example-1", (), f'{LOSSES} "para mg"', f"{LOSSES} para+mg"),
    ("worked-example-1", (), f'{LOSSES} "para 2"', f"{LOSSES} para2"),
    (STAR, GUNS, "air q1" + ROLL, "artillery air at q1" + ROLL),
    (STAR, GUNS, "artillery g1 move 0404", "artillery g1 to 0404"),
    (STAR, (), "k k1 at a1 --explain", "fire k1 at a1 --explain"),
    ("worked-example-2", (), "sh + ai -> g1" + ROLL, "assault sh ai at g1" + ROLL),
    ("worked-example-2", (), "SH attacks G1" + ROLL, "assault sh at g1" + ROLL),
    ("worked-example-2", (), "sh attack g1" + ROLL, "assault sh at g1" + ROLL),
    ("worked-example-2", (), "assault 1st company at sh" + ROLL, "assault g1 at sh" + ROLL),
    (STAR, (), "shoot a1 k1" + ROLL, "fire a1 at k1" + ROLL),
    (STAR, (), "who has shots", "score"),
    (STAR, (), "shots", "score"),
    (STAR, (), "score", "score"),
    (STAR, (), "vp", "score"),
    (STAR, (), "!", "!"),
    (STAR, (), "set phase=night day=1", "set clock phase=night day=1"),
    (STAR, ("set kmo sp=0",), "set kh=removed", "set kh sp=0"),
    (STAR, CHANGED, "swap l1 l2", "move l1 to 1602 l2 to 1603"),
    (STAR, (), "turn", "status"),
    (STAR, (), "set round=5", "set clock round=5"),
    ("asp-five-groups", (), "order k2 4 1", 'order k2 --dice "4 1"'),
    (ASP, (), "cp kg", "status kg"),
    (ASP, (), "march kg 3000", "march h1 t1 t2 t3 s1 s2 c1 c2 g2 f1 m1 3000"),
    (ASP, (), "march c1 f1 4000 tow", "march c1 f1 4000 f1.tow=c1"),
    (ASP, (), "fire t1 at p3 600 with p3 in cover" + ROLL, "fire t1 at p3 600 cover=cover" + ROLL),
    (ASP, (), "fire t1 p3 600 cover" + ROLL, "fire t1 at p3 600 cover=cover" + ROLL),
    (ASP, (), "t1 p3 600 hard" + ROLL, "fire t1 at p3 600 cover=hard" + ROLL),
    (ASP, (), "s2 p3 500 arc=flank hard" + ROLL, "fire s2 at p3 500 arc=flank cover=hard" + ROLL),
    (ASP, (), "t1 p3 600 flank" + ROLL, "fire t1 at p3 600 arc=flank" + ROLL),
    (ASP, (), "t1 p3 600 moving" + ROLL, "fire t1 at p3 600 moving=yes" + ROLL),
    (ASP, (), "t1 p3 600m p3 moving" + ROLL, "fire t1 at p3 600m moving=yes" + ROLL),
    (ASP, (), "t1 p3 600 m=y" + ROLL, "fire t1 at p3 600 moving=y" + ROLL),
    (ASP, (), "t1 p3 600 cov=hard" + ROLL, "fire t1 at p3 600 cover=hard" + ROLL),
    (ASP, (), "t1 p3 600 p3.cov=hard" + ROLL, "fire t1 at p3 600 p3.cover=hard" + ROLL),
    (ASP, (), "t1 p3 600 opt=D met=100" + ROLL, "fire t1 at p3 600 option=D metres=100" + ROLL),
    (ASP, ("fire t1 p3 600 --dry-run --roll",), "odds", "fire t1 p3 600 --odds"),
    (ASP, (), "d s1", "debus s1"),
    (ASP, AREAS, "smoke b1 the hedge --roll", "artillery b1 smoke the hedge --roll"),
    (ASP, AREAS, "m1 smoke hedge --roll", "artillery m1 smoke hedge --roll"),
    (ASP, AREAS, "arty b1 light ford --roll", "artillery b1 light ford --roll"),
    ("asp-two-groups", (), "light heavy the ford", "artillery heavy light the ford"),
    (ASP, (), f"{PIN} state=pinned", f"{PIN} pinned=yes"),
    (ASP, (), "audit t3 markers 1", "audit t3 markers=1"),
    (ASP, (), "cross t1 teeth", "cross t1 over teeth"),
    (ASP, (), "what-if p2 at s2 600", "what-if fire p2 at s2 600"),
    (ASP, (), 'rule "night cap"', "rule night_cap"),
    (ASP, (), "victory", "score"),
    (D20, (), "panzer sherman2 4 side soft" + ROLL, "fire panzer at sherman2 4 side=yes cover=soft" + ROLL),
    (D20, (), "pak firefly 10 hd" + ROLL, "fire pak at firefly 10 hulldown=yes" + ROLL),
    (D20, (), "fire tiger at lorry 6 --dice 20/able", "fire tiger at lorry 6 --dice 20/2"),
    (D20, ("set baker suppressed=yes",), "move baker fallback", "move baker fallback=yes"),
    (D20, (), "move spandau breakdown", "move spandau breakdown=yes"),
    (D20, (), "n 4", "next movement"),
    (D20, (), "n 3", "next combat"),
    (D20, (), "n 2", "next fire"),
    (D20, FIGHT, "tiger riders 10 --odds", "fire tiger at riders 10 --odds"),
    (D20, FIGHT, "spandau riders 3", "fire spandau at riders 3"),
]
"""Scenario, lines before, what was typed, the full line that it comes to."""

ANSWERED = [
    (STAR, (), "end", "next"),
    ("worked-example-2", (), "assault sh at g1 --seed 3", "assault --help"),
    (D20, (), "move panzer 4 halt", "halt=edge"),
]
"""Scenario, lines before, what was typed, the hint that is typed next: as it stands, or in place of the word."""

FAIR = [
    (STAR, (), "34 25"),
    (STAR, (), "n r2=1"),
    (STAR, (), "set kh sp=0"),
    ("worked-example-1", (), f"{LOSSES} p22"),
    ("worked-example-1", (), f"{LOSSES} h"),
    ("worked-example-1", (), "fire ta tb at para --dice 65"),
    ("worked-example-1", (), "fire ta tb at para --dice 61"),
    ("worked-example-1", (), 'fire ta tb at para --dice "tb at mg"'),
    (ASP, (), "t1 p3 600 arc=f"),
]
"""What was answered fairly at the time: one line says what is wrong, and nothing is recorded."""

SCENARIO = ('hex = "0101"', 'with = "ta"', 'attached = "ta"')
"""What was written of a platoon that goes with another stand: the key is `host`."""

OTHERS = {D20: {"sherman": "sherman2", "puma": "baker", "rifles": "riders", "bren": "able"}}


def begun(table, scenario):
    """Return the file of a new game of a scenario, with the ids that the referee had."""
    for old in table.folder.glob("*.umpire"):
        old.unlink()
    path = table.game(scenario)
    if scenario in OTHERS:
        text = table.say("export").out
        for old, new in OTHERS[scenario].items():
            text = text.replace(f"[elements.{old}]", f"[elements.{new}]")
        path.unlink()
        (table.folder / "own.toml").write_text(text, encoding="utf-8")
        assert table.say("new own.toml --seed 44").code == 0
        return path.with_name("own.umpire")
    return path


def typed(table, scenario, before, line):
    """Return the result of a line: its exit code, its answer, and the record then."""
    answer = prompted.typed(table, scenario, before, line, begin=begun)
    facts = {"entry": answer.entry, **{name: answer.last[name] for name in ("facts", "choices", "outcome")}}
    other = ("recorded", "hint: ", "(typed)", "typed: ")  # the answer repeats the line as typed
    return answer.code, [each for each in answer.said.splitlines() if not any(word in each for word in other)], facts


@pytest.mark.parametrize(("scenario", "before", "line", "meant"), UNDERSTOOD, ids=lambda each: str(each)[:40])
def test_a_line_is_understood(table, scenario, before, line, meant):
    code, said, recorded = typed(table, scenario, before, line)
    whole_code, whole, meant_so = typed(table, scenario, before, meant)
    assert code == whole_code
    assert [each.lower() for each in said] == [each.lower() for each in whole]
    assert recorded == meant_so
    assert code != 2 or line in ("d s1", "cross t1 teeth")  # in a fitting position both find nothing to act on


@pytest.mark.parametrize(("scenario", "before", "line", "hint"), ANSWERED, ids=lambda each: str(each)[:40])
def test_a_line_is_answered_with_a_hint_that_works(table, scenario, before, line, hint):
    begun(table, scenario)
    setting = Invocation(at_prompt=True, run=run)
    for each in before:
        assert _run_line(each, setting) == 0, each
    table.capsys.readouterr()
    assert _run_line(line, setting) == 2
    said = table.capsys.readouterr().err
    assert hint in said.partition("hint: ")[2]
    then = line.replace("halt", hint) if "=" in hint else hint
    code = _run_line(then, setting)
    answer = table.capsys.readouterr().err
    assert code in (0, 3), answer
    assert "error" not in answer


@pytest.mark.parametrize(("scenario", "before", "line"), FAIR, ids=lambda each: str(each)[:40])
def test_a_line_that_was_answered_fairly_still_is(table, scenario, before, line):
    code, said, recorded = typed(table, scenario, before, line)
    assert code == 2
    assert [each for each in said if each.startswith("error: ")]
    assert recorded["entry"] == 1 + len(before)


def test_a_platoon_is_told_with_whom_it_is(table):
    begun(table, STAR)
    text = table.say("export").out
    (host,) = {each for each in text.partition("[stands.kmo]")[2].partition("[")[0].splitlines() if "host" in each}
    for line in SCENARIO:
        (table.folder / "own.toml").write_text(text.replace(host, line, 1), encoding="utf-8")
        said = table.say("check own.toml --json")
        assert said.code == 1
        assert "host" in json.dumps(said.plain)


def test_looks_at_a_question_and_what_is_empty(table):
    table.game()
    die = "German fire, 5 dice (Enter rolls): "
    lines = ("s", "status", "what-if fire ta at para", "report -o evening.html", "/", "!")
    answers = [(die, f"{line}\n") for line in lines]
    code, seen = at_terminal("fire", "ta", "tb", "at", "para", cwd=table.folder, answers=answers)
    assert code == 130
    assert seen.count("before this act:") >= 2
    assert "what-if" not in seen.partition("error: ")[2].partition("hint")[0]
    assert (table.folder / "evening.html").exists()
    assert "nothing typed" in seen


def test_nine_of_ten_lines_are_understood():
    at_a_question = 4  # s, status, what-if, report
    understood = len(UNDERSTOOD) + at_a_question
    answered = len(ANSWERED) + len(SCENARIO)
    print(f"{understood} of {understood + answered} understood, {answered} answered with a hint")
    assert understood >= (understood + answered) * 9 // 10

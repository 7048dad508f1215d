"""Tests at a terminal and away from one: questions, Ctrl-C, the prompt, closed pipes, small encodings."""

import subprocess
import sys

import pytest

from tests.cli.games import TANKS, Table, at_terminal, from_pipe, umpire
from tests.cli.terminal import Terminal
from tests.places import ROOT
from umpire.cli.output import in_ascii

GERMAN = "German fire, 5 dice (Enter rolls): "
ALLIED = "Allied reply, 4 dice (Enter rolls): "
WAYS = (
    "type the faces (133456 or 1 3 3 4 5 6), counts (2x6 4x1), scoring dice with x for the rest (66\n"
    "  x), hits (h3), or r to roll"
)


@pytest.fixture
def table(table):
    table.game()
    return table


def test_dice_are_asked_throw_by_throw_and_choices_by_token(table):
    code, seen = at_terminal(
        *TANKS.split(),
        cwd=table.folder,
        answers=[(GERMAN, "66145\n"), (ALLIED, "4456\n"), ("(Enter: para2): ", "\n"), ("(Enter: ta2): ", "ta+tb\n")],
    )
    assert code == 0, seen
    lines = seen.splitlines()
    assert lines[0] == "tank A and tank B: fire at paratroops (1005, village), range 2"
    assert lines.index("  1  infantry guns  1 light artillery (3.5.1-01)") < lines.index(GERMAN + "66145")
    assert "  German fire: thrown 6 6 1 4 5 (typed): 2 hits" in lines
    assert "  para+mg  paratroops -1, para MG -1" in lines
    assert {"paratroops 4→2", "tank A 4→3", "tank B 2→1"} <= {*lines}
    assert seen.count("German fire, 5 dice: each 6 hits (3.2-02)") == 1
    assert max(map(len, lines)) <= 110  # what is typed after a prompt, and hints


def test_an_answer_runs_ahead(table):
    code, seen = at_terminal(*TANKS.split(), cwd=table.folder, answers=[(GERMAN, "66145/4456/para+mg/tb2\n")])
    assert code == 0, seen
    assert "REMOVE tank B" in seen
    assert "REMOVE para MG" in seen


@pytest.mark.slow
def test_a_bad_answer_is_refused_in_words_and_asked_again(table):
    bad = f"hint: {WAYS}\n? explains the question, < goes back, ! drops the act\n{GERMAN}"
    code, seen = at_terminal(
        *TANKS.split(),
        cwd=table.folder,
        answers=[(GERMAN, "66\n"), (bad, "66147/1111\n"), (bad, "dice!\n"), (bad, "11111\n"), (ALLIED, "1111\n")],
    )
    assert code == 0, seen
    assert "error: German fire: 5 dice needed, 2 typed in '66'" in seen
    assert "error: German fire: there is no 7 on this die, only 1 to 6" in seen
    assert "error: German fire: 'dice!' is not dice" in seen
    assert table.entry() == 2


def test_a_bad_told_die_is_asked_again_at_a_terminal(table):
    code, seen = at_terminal(
        *TANKS.split(), "--dice", "7/1111", cwd=table.folder, answers=[(GERMAN, "11111\n"), (ALLIED, "1111\n")]
    )
    assert code == 0, seen


def test_enter_rolls_and_says_so(table):
    code, seen = at_terminal(*TANKS.split(), "--defaults", cwd=table.folder, answers=[(GERMAN, "\n"), (ALLIED, "r\n")])
    assert code == 0, seen
    assert seen.count("(rolled)") == 2


def test_a_part_left_empty_rolls_nothing(table):
    code, seen = at_terminal(
        *TANKS.split(),
        "--defaults",
        cwd=table.folder,
        answers=[(GERMAN, "/9\n"), (GERMAN, "/\n"), (GERMAN, "11111//1111\n"), (GERMAN, "11111/1111/\n")],
    )
    assert code == 0, seen
    assert "error: nothing typed before `/`" in seen
    assert "error: nothing typed between two `/`" in seen
    assert "rolled" not in seen


def test_a_command_at_a_question_is_told_the_way_out(table):
    code, seen = at_terminal(*TANKS.split(), cwd=table.folder, answers=[(GERMAN, "undo\n"), (GERMAN, "\x03")])
    assert code == 130, seen
    assert "error: 'undo': answer this question first" in seen
    assert "! drops the act" in seen


def test_who_could_be_named_too_is_said_before_the_dice(table):
    _, seen = at_terminal(*TANKS.split(), cwd=table.folder, answers=[(GERMAN, "\x03")])
    assert seen.index("also available: with g1 (3 shots)") < seen.index(GERMAN)
    for option in ("--odds", "--explain"):
        assert "also available: with g1 (3 shots)" in table.say(TANKS, option).out


def test_trouble_is_wrapped_where_somebody_reads_it(table):
    words = ("fire", "ta", "at", "para", "terrain=village", "with", "g1", "reply", "g1", "g2", "g3", "g4", "g5", "air")
    code, seen = at_terminal(*words, cwd=table.folder, answers=[])
    assert code == 2, seen
    assert all(len(line) <= 80 for line in seen.splitlines()), seen


@pytest.mark.slow
def test_the_prompt_keeps_its_game_until_another_begins_at_it(table):
    script = "status ta\nnew corps\nstatus gr\n"
    said = from_pipe("table", cwd=table.folder, stdin=script)
    assert said.code == 0, said
    assert "Grenadiers HQ" in said.out.partition("umpire> status gr")[2]
    said = from_pipe("-g", "worked-example-1.umpire", "table", cwd=table.folder, stdin="status ta\n")
    assert said.code == 0, said
    beside = from_pipe("table", cwd=table.folder, stdin="status ta\nnew two-hills\nstatus\n")
    assert "there are 2 games in this folder" in beside.err
    assert "Between the hills" in beside.out.partition("umpire> status\n")[2]


@pytest.mark.parametrize(("key", "exit_code"), [("\x03", 130), ("\x04", 4)])
def test_ctrl_c_and_end_of_input_write_nothing_and_give_the_line_back(table, key, exit_code):
    code, seen = at_terminal(*TANKS.split(), cwd=table.folder, answers=[(GERMAN, "66145\n"), (ALLIED, key)])
    assert code == exit_code, seen
    assert "stopped: nothing was recorded" in seen
    assert f'hint: to repeat: umpire {TANKS} --dice "66145"' in seen
    assert table.entry() == 1


@pytest.mark.slow
def test_tests_of_ctrl_c_pass_in_a_background_job_of_a_shell_too():
    """A background job ignores Ctrl-C, and so does every program that it starts."""
    pytest_words = "-m pytest -n0 -p no:cacheprovider tests/cli/test_terminal.py tests/game/test_store_trouble.py"
    command = f"trap '' INT; exec \"$0\" {pytest_words} -k 'give_the_line_back or comes_too_late'"
    done = subprocess.run(["sh", "-c", command, sys.executable], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "3 passed" in done.stdout, done.stdout


def test_what_is_given_beforehand_is_shown_before_the_first_question(table):
    code, seen = at_terminal(*TANKS.split(), "--dice", "11111/6611", cwd=table.folder, answers=[("ta2): ", "\n")])
    assert code == 0, seen
    assert seen.index("thrown 1 1 1 1 1 (typed): 0 hits") < seen.index("(Enter: ta2)")
    assert seen.count("thrown 1 1 1 1 1") == 1


@pytest.mark.slow
def test_the_prompt_runs_the_same_commands_until_it_is_left(table):
    with Terminal("table", cwd=table.folder, NO_COLOR="1") as at:
        at.wait("❯")
        at.type("status tb\r", "tank B")
        assert "error: there is no command 'nonsense'" in at.type("nonsense\r", "nonsense'")
        at.type(f"{TANKS}\r", GERMAN.strip())
        at.type("11111/1111\r", "#2 recorded")
        assert "error: the line cannot be read" in at.type('set para sp=1 "recou\r', "close the quotes")
        at.type(f"{TANKS}\r", "Enter rolls")
        assert f"hint: to repeat: {TANKS}" in at.type("\x03", "to repeat")
        at.type("log\r", "#2")
        at.type("\x04")
        assert at.ended() == 0
    assert table.entry() == 2


def test_the_prompt_reads_a_script_and_echoes_it(table):
    script = f"# an evening\n{TANKS} --dice 11111/1111\n\numpire undo\nquit\nstatus\n"
    said = umpire("table", cwd=table.folder, stdin=script)
    assert said.code == 0, said
    assert f"umpire> {TANKS} --dice 11111/1111\ntank A and tank B: fire" in said.out
    assert "undid #2" in said.out
    assert "umpire> status" not in said.out


def test_a_script_echoes_nothing_of_a_secret_act_however_it_is_typed(tmp_path):
    script = "new bridgehead\norder a=M\no b=M\np=M\numpire --json k=D\n"
    said = from_pipe("table", cwd=tmp_path, stdin=script)
    assert said.out.count("umpire> order ...\n") == 4, said


def test_a_script_ends_with_the_code_of_what_failed_first(table):
    said = from_pipe("table", cwd=table.folder, stdin="status nobody\nfire ta at para 1 --roll\nundo\nstatus\n")
    assert said.code == 2
    assert said.out.count("umpire> ") == 4
    lines = from_pipe("--json", "table", cwd=table.folder, stdin="status\nstatus nobody\n").out.splitlines()
    assert len(lines) == 2


def test_words_survive_a_small_encoding(table):
    said = umpire(*TANKS.split(), "--dice", "66145/4456", "--defaults", cwd=table.folder, encoding="ascii")
    assert said.code == 0, said
    assert "sequence free | #2" in umpire("status", cwd=table.folder, encoding="ascii").out
    assert "paratroops 4->2" in said.out
    assert in_ascii("Köln → «Łódź» · ½ 虎\udcff") == "Koln -> ?Lodz? | 1/2 ??"


def test_a_closed_pipe_is_no_error(table):
    command = f'"{sys.executable}" -m umpire rule 3 | head -c 1'
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=table.folder, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"3", b"")


def test_a_full_disk_under_the_answer_says_so(table):
    command = f'"{sys.executable}" -m umpire status > /dev/full'
    done = subprocess.run(["bash", "-c", command], cwd=table.folder, capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(b"error: the output could not be written")


@pytest.mark.parametrize("env", [{}, {"NO_COLOR": "1"}, {"FORCE_COLOR": "1"}])
def test_no_escape_codes_but_at_a_terminal(table, env):
    assert "\x1b" not in umpire("status", cwd=table.folder, env=env).out


def test_bytes_that_are_no_text_are_an_error_like_any_other(table):
    done = subprocess.run(
        [sys.executable, "-m", "umpire", "fire", b"\xff\xfe", "at", "para"],
        cwd=table.folder,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("named", ["sunday", "sunday.umpire", "-g sunday.umpire", "-g sunday"])
def test_the_game_of_an_evening_is_named_behind_it(tmp_path, monkeypatch, capsys, named):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("UMPIRE_GAME", raising=False)
    table = Table(tmp_path, capsys)
    table.game()
    assert table.say("new d20-opening -g sunday.umpire").code == 0
    assert "d20 Elements" in from_pipe("table", *named.split(), cwd=tmp_path, stdin="status\n").out
    assert from_pipe("table", "monday", cwd=tmp_path, stdin="status\n").err.startswith(
        "error: monday.umpire does not exist"
    )
    assert "two games named" in from_pipe("table", "sunday", "-g", "monday.umpire", cwd=tmp_path, stdin="").err

"""Tests of files from a stranger or a bad disk, closed streams, and texts that would control a terminal."""

import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.damage import forge, forge_position, hurt, tamper
from tests.cli.games import CODES, TANKS, at_terminal, from_pipe
from tests.cli.terminal import Terminal

STEERING = "\x1b[31m\u202etank\x9b2J"


FIRED = f"{TANKS} --dice 11145/1456 --defaults"


@pytest.fixture
def table(table):
    table.file = table.game("worked-example-1", FIRED)
    return table


READS = ("status", "status --json", "log", "log 1", "log 2", "log --json", "luck", "export", "undo", "map", "reach ta")
SEVERAL = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


@SEVERAL
@given(st.randoms(use_true_random=False), st.sampled_from(READS), st.sampled_from(["", "data", "changes"]))
def test_a_value_of_another_kind_ends_in_one_line(table, chance, line, column):
    game = table.folder / "hurt.umpire"
    shutil.copy(table.file, game)
    tamper(game, lambda value: hurt(value, random.Random(chance.random())), position=not column, column=column, n=2)
    said = table.say(f"{line} -g hurt.umpire")
    assert said.code in CODES, said
    assert "Traceback" not in said.err
    assert said.code == 0 or "error" in said.err + said.out


@pytest.mark.parametrize("position", [True, False], ids=["position", "entry"])
def test_what_was_changed_and_not_sealed_is_told(table, position):
    tamper(table.file, lambda value: {**value, "more": 1}, position=position, resealed=False, n=2)
    said = table.say("log 2")
    assert said.code == 1
    assert "is damaged" in said.err
    assert "has changed since it was written" in said.err


def test_the_prompt_goes_on_after_a_damaged_game(table):
    tamper(table.file, lambda value: {**value, "game": {k: v for k, v in value["game"].items() if k != "tables"}})
    said = table.say("status")
    assert (said.code, said.err.count("\n")) == (1, 2)
    assert "is damaged" in said.err
    piped = from_pipe("table", "-g", table.file.name, cwd=table.folder, stdin="status\nrules\n")
    assert piped.code == 1
    assert "is damaged" in piped.err
    assert "Two Star General" in piped.out


def test_the_prompt_at_a_terminal_does_not_begin_with_a_damaged_game(table):
    tamper(table.file, lambda value: {**value, "state": {}})
    code, seen = at_terminal("table", cwd=table.folder, answers=[])
    assert code == 1
    assert "is damaged" in seen
    assert "Traceback" not in seen


@pytest.mark.parametrize("undone", [0, 1])
def test_not_even_whether_an_entry_is_undone_changes_without_a_word(table, undone):
    if not undone:
        table.say("undo")
    with closing(sqlite3.connect(table.file)) as db, db:
        db.execute("UPDATE entries SET undone = ? WHERE n = 2", (undone,))
    assert "has changed since it was written" in table.say("log").err


WALKS = ("report --md", "screen --json", "amend 2 11145/1456", "again", "undo", "log", "status", "luck", "export")


@pytest.mark.parametrize("line", WALKS)
@pytest.mark.parametrize("parents", [{2: 2}, {2: 3, 3: 2}, {3: 3}, {2: 7}, {2: 0}, {2: -1}, {3: "x"}], ids=str)
def test_a_record_that_is_a_ring_is_damage_and_ends(table, line, parents):
    table.game("worked-example-1", FIRED, "set para sp=1")
    for n, parent in parents.items():
        forge(table.file, n, parent=parent)
    said = table.say(line)
    assert said.code in (0, 1), said  # 0: it has nothing to do with that entry
    assert said.code == 0 or "is damaged (" in said.err + said.out
    if line in ("report --md", "screen --json", "log", "luck"):
        assert said.code == 1, said


@pytest.mark.parametrize("line", WALKS)
@pytest.mark.parametrize("head", [9, 0, "x"])
def test_a_position_that_follows_no_entry_is_damage(table, line, head):
    forge_position(table.file, head=head)
    said = table.say(line)
    assert said.code == (0 if line in ("log", "luck") else 1), said  # these two read the record alone
    assert said.code == 0 or "is damaged (" in said.err + said.out


# --- streams


@pytest.mark.parametrize("closed", [">&-", "<&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("line", ["status", "set para sp=1", "table", "edit --from -"])
def test_a_closed_stream_is_no_bug(table, closed, line):
    command = f"{sys.executable} -m umpire {line} {closed}"
    done = subprocess.run(["bash", "-c", command], cwd=table.folder, input=b"", capture_output=True, check=False)
    assert done.returncode in CODES, done
    assert b"bug" not in done.stderr + done.stdout
    assert table.entry() == (3 if line.startswith("set") else 2)


@pytest.mark.parametrize("line", ['sheet -o "a\0b.html"', 'export -o "a\0b"', 'new "a\0b"'])
def test_a_name_with_nothing_in_it_is_a_mistake_at_the_prompt(table, line):
    said = from_pipe("table", cwd=table.folder, stdin=f"{line}\n")
    assert said.code in (1, 2), said
    assert "bug" not in said.err


# --- what reaches a terminal


def steered(seen):
    return [char for char in seen if char in "\x1b\x9b\u202e"]


def test_no_name_steers_a_terminal(table):
    """No name controls a terminal: not in a question, an answer, an error, the prompt, an offer of Tab, or an
    export.
    """
    tamper(table.file, lambda value: renamed(value, STEERING))
    for words in (["status"], ["export"], ["log"], ["set", STEERING, "sp=1"]):
        _, seen = at_terminal(*words, cwd=table.folder, answers=[])
        assert seen
        assert not steered(seen), words
    code, seen = at_terminal(*TANKS.split(), cwd=table.folder, answers=[("(Enter rolls): ", "\x03")])
    assert code == 130
    assert not steered(seen)
    assert "tank" in seen


def test_what_is_echoed_is_cleaned_and_no_secret_of_an_order(table):
    said = from_pipe("table", cwd=table.folder, stdin=f"status {STEERING}\norder pz=M ab=D\n")
    assert not steered(said.out + said.err)
    assert "umpire> order ..." in said.out.splitlines()
    assert "pz=M" not in said.out


def test_the_prompt_itself_is_cleaned(table):
    tamper(table.file, lambda value: renamed(value, STEERING))
    with Terminal("table", cwd=table.folder, NO_COLOR="1") as at:
        at.wait("❯")
        assert "?tank" in at.screen()
        at.type("\x04")
        assert at.ended() == 0


def renamed(position, name):
    """Return the position with every side, every stand and the game called by this name."""
    state = position["state"]
    stands = {id: {**stand, "name": name} for id, stand in state["stands"].items()}
    return {**position, "game": {**position["game"], "name": name}, "state": {**state, "stands": stands}}


# --- lines to repeat, files half written


def test_a_line_to_repeat_names_the_game_and_is_one_line(table, monkeypatch):
    from umpire.play import correct

    def slow(correction, line):
        file = correction.session.file
        file.record(file.read().number, "somebody else", {}, file.read().position)
        return real(correction, line)

    real = correct.record_correction
    monkeypatch.setattr(correct, "record_correction", slow)
    said = table.say("set para sp=1 -g worked-example-1.umpire")
    assert said.code == 1
    assert said.err.splitlines()[1:] == ["hint: to repeat: umpire set para sp=1 -g worked-example-1.umpire"]


def test_a_text_that_is_kept_is_taken_again_by_the_line_that_is_said(table, monkeypatch):
    script = table.folder / "editor.py"
    script.write_text("import sys\nopen(sys.argv[1], 'a').write('nonsense')\n")
    monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")
    said = table.say("edit -g worked-example-1.umpire")
    assert said.code == 1
    assert "`umpire edit --from worked-example-1-edit1.toml -g worked-example-1.umpire`" in said.err


def test_help_speaks_of_the_game_that_is_named_after_it(table):
    assert table.say("new d20-opening").code == 0
    for line in ("fire --help -g d20-opening.umpire", "fire -g d20-opening.umpire --help"):
        assert "fire FIRER at TARGET" in table.say(line).out, line
    assert "Overrun" in table.say("--help -g d20-opening.umpire").out


def test_a_look_with_a_ruling_is_no_entry(table):
    before = table.file.read_bytes()
    assert table.say("reach ta --ruling x").code == 0
    assert table.file.read_bytes() == before


def test_an_export_that_is_killed_leaves_nothing_in_the_way(table, monkeypatch):
    def killed(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("umpire.game.gamefile.database.os.link", killed)
        assert table.say("export -o out.toml").code == 130
    assert sorted(path.name for path in table.folder.iterdir()) == [table.file.name]
    assert table.say("export -o out.toml").code == 0
    assert table.say("new out.toml -g again.umpire").code == 0


# --- which game the prompt plays


@pytest.mark.slow
def test_the_prompt_says_which_game_it_plays_and_asks_where_there_are_two(table):
    with Terminal("table", cwd=table.folder, NO_COLOR="1") as at:
        at.wait("❯")
        assert "Two Star General" in at.screen()
        assert "worked-example-1.umpire" in " ".join(at.screen().split())
        at.type("quit\r")
        assert at.ended() == 0
    assert table.say("new d20-opening").code == 0
    with Terminal("table", cwd=table.folder, NO_COLOR="1") as at:
        at.wait("number or name (Enter: d20-opening.umpire):")
        at.type("7\r", "a number from 1 to 2")
        at.type("2\r", "❯")
        assert "(worked-example-1.umpire)" in " ".join(at.screen().split())
        at.type("quit\r")
        assert at.ended() == 0


@pytest.mark.slow
def test_the_prompt_begins_where_there_is_no_game_yet(tmp_path):
    with Terminal("table", cwd=tmp_path, NO_COLOR="1") as at:
        at.wait("(Enter: none):")
        at.type("\r", "❯")
        assert "`new SCENARIO` starts a game" in " ".join(at.screen().split())
        at.type("\x04")
        assert at.ended() == 0


FORGED = {
    "data that is no table": {"data": '"x"'},
    "kept that is no table": {"kept": "[]"},
    "brackets without end": {"data": "[" * 9000},
    "what was typed is no list": {"kept": '{"words": 3, "effects": []}'},
    "an effect that is no table": {"kept": '{"words": [], "effects": [3]}'},
    "changes that lead elsewhere": {"changes": "[]"},
    "an entry out of its line": {"parent": None},
}


@pytest.mark.parametrize(
    "line", ["report --md", "log", "log 3", "luck", "amend 2 11145/1456", "status", "undo", "again"]
)
@pytest.mark.parametrize("name", FORGED)
def test_a_record_forged_under_a_right_seal_is_damage_and_no_bug(table, name, line):
    table.game("worked-example-1", FIRED, "fire tb at para --roll --defaults --ruling why")
    forge(table.file, 3, **FORGED[name])
    said = table.say(line)
    assert said.code in CODES, said
    assert "bug" not in said.err
    assert said.code == 0 or "error" in said.err


def test_a_line_from_a_pipe_that_begins_with_an_equals_sign_is_a_line(table):
    said = from_pipe("table", cwd=table.folder, stdin="= M\n=M x\nstatus\n")
    assert "bug" not in said.err + said.out
    assert "round" in said.out or "German" in said.out

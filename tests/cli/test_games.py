"""Tests of a whole game at the command line: new, status, log, undo, redo, set, edit, export, rule, rules."""

import errno
import os
import shlex
import subprocess
import sys
from inspect import isgeneratorfunction
from pathlib import Path

import pytest

from tests.cli.games import TANKS, umpire
from umpire.game.lines import VOCABULARY, quoted, words_of
from umpire.rulesets import FAMILIES, find


@pytest.fixture
def table(table, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    return table


@pytest.fixture
def tanks(table):
    table.game()
    return table


def editor(folder, monkeypatch, change):
    """Install an editor that changes the text in its own way."""
    script = folder / "editor.py"
    script.write_text(
        f"import sys\npath = sys.argv[1]\ntext = open(path, 'rb').read()\nopen(path, 'wb').write({change})\n"
    )
    monkeypatch.setenv("EDITOR", f'"{sys.executable}" "{script}"')


def test_new_says_where_the_game_is_and_what_to_type_next(table):
    said = table.say("new worked-example-1 --seed 7")
    assert said.code == 0
    assert "saved in worked-example-1.umpire; dice seed 7" in said.out
    assert said.out.splitlines()[-1] == "next: umpire status"
    said = table.say("new d20-opening -g sunday.umpire")
    assert (table.folder / "sunday.umpire").is_file()
    assert said.code == 0


def test_what_comes_next_names_a_game_that_would_not_be_found(table):
    assert "next: umpire -g sunday status" in table.say("new worked-example-1 -g sunday").out
    assert table.say("-g sunday status").code == 0
    assert "next: umpire status" in table.say("new worked-example-1 -g sunday.umpire").out
    assert "next: umpire -g monday.umpire status" in table.say("new worked-example-1 -g monday.umpire").out


def test_a_ruleset_told_to_a_new_game_is_no_house_file(table):
    said = table.say("new worked-example-1 --rules club.toml")
    assert said.code == 2
    assert "the scenario names its ruleset" in said.err
    assert "new worked-example-1 --house FILE" in said.err
    assert not list(table.folder.glob("*.umpire"))


def test_the_game_is_told_or_named_in_the_environment_or_the_only_one(tanks, monkeypatch):
    assert "Two Star General" in tanks.say("status").out
    tanks.say("new d20-opening -g sunday.umpire")
    assert "d20 Elements" in tanks.say("status -g sunday.umpire").out
    assert "d20 Elements" in tanks.say("-g sunday.umpire status").out
    monkeypatch.setenv("UMPIRE_GAME", "sunday.umpire")
    assert "d20 Elements" in tanks.say("status").out


def test_status_has_a_header_every_stand_and_one_stand(tanks):
    said = tanks.say("status all").out.splitlines()
    assert said[0].endswith("Two Star General · sequence free · #1")
    assert tanks.say("status").out.splitlines()[0] == said[0]
    for name in ("tank A", "paratroops", "1st battery"):
        assert any(name in line for line in said)
    assert max(map(len, said)) <= 80
    one = tanks.say("status tb")
    assert "tank B" in one.out
    assert "tank A" not in one.out
    plain = tanks.say("status --json").plain
    assert plain["status"][0]["title"] == "German"
    assert tanks.say("--json status").plain == plain


def test_undo_and_redo_say_what_they_take_back_and_do_again(tanks):
    tanks.say(f"{TANKS} --dice 66145/4456 --choose para2/tb2")
    said = tanks.say("undo").out
    assert said.startswith(f"undid #2 {TANKS}: ")
    assert "tank B: sp 0→2" in " ".join(said.split())
    assert "4/4" in tanks.say("status ta").out
    assert "`umpire redo` restores the undone entry" in said
    said = tanks.say("redo").out
    assert said.startswith(f"redid #2 {TANKS}: ")
    assert "tank B: sp 2→0" in " ".join(said.split())
    plain = tanks.say("undo --json").plain
    assert plain["undid"] == 2
    assert plain["entry"] == 5


def test_log_is_one_line_an_entry_and_marks_what_is_undone(tanks):
    tanks.say(f"{TANKS} --dice 66145/4456 --choose para2/tb2")
    tanks.say("set para sp=5 recounted")
    tanks.say("undo")
    said = tanks.say("log").out.splitlines()
    assert said[0].split() == ["#1", "new", "worked-example-1", "--seed", "44", "the", "game", "begins"]
    assert f"#2  {TANKS}" in said[1]
    assert "REMOVE tank B" in " ".join(said)
    assert any(line.endswith("[undone]") for line in said)
    assert said[-1].endswith("undoes #3")
    assert tanks.say("log -n 2").out.splitlines()[0] == "2 earlier: umpire log -n 4"
    assert [entry["entry"] for entry in tanks.say("log -n 2 --json").plain["log"]] == [3, 4]


def test_log_of_one_entry_says_that_it_is_out_of_force(tanks):
    tanks.say(f"{TANKS} --dice 66145/4456 --choose para2/tb2")
    tanks.say("undo")
    said = tanks.say("log #2").out
    assert "thrown 6 6 1 4 5 (typed): 2 hits" in said
    assert said.splitlines()[-1] == "#2 was undone after its dice were seen: it no longer counts"


def test_set_corrects_the_record_and_can_be_undone(tanks):
    said = tanks.say("set tb sp=1 hex=0704", "knocked over")
    assert said.code == 0
    assert said.out.splitlines()[0] == "tank B: hex 0806→0704, sp 2→1"
    assert said.out.splitlines()[-1] == "#2 recorded"
    assert "knocked over" in tanks.say("log 2").out
    tanks.say("undo")
    assert "2/4" in tanks.say("status tb").out


def test_export_begins_the_same_game_again(tanks):
    tanks.say(f"{TANKS} --dice 66145/4456 --choose para2/tb2")
    assert tanks.say("export -o now.toml").out.splitlines() == ["written to now.toml, as of #2"]
    assert tanks.say("export").out == (tanks.folder / "now.toml").read_text()
    assert tanks.say("export -o -").out == tanks.say("export").out
    assert not (tanks.folder / "-").exists()
    assert tanks.say("new now.toml -g again.umpire").code == 0
    before = tanks.say("status -g worked-example-1.umpire --json").plain["status"]
    assert tanks.say("status -g again.umpire --json").plain["status"] == before


def test_edit_takes_a_changed_text(tanks):
    text = tanks.say("export").out
    (tanks.folder / "changed.toml").write_text(text.replace('name = "tank A"', 'name = "Otto"'))
    said = tanks.say("edit --from changed.toml")
    assert said.out.splitlines() == ["tank A: name tank A→Otto", "#2 recorded"]
    assert tanks.say("edit --from changed.toml").out == "nothing changed; nothing recorded\n"


def test_edit_opens_the_editor(tanks, monkeypatch):
    editor(tanks.folder, monkeypatch, "text.replace(b'tank A', b'Otto')")
    assert tanks.say("edit").out.splitlines()[0] == "tank A: name tank A→Otto"


@pytest.mark.parametrize("change", ["b'[[['", "text.replace(b'tank A', b'\\xff\\xfe')"])
def test_a_mistake_in_the_editor_loses_nothing(tanks, monkeypatch, change):
    editor(tanks.folder, monkeypatch, change)
    said = tanks.say("edit")
    assert said.code == 1
    assert "`umpire edit --from worked-example-1-edit1.toml`" in said.err
    kept = (tanks.folder / "worked-example-1-edit1.toml").read_bytes()
    assert b"[[[" in kept or b"\xff\xfe" in kept
    assert tanks.entry() == 1


def test_an_editor_that_fails_changes_nothing(tanks, monkeypatch):
    monkeypatch.setenv("EDITOR", f'"{sys.executable}" -c "raise SystemExit(3)"')
    assert "ended with exit code 3" in tanks.say("edit").err
    monkeypatch.setenv("EDITOR", "no-such-editor-here")
    assert "does not start" in tanks.say("edit").err
    assert tanks.entry() == 1


@pytest.mark.parametrize(
    ("change", "says"), [("sys.exit(1)", "ended with exit code 1"), ("os.remove(path)", "left no text")]
)
def test_an_editor_that_ends_badly_loses_no_text(tanks, monkeypatch, change, says):
    editor(tanks.folder, monkeypatch, f"text.replace(b'tank A', b'Otto'))\nimport os\n({change}")
    said = tanks.say("edit")
    assert said.code != 0
    assert says in said.err
    assert "bug" not in said.err
    if says == "ended with exit code 1":
        assert b"Otto" in (tanks.folder / "worked-example-1-edit1.toml").read_bytes()
    assert tanks.entry() == 1


def test_a_text_that_cannot_stand_beside_the_game_is_kept_elsewhere(tanks, monkeypatch, tmp_path_factory):
    aside = tmp_path_factory.mktemp("aside")
    monkeypatch.setattr("umpire.cli.editor.gettempdir", lambda: str(aside))
    real = Path.open

    def full(self, mode="r", *args, **named):
        file = real(self, mode, *args, **named)
        if mode == "xb" and self.parent != aside:
            file.close()
            file = FullDisk()
        return file

    monkeypatch.setattr(Path, "open", full)
    editor(tanks.folder, monkeypatch, "b'[[['")
    said = tanks.say("edit")
    assert f"`umpire edit --from {aside / 'worked-example-1-edit1.toml'}`" in said.err
    assert (aside / "worked-example-1-edit1.toml").read_bytes() == b"[[["
    assert not list(tanks.folder.glob("*edit*.toml"))


class FullDisk:
    """A file with no room for a single word."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def write(self, text):
        raise OSError(errno.ENOSPC, "No space left on device")


def test_an_export_that_finds_no_room_leaves_nothing_in_its_way(tanks, monkeypatch):
    real = Path.open

    def full(self, mode="r", *args, **named):
        file = real(self, mode, *args, **named)
        if mode != "xb":
            return file
        file.close()
        return FullDisk()

    monkeypatch.setattr(Path, "open", full)
    said = tanks.say("export -o again.toml")
    assert (said.code, said.err.splitlines()[1]) == (1, "hint: make room on the disk, then try again")
    monkeypatch.setattr(Path, "open", real)
    assert tanks.say("export -o again.toml").code == 0


def test_text_from_elsewhere_is_read_as_it_is(tanks):
    text = umpire("export", cwd=tanks.folder, encoding="cp1252").out.replace("tank A", "Köln")
    assert umpire("edit", "--from", "-", cwd=tanks.folder, stdin=text.encode("latin-1")).code == 1
    assert tanks.entry() == 1
    assert umpire("edit", "--from", "-", cwd=tanks.folder, stdin=text).out.startswith("tank A: name tank A→Köln")
    (tanks.folder / "notepad.toml").write_bytes(text.replace("Köln", "Ulm").replace("\n", "\r\n").encode("utf-8-sig"))
    assert tanks.say("edit --from notepad.toml").out.startswith("Köln: name Köln→Ulm")


def test_an_export_is_utf_8_on_any_system(tanks):
    assert umpire("set", "ta", "name=Köln → Ulm", cwd=tanks.folder).code == 0
    written = subprocess.run(
        [sys.executable, "-m", "umpire", "export"],
        cwd=tanks.folder,
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
    ).stdout
    (tanks.folder / "again.toml").write_bytes(written)
    assert tanks.say("new again.toml -g again.umpire").code == 0
    assert "Köln → Ulm" in tanks.say("status ta -g again.umpire").out


def test_an_edit_of_a_game_that_moved_on_is_refused_and_kept(tanks, monkeypatch):
    moves = f"__import__('subprocess').run([{sys.executable!r}, '-m', 'umpire', 'set', 'para', 'sp=1'])"
    editor(tanks.folder, monkeypatch, f"({moves}, text.replace(b'tank A', b'Otto'))[1]")
    said = tanks.say("edit")
    assert said.code == 1
    assert "the game has moved on" in said.err
    assert b"Otto" in (tanks.folder / "worked-example-1-edit1.toml").read_bytes()
    assert tanks.entry() == 2


def test_rule_says_the_words_the_rows_and_the_readings(tanks):
    said = tanks.say("rule 3.7.2-04").out
    assert said.startswith("3.7.2-04  -1D each core stand attacking")
    assert "table: modifier target-dug-in: target dug in, amount -1" in " ".join(said.split())
    plain = tanks.say("rule 3.7.2-04 --json").plain
    assert plain["found"][0]["kind"] == "clause"
    assert plain["found"][0]["rows"][0]["id"] == "target-dug-in"
    assert "Armour and cover deductions" in tanks.say("rule 3.7.2").out.splitlines()[0]


def test_rule_of_another_ruleset_needs_no_game(table):
    assert table.say("rule INIT-03 --rules asp-ww2").out.startswith("INIT-03")
    assert table.say("--rules asp-ww2 rule INIT-03").code == 0
    said = table.say("rule INIT-03")
    assert said.code == 1
    assert "--rules NAME" in said.err


def test_rules_lists_every_ruleset_and_the_sections_of_one(tanks):
    said = tanks.say("rules").out
    for ruleset in FAMILIES:
        assert ruleset in said
    assert "ruleset of the current game: two-star-general" in said
    sections = tanks.say("rules asp-ww2").out
    assert "INIT" in sections
    assert len(tanks.say("rules --json").plain["rulesets"]) == len(FAMILIES)


def test_the_log_has_a_correction_as_it_is_typed_again(tanks):
    assert umpire("set", "ta", "name=King Tiger", "knocked over", cwd=tanks.folder).code == 0
    assert 'set ta "name=King Tiger" "knocked over"' in " ".join(tanks.say("log").out.split())


def test_capitals_make_no_difference(tanks):
    assert tanks.say("STATUS TA").out == tanks.say("status ta").out
    assert tanks.say("set TA SP=2").out.startswith("tank A: sp 4→2")


@pytest.mark.parametrize(
    ("system", "line", "words"),
    [
        ("nt", r'export -o games\sunday.toml "why not"', ["export", "-o", r"games\sunday.toml", "why not"]),
        ("posix", r"export -o my\ game.toml # so", ["export", "-o", "my game.toml"]),
    ],
)
def test_a_line_is_read_as_the_system_has_it(monkeypatch, system, line, words):
    monkeypatch.setattr("os.name", system)
    found, again = words_of(line), quoted(words[2])
    monkeypatch.undo()
    assert found == words
    assert shlex.split(again, posix=system == "posix") == [words[2]]


def test_every_verb_of_every_ruleset_is_a_command_with_help():
    from umpire.cli.command import verbs_of
    from umpire.game.lines import COMMANDS

    for ruleset in FAMILIES:
        verbs = set(find(ruleset).family().ACTS)
        assert set(verbs_of(find(ruleset))) == verbs
        assert verbs <= set(VOCABULARY)
        assert not verbs & set(COMMANDS)
        assert all(verbs_of(find(ruleset)).values())


def test_help_speaks_of_the_game_at_hand(table):
    table.say("new d20-opening")
    assert "tests to remove suppression" in table.say("--help").out
    assert "Test elements to remove suppression" in table.say("activate --help").out
    assert "asp-ww2 has no assault" in table.say("--rules asp-ww2 assault --help").out
    assert "Activate the next unit, by initiative" in table.say("--rules two-star-general --help").out


def test_help_shows_the_acts_of_the_ruleset_at_hand(table):
    assert "\n  swap " in table.say("--help").out
    assert "\n  swap " not in table.say("--rules d20-elements --help").out
    table.game("d20-opening")
    assert "\n  swap " not in table.say("--help").out


@pytest.mark.parametrize(
    ("rules", "verb", "asks"),
    [
        ("asp-ww2", "next", False),
        ("asp-ww2", "march", False),
        ("asp-ww2", "order", True),
        ("asp-ww2", "morale", True),
        ("two-star-general", "order", False),
        ("two-star-general", "next", True),  # an HQ may come back, to a place that is chosen
        ("d20-elements", "next", True),
    ],
)
def test_help_lists_dice_where_they_may_fall(table, rules, verb, asks):
    said = table.say(f"--rules {rules} {verb} --help").out
    assert "--dry-run" in said
    assert [option in said for option in ("--dice", "--choose", "--odds", "--add")] == [asks] * 4


def test_acts_that_ask_nothing_are_settled_at_once():
    for ruleset in FAMILIES:
        family = find(ruleset).family()
        for act in map(family.act, family.ACTS):
            assert act.asks or not isgeneratorfunction(act.procedure), act.verb


@pytest.mark.parametrize("before", ["", "what-if "])
def test_a_fact_an_act_does_not_ask_for_names_those_it_does(table, before):
    table.game("asp-opening")
    said = table.say(f"{before}fire t1 at a1 450 ap=12")
    what, hint = said.err.splitlines()
    assert what == "error: ap: `fire` does not take this fact"
    assert hint.startswith("hint: `fire` takes range, ")
    assert table.say("next ap=12").err.splitlines()[-1] == "hint: leave it out: `next` takes no facts"


@pytest.mark.parametrize("command", ["new", "status", "log", "undo", "redo", "set", "edit", "export", "rule", "rules"])
def test_every_command_has_help_without_a_game(table, command):
    said = table.say(f"{command} --help")
    assert said.code == 0
    assert "--json" in said.out
    assert max(map(len, said.out.splitlines())) <= 80


def test_version_and_help(tmp_path):
    from umpire import __version__

    assert umpire("--version", cwd=tmp_path).out == f"umpire {__version__}\n"
    assert umpire("--json", "--version", cwd=tmp_path).plain == {"version": __version__}
    for words in (["--help"], ["-h"], []):
        said = umpire(*words, cwd=tmp_path)
        assert (said.code, said.err) == (0, "")
        assert "fire" in said.out
        assert "undo" in said.out


def test_shell_completion_knows_commands_options_and_stands(tanks):
    def complete(line, place):
        env = {"_UMPIRE_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(place)}
        return umpire(cwd=tanks.folder, env=env).out.split()

    assert complete("umpire un", 1) == ["undo"]
    assert complete("umpire fire --di", 2) == ["--dice"]
    assert complete("umpire fire t", 2) == ["ta", "tb"]
    line = f"{shlex.quote(sys.executable)} -m umpire --show-completion; true"  # the shell is found as its parent
    shown = subprocess.run(["bash", "-c", line], cwd=tanks.folder, capture_output=True, text=True, check=True)
    assert "_UMPIRE_COMPLETE" in shown.stdout


def test_status_of_a_game_that_keeps_the_sequence_begins_with_where_we_are(tanks):
    assert tanks.say("set game sequence=kept").code == 0
    said = tanks.say("status").out.splitlines()
    assert "sequence" not in said[0]
    assert said[1] != "German"
    assert "then `order reveal`" in " ".join(said)


@pytest.mark.parametrize("ruleset", FAMILIES)
def test_every_act_says_how_it_is_typed(table, ruleset):
    family = find(ruleset).family()
    for verb in family.ACTS:
        act = family.act(verb)
        said = table.say(f"--rules {ruleset} {verb} --help")
        assert said.code == 0, verb
        assert act.usage.split()[0] in said.out.split("How to type it:")[1]


def test_what_a_side_has_not_is_said_where_its_forces_are_as_usual(table):
    table.game("worked-example-2")
    said = table.say("set US name=x")
    assert said.code == 2
    assert said.err.startswith("error: ")
    assert "name" in said.err

"""Tests of house rules in a game: where they are named, what they change, and that a game file has all of them."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rulesets import FIRES
from umpire.core.mistakes import FileMistake
from umpire.game.rulebook import tables
from umpire.play.correct import edited
from umpire.play.documents import examples
from umpire.play.scenarios import export_text, new_game, position_from_text
from umpire.play.turn import open_session
from umpire.rulesets import FAMILIES, find

HEAD = 'extends = "{}"\nid = "club"\nname = "Our club"\n'


class Changed:
    """One number of a house file: the words of `fire` with and without it, its words on the sheet, and its rule."""

    def __init__(self, rows, said, sheet, rule, row):
        self.rows, self.said, self.sheet, self.rule, self.row = rows, said, sheet, rule, row


CHANGED = {
    "two-star-general": Changed(
        '[[modifier]]\nid = "mg"\namount = 2\n', "+2 machine guns", "+2 machine guns", "3.7.1-09", {"amount": 2}
    ),
    "three-star-general": Changed(
        '[[modifier]]\nid = "target-in-cover"\namount = -2\n[[group]]\nid = "armour-or-cover"\nleast = -2\n',
        "-2 target on hold in cover",
        "-2 target on hold in cover",
        "3.7.1-03",
        {"amount": -2},
    ),
    "asp-ww2": Changed(
        '[[modifier]]\nid = "detect-option-b"\namount = 2\n[[group]]\nid = "detect"\nmost = 2\n',
        "+2 firing on option B",
        "+2 roll firing on option B",
        "DET-05",
        {"amount": 2},
    ),
    "d20-elements": Changed(
        '[[modifier]]\nid = "hit-over-half"\namount = -5\n',
        "-5 target over half range",
        "-5 target over half range",
        "HIT-06",
        {"amount": -5},
    ),
}


@pytest.fixture
def table(table, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    return table


def house(folder, ruleset="two-star-general", rows="[core.infantry]\nsp = 6\n", name="club.toml"):
    (folder / name).write_text(HEAD.format(ruleset) + rows)
    return folder / name


def flat(text):
    return " ".join(text.split())


# -- one number, everywhere ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", FAMILIES)
def test_a_number_of_the_club_changes_engine_sheet_odds_and_rule_alike(table, ruleset):
    change, fire = CHANGED[ruleset], FIRES[ruleset]
    house(table.folder, ruleset, change.rows)
    assert table.say(f"new {fire.scenario} --seed 7 -g book.umpire").code == 0
    assert table.say(f"new {fire.scenario} --seed 7 -g club.umpire --house club.toml").code == 0
    line = f"fire {fire.allowed}"
    explained = [flat(table.say(f"-g {game}.umpire {line} --explain").out) for game in ("book", "club")]
    assert change.said not in explained[0]
    assert change.said in explained[1]
    odds = [table.say(f"-g {game}.umpire {line} --odds --json").plain["odds"] for game in ("book", "club")]
    assert odds[0] != odds[1]
    sheets = [flat(table.say(f"-g {game}.umpire sheet").out) for game in ("book", "club")]
    assert change.sheet not in sheets[0]
    assert change.sheet in sheets[1]
    rows = [
        row
        for item in table.say(f"-g club.umpire rule {change.rule} --json").plain["found"]
        for row in item["rows"]
        if change.row.items() <= row.items()
    ]
    assert rows
    played = table.say(f"-g club.umpire {line} --roll --defaults --json").plain
    assert change.said in flat(
        " ".join(f"{one['amount']:+d} {one['words']}" for throw in played["throws"] for one in throw["lines"])
    )
    assert played["table"] == open_session(Path("club.umpire")).table_file.digest
    assert "+club-" in played["table"]


def test_a_new_row_and_an_option_are_played(table):
    house(
        table.folder,
        rows='[options]\nloss_cap_scope = "hex"\n[[modifier]]\nid = "dust"\namount = -1\nwords = "dust"\n'
        'rule = "club 1"\nwhen = { what = "core", arm = "tank", mode = "distant" }\n',
    )
    assert table.say("new worked-example-1 --house club.toml").code == 0
    assert "-1 dust (club 1)" in flat(table.say("fire ta at para --explain").out)
    assert open_session(Path("worked-example-1.umpire")).table.options["loss_cap_scope"] == "hex"


def test_rule_says_what_is_played_here(table):
    rows = '[options]\ncover_stack = "sum"\n[[modifier]]\nid = "he-edge"\nremove = true\n'
    rows += '[[modifier]]\nid = "hit-over-half"\namount = -5\n'
    house(table.folder, "d20-elements", rows)
    assert table.say("new d20-opening --house club.toml").code == 0
    assert "removed by house rules" in flat(table.say("rule HE-05").out)
    assert "amount -5, on roll" in flat(table.say("rule HIT-06").out)
    assert "(house rules)" in flat(table.say("rule HIT-06").out)
    assert "option cover_stack: here sum, by house rules" in flat(table.say("rule HIT-10").out)
    assert "not used, because cover_stack is sum" in flat(table.say("rule HIT-10").out)
    said = flat(table.say("rule D20-AMB-12").out)
    assert "option cover_stack: here sum, by house rules" in said
    assert "worst (the default): only the worst of soft cover, hard cover, hull-down and smoke counts" in said
    assert "sum: soft and hard cover are added" in said
    assert table.say("rule D20-AMB-12 --json").plain["found"][0]["option"] == "sum"
    published = flat(table.say("--rules d20-elements rule HIT-10").out)
    assert "house rules" not in published
    assert "not used" not in published


def test_rule_finds_the_rows_of_the_club(table):
    assert table.say("new worked-example-1 --house desert-club").code == 0
    for words in ("club 1", "Dust over"):
        said = flat(table.say(f"rule {words}").out)
        assert said.startswith("club 1 dust over the target [house rules] table: modifier dust: ")
    assert table.say("rule dust --json").plain["found"][-1]["rows"][0]["amount"] == -1
    assert table.say("--rules two-star-general rule dust over").code == 2


# -- where they are named --------------------------------------------------------------------------------------------


def test_a_scenario_names_them_from_its_own_folder(table):
    folder = table.folder / "scenarios"
    folder.mkdir()
    house(folder)
    text = (tables.data_folder("examples") / "worked-example-1.toml").read_text()
    (folder / "own.toml").write_text('house = "club.toml"\n' + text)
    assert table.say("new scenarios/own.toml").code == 0
    assert "Two Star General, house rules Our club" in flat(table.say("status").out)
    (folder / "own.toml").write_text('house = ["club.toml"]\n' + text)
    assert table.say("new scenarios/own.toml -g other.umpire").code == 0
    assert "house rules Our club" in flat(table.say("-g other.umpire status").out)


def test_several_are_laid_over_each_other_in_turn(table):
    house(table.folder)
    second = 'extends = "two-star-general"\nid = "evening"\nname = "Tonight"\n[core.infantry]\nsp = 4\nfs = 4\n'
    (table.folder / "second.toml").write_text(second)
    said = table.say("new worked-example-1 --house club.toml --house second.toml")
    assert "Two Star General, house rules Our club and Tonight" in flat(said.out)
    rows = open_session(Path("worked-example-1.umpire")).table_file.rows
    assert (rows["core"]["infantry"]["sp"], rows["core"]["infantry"]["fs"]) == (4, 4)


def test_the_house_rules_that_come_with_the_program_are_no_scenario(table):
    assert "desert-club" not in examples()
    said = table.say("new worked-example-1 --house desert-club")
    assert said.code == 0
    assert "house rules Desert club" in flat(said.out)


@pytest.mark.parametrize(
    ("rows", "what", "hint"),
    [
        ("[core.infantri]\nsp = 6", "club.toml line 4: core.infantri: no row has this name", "did you mean infantry"),
        ("\n[fact.quagga]\nis = 'yes/no'", "club.toml line 5: fact.quagga: no fact has this name", "words ="),
        (
            "\n[when.fog]\ntype = 'yes/no'\nmeans = 'fog'",
            "club.toml line 5: when.fog: a fact is declared",
            'words = "fog"',
        ),
        ("[[modifier]]\nid = 'mg'\namount = 'x'", "club.toml line 6: modifier.mg.amount: found the text", ""),
        ("[[[", "club.toml line 4: there is no key here", "write key = value"),
        (
            "[core.infantry]\nremove = true\n[pace.foot]\nremove = true",
            "core.infantry: removed, but organisation.infantry.stands.1.type still names it",
            "also remove or change organisation.infantry",
        ),
    ],
)
def test_a_mistake_names_the_file_and_makes_no_game(table, rows, what, hint):
    house(table.folder, rows=rows)
    said = table.say("new worked-example-1 --house club.toml")
    assert said.code == 1
    assert what in said.err
    assert hint in said.err
    assert not list(table.folder.glob("*.umpire"))


WRONG = """extends = "two-star-general"
id = "club"
name = "Club"

[options]
loss_cap_scope = "sid"

[[to_hit]]
attacker = "M"
target = "D"
attack = 5

[[modifier]]
id = "mg"
when = { mode = "clos" }

[[modifier]]
id = "gloom"
when = { glom = true }

[limits]
distant_rang = 4
"""


def test_all_that_is_wrong_with_a_house_file_is_told_in_one_run_each_with_its_line(table):
    (table.folder / "club.toml").write_text(WRONG)
    for line in ("check club.toml", "new worked-example-1 --house club.toml", "compare club.toml two-star-general"):
        said = " ".join(table.say(line).err.split())
        told = re.findall(r"club\.toml line (\d+): ([^:]+):", said)
        assert told == [
            ("6", "options.loss_cap_scope"),
            ("11", "to_hit.M-D.attack"),
            ("15", "modifier.mg.when.mode"),
            ("17", "modifier.gloom"),
            ("19", "modifier.gloom.when.glom"),
            ("22", "limits.distant_rang"),
        ], line
        assert "did you mean distant_range" in said
    assert not list(table.folder.glob("*.umpire"))


@pytest.mark.parametrize("line", ["rules club.toml", "sheet --rules club.toml", "types club.toml"])
def test_house_rules_in_the_place_of_a_ruleset(table, line):
    house(table.folder)
    said = table.say(line)
    assert said.code == 1
    assert said.err.startswith("error: club.toml is a file of house rules, not a ruleset")
    assert "--house club.toml" in said.err


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("new worked-example-1 --house nowhere.toml", "no file nowhere.toml"),
        ("new d20-opening --house club.toml", "'two-star-general', but the ruleset of the game is d20-elements"),
        ("new worked-example-1 --house club.toml --house club.toml", "club is used already"),
        ("new worked-example-1 --house .", "is a folder"),
    ],
)
def test_files_that_do_not_fit_the_game(table, line, what):
    house(table.folder)
    said = table.say(line)
    assert said.code == 1
    assert what in said.err
    assert not list(table.folder.glob("*.umpire"))


def test_an_unknown_ruleset_gets_a_hint(table):
    house(table.folder, "two-stars-general")
    said = table.say("new worked-example-1 --house club.toml")
    assert "club.toml line 1: extends: ruleset 'two-stars-general' is not known" in said.err
    assert "did you mean" in said.err


@pytest.mark.parametrize("value", ["3", "[3]", "true", '""', "1979-05-27", "[['club.toml']]"])
def test_a_scenario_that_names_them_wrongly(value):
    text = (tables.data_folder("examples") / "worked-example-1.toml").read_text()
    with pytest.raises(FileMistake, match="house"):
        position_from_text(f"house = {value}\n{text}")


# -- a game carries them ---------------------------------------------------------------------------------------------


def test_a_game_moved_away_loses_nothing(table, tmp_path):
    house(table.folder)
    table.say("new worked-example-1 --house club.toml")
    (table.folder / "club.toml").unlink()
    away = tmp_path / "away"
    away.mkdir()
    shutil.move("worked-example-1.umpire", away / "game.umpire")
    said = table.say("-g away/game.umpire fire ta at para --roll --defaults")
    assert said.code == 0
    assert "changed" not in said.out
    head = open_session(away / "game.umpire").head
    assert [(each["id"], each["name"], each["core"]) for each in head["house"]] == [
        ("club", "Our club", {"infantry": {"sp": 6}})
    ]


@pytest.mark.parametrize("ruleset", FAMILIES)
def test_an_export_begins_the_same_game_again(tmp_path, ruleset):
    path = house(tmp_path, ruleset, CHANGED[ruleset].rows)
    session = new_game(tmp_path / "game.umpire", FIRES[ruleset].scenario, "7", (str(path),))
    path.unlink()
    text = export_text(session)
    assert position_from_text(text) == session.snapshot.position
    assert edited(session, text) is None


def test_house_rules_never_change_during_play(tmp_path):
    session = new_game(tmp_path / "game.umpire", "worked-example-1", "7", (str(house(tmp_path)),))
    with pytest.raises(FileMistake, match="house: cannot change during a game"):
        edited(session, export_text(session).replace("sp = 6", "sp = 7", 1))
    (tmp_path / "plain.toml").write_text(export_text(new_game(tmp_path / "plain.umpire", "worked-example-1", "7")))
    with pytest.raises(FileMistake, match="house: cannot change during a game"):
        edited(session, (tmp_path / "plain.toml").read_text())


def test_a_change_of_the_published_table_is_announced(table, monkeypatch, tmp_path):
    shelf = tmp_path / "shelf"
    shutil.copytree(tables.data_folder("tables"), shelf)
    original = tables.data_folder
    monkeypatch.setattr(tables, "data_folder", lambda kind: shelf if kind == "tables" else original(kind))
    house(table.folder)
    table.say("new worked-example-1 --house club.toml")
    assert "has changed" not in table.say("status").out
    path = shelf / "two-star-general.toml"
    path.write_text(path.read_text().replace("distant_range = 3", "distant_range = 4"))
    assert "the rules have changed since the last entry" in table.say("status").out
    path.write_text(path.read_text().replace("[core.infantry]", "[core.foot]"))
    said = table.say("status")
    assert said.code == 1
    assert "house rules Our club: core.infantry: no row has this name" in said.err


def test_the_digest_covers_them():
    known = list(FAMILIES)
    base = {"extends": "two-star-general", "id": "club", "name": "Our club"}
    plain = tables.read_table_file("two-star-general", known)

    def digest(house):
        sections = find("two-star-general").family().sections
        return tables.read_table_file("two-star-general", known, [house], sections=sections).digest

    digests = {digest({**base, "core": {"infantry": {"sp": sp}}}) for sp in (4, 5, 6)}
    assert len(digests | {plain.digest}) == 4
    assert all(digest.startswith(plain.digest) for digest in digests)
    turned = dict(reversed([*base.items(), ("limits", {"aa_dice": 3})]))
    assert digest(turned) == digest({**base, "limits": {"aa_dice": 3}})


# -- parts of a table that a club adds, in a game ---------------------------------------------------------------------


def test_a_scale_of_the_club_is_set_up_corrected_and_exported(table):
    """H6."""
    house(table.folder, "asp-ww2", '[scales.28mm]\nlength = 5\nunit = "in"\n')
    table.say("new asp-opening -g club.umpire --house club.toml")
    assert "250 m (5 in)" in flat(table.say("-g club.umpire setup scale=28mm").out)
    assert table.say("-g club.umpire set t1 markers=1").code == 0
    again = position_from_text(export_text(open_session(Path("club.umpire"))))
    assert again["state"] == open_session(Path("club.umpire")).snapshot.position["state"]


def test_a_way_of_moving_of_the_club_is_played_corrected_and_exported(table):
    """H6."""
    rows = '[pace.camel]\nwords = "camels"\nnormal = 1\nstrategic = 5\nrule = "club 2"\n'
    house(table.folder, rows=rows + '[core.infantry]\nmobility = "camel"\n')
    table.say("new worked-example-1 -g club.umpire --house club.toml")
    assert "camels" in table.say("-g club.umpire sheet").out
    assert table.say("-g club.umpire set ta mobility=camel").code == 0
    again = position_from_text(export_text(open_session(Path("club.umpire"))))
    assert again["state"]["stands"]["ta"]["mobility"] == "camel"


def test_a_date_in_a_house_file_is_said_with_its_line(table):
    house(table.folder, rows="[core.infantry]\nwords = 1979-05-27\n")
    said = table.say("check club.toml")
    assert "core.infantry.words: found a date or time, expected a text in quotes" in said.err


# -- what is loaded --------------------------------------------------------------------------------------------------


def loaded(folder, *words):
    program = (
        "import sys, json\nfrom umpire.__main__ import main\n"
        f"code = main({list(words)!r})\nprint('\\n' + json.dumps([code, sorted(sys.modules)]))\n"
    )
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=True, env=plain
    )
    code, modules = json.loads(done.stdout.splitlines()[-1])
    assert code == 0, done.stderr
    return set(modules)


@pytest.mark.slow
def test_only_a_game_with_house_rules_loads_what_lays_them(table):
    own = {"umpire.game.rulebook.overlay", "umpire.game.forms"}
    heavy = {"pydantic_core", "tomli_w", "umpire.game.check", "umpire.game.problems", "umpire.game.rulebook.sheet"}
    heavy |= {"umpire.play.scenarios", "umpire.play.documents"}
    house(table.folder)
    table.say("new worked-example-1 -g book.umpire")
    table.say("new worked-example-1 -g club.umpire --house club.toml")
    for words in (["status"], ["fire", "ta", "at", "para", "--roll", "--defaults"]):
        loaded(table.folder, "-g", "book.umpire", "status")  # from here on the table is kept as JSON
        assert not loaded(table.folder, "-g", "book.umpire", *words) & (own | heavy | {"tomllib"})
        assert not loaded(table.folder, "-g", "club.umpire", *words) & heavy


def test_a_status_by_house_rules_with_a_fact_of_their_own_imports_no_act(table):
    table.say("new worked-example-1 -g club.umpire --house night-club")
    modules = loaded(table.folder, "-g", "club.umpire", "status")
    assert not [name for name in modules if re.search(r"star_general\.(acts|combat)\b", name)]

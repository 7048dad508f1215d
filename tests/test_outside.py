"""Tests of a ruleset of another package: installed and played, checked against the contract, refused in one line."""

import re
import shutil
import subprocess
import sys
import tomllib

import pytest

from tests.cli.games import Table, umpire
from tests.places import EXAMPLES, ROOT
from umpire.core.installed import how_to_add
from umpire.core.mistakes import FileMistake, Mistake
from umpire.game.gamefile.store import open_game
from umpire.rulesets import FAMILIES, find, installed
from umpire.testing import Case, Contract

TOY = EXAMPLES / "skirmish"

HALF = """
from umpire.game.act import Family
class Half(Family):
    names = status = None
FAMILY = Half()
"""


def install(site, package="umpire-skirmish", module="skirmish", name="skirmish"):
    """Write the files of an installed package into a folder: the package, and its name."""
    if not (site / module).exists():
        shutil.copytree(TOY / "skirmish", site / module, ignore=shutil.ignore_patterns("__pycache__"))
    told = site / f"{package.replace('-', '_')}-1.dist-info"
    told.mkdir(parents=True)
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
    (told / "entry_points.txt").write_text(f"[umpire.rulesets]\n{name} = {module}\n")
    return site


@pytest.fixture
def site(tmp_path, monkeypatch):
    """Return a folder for packages that Python searches; its imports are forgotten afterwards."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] in ("skirmish", "other")]:
        del sys.modules[name]


@pytest.fixture
def table(tmp_path, monkeypatch, capsys):
    folder = tmp_path / "games"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.delenv("UMPIRE_GAME", raising=False)
    return Table(folder, capsys)


def test_the_package_says_what_it_brings():
    project = tomllib.loads((TOY / "pyproject.toml").read_text())["project"]
    assert project["entry-points"]["umpire.rulesets"] == {"skirmish": "skirmish"}
    assert project["name"] == "umpire-skirmish"


PAGE = (ROOT / "docs" / "a-ruleset.md").read_text(encoding="utf-8")


def test_the_page_shows_the_package_as_it_is():
    shown = dict(re.findall(r"^`(\S+)`\n\n```\w+\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
    files = [path for path in TOY.rglob("*") if path.suffix in (".py", ".toml")]
    assert shown == {path.relative_to(TOY).as_posix(): path.read_text(encoding="utf-8") for path in files}


def test_what_the_page_types_is_answered_so(site, table, monkeypatch):
    install(site)
    monkeypatch.setenv("COLUMNS", "80")
    (typed,) = re.findall(r"^```console\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    for block in typed.split("$ umpire ")[1:]:
        line, _, answer = block.partition("\n")
        said = table.say(line)
        assert said.out + said.err == answer


def test_it_is_played_like_any_other(site, table):
    install(site)
    assert "skirmish" in table.say("rules").out
    assert table.say("new first-shots").code == 0
    assert "rifle" in table.say("status").out
    assert "red fires, 3 dice: each 5 or 6 hits (FIRE-01)" in table.say("fire red at blue 8 --explain").out
    assert "blue 4→2" in table.say("fire red at blue 8 --dice 561").out
    assert "- blue: weapon rifle, men 2" in table.say("print roster --md").out
    assert table.say("undo").code == 0
    assert "One die less" in table.say("rule cover").out + table.say("rule FIRE-04").out
    assert "SQUAD at SQUAD RANGE" in table.say("fire --help --rules skirmish").out
    assert "Acts of play:\n  fire" in table.say("--help").out
    assert table.say("compare skirmish skirmish").code == 0
    assert "no squad is called 'tank'" in table.say("fire tank at blue 8").err
    assert "refused: 9 is beyond 8 (FIRE-05)" in table.say("fire guard at red 9").err
    cards = table.say("print cards --json").plain["documents"]["cards"]["cards"]
    assert [card["stand"]["id"] for card in cards] == ["red", "blue", "guard"]
    assert table.say("print all -o pack.pdf").code == 0
    table.say("export -o again.toml")
    assert table.say("new again.toml -g again.umpire").code == 0


def test_looks_know_its_acts_and_facts(site, table):
    """E17: it needs no line on them."""
    install(site)
    table.say("new first-shots")
    compared = table.say("what-if fire red at blue 8")
    assert compared.code == 0, compared.err
    assert "cover=yes" in compared.out
    assert "cover=no" not in compared.out
    assert table.say("fire red at blue 8 --explain").out.count("3 dice") == 1
    (could,) = table.say("can red --json").plain["can"]["red"]
    assert could["act"] == "fire"
    assert "blue" in [each["id"] for each in could["targets"]]
    assert "3 dice" in next(each["dice"] for each in could["targets"] if each["id"] == "blue")
    sheet = table.say("sheet").out
    assert "fire SQUAD at SQUAD RANGE" in sheet
    assert "cover=" in sheet


def test_a_case_without_a_forbidden_act_keeps_the_contract(site, table):
    """E17: a case may leave it out."""
    install(site)
    contract = type(
        "Own", (Contract,), {"case": Case("skirmish", "first-shots", "red at blue 8", "fire", "guard at red 8")}
    )
    session = contract.case.begin(table.folder)
    with pytest.raises(pytest.skip.Exception):
        contract().test_what_is_forbidden_is_refused_and_can_be_overruled(session)


@pytest.mark.slow
def test_its_contract_and_its_own_tests_hold(site):
    install(site)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(TOY), str(TOY / "tests")],
        cwd=site,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_a_table_of_a_ruleset_is_small():
    lines = [line for path in (TOY / "skirmish").glob("*.py") for line in path.read_text().splitlines()]
    assert len([line for line in lines if line.strip()]) <= 120


def test_a_game_knows_where_its_ruleset_is_without_looking(site, table, monkeypatch):
    install(site)
    table.say("new first-shots")
    head = open_game(table.folder / "first-shots.umpire").read().position["game"]
    assert (head["module"], head["package"]) == ("skirmish", "umpire-skirmish")
    monkeypatch.setattr("umpire.rulesets.installed", lambda: pytest.fail("looked for"))
    assert table.say("status").code == 0
    assert table.say("fire red at blue 8 --roll").code == 0


def test_our_own_are_never_looked_for(table, monkeypatch):
    monkeypatch.setattr("umpire.rulesets.installed", lambda: pytest.fail("looked for"))
    assert table.game("worked-example-1").is_file()
    assert table.say("status").code == 0
    assert "module" not in table.say("status --json").plain
    for name in FAMILIES:
        assert find(name).family()


def test_a_game_whose_ruleset_is_not_installed_says_what_to_install(site, table):
    install(site)
    table.say("new first-shots")
    done = umpire("status", cwd=table.folder)
    assert done.code == 1
    assert done.err.splitlines() == [
        "error: the ruleset skirmish is not installed: it comes with the package umpire-skirmish",
        f"hint: `{how_to_add('FOLDER')}`; FOLDER is the folder of the package",
    ]


def test_a_game_of_a_stranger_names_no_module_that_is_run(site, table):
    install(site)
    table.say("new first-shots")
    (site / "other.py").write_text("raise SystemExit('this ran')")
    game = open_game(table.folder / "first-shots.umpire")
    position = game.read().position
    for module, package in (("other", "umpire-skirmish"), ("other", "nowhere"), ("other", "")):
        forged = {**position, "game": {**position["game"], "module": module, "package": package}}
        game.record(game.read().number, "forged", {}, forged)
        said = table.say("status")
        assert (said.code, "other" in sys.modules) == (1, False), said
        assert "the ruleset skirmish" in said.err


def test_two_packages_with_one_name_are_refused_by_name(site, table):
    install(site)
    install(site, package="other-skirmish", module="other")
    with pytest.raises(Mistake) as refused:
        find("skirmish")
    assert refused.value.what == "two packages contain the ruleset skirmish: other-skirmish and umpire-skirmish"
    said = table.say("new first-shots")
    assert said.code == 1
    assert "two packages contain the ruleset" in said.err
    assert "two packages contain the ruleset" in " ".join(table.say("rules").out.split())


def test_a_name_of_ours_stays_ours(site, table):
    install(site, name="asp-ww2")
    assert [one.name for one in installed()] == ["asp-ww2"]
    assert find("asp-ww2").module == "umpire.rulesets.asp"


@pytest.mark.parametrize(
    ("break_it", "what"),
    [
        (lambda home: (home / "__init__.py").write_text(""), "there is no FAMILY in the module skirmish"),
        (
            lambda home: (home / "__init__.py").write_text(HALF),
            "there is no method read_table or read_state or apply in the FAMILY of the module skirmish",
        ),
        (lambda home: (home / "__init__.py").write_text("import nothing_of_the_kind"), "cannot be imported: No module"),
        (lambda home: (home / "tables/skirmish.toml").unlink(), "there is no tables/skirmish.toml"),
        (lambda home: (home / "tables/skirmish.clauses.toml").unlink(), "there is no tables/skirmish.clauses.toml"),
    ],
    ids=["no family", "half a family", "no import", "no table", "no clauses"],
)
def test_a_package_that_offers_no_whole_ruleset_is_refused_by_name(site, table, break_it, what):
    install(site)
    scenario = (TOY / "skirmish/examples/first-shots.toml").read_text()
    (table.folder / "mine.toml").write_text(scenario)
    break_it(site / "skirmish")
    said = table.say("new mine.toml")
    assert said.code == 1
    assert "umpire-skirmish" in said.err
    assert what in said.err
    assert said.err.splitlines()[1] == "hint: report this error to the authors of the package"
    assert not list(table.folder.glob("*.umpire"))
    assert table.say("rules").code == 0


def test_a_ruleset_that_nobody_brings_is_not_known():
    with pytest.raises(Mistake, match="ruleset 'skirmihs' is not known"):
        find("skirmihs")
    with pytest.raises(FileMistake):
        find("asp-ww2")._replace(module="gone", package="gone").family()

"""Tests of a missing part: the hint fits the installation of the program, and names no other package."""

import json
import re
import subprocess
import sys
import tomllib

import pytest

from tests.places import ROOT
from umpire.core import installed
from umpire.core.installed import DISTRIBUTION, how_to_add, how_to_get, needed

TYPST = "'typst<1,>=0.14'"


@pytest.fixture
def prefix(tmp_path, monkeypatch):
    """Return an environment in which the program is installed and active."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path))
    return tmp_path


def test_with_pip_in_an_environment_that_is_active(prefix):
    assert how_to_get("print") == f"python -m pip install {TYPST}"
    assert needed("screen") == ["segno<2,>=1.6", "starlette<2,>=0.40", "uvicorn<1,>=0.30"]
    assert {*needed("all")} == {*needed("print"), *needed("screen")} <= {*needed("dev")}


def test_in_one_that_is_not_the_hint_says_which_python(prefix, monkeypatch):
    python = prefix / ".venv" / "bin" / "python"
    monkeypatch.delenv("VIRTUAL_ENV")
    monkeypatch.setattr(sys, "executable", str(python))
    assert how_to_get("print") == f"{python} -m pip install {TYPST}"
    monkeypatch.chdir(prefix)
    assert how_to_get("print") == f".venv/bin/python -m pip install {TYPST}"
    monkeypatch.setattr(sys, "executable", "/my games/bin/python")
    assert how_to_get("print") == f"'/my games/bin/python' -m pip install {TYPST}"
    monkeypatch.setattr(installed, "find_spec", lambda name: None)
    assert how_to_get("print") == f"uv pip install --python '/my games/bin/python' {TYPST}"


@pytest.mark.slow
def test_the_hint_runs_as_it_is_typed():
    typed = how_to_get("print").replace(" install ", " install --dry-run --no-index --quiet ")
    subprocess.run(typed, shell=True, check=True, stdin=subprocess.DEVNULL)


def test_with_pipx(prefix):
    (prefix / "pipx_metadata.json").write_text(json.dumps({"main_package": {"package": "wargame"}}))
    assert how_to_get("print") == f"pipx inject wargame {TYPST}"
    assert how_to_add("FOLDER") == "pipx inject wargame FOLDER"


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ('directory = "/here/clone"', "/here/clone"),
        ('directory = "/here/my clone"', "'/here/my clone'"),
        ('editable = "/here/clone"', "--editable /here/clone"),
        ('path = "/here/a.whl", extras = ["screen"]', "'/here/a.whl[screen]'"),
        ('url = "https://b.example/a.whl"', "https://b.example/a.whl"),
        ('git = "https://b.example/a"', "git+https://b.example/a"),
    ],
)
def test_with_uv(prefix, source, shown):
    (prefix / "uv-receipt.toml").write_text(f'[tool]\nrequirements = [{{ name = "u", {source} }}]\n')
    assert how_to_get("print") == f"uv tool install --with {TYPST} {shown}"


def test_with_uv_what_was_added_before_stays(prefix):
    beside = '{ name = "segno", specifier = ">=1.6" }, { name = "own-rules", directory = "/here/own" }'
    told = f'[tool]\nrequirements = [{{ name = "u", directory = "/here/clone" }}, {beside}]\n'
    (prefix / "uv-receipt.toml").write_text(told)
    assert how_to_get("print") == f"uv tool install --with 'segno>=1.6' --with /here/own --with {TYPST} /here/clone"
    assert how_to_get("screen").count("segno") == 1


@pytest.mark.parametrize("broken", ["", "{", "[]", "[tool]\nrequirements = []\n", "[tool]\nrequirements = [1]\n"])
def test_whatever_is_in_that_file_there_is_a_hint(prefix, broken):
    (prefix / "uv-receipt.toml").write_text(broken)
    assert how_to_get("screen").startswith("uv tool install --with ")
    (prefix / "pipx_metadata.json").write_text(broken)
    assert how_to_get("screen").startswith("pipx inject ")


STRANGER = re.compile(r"pip\d? install\s+(?:-\S+\s+)*[\"'`]?(?:wargame-)?umpire\b|umpire\[", re.IGNORECASE)


def test_no_text_sends_anybody_to_the_package_of_a_stranger():
    texts = [ROOT / ".ci" / "run", ROOT / "pyproject.toml", *ROOT.glob("*.md"), *ROOT.glob("*.txt")]
    texts += [path for path in (ROOT / "docs").glob("**/*") if path.suffix in (".md", ".py", ".svg")]
    for folder in ("umpire", "examples", "tables"):
        texts += [path for path in (ROOT / folder).glob("**/*") if path.suffix in (".py", ".toml", ".md", ".typ")]
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in texts
        for line in path.read_text(encoding="utf-8").splitlines()
        if STRANGER.search(line)
    ]
    assert len(texts) > 300
    assert not found
    assert STRANGER.search("pip install -U 'umpire")
    assert STRANGER.search("pip install wargame-umpire")


def test_no_hint_names_one_either():
    for extra in ("print", "screen"):
        assert not STRANGER.search(how_to_get(extra))


def test_the_name_of_the_package_is_that_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    toy = tomllib.loads((ROOT / "examples" / "skirmish" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert toy["dependencies"] == [project["name"]] == [DISTRIBUTION]
    assert {*project["scripts"]} == {"umpire", DISTRIBUTION}
    assert project["authors"][0]["name"] in (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_each_constraint_is_a_name_and_a_version():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) > 30
    assert not [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)]

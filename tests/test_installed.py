"""A part that is missing: what to type is in the words of how the program was installed, and names no stranger."""

import json
import re
import sys

import pytest

from tests.places import ROOT
from umpire.core import installed
from umpire.core.installed import how_to_get, needed

TYPST = "'typst<1,>=0.14'"


@pytest.fixture
def prefix(tmp_path, monkeypatch):
    """An environment of its own, where the program was copied to."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(installed, "_clone", lambda: None)
    return tmp_path


def test_with_pip_in_an_environment(prefix):
    assert how_to_get("print") == f"python -m pip install {TYPST}"
    assert needed("screen") == ["segno<2,>=1.6", "starlette<2,>=0.40", "uvicorn<1,>=0.30"]


def test_with_pipx(prefix):
    (prefix / "pipx_metadata.json").write_text(json.dumps({"main_package": {"package": "wargame"}}))
    assert how_to_get("print") == f"pipx inject wargame {TYPST}"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ('directory = "/here/clone"', "/here/clone"),
        ('editable = "/here/clone"', "--editable /here/clone"),
        ('path = "/here/a.whl"', "/here/a.whl"),
        ('url = "https://b.example/a.whl"', "https://b.example/a.whl"),
        ('git = "https://b.example/a"', "git+https://b.example/a"),
    ],
)
def test_with_uv(prefix, source, said):
    (prefix / "uv-receipt.toml").write_text(f'[tool]\nrequirements = [{{ name = "u", {source} }}]\n')
    assert how_to_get("print") == f"uv tool install --with {TYPST} {said}"


def test_in_a_clone(prefix, monkeypatch):
    monkeypatch.setattr(installed, "_clone", lambda: prefix)
    monkeypatch.setattr(sys, "prefix", str(prefix / ".venv"))
    (prefix / ".venv" / "bin").mkdir(parents=True)
    (prefix / ".venv" / "bin" / "pip").touch()
    assert how_to_get("print") == f".venv/bin/pip install -e '.[print]'  (in {prefix})"


@pytest.mark.parametrize("broken", ["", "{", "[]", "[tool]\nrequirements = []\n"])
def test_whatever_is_written_there_a_line_is_said(prefix, broken):
    (prefix / "uv-receipt.toml").write_text(broken)
    assert how_to_get("screen").startswith("uv tool install --with ")
    (prefix / "pipx_metadata.json").write_text(broken)
    assert how_to_get("screen").startswith("pipx inject ")


STRANGER = re.compile(r"pip\d? install\s+(?:-\S+\s+)*[\"'`]?(?:wargame-)?umpire\b|umpire\[", re.IGNORECASE)


def test_no_text_sends_anybody_to_the_package_of_a_stranger():
    said = [path for path in ROOT.glob("*.md") if path.name != "CHANGELOG.md"]
    said += [path for path in (ROOT / "docs").glob("**/*") if path.suffix in (".md", ".py", ".svg")]
    said += [path for folder in ("umpire", "examples", "tables") for path in (ROOT / folder).glob("**/*.py")]
    said += [path for folder in ("umpire", "examples", "tables") for path in (ROOT / folder).glob("**/*.toml")]
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in said
        for line in path.read_text(encoding="utf-8").splitlines()
        if STRANGER.search(line)
    ]
    assert len(said) > 300
    assert not found


def test_no_hint_names_one_either():
    for extra in ("print", "screen"):
        assert not STRANGER.search(how_to_get(extra))

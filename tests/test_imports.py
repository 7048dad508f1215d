"""Tests of the layers of the program, and of the modules that a plain command may not import."""

import ast
import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import umpire
from umpire.rulesets import FAMILIES

PACKAGE = Path(umpire.__file__).parent
FLOORS = {
    "core": 1,
    "game": 2,
    "rulesets": 3,
    "play": 4,
    "before": 4,
    "show": 4,
    "board": 4,
    "paper": 4,
    "report": 4,
    "screen": 4,
    "cli": 5,
    "testing": 5,
    "__main__": 5,
}
MODULES = sorted(PACKAGE.rglob("*.py"))


@cache
def imported(path):
    """Return every module that a file imports, anywhere in it, with the line."""
    return tuple(_imported(path))


def _imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports by dots"
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def parts(path):
    return path.relative_to(PACKAGE).with_suffix("").parts


@pytest.mark.parametrize("path", MODULES, ids=lambda path: "/".join(parts(path)))
def test_imports_go_down_only(path):
    room = parts(path)
    if room == ("__init__",):
        assert not [name for name, _ in imported(path) if name.startswith("umpire")]
        return
    for name, line in imported(path):
        words = name.split(".")
        if words[0] != "umpire" or words[1] == "__version__":
            continue
        where = f"{path.name}:{line} imports {name}"
        assert FLOORS[words[1]] <= FLOORS[room[0]], where
        if room[0] == "rulesets" and words[1] == "rulesets" and len(room) > 2:
            assert words[2] == room[1], where  # a family never imports another


@pytest.mark.parametrize("path", MODULES, ids=lambda path: "/".join(parts(path)))
def test_libraries_stay_in_their_rooms(path):
    room = parts(path)
    for name, line in imported(path):
        library = name.split(".")[0]
        where = f"{path.name}:{line} imports {name}"
        assert library != "click", where
        if library == "rich":
            assert room == ("show", "page"), where
        assert library != "pydantic", where
        if library == "pydantic_core":
            assert room == ("game", "problems"), where
        if library == "typer":
            assert room[0] == "cli", where
        if library == "prompt_toolkit":
            assert room == ("cli", "prompt", "console"), where
        if library == "typst":
            assert room == ("paper", "typeset_child"), where
        if library == "starlette":
            assert room == ("screen", "app"), where
        if library in ("uvicorn", "segno"):
            assert room == ("screen", "serve"), where
        if library == "pytest":
            assert room == ("testing", "contract"), where
        if library not in (
            *sys.stdlib_module_names,
            "umpire",
            "pydantic_core",
            "typer",
            "rich",
            "tomli_w",
            "prompt_toolkit",
            "typst",
            "starlette",
            "uvicorn",
            "segno",
            "pytest",
            "__future__",
        ):
            raise AssertionError(where)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("imports")
    loaded(folder, "new", "worked-example-1")
    loaded(folder, *FIRE)  # an act to undo, whichever of these tests this process plays
    return folder


def loaded(folder, *words):
    """Return the modules imported by a command in a process of its own."""
    program = (
        "import sys, json\n"
        "from umpire.__main__ import main\n"
        f"code = main({list(words)!r})\n"
        "print('\\n' + json.dumps([code, sorted(sys.modules)]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, encoding="utf-8", check=True, timeout=60
    )
    code, modules = json.loads(done.stdout.splitlines()[-1])
    assert code == 0, done.stderr
    return set(modules)


HEAVY = {"prompt_toolkit", "typst", "pydantic", "pydantic_core", "tomli_w", "hypothesis", "pytest", "click"}
HEAVY |= {"starlette", "uvicorn", "segno"}
OTHERS = {module for ruleset, module in FAMILIES.items() if ruleset not in ("two-star-general", "three-star-general")}
FIRE = ("fire", "ta", "tb", "at", "para", "--roll", "--defaults")


@pytest.mark.parametrize(
    ("words", "never"),
    [
        (("--version",), {"typer", "rich", "sqlite3", "tomllib", "dataclasses", "umpire.play.turn", "umpire.cli.app"}),
        (
            ("--help",),
            {
                "umpire.play.turn",
                "umpire.cli.commands.acts",
                "umpire.cli.commands.games",
                "rich.console",
                "umpire.rulesets.star_general.state",
                "umpire.rulesets.star_general.acts.move",
            },
        ),
        (
            ("status",),
            {
                "umpire.play.turn",
                "umpire.play.scenarios",
                "umpire.game.check",
                "umpire.cli.commands.acts",
                "umpire.core.odds",
            },
        ),
        (("log",), {"umpire.play.scenarios", "umpire.game.check", "umpire.play.turn", "umpire.rulesets.star_general"}),
        (
            FIRE,
            {
                "umpire.play.scenarios",
                "umpire.game.check",
                "umpire.cli.ask",
                "umpire.core.odds",
                "umpire.game.rulebook.clauses",
            },
        ),
        (("undo",), {"umpire.play.scenarios", "umpire.game.check", "umpire.cli.commands.acts"}),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_a_plain_command_imports_only_what_it_needs(folder, words, never):
    assert not loaded(folder, *words) & (HEAVY | OTHERS | never)


@pytest.mark.slow
def test_only_what_people_write_is_checked_by_pydantic(tmp_path):
    """Rows in a game were checked when it began: only a correction checks again, with house rules or not."""
    checks = {"pydantic", "pydantic_core"}
    for game in ([], ["--house", "desert-club"]):
        at = ("-g", f"game{len(game)}.umpire")
        assert loaded(tmp_path, *at, "new", "worked-example-1", *game) & checks
        for words in (
            *(FIRE, ("status",), ("can", "ta"), ("log",), ("undo",), ("redo",), ("note", "rain"), ("audit",)),
            *(("what-if", *FIRE[:5]), ("map",), ("sheet",), ("export",)),
            ("amend", "2", "fire", "ta", "at", "para", "--roll", "--defaults"),
        ):
            assert not loaded(tmp_path, *at, *words) & checks, words
        assert loaded(tmp_path, *at, "audit", "ta", "sp=1") & checks
        assert loaded(tmp_path, *at, "set", "ta", "sp=2") & checks
    assert loaded(tmp_path, "-g", "evening.umpire", "new", "d20-opening") & checks
    assert not loaded(tmp_path, "-g", "evening.umpire", "next") & checks


def test_help_without_a_game_imports_no_store(tmp_path):
    assert not loaded(tmp_path, "--help") & {"sqlite3", "umpire.game.gamefile.store", "umpire.show.journal"}

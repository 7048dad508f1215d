"""Tests of the parts of a family: each imports only earlier ones, in the order of the docstring of its package."""

import ast
import re
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

import umpire
from tests.test_imports import imported
from umpire.rulesets import FAMILIES

LISTED = re.compile(r"Rooms, each importing only those before it: ([^.]*)\.")
DOOR = {"__init__"}
"""The package itself: it may look into every room, and no room into it."""


def rooms_of(family):
    """Return the parts in order as sets of names: `table, state; board` are two, and the names in a set have no
    order.
    """
    listed = LISTED.search(" ".join((import_module(family).__doc__ or "").split()))
    return [{name.strip() for name in room.split(",")} for room in listed[1].split(";")] if listed else []


def files_of(family):
    """Return every file of a family by its dotted name, with its imports from the family."""
    home = Path(import_module(family).__file__).parent
    package = f"{family}."
    files = {".".join(path.relative_to(home).with_suffix("").parts): path for path in sorted(home.rglob("*.py"))}
    found = {}
    for name, path in files.items():
        named = {module.removeprefix(package) for module, _ in imported(path) if module.startswith(package)}
        found[name] = {of for of in (_file(one, files) for one in named) if of and of != name}
    return found


def _file(name, files):
    """Return the file that contains a dotted name or is it; "" for a package."""
    while name and name not in files:
        name = name.rpartition(".")[0]
    return name


HOUSE = Path(umpire.__file__).parent
WITH_ROOMS = [family for family in sorted(set(FAMILIES.values())) if rooms_of(family)]


@pytest.mark.parametrize("family", WITH_ROOMS)
def test_every_file_has_its_room(family):
    rooms = set().union(*rooms_of(family))
    assert {name.partition(".")[0] for name in files_of(family)} - DOOR == rooms


@pytest.mark.parametrize("family", WITH_ROOMS)
def test_a_room_imports_only_those_before_it(family):
    place = {name: order for order, room in enumerate(rooms_of(family)) for name in room}
    for name, others in files_of(family).items():
        if name in DOOR:
            continue
        for other in others:
            here, there = name.partition(".")[0], other.partition(".")[0]
            assert here == there or place[there] <= place[here], f"{name} imports {other}, a later room"


def test_no_circle_of_files():
    try:
        TopologicalSorter(files_of("umpire")).prepare()
    except CycleError as circle:
        pytest.fail(f"these import each other: {' > '.join(circle.args[1])}")


def test_the_rulebook_is_one_floor():
    files = files_of("umpire")
    inside = {name for name in files if name.startswith("game.rulebook.")}
    below = {other for name in inside for other in files[name]} - inside
    while more := {other for name in below for other in files[name]} - below:
        below |= more
    assert below & inside == set()


FOLDERS = sorted({path.parent for path in HOUSE.rglob("*.py")})


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.relative_to(HOUSE).as_posix())
def test_a_folder_has_fifteen_files_and_a_file_450_lines(folder):
    lines = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in folder.glob("*.py")}
    assert len(lines.keys() - {"__init__.py"}) <= 15
    assert {name: count for name, count in lines.items() if count > 450} == {}


IN_EVERY_FAMILY = {
    "Clock": "where the game is in its sequence of play",
    "Document": "the sections of a scenario",
    "Fighter": "one who fights in a close combat",
    "FireSituation": "what a shot hangs on",
    "MoveSituation": "what a move hangs on",
    "Mover": "one who moves",
    "Muster": "one of an organisation",
    "NextSituation": "what play goes on from and to",
    "NightSituation": "what a night hangs on",
    "Objective": "what is to be taken",
    "Organisation": "what is mustered together",
    "Stand": "a stand on the table",
    "State": "all that is true of a battle",
    "Table": "the rule table as values",
}
"""What families may each have a class for: the same thing of another rule book; effects too, which records name."""


@pytest.mark.slow
def test_no_class_has_the_name_of_another():
    places = {}
    for path in HOUSE.rglob("*.py"):
        parts = path.relative_to(HOUSE).with_suffix("").parts
        family = parts[1] if parts[0] == "rulesets" and len(parts) > 2 else ""
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                may = family and (parts[-1] == "effects" or node.name in IN_EVERY_FAMILY)
                places.setdefault(node.name, []).append((family, may))
    twice = {name: where for name, where in places.items() if len(where) > 1}
    assert [name for name, where in twice.items() if not all(may for _, may in where)] == []
    assert [name for name, where in twice.items() if len(where) > len(dict(where))] == []
    assert IN_EVERY_FAMILY.keys() - twice.keys() == set()

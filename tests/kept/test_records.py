"""Tests of the fields of game files, held in `records.txt`: they change only with a migration step.

A line is a field: of a state by the keys that lead to it (`star_general stands.sp: int`), of an effect by its class too
(`star_general effect Lose.points: int`), of all games under `umpire`; with `= ...` where it reads as a default when it
is missing. A new field with a default needs only its line. Every other change is a new format with a migration step
(docs/architecture.md, "The game file"): the old line stays, with `until N` for the last format that had it, and the new
line has `from N`.

`python -m tests.kept.test_records` lists the missing lines and the superfluous ones.
"""

import os
import re
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import MISSING
from fractions import Fraction
from pathlib import Path
from types import UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import pytest

from tests.kept.facts import LOOKS, copy
from tests.kept.test_kept import HERE, site  # noqa: F401
from tests.transcripts.evenings import answer
from umpire.game.clock.effect import FactSet
from umpire.game.gamefile import database
from umpire.game.gamefile.store import open_game
from umpire.game.maps import Map
from umpire.game.records import defaults, is_record
from umpire.play.past.plain import Classes
from umpire.play.session import open_session

LIST = HERE / "records.txt"
OPTIONAL = " = ..."
LINE = re.compile(r"(?P<field>(?P<owner>\S+) .*?)(?: until (?P<until>\d+))?(?: from (?P<start>\d+))?")


def of_family(family, state):
    """Return a line for each field of the family's state and effects."""
    package, seen = type(family).__module__, {}
    homes = {f"{package}.{each}".rstrip(".") for each in family.EFFECTS}
    for cls in Classes.of(family).known.values():
        if cls.__module__ in homes:
            _reach(cls, seen)
    lines = [*_state(type(state), ""), *(f"effect {line}" for lines in seen.values() for line in lines)]
    return {f"{package.rpartition('.')[2]} {line}" for line in lines}


def _fields(cls):
    """Yield name, type and, as in the list, whether the field may be missing."""
    hints = get_type_hints(cls, localns={"Fraction": Fraction, "Map": Map})
    for name, default in defaults(cls).items():
        yield name, hints[name], "" if default is MISSING else " = ..."


def _state(cls, where):
    """Yield the stored fields of a state, without the names of classes."""
    for name, hint, missing in _fields(cls):
        yield f"{where}{name}: {_words(hint)}{missing}"
        for inner in _within(hint):
            if is_record(inner):
                yield from _state(inner, f"{where}{name}.")


def _reach(cls, seen):
    """Return the stored fields of an effect and of everything in it, by class."""
    if not is_record(cls) or cls in seen:
        return
    seen[cls] = []
    for name, hint, missing in _fields(cls):
        seen[cls].append(f"{cls.__name__}.{name}: {_words(hint)}{missing}")
        for inner in _within(hint):
            _reach(inner, seen)


def _within(hint):
    yield hint
    for inner in get_args(hint):
        yield from _within(inner)


def _words(hint):
    """Return a type as JSON sees it; its possible values do not matter."""
    inner = get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return " | ".join(sorted({_words(each) for each in inner}))
    if is_record(hint):
        return "record"
    if get_origin(hint) is Literal:
        return " | ".join(sorted({type(each).__name__ for each in inner}))
    name = getattr(get_origin(hint) or hint, "__name__", str(hint)).replace("NoneType", "None")
    return f"{name}[{', '.join('...' if each is ... else _words(each) for each in inner)}]" if inner else name


def of_every_game(folder):
    """Return a line for each key of a game's head and of its entries, from a short game of today."""
    found, here = set(), os.getcwd()
    os.chdir(folder)
    try:
        for line in (
            "new worked-example-1 --seed 1 --house night-fights",
            "order pz=M ab=H",
            'fire ta tb at para with g1 --add "-1 rain" --ruling why --dice 6x/5x --roll --defaults',
            "set para sp=2 why",
            "note --public rain",
            "amend 3 x/6x --roll --defaults --keep all",
            "amend --before 3 order pz=H --keep all --roll --defaults",
            "amend --before 4 set abhq sp=1 --keep all --roll --defaults",
            "now night=yes",
        ):
            said = answer(f"umpire {line}")
            assert not said[-1].startswith("[exit"), said
    finally:
        os.chdir(here)
    game = open_game(Path(folder) / "worked-example-1.umpire")
    position = game.read().position
    found |= {f"umpire game.{key}: {type(value).__name__}" for key, value in position["game"].items()}
    seen: dict[type, list[str]] = {}
    _reach(FactSet, seen)
    found |= {f"umpire effect {line}" for lines in seen.values() for line in lines}
    found |= {f"umpire map.{key}: {type(value).__name__}" for key, value in position["map"].items()}
    for entry in game.entries():
        found |= set(_keys("entry", entry.data))
        found |= set(_keys("kept", entry.kept))
    return found


OPEN = ("facts", "sources", "tally", "effects", "reading", "value", "lines.amount")
"""Where any key may stand, for what is kept there: whoever reads it asks for none by name."""


def _keys(where, value):
    for key, inner in value.items():
        yield f"umpire {where}.{key}: {type(inner).__name__}"
        if key not in OPEN:
            for one in inner if isinstance(inner, list) else [inner]:
                if isinstance(one, dict) and key not in ("data", "kept"):
                    yield from _keys(f"{where}.{key}", one)


@contextmanager
def now():
    """Return all lines of today, and the format of each family."""
    with tempfile.TemporaryDirectory() as name:
        folder, found, formats = Path(name), set(), {"umpire": database.FORMAT}
        for each in LOOKS:
            session = open_session(copy(HERE / f"{each}.umpire", folder / each.replace("/", "-")))
            family = type(session.family).__module__.rpartition(".")[2]
            found |= of_family(session.family, session.state)
            formats[family] = session.family.FORMAT
        yield found | of_every_game(folder), formats


@pytest.fixture(scope="module")
def records(site):  # noqa: F811
    with now() as found:
        yield found


CHANGED = (
    "What a game file keeps has changed. A new field that reads as its default where it is missing: add its line to "
    "tests/kept/records.txt. Anything else: add a step first (docs/architecture.md, The game file)."
)


def wrong(lines, found, formats):
    """Yield the differences of a list of lines from the present fields and formats."""
    current = set()
    for line in lines:
        field, until, start = LINE.fullmatch(line).group("field", "until", "start")
        number = formats[field.partition(" ")[0]]
        if until and number <= int(until):
            yield f"{field}: kept until format {until}, and this program writes {number}"
        if start and number < int(start):
            yield f"{field}: kept from format {start}, and this program writes {number}"
        if not until:
            current.add(field)
    yield from (f"not kept any more: {field}" for field in sorted(current - found))
    yield from (f"not in the list: {field}" for field in sorted(found - current))


def held():
    return LIST.read_text(encoding="utf-8").splitlines()


def test_what_game_files_keep_is_what_the_list_says(records):
    assert list(wrong(held(), *records)) == [], CHANGED


def test_a_renamed_field_is_wrong_until_there_is_a_step():
    was, now = "d20 elements.range: int", "d20 elements.reach: int"
    assert len(list(wrong([was], {now}, {"d20": 1}))) == 2
    assert len(list(wrong([f"{was} until 1", f"{now} from 2"], {now}, {"d20": 1}))) == 2
    assert list(wrong([f"{was} until 1", f"{now} from 2"], {now}, {"d20": 2})) == []


def test_a_new_field_that_may_be_missing_needs_its_line_alone():
    new = "d20 elements.height: int = ..."
    assert len(list(wrong([], {new}, {"d20": 1}))) == 1
    assert list(wrong([new], {new}, {"d20": 1})) == []


def needed(lines, first):
    """Yield the lines for fields of games of the `first` list, with neither `from` nor a default."""
    owners = {_owner(line) for line in first}
    for line in set(lines) - set(first):
        field, start = LINE.fullmatch(line).group("field", "start")
        if not start and field not in first and not field.endswith(OPTIONAL) and _owner(field) in owners:
            yield field


def _owner(field):
    return field.partition(":")[0].rpartition(".")[0] or field.partition(" ")[0]


def test_a_new_field_that_may_not_be_missing_needs_a_step():
    first = (HERE / "0.1" / "records.txt").read_text(encoding="utf-8").splitlines()
    assert list(needed((line for line in held() if not line.startswith("umpire ")), first)) == [], CHANGED
    assert list(needed(["d20 elements.height: int"], first))
    assert not list(needed(["d20 elements.height: int = ...", "d20 effect Soar.height: int"], first))


def main():
    from tests.test_outside import install

    with tempfile.TemporaryDirectory() as folder:
        sys.path.insert(0, str(install(Path(folder))))
        with now() as (found, formats):
            print(*wrong(held(), found, formats), sep="\n")


if __name__ == "__main__":
    main()

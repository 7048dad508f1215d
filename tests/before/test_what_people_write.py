"""Tests of values that nobody expects in a file: one clear line each, never `bug:`."""

from __future__ import annotations

import json
import random
import re
import shutil
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from copy import deepcopy
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from umpire.before.asked import every_key
from umpire.before.checked import check_file
from umpire.before.draft import MEANS, draft
from umpire.cli.app import run
from umpire.core.mistakes import FileMistake, Mistake, did_you_mean, each_of
from umpire.game.rulebook.tables import data_folder
from umpire.play.documents import find
from umpire.play.scenarios import position_from_file
from umpire.rulesets import FAMILIES
from umpire.rulesets import find as named

HEAD = 'name = "A"\nruleset = "{}"\nsides = ["Red", "Blue"]\n'
COMMANDER = '[elements.c]\nname = "C"\nside = "Red"\nmodel = "commander"\n'
NO_COMMAND = 'extends = "d20-elements"\nid = "club"\nname = "Club"\n[[type]]\nid = "Cmd"\nremove = true\n'
OTHER_CARDS = '[starter.cavalry]\ntype = "Inf"\n[starter.commander]\ntype = "Inf"\n'


def refused(folder: Path, text: str) -> str:
    file = folder / "wrong.toml"
    file.write_text(text)
    with pytest.raises(FileMistake) as said:
        check_file(file)
    return said.value.what


def test_a_ruleset_with_a_name_of_300_letters_is_not_known(tmp_path):
    assert "ruleset: 'aaa" in refused(tmp_path, HEAD.format("a" * 300))
    assert "aaa" in refused(tmp_path, HEAD.format("a" * 300 + ".toml"))


def test_a_key_among_the_elements_is_named(tmp_path):
    said = refused(tmp_path, HEAD.format("d20-elements") + '[elements]\nfoo = "x"\n')
    assert 'elements.foo: found the text "x", expected a table' in said


def test_a_type_that_house_rules_took_away_is_named_where_a_card_has_it(tmp_path):
    (tmp_path / "club.toml").write_text(NO_COMMAND)
    said = refused(tmp_path, HEAD.format("d20-elements") + 'house = "club.toml"\n' + COMMANDER)
    assert "type.Cmd: removed, but starter.cavalry.type still names it" in said
    (tmp_path / "club.toml").write_text(NO_COMMAND + OTHER_CARDS)
    card = COMMANDER.replace('model = "commander"', 'type = "Cmd"\ndefence = 1\nrange = 1')
    said = refused(tmp_path, HEAD.format("d20-elements") + 'house = "club.toml"\n' + card)
    assert "elements.c.type: nothing is called 'Cmd'" in said


@pytest.mark.parametrize("ruleset", FAMILIES)
def test_a_draft_says_what_its_numbers_mean_in_no_word_of_python(ruleset):
    text = draft(named(ruleset))
    assert not re.search(r"\bNone\b|mend the number", text)
    assert "=" in text


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("[stands.a]\nname = “q”\n", 'type straight quotes: "'),
        ("[stands.a]\nhex = 0107\n", 'for example: "0107", in quotes'),
        ('[formation]\nid = "k"\n', "write [[formation]], with two brackets"),
        ("[formation]\n[formation]\n", "in a list of entries each heading has two brackets"),
        ('[stands.a]\ntype = "mg"\nhex = "0101"\n', "write `host = ` and the id of its core stand"),
    ],
)
def test_a_hint_says_what_to_write_instead(tmp_path, line, hint):
    file = tmp_path / "wrong.toml"
    file.write_text(HEAD.format("two-star-general") + line, encoding="utf-8")
    with pytest.raises(FileMistake) as said:
        check_file(file)
    assert hint in "\n".join(each.hint for each in each_of(said.value))


@pytest.mark.parametrize("value", [5, "x", True, {"a": 1}, [7]])
def test_properties_of_an_object_in_tiled_that_are_no_list_are_refused(tmp_path, value):
    folder = data_folder("examples")
    for name in ("mill.toml", "mill.png"):
        shutil.copy(folder / name, tmp_path)
    drawn = json.loads((folder / "mill.tmj").read_text())
    layer = next(each for each in drawn["layers"] if each.get("objects"))
    layer["objects"][0]["properties"] = value
    (tmp_path / "mill.tmj").write_text(json.dumps(drawn))
    with pytest.raises(FileMistake, match="no list of properties"):
        check_file(find(tmp_path / "mill.toml"))


def said(*argv: str) -> list[str]:
    """Return the printed lines on what is wrong."""
    seen = StringIO()
    with redirect_stderr(seen):
        assert run(argv) in (1, 2)
    return seen.getvalue().splitlines()


def test_an_id_that_is_the_name_of_a_side_says_whose_it_is_and_what_to_do(tmp_path):
    head = HEAD.format("two-star-general") + '[forces.Red]\n[units.red]\nside = "Red"\nname = "Third"\n'
    (tmp_path / "wrong.toml").write_text(head)
    lines = said("check", str(tmp_path / "wrong.toml"))
    assert lines[0].endswith("units.red: 'red' is the name of the side Red")
    assert lines[1] == "hint: choose another id; capitals make no difference"


def test_a_map_without_hexes_says_what_to_write(tmp_path):
    (tmp_path / "wrong.toml").write_text(HEAD.format("two-star-general") + '[map]\nrows = """\n..\n.\n"""\n')
    lines = said("check", str(tmp_path / "wrong.toml"))
    after = dict(pairwise(line.partition(": ")[2] for line in lines))
    hints = {key.partition("map.")[2].partition(":")[0]: hint for key, hint in after.items() if "map." in key}
    assert hints["hexes"] == 'for example: hexes = "flat"'
    assert hints["shifted"] == 'for example: shifted = "odd"'
    assert hints["legend"] == 'for example: legend = { "." = "open" }'
    assert hints["rows"] == "make all rows as long as the first row"
    assert not any("mend the map" in line for line in lines)


def test_what_is_listed_below_is_not_counted_too(tmp_path):
    (tmp_path / "wrong.toml").write_text(HEAD.format("two-star-general"))
    lines = said("check", str(tmp_path / "wrong.toml"))
    assert len(lines) > 1
    assert not any("more)" in line for line in lines)


def test_a_misspelt_class_of_an_object_in_tiled_gets_the_nearest_word(tmp_path):
    folder = data_folder("examples")
    for name in ("mill.toml", "mill.png"):
        shutil.copy(folder / name, tmp_path)
    drawn = (
        (folder / "mill.tmj")
        .read_text()
        .replace('"name": "Vauclair", "type": "objective"', '"name": "O", "type": "objectve"')
    )
    (tmp_path / "mill.tmj").write_text(drawn)
    lines = said("check", str(tmp_path / "mill.toml"))
    assert "hint: did you mean the class objective?" in lines


def test_a_word_is_offered_once():
    assert did_you_mean("nmae", ["name", "side", "name"]) == "did you mean name?"
    assert (
        did_you_mean("tiger", ["t1"], names=[("t1", "Tiger one"), ("t1", "Tiger I")]) == "did you mean t1 (Tiger one)?"
    )
    assert did_you_mean("zzz", ["name", "name"]) == "one of: name"


def test_a_type_that_a_house_removes_and_a_starter_card_has_is_said(tmp_path):
    (tmp_path / "club.toml").write_text(NO_COMMAND)
    lines = said("check", str(tmp_path / "club.toml"))
    assert lines[0].startswith("error: club.toml line 4: type.Cmd: removed, but starter.")
    assert lines[0].endswith(".type still names it")
    assert lines[1].startswith("hint: also remove or change starter.")
    cards = re.findall(r"hint: also remove or change (\S+)", "\n".join(lines))
    assert cards == ["starter.cavalry", "starter.commander"]
    (tmp_path / "club.toml").write_text(NO_COMMAND + OTHER_CARDS)
    with redirect_stdout(StringIO()):
        assert run(["check", str(tmp_path / "club.toml")]) == 0


def put(doc: dict[str, Any], path: Sequence[str | int], value: Any) -> dict[str, Any]:
    """Return the document with another value in one place."""
    doc = deepcopy(doc)
    owner: Any = doc
    for key in path[:-1]:
        owner = owner[key]
    owner[path[-1]] = value
    return doc


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield every place of a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield (*path, key)
        yield from places(each, (*path, key))


OTHERS: tuple[Any, ...] = (["x"], [["x"]], [], {"a": 1}, 7, -1, True, "qz", "")
FOUND = (
    ("rules/shields", ("unit",), ["x"]),
    ("rules/shields", ("act", "shoot", "step", 0, "modifier", 0, "when"), ""),
    ("rules/shields", ("stand", "deep", "is"), []),
    ("rules/ford", ("sides",), []),
    ("house/night-fights", ("modifier", 0, "when", "what"), ""),
)
FUZZED = ("house/desert-club", "house/night-fights", "rules/shields", "rules/ford", "bridgehead", "d20-opening", "mill")


def one_line_or_right(example: str, path: Sequence[str | int], value: Any, folder: Path) -> bool:
    """True if a file is right with another value in one place, or its mistakes are one line each."""
    source = data_folder("examples") / f"{example}.toml"
    (folder / "w.toml").write_text(tomli_w.dumps(put(tomllib.loads(source.read_text()), path, value)))
    each: list[Mistake] = []
    try:
        check_file(folder / "w.toml")
    except FileMistake as wrong:
        each = each_of(wrong)
    assert all(one.what and "\n" not in one.what for one in each)
    return not each


@pytest.fixture
def beside(tmp_path):
    """Return a folder with the files that the examples name."""
    for name in ("rules/shields.toml", "mill.tmj", "mill.png"):
        shutil.copy(data_folder("examples") / name, tmp_path)
    return tmp_path


@pytest.mark.parametrize(("example", "path", "value"), FOUND)
def test_a_value_of_another_kind_is_refused_where_it_was_a_bug(example, path, value, beside):
    assert not one_line_or_right(example, path, value, beside)


@pytest.mark.slow
@pytest.mark.parametrize("example", FUZZED)
def test_a_value_of_another_kind_in_any_place_is_never_a_bug(example, beside):
    every = [*places(tomllib.loads((data_folder("examples") / f"{example}.toml").read_text()))]
    chance = random.Random(example)
    wrong = [one_line_or_right(example, chance.choice(every), chance.choice(OTHERS), beside) for _ in range(40)]
    assert not all(wrong)


def values_without_a_meaning(ruleset: str) -> list[str]:
    """Return the keys of a draft whose comment lists the possible values without their meaning."""
    chosen = named(ruleset, data_folder("examples") / "rules")
    family = chosen.family()
    means = {*MEANS, *family.scenario().meanings(family.read_table(chosen.table().rows))}
    known = {f"{key.section}.{key.key}".lstrip(".") for key in every_key(family.scenario().document)}
    return sorted(key for key in known if key not in means and key.rpartition(".")[2] not in means)


@pytest.mark.parametrize("ruleset", [*FAMILIES, "rivers"])
def test_the_examples_of_the_clock_in_a_draft_make_a_scenario(ruleset, tmp_path):
    """The example for each mark, taken from the comments of a draft, begins a game with all marks."""
    rules = data_folder("examples") / "rules"
    text = draft(named(ruleset, rules))
    clock, public = re.search(
        r'arrives = ""  # .*: "([^"]+ on 4\+)", "by hand", "never"; add "(, public)"', text
    ).groups()
    ends = re.search(r'battle ends: "([^"]+)", or "([^"]+ on 4\+)"', text)
    leaves = re.search(r"leaves: .*?: (\{.*?\})", text)[1]
    sudden = re.search(r"points, for example (\d+)", text)[1]
    events = [line.removeprefix("# ") for line in text[text.index("# [events.") :].splitlines()]
    section = "elements" if ruleset == "d20-elements" else "stands"
    for how in (clock + public, "by hand", "never"):
        scenario = re.sub(rf"(?m)^\[{section}\.\w+\]$", rf'\g<0>\narrives = "{how}"', text, count=1)
        for end in ends.groups():
            battle = f'ends = "{end}"\nsudden = {sudden}\nleaves = {leaves}'
            given = re.sub(r"(?m)^#?\[battle\]$", f"[battle]\n{battle}", scenario)
            given = given.replace(f'"{ruleset}.toml"', f'"{rules / f"{ruleset}.toml"}"')
            (tmp_path / "own.toml").write_text("\n".join([given, *events]), encoding="utf-8")
            position = position_from_file(str(tmp_path / "own.toml"))
            first = next(iter(position["state"][section].values()))
            assert first["arrives"] == how
            assert position["game"]["events"].keys() == {"bells", "wind"}
            assert position["game"]["events"]["bells"]["public"] is True
            ending = position["state"].get("ending") or position["state"]["battle"]
            assert (ending["ends"], ending["sudden"], ending["leaves"]["west"]) == (end, int(sudden), 2)


@pytest.mark.parametrize("ruleset", [*FAMILIES, "shields", "rivers", "muskets"])
def test_every_line_of_a_draft_has_a_meaning(ruleset):
    assert values_without_a_meaning(ruleset) == []
    text = draft(named(ruleset, data_folder("examples") / "rules"))
    examples = [line for line in text.splitlines() if re.match(r"#\w+ = ", line)]
    kinds = (
        "a whole number",
        "true or false",
        "a text in quotes",
        "yes or no",
        "a side",
        "one of",
        "a name",
        "an id of",
    )
    assert len(examples) > 5
    assert [line for line in examples if line.partition("  # ")[2].startswith(kinds) and ": " not in line] == []

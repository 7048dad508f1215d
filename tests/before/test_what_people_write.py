"""What a person can write and no program expects: one clear line, never `bug:`."""

from __future__ import annotations

import json
import re
import shutil
from contextlib import redirect_stderr
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest

from umpire.before.checked import check_file
from umpire.before.draft import draft
from umpire.cli.app import run
from umpire.core.mistakes import FileMistake, did_you_mean, each_of
from umpire.game.rulebook.tables import data_folder
from umpire.play.documents import find
from umpire.rulesets import FAMILIES
from umpire.rulesets import find as named

HEAD = 'name = "A"\nruleset = "{}"\nsides = ["Red", "Blue"]\n'
COMMANDER = '[elements.c]\nname = "C"\nside = "Red"\nmodel = "commander"\n'
NO_COMMAND = 'extends = "d20-elements"\nid = "club"\nname = "Club"\n[[type]]\nid = "Cmd"\nremove = true\n'


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
    assert "elements.c.type: there is no type 'Cmd'" in said


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
        ('[stands.a]\ntype = "mg"\nhex = "0101"\n', "host = the id of its core stand"),
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
    """What is printed of what is wrong."""
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
    assert hints["rows"] == "make all rows as long as the first"
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


@pytest.mark.parametrize(("typed", "hint"), [("help", "`umpire --help`"), ("help fire", "`umpire fire --help`")])
def test_help_says_how_it_is_asked_for(typed, hint):
    assert hint in "\n".join(said(*typed.split()))

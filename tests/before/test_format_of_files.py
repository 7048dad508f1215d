"""Tests of `format = 1` in files that people write: it changes nothing, and another number is refused in one line."""

from pathlib import Path

import pytest

from tests.places import ROOT
from umpire.play.documents import find
from umpire.play.scenarios import position_from_text

HOUSE = (ROOT / "examples" / "house" / "desert-club.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["mill", "asp-opening", "d20-opening", "rules/ford"])
def test_a_scenario_of_format_1_is_the_scenario(name):
    path = find(Path(name))
    text = path.read_text(encoding="utf-8")
    plain = position_from_text(text, origin=path.name, folder=path.parent)
    marked = position_from_text(f"format = 1\n{text}", origin=path.name, folder=path.parent)
    assert {**marked, "game": {**marked["game"], "seed": 1}} == {**plain, "game": {**plain["game"], "seed": 1}}


def test_a_house_file_of_format_1_is_the_house_file(table):
    for name, text in (("plain", HOUSE), ("marked", f"format = 1\n{HOUSE}")):
        (table.folder / "house.toml").write_text(text, encoding="utf-8")
        assert table.say(f"new worked-example-1 --seed 1 --house house.toml -g {name}.umpire").code == 0
    for line in ("status all", "fire ta tb at para --explain", "sheet"):
        assert table.say(f"{line} -g plain.umpire").out == table.say(f"{line} -g marked.umpire").out != ""
    assert table.say("check house.toml").code == 0


@pytest.mark.parametrize("line", ["check battle.toml", "check house.toml", "new worked-example-1 --house house.toml"])
def test_another_format_is_refused_with_its_line(table, line):
    (table.folder / "house.toml").write_text(f"format = 2\n{HOUSE}", encoding="utf-8")
    battle = find(Path("d20-opening")).read_text(encoding="utf-8")
    (table.folder / "battle.toml").write_text(f"format = 2\n{battle}", encoding="utf-8")
    said = table.say(line)
    assert said.code == 1
    assert "format: found 2, expected 1" in said.err
    assert not list(table.folder.glob("*.umpire"))

"""House rules of a club for ASP: what they add is played, recorded, corrected and written out like what is printed."""

import re

import pytest

from tests.asp.games import ROWS
from tests.asp.play import Game, position
from tests.asp.test_orders import command_points
from tests.catalogue import says
from tests.clauses import clause
from tests.cli.games import Table
from umpire.rulesets.asp import FAMILY as asp

HEAD = 'extends = "asp-ww2"\nid = "club"\nname = "Our club"\n'


@pytest.fixture
def table(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("UMPIRE_GAME", raising=False)
    return Table(tmp_path, capsys)


def playing(table, rules, scenario="asp-two-groups"):
    """A game of the example by these house rules."""
    (table.folder / "club.toml").write_text(HEAD + rules, encoding="utf-8")
    said = table.say(f"new {scenario} --seed 7 --house club")
    assert said.code == 0, said.err


def goes_on(table):
    """It can be corrected, written out and begun again as it is, and goes on from there."""
    for line in ("set conditions year=1943", "export -o again.toml", "new again.toml -g again.umpire"):
        said = table.say(line)
        assert said.code == 0, (line, said.err)
    first, again = (table.say(f"export{game}").out for game in (" -g asp-two-groups.umpire", " -g again.umpire"))
    assert first == again


@clause("ASP-CP-02")
@pytest.mark.parametrize("radio", [[1, 1, 2, 2, 3, 3], [1, 2, 3, 4, 5, 6], [0, 0, 0, 0, 0, 6]])
def test_every_face_of_the_radio_die_is_read(radio):
    rules = asp.read_table({**ROWS, "command": {**ROWS["command"], "radio": radio}})
    plain = command_points(Game(position(german="A"), rules))
    found = command_points(Game(position(german="A"), rules).regroup("kg", radio=True))
    wanted = {}
    for cp, chance in plain.items():
        for points in radio:
            wanted[cp + points] = wanted.get(cp + points, 0) + chance / 6
    assert found == wanted


@clause("ASP-SCALE-01")
def test_a_scale_of_the_club_is_recorded_and_goes_on(table):
    playing(table, '[scales."28mm"]\nlength = 6\nunit = "in"\n')
    assert table.say("setup scale=28mm").code == 0
    assert "28mm" in table.say("status conditions").out
    goes_on(table)


@clause("ASP-MOVE-01")
def test_a_mobility_of_the_club_is_told_and_goes_on(table):
    playing(table, '[moves.SKI]\nname = "on skis"\nmarch = [3000, 1000]\ntactical = [1000, 250]\n')
    key = re.search(r"^\s*(\w+)\s+\S.*IG", table.say("status all").out, re.MULTILINE)
    assert key is not None
    said = table.say(f"move {key[1]} 900 mobility=SKI")
    assert said.code in (0, 3), said.err
    goes_on(table)


def test_what_no_table_has_is_refused_with_what_there_is(table):
    playing(table, '[scales."28mm"]\nlength = 6\nunit = "in"\n')
    for line, what in (
        ("set scale=29mm", "scale"),
        ("set conditions zone=Alps", "conditions.zone"),
        ("set conditions modules=flying", "conditions.modules"),
    ):
        said = table.say(line)
        assert said.code == 2
        assert what in said.err or "set" in said.err


@pytest.mark.parametrize("number", ["length_metres", "march_step", "tactical_step"])
def test_what_something_is_divided_by_is_never_none(table, number):
    (table.folder / "club.toml").write_text(f"{HEAD}[limits]\n{number} = 0\n", encoding="utf-8")
    said = table.say("new asp-two-groups --house club")
    assert said.code == 1
    assert says([" ".join(said.err.split())], f"limits.{number} 0 1")

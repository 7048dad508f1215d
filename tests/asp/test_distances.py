"""Tests of distances as typed at the table, in every act that asks for one, and of place names with a number."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.asp.games import duel, game, stand
from tests.asp.play import Game
from tests.catalogue import mistaken, says
from tests.clauses import clause
from tests.cli.games import Table
from umpire.core.mistakes import BadValue, Missing, UnknownName
from umpire.rulesets.asp import FAMILY as asp
from umpire.rulesets.asp.state import Scene


def measured(*stands, scale: str = "6mm", unit: str = "", **more) -> Game:
    """Return a told game in which an inch is 250 m."""
    state = game(*stands) if stands else duel()
    return Game(replace(state, scene=Scene(scale, unit=unit, **more)), kept=False)


@clause("ASP-SCALE-01", "ASP-SCALE-02")
@pytest.mark.parametrize("word", ["600", "600m", "2.4in", '2.4"', "0.6km", "0.2ft", "range=2.4in", "range=0.6km"])
def test_every_distance_is_read_in_its_unit(word):
    playing = measured()
    assert playing.refused(f"fire t1 at p3 '{word}'") == []
    assert says([playing._situation(f"fire t1 at p3 '{word}'")[1].title], "t1 p3 600 B")


@clause("ASP-SCALE-02")
@pytest.mark.parametrize(
    ("line", "fact", "metres"),
    [
        ("move t1 metres=1in", "metres", 250), ("move t1 1in", "metres", 250),
        ("move t1 1in bad=0.4in", "bad", 100), ("march t1 10in hq=8in", "t1.hq", 2000),
        ("march t1 10in enemy=9in", "enemy", 2250), ("march t1 t2 10in link=2in", "link", 500),
        ("fire t1 at p3 2in", "range", 500), ("move t1 1in hq=5in", "t1.hq", 1250),
        ("artillery b1 at p3 2in call=20in", "call", 5000), ("fire t1 at p3 2in option=C metres=0.5in", "metres", 125),
    ],
)  # fmt: skip
def test_no_fact_drops_its_unit(line, fact, metres):
    playing = measured(stand("t1", "Panther"), stand("t2", "Panther"), stand("b1", "LB"), stand("p3", "T34/85"))
    groups = {key: replace(group, cp=9) for key, group in playing.state.groups.items()}
    playing.state = replace(playing.state, groups=groups)  # where accounts are kept the headquarters matters
    _, situation = playing._situation(line)
    values = situation.known.values
    assert {values[name] for name in values if name.rpartition(".")[2] == fact.rpartition(".")[2]} >= {metres}


@clause("ASP-SCALE-02")
def test_a_table_in_inches_is_said_in_both():
    playing = measured(unit="in")
    assert says([playing._situation("fire t1 at p3 2")[1].title], "t1 p3 500 2 in B")
    (objection,) = playing.objections("move t1 5")
    assert says([objection.words], "t1 1250 5 in")
    assert measured(unit="in").refused("move t1 1100m") == ["MOVE-01"]
    assert measured(unit="in").say("move t1 2").instructions[0] == "MOVE t1 500 m (2 in)"
    with mistaken(Missing, about="t1 p3", hint="add the distance: fire t1 at p3 600m"):
        measured(unit="in").objections("fire t1 at p3")


@clause("ASP-SCALE-02")
@pytest.mark.parametrize(
    ("line", "kind", "about"),
    [
        ("fire t1 at p3 range=6ells", BadValue, "range 6ells ells"),
        ("fire t1 at p3 6ells", UnknownName, "6ells"),
        ("fire t1 at p3 6in", Missing, "range 6in"),
        ("move t1 metres=3hex", BadValue, "metres 3hex"),
    ],
)
def test_what_is_no_distance_is_named(line, kind, about):
    with mistaken(kind, about=about):
        measured(scale="").objections(line)


def test_a_unit_of_the_table_needs_the_scale():
    written = asp.scenario()
    document = written.document(table=written.document().table.__class__("in"))
    with mistaken(Missing, "in"):  # Missing is no FileMistake
        written.to_state(document, Game(duel()).table, None, ("German", "Soviet"))
    scaled = written.document(scale="6mm", table=document.table)
    state = written.to_state(scaled, Game(duel()).table, None, ("German", "Soviet"))
    assert written.from_state(state, Game(duel()).table).table.unit == "in"


@pytest.mark.parametrize("line", ["march t1 to hill 112", "march t1 to 'hill 112'", "march t1 to hill '112'"])
def test_a_number_in_the_name_of_a_place(line):
    playing = measured(scale="")
    assert says([playing.say(line).instructions[0]], "MOVE t1 5000 hill 112")
    assert says(playing.assumed, "112") == ("'hill" not in line)
    assert says([measured(scale="").say("march t1 2km to hill 112").instructions[0]], "MOVE t1 2000 hill 112")
    assert says([measured(scale="").say("march t1 to hill 112 2km").instructions[0]], "MOVE t1 2000 hill 112")


@pytest.mark.parametrize("kind", ["smoke", "light"])
def test_smoke_and_light_on_a_place_with_a_number(kind):
    playing = measured(stand("b1", "LB"), stand("p3", "RG"), scale="", modules=("smoke", "illumination"))
    playing.ruled(f"artillery b1 {kind} hill 112 called=yes")
    assert [mark.where for mark in playing.state.scene.marks.values()] == ["hill 112"]


def test_what_is_quoted_stays_whole_in_the_record_and_in_what_is_typed_again(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table = Table(tmp_path, capsys)
    table.say("new asp-opening -g evening.umpire")
    assert re.search("(?<!hill )112", table.say("march t2", "to", "hill 112").out) is None
    assert table.say("log 2").out.splitlines()[0] == '#2 march t2 to "hill 112"'
    asked = table.say("fire t1 at p3 600.5yd").err
    assert "fire t1 at p3 600.5yd" in asked
    assert table.say("--json fire t1 at p3 600.5yd --roll").plain["facts"]["range"] == "549.1"

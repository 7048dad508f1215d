"""Tests of `leave NAME [by EDGE]`: a stand or unit leaves the table for good, and is not lost."""

import re

import pytest

from tests.game.test_arrivals import ASP, D20, battle
from tests.places import RELIEF
from tests.public import public_answers
from umpire.cli.prompt.completion import offers
from umpire.core.mistakes import Missing, WrongPlace
from umpire.play.scenarios import export_text, position_from_text
from umpire.play.session import open_session
from umpire.play.turn import prepare


def begun(table, *changes):
    text = RELIEF.read_text(encoding="utf-8")
    for was, now in changes:
        assert was in text
        text = text.replace(was, now)
    (table.folder / "relief.toml").write_text(text, encoding="utf-8")
    assert table.say("new relief.toml -g relief.umpire").code == 0
    return table.folder / "relief.umpire"


AT_EDGE = ('"0902 0903 1003 1002"', '"0902 0903 1003 1001"')


def test_a_stand_at_the_edge_leaves_and_is_not_lost(table):
    path = begun(table, AT_EDGE)
    said = table.say("leave a2 by the east edge")
    assert "refused" in said.err
    assert "not at the east edge" in said.err
    assert table.say("leave a3 by the east edge").code == 0
    session = open_session(path)
    stand = session.state.stands["a3"]
    assert (stand.hex, stand.sp > 0) == ("", True)
    assert "a3" not in session.here.stands
    assert "has left by the east edge" in table.say("can a3").err
    assert not any("a3" in each for each in session.to_come)
    assert table.say("set a3 arrives=never").code == 0
    assert "a3" in open_session(path).here.stands
    assert table.say("undo 2").code == 0
    assert "a3" in open_session(path).here.stands


def test_a_hex_in_a_corner_asks_by_which_edge(table):
    begun(table, AT_EDGE)
    assert "by the north edge or the east edge?" in table.say("leave ah").err
    assert table.say("leave ah by north").code == 0
    assert "ah" not in open_session(table.folder / "relief.umpire").here.stands


def test_what_has_left_is_kept_by_an_export_and_its_past_is_told_to_players(table):
    path = begun(table, AT_EDGE)
    assert table.say("leave a3").code == 0
    session = open_session(path)
    assert position_from_text(export_text(session)) == session.snapshot.position
    assert "(a3) by the east edge off the table" in str(public_answers(path))


def test_on_a_table_without_hexes_a_road_will_do_and_riders_go_along():
    game = battle(D20, "turn 4", sequence="told")
    said = game.answer("arrive p2\nleave p2 by the mill road")
    assert "TAKE Late (p2) by the mill road off the table" in said
    assert "leaves only together with Late (p2)" in game.answer("arrive p2\nleave rider")[0]
    fired = game.answer("arrive p2\nleave p2 by the mill road\nfire p1 k1 range=5 --ruling x\nfire k1 rider range=5")
    assert "has left" in " ".join(fired)


@pytest.mark.parametrize("way", ["mill", "east road", "sest"])
def test_a_way_off_the_table_is_an_edge_or_a_road_that_brings_points(table, way):
    """On a board, and where the scenario names the ways out, a mistyped way would bring no points, and nobody would
    notice.
    """
    begun(table, AT_EDGE)
    on_board = table.say(f"leave a3 by {way}")
    ways = '\n[battle]\nleaves = {{ "the mill road" = 3 }}\n'
    session = battle(D20 + ways, "turn 4", sequence="told").first
    for answer in (on_board.err, refused(session, f"p1 by {way}")):
        assert f"leave by {way}: not a way off the table" in answer
    assert on_board.code == 2
    assert prepare(session, "leave", ["p1", "by", "the", "mill", "road"]).situation.points == 3
    assert prepare(session, "leave", ["p1", "by", "north"]).situation.points == 0


def refused(session, words):
    with pytest.raises(WrongPlace) as wrong:
        prepare(session, "leave", words.split())
    return wrong.value.what


def test_a_way_is_asked_for_where_some_bring_points():
    game = battle(D20 + '\n[battle]\nleaves = {{ "mill road" = 3 }}\n', "turn 4", sequence="told")
    with pytest.raises(Missing) as wrong:
        prepare(game.first, "leave", ["p1"])
    assert wrong.value.hint.endswith("leave p1 by mill road")


def test_a_sentence_about_who_has_left_says_so(table):
    """With `the` the line is read as a sentence, and the names in it are known all the same."""
    begun(table, AT_EDGE)
    assert table.say("leave a3 by the east edge").code == 0
    for line in ("leave a3 by the east edge", "leave a3 a2 by the east edge"):
        said = table.say(line)
        assert "A 3rd company (a3): not on the board; it has left by the east edge" in said.err
        assert 'set a3 arrives="by hand"' in said.err
    assert "west or east" in table.say("leave ah by the est edge").err


def offered(session, line):
    return [one.word for one in offers(session, line)]


def test_only_the_ways_off_the_table_are_offered_behind_by(table):
    session = open_session(begun(table, AT_EDGE))
    assert offered(session, "leave a3 by ") == ["east"]
    assert offered(session, "leave ah by ") == ["north", "east"]
    assert "by" in offered(session, "leave a3 ")
    assert offered(session, "leave k1 by ") == []
    ways = '\n[battle]\nleaves = {{ "mill road" = 3 }}\n'
    on_table = battle(D20 + ways, "turn 4", sequence="told").first
    assert offered(on_table, "leave p1 by ") == ["north", "south", "west", "east", "mill road"]
    assert offered(on_table, "leave p1 by m") == ["mill road"]
    assert offered(battle(D20, "turn 4").first, "leave p1 by ") == []


def test_the_place_of_the_scenario_is_offered_to_who_arrives():
    session = battle(D20, "turn 4 at the mill", sequence="told").first
    assert offered(session, "arrive p2 at ") == ["the mill"]


def test_a_battle_group_leaves_whole():
    game = battle(ASP, "turn 1", sequence="told")
    assert "TAKE A one (a) by the west edge off the table" in game.answer("leave a by west")
    assert re.search(r"A one \(a\).* has left", " ".join(game.answer("leave a by west\norder a")))


@pytest.mark.parametrize(
    ("line", "example"),
    [
        ("fire", "fire NAME at ENEMY 6"),
        ("assault", "assault NAME at ENEMY"),
        ("overrun", "overrun NAME by ENEMY"),
        ("move", "move NAME open=1"),
        ("artillery", "ENEMY=S"),
    ],
)
def test_a_line_is_answered_when_everybody_has_left(table, line, example):
    path = table.game("d20-evening")
    everybody = open_session(path).here.elements
    assert table.say(f"leave {' '.join(everybody)} by the bridge").code == 0
    assert not open_session(path).here.elements
    assert example in table.say(line).err


def test_the_active_unit_may_leave(table):
    table.game("worked-example-2")
    assert table.say("activate us --dice 66/11").code == 0
    assert table.say("leave us").code == 0
    assert table.say("status").code == 0
    said = table.say("activate --roll --defaults")
    assert said.code == 0
    assert "active: German battalion" in said.out


def test_after_the_active_unit_has_left_moves_of_others_say_that_none_is_active(table):
    table.game("worked-example-2")
    assert table.say("order us=M").code == 0
    assert table.say("order ge=M").code == 0
    assert table.say("set game sequence=kept").code == 0
    assert table.say("order reveal").code == 0
    assert table.say("activate us --dice 66/11").code == 0
    assert table.say("leave us").code == 0
    assert "no unit is active, so German battalion may not act" in table.say("move g2 0706").err

"""Tests of pools, throws and entries made by hand, in the words for the table."""

import json

import pytest

from tests.cli.games import Table
from umpire.core.answers import Answers
from umpire.core.dice import SeededDice, read_told, roll
from umpire.core.pools import DiceLine, check, dice_pool
from umpire.core.readings import Face, Hits, Lowest, Row, Total
from umpire.game.gamefile.changes import ABSENT, LeafChange
from umpire.game.gamefile.journal import read_entry, read_throw
from umpire.play.turn import pool_plain, throw_plain
from umpire.show.journal import MOST, act_lines, change_words, closing_lines, fitted, instructions_by_stand
from umpire.show.page import Page
from umpire.show.pools import explained_lines, fallen, pool_lines

PAGE = Page(80)
FIRE = dice_pool(
    "attack",
    "German",
    "German fire",
    (
        DiceLine("tank A", 4, "medium armour", "3.1-06"),
        DiceLine("tank A", -1, "target dug in", "3.7.2-04"),
        DiceLine("tank A", 1, "target in the open", "3.7.1-01", why_not="it is in a village"),
        DiceLine("mortars", 1, "light artillery", "3.5.1-01"),
    ),
    Hits("6"),
    rule="3.2-02",
)
SPOT = check(
    "spot",
    "Soviet",
    "T34 detects Tiger",
    (
        DiceLine("T34", 3, "base", "SCORE-01", "need"),
        DiceLine("T34", 1, "in cover", "SCORE-04", "need"),
        DiceLine("T34", 1, "option B", "DET-05", "roll"),
    ),
)


def shown(pool, text):
    return fallen(read_throw(throw_plain(read_told(text, pool))))


def test_a_pool_is_a_column_that_adds_up():
    assert pool_lines(PAGE, read_throw(pool_plain(FIRE))) == [
        "German fire, 4 dice: each 6 hits (3.2-02)",
        "  3  tank A   4 medium armour (3.1-06), -1 target dug in (3.7.2-04)",
        "  1  mortars  1 light artillery (3.5.1-01)",
    ]


def test_a_check_says_what_is_needed_and_what_is_added():
    assert pool_lines(PAGE, read_throw(pool_plain(SPOT))) == [
        "Soviet: T34 detects Tiger, 1 die: needs 4+ with +1",
        "  needs 4: 3 base (SCORE-01), +1 in cover (SCORE-04); roll +1 option B (DET-05)",
    ]


def test_explained_also_says_what_does_not_count_and_why():
    assert explained_lines(PAGE, read_throw(pool_plain(FIRE)))[1:] == [
        "  tank A: 3     +4  medium armour (3.1-06)",
        "                -1  target dug in (3.7.2-04)",
        "              (+1)  target in the open (3.7.1-01): no, it is in a village",
        "  mortars: 1    +1  light artillery (3.5.1-01)",
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1346", "thrown 1 3 4 6 (typed): 1 hit"),
        ("2x6 2x1", "thrown 6 6 1 1 (typed): 2 hits"),
        ("66x", "thrown 6 6 and 2 more that do not score (typed): 2 hits"),
        ("h0", "typed: 0 hits"),
    ],
)
def test_thrown_dice_are_said_with_their_source(text, words):
    assert shown(FIRE, text) == words


def test_a_check_says_the_sum():
    assert shown(SPOT, "3") == "thrown 3 +1 = 4 (typed): succeeds"
    assert shown(SPOT, "2") == "thrown 2 +1 = 3 (typed): fails"
    assert shown(SPOT, "h") == "typed: succeeds"


def test_other_readings_say_their_value():
    def thrown(reading, text):
        return shown(dice_pool("x", "A", "A", (DiceLine("a", 2, "two", ""),), reading), text)

    assert thrown(Total(1), "35") == "thrown 3 5 (typed): 9"
    assert thrown(Lowest(1), "35") == "thrown 3 5 (typed): 3"
    assert thrown(Row(((0, "-"), (6, "K"))), "35") == "thrown 3 5 (typed): K"
    assert thrown(Row(((0, "-"), (6, "K"))), "11") == "thrown 1 1 (typed): no effect"
    assert shown(dice_pool("x", "A", "A", (DiceLine("a", 1, "one", ""),), Face()), "6") == "thrown 6 (typed): 6"


def test_rolled_dice_say_so():
    assert "(rolled)" in fallen(read_throw(throw_plain(roll(FIRE, SeededDice("7"), 0))))


def test_an_entry_from_the_log_reads_as_it_did_when_it_was_played():
    referee = Answers(SeededDice("7"), 0, ["1346"])
    entry = {
        "title": "tanks at paras",
        "assumed": ["in command"],
        "notes": ["range: the map has 3, you typed 2; your value counts"],
        "overruled": [{"rule": "3-02", "words": "too far"}],
        "ruling": "we agreed",
        "throws": [throw_plain(thrown) for thrown in referee.throw((FIRE,))],
        "choices": [{"side": "Allied", "words": "lose 1", "meaning": "para loses 1", "source": "told", "chosen": "p"}],
        "outcome": {"words": ["that hurt (4-02)"], "hands": ["para 4→3"], "owed": ["a new HQ"]},
    }
    lines = act_lines(PAGE, read_entry(entry))
    assert lines == act_lines(PAGE, read_entry(json.loads(json.dumps(entry))))
    assert lines[:5] == [
        "tanks at paras",
        "  assumed: in command",
        "  range: the map has 3, you typed 2; your value counts",
        "  overruled: too far (3-02)",
        "  ruling: we agreed",
    ]
    assert lines[-4:] == [
        "Allied, lose 1: para loses 1 (chosen: p)",
        "that hurt (4-02)",
        "para 4→3",
        "STILL TO DO: a new HQ",
    ]


def test_changes_are_said_thing_by_thing_without_bookkeeping():
    changes = [
        LeafChange(("game", "drawn"), 0, 6),
        LeafChange(("state", "stands", "tb", "sp"), 0, 2),
        LeafChange(("state", "stands", "tb", "dug_in"), False, True),
        LeafChange(("state", "stands", "mg"), {"sp": 1}, ABSENT),
        LeafChange(("state", "stands", "p", "marks"), ["fired"], []),
        LeafChange(("game", "name"), "one", "two"),
        LeafChange(("state", "clock", "run"), 1, 2),
    ]
    assert change_words(changes, {"tb": "tank B", "mg": "para MG"}, {"run"}) == [
        "tank B: sp 0→2, dug in no→yes",
        "para MG: removed",
        "p: marks fired→nothing",
        "game: name one→two",
    ]


def test_hands_have_a_line_for_each_stand_and_in_short_one_for_those_alike():
    instructions = (
        "para 4→3",
        "REMOVE tank",
        "FALL BACK para to 0507",
        "gun shots 3→2",
        "big gun shots 3→2",
        "German air 1→0",
    )
    names = ("para", "tank", "gun", "big gun", "0507")
    assert instructions_by_stand(instructions, names) == [
        "para: 4→3, FALL BACK to 0507",
        "REMOVE tank",
        "gun shots 3→2",
        "big gun shots 3→2",
        "German air 1→0",
    ]
    assert "gun, big gun: shots 3→2" in instructions_by_stand(instructions, names, alike=True)
    assert instructions_by_stand(("markers on tank 0→1 · pinned", "FIRE marker on tank"), names) == [
        "tank: markers 0→1, pinned, FIRE marker"
    ]


@pytest.mark.parametrize("alike", [True, False])
def test_what_several_do_together_is_said_whole(alike):
    instructions = (
        "MOVE tank, big gun, para 1500 m",
        "FIRE marker off tank",
        "tank: no longer dug in (ENG-03)",
        "Kg 9→6 CP",
    )
    assert instructions_by_stand(instructions, ("para", "tank", "gun", "big gun"), alike=alike) == [
        "MOVE tank, big gun, para 1500 m",
        "tank: FIRE marker off, no longer dug in (ENG-03)",
        "Kg 9→6 CP",
    ]


def test_an_act_is_told_in_as_much_detail_as_there_is_room_for():
    entry = {"title": "a", "assumed": [], "notes": [], "overruled": [], "ruling": "", "choices": []}
    outcome = {"words": ["red: hurt", "blue: hurt"], "hands": [], "owed": []}
    throws = [throw_plain(thrown) for thrown in Answers(SeededDice("7"), 0, ["1346"]).throw((FIRE,))]
    one, many = (read_entry({**entry, "outcome": outcome, "throws": throws * number}) for number in (1, 8))
    assert fitted(lambda detail: act_lines(PAGE, one, detail=detail)) == act_lines(PAGE, one)
    short = fitted(lambda detail: act_lines(PAGE, many, detail=detail))
    assert len(short) <= MOST
    assert short[-1] == "red, blue: hurt"
    assert sum("thrown 1 3 4 6 (typed): 1 hit" in line for line in short) == 8


def test_the_dice_of_a_whole_group_fit_the_screen_and_the_log_has_every_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table = Table(tmp_path, capsys)
    table.game("asp-two-groups")
    stands = "boss sherman1 sherman2 sherman3 church1 church2 stuart track1 track2 rifle1 rifle2 bofors"
    assert table.say(f"set {stands} markers=2 repulsed=yes").code == 0
    recovery, markers = "4/1/2/2/1/1/5/1/6/3/3/5", "33/36/13/61/53/21/34/42/35/52/64/32"
    said = table.say(f"order armour --dice 46/5/{recovery}/{markers} --ruling tried")
    assert len(said.out.splitlines()) <= MOST
    assert "British: to recover, 12 throws, 4+ (STAT-10): 4 / 1 / 2 / 2 / 1 / 1 / 5 / 1 / 6\n" in said.out
    assert "Sherman sherman1 to recover" in table.say("log 3").out


@pytest.mark.parametrize(
    ("words", "instructions", "said"),
    [
        (("tank A: 2 hexes of 5",), ("MOVE tank A 0907",), ["MOVE tank A 0907: 2 hexes of 5"]),
        (("tank: road 8 of 8 (1)",), ("MOVE tank road 8",), ["MOVE tank: road 8 of 8 (1)"]),
        (("tank A: 1 hex", "it halts"), ("MOVE tank 0906",), ["tank A: 1 hex", "it halts", "MOVE tank 0906"]),
        (("tank A: 1 hex",), ("tank A 4→3",), ["tank A: 1 hex", "tank A 4→3"]),
    ],
)
def test_a_move_is_said_once(words, instructions, said):
    entry = {"throws": [], "choices": [], "outcome": {"words": words, "hands": instructions, "owed": []}}
    assert closing_lines(PAGE, read_entry(entry), ["tank", "tank A"]) == said

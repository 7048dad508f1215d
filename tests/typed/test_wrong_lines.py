"""Tests of wrong lines: the hint is a line that works as it stands, and does what was meant."""

import re

import pytest

from tests.typed import prompted
from tests.typed.said import ASP, D20, FIRE, GUNS, MOVE, PANZERS, STAR, STARTED, TACTICAL

COMBAT = ("set clock phase=combat",)
WRONG = [
    (D20, FIRE, "set tiger supressed=yes", "did you mean suppressed? type set tiger suppressed=yes"),
    (D20, FIRE, "set tiger suppressed=maybe", "type set tiger suppressed=yes, or suppressed=no"),
    (D20, FIRE, "set tiger suppresed", "for example: set tiger suppressed=yes"),
    (D20, FIRE, "set tiger dead", "for example: set tiger removed=knocked-out"),
    (D20, FIRE, "set tiger ap 3", "for example: set tiger ap=3"),
    (D20, FIRE, "set tiger removed=dead", "type set tiger removed=knocked-out"),
    (STAR, (), "set p1 strenght=2", "did you mean sp? type set p1 sp=2"),
    (STAR, (), "set l1 dug in", "for example: set l order=D"),
    (STAR, (), "set p1 0704", "for example: set p1 hex=0704"),
    (STAR, (), "set k1 order=M", "type set k order=M"),
    (STAR, (), "set k1 order=Q", "type set k order=M, or order=H, or order=D, or order=R"),
    (STAR, (), "set clock phase=activation", "type set clock phase=activations"),
    (STAR, (), "now nigth", "type note nigth"),
    (STAR, PANZERS, "fire p1", "for example: fire p1 at k1"),
    (STAR, PANZERS, "fire at k1", "for example: fire a1 at k1"),
    (STAR, PANZERS, "what-if fire p1", "for example: what-if fire p1 at k1"),
    (STAR, STARTED, "activate k l", "for example: activate k"),
    (STAR, PANZERS, "move to 0704", "for example: move p1 to 0704"),
    (STAR, PANZERS, "move p1", "for example: move p1 to 0603; `reach p1` lists the hexes in reach"),
    (STAR, PANZERS, "move p1 to", "for example: move p1 to 0603"),
    (STAR, PANZERS, "move p1 0799", "for example: move p1 to 0801"),
    (STAR, PANZERS, "move p3 to the river", "for example: move p3 to 0703; also 0704, 0702, 0706"),
    (STAR, PANZERS, "move p3 to the hill", "type reach p3"),
    (STAR, (), "what-if fire p1", "for example: what-if fire p1 at k1"),
    (STAR, PANZERS, "P2 moves to 0705 and P3 follows it", "for example: move p2 to 0705 p3 to 0704"),
    (STAR, GUNS, "artillery g1", "for example: artillery g1 to 0304"),
    (STAR, (), "order a", "for example: order a=M; the orders are M, H, D and R"),
    (STAR, PANZERS, "why does a town give cover?", "type rule cover"),
    (ASP, TACTICAL, "fire flak 600", "for example: fire flak at boss 600"),
    (ASP, TACTICAL, "fire at church1 600", "for example: fire panther1 at church1 600"),
    (ASP, TACTICAL, "cross mark1", "type cross mark1 over teeth, or cross mark1 kind=anti-tank"),
    (D20, MOVE, "move", "for example: move major open=1"),
    (D20, COMBAT, "assault gren1", "for example: assault gren1 at sherman1"),
    ("three-star-opening", (), "fire n1", "for example: fire n1 at r1"),
]
"""Scenario, lines before, the line typed, its hint."""


def answer(table, scenario, before, line):
    said = prompted.typed(table, scenario, before, line)
    return said.code, " ".join(said.said.split())


@pytest.mark.parametrize(("scenario", "before", "line", "hint"), WRONG, ids=lambda each: str(each)[:40])
def test_the_hint_is_a_line_that_works(table, scenario, before, line, hint):
    code, said = answer(table, scenario, before, line)
    assert (code, said.partition(" hint: ")[2]) == (2, hint)
    first = re.split(", or |; ", re.sub(r".*\? type |type |for example: ", "", hint))[0]
    assert answer(table, scenario, before, first)[0] in (0, 3, 4)


BOTH = [
    (D20, "set tiger supressed=maybe", ("'maybe'", "suppressed=yes")),
    (D20, "set tiger removd=ko", ("'ko'", "removed=knocked-out")),
    (ASP, "set church1 pined=maybe", ("'maybe'", "pinned=yes")),
]


@pytest.mark.parametrize(("scenario", "line", "second"), BOTH)
def test_a_wrong_key_with_a_wrong_value_is_two_errors(table, scenario, line, second):
    code, said = answer(table, scenario, (), line)
    key, value = said.split(" error: ")[-2:] if " error: " in said else (said, "")
    assert (code, "did you mean" in key) == (2, True)
    assert [word in value for word in second] == [True, True]
    then = value.partition("hint: type ")[2].partition(",")[0]
    assert answer(table, scenario, (), then)[0] == 0


@pytest.mark.parametrize(
    ("line", "ids"), [("fire p1 at k9", ("k1", "k2", "k3")), ("fire p9 at k1", ("p1", "p2", "p3"))]
)
def test_stands_that_differ_only_in_their_number_are_all_named(table, line, ids):
    assert f"did you mean {' or '.join(ids)}?" in answer(table, STAR, PANZERS, line)[1]


TWO_FACTS = [
    (STAR, PANZERS, "fire p1 at k1 terrian=town rnge=2", ("terrain=town", "did you mean range?")),
    (ASP, TACTICAL, "fire flak at church1 600 covr=hrad", ("did you mean cover?", "did you mean hard?")),
]


@pytest.mark.parametrize(("scenario", "before", "line", "hints"), TWO_FACTS)
def test_both_errors_in_the_facts_of_an_act_are_named(table, scenario, before, line, hints):
    code, said = answer(table, scenario, before, line)
    shown = [each.partition(" hint: ")[2] for each in said.split("error: ")[1:]]
    assert (code, len(shown)) == (2, 2)
    assert [hint in each for hint, each in zip(hints, shown, strict=True)] == [True, True]


VALUES = [
    (STAR, PANZERS, "fire p1 at k1 cover=town", "terrain=town"),
    (ASP, TACTICAL, "fire flak at church1 600 cover=ridge", "cover=crest"),
    (ASP, TACTICAL, "move mark1 200m going=swamp", "going=bad"),
    (D20, FIRE, "fire tiger at sherman1 12 cover=bush", "cover=soft"),
]


@pytest.mark.parametrize(("scenario", "before", "line", "fact"), VALUES)
def test_the_hint_has_the_fact_that_a_word_means(table, scenario, before, line, fact):
    code, said = answer(table, scenario, before, line)
    assert (code, said.endswith(f"hint: type {fact}")) == (2, True)
    right = [fact if "=" in word else word for word in line.split()]
    assert answer(table, scenario, before, " ".join(right))[0] in (0, 3, 4)


@pytest.mark.parametrize(("line", "then"), [("clear screen", "clear"), ("score german", "score"), ("map k9", "map")])
def test_a_command_that_takes_no_words_is_typed_alone(table, line, then):
    table.game(STAR)
    said = table.say(f"-g bridgehead.umpire {line}").err
    assert f"hint: type umpire {then} -g bridgehead.umpire\n" in said
    assert table.say(f"{then} -g bridgehead.umpire").code == 0


def test_an_enemy_is_named_in_place_of_a_friend(table):
    code, said = answer(table, STAR, PANZERS, "fire p1 at p2")
    assert (code, said.partition("hint: ")[2]) == (2, "for example: fire p1 at k1; name an enemy stand")


@pytest.mark.parametrize(
    ("line", "hint"), [("can k9", "did you mean k1 or k2 or k3?"), ("mpa", "did you mean map?"), ("watch", "screen")]
)
def test_views_and_commands_that_are_misspelt(table, line, hint):
    table.game(STAR)
    assert hint in table.say(line).err.partition("hint: ")[2]


def test_a_line_that_leaves_the_prompt_is_no_misspelt_command(table):
    table.game(STAR)
    said = table.say("quit")
    assert (said.code, "did you mean" in said.err) == (2, False)
    assert "`umpire table`" in said.err


def test_a_correction_is_never_answered_with_a_new_act(table):
    code, said = answer(table, STAR, (*PANZERS, "move p1 0703"), "amend 3 move p1 0799")
    assert (code, "0799" in said, "for example: move" in said) == (2, True, False)

"""Tests of the two transcripts of ASP World War 2: their turns have 24 and 36 stands a side, and use every verb."""

import shlex

from tests.transcripts.evenings import FOLDER, read

TURNS = read((FOLDER / "asp-turns.txt").read_text(encoding="utf-8"))


def test_the_transcript_has_two_turns_a_side_and_every_verb():
    lines = [shlex.split(turn.typed)[1:] for turn in TURNS]
    assert {line[0] for line in lines} >= {
        "order", "march", "activate", "move", "bus", "debus", "fire", "morale", "halt", "next",
    }  # fmt: skip
    orders = [
        line[1] for line, turn in zip(lines, TURNS, strict=True) if line[0] == "order" and "[exit" not in turn.said[-1]
    ]
    assert (orders.count("kg"), orders.count("brigade")) >= (2, 2)


def test_what_is_written_out_goes_on_where_it_was():
    *_, later, before = TURNS
    assert later.typed.endswith("-g later.umpire")
    assert later.said == before.said
    assert len(later.said) == 15

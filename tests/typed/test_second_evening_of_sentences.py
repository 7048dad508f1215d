"""Tests of lines of a second referee new to Umpire, said across the table: the meaning, question or refusal of each."""

import re

import pytest

from tests.typed.prompted import typed
from tests.typed.said import ASP, D20, FIRE, PANZERS, SECOND, STAR, TACTICAL

SUPPOSED = "what could M A squadron throw at the 1st Panzers if they stood two hexes off?"


@pytest.mark.parametrize(("scenario", "before", "line", "meant"), SECOND, ids=lambda each: str(each)[:40])
def test_a_sentence_means_its_full_line(table, scenario, before, line, meant):
    heard = typed(table, scenario, before, line)
    full = typed(table, scenario, before, meant)
    assert (full.code in (0, 3, 4), full.last["facts"]) == (True, heard.last["facts"])
    assert (heard.code, heard.entry) == (full.code, full.entry)
    shown = "order" if meant.startswith("order") and scenario == STAR else meant
    assert f"understood: {shown}\n" in heard.said


@pytest.mark.parametrize(
    "line", ["K keeps its orders", "the British keep their orders", "nobody keeps orders, K holds"]
)
def test_the_orders_of_some_are_not_repeated(table, line):
    answer = typed(table, STAR, (), line)
    assert (answer.code, answer.entry) == (2, 1)


HINTED = [
    (
        STAR,
        PANZERS,
        "P 1st Panzer company slithers to 0904 and the 9th tags along to 0905",
        ("slithers", "9th", "0905"),
        "",
    ),
    (
        D20,
        FIRE,
        "the Tiger fires its big gun joyfully at the Firefly, range 8",
        ("'big gun joyfully'",),
        "fire tiger at firefly 8",
    ),
    (
        D20,
        FIRE,
        "the Tiger plinks happily, fires at the Firefly, range 8",
        ("plinks happily",),
        "fire tiger at firefly 8",
    ),
    (D20, FIRE, "Tiger fires at Sherman 1 at 10 or 12", ("'or'",), ""),
    (D20, FIRE, "Tiger fires at Sherman 1 at 10 beside Sherman 2", ("beside",), ""),
    (D20, FIRE, "the Tiger behind a hedge fires at the Firefly at 8", ("hedge",), ""),
    (D20, FIRE, "the Tiger fires from a hedge at the Firefly at 8", ("hedge",), ""),
    (ASP, TACTICAL, "the StuG fires at church1 from behind the crest, 400 metres", ("behind", "crest"), ""),
    (
        ASP,
        TACTICAL,
        "Panther 1 halts and fires at Sherman 2 from 800 metres; the Sherman sits dug in behind the crest",
        ("dug",),
        "",
    ),
    (STAR, PANZERS, SUPPOSED, ("stood",), "fire m1 at p1 2 --odds"),
]
"""With what the message names; then the line that is offered, "" for none."""


@pytest.mark.parametrize(("scenario", "before", "line", "named", "offered"), HINTED, ids=lambda each: str(each)[:40])
def test_a_hint_names_what_it_leaves_out(table, scenario, before, line, named, offered):
    answer = typed(table, scenario, before, line)
    error, _, hint = " ".join(answer.said.split()).partition(" hint: ")
    assert answer.code == 2
    assert [word for word in named if word not in error] == []
    assert re.findall(r"without (?:it|them): (.*)", hint) == ([offered] if offered else [])
    begun = re.findall(r"^the line begins with: ([^;]*)", hint)
    assert bool(begun) + bool(offered) + ("type it as: " in hint) == 1
    for each in begun:  # the words with a meaning are to be added, and the line can be typed as it is
        assert typed(table, scenario, before, f"{each} --odds").code in (0, 3)


@pytest.mark.parametrize(
    ("scenario", "before", "line", "hint"),
    [
        (STAR, PANZERS, "K1 is fired at by p1", "type fire p1 at k1"),
        (ASP, TACTICAL, "the half-tracks move", "for example: move wagon"),
        (
            ASP,
            TACTICAL,
            "half1 drives 500 metres on the road, gren1 gets out",
            "type move half1 500m road, then debus gren1",
        ),
        (
            ASP,
            TACTICAL,
            "Panther 1 frobs at Sherman 2 beside the barn at 900",
            "the line begins with: fire panther1 at sherman2 900",
        ),
    ],
)
def test_what_is_not_clear_is_shown_as_it_is_typed_and_names_no_stand_of_another_game(
    table, scenario, before, line, hint
):
    answer = typed(table, scenario, before, line)
    assert answer.code == 2
    assert " ".join(answer.said.split()).endswith(f"hint: {hint}")


def test_two_questions_are_answered_by_both_views(table):
    answer = typed(table, D20, FIRE, "how many turns are left, and who has the mill?")
    assert answer.code == 2
    assert answer.said.endswith("hint: type status, then status mill\n")
    assert "held by" in typed(table, D20, FIRE, "who has the mill?").said
    assert "turn 1 of 6" in typed(table, D20, FIRE, "how many turns are left?").said


@pytest.mark.parametrize("line", ["the Allies are done shooting", "the Allies are done", "Tiger is done"])
def test_a_sentence_about_another_side_or_a_stand_ends_no_phase(table, line):
    answer = typed(table, D20, FIRE, line)
    assert (answer.code, answer.entry) == (2, 2)
    assert answer.said.endswith("hint: type next\n")

"""Tests of `dice = "book"`: it asks for every throw of the book, needed or not, and the results stay the same."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.asp.games import TABLE, change, duel, fire, situation, table, tally
from tests.catalogue import mistaken, says
from tests.clauses import clause
from umpire.core.mistakes import Misplaced
from umpire.core.odds import odds
from umpire.rulesets.asp import FAMILY as asp

BOOK = table(dice="book")
BOTH = [("detection", "detection-reply"), ("initiative", "initiative-reply")]


@clause("ASP-FIRE-02", "ASP-FIRE-03")
@pytest.mark.parametrize(
    ("line", "dice", "asked"),
    [
        ("t1 at p3 450", {"effect": "34", "effect_reply": "55"}, [*BOTH, ("effect", "effect-reply")]),
        ("t1 at p3 450", {"detection_reply": "1", "effect": "34"}, [*BOTH, ("effect",)]),
        ("t1 at p3 1500", {"detection": "1", "detection_reply": "1"}, BOTH),  # neither may shoot
        ("t1 at p3 1500 reply=no", {"detection": "1"}, BOTH),
        ("t1 at p3 450 p3.detects=no", {"effect": "34"}, [("detection",), BOTH[1], ("effect",)]),
    ],
)
def test_both_detections_and_both_initiatives_are_always_thrown(line, dice, asked):
    thrown = {"detection": "4", "detection_reply": "6", "initiative": "3", "initiative_reply": "3", **dice}
    if "p3.detects" in line:
        del thrown["detection_reply"]
    outcome, questions, _ = fire(duel(), line, BOOK, **thrown)
    assert questions == asked
    if "effect" not in dice:
        assert says(outcome.words, "FIRE-05")


def test_who_detects_is_told_of_one_stand_alone():
    with mistaken(Misplaced, "detects"):
        situation(duel(), "t1 at p3 450 detects=no", BOOK)


def test_the_one_line_of_a_whole_engagement_is_always_the_same():
    outcome, questions, _ = fire(
        duel(),
        "t1 at p3 450",
        BOOK,
        detection="4",
        detection_reply="1",
        initiative="3",
        initiative_reply="4",
        effect="55",
    )
    assert len(questions) == 3
    assert tally(outcome)[-1] == ("", "t1")


def chances(state, line: str, rules) -> dict[tuple, Fraction]:
    sit = situation(state, line, rules)
    found = odds(lambda: asp.act("fire").procedure(sit))
    counted: dict[tuple, Fraction] = {}
    for outcome, weight in found.outcomes:
        key = outcome.tally[0][1], outcome.tally[1][1]
        counted[key] = counted.get(key, Fraction(0)) + Fraction(weight, found.total)
    return counted


@clause("ASP-INIT-08", "ASP-DET-08")
@settings(max_examples=40, deadline=None)
@given(
    distance=st.sampled_from([0, 125, 500, 1000, 1500]),
    markers=st.integers(0, 3),
    told=st.sampled_from(["", "reply=no", "option=C metres=100", "arc=rear", "p3.cover=hard", "t1.cover=town-edge"]),
    kinds=st.sampled_from([("Panther", "T34/85"), ("RG", "IG"), ("LB", "RG"), ("Truck", "LG"), ("IG", "Truck")]),
)
def test_what_comes_of_it_has_the_same_chances(distance, markers, told, kinds):
    state = change(duel(*kinds), "p3", markers=markers)
    line = f"t1 at p3 {distance} {told} t1.base=4" if kinds[0] == "Truck" else f"t1 at p3 {distance} {told}"
    assert chances(state, line, BOOK) == chances(state, line, TABLE)


def test_a_club_plays_so_by_its_house_rules(tmp_path, capsys, monkeypatch):
    from tests.cli.games import Table

    monkeypatch.chdir(tmp_path)
    (tmp_path / "club.toml").write_text(
        'extends = "asp-ww2"\nid = "club"\nname = "Club"\n[options]\ndice = "book"\n', encoding="utf-8"
    )
    playing = Table(tmp_path, capsys)
    assert playing.say("new asp-opening --house club.toml").code == 0
    assert playing.say("fire t1 at p3 450 --dice 4/1/3/4/55").code == 0
    assert "both detections and both initiatives are always rolled" in playing.say("sheet").out

"""Tests of odd rows of a club, reported by `check`: they never hold, always hold, or hold more often than intended."""

from __future__ import annotations

import pytest

from tests.game.test_asked import every_ruleset
from tests.game.test_random_rows import LINES, begun
from umpire.before.checked import check_file
from umpire.core.mistakes import FileMistake, each_of
from umpire.core.odds import explain
from umpire.game.rulebook.modifiers import Modifiers
from umpire.play.turn import prepare

STAR, ASP, D20 = "two-star-general", "asp-ww2", "d20-elements"
ROW = 'extends = "{}"\nid = "c"\nname = "C"\n\n[[{}]]\nid = "x"\n{}\nwords = "w"\nrule = "club 1"\n'


def oddities(tmp_path, ruleset: str, section: str, lines: str) -> list[tuple[str, str]]:
    """Return the oddities of this one row: key and words."""
    file = tmp_path / "club.toml"
    file.write_text(ROW.format(ruleset, section, lines), encoding="utf-8")
    return [(each.key.removeprefix(f"{section}.x."), each.words) for each in check_file(file).odd]


NEVER = [
    (STAR, "modifier", 'amount = 1\nwhen = { what = "core", type = "mg" }', "type", "never asked of core stands", 0),
    (
        STAR,
        "modifier",
        'amount = 1\nwhen = { what = "core", type = "not mg" }',
        "type",
        "never asked of core stands",
        1,
    ),
    (
        STAR,
        "modifier",
        'amount = 1\nwhen = { type = "mg", elite = true }',
        "elite",
        "elite is never asked of support stands",
        0,
    ),
    (STAR, "modifier", 'amount = 1\nwhen = { what = "gun", mode = "close" }', "mode", "always distant for called", 0),
    (STAR, "refuse", 'at = "fire"\nwhen = { mode = "close" }', "mode", "mode is always distant for fire", 0),
    (STAR, "refuse", 'at = "assault"\nwhen = { role = "attacker" }', "role", "role is always attacker for an", 1),
    (
        D20,
        "modifier",
        'at = "sup"\non = "roll"\nof = "firer"\namount = 1\nwhen = { range = "> 3" }',
        "range",
        "never",
        0,
    ),
    (D20, "instead", 'at = "sup"\nneed = 3\nwhen = { foe_arm = "not Inf" }', "foe_arm", "", 1),
    (D20, "refuse", 'at = "assault"\nwhen = { over_half = true }', "over_half", "never asked of close combat", 0),
    (
        D20,
        "modifier",
        'at = "he"\non = "roll"\nof = "firer"\namount = 1\nwhen = { commander_near = true, close = false }',
        "commander_near",
        "never asked of an attack",
        0,
    ),
    (ASP, "refuse", 'at = "fire"\nwhen = { detected = false }', "detected", "never asked of fire", 1),
]


@pytest.mark.parametrize(("ruleset", "section", "lines", "fact", "words", "always"), NEVER)
def test_a_condition_that_is_never_in_question_is_odd(tmp_path, ruleset, section, lines, fact, words, always):
    (found,) = oddities(tmp_path, ruleset, section, lines)
    assert found[0] == f"when.{fact}"
    assert words in found[1]
    assert found[1].endswith("so it always holds" if always else "so this row never counts")


@pytest.mark.parametrize(
    ("when", "struck"),
    [
        ('ground = "woods"', "core stands, support stands and called guns"),
        ('role = "attacker", mode = "close"', "core stands and support stands"),
        ('arm = "artillery"', "core stands and called guns"),
        ('arm = "tank"', ""),
        ('type = "mg"', ""),
        ('what = "core", ground = "woods"', ""),
        ('what = ["core", "gun"], ground = "woods"', ""),
    ],
)
def test_a_modifier_says_whose_dice_it_strikes(tmp_path, when, struck):
    found = oddities(tmp_path, STAR, "modifier", f"amount = -1\nwhen = {{ {when} }}")
    words = f"this row has no key `what`, so the row applies once to each of: {struck}"
    assert found == ([("when", words)] if struck else [])


def test_all_that_is_wrong_with_one_row_is_said_at_once(tmp_path):
    with pytest.raises(FileMistake) as wrong:
        oddities(tmp_path, ASP, "instead", 'at = "reach"\ncode = "6"\nwhen = { wether = "fair" }')
    keys = [each.what.partition("instead.x.")[2].partition(":")[0] for each in each_of(wrong.value)]
    assert keys == ["at", "code", "when.wether"]


@pytest.mark.parametrize(
    ("when", "words"),
    [
        ('arm = "artillery", range = "> 6"', ""),
        ('what = "gun"', ""),
        ('what = "gun", elite = true', "elite is never asked of called guns, so this row never counts"),
        ('what = "support"', "what is always core or gun for fire and called guns, so this row never counts"),
        ('arm = ["artillery", "tank"]', ""),
    ],
)
def test_a_row_that_refuses_an_attack_may_be_about_the_guns_it_calls(tmp_path, when, words):
    found = oddities(tmp_path, STAR, "refuse", f'at = "fire"\nwhen = {{ {when} }}')
    assert [said for _, said in found] == ([words] if words else [])


@pytest.mark.parametrize(("at", "hint"), [("morale", ""), ("rang", "did you mean range?")])
def test_a_word_that_is_like_none_is_no_slip(tmp_path, at, hint):
    with pytest.raises(FileMistake) as wrong:
        oddities(tmp_path, ASP, "instead", f'at = "{at}"\nneed = 6\nwhen = {{ quality = "D" }}')
    assert "expected detection, effect or range" in wrong.value.what
    assert wrong.value.hint == hint


FACT = '[fact.{}]\nis = {}\nwords = "mist"\n{}\n'


@every_ruleset
@pytest.mark.parametrize(
    ("kind", "more", "value"),
    [('"yes/no"', "", "true"), ('"number"', "", '">= 1"'), ('["dry", "wet"]', 'assume = "dry"', '"wet"')],
)
def test_a_fact_that_no_row_asks_about_is_odd_with_the_line_that_asks(tmp_path, ruleset, kind, more, value):
    file = tmp_path / "club.toml"
    head = f'extends = "{ruleset}"\nid = "c"\nname = "C"\n\n'
    file.write_text(head + FACT.format("mist", kind, more), encoding="utf-8")
    (odd,) = check_file(file).odd
    assert (odd.line, odd.key) == (5, "fact.mist")
    assert f"when = {{ mist = {value} }}" in odd.hint
    row = f'[[refuse]]\nid = "x"\nat = "fire"\nwords = "w"\nrule = "club 1"\nwhen = {{ mist = {value} }}\n'
    file.write_text(head + FACT.format("mist", kind, more) + row, encoding="utf-8")
    assert not check_file(file).odd


def test_a_fact_of_each_stand_is_used_by_a_row_that_asks_it_of_the_other_side(tmp_path):
    fact = FACT.format("mist", '"yes/no"', 'of = "stand"')
    file = tmp_path / "club.toml"
    file.write_text(ROW.format(STAR, "refuse", 'at = "fire"\nwhen = { foe_mist = true }') + fact, encoding="utf-8")
    assert not check_file(file).odd


@every_ruleset
def test_what_is_said_to_be_always_the_same_is_the_same_in_every_act(ruleset, monkeypatch):
    seen: dict[tuple[str, str], list[object]] = {}

    def watch(name: str, section: str) -> None:
        asked = getattr(Modifiers, name)

        def watched(self, at, facts, *rest, **named):
            seen.setdefault((section, at), []).append(facts)
            return asked(self, at, facts, *rest, **named)

        monkeypatch.setattr(Modifiers, name, watched)

    for name, section in (("lines", "modifier"), ("refused", "refuse"), ("in_place", "instead")):
        watch(name, section)
    session = begun(ruleset)
    for line in LINES[ruleset]:
        verb, *words = line.split()
        for _ in explain(prepare(session, verb, words, ruling="to see", ahead=True).make):
            pass
        for _ in session.act(verb).objections(prepare(session, verb, words, ruling="to see", ahead=True).situation):
            pass
    looked = 0
    for scope in session.family.scopes():
        for section in scope.sections:
            for at in scope.at:
                for facts in seen.get((section, at), ()):
                    if not scope.what or facts.what == scope.what:
                        looked += 1
                        assert {name: getattr(facts, name) for name in scope.fixed} == scope.fixed, (scope.of, section)
    assert looked

"""Tests of formulas as a player reads them: the sheet has no formula in the form of the file."""

import re

import pytest

from tests.plain.games import game
from umpire.game.says.aloud import aloud, named
from umpire.game.says.condition import read_when
from umpire.game.says.formula import parse


def called(name):
    return named(name, lambda rest: rest.replace("_", " "))


@pytest.mark.wording
@pytest.mark.parametrize(
    ("written", "words"),
    [
        (3, "3"),
        ("men", "men"),
        ("up(men / 2)", "half the men, rounded up"),
        ("down(men / 3)", "men divided by 3, rounded down"),
        ("near(range / 2)", "half the range, rounded to the nearest whole number, halves rounded up"),
        ("rest(men / 4)", "the remainder of men divided by 4"),
        ("down((men + 1) / 2)", "half of (men plus 1), rounded down"),
        ("attacker.men - 1", "men of the attacker less 1"),
        ("down(target.men_full / 2)", "half the men of the target at first, rounded down"),
        ("own.resolve", "resolve of its own side"),
        ("-self.tired", "minus tired"),
        ("a - b - c", "a less b less c"),
        ("a - (b - c)", "a less (b less c)"),
        ("a - b * c", "a less (b times c)"),
        ("2 * a * b", "2 times a times b"),
        ("2 * (a + b)", "2 times (a plus b)"),
        ("-a + b", "(minus a) plus b"),
        ("-(a + b)", "minus (a plus b)"),
        ("2 * down(men / 2)", "2 times (half the men, rounded down)"),
        ("down(2 * men / 2)", "half of (2 times men), rounded down"),
        ("men - up(men / 2)", "men less (half the men, rounded up)"),
        ("down(men / max(1, b))", "men divided by (the larger of 1 and b), rounded down"),
        ("min(3, margin)", "the smaller of 3 and margin"),
        ("min(target.men, hits - saved)", "the smaller of men of the target and (hits less saved)"),
        ("max(a, b, c)", "the largest of a, b and c"),
        ("max(a, min(b, c))", "the larger of a and (the smaller of b and c)"),
        ("sum(guns.men) * 2", "total men of the guns times 2"),
        ("up(sum(side.men_full) / 2)", "half the total men of the side at first, rounded up"),
        ("down(count(guns) / 2)", "half of the number of guns, rounded down"),
        ("self.combat[foe.arm]", "combat for the arm of the foe"),
    ],
)
def test_a_formula_is_said_in_words(written, words):
    assert aloud(parse(written), called) == words


@pytest.mark.wording
@pytest.mark.parametrize(
    ("when", "words"),
    [
        ({"range": "<= firer.reach"}, "range at most reach of the firer"),
        ({"lost": "= target.men"}, "lost equal to men of the target"),
        ({"lost": "!= target.men"}, "lost not equal to men of the target"),
        ({"lost": "= 3"}, "lost 3"),
        ({"men": ">= 1 and <= up(men / 2)"}, "men at least 1 and at most half the men, rounded up"),
        ({"arm": ["foot", "not shot"]}, "arm foot or not shot"),
    ],
)
def test_a_bound_is_said_in_words(when, words):
    assert [each.says(each.name, called) for each in read_when(when).conditions] == [words]


def cells_of(rules):
    family, rows = game(rules)
    listings = family.sheet(family.read_table(rows), None)
    prose = [row[1:2] if listing.prose else row for listing in listings for row in listing.rows if row[0] != "typed"]
    return [*(cell for row in prose for cell in row), *(note for listing in listings for note in listing.notes)]


GAMES = ["shields", "muskets", "rivers", "lamps", "drums", "banners", "corners", "powder", "sand"]


@pytest.mark.parametrize("rules", GAMES)
def test_no_formula_stands_on_the_sheet_as_it_is_written(rules):
    raw = re.compile(r"\b(up|down|near|rest|min|max|sum|count)\(| [*/] |\w_\w|^-[a-z]")
    assert [cell for cell in cells_of(rules) if raw.search(cell)] == []


@pytest.mark.wording
def test_the_sheet_says_what_is_thrown_needed_and_lost_in_words():
    family, rows = game("muskets")
    first, saves, *others = rows["act"]["fire"]["step"]
    fire = {**rows["act"]["fire"], "step": [
        {**first, "need_words": "", "need": "firer.aim - 1", "dice_words": ""},
        {**saves, "limit": {"dice": {"most": "down(target.men / 2)"}}},
        *others,
    ]}  # fmt: skip
    table = family.read_table({**rows, "act": {**rows["act"], "fire": fire}})
    said = [cell for listing in family.sheet(table, None) for row in listing.rows for cell in row]
    most = "dice at most half the men of the target, rounded down"
    assert any(most in cell and "target: as many dice as hits" in cell for cell in said)
    dice = "firer: as many dice as men of the firer divided by men to a die of the firer, rounded up"
    assert f"{dice}; each needs aim of the firer less 1 or more" in said
    assert "target loses lost men, the enemy loses 2 resolve" in said
    assert "strength is steps times attack" in cells_of("rivers")
    cells = cells_of("corners")
    assert "needs with each die: green 5, trained 4, veteran 3" in cells
    assert "unit loses lost soldiers, unit must test its morale" in cells
    assert any("3: guns, 4: mast, 5: crew, 6: fire" in cell for cell in cells_of("powder"))
    assert "ahead at least 1, ours hits at least 2 times theirs hits" in cells
    assert "presses heart is shaken or runs" in cells_of("drums")
    assert any(cell.startswith("only if theirs is played; ") for cell in cells_of("corners"))
    assert any("its own side gains" in cell and "the enemy loses" in cell for cell in cells_of("corners"))


def sheet_of(rules):
    family, rows = game(rules)
    return family.sheet(family.read_table(rows), None)


@pytest.mark.wording
def test_the_sheet_has_the_steps_of_an_act_in_the_order_of_play():
    (fire,) = (listing for listing in sheet_of("powder") if listing.title.startswith("Fire: "))
    steps = [row[:2] for row in fire.rows if row[0] not in ("typed", "when", "not allowed")]
    assert [first for first, _ in steps] == ["gunnery", "holes", "then", "table of chances", "then", "then", "fate"]
    assert steps[1][1] == "the smaller of hits and hull of the target"
    assert steps[0][1].startswith("ship: as many dice as the modifiers give; each needs 5 or more")


def test_a_block_without_a_throw_has_its_heading_on_the_sheet():
    (fate,) = (listing for listing in sheet_of("powder") if listing.title.startswith("Fate: "))
    assert [row[0] for row in fate.rows] == ["will explode", "sinks", "is taken", "must test", "stays"]


def test_a_track_of_which_every_type_has_just_one_is_not_a_column_of_the_types():
    (types,) = (listing for listing in sheet_of("powder") if listing.title == "Types")
    assert types.columns[2:6] == ("hull", "guns", "crew", "masts")
    assert types.right == (2, 3, 4, 5)
    assert {"port ready: 1", "starboard ready: 1", "bow ready: 1"} < set(types.notes)


def test_a_throw_with_no_dice_of_its_own_shows_only_the_dice_that_are_added(table):
    table.say("new rules/lee --seed 1")
    table.say("next gunnery")
    said = table.say("fire swan at gale bow 20 --explain").out
    assert "+2  chasers (3.2)" in said
    assert "+0" not in said

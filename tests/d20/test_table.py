"""Tests of the d20 rule table against the reference sheet, its rows typed in by hand."""

from typing import get_args

import pytest

from tests.catalogue import says
from tests.clauses import clause
from tests.d20.elements import ROOT, ROWS, TABLE
from umpire.core.mistakes import Mistake
from umpire.core.readings import Row
from umpire.game.rulebook.modifiers import values_of
from umpire.game.rulebook.tables import read_toml
from umpire.rulesets.d20.pools import Circumstances
from umpire.rulesets.d20.table import Flag, part, read_table

NAMES = {"firer": "Firer", "target": "Target"}
COLUMNS = ["1:4", "1:3", "1:2", "2:3", "1:1", "3:2", "2:1", "3:1"]
PENETRATION = {
    (1, 7): "- - - - - - S K",
    (8, 10): "- - - - - S K K",
    (11, 14): "- - - S S S K K",
    (15, 17): "- - - S K K K K",
    (18, 20): "- - S K K K K K",
}
MOVEMENT = {
    "Cmd": (8, 8, 8, 8, 0, 8),
    "Mech": (8, 8, 4, 4, 0, 2),
    "Inf": (4, 4, 4, 4, 2, 2),
    "S": (4, 4, 4, 4, 0, 2),
    "Wh": (10, 4, 2, 0, 0, 2),
    "HD": (4, 4, 2, 0, 0, 2),
    "CSW": (1, 1, 1, 1, 0, 1),
}
# throw, rule -> amount, on, and circumstances in which the row counts
MODIFIERS = {
    ("hit", "HIT-03"): (1, "roll", {"near": True}),
    ("hit", "HIT-06"): (-1, "roll", {"over_half": True}),
    ("hit", "HIT-08"): (-2, "roll", {"soft_cover": True}),
    ("hit", "HIT-09"): (-4, "roll", {"hard_cover_or_hull_down": True}),
    ("hit", "HIT-11"): (-1, "roll", {"edge": True}),
    ("hit", "HIT-12"): (3, "roll", {"accuracy": 3}),
    ("hit", "HIT-13"): (-2, "roll", {"size": -2}),
    ("hit", "HIT-14"): (2, "roll", {"quality": 2}),
    ("pen", "PEN-06"): (1, "column", {"near": True}),
    ("pen", "PEN-07"): (1, "column", {"side": True}),
    ("pen", "PEN-10"): (-1, "roll", {"quality": -1}),
    ("he", "HE-02"): (1, "roll", {"near": True}),
    ("he", "HE-03"): (-2, "roll", {"soft_cover": True}),
    ("he", "HE-04"): (-4, "roll", {"hard_cover": True}),
    ("he", "HE-05"): (-1, "roll", {"edge": True}),
    ("he", "HE-06"): (1, "roll", {"quality": 1}),
    ("charge", "HE-07"): (2, "roll", {"cavalry_charge": True}),
    ("sup", "SUP-04"): (1, "roll", {"commander_near": True}),
    ("sup", "SUP-05"): (4, "roll", {"objectives": 2}),
    ("sup", "SUP-06"): (1, "roll", {"quality": 1}),
    ("sup", "SUP-07"): (-2, "roll", {"losses": 8}),
    ("sup", "SUP-08"): (-1, "roll", {"edge": True}),
    ("sup", "SUP-09"): (-3, "roll", {"supported": False}),
}


ROWED = [row for rows in TABLE.modifiers.rows.values() for row in rows]


def applied(at: str, **circumstances: int) -> dict[str, tuple[int, str]]:
    """Return the modifiers that count: rule -> amount and the part of the throw that it changes."""
    lines = TABLE.modifiers.lines(at, Circumstances(**circumstances), NAMES)  # type: ignore[arg-type]
    return {line.rule: (line.amount, line.on) for line in lines if line.applied}


@clause("D20-PEN-10")
@pytest.mark.parametrize("span", PENETRATION, ids=str)
def test_penetration_matrix(span):
    for place, result in enumerate(PENETRATION[span].split()):
        rows = TABLE.matrix[COLUMNS[place]]
        for total in range(span[0], span[1] + 1):
            assert [value for least, value in rows if least <= total][-1] == result


@clause("D20-PEN-10")
def test_a_row_that_gives_the_same_as_the_row_above_is_no_row_of_its_column():
    words = {column: Row(rows).words.removeprefix("table: ") for column, rows in TABLE.matrix.items()}
    assert says([words["1:1"]], "15+ K 11+ S")
    assert says([words["3:2"]], "15+ K 8+ S")
    assert says([words["2:1"]], "8+ K S")


@clause("D20-PEN-02")
def test_columns_in_order():
    assert list(TABLE.columns) == COLUMNS
    assert list(TABLE.matrix) == COLUMNS


@clause("D20-MOV-01")
@pytest.mark.parametrize("kind", MOVEMENT)
def test_movement_table(kind):
    grounds = ("road", "open", "rough", "difficult", "extreme", "track")
    assert dict(TABLE.types[kind].allowance) == dict(zip(grounds, MOVEMENT[kind], strict=True))
    assert list(TABLE.types) == list(MOVEMENT)


@clause("D20-TQ-01", "D20-TQ-02")
def test_troop_quality():
    assert dict(TABLE.quality) == {"elite": 2, "veteran": 1, "regular": 0, "green": -1}


@clause("D20-TQ-03")
def test_what_troop_quality_counts_for():
    assert [row.at for row in ROWED if row.times == "quality"] == ["hit", "pen", "he", "sup"]


@clause("D20-HE-08")
def test_bands():
    assert TABLE.bands == ((1, "-"), (12, "F"), (14, "S"), (18, "K"))


def test_D20_STAR_rows():
    stars = {
        weapon: (star.column, star.most_defence, star.also, star.hits, star.rule)
        for weapon, star in TABLE.stars.items()
    }
    assert stars == {
        "mortar": ("1:2", 2, ("open-topped", "armoured-car"), False, "STAR-01"),
        "sfmg": ("1:2", 2, (), False, "STAR-02"),
        "flamethrower": ("3:2", None, (), True, "STAR-04"),
    }
    assert all(flag in get_args(Flag) for star in TABLE.stars.values() for flag in star.also)


def test_limits_and_options_as_on_the_sheet():
    assert dict(TABLE.limits) == {
        "near": 4,  # HIT-03, RES-07 and all the others within 4
        "far": 2,  # HIT-06
        "radio_support": 8,  # SPT-01
        "suppressed_range": 4,  # RES-07
        "field_of_fire": 90,  # RES-08
        "hit_need": 12,  # HIT-01
        "hit_always": 20,  # HIT-02
        "recover_need": 12,  # SUP-01
        "rout_face": 1,  # SUP-02
        "fall_back_moves": 2,  # RES-02
        "linear_obstacle": 2,  # MOV-03
        "reverse": 2,  # MOV-05
        "about_turn": 180,  # FBK-02
    }
    assert ROWS["options"] == {option: values_of(ROWS, option)[0] for option in ROWS["option_values"]}
    assert {option: values_of(ROWS, option) for option in ROWS["option_values"]} == {
        "turn_structure": ["alternate", "simultaneous_fire"],
        "odds_round": ["defender", "nearest", "attacker"],
        "cover_stack": ["worst", "sum"],
        "star_shift": ["none", "flamethrower_only"],
        "close_combat": ["minimal", "referee"],
    }


@pytest.mark.parametrize(("at", "rule"), MODIFIERS, ids="-".join)
def test_every_modifier_counts_alone(at, rule):
    amount, on, circumstances = MODIFIERS[at, rule]
    assert applied(at, **circumstances) == {rule: (amount, on)}


def test_every_modifier_row_is_typed_above():
    both = {("he", "HE-01")}  # HE-01 is two rows: the value and the defence
    assert {(row.at, row.rule) for row in ROWED} == set(MODIFIERS) | both


@clause("D20-HE-01")
def test_value_less_defence():
    lines = TABLE.modifiers.lines("he", Circumstances(he=5, defence=3), NAMES)
    assert [(line.of, line.amount) for line in lines if line.applied] == [("Firer", 5), ("Target", -3)]


@clause("D20-SUP-10")
@pytest.mark.parametrize(("losses", "amount"), [(0, 0), (2, 0), (3, -1), (5, -1), (6, -2)])
def test_losses_round_down(losses, amount):
    assert sum(amount for amount, _ in applied("sup", losses=losses).values()) == amount


@clause("D20-HIT-04", "D20-PEN-06", "D20-HE-02")
@pytest.mark.parametrize("at", ["hit", "pen", "he"])
@pytest.mark.parametrize("loses", ["short_weapon", "firer_suppressed", "close"])
def test_within_4_is_ignored(at, loses):
    assert applied(at, near=True, **{loses: True}) == {}


def test_a_modifier_that_does_not_apply_says_why():
    for at in ("hit", "pen", "he", "sup", "charge"):
        for line in TABLE.modifiers.lines(at, Circumstances(), NAMES):
            assert line.why_not
            assert line.amount
    known = {name for name, each in TABLE.modifiers.fields.items() if not each.told}
    assert known == set(Circumstances._fields) - {"told"}


@clause("D20-TURN-01 to 05")
def test_phases_in_order():
    assert [(phase.id, phase.rule) for phase in TABLE.phases.values()] == [
        ("command", "TURN-02"),
        ("fire", "TURN-03"),
        ("combat", "TURN-04"),
        ("movement", "TURN-05"),
    ]


def test_every_rule_named_in_the_table_is_a_clause():
    clauses = read_toml(ROOT / "tables" / "d20-elements.clauses.toml")["clause"]
    known = {row["id"] for row in clauses}
    for row in (*ROWS["modifier"], *ROWS["group"], *ROWS["star"], *ROWS["phase"]):
        assert row["rule"] in known or f"D20-{row['rule']}" in known


@pytest.mark.wording
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"options": {"odds_rounds": "defender"}}, "options.odds_rounds"),
        ({"options": {"odds_round": "up"}}, "options.odds_round: 'up'"),
        ({"modifier": [{**ROWS["modifier"][0], "when": {"nearby": True}}]}, "modifier hit-near: a row cannot use"),
        ({"modifier": [{**ROWS["modifier"][0], "times": "luck"}]}, "'luck'"),
    ],
)
def test_a_table_that_makes_no_sense_is_refused(change, words):
    with pytest.raises(Mistake) as wrong:
        read_table({**ROWS, **change})
    assert words in wrong.value.what
    assert wrong.value.hint


@pytest.mark.wording
def test_a_divisor_is_a_part_in_words():
    assert [part(divisor) for divisor in (1, 2, 3, 4, 5)] == ["whole", "half", "a third", "a quarter", "1/5"]

"""Tests of the table of ASP World War 2 against the rule book: every number typed in by hand."""

import re
from dataclasses import fields

import pytest

from tests.asp.games import BOOK, COLUMNS, LETTERS, ROOT, ROWS, TABLE, table
from tests.catalogue import mistaken
from tests.clauses import clause
from umpire.core.mistakes import BadValue
from umpire.game.rulebook.modifiers import values_of
from umpire.rulesets.asp.fire.detection import Shot
from umpire.rulesets.asp.table import read_table

# name: printed, gun, armour, mobility, class (as the book prints them; corrected values after ->)
VEHICLES = """
Panzer 1/2: VLG, LA, M; Light Tank
Panzer 3: LG, LA, M; Light Tank
Panzer 4: MG, MA, M; Tank-
Tiger: HG, HA, M; Tank
Tiger II: HG, XA, M; Tank+
Panther: MG, HA, F; Tank
StuG: MG, MA, M; Tank-; fixed
JagdPanzer: MG, HA, M; Tank; fixed
JagdPanther: HA, HG, F -> HG, HA, F; Tank; fixed
JagdTiger: HG, XA, M; Tank+; fixed
Hetzer: MG, HA, M; Tank; fixed
Marder: MG, LA, M; Light Tank; fixed
Sdkfz 251: LA, HMG/VLG/LG/MG, 1/2 track, M -> HMG, LA, 1/2T; APC
Matilda: VLG, MA, S; Tank-
Valentine: LG, MA, M; Tank-
Churchill: MG, MA, S; Tank-
Crusader: LG, MA, F; Tank
Cromwell: Mg, MA, M -> MG, MA, M; Tank
IS3: HG, XA, M; Tank+
IS2: HG, HG, M -> HG, HA, M; Tank
KV85: MG, MA, M; Tank-
KV2: MG, MA, M; Tank-
T34/76: LG, MA, F; Tank-
T34/85: MG, MA, F; Tank-
Chi-Nu: MG, LA, M; Light Tank
Chi-Ha: LG, LA, M; Light Tank
Ha-Go: VLG, LA, M; Light Tank
Pershing: HG, HA, M; Tank
Sherman: MG, MA, M; Tank-
Stuart: MG, MA, M; Tank-
Lee Grant: MG, MA, M; Tank-
LVT: HMG, LA -> HMG, LA, M; APC
M3: HMG, LA -> HMG, LA, 1/2T; APC
Truck: SMT, W -> , SMT, W; SMT
""".strip().splitlines()


@clause("ASP-SCORE-01")
@pytest.mark.parametrize("row", BOOK)
def test_matrix_and_ranges(row):
    *scores, reach = BOOK[row]
    assert TABLE.columns == COLUMNS
    assert [str(TABLE.score(row, column) or "-") for column in COLUMNS] == scores
    assert str(TABLE.rows[row]["range"]) == reach


@clause("ASP-SCORE-01")
def test_no_other_rows():
    assert list(TABLE.rows) == list(BOOK) == [row for row in ROWS["score"] if row != "columns"]
    assert TABLE.score("", "Inf") is None
    assert TABLE.score("MG", "") is None


@clause("ASP-VEH-02")
@pytest.mark.parametrize("line", VEHICLES)
def test_vehicles(line):
    name, _, rest = line.partition(": ")
    values, points, *fixed = rest.split("; ")
    printed, _, corrected = values.partition(" -> ")
    kind = TABLE.type(name)
    assert f"{kind.row}, {kind.column}, {kind.mobility}" == (corrected or printed)
    assert (kind.printed, kind.points) == (printed, points)
    assert kind.kind == ("fixed_gun" if fixed else "vehicle")


@clause("ASP-VEH-02")
def test_vehicles_are_all_there_and_what_they_carry():
    named = [line.partition(":")[0] for line in VEHICLES]
    vehicles = [name for name in TABLE.types if TABLE.type(name).kind in ("vehicle", "fixed_gun")]
    assert len(named) == 34
    elsewhere = ["KV1", "SU85", "SU100"]
    assert sorted([*named, *elsewhere]) == sorted(vehicles)
    carriers = {name: set(TABLE.type(name).carries) for name in vehicles if TABLE.type(name).carries}
    both, any_foot = {"RG", "IG"}, {"RG", "IG", "BARG"}
    assert carriers == {"Sdkfz 251": both, "LVT": both, "M3": both, "Truck": any_foot}
    assert TABLE.type("Sdkfz 251").rows == ("HMG", "VLG", "LG", "MG")


@clause("ASP-VEH-07", "ASP-CLASS-19", "ASP-ARC-02")
def test_vehicles_the_book_names_and_does_not_list():
    """Calibres of 76, 85 and 100 mm follow CLASS-07 to 09; armour, speed and price are those of a similar vehicle."""
    kinds = {name: TABLE.type(name) for name in ("KV1", "SU85", "SU100")}
    assert {name: (each.row, each.column, each.mobility) for name, each in kinds.items()} == {
        "KV1": ("LG", "MA", "M"),
        "SU85": ("MG", "MA", "F"),
        "SU100": ("HG", "MA", "F"),
    }
    assert [each.kind for each in kinds.values()] == ["vehicle", "fixed_gun", "fixed_gun"]
    assert {each.points for each in kinds.values()} == {TABLE.type("KV2").points} == {TABLE.type("T34/85").points}


@clause("ASP-VEH-03")
def test_vehicle_typos_corrected_and_printed():
    printed = table(vehicle_typos="printed")
    differ = {
        name: (kind.row, kind.column, kind.mobility)
        for name in TABLE.types
        if (kind := printed.type(name)) != TABLE.type(name)
    }
    assert differ == {
        "JagdPanther": ("", "", "F"),
        "Sdkfz 251": ("HMG", "LA", "M"),
        "Cromwell": ("", "MA", "M"),
        "IS2": ("HG", "", "M"),
        "LVT": ("HMG", "LA", ""),
        "M3": ("HMG", "LA", ""),
    }


@clause("ASP-CLASS-17 to 24")
@pytest.mark.parametrize(
    ("name", "kind", "row", "column"),
    [
        *((name, "infantry", name, "Inf") for name in ("BARG", "RG", "IG", "HMG")),
        ("Mortars", "infantry", "Mortars", "ART"),
        *((name, "gun", name, "Inf") for name in ("LG", "MG", "HG", "AAA")),
        *((name, "battery", name, "ART") for name in ("LB", "MB", "HB")),
        ("C Battery", "battery", "C", "ART"),
        ("Salvo RL", "battery", "SRL", "ART"),
        *((name, "aircraft", name, "AC") for name in ("Bomber", "Attack", "Fighter")),
        ("Transport aircraft", "aircraft", "", "AC"),
        ("Glider", "aircraft", "", "AC"),
    ],
)
def test_stands_that_are_no_vehicles(name, kind, row, column):
    found = TABLE.type(name)
    assert (found.kind, found.row, found.column) == (kind, row, column)
    assert found.transport == (name in ("Transport aircraft", "Glider"))
    assert found.aaa == (name == "AAA")


@clause("ASP-DET-02")
def test_distances():
    rows = {
        (who, where): (*ROWS["detection"][who][where]["moving"], *ROWS["detection"][who][where]["stationary"])
        for who in ("infantry", "vehicle")
        for where in ("cover", "open")
    }
    assert rows == {
        ("infantry", "cover"): (125, 500, 0, 125),
        ("infantry", "open"): (750, 1500, 250, 500),
        ("vehicle", "cover"): (500, 1000, 250, 500),
        ("vehicle", "open"): (2500, 5000, 1000, 2000),
    }
    assert ROWS["detection"]["at_most"] == {"night": {"open": 125, "cover": 75}}
    assert ROWS["detection"]["divided_by"] == {"twilight": 2, "adverse": 2}
    assert (TABLE.limits["detect_near"], TABLE.limits["detect_far"]) == (2, 5)


@clause("ASP-EFF-05")
@pytest.mark.parametrize("grade", "ABCD")
def test_results(grade):
    found = ""
    for total in range(1, 9):
        found += next(letter for least, letter in reversed(TABLE.results[grade]) if total >= least)
    assert found == LETTERS[grade]


@clause("ASP-GRADE-01")
def test_grades():
    rows = {grade: (row["tactical_points"], row["morale"]) for grade, row in TABLE.grades.items()}
    assert rows == {"A": (4, 3), "B": (3, 4), "C": (2, 5), "D": (2, 6)}


def test_limits():
    assert TABLE.limits == {
        "initiative_gap": 4,
        "detect_near": 2,
        "detect_far": 5,
        "markers_pinned": 1,
        "markers_repulsed": 2,
        "repulse_move": 500,
        "test_repulsed": 4,
        "test_shaken": 6,
        "call_distance": 5000,
        "command_mobile": 2,
        "command_cautious": -2,
        "command_most": 3,
        "marker_off": 5,
        "tactical_cost": 1,
        "tactical_step": 1000,
        "tactical_mobile": 1,
        "bus_cost": 1,
        "debus_clear": 250,
        "debus_moves": 1,
        "halt_cost": 1,
        "march_cost": 3,
        "march_step": 2000,
        "march_enemy": 2000,
        "march_link": 500,
        "turn_minutes": 20,
        "length_metres": 250,
        "initiative_dice": 1,
        "bus_most": 1,
        "command_stands": 1,
        "hour_dice": 2,
    }


def test_modifier_lists():
    rows = [(row.at, row.rule, row.amount, row.on) for rows in TABLE.modifiers.rows.values() for row in rows]
    assert rows == [
        ("detection", "DET-05", 1, "roll"),
        ("detection", "DET-05", 1, "roll"),
        ("initiative", "INIT-01", 1, "roll"),
        ("initiative", "INIT-01", 1, "roll"),
        ("initiative", "INIT-01", 3, "roll"),
        ("initiative", "INIT-01", -1, "roll"),
        ("initiative", "INIT-01", -2, "roll"),
        ("effect", "SCORE-03", 1, "need"),
        ("effect", "SCORE-04", 1, "need"),
        ("effect", "SCORE-05", 1, "need"),
        ("effect", "SCORE-06", 2, "need"),
        ("effect", "SCORE-07", 2, "need"),
        ("effect", "SCORE-08", -2, "need"),
        ("effect", "SCORE-09", -3, "need"),
        ("effect", "SCORE-10", -1, "need"),
        ("effect", "SCORE-10", 0, "need"),
        ("effect", "EFF-03", 1, "roll"),
        ("effect", "EFF-03", 1, "roll"),
        ("effect", "EFF-03", 1, "roll"),
        ("effect", "EFF-03", 2, "roll"),
        ("effect", "EFF-03", -2, "roll"),
    ]


def test_every_condition_is_a_field_and_has_words_for_why_not():
    told = {name for name, row in ROWS["fact"].items() if "told" in row}
    known = {field.name for field in fields(Shot)} | told
    asked = {name for row in ROWS["modifier"] for name in row["when"]}
    assert asked <= known
    counted = {row["times"] for row in ROWS["modifier"] if "times" in row}
    assert counted <= known
    of_clubs = {"arm", "foe_arm", "quality", "foe_quality", "ground", "foe_ground", "range", "turn", "weather"}
    assert of_clubs <= known
    assert asked | counted | of_clubs == set(ROWS["fact"])


def test_options_and_their_values():
    assert ROWS["options"] == {name: values_of(ROWS, name)[0] for name in ROWS["option_values"]}
    assert {name: values_of(ROWS, name) for name in ROWS["option_values"]} == {
        "effect_dice": ["two", "one"],
        "simultaneous": ["true", "winner_first"],
        "art_col_ground": ["printed", "as_inf"],
        "vehicle_typos": ["corrected", "printed"],
        "tp_pool": ["per_cp", "pooled_turn", "multi_option_per_cp"],
        "cp_dice_A": ["2_keep_2", "3_keep_high_2"],
        "surcharge_round": ["floor", "ceil"],
        "pin_clear": ["end_of_enemy_turn", "first_non_P_shot", "no_markers"],
        "hq_loss": ["no_cp", "promote", "normal"],
        "bomber_detect": ["static_nominated", "roll"],
        "dice": ["needed", "book"],
    }
    with mistaken(BadValue, "three", hint="one of: two, one"):
        read_table({**ROWS, "options": {**ROWS["options"], "effect_dice": "three"}})


def test_rules_named_in_the_table_and_the_family_are_clauses():
    clauses = (ROOT / "tables" / "asp-ww2.clauses.toml").read_text(encoding="utf-8")
    known = set(re.findall(r'^id = "ASP-([A-Z]+-\d\d)"', clauses, re.M))
    texts = [(ROOT / "tables" / "asp-ww2.toml").read_text(encoding="utf-8")]
    texts += [path.read_text(encoding="utf-8") for path in sorted((ROOT / "umpire" / "rulesets" / "asp").glob("*.py"))]
    named = {name for text in texts for name in re.findall(r"\b[A-Z]{3,6}-\d\d\b", text)}
    assert len(named) > 40
    assert named <= known

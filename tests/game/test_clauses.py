"""Tests of the clause files: they are complete, their references hold, and `rule` finds them.

The counts are those of the books, counted by hand. A table may have more clauses, each held by its test;
`tests/test_clauses_held.py` names the ones that are missing.
"""

import re

import pytest

from tests.places import TABLES
from umpire.game.rulebook.clauses import Clause, Clauses, Interpretation, Section, load
from umpire.game.rulebook.tables import read_toml

# clauses, of these printed / example / deduced / ruling / unexplained, and readings
COUNTS = {
    "two-star-general": (316, (232, 12, 30, 42, 0), 60),
    "three-star-general": (231, (190, 0, 22, 19, 0), 63),
    "asp-ww2": (371, (201, 0, 50, 120, 0), 72),
    "d20-elements": (172, (72, 0, 33, 63, 4), 39),
}
SOURCES = ("printed", "example", "deduced", "ruling", "unexplained")
IN_SECTION = {
    "two-star-general": {"3.2": 17, "3.7.1": 13, "3.7.2": 16, "3.7.3": 4, "4.1": 18, "5.1": 10, "6": 16, "PS": 3},
    "three-star-general": {"1.6": 10, "3.2": 12, "3.7": 10, "3.7.1": 9, "5.1": 8, "6": 13, "TC": 11},
    "asp-ww2": {"GEN": 14, "CP": 15, "TAC": 13, "INIT": 11, "SCORE": 16, "EFF": 13, "CLASS": 27, "FAN": 7},
    "d20-elements": {"SUP": 16, "HIT": 17, "PEN": 14, "STAR": 10, "HE": 12, "OVR": 7, "CC": 9},
}
# the options a club may change, by the reading that gives them
OPTIONS = {
    "two-star-general": {
        "AMB-06": "h_attack_vs_h_or_d",
        "AMB-07": "pairs_per_pool",
        "AMB-14": "open_means",
        "AMB-16": "mixed_mode_reply",
        "AMB-23": "superior_gun_targets",
        "AMB-33": "loss_cap_scope",
        "AMB-39": "fallback_no_path",
        "AMB-71": "battery_may_call_support",
    },
    "three-star-general": {
        "AMB-06": "h_attack_vs_h_or_d",
        "AMB-07": "pairs_per_pool",
        "AMB-12": "tank_soft_bonus_cc_3sg",
        "AMB-14": "open_means",
        "AMB-16": "mixed_mode_reply",
        "AMB-23": "superior_gun_targets",
        "AMB-26": "fs_range",
        "AMB-33": "loss_cap_scope",
        "AMB-35": "df_loss_sharing",
        "AMB-39": "fallback_no_path",
        "AMB-44": "retreat_start_zoc_sp",
        "AMB-69": "night_support_origin_bound",
        "AMB-71": "battery_may_call_support",
    },
    "asp-ww2": {
        "ASP-AMB-12": "cp_dice_A",
        "ASP-AMB-14": "hq_loss",
        "ASP-AMB-15": "tp_pool",
        "ASP-AMB-16": "surcharge_round",
        "ASP-AMB-27": "simultaneous",
        "ASP-AMB-28": "effect_dice",
        "ASP-AMB-33": "pin_clear",
        "ASP-AMB-42": "bomber_detect",
        "ASP-AMB-46": "art_col_ground",
        "ASP-AMB-49": "vehicle_typos",
    },
    "d20-elements": {
        "D20-AMB-02": "turn_structure",
        "D20-AMB-06": "odds_round",
        "D20-AMB-12": "cover_stack",
        "D20-AMB-13": "star_shift",
        "D20-AMB-33": "close_combat",
    },
}
NOT_FOR_REFEREES = re.compile(
    r"appendix|\bseeds?\b|suggest|software|\bsource\b|\bpart [ABC]\b|AMB-|\[[A-Z]|`|->|\b(?:TSG|3SG)\b|\.\.(?!\.)|:\.",
    re.I,
)
LONGEST = 600

NAMES = list(COUNTS)
OPTION_VALUES = {name: read_toml(TABLES / f"{name}.toml")["option_values"] for name in NAMES}
FILES = {name: load(TABLES / f"{name}.clauses.toml") for name in NAMES}
TWO_STAR, THREE_STAR, ASP, D20 = (FILES[name] for name in NAMES)

every_file = pytest.mark.parametrize("clauses", FILES.values(), ids=NAMES)


def ids(found: list) -> list[str]:
    return [one.id for one in found]


@every_file
def test_every_clause_and_reading_is_there_once(clauses: Clauses):
    number, by_source, readings = COUNTS[clauses.id]
    assert number <= len(clauses.clauses) == len(set(ids(clauses.clauses)))
    for source, least in zip(SOURCES, by_source, strict=True):
        assert sum(c.source == source for c in clauses.clauses) >= least, source
    assert len(clauses.readings) == readings == len(set(ids(clauses.readings)))
    assert len(clauses.sections) == len(set(ids(clauses.sections)))


@every_file
def test_clauses_in_some_sections(clauses: Clauses):
    counted = {section: sum(c.section == section for c in clauses.clauses) for section in IN_SECTION[clauses.id]}
    assert all(counted[section] >= least for section, least in IN_SECTION[clauses.id].items())


@every_file
def test_numbers_run_without_a_gap_in_every_section(clauses: Clauses):
    sections = set(ids(clauses.sections))
    for section in {c.section for c in clauses.clauses}:
        assert section in sections
        numbers = sorted(c.id.rpartition("-")[2] for c in clauses.clauses if c.section == section)
        assert numbers == [f"{n:02}" for n in range(1, len(numbers) + 1)], section


@every_file
def test_an_id_is_the_game_the_section_and_a_number(clauses: Clauses):
    assert len({c.id.partition("-")[0] for c in clauses.clauses}) == 1
    assert all(c.id.partition("-")[2].rpartition("-")[0] == c.section for c in clauses.clauses)


@every_file
def test_readings_and_clauses_name_each_other(clauses: Clauses):
    from_clauses = {(c.id, reading) for c in clauses.clauses for reading in c.readings}
    from_readings = {(clause, r.id) for r in clauses.readings for clause in r.clauses}
    assert from_clauses == from_readings
    assert all(r.clauses for r in clauses.readings)


@every_file
def test_the_options_and_no_others(clauses: Clauses):
    assert {r.id: r.switch for r in clauses.readings if r.switch} == OPTIONS[clauses.id]
    named = {rule.switch for rule in (*clauses.readings, *clauses.clauses)}
    assert OPTION_VALUES[clauses.id].keys() <= named, "an option is found by its name, with what it changes"


def test_the_same_reading_says_the_same_in_both_star_generals():
    two = {r.id: (r.issue, r.ruling, r.switch) for r in TWO_STAR.readings}
    three = {r.id: (r.issue, r.ruling, r.switch) for r in THREE_STAR.readings}
    assert len(two.keys() & three.keys()) == 52
    assert len(two.keys() | three.keys()) == 71
    assert all(two[one] == three[one] for one in two.keys() & three.keys())


@every_file
def test_a_referee_reads_plain_words(clauses: Clauses):
    texts = {c.id: c.words for c in clauses.clauses}
    texts |= {r.id: f"{r.issue} {r.ruling}" for r in clauses.readings}
    texts |= {f"section {s.id}": s.title for s in clauses.sections}
    for rules in (clauses.sections, clauses.clauses):
        texts |= {f"table of {rule.id}": "/".join(map("/".join, rule.table)) for rule in rules if rule.table}
    for where, text in texts.items():
        assert not NOT_FOR_REFEREES.search(text), (where, text)
        assert text == text.strip(), where
    for one in (*clauses.clauses, *clauses.readings):
        assert len(texts[one.id]) <= LONGEST, one.id
    for words in (*(c.words for c in clauses.clauses), *(r.issue for r in clauses.readings)):
        assert words[-1] in ".:?", words
        assert not words[0].islower(), words


@every_file
def test_references_to_other_clauses_lead_somewhere(clauses: Clauses):
    initials = clauses.clauses[0].id.partition("-")[0]
    known = set(ids(clauses.clauses))
    text = "\n".join((*(c.words for c in clauses.clauses), *(f"{r.issue} {r.ruling}" for r in clauses.readings)))
    if clauses in (TWO_STAR, THREE_STAR):
        named = re.findall(r"(?<![\d.-])(?:\d+(?:\.\d+)*|TC|PS|SS)-\d\d\b", text)
    else:
        sections = "|".join(section.id for section in clauses.sections)
        named = re.findall(rf"\b(?:{sections})-\d\d\b", text)
    assert len(named) > 20
    assert {f"{initials}-{one}" for one in named} <= known


@every_file
def test_tables_are_rectangles(clauses: Clauses):
    charts = [rule.table for rule in (*clauses.sections, *clauses.clauses) if rule.table]
    assert charts
    for chart in charts:
        assert len(chart) >= 2
        assert len({len(row) for row in chart}) == 1, chart[0]


def test_tables_row_by_row():
    assert TWO_STAR.find("2-01")[0].table[1:] == (
        ("Wheeled", "3", "6"),
        ("Tracked", "3", "5"),
        ("Slow tanks", "2", "4"),
        ("Foot", "2", "4"),
    )
    chart = {row[:2]: row[2:] for row in TWO_STAR.find("3.2")[0].table}
    assert chart["M", "D"] == ("6", "5, 6 or double 4")
    assert chart["H", "M"] == ("6 or double 5", "6 or double 5")
    assert chart["H", "R"] == ("5, 6 or double 4", "no reply")
    score = {row[0]: row[1:] for row in ASP.find("SCORE-01")[0].table}
    assert len(score) == 19
    assert score["Bomber"] == ("3", "2", "3", "3", "4", "5", "4", "6", "3000")
    assert score["Heavy Barrage (HB)"] == ("5", "2", "3", "3", "4", "5", "-", "-", "OT")
    assert ASP.find("EFF-05")[0].table[6] == ("6", "R", "R", "D", "D")
    penetration = {row[0]: "".join(row[1:]) for row in D20.find("PEN-10")[0].table}
    assert penetration["11-14"] == "---SSSKK"
    assert D20.find("MOV-01")[0].table[5] == ("Wh", "10", "4", "2", "0", "0", "2")


@every_file
def test_the_register_of_readings_has_them_all(clauses: Clauses):
    register = (TABLES.parent / "docs" / "rulings.md").read_text(encoding="utf-8")
    for reading in clauses.readings:
        (line,) = re.findall(rf"^\| {reading.id}\b.*$", register, re.M)
        option = f"`{reading.switch}`" if reading.switch else "| fixed |"
        assert option in line, line
        known = OPTION_VALUES[clauses.id].get(reading.switch, ())
        assert all(value.replace("|", r"\|") in line for value in known), line


# what a referee may type


def test_a_section_gives_itself_and_its_clauses():
    section, *clauses = TWO_STAR.find("3.7.2")
    assert isinstance(section, Section)
    assert ids(clauses) == [f"TSG-3.7.2-{n:02}" for n in range(1, 17)]
    assert ids(ASP.find("INIT"))[:2] == ["INIT", "ASP-INIT-01"]


def test_a_section_names_its_sub_sections():
    assert ids(TWO_STAR.find("3.7")) == ["3.7", "3.7.1", "3.7.2", "3.7.3"]
    found = ids(THREE_STAR.find("3.7"))
    assert found[0] == "3.7"
    assert found[1:11] == [c.id for c in THREE_STAR.clauses if c.section == "3.7"]
    assert found[11:] == ["3.7.1", "3.7.2"]
    assert ids(TWO_STAR.find("1"))[1:] == [f"1.{n}" for n in range(1, 8)]


@pytest.mark.parametrize("text", ["TSG-3.7.2-01", "tsg-3.7.2-01", "3.7.2-01", "3.7.2-1", " 3.7.2-01. "])
def test_a_clause_by_its_id(text: str):
    (clause,) = TWO_STAR.find(text)
    assert isinstance(clause, Clause)
    assert (clause.id, clause.section) == ("TSG-3.7.2-01", "3.7.2")


@pytest.mark.parametrize("text", ["INIT-04", "init-4", "ASP-INIT-04", "asp-init-04"])
def test_a_clause_of_a_named_block(text: str):
    assert ids(ASP.find(text)) == ["ASP-INIT-04"]
    assert ids(D20.find("d20-HE-08")) == ids(D20.find("he-08")) == ["D20-HE-08"]


@pytest.mark.parametrize("text", ["asp-init", "init", "Init"])
def test_a_block_with_the_initials_of_its_game(text: str):
    assert ids(ASP.find(text)) == ids(ASP.find("INIT"))


def test_a_reading():
    (reading,) = TWO_STAR.find("amb-06")
    assert isinstance(reading, Interpretation)
    assert reading.switch == "h_attack_vs_h_or_d"
    assert reading.clauses == ("TSG-3.2-09",)
    assert ids(ASP.find("AMB-46")) == ids(ASP.find("ASP-AMB-46")) == ["ASP-AMB-46"]


def test_an_option_gives_its_reading_and_clauses():
    assert ids(TWO_STAR.find("fallback_no_path")) == ["AMB-39"]
    assert ids(ASP.find("ART_COL_GROUND")) == ["ASP-AMB-46", "ASP-CLASS-25"]
    assert ids(D20.find("cover_stack")) == ["D20-AMB-12", "D20-HIT-10", "D20-HE-10"]


def test_words():
    assert ids(TWO_STAR.find("superior gun")) == ["TSG-3.7.1-03", "TSG-12-02"]
    assert ids(TWO_STAR.find("Superior  Guns")) == ["TSG-3.7.1-03", "TSG-12-02"]
    assert ids(ASP.find("tiger ii")) == ["ASP-CLASS-21", "ASP-VEH-02"]  # the second only in its table
    assert "TSG-4.2-07" in ids(TWO_STAR.find("pursuit optional"))


def test_a_title_gives_its_section_first():
    found = TWO_STAR.find("pursuit")
    assert ids(found)[:3] == ["4.2", "TSG-4.2-01", "TSG-4.2-02"]
    assert ids(found).count("TSG-4.2-07") == 1
    assert "9.1" in ids(TWO_STAR.find("night"))[:10]


def test_the_words_of_the_rows_find_their_rule():
    assert ids(TWO_STAR.find("target dug in", {"3.7.2-04": "target dug in"}))[0] == "TSG-3.7.2-04"
    assert "TSG-3.7.2-04" not in ids(TWO_STAR.find("target dug in"))


def test_words_as_typed_come_before_the_same_words_apart():
    as_typed = ["enemy stand" in clause.words.lower() for clause in TWO_STAR.find("enemy stand")]
    assert as_typed == sorted(as_typed, reverse=True)
    assert {True, False} == set(as_typed)


@pytest.mark.parametrize("text", ["", "  ", "zzzz", "99.9", "3SG-3.7-01", "(", "\\", "*"])
def test_nothing(text: str):
    assert TWO_STAR.find(text) == []


def test_close_to():
    assert TWO_STAR.close_to("3.7.9") == ["3.7.3", "3.7.2", "3.7.1"]
    assert TWO_STAR.close_to("superier gun")[0] == "superior gun"
    assert ASP.close_to("INITT-04")[0] == "INIT-04"
    assert TWO_STAR.close_to("fallback_no_pth") == ["fallback_no_path"]
    assert TWO_STAR.close_to("zzzz") == TWO_STAR.close_to("") == []
    for text in ("3.7.9", "superier gun", "AMB-99", "amb 6", "clsoe combt"):
        assert all(TWO_STAR.find(near) for near in TWO_STAR.close_to(text)), text


def test_a_word_finds_the_rules_that_have_it_whole_first():
    found = [rule.id for rule in ASP.find("option")]
    assert found[:2] == ["ASP-CALL-04", "ASP-TAC-01"]
    assert not {"ENG", "NIGHT", "SMK"} & {*found}  # their titles end with `(optional)`
    assert ASP.find("smoke")[0].id == "SMK"

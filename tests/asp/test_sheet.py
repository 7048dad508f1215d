"""Tests of the ASP sheet: it has every clause except those named here, every type of stand, and the options in use."""

from tests.sheets import clauses_of, listings, values_that_change_nothing
from umpire.rulesets import find

OFF_SHEET = {
    "GEN-09": "headings say what is agreed", "GEN-14": "no rule but the row for transport aircraft",
    "SCALE-02": "the table of the ground scale", "SCALE-06": "follows from the width of a battle group",
    "ORG-08": "how stands are made", "ORG-09": "how stands are made", "TGEN-11": "how terrain is made",
    "GRADE-02": "a chance", "CP-14": "a mean", "SEQ-08": "a chance", "DET-08": "a chance", "INIT-06": "chances",
    "INIT-11": "an example", "EFF-06": "the table of results", "EFF-07": "an example", "EFF-08": "an example",
    "EFF-13": "follows from the table of results", "ENG-06": "a chance",
    "TERR-01": "the table of going", "TERR-02": "the table of going", "TERR-04": "the table of going",
    "TERR-05": "the table of going", "TERR-07": "the table of going", "TERR-08": "the table of going",
    "TERR-09": "the table of going", "CP-13": "the table of grades", "TAC-04": "the table of grades",
    "SCORE-11": "the row of the rear arc", "SCORE-14": "the row says infantry", "EFF-10": "the row says of what",
    "EFF-11": "the row says no target", "EFF-12": "the scenario says", "TIME-09": "the row of aircraft at night",
    "CLASS-01": "the table of stands", "CLASS-02": "the table of stands", "CLASS-03": "the table of stands",
    "CLASS-04": "the table of stands", "CLASS-05": "the table of stands",
    "CLASS-07": "the table of stands", "CLASS-08": "the table of stands",
    "CLASS-10": "the table of stands", "CLASS-13": "the table of stands", "CLASS-14": "the table of stands",
    "CLASS-15": "the table of stands", "CLASS-16": "the table of stands", "CLASS-17": "the table of stands",
    "CLASS-18": "the table of stands", "CLASS-19": "the table of stands", "CLASS-20": "the table of stands",
    "CLASS-21": "the table of stands", "CLASS-22": "the table of stands", "CLASS-27": "the table of stands",
    "VEH-03": "the table of stands", "VEH-05": "the table of stands", "VEH-06": "the table of stands",
    "VEH-07": "how stands are made", "ENG-01": "the scenario says who defends", "TIME-01": "the table of seasons",
    "PCT-02": "the army list is counted", "PCT-03": "no row, so none", "FAN-05": "who an army is", "FAN-06": "the same",
}  # fmt: skip
"""Clauses that no line or row of the sheet is of, and why."""


def test_every_clause_is_on_the_sheet_or_off_it_with_a_reason():
    every, on_it = clauses_of("asp-ww2", "ASP-")
    readings = {rule for rule in every if rule.startswith("AMB-")}
    assert every - readings - on_it - set(OFF_SHEET) == set()
    assert on_it & set(OFF_SHEET) == set()


def test_every_value_of_every_option_changes_it():
    assert values_that_change_nothing("asp-ww2") == []


def test_every_type_of_stand_is_on_it_with_its_numbers():
    [stands] = [listing for listing in listings("asp-ww2") if listing.title.startswith("Stands")]
    found = {name: row for row in stands.rows for name in row[0].split(", ")}
    types = find("asp-ww2").table().rows["types"]
    assert set(found) == set(types)
    assert found["Panther"][1:] == ("MG", "HA", "F", "Tank")
    assert found["StuG"][1] == "MG, fixed"


def test_what_is_for_setting_up_stands_apart_and_last():
    places = [listing.place for listing in listings("asp-ww2") if listing.prose]
    assert places == sorted(places)
    assert set(places) == {"", "setting up"}

"""Tests of a unit in one line of a scenario: the stands of an organisation, exceptions, a club's own, and mistakes."""

from __future__ import annotations

import pytest

from umpire.core.mistakes import FileMistake
from umpire.play.scenarios import export_text, new_game, position_from_text

STAR = """
name = "F"
ruleset = "two-star-general"
sides = ["German", "British"]
seed = 1
[map]
hexes = "flat"
shifted = "even"
rows = ". . . .\\n. . . ."
legend = { "." = "open" }
"""
K = '[[formation]]\nfrom = "infantry-battalion"\nid = "k"\nname = "K"\nside = "British"\n'
PLACED = K + 'hexes = "0101 0102 0201 0202"\n'
LONG = """
[units.k]
name = "K"
side = "British"
organisation = "infantry"
hexes = ["0101", "0102", "0201", "0202"]
"""
GROUP = """
[formation.section]
words = "tank section"
stands = [
    { key = "1", type = "Panther" },
    { key = "2", type = "Sdkfz 251", hq = true, name = "half-track" },
    { key = "3", type = "IG", aboard = "2" },
]
"""


def test_a_formation_is_the_unit_of_its_organisation():
    assert position_from_text(STAR + PLACED) == position_from_text(STAR + LONG)


def test_ids_are_made_of_the_formation_s_and_the_stand_s():
    assert list(position_from_text(STAR + PLACED)["state"]["stands"]) == ["k1", "k2", "k3", "kh", "kmg", "kmo"]


def test_what_is_said_of_one_stand_is_laid_over_it():
    stand = position_from_text(STAR + PLACED + "[stands.k2]\nelite = true\nsp = 3\n")["state"]["stands"]["k2"]
    assert (stand["elite"], stand["sp"], stand["hex"], stand["name"]) == (True, 3, "0102", "K 2nd company")


def test_stands_can_be_left_out_and_the_hexes_go_to_the_rest():
    text = STAR + K + 'hexes = "0101 0102 0202"\nwithout = "k2 kmo"\n'
    stands = position_from_text(text)["state"]["stands"]
    assert {id: stand["hex"] for id, stand in stands.items()} == {"k1": "0101", "k3": "0102", "kh": "0202", "kmg": ""}


def test_a_stand_that_comes_later_is_a_dash():
    stands = position_from_text(STAR + K + 'hexes = "0101 - 0201 0202"\n')["state"]["stands"]
    assert [stands[id]["hex"] for id in ("k1", "k2", "k3")] == ["0101", "", "0201"]


def test_what_is_written_out_reads_back(tmp_path):
    (tmp_path / "f.toml").write_text(STAR + PLACED, encoding="utf-8")
    session = new_game(tmp_path / "f.umpire", tmp_path / "f.toml")
    assert position_from_text(export_text(session)) == session.snapshot.position


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (K.replace("infantry-battalion", "infantrie"), "no organisation is called 'infantrie'"),
        (K + 'hexes = "0101 0102"\n', "formation k.hexes: 3rd company has no hex"),
        (K + 'hexes = "0101 0102 0201 0202 0301"\n', "formation k.hexes: 0301 is one hex too many"),
        (K + 'without = "kx"\n', "k.without: no stand is called 'kx'"),
        (K + 'ordr = "D"\n', "formation item 1.ordr: unknown key"),
        (K + K, "formation k: the id appears twice"),
        (K + LONG, "formation k: the formation and a unit have the same id"),
    ],
)
def test_what_is_wrong_is_said(line, words):
    with pytest.raises(FileMistake) as wrong:
        position_from_text(STAR + line)
    assert words in str(wrong.value)


def test_a_club_adds_an_organisation_in_its_house_file(tmp_path):
    house = tmp_path / "club.toml"
    house.write_text(
        'extends = "two-star-general"\nid = "club"\nname = "Club"\n[organisation.pair]\nwords = "pair"\nrule = "club"\n'
        'stands = [{ key = "1", type = "heavy", name = "one" }, { key = "2", type = "heavy", name = "two" }]\n',
        encoding="utf-8",
    )
    text = STAR + K.replace("infantry-battalion", "pair")
    assert list(position_from_text(text, house=[str(house)])["state"]["stands"]) == ["k1", "k2"]


def test_a_battle_group_of_the_club_s_list(tmp_path):
    house = tmp_path / "club.toml"
    house.write_text('extends = "asp-ww2"\nid = "club"\nname = "Club"\n' + GROUP, encoding="utf-8")
    text = (
        'name = "F"\nruleset = "asp-ww2"\nsides = ["German", "Soviet"]\n[[formation]]\nfrom = "tank-section"\n'
        'id = "k"\nname = "Kampfgruppe"\nside = "German"\ngrade = "A"\n[stands.k1]\nskirts = true\n'
    )
    state = position_from_text(text, house=[str(house)])["state"]
    assert (state["groups"]["k"]["hq"], state["groups"]["k"]["grade"]) == ("k2", "A")
    assert (state["stands"]["k1"]["skirts"], state["stands"]["k3"]["aboard"]) == (True, "k2")
    assert state["stands"]["k2"]["name"] == "Kampfgruppe half-track"


def test_starter_cards_as_a_platoon():
    text = (
        'name = "F"\nruleset = "d20-elements"\nsides = ["A", "B"]\n[[formation]]\nfrom = "rifle-platoon"\nid = "p"\n'
        'name = "Able"\nside = "A"\n[elements.p1]\nquality = "veteran"\n'
    )
    elements = position_from_text(text)["state"]["elements"]
    assert list(elements) == ["pc", "p1", "p2", "p3", "pmo"]
    assert (elements["p1"]["under"], elements["p1"]["quality"], elements["p1"]["model"]) == ("pc", "veteran", "rifles")

"""Tests of armies: points to a quarter, and every rule on how an army is put together."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.asp.games import ROWS, TABLE, game, stand, table
from tests.asp.play import Game
from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from tests.cli.games import Table
from umpire.core.mistakes import UnknownName
from umpire.rulesets.asp.field.army import (
    base_of,
    complaints,
    exact,
    misprints,
    points_of,
    points_words,
    sources_of,
    total_of,
)
from umpire.rulesets.asp.state import Army, Mark, Scene

# item: points
POINTS = {
    "BARG": "1",
    "RG": "1.5",
    "IG": "2",
    "APC": "10",
    "Light Tank": "15",
    "Tank-": "25",
    "Tank": "30",
    "Tank+": "40",
    "SMT": "2",
    "Mortars": "5",
    "Artillery": "40",
    "Salvo RL": "50",
    "Aircraft": "200",
}
# type: points at grade C
TYPES = {
    "BARG": "1",
    "RG": "1.5",
    "IG": "2",
    "Mortars": "5",
    "LB": "40",
    "MB": "40",
    "HB": "40",
    "C Battery": "40",
    "Salvo RL": "50",
    "Bomber": "200",
    "Attack": "200",
    "Fighter": "200",
    "Glider": "200",
    "Spitfire": "200",
    "Panzer 3": "15",
    "Panzer 4": "25",
    "Panther": "30",
    "Tiger II": "40",
    "M3": "10",
    "Truck": "2",
    "Command": "0",
}


def full(key: str = "t", kind: str = "Panzer 4", number: int = 12, **fields):
    """Return stands t1 to t12 of one type."""
    return [stand(f"{key}{index}", kind, **fields) for index in range(1, number + 1)]


def army(*stands, german: str = "C", soviet: str = "C", **scene) -> Game:
    """Return battle groups of these stands; kg is German, and t1 leads it."""
    state = game(*stands, german=german, soviet=soviet)
    groups = state.groups
    if not any(each.id == "p1" for each in stands):
        groups = {"kg": groups["kg"]}
    return Game(replace(state, groups=groups, scene=Scene(**scene)), kept=False)


def rules(playing: Game, *, whole_armies: bool = True, of=TABLE) -> list[str]:
    groups = tuple(playing.state.groups.values())
    return [each.rule for each in complaints(playing.state, of, groups, whole_armies=whole_armies)]


# points


@clause("ASP-PTS-01")
def test_items():
    assert {name: value for name, value in ROWS["points"]["classes"].items() if name != "None"} == POINTS
    assert (ROWS["points"]["light_mortars"], ROWS["points"]["aaa"]) == ("0.25", "3")


@clause("ASP-PTS-01")
@pytest.mark.parametrize("name", TYPES)
def test_types(name):
    assert points_of(TABLE, stand("t1", name), "C") == Fraction(TYPES[name])


@clause("ASP-PTS-02")
@pytest.mark.parametrize(("grade", "points"), [("A", "60"), ("B", "45"), ("C", "30"), ("D", "15")])
def test_grades(grade, points):
    assert points_of(TABLE, stand("t1", "Tiger"), grade) == Fraction(points)


@clause("ASP-PTS-03", "ASP-PTS-04", "ASP-PTS-07")
@pytest.mark.parametrize(
    ("kind", "fields", "grade", "points"),
    [
        ("RG", {"light_mortars": True}, "A", "3.5"),  # the worked case
        ("RG", {"light_mortars": True}, "B", "2.625"),
        ("IG", {"light_mortars": True}, "D", "1.125"),
        ("Sdkfz 251", {"aaa": True}, "B", "19.5"),
        ("BARG", {"dug_in": True}, "A", "3"),
        ("RG", {"light_mortars": True, "dug_in": True}, "D", "1.875"),
    ],
)
def test_extras_then_grade_then_dug_in_never_rounded(kind, fields, grade, points):
    found = points_of(TABLE, stand("t1", kind, **fields), grade)
    assert found == Fraction(points)
    assert exact(found) == points


@clause("ASP-PTS-05")
@pytest.mark.parametrize(("kind", "price"), [("HMG", "5"), ("LG", "10"), ("MG", "15"), ("HG", "20"), ("AAA", "5")])
def test_no_price_is_printed_for_guns(kind, price):
    assert points_of(TABLE, stand("t1", kind), "C") is None
    playing = army(stand("t1", kind), *full("t", "Panzer 4")[1:])
    found = [
        each
        for each in complaints(playing.state, TABLE, tuple(playing.state.groups.values()), whole_armies=True)
        if each.rule == "PTS-05"
    ]
    assert says([found[0].words], f"t1 set price={price}")
    priced = stand("t1", kind, price="7.5")
    aaa = 3 if kind == "AAA" else 0
    assert points_of(TABLE, priced, "C") == Fraction("7.5") + aaa


@clause("ASP-PTS-05")
def test_a_transport_aircraft_gun_on_a_vehicle_has_the_price_of_the_vehicle():
    assert base_of(TABLE, stand("t1", "Sdkfz 251", row="MG")) == 10
    assert base_of(TABLE, stand("t1", "Sdkfz 251", row="MG", classed="Light Tank")) == 15


@clause("ASP-PTS-06", "ASP-ORG-10")
def test_the_hq_costs_nothing_more_and_carrier_and_carried_are_two_stands():
    playing = army(stand("t1", "Truck"), stand("t2", "BARG", aboard="t1"))
    assert total_of(playing.state, TABLE, playing.group("kg")) == (Fraction(3), 0)


def test_points_in_words():
    group = game(stand("t1", "IG"), german="B").groups["kg"]
    told = stand("t1", "IG", light_mortars=True, dug_in=True)
    assert says([points_words(TABLE, told, group)], "t1 2 IG 0.25 1.5 1 4.375")
    assert points_words(TABLE, stand("t1", "HG", price="20"), group) == "t1: 20 given x 1.5 = 30"
    assert says([points_words(TABLE, stand("t1", "HG"), group)], "t1 PTS-05 20")
    assert points_words(TABLE, stand("t1", "Truck"), replace(group, grade="C")) == "t1: 2 SMT"
    assert exact(Fraction(15, 7)) == "15/7"


# the check


def test_the_check_lists_groups_sides_and_objections():
    playing = army(*full(number=11), armies={"de": Army("de", "German", "German", 100)})
    outcome = playing.say("army")
    assert each_says(
        outcome.words,
        "Kampfgruppe kg C 11 stands 275",
        "German 275 100",
        "175 100 PTS-01",
        "Kampfgruppe 11 stands 12 ORG-02",
    )
    assert outcome.effects == ()
    assert outcome.tally == (("German", "275"),)
    assert says([playing.say("army budget=300").words[1]], "German 275 300")
    assert says([playing.say("army budget=0").words[1]], "German 275 0")
    assert says([army(*full()).say("army").words[-1]], "")


@clause("ASP-ORG-01", "ASP-ORG-07")
def test_one_group_stand_by_stand_an_army_of_several_of_any_types():
    playing = army(*full(), *full("p", "RG"), soviet="D")
    words = playing.say("army br").words
    assert says([words[0]], "25th Brigade br D 12 stands 9")
    assert words[1:3] == ("  p1: 1.5 RG x 0.5 = 0.75", "  p2: 1.5 RG x 0.5 = 0.75")
    assert len(playing.say("army").words) == 5
    assert says([playing.say("army soviet").words[1]], "Soviet 9")
    for name in ("army nobody", "army kq"):
        with mistaken(UnknownName):
            playing.objections(name)


@clause("ASP-ORG-02 to 04", "ASP-ORG-11")
def test_a_battle_group_is_twelve_stands_with_one_headquarters():
    assert rules(army(*full())) == []
    assert rules(army(*full(number=11))) == ["ORG-02"]
    assert rules(army(*full(number=12), stand("t13", "RG"))) == ["ORG-02"]
    headless = army(*full())
    headless.state = replace(headless.state, groups={"kg": replace(headless.group("kg"), hq="")})
    assert rules(headless) == ["ORG-03"]


@clause("ASP-ORG-06")
def test_a_command_stand_is_not_one_of_the_twelve():
    assert rules(army(*full(), stand("t13", "Command"))) == []
    assert rules(army(*full(number=11), stand("t13", "Command"))) == ["ORG-02"]
    assert rules(army(*full(), stand("t13", "Command"), stand("t14", "Command"))) == ["ORG-06"]
    playing = army(*full(), stand("t13", "Command"), *full("p", "RG"))
    assert "VEH-02" in playing.refused("fire t13 at p1 100")
    assert "ORG-06" in playing.refused("fire p1 at t13 100")


@clause("ASP-ORG-11")
def test_the_battle_does_not_begin_with_half_a_group_unless_the_scenario_draws_up_no_armies():
    armies = {"de": Army("de", "German")}
    playing = army(*full(number=11), *full("p", "RG"), armies=armies)
    playing.kept = True
    assert playing.refused("order kg") == ["ORG-02"]
    playing.state = replace(playing.state, scene=Scene())
    assert playing.refused("order kg") == []


@clause("ASP-GEN-10", "ASP-GEN-11")
def test_the_year():
    late = stand("t1", "LB", late_british=True)
    british = {"de": Army("de", "German", "British")}
    assert rules(army(late, *full()[1:], year=1944, armies=british)) == []
    assert rules(army(late, *full()[1:], year=1943, armies=british)) == ["GEN-11"]
    assert rules(army(*full(), year=1924)) == ["GEN-10"]
    assert rules(army(*full(), year=1955)) == []


@clause("ASP-EFF-10", "ASP-CLASS-02", "ASP-CLASS-03", "ASP-ENG-02")
@pytest.mark.parametrize(
    ("kind", "fields", "found"),
    [
        ("BARG", {"light_mortars": True}, ["PTS-01"]),
        ("RG", {"light_mortars": True, "jungle": True}, []),
        ("Panther", {"jungle": True}, ["TERR-10"]),
        ("Panther", {"late_british": True}, ["EFF-10"]),
        ("Mortars", {"late_british": True}, []),
        ("RG", {"dug_in": True}, ["GEN-09", "ENG-02"]),
    ],
)
def test_what_stands_may_have(kind, fields, found):
    assert rules(army(stand("t1", kind, **fields), *full()[1:])) == found


@clause("ASP-ENG-01", "ASP-ENG-02", "ASP-ENG-04")
def test_dug_in_and_obstacles_are_the_defenders():
    dug_in = [stand("t1", "RG", dug_in=True), *full()[1:]]
    marks = {"o1": Mark("o1", "anti-tank", "German")}
    assert rules(army(*dug_in, modules=("engineering",), defender="German", marks=marks)) == []
    assert rules(army(*dug_in, modules=("engineering",), defender="Soviet", marks=marks)) == ["ENG-02", "ENG-04"]


# percentages, aircraft, fantasy


def tanks(number: int, tank: int, plus: int, nation: str = "German") -> Game:
    stands = [
        *full("t", "Panzer 4", number - tank - plus),
        *full("tx", "Tiger", tank),
        *full("ty", "Tiger II", plus),
        stand("tz", "M3"),
    ]
    return army(*stands, modules=("percentages",), armies={"de": Army("de", "German", nation)})


@clause("ASP-PCT-01 to 03")
@pytest.mark.parametrize(
    ("nation", "number", "tank", "plus", "found"),
    [
        ("German", 24, 12, 2, []),  # the worked case
        ("German", 24, 13, 2, ["PCT-01"]),
        ("German", 24, 12, 3, ["PCT-01"]),
        ("German", 9, 4, 0, []),
        ("German", 9, 0, 1, ["PCT-01"]),
        ("Soviet", 20, 4, 1, []),
        ("Soviet", 20, 5, 2, ["PCT-01", "PCT-01"]),
        ("British", 20, 20, 0, []),
    ],
)
def test_shares_of_the_afvs_rounded_down(nation, number, tank, plus, found):
    assert [rule for rule in rules(tanks(number, tank, plus, nation)) if rule != "ORG-02"] == found


@clause("ASP-PCT-01")
def test_only_if_agreed():
    playing = tanks(24, 24, 0)
    playing.state = replace(playing.state, scene=replace(playing.state.scene, modules=()))
    assert "PCT-01" not in rules(playing)


@clause("ASP-LIM-01", "ASP-LIM-02")
@pytest.mark.parametrize(
    ("theirs", "ours", "nation", "year", "found"),
    [
        (5, 3, "American", 1944, []),  # the worked case
        (5, 4, "American", 1944, ["LIM-01"]),
        (4, 3, "British", 1945, ["LIM-01"]),
        (4, 3, "British", 1943, []),
        (0, 3, "Soviet", 1944, []),
    ],
)
def test_half_of_the_allied_aircraft_rounded_up(theirs, ours, nation, year, found):
    stands = [*full("t", "Me 109", ours), *full("p", "Mustang", theirs), stand("p99", "RG")]
    armies = {"de": Army("de", "German", "German"), "al": Army("al", "Soviet", nation)}
    playing = army(*stands, modules=("air-limit",), year=year, armies=armies)
    assert [rule for rule in rules(playing) if rule.startswith("LIM")] == found


def fantasy(*stands, **fields) -> Game:
    told = {"fantasy": True, "organised": "British", "ally": True, "place": "the isles", "insignia": "a seal", **fields}
    armies = {"de": Army("de", "German", "Islanders", **told)}
    return army(*stands, modules=("fantasy",), armies=armies)


@clause("ASP-FAN-01")
def test_no_tank_plus():
    assert rules(fantasy(*full())) == []
    assert rules(fantasy(stand("t1", "IS3"), *full("t", "KV85")[1:])) == ["FAN-01"]


@clause("ASP-FAN-02", "ASP-FAN-07")
@pytest.mark.parametrize(
    ("jet", "found"), [("Me 262", 1), ("Meteor", 1), ("Vampire", 1), ("Me 163", 0), ("Spitfire", 0)]
)
def test_no_jets(jet, found):
    assert rules(fantasy(stand("t1", jet), *full()[1:])) == ["FAN-02"] * found


@clause("ASP-FAN-03")
def test_one_source_of_tanks_and_self_propelled_guns():
    mixed = fantasy(stand("t1", "Sherman"), stand("t2", "StuG"), stand("t3", "M3"), *full("t", "RG")[3:])
    assert rules(mixed) == ["FAN-03"]
    assert sources_of(TABLE, list(mixed.state.stands.values())) == ("American", "German")
    assert rules(fantasy(stand("t1", "Sherman"), stand("t2", "Sdkfz 251"), *full("t", "RG")[2:])) == []


@clause("ASP-FAN-03")
def test_the_nations_of_all_vehicles():
    named = {name for names in ROWS["nations"].values() for name in names}
    vehicles = {name for name in TABLE.types if TABLE.type(name).kind in ("vehicle", "fixed_gun")}
    assert vehicles - named == {"Truck"}
    assert {nation: len(names) for nation, names in ROWS["nations"].items()} == {
        "German": 13,
        "British": 5,
        "Soviet": 9,
        "Japanese": 3,
        "American": 6,
    }


@clause("ASP-FAN-04 to 06")
def test_organisation_alliance_place_and_insignia():
    assert rules(fantasy(*full(), organised="Martian")) == ["FAN-04"]
    assert rules(fantasy(*full(), ally=False)) == ["FAN-05"]
    assert rules(fantasy(*full(), place="")) == ["FAN-06"]
    assert rules(fantasy(*full(), insignia="")) == ["FAN-06"]
    playing = fantasy(*full())
    playing.state = replace(playing.state, scene=replace(playing.state.scene, modules=()))
    assert rules(playing) == ["GEN-09"]


# the list of vehicles


@clause("ASP-VEH-01", "ASP-VEH-03", "ASP-VEH-06", "ASP-CLASS-27")
def test_what_is_odd_in_print_is_said():
    playing = army(stand("t1", "IS2"), stand("t2", "Churchill"), stand("t3", "KV2"), *full("t", "Panzer 4")[3:])
    groups = tuple(playing.state.groups.values())
    assert each_says(
        misprints(playing.state, TABLE, groups),
        "IS2 HG M HA VEH-03",
        "Churchill MG MA S heavy armour CLASS-20 VEH-03",
        "KV2 MG MA M heavy gun CLASS-09 VEH-03",
    )
    printed = misprints(playing.state, table(vehicle_typos="printed"), groups)
    assert says([printed[0]], "IS2 HG M VEH-03")
    assert list(ROWS["doubtful"]) == ["Churchill", "Crusader", "KV2", "Pershing", "Stuart"]


@clause("ASP-VEH-04")
def test_fixed_guns():
    fixed = {name for name in TABLE.types if TABLE.type(name).kind == "fixed_gun"}
    assert fixed == {"StuG", "JagdPanzer", "JagdPanther", "JagdTiger", "Hetzer", "Marder", "SU85", "SU100"}


@clause("ASP-VEH-05", "ASP-VEH-07")
def test_mobility_of_m3_and_lvt_and_vehicles_by_analogy():
    assert (TABLE.type("M3").mobility, TABLE.type("LVT").mobility) == ("1/2T", "M")
    early = stand("t1", "StuG", column="LA", classed="Light Tank", price="12")
    assert points_of(TABLE, early, "C") == 12
    assert points_of(TABLE, replace(early, price=""), "C") == 15


@clause("ASP-CLASS-01 to 12", "ASP-CLASS-16")
@pytest.mark.parametrize(
    ("row", "name"),
    [
        ("BARG", "Bolt Action Rifle Group"),
        ("RG", "Rifle Group"),
        ("IG", "Infantry Group"),
        ("Mortars", "Mortars"),
        ("HMG", "HMG"),
        ("VLG", "Autocannon and Very Light Guns"),
        ("LG", "Light Guns"),
        ("MG", "Medium Guns"),
        ("HG", "Heavy Guns"),
        ("LB", "Light Barrage"),
        ("MB", "Medium Barrage"),
        ("HB", "Heavy Barrage"),
        ("C", "C Battery"),
        ("SRL", "Salvo RL"),
        ("Bomber", "Bomber"),
        ("Attack", "Attack aircraft"),
        ("Fighter", "Fighter"),
        ("AAA", "AAA"),
    ],
)
def test_shooter_classes(row, name):
    assert TABLE.rows[row]["name"] == name
    assert any(row in (TABLE.type(kind).row, *TABLE.type(kind).rows) for kind in TABLE.types)


@clause("ASP-CLASS-13 to 15")
@pytest.mark.parametrize(
    ("row", "names"),
    [
        ("Bomber", "Lancaster, Stirling, Halifax, He 177, B17, He 111, Dornier, Wellington, Marauder, Hampden"),
        ("Attack", "Me 110, Stuka, Mosquito, Blenheim, Beaufighter, Black Widow"),
        ("Fighter", "Spitfire, Hurricane, Zero, Me 109, Fw 190, Me 262, Meteor, Vampire, Mustang, Me 163"),
    ],
)
def test_aircraft_the_book_names(row, names):
    for name in names.split(", "):
        kind = TABLE.type(name)
        assert (kind.kind, kind.row, kind.column) == ("aircraft", row, "AC")


@clause("ASP-CLASS-18 to 21")
def test_armour_by_definition():
    by_definition = {
        "LA": "M3, Sdkfz 251, Panzer 1/2, Chi-Nu, Chi-Ha, LVT",
        "MA": "StuG, Valentine, Panzer 4, KV1, KV2, T34/76, T34/85, Stuart, Lee Grant, Sherman, Matilda",
        "HA": "Panther, JagdPanther, Hetzer, IS2, Pershing, Tiger",
        "XA": "Tiger II, JagdTiger, IS3",
    }
    for column, names in by_definition.items():
        assert {TABLE.type(name).column for name in names.split(", ")} == {column}
    assert TABLE.type("Churchill").column == "MA"  # as printed in its own row


def test_the_check_of_the_armies_changes_nothing_and_is_not_recorded(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table = Table(tmp_path, capsys)
    table.game("asp-opening")
    for look in ("army", "night"):
        assert says([table.say(look).out.splitlines()[-1]], "")
    assert table.entry() == 1

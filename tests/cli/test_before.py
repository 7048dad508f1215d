"""Tests before the game: a draft, the list of names, a check of a scenario, the scenarios to begin with."""

import pytest


def test_a_draft_is_written_looked_through_and_begun(table):
    assert table.say("draft two-star-general -o mine.toml").code == 0
    assert "mine.toml: no errors" in table.say("check mine.toml").out
    assert table.say("new mine.toml").code == 0
    assert table.say("draft two-star-general -o mine.toml").code == 1  # nothing is overwritten
    assert "did you mean" in table.say("draft two-star-genral").err


def test_types_are_one_kind_or_what_has_a_word(table):
    everything = table.say("types two-star-general").out
    assert all(f"\n  {kind} " in everything for kind in ("terrain", "core", "support", "organisations"))
    medium = next(line for line in table.say("types two-star-general core").out.splitlines() if "medium" in line)
    assert medium.split() == ["medium", "medium", "armour", "tank", "4", "4", "tracked", "0", "3.1-06"]
    panthers = table.say("types asp-ww2 panther --json").plain["kinds"]
    assert [(kind["kind"], [row[0] for row in kind["rows"]]) for kind in panthers] == [
        ("types", ["Panther", "JagdPanther"])
    ]
    assert "nothing here is called 'medum'" in table.say("types two-star-general medum").err
    table.say("draft d20-elements -o d.toml")
    table.say("new d.toml")
    assert "commander" in table.say("types flags").out


@pytest.mark.parametrize("games", [0, 2])
def test_a_misspelt_ruleset_is_answered_with_their_names_where_no_game_says_which(table, games):
    for name in "ab"[:games]:
        table.say(f"new bridgehead -g {name}.umpire")
    assert len([*table.folder.glob("*.umpire")]) == games
    said = table.say("types two-star when").err
    assert "'two-star' is not known" in said
    assert "did you mean two-star-general" in said
    assert "asp-ww2" in table.say("types zzz").err
    assert "name a ruleset" in table.say("types").err


CALLED = {
    "57mm": "LG",
    "57 mm": "LG",
    "PaK 40": "LG",
    "pak40": "LG",
    "88": "HG",
    "machine guns": "HMG",
    "Panzer IV": "Panzer 4",
    "panzer 4": "Panzer 4",
    "rifle group": "RG",
}


@pytest.mark.parametrize("word", CALLED)
def test_a_type_is_found_by_what_people_call_it(table, word):
    said = table.say(f'types asp-ww2 "{word}"')
    assert said.code == 0
    assert CALLED[word] in [line.split("  ")[1] for line in said.out.splitlines() if line.startswith("  ")]


@pytest.mark.parametrize("width", [80, 60])
def test_a_long_list_of_types_has_a_name_a_line(table, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    lines = table.say("types asp-ww2 types").out.splitlines()
    assert max(map(len, lines)) <= width
    begun = [line for line in lines if line.startswith("  ") and line[2] != " "]
    kinds = table.say("types asp-ww2 types --json").plain["kinds"]
    assert len(begun) == len(kinds[0]["rows"])
    panther = next(line for line in begun if line.startswith("  Panther "))
    assert "row MG" in panther
    assert all(len(word) > 2 or word in ("mm", "of") for line in lines for word in line.split()[-1:] if word.islower())


def test_the_models_of_d20_are_listed(table):
    lines = table.say("types d20-elements model").out.splitlines()
    tiger = next(line for line in lines if line.startswith("  tiger "))
    assert "Tiger" in tiger
    assert "firefly" in table.say("types d20-elements").out
    assert table.say("types d20-elements models").out.splitlines()[-1] == lines[-1]


def test_what_rows_may_ask_and_the_limits_are_kinds_of_a_house_file(table):
    rows = {row[0]: row for row in table.say("types two-star-general when --json").plain["kinds"][0]["rows"]}
    assert rows["mode"][1:4] == ["how the stand fights (close or distant)", "word", "close, distant"]
    assert rows["range"][2] == "number"
    assert "mg" in rows["type"][3]
    limits = {row[0]: row for row in table.say("types two-star-general limits --json").plain["kinds"][0]["rows"]}
    distance = "Distant fire is at up to 3 hexes, never at an adjacent target."
    assert limits["distant_range"][1:3] == [distance, "3"]
    assert limits["distant_range"][-1] == "3.3-01"
    assert limits["loss_cap"][-1]
    said = " ".join(table.say("types d20-elements limits").out.split())
    assert "the target is over half of the firer's range 2 HIT-06 away" in said
    assert "hit_need 12" in said
    rows = {row[0]: row for row in table.say("types d20-elements when --json").plain["kinds"][0]["rows"]}
    assert "at most 4 away" in rows["near"][1]
    assert "`umpire types asp-ww2 when` and `umpire types asp-ww2 limits`" in " ".join(
        table.say("types asp-ww2").out.split()
    )


def test_a_fact_of_a_club_is_among_what_rows_may_ask(table):
    assert table.say("new worked-example-1 --house night-fights").code == 0
    night = next(line for line in table.say("types when").out.splitlines() if line.split()[:1] == ["night"])
    assert night.split()[-2:] == ["yes/no", "told"]


ROWS = ["[limits]\ndistant_range = 2\n", '[[modifier]]\nid = "mg"\namount = 2\n', '[fact.fog]\nis = "yes/no"\n']


@pytest.mark.parametrize("rows", ROWS)
def test_house_rules_that_extend_nothing_are_no_scenario(table, rows):
    path = table.folder / "fog.toml"
    path.write_text(f'id = "fog"\nname = "Fog"\n{rows}')
    said, refused = table.say("check fog.toml"), table.say("new worked-example-1 --house fog.toml")
    assert said.code == 1
    assert said.err.startswith("error: fog.toml line 1: extends: missing, expected a text in quotes\n")
    assert said.err == refused.err
    path.write_text(f'name = "Fog"\nsides = ["A", "B"]\n{rows}')
    assert "extends" not in table.say("check fog.toml").err
    assert "ruleset: missing" in table.say("check fog.toml").err


ODD = """
[objectives.lake]
name = "the isle"
hex = "1001"
[units.z]
name = "Z"
side = "Blue"
"""


def test_what_is_right_and_seldom_meant_is_odd(table):
    table.say("draft two-star-general -o mine.toml")
    path = table.folder / "mine.toml"
    text = path.read_text().replace('hexes = "0202 0302', 'hexes = "0602 0302')
    water = text.replace(". . . . . . r . . . . . . .", ". . . . . . r . L . L . . .", 1)
    water = water.replace(". . . . . . h . . . . . . .", ". . . . . . h . L L L . . .", 1)
    path.write_text(water.replace('"." = "open"', '"." = "open"\nL = "lake"') + ODD)
    said = table.say("check mine.toml --json").plain
    assert "odd" in said, said
    odd = {each["key"]: each for each in said["odd"]}
    assert set(odd) == {"stands.ba1.hex", "units.z", "objectives.lake.hex"}
    assert "out of command" in odd["stands.ba1.hex"]["words"]
    lines = path.read_text().splitlines()
    assert lines[odd["stands.ba1.hex"]["line"] - 1] == "[[formation]]"
    assert lines[odd["objectives.lake.hex"]["line"] - 1] == 'hex = "1001"'


def test_an_objective_of_a_map_is_in_a_hex_of_it(table):
    table.say("draft two-star-general -o mine.toml")
    path = table.folder / "mine.toml"
    path.write_text(path.read_text() + '[objectives.isle]\nname = "the isle"\npoints = 2\n')
    assert "the isle has no hex on the map" in table.say("check mine.toml").out


def test_house_rules_are_looked_through_too(table):
    (table.folder / "club.toml").write_text(
        'extends = "two-star-general"\nid = "c"\nname = "C"\n[core.infantry]\nsp = 6\n'
    )
    assert "house rules for two-star-general" in table.say("check club.toml").out
    (table.folder / "club.toml").write_text(
        'extends = "two-star-general"\nid = "c"\nname = "C"\n[core.infantri]\nsp = 6\n'
    )
    assert "did you mean infantry?" in table.say("check club.toml").err


def test_new_alone_lists_what_there_is(table):
    table.say("draft asp-ww2 -o mine.toml")
    (table.folder / "bad.toml").write_text('name = "B"\nruleset = "asp-ww2"\nsides = ["A"]\nx = 1\n')
    (table.folder / "other.toml").write_text("[tool]\nx = 1\n")
    listed = {each["name"]: each for each in table.say("new --json").plain["scenarios"]}
    assert (listed["mine.toml"]["ruleset"], listed["mine.toml"]["size"]) == ("asp-ww2", "2 groups, 8 stands")
    assert "umpire check bad.toml" in listed["bad.toml"]["size"]
    assert listed["bridgehead"]["size"].endswith("map 20 x 10")
    assert "other.toml" not in listed

"""Tests of the schema for editors: it accepts right scenarios, and refuses the same with a misspelling."""

import tomllib

import pytest
from jsonschema import Draft202012Validator

from tests.rulesets import EVERY
from umpire.before.draft import draft
from umpire.before.house import house_schema
from umpire.game.rulebook.tables import data_folder
from umpire.play.documents import campaign, document, examples, scenario_schema
from umpire.play.scenarios import new_game
from umpire.rulesets import find

VALIDATORS = {ruleset: Draft202012Validator(scenario_schema(find(ruleset))) for ruleset in EVERY}
TWINS = ({"nonsense": 1}, {"sides": "Red"}, {"seed": True}, {"clock": {"nonsense": 1}}, {"ruleset": "chess"})


@pytest.mark.parametrize("ruleset", EVERY)
def test_the_schema_is_one(ruleset):
    schema = scenario_schema(find(ruleset))
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("name", examples())
def test_an_example_is_valid_and_what_is_written_out_of_it(name, tmp_path):
    doc = tomllib.loads((data_folder("examples") / f"{name}.toml").read_text(encoding="utf-8"))
    valid = VALIDATORS[doc["ruleset"]]
    session = new_game(tmp_path / "g.umpire", name)
    assert [*valid.iter_errors(doc), *valid.iter_errors(document(session))] == []
    assert all(not valid.is_valid({**doc, **twin}) for twin in TWINS)


@pytest.mark.parametrize("ruleset", EVERY)
def test_a_draft_is_valid_and_points_to_its_schema(ruleset):
    text = draft(find(ruleset))
    assert [*VALIDATORS[ruleset].iter_errors(tomllib.loads(text))] == []
    assert text.startswith(f"#:schema {ruleset}.schema.json\n")


@pytest.mark.parametrize("name", campaign())
def test_a_battle_that_goes_on_from_another_is_valid(name):
    doc = tomllib.loads((data_folder("examples") / f"{name}.toml").read_text(encoding="utf-8"))
    valid = VALIDATORS[doc["ruleset"]]
    assert [*valid.iter_errors(doc)] == []
    if "carry" in doc:
        assert not valid.is_valid({key: value for key, value in doc.items() if key != "carry"}), "half a stand"
        assert not valid.is_valid({**doc, "carry": {"nonsense": 1}})
        assert not valid.is_valid({**doc, "carry": {"recover": {"a1": "half"}}})


HOUSES = sorted((data_folder("examples") / "house").glob("*.toml"))
MISSPELT = (
    ('at = "fire"', 'at = "fly"'),
    ("\n[[refuse]]", "\n[[refuze]]"),
    ('words = "', 'wrods = "'),
    ('half = "up"', 'half = "over"'),
    ("amount = -1", 'amount = "less"'),
    ('light = "night"', 'light = "nigth"'),
)


@pytest.mark.parametrize("path", HOUSES, ids=lambda path: path.stem)
@pytest.mark.slow
def test_a_house_file_is_valid_and_its_misspelt_twins_are_not(path):
    text = path.read_text(encoding="utf-8")
    shape = house_schema(find(tomllib.loads(text)["extends"]))
    Draft202012Validator.check_schema(shape)
    valid = Draft202012Validator(shape)
    assert [*valid.iter_errors(tomllib.loads(text))] == []
    twins = [text.replace(right, wrong, 1) for right, wrong in MISSPELT if right in text]
    assert twins
    assert all(not valid.is_valid(tomllib.loads(twin)) for twin in twins)

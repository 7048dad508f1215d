"""Tests that one run reports all mistakes and remarks of a rule file, and nothing else."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from umpire.core.mistakes import FileMistake, each_of
from umpire.play.documents import find
from umpire.rulesets.plain.file.reader import read_rules

FILES = ("shields", "rivers", "muskets")


def remarks(doc: dict[str, Any]) -> list[str]:
    with pytest.raises(FileMistake) as said:
        read_rules(doc)
    return [each.what.partition(": ")[0] for each in each_of(said.value)]


def rules(name: str) -> dict[str, Any]:
    return tomllib.loads(find(Path(f"rules/{name}")).read_text())


def spoil_type(row: dict[str, Any], chance: random.Random) -> None:
    row[chance.choice([key for key in row if key != "words"])] = ["x"]


def spoil_act(act: dict[str, Any], chance: random.Random) -> None:
    """Make one mistake of a kind that one of three different checks finds."""
    step = chance.choice(act["step"])
    how = chance.randrange(4)
    if how == 0:
        act["words"] = 7
    elif how == 1:
        step["id"] = next(iter(act["role"]))
    elif how == 2:
        step["rule"] = "99.99"
    else:
        step["when"] = {"nothing_of_the_kind": True}


@pytest.mark.parametrize("name", FILES)
def test_so_many_wrong_rows_are_so_many_remarks(name):
    for seed in range(15):
        chance, doc = random.Random(f"{name} {seed}"), rules(name)
        rows = [(section, id) for section in ("type", "act") for id in doc[section]]
        wrong = chance.sample(rows, chance.randint(1, min(4, len(rows))))
        for section, id in wrong:
            (spoil_type if section == "type" else spoil_act)(doc[section][id], chance)
        said = [".".join(key.split(".")[:2]) for key in remarks(doc)]
        assert {*said} == {f"{section}.{id}" for section, id in wrong}, (seed, said)
        assert len([key for key in said if key.startswith("type")]) == sum(section == "type" for section, _ in wrong)


def test_mistakes_of_three_kinds_are_said_in_one_run():
    doc = rules("muskets")
    first, second, third, *_ = doc["act"]
    doc["act"][first]["words"] = 7
    doc["act"][second]["step"][0]["rule"] = "99.99"
    doc["act"][third]["step"][0]["when"] = {"nothing_of_the_kind": True}
    said = remarks(doc)
    assert [key.split(".")[1] for key in said] == [first, second, third]
    assert len(said) == 3


def test_a_clause_that_is_no_text_is_one_remark():
    doc = rules("shields")
    number = next(iter(doc["clauses"]))
    doc["clauses"][number] = 7
    assert remarks(doc) == [f'clauses."{number}"']

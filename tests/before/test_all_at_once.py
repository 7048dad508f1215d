"""Tests that one run of `check` reports all mistakes and remarks of a scenario, in order."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from umpire.before.checked import check_file
from umpire.core.mistakes import FileMistake, each_of
from umpire.play.documents import find

EXAMPLES = (
    *("bridgehead", "three-star-opening", "corps", "asp-two-groups", "asp-five-groups", "d20-opening", "d20-evening"),
    *("rules/ford", "rules/crossing"),
)
WORDS = ("side", "type", "model", "order", "grade", "kind", "unit", "group", "host", "under", "aboard", "hq")


def remarks(doc: Mapping[str, Any], folder: Path) -> list[str]:
    """Return the remarks of `check` on a scenario, each without its file and line."""
    file = folder / "wrong.toml"
    file.write_text(tomli_w.dumps(doc))
    with pytest.raises(FileMistake) as said:
        check_file(file)
    return [each.what.partition(": ")[2] for each in each_of(said.value)]


def rows_of(doc: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [
        (section, id)
        for section, rows in doc.items()
        if isinstance(rows, dict) and section != "map"
        for id, row in rows.items()
        if isinstance(row, dict)
    ]


def spoiled(row: dict[str, Any], chance: random.Random) -> str:
    """Spoil one value, and return its key."""
    key = chance.choice(list(row))
    value = row[key]
    if key in WORDS and isinstance(value, str):
        row[key] = f"{value}qz"
    elif isinstance(value, bool | str):
        row[key] = {"much": 1} if key == "ap" else 7
    else:
        row[key] = "x" if chance.random() < 0.5 or isinstance(value, list) else {"much": 1}
    return key


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES)
def test_so_many_mistakes_are_so_many_remarks_in_their_order(example, tmp_path):
    whole = tomllib.loads(find(Path(example)).read_text())
    for seed in range(12):
        chance, doc = random.Random(f"{example} {seed}"), tomllib.loads(tomli_w.dumps(whole))
        rows = rows_of(doc)
        wrong = sorted(chance.sample(rows, min(len(rows), chance.randint(1, 7))), key=rows.index)
        keys = [f"{section}.{id}.{spoiled(doc[section][id], chance)}" for section, id in wrong]
        legend = doc.get("map", {}).get("legend", {}) if isinstance(doc.get("map"), dict) else {}
        if legend and chance.random() < 0.5:
            glyph = chance.choice(list(legend))
            legend[glyph] = "gruond"
            place = [*doc].index("map")
            keys.insert(sum([*doc].index(section) < place for section, _ in wrong), "map.legend")
        said = remarks(doc, tmp_path)
        assert len(said) == len(keys), (seed, keys, said)
        assert all(one.startswith(key) for one, key in zip(said, keys, strict=True)), (seed, keys, said)


def test_a_misspelt_ground_is_said_beside_a_wrong_number(tmp_path):
    doc = tomllib.loads(find(Path("bridgehead")).read_text())
    doc["map"]["legend"]["w"] = "wodos"
    doc["stands"]["q1"]["name"] = 77
    assert [one.split(":")[0] for one in remarks(doc, tmp_path)] == ["map.legend.w", "stands.q1.name"]


def test_a_model_that_is_unknown_is_said_beside_a_wrong_side_and_whoever_cannot_be_aboard(tmp_path):
    doc = tomllib.loads(find(Path("d20-opening")).read_text())
    doc["elements"]["pak"]["side"] = "Germna"
    doc["elements"]["tig"] = {"name": "Another", "side": "Allied", "model": "tigre"}
    doc["elements"]["bren"]["aboard"] = "werfer"
    said = remarks(doc, tmp_path)
    assert [one.split(":")[0] for one in said] == ["elements.pak.side", "elements.bren.aboard", "elements.tig.model"]


def test_a_passenger_that_nothing_carries_is_said_beside_a_wrong_grade(tmp_path):
    doc = tomllib.loads(find(Path("asp-two-groups")).read_text())
    group, ids = next(iter(doc["groups"])), list(doc["stands"])
    doc["groups"][group]["grade"] = "Q"
    doc["stands"][ids[0]]["aboard"] = ids[1]
    said = remarks(doc, tmp_path)
    assert [one.split(":")[0] for one in said] == [f"groups.{group}.grade", f"stands.{ids[0]}.aboard"]

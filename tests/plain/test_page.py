"""Tests of docs/own-rules.md: Umpire answers the lines of its game and of its recipes as the page shows."""

import pytest

from tests.plain.page import PAGE, answered, files, parts
from umpire.rulesets.plain.check.oddities import odd
from umpire.rulesets.plain.check.walks import walked
from umpire.rulesets.plain.file.reader import read_file

TEXT = PAGE.read_text(encoding="utf-8")
FILES = files(parts(TEXT)[0])
PARTS = {part.partition("\n")[0].lstrip("# "): part for part in parts(TEXT)}


@pytest.fixture(params=PARTS, scope="module")
def part(request, tmp_path_factory):
    """Return the steps or a recipe, with the answers to its lines."""
    said, folder = PARTS[request.param], tmp_path_factory.mktemp("part")
    raid = "" if said == next(iter(PARTS.values())) else FILES["raid.toml"]
    if raid:
        (folder / "gate.toml").write_text(FILES["gate.toml"], encoding="utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("COLUMNS", "80")
        return said, answered(said, folder, raid), folder


def test_the_file_of_a_part_has_no_error_and_no_oddity_and_each_act_is_played(part):
    said, _, folder = part
    rows = read_file(folder / ("lanterns.toml" if "`lanterns.toml`" in said else "raid.toml"))
    assert [*odd(rows), *walked(rows)] == []


@pytest.mark.wording
def test_what_is_typed_is_answered_as_the_page_says(part):
    said, answers, _ = part
    assert answers == said

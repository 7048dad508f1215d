"""Tests of the print of a battle: every element in it and no other, and data that keep their own schema."""

import json
import re
from functools import lru_cache

import pytest
from jsonschema import Draft202012Validator
from pypdf import PdfReader

from tests.paper.test_print import heard, squeezed, words_of
from tests.places import ROOT
from umpire.core.frozen import replace
from umpire.paper.documents import DOCUMENTS, Subject, data, schema
from umpire.paper.press import printed
from umpire.play.scenarios import new_game
from umpire.play.session import open_session

GAMES = ("bridgehead", "corps", "asp-opening", "d20-opening")


@pytest.fixture(scope="module")
def battles(tmp_path_factory):
    folder = tmp_path_factory.mktemp("battles")
    return {name: battle(new_game(folder / f"{name}.umpire", name, seed="7")) for name in GAMES}


def battle(session):
    """Return the data printed about a game."""
    name, sides = session.head["name"], tuple(session.head["sides"])
    return Subject(name, session.table_file.name, session.family, session.table, session.state, sides, session.game_map)


def sides_of(pages):
    """Return the text of each page of a PDF, without spaces."""
    return [squeezed(text) for text, _ in heard(pages[0])]


def of(battle, *names, paper="a4"):
    """Return the text of each page of these documents."""
    return sides_of(pages(battle, *names, paper=paper))


def pages(battle, *names, paper="a4"):
    """Return these documents of a battle as a PDF. The same documents are printed once for all tests."""
    return _printed(json.dumps(documents(battle, *names)), paper)


@lru_cache(64)
def _printed(text, paper):
    return printed(json.loads(text), paper=paper)


MADE = {}
"""The data of documents: the id of a battle and the names -> the battle, so that its id stays its own, and the data."""


def documents(battle, *names):
    """Return the data of these documents of a battle, made once for all tests."""
    key = (id(battle), *names)
    if key not in MADE:
        MADE[key] = (battle, data(names, battle))
    return MADE[key][1]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", GAMES)
def test_a_roster_has_every_stand_with_its_numbers(battles, game, paper):
    text = "".join(of(battles[game], "roster", paper=paper))
    blocks = battles[game].family.paper().roster(battles[game].state, battles[game].table)
    entries = [entry for block in blocks for entry in block.stands]
    assert {entry.id for entry in entries} == set(battles[game].family.named(battles[game].state)) & {
        entry.id for entry in entries
    }
    for entry in entries:
        facts = [cell for fact in (*entry.numbers, *entry.facts) for cell in (fact.words, fact.value)]
        for words in (entry.name, entry.id, entry.sign.words, *entry.notes, *facts):
            assert squeezed(words) in text, words


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("game", GAMES)
def test_what_templates_get_keeps_its_schema(battles, game, name):
    Draft202012Validator.check_schema(schema(name))
    found = data([name], battles[game])["documents"]
    assert [*Draft202012Validator(schema(name)).iter_errors(found.get(name, {}))] == [] or not found


def test_a_unit_is_never_split_from_its_heading(battles):
    long = "Abteilung " * 60
    two = battles["bridgehead"]
    units = {id: replace(unit, name=f"{id} {long}") for id, unit in two.state.units.items()}
    stands = {id: replace(stand, name=f"{id} {long}") for id, stand in two.state.stands.items()}
    state = replace(two.state, units=units, stands=stands)
    pages = of(replace(two, state=state), "roster")
    assert len(pages) <= 4
    for unit in units:
        [page] = [page for page in pages if f"{unit}Abteilung" in page]
        assert all(f"{stand.id}Abteilung" in page for stand in state.stands.values() if stand.unit == unit)


def test_each_side_has_pages_of_its_own(battles):
    german, british = of(battles["bridgehead"], "roster")
    assert ("GERMAN" in german, "BRITISH" in german, "BRITISH" in british) == (True, False, True)


def test_a_roster_as_text_for_a_forum(table):
    assert table.say("new bridgehead -g b.umpire").code == 0
    said = table.say("print roster --md").out
    assert "## British" in said
    assert "\n- P HQ: HQ, SP 6, dice 1, moves 3, strategic 5, at 0404\n  - P infantry guns: light artillery" in said
    table.say("set p1 sp=2")
    assert "- P 1st Panzer company: medium armour, SP 2 of 4" in table.say("print roster --md").out


@pytest.mark.parametrize(
    ("game", "id", "states", "hurt"),
    [
        ("asp-two-groups", "panther1", ("pinned", "repulsed", "destroyed"), "set panther1 pinned=yes"),
        ("d20-opening", "panzer", ("suppressed", "removed"), "set panzer suppressed=yes"),
    ],
)
def test_a_roster_as_text_says_a_state_only_of_whoever_is_in_it(table, game, id, states, hurt):
    assert table.say(f"new {game} -g s.umpire").code == 0
    session = open_session(table.folder / "s.umpire")
    shown = session.family.names(session.state)[id]

    def line():
        return next(each for each in table.say("print roster --md").out.splitlines() if each.startswith(f"- {shown}:"))

    assert not any(state in line() for state in states)
    assert table.say(hurt).code == 0
    assert [state for state in states if state in line()] == [states[0]]
    assert not re.search(rf"{states[0]} \d", line())


def test_names_are_text_in_a_roster_too(table):
    text = (ROOT / "examples" / "worked-example-1.toml").read_text(encoding="utf-8")
    (table.folder / "odd.toml").write_text(text.replace('"paratroops"', '"<b>para</b> *1*"'), encoding="utf-8")
    assert table.say("new odd.toml").code == 0
    assert r"- \<b\>para\</b\> \*1\*: " in table.say("print roster --md").out


def test_of_a_game_only(table):
    refused = table.say("--rules d20-elements print roster -o x.pdf")
    assert (refused.code, "d20 Elements has no roster" in refused.err) == (2, True)
    assert "`-g FILE` names a game" in refused.err


@pytest.mark.slow
def test_a_pack_begins_with_what_is_in_it_and_where(battles, table):
    assert table.say("new bridgehead -g b.umpire").code == 0
    assert table.say("print all -o pack.pdf").code == 0
    pages = [page.extract_text() for page in PdfReader(table.folder / "pack.pdf").pages]
    inside = data(list(DOCUMENTS), battles["bridgehead"])["documents"]
    assert list(inside) == [name for name in DOCUMENTS if name in inside]
    assert [one["name"] for one in inside["summary"]["documents"]] == list(inside)[1:]
    said = {name: int(page) for page, name in re.findall(r"^(\d+) (\w+) ", pages[0], re.MULTILINE)}
    assert list(said) == list(inside)[1:]
    assert "M H D R" in pages[said["roster"] - 1]
    assert "reply" in pages[said["cards"] - 1]
    assert all(words in pages[0] for words in ("German, 21 stands: A, B, P, guns", "63 x 88 mm"))


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", GAMES)
def test_no_page_is_empty_and_nothing_is_beyond_one(battles, game, paper):
    """Words take at least a tenth of a page from top to bottom; even the narrowest letters would end within it."""
    wide, high = {"a4": (595, 842), "letter": (612, 792)}[paper]
    for page, found in enumerate(words_of(pages(battles[game], *DOCUMENTS, paper=paper)), 1):
        lying = max(x for *_, x, _ in found) > wide
        width, height = (high, wide) if lying else (wide, high)
        ends = [y for *_, y in found]
        assert max(ends) - min(ends) > height / 10, page
        assert max(ends) < height
        assert all(x > 0 and x + 0.25 * size * len(text) < width for text, size, x, _ in found), page


@pytest.mark.slow
def test_the_same_pack_is_the_same_bytes(battles):
    found = data(list(DOCUMENTS), battles["asp-opening"])
    assert printed(found) == printed(data(list(DOCUMENTS), battles["asp-opening"]))


def test_print_json_is_what_templates_get(table):
    table.say("new d20-opening -g d.umpire")
    plain = table.say("print roster cards --json").plain
    assert list(plain["documents"]) == ["roster", "cards"]
    told = table.say("print roster cards --schema --json").plain
    assert Draft202012Validator(told).is_valid(plain)
    assert not Draft202012Validator(told).is_valid({**plain, "documents": {"roster": {"title": 1}}})


def test_the_template_of_the_page_is_one(battles, tmp_path):
    page = (ROOT / "docs" / "paper.md").read_text(encoding="utf-8")
    [template] = re.findall(r"^```\n(#import.*?)^```$", page, re.DOTALL | re.MULTILINE)
    (tmp_path / "roster.typ").write_text(template, encoding="utf-8")
    text = "".join(sides_of(printed(data(["roster"], battles["bridgehead"]), folder=tmp_path)))
    assert "P1stPanzercompany" in text
    assert "dice" not in text  # that is ours


def test_the_page_names_all_that_templates_get():
    page = (ROOT / "docs" / "paper.md").read_text(encoding="utf-8")
    properties = [schema(name)["properties"] for name in DOCUMENTS]
    assert [key for each in properties for key in each if f"`{key}`" not in page] == []


def test_who_rides_stands_below_what_carries_him(battles):
    ids = [
        entry["id"]
        for block in data(["roster"], battles["asp-opening"])["documents"]["roster"]["blocks"]
        for entry in block["stands"]
    ]
    riders = {one.id: one.aboard for one in battles["asp-opening"].state.stands.values() if one.aboard}
    assert riders
    assert all(ids.index(rider) == ids.index(carrier) + 1 for rider, carrier in riders.items())
    assert sorted(ids) == sorted(battles["asp-opening"].state.stands)

"""The quick-reference sheet: every number of the rule books on it, and with a game only what is in the battle."""

from __future__ import annotations

import re

import pytest

from tests.clauses import clause
from tests.star_general.games import BOOKS, LIGHT, TABLES, beside, game, ours, table, theirs
from tests.star_general.moves import board
from umpire.core.frozen import replace
from umpire.rulesets.star_general.reference import sheet

books = pytest.mark.parametrize("book", BOOKS)


def listings(book, state=None, **options):
    """The sheet by title."""
    return {listing.title: listing for listing in sheet(table(book, **options), state)}


def row(listing, name):
    """The one row that begins with a name."""
    [found] = [row for row in listing.rows if row[0] == name]
    return found


@clause("TSG-PS-01 to 03", "TSG-13-01")
def test_the_sheet_of_two_star():
    """As the play sheet: engineers, strategic moves, spotting 4 / 3, night recovery 2 and 1, and the chart 3.2."""
    found = listings("TSG")
    assert row(found["Movement, hexes"], "wheeled")[1:3] == ("3", "6")
    assert row(found["Movement, hexes"], "slow tanks")[1:3] == ("2", "4")
    assert row(found["Core stands"], "heavy armour")[1:3] == ("5", "4")
    assert row(found["Core stands"], "artillery")[3] == "12"
    assert "+2 anti-tank against armour" in row(found["Support stands"], "anti-tank")[1]
    assert row(found["Support stands"], "truck")[1] == "none"
    assert row(found["Support stands"], "engineers")[1] == "+1 engineers in close combat"
    limits = [each[:2] for each in found["Reach and limits"].rows]
    for said in (
        ("command range", "2 hexes"),
        ("distant fire", "up to 3 hexes"),
        ("guns", "2 at most for a side in a combat"),
        ("spotting", "4 hexes"),
        ("", "3 hexes into cover or at dug-in stands"),
        ("a day", "5 rounds"),
        ("a night", "2 strength points for each battalion"),
    ):
        assert said in limits


@clause("3SG-SS-01")
def test_the_sheet_of_three_star():
    """The summary sheet repeats the body: movement, units, chart, spotting 3 / 2."""
    found = listings("3SG")
    assert row(found["Movement, hexes"], "tracked")[1:3] == ("3", "5")
    assert row(found["Core stands"], "artillery")[3] == "8"
    limits = dict(each[:2] for each in found["Reach and limits"].rows if each[0])
    assert limits["distant fire"] == "up to 2 hexes"
    assert (limits["spotting"], limits["a day"]) == ("3 hexes", "4 rounds")
    assert limits["a night"].endswith("for each regiment")


@clause("AMB-33")
@pytest.mark.parametrize("scope", ["side", "hex", "stand"])
def test_the_sheet_says_whose_losses_are_limited(scope):
    limits = dict(each[:2] for each in listings("TSG", loss_cap_scope=scope)["Reach and limits"].rows)
    assert re.match(f"each (core )?{scope} .*loses at most 2 strength points in a combat", limits["losses"])


@clause("TSG-3.2-01", "3SG-3.2-01")
@books
def test_the_chart_is_on_it_as_hands_read_it(book):
    rows = {row[:2]: row[2:4] for row in listings(book)["To hit"].rows}
    assert len(rows) == 15
    assert rows["move", "dug in"] == ("6", "5, 6, double 4")
    assert rows["move", "move"] == ("6, double 5", "6, double 5")
    assert rows["hold", "retreat"] == ("5, 6, double 4", "no reply")
    assert rows["artillery phase", "a battery"] == ("6", "no reply")


@books
def test_every_row_of_the_table_is_on_the_sheet(book):
    found, rows = listings(book), TABLES[book]
    added, lost = found["Dice added"].rows, found["Dice lost"].rows
    assert len(added) + len(lost) == len(rows.modifiers.rows[""])
    assert len(found["Support called from outside the hex"].rows) == len(rows.rights)
    assert len(found["Ground"].rows) == len(rows.terrain)
    assert len(found["Options in force"].rows) == len(rows.options)
    assert found["Dice lost"].notes, "the cap"
    assert all(len(each) == len(listing.columns) for listing in found.values() for each in listing.rows)


@books
def test_the_sheet_shows_the_options_in_force(book):
    found = listings(book, h_attack_vs_h_or_d="6|55", pairs_per_pool="max_one")
    assert (
        row(found["Options in force"], "pairs per pool")[1]
        == "of a face that scores in pairs one pair at most is a hit"
    )
    rows = {each[:2]: each[2] for each in found["To hit"].rows}
    assert rows["hold", "dug in"] == "6, double 5"


@books
def test_with_a_game_only_what_is_in_the_battle(book):
    state = game(book, a=ours("infantry"), m=beside("a", LIGHT[book]), z=theirs("medium"))
    found = listings(book, state)
    assert [each[0] for each in found["Core stands"].rows] == ["HQ", "infantry", "medium armour"]
    assert len(found["Support stands"].rows) == 1
    words = [each[1] for each in found["Dice added"].rows]
    assert "machine guns" not in words
    assert TABLES[book].support[LIGHT[book]].words in words
    assert [each[0] for each in found["Movement, hexes"].rows] == ["wheeled", "tracked", "foot"]


@books
def test_what_carries_a_stand_is_in_the_battle_too(book):
    if book == "TSG":
        state = game(book, a=ours("infantry", mobility="foot"), t=beside("a", "armoured-transport"), hq=False)
        found = listings(book, state)
        assert "tracked" in [each[0] for each in found["Movement, hexes"].rows]


@books
def test_the_ground_is_that_of_the_map(book):
    state = game(book, a=ours("infantry", hex="0101"), on=board(". w\n. ."), hq=False)
    names = {each[0] for each in listings(book, state)["Ground"].rows}
    assert {"open", "woods"} <= names
    assert names <= {ground.words for ground in TABLES[book].terrain.values()}


@books
def test_ground_that_a_scenario_names_is_on_it(book):
    from umpire.game.maps import Map

    legend = {".": "open", "x": "orchard"}
    on = Map.read({"hexes": "flat", "shifted": "even", "rows": ". x\n. .", "legend": legend})
    state = game(book, a=ours("infantry", hex="0101"), on=on, hq=False, ground={"orchard": "cover"})
    assert row(listings(book, state)["Ground"], "orchard")[2] == "cover"


@clause("TSG-3.7.3-01", "3SG-3.7.2-01")
@books
@pytest.mark.parametrize(
    ("amount", "stream", "beach"),
    [(-1, "-1 die, fights as on move", "-1 die"), (-2, "-2 dice, fights as on move", "-2 dice")],
)
def test_what_water_costs_is_the_row_the_engine_reads(book, amount, stream, beach):
    using = table(book)
    rows = tuple(replace(row, amount=amount) if "in_water" in row.when else row for row in using.modifiers.rows[""])
    modifiers = replace(using.modifiers, rows={"": rows})
    found = {listing.title: listing for listing in sheet(using._replace(modifiers=modifiers), None)}
    assert row(found["Ground"], "stream")[2] == stream
    assert row(found["Ground"], "beach landing")[2] == beach

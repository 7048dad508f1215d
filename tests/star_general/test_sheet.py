"""Tests of the sheet: it has every number of the rule books, and with a game only the parts used in the battle."""

from __future__ import annotations

import re

import pytest

from tests.clauses import clause
from tests.places import TABLES as PLACE
from tests.star_general.games import BOOKS, LIGHT, TABLES, beside, game, gun, ours, table, theirs
from tests.star_general.moves import board
from umpire.core.frozen import replace
from umpire.core.mistakes import Mistake
from umpire.game.rulebook.clauses import load
from umpire.game.rulebook.modifiers import values_of
from umpire.game.rulebook.sheet import SheetLine, SheetPlan
from umpire.rulesets.star_general.reference import sheet

books = pytest.mark.parametrize("book", BOOKS)


def listings(book, state=None, **options):
    """Return the listings of the sheet by title."""
    return {listing.title: listing for listing in sheet(table(book, **options), state)}


def row(listing, name):
    """Return the one row that begins with a name."""
    [found] = [row for row in listing.rows if row[0] == name]
    return found


def named(ground):
    """Return the ground in a table of the sheet, where ground of the same effect stands in one row."""
    return {name for row in ground.rows for name in row[0].split(", ")}


def lines(found):
    """Return the lines of words by their beginning, part by part."""
    return {
        f"{title}: {lead}": words
        for title, listing in found.items()
        if listing.prose
        for lead, words, _ in listing.rows
    }


@pytest.mark.wording
@clause("TSG-PS-01 to 03", "TSG-13-01")
def test_the_sheet_of_two_star():
    """It is like the play sheet: engineers, strategic moves, spotting 4 / 3, night recovery 2 and 1, and the
    chart 3.2.
    """
    found = listings("TSG")
    assert row(found["Allowance, hexes"], "wheeled")[1:3] == ("3", "6")
    assert row(found["Allowance, hexes"], "slow tanks")[1:3] == ("2", "4")
    assert row(found["Core stands"], "heavy armour")[1:3] == ("5", "4")
    assert row(found["Core stands"], "artillery")[3] == "12"
    supports = found["Support stands, 1 SP each"]
    assert "+2 anti-tank against armour" in row(supports, "anti-tank")[1]
    assert row(supports, "truck")[1] == "no dice; its core stand moves at the wheeled rate"
    assert row(supports, "engineers")[1] == "+1 engineers in close combat"
    said = lines(found)
    assert said["Stands, command, ground: In command"].startswith("A stand is in command if it is within 2 hexes")
    apart = "Close combat is at 1 hex. Distant fire is at up to 3 hexes, never at an adjacent target."
    assert said["Attacks: Distance"].startswith(apart)
    assert "at most 2 a side in a combat, with one shot each" in said["Support from outside the hex: Guns"]
    assert "within 4 hexes" in said["Artillery phase: Spotting"]
    spotted = said["Artillery phase: Spotting"]
    nearer = "If the target is dug in, or in cover terrain (whatever its order), that stand must be within 3 hexes"
    assert nearer in spotted
    assert said["The round: A day"].startswith("A day has 5 rounds")
    supply = "At average supply each side has 2 SP and 1 support stand for each battalion"
    assert said["Night and winning: Recovery"].startswith(supply)


@pytest.mark.wording
@clause("3SG-SS-01")
def test_the_sheet_of_three_star():
    """The summary sheet repeats the body: movement, units, chart, spotting 3 / 2."""
    found = listings("3SG")
    assert row(found["Allowance, hexes"], "tracked")[1:3] == ("3", "5")
    assert row(found["Core stands"], "artillery")[3] == "8"
    said = lines(found)
    assert "Distant fire is at up to 2 hexes" in said["Attacks: Distance"]
    assert "within 3 hexes" in said["Artillery phase: Spotting"]
    assert said["The round: A day"].startswith("A day has 4 rounds")
    assert "for each regiment" in said["Night and winning: Recovery"]


@pytest.mark.wording
@clause("AMB-33")
@pytest.mark.parametrize("scope", ["side", "hex", "stand"])
def test_the_sheet_says_whose_losses_are_limited(scope):
    said = lines(listings("TSG", loss_cap_scope=scope))["Losses: Hits"]
    cap = f"Each hit costs 1 SP, but each (core )?{scope} .*loses at most 2 strength points in a combat"
    assert re.match(cap, said)


@pytest.mark.wording
@clause("TSG-3.2-01", "3SG-3.2-01")
@books
def test_the_chart_is_on_it_as_people_read_it(book):
    chart = listings(book)["Numbers that hit, for each order of the target: attack / reply"]
    cells = {
        name: dict(zip(chart.columns, each, strict=True)) for name, *_ in chart.rows for each in [row(chart, name)]
    }
    assert cells["on M or H"]["D"] == "6 / 56 +44"
    assert cells["on M or H"]["M"] == "6 +55 / 6 +55"
    assert cells["on M or H"]["R"] == "56 +44 / –"
    assert cells["artillery phase"]["a gun"] == "6 / –"
    assert sum(cell.count("/") for name in cells for cell in cells[name].values()) == 10
    assert chart.notes[0].startswith(
        "56: each 5 and each 6 is a hit; 6: each 6 is a hit; +44: each pair of 4s is a hit too"
    )
    apart = listings(book, h_attack_vs_h_or_d="6|55")["Numbers that hit, for each order of the target: attack / reply"]
    assert [each[0] for each in apart.rows] == ["on M", "on H", "artillery phase"]


@pytest.mark.wording
@books
def test_every_row_of_the_table_is_on_the_sheet(book):
    found, rows = listings(book), TABLES[book]
    assert len(found["Dice added and lost"].rows) == len(rows.modifiers.rows[""])
    assert len(found["Support that may be called"].rows) == len(rows.rights)
    assert named(found["Ground"]) == {ground.words for ground in rows.terrain.values()}
    notes = found["Dice added and lost"].notes
    assert all(cap.words in note for cap, note in zip(rows.modifiers.caps, notes, strict=True))
    assert all(len(each) == len(listing.columns) for listing in found.values() for each in listing.rows)


@pytest.mark.wording
@books
def test_every_modifier_says_who_and_when(book):
    """A player reads from the sheet alone whether a row is for this shot."""
    said = {each[1]: each[2].replace("\u00a0", " ") for each in listings(book)["Dice added and lost"].rows}
    assert all(said.values())
    assert all(each.startswith(("a core stand", "a support stand", "a called gun")) for each in said.values())
    assert "in distant fire against armour" in said["firing at armour"]
    assert "unless it defends on H or D in cover terrain" in said["infantry in close combat with armour"]
    soft = next(said[row] for row in said if row.endswith("with infantry against soft troops in the open"))
    assert soft.endswith("in close combat against soft troops in the open, if the target is on M or H")
    assert said["target dug in"].endswith(
        "attacking a target on D, unless the core stand has engineers in close combat *"
    )
    if book == "TSG":
        assert said["elite infantry in close combat"] == "a core stand (infantry) that is elite, in close combat"
        assert said["long range"] == "a core stand (infantry, tank or HQ) in distant fire from 3 hexes"


OFF_SHEET = {
    "TSG": {
        "1.1-01": "how a unit is made up is its roster", "1.1-03": "the same", "1.1-08": "guns get no order",
        "1.2-01": "there is no facing to say", "1.2-02": "nor a size of stands", "1.5-01": "said by the round",
        "1.6-04": "the table of orders", "1.6-07": "the table of orders", "10-01": "what lies on the table",
        "13-01": "the sheet itself",
        "13-02": "the sheet itself", "2-02": "supports move with their core stand", "2.1-03": "the line of stacking",
        "2.2-06": "an example", "2.6-05": "the chart has a column for R",
        "3-01": "all dice are D6", "3.1-15": "said once", "3.1-16": "said once", "3.2-17": "the chart, by its order",
        "3.3-07": "the row of long range", "3.5-02": "the rows of dice", "3.7.1-10": "rows say attacking or defending",
        "3.7.1-13": "the rows of dice", "3.7.2-10": "rows say who", "3.7.2-12": "the row says close combat",
        "3.7.2-13": "the row says cover", "3.7.2-15": "the rows say attacking",
        "3.7.2-16": "a gun attacked counts as on H", "4-01": "both throw",
        "5-01": "guns get no order", "6-01": "who attacks, and all supports", "7-08": "an air point is gone",
        "8-01": "the scenario says", "9.1-09": "any", "9.1-10": "any", "9.2-02": "the line of the shuffle",
        "9.2-03": "the line of the shuffle", "PS-02": "the sheet itself",
        "PS-03": "the sheet itself", "9-02": "the scenario says",
    },
    "3SG": {
        "1-03": "how a unit is made up is its roster", "1.1-01": "there is no facing to say",
        "1.1-02": "nor a size of stands", "1.4-01": "said by the round", "1.5-04": "the table of orders",
        "1.5-05": "the table of orders", "1.5-06": "the table of orders", "10-01": "what lies on the table",
        "2.5-05": "the chart has a column for R", "3.1-14": "said once",
        "3.1-15": "said once", "3.5-02": "the rows of dice",
        "3.7-09": "a gun attacked counts as on H", "3.7.1-09": "rows say who", "4-01": "both throw at once",
        "5-01": "guns get no order", "5-02": "guns get no order", "6-01": "who attacks, and all supports",
        "TC-01": "the table of ground", "TC-02": "the table of ground",
        "TC-03": "the rows of dice", "TC-04": "the rows of dice", "TC-05": "the table of ground",
        "TC-07": "the table of ground", "TC-09": "the table of ground", "TC-11": "the table of ground",
    },
}  # fmt: skip
"""Clauses that no line or row of the sheet is of, and why."""


def cited(value):
    """Yield every rule that a row cites."""
    for key, inner in value.items() if isinstance(value, dict) else ():
        if isinstance(inner, str) and key.endswith("rule"):
            yield inner
        yield from cited(inner) if isinstance(inner, dict) else ()
        yield from (rule for each in inner for rule in cited(each)) if isinstance(inner, list) else ()


@books
def test_every_clause_is_on_the_sheet_or_off_it_with_a_reason(book):
    ruleset = {"TSG": "two-star-general", "3SG": "three-star-general"}[book]
    rows = TABLES[book].rows
    clauses = {each.id.removeprefix(f"{book}-") for each in load(PLACE / f"{ruleset}.clauses.toml").clauses}
    covered = {rule for line in rows["sheet"] for rule in line["covers"]}
    assert covered <= clauses
    on_it, off_it = covered | set(cited(rows)), set(OFF_SHEET[book])
    assert clauses - on_it - off_it == set()
    assert on_it & off_it == set()


@books
def test_every_value_of_every_option_changes_the_sheet(book):
    rows = TABLES[book].rows
    plain = str(listings(book))
    for option in rows["options"]:
        first, *others = values_of(rows, option)
        assert str(listings(book, **{option: first})) == plain
        for value in others:
            assert str(listings(book, **{option: value})) != plain, (option, value)


@books
def test_a_sheet_line_without_a_number_of_the_table_is_reported(book):
    using = table(book)
    lines = [{"id": "x", "part": "round", "words": "within {no_such:hex}", "covers": ["1-01"]}]
    with pytest.raises(Mistake, match=r"sheet x: no number is called \{no_such\}"):
        sheet(using._replace(rows={**using.rows, "sheet": lines}), None)


@pytest.mark.wording
@books
def test_with_a_game_only_what_is_in_the_battle(book):
    state = game(book, a=ours("infantry"), m=beside("a", LIGHT[book]), z=theirs("medium"))
    found = listings(book, state)
    assert [each[0] for each in found["Core stands"].rows] == ["HQ", "infantry", "medium armour"]
    assert len(found["Support stands, 1 SP each"].rows) == 1
    words = [each[1] for each in found["Dice added and lost"].rows]
    assert "machine guns" not in words
    assert TABLES[book].support[LIGHT[book]].words in words
    assert [each[0] for each in found["Allowance, hexes"].rows] == ["wheeled", "tracked", "foot"]


@pytest.mark.wording
@books
def test_with_a_game_no_line_is_for_what_is_not_in_the_battle(book):
    a, z = ours("infantry", hex="0101"), theirs("medium", hex="0301")
    few = lines(listings(book, game(book, a=a, z=z, on=board(". . ."), hq=False)))
    assert not any(name.startswith(("Aircraft", "Artillery phase")) for name in few)
    for_kinds = {"Attacks: Engineers", "Stands, command, ground: Water", "Artillery phase: Spotting"}
    assert not for_kinds & few.keys()
    there = {"e": beside("a", "engineers"), "g": gun("Red", hex="0201")}
    assert for_kinds <= lines(listings(book, game(book, a=a, z=z, on=board(". s ."), hq=False, **there))).keys()


@pytest.mark.wording
@books
def test_with_a_game_no_row_is_for_what_nobody_in_the_battle_has(book):
    a, z = ours("infantry", hex="0101"), theirs("medium", hex="0301")
    plain = listings(book, game(book, a=a, z=z, on=board(". . ."), hq=False))
    special = {"superior gun", "in water, on a bridge or landing"}
    assert not special & {each[1] for each in plain["Dice added and lost"].rows}
    both = listings(book, game(book, a={**a, "superior_gun": True}, z=z, on=board(". s ."), hq=False))
    assert special <= {each[1] for each in both["Dice added and lost"].rows}


@pytest.mark.wording
@books
def test_what_carries_a_stand_is_in_the_battle_too(book):
    if book == "TSG":
        state = game(book, a=ours("infantry", mobility="foot"), t=beside("a", "armoured-transport"), hq=False)
        found = listings(book, state)
        assert "tracked" in [each[0] for each in found["Allowance, hexes"].rows]


@books
def test_the_ground_is_that_of_the_map(book):
    state = game(book, a=ours("infantry", hex="0101"), on=board(". w\n. ."), hq=False)
    names = named(listings(book, state)["Ground"])
    assert {"open", "woods"} <= names
    assert names <= {ground.words for ground in TABLES[book].terrain.values()}


@books
def test_ground_that_a_scenario_names_is_on_it(book):
    from umpire.game.maps import Map

    legend = {".": "open", "x": "orchard"}
    on = Map.read({"hexes": "flat", "shifted": "even", "rows": ". x\n. .", "legend": legend})
    state = game(book, a=ours("infantry", hex="0101"), on=on, hq=False, ground={"orchard": "cover"})
    assert row(listings(book, state)["Ground"], "orchard")[2] == "cover"


@pytest.mark.wording
@clause("TSG-3.7.3-01", "3SG-3.7.2-01")
@books
@pytest.mark.parametrize(
    ("amount", "stream", "beach"),
    [(-1, "-1 die, fights as on M", "-1 die"), (-2, "-2 dice, fights as on M", "-2 dice")],
)
def test_what_water_costs_is_the_row_the_engine_reads(book, amount, stream, beach):
    using = table(book)
    rows = tuple(replace(row, amount=amount) if "in_water" in row.when else row for row in using.modifiers.rows[""])
    modifiers = replace(using.modifiers, rows={"": rows})
    found = {listing.title: listing for listing in sheet(using._replace(modifiers=modifiers), None)}
    assert row(found["Ground"], "stream")[2] == stream
    assert row(found["Ground"], "beach landing")[2] == beach


SISTERS = {
    "TSG": {"battalion": "UNIT", "compan(y|ie)": "CORE", "platoon": "SUPPORT", "light artillery": "LIGHT"},
    "3SG": {"regiment": "UNIT", "battalion": "CORE", "compan(y|ie)": "SUPPORT", "fire support": "LIGHT"},
}
"""What the two books call the same thing, in the order in which it is replaced."""


@pytest.mark.wording
def test_a_line_that_the_sister_game_has_otherwise_is_marked():
    """Equal paragraphs may differ in one word: a player of both games looks at the marked ones."""
    said, marked = {}, set()
    for book, names in SISTERS.items():
        rows = TABLES[book].rows
        plan = SheetPlan(rows)
        for row in rows["sheet"]:
            words = plan.filled(SheetLine(**row), row["words"])
            for name, same in names.items():
                words = re.sub(name, same, words, flags=re.IGNORECASE)
            said.setdefault(row["id"], {})[book] = words
            marked |= {(row["id"], book)} if row.get("differs") else set()
    del said["round-marks"]  # it names the other game
    differ = {
        (line, book) for line, each in said.items() if len(each) == 1 or len(set(each.values())) > 1 for book in each
    }
    assert marked == differ

"""Tests of an invalid scenario: every mistake is named with its key and the expected value; needed stands are
listed.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.catalogue import each_says, mistaken, says
from tests.star_general.games import BOOKS, GLYPHS, SIDES, TABLES, beside, game, gun, ours, state_of, theirs
from tests.star_general.moves import act, board, outcome
from umpire.core.mistakes import FileMistake, UnknownName
from umpire.game.maps import Map
from umpire.play.correct import correct
from umpire.play.documents import document
from umpire.play.scenarios import new_game
from umpire.rulesets.star_general import FAMILY as star_general
from umpire.rulesets.star_general.board.board import grounds
from umpire.rulesets.star_general.scenario import WRITTEN
from umpire.rulesets.star_general.table import Ground, Pace

books = pytest.mark.parametrize("book", BOOKS)
UNITS = {"r": {"name": "R", "side": "Red"}}
STANDS = {
    "a": {"name": "a", "type": "infantry", "unit": "r"},
    "h": {"name": "h", "type": "hq", "unit": "r"},
    "g": {"name": "g", "type": "artillery", "side": "Red"},
    "m": {"name": "m", "type": "mg", "host": "a"},
}


def wrong(sections: dict[str, Any], *, on: Map | None = None) -> FileMistake:
    """Return the message about a scenario with these sections, cards laid over the usual ones."""
    stands = {key: {**STANDS.get(key, {"name": key}), **card} for key, card in sections.get("stands", {}).items()}
    units = {key: {**UNITS.get(key, {"name": key}), **card} for key, card in sections.get("units", {}).items()}
    whole = {**sections, "units": {**UNITS, **units}, "stands": {**STANDS, **stands}}
    with pytest.raises(FileMistake) as said:
        state_of(whole, TABLES["TSG"], on, SIDES)
    return said.value


@pytest.mark.parametrize(
    ("sections", "key", "about", "hint"),
    [
        ({"units": {"r": {"side": "Rde"}}}, "units.r.side", "Rde", "Red"),
        ({"battle": {"days": 0}}, "battle.days", "0", "1 99"),
        ({"battle": {"rounds": 100}}, "battle.rounds", "100", "1 99"),
        ({"battle": {"attacker": "Bleu"}}, "battle.attacker", "Bleu", ""),
        ({"battle": {"needed": 1}}, "battle.needed", "1", ""),
        ({"clock": {"active": "q"}}, "clock.active", "q", ""),
        ({"clock": {"side": "Bule"}}, "clock.side", "Bule", "Blue"),
        ({"clock": {"last": "Bule"}}, "clock.last", "Bule", "Blue"),
        ({"clock": {"round": 0}}, "clock.round", "0", ""),
        ({"clock": {"run": -1}}, "clock.run", "-1", ""),
        ({"forces": {"Green": {}}}, "forces.Green", "Green", ""),
        ({"forces": {"Red": {"air": 100}}}, "forces.Red.air", "100", "0 99"),
        ({"objectives": {"o": {"name": "O", "holder": "Rde"}}}, "objectives.o.holder", "Rde", "Red"),
        ({"objectives": {"o": {"name": "O", "hex": "0101"}}}, "objectives.o.hex", "", "[map]"),
        ({"objectives": {"o": {"name": "O", "points": -1}}}, "objectives.o.points", "-1", "0 99"),
        ({"stands": {"a": {"type": "infantri"}}}, "stands.a.type", "infantri", "infantry"),
        (
            {"stands": {"a": {"host": "h"}}},
            "stands.a.host",
            "infantry",
            "",
        ),
        ({"stands": {"a": {"unit": "", "side": "Red"}}}, "stands.a.unit", "", ""),
        ({"stands": {"a": {"unit": "q"}}}, "stands.a.unit", "q", ""),
        ({"stands": {"a": {"side": "Blue"}}}, "stands.a.side", "r Red 1", ""),
        ({"stands": {"a": {"full": 7}}}, "stands.a.full", "7", "1 6"),
        ({"stands": {"m": {"full": 2}}}, "stands.m.full", "2", "1"),
        ({"stands": {"a": {"sp": 6}}}, "stands.a.sp", "6 5", "0 5"),
        ({"stands": {"a": {"shots": 1}}}, "stands.a.shots", "infantry", ""),
        ({"stands": {"a": {"fs": 10}}}, "stands.a.fs", "10", "0 9"),
        ({"stands": {"g": {"shots": 100}}}, "stands.g.shots", "100", "0 99"),
        ({"stands": {"g": {"side": "Grene"}}}, "stands.g.side", "Grene", ""),
        ({"stands": {"m": {"unit": "s"}}}, "stands.m.unit", "", ""),
        ({"stands": {"m": {"host": ""}}}, "stands.m.host", "", "a h g"),
        ({"stands": {"m": {"host": "q"}}}, "stands.m.host", "q", ""),
        (
            {"stands": {"n": {"type": "mg", "host": "m"}}},
            "stands.n.host",
            "m",
            "",
        ),
        ({"stands": {"m": {"hex": "0101"}}}, "stands.m.hex", "", ""),
        ({"stands": {"a": {"hex": "0101"}}}, "stands.a.hex", "", "[map]"),
        ({"stands": {"a": {"sp": 0}}}, "stands.m.host", "a", ""),
        (
            {"stands": {"t": {"type": "truck", "host": "a"}, "u": {"type": "truck", "host": "a"}}},
            "stands.m.host",
            "m t u a",
            "",
        ),
    ],
)
def test_1_1_what_a_scenario_says_wrong_is_named_with_its_key(sections, key, about, hint):
    found = wrong(sections)
    assert ".".join(found.path) == key
    assert says([found.what], about)
    assert says([found.hint], hint)


@pytest.mark.parametrize(
    ("sections", "key"),
    [
        ({"objectives": {"o": {"name": "O", "hex": "9999"}}}, "objectives.o.hex"),
        ({"stands": {"a": {"hex": "9999"}}}, "stands.a.hex"),
    ],
)
def test_1_1_labels_that_are_not_on_the_map_are_named_with_their_key(sections, key):
    found = wrong(sections, on=board())
    assert ".".join(found.path) == key
    assert says([found.what], "9999")


def test_2_5_ground_that_nobody_knows_is_named_with_its_glyph():
    on = Map.read({"hexes": "flat", "shifted": "even", "rows": ". x\n. .", "legend": {**GLYPHS, "x": "wods"}})
    found = wrong({}, on=on)
    assert ".".join(found.path) == "map.legend.x"
    assert says([found.what], "wods")
    assert says([found.hint], "woods works road")


def ground_of(does: str) -> Ground:
    """Return the ground `odd` of a scenario that defines it so."""
    return grounds(game(ground={"odd": does}), TABLES["TSG"])["odd"]


@pytest.mark.parametrize(
    ("does", "ground"),
    [
        ("open", Ground("odd")),
        ("cover and blocking", Ground("odd", cover=True, blocks=True)),
        ("blocking", Ground("odd", blocks=True)),
        ("water, halts", Ground("odd", water=True, halts=True)),
        ("cover, halts and impassable", Ground("odd", cover=True, halts=True, impassable=True)),
        ("landing", Ground("odd", landing=True)),
        ("stops before", Ground("odd", halts=True, halts_before=True)),
        ("halts, stops strategic moves", Ground("odd", halts=True, strategic="before")),
        ("water, drawn as stream", Ground("odd", water=True, drawn="stream", joins=("water",))),
        ("drawn as marsh", Ground("odd", drawn="marsh")),
    ],
)
def test_ground_of_the_scenario_says_what_it_does_in_words(does, ground):
    assert ground_of(does) == ground


def test_a_word_that_no_ground_knows_is_refused():
    found = wrong({"ground": {"ford": "water, halt"}})
    assert ".".join(found.path) == "ground.ford"
    assert each_says([found.what, found.hint], "halt", "halts")


def test_a_hex_of_more_than_one_ground_does_all_that_each_of_them_does():
    legend = {".": ["open", "road"], "f": ["woods", "road"], "s": ["stream", "bridge"]}
    on = Map.read({"hexes": "flat", "shifted": "even", "rows": ". f s", "legend": legend})
    known = grounds(game(on=on), TABLES["TSG"])
    woods, stream = TABLES["TSG"].terrain["woods"], TABLES["TSG"].terrain["stream"]
    assert known["woods+road"] == woods._replace(words="woods and road", also="", drawn="", joins=())
    assert known["stream+bridge"] == stream._replace(words="stream and bridge", drawn="", joins=())
    assert on.to_plain()["legend"] == legend
    assert Map.from_plain(on.to_plain()) == on


def test_one_unknown_word_of_several_is_named():
    found = wrong(
        {}, on=Map.read({"hexes": "flat", "shifted": "even", "rows": "x", "legend": {"x": ["woods", "rivr"]}})
    )
    assert ".".join(found.path) == "map.legend.x"
    assert each_says([found.what, found.hint], "rivr", "river")


def test_impassable_ground_of_the_scenario_is_not_entered_and_halting_ground_halts():
    rows = ". . . . .\n. f l . .\n. . . . ."
    on = Map.read({"hexes": "flat", "shifted": "even", "rows": rows, "legend": {".": "open", "f": "ford", "l": "lake"}})
    cards = {"a": ours("infantry", hex="0102")}
    free = game(on=on, ground={"ford": "open", "lake": "open"}, hq=False, **cards)
    bound = game(on=on, ground={"ford": "halts", "lake": "impassable"}, hq=False, **cards)
    assert each_says(
        outcome(act("reach", free, "a", "TSG"), verb="reach").words,
        "normal 0101 0103 0201-0203 0301-0303",
        "strategic 0401-0403 0501-0503",
    )
    assert each_says(
        outcome(act("reach", bound, "a", "TSG"), verb="reach").words,
        "normal 0101 0103 0201-0203 0301",
        "strategic 0303 0401-0403 0501-0503",
        "ford 0202 2.5-01",
    )


def test_a_mobility_of_the_club_is_a_mobility_of_a_stand_and_comes_back():
    club = TABLES["TSG"]._replace(pace={**TABLES["TSG"].pace, "mule": Pace("mules", 2, 3, "club")})
    sections = {"units": UNITS, "stands": {**STANDS, "a": {**STANDS["a"], "mobility": "mule"}}}
    state = state_of(sections, club, None, SIDES)
    assert state.stands["a"].mobility == "mule"
    written = WRITTEN.sections(state, club)
    assert written["stands"]["a"]["mobility"] == "mule"
    assert state_of(written, club, None, SIDES) == state
    found = wrong({"stands": {"a": {"mobility": "mule"}}})
    assert ".".join(found.path) == "stands.a.mobility"
    assert says([found.what], "mule")


def test_a_side_of_two_words_has_its_force_written_out_and_read_again():
    sides = ("Red Army", "Blue")
    sections = {"units": {"r": {"name": "R", "side": "Red Army"}}, "stands": {}, "forces": {"Red Army": {"air": 3}}}
    state = state_of(sections, TABLES["TSG"], None, sides)
    written = WRITTEN.sections(state, TABLES["TSG"])
    assert written["forces"] == {"Red Army": {"air": 3}}
    assert state_of(written, TABLES["TSG"], None, sides) == state


def test_what_a_side_has_besides_its_stands_is_set_by_the_name_of_the_side(tmp_path):
    session = new_game(tmp_path / "game.umpire", "worked-example-1", "7")
    assert "forces" not in document(session)
    assert correct(session, ["german", "air=3"]).words == ("German: air 0→3, air_left 0→3",)


@books
def test_1_1_02_the_status_of_one_unit_side_stand_or_hex(book):
    cards = {"a": ours("infantry", hex="0101"), "z": theirs("infantry", hex="0303"), "g": gun("Blue", hex="0501")}
    state = game(book, red="D", on=board(), hq=False, **cards, m=beside("a", "mg"))

    def ids(name: str) -> tuple[str, list[str]]:
        [listing] = star_general.status(state, TABLES[book], name)
        return listing.title, [row[0].strip() for row in listing.rows if row[0].strip() in state.stands]

    named, stood = ids("REDS")
    assert says([named], "Red unit D")
    assert stood == ["a", "m"]
    assert ids("blue") == ("Blue", ["z", "g"])
    assert ids("A") == ("", ["a", "m"])
    assert ids("0303") == ("", ["z"])
    with mistaken(UnknownName, "bleu", hint="Blue or blues"):
        star_general.status(state, TABLES[book], "bleu")


@books
def test_no_stand_begins_in_a_lake_though_a_ruling_may_put_one_there(book):
    lake = board("\n".join([". . L . ."] * 3))
    with mistaken(FileMistake, at="stands.a.hex", about="0302 lake"):
        game(book, on=lake, hq=False, a=ours("infantry", hex="0302"))
    there = game(book, on=lake, hq=False, a=ours("infantry", hex="0302", moved="normal"))
    assert state_of(WRITTEN.sections(there, TABLES[book]), TABLES[book], lake, SIDES) == there

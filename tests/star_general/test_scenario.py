"""A scenario that cannot be: every mistake is named with its key, and what was expected; who is asked for is listed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.star_general.games import BOOKS, GLYPHS, SIDES, TABLES, beside, game, gun, ours, state_of, theirs
from tests.star_general.moves import act, board, outcome
from umpire.core.mistakes import FileMistake, Mistake
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
    """What is said of a scenario with these sections, cards laid over the usual ones."""
    stands = {key: {**STANDS.get(key, {"name": key}), **card} for key, card in sections.get("stands", {}).items()}
    units = {key: {**UNITS.get(key, {"name": key}), **card} for key, card in sections.get("units", {}).items()}
    whole = {**sections, "units": {**UNITS, **units}, "stands": {**STANDS, **stands}}
    with pytest.raises(FileMistake) as said:
        state_of(whole, TABLES["TSG"], on, SIDES)
    return said.value


@pytest.mark.parametrize(
    ("sections", "said", "hint"),
    [
        ({"units": {"r": {"side": "Rde"}}}, "units.r.side: there is no side 'Rde'", "did you mean Red"),
        ({"battle": {"days": 0}}, "battle.days: 0 is out of range", "from 1 to 99"),
        ({"battle": {"rounds": 100}}, "battle.rounds: 100 is out of range", "from 1 to 99"),
        ({"battle": {"attacker": "Bleu"}}, "battle.attacker: there is no side 'Bleu'", ""),
        ({"battle": {"needed": 1}}, "battle.needed: 1 points are not there", "points of the objectives"),
        ({"clock": {"active": "q"}}, "clock.active: there is no unit 'q'", ""),
        ({"clock": {"side": "Bule"}}, "clock.side: there is no side 'Bule'", "did you mean Blue"),
        ({"clock": {"last": "Bule"}}, "clock.last: there is no side 'Bule'", "did you mean Blue"),
        ({"clock": {"round": 0}}, "clock.round: 0 is out of range", "whole number"),
        ({"clock": {"run": -1}}, "clock.run: -1 is out of range", "whole number"),
        ({"forces": {"Green": {}}}, "forces.Green: there is no side 'Green'", ""),
        ({"forces": {"Red": {"air": 100}}}, "forces.Red.air: 100 is out of range", "from 0 to 99"),
        ({"objectives": {"o": {"name": "O", "holder": "Rde"}}}, "objectives.o.holder: there is no side 'Rde'", "Red"),
        ({"objectives": {"o": {"name": "O", "hex": "0101"}}}, "objectives.o.hex: there is no map", "[map]"),
        ({"objectives": {"o": {"name": "O", "points": -1}}}, "objectives.o.points: -1 is out of range", "0 to 99"),
        ({"stands": {"a": {"type": "infantri"}}}, "stands.a.type: there is no 'infantri'", "did you mean infantry"),
        (
            {"stands": {"a": {"host": "h"}}},
            "stands.a.host: infantry is a core stand and is with no other",
            "remove host",
        ),
        ({"stands": {"a": {"unit": "", "side": "Red"}}}, "stands.a.unit: a core stand belongs to a unit", ""),
        ({"stands": {"a": {"unit": "q"}}}, "stands.a.unit: there is no unit 'q'", ""),
        ({"stands": {"a": {"side": "Blue"}}}, "stands.a.side: r is Red (and 1 more)", "leave side out"),
        ({"stands": {"a": {"full": 7}}}, "stands.a.full: 7 is no strength", "1 to 6 for a core stand"),
        ({"stands": {"m": {"full": 2}}}, "stands.m.full: 2 is no strength", "1 for a support stand"),
        ({"stands": {"a": {"sp": 6}}}, "stands.a.sp: 6 strength points of 5", "from 0 to 5"),
        ({"stands": {"a": {"shots": 1}}}, "stands.a.shots: infantry has no shots", "only artillery has"),
        ({"stands": {"a": {"fs": 10}}}, "stands.a.fs: 10 is out of range", "from 0 to 9"),
        ({"stands": {"g": {"shots": 100}}}, "stands.g.shots: 100 is out of range", "from 0 to 99"),
        ({"stands": {"g": {"side": "Grene"}}}, "stands.g.side: there is no side 'Grene'", ""),
        ({"stands": {"m": {"unit": "s"}}}, "stands.m.unit: a support stand belongs where its host does", "leave unit"),
        ({"stands": {"m": {"host": ""}}}, "stands.m.host: a platoon is with a core stand", "one of: a, h, g"),
        ({"stands": {"m": {"host": "q"}}}, "stands.m.host: there is no stand 'q'", ""),
        (
            {"stands": {"n": {"type": "mg", "host": "m"}}},
            "stands.n.host: m is no core stand",
            "a platoon is with a core stand",
        ),
        ({"stands": {"m": {"hex": "0101"}}}, "stands.m.hex: a platoon is where its core stand is", "remove hex"),
        ({"stands": {"a": {"hex": "0101"}}}, "stands.a.hex: there is no map", "remove hex, or add a [map]"),
        ({"stands": {"a": {"sp": 0}}}, "stands.m.host: a is destroyed", "no support stand is left alone"),
        (
            {"stands": {"t": {"type": "truck", "host": "a"}, "u": {"type": "truck", "host": "a"}}},
            "stands.m.host: there is no room for m and t and u with a",
            "one platoon in a hex, and one truck",
        ),
    ],
)
def test_1_1_what_a_scenario_says_wrong_is_named_with_its_key(sections, said, hint):
    found = wrong(sections)
    assert found.what == said
    assert hint in found.hint


@pytest.mark.parametrize(
    ("sections", "said"),
    [
        ({"objectives": {"o": {"name": "O", "hex": "9999"}}}, "objectives.o.hex: "),
        ({"stands": {"a": {"hex": "9999"}}}, "stands.a.hex: "),
    ],
)
def test_1_1_labels_that_are_not_on_the_map_are_named_with_their_key(sections, said):
    found = wrong(sections, on=board())
    assert found.what.startswith(said)
    assert "9999" in found.what or "off the board" in found.what


def test_2_5_ground_that_nobody_knows_is_named_with_its_glyph():
    on = Map.read({"hexes": "flat", "shifted": "even", "rows": ". x\n. .", "legend": {**GLYPHS, "x": "wods"}})
    found = wrong({}, on=on)
    assert (found.what, found.hint) == (
        "map.legend.x: there is no ground 'wods'",
        "did you mean woods or works or road?",
    )


def ground_of(does: str) -> Ground:
    """The ground `odd` of a scenario that says so of it."""
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
    assert (found.what, found.hint) == ("ground.ford: no ground is 'halt'", "did you mean halts?")


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
    assert (found.what, found.hint) == ("map.legend.x: there is no ground 'rivr'", "did you mean river?")


def test_impassable_ground_of_the_scenario_is_not_entered_and_halting_ground_halts():
    rows = ". . . . .\n. f l . .\n. . . . ."
    on = Map.read({"hexes": "flat", "shifted": "even", "rows": rows, "legend": {".": "open", "f": "ford", "l": "lake"}})
    cards = {"a": ours("infantry", hex="0102")}
    free = game(on=on, ground={"ford": "open", "lake": "open"}, hq=False, **cards)
    bound = game(on=on, ground={"ford": "halts", "lake": "impassable"}, hq=False, **cards)
    assert outcome(act("reach", free, "a", "TSG"), verb="reach").words == (
        "normal: 0101 0103 0201-0203 0301-0303",
        "strategic: 0401-0403 0501-0503",
    )
    assert outcome(act("reach", bound, "a", "TSG"), verb="reach").words == (
        "normal: 0101 0103 0201-0203 0301",
        "strategic: 0303 0401-0403 0501-0503",
        "halted by ford in 0202 (2.5-01)",
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
    assert found.what == "stands.a.mobility: there is no mobility 'mule'"


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

    assert ids("REDS") == ("Red unit, dug in (D)", ["a", "m"])
    assert ids("blue") == ("Blue", ["z", "g"])
    assert ids("A") == ("", ["a", "m"])
    assert ids("0303") == ("", ["z"])
    with pytest.raises(Mistake) as said:
        star_general.status(state, TABLES[book], "bleu")
    assert said.value.hint == "did you mean Blue or blues?"


@books
def test_nobody_begins_in_a_lake_though_a_ruling_may_put_somebody_there(book):
    lake = board("\n".join([". . L . ."] * 3))
    with pytest.raises(FileMistake) as said:
        game(book, on=lake, hq=False, a=ours("infantry", hex="0302"))
    assert "stands.a.hex: 0302 may not be entered: lake" in str(said.value)
    there = game(book, on=lake, hq=False, a=ours("infantry", hex="0302", moved="normal"))
    assert state_of(WRITTEN.sections(there, TABLES[book]), TABLES[book], lake, SIDES) == there

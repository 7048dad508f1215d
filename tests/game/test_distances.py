"""Tests of distances as typed: the unit after a number always counts."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from umpire.core.mistakes import Mistake
from umpire.game.distances import GROUND, LENGTHS, METRES, Ruler, bare, decimal

SIX_MM = Ruler("m", "m", Fraction(2_500_000, 254), "in")  # an inch for 250 m
INCHES = Ruler("m", "in", Fraction(2_500_000, 254), "in")
SHEET = Ruler("in", "in")


@pytest.mark.parametrize(
    ("text", "metres"),
    [
        ("600", 600), ("600m", 600), ("600M", 600), ("600 metres".replace(" ", ""), 600), ("1.2km", 1200),
        ("1,2km", 1200), ("600yd", Fraction(13716, 25)), ("600.5", Fraction(1201, 2)), ("6in", 1500), ('6"', 1500),
        ("6.5in", 1625), ("2ft", 6000), ("2'", 6000), ("25.4cm", 2500), ("0", 0), ("0.25in", Fraction(125, 2)),
    ],
)  # fmt: skip
def test_metres_at_a_table_where_an_inch_is_250_metres(text, metres):
    assert SIX_MM.read("range")(text) == metres


@pytest.mark.parametrize(("text", "metres"), [("6", 1500), ("6.5", 1625), ("600m", 600), ("1km", 1000)])
def test_bare_numbers_are_in_the_unit_of_the_table(text, metres):
    assert INCHES.read("range")(text) == metres


@pytest.mark.parametrize(("text", "inches"), [("6", 6), ("6.5", Fraction(13, 2)), ("1ft", 12), ("25.4cm", 10)])
def test_inches_of_a_sheet_without_a_ground_scale(text, inches):
    assert SHEET.read("range")(text) == inches


@pytest.mark.parametrize(
    ("ruler", "text", "what", "hint"),
    [
        (METRES, "6in", "range '6in' is a length on the table, but the scale is not set",
         "`setup scale=6mm` sets the scale"),
        (SHEET, "6m", "range '6m' is a length on the ground, but the scale is not set", "measure it in inches"),
        (METRES, "6ells", "range '6ells': 'ells' is not a unit of length", "one of: m, km, yd, in, cm, ft"),
        (METRES, "6hexes", "range '6hexes' is not a distance in metres", "leave out hex"),
        (Ruler("hex", "hex"), "6in", "range '6in' is not a distance in hexes", "leave out in"),
        (METRES, "far", "range 'far' is not a distance", "type a number from 0 to 100000, such as 6 or 6.5"),
        (METRES, "-5", "range '-5' is not a distance", "type a number from 0 to 100000, such as 6 or 6.5"),
        (METRES, "101km", "range '101km' is 101000 m, more than 100000 m", "type a smaller number"),
    ],
)  # fmt: skip
def test_what_is_no_distance(ruler, text, what, hint):
    with pytest.raises(Mistake) as refused:
        ruler.read("range")(text)
    assert (refused.value.what, refused.value.hint) == (what, hint)


def test_both_units_are_said_where_bare_numbers_are_not_metres():
    assert (SIX_MM.said(450), SIX_MM.laid(450)) == ("450 m", "450 m (1.8 in)")
    assert (INCHES.said(450), INCHES.laid(450)) == ("450 m (1.8 in)", "450 m (1.8 in)")
    assert (METRES.said(Fraction(125, 2)), METRES.laid(450)) == ("62.5 m", "450 m")


@given(st.integers(0, 999), st.sampled_from(sorted(LENGTHS)), st.sampled_from([SIX_MM, INCHES]))
@settings(max_examples=60)
def test_units_are_as_long_as_they_are(count, unit, ruler):
    """A unit of the table is as many metres as its inches are; the same text typed again gives the same distance."""
    inches = Fraction(count * LENGTHS[unit], LENGTHS["in"])
    metres = Fraction(count * LENGTHS[unit], LENGTHS["m"]) if unit in GROUND else inches * 250
    if metres <= 100_000:
        read = ruler.read("range")
        assert read(f"{count}{unit}") == metres
        if decimal(metres) == str(metres):
            assert read(ruler.typed(metres)) == metres


@given(st.text(max_size=8))
@settings(max_examples=60)
def test_any_text_is_a_distance_or_a_mistake(text):
    with suppress(Mistake):
        assert 0 <= SIX_MM.read("range")(text) <= 100_000


@pytest.mark.parametrize("word", ["6", "6.5", "14in", '14"', "600m", "1.2km", "600YD", "contact"])
def test_bare_distances(word):
    assert bare("range", "contact")(word) == "range"


@pytest.mark.parametrize("word", ["p3", "6ells", "17pdr", "0.", "m", "-6", ""])
def test_bare_words_that_are_none(word):
    assert bare("range", "contact")(word) is None

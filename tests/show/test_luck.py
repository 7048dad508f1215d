"""Tests of luck: against every throw counted one by one; typed and rolled dice apart; undone acts apart."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from umpire.core.luck import PLACES, Fallen, added_up, counted, luck, reading_of
from umpire.core.readings import Each, Face, Highest, Hits, Lowest, Needs, Row, Total
from umpire.play.turn import jsonable

ROW = Row(((0, "-"), (3, "P"), (5, "D")), added=2)
FIRE = "fire ta tb at para with g1 reply g2 g3"


# -- exact -------------------------------------------------------------------------------------------------------------

COUNTED = [
    (Hits("6"), lambda faces: faces.count(6)),
    (Hits("56|44"), lambda faces: faces.count(5) + faces.count(6) + faces.count(4) // 2),
    (Needs(4), lambda faces: int(sum(faces) >= 4)),
    (Needs(4, 1), lambda faces: int(sum(faces) + 1 >= 4)),
    (Total(), sum),
    (Total(3), sum),
    (Lowest(1), min),
    (Highest(1, 2), max),
    (ROW, sum),
]


@settings(deadline=None, max_examples=50)
@given(st.lists(st.tuples(st.sampled_from(COUNTED), st.integers(1, 2), st.randoms()), min_size=1, max_size=2))
def test_luck_is_what_every_fall_of_the_dice_says(record):
    fallen, ways = [], []
    for (reading, by_hand), dice, chance in record:
        faces = tuple(chance.randint(1, 6) for _ in range(dice))
        one = counted(reading, dice, 6, faces, reading.read(faces))
        assert one is not None
        assert one.value == by_hand(faces)
        fallen.append(one)
        ways.append([by_hand(each) for each in product(range(1, 7), repeat=dice)])
    sums = [sum(each) for each in product(*ways)]
    found = luck(fallen)
    value, total = sum(one.value for one in fallen), len(sums)
    assert found.value == value
    assert found.throws == len(record)
    assert found.dice == sum(dice for _, dice, _ in record)
    assert found.expected == Fraction(sum(sums), total)
    assert found.variance == Fraction(sum(each * each for each in sums), total) - found.expected**2
    assert found.at_least == Fraction(sum(each >= value for each in sums), total)
    assert found.at_most == Fraction(sum(each <= value for each in sums), total)


def test_of_nothing_nothing_is_expected():
    found = luck([])
    assert (found.throws, found.value, found.expected, found.at_least, found.at_most) == (0, 0, 0, 1, 1)
    assert added_up([]) == {0: 1}


def test_a_hundred_throws_add_up_to_one():
    weights = Hits("6|55").chances(8, 6)
    together = added_up([weights] * 100)
    one = Fallen("hits", 1, 8, tuple(weights.items()))
    found = luck([one] * 100)
    assert found.expected == sum(value * weight for value, weight in together.items()) / Fraction(
        sum(together.values())
    )
    assert found.at_least + found.at_most == 1 + Fraction(together[100], sum(together.values()))


def test_a_long_record_is_right_to_its_places_and_quick(monkeypatch):
    throws = [
        Fallen("hits", fell, dice, tuple(Hits(code).chances(dice, 6).items()))
        for dice, code, fell in [(6, "6", 1), (4, "56|44", 2), (9, "6|55", 2)] * 60
    ]
    exact = luck(throws[:30])
    monkeypatch.setattr("umpire.core.luck.EXACT", 0)
    rounded = luck(throws[:30])
    for told, true in ((rounded.at_least, exact.at_least), (rounded.at_most, exact.at_most)):
        assert true <= told <= true + Fraction(1, 2**PLACES)
    assert (rounded.expected, rounded.variance) == (exact.expected, exact.variance)
    long = luck(throws * 60)  # 10,800 throws
    assert 1 < long.at_least + long.at_most <= 2
    assert len(str(long.at_least)) < 200


LOTS = [Face(), Each(((1, "wood"), (4, "hill")))]


@pytest.mark.parametrize("reading", LOTS)
def test_a_lot_is_no_luck(reading):
    assert counted(reading, 1, 6, (3,), reading.read((3,))) is None


@pytest.mark.parametrize("reading", [Hits("6|55", 1), Needs(5, 2, 6), Total(2), Lowest(2, 1), Highest(2), ROW, *LOTS])
def test_a_reading_comes_back_from_the_journal(reading):
    plain = {"kind": type(reading).__name__, **jsonable(reading)}
    assert reading_of(plain) == reading


def test_a_reading_of_a_ruleset_s_own_is_not_counted():
    assert reading_of({"kind": "Spinner", "arrows": 2}) is None


# -- from the record ---------------------------------------------------------------------------------------------------


def rows(plain):
    return {(row["side"], row["source"]): row for row in plain}


def test_without_dice_there_is_no_luck(table):
    table.game()
    said = table.say("luck")
    assert (said.code, said.out) == (0, "no dice are on record\n")
    assert table.say("luck --json").plain["luck"] == []


def test_typed_and_rolled_are_apart_and_together(table):
    table.game()
    assert table.say(FIRE, "--dice", "666111/h0", "--defaults").code == 0
    assert table.say("fire tb at para", "--roll", "--defaults").code == 0
    plain = table.say("luck --json").plain
    found = rows(plain["luck"])
    assert set(found) == {(side, how) for side in ("German", "Allied") for how in ("told", "rolled", "all")}
    german = found["German", "told"]
    assert (german["what"], german["throws"], german["dice"], german["value"]) == ("hits", 1, 6, 3)
    assert (german["expected"], german["variance"]) == ("1", "5/6")
    ways = [faces.count(6) for faces in product(range(1, 7), repeat=6)]
    assert Fraction(german["at_least"]) == Fraction(sum(hits >= 3 for hits in ways), 6**6)
    for side in ("German", "Allied"):
        for key in ("throws", "dice", "value"):
            assert found[side, "all"][key] == found[side, "told"][key] + found[side, "rolled"][key]
        for key in ("expected", "variance"):
            parts = (Fraction(found[side, how][key]) for how in ("told", "rolled"))
            assert Fraction(found[side, "all"][key]) == sum(parts)
    assert found["Allied", "told"]["value"] == 0  # typed as hits, no faces
    said = table.say("luck")
    assert "Allied, hits typed: unlucky; a result as bad as this comes once in" in said.out
    assert max(map(len, said.out.splitlines())) <= 80


def test_undone_dice_are_apart(table):
    table.game()
    assert table.say("fire tb at para", "--dice", "1111/h0", "--defaults").code in (0, 2)
    before = table.say("luck --json").plain
    assert table.say("fire ta at para", "--roll", "--defaults").code == 0
    number = table.entry()
    assert table.say("undo").code == 0
    after = table.say("luck --json").plain
    assert after["luck"] == before["luck"]
    assert after["undone"]["entries"] == [number]
    assert {row["side"] for row in after["undone"]["luck"]} == {"German", "Allied"}
    assert f"throws of undone entries, not counted above: #{number}" in table.say("luck").out
    assert table.say("redo").code == 0
    again = table.say("luck --json").plain
    assert again["undone"] == {"entries": [], "luck": []}
    assert again["luck"] != before["luck"]


def test_luck_of_other_rulesets(table):
    for scenario, line in (("asp-opening", "fire r1 at g2 300"), ("d20-opening", "fire tiger at sherman 18")):
        game = table.game(scenario)
        assert table.say(f"{line} -g {game}", "--roll", "--defaults").code == 0
        plain = table.say(f"luck --json -g {game}").plain
        assert plain["luck"]
        assert {row["what"] for row in plain["luck"]} <= {"hits", "successes", "totals"}
        assert all(0 < Fraction(row["at_least"]) <= 1 for row in plain["luck"])

"""Tests of d20 fire: modifiers of each roll and their rules, the odds column, weapons with an AP of *."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalogue import each_says, says
from tests.clauses import clause
from tests.d20.elements import FIRE, ROWS, TABLE, aim, d20, fate, pools, shoot, with_options
from umpire.core.odds import explain
from umpire.rulesets.d20.pools import column_of, hit_pool, odds_column

SUPPRESSED = {"suppressed": True}


def refused(sit, *, retype=""):
    """Return the objections: rule -> words; those without an amount name `tell`."""
    objections = FIRE.objections(sit)
    assert [objection.retype for objection in objections if objection.retype] == ([retype] if retype else [])
    return {objection.rule: objection.words for objection in objections}


def added(sit):
    """Return the modifiers of the first roll."""
    return pools(sit, 1)[0].sum("roll")


def column(sit):
    return column_of(sit.attack).name


# ---- to hit


@pytest.mark.wording
@clause("D20-HIT-01")
@pytest.mark.parametrize(("face", "hits"), [(11, False), (12, True), (20, True), (1, False)])
def test_needs_12(face, hits):
    outcome = shoot(aim("tank at foe 6"), face, *((1,) if hits else ()))
    assert dict(outcome.tally)["to hit"] == ("hit" if hits else "miss")


@pytest.mark.wording
@clause("D20-HIT-02")
def test_a_natural_20_always_hits():
    hopeless = aim("tank at foe 20 cover=hard edge=yes", tank={"accuracy": -9}, foe={"size": -9})
    assert added(hopeless) == -1 - 4 - 1 - 9 - 9
    assert dict(shoot(hopeless, 20, 1).tally)["to hit"] == "hit"
    assert dict(shoot(hopeless, 19).tally)["to hit"] == "miss"


@pytest.mark.wording
@clause("D20-GEN-06")
def test_a_natural_1_may_hit():
    assert dict(shoot(aim("tank at foe 6", tank={"accuracy": 9}, foe={"size": 3}), 1, 1).tally)["to hit"] == "hit"


@clause("D20-HIT-03 to 14")
@pytest.mark.parametrize(
    ("line", "changed", "amount"),
    [
        ("tank at foe 4", {}, 1),
        ("tank at foe 5", {}, 0),
        ("tank at foe 4", {"tank": {"range": 4}}, -1),  # HIT-04, and over half of 4
        ("tank at foe 2", {"tank": {"range": 4}}, 0),
        ("tank at foe 2", {"tank": SUPPRESSED}, 0),  # HIT-04, and HIT-07: half of 4
        ("tank at foe 3", {"tank": SUPPRESSED}, -1),
        ("tank at foe 2", {"foe": SUPPRESSED}, 1),  # HIT-05: it is the firer's suppression
        ("tank at foe 10", {}, 0),
        ("tank at foe 10.01", {}, -1),
        ("tank at foe 5", {"tank": {"range": 9}}, -1),
        ("tank at foe 4.5", {"tank": {"range": 9}}, 0),
        ("tank at foe 6 cover=soft", {}, -2),
        ("tank at foe 6 cover=hard", {}, -4),
        ("tank at foe 6 hulldown=yes", {}, -4),
        ("tank at foe 6", {"foe": {"flags": ("afv", "hull-down")}}, -4),
        ("tank at foe 6 hulldown=no", {"foe": {"flags": ("afv", "hull-down")}}, 0),
        ("tank at foe 6 smoke=yes", {}, -4),
        ("tank at foe 6 smoke=yes hulldown=yes cover=hard", {}, -4),
        ("tank at foe 6 edge=yes", {}, -1),
        ("tank at foe 6", {"tank": {"accuracy": 2}, "foe": {"size": -1}}, 1),
        ("tank at foe 6", {"tank": {"quality": "elite"}}, 2),
        ("tank at foe 6", {"tank": {"quality": "green"}}, -1),
        ("tank at foe 6", {"foe": {"quality": "elite", "accuracy": 3}, "tank": {"size": 3}}, 0),
        ("tank at foe 6 side=yes", {}, 0),
    ],
)
def test_to_hit_modifiers(line, changed, amount):
    assert added(aim(line, **changed)) == amount


@clause("D20-HIT-10", "D20-HE-10")
@pytest.mark.parametrize(("option", "soft_and_smoke"), [("worst", -4), ("sum", -6)])
@pytest.mark.parametrize(("line", "name"), [("tank at foe 6", "Foe"), ("tank at foot 6", "Foot")])
def test_cover_stack(option, soft_and_smoke, line, name):
    table = with_options(cover_stack=option)
    plain = added(aim(line, table))
    assert added(aim(f"{line} cover=soft", table)) - plain == -2
    assert added(aim(f"{line} cover=hard smoke=yes", table)) - plain == -4
    both = pools(aim(f"{line} cover=soft smoke=yes", table), 1)[0]
    assert both.sum("roll") - plain == soft_and_smoke
    caps = [each for each in both.lines if each.rule in ("HIT-10", "HE-10")]
    assert [(cap.of, cap.amount) for cap in caps] == ([(name, 2)] if option == "worst" else [])


@clause("D20-HIT-10", "D20-HE-10", "D20-AMB-12")
@pytest.mark.parametrize(("soft", "hard", "worse"), [(-2, -3, -3), (-2, -6, -6), (-5, -4, -5)])
def test_the_worse_of_two_covers_is_whatever_the_house_says_of_them(soft, hard, worse):
    says = {"hit-soft-cover": soft, "hit-hard-cover": hard, "he-soft-cover": soft, "he-hard-cover": hard}
    changed = [{**row, "amount": says.get(row["id"], row["amount"])} for row in ROWS["modifier"]]
    table = d20.read_table({**ROWS, "modifier": changed})
    for line in ("tank at foe 6", "tank at foot 6"):
        assert added(aim(f"{line} cover=soft smoke=yes", table)) - added(aim(line, table)) == worse


@clause("D20-GEN-05")
def test_modifiers_add_up_each_of_them_once():
    sit = aim("tank at foe 18 cover=soft hulldown=yes smoke=yes edge=yes", tank={"accuracy": 2, "quality": "green"})
    pool = hit_pool(sit.attack)
    assert pool.reading.added == pool.sum("roll") == -1 - 4 - 1 + 2 - 1


def test_the_explanation_shows_both_throws_and_what_did_not_apply():
    hit, penetration = explain(lambda: FIRE.procedure(aim("tank at foe 6")))
    assert penetration.after == ("hit",)
    lines = {line.rule: line for line in hit.pools[0].lines}
    assert lines["HIT-06"].why_not == "not over half of its range"
    assert lines["HIT-14"].why_not == "it is 0"


# ---- the column


@clause("D20-PEN-03", "D20-PEN-04")
@pytest.mark.parametrize(
    ("attack", "defence", "defender", "nearest", "attacker"),
    [
        (5, 4, "1:1", "1:1", "3:2"),  # PEN-04, and so the next seven
        (4, 5, "2:3", "2:3", "1:1"),
        (3, 5, "1:2", "2:3", "2:3"),
        (6, 4, "3:2", "3:2", "3:2"),
        (7, 4, "3:2", "3:2", "2:1"),  # as near to 2:1: for the defender
        (7, 3, "2:1", "2:1", "3:1"),
        (5, 2, "2:1", "2:1", "3:1"),
        (8, 2, "3:1", "3:1", "3:1"),
        (9, 5, "3:2", "2:1", "2:1"),
        (14, 5, "2:1", "3:1", "3:1"),
        (1, 4, "1:4", "1:4", "1:4"),
        (2, 7, "1:4", "1:4", "1:3"),
        (3, 10, "1:4", "1:3", "1:3"),
        (99, 1, "3:1", "3:1", "3:1"),
        (1, 0, "3:1", "3:1", "3:1"),  # PEN-05
    ],
)
def test_odds_round(attack, defence, defender, nearest, attacker):
    for option, name in (("defender", defender), ("nearest", nearest), ("attacker", attacker)):
        table = with_options(odds_round=option)
        assert table.columns[odds_column(table, attack, defence) - 1] == name
        sit = aim(f"tank at foe 6 ap={attack} defence={defence}", table)
        assert column(sit) == name


@clause("D20-PEN-05")
@pytest.mark.parametrize(
    ("ap", "defence", "rule"), [(6, 0, "PEN-05"), (7, 2, "PEN-05"), (6, 2, "PEN-03"), (5, 4, "PEN-03")]
)
def test_beyond_the_last_column_it_is_the_last_by_its_own_rule(ap, defence, rule):
    assert column_of(aim(f"tank at foe 6 ap={ap} defence={defence}").attack).lines[0].rule == rule


@clause("D20-PEN-03")
@given(st.integers(1, 60), st.integers(1, 60), st.sampled_from(["defender", "nearest", "attacker"]))
def test_odds_round_against_fractions(attack, defence, option):
    table = with_options(odds_round=option)
    ratio = Fraction(attack, defence)
    ratios = [Fraction(*pair) for pair in ((1, 4), (1, 3), (1, 2), (2, 3), (1, 1), (3, 2), (2, 1), (3, 1))]
    number = odds_column(table, attack, defence)
    if ratio < ratios[0]:
        assert number == 0
    elif option == "defender":
        assert ratios[number - 1] == max(each for each in ratios if each <= ratio)
    elif option == "attacker":
        assert ratios[number - 1] == min((each for each in ratios if each >= ratio), default=Fraction(3))
    else:
        assert ratios[number - 1] == min(ratios, key=lambda each: (abs(each - ratio), each))


@clause("D20-PEN-06 to 08")
@pytest.mark.parametrize(
    ("line", "changed", "name"),
    [
        ("tank at foe 6", {}, "1:1"),
        ("tank at foe 4", {}, "3:2"),
        ("tank at foe 6 side=yes", {}, "3:2"),
        ("tank at foe 4 side=yes", {}, "2:1"),
        ("tank at foe 4 side=yes ap=12", {}, "3:1"),
        ("tank at foe 4", {"tank": {"range": 4}}, "1:1"),
        ("tank at foe 4", {"tank": SUPPRESSED}, "1:1"),
        ("tank at foe 4 side=yes", {"tank": SUPPRESSED}, "3:2"),
        ("tank at foe 4", {"foe": SUPPRESSED}, "3:2"),
    ],
)
def test_shifts(line, changed, name):
    assert column(aim(line, **changed)) == name


@clause("D20-PEN-01")
def test_the_column_is_itemised():
    hit, penetration = pools(aim("tank at foe 4 side=yes", tank={"ap": 5, "quality": "veteran"}), 20, 1)
    assert [(line.of, line.amount, line.on, line.rule) for line in penetration.lines if line.applied] == [
        ("Tank", 4, "column", "PEN-03"),
        ("Foe", 1, "column", "PEN-06"),
        ("Foe", 1, "column", "PEN-07"),
        ("Tank", 1, "roll", "PEN-10"),
    ]
    assert says([penetration.lines[0].words], "2:3 AP 5 6")
    assert says([penetration.label], "Tank Foe 3:2")
    assert penetration.sum("column") == TABLE.columns.index("3:2") + 1
    assert hit.sum("need") == 12
    assert (hit.sides, hit.dice, penetration.sides, penetration.dice) == (20, 1, 20, 1)


@clause("D20-PEN-08")
def test_never_past_3_to_1():
    cap = column_of(aim("tank at foe 4 side=yes ap=12").attack).lines[-1]
    assert (cap.amount, cap.rule) == (-1, "PEN-08")
    assert sum(line.amount for line in column_of(aim("tank at foe 4 side=yes ap=18").attack).lines if line.applied) == 8


# ---- weapons with *


@clause("D20-STAR-01 to 04", "D20-STAR-08")
@pytest.mark.parametrize(
    ("firer", "defence", "flags", "eligible"),
    [
        ("mortar", 2, ("afv",), True),
        ("mortar", 3, ("afv",), False),
        ("mortar", 9, ("afv", "open-topped"), True),
        ("mortar", 9, ("armoured-car",), True),
        ("mortar", 9, ("apc",), False),
        ("mg", 2, ("afv",), True),
        ("mg", 3, ("armoured-car",), False),
        ("mg", 9, ("afv", "open-topped"), False),
        ("flame", 9, ("afv",), True),
    ],
)
def test_who_can_be_damaged(firer, defence, flags, eligible):
    sit = aim(f"{firer} at foe 4", foe={"defence": defence, "flags": flags})
    assert (list(refused(sit)) == []) == eligible
    if not eligible:
        assert "Foe" in refused(sit)["STAR-03"]
        assert column(sit) == "1:2"  # overruled


@pytest.mark.wording
@clause("D20-STAR-07")
def test_mortars_and_machine_guns_roll_to_hit():
    for firer in ("mortar", "mg"):
        sit = aim(f"{firer} at car 6 defence=2")
        assert dict(shoot(sit, 11).tally)["to hit"] == "miss"
        assert fate(shoot(sit, 12, 17), "Car") == "no effect"
        assert fate(shoot(sit, 12, 18), "Car") == "suppressed"


@clause("D20-STAR-04", "D20-STAR-05")
def test_flamethrowers_hit_automatically():
    sit = aim("flame at foe 3")
    (pool,) = pools(sit, 1)
    assert (pool.key, column(sit)) == ("penetration", "3:2")
    outcome = shoot(sit, 8)
    assert each_says(outcome.words, "Flame Foe STAR-04 3:2 suppressed")
    assert fate(shoot(aim("flame at foe 3", flame={"quality": "veteran"}), 7)) == "suppressed"  # STAR-05


@clause("D20-STAR-06")
@pytest.mark.parametrize(
    ("option", "names"),
    [("none", ("1:2", "1:2", "3:2")), ("flamethrower_only", ("1:1", "1:1", "3:2"))],
)
def test_star_shift(option, names):
    table = with_options(star_shift=option)
    lines = [f"{firer} at foe 4 side=yes defence=2" for firer in ("mortar", "mg", "flame")]
    sits = [aim(line, table, flame={"range": 9}) for line in lines]
    assert tuple(column(sit) for sit in sits) == names
    assert {line.why_not for line in column_of(sits[2].attack).lines if not line.applied} == {
        "the column of this weapon is fixed (STAR-05)"
    }


# ---- HE and small arms


@clause("D20-HE-08")
@pytest.mark.parametrize(
    ("face", "result"),
    [
        (11, "no effect"),
        (12, "falls back"),
        (13, "falls back"),
        (14, "suppressed"),
        (17, "suppressed"),
        (18, "knocked out"),
        (1, "no effect"),
        (20, "knocked out"),
    ],
)
def test_bands(face, result):
    sit = aim("squad at foot 3")
    assert added(sit) == 0
    assert fate(shoot(sit, face), "Foot") == result


@clause("D20-HE-01 to 09")
@pytest.mark.parametrize(
    ("line", "changed", "amount"),
    [
        ("tank at foot 6", {}, 1),
        ("tank at foot 4", {}, 2),
        ("tank at foot 4", {"tank": SUPPRESSED}, 1),
        ("squad at foot 4", {}, 0),
        ("tank at foot 20", {}, 1),  # HE-09: no half range
        ("tank at foot 6 hulldown=yes", {"tank": {"accuracy": 3}, "foot": {"size": 3}}, 1),  # HE-09
        ("tank at foot 6 cover=soft", {}, -1),
        ("tank at foot 6 cover=hard", {}, -3),
        ("tank at foot 6 smoke=yes", {}, -3),
        ("tank at foot 6 edge=yes", {}, 0),
        ("tank at foot 6", {"tank": {"quality": "green"}}, 0),
        ("tank at foot 6 tank.he=9 foot.defence=0", {}, 9),
    ],
)
def test_modifiers(line, changed, amount):
    assert added(aim(line, **changed)) == amount

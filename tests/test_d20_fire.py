"""d20 fire: what is told and assumed, what the rules forbid, every way a shot can end."""

# ruff: noqa: N802  the ids of clauses are written as in the rules

from fractions import Fraction

import pytest
from d20_elements import FIRE, TABLE, aim, fate, field, pools, shoot, with_options
from hypothesis import given
from hypothesis import strategies as st

from umpire.core.mistakes import Mistake
from umpire.core.odds import explain
from umpire.core.outcome import Outcome
from umpire.game.facts import parse_told
from umpire.rulesets import d20
from umpire.rulesets.d20.effects import OweFallBack, Remove, Suppress
from umpire.rulesets.d20.pools import column_of, hit_pool, odds_column
from umpire.rulesets.d20.situation import FIRE_FACTS

SUPPRESSED = {"suppressed": True}


def refused(sit, *, tell=""):
    """Rule -> words of the objections; those that leave no number name `tell`."""
    objections = FIRE.objections(sit)
    assert [objection.tell for objection in objections if objection.tell] == ([tell] if tell else [])
    return {objection.rule: objection.words for objection in objections}


def added(sit):
    """What is added to the roll of the first die."""
    return pools(sit, 1)[0].sum("roll")


def column(sit):
    return column_of(sit).name


# ---- what is told, known, assumed


def test_everything_assumed_is_said_once():
    sit = aim("tank at foe 6")
    assert sit.title == "Tank at Foe: AP fire, 6 away"
    assert sit.side == "Red"
    assert sit.known.assumed == ["front", "no cover", "in sight", "no edge near"]
    assert sit.known.sources["range"] == "told"
    assert sit.known.sources["foe.defence"] == "state"
    assert FIRE.objections(sit) == ()


def test_what_is_told_is_not_assumed():
    line = "tank at foe range=6 side=yes foe.cover=soft visible=yes edge=no"
    assert aim(line).known.assumed == []
    assert aim("tank at foe 6", tank=SUPPRESSED).known.assumed[-1] == "not contacted"
    assert "in its 90-degree field of fire" in aim("tank at foe 4", tank=SUPPRESSED).known.assumed


@pytest.mark.parametrize("word", ["6", '6"', "6in", "6cm", "6hex", "range=6", "range=6in"])
def test_a_bare_number_is_the_distance(word):
    assert aim(f"tank at foe {word}").distance == 6


def test_distances_may_have_decimals():
    assert aim("tank at foe 6.5").distance == Fraction(13, 2)
    assert aim("tank at foe 6.50").title.endswith("6.5 away")
    assert aim("tank at foe 4.0").distance == 4
    assert added(aim("tank at foe 4.25")) == 0  # HIT-03: no longer within 4


@pytest.mark.parametrize(
    ("line", "what", "hint"),
    [
        ("tank at foe", "the distance from Tank to Foe is not told", "fire tank at foe 6"),
        ("tank at feo 6", "there is no element 'feo'", "foe"),
        ("tank at squad 6", "Squad is on the same side as Tank", "other side"),
        ("tank at tank 6", "same side", "other side"),
        ("tank foe 6", "needs a firer and a target", "fire tiger at sherman 6"),
        ("at foe 6", "needs a firer and a target", "fire tiger at sherman 6"),
        ("tank squad at foe 6", "one element fires at one target", "fire tiger at sherman 6"),
        ("tank at foe rnage=6 6", "no such fact", "range"),
        ("tank at foe 6 range=7", "range is told twice", ""),
        ("tank at foe range=far", "not a distance", "6.5"),
        ("tank at foe range=-1", "not a distance", ""),
        ("tank at foe 6 cover=some", "cover 'some' is not known", "one of: none, soft, hard"),
        ("tank at foe 6 side=left", "neither yes nor no", "side=yes"),
        ("tank at foe 6 car.cover=soft", "nobody called 'car' takes part", ""),
        ("tank at foe 6 mode=flak", "mode 'flak' is not known", "ap"),
    ],
)
def test_words_that_make_no_sense(line, what, hint):
    with pytest.raises(Mistake) as wrong:
        aim(line)
    assert what in wrong.value.what
    assert hint in wrong.value.hint


def test_removed_elements_neither_fire_nor_are_fired_at():
    for one in ("tank", "foe"):
        with pytest.raises(Mistake, match="removed from play"):
            aim("tank at foe 6", **{one: {"removed": "routed"}})


def test_names_are_typed_in_any_case():
    assert aim("TANK at Foe 6").target.id == "foe"


def test_told_beats_the_card_and_says_so():
    sit = aim("tank at foe 6 foe.defence=2 tank.ap=8")
    assert column(sit) == "3:1"
    assert sit.known.notes == [
        "tank.ap: the game says 6, you said 8: yours used",
        "foe.defence: the game says 6, you said 2: yours used",
    ]


def test_facts_that_make_no_difference_are_said_to():
    assert aim("tank at foe 6 source=mortar").known.notes == ["source makes no difference to AP fire"]
    notes = aim("squad at foot 4 side=yes foot.hulldown=yes").known.notes
    assert notes == ["side makes no difference to HE/SA fire", "hulldown makes no difference to HE/SA fire"]


def test_every_fact_of_the_help_can_be_told():
    values = {"range": "6", "mode": "ap", "cover": "soft", "source": "direct", "ap": "6", "defence": "6", "he": "3"}
    for mode, line in (("ap", "tank at foe"), ("he", "squad at foot")):
        facts = {fact: values.get(fact, "yes") for fact in FIRE_FACTS if fact != ("he" if mode == "ap" else "ap")}
        told = " ".join(f"{fact}={value}" for fact, value in (facts | {"mode": mode}).items())
        assert aim(f"{line} {told}").mode == mode


# ---- which fire


@pytest.mark.parametrize(
    ("line", "mode", "assumed"),
    [
        ("tank at foe 6", "ap", ""),
        ("tank at car 6", "ap", ""),
        ("tank at foot 6", "he", ""),
        ("tank at gun 6", "he", ""),
        ("mortar at foot 6", "he", ""),
        ("flame at foot 3", "he", ""),
        ("mg at car 6", "ap", ""),
        ("tank at truck 6", "ap", "AP fire (HE/SA: mode=he)"),
        ("flame at truck 4", "ap", "AP fire (HE/SA: mode=he)"),
        ("mg at truck 6", "he", "HE/SA fire (AP: mode=ap)"),
        ("squad at truck 4", "he", ""),
        ("tank at truck 6 mode=he", "he", ""),
        ("tank at truck 6 mode=sa", "he", ""),
        ("mg at truck 6 mode=ap", "ap", ""),
    ],
)
def test_D20_HIT_17_which_fire(line, mode, assumed):
    sit = aim(line)
    assert sit.mode == mode
    assert [words for words in sit.known.assumed if "fire (" in words] == ([assumed] if assumed else [])
    assert FIRE.objections(sit) == () or line == "mg at car 6"


# ---- what the rules forbid


def test_D20_HIT_16_out_of_range():
    assert refused(aim("tank at foe 20")) == {}
    assert refused(aim("tank at foe 20.5")) == {"HIT-16": "20.5 is beyond the range of Tank, 20"}
    assert "HIT-16" in refused(aim("squad at foot 5"))


def test_D20_RES_07_suppressed_range_is_4():
    assert refused(aim("tank at foe 4", tank=SUPPRESSED)) == {}
    words = refused(aim("tank at foe 5", tank=SUPPRESSED))["HIT-16"]
    assert words == "5 is beyond the range of Tank, 4, because it is suppressed (its weapon reaches 20)"


def test_D20_RES_12_suppression_lengthens_no_range():
    sit = aim("squad at foot 3", squad={"range": 2, "suppressed": True})
    assert refused(sit) == {"HIT-16": "3 is beyond the range of Squad, 2"}


def test_D20_RES_09_suppressed_and_contacted():
    assert "RES-09" in refused(aim("tank at foe 2 contacted=yes", tank=SUPPRESSED))
    assert refused(aim("tank at foe 2 contacted=yes")) == {}
    assert refused(aim("tank at foe 2", tank=SUPPRESSED)) == {}


def test_D20_GEN_11_not_in_sight():
    assert refused(aim("tank at foe 6 visible=no")) == {"GEN-11": "Foe is not in sight of Tank"}


def test_D20_RES_08_RES_13_outside_the_field_of_fire():
    assert refused(aim("tank at foe 4 arc=no")) == {"RES-13": "Foe is outside the field of fire of Tank"}
    assert "90-degree" in refused(aim("tank at foe 4 arc=no", tank=SUPPRESSED))["RES-08"]


def test_D20_HIT_17_wrong_fire_is_refused_and_can_be_overruled():
    he_at_tank = aim("tank at foe 6 mode=he")
    assert refused(he_at_tank) == {"HIT-17": "Foe is an armoured vehicle: only AP can harm it, not HE/SA"}
    assert fate(shoot(he_at_tank, 20)) == "knocked out"  # 20 + 4 - 6
    ap_at_foot = aim("tank at foot 6 mode=ap")
    assert refused(ap_at_foot) == {"HIT-17": "Foot is no vehicle: it is fired at with HE/SA, not with AP"}
    assert fate(shoot(ap_at_foot, 12, 1), "Foot") == "suppressed"


def test_D20_HIT_17_no_value_to_fire_with():
    sit = aim("squad at foe 4")
    assert refused(sit, tell="squad.ap=4") == {"HIT-17": "Squad has no AP value, and nothing else harms Foe"}
    with pytest.raises(Mistake) as wrong:
        shoot(sit, 10)
    assert wrong.value.hint == "tell it: squad.ap=4"
    assert refused(aim("squad at foe 4 squad.ap=4")) == {}
    assert refused(aim("tank at foot 4", tank={"he": None}), tell="tank.he=4") == {"HIT-17": "Tank has no HE/SA value"}
    assert refused(aim("tank at foot 4 tank.he=4", tank={"he": None})) == {}


def test_D20_TRN_11_fire_at_a_passenger():
    words = refused(aim("squad at foot 4", foot={"aboard": "truck"}))["TRN-11"]
    assert words == "Foot is aboard Truck: fire is resolved against the vehicle"
    gone = {"foot": {"aboard": "truck"}, "truck": {"removed": "knocked-out"}}
    assert refused(aim("squad at foot 4", **gone)) == {}


def test_every_rule_is_heard_at_once():
    sit = aim("tank at foe 9 visible=no arc=no contacted=yes mode=he", tank={"suppressed": True, "he": None})
    assert list(refused(sit, tell="tank.he=4")) == ["RES-09", "HIT-16", "GEN-11", "RES-08", "HIT-17"]


def test_an_overruled_shot_goes_on():
    sit = aim("tank at foe 30 visible=no contacted=yes", tank=SUPPRESSED)
    assert set(refused(sit)) == {"RES-09", "HIT-16", "GEN-11"}
    assert shoot(sit, 20, 20).hands == ("REMOVE Foe",)


# ---- to hit


@pytest.mark.parametrize(("face", "hits"), [(11, False), (12, True), (20, True), (1, False)])
def test_D20_HIT_01_needs_12(face, hits):
    outcome = shoot(aim("tank at foe 6"), face, *((1,) if hits else ()))
    assert dict(outcome.tally)["to hit"] == ("hit" if hits else "miss")


def test_D20_HIT_02_a_natural_20_always_hits():
    hopeless = aim("tank at foe 20 cover=hard edge=yes", tank={"accuracy": -9}, foe={"size": -9})
    assert added(hopeless) == -1 - 4 - 1 - 9 - 9
    assert dict(shoot(hopeless, 20, 1).tally)["to hit"] == "hit"
    assert dict(shoot(hopeless, 19).tally)["to hit"] == "miss"


def test_D20_GEN_06_a_natural_1_may_hit():
    assert dict(shoot(aim("tank at foe 6", tank={"accuracy": 9}, foe={"size": 3}), 1, 1).tally)["to hit"] == "hit"


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
def test_D20_HIT_03_to_14_to_hit_modifiers(line, changed, amount):
    assert added(aim(line, **changed)) == amount


@pytest.mark.parametrize(("option", "soft_and_smoke"), [("worst", -4), ("sum", -6)])
@pytest.mark.parametrize(("line", "name"), [("tank at foe 6", "Foe"), ("tank at foot 6", "Foot")])
def test_D20_HIT_10_HE_10_cover_stack(option, soft_and_smoke, line, name):
    table = with_options(cover_stack=option)
    plain = added(aim(line, table))
    assert added(aim(f"{line} cover=soft", table)) - plain == -2
    assert added(aim(f"{line} cover=hard smoke=yes", table)) - plain == -4
    both = pools(aim(f"{line} cover=soft smoke=yes", table), 1)[0]
    assert both.sum("roll") - plain == soft_and_smoke
    caps = [each for each in both.lines if each.rule in ("HIT-10", "HE-10")]
    assert [(cap.of, cap.amount) for cap in caps] == ([(name, 2)] if option == "worst" else [])


# ---- the column


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
def test_D20_PEN_03_odds_round(attack, defence, defender, nearest, attacker):
    for option, name in (("defender", defender), ("nearest", nearest), ("attacker", attacker)):
        table = with_options(odds_round=option)
        assert table.columns[odds_column(table, attack, defence) - 1] == name
        sit = aim(f"tank at foe 6 ap={attack} defence={defence}", table)
        assert column(sit) == name


@given(st.integers(1, 60), st.integers(1, 60), st.sampled_from(["defender", "nearest", "attacker"]))
def test_D20_PEN_03_odds_round_against_fractions(attack, defence, option):
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
def test_D20_PEN_06_to_08_shifts(line, changed, name):
    assert column(aim(line, **changed)) == name


def test_the_column_is_itemised_in_the_penetration_pool():
    hit, penetration = pools(aim("tank at foe 4 side=yes", tank={"ap": 5, "quality": "veteran"}), 20, 1)
    assert [(line.of, line.amount, line.on, line.rule) for line in penetration.lines if line.applied] == [
        ("Tank", 4, "column", "PEN-03"),
        ("Foe", 1, "column", "PEN-06"),
        ("Foe", 1, "column", "PEN-07"),
        ("Tank", 1, "roll", "PEN-10"),
    ]
    assert penetration.lines[0].words == "AP 5 to defence 6: column 2:3, rounded for the defender"
    assert penetration.label == "Tank to penetrate Foe, column 3:2"
    assert penetration.sum("column") == TABLE.columns.index("3:2") + 1
    assert hit.sum("need") == 12
    assert (hit.sides, hit.dice, penetration.sides, penetration.dice) == (20, 1, 20, 1)


def test_D20_PEN_08_never_past_3_to_1():
    cap = column_of(aim("tank at foe 4 side=yes ap=12")).lines[-1]
    assert (cap.amount, cap.rule) == (-1, "PEN-08")
    assert sum(line.amount for line in column_of(aim("tank at foe 4 side=yes ap=18")).lines if line.applied) == 8


# ---- the result


@pytest.mark.parametrize(
    ("face", "quality", "result"),
    [
        (10, "regular", "no effect"),
        (11, "regular", "suppressed"),
        (14, "regular", "suppressed"),
        (15, "regular", "knocked out"),
        (13, "elite", "knocked out"),  # PEN-10: troop quality counts
        (15, "green", "suppressed"),
        (20, "elite", "knocked out"),  # PEN-11
        (1, "green", "no effect"),
    ],
)
def test_D20_PEN_10_the_roll(face, quality, result):
    assert fate(shoot(aim("tank at foe 6", tank={"quality": quality}), 20, face)) == result


def test_D20_TQ_04_it_is_the_firers_quality():
    assert fate(shoot(aim("tank at foe 6", foe={"quality": "elite"}), 20, 10)) == "no effect"


def test_what_is_said_and_done():
    sit = aim("tank at foe 6")
    miss = Outcome((), ("Tank at Foe: miss",), (), (), (("to hit", "miss"), ("Foe", "no effect")))
    assert shoot(sit, 1) == miss
    suppressed = shoot(sit, 12, 11)
    assert suppressed.words == ("Tank at Foe: hit, column 1:1: suppressed",)
    assert suppressed.effects == (Suppress("foe"),)
    assert suppressed.hands == ("SUPPRESS Foe",)
    killed = shoot(sit, 12, 20)
    assert killed.effects == (Remove("foe", "knocked-out"),)
    assert killed.hands == ("REMOVE Foe",)
    nothing = shoot(sit, 12, 1)
    assert (nothing.effects, nothing.hands, nothing.owed) == ((), (), ())


def test_D20_RES_05_suppressed_again_is_knocked_out():
    sit = aim("tank at foe 6", foe=SUPPRESSED)
    outcome = shoot(sit, 12, 11)
    assert outcome.words == (
        "Tank at Foe: hit, column 1:1: knocked out (suppressed already: an S counts as K, RES-05)",
    )
    assert outcome.effects == (Remove("foe", "knocked-out"),)
    assert fate(shoot(sit, 12, 10)) == "no effect"


def test_D20_PEN_13_no_second_die_where_it_cannot_matter():
    sure = aim("tank at foe 6 ap=18")
    assert len(pools(sure, 20)) == 1
    assert fate(shoot(sure, 20)) == "knocked out"
    (pool,) = pools(sure, 20)
    assert [(line.amount, line.rule) for line in pool.lines if line.on == "column" and line.applied] == [(8, "PEN-03")]
    suppressed = aim("tank at foe 6 ap=12", foe=SUPPRESSED)  # 2:1: S or K, and S is K too
    assert fate(shoot(suppressed, 20)) == "knocked out"
    assert len(pools(aim("tank at foe 6 ap=12"), 20, 1)) == 2


@pytest.mark.parametrize(
    ("ap", "defence", "rule"), [(1, 5, "PEN-05"), (1, 4, "PEN-14"), (1, 3, "PEN-14"), (2, 5, "PEN-14"), (1, 2, "")]
)
def test_D20_PEN_05_PEN_14_a_shot_that_cannot_damage(ap, defence, rule):
    sit = aim(f"tank at foe 6 ap={ap} defence={defence}")
    assert list(refused(sit)) == ([rule] if rule else [])
    if rule:
        outcome = shoot(sit)  # overruled: still no die is asked for
        assert "no dice" in outcome.words[0]
        assert outcome.tally == (("to hit", "not thrown"), ("Foe", "no effect"))


def test_D20_PEN_05_shifts_do_not_help_below_1_to_4():
    assert "PEN-05" in refused(aim("tank at foe 4 side=yes ap=1 defence=5"))
    assert refused(aim("tank at foe 4 side=yes ap=1 defence=4")) == {}
    assert column(aim("tank at foe 4 side=yes ap=1 defence=4")) == "1:2"


# ---- weapons with *


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
def test_D20_STAR_01_to_04_who_can_be_damaged(firer, defence, flags, eligible):
    sit = aim(f"{firer} at foe 4", foe={"defence": defence, "flags": flags})
    assert (list(refused(sit)) == []) == eligible
    if not eligible:
        assert "Foe" in refused(sit)["STAR-03"]
        assert column(sit) == "1:2"  # overruled


def test_D20_STAR_07_mortars_and_machine_guns_roll_to_hit():
    for firer in ("mortar", "mg"):
        sit = aim(f"{firer} at car 6 defence=2")
        assert dict(shoot(sit, 11).tally)["to hit"] == "miss"
        assert fate(shoot(sit, 12, 17), "Car") == "no effect"
        assert fate(shoot(sit, 12, 18), "Car") == "suppressed"


def test_D20_STAR_04_flamethrowers_hit_automatically():
    sit = aim("flame at foe 3")
    (pool,) = pools(sit, 1)
    assert (pool.key, column(sit)) == ("penetration", "3:2")
    outcome = shoot(sit, 8)
    assert outcome.words == ("Flame at Foe: hit automatically (STAR-04), column 3:2: suppressed",)
    assert fate(shoot(aim("flame at foe 3", flame={"quality": "veteran"}), 7)) == "suppressed"  # STAR-05


@pytest.mark.parametrize(
    ("option", "names"),
    [("none", ("1:2", "1:2", "3:2")), ("flamethrower_only", ("1:1", "1:1", "3:2"))],
)
def test_D20_STAR_06_star_shift(option, names):
    table = with_options(star_shift=option)
    lines = [f"{firer} at foe 4 side=yes defence=2" for firer in ("mortar", "mg", "flame")]
    sits = [aim(line, table, flame={"range": 9}) for line in lines]
    assert tuple(column(sit) for sit in sits) == names
    assert {line.why_not for line in column_of(sits[2]).lines if not line.applied} == {
        "the column of this weapon is fixed (STAR-05)"
    }


# ---- HE and small arms


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
def test_D20_HE_08_bands(face, result):
    sit = aim("squad at foot 3")
    assert added(sit) == 0
    assert fate(shoot(sit, face), "Foot") == result


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
def test_D20_HE_01_to_09_modifiers(line, changed, amount):
    assert added(aim(line, **changed)) == amount


@pytest.mark.parametrize("defence", [12, 13])
def test_D20_HE_12_a_shot_that_can_do_nothing(defence):
    sit = aim(f"squad at foot 3 defence={defence}")
    best = 20 + 3 - defence
    assert refused(sit) == ({} if best > 11 else {"HE-12": f"the best total is {best}: it can do nothing to Foot"})
    outcome = shoot(sit, 20)  # overruled: the die is thrown, for a line of the referee's may be in it
    assert fate(outcome, "Foot") == "no effect" if best < 12 else "falls back"


# ---- F and who stands fast

HOLDERS = [
    ("tank at gun 6", {}, "a CSW"),
    ("tank at foot 6 dugin=yes", {}, "dug in"),
    ("tank at foot 6", {"foot": {"flags": ("dug-in",)}}, "dug in"),
    ("tank at foot 6 fortified=yes", {}, "in fortifications"),
    ("tank at foot 6", {"foot": {"flags": ("fortified",)}}, "in fortifications"),
    ("mortar at foot 6", {}, "under mortar fire"),
    ("tank at foot 6 source=support", {}, "under support fire"),
    ("tank at foot 6 source=mortar", {}, "under mortar fire"),
]


@pytest.mark.parametrize(("line", "changed", "why"), HOLDERS)
def test_D20_RES_01_an_F_counts_as_S(line, changed, why):
    sit = aim(line, **changed)
    outcome = shoot(sit, 11)  # 11 + 4 - 3 = 12: F
    assert outcome.effects == (Suppress(sit.target.id),)
    assert why in outcome.words[0]
    assert outcome.owed == ()


@pytest.mark.parametrize(("line", "changed", "why"), HOLDERS)
def test_D20_RES_01_RES_04_an_F_is_ignored_if_suppressed(line, changed, why):
    id = line.split()[2]
    sit = aim(line, **(changed | {id: changed.get(id, {}) | SUPPRESSED}))
    outcome = shoot(sit, 12)
    assert outcome.effects == ()
    assert f"{why}: an F is ignored, RES-01" in outcome.words[0]
    assert fate(shoot(sit, 13), sit.target.name) == "knocked out"  # a real S


def test_D20_RES_14_a_mortar_may_be_told_to_fire_otherwise():
    assert fate(shoot(aim("mortar at foot 6 source=direct"), 11), "Foot") == "falls back"


def test_D20_RES_02_others_fall_back_twice():
    outcome = shoot(aim("tank at foot 6"), 11)
    assert outcome.effects == (OweFallBack("foot", 2),)
    assert outcome.owed == ("Foot two fall-back moves",)
    assert outcome.words == ("Tank at Foot: falls back (RES-02)",)


def test_D20_RES_03_a_suppressed_element_falls_back_and_stays_suppressed():
    state = field(foot=SUPPRESSED)
    outcome = shoot(aim("tank at foot 6", foot=SUPPRESSED), 11)
    assert "stays suppressed (RES-03)" in outcome.words[0]
    after = d20.apply(state, outcome.effects, TABLE).elements["foot"]
    assert after.suppressed
    assert after.fall_back_owed == 2


# ---- those who ride along


def test_D20_TRN_01_passengers_are_left_to_the_referee_by_name():
    one = {"foot": {"aboard": "truck"}}
    killed = shoot(aim("tank at truck 6 mode=he", **one), 20)
    assert killed.effects == (Remove("truck", "knocked-out"),)
    assert killed.owed == ("Foot with Truck: the referee settles the same fate (TRN-01)",)
    suppressed = shoot(aim("tank at truck 6 mode=he", **one), 12)
    assert suppressed.effects == (Suppress("truck"),)
    assert suppressed.owed == ("Foot with Truck: the referee settles the same fate (TRN-01)",)


def test_D20_TRN_12_an_F_moves_the_vehicle_with_its_load():
    assert shoot(aim("tank at truck 6 mode=he", foot={"aboard": "truck"}), 9).owed == ("Truck two fall-back moves",)


@pytest.mark.parametrize("suppressed", [False, True])
def test_D20_TRN_02_a_K_on_several_passengers(suppressed):
    aboard = {"foot": {"aboard": "truck"}, "more": {"aboard": "truck"}, "truck": {"suppressed": suppressed}}
    outcome = shoot(aim("tank at truck 6 mode=he", **aboard), 20)
    assert outcome.effects == (() if suppressed else (Suppress("truck"),))
    assert outcome.owed == ("one of Foot, More drawn by lot is knocked out, the others are suppressed (TRN-02)",)
    assert fate(outcome, "Truck") == "one inside knocked out"


def test_D20_TRN_06_several_riders_on_a_tank_share_its_fate():
    riders = {"foot": {"aboard": "foe"}, "more": {"aboard": "foe"}}
    outcome = shoot(aim("tank at foe 6", **riders), 12, 20)
    assert outcome.effects == (Remove("foe", "knocked-out"),)
    assert outcome.owed == ("Foot, More with Foe: the referee settles the same fate (TRN-01)",)


def test_D20_TRN_05_riders_dismount_after_a_hit_without_damage():
    outcome = shoot(aim("tank at foe 6", foot={"aboard": "foe"}), 12, 1)
    assert outcome.hands == ("DISMOUNT Foot",)
    assert "TRN-05" in outcome.words[-1]
    assert shoot(aim("tank at foe 6", foot={"aboard": "foe"}), 11).hands == ()
    apc = {"foot": {"aboard": "foe"}, "foe": {"flags": ("apc",)}}
    assert shoot(aim("tank at foe 6", **apc), 12, 1).hands == ()


def test_D20_TRN_05_a_harmless_shot_at_riders_is_thrown_to_hit_only():
    sit = aim("tank at foe 6 ap=1 defence=6", foot={"aboard": "foe"})
    assert refused(sit) == {}
    assert shoot(sit, 12).hands == ("DISMOUNT Foot",)
    assert shoot(sit, 11).hands == ()


# ---- effects


def test_effects_change_nothing_else():
    state = field(foe={"suppressed": True, "fall_back_owed": 2})
    after = d20.apply(state, (Suppress("car"), OweFallBack("foot", 2), Remove("foe", "knocked-out")), TABLE)
    changed = {id for id in state.elements if state.elements[id] != after.elements[id]}
    assert changed == {"car", "foot", "foe"}
    gone = after.elements["foe"]
    assert (gone.removed, gone.suppressed, gone.fall_back_owed) == ("knocked-out", False, 0)
    assert not state.elements["foe"].removed
    assert d20.apply(after, (OweFallBack("foot", 2),), TABLE) == after  # the first two were made at once


def test_the_explanation_shows_both_throws_and_what_did_not_apply():
    hit, penetration = explain(lambda: FIRE.procedure(aim("tank at foe 6")))
    assert penetration.after == ("hit",)
    lines = {line.rule: line for line in hit.pools[0].lines}
    assert lines["HIT-06"].why_not == "not over half of its range"
    assert lines["HIT-14"].why_not == "it is 0"


WORDS = st.lists(
    st.sampled_from(
        [*["tank", "foe", "mg", "flame", "truck", "foot", "gun", "at", "at", "3", "6", "0", "4.5", ".5", "=", "a=b", "side=yes", "mode=ap", "mode=he", "cover=soft"]]
        + ["tank.ap=9", "foe.defence=0", "smoke=yes", "contacted=maybe", "source=mortar", "", "range=", "ap=*", "é=1"]
    )
    | st.text(max_size=6),
    max_size=6,
)


@given(WORDS)
def test_any_words_are_a_shot_or_a_clean_mistake(words):
    try:
        told = parse_told(words, FIRE.connectors, FIRE.bare)
        sit = FIRE.situate(field(), TABLE, told)
        objections = FIRE.objections(sit)
    except Mistake as mistake:
        assert mistake.what
        assert "\n" not in mistake.what
        return
    if all(objection.overrulable for objection in objections):
        for step in explain(lambda: FIRE.procedure(sit)):
            for pool in step.pools:
                assert pool.reading.added == pool.sum("roll")


def test_the_lines_of_the_to_hit_pool_add_up_with_everything_told():
    sit = aim("tank at foe 18 cover=soft hulldown=yes smoke=yes edge=yes", tank={"accuracy": 2, "quality": "green"})
    pool = hit_pool(sit)
    assert pool.reading.added == pool.sum("roll") == -1 - 4 - 1 + 2 - 1

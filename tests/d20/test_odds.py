"""Tests of exact odds of d20 fire against every face of every die, counted one by one, and the printed chances."""

from fractions import Fraction

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.clauses import clause
from tests.d20.elements import FIRE, aim, with_options
from umpire.core.odds import odds, walk

MATRIX = """
1:4 - - - - -
1:3 - - - - -
1:2 - - - - S
2:3 - - S S K
1:1 - - S K K
3:2 - S S K K
2:1 S K K K K
3:1 K K K K K
"""
COLUMNS = [line.split() for line in MATRIX.strip().splitlines()]


def umpire_odds(sit):
    """Return the odds: result for the target -> chance."""
    found = odds(lambda: FIRE.procedure(sit))
    chances: dict[str, Fraction] = {}
    for outcome, weight in found.outcomes:
        name = outcome.tally[-1][1]
        chances[name] = chances.get(name, Fraction(0)) + Fraction(weight, found.total)
    assert sum(chances.values()) == 1
    return chances


def by_hand_ap(bonus, ap, defence, shifts, quality, suppressed):
    """Return the odds over all 400 pairs of dice, counted directly from the sheet."""
    ratios = [(1, 4), (1, 3), (1, 2), (2, 3), (1, 1), (3, 2), (2, 1), (3, 1)]
    column = -1
    for number, (a, d) in enumerate(ratios):
        if Fraction(ap, defence) >= Fraction(a, d):
            column = number
    column = min(column + shifts, 7) if column >= 0 else -1
    count = {"no effect": 0, "suppressed": 0, "knocked out": 0}
    for first in range(1, 21):
        for second in range(1, 21):
            result = "-"
            if (first == 20 or first + bonus >= 12) and column >= 0:
                total = second + quality
                row = 1 if total <= 7 else 2 if total <= 10 else 3 if total <= 14 else 4 if total <= 17 else 5
                result = COLUMNS[column][row]
            if result == "K" or (result == "S" and suppressed):
                count["knocked out"] += 1
            elif result == "S":
                count["suppressed"] += 1
            else:
                count["no effect"] += 1
    return {fate: Fraction(ways, 400) for fate, ways in count.items() if ways}


@settings(deadline=None)
@given(
    ap=st.integers(1, 20),
    defence=st.integers(1, 20),
    accuracy=st.integers(-9, 9),
    size=st.integers(-3, 3),
    quality=st.sampled_from([("elite", 2), ("veteran", 1), ("regular", 0), ("green", -1)]),
    distance=st.integers(1, 20),
    side=st.booleans(),
    cover=st.sampled_from([("none", 0), ("soft", -2), ("hard", -4)]),
    firer_suppressed=st.booleans(),
    suppressed=st.booleans(),
)
def test_a_whole_AP_shot_against_all_400_pairs(
    ap, defence, accuracy, size, quality, distance, side, cover, firer_suppressed, suppressed
):
    sit = aim(
        f"tank at foe {distance} side={'yes' if side else 'no'} cover={cover[0]}",
        tank={"ap": ap, "accuracy": accuracy, "quality": quality[0], "suppressed": firer_suppressed},
        foe={"defence": defence, "size": size, "suppressed": suppressed},
    )
    near = distance <= 4 and not firer_suppressed
    bonus = accuracy + size + quality[1] + cover[1] + near - (distance > (2 if firer_suppressed else 10))
    assert umpire_odds(sit) == by_hand_ap(bonus, ap, defence, near + side, quality[1], suppressed)


@pytest.mark.parametrize("suppressed", [False, True])
@pytest.mark.parametrize("holds", [False, True])
@pytest.mark.parametrize("modifier", range(-13, 21))
def test_an_HE_shot_against_all_20_faces(modifier, holds, suppressed):
    firer, target = (modifier, 0) if modifier >= 0 else (0, -modifier)
    count: dict[str, int] = {}
    for face in range(1, 21):
        total = face + modifier
        result = "K" if total >= 18 else "S" if total >= 14 else "F" if total >= 12 else "-"
        if result == "F" and holds:
            result = "-" if suppressed else "S"
        elif result == "S" and suppressed:
            result = "K"
        name = {"K": "knocked out", "S": "suppressed", "F": "falls back", "-": "no effect"}[result]
        count[name] = count.get(name, 0) + 1
    line = f"tank at foot 6 he={firer} defence={target} dugin={'yes' if holds else 'no'}"
    sit = aim(line, foot={"suppressed": suppressed})
    assert umpire_odds(sit) == {name: Fraction(ways, 20) for name, ways in count.items()}


@clause("D20-HIT-15")
@pytest.mark.parametrize(("modifier", "hits"), [(0, 9), (-4, 5), (-9, 1), (-12, 1), (3, 12), (11, 20), (15, 20)])
def test_printed_chances_d20_hit_15(modifier, hits):
    parts = {"accuracy": max(-9, min(9, modifier))}
    sit = aim("tank at foe 6", tank=parts, foe={"size": modifier - parts["accuracy"]})
    found = odds(lambda: FIRE.procedure(sit))
    chance = sum(Fraction(weight, found.total) for outcome, weight in found.outcomes if outcome.tally[0][1] == "hit")
    assert chance == Fraction(hits, 20) == Fraction(max(1, min(20, 9 + modifier)), 20)


@clause("D20-PEN-13")
@pytest.mark.parametrize(
    ("ap", "defence", "none", "suppressed", "killed"),
    [
        (1, 4, 20, 0, 0),
        (1, 3, 20, 0, 0),
        (1, 2, 17, 3, 0),
        (2, 3, 10, 7, 3),
        (1, 1, 10, 4, 6),
        (3, 2, 7, 7, 6),
        (2, 1, 0, 7, 13),
        (3, 1, 0, 0, 20),
    ],
)
def test_printed_chances_after_a_hit(ap, defence, none, suppressed, killed):
    sit = aim(f"tank at foe 6 ap={ap} defence={defence}", tank={"accuracy": 9}, foe={"size": 9})  # hits surely
    printed = {"no effect": none, "suppressed": suppressed, "knocked out": killed}
    assert umpire_odds(sit) == {name: Fraction(ways, 20) for name, ways in printed.items() if ways}


@clause("D20-STAR-09")
@pytest.mark.parametrize(("quality", "suppressing"), [("regular", 3), ("elite", 5)])
@pytest.mark.parametrize("firer", ["mortar", "mg"])
def test_mortar_and_SFMG_after_a_hit(firer, quality, suppressing):
    sit = aim(f"{firer} at car 6 defence=2", **{firer: {"quality": quality, "accuracy": 9}}, car={"size": 9})
    assert umpire_odds(sit) == {"no effect": Fraction(20 - suppressing, 20), "suppressed": Fraction(suppressing, 20)}
    again = aim(
        f"{firer} at car 6 defence=2",
        **{firer: {"quality": quality, "accuracy": 9}},
        car={"size": 9, "suppressed": True},
    )
    assert umpire_odds(again)["knocked out"] == Fraction(suppressing, 20)


@clause("D20-STAR-10")
def test_flamethrower():
    seven, six = Fraction(7, 20), Fraction(6, 20)
    assert umpire_odds(aim("flame at foe 4")) == {"no effect": seven, "suppressed": seven, "knocked out": six}


@clause("D20-HE-11")
@pytest.mark.parametrize("modifier", [0, 3, -4, 8])
def test_printed_chances_d20_he_11(modifier):
    chances = umpire_odds(aim(f"tank at foot 6 he={4 + modifier} defence=4"))

    def printed(base):
        return Fraction(max(0, min(20, base + modifier)), 20)

    assert chances.get("knocked out", 0) == printed(3)
    assert chances.get("knocked out", 0) + chances.get("suppressed", 0) == printed(7)
    assert 1 - chances.get("no effect", 0) == printed(9)


@clause("D20-HE-11")
def test_without_modifier():
    chances = umpire_odds(aim("squad at foot 3"))
    assert [20 * chances[name] for name in ("no effect", "falls back", "suppressed", "knocked out")] == [11, 2, 4, 3]


def test_the_same_shot_by_icepool():
    hit = icepool.d(20) + 1 >= 12  # Tank within 4, column 3:2 by the shift
    result = icepool.d(20).map(lambda face: "no effect" if face <= 7 else "suppressed" if face <= 14 else "knocked out")
    whole = hit.map({True: result, False: "no effect"})
    assert umpire_odds(aim("tank at foe 4")) == {name: Fraction(whole.probability(name)) for name in whole}


@pytest.mark.parametrize(
    ("line", "changed", "paths"),
    [
        ("tank at foe 6", {}, 4),
        ("tank at foe 6", {"foe": {"suppressed": True}}, 4),  # an S and a K are told apart in words
        ("tank at foe 6 ap=18", {}, 2),
        ("tank at foe 6 ap=1", {}, 1),
        ("flame at foe 4", {}, 3),
        ("mg at car 6 defence=2", {}, 3),
        ("squad at foot 3", {}, 4),
        ("squad at gun 3", {}, 4),
        ("squad at gun 3", {"gun": {"suppressed": True}}, 4),
    ],
)
def test_the_paths_of_a_shot(line, changed, paths):
    sit = aim(line, **changed)
    assert len(list(walk(lambda: FIRE.procedure(sit)))) == paths


@given(st.sampled_from(["worst", "sum"]), st.sampled_from(["none", "flamethrower_only"]), st.booleans())
def test_every_path_tallies_the_same_names(cover_stack, star_shift, soft):
    table = with_options(cover_stack=cover_stack, star_shift=star_shift)
    for line in ("tank at foe 4", "mg at car 3 defence=2", "flame at truck 4", "squad at foot 3"):
        sit = aim(line + (" cover=soft smoke=yes" if soft else ""), table)
        names = {tuple(name for name, _ in path.outcome.tally) for path in walk(lambda sit=sit: FIRE.procedure(sit))}
        assert len(names) == 1

"""Tests of d20 close combat: the attackers, their weapons, simultaneous results, and the advance after it (D20-CC)."""

from fractions import Fraction

import pytest

from tests.catalogue import each_says, hear, mistaken, says
from tests.clauses import clause
from tests.d20.elements import (
    HQ,
    TABLE,
    Told,
    act,
    acted,
    at,
    fate,
    field,
    out_of_turn,
    refusals,
    situation,
    with_options,
)
from umpire.core.mistakes import BadValue, HowMany, Misplaced, Unasked, WrongPlace, WrongSide
from umpire.core.odds import explain, odds, walk
from umpire.core.procedure import resolve
from umpire.rulesets.d20 import FAMILY as d20

ASSAULT = d20.act("assault")
SUPPRESSED = {"suppressed": True}
REFEREE = with_options(close_combat="referee")

ADVANCE = "ADVANCE Squad CC-08"


def thrown(line, state=None, *faces, choices=()):
    """Return the pools asked for, and the number that fell together each time."""
    told = Told(faces, choices)
    resolve(ASSAULT.procedure(situation("assault", line, state)), told)
    return told.pools, told.together


def lines(line, state=None):
    """Return the lines on the first die: rule -> amount."""
    (first, *_) = explain(lambda: ASSAULT.procedure(situation("assault", line, state)))
    return {one.rule: one.amount for one in first.pools[0].lines if one.applied and one.on == "roll"}


def notes(line, state=None, table=TABLE):
    """Return the notes before any die, which also stand with the odds and the explanation."""
    return situation("assault", line, state, table).known.notes


def against(line, state=None):
    return refusals("assault", situation("assault", line, state))


# ---- who attacks


@clause("D20-CC-04")
def test_a_pair_in_contact_attacks_each_other_in_one_throw():
    pools, together = thrown("squad at foot", None, 11, 11)
    assert together == [2]
    assert [(pool.key, pool.side, pool.sum("roll")) for pool in pools] == [("attack", "Red", 0), ("reply", "Blue", 0)]
    outcome = act("assault", "squad at foot", None, 14, 18)
    assert outcome.instructions == ("SUPPRESS Foot", "REMOVE Squad")  # simultaneous: both results count
    assert each_says(outcome.words, "Squad Foot suppressed", "Foot Squad knocked out")


@clause("D20-CC-04")
def test_each_attacks_one_enemy_it_touches():
    outcome = act("assault", "squad at foot more", None, 1, 1, 1, choices=["more"])
    assert each_says(outcome.words, "Squad More effect", "Foot Squad effect", "More Squad effect")
    told = act("assault", "squad at foot more squad.target=foot", None, 1, 1, 1)
    assert says([told.words[0]], "Squad Foot effect")
    with mistaken(Misplaced, "target"):
        situation("assault", "squad at foot squad.target=more")


@clause("D20-CC-04")
def test_one_attack_in_a_phase():
    state = at(field(), "combat", "Red")
    once = acted("assault", "squad at foot", state, 1, 1)
    assert once.elements["squad"].done == once.elements["foot"].done == ("fought",)
    outcome = act("assault", "squad at more", once, 1)
    assert each_says(outcome.words, "More Squad no effect")
    assert each_says(notes("squad at more", once), "Squad CC-04")
    assert "CC-04" in against("squad at foot", once)
    found = [one for one in ASSAULT.objections(situation("assault", "squad at foot", once)) if one.rule == "CC-04"]
    assert says([one.words for one in found], "Squad")


@clause("D20-CC-07", "D20-RES-09")
def test_the_suppressed_do_not_attack():
    state = field(foot=SUPPRESSED)
    assert len(thrown("squad at foot", state, 11)[0]) == 1
    assert each_says(notes("squad at foot", state), "Foot CC-07")
    both = field(foot=SUPPRESSED, squad=SUPPRESSED)
    assert list(against("squad at foot", both)) == ["CC-07"]
    assert act("assault", "squad at foot", both).instructions == ()  # overruled: nobody attacks


@clause("D20-CC-04")
def test_commanders_and_other_non_combat_elements_do_not_fight():
    state = field(hq=HQ)
    assert list(against("squad at hq", state)) == ["CC-04"]
    assert against("squad at foot contact=no").keys() == {"CC-04"}


@clause("D20-CC-04")
@pytest.mark.parametrize("line", ["squad at foot hq", "squad at hq foot", "hq foot at squad", "foot hq at squad"])
def test_nor_beside_others_who_do(line):
    assert against(line, field(hq=HQ)).keys() == {"CC-04"}
    assert against(line.replace("hq", "more"), field(hq=HQ)) == {}


@clause("D20-TRN-11")
def test_passengers_do_not_fight_the_vehicle_does():
    state = field(foot={"aboard": "truck"})
    assert against("squad at foot", state).keys() == {"TRN-11"}
    with mistaken(WrongPlace):
        situation("move", "squad 2 contact=foot", state)


@clause("D20-CC-01", "D20-TURN-04")
def test_in_its_phase_only():
    assert out_of_turn("assault", "squad at foot", at(field(), "combat", "Blue")) == {}
    assert list(out_of_turn("assault", "squad at foot", at(field(), "fire", "Red"))) == ["TURN-01"]


@clause("D20-CC-04")
def test_a_pair_in_contact_must_fight_before_the_phase_ends():
    state = at(field(squad={"touches": ("foot",)}), "combat", "Red")
    assert refusals("next", situation("next", "", state)).keys() == {"CC-04"}
    fought = acted("assault", "squad at foot", state, 1, 1)
    assert refusals("next", situation("next", "", fought)) == {}
    harmless = at(field(squad={"touches": ("foe",)}, foe={"he": None}), "combat", "Red")
    assert refusals("next", situation("next", "", harmless)) == {}  # neither can hurt the other
    assert "CC-04" in refusals("next", situation("next", "movement", at(state, "fire")))  # not past it either


# ---- with what


@clause("D20-CC-05")
def test_HE_without_the_bonus_for_being_near():
    state = field(foot={"he": None}, tank={"quality": "veteran"})
    assert lines("tank at foot", state) == {"HE-01": -3, "HE-06": 1}  # 4 and -3 stand under one rule
    assert lines("tank at foot foot.cover=soft", state)["HE-03"] == -2
    assert lines("tank at foot foot.cover=hard", state)["HE-04"] == -4
    assert lines("tank at foot edge=yes", state)["HE-05"] == -1
    pools, _ = thrown("tank at foot", state, 1)
    near = next(line for line in pools[0].lines if line.rule == "HE-02")
    assert near.why_not == "not in close combat (CC-05, CC-06)"
    with mistaken(Unasked, "smoke"):
        situation("assault", "tank at foot smoke=yes")


@clause("D20-CC-05")
def test_a_tank_overruns_with_the_same_roll():
    outcome = act("assault", "tank at foot", None, 17, choices=["stay"])  # the infantry has no AP to answer with
    assert fate(outcome, "Foot") == "knocked out"
    assert each_says(notes("tank at foot"), "Foot AP Tank CC-06")


@clause("D20-CC-06")
def test_tank_hunting_with_AP_from_the_side():
    state = field(foot={"ap": 3}, tank={"he": None})
    pools, together = thrown("foot at tank", state, 12, 11)
    assert together == [1, 1]
    assert [pool.key for pool in pools] == ["attack", "attack-penetration"]
    columns = [(line.amount, line.rule) for line in pools[1].lines if line.on == "column" and line.applied]
    assert columns == [(3, "PEN-03"), (1, "PEN-07")]  # 3:6, one shift
    assert "HIT-03" not in lines("foot at tank", state)
    assert fate(act("assault", "foot at tank", state, 12, 11), "Tank") == "suppressed"
    missed = act("assault", "foot at tank", state, 11)
    assert says(missed.words[:1], "Foot Tank")
    assert fate(missed, "Tank") == "no effect"


@clause("D20-CC-06", "D20-CC-07")
def test_everyone_who_does_not_throw_is_named_before_the_dice():
    state = field(foot=SUPPRESSED)
    assert each_says(notes("tank at foot more", state), "Foot CC-07", "More AP Tank CC-06")
    assert notes("squad at foot") == []
    assert notes("squad at foot foot.result=K", field(foot=SUPPRESSED), REFEREE) == []  # nobody throws there


@clause("D20-CC-06")
def test_without_AP_nothing_harms_an_AFV():
    words = [
        objection.words
        for objection in ASSAULT.objections(situation("assault", "foot at tank", field(tank={"he": None})))
    ]
    assert says([words[0]], "Foot AP Tank")
    assert against("foot at tank foot.ap=4", field(tank={"he": None})) == {}


@clause("D20-CC-06")
def test_the_second_dice_fall_together_too():
    state = field(foe={"he": 4})
    pools, together = thrown("tank at foe", state, 12, 12, 1, 1)
    assert together == [2, 2]
    assert [pool.key for pool in pools] == ["attack", "reply", "attack-penetration", "reply-penetration"]
    one_misses = thrown("tank at foe", state, 12, 11, 1)[1]
    assert one_misses == [2, 1]


@pytest.mark.wording
@clause("D20-CC-06")
def test_weapons_with_a_star():
    state = field(foe={"ap": None})
    pools, together = thrown("flame at foe", state, 8)  # hits without a roll
    assert (together, pools[0].key) == ([1], "attack-penetration")
    assert fate(act("assault", "flame at foe", state, 8), "Foe") == "suppressed"
    assert "damages only" in ASSAULT.objections(situation("assault", "mortar at foe", state))[0].words


@clause("D20-HE-07", "D20-CC-02")
def test_cavalry_that_begins_the_combat():
    horse = {"side": "Red", "type": "Cmd", "he": 2, "defence": 2, "range": 4, "flags": ("cavalry",)}
    state = field(horse=horse, foot={"he": None})
    assert lines("horse at foot horse.charge=yes", state)["HE-07"] == 2
    assert "HE-07" not in lines("horse at foot", state)  # an expansion rule: told or not at all
    assert each_says(notes("squad at more squad.charge=yes", state), "Squad HE-07")
    assert says(notes("squad at foot charge=yes", state), "Squad HE-07")
    assert notes("horse at more charge=yes", state) == []


@clause("D20-HE-07")
def test_the_charge_is_of_those_who_begin_the_combat():
    horse = {"type": "Cmd", "he": 2, "defence": 2, "range": 4, "flags": ("cavalry",)}
    state = field(lancers={"side": "Red", **horse}, hussars={"side": "Blue", **horse})
    pools, _ = thrown("lancers at hussars charge=yes", state, 1, 1)
    assert [any(line.rule == "HE-07" and line.applied for line in pool.lines) for pool in pools] == [True, False]


@clause("D20-CC-05", "D20-HE-03")
def test_cover_is_that_of_those_attacked():
    def cover(line):
        pools, _ = thrown(line, None, 1, 1)
        return [
            [each.rule for each in pool.lines if each.rule in ("HE-03", "HE-04") and each.applied] for pool in pools
        ]

    assert cover("squad at foot cover=soft") == [["HE-03"], []]
    assert cover("squad at foot squad.cover=soft") == [[], ["HE-03"]]
    assert cover("squad at foot cover=hard squad.cover=soft") == [["HE-04"], ["HE-03"]]
    assert not says(situation("assault", "squad at foot").known.assumed[:1], "Squad")
    assert says(situation("assault", "squad at foot cover=soft").known.assumed[:1], "Squad")


@clause("D20-RES-01")
@pytest.mark.parametrize("fact", ["dugin", "fortified"])
def test_so_is_what_they_are_dug_in_behind(fact):
    outcome = act("assault", f"squad at foot {fact}=yes", None, 12, 12)
    assert outcome.instructions == ("SUPPRESS Foot",)
    assert each_says(outcome.pending, "Squad two fall-back")


# ---- its results


@clause("D20-CC-07")
@pytest.mark.parametrize(
    ("line", "face", "effect"),
    [
        ("squad at foot", 12, "still to do Foot two fall-back"),
        ("squad at gun", 12, "SUPPRESS Gun"),
        ("squad at foot dugin=yes", 12, "SUPPRESS Foot"),
        ("squad at foot foot.fortified=yes", 12, "SUPPRESS Foot"),
        ("squad at foot", 18, "REMOVE Foot"),
    ],
)
def test_results_are_those_of_fire(line, face, effect):
    outcome = act(
        "assault",
        line,
        field(foot={"he": None}, gun={"he": None}),
        face,
        choices=["stay"] if face == 18 or "still to do" in effect else [],
    )
    assert says((*outcome.instructions, *(f"still to do: {each}" for each in outcome.pending)), effect)


@clause("D20-RES-05")
def test_two_S_on_one_element():
    state = field(foot={"he": None}, tank={"he": 3})
    outcome = act("assault", "squad tank at foot", state, 14, 14, choices=["stay", "stay"])
    assert says([outcome.words[1]], "Tank Foot knocked out S K RES-05")
    late = act("assault", "squad tank at foot", state, 18, 18, choices=["stay", "stay"])
    assert says([late.words[1]], "Tank Foot")


@clause("D20-CC-07", "D20-RES-02")
def test_two_F_on_one_element_are_four_moves():
    state = field(foot={"he": None}, tank={"he": 3})
    outcome = act("assault", "squad tank at foot", state, 12, 12, choices=["stay", "stay"])
    assert each_says(outcome.pending, "Foot four fall-back")
    after = acted("assault", "squad tank at foot", state, 12, 12, choices=["stay", "stay"])
    assert after.elements["foot"].fall_back_owed == 4
    gone = act("assault", "squad tank at foot", state, 12, 18, choices=["stay", "stay"])
    assert gone.pending == ()  # it fell back, and was knocked out before it could


@clause("D20-CC-08")
def test_who_has_beaten_all_it_touches_may_advance():
    state = field(foot={"he": None})
    assert act("assault", "squad at foot", state, 18, choices=["advance"]).instructions[:1] == ("REMOVE Foot",)
    assert says(act("assault", "squad at foot", state, 18, choices=["advance"]).instructions[1:], ADVANCE)
    assert act("assault", "squad at foot", state, 12, choices=["stay"]).instructions == ()
    assert act("assault", "squad at foot", state, 14).instructions == ("SUPPRESS Foot",)  # contact remains
    two = at(field(squad={"touches": ("foot", "more")}, foot={"he": None}), "combat")
    assert act("assault", "squad at foot", two, 18).instructions == ("REMOVE Foot",)  # it touches another still
    assert acted("assault", "squad at foot", state, 14).elements["squad"].touches == ("foot",)
    assert acted("assault", "squad at foot", state, 12, choices=["advance"]).elements["squad"].touches == ()
    sit = situation("assault", "squad at foot", state)
    ((asked, taken),) = odds(lambda: ASSAULT.procedure(sit)).policies
    assert says([asked], "Red Squad CC-08")
    hear(taken)


@clause("D20-CC-08")
def test_fall_back_moves_owed_from_before_are_no_victory():
    state = field(foot={"he": None, "fall_back_owed": 2, "fall_back_from": ("more", "more")})
    assert act("assault", "squad at foot", state, 1).instructions == ()  # a miss, and no choice is asked
    assert each_says(act("assault", "squad at foot", state, 12, choices=["advance"]).instructions, ADVANCE)


@clause("D20-CC-08")
def test_nobody_advances_who_is_hurt():
    outcome = act("assault", "squad at foot", None, 18, 12)  # Squad falls back itself
    assert outcome.instructions == ("REMOVE Foot",)
    assert each_says(outcome.pending, "Squad two fall-back")


@clause("D20-TRN-05")
def test_riders_jump_off_a_tank_hit_in_close_combat():
    state = field(tank={"he": None}, squad={"aboard": "tank"}, foot={"ap": 3})
    outcome = act("assault", "foot at tank", state, 12, 1)
    assert outcome.instructions == ("DISMOUNT Squad",)
    assert fate(outcome, "Squad") == "dismounts"


@clause("D20-TRN-05")
def test_riders_jump_off_once_and_only_after_a_hit_without_damage():
    state = field(tank={"he": None}, squad={"aboard": "tank"}, foot={"ap": 3}, more={"ap": 3})
    both = act("assault", "foot more at tank", state, 12, 12, 1, 1)
    assert both.instructions == ("DISMOUNT Squad",)
    assert each_says([words for words in both.words if "dismount" in words], "Squad TRN-05")
    assert act("assault", "foot more at tank", state, 1, 1).instructions == ()
    lost = act("assault", "foot at tank", state, 12, 20, choices=["stay"])
    assert lost.instructions == ("REMOVE Tank", "REMOVE Squad")
    assert [fate(lost, name) for name in ("Tank", "Squad")] == ["knocked out", "knocked out"]
    ruled = act("assault", "foot at tank tank.result=none", state, table=REFEREE)
    assert (ruled.instructions, fate(ruled, "Squad")) == (
        (),
        "no effect",
    )  # the sheet knows of no hit: they stay (CC-09)


@clause("D20-TRN-05")
def test_a_gun_towed_by_a_tank_is_no_rider():
    state = field(tank={"he": None}, mg={"aboard": "tank", "limbered": True}, foot={"ap": 1})
    hear(refusals("assault", situation("assault", "foot at tank", state))["PEN-05"])


@clause("D20-RES-01")
def test_told_not_dug_in_beats_the_card():
    state = field(foot={"flags": ("dug-in",)})
    assert fate(act("assault", "squad at foot", state, 12, 1), "Foot") == "suppressed"
    assert fate(act("assault", "squad at foot foot.dugin=no", state, 12, 1, choices=["stay"]), "Foot") == "falls back"


@clause("D20-CC-09")
def test_only_the_result_of_the_referee():
    sit = situation("assault", "squad at foot", None, REFEREE)
    (objection,) = ASSAULT.objections(sit)
    assert (objection.rule, objection.retype) == ("CC-09", "foot.result=S")
    outcome = act("assault", "squad at foot foot.result=K squad.result=S", None, table=REFEREE)
    assert outcome.instructions == ("SUPPRESS Squad", "REMOVE Foot")
    none = act("assault", "squad at foot foot.result=none", None, table=REFEREE)
    assert each_says(none.words, "Foot effect")
    state = at(field(squad={"touches": ("foot",)}), "combat", "Red")
    assert refusals("next", situation("next", "", state, REFEREE)) == {}


# ---- odds


def test_the_odds_of_a_pair_against_all_400_pairs_of_faces():
    sit = situation("assault", "squad at foot")
    found = odds(lambda: ASSAULT.procedure(sit))
    assert len(list(walk(lambda: ASSAULT.procedure(sit)))) == 16
    chances = {}
    for outcome, weight in found.outcomes:
        key = (fate(outcome, "Foot"), fate(outcome, "Squad"))
        chances[key] = chances.get(key, 0) + Fraction(weight, found.total)
    band = {**dict.fromkeys(range(1, 12), "no effect"), 12: "falls back", 13: "falls back"}
    band |= dict.fromkeys(range(14, 18), "suppressed") | dict.fromkeys(range(18, 21), "knocked out")
    counted = {}
    for ours in range(1, 21):
        for theirs in range(1, 21):
            key = (band[ours], band[theirs])
            counted[key] = counted.get(key, 0) + Fraction(1, 400)
    assert chances == counted


@pytest.mark.wording
@clause("D20-CC-05")
def test_what_if_changes_the_cover_of_one_element_alone():
    line = ("squad", "at", "foot", "more", "cover=soft")
    words = {one.label: one.words for one in d20.variations(field(), TABLE, "assault", line)}
    assert words["Squad in hard cover"][4:] == ("foot.cover=soft", "more.cover=soft", "squad.cover=hard")
    assert words["More in the open"][4:] == ("foot.cover=soft", "more.cover=none")
    assert words["without More"] == ("squad", "at", "foot", "foot.cover=soft")


@pytest.mark.parametrize(
    ("line", "kind", "wrong"),
    [
        ("squad", HowMany, ""),
        ("at foot", HowMany, ""),
        ("squad at tank", WrongSide, ""),
        ("squad foot at more", WrongSide, ""),
        ("squad at foot result=S", Misplaced, "result"),
        ("squad at foot cover=thick", BadValue, "thick"),
    ],
)
def test_combats_that_make_no_sense(line, kind, wrong):
    with mistaken(kind, wrong):
        situation("assault", line)

"""Tests of an engagement with option B, all dice typed: every branch of the procedure and every rule that
refuses it.
"""

from dataclasses import replace

import pytest

from tests.asp.games import TABLE, change, duel, fire, game, refused, situation, stand, table, tally
from tests.catalogue import each_says, hear, mistaken, says
from tests.clauses import clause
from umpire.core.mistakes import (
    BadValue,
    Gone,
    HowMany,
    Misplaced,
    Missing,
    Unasked,
    UnknownName,
    WrongSide,
    WrongSort,
)
from umpire.core.odds import explain, odds
from umpire.rulesets.asp import FAMILY as asp
from umpire.rulesets.asp.effects import Destroy, MarkFire, Moved, Pin, Repulse, Suppress
from umpire.rulesets.asp.fire.combat import (
    BOTH_SHOOT,
    SHOOTER_SHOOTS,
    TARGET_SHOOTS,
    UNFOUND,
    Found,
    effect_pool,
    initiative_pools,
    who_shoots,
)

BOTH = [("detection-reply",), ("initiative", "initiative-reply"), ("effect", "effect-reply")]
LAST = (4, 5)


def after(state, outcome, key):
    return asp.apply(state, outcome.effects, TABLE).stands[key]


SEEN = ("cover", "moving", "arc", "sight")


def left(line: str, state=None) -> list[str]:
    """Return the facts that are assumed."""
    return [fact for fact, source in situation(state or duel(), line).known.sources.items() if source == "assumed"]


def test_what_is_assumed_of_one_stand_alone_names_it():
    def assumed(line, state=None):
        return situation(state or duel(), line).known.assumed

    assert {*left("t1 at p3 600 light=day weather=fair")} >= {f"{one}.{fact}" for one in ("t1", "p3") for fact in SEEN}
    of_one = left("t1 at p3 400 cover=hard arc=flank moving=yes p3.sight=yes light=day weather=fair")
    assert [fact for fact in of_one if fact.split(".")[-1] in SEEN] == [f"t1.{fact}" for fact in SEEN]
    assert each_says(assumed("t1 at p3 600 light=day weather=fair"), "", "", "", "")
    assert each_says(
        assumed("t1 at p3 400 cover=hard arc=flank moving=yes p3.sight=yes light=day weather=fair"),
        "t1",
        "t1",
        "t1",
        "t1",
    )
    assert says([assumed("t1 at p3 600 t1.cover=crest")[0]], "p3")
    assert says(assumed("t1 at p3 600", change(duel(), "t1", moved=True))[1:2], "p3")
    assert each_says(assumed("t1 at p3 called=yes", duel("LB", "RG")), "5000 CALL-02", "")


# the questions to the referee, and their order


@clause("ASP-FIRE-02 to 04")
def test_both_detect_both_dice_both_shoot():
    outcome, asked, _ = fire(
        duel(),
        "t1 at p3 600",
        detection_reply="2",
        initiative="3",
        initiative_reply="3",
        effect="54",
        effect_reply="11",
    )
    assert asked == BOTH
    assert tally(outcome) == (("p3", "repulsed"), ("t1", "unhurt"), ("", "both"), ("", "both"))
    assert each_says(outcome.words, "t1 p3 2+ 600 +1 DET-08", "INIT-05", "t1 p3 repulsed EFF-05", "p3 t1 EFF-05")
    assert each_says(outcome.instructions, "p3 0→2 repulsed", "MOVE p3 500 t1", "FIRE t1")


def test_both_detections_are_one_question_when_both_are_dice():
    state = duel("RG", "IG")
    _, asked, pools = fire(
        state,
        "t1 at p3 400",
        detection="4",
        detection_reply="5",
        initiative="1",
        initiative_reply="1",
        effect="11",
        effect_reply="11",
    )
    assert asked == [("detection", "detection-reply"), *BOTH[1:]]
    assert (pools["detection"].sum("need"), pools["detection"].sum("roll")) == (5, 1)
    assert (pools["detection-reply"].sum("need"), pools["detection-reply"].sum("roll")) == (5, 0)  # DET-07


@clause("ASP-DET-04")
def test_beyond_the_far_distance_no_die_is_thrown():
    outcome, asked, _ = fire(duel("RG", "Panther"), "t1 at p3 400 t1.cover=cover", effect="11")
    assert asked == [("effect",)]
    assert says(outcome.words, "p3 t1 infantry stationary 400 125 DET-04")


@clause("ASP-INIT-08")
def test_no_initiative_if_neither_may_shoot():
    outcome, asked, _ = fire(duel("RG", "IG"), "t1 at p3 400", detection="1", detection_reply="1")
    assert asked == [("detection", "detection-reply")]
    assert outcome.effects == outcome.instructions == ()
    assert says([outcome.words[-1]], "initiative INIT-08")


def test_only_the_stand_that_detects_shoots_and_an_initiative_that_cannot_matter_is_not_thrown():
    outcome, asked, _ = fire(duel(), "t1 at p3 600", detection_reply="1", effect="66")
    assert asked == [("detection-reply",), ("effect",)]
    assert says(outcome.words, "+3 t1 p3 FIRE-05")
    assert tally(outcome) == (("p3", "destroyed"), ("t1", "unhurt"), ("", "t1"), ("", "t1"))
    assert each_says(outcome.instructions, "REMOVE p3", "FIRE t1")


@clause("ASP-INIT-04")
def test_shooter_alone():
    outcome, asked, _ = fire(
        duel(), "t1 at p3 600", detection_reply="2", initiative="5", initiative_reply="1", effect="43"
    )
    assert asked[-1] == ("effect",)
    assert each_says(outcome.words[-2:], "t1 4 INIT-04", "t1 p3 pinned EFF-05")
    assert each_says(outcome.instructions, "p3 0→1 pinned", "FIRE t1")


@clause("ASP-INIT-04")
def test_target_alone_even_out_of_turn():
    outcome, asked, _ = fire(
        duel(), "t1 at p3 600", detection_reply="2", initiative="1", initiative_reply="5", effect_reply="66"
    )
    assert asked[-1] == ("effect-reply",)
    assert tally(outcome) == (("p3", "unhurt"), ("t1", "destroyed"), ("", "both"), ("", "p3"))
    assert says(outcome.words, "Kampfgruppe CP-12")


@clause("ASP-INIT-07")
def test_a_winner_that_cannot_shoot_still_denies_the_shot():
    state = change(duel("RG", "IG"), "t1", markers=6)
    outcome, asked, _ = fire(
        state, "t1 at p3 400", detection="4", detection_reply="1", initiative="1", initiative_reply="6"
    )
    assert asked == [("detection", "detection-reply"), BOTH[1]]
    assert says([outcome.words[-1]], "p3 4 t1 INIT-07")
    assert outcome.effects == ()


@clause("ASP-FIRE-04")
def test_the_target_may_decline():
    outcome, asked, _ = fire(
        duel(), "t1 at p3 600 reply=no", detection_reply="2", initiative="1", initiative_reply="3", effect="11"
    )
    assert asked == [*BOTH[:2], ("effect",)]
    assert says(outcome.words, "t1 p3 FIRE-04")


# initiative


@clause("ASP-INIT-06")
@pytest.mark.parametrize(
    ("ahead", "chances"),
    [
        (-5, (0, 10, 26)),
        (-4, (0, 15, 21)),
        (-3, (0, 21, 15)),
        (-2, (0, 26, 10)),
        (-1, (1, 29, 6)),
        (0, (3, 30, 3)),
        (1, (6, 29, 1)),
        (2, (10, 26, 0)),
        (3, (15, 21, 0)),
        (4, (21, 15, 0)),
        (5, (26, 10, 0)),
    ],
)
def test_chances_out_of_36(ahead, chances):
    shoots = who_shoots(TABLE, (True, True))
    found = [shoots(mine - theirs + ahead) for mine in range(1, 7) for theirs in range(1, 7)]
    assert tuple(found.count(who) for who in (SHOOTER_SHOOTS, BOTH_SHOOT, TARGET_SHOOTS)) == chances
    hear(*found)


@clause("ASP-INIT-01", "ASP-INIT-09")
def test_modifiers_of_both():
    state = game(stand("t1", "Panther", markers=2), stand("p3", "RG", fire_marker=True), german="A", soviet="C")
    (mine, theirs), ahead = initiative_pools(situation(state, "t1 at p3 600"), Found(True, True))
    assert [(line.amount, line.rule) for line in mine.lines if line.applied] == [
        (1, "INIT-01"),
        (1, "INIT-01"),
        (3, "INIT-01"),
        (-2, "INIT-01"),
    ]
    assert [line.words for line in theirs.lines if line.applied] == [
        "has detected its target",
        "cannot affect its target",  # 600 m is beyond the 500 m of a rifle group (INIT-03)
    ]
    assert (mine.sum("roll"), theirs.sum("roll"), ahead) == (3, 1, 2)
    assert mine.reading.read((4,)) == 7


@clause("ASP-DET-04", "ASP-INIT-08")
def test_nobody_can_shoot_and_no_die_is_thrown_for_it():
    line = "t1 at p3 600 t1.detects=no"  # a rifle group reaches 500 m
    outcome, asked, _ = fire(duel("Panzer 4", "RG"), line)
    assert asked == []
    assert each_says(outcome.words, "t1 p3 DET-03", "p3 t1 FIRE-05", "die INIT-08")
    assert tally(outcome) == (("p3", "unhurt"), ("t1", "unhurt"), ("", "nobody"))


@clause("ASP-INIT-07")
def test_who_cannot_shoot_looks_only_where_it_could_deny_the_shot():
    outcome, asked, _ = fire(duel("Panther", "BARG", german="A"), "t1 at p3 250", effect="11")
    assert asked == [("effect",)]  # 3 + 1 for the grade against 3 - 2: nobody denies t1 its shot
    assert each_says(outcome.words[1:3], "p3 t1 INIT-07", "t1 p3 SCORE-01")
    shaken = change(duel("Panther", "BARG", german="A"), "t1", markers=4)
    _, asked, _ = fire(shaken, "t1 at p3 250", detection_reply="2", initiative="1", initiative_reply="6")
    assert asked[0] == ("detection-reply",)


@clause("ASP-FIRE-02")
def test_what_one_finds_is_listed_where_the_other_need_not_look():
    sit = situation(duel("Panther", "RG"), "t1 at p3 1000 moving=yes")  # out of reach, and denying nobody a shot
    found = odds(lambda: asp.act("fire").procedure(sit))
    hanging = [pools.after for pools in explain(lambda: asp.act("fire").procedure(sit))]
    assert hanging == [(), (str(Found(True, None)),)]
    assert {tally(outcome)[2:] for outcome, _ in found.outcomes} == {
        (("", "yes"), ("", "t1")),
        (("", "no"), ("", "nobody")),
    }
    assert all(says([outcome.tally[2][0]], "t1") for outcome, _ in found.outcomes)


@clause("ASP-DET-04")
def test_who_can_never_detect_its_target_is_told_before_it_pays():
    assert refused(duel("Panzer 4", "RG"), "t1 at p3 600") == ["DET-04"]
    assert refused(duel("Panzer 4", "RG"), "t1 at p3 500") == []
    assert refused(duel("Panzer 4", "RG"), "t1 at p3 600 moving=yes") == []
    (objection,) = asp.act("fire").objections(situation(duel("Panzer 4", "RG"), "t1 at p3 600"))
    assert says([objection.words], "t1 p3 infantry stationary 600 500")
    assert objection.overrulable
    for told, why in (("", "DET-04"), (" t1.detects=yes", "DET-03")):
        outcome, asked, _ = fire(duel("Panzer 4", "RG"), f"t1 at p3 600{told}", effect="11")
        assert asked == [("effect",)]
        assert says(outcome.words[:1], "t1 p3", why)
    assert refused(duel("Panzer 4", "RG"), "t1 at p3 600 t1.detects=yes") == []


def test_a_detection_told_takes_the_place_of_its_die():
    line = "t1 at p3 600 t1.detects=yes p3.detects=no"
    outcome, asked, _ = fire(duel(), line, effect="11")
    assert asked == [("effect",)]
    assert says(outcome.words, "p3 t1 DET-03")
    line = "t1 at p3 600 t1.detects=no p3.detects=yes"
    _, asked, _ = fire(duel(), line, effect_reply="11")
    assert asked == [("effect-reply",)]


@clause("ASP-INIT-03")
def test_a_dash_is_no_effect_but_the_gap_may_still_deny_the_shot():
    state = change(duel("Panther", "BARG"), "t1", markers=5)  # a BARG has a dash against HA
    outcome, asked, pools = fire(state, "t1 at p3 250", detection_reply="2", initiative="1", initiative_reply="6")
    assert asked[-1] == BOTH[1]
    assert pools["initiative-reply"].sum("roll") == 1
    assert says([outcome.words[-1]], "p3 4 t1 INIT-07")


@clause("ASP-INIT-10", "ASP-INIT-11")
def test_a_barrage_always_gets_its_shot():
    sit = situation(duel("LB", "RG"), "t1 at p3 called=yes")
    (mine, theirs), ahead = initiative_pools(sit, UNFOUND)
    assert (mine.sum("roll"), theirs.sum("roll"), ahead) == (0, -2, 2)
    outcome, asked, _ = fire(duel("LB", "RG"), "t1 at p3 called=yes", effect="45")
    assert asked == [("effect",)]
    assert each_says(outcome.words[:2], "t1 CALL-07", "p3 t1 INIT-10")
    assert each_says(sit.known.assumed, "5000 CALL-02", "")


@clause("ASP-CALL-08")
def test_counter_battery_and_the_battery_it_answers():
    state = change(duel("C Battery", "MB"), "p3", fired=True)
    _, asked, pools = fire(state, "t1 at p3 called=yes", effect="44")
    assert asked == [("effect",)]
    assert pools["effect"].sum("need") == 4


# the effect dice


@clause("ASP-EFF-07", "ASP-EFF-08")
@pytest.mark.parametrize(("faces", "result"), [("54", "repulsed"), ("16", "pinned")])
def test_worked_cases(faces, result):
    state = duel("Panther", "T34/85", soviet="B")
    outcome, _, pools = fire(state, "t1 at p3 600", detection_reply="1", effect=faces)
    assert outcome.tally[0] == ("p3", result)
    assert pools["effect"].sum("need") == 3


def test_the_effect_pool_adds_up_to_the_required_score_and_to_what_is_added():
    state = game(stand("t1", "Panther", pinned=True, repulsed=True), stand("p3", "Tiger", skirts=True, markers=2))
    sit = situation(state, "t1 at p3 600 cover=hard arc=flank")
    pool = effect_pool(TABLE, "effect", sit.shooter, sit.target, sit.shooter.shot)
    needs = [(line.amount, line.rule) for line in pool.lines if line.on == "need" and line.applied]
    assert needs == [(4, "SCORE-01"), (1, "SCORE-05"), (2, "SCORE-06"), (2, "SCORE-07"), (-1, "SCORE-10")]
    rolls = [(line.amount, line.rule) for line in pool.lines if line.on == "roll" and line.applied]
    assert rolls == [(2, "EFF-03"), (-8, "EFF-04")]
    hear(*(line.words for line in pool.lines if line.on == "roll" and line.applied))
    assert pool.sum("need") == 8
    assert pool.reading.added == pool.sum("roll") == -6
    assert (pool.dice, pool.reading.times) == (2, 1)
    assert says([pool.lines[0].words], "Medium Guns HA")


@clause("ASP-EFF-13")
@pytest.mark.parametrize(("grade", "least"), [("A", 8), ("B", 7), ("C", 6), ("D", 5)])
@pytest.mark.parametrize(("cover", "score"), [("none", 3), ("cover", 4), ("hard", 5)])
def test_chance_of_destruction(grade, least, cover, score):
    sit = situation(duel(soviet=grade), f"t1 at p3 600 cover={cover}")
    pool = effect_pool(TABLE, "effect", sit.shooter, sit.target, sit.shooter.shot)
    needed = least + score
    ways = sum(one + two >= needed for one in range(1, 7) for two in range(1, 7))
    assert pool.reading.chances(2, 6).get("D", 0) == ways


@clause("ASP-EFF-06")
def test_a_legal_shot_at_grade_d_always_pins_at_least():
    outcome, _, _ = fire(
        duel("Panther", "Tiger", soviet="D"), "t1 at p3 250 cover=hard", detection_reply="1", effect="11"
    )
    assert outcome.tally[0] == ("p3", "pinned")


@clause("ASP-EFF-01")
@pytest.mark.parametrize(
    ("dice", "faces", "result"), [("two", "54", "repulsed"), ("one", "5", "destroyed"), ("one", "2", "unhurt")]
)
def test_effect_dice(dice, faces, result):
    outcome, _, pools = fire(duel(), "t1 at p3 600", table(effect_dice=dice), detection_reply="1", effect=faces)
    assert outcome.tally[0] == ("p3", result)  # 5 exceeds 3 by 2: 7 destroys; 2 misses it by 1: 1 does nothing
    assert pools["effect"].dice == (1 if dice == "one" else 2)


@clause("ASP-CLASS-25")
@pytest.mark.parametrize(("option", "column"), [("printed", None), ("as_inf", 5)])
def test_art_col_ground(option, column):
    rules = table(art_col_ground=option)
    sit = situation(duel("Panther", "Mortars"), "t1 at p3 250", rules)
    assert sit.shooter.base == column
    assert refused(duel("Panther", "Mortars"), "t1 at p3 250", rules) == ([] if column else ["SCORE-01"])


@clause("ASP-CLASS-25")
def test_a_battery_off_the_table_stays_art():
    rules = table(art_col_ground="as_inf")
    assert situation(duel("Panther", "LB"), "t1 at p3", rules).shooter.base is None
    assert situation(duel("Panther", "LB"), "t1 at p3 250", rules).shooter.base == 5
    assert situation(duel("Salvo RL", "Mortars"), "t1 at p3", rules).shooter.base is None


@clause("ASP-CLASS-26")
def test_an_aaa_stand_has_two_rows():
    state = game(stand("t1", "HG", aaa=True), stand("p1", "Attack"), stand("p2", "T34/85"))
    assert situation(state, "t1 at p1 1400").shooter.base == 6
    assert situation(state, "t1 at p2 1400").shooter.base == 2
    assert situation(change(state, "t1", aaa=False), "t1 at p1 1400").shooter.base is None


# simultaneous or the winner first


@clause("ASP-FIRE-08")
def test_simultaneous_shots_know_nothing_of_each_other():
    outcome, asked, pools = fire(
        duel(),
        "t1 at p3 600",
        detection_reply="2",
        initiative="5",
        initiative_reply="2",
        effect="66",
        effect_reply="65",
    )
    assert asked[-1] == ("effect", "effect-reply")
    assert outcome.tally[:2] == (("p3", "destroyed"), ("t1", "destroyed"))
    assert outcome.instructions == ("REMOVE p3", "REMOVE t1")
    assert pools["effect-reply"].sum("need") == 4


@clause("ASP-FIRE-08")
@pytest.mark.parametrize(
    ("initiative", "reply", "first"), [("5", "2", "effect"), ("2", "5", "effect-reply"), ("4", "4", "both")]
)
def test_winner_first(initiative, reply, first):
    rules = table(simultaneous="winner_first")
    outcome, asked, _ = fire(
        duel(),
        "t1 at p3 600",
        rules,
        detection_reply="2",
        initiative=initiative,
        initiative_reply=reply,
        effect="11",
        effect_reply="11",
    )
    assert asked[2:] == (
        [("effect", "effect-reply")]
        if first == "both"
        else [(first,), ("effect-reply" if first == "effect" else "effect",)]
    )
    assert outcome.tally[:2] == (("p3", "unhurt"), ("t1", "unhurt"))
    assert says([outcome.tally[-1][1]], {"effect": "t1", "effect-reply": "p3"}.get(first, "both"))


@clause("ASP-FIRE-08")
@pytest.mark.parametrize(("faces", "need"), [("31", 4), ("51", 5), ("45", 6)])
def test_winner_first_the_loser_shoots_as_it_then_is(faces, need):
    rules = table(simultaneous="winner_first")
    outcome, _, pools = fire(
        duel(),
        "t1 at p3 600",
        rules,
        detection_reply="2",
        initiative="5",
        initiative_reply="2",
        effect=faces,
        effect_reply="66",
    )
    assert pools["effect-reply"].sum("need") == need
    assert outcome.tally[0][1] == {4: "unhurt", 5: "pinned", 6: "repulsed"}[need]
    assert outcome.tally[1][1] == {4: "destroyed", 5: "destroyed", 6: "repulsed"}[need]


@clause("ASP-FIRE-08")
def test_winner_first_a_destroyed_stand_does_not_shoot():
    rules = table(simultaneous="winner_first")
    outcome, asked, _ = fire(
        duel(), "t1 at p3 600", rules, detection_reply="2", initiative="2", initiative_reply="5", effect_reply="66"
    )
    assert asked[-1] == ("effect-reply",)
    assert outcome.tally[:2] == (("p3", "unhurt"), ("t1", "destroyed"))
    assert MarkFire("t1") not in outcome.effects


# the results in words


@clause("ASP-STAT-01", "ASP-EFF-09")
@pytest.mark.parametrize(
    ("faces", "effects"),
    [
        ("11", ()),
        ("42", (Suppress("p3", 1), Pin("p3"))),
        ("54", (Suppress("p3", 2), Repulse("p3"))),
        ("66", (Destroy("p3"),)),
    ],
)
def test_effects(faces, effects):
    state = change(duel(), "p3", markers=0)
    outcome, _, _ = fire(state, "t1 at p3 600", detection_reply="1", effect=faces)
    assert outcome.effects == (MarkFire("t1"), *effects)


@clause("ASP-STAT-02", "ASP-STAT-15")
def test_results_accumulate_and_a_stand_may_be_both():
    state = change(duel(), "p3", markers=3, repulsed=True)
    outcome, _, pools = fire(state, "t1 at p3 600", detection_reply="1", effect="11")
    assert pools["effect"].sum("roll") == 0
    assert each_says(outcome.instructions, "FIRE t1")
    outcome, _, _ = fire(state, "t1 at p3 600", detection_reply="1", effect="12")
    assert says([outcome.instructions[0]], "p3 3→4 pinned")
    hit = after(state, outcome, "p3")
    assert (hit.markers, hit.pinned, hit.repulsed) == (4, True, True)


@clause("ASP-FIRE-06", "ASP-FIRE-07", "ASP-FIRE-09")
def test_markers_of_those_who_shot_and_moved():
    state = change(duel(), "t1", fire_marker=True)
    outcome, _, _ = fire(
        state,
        "t1 at p3 600",
        initiative="3",
        initiative_reply="4",
        effect="54",
        effect_reply="66",
    )
    assert each_says(outcome.instructions, "p3 0→2 repulsed", "MOVE p3 500 t1", "REMOVE t1")
    hit = after(state, outcome, "p3")
    assert (hit.fire_marker, hit.fired, hit.repulsed, hit.moved) == (False, True, True, False)
    outcome, _, _ = fire(state, "t1 at p3 600", initiative="1", initiative_reply="6", effect_reply="54")
    assert each_says(outcome.instructions, "t1 0→2 repulsed", "MOVE t1 500 p3", "FIRE t1", "FIRE p3")
    assert Moved("t1") in outcome.effects  # DET-09: it has moved in its own turn
    assert after(state, outcome, "t1").fire_marker is False


@clause("ASP-AIR-17")
def test_a_repulsed_aircraft_leaves():
    state = game(stand("t1", "AAA"), stand("p3", "Attack"))
    outcome, _, _ = fire(state, "t1 at p3 1000", effect="65")
    assert each_says(outcome.instructions, "p3 0→2 repulsed", "p3 AIR-17", "FIRE t1")


def test_a_battery_repulsed_off_the_table_has_nowhere_to_go():
    outcome, _, _ = fire(change(duel("C Battery", "MB"), "p3", fired=True), "t1 at p3 called=yes", effect="45")
    assert each_says(outcome.instructions, "p3 0→2 repulsed", "FIRE t1")


@clause("ASP-BUS-05", "ASP-BUS-09")
@pytest.mark.parametrize(("faces", "instructions"), [("42", 2), ("54", 3), ("66", 2)])
def test_those_aboard_share_the_result(faces, instructions):
    state = game(stand("t1", "Panther"), stand("p3", "M3"), stand("p4", "RG", aboard="p3", markers=1))
    outcome, _, _ = fire(state, "t1 at p3 250 cover=cover", effect=faces)
    shared = [hand for hand in outcome.instructions if "p4" in hand]
    assert len(shared) == 1
    assert len(outcome.instructions) == instructions + 1
    assert says(outcome.words, "p4 aboard p3 BUS-05")
    assert after(state, outcome, "p4").destroyed == after(state, outcome, "p3").destroyed == (faces == "66")


def test_a_stand_repulsed_by_a_barrage_moves_away_from_the_enemy():
    outcome, _, _ = fire(duel("LB", "RG"), "t1 at p3 called=yes", effect="45")
    assert says([outcome.instructions[1]], "MOVE p3 500")


# battle group tests


def brigade(**states: dict[str, bool]):
    return game(stand("t1", "Panther"), *(stand(key, "T34/85", **fields) for key, fields in states.items()))


R, P, BOTH_STATES = {"repulsed": True}, {"pinned": True}, {"pinned": True, "repulsed": True}


@clause("ASP-BG-01", "ASP-BG-02", "ASP-BG-04", "ASP-BG-10", "ASP-BG-13")
@pytest.mark.parametrize(
    ("state", "faces", "pending"),
    [
        (brigade(p1=R, p2=R, p3={}, p4=R), "54", "4 repulsed BG-01"),
        (brigade(p1=R, p2=R, p3={}, p4={}), "54", ""),
        (brigade(p1=R, p2=R, p3={}, p4=R), "42", ""),
        (brigade(p1=R, p2=R, p3={}, p4=R, p5=R), "54", ""),  # BG-04: four were repulsed already
        (brigade(p1=R, p2=R, p3=R, p4=R), "54", ""),
        (brigade(p1=P, p2=P, p3={}, p4=P, p5=P, p6=P), "42", "6 BG-02"),
        (brigade(p1=P, p2=P, p3=P, p4=P, p5=P, p6=P), "42", ""),
        (brigade(p1=BOTH_STATES, p2=BOTH_STATES, p3={}, p4=BOTH_STATES), "42", ""),  # BG-13: once each
        (brigade(p1=R, p2=R, p3={}, p4=R, p5=P, p6=P), "54", "4 repulsed BG-01 6 BG-02"),
        (brigade(p1=R, p2=R, p3={}, p4=R), "66", ""),  # BG-10: destroyed stands do not count
        (brigade(p1=R, p2=R, p3={}, p4={"repulsed": True, "destroyed": True}), "54", ""),
    ],
)
def test_a_test_is_owed_on_crossing(state, faces, pending):
    outcome, _, _ = fire(state, "t1 at p3 600", detection_reply="1", effect=faces)
    assert each_says(outcome.pending, *([f"25th Brigade {pending}"] if pending else []))


@clause("ASP-BG-09")
def test_a_failed_group_owes_no_more_tests():
    state = brigade(p1=R, p2=R, p3={}, p4=R)
    failed = replace(state, groups={**state.groups, "br": replace(state.groups["br"], failed=True)})
    outcome, _, _ = fire(failed, "t1 at p3 600", detection_reply="1", effect="54")
    assert outcome.pending == ()


@clause("ASP-BG-04")
def test_those_aboard_count_too():
    state = game(
        stand("t1", "Panther"),
        stand("p3", "M3"),
        stand("p4", "RG", aboard="p3"),
        stand("p5", "RG", repulsed=True),
        stand("p6", "RG", repulsed=True),
    )
    outcome, _, _ = fire(state, "t1 at p3 250 cover=cover", effect="54")
    assert each_says(outcome.pending, "25th Brigade 4 repulsed BG-01")


# rules that refuse an engagement


@pytest.mark.parametrize(
    ("state", "line", "rules"),
    [
        (duel(), "t1 at p3 1500", []),
        (duel(), "t1 at p3 1501", ["FIRE-05"]),
        (duel("BARG", "Panther"), "t1 at p3 200", ["SCORE-01"]),
        (duel("BARG", "Panther"), "t1 at p3 200 base=6", []),
        (duel("Truck", "Panther"), "t1 at p3 200", ["VEH-02"]),
        (duel("Truck", "Panther"), "t1 at p3 200 t1.base=5", []),
        (duel(), "t1 at p3 600 t1.arc=flank", []),
        (duel(), "t1 at p3 600 t1.arc=rear", ["ARC-01"]),
        (duel("StuG"), "t1 at p3 600 t1.arc=flank", ["ARC-02"]),
        (duel("LG"), "t1 at p3 600 t1.arc=rear", ["ARC-07"]),
        (duel("IG"), "t1 at p3 400 t1.arc=rear", []),
        (duel(), "t1 at p3 600 sight=no", ["COV-08"]),
        (duel(), "t1 at p3 600 p3.sight=no", []),
        (duel("LB"), "t1 at p3 sight=no", []),  # COV-13
        (duel("LB"), "t1 at p3 called=no", []),  # the throw that failed, as told (CALL-04)
        (duel("C Battery", "MB"), "t1 at p3", ["CALL-09"]),
        (duel("Panther", "Salvo RL"), "t1 at p3", ["SCORE-01", "DEP-03"]),
        (duel("Attack"), "t1 at p3 600", ["SEQ-05"]),
        (game(stand("t1", "IG", aboard="t2"), stand("t2", "M3"), stand("p3", "RG")), "t1 at p3 300", ["BUS-04"]),
        (game(stand("t1", "IG"), stand("p3", "RG", aboard="p4"), stand("p4", "M3")), "t1 at p3 300", ["BUS-05"]),
        (duel("StuG"), "t1 at p3 1600 t1.arc=rear sight=no", ["FIRE-05", "ARC-02", "COV-08"]),
    ],
)
def test_objections(state, line, rules):
    assert refused(state, line) == rules


@clause("ASP-BG-06", "ASP-BG-07")
def test_a_failed_group_may_not_open_fire_but_shoots_back():
    state = duel()
    failed = replace(state, groups={**state.groups, "kg": replace(state.groups["kg"], failed=True)})
    assert refused(failed, "t1 at p3 600") == ["BG-06"]
    assert refused(failed, "p3 at t1 600") == []
    _, asked, _ = fire(
        failed,
        "p3 at t1 600",
        detection_reply="2",
        initiative="1",
        initiative_reply="1",
        effect="11",
        effect_reply="11",
    )
    assert asked[-1] == ("effect", "effect-reply")


@clause("ASP-STAT-13")
def test_pinned_and_repulsed_stands_may_fire():
    assert refused(change(duel(), "t1", pinned=True, repulsed=True), "t1 at p3 600") == []


def test_only_what_leaves_no_number_cannot_be_overruled():
    found = asp.act("fire").objections(situation(duel("BARG", "Panther"), "t1 at p3 700 sight=no"))
    assert [(objection.rule, objection.overrulable) for objection in found] == [
        ("SCORE-01", False),
        ("FIRE-05", True),
        ("COV-08", True),
    ]
    assert says([found[0].words], "Bolt Action Rifle Group HA")
    assert found[0].retype == "t1.base=6"


@pytest.mark.parametrize(
    ("line", "dice"),
    [
        ("t1 at p3 1600", {"detection": "4", "detection_reply": "6", "initiative": "6", "initiative_reply": "1"}),
        ("t1 at p3 600 t1.sight=no", {"detection_reply": "1"}),
        ("t1 at p3 600 t1.arc=rear", {"detection_reply": "1"}),
    ],
)
def test_overruled_the_engagement_goes_on(line, dice):
    assert len(refused(duel(), line)) == 1
    outcome, _, _ = fire(duel(), line, **dice, effect="66")
    assert outcome.tally[0] == ("p3", "destroyed")


# who may shoot back


@clause("ASP-FIRE-05", "ASP-ARC-08", "ASP-ARC-02")
@pytest.mark.parametrize(
    ("state", "line", "why"),
    [
        (duel("Panther", "T34/76"), "t1 at p3 1400", "FIRE-05"),
        (duel("Panther", "BARG"), "t1 at p3 250", "SCORE-01"),
        (duel("Panther", "Truck"), "t1 at p3 250", "SCORE-01"),
        (duel("Panther", "Truck"), "t1 at p3 250 p3.base=5", ""),
        (duel("Panther", "T34/85"), "t1 at p3 600 arc=rear", "rear ARC-08"),
        (duel("Panther", "Hetzer"), "t1 at p3 600 arc=flank", "flank ARC-02"),
        (duel("Panther", "Hetzer"), "t1 at p3 600 arc=rear", "rear ARC-08"),
        (duel("Panther", "T34/85"), "t1 at p3 600 arc=flank", ""),
        (duel("Panther", "IG"), "t1 at p3 250 arc=rear", ""),
    ],
)
def test_who_may_shoot_back(state, line, why):
    assert says([situation(state, line).target.unable], why)


@clause("ASP-DET-15")
def test_a_stand_without_sight_cannot_detect():
    outcome, asked, _ = fire(duel(), "t1 at p3 600 p3.sight=no", effect="11")
    assert asked == [("effect",)]
    assert says([outcome.words[1]], "p3 t1 DET-15")


# facts


def test_what_is_assumed_is_said_once():
    assert {*left("t1 at p3 600")} >= {"t1.cover", "p3.cover", "light", "weather"}
    assert each_says(situation(duel(), "t1 at p3 600").known.assumed, "", "", "", "", "", "")


def test_what_the_game_knows_is_not_assumed():
    state = game(
        stand("t1", "Panther", moved=True), stand("p3", "RG"), light="night", weather="adverse", radar=("German",)
    )
    sit = situation(state, "t1 at p3 60m")
    assert each_says(sit.known.assumed, "", "p3", "", "")
    assert sit.known.sources["weather"] == "state"
    assert (sit.known.values["t1.moving"], sit.known.sources["t1.moving"]) == (True, "state")
    assert (sit.known.values["light"], sit.known.sources["light"]) == ("night", "state")
    assert sit.shooter.shot.radar
    assert says([sit.target.look.words], "p3 2+ t1")  # 60 of 62.5 m


def test_told_beats_the_game_and_is_noted():
    state = game(stand("t1", "Panther", moved=True), stand("p3", "RG"), light="night")
    sit = situation(state, "t1 at p3 400 light=day t1.moving=no moving=yes")
    assert each_says(sit.known.notes, "t1.moving yes", "light night day")
    assert (sit.target.seen.moving, sit.shooter.seen.moving) == (True, False)


def test_a_fact_without_an_id_is_the_targets():
    sit = situation(duel(), "t1 at p3 600 cover=hard arc=flank")
    assert (sit.shooter.shot.target_cover, sit.shooter.shot.target_arc) == ("hard", "flank")
    assert (sit.target.shot.target_cover, sit.target.shot.target_arc) == ("none", "front")
    sit = situation(duel(), "t1 at p3 600 t1.cover=cover t1.arc=flank sight=no")
    assert (sit.target.shot.target_cover, sit.target.shot.target_arc) == ("cover", "flank")
    assert (sit.shooter.shot.target_cover, sit.shooter.sees, sit.target.sees) == ("none", False, False)


@pytest.mark.parametrize(
    ("line", "distance"),
    [("t1 at p3 0", 0), ("t1 at p3 contact", 0), ("range=600m t1 at p3", 600), ("T1 at P3 600m", 600)],
)
def test_ways_to_tell_the_distance(line, distance):
    sit = situation(duel(), line)
    assert sit.distance == distance
    assert says([sit.title], "t1 p3", distance or "", "B")


@pytest.mark.parametrize(
    ("line", "kind", "about", "hint"),
    [
        ("t1 at p3", Missing, "t1 p3", "add the distance: fire t1 at p3 600"),
        ("t1 p3 600", HowMany, "FIRE-01", "for example: fire t1 at p3 600"),
        ("t1 at p3 p4 600", HowMany, "FIRE-01", "for example: fire t1 at p3 600"),
        ("at p3 600", HowMany, "FIRE-01", "for example: fire t1 at p3 600"),
        ("t9 at p3 600", UnknownName, "stand t9", "did you mean t1 or t2?"),
        ("kg at p3 600", WrongSort, "kg", "name one of its stands"),
        ("t1 at t2 600", WrongSide, "t1 t2", "name an enemy stand as the target"),
        ("t1 at p4 600", Gone, "p4", "`umpire status` lists the stands in play"),
        ("t1 at p3 600 rnage=3", Unasked, "rnage", "did you mean range?"),
        ("t1 at p3 600 p4.cover=hard", Misplaced, "p4.cover p4", "for example: p3.cover=hard"),
        ("t1 at p3 600 called=no", Unasked, "called", ""),
        ("t1 at p3 600 cover=wod", BadValue, "cover wod", "did you mean wood or wood-edge?"),
        ("t1 at p3 600 option=H", BadValue, "H", "one of: B, C, D, E, F"),
        ("t1 at p3 600 option=A", BadValue, "A", "option=B fires halted"),
        ("t1 at p3 range=-5", BadValue, "range -5", "type a number from 0 to 100000, such as 6 or 6.5"),
    ],
)
def test_mistakes(line, kind, about, hint):
    state = game(
        stand("t1", "Panther"), stand("t2", "Panther"), stand("p3", "T34/85"), stand("p4", "RG", destroyed=True)
    )
    with mistaken(kind, about=about, hint=hint):
        situation(state, line)


def test_no_die_is_thrown_in_building_a_situation_and_every_fact_is_named_in_the_help():
    facts = {name.rpartition(".")[2] for name in situation(duel("LB"), "t1 at p3").known.sources}
    driven = situation(duel(), "t1 at p3 600 option=C metres=9 bad=1")
    moves = {name.rpartition(".")[2] for name in driven.known.sources}
    named = (facts | moves) - {"row", "column"} | {"range", "base", "hq", "call", "called", "detects"}
    assert named == set(asp.act("fire").facts)


@clause("ASP-STAT-06", "ASP-FIRE-08")
def test_a_pin_lifted_by_the_first_shot_does_not_burden_the_second():
    rules = table(simultaneous="winner_first", pin_clear="first_non_P_shot")
    state = change(duel(), "p3", pinned=True)
    dice = {"detection_reply": "6", "initiative": "4", "initiative_reply": "3", "effect": "11", "effect_reply": "11"}
    _, _, pools = fire(state, "t1 at p3 600", rules, **dice)
    assert "SCORE-05" not in [line.rule for line in pools["effect-reply"].lines if line.applied]
    _, _, pools = fire(state, "t1 at p3 600", table(simultaneous="winner_first"), **dice)
    assert "SCORE-05" in [line.rule for line in pools["effect-reply"].lines if line.applied]

"""Tests of every modifier row of the table, on its throw; and of the distances of detection."""

from fractions import Fraction

import pytest

from tests.asp.games import TABLE
from tests.catalogue import says
from tests.clauses import clause
from umpire.core.pools import DiceLine
from umpire.game.distances import decimal
from umpire.rulesets.asp.fire.detection import Seen, Shot, distances, look


def lines(at: str, **shot: object) -> list[DiceLine]:
    return list(TABLE.modifiers.lines(at, Shot(**shot), "t1"))  # type: ignore[arg-type]


def counted(at: str, **shot: object) -> list[tuple[int, str]]:
    return [(line.amount, line.rule) for line in lines(at, **shot) if line.applied]


def why_not(at: str, words: str, **shot: object) -> str:
    (line,) = [line for line in lines(at, **shot) if line.words == words]
    return line.why_not


@pytest.mark.parametrize("at", ["detection", "initiative", "effect"])
def test_nothing_special_is_no_modifier_and_every_line_says_why(at):
    assert counted(at, by_infantry=True) == []
    assert all(line.why_not for line in lines(at))


@clause("ASP-DET-05")
def test_option_b():
    assert counted("detection", option="B") == [(1, "DET-05")]
    assert counted("detection", option="C") == []
    assert why_not("detection", "firing on option B", option="C") == "it fires on option C"


@clause("ASP-DET-05")
def test_fire_marker():
    assert counted("detection", target_fire_marker=True) == [(1, "DET-05")]


@clause("ASP-DET-06")
def test_both_still_give_one():
    assert counted("detection", option="B", target_fire_marker=True) == [(1, "DET-05"), (1, "DET-05"), (-1, "DET-06")]


@clause("ASP-INIT-01")
@pytest.mark.parametrize(
    ("shot", "amount"),
    [
        ({"higher_grade": True}, 1),
        ({"target_fire_marker": True}, 1),
        ({"detected": True}, 3),
        ({"markers": 1}, -1),
        ({"markers": 4}, -4),
        ({"can_affect": False}, -2),
    ],
)
def test_as_the_rule_says(shot, amount):
    assert counted("initiative", **shot) == [(amount, "INIT-01")]


@clause("ASP-SCORE-03")
@pytest.mark.parametrize("option", "CDEF")
def test_options_that_move(option):
    assert counted("effect", option=option) == [(1, "SCORE-03")]


@clause("ASP-SCORE-03", "ASP-SCORE-12")
def test_not_on_option_b_nor_shooting_back():
    assert counted("effect", option="B") == counted("effect", option="") == []
    words = "fire with an option that also moves"
    assert why_not("effect", words, option="") == "it takes no option"


@clause("ASP-SCORE-04", "ASP-SCORE-06", "ASP-COV-10")
def test_cover_and_hard_cover_do_not_add_up():
    assert counted("effect", target_cover="cover") == [(1, "SCORE-04")]
    assert counted("effect", target_cover="hard") == [(2, "SCORE-06")]
    assert why_not("effect", "target in cover", target_cover="hard") == "hard cover counts instead"


@clause("ASP-SCORE-05", "ASP-SCORE-07", "ASP-SCORE-13")
def test_pinned_and_repulsed_add_up():
    assert counted("effect", pinned=True) == [(1, "SCORE-05")]
    assert counted("effect", repulsed=True) == [(2, "SCORE-07")]
    assert counted("effect", pinned=True, repulsed=True) == [(1, "SCORE-05"), (2, "SCORE-07")]


@clause("ASP-SCORE-08", "ASP-SCORE-09")
def test_flank_and_rear_of_a_vehicle():
    assert counted("effect", target_arc="flank", target_faces=True) == [(-2, "SCORE-08")]
    assert counted("effect", target_arc="rear", target_faces=True) == [(-3, "SCORE-09")]


@clause("ASP-ARC-05")
def test_no_flank_or_rear_on_foot():
    assert counted("effect", target_arc="flank") == counted("effect", target_arc="rear") == []
    assert why_not("effect", "at the rear arc", target_arc="rear") == "only a ground vehicle has a flank and a rear"


@clause("ASP-SCORE-10")
@pytest.mark.parametrize(("by_infantry", "amount"), [(True, 0), (False, -1)])
def test_skirts(by_infantry, amount):
    shot = {"target_arc": "flank", "target_faces": True, "target_skirts": True, "by_infantry": by_infantry}
    assert counted("effect", **shot) == [(amount, "SCORE-10")]


@clause("ASP-SCORE-11")
def test_skirts_leave_the_rear():
    assert counted("effect", target_arc="rear", target_faces=True, target_skirts=True) == [(-3, "SCORE-09")]


@clause("ASP-EFF-03")
def test_markers_of_the_target():
    assert counted("effect", target_markers=3) == [(3, "EFF-03")]


@clause("ASP-EFF-10")
@pytest.mark.parametrize("row", ["Mortars", "LB", "MB", "HB", "C", "SRL"])
def test_late_british_artillery(row):
    assert counted("effect", late_british=True, row=row) == [(1, "EFF-03")]
    assert counted("effect", late_british=True, row="MG") == []


@clause("ASP-EFF-03")
@pytest.mark.parametrize("row", ["RG", "IG"])
def test_light_mortars(row):
    assert counted("effect", light_mortars=True, row=row) == [(1, "EFF-03")]
    assert counted("effect", light_mortars=True, row="BARG") == []


@clause("ASP-EFF-03")
def test_transport_aircraft():
    assert counted("effect", target_transport=True) == [(2, "EFF-03")]


@clause("ASP-EFF-03", "ASP-EFF-12")
def test_aircraft_at_night():
    assert counted("effect", column="AC", light="night") == [(-2, "EFF-03")]
    assert counted("effect", column="AC", light="night", radar=True) == []
    assert counted("effect", column="AC", light="twilight") == []
    assert counted("effect", column="HA", light="night") == []


# detection

VEHICLE, INFANTRY = "vehicle", "infantry"


@clause("ASP-TIME-06", "ASP-TIME-08", "ASP-WX-02", "ASP-WX-03", "ASP-DET-12")
@pytest.mark.parametrize(
    ("seen", "light", "weather", "near", "far"),
    [
        (Seen(VEHICLE, "none", False), "day", "fair", 1000, 2000),
        (Seen(VEHICLE, "none", True), "night", "fair", 125, 125),  # TIME-08
        (Seen(INFANTRY, "cover", False), "night", "fair", 0, 75),  # TIME-08
        (Seen(INFANTRY, "cover", True), "night", "fair", 75, 75),
        (Seen(INFANTRY, "none", True), "twilight", "fair", 375, 750),  # TIME-06
        (Seen(VEHICLE, "hard", True), "day", "adverse", 250, 500),  # COV-11, WX-02
        (Seen(VEHICLE, "none", False), "twilight", "adverse", 250, 500),  # WX-03
        (Seen(VEHICLE, "none", True), "night", "adverse", Fraction("62.5"), Fraction("62.5")),  # WX-03
        (Seen(INFANTRY, "cover", False), "night", "adverse", 0, Fraction("37.5")),  # WX-03
        (Seen("aircraft", "hard", False), "day", "fair", 2500, 5000),  # DET-12
    ],
)
def test_distances(seen, light, weather, near, far):
    assert distances(TABLE, seen, light, weather) == (near, far)


@clause("ASP-DET-03", "ASP-DET-04", "ASP-DET-08")
@pytest.mark.parametrize(
    ("distance", "answer", "chance"),
    [(0, "throw", 5), (250, "throw", 5), (251, "throw", 2), (500, "throw", 2), (501, "cannot", 0)],
)
def test_bands_and_chances_out_of_six(distance, answer, chance):
    found = look(TABLE, "detection", "German", "t1", "p3", Seen(INFANTRY, "none", False), distance, Shot(), "fair")
    assert found.answer == answer
    assert (found.pool.reading.chances(1, 6)[True] if found.pool else 0) == chance


@clause("ASP-DET-05", "ASP-DET-08")
@pytest.mark.parametrize(("distance", "answer", "chance"), [(250, "detects", 6), (500, "throw", 3), (501, "cannot", 0)])
def test_chances_with_one_more(distance, answer, chance):
    shot = Shot(option="B", target_fire_marker=True)
    found = look(TABLE, "detection", "German", "t1", "p3", Seen(INFANTRY, "none", False), distance, shot, "fair")
    assert found.answer == answer
    assert (found.pool is None) == (chance in (0, 6))
    if found.pool:
        assert found.pool.reading.chances(1, 6) == {True: chance, False: 6 - chance}
        assert found.pool.sum("need") == 5


@clause("ASP-DET-10")
def test_contact():
    seen = Seen(INFANTRY, "cover", False)
    found = look(TABLE, "detection", "German", "t1", "p3", seen, 0, Shot(), "fair")
    assert found.pool
    assert found.pool.sum("need") == 2
    assert says([found.pool.lines[0].words], "infantry stationary")
    assert look(TABLE, "detection", "German", "t1", "p3", seen, 1, Shot(), "fair").pool.sum("need") == 5


def test_words_of_distances():
    assert [decimal(Fraction(text)) for text in ("125", "62.5", "31.25", "0", "1000")] == [
        "125",
        "62.5",
        "31.25",
        "0",
        "1000",
    ]
    words = look(
        TABLE, "k", "German", "t1", "p3", Seen(INFANTRY, "hard", False), 40, Shot(light="night"), "adverse"
    ).words
    assert says([words], "t1 p3 40 37.5 WX-03")

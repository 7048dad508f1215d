"""Tests of terrain: going by terrain and mover, cover and sight, every row typed in by hand."""

import pytest

from tests.asp.games import ROWS, TABLE, change, duel, fire, game, refused, situation, stand
from tests.asp.play import Game
from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from umpire.core.mistakes import BadValue
from umpire.rulesets.asp.field.terrain import going, ground, mover_of, terrain_named

MOVERS = ("infantry", "jungle-trained", "gun", "wheeled", "half-track", "tracked", "road")
# terrain: infantry, jungle-trained infantry, man-handled gun, wheeled, half-track, full-tracked, anybody by road
MATRIX = {
    "open": "G G G G G G G",
    "SFH": "B B B X X X G",
    "SFH-jungle": "X B X X X X B",
    "LFA": "G G G X X B G",
    "LFA-jungle": "B G B X X X G",
    "H": "G G G X X B G",
    "hill": "G G B B B B G",
    "BUA": "G G B B B B G",
    "wood": "G G G X X B G",
    "wood-jungle": "B G B X X X G",
    "river": "X X X X X X G",
}


@clause("ASP-TERR-01 to 14")
@pytest.mark.parametrize("terrain", MATRIX)
def test_the_matrix(terrain):
    row = [going(TABLE, terrain, mover) for mover in MOVERS[:-1]]
    row.append(going(TABLE, terrain, "tracked", road=True))
    assert " ".join(row) == MATRIX[terrain]
    roads = {going(TABLE, terrain, mover, road=True) for mover in MOVERS[:-1]}
    assert roads == {MATRIX[terrain].split()[-1]}  # by road, all have the same going


@clause("ASP-TERR-01")
def test_no_other_rows():
    assert {name for name, row in ROWS["going"].items() if isinstance(row, str)} == set(MATRIX)
    assert tuple(ROWS["going"]["movers"]) == MOVERS


@pytest.mark.parametrize(
    ("name", "row"),
    [("O", "open"), ("rise", "hill"), ("MBUA", "BUA"), ("forest", "LFA"), ("jungle", "LFA-jungle"), ("highland", "H")],
)
def test_other_names_of_terrain(name, row):
    assert terrain_named(TABLE, name) == row
    assert terrain_named(TABLE, name.lower()) == row
    with mistaken(BadValue, "swamp"):
        terrain_named(TABLE, "swamp")


@clause("ASP-TERR-03", "ASP-TERR-04", "ASP-TERR-06", "ASP-TERR-07")
def test_jungle_told_apart():
    assert going(TABLE, "SFH", "infantry", jungle=True) == "X"
    assert going(TABLE, "SFH", "jungle-trained", jungle=True) == "B"
    assert going(TABLE, "LFA", "infantry", jungle=True) == "B"
    assert going(TABLE, "LFA", "jungle-trained", jungle=True) == "G"
    assert going(TABLE, "hill", "tracked", jungle=True) == "B"


@clause("ASP-TERR-09", "ASP-TERR-15")
def test_the_worst_of_what_is_there():
    assert going(TABLE, ["LFA", "hill"], "gun") == "B"
    assert going(TABLE, ["hill", "LFA"], "wheeled") == "X"
    assert going(TABLE, [], "tracked") == "G"
    assert ground(TABLE, "wood+hill", "infantry") == "G"
    assert ground(TABLE, "wood+hill", "tracked") == "B"
    assert ground(TABLE, "road+SFH-jungle", "tracked") == "B"


@clause("ASP-TERR-10")
@pytest.mark.parametrize(
    ("type_name", "fields", "mover"),
    [
        ("IG", {}, "infantry"),
        ("BARG", {"jungle": True}, "jungle-trained"),
        ("HMG", {}, "gun"),
        ("Mortars", {}, "gun"),
        ("MG", {}, "gun"),
        ("Panther", {}, "tracked"),
        ("Matilda", {}, "tracked"),
        ("M3", {}, "half-track"),
        ("Truck", {}, "wheeled"),
    ],
)
def test_who_goes_as_what(type_name, fields, mover):
    assert mover_of(TABLE, stand("t1", type_name, **fields)) == mover
    assert mover_of(TABLE, stand("t1", "HG"), TABLE.type("M3")) == "half-track"


@clause("ASP-TERR-02 to 14")
@pytest.mark.parametrize(
    ("type_name", "line", "rules"),
    [
        ("Panther", "500 going=LFA", []),
        ("Panther", "501 going=LFA", ["MOVE-01"]),
        ("Panther", "100 going=SFH", ["TERR-02"]),
        ("Panther", "1000 going=road+SFH", []),
        ("Panther", "501 going=road+SFH-jungle", ["MOVE-01"]),
        ("M3", "100 going=LFA", ["TERR-05"]),
        ("M3", "100 going=H", ["TERR-08"]),
        ("M3", "100 going=hill+river", ["TERR-12"]),
        ("Truck", "100 going=wood", ["TERR-11"]),
        ("RG", "100 going=SFH-jungle", ["TERR-03"]),
        ("Panther", "100 going=LFA-jungle", ["TERR-06"]),
        ("RG", "250 going=SFH", []),
        ("RG", "251 going=SFH", ["MOVE-01"]),
        ("RG", "500 going=wood+hill", []),
    ],
)
def test_moves_are_told_by_terrain(type_name, line, rules):
    assert Game(duel(type_name), kept=False).refused(f"move t1 {line}") == rules
    assert Game(duel(type_name), kept=False).refused(f"march t1 {line}") == [
        rule for rule in rules if rule != "MOVE-01"
    ]


@clause("ASP-TERR-16")
def test_two_goings_in_proportion():
    moving = Game(duel("Panther"), kept=False)
    assert moving.refused("move t1 750 bad=250") == []
    assert moving.refused("move t1 751 bad=251") == ["MOVE-01"]


def test_terrain_that_is_none():
    for line in ("move t1 100 going=swamp", "move t1 100 going=road+swamp", "fire t1 at p3 600 option=C going=wood+x"):
        with mistaken(BadValue):
            Game(duel(), kept=False).refused(line)


# cover


@clause("ASP-COV-01 to 07", "ASP-COV-09", "ASP-COV-12")
@pytest.mark.parametrize(
    ("place", "cover", "within"),
    [
        ("crest", "cover", None),
        ("wood-edge", "cover", None),
        ("wood", "cover", 250),
        ("town-edge", "hard", None),
        ("town", "hard", 250),
        ("dug-in", "hard", None),
        ("cover", "cover", None),
        ("hard", "hard", None),
        ("none", "none", None),
    ],
)
def test_where_a_stand_is(place, cover, within):
    sit = situation(duel(), f"t1 at p3 200 cover={place}")
    assert (sit.target.seen.cover, sit.target.seen.within) == (cover, within)
    assert sit.shooter.shot.target_cover == cover
    assert list(ROWS["cover"]) == ["none", "cover", "hard", "crest", "wood-edge", "wood", "town-edge", "town", "dug-in"]


@clause("ASP-COV-10")
def test_cover_and_hard_cover_do_not_add_and_the_better_counts():
    dug_in = change(duel(), "p3", dug_in=True)
    for line in ("t1 at p3 200", "t1 at p3 200 cover=wood", "t1 at p3 200 cover=wood-edge"):
        assert situation(dug_in, line).shooter.shot.target_cover == "hard"
    _, _, pools = fire(dug_in, "t1 at p3 200 cover=wood", detection_reply="1", effect="11")
    needs = [line.amount for line in pools["effect"].lines if line.rule in ("SCORE-04", "SCORE-06") and line.applied]
    assert needs == [2]


@clause("ASP-ENG-02", "ASP-SCORE-06", "ASP-CALL-09")
@pytest.mark.parametrize(("dug_in", "cover"), [(True, "hard"), (False, "none")])
def test_a_battery_off_the_table_may_be_dug_in(dug_in, cover):
    state = game(stand("t1", "C Battery"), stand("p3", "LB", dug_in=dug_in, fired=True))
    assert situation(state, "t1 at p3").shooter.shot.target_cover == cover
    assert refused(state, "t1 at p3") == []


@clause("ASP-COV-09", "ASP-COV-10")
def test_a_cover_told_replaces_that_of_a_dug_in_stand():
    dug_in = change(duel("RG", "RG"), "p3", dug_in=True)
    for cover in ("none", "cover"):
        told = situation(dug_in, f"t1 at p3 100 p3.cover={cover}")
        plain = situation(duel("RG", "RG"), f"t1 at p3 100 p3.cover={cover}")
        assert told.shooter.shot.target_cover == cover
        assert told.shooter.look.words == plain.shooter.look.words
        assert each_says(told.known.notes, f"p3.cover dug-in {cover}")
    for line in ("t1 at p3 100", "t1 at p3 100 cover=dug-in", "t1 at p3 100 cover=hard", "t1 at p3 100 cover=wood"):
        sit = situation(dug_in, line)
        assert sit.shooter.shot.target_cover == "hard"
        assert sit.known.notes == []
    assert "COV-05" in refused(dug_in, "t1 at p3 300 cover=wood")


@clause("ASP-COV-11")
def test_both_covers_are_cover_to_the_eye():
    for cover in ("cover", "hard", "crest", "town"):
        words = situation(duel("RG", "RG"), f"t1 at p3 126 cover={cover}").shooter.look.words
        assert says([words], "126 125")


@clause("ASP-COV-05", "ASP-COV-08")
def test_deep_in_a_wood_seen_from_250_m_only():
    state = duel("Panther", "RG")
    assert refused(state, "t1 at p3 250 cover=wood moving=yes") == []
    assert refused(state, "t1 at p3 251 cover=wood moving=yes") == ["COV-05"]
    assert refused(state, "t1 at p3 251 cover=town moving=yes") == ["COV-05"]
    assert refused(state, "t1 at p3 251 cover=wood") == ["COV-05", "DET-04"]
    assert refused(state, "t1 at p3 251 sight=no") == ["COV-08"]
    sit = situation(state, "t1 at p3 400 t1.cover=wood")
    assert says([sit.target.look.words], "t1 deep in wood 250 COV-05")
    assert sit.target.look.answer == "cannot"


@clause("ASP-COV-06")
def test_an_edge_is_seen_at_any_range():
    assert refused(duel(), "t1 at p3 1000 cover=town-edge moving=yes") == []


@clause("ASP-COV-13")
def test_a_called_barrage_is_not_stopped():
    state = game(stand("t1", "LB"), stand("t2", "Truck"), stand("p3", "RG"))
    assert refused(state, "t1 at p3 cover=town") == []
    mortars = game(stand("t1", "Mortars"), stand("p3", "RG"))
    assert refused(mortars, "t1 at p3 450 cover=town moving=yes called=yes") == ["COV-05"]


@clause("ASP-COV-14")
def test_smoke_blocks_sight():
    assert refused(duel(), "t1 at p3 600 sight=no") == ["COV-08"]


@clause("ASP-ENG-03")
def test_who_moves_is_no_longer_dug_in():
    playing = Game(change(duel(), "t1", dug_in=True), kept=False)
    playing.say("move t1 100")
    assert not playing.stand("t1").dug_in
    playing = Game(change(duel("Panther", "T34/85", soviet="B"), "p3", dug_in=True), kept=False)
    outcome = playing.say("fire t1 at p3 250", detection_reply="1", effect="65")
    assert outcome.tally[0] == ("p3", "repulsed")
    assert not playing.stand("p3").dug_in

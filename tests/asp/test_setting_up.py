"""Tests of setting up a table: scale, zone, terrain, edges, season, hour and weather, every row typed in by hand."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.asp.games import ROWS, TABLE, duel
from tests.asp.play import Game
from tests.catalogue import each_says, hear, mistaken, says
from tests.clauses import clause
from umpire.core.mistakes import BadValue, HowMany, Misplaced, Missing, NotNow, Unasked
from umpire.core.odds import TooMany, explain, odds
from umpire.core.readings import Each
from umpire.game.distances import decimal
from umpire.game.facts import parse_told
from umpire.rulesets.asp import FAMILY as asp
from umpire.rulesets.asp.field.light import light_of, lit_at
from umpire.rulesets.asp.field.setting_up import NAMES
from umpire.rulesets.asp.field.terrain import on_table
from umpire.rulesets.asp.group.sequence import later
from umpire.rulesets.asp.state import Army, Clock, Mark, Scene, ruler

ALL = ("time", "weather")


def setting(kept: bool = False, **fields) -> Game:
    """Return a game before its first turn, with this scene."""
    scene = Scene(**{"modules": ALL, **fields})
    return Game(replace(duel(), scene=scene), kept=kept)


# scale


@clause("ASP-SCALE-01")
@pytest.mark.parametrize(
    ("scale", "length", "thousand", "a_unit"),
    [
        ("2mm", "1 cm", "4 cm", Fraction(250)),
        ("6mm", "1 in", "4 in", Fraction(250)),
        ("10mm", "2 in", "8 in", Fraction(125)),
        ("12mm", "2 in", "8 in", Fraction(125)),
        ("15mm", "3 in", "12 in", Fraction(250, 3)),
        ("20mm", "4 in", "16 in", Fraction(125, 2)),
        ("1/72", "4 in", "16 in", Fraction(125, 2)),
        ("HO/OO", "4 in", "16 in", Fraction(125, 2)),
        ("25mm", "6 in", "24 in", Fraction(125, 3)),
        ("1/35", "8 in", "32 in", Fraction(125, 4)),
        ("50mm", "8 in", "32 in", Fraction(125, 4)),
    ],
)
def test_lengths_for_250_m(scale, length, thousand, a_unit):
    assert on_table(250, scale, TABLE) == f"250 m ({length})"
    assert on_table(1000, scale, TABLE) == f"1000 m ({thousand})"
    unit = length.split()[1]
    assert ruler(Scene(scale), TABLE).read("range")(f"1{unit}") == a_unit


@clause("ASP-SCALE-01")
def test_no_other_scales():
    assert len(TABLE.sections["scales"]) == 11


@clause("ASP-SCALE-02")
def test_the_worked_case_and_a_game_without_a_scale():
    assert on_table(750, "15mm", TABLE) == "750 m (9 in)"
    assert on_table(750, "", TABLE) == "750 m"
    assert on_table(Fraction(125, 2), "6mm", TABLE) == "62.5 m (0.25 in)"
    assert decimal(Fraction(1, 3)) == "0.33"


@clause("ASP-SCALE-02")
def test_hands_hear_the_length_on_this_table():
    game = setting(scale="15mm")
    outcome = game.say("fire t1 at p3 600", detection_reply="1", effect="54")
    assert says(outcome.instructions, "MOVE p3 500 6 in t1")


@clause("ASP-SCALE-02")
def test_moves_too():
    assert setting(scale="15mm").say("move t1 250").instructions[0] == "MOVE t1 250 m (3 in)"
    assert says([setting(scale="15mm").say("move t1").instructions[0]], "MOVE t1 1000 12 in")
    assert setting(scale="2mm").say("march t1 2500").instructions[0] == "MOVE t1 2500 m (10 cm)"
    outcome = setting(scale="6mm").say(
        "fire t1 at p3 600 option=C metres=250", detection="2", detection_reply="1", effect="11"
    )
    assert outcome.instructions[0] == "MOVE t1 250 m (1 in)"


@clause("ASP-SCALE-03", "ASP-SCALE-04")
def test_a_player_turn_is_twenty_minutes():
    effects, words = later(setting(minute=17 * 60 + 50, season="Spring").state, TABLE)
    assert [(each.name, each.value) for each in effects] == [("minute", 18 * 60 + 10)]
    assert each_says(words, "18:10 night 125 75 TIME-07")
    assert later(setting().state, TABLE) == ((), ())
    assert later(setting(minute=23 * 60 + 50).state, TABLE)[0][0].value == 10


@clause("ASP-SCALE-04")
def test_handing_the_turn_over_moves_the_clock():
    game = setting(kept=True, minute=600, season="Summer")
    game.state = replace(game.state, clock=Clock(turn=1, first="German", side="German", step=5))
    game.say("next")
    assert game.state.scene.minute == 620
    assert game.state.clock.side == "Soviet"


@clause("ASP-SCALE-05", "ASP-SCALE-06")
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("72x48", "18000 12000 6 3000 SCALE-05"),
        ("6x4ft", "18000 12000 6 3000 SCALE-05"),
        (
            "96x40",
            "24000 10000 8 3000 SCALE-05",
        ),
    ],
)
def test_battle_groups_that_fit(typed, words):
    assert each_says(setting(scale="6mm").say(f"setup {typed}").words, words)


def test_the_scale_is_told_with_the_table():
    game = setting()
    outcome = game.say("setup scale=15mm 72x48")
    assert says([outcome.words[0]], "15mm 250 3 in 1000 12 SCALE-01")
    assert says([outcome.words[1]], "6000 4000 2")
    assert game.state.scene.scale == "15mm"
    assert says([setting(scale="2mm").say("setup 1x1ft").words[0]], "7620")


# zone


@clause("ASP-ZONE-01", "ASP-ZONE-02")
@pytest.mark.parametrize(
    ("die", "zone"),
    [("1", "Desert"), ("2", "Steppe"), ("3", "Tropical"), ("4", "Temperate"), ("5", "Temperate"), ("6", "Cold")],
)
def test_the_die(die, zone):
    game = setting()
    outcome = game.say("setup zone", zone=die)
    assert game.state.scene.zone == zone
    assert each_says(outcome.words, f"{zone} ZONE-02")
    assert f"{zone}: {ROWS['zone'][zone]} (" in outcome.words[0]


@clause("ASP-ZONE-02")
def test_regions():
    regions = {name: words for name, words in ROWS["zone"].items() if name != "die"}
    assert regions == {
        "Desert": "North Africa",
        "Steppe": "Poland, East Russia",
        "Tropical": "Burma, South China, Indo-China",
        "Temperate": "Europe",
        "Cold": "Japan, Manchuria, Finland, Russia",
    }


def homes(german: str, soviet: str) -> dict[str, Army]:
    return {"de": Army("de", "German", zone=german), "su": Army("su", "Soviet", zone=soviet)}


@clause("ASP-ZONE-03")
def test_the_same_home_needs_no_die_and_different_homes_are_diced_for():
    game = setting(armies=homes("Cold", "Cold"))
    game.say("setup zone")
    assert game.state.scene.zone == "Cold"
    game = setting(armies=homes("Temperate", "Cold"))
    referee = {"German": "2", "Soviet": "5"}
    outcome, fallen = dice_off(game, "setup zone", referee, "Temperate")
    assert fallen == ["zone", "zone"]
    assert game.state.scene.zone == "Temperate"
    assert says([outcome.words[0]], "Temperate")
    game = setting(armies=homes("Temperate", "Cold"))
    dice_off(game, "setup zone", referee, "")
    assert game.state.scene.zone == "Cold"  # the winner's own is the first option


@clause("ASP-ZONE-04")
def test_one_home_alone_leaves_it_to_the_die():
    game = setting(armies=homes("Temperate", ""))
    game.say("setup zone", zone="1")
    assert game.state.scene.zone == "Desert"


def dice_off(game: Game, line: str, dice: dict[str, str], chosen: str):
    """Return the throws of a dice-off. Both have one key, so they are distinguished by side."""
    from tests.asp.play import Referee
    from umpire.core.dice import read_told
    from umpire.core.procedure import resolve

    asked: list[str] = []

    class BySide(Referee):
        def throw(self, pools):
            asked.extend(pool.key for pool in pools)
            return tuple(read_told(dice[pool.side], pool) for pool in pools)

    verb, *words = line.split()
    act = asp.act(verb)
    sit = act.situate(game.state, game.table, parse_told(words, act.connectors, act.bare))
    referee = BySide({})
    referee.chosen = chosen
    outcome, _ = resolve(act.procedure(sit), referee)
    if not outcome.is_tie_reroll:
        game.state = asp.apply(game.state, outcome.effects, game.table)
    return outcome, asked


# terrain


@clause("ASP-TGEN-02", "ASP-TGEN-04", "ASP-TGEN-05")
@pytest.mark.parametrize(
    ("zone", "majors", "built_up", "minor"),
    [
        ("Desert", "H H O O O O", 6, 1),
        ("Steppe", "H LFA LFA O O O", 6, 1),
        ("Tropical", "SFH SFH LFA LFA O O", 5, 2),
        ("Temperate", "SFH H LFA H O O", 5, 2),
        ("Cold", "LFA H LFA H O O", 5, 1),
    ],
)
def test_rows_of_the_zones(zone, majors, built_up, minor):
    row = TABLE.sections["terrain"][zone]
    assert (" ".join(row["major"]), row["mbua"], row["minor_dice"]) == (majors, built_up, minor)


@clause("ASP-TGEN-02")
def test_no_other_zones():
    assert [name for name, row in ROWS["terrain"].items() if isinstance(row, dict)] == [
        name for name in ROWS["zone"] if name != "die"
    ]


def terrain(zone: str, squares: int, **dice: str) -> tuple[Game, tuple[str, ...]]:
    game = setting(zone=zone)
    outcome = game.say(f"setup terrain {squares}", **dice)
    return game, outcome.words


@clause("ASP-TGEN-01", "ASP-TGEN-02", "ASP-TGEN-04 to 06")
def test_one_square_in_two_questions():
    game, words = terrain("Temperate", 1, major="2", built_up="5", minor="14", types="13562")
    assert game.asked == [("major", "built-up", "minor"), ("types",)]
    assert says([words[0]], NAMES["H"], NAMES["hill"], NAMES["BUA"], NAMES["wood"])
    assert re.findall(r"\d", words[0]) == ["1", "2", "1", "2"], "the square, woods, built-up areas, hills"
    (square,) = game.state.scene.terrain
    assert words[0].endswith(f" 1: {square}")


@clause("ASP-TGEN-04")
def test_the_score_for_a_built_up_area():
    assert not says([terrain("Temperate", 1, major="5", built_up="4", minor="11", types="56")[1][0]], "built-up")
    assert not says([terrain("Desert", 1, major="5", built_up="5", minor="1", types="5")[1][0]], "built-up")
    assert says([terrain("Desert", 1, major="5", built_up="6", minor="1", types="5")[1][0]], "built-up")


@clause("ASP-TGEN-06")
@pytest.mark.parametrize(
    ("die", "feature"),
    [("1", "wood"), ("2", "wood"), ("3", "BUA"), ("4", "BUA"), ("5", "hill"), ("6", "hill")],
)
def test_types_of_minor_features(die, feature):
    _, words = terrain("Steppe", 1, major="6", built_up="1", minor="1", types=die)
    assert says([words[0]], f"1 open {NAMES[feature]}")
    assert [name for name in NAMES.values() if name in words[0]] == [NAMES["O"], NAMES[feature]]


@clause("ASP-TGEN-07")
@pytest.mark.parametrize(("zone", "major"), [("Tropical", "1"), ("Tropical", "3"), ("Cold", "1")])
def test_woods_are_ignored_where_all_is_forest(zone, major):
    dice = {"minor": "12" if zone == "Tropical" else "3", "types": "126"}
    _, words = terrain(zone, 1, major=major, built_up="1", **dice)
    assert says([words[0]], f"1 {NAMES['hill']}")
    assert not says([words[0]], NAMES["wood"])
    _, words = terrain("Cold", 1, major="1", built_up="1", minor="1", types="2")
    assert not any(says([words[0]], NAMES[minor]) for minor in ("wood", "BUA", "hill"))
    assert re.findall(r"\d", words[0]) == ["1"], "the square, and no feature"


@clause("ASP-TGEN-03", "ASP-TGEN-08", "ASP-TGEN-09")
def test_sizes_are_said_with_the_squares():
    game = setting(zone="Desert", scale="6mm")
    outcome = game.say("setup terrain 1", major="6", built_up="1", minor="1", types="5")
    assert says([outcome.words[-1]], "TGEN-03 750 3 in 250 1 TGEN-08 built-up 2000 8 TGEN-09")


@pytest.mark.slow
@clause("ASP-TGEN-02", "ASP-TGEN-04", "ASP-TGEN-05")
def test_terrain_is_foreseen_and_explained_in_words():
    game = setting(zone="Temperate")
    act, sit = game._situation("setup terrain 1")
    found = odds(lambda: act.procedure(sit))
    open_and_built_up = sum(
        weight for outcome, weight in found.outcomes if outcome.tally[0][1].startswith(f"{NAMES['O']}, ")
    )
    assert Fraction(open_and_built_up, found.total) == Fraction(2, 6) * Fraction(2, 6)
    after = [one.after for one in explain(lambda: act.procedure(sit))]
    assert says([hang for hanging in after for hang in hanging], NAMES["SFH"], 2)


@clause("ASP-TGEN-01")
def test_twelve_squares_in_one_command(monkeypatch):
    from umpire.core.answers import Answers
    from umpire.core.dice import SeededDice
    from umpire.core.procedure import resolve

    game = setting(zone="Temperate")
    act = asp.act("setup")
    sit = act.situate(game.state, TABLE, parse_told(["terrain", "12"], act.connectors, act.bare))
    outcome, answers = resolve(act.procedure(sit), Answers(SeededDice("9"), 0, roll_rest=True))
    labels = [answer.pool.label for answer in answers if answer.pool.key == "major"]
    assert each_says(labels, *map(str, range(1, 13)))
    assert each_says([line.split(":")[0] for line in outcome.words[:12]], *map(str, range(1, 13)))
    monkeypatch.setattr("umpire.core.odds.MOST_PATHS", 500)
    with mistaken(TooMany, about="500"):
        odds(lambda: act.procedure(sit))


def test_TGEN_chances_of_minor_features_add_up():
    types = Each(((1, "wood"), (3, "BUA"), (5, "hill")))
    chances = types.chances(3, 6)
    assert sum(chances.values()) == 216
    assert chances["3 wood"] == 8
    assert chances["1 wood, 1 BUA, 1 hill"] == 48
    assert types.read((6, 1, 2)) == "2 wood, 1 hill"
    assert types.words == "each 1-2 wood, 3-4 BUA, 5+ hill"


@clause("ASP-TGEN-14", "ASP-GEN-08")
def test_edges_a_tie_is_thrown_again_and_the_lower_says_who_moves_first():
    game = setting()
    tie, asked = dice_off(game, "setup edges", {"German": "4", "Soviet": "4"}, "")
    assert asked == ["edges", "edges"]
    assert tie.is_tie_reroll
    assert tie.effects == ()
    outcome, _ = dice_off(game, "setup edges", {"German": "4", "Soviet": "6"}, "Soviet")
    assert each_says(outcome.words[:2], "Soviet German TGEN-14", "Soviet")
    assert game.state.clock.first == "Soviet"
    game.kept = True
    assert game.refused("order kg") == ["TGEN-14"]
    game.say("order br", command="11")
    assert game.state.clock.side == "Soviet"


@clause("ASP-DEP-01", "ASP-DEP-02", "ASP-SCALE-02")
def test_where_both_deploy_is_said_with_the_edges():
    outcome, _ = dice_off(setting(scale="6mm"), "setup edges", {"German": "4", "Soviet": "6"}, "")
    assert each_says(outcome.words[2:], "2000 8 in DEP-01", "10 30000 DEP-02")


# season, hour, light


@clause("ASP-TIME-01")
@pytest.mark.parametrize(
    ("die", "season"),
    [("1", "Spring"), ("2", "Spring"), ("3", "Summer"), ("4", "Summer"), ("5", "Autumn"), ("6", "Winter")],
)
def test_season(die, season):
    game = setting(zone="Cold")
    game.say("setup season", season=die)
    assert game.state.scene.season == season


@clause("ASP-TIME-02", "ASP-TIME-04", "ASP-TIME-05")
@pytest.mark.parametrize(
    ("season", "dawn", "dusk"),
    [
        ("Winter", (7, 8), (16, 17)),
        ("Autumn", (6, 7), (17, 18)),
        ("Summer", (3, 6), (18, 19)),
        ("Spring", (6, 7), (17, 18)),
    ],
)
def test_dawn_day_dusk_night(season, dawn, dusk):
    def at(hour: int, minute: int = 0) -> str:
        return lit_at(TABLE, season, hour * 60 + minute)

    assert [at(dawn[0] - 1, 59), at(dawn[0]), at(dawn[1] - 1, 59), at(dawn[1])] == [
        "night",
        "twilight",
        "twilight",
        "day",
    ]
    assert [at(dusk[0] - 1, 59), at(dusk[0]), at(dusk[1] - 1, 59), at(dusk[1])] == [
        "day",
        "twilight",
        "twilight",
        "night",
    ]
    assert at(0) == at(23, 59) == "night"
    assert at(12) == "day"
    assert lit_at(TABLE, "", 600) == lit_at(TABLE, season, None) == ""


@clause("ASP-TIME-03")
@pytest.mark.parametrize(
    ("half", "hour", "minute"),
    [("1", "11", 2), ("4", "66", 12), ("5", "11", 14), ("6", "65", 23), ("5", "66", 0), ("3", "34", 7)],
)
def test_the_hour_am_to_noon_pm_to_midnight(half, hour, minute):
    game = setting(season="Summer")
    game.say("setup hour", half_day=half, hour=hour)
    assert game.state.scene.minute == minute * 60
    assert light_of(game.state, TABLE) == lit_at(TABLE, "Summer", minute * 60)


def test_setup_alone_throws_for_what_is_not_known_and_agreed():
    game = setting()
    game.say("setup", zone="4", season="6", half_day="5", hour="22", weather="3")
    scene = game.state.scene
    assert (scene.zone, scene.season, scene.minute, light_of(game.state, TABLE), game.state.weather) == (
        "Temperate",
        "Winter",
        16 * 60,
        "twilight",
        "fair",
    )
    with mistaken(NotNow):
        game.objections("setup")
    bare = setting(modules=())
    bare.say("setup", zone="1")
    assert (bare.state.scene.season, bare.state.weather) == ("", "")


def test_what_is_told_is_not_thrown():
    game = setting()
    game.say("setup zone=Desert season=Winter hour=18:40 weather=adverse")
    scene = game.state.scene
    assert (scene.zone, scene.season, scene.minute) == ("Desert", "Winter", 18 * 60 + 40)
    assert (light_of(game.state, TABLE), game.state.weather) == ("night", "adverse")
    assert game.asked == []


def test_an_hour_that_is_known_is_not_said_again_with_the_weather():
    game = setting(zone="Temperate", season="Summer", minute=18 * 60)
    outcome = game.say("setup weather=fair")
    assert not any("18:00" in words for words in outcome.words), outcome.words
    assert game.state.scene.minute == 18 * 60


@clause("ASP-GEN-09")
def test_what_nobody_agreed_on_is_refused_and_may_be_overruled():
    game = setting(modules=())
    assert game.refused("setup season") == ["GEN-09"]
    assert game.refused("setup zone") == []
    game.ruled("setup season", season="1")
    assert game.state.scene.season == "Spring"
    assert list(ROWS["modules"]) == [
        "engineering",
        "smoke",
        "illumination",
        "time",
        "weather",
        "percentages",
        "air-limit",
        "fantasy",
    ]


def test_setting_up_comes_before_the_first_turn():
    game = setting(kept=True)
    game.state = replace(game.state, clock=Clock(turn=1, first="German", side="German"))
    assert game.refused("setup zone") == ["TGEN-14"]


# weather


@clause("ASP-WX-01")
@pytest.mark.parametrize(
    ("season", "needs"),
    [
        ("Winter", {"Temperate": 4, "Tropical": 5, "Desert": 5, "Cold": 3, "Steppe": 3}),
        ("Autumn", {"Temperate": 5, "Tropical": 5, "Desert": 6, "Cold": 4, "Steppe": 4}),
        ("Spring", {"Temperate": 5, "Tropical": 5, "Desert": 6, "Cold": 5, "Steppe": 5}),
        ("Summer", {"Temperate": 6, "Tropical": 4, "Desert": 5, "Cold": 6, "Steppe": 6}),
    ],
)
def test_the_die_for_adverse_weather(season, needs):
    assert TABLE.sections["weather"][season] == needs
    for zone, need in needs.items():
        for face, weather in ((need - 1, "fair"), (need, "adverse")):
            game = setting(zone=zone, season=season)
            game.say("setup weather", weather=str(face))
            assert game.state.weather == weather


@clause("ASP-WX-02")
def test_what_adverse_weather_does():
    game = setting(zone="Desert", season="Summer")
    words = game.say("setup weather", weather="6").words
    assert each_says(words, "adverse halved WX-02")


@clause("ASP-WX-03", "ASP-TIME-06", "ASP-TIME-08")
def test_the_night_view_says_what_detection_is_in_force():
    game = setting(zone="Cold", season="Winter", minute=7 * 60 + 30)
    game.state = replace(game.state, weather="adverse")
    words = game.say("night").words
    assert says([words[0]], "07:30 Winter Cold adverse")
    assert says([words[1]], "twilight dawn TIME-06 Winter 7-8 16-17 TIME-02")
    assert each_says(
        words[3:],
        "infantry moving 31.25/125 stationary contact/31.25",
        "infantry moving 187.5/375 stationary 62.5/125",
        "vehicle moving 125/250 stationary 62.5/125",
        "vehicle moving 625/1250 stationary 250/500",
    )


@clause("ASP-TIME-07 to 09")
def test_night_caps_both_bands_and_radar_is_named():
    game = setting(season="Summer")
    game.state = replace(game.state, radar=("German",))
    words = game.say("night hour=22").words
    assert game.state.scene.minute == 22 * 60
    assert light_of(game.state, TABLE) == "night"
    assert each_says(
        words[2:],
        "infantry moving 75/75 stationary contact/75",
        "infantry moving 125/125 stationary",
        "vehicle moving 75/75 stationary",
        "vehicle moving 125/125 stationary",
        "German -2 TIME-09",
    )


def notes(game: Game, line: str) -> list[str]:
    """Return the notes on typed facts that differ from the game."""
    _, *words = line.split()
    found = asp.act("night").situate(game.state, game.table, parse_told(words, (), lambda word: None))
    return list(found.known.notes)


@clause("ASP-TIME-04")
def test_a_new_hour_is_no_disagreement_with_the_game():
    game = setting(season="Summer", zone="Temperate", minute=540)
    game.state = replace(game.state, light="day", weather="fair")
    for line in ("night hour=16:20", "night season=Autumn", "night weather=adverse", "night light=night"):
        assert notes(game, line) == []
    assert each_says(notes(game, "night hour=12 light=night"), "light day night")


def test_night_assumes_daylight_and_fair_weather_and_keeps_only_what_is_told():
    game = setting()
    outcome = game.say("night")
    assert outcome.effects == ()
    assert (game.sources["light"], game.sources["weather"]) == ("assumed", "assumed")
    assert each_says(game.assumed, "", "")
    game.say("night light=twilight weather=adverse")
    assert (game.state.light, game.state.weather) == ("twilight", "adverse")
    assert game.say("night").effects == ()
    game = setting(season="Spring")
    game.say("night season=Winter hour=16:10")
    assert light_of(game.state, TABLE) == "twilight"


@pytest.mark.parametrize(
    ("line", "kind", "about"),
    [
        ("setup zoone", BadValue, "zoone"),
        ("setup terrain", Missing, ""),
        ("setup 12", Misplaced, "squares=12"),
        ("setup weather", NotNow, "zone weather"),
        ("setup zone weather", NotNow, "season weather"),
        ("setup terrain 12", NotNow, "zone terrain"),
        ("setup edges zone", HowMany, ""),
        ("setup 72x48", Missing, ""),
        ("setup table=huge", BadValue, "huge"),
        ("setup zone=Moon", BadValue, "zone Moon"),
        ("setup hour=25", BadValue, "25"),
        ("setup zone range=3", Unasked, "range"),
        ("night t1", BadValue, "t1"),
        ("night hour=9:77", BadValue, "9:77"),
    ],
)
def test_mistakes(line, kind, about):
    with mistaken(kind, about=about):
        setting().objections(line)


def test_marks_and_conditions_stand_in_the_status():
    game = setting(zone="Cold", minute=600, season="Winter", terrain=("open; 1 wood",), scale="6mm", year=1944)
    marks = {"o1": Mark("o1", "anti-tank", "Soviet", "the ford"), "o2": Mark("o2", "smoke", "German", "the mill")}
    game.state = replace(game.state, scene=replace(game.state.scene, marks=marks), weather="adverse")
    *_, conditions, on_it, squares = asp.status(game.state, TABLE, "")
    assert dict(conditions.rows)["hour"] == "10:00"
    assert says([dict(conditions.rows)["light"]], "day TIME-04")
    assert [(row[0], *row[2:]) for row in on_it.rows] == [("o1", "Soviet", "the ford"), ("o2", "German", "the mill")]
    hear(*(row[1] for row in on_it.rows))
    assert squares.rows == (("1", "open; 1 wood"),)
    assert asp.names(game.state)["o2"] == "smoke o2"

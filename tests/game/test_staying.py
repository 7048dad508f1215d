"""Tests of lasting facts: `now`, `[facts]` of a scenario, and their use in every act."""

import json

import pytest

from tests.cli.games import Table
from tests.places import EXAMPLES
from umpire.cli.prompt.completion import offers
from umpire.cli.prompt.live import live
from umpire.core.mistakes import BadValue
from umpire.game.clock.effect import Staying, read_staying
from umpire.game.facts import Facts, TypedLine, one_of
from umpire.play.correct import edited
from umpire.play.scenarios import export_text
from umpire.play.session import open_session
from umpire.screen.picture import picture

FOG = """
extends = "two-star-general"
id = "fog"
name = "Fog"

[fact.fog]
is = ["none", "thin", "thick"]
words = "the fog"
assume = "none"
otherwise = "fog {value}"

[[modifier]]
id = "fog"
when = { what = "core", fog = "thick", range = ">= 2" }
amount = -1
words = "thick fog"
rule = "club 1"

[fact.dust]
is = "number"
words = "dust where a stand fires from"
of = "stand"
otherwise = "dust {value}"

[[modifier]]
id = "dust"
when = { what = "core", dust = ">= 2" }
amount = -1
words = "dust"
rule = "club 2"
"""
SHOT = "fire ta tb at para with g1"
COVERS = one_of("cover", {"none": 0, "soft": 1, "hard": 2})


@pytest.fixture
def table(table, tmp_path):
    (tmp_path / "fog.toml").write_text(FOG, encoding="utf-8")
    return table


@pytest.fixture
def foggy(table):
    """Return the table with a game whose club has fog and dust."""
    assert table.say("new worked-example-1 --house fog.toml").code == 0
    return table


@pytest.fixture
def days(table):
    """Return the table with a battle of two days and the club's fog, in which the sequence of play is kept."""
    assert table.say("new bridgehead --house fog.toml").code == 0
    return table


def done(table, *lines):
    """Return the answer to the last of these lines, each of which must be right."""
    for line in lines:
        said = table.say(f"{line} --json")
        assert said.code == 0, (line, said.out)
    return said.plain


def session(table):
    return open_session(next(table.folder.glob("*.umpire")))


# -- what counts ------------------------------------------------------------------------------------------------------


def settled(told, staying, *, worked_out=None, shared=True):
    known = Facts(TypedLine({}, told, staying))
    value = known.settle("cover", COVERS, subject="p3", shared=shared, worked_out=worked_out, assume=0, source="map")
    return value, known.sources["p3.cover"]


OF_ONE, OF_ALL = ("p3", "cover"), ("", "cover")
HARD, SOFT = Staying("hard"), Staying("soft")


@pytest.mark.parametrize(
    ("told", "staying", "worked_out", "found"),
    [
        ({OF_ALL: "soft", OF_ONE: "none"}, {OF_ONE: HARD}, 1, (0, "told")),
        ({OF_ALL: "soft"}, {OF_ONE: HARD}, 2, (1, "told")),
        ({}, {OF_ALL: SOFT, OF_ONE: HARD}, 1, (2, "staying")),
        ({}, {OF_ALL: SOFT}, 2, (1, "staying")),
        ({}, {}, 2, (2, "map")),
        ({}, {("p4", "cover"): HARD}, None, (0, "assumed")),
    ],
)
def test_what_is_typed_goes_first_then_what_stays_then_the_map(told, staying, worked_out, found):
    assert settled(told, staying, worked_out=worked_out) == found


def test_a_value_that_an_act_does_not_take_does_not_stay_for_it():
    assert settled({}, {OF_ONE: Staying("woods"), OF_ALL: SOFT}) == (1, "staying")


def test_what_is_of_one_alone_is_not_taken_of_all():
    assert settled({}, {OF_ALL: SOFT}, shared=False) == (0, "assumed")


@pytest.mark.parametrize("text", ["thick", "thick since round 2", "thick until night", "3 since round 2 until round 4"])
def test_a_fact_is_kept_as_it_is_written(text):
    assert str(read_staying(text)) == text


# -- now, in a game ---------------------------------------------------------------------------------------------------


def test_every_act_takes_it_as_if_it_were_typed(foggy):
    typed = done(foggy, f"{SHOT} fog=thick --odds")
    stays = done(foggy, "now fog=thick", f"{SHOT} --odds")
    assert stays["odds"] == typed["odds"]
    entry = done(foggy, f"{SHOT} --dice 6x/5x --defaults --roll")
    assert (entry["facts"]["fog"], entry["sources"]["fog"]) == ("thick", "staying")
    assert "fog=thick" in entry["notes"]


def test_a_word_in_the_line_wins(foggy):
    clear = done(foggy, f"{SHOT} --odds")
    assert done(foggy, "now fog=thick", f"{SHOT} fog=none --odds")["odds"] == clear["odds"]


def test_of_one_stand_it_changes_its_dice_alone(foggy):
    typed = done(foggy, f"{SHOT} ta.dust=2 --odds")
    assert done(foggy, "now ta.dust=2", f"{SHOT} --odds")["odds"] == typed["odds"]


def test_undo_takes_it_back_and_amend_changes_it(foggy):
    done(foggy, "now fog=thick", f"{SHOT} --dice 6x/5x --defaults --roll")
    before = done(foggy, "log 3")
    done(foggy, "amend 2 now fog=thin --keep all --roll --defaults")
    assert session(foggy).head["facts"] == {"fog": "thin"}
    assert before != done(foggy, "log 3")
    done(foggy, "undo", "undo", "undo")
    assert "facts" not in session(foggy).head


def test_a_usual_value_ends_it(foggy):
    done(foggy, "now fog=thick ta.dust=2", "now fog=none")
    assert session(foggy).head["facts"] == {"ta.dust": "2"}
    done(foggy, "now ta.dust=none")
    assert "facts" not in session(foggy).head


def test_now_alone_is_a_look(foggy):
    assert done(foggy, "now")["entry"] is None
    said = done(foggy, "now fog=thick", "now")
    assert said["entry"] is None
    assert said["outcome"]["words"][0] == "fog=thick"


def test_a_dry_run_changes_nothing(foggy):
    done(foggy, "now fog=thick --dry-run")
    assert "facts" not in session(foggy).head


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("now fog thick", "now fog=thick"),
        ("now thick fog", "now fog=thick"),
        ("now thick", "now fog=thick"),
        ("now thi until night", ""),
        ("now Fog=Thick", "now Fog=Thick"),
        ("now a1 dust 2", "now a1.dust=2"),
        ("now no fog", ""),
        ("now thick until day 1 night", "now fog=thick until day 1 night"),
    ],
)
def test_a_value_alone_tells_its_fact(days, typed, meant):
    said = days.say(f"{typed} --json")
    assert said.code == (0 if meant else 2)
    if meant:
        assert said.plain["command"] == meant


FAMILIES = [
    ("asp-opening", "now p1 hard", "now p1.cover=hard", {"p1.cover": "hard"}),
    ("d20-opening", "now rifles cover hard", "now rifles.cover=hard", {"rifles.cover": "hard"}),
    ("d20-opening", "now rifles dug-in", "now rifles.dugin=yes", {"rifles.dugin": "yes"}),
    ("rules/ford", "now no cover", "", None),
    ("rules/ford", "now hs1 flanked", "now hs1.flanked=yes", {"hs1.flanked": "yes since turn 1 Hill folk"}),
    ("rules/ford", "now hs1 rough", "now hs1.rough=yes", {"hs1.rough": "yes since turn 1 Hill folk"}),
    ("rules/ford", "now cover", "now cover=yes", {"cover": "yes since turn 1 Hill folk"}),
]


@pytest.mark.parametrize(("scenario", "typed", "meant", "facts"), FAMILIES)
def test_every_family_has_it(table, scenario, typed, meant, facts):
    assert table.say(f"new {scenario}").code == 0
    said = table.say(f"{typed} --json")
    assert said.code == (0 if meant else 2)  # a fact that does not stay cannot end
    if meant:
        assert said.plain["command"] == meant
        assert session(table).head["facts"] == facts


TAKEN = [
    ("asp-opening", "now p1.cover=hard", "fire t1 at p1 450", "p1.cover"),
    ("d20-opening", "now rifles.cover=hard", "fire panzer at rifles 6", "rifles.cover"),
    ("d20-opening", "now rifles.cover=hard", "assault gren at rifles", "rifles.cover"),
    ("d20-opening", "now rifles.dugin=yes", "fire panzer at rifles 6 mode=he", "rifles.dugin"),
    ("d20-opening", "now rifles.dugin=yes", "assault gren at rifles", "rifles.dugin"),
    ("d20-opening", "now sherman.hulldown=yes", "fire panzer at sherman 6", "sherman.hulldown"),
    ("d20-opening", "now sherman.smoke=yes", "fire panzer at sherman 6", "sherman.smoke"),
    ("rules/ford", "now cover", "shoot ha at ra 4", "cover"),
]


@pytest.mark.parametrize(("scenario", "line", "act", "fact"), TAKEN)
def test_the_acts_of_every_family_take_it(table, scenario, line, act, fact):
    assert table.say(f"new {scenario}").code == 0
    done(table, line)
    said = table.say(f"{act} --roll --defaults --dry-run --ruling club --json")
    assert said.code == 0, said.out
    assert said.plain["sources"][fact] == "staying"


REFUSED = [
    ("now range=3", "fog"),
    ("now order=D", "type order NAME=D"),
    ("now frog=thick", "did you mean fog?"),
    ("now fog=thack", "did you mean thick?"),
    ("now a1.fog=thick", "type fog=thick"),
    ("now dust=2", ".dust=2"),
    ("now zz.dust=2", ""),
    ("now fog", "type fog=none|thin|thick"),
    ("now fog=thick until", "now fog=thick until night"),
    ("now fog=thick until dusk", "round 4"),
    ("now fog=thick until round 4", "day 1 round 4"),
    ("now fog=thick until day 1 round 1", "later"),
    ("now fog=thick until day 3", "day 1 round 2"),
    ("now fog=thick until turn 3", "day 1 round 2"),
    ("now fog=none", "`now` lists"),
    ("now until night", "now fog=thick"),
    ("now thick thin", "give it once"),
]


@pytest.mark.parametrize(("line", "hint"), REFUSED)
def test_what_cannot_stay_is_refused_when_it_is_typed(days, line, hint):
    said = days.say(line)
    assert said.code == 2, said.out
    assert hint in said.err.replace("\n", " ").partition("hint: ")[2]
    assert "facts" not in session(days).head


@pytest.mark.parametrize(
    ("line", "command"), [("now light=night", "night light=night"), ("now weather=adverse", "night weather=adverse")]
)
def test_what_the_game_keeps_elsewhere_is_answered_with_its_command(table, line, command):
    assert table.say("new asp-opening").code == 0
    said = table.say(line)
    assert (said.code, f"type {command}" in said.err) == (2, True)
    assert table.say(command).code == 0


# -- until ------------------------------------------------------------------------------------------------------------


def test_it_ends_as_its_moment_begins_and_undo_brings_it_back(days):
    done(days, "now fog=thick until night", "set clock round=5 phase=artillery")
    assert session(days).head["facts"] == {"fog": "thick since day 1 round 1 until day 1 night"}
    assert "fog=thick" in " ".join(done(days, "status")["head"]["notes"])
    dusk = done(days, "next night --roll --ruling club")
    assert any("fog=thick" in words for words in dusk["outcome"]["words"])
    assert "facts" not in session(days).head
    done(days, "undo")
    assert "fog" in session(days).staying


def test_a_clock_set_by_hand_ends_it_too_and_loses_nothing(days):
    done(days, "now fog=thick until day 2", "set clock day=2 round=1 phase=orders")
    assert session(days).staying == {}
    done(days, "set clock day=1")
    assert "fog" in session(days).staying


def test_a_game_without_a_running_clock_has_no_until(foggy):
    said = foggy.say("now fog=thick until round 3")
    assert (said.code, "now FACT=none" in said.err) == (2, True)


# -- where it is shown ------------------------------------------------------------------------------------------------


def test_status_the_live_line_and_the_page_for_players_show_it(days):
    done(days, "now fog=thick until day 1 night")
    shown = "fog=thick, since day 1 round 1, until day 1 night"
    assert shown in " ".join(days.say("status").out.split())
    assert shown in " ".join(days.say("status all").out.split())
    assert done(days, "status")["facts"] == {"fog": "thick since day 1 round 1 until day 1 night"}
    assert any(shown in note for note in picture(session(days)).now["notes"])
    assert [act["title"] for act in picture(session(days)).now["acts"]] == ["From now on"]


def said_live(session, line):
    steps = live(session, line)
    try:
        while True:
            next(steps)
    except StopIteration as ended:
        return ended.value


def test_the_live_line_shows_what_an_act_takes(foggy):
    assert "now fog=thick" not in said_live(session(foggy), f"{SHOT} ")
    assert said_live(session(foggy), "now thick ").startswith("fog=thick")
    done(foggy, "now fog=thick")
    assert said_live(session(foggy), f"{SHOT} ").endswith("fog=thick")


def test_tab_offers_facts_values_and_stands(foggy):
    here = session(foggy)
    assert {"fog=", "ta"} <= {offer.word for offer in offers(here, "now ")}
    assert {"fog=thin", "fog=thick"} == {offer.word for offer in offers(here, "now fog=")}
    assert "thick" in [offer.word for offer in offers(here, "now thi")]
    assert "ta.dust=" in [offer.word for offer in offers(here, "now ta ")]
    assert "now" in [offer.word for offer in offers(here, "no")]


@pytest.mark.slow
def test_tab_offers_the_moments_at_which_it_may_end(days):
    here = session(days)
    assert "until" in [offer.word for offer in offers(here, "now fog=thick ")]
    moments = ["the end of this phase", "day 1 round 2", "day 1 night", "day 2"]
    assert [offer.word for offer in offers(here, "now fog=thick until ")] == moments
    assert said_live(here, "now fog=thick until ") == "until when?"


def test_tab_offers_the_turns_of_sides(table):
    assert table.say("new rules/ford").code == 0
    found = [offer.word for offer in offers(session(table), "now cover=yes until ")]
    assert found == ["the end of this phase", "turn 1 River folk", "turn 2"]


# -- scenarios --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_export_begins_with_the_same_facts(days):
    done(days, "now fog=thin until day 2", "now a1.dust=2")
    (days.folder / "again.toml").write_text(export_text(session(days)), encoding="utf-8")
    assert days.say("new again.toml -g again.umpire").code == 0
    again = open_session(days.folder / "again.umpire")
    assert again.head["facts"] == open_session(days.folder / "bridgehead.umpire").head["facts"]


def scenario(table, name, facts):
    """Return a file with the battle of an example that begins with these facts."""
    head, bracket, rest = (EXAMPLES / f"{name}.toml").read_text(encoding="utf-8").partition("\n[")
    house = 'house = "fog.toml"' if name == "bridgehead" else ""
    path = table.folder / "mine.toml"
    path.write_text(f"{head}\n{house}\n[facts]\n{facts}\n{bracket}{rest}", encoding="utf-8")
    return path.name


def test_a_scenario_begins_with_facts(table):
    name = scenario(table, "bridgehead", 'fog = "thin until night"\na1.dust = 2')
    assert table.say(f"check {name}").code == 0
    assert table.say(f"new {name}").code == 0
    assert session(table).head["facts"] == {"fog": "thin until day 1 night", "a1.dust": "2"}


@pytest.mark.parametrize(
    ("facts", "key", "hint"),
    [
        ('frog = "thin"', "facts.frog", "did you mean fog?"),
        ('fog = "thack"', "facts.fog", "did you mean thick?"),
        ('fog = "thin until round 9"', "facts.fog", "day 1 round 9"),
        ('range = "3"', "facts.range", "fog"),
        ('zz.dust = "2"', "facts.zz.dust", ""),
        ("fog = 1.5", "facts.fog", ""),
    ],
)
def test_what_is_wrong_with_the_facts_of_a_scenario_has_its_key(table, facts, key, hint):
    name = scenario(table, "bridgehead", facts)
    for said in (table.say(f"check {name}"), table.say(f"new {name}")):
        assert said.code == 1
        assert key in said.err or key in said.out
        assert hint in f"{said.out} {said.err}"


def test_a_fact_with_a_place_of_its_own_begins_there(table):
    name = scenario(table, "asp-opening", 'light = "night"\np1.cover = "hard"')
    assert table.say(f"new {name}").code == 0
    assert session(table).state.light == "night"
    assert session(table).head["facts"] == {"p1.cover": "hard"}


def test_the_next_battle_begins_without_the_facts_of_the_last(table):
    assert table.say("new campaign/ford --house fog.toml -g last.umpire").code == 0
    assert table.say("now fog=thick -g last.umpire").code == 0
    assert table.say("new campaign/village --house fog.toml --from last.umpire -g next.umpire").code == 0
    assert "facts" not in open_session(table.folder / "next.umpire").head


def test_no_fog_ends_it(days):
    done(days, "now fog=thick", "now no fog")
    assert "facts" not in session(days).head


def test_set_and_a_question_of_types_lead_to_it(foggy):
    said = foggy.say("set fog=thick")
    assert (said.code, "type `now fog=thick`" in said.err) == (2, True)
    assert foggy.say("now --rules asp-ww2 cover=hard").code == 2


def test_a_status_shows_what_stays_for_one(foggy):
    done(foggy, "now fog=thick ta.dust=2")
    assert "ta.dust=2" in foggy.say("status ta").out
    assert "dust" not in foggy.say("status tb").out


def test_an_edited_text_may_change_the_facts(days):
    done(days, "now fog=thick")
    text = export_text(session(days)).replace("thick since", "thin since")
    assert edited(session(days), text).after["game"]["facts"] == {"fog": "thin since day 1 round 1"}


def test_a_correction_keeps_the_facts(days):
    done(days, "now fog=thick until day 2", "set a1 sp=1 knocked")
    assert "fog" in session(days).staying


def test_the_schema_knows_the_facts(table):
    schema = json.loads(table.say("schema two-star-general").out)
    assert schema["properties"]["facts"]


def test_a_reader_of_a_value_is_asked_when_it_is_told():
    with pytest.raises(BadValue):
        COVERS("woods")


# -- facts of a side --------------------------------------------------------------------------------------------------


SHORT = """
extends = "two-star-general"
id = "short"
name = "Short"

[fact.short]
is = "yes/no"
words = "short of ammunition"
of = "side"

[[modifier]]
id = "short"
when = { what = "core", short = true }
amount = -1
words = "short of ammunition"
rule = "club 3"
"""


@pytest.fixture
def short(table):
    """Return the table with a game of days whose club has sides short of ammunition."""
    (table.folder / "short.toml").write_text(SHORT, encoding="utf-8")
    assert table.say("new bridgehead --house short.toml").code == 0
    return table


@pytest.mark.parametrize("words", ["German.short=yes", "german.short=yes", "German short"])
def test_a_fact_stays_for_a_side(short, words):
    assert done(short, f"now {words} until day 2")["outcome"]["words"] == ["German.short=yes, until day 2"]
    assert open_session(next(short.folder.glob("*.umpire"))).staying.keys() == {"German.short"}
    strict = done(short, "fire p1 at k1 range=2 --ruling x --dry-run --roll --defaults")
    assert strict["sources"]["German.short"] == "staying"
    assert "British.short" not in strict["sources"]
    ended = done(short, "now German.short=none", "now")
    assert "no fact is set" in ended["outcome"]["words"]


def test_a_fact_of_a_side_needs_a_side_that_there_is(short):
    for line, hint in (
        ("now short=yes", "German.short=yes"),
        ("now Martian.short=yes", "German"),
        ("now p1.short=yes", "German"),
    ):
        said = short.say(line)
        assert said.code == 2
        assert hint in said.err, said.err
    assert "SIDE.short" in " ".join(done(short, "now")["outcome"]["words"])
    assert "German.short=" in [each.word for each in offers(session(short), "now German ")]


def test_a_scenario_begins_with_a_fact_of_a_side(table):
    (table.folder / "short.toml").write_text(SHORT, encoding="utf-8")
    text = (EXAMPLES / "bridgehead.toml").read_text(encoding="utf-8")
    for facts in ('German.short = "yes"', '"German.short" = true'):
        (table.folder / "own.toml").write_text(f"{text}\n[facts]\n{facts}\n", encoding="utf-8")
        assert table.say("check own.toml").code == 1  # by the book nobody asks for it
        assert table.say(f"new own.toml --house short.toml -g g{len(facts)}.umpire").code == 0
        shown = table.say(f"now -g g{len(facts)}.umpire").out
        assert "German.short=yes" in shown


def test_a_game_in_which_no_fact_may_stay_says_so_and_gives_no_hint_that_cannot_be_typed(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("UMPIRE_GAME", raising=False)
    table = Table(tmp_path, capsys)
    table.game("two-hills")
    for told, word in (("fog=thick", "fog"), ("range=3", "range")):
        said = table.say(f"now {told}")
        first, _, second = said.err.partition("\n")
        assert (said.code, second) == (2, f"hint: type note {told}\n"), said.err
        assert first.startswith(f"error: {word}")
        assert table.say(f"note {told}").code == 0

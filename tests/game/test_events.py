"""Tests of `[events.KEY]`: events at a time of the clock, once or repeated, hidden from players beforehand."""

import re

import pytest

from tests.game.test_staying import FOG
from tests.places import EXAMPLES, RELIEF
from tests.public import public_answers
from umpire.play.correct import edited
from umpire.play.scenarios import export_text
from umpire.play.session import open_session

WEATHER = """
house = ["fog.toml"]

[events.fog]
when = "round 2"
until = "round 3"
text = "Fog comes up from the river."
fact = "fog=thick"

[events.wind]
when = "every round"
die = ["1-3 A light wind.", "4-5 fog=thin", "6 The sun comes out."]

[events.mail]
when = "round 3"
text = "Mail from home."
"""
A_ROUND = (
    "order a=M k=H",
    "order reveal",
    "activate a --dice 66/11",
    "activate k",
    "next",
    "artillery --dice 11/66",
    "next",
)
"""As far as the last `next` of the first round."""


@pytest.fixture
def table(table, tmp_path):
    (tmp_path / "fog.toml").write_text(FOG, encoding="utf-8")
    return table


def written(table, events=WEATHER, name="weather"):
    """Return the scenario of the relief without the dice of its reserves, with these events."""
    text = RELIEF.read_text(encoding="utf-8").replace(" on 4+", "")
    head, rest = text.split("\n[battle]", 1)
    text = f"{head}\n{events.split('[events', 1)[0]}\n[battle]{rest}" + "".join(
        f"[events{each}" for each in events.split("[events")[1:]
    )
    (table.folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return f"{name}.toml"


def begun(table, events=WEATHER, name="weather"):
    assert table.say(f"new {written(table, events, name)} -g {name}.umpire").code == 0
    return table.folder / f"{name}.umpire"


def done(table, *lines, game="weather"):
    said = None
    for line in lines:
        said = table.say(f"-g {game}.umpire --json {line}")
        assert said.code == 0, (line, said.err)
    return said.plain


def test_an_event_happens_once_and_a_die_each_round(table):
    path = begun(table)
    said = done(table, *A_ROUND, "next --dice 4")["outcome"]["words"]
    assert "Fog comes up from the river. (scenario)" in said
    assert "fog=thick until round 3 (scenario)" in said
    assert said[-1] == "fog=thin (scenario)"
    assert open_session(path).staying["fog"].value == "thin"
    left = " ".join(table.say("-g weather.umpire status").out.split())
    assert "wind (every round); mail (round 3)" in left
    assert "fog (round 2)" not in left


def test_a_fact_of_an_event_ends_by_itself_and_every_act_takes_it(table):
    only = WEATHER.split("[events.wind]")[0]
    path = begun(table, only)
    done(table, *A_ROUND, "next")
    assert str(open_session(path).staying["fog"]) == "thick since round 2 until round 3"
    done(table, "set clock round=3")
    assert not open_session(path).staying


def test_undo_redo_and_amend_of_the_next_that_brought_it(table):
    path = begun(table)
    done(table, *A_ROUND, "next --dice 2")
    number = open_session(path).snapshot.number
    assert open_session(path).staying["fog"].value == "thick"
    done(table, "undo")
    assert not open_session(path).staying
    assert "done" not in str(open_session(path).head["events"])
    done(table, "redo", f"amend {number} --dice 5 --keep all")
    assert open_session(path).staying["fog"].value == "thin"
    assert open_session(path).head["events"]["wind"]["done"] == "round 2"


def test_an_export_goes_on_where_it_was(table):
    begun(table)
    done(table, *A_ROUND, "next --dice 2", "export -o later.toml")
    assert table.say("new later.toml -g later.umpire").code == 0
    one, other = (open_session(table.folder / f"{name}.umpire").head["events"] for name in ("weather", "later"))
    assert one == other
    assert one["fog"]["done"] == "round 2"


@pytest.mark.parametrize(
    ("was", "wrong", "said"),
    [
        ('when = "round 2"', 'when = "round 9"', "events.fog.when: round 9: the last round is 4"),
        ("fog=thick", "fogg=thick", "events.fog.fact: fogg"),
        ('"1-3 A', '"1-2 A', "events.wind.die: no row for face 3"),
        ('"6 The', '"5-6 The', "face 5 has a row already"),
        ('until = "round 3"', 'until = "soon"', "events.fog.until: 'soon' is not a round, turn, day or night"),
        ('text = "Mail from home."', 'txt = "Mail"', "events.mail.txt: unknown key"),
    ],
)
def test_what_is_wrong_with_an_event_is_said_with_its_key(table, was, wrong, said):
    name = written(table, WEATHER.replace(was, wrong))
    answer = table.say(f"check {name}")
    assert answer.code
    assert said in answer.err
    assert "Traceback" not in answer.err


NO_DICE = {"relief": "order a=M", "rules/ridge": "next", "asp-two-groups": "next"}


@pytest.mark.parametrize("name", NO_DICE)
def test_dice_of_an_act_that_throws_none_are_refused(table, name):
    """A `next` without an event takes no die: it would be lost, and may have been meant for a reserve."""
    folder = EXAMPLES / "rules"
    text = (EXAMPLES / f"{name}.toml").read_text(encoding="utf-8")
    (table.folder / "own.toml").write_text(text.replace('"muskets.toml"', f'"{folder / "muskets.toml"}"'), "utf-8")
    assert table.say("new own.toml -g own.umpire").code == 0
    said = table.say(f"-g own.umpire {NO_DICE[name]} --dice 6")
    assert said.code == 2
    assert "no dice needed here, '6' typed" in said.err
    assert open_session(table.folder / "own.umpire").snapshot.number == 1
    assert table.say(f"-g own.umpire {NO_DICE[name]}").code == 0


def test_status_lists_what_is_to_come_for_the_referee(table):
    begun(table)
    assert "fog (round 2); wind (every round); mail (round 3)" in " ".join(
        table.say("-g weather.umpire status").out.split()
    )


def test_two_games_that_differ_in_what_is_to_come_say_the_same_to_players(table):
    one, other = begun(table), begun(table, 'house = ["fog.toml"]\n', "plain")
    text = (table.folder / "plain.toml").read_text(encoding="utf-8")
    later = text.replace("round 2 at 1001-1006", "round 3 at 1001")
    (table.folder / "third.toml").write_text(later, encoding="utf-8")
    assert table.say("new third.toml -g third.umpire").code == 0
    found = []
    for path in (one, other, table.folder / "third.umpire"):
        same = path.rename(path.with_name("same.umpire"))
        found.append(public_answers(same))
        same.rename(path)
    assert found[0] == found[1] == found[2]


def test_the_next_battle_knows_nothing_of_what_never_happened_and_reserves_come_too(table):
    begun(table)
    text = RELIEF.read_text(encoding="utf-8")
    following = text[: text.index("[objectives.village]")] + "[carry]\n"
    (table.folder / "next.toml").write_text(following, encoding="utf-8")
    assert table.say("new next.toml --from weather.umpire -g next.umpire").code == 0
    session = open_session(table.folder / "next.umpire")
    assert "events" not in session.head
    assert {"p1", "m1"} <= session.state.stands.keys()
    assert not any("round 2" in how for how in session.absent.values())


@pytest.mark.slow
def test_the_printed_track_has_what_is_public_and_for_the_referee_all(table):
    begun(table, WEATHER.replace('text = "Mail from home."', 'text = "Mail from home."\npublic = true'), "shown")
    text = (table.folder / "shown.toml").read_text(encoding="utf-8")
    text = text.replace("round 2 at west edge", "round 2 at west edge, public")
    (table.folder / "weather.toml").write_text(text, encoding="utf-8")
    assert table.say("new weather.toml -g weather.umpire").code == 0
    track = table.say("-g weather.umpire --json print track").plain["documents"]["track"]
    assert track["coming"] == ["M (m) in round 2 at west edge", "round 3: Mail from home."]
    whole = table.say("-g weather.umpire --json print track --referee").plain["documents"]["track"]["coming"]
    assert "P (p) in round 2 at 1001-1006" in whole
    assert "round 2: Fog comes up from the river.; fog=thick until round 3" in whole
    assert table.say("-g weather.umpire print track --referee -o track.pdf").code == 0
    assert table.say("-g weather.umpire export -o later.toml").code == 0
    assert "public = true" in (table.folder / "later.toml").read_text(encoding="utf-8")


def test_a_correction_keeps_the_events_and_edit_may_take_them_out(table):
    path = begun(table)
    before = open_session(path).head["events"]
    done(table, "set k1 sp=3")
    assert open_session(path).head["events"] == before
    text = export_text(open_session(path))
    with_none = re.sub(r"(?ms)^\[events\..*?(?=^\[(?!events))", "", text)
    assert "[events" not in with_none
    without = edited(open_session(path), with_none)
    assert without is not None
    assert "events" not in without.after["game"]

"""Tests of short words that referees type for a look, and the full line of each."""

import pytest

from umpire.cli.app import run
from umpire.cli.setting import Invocation


def command(table, line, before=()):
    """Return the recorded line in the log, if it is an act, after these lines."""
    for each in before:
        assert table.say(*each).code == 0, each
    said = table.say(f"{line} --json")
    assert said.code == 0, said.out
    return said.plain["command"]


ACTS = [
    ("asp-opening", "march kg 300", "march h1 t1 t2 t3 s1 s2 c1 c2 g2 f1 m1 300"),
    ("asp-opening", "march c1 f1 4000 tow", "march c1 f1 4000 f1.tow=c1"),
    ("asp-opening", "march f1 c1 tow 4000", "march f1 c1 4000 f1.tow=c1"),
    ("asp-opening", "d g1", "debus g1"),
    ("d20-opening", "next 3", "next 3"),
]


@pytest.mark.parametrize(("scenario", "typed", "meant"), ACTS)
def test_an_action_in_few_words(table, scenario, typed, meant):
    table.game(scenario)
    assert command(table, typed) == meant


MODULES = ("set conditions modules=smoke,illumination,engineering",)
AREAS = [
    ("smoke b1 the hedge", "artillery b1 smoke the hedge"),
    ("m1 smoke hedge", "artillery m1 smoke hedge"),
    ("arty b1 light ford", "artillery b1 light ford"),
    ("light b1 the ford", "artillery b1 light the ford"),
]


@pytest.mark.parametrize(("typed", "meant"), AREAS)
def test_smoke_and_light_may_come_first(table, typed, meant):
    table.game("asp-opening")
    assert command(table, f"{typed} --roll", [MODULES]) == meant


def test_an_obstacle_is_crossed_without_over(table):
    table.game("asp-opening")
    said = table.say("cross t1 teeth")
    assert said.err == table.say("cross t1 over teeth").err
    assert "no obstacle is called 'teeth'" in said.err


STAR = [
    ("air k1", "artillery air at k1", "artillery"),
    ("hq to 0106", "move ph to 0106", "activations"),
    ("move p1 to 0207 hq to 0106", "move p1 to 0207 ph to 0106", "activations"),
]


@pytest.mark.parametrize(("typed", "meant", "phase"), STAR)
def test_planes_and_the_headquarters_that_acts(table, typed, meant, phase):
    table.game("bridgehead")
    more = "side=German" if phase == "artillery" else "active=p"
    assert command(table, f"{typed} --odds", [(f"set clock phase={phase} {more}",)]) == meant


LOOKS = [
    ("asp-opening", "score"),
    ("bridgehead", "score"),
    ("d20-opening", "score"),
    ("worked-example-1", "score"),
]


@pytest.mark.parametrize(("scenario", "line"), LOOKS)
def test_a_score_in_six_lines(table, scenario, line):
    table.game(scenario)
    said = table.say(line)
    assert said.code == 0
    assert "lost" in said.out or "elements" in said.out
    sides = table.say("score --json").plain["score"]["sides"]
    assert len(sides) == 2
    for other in ("vp", "shots", "who has shots", "victory"):
        assert table.say(other).out == said.out


def test_a_score_says_shots_points_and_who_is_ahead(table):
    table.game("bridgehead")
    score = table.say("score --json").plain["score"]
    assert "shots g1 (3), g2 (3)" in score["sides"]["German"]
    assert "air 1" in score["sides"]["German"]
    assert score["ahead"] == ["British is ahead"]


def test_orders_are_listed_and_those_face_down_are_not_told(table):
    table.game("bridgehead")
    assert table.say("order k=M").code == 0
    rows = [line.split() for line in table.say("orders").out.splitlines()]
    assert ["k", "K", "British", "face", "down"] in rows
    assert ["p", "P", "German", "none", "yet"] in rows


SAME = [("cp kg", "status kg"), ("help fire", "fire --help")]


@pytest.mark.parametrize(("typed", "meant"), SAME)
def test_a_look_by_another_word(table, typed, meant):
    table.game("asp-opening")
    assert table.say(typed).out == table.say(meant).out


def test_a_rule_by_the_words_of_its_option(table):
    table.game("asp-opening")
    assert table.say("rule night cap").out == table.say("rule night_cap").out != ""


@pytest.mark.parametrize(("typed", "meant"), [("round=3", "clock round=3"), ("phase=night", "clock phase=night")])
def test_the_clock_is_set_without_its_name(table, typed, meant):
    table.game("bridgehead")
    assert table.say(f"set {typed}").code == 0
    one = table.say("export").out
    table.game("bridgehead")
    assert table.say(f"set {meant}").code == 0
    assert table.say("export").out == one


def test_the_last_three_are_undone_and_named(table):
    table.game("bridgehead")
    for number in (2, 3, 4):
        assert table.say(f"set round={number}").code == 0
    said = table.say("undo 3")
    assert [line.split()[1] for line in said.out.splitlines() if line.startswith("undid")] == ["#4", "#3", "#2"]
    assert table.say("undo 1").code != 0
    assert table.say("redo 9").out.count("redid") == 3


def test_odds_at_the_prompt_are_of_the_last_action(table, capsys):
    table.game("worked-example-1")
    setting = Invocation(at_prompt=True, run=run)
    from umpire.cli.commands.prompt import _run_line

    assert _run_line("odds", setting) == 2
    _run_line("fire ta tb at para --dice 1", setting)
    capsys.readouterr()
    assert _run_line("odds", setting) == 0
    typed = capsys.readouterr().out
    assert _run_line("fire ta tb at para --odds", setting) == 0
    assert capsys.readouterr().out == typed
    assert _run_line("!", setting) == 0


@pytest.mark.parametrize("word", ["score", "clear"])
def test_a_new_word_is_no_id_of_a_battle_that_begins(table, word):
    path = table.folder / "own.toml"
    table.game("worked-example-1")
    text = table.say("export").out.replace("[stands.ta]", f"[stands.{word}]")
    path.write_text(text)
    said = table.say(f"new {path} -g other.umpire")
    assert f"'{word}' is a word of the commands" in said.err


def test_can_shows_ahead_of_its_turn_what_a_stand_could_do(table):
    table.game("bridgehead")
    table.say("set k order=M clock phase=activations active=p")
    (move,) = [each for each in table.say("can k1 --json").plain["can"]["k1"] if each["act"] == "move"]
    assert move["places"]
    assert [no["rule"] for no in move["early"]] == ["1.7-03"]
    assert "not now" in table.say("can k1").out
    acts = table.say("can p1 --json").plain["can"]["p1"]
    assert not any("early" in each for each in acts)


def test_can_shows_where_a_gun_goes_in_its_phase(table):
    table.game("bridgehead")
    table.say("set clock phase=artillery side=German")
    acts = table.say("can g1 --json").plain["can"]["g1"]
    assert "move" not in {each["act"] for each in acts}
    there = next(each["places"][0] for each in acts if each["act"] == "artillery" and each["places"])
    assert table.say(f"g1 {there}").code == 0


def test_can_shows_with_whom_a_stand_shuffles(table):
    table.game("bridgehead")
    table.say("set k order=H clock phase=activations active=k")
    (move,) = [each for each in table.say("can k1 --json").plain["can"]["k1"] if each["act"] == "move"]
    assert "k2" in move["alone"]


def test_odds_are_answered_for_a_stand_that_has_marched(table):
    table.game("asp-opening")
    assert table.say("march t1 300").code == 0
    assert table.say("fire t1 p1 600").code == 3
    said = table.say("fire t1 p1 600 --odds --json").plain
    assert [no["rule"] for no in said["early"]] == ["CP-10"]
    assert table.say("can t1 600 --json").plain["can"]["t1"][0]["targets"]


def row(table, name, label):
    """Return the row of one stand in the status."""
    listing = table.say(f"status {name} --json").plain["status"][0]
    return dict(listing["rows"]).get(label, "")


def test_a_gun_on_tow_is_shot_at_as_what_tows_it(table):
    table.game("asp-opening")
    assert row(table, "f1", "hit as") == "Inf"
    assert table.say("set f1 towed=c2").code == 0
    assert row(table, "f1", "hit as").startswith("LA, the column of Sdkfz 251 c2")
    assert row(table, "c2", "tows") == "f1"
    assert row(table, "c1", "carries") == "g1"


def test_a_repulsed_tow_takes_its_gun_along(table):
    table.game("asp-opening")
    assert table.say("set f1 towed=c2").code == 0
    said = table.say("fire p1 c2 600 result=repulsed --defaults --roll --json")
    assert said.code == 0, said
    instructions = said.plain["outcome"]["hands"]
    assert any(each.startswith("MOVE Sdkfz 251 c2 with 88 f1") for each in instructions)


def test_who_names_the_bad_part_of_the_way_assumes_nothing_of_the_rest(table):
    table.game("asp-opening")
    assert "good going" in table.say("move c1 500 --dry-run --json").plain["assumed"]
    assert table.say("move c1 500 bad=100 --dry-run --json").plain["assumed"] == []


def test_marks_are_set_as_the_status_calls_them(table):
    table.game("asp-opening")
    assert table.say("set p1 p5 i1 state=pinned").code == 0
    assert {row(table, each, "state") for each in ("p1", "p5", "i1")} == {"pinned"}
    assert table.say("set p1 state=dug-in").code == 0
    assert "dug in" in row(table, "p1", "state")


def test_an_audit_takes_a_key_and_its_number(table):
    from umpire.play.mending.audit import as_set
    from umpire.play.session import open_session

    session = open_session(table.game("asp-opening"))
    assert as_set(session, ("t3", "markers", "1")) == ("t3", "markers=1")
    assert as_set(session, ("t3", "markers", "1", "t2", "markers=2")) == ("t3", "markers=1", "t2", "markers=2")


def test_close_combat_says_that_contact_is_assumed(table):
    table.game("d20-opening")
    said = table.say("assault panzer sherman --odds --json").plain
    assert "in contact" in said["assumed"]
    assert said["sources"]["contact"] == "assumed"
    assert table.say("set panzer touches=sherman").code == 0
    said = table.say("assault panzer sherman --odds --json").plain
    assert said["sources"]["contact"] == "state"
    assert "in contact" not in said["assumed"]


def test_a_status_names_the_close_combat_that_must_come_first(table):
    table.game("d20-opening")
    assert table.say("set clock turn=1 phase=combat side=Allied").code == 0
    assert table.say("set panzer touches=sherman").code == 0
    assert "next: `assault panzer sherman`" in table.say("status").out


def test_can_shows_the_options_and_command_points_of_a_group_that_waits(table):
    table.game("asp-opening")
    table.say("set game sequence=kept")
    assert table.say("set clock turn=1 first=German side=German step=5 kg cp=9 brigade cp=7").code == 0
    said = table.say("can kg 600 --json").plain
    assert said["left"]["t1"].startswith("options A")
    assert said["left"]["t1"].endswith("9 CP")
    assert said["can"]["t1"][0]["targets"]
    early = table.say("can p1 600 --json").plain["can"]["p1"][0]
    assert early["targets"]
    assert [no["rule"] for no in early["early"]] == ["SEQ-01"]


def test_the_live_line_knows_other_beginnings(table):
    from tests.cli.test_prompt import said
    from umpire.play.session import open_session

    table.game("asp-opening")
    table.say(*MODULES)
    session = open_session(table.folder / "asp-opening.umpire")
    assert said(session, "smoke b1 the hedge ") == said(session, "artillery b1 smoke the hedge ") != ""


@pytest.mark.parametrize(
    ("typed", "full"),
    [
        ("shoot t1 p", "fire t1 p"),
        ("what-if t1 ", "t1 "),
        ("what-if t1 p3 450 har", "what-if fire t1 at p3 450 har"),
        ("t1 p3 450 flank har", "fire t1 at p3 450 flank har"),
        ("arty b", "artillery b"),
        ("d ", "debus "),
        ("fire Panther t1 at p", "fire t1 at p"),
    ],
)
def test_tab_knows_other_beginnings_and_bare_words(table, typed, full):
    from umpire.cli.prompt.completion import offers
    from umpire.play.session import open_session

    session = open_session(table.game("asp-opening"))
    words = [offer.word for offer in offers(session, typed)]
    assert words
    assert words == [offer.word for offer in offers(session, full)]

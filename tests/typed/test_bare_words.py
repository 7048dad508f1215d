"""Tests of lines as referees type them, facts by their value alone, and the full lines that they stand for."""

import random
from contextlib import suppress

import pytest

from tests.game.test_asked import DARK, ROW, club
from tests.offered import typed as offered
from tests.typed.in_short import shortened
from umpire.core.mistakes import BadValue, Mistake
from umpire.play.correct import correct, record_correction
from umpire.play.grammar import verb_left_out
from umpire.play.scenarios import new_game
from umpire.play.session import open_session
from umpire.play.turn import Refused, prepare
from umpire.play.understood import Ambiguous

LINES = (
    ("asp-opening", "t1 p3 600 hard flank moving", "fire t1 at p3 600 cover=hard arc=flank moving=yes"),
    ("asp-opening", "t1 p3 600 hard", "fire t1 at p3 600 cover=hard"),
    ("asp-opening", "t1 p3 600 flank", "fire t1 at p3 600 arc=flank"),
    ("asp-opening", "t1 p3 600 moving", "fire t1 at p3 600 moving=yes"),
    ("asp-opening", "t1 p3 600m p3 moving", "fire t1 at p3 600m moving=yes"),
    ("asp-opening", "t1 p3 600 arc=flank hard", "fire t1 at p3 600 arc=flank cover=hard"),
    ("asp-opening", "t1 p3 600 cov=hard", "fire t1 at p3 600 cover=hard"),
    ("asp-opening", "t1 p3 600 opt=D met=100", "fire t1 at p3 600 option=D metres=100"),
    ("asp-opening", "t1 p3 600 opt=D met=100 closer", "fire t1 at p3 600 option=D metres=100 closer=yes"),
    ("asp-opening", "fire t1 at p3 600 with p3 in cover", "fire t1 at p3 600 cover=cover"),
    ("asp-opening", "fire t1 p3 600 cover", "fire t1 at p3 600 cover=cover"),
    ("asp-opening", "t1 p3 600 soft cover", "fire t1 at p3 600 cover=cover"),
    ("asp-opening", "t1 p3 600 hard cover, not moving", "fire t1 at p3 600 cover=hard moving=no"),
    ("asp-opening", "t1 p3 600 noreply", "fire t1 at p3 600 reply=no"),
    ("asp-opening", "t1 p3 hard 600", "fire t1 at p3 600 cover=hard"),
    (
        "asp-two-groups",
        "stuka church1 600 bofors 800",
        "air stuka at church1 by bofors 600 bofors.range=800",
    ),
    ("d20-opening", "tiger sherman 18 side soft", "fire tiger at sherman 18 side=yes cover=soft"),
    ("d20-opening", "tiger sherman 18 flank, in soft cover", "fire tiger at sherman 18 side=yes cover=soft"),
    ("d20-opening", "tiger sherman 18 hd", "fire tiger at sherman 18 hulldown=yes"),
    ("d20-opening", "tiger sherman 18 hull-down", "fire tiger at sherman 18 hulldown=yes"),
    ("d20-opening", "fire tiger at sherman 6 hull", "fire tiger at sherman 6 hulldown=yes"),
    ("d20-opening", "fire tiger at sherman 6 +hull-down", "fire tiger at sherman 6 hulldown=yes"),
    ("d20-opening", "fire tiger at sherman 6 rear", "fire tiger at sherman 6 side=yes"),
    ("d20-opening", "tiger sherman 18 behind smoke", "fire tiger at sherman 18 smoke=yes"),
    ("d20-opening", "tiger sherman 18 edge", "fire tiger at sherman 18 edge=yes"),
    ("d20-opening", "move tiger fallback", "move tiger fallback=yes"),
    ("worked-example-1", "ta tb para 3 woods", "fire ta tb at para 3 terrain=woods"),
    ("worked-example-1", "ta tb para all noreply", "fire ta tb at para with g1 reply=no"),
    ("worked-example-1", "fire ta at para with para in woods", "fire ta at para terrain=woods"),
    ("three-star-opening", "n1 r1 woods", "fire n1 at r1 terrain=woods"),
)
"""Scenario, what is typed, the full line."""


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """Return sessions of games in which the sequence is told, by scenario."""
    begun = {}

    def session(scenario):
        if scenario not in begun:
            path = tmp_path_factory.mktemp("typed") / "a.umpire"
            new_game(path, scenario, "7")
            if open_session(path).head["sequence"] == "kept":
                record_correction(correct(open_session(path), ["game", "sequence=told"]), "set game sequence=told")
            begun[scenario] = open_session(path)
        return begun[scenario]

    return session


def read(session, line):
    """Return the prepared act of a line."""
    words = line.split()
    verb = words[0] if words[0] in session.family.ACTS else verb_left_out(session, words)
    return prepare(session, verb, words[verb == words[0] :], ruling="to see", ahead=True)


@pytest.mark.parametrize(("scenario", "typed", "full"), LINES)
def test_a_line_stands_for_the_full_one(games, scenario, typed, full):
    session = games(scenario)
    short, whole = read(session, typed), read(session, full)
    assert (short.act.verb, *short.words) == tuple(full.split())
    assert short.situation.known.values == whole.situation.known.values
    assert short.situation.known.assumed == whole.situation.known.assumed


@pytest.mark.parametrize(
    ("scenario", "typed", "both"),
    [
        ("worked-example-1", "ta woods para", ("ta.terrain=woods", "terrain=woods")),
        ("asp-opening", "t1 flank p3 600", ("t1.arc=flank", "arc=flank")),
        ("asp-opening", "t1 p3 600 arc=f", ("arc=front", "arc=flank")),
    ],
)
def test_a_word_that_may_be_two_facts_is_answered_with_both(games, scenario, typed, both):
    with pytest.raises(BadValue) as wrong:
        read(games(scenario), typed)
    assert all(form in wrong.value.what for form in both)
    word = "arc=f" if "arc=f" in typed else both[0].partition("=")[2]
    for form in both:
        assert form in read(games(scenario), typed.replace(word, form)).words


@pytest.mark.parametrize(
    ("scenario", "typed", "act"),
    [("d20-opening", "move tiger soft", "fire"), ("asp-opening", "move t1 400 flank", "fire")],
)
def test_a_value_of_another_act_is_refused_with_that_act(games, scenario, typed, act):
    with pytest.raises(Mistake) as wrong:
        read(games(scenario), typed)
    assert f"`{act}`" in wrong.value.what


@pytest.mark.parametrize(
    ("scenario", "typed"),
    [
        ("asp-opening", "t1 p3 600 yes"),
        ("asp-opening", "t1 p3 600 none"),
        ("asp-opening", "t1 p3 600 d"),
        ("asp-opening", "t1 p3 600 fl"),  # two letters do not begin a word
        ("worked-example-1", "fire to at para"),  # tb, misspelt, and no `town`
        ("d20-opening", "tiger sherman 18 soft soft hard"),
    ],
)
def test_what_is_no_bare_word(games, scenario, typed):
    with pytest.raises(Mistake):
        read(games(scenario), typed)


def test_the_distance_is_asked_with_the_word_kept(games):
    with pytest.raises(Mistake) as wrong:
        read(games("asp-opening"), "t1 p3 hard")
    assert wrong.value.wants == "range?"


@pytest.mark.parametrize("ruleset", ["two-star-general", "asp-ww2", "d20-elements"])
def test_a_fact_of_a_club_is_typed_alone(ruleset):
    from tests.game.test_asked import PLAYED

    game, line = club(ruleset, DARK + ROW), PLAYED[ruleset][1]
    verb, *words = f"{line} gloom".split()
    found = prepare(game.first, verb, words, ruling="to see", ahead=True)
    assert found.words[-1] == "gloom=yes"
    words[-1] = "nogloom"
    assert prepare(game.first, verb, words, ruling="to see", ahead=True).words[-1] == "gloom=no"


def test_the_record_has_the_full_line_and_says_it(table):
    table.game("d20-opening")
    table.say("set game sequence=told")
    said = table.say("tiger sherman 18 side soft --roll")
    full = "fire tiger at sherman 18 side=yes cover=soft"
    assert f"recorded: {full}" in said.out
    number = table.entry()
    assert table.say(f"log {number} --json").plain["line"].startswith(full)
    assert table.say(f"amend {number} hard --dry-run --roll").code == 0
    assert "cover=hard" in table.say(f"amend {number} hard --dry-run --roll --json").out


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("what-if tiger sherman 18 side soft", "what-if fire tiger at sherman 18 side=yes cover=soft"),
        ("can tiger hard", "can tiger cover=hard"),
        (
            "fire tiger at sherman 10 side soft --odds --rules d20-elements",
            "fire tiger at sherman 10 side=yes cover=soft --odds --rules d20-elements",
        ),
    ],
)
def test_looks_read_them_as_well(table, short, full):
    table.game("d20-opening")
    table.say("set game sequence=told")
    said = table.say(short)
    assert said.code == 0
    assert said == table.say(full)


@pytest.mark.parametrize(
    ("scenario", "typed", "full"),
    [
        ("worked-example-1", "shoot ta para", "fire ta at para"),
        ("worked-example-1", "TA shoots at PARA", "fire ta at para"),
        ("worked-example-2", "sh attacks g1", "assault sh at g1"),
        ("worked-example-2", "SH attack G1", "assault sh at g1"),
        ("worked-example-2", "sh + ai -> g1", "assault sh ai at g1"),
        ("worked-example-1", "fire ta + tb -> para", "fire ta tb at para"),
        ("asp-opening", "t1 fires at p3 600 hard", "fire t1 at p3 600 cover=hard"),
        ("d20-opening", "tiger engages sherman 18", "fire tiger at sherman 18"),
        ("bridgehead", "k k1 at a1", "fire k1 at a1"),
    ],
)
def test_the_verb_is_said_in_other_words(table, scenario, typed, full):
    table.game(scenario)
    said, whole = table.say(f"{typed} --odds"), table.say(f"{full} --odds")
    assert (said.code, said.out.casefold(), said.err) == (whole.code, whole.out.casefold(), whole.err)
    assert "there is no command" not in said.err
    assert "not understood" not in said.err


def test_what_ends_a_phase_is_never_meant_by_another_word(table):
    table.game("worked-example-1")
    assert table.say("end ta").code == 2


@pytest.mark.parametrize("scenario", ["worked-example-1", "three-star-opening", "asp-opening", "d20-opening"])
def test_lines_by_chance_mean_the_same_in_short(games, scenario):
    session, draw, compared = games(scenario), random.Random(scenario), 0
    for _ in range(12):
        full = offered(session, draw, looked_at=0).split()
        try:
            facts = prepare(session, full[0], full[1:], ruling="to see", ahead=True).situation.known.may_tell
        except (Mistake, Refused):
            continue
        told = [f"{name}={value}" for name, values in facts.items() if "." not in name for value in values]
        full += draw.sample(told, min(1, len(told)))
        try:
            whole = prepare(session, full[0], full[1:], ruling="to see", ahead=True)
        except (Mistake, Refused):
            continue
        short = shortened(session, draw, full)
        with suppress(Ambiguous):  # it may be two facts: both full forms are said
            found = read(session, " ".join(short)).situation.known
            assert found.values == whole.situation.known.values, (short, full)
            compared += 1
    assert compared


@pytest.mark.parametrize(
    ("scenario", "typed", "meant"),
    [
        ("asp-opening", "t1 p3 600 from the flank", "fire t1 at p3 600 arc=flank"),
        ("asp-opening", "t1 p3 600 from flank", "fire t1 at p3 600 arc=flank"),
        ("worked-example-1", "ta para 3 para dug in", "fire ta at para 3 para.order=D"),
        ("worked-example-1", "ta, tb para", "fire ta tb at para"),
        ("worked-example-1", "fire tank A at para", "fire ta at para"),
    ],
)
def test_words_between_and_names_of_several_words(table, scenario, typed, meant):
    table.game(scenario)
    said, full = table.say(f"{typed} --odds"), table.say(f"{meant} --odds")
    assert full.code in (0, 3)
    assert (said.code, said.out, said.err) == (full.code, full.out, full.err)


@pytest.mark.parametrize(
    ("scenario", "typed", "wrong", "nearest"),
    [
        ("asp-opening", "t1 p3 450 harrd", "harrd", "hard"),
        ("asp-opening", "t1 p3 450 flnk", "flnk", "flank"),
        ("d20-opening", "tiger sherman 18 sofft", "sofft", "soft"),
        ("worked-example-1", "ta para 3 blokked", "blokked", "blocked"),
        ("worked-example-1", "ta para 3 wods", "wods", "woods"),
    ],
)
def test_a_slip_of_the_pen_is_answered_with_the_nearest_word(table, scenario, typed, wrong, nearest):
    table.game(scenario)
    said = table.say(f"{typed} --odds")
    assert said.code == 2
    assert nearest in said.err
    assert table.say(f"{typed.replace(wrong, nearest)} --odds").code in (0, 3)


@pytest.mark.parametrize("typed", ["s1 p3 450 cov=hard flnk=y", "s1 p3 450 hard flnk=y", "s1 p3 450 moving flnk=y"])
def test_the_word_that_is_wrong_is_named_and_not_a_short_one(table, typed):
    table.game("asp-opening")
    assert table.say(typed).err.startswith("error: flnk: ")


def test_a_state_is_set_by_its_name_alone(table):
    table.game("asp-opening")
    assert table.say("set p1=pinned").code == 0
    assert table.say("set p2=removed").code == 0
    stands = table.say("status --json").out
    assert table.say("log 2 --json").plain["title"] == "set p1 state=pinned"
    assert '"p2"' not in stands or "destroyed" in stands
    assert table.say("set p1=tired").code == 2

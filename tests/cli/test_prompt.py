"""Tests of the prompt of an evening at a terminal: it knows the game, previews a line, and completes by the rules."""

import os
import stat
import subprocess
import sys
import time
from fractions import Fraction

import pytest

from tests.cli.damage import tamper
from tests.cli.games import from_pipe
from tests.cli.terminal import Terminal
from umpire.cli.app import run
from umpire.cli.prompt.completion import offers
from umpire.cli.prompt.live import live
from umpire.cli.setting import Invocation
from umpire.play.session import open_session


def said(session, line):
    """Return the live line below the typed text."""
    steps = live(session, line)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return done.value


def words_offered(session, line):
    return [offer.word for offer in offers(session, line)]


@pytest.mark.slow
def test_the_prompt_knows_where_the_game_is(table):
    table.game("bridgehead")
    with Terminal("table", cwd=table.folder) as at:
        at.wait("d1 r1 · orders ❯")
        at.type("order all=H\r", "hint:")
        at.type("\x04")
        assert at.ended() == 0


@pytest.mark.slow
def test_the_live_line_says_what_comes_next_and_then_the_dice(table):
    table.game("worked-example-1")
    with Terminal("table", cwd=table.folder) as at:
        at.wait("❯")
        at.type("fire ta", "at which target?")
        seen = at.type(" tb at para", "5 dice on 6")
        assert seen.splitlines()[-2].startswith("5 dice on 6; reply 4 dice on 56 44: Allied loses 0.79")
        at.type("\x03quit\r")
        assert at.ended() == 0


@pytest.mark.slow
def test_what_the_rules_offer_stands_in_the_menu(table):
    table.game("worked-example-1")
    with Terminal("table", cwd=table.folder) as at:
        at.wait("❯")
        seen = at.type("fire ta at p\t", "❯ fire ta at para")
        assert "at para" in seen
        at.type("\x03quit\r")
        assert at.ended() == 0


@pytest.mark.slow
def test_a_line_stays_in_the_history_of_its_game_and_a_secret_one_does_not(table):
    table.game("bridgehead")
    with Terminal("table", cwd=table.folder) as at:
        at.wait("❯")
        at.enter("status p1")
        for secret in ("order a=M", "o b=M", "p=M", "umpire --json order k=M", "-g bridgehead.umpire l=H"):
            at.enter(secret)
        at.type("quit\r")
        assert at.ended() == 0
    assert table.entry() == 6
    kept = table.folder / "bridgehead.history"
    assert stat.S_IMODE(os.stat(kept).st_mode) == 0o600
    assert "status p1" in kept.read_text()
    assert "=" not in kept.read_text().replace("status p1", "")
    with Terminal("table", cwd=table.folder) as at:
        at.wait("❯")
        at.type("\x1b[A\x1b[A", "❯ status p1")


MISSPELT = (
    "oder p=D k=M",
    "set m marker=D",
    "ordre p D k M",
    "roder p d",
    "orders all=hold p",
    "umpire -g bridgehead.umpire oredr p D",
    "p = D",
    "foo 'k=m'",
    "set m.marker = R",
    "amend 2 odr p D",
)
HARMLESS = ("status p1", "fire p1 at k1 3", "fire p1 at k1 range=3 arc=rear", "redo", "set p1 sp=4", "m p1 0505")


@pytest.mark.slow
@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_a_line_that_may_have_been_a_secret_order_is_in_no_history(table, term):
    """The line is neither above the prompt nor in the file beside the game, however misspelt; others are."""
    table.game("bridgehead")
    with Terminal("table", cwd=table.folder, term=term) as at:
        sign = "❯" if term == "xterm" else "umpire>"
        at.wait(sign)
        at.enter("status p1")
        for line in MISSPELT:
            at.enter(line)
        assert at.type("\x1b[A", f"{sign} status p1").endswith(f"{sign} status p1")
        at.type("\x15quit\r")
        assert at.ended() == 0
    if term == "xterm":
        kept = (table.folder / "bridgehead.history").read_text()
        assert "status p1" in kept
        assert not [line for line in MISSPELT if line in kept]


def test_what_may_be_secret_is_told_from_what_is_not(table):
    game = table.game("bridgehead")
    setting = Invocation(game=game, at_prompt=True)
    assert [line for line in MISSPELT if not setting.may_be_secret(line)] == []
    assert [line for line in HARMLESS if setting.may_be_secret(line)] == []
    tamper(game, lambda value: {})
    assert [line for line in ("oder p=D", "p = D") if not Invocation(game=game).may_be_secret(line)] == []


def test_a_misspelt_order_from_a_pipe_is_not_echoed(table):
    table.game("bridgehead")
    said = from_pipe("table", cwd=table.folder, stdin="\n".join([*MISSPELT, "status p1"]))
    assert "umpire> status p1" in said.out
    assert "umpire> oder ..." in said.out
    assert not [line for line in MISSPELT if line in said.out]


@pytest.mark.slow
def test_empty_enter_does_the_one_harmless_thing_that_comes_next(table):
    table.game("d20-evening")
    with Terminal("table", cwd=table.folder) as at:
        at.wait("t1 German · command ❯ next (Enter)")
        time.sleep(0.5)  # what has not been read yet is not meant
        at.type("\r", "t1 German · fire ❯")
        at.type("\r", "t1 German · fire ❯")
        at.type("undo\rquit\r")
        assert at.ended() == 0


@pytest.mark.slow
def test_empty_enter_turns_up_the_orders_once_all_are_laid(table):
    table.game("bridgehead")
    with Terminal("table", cwd=table.folder) as at:
        at.wait("❯")
        at.enter("a=M b=M p=M k=D l=H")
        assert at.asked().endswith("❯")
        at.enter("m=M")
        assert at.asked().endswith("❯ order reveal (Enter)")
        time.sleep(0.5)  # what has not been read yet is not meant
        assert "turn up the markers" in at.enter("")


def test_a_dumb_terminal_has_a_plain_prompt(table):
    table.game("worked-example-1")
    with Terminal("table", cwd=table.folder, term="dumb") as at:
        assert "this terminal has only a plain prompt: TERM is dumb" in at.wait("umpire>")
        at.type("status ta\r", "tank A")
        at.type("\x04")
        assert at.ended() == 0


@pytest.mark.slow
def test_pasted_lines_are_run_one_after_the_other_until_one_fails(table):
    table.game("worked-example-1")
    with Terminal("table", cwd=table.folder) as at:
        at.wait("❯")
        seen = at.type("\x1b[200~status ta\nstatus nobody\nstatus tb\x1b[201~\r", "nobody")
        assert "tank B" not in seen
        at.type("quit\r")
        assert at.ended() == 0


@pytest.mark.parametrize(
    "line", ["", "fire", "fire t", "fire ta at", "fire ta at para range=", 'fire "ta', "nonsense x "]
)
def test_an_unfinished_line_is_never_called_an_error(table, line):
    session = open_session(table.game("worked-example-1"))
    assert "error" not in said(session, line)


def test_the_live_line_says_the_rule_that_refuses(table):
    session = open_session(table.game("bridgehead"))
    assert said(session, "move p1 to 0705").endswith("(1.7-03)")


def test_secret_orders_have_no_live_line(table):
    session = open_session(table.game("bridgehead"))
    assert said(session, "order a=M") == ""


def test_targets_out_of_reach_are_not_offered(table):
    session = open_session(table.game("worked-example-1"))
    assert "para" in words_offered(session, "fire ta at ")
    assert "tb" not in words_offered(session, "fire ta at ")
    assert words_offered(session, "fire ta at para with ") == ["g1", "all"]


@pytest.mark.parametrize(
    ("scenario", "begun", "facts"),
    [
        ("worked-example-1", "fire ", ""),
        ("worked-example-2", "assault ", ""),
        ("asp-opening", "fire ", " range=450"),
        ("d20-opening", "fire ", " range=9"),
    ],
)
def test_whoever_is_offered_may_act_and_whatever_follows_is_accepted(table, scenario, begun, facts):
    session = open_session(table.game(scenario))
    names = session.family.names(session.state)
    own = [word for word in words_offered(session, begun) if word in names]
    assert own
    for who in own[::4]:
        targets = [word for word in words_offered(session, f"{begun}{who} at ") if word in names]
        assert targets
        for target in targets[::3]:
            said = table.say(f"{begun}{who} at {target}{facts} --odds --json")
            # a rule may still refuse the line when the distance is known; but an offer always makes sense
            assert said.code in ((0, 3) if facts else (0,)), said.err


def test_the_live_line_has_the_numbers_of_the_odds(table):
    session = open_session(table.game("worked-example-1"))
    odds = table.say("fire ta tb at para with g1 --odds --json").plain["odds"]
    total = sum(Fraction(one["chance"]) * one["tally"]["Allied loses"] for one in odds["outcomes"])
    assert f"Allied loses {float(total):.2f}" in said(session, "fire ta tb at para with g1 ")


@pytest.mark.parametrize("short", ["ta tb para g1 ", "f ta tb para g1 ", "fire ta tb para g1 "])
def test_the_live_line_reads_what_is_left_out(table, short):
    session = open_session(table.game("worked-example-1"))
    assert said(session, short) == said(session, "fire ta tb at para with g1 ") != ""


def test_a_move_is_offered_the_hexes_in_reach(table):
    session = open_session(table.game("bridgehead"))
    session.head["sequence"] = "told"
    offered = words_offered(session, "move p1 to ")
    assert "0703" in offered
    assert "1404" not in offered
    hexes = [word for word in offered if word.isdigit()]
    assert all(table.say(f"move p1 to {there} --dry-run", "--ruling", "now").code == 0 for there in hexes[::8])


@pytest.mark.slow
def test_live_line_menu_and_colours_are_switched_off_one_by_one(table):
    table.game("worked-example-1")
    for wish in ("preview", "menu", "colour"):
        assert table.say(f"set game {wish}=no").code == 0
    with Terminal("table", cwd=table.folder) as at:
        at.wait("❯")
        seen = at.type("fire ta tb at pa\t", "tb at pa")
        assert seen.endswith("fire ta tb at pa"), "Tab has put nothing in"
        assert at.type("ra ", "at para").endswith("at para"), "nothing stands below it"
        at.type("\x03status ta\r", "tank A")
        assert not at.dressed(), "neither bold nor dim nor coloured"
        at.type("set game preview=yes\r", "recorded")
        at.type("fire ta tb at para ", "5 dice on 6")
        at.type("\x03quit\r")
        assert at.ended() == 0
    table.say("export -o again.toml")
    written = (table.folder / "again.toml").read_text()
    assert 'menu = "no"' in written
    assert "preview" not in written
    assert "expected yes or no" in table.say("set game menu=perhaps").err


def test_what_was_recorded_elsewhere_and_another_game_of_that_name_are_seen_at_the_next_line(table):
    table.game("bridgehead")
    game = table.folder / "bridgehead.umpire"
    setting = Invocation(at_prompt=True, game=game)
    assert setting.open().state is setting.open().state
    assert run(["can", "p1", "from", "1204"], setting) == 0
    assert run(["move", "p1", "0603", "--odds"], setting) == 0
    assert run(["set", "p1", "sp=3"], setting) == 0, "what was worked out of the game meanwhile is in nobody's way"
    table.say("set p1 hex=1204")
    assert setting.open().state.stands["p1"].hex == "1204"
    table.say("new bridgehead -g other.umpire")
    table.say("set p1 hex=1205 -g other.umpire")
    table.say("set p1 sp=2 -g other.umpire")  # with as many entries
    (table.folder / "other.umpire").replace(game)
    assert setting.open().state.stands["p1"].hex == "1205"


def test_no_color_goes_before_what_the_game_says(table, monkeypatch):
    table.game("worked-example-1")
    for environment, dressed in (({}, True), ({"NO_COLOR": "1"}, False)):
        with Terminal("status", cwd=table.folder, **environment) as at:
            at.wait("shots g1")
            assert at.ended() == 0
            assert at.dressed() == dressed


_COLD = """
import sys
from umpire.cli.prompt.here import Here
from umpire.cli.prompt.live import live
from umpire.cli.setting import Invocation

here = Here(Invocation())
for load in here.to_load():
    load()
before = set(sys.modules)
for _ in live(here.session(), sys.argv[1] + " "):
    pass
print(*(name for name in set(sys.modules) - before if name.startswith("umpire.")))
"""


@pytest.mark.parametrize(
    ("scenario", "line"),
    [
        ("worked-example-1", "fire ta para"),
        ("worked-example-2", "assault sh g1"),
        ("asp-opening", "fire t1 a1 450"),
        ("d20-opening", "fire tiger sherman 18"),
    ],
)
def test_the_first_live_line_finds_its_modules_loaded(table, scenario, line):
    table.game(scenario)
    done = subprocess.run([sys.executable, "-c", _COLD, line], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize(
    ("scenario", "line", "some"),
    [
        ("worked-example-1", "fire ta at para line=", ["line=clear"]),
        ("worked-example-1", "fire ta at para ta.o", ["ta.order="]),
        ("bridgehead", "order a=", ["a=M", "a=H", "a=D", "a=R"]),
        ("bridgehead", "order ", ["same", "show"]),
        ("asp-opening", "fire t1 at a1 450 a1.arc=", ["a1.arc=front", "a1.arc=flank", "a1.arc=rear"]),
        ("d20-opening", "fire tiger at sherman 9 mode=", ["mode=ap"]),
        ("d20-evening", "next ", ["command", "fire", "combat", "movement"]),
    ],
)
def test_facts_and_words_of_an_act_are_offered_with_what_may_be_told(table, scenario, line, some):
    session = open_session(table.game(scenario))
    session.head["sequence"] = "told"
    assert set(some) <= {*words_offered(session, line)}
    if line.endswith("="):
        assert words_offered(session, line) == some


@pytest.mark.parametrize(
    ("scenario", "before", "typed", "dice"),
    [
        ("bridgehead", ("set clock phase=activations",), "activate k ", "2 dice"),
        ("bridgehead", ("set clock phase=artillery",), "artillery ", "2 dice"),
        ("asp-two-groups", (), "order panzer ", "2 dice"),
    ],
)
def test_the_live_line_has_the_dice_of_an_act_that_what_if_cannot_change(table, scenario, before, typed, dice):
    table.game(scenario)
    for line in before:
        assert table.say(line).code == 0
    below = said(open_session(table.folder / f"{scenario}.umpire"), typed)
    assert dice in below
    assert not below.endswith((":", ": "))

"""Tests of UNTIL: a fact that ends with the current phase, round, turn, day or night, or with a later one."""

import pytest

from tests.cli.games import Table
from umpire.cli.prompt.completion import offers
from umpire.core.mistakes import BadValue, NotNow
from umpire.game.clock.until import read_until
from umpire.game.clock.when import Moment
from umpire.play.session import open_session

SIDES = ("German", "Red Army")
ORDERS = Moment("round", 3, day=2, days=3, rounds=5, nights=True, phase="orders")
ONE_DAY = Moment("round", 3, rounds=5, phase="artillery")
NIGHT = Moment("round", 5, day=1, night=True, days=3, rounds=5, nights=True, phase="night")
FIRE = Moment("turn", 3, side="German", turns=6, sides=SIDES, phase="fire")
TOGETHER = Moment("turn", 3, side="German", turns=6, sides=SIDES, phase="fire", together=True)


def moved(now: Moment, **to: object) -> Moment:
    return Moment(**{**{name: getattr(now, name) for name in now.__annotations__}, **to})


@pytest.mark.parametrize(
    ("typed", "now", "kept", "not_yet", "over"),
    [
        ("the end of this phase", ORDERS, "the end of orders, day 2 round 3", {}, {"phase": "activations"}),
        ("the end of the phase", ORDERS, "the end of orders, day 2 round 3", {}, {"count": 4}),
        ("end of phase", ONE_DAY, "the end of artillery, round 3", {"count": 2, "phase": "artillery"}, {"count": 4}),
        ("the end of this phase", NIGHT, "the end of night, day 1 night", {}, {"day": 2, "count": 1, "night": False}),
        ("the end of this round", ORDERS, "the end of day 2 round 3", {"phase": "artillery"}, {"count": 4}),
        ("the end of this day", ORDERS, "the end of day 2", {"night": True, "phase": "night"}, {"day": 3, "count": 1}),
        ("the end of the night", ORDERS, "the end of day 2 night", {"night": True}, {"day": 3, "count": 1}),
        ("The End of THIS Phase", FIRE, "the end of fire, turn 3 German", {}, {"phase": "combat"}),
        ("the end of this phase", FIRE, "the end of fire, turn 3 German", {"count": 2}, {"side": "Red Army"}),
        ("the end of this step", FIRE, "the end of fire, turn 3 German", {}, {"count": 4}),
        ("the end of this phase", TOGETHER, "the end of fire, turn 3", {"side": "Red Army"}, {"phase": "combat"}),
        ("the end of this turn", FIRE, "the end of turn 3", {"side": "Red Army", "phase": "rally"}, {"count": 4}),
        ("the end of turn 4 German", FIRE, "the end of turn 4 German", {"count": 4}, {"count": 4, "side": "Red Army"}),
        ("the end of the German turn", FIRE, "the end of turn 3 German", {"phase": "rally"}, {"side": "Red Army"}),
        ("the end of the red army's turn", FIRE, "the end of turn 3 Red Army", {"side": "Red Army"}, {"count": 4}),
        ("the end of day 2 round 4", ORDERS, "the end of day 2 round 4", {"count": 4}, {"night": True}),
        ("the end of day 2", NIGHT, "the end of day 2", {"day": 2}, {"day": 3, "night": False}),
    ],
)
def test_it_ends_with_what_is_named_and_not_before(typed, now, kept, not_yet, over):
    end = read_until(typed).of(now)
    assert str(end) == kept
    assert read_until(kept) == end
    assert not end.begun(now)
    assert not end.begun(moved(now, **not_yet))
    assert end.begun(moved(now, **over))
    assert end.begun(moved(now, over=True))
    assert str(end.following(now)) == kept
    assert end.following(moved(now, **over)) is None


def test_the_end_of_a_turn_that_is_over_is_that_of_the_next_turn():
    end = read_until("the end of the German turn").of(moved(FIRE, side="Red Army"))
    assert str(end) == "the end of turn 4 German"


def test_any_other_moment_is_read_as_ever():
    assert str(read_until("day 2 round 4")) == "day 2 round 4"


@pytest.mark.parametrize(
    ("typed", "now", "kind"),
    [
        ("the end of", ORDERS, BadValue),
        ("the end of the world", ORDERS, BadValue),
        ("the end of this turn", ORDERS, BadValue),
        ("the end of this round", FIRE, BadValue),
        ("the end of the night", ONE_DAY, BadValue),
        ("the end of turn 9", FIRE, NotNow),
        ("the end of this turn", moved(FIRE, count=0), NotNow),
        ("the end of the French turn", FIRE, BadValue),
        ("the end of the German turn", ORDERS, BadValue),
    ],
)
def test_what_has_no_end_here_is_refused(typed, now, kind):
    with pytest.raises(kind):
        read_until(typed).of(now)


PLAYED = [
    ("bridgehead", (), "light=night", "orders, day 1 round 1", ("order a=M b=M p=M k=D l=H m=M", "order reveal")),
    ("d20-opening", ("next",), "rifles.cover=hard", "command, turn 1 German", ("next",)),
    ("rules/ford", (), "cover=yes", "move, turn 1 Hill folk", ("next",)),
    ("asp-two-groups", ("order corps --dice 333/3",), "tom1.cover=hard", "step 1, turn 1 German", ("next",)),
]
CLUB = """
extends = "two-star-general"
id = "dark"
name = "Dark"

[[refuse]]
id = "night"
at = "fire"
when = { light = "night", range = "> 1" }
words = "dark"
rule = "club 1"
"""


@pytest.mark.parametrize(("scenario", "before", "fact", "of", "after"), PLAYED)
def test_in_every_family_a_fact_ends_with_the_phase(tmp_path, monkeypatch, capsys, scenario, before, fact, of, after):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("UMPIRE_GAME", raising=False)
    table = Table(tmp_path, capsys)
    (tmp_path / "dark.toml").write_text(CLUB, encoding="utf-8")
    house = " --house dark.toml" if scenario == "bridgehead" else ""
    for line in (f"new {scenario} --seed 4{house}", *before):
        assert table.say(line).code == 0, line

    def game():
        return open_session(next(tmp_path.glob("*.umpire")))

    assert "the end of this phase" in [each.word for each in offers(game(), f"now {fact} until ")]
    said = table.say(f"now {fact} until the end of this phase")
    assert said.code == 0, said.err
    until = f"until the end of {of}"
    assert until in " ".join(table.say("status").out.split())
    assert game().head["facts"] == {fact.partition("=")[0]: str(game().staying[fact.partition("=")[0]])}
    for line in after:
        done = table.say(f"{line} --roll --defaults --ruling now")
        assert done.code == 0, (line, done.err)
    assert f"{fact} ends" in " ".join(done.out.split()) or fact in done.out
    assert "facts" not in game().head
    table.say("undo")
    assert fact.partition("=")[0] in game().staying


def test_a_game_that_has_not_begun_says_so(table):
    assert table.say("new asp-two-groups").code == 0
    said = table.say("now tom1.cover=hard until the end of this phase")
    assert (said.code, "turn 2" in said.err) == (2, True)

"""Tests that one command equals two: `fire option=C metres=` against `move option=C` and `fire`, in all options."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from tests.asp.games import stand
from tests.asp.play import Game, position
from tests.catalogue import each_says, says
from tests.clauses import clause
from umpire.core.dice import read_told
from umpire.core.outcome import Outcome
from umpire.core.pools import Pool
from umpire.core.procedure import Thrown, resolve
from umpire.rulesets.asp import FAMILY as asp
from umpire.rulesets.asp.state import Clock

SHOOTERS = ("Panther", "StuG", "Sdkfz 251", "IG", "LG", "HG")
MOVES = {"C": 250, "D": 250, "E": 500, "F": 500}
FACES = st.tuples(*[st.integers(1, 6)] * 2).map(lambda pair: f"{pair[0]}{pair[1]}")


class Fixed(NamedTuple):
    """A referee who gives each pool its faces."""

    dice: dict[str, str]

    def throw(self, pools: tuple[Pool, ...]) -> tuple[Thrown, ...]:
        return tuple(read_told(self.dice[pool.key][: pool.dice], pool) for pool in pools)


class Play(NamedTuple):
    """The results of the lines typed: the rules that refused them, the pools, and the last outcome."""

    game: Game
    refused: frozenset[str]
    pools: list[Pool]
    outcome: Outcome


def played(game: Game, dice: dict[str, str], *lines: str) -> Play:
    refused: set[str] = set()
    pools: list[Pool] = []
    for line in lines:
        refused |= set(game.refused(line))
        act, situation = game._situation(line)
        outcome, answers = resolve(act.procedure(situation), Fixed(dice))
        pools += [each.pool for each in answers]
        game.state = asp.apply(game.state, outcome.effects, game.table)
    return Play(game, frozenset(refused), pools, outcome)


@st.composite
def shots(draw: st.DrawFn) -> tuple[dict, dict, dict[str, str], str, str]:
    kind = draw(st.sampled_from(SHOOTERS))
    flags = {name: draw(st.booleans()) for name in ("dug_in", "fire_marker", "pinned", "repulsed", "stopped")}
    shooter = {"kind": kind, **flags, "markers": draw(st.integers(0, 2)), "spent": draw(st.integers(0, 1))}
    if kind in ("LG", "HG") and draw(st.booleans()):
        shooter["towed"] = "c1"
    if kind in ("IG", "LG") and "towed" not in shooter and draw(st.booleans()):
        shooter["beside"] = "c1"
    beside = draw(st.sampled_from(["", "aboard", "beside"])) if kind == "Sdkfz 251" else ""
    rider = {beside: "t1"} if beside else {}
    dice = {key: draw(FACES) for key in ("detection", "detection-reply", "initiative", "initiative-reply")}
    dice |= {key: draw(FACES) for key in ("effect", "effect-reply")}
    option = draw(st.sampled_from("CDEF"))
    metres = draw(st.sampled_from([0, 100, 125, 200, 250, MOVES[option]]))
    told = f"metres={metres}"
    for fact in ("closer=yes", "going=bad", "hq=1200", "away=yes"):
        told += f" {fact}" if draw(st.integers(0, 5)) == 0 else ""
    distance = draw(st.sampled_from([100, 400, 900]))
    facts = draw(st.sampled_from(["", "cover=hard", "t1.cover=cover", "arc=flank", "t1.arc=rear", "light=twilight"]))
    return shooter, rider, dice, f"option={option} {told}", f"{distance} {facts}"


def set_up(shooter: dict, rider: dict, kept: bool = True) -> Game:
    more = {key: value for key, value in shooter.items() if key != "kind"}
    stands = (
        stand("t1", shooter["kind"], **more),
        stand("c1", "Truck"),
        stand("g1", "IG", **rider),
        stand("p3", "T34/85"),
    )
    game = Game(position(*stands, german="A", clock=Clock(1, "German", "German", 5, "kg")), kept=kept)
    return game.regroup("kg", cp=9, hq="").regroup("br", hq="")


@clause("ASP-TAC-01", "ASP-TAC-11", "ASP-ENG-03", "ASP-DET-11", "ASP-CLASS-24", "ASP-BUS-05")
@settings(max_examples=80, deadline=None)
@given(shots())
def test_one_command_and_two_come_to_the_same(shot):
    shooter, rider, dice, option, at = shot
    at_once = played(set_up(shooter, rider), dice, f"fire t1 at p3 {at} {option}")
    letter, own = option[7], " ".join(word for word in option.split() if not word.startswith("hq"))
    if letter in "CE":
        two = played(set_up(shooter, rider), dice, f"move t1 {option}", f"fire t1 at p3 {at}")
    else:
        hq = " hq=1200" if "hq=" in option else ""
        two = played(set_up(shooter, rider), dice, f"fire t1 at p3 {at} option={letter}{hq}")
        if two.game.stand("t1").option != letter:  # what it suffered leaves it no move (TAC-11)
            event("no move is left")
            assert at_once.game.state == two.game.state
            return
        first, after = two.refused, two.game.stand("t1")
        moved = played(two.game, dice, f"move t1 {own}")
        if "closer=yes" in option and after.pinned:
            event("pinned: no closer")
            return
        two = Play(moved.game, first | moved.refused, two.pools, moved.outcome)
    event(f"option {letter}, {'refused' if two.refused else 'allowed'}")
    assert at_once.refused == two.refused
    assert at_once.pools == two.pools
    assert at_once.game.state == two.game.state  # by a ruling too


SHOT = {"detection": "6", "detection-reply": "6", "effect": "11", "effect-reply": "11"}


@clause("ASP-ENG-03", "ASP-COV-09")
def test_a_dug_in_stand_that_moves_first_has_no_cover_any_more():
    dice = {**SHOT, "initiative": "3", "initiative-reply": "3"}
    play = played(set_up({"kind": "Panther", "dug_in": True}, {}), dice, "fire t1 at p3 600 option=C metres=100")
    assert says(play.outcome.instructions, "t1 ENG-03")
    reply = next(pool for pool in play.pools if pool.key == "effect-reply")
    assert "SCORE-06" not in [line.rule for line in reply.lines if line.applied]


@clause("ASP-ENG-03")
def test_losing_the_digging_is_said_of_whoever_moves_or_is_repulsed():
    lost = "t1 ENG-03"
    dug_in = {"kind": "Panther", "dug_in": True}
    assert says(played(set_up(dug_in, {}), {}, "move t1 100").outcome.instructions, lost)
    dice = {**SHOT, "initiative": "3", "initiative-reply": "3", "effect-reply": "66"}
    repulsed = played(set_up(dug_in, {}), dice, "fire t1 at p3 300")
    assert repulsed.game.stand("t1").repulsed
    assert says(repulsed.outcome.instructions, lost)
    assert not repulsed.game.stand("t1").dug_in


@clause("ASP-DET-11", "ASP-MOVE-03")
def test_a_gun_on_tow_that_moves_by_hand_is_a_gun_on_foot_and_stays_so():
    dice = {**SHOT, "initiative": "1", "initiative-reply": "6"}
    play = played(set_up({"kind": "LG", "towed": "c1"}, {}), dice, "fire t1 at p3 400 option=C metres=100")
    seen = next(pool for pool in play.pools if pool.key == "detection-reply")
    assert says([seen.lines[0].words], "infantry moving near 750")
    assert play.game.stand("t1").towed == ""


@clause("ASP-FIRE-07")
@pytest.mark.parametrize(
    ("detects", "fire_marker", "changes"),
    [("yes", False, True), ("yes", True, False), ("no", True, True), ("no", False, False)],
)
def test_hands_hear_what_becomes_of_the_marker_of_who_moves_first(detects, fire_marker, changes):
    game = set_up({"kind": "Panther", "fire_marker": fire_marker}, {})
    line = f"fire t1 at p3 600 option=C metres=100 t1.detects={detects} p3.detects=no"
    instructions = played(game, {"effect": "11", "initiative": "5", "initiative-reply": "5"}, line).outcome.instructions
    assert each_says([each for each in instructions if "FIRE" in each], *(["t1"] if changes else []))
    assert game.stand("t1").fire_marker == (detects == "yes")

"""Tests of conventions: six-sided dice, inclusive distances, modifiers that add up, no special faces, no limits."""

import pytest

from tests.asp.games import TABLE, duel, fire, game, refused, situation, stand
from tests.asp.play import Game
from tests.clauses import clause
from umpire.core.odds import explain
from umpire.core.readings import Needs, Row
from umpire.game.facts import parse_told
from umpire.rulesets.asp import FAMILY as asp
from umpire.rulesets.asp.fire.combat import effect_pool
from umpire.rulesets.asp.state import Mark, Scene

EVERYTHING = Scene(modules=("time", "weather", "engineering"), zone="Cold", season="Spring")


def pools():
    """Yield every pool that some acts of every kind may throw."""
    obstacle = {"o1": Mark("o1", "anti-tank", "Soviet")}
    scene = Scene(**{**vars(EVERYTHING), "marks": obstacle})
    stands = (
        stand("t1", "Panther"),
        stand("t2", "Attack"),
        stand("t3", "LB"),
        stand("p3", "T34/85", repulsed=True, markers=1),
    )
    state = game(*stands, stand("p4", "AAA"), scene=scene)
    for line in (
        "fire t1 at p3 600",
        "fire t3 at p3",
        "air t2 at p3 900 by p4 p4.range=900",
        "cross t1 over o1",
        "order br",
        "setup zone weather",
        "setup hour",
    ):
        verb, *words = line.split()
        act = asp.act(verb)
        sit = act.situate(state, TABLE, parse_told(words, act.connectors, act.bare))
        for one in explain(lambda act=act, sit=sit: act.procedure(sit)):
            yield from one.pools


@clause("ASP-GEN-01", "ASP-GEN-02", "ASP-GEN-06")
def test_six_sided_dice_and_no_face_is_special():
    found = list(pools())
    assert len(found) > 15
    assert {pool.sides for pool in found} == {6}
    for pool in found:
        if isinstance(pool.reading, Needs):
            assert pool.reading.always == 0
            assert pool.reading.read([6]) is (6 + pool.reading.added >= pool.reading.need)
        if isinstance(pool.reading, Row):
            assert pool.reading.naturals == ()


@clause("ASP-GEN-03")
@pytest.mark.parametrize(("distance", "need"), [(750, 2), (751, 5), (1500, 5), (1501, None)])
def test_a_limit_belongs_to_the_nearer_band(distance, need):
    sit = situation(duel("HMG", "RG"), f"t1 at p3 {distance} moving=yes option=C t1.closer=no")
    pool = sit.shooter.look.pool
    assert (pool.sum("need") if pool else None) == need
    assert ("FIRE-05" in refused(duel("HMG", "RG"), f"t1 at p3 {distance}")) == (distance > 1000)


@clause("ASP-GEN-05")
def test_all_that_applies_adds_up():
    state = game(stand("t1", "Panther", pinned=True, repulsed=True), stand("p3", "T34/85", markers=2))
    sit = situation(state, "t1 at p3 600 cover=hard arc=flank option=C")
    pool = effect_pool(TABLE, "effect", sit.shooter, sit.target, sit.shooter.shot)
    assert pool.sum("need") == 3 + 1 + 1 + 2 + 2 - 2
    assert pool.sum("roll") == 2 - pool.sum("need")


@clause("ASP-GEN-07")
def test_required_scores_are_not_clamped():
    low = situation(duel("HG", "T34/85"), "t1 at p3 600 arc=rear")
    high = situation(duel("RG", "Tiger"), "t1 at p3 200 cover=hard")
    pools = [effect_pool(TABLE, "effect", each.shooter, each.target, each.shooter.shot) for each in (low, high)]
    assert [pool.sum("need") for pool in pools] == [-1, 8]
    assert pools[0].reading.read([1, 1]) == "P"  # a total of 3 against grade B
    assert pools[1].reading.read([6, 6]) == "P"  # a total of 4


@clause("ASP-GEN-12")
def test_there_is_no_assault_stands_in_contact_shoot():
    assert "assault" not in asp.ACTS
    outcome, _, _ = fire(duel("RG", "RG"), "t1 at p3 contact", detection_reply="1", effect="66")
    assert outcome.tally[0] == ("p3", "destroyed")


@clause("ASP-ORG-05")
def test_the_headquarters_is_marked():
    german, _ = asp.status(duel(), TABLE, "")[:2]
    assert german.rows[0][-1] == "HQ"
    assert not Game(duel(), kept=False).refused("army")

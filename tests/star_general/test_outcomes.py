"""Tests of the results of distant fire: section 4, batteries and HQs as targets (5, 6), shots, losses due."""

from __future__ import annotations

import pytest

from tests.catalogue import each_says, says
from tests.clauses import clause
from tests.star_general.games import (
    BOOKS,
    FIRE,
    LIGHT,
    SIDES,
    TABLES,
    after,
    beside,
    dice,
    duel,
    fire,
    game,
    gun,
    losses,
    offered,
    ours,
    outcome,
    played,
    refusals,
    reply,
    shots,
    state_of,
    table,
    tally,
    theirs,
)
from umpire.core.answers import Answers
from umpire.core.dice import SeededDice
from umpire.core.procedure import Chosen, Thrown, Wanted, resolve
from umpire.core.readings import Hits
from umpire.rulesets.star_general.effects import apply
from umpire.rulesets.star_general.scenario import WRITTEN

both = pytest.mark.parametrize("book", BOOKS)


# losses


@clause("TSG-4-01", "TSG-4-02", "TSG-4-13", "3SG-4-01", "3SG-4-02")
@both
@pytest.mark.parametrize(("faces", "lost"), [("111", 0), ("611", 1), ("661", 2), ("666", 2)])
def test_two_strength_points_at_most(book, faces, lost):
    result = outcome(duel(book, ours("infantry"), theirs("infantry")), faces, "111")
    assert losses(result) == ({"z": lost} if lost else {})
    rule = "4-02"
    assert any(f"({rule})" in words for words in result.words) == (lost == 2)


@clause("TSG-4-02", "3SG-4-02", "AMB-33")
@both
def test_two_in_all_for_both_attackers(book):
    state = game(book, a=ours("infantry"), a2=ours("infantry"), z=theirs("infantry"))
    result = outcome(fire(state, "a a2 at z", book), "111111", "666", choices=("a-1+a2-1",))
    assert losses(result) == {"a": 1, "a2": 1}


@clause("TSG-4-02", "3SG-4-02", "AMB-33")
@both
@pytest.mark.parametrize("scope", ["hex", "stand"])
@pytest.mark.parametrize(("hits", "lost"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 4)])
def test_two_for_each_attacker_as_an_option(book, scope, hits, lost):
    state = game(
        book, a=ours("infantry"), a2=ours("infantry"), z=theirs("medium", superior_gun=True), m=beside("z", "mg")
    )
    sit = fire(state, "a a2 at z", table(book, loss_cap_scope=scope))
    result = outcome(sit, "1111", f"h{hits}")
    assert sum(losses(result).values()) == lost
    assert tally(result)["Red"] == lost
    assert max(losses(result).values()) <= 2


@clause("AMB-33")
@both
@pytest.mark.parametrize("scope", ["hex", "stand"])
def test_no_hex_loses_more_than_it_has(book, scope):
    state = game(book, a=ours("infantry", sp=1), a2=ours("infantry"), z=theirs("heavy"))
    result = outcome(fire(state, "a a2 at z", table(book, loss_cap_scope=scope)), "11", "h4")
    assert losses(result) == {"a": 1, "a2": 2}
    assert tally(result)["Red"] == 3


@clause("AMB-33")
@both
@pytest.mark.parametrize("scope", ["side", "hex", "stand"])
def test_the_target_hex_loses_two_in_any_case(book, scope):
    sit = duel(book, ours("infantry"), theirs("infantry"), options={"loss_cap_scope": scope})
    assert losses(outcome(sit, "666", "111")) == {"z": 2}


@clause("TSG-4-03", "TSG-4-04", "TSG-4-09", "3SG-4-03", "3SG-4-04")
@both
def test_the_owner_chooses_core_or_support(book):
    stands = {"m": beside("z", "mg"), "bl": beside("bhq", LIGHT[book]), "h": gun("Blue")}
    sit = duel(book, ours("infantry"), theirs("infantry"), "reply h", blue="H", **stands)
    assert offered(sit, "661", "1111111") == {"losses target": ("z2", "z+m")}
    assert offered(sit, "611", "1111111") == {"losses target": ("z", "m")}
    result = outcome(sit, "661", "1111111", choices=("z+m",))
    assert each_says(result.instructions, "z 5→4", "m", "h 3→2")
    assert losses(result) == {"z": 1, "m": 1}


@clause("TSG-4-05", "3SG-4-05", "AMB-35")
@both
def test_the_attacker_spreads_his_losses(book):
    state = game(book, a=ours("infantry"), c=ours("infantry", sp=2), z=theirs("infantry"))
    sit = fire(state, "a c at z", book)
    assert offered(sit, "11111", "661") == {"losses attackers": ("a2", "a+c", "c2")}
    assert losses(outcome(sit, "11111", "661", choices=("c2",))) == {"c": 2}


@clause("TSG-4-07", "3SG-4-07")
@both
def test_a_support_stand_goes_before_the_last_point_of_its_core_stand(book):
    sit = duel(book, ours("infantry"), theirs("infantry", sp=1), m=beside("z", "mg"), z2=theirs("infantry"))
    assert losses(outcome(sit, "611", "11")) == {"m": 1}
    assert losses(outcome(sit, "661", "11")) == {"z": 1, "m": 1}
    assert offered(sit, "661", "11") == {}


@clause("TSG-4-08")
@both
def test_two_points_and_a_support_stand(book):
    sit = duel(book, ours("infantry"), theirs("infantry", sp=2), m=beside("z", "mg"))
    assert losses(outcome(sit, "661", "111")) == {"z": 1, "m": 1}
    assert offered(sit, "661", "111") == {}


@clause("TSG-2.1-04", "TSG-4-11", "AMB-34")
def test_a_truck_is_a_loss_like_a_platoon():
    state = game("TSG", a=ours("infantry"), z=theirs("infantry"), m=beside("z", "mg"), k=beside("z", "truck"))
    assert offered(fire(state, "a at z"), "661", "1111") == {"losses target": ("z2", "z+m", "z+k")}
    weak = game("TSG", a=ours("infantry"), z=theirs("infantry", sp=1), m=beside("z", "mg"), k=beside("z", "truck"))
    assert losses(outcome(fire(weak, "a at z"), "661", "11")) == {"m": 1, "k": 1}


@clause("TSG-4-12")
@both
def test_a_second_attack_costs_two_more(book):
    state = game(book, a=ours("infantry"), c=ours("infantry"), z=theirs("infantry"))
    once = outcome(fire(state, "a at z", book), "666", "111")
    again = fire(apply(state, once.effects), "c at z", book)
    assert losses(outcome(again, "666", "111")) == {"z": 2}
    assert after(state, once)["z"].sp == 3


@clause("TSG-4-14")
@both
def test_losses_do_not_shrink_the_reply(book):
    sit = duel(book, ours("infantry"), theirs("infantry", sp=2))
    _, answers = played(sit, "666", "66")
    assert [answer.pool.dice for answer in answers if isinstance(answer, Thrown)] == [3, 2]


@clause("TSG-1.4-01", "3SG-1.3-01")
@both
def test_a_stand_without_strength_is_removed(book):
    state = game(book, a=ours("infantry"), z=theirs("infantry", sp=2), z2=theirs("infantry"))
    result = outcome(fire(state, "a at z", book), "661", "66")
    assert each_says(result.instructions, "z", "a 5→3")
    assert tally(result) == {"Blue": 2, "Red": 2, "removed": ("z",)}
    assert not after(state, result)["z"].alive


# no reply


@clause("TSG-3.6-02", "3SG-3.6-02")
@both
def test_a_stand_on_retreat_throws_nothing(book):
    sit = duel(book, ours("infantry"), theirs("infantry"), blue="R", m=beside("z", "mg"))
    result = outcome(sit, "551")
    assert losses(result) == {"z": 2}
    assert each_says(sit.known.notes, "z 3.6-02"), "said before the dice"


@clause("TSG-3.1-01", "TSG-6-02", "TSG-6-15", "3SG-3.1-02", "3SG-6-13", "AMB-25")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "6-02"), ("3SG", "3.1-02")])
def test_an_hq_hex_does_not_return_fire(book, rule):
    sit = duel(book, ours("infantry"), theirs("hq"), blue="H", m=beside("z", LIGHT[book]), h=gun("Blue"))
    assert sit.answer is None
    assert each_says(sit.known.notes, f"z {rule}")
    with_gun = duel(book, ours("infantry"), theirs("hq"), "reply h", blue="H", h=gun("Blue"))
    assert refusals(with_gun) == (rule,)


@both
def test_the_referee_may_say_that_nobody_fires_back(book):
    sit = duel(book, ours("infantry"), theirs("infantry"), "reply=no")
    assert sit.answer is None
    assert losses(outcome(sit, "611")) == {"z": 1}


# a battery as target


@clause("TSG-5-09", "3SG-5-07", "AMB-53")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "5-09"), ("3SG", "5-07")])
def test_a_battery_replies_with_a_shot_and_not_without(book, rule):
    sit = duel(book, ours("infantry"), gun("Blue"))
    assert (dice(reply(sit)), reply(sit).reading) == ({"z": 2}, Hits("56"))
    result = outcome(sit, "111", "11")
    assert shots(result) == ["z"]
    assert each_says(result.instructions, "z 3→2")
    empty = duel(book, ours("infantry"), gun("Blue", shots=0))
    assert empty.answer is None
    result = outcome(empty, "611")
    assert shots(result) == []
    assert each_says(empty.known.notes, f"z {rule}")
    assert refusals(duel(book, ours("infantry"), gun("Blue", shots=0), "reply h", h=gun("Blue"))) == (rule,)


@clause("TSG-5-09")
@both
def test_a_battery_that_does_not_reply_spends_no_shot(book):
    assert shots(outcome(duel(book, ours("infantry"), gun("Blue"), "reply=no"), "111")) == []


@clause("TSG-5-03", "3SG-5-09", "AMB-71")
@pytest.mark.parametrize(
    ("book", "setting", "rule"),
    [("TSG", True, ()), ("TSG", False, ("5-03",)), ("3SG", False, ("5-09",)), ("3SG", True, ())],
)
def test_a_battery_calls_guns_of_its_own_side(book, setting, rule):
    options = {"battery_may_call_support": setting}
    sit = duel(book, ours("infantry"), gun("Blue"), "reply h", options=options, h=gun("Blue"))
    assert refusals(sit) == rule
    free = duel(book, ours("infantry"), gun("Blue"), options=options, h=gun("Blue"))
    assert free.also == ((("reply", "h", "3 shots"),) if setting else ())


@clause("TSG-5-01")
@both
def test_a_battery_calls_no_light_artillery_but_has_what_is_with_it(book):
    stands = {"bl": beside("bhq", LIGHT[book]), "m": beside("z", "mg")}
    assert dice(reply(duel(book, ours("infantry"), gun("Blue"), **stands))) == {"z": 2, "m": 1}


# losing an HQ, losing a unit


@clause("TSG-6-08", "3SG-6-07")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "6-08"), ("3SG", "6-07")])
def test_a_new_hq_is_still_to_come(book, rule):
    state = game(book, hq=False, a=ours("infantry"), z=theirs("hq", sp=1), z2=theirs("infantry"))
    result = outcome(fire(state, "a at z", book), "611")
    assert each_says(result.instructions, "z")
    assert not after(state, result)["z"].alive
    assert each_says(result.pending, f"Blue unit {rule}")


@clause("TSG-6-10")
@both
def test_a_unit_with_no_stands_left_gets_no_new_hq(book):
    sit = fire(game(book, hq=False, a=ours("infantry"), z=theirs("hq", sp=1)), "a at z", book)
    result = outcome(sit, "611")
    assert each_says(result.instructions, "z")
    assert losses(result) == {"z": 1}
    assert result.pending == ()


@clause("TSG-6-12", "3SG-6-11")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "6-12"), ("3SG", "6-11")])
def test_a_unit_reduced_to_its_hq_is_removed_with_all_it_has(book, rule):
    stands = {"z": theirs("infantry", sp=1), "bl": beside("bhq", LIGHT[book]), "old": theirs("infantry", sp=0)}
    state = game(book, a=ours("infantry"), **stands)
    result = outcome(fire(state, "a at z", book), "611", "11")
    assert each_says(result.instructions, "z", f"bhq bl Blue unit {rule}")
    assert [name for name, stand in after(state, result).items() if stand.side == "Blue" and stand.alive] == []
    left = apply(state, result.effects)
    assert state_of(WRITTEN.sections(left, TABLES[book]), TABLES[book], None, SIDES) == left


@clause("TSG-6-12", "3SG-6-11")
@both
def test_not_while_another_core_stand_lives(book):
    state = game(book, a=ours("infantry"), z=theirs("infantry", sp=1), z2=theirs("infantry"))
    result = outcome(fire(state, "a at z", book), "611", "1")
    assert each_says(result.instructions, "z")
    assert losses(result) == {"z": 1}


@clause("TSG-6-12", "3SG-6-11")
@both
def test_attackers_too(book):
    state = game(book, a=ours("infantry", sp=1), c=ours("infantry", sp=1), z=theirs("medium"))
    result = outcome(fire(state, "a c at z", book), "66111")  # no dice of their own against a tank
    assert each_says(result.instructions, "a", "c", "rhq Red unit")
    assert not any(after(state, result)[name].alive for name in ("a", "c", "rhq"))


# dice and answers


@both
def test_nothing_is_asked_of_a_pool_without_dice(book):
    sit = duel(book, ours("infantry"), theirs("infantry", sp=1), "z.terrain=stream")
    assert reply(sit).dice == 0
    result, answers = played(sit, "111")
    assert [answer.source for answer in answers if isinstance(answer, Thrown)] == ["told", "none"]
    assert losses(result) == {}


@both
@pytest.mark.parametrize(("faces", "points"), [("611", 1), ("661", 2)])
def test_the_owner_sees_the_number_of_points_to_lose(book, faces, points):
    _, answers = played(duel(book, ours("infantry"), theirs("infantry"), m=beside("z", "mg")), faces, "1111")
    [asked] = [each.choice for each in answers if isinstance(each, Chosen)]
    assert asked.side == "Blue"
    assert says([asked.words], points)


@clause("TSG-3.3-04", "3SG-3.3-04")
@both
def test_both_pools_are_asked_for_at_once(book):
    sit = duel(book, ours("infantry"), theirs("infantry"))
    with pytest.raises(Wanted) as wanted:
        resolve(FIRE.procedure(sit), Answers(SeededDice("test"), 0))
    assert [pool.key for pool in wanted.value.question.pools] == ["attack", "reply"]


@both
def test_the_tally_has_the_same_names_whatever_falls(book):
    sit = duel(book, ours("infantry"), theirs("infantry", sp=1))
    quiet, bloody = outcome(sit, "111", "1"), outcome(sit, "666", "6")
    assert [name for name, _ in quiet.tally] == [name for name, _ in bloody.tally]
    assert dict(quiet.tally)["removed"] == ()

"""Tests of `can`: the acts of an element now, their results from elsewhere, and odds out of turn."""

from itertools import pairwise

import pytest

from umpire.core.odds import odds as odds_of
from umpire.play.possible import aimed, can, foes_of, tried
from umpire.play.session import open_session
from umpire.play.turn import prepare


def test_targets_stand_with_their_dice_and_the_rest_with_the_rule_against_it(table):
    table.game("worked-example-1")
    said = table.say("can ta").out.splitlines()
    assert said[0] == "tank A"
    assert "  fire     para paratroops: 4/5 dug in · village · 2 hexes · 4 dice on 6" in said
    no = "assault no: no attacker is next to the target; type `fire` for distant fire (3.3-01)"
    assert no in " ".join(" ".join(said).split())


def test_one_rule_against_everything_is_said_once(table):
    table.game("bridgehead")
    said = table.say("can p1").out.splitlines()
    shown = ["P 1st Panzer company", "  not now: wrong phase; now: day 1, round 1 of 5: orders (1.7-03)"]
    assert said[:2] == shown
    assert said[2].startswith("  move  0104-0107")
    assert "1.7-03" not in "".join(said[2:])


def test_a_unit_is_asked_stand_by_stand(table):
    table.game("bridgehead")
    said = table.say("can p").out
    assert "P 1st Panzer company" in said
    assert "P 2nd Panzer company" in said


def test_every_target_that_is_listed_is_accepted(table):
    table.game("worked-example-1")
    for act in table.say("can ta --json").plain["can"]["ta"]:
        for target in act["targets"]:
            said = table.say(f"{act['act']} ta at {target['id']} --dry-run --roll --defaults --json")
            assert said.code == 0


def test_a_distance_still_to_be_told_is_asked_for(table):
    table.game("asp-opening")
    assert "p1 T34/85 p1: range?" in table.say("can t1").out
    assert "p1 T34/85 p1: Soviet 1 die on 2+" in table.say("can t1 range=450").out


def test_what_would_be_from_another_hex(table):
    table.game("bridgehead")
    there = table.say("fire p1 at k1 from 1204 p1.command=yes --odds")
    assert there.code == 0
    assert "range 2" in there.out
    assert "not now: wrong phase; now: day 1, round 1 of 5: orders (1.7-03)" in there.out
    assert "k1" in table.say("can p1 command=yes from 1204").out
    assert table.say("fire p1 at k1 from --odds").err.startswith("error: the hex after `from` is missing")
    assert "--odds" in table.say("fire p1 at k1 from 1204").err
    assert table.say("fire p1 at k1 from 9999 --odds").code == 2


def test_odds_are_answered_in_any_phase_and_say_so(table):
    table.game("bridgehead")
    table.say("set p1 hex=1204")
    assert table.say("fire p1 at k1 command=yes").code == 3
    for look in ("--odds", "--explain"):
        said = table.say(f"fire p1 at k1 command=yes {look}")
        assert said.code == 0
        assert said.out.splitlines()[-1].startswith("not now: wrong phase; now: day 1")
    assert "not now" in table.say("what-if fire p1 k1 command=yes").out


def test_where_nobody_is_in_reach_the_nearest_is_said(table):
    table.game("bridgehead")
    session = open_session(table.folder / "bridgehead.umpire")
    assert "a1" in session.state.stands
    said = next(each for each in can(session, "p1", ahead=True) if each.verb == "fire")
    stands = session.state.stands
    near = min(session.state.apart(stands["p1"], one) for one in stands.values() if one.side == "British" and one.hex)
    assert not said.targets
    assert f"{near} hexes from the target" in said.no[0].words


def test_places_are_said_in_spans(table):
    table.game("bridgehead")
    table.say("order a=M b=M p=M k=D l=H m=M")
    table.say("order reveal")
    table.say("activate p --dice 66/11")
    said = table.say("can p1").out
    assert "0601-0603" in said
    assert "0602 " not in said
    assert len(said.splitlines()) <= 20


@pytest.mark.parametrize("moved", [{}, {"p1": "1205", "a1": "1303", "k1": "1204"}])
def test_whoever_is_not_tried_would_have_been_refused(table, moved):
    table.game("bridgehead")
    for name, place in moved.items():
        table.say(f"set {name} hex={place}")
    session = open_session(table.folder / "bridgehead.umpire")
    skipped = 0
    for verb in ("fire", "assault", "artillery"):
        for words in (["p1"], ["a1"], ["p1", "p2"], ["a1", "a2"], ["g1"], ["k1"]):
            asked = {id for id, _, _ in aimed(session, verb, words, ahead=True)}
            for other in {*foes_of(session, words[0])} - asked:
                skipped += 1
                assert not tried(session, verb, [*words, "at", other], ahead=True).allowed
    assert skipped


def hurts_on_average(session, words, name):
    """Return how hard an act hits somebody on average, by its exact odds: 0 for nothing, then by the rank of the
    result.
    """
    severity, counted = session.family.severity(), odds_of(prepare(session, "fire", words, ahead=True).make)
    return sum(severity.index(dict(came.tally)[name]) * weight for came, weight in counted.outcomes) / counted.total


@pytest.mark.parametrize(
    ("scenario", "stand", "told", "facts"),
    [
        *[("asp-two-groups", who, "sherman1 markers=2 stug markers=3 tom1 fire_marker=yes land1 dug_in=no", ())
          for who in ("heavy", "nebel", "field", "medium")],
        ("asp-opening", "t1", "p1 markers=2", ("range=450",)),
        ("d20-evening", "tiger", "sherman1 suppressed=yes", ("range=6",)),
        ("d20-evening", "spandau", "mortar suppressed=yes", ("range=4",)),
    ],
)  # fmt: skip
def test_the_menu_of_fire_begins_with_whom_the_shot_hits_hardest(table, scenario, stand, told, facts):
    table.game(scenario)
    assert table.say(f"set {told}").code == 0
    session = open_session(table.folder / f"{scenario}.umpire")
    (fire,) = [each for each in can(session, stand, facts, ahead=True) if each.verb == "fire"]
    hurt = [hurts_on_average(session, (stand, "at", each.id, *facts), each.name) for each in fire.targets]
    assert max(hurt) > min(hurt) + 0.2
    assert all(one > other - 0.05 for one, other in pairwise(hurt))


@pytest.mark.parametrize(
    ("scenario", "stand", "verb", "farthest"),
    [("asp-opening", "t1", "move", 1000), ("asp-opening", "t1", "march", 5000), ("d20-evening", "tiger", "move", 8)],
)
def test_the_distances_of_a_move_are_those_that_the_move_takes(table, scenario, stand, verb, farthest):
    table.game(scenario)
    said = next(each for each in table.say(f"can {stand} --json").plain["can"][stand] if each["act"] == verb)
    assert f" {farthest} " in f" {said['alone'].replace(',', ' ')} "
    refused = ("MOVE-01", "MOV-06")
    free = table.say(f"{verb} {stand} {farthest} --dry-run --json").plain
    assert not any(no["rule"] in refused for no in free.get("refused", ()))
    far = table.say(f"{verb} {stand} {farthest + 1} --dry-run")
    assert far.code == 3
    assert any(rule in far.err for rule in refused)


def test_the_distances_are_shown_with_the_rule_against_the_move(table):
    table.game("d20-evening")
    said = " ".join(table.say("can tiger").out.split())
    assert "move road 8, open 8, rough 4, difficult 4, track 2 (MOV-01) no: movement belongs to" in said
    table.say("set tiger suppressed=yes")
    assert "move no: Tiger: it is suppressed" in " ".join(table.say("can tiger").out.split())


@pytest.mark.parametrize(
    ("scenario", "name", "what"),
    [
        ("asp-two-groups", "wehrmacht", "army of German"),
        ("asp-two-groups", "teeth", "obstacle"),
        ("d20-evening", "mill", "The mill"),
    ],
)
def test_an_army_a_marker_and_an_objective_can_do_nothing(table, scenario, name, what):
    table.game(scenario)
    said = table.say(f"can {name}")
    assert said.code == 2
    assert f"error: {what}" in said.err
    assert "is neither a stand nor a unit" in said.err
    assert table.say(said.err.partition("hint: type ")[2].strip()).code == 0
    assert table.say(f"now {name}.cover=hard").code == 2

"""Tests of close combat and the mixed attack: the dice of both sides, refusals: sections 3, 5 and 6 of both books."""

from __future__ import annotations

import pytest

from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from tests.star_general.assaults import ASSAULT, CENTRE, assault, clash, field, mixed, off
from tests.star_general.games import (
    BOOKS,
    LIGHT,
    beside,
    counted,
    dice,
    game,
    gun,
    ours,
    outcome,
    refusals,
    reply,
    shots,
    table,
    theirs,
)
from umpire.core.mistakes import HowMany, Unasked
from umpire.core.readings import Hits

both = pytest.mark.parametrize("book", BOOKS)


def d(pool) -> dict[str, int]:
    """Return the dice by stand, without stands of no dice."""
    return {name: count for name, count in dice(pool).items() if count}


# the stands in close combat


@clause("TSG-3.3-01", "3SG-3.3-01")
@both
def test_adjacent_is_close_combat_and_assumed_so_without_a_map(book):
    sit = clash(book, ours("infantry"), theirs("infantry"))
    assert [attacker.mode for attacker in sit.attackers] == ["close"]
    assert "adjacent" in sit.known.assumed
    assert refusals(sit) == ()
    assert says([sit.title], "a z")


@clause("TSG-3.3-01")
@both
def test_on_the_map_the_distance_decides_the_mode(book):
    on = field()
    state = game(
        book,
        on=on,
        hq=False,
        a=ours("infantry", hex=off(on, -1, 0)),
        b=ours("infantry", hex=off(on, 2, 0)),
        z=theirs("infantry", hex=off(on, 0, 0)),
    )
    sit = assault(state, "a b at z", book)
    assert [(each.mode, each.distance) for each in sit.attackers] == [("close", 1), ("distant", 2)]
    assert says([sit.title], "a z 0704 b 2")
    assert refusals(sit) == ()
    assert "adjacent" not in sit.known.assumed


@clause("TSG-3.3-01", "3SG-3.3-01")
@both
def test_an_assault_needs_an_adjacent_stand(book):
    sit = clash(book, ours("infantry"), theirs("infantry"), "range=2")
    assert refusals(sit) == ("3.3-01",)
    [objection] = ASSAULT.objections(sit)
    assert "`fire`" in objection.words
    assert objection.retype == "a.range=1"


@clause("TSG-3-02", "3SG-3.1-01")
@pytest.mark.parametrize(("book", "far", "rule"), [("TSG", 4, "3-02"), ("3SG", 3, "3.1-01")])
def test_the_partner_fires_no_further_than_distant_fire_reaches(book, far, rule):
    stands = {"a": ours("infantry"), "b": ours("infantry"), "z": theirs("infantry")}
    assert refusals(assault(game(book, **stands), f"a b at z b.range={far}", book)) == (rule,)
    assert refusals(assault(game(book, **stands), "a b at z b.range=2 b.line=blocked", book)) == ("3.3-05",)


@clause("TSG-3.3-03", "3SG-3.3-03")
@both
@pytest.mark.parametrize("order", ["D", "R"])
def test_nobody_assaults_dug_in_or_on_retreat(book, order):
    sit = clash(book, ours("infantry"), theirs("infantry"), red=order)
    assert refusals(sit) == ("3.3-03",)
    assert [objection.retype for objection in ASSAULT.objections(sit)] == ["a.order=M"]


@clause("TSG-3.4-06", "3SG-3.4-04")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "3.4-06"), ("3SG", "3.4-04")])
def test_on_hold_one_stand_assaults(book, rule):
    stands = {"a": ours("infantry"), "b": ours("infantry"), "z": theirs("infantry")}
    assert refusals(assault(game(book, red="H", **stands), "a at z", book)) == ()
    assert refusals(assault(game(book, red="H", **stands), "a b at z", book)) == (rule,)
    assert refusals(assault(game(book, **stands), "a b at z", book)) == ()


@clause("TSG-6-01", "3SG-6-01")
@both
def test_hqs_and_batteries_assault_nobody(book):
    assert refusals(clash(book, ours("hq"), theirs("infantry"))) == ("6-01",)
    assert refusals(clash(book, gun("Red"), theirs("infantry"))) == ("3.4-02",)


@both
def test_what_makes_no_sense_is_a_mistake(book):
    with mistaken(HowMany):
        assault(game(book, z=theirs("infantry")), "at z", book)
    with mistaken(Unasked, "line"):
        clash(book, ours("infantry"), theirs("infantry"), "line=blocked")  # nobody fires


# the dice thrown


@clause("TSG-3.4-05", "3SG-3.4-05")
@both
@pytest.mark.parametrize(("kind", "thrown"), [("infantry", 3), ("medium", 4), ("light", 3), ("heavy", 4)])
def test_fighting_strength_in_close_combat(book, kind, thrown):
    sit = clash(book, ours(kind), theirs("medium"), "terrain=woods a.terrain=woods")
    assert d(sit.attack) == {"a": thrown - (kind == "infantry")}  # infantry loses one against armour


@clause("TSG-3.7.1-01", "3SG-3.7-10", "AMB-12")
@pytest.mark.parametrize(("book", "option", "thrown"), [("TSG", None, 5), ("3SG", False, 4), ("3SG", True, 5)])
def test_tanks_in_close_combat_with_soft_troops_in_the_open(book, option, thrown):
    options = {} if option is None else {"tank_soft_bonus_cc_3sg": option}
    assert d(clash(book, ours("medium"), theirs("infantry"), options=options).attack) == {"a": thrown}


@clause("TSG-3.7.1-02", "3SG-3.7-08")
@pytest.mark.parametrize(("book", "thrown"), [("TSG", 4), ("3SG", 3)])
def test_elite_infantry_in_close_combat(book, thrown):
    sit = clash(book, ours("infantry", elite=True), theirs("infantry", elite=True))
    assert d(sit.attack) == {"a": thrown}
    assert d(reply(sit)) == {"z": thrown}


@clause("TSG-3.7.1-06", "3SG-3.7-05")
@both
def test_engineers_throw_a_die_on_either_side(book):
    sit = clash(book, ours("infantry"), theirs("infantry"), e=beside("a", "engineers"), f=beside("z", "engineers"))
    assert d(sit.attack) == {"a": 3, "e": 1}
    assert d(reply(sit)) == {"z": 3, "f": 1}


@clause("TSG-3.7.2-05", "3SG-3.7.1-03")
@both
def test_engineers_waive_the_die_lost_to_cover_for_their_own_stand(book):
    state = game(
        book, blue="D", a=ours("infantry"), b=ours("infantry"), z=theirs("infantry"), e=beside("a", "engineers")
    )
    sit = assault(state, "a b at z", book)
    assert d(sit.attack) == {"a": 3, "e": 1, "b": 2}
    [lost] = {
        (each.rule, each.words) for each in sit.attack.lines if each.of == "b" and each.amount < 0 and each.applied
    }
    [waived] = [each.why_not for each in sit.attack.lines if each.of == "a" and (each.rule, each.words) == lost]
    assert says([waived])
    assert waived
    held = clash(book, ours("infantry"), theirs("infantry"), "terrain=woods", blue="H", e=beside("a", "engineers"))
    assert d(held.attack) == {"a": 3, "e": 1}


@clause("TSG-3.7.2-11", "3SG-3.7.1-07", "AMB-18")
@both
def test_engineers_waive_nothing_against_armour(book):
    sit = clash(book, ours("infantry"), theirs("medium"), blue="D", e=beside("a", "engineers"))
    assert d(sit.attack) == {"a": 2, "e": 1}


@clause("TSG-3.7.2-11", "AMB-18")
@both
def test_engineers_of_a_stand_that_fires_waive_nothing(book):
    sit = mixed(book, ours("infantry"), ours("infantry"), theirs("infantry"), blue="D", e=beside("b", "engineers"))
    assert d(sit.attack) == {"a": 2, "b": 2}


@clause("TSG-3.7.2-08", "3SG-3.7.1-07")
@pytest.mark.parametrize(("book", "cap"), [("TSG", "3.7.2-08"), ("3SG", "3.7.1-07")])
def test_armour_and_cover_cost_one_die_together(book, cap):
    sit = clash(book, ours("infantry"), theirs("medium"), blue="D")
    assert d(sit.attack) == {"a": 2}
    assert (cap, 1) in counted(sit.attack, "a")


@clause("TSG-3.7.2-02", "3SG-3.7.1-02")
@both
@pytest.mark.parametrize(
    ("order", "ground", "thrown"), [("M", "woods", 2), ("H", "woods", 3), ("D", "woods", 3), ("H", "open", 2)]
)
def test_infantry_defending_cover_loses_no_die_to_tanks(book, order, ground, thrown):
    sit = clash(book, ours("medium"), theirs("infantry"), f"terrain={ground}", blue=order)
    assert d(reply(sit)) == {"z": thrown}


@clause("TSG-3.7.2-13", "AMB-20")
@both
def test_dug_in_in_the_open_is_not_defending_cover(book):
    assert d(reply(clash(book, ours("medium"), theirs("infantry"), blue="D"))) == {"z": 2}


@clause("TSG-2.1-05")
def test_armoured_infantry_loses_nothing_to_tanks():
    sit = clash("TSG", ours("infantry"), theirs("medium"), t=beside("a", "armoured-transport"))
    assert d(sit.attack) == {"a": 3, "t": 1}


@clause("TSG-3.7.1-08", "3SG-3.7-06")
@pytest.mark.parametrize("book", BOOKS)
def test_a_tank_platoon_with_infantry(book):
    def thrown(host: str, target: str = "infantry", **more):
        return d(clash(book, ours(host), theirs(target), p=beside("a", "tank"), **more).attack)["p"]

    assert thrown("infantry") == 2
    assert thrown("infantry", blue="H") == 2
    assert thrown("infantry", blue="D") == 1
    assert thrown("infantry", target="medium") == 1
    assert thrown("medium") == 1


@clause("TSG-3.1-12", "3SG-3.1-16")
@both
def test_flak_throws_a_die_defending_in_close_combat(book):
    sit = clash(book, ours("infantry"), theirs("infantry"), f=beside("a", "aa"), g=beside("z", "aa"))
    assert d(sit.attack) == {"a": 3}
    assert d(reply(sit)) == {"z": 3, "g": 1}


@clause("TSG-3.7.1-04")
@both
def test_at_in_close_combat_with_armour(book):
    sit = clash(book, ours("medium"), theirs("infantry"), t=beside("z", "at"))
    assert d(reply(sit)) == {"z": 2, "t": 2}


@clause("TSG-3.7.3-01", "3SG-3.7.2-01", "AMB-09")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "3.7.3-01"), ("3SG", "3.7.2-01")])
def test_in_water(book, rule):
    sit = clash(book, ours("infantry"), theirs("infantry"), "terrain=stream", blue="D")
    assert (d(reply(sit)), sit.attack.reading.code) == ({"z": 2}, "6|55")
    assert (rule, -1) in counted(reply(sit), "z")


# the defender


@clause("TSG-3.4-07", "3SG-3.4-06")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "3.4-07"), ("3SG", "3.4-06")])
def test_a_defender_in_close_combat_has_one_die(book, rule):
    sit = clash(book, ours("medium"), theirs("infantry", sp=1))
    assert (reply(sit).dice, counted(reply(sit), "z")[-1]) == (1, (rule, 1))
    attack = clash(book, ours("infantry", sp=1), theirs("medium")).attack
    assert attack.dice == 0  # the attacker has no least die


@clause("TSG-3.4-07")
@both
def test_the_least_die_is_of_the_whole_pool(book):
    sit = clash(book, ours("medium"), theirs("infantry", sp=1), m=beside("z", "mg"))
    assert d(reply(sit)) == {"m": 1}


@clause("TSG-3.6-02", "3SG-3.6-02")
@both
def test_on_retreat_nobody_fights_back_even_in_close_combat(book):
    sit = clash(book, ours("infantry"), theirs("infantry"), blue="R", m=beside("z", "mg"))
    assert sit.answer is None
    assert each_says(sit.known.notes, "z 3.6-02"), "said before the dice"


@clause("TSG-6-02", "3SG-3.1-02")
@both
def test_an_hq_defends_with_one_die_in_close_combat(book):
    sit = clash(book, ours("infantry"), theirs("hq"), m=beside("z", "mg"))
    assert d(reply(sit)) == {"z": 1, "m": 1}
    assert reply(clash(book, ours("medium"), theirs("hq"))).dice == 1  # never below one


@clause("TSG-6-03", "AMB-70")
@pytest.mark.parametrize(("book", "thrown"), [("TSG", 2), ("3SG", 1)])
def test_an_armoured_hq_defends_as_a_tank_does(book, thrown):
    assert d(reply(clash(book, ours("infantry"), theirs("hq", armoured=True)))) == {"z": thrown}
    assert d(clash(book, ours("infantry"), theirs("hq", armoured=True)).attack) == {"a": 2}


@clause("TSG-6-16", "AMB-24")
@both
def test_an_unarmoured_hq_is_soft_infantry(book):
    sit = clash(book, ours("medium"), theirs("hq", fs=3))
    assert d(reply(sit)) == {"z": 2}
    assert d(sit.attack) == {"a": 5 if book == "TSG" else 4}


@clause("TSG-3.7.2-14", "3SG-3.7.1-04", "AMB-21")
@pytest.mark.parametrize(("book", "thrown"), [("TSG", 2), ("3SG", 1)])
def test_a_battery_in_close_combat_with_armour(book, thrown):
    assert d(reply(clash(book, ours("medium"), gun("Blue")))) == {"z": thrown}


@clause("TSG-3.7.2-14", "AMB-21")
@both
def test_a_battery_that_supports_fires_at_a_distance(book):
    sit = clash(book, ours("infantry"), theirs("medium"), "with g", g=gun("Red"))
    assert d(sit.attack)["g"] == 1


@clause("TSG-5-09", "3SG-5-07")
@both
@pytest.mark.parametrize("left", [0, 2])
def test_a_battery_defends_without_ammunition_and_uses_none(book, left):
    sit = clash(book, ours("infantry"), gun("Blue", shots=left))
    assert (d(reply(sit)), reply(sit).reading) == ({"z": 2}, Hits("56"))
    assert shots(outcome(sit, "111", "11")) == []


@clause("TSG-3.2-01")
@both
@pytest.mark.parametrize(("order", "hits", "back"), [("M", "6|55", "6|55"), ("H", "6", "56"), ("D", "6", "56|44")])
def test_what_hits_is_the_same_in_close_combat(book, order, hits, back):
    sit = clash(book, ours("infantry"), theirs("infantry"), blue=order)
    assert (sit.attack.reading, reply(sit).reading) == (Hits(hits), Hits(back))


@clause("TSG-3.5.2-02")
@both
def test_guns_and_light_artillery_support_close_combat(book):
    more = {"g": gun("Blue"), "l": beside("bhq", LIGHT[book]), "k": beside("rhq", LIGHT[book]), "h": gun("Red")}
    sit = clash(book, ours("infantry"), theirs("infantry"), "with h reply g", blue="H", **more)
    assert refusals(sit) == ()
    assert d(sit.attack) == {"a": 3, "k": 1, "h": 2}
    assert d(reply(sit)) == {"z": 3, "l": 1, "g": 2}


# the mixed attack


@pytest.mark.parametrize(("option", "elite", "flak", "engineers"), [("cc", 4, 1, 1), ("df", 3, 0, 0)])
def test_TSG_AMB_16_how_the_target_of_a_mixed_attack_replies(option, elite, flak, engineers):
    def thrown(kind: str, **card):
        sit = mixed(
            "TSG",
            ours("infantry"),
            ours("infantry"),
            theirs("infantry", **card),
            options={"mixed_mode_reply": option},
            s=beside("z", kind),
        )
        return dice(reply(sit))

    assert thrown("mg", elite=True)["z"] == elite
    assert thrown("aa")["s"] == flak
    assert thrown("engineers")["s"] == engineers


@clause("AMB-16")
@both
def test_the_least_die_and_the_hq_follow_the_mode_of_the_reply(book):
    weak = (ours("medium"), ours("medium"), theirs("infantry", sp=1))
    assert reply(mixed(book, *weak)).dice == 1
    assert reply(mixed(book, *weak, options={"mixed_mode_reply": "df"})).dice == 0
    hq = (ours("infantry"), ours("infantry"), theirs("hq"))
    assert reply(mixed(book, *hq)).dice == 1
    assert mixed(book, *hq, options={"mixed_mode_reply": "df"}).answer is None
    battery = (ours("infantry"), ours("infantry"), gun("Blue"))
    assert shots(outcome(mixed(book, *battery), "111111", "11")) == []
    assert shots(outcome(mixed(book, *battery, options={"mixed_mode_reply": "df"}), "111111", "11")) == ["z"]


@clause("AMB-19")
@pytest.mark.parametrize("option", ["cc", "df"])
def test_the_nearest_attacker_decides_the_range_of_the_reply(option):
    state = game("TSG", a=ours("infantry"), b=ours("infantry"), z=theirs("infantry"))
    sit = assault(state, "a b at z b.range=3", table("TSG", mixed_mode_reply=option))
    assert d(reply(sit)) == {"z": 3}
    assert d(sit.attack) == {"a": 3, "b": 2}


@clause("TSG-3.7.1-12", "AMB-15")
@both
@pytest.mark.parametrize(
    ("close", "distant", "thrown"),
    [("medium", "infantry", 3), ("infantry", "medium", 2), ("medium", "medium", 2), ("infantry", "infantry", 3)],
)
def test_armour_is_judged_by_the_mode_it_fights_in(book, close, distant, thrown):
    """In cover on hold, armour loses no die against a tank in close combat, but one in fire at a tank."""
    sit = mixed(book, ours(close), ours(distant), theirs("infantry"), "terrain=woods", blue="H")
    assert d(reply(sit)) == {"z": thrown}


@clause("TSG-3.7.1-12", "AMB-15")
@both
def test_never_more_than_one_die_and_anti_tank_against_any_armour(book):
    sit = mixed(book, ours("medium"), ours("medium"), theirs("infantry"), t=beside("z", "at"))
    assert d(reply(sit)) == {"z": 2, "t": 2}
    sit = mixed(book, ours("infantry"), ours("medium"), theirs("infantry"), t=beside("z", "at"))
    assert d(reply(sit)) == {"z": 2, "t": 2}


@clause("TSG-3.4-03", "3SG-3.4-03")
@both
def test_a_tank_that_fires_beside_infantry_that_assaults(book):
    sit = mixed(book, ours("infantry"), ours("medium"), theirs("infantry"))
    assert d(sit.attack) == {"a": 3, "b": 5}


def test_what_could_also_be_named_is_said():
    sit = clash("TSG", ours("infantry"), theirs("infantry"), blue="H", g=gun("Red"), h=gun("Blue", shots=1))
    assert sit.also == (("with", "g", "3 shots"), ("reply", "h", "1 shot"))


@clause("TSG-3.3-01", "3SG-3.3-01")
@both
def test_with_a_map_the_fire_is_what_to_type(book):
    state = game(
        book,
        on=field(),
        hq=False,
        a=ours("infantry", hex=CENTRE),
        z=theirs("infantry", hex=off(field(), 2, 0)),
        g=gun("Red", hex="0101"),
    )
    [objection] = ASSAULT.objections(assault(state, "a at z with G", book))
    assert (objection.rule, objection.retype) == ("3.3-01", "fire a at z with g")
    nothing_left = ASSAULT.objections(assault(state, "a at z with G air", book))
    assert [one.retype for one in nothing_left] == ["", ""], "no air point is left for that fire either"
    dug_in = ASSAULT.objections(assault(state, "a at z a.order=D", book))
    assert [one.retype for one in dug_in] == ["a.order=M", ""]
    assert not any(one.overrulable for one in dug_in), "it may not fire either"
    [told] = ASSAULT.objections(assault(state, "a at z range=2", book))
    assert told.retype == "a.range=1", "the range was told: another one may be"


@clause("TSG-3.3-03", "3SG-3.3-03")
@both
def test_dug_in_may_not_attack_is_no_advice_to_change_the_order(book):
    [objection] = ASSAULT.objections(clash(book, ours("infantry"), theirs("infantry"), red="D"))
    assert says([objection.words], "a")
    assert objection.retype == "a.order=M"

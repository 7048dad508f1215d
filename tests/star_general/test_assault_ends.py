"""Tests of the end of close combat: losses, hold, fall back, pursuit, HQs and objectives: sections 4 and 6 of both
books.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.catalogue import each_says, says
from tests.clauses import clause
from tests.star_general.assaults import ASSAULT, CENTRE, assault, clash, effects_of, field, mixed, off, with_objective
from tests.star_general.games import (
    BOOKS,
    LIGHT,
    TABLES,
    after,
    beside,
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
    table,
    tally,
    theirs,
)
from umpire.core.odds import odds
from umpire.core.outcome import NOBODY, joined_names
from umpire.core.procedure import Chosen
from umpire.rulesets.star_general.effects import Attacked, DropShots, Hold, HqLost, Place, apply

both = pytest.mark.parametrize("book", BOOKS)
ON = field()
HEX = {
    name: off(ON, *at) for name, at in {"Z": (0, 0), "NW": (-1, 0), "NE": (1, -1), "S": (0, 1), "far": (0, 2)}.items()
}


def back(result) -> str:
    """Return the side that falls back, as the odds list it."""
    return joined_names(tally(result)["back"])


def near(book: str, *, blue: str = "M", red: str = "M", on=ON, a=None, z=None, using=None, line="a at z", **more):
    """Return a map game in which `a`, to the north-west of `z`, assaults it; nobody has an HQ."""
    state = game(
        book,
        red=red,
        blue=blue,
        on=on,
        hq=False,
        a={**(a or ours("infantry")), "hex": HEX["NW"]},
        z={**(z or theirs("infantry")), "hex": HEX["Z"]},
        **more,
    )
    return state, assault(state, line, using or book)


# who falls back


@clause("TSG-4.1-01 to 03", "3SG-4.1-01", "3SG-4.1-02", "3SG-4.1-09")
@both
@pytest.mark.parametrize(
    ("hits", "hits_back", "who"),
    [
        ("h1", "h0", "z"),
        ("h0", "h1", "a"),
        ("h2", "h2", NOBODY),
        ("h0", "h0", NOBODY),
        ("h3", "h2", "z"),
        ("h2", "h3", "a"),
    ],
)
def test_hits_decide(book, hits, hits_back, who):
    result = outcome(clash(book, ours("infantry"), theirs("infantry")), hits, hits_back)
    assert back(result) == who
    assert max(losses(result).values(), default=0) <= 2
    assert says(result.words, TABLES[book].rules["level"]) == (who == NOBODY)


@clause("TSG-4.1-02")
@both
def test_hits_beyond_the_losses_decide_too(book):
    sit = clash(book, ours("medium"), theirs("medium"))
    result = outcome(sit, "h4", "h3")
    assert (losses(result), back(result)) == ({"z": 2, "a": 2}, "z")


@clause("TSG-4.1-04", "3SG-4.1-01")
@both
def test_every_adjacent_attacker_falls_back(book):
    state = game(book, a=ours("infantry"), b=ours("infantry"), z=theirs("infantry"))
    result = outcome(assault(state, "a b at z", book), "h0", "h1")
    assert back(result) == "a, b"
    assert each_says(result.instructions[-2:], "a 1", "b 1")


@clause("TSG-4.1-18")
@both
def test_who_fires_from_a_distance_stays(book):
    result = outcome(mixed(book, ours("infantry"), ours("infantry"), theirs("infantry")), "h0", "h1")
    assert back(result) == "a"


@clause("TSG-4.1-01")
@both
def test_nobody_falls_back_from_distant_fire(book):
    state = game(book, a=ours("infantry"), z=theirs("infantry"))
    assert "back" not in tally(outcome(fire(state, "a at z", book), "h3", "h0"))


@clause("TSG-3.6-02", "3SG-3.6-02")
@both
def test_a_stand_on_retreat_falls_back_when_hit(book):
    sit = clash(book, ours("infantry"), theirs("infantry"), blue="R")
    assert (back(outcome(sit, "611")), back(outcome(sit, "111"))) == ("z", NOBODY)


@both
def test_without_a_map_there_are_instructions_and_no_stand_is_placed(book):
    result = outcome(clash(book, ours("infantry"), theirs("infantry")), "611", "111")
    assert each_says(result.instructions, "z 5→4", "z 1")
    assert effects_of(result, Place) == []
    assert says(result.words, "a 4.2-01")


# losses of a mixed attack


@clause("TSG-4-06", "3SG-4-06")
@pytest.mark.parametrize(
    ("book", "option", "one", "two"),
    [
        ("TSG", "close_hex", ("a", "m"), ("a2", "a+b", "a+m", "m+b")),
        ("TSG", "close_stand", ("a",), ("a2", "a+b", "a+m")),
        ("3SG", "close_stand", ("a",), ("a2", "a+b", "a+m")),
        ("3SG", "close_hex", ("a", "m"), ("a2", "a+b", "a+m", "m+b")),
    ],
)
def test_one_loss_of_a_mixed_attack_is_off_the_assaulting_stand(book, option, one, two):
    options = {"mixed_attack_loss": option}
    sit = mixed(book, ours("infantry"), ours("infantry"), theirs("infantry"), options=options, m=beside("a", "mg"))
    assert sorted(offered(sit, "h0", "h1").get("losses attackers", ("a",))) == sorted(one)
    assert sorted(offered(sit, "h0", "h2")["losses attackers"]) == sorted(two)


@clause("3SG-4-06", "3SG-4-07")
@both
def test_where_the_core_stand_may_not_lose_its_last_point_its_support_does(book):
    sit = mixed(book, ours("infantry", sp=1), ours("infantry"), theirs("infantry"), m=beside("a", "mg"))
    assert losses(outcome(sit, "h0", "h1")) == {"m": 1}


@clause("TSG-4-05", "3SG-4-05")
@both
def test_losses_of_two_assaulting_stands_are_shared_at_will(book):
    state = game(book, a=ours("infantry"), b=ours("infantry"), z=theirs("infantry"))
    assert set(offered(assault(state, "a b at z", book), "h0", "h2")["losses attackers"]) == {"a2", "b2", "a+b"}


@clause("3SG-4-05", "AMB-35")
@both
@pytest.mark.parametrize(("option", "ways"), [(True, {"a2", "b2", "a+b"}), (False, {"a2", "b2"})])
def test_sharing_the_losses_of_distant_fire(book, option, ways):
    state = game(book, a=ours("infantry"), b=ours("infantry"), z=theirs("infantry"))
    sit = fire(state, "a b at z", table(book, df_loss_sharing=option))
    assert set(offered(sit, "h0", "h2")["losses attackers"]) == ways
    close = assault(state, "a b at z", table(book, df_loss_sharing=option))
    assert set(offered(close, "h0", "h2")["losses attackers"]) == {"a2", "b2", "a+b"}


# paying to hold


@clause("TSG-4.1-05", "3SG-4.1-05")
@pytest.mark.parametrize(
    ("book", "option", "ground", "may"),
    [
        ("TSG", True, "open", False),
        ("TSG", True, "woods", True),
        ("TSG", False, "open", True),
        ("3SG", False, "open", True),
        ("3SG", True, "open", False),
        ("3SG", True, "town", True),
    ],
)
def test_dug_in_may_pay_one_point_and_hold(book, option, ground, may):
    options = {"hold_requires_defensive_terrain": option}
    sit = clash(book, ours("infantry"), theirs("infantry"), f"terrain={ground}", blue="D", options=options)
    asked = offered(sit, "h1", "h0")
    assert asked == ({"fall back z": ("back", "hold")} if may else {})
    if may:
        result = outcome(sit, "h1", "h0", choices=("hold",))
        assert result.instructions == ("z 5→3",)
        assert tally(result) == {"Blue": 2, "Red": 0, "removed": (), "ahead": "Red", "back": (), "hex": NOBODY}
        assert says(result.words[-1:], "4.1-05")


@clause("TSG-4.1-05", "3SG-4.1-05")
@both
@pytest.mark.parametrize("order", ["M", "H"])
def test_only_dug_in(book, order):
    assert offered(clash(book, ours("infantry"), theirs("infantry"), "terrain=woods", blue=order), "h1", "h0") == {}


@clause("TSG-4.1-05", "3SG-4.1-05")
@both
def test_not_in_water_which_makes_it_move(book):
    sit = clash(book, ours("infantry"), theirs("infantry"), "terrain=bridge", blue="D")
    assert offered(sit, "h1", "h0") == {}


@clause("TSG-4.1-06", "AMB-36")
@both
def test_the_owner_chooses_what_it_costs_and_the_core_stand_must_survive(book):
    told = (ours("infantry"), theirs("infantry", sp=4), "terrain=woods")
    sit = clash(book, *told, blue="D", m=beside("z", "mg"))
    assert offered(sit, "h2", "h0")["fall back z"] == ("back", "hold", "hold-m")
    result = outcome(sit, "h2", "h0", choices=("z2", "hold-m"))
    assert losses(result) == {"z": 2, "m": 1}  # three in all: over the limit of a combat
    weak = clash(book, ours("infantry"), theirs("infantry", sp=3), "terrain=woods", blue="D")
    assert offered(weak, "h2", "h0") == {}


@clause("TSG-4.1-05")
@both
def test_who_holds_is_not_pursued(book):
    on = field({HEX["Z"]: "w"})
    _, sit = near(book, blue="D", on=on, a=ours("medium"))
    result = outcome(sit, "h1", "h0", choices=("hold",))
    assert effects_of(result, Place) == []


@clause("TSG-4.1-05")
@both
def test_an_attacker_never_pays_to_hold(book):
    sit = clash(book, ours("infantry"), theirs("infantry"), "a.terrain=woods")
    assert offered(sit, "h0", "h1") == {}


# pursuit


@clause("TSG-4.2-01", "TSG-4.2-07", "3SG-4.2-01")
@both
@pytest.mark.parametrize("order", ["M", "H"])
def test_a_winner_may_take_over_the_hex(book, order):
    state, sit = near(book, red=order)
    assert offered(sit, "h1", "h0")["pursuit"] == ("stay", "a")
    stays = after(state, outcome(sit, "h1", "h0"))
    assert stays["a"].hex == HEX["NW"]
    asked = offered(sit, "h1", "h0")
    where = asked["fall back z"][0] if "fall back z" in asked else None
    follows = outcome(sit, "h1", "h0", choices=(*([where] if where else []), "a"))
    moved = after(state, follows)
    assert moved["a"].hex == HEX["Z"]
    assert moved["z"].hex != HEX["Z"]
    assert says(follows.instructions[-1:], "a", HEX["Z"])


@clause("TSG-4.2-02", "TSG-4.2-03", "3SG-4.2-02", "3SG-4.2-03")
@both
@pytest.mark.parametrize(
    ("hits", "hits_back", "advances"), [("h2", "h0", True), ("h1", "h1", True), ("h1", "h2", False)]
)
def test_when_the_defender_is_destroyed(book, hits, hits_back, advances):
    state, sit = near(book, z=theirs("medium", sp=1, superior_gun=True))
    assert ("pursuit" in offered(sit, hits, hits_back)) == advances
    result = outcome(sit, hits, hits_back)
    assert says(result.instructions, "z")
    assert not after(state, result)["z"].alive
    assert back(result) == NOBODY  # AMB-41: no advance, and no fall back either


@clause("TSG-4.2-02", "TSG-4.2-05", "AMB-41")
@both
def test_is_said(book):
    _, sit = near(book, z=theirs("medium", sp=1, superior_gun=True))
    assert any("(4.2-02)" in words for words in outcome(sit, "h1", "h2").words)


@clause("TSG-4.2-04", "3SG-4.2-04")
@both
def test_a_winning_defender_never_advances(book):
    assert "pursuit" not in offered(near(book)[1], "h0", "h1")


@clause("TSG-4.2-06", "AMB-42")
@both
def test_only_stands_in_close_combat_advance(book):
    more = {"b": ours("infantry", hex=HEX["far"])}
    _, sit = near(book, line="a b at z", **more)
    assert [attacker.mode for attacker in sit.attackers] == ["close", "distant"]
    assert offered(sit, "h1", "h0")["pursuit"] == ("stay", "a")


@clause("TSG-4.2-01")
@both
def test_a_destroyed_winner_does_not_advance(book):
    state, sit = near(book, a=ours("medium", sp=1, superior_gun=True), z=theirs("infantry", sp=3))
    result = outcome(sit, "h2", "h1")
    assert says(result.instructions, "a")
    assert not after(state, result)["a"].alive
    assert "pursuit" not in offered(sit, "h2", "h1")


@clause("TSG-4.2-01")
@both
def test_one_of_two_winners_advances(book):
    _, sit = near(book, line="a b at z", b=ours("infantry", hex=HEX["NE"]))
    assert offered(sit, "h1", "h0")["pursuit"] == ("stay", "a", "b")


# batteries, HQs, units


@clause("TSG-4.1-15", "TSG-5-06", "3SG-5-06")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "4.1-14"), ("3SG", "4.1-07")])
def test_a_battery_forced_back_loses_its_shots(book, rule):
    result = outcome(clash(book, ours("infantry"), gun("Blue")), "h1", "h0")
    assert effects_of(result, DropShots) == [DropShots("z")]
    assert each_says(result.instructions, "z 4→3", f"z 1 {rule}", "z 3→0")
    assert effects_of(outcome(clash(book, ours("infantry"), gun("Blue")), "h1", "h1"), DropShots) == []


@clause("TSG-6-04", "3SG-6-02")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "6-08"), ("3SG", "6-07")])
def test_a_destroyed_hq_is_remembered_with_its_round(book, rule):
    state = game(book, a=ours("medium"), z2=theirs("infantry"), bhq=theirs("hq", sp=1))
    state = replace(state, clock=replace(state.clock, round=4))
    result = outcome(assault(state, "a at bhq", book), "h1", "h0")
    assert effects_of(result, HqLost) == [HqLost("blues", 4)]
    assert each_says(result.pending, f"Blue unit {rule}")
    assert apply(state, result.effects).units["blues"].hq_lost == 4


@clause("TSG-6-12", "3SG-6-11")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "6-12"), ("3SG", "6-11")])
def test_a_unit_reduced_to_its_hq_goes_before_any_fall_back(book, rule):
    """The last company falls; its HQ, which stood behind the attackers, is removed and stops nobody."""
    stands = {"z": theirs("infantry", sp=1), "bl": beside("bhq", LIGHT[book])}
    state = game(book, a=ours("infantry"), **stands)
    result = outcome(assault(state, "a at z", book), "h1", "h1")
    assert says(result.instructions, "bhq bl Blue unit", rule)
    assert [name for name, stand in after(state, result).items() if stand.side == "Blue" and stand.alive] == []
    assert effects_of(result, HqLost) == []


@clause("TSG-1.7-06")
@both
def test_an_assault_is_the_attack_of_the_unit(book):
    assert effects_of(outcome(clash(book, ours("infantry"), theirs("infantry")), "h0", "h0"), Attacked) == [
        Attacked("reds")
    ]


# objectives


@clause("TSG-11-03", "AMB-63")
@both
@pytest.mark.parametrize("holder", ["", "Red", "Blue"])
def test_a_hex_left_stays_with_who_had_it_last(book, holder):
    state, _ = near(book)
    state = with_objective(state, HEX["Z"], holder)
    sit = assault(state, "a at z", book)
    result = outcome(sit, "h1", "h0")
    assert apply(state, result.effects).objectives["town"].holder == "Blue"
    assert effects_of(result, Hold) == ([] if holder == "Blue" else [Hold("town", "Blue")])


@clause("TSG-11-03", "AMB-63")
@both
def test_a_destroyed_stand_leaves_it_too_and_who_follows_takes_it(book):
    state, _ = near(book, z=theirs("infantry", sp=1))
    state = with_objective(state, HEX["Z"])
    sit = assault(state, "a at z", book)
    assert apply(state, outcome(sit, "h1", "h0").effects).objectives["town"].holder == "Blue"
    taken = outcome(sit, "h1", "h0", choices=("a",))
    assert apply(state, taken.effects).objectives["town"].holder == "Red"
    assert says(taken.instructions, "Red Town")


@clause("TSG-11-03")
@both
def test_a_stand_that_falls_back_into_an_objective_takes_it(book):
    state, sit = near(book)
    end = sit.ways_back(state, state.stands["z"])[0].end
    state = with_objective(state, end, "Red")
    result = outcome(assault(state, "a at z", book), "h1", "h0")
    assert apply(state, result.effects).objectives["town"].holder == "Blue"


# the sequence of play, and odds


@both
def test_out_of_turn_an_assault_is_the_active_units_and_once(book):
    state = game(book, a=ours("infantry"), z=theirs("infantry"))

    def rules(**clock):
        now = replace(state, clock=replace(state.clock, **clock))
        return ASSAULT.out_of_turn(now, table(book), assault(now, "a at z", book))

    assert rules(phase="activations", active="reds") == ()
    assert len(rules(phase="activations", active="blues")) == 1
    assert len(rules(phase="artillery")) == 1
    done = replace(state, units={**state.units, "reds": replace(state.units["reds"], attacked=True)})
    done = replace(done, clock=replace(done.clock, phase="activations", active="reds"))
    assert len(ASSAULT.out_of_turn(done, table(book), assault(done, "a at z", book))) == 1


@clause("TSG-2-06", "3SG-2-03")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "2-06"), ("3SG", "2-03")])
def test_who_moved_strategically_does_not_attack(book, rule):
    state = game(book, a=ours("infantry", moved="strategic"), b=ours("infantry"), z=theirs("infantry"))
    state = replace(state, clock=replace(state.clock, phase="activations", active="reds"))
    said = ASSAULT.out_of_turn(state, table(book), assault(state, "a b at z", book))
    assert [objection.rule for objection in said] == [rule]
    assert refusals(assault(state, "a b at z", book)) == ()  # in a told game nobody counts


@clause("TSG-2-08", "AMB-30")
def test_light_artillery_that_moved_strategically_supports_no_attack_of_that_turn():
    state = game(
        "TSG", rhq=ours("hq", moved="strategic"), a=ours("infantry"), z=theirs("infantry"), l=beside("rhq", "la")
    )
    active = replace(state, clock=replace(state.clock, phase="activations", active="reds"))
    assert assault(active, "a at z").attack.dice == 3
    assert assault(state, "a at z").attack.dice == 4


@both
def test_close_combat_is_few_paths(book):
    state = game(book, a=ours("medium"), b=ours("infantry"), z=theirs("infantry"), m=beside("z", "mg"))
    assert odds(lambda: ASSAULT.procedure(assault(state, "a b at z", book))).paths == 11


@both
def test_the_tally_has_the_same_names_whatever_falls(book):
    sit = clash(book, ours("infantry"), theirs("infantry", sp=1))
    names = {tuple(name for name, _ in result.tally) for result, _ in odds(lambda: ASSAULT.procedure(sit)).outcomes}
    assert len(names) == 1


@clause("TSG-4.1-01", "3SG-4.1-01")
@both
def test_a_beaten_attacker_is_named_and_a_destroyed_one_does_not_fall_back(book):
    rule = "4.1-01"
    _, sit = near(book)
    assert says(outcome(sit, "h0", "h1").words, "Blue a", rule)
    _, weak = near(book, a=ours("infantry", sp=1))
    result = outcome(weak, "h0", "h2")
    assert says(result.words, "Blue", rule)
    assert not says(result.words, "a", rule)
    assert back(result) == NOBODY
    state = game(book, a=ours("infantry"), b=ours("infantry"), z=theirs("infantry"))
    both_beaten = outcome(assault(state, "a b at z", book), "h0", "h1")
    assert says(both_beaten.words, "Blue a b", rule)


@clause("TSG-6-12", "3SG-6-11")
@both
def test_an_hq_does_not_come_back_once_the_last_stand_has_nowhere_to_fall_back_to(book):
    """By a ruling the HQ attacks too; it falls, and then the other stand is eliminated."""
    at = {name: off(ON, *place) for name, place in (("z", (0, 0)), ("a", (-1, 0)), ("rhq", (1, -1)))}
    labels = (f"{column:02}{row:02}" for column in range(1, 14) for row in range(1, 9))
    on = field({label: "~" for label in labels if label not in at.values()})
    cards = {"z": theirs("infantry"), "a": ours("infantry"), "rhq": ours("hq", sp=1)}
    state = game(book, on=on, hq=False, **{name: {**card, "hex": at[name]} for name, card in cards.items()})
    result = outcome(assault(state, "a rhq at z", book), "h0", "h1", choices=("rhq",))
    assert not any(after(state, result)[name].alive for name in ("a", "rhq"))
    assert result.pending == ()


@clause("TSG-6-12", "3SG-6-11")
@both
def test_an_hq_that_is_a_unit_of_its_own_is_not_reduced_to_itself(book):
    state = game(book, a=ours("infantry"), y=theirs("infantry"))
    state = replace(state, stands={key: stand for key, stand in state.stands.items() if key != "y"})
    result = outcome(assault(state, "a at bhq", book), "h1", "h1")
    assert after(state, result)["bhq"].sp == 5
    assert not says(result.instructions, TABLES[book].rules["reduced_to_hq"])


@clause("TSG-4.2-01", "3SG-4.2-01")
@both
def test_a_winner_that_is_not_on_the_board_is_moved_at_the_table(book):
    state = game(book, on=ON, hq=False, a=ours("infantry"), z=theirs("infantry", hex=HEX["Z"], sp=1))
    sit = assault(state, "a at z range=1", book)
    assert "pursuit" not in offered(sit, "h1", "h0")
    assert says(outcome(sit, "h1", "h0").words, "a 4.2-01")


@both
def test_what_is_lost_is_said_before_the_choice_it_bears_on(book):
    """z with one point left loses its machine guns first; the next question is the hex where it falls back."""
    board = field()
    a, z = ours("infantry", hex=off(board, 0, 1)), theirs("infantry", hex=CENTRE)
    state = game(book, on=board, hq=False, a=a, z={**z, "sp": 2}, mg=beside("z", "mg"))
    said = choices_asked(assault(state, "a at z", book), "611", "111")
    assert says([said["fall back z"]], "z")
    assert not says([said["fall back z"]], "mg"), "nothing is lost but a point"
    weak = game(book, on=board, hq=False, a=a, z={**z, "sp": 1}, mg=beside("z", "mg"))
    lost = choices_asked(assault(weak, "a at z", book), "611", "11")
    assert says([lost["fall back z"]], "z mg")
    assert says([lost["pursuit"]], f"{CENTRE} z")
    destroyed = choices_asked(
        assault(game(book, on=board, hq=False, a=a, z={**z, "sp": 1}), "a at z", book), "611", "1"
    )
    assert says([destroyed["pursuit"]], f"{CENTRE} z")


@clause("TSG-4.1-14", "3SG-4.1-07")
@both
def test_why_a_battery_is_not_offered_its_full_move_is_said(book):
    corner = field(columns=3, rows=3)
    near = {"a": ours("infantry", hex="0102"), "c": ours("infantry", hex="0203")}
    sit = assault(game(book, on=corner, hq=False, z=gun("Blue", hex="0101"), **near), "a at z", book)
    rule = {"TSG": "4.1-14", "3SG": "4.1-07"}[book]
    words = choices_asked(sit, "666", "1" * reply(sit).dice)["fall back z"]
    assert says([words], "z", rule)


def choices_asked(sit, *fallen: str) -> dict[str, str]:
    """Return the words of every question, by its key."""
    _, answers = played(sit, *fallen)
    return {answer.choice.key: answer.choice.words for answer in answers if isinstance(answer, Chosen)}

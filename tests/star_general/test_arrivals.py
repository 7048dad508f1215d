"""Tests of stands that are not on the board yet: they do not take part, enter by `move`, and are not lost."""

import pytest

from tests.catalogue import each_says, says
from tests.clauses import clause
from tests.in_memory import Game
from umpire.core.mistakes import WrongPlace
from umpire.play.turn import Refused, prepare
from umpire.rulesets import find
from umpire.rulesets.star_general.turn.headquarters import after_losses

BATTLE = """
name = "Later"
ruleset = "two-star-general"
sequence = "{sequence}"
sides = ["Red", "Blue"]
[battle]
rounds = 5
days = 1
night = false
[map]
hexes = "flat"
shifted = "odd"
rows = '''
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . w .
'''
[map.legend]
"." = "open"
w = "woods"
[units.a]
name = "A"
side = "Red"
[units.t]
name = "T"
side = "Red"
{unit}
[units.k]
name = "K"
side = "Blue"
[stands.a1]
name = "a one"
type = "infantry"
unit = "a"
hex = "0101"
[stands.ah]
name = "a hq"
type = "hq"
unit = "a"
{hq}
[stands.t1]
name = "t one"
type = "infantry"
unit = "t"
[stands.th]
name = "t hq"
type = "hq"
unit = "t"
[stands.tat]
name = "t guns"
type = "at"
host = "t1"
[stands.k1]
name = "k one"
type = "infantry"
unit = "k"
hex = "0103"
[stands.kh]
name = "k hq"
type = "hq"
unit = "k"
hex = "0104"
"""


def battle(unit="", hq='hex = "0102"', sequence="told"):
    """Return a battle in which unit t has no hexes."""
    text = BATTLE.format(unit=unit, hq=hq, sequence=sequence)
    game = Game(text, find("two-star-general").table())
    assert not game.trouble, game.trouble
    return game


def test_who_is_not_there_fires_at_nobody_and_is_no_target():
    game = battle('arrives = "round 2 at 0101 0102"')
    assert each_says(game.answer("fire t1 k1"), "error t one t1 2 0101 0102")
    assert each_says(game.answer("fire k1 t1 range=2"), "error t one t1")
    assert each_says(game.answer("fire a1 k1 with tat"), "error t guns tat")


def test_before_its_time_it_comes_in_only_where_the_sequence_is_free():
    kept = battle('arrives = "round 2"', sequence="kept")
    assert each_says(kept.answer("order t=M"), "error T t 2")
    assert each_says(kept.answer("move t1 to 0201"), "error t one t1 2")
    assert says(battle('arrives = "round 2"').answer("move t1 to 0201"), "t one 0201")


def test_by_hand_it_comes_in_when_the_referee_says_so():
    game = battle('arrives = "by hand at the orchard"')
    assert each_says(game.answer("order t=M"), "error T t by hand the orchard")
    assert says(game.answer("move t1 to 0201"), "t one 0201")
    assert "k one" in " ".join(game.answer("move t1 to 0303\nmove th to 0302\nfire t1 at k1"))


def test_once_in_it_is_as_any_other_and_says_no_more_when_it_came():
    game = battle('arrives = "round 1"')
    after, _ = game.first, game.answer("move t1 to 0201")
    session = prepare(after, "move", ["t1", "to", "0201"]).session
    assert session.state.stands["t1"].arrives == "round 1"
    state = session.family.apply(session.state, _effects(session, "t1", "0201"), session.table)
    assert (state.stands["t1"].hex, state.stands["t1"].arrives) == ("0201", "")


def _effects(session, stand, place):
    from umpire.rulesets.star_general.effects import Place

    return (Place(stand, place),)


def test_without_a_word_it_waits_at_the_edge_from_the_first_round():
    game = battle(sequence="kept")
    assert "T" in " ".join(game.answer("status"))
    assert says(game.answer("fire t1 k1 range=1")[:1], "error t one t1")
    assert any("T" in line.split() for line in game.answer("order a=M k=M"))  # still to be ordered
    assert says(game.answer("order t=M a=M k=M\norder reveal"), "T M")


def test_it_acts_from_off_the_board_where_it_never_arrives():
    game = battle('arrives = "never"')
    assert "t one" in " ".join(game.answer("fire t1 at k1 range=1"))


def test_a_unit_of_which_nobody_is_there_gets_no_order_and_no_activation():
    game = battle('arrives = "round 2"', sequence="kept")
    said = " ".join(game.answer("order a=M k=M\norder reveal"))
    assert "still to do" not in said.lower()
    assert "T" not in said.split()


def test_its_night_dice_are_of_those_it_began_with():
    assert battle('arrives = "round 2"').first.state.forces["Red"].units == 1
    assert battle().first.state.forces["Red"].units == 2


@pytest.mark.parametrize("mapped", [True, False])
def test_an_HQ_still_to_come_is_not_lost_and_nobody_is_in_command(mapped):
    session = battle(hq='arrives = "round 3"').first
    state = session.here
    assert "ah" not in state.stands
    assert not state.without_hq("a")
    stand = state.stands["a1"]
    assert state.near_hq(stand, 3) is False
    assert says([state.far_from_hq(stand, 3)], "a hq")


@clause("TSG-6-12")
def test_a_unit_is_not_reduced_to_its_HQ_while_others_are_still_to_come():
    from umpire.core.frozen import replace

    session = battle().first
    rows = session.state.stands
    late = {**rows, "a2": replace(rows["a1"], id="a2", hex="", arrives="round 4")}
    before = session.family.present(replace(session.state, stands=late))
    now = replace(before, stands={**before.stands, "a1": replace(before.stands["a1"], sp=0)})
    assert after_losses(before, now, session.table, "a").effects == ()
    alone = replace(before, later={})
    gone = replace(now, later={})
    assert [effect.stand for effect in after_losses(alone, gone, session.table, "a").effects] == ["ah"]


def test_who_comes_by_hand_gets_orders_once_it_is_let_in():
    game = battle('arrives = "by hand at 0801-0804"', sequence="kept")
    assert each_says(game.answer("arrive t"), "T t 0801-0804", "T t 0801-0804")
    assert not any(line.startswith("error") for line in game.answer("arrive t\norder t=M"))
    assert not {"t1", "th"} & {id for id, one in game.first.here.stands.items() if one.hex}


def labels(session):
    grid = session.game_map.grid
    return [grid.label(grid.at(column, row)) for column in range(1, 9) for row in range(1, 5)]


@pytest.mark.parametrize("places", ["0801-0804", "0101 0102 0704", "north edge"])
def test_reach_of_who_comes_in_has_the_hexes_that_a_move_may_end_in(places):
    """T enters among its own, beside the enemy or by the wood: `reach` and `move` agree on every hex."""
    session = battle(f'arrives = "round 1 at {places}"').first
    found = dict(prepare(session, "reach", ["t1"]).situation.found)
    grid = session.game_map.grid
    reached = {kind: {grid.label(there) for there in hexes} for kind, hexes in found.items()}

    def kind_of(label):
        try:
            (mover,) = prepare(session, "move", ["t1", "to", label]).situation.movers
        except Refused:
            return ""
        return mover.how

    moved = {label: kind for label in labels(session) if (kind := kind_of(label))}
    assert reached == {kind: {one for one, how in moved.items() if how == kind} for kind in set(moved.values())}
    assert "normal" in reached


def test_reach_of_who_may_come_in_anywhere_says_how_it_comes_in():
    with pytest.raises(WrongPlace) as wrong:
        prepare(battle().first, "reach", ["t1"])
    assert wrong.value.hint.startswith("`move t1 to HEX`")


def test_reach_before_its_time_says_when_it_comes():
    assert each_says(battle('arrives = "round 3 at 0801"', sequence="kept").answer("reach t1"), "error t one t1 3 0801")


def test_in_a_free_sequence_a_line_says_who_comes_before_its_time():
    game = battle('arrives = "round 3 at 0801-0804"', sequence="told")
    assert says(game.answer("move t1 to 0802"), "t one t1 3 0801-0804")

"""Tests of `arrives` in a scenario, and of arrivals in each family: by the clock, by a die, by hand."""

import re

import pytest

from tests.cli.games import Table
from tests.in_memory import Game
from tests.places import EXAMPLES, RELIEF
from umpire.core.frozen import replace
from umpire.core.hexes import Grid
from umpire.core.mistakes import Mistake, NotNow
from umpire.game.clock.arrivals import Arrival, read_arrival
from umpire.game.clock.when import Moment, Timing
from umpire.play.scenarios import position_from_text
from umpire.play.session import open_session
from umpire.play.turn import prepare
from umpire.rulesets import find, of_game
from umpire.rulesets.asp.acts.morale import has_lost


@pytest.mark.parametrize(
    ("text", "arrival"),
    [
        ("round 2", Arrival(Timing(round=2))),
        ("day 2 round 1 at north edge", Arrival(Timing(day=2, round=1), "north edge")),
        ("Round 3 at 1001-1004 on 4+", Arrival(Timing(round=3), "1001-1004", 4)),
        ("turn 3 German at the west road", Arrival(Timing(turn=3, side="German"), "the west road")),
        ("by hand", Arrival(None)),
        ("round 3 at 1001 on 4+, public", Arrival(Timing(round=3), "1001", 4, public=True)),
        ("by hand, public", Arrival(None, public=True)),
        ("by hand at the orchard", Arrival(None, "the orchard")),
    ],
)
def test_it_is_read_and_written(text, arrival):
    assert read_arrival(text) == arrival
    assert read_arrival(arrival.written) == arrival


@pytest.mark.parametrize("text", ["soon", "round", "every day", "round 2 on 7+", "by hand on 4+", "round 2 at"])
def test_what_says_no_moment_is_refused(text):
    with pytest.raises(Mistake):
        read_arrival(text)


def labels(text):
    grid = Grid(flat=True, shifted="odd", columns=4, rows=3)
    return [grid.label(each) for each in read_arrival(text).hexes(grid)]


def test_places_are_hexes_rows_columns_and_edges():
    assert labels("round 1 at 0101 0203") == ["0101", "0203"]
    assert labels("round 1 at 0101-0103, 0203") == ["0101", "0102", "0103", "0203"]
    assert labels("round 1 at 0401-0201") == ["0201", "0301", "0401"]
    assert labels("round 1 at the north edge") == ["0101", "0201", "0301", "0401"]
    assert labels("round 1 at east edge and 0101") == ["0401", "0402", "0403", "0101"]
    for wrong in ("0101-0202", "0505", "the mill"):
        with pytest.raises(Mistake):
            labels(f"round 1 at {wrong}")


def test_nobody_is_due_before_the_first_turn_or_by_hand():
    assert not read_arrival("turn 1").due(Moment("turn", 0, turns=5))
    assert read_arrival("turn 1").due(Moment("turn", 1, turns=5))
    assert not read_arrival("by hand").due(Moment("turn", 3, turns=5))
    assert read_arrival("round 2").due(Moment("round", 4, rounds=5)), "a clock set by hand loses nothing"


D20 = """
name = "Late"
ruleset = "d20-elements"
sequence = "{sequence}"
sides = ["A", "B"]
turns = 5
[elements]
p1 = {{ name = "Panzer", model = "tiger", side = "A" }}
p2 = {{ name = "Late", model = "tiger", side = "A", arrives = "{arrives}" }}
rider = {{ name = "Rider", model = "rifles", side = "A", aboard = "p2" }}
k1 = {{ name = "Foe", model = "sherman", side = "B" }}
"""
ASP = """
name = "Late"
ruleset = "asp-ww2"
sequence = "{sequence}"
sides = ["A", "B"]
[groups.a]
name = "A one"
side = "A"
grade = "B"
hq = "ah"
[groups.t]
name = "A two"
side = "A"
grade = "B"
hq = "th"
arrives = "{arrives}"
[groups.k]
name = "K"
side = "B"
grade = "B"
hq = "kh"
[stands]
ah = {{ type = "infantry", group = "a" }}
th = {{ type = "infantry", group = "t" }}
t1 = {{ type = "infantry", group = "t" }}
kh = {{ type = "infantry", group = "k" }}
"""


def battle(text, arrives, sequence="kept"):
    ruleset = text.split('ruleset = "')[1].split('"')[0]
    game = Game(text.format(arrives=arrives, sequence=sequence), find(ruleset).table())
    assert not game.trouble, game.trouble
    return game


A_TURN = "\n".join(["next"] * 8)


def test_of_elements_who_rides_on_one_comes_with_it():
    game = battle(D20, "turn 2 at the west road")
    assert game.answer("fire p2 k1 range=5") == [
        "error: Late (p2): not on the table; it arrives in turn 2 at the west road"
    ]
    assert "Rider (rider): not on the table" in game.answer("fire k1 rider range=5")[0]
    assert game.answer("arrive p2")[0].startswith("error: Late (p2): not on the table")
    said = game.answer(f"next\n{A_TURN}")
    assert "Late (p2) may enter at the west road (scenario)" in said
    assert "arrives only together with another stand" in game.answer(f"next\n{A_TURN}\narrive rider")[0]
    assert "PLACE Late (p2) at the mill" in game.answer(f"next\n{A_TURN}\narrive p2 at the mill")
    assert "Rider" in " ".join(game.answer(f"next\n{A_TURN}\narrive p2\nfire rider k1 range=2 --ruling x"))
    assert "on the table already" in game.answer(f"next\n{A_TURN}\narrive p2\narrive p2")[0]


def test_a_die_is_thrown_once_a_turn_until_it_comes():
    game = battle(D20, "turn 2 on 4+")
    early = game.answer("\n".join(["next"] * 8))
    assert not any("arrives" in line for line in early)
    missed = game.answer(f"next\n{A_TURN} --dice 3")
    assert "Late (p2): no arrival yet, 4+ needed (scenario)" in missed
    within = game.answer(f"next\n{A_TURN} --dice 3\nnext")
    assert not any("arrives" in line for line in within)
    later = game.answer(f"next\n{A_TURN} --dice 3\n{A_TURN} --dice 5")
    assert "Late (p2) may enter (scenario)" in later
    assert game.answer(f"next\n{A_TURN} --dice 4\narrive p2")[0] == "Arriving: Late (p2)"


def test_where_the_sequence_is_told_it_comes_when_it_is_said_to():
    game = battle(D20, "turn 4 at the mill", sequence="told")
    assert "PLACE Late (p2) at the mill" in game.answer("arrive p2")
    assert "may enter" not in " ".join(game.answer(A_TURN))


def test_a_battle_group_comes_whole():
    game = battle(ASP, "turn 2 A")
    assert not game.first.here.groups.keys() & {"t"}
    assert "A two (t): not on the table; it arrives in turn 2 A" in game.answer("order t")[0]
    assert set(game.first.here.later) == {"t", "th", "t1"}


def test_a_battle_group_that_comes_after_step_one_throws_by_a_ruling_only(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "late.toml").write_text(ASP.format(arrives="turn 1 A", sequence="kept"), encoding="utf-8")
    table = Table(tmp_path, capsys)
    assert table.say("new late.toml -g late.umpire").code == 0
    for line in ("next", "order a --dice 33", "arrive t"):
        assert table.say(f"-g late.umpire {line}").code == 0
    late = table.say("-g late.umpire order t --dice 44")
    assert late.code == 3
    assert "step 1 is over" in late.err
    assert table.say("-g late.umpire order t --dice 44 --ruling late").code == 0
    assert open_session(tmp_path / "late.umpire").state.groups["t"].cp == 8


def test_players_know_nothing_of_who_is_still_to_come():
    for text, section in ((D20, "elements"), (ASP, "stands")):
        session = battle(text, "turn 3").first
        plain = session.family.public(session.family.plain(session.state), mapped=False)
        assert plain[section].keys() == getattr(session.here, section).keys()
        assert "turn 3" not in str(plain)


def test_a_scenario_whose_moment_never_comes_is_refused_once_for_a_unit(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = RELIEF.read_text(encoding="utf-8")
    (tmp_path / "late.toml").write_text(text.replace("round 2 at 1001-1006", "round 9 at 1001"), encoding="utf-8")
    said = Table(tmp_path, capsys).say("check late.toml")
    assert said.code
    assert said.err.count("round 9: the last round is 4") == 1


def test_can_says_who_is_not_there(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table = Table(tmp_path, capsys)
    table.game("relief")
    assert "P (p): not on the board; it arrives in round 2 at 1001-1006" in table.say("can p").err


def test_battle_groups_still_to_come_have_not_failed():
    """A side loses a battle when half of its groups have failed; groups still to come count as groups that have not."""
    session = battle(ASP, "turn 2").first
    state = session.here
    groups = {id: replace(group, failed=id == "a") for id, group in state.groups.items()}
    one = replace(groups["a"], id="b", failed=False)
    assert not has_lost(replace(state, groups={**groups, "b": one}), session.table, "A")
    assert has_lost(replace(state, groups={**groups, "b": one}, later={}), session.table, "A")


def test_elements_still_to_come_are_no_losses_and_no_support():
    session = battle(D20, "turn 2").first
    assert session.here.losses("A") == 0
    assert [one.id for one in session.here.of_side("A")] == ["p1"]
    assert [one.id for one in session.state.of_side("A")] == ["p1", "p2", "rider"]


def test_stands_of_a_rule_file_come_later_too():
    text = (EXAMPLES / "rules" / "ridge.toml").read_text(encoding="utf-8")
    first = re.search(r"\[stands\.(\w+)\]\n", text)
    position = position_from_text(
        text.replace(first[0], f'{first[0]}arrives = "turn 2"\n'), "1", folder=EXAMPLES / "rules"
    )
    family = of_game(position["game"]).family()
    state = family.read_state(position["state"], None)
    assert first[1] in state.stands
    assert first[1] not in family.present(state).stands
    assert first[1] not in family.public(position["state"], mapped=False)["stands"]
    came = family.apply(state, (family.arrived(first[1], ""),), family.rules)
    assert first[1] in family.present(came).stands


def test_of_a_group_of_which_some_are_there_those_to_come_are_named():
    """`Grenadiers (kg)` on its way would be taken for another group, since its infantry is on the table."""
    late = '\n[stands.pak]\ntype = "LG"\ngroup = "a"\nname = "Pak"\narrives = "by hand at the mill"\n'
    game = battle(ASP + late, "turn 2", sequence="told")
    to_come = game.first.to_come
    assert [each.split(" in ")[0].split(" by ")[0] for each in to_come] == ["A two (t)", "Pak (pak)"]
    assert "PLACE Pak (pak) at the mill" in game.answer("arrive pak")


def test_who_is_due_on_a_table_is_named_with_the_line_that_brings_it_in():
    session = battle(ASP + '\n[clock]\nturn = 1\nside = "A"\nfirst = "A"\nstep = 1\n', "turn 1").first
    assert session.counted.groups.keys() == {"a", "k"}
    with pytest.raises(NotNow) as wrong:
        prepare(session, "order", ["t"])
    assert "`arrive t`" in wrong.value.hint


def test_the_hint_about_who_rides_names_whom_it_comes_with():
    with pytest.raises(NotNow) as wrong:
        prepare(battle(D20, "turn 2").first, "fire", ["rider", "k1", "range=5"])
    assert wrong.value.word == "rider"
    assert wrong.value.hint.startswith("`set p2 arrives=")

"""Tests of words: the rule and the words of each refusal, and the facts typed in place of a throw."""

from dataclasses import replace

import pytest

from tests.asp.games import situation, stand, table
from tests.asp.play import Game, position
from tests.catalogue import each_says, mistaken, says, shows
from tests.clauses import clause
from tests.cli.games import Table
from umpire.core.mistakes import WrongPlace, WrongSide
from umpire.rulesets.asp.state import Clock

PLANES = (
    stand("t1", "Fighter", ready=True),
    stand("p1", "Transport aircraft"),
    stand("p2", "Bomber"),
    stand("p3", "Command"),
    stand("t2", "Panther"),
)


def game(*stands, **more) -> Game:
    return Game(position(*(stands or PLANES), **more), kept=False).regroup("kg", hq="").regroup("br", hq="")


@clause("ASP-AIR-02", "ASP-EFF-03")
def test_a_fighter_may_attack_a_transport_and_nothing_else_that_is_no_fighter():
    playing = game()
    assert playing.refused("air t1 at p2") == ["AIR-02"]
    outcome = playing.say("air t1 at p1", effect="11")
    assert says(outcome.words, "t1 AIR-21")
    assert not says(outcome.words, "p1 AIR-21")
    assert playing.stand("t1").ready
    assert not playing.stand("p1").ready


@clause("ASP-EFF-03")
def test_the_two_at_a_transport_is_what_a_fighter_has():
    playing = game()
    _, sit = playing._situation("air t1 at p1")
    lines = playing.table.modifiers.lines("effect", sit.attack.shooter.shot, "t1")
    assert [(line.amount, line.rule) for line in lines if line.applied] == [(2, "EFF-03")]


@clause("ASP-ORG-06")
def test_a_command_stand_is_no_target():
    (objection,) = game().objections("fire t2 at p3 200")
    assert objection.rule == "ORG-06"
    assert says([objection.words], "p3")


@clause("ASP-TAC-10")
@pytest.mark.parametrize(
    ("going", "limit"),
    [
        ("going=LFA", "125"),
        ("", "375 125"),
    ],
)
def test_a_move_too_far_is_refused_with_the_limit_of_its_going(going, limit):
    playing = game(stand("t1", "StuG"), stand("p1", "RG"), german="A")
    for line in (f"move t1 400 option=C {going}", f"fire t1 at p1 300 option=C metres=400 {going}"):
        (objection,) = playing.objections(line)
        assert objection.rule == "TAC-10"
        assert says([objection.words], f"t1 400 {limit}")


def batteries(**more) -> Game:
    return game(stand("t1", "LB", **more), stand("t2", "MB"), stand("p1", "RG"), stand("p2", "LB"))


@clause("ASP-CALL-02", "ASP-CALL-04")
def test_called_no_is_the_throw_that_failed_and_costs_the_option():
    told, thrown = batteries(), batteries()
    for playing in (told, thrown):
        playing.regroup("kg", cp=3)
    said = told.say("fire t1 at p1 called=no")
    failed = thrown.say("fire t1 at p1", call="1")
    assert said.words == failed.words
    assert each_says(said.words, "t1 CALL-04")
    assert told.state == thrown.state
    assert told.group("kg").cp == 2


@clause("ASP-CALL-03")
def test_an_aircraft_told_not_to_be_called_does_not_come_and_is_paid():
    playing = game(stand("t1", "Attack"), stand("p1", "RG")).regroup("kg", cp=9)
    outcome = playing.say("air t1 at p1 400 called=no")
    assert each_says(outcome.words, "t1 CALL-03")
    assert playing.group("kg").cp == 5


@clause("ASP-CALL-01")
def test_where_nothing_is_thrown_called_no_says_that_the_target_is_out_of_reach():
    playing = game(stand("t1", "LB"), stand("t2", "Panther"), stand("p1", "RG"))
    assert playing.refused("fire t1 at p1 called=no") == ["CALL-01"]


@clause("ASP-CALL-10", "ASP-DEP-03")
def test_a_target_off_the_table_is_at_no_distance_from_a_headquarters():
    with mistaken(WrongPlace, about="DEP-03"):
        batteries().objections("fire t1 at p2 call=3000")
    attack = game(stand("t1", "Attack"), stand("t2", "Panther"), stand("p2", "LB"))
    with mistaken(WrongPlace, about="DEP-03"):
        attack.objections("air t1 at p2 call=3000")
    assert attack.refused("air t1 at p2") == []


@clause("ASP-CALL-10")
@pytest.mark.parametrize("kind", ["Mortars", "LB", "C Battery", "Salvo RL"])
def test_the_5000_m_bind_mortars_as_all_batteries(kind):
    playing = game(stand("t1", kind), stand("t2", "Panther"), stand("p1", "LB", fired=True))
    line = "fire t1 at p1 900" if kind != "C Battery" else "fire t1 at p1 range=900"
    assert "CALL-01" in playing.refused(f"{line} call=5001 t1.base=4")
    assert "CALL-01" not in playing.refused(f"{line} call=5000 t1.base=4")
    _, sit = playing._situation(f"{line} t1.base=4")
    assert says(sit.known.assumed, "5000 CALL-01")


@clause("ASP-TGEN-14", "ASP-GEN-08")
def test_with_one_side_alone_nobody_throws_for_the_edges():
    playing = game(stand("t1", "Panther"))
    playing.state = replace(playing.state, groups={"kg": playing.group("kg")})
    with mistaken(WrongSide, about="German TGEN-14"):
        playing.objections("setup edges")


@clause("ASP-GEN-08")
def test_a_tie_is_said_before_the_dice(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    playing = Table(tmp_path, capsys)
    playing.say("new asp-opening")
    assert shows(playing.say("setup edges --explain").out, "GEN-08")


@clause("ASP-FIRE-05", "ASP-ARC-08")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("t1 at p3 450 arc=rear", "p3 ARC-08"),
        ("t1 at p3 450", ""),
        ("t1 at p3 450 reply=no", ""),
    ],
)
def test_why_a_target_cannot_shoot_back_is_said_before_the_dice(line, why):
    playing = position(stand("t1", "Panther"), stand("p3", "T34/85"))
    assert each_says(situation(playing, line, table()).known.notes, *([why] if why else []))


def test_the_row_and_the_column_of_the_matrix_are_values_in_json(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    playing = Table(tmp_path, capsys)
    playing.say("new asp-opening")
    found = playing.say("fire t1 at p3 450 --roll --dry-run --json").plain
    assert [found["facts"][key] for key in ("t1.row", "t1.column", "p3.row", "p3.column")] == ["MG", "MA", "MG", "HA"]
    effect = next(each for each in found["throws"] if each["key"].startswith("effect"))
    assert effect["total"] == sum(effect["faces"]) + effect["reading"]["added"]


@clause("ASP-CP-12")
def test_without_a_headquarters_it_is_that_rule_that_says_no():
    clock = Clock(1, "German", "German", 5, "kg")
    stands = (stand("t1", "Panther", destroyed=True), stand("t2", "Panther"), stand("p1", "RG"))
    playing = Game(position(*stands, clock=clock)).regroup("kg", cp=0)
    assert playing.refused("move t2 100") == ["CP-12"]
    assert playing.refused("march t2 100")[-1:] == ["CP-12"]
    assert Game(position(*stands, clock=clock), table(hq_loss="normal")).regroup("kg", cp=0).refused("move t2 100") == [
        "CP-07"
    ]


@pytest.mark.wording
def test_one_stand_is_no_stands():
    playing = game(stand("t1", "Panther"), stand("p1", "RG"))
    said = [each.words for each in playing.objections("army")] + list(playing.ruled("army").words)
    assert any("1 stand, " in each or "has 1 stand," in each for each in said)
    assert not any("1 stands" in each for each in said)

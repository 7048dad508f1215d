"""Tests of an act in real games: situation, objections, resolution, effects, record."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.rulesets import EVERY, FIRES, answers, begin, fire, turn
from umpire.core.answers import Answers
from umpire.core.dice import SeededDice
from umpire.core.mistakes import Mistake
from umpire.core.outcome import Objection, Outcome
from umpire.core.pools import DiceLine, Pool
from umpire.core.procedure import Addition, Wanted, throw
from umpire.core.readings import Total
from umpire.game.gamefile.trouble import GameMoved
from umpire.play.correct import correct, record_correction
from umpire.play.scenarios import new_game
from umpire.play.turn import (
    Refused,
    jsonable,
    open_session,
    play,
    prepare,
    read_addition,
    record,
    referee_for,
)
from umpire.rulesets import find

LINE = "ta tb at para with g1 reply g2 g3"
DICE = ("661111", "665432")


@pytest.fixture
def session(tmp_path):
    """Return the printed example: two Panzer companies fire at paratroops, with guns on both sides."""
    return begin(tmp_path, "worked-example-1")


@pytest.fixture(params=EVERY)
def any_fire(request, tmp_path):
    """Return a game of every ruleset with a line that fires."""
    fires = FIRES[request.param]
    return begin(tmp_path, fires.scenario, "44"), fires


def reopened(session):
    return open_session(session.file.path)


# -- an act played and recorded --------------------------------------------------------------------------------------


def test_effects_are_in_the_state_and_only_once_recorded(session):
    _, played = fire(session, LINE, *DICE)
    assert (session.state.stands["para"].sp, reopened(session).state.stands["para"].sp) == (4, 4)
    assert record(played, f"fire {LINE}") == 2
    stands = reopened(session).state.stands
    assert (stands["para"].sp, stands["ta"].sp, stands["tb"].sp) == (2, 2, 2)
    assert [stands[gun].shots for gun in ("g1", "g2", "g3")] == [2, 2, 2]
    assert session.file.entry(2).command == f"fire {LINE}"


def test_the_entry_is_the_whole_act(session):
    _, played = fire(session, LINE, DICE[0], "r")
    entry = played.entry
    assert entry["command"] == f"fire {LINE}"
    assert entry["side"] == "German"
    assert entry["facts"]["ta.range"] == 2
    assert entry["sources"] == {**entry["sources"], "ta.range": "map", "para.order": "state", "reply": "assumed"}
    assert entry["facts"].keys() == entry["sources"].keys()
    attack, reply = entry["throws"]
    assert (attack["key"], attack["side"], attack["dice"], attack["sides"]) == ("attack", "German", 6, 6)
    assert (attack["hit"], attack["faces"], attack["source"], attack["value"]) == ("6", [6, 6, 1, 1, 1, 1], "told", 2)
    assert attack["typed"] == "661111"
    assert attack["lines"][0] == {
        "of": "tank A",
        "amount": 4,
        "words": "medium armour",
        "rule": "3.1-06",
        "on": "dice",
        "applied": True,
        "why_not": "",
    }
    assert sum(line["amount"] for line in attack["lines"] if line["applied"]) == 6
    assert any(line["why_not"] and not line["applied"] for line in attack["lines"])
    assert (reply["source"], reply["faces"], reply["typed"]) == (
        "rolled",
        [SeededDice("44").face(number, 6) for number in range(6)],
        "",
    )
    assert {choice["source"] for choice in entry["choices"]} == {"default"}
    assert {"effect": "Lose", "stand": "para", "points": 2} in entry["outcome"]["effects"]
    assert entry["outcome"]["tally"]["Allied loses"] == 2
    assert "paratroops 4→2" in entry["outcome"]["hands"]
    assert (entry["ruling"], entry["overruled"], entry["additions"]) == ("", [], [])


def test_a_choice_is_in_the_entry_as_it_was_made(session):
    prepared = prepare(session, "fire", LINE.split())
    played = play(prepared, answers(session, *DICE, choices=("para+mg", "ta+tb"), roll=False))
    chosen = played.entry["choices"]
    assert [(one["side"], one["chosen"], one["source"]) for one in chosen] == [
        ("Allied", "para+mg", "told"),
        ("German", "ta+tb", "told"),
    ]
    assert chosen[0]["options"][0] == "para2"
    assert chosen[0]["meaning"] == "paratroops -1, para MG -1"
    stands = played.after["state"]["stands"]
    assert [stands[stand]["sp"] for stand in ("para", "mg", "ta", "tb")] == [3, 0, 3, 1]


def test_every_entry_is_json_and_the_file_gives_it_back(any_fire):
    session, fires = any_fire
    _, played = fire(session, fires.allowed)
    number = record(played, "as typed")
    assert json.loads(json.dumps(played.entry)) == played.entry
    assert session.file.entry(number).data == played.entry
    wanted = {"command", "facts", "sources", "throws", "choices", "outcome", "ruling", "additions", "notes", "assumed"}
    assert wanted <= played.entry.keys()
    assert played.entry["throws"]
    for thrown in played.entry["throws"]:
        assert {"lines", "faces", "source", "value", "hit", "side", "label", "dice", "sides"} <= thrown.keys()


def test_the_position_after_is_the_effects_applied_to_the_state(any_fire):
    session, fires = any_fire
    _, played = fire(session, fires.allowed)
    family = session.family
    assert played.after["state"] == family.plain(family.apply(session.state, played.outcome.effects, session.table))
    assert played.after["map"] == session.snapshot.position["map"]
    turn(session, fires.allowed)
    assert reopened(session).snapshot.position == json.loads(json.dumps(played.after))


# -- refused, overruled, added ---------------------------------------------------------------------------------------


def test_a_refusal_names_every_rule_and_writes_nothing(any_fire):
    session, fires = any_fire
    before = session.file.path.read_bytes()
    with pytest.raises(Refused) as refused:
        prepare(session, "fire", fires.forbidden.split())
    objections = refused.value.objections
    assert len(objections) >= 2
    assert objections == session.family.act("fire").objections(_situation(session, fires.forbidden))
    for objection in objections:
        assert f"{objection.words} ({objection.rule})" in str(refused.value)
    assert session.file.path.read_bytes() == before


def _situation(session, words):
    return prepare(session, "fire", words.split(), ruling="to look at it").situation


def test_a_ruling_overrules_and_is_in_the_entry(any_fire):
    session, fires = any_fire
    prepared, played = fire(session, fires.forbidden, ruling="the smoke has cleared")
    assert len(prepared.overruled) >= 2
    assert played.entry["ruling"] == "the smoke has cleared"
    assert [one["rule"] for one in played.entry["overruled"]] == [one.rule for one in prepared.overruled]
    assert record(played, "overruled") == 2


def test_what_leaves_no_number_is_refused_in_spite_of_a_ruling(any_fire):
    session, fires = any_fire
    with pytest.raises(Refused) as refused:
        prepare(session, "fire", fires.numberless.split(), ruling="let them")
    assert [one.overrulable for one in refused.value.objections] == [False]
    told = refused.value.objections[0].retype
    assert "=" in told
    words = [word for word in fires.numberless.split() if word.partition("=")[0] != told.partition("=")[0]]
    assert play(prepare(session, "fire", [*words, told], ruling="let them"), answers(session)).outcome.tally


def test_with_a_ruling_only_what_still_stands_is_said(session):
    line = ["ta", "at", "para", "ta.order=D", "line=blocked"]
    with pytest.raises(Refused) as all_of_them:
        prepare(session, "fire", line)
    with pytest.raises(Refused) as the_rest:
        prepare(session, "fire", line, ruling="a gap in the wood")
    assert len(all_of_them.value.objections) == 2
    assert [one.retype for one in the_rest.value.objections] == ["ta.order=M"]


def test_a_ruling_with_nothing_to_overrule_is_kept_in_the_entry(session):
    prepared, played = fire(session, LINE, *DICE, ruling="just in case")
    assert prepared.overruled == ()
    assert (played.entry["ruling"], played.entry["overruled"]) == ("just in case", [])


def test_an_addition_is_thrown_and_in_the_entry(session):
    _, played = fire(session, LINE, "6611111", "11111", additions=["+1 a wreck on the road", "reply -1 dust"])
    assert played.entry["additions"] == [
        {"pool": "attack", "amount": 1, "words": "a wreck on the road"},
        {"pool": "reply", "amount": -1, "words": "dust"},
    ]
    last = [thrown["lines"][-1] for thrown in played.entry["throws"]]
    assert [(line["of"], line["amount"], line["words"], line["rule"]) for line in last] == [
        ("referee", 1, "a wreck on the road", "ruling"),
        ("referee", -1, "dust", "ruling"),
    ]


def test_an_addition_to_a_throw_there_never_is_is_a_mistake(session):
    with pytest.raises(Mistake) as refused:
        fire(session, LINE, *DICE, additions=["flank +1 so"])
    assert refused.value.what == "--add: no throw here is called 'flank'"
    assert refused.value.hint == "throws here: attack, reply"


def test_an_addition_to_a_throw_that_did_not_come_is_noted(tmp_path):
    session = begin(tmp_path, "d20-opening")
    _, played = fire(session, "tiger at sherman 18", "m", additions=["penetration +2 side armour"])
    assert [thrown["key"] for thrown in played.entry["throws"]] == ["fire"]
    assert played.entry["notes"] == ["penetration +2 side armour: this throw was not made"]
    assert played.entry["additions"] == [{"pool": "penetration", "amount": 2, "words": "side armour"}]


@pytest.mark.parametrize(
    ("text", "addition"),
    [
        ("+1 wreck on the road", Addition("attack", 1, "wreck on the road")),
        ("2 luck", Addition("attack", 2, "luck")),
        (" -3  fog ", Addition("attack", -3, "fog")),
        ("reply -1 dust", Addition("reply", -1, "dust")),
        ("reply  +12 dust and smoke", Addition("reply", 12, "dust and smoke")),
        ("initiative German +1 an early start", Addition("initiative German", 1, "an early start")),
    ],
)
def test_additions_as_typed(text, addition):
    assert read_addition(text, "attack") == addition


@pytest.mark.parametrize("text", ["", "+1", "luck", "reply", "reply +1", "+0 luck", "+100 luck", "++1 luck", "+ luck"])
def test_an_addition_needs_a_number_and_a_reason(text):
    with pytest.raises(Mistake, match="is not a number with a reason"):
        read_addition(text, "attack")


@pytest.mark.parametrize("digit", ["²", "١", "１", "1.5"])
def test_an_addition_is_a_whole_number(digit):
    with pytest.raises(Mistake):
        read_addition(f"+{digit} luck", "attack")


# -- dice ------------------------------------------------------------------------------------------------------------


def drawn(session):
    return reopened(session).head["drawn"]


@pytest.mark.parametrize(("dice", "number"), [(DICE, 0), (("r", DICE[1]), 6), ((DICE[0],), 6), ((), 12)])
def test_only_rolled_dice_are_drawn(session, dice, number):
    turn(session, LINE, *dice)
    assert drawn(session) == number


def test_undone_dice_fall_the_same_again(session):
    turn(session, LINE)
    first = session.file.entry(2).data
    session.file.undo(2)
    assert drawn(session) == 0
    turn(reopened(session), LINE)
    again = session.file.entry(4).data
    assert again["throws"] == first["throws"]
    turn(reopened(session), LINE)
    faces = session.file.entry(5).data["throws"][0]["faces"]
    assert faces == [SeededDice("44").face(12 + index, 6) for index in range(len(faces))]


def test_a_rehearsal_rolls_other_dice(session):
    (stream, first), (rehearsed, number) = referee_for(session), referee_for(session, rehearsal=True)
    assert first == number == 0
    faces = [[dice.face(index, 20) for index in range(20)] for dice in (stream, rehearsed)]
    assert faces[0] != faces[1]


def test_what_is_left_over_is_refused_and_nothing_written(session):
    before = session.file.path.read_bytes()
    with pytest.raises(Mistake, match="'12z' is left over"):
        turn(session, LINE, *DICE, "12z")
    prepared = prepare(session, "fire", LINE.split())
    with pytest.raises(Mistake, match="'ta' is left over"):
        play(prepared, answers(session, "111111", "111111", choices=("ta",)))
    assert session.file.path.read_bytes() == before


@pytest.mark.parametrize("dice", [("7",), ("6611117",), ("661111", "six")])
def test_dice_that_cannot_be_change_nothing(session, dice):
    before = session.file.path.read_bytes()
    with pytest.raises(Mistake):
        turn(session, LINE, *dice)
    assert session.file.path.read_bytes() == before


# -- thrown again ----------------------------------------------------------------------------------------------------


def duel(situation):
    """Run a duel: both throw a die; a tie is thrown again."""
    pools = [Pool(key, key, key, (DiceLine("", 1, "one die", "1-01"),), Total(), 1) for key in ("one", "other")]
    mine, theirs = yield from throw(*pools, read=lambda a, b: (a, b))
    return Outcome(words=(f"{mine} to {theirs}",), is_tie_reroll=mine == theirs)


@pytest.fixture
def duelling(session):
    acts = {"fire": replace(session.family.act("fire"), procedure=duel)}
    own = session.family
    family = SimpleNamespace(act=acts.__getitem__, apply=own.apply, plain=own.plain, gone=own.gone, COMERS=None)
    return replace(session, family=family)


def test_a_tie_is_thrown_again_and_every_throw_is_in_the_entry(duelling):
    _, played = fire(duelling, LINE, "3", "3", "1", "1", "2", "5")
    assert [thrown["faces"] for thrown in played.entry["throws"]] == [[3], [3], [1], [1], [2], [5]]
    assert played.entry["outcome"]["words"] == ["3 to 3", "1 to 1", "2 to 5"]


def test_what_is_wanted_after_a_tie_comes_with_the_tie(duelling):
    prepared = prepare(duelling, "fire", LINE.split())
    with pytest.raises(Wanted) as stopped:
        play(prepared, answers(duelling, "3", "3", "2", roll=False))
    assert [pool.key for pool in stopped.value.question.pools] == ["other"]
    assert [(one.pool.key, one.value) for one in stopped.value.answered] == [("one", 3), ("other", 3), ("one", 2)]


# -- a game that moved on, sessions ----------------------------------------------------------------------------------


def test_a_game_that_moved_on_is_left_as_it_is(session):
    _, played = fire(session, LINE, *DICE)
    turn(session, "para at tb para.order=H")
    before = session.file.path.read_bytes()
    with pytest.raises(GameMoved):
        record(played, f"fire {LINE}")
    assert session.file.path.read_bytes() == before


def test_a_changed_table_is_seen_until_the_next_entry(session):
    assert not session.table_changed
    changed = replace(session, table_file=replace(session.table_file, digest="another"))
    assert changed.table_changed
    _, played = fire(changed, LINE, *DICE)
    assert (played.after["game"]["tables"], played.entry["table"]) == ("another", "another")


LATE = Objection("1.6-01", "the round is over")


@pytest.mark.parametrize(("sequence", "heard"), [("told", ()), ("kept", (LATE,))])
def test_only_a_game_that_keeps_the_sequence_hears_what_is_out_of_turn(session, sequence, heard):
    asked = []

    def out_of_turn(state, table, situation):
        asked.append((state, table, situation.title))
        return (LATE,)

    act = replace(session.family.act("fire"), out_of_turn=out_of_turn)
    position = {**session.snapshot.position, "game": {**session.head, "sequence": sequence}}
    family = SimpleNamespace(act={"fire": act}.__getitem__, COMERS=None)
    session = replace(session, family=family, snapshot=session.snapshot._replace(position=position))
    prepared = prepare(session, "fire", LINE.split(), ruling="one more")
    assert prepared.overruled == heard
    assert asked == [(session.state, session.table, prepared.situation.title)] * len(heard)
    if heard:
        with pytest.raises(Refused, match="the round is over"):
            prepare(session, "fire", LINE.split())


def test_an_unknown_family_gets_a_hint():
    with pytest.raises(Mistake) as refused:
        find("asp").family()
    assert "asp-ww2" in refused.value.hint


def test_anything_odd_in_an_entry_is_said_in_words():
    value = {"line": DiceLine("a", 1, "so", "1-01"), "ways": (1, [True, None]), 3: {1.5}}
    assert jsonable(value) == {
        "line": {"of": "a", "amount": 1, "words": "so", "rule": "1-01", "on": "dice", "why_not": ""},
        "ways": [1, [True, None]],
        "3": "{1.5}",
    }


def test_a_second_die_thrown_along_with_a_miss_is_noted_and_not_refused(tmp_path):
    """In d20, to hit and penetration are thrown together at the table; after a miss the second is not needed."""
    session = new_game(tmp_path / "d.umpire", Path("d20-opening"), "1")
    prepared = prepare(session, "fire", ("tiger", "at", "sherman", "6"))
    stream, drawn = referee_for(session)
    played = play(prepared, Answers(stream, drawn, ["1", "11"]))
    assert "11: also thrown, not needed" in played.entry["notes"]
    played = play(prepared, Answers(stream, drawn, ["1", "11", "12"]))
    assert "11 / 12: also thrown, not needed" in played.entry["notes"]


def test_a_second_die_is_not_refused_where_a_hit_is_sure_to_kill(tmp_path):
    session = new_game(tmp_path / "d.umpire", Path("d20-opening"), "1")
    for passenger in ("rifles", "bren"):
        record_correction(correct(session, (passenger, "aboard=none")), "set")
        session = open_session(session.file.path)
    prepared = prepare(session, "fire", ("tiger", "at", "lorry", "6"))
    stream, drawn = referee_for(session)
    assert "15: also thrown, not needed" in play(prepared, Answers(stream, drawn, ["20", "15"])).entry["notes"]
    assert "15 / 1: also thrown, not needed" in play(prepared, Answers(stream, drawn, ["20", "15", "1"])).entry["notes"]

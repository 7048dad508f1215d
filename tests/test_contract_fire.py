"""A fire in a real game of every registered ruleset: told, rolled, refused, overruled, taken back, typed anyhow."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rulesets import EVERY, FIRES, answers, begin, fire, prepared, seeded, turn
from umpire.core.mistakes import Mistake
from umpire.core.odds import explain, odds
from umpire.core.procedure import Choice, Wanted
from umpire.play.turn import Refused, open_session, play


@pytest.fixture(scope="module", params=EVERY)
def game(request, tmp_path_factory):
    """A game of every ruleset that nobody writes to, and its fires."""
    fires = FIRES[request.param]
    return begin(tmp_path_factory.mktemp("games"), fires.scenario, "44"), fires


@pytest.fixture(params=EVERY)
def fresh(request, tmp_path):
    """A game of every ruleset to play in, and its fires."""
    fires = FIRES[request.param]
    return begin(tmp_path, fires.scenario, "44"), fires


def reopened(session):
    return open_session(session.file.path)


# -- a fire: played, refused, overruled, taken back ------------------------------------------------------------------


def as_typed(played):
    """The dice of an act as a referee would type them."""
    return [" ".join(map(str, thrown["faces"])) for thrown in played.entry["throws"] if thrown["dice"]]


def test_told_dice_do_what_the_same_dice_do_when_rolled(fresh):
    session, fires = fresh
    _, rolled = fire(session, fires.allowed)
    dice = as_typed(rolled)
    _, told = fire(session, fires.allowed, *dice)
    assert told.outcome == rolled.outcome
    assert {thrown["source"] for thrown in told.entry["throws"]} <= {"told", "none"}
    assert {thrown["source"] for thrown in rolled.entry["throws"]} <= {"rolled", "none"}
    count = sum(thrown["dice"] for thrown in rolled.entry["throws"])
    assert (told.after["game"]["drawn"], rolled.after["game"]["drawn"]) == (0, count)
    assert told.after["state"] == rolled.after["state"]


def test_told_and_rolled_dice_mix(fresh):
    session, fires = fresh
    _, rolled = fire(session, fires.allowed)
    first, *_ = as_typed(rolled)
    _, mixed = fire(session, fires.allowed, first)
    sources = [thrown["source"] for thrown in mixed.entry["throws"] if thrown["dice"]]
    assert sources == ["told"] + ["rolled"] * (len(sources) - 1)
    rest = [thrown["dice"] for thrown in mixed.entry["throws"] if thrown["source"] == "rolled"]
    assert mixed.after["game"]["drawn"] == sum(rest)


def test_undo_and_redo_of_a_fire(fresh):
    session, fires = fresh
    start = session.snapshot.position
    number = turn(session, fires.allowed)
    after = reopened(session)
    assert after.snapshot.position != start
    undone = session.file.undo(number)
    assert reopened(session).snapshot.position == undone.position == start
    assert reopened(session).state == session.state
    redone = session.file.redo(undone.number)
    assert reopened(session).snapshot.position == redone.position == after.snapshot.position
    assert reopened(session).state == after.state


def test_a_forbidden_fire_is_refused_and_can_be_overruled(fresh):
    session, fires = fresh
    before = session.file.path.read_bytes()
    with pytest.raises(Refused) as refused:
        prepared(session, fires.forbidden)
    assert all(objection.overrulable and objection.words for objection in refused.value.objections)
    assert session.file.path.read_bytes() == before
    overruled = prepared(session, fires.forbidden, ruling="it is so")
    assert overruled.overruled == refused.value.objections
    assert play(overruled, answers(session)).entry["ruling"] == "it is so"


def test_what_leaves_no_number_names_the_fact_to_tell(fresh):
    session, fires = fresh
    for ruling in ("", "it is so"):
        with pytest.raises(Refused) as refused:
            prepared(session, fires.numberless, ruling=ruling)
        assert [re.fullmatch(r"[\w.]+=\w+", one.tell) is not None for one in refused.value.objections] == [True]


def test_an_addition_is_in_its_throw_and_in_the_odds(fresh):
    session, fires = fresh
    with_it = prepared(session, fires.allowed, additions=[f"{fires.pool} +1 luck"])
    pools = {pool for one in explain(with_it.make) for pool in one.pools if pool.key == fires.pool}
    assert pools
    assert {(line.of, line.amount, line.words) for pool in pools for line in pool.lines[-1:]} == {
        ("referee", 1, "luck")
    }
    assert odds(with_it.make).outcomes != odds(prepared(session, fires.allowed).make).outcomes
    assert play(with_it, answers(session)).entry["additions"] == [{"pool": fires.pool, "amount": 1, "words": "luck"}]


def test_without_answers_the_first_throw_is_wanted_and_nothing_written(fresh):
    session, fires = fresh
    before = session.file.path.read_bytes()
    ready = prepared(session, fires.allowed)
    with pytest.raises(Wanted) as stopped:
        play(ready, answers(session, roll=False))
    assert not isinstance(stopped.value.question, Choice)
    assert stopped.value.question.pools == explain(ready.make)[0].pools
    assert stopped.value.answered == ()
    assert session.file.path.read_bytes() == before


def test_answer_by_answer_the_whole_fire_is_asked(fresh):
    """Each time one more answer is given, in the end nothing is wanted: as without a terminal."""
    session, fires = fresh
    dice, choices = [], []
    for _ in range(20):
        try:
            played = play(prepared(session, fires.allowed), answers(session, *dice, choices=tuple(choices), roll=False))
        except Wanted as wanted:
            if isinstance(wanted.question, Choice):
                choices.append(wanted.question.options[-1].token)
            else:
                dice.append(f"{wanted.question.pools[0].dice}x6")
        else:
            break
    assert as_typed(played)
    assert [thrown["typed"] for thrown in played.entry["throws"] if thrown["dice"]] == dice
    assert [choice["chosen"] for choice in played.entry["choices"]] == choices


@pytest.mark.parametrize("words", ["", "at", "nobody at nobody", "at nobody 2", "nobody", "=", "rnage=2"])
def test_words_that_make_no_sense_are_a_mistake(game, words):
    session, fires = game
    first = fires.allowed.split()[0]
    for line in (words, f"{first} {words}", f"{fires.allowed} colour=red {words}"):
        with pytest.raises(Mistake) as refused:
            prepared(session, line)
        assert len(refused.value.what.splitlines()) == 1


VALUES = ("yes", "no", "0", "2", "3", "M", "D", "clear", "flank", "hard", "night", "he", "ap")
RANGES = {"asp-ww2": ("0", "300", "700m"), "d20-elements": ("2", "4.5", "18")}


_meetings: dict = {}


def opponents(session):
    """Everybody who can be named as firer with everybody who can be named as his target, and a range."""
    if session.file.path not in _meetings:
        names = list(session.family.names(session.state))
        _meetings[session.file.path] = [
            pair for one in names for pair in ((one, other) for other in names) if _meet(session, *pair)
        ]
    return _meetings[session.file.path]


def _meet(session, firer, target):
    try:
        prepared(session, f"{firer} at {target} 2", ruling="so be it")
    except Mistake:
        return False
    except Refused:
        return True
    return True


@st.composite
def lines(draw, session):
    """Fires somebody could type: anybody at anybody, with facts of all or of one of them, told to make sense or not."""
    act, names = session.family.act("fire"), list(session.family.names(session.state))
    firer, target = draw(st.sampled_from(opponents(session)))
    third = draw(st.sampled_from(names))
    subject = st.sampled_from(["", f"{firer}.", f"{target}.", f"{third}."])
    facts = st.tuples(subject, st.sampled_from([name for name in act.facts if name != "range"]))
    told = draw(st.dictionaries(facts, st.sampled_from(VALUES), max_size=2))
    told["", "range"] = draw(st.sampled_from(RANGES.get(session.table_file.id, ("1", "2", "3"))))
    groups = [f"{word} {draw(st.sampled_from(names))}" for word in act.connectors[1:] if draw(st.integers(0, 3)) == 0]
    return " ".join([firer, "at", target, *groups, *(f"{of}{fact}={value}" for (of, fact), value in told.items())])


def fires_of(session):
    """The first firer and the target of the fires of this game."""
    fires = FIRES[session.table_file.id]
    words = [line.split() for line in (fires.allowed, fires.small, fires.forbidden, fires.numberless)]
    return [(line[0], line[line.index("at") + 1]) for line in words]


def test_both_sides_can_fire_at_each_other(game):
    session, _ = game
    pairs = opponents(session)
    assert set(fires_of(session)) <= set(pairs)
    assert len({firer for firer, _ in pairs}) >= 4
    assert all(firer != target for firer, target in pairs)


@given(data=st.data(), ruling=st.sampled_from(["", "so be it"]))
def test_any_line_is_played_refused_or_a_mistake(game, data, ruling):
    session, _ = game
    line = data.draw(lines(session))
    said = None
    try:
        ready = prepared(session, line, ruling=ruling)
    except (Mistake, Refused) as no:
        said = str(no)
    else:
        found = odds(ready.make)
        assert sum(weight for _, weight in found.outcomes) == found.total
        played = play(ready, seeded(len(line)))
        assert played.outcome in {outcome for outcome, _ in found.outcomes}
        assert session.family.read_state(played.after["state"], session.game_map)
    assert said != ""

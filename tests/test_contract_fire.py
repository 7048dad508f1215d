"""Tests of a fire in a real game of every registered ruleset, typed in any way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rulesets import EVERY, FIRES, begin, prepared, seeded
from umpire.core.mistakes import Mistake
from umpire.core.odds import odds
from umpire.play.turn import Refused, play


@pytest.fixture(scope="module", params=EVERY)
def game(request, tmp_path_factory):
    """Return a game of every ruleset that nobody writes to, and its fires."""
    fires = FIRES[request.param]
    return begin(tmp_path_factory.mktemp("games"), fires.scenario, "44"), fires


# -- a fire: played, refused, overruled, taken back ------------------------------------------------------------------


VALUES = ("yes", "no", "0", "2", "3", "M", "D", "clear", "flank", "hard", "night", "he", "ap")
RANGES = {"asp-ww2": ("0", "300", "700m"), "d20-elements": ("2", "4.5", "18")}


_meetings: dict = {}


def opponents(session):
    """Return every possible firer with each of its possible targets, and a range."""
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
    """Return fires that somebody could type: any stands at any, with sensible or other facts of all or of one of
    them.
    """
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
    """Return the first firer and the target of the fires of this game."""
    fires = FIRES[session.table_file.id]
    words = [line.split() for line in (fires.allowed, fires.small, fires.forbidden, fires.numberless)]
    return [(line[0], line[line.index("at") + 1]) for line in words]


def test_both_sides_can_fire_at_each_other(game):
    session, _ = game
    pairs = opponents(session)
    assert set(fires_of(session)) <= set(pairs)
    assert len({firer for firer, _ in pairs}) >= 4
    assert all(firer != target for firer, target in pairs)


@pytest.mark.slow
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

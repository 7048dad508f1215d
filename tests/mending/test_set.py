"""Tests of `set` with many values: the same as one after the other where those are legal; one check at the end."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.games import at_terminal
from tests.rulesets import EVERY, FIRES, begin
from tests.tiny import with_position
from umpire.core.mistakes import Mistake
from umpire.play.correct import correct

SINGLES = {
    "two-star-general": ("ta sp=3", "tb sp=1", "para hex=1006", "g1 shots=2 hex=0206", "pz order=H", "ab name=Paras"),
    "three-star-general": ("n1 sp=2", "pz hex=0606", "r1 name=First", "ga shots=1", "gr order=H", "sr name=Reds"),
    "asp-ww2": (
        "t1 pinned=yes markers=1",
        "t2 destroyed=yes",
        "kg cp=3",
        "p1 repulsed=yes",
        "r1 name=Rifles",
        "h1 moved=yes",
    ),
    "d20-elements": (
        "tiger suppressed=yes",
        "panzer broken_down=yes",
        "rifles aboard=none",
        "lorry name=Truck",
        "pak defence=4",
    ),
}


@pytest.fixture(scope="module", params=EVERY)
def session(request, tmp_path_factory):
    """Return a game of every ruleset that nobody writes to."""
    return begin(tmp_path_factory.mktemp("games"), FIRES[request.param].scenario, "44")


@pytest.mark.slow
@settings(max_examples=15)
@given(data=st.data())
def test_many_at_once_are_the_single_ones_in_any_order(session, data):
    singles = data.draw(st.lists(st.sampled_from(SINGLES[session.table_file.id]), min_size=2, unique=True))
    one = session
    for line in singles:
        one = with_position(one, correct(one, line.split()).after)
    many = correct(session, [*" ".join(data.draw(st.permutations(singles))).split(), "as", "it", "lay"])
    assert many.after == one.snapshot.position
    assert many.entry["reason"] == "as it lay"


def test_two_stands_that_lie_the_wrong_way_round_change_places(table):
    table.game()
    assert table.say("set ta hex=0806").code == 2, "alone it would stand in the hex of another"
    said = table.say("set ta hex=0806 tb hex=0805 swapped")
    assert said.code == 0, said
    assert table.entry() == 2
    assert table.say("undo").code == 0
    assert "0805" in table.say("status ta").out


@pytest.mark.parametrize(
    ("line", "what", "hint"),
    [
        ("set ta sp=3 knocked over tb sp=2", "'knocked' is not a name that `set` knows", "did you mean"),
        ("set ta sp=3 tbb sp=2", "'tbb' is not a name that `set` knows", "did you mean tb?"),
        ("set ta sp=3 qqqqqq tb sp=2", "'qqqqqq' is not a name that `set` knows", "put the reason last"),
        ("set ta sp=3 ta sp=2", "ta: sp is given twice", "give it once"),
        ("set ta tb sp=2 tb sp=1", "tb: sp is given twice", "give it once"),
        ("set sp=3 ta", "no name is given before sp=3", "type a name first"),
        ("set ta sp=3 tb sp=9", "stands.tb.sp: 9 strength points, but 4 at most", ""),
    ],
)
def test_what_is_wrong_with_one_of_them_records_none(table, line, what, hint):
    table.game()
    said = table.say(line)
    assert said.code == 2
    assert what in said.err
    assert hint in said.err
    assert table.entry() == 1


@pytest.mark.parametrize(
    ("scenario", "line", "why", "follows"),
    [
        ("worked-example-1", "set ta tb sp=0", "no other stand of Panzer battalion is left (6-12)", "set pzhq ig sp=0"),
        (
            "worked-example-1",
            "set pzhq ig sp=0",
            "still to do: a new HQ for Panzer battalion (6-08)",
            "set pz hq_lost=1",
        ),
        (
            "asp-opening",
            "set c1 destroyed=yes",
            "Grenadiers g1: aboard Sdkfz 251 c1, so destroyed with the vehicle (BUS-05)",
            "set g1 destroyed=yes",
        ),
        ("d20-opening", "set lorry removed=knocked-out", "Rifles, Bren team: ", "set rifles bren removed=knocked-out"),
    ],
)
def test_what_play_would_have_had_follow_is_a_line_to_type(table, scenario, line, why, follows):
    table.game(scenario)
    said = table.say(line)
    assert said.code == 0, said
    seen = " ".join(said.out.split())
    assert f"one more change is needed, because {why}" in seen
    assert f"; type umpire {follows}" in seen
    table.say("undo")
    offered = table.say(f"{line} --json").plain["follows"]
    assert [each["line"] for each in offered] == [follows]
    more = table.say(f"{line} {offered[0]['line'].removeprefix('set ')}") if table.say("undo").code == 0 else None
    assert more.code == 0
    assert "in play" not in more.out, "all of it is told"


def test_a_headquarters_with_a_company_goes_with_it(table):
    table.game()
    said = table.say("set pzhq sp=0")
    assert said.code == 2
    line = said.err.strip().rpartition("type ")[2]
    assert line == "set pzhq sp=0 ig sp=0 pz hq_lost=1"
    assert table.say(line).code == 0


@pytest.mark.parametrize(("answer", "lost"), [("y\n", True), ("\n", False)])
def test_at_a_terminal_it_is_asked_and_never_done_silently(table, answer, lost):
    table.game()
    asked = [("record this too (y, Enter: no): ", answer)]
    code, seen = at_terminal("set", "ta", "tb", "sp=0", cwd=table.folder, answers=asked)
    assert code == 0, seen
    assert (
        "one more change is needed, because no other stand of Panzer battalion is left (6-12); set pzhq ig sp=0"
        in " ".join(seen.split())
    )
    assert table.entry() == 2, "one entry, either way"
    assert ("REMOVE" in seen or "Panzer HQ: sp 6→0" in seen) == lost


def test_an_answer_that_is_neither_is_asked_again(table):
    """A line typed too early was taken for a no, and lost."""
    table.game()
    ask = "record this too (y, Enter: no): "
    code, seen = at_terminal("set", "ta", "tb", "sp=0", cwd=table.folder, answers=[(ask, "undo\n"), (ask, "Yes\n")])
    assert code == 0, seen
    assert "'undo' is neither y nor n" in seen
    assert "REMOVE" in seen or "Panzer HQ: sp 6→0" in seen


def test_without_keys_nothing_is_set(session):
    with pytest.raises(Mistake, match="nothing to set"):
        correct(session, ["game", "for", "no", "reason"])


def test_what_changed_is_said_by_the_key_that_people_write(tmp_path):
    session = begin(tmp_path, "worked-example-1", "44")
    assert correct(session, ["mg", "type=at"]).words == ("para MG: type mg→at",)

"""Tests of questions: at a question the referee can look, step back, change the line, or drop the act."""

import pytest

from tests.cli.games import TANKS, at_terminal
from tests.cli.terminal import Terminal

GERMAN = "German fire, 5 dice (Enter rolls): "
SIX = "German fire, 6 dice (Enter rolls): "
ALLIED = "Allied reply, 4 dice (Enter rolls): "
LOSS = "which (Enter: para2): "


@pytest.fixture
def table(table):
    table.game()
    return table


def asked(table, *answers, line=TANKS, code=0):
    """Return what a referee sees who types these answers, each at its prompt."""
    ended, seen = at_terminal(*line.split(), cwd=table.folder, answers=[(at, f"{key}\n") for at, key in answers])
    assert ended == code, seen
    return seen


def last(table):
    return table.say(f"log {table.entry()} --json").plain


def test_the_mark_drops_the_act_wherever_it_stands(table):
    seen = asked(table, (GERMAN, "66145"), (ALLIED, "!"), code=130)
    assert "stopped: nothing was recorded" in seen
    assert f'hint: to repeat: umpire {TANKS} --dice "66145"' in seen
    assert table.entry() == 1


def test_a_look_is_answered_as_the_table_stood_and_the_question_comes_back(table):
    seen = asked(
        table,
        (GERMAN, "66145"),
        (ALLIED, "status para"),
        (ALLIED, "Rule 3.7.2"),
        (ALLIED, "log"),
        (ALLIED, "1111"),
        (LOSS, "map"),
        (LOSS, "para2"),
    )
    assert "before this act:\n" in seen
    assert "3.7.2" in seen.partition("Rule 3.7.2")[2]
    assert "stands: [German], (Allied)" in seen
    assert seen.count("  para2  ") >= 2  # the options stand below the map again
    assert "paratroops 4→2" in seen
    assert table.entry() == 2


def test_odds_at_a_question_are_of_what_is_left(table):
    seen = asked(table, (GERMAN, "66145"), (ALLIED, "odds"), (ALLIED, "!"), code=130)
    assert "Allied loses, average 2.00  2   100.0%   100.0%" in seen
    assert "German fire" not in seen.rpartition(ALLIED + "odds")[2].partition(ALLIED)[0]
    both = asked(table, (GERMAN, "66145"), (ALLIED, "1111"), (LOSS, "odds"), (LOSS, "!"), code=130)
    assert "German loses, average 0.00  0   100.0%" in both


def test_a_question_mark_explains_the_throw_with_what_does_not_apply(table):
    seen = asked(table, (GERMAN, "??"), (GERMAN, "66145"), (ALLIED, "?"), (ALLIED, "!"), code=130)
    assert ": no, the opponent is dug in" in " ".join(seen.split())
    reply = seen.rpartition(ALLIED + "?")[2]
    assert "Allied reply, 4 dice: each 5 or 6 hits" in reply
    assert "German fire" not in reply


def test_a_command_is_told_that_the_question_comes_first(table):
    seen = asked(table, (GERMAN, "set ta sp=1"), (GERMAN, "fire ta at para"), (GERMAN, "s"), (GERMAN, "!"), code=130)
    assert "error: 'set': answer this question first" in seen
    assert "error: 'fire': answer this question first" in seen
    assert "before this act:\n" in seen  # a look by its short form
    assert "! drops the act" in seen


def test_an_act_is_told_so_alike_however_it_is_typed_and_a_question_is_answered(table):
    acts = ("fire para at ta", "para ta", "the paratroops fire at tank A", "shoot para at ta", "fire para madly at ta")
    seen = asked(
        table,
        *((GERMAN, act) for act in acts),
        (GERMAN, "who can still act?"),
        (GERMAN, "66 x"),
        (ALLIED, "!"),
        code=130,
    )
    assert seen.count("error: 'fire': answer this question first") == len(acts)
    assert "before this act:\n" in seen.partition("who can still act?")[2]
    assert "answer this question first" not in seen.rpartition("66 x")[2]
    assert table.entry() == 1


def test_dice_may_be_said_in_words(table):
    seen = asked(table, (GERMAN, "rolled two sixes, a 1, a 4 and a 5"), (ALLIED, "he misses"), (LOSS, ""))
    assert "not understood" not in seen
    assert [each["faces"] for each in last(table)["throws"]] == [[6, 6, 1, 4, 5], []]
    assert table.entry() == 2


@pytest.mark.parametrize(
    ("line", "change", "command"),
    [
        (TANKS, "+ the German battery", "fire ta tb at para with g1"),
        (TANKS, "+range 3", "fire ta tb range=3 at para"),
        (f"{TANKS} with g1", "- the German battery", TANKS),
    ],
)
def test_the_line_changes_as_people_say_it(table, line, change, command):
    fire = "dice (Enter rolls): "
    asked(table, (fire, change), (fire, "h0"), (fire, "h0"), line=line)
    assert last(table)["command"] == command


def test_back_takes_the_last_answer_and_no_more(table):
    seen = asked(table, (GERMAN, "66145/1111"), (LOSS, "<"), (ALLIED[14:], "4456"), ("para2): ", ""), ("ta2): ", ""))
    assert "taken back: Allied reply, thrown 1 1 1 1 (typed): 0 hits" in seen
    entry = last(table)
    assert [throw["typed"] for throw in entry["throws"]] == ["66145", "4456"]
    assert '--dice "66145/4456"' in entry["line"]
    assert not any("taken back" in note for note in entry["notes"])  # a misreading is mended, and that is all


def test_back_over_a_choice_asks_it_again(table):
    seen = asked(table, (GERMAN, "66145/4456"), (LOSS, "para+mg"), ("ta2): ", "<"), (LOSS, "para2"), ("ta2): ", ""))
    assert "taken back: lose 2 strength points: para+mg" in seen
    assert last(table)["choices"][0]["chosen"] == "para2"


@pytest.mark.slow
def test_a_throw_rolled_and_taken_back_falls_as_it_did_and_is_on_record(table):
    seen = asked(table, (GERMAN, "r"), (ALLIED, "r"), ("): ", "<"), ("4 dice (Enter rolls): ", "<"), (GERMAN, "66145"),
                 (ALLIED, "r"), (LOSS, ""), ("): ", "!"), code=130)  # fmt: skip
    fell = [line for line in seen.splitlines() if "Allied reply: thrown" in line]
    assert fell[0] == fell[-1]
    asked(table, (GERMAN, "r"), (ALLIED, "<"), (GERMAN, "11111"), (ALLIED, "1111"))
    entry = last(table)
    assert entry["notes"] == ["taken back: German fire, thrown 2 1 5 4 4 (rolled): 0 hits"]
    assert "taken back: German fire" in table.say("log 2").out


@pytest.mark.slow
def test_back_at_the_first_question_gives_the_line_back(table):
    seen = asked(table, (GERMAN, "<"), code=130)
    assert f"hint: to repeat: umpire {TANKS}\n" in seen
    assert table.entry() == 1
    with Terminal("table", cwd=table.folder) as prompt:
        prompt.wait("❯")
        prompt.type(f"{TANKS}\r", GERMAN.strip())
        screen = prompt.type("<\r", f"❯ {TANKS}")
        assert "recorded" in screen
        prompt.type(" g1\r", SIX.strip())
        prompt.type("map\r", "stands: [German]")
        prompt.type("111111/1111\r", "#2 recorded")
    assert last(table)["command"] == f"{TANKS} with g1"


def test_support_forgotten_is_put_into_the_line_and_stands_on_record(table):
    asked(table, (GERMAN, "+g1"), (SIX, "+reply g2 g3"), ("6 dice (Enter rolls): ", "-g3"), (SIX, "+1 dust"),
          ("7 dice (Enter rolls): ", "1111111/11111"))  # fmt: skip
    entry = last(table)
    assert entry["command"] == f"{TANKS} with g1 reply g2"
    assert entry["line"].startswith(f'{TANKS} with g1 reply g2 --dice "1111111/11111" --add "+1 dust"')


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "change", "command"),
    [
        (f"{TANKS} with g1", "-g1", TANKS),
        (f"{TANKS} reply g2 with g1", "-reply", f"{TANKS} with g1"),
        (f"{TANKS} terrain=open", "+terrain=village", f"{TANKS} terrain=village"),
        (f"{TANKS} terrain=open", "-terrain", TANKS),
        ("fire ta at para", "+tb", "fire ta tb at para"),
    ],
)
def test_the_line_changes_as_it_is_told(table, line, change, command):
    fire = "dice (Enter rolls): "
    asked(table, (fire, change), (fire, "h0"), (fire, "h0"), line=line)
    assert last(table)["command"] == command


def test_a_line_of_ones_own_goes_to_the_throw_asked_or_to_the_one_named(table):
    five = "5 dice (Enter rolls): "
    asked(table, (GERMAN, "+reply 1 dust"), (GERMAN, "-1 smoke"), ("4 dice (Enter rolls): ", "1111"), (five, "11111"))
    entry = last(table)
    assert entry["line"] == f'{TANKS} --dice "1111/11111" --add "reply +1 dust" --add "-1 smoke"'
    assert [one["pool"] for one in entry["additions"]] == ["reply", "attack"]


def test_a_line_of_ones_own_is_for_the_throw_that_is_asked(table):
    table.game("asp-opening")
    shot = "fire t1 at p3 600 -g asp-opening.umpire"
    seen = asked(
        table, ("(Enter rolls): ", "+1 dust"), ("(Enter rolls): ", "?"), ("(Enter rolls): ", "!"), line=shot, code=130
    )
    assert '--add "detection-reply +1 dust"' in seen
    assert "+1 dust" in seen.partition("+1 dust")[2]


def test_a_change_that_is_refused_leaves_the_question_as_it_stood(table):
    seen = asked(
        table,
        (GERMAN, "+range=1"),
        (GERMAN, "+g9"),
        (GERMAN, "-g1"),
        (GERMAN, "+ "),
        (GERMAN, "11111"),
        (ALLIED, "+g1"),
        (ALLIED, "1111"),
    )
    assert "type `assault` for close combat (3.3-01)" in " ".join(seen.split())
    assert "error: no stand is called 'g9'" in seen
    assert "error: 'g1' is not in the line" in seen
    assert "error: the dice have been thrown, so the line cannot change" in seen
    assert last(table)["command"] == TANKS


def test_what_was_to_come_after_an_answer_taken_back_is_dropped_and_said(table):
    four = "4 dice (Enter rolls): "
    kept = f"{TANKS} --dice 66145/4456"
    seen = asked(table, (LOSS, "<"), (four, "1111"), (LOSS, "!"), line=kept, code=130)
    assert "dropped" not in seen
    chosen = f"{TANKS} --dice 66145 --choose para+mg"
    seen = asked(table, (four, "<"), (GERMAN, "66145"), (ALLIED, "1111"), (LOSS, "!"), line=chosen, code=130)
    assert "typed in advance, but not used: para+mg" in seen


def test_a_look_that_is_an_act_records_nothing_and_is_in_nobodys_way(table):
    seen = asked(table, (GERMAN, "reach ta"), (GERMAN, "can tb"), (GERMAN, "11111/1111"))
    assert "nothing recorded" in seen
    assert "#2 recorded" in seen


def test_back_over_a_tie_is_back_over_one_throw(table):
    table.game("three-star-opening")
    one = "2 dice (Enter rolls): "
    seen = asked(table, (one, "51/42"), (one, "<"), (one, "61"), line="-g three-star-opening.umpire artillery")
    assert "equal totals: both sides throw again (1.6-09)" in seen
    assert "taken back: Soviet initiative, thrown 4 2 (typed): 6" in seen
    assert seen.count("equal totals: both sides throw again") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "typed", "change", "line"),
    [
        ("d20-opening", "fire tiger at sherman 6", "+9", "fire tiger at sherman 9"),
        ("d20-opening", "fire tiger at sherman 6", "+side=yes", "fire tiger at sherman 6 side=yes"),
        ("asp-opening", "fire t1 at p3 600", "+450", "fire t1 at p3 450"),
        ("asp-opening", "fire t1 at p3 450", "+p3.cover=hard", "fire t1 at p3 450 p3.cover=hard"),
    ],
)
def test_the_line_changes_in_the_other_games_too(table, scenario, typed, change, line):
    table.game(scenario)
    enter = " (Enter rolls): "
    seen = asked(table, (enter, change), (enter, "r"), (enter, "<"), (enter, "?"), (enter, "!"), code=130,
                 line=f"-g {scenario}.umpire {typed}")  # fmt: skip
    assert "(rolled)" in seen.partition("taken back: ")[2]
    assert f"to repeat: umpire {line} -g" in seen


def test_a_question_never_runs_over_the_end_of_the_line(table):
    table.game("asp-two-groups")
    assert table.say("set church1 name=Churchill-of-the-reserve -g asp-two-groups.umpire").code == 0
    line = "fire panther1 at church1 900 -g asp-two-groups.umpire --ruling tried"
    die, dice = "1 die (Enter rolls): ", "2 dice (Enter rolls): "
    answers = [(die, "5"), (f"German: initiative of Panther panther1, {die}", "3"), (f", {die}", "4")]
    asked(table, *answers, (f"\nGerman, {dice}", "11"), (f"\nBritish, {dice}", "11"), line=line)

"""Tests of `[battle] ends`, `sudden` and `leaves`: the end of a battle of a scenario, in every game."""

import re
import tomllib

import pytest

from tests.game.test_arrivals import ASP, D20, battle
from tests.game.test_events import A_ROUND
from tests.places import EXAMPLES, RELIEF, ROOT
from umpire.core.mistakes import Mistake
from umpire.game.clock.ending import Ending, read_end, worth_of
from umpire.play.scenarios import export_text, position_from_text
from umpire.play.session import open_session


def written(table, battle, *, of="relief", changes=()):
    path = {"relief": RELIEF, "ridge": EXAMPLES / "rules" / "ridge.toml"}.get(of, EXAMPLES / f"{of}.toml")
    text = path.read_text(encoding="utf-8").replace(" on 4+", "")
    for was, now in changes:
        assert was in text, was
        text = text.replace(was, now)
    text = text.replace("[battle]", f"[battle]\n{battle}") if "[battle]" in text else f"{text}\n[battle]\n{battle}\n"
    (table.folder / "ends.toml").write_text(text, encoding="utf-8")
    return "ends.toml"


def begun(table, battle, **named):
    said = table.say(f"new {written(table, battle, **named)} -g ends.umpire")
    assert said.code == 0, said.err
    return table.folder / "ends.umpire"


def done(table, *lines):
    said = None
    for line in lines:
        said = table.say(f"-g ends.umpire --json {line}")
        assert said.code == 0, (line, said.err)
    return said.plain


@pytest.mark.parametrize("text", ["soon", "round 2 at 0101", "by hand", "never", "turn 3 German", "night", "left"])
def test_what_says_no_end_is_refused(text):
    with pytest.raises(Mistake):
        read_end(text)


def test_the_die_is_thrown_at_the_end_of_the_round_until_it_ends(table):
    path = begun(table, 'ends = "round 1 on 4+"')
    said = done(table, *A_ROUND, "next --dice 3")["outcome"]["words"]
    assert said[0] == "the battle goes on: 4+ needed to end it (scenario)"
    assert open_session(path).state.clock.round == 2
    number = open_session(path).snapshot.number
    done(table, f"amend {number} --dice 4 --keep all")
    assert open_session(path).state.clock.phase == "over"
    done(table, "undo 2")
    assert open_session(path).state.clock.phase == "artillery"
    done(table, "redo")
    assert open_session(path).state.clock.round == 2


def test_the_battle_ends_with_its_winner_and_nobody_is_due_any_more(table):
    path = begun(table, 'ends = "round 1"')
    said = done(table, *A_ROUND, "next")["outcome"]["words"]
    assert said[0] == "the battle ends: round 1 (scenario)"
    assert "British wins" in said
    assert not any("may enter" in each for each in said)
    assert open_session(path).state.clock.phase == "over"


def test_an_export_says_how_it_ends(table):
    path = begun(table, 'ends = "round 3 on 5+"\nsudden = 6\nleaves = { west = 2 }')
    session = open_session(path)
    assert position_from_text(export_text(session)) == session.snapshot.position
    assert "end of the battle (round 3 on 5+)" in " ".join(table.say("-g ends.umpire status").out.split())


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ('ends = "round 9"', "battle.ends: round 9: the last round is 4"),
        ('ends = "soon"', "battle.ends: 'soon' does not say when the battle ends"),
        ("sudden = -1", "battle.sudden"),
        ("leaves = { west = -2 }", "battle.leaves.west"),
    ],
)
def test_what_is_wrong_with_it_is_said_with_its_key(table, said, wrong):
    answer = table.say(f"check {written(table, said)}")
    assert answer.code
    assert wrong in answer.err


def test_points_end_a_battle_at_once(table):
    near = [('"0902 0903 1003 1002"', '"0902 0903 1003 1001"')]
    path = begun(table, "sudden = 4\nleaves = { east = 4 }", changes=near)
    words = done(table, "leave a3 by the east edge")["outcome"]["words"]
    assert words == ["German: 4 points (scenario)", "German: 4 points, so the battle ends (scenario)"]
    assert open_session(path).state.clock.phase == "over"
    done(table, "undo")
    assert open_session(path).state.clock.phase == "orders"


ENDS = '\n[battle]\nends = "turn 1 on 4+"\nsudden = 3\nleaves = {{ "the mill road" = 3 }}\n'


def test_a_game_of_elements_ends_by_a_die_and_by_points():
    game = battle(D20 + ENDS, "turn 3")
    whole = "next\n" * 8
    assert "the battle goes on: 4+ needed to end it (scenario)" in game.answer(f"{whole}next --dice 2")
    assert "the battle ends: turn 1 on 4+ (scenario)" in game.answer(f"{whole}next --dice 5")
    assert "the game is over" in " ".join(game.answer(f"{whole}next --dice 5\nnext"))
    assert not any("the battle" in line for line in game.answer(whole.strip()))
    left = game.answer("next\nleave p1 by the mill road")
    assert "A: 3 points, so the battle ends (scenario)" in left


def test_a_battle_of_groups_ends_after_its_turn_and_not_before():
    game = battle(ASP + ENDS.replace(" on 4+", ""), "turn 3")
    turn = "next\norder a --dice 33\nnext 5\nnext turn"
    first = game.answer(turn)
    assert not any("the battle" in line for line in first)
    whole = game.answer(f"{turn}\norder k --dice 33\nnext 5\nnext turn")
    assert "the battle ends: turn 1 (scenario)" in whole
    assert "now: the battle is over (scenario)" in whole


def test_a_rule_file_ends_so_too(table):
    path = begun(
        table,
        'ends = "turn 1 on 4+"',
        of="ridge",
        changes=[('"muskets.toml"', f'"{EXAMPLES / "rules" / "muskets.toml"}"')],
    )
    words = []
    while not words and open_session(path).state.clock.turn == 1:
        thrown = table.say("-g ends.umpire --json next --dice 6")
        words = (thrown if not thrown.code else table.say("-g ends.umpire --json next")).plain["outcome"]["words"]
    assert words[0] == "the battle ends: turn 1 on 4+ (scenario)"
    assert open_session(path).state.clock.phase == "over"
    assert open_session(path).state.clock.turn == 1


def test_an_objective_counts_a_point_and_who_has_left_is_no_loss():
    game = battle(D20 + ENDS + '[objectives.mill]\nheld = "B"\n', "turn 1")
    family, state = game.first.family, game.first.state
    assert family.points(state) == {"B": 1}
    effects = family.leaves(state, "p2", "left by mill road")
    left = family.apply(state, effects, game.first.table)
    assert family.points(family.present(left)) == {"A": 3, "B": 1}
    assert "rider" not in family.present(left).elements
    assert family.present(left).losses("A") == 0


@pytest.mark.parametrize(
    ("of", "who", "changes"),
    [
        ("relief", "a3", [('"0902 0903 1003 1002"', '"0902 0903 1003 1001"')]),
        ("ridge", "b1", [('"muskets.toml"', f'"{EXAMPLES / "rules" / "muskets.toml"}"')]),
        ("asp-two-groups", "gren1", ()),
        ("d20-evening", "riders", ()),
    ],
)
def test_score_counts_the_points_for_who_has_left(table, of, who, changes):
    path = begun(table, "leaves = { east = 2 }", of=of, changes=changes)
    session = open_session(path)
    whose, before = session.family.named(session.state)[who].side, session.family.points(session.state)
    host = getattr(getattr(session.state, "stands", {}).get(who), "aboard", "")
    leaving = {"riders": "riders sherman2"}.get(who, f"{who} {host}".strip())
    said = done(table, f"leave {leaving} by the east edge", "score")["score"]["sides"]
    points = before.get(whose, 0) + 2
    assert said[whose].split("; ")[-1] == f"{points} points"
    assert f"{points} points" in " ".join(table.say("-g ends.umpire status").out.split())


def test_score_has_no_points_where_no_scenario_counts_them(table):
    table.game("asp-two-groups")
    assert "point" not in table.say("score").out


def test_the_page_shows_ends_that_are_read():
    whole = (ROOT / "docs" / "battles.md").read_text(encoding="utf-8")
    page = whole.split("## The end of the battle")[1].split("\n## ")[0]
    battle = tomllib.loads(page.split("```toml")[1].split("```")[0])["battle"]
    other = re.findall(r'"([a-z]+ \d[^"]*)"', page.split("# or ")[1].split("\n")[0])
    assert [str(read_end(text).when) for text in (battle["ends"], *other)] == ["round 5", "round 5", "turn 8", "day 2"]
    assert Ending(**battle).sudden == 6
    assert worth_of("mill road", battle["leaves"]) == 1
    assert worth_of("west edge", battle["leaves"]) == 2

"""A rule file that is wrong is told what, with its line; one that is right is a table that house rules lie over."""

import re

import pytest

from tests.cli.games import Table
from tests.places import EXAMPLES
from umpire.core.mistakes import FileMistake
from umpire.game.rulebook.tables import own_table
from umpire.rulesets.plain import family
from umpire.rulesets.plain.file.reader import read_file, read_rules
from umpire.rulesets.plain.file.schema import sections

RIGHT = """
format = 1
id = "small"
name = "Small"
clauses = { 1 = "The only rule." }
turn = { phases = ["play"] }
track.men = { words = "men", full = 4, empty = "remove" }
mark.tired = { words = "tired" }

[stand]
skill = { words = "skill", least = 1, most = 6 }
[type]
foot = { skill = 3 }

[act.shoot]
words = "one shoots at another"
role.shooter = { of = "own" }
role.target = { of = "enemy", after = "at" }
fact.cover = { words = "in cover", is = "yes/no", assume = false }

[[act.shoot.step]]
id = "hits"
count = "shooter"
dice = "shooter.men"
need = "shooter.skill"
rule = "1"
modifier = [
  { amount = -1, words = "cover", when = { cover = true } },
]
result = [
  { id = "lost", when = { hits = ">= 1" }, do = [{ lose = "target.men", by = "hits" }] },
  { id = "missed" },
]
"""


@pytest.fixture
def read(tmp_path):
    def reading(text):
        (tmp_path / "small.toml").write_text(text, encoding="utf-8")
        return read_file(tmp_path / "small.toml")

    return reading


def test_rows_have_an_id_which_is_their_words_where_none_is_written(read):
    (step,) = read(RIGHT)["act"]["shoot"]["step"]
    assert [row["id"] for row in step["modifier"] + step["result"]] == ["cover", "lost", "missed"]


def test_a_condition_on_a_role_names_a_role(read):
    duel = """
[[act.shoot.step]]
id = "duel"
opposed = ["shooter", "target"]
rule = "1"
modifier = [{ amount = 1, words = "shoots first", when = { self = "shooter" } }]
result = [{ id = "a", when = { winner = "shooter" } }, { id = "b" }]
"""
    assert read(RIGHT + duel)
    assert read(RIGHT + duel.replace('winner = "shooter"', 'winner = "= shooter"'))
    with pytest.raises(
        FileMistake, match=r"line 40: .*when.winner: found .*expected one of the roles: shooter, target"
    ):
        read(RIGHT + duel.replace('winner = "shooter"', 'winner = "zzz"'))


def test_ways_back_do_not_cross(read):
    again = '[[act.shoot.step]]\nid = "more"\nlet = 0\nresult = [{ id = "x", do = [{ again = "hits" }] }]\n'
    assert read(RIGHT + again)
    with pytest.raises(FileMistake, match=r"step item 3.result: `again` crosses another"):
        read(RIGHT + again + again.replace('"more"', '"most"'))


def test_the_three_games_are_right():
    for name in ("shields", "muskets", "rivers"):
        assert read_file(EXAMPLES / "rules" / f"{name}.toml")["id"] == name


WRONG = [
    (
        'count = "shooter"',
        'count = "shoter"',
        r"line 23: .*count: found .*expected one of: shooter, target did you",
    ),
    ('"shooter.men"', '"shooter.man"', r"line 24: .*nothing is called 'shooter.man' here.*shooter.men"),
    ('need = "shooter.skill"\n', "", r"line 21: .*need: missing, a count has it"),
    ('rule = "1"', 'rule = "2"', r"line 26: .*there is no rule '2' in \[clauses\]"),
    ('rule = "1"\n', "", r"line 21: .*rule: missing"),
    (
        'role.shooter = { of = "own" }\nrole.target = { of = "enemy", after = "at" }',
        "role = {}",
        r"line 17: act.shoot.role: nobody acts",
    ),
    ("cover = true", f"cover = {[True] * 41}".lower(), r"line 28: .*found a list of 41, expected 1 to 40"),
    ("cover = true", "covr = true", r"line 28: .*nothing is called 'covr' here.*cover"),
    ('"target.men"', '"target.mne"', r"line 31: .*there is no track 'mne'.*men"),
    ('"target.men"', '"traget.men"', r"line 31: .*nobody is called 'traget' here.*target"),
    ('lose = "target.men"', 'loose = "target.men"', r"line 31: .*unknown key.*lose"),
    ("skill = 3", "skill = 7", r"line 13: type.foot.skill: 7 is out of range"),
    ("skill = 3", "skil = 3", r"line 13: type.foot.skil: unknown key.*skill"),
    ("act.shoot", "act.undo", r"line 15: act.undo: 'undo' is a word of the program"),
    ('after = "at"', 'afer = "at"', r"line 18: .*unknown key.*after"),
    ('is = "yes/no"', 'is = "yes"', r"line 19: .*fact.cover.is: found"),
    ("format = 1", "format = 2", r"line 2: format: found 2, expected 1"),
    ('{ id = "lost", when = { hits = ">= 1" }', '{ id = "lost"', r"never reached: the result before it has no `when`"),
    ('hits = ">= 1"', 'hits = ">= "', r"line 31: .*when"),
    ('mark.tired = { words = "tired" }', 'mark.men = { words = "tired" }', r"line 8: mark.men: the name is taken"),
    ('dice = "shooter.men"', f'dice = "{"1+" * 70}1"', r"line 24: .*a formula of 141 signs, at most 120"),
]


@pytest.mark.parametrize(("there", "instead", "said"), WRONG, ids=[each[2][:40] for each in WRONG])
def test_what_is_wrong_is_said_with_its_line_and_the_nearest_word(read, there, instead, said):
    with pytest.raises(FileMistake) as refused:
        read(RIGHT.replace(there, instead))
    told = [f"{one.what} {one.hint}" for one in (refused.value, *refused.value.more)]
    assert any(re.search(said, one) for one in told), told


def test_a_condition_lists_up_to_forty(read):
    (step,) = read(RIGHT.replace("cover = true", f"cover = {[True] * 40}".lower()))["act"]["shoot"]["step"]
    assert len(step["modifier"][0]["when"]["cover"]) == 40


def told(read, text):
    with pytest.raises(FileMistake) as refused:
        read(text)
    return [one.what for one in (refused.value, *refused.value.more)]


def test_an_unknown_section_hides_nothing_else_that_is_wrong(read):
    text = 'odd = { a = 1 }\nunit = "inch"\n' + RIGHT
    assert [one.partition(": ")[2][:4] for one in told(read, text)] == ["odd:", "unit"]
    names = told(read, text.replace("cover = true", "covr = true"))
    assert any("covr" in one for one in names)
    assert any("odd: unknown section" in one for one in names)
    both = told(read, text.replace('rule = "1"', 'rule = "2"').replace("skill = 3", "skill = 7"))
    assert len(both) == 4
    assert len(told(read, text.replace('words = "tired"', "words = 7"))) == 3
    assert len(told(read, text.replace("format = 1", "format = 2"))) == 3


def test_a_role_held_against_a_sum_is_told_with_its_line(read):
    duel = """
[[act.shoot.step]]
id = "duel"
opposed = ["shooter", "target"]
rule = "1"
result = [{ id = "a", when = { winner = "= 5 + 3" } }, { id = "b" }]
"""
    assert "line 39: act.shoot.step item 2.result item 1.when.winner: found" in told(read, RIGHT + duel)[0]


@pytest.mark.parametrize("heading", ["fact", "facts", "when"])
def test_a_fact_beside_its_act_is_answered_with_the_right_heading(read, heading):
    with pytest.raises(FileMistake) as refused:
        read(RIGHT + f'[{heading}.fog]\nis = "yes/no"\n')
    assert refused.value.what.endswith(f"line 34: {heading}.fog: a fact is of an act")
    assert refused.value.hint == "write [act.shoot.fact.fog]"


def test_names_with_dots_need_no_quotes_in_conditions(read):
    dotted = RIGHT.replace("cover = true", "cover = true, target.tired = false, target.men = '>= 2'")
    quoted = dotted.replace("target.tired =", '"target.tired" =').replace("target.men =", '"target.men" =')
    assert dotted != quoted
    assert read(dotted) == read(quoted)
    (why,) = told(read, dotted.replace("target.men =", "target.man ="))
    assert "line 28: act.shoot.step item 1.modifier item 1.when.target.man: nothing is called 'target.man'" in why


def test_names_with_dots_need_no_quotes_in_house_rules(read):
    rows = read(RIGHT)
    club = {"extends": "small", "id": "club", "name": "Club"}
    tables = []
    for when in ({"target": {"tired": True}}, {"target.tired": True}):
        row = {"amount": 1, "words": "at the tired", "when": when}
        over = {**club, "act": {"shoot": {"step": {"hits": {"modifier": {"tired": row}}}}}}
        table = own_table(rows, [over], (), lambda: sections(rows))
        tables.append(read_rules(table.rows))
    assert tables[0] == tables[1]
    assert tables[0]["act"]["shoot"]["step"][0]["modifier"][1]["when"] == {"target.tired": True}


def test_a_fact_has_words_of_its_own_for_the_sheet_and_for_why_not(read):
    words = 'is = "yes/no", assume = false, why.no = "in the open", says.yes = "behind a wall"'
    rows = read(RIGHT.replace('is = "yes/no", assume = false', words))
    listings = family(rows).sheet(family(rows).rules, None)
    assert ("cover", "behind a wall") in [row[2:4] for listing in listings for row in listing.rows]
    (why,) = told(read, RIGHT.replace('is = "yes/no", assume = false', words.replace("why.no", "why.nope")))
    assert "line 19: act.shoot.fact.cover.why.nope: found" in why


def test_why_a_row_does_not_apply_is_said_in_the_words_of_its_fact(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table, rules = Table(tmp_path, capsys), (EXAMPLES / "rules" / "muskets.toml").read_text("utf-8")
    cover = 'assume = "none", assumed = "no cover"'
    assert cover in rules
    (tmp_path / "muskets.toml").write_text(rules.replace(cover, f'{cover}, why.none = "in the open"'), "utf-8")
    (tmp_path / "ridge.toml").write_text((EXAMPLES / "rules" / "ridge.toml").read_text("utf-8"), "utf-8")
    assert table.say("new ridge.toml").code == 0
    said = " ".join(table.say("fire b1 at wl range=20 --explain --ruling test").out.split())
    assert "soft cover (3.3) no: in the open" in said

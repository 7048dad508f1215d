"""Tests of the reader of rule files: a mistake is reported with its line, and house rules can lie over a valid file."""

import re

import pytest

from tests.catalogue import each_says, mistaken, says
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
    with mistaken(FileMistake, about='40 act.shoot.step 2.result 1.when.winner "zzz" shooter target'):
        read(RIGHT + duel.replace('winner = "shooter"', 'winner = "zzz"'))


def test_ways_back_do_not_cross(read):
    again = '[[act.shoot.step]]\nid = "more"\nlet = 0\nresult = [{ id = "x", do = [{ again = "hits" }] }]\n'
    assert read(RIGHT + again)
    with mistaken(FileMistake, about="41 act.shoot.step 3.result again"):
        read(RIGHT + again + again.replace('"more"', '"most"'))


def test_the_three_games_are_right():
    for name in ("shields", "muskets", "rivers"):
        assert read_file(EXAMPLES / "rules" / f"{name}.toml")["id"] == name


WRONG = [
    (
        'count = "shooter"',
        'count = "shoter"',
        '23 act.shoot.step 1.count "shoter" shooter target',
    ),
    ('"shooter.men"', '"shooter.man"', "24 act.shoot.step 1.dice shooter.man shooter.men"),
    ('need = "shooter.skill"\n', "", "21 act.shoot.step 1.need count"),
    ('rule = "1"', 'rule = "2"', "26 act.shoot.step 1.rule 2 [clauses]"),
    ('rule = "1"\n', "", "21 act.shoot.step 1.rule"),
    (
        'role.shooter = { of = "own" }\nrole.target = { of = "enemy", after = "at" }',
        "role = {}",
        "17 act.shoot.role",
    ),
    ("cover = true", f"cover = {[True] * 41}".lower(), "28 act.shoot.step 1.modifier 1.when cover 41 1 40"),
    ("cover = true", "covr = true", "28 1.when.covr covr cover"),
    ('"target.men"', '"target.mne"', "31 1.lose mne men"),
    ('"target.men"', '"traget.men"', "31 1.lose traget target"),
    ('lose = "target.men"', 'loose = "target.men"', "31 1.loose lose"),
    ("skill = 3", "skill = 7", "13 type.foot.skill 7 1 6"),
    ("skill = 3", "skil = 3", "13 type.foot.skil skill"),
    ("act.shoot", "act.undo", "15 act.undo undo"),
    ('after = "at"', 'afer = "at"', "18 act.shoot.role.target.afer after"),
    ('is = "yes/no"', 'is = "yes"', '19 act.shoot.fact.cover.is "yes" yes/no'),
    ("format = 1", "format = 2", "2 format 1"),
    ('{ id = "lost", when = { hits = ">= 1" }', '{ id = "lost"', "32 act.shoot.step 1.result 2 when"),
    ('hits = ">= 1"', 'hits = ">= "', "31 1.when hits"),
    ('mark.tired = { words = "tired" }', 'mark.men = { words = "tired" }', "8 mark.men track.men"),
    ('dice = "shooter.men"', f'dice = "{"1+" * 70}1"', "24 1.dice 141 120"),
]


@pytest.mark.parametrize(("there", "instead", "said"), WRONG, ids=[each[2][:40] for each in WRONG])
def test_what_is_wrong_is_said_with_its_line_and_the_nearest_word(read, there, instead, said):
    with pytest.raises(FileMistake) as refused:
        read(RIGHT.replace(there, instead))
    told = [f"{one.what} {one.hint}" for one in (refused.value, *refused.value.more)]
    assert says(told, said), told


def test_a_condition_lists_up_to_forty(read):
    (step,) = read(RIGHT.replace("cover = true", f"cover = {[True] * 40}".lower()))["act"]["shoot"]["step"]
    assert len(step["modifier"][0]["when"]["cover"]) == 40


def told(read, text):
    with pytest.raises(FileMistake) as refused:
        read(text)
    return [one.what for one in (refused.value, *refused.value.more)]


def test_an_unknown_section_hides_nothing_else_that_is_wrong(read):
    text = 'odd = { a = 1 }\nunit = "inch"\n' + RIGHT
    both = told(read, text)
    assert (len(both), says(both, "small.toml 1 odd"), says(both, "small.toml 2 unit")) == (2, True, True)
    names = told(read, text.replace("cover = true", "covr = true"))
    assert any("covr" in one for one in names)
    assert says(names, "1 odd")
    both = told(read, text.replace('rule = "1"', 'rule = "2"').replace("skill = 3", "skill = 7"))
    assert len(both) == 4
    assert len(told(read, text.replace('words = "tired"', "words = 7"))) == 3
    assert len(told(read, text.replace("format = 1", "format = 2"))) == 3


def test_errors_come_in_the_order_of_their_lines(read):
    assert [each.split()[2].strip(":") for each in told(read, 'odd = { a = 1 }\nunit = "inch"\n' + RIGHT)] == ["1", "2"]


@pytest.mark.wording
def test_what_is_wrong_is_told_from_the_first_line_on(read):
    assert each_says(told(read, 'odd = { a = 1 }\nunit = "inch"\n' + RIGHT), "1 odd", "2 unit")


def test_a_role_held_against_a_sum_is_told_with_its_line(read):
    duel = """
[[act.shoot.step]]
id = "duel"
opposed = ["shooter", "target"]
rule = "1"
result = [{ id = "a", when = { winner = "= 5 + 3" } }, { id = "b" }]
"""
    assert says([told(read, RIGHT + duel)[0]], "39 act.shoot.step 2.result 1.when.winner")


@pytest.mark.parametrize("heading", ["fact", "facts", "when"])
def test_a_fact_beside_its_act_is_answered_with_the_right_heading(read, heading):
    with mistaken(FileMistake, about=f"34 {heading}.fog", hint="write [act.shoot.fact.fog]"):
        read(RIGHT + f'[{heading}.fog]\nis = "yes/no"\n')


def test_names_with_dots_need_no_quotes_in_conditions(read):
    dotted = RIGHT.replace("cover = true", "cover = true, target.tired = false, target.men = '>= 2'")
    quoted = dotted.replace("target.tired =", '"target.tired" =').replace("target.men =", '"target.men" =')
    assert dotted != quoted
    assert read(dotted) == read(quoted)
    (why,) = told(read, dotted.replace("target.men =", "target.man ="))
    assert says([why], "28 act.shoot.step 1.modifier 1.when.target.man target.man")


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
    assert says([why], "19 act.shoot.fact.cover.why.nope")


def test_why_a_row_does_not_apply_is_said_in_the_words_of_its_fact(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table, rules = Table(tmp_path, capsys), (EXAMPLES / "rules" / "muskets.toml").read_text("utf-8")
    cover = 'assume = "none", assumed = "no cover"'
    assert cover in rules
    (tmp_path / "muskets.toml").write_text(rules.replace(cover, f'{cover}, why.none = "in the open"'), "utf-8")
    (tmp_path / "ridge.toml").write_text((EXAMPLES / "rules" / "ridge.toml").read_text("utf-8"), "utf-8")
    assert table.say("new ridge.toml").code == 0
    said = " ".join(table.say("fire b1 at wl range=20 --explain --ruling test").out.split())
    assert re.search(r"soft cover \(3.3\)\W+\w+\W+in the open", said)

"""Facts that a table itself asks for: a row, `[when.FIELD]` with `ask`, and no line of any ruleset."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from tests.in_memory import Game
from tests.places import EXAMPLES
from tests.witnesses.witnesses import table_file
from umpire.core.mistakes import FileMistake, Mistake
from umpire.core.odds import explain
from umpire.game.rulebook.overlay import check_rows
from umpire.game.rulebook.rows import names_at
from umpire.game.rulebook.sheet import declared
from umpire.play.turn import prepare
from umpire.rulesets import FAMILIES, find

DARK = """
[when.gloom]
type = "yes/no"
means = "the fight is in gloom"
ask = "yes: the fight is in gloom"
why.no = "no gloom"
"""
SAID = DARK + 'assumed = "no gloom"\n'
"""With words for what is assumed."""
ROW = """
[[modifier]]
id = "gloom"
when = { gloom = true }
amount = -1
words = "gloom attack"
rule = "club 1"
"""
OF = {"asp-ww2": 'at = "effect"\non = "roll"', "d20-elements": 'at = "he"\nof = "firer"\non = "roll"'}
UNREAD = {"d20-elements": {"activate"}}
"""Acts that read other lists than the one of the row."""
PLAYED = {
    "two-star-general": ("worked-example-1", "fire ta at para", "ta", "stand"),
    "three-star-general": ("three-star-opening", "fire n1 at r1", "n1", "stand"),
    "asp-ww2": ("asp-opening", "fire t1 at p3 600", "t1", "stand"),
    "d20-elements": ("d20-opening", "fire gren at rifles 4", "gren", "element"),
}
"""The opening, an act of it, who acts, and what the ruleset calls those who stand there."""
every_ruleset = pytest.mark.parametrize("ruleset", FAMILIES)


def club(ruleset: str, text: str = DARK + ROW) -> Game:
    """The opening of a ruleset with these house rules."""
    scenario = (EXAMPLES / f"{PLAYED[ruleset][0]}.toml").read_text(encoding="utf-8")
    own = tomllib.loads(text.replace("amount = -1", f"amount = -1\n{OF.get(ruleset, '')}"))
    return Game(scenario, table_file(ruleset, own))


def known(game: Game, line: str) -> Any:
    """Everything that a line knows. Raises Mistake."""
    verb, *words = line.split()
    return prepare(game.first, verb, words, ruling="to see", ahead=True).situation.known


def lines_of(game: Game, line: str) -> list[tuple[str, str]]:
    """The lines of the row in every pool a line may throw: whose, and why it does not count."""
    verb, *words = line.split()
    ready = prepare(game.first, verb, words, ruling="to see", ahead=True)
    lines = [each for step in explain(ready.make) for pool in step.pools for each in pool.lines]
    return [(each.of, each.why_not) for each in dict.fromkeys(lines) if each.words == "gloom attack"]


@every_ruleset
def test_a_row_and_its_field_are_a_fact_that_is_told(ruleset):
    game, line = club(ruleset, SAID + ROW), PLAYED[ruleset][1]
    assert {why for _, why in lines_of(game, f"{line} gloom=yes")} == {""}
    assert {why for _, why in lines_of(game, f"{line} gloom=no")} == {"no gloom"}
    assert {why for _, why in lines_of(game, line)} == {"no gloom"}
    assert known(game, f"{line} gloom=yes").sources["gloom"] == "told"
    assert "no gloom" in known(game, line).assumed
    assert "no gloom" not in known(game, f"{line} gloom=no").assumed
    assert known(game, line).may_tell["gloom"] == ("yes", "no")
    assert game.first.act("fire").facts["gloom"] == "yes: the fight is in gloom"
    assert any("gloom attack" in each for each in game.sheet)
    assert any("the fight is in gloom" in each for each in game.sheet)


@every_ruleset
def test_a_fact_that_nobody_tells_and_nothing_is_said_of_changes_no_answer(ruleset):
    line = PLAYED[ruleset][1]
    counted = ROW.replace("when = { gloom = true }", 'when = {}\ntimes = "gloom"')
    for text in (DARK + ROW, DARK.replace("yes/no", "number") + counted):
        game = club(ruleset, text)
        assert game.answer(f"{line} --ruling x") == club(ruleset, "").answer(f"{line} --ruling x")
        assert known(game, line).values == known(club(ruleset, ""), line).values
    assert {why for _, why in lines_of(club(ruleset), f"{line} gloom=no")} == {"no gloom"}


@every_ruleset
def test_it_is_asked_for_only_where_a_row_hangs_on_it(ruleset):
    line = PLAYED[ruleset][1]
    for text in ("", DARK):
        game = club(ruleset, text)
        with pytest.raises(Mistake, match="`fire` asks for no such fact"):
            known(game, f"{line} gloom=yes")
        assert "gloom" not in game.first.act("fire").facts
    game = club(ruleset)
    verbs = {verb for verb in game.first.family.ACTS if "gloom" in game.first.act(verb).facts}
    assert verbs == {verb for verb in game.first.family.ACTS if game.first.family.act(verb).lists} - UNREAD.get(
        ruleset, set()
    )


@every_ruleset
def test_what_is_told_of_one_counts_for_its_own_dice(ruleset):
    _, line, one, what = PLAYED[ruleset]
    game = club(ruleset, SAID + f'of = "{what}"\n' + ROW)
    names, foe = game.first.family.names(game.first.state), line.partition(" at ")[2].split()[0]
    told = dict(lines_of(game, f"{line} {one}.gloom=yes"))
    assert told[names[one]] == ""
    assert told.get(names[foe], "no gloom") == "no gloom"
    assert dict(lines_of(game, f"{line} {foe}.gloom=yes"))[names[one]] == "no gloom"
    assert set(dict(lines_of(game, f"{line} gloom=yes")).values()) == {""}
    assert game.first.act("fire").facts["gloom"].endswith(f"; {what.upper()}.gloom=yes for one")
    assert any(each.startswith("no gloom: ") for each in known(game, f"{line} {one}.gloom=yes").assumed)
    with pytest.raises(Mistake, match="gloom"):
        known(game, f"{line} nobody.gloom=yes")


@every_ruleset
def test_numbers_and_words_are_told_too(ruleset):
    line = PLAYED[ruleset][1]
    number = NUMBER + 'assumed = "no gloom"\notherwise = "{value} so far"\n'
    game = club(ruleset, number.replace('why.no = "no gloom"', "assume = 1") + ROW.replace("true", "'>= 2'"))
    assert {why for _, why in lines_of(game, f"{line} gloom=2")} == {""}
    assert {why for _, why in lines_of(game, line)} == {"1 so far"}
    with pytest.raises(Mistake, match=r"gloom 'x' is not a number from 0 to 9999"):
        known(game, f"{line} gloom=x")
    assert any("2 or more" in each for each in game.sheet)
    counted = ROW.replace("when = { gloom = true }", 'when = {}\ntimes = "gloom"\ncounted = "{times} of gloom"')
    at = prepare(club(ruleset, number + counted).first, "fire", f"{line} gloom=3".split()[1:], ruling="x", ahead=True)
    pools = [pool for step in explain(at.make) for pool in step.pools]
    assert -3 in {each.amount for pool in pools for each in pool.lines if each.words == "3 of gloom"}
    word = WORD.replace("why.no", "why.dusk") + 'assumed = "dusk"\nvalues = ["day", "dusk"]\nassume = "dusk"\n'
    game = club(ruleset, word + ROW.replace("true", '"day"'))
    assert {why for _, why in lines_of(game, f"{line} gloom=day")} == {""}
    assert {why for _, why in lines_of(game, line)} == {"no gloom"}
    assert known(game, line).may_tell["gloom"] == ("day", "dusk")
    assert game.first.act("fire").facts["gloom"].endswith(": day or dusk")
    with pytest.raises(Mistake, match="gloom 'dask' is not known"):
        known(game, f"{line} gloom=dask")


@every_ruleset
def test_a_word_may_be_a_name_of_the_table(ruleset):
    section = {"asp-ww2": "grades", "d20-elements": "phase"}.get(ruleset, "core")
    values = list(names_at(table_file(ruleset).rows, section))
    word = WORD.replace("why.no", f"why.{values[0]}") + f'values = ["[{section}]"]\nassume = "{values[0]}"\n'
    game = club(ruleset, word + ROW.replace("true", f'"{values[1]}"'))
    assert {why for _, why in lines_of(game, f"{PLAYED[ruleset][1]} gloom={values[1]}")} == {""}
    assert known(game, PLAYED[ruleset][1]).may_tell["gloom"] == tuple(values)


NUMBER, WORD = DARK.replace("yes/no", "number"), DARK.replace("yes/no", "word")
ASKED = "`fire` asks for a fact of this name already"
KNOWN = "the rules know this themselves, nobody is asked for it"
NEW = "no rule knows this, and nobody is asked for it"
REFUSED = [
    (
        "[when.quagga]\ntype = 'yes/no'\nmeans = 'x'",
        f"when.quagga: {NEW}",
        "ask =",
    ),
    ("[when.rang]\nmeans = 'x'", f"when.rang: {NEW}", "did you mean range?"),
    (
        "[when.range]\nask = 'x'",
        f"when.range.ask: {KNOWN}",
        "leave it out",
    ),
    ("[when.range]\nassume = 3", f"when.range.assume: {KNOWN}", "leave it out"),
    ("[when.range]\nremove = true", "when.range: the rules name this row, it cannot be removed", ""),
    (DARK.replace("gloom]", "terrain]"), f"when.terrain: {ASKED}", "another name"),
    (
        DARK.replace("gloom]", "ter-rain]"),
        f"when.ter-rain: {ASKED}",
        "another name",
    ),
    (DARK.replace("gloom]", "with]"), "when.with: 'with' connects names in `fire`", "choose another name"),
    (DARK.replace("gloom]", "all]"), "when.all: 'all' is a word of every command", "choose another name"),
    (DARK.replace("gloom]", "Gloom]"), "when.Gloom: this cannot be told", "small letters"),
    (DARK.replace("gloom]", "'dark night']"), 'when."dark night": this cannot be told', "small letters"),
    (DARK.replace("gloom]", "2]"), "when.2: this cannot be told", "small letters"),
    (DARK.replace("means", "meant"), "when.gloom: there is no such row, and a new one needs `means`", ""),
    (DARK.replace("yes/no", "maybe"), 'when.gloom.type: found the text "maybe", expected', ""),
    (DARK + "assume = 1", "when.gloom.assume: found 1, expected true or false", ""),
    (
        NUMBER + "assume = -1",
        "when.gloom.assume: found -1, expected a whole number from 0 to",
        "",
    ),
    (NUMBER + "assume = true", "when.gloom.assume: found true, expected a whole number", ""),
    (WORD, "when.gloom.values: missing: which words may be told?", "for instance"),
    (WORD + "values = ['a', 'b']", "when.gloom.assume: missing", "one of: a, b"),
    (WORD + "values = ['a']\nassume = 'c'", "when.gloom.assume: found", "one of: a"),
    (DARK + "of = 'unit'", 'when.gloom.of: found the text "unit", expected', ""),
    (DARK + "when = 2", "when.gloom.when: unknown key", ""),
    ("[when]\ngloom = 2", "when.gloom: found 2, expected a table", ""),
    (DARK + ROW.replace("true", "'yes'"), "modifier.gloom.when.gloom: found the text", ""),
    (ROW, "modifier.gloom.when.gloom: no row may ask about this", ""),
]


@pytest.mark.parametrize(("text", "what", "hint"), REFUSED)
def test_what_cannot_be_told_is_refused_with_its_key(text, what, hint):
    with pytest.raises(FileMistake) as wrong:
        table_file("two-star-general", tomllib.loads(text))
    said = f"{wrong.value.what} {wrong.value.hint}"
    assert wrong.value.what.partition(": ")[2].startswith(what)
    assert hint in said


def test_a_second_house_may_say_otherwise_what_the_first_one_asks():
    later = {"when": {"gloom": {"assume": True}}}
    rows = table_file("two-star-general", tomllib.loads(DARK + ROW), later).rows
    assert rows["when"]["gloom"]["assume"] is True
    with pytest.raises(FileMistake, match=r"when\.gloom\.assume: found 3"):
        table_file("two-star-general", tomllib.loads(DARK + ROW), {"when": {"gloom": {"assume": 3}}})


@every_ruleset
def test_a_published_table_may_ask_too(ruleset):
    rows, sections = dict(table_file(ruleset).rows), declared(find(ruleset).family().sections())
    rows["when"] = {**rows["when"], **tomllib.loads(DARK)["when"]}
    check_rows(rows, sections)
    rows["when"] = {**rows["when"], "gloom": {**rows["when"]["gloom"], "assume": 2}}
    with pytest.raises(FileMistake, match=r"when\.gloom\.assume"):
        check_rows(rows, sections)

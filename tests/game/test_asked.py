"""Tests of facts that a table itself asks for: `[fact.NAME]`, typed by the referee, and a row that uses it."""

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
from umpire.play.turn import Refused, prepare
from umpire.rulesets import FAMILIES, find

DARK = """
[fact.gloom]
is = "yes/no"
words = "the fight is in gloom"
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
UNREAD = {
    "d20-elements": {"activate"},
    "two-star-general": {"move", "reach"},
    "three-star-general": {"move", "reach"},
}
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
    """Return the opening of a ruleset with these house rules."""
    scenario = (EXAMPLES / f"{PLAYED[ruleset][0]}.toml").read_text(encoding="utf-8")
    own = tomllib.loads(text.replace("amount = -1", f"amount = -1\n{OF.get(ruleset, '')}"))
    return Game(scenario, table_file(ruleset, own))


def known(game: Game, line: str) -> Any:
    """Return every fact that a line knows. Raises Mistake."""
    verb, *words = line.split()
    return prepare(game.first, verb, words, ruling="to see", ahead=True).situation.known


def lines_of(game: Game, line: str) -> list[tuple[str, str]]:
    """Return the lines of the row in every pool of a line: whose they are, and why they do not count."""
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
        with pytest.raises(Mistake, match="`fire` does not take this fact"):
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
    assert game.first.act("fire").facts["gloom"].endswith(f"; {what.upper()}.gloom=yes for one {what}")
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
    word = (
        WORD.replace("['a', 'b']", '["day", "dusk"]').replace("why.no", "why.dusk")
        + 'assumed = "dusk"\nassume = "dusk"\n'
    )
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
    word = WORD.replace("['a', 'b']", f'["[{section}]"]').replace("why.no", f"why.{values[0]}")
    word += f'assume = "{values[0]}"\n'
    game = club(ruleset, word + ROW.replace("true", f'"{values[1]}"'))
    assert {why for _, why in lines_of(game, f"{PLAYED[ruleset][1]} gloom={values[1]}")} == {""}
    assert known(game, PLAYED[ruleset][1]).may_tell["gloom"] == tuple(values)


NUMBER, WORD = DARK.replace("yes/no", "number"), DARK.replace('"yes/no"', "['a', 'b']")
ASKED = "`move` has a fact of this name already"
KNOWN = "the rules work out this fact, so it is never typed"
NEW = "no fact has this name; a new fact needs"
REFUSED = [
    (
        "[fact.quagga]\nis = 'yes/no'",
        f"fact.quagga: {NEW} `words`",
        'write words = "the quagga"',
    ),
    ("[fact.rang]\nwords = 'x'", f"fact.rang: {NEW} `is` (yes/no, number or a list of words)", "did you mean range?"),
    (
        "[fact.range]\ntold = true",
        f"fact.range.told: {KNOWN}",
        "leave out `told`",
    ),
    ("[fact.range]\nassume = 3", f"fact.range.assume: {KNOWN}", "leave out `assume`"),
    ("[fact.range]\nremove = true", "fact.range: the rules name this row, so it cannot be removed", ""),
    (DARK.replace("gloom]", "terrain]"), f"fact.terrain: {ASKED}", "another name"),
    (
        DARK.replace("gloom]", "ter-rain]"),
        f"fact.ter-rain: {ASKED}",
        "another name",
    ),
    (DARK.replace("gloom]", "with]"), "fact.with: 'with' connects names in `fire`", "choose another name"),
    (DARK.replace("gloom]", "all]"), "fact.all: 'all' is a word that every command uses", "choose another name"),
    (DARK.replace("gloom]", "Gloom]"), "fact.Gloom: a fact with this name cannot be typed", "small letters"),
    (
        DARK.replace("gloom]", "'dark night']"),
        'fact."dark night": a fact with this name cannot be typed',
        "small letters",
    ),
    (DARK.replace("gloom]", "2]"), "fact.2: a fact with this name cannot be typed", "small letters"),
    (DARK.replace("words", "wrds"), f"fact.gloom: {NEW} `words`", ""),
    (DARK.replace("yes/no", "maybe"), 'fact.gloom.is: found the text "maybe", expected', ""),
    (DARK + "assume = 1", "fact.gloom.assume: found 1, expected true or false", ""),
    (
        NUMBER + "assume = -1",
        "fact.gloom.assume: found -1, expected a whole number from 0 to",
        "",
    ),
    (NUMBER + "assume = true", "fact.gloom.assume: found true, expected a whole number", ""),
    (NUMBER + "most = 3\nassume = 4", "fact.gloom.assume: found 4, expected a whole number from 0 to 3", ""),
    (NUMBER + "least = 4\nmost = 3", "fact.gloom.most: found 3, expected 4 or more", ""),
    (WORD.replace("'a', 'b'", ""), "fact.gloom.is: missing: the words to type", "for example"),
    (WORD, "fact.gloom.assume: missing", "one of: a, b"),
    (WORD + "assume = 'c'", "fact.gloom.assume: found", "one of: a"),
    (DARK + "of = 'unit'", 'fact.gloom.of: found the text "unit", expected', ""),
    (DARK + "when = 2", "fact.gloom.when: unknown key", ""),
    ("[fact]\ngloom = 'yes/no'", "fact.gloom: a fact is declared as [fact.NAME]", "write [fact.gloom]"),
    ("[facts.gloom]\nis = 'yes/no'", "facts.gloom: a fact is declared as [fact.NAME]", "write [fact.gloom]"),
    ("[act.fire.fact.gloom]\nis = 'yes/no'", "act.fire.fact.gloom: a fact is declared as", "write [fact.gloom]"),
    (
        "[when.gloom]\ntype = 'yes/no'\nmeans = 'in gloom'\nask = 'yes'\nwhy.no = 'no gloom'" + ROW,
        "when.gloom: a fact is declared as [fact.NAME]",
        'write [fact.gloom] with is = "yes/no", words = "in gloom", why.no = "no gloom"',
    ),
    (
        "[fact.gloom]\ntype = 'word'\nvalues = ['a', 'b']\nmeans = 'the gloom'\nassume = 'a'" + ROW,
        "fact.gloom: a fact is declared as [fact.NAME]",
        'write [fact.gloom] with is = ["a", "b"], words = "the gloom", assume = "a"',
    ),
    (DARK + ROW.replace("true", "'yes'"), "modifier.gloom.when.gloom: found the text", ""),
    (ROW, "modifier.gloom.when.gloom: a row cannot use this fact", ""),
]


@pytest.mark.parametrize(("text", "what", "hint"), REFUSED)
def test_what_cannot_be_told_is_refused_with_its_key(text, what, hint):
    with pytest.raises(FileMistake) as wrong:
        table_file("two-star-general", tomllib.loads(text))
    said = f"{wrong.value.what} {wrong.value.hint}"
    assert wrong.value.what.partition(": ")[2].startswith(what)
    assert hint in said


def test_a_second_house_may_say_otherwise_what_the_first_one_asks():
    later = {"fact": {"gloom": {"assume": True}}}
    rows = table_file("two-star-general", tomllib.loads(DARK + ROW), later).rows
    assert rows["fact"]["gloom"]["assume"] is True
    with pytest.raises(FileMistake, match=r"fact\.gloom\.assume: found 3"):
        table_file("two-star-general", tomllib.loads(DARK + ROW), {"fact": {"gloom": {"assume": 3}}})


@every_ruleset
def test_a_published_table_may_ask_too(ruleset):
    rows, sections = dict(table_file(ruleset).rows), declared(find(ruleset).family().sections())
    rows["fact"] = {**rows["fact"], "gloom": {**tomllib.loads(DARK)["fact"]["gloom"], "told": True}}
    check_rows(rows, sections)
    rows["fact"] = {**rows["fact"], "gloom": {**rows["fact"]["gloom"], "assume": 2}}
    with pytest.raises(FileMistake, match=r"fact\.gloom\.assume"):
        check_rows(rows, sections)


SHORT = """
[fact.short]
is = "yes/no"
words = "short of ammunition"
of = "side"
assumed = "ammunition enough"
why.no = "ammunition enough"
"""
SHORT_ROW = ROW.replace("gloom = true", "short = true")
FOE_ROW = ROW.replace("gloom = true", "foe_short = true")


@every_ruleset
def test_a_fact_of_a_side_counts_for_all_its_stands_and_for_no_other(ruleset):
    _, line, one, _ = PLAYED[ruleset]
    game = club(ruleset, SHORT + SHORT_ROW)
    names, (us, them) = game.first.family.names(game.first.state), _sides(game, one)
    known_of = game.first.family.named(game.first.state)
    side_of = {names[id]: known_of[id].side for id in names if id in known_of}

    def struck(typed: str) -> set[str]:
        return {side_of[of] for of, why in lines_of(game, f"{line} {typed}") if not why}

    replies = {side_of[of] for of, _ in lines_of(game, line)}
    assert struck(f"{us}.short=yes") == {us}
    assert struck(f"{us.lower()}.short=yes {them}.short=no") == {us}
    assert struck(f"{them}.short=yes") == replies - {us}
    assert struck("short=yes") == replies
    assert f"ammunition enough: {them}" in known(game, f"{line} {us}.short=yes").assumed
    assert game.first.act("fire").facts["short"].endswith("; SIDE.short=yes for one side")
    foe = club(ruleset, SHORT + FOE_ROW)
    assert {side_of[of] for of, why in lines_of(foe, f"{line} {them}.short=yes") if not why} == {us}


@every_ruleset
def test_a_side_that_is_none_is_answered_with_one_that_is(ruleset):
    _, line, one, _ = PLAYED[ruleset]
    game = club(ruleset, SHORT + SHORT_ROW)
    with pytest.raises(Mistake) as wrong:
        known(game, f"{line} Martians.short=yes")
    hint = wrong.value.hint.removeprefix("for example: ")
    assert known(game, f"{line} {hint}").values[hint.partition("=")[0]] is True
    assert hint.partition(".")[0] in _sides(game, one)


@every_ruleset
def test_a_row_that_refuses_by_a_fact_of_a_side_says_whose_would_answer_it(ruleset):
    _, line, one, _ = PLAYED[ruleset]
    refuse = '[[refuse]]\nid = "x"\nat = "fire"\nwhen = { radio = false }\nwords = "no radio"\nrule = "club 1"\n'
    game = club(ruleset, '[fact.radio]\nis = "yes/no"\nwords = "a radio"\nof = "side"\n' + refuse)
    (us, _), (verb, *words) = _sides(game, one), line.split()
    with pytest.raises(Refused) as refused:
        prepare(game.first, verb, words, ahead=True)
    (no,) = [each for each in refused.value.objections if each.rule == "club 1"]
    assert no.words.endswith(f"no radio, unless {us}.radio=yes")
    answered = prepare(game.first, verb, [*words, f"{us}.radio=yes"], ruling="x", ahead=True)
    assert "club 1" not in [each.rule for each in answered.overruled]


def _sides(game: Game, one: str) -> tuple[str, str]:
    """Return the side of the actor, and the other side."""
    us = game.first.family.named(game.first.state)[one].side
    return us, next(side for side in game.first.head["sides"] if side != us)

"""Tests of rule files that are hostile or carelessly written: every act ends, and no text of the file is executed."""

import time
from contextlib import suppress

import pytest

from tests.catalogue import mistaken, says
from tests.plain.games import Position
from tests.plain.grammar import HEAD, LINE
from tests.plain.test_any_rules import STANDS
from umpire.core.mistakes import FileMistake, Mistake, OutOfBounds
from umpire.core.odds import explain, odds
from umpire.core.procedure import resolve
from umpire.game.rulebook.toml import parse_toml
from umpire.play.possible import first_throw
from umpire.rulesets.plain.check.oddities import odd
from umpire.rulesets.plain.file.reader import read_rules
from umpire.testing.case import adds_up, seeded


def step(number, *lines):
    return "\n".join(["", "[[act.fight.step]]", f'id = "s{number}"', 'rule = "1"', *lines, ""])


def again(number):
    return step(number, 'check = "mine"', "need = 4", 'result = [{ id = "x", do = [{ again = "s0", most = 9 }] }]')


ALL = 'result = [{ id = "x", when = { s0 = ">= 5" } }, { id = "y" }]'
REFUSED = {
    "a number worked out from itself": (
        HEAD.replace('formula = "men * skill + tired"', 'formula = "power + 1"') + step(0, "let = 0"),
        "stand.power.formula",
    ),
    "steps without end": (
        HEAD + "".join(step(number, "let = 0") for number in range(61)),
        "act.fight.step 61 60",
    ),
    "again and again": (
        HEAD + "".join(step(number, "let = 0") for number in range(40)) + again(41),
        "act.fight.step 300",
    ),
    "more dice than anybody has": (HEAD + step(0, 'total = "mine"', 'dice = "99999999"'), "1.dice 1 6"),
    "a formula of brackets": (HEAD + step(0, f'let = "{"(" * 60}1{")" * 40}"'), "1.let 21 20"),
    "brackets within brackets after others": (
        HEAD + step(0, f'let = "{"(1) + " * 9}{"(" * 21}1{")" * 21}"'),
        "1.let 75 20",
    ),
    "a formula that is a program": (HEAD + step(0, "let = \"__import__('os').getcwd()\""), '1.let 1 "__import__"'),
    "words that reach into the program": (
        HEAD + step(0, "let = 0", 'result = [{ id = "x", words = "{mine.__class__} {range!r:>9999999}" }]'),
        "1.words 6",
    ),
    "an escape to the terminal": (
        HEAD.replace('words = "shaken"', 'words = "\\u001b[2J"') + step(0, "let = 0"),
        "mark.shaken.words",
    ),
    "a name of the program": (
        (HEAD + step(0, "let = 0")).replace("act.fight", "act.undo"),
        "act.undo undo",
    ),
    "lists in lists": (HEAD + step(0, f"let = {'[' * 900}{']' * 900}"), ""),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_evening_needs_is_refused_when_it_is_read(name):
    text, words = REFUSED[name]
    with pytest.raises(FileMistake) as refused:
        read_rules(parse_toml(text))
    assert says([refused.value.what, *(each.what for each in refused.value.more)], words)


def back(number):
    """Return a step, and one that may lead back to it once, the default."""
    do = f'[{{ again = "s{number}" }}]'
    result = f'result = [{{ id = "x", do = {do} }}]'
    return step(number, "let = 0") + step(number + 1, 'check = "mine"', "need = 4", result)


def test_three_hundred_steps_with_all_that_is_played_again_are_not_too_many():
    def sixty(*backs):
        rest = (step(number, "let = 0") for number in range(2 * len(backs), 60))
        return parse_toml(HEAD + "".join([*map(back, backs), *rest]))

    read_rules(sixty(0, 2, 4, 6))
    with mistaken(FileMistake, at="act.fight.step", about="300"):
        read_rules(sixty(0, 2, 4, 6, 8))


LARGE = {
    "a thousand dice of a hundred sides": step(0, 'total = "mine"', "dice = 999", "sides = 100", ALL),
    "the best of a thousand": step(0, 'total = "mine"', "dice = 999", 'keep = "best 50"', ALL),
    "a thousand looked at": step(
        0, 'count = "mine"', "dice = 999", "need = 4", "look = { a = [6], b = [5], c = [4], d = [3] }", ALL
    ),
    "a thousand that explode": step(
        0, 'count = "mine"', "dice = 999", "need = 4", "explode = { on = [6], most = 9 }", ALL
    ),
    "forty that explode for ever": step(0, 'total = "mine"', "dice = 40", "explode = { on = [6], most = 9 }", ALL),
    "two hundred of a hundred sides that explode": step(
        0, 'total = "mine"', "dice = 200", "sides = 100", "explode = { on = [100] }", ALL
    ),
    "a thousand in each of many throws": "".join(
        step(number, 'count = "mine"', "dice = 999", "need = 4", "explode = { on = [6] }") for number in range(9)
    ),
    "numbers that multiply": "".join(
        step(number, f'let = "{" * ".join([f"s{number - 1}" if number else "999"] * 9)}"') for number in range(9)
    ),
    "every way of twenty dice": "".join(
        step(number, 'total = "mine"', "dice = 2", "sides = 100") for number in range(10)
    )
    + step(10, f'let = "{" + ".join(f"{at + 1} * s{at}" for at in range(10))}"', ALL.replace("s0", "s10")),
    "losses without end": step(
        0, "let = 0", 'result = [{ id = "x", do = [{ lose = "friends.men", by = 999999, share = true }] }]'
    ),
    "marks in the words": step(0, 'check = "mine"', "need = 4", 'words = "[red][link=http://x]a[/]"'),
}


@pytest.mark.parametrize("name", LARGE)
def test_what_is_too_large_comes_to_an_end(name):
    """The act ends within about a second, because a referee waits for the answer."""
    begun = time.process_time()
    rows = read_rules(parse_toml(HEAD + LARGE[name]))
    assert all(each.words for each in odd(rows))
    position = Position("any", STANDS, {"b": {"type": "two"}}, rows=rows)
    act, situation = position.situation(LINE)
    for look in (odds, explain, lambda make: resolve(make(), seeded(1))):
        with suppress(Mistake):  # refused in one line, like all odds that cannot be counted
            found = look(lambda: act.procedure(situation))
            assert look is not odds or adds_up(found)
    assert time.process_time() - begun < 3


@pytest.mark.parametrize("dice", [20, 999])
def test_what_can_refuses_to_count_no_odds_count(dice):
    """For dice that explode, the first throw alone is counted, or refused, like the whole."""
    text = HEAD + step(0, 'count = "mine"', f"dice = {dice}", "need = 4", "explode = { on = [6] }", ALL)
    position = Position("any", STANDS, {"b": {"type": "two"}}, rows=read_rules(parse_toml(text)))
    act, situation = position.situation(LINE)
    (first,) = first_throw(act.procedure(situation))
    if dice < 999:
        assert first.reading.chances(first.dice, first.sides)
        assert adds_up(odds(lambda: act.procedure(situation)))
        return
    for counting in (
        lambda: first.reading.chances(first.dice, first.sides),
        lambda: odds(lambda: act.procedure(situation)),
    ):
        with mistaken(OutOfBounds, about="999 6"):
            counting()

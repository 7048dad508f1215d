"""Tests of procedures and their referees: the order of answers, skipped questions, parts, additions, needed dice."""

import pytest

from umpire.core.answers import Answers
from umpire.core.dice import SeededDice
from umpire.core.mistakes import Mistake
from umpire.core.outcome import PUT, Instruction
from umpire.core.pools import DiceLine, Pool, check, dice_pool
from umpire.core.procedure import (
    Addition,
    Choice,
    Chosen,
    Thrown,
    Throws,
    Wanted,
    choose,
    part,
    resolve,
    throw,
    with_additions,
)
from umpire.core.readings import Face, Hits, Total

STREAM = SeededDice("table")


def hits(key, dice):
    return dice_pool(key, "German", f"the {key}", (DiceLine("tank", dice, "tank", "1-01"),), Hits("6"))


ATTACK, REPLY, NOTHING = hits("attack", 3), hits("reply", 2), hits("nothing", 0)
ROLL = Pool("roll", "Allied", "a roll", (), Total(), 1)
TO_HIT = check("hit", "Allied", "to hit", (DiceLine("gun", 12, "to hit", "1-01", "need"),), sides=20)
ROUT = Pool("rout", "Allied", "rout", (), Face(), 1, 20)
WAYS = (("a", "the tank", "A"), ("b", "the gun", "B"), ("Ab", "half of each", "AB"))


def told(*dice, choices=(), **flags):
    return Answers(STREAM, 0, dice, choices, **flags)


def fight():
    """Run both throws at once, then a choice, then one more roll."""
    sums = yield from throw(ATTACK, REPLY, read=lambda mine, theirs: (mine, theirs))
    lost = yield from choose("losses", "German", "lose 1", WAYS, "the tank first")
    last = yield from throw(ROLL, read=int)
    return (*sums, lost, last)


def keys(answers):
    return [one.pool.key if isinstance(one, Thrown) else one.choice.key for one in answers]


# -- answers in order ------------------------------------------------------------------------------------------------


def test_answers_come_back_in_the_order_of_the_questions():
    referee = told("661", "6 1", "4", choices=["b"])
    outcome, answers = resolve(fight(), referee)
    assert outcome == (2, 1, "B", 4)
    assert keys(answers) == ["attack", "reply", "losses", "roll"]
    assert [one.source for one in answers] == ["told"] * 4
    assert (referee.typed_dice, referee.typed_choices) == (["661", "6 1", "4"], ["b"])
    referee.finish()
    assert referee.drawn == 0


def test_told_and_rolled_dice_mix_and_only_the_rolled_ones_are_drawn():
    referee = told("r", "61", choices=["a"], roll_rest=True)
    outcome, answers = resolve(fight(), referee)
    faces = [one.faces for one in answers if isinstance(one, Thrown)]
    assert faces == [tuple(STREAM.face(n, 6) for n in range(3)), (6, 1), (STREAM.face(3, 6),)]
    assert [one.source for one in answers] == ["rolled", "told", "told", "rolled"]
    assert referee.drawn == 4
    assert referee.typed_dice == ["r", "61", "r"]
    again, same = resolve(fight(), told("r", "61", "r", choices=["a"]))
    assert (again, same) == (outcome, answers)


def test_dice_go_on_where_the_last_ones_stopped():
    referee = Answers(STREAM, 30, roll_rest=True)
    resolve(throw(ATTACK, read=int), referee)
    _, (thrown,) = resolve(throw(ROLL, read=int), referee)
    assert referee.drawn == 34
    assert thrown.faces == (STREAM.face(33, 6),)
    _, (back,) = resolve(throw(ROLL, read=int), Answers(STREAM, 33, roll_rest=True))
    assert back == thrown


def test_the_default_is_the_first_option_and_said_to_be_one():
    referee = told("661", "61", "4", defaults=True)
    outcome, answers = resolve(fight(), referee)
    assert outcome[2] == "A"
    assert answers[2].source == "default"
    assert referee.typed_choices == ["a"]


@pytest.mark.parametrize(("typed", "value"), [("b", "B"), (" B ", "B"), ("ab", "AB"), ("AB", "AB")])
def test_a_token_in_capitals_or_not(typed, value):
    chosen = told(choices=[typed]).choose(Choice("losses", "German", "lose 1", next(choice_of(fight())).options))
    assert chosen.option.value == value


def choice_of(procedure):
    next(procedure)
    yield procedure.send((0, 0))


@pytest.mark.parametrize("typed", ["ta+mg", "MG+ta"])
def test_a_token_of_several_things_is_typed_in_any_order(typed):
    def lose():
        return (yield from choose("losses", "German", "lose 2", (("ta2", "", 1), ("ta+mg", "", 2))))

    assert resolve(lose(), told(choices=[typed]))[0] == 2


@pytest.mark.parametrize(("typed", "hint"), [("c", "one of: a, b, Ab"), ("abb", "did you mean"), ("", "one of")])
def test_a_token_that_is_not_offered(typed, hint):
    with pytest.raises(Mistake) as refused:
        resolve(fight(), told("661", "61", "4", choices=[typed]))
    assert refused.value.what == f"German, lose 1: {typed!r} is not one of the options"
    assert hint in refused.value.hint


def test_what_is_left_over_is_a_mistake():
    referee = told("6", "1 1 1")
    resolve(throw(ROLL, read=int), referee)
    with pytest.raises(Mistake, match="'1 1 1' is left over"):
        referee.finish()
    with pytest.raises(Mistake, match="'b' is left over"):
        told(choices=["b"]).finish()


def test_a_wrong_throw_is_a_mistake_of_that_pool():
    with pytest.raises(Mistake, match="the reply: 2 dice needed, 1 typed"):
        resolve(fight(), told("661", "6"))


# -- what is not asked -----------------------------------------------------------------------------------------------


def test_a_pool_without_dice_is_not_asked_but_stays_in_the_record():
    def volley():
        return (yield from throw(NOTHING, ATTACK, NOTHING, read=lambda *hits: hits))

    outcome, answers = resolve(volley(), told("661"))
    assert outcome == (0, 2, 0)
    assert [(one.pool.key, one.source, one.faces) for one in answers] == [
        ("nothing", "none", ()),
        ("attack", "told", (6, 6, 1)),
        ("nothing", "none", ()),
    ]


def test_a_throw_without_any_dice_asks_nobody():
    outcome, answers = resolve(throw(NOTHING, read=lambda hits: hits + 1), None)
    assert outcome == 1
    assert keys(answers) == ["nothing"]


def test_a_choice_of_one_is_not_asked():
    outcome, answers = resolve(choose("losses", "German", "lose 1", WAYS[:1]), None)
    assert (outcome, answers) == ("A", ())


def test_a_choice_of_none_is_an_error_of_the_rule():
    with pytest.raises(ValueError, match="'losses' has no options"):
        resolve(choose("losses", "German", "lose 1", ()), None)


# -- parts -----------------------------------------------------------------------------------------------------------


def volleys(left):
    """Run one die after the other until one shows 6 or none is left; each is the rest of a part."""
    if not left:
        return 0
    hit = yield from throw(hits(f"shot {left}", 1), read=bool)
    return left if hit else (yield from part(volleys, left - 1))


def test_parts_within_parts_answer_in_order():
    def evening():
        first = yield from part(volleys, 3)
        lost = yield from choose("losses", "German", "lose 1", WAYS)
        second = yield from part(volleys, 1)
        return first, lost, second

    outcome, answers = resolve(evening(), told("1", "6", "1", choices=["b"]))
    assert outcome == (2, "B", 0)
    assert keys(answers) == ["shot 3", "shot 2", "losses", "shot 1"]


# -- what is wanted --------------------------------------------------------------------------------------------------


def wanted(procedure, referee):
    with pytest.raises(Wanted) as stopped:
        resolve(procedure, referee)
    return stopped.value


def test_the_first_question_is_wanted_when_nothing_is_told():
    stopped = wanted(fight(), told())
    assert isinstance(stopped.question, Throws)
    assert stopped.question.pools == (ATTACK, REPLY)
    assert stopped.answered == ()


def test_a_half_answered_throw_wants_the_rest_and_keeps_the_half():
    stopped = wanted(fight(), told("661"))
    assert stopped.question.pools == (REPLY,)
    assert [(one.pool.key, one.faces) for one in stopped.answered] == [("attack", (6, 6, 1))]


def test_a_choice_is_wanted_after_the_dice():
    stopped = wanted(fight(), told("661", "61", "4"))
    assert isinstance(stopped.question, Choice)
    assert [option.token for option in stopped.question.options] == ["a", "b", "Ab"]
    assert stopped.question.policy == "the tank first"
    assert keys(stopped.answered) == ["attack", "reply"]


def test_the_last_roll_is_wanted_after_the_choice():
    stopped = wanted(fight(), told("661", "61", defaults=True))
    assert stopped.question.pools == (ROLL,)
    assert keys(stopped.answered) == ["attack", "reply", "losses"]


def test_what_is_wanted_inside_a_part_carries_what_was_answered_before_it():
    stopped = wanted(part(volleys, 3), told("1", "2"))
    assert [pool.key for pool in stopped.question.pools] == ["shot 1"]
    assert keys(stopped.answered) == ["shot 3", "shot 2"]


def test_a_pool_without_dice_is_not_wanted():
    assert wanted(throw(NOTHING, ATTACK, read=max), told()).question.pools == (ATTACK,)


# -- the referee's own lines -----------------------------------------------------------------------------------------


WRECK = (Addition("reply", 1, "a wreck"),)


def added(procedure, *args, of=WRECK):
    return with_additions(of, procedure, *args)


def test_an_addition_reaches_its_pool_and_no_other():
    outcome, answers = resolve(added(fight), told("661", "616", "4", choices=["b"]))
    assert outcome == (2, 2, "B", 4)
    attack, reply, _, roll = answers
    assert (attack.pool, roll.pool) == (ATTACK, ROLL)
    assert reply.pool.lines[-1] == DiceLine("referee", 1, "a wreck", "ruling")
    assert reply.pool.dice == 3


def test_additions_are_put_in_one_after_the_other():
    of = (Addition("reply", -5, "fog"), Addition("reply", 2, "flares"), Addition("roll", 2, "luck"))
    outcome, answers = resolve(added(fight, of=of), told("661", "61", "4", choices=["b"]))
    assert outcome == (2, 1, "B", 6)
    assert [(line.amount, line.words) for line in answers[1].pool.lines[1:]] == [
        (-5, "fog"),
        (3, "never fewer than zero dice"),
        (2, "flares"),
    ]


def test_dice_taken_away_to_none_are_not_asked():
    of = (Addition("reply", -9, "fog"),)
    outcome, answers = resolve(added(fight, of=of), told("661", "4", choices=["b"]))
    assert outcome == (2, 0, "B", 4)
    assert answers[1].source == "none"


def test_a_die_put_where_there_was_none_is_asked():
    of = (Addition("nothing", 1, "luck"),)
    assert resolve(with_additions(of, lambda: throw(NOTHING, read=int)), told("6"))[0] == 1


def test_an_addition_reaches_into_parts_of_parts():
    of = (Addition("shot 1", 2, "a wreck"),)
    outcome, answers = resolve(added(volleys, 3, of=of), told("1", "1", "116"))
    assert outcome == 1
    assert [one.pool.dice for one in answers] == [1, 1, 3]


def test_an_addition_to_a_check_is_on_its_roll():
    of = (Addition("hit", -2, "rain"),)
    value, (thrown,) = resolve(with_additions(of, lambda: throw(TO_HIT, read=bool)), told("13"))
    assert value is False
    assert thrown.pool.sum("roll") == -2


def test_an_addition_where_nothing_is_added_to_the_roll():
    of = (Addition("rout", 1, "luck"),)
    with pytest.raises(Mistake, match="your modifier cannot be added to rout"):
        resolve(with_additions(of, lambda: throw(ROUT, read=int)), told("13"))


def test_choices_pass_through_additions_as_they_are():
    _, answers = resolve(added(fight), told("661", "616", "4", choices=["a"]))
    assert isinstance(answers[2], Chosen)
    assert answers[2].choice.options[0].words == "the tank"


@pytest.mark.parametrize(
    ("line", "label", "rest"),
    [
        ("put smoke s1: the ford", PUT, "smoke s1: the ford"),
        ("lay smoke s1: the ford", PUT, "smoke s1: the ford"),
        ("smoke s1", "", "smoke s1"),
    ],
)
def test_an_instruction_has_the_label_of_today_also_in_a_game_of_1_0(line, label, rest):
    assert (Instruction(line).label, Instruction(line).rest) == (label, rest)

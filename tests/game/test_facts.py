"""Tests of facts: typed by the referee, known from the game, or assumed, each with its source."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from umpire.core.mistakes import Mistake
from umpire.game.facts import Facts, TypedLine, one_of, parse_told, whole, yes_or_no

CONNECTORS = ("at", "with", "reply")
RANGE = whole(0, 99, "range")


def bare(word):
    return "range" if word.isdigit() and len(word) < 3 else None


def tell(line):
    return parse_told(line.split(), CONNECTORS, bare)


def known(line=""):
    return Facts(tell(line))


def refusal(call, *args):
    with pytest.raises(Mistake) as refused:
        call(*args)
    return refused.value


# -- words -----------------------------------------------------------------------------------------------------------


def test_names_are_grouped_by_the_word_before_them():
    told = tell("a1 a2 at p3 with g1 g2 reply g3")
    assert told.names == {"": ("a1", "a2"), "at": ("p3",), "with": ("g1", "g2"), "reply": ("g3",)}
    assert told.named("with") == ("g1", "g2")
    assert told.named("") == ("a1", "a2")
    assert told.facts == {}


def test_a_word_not_typed_has_no_names():
    assert tell("a1").named("at") == ()
    assert tell("").names == {"": ()}


def test_facts_of_all_and_of_one_stand_anywhere_in_the_line():
    told = tell("line=clear a1 a2.range=3 at 2 p3 p3.order=D")
    assert told.facts == {("", "line"): "clear", ("a2", "range"): "3", ("", "range"): "2", ("p3", "order"): "D"}
    assert told.names == {"": ("a1",), "at": ("p3",)}


def test_what_is_quoted_is_one_word():
    told = parse_told(["a1", "at", "hill  112", "a1.cover=behind  it", " ", "2"], CONNECTORS, bare)
    assert told == TypedLine({"": ("a1",), "at": ("hill 112",)}, {("a1", "cover"): "behind it", ("", "range"): "2"})


def test_a_number_after_a_place_is_part_of_its_name_one_with_a_unit_is_not():
    def measured(word):
        return "metres" if word[:1].isdigit() else None

    told = parse_told(["t1", "400", "to", "hill", "112"], ["to"], measured, ["to"])
    assert told == TypedLine({"": ("t1",), "to": ("hill", "112")}, {("", "metres"): "400"})
    assert parse_told(["t1", "to", "hill", "2km"], ["to"], measured, ["to"]).facts == {("", "metres"): "2km"}


def test_connecting_words_in_capitals():
    assert tell("a1 AT p3 With g1").names == {"": ("a1",), "at": ("p3",), "with": ("g1",)}


def test_facts_in_capitals_are_the_same_facts_and_values_stay_as_typed():
    facts = known("A2.Range=3 LINE=Clear")
    assert facts.settle("range", RANGE, subject="a2") == 3
    assert facts.settle("line", str) == "Clear"
    facts.finish()
    assert facts.sources == {"a2.range": "told", "line": "told"}


def test_a_value_may_hold_equals_signs_and_dots():
    assert tell("note=a=b.c").facts == {("", "note"): "a=b.c"}


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("range=", "range=: a fact is typed as name=value"),
        ("=3", "=3: a fact is typed as name=value"),
        ("a2.=3", "a2.=3: a fact is typed as name=value"),
        ("=", "=: a fact is typed as name=value"),
        ("range=2 range=3", "range is given twice: 2 and 3"),
        ("2 range=2", "range is given twice"),
        ("2 3", "range is given twice: 2 and 3"),
        ("a2.range=2 A2.range=2", "A2.range is given twice"),
        ("a1 at p1 at p2", "'at' appears twice in the command"),
    ],
)
def test_words_that_make_no_sense(line, what):
    assert refusal(tell, line).what == what


def test_two_numbers_say_how_the_other_is_typed():
    assert refusal(tell, "4 8").hint == "give it once; if 4 is the value of another fact, type NAME=4"


@given(st.lists(st.text(max_size=12), max_size=6))
def test_any_words_are_sorted_or_a_mistake(words):
    try:
        told = parse_told(words, CONNECTORS, bare)
    except Mistake:
        return
    count = sum(map(len, told.names.values())) + len(told.facts) + len(told.names) - 1
    assert count == sum(bool(word.split()) for word in words)


# -- told, known, assumed --------------------------------------------------------------------------------------------


def test_told_beats_the_map_and_the_difference_is_noted():
    facts = known("range=2")
    assert facts.settle("range", RANGE, subject="a1", worked_out=3, source="map") == 2
    assert (facts.values, facts.sources) == ({"a1.range": 2}, {"a1.range": "told"})
    assert facts.notes == ["a1.range: the map has 3, you typed 2; your value counts"]


def test_told_beats_the_state_and_yes_and_no_are_said_as_such():
    facts = known("a1.command=no")
    assert facts.settle("command", yes_or_no("command"), subject="a1", worked_out=True) is False
    assert facts.notes == ["a1.command: the game has yes, you typed no; your value counts"]


def test_told_and_worked_out_alike_is_told_and_not_noted():
    facts = known("range=3")
    assert facts.settle("range", RANGE, worked_out=3, source="map") == 3
    assert (facts.sources["range"], facts.notes) == ("told", [])


def test_a_fact_of_one_stand_beats_that_of_all():
    facts = known("range=2 a2.range=3")
    assert [facts.settle("range", RANGE, subject=stand) for stand in ("a1", "a2")] == [2, 3]
    facts.finish()


def test_ids_with_capitals_are_told_in_any_case():
    facts = known("b2.range=3 A1.RANGE=2")
    assert [facts.settle("range", RANGE, subject=stand) for stand in ("B2", "a1")] == [3, 2]
    assert facts.values == {"B2.range": 3, "a1.range": 2}
    facts.finish()


def test_a_fact_that_is_not_shared_is_not_told_for_all():
    facts = known("order=D")
    assert facts.settle("order", str, subject="a1", shared=False, worked_out="M") == "M"


@pytest.mark.parametrize("source", ["map", "state"])
def test_worked_out_beats_assumed(source):
    facts = known()
    assert facts.settle("range", RANGE, worked_out=0, source=source, assume=2, words="range 2") == 0
    assert (facts.sources, facts.assumed) == ({"range": source}, [])


def test_what_is_assumed_is_said_once():
    facts = known()
    for stand in ("a1", "a2"):
        assert facts.settle("command", yes_or_no("command"), subject=stand, assume=True, words="all in command")
    assert facts.settle("reply", yes_or_no("reply"), assume=False) is False
    assert facts.assumed == ["all in command"]
    assert facts.sources == {"a1.command": "assumed", "a2.command": "assumed", "reply": "assumed"}


def test_what_is_assumed_of_some_names_them_and_of_all_does_not():
    facts = known("a1.cover=yes")
    for stand in ("a1", "a2", "a3"):
        facts.settle("cover", yes_or_no("cover"), subject=stand, assume=False)
    facts.some("cover", ["a2", "a3"], "no cover")
    facts.some("cover", ["a1", "a2", "a3"], "no cover")
    facts.some("cover", ["a1"], "no cover")
    assert facts.assumed == ["no cover", "no cover: a2, a3"]


def test_what_nothing_says_is_none_and_not_recorded():
    facts = known()
    assert facts.settle("range", RANGE) is None
    assert (facts.values, facts.sources, facts.assumed) == ({}, {}, [])


def test_a_fact_that_cannot_be_read_is_a_mistake():
    assert refusal(known("range=far").settle, "range", RANGE).what == "range 'far' is not a number from 0 to 99"


def test_a_noted_fact_is_in_the_record():
    facts = known()
    facts.note("a1.sp", 3, "state")
    assert (facts.values, facts.sources) == ({"a1.sp": 3}, {"a1.sp": "state"})


# -- facts nobody asked for ------------------------------------------------------------------------------------------


def settled(line):
    """Return the facts of a fight of a1 and a2: `range` of each or of all, `order` of each only, `reply` of the
    whole.
    """
    facts = known(line)
    for stand in ("a1", "a2"):
        facts.settle("range", RANGE, subject=stand)
        facts.settle("order", str, subject=stand, shared=False)
    facts.settle("reply", yes_or_no("reply"))
    return facts


@pytest.mark.parametrize("line", ["", "range=2 reply=no", "a1.order=D a2.range=3 range=2", "A1.order=D"])
def test_every_fact_told_was_asked_for(line):
    facts = settled(line)
    facts.finish()
    assert len(facts.sources) >= len(facts.told.facts)


@pytest.mark.parametrize(
    ("line", "what", "hint"),
    [
        ("rnage=2", "rnage: this command does not take this fact", "did you mean range?"),
        ("a1.rnage=2", "a1.rnage: this command does not take this fact", "did you mean range?"),
        ("colour=2", "colour: this command does not take this fact", "one of: range, order, reply"),
        ("a3.range=2", "a3.range: 'a3' takes no part in this act", "for example: a1.range=2"),
        ("tank.range=2", "tank.range: 'tank' takes no part in this act", "for example: a1.range=2"),
        ("order=D", "the fact `order` belongs to one stand: name the stand", "type STAND.order=D"),
        ("a1.reply=no", "a1.reply: this fact is for the whole act, not for one stand", "type reply=no"),
        ("range=2 a1.range=2 a2.range=3", "range=2 has no effect: each stand has its own value", "leave out range=2"),
    ],
)
def test_a_fact_nobody_asked_for(line, what, hint):
    refused = refusal(settled(line).finish)
    assert (refused.what, refused.hint) == (what, hint)


# -- readers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "value"), [("0", 0), ("99", 99), ("007", 7)])
def test_whole_numbers(text, value):
    assert RANGE(text) == value


@pytest.mark.parametrize("text", ["100", "-1", "", "m", "2.5", "٣", "²", "2 3", "9" * 5000, "+3", "m2", "1_0"])
def test_what_is_no_whole_number_in_bounds(text):
    assert "is not a number from 0 to 99" in refusal(RANGE, text).what


@pytest.mark.parametrize("text", ["12m", '6"', "40cm"])
def test_a_count_has_no_unit(text):
    refused = refusal(RANGE, text)
    assert (refused.what, refused.hint) == (
        f"range {text!r} is not a number from 0 to 99",
        "type a whole number, without a unit",
    )


@pytest.mark.parametrize(("text", "value"), [("yes", True), ("Y", True), ("NO", False), ("n", False)])
def test_yes_and_no(text, value):
    assert yes_or_no("reply")(text) is value


@pytest.mark.parametrize("text", ["", "maybe", "1", "true", "yes "])
def test_neither_yes_nor_no(text):
    refused = refusal(yes_or_no("reply"), text)
    assert refused.what == f"reply: {text!r} is neither yes nor no"
    assert refused.hint == "type reply=yes or reply=no"


def test_one_of_a_closed_set():
    read = one_of("cover", {"none": 0, "Soft": 1, "hard": 2})
    assert [read("SOFT"), read("none"), read("hard")] == [1, 0, 2]
    assert refusal(read, "sofd").hint == "did you mean Soft?"
    assert refusal(read, "").what == "cover '' is not known"


@given(st.text(max_size=8))
def test_any_text_is_read_or_a_mistake(text):
    for read in (RANGE, yes_or_no("reply"), one_of("order", {"M": "M", "D": "D"})):
        try:
            value = read(text)
        except Mistake:
            continue
        assert value in (True, False, "M", "D", *range(100))


def test_told_may_be_made_without_words():
    assert TypedLine({}, {}).named("") == ()

"""Tests of mistakes: each has a kind and values; its words are for people."""

from umpire.core.mistakes import BadValue, DiceCount, FileMistake, Mistake, NoMap


def test_the_kind_is_that_of_the_class_and_the_values_are_kept():
    wrong = BadValue("range 'x' is not a number from 0 to 9", "type a whole number", fact="range", word="x")
    assert (wrong.kind, wrong.values, wrong.word) == ("bad-value", {"fact": "range", "word": "x"}, "x")
    assert (DiceCount("").kind, NoMap("").kind, Mistake("").kind, Mistake("").word) == (
        "dice-count",
        "no-map",
        "mistake",
        "",
    )


def test_put_in_other_words_it_is_the_same_mistake():
    wrong = FileMistake("a: missing", "give it", [Mistake("b")], key="a")
    other = wrong.put("line 3: a: missing")
    assert (other.what, other.hint, str(other)) == ("line 3: a: missing", "give it", "line 3: a: missing")
    assert (type(other), other.more, other.values) == (FileMistake, wrong.more, {"key": "a"})
    assert wrong.put(hint="type a").what == "a: missing"


def test_it_is_about_the_words_it_is_given_in_whatever_case():
    wrong = BadValue("next nowhere: no such phase", word="Nowhere at all")
    assert wrong.is_about("nowhere")
    assert not wrong.is_about("phase")

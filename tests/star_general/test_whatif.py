"""Tests of `what-if` before an attack: its variations, their names, and their measure."""

from __future__ import annotations

import pytest

from tests.catalogue import says
from tests.clauses import clause
from tests.star_general.assaults import assault, clash, with_air
from tests.star_general.games import BOOKS, TABLES, duel, fire, game, gun, ours, outcome, theirs
from umpire.rulesets.star_general import FAMILY as star_general

both = pytest.mark.parametrize("book", BOOKS)


def labels(book: str, state, line: str) -> dict[str, str]:
    """Return the variations of a command, and the line to type for each."""
    verb, *words = line.split()
    found = star_general.variations(state, TABLES[book], verb, tuple(words))
    return {one.label: " ".join((one.verb, *one.words)) for one in found}


def label_of(found: dict[str, str], line: str) -> list[str]:
    """Return the name of a line to type, which must be there."""
    labels = [label for label, typed in found.items() if typed == line]
    assert labels, found
    return labels


@clause("TSG-3.4-03", "3SG-3.4-03")
@both
def test_of_two_that_assault_one_fires_instead_and_it_is_said(book):
    state = game(book, a=ours("infantry"), b=ours("infantry"), z=theirs("infantry"))
    found = labels(book, state, "assault a b at z")
    assert says(label_of(found, "assault a b at z a.range=1 b.range=2"), "b 2")
    assert says(label_of(found, "assault a b at z b.range=1 a.range=2"), "a 2")
    closing = labels(book, state, "fire a b at z 2")
    assert says(label_of(closing, "assault a b at z a.range=1 b.range=2"), "a b 2")


@clause("TSG-4.1-01", "3SG-4.1-01")
@both
@pytest.mark.parametrize("name", ["z", "Guards, 2nd company"])
def test_driven_off_is_removed_or_fallen_back(book, name):
    target = {**theirs("infantry", sp=2), "name": name}
    sit = clash(book, ours("medium"), target)
    words, driven_off = star_general.yardsticks(sit)[2][:2]
    assert words.startswith(f"{name} ")
    ends = {hits: driven_off(dict(outcome(sit, *hits).tally)) for hits in (("h1", "h0"), ("h2", "h0"), ("h1", "h1"))}
    assert ends == {("h1", "h0"): 1, ("h2", "h0"): 1, ("h1", "h1"): 0}
    fired = duel(book, ours("medium"), target)
    words, driven_off = star_general.yardsticks(fired)[2][:2]
    assert words.startswith(f"{name} "), "an assault may be what it is compared with"
    assert [driven_off(dict(outcome(fired, hits, "h0").tally)) for hits in ("h1", "h2")] == [0, 1]


@clause("TSG-3.5.1-02", "3SG-3.5.1-02")
@both
def test_guns_and_air_that_could_be_called_are_listed_and_tried(book):
    stands = {"a": ours("infantry"), "z": theirs("infantry"), "g": gun("Red"), "g2": gun("Red", shots=1)}
    state = with_air(game(book, **stands), Red=1)
    sit = fire(state, "a at z", book)
    assert [(free.word, free.name, free.left) for free in sit.free] == [
        ("with", "g", "3 shots"),
        ("with", "g2", "1 shot"),
        ("with", "air", "1 point"),
    ]
    assert sit.also == (("with", "g", "3 shots"), ("with", "g2", "1 shot"), ("with", "air", "1 point"))
    found = labels(book, state, "fire a at z")
    for name in ("g", "g2", "air"):
        assert says(label_of(found, f"fire a at z with {name}"), name)
    assert assault(state, "a at z", book).also == sit.also

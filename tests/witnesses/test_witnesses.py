"""A test that every number of every table is in an answer, on the sheet and in print, and a house rule changes it
there.
"""

import pytest

from tests.in_memory import nearest, says
from tests.witnesses.witnesses import (
    FILES,
    Witness,
    exceptions,
    matched,
    numbers,
    patterns,
    witnesses,
)
from umpire.rulesets import FAMILIES

EVERY = [pytest.param(each, id=f"{ruleset}:{each.number.name}") for ruleset in FAMILIES for each in witnesses(ruleset)]


@pytest.mark.parametrize("witness", EVERY)
def test_answer_and_sheet_say_the_number_in_force(witness: Witness) -> None:
    new, old = witness.new, witness.number.value
    club, book = witness.club(), witness.game(new)
    typed, said = witness.filled("do", new), witness.filled("says", new)
    answer = club.answer(typed)
    assert says(answer, said), f"{typed!r} does not say {said!r}: {nearest(answer, said)}"
    assert not says(book.answer(typed), said), f"{typed!r} says {said!r} by the book too"
    typed, said = witness.filled("do", old), witness.filled("says", old)
    answer = witness.game(old).answer(typed)
    assert says(answer, said), f"by the book {typed!r} does not say {said!r}: {nearest(answer, said)}"
    printed = witness.filled("sheet", new)
    sheet, published = (each.whole if witness.field("whole") else each.sheet for each in (club, book))
    assert says(sheet, printed), f"the sheet does not say {printed!r}: {nearest(sheet, printed)}"
    assert not says(published, printed), f"the sheet says {printed!r} by the book too"
    paper = club.whole_paper if witness.field("whole") else club.paper
    assert says(paper, printed), f"the sheet of paper does not say {printed!r}: {nearest(paper, printed)}"


@pytest.mark.parametrize("ruleset", FAMILIES)
def test_every_number_has_a_witness_or_a_reason(ruleset: str) -> None:
    seen = {each.number.path for each in witnesses(ruleset)}
    excepted = {
        number.path: keys
        for number in numbers(ruleset)
        for keys in exceptions(ruleset)
        if matched(keys, number.path) is not None
    }
    alone = [number.name for number in numbers(ruleset) if number.path not in seen and number.path not in excepted]
    assert not alone, f"neither witness nor exception: {', '.join(alone)}"
    both = [".".join(path) for path in excepted if path in seen]
    assert not both, f"a witness and an exception: {', '.join(both)}"


@pytest.mark.parametrize("file", FILES)
def test_no_pattern_is_for_nothing(file: str) -> None:
    for keys, found in patterns(file):
        assert found, f"no number of the table is {keys}"

"""Tests of every legal way to lose strength points, against a slow count of every way; unambiguous tokens."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.clauses import clause
from umpire.rulesets.star_general.combat.aftermath import Hex, Loss, legal_losses, most, tokens
from umpire.rulesets.star_general.state import Stand

KINDS = ("mg", "at", "truck")


def core(name: str, sp: int) -> Stand:
    return Stand(name, name, "Red", "u", "infantry", sp, 6, 3)


def support(name: str, kind: str = "mg", host: str = "") -> Stand:
    return Stand(name, name, "Red", "u", kind, 1, 1, host=host)


def hex_of(name: str, sp: int, *kinds: str) -> Hex:
    return core(name, sp), tuple(support(f"{name}_{index}", kind) for index, kind in enumerate(kinds))


def every_way_in_a_hex(core: Stand, supports: tuple[Stand, ...]) -> list[tuple[int, tuple[Stand, ...]]]:
    """Return every pair of points off the core stand and support stands removed, legal or not."""
    gone = [each for size in range(len(supports) + 1) for each in combinations(supports, size)]
    return [(off, fallen) for off in range(core.sp + 1) for fallen in gone]


def legal_in_a_hex(core: Stand, supports: tuple[Stand, ...], off: int, fallen: tuple[Stand, ...], cap: int) -> bool:
    """True if the way is legal. 4-02: no more than the cap. 4-07: nobody left alone. 4-03, 4-11: one support stand,
    unless 4-07 needs more.
    """
    if off + len(fallen) > cap:
        return False
    if off == core.sp and len(fallen) < len(supports):
        return False
    if len(fallen) <= 1:
        return True
    same = [way for way in every_way_in_a_hex(core, supports) if way[0] + len(way[1]) == off + len(fallen)]
    fewer = [way for way in same if len(way[1]) < len(fallen) and legal_in_a_hex(core, supports, *way, cap)]
    return not fewer


def oracle(
    hexes: tuple[Hex, ...], due: int, cap: int, of_side: bool = True
) -> set[tuple[tuple[int, tuple[str, ...]], ...]]:
    """Return every legal loss as points and kinds of supports by hex: those that pay `due`, or else the greatest."""
    per_hex = [[way for way in every_way_in_a_hex(*each) if legal_in_a_hex(*each, *way, cap)] for each in hexes]
    paid: dict[int, set[tuple[tuple[int, tuple[str, ...]], ...]]] = {}
    for ways in product(*per_hex):
        points = sum(off + len(fallen) for off, fallen in ways)
        if points <= due:
            kinds = tuple((off, tuple(sorted(stand.kind for stand in fallen))) for off, fallen in ways)
            paid.setdefault(points, set()).add(kinds)
    most_paid = paid[max(paid)]
    if not of_side:
        return most_paid
    fewest = min(sum(len(kinds) for _, kinds in ways) for ways in most_paid)
    return {ways for ways in most_paid if sum(len(kinds) for _, kinds in ways) <= max(1, fewest)}


def as_seen_by_the_oracle(hexes: tuple[Hex, ...], loss: Loss) -> tuple[tuple[int, tuple[str, ...]], ...]:
    points = dict(loss)
    return tuple(
        (points.get(core.id, 0), tuple(sorted(stand.kind for stand in supports if points.get(stand.id))))
        for core, supports in hexes
    )


small_hex = st.tuples(st.integers(1, 6), st.lists(st.sampled_from(KINDS), max_size=2))


@clause("TSG-4-02 to 11", "3SG-4-02 to 07")
@given(st.lists(small_hex, min_size=1, max_size=2), st.integers(1, 4), st.integers(1, 3), st.booleans())
def test_all_legal_losses_and_no_other(cards, due, cap, of_side):
    hexes = tuple(hex_of(f"s{index}", sp, *kinds) for index, (sp, kinds) in enumerate(cards))
    found = legal_losses(hexes, due, cap, of_side=of_side)
    seen = [as_seen_by_the_oracle(hexes, loss) for loss in found]
    assert set(seen) == oracle(hexes, due, cap, of_side)
    assert len(set(seen)) == len(seen)  # supports of a kind are one choice
    assert {sum(points for _, points in loss) for loss in found} == {min(due, most(hexes, cap))}


@given(st.lists(small_hex, min_size=1, max_size=2), st.integers(1, 4))
def test_the_default_spares_support_stands_and_lives(cards, due):
    hexes = tuple(hex_of(f"s{index}", sp, *kinds) for index, (sp, kinds) in enumerate(cards))
    supports = {stand.id for _, held in hexes for stand in held}
    found = legal_losses(hexes, due, 2)
    removed = [sum(points for name, points in loss if name in supports) for loss in found]
    assert removed[0] == min(removed)
    cheap = [loss for loss, gone in zip(found, removed, strict=True) if gone == removed[0]]
    dead = [sum(dict(loss).get(core.id, 0) == core.sp for core, _ in hexes) for loss in cheap]
    assert dead[0] == min(dead)


@clause("TSG-4-07", "TSG-4-08", "TSG-4-11", "AMB-34")
@pytest.mark.parametrize(
    ("hexes", "due", "ways"),
    [
        ((("c", 1, "mg"),), 1, ["m"]),
        ((("c", 1, "mg"),), 2, ["c m"]),
        ((("c", 2, "mg"),), 1, ["c", "m"]),
        ((("c", 2, "mg"),), 2, ["c m"]),
        ((("c", 3, "mg"),), 2, ["cc", "c m"]),
        ((("c", 1),), 2, ["c"]),
        ((("c", 4),), 2, ["cc"]),
        ((("c", 1, "mg", "truck"),), 1, ["m", "t"]),
        ((("c", 1, "mg", "truck"),), 2, ["m t"]),
        ((("c", 2, "mg", "truck"),), 2, ["c m", "c t"]),
        ((("c", 3, "mg", "truck"),), 2, ["cc", "c m", "c t"]),
        ((("c", 4), ("d", 2)), 2, ["cc", "cd", "dd"]),
        ((("c", 4), ("d", 1)), 2, ["cc", "cd"]),
        ((("c", 4, "mg"), ("d", 4, "truck")), 2, ["cc", "cd", "dd", "c m", "c t", "m d", "d t"]),  # not m t
    ],
)
def test_printed_and_counted_cases(hexes, due, ways):
    short = {"mg": "m", "truck": "t"}
    built = tuple((core(name, sp), tuple(support(short[kind], kind) for kind in kinds)) for name, sp, *kinds in hexes)
    found = legal_losses(built, due, 2)
    typed = ["".join(name * points for name, points in loss) for loss in found]
    assert sorted(typed) == sorted(way.replace(" ", "") for way in ways)


def test_the_default_takes_from_the_strongest_core_stand():
    hexes = ((core("weak", 3), ()), (core("strong", 5), (support("mg"),)))
    assert legal_losses(hexes, 2, 2)[0] == (("strong", 2),)
    assert legal_losses(hexes, 1, 2)[0] == (("strong", 1),)


# tokens

names = st.lists(st.from_regex(r"[a-c][a-c0-3_]{0,3}", fullmatch=True), min_size=1, max_size=6, unique=True)


@given(names, st.data())
def test_tokens_differ_and_none_reads_as_another_stand(ids, data):
    split = data.draw(st.integers(1, 2))
    cores, others = ids[:split], ids[split:]
    hexes = tuple(
        (
            core(name, data.draw(st.integers(1, 6))),
            tuple(support(each, KINDS[i]) for i, each in enumerate(others[n::2])),
        )
        for n, name in enumerate(cores)
    )
    due = data.draw(st.integers(1, 4))
    found = legal_losses(hexes, due, 2)
    typed = tokens(found)
    assert len({token.lower() for token in typed}) == len(found)
    here = [stand.id for first, beside in hexes for stand in (first, *beside)]
    for token, loss in zip(typed, found, strict=True):
        if token in here:
            assert loss == ((token, 1),)


@pytest.mark.parametrize(
    ("losses", "typed"),
    [
        (((("tb", 2),), (("ta", 1), ("tb", 1))), ("tb2", "ta+tb")),
        (((("para", 1), ("mg", 1)),), ("para+mg",)),
        (((("t", 2),), (("t2", 1), ("t", 1))), ("t-2", "t2-1+t-1")),
        (((("T", 2),), (("t2", 2),)), ("T-2", "t2-2")),
    ],
)
def test_tokens_as_they_are_typed(losses, typed):
    assert tokens(losses) == typed

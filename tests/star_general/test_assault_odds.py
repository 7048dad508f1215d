"""Tests of close combat against a count by hand over all faces, and of laws that hold after any combat."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.catalogue import says
from tests.star_general.assaults import ASSAULT, assault, field, off, with_air
from tests.star_general.games import (
    BOOKS,
    FIRE,
    LIGHT,
    ROWS,
    SIDES,
    TABLES,
    beside,
    fire,
    game,
    gun,
    ours,
    state_of,
    table,
    tally,
    theirs,
)
from umpire.core.answers import Answers
from umpire.core.dice import SeededDice
from umpire.core.hexes import distance, neighbours
from umpire.core.odds import odds
from umpire.core.procedure import Choice, Chosen, Thrown, resolve
from umpire.game.rulebook.modifiers import values_of
from umpire.rulesets.star_general.effects import apply
from umpire.rulesets.star_general.scenario import WRITTEN

both = pytest.mark.parametrize("book", BOOKS)

# a close combat by hand: single faces that hit, faces that hit in pairs
CODES = {"6|55": ((6,), (5,)), "6": ((6,), ()), "56": ((5, 6), ()), "56|44": ((5, 6), (4,))}


def hits(faces: tuple[int, ...], code: str) -> int:
    """Return the hits of these faces, counted one by one."""
    single, pairs = CODES[code]
    return sum(face in single for face in faces) + sum(faces.count(face) // 2 for face in pairs)


def thrown(dice: int, code: str) -> list[tuple[int, int]]:
    """Return each number of hits, and how many throws of these dice score it."""
    return list(Counter(hits(faces, code) for faces in product(range(1, 7), repeat=dice)).items())


def by_hand(dice: int, code: str, back: int, back_code: str, sp: int, foe_sp: int) -> dict[tuple[Any, ...], Fraction]:
    """Return losses, removed stands and the side that falls back, one stand against one, for every throw."""
    found: Counter[tuple[Any, ...]] = Counter()
    for (scored, ways), (suffered, ways_back) in product(thrown(dice, code), thrown(back, back_code)):
        theirs_lost, ours_lost = min(scored, 2, foe_sp), min(suffered, 2, sp)
        dead, gone = theirs_lost == foe_sp, ours_lost == sp
        falls = ()
        if scored > suffered and not dead:
            falls = ("z",)
        elif scored < suffered and not dead and not gone:
            falls = ("a",)
        removed = tuple(name for name, is_gone in (("z", dead), ("a", gone)) if is_gone)
        found[theirs_lost, ours_lost, removed, falls] += ways * ways_back
    return {outcome: Fraction(ways, 6 ** (dice + back)) for outcome, ways in found.items()}


@both
@pytest.mark.parametrize(
    ("order", "code", "back_code", "cover"),
    [("M", "6|55", "6|55", 0), ("H", "6", "56", 0), ("D", "6", "56|44", 1)],
)
@pytest.mark.parametrize(("sp", "foe_sp"), [(1, 3), (2, 2), (3, 1), (3, 3), (5, 4)])
def test_odds_are_those_of_every_face_counted_by_hand(book, order, code, back_code, cover, sp, foe_sp):
    state = game(
        book,
        blue=order,
        a=ours("infantry", sp=sp),
        z=theirs("infantry", sp=foe_sp),
        b=ours("infantry"),
        y=theirs("infantry"),
    )
    sit = assault(state, "a at z", book)
    found: Counter[tuple[Any, ...]] = Counter()
    counted = odds(lambda: ASSAULT.procedure(sit))
    for result, weight in counted.outcomes:
        came = tally(result)
        found[came["Blue"], came["Red"], came["removed"], came["back"]] += Fraction(weight, counted.total)
    assert dict(found) == by_hand(max(0, min(3, sp) - cover), code, min(3, foe_sp), back_code, sp, foe_sp)


@both
def test_the_odds_of_a_combat_on_a_map_stay_few(book):
    state = crowded(book)
    for line in ("a b at z", "a at z", "a c at z", "b at g", "a b at z with air reply air"):
        sit = assault(with_air(state, Red=1, Blue=1), line, book)
        assert odds(lambda sit=sit: ASSAULT.procedure(sit)).paths <= 30


def crowded(book: str):
    """Return both sides on a board, close together."""
    on = field()
    return game(
        book,
        blue="D",
        on=on,
        hq=False,
        a=ours("medium", hex=off(on, -1, 0)),
        b=ours("infantry", hex=off(on, 1, -1)),
        c=ours("infantry", hex=off(on, -2, 1)),
        rh=ours("hq", hex=off(on, 0, -2)),
        m=beside("b", "engineers"),
        z=theirs("infantry", hex=off(on, 0, 0)),
        n=beside("z", "mg"),
        y=theirs("infantry", hex=off(on, 0, 1)),
        bh=theirs("hq", hex=off(on, 0, 2)),
        l=beside("bh", LIGHT[book]),
        g=gun("Blue", hex=off(on, 2, -1)),
        h=gun("Blue", hex=off(on, 3, 0)),
    )


# laws


class Drawn:
    """A referee whose choices hypothesis draws and whose dice are rolled. It keeps the options offered to it."""

    def __init__(self, data: st.DataObject, seed: int) -> None:
        self.data = data
        self.dice = SeededDice(str(seed))
        self.drawn = 0
        self.choices: list[tuple[Choice, str]] = []

    def throw(self, pools):
        fallen = []
        for pool in pools:
            faces = tuple(self.dice.face(self.drawn + index, pool.sides) for index in range(pool.dice))
            self.drawn += pool.dice
            fallen.append(Thrown(pool, faces, pool.reading.read(faces), "rolled"))
        return tuple(fallen)

    def choose(self, choice):
        tokens = [option.token for option in choice.options]
        assert len(set(tokens)) == len(tokens), "two options are typed alike"
        option = self.data.draw(st.sampled_from(choice.options))
        self.choices.append((choice, option.token))
        return Chosen(choice, option, "told")


LABELS = [f"{column:02}{row:02}" for column in range(1, 8) for row in range(1, 7)]


@st.composite
def battles(draw: st.DrawFn) -> tuple[str, Any, Any]:
    """Return a book, its table with some options changed, and a crowded board."""
    book = draw(st.sampled_from(BOOKS))
    glyphs = {label: draw(st.sampled_from("......wts~")) for label in LABELS}
    on = field(glyphs, columns=7, rows=6)
    free = [label for label in LABELS if glyphs[label] != "~"]
    centre = draw(st.sampled_from([label for label in free if len(around(on, label, free)) >= 2] or free))
    ring = around(on, centre, free)
    others = [label for label in free if label != centre and label not in ring[:2]]
    places = draw(st.permutations(others))[:6]
    kinds = st.sampled_from([kind for kind in TABLES[book].core if kind not in ("hq", "artillery")])

    def stand(owner, kind=None, **more):
        card = owner(kind or draw(kinds), **more)
        full = ROWS[book]["core"][card["type"]]["sp"]
        return {**card, "sp": draw(st.integers(1, full))}

    target = draw(st.sampled_from(["core", "hq", "artillery"]))
    cards: dict[str, dict] = {}
    if target == "artillery":
        cards["z"] = {**stand(lambda kind, **more: gun("Blue", **more), "artillery"), "hex": centre}
    else:
        cards["z"] = {**stand(theirs, "hq" if target == "hq" else None), "hex": centre}
    for name, place in zip("ab", ring[:2], strict=False):
        cards[name] = {**stand(ours), "hex": place}
    owners = [ours, theirs]
    for index, place in enumerate(places):
        cards[f"x{index}"] = {**stand(draw(st.sampled_from(owners))), "hex": place}
    for host in list(cards):
        if draw(st.booleans()):
            cards[f"{host}s"] = beside(host, draw(st.sampled_from(list(TABLES[book].support))))
    options = {
        name: draw(st.sampled_from(values_of(ROWS[book], name)))
        for name in ROWS[book]["options"]
        if draw(st.integers(0, 3)) == 0
    }
    state = game(book, red=draw(st.sampled_from("MH")), blue=draw(st.sampled_from("MHDR")), on=on, hq=False, **cards)
    return book, table(book, **options), with_air(state, Red=1, Blue=1)


def around(on, label: str, free: list[str]) -> list[str]:
    """Return the free neighbours of a hex."""
    near = [on.grid.label(place) for place in neighbours(on.grid.hex(label)) if place in on.grid]
    return [each for each in near if each in free]


@pytest.mark.slow
@given(battles(), st.data(), st.integers(0, 10**6))
@settings(max_examples=250, deadline=None)
def test_after_any_combat_the_board_is_legal(battle, data, seed):
    _, using, state = battle
    attackers = [name for name in "ab" if name in state.stands]
    if not attackers:
        return
    air = data.draw(st.sampled_from(["", " with air", " reply air", " with air reply air"]))
    sit = assault(state, f"{' '.join(attackers)} at z{air}", using)
    referee = Drawn(data, seed)
    result, _ = resolve(ASSAULT.procedure(sit), referee)
    after = apply(state, result.effects)
    held = [stand.hex for stand in after.stands.values() if stand.alive and not stand.host]
    assert len(set(held)) == len(held), "two core stands in a hex"
    for name, stand in after.stands.items():
        was = state.stands[name]
        assert 0 <= stand.sp <= was.sp
        assert 0 <= stand.shots <= was.shots
        assert not (stand.host and stand.alive and not after.stands[stand.host].alive), f"{name} is left alone"
        if stand.alive and stand.hex != was.hex:
            check_move(state, after, referee, name)
    lost = dict.fromkeys(SIDES, 0)
    fighting = {stand.id for each in (*sit.attackers, sit.target) for stand in (each.stand, *each.supports)}
    eliminated = using.options["fallback_no_path"] != "stays" and says(result.words, using.rules["no_path"])
    for name in fighting:
        lost[state.stands[name].side] += state.stands[name].sp - after.stands[name].sp
    came = tally(result)
    assert eliminated or lost == {side: came[side] for side in SIDES}
    assert state_of(WRITTEN.sections(after, using), using, after.map, SIDES) == after


def check_move(state, after, referee: Drawn, name: str) -> None:
    """Check that no stand stopped beside an enemy, unless it pursued a beaten one."""
    stand = after.stands[name]
    grid = after.map.grid
    followed = [token for choice, token in referee.choices if choice.key == "pursuit"] == [name]
    enemies = [other for other in after.stands.values() if other.alive and not other.host and other.side != stand.side]
    if followed:
        assert stand.hex == state.stands["z"].hex
        return
    assert all(
        distance(grid.hex(stand.hex), grid.hex(enemy.hex)) > 1
        for enemy in enemies
        if enemy.hex == state.stands[enemy.id].hex
    )
    assert after.map.terrain(grid.hex(stand.hex)) != "lake"


@given(battles(), st.data())
@settings(max_examples=60, deadline=None)
def test_every_option_of_a_fall_back_is_a_path_on_the_board(battle, data):
    _, using, state = battle
    for name in ("z", "a"):
        if name not in state.stands:
            continue
        sit = assault(state, "a at z", using) if "a" in state.stands else None
        if sit is None:
            return
        start = state.stands[name].hex
        for way in sit.ways_back(state, state.stands[name]):
            path = [state.map.grid.hex(label) for label in (start, *way.path)]
            assert all(distance(one, other) == 1 for one, other in pairwise(path))
            assert all(state.map.terrain(place) not in ("lake", "sea") for place in path)


@given(battles(), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_the_words_depend_only_on_the_hits_that_count(battle, seed):
    """Two throws with the same reading have the same outcome; otherwise the odds would lose one of them."""
    _, using, state = battle
    if "a" not in state.stands:
        return
    sit = assault(state, "a at z", using)
    counted = odds(lambda: ASSAULT.procedure(sit))
    assert sum(weight for _, weight in counted.outcomes) == counted.total
    result, _ = resolve(ASSAULT.procedure(sit), Answers(SeededDice(str(seed)), 0, roll_rest=True, defaults=True))
    assert result in [outcome for outcome, _ in counted.outcomes]


@both
def test_fire_and_assault_are_one_procedure(book):
    state = game(book, a=ours("infantry"), z=theirs("infantry"))
    fired = odds(lambda: FIRE.procedure(fire(state, "a at z", book)))
    assert fired.paths == 9
    assert {name for result, _ in fired.outcomes for name in tally(result)} == {"Blue", "Red", "removed"}

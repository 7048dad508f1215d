"""Tests of exact odds of an engagement against a slow and simple count over every face of every die."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.asp.games import BOOK, COLUMNS, LETTERS, duel, game, refused, situation, stand, table
from tests.catalogue import hear
from umpire.core.odds import explain, odds
from umpire.core.pools import Pool
from umpire.rulesets.asp import FAMILY as asp
from umpire.rulesets.asp.fire.combat import BOTH_SHOOT, TARGET_SHOOTS, Found

FIRE = asp.act("fire")

# type: shooter's class, target's class, infantry or vehicle to the eye, arcs it shoots into, has a flank and rear
KINDS = {
    "BARG": ("BARG", "Inf", "infantry", "front flank rear", False),
    "RG": ("RG", "Inf", "infantry", "front flank rear", False),
    "IG": ("IG", "Inf", "infantry", "front flank rear", False),
    "Mortars": ("Mortars", "ART", "infantry", "front flank rear", False),
    "HG": ("HG", "Inf", "infantry", "front flank", False),
    "Panther": ("MG", "HA", "vehicle", "front flank", True),
    "StuG": ("MG", "MA", "vehicle", "front", True),
    "T34/76": ("LG", "MA", "vehicle", "front flank", True),
    "Matilda": ("VLG", "MA", "vehicle", "front flank", True),
    "M3": ("HMG", "LA", "vehicle", "front flank", True),
    "Truck": ("", "SMT", "vehicle", "front flank", True),
    "MB": ("MB", "ART", "infantry", "front flank rear", False),
}
NEAR_FAR = {
    ("infantry", "cover", True): (125, 500),
    ("infantry", "cover", False): (0, 125),
    ("infantry", "open", True): (750, 1500),
    ("infantry", "open", False): (250, 500),
    ("vehicle", "cover", True): (500, 1000),
    ("vehicle", "cover", False): (250, 500),
    ("vehicle", "open", True): (2500, 5000),
    ("vehicle", "open", False): (1000, 2000),
}
RESULT = {"-": "unhurt", "P": "pinned", "R": "repulsed", "D": "destroyed"}
FACES = range(1, 7)
WHO = {(True, True): "both", (True, False): "t1", (False, True): "p3", (False, False): "nobody"}


@dataclass
class Side:
    """One of the two stands, as plain as possible."""

    type: str
    grade: str
    cover: str
    moved: bool
    arc: str
    markers: int
    pinned: bool
    repulsed: bool
    fire_marker: bool
    skirts: bool
    active: bool = False


SIDES = st.builds(
    Side,
    type=st.sampled_from(list(KINDS)),
    grade=st.sampled_from("ABCD"),
    cover=st.sampled_from(["none", "none", "cover", "hard"]),
    moved=st.booleans(),
    arc=st.sampled_from(["front", "front", "flank", "rear"]),
    markers=st.integers(0, 4),
    pinned=st.booleans(),
    repulsed=st.booleans(),
    fire_marker=st.booleans(),
    skirts=st.booleans(),
)


class Dumb:
    """The rules a second time, face by face, from the tables of the book."""

    def __init__(
        self,
        shooter: Side,
        target: Side,
        distance: int | None,
        night: bool,
        weather: str,
        one_die: bool,
        in_order: bool,
    ) -> None:
        self.sides = (shooter, target)
        self.distance, self.night, self.weather = distance, night, weather
        self.one_die, self.in_order = one_die, in_order
        self.found: dict[tuple[str, ...], Fraction] = {}

    def off_table(self, side: Side) -> bool:
        return side.type == "MB" and self.distance is None

    def sees(self, who: Side, at: Side, die: int) -> bool:
        if who.type == "MB" or self.distance is None:
            return False
        where = "open" if at.cover == "none" else "cover"
        near, far = NEAR_FAR[KINDS[at.type][2], where, at.moved]
        if self.night:
            cap = 125 if where == "open" else 75
            near, far = min(near, cap), min(far, cap)
        distance = self.distance * (2 if self.weather == "adverse" else 1)
        if distance > far:
            return False
        bonus = 1 if (who.active or at.fire_marker) else 0
        return die + bonus >= (2 if distance <= near else 5)

    def affects(self, who: Side, at: Side) -> bool:
        row = KINDS[who.type][0]
        if not row or BOOK[row][COLUMNS.index(KINDS[at.type][1])] == "-":
            return False
        reach = BOOK[row][8]
        return reach == "OT" or (self.distance is not None and self.distance <= int(reach))

    def can(self, who: Side, at: Side, sees: bool) -> bool:
        finds = sees or who.type == "MB"
        return finds and self.affects(who, at) and who.arc in KINDS[who.type][3].split()

    def initiative(self, who: Side, at: Side, sees: bool, die: int) -> int:
        total = die - who.markers + (3 if sees else 0)
        total += 1 if who.grade < at.grade else 0
        total += 1 if at.fire_marker else 0
        return total - (0 if self.affects(who, at) else 2)

    def shot(self, who: Side, at: Side, suffered: str = "") -> dict[str, Fraction]:
        score = int(BOOK[KINDS[who.type][0]][COLUMNS.index(KINDS[at.type][1])])
        score += {"none": 0, "cover": 1, "hard": 2}[at.cover]
        score += 1 if who.pinned or suffered == "P" else 0
        score += 2 if who.repulsed or suffered == "R" else 0
        if KINDS[at.type][4] and at.arc == "rear":
            score -= 3
        if KINDS[at.type][4] and at.arc == "flank":
            infantry = who.type in ("BARG", "RG", "IG")
            score -= (0 if infantry else 1) if at.skirts else 2
        letters: dict[str, Fraction] = {}
        thrown = [(face, face) for face in FACES] if self.one_die else list(product(FACES, FACES))
        for first, second in thrown:
            total = second + (first - score) + at.markers
            letter = LETTERS[at.grade][max(1, min(8, total)) - 1]
            letters[letter] = letters.get(letter, Fraction(0)) + Fraction(1, len(thrown))
        return letters

    def note(self, on_target: str, on_shooter: str, course: tuple[str, ...], chance: Fraction) -> None:
        key = RESULT[on_target], RESULT[on_shooter], *course
        self.found[key] = self.found.get(key, Fraction(0)) + chance

    def course(self, detects: tuple[bool, bool], shoots: bool, back: bool, ahead: int) -> tuple[str, ...]:
        """Return who detects, with dice only where needed, and who shoots."""
        order = f"both: {'t1' if ahead > 0 else 'p3'}" if ahead else WHO[shoots, back]
        looks = self.looks(0), self.looks(1)
        thrown = looks[0] and self.matters(0), looks[1] and self.matters(1)
        if not any(thrown):
            return (order,)
        if thrown != looks:  # one of the two does not try to detect, since it could not matter
            return ("yes" if detects[thrown.index(True)] else "no", order)
        return (WHO[detects], order)

    def looks(self, index: int) -> bool:
        """True if a die could decide what one of the two detects: some faces do, others do not."""
        return len(self.findings(index)) > 1

    def findings(self, index: int) -> set[bool]:
        return {self.sees(self.sides[index], self.sides[1 - index], face) for face in FACES}

    def matters(self, index: int) -> bool:
        """True if the detection of one stand changes who shoots, on some faces of the initiative."""
        for other in self.findings(1 - index):
            pairs = [(other, mine) if index else (mine, other) for mine in (True, False)]
            if self.shooting(*pairs[0]) != self.shooting(*pairs[1]):
                return True
        return False

    @lru_cache(maxsize=8)  # noqa: B019  one of these counts lives no longer than its test
    def shooting(self, one_sees: bool, other_sees: bool) -> tuple[tuple[bool, bool, int], ...]:
        """Return who shoots, and who is ahead where both do, for all 36 throws of the initiative."""
        shooter, target = self.sides
        one, other = self.can(shooter, target, one_sees), self.can(target, shooter, other_sees)
        found = []
        for third, fourth in product(FACES, repeat=2):
            mine = self.initiative(shooter, target, one_sees, third)
            theirs = self.initiative(target, shooter, other_sees, fourth)
            shoots, back = one and mine - theirs > -4, other and theirs - mine > -4
            ahead = (mine > theirs) - (mine < theirs) if shoots and back and self.in_order else 0
            found.append((shoots, back, ahead))
        return tuple(found)

    def count(self) -> dict[tuple[str, ...], Fraction]:
        shooter, target = self.sides
        each = Fraction(1, 6**4)
        shots = {
            "out": self.shot(shooter, target) if self.affects(shooter, target) else {},
            "back": self.shot(target, shooter) if self.affects(target, shooter) else {},
        }
        cases: dict[tuple[tuple[bool, bool], bool, bool, int], int] = {}
        for first, second in product(FACES, repeat=2):
            detects = self.sees(shooter, target, first), self.sees(target, shooter, second)
            for shoots, back, ahead in self.shooting(*detects):
                case = detects, shoots, back, ahead
                cases[case] = cases.get(case, 0) + 1
        for (detects, shoots, back, ahead), times in cases.items():
            course = self.course(detects, shoots, back, ahead)
            self.shoot(shoots, back, ahead, course, each * times, shots)
        return self.found

    def shoot(
        self,
        shoots: bool,
        back: bool,
        ahead: int,
        course: tuple[str, ...],
        chance: Fraction,
        shots: dict[str, dict[str, Fraction]],
    ) -> None:
        shooter, target = self.sides
        nothing = {"-": Fraction(1)}
        if ahead:
            first, second = (shooter, target) if ahead > 0 else (target, shooter)
            for letter, share in shots["out" if ahead > 0 else "back"].items():
                answers = nothing if letter == "D" else self.shot(second, first, letter)
                for answer, other in answers.items():
                    on = (letter, answer) if ahead > 0 else (answer, letter)
                    self.note(*on, course, chance * share * other)
            return
        for letter, share in (shots["out"] if shoots else nothing).items():
            for answer, other in (shots["back"] if back else nothing).items():
                self.note(letter, answer, course, chance * share * other)


def stands(shooter: Side, target: Side):
    return game(
        *(
            stand(
                key,
                side.type,
                moved=side.moved,
                markers=side.markers,
                pinned=side.pinned,
                repulsed=side.repulsed,
                fire_marker=side.fire_marker,
                skirts=side.skirts,
            )
            for key, side in (("t1", shooter), ("p3", target))
        ),
        german=shooter.grade,
        soviet=target.grade,
    )


FIRST = re.compile(r"^\w+: (t1|p3) \w+$")
"""Both shoot, and one of them first."""


def tallies(found) -> dict[tuple[str, ...], Fraction]:
    chances: dict[tuple[str, ...], Fraction] = {}
    for outcome, weight in found.outcomes:
        key = tuple(FIRST.sub(r"both: \1", result) for _, result in outcome.tally)
        chances[key] = chances.get(key, Fraction(0)) + Fraction(weight, found.total)
    return chances


RULES = {
    (dice, order): table(effect_dice=dice, simultaneous=order)
    for dice in ("two", "one")
    for order in ("true", "winner_first")
}


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(
    SIDES,
    SIDES,
    st.sampled_from([0, 60, 125, 250, 400, 500, 800, 1000, 1500]),
    st.sampled_from(["day", "day", "day", "night"]),
    st.sampled_from(["fair", "fair", "adverse"]),
    st.sampled_from(list(RULES)),
)
def test_odds_are_the_count_over_every_face(shooter, target, distance, light, weather, options):
    shooter.active = True
    rules = RULES[options]
    away = None if "MB" in (shooter.type, target.type) else distance
    line = f"t1 at p3 {'' if away is None else away} light={light} weather={weather}"
    line += f" t1.cover={shooter.cover} cover={target.cover} t1.arc={shooter.arc} arc={target.arc}"
    line += " called=yes" if shooter.type in ("MB", "Mortars") else ""
    state = stands(shooter, target)
    assume(not refused(state, line, rules))
    sit = situation(state, line, rules)
    found = odds(lambda: FIRE.procedure(sit))
    expected = Dumb(shooter, target, away, light == "night", weather, options[0] == "one", options[1] != "true").count()
    assert tallies(found) == expected
    assert sum(expected.values()) == 1
    assert sum(weight for _, weight in found.outcomes) == found.total
    assert found.paths <= 100
    for pools in explain(lambda: FIRE.procedure(sit)):
        for pool in pools.pools:
            adds_up(pool)


def adds_up(pool: Pool) -> None:
    """The lines of a pool add up to the numbers that its reading uses."""
    assert getattr(pool.reading, "need", pool.sum("need")) == pool.sum("need")
    assert pool.reading.added == pool.sum("roll")
    if pool.key.startswith("effect"):
        (off,) = [line for line in pool.lines if line.rule == "EFF-04"]
        assert off.amount == -pool.sum("need")


@pytest.mark.parametrize(
    ("one", "other", "line", "rules", "paths"),
    [
        ("Panther", "T34/85", "t1 at p3 600", ("two", "true"), 28),
        ("RG", "IG", "t1 at p3 400", ("two", "true"), 33),
        ("RG", "IG", "t1 at p3 400", ("two", "winner_first"), 57),
        ("Panther", "RG", "t1 at p3 600 t1.detects=no", ("two", "true"), 1),
        ("MB", "RG", "t1 at p3 called=yes", ("two", "true"), 4),
    ],
)
def test_paths(one, other, line, rules, paths):
    sit = situation(duel(one, other), line, RULES[rules])
    assert odds(lambda: FIRE.procedure(sit)).paths == paths


def test_explain_names_every_throw_and_what_it_hangs_on():
    sit = situation(duel(), "t1 at p3 600")
    found = [(tuple(pool.key for pool in each.pools), each.after) for each in explain(lambda: FIRE.procedure(sit))]
    both = str(Found(True, True))
    assert found == [
        (("detection-reply",), ()),
        (("effect",), (str(Found(True, False)),)),
        (("initiative", "initiative-reply"), (both,)),
        (("effect", "effect-reply"), (both, BOTH_SHOOT)),
        (("effect-reply",), (both, TARGET_SHOOTS)),
    ]
    hear(*(words for _, after in found for words in after))

"""The facts of a shot, the detection of its target, and the selection of targets by batteries and aircraft (DET, TIME,
WX, CALL).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Literal

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import WrongPlace
from umpire.core.outcome import Objection
from umpire.core.pools import DiceLine, Pool, check
from umpire.core.procedure import Procedure, throw
from umpire.game.distances import METRES, Number, Ruler
from umpire.game.facts import Facts, key_of, yes_or_no
from umpire.game.rulebook.asked import Answered
from umpire.rulesets.asp.state import Stand, State
from umpire.rulesets.asp.state import ruler as ruler_of
from umpire.rulesets.asp.table import Table

LISTS = ("detection", "initiative", "effect", "fire", "range")
"""The lists of rows for an engagement: its dice, refusals, and the range of weapons."""


@frozen
class Shot:
    """The facts of one stand's shot at its opponent, before any die is thrown.

    `option` is the tactical option of the stand, "" for a stand that shoots back. `row` and `column` name the entry of
    the score matrix. If `can_affect` is true, the entry of the score matrix is not a dash, and the opponent is in range
    (INIT-03). `detected` is true if the stand has detected its opponent, and false if the stand need not detect
    (INIT-10). `target_faces` is true if the opponent has a flank and a rear (ARC-05). `target_cover` is none, cover or
    hard. `target_arc` is front, flank or rear. `light` is day, twilight or night. `arm` is the kind of the stand.
    `quality` is its grade. `ground` is its place. `range` is in metres, 0 if the shooter or the target is off the
    table. `told` has the values of facts that the rule table asks for.
    """

    option: str = ""
    arm: str = ""
    foe_arm: str = ""
    quality: str = "A"
    foe_quality: str = "A"
    ground: str = "none"
    foe_ground: str = "none"
    range: Number = 0
    turn: int = 0
    row: str = ""
    column: str = ""
    by_infantry: bool = False
    pinned: bool = False
    repulsed: bool = False
    markers: int = 0
    higher_grade: bool = False
    detected: bool = False
    can_affect: bool = True
    late_british: bool = False
    light_mortars: bool = False
    radar: bool = False
    light: str = "day"
    weather: str = "fair"
    target_fire_marker: bool = False
    target_markers: int = 0
    target_cover: str = "none"
    target_arc: str = "front"
    target_faces: bool = False
    target_skirts: bool = False
    target_transport: bool = False
    told: Answered = Answered()

    def after(self, letter: str) -> Shot:
        """Return this shot with the changes that apply after an enemy shot has pinned (P) or repulsed (R) the stand
        (FIRE-08).
        """
        if letter not in ("P", "R"):
            return self
        return replace(self, pinned=self.pinned or letter == "P", repulsed=self.repulsed or letter == "R")


LIGHT = key_of("light", ("day", "twilight", "night"))
WEATHER = key_of("weather", ("fair", "adverse"))


@frozen
class Seen:
    """The facts for the detection of a stand.

    `detected_as` is infantry, vehicle or aircraft. `cover` is the cover of the stand. `moving` is true if the stand
    moves. `lit` means that illumination lights the stand (ILL-02). If `within` is set, the stand is hidden in its
    `place`. Then other stands see it only from `within` metres or less.
    """

    detected_as: str
    cover: str
    moving: bool
    lit: bool = False
    within: int | None = None
    place: str = ""

    def hidden(self, distance: Number | None) -> bool:
        """Return whether the stand is too deep in a wood or built-up area to be seen from this distance (COV-05)."""
        return self.within is not None and distance is not None and distance > self.within


@frozen
class Look:
    """The attempt of one stand to detect its opponent.

    If `answer` is `throw`, a die decides; the die is in `pool`. The other answers need no die: `detects`, `fails`,
    `exempt` (the stand may shoot without detection) and `cannot`. `why` is the reason for the answer, in words. `rule`
    is the rule for the answer.
    """

    answer: Literal["throw", "detects", "fails", "exempt", "cannot"]
    why: str
    rule: str = ""
    pool: Pool | None = None

    @property
    def words(self) -> str:
        """The reason for the answer, with its rule."""
        return f"{self.why} ({self.rule})" if self.rule else self.why


def distances(table: Table, seen: Seen, light: str, weather: str) -> tuple[Fraction, Fraction]:
    """Return the near and the far distance in metres. A stand is detected on 2+ up to the near distance, and on 5+ up
    to the far distance.

    Night limits both distances; twilight halves both distances (TIME-06 to 08). For a stand lit by illumination, night
    and twilight count as day (ILL-02). Adverse weather also halves both distances (WX-03). An aircraft has the
    distances of a moving vehicle in the open (DET-12).
    """
    aircraft = seen.detected_as == "aircraft"
    light = "day" if seen.lit else light  # subject to weather only (ILL-02)
    cover = "open" if aircraft or seen.cover == "none" else "cover"
    moving = "moving" if aircraft or seen.moving else "stationary"
    near, far = table.detection["vehicle" if aircraft else seen.detected_as][cover][moving]
    cap = table.detection["at_most"].get(light, {}).get(cover)
    if cap is not None:
        near, far = min(near, cap), min(far, cap)
    divided_by = table.detection["divided_by"]
    divisor = divided_by.get(light, 1) * divided_by.get(weather, 1)
    return Fraction(near, divisor), Fraction(far, divisor)


def look(
    table: Table,
    key: str,
    side: str,
    viewer: str,
    name: str,
    seen: Seen,
    distance: Number,
    shot: Shot,
    weather: str,
    ruler: Ruler = METRES,
) -> Look:
    """Return the attempt of one stand to detect another stand in its line of sight, `distance` metres away.

    `viewer` and `name` are the names of the two stands. No die is rolled if the other stand is too far away. If every
    number on the die would succeed, the die is rolled only in a game that rolls every die of the book.
    """
    near, far = distances(table, seen, shot.light, weather)
    dimmed, rule = _dimmed(seen, shot.light, weather)
    status = ", ".join((_status(seen), *dimmed))
    if distance > far:
        rule = rule if distance <= distances(table, seen, "day", "fair")[1] else "DET-04"
        away = "contact" if far == 0 else ruler.said(far)
        words = f"{viewer}: cannot detect {name}, {status}; {ruler.said(distance)} is beyond {away}"
        return Look("cannot", words, rule)
    limit, which = (near, "near") if distance <= near else (far, "far")
    reach = "in contact" if limit == 0 else f"{which}, to {ruler.said(limit)}"
    base = DiceLine(viewer, table.limits[f"detect_{which}"], f"{status}: {reach}", "DET-02", "need")
    if row := table.modifiers.in_place("detection", shot):
        base = replace(base, amount=row.need, words=row.words, rule=row.rule)
    need = base.amount
    lines = (base, *table.modifiers.lines("detection", shot, viewer))
    pool = check(key, side, f"{viewer} to detect {name}", lines, rule="DET-03")
    added = pool.sum("roll")
    if need - added <= 1 and not by_the_book(table):
        return Look(
            "detects",
            f"{viewer}: certain to detect {name}: needs {need}+ at {ruler.said(distance)} with {added:+d}",
            "DET-08",
        )
    return Look("throw", f"{viewer}: {need}+ to detect {name}", pool=pool)


def by_the_book(table: Table) -> bool:
    """Return whether every die of the book is rolled, even a die that cannot matter (FIRE-02, FIRE-03)."""
    return table.options["dice"] == "book"


def _status(seen: Seen) -> str:
    if seen.detected_as == "aircraft":
        return "aircraft, treated as a vehicle moving in the open"
    where = "in the open" if seen.cover == "none" else "in cover"
    return f"{seen.detected_as} {where}, {'moving' if seen.moving else 'stationary'}"


def _dimmed(seen: Seen, light: str, weather: str) -> tuple[tuple[str, ...], str]:
    """Return two items: the conditions of light and weather that make a stand harder to see, in words, and their
    rule.
    """
    lights = {"night": ("at night", "TIME-07"), "twilight": ("in twilight", "TIME-06")}
    found = [lights[light]] if light in lights and not seen.lit else []
    found += [("in adverse weather", "WX-02")] if weather == "adverse" else []
    return tuple(words for words, _ in found), "WX-03" if len(found) > 1 else found[0][1] if found else ""


@frozen
class Call:
    """The selection of a target by a battery or aircraft.

    `pool` is the roll to select the target, None if no roll is needed or the result is typed. If `pool` is None,
    `called` says whether the target is selected. `alone` means that the battle group has only aircraft and batteries.
    These then roll for their targets (CALL-02). `distance` is the typed distance from the headquarters to the target in
    metres, None if no distance was typed.
    """

    pool: Pool | None = None
    called: bool = True
    distance: Number | None = None
    ruler: Ruler = METRES
    alone: bool = False

    def comes(self) -> Procedure[bool]:
        """Return whether the target is selected (CALL-02, CALL-03)."""
        if self.pool:
            return (yield from throw(self.pool, read=bool))
        return self.called or not self.alone

    def against(self, table: Table, battery: str, target: str) -> Iterator[Objection]:
        """Yield the objection to a target that is too far from the headquarters."""
        limit = table.limits["call_distance"]
        if not self.called and not self.alone:
            yield Objection("CALL-01", f"{target}: you typed that the fire of {battery} was not called")
        if self.distance is not None and self.distance > limit:
            yield Objection(
                "CALL-01",
                f"{target}: {self.ruler.said(self.distance)} from the headquarters, "
                f"at most {self.ruler.said(limit)} allowed",
            )


def calls(table: Table, row: str) -> bool:
    """Return whether a weapon belongs to a battery (CALL-10)."""
    return row in table.sections["calling"]["rows"]


def wholly_called(state: State, table: Table, group: str) -> bool:
    """Return whether a battle group has only aircraft and batteries, apart from a command stand (CALL-02)."""
    return all_called(table, state.all_of(group))


def all_called(table: Table, stands: Iterable[Stand]) -> bool:
    """Return whether these stands are aircraft and batteries, apart from a command stand."""
    kinds = [(table.type(stand.type), stand) for stand in stands]
    return all(kind.kind == "aircraft" or calls(table, stand.row or kind.row) for kind, stand in kinds if kind.counts)


def calling(known: Facts, state: State, table: Table, stand: Stand, *, on_table: bool = True) -> Call:
    """Return the selection of a target by a battery or aircraft. If the battle group has only batteries and aircraft, a
    roll decides (CALL-02). In any other battle group, no die is rolled, but the target must be near the headquarters
    (CALL-01). The result may also be typed: `called=yes` or `called=no`. If the target is on the table, the metres from
    the headquarters to the target may be typed too: `call=4200`.
    """
    ruler = ruler_of(state.scene, table)
    alone = wholly_called(state, table, stand.group)
    limit = table.limits["call_distance"]
    whose, rule = ("a headquarters", "CALL-02") if alone else ("its headquarters", "CALL-01")
    distance = known.settle("call", ruler.read("call"))
    if distance is not None and not on_table:
        raise WrongPlace(
            "call: the target is off the table, so it has no distance from a headquarters (DEP-03)", "leave it out"
        )
    if distance is None and on_table:
        known.assume(f"{whose} is within {ruler.said(limit)} of the target ({rule})")
    read = yes_or_no("called")
    called = known.settle("called", read) if alone else known.settle("called", read, assume=True)
    if called is None:
        return Call(call_pool(state, table, stand), True, distance, ruler, alone)
    return Call(None, called, distance, ruler, alone)


def call_pool(state: State, table: Table, stand: Stand) -> Pool:
    """Return the roll to select a target. The roll needs 5+, or 4+ for late British batteries (CALL-02, CALL-05)."""
    rows, kind = table.sections["calling"], table.type(stand.type)
    aircraft = kind.kind == "aircraft"
    why_not = "" if stand.late_british and not aircraft else "aircraft" if aircraft else "not late British"
    lines = (
        DiceLine(stand.name, rows["need"], "a battle group that has only aircraft and batteries", "CALL-02", "need"),
        DiceLine(stand.name, rows["late_british"], "late British artillery", "CALL-05", "need", why_not),
    )
    what = "come on the table" if aircraft else "fire"
    return check("call", state.groups[stand.group].side, f"call for {stand.name} to {what}", lines, rule="CALL-02")

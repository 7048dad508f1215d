"""Whether a stand can detect its opponent: certain, impossible, not needed, or a die (DET, TIME, WX)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from umpire.core.frozen import frozen
from umpire.core.pools import Line, Pool, check
from umpire.game.facts import one_of
from umpire.rulesets.asp.field.scale import decimal
from umpire.rulesets.asp.fire.shot import Shot
from umpire.rulesets.asp.table import Table

LIGHT = one_of("light", {word: word for word in ("day", "twilight", "night")})
WEATHER = one_of("weather", {word: word for word in ("fair", "adverse")})


@frozen
class Seen:
    """How a stand is there to be seen: detected as infantry, vehicle or aircraft, in cover (any cover), moving.

    `lit` is in illumination (ILL-02); `within` the metres from which alone it is seen, `place` being where it stands.
    """

    detected_as: str
    cover: str
    moving: bool
    lit: bool = False
    within: int | None = None
    place: str = ""

    def hidden(self, distance: int | None) -> bool:
        """Whether it stands too deep in a wood or built-up area to be seen from so far (COV-05)."""
        return self.within is not None and distance is not None and distance > self.within


@frozen
class Look:
    """One stand looking for its opponent.

    `answer` is `throw` (then there is a `pool`), or known without a die: `detects`, `exempt` (may shoot, but has not
    detected) or `cannot`. `why` and `rule` say it.
    """

    answer: Literal["throw", "detects", "fails", "exempt", "cannot"]
    why: str
    rule: str = ""
    pool: Pool | None = None

    @property
    def words(self) -> str:
        """Why it is so, and by which rule."""
        return f"{self.why} ({self.rule})" if self.rule else self.why


def distances(table: Table, seen: Seen, light: str, weather: str) -> tuple[Fraction, Fraction]:
    """The distances in metres within which a stand is detected near (2+) and far (5+).

    Night caps both, twilight halves them (TIME-06 to 08), adverse weather halves what is left (WX-03). Aircraft count
    as a vehicle moving in the open (DET-12).
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
    table: Table, key: str, side: str, viewer: str, name: str, seen: Seen, distance: int, shot: Shot, weather: str
) -> Look:
    """One stand looking for another that may be seen at all, `distance` metres away.

    `viewer` and `name` are what the two stands are called. A die is only thrown where it can fall either way.
    """
    near, far = distances(table, seen, shot.light, weather)
    status = _status(seen)
    if distance > far:
        away = "contact" if far == 0 else f"{decimal(far)} m"
        return Look("cannot", f"{viewer} cannot detect {name}, {status}: {distance} m is beyond {away}", "DET-04")
    limit, which = (near, "near") if distance <= near else (far, "far")
    reach = "in contact" if limit == 0 else f"{which}, to {decimal(limit)} m"
    need = table.limits[f"detect_{which}"]
    base = Line(viewer, need, f"{status}: {reach}", "DET-02", "need")
    lines = (base, *table.modifiers.lines("detection", shot, viewer))
    pool = check(key, side, f"{viewer} detects {name}", lines, rule="DET-03")
    added = pool.sum("roll")
    if need - added <= 1:
        return Look("detects", f"{viewer} detects {name}: {need}+ at {distance} m with {added:+d}, no die", "DET-08")
    return Look("throw", f"{viewer} needs {need}+ to detect {name}", pool=pool)


def _status(seen: Seen) -> str:
    if seen.detected_as == "aircraft":
        return "aircraft, as a vehicle moving in the open"
    where = "in the open" if seen.cover == "none" else "in cover"
    return f"{seen.detected_as} {where}, {'moving' if seen.moving else 'stationary'}"

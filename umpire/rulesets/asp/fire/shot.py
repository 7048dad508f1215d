"""What one stand's fire at another hangs on: the fields the modifier rows of the table ask about, and their lines."""

from __future__ import annotations

from umpire.core.frozen import frozen, replace
from umpire.core.pools import Line
from umpire.game.modifiers import unmet
from umpire.rulesets.asp.table import Table


@frozen
class Shot:
    """One stand's view of its opponent, before a die is thrown.

    `option` is the tactical option it fires on, "" for a stand that shoots back. `row` and `column` are the entry of
    the score matrix looked up; `can_affect` says it is no dash and in range (INIT-03). `detected` is set once a die or
    its certainty has found the opponent: an exempt stand never counts as having detected (INIT-10). `target_faces` is
    whether the opponent has a flank and a rear to be shot at (ARC-05). `target_cover` is none, cover or hard,
    `target_arc` front, flank or rear, `light` day, twilight or night.
    """

    option: str = ""
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
    target_fire_marker: bool = False
    target_markers: int = 0
    target_cover: str = "none"
    target_arc: str = "front"
    target_faces: bool = False
    target_skirts: bool = False
    target_transport: bool = False

    def after(self, letter: str) -> Shot:
        """The shot of a stand that has just been pinned (P) or repulsed (R) itself, FIRE-08 in order."""
        if letter not in ("P", "R"):
            return self
        return replace(self, pinned=self.pinned or letter == "P", repulsed=self.repulsed or letter == "R")


def modifier_lines(table: Table, at: str, of: str, shot: Shot) -> tuple[Line, ...]:
    """The lines of a modifier list (detection, initiative, effect), those that do not apply with why; caps last."""
    lines: list[Line] = []
    capped: dict[str, int] = {}
    for row in table.modifiers[at]:
        field = unmet(row.when, shot)
        if field:
            lines.append(Line(of, row.amount, row.words, row.rule, row.on, why_not(table, field, shot)))
            continue
        times = getattr(shot, row.times) if row.times else 1
        words = f"{row.words}: {times}" if row.times else row.words
        lines.append(Line(of, row.amount * times, words, row.rule, row.on))
        capped[row.group] = capped.get(row.group, 0) + row.amount * times
    for cap in table.caps:
        over = capped.get(cap["id"], 0) - cap["cap"]
        if over > 0:
            lines.append(Line(of, -over, cap["words"], cap["rule"], "roll"))
    return tuple(lines)


def why_not(table: Table, field: str, shot: Shot) -> str:
    """Why a row that hangs on this field does not apply, in words."""
    value = getattr(shot, field)
    told = ("yes" if value else "no") if isinstance(value, bool) else str(value) or "none"
    words = table.words.get(field, {})  # a row of house rules may hang on what the book's rows do not
    return words.get(told) or words.get("any") or f"{field.replace('_', ' ')} is {told}"


def with_detection(shot: Shot, detected: bool) -> Shot:
    """The shot once it is known whether its stand has made a successful detection."""
    return replace(shot, detected=detected)

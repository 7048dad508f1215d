"""What one stand's fire at another hangs on: the fields the modifier rows of the table ask about."""

from __future__ import annotations

from umpire.core.frozen import frozen, replace


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

"""What time takes: the clock and the light go on, smoke and light on the table end (SCALE-04, SMK-02, ILL-04)."""

from __future__ import annotations

from umpire.rulesets.asp.effects import Effect
from umpire.rulesets.asp.field.light import detection_words, lit_at
from umpire.rulesets.asp.scene import clock_words
from umpire.rulesets.asp.scene_effects import Lift, Setting
from umpire.rulesets.asp.state import State
from umpire.rulesets.asp.table import Table

TURN_MINUTES = 20
"""What one player turn lasts (SCALE-03, SCALE-04)."""
DAY = 24 * 60


def later(state: State, table: Table, minutes: int = TURN_MINUTES) -> tuple[tuple[Effect, ...], tuple[str, ...]]:
    """The clock goes on (SCALE-04): the new hour, and the light if it changes. Nothing where no hour is known."""
    minute = state.scene.minute
    if minute is None:
        return (), ()
    after = (minute + minutes) % DAY
    effects: list[Effect] = [Setting("minute", after)]
    words: list[str] = []
    light = lit_at(table, state.scene.season, after)
    if light and light != lit_at(table, state.scene.season, minute):
        effects.append(Setting("light", light))
        words.append(f"{clock_words(after)}: {detection_words(table, light)}")
    return tuple(effects), tuple(words)


def ends_with(state: State, side: str) -> tuple[tuple[Effect, ...], tuple[str, ...]]:
    """What is taken off the table when a player turn of this side ends: its smoke, the enemy's light (SMK-02)."""
    gone = [
        mark
        for mark in state.scene.marks.values()
        if (mark.kind == "smoke" and mark.side == side) or (mark.kind == "light" and mark.side != side)
    ]
    words = tuple(
        f"REMOVE {mark.kind} {mark.id} at {mark.where} ({'SMK-02' if mark.kind == 'smoke' else 'ILL-04'})"
        for mark in gone
    )
    return tuple(Lift(mark.id) for mark in gone), words

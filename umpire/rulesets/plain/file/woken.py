"""Games in which stands are woken one by one: the marks for these games, and the check of their settings in a rule
file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from umpire.game.forms import Path, Problem

Rows = Mapping[str, Any]

WOKEN: Rows = {
    "awake": {"words": "is awake", "until": "phase"},
    "woken": {"words": "has been woken", "until": "turn"},
}
"""The marks of the stand that acts now, and of stands that have been woken, if play goes stand by stand."""


def by_stands(rows: Rows) -> Iterator[Problem]:
    """Yield the problems of settings for woken stands.

    In a game without woken stands, each of these settings is a problem.
    """
    begins = [verb for verb, act in rows["act"].items() if act.get("begins")]
    if rows["turn"].get("order") == "stands":
        if not begins:
            yield Problem(
                ("turn", "order"), "the game needs an act that wakes a stand", "write begins = true in an act"
            )
        for name in WOKEN:
            if rows["mark"][name].get("counts"):
                yield Problem(("mark", name, "counts"), f"{name} is yes or no, not a number", "leave out `counts`")
        for verb in begins:
            if any(role.get("many") and not role.get("after") for role in rows["act"][verb]["role"].values()):
                yield Problem(("act", verb, "begins"), "only one stand can be woken at a time", "leave out `many`")
        return
    needs = 'write order = "stands" in [turn]'
    if "sides" in rows["turn"]:
        yield Problem(("turn", "sides"), "this key is only for games in which stands are woken", needs)
    for verb in begins:
        yield Problem(("act", verb, "begins"), "in this game no stand is woken", needs)
    for path, effect in _effects(rows):
        if effect.get("end") == "woken":
            yield Problem((*path, "end"), "in this game no stand is woken", needs)


def _effects(rows: Rows) -> Iterator[tuple[Path, Rows]]:
    """Yield every effect with its place."""
    for section in ("steps", "act"):
        for name, each in rows[section].items():
            for at, step in enumerate(each["step"]):
                for place, result in enumerate(step.get("result", ())):
                    for number, effect in enumerate(result.get("do", ())):
                        yield (section, name, "step", at, "result", place, "do", number), effect

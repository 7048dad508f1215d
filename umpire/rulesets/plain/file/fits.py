"""The check for keys that do not fit together, or that would have no effect."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from umpire.core.mistakes import found
from umpire.game.forms import Path, Problem
from umpire.rulesets.plain.file.does import DOES
from umpire.rulesets.plain.file.keys import BESIDE, THROWN_AGAIN
from umpire.rulesets.plain.file.rules import DOUBLE

Rows = Mapping[str, Any]
_OF_A_NAME = ("is", "total", "column", "role", "count")


def check_keys(path: Path, step: Rows) -> Iterator[Problem]:
    """Yield the problems of keys that do not fit together, or that would have no effect without another key."""
    for key, other in BESIDE.items():
        if key in step and other not in step:
            yield Problem((*path, key), f"this key needs `{other}`, but `{other}` is missing", f"add {other} = ...")
    if "policy" in step and "choose" not in step and not _shares(step):
        yield Problem((*path, "policy"), "no player chooses anything in this step", "leave out `policy`")
    if "explode" in step and "keep" in step:
        words = "a step with `explode` must count all its dice"
        yield Problem((*path, "keep"), words, "leave out `keep` or `explode`")
    yield from _thrown_again(path, step)
    sides, looks = step.get("sides", 6), step.get("look", {})
    lists: dict[Path, Any] = {("look", name): each for name, each in looks.items()}
    lists |= {(key,): step.get(key) for key in ("rows", "columns", "choose")}
    lists |= {(key, "on"): step.get(key, {}).get("on") for key in ("explode", "reroll")}
    for empty, each in lists.items():
        if each == []:
            yield Problem((*path, *empty), "found an empty list, expected a list with at least one entry")
    shown = {("look", name): faces for name, faces in looks.items() if isinstance(faces, list)}
    for name, faces in looks.items():
        if faces == DOUBLE and (not {"check", "total"} & {*step} or "explode" in step or _single(step)):
            yield Problem(
                (*path, "look", name),
                "a double needs a `check` or a `total`, and all dice of the step must be thrown together",
            )
        elif isinstance(faces, str) and faces != DOUBLE and not {"count", "total"} & {*step}:
            yield Problem((*path, "look", name), "a bound needs a `count` or a `total`", "write the faces")
    shown |= {(key, "on"): on for key in ("explode", "reroll") if isinstance(on := step.get(key, {}).get("on"), list)}
    for named, faces in shown.items():
        if high := [face for face in faces if face > sides]:
            yield Problem((*path, *named), f"a die of {sides} sides cannot show {high[0]}", f"faces are 1 to {sides}")
    for name in looks:
        if name in _OF_A_NAME or (name == "by" and "check" in step):
            yield Problem((*path, "look", name), f"{step['id']}.{name} means something else", "choose another name")
    if "table" in step and len(step.get("columns", ())) == 1 and "below" not in step:
        lines: list[Path] = [(key,) for key in ("column", "odds") if key in step]
        lines += [("modifier", at) for at, row in enumerate(step.get("modifier", ())) if row.get("on") == "column"]
        lines += [("limit", on) for on in step.get("limit", ()) if on == "column"]
        for place in lines:
            yield Problem((*path, *place), "the table has one column", "add columns, or leave this key out")


def _single(step: Rows) -> bool:
    """Return whether a step may throw single dice again, not just all dice of a failed throw."""
    return bool(step.get("reroll", {}).get("on", "failure") != "failure")


def _thrown_again(path: Path, step: Rows) -> Iterator[Problem]:
    """Yield the problems of dice thrown again.

    The kind of a step decides which of its dice may be thrown again. A step that throws dice again must not have
    `explode`. A step that throws single dice again must not have `keep` either.
    """
    if "reroll" not in step:
        return
    row, here = step["reroll"], (*path, "reroll", "on")
    on = row["on"] if isinstance(row["on"], str) else "faces"
    if not any(kind in step for kind in THROWN_AGAIN[on]):
        kinds = ", ".join(f"`{kind}`" for kind in THROWN_AGAIN[on])
        yield Problem(
            here,
            f"{on} may be thrown again only in: {kinds}" if on != "failure" else f"only a {kinds} can fail",
        )
    for key in ("explode", "keep"):
        if key in step and (key == "explode" or on != "failure"):
            words = f"dice may be thrown again or {'kept' if key == 'keep' else 'thrown once more'}, not both"
            yield Problem((*path, "reroll"), words, f"leave out `{key}` or `reroll`")
    if "most" in row and on == "failure":
        yield Problem(
            (*path, "reroll", "most"),
            "a throw that fails is thrown again with all its dice, so `most` has no effect",
            "leave out `most`",
        )


def _shares(step: Rows) -> bool:
    return any(does.get("share") for row in step.get("result", ()) for does in row.get("do", ()))


def check_table(path: Path, step: Rows) -> Iterator[Problem]:
    """Yield the problems of the columns and rows of a table."""
    wide = len(step.get("columns", ()))
    if wide > 1 and ("odds" in step) is ("column" in step):
        yield Problem((*path, "column"), "the table needs a column", 'write odds = ["a", "b"] or column = "..."')
    if "below" in step and "odds" not in step:
        yield Problem(
            (*path, "below"),
            "only a table with `odds` may have this key",
            'write odds = ["a", "b"], or leave out `below`',
        )
    if "odds" in step:
        for at, column in enumerate(step.get("columns", ())):
            if not re.fullmatch(r"[1-9]\d{0,2}:[1-9]\d{0,2}", column):
                yield Problem((*path, "columns", at), f"found {found(column)}, expected odds", 'for example "3:2"')
    for at, row in enumerate(step.get("rows", ())):
        if len(row["cells"]) != wide:
            words = f"found {len(row['cells'])} cells, expected {wide}, one per column"
            yield Problem((*path, "rows", at, "cells"), words)
        if at and row["least"] <= step["rows"][at - 1]["least"]:
            yield Problem((*path, "rows", at, "least"), "rows must be in rising order", "sort them")


def check_effect(path: Path, effect: Rows) -> Iterator[Problem]:
    """Yield the problems of an effect. An effect must do one thing, and have the keys that this thing needs."""
    does = [key for key in DOES if key in effect]
    if len(does) != 1:
        yield Problem(
            path,
            f"found {' and '.join(does) or 'nothing'}, expected one of: {', '.join(DOES)}",
            "write one effect in each row",
        )
    elif ("to" in effect) is not (does == ["set"]):
        words = "this key is missing; `set` needs it" if does == ["set"] else "only `set` has this key"
        yield Problem((*path, "to"), words, 'for example { set = "own.orders", to = 3 }')
    elif does == ["set"] and "by" in effect:
        yield Problem((*path, "by"), "`set` has no `by`", "write `to`")

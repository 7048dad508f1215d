"""The check of blocks and of the steps that play blocks. A step must hand over everything that its block needs, and no
block may play itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from umpire.core.mistakes import did_you_mean
from umpire.game.forms import Path, Problem

Rows = Mapping[str, Any]
Named = Callable[[Path, str], Iterator[Problem]]
DEEPEST = 4
"""So many blocks play each other at most."""


def names_of(block: Rows) -> tuple[str, ...]:
    """Return the names handed over to a block: its roles, its numbers, its facts."""
    return (*block["roles"], *block.get("numbers", ()), *block.get("facts", ()))


def block_declared(path: Path, name: str, rows: Rows, named: Named) -> Iterator[Problem]:
    """Yield the problems of a block: a block without roles, wrong names in its declarations, a block that plays itself,
    and blocks nested too deep.
    """
    block = rows["steps"][name]
    yield from named(path, name)
    if not block["roles"]:
        yield Problem((*path, "roles"), "the block has no roles", 'write roles = ["firer", "mark"]')
    for key in ("roles", "numbers", "facts"):
        for at, each in enumerate(block.get(key, ())):
            yield from named((*path, key, at), each)
            if names_of(block).count(each) > 1:
                yield Problem((*path, key, at), f"{each!r} is declared twice", "choose another name")
    if name in _playing(name, rows):
        yield Problem(
            (*path, "step"), "`play` leads back to this same block", "repeat steps with `again`, or leave out a `play`"
        )
    elif _is_deep(name, rows) and not any(each in _playing(each, rows) for each in _playing(name, rows)):
        yield Problem(
            (*path, "step"), f"blocks are nested more than {DEEPEST} deep", "play fewer blocks inside other blocks"
        )


def _played_in(name: str, rows: Rows) -> list[str]:
    """Return the blocks that the steps of a block play."""
    steps = rows["steps"].get(name, {}).get("step", ())
    return [str(step["play"]) for step in steps if step.get("play") in rows["steps"]]


def _playing(name: str, rows: Rows) -> set[str]:
    """Return every block that this block plays, directly or through other blocks."""
    seen: set[str] = set()
    front = {*_played_in(name, rows)}
    while front - seen:
        seen |= front
        front = {other for each in front for other in _played_in(each, rows)}
    return seen


def _is_deep(name: str, rows: Rows) -> bool:
    front = {name}
    for _ in range(DEEPEST):
        front = {other for each in front for other in _played_in(each, rows)}
    return bool(front)


def played(path: Path, step: Rows, rows: Rows) -> Iterator[Problem]:
    """Yield the problems of a step that plays a block: an unknown block, a name that is not handed over, or a name that
    the block does not use.
    """
    block = rows["steps"].get(step["play"])
    if block is None:
        blocks = list(rows["steps"])
        words = f"one of: {', '.join(blocks)}" if blocks else "the file has no blocks yet"
        near = did_you_mean(str(step["play"]), blocks, few=0) or f"write [[steps.{step['play']}.step]]"
        yield Problem((*path, "play"), f"no block is called {str(step['play'])!r}; {words}", near)
        return
    given, known = step.get("with", {}), names_of(block)
    lacking = [name for name in (*block["roles"], *block.get("numbers", ())) if name not in given]
    if lacking:
        who = ", ".join(f'{name} = "..."' for name in lacking)
        yield Problem(
            (*path, "with"), f"the block `{step['play']}` needs {', '.join(lacking)}", f"write with = {{ {who} }}"
        )
    for name in given:
        if name not in known:
            words = (
                f"the block `{step['play']}` does not use `{name}`; the block uses {', '.join(dict.fromkeys(known))}"
            )
            yield Problem((*path, "with", name), words, did_you_mean(name, list(known)))


def length(step: Rows, rows: Rows, known: dict[str, int] | None = None) -> int:
    """Return the number of steps in the block that this step plays, or 1 if the step does not play a block.

    A block that plays itself counts as 1.
    """
    name, known = str(step.get("play", "")), {} if known is None else known
    if name not in rows["steps"] or name in _playing(name, rows):
        return 1
    if name not in known:
        known[name] = sum(length(each, rows, known) for each in rows["steps"][name]["step"])
    return known[name]


def goes_round(step: Rows, rows: Rows) -> bool:
    """Return whether a step plays a block in which an effect `again` repeats steps."""
    name = step.get("play")
    blocks = {name, *_playing(str(name), rows)} & {*rows["steps"]} if name else set()
    inner = [each for block in blocks for each in rows["steps"][block]["step"]]
    return any("again" in does for each in inner for row in each.get("result", ()) for does in row.get("do", ()))

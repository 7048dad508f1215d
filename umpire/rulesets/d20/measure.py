"""The few numbers that are said in words."""

from __future__ import annotations

_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four"}
_PARTS = {1: "whole", 2: "half", 3: "a third", 4: "a quarter"}


def part(divisor: int) -> str:
    """What is left when something is divided by this: `half`, `1/5`."""
    return _PARTS.get(divisor, f"1/{divisor}")


def fall_back_moves(count: int) -> str:
    """`two fall-back moves`."""
    return f"{_NUMBERS.get(count, count)} fall-back move" + ("s" if count != 1 else "")

"""How a side may take its losses: every legal way, the least painful first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from umpire.rulesets.star_general.state import Stand

Hex = tuple[Stand, tuple[Stand, ...]]
"""A core stand and the support stands with it."""

Loss = tuple[tuple[str, int], ...]
"""Strength points lost by stand id."""

POLICY = "strongest core stand first, support last"


def most(hexes: tuple[Hex, ...], hex_cap: int) -> int:
    """The most strength points these hexes can lose, `hex_cap` each, before nothing is left."""
    return sum(min(hex_cap, core.sp + len(supports)) for core, supports in hexes)


def legal_losses(hexes: tuple[Hex, ...], due: int, hex_cap: int, *, of_side: bool = True) -> tuple[Loss, ...]:
    """Every legal way to lose `due` strength points (or all there is), the default first.

    No hex loses more than `hex_cap` (TSG-4-02). At most one of the points is a support stand (TSG-4-03, -11): of all
    the side loses, or of each hex by itself unless the cap is `of_side` (AMB-33). Except that a support stand may not
    be left alone: it goes before the last point of its core stand (TSG-4-07). Support stands of a kind are one choice,
    not two.
    """
    per_hex = [tuple(_ways(core, supports, min(due, hex_cap))) for core, supports in hexes]
    allocations = list(product(*per_hex))
    total = min(due, max((sum(_points(way) for way in ways) for ways in allocations), default=0))
    found = [tuple(loss for way in ways for loss in way) for ways in allocations if sum(map(_points, ways)) == total]
    if of_side:
        cores = {core.id for core, _ in hexes}
        removed = [sum(stand not in cores for stand, _ in loss) for loss in found]
        fewest = max(1, min(removed, default=0))
        found = [loss for loss, supports in zip(found, removed, strict=True) if supports <= fewest]
    return tuple(sorted(found, key=lambda loss: _pain(hexes, loss)))


def of_mixed(losses: tuple[Loss, ...], close: tuple[Hex, ...], option: str) -> tuple[Loss, ...]:
    """The losses legal where some attackers are in close combat and others fire: one at least falls on the former.

    `close_hex`: on anything in their hexes (TSG-4-06); `close_stand`: on the core stand itself (3SG-4-06), as far as it
    may lose a point.
    """
    stands = [core.id for core, _ in close]
    hexes = [*stands, *(support.id for _, supports in close for support in supports)]
    for asked in (stands, hexes) if option == "close_stand" else (hexes,):
        kept = tuple(loss for loss in losses if any(stand in asked for stand, _ in loss))
        if kept:
            return kept
    return losses


def unshared(losses: tuple[Loss, ...], hexes: tuple[Hex, ...]) -> tuple[Loss, ...]:
    """The losses that fall on one hex alone, as far as one can bear them (AMB-35, as an option)."""
    held = [(core.id, *(support.id for support in supports)) for core, supports in hexes]
    kept = tuple(loss for loss in losses if any(all(stand in own for stand, _ in loss) for own in held))
    return kept or losses


def _points(way: Loss) -> int:
    return sum(points for _, points in way)


def _ways(core: Stand, supports: tuple[Stand, ...], most_points: int) -> Iterator[Loss]:
    """Every legal loss of one hex, from nothing to `most_points`."""
    for points in range(most_points + 1):
        ways = [
            (lost, fallen)
            for lost in range(min(points, core.sp) + 1)
            for fallen in _subsets(supports, points - lost)
            if lost < core.sp or len(fallen) == len(supports)
        ]
        fewest = min((max(1, len(fallen)) for _, fallen in ways), default=0)
        for lost, fallen in ways:
            if len(fallen) <= fewest:
                yield ((core.id, lost),) * (lost > 0) + tuple((stand.id, 1) for stand in fallen)


def _subsets(supports: tuple[Stand, ...], size: int) -> Iterator[tuple[Stand, ...]]:
    """The ways to lose `size` support stands; stands of one kind are the same."""
    seen = set()
    for chosen in combinations(supports, size):
        kinds = tuple(sorted(stand.kind for stand in chosen))
        if kinds not in seen:
            seen.add(kinds)
            yield chosen


def _pain(hexes: tuple[Hex, ...], loss: Loss) -> tuple[int, int, tuple[int, ...]]:
    """What makes a loss worse: support stands, then stands destroyed, then points off the weaker stands."""
    points = dict(loss)
    supports = sum(points.get(stand.id, 0) for _, held in hexes for stand in held)
    destroyed = sum(points.get(core.id, 0) >= core.sp for core, _ in hexes)
    left = sorted(core.sp - points.get(core.id, 0) for core, _ in hexes)
    return supports, destroyed, tuple(-strength for strength in left)


def tokens(losses: tuple[Loss, ...]) -> tuple[str, ...]:
    """What is typed for each loss: `tb2`, `ta+tb`, `para+mg`; with dashes (`t-2`) where `t2` is a stand itself."""
    stands = {stand.lower() for loss in losses for stand, _ in loss}
    if not any(f"{stand}{points}".lower() in stands for loss in losses for stand, points in loss if points > 1):
        return tuple("+".join(f"{stand}{points if points > 1 else ''}" for stand, points in loss) for loss in losses)
    return tuple("+".join(f"{stand}-{points}" for stand, points in loss) for loss in losses)


def offered(losses: tuple[Loss, ...], hexes: tuple[Hex, ...]) -> tuple[tuple[str, str, Loss], ...]:
    """Losses as options to choose from: what is typed, its words, the loss."""
    named = {stand.id: stand.name for core, supports in hexes for stand in (core, *supports)}
    words = (", ".join(f"{named[stand]} loses {points}" for stand, points in loss) for loss in losses)
    return tuple(zip(tokens(losses), words, losses, strict=True))

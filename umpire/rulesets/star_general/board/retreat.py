"""What a retreat through enemy zones of control costs: every legal way to pay, and what is gone then."""

from __future__ import annotations

from itertools import combinations

from umpire.core.procedure import Procedure, choose
from umpire.rulesets.star_general.combat.losses import Loss, tokens
from umpire.rulesets.star_general.state import Stand

POLICY = "off the core stand, as far as it goes"


def retreat_losses(core: Stand, supports: tuple[Stand, ...], due: int) -> tuple[Loss, ...]:
    """Every way to lose `due` strength points, or all there is: the owner chooses each (TSG-2.6-08, AMB-37).

    No support stand is left alone, so the last point of the core stand goes last. The default comes first: as much off
    the core stand as it can lose.
    """
    due = min(due, core.sp + len(supports))
    found = []
    for fallen in range(len(supports) + 1):
        points = due - fallen
        if not 0 <= points <= core.sp or (points == core.sp and fallen < len(supports)):
            continue
        for chosen in combinations(supports, fallen):
            found.append(((core.id, points),) * (points > 0) + tuple((stand.id, 1) for stand in chosen))
    return tuple(found)


def pay(core: Stand, supports: tuple[Stand, ...], due: int) -> Procedure[Loss]:
    """The owner pays for a retreat; asked only where there is more than one legal way."""
    if not due:
        return ()
    legal = retreat_losses(core, supports, due)
    named = {stand.id: stand.name for stand in (core, *supports)}
    options = tuple(
        (token, ", ".join(f"{named[stand]} loses {points}" for stand, points in loss), loss)
        for token, loss in zip(tokens(legal), legal, strict=True)
    )
    points = "1 strength point" if due == 1 else f"{due} strength points"
    return (yield from choose(f"retreat {core.id}", core.side, f"{core.name} loses {points}", options, POLICY))

"""The groups of steps of an act, played one after another.

The chances of groups without questions are found by counting forward (see `folding`).
"""

from __future__ import annotations

from umpire.core.procedure import Procedure, part
from umpire.rulesets.plain.acts.env import Playing, Progress
from umpire.rulesets.plain.acts.results import given_out
from umpire.rulesets.plain.acts.steps import Counted, group_of_steps


def upto(sit: Playing, count: int) -> Procedure[Progress]:
    """Return the progress after the first `count` groups of steps."""
    begin = sit.plan.runs[count]
    if count == 0:
        return Progress()
    if begin < count:
        going = (yield from part(upto, sit, begin)) if begin else Progress()
        return (yield from part(since, sit, going, begin, count, counted=_folded))
    going = (yield from part(upto, sit, count - 1)) if count > 1 else Progress()
    group = sit.plan.groups[count - 1]
    going = yield from group_of_steps(sit, group, going)
    while going.owed:
        going = yield from given_out(sit, group[-1], going)
    return going


def since(sit: Playing, going: Progress, begin: int, count: int) -> Procedure[Progress]:
    """Return the progress after the groups of steps `groups[begin:count]`. These groups ask no questions."""
    if count - 1 > begin:
        going = yield from part(since, sit, going, begin, count - 1, counted=_folded)
    return (yield from group_of_steps(sit, sit.plan.groups[count - 1], going))


def _folded(sit: Playing, going: Progress, begin: int, count: int) -> Counted:
    from umpire.rulesets.plain.acts.folding import folded  # needed only by odds

    return folded(sit, going, begin, count)

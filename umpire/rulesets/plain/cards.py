"""The paper of a game of a rule file, apart from its sheet: chits of marks, and a track."""

from __future__ import annotations

from umpire.core.frozen import replace
from umpire.game.maps.drawn import Sign
from umpire.game.roster import Block, Chit, Lane, Paper, RosterStand, turns
from umpire.rulesets.plain.file.rules import TOGETHER
from umpire.rulesets.plain.file.table import Rules
from umpire.rulesets.plain.listing import marks
from umpire.rulesets.plain.state import State


class PlainPaper(Paper[State, Rules]):
    """The roster of any ruleset, made from its status, with the type as the symbol, losses and marks."""

    def roster(self, state: State, table: Rules) -> tuple[Block, ...]:
        """Return the stands of each side, with their losses and marks as their state."""

        def entry(one: RosterStand) -> RosterStand:
            stand = state.stands[one.id]
            tracks = [
                (row.words, getattr(stand, name), table.type[stand.type][f"{name}_full"])
                for name, row in table.track.items()
            ]
            lost = [f"{left}/{full} {words}" for words, left, full in tracks if left < full]
            found = (*lost, *filter(None, [marks(stand, table)]))
            return replace(one, sign=Sign(str(table.type[stand.type]["words"])), gone=stand.removed, state=found)

        blocks = super().roster(state, table)
        return tuple(replace(block, stands=tuple(map(entry, block.stands))) for block in blocks)

    def chits(self, state: State, table: Rules) -> tuple[Chit, ...]:
        """Return the marks, enough for all stands; marks for having acted are not put on the table."""
        there = sum(not stand.removed for stand in state.stands.values())
        marks = [mark for name, mark in table.mark.items() if name not in table.once]
        return tuple(Chit("", mark.words, count=there * (mark.most if mark.counts else 1)) for mark in marks if there)

    def track(self, state: State, table: Rules) -> tuple[Lane, ...]:
        """Return a lane of turns, and the phases: one lane for each side if it plays all phases before the other."""
        phases = tuple(phase.replace("_", " ") for phase in table.turn.phases)
        turn = table.turn
        by_side = turn.order == "sides" or (turn.order == "stands" and turn.sides not in TOGETHER)
        whose = state.sides if by_side else ("phase",)
        return (turns(table.turn.turns), *(Lane(title, phases) for title in whose))

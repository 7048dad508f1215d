"""The paper for a game with a rule file: cards of the stands, chits for marks, and a turn track.

The sheet is not included.
"""

from __future__ import annotations

from umpire.game.maps.drawn import Sign
from umpire.game.roster import COUNTS, Block, Boxes, Chit, Lane, Paper, RosterFact, RosterStand, turns
from umpire.rulesets.plain.file.rules import TOGETHER
from umpire.rulesets.plain.file.table import Rules
from umpire.rulesets.plain.listing import marks, own_type, values
from umpire.rulesets.plain.state import Stand, State

COUNTED = ("number", "distance")
"""The kinds of attributes that are large on a card."""
FEW = 3
"""So many chits of a mark that is counted lie beside a stand; of more there are chits with numbers."""


class PlainPaper(Paper[State, Rules]):
    """The paper for a game with a rule file. The symbol of a stand is made from the name of its type."""

    def roster(self, state: State, table: Rules) -> tuple[Block, ...]:
        """Return the stands of each side, each with its numbers, its marks, and boxes for its tracks."""
        blocks = (Block("", "", side, stands=_stands(state, table, side)) for side in state.sides)
        return tuple(block for block in blocks if block.stands)

    def chits(self, state: State, table: Rules) -> tuple[Chit, ...]:
        """Return enough chits of each mark for all stands.

        Marks for having acted are left out, because they are not put on the table.
        """
        there = sum(not stand.removed for stand in state.stands.values())
        marks = [mark for name, mark in table.mark.items() if name not in table.once]
        found = []
        for mark in marks if there else ():
            if mark.counts and mark.most > FEW:
                found += [Chit(str(count), mark.words, count=there) for count in COUNTS if count <= mark.most]
            else:
                found.append(Chit("", mark.words, count=there * (mark.most if mark.counts else 1)))
        return tuple(found)

    def track(self, state: State, table: Rules) -> tuple[Lane, ...]:
        """Return a lane of turns and a lane of phases.

        If the sides play one after the other, each side has its own lane of phases.
        """
        phases = tuple(phase.replace("_", " ") for phase in table.turn.phases)
        turn = table.turn
        by_side = turn.order == "sides" or (turn.order == "stands" and turn.sides not in TOGETHER)
        whose = state.sides if by_side else ("phase",)
        return (turns(table.turn.turns), *(Lane(title, phases) for title in whose))


def _stands(state: State, table: Rules, side: str) -> tuple[RosterStand, ...]:
    return tuple(_entry(stand, state, table) for stand in state.of(side))


def _entry(stand: Stand, state: State, table: Rules) -> RosterStand:
    type_ = own_type(stand, table)
    boxes = [
        Boxes(row.words, type_[f"{name}_full"], getattr(stand, name), out=row.empty == "remove")
        for name, row in table.track.items()
    ]
    numbers, facts = list[RosterFact](), list[RosterFact]()
    for name, value in values(stand, table, state):
        attribute = table.stand[name]
        words, by = attribute.words or name, attribute.by
        if by:
            against = [(word, type_.get(f"{name}.{word}")) for word in table.stand[by].kind]
            numbers += [RosterFact(f"{words} {word}", str(count)) for word, count in against if count is not None]
        else:
            (numbers if attribute.kind in COUNTED else facts).append(RosterFact(words, value))
    marked = "removed" if stand.removed else marks(stand, table)
    facts += [RosterFact("state", marked)] if marked else []
    return RosterStand(
        stand.id, stand.name, stand.side, Sign(str(type_["words"])), numbers=tuple(numbers), facts=tuple(facts),
        boxes=tuple(boxes), gone=stand.removed, state=(marked,) if marked else (),
    )  # fmt: skip

"""Stands of a failed battle group are halted for a command point each (BG-08)."""

from __future__ import annotations

from dataclasses import dataclass

from umpire.core.mistakes import Mistake
from umpire.core.outcome import Objection, Outcome
from umpire.core.procedure import Procedure, settled
from umpire.game.facts import Known, Told
from umpire.rulesets.asp.effects import Halted
from umpire.rulesets.asp.effects import apply as applied
from umpire.rulesets.asp.group.account import Bill, bill, settle_up, unpaid
from umpire.rulesets.asp.group.naming import find_stand
from umpire.rulesets.asp.group.options import unthrown
from umpire.rulesets.asp.group.sequence import begins, turn_of
from umpire.rulesets.asp.group.whereabouts import TACTICAL, off_table, owed, retreats
from umpire.rulesets.asp.state import Stand, State
from umpire.rulesets.asp.table import Table


@dataclass(frozen=True, eq=False)
class HaltSituation:
    """Retreating stands that are to stand fast this turn."""

    state: State
    table: Table
    stands: tuple[Stand, ...]
    bills: tuple[Bill | None, ...]
    known: Known
    also: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Who is halted."""
        return "Halted: " + ", ".join(stand.name for stand in self.stands)

    @property
    def side(self) -> str:
        """Whose stands they are."""
        return self.state.groups[self.stands[0].group].side


def situate(state: State, table: Table, told: Told) -> HaltSituation:
    """`halt t1 t2`. Raises Mistake."""
    known = Known(told)
    if not told.named(""):
        raise Mistake("nobody is named to be halted", "for instance: halt t1 t2")
    stands = tuple({stand.id: stand for stand in (find_stand(state, name) for name in told.named(""))}.values())
    cost = table.limits["halt_cost"]
    bills = tuple(bill(known, state, table, stand, "", plain_cp=cost) for stand in stands)
    known.finish()
    return HaltSituation(state, table, stands, bills, known)


def objections(sit: HaltSituation) -> tuple[Objection, ...]:
    """Only stands that must retreat, and have not, are halted."""
    found = []
    for stand in sit.stands:
        group = sit.state.groups[stand.group]
        if not retreats(sit.state, group):
            found.append(Objection("BG-08", f"{group.name} does not retreat: nobody is to be halted"))
        elif off_table(sit.table, stand):
            found.append(Objection("BG-12", f"{stand.name} is off the table: it does not retreat"))
        elif stand.moved and sit.state.clock.turn:
            found.append(Objection("BG-08", f"{stand.name} has moved this turn"))
        elif stand.halted:
            found.append(Objection("BG-08", f"{stand.name} is halted already"))
    return tuple(dict.fromkeys(found))


def out_of_turn(state: State, table: Table, sit: HaltSituation) -> tuple[Objection, ...]:
    """Stands are halted among the tactical moves of their battle group."""
    groups = {stand.group: state.groups[stand.group] for stand in sit.stands}
    found = tuple(each for group in groups.values() for each in turn_of(state, group, TACTICAL))
    no_dice = tuple(each for group in groups.values() for each in unthrown(state, group))
    return (*found, *no_dice, *unpaid(table, tuple(each for each in sit.bills if each)))


def procedure(sit: HaltSituation) -> Procedure[Outcome]:
    """Nothing is thrown for halting."""
    paid, left = settle_up(sit.state, sit.bills)
    effects = (*begins(sit.state, sit.stands[0].group), *paid, *(Halted(stand.id) for stand in sit.stands))
    names = ", ".join(stand.name for stand in sit.stands)
    hands = (f"{names} {'stand' if len(sit.stands) > 1 else 'stands'} fast",)
    return settled(Outcome(effects, (), (*hands, *left), owed(applied(sit.state, effects), sit.table)))

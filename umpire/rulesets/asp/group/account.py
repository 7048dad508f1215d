"""The cost of an act in command points, with the surcharge for distance (CP). The module also has the tactical points
that command points buy, the cost of each tactical option, and the options that a stand can pay for (TAC).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from umpire.core.frozen import frozen
from umpire.core.outcome import Objection, number_of
from umpire.game.distances import Number, Ruler
from umpire.game.facts import Facts
from umpire.game.rulebook.modifiers import filled
from umpire.rulesets.asp.effects import Effect, HalfWay, Spend
from umpire.rulesets.asp.group.movement import hq_is_lost
from umpire.rulesets.asp.state import Group, Stand, State, ruler
from umpire.rulesets.asp.table import Table


def allowance(table: Table, group: Group) -> int:
    """Return the tactical points that one command point buys for a stand of this group (TAC-02)."""
    more = table.limits["tactical_mobile"] if group.command == "mobile" else 0
    return table.grades[group.grade]["tactical_points"] + more


def steps(table: Table, distance: Number, step: int) -> int:
    """Return the extra command points for a distance to the headquarters (MARCH-07).

    A step is `step` metres long. Each complete step adds one command point. If the option `surcharge_round` is `ceil`,
    an incomplete step also adds one command point.
    """
    return int(-(-distance // step) if table.options["surcharge_round"] == "ceil" else distance // step)


def bought(table: Table, group: Group, kept: int, cost: int) -> tuple[int, int | None]:
    """Return the command points needed for an option that costs `cost` tactical points, and the tactical points left
    afterwards (TAC-03). The second value is None if the points are not enough. `kept` is the number of tactical points
    left before. The option `tp_pool` decides whether one command point may pay for several options.
    """
    each, one = allowance(table, group), table.limits["tactical_cost"]
    match table.options["tp_pool"]:
        case "pooled_turn":
            number = max(one, -(-(cost - kept) // each))
            return number, kept + number * each - cost
        case "multi_option_per_cp" if cost <= kept:
            return 0, kept - cost
        case "multi_option_per_cp":
            return one, each - cost if cost <= each else None
        case _:
            return one, 0 if cost <= each else None


def affordable(table: Table, group: Group, stand: Stand) -> str:
    """Return the options that a stand can still pay for if there is no surcharge: `ABG` (TAC-04)."""
    letters = ""
    for option, row in table.tactical.items():
        cp, points = bought(table, group, stand.points, row.points)
        if points is not None and cp <= min(group.cp or 0, table.limits["command_most"] - stand.spent):
            letters += option
    return letters


def points_of(table: Table, option: str) -> int:
    """Return the tactical points that an option costs (TAC-01)."""
    return table.tactical[option].points


def first_of(table: Table, option: str) -> str:
    """Return the part that comes first in an option, move or fire; "" if the option does not have both parts
    (TAC-01).
    """
    return table.tactical[option].first if option in table.tactical else ""


def firing(table: Table) -> tuple[str, ...]:
    """Return the options under which a stand fires (TAC-01)."""
    return tuple(option for option, row in table.tactical.items() if row.fire)


def words_of(table: Table, option: str) -> str:
    """Return an option in words: `moves half, then fires` (TAC-01)."""
    row = table.tactical[option]
    return str(filled(row.words, {"part": "half" if row.move == 50 else f"{row.move} %"}))


def share_of(table: Table, option: str) -> Fraction:
    """Return the part of a full move that an option allows; 0 if the option has no move (TAC-01, TAC-10)."""
    return Fraction(table.tactical[option].move, 100)


@frozen
class Bill:
    """The payment of one stand for one act.

    `cp` is the number of command points paid. `surcharge` is the part of `cp` that is paid for the distance to the
    headquarters (TAC-05). The surcharge buys no tactical points (TAC-06). `points` is the number of tactical points
    left afterwards, None if the stand has too few points for the option. `option` is the letter of the option paid for,
    "" if the act is not an option.
    """

    stand: Stand
    group: Group
    option: str
    cp: int
    surcharge: int
    points: int | None

    @property
    def effect(self) -> Effect:
        """The effect of this payment."""
        return Spend(self.stand.id, self.cp, self.points or 0)


def hq_distance(
    known: Facts, measure: Ruler, table: Table, group: Group, stands: tuple[Stand, ...], step: int
) -> Number:
    """Return the metres from the headquarters to the nearest of these stands.

    If no distance is typed, the distance is 0 for the headquarters itself, and for stands aboard or beside it. Any
    other stand is assumed to be within `step` metres of its headquarters.
    """
    named = stands[0].id if len(stands) == 1 else ""
    at_hq = any(group.hq == stand.id or (group.hq and group.hq in (stand.aboard, stand.beside)) for stand in stands)
    near: Number = step if table.options["surcharge_round"] == "ceil" else 0
    return known.settle(
        "hq",
        measure.read("hq"),
        subject=named,
        worked_out=0 if at_hq else None,
        assume=near,
        words=f"within {measure.said(step)} of its headquarters",
    )


def bill(
    known: Facts, state: State, table: Table, stand: Stand, option: str, *, off_table: bool = False, plain_cp: int = 0
) -> Bill | None:
    """Return a stand's payment for an option, or for an act that costs `plain_cp` command points.

    A stand off the table pays no surcharge (TAC-09). If the battle group has not rolled command points, return None.
    """
    group, measure = state.groups[stand.group], ruler(state.scene, table)
    if group.cp is None:
        known.settle("hq", measure.read("hq"), subject=stand.id)
        return None
    far = 0 if off_table else hq_distance(known, measure, table, group, (stand,), table.limits["tactical_step"])
    surcharge = steps(table, far, table.limits["tactical_step"])
    if plain_cp:
        return Bill(stand, group, "", plain_cp + surcharge, surcharge, stand.points)
    number, points = bought(table, group, stand.points, points_of(table, option))
    return Bill(stand, group, option, number + surcharge if number else 0, surcharge if number else 0, points)


def too_dear(table: Table, stand: Stand, group: Group, option: str) -> tuple[Objection, ...]:
    """Return the objection to an option that costs more tactical points than this stand can buy (TAC-04)."""
    if bought(table, group, stand.points, points_of(table, option))[1] is None:
        have = f"grade {group.grade}{', mobile' if group.command == 'mobile' else ''}"
        each = allowance(table, group)
        takes = number_of(points_of(table, option), "tactical point")
        words = f"option {option} takes {takes}; available to {stand.name}: {each} ({have})"
        return (Objection("TAC-04", words),)
    return ()


def unpaid(state: State, table: Table, bills: Sequence[Bill]) -> tuple[Objection, ...]:
    """Return the objections to these payments: the battle group has too few points (CP-07), or spends too many points
    on one stand (CP-08).
    """
    found = []
    wanted: dict[str, int] = {}
    for each in bills:
        wanted[each.group.id] = wanted.get(each.group.id, 0) + each.cp
        most, debussed = table.limits["command_most"], each.stand.debussed
        if each.option and debussed is not None and each.cp - each.surcharge > debussed:
            moves = table.limits["debus_moves"]
            few = f"{number_of(moves, 'command point')} for {number_of(moves, 'move')}"
            words = f"{each.stand.name}: it has just de-bussed, so it may use {few}, and no more this turn"
            found.append(Objection("BUS-06", words))
        if each.stand.spent + each.cp > most and each.cp:
            needs = f"{each.stand.name}: it needs {number_of(each.cp, 'command point')}"
            words = f"{needs} more, and has already had {each.stand.spent} this turn; one stand may have at most {most}"
            found.append(Objection("CP-08", words))
    for each in bills:
        found += too_much(state, table, each.group, wanted.pop(each.group.id, 0), "this")
    return tuple(found)


def too_much(state: State, table: Table, group: Group, cp: int, what: str) -> tuple[Objection, ...]:
    """Return the objection to a cost of `cp` command points that a battle group does not have (CP-07, CP-12)."""
    if group.cp is None or cp <= group.cp:
        return ()
    if not group.cp and hq_is_lost(state, group) and table.options["hq_loss"] == "no_cp":
        return (Objection("CP-12", f"{group.name}: its headquarters is lost, so it has no command points"),)
    return (Objection("CP-07", f"{group.name}: {number_of(group.cp, 'command point')} left, {what} costs {cp}"),)


def settle_up(state: State, bills: Sequence[Bill | None]) -> tuple[tuple[Effect, ...], tuple[str, ...]]:
    """Return the effects of these payments, and each battle group's points before and after in words: `Kampfgruppe 9→8
    CP`.
    """
    paid = [each for each in bills if each is not None]
    words: list[str] = []
    for group in dict.fromkeys(each.group.id for each in paid):
        cp = sum(each.cp for each in paid if each.group.id == group)
        if cp:
            words += spent(state.groups[group], cp)
    return tuple(each.effect for each in paid), tuple(words)


def spent(group: Group, cp: int) -> tuple[str, ...]:
    """Return a battle group's points before and after: `Kampfgruppe 9→8 CP`.

    If the points of the group are not counted, return ().
    """
    return () if group.cp is None else (f"{group.name} {group.cp}→{max(0, group.cp - cp)} CP",)


def lapse(state: State, stand: Stand) -> tuple[Effect, ...]:
    """Return the effects on the other stands of the battle group when `stand` acts. Their half-done options end
    (SEQ-06).
    """
    return tuple(
        HalfWay(other.id, "") for other in state.of_group(stand.group) if other.option and other.id != stand.id
    )

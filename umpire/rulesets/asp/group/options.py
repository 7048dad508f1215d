"""The tactical option of a stand that fires (TAC). With option B the stand does not move. With C and E the stand moves
first. With D and F it fires first.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import BadValue, did_you_mean
from umpire.core.outcome import MOVE, Objection
from umpire.game.facts import Facts, Worded, yes_or_no
from umpire.rulesets.asp.effects import Effect, HalfWay, given_up
from umpire.rulesets.asp.field.terrain import mover_of
from umpire.rulesets.asp.group.account import Bill, bill, firing, first_of, lapse, settle_up, share_of, too_dear, unpaid
from umpire.rulesets.asp.group.movement import (
    GroupMove,
    ends_closer,
    hitched,
    moved,
    of_a_move,
    rates,
    row_of,
    way,
)
from umpire.rulesets.asp.group.sequence import begins, held, not_now
from umpire.rulesets.asp.state import Group, Stand, State, is_aircraft, ruler
from umpire.rulesets.asp.table import Table

_NOWHERE = GroupMove(None, 0, False)


@frozen
class Taking:
    """The option under which a stand fires, and the part of the option that this command carries out.

    `letter` is the option, "" for an aircraft. `first` is the part that comes first, move or fire; "" if the option
    does not have both parts. `going_on` means that the stand moved before this command and now only fires. `share` is
    the part of a full move that the option allows. `pace` has the distances of a full move. `way` is the typed move.
    `opening` has the effects of taking the option. `move` has the effects of the move. `left` has the command points
    left, in words.
    """

    letter: str
    stand: Stand
    group: Group
    first: str = ""
    going_on: bool = False
    bill: Bill | None = None
    opening: tuple[Effect, ...] = ()
    left: tuple[str, ...] = ()
    share: Fraction = Fraction(0)
    pace: tuple[int, int] = (0, 0)
    way: GroupMove = _NOWHERE
    closer: bool = False
    move: tuple[Effect, ...] = ()
    riders: tuple[Stand, ...] = ()

    @property
    def moves_first(self) -> bool:
        """True if the stand moves before it fires in this command."""
        return self.first == "move" and not self.going_on

    @property
    def words(self) -> str:
        """The distance that the stand moves: `200 m`, or `up to 250 m`."""
        return self.way.words(self.pace, self.share)


def taking(known: Facts, state: State, table: Table, stand: Stand, off_table: bool) -> Taking:
    """Return the option under which a stand fires. If no option is typed, this is the option that the stand is half-way
    through, or else B.
    """
    group = state.groups[stand.group]
    pending = stand.option if first_of(table, stand.option) == "move" else None
    letter = known.settle("option", _letter(table), worked_out=pending, assume="B")
    if is_aircraft(table, stand):
        return Taking("", stand, group)
    going_on, first, share = letter == pending, first_of(table, letter), share_of(table, letter)
    account = None if going_on else bill(known, state, table, stand, letter, off_table=off_table)
    paid, left = settle_up(state, (account,))
    known.notes += [f"{each.words} ({each.rule})" for each in unpaid(state, table, [account] if account else [])]
    done = (HalfWay(stand.id, ""),) if stand.option else ()
    opening = (*begins(state, group.id), *lapse(state, stand), *paid, *done)
    if not share or going_on or off_table:
        return Taking(letter, stand, group, first, going_on, account, opening, left)
    pace = rates(table, row_of(known, table, stand, towed=False), "tactical")
    going = way(known, stand.id, table, mover_of(table, stand), ruler(state.scene, table))
    closer = ends_closer(known, stand)
    away = known.settle("away", yes_or_no("away"), subject=stand.id, assume=False)
    move = (*moved(state, table, stand, going.gone(pace, share), clear=away), *hitched([(stand, None)]))
    riders = state.aboard(stand.id)
    return Taking(
        letter, stand, group, first, going_on, account, opening, left, share, pace, going, closer, move, riders
    )


def _letter(table: Table) -> Worded[str]:
    letters = firing(table)

    def read(text: str) -> str:
        if text.upper() in letters:
            return text.upper()
        halted = text.upper() in table.tactical
        raise BadValue(
            f"option {text!r} does not fire",
            "option=B fires halted" if halted else did_you_mean(text.upper(), list(letters)),
            word=text,
        )

    return Worded(read, letters)


def objections(table: Table, option: Taking, off_table: bool) -> Iterator[Objection]:
    """Yield the objections to firing under this option."""
    if not option.letter:
        return
    if off_table and option.letter != "B":
        yield Objection("TAC-09", f"{option.stand.name}: it is off the table, so it may take only option B")
    if not option.going_on:
        yield from too_dear(table, option.stand, option.group, option.letter)
    yield from held(option.stand, closer=option.closer)
    if option.way.barred:
        yield Objection(*option.way.barred)
    if option.share:
        yield from too_far(option.stand.name, option.way, option.pace, option.share)


def too_far(name: str, going: GroupMove, pace: tuple[int, int], share: Fraction) -> Iterator[Objection]:
    """Yield the objection to a move that is longer than the part `share` of a full move."""
    if going.metres is not None and going.used(pace) > share:
        whole = of_a_move(share) if share < 1 else "its move"
        added_up = going.sum_words(pace, share)
        in_bad = f"{whole} in bad going is {GroupMove(None, 0, True).words(pace, share)}"
        limit = in_bad if going.all_bad else f"{whole} is {going.at_most(pace, share)}"
        words = f"{name}: {going.ruler.said(going.metres)} is too far; {added_up or limit}"
        yield Objection("TAC-10" if share < 1 else "MOVE-01", words)


def out_of_turn(state: State, table: Table, option: Taking) -> tuple[Objection, ...]:
    """Return the objections that the sequence of play raises. Fire is a tactical move: it belongs to step 5 and costs
    points. Aircraft are not checked here.
    """
    return not_now(state, table, (option.group,), (option.bill,)) if option.letter else ()


def before(option: Taking) -> tuple[tuple[Effect, ...], tuple[str, ...]]:
    """Return the effects and instructions that come before the fire: the payment, and the move of a stand with option C
    or E.
    """
    if not option.moves_first:
        return option.opening, ()
    left = given_up((replace(option.stand, fire_marker=False), *option.riders))  # its marker may stay where it is
    return (*option.opening, *option.move), (f"{MOVE} {option.stand.name} {option.words}", *left)


def after(option: Taking, letter: str) -> tuple[tuple[Effect, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the effects, words and instructions that come after the fire. With option D or F the stand may now move.
    `letter` is the result of the fire for this stand. This result can stop the move (TAC-11).
    """
    name = option.stand.name
    if option.first != "fire" or not option.share:
        return (), (), ()
    lost = f"the move of option {option.letter} is lost (TAC-11)"
    if letter in ("R", "D"):
        return (), (f"{name}: {'repulsed' if letter == 'R' else 'destroyed'}, so {lost}",), ()
    if letter == "P" and option.closer:
        return (), (f"{name}: it is pinned and may not move closer to the enemy, so {lost}",), ()
    words = (f"{name}: it is pinned, so it may not move closer to the enemy (TAC-11)",) if letter == "P" else ()
    if option.way.metres is None:
        then = f"{name}: may now move {option.words}; type `move {option.stand.id} METRES`"
        return (HalfWay(option.stand.id, option.letter),), (*words, then), ()
    instructions = (f"{MOVE} {name} {option.words}", *given_up((option.stand, *option.riders)))
    return option.move, words, instructions

"""The tactical option a stand fires on: B halted, C and E after a move, D and F before one (TAC)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from umpire.core.mistakes import Mistake, did_you_mean
from umpire.core.outcome import Objection
from umpire.game.facts import Known, yes_or_no
from umpire.rulesets.asp.effects import Effect, HalfWay
from umpire.rulesets.asp.field.terrain import mover_of
from umpire.rulesets.asp.group.account import Bill, bill, lapse, settle_up, too_dear, unpaid
from umpire.rulesets.asp.group.movement import Way, fire_marker_off, moved, rates, row_of, way
from umpire.rulesets.asp.group.sequence import begins, turn_of
from umpire.rulesets.asp.group.whereabouts import TACTICAL
from umpire.rulesets.asp.state import Group, Stand, State
from umpire.rulesets.asp.table import Table

_NOWHERE = Way(None, 0, False)
FIRING = ("B", "C", "D", "E", "F")


@dataclass(frozen=True, eq=False)
class Taking:
    """The option a stand fires on, "" for an aircraft, and what of it falls to the command.

    `first` is move or fire, "" where it does not move; `going_on` that it moved before this command and only fires now.
    `share` is the part of a full move it may go, `pace` its distances, `way` what is told of the move. `opening` are
    the effects of taking it, `move` those of moving; `left` what is left of its command points, in words.
    """

    letter: str
    stand: Stand
    group: Group
    first: str = ""
    going_on: bool = False
    share: Fraction = Fraction(0)
    pace: tuple[int, int] = (0, 0)
    way: Way = _NOWHERE
    closer: bool = False
    bill: Bill | None = None
    opening: tuple[Effect, ...] = ()
    move: tuple[Effect, ...] = ()
    riders: tuple[Stand, ...] = ()
    left: tuple[str, ...] = ()

    @property
    def moves_first(self) -> bool:
        """Whether it moves in this command before it fires."""
        return self.first == "move" and not self.going_on

    @property
    def moves_after(self) -> bool:
        """Whether the move after the fire is told with it."""
        return self.first == "fire" and self.way.metres is not None

    @property
    def words(self) -> str:
        """How far it moves: `200 m`, or `up to 250 m`."""
        return self.way.words(self.pace, self.share)


def taking(known: Known, state: State, table: Table, stand: Stand, off_table: bool) -> Taking:
    """The option told, else the one the stand is half-way through, else B."""
    group = state.groups[stand.group]
    pending = stand.option if stand.option in ("C", "E") else None
    letter = known.ask("option", _letter, worked_out=pending, assume="B")
    assert letter is not None
    if table.type(stand.type).kind == "aircraft":
        return Taking("", stand, group)
    row = table.sections["tactical"][letter]
    going_on = letter == pending
    account = None if going_on else bill(known, state, table, stand, letter, off_table=off_table)
    paid, left = settle_up(state, (account,))
    opening = (*begins(state, group.id), *lapse(state, stand), *paid)
    done: tuple[Effect, ...] = (HalfWay(stand.id, ""),) if stand.option else ()
    if "move" not in row or going_on or off_table:
        first = str(row.get("first", ""))
        return Taking(letter, stand, group, first, going_on, bill=account, opening=opening + done, left=left)
    share = Fraction(1, 2) if row["move"] == "half" else Fraction(1)
    pace = rates(table, row_of(known, table, stand, towed=False), "tactical")
    going = way(known, stand.id, table, (mover_of(table, stand),), state.scene.scale)
    held = stand.pinned or stand.repulsed
    closer = known.ask(
        "closer", yes_or_no("closer"), subject=stand.id, assume=False, words="no closer to the enemy" if held else ""
    )
    far = going.farthest(pace, share) if going.metres is None else Fraction(going.metres)
    return Taking(
        letter,
        stand,
        group,
        str(row["first"]),
        going_on,
        share,
        pace,
        going,
        bool(closer),
        account,
        opening + done,
        moved(state, table, stand, far),
        state.aboard(stand.id),
        left,
    )


def _letter(text: str) -> str:
    if text.upper() in FIRING:
        return text.upper()
    hint = "option=B fires halted" if text.upper() in ("A", "G") else did_you_mean(text.upper(), list(FIRING))
    raise Mistake(f"option {text!r} does not fire", hint)


def objections(table: Table, option: Taking, off_table: bool) -> Iterator[Objection]:
    """Every rule that forbids this option to the stand."""
    name = option.stand.name
    if not option.letter:
        return
    if option.stand.marched:
        yield Objection("CP-10", f"{name} has marched this turn: no tactical move")
    if off_table and option.letter != "B":
        yield Objection("TAC-09", f"{name} is off the table: option B only")
    if not option.going_on:
        yield from too_dear(table, option.stand, option.group, option.letter)
    if option.closer and option.stand.pinned:
        yield Objection("STAT-04", f"{name} is pinned: no closer to the enemy")
    if option.closer and option.stand.repulsed:
        yield Objection("STAT-14", f"{name} is repulsed: no closer to the enemy")
    if option.way.barred:
        yield Objection(*option.way.barred)
    if option.share and option.way.used(option.pace) > option.share:
        yield too_far(name, option.way, option.pace, option.share)


def too_far(name: str, going: Way, pace: tuple[int, int], share: Fraction) -> Objection:
    """The rule against going farther than that share of a move."""
    good, bad = (Way(None, 0, all_bad).words(pace, share) for all_bad in (False, True))
    whole = "half a move" if share < 1 else "its move"
    added_up = going.sum_words(pace, share)
    words = f"{name} goes {going.metres} m: {added_up or f'{whole} is {good}, in bad going {bad}'}"
    return Objection("TAC-10" if share < 1 else "MOVE-01", words)


def out_of_turn(state: State, table: Table, option: Taking) -> tuple[Objection, ...]:
    """Fire is a tactical move of step 5 and is paid for; aircraft have steps of their own."""
    if not option.letter:
        return ()
    found = (*turn_of(state, option.group, TACTICAL), *unthrown(state, option.group))
    return (*found, *unpaid(table, (option.bill,) if option.bill else ()))


def unthrown(state: State, group: Group) -> tuple[Objection, ...]:
    """Why nothing can be paid: the battle group has thrown no command points (CP-01). Silent out of its turn."""
    if group.cp is None and not group.retreating and state.clock.side == group.side and state.clock.step > 1:
        return (Objection("CP-01", f"{group.name} has thrown no command points: `order {group.id}`"),)
    return ()


def before(option: Taking) -> tuple[tuple[Effect, ...], tuple[str, ...]]:
    """What happens before the fire, and what hands then do: it is paid for, and with C and E the stand moves."""
    if not option.moves_first:
        return option.opening, ()
    return (*option.opening, *option.move), (f"MOVE {option.stand.name} {option.words}",)


def after(option: Taking, letter: str) -> tuple[tuple[Effect, ...], tuple[str, ...], tuple[str, ...]]:
    """What of D and F comes after the fire, of which the stand suffered `letter`: effects, words, hands (TAC-11)."""
    name = option.stand.name
    if option.first != "fire" or not option.share:
        return (), (), ()
    lost = f"the move of option {option.letter} is lost (TAC-11)"
    if letter in ("R", "D"):
        return (), (f"{name} is {'repulsed' if letter == 'R' else 'destroyed'}: {lost}",), ()
    if letter == "P" and option.closer:
        return (), (f"{name} is pinned and may go no closer: {lost}",), ()
    words = (f"{name} is pinned: no closer to the enemy (TAC-11)",) if letter == "P" else ()
    if option.way.metres is None:
        then = f"then {name} may move {option.words}: `move {option.stand.id} METRES`"
        return (HalfWay(option.stand.id, option.letter),), (*words, then), ()
    hands = (f"MOVE {name} {option.words}", *fire_marker_off((option.stand, *option.riders)))
    return option.move, words, hands

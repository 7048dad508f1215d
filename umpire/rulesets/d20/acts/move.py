"""Movement as it is made: what hands do, what is used of the move, what is paid of what was owed."""

from __future__ import annotations

from umpire.core.outcome import Outcome
from umpire.core.procedure import Procedure
from umpire.rulesets.d20.acts.boarding import boarding_effects, boarding_hands
from umpire.rulesets.d20.acts.ground import in_words, is_vehicle, left_in_words, shares_in_words
from umpire.rulesets.d20.acts.movement import MoveSituation
from umpire.rulesets.d20.effects import Effect, FallenBack, Hold, Moved, Touch
from umpire.rulesets.d20.turn import fall_back_moves


def move(sit: MoveSituation) -> Procedure[Outcome]:
    """One element moves."""
    yield from ()  # no dice and no questions: the path is told
    effects: list[Effect] = []
    words: list[str] = []
    hands: list[str] = []
    owed: tuple[str, ...] = ()
    first = sit.boarding is not None and sit.boarding.what in ("dismount", "disembark", "unlimber")
    if sit.boarding is not None and first:
        _board(sit, effects, hands)
        if sit.boarding.at_once:
            words.append(f"{sit.element.name} is suppressed and must dismount, at once in any phase (TRN-04)")
    if sit.fall_back:
        owed = _fall_back(sit, effects, words, hands)
    elif sit.moves:
        _go(sit, effects, words, hands)
    if sit.boarding is not None and not first:
        _board(sit, effects, hands)
    _contact(sit, effects, words, hands)
    if sit.takes:
        objective = sit.state.objectives[sit.takes]
        effects.append(Hold(sit.takes, sit.side))
        hands.append(f"{objective.name} is {sit.side}")
    return Outcome(tuple(effects), tuple(words), tuple(hands), owed)


def _board(sit: MoveSituation, effects: list[Effect], hands: list[str]) -> None:
    assert sit.boarding is not None
    effects += boarding_effects(sit.boarding, sit.element, timed=sit.state.clock.turn > 0)
    hands.append(boarding_hands(sit.boarding, sit.element))


def _go(sit: MoveSituation, effects: list[Effect], words: list[str], hands: list[str]) -> None:
    one, table = sit.element, sit.table
    hands.append(f"MOVE {one.name} {in_words(sit.legs, sit.obstacles)}")
    used = sit.before + sit.share
    said = f"{one.name}: {shares_in_words(sit.legs, sit.obstacles, table)}"
    if sit.reverse and is_vehicle(table, one):
        said += ", at half rate to its side or rear (MOV-05)"
    left = left_in_words(table, one, 1 - used) if used < 1 else ""
    words.append(f"{said}: {used} of its move" + (f"; left: {left}" if left else ""))
    aboard = ", ".join(rider.name for rider in sit.state.aboard(one))
    if aboard:
        words.append(f"with {aboard}")
    if sit.state.clock.turn:
        effects.append(Moved(one.id, str(used)))


def _fall_back(sit: MoveSituation, effects: list[Effect], words: list[str], hands: list[str]) -> tuple[str, ...]:
    """One move backward or several; what is owed is paid, and not counted as the movement of this turn."""
    one, table = sit.element, sit.table
    far = in_words(sit.legs, sit.obstacles) or "0"
    times = {1: "", 2: " twice", 3: " three times", 4: " four times"}.get(sit.fall_back, f" {sit.fall_back} times")
    hands.append(f"FALL BACK {one.name} {far}{times}, {sit.away}")
    if is_vehicle(table, one):
        words.append("reversing, at half rate (FBK-05)" if sit.reverse else "with a turn of 180 degrees (FBK-02)")
    if sit.halt:
        where = "at the table edge (FBK-07)" if sit.halt == "edge" else "before what is in its way (FBK-08)"
        words.append(f"{one.name} halts {where}")
    if not sit.owed:
        if sit.state.clock.turn:
            effects.append(Moved(one.id, str(sit.before + sit.share)))
        return ()
    effects.append(FallenBack(one.id, sit.fall_back))
    left = sit.owed - sit.fall_back
    return (f"{one.name} {fall_back_moves(left)}",) if left > 0 else ()


def _contact(sit: MoveSituation, effects: list[Effect], words: list[str], hands: list[str]) -> None:
    """Whoever goes away touches nobody any more, unless it is told."""
    one = sit.element
    left = sit.state.touching(one)
    if sit.contact is not None:
        effects.append(Touch(one.id, sit.contact))
        names = ", ".join(sit.state.elements[id].name for id in sit.contact)
        hands.append(f"{one.name} in contact with {names}" if names else f"{one.name} out of contact")
    elif (sit.moves or sit.fall_back) and left:
        effects.append(Touch(one.id, ()))
        words.append(f"{one.name} leaves contact with {', '.join(enemy.name for enemy in left)}")

"""Lines that end a phase or say that it is over: `on to close combat`, `that's all the shooting`, `British turn`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from umpire.core.answers import Answers
from umpire.core.mistakes import Mistake, meaning
from umpire.play.session import Session
from umpire.play.talk.words import OPENERS, SMALL, KnownNames, forms
from umpire.play.turn import Refused, play, prepare, referee_for

_GOING = (
    "on to with the now phase go next and we step please ok let lets let's start begin then move skip straight us over"
)
_GO_ON = frozenset(_GOING.split())
"""Words that people use to go on to a phase."""
_PART = frozenset(
    (
        "phase",
        "turn",
        "round",
        "step",
        "activation",
        "combat",
        "shooting",
        "move",
        "moves",
        "player",
        "unit",
        "battalion",
        "group",
    )
)
_OVER = frozenset(("end", "ends", "over", "done", "finished", "complete", "through", "pass", "passes"))
_ALL = frozenset(("all", "everyone", "everybody", "everything", "it", "no", "nothing", "nobody"))
_SAID = (
    "that that's thats of for is are with by my their our from more else has have had we we're were i'm there "
    "there's gone left to do will want wants can any other side side's 's moved fired shot acted please guys folks "
    "unit unit's group battalion now"
)
_AROUND = frozenset((*_SAID.split(), *SMALL, *_PART, *_OVER, *_ALL))


class PhaseSaid:
    """The meaning of a line about phases.

    If it is `whole`, it means `next`; if not, `what` says why, and there is a `hint`.
    """

    def __init__(self, whole: bool, what: str = "", hint: str = "") -> None:
        self.whole, self.what, self.hint = whole, what, hint


def phase_said(session: Session, low: Sequence[str], names: KnownNames) -> PhaseSaid | None:
    """Return the meaning of a line about phases; None if it is not about them.

    A line that names the phase that comes next means `next`. No other sentence ends a phase.
    """
    if "next" not in session.family.ACTS:
        return None
    parts = " ".join(low).replace(" and on to ", " , on to ").replace(" so on to ", " , on to ").split(",")
    *before, last = [_begun(part.split()) for part in parts if part.strip()] or [[]]
    over = [_is_over(session, part, names) for part in before]
    if all(over) and (phase := _next_phase(session, last, names, after_one=bool(before))):
        return phase
    if all(over) and _is_over(session, last, names):
        here = session.family.brief(session.state, session.table)
        return PhaseSaid(False, f"a sentence cannot end a phase; now: {here}", "type next")
    return None


def _begun(low: list[str]) -> list[str]:
    """Return the words of a clause without words that only open it: `so on to movement`."""
    return _begun(low[1:]) if len(low) > 2 and low[0] in OPENERS - {"no"} and low[1] in (*OPENERS, "on") else low


def _is_over(session: Session, low: Sequence[str], names: KnownNames) -> bool:
    """Return whether words say only that something is over, or that another side is to play."""
    if low[:1] in (["nobody"], ["nothing"], ["none"]) or low[:2] == ["no", "one"]:
        return len(low) > 2 and not any(word.isdigit() for word in low)
    acts, rest = session.family.ACTS, _without_names(low, names)
    known = [
        word in _AROUND or names.side(word) or any(form in acts or form in _phases(session) for form in forms(word))
        for word in rest
    ]
    all_of = {*low} & _ALL and {*low} & {"that's", "that", "thats", "no", "nothing", "more"}
    ends = {*low} & _OVER or (all_of and low[-1] != "no")  # `nerve b1 no` answers a question
    that_is = {*low[:1]} & {"that's", "that", "thats"}
    turn = _PART & {*low} and (that_is or any(map(names.side, low)) or {"next", "other"} & {*low})
    return bool(low) and all(known) and bool(ends or turn)


def _without_names(low: Sequence[str], names: KnownNames) -> list[str]:
    """Return the words that belong to no name: `P is done` -> `is done`."""
    left, at = list[str](), 0
    while at < len(low):
        name = None if low[at] in _AROUND else names.at(low, at) or names.begun(low[at])
        left += [] if name else [low[at]]
        at += name.length if name else 1
    return left


def _phases(session: Session) -> frozenset[str]:
    """Return the words for phases in the usage of `next`."""
    usage = session.act("next").usage
    return frozenset(word.strip("[],|") for word in usage.replace("|", " ").split())


def _next_phase(
    session: Session, low: Sequence[str], names: KnownNames, *, after_one: bool = False
) -> PhaseSaid | None:
    """Return `next` for a line that names the phase which comes next; for any other phase, a hint."""
    rest = [each for each in low if each not in _GO_ON]
    leads = low[:2] in (["on", "to"], ["on", "with"]) or {"skip", "start", "begin"} & {*low}
    moves = low[:1] in (["we"], ["i"]) and {"move", "go"} & {*low[1:2]}
    named = (
        after_one
        or {"phase", "step"} & {*low}
        or leads
        or moves
        or ("to" in low[1:3] and {*low[:2]} & {"go", "let", "let's"})
    )
    rest = rest[1:] if moves and rest[:1] == ["move"] else rest
    if not rest and {"next", "on"} & {*low}:
        return PhaseSaid(True)
    if len(rest) not in (1, 2) or not named or any(map(names.side, rest)):
        return None

    def after(words: Sequence[str]) -> object:
        stream, drawn = referee_for(session, rehearsal=True)
        prepared = prepare(session, "next", words)
        return play(prepared, Answers(stream, drawn, roll_rest=True, defaults=True)).after["state"]

    spelled = [form for word in rest for form in forms(word)]
    for said in (*spelled, *(each for form in spelled for each in meaning(form, session.family.ACTS))):
        with suppress(Mistake, Refused):
            later = after([said])
            if later == after([]):
                return PhaseSaid(True)
            here = session.family.brief(session.state, session.table)
            if said in here.casefold().split():
                return PhaseSaid(False, f"this phase goes on; now: {here}", "type status")
            return PhaseSaid(False, f"the {' '.join(rest)} phase does not come next; now: {here}", f"type next {said}")
    if not leads:
        return None
    here = session.family.brief(session.state, session.table)
    return PhaseSaid(False, f"{' '.join(rest)!r} is not the phase that comes next; now: {here}", "type next")

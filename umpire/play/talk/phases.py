"""Lines that end a phase or say that a phase is over: `on to close combat`, `that's all the shooting`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import NamedTuple

from umpire.core.answers import Answers
from umpire.core.frozen import replace
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
    "unit unit's group battalion now so what what's whatever today or nor further new another"
)
_AROUND = frozenset((*_SAID.split(), *SMALL, *_PART, *_OVER, *_ALL))
_NONE = ("no", "nobody", "nothing", "none", "no-one", "neither")
_TEXT_THINGS = (
    "aircraft plane flyer airstrike strike shot target reserve test rally morale fight contact melee order smoke gun "
    "mover shooter taker loss casualty retreat reinforcement bombardment barrage action act request claim point "
    "attack shoot shell bomb charge raid command close air unit side both activated acted fought marched"
)
_THINGS = frozenset(_TEXT_THINGS.split())
"""Things that a phase may be without: `no aircraft`."""
_ACTED = frozenset(("fired", "moved", "shot", "acted", "gone", "fought", "marched", "activated"))
_PHASES = {
    **dict.fromkeys(("move", "moves", "moving", "manoeuvre", "manoeuvres"), "movement"),
    **dict.fromkeys(("fight", "fights", "fighting", "melee", "melees", "contacts"), "combat"),
    **dict.fromkeys(("gun", "guns", "bombardment", "bombardments", "barrage"), "artillery"),
    **dict.fromkeys(("rally", "rallying", "recovery"), "command"),
    **dict.fromkeys(("fire", "shoot"), "tactical"),
    **dict.fromkeys(("aircraft", "plane", "planes"), "fighters"),
    **dict.fromkeys(("initiative", "units"), "activations"),
}
"""Other words for a phase, if the game has a phase of that name."""
_LOST = frozenset(("lost", "unused", "unspent", "forfeited", "gone"))
"""Words of points that a turn leaves unused: `unused points are lost`."""
_BEGINS = ("first", "begin", "begins", "start", "starts")
_FLOWN = ("fighters", "bombers")
"""Phases of aircraft: `no aircraft` means all of them."""
_OF = ("of", "for", "from", "by", "s", "battle", "their", "next", "is", "are", "it", "that", "first", "play")


class PhaseSaid(NamedTuple):
    """The meaning of a line about phases: the `line` to run, or the error and a `hint`."""

    line: tuple[str, ...] = ()
    what: str = ""
    hint: str = ""


class _Target(NamedTuple):
    """A point in the sequence of play that a sentence names: the words for its phase, its side and its unit. `turn` is
    true if the sentence has the word `turn` or `play`.
    """

    words: tuple[str, ...]
    side: str = ""
    unit: str = ""
    turn: bool = False


def phase_said(session: Session, low: Sequence[str], names: KnownNames) -> PhaseSaid | None:
    """Return the meaning of a line about phases; None if the line is not about phases.

    A line that names the next phase means `next`. No other sentence ends a phase.
    """
    if "next" not in session.family.ACTS:
        return None
    text = " ".join(low).replace(" next to ", " near ")
    for joint in ("so", "and", "then", *_OVER):
        kept = f" {joint}" if joint in _OVER else ""
        text = text.replace(f" {joint} on to ", f"{kept} , on to ").replace(f" {joint} on with ", f"{kept} , on with ")
    for way in ("straight to", "over to"):
        text = text.replace(f" so {way} ", " , on to ").replace(f" and {way} ", " , on to ")
    *before, last = [_begun(part.split()) for part in text.split(",") if part.strip()] or [[]]
    before = [part for part in before if not ({*part} & _LOST and {*part} & {"point", "points", "cp"})]
    if before and len(last) > 1 and last[-1] in _BEGINS:
        before, last = before[:-1], [*before[-1], *last[:-1]]  # `on to tactical moves, Grenadiers first`
    if not all(
        _is_over(session, part, names) or (at and _is_list(session, before[:at], part))
        for at, part in enumerate(before)
    ):
        return None
    over = _is_over(session, last, names)
    only_over = over and (
        last[:1] == ["end"] or {*last} & {"done", "finished", "complete", "ended"} or last[-1] == "over"
    )
    if not only_over and (phase := _next_phase(session, last, names, before)):
        return phase
    return _ended(session, [*before, last], names) if over or (before and _is_list(session, before, last)) else None


def _ended(session: Session, clauses: Sequence[Sequence[str]], names: KnownNames) -> PhaseSaid:
    """Return the meaning of a line that says only that something is over.

    The line means `next` if it is about the current phase, or about the side or unit to play.
    """
    here, words = session.family.brief(session.state, session.table), [word for clause in clauses for word in clause]
    phases = dict.fromkeys(phase for word in words for phase in _phases_called(session, word))
    other = [phase for phase in phases if not _is_here(session, phase)]
    if other and len(other) == len(phases):
        return PhaseSaid(what=f"this is not the {other[0]} phase; now: {here}", hint="type status")
    if "turn" in words and {"end", "ends", "over", "done", "finished"} & {*words} and not phases:
        for step in ("turn", *_phases(session)):  # the way to the other side, if it takes more than one phase
            if (later := _after(session, [step])) and _side(later) not in ("", _side(session)):
                whole = later.state == getattr(_after(session), "state", None)
                return PhaseSaid(
                    what=f"this sentence does not end the turn; now: {here}",
                    hint=f"type next{'' if whole else f' {step}'}",
                )
    if any(_are_of_now(session, clause, names) for clause in clauses) and all(
        _are_of_now(session, clause, names) is not False for clause in clauses
    ):
        return PhaseSaid(("next",))
    return PhaseSaid(what=f"this sentence does not end the phase; now: {here}", hint="type next")


def _are_of_now(session: Session, low: Sequence[str], names: KnownNames) -> bool | None:
    """Return whether the phase, side or unit that a clause names is now in play; None if the clause names none."""
    clock = getattr(session.state, "clock", None)
    playing = {getattr(clock, "active", ""), getattr(clock, "open", "")} - {""}
    of_now, at = list[bool](), 0
    while at < len(low):
        name = None if low[at] in _AROUND else names.at(low, at) or names.begun(low[at])
        if side := names.side(low[at]):
            of_now.append(side == _side(session) or not _side(session))
        elif name:
            of_now.append(bool(playing & {*name.ids}))
        elif phases := _phases_called(session, low[at]):
            of_now.append(any(_is_here(session, phase) for phase in phases))
        at += name.length if name else 1
    if {"next", "other", "your", "no", "nobody", "nothing", "none"} & {*low[:2]} and not of_now:
        return None
    return all(of_now) if of_now else True if {"phase", "step", "activation"} & {*low} else None


def _begun(low: list[str]) -> list[str]:
    """Return the words of a clause without its opening words: `so on to movement` -> `on to movement`."""
    return _begun(low[1:]) if len(low) > 2 and low[0] in OPENERS - {"no"} and low[1] in (*OPENERS, "on") else low


def _is_over(session: Session, low: Sequence[str], names: KnownNames) -> bool:
    """Return whether words say only that something is over, or that another side is to play."""
    if low[:1] in (["nobody"], ["nothing"], ["none"]) or low[:2] == ["no", "one"]:
        return (
            (len(low) > 2 or _is_known(session, low[-1])) and len(low) > 1 and not any(word.isdigit() for word in low)
        )
    known = [_is_known(session, word) or names.side(word) for word in _without_names(low, names)]
    all_of = {*low} & _ALL and {*low} & {"that's", "that", "thats", "no", "nothing", "more"}
    to = {*low[:-1]} & {"over"} and low[low.index("over") + 1] == "to"  # `amg goes over to a2`
    ends = {*low} & (_OVER - {"over"} if to else _OVER) or (
        all_of and low[-1] != "no"
    )  # `nerve b1 no` answers a question
    that_is = {*low[:1]} & {"that's", "that", "thats"}
    turn = _PART & {*low} and (that_is or any(map(names.side, low)) or {"next", "other", "your"} & {*low})
    acted = {*low} & {"everyone", "everybody", "all", "both"} and {*low} & _ACTED
    return bool(low) and all(known) and bool(ends or turn or acted)


def _is_list(session: Session, before: Sequence[Sequence[str]], low: Sequence[str]) -> bool:
    """Return whether a clause continues the list of the clause before it: `no marches, fighters or bombers`."""
    begins = any(clause[:1] and clause[0] in _NONE for clause in before)
    return begins and bool(low) and all(word in ("or", "and", "nor", "no") or _is_known(session, word) for word in low)


def _is_known(session: Session, word: str) -> bool:
    """Return whether a word is about the sequence of play, the acts or the things that acts need."""
    acts, phases = session.family.ACTS, _phases(session)
    known = (form in acts or form in phases or form in _THINGS for form in forms(word))
    return word in _AROUND or any(known) or bool(_phases_called(session, word))


def _without_names(low: Sequence[str], names: KnownNames) -> list[str]:
    """Return the words that are not part of a name: `P is done` -> `is done`."""
    left, at = list[str](), 0
    while at < len(low):
        name = None if low[at] in _AROUND else names.at(low, at) or names.begun(low[at])
        left += [] if name else [low[at]]
        at += name.length if name else 1
    return left


def _phases(session: Session) -> tuple[str, ...]:
    """Return the words for phases in the usage of `next`."""
    words = (word.strip("[],") for word in session.act("next").usage.replace("|", " ").split())
    return tuple(dict.fromkeys(word for word in words if word not in ("next", "or", "to") and word.islower()))


def _phases_called(session: Session, word: str) -> list[str]:
    """Return the phases that a word may mean: `shooting`, `moves`, `activation`."""
    known = [phase for phase in _phases(session) if phase != "turn"]
    called = [phase for form in forms(word) for phase in (form, f"{form}s", _PHASES.get(form, "")) if phase in known]
    called += [phase for phase in _FLOWN if phase in known and word in ("aircraft", "planes")]
    return list(dict.fromkeys(called or [phase for form in forms(word) for phase in meaning(form, known)]))


def _after(session: Session, words: Sequence[str] = ()) -> Session | None:
    """Return the game after `next` with these words; None if `next` cannot be typed now."""
    stream, drawn = referee_for(session, rehearsal=True)
    with suppress(Mistake, Refused):
        prepared = prepare(session, "next", words, ruling="to see")
        after = play(prepared, Answers(stream, drawn, roll_rest=True, defaults=True)).after["state"]
        return replace(session, state=session.family.read_state(after, session.game_map))
    return None


def _side(session: Session) -> str:
    """Return the side to play; "" if both sides may play."""
    moment = session.family.moment(session.state)
    return (moment.side if moment else "") or getattr(getattr(session.state, "clock", None), "side", "")


def _is_here(session: Session, phase: str) -> bool:
    """Return whether this is the phase now."""
    moment = session.family.moment(session.state)
    if moment and moment.phase == phase:
        return True
    try:
        prepare(session, "next", [phase], ruling="to see")
    except Mistake as wrong:
        return bool(wrong.values.get("here"))
    return False


def _target(session: Session, rest: Sequence[str], names: KnownNames) -> _Target | None:
    """Return the point of play that these words name; None if the words also name a stand."""
    words, side, unit, at = list[str](), "", "", 0
    while at < len(rest):
        word, name, length = rest[at], None, 1
        if names.side(word):
            side = names.side(word)
        elif _phases_called(session, word):
            words.append(word)
        elif word not in _OF and (name := names.at(rest, at) or names.begun(word)):
            called = [id for id, said in names.said.items() if {*forms(word)} & {*said}]  # `Grenadiers`, also a group
            units = [id for id in {*name.ids, *called} if session.family.members(session.state, id)]
            if unit or len(units) != 1:
                return None
            unit, length = units[0], name.length
        elif word not in _OF and word not in _PART:
            words.append(word)
        at += length
    return _Target(tuple(words), side, unit, bool({"turn", "play"} & {*rest}))


def _next_phase(
    session: Session, low: Sequence[str], names: KnownNames, before: Sequence[Sequence[str]] = ()
) -> PhaseSaid | None:
    """Return the line `next` for a clause that names the next phase or the next turn. For any other phase, return a
    hint.
    """
    rest = [each for each in low if each not in _GO_ON]
    leads = low[:2] in (["on", "to"], ["on", "with"], ["over", "to"]) or {"skip", "start", "begin"} & {*low}
    moves = low[:1] in (["we"], ["i"]) and {"move", "go"} & {*low[1:2]}
    to = "to" in low[1:3] and {*low[:2]} & {"go", "let", "let's"}
    rest = rest[1:] if moves and rest[:1] == ["move"] else rest
    moment = session.family.moment(session.state)
    begins = {"start", "begin"} & {*low} and moment is not None and not moment.count
    if not rest and ({"next", "on"} & {*low} or begins):
        return PhaseSaid(("next",))
    target = _target(session, rest, names)
    turn = target and target.turn and target.side
    if not target or not (
        bool(before) or {"phase", "step"} & {*low} or leads or moves or to or turn or "next" in (low[0], low[-1])
    ):
        return None
    known = [word for word in target.words if _phases_called(session, word)]
    here = session.family.brief(session.state, session.table)
    if not known and (target.words or not (target.side or target.unit)):
        if not leads or not target.words or len(target.words) > 3:
            return None
        return PhaseSaid(what=f"{' '.join(rest)!r} is not the phase that comes next; now: {here}", hint="type next")
    phases = [phase for word in known for phase in _phases_called(session, word)]
    goes_on = (
        "next" in low and not target.unit and any(_is_here(session, phase) for phase in phases)
    )  # `next activation`
    if goes_on or not all(_is_known(session, word) for word in target.words):
        return None
    over = {phase for clause in before for word in clause for phase in _phases_called(session, word)}
    if not (target.unit or target.side) and len(phases) == 1 and over and _are_passed(session, over, phases[0]):
        return PhaseSaid(("next", phases[0]))
    found = _reached(session, target, phases)
    if found is not None or not leads:
        return found
    return PhaseSaid(what=f"{' '.join(rest)!r} is not the phase that comes next; now: {here}", hint="type next")


def _are_passed(session: Session, over: Collection[str], phase: str) -> bool:
    """Return whether `over` has all phases from the current phase to the one before `phase`, and these are more than
    one. `over` has the phases that a sentence names as over.
    """
    step, passed = session, 0
    while not _is_here(step, phase):
        later = _after(step)
        here = [each for each in over if _is_here(step, each)]
        if later is None or not here or any(_is_here(later, each) for each in here):
            return False
        step, passed = later, passed + 1
    return passed > 1


def _reached(session: Session, target: _Target, phases: Sequence[str]) -> PhaseSaid | None:
    """Return the line that goes on to a point of play. If this point does not come next, return the lines to type."""
    here, plain, side = session.family.brief(session.state, session.table), _after(session), target.side
    if target.unit and not phases:
        return PhaseSaid(("activate", target.unit)) if "activate" in session.family.ACTS else None
    for phase in phases:
        later = _after(session, [phase])
        fits = later is not None and side in ("", _side(later))
        if later and plain and later.state == plain.state and fits:
            return _with_unit(later, target.unit) if target.unit else PhaseSaid(("next",))
        if side and side == (_side(plain) if plain else "") != _side(session) and plain and _is_here(plain, phase):
            return PhaseSaid(("next",))
        if _is_here(session, phase) and side in ("", _side(session)):
            if target.unit and "activate" in session.family.ACTS:
                return PhaseSaid(("activate", target.unit))
            return PhaseSaid(what=f"this phase goes on; now: {here}", hint="type status")
        if later and fits:
            if target.unit:
                return _with_unit(later, target.unit, phase)
            called = " ".join(target.words) if phase in target.words else phase
            what = f"the {f'{side} {called}'.strip()} phase does not come next; now: {here}"
            return PhaseSaid(what=what, hint=f"type next {phase}")
        if later:
            return PhaseSaid(
                what=f"in the {phase} phase the side to play is {_side(later)}, not {side}; now: {here}",
                hint="type status",
            )
    if phases:
        return None
    if side == _side(session):
        return PhaseSaid(what=f"this turn goes on; now: {here}", hint="type status")
    if plain and _side(plain) == side:
        return PhaseSaid(("next",))
    ways = (step for step in ("turn", *_phases(session)) if (later := _after(session, [step])) and _side(later) == side)
    if step := next(ways, ""):
        return PhaseSaid(
            what=f"`next` alone does not lead to the turn of {side}; now: {here}", hint=f"type next {step}"
        )
    return PhaseSaid(what=f"this sentence does not end the phase; now: {here}", hint="type next")


def _with_unit(later: Session, unit: str, phase: str = "") -> PhaseSaid:
    """Return the lines that go on to a phase and then begin the moves of a unit."""
    line = f"type next {phase}".strip()
    if "activate" not in later.family.ACTS:
        return PhaseSaid(what="a phase is needed, not a unit", hint=line)
    try:
        prepare(later, "activate", [unit])
    except Refused as refused:
        return PhaseSaid(what=refused.objections[0].ruled, hint=line)
    except Mistake as wrong:
        return PhaseSaid(what=wrong.what, hint=line)
    return PhaseSaid(what="two acts in one line", hint=f"{line}, then activate {unit}")

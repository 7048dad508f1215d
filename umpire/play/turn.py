"""The steps of one act: find the situation, check the rules, resolve, apply, record (floor 4 in docs/architecture.md).
The functions do not print. All their questions go to the `referee`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from umpire.core.answers import Answers, LeftOver
from umpire.core.dice import SeededDice, words_of
from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import DiceCount, Mistake, NotDice
from umpire.core.outcome import Objection, Outcome
from umpire.core.procedure import Addition, Chosen, Procedure, Thrown, Throws, Wanted, resolve, with_additions
from umpire.game.act import Act, Plain, Situation
from umpire.game.distances import decimal
from umpire.game.lines import line_of
from umpire.play.additions import FACT, parted, read_addition
from umpire.play.behind import foreseen, situated_with_dice, without_dice
from umpire.play.grammar import before_time, check_there, placed_at, situated_as_typed, there_for
from umpire.play.past.plain import choice_plain, jsonable, outcome_plain, pool_plain, subject, throw_plain, written
from umpire.play.session import Session, open_session

if TYPE_CHECKING:
    from umpire.play.mending.result import TypedResult

__all__ = ["Answers", "Mistake", "Session", "open_session", "play", "pool_plain", "prepare", "record", "throw_plain"]


class Refused(Exception):
    """The error raised if rules forbid an act. Nothing was thrown, and nothing was changed."""

    def __init__(self, objections: tuple[Objection, ...]) -> None:
        super().__init__("; ".join(objection.ruled for objection in objections))
        self.objections = objections


@frozen
class Prepared:
    """An act that is ready to be explained, resolved or counted. `overruled` has the rules that the ruling overrules.
    `make` starts the procedure that resolves the act.

    If the act is only previewed, `early` has the objections of the sequence of play. `result` is a result typed instead
    of dice; `dice` has the dice typed at the end of the line.
    """

    session: Session
    act: Act[Any, Any, Any]
    words: tuple[str, ...]
    situation: Situation
    overruled: tuple[Objection, ...]
    ruling: str
    additions: tuple[Addition, ...]
    make: Callable[[], Procedure[Outcome]]
    early: tuple[Objection, ...] = ()
    result: TypedResult | None = None
    dice: str = ""

    def procedure(self) -> Procedure[Outcome]:
        """Return the procedure that resolves the act, by dice or by a typed result."""
        return self.result.procedure() if self.result else self.make()


@frozen
class Played:
    """An act that is resolved but not yet recorded: its journal entry, and the position after it.

    `kept` has the words, effects and overruled rules that a replay needs in addition to the entry. `kept` is never
    shown.
    """

    prepared: Prepared
    outcome: Outcome
    answers: tuple[Thrown | Chosen, ...]
    entry: Plain
    after: Plain
    kept: Plain


def prepare(
    session: Session,
    verb: str,
    words: Sequence[str],
    *,
    ruling: str = "",
    additions: Sequence[str] = (),
    ahead: bool = False,
    overrules: Collection[str] | None = None,
    with_dice: bool = False,
) -> Prepared:
    """Return the act prepared: its situation is found and checked against the rules. No die is thrown.

    If `ahead` is true, the act is only previewed and may be out of turn. A `ruling` overrules every rule that can be
    overruled. In a replay, the ruling overrules only the rules whose numbers are in `overrules`. `with_dice` allows
    dice at the end of the line. Raises Mistake for words that make no sense, and Refused with every rule that forbids
    the act.
    """
    act = session.act(verb)
    words, told = parted(words) if act.asks else (words, ())
    if told and ahead:
        raise Mistake(f"`{FACT}=` enters a result, but this line asks for the possible results", f"leave out {FACT}=")
    if overrules is None:  # typed now: a recorded line keeps its meaning
        words = act.expanded(there_for(session, act, words).state, session.table, words)
    if words:
        session, words = placed_at(session, words[0], words, ahead=ahead)
    there = there_for(session, act, words)
    read = situated_with_dice if with_dice else foreseen if ahead else without_dice
    try:
        words, situation, dice = read(there, act, words)
    except Mistake as wrong:
        check_there(session, there, words)
        wrong.line = (verb, *words)
        raise
    situation.known.assumed[:0] = session.assumed
    situation.known.notes += before_time(session, act, words)
    objections, kept = act.objections(situation), session.head["sequence"] == "kept"
    early = act.out_of_turn(there.state, session.table, situation) if kept else ()
    if ahead:
        early = (*early, *(each for each in objections if each.passes))
        objections = tuple(each for each in objections if not each.passes)
    else:
        objections, early = (*early, *objections), ()
    standing = tuple(
        objection
        for objection in objections
        if not (ruling and objection.overrulable and (overrules is None or objection.rule in overrules))
    )
    if standing:
        raise Refused(standing)
    added = tuple(read_addition(text, act.adds_to) for text in additions)

    if added and act.adding:
        situation = act.adding(situation, added)

    clock = (verb == "next" or act.ticks) and kept and bool(session.absent or session.events or session.ends)
    last = _last(there, act, words) if clock and session.ends and verb == "next" else None

    def make() -> Procedure[Outcome]:
        if clock:
            from umpire.game.clock.coming import with_clock  # only in a game with arrivals or events

            family, table, events = session.family, session.table, session.events
            return with_clock(family, session.state, table, events, act.procedure, situation, last, by_act=act.ticks)
        if act.adding:
            return act.procedure(situation)
        return with_additions(added, act.procedure, situation) if added else act.procedure(situation)

    prepared = Prepared(session, act, (*words, *told), situation, objections, ruling, added, make, early, dice=dice)
    if not told:
        return prepared
    from umpire.play.mending.result import result_of  # rarely needed

    names, ranked = session.family.names(session.state), session.family.severity()
    return replace(prepared, result=result_of(make, told, names, ranked))


def _last(there: Session, act: Act[Any, Any, Any], words: Sequence[str]) -> Situation | None:
    """Return the situation of a `next` that ends the battle; None if the battle cannot end with this round or turn."""
    from umpire.game.clock.ending import may_end

    if not may_end(there.family, there.state):
        return None
    _, situation = situated_as_typed(replace(there, state=replace(there.state, last=True)), act, words)
    return situation if situation.over else None  # type: ignore[attr-defined]


def check_additions(prepared: Prepared) -> None:
    """Raise Mistake if the referee added a modifier to a throw that the act cannot make."""
    if not prepared.additions:
        return
    possible = throws_of(prepared)
    for addition in prepared.additions:
        if addition.pool not in possible:
            hint = f"throws here: {', '.join(possible)}" if possible else "no dice are thrown here"
            raise Mistake(f"--add: no throw here is called {addition.pool!r}", hint)


def throws_of(prepared: Prepared) -> list[str]:
    """Return the names of the throws that an act may make."""
    from umpire.core.odds import explain  # rarely needed

    return list(dict.fromkeys(pool.key for one in explain(prepared.make) for pool in one.pools))


def referee_for(session: Session, *, rehearsal: bool = False) -> tuple[SeededDice, int]:
    """Return the stream of dice of a game and the number of dice drawn so far. A rehearsal has a separate stream."""
    seed = str(session.head["seed"])
    return SeededDice(f"rehearsal {seed}" if rehearsal else seed), int(session.head["drawn"])


def play(prepared: Prepared, referee: Answers) -> Played:
    """Resolve a prepared act and apply its effects; nothing is written yet.

    Raises Mistake for an impossible or unused answer, and Wanted for a missing answer.
    """
    try:
        return _played(prepared, referee)
    except (DiceCount, NotDice, LeftOver):
        if _fit_in_one_way(prepared, referee):
            return _played(prepared, referee)
        raise


def _fit_in_one_way(prepared: Prepared, referee: Answers) -> bool:
    """Return whether the typed dice fit the throws in exactly one way.

    Players throw some dice even if they are not needed, and may type a `/` between all dice. If there is exactly one
    way, `referee` takes the dice in that way.
    """
    before = referee.snapshot()
    for apart in (False, True):
        fits: dict[bool, list[Sequence[str]]] = {True: [], False: []}
        ways = set[tuple[tuple[str, tuple[int, ...]], ...]]()
        for keys in (*([()] if apart else []), *prepared.act.every_time):
            complete = _fits(prepared, referee, keys, apart=apart)
            thrown = tuple((one.pool.key, one.faces) for one in referee.answered if isinstance(one, Thrown))
            if complete is not None and not (apart and thrown in ways):  # the same dice for each throw are one way
                fits[complete].append(keys)
                ways.add(thrown)
        found = fits[True] or ([] if apart else fits[False])
        if len(found) == 1:
            return referee.begin_again(found[0], apart=apart)
    referee.restore(before)
    return False


def _fits(prepared: Prepared, referee: Answers, keys: Sequence[str], *, apart: bool) -> bool | None:
    """Return True if the dice are enough for the act, and False if dice are missing. The first dice go to the throws
    with these keys.

    Return None if the dice do not fit.
    """
    if not referee.begin_again(keys, apart=apart):
        return None
    thrown = set[str]()
    try:
        _played(prepared, referee)
        complete = True
    except Wanted as wanted:
        complete = False
        thrown |= {pool.key for pool in wanted.question.pools} if isinstance(wanted.question, Throws) else set()
    except Mistake:
        return None
    others = {key for row in prepared.act.every_time for key in row if key not in keys}
    thrown |= {one.pool.key for one in referee.answered if isinstance(one, Thrown)}
    return None if referee.spare() or (keys and thrown & others) else complete


def _played(prepared: Prepared, referee: Answers) -> Played:
    """Return the act resolved with these answers. Raises the same errors as `play`."""
    session = prepared.session
    outcome, answers = _to_the_end(prepared, referee)
    spare = _not_needed(prepared, referee, answers, outcome.unthrown)
    why = "".join(f"; {words}" for words in outcome.unthrown)
    notes = [f"{' / '.join(spare)}: also thrown, not needed{why}"] if spare else []
    referee.finish(outcome.unthrown)
    state, head, ended = session.after(outcome.effects)
    if said := session.sudden(state):
        effects = (*outcome.effects, *session.family.ended(state))
        outcome = replace(outcome, effects=effects, words=(*outcome.words, said))
        state, head, ended = session.after(effects)
    outcome = replace(outcome, words=(*outcome.words, *(f"{fact} ends" for fact in ended))) if ended else outcome
    entry = journal_entry(prepared, outcome, answers)
    entry["notes"] += [*notes, *_not_thrown(prepared, answers)]
    after = dict(session.snapshot.position)
    after["state"] = session.family.plain(state)
    after["game"] = {**head, "drawn": referee.drawn, "tables": session.table_file.digest}
    return Played(prepared, outcome, answers, entry, after, _kept(prepared, outcome, spare))


def _to_the_end(prepared: Prepared, referee: Answers) -> tuple[Outcome, tuple[Thrown | Chosen, ...]]:
    """Return the outcome and every answer. After a tie, the dice and words of the tie are kept, and the act is resolved
    again.
    """
    answers: tuple[Thrown | Chosen, ...] = ()
    lines: tuple[str, ...] = ()
    while True:
        try:
            outcome, more = resolve(prepared.procedure(), referee)
        except Wanted as wanted:
            raise Wanted(wanted.question, (*answers, *wanted.answered)) from None
        if not outcome.is_tie_reroll:
            return (replace(outcome, words=(*lines, *outcome.words)) if lines else outcome), (*answers, *more)
        *before, last = more
        answers += (*before, last._replace(then=outcome.words) if isinstance(last, Thrown) else last)
        lines += outcome.words
        referee.tied()


def _not_needed(
    prepared: Prepared, referee: Answers, answers: tuple[Thrown | Chosen, ...], unthrown: Sequence[str]
) -> list[str]:
    """Return the typed dice that no throw needs, and remove these dice from the answers of `referee`.

    A `/` separates these dice from the needed dice. The `/` is not required for dice of a throw between two other
    throws, or for dice thrown together with the needed dice.
    """
    thrown = sum(isinstance(answer, Thrown) and bool(answer.pool.dice) for answer in answers)
    if referee.laid_out:
        thrown_too, referee.by_key = list(referee.by_key.values()), {}
        return [] if referee.spare() else thrown_too
    if not (unthrown and thrown) and (surplus := referee.take_surplus(asks=prepared.act.asks)):
        return surplus
    spare = referee.spare()
    if not spare or thrown + sum(len(words_of(each)) for each in spare) > prepared.act.at_once:
        return []
    referee.dice.clear()
    referee.ahead.clear()
    return spare


def _kept(prepared: Prepared, outcome: Outcome, spare: Sequence[str]) -> Plain:
    """Return the values that a replay of the act needs in addition to its journal entry."""
    kept: Plain = {"words": list(prepared.words), "effects": [written(effect) for effect in outcome.effects]}
    if prepared.overruled:
        kept["overruled"] = [objection.rule for objection in prepared.overruled]
    if back := prepared.session.family.gone(prepared.session.state) & {subject(each) for each in outcome.effects}:
        kept["back"] = sorted(back)
    return {**kept, "spare": list(spare)} if spare else kept


def secret_entry(entry: Plain, verb: str) -> Plain:
    """Return the entry without its words, overruled rules and reason, because everyone may read the log."""
    told: Plain = {"command": verb, "facts": {}, "sources": {}, "overruled": []}
    ruling = entry["ruling"] and "given in secret"
    return {**entry, **told, "ruling": ruling, "outcome": {**entry["outcome"], "effects": []}, "secret": True}


def record(played: Played, line: str) -> int:
    """Write the act into the game file in one transaction; return the number of its entry.

    Raises GameMoved if other entries were made since the position was read; in this case nothing is written.
    """
    return played.prepared.session.record(line, played.entry, played.after, kept=played.kept)


def _not_thrown(prepared: Prepared, answers: tuple[Thrown | Chosen, ...]) -> list[str]:
    """Return a note for each modifier that the referee added to a throw that was not made.

    Raises Mistake if the act can never make the throw.
    """
    thrown = [answer.pool.key for answer in answers if isinstance(answer, Thrown)]
    missed = [addition for addition in prepared.additions if addition.pool not in thrown]
    if not missed:
        return []
    check_additions(prepared)
    return [f"{addition.pool} {addition.amount:+d} {addition.words}: this throw was not made" for addition in missed]


def journal_entry(prepared: Prepared, outcome: Outcome, answers: tuple[Thrown | Chosen, ...]) -> Plain:
    """Return the journal entry of the act as JSON, in the form that `log` and `--json` show."""
    known, result = prepared.situation.known, prepared.result
    return {
        "command": line_of(prepared.act.verb, prepared.words),
        "title": prepared.situation.title,
        "side": prepared.situation.side,
        "facts": {name: _fact(value) for name, value in known.values.items()},
        "sources": dict(known.sources),
        "assumed": list(known.assumed),
        "notes": [*known.notes, *([result.note] if result else [])],
        "ruling": prepared.ruling,
        "overruled": [
            {"rule": o.rule, "words": o.words, "tell": o.retype, "final": o.final} for o in prepared.overruled
        ],
        "additions": [addition.plain for addition in prepared.additions],
        "throws": [throw_plain(answer) for answer in answers if isinstance(answer, Thrown)],
        "choices": [choice_plain(answer) for answer in answers if isinstance(answer, Chosen)],
        "outcome": outcome_plain(outcome),
        "table": prepared.session.table_file.digest,
        **(result.plain() if result else {}),
    }


def _fact(value: Any) -> Any:
    """Return a fact for JSON.

    A distance that is not a whole number becomes text.
    """
    return decimal(value) if hasattr(value, "limit_denominator") else jsonable(value)

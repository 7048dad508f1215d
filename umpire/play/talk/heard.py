"""The meaning of a line read as a sentence: an act, a question, orders, the end of a phase, or the unclear part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from umpire.core.answers import LeftOver
from umpire.core.mistakes import DiceCount, Mistake, NoCommand, NotDice, NotNow, NotOffered
from umpire.game.clock.effect import NOW
from umpire.game.clock.now import UNTIL
from umpire.game.clock.staying import may_stay
from umpire.game.lines import COMMANDS, line_of
from umpire.game.naming import squeezed
from umpire.play.examples import example_behind
from umpire.play.possible import foes_of, tried
from umpire.play.session import Session
from umpire.play.talk.acts import DONE, AskedFor, Heard, Steps, act_heard, near_value
from umpire.play.talk.asked import (
    UNKNOWN,
    apart,
    asked_behind,
    asks_of_act,
    asks_of_harm,
    asks_of_worth,
    is_supposed,
    name_in,
    question,
    rules_for,
    unanswered,
)
from umpire.play.talk.dice import answer_of, dice_of, without_roll
from umpire.play.talk.general import of_a_kind
from umpire.play.talk.lasting import fact_that_stays, near_fact
from umpire.play.talk.orders import INITIATIVE, command_said, initiative_said, orders
from umpire.play.talk.phases import phase_said
from umpire.play.talk.record import of_record, state_said
from umpire.play.talk.sentence import Sentence, moved_in_a_word
from umpire.play.talk.supposed import MAY, compared, stand_named, supposed
from umpire.play.talk.words import ARTICLES, KnownNames, opened, tokens_of

_ITS_OWN = frozenset(COMMANDS) - {"what-if", "can"}
"""Commands whose words are not a sentence."""
_BEFORE_IF = 6
"""The most words up to `if` in `what are the odds if`."""
_NEVER = frozenset(("not", "never", "cannot", "don't", "doesn't", "can't", "won't", "isn't"))
"""Words of a sentence about something not done, which is not an act."""
_ENDS, _THEN = (",", ";", ":"), ("and", "then")
"""Signs that may separate two commands in a line, and words that may follow them."""
_SHORT = 3
"""Words of a line that may be a misspelt command, at most."""
_STAYS = frozenset(("stay", "stays", "wait", "waits"))
_BEHIND = ("odds", "explain")
"""The options after an act that is only viewed."""
_MOVES = ("normal", "tactical", "strategic", "ordinary")
_MOVED = ("move", "moves", "movement")
"""The words of a label, `normal move: ...`: the kind of move, and the move."""
_NOTES = frozenset(("note", "remark", "nb", "memo"))


def hear(session: Session, words: Sequence[str], wrong: Mistake) -> Heard | None:
    """Return the meaning of a line that is not understood as typed; None if the line is not a sentence.

    `wrong` is the error in the line as typed.
    """
    heard = _alone(session, words, wrong)
    if heard and not heard.partial:
        return heard
    heard = _first_of(session, words, wrong) or heard
    if heard or not isinstance(wrong, NoCommand) or len(words) <= _SHORT or opened(words) != [*words]:
        return heard
    begins = words[0].endswith(",") or bool(KnownNames(session).side(words[0]))  # no command is spelled like it
    stand = stand_named(session, words)
    prose = any(word.casefold() in ARTICLES for word in words[1:])  # `remove a marker from P1`: not a misspelt `move`
    if not begins and wrong.values["near"] and not (prose and stand):
        return None
    line = f"can {stand}" if stand else near_fact(session, tokens_of(words)) or "help"
    return Heard(what="this sentence is not understood", hint=f"type {line}")


def _first_of(session: Session, words: Sequence[str], wrong: Mistake) -> Heard | None:
    """Return two lines for a sentence with two commands: the first command in full, and the second as typed.

    `initiative 63/41, A goes: a1 to 1004` -> `activate a --dice 63/41`, then `a1 to 1004`. Return None unless both
    parts are understood.
    """
    known = {*session.family.ACTS, *session.family.named(session.state)}
    for end in range(len(words) - 2, 1, -1):
        if not words[end - 1].endswith(_ENDS):
            continue
        begin = end + sum(word.casefold() in _THEN for word in words[end : end + 2])
        first, rest = (" ".join(part).rstrip("".join(_ENDS)) for part in (words[:end], words[begin:]))
        heard = _alone(session, first.split(), wrong)
        if not heard or not heard.line or heard.option or (heard.secret and "=" in "".join(heard.line)):
            continue
        begins = words[min(begin, len(words) - 1)].casefold()
        then = None if begins in known else _alone(session, rest.split(), wrong)
        if then and then.line[:1] == ("activate",) and heard.line[0] != "activate":
            heard, rest = _with_unit(session, then, heard.line), line_of(heard.line[0], heard.line[1:])
        if begins in known or (then and (then.line or then.hint)):
            line = line_of(heard.line[0], [*heard.line[1:], *(("--dice", heard.dice) if heard.dice else ())])
            return Heard(what="two commands in one line", hint=f"type {line}, then {rest}", secret=heard.secret)
    return None


def _with_unit(session: Session, activates: Heard, act: Sequence[str]) -> Heard:
    """Return an activation with the unit of the first stand that acts, if the activation names no unit."""
    family, stand = session.family, "".join(act[1:2])
    units = [unit for unit in family.names(session.state) if stand in family.members(session.state, unit)]
    return activates._replace(line=("activate", *units[:1])) if len(activates.line) == 1 else activates


def _alone(session: Session, words: Sequence[str], wrong: Mistake) -> Heard | None:
    """Return the meaning of a part of a line that is not divided further."""
    steps = hearing(session, words, wrong)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast("Heard | None", end.value)


def hearing(session: Session, words: Sequence[str], wrong: Mistake) -> Steps[Heard | None]:
    """Do the same as `hear`, but yield between attempts, so that a key press can stop the search."""
    if len(words) < 2 or isinstance(wrong, (DiceCount, NotDice, LeftOver, NotOffered)):
        return None
    yield
    names, opening = KnownNames(session), opened(words)
    words = _label_last(opening)
    tokens = _as_if(tokens_of(words))
    low = [token.casefold() for token in tokens]
    if {*low} <= {","}:
        return None
    if told := of_record(session, names, tokens, asks=words[-1].endswith("?")):
        return Heard(*told)
    if low[0] == "can" and len(low) == 2 and not isinstance(wrong, NoCommand) and wrong.hint:
        return None
    if words[0].lower() == "can" and any("=" in word for word in words):
        return None  # `can panther1 rnge=400` is not a sentence
    if words[0].lower() == NOW and (any("=" in word for word in words) or (UNTIL in words and {*_MOVED} & {*low})):
        return None  # nor is `now k1.cover=hard until it moves`
    if words[0].lower() in _ITS_OWN - ({"status", "rules"} if len(words) > 2 else set()):
        return None
    if (
        isinstance(wrong, NotNow) and "name" in wrong.values
    ):  # every word is understood, but the stand named is not on the table
        return None
    if words[0].endswith(":") and low[0].strip(":") in _NOTES:
        return Heard(("note", " ".join(words[1:]).replace("\u2019", "'")))
    if command := command_said(session, tokens, names):
        return Heard(("order", *command[0]), command[1])
    kind = of_a_kind(session, names, tokens)
    if kind is not None:
        return _shown(session, names, tokens, [kind or UNKNOWN])
    begun = low.index("if") + 1 if low[:1] == ["what"] and "if" in low[:_BEFORE_IF] else 0
    if not begun and is_supposed(low):
        return (yield from supposed(session, names, tokens))
    if not begun and asks_of_act(low):
        heard = yield from supposed(session, names, tokens)
        advice = asks_of_worth(low) and heard and heard.example
        if heard and (advice or {*heard.line[:1]} & {"fire", *session.family.COMPARED}):
            return heard
    if not begun and "or" in low and low[0].isalpha() and (lines := (yield from compared(session, names, tokens))):
        return Heard(what="several acts to compare", hint=f"type {', then '.join(lines)}")
    if not begun and (views := [question(session, each, names) for each in apart(words)]) and all(views):
        if UNKNOWN in views and asks_of_harm(low):
            end = low.index(",") if "," in low else len(low)
            if (heard := (yield from supposed(session, names, tokens[:end]))) and (
                heard.line or "--odds" in heard.hint
            ):
                return heard
        plain = low[0] == "status" and views == [("status",)]  # the question is about a name that nobody has
        if len({*views}) == 1 and (ignored := unanswered(names, tokens, views[0])):
            heard = yield from supposed(session, names, tokens)
            line = line_of(heard.line[0], [*heard.line[1:], heard.option]) if heard and heard.line else ""
            lacks = f"`{' '.join(views[0])}` ignores: {', '.join(ignored)}"
            ranged = not names.places and len(views[0]) == 2 and not {"hq", "headquarters"} & {*low}
            far = [f"range={ignored[0].split()[0]}"] if ranged and views[0][0] == "can" else []
            return Heard(what=lacks, hint=f"type {line or ' '.join((*views[0], *far))}")
        return None if plain or views == [(*words,)] else _shown(session, names, tokens, views)
    if not begun and (heard := initiative_said(session, tokens, names)):
        return heard
    if (ordered := orders(session, words, names)) is not None:
        return Heard(("order", *ordered), secret=True)
    if not begun and (lasts := fact_that_stays(session, names, tokens)):
        if lasts[0] == NOW or "until" not in low:
            return Heard(lasts)
        return Heard(what="this fact stays until you change it", hint=f"type {' '.join(lasts)}")
    ahead = bool(begun) or low[:1] == ["what-if"]
    tokens = tokens[begun or 1 :] if ahead else tokens
    yield
    if not ahead and (phase := phase_said(session, low, names)):
        return Heard(phase.line, what=phase.what, hint=phase.hint)
    if not begun and low[0] == "it":
        line = near_fact(session, tokens)
        what = (
            "the fact in this sentence has its own command"
            if line
            else "this sentence does not name a fact that `now` can set"
        )
        note = line_of("note", [" ".join(words).replace("\u2019", "'")])
        return Heard(what=what, hint=f"type {line or (NOW if may_stay(session.family, session.table) else note)}")
    if not ahead and (state := state_said(session, names, tokens)):
        found, sure = state
        return (
            Heard(found)
            if sure
            else Heard(what="this sentence does not correct the record", hint=f"type {' '.join(found)}")
        )
    stays = _STAYS if session.family.ORDERED else _STAYS | {"hold", "holds"}
    if stays & {*low} and len(low) < _BEFORE_IF:
        return Heard(what="a stand needs no entry if it stays where it is", hint="type status")
    if answer_of(" ".join(words)):
        return Heard(what="dice alone are not a command", hint="type them after an act, or when the act asks for them")
    if at := asked_behind(low):
        tokens, low = [*tokens[:at], _BEHIND[0]], [*low[:at], _BEHIND[0]]
    viewed, whole = low[-1] in _BEHIND, tokens
    tokens = tokens[:-1] if viewed else _without_stayers(tokens, names)
    shorter = len(tokens) < len(whole)
    yield
    tokens, rolls = without_roll(tokens)
    tokens, dice = dice_of(moved_in_a_word(tokens), names, session.head["sides"])
    if dice and (ahead or (INITIATIVE in low and "UNIT" in session.act("activate").usage)):
        return None
    if (begin := [n for n, token in enumerate(tokens) if token.casefold() in _NEVER]) and not _denies(
        session, tokens, begin
    ):
        return None
    sentence = Sentence(session, names, tokens)
    if sentence.passive and (active := sentence.active()):
        yield
        heard = yield from act_heard(session, Sentence(session, names, active), dice)
        line = line_of(heard.line[0], heard.line[1:]) if heard and heard.line else ""
        return Heard(what="an act begins with the stands or units that act", hint=f"type {line}") if line else heard
    certain = sentence.whole or dice or rolls or begun or shorter or words != opening
    if sentence.passive or not (certain or "," in tokens):
        return None
    yield
    asked = AskedFor(("what-if",)) if ahead else AskedFor(option=f"--{low[-1]}") if viewed else DONE
    heard = yield from act_heard(session, sentence, dice, asked)
    if heard and heard.line and rolls and not (heard.dice or asked.ahead):
        heard = heard._replace(option="--roll")
    if heard and heard.line and [*heard.line[: 1 + len(words)]] == [*words] and not dice:
        return None
    if heard and heard.line and sentence.follows and names.places:
        what = f"where does {names.names[sentence.follows]} go?"
        return Heard(what=what, hint=example_behind(session, heard.line, sentence.follows))
    if not certain:
        return heard if heard and heard.line else None
    if heard is None or not heard.line:
        heard = (None if dice or ahead else (yield from _of_several(session, names, sentence))) or heard
        heard = (yield from _spelled(session, names, sentence, dice, asked)) or heard
    return heard


def _spelled(
    session: Session, names: KnownNames, sentence: Sentence, dice: Sequence[str], asked: AskedFor
) -> Steps[Heard | None]:
    """Return the corrected line if a name or a value in it is misspelt. Return None for any other line, or if the
    corrected line is incomplete.
    """
    known = {n for at, name in sentence.found.items() for n in range(at, at + name.length)}
    known |= {n for verb in sentence.verbs for n in range(verb.at, verb.at + verb.length)}
    found = {
        at: names.near(token) or near_value(session, token)
        for at, token in enumerate(sentence.tokens)
        if at not in known
    }
    if not any(found.values()):
        return None
    tokens = [found.get(at) or token for at, token in enumerate(sentence.tokens)]
    wrong = next(token for at, token in enumerate(sentence.tokens) if found.get(at))
    heard = yield from act_heard(session, Sentence(session, names, tokens), dice, asked)
    if heard is None or not heard.line:
        return None
    line = line_of(heard.line[0], [*heard.line[1:], *(("--dice", heard.dice) if heard.dice else ())])
    return Heard(what=f"{wrong!r} is not understood here", hint=f"did you mean: {line}", verb=heard.line[0])


def _of_several(session: Session, names: KnownNames, sentence: Sentence) -> Steps[Heard | None]:
    """Return the lines of several acts in one sentence, each with its acting stand; None if an act is incomplete."""
    parts = sentence.apart()
    parts = parts if len(parts) > 1 or session.family.AFTER_MOVING else sentence.apart_of_one()
    lines = list[str]()
    for part in parts if len(parts) > 1 else ():
        heard = yield from act_heard(session, Sentence(session, names, part), ())
        if heard is None or not heard.line:
            return None
        lines.append(line_of(heard.line[0], heard.line[1:]))
    return Heard(what="several acts in one line", hint=f"type {', then '.join(lines)}") if lines else None


def _shown(session: Session, names: KnownNames, tokens: Sequence[str], views: Sequence[tuple[str, ...]]) -> Heard:
    """Return the view that answers a question; for several questions, the lines to type for them."""
    if UNKNOWN in views:
        about = (name_in(names, tokens, at) for at in range(len(tokens)))
        ids = [id for name in about if name for id in name.ids]
        if (tokens[0].casefold() == "why" or not ids) and (rules := rules_for(session, names, tokens)):
            return Heard(what="no command answers exactly this question", hint=f"type rule {', or rule '.join(rules)}")
        if near := _in_range(session, names, tokens, ids):
            return Heard(what="no command answers exactly this question", hint=f"type can {', or can '.join(near)}")
        second = next((f"can {id}" for id in ids if id != ids[0]), f"status {ids[0]}") if ids else ""
        if len({*ids}) == 1 and tokens[0].casefold() in MAY and (rules := rules_for(session, names, tokens)):
            second = f"rule {rules[-1]}"
        can_act = [id for id in ids[:1] if id in names.stands or session.family.members(session.state, id)]
        hint = f"type can {ids[0]}, or {second}" if can_act else f"type {second or 'status, or sheet'}"
        return Heard(what="no command answers exactly this question", hint=hint)
    if len({*views}) == 1:
        return Heard(views[0])
    return Heard(what="several questions in one line", hint=f"type {', then '.join(map(' '.join, views))}")


def _in_range(session: Session, names: KnownNames, tokens: Sequence[str], ids: Sequence[str]) -> list[str]:
    """Return at most two stands for `who is in range of K1`.

    Stands that may fire at K1 come first.
    """
    if not (names.places and len(ids) == 1 and ids[0] in names.stands and "range" in map(str.casefold, tokens)):
        return []
    each = {id: tried(session, "fire", (id, "at", ids[0])) for id in foes_of(session, ids[0])}
    far = [id for id, one in each.items() if one.no and not any(no.depends_on == "actor" for no in one.no)]
    return [*(id for id, one in each.items() if one.allowed), *far][:2]


def added(session: Session, verb: str, words: Sequence[str]) -> tuple[str, ...]:
    """Return words that are added to an act, in their usual form: `the 2nd German battery`, `in the flank`. Return ()
    if a word is not understood, or if the words mean another act.
    """
    sentence = Sentence(session, KnownNames(session), tokens_of(words))
    said = sentence.part_of(session.act(verb))
    return () if said.unknown or said.several or sentence.verbs else said.words


def _without_stayers(tokens: Sequence[str], names: KnownNames) -> list[str]:
    """Return the words without clauses that only say that a stand stays where it is: `tiger stays, panzer moves 3`."""
    clauses, kept = [[*part.split()] for part in " ".join(tokens).split(" , ")], list[list[str]]()
    for clause in clauses:
        begin = int(bool(clause) and clause[0].casefold() in ARTICLES)
        name = names.at(clause, begin) or names.begun(clause[begin]) if clause[begin:] else None
        behind = [word.casefold() for word in clause[begin + (name.length if name else 0) :]]
        if not (name and behind[:1] and behind[0] in _STAYS and {*behind[1:]} <= {"put", "where", "it", "is", "here"}):
            kept.append(clause)
    return " , ".join(map(" ".join, kept)).split() if kept else [*tokens]


def _label_last(words: Sequence[str]) -> list[str]:
    """Return the words. If the line begins with a kind of move, this kind is put last: `normal move: p1 to 0703`."""
    end = next((n for n, word in enumerate(words[:_SHORT], 1) if word.endswith((":", ","))), len(words))
    label = [word.casefold().strip(":,") for word in words[:end]]
    kind = [word for word in label if word not in _MOVED]
    if end == len(words) or len(kind) > 1 or not {*kind} <= {*_MOVES}:
        return [*words]
    return [*words[end:], *([",", *kind, "move"] if kind else [])]


def _as_if(tokens: Sequence[str]) -> list[str]:
    """Return the words without ground that a question replaces by other ground: `with the town as open ground` ->
    `open ground`.
    """
    low = [token.casefold() for token in tokens]
    at = low.index("as") if "as" in low[1:] else 0
    begin = next((n for n in range(max(0, at - 3), at) if low[n] == "with"), at)
    if not at or (begin == at and low[at + 1 : at + 2] != ["if"]):
        return [*tokens]
    return [*tokens[:begin], ",", *tokens[at + 1 + (low[at + 1 : at + 2] == ["if"]) :]]


def _denies(session: Session, tokens: Sequence[str], places: Sequence[int]) -> bool:
    """Return whether a fact follows each `not`: `not hull down`, `not attacking`."""
    acts = [session.act(verb) for verb in session.family.ACTS]
    known = {squeezed(word) for act in acts for fact, words in act.choices.items() for word in (fact, *words)}
    known |= {"attack", "attacking", "shoot", "shooting", "fire", "firing", *session.family.SPOKEN}
    behind = ([squeezed("".join(tokens[n + 1 : n + 1 + length])) for length in (1, 2)] for n in places)
    return all(tokens[n].casefold() == "not" for n in places) and all(known & {*words} for words in behind)

"""The acts that a question supposes: their odds, their dice, and the comparison of several acts."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.game.lines import line_of
from umpire.play.session import Session
from umpire.play.talk.acts import AskedFor, Heard, Steps, act_heard
from umpire.play.talk.asked import DOING, SUPPOSING, name_in
from umpire.play.talk.sentence import Sentence, moved_in_a_word
from umpire.play.talk.words import ARTICLES, KnownNames, forms, is_number, tokens_of

_THROWING = frozenset(("throw", "roll"))
_AGAINST = frozenset(("against", "versus", "vs", "on", "upon", "at"))
_IF = AskedFor(("what-if",))
MAY = ("may", "can", "could", "must", "does", "do")
"""First words of a question that the rules answer."""


def supposed(session: Session, names: KnownNames, tokens: Sequence[str]) -> Steps[Heard | None]:
    """Return the view of the act that a question supposes: `what would the Tiger need to hit the Firefly at 9?`."""
    low = [token.casefold() for token in tokens]
    asked = AskedFor(option="--explain" if {"need", "needs", "dice"} & {*low} else "--odds")
    tokens = _without_absent(session, tokens)
    rest = act_supposed(moved_in_a_word(tokens))
    if "fire" in session.family.ACTS:
        sentence = Sentence(session, names, rest)
        if not any(not sentence.tokens[verb.at].casefold().endswith("ed") for verb in sentence.verbs):
            sentence = Sentence(session, names, with_shot(names, rest))
        heard = yield from act_heard(session, sentence, (), asked)
        if heard and not heard.line and (several := (yield from _each_meant(session, sentence, asked))):
            return several
        vague = low[0] in MAY and not any(word.isdigit() for word in low)
        if heard and (heard.line or heard.example or (heard.hint and not vague)):
            return heard
        if shorter := (yield from _without_clause(session, names, tokens)):
            return shorter
    if low[0] in MAY and (stand := stand_named(session, tokens)):
        return Heard(what="no command answers exactly this question", hint=f"type can {stand}")
    usage = session.act("fire").usage.partition(" | ")[0] if "fire" in session.family.ACTS else "LINE"
    return Heard(what="this sentence asks what would happen", hint=f"type the question as: what-if {usage}")


def _without_absent(session: Session, tokens: Sequence[str]) -> list[str]:
    """Return the words without clauses about missing support: `..., no guns, no mortars`."""
    clauses = " ".join(tokens).split(" , ")
    absent = {
        f"no {noun}{s}" for noun in (*session.family.NOUNS.guns, "mortar", "support", "aircraft") for s in ("", "s")
    }
    return " , ".join(each for n, each in enumerate(clauses) if not n or each.casefold() not in absent).split()


def _without_clause(session: Session, names: KnownNames, tokens: Sequence[str]) -> Steps[Heard | None]:
    """Leave out the last clauses of a question, and return the view of the act that the rest supposes. Return None if
    no line is complete.
    """
    for end in (n for n in range(len(tokens) - 1, 1, -1) if tokens[n] == ","):
        heard = yield from supposed(session, names, tokens[:end])
        if heard and heard.line:
            line = line_of(heard.line[0], [*heard.line[1:], heard.option])
            return Heard(what=f"not taken into account: {' '.join(tokens[end + 1 :])}", hint=f"type {line}")
    return None


def _each_meant(session: Session, sentence: Sentence, asked: AskedFor) -> Steps[Heard | None]:
    """Return a line for each of the first two stands that a name in a question may mean; None if no line is
    complete.
    """
    tokens, names = sentence.tokens, sentence.names
    each = ((at, name_in(names, tokens, at)) for at in range(len(tokens)))
    at, name = next(((at, name) for at, name in each if name and len(name.ids) > 1), (0, None))
    lines = list[str]()
    for id in name.ids[:2] if name and name.typed != "both" else ():
        tokens = [*sentence.tokens[:at], id, *sentence.tokens[at + name.length :]] if name else []
        heard = yield from act_heard(session, Sentence(session, names, tokens), (), asked)
        lines += [line_of(heard.line[0], [*heard.line[1:], *heard.option.split()])] if heard and heard.line else []
    what = f"{name.typed!r} can mean {' or '.join(name.ids)}" if name else ""
    return Heard(what=what, hint=f"type {', or '.join(lines)}", example=True) if lines else None


def compared(session: Session, names: KnownNames, tokens: Sequence[str]) -> Steps[list[str]]:
    """Return the line of each act that a question compares: `is the Pak better off shooting at X at 9 or at Y at 12?`.

    Return [] for any other question, and if an act is incomplete.
    """
    at = [token.casefold() for token in tokens].index("or")
    found = [n for n in range(at) if (name := name_in(names, tokens, n)) and name.ids[0] in names.stands]
    behind = tokens[at + 1 :]
    if "fire" not in session.family.ACTS or not found or not any(token.isdigit() for token in behind):
        return []
    own = name_in(names, tokens, found[0])
    who = tokens[found[0] : found[0] + (own.length if own else 1)]
    ahead = tokens[found[0] + len(who) : at]
    several = [part.split() for part in " ".join(ahead).strip(" ,:").split(" , ")]  # `X at 9, Y at 12 or Z at 16`
    for parts in ([ahead, behind], [*several, behind]):
        lines = list[str]()
        for part in parts:
            begins = (n for n, token in enumerate(part) if token.casefold() in ("at", "on"))
            begin = next((n for n in begins if not is_number("".join(part[n + 1 : n + 2]))), 0)
            other = any(name_in(names, part, n) for n in range(begin))  # `or the Tiger at Y at 12`
            joint = [] if part[begin : begin + 1] and part[begin].casefold() in ("at", "on") else ["at"]
            said = [*(part[:begin] if other else who), "fires", *joint, *part[begin:]]
            heard = yield from act_heard(session, Sentence(session, names, said), (), _IF)
            lines += [line_of(heard.line[0], heard.line[1:])] if heard and heard.line else []
        far = {sum(word[:1].isdigit() for word in line.split()) for line in lines}
        if len(lines) == len(parts) and len(far) == 1:
            return lines
    return []


def stand_named(session: Session, words: Sequence[str]) -> str:
    """Return the id of the first stand that the words of a sentence name, or ""."""
    names, tokens = KnownNames(session), tokens_of(words)
    places = (at for at, token in enumerate(tokens) if not names.side(token))
    named = (name for at in places if (name := name_in(names, tokens, at)))
    stands = session.family.named(session.state)
    return next((each.ids[0] for each in named if each.ids[0] in stands), "")


def act_supposed(tokens: Sequence[str]) -> list[str]:
    """Return the words of the act that a question supposes: `the chance of the Tiger killing the Firefly`."""
    low = [token.casefold() for token in tokens]
    at = low.index("if") if "if" in low else -1
    ahead = {"against", "versus", *DOING} & {form for word in low[: max(at, 0)] for form in forms(word)}
    whole = ahead and not any({*forms(word)} & DOING for word in low[at:])  # `what to hit X if it is hull down`
    said = [*tokens[:at], ",", *tokens[at + 1 :]] if at > 0 and whole else tokens[at + 1 :]
    doing = [n for n, token in enumerate(said) if {*forms(token)} & DOING]
    gone = [n for n in doing[:-1] if {*forms(said[n])} & _THROWING]  # `what do I need to roll to hit`
    left = [token for n, token in enumerate(said) if token.casefold() not in SUPPOSING and n not in gone]
    left = ["fires" if {*forms(token)} & DOING else token for token in left]
    return left[left[:1] == ["of"] :]


def with_shot(names: KnownNames, tokens: Sequence[str]) -> list[str]:
    """Return the words. If they have no verb, the verb of a shot is added: `the Tiger on the Firefly`."""
    stands = [at for at in range(len(tokens)) if (one := name_in(names, tokens, at)) and one.ids[0] in names.stands]
    for at in range(min(stands, default=len(tokens)), len(tokens) - 1):
        begin = at + 1 + (tokens[at + 1].casefold() in ARTICLES)
        if tokens[at].casefold() in _AGAINST and begin in stands:
            return [*tokens[:at], "fires", "at", *tokens[at + 1 :]]
    return ["fire", *tokens]

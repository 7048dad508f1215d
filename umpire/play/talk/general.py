"""General questions about a rule, a state or a kind of stand, and the words to look up in the rule book."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from umpire.game.naming import squeezed
from umpire.play.session import Session
from umpire.play.talk.words import KnownNames, forms
from umpire.rulesets import of_game

_TEXT_KINDS = (
    "element unit stand battalion company squadron platoon section tank vehicle transport carrier truck lorry "
    "half-track armour armoured infantry troops troop men squad crew team gun battery artillery mortar howitzer "
    "cavalry aircraft plane bomber fighter headquarters hq commander target passenger side player army"
)
_KINDS = frozenset(_TEXT_KINDS.split())
_MASS = frozenset(("armour", "infantry", "troops", "men", "artillery", "cavalry", "aircraft"))
_TEXT_BEFORE = "can may could must should do does will to of what when if how"
_BEFORE = frozenset(_TEXT_BEFORE.split())
"""Words before a kind of stand that has no article: `can infantry fire`."""
_TEXT_PLAIN = (
    "is are be get gets got become becomes been was were has have being by in on at it its they them and or then "
    "can may could must should do does will would what when if how happen happens far fast much many often from "
    "act move go fire shoot hit shot attack see reach test a an any the for with to of not no still also again "
    "bonus penalty modifier count counts mean means work works"
)
_PLAIN = frozenset(_TEXT_PLAIN.split())
"""Words of such a question that are not looked up."""
_ABOUT_NOW = frozenset(("left", "still", "yet", "many", "now", "nearest", "closest"))
_MOST = 3
"""Words of a kind of stand, with its state: `dug in infantry`."""
_ALIKE = 5
"""Letters that a word of the rule book shares with the word looked up, at least: `suppressed`, `suppression`."""
_LETTERS = 3
"""Letters of the shortest word that is looked up. A value of a fact must have more: `yes` is not looked up."""
_GAME = frozenset(("game", "battle", "scenario", "evening"))
_ENDS = frozenset(("end", "finish", "stop", "long", "last", "over", "win", "won", "winner"))
WINNING = ("winning", "victory")


def looked_up(session: Session, words: Sequence[str], said: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the `rule` line for words that are found in the rule book; () if none are found. All words are tried
    together first, then pairs of words, then single words. The words of a pair must be next to each other in the line
    (`said`).
    """
    clauses = of_game(session.head).clauses()
    pairs = [two for two in pairwise(words) if two in pairwise(said or words)]
    pairs.sort(key=lambda two: {*two} <= {*session.family.NOUNS.units, *_GAME})
    several = (words, *pairs) if len(words) > 1 else ()
    joined = [sign.join(each) for each in several for sign in (" ", "-", "_")] + [" of ".join(words)]
    spoken = (session.family.SPOKEN.get(squeezed("".join(each))) for each in (words, *pairs))
    values = [value for each in spoken if each for value in (each.partition("=")[2],) if len(value) > _LETTERS]
    ones = sorted((word for word in words if len(word) >= _LETTERS), key=len, reverse=True)
    stems = [form for word in ones for form in forms(word)[1:]]
    near = (near for word in ones for near in clauses.close_to(word) if near[:_ALIKE] == word[:_ALIKE])
    found = next((each for each in (*joined, *values, *ones) if clauses.find(each)), "") or next(near, "")
    found = found or next((each for each in stems if clauses.find(each)), "")
    if not found and of_game(session.head).table().rows != session.table_file.rows:
        return ("rule", *words)  # a house rule may have them
    return ("rule", *found.split()) if found else ()


def about_the_end(session: Session, low: Sequence[str]) -> tuple[str, ...]:
    """Return the view that says when the game ends, or how it is won; () for any other question."""
    said = {form for word in low for form in forms(word)}
    if {"victory", "condition"} <= said or ({*low} & _GAME and said & _ENDS and low[0] in ("when", "how", "what")):
        return ("rule", WINNING[0]) if of_game(session.head).clauses().find(WINNING[0]) else ("status",)
    return ()


def of_a_kind(session: Session, names: KnownNames, tokens: Sequence[str]) -> tuple[str, ...] | None:
    """Return the `rule` line for a question about a kind or state of stands: `may a suppressed element fire?`.

    Return () if the rule book has none of the words of the question. Return None for any other question.
    """
    low = [token.casefold() for token in tokens if token != ","]
    if not low or low[0] not in (*_BEFORE, "are", "is", "which") or _ABOUT_NOW & {*low}:
        return None
    capital = any(token[:1].isupper() and not token.isupper() for token in tokens[1:])
    if capital or any((len(token) > 1 and token in names.names) or names.side(token) for token in low):
        return None
    at, kind = _kind([token if token == "A" else token.casefold() for token in tokens if token != ","])
    if not kind or any(word.isdigit() for word in low):
        return None
    nouns = {*session.family.NOUNS.units, *_KINDS}
    if any(phrase in " ".join(kind) for phrase in session.family.ORDERED if " " in phrase):
        return looked_up(session, ["orders"])  # `dug in`
    state = [word for word in kind if not {*forms(word)} & nouns and word not in _PLAIN - {"in"}]
    rest = [word for word in low[at + len(kind) :] if not {*forms(word)} & (_PLAIN | nouns)]
    return looked_up(session, state) if state else looked_up(session, rest or kind)


def _kind(low: Sequence[str]) -> tuple[int, list[str]]:
    """Return the place and the words of a kind of stand: `suppressed element`. The words are [] if no kind is named."""
    for at, word in enumerate(low):
        article = word in ("a", "an", "any", "another")
        if not article and word not in _BEFORE:
            continue
        for end in range(at + 2, min(at + 2 + _MOST, len(low) + 1)):
            noun = low[end - 1]
            plural = noun in _MASS or (noun not in _KINDS and {*forms(noun)} & _KINDS)
            if {*low[at + 1 : end - 1]} & {*_BEFORE, "the", "my", "our", "your", "their", "this", "these", "his"}:
                break
            if (article and {*forms(noun)} & _KINDS) or plural:
                return at + 1, [*low[at + 1 : end]]
    return 0, []

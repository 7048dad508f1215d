"""The words of a sentence: some are joined, some are read as names, and words without a meaning are dropped."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from itertools import product
from typing import NamedTuple

from umpire.core.mistakes import meaning
from umpire.game.lines import UNITS
from umpire.game.naming import meant, squeezed
from umpire.play.session import Session

_SMALL = (
    "a an the this that their its our of is are was were be has have had in into inside on onto over out "
    "and then first now so only just also both it them they please i we again there my your their our us me "
    "you ok okay right well yet oh"
)
SMALL = frozenset((*_SMALL.split(), "he", "she", "his", "her"))
"""Words that mean nothing unless a name or the act needs them."""
_OPENERS = "sorry well ok okay right so hmm hm erm er um ah oh oops wait no actually now then and alright good fine"
OPENERS = frozenset(_OPENERS.split())
"""Words that may open a sentence before a comma, and add nothing."""
_OPENING = (
    "hang-on hold-on that's-it that's-everyone that's-everybody that's-that all-right "
    "nobody-to-rally no-one-to-rally nothing-to-rally very-well let-me-see let's-see"
)
"""Phrases that may open a sentence in the same way."""
_TOKEN = re.compile(r"[,;()]|[^\s,;()]+")
_HE_IS = re.compile(r"\bs?he(?:'?s|\s(?:is|was))\b", re.IGNORECASE)
"""Words for a person. `he` alone may also be a kind of shell."""
_NUMBER = re.compile(r"\d+(\.\d+)?")
_MOST = 6
"""The most words of a name that is looked for."""
ORDINALS = {"first": "1st", "second": "2nd", "third": "3rd", "fourth": "4th", "fifth": "5th"}
_TO_TWELVE = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_TO_TWENTY = ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty")
_COUNTED = {word: str(number) for number, word in enumerate((*_TO_TWELVE, *_TO_TWENTY), 1)}
_NUMBERED = {"1": "1st", "2": "2nd", "3": "3rd", "4": "4th", "5": "5th"}
_MANY = {"all": 0, "both": 2, **{word: int(number) for word, number in _COUNTED.items() if 1 < int(number) < 7}}
_ORDINAL = tuple(ORDINALS.values())
ARTICLES = ("the", "an", "that", "this", "his", "her", "our", "my", "your", "their")
GROUND = ("wood", "woods", "forest", "hill", "rough", "town", "village", "river", "stream", "marsh")
"""Kinds of ground as people say them."""
OBSTACLES = ("hedge", "hedgerow", "wall", "fence", "ditch", "obstacle", "bank", "barricade")
"""Obstacles that are crossed."""
_SHORT_FOR = {"mg": "machine", "mgs": "machine"}
"""Abbreviations -> a word of the names of stands."""
_ENDS = 7
"""Letters of the end of a name, at least: `grenadiers` for the Panzergrenadiers."""
_BEGINS = 4
"""Letters of the beginning of a name, at least."""
_THE = "the"


class Name(NamedTuple):
    """The ids that a name may mean, and the number of words typed for it."""

    ids: tuple[str, ...]
    typed: str
    length: int = 1


def tokens_of(words: Sequence[str]) -> list[str]:
    """Return the words of a sentence. Commas are separate words; the full stop and a possessive 's are dropped."""
    found = []
    sentence = _HE_IS.sub("it is", " ".join(words).replace("\u2019", "'"))
    for token in _TOKEN.findall(sentence):
        bare = re.sub(r"'s?$", "", token.strip('?!:"').rstrip(".")) if "=" not in token else token
        if bare:
            found.append("," if bare in (";", "(", ")", "-", "\u2013", "--") else bare)
    if len(found) > 2 and found[1] == "," and found[0].casefold() == "next":
        del found[1]  # `next, German fire`
    found = [part for word in found for part in (_plus(word) if "+" in word[1:-1] and "=" not in word else [word])]
    following = [*(each.casefold() for each in found[1:]), ""]
    return [
        _COUNTED.get(word.casefold(), word) if unit in UNITS else word
        for word, unit in zip(found, following, strict=False)
    ]


def _plus(word: str) -> list[str]:
    """Return the words joined by a plus sign, with `and` between them: `p1+p2`."""
    return [part for each in word.split("+") for part in ("and", each)][1:]


def opened(words: Sequence[str]) -> list[str]:
    """Return the words without words that only open the sentence: `sorry, ...`, `hang on, ...`."""
    end = next((n for n, word in enumerate(words, 1) if word.endswith((",", ".", "!", ";"))), len(words))
    opening = [word.casefold().replace("\u2019", "'").strip(",.!;") for word in words[:end]]
    if end < len(words) and ({*opening} <= OPENERS or "-".join(opening) in _OPENING.split()):
        return opened(words[end:])
    return [*words]


def is_number(word: str) -> bool:
    """Return whether a word is a number, without a unit."""
    return bool(_NUMBER.fullmatch(word))


def digits_of(word: str) -> str:
    """Return a number in words as digits: `four` -> `4`. Return any other word unchanged."""
    return _COUNTED.get(word, word)


@lru_cache(maxsize=4096)
def forms(word: str) -> tuple[str, ...]:
    """Return a word and its possible basic forms: `shoot` for `shoots`, `battery` for `batteries`."""
    low = word.casefold()
    found = [low]
    for ending, others in (("s", ("",)), ("es", ("",)), ("ies", ("y",)), ("ed", ("", "e")), ("ing", ("", "e"))):
        if low.endswith(ending) and len(stem := low.removesuffix(ending)) > 1:
            found += [stem + other for other in others]
            found += [stem[:-1]] if len(stem) > 2 and stem[-1] == stem[-2] else []
    return tuple(dict.fromkeys(found))


def phrase_at(tokens: Sequence[str], at: int, phrases: Mapping[str, str]) -> tuple[str, int]:
    """Return the meaning and the length of the longest phrase that begins here; ("", 0) if no phrase begins here.

    The words of the phrase may have any form.
    """
    found = ("", 0)
    begins = forms(tokens[at]) if at < len(tokens) else ()
    for phrase, means in phrases.items():
        said = _split(phrase)
        if said[0] in begins and len(said) > found[1] and len(tokens) >= at + len(said):
            here = zip(said, tokens[at : at + len(said)], strict=True)
            if all(word in forms(token) for word, token in here):
                found = (means, len(said))
    return found


@lru_cache(maxsize=1024)
def _split(phrase: str) -> tuple[str, ...]:
    return tuple(phrase.split())


class KnownNames:
    """The names of a game, looked up as people type them."""

    def __init__(self, session: Session) -> None:
        family, state = session.family, session.state
        self.names, self.stands, self.acts = family.names(state), family.named(state), family.ACTS
        self.sides = {squeezed(side): side for side in session.head["sides"]}
        self.whole = dict[str, list[str]]()
        for id, name in self.names.items():
            for called in {squeezed(id), squeezed(name)}:
                self.whole.setdefault(called, []).append(id)
        self.places = dict[str, str]()
        if (ground := session.game_map) is not None:
            self.places = {
                squeezed(name)[3 * squeezed(name).startswith(_THE) :]: label for label, name in ground.names.items()
            }
            standing = family.on_board(state) or {}
            self.standing = {ground.grid.label(place): id for place, (id, _) in standing.items()}
        self.said = {id: tuple(name.casefold().split()) for id, name in self.names.items()}
        self.having = dict[str, set[str]]()
        for id, spelled in self.said.items():
            for each in spelled:
                self.having.setdefault(each, set()).add(id)
        self.seen = dict[tuple[str, ...], Name | None]()

    def with_places(self, tokens: Sequence[str]) -> list[str]:
        """Return the words with hex numbers in place of the names of places on the map.

        A place is left out if it comes after the name of a stand that is there. `moves to the bridge` -> `moves to
        0705`, `K 1st company in Saint-Omer` -> `K 1st company`.
        """
        said, at = list[str](), 0
        while at < len(tokens):
            length = next((n for n in (3, 2, 1) if squeezed("".join(tokens[at : at + n])) in self.places), 0)
            label = self.places[squeezed("".join(tokens[at : at + length]))] if length else ""
            before = [*said[:-1]] if said and said[-1].casefold() == "the" else [*said]
            inside = before and before[-1].casefold() == "in"
            if not label or (inside and not self._stands(before[:-1], label)):
                said.append(tokens[at])
                at += 1
                continue
            said = before[:-1] if inside else [*before, label]
            at += length
        return said

    def _stands(self, before: Sequence[str], label: str) -> bool:
        """Return whether these words end with the name of the stand in the hex `label`."""
        names = (self.at(before, at) for at in range(max(0, len(before) - _MOST), len(before)))
        return any(name and self.standing.get(label) in name.ids for name in names)

    def side(self, word: str) -> str:
        """Return the side that a word names, as in `Germans`; "" for any other word."""
        called = (*forms(word), f"{word.casefold().removesuffix('es')}ed")  # `the Allies`, whose side is Allied
        if found := next((self.sides[form] for form in called if form in self.sides), ""):
            return found
        begun = [form for form in called if len(form) >= _BEGINS and not meaning(form, self.acts)]
        return next((side for name, side in self.sides.items() if any(map(name.startswith, begun))), "")  # `Brits`

    def at(self, tokens: Sequence[str], at: int) -> Name | None:
        """Return the longest name that begins here: an id, all words of a name or some of them; None without a name."""
        here = tuple(tokens[at : at + _MOST + 3])
        if here not in self.seen:
            self.seen[here] = self._at(here)
        return self.seen[here]

    def _at(self, tokens: Sequence[str], at: int = 0) -> Name | None:
        if shared := self._shared(tokens, at) or self._counted(tokens, at) or self._of_ordinal(tokens, at):
            return shared
        for length in range(min(_MOST, len(tokens) - at), 0, -1):
            said = [word.casefold() for word in tokens[at : at + length]]
            if "," not in said and (ids := self._called(said)):
                name = Name(ids, " ".join(tokens[at : at + length]), length)
                return self._with_id(self._with_number(name, tokens, at + length), tokens, at)
        following = [_COUNTED.get(word.casefold(), word) for word in tokens[at + 1 : at + 2]]
        if following and (ids := self._called([_NUMBERED.get(following[0], ""), tokens[at].casefold()])):
            return Name(ids, " ".join(tokens[at : at + 2]), 2)  # `Grenadiers 1`
        begun = self.begun(tokens[at]) if following and following[0].isdigit() else None
        numbered = [id for id in (begun.ids if begun else ()) if id.rstrip("0123456789") + following[0] == id]
        if begun and len(numbered) == 1 < len(begun.ids):
            return Name((numbered[0],), " ".join(tokens[at : at + 2]), 2)  # `Churchill 1`
        numbered = self._numbered(tokens[at], tokens[at + 1]) if following else []
        return Name((numbered[0],), " ".join(tokens[at : at + 2]), 2) if len(numbered) == 1 else None

    def _of_ordinal(self, tokens: Sequence[str], at: int) -> Name | None:
        """Return the stand meant by an ordinal and several words, such as `first Panzer 4`; None if there is none."""
        low = tokens[at].casefold()
        name = self._at(tokens, at + 1) if low in (*ORDINALS, *_ORDINAL) and at + 1 < len(tokens) else None
        number = ORDINALS.get(low, low)[:1]
        ids = [id for id in (name.ids if name else ()) if id.rstrip("0123456789") + number == id]
        return Name((ids[0],), f"{low} {name.typed}", name.length + 1) if name and len(ids) == 1 < name.length else None

    def _numbered(self, ordinal: str, word: str) -> list[str]:
        """Return the stands called by an ordinal and a word of their name: `second Sherman`."""
        counted = self.begun(word) if ordinal.casefold() in (*ORDINALS, *_ORDINAL) else None
        if counted is None:
            return []
        number = ORDINALS.get(ordinal.casefold(), ordinal)[:1]
        called = [id for id in counted.ids if self.said[id][:1] == (word.casefold(),)]
        numbered = [id for id in called or counted.ids if id.rstrip("0123456789") + number == id]
        # `the first half-track`, which is half1
        return numbered or [id for id in self.stands if id[-1:] == number and is_kind(id, word)]

    def _counted(self, tokens: Sequence[str], at: int) -> Name | None:
        """Return the stands called by several ordinals and one word: `second and third Shermans`."""
        ordinals, end = list[str](), at
        while end < len(tokens) and (low := tokens[end].casefold()) in (*ORDINALS, *_ORDINAL, "and", "&", ",", _THE):
            ordinals += [low] if low in (*ORDINALS, *_ORDINAL) else []
            end += 1
        if len(ordinals) < 2 or end >= len(tokens) or tokens[at].casefold() not in ordinals:
            return None
        found = [self._numbered(each, tokens[end]) for each in ordinals]
        each = tuple(ids[0] for ids in found if len(ids) == 1)
        return Name(each, "both", end + 1 - at) if len(each) == len(found) else None

    def of_side(self, name: Name, side: str) -> Name:
        """Return a name with only the stands of this side, as in `the German medium battery`. If the side has no stand
        of this name, return the name unchanged.
        """
        own = [id for id, who in self.stands.items() if who.side == side]
        words = {ORDINALS.get(word, word) for word in name.typed.casefold().split()}
        called = [id for id in own if id in name.ids] or [id for id in own if words <= {id, *self.said.get(id, ())}]
        return name._replace(ids=tuple(called)) if called else name

    def and_another(self, name: Name, tokens: Sequence[str], at: int) -> Name:
        """Return one name for two stands if the second is given only by its number: `Sherman 1 and 2`.

        For other words, return the name unchanged.
        """
        end = at + name.length
        joint, number = [*tokens[end : end + 2], "", ""][:2]
        other = f"{name.ids[0].rstrip('0123456789')}{number}"
        if joint.casefold() not in ("and", "+", "&") or len(name.ids) > 1 or other not in self.names or not number:
            return name
        return Name((name.ids[0], other), "both", name.length + 2) if number.isdigit() and name.length > 1 else name

    def numbered(self, tokens: Sequence[str], at: int) -> Name | None:
        """Return the stand whose name begins with this number, after an article or as the first word: `the 88`.

        Return None if there is none.
        """
        before, after = tokens[at - 1].casefold() if at else "", tokens[at + 1 : at + 2]
        ids = [id for id, name in self.said.items() if name[:1] == (tokens[at],)]
        measured = after and (after[0].casefold() in UNITS or is_number(after[0]))
        begins = before in ARTICLES or (not at and "".join(after).isalpha())
        return Name((ids[0],), tokens[at]) if len(ids) == 1 and begins and not measured else None

    def plural(self, tokens: Sequence[str], at: int) -> Name | None:
        """Return the stands meant by a plural of several words, such as `Panzer companies`; None if there are none."""
        return self.group(tokens, at, bare=True)

    def group(self, tokens: Sequence[str], at: int, *, bare: bool = False) -> Name | None:
        """Return the stands called by a plural with a number: `both Panzer companies`; None if there are none."""
        many, begin = (0, at) if bare else (_MANY.get(tokens[at].casefold()), at + 1)
        if many is None:
            return None
        while (
            not bare
            and begin < len(tokens) - 1
            and ((low := tokens[begin].casefold()) in ("of", *ARTICLES) or (many == 0 and low in _MANY))
        ):
            many, begin = many or _MANY.get(low, 0), begin + 1
        for end in range(min(begin + _MOST, len(tokens)), begin, -1):
            said, last = [forms(word) for word in tokens[begin:end]], tokens[end - 1].casefold()
            said[-1] = (last[:-1],) if is_number(last[:-1]) else said[-1]  # `Panzer 4s`
            one = not many and any(last in name for name in self.said.values())  # a name in the plural
            if "," in tokens[begin:end] or not last.endswith("s") or one:
                continue
            fits = (id for id, name in self.said.items() if all({*each} & {*name} for each in said))
            kinds = [id for id in self.stands if end == begin + 1 and is_kind(id, said[-1][-1])]
            ids = tuple(kinds or [id for id in fits if id in self.stands])
            if bare and len(ids) > 1 and end - begin > 1:
                return Name(ids, " ".join(tokens[begin:end]), end - begin)
            if not bare and len(ids) > 1 and (not many or len(ids) >= many):
                called = "both" if len(ids) == (many or len(ids)) else " ".join(tokens[begin:end])
                return Name(ids, called, end - at)
        return None

    def _with_number(self, name: Name, tokens: Sequence[str], end: int) -> Name:
        """Return the name with only the stand whose number follows: `Motor riflemen 1`.

        If there is no stand with this number, return the name unchanged.
        """
        number, unit = [*tokens[end : end + 2], "", ""][:2]
        ids = [id for id in name.ids if number.isdigit() and id.rstrip("0123456789") + number == id]
        own = len(ids) == 1 < len(name.ids) and unit.casefold() not in UNITS
        return Name((ids[0],), f"{name.typed} {number}", name.length + 1) if own else name

    def _with_id(self, name: Name, tokens: Sequence[str], at: int) -> Name:
        """Return the name of the stand whose id follows, if the stand may have this name: `1st battalion n1`. If not,
        return the name unchanged.
        """
        behind = "".join(tokens[at + name.length : at + name.length + 1]).casefold()
        id = next((id for id in self.names if id.casefold() == behind), "")
        called = {ORDINALS.get(word, word) for word in name.typed.casefold().split()}
        own = id and id not in name.ids and called & {*self.said[id]}
        return Name((id,), f"{name.typed} {behind}", name.length + 1) if own else name

    def begun(self, word: str) -> Name | None:
        """Return the ids whose name contains this word; None if there are none. The word may be in the plural.

        A word with a capital, such as `Panzergren`, may also be the beginning of a name, unless it is a verb.
        """
        low = [form for form in forms(_SHORT_FOR.get(word.casefold(), word)) if len(form) >= _BEGINS]
        low = [form for form in low if not is_number(form)]
        written = word[:1].isupper() and not any(form in self.acts or meaning(form, self.acts) for form in low)
        for whole in (True, False) if written else (True,):
            for form in low:
                if form in self.names:
                    return Name((form,), word)
                said = self.said.items()
                ids = [
                    id for id, name in said if form in name or (not whole and any(map(partial(_begins, form), name)))
                ]
                if ids:
                    return Name(tuple(ids), word)
        ending = [form for form in low if len(form) >= _ENDS]
        ids = [id for form in ending for id, name in self.said.items() if any(each.endswith(form) for each in name)]
        return Name(tuple(dict.fromkeys(ids)), word) if ids else None

    def near(self, word: str) -> str:
        """Return the id, or the word in a name, spelled almost like this word: `firefly` for `fierfly`. Return ""
        if there is none.
        """
        from difflib import get_close_matches  # only for a sentence that is not understood

        low = word.casefold()
        if len(low) < _BEGINS or low in SMALL or self.begun(word):
            return ""
        said = {each for name in self.said.values() for each in name if each.isalpha()} | {*self.names}
        found = get_close_matches(low, sorted(said), 2, 0.8)
        return found[0] if found else ""

    def _called(self, said: Sequence[str]) -> tuple[str, ...]:
        said = [ORDINALS.get(word, word) for word in said]
        word = squeezed("".join(said))
        whole = self.whole.get(word, ())
        if whole or len(said) == 1:
            one = meant(said[0], self.names.items()) if not whole and len(said) == 1 else ""
            return tuple(whole[:1]) if len(whole) == 1 else (one,) if one else ()
        if not (having := [self.having.get(each, set()) for each in said]) or not (ids := set.intersection(*having)):
            return ()
        names = [(id, self.said[id]) for id in self.said if id in ids]
        within = tuple(id for id, name in names if _within(said, name))
        return within or tuple(id for id, name in names if _in_order(said, name))

    def _shared(self, tokens: Sequence[str], at: int) -> Name | None:
        """Return two names that share words typed only once: `P 1st and 2nd Panzer company`."""
        for left, rest in product((1, 2), (2, 1, 3)):
            joint = at + left
            if len(tokens) <= joint + 1 + rest or tokens[joint].casefold() not in ("and", "+", "&"):
                continue
            low = [word.casefold() for word in tokens[at : joint + 2 + rest]]
            if "," in low:
                continue
            tail, second = low[left + 2 :], low[left + 1]
            one, two = self._called([*low[:left], *tail]), self._called([*low[: left - 1], second, *tail])
            if len(one) == len(two) == 1 and one != two:
                return Name((*one, *two), "both", left + 2 + rest)
        return None


def is_kind(id: str, word: str) -> bool:
    """Return whether an id is a short form of a word with a number: half1 for `half-track`."""
    stem = id.rstrip("0123456789")
    return len(stem) >= _BEGINS and stem != id and squeezed(word).startswith(stem)


def _begins(said: str, word: str) -> bool:
    return word.startswith(said)


def _in_order(part: Sequence[str], whole: Sequence[str]) -> bool:
    """Return whether `whole` has the words of `part` in this order, perhaps with other words between them."""
    left = iter(whole)
    return all(word in left for word in part)


def _within(part: Sequence[str], whole: Sequence[str]) -> bool:
    return any(tuple(whole[at : at + len(part)]) == tuple(part) for at in range(len(whole)))

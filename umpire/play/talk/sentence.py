"""A sentence: its names, its verbs, and the acts that it may mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from umpire.core.mistakes import meaning
from umpire.game.act import Act
from umpire.game.clock.effect import NOW
from umpire.game.lines import NOUNS, PHRASES, UNITS
from umpire.game.naming import squeezed
from umpire.play.grammar import line_meant
from umpire.play.session import Session
from umpire.play.talk.facts_said import HAS_MOVED, LETTING_GO, Parts, Verb
from umpire.play.talk.reading import Said, SentenceReading, is_carrier
from umpire.play.talk.words import ORDINALS, SMALL, KnownNames, Name, forms, is_number, phrase_at

_JOINTS = (",", "and", "then", "while", "but")
_LIES = (HAS_MOVED, "behind", "in", "hull", "dug", "sits")
_BEHIND = ("behind", "along", "suit", "closely", "close", "on", "up", "too")
_IT = ("it", "them", "him", "her")
_ANSWERING = dict.fromkeys(
    ("answer", "reply", "respond", "return fire", "fire back", "shoot back", "hit back"), "reply"
)
_HAS = ("has", "have", "had")
_WHO = ("it", "he", "she", "they")
_IS = ("is", "are", "was", "were", "been", "gets", "being")


class Sentence:
    """A sentence that may mean several acts. It can be read as each of these acts."""

    def __init__(self, session: Session, names: KnownNames, tokens: Sequence[str]) -> None:
        self.session, self.names = session, names
        tokens = self._without_other(self._answered(tokens))
        self.tokens = names.with_places(tokens) if names.places else list(tokens)
        of_places = "to" in tokens and self.tokens != [*tokens]  # `move p3 to bridge`
        self.found, self.verbs = self._find_names(), list[Verb]()
        self.follows = self._followed()
        if self.follows:
            self.found = self._find_names()
        self.verbs = self._find_verbs()
        if not self.verbs and (at := self._out_of()):
            self.tokens.insert(at, "gets")
            self.found = self._find_names()
            self.verbs = self._find_verbs()
        if turned := self._turned() or self._by_whom():
            self.tokens = turned
            self.found = self._find_names()
            self.verbs = self._find_verbs()
        own = {word for verb in self.verbs for each in verb.verbs for word in session.act(each).connectors}
        self.whole = (
            of_places
            or any(token.casefold() in SMALL - own for token in tokens)
            or any(tokens[verb.at].casefold() not in verb.verbs and verb.at for verb in self.verbs)
            or any(token.casefold() in ("v", "vs", "versus", "miss", "missed", "misses") for token in tokens)
            or any(is_number(one) and other.casefold() in UNITS for one, other in pairwise(tokens))
            or any(name.length > 1 for name in self.found.values())
            or (len(tokens) > 2 and not self._begins_an_act(tokens[0].casefold()))
        )

    def _out_of(self) -> int:
        """Return the place of `out of` between two names: `gren1 out of half1`; 0 if there is none."""
        ends = (at + name.length for at, name in self.found.items())
        said = (at for at in ends if [*map(str.casefold, self.tokens[at : at + 2])] == ["out", "of"])
        return next(
            (at for at in said if any(n in self.found or is_carrier(self.tokens, n) for n in range(at + 2, at + 4))), 0
        )

    def _answered(self, tokens: Sequence[str]) -> list[str]:
        """Return the words with `replies` in place of words such as `fires back`, if the game has replies."""
        said, at = [*tokens], 0
        roles = self.session.act("fire").roles if "fire" in self.session.family.ACTS else None
        while roles and roles.more and at < len(said):
            length = phrase_at(said, at, _ANSWERING)[1] if at else 0
            length += bool(length) and [each.casefold() for each in said[at + length : at + length + 1]] == ["with"]
            said[at : at + length] = [roles.more] if length else []
            at += 1
        return said

    def _without_other(self, tokens: Sequence[str]) -> list[str]:
        """Return the words without an act that is not done: `moves instead of firing`."""
        low = [token.casefold() for token in tokens]
        at = low.index("instead") if "instead" in low else len(low)
        other = low[at + 1 : at + 2] == ["of"] and low[at + 2 :] and self._verbs(low[at + 2])
        return [*tokens[:at], *tokens[at + 3 :]] if other else [*tokens]

    def _begins_an_act(self, word: str) -> bool:
        """Return whether this word may be the first word of a line: a name, or a command, perhaps misspelt."""
        acts = self.session.family.ACTS
        return word in self.names.names or any(act.startswith(word) for act in acts) or bool(self._verbs(word))

    def apart(self) -> list[list[str]]:
        """Return the words of each act in a sentence with several subjects: `A fires at X, B fires at Y`."""
        cuts = [0]
        for before, verb in pairwise(self.verbs):
            own = [at for at in self.found if before.at < at < verb.at]
            joints = range(before.at, max(own, default=0))
            joint = max((at for at in joints if self.tokens[at].casefold() in _JOINTS), default=0)
            cuts += [joint] if joint else []
        ends = [*cuts[1:], len(self.tokens)]
        return [self.tokens[cut + (cut > 0) : end] for cut, end in zip(cuts, ends, strict=True)]

    def apart_of_one(self) -> list[list[str]]:
        """Return the words of each act in a sentence with one subject: `A moves 3 and fires at X`, `A fires at X and at
        Y`.
        """
        head, own = self._head(), min(self.found, default=len(self.tokens))
        low = [token.casefold() for token in self.tokens]
        verbs = {verb.at for verb in self.verbs}
        joints = [at for at in range(1, len(low) - 1) if low[at] in ("and", "then")]
        cuts = [at for at in joints if at + 1 in verbs or low[at + 1] == "at"]
        if not head or not cuts or not own < self.verbs[0].at < cuts[0]:
            return []
        who = self.tokens[own : own + self.found[own].length]
        parts = [self.tokens[cut + 1 : end] for cut, end in pairwise([*cuts, len(low)])]
        first = self.tokens[self.verbs[0].at]
        same = [[*who, *([first] if part[0].casefold() == "at" else []), *part] for part in parts]
        return [self.tokens[own : cuts[0]], *same]

    def _followed(self) -> str:
        """Add the stand that follows the first stand (`the trucks follow it`) to the same move, and return its id. On a
        map, do nothing, because the second stand needs its own hex.
        """
        own = min(self.found, default=-1)
        for at, name in self.found.items():
            end = at + name.length
            rest = {token.casefold() for token in self.tokens[end + 1 :]}
            follows = own < at and end < len(self.tokens) and "follow" in forms(self.tokens[end])
            if follows and rest <= {*_IT, *_BEHIND} and own >= 0 and len(name.ids) == 1:
                who, cut = self.tokens[at:end], at - (self.tokens[at - 1].casefold() in ("the", "its", "his"))
                cut -= self.tokens[cut - 1].casefold() in _JOINTS
                cut -= cut > 0 and self.tokens[cut - 1].casefold() in _JOINTS
                first = own + self.found[own].length
                also = [] if self.names.places else ["and", *who]
                self.tokens = [*self.tokens[:first], *also, *self.tokens[first:cut]]
                return name.ids[0]
        return ""

    def _turned(self) -> list[str]:
        """Return the words with the description of the target moved to the end; [] if the description does not come
        first.

        `the Firefly is behind a wall, the Tiger shoots at it` -> `the Tiger shoots at the Firefly, it is behind ...`
        """
        head = self._head()
        begin = max((n for n in range(head.at) if self.tokens[n] in (",", "and")), default=0) if head else 0
        before = [at for at in self.found if at < begin]
        own = [at for at in self.found if head and begin < at < head.at]
        verbs = [verb for verb in self.verbs if verb.at < begin]
        if not head or verbs or len(before) != 1 or not own:
            return []
        ends = before[0] + self.found[before[0]].length
        known = self.session.family.named(self.session.state)
        sides = {known[id].side for at in (*before, *own) for id in self.found[at].ids if id in known}
        described = {*_IS, *_LIES} & {each.casefold() for each in self.tokens[ends:begin][:2]}
        if not described and (len(sides) < 2 or self.tokens[begin] != ","):
            return []
        name = self.found[before[0]]
        it = self.tokens[before[0] : before[0] + name.length]
        behind = [word for each in self.tokens[begin + 1 :] for word in (it if each.casefold() in _IT else [each])]
        said = (n for n in range(len(behind), 0, -1) if not (is_number(behind[n - 1]) or behind[n - 1] in ",/"))
        last = next(said, 0)
        last += behind[last : last + 1] == [","]
        last = last if behind[last - 1 : last] == [","] else len(behind)  # dice
        return [*behind[:last], ",", *self.tokens[:begin], *behind[last:]]

    def _by_whom(self) -> list[str]:
        """Return the words with the acting stand first: `shoot at X with the Tiger`.

        Return [] if the words are in another order.
        """
        head, known = self._head(), self.session.family.named(self.session.state)
        target, second = ([*sorted(self.found), 0, 0])[:2]
        if not head or len(self.found) < 2 or target < head.at or head.at + head.length + 2 < target:
            return []
        at, name = second, self.found[second]
        joint = at - 1 - (self.tokens[at - 1].casefold() in ("the", "my", "our", "your", "his"))
        sides = {known[id].side for each in (target, at) for id in self.found[each].ids if id in known}
        if self.tokens[joint].casefold() not in ("with", "using") or len(sides) < 2:
            return []
        return [*self.tokens[at : at + name.length], *self.tokens[head.at : joint], *self.tokens[at + name.length :]]

    @property
    def passive(self) -> bool:
        """True if something is done to the first name of the sentence: `Sherman 2 is hit by the Panzer`."""
        low = [token.casefold() for token in self.tokens]
        return any("by" in low[verb.at :] and {*_IS} & {*low[max(0, verb.at - 2) : verb.at]} for verb in self.verbs)

    @property
    def described(self) -> str:
        """The id of the stand that the sentence describes: `the Pak is dug in`; "" if the sentence has a verb of an
        act.
        """
        at, name = next(iter(sorted(self.found.items())), (0, None))
        behind = [token.casefold() for token in self.tokens[at + name.length :]] if name else []
        is_so = name and len(name.ids) == 1 and name.ids[0] in self.names.stands and not self.verbs
        return name.ids[0] if name and is_so and {*_IS, *_HAS} & {*behind} else ""

    @property
    def parts(self) -> Parts:
        """The parts of the sentence that are the same for every act."""
        return Parts(self.session, self.names, self.tokens, self.found, self.verbs)

    def acts(self) -> Iterator[Said]:
        """Yield the sentence read as each act that it may mean, the likeliest first."""
        family, tried = self.session.family, list[str]()
        ids = [name.ids[0] for name in self.found.values() if len(name.ids) == 1]
        head = self._head()
        verbs = list(head.verbs) if head else []
        first = next((at for at, token in enumerate(self.tokens) if token.casefold() not in SMALL), 0)
        begun = ids and (head or first in self.found or self.names.begun(self.tokens[first]))
        own = line_meant(self.session, ids)[:1] if begun else ()
        goes = bool(own) and self._alone(own[0], ids[0], verbs)
        if own and (not verbs or own[0] in verbs or own[0] == family.NOUNS.own or goes):
            tried += own
        tried += verbs
        denied = {token.casefold() for before, token in pairwise(self.tokens) if before.casefold() in ("no", "without")}
        laid = [verb for token in self.tokens if token not in denied and (verb := self._laid(token.casefold()))]
        for verb in dict.fromkeys((*laid, *tried)):
            if verb in family.ACTS and not ((act := self.session.act(verb)).prose or act.secret):
                one, every = (SentenceReading(self.parts, act, head, every=every).said() for every in (False, True))
                if every.words != one.words:
                    yield every._replace(tentative=True)
                yield one

    def _alone(self, own: str, id: str, verbs: Sequence[str]) -> bool:
        """Return whether `fires` or `moves` means `own`, an act of batteries."""
        who, joined = self.session.family.named(self.session.state).get(id), self.session.act(own).connectors
        return (
            who is not None
            and who.gun
            and (("move" in verbs and "to" in joined) or ("fire" in verbs and "at" in joined))
        )

    def _laid(self, word: str) -> str:
        """Return the act that a word such as `smoke` means if a place follows; "" for any other word."""
        verb, _, before = self.session.family.BEGINNINGS.get(word, "").partition(" ")
        return verb if verb in self.session.family.ACTS and before in self.session.act(verb).places else ""

    def part_of(self, act: Act[Any, Any, Any]) -> Said:
        """Return the sentence read as words that are added to the line of this act."""
        return SentenceReading(self.parts, act, None).said()

    def _head(self) -> Verb | None:
        """Return the verb that counts: the last verb of the first subject."""
        head: Verb | None = None
        for verb in self.verbs:
            if head is None or not any(head.at < at < verb.at for at in self.found):
                head = verb
        return head

    def _find_names(self) -> dict[int, Name]:
        found, at = dict[int, Name](), 0
        while at < len(self.tokens):
            word = self.tokens[at]
            plain = (
                (word.casefold() in SMALL and word.casefold() not in ORDINALS)
                or word == ","
                or "=" in word
                or is_number(word)
            )
            letter = len(word) == 1 and word.isupper()  # `A 1st company`, `battalion A`: no article
            name = self.names.at(self.tokens, at) if is_number(word) or letter or not plain else None
            if (group := self.names.group(self.tokens, at)) and (name is None or group.length > name.length):
                name = group
            if name is None and word.casefold() == "hq" and self.session.family.ORDERED:
                ids = tuple(id for id, said in self.names.said.items() if "hq" in said)
                name = Name(ids, word) if ids else None
            if name is None and not plain:
                name = self.names.plural(self.tokens, at)
            if is_number(word) and (numbered := self.names.numbered(self.tokens, at)):
                found[at] = numbered
                at += 1
                continue
            if name and letter and plain and name.length == 1 and not at and self.names.at(self.tokens, 1):
                name = None  # `A Tiger fires`
            if name and self.names.side(word) and name.length == 1 and name.ids[0] not in self.names.stands:
                name = None  # an army called like its side
            if name and at and (side := self.names.side(self.tokens[at - 1])):
                name = self.names.of_side(name, side)
            if name is not None and (name.length > 1 or not is_number(word) or len(word) == 4):
                found[at] = name = self.names.and_another(name, self.tokens, at)
                at += name.length
            else:
                at += 1
        return found

    def active(self) -> list[str]:
        """Return the words of a passive sentence, `K1 is fired at by p1`, with the acting stand first; [] if it is
        unclear.
        """
        low = [token.casefold() for token in self.tokens]
        by = low.index("by") if "by" in low else len(low)
        target = min(self.found, default=by)
        begin = next((at for at in self.found if by < at <= by + 2), 0)
        verb = next((verb for verb in self.verbs if target < verb.at < by), None)
        if not begin or not verb:
            return []
        end, behind = begin + self.found[begin].length, target + self.found[target].length
        return [*self.tokens[begin:end], verb.verbs[0], "at", *self.tokens[target:behind], *self.tokens[end:]]

    def _find_verbs(self) -> list[Verb]:
        taken = {n for at, name in self.found.items() for n in range(at, at + name.length)}
        ends = {at + name.length for at, name in self.found.items()}
        phrases = {**PHRASES, **self.session.family.NOUNS.phrases}
        acts, found, may = self.session.family.ACTS, list[Verb](), True
        for at, word in enumerate(self.tokens):
            low = word.casefold()
            noun = at > 0 and self.tokens[at - 1].casefold() in ("a", "an") and found  # `lobs a bomb`
            if at in taken or noun or self.tokens[at + 1 : at + 2] == ["of"]:  # `the edge of the wood`
                continue
            said, length = phrase_at(self.tokens, at, phrases)
            phrase, *says = said.split() or [""]
            here = may or at in ends or self.names.begun(self.tokens[at - 1]) is not None
            own = phrase != "activate" or self._of_units or said in self.session.family.NOUNS.phrases.values()
            if phrase in acts and own and (here or length > 1):
                found.append(Verb((phrase,), at, length, tuple(says)))
                taken |= {*range(at, at + length)}
                may = False
            elif here and (verbs := self._verbs(low)) and not (found and squeezed(low) in self.session.family.SPOKEN):
                found.append(Verb(verbs, at))
                may = squeezed(low) in self.session.family.SPOKEN  # `halted fire at`
            else:
                unit = here and bool({*self.session.family.NOUNS.units} & {*forms(low)})
                may = low == "," or low in SMALL or low in LETTING_GO or unit
        return found

    @property
    def _of_units(self) -> bool:
        """True if the act `activate` takes units; false if it tests single elements."""
        return any(word in self.session.act("activate").usage for word in ("UNIT", "GROUP"))

    def _verbs(self, word: str) -> tuple[str, ...]:
        """Return the acts that a word may mean; () for a noun."""
        acts, nouns = self.session.family.ACTS, ("next", NOW, *self.session.family.NOUNS.named)
        for form in forms(word):
            if form in acts and form not in nouns:
                return (form,)
            if form not in NOUNS and (found := [each for each in meaning(form, acts) if each != "next"]):
                return tuple(found)
        return ()


def _far(behind: Sequence[str]) -> bool:
    """Return whether a distance follows `moved`, so that `moved` is the verb of the line."""
    return behind[1:2] != [] and behind[1][:1].isdigit()


def moved_in_a_word(tokens: Sequence[str]) -> list[str]:
    """Return the words with `has not moved` written as `hasn't moved`, and `has moved` written as one word."""
    said = [*tokens]
    if len(said) > 2 and said[-1].casefold() == "moving" and said[-2].casefold() != "not":
        said[-1] = HAS_MOVED
    for at in range(len(said) - 2, -1, -1):
        first, *behind = (word.casefold() for word in said[at : at + 4])
        behind = behind[:1] if first == "moving" else behind
        if at and first == "not" and said[at - 1].casefold() in _HAS and behind[0] == "moved":
            said[at - 1 : at + 1] = ["hasn't"]
        elif at and first == "not" and behind[0] in ("moved", "moving"):
            said[at : at + 2] = ["hasn't", "moved"]
        elif at and first == "not" and said[at - 1].casefold() in ("did", "does") and behind[0] == "move":
            said[at - 1 : at + 1] = ["didn't"]
        elif at and first == "moving" and behind == [","] and said[at - 1].casefold() != "not":
            said[at] = HAS_MOVED
        elif first in (*_HAS, "which", "that", *(_WHO if at else ())) and behind[:1] == ["moved"] and not _far(behind):
            said[at : at + 2 + 2 * (behind[1:] == ["last", "turn"])] = [HAS_MOVED]
    return said

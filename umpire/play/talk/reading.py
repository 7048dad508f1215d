"""A sentence read as the words of one act: names, facts, numbers, connecting words, and words left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from umpire.core.mistakes import meaning
from umpire.game.act import EVERYBODY
from umpire.game.lines import ARROWS
from umpire.game.naming import squeezed
from umpire.play.grammar import FROM, NO_HELP, idle_of
from umpire.play.hints import is_mark
from umpire.play.talk.facts_said import HAS_MOVED, HOW_FAR, LETTING_GO, FactsSaid, Verb
from umpire.play.talk.words import (
    ORDINALS,
    SMALL,
    Name,
    forms,
    is_kind,
    is_number,
    phrase_at,
)

_TOWARD = ("at", "on", "against", "upon", "versus", "vs", "v", *ARROWS)
_TOWARDS = ("toward", "towards")
_INTO = ("in", "across", "over", "through", "into")
_PLANES = ("aircraft", "plane", "air")
_ALL_GUNS = ("all", "two", "2")
_HELP = ("support", "help")
_NOT_DONE = ("hasn't", "haven't", "didn't")
_NAMED_BEFORE = ("it", "them", "him", "her")
_ABOARD = ("aboard", "inside", "riding", "mounted", "along", "too")
_VEHICLES = ("halftrack", "truck", "lorry", "carrier", "transport", "vehicle", "ride")
_CALIBRE = re.compile(r"\d+(mm|pdr)")


def is_carrier(tokens: Sequence[str], at: int) -> bool:
    """Return whether a word means the vehicle of the stand named before: `their half-track`."""
    own = at < len(tokens) and tokens[at - 1].casefold() in ("its", "their", "his", "her")
    return own and squeezed(tokens[at]) in _VEHICLES


class Said(NamedTuple):
    """An act as understood from a sentence: its words, unknown words, and facts to choose from (`choose`).

    If it is unclear which stand a name means, `several` has the name and then the possible ids. `words` has the first
    of these ids. If the name is a plural, `tentative` is true, because all of these ids may be meant. `hexes` is a
    distance typed with its unit.
    """

    verb: str
    words: tuple[str, ...]
    unknown: tuple[str, ...] = ()
    choose: tuple[str, ...] = ()
    several: tuple[str, ...] = ()
    tentative: bool = False
    hexes: str = ""


class SentenceReading(FactsSaid):
    """A reader that turns a sentence into the words of one act."""

    def said(self) -> Said:
        """Return the words of the act."""
        at = 0
        before = self._before()
        while at < len(self.tokens):
            at = before[at] if at in before else self._step(at)
        members = self.family.members
        own = [({*members(self.state, unit)} & {*self.words[n + 1 :]}) for n, unit in enumerate(self.words)]
        doubled = [n for n, them in enumerate(own) if them]  # `the Grenadiers n1`, `P drives: p1 to 0904`
        self.words = [word for n, word in enumerate(self.words) if n not in doubled]
        if len(self.words) > 1 and self.words[-1] in {*self.act.connectors, "to"}:
            self.words.pop()
        self.words = [word for word, after in pairwise([*self.words, ""]) if word != "to" or "=" not in after]
        full = [self._in_full(word) for word in self.words]
        self.words = [word for n, word in enumerate(self.words) if "=" not in full[n] or full[n] not in full[:n]]
        self._aim()
        self.words += self.tail
        if self.sides and not self.words:
            self.unknown += self.sides  # `the British go first` names nobody who acts
        return Said(
            self.act.verb, tuple(self._order()), tuple(self.unknown), self.choose, self.several, hexes=self.hexes
        )

    def _aim(self) -> None:
        """Add `at` before the first enemy, if the act needs the word there."""
        known = self.family.named(self.state)
        sides = [known[word].side for word in self.words if word in known]
        if "at" in self.act.connectors and self.act.roles is None and "at" not in self.words and len({*sides}) == 2:
            foe = next(n for n, word in enumerate(self.words) if word in known and known[word].side != sides[0])
            self.words.insert(foe, "at")

    def _before(self) -> dict[int, int]:
        """Return the words to skip in clauses with `so`, as a dict from the place of the first word to the place after
        `so`.
        """
        skipped, begun = dict[int, int](), 0
        for at, token in enumerate(self.tokens):
            if token == ",":
                begun = at + 1
            elif token.casefold() == "so" and at > begun:
                name = self.sentence.found.get(begun)
                skipped[begun + (name.length if name else 0)] = at + 1
        return skipped

    def _order(self) -> list[str]:
        """Return the words. If several stands are named together before `to HEX`, put `to HEX` after each stand."""
        if "to" not in self.typed or "to" not in self.words or self.act.connectors:
            return self.words
        at = self.words.index("to")
        who, where = self.words[:at], self.words[at : at + 2]
        if len(self.words) == 2 * at + 1 and all(each in self.family.named(self.state) for each in who):
            hexes = self.words[at + 1 :]  # `to 0704 and 0705`
            return [word for each, place in zip(who, hexes, strict=True) for word in (each, "to", place)]
        if len(self.words) != at + 2 or not all(each in self.family.named(self.state) for each in who):
            return self.words
        return [word for each in who for word in (each, *where)]

    def _step(self, at: int) -> int:
        """Read the word at this place; return the place after it."""
        word, low = self.tokens[at], self.tokens[at].casefold()
        follows = self.tokens[at + 1].casefold() if at + 1 < len(self.tokens) else ""
        if name := self.sentence.found.get(at):
            if not self._left(at, name):
                self._name(name, at)
            return at + name.length
        if at in self.verbs:
            return self._verb(at)
        if word == ",":
            return at + 1
        if "=" in word:
            self.words.append(word)
            return at + 1
        if word == _ALL_GUNS[-1] and (guns := self._guns(at)):
            return guns
        if is_number(word) or (low[:1].isdigit() and self.act.bare(low)):
            return self._number(at)
        if together := self._together(at):
            return together
        if (low, follows) in (("went", "for"), ("cross", "country")):
            return at + 2
        if low == HAS_MOVED and self._stayed(moving="yes"):
            return at + 1
        if low in _NOT_DONE and follows in ("moved", "move") and self._stayed():
            return at + 2
        if low in (*ORDINALS, *ORDINALS.values()) and at + 1 in self.sentence.found:
            self.unknown.append(word)  # `the first half-track`, if only one is called so
            return at + 1
        gets_out = self.act.verb == "debus" or "dismount=yes" in self.words
        if gets_out and self.words and is_carrier(self.tokens, at) and any(self._tied(self.words[-1])):
            return at + 1
        if low in _ABOARD and self.carried and at in self.ends:
            return at + 1
        if at and self.act.choices.get(self.facts.get(low, ""), ()).count(self.tokens[at - 1].casefold()):
            return (
                at + 1 + 2 * (follows == "of" and self.tokens[at + 2 : at + 3] in (["fire"], ["sight"]))
            )  # `clear line`
        if end := self._obstacles(at):
            return end
        if low == "within" and "hq" in self.act.facts and (end := self._in_command(at)):
            return end
        if low == "one" and follows in ("shot", "salvo"):
            return at + 2
        if low == "with" and at - 1 in self.verbs:
            return at + 1  # `fire with p1 at k1`
        if (low in HOW_FAR and follows == "range") or _CALIBRE.fullmatch(low):
            return at + 1 + (follows == "range")
        if low in ("no", "without", "not") and (end := self._denied(at + 1)):
            return end
        if (
            low in ("no", "without")
            and self.act.roles
            and {*forms(follows)} & {*_HELP, *_PLANES, *self.family.NOUNS.guns}
        ):
            return at + 2
        if end := phrase_at(self.tokens, at, idle_of(self.act.verb, on_map=bool(self.names.places)))[1]:
            return at + end  # `no attack`, `normal move`
        if (end := phrase_at(self.tokens, at, NO_HELP)[1]) and (self.act.roles or "by" in self.act.connectors):
            self.words += ["reply=no"] if {"reply"} & {*self.act.facts} & {*self.act.connectors} else []
            return at + end
        if low in self.act.places and low != "to" and (end := self._place(at)):
            return end
        if low in _INTO and (end := self._known_ground(at + 1)):
            return end
        if low in _TOWARDS and self.names.places:
            self.unknown.append(low)  # the hex was not named
            return at + 1
        if low in _TOWARDS and "to" not in self.typed and (end := self._past_name(at + 1)):
            return end  # the act does not ask for its destination
        if told := self._fact(at):
            return told
        if guns := self._guns(at):
            return guns
        if self._joins(at):
            return at + 1
        if low == FROM and self.session.game_map and follows.isdigit() and len(follows) == 4:
            self.words += (low, follows)
            return at + 2
        if low == FROM and (end := self._whence(at + 1)):
            return end
        if squeezed(low) in self.values or squeezed(low) in self.family.SPOKEN or squeezed(low) in self.facts:
            of = next((n for n in range(at + 2, len(self.tokens)) if self.tokens[n].casefold() not in SMALL), at)
            if follows == "of" and (name := self.sentence.found.get(of)):  # `the flank of church1`
                self._name(name, of)
            self._tell(low, at)
            return of + name.length if follows == "of" and name else at + 1
        if low in SMALL or low in LETTING_GO or (self.act.roles and {*_HELP} & {*forms(low)}):
            return at + 1
        if self.names.side(word):
            self.sides.append(word)
            return at + 1
        if at in self.ends and {*self.family.NOUNS.units} & {*forms(low)}:
            return at + 1
        if name := self.names.begun(word):
            if not self._left(at, name):
                self._name(name, at)
            return at + 1
        marks = [fact for form in forms(low) for fact in meaning(form, self.act.facts) if is_mark(self.act, fact)]
        if not self._verb_in_passing(at):
            self._tell(f"{marks[0]}=yes" if len({*marks}) == 1 else word, at)
        return at + 1

    def _verb_in_passing(self, at: int) -> bool:
        """Return whether a word only repeats the verb of the act: `fire` in `opens fire`, `test` in `morale test`."""
        said = forms(self.tokens[at])
        return self.act.verb in said or any(meaning(form, [self.act.verb]) for form in said)

    def _verb(self, at: int) -> int:
        verb = next(each for each in self.sentence.verbs if each.at <= at < each.at + each.length)
        said = squeezed("".join(self.tokens[verb.at : verb.at + verb.length]))
        head = self.head
        if head and verb.at < head.at:
            end = head.at
            if said in self.family.SPOKEN:
                self.words.append(self.family.SPOKEN[said])
            elif verb.says and {*verb.verbs} & {*head.verbs}:
                self._says(verb)
            elif "move" in verb.verbs and "metres" in self.act.facts:
                number = next((each for each in self.tokens[at:end] if each[:1].isdigit()), "")
                if number:
                    self.words.append(f"metres={number}")
                    return self._afterwards(verb, end)
            elif not {*verb.verbs} & {*head.verbs}:
                self.unknown.append(self.tokens[verb.at])
        elif head and verb.at > head.at and self._another(verb.at) and (verb.length == 1 or self._has_subject(verb.at)):
            self.unknown.append(self.tokens[verb.at])
        elif verb.says and self.act.verb in verb.verbs:
            self._says(verb)
        return verb.at + verb.length

    def _says(self, verb: Verb) -> None:
        """Add the words that a verb stands for. A fact is not added if its value comes after the verb."""
        self.words += [word for word in verb.says if not word.endswith("=")]
        self.prefix = next((word for word in verb.says if word.endswith("=")), "")

    def _has_subject(self, at: int) -> bool:
        """Return whether a verb comes directly after a stand other than the actor: `mark1 moves, gren1 gets out`."""
        return bool(self.head) and any(n + name.length == at for n, name in self.sentence.found.items() if n)

    def _another(self, at: int) -> bool:
        """Return whether a verb begins another act. Return False if `it`, `them`, `him` or `her` follows in the same
        clause.
        """
        end = next((n for n in range(at, len(self.tokens)) if self.tokens[n] == ","), len(self.tokens))
        return not {*_NAMED_BEFORE} & {token.casefold() for token in self.tokens[at:end]}

    def _afterwards(self, verb: Verb, end: int) -> int:
        """Store the facts to choose from, if a shot follows a move. Return the position of its first word."""
        told = {word.partition("=")[0].casefold() for word in self.tokens}
        self.choose = tuple(each for each in self.family.AFTER_MOVING if each.partition("=")[0] not in told)
        return end

    def _name(self, name: Name, at: int) -> None:
        """Add a name. If the name may mean several ids, add the ids that fit the line. The line may instead get the
        unit of these ids, or the first id. If `both` was typed, add all ids.
        """
        ids = name.ids
        low = name.typed.casefold()
        stand = ids[0] in self.family.named(self.state)
        if (
            len(ids) == 1
            and stand
            and self._is_plural(name)
            and low[:-1] in self.names.said[ids[0]]
            and low[:-1] not in ids
        ):
            self.several = self.several or (name.typed, *ids)  # more may be meant than have that name
        if self.prefix and len(ids) == 1 and any(word in self.family.named(self.state) for word in self.words):
            self.words.append(f"{self.prefix}{ids[0]}")
            self.prefix = ""
            return
        if len(ids) > 1 and name.typed != "both":
            ids = self._own(ids)
            ids = self._guns_of(ids)
            named = [id for id in ids if id in self.named] or self._opposed(ids) or self._companions(ids)
            units = {unit for unit in self.family.names(self.state) if self._is_of(unit, ids)}
            if len(named) == 1 or (len(ids) == 1 and not named):
                ids = (*named, *ids)[:1]
            elif self.every and self._is_plural(name):
                ids = tuple(named or ids)
            elif len(units) == 1 and any(each in self.act.usage for each in ("UNIT", "GROUP")):
                ids = (units.pop(),)
            else:
                self.several = self.several or (name.typed, *(named or ids))
                ids = ((named or ids)[0],)
        for id in ids:
            if self.words[-1:] == [id]:
                continue
            before = [token.casefold() for token in self.tokens[max(0, at - 2) : at] if token.casefold() != "the"]
            rides = self.act.verb != "move" and before[-1:] == ["with"]
            if rides and {*self._tied(id)} & {*self.words}:
                continue  # `Sherman 2 with the riders on it`
            if self.act.verb == "move" and {*self._tied(id)} & {*self.words}:
                self.unknown += [name.typed] if self._begins_a_clause(at) else []  # another act was typed for it
                self.carried = True
            elif not self._carries(id) and not self._joins_in(id, at + name.length, beside=rides):
                self.words.append(id)

    def _own(self, ids: tuple[str, ...]) -> tuple[str, ...]:
        """Return the stands of the side to play. Return all stands if this side has none of them, or if this is not the
        first name in the line.
        """
        known, moment = self.family.named(self.state), self.family.moment(self.state)
        if not moment or any(word in known for word in self.words):
            return ids
        return tuple(id for id in ids if id in known and known[id].side == moment.side) or ids

    def _side(self) -> str:
        """Return the side of the first stand named; if no stand is named, the side to play or ""."""
        known, clock = self.family.named(self.state), getattr(self.state, "clock", None)
        by_name = next((known[word].side for word in self.words if word in known), "")
        return by_name or getattr(clock, "side", "")

    def _is_plural(self, name: Name) -> bool:
        """Return whether a name is typed in the plural. A plural ends with an s, and is not a word of the stand's full
        name.
        """
        low = name.typed.casefold()
        return low.endswith("s") and not any(low in self.names.said[id] for id in name.ids)

    def _guns_of(self, ids: tuple[str, ...]) -> tuple[str, ...]:
        """Return the batteries of the acting side; after `reply`, return the batteries of the other side. Return all
        ids if one id is not a battery, or if no battery would be left.
        """
        known, roles = self.family.named(self.state), self.act.roles
        acts = next((known[word].side for word in self.words if word in known), "")
        if not (roles and roles.guns and acts) or not all(id in known and known[id].gun for id in ids):
            return ids
        replies = roles.more in self.words and bool(roles.more)
        return tuple(id for id in ids if (known[id].side != acts) == replies) or ids

    def _opposed(self, ids: Sequence[str]) -> list[str]:
        """Return the ids that do not belong to the acting side; [] if the act has no target."""
        known = self.family.named(self.state)
        acts = next((known[word].side for word in self.words if word in known), "")
        return [id for id in ids if id in known and known[id].side != acts] if acts and self.act.roles else []

    def _carries(self, id: str) -> bool:
        """Return whether this stand is a vehicle, and an earlier stand in the sentence gets out of it."""
        return (self.act.verb == "debus" or "dismount=yes" in self.words) and any(
            id in self._tied(word) for word in self.words
        )

    def _joins_in(self, id: str, end: int, *, beside: bool) -> bool:
        """Return whether this support stand joins in: `the mortars help` or, with `beside` true, `with the mortars`."""
        known = self.family.named(self.state)
        acts = next((known[word] for word in self.words if word in known), None)
        follows = "".join(self.tokens[end : end + 1])
        helps = (beside or bool({"join", "help", "support", "assist"} & {*forms(follows)})) and bool(self.act.roles)
        return helps and id in known and known[id].part and acts is not None and acts.side == known[id].side

    def _left(self, at: int, name: Name) -> bool:
        """Return whether the word here is the vehicle that a stand gets out of: `climbs out of its half-track`."""
        gets_out = self.act.verb == "debus" or "dismount=yes" in self.words
        if not (gets_out and self.words and self.tokens[at - 1].casefold() in ("its", "their", "his", "her")):
            return False
        tied = [*self._tied(self.words[-1])]
        if (
            not {*tied} & {*name.ids}
            and not (tied and squeezed(name.typed) in _VEHICLES)
            and not any(is_kind(id, name.typed) for id in tied)
        ):
            self.unknown.append(name.typed)
        return True

    def _guns(self, at: int) -> int:
        """Read batteries named together, such as `both German batteries`. Return the position after them, or 0."""
        end = at
        side = ""
        while (
            end < len(self.tokens)
            and (end not in self.sentence.found)
            and (
                self.tokens[end].casefold() in (*SMALL, *_ALL_GUNS, "of")
                or (not side and self.names.side(self.tokens[end]))
            )
        ):
            side = side or self.names.side(self.tokens[end])
            end += 1
        both = {"both", *_ALL_GUNS} & {token.casefold() for token in self.tokens[at:end]}
        side = side or (self._side() if both else "")
        if not side or end >= len(self.tokens) or not {*forms(self.tokens[end])} & {*self.family.NOUNS.guns}:
            return 0
        named = self.family.named(self.state)
        guns = [id for id, who in named.items() if who.gun and not who.by_place and who.side == side]
        if not guns or self.act.roles is None:
            return 0
        self.words += guns
        return end + 1

    def _joins(self, at: int) -> bool:
        """Add a connecting word if a name or place comes after it. Return whether the word was understood."""
        low = self.tokens[at].casefold()
        to = ("to", "into", *(_TOWARDS if "to" in self.act.places else ()))
        word = "at" if low in _TOWARD and "at" in self.act.connectors else "to" if low in to else low
        word = next((form for form in forms(low) if form in self.act.connectors), word) if word == low else word
        if word not in self.typed:
            return False
        if self.tokens[at + 1 : at + 2] == [EVERYBODY]:
            self.words.append(word)
            return True
        value = next((n for n in range(at + 1, len(self.tokens)) if self.tokens[n].casefold() not in SMALL), 0)
        name = value and (value in self.sentence.found or self.names.begun(self.tokens[value]))
        place = value and self.tokens[value].isdigit() and len(self.tokens[value]) == 4 and word == "to"
        known = name or place or word in self.act.places
        if not known and word not in self.act.connectors and squeezed(low) in {*self.values, *self.facts}:
            return False
        if value and not known and word in self.act.connectors and not is_number(self.tokens[value][:1]):
            return self._let_go(value)
        behind = bool(self.words) and self.words[-1] in self.act.connectors  # `replies with g2`
        if known and word not in self.joined and not behind and not (word == "at" and self.act.roles):
            self.words.append(word)
            self.joined.add(word)
        return True

    def _let_go(self, at: int) -> bool:
        """Return whether a word adds nothing: `at long range`, `at the target`."""
        return self.tokens[at].casefold() in (*HOW_FAR, *LETTING_GO)

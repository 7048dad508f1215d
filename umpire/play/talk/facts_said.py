"""The facts of a sentence, read as words of one act: values, marks, distances, and the stands they belong to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from umpire.core.mistakes import meaning
from umpire.game.act import Act
from umpire.game.lines import UNITS
from umpire.game.naming import squeezed
from umpire.play.grammar import FROM
from umpire.play.hints import is_mark, words_typed
from umpire.play.session import Session
from umpire.play.talk.dice import NUMBERS
from umpire.play.talk.words import GROUND, OBSTACLES, SMALL, KnownNames, Name, forms, is_number

HAS_MOVED = "has-moved"
"""`has moved` in one word."""
HOW_FAR = ("long", "short", "close", "medium", "extreme", "point-blank")
_EMPTY = (
    "target enemy away ground for distance at from to by with get gets make makes do does try tries want wants "
    "will would lets let us here roll rolls rolled along forward forwards ahead toward towards straight still too "
    "carefully quickly slowly another round up put puts natural through instead sit sits everything shot "
    "shots rounds burst bursts off fire down up one some which who across country points using "
    "defender attacker strike strikes show shows showing expose exposes exposing present "
    "turns turning turned pivots together presents presenting nearest closest join joins bomb bombs"
)
LETTING_GO = frozenset((*_EMPTY.split(), "lay", "lays"))
_BY = ("from", "with", "by")
_ONTO = ("at", "on", "onto", "over", "to", "the", "a", "some", "down", "shells", "rounds")
_OVER = ("over", "on", "through", "along", "up", "down", "across")
_CROSSED = frozenset(("cross", "jump", "climb", "across", "over"))
_PLAIN_GROUND = frozenset(("open", "clear", "flat", "level", "firm"))
_AGAINST_PLANES = frozenset(("antiaircraft", "aa", "flak"))
_ANSWERS = frozenset(("answer", "reply", "response", "return"))


class Verb(NamedTuple):
    """A verb in a sentence: the acts that the verb may mean, its place, and the words that it adds to the line.

    If the last of these words ends with `=` (`mount=`), the name after the verb is the value of this fact.
    """

    verbs: tuple[str, ...]
    at: int
    length: int = 1
    says: tuple[str, ...] = ()


class Parts(NamedTuple):
    """The parts of a sentence: its words, its names by their place, and its verbs in order."""

    session: Session
    names: KnownNames
    tokens: list[str]
    found: dict[int, Name]
    verbs: list[Verb]


class FactsSaid:
    """A reader that turns the facts of a sentence into words of one act."""

    def __init__(self, sentence: Parts, act: Act[Any, Any, Any], head: Verb | None, *, every: bool = False) -> None:
        self.sentence, self.act, self.head, self.every = sentence, act, head, every
        self.session, self.names, self.tokens = sentence.session, sentence.names, sentence.tokens
        self.family, self.state = self.session.family, self.session.state
        self.values = {squeezed(value) for words in act.choices.values() for value in words}
        self.facts = {squeezed(fact): fact for fact in act.facts}
        if "call" in self.facts and (act.verb == "artillery" or "hq" not in self.facts):
            self.facts["hq"] = "call"  # how far the target is from the headquarters
        self.typed = {*act.connectors, *words_typed(act)}
        self.verbs = {n for verb in sentence.verbs for n in range(verb.at, verb.at + verb.length)}
        self.ends = {n + name.length for n, name in sentence.found.items()}
        self.named = {name.ids[0] for name in sentence.found.values() if len(name.ids) == 1}
        self.words, self.unknown, self.joined = list[str](), list[str](), set[str]()
        self.moved, self.carried = 0, False
        self.hexes = ""
        self.prefix, self.sides, self.tail = "", list[str](), list[str]()
        self.choose: tuple[str, ...] = ()
        self.several: tuple[str, ...] = ()

    def _stayed(self, *, moving: str = "no") -> bool:
        """Add the fact that the stand named last has not moved, if the act asks for this fact.

        Return whether the fact was added.
        """
        known = self.family.named(self.state)
        last = next((n for n in range(len(self.words) - 1, -1, -1) if self.words[n] in known), -1)
        if last < 0 or "moving" not in self.act.facts:
            return False
        one = self.words[last]
        if one in self.words[:last]:
            del self.words[last]
        self.words.append(f"{one}.moving={moving}")
        return True

    def _denied(self, at: int) -> int:
        """Read a negation: `no cover`, `no line of sight`. Return the place after the negation; 0 if the words are not
        understood.
        """
        if at < len(self.tokens) and {*forms(self.tokens[at])} & _ANSWERS:
            end = next((n for n in range(at, len(self.tokens)) if self.tokens[n] == ","), len(self.tokens))
            guns = any({*forms(token)} & {*self.family.NOUNS.guns} for token in self.tokens[at:end])
            self.words += ["reply=no"] if "reply" in self.act.facts and not guns else []
            return end
        if squeezed("".join(self.tokens[at : at + 1])) in _AGAINST_PLANES and {"aa", "by"} & {
            *self.act.facts,
            *self.typed,
        }:
            self.words += ["aa=0"] if "aa" in self.act.facts else []
            return next((n for n in range(at, len(self.tokens)) if self.tokens[n] == ","), len(self.tokens))
        for length in (2, 1):
            spoken = self.family.SPOKEN.get(squeezed("".join(self.tokens[at : at + length])), "").partition("=")[0]
            if "none" in self.act.choices.get(spoken, ()):
                return at + length  # `not hull down`: the other kinds of cover are left open
        edge = [token.casefold() for token in self.tokens[at : at + 2]] in (["table", "edge"], ["table", "edges"])
        fact, end = "", at + (edge and "edge" in self.act.facts)
        while end < len(self.tokens) and self.tokens[end] != ",":
            low = self.tokens[end].casefold()
            facts = self.act.facts
            said = next(
                (
                    each
                    for form in forms(low)
                    for each in (self.facts.get(squeezed(form)), *meaning(form, facts))
                    if each
                ),
                "",
            )
            if low not in SMALL and (not said or (fact and said != fact)):
                break
            fact, end = fact or said, end + 1
        value = "no" if fact and is_mark(self.act, fact) else "none" if "none" in self.act.choices.get(fact, ()) else ""
        if value:
            self._tell(f"{fact}={value}", at)
        end += self.tokens[end : end + 1] in (["near"], ["nearby"])  # `no table edge near`
        return end if value else 0

    def _number(self, at: int) -> int:
        number = self.tokens[at]
        if end := self._far_from(at):
            return end
        if self._moved_before(at):
            self.words.append(f"metres={number}")
            self.choose = self.choose or self.how_after_moving()
            return at + 1 + (self.tokens[at + 1 : at + 2] != [] and self.tokens[at + 1].casefold() in UNITS)
        follows = self.tokens[at + 1].casefold() if at + 1 < len(self.tokens) else ""
        if follows in UNITS and not (follows == "in" and at + 2 < len(self.tokens) and self.tokens[at + 2] != ","):
            measured = number + UNITS[follows]
            if self._of_ground(at + 2, number):
                return self.moved
            if UNITS[follows] == "hex" and "range" in self.act.facts:
                self.hexes = number
                self.words.append(number)
                return at + 2 + (self.tokens[at + 2 : at + 3] in (["off"], ["away"]))
            if UNITS[follows] == "hex" and self.names.places:
                return at + 2  # a move goes to a hex
            if self.act.bare(measured) or UNITS[follows] == "hex":
                self.words.append(measured if self.act.bare(measured) else number)
            else:
                self.unknown.append(f"{number} {follows}")  # nothing here is measured in this way
            return at + 2 + (self.tokens[at + 2 : at + 3] in (["off"], ["away"]))
        if follows in (*_OVER, "in", "of"):
            of = next((n for n in range(at + 2, len(self.tokens)) if self.tokens[n].casefold() not in SMALL), at)
            fact = self.facts.get(squeezed(self.tokens[of]))
            if fact and not is_mark(self.act, fact):
                self.words.append(f"{fact}={number}")
                return of + 1
            if self._ground(of):
                self.words.append(f"{self.tokens[of].casefold()}={number}")
                return of + 1
        self.words.append(number)
        return at + 1

    def _far_from(self, at: int) -> int:
        """Add a fact for the distance from something (`700 m from its HQ`), if the act asks for this distance.

        Return the place after the words for the distance; 0 for other words.
        """
        unit = UNITS.get(self.tokens[at + 1].casefold(), "") if at + 1 < len(self.tokens) else ""
        begin = at + 1 + bool(unit)
        begin += [each.casefold() for each in self.tokens[begin : begin + 1]] == ["away"]
        joint = self.tokens[begin].casefold() if begin < len(self.tokens) else ""
        skipped = (*SMALL, "nearest", "closest", "next")
        of = next((n for n in range(begin + 1, len(self.tokens)) if self.tokens[n].casefold() not in skipped), 0)
        fact = self.facts.get(squeezed(self.tokens[of])) if of and joint in ("from", "to", "off", "of") else None
        if not fact or self.act.choices.get(fact) or fact == "range":
            return 0
        self.words.append(f"{fact}={self.tokens[at]}{'000' if unit == 'km' else ''}")
        name = self.sentence.found.get(of)  # `700 m from the HQ half-track`
        return of + (name.length if name else 1)

    def _moved_before(self, at: int) -> bool:
        """Return whether a distance before the verb belongs to a move: `200 m, then fires`."""
        options = any(word.startswith("option=") for word in self.words)
        late = not options if self.head is None else at > self.head.at
        if late or "metres" not in self.act.facts or self.act.verb == "move" or "metres=" in " ".join(self.words):
            return False
        named = {n for n, name in self.sentence.found.items() for n in range(n, n + name.length)}
        begin = self.head.at if self.head else at + 1
        return any(is_number(self.tokens[n]) for n in range(begin, len(self.tokens)) if n not in named)

    def how_after_moving(self) -> tuple[str, ...]:
        """Return the facts about fire after a move. Facts that were typed are left out."""
        told = {word.partition("=")[0].casefold() for word in (*self.tokens, *self.words)}
        return tuple(each for each in self.family.AFTER_MOVING if each.partition("=")[0] not in told)

    def _of_ground(self, at: int, number: str) -> bool:
        """Add a distance over a kind of ground, if one is named here: `5 inches up the road`.

        Set `moved` to the place after the words for the distance. Return whether a distance was added.
        """
        of = next((n for n in range(at + 1, len(self.tokens)) if self.tokens[n].casefold() not in SMALL), at)
        if self.tokens[at : at + 1] == [","] or of >= len(self.tokens) or self.tokens[at].casefold() not in _OVER:
            return False
        fact = self.facts.get(squeezed(self.tokens[of])) or (self.tokens[of].casefold() if self._ground(of) else "")
        if not fact or is_mark(self.act, fact) or "metres" in self.act.facts:
            return False
        self.words.append(f"{fact}={number}")
        self.moved = of + 1
        return True

    def _whence(self, at: int) -> int:
        """Read words for the place of the acting stand: `from the woods`. Return the place after these words; 0 for
        other words. Cover and terrain of the acting stand count as not understood, because these facts belong to the
        target.
        """
        end = next((n for n in range(at, len(self.tokens)) if self.tokens[n].casefold() not in SMALL), at)
        low = self.tokens[end].casefold() if end < len(self.tokens) else ","
        spoken = {word for word in self.family.SPOKEN if not self._covers(word)}
        known = {*self.values, *self.facts, *spoken}
        if low == "behind" and self.tokens[end + 1 : end + 2] not in ([], [","], ["and"]):
            self.unknown.append(low)
            after = next((n for n in range(end + 1, len(self.tokens)) if self.tokens[n].casefold() not in SMALL), end)
            self.unknown.append(self.tokens[after])
            return after + 1
        plain = low in (",", *LETTING_GO, *HOW_FAR, "behind") or low[:1].isdigit() or squeezed(low) in known
        if plain or end in self.sentence.found or self.names.begun(low) or self.names.side(low):
            return 0
        self.unknown.append(self.tokens[end])
        return end + 1

    def _covers(self, word: str) -> bool:
        """Return whether this word means cover in an act with a target. The cover is always the cover of the target."""
        return "at" in self.act.connectors and self.family.SPOKEN.get(squeezed(word), "").startswith("cover=")

    def _tell(self, word: str, at: int) -> None:
        """Add a fact.

        In an act with a target, a fact before the verb is about the acting stand, unless a second name comes before the
        fact. If the fact is in `of_each`, it gets the name of the acting stand: `k1.cover=hard`. If the fact is in
        `of_target`, it is not understood.
        """
        form = self._in_full(word)
        known = self.family.named(self.state)
        ahead = self.head is None or at < self.head.at
        actor = [each for each in self.words if each in known]
        if "at" not in self.act.connectors or "at" in self.words or not ahead or len(actor) != 1 or "=" not in form:
            self.words.append(word)
        elif form.partition("=")[0] in self.family.NOUNS.of_target:
            self.unknown.append(self.tokens[at])
        elif form.partition("=")[0] in self.family.NOUNS.of_each:
            self.words.append(f"{actor[0]}.{form}")
        else:
            self.words.append(word)

    def _in_full(self, word: str) -> str:
        """Return a word with its fact in front: `cover=hard` for `hard`.

        A word that is a value of several facts is returned unchanged.
        """
        low = squeezed(word)
        if "=" in word:
            return word
        if low in self.family.SPOKEN:
            return self.family.SPOKEN[low]
        if low in self.facts and is_mark(self.act, self.facts[low]):
            return f"{self.facts[low]}=yes"
        of = [fact for fact, words in self.act.choices.items() if low in map(squeezed, words)]
        return f"{of[0]}={word}" if len(of) == 1 else word

    def _ground(self, at: int) -> bool:
        """Return whether a kind of ground is named here, in an act that takes a distance for each kind of ground."""
        word = next((each.casefold() for each in self.tokens[at:] if each.casefold() not in SMALL), "")
        return "open" in self.act.facts and word in self.family.NOUNS.grounds

    def _together(self, at: int) -> int:
        """Read two words that belong together: `hull down`.

        Return the place after the two words; 0 if the words do not belong together.
        """
        ends = {"", ",", "and"} & {*self.tokens[at + 2 : at + 3], *([] if at + 2 < len(self.tokens) else [""])}
        if self.tokens[at].casefold() == FROM and not ends:
            return 0  # `from behind the crest`
        if at + 1 < len(self.tokens) and self.tokens[at + 1] != ",":
            for form in forms(self.tokens[at]):
                word = squeezed(form + self.tokens[at + 1])
                if word in self.facts or word in self.values or word in self.family.SPOKEN:
                    self._tell(word, at)
                    return at + 2
        of = next((n for n in range(at + 2, len(self.tokens)) if self.tokens[n].casefold() not in SMALL), at)
        word = squeezed(f"{self.tokens[of]}{self.tokens[at]}")  # `edge of the wood`
        if self.tokens[at + 1 : at + 2] == ["of"] and (word in self.values or word in self.family.SPOKEN):
            self._tell(self._in_full(word), at)
            return of + 1
        return 0

    def _fact(self, at: int) -> int:
        """Read a fact followed by its value: `range 9`, `takes the mill`.

        Return the place after the value; 0 if there is no fact here.
        """
        fact = next((self.facts[form] for form in map(squeezed, forms(self.tokens[at])) if form in self.facts), "")
        fact = fact or next((self.facts[each] for each in (squeezed(f"{self.tokens[at]}s"),) if each in self.facts), "")
        low = self.tokens[at].casefold()
        if not fact or low in self.typed or low in self.act.connectors or is_mark(self.act, fact):
            return 0
        skipped = (*SMALL, "with")
        value = next((n for n in range(at + 1, len(self.tokens)) if self.tokens[n].casefold() not in skipped), at)
        if value in (at, *self.verbs) or self.tokens[value] == ",":
            return 0
        if is_number(self.tokens[value]):
            if self.act.bare(self.tokens[value]) == fact:
                return value
            self.words.append(f"{fact}={self.tokens[value]}")
            return value + 1 + (self.tokens[value + 1 : value + 2] in ([unit] for unit in UNITS if unit != "in"))
        if len(self.tokens[value]) == 1 and self.tokens[value].isalpha():  # `option D`
            self.words.append(f"{fact}={self.tokens[value]}")
            return value + 1
        name = self.sentence.found.get(value) or self.names.begun(self.tokens[value])
        if name and len(name.ids) == 1 and not self.act.choices.get(fact):
            self.words.append(f"{fact}={name.ids[0]}")
            return value + name.length
        return 0

    def _obstacles(self, at: int) -> int:
        """Read obstacles that are crossed: `across two hedges`.

        Return the place after the obstacles; 0 for other words.
        """
        if "obstacles" not in self.act.facts or not _CROSSED & {*forms(self.tokens[at])}:
            return 0
        low = [token.casefold() for token in self.tokens]
        of = next((n for n in range(at + 1, len(low)) if {*forms(low[n])} & {*OBSTACLES}), 0)
        count = [NUMBERS.get(word, word) for word in low[at + 1 : of] if word in NUMBERS or word.isdigit()]
        if not of or len(count) > 1 or not {*low[at + 1 : of]} <= {*SMALL, *NUMBERS, "some", *count}:
            return 0
        self.words.append(f"obstacles={''.join(count) or 1}")
        return of + 1

    def _in_command(self, at: int) -> int:
        """Read `within a km of its HQ`, or `within 800 m`; return the place after these words, 0 for other words."""
        end = next((n for n in range(at, len(self.tokens)) if self.tokens[n] == ","), len(self.tokens))
        clause = [token.casefold() for token in self.tokens[at:end]]
        if not {"hq", "headquarters", "command"} & {*clause}:
            return 0
        far = [n for n in range(at, end) if is_number(self.tokens[n])]
        if far:
            self._far_from(far[0])
        return end

    def _known_ground(self, at: int) -> int:
        """Return the place after a kind of ground; 0 for other words, and for an act with the fact `terrain`."""
        ground = self.session.game_map
        of = next((n for n in range(at, len(self.tokens)) if self.tokens[n].casefold() not in SMALL), at)
        asks = "terrain" in self.act.facts and self.act.verb != "move"
        word = next(iter(forms(self.tokens[of])[-1:]), "") if of < len(self.tokens) else ""
        if (
            word
            and not ground
            and "going" in self.act.facts
            and "cover" not in self.act.facts
            and {word, self.tokens[of].casefold()} & {*GROUND}
        ):
            kind = word if word in GROUND else self.tokens[of].casefold()
            self.words.append(self.family.SPOKEN.get(kind, f"going={kind}"))
            return of + 1
        plain = word in _PLAIN_GROUND and "good" in self.act.choices.get("going", ()) and not ground
        if plain and [token.casefold() for token in self.tokens[of + 1 : of + 2]] in (["ground"], ["country"]):
            self.words.append("going=good")
            return of + 2
        if not ground or asks or of >= len(self.tokens):
            return 0
        kinds = {word for kind in ground.legend.values() for word in str(kind).split()}
        return of + 1 if self.tokens[of].casefold() in kinds else 0

    def _past_name(self, at: int) -> int:
        """Return the place after a name that begins here, with or without articles; 0 if no name begins here."""
        begin = next((n for n in range(at, len(self.tokens)) if self.tokens[n].casefold() not in SMALL), at)
        name = self.sentence.found.get(begin)
        return begin + name.length if name else 0

    def _place(self, at: int) -> int:
        """Read words for a place up to the next comma: `smoke in front of the hedge`.

        Return the place where these words end; 0 for other words.
        """
        ends = (n for n in range(at + 1, len(self.tokens)) if self.tokens[n] == "," or self.tokens[n].casefold() in _BY)
        end = next(ends, len(self.tokens))
        place = [*self.tokens[at + 1 : end]]
        while place and place[0].casefold() in _ONTO:
            place = place[1:]
        self.tail = [self.tokens[at].casefold(), *place] if place else []
        return end if place else 0

    def _companions(self, ids: Sequence[str]) -> list[str]:
        """Return the id that belongs with a stand named earlier, as in `A1 with its MGs`. Return [] unless exactly one
        of these ids does.
        """
        if len(tied := [id for id in ids if {*self._tied(id)} & {*self.words}]) == 1:
            return tied
        units = [
            unit for unit in self.family.names(self.state) if any(self._is_of(unit, [word]) for word in self.words)
        ]
        found = [id for id in ids if any(self._is_of(unit, [id]) for unit in units)]
        return found if len(found) == 1 else []

    def _tied(self, id: str) -> Iterator[str]:
        """Yield the companions of a stand; for a support stand, its host."""
        comers = self.family.COMERS
        row = getattr(self.state, comers.among, {}).get(id) if comers else None
        yield from (each for tie in (comers.ties if comers else ()) if (each := getattr(row, tie, "")))

    def _begins_a_clause(self, at: int) -> bool:
        """Return whether a name is the subject of a separate clause: `half1 drives 500 m, gren1 gets out`."""
        begin = self.head.at if self.head else at
        joined = {",", "and", "then", "while"} & {token.casefold() for token in self.tokens[begin:at]}
        follows = "".join(self.tokens[at + 1 : at + 2]).casefold()
        return bool(joined) and follows.isalpha() and follows not in {"aboard", "to", *SMALL, *self.act.places}

    def _is_of(self, unit: str, ids: Sequence[str]) -> bool:
        members = self.family.members(self.state, unit)
        return bool(members) and {*ids} <= {*members}

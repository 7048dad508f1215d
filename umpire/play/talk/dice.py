"""Dice given in words: `rolled 13 and 16`, `a 15 to hit and 12 to penetrate`, `double six`, `he misses`."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.play.talk.words import ARTICLES, KnownNames, forms, tokens_of

_DICE = frozenset(("dice", "die", "roll", "throw", "threw", "thrown", "rolled", "score"))
_FACES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_TEENS = ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty")
NUMBERS = {word: str(number) for number, word in enumerate((*_FACES, *_TEENS), 1)}
PLURALS = {"sixes": "6", **{f"{word}s": number for word, number in NUMBERS.items()}}
_TEXT_FOR = "hit penetrate penetration pen detect detection spot effect damage kill command see sight initiative"
_FOR = frozenset(_TEXT_FOR.split())
_THROWS = ("effect", "penetration", "pen", "detection", "damage")
"""Throws named behind a die without `to` or `for`."""
_LATER = frozenset(("initiative", "effect"))
"""Throws that are never the first in the game that names them."""
_FAR = ("at", "range", "from", "or", "to", "move", "moves", "go", "goes", "drive", "drives")
"""Words before a distance."""
_SOFT = ("and", "&", "+")
_APART = ("/", "then", ",", "radio", "against", "versus", "vs", *_SOFT)
_SAID = "i they we it you that is was a an the got get gets with by of for dice die and just"
_WHO = frozenset(("he", "she", *_SAID.split()))
_ROLLED = frozenset(("roll", "it", "for", "me", "us", "the", "dice", "die", "them", "please"))
_SHORT = 3
"""Words of a line that may be an answer, at most."""
_MISSED = frozenset(("miss", "missed", "misses"))
_ALL = frozenset(("all", "both", "everything", "completely", "them"))


def dice_of(tokens: Sequence[str], names: KnownNames, sides: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """Return the sentence without its dice, and the ways in which the dice may be meant, the likeliest first."""
    low = [token.casefold() for token in tokens]
    low = [token for at, token in enumerate(low) if not (at and names.side(low[at - 1]) and _DICE & {*forms(token)})]
    tokens = [
        token for at, token in enumerate(tokens) if not (at and names.side(tokens[at - 1]) and _DICE & {*forms(token)})
    ]
    tokens = _on_dice(_radio(tokens))
    low = [token.casefold() for token in tokens]
    sided = [at for at, token in enumerate(low[:-1]) if names.side(token) and low[at + 1].isdigit()]
    if len(sided) > 1:
        order = {side: n for n, side in enumerate(sides)}
        thrown, gone = dict[int, str](), set[int]()
        for at in sided:
            faces, end = _faces(low, at + 1, stop=",")
            thrown[order[names.side(low[at])]] = " ".join(each for each in faces if each not in _APART)
            gone |= {*range(at, end)}
        return [each for at, each in enumerate(tokens) if at not in gone], (
            "/".join(thrown[n] for n in sorted(thrown)),
        )
    shows = [at for at in range(1, len(low)) if low[at] in ("show", "shows") and _DICE & {*forms(low[at - 1])}]
    if shows:  # `die shows 17`
        return dice_of([each for at, each in enumerate(tokens) if at not in shows], names, sides)
    for at, token in enumerate(low[:-1]):
        if _DICE & {*forms(token)} and (found := _faces(low, at + 1))[0]:
            faces, end = found
            if low[end : end + 1] == ["for"]:
                end = next((n for n in range(end, len(low)) if low[n] == ","), len(low))
            return [*tokens[:at], *tokens[end:]], _readings(faces)
        if token == "with" and low[-1].isdigit() and [*low[at + 1 : -1]] in ([], ["a"], ["an"]):
            return list(tokens[:at]), (low[-1],)
    first = next((n for n, word in enumerate(low) if word.isdigit() and _purpose(low, n + 1) > n + 1), -1)
    kinds = [n for n in range(2, len(low)) if {*forms(low[n])} & _FOR]
    named = next((at for n in kinds if low[(at := n - (low[n - 1] in ("to", "for"))) - 1] == ","), -1)
    first = named if first < 0 else first  # `..., hits on 6, effect 3`
    if first >= 0 and (found := _faces(low, first))[1] == len(low):
        return list(tokens[:first]), (*_by_throw(low[first:]), *_readings(found[0]))  # `15 to hit, 12 to penetrate`
    before, one, joint, other = ["", "", "", "", *low][-4:]
    if joint == "&" and _is_face(one) and _is_face(other) and before.isalpha() and before not in _FAR:
        return list(tokens[:-3]), _readings(low[-3:])  # `flank 16 & 11`
    if low[-1:] and low[-1] in _MISSED and len(low) > _SHORT and low[-2] != "and":
        return list(tokens[: -1 - (len(low) > 1 and low[-2] in (",", "it", "he"))]), ("m", "h0")
    missed = next((n for n in range(1, len(low) - 1) if low[n] in _MISSED), 0)
    if missed and names.at(tokens, missed + 1):
        return [*tokens[:missed], "fires", "at", *tokens[missed + 1 :]], ("m", "h0")  # `the Pak misses Sherman 1`
    of_dice = ("/", "then", ",")
    begin = next((n for n in range(len(low), 0, -1) if not (low[n - 1].isdigit() or low[n - 1] in of_dice)), 0)
    begin += next((n for n, word in enumerate(low[begin:]) if word == ","), -1) + 1 if "then" in low[begin:] else 0
    if "/" in low[begin:] or "then" in low[begin:]:
        return list(tokens[:begin]), _readings(low[begin:])
    return list(tokens), ()


def without_roll(tokens: Sequence[str]) -> tuple[list[str], bool]:
    """Return the sentence without the request for a roll at its end, and whether it had such a request.
    `fires at Sherman 1, roll it` becomes `fires at Sherman 1`.
    """
    low = [token.casefold() for token in tokens]
    at = next((n for n in range(len(low) - 1, 1, -1) if low[n] == "roll"), 0)
    if not at or not {*low[at:]} <= _ROLLED:
        return [*tokens], False
    while at > 1 and low[at - 1] in (",", "and", "you", "please", "then"):
        at -= 1
    return [*tokens[:at]], True


def _is_face(word: str) -> bool:
    """Return whether a word may be the face of a die."""
    return word.isdigit() and len(word) < 3


def _radio(tokens: Sequence[str]) -> list[str]:
    """Return the words with `radio` put before the number of the radio die: `a 3 on the radio die` -> `radio 3`."""
    said, low = [*tokens], [token.casefold() for token in tokens]
    at = low.index("radio") if "radio" in low else len(low)
    if {*forms("".join(low[at + 1 : at + 2]))} & _DICE:
        del said[at + 1], low[at + 1]
    begin = at - (low[at - 1 : at] in (["the"], ["its"], ["their"]))
    if begin > 1 and low[begin - 1] in ("on", "for") and face_at(low, begin - 2)[0]:
        before = said[: begin - 2 - (low[begin - 3 : begin - 2] == ["a"])]
        return [*before, "radio", said[begin - 2], *said[at + 1 :]]
    return said


def _on_dice(tokens: Sequence[str]) -> list[str]:
    """Return the words with `dice` put before the numbers that dice show: `a 17 on the die` -> `dice 17`."""
    said, low = [*tokens], [token.casefold() for token in tokens]
    if not low:
        return said
    end = len(low)
    at = end - 2 - (low[end - 2 : end - 1] == ["the"])
    if {*forms(low[-1])} & {"die", "dice"} and at > 0 and low[at] in ("on", "with") and face_at(low, at - 1)[0]:
        begin = at - 1
        while begin > 0 and (low[begin - 1] in ("a", "an", *_SOFT) or face_at(low, begin - 1)[0] == [low[begin - 1]]):
            begin -= 1
        return [*said[:begin], "dice", *said[begin:at]]
    ends = (
        n for n in range(end - 1, 0, -1) if low[n] in ("points", "point", "command") and "command" in low[n - 1 : n + 1]
    )
    points = next(ends, end)
    points += low[points + 1 : points + 2] == [","]
    if low[points + 1 : points + 2] and low[points + 1].isdigit():
        return [*said[: points + 1], "dice", *said[points + 1 :]]  # `command points: 4 and 5`
    return said


def answer_of(text: str, *, hits: bool = False) -> str:
    """Return the dice in an answer that is given in words: `threw a 6` -> `6`; "" for any other answer."""
    low = [token.casefold() for token in tokens_of(text.split())]
    if _MISSED & {*low} and {*low} <= _MISSED | _WHO | _ALL:
        return "h0" if hits else "m"
    if low[:1] == ["roll"] and {*low} <= _ROLLED:
        return "r"
    begin = next((at for at, word in enumerate(low) if not ({word} & _WHO or _DICE & {*forms(word)})), len(low))
    faces, end = _faces(low, begin)
    told = [word for word in low[:begin] if word != "r"]
    plain = all(word.isdigit() or word == "/" for word in low)
    if plain or end < len(low) or not faces or not (told or any(word in (*_SPELLED, *_SOFT) for word in low)):
        return ""
    return " ".join(face for face in faces if face not in _SOFT and face not in ("then", ","))


def _faces(low: Sequence[str], at: int, stop: str = "") -> tuple[list[str], int]:
    """Return the faces from this place on, with the words between them, and the place of the next word."""
    faces = list[str]()
    end = at
    while at < len(low) and low[at] != stop:
        if low[at] in _APART and faces:
            faces.append(low[at])
            at += 1
            continue
        found, after = face_at(low, at)
        if not found:
            break
        faces += found
        at = end = _purpose(low, after)
    while faces and faces[-1] in _APART:
        faces.pop()
    return faces, end


def face_at(low: Sequence[str], at: int) -> tuple[list[str], int]:
    """Return the dice at this word and the place of the next word.

    `two sixes` and `double six` are several dice; [] means that there are no dice.
    """
    at += low[at] in ("to", "for") and bool({*low[at + 1 : at + 2]} & _FOR)
    if at + 1 < len(low) and {*forms(low[at])} & _FOR:
        at += 1 + (low[at + 1] in ("on", "with", "is", "was", "of")) * (at + 2 < len(low))
    at += low[at] in ("a", "an", *ARTICLES) and at + 1 < len(low)
    word, behind = low[at], low[at + 1] if at + 1 < len(low) else ""
    if word == "pair" and behind == "of" and low[at + 2 : at + 3]:
        return [PLURALS.get(low[at + 2], "")] * 2 if low[at + 2] in PLURALS else [], at + 3
    if word == "double" and (face := NUMBERS.get(behind, behind if behind.isdigit() else "")):
        return [face, face], at + 2
    if (word in NUMBERS or word.isdigit()) and behind in PLURALS:
        return [PLURALS[behind]] * int(NUMBERS.get(word, word)), at + 2
    if word in NUMBERS:
        return [NUMBERS[word]], at + 1
    return ([word], at + 1) if word[:1].isdigit() else ([], at)


def _purpose(low: Sequence[str], at: int) -> int:
    """Return the place after the words for the purpose of a die: `15 to hit`."""
    said = low[at : at + 1] in (["to"], ["for"])
    if not said and low[at + 1 : at + 2] and low[at + 1][:1].isdigit():
        return at  # `effect 3` is the next throw
    behind = at + said + (said and low[at + 1 : at + 2] == ["the"])
    if not {*low[behind : behind + 1]} & {*(_FOR if said else _THROWS)}:
        return at
    return behind + 1 + (low[behind + 1 : behind + 2] in (["points"], ["point"]))


def _by_throw(low: Sequence[str]) -> tuple[str, ...]:
    """Return the dice with the names of their throws, if the words name only throws in `_LATER`: `initiative 4 and 3`.
    Return () for other words.
    """
    thrown = list[tuple[str, list[str]]]()
    for word in low:
        if name := next(iter({*forms(word)} & _LATER), ""):
            thrown.append((name, []))
        elif thrown and word.isdigit():
            thrown[-1][1].append(word)
        elif word not in (*_SOFT, ","):
            return ()
    parts = list[str]()
    for name, faces in thrown:
        each = [name, f"{name}-reply"] if name == "initiative" else [name]  # one die for each side
        parts += [f"{key}={face}" for key, face in zip(each, faces if each[1:] else ["".join(faces)], strict=False)]
    return ("/".join(parts),) if parts else ()


def _readings(faces: Sequence[str]) -> tuple[str, ...]:
    """Return the ways to divide the dice into throws: at all separating words, at all except `and`, `&` and `+`, or
    nowhere.
    """
    found = (_joined(faces, ()), _joined(faces, _SOFT), _joined(faces, _APART))
    return tuple(dict.fromkeys(each for each in found if each))


def _joined(faces: Sequence[str], soft: Sequence[str]) -> str:
    said = " ".join(face if face not in _APART else " " if face in soft else "/" for face in faces)
    return "/".join(" ".join(part.split()) for part in said.split("/") if part.strip())


_SPELLED = {*NUMBERS, *PLURALS, "double", "pair"}

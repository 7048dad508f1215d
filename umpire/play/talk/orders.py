"""Lines typed before units act: orders, `K digs in, L holds`; command points; `initiative 43/31, A goes`."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.game.lines import line_of
from umpire.play.session import Session
from umpire.play.talk.acts import Heard
from umpire.play.talk.words import SMALL, KnownNames, Name, digits_of, forms, phrase_at, tokens_of

REVEAL = "reveal"
_COMMAND = frozenset(("order", "command", "point", "cp", "dice", "die", "roll", "rolled", "throw", "threw", "thrown"))
_GETS = frozenset(("get", "got", "have", "has", "score", "for", "with", "by", "of", "group", "battle", "then", "side"))
_RADIO = "radio"
_KEYS = ("M", "H", "D", "R")
SAME = "same"
_REST = ("rest", "others", "everybody", "everyone", "all")
_EXCEPT = ("except", "excepting", "but", "bar", "save", "besides")
_SAID = (
    *("battalion", "will", "stays", "goes", "with", "for", "to", "on", "order", "orders", "ordered", "get", "gets"),
    *("give", "gives", "given", "else", "other", "unit", "units", "battalions", "both", "and", "while", "but"),
    *("o", "forward", "marker", "markers", "put", "change", "set", "which", "who", "no", "them"),
)
"""Words that may go with an order."""
_ORDERS = frozenset(("order", "marker", "counter", "chit", "card", "token"))
_TEXT_EVERY = (
    "all every everyone everybody everything both sides players units side their them please lets that's that six"
)
_EVERY = frozenset(_TEXT_EVERY.split())
_PLACED = frozenset(("done", "placed", "written", "ready", "given", "complete"))
_TURNED = frozenset(("reveal", "flip", "turn", "expose", "uncover"))
_ALL = frozenset(("all", "both", "them", "every", "everything"))
_KEPT = frozenset(("keep", "unchanged", "same", "stay", "remain"))
_TEXT_AS = "as last round turn before previous old no change new let's up over face face-up do does"
_AS = frozenset(_TEXT_AS.split())
INITIATIVE = "initiative"
_TEXT_THROWN = (
    "next roll throw dice die for with win get go take move pick choose activate act play use up player side battalion "
    "unit by to who they first goes result total battle group start begin"
)
_THROWN = frozenset(_TEXT_THROWN.split())
"""Words that may go with the throw."""
_BETWEEN = ("/", "to", "against", "versus", "vs", "and", "-", "&", ":", ",", "+")
_FACE = 6
"""The highest face of a die."""
_BOTH = 2
_WINS = frozenset(("win", "won"))
_TIES = frozenset(("tie", "tied", "draw", "drawn", "equal"))
_GOES = (",", "go", "goes", "acts", "moves", "first")


def orders(session: Session, words: Sequence[str], names: KnownNames) -> tuple[str, ...] | None:
    """Return the facts of a line that only gives orders, `k=D l=H`; None for any other line.

    An order comes after the names of its units or before them: `dig in with K and L`. `reveal` applies to all units.
    `same` applies to all units that have no other order.
    """
    phrases, family = session.family.ORDERED, session.family
    if not phrases or {"first", "next"} & {word.casefold() for word in words}:
        return None
    if (tokens := tokens_of(words)) and {*(whole := _of_every_unit(tokens))} & {*phrases.values()}:
        return whole
    at = 0
    found, waiting, said, used, side, reveal = dict[str, str](), list[str](), "", False, "", False
    sparing, spared = False, list[str]()
    while at < len(tokens):
        value, length = phrase_at(tokens, at, phrases)
        low = tokens[at].casefold()
        ends = low == "," and {"who", "which", "that", "they"}.isdisjoint({*map(str.casefold, tokens[at + 1 : at + 2])})
        if sparing and (value or ends or names.side(low)):
            waiting, sparing = waiting if value else [], False
        name = None if value else names.at(tokens, at)
        one = name and (len(name.ids) == 1 or name.typed == "both")
        units = [id for id in name.ids if family.members(session.state, id)] if name and one else []
        if value == REVEAL:
            reveal, at = True, at + length
        elif value:
            if said and not used:
                return None  # an order without a unit
            if (
                names.side(tokens[at - 1])
                and at
                and not waiting
                and "with" not in tokens[at + length : at + length + 1]
            ):
                waiting = [each for each in _of_side(session, side) if each not in found]  # `the Soviets hold`
            found.update(dict.fromkeys(waiting, value))
            spared = [each for each in spared if each not in waiting]
            said, used, waiting = "" if waiting else value, False, []
            at += length
        elif (typed := low.partition("="))[2].upper() in _KEYS and (of := names.at([typed[0]], 0)):
            if not family.members(session.state, of.ids[0]):
                return None
            found[of.ids[0]], at = typed[2].upper(), at + 1
        elif low == "so" and found and [word.casefold() for word in tokens[at + 1 : at + 2]] in (["does"], ["do"]):
            said, used, at = next(reversed(found.values())), False, at + 2  # `and so does L`
        elif name and units:
            waiting += units
            at += name.length
            spared += units if sparing else []
        elif found and not waiting and (low in _EXCEPT or (low == "apart" and "from" in tokens[at + 1 : at + 2])):
            said, used, sparing, at = "", False, True, at + 1 + (low == "apart")
        elif low in _REST:
            behind = (word for word in tokens[at + 1 :] if word.casefold() not in SMALL)
            side = names.side(next(behind, "")) or side  # `all the British`
            spared, at = _spared(session, names, tokens, at + 1)
            every = _of_side(session, side) if side or not spared else _of_all(session)
            left = [each for each in every if each not in (*found, *waiting, *spared)]
            waiting += left or ([] if waiting or "rest" in found else ["rest"])
        elif low == "," and said:
            if not used:
                return None
            said, at = "", at + 1
        elif low in SMALL or low in (",", *_SAID) or names.side(low):
            side = names.side(low) or side
            at += 1
        elif unit := _unit(session, names, tokens[at]):
            waiting, at = [*waiting, unit], at + 1
            spared += [unit] if sparing else []
        else:
            return None
        if said and waiting:  # the order came before the name
            found.update(dict.fromkeys(waiting, said))
            waiting, used = [], True
    waiting = [] if sparing else waiting
    if spared and (rest := found.pop("rest", "")):
        found |= {unit: rest for unit in _of_all(session) if unit not in found}
    found = {unit: value for unit, value in found.items() if unit not in spared}
    if reveal and not side and not found and not said and waiting in ([], ["rest"]):
        return (REVEAL,)
    if (
        not found
        or waiting
        or (said and not used)
        or any(SAME in each and each != ("rest", SAME) for each in found.items())
    ):
        return None
    told = (SAME if value == SAME else f"{unit}={value}" for unit, value in found.items())
    return (*((REVEAL,) if reveal else ()), *told)


def _of_every_unit(tokens: Sequence[str]) -> tuple[str, ...]:
    """Return `reveal`, `same` or both for a line about all orders: `all markers up`, `no new orders`.

    Return () for a line that says anything else.
    """
    clauses = [part.split() for part in " ".join(tokens).split(",") if {*part.split()} - SMALL]
    clauses = [clause for clause in clauses if not _is_placed(clause)] or clauses
    said = [_of_orders({form for word in clause for form in forms(word)}, clause) for clause in clauses]
    about = any((_ORDERS | _PLACED | {REVEAL}) & {*forms(token)} for token in tokens)
    about = about or all(any(said & {*forms(token)} for token in tokens) for said in (_TURNED, _ALL))  # `turn them up`
    return tuple(value for value in (REVEAL, SAME) if value in said) if about and all(said) else ()


def _is_placed(clause: Sequence[str]) -> bool:
    """Return whether a clause only says that the orders are given: `orders are done`."""
    known = {*_ORDERS, *_EVERY, *_PLACED, *SMALL}
    ends = clause[0] in ("that's", "that", "thats") and "all" in clause
    return (ends or any({*forms(word)} & _PLACED for word in clause)) and all({*forms(word)} & known for word in clause)


def _of_orders(said: set[str], clause: Sequence[str]) -> str:
    """Return `reveal` or `same` for a clause; "" for any other clause. `said` has all forms of its words."""
    if not all({*forms(word)} & {*_ORDERS, *_EVERY, *_TURNED, *_KEPT, *_AS, *SMALL} for word in clause):
        return ""
    up = said & {"reveal", "flip", "expose", "uncover", "up", "over", "face-up"}
    changes = "no" in said and said & {"change", "new"}
    if up and not (said & _KEPT or "no" in said):
        return REVEAL
    return SAME if not up and bool(changes) != bool(said & _KEPT and "no" not in said) else ""


def _spared(session: Session, names: KnownNames, tokens: Sequence[str], at: int) -> tuple[list[str], int]:
    """Return the units that are excepted from an order, `everybody except P and Q`, and the place after them."""
    spared, excepted = list[str](), False
    end = begin = at
    while end < len(tokens) and (
        excepted or tokens[end].casefold() in (*_EXCEPT, *SMALL, *_SAID) or names.side(tokens[end])
    ):
        name = names.at(tokens, end) if excepted else None
        if name and all(session.family.members(session.state, id) for id in name.ids):
            spared, end = [*spared, *name.ids], end + name.length
            begin = end
        elif excepted and tokens[end].casefold() not in (*SMALL, "&", "the"):
            break
        else:
            excepted = excepted or tokens[end].casefold() in _EXCEPT
            end += 1
    return spared, begin


def _of_all(session: Session) -> list[str]:
    return [id for id in session.family.names(session.state) if session.family.members(session.state, id)]


def _unit(session: Session, names: KnownNames, word: str) -> str:
    """Return the unit that all stands with this name belong to: `the Panzers`; "" if there is none."""
    begun, members = names.begun(word), session.family.members
    ids = {id for id in (begun.ids if begun else ()) if not members(session.state, id)}
    own = {id for id in (begun.ids if begun else ()) if id not in ids}
    found = [id for id in names.names if (them := members(session.state, id)) and ids <= {*them} and own <= {id}]
    return found[0] if begun and len(found) == 1 else ""


def _of_side(session: Session, side: str) -> list[str]:
    """Return the units of a side, or `rest` for all units that have no order yet."""
    family, state = session.family, session.state
    known = family.named(state)
    units = {id: family.members(state, id) for id in family.names(state)} if side else {}
    return [id for id, who in units.items() if who and known[who[0].lower()].side == side] or ["rest"]


def command_said(session: Session, tokens: Sequence[str], names: KnownNames) -> tuple[tuple[str, ...], str] | None:
    """Return the units that throw for command and their dice, in order: `panzer 4 3 radio 5, corps 2 4 6`.

    Return None for any other line, and if a unit has no dice.
    """
    if session.family.ORDERED or "order" not in session.family.ACTS or session.act("order").prose:
        return None
    units, thrown, about, at = list[str](), list[list[str]](), False, 0
    while at < len(tokens):
        low, length = digits_of(tokens[at].casefold()) if thrown else tokens[at].casefold(), 1
        if low in ("no", "without") and [word.casefold() for word in tokens[at + 1 : at + 2]] == [_RADIO]:
            length = 2
        elif low[0].isdigit() and {*low} <= {*"123456/"}:
            if not thrown:
                return None
            thrown[-1].append(low)
        elif low in (_RADIO, "/") and thrown:
            thrown[-1].append(low)
        elif low in (*SMALL, *_GETS, ",") or {*forms(low)} & _COMMAND or names.side(low):
            about = about or bool({*forms(low)} & _COMMAND)
        elif (name := _unit_at(session, tokens, at, names)) is not None:
            if name.ids[0] in units and not any(thrown):  # `panzer and corps throw, panzer 5 4, corps 3 5`
                units, thrown = [], []
            units.append(name.ids[0])
            thrown.append([])
            length = name.length
        else:
            return None
        at += length
    dice = [_with_radio(each) for each in thrown]
    about = about or len(units) > 1 or any(_RADIO in each for each in thrown)
    return ((*units,), "/".join(dice)) if units and all(dice) and about and len({*units}) == len(units) else None


def _unit_at(session: Session, tokens: Sequence[str], at: int, names: KnownNames) -> Name | None:
    """Return the one unit named here. In `panzer 4`, the 4 is a die and not part of the name."""
    low = tokens[at].casefold()
    name = Name((low,), tokens[at]) if low in names.names else names.at(tokens, at)
    return name if name and len(name.ids) == 1 and session.family.members(session.state, name.ids[0]) else None


def _with_radio(said: list[str]) -> str:
    """Return the dice of one unit, with the radio die last, after a `/`. Both `4 3 radio 5` and `4 3 5 radio` give
    `4 3/5`.
    """
    if _RADIO not in said:
        return " ".join(said).replace(" / ", "/").strip("/ ")
    at = said.index(_RADIO)
    behind, before = [word for word in said[at + 1 :] if word != "/"], [word for word in said[:at] if word != "/"]
    radio = behind[:1] if behind else before[-1:]
    others = [*before, *behind[1:]] if behind else before[:-1]
    return "/".join(" ".join(each) for each in (others, radio)) if others and radio and _RADIO not in behind else ""


def may_order(session: Session, line: str) -> bool:
    """Return whether a line may contain an order, even if only part of it is understood."""
    from umpire.game.lines import COMMANDS

    tokens, family = tokens_of(line.split()), session.family
    if not tokens or tokens[0].casefold() in (*family.ACTS, *COMMANDS):
        return False
    said = [value for at in range(len(tokens)) if (value := phrase_at(tokens, at, family.ORDERED)[0])]
    return any(value != "M" for value in said) or bool(said and orders(session, line.split(), KnownNames(session)))


def initiative_said(session: Session, tokens: Sequence[str], names: KnownNames) -> Heard | None:
    """Return the activation that a line about the initiative means: the unit, if the line names a unit, and the dice.

    Return None for any other line. If the line names the winner, the higher dice belong to the winner.
    """
    said = [digits_of(part) for token in _after_one(tokens, names) for part in _parted(token)]
    low = [word.casefold() for word in said]
    if tie := next((at for at, word in enumerate(low) if word in _TIES and INITIATIVE in low), 0):
        tied = " ".join(word for word in low[:tie] if word.isdigit() or word == "/").replace(" / ", "/")
        heard = initiative_said(session, [INITIATIVE, *said[tie + 1 :]], names)
        return heard._replace(dice=f"{tied}/{heard.dice}") if heard and heard.dice and tied else heard
    past = {"wrong", "was", "were", "not", "last"} & {*low}
    if past or "activate" not in session.family.ACTS or not _is_of_initiative(low, names):
        return None
    if "UNIT" not in session.act("activate").usage:
        if INITIATIVE not in low[:2] and not _WINS & {form for word in low for form in forms(word)}:
            return None  # the throw of an act: `panther1 at sherman1 900, initiative 4 and 3`
        here = session.family.brief(session.state, session.table)
        return Heard(what=f"no initiative is thrown for turns in this game; now: {here}", hint="type status")
    sides, thrown, numbers = list(session.head["sides"]), dict[str, list[str]](), list[str]()
    several = len({names.side(word) for word in low} - {""}) > 1
    side, units, wins, unknown, at = "", list[str](), "", list[str](), 0
    while at < len(low):
        word, length = low[at], 1
        if names.side(word):
            side = names.side(word)
            to = "to" in low[max(0, at - 2) : at] and not (numbers or thrown)
            wins = side if to or (low[at + 1 : at + 2] == [INITIATIVE] and not several) else wins
        elif word.isdigit():
            (thrown.setdefault(side, []) if side and several and not wins else numbers).append(word)
        elif word in _BETWEEN:
            numbers += ["/"] if numbers and word not in ("and", "+") else []
            side = "" if word == "," and side in thrown else side
        elif _WINS & {*forms(word)}:
            wins = side
        elif not (word == INITIATIVE or {*forms(word)} & _THROWN or word in SMALL) or _is_unit(names, said, at):
            name = names.at(said, at)
            own = [id for id in (name.ids if name else ()) if session.family.members(session.state, id)]
            if name and not own:
                unknown.append(name.typed)
            elif not name and (unit := _unit(session, names, word)):
                own = [unit]
            elif not own:
                unknown.append(word)
            units, length = [*units, *own], name.length if name else 1
        at += length
    units, dice = list(dict.fromkeys(units)), _by_side(sides, thrown, numbers, wins)
    if INITIATIVE not in low and (unknown or not dice or not (units or thrown)):
        return None
    behind = ("--dice", dice) if dice else ()
    lines = [line_of("activate", (*each, *behind)) for each in ([unit] for unit in units)]
    whole = lines[0] if lines else line_of("activate", behind)
    if unknown:
        what = f"not understood: {', '.join(unknown)}"
        return Heard(what=what, hint=f"type {whole}") if dice and INITIATIVE in low[:2] else None
    known = session.family.named(session.state)
    of_units = {known[stand.lower()].side for unit in units for stand in session.family.members(session.state, unit)}
    chooser = of_units.pop() if len(of_units) == 1 else ""
    if numbers and dice and not wins and chooser and len(sides) == _BOTH:
        parts = {each: part.split() for each, part in zip(sides, dice.replace("=", "").split("/"), strict=True)}
        if not _is_higher(chooser, parts):
            turned = line_of("activate", (units[0], "--dice", "/".join(dice.split("/")[::-1])))
            return Heard(what=f"the dice of {chooser} are not higher", hint=f"type {turned}")
    if len(units) > 1:
        return Heard(what="only one unit is activated at a time", hint=f"type {', or '.join(lines)}")
    if wins and {*thrown} - {wins} and not _is_higher(wins, thrown):
        return Heard(what=f"the dice of {wins} are not higher", hint=f"type {line_of('activate', behind)}")
    if dice is None or not (dice or units):
        return Heard(what="initiative needs the dice of each side", hint=f"type {whole}")
    return Heard(("activate", *units), dice)


def _is_of_initiative(low: Sequence[str], names: KnownNames) -> bool:
    """Return whether a line is about the initiative.

    Such a line has the word `initiative`, or the name of a winner and two dice, or begins with the dice of each side.
    """
    if INITIATIVE in low:
        wins = _WINS & {form for word in low for form in forms(word)} or {"has", "have", "get", "gets", "got"} & {*low}
        return any(map(str.isdigit, low)) or bool(wins and any(map(names.side, low))) or low[0] == INITIATIVE
    kept = [word for word in low if names.side(word) or not ({*forms(word)} & _THROWN or word in SMALL)]
    sided = [at for at in range(len(kept) - 1) if names.side(kept[at]) and kept[at + 1].isdigit()]
    begins = "first" in low and {"go", "goes"} & {*low}
    if begins or _WINS & {form for word in low for form in forms(word)}:
        return sum(map(str.isdigit, low)) >= _BOTH
    return len(sided) >= _BOTH and sided[0] == 0 and len({names.side(kept[at]) for at in sided}) == len(sided)


def _after_one(tokens: Sequence[str], names: KnownNames) -> list[str]:
    """Return the words. If the first clause only ends the turn of a unit, it is left out: `P is done, initiative
    43/31`. If only dice are left, perhaps with names of sides, the word `initiative` is put in front.
    """
    low = [each.casefold() for each in tokens]
    end = next((n + 1 for n in range(1, len(low)) if low[n] in ("done", "finished") and "," not in low[:n]), 0)
    rest, said = [*tokens[end:]], low[end:]
    if not end or INITIATIVE in said:
        return rest[rest[:1] == [","] :] if end else [*tokens]
    dice = [word for word, each in zip(rest, said, strict=True) if each not in (*SMALL, ",", "for", "next")]
    dice = [word for word in dice if not {*forms(word)} & _THROWN]
    only = all(word[0].isdigit() or word == "/" or names.side(word) for word in dice)
    return [INITIATIVE, *dice] if only and any(word[0].isdigit() for word in dice) else [*tokens]


def _is_unit(names: KnownNames, said: Sequence[str], at: int) -> bool:
    """Return whether the word at this place is the name of a unit: the `A` of `A goes`."""
    return said[at].casefold() in names.names and (said[at].isupper() or at + 1 == len(said) or said[at + 1] in _GOES)


def _parted(token: str) -> list[str]:
    """Return the parts of a word that has signs between dice: `4+3` -> `4`, `+`, `3`."""
    if not token[:1].isdigit():
        return [token]
    for sign in "/-:+":
        token = token.replace(sign, f" {sign} ")
    return token.split()


def _by_side(sides: Sequence[str], thrown: dict[str, list[str]], numbers: list[str], wins: str) -> str | None:
    """Return the dice of each side in the form to type; "" without dice. Return None if it is unclear which side threw
    which dice.
    """
    if thrown and (numbers or {*thrown} != {*sides}):
        return None
    if thrown:
        parts, wins = [thrown[side] for side in sides], ""
    elif not numbers:
        return ""
    else:
        parts = [part.split() for part in " ".join(numbers).split("/") if part.strip()]
    if len(parts) == 1 and len(parts[0]) % len(sides) == 0:
        each = len(parts[0]) // len(sides)
        parts = [parts[0][at : at + each] for at in range(0, len(parts[0]), each)]
    if len(parts) != len(sides):
        return None
    if wins and len(sides) == _BOTH:
        high, less = sorted(parts, key=lambda part: _sum(part, parts), reverse=True)
        parts = [high if side == wins else less for side in sides] if _sum(high, parts) > _sum(less, parts) else []
    return "/".join(f"={part[0]}" if _are_totals(parts) else " ".join(part) for part in parts) or None


def _are_totals(parts: Sequence[Sequence[str]]) -> bool:
    """Return whether these numbers are totals of dice and not faces. They are totals if each part is one number, and
    one of them is higher than any face.
    """
    totals = [int(part[0]) for part in parts if len(part) == 1]
    return len(totals) == len(parts) and max(totals) <= _BOTH * _FACE and any(_FACE < each < 11 for each in totals)


def _sum(part: Sequence[str], parts: Sequence[Sequence[str]]) -> int:
    return int(part[0]) if _are_totals(parts) else sum(map(int, "".join(part)))


def _is_higher(side: str, thrown: dict[str, list[str]]) -> bool:
    parts = [*thrown.values()]
    return all(_sum(thrown[side], parts) > _sum(thrown[other], parts) for other in thrown if other != side)

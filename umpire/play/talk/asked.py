"""The view that answers a question typed as a sentence."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from umpire.game.lines import UNITS
from umpire.game.naming import squeezed
from umpire.game.rulebook.clauses import Found
from umpire.play.session import Session
from umpire.play.talk.general import about_the_end, looked_up
from umpire.play.talk.words import SMALL, KnownNames, Name, forms, tokens_of
from umpire.rulesets import of_game

_ASK = (
    "who",
    "what",
    "which",
    "how",
    "where",
    "when",
    "whose",
    "can",
    "could",
    "may",
    "should",
    "why",
    "whats",
    "would",
)
_ANYBODY = ("anyone", "anybody", "everyone", "everybody")
_WHETHER = ("is", "are", "was", "were", "does", "do", "did", "has")
_SUPPOSED = {"if", "would", "odds", "chance", "chances", "need", "needs", "likely", "likelihood", "probability"}
_OF_ACTS = ("can", "could", "should", "will")
_CHANCE = ("chance", "chances", "odds")
_VIEWS = ("map", "log", "score", "luck", "sheet")
_RULE = re.compile(r"\d+(\.\d+)+(-\d+)?|[A-Z]{2,}-\d+")
_ORDERS = {"order", "marker"}
"""Words for orders, in a game of units that are given orders."""
_NOT_YET = {"not", "yet", "still", "left", "remain", "remaining"}
_HOLD = {"have", "has", "hold", "held", "own", "take", "taken", "got", "control"}
_KEPT = {"hold", "held", "control", "own"}
_NOT_DONE = {"hasn't", "haven't", "didn't"}
_WHO = {"who", "whose", "which", *_ANYBODY}
_TEXT_COUNTS = "shot air point vp objective loss lost score win winning ahead casualty hold"
_COUNTS = frozenset(_TEXT_COUNTS.split())
_TEXT_DONE = "act activate fire shoot shot move go test do reach see hit assault attack range"
_DONE = frozenset(_TEXT_DONE.split())
_DICE = frozenset(("dice", "die", "roll", "throw"))
_TAKEN = frozenset(("take", "taken", "suffer", "lose", "lost", "marker"))
_LEFT = frozenset(("left", "remain", "remaining", "alive", "strength", "still", "doing"))
_BEFORE = frozenset(("happen", "history", "earlier", "ago"))
_LUCK = frozenset(("luck", "lucky", "unlucky", "average"))
_TEXT_RULE = "rule rules modifier modifiers bonus penalty mean means worth explain work works effect count counts"
_OF_A_RULE = frozenset(_TEXT_RULE.split())
_TEXT_ASKING = "what which how where when why is are was were does do did has have for about to it there any much get"
_ASKING = frozenset(
    (*_TEXT_ASKING.split(), "show", "list", "tell", *SMALL, "s", "on", "against", "with", "when", "behind")
)
_TEXT_NOW = (
    "turn phase round step left next now go act activate move fire shoot radio weather light day night time hour dark "
    "suppress suppressed pin pinned repulse repulsed dead alive destroyed removed stand element unit battalion company "
    "group side command ready done do be aboard in at up still stop status knocked lost"
)
_NOW = frozenset(_TEXT_NOW.split())
_TEXT_SUPPOSING = (
    "what what's how many would will could do does need needs needed chance chances odds likely likelihood probability "
    "is are dice die it be show give me for that get gets have has my i we can could worth number good"
)
SUPPOSING = frozenset((*_TEXT_SUPPOSING.split(), "tell", "should", "worth"))
_TEXT_DOING = (
    "take drive force see spot detect shoot kill hit destroy hurt beat penetrate suppress pin knock throw roll"
)
DOING = frozenset(_TEXT_DOING.split())
_TEXT_GENERAL = "play situation go doing happening happen have got left remain over victory condition"
_GENERAL = frozenset(_TEXT_GENERAL.split())
_HOW_FAR = (["how", "far"], ["how", "fast"], ["how", "many"])
_GOING = frozenset(("move", "go", "get", "drive", "reach", "walk", "march", "fast"))
_HITS = frozenset(("hit", "miss", "kill", "destroy", "penetrate", "suppress"))
_ABOARD = frozenset(("in", "inside", "aboard", "on"))
_SHORT = 4
"""The most words of a question in which `a` or `i` may be a name."""
UNKNOWN = ("",)
"""The view for a question that no known view answers."""


def is_supposed(low: Sequence[str]) -> bool:
    """Return whether a question is about something that might happen. No view answers such questions."""
    if (
        {*low[:1]} & {*_WHO, "when"}
        or (low[0] == "how" and {"work", "works"} & {*low})
        or "did" in low[:2]
        or "cost" in low
        or (low[:2] == ["how", "many"] and (({"points", "dice"} & {*low} and "command" in low) or "cp" in low[2:3]))
        or ({"count", "counts"} & {*low} and low[0] in ("does", "do"))
    ):
        return False
    if low[:1] in (["show"], ["give"], ["tell"]) and {*_CHANCE} & {*low}:
        return True
    asks = low[:1] != ["what-if"] and bool(low) and low[0] in (*_ASK, *_WHETHER, *_CHANCE)
    dice = low[:2] == ["how", "many"] and bool({"dice", "die"} & {*low[2:4]})
    dice = dice or (low[:2] == ["how", "good"] and any(word.isdigit() for word in low))
    return asks and (bool(_SUPPOSED & {*low[low[0] not in (*_CHANCE, "would") :]}) or dice)


def asks_of_act(low: Sequence[str]) -> bool:
    """Return whether a question seems to be about one act at a distance: `can the Tiger hit the Firefly at 12?`."""
    distance = any(word.isdigit() and len(word) < 4 for word in low)
    return (distance and low[:1] != [] and low[0] in (*_OF_ACTS, *_WHETHER)) or asks_of_worth(low)


def asks_of_harm(low: Sequence[str]) -> bool:
    """Return whether a question asks what one stand can do to another: `can the Spandau hurt the Half-track?`."""
    return (
        low[:1] != []
        and low[0] in _OF_ACTS
        and any({*forms(word)} & {*_HITS, "hurt", "harm", "damage"} for word in low)
    )


def asks_of_worth(low: Sequence[str]) -> bool:
    """Return whether a question asks for advice about one act: `is it worth shooting at the Firefly?`."""
    return low[:1] == ["should"] or (low[:1] == ["is"] and "worth" in low)


def asked_behind(low: Sequence[str]) -> int:
    """Return the place of the last clause if it asks for the odds: `..., what are the odds?`; if not, return 0."""
    at = next((n for n in range(len(low) - 1, 0, -1) if low[n] == ","), 0)
    clause = low[at + 1 :]
    return at if {*_CHANCE} & {*clause} and {*clause} <= {*SUPPOSING, *SMALL} else 0


def apart(words: Sequence[str]) -> list[list[str]]:
    """Return the questions of a line one by one: `how many turns are left, and who has the mill?`."""
    said = " ".join(words).replace(",", " , ").split()
    found = [list[str]()]
    for at, word in enumerate(said):
        begins = word.casefold() in _ASK[:7] and at and said[at - 1].casefold() in (",", "and")
        if begins:
            found.append([])
        found[-1].append(word)
    return found


def question(session: Session, words: Sequence[str], names: KnownNames) -> tuple[str, ...]:
    """Return the view that answers a question: `who can still act` -> `status`.

    Return () for a line that is not a question. Return UNKNOWN if no view answers it.
    """
    tokens = [token for token in tokens_of(words) if token != ","]
    low = [token.casefold() for token in tokens]
    if "who" in low and {"win", "wins", "won", "winner", "winning"} & {*low} and "initiative" not in low:
        return ("score",)
    if far := _apart(session, tokens, low, names):
        return far
    shows = bool(low) and low[0] in ("show", "list", "tell", "status", "info")
    if shows and (view := next((token for token in low if token in _VIEWS), "")):
        return (view,)
    if low[:1] in (["explain"], ["rules"]) and len(low) > 1 and (of_rule := _rule(session, low)):
        return of_rule
    asks = low and (shows or low[0] in (*_ASK, *_WHETHER) or words[-1].endswith("?"))
    if not asks or low[:2] in (["what", "if"], ["what-if"]):
        return ()
    if rule := next(filter(_RULE.fullmatch, tokens), ""):
        return "rule", rule
    said = {form for token in low for form in forms(token)}
    orders = said & _ORDERS if session.family.ORDERED else set()
    if (
        low[:1] == ["what"]
        and {"do", "mean"} & {*low[3:]}
        and low[1] in ("does", "do")
        and not name_in(names, tokens, 2)
    ):
        end = next(n for n in range(3, len(low)) if low[n] in ("do", "mean"))  # `what does mobile do for the Panzers?`
        if of_rule := _rule(session, low[2:end]):
            return of_rule
    about = [one for at in range(len(tokens)) if (one := name_in(names, tokens, at))]
    ids = list(dict.fromkeys(id for one in about if len(one.ids) == 1 for id in one.ids))
    unit = next((id for id in ids if session.family.members(session.state, id)), "")
    if "cost" in said and ids and ids[0] in session.family.named(session.state):
        return "can", ids[0]  # `can` lists the options and their command points
    if unit and {"command", "dice"} <= said and "order" in session.family.ACTS and not session.act("order").secret:
        return "order", unit, "--explain"
    supposed = [word for word in low[low.index("if") + 1 :] if word.isalpha()] if "if" in low else []
    if low[0] in ("who", "which") and supposed and not ids and (of_rule := _rule(session, supposed)):
        return of_rule  # `who goes first if the initiative is a tie`
    if {"command", "point"} <= said or "cp" in said:
        return ("status", unit) if unit else ("status",)
    if said & _LUCK:
        return ("luck",)
    past = {"was", "were"} & {*low} and said & _DICE and not ids
    if past or {"won", "initiative"} <= {*low}:
        return ("log",)
    if of_this := _of_one(session, low, said, ids) or _of_rules(session, low, said, about):
        return of_this
    if of_end := about_the_end(session, low):
        return of_end
    if said & _BEFORE or (low[0] == "what" and "did" in low and not orders):
        return ("log", *ids[:1])
    there = low[:2] in (["is", "there"], ["are", "there"])
    if said & _OF_A_RULE and not ((low[0] in _WHETHER and not there) or ids) and (of_rule := _rule(session, low)):
        return of_rule
    general = low[0] == "when" or low[:2] in (["how", "do"], ["how", "does"], ["how", "long"])
    if general and not (ids or said & _COUNTS):
        return _rule(session, low) or UNKNOWN
    if low[0] == "why" and {"do", "does", "is", "are", "would", "should"} & {*low[1:2]}:
        return UNKNOWN
    if low[0] == "why" and not (ids and said & _DONE):
        return ("log",)
    if names.places and said & {"terrain", "ground"}:
        return ("map",)
    counts = bool(said & _COUNTS) and not ("point" in said and ids and ids[0] in session.family.named(session.state))
    if _WHO & {*low[:1]} and (_NOT_DONE & {*low} or (_NOT_YET & said and _DONE | {"left"} & said)) and not ids:
        return ("status",)
    counted = said & _TAKEN or {"attack", "left"} <= said
    if low[:2] in (["how", "many"], ["how", "much"]) and len(ids) == 1 and counted:
        return "status", ids[0]  # `how many hits has the Tiger taken`
    sides = {side for token in tokens if (side := names.side(token))}
    if len(sides) == 1 and said & _LEFT and not said & _COUNTS and low[0] in ("what", "how"):
        return "status", *sides  # `what's left of the Germans`
    if low[:2] in _HOW_FAR and ids and ("can" in low or low[1] == "fast") and said & _GOING:
        stand = ids[0] in session.family.named(session.state)
        if stand and "reach" in session.family.ACTS and "hit" not in said:
            return "reach", ids[0]
        return "can", ids[0], *_going(session, low)
    if low[:2] == ["how", "far"] and not said & {"move", "go", "shoot", "fire", "get", "reach", "drive"}:
        return UNKNOWN
    if ids and low[0] not in _WHO and said & _DONE and not (low[0] == "how" and counts):
        own = ids[-1] if "range" in said and low[0] in _WHETHER else ids[0]  # `is it in range of the Tiger`
        if low[0] == "where" and not {"can", "may"} & said:
            return "status", own
        to = _place(names, tokens) if {"reach", "get", "make"} & said and "from" not in low else ""
        if to and "move" in session.family.ACTS and own in session.family.named(session.state):
            return ("move", own, "to", to, "--explain")
        if "reach" in said and "from" not in low and not _all_known(names, tokens):
            return UNKNOWN
        place = _place(names, tokens) if "from" in low and names.places else ""
        return ("can", own, "from", place) if place else ("can", own)
    if len(ids) == 1 and ids[0] not in session.family.named(session.state) and not unit:
        return ("status", ids[0]) if said & _HOLD else UNKNOWN  # `who has the mill`
    if ids and said & _HOLD and not {*ids} & {*session.family.named(session.state)} and not unit:
        return ("status",)  # `who holds the bridge and the mill`
    if any(len(one.ids) > 1 and one.typed[:1].isupper() for one in about) and {*ids} & {*low} and not shows:
        return UNKNOWN  # `what armour has the Churchill`, with a unit called armour
    if len(ids) == 1 and (shows or low[0] in ("where", "how", "what", *_WHETHER)) and not counts:
        return "status", ids[0]
    if low[0] == "are" and len(ids) > 1 and not said & _DONE:
        return "status", "all"
    if orders:
        return "status", "orders"
    if names.places and {"in", "at"} & {*low} and not {"range", "reach"} & said and (place := _place(names, tokens)):
        return ("status", place) if place in names.standing else ("map",)
    if (low[:2] in (["how", "many"], ["how", "much"]) and counts) or said & (_COUNTS - {"shot", "hold"}):
        return ("score",)
    if _KEPT & said and not about:
        return ("status",)  # `who holds the bridge?`
    if low[:2] == ["who", "can"] and (one := name_in(names, tokens, 2)) and len(one.ids) == 1:
        return "can", one.ids[0]  # `who can the Tiger shoot at`
    if low[0] == "where" and about:
        units = [id for id in names.names if {*about[0].ids} <= {*session.family.members(session.state, id)}]
        return ("status", units[0]) if len(units) == 1 else ("map",) if names.places else ("status", "all")
    if (low[0] in ("does", "do") or "does" in low[1:2]) and not ids and (of_rule := _rule(session, low)):
        return of_rule
    if ids and (names.at(tokens, 0) or names.begun(tokens[0])):
        return "status", ids[0]  # `K holds?`
    about_it = {form for word in low if word not in (*_ASKING, *_ASK, *_WHETHER) for form in forms(word)}
    stands = any(id in session.family.named(session.state) for one in about for id in one.ids)
    general = not about_it or bool(about_it & (_NOW | _GENERAL))
    others = [word for word in low if word in about_it and not {*forms(word)} & (_NOW | _GENERAL | _NOT_YET | _DONE)]
    if low[0] == "which" and others and not ids and any(map(of_game(session.head).clauses().find, others)):
        return UNKNOWN  # `which stands are spotted`: a rule, and nothing that `status` shows
    return ("status",) if shows or (general and not ids and not (stands and said & _DONE)) else UNKNOWN


def _going(session: Session, low: Sequence[str]) -> list[str]:
    """Return the ground in a question about a move, `on a hill`; [] if moves in this game take no such ground."""
    known = session.act("move").choices.get("going", ()) if "move" in session.family.ACTS else ()
    return [
        word
        for before, word in pairwise(("", *low))
        if word in known and word != "open" and before not in ("no", "not")
    ][:1]


def _of_one(session: Session, low: Sequence[str], said: Collection[str], ids: Sequence[str]) -> tuple[str, ...]:
    """Return the view of a stand for a question about its acts, its riders or its range; () for other questions."""
    if len(ids) != 1:
        return ()
    if low[0] == "did" and _HITS & {*said}:
        return "log", ids[0]
    if low[:1] in (["has"], ["have"]) and "been" in low:
        return "status", ids[0]
    riders = low[0] in ("who", "what", "which") and "can" not in low and _ABOARD & {*low}
    shoots = low[:3] == ["how", "far", "can"] and {"shoot", "fire"} & {*said} and not _GOING & {*said}
    ranged = session.game_map is None and (shoots or (low[:1] == ["what"] and ("range", "of") in pairwise(low)))
    stand = ids[0] in session.family.named(session.state)
    return ("status", ids[0]) if stand and (ranged or (riders and "range" not in low)) else ()


def _of_rules(session: Session, low: Sequence[str], said: Collection[str], about: Sequence[Name]) -> tuple[str, ...]:
    """Return the `rule` line for a question such as `what happens at night`; () if the question is not about a rule.

    Return UNKNOWN for a general question about what a player may do: `may I fire after moving?`.
    """
    if low[0] in ("does", "do") and {"count", "counts"} & {*low}:
        return _rule(session, low) or UNKNOWN
    if low[:2] == ["what", "happens"] and {"when", "if"} & {*low[2:3]}:
        named = {*session.family.names(session.state)}
        return _rule(session, [word for word in low if word not in named and word.isalpha()]) or UNKNOWN
    if about:
        return ()
    if low[0] == "what" and {"happens", "happen"} & {*low} and "did" not in low:
        return _rule(session, low) or UNKNOWN
    if "cost" in said:
        return _rule(session, low) or UNKNOWN
    if low[:2] == ["how", "many"] and {"may", "can", "must"} & {*low} and {"row", "once", "most"} & {*low}:
        noun = next((n for n, word in enumerate(low) if word in ("may", "can", "must")), len(low))
        return _rule(session, low[2:noun]) or UNKNOWN  # `how many activations in a row may a side have`
    asks = low[0] in ("can", "may", "must", "could") and low[1:2] and low[1] in ("i", "we", "you", "one", "they")
    if asks and not {"now", "still", "next", "left", "yet"} & {*low}:
        return UNKNOWN
    words = {form for word in low if word not in (*_ASKING, *_ASK, *_WHETHER) for form in forms(word)}
    what_is = low[0] == "what" and ("is" in low[1:2] or "the" in low[1:2] or "a" in low[1:3])
    if what_is and words and not words & (_NOW - {"move"} | _COUNTS | _GENERAL | _ORDERS | _DICE):
        return _rule(session, low)
    return ()


def _apart(session: Session, tokens: Sequence[str], low: Sequence[str], names: KnownNames) -> tuple[str, ...]:
    """Return the view of a shot for `how far is K2 from P2`; () for other questions. This view shows the distance."""
    asks = low[:2] == ["how", "far"] or low[:3] == ["how", "many", "hexes"]
    known = session.family.named(session.state)
    found = [name.ids[0] for at in range(len(tokens)) if (name := name_in(names, tokens, at)) and name.ids[0] in known]
    both = list(dict.fromkeys(found))
    if any(squeezed(token) in names.places for token in tokens):
        return ()
    if not asks or not names.places or len(both) != 2 or known[both[0]].side == known[both[1]].side:
        return ()
    own, foe = reversed(both) if "from" in low[:-1] else both
    return "fire", own, "at", foe, "--explain"


def name_in(names: KnownNames, tokens: Sequence[str], at: int) -> Name | None:
    """Return the name that begins here; None if no name begins here. An article or `I` in a sentence is not a name."""
    if at >= len(tokens):
        return None
    name = names.at(tokens, at) or names.begun(tokens[at])
    behind = {*forms(tokens[at + 1])} if at + 1 < len(tokens) else {*_DONE}
    plain = tokens[at] in ("a", "an", "i", "I") and (len(tokens) > _SHORT or not behind & (_DONE | _NOW))
    return None if name and name.length == 1 and plain else name


def unanswered(names: KnownNames, tokens: Sequence[str], view: Sequence[str]) -> list[str]:
    """Return the distances in a question that the view for this question leaves out. Each distance has its unit."""
    if view[0] not in ("can", "status"):
        return []
    named = {n for at in range(len(tokens)) if (name := names.at(tokens, at)) for n in range(at, at + name.length)}
    far = [at for at, token in enumerate(tokens) if token.isdigit() and at not in named and token not in view]
    return [" ".join(each for each in tokens[at : at + 2] if each == tokens[at] or each in UNITS) for at in far]


_WITH = ("in", "down", "out")
"""Second words of terms such as `dug in` and `hull down`."""
_LESS = ("fewer", "less", "harder", "worse", "hard")


def rules_for(session: Session, names: KnownNames, tokens: Sequence[str]) -> list[str]:
    """Return the words of a question that are also in the rule book, for a hint: at most the last two. If the question
    asks why, return only words whose rules change the dice. If there is no such word, return for each word the section
    of the book with the most rules that change the dice.
    """
    clauses, spoken = of_game(session.head).clauses(), session.family.SPOKEN
    asked = (*_ASKING, *_ASK, *_WHETHER, *SUPPOSING, "better", "more", "at", *_LESS)
    words = [token.casefold() for at, token in enumerate(tokens) if token.isalpha() and not name_in(names, tokens, at)]
    known = [word for word in words if word not in asked and not {*forms(word)} & DOING]
    pairs = [f"{one} {other}" for one, other in pairwise(known) if clauses.find(f"{one} {other}")]
    pairs += [f"{one} {other}" for one, other in pairwise(words) if other in _WITH and clauses.find(f"{one} {other}")]
    if any(phrase in " ".join(words) for phrase in session.family.ORDERED if " " in phrase):
        pairs.append("orders")  # `dug in`
    single = [word for word in known if clauses.find(word)] or [
        spoken[word].partition("=")[0] for word in known if word in spoken
    ]
    if "why" not in words:
        return (pairs or single)[-2:]
    rows = [row for row in session.table_file.rows.get("modifier", ()) if "amount" in row]
    less = {*words} & {*_LESS}
    rules = [str(row["rule"]) for row in rows if not less or "-" in str(row["amount"])]
    numbered = [[each for each in of if _changes_dice(clauses.find(each), rules)] for of in (pairs, single)]
    near = [_section_of(clauses.find(each), rules) or each for each in (pairs or single)]
    return [*dict.fromkeys(numbered[0] or numbered[1] or near)][-2:]


def _changes_dice(found: Sequence[Found], rules: Sequence[str]) -> bool:
    """Return whether one of the clauses in `found` is in `rules`, the rules that change the dice."""
    return any(each.id == rule or each.id.endswith(f"-{rule}") for each in found for rule in rules)


def _section_of(found: Sequence[Found], rules: Sequence[str]) -> str:
    """Return the section that has the most of these `rules`; "" if there is none. The section must have a clause in
    `found`.
    """
    sections = [rule.rpartition("-")[0] for rule in rules]
    near = [one for one in dict.fromkeys(sections) if one and any(f"-{one}-" in f"-{each.id}" for each in found)]
    return max(near, key=sections.count, default="")


def _all_known(names: KnownNames, tokens: Sequence[str]) -> bool:
    """Return whether every word belongs to a question or to a name."""
    at = 0
    while at < len(tokens):
        name = names.at(tokens, at) or names.begun(tokens[at])
        if not name and tokens[at].casefold() not in (*_ASKING, *_ASK, *_WHETHER, *_NOW, *_NOT_YET, *_DONE):
            return False
        at += name.length if name else 1
    return True


def _place(names: KnownNames, tokens: Sequence[str]) -> str:
    """Return the hex that a question names by its number or by its name on the map; "" if there is none."""
    at_places = ["at" if token.casefold() == "in" else token for token in tokens]
    hexes = (token for token in names.with_places(at_places) if token.isdigit() and len(token) == 4)
    return next(hexes, "")


def _rule(session: Session, low: Sequence[str]) -> tuple[str, ...]:
    """Return the `rule` line for a question about a rule: `what is hull down worth`.

    Return () for any other question.
    """
    words = [word for word in low if word not in _ASKING and not {*forms(word)} & _OF_A_RULE]
    return looked_up(session, words, low) if words else ()

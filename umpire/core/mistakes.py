"""The one kind of error a referee may see: what is wrong, where, and a hint."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_LONGEST = 40
_MOST = 4

_MEANINGS = {
    # Commands.
    "fire": "attack shoot shot shooting engage",
    "assault": "attack charge melee storm close combat",
    "artillery": "barrage bombard shell shelling guns battery",
    "move": "go walk drive advance run",
    "march": "road column",
    "activate": "act initiative",
    "next": "end pass done turn phase",
    "swap": "shuffle exchange reorganise",
    "order": "orders command",
    "bus": "board embark mount load",
    "debus": "disembark dismount unload",
    "morale": "test break",
    "status": "show list roster where",
    "set": "change correct put",
    "undo": "back revert",
    "log": "history journal",
    "odds": "chance chances probability",
    "rule": "clause paragraph book",
    # Facts.
    "arc": "rear flank front back behind",
    "side": "rear flank back behind",
    "cover": "wood woods forest town covered hard soft",
    "terrain": "ground village town woods forest rough hill open road stream river bocage works bridge beach",
    "going": "terrain ground",
    "range": "distance far",
    "metres": "distance far meters",
    "hexes": "distance far steps",
    "mobility": "speed pace",
    "command": "supply radio",
    "reply": "return defend",
    "line": "sight los visible",
    "sight": "line los visible",
    "visible": "line los sight",
    "dugin": "entrenched trench foxhole",
    "hulldown": "crest",
    "fallback": "retreat withdraw",
    "spotted": "seen detected",
    "detects": "seen spotted detected",
    # Ground.
    "woods": "forest orchard trees grove wood copse jungle",
    "wood": "forest orchard trees grove woods copse",
    "rough": "broken rocks scrub",
    "town": "city buildings built-up urban houses bua",
    "village": "hamlet buildings houses farm",
    "bocage": "hedge hedges hedgerow",
    "works": "trench trenches bunker fort fortification fortifications",
    "stream": "brook creek ford",
    "river": "water",
    "lake": "water pond",
    "sea": "water ocean",
    "hill": "ridge height heights mountain",
    "open": "clear plain field fields grass",
    "road": "street highway",
    # Keys of what people write.
    "clock": "phase turn round step",
    "sp": "strength losses hits",
    "type": "kind class model",
    "hq": "headquarters",
    "sides": "armies players",
    "ruleset": "rules system game",
}
"""What is known -> words that may be typed for it."""

AT_WHOM = "at whom?"
"""What an act wants to whose own side alone has been named so far."""


class Mistake(Exception):
    """Something the referee typed or a file she named is wrong; nothing was changed.

    `what` is one line that says what is wrong and where; `hint` one line that says what would be right, or "". Where
    nothing is wrong but something is still to come, `wants` is what: `at whom?`, `range?`.
    """

    def __init__(self, what: str, hint: str = "", wants: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.hint = hint
        self.wants = wants


class NotUnderstood(Mistake):
    """A word that names nothing, as it was typed: it may have been meant for something else than a name."""

    def __init__(self, what: str, hint: str = "", word: str = "") -> None:
        super().__init__(what, hint)
        self.word = word


class FileMistake(Mistake):
    """A scenario, table or house-rule file is wrong, not what was typed; `more` is what else is wrong with it."""

    def __init__(self, what: str, hint: str = "", more: Sequence[Mistake] = ()) -> None:
        super().__init__(what, hint)
        self.more = tuple(more)


class Gathered:
    """Mistakes that do not end the search for more: `with` it each part is tried, `refuse` raises them together."""

    def __init__(self) -> None:
        self.found: list[Mistake] = []

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, wrong: BaseException | None, trace: object) -> bool:
        if isinstance(wrong, Mistake):
            self.found += each_of(wrong)
        return isinstance(wrong, Mistake)

    def refuse(self) -> None:
        """Raises FileMistake for the first that was found, with the others; nothing where there is none."""
        if self.found:
            raise together(self.found)


def together(each: Iterable[Mistake]) -> FileMistake:
    """The first of these, which says how many more there are, with the others."""
    first, *more = each
    return FileMistake(first.what + counted(len(more)), first.hint, more)


def each_of(wrong: Mistake) -> list[Mistake]:
    """A mistake and the others it came with, each by itself."""
    more = getattr(wrong, "more", ())
    return [Mistake(wrong.what.removesuffix(counted(len(more))), wrong.hint), *more]


def counted(more: int) -> str:
    """How many more are wrong."""
    return f" (and {more} more)" if more else ""


def meaning(word: str, known: Iterable[str]) -> list[str]:
    """Those that may be meant by a word that people type for them."""
    return [name for name in known if word.lower() in _MEANINGS.get(name.lower(), "").split()]


def did_you_mean(
    word: str, known: list[str], few: int = 12, names: Iterable[tuple[str, str]] = (), alike: int = 3
) -> str:
    """A hint naming the nearest of `known`, or all of them when they are `few` or less, or "".

    Nearest is what means the same, then what has the word in it, then what is spelled like it. `names` are those that
    are printed for what is known, each after its id. So many that are spelled `alike` are named at most.
    """
    low = word.lower()
    near = meaning(word, known)
    near = near or [name for name in known if low and low in name.lower().split("_")]  # owed: fall_back_owed
    printed = [(name, f"{id} ({name})") for id, name in names if id in known and id != name]
    near = near or [said for name, said in printed if low in name.lower().split()]
    near = near or _alike(low, [(name, name) for name in known])[:alike] or _alike(low, printed, 0.7)
    if near:
        return "did you mean " + " or ".join(near[:_MOST]) + "?"
    if known and len(known) <= few:
        return "one of: " + ", ".join(known)
    return ""


def _alike(word: str, known: list[tuple[str, str]], cutoff: float = 0.5) -> list[str]:
    """What is to be said of those spelled like a word, the most alike first; of those as alike, as they are known."""
    from difflib import SequenceMatcher, get_close_matches  # only needed once something is wrong

    near = get_close_matches(word, [name.lower() for name, _ in known], n=3, cutoff=cutoff)
    matcher = SequenceMatcher(b=word)

    def unlike(name: str) -> float:
        matcher.set_seq1(name.lower())
        return -matcher.ratio()

    those = [each for each in known if each[0].lower() in near]
    return [said for _, said in sorted(those, key=lambda each: unlike(each[0]))]


def found(value: Any) -> str:
    """What stands there, in words of one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, Mapping):
        return "a table"
    return _short(str(value)) if isinstance(value, int | float) else "a date or time"


def quoted(text: str) -> str:
    """A text as it would be written, cut short."""
    import json

    return _short(json.dumps(text, ensure_ascii=not text.isprintable()))


def _short(words: str) -> str:
    return words if len(words) <= _LONGEST else words[: _LONGEST - 3] + "..."


def is_one_line(text: str) -> bool:
    """Whether the text can be printed on one line, and is not blank."""
    from unicodedata import category

    return bool(text.strip()) and not any(category(char) in ("Cc", "Cs", "Zl", "Zp") for char in text)

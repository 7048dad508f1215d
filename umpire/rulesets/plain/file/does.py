"""The effects of results, ready for play."""

from __future__ import annotations

from typing import NamedTuple

from umpire.game.says.formula import Formula, parse
from umpire.game.says.words import Of, names_in
from umpire.rulesets.plain.file.rules import Effect
from umpire.rulesets.plain.file.scopes import BlockScope, of_block

DOES = ("lose", "gain", "mark", "unmark", "set", "remove", "hand", "end", "again")
NO_NAMES: frozenset[str] = frozenset()


class Among(dict[str, bool]):
    """A dict from each name to a flag that is true if the name is used.

    A name is used if it is written alone or before a dot. The names `winner` and `loser` can mean any role, so
    `winner.men` also uses `target.men`.
    """

    def __init__(self, names: frozenset[str]) -> None:
        super().__init__()
        self.names, self.heads = names, {each.partition(".")[0] for each in names}

    def __missing__(self, name: str) -> bool:
        head, dot, rest = name.partition(".")
        block, _ = of_block(head)
        total = rest == "total" and self.heads & {head, f"{block}winner", f"{block}loser"}
        won = dot and not self.names.isdisjoint((f"{block}winner.{rest}", f"{block}loser.{rest}"))
        self[name] = found = bool(name in self.names or (not dot and head in self.heads) or total or won)
        return found


class Does(NamedTuple):
    """An effect of a result: its kind, its target, the name of the number or mark that it changes, and the amount.

    The target `who` is "own", "enemy", or the name of a role.
    """

    what: str
    who: str
    name: str
    by: Formula | None
    row: Effect
    of: Of = None
    word: str = ""
    """The name that gives the word, for a track with one number for each word."""

    @property
    def names(self) -> frozenset[str]:
        """The names that the effect uses."""
        own = (
            names_in(self.row.hand, self.of)
            if self.what == "hand"
            else frozenset({f"{self.who}.{self.name}".strip(".")})
        )
        word = {self.word} if self.word else NO_NAMES
        return own | word | (self.by.names if self.by else NO_NAMES)


def effect_of(effect: Effect, of: BlockScope | None = None) -> Does:
    """Return an effect in the form for play, with its number parsed. `of` gives the meaning of each name."""
    what = next(key for key in DOES if getattr(effect, key))
    who, _, name = str(getattr(effect, what)).partition(".") if what not in ("hand", "end") else ("", "", "")
    number = effect.to if what == "set" else effect.by
    by = None if number is None else parse(number)
    name, _, word = name.removesuffix("]").partition("[")
    if of is None:
        return Does(what, who, name, by, effect, word=word)
    return Does(what, of.role(who), name, by and by.within(of), effect, of, of.role(word))

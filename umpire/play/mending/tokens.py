"""Names and values of a tally as they are typed with one hand, and what is meant by what was typed."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence

from umpire.core.frozen import frozen
from umpire.core.outcome import Value, value_plain
from umpire.game.naming import squeezed

NONE = "none"
"""How it is typed that there is nobody, or nothing."""
_NONE = (NONE, "nobody", "nothing", "-")


@frozen
class Tokens:
    """Ids of the game with their names, and results in order of weight, the lightest first."""

    names: Mapping[str, str]
    ranked: Sequence[str] = ()

    def of(self, value: Hashable) -> str:
        """As it is typed: ids for names, `+` between several, hyphens between words."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple):
            return "+".join(map(self.of, value)) or NONE
        text = str(value)
        ids = {name: id for id, name in self.names.items()}
        if text in ids:
            return ids[text]
        for name in sorted(ids, key=len, reverse=True):
            text = re.sub(rf"(?<![\w/]){re.escape(name)}(?![\w/])", ids[name], text)
        return re.sub(r"[^\w+]+", "-", re.sub(r",\s*", "+", text)).strip("-").lower() or NONE

    def in_order(self, values: Sequence[Value]) -> list[Value]:
        """Numbers rising, results by their weight, all else as it comes."""
        if all(isinstance(value, int) for value in values):
            return sorted(values)
        if all(value in self.ranked for value in values):
            return sorted(values, key=lambda value: self.ranked.index(str(value)))
        return list(values)

    def name(self, typed: str, known: Sequence[str]) -> str:
        """The name of the tally that is meant, "" for none: an id, the name, or what one of them alone begins with."""
        wanted, called = squeezed(typed), self.names.get(typed.lower(), "")
        if called in known:
            return called
        for same in (
            [name for name in known if wanted in (squeezed(name), squeezed(self.of(name)))],
            [name for name in known if wanted in self._words(name)],
            [name for name in known if any(word.startswith(wanted) for word in self._words(name))],
        ):
            if len(same) == 1 and wanted:
                return same[0]
        return ""

    def value(self, typed: str, values: Sequence[Value], *, exactly: bool = False) -> Value | None:
        """The value that is meant, None for none: whole, or what one of them alone begins with."""
        wanted, parts = squeezed(typed), sorted(squeezed(part) for part in typed.split("+"))
        nothing = ((), "", 0, *self.ranked[:1])
        none = [value for value in values if value in nothing]
        if typed.lower() in _NONE and none:
            return none[0]
        for value in values:
            tokens = sorted(squeezed(part) for part in self.of(value).split("+"))
            if wanted and (wanted == squeezed(str(value_plain(value))) or parts == tokens):
                return value
        near = [value for value in values if not isinstance(value, int) and self._begins(value, wanted)]
        return near[0] if len(near) == 1 and wanted and not exactly else None

    def _begins(self, value: Value, wanted: str) -> bool:
        return squeezed(str(value_plain(value))).startswith(wanted) or squeezed(self.of(value)).startswith(wanted)

    def _words(self, name: str) -> list[str]:
        return [
            squeezed(word) for text in (name, self.of(name)) for word in re.split(r"[\s-]+", text) if squeezed(word)
        ]

"""An act as typed, and the line that repeats it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from umpire.core.mistakes import Mistake
from umpire.game.lines import quoted


class GivenBack(KeyboardInterrupt):
    """The interrupt raised when the referee goes back from the first question.

    The act is dropped, and its line may be typed again.
    """


@dataclass(frozen=True)
class TypedCommand:
    """A typed command: the verb, the words after it and the options. `dice` and `choices` are None if the option was
    not given.
    """

    verb: str
    words: tuple[str, ...]
    dice: str | None = None
    choices: str | None = None
    roll: bool = False
    defaults: bool = False
    dry_run: bool = False
    ruling: str = ""
    add: tuple[str, ...] = ()

    def line(self, dice: Sequence[str], choices: Sequence[str]) -> str:
        """Return the line that repeats this command, with the answers given so far."""
        given = list(dice)
        while self.roll and given and given[-1] == "r":
            given.pop()
        parts = [self.verb, *map(quoted, self.words)]
        parts += ["--dice", quoted("/".join(given), always=True)] if given else []
        parts += ["--choose", quoted("/".join(choices), always=True)] if choices and not self.defaults else []
        parts += [flag for flag, on in (("--roll", self.roll), ("--defaults", self.defaults)) if on]
        parts += ["--dry-run"] if self.dry_run else []
        parts += ["--ruling", quoted(self.ruling, always=True)] if self.ruling else []
        for addition in self.add:
            parts += ["--add", quoted(addition, always=True)]
        return " ".join(parts)


def split_answers(text: str | None) -> list[str]:
    """Return the answers typed in one text, with `/` between them; [] if no text was given."""
    return [] if text is None else text.split("/")


def parts_of(answer: str) -> list[str]:
    """Return the answer to this question and the answers typed in advance for later questions. Raises Mistake for an
    empty part.

    An empty text gives one empty answer, which means Enter. A `/` at the very end is allowed.
    """
    parts = [part.strip() for part in answer.split("/")]
    if len(parts) > 1 and not parts[-1] and parts[0]:
        parts.pop()
    if len(parts) > 1 and not all(parts):
        where = "before" if not parts[0] else "between two"
        raise Mistake(f"nothing typed {where} `/`", "type r to roll a throw")
    return parts

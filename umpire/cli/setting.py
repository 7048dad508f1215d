"""The options of every command (the game, text or JSON, the ruleset), and the code that finds the game to use."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from typer.exceptions import TyperException

from umpire.core.mistakes import FileMistake, Mistake, NotUnderstood
from umpire.rulesets import FAMILIES, Ruleset, find, of_game, table_of

if TYPE_CHECKING:
    from umpire.game.act import Plain
    from umpire.game.gamefile.trouble import GameMoved
    from umpire.game.rulebook.tables import TableFile
    from umpire.play.session import Session


_BEFORE = re.compile(r"^\s*(umpire\s+)?((-g|--game)[\s=]+\S+\s+|-\S+\s+)*")
"""Words that may come before a verb."""
_FACT = re.compile(r"""([^\s=.]*)["']?\s*=\s*["']?([\w-]*)""")
"""A fact as typed, its field and its value: `p=M`, `p.marker = "M"`."""
MORE = "more"
"""The line that Enter types at the prompt when the rest of an answer waits."""
_NO_GAME = "Use this ruleset instead of a game."
_SLIPS = 2
"""The number of letters in which a word may differ from the one meant."""


class NoGame(FileMistake):
    """The error raised if no game is named and this folder has no game."""


@dataclass(eq=False, repr=False)
class Invocation:
    """The settings of one command line. `game` and `rules` are the values of -g and --rules.

    At the prompt of `umpire table`, `at_prompt` is true and `held` is the game that the prompt plays. `run` runs a
    command line; the prompt and the demo use it. `given_back` is a line that the referee wants to change: they typed
    `<` at its first question. `act` has the words of the last act typed at the prompt, for `odds`. `last` is the game
    as last read at the prompt, with a mark that shows whether the game file has changed. `rest` has the lines of the
    last view that did not fit the screen; None if all lines fitted. `warned` is the number of the entry after which the
    warning about `next` was shown. `heard` is true if Umpire made this line from a typed sentence. `offered` are the
    options of the choice that the last act waits for. `at_question` is true while a question waits for its answer:
    views are then shown whole and not page by page.
    """

    game: Path | None = None
    json: bool = False
    rules: str = ""
    at_prompt: bool = False
    held: Path | None = None
    given_back: str = ""
    act: Sequence[str] = ()
    last: tuple[Session, tuple[int, int]] | None = None
    rest: list[str] | None = None
    at_question: bool = False
    warned: int = 0
    heard: bool = False
    offered: Sequence[str] = ()
    run: Callable[[Sequence[str], Invocation], int] = field(default=lambda words, setting: 0)

    def find_game(self) -> Path:
        """Return the game file: the file given, the file of the prompt, the file in UMPIRE_GAME, or the only game in
        this folder, in this order.

        Raises FileMistake.
        """
        named = os.environ.get("UMPIRE_GAME")
        if told := self.game or self.held or (Path(named) if named else None):
            return game_called(told)
        here = self.games_here()
        if len(here) == 1:
            return Path(here[0])
        if not here:
            raise NoGame(
                "there is no game in this folder",
                "`umpire new SCENARIO` starts a game; `-g FILE` uses a game in another folder",
            )
        seen = ", ".join(here[:4]) + (f" and {len(here) - 4} more" if len(here) > 4 else "")
        raise FileMistake(f"there are {len(here)} games in this folder: {seen}", f"name one: `-g {here[0]}`")

    def games_here(self) -> list[str]:
        """Return the game files of this folder, by name."""
        return sorted(path.name for path in Path().glob("*.umpire") if path.is_file())

    def open(self) -> Session:
        """Return the current state of the game that this command line uses. Raises FileMistake, StoreError."""
        from umpire.cli.output import wish_colour
        from umpire.play.session import open_session

        session = self.standing() if self.at_prompt else open_session(self.find_game())
        wish_colour(session.head.get("colour") != "no")
        return session

    def standing(self) -> Session:
        """Return the current game at the prompt. The game file is read again only if it has changed."""
        from umpire.game.gamefile.store import GameFile
        from umpire.play.session import open_session

        path = self.find_game()
        mark = GameFile(path).mark()
        if not self.last or self.last[0].file.path != path or self.last[1] != mark:
            self.last = open_session(path), mark
        return self.last[0]

    def open_with(self, verb: str) -> Session:
        """Return the game that this command line uses.

        The ruleset of the game must have this verb. If --rules is given, the game must use that ruleset. Raises
        Mistake.
        """
        session = self.open()
        if self.rules and known_ruleset(self.rules).name != session.table_file.id:
            raise Mistake(f"this game uses the ruleset {session.table_file.id}", "leave out --rules")
        verbs = list(session.family.ACTS)
        if verb not in verbs:
            raise Mistake(f"{session.table_file.name} has no {verb}", f"its commands: {', '.join(verbs)}")
        return session

    @property
    def stateless(self) -> bool:
        """True if a ruleset is given but no game.

        Without a game, an act names types instead of stands, and nothing is recorded.
        """
        return bool(self.rules) and self.game is None

    def about(self, verb: str, words: Sequence[str]) -> tuple[Session, tuple[str, ...]]:
        """Return the game that an act is about, and the words of the act.

        If a ruleset is given but no game, the game is made up from the types named. Raises Mistake.
        """
        if not self.stateless:
            return self.open_with(verb), tuple(words)
        from umpire.play.stateless import session_of

        try:
            return session_of(known_ruleset(self.rules), verb, words)
        except NotUnderstood as unknown:
            raise self._of_game(unknown) or unknown from None

    def _of_game(self, unknown: NotUnderstood) -> Mistake | None:
        """Return an error that asks for a type if the unknown word names something in the current game; None for any
        other word.
        """
        with suppress(Exception):  # there may be no game, or one that cannot be read
            session = self.open()
            if unknown.word.lower() in session.family.named(session.state):
                here = f"{unknown.word!r} is a name in the current game ({session.table_file.id})"
                what = f"{here}; with --rules, name types of stands instead"
                return Mistake(what, "leave out --rules")
        return None

    def secret_act(self, line: str) -> str:
        """Return the secret act of a line; "" if there is none. Nobody may read the words of a secret act afterwards.

        The line may be typed in any form: in full or in short, without the verb, or after `umpire` and options.
        """
        from umpire.cli.command import SHORT

        words = _BEFORE.sub("", line.lower()).split()
        with suppress(Exception):  # the command itself reports any error of the game
            family = self.ruleset().family()
            found = [*words, *(SHORT.get(word, "") for word in words[:1])]
            found += [*self.line_meant(words)[:1]] if words and words[0] not in family.ACTS else []
            found += ["order"] if self._orders(line) else []
            return next((word for word in found if word in family.ACTS and family.act(word).secret), "")
        return ""

    def _orders(self, line: str) -> bool:
        """Return whether a line gives orders as a sentence: `K digs in`."""
        if not self.ruleset().family().ORDERED:
            return False
        from umpire.play.talk.orders import may_order  # only in a game with orders

        return may_order(self.open(), line)

    def may_be_secret(self, line: str) -> bool:
        """Return whether a line is a secret act, or may have been meant as a secret act.

        If the line may be secret, it is neither kept in the history nor echoed. A line may be secret if it has a secret
        value or field: `p=M`, `set m marker=`. It may also be secret if a word differs from a secret act by one or two
        letters. If the game cannot be read, every line with a fact may be secret.
        """
        if self.secret_act(line):
            return True
        from umpire.game.lines import COMMANDS

        low = line.lower()
        told: list[tuple[str, str]] = _FACT.findall(low)
        try:
            family = self.ruleset().family()
            acts = [verb for verb in family.ACTS if family.act(verb).secret]
        except Exception:  # the command itself reports any error of the game
            return bool(told)
        fields = {field for _, field in family.SECRET}
        values = {value.lower() for hidden in family.SECRET.values() for value in hidden.seen}
        words = {word for word in low.split() if word not in family.ACTS and word not in COMMANDS}
        return any(key in fields or value in values for key, value in told) or any(
            letters_off(word, act) <= _SLIPS for word in words for act in acts
        )

    def ruleset(self, word: str = "") -> Ruleset:
        """Return the ruleset given with --rules; without --rules, return the ruleset of the game.

        If there is no --rules and no game, `word` is tried as the name of a ruleset. Raises Mistake.
        """
        if self.rules:
            return known_ruleset(self.rules)
        try:
            path = self.find_game()
        except FileMistake as missing:
            if word:
                return known_ruleset(word)
            raise or_ruleset(missing, f"name a ruleset: `--rules NAME`, one of {', '.join(FAMILIES)}") from None
        return of_game(_head(path))

    def table_file(self) -> TableFile:
        """Return the rule table given with --rules; without --rules, return the rule table of the current game with its
        house rules.

        Raises Mistake.
        """
        return self.ruleset().table() if self.rules else table_of(_head(self.find_game()))

    def ruleset_at_hand(self) -> Ruleset | None:
        """Return the ruleset given with --rules, or the ruleset of the current game; None if neither can be found."""
        try:
            return self.ruleset()
        except Mistake:
            return None

    def line_meant(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return the words of a line with its verb moved to the front or added; () if the line is not an act."""
        if self.stateless:
            return ()
        try:
            session = self.open()
        except Mistake:
            return ()
        from umpire.play.grammar import line_meant  # only if there is none

        return line_meant(session, words)

    def to_type(self, line: str) -> str:
        """Return a line in the form in which it can be typed. At the prompt, `umpire` and the game are left out."""
        if self.stateless:
            line += f" --rules {self.rules}"
        if self.at_prompt:
            return line
        from umpire.game.lines import quoted

        return f"umpire {line}" + (f" -g {quoted(str(self.game))}" if self.game else "")

    def moved_on(self, moved: GameMoved, line: str) -> GameMoved:
        """Return the error for a game that changed before this line was recorded. The hint is the line to repeat."""
        return type(moved)(f"{moved.what}; nothing was recorded", f"to repeat: {self.to_type(line)}", to_type=True)


def game_called(path: Path) -> Path:
    """Return the path of a game that is named with or without `.umpire`: `-g sunday`."""
    whole = path.with_name(f"{path.name}.umpire") if path.name else path
    return whole if whole.exists() and not path.exists() else path


def letters_off(word: str, meant: str) -> int:
    """Return how many letters were left out, added, changed or swapped to turn one word into the other."""
    before: list[int] = []
    row: list[int] = [*range(len(meant) + 1)]
    for i, typed in enumerate(word, 1):
        last, before, row = before, row, [i]
        for j, letter in enumerate(meant, 1):
            off = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (typed != letter))
            if i > 1 and j > 1 and typed == meant[j - 2] and word[i - 2] == letter:
                off = min(off, last[j - 2] + 1)
            row.append(off)
    return row[-1]


def names_here(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return ids for completion in the shell."""
    return ids_here(ctx.obj or Invocation(), incomplete)


ActWords = Annotated[
    list[str] | None, typer.Argument(metavar="WORDS...", show_default=False, autocompletion=names_here)
]
"""The words of an act."""
Ruling = Annotated[str, typer.Option(metavar="WHY", help="Overrule the rules, for this reason.", show_default=False)]


def ids_here(setting: Invocation, incomplete: str) -> list[str]:
    """Return the ids in the current game that begin with `incomplete`; none without a game."""
    try:
        session = setting.open()
        return [name for name in session.family.names(session.state) if name.startswith(incomplete)]
    except Exception:  # a completion that fails shows nothing
        return []


def or_ruleset(missing: FileMistake, hint: str = "name a ruleset: `--rules NAME`") -> FileMistake:
    """Return the error for a command that has no game but could use a ruleset.

    If there are several games, the hint also says to name one game.
    """
    return FileMistake(missing.what, hint if isinstance(missing, NoGame) else f"{missing.hint}, or {hint}")


def known_ruleset(name: str) -> Ruleset:
    """Return the ruleset of that name; capitals do not matter. Raises Mistake with the nearest name."""
    return find(name if name.endswith(".toml") else name.lower())


def _head(path: Path) -> Plain:
    """Return the header of a game. Raises FileMistake, StoreError."""
    from umpire.game.gamefile.store import GameFile

    return cast("Plain", GameFile(path).read().position["game"])


@cache
def shared_options(*, rules: bool = False) -> tuple[Any, ...]:
    """Return the options that every command takes, before its name or after it."""
    if not rules:
        *others, named = shared_options(rules=True)
        named = copy(named)
        named.hidden = True
        return (*others, named)

    def shared(
        game: str | None = _shared("-g", "--game", _take_game, metavar="FILE", help="Game file to use."),
        json: bool = _shared("--json", _take_json, help="Print the answer as one JSON object."),
        ruleset: str | None = _shared("--rules", _take_rules, metavar="NAME", help=_NO_GAME),
    ) -> None: ...

    one = typer.Typer(add_completion=False)
    one.command()(shared)
    return tuple(typer.main.get_command(one).params)


def _shared(*names: Any, **more: Any) -> Any:
    *spelled, take = names
    return typer.Option(None, *spelled, callback=take, expose_value=False, is_eager=True, show_default=False, **more)


def _take_game(ctx: typer.Context, value: str | None) -> None:
    if value is not None:
        if not value or "\0" in value:
            raise Mistake(f"-g {value!r} is not a file name", "for example: `-g sunday.umpire`")
        ctx.obj.game = Path(value)


def _take_json(ctx: typer.Context, value: bool) -> None:
    ctx.obj.json = ctx.obj.json or bool(value)


def _take_rules(ctx: typer.Context, value: str | None) -> None:
    if value is not None:
        ctx.obj.rules = value


def tell_first(command: Any, ctx: Any, args: Sequence[str]) -> None:
    """Read -g and --rules first if the line has `--help`, because help is shown as soon as `--help` is read."""
    if {"-h", "--help"} & set(args):
        with suppress(TyperException):  # reported when the line is read for real
            told, _, _ = command.make_parser(ctx).parse_args(args=list(args))
            for option in command.params:
                if option.name in ("game", "rules") and option.name in told:
                    option.callback(ctx, option, told[option.name])


def told_behind(setting: Invocation, args: Sequence[str]) -> None:
    """Read the options --game and --rules if they are typed after a verb. They decide which verbs are available."""
    for at, word in enumerate(args):
        name, told, value = word.partition("=")
        value = value if told else next(iter(args[at + 1 :]), "")
        if name == "--rules" and value:
            setting.rules = setting.rules or value
        elif name in ("-g", "--game") and value and "\0" not in value:
            setting.game = setting.game or Path(value)

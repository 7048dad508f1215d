"""The prompt: the same commands without `umpire`, in one process. A bad line never ends the prompt."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from functools import partial
from io import StringIO
from itertools import takewhile
from pathlib import Path
from typing import Annotated

import typer

from umpire.cli.command import ENDS, LINES, LOOKS, SHORT, verbs_of
from umpire.cli.output import (
    DONE,
    USAGE,
    WANTED,
    Reply,
    at_terminal,
    colour_wanted,
    one_screen,
    page_of,
    say,
    send,
    spelled,
    trouble,
    wish_prompt,
)
from umpire.cli.setting import MORE, Invocation, ids_here
from umpire.core.mistakes import FileMistake, Mistake
from umpire.game.clock.arrivals import ARRIVE, LEAVE
from umpire.game.clock.effect import NOW
from umpire.game.lines import COMMANDS, words_of
from umpire.show.page import clean

PROMPT = "umpire> "
CLEARED = "\033[2J\033[H"
"""The codes that clear a terminal."""
MOST_ACTS = 17
"""The most acts that `?` shows on separate lines."""
OF_THE_CLOCK = f"Set lasting facts, such as fog; {ARRIVE} brings a unit in, {LEAVE} takes a unit off."
"""The line that stands for these three if there are more acts."""
_WITH_ODDS = "type an act with --{0} at the end; after that, `{0}` alone adds --{0} to the last act"
_ANSWER = re.compile(r"(?=.*[\dxrm])[\dhxrm=/, ]+")
"""A line of dice. In a pipe it answers the question of the line before it, and so does the name of an option."""
LONGEST = 100_000
"""Marks of a line that comes from a pipe."""


def table_command(
    ctx: typer.Context, named: Annotated[str, typer.Argument(metavar="[GAME]", show_default=False)] = ""
) -> Reply:
    """Open a prompt for the evening, where you type commands without `umpire`. Type ? to list them. Type quit or press
    Ctrl-D to leave.

    GAME is the game file, or its name without .umpire. Umpire can also read the lines from a file or a pipe. In
    that case it prints each line before the answer. The exit code is that of the first line that failed.
    """
    setting: Invocation = ctx.obj
    if setting.at_prompt:
        raise Mistake("you are at the prompt already", "type quit to leave it")
    if named:
        if setting.game:
            raise Mistake(f"two games named: {setting.game} and {named}", "leave out one of the two games")
        setting.game = path if (path := Path(named)).suffix or path.exists() else path.with_suffix(".umpire")
    asked = at_terminal() and not setting.json
    wish_prompt(True)
    try:
        return Reply(None, code=_lines(setting, asked=asked))
    finally:
        wish_prompt(False)


def _lines(setting: Invocation, *, asked: bool) -> int:
    """Run every line. If the lines come from a file or a pipe, return the exit code of the first line that failed."""
    if asked:
        from umpire.cli.welcome import choose_game, which_game

        if not choose_game(setting):
            return DONE
        begins = page_of(sys.stdout).paragraph(which_game(setting))
        say(["Type commands without `umpire`. ? lists the commands; quit leaves the prompt.", *begins])
    read = _reader(setting) if asked else partial(_piped, setting)
    worst, waiting = DONE, ""
    while True:
        try:
            lines = read()
        except KeyboardInterrupt:
            say([""])
            continue
        for line in lines.split("\n") if lines is not None else ["quit"]:
            if line.strip() in ENDS:
                return worst or (WANTED if waiting else DONE)
            chosen = line.strip().lower() in map(str.lower, setting.offered)
            answers = bool(waiting) and (chosen or bool(_ANSWER.fullmatch(line.strip())))
            setting.offered = ()
            line = f'{waiting} --{"choose" if chosen else "dice"} "{line.strip()}"' if answers else line
            worst = worst or (WANTED if waiting and not answers else DONE)
            code = _run_line(line, setting)
            waiting = line if code == WANTED and not asked and not setting.json else ""
            worst = worst or (DONE if asked or waiting else code)
            if code and asked:
                break  # of lines pasted together, stop after one that failed


def clear_command() -> Reply:
    """Clear the screen."""
    if at_terminal():
        sys.stdout.write(CLEARED)
        sys.stdout.flush()
    return Reply(None)


def _piped(setting: Invocation) -> str | None:
    """Return the next line of a file or a pipe, None at the end.

    The line is echoed, so that the output is a transcript. If the line is a secret act, or may have been meant as a
    secret act, its words are not echoed.
    """
    line = sys.stdin.readline(LONGEST) if sys.stdin else ""
    if not line:
        return None
    if line.strip() and not setting.json:
        told = line.strip()
        secret = setting.secret_act(told) or (
            setting.may_be_secret(told) and f"{told} ".split("=")[0].partition(" ")[0]
        )
        say([PROMPT + clean(f"{secret} ..." if secret else told)])
    return line.rstrip("\n")


def _reader(setting: Invocation) -> Callable[[], str | None]:
    """Return the reader of lines at the terminal: the prompt that knows the game.

    If the terminal cannot show this prompt, print the reason and return a plain prompt.
    """
    try:
        if os.environ.get("TERM") == "dumb":
            raise OSError("TERM is dumb")
        from umpire.cli.prompt.console import Console
        from umpire.cli.prompt.here import Here

        read = Console(Here(setting), colour=partial(colour_wanted, sys.stdout), sign=spelled("❯", ">")).line
    except Exception as wrong:  # whatever the terminal lacks, the evening goes on
        say([f"this terminal has only a plain prompt: {wrong}"])
        _complete_with(setting)
        read = partial(_plain, setting)

    def line() -> str | None:
        try:
            return read()
        except EOFError:
            say([""])
            return None

    return line


def _plain(setting: Invocation) -> str:
    """Return a line typed at a plain prompt. A line that may be secret is not kept in the history."""
    line = input(PROMPT)
    readline = sys.modules.get("readline")
    if readline and line and setting.may_be_secret(line) and (last := readline.get_current_history_length()):
        readline.remove_history_item(last - 1)
    return line


def _run_line(line: str, setting: Invocation) -> int:
    """Run one line as a command; return its exit code."""
    try:
        words = words_of(line)
    except ValueError as wrong:
        hint = 'close the quotes; put a text with an apostrophe in double quotes: "don\'t shoot"'
        return send(trouble(USAGE, "error", f"the line cannot be read: {wrong}", hint), setting.json)
    if words[:1] == ["umpire"]:
        words = words[1:]
    rest = setting.rest = setting.rest or []
    if not words or (rest and words == [MORE]):
        say(one_screen(rest, rest))
        return DONE
    rest.clear()
    if words == ["?"]:
        say(short_help(setting))
        return DONE
    if words == ["!"]:
        say(["there is no question to leave; `undo` takes back the last command"])
        return DONE
    if words in (["odds"], ["explain"]):
        if not setting.act:
            return send(trouble(USAGE, "error", "no act typed yet", _WITH_ODDS.format(words[0])), setting.json)
        words = [*setting.act, f"--{words[0]}"]
    elif words[0].lower() not in (*COMMANDS, "?") and " ".join(words).lower() not in LINES:
        setting.act = [*takewhile(lambda word: not word.startswith("-"), words)]
    if words[0] == "?":
        words = [*words[1:], "--help"]
    if (words[0].lower() == "help" or {"-h", "--help"} & {*words}) and at_terminal():
        return _helped(words, setting, rest)
    with suppress(FileMistake):  # stay with this game, whatever else comes into the folder
        setting.held = setting.find_game()
    of_line = Invocation(
        setting.game,
        setting.json,
        setting.rules,
        at_prompt=True,
        held=setting.held,
        last=setting.last,
        warned=setting.warned,
    )
    if SHORT.get(words[0].lower(), words[0].lower()) in LOOKS:
        of_line.rest = rest
    code = setting.run(words, of_line)
    setting.held, setting.given_back = of_line.held, of_line.given_back  # `new` starts another
    setting.last, setting.warned, setting.offered = of_line.last, of_line.warned, of_line.offered
    return code


def _helped(words: Sequence[str], setting: Invocation, rest: list[str]) -> int:
    """Show the help of a command, or a page, one screen at a time; return the exit code."""
    with redirect_stdout(StringIO()) as said:
        code = setting.run(words, Invocation(setting.game, False, setting.rules, at_prompt=True, held=setting.held))
    say(one_screen(said.getvalue().splitlines(), rest))
    return code


def short_help(setting: Invocation) -> list[str]:
    """Return the text of `?` alone: the acts of play and the commonest other commands, on one screen of 80 x 24."""
    page = page_of(sys.stdout)
    every = verbs_of(setting.ruleset_at_hand())
    acts, fewer = list(every.items()), {**every, NOW: OF_THE_CLOCK}
    if len(acts) > MOST_ACTS:
        acts = [(verb, line) for verb, line in fewer.items() if verb not in (ARRIVE, LEAVE)]
    wide = max(len(verb) for verb in every) + 2
    if len(acts) <= MOST_ACTS:
        lines = [clean(f"{verb:{wide}}{line}")[: page.width] for verb, line in acts]
    else:
        lines = page.paragraph(" ".join(every))
    return [
        *lines,
        *page.paragraph("views: status score can map log luck rule sheet what-if dice"),
        *page.paragraph("correct: undo redo amend again set audit note · other: new print report screen"),
        *page.paragraph("`help` lists pages, `help fire` shows how to type fire, `--help` lists commands"),
    ]


def _complete_with(setting: Invocation) -> None:
    """Let Tab complete commands and the names of stands. Without readline, do nothing."""
    if sys.platform == "win32":
        return
    try:
        import readline
    except ImportError:
        return
    readline.set_completer_delims(" \t\n=,")
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
    found: list[str] = []

    def complete(text: str, state: int) -> str | None:
        if state == 0:
            begins = readline.get_begidx() == 0
            found[:] = [word for word in completions(setting, first=begins) if word.startswith(text)]
        return found[state] + " " if state < len(found) else None

    readline.set_completer(complete)


def completions(setting: Invocation, *, first: bool) -> list[str]:
    """Return the words that may be typed here.

    For the `first` word of a line, return the commands. For a later word, return `at` and the ids of the game.
    """
    if first:
        return [*verbs_of(setting.ruleset_at_hand()), *COMMANDS, "quit"]
    return ["at", *ids_here(setting, "")]

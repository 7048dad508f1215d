"""The start of an evening: `umpire` alone, and the questions of `umpire table` before its prompt."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from umpire.cli.command import ENDS
from umpire.cli.output import Reply, page_of, say
from umpire.cli.setting import Invocation, NoGame
from umpire.game.gamefile.trouble import NoSuchGame
from umpire.show.page import Page

FIRST = "mill"
"""The scenario of docs/first-evening.md."""
_BEGIN = (
    ("umpire demo", "see an example from a rule book, step by step"),
    (f"umpire new {FIRST}", "begin a small battle; `umpire new` lists others"),
    ("umpire help first-evening", "read about a first battle, line by line"),
    ("umpire help", "list the pages to read; `umpire --help` lists all commands"),
)


class Begun(NamedTuple):
    """A game in a folder: its file, its name, its place in the sequence of play, and the day of its last entry."""

    file: str
    name: str
    where: str
    played: str


def games(paths: Sequence[Path]) -> list[Begun]:
    """Return the games of these files. The game that was played last comes first."""
    return [_begun(path) for path in sorted(paths, key=lambda path: (-path.stat().st_mtime, path.name))]


def _begun(path: Path) -> Begun:
    from umpire.play.session import open_session

    day = datetime.fromtimestamp(path.stat().st_mtime)
    played = f"{day.day} {day:%B %Y}, {day:%H:%M}"
    try:
        session = open_session(path)
        head = session.family.head(session.in_play, session.table, clock=session.clock_runs)
        return Begun(path.name, session.head["name"], head.where if head else "", played)
    except Exception:  # a command about that game says what is wrong with it
        return Begun(path.name, "cannot be opened", "", played)


def welcome(setting: Invocation) -> Reply:
    """Return the answer to `umpire` alone: the game and the way to continue it or, without a game, the way to begin."""
    told = setting.game or os.environ.get("UMPIRE_GAME")
    here = [path for path in map(Path, [told] if told else setting.games_here()) if path.is_file()]

    def draw(page: Page) -> list[str]:
        if not here:
            lines = page.paragraph("Umpire, the referee's assistant for miniature wargames", style="bold")
            return [*lines, *page.columns(_BEGIN), *page.paragraph("there is no game in this folder yet")]
        one = [("umpire table", "go on with this game"), ("umpire status", "show how far the game has got")]
        rows = one if len(here) == 1 else [("umpire table", "choose a game and go on with it")]
        return [*_listed(page, games(here)), *page.columns([*rows, _BEGIN[-1]])]

    return Reply({}, draw)


def _listed(page: Page, begun: Sequence[Begun], *, numbered: bool = False) -> list[str]:
    """Return the lines about each game: its name, file and phase, and the day it was last played."""
    lines = []
    for number, game in enumerate(begun, 1):
        start = f"{number}  " if numbered else ""
        where = f": {game.where}" if game.where else ""
        lines += page.paragraph(f"{start}{game.name} ({game.file}){where}", style="bold", hang=len(start))
        lines += page.paragraph(f"last played on {game.played}", indent=len(start) or 2)
    return lines


def choose_game(setting: Invocation) -> bool:
    """Ask which game to play if there are several, or which scenario to begin if there is no game.

    Return whether to open the prompt. Enter takes the default; after `quit` the prompt is not opened.
    """
    if setting.game or os.environ.get("UMPIRE_GAME"):
        return True
    here = setting.games_here()
    page = page_of(sys.stdout)
    if len(here) > 1:
        begun = games([*map(Path, here)])
        say([*page.paragraph("there are several games here:"), *_listed(page, begun, numbered=True)])
        names = [game.file for game in begun]
        name = _chosen(page, f"number or name (Enter: {names[0]}): ", names, "game")
        setting.game = Path(name or names[0])
    elif not here:
        from umpire.play.documents import examples

        names = [*sorted(path.name for path in Path().glob("*.toml")), *examples()]
        numbered = [f"{number} {name}" for number, name in enumerate(names, 1)]
        say(
            [
                *page.paragraph("there is no game in this folder yet; you can begin one of these battles:"),
                *_in_columns(page, numbered),
            ]
        )
        say(page.paragraph("for a game in another folder, type quit, then umpire table PATH", style="dim"))
        name = _chosen(page, f"number or name, for example {FIRST} (Enter: none): ", names, "battle")
        if name:
            inner = Invocation(at_prompt=True)
            setting.run(["new", name], inner)
            setting.held = inner.held
    else:
        return True
    return name is not None


def _in_columns(page: Page, words: Sequence[str]) -> list[str]:
    """Return the words in as many columns as fit the page. The words are in order down each column."""
    wide = max(map(len, words)) + 2
    rows = -(-len(words) // max((page.width - 2) // wide, 1))
    return page.columns([words[row::rows] for row in range(rows)])


def _chosen(page: Page, question: str, names: Sequence[str], what: str) -> str | None:
    """Return the name that was chosen by number or by name; "" for Enter or the end of the input, None for `quit`."""
    while True:
        try:
            typed = input(question).strip()
        except EOFError:
            return ""
        if not typed:
            return ""
        if typed in ENDS:
            return None
        for number, name in enumerate(names, 1):
            if typed in (str(number), name, Path(name).stem):
                return name
        say(page.paragraph(f"no {what} here is called {typed!r}; type a number from 1 to {len(names)}, or a name"))


def which_game(setting: Invocation) -> str:
    """Return a line about the game that will be played, or a line that says that there is no game yet.

    Raises FileMistake for a game that cannot be played.
    """
    try:
        session = setting.open()
    except (NoGame, NoSuchGame) as none:
        return f"{none.what}: `new SCENARIO` starts a game"
    head, file = session.head, session.file.path
    return f"{head['name']}, {session.table_file.name}, as of #{session.snapshot.number} ({file})"

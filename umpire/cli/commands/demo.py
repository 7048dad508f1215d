"""The demo: the distant-fire example of Two Star General, played with the commands a referee would type."""

from __future__ import annotations

import io
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

import typer

from umpire.cli.output import DONE, Reply, say
from umpire.cli.setting import Invocation

EXAMPLE = "worked-example-1"
FIRE = "fire ta tb at para with g1 reply g2 g3"
BOOK = {"attack": 6, "reply": 7}
"""The totals of the two pools in the book. The items in the book for the second pool add up to 6 (reading AMB-58)."""

ATTACK_DICE = "133456"
REPLY_DICE = "134455"
"""The book throws 1 1 3 4 4 5 5 into a pool of six: one of the 1s, which scores nothing, is left out."""

LOSSES = "para/tb2"


def demo_command(ctx: typer.Context) -> Reply:
    """Play the worked example of Two Star General step by step. It does not touch your files."""
    setting: Invocation = ctx.obj
    with tempfile.TemporaryDirectory(prefix="umpire-demo-") as folder:
        if setting.json:
            return _as_json(setting, Path(folder))
        for step in _steps(Path(folder)):
            if isinstance(step, str):
                say(["", *step.splitlines()])
                continue
            code = _run(setting, step, Path(folder), json=False)
            if code != DONE:
                return Reply(None, code=code)
    return Reply(None)


def _steps(folder: Path) -> Iterator[str | list[str]]:
    """Yield the texts and the commands of the demo."""
    yield "Two Panzer companies fire at dug-in paratroops: a worked example of the book."
    yield from _typed(f"new {EXAMPLE}")
    yield "First, how many dice are there? On the right, the number in the book:"
    yield _beside_the_book(folder)
    yield (
        "Now type the dice that were thrown. The attacker has 1 3 3 4 5 6, as in the book.\n"
        "For the defender the book has 1 1 3 4 4 5 5, seven dice for a pool of six.\n"
        "A 1 does not score, so one of the two 1s is left out. Both sides take their losses as in the book."
    )
    yield from _typed(f'{FIRE} --dice "{ATTACK_DICE}/{REPLY_DICE}" --choose "{LOSSES}"')
    yield "Everything is recorded:"
    yield from _typed("log")
    yield "You can take everything back, right to the start:"
    yield from _typed("undo")
    yield (
        "Now try it yourself:\n"
        f"  umpire new {EXAMPLE}   starts your own game in this folder\n"
        "  umpire status                 shows how far the game has got\n"
        f"  umpire {FIRE}\n"
        "                                asks for the dice; Enter rolls them\n"
        "  umpire rule 3.7.2             shows a rule\n"
        "  umpire table                  opens a prompt, so that you need not type umpire\n"
        "  umpire --help                 lists everything else"
    )


def _typed(line: str) -> Iterator[str | list[str]]:
    yield f"$ umpire {line}"
    yield shlex.split(line)


def _beside_the_book(folder: Path) -> str:
    """Return a line for each pool: the number of dice that Umpire counts, and the number in the book."""
    from umpire.play import turn as play

    session = play.open_session(_game(folder))
    situation = play.prepare(session, "fire", FIRE.split()[1:]).situation
    rows = []
    for key, pool in (("attack", situation.attack), ("reply", situation.answer)):  # type: ignore[attr-defined]
        subtotals = " + ".join(str(dice) for _, dice, _ in pool.by_stand())
        rows.append(f"  {pool.label:<13} {subtotals:<18} = {pool.dice} dice, the book: {BOOK[key]}")
    return "\n".join(
        [*rows, "  (the items of the reply add up to 6, although the book gives 7: see interpretation AMB-58)"]
    )


def _as_json(setting: Invocation, folder: Path) -> Reply:
    """Return the commands of the demo, each with its answer as JSON."""
    import json

    answers = []
    for step in _steps(folder):
        if not isinstance(step, str):
            said = io.StringIO()
            with redirect_stdout(said):
                _run(setting, step, folder, json=True)
            answers.append({"line": shlex.join(["umpire", *step]), "answer": json.loads(said.getvalue())})
    return Reply({"demo": answers})


def _game(folder: Path) -> Path:
    return folder / f"{EXAMPLE}.umpire"


def _run(setting: Invocation, words: list[str], folder: Path, *, json: bool) -> int:
    return setting.run(words, Invocation(game=_game(folder), json=json))

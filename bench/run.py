"""Figures beside their budgets: start-up and commands as ratios to a bare interpreter, odds and the prompt in process.

    .venv/bin/python bench/run.py [RUNS]

Every ratio is taken within one run, command and bare interpreter in turn, medians of RUNS (default 15). Timings are of
this machine and this moment: nothing fails here, and no test measures time.
"""

from __future__ import annotations

import compileall
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import thirty
from own_rules import own_rules
from repeated import AMENDS, repeated

from umpire.cli.app import run
from umpire.cli.prompt.live import heard, live
from umpire.cli.setting import Invocation
from umpire.core import chances
from umpire.core.odds import odds
from umpire.game.gamefile.changes import encode, reverse
from umpire.game.gamefile.database import leave_copy
from umpire.game.gamefile.entries import seal, sealed, text
from umpire.game.gamefile.migrations import FamilyFormat, Migration, Overdue, upgrade
from umpire.game.gamefile.store import open_game
from umpire.play import turn as play
from umpire.play.past.amend import Past, Patch
from umpire.play.scenarios import new_game

PYTHON = [sys.executable]
UMPIRE = [sys.executable, "-m", "umpire"]


def seconds(command: list[str], folder: Path) -> float:
    """Return how long a whole process takes."""
    start = time.perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    taken = time.perf_counter() - start
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr.decode()}")
    return taken


def ratio(
    command: list[str], folder: Path, runs: int, reset: Callable[[], object] = lambda: None
) -> tuple[float, float]:
    """Return the median seconds of a command, and their ratio to those of the bare interpreter, both taken in turn.

    `reset` is called after each command and does not count.
    """
    pairs = []
    for _ in range(runs):
        pairs.append((seconds([*PYTHON, "-c", "pass"], folder), seconds(command, folder)))
        reset()
    bare, taken = (statistics.median(column) for column in zip(*pairs, strict=True))
    return taken, taken / bare


def milliseconds(act: Callable[[], object], runs: int, reset: Callable[[], object] = lambda: None) -> float:
    """Return the median time of a call in this process; `reset` is called after each call and does not count."""
    act()
    reset()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        act()
        times.append(time.perf_counter() - start)
        reset()
    return statistics.median(times) * 1000


def best(act: Callable[[], object], runs: int) -> float:
    """Return the best time of a call: with many calls, the slowest median is one that was disturbed."""
    return min(milliseconds(act, 1) for _ in range(runs))


def line(what: str, figure: str, budget: str) -> None:
    """Print one row of the report."""
    print(f"{what:<58}{figure:>12}   {budget}")


def commands(folder: Path, runs: int) -> None:
    """Print rows on whole commands against the bare interpreter."""
    print(f"{'whole command, byte-compiled':<58}{'x bare':>12}   budget")
    fire = list(thirty.FIRE)
    file = open_game(folder / "thirty.umpire")
    undo = lambda: file.undo(file.read().number)  # noqa: E731
    redo = lambda: file.redo(file.read().number)  # noqa: E731
    nothing = lambda: None  # noqa: E731
    pages, begun = folder / "pages.pdf", folder / "begun.umpire"
    new_game(folder.parent / "club.umpire", Path("bridgehead"), house=("desert-club",))
    for words, budget in (
        (["--version"], "2"),
        (["--help"], "8"),
        (["status"], "11"),
        (["status", "-g", "../club.umpire"], "9"),
        (["new", "bridgehead", "-g", "begun.umpire"], "16"),
        (["check", "bridgehead"], ""),
        (["fire", *fire, "--roll", "--defaults"], "13"),
        (["fire", *fire, "--odds"], ""),
        (["what-if", "fire", *fire], ""),
        (["luck"], ""),
        (["log"], ""),
        (["undo"], ""),
        (["print", "sheet", "-o", "pages.pdf"], "status + 5"),
        (["print", "all", "-o", "pages.pdf"], "600 ms"),
    ):
        reset = undo if "--roll" in words else redo if words == ["undo"] else pages.unlink if "-o" in words else nothing
        reset = begun.unlink if words[0] == "new" else reset
        taken, multiple = ratio([*UMPIRE, *words], folder, runs, reset)
        if "--roll" in words:
            redo()
        shown = (
            "fire (30 stands)" + (" --odds" if "--odds" in words else "")
            if words[0] == "fire"
            else " ".join(word for word in words[:2] if word != "-g")
        )
        shown += " (house rules)" * ("../club.umpire" in words)
        line(f"umpire {shown}", f"{multiple:.1f}", f"{budget}   ({taken * 1000:.0f} ms)" if budget else "")


def amends(folder: Path, runs: int) -> None:
    """Print rows on whole commands that amend the beginning of a long game."""
    print(f"\n{'an evening repeated, amended as a whole command':<58}{'ms':>12}   budget")
    for after, budget in ((300, "1000"), (1000, "4000")):
        repeated(folder / f"{after}.umpire", after)
        for words in AMENDS:
            line_typed = [*UMPIRE, "-g", f"{after}.umpire", "amend", *words, "--dry-run", *["--keep", "all"]]
            taken, _ = ratio([*line_typed, "--roll", "--defaults"], folder, runs)
            line(f"amend {' '.join(words)}, {after} after entry 2", f"{taken * 1000:.0f}", budget)


def in_process(folder: Path, runs: int) -> None:
    """Print rows on odds of single combats, a command at the prompt, and a long game against a short one."""
    print(f"\n{'in process':<58}{'ms':>12}   budget")
    for name, words in (
        ("thirty", thirty.FIRE),
        ("worked-example-1", ("ta", "tb", "at", "para", "with", "g1", "reply", "g2", "g3")),
        ("asp-opening", None),
        ("d20-opening", None),
    ):
        path = folder / f"{name}-odds.umpire"
        if not path.exists():
            new_game(path, folder / "thirty.toml" if name == "thirty" else Path(name), "1")
        session = play.open_session(path)
        typed = words or first_fire(session)
        prepared = play.prepare(session, "fire", typed)
        counted = odds(prepared.make)
        taken = milliseconds(lambda prepared=prepared: odds(prepared.make), runs * 4)
        line(f"odds {name}: {' '.join(typed)} ({counted.paths} paths)"[:57], f"{taken:.2f}", "2")
    own_rules(folder, runs, milliseconds, line)
    game = folder / "thirty-odds.umpire"
    exact_odds(play.open_session(game), runs * 4)

    def act(verb: str, *words: str) -> None:
        session = play.open_session(game)
        prepared = play.prepare(session, verb, words)
        stream, drawn = play.referee_for(session)
        played = play.play(prepared, play.Answers(stream, drawn, roll_rest=True, defaults=True))
        play.record(played, verb)

    def fire() -> None:
        act("fire", *thirty.FIRE)

    file = open_game(game)
    taken = milliseconds(fire, runs, lambda: file.undo(file.read().number))
    line("fire: game read, resolved, recorded", f"{taken:.1f}", "10")
    fire()
    first = file.read().number
    for goal in ["0811", "0812"] * 100:
        act("move", "r2a", goal)
    taken = milliseconds(lambda: Past(play.open_session(game)).amend(Patch(first)), 3)
    line("amend: 200 entries after it played again", f"{taken:.0f}", "1000")
    for _ in range(201):
        file.undo(file.read().number)
    short = shutil.copy(game, folder / "short.umpire")
    position = file.read().position
    for number in range(10_000 - file.read().number):
        position = {**position, "game": {**position["game"], "drawn": number}}
        file.record(file.read().number, "bench", {"command": "bench"}, position)
    pairs = [
        [milliseconds(lambda each=each: open_game(each).read(), 1) for each in (short, game)] for _ in range(runs * 10)
    ]
    before, after = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"\n{'a long game':<58}{'x short':>12}   budget")
    line("reading a game of 10,000 entries", f"{after / before:.2f}", "1.1")


def longest_step(session: play.Session, typed: str) -> float:
    """Return the milliseconds of the processor that a key may wait while a line is read as a sentence, the best of
    five. Other programs do not count.
    """

    def once() -> float:
        steps, longest, over = heard(session, typed), 0.0, False
        while not over:
            begun = time.process_time()
            over = next(steps, True) is True  # a step has no result
            longest = max(longest, time.process_time() - begun)
        return longest * 1000

    return min(once() for _ in range(5))


def at_the_prompt(folder: Path, runs: int) -> None:
    """Print rows on the live line key by key, and on commands at the prompt, in a mapped game of sixty stands."""
    (folder / "sixty.toml").write_text(thirty.scenario(battalions=7), encoding="utf-8")
    game = folder / "sixty.umpire"
    new_game(game, folder / "sixty.toml", "1")
    print(f"\n{'the prompt, 62 stands on a map':<58}{'ms':>12}   budget")
    session = play.open_session(game)
    shots = ("fire r0a r0b b0b rg0 rg1 reply bg0 bg1 ", "r0a r0b b0b rg0 rg1 ", "r0a r0b b0b rg0 woods blocked ")
    for typed in (*shots, "move r3a 0917 "):
        keys = [typed[:end] for end in range(1, len(typed) + 1)]
        each = [best(lambda text=text: [*live(session, text)], max(runs // 3, 3)) for text in keys]
        line(f"live line of {typed}"[:52] + ": a key", f"{statistics.median(each):.2f}", "")
        line("the slowest key of it", f"{max(each):.2f}", "5, with bare words 8")
    said = "the r0a and the r0b fire at b0b, both batteries support, in the woods"
    longest = [longest_step(session, said[:end]) for end in range(1, len(said) + 1)]
    line("a sentence below its line, its longest step: a key", f"{statistics.median(longest):.2f}", "")
    line("the slowest key of it", f"{max(longest):.2f}", "5")
    file = open_game(game)
    setting = Invocation(game=game, at_prompt=True, run=run)
    for words in (["status"], ["can", "r0a"], ["fire", *thirty.FIRE, "--roll", "--defaults"], ["log"]):

        def reset(words: list[str] = words) -> None:
            if "--roll" in words:
                file.undo(file.read().number)
            setting.standing()  # read before she types

        def command(words: list[str] = words) -> None:
            with redirect_stdout(StringIO()):
                run(words, setting)

        line(f"{words[0]} at the prompt", f"{milliseconds(command, runs, reset):.1f}", "10")


def exact_odds(session: play.Session, runs: int) -> None:
    """Print rows on ten dice against ten to the end of a close combat, and on the exchange alone beside icepool,
    without caches.
    """

    def situated() -> play.Prepared:
        prepared = play.prepare(session, "assault", thirty.ASSAULT)
        sit = prepared.situation
        pools = {name: pool.with_line("", 10 - pool.dice, "ten", "") for name, pool in _exchange(sit)}
        vars(sit).update(pools)
        return prepared

    def count() -> None:
        odds(waiting.pop().make)

    def forget() -> None:
        chances.of_hits.cache_clear()
        waiting[:] = [situated()]

    waiting = [situated()]
    paths = odds(waiting[0].make).paths
    taken = milliseconds(count, runs, forget)
    line(f"assault on 30 stands, 10 v 10 dice to the end ({paths} paths)", f"{taken:.2f}", "2")
    taken = milliseconds(lambda: odds(situated().make), runs, chances.of_hits.cache_clear)
    line("the same, situated and counted", f"{taken:.2f}", "")
    try:
        import against_icepool
    except ImportError:
        line("10 v 10 dice beside icepool", "-", "icepool is not installed")
        return
    ours, theirs = against_icepool.ours(), against_icepool.theirs()
    assert ours == theirs, "two ways to count, two results"
    pairs = [
        (
            milliseconds(against_icepool.ours, 1, against_icepool.forget),
            milliseconds(against_icepool.theirs, 1, against_icepool.forget),
        )
        for _ in range(runs)
    ]
    mine, other = (statistics.median(column) for column in zip(*pairs, strict=True))
    line("10 v 10 dice: losses of either side, who hit more", f"{mine:.3f}", "")
    line("the same by icepool", f"{other:.3f}", "")
    line("icepool's time as a multiple of ours", f"{other / mine:.0f}", "at least 50")


def _exchange(sit: Any) -> tuple[tuple[str, Any], ...]:
    return ("attack", sit.attack), ("answer", sit.answer)


def first_fire(session: play.Session) -> tuple[str, ...]:
    """Return the first fire of the opening position that the rules allow."""
    names = list(session.family.names(session.state))
    for distance in ("400", "6"):
        for firer in names:
            for target in names:
                words = (firer, "at", target, distance)
                try:
                    play.prepare(session, "fire", words)
                except (play.Refused, play.Mistake):
                    continue
                return words
    raise SystemExit("no fire is allowed in this opening")


LONG = 10_000
"""Entries of a game that is older than the program, and longer than any was."""


def upgrades(folder: Path) -> None:
    """Print rows on a long game of an older format: its copy in memory for a look, and its file, a field of every stand
    renamed.

    No act is played: the same fire and its opposite fill the record, in one transaction.
    """
    game = folder / "long.umpire"
    new_game(game, folder / "thirty.toml", "1")
    session = play.open_session(game)
    prepared = play.prepare(session, "fire", thirty.FIRE)
    stream, drawn = play.referee_for(session)
    play.record(play.play(prepared, play.Answers(stream, drawn, roll_rest=True, defaults=True)), "fire")
    with closing(sqlite3.connect(game)) as db, db:
        row = db.execute("SELECT * FROM entries WHERE n = 2").fetchone()
        back = text(encode(reverse(open_game(game).entry(2).changes)))
        for number in range(3, LONG + 1):
            again = (number, "command", number - 1, *row[3:7], back if number % 2 else row[7], *row[8:10])
            db.execute(f"INSERT INTO entries VALUES ({', '.join('?' * 11)})", sealed(again))
        (data,) = db.execute("SELECT data FROM position").fetchone()
        stands = (LONG, LONG, None, data)
        db.execute("UPDATE position SET number = ?, head = ?, redo = ?, data = ?, seal = ?", (*stands, seal(*stands)))
    overdue = Overdue(1, 1, FamilyFormat(2, lambda number: (Migration(renamed),)))
    print(f"\n{f'a game of {LONG:,} entries, {game.stat().st_size >> 20} MB':<58}{'s':>12}   budget")
    with closing(sqlite3.connect(game, isolation_level=None)) as db:
        memory = sqlite3.connect(":memory:", isolation_level=None)
        start = time.perf_counter()
        db.backup(memory)
        upgrade(memory, overdue, 2)
        line("upgraded in memory, for a look", f"{time.perf_counter() - start:.1f}", "15")
        start = time.perf_counter()
        db.execute("BEGIN IMMEDIATE")
        leave_copy(db, game, "long.umpire.format-1")
        upgrade(db, overdue, 2)
        db.execute("COMMIT")
        line("upgraded, the old file beside it", f"{time.perf_counter() - start:.1f}", "15")


def renamed(position: dict[str, Any]) -> dict[str, Any]:
    """Return a step that changes every stand."""
    stands = {
        name: {("points" if key == "sp" else key): value for key, value in stand.items()}
        for name, stand in position["state"]["stands"].items()
    }
    return {**position, "state": {**position["state"], "stands": stands}}


def main() -> None:
    """Measure and print everything."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    compileall.compile_dir(str(Path(play.__file__).parent), quiet=1)
    for package in ("typer", "rich", "pydantic_core"):
        compileall.compile_dir(str(Path(__import__(package).__file__ or "").parent), quiet=1)
    os.environ.pop("UMPIRE_GAME", None)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False  # rule tables are stored beside compiled files
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "thirty.toml").write_text(thirty.scenario(), encoding="utf-8")
        play_folder = folder / "commands"
        play_folder.mkdir()
        new_game(play_folder / "thirty.umpire", folder / "thirty.toml", "1")
        commands(play_folder, runs)
        amends(play_folder, runs)
        in_process(folder, runs)
        at_the_prompt(folder, runs)
        upgrades(folder)


if __name__ == "__main__":
    main()

"""Random input of every kind from outside for the program: `.venv/bin/python bench/fuzz.py [SECONDS] [SEED]`.

Words, dice, answers, scenario bytes, house bytes, rule files, maps of Tiled, game bytes, game files forged under a
right seal, and amends along random evenings, of all four games. Each try must end within five seconds with an exit code
from 0 to 4, a clear line where it fails, no traceback, and a game as it was unless something was recorded. Prints how
many were tried of each kind, and every failure, once for each place.
"""

from __future__ import annotations

import io
import json
import os
import random
import re
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.cli.damage import forge, forge_position, hurt, tamper
from umpire.__main__ import main
from umpire.cli.command import verbs_of
from umpire.core.mistakes import Mistake
from umpire.game.gamefile.store import open_game
from umpire.game.lines import COMMANDS
from umpire.game.rulebook.tables import data_folder
from umpire.play.documents import find
from umpire.rulesets import find as ruleset

GAMES = {
    "worked-example-1": "two-star-general",
    "worked-example-2": "three-star-general",
    "bridgehead": "two-star-general",
    "asp-two-groups": "asp-ww2",
    "asp-opening": "asp-ww2",
    "d20-opening": "d20-elements",
}
listed = str.split
WILD = (*listed("\x1b[31m é ' \\ { -1 1e9 = a= =a . / \""), "\u202e", "9" * 40, "x" * 5000)
CONNECTING = listed("at with reply to by and over smoke reveal show all air same game on")
NUMBERS = listed("0 1 2 3 100 250 600 0805 1005 6in 1.2km 600yd -3")
FACTS = listed(
    "range order terrain cover hex sp metres enemy going open rough flank kind option marker name side type unit ap "
    "light modules with model closer bad road commander edge hq arc round phase"
)
VALUES = ("yes", "no", "none", "M", "D", "woods", "6in", "r", "1,2", "", *WILD)
DICE = ("r", "x", "h3", "=11", "r3", "1 17", "2x6 1x5", "", "6", "12", "661", "5513", "61423561")
FLAGS = listed("--roll --defaults --json --odds --explain --dry-run")
ANSWERS = ("a", "+1 dust", "stay", "", "x/y", "reply -9 dust", "because", "attack +3 x")
PUT_IN = (b"[", b"]", b'"', b"= ", b"[[a]]\n", b"a.b.c = 1\n", b"-1", b"9" * 30, b"nan", b"{}", b"1979-05-27", b"\xff")
INSTEAD = (b"0", b"-5", b"9" * 20, b'""', b"[]", b"{}", b"true", b"1.5", b'"a"', b'"\\u001b[31m"', b"[[]]", b"nan")
READS = ("status", "log", "log 1", "log 2", "luck", "export", "undo", "redo", "map", "set game name=x", "sheet")


class Fuzz:
    """One run in the current folder: its games, a random stream, the number of tries, and the failures.

    No answer may take longer than `slow` seconds of work.
    """

    def __init__(self, seed: int, slow: float = 5.0) -> None:
        self.chance, self.slow = random.Random(seed), slow
        self.tried: Counter[str] = Counter()
        self.codes: Counter[int] = Counter()
        self.broken: dict[str, str] = {}
        self.slowest = (0.0, "")
        self.words: dict[str, list[str]] = {}
        for name in GAMES:
            self.said("new", name, "-g", f"{name}.umpire", "--seed", "5")
            shutil.copy(f"{name}.umpire", f"{name}.whole")
            listings = json.loads(self.said("status", "--json", "-g", f"{name}.umpire")[1])["status"]
            cells = {cell for listing in listings for row in listing["rows"] for cell in row[:2] if cell}
            self.words[name] = sorted({cell for cell in cells if " " not in cell}) or ["a"]

    def said(self, *argv: str) -> tuple[int, str, str]:
        """Return exit code, stdout and stderr."""
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = main(argv)
        return code, out.getvalue(), err.getvalue()

    def attempt(self, kind: str, argv: Sequence[str], game: Path | None = None) -> tuple[int, str]:
        """Try one command, check that it keeps the promises, and return exit code and stdout."""
        self.tried[kind] += 1
        before = game.read_bytes() if game else b""
        begun = time.process_time()
        try:
            code, out, err = self.said(*argv)
        except Exception as error:
            code, out, err = -1, "", f"{type(error).__name__} came out: {error}"
        took = time.process_time() - begun
        self.slowest = max(self.slowest, (took, repr(argv)))
        self.codes[code] += 1
        after = game.read_bytes() if game else b""
        if code not in range(5) or "Traceback" in err or "bug: " in err:
            self.broke(kind, argv, f"exit {code}: {err.strip()[-400:]}")
        elif code and not err and '"' not in out:
            self.broke(kind, argv, f"exit {code} without a word")
        if took > self.slow:
            self.broke(kind, argv, f"{took:.0f} seconds")
        if game and code and after != before:
            self.broke(kind, argv, "changed after a refusal")
        if game and not code and after != before:
            try:
                open_game(game).read()
            except Mistake as wrong:
                self.broke(kind, argv, f"recorded, and cannot be read: {wrong}")
        return code, out

    def broke(self, kind: str, argv: Sequence[str], what: str) -> None:
        """Store a failure, once for each place in the code or kind of trouble."""
        place = re.search(r" at (\S+:\d+)", what)
        key = place[1] if place else re.sub(r"\d+|'[^']*'|\"[^\"]*\"", "#", what)
        if key not in self.broken:
            self.broken[key] = f"{kind}: {what}\n    {argv!r}"[:1500]
            print("BROKEN", self.broken[key], flush=True)

    # --- typed text

    def word(self, name: str) -> str:
        """Return a word with a meaning, or with none at all."""
        pick, known = self.chance, self.words[name]
        fact = f"{pick.choice(FACTS)}={pick.choice((*VALUES, *known, str(pick.randrange(-2, 2000))))}"
        anything = "".join(chr(pick.choice((pick.randrange(32, 127), pick.randrange(1, 0x300)))) for _ in range(6))
        some = [pick.choice(WILD), anything, fact, fact, f"{pick.choice(known)}.{fact}", pick.choice(CONNECTING)]
        return pick.choice([*some, pick.choice(NUMBERS), *pick.choices(known, k=4)])

    def act(self) -> None:
        """Try an act, a correction, undo or redo, with random words, dice and answers; some are played."""
        pick, name = self.chance, self.chance.choice(list(GAMES))
        verbs = [*verbs_of(ruleset(GAMES[name])), "set", "what-if"]
        verb = pick.choice(verbs)
        words = [self.word(name) for _ in range(pick.randrange(6))]
        if pick.random() < 0.6:
            words[:0] = [pick.choice(self.words[name]), "at", pick.choice(self.words[name])]
        argv = [verb, *([pick.choice(verbs)] if verb == "what-if" else []), *words]
        if verb == "set":
            argv = pick.choice((argv, argv, ["undo"], ["redo", "--json"]))
        else:
            argv += pick.sample(FLAGS, pick.randrange(3))
            if pick.random() < 0.4:
                argv.append("--dice=" + "/".join(pick.choices(DICE, k=pick.randrange(1, 6))))
            if pick.random() < 0.3:
                argv.append(pick.choice(("--choose=", "--add=", "--ruling=")) + pick.choice(ANSWERS))
        self.attempt("acts, dice and answers", ["-g", f"{name}.umpire", *argv], Path(f"{name}.umpire"))
        if pick.random() < 0.02:
            shutil.copy(f"{name}.whole", f"{name}.umpire")

    def argv(self) -> None:
        """Try any command with any words and options."""
        pick, name = self.chance, self.chance.choice(list(GAMES))
        command = pick.choice([one for one in COMMANDS if one not in ("table", "demo", "edit", "new")])
        words = [self.word(name) for _ in range(pick.randrange(4))]
        more = pick.sample([*FLAGS, "-n", "-o", "--rules", "--zone", "--help", "--game-only"], pick.randrange(3))
        argv = [word.replace("/", "_") for word in (command, *words, *more)]
        self.attempt("argv", ["-g", f"{name}.umpire", *argv], Path(f"{name}.umpire"))

    def lines(self) -> None:
        """Try lines at the prompt, from a pipe."""
        name = self.chance.choice(list(GAMES))
        starts = [*verbs_of(ruleset(GAMES[name])), "status", "log", *self.words[name], *WILD]
        typed = (" ".join(self.word(name) for _ in range(self.chance.randrange(4))) for _ in range(5))
        text = "\n".join(f"{self.chance.choice(starts)} {words}" for words in typed)
        with patch("sys.stdin", io.StringIO(text)):
            self.attempt("lines at the prompt", ["table", "-g", f"{name}.umpire"])

    # --- files read

    def mutated(self, data: bytes) -> bytes:
        """Return bytes with some of them changed, lost, doubled, or a value replaced."""
        pick, made = self.chance, bytearray(data)
        for _ in range(pick.choice((1, 1, 1, 2, 5, 40))):
            at = pick.randrange(len(made))
            values = list(re.finditer(rb"=\s*(\S[^\n]*)", made))
            match pick.randrange(7):
                case 0:
                    made[at] ^= 1 << pick.randrange(8)
                case 1:
                    del made[at : at + pick.randrange(1, 60)]
                case 2:
                    made[at:at] = made[at : at + pick.randrange(1, 200)]
                case 3:
                    made[at:at] = pick.choice(PUT_IN)
                case _ if values:
                    one = pick.choice(values)
                    made[one.start(1) : one.end(1)] = pick.choice((*INSTEAD, pick.choice(values)[1]))
        return bytes(made)

    def scenario(self) -> None:
        """Try a damaged shipped scenario: it begins a game that can be shown and exported, or is refused."""
        name = self.chance.choice(list(GAMES))
        Path("any.toml").write_bytes(self.mutated(find(Path(name)).read_bytes()))
        self.begun("scenario bytes", ["new", "any.toml"])

    def house(self) -> None:
        """Try some sections of the published table as house rules, damaged."""
        name = self.chance.choice(list(GAMES))
        rules = GAMES[name]
        parts = re.split(r"(?m)^(?=\[)", (data_folder("tables") / f"{rules}.toml").read_text())[1:]
        text = f'name = "Club"\nextends = "{rules}"\n' + "".join(self.chance.sample(parts, min(3, len(parts))))
        Path("club.toml").write_bytes(self.mutated(text.encode()))
        self.begun("house bytes", ["new", name, "--house", "club.toml"])

    def begun(self, kind: str, argv: Sequence[str]) -> None:
        """Try a game: it answers every question, and its export begins a game again."""
        game = Path("any.game")
        game.unlink(missing_ok=True)
        if self.attempt(kind, [*argv, "-g", game.name])[0]:
            if game.exists():
                self.broke(kind, argv, "a refused scenario left a game")
            return
        for line in ("status", "sheet", "log", "export -o again.toml", "new again.toml -g again.game"):
            code, _ = self.attempt(kind, [*line.split(), *([] if "-g" in line else ["-g", game.name])])
            if code and line != "sheet":
                self.broke(kind, argv, f"a game is begun, and then `{line}` ends with {code}")
        for left in ("again.toml", "again.game"):
            Path(left).unlink(missing_ok=True)

    def bits(self) -> None:
        """Try a game file with bits flipped: the same answer, or a message that it is damaged."""
        name = self.chance.choice(list(GAMES))
        whole, game = Path(f"{name}.umpire"), Path("any.game")
        made = bytearray(whole.read_bytes())
        for _ in range(self.chance.choice((1, 1, 1, 3, 30))):
            made[self.chance.randrange(len(made))] ^= 1 << self.chance.randrange(8)
        game.write_bytes(made[: self.chance.randrange(len(made)) if self.chance.random() < 0.05 else None])
        for argv in (["status", "--json"], ["log", "--json"]):
            code, out = self.attempt("game bytes", [*argv, "-g", game.name], game)
            if not code and out != self.said(*argv, "-g", whole.name)[1]:
                self.broke("game bytes", argv, "another answer without a word")
        self.attempt("game bytes", ["undo", "-g", game.name], game)

    def values(self) -> None:
        """Try a game with a value changed by somebody who sealed it again."""
        pick, name = self.chance, self.chance.choice(list(GAMES))
        game = Path("any.game")
        shutil.copy(f"{name}.umpire", game)
        n = pick.randint(1, open_game(game).read().number)
        where = {"position": pick.random() < 0.6, "column": pick.choice(("data", "changes")), "n": n}
        tamper(game, lambda value: hurt(value, pick), **where)
        verb, words = pick.choice(list(verbs_of(ruleset(GAMES[name])))), pick.choices(self.words[name], k=2)
        for line in (*pick.sample(READS, 3), f"{verb} {words[0]} at {words[1]} --roll --defaults"):
            self.attempt("game values", [*line.split(), "-g", game.name], game)

    def rule_file(self) -> None:
        """Try a damaged rule file: it is refused, or a game by it can be begun, shown, have its odds computed, and be
        exported.
        """
        pick, folder = self.chance, data_folder("examples") / "rules"
        name = pick.choice(sorted(path.name for path in folder.glob("*.toml")))
        text = (folder / name).read_bytes()
        head = re.search(rb'ruleset = "(\w+\.toml)"', text)
        for path in folder.glob("*.toml"):
            shutil.copy(path, path.name)
        told = head[1].decode() if head else name
        Path(told).write_bytes(self.mutated((folder / told).read_bytes()))
        self.attempt("rule files", ["check", told])
        self.attempt("rule files", ["--rules", told, "sheet"])
        if head:
            self.begun("rule files", ["new", name])
            for line in ("can", "print cards --json", "report --md"):
                if Path("any.game").exists():
                    self.attempt("rule files", [*line.split(), "-g", "any.game"])

    def tiled(self) -> None:
        """Try a map drawn in Tiled with a value or bytes changed: a battle on it begins, or is refused."""
        folder = data_folder("examples")
        Path("mill.toml").write_bytes((folder / "mill.toml").read_bytes())
        drawn = (folder / "mill.tmj").read_bytes()
        if self.chance.random() < 0.7:
            made = json.loads(drawn)
            for _ in range(self.chance.choice((1, 1, 2, 5))):
                made = hurt(made, self.chance)
            Path("mill.tmj").write_text(json.dumps(made))
        else:
            Path("mill.tmj").write_bytes(self.mutated(drawn))
        self.begun("maps of Tiled", ["new", "mill.toml"])

    def forged(self) -> None:
        """Try a game with other values in the record, sealed again: a line tells that it is damaged, and the command
        ends.
        """
        pick, name = self.chance, self.chance.choice(list(GAMES))
        game = Path("any.game")
        shutil.copy(f"{name}.umpire", game)
        for argv in (["note", "a"], ["undo"], ["redo"], ["set", "game", "name=y"]):
            self.said(*argv, "-g", game.name)
        last = open_game(game).read().number
        numbers = (*INSTEAD_OF_NUMBERS, pick.randint(1, last))
        for _ in range(pick.choice((1, 1, 2, 4))):
            column = pick.choice(("parent", "target", "redo_below", "undone", "command", "changes", "data", "kept"))
            found = ("changes", "data", "kept")
            value: object = pick.choice((0, 1)) if column == "undone" else pick.choice(numbers)
            try:
                if column in found:
                    one = json.loads(entries_of(game)[pick.randrange(last)][column])
                    value = pick.choice((*[json.dumps(hurt(one, pick))] * 5, "", "[", "null", "[" * 9000))
                forge(game, pick.randint(1, last), **{column: value})
            except (sqlite3.Error, ValueError, OverflowError):  # no file can contain that, or it is damaged already
                break
        if pick.random() < 0.3:
            forge_position(game, head=pick.choice(numbers[1:]))
        amend = ["amend", str(pick.randint(1, last)), pick.choice(DICE), "--roll"]
        lines = [
            line.split()
            for line in (*READS, "report --md", "screen --json", "again", "audit", "can", "report -o a.html")
        ]
        for argv in pick.sample([*lines, amend, ["amend", "2", "--drop"]], 4):
            self.attempt("forged games", [*argv, "-g", game.name], game)
        Path("a.html").unlink(missing_ok=True)

    def amends(self) -> None:
        """Try an evening of random acts, with entries amended on the way: nothing is lost, and undo takes it back."""
        pick, name = self.chance, self.chance.choice(list(GAMES))
        game = Path("evening.game")
        shutil.copy(f"{name}.whole", game)
        verbs = list(verbs_of(ruleset(GAMES[name])))
        for _ in range(12):
            one, other = pick.choices(self.words[name], k=2)
            line = pick.choice(
                ([pick.choice(verbs), one, "at", other], [pick.choice(verbs), one], ["next"], ["set", one, "name=z"])
            )
            more = [] if line[0] == "set" else ["--roll", "--defaults", "--ruling=why"]
            self.attempt("amends", [*line, *more, "-g", game.name], game)
            last = open_game(game).read().number
            if last > 1 and pick.random() < 0.5:
                what = pick.choice(
                    ([pick.choice(DICE)], ["--drop"], ["--before", "note", "b"], line, ["--ruling", "x"])
                )
                before = open_game(game).entries()
                argv = [
                    "amend",
                    str(pick.randint(1, last)),
                    *what,
                    *pick.sample(("--roll", "--defaults", "--dry-run"), 2),
                ]
                if self.attempt("amends", [*argv, "-g", game.name], game)[0] == 0:
                    kept = [one._replace(undone=False) for one in open_game(game).entries()[: len(before)]]
                    if kept != [one._replace(undone=False) for one in before]:
                        self.broke("amends", argv, "an entry is not as it was")
            if pick.random() < 0.2:
                self.attempt("amends", [pick.choice(("undo", "redo")), "-g", game.name], game)
        for line in ("report --md", "log", "luck", "status all"):
            self.attempt("amends", [*line.split(), "-g", game.name], game)


INSTEAD_OF_NUMBERS = (None, 0, -1, 1, 2, 3, 9999, "x", 1.5, 2**62)
"""What may stand where a record has the number of an entry."""


def entries_of(game: Path) -> list[dict[str, Any]]:
    """Return the rows of the record as they are written."""
    with closing(sqlite3.connect(game)) as db:
        db.row_factory = sqlite3.Row
        return [dict(row) for row in db.execute("SELECT * FROM entries ORDER BY n")]


def fuzz(seconds: float, seed: int) -> Fuzz:
    """Try for so many seconds, in a folder of its own."""
    for name in ("UMPIRE_GAME", "EDITOR", "VISUAL", "UMPIRE_DEBUG"):
        os.environ.pop(name, None)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        run = Fuzz(seed)
        kinds = [run.act] * 4 + [run.argv] * 2 + [run.lines, run.scenario, run.house, run.bits, run.values]
        kinds += [run.rule_file, run.tiled, run.forged, run.forged, run.amends]
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            run.chance.choice(kinds)()
        os.chdir("/")
    return run


if __name__ == "__main__":
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
    made = fuzz(float(sys.argv[1]) if len(sys.argv) > 1 else 60, seed)
    print(", ".join(f"{kind} {count:,}" for kind, count in sorted(made.tried.items())))
    print(f"{made.tried.total():,} tried with seed {seed}, exit codes {dict(sorted(made.codes.items()))}")
    print(f"the slowest took {made.slowest[0]:.1f} s: {made.slowest[1][:200]}; broken: {len(made.broken)}")
    sys.exit(bool(made.broken))

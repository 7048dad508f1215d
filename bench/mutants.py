"""Random changes of the rules, one place at a time, to see whether a test notices.

    .venv/bin/python bench/mutants.py [COUNT] [--seed N] [--only PART] [--jobs 2] [--contexts FILE] [--out FILE]
    .venv/bin/python bench/mutants.py --again --out FILE [--contexts FILE]

Each mutant is one change in the code of a ruleset (a comparison, a sign, a number, `and` for `or`, a `not`, an effect
dropped) in a copy of the tree, where tests run until one fails: with the contexts that `covering.py` has written the
test files changed since, then the tests that run the changed line, quickest first, as many as `--budget` has room for
(and where the line runs when its module is imported all of its family, since there is no telling who hangs on it);
without, the tests of its family, the transcripts, the contract, the witnesses. What runs in a process of its own is no
part of the contexts: such a test can notice nothing here. What survives is printed with file, line and change.

The mutants of a seed are the same while the rules are; those with results in FILE are not run again. `--again` runs
those that survived in FILE once more, wherever their lines are now. `EQUIVALENT` names changes that no game could show,
and why.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import NamedTuple

from changes import Mutant, chosen, found_again, text_of
from covering import COMMON, Contexts, copied, interruptible, lines_of, of_others, read, tests_of_rules

EQUIVALENT = Path(__file__).parent / "equivalent_mutants.toml"
NEAREST = 40
"""So many of the quickest tests that run a line are tried before the others: they need not wait for all to be found."""

NOT_FOUND = "ERROR: not found: "
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", re.MULTILINE)
LOT = 60
"""Seconds of tests, as the contexts have them, that are run at a time."""

PATIENCE = 600
"""Seconds for one lot of tests: a change that makes a loop endless is noticed."""


class Heard(NamedTuple):
    """The result of a mutant (`killed`, `timeout`, `survived`), the seconds it took, and the test that noticed."""

    came: str
    seconds: float
    by: str


class Bench:
    """Copies of the tree, one for each job, in which mutants are tested; all files are compiled once, before the
    first.
    """

    def __init__(self, jobs: int, folder: Path, contexts: Contexts | None, budget: float) -> None:
        self.contexts, self.budget = contexts, budget
        self.free: SimpleQueue[Path] = SimpleQueue()
        first = copied(folder / "copy0")
        subprocess.run([sys.executable, "-m", "compileall", "-q", str(first / "umpire")], check=True)
        self.new = contexts.new_tests() if contexts else []
        for each in (["--collect-only", *tests_of_rules()], *([self.new] if self.new else [])):
            done = _pytest(first, each, writing=True)
            if done.returncode:
                raise SystemExit(f"{done.stdout}\nthe tests must all pass before any rule is changed")
        self.free.put(first)
        for job in range(1, jobs):
            self.free.put(shutil.copytree(first, folder / f"copy{job}"))

    def heard(self, mutant: Mutant) -> Heard:
        """Return the result of a mutant, with the seconds it took and the test that noticed."""
        copy = self.free.get()
        path = copy / mutant.path
        text, stat = path.read_bytes(), path.stat()
        began = monotonic()
        try:
            every = [*self._tests(copy, mutant)]
            path.write_bytes(text[: mutant.start] + mutant.becomes.encode() + text[mutant.end :])
            # A compiled file is known by time and size: another time here, and the old one again with the old text.
            os.utime(path, (stat.st_atime, stat.st_mtime + 10))
            lots = (self._run(copy, tests) for tests in every)
            came, by = next((heard for heard in lots if heard), ("survived", ""))
        finally:
            path.write_bytes(text)
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
            self.free.put(copy)
        return Heard(came, round(monotonic() - began, 1), by)

    def _tests(self, copy: Path, mutant: Mutant) -> Iterator[list[str]]:
        """Yield the tests to run, one lot after the other while none of them fails."""
        if not self.contexts:
            yield _nearest_first(copy, Path(mutant.path))
            return
        lines, imported = lines_of(copy / mutant.path, mutant.line, mutant.line + mutant.was.count("\n"))
        known = mutant.path in self.contexts.same
        tests = [*self.contexts.covering(mutant.path, lines)] if known else []
        if not known or imported or self.contexts.at_import(mutant.path, lines):
            tests += self.contexts.all_of(mutant.path)
        lot, spent, of_lot = [each for each in self.new if not each.startswith(of_others(mutant.path))], 0.0, 0.0
        for at, test in enumerate(dict.fromkeys(tests)):
            if at == NEAREST or of_lot > LOT:
                yield lot
                lot, of_lot = [], 0.0
            lot.append(test)
            spent, of_lot = spent + self.contexts.seconds[test], of_lot + self.contexts.seconds[test]
            if spent > self.budget:
                break
        yield lot

    def _run(self, copy: Path, tests: list[str]) -> tuple[str, str] | None:
        """Return `killed` with the test, or `timeout`; None if all tests pass."""
        if not tests:
            return None
        try:
            done = _pytest(copy, tests)
        except subprocess.TimeoutExpired:
            return "timeout", ""
        if NOT_FOUND in done.stdout:  # the name of a test has changed with the rule
            return self._run(copy, sorted({test.partition("::")[0] for test in tests}))
        failed = FAILED.search(done.stdout)
        return ("killed", failed[1] if failed else "") if done.returncode else None


def _pytest(copy: Path, tests: list[str], *, writing: bool = False) -> subprocess.CompletedProcess[str]:
    """Run tests in a copy until one fails. Compiled files are written only if `writing` is set."""
    env = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "" if writing else "1"}
    told = copy / "tests.told"
    told.write_text("\n".join(tests))
    line = [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", "--tb=no", "-p", "no:cacheprovider", f"@{told}"]
    pipe, both = subprocess.PIPE, subprocess.STDOUT
    return subprocess.run(line, cwd=copy, env=env, stdout=pipe, stderr=both, text=True, timeout=PATIENCE, check=False)


def _nearest_first(copy: Path, module: Path) -> list[str]:
    """Return the tests in order: those of the room that name the module, the evenings, then all others."""
    room = sorted((copy / "tests" / module.parts[2]).rglob("test_*.py"))
    near = [path for path in room if re.search(rf"\b{module.stem}\b", path.read_text())]
    rest = [path for path in room if path not in near]
    return [*map(str, near), *COMMON, *map(str, rest)]


def equivalents() -> list[dict[str, str]]:
    """Return the changes that no game can show: `path`, the present `line`, `was`, `becomes`, and `why`."""
    known: list[dict[str, str]] = tomllib.loads(EQUIVALENT.read_text())["mutant"]
    return known


def is_equivalent(mutant: Mutant, known: list[dict[str, str]]) -> bool:
    """Return whether a change is one of those that no game can show."""
    told = {"path": mutant.path, "line": text_of(mutant), "was": mutant.was, "becomes": mutant.becomes}
    return any(told == {key: row[key] for key in told} for row in known)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", nargs="?", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="part of the path of the files to change")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--contexts", type=Path, help="which tests run which lines: a file of covering.py")
    parser.add_argument("--budget", type=float, default=150, help="seconds of tests for one mutant, as in the contexts")
    parser.add_argument("--out", type=Path, help="results are kept here, a JSON object a line")
    parser.add_argument("--again", action="store_true", help="those that survived in the file of --out")
    parser.add_argument("--list", action="store_true", help="name them, run nothing")
    told = parser.parse_args()
    interruptible()
    kept = [json.loads(line) for line in told.out.read_text().splitlines()] if told.out and told.out.exists() else []
    results = {Mutant(*row["mutant"]): row["came"] for row in kept}
    mutants = chosen(told.count, told.seed, told.only)
    if told.again:
        lived = [row for row in kept if row["came"] == "survived"]
        mutants = [now for row in lived for now in found_again(Mutant(*row["mutant"]), row["line"])]
        results = {}
    if told.list:
        print("\n".join(mutant.said for mutant in mutants))
        return 0
    known = equivalents()
    equivalent = {mutant for mutant in mutants if is_equivalent(mutant, known)}
    lines = {mutant: text_of(mutant) for mutant in mutants}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(told.jobs) as pool:
        bench = Bench(told.jobs, Path(folder), read(told.contexts) if told.contexts else None, told.budget)
        waiting = [mutant for mutant in mutants if mutant not in results]
        running = {pool.submit(bench.heard, mutant): mutant for mutant in waiting}
        for done in as_completed(running):
            mutant, heard = running[done], done.result()
            results[mutant] = heard.came
            if told.out:
                with told.out.open("a") as file:
                    file.write(json.dumps({"mutant": mutant, **heard._asdict(), "line": lines[mutant]}) + "\n")
            print(f"{heard.came:8} {heard.seconds:5.0f} s  {mutant.said}", flush=True)
    survivors = [mutant for mutant in mutants if results[mutant] == "survived"]
    alive = [mutant for mutant in survivors if mutant not in equivalent]
    killed = len(mutants) - len(survivors)
    print(f"\n{len(mutants)} mutants, {killed} killed, {len(survivors) - len(alive)} equivalent, {len(alive)} survive")
    for mutant in alive:
        print(f"  {mutant.said}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

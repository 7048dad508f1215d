"""The tests of each line of the rules, from one run under coverage; `mutants.py --contexts FILE` reads it.

    .venv/bin/pip install pytest-cov            # not a dependency of umpire
    .venv/bin/python bench/covering.py FILE [--jobs 2]

The tests of the rules run once in a copy of the tree, each with its own context, and must all pass. Caches
(`lru_cache`) are cleared before each test, so that every test runs all code that it depends on. FILE, a JSON object,
has the seconds of each test, the tests of each line, the lines that run when a module is imported, and a checksum of
each file: data of files that have changed since are not used.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
FAMILIES = ("asp", "d20", "plain", "star_general")
COMMON = (
    "tests/transcripts",
    "tests/test_contract.py",
    "tests/test_contract_fire.py",
    "tests/questions",
    "tests/cli/test_before.py",
    "tests/cli/test_grammar.py",
    "tests/before",
    "tests/play",
    "tests/mending",
    "tests/show",
    "tests/paper/test_cards.py",
    "tests/witnesses",
)
TIMES = "COVERING_TIMES"
"""Where the run under coverage writes the seconds of its tests."""


class Contexts(NamedTuple):
    """The data of one run under coverage."""

    seconds: Mapping[str, float]
    """Of each test, by its node id; under coverage, so rather long."""
    lines: Mapping[str, Mapping[int, tuple[str, ...]]]
    """The tests that run a line of a file, quickest first."""
    imported: Mapping[str, frozenset[int]]
    """Lines that run in no test, when modules are imported and tests collected: any test may hang on them."""
    same: frozenset[str]
    """The files of rules and of tests that are still what they were when the tests ran."""

    def covering(self, path: str, lines: Iterable[int]) -> tuple[str, ...]:
        """Return the tests that run one of these lines, quickest first, of test files that are unchanged."""
        known = self.lines.get(path, {})
        found = {test for line in lines for test in known.get(line, ()) if test.partition("::")[0] in self.same}
        return tuple(sorted(found, key=lambda test: (self.seconds.get(test, 0), test)))

    def all_of(self, path: str) -> list[str]:
        """Return all tests of a family, and those of no family, quickest first.

        Tests whose file imports the module, and tests that run part of it, stand first.
        """
        others = of_others(path)
        module = path.removesuffix(".py").replace("/", ".")
        files = {test.partition("::")[0] for test in self.seconds} & self.same
        naming = {file for file in files if module in (ROOT / file).read_text()}
        near = {test for tests in self.lines.get(path, {}).values() for test in tests}
        every = (test for test in self.seconds if test.partition("::")[0] in files and not test.startswith(others))
        return sorted(
            every,
            key=lambda test: (test.partition("::")[0] not in naming, test not in near, self.seconds[test], test),
        )

    def at_import(self, path: str, lines: Iterable[int]) -> bool:
        """True if one of these lines runs outside of tests."""
        return not self.imported.get(path, frozenset()).isdisjoint(lines)

    def new_tests(self) -> list[str]:
        """Return the test files written or changed since."""
        every = (str(path.relative_to(ROOT)) for path in sorted((ROOT / "tests").rglob("test_*.py")))
        return [path for path in every if path not in self.same and path.startswith(tuple(tests_of_rules()))]


def read(path: Path) -> Contexts:
    """Return the run stored in a file."""
    kept = json.loads(path.read_text())
    names = list(kept["seconds"])
    lines = {
        file: {int(line): tuple(names[at] for at in tests) for line, tests in rows.items()}
        for file, rows in kept["lines"].items()
    }
    imported = {file: frozenset(rows) for file, rows in kept["imported"].items()}
    same = frozenset(path for path, told in kept["sums"].items() if told == sum_of(ROOT / path))
    return Contexts(kept["seconds"], lines, imported, same)


def tests_of_rules() -> list[str]:
    """Return folders and files of the tests that may notice a change of the rules."""
    return [*(f"tests/{family}" for family in FAMILIES), *COMMON]


def sum_of(path: Path) -> int | None:
    """Return a checksum that tells whether a file has changed; None if there is no file."""
    return zlib.crc32(path.read_bytes()) if path.is_file() else None


def of_others(path: str) -> tuple[str, ...]:
    """Return the folders with tests of the other families than that of a file of rules."""
    return tuple(f"tests/{family}/" for family in FAMILIES if f"/{family}/" not in path)


def lines_of(path: Path, first: int, last: int) -> tuple[range, bool]:
    """Return the lines of the statement that contains some lines (of one with a body only these); and whether import
    runs it.

    Python does not count every line of a statement of several; and a default, a decorator, a field of a class run when
    their module is imported.
    """
    lines = range(first, last + 1)
    holders = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.stmt)]
    holders = [node for node in holders if node.lineno <= first and last <= (node.end_lineno or 0)]
    in_body = any(isinstance(node, ast.FunctionDef) and node.body[0].lineno <= first for node in holders)
    inner = min(holders, key=lambda node: (node.end_lineno or 0) - node.lineno, default=None)  # None: of a decorator
    if inner and not hasattr(inner, "body") and not isinstance(inner, ast.Match):
        lines = range(inner.lineno, (inner.end_lineno or 0) + 1)
    return lines, not in_body


def copied(copy: Path) -> Path:
    """Return a copy of the tree in which tests run, without compiled files."""
    for name in ("umpire", "tests", "tables", "examples", "docs", "bench"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "CHANGELOG.md"):
        shutil.copy2(ROOT / name, copy / name)
    return copy


def interruptible() -> None:
    """Let the processes started here hear Ctrl-C, even in the background, where it is ignored: some tests press it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    told = parser.parse_args()
    interruptible()
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(Path(folder) / "copy")
        times, data = Path(folder) / "times.json", Path(folder) / "coverage"
        env = {**os.environ, "PYTHONPATH": str(copy), "COVERAGE_FILE": str(data), TIMES: str(times)}
        told_pytest = ["-q", "-n", str(told.jobs), "-p", "no:cacheprovider", "-p", "bench.covering"]
        cover = ["--cov=umpire/rulesets", "--cov-context=test", "--cov-report="]
        line = [sys.executable, "-m", "pytest", *told_pytest, *cover, *tests_of_rules()]
        if done := subprocess.run(line, cwd=copy, env=env, check=False).returncode:
            print("the tests must all pass before any rule is changed", file=sys.stderr)
            return done
        told.file.write_text(json.dumps(_kept(copy, data, json.loads(times.read_text()))))
    return 0


def _kept(copy: Path, data: Path, seconds: dict[str, float]) -> dict[str, Any]:
    """Return the content of FILE for a run: tests by their number in `seconds`, to keep it small."""
    from coverage import CoverageData

    seen = CoverageData(str(data))
    seen.read()
    number = {test: at for at, test in enumerate(seconds)}
    lines: dict[str, dict[int, list[int]]] = {}
    imported: dict[str, list[int]] = {}
    for file in sorted(seen.measured_files()):
        path = str(Path(file).relative_to(copy.resolve()))
        for line, contexts in seen.contexts_by_lineno(file).items():
            tests = {context.rpartition("|")[0] for context in contexts if context}
            lines.setdefault(path, {})[line] = sorted(number[test] for test in tests)
            if "" in contexts:
                imported.setdefault(path, []).append(line)
    files = (path for room in ("umpire/rulesets", "tests") for path in sorted((copy / room).rglob("*.py")))
    sums = {str(path.relative_to(copy)): sum_of(path) for path in files}
    return {"seconds": seconds, "lines": lines, "imported": imported, "sums": sums}


# The rest is for pytest, which reads this file as a plugin.

_seconds: dict[str, float] = {}


def pytest_sessionstart() -> None:
    """Import every module of the rules outside of tests, and not in the first test that needs it."""
    for module in sorted((ROOT / "umpire" / "rulesets").rglob("*.py")):
        importlib.import_module(".".join(module.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))


def pytest_runtest_setup() -> None:
    for cache in _caches():
        cache.cache_clear()


def _caches() -> Iterator[Any]:
    """Yield every cache of umpire."""
    for name, module in [*sys.modules.items()]:
        if name.partition(".")[0] == "umpire":
            held = [*vars(module).values()]
            of_classes = (one for each in held if isinstance(each, type) for one in vars(each).values())
            yield from (one for one in (*held, *of_classes) if hasattr(type(one), "cache_clear"))


def pytest_runtest_logreport(report: Any) -> None:
    _seconds[report.nodeid] = round(_seconds.get(report.nodeid, 0) + report.duration, 4)


def pytest_sessionfinish(session: Any) -> None:
    if TIMES in os.environ and not hasattr(session.config, "workerinput"):
        Path(os.environ[TIMES]).write_text(json.dumps(_seconds))


if __name__ == "__main__":
    raise SystemExit(main())

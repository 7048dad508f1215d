"""Rules changed at random, one place at a time, to see whether a test notices.

    .venv/bin/python bench/mutants.py [COUNT] [--seed N] [--only PART] [--jobs 2] [--out FILE] [--list]

Each mutant is one change in the code of a ruleset (a comparison, a sign, a number, `and` for `or`, a `not`, an effect
dropped) in a copy of the tree, where the tests of its family, the transcripts, the contract and the witnesses run until
one fails. What survives is printed with file, line and change. The mutants of a seed are always the same; those with
results in FILE are not run again. `EQUIVALENT` names changes that no game could show, and why.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
RULES = ROOT / "umpire" / "rulesets"
EQUIVALENT = Path(__file__).parent / "equivalent_mutants.toml"
WORDS_ONLY = ("listing", "reference", "sheet", "whatif", "words", "now", "naming", "forms", "cards", "__init__")
"""Modules of words, of lists and of what people write: they have tests of their own kind."""

COMMON = (
    "tests/transcripts",
    "tests/witnesses",
    "tests/test_contract.py",
    "tests/test_contract_fire.py",
    "tests/cli/test_grammar.py",
)
PATIENCE = 600
SWAPS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}


class Mutant(NamedTuple):
    """One change: what stands in a file from `start` to `end`, and what takes its place."""

    path: str
    line: int
    start: int
    end: int
    was: str
    becomes: str

    @property
    def said(self) -> str:
        return f"{self.path}:{self.line}: {_short(self.was)}  ->  {_short(self.becomes)}"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 110 else f"{text[:107]}..."


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every change there is to make in a file."""
    text = path.read_text()
    starts = [0]
    for line in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    tree = ast.parse(text)
    words = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    words |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.arg | ast.AnnAssign) for part in _hint(node)}
    for node in ast.walk(tree):
        if id(node) not in words and isinstance(node, ast.expr | ast.stmt):
            for changed in _changes(node):
                start = starts[node.lineno - 1] + node.col_offset
                end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
                was = text.encode()[start:end].decode()
                new = f"({changed})" if isinstance(node, ast.BoolOp | ast.Compare | ast.BinOp) else changed
                yield Mutant(str(path.relative_to(ROOT)), node.lineno, start, end, was, new)


def _hint(node: ast.arg | ast.AnnAssign) -> Iterator[ast.AST]:
    return ast.walk(node.annotation) if node.annotation else iter(())


def _changes(node: ast.AST) -> Iterator[str]:
    """What could stand in the place of a node, as text."""
    match node:
        case ast.Compare(left, ops, comparators):
            for at, op in enumerate(ops):
                for other in SWAPS.get(type(op), ()):
                    yield ast.unparse(ast.Compare(left, [*ops[:at], other(), *ops[at + 1 :]], comparators))  # type: ignore[list-item]
        case ast.BinOp(left, op, right) if type(op) in SWAPS and not _is_text(node):
            yield ast.unparse(ast.BinOp(left, SWAPS[type(op)][0](), right))  # type: ignore[arg-type]
        case ast.BoolOp(op, values):
            yield ast.unparse(ast.BoolOp(SWAPS[type(op)][0](), values))  # type: ignore[arg-type]
        case ast.UnaryOp(ast.Not(), operand):
            yield ast.unparse(operand)
        case ast.Constant(bool() as value):
            yield str(not value)
        case ast.Constant(int() as value):
            yield str(value + 1)
        case ast.AugAssign(_, ast.Add(), _):
            yield "pass"
        case ast.Expr(ast.Call(ast.Attribute(_, "append" | "add" | "extend" | "update"))) | ast.Expr(ast.Yield()):
            yield "pass" if isinstance(node.value, ast.Call) else "yield from ()"
        case ast.IfExp(_, _, orelse) if not _is_text(node):
            yield ast.unparse(orelse)


def _is_text(node: ast.AST) -> bool:
    """Whether words are put together here."""
    strings = ast.JoinedStr
    return any(
        isinstance(p, strings) or (isinstance(p, ast.Constant) and isinstance(p.value, str)) for p in ast.walk(node)
    )


def chosen(count: int, seed: int, only: str) -> list[Mutant]:
    """So many mutants of all there are, the same for the same seed."""
    every: list[Mutant] = []
    for path in sorted(RULES.rglob("*.py")):
        if path.stem not in WORDS_ONLY and only in str(path):
            every += mutants_of(path)
    return random.Random(seed).sample(every, min(count, len(every)))


class Bench:
    """Copies of the tree, one for each job, in which mutants are heard."""

    def __init__(self, jobs: int, folder: Path) -> None:
        self.free: SimpleQueue[Path] = SimpleQueue()
        for job in range(jobs):
            copy = folder / f"copy{job}"
            for name in ("umpire", "tests", "tables", "examples", "docs", "bench"):
                shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
            for name in ("pyproject.toml", "README.md", "CHANGELOG.md"):
                shutil.copy(ROOT / name, copy / name)
            self.free.put(copy)

    def heard(self, mutant: Mutant) -> str:
        """`killed`, `timeout` or `survived`."""
        copy = self.free.get()
        path = copy / mutant.path
        text = path.read_bytes()
        try:
            path.write_bytes(text[: mutant.start] + mutant.becomes.encode() + text[mutant.end :])
            return self._run(copy, Path(mutant.path))
        finally:
            path.write_bytes(text)
            self.free.put(copy)

    def _run(self, copy: Path, module: Path) -> str:
        tests = _nearest_first(copy, module)
        env = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        line = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        try:
            done = subprocess.run(line, cwd=copy, env=env, capture_output=True, timeout=PATIENCE, check=False)
        except subprocess.TimeoutExpired:
            return "timeout"
        return "killed" if done.returncode else "survived"


def _nearest_first(copy: Path, module: Path) -> list[str]:
    """The tests that matter: those of the room that name the module, the evenings, then all the rest."""
    room = sorted((copy / "tests" / module.parts[2]).glob("test_*.py"))
    near = [path for path in room if re.search(rf"\b{module.stem}\b", path.read_text())]
    rest = [path for path in room if path not in near]
    return [*map(str, near), *COMMON, *map(str, rest)]


def equivalents() -> list[dict[str, str]]:
    """Changes that no game can show: `path`, the `line` as it stands there, what `was` there, `becomes`, and `why`."""
    return tomllib.loads(EQUIVALENT.read_text())["mutant"]


def is_equivalent(mutant: Mutant, known: list[dict[str, str]]) -> bool:
    """Whether a change is one of those that no game can show."""
    line = (ROOT / mutant.path).read_text().splitlines()[mutant.line - 1].strip()
    told = {"path": mutant.path, "line": line, "was": mutant.was, "becomes": mutant.becomes}
    return any(told == {key: row[key] for key in told} for row in known)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", nargs="?", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="part of the path of the files to change")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, help="results are kept here, a JSON object a line")
    parser.add_argument("--list", action="store_true", help="name them, run nothing")
    told = parser.parse_args()
    mutants = chosen(told.count, told.seed, told.only)
    if told.list:
        print("\n".join(mutant.said for mutant in mutants))
        return 0
    kept = told.out.read_text().splitlines() if told.out and told.out.exists() else []
    results = {tuple(row["mutant"]): row["came"] for row in map(json.loads, kept)}
    known = equivalents()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(told.jobs) as pool:
        bench = Bench(told.jobs, Path(folder))
        waiting = [mutant for mutant in mutants if tuple(mutant) not in results]
        for mutant, came in zip(waiting, pool.map(bench.heard, waiting), strict=True):
            results[tuple(mutant)] = came
            if told.out:
                with told.out.open("a") as file:
                    file.write(json.dumps({"mutant": mutant, "came": came}) + "\n")
            print(f"{came:8} {mutant.said}", flush=True)
    survivors = [mutant for mutant in mutants if results[tuple(mutant)] == "survived"]
    alive = [mutant for mutant in survivors if not is_equivalent(mutant, known)]
    killed = len(mutants) - len(survivors)
    print(f"\n{len(mutants)} mutants, {killed} killed, {len(survivors) - len(alive)} equivalent, {len(alive)} survive")
    for mutant in alive:
        print(f"  {mutant.said}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

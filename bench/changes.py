"""The possible changes in the code of the rules, one place at a time: see `mutants.py`."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from covering import ROOT

RULES = ROOT / "umpire" / "rulesets"
WORDS_ONLY = ("listing", "reference", "sheet", "whatif", "words", "now", "naming", "forms", "cards", "__init__")
"""Modules of words, of lists and of what people write: they have tests of their own kind."""

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
    """One change: the text of a file from `start` to `end`, and its replacement."""

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
    """Yield every possible change in a file."""
    text = path.read_text()
    starts = [0]
    for line in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    tree = ast.parse(text)
    words = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    words |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.arg | ast.AnnAssign) for part in _hint(node)}
    words |= {id(part) for node in ast.walk(tree) for part in _of_the_program(node)}
    for node in ast.walk(tree):
        if id(node) not in words and isinstance(node, ast.expr | ast.stmt):
            for changed in _changes(node):
                start = starts[node.lineno - 1] + node.col_offset
                end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
                was = text.encode()[start:end].decode()
                new = f"({changed})" if isinstance(node, ast.BoolOp | ast.Compare | ast.BinOp) else changed
                yield Mutant(str(path.relative_to(ROOT)), node.lineno, start, end, was, new)


def _of_the_program(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes below one that are no rules: the size of a cache (`lru_cache`), a check of equal lengths
    (`strict`).
    """
    match node:
        case ast.Call(ast.Name("lru_cache")):
            yield from ast.walk(node)
        case ast.keyword("strict"):
            yield node.value


def _hint(node: ast.arg | ast.AnnAssign) -> Iterator[ast.AST]:
    return ast.walk(node.annotation) if node.annotation else iter(())


def _changes(node: ast.AST) -> Iterator[str]:
    """Yield possible replacements of a node, as text."""
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
    """Return whether a node puts words together."""
    strings = ast.JoinedStr
    return any(
        isinstance(p, strings) or (isinstance(p, ast.Constant) and isinstance(p.value, str)) for p in ast.walk(node)
    )


def chosen(count: int, seed: int, only: str) -> list[Mutant]:
    """Return so many mutants of all, the same for the same seed."""
    every: list[Mutant] = []
    for path in sorted(RULES.rglob("*.py")):
        if path.stem not in WORDS_ONLY and only in str(path):
            every += mutants_of(path)
    return random.Random(seed).sample(every, min(count, len(every)))


def text_of(mutant: Mutant) -> str:
    """Return the line of a change in the file."""
    return (ROOT / mutant.path).read_text().splitlines()[mutant.line - 1].strip()


def found_again(mutant: Mutant, text: str) -> list[Mutant]:
    """Return the same change in the present file: all changes in the line of this text, nearest to the old place."""
    path = ROOT / mutant.path
    made = mutants_of(path) if path.exists() else ()
    same = [now for now in made if (now.was, now.becomes) == (mutant.was, mutant.becomes) and text_of(now) == text]
    nearest = min((abs(now.line - mutant.line) for now in same), default=0)
    return [now for now in same if abs(now.line - mutant.line) == nearest]

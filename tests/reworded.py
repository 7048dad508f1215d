"""Umpire with every sentence replaced: its behaviour must not change.

Call `install()` before any import of `umpire`. From then on its modules are loaded with each word of each sentence
altered (`tank B is pinned` becomes `tankx B isx pinnedx`), and so are the sentences of our tables. A sentence is a text
of two words or more, an f-string counted whole. These stay: docstrings, annotations, keys of dicts, SQL, regular
expressions, markup, lists to be split, and everything that people type, such as `range=2` or `--dice`.

    pytest --reworded tests/d20 ...     runs tests so: those of the rules hold meaning and pass
    python -m tests.reworded status     is a command so

Where a test fails so, either the program reads a sentence back or the test does.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from tempfile import mkdtemp

WORD = re.compile(r"(?<![^\s(\"',;:])([A-Za-z]{2,})(?![^\s)\"',;:.?!])")
"""A word of a sentence: letters alone, no part of `range=2`, `{number}` or `--dice`."""
SENTENCE = re.compile(r"[A-Za-z{}]+[,;:]? +[A-Za-z({]")
NO_SENTENCE = re.compile(r"\s*(SELECT|INSERT|UPDATE|CREATE|PRAGMA|BEGIN|<)|.*(</|\{\{|\\[bdsw])|--? ", re.DOTALL)
SAYING = ("words", "why", "says")
"""The keys of a table that hold sentences."""
CALLED = {"compile", "fullmatch", "match", "search", "sub", "split", "find"}
"""Calls whose texts are patterns, or are taken apart."""
KEYED = {"Pool", "choose"}
"""Calls whose first text is a key, which is typed and recorded: `initiative German`."""
TYPED = {"BY_HAND", "DRAWN_AS", "_MODULES"}
"""Names of what is typed: `arrives = "by hand"`, `drawn as marsh`, the commands."""


def reworded(text: str, *, quoted: bool = False) -> str:
    """Return a text with each of its words altered, except words to type, which stand between backquotes.

    With `quoted` the text begins within them. CAPITALS stay: they tell hands what to do, and never change.
    """
    parts = text.split("`")
    return "`".join(part if (at + quoted) % 2 else WORD.sub(_altered_word, part) for at, part in enumerate(parts))


def _altered_word(found: re.Match[str]) -> str:
    word = found[1]
    return word if word.isupper() else f"{word}x"


def is_sentence(text: str) -> bool:
    """True if a text is two words or more, and not for a machine."""
    return bool(SENTENCE.search(text)) and not NO_SENTENCE.match(text)


class Rewording(ast.NodeTransformer):
    """A transformer that alters every sentence of a module."""

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, str) and is_sentence(node.value):
            return ast.copy_location(ast.Constant(reworded(node.value)), node)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        whole = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        quoted = False
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                part.value = self.visit(part.value)
            elif is_sentence(whole):
                quoted, part.value = quoted ^ bool(part.value.count("`") % 2), reworded(part.value, quoted=quoted)
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        node.values = [self.visit(value) for value in node.values]
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Attribute) and node.func.attr in CALLED:
            return node
        if isinstance(node.func, ast.Name) and node.func.id in KEYED and node.args:
            key, *node.args = node.args
            self.generic_visit(node)
            node.args = [key, *node.args]
            return node
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id in ("Annotated", "Literal"):
            return node
        return self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        """Leave out the fact to type instead of an objection, and the way an act is typed."""
        return node if node.arg in ("retype", "usage") else self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        return node if ast.unparse(node.targets[0]) in TYPED else self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value and not ast.unparse(node.annotation).startswith("Literal["):  # one of some words
            node.value = self.visit(node.value)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return node if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Leave out an enumeration: its values are typed and recorded."""
        return node if any("Enum" in ast.unparse(base) for base in node.bases) else self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.body = [self.visit(each) for each in node.body]
        node.args.defaults = [self.visit(each) for each in node.args.defaults]
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        return node


class Loader(SourceFileLoader):
    """A loader that rewords a module; no bytecode of it is stored."""

    def get_code(self, fullname: str):  # type: ignore[no-untyped-def]
        path = self.get_filename(fullname)
        tree = Rewording().visit(ast.parse(self.get_data(path), path))
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)

    def exec_module(self, module) -> None:  # type: ignore[no-untyped-def]
        super().exec_module(module)
        if module.__name__ == "umpire.game.rulebook.tables":
            usual, ours = module.data_folder, reworded_tables(module.data_folder("tables"))
            module.data_folder = lambda kind: ours if kind == "tables" else usual(kind)


class Finder(MetaPathFinder):
    """A finder of the modules of Umpire for the loader; the contract for rulesets is left to pytest."""

    def find_spec(self, fullname: str, path=None, target=None):  # type: ignore[no-untyped-def]
        if fullname.partition(".")[0] != "umpire" or fullname.startswith("umpire.testing"):
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is None or not spec.origin or not spec.origin.endswith(".py"):
            return spec
        places = spec.submodule_search_locations
        return spec_from_file_location(
            fullname, spec.origin, loader=Loader(fullname, spec.origin), submodule_search_locations=places
        )


def reworded_tables(folder: Path) -> Path:
    """Return a folder with our tables and clauses, their sentences altered."""
    import tomli_w

    ours = Path(mkdtemp())
    for path in folder.glob("*.toml"):
        rows = tomllib.loads(path.read_text(encoding="utf-8"))
        (ours / path.name).write_text(tomli_w.dumps(_altered(rows, ".clauses" in path.name)), encoding="utf-8")
    return ours


def _altered(value, says: bool):  # type: ignore[no-untyped-def]
    if isinstance(value, dict):
        return {key: _altered(each, says or key in SAYING) for key, each in value.items()}
    if isinstance(value, list):
        return [_altered(each, says) for each in value]
    return reworded(value) if says and isinstance(value, str) and is_sentence(value) else value


def install() -> None:
    """Reword every later import of Umpire. Raises RuntimeError if some of it is imported already."""
    if early := [name for name in sys.modules if name.partition(".")[0] == "umpire"]:
        raise RuntimeError(f"imported before it could be reworded: {early}")
    sys.meta_path.insert(0, Finder())


if __name__ == "__main__":
    install()
    from umpire.__main__ import main

    sys.exit(main())

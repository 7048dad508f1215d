"""Sentences drawn by a seed, to be read by somebody new: `.venv/bin/python bench/sample_sentences.py [SEED] [COUNT]`.

As many each from messages, pages, help, sheets and docstrings, each sentence once, between `>>` and `<<` in what people
read with it: the paragraph of a page, the row of a sheet, the command of a help text, the whole docstring below its
function. A message is shown as it was printed in an evening or in a test, with the line that was typed. One that was
printed in none is shown with its hint, or the hint with its error, and has a word in braces for each name or number.
`ANSWERS=FILE pytest` writes the answers of the tests to a file; with the same `ANSWERS=FILE`, messages are looked for
there too. A reader marks the sentences that need a second reading; at most 3 of 100 may.
"""

from __future__ import annotations

import ast
import json
import os
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.transcripts.evenings import answer
from tests.words import of_source, texts
from umpire.game.lines import COMMANDS
from umpire.rulesets import FAMILIES

ROOT = Path(__file__).parent.parent
SENTENCE = re.compile(r"[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]?")
UNREAD = re.compile(
    r"^\s*<|\(\?|\\[a-zA-Z.()\[\]{}|]|\[\^|[])][|*]|\b(?:SELECT|INSERT|UPDATE|PRAGMA|CREATE|DELETE|BEGIN|ROLLBACK)\b"
    r"|^\w+\[.*\]$|^[a-z' -]{90,}$|\w , \w"
    r"|^(?!.*\b(?:an?|the|of|in|on|at|to|by|for|is|are|was|be|not?|or|and|with|from|it|that|if|as|can|must|may|has"
    r"|each|its|this|never|than|makes|failed|before|up)\b)"
    r"[a-z]+(?: [a-z]+){3,}$"
)
"""Texts of the source that nobody reads as a sentence: pages of HTML, patterns, SQL, types, lists of words."""

VALUE = re.compile(r"\{(?:\w+|\.\.\.)?\}")
"""A value within a message, in braces."""

Drawn = tuple[str, str, str]
"""A place, a sentence, and the text that it is read in."""


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text, of four words or more."""
    for found in SENTENCE.findall(" ".join(text.split())):
        if len(re.findall(r"[A-Za-z]{2,}", found)) >= 4:
            yield found.strip()


def lists_of_words() -> Iterator[str]:
    """Yield the texts of the source that the program splits into words, such as `"he she it".split()`."""
    for path in sorted((ROOT / "umpire").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="split"), args=[]):
                    yield text


def hole(value: ast.expr) -> str:
    """Return the word for a value within a message: the name that the code has for it."""
    match value:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=owner, attr="name" | "label" | "shown" | "text" | "title" | "words" | "key"):
            return hole(owner)
        case ast.Attribute(attr=name):
            return name
        case ast.Call(args=[ast.GeneratorExp(elt=each)]) | ast.Call(args=[each, *_]) | ast.Subscript(value=each):
            return hole(each)
        case ast.Call(func=each) | ast.Starred(value=each) | ast.IfExp(body=each) | ast.FormattedValue(value=each):
            return hole(each)
    return "..."


def written(node: ast.AST) -> str:
    """Return a text of the source with a word in braces for each value; "" for all that is not a text."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(str(part.value) if isinstance(part, ast.Constant) else f"{{{hole(part)}}}" for part in parts)
    return ""


def together(call: ast.Call) -> str:
    """Return the texts that a call is given, as they are printed together: an error, then its hint."""
    given = [(None, each) for each in call.args] + [(each.arg, each.value) for each in call.keywords]
    texts = [(name, written(each)) for name, each in given]
    return "\n".join(f"{name}: {text}" if name == "hint" else text for name, text in texts if " " in text)


def messages() -> Iterator[Drawn]:
    """Yield the messages of the program, with their files; SQL, HTML and lists of words are left out."""
    listed = {*lists_of_words()}
    for path in sorted((ROOT / "umpire").rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        among: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                for each in (*node.args, *(keyword.value for keyword in node.keywords)):
                    among[bare(written(each))] = together(node)
        named = {bare(written(node)): written(node) for node in ast.walk(tree)}
        for text in of_source(place, path.read_text(encoding="utf-8")):
            if text.kind == "messages" and text.text not in listed and not UNREAD.search(text.text):
                whole = named.get(text.text, text.text)
                for said in filter(has_words, sentences(whole)):
                    yield place, said, among.get(text.text, whole)


def has_words(said: str) -> bool:
    """Return whether a message has four words of its own."""
    return any(sentences(VALUE.sub(" ", said)))


def bare(text: str) -> str:
    """Return a message with `{}` for each of its values."""
    return VALUE.sub("{}", text)


def answers() -> Iterator[str]:
    """Yield each answer of the evenings below the line that was typed, then the sentences that tests of rules met."""
    more = [Path(os.environ["ANSWERS"])] if "ANSWERS" in os.environ else []
    for path in (*sorted((ROOT / "tests" / "transcripts").glob("*.txt")), *more):
        found = re.findall(r"^\$ .+\n(?:(?!\$ ).+\n)*", path.read_text(encoding="utf-8"), re.MULTILINE)
        yield from (each for each in found if "\n{" not in each)  # no JSON
    for path in sorted((ROOT / "tests").rglob("words.txt")):
        yield from path.read_text(encoding="utf-8").replace(" | ", "\nhint: ").splitlines()


def as_printed(drawn: Drawn) -> Drawn:
    """Return a message as it was printed, in its answer; as it is in the source, if none was found."""
    place, said, _ = drawn
    begin = r"(?<!\w)" if said[0].isalnum() else ""
    end = r"(?=;|\.?$|\. | \[|  )" if said.endswith("}") else r"(?!\w)"
    shape = re.compile(begin + r"[^\n]{1,80}?".join(map(re.escape, VALUE.split(said))) + end, re.MULTILINE)
    printed = ((found[0], answer) for answer in answers() if (found := shape.search(answer)))
    return (place, *next(printed, drawn[1:]))


def pages() -> Iterator[Drawn]:
    """Yield the sentences of README and docs, with their headings; code, tables and pictures are left out."""
    for text in texts():
        if text.kind == "pages":
            heading = text.path
            plain = re.sub(
                r"```.*?```|^    [^\n]*$|^\|[^\n]*$|^!\[[^\n]*$", "", text.text, flags=re.DOTALL | re.MULTILINE
            )
            for block in re.split(r"\n\s*\n|^\s*(?:[-*]|\d+\.) ", plain, flags=re.MULTILINE):
                if found := re.match(r"#+ (.*)", block.strip()):
                    heading = f"{text.path}, {found[1]}"
                for said in sentences(re.sub(r"^#.*", "", block.strip())):
                    yield heading, said, block


def helps() -> Iterator[Drawn]:
    """Yield the lines of help, an option with its words in one piece; text common to all commands is left out."""
    for line in ("--help", *(f"{verb} --help" for verb in COMMANDS)):
        shown = "\n".join(answer(f"umpire {line}"))
        for block in re.split(r"\n\s*\n|\n +(?=-|[a-z-]+  )", shown):
            if not re.search(r"Usage:|Show this message|^ *Arguments:", block):
                for said in sentences(block):
                    yield (
                        line,
                        said,
                        shown.partition("\n\n")[2].partition("\n\nOptions:")[0] if line != "--help" else block,
                    )


def sheets() -> Iterator[Drawn]:
    """Yield the sentences of the sheets, with the section and the row that they stand in."""
    for ruleset in FAMILIES:
        for section in json.loads("\n".join(answer(f"umpire sheet --rules {ruleset} --json")))["sheet"]:
            for row in [*section["rows"], *section["notes"]]:
                cells = [str(cell) for cell in row] if isinstance(row, list) else [str(row)]
                for cell in cells:
                    for said in sentences(cell):
                        yield f"{ruleset}, {section['title']}", said, " | ".join(cells)


def docstrings() -> Iterator[Drawn]:
    """Yield the sentences of docstrings, with the name of the module, class or function."""
    for path in sorted((ROOT / "umpire").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                shown = re.sub(r"^[^\n]*\n\Z", "", ast.unparse(node).partition(":\n")[0].splitlines()[-1])
                name = "module" if isinstance(node, ast.Module) else shown.strip()
                whole = ast.get_docstring(node) or ""
                for said in sentences(whole):
                    yield f"{path.relative_to(ROOT)}, {name}", said, whole


KINDS = {"messages": messages, "pages": pages, "help": helps, "sheets": sheets, "docstrings": docstrings}


def drawn(seed: int, count: int) -> Iterator[tuple[str, Drawn]]:
    """Yield the kind of each sentence, and the sentence, as many of each kind."""
    pick = random.Random(seed)
    os.environ["COLUMNS"] = "1000"
    for kind, found in KINDS.items():
        once = {said: (place, said, around) for place, said, around in found()}
        for said in pick.sample(sorted(once), count // len(KINDS)):
            yield kind, as_printed(once[said]) if kind == "messages" else once[said]


def marked(said: str, around: str) -> str:
    """Return a text with this sentence of it between `>>` and `<<`, and at most 300 letters before and after."""
    flat, said = " ".join(around.split()), " ".join(said.split())
    before, _, after = flat.partition(said)
    return f"{before[-300:]}>> {said} <<{after[:300]}" if said in flat else f">> {said} <<"


def main(seed: str = "1", count: str = "100") -> None:
    """Print them, numbered."""
    for number, (kind, (place, said, around)) in enumerate(drawn(int(seed), int(count)), 1):
        print(f"{number}. [{kind}: {place}]\n    {marked(said, around)}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

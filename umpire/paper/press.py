"""Pages printed by typst as PDF, PNG or SVG, from data and the templates of the program or of a club.

A template is written in typst. The data of a template is `data.json` in the same folder. A template may not use
packages, other files, or markup in the data. The same data give the same bytes. Typst runs as a separate process
(`typeset`).
"""

from __future__ import annotations

import json
import marshal
import re
import sys
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from umpire.core.mistakes import FileMistake, Mistake
from umpire.game.rulebook.tables import keep, kept_at
from umpire.paper.typeset import Typesetter, TypstWrong

Format = Literal["pdf", "png", "svg"]
PAPERS = {"a4": "a4", "letter": "us-letter"}
MOST = 1 << 20
"""The most bytes of a club's template."""
PPI = 200.0
"""The dots per inch of a PNG."""
FITTED = ("sheet", "cards")
"""The documents that typst fits to their room. Each gives its `<layout>`, which is used the next time."""
CHANGING = ("left", "place", "gone", "state")
"""Keys of a stand whose values change in play but always take the same space on the page."""
KNOWN = 1000
"""The most layouts of a document that are stored."""
LARGEST = 8 << 20
"""The most bytes of finished pages that are stored."""
OURS = Path(__file__).parent
_PACKAGE = re.compile(r'"(?:@|\\u\{0*40\})[^"]*"')


def printed(
    data: Mapping[str, Any],
    kind: Format = "pdf",
    paper: str = "a4",
    folder: Path | None = None,
    typesetter: Typesetter | None = None,
    ppi: float = PPI,
) -> list[bytes]:
    """Return the pages of all documents in the data (see `documents.data`).

    Each document is made by the template with its name. The result is one PDF, or one picture for each page. Templates
    in `folder` replace the program's own. The process of a given `typesetter` must be running already. Raises Mistake
    if typst is not installed or the paper is unknown, FileMistake for an error in a template.
    """
    if paper not in PAPERS:
        raise Mistake(f"{paper!r} is not a paper size", f"one of: {', '.join(PAPERS)}")
    last = kept_at(OURS / "templates" / f"{'-'.join(data['documents'])}-{kind}").with_suffix(".pages")
    digest = b"" if folder or sys.dont_write_bytecode else _digest(data, kind, paper, ppi)
    if digest and (kept := _kept(last, digest)):
        return kept
    try:
        with nullcontext(typesetter) if typesetter else Typesetter() as typst:
            made = _pressed(typst, data, paper, folder, data["documents"], format=kind, ppi=ppi)
    except TypstWrong as wrong:
        place = re.search(r"─ (?:\S*/)?([\w.-]+):(\d+)", wrong.diagnostic)
        where = f"{place[1]} line {place[2]}" if place else "a template"
        raise FileMistake(f"{where}: {wrong.message}", "; ".join(wrong.hints)) from None
    pages = made if isinstance(made, list) else [made]
    if digest and sum(map(len, pages)) <= LARGEST:
        keep(last, digest + marshal.dumps(pages, 4))  # every Python of today reads this form
    return pages


def _digest(data: Mapping[str, Any], kind: Format, paper: str, ppi: float) -> bytes:
    """Return a digest of everything that the pages depend on.

    Return b"" if typst is missing, or if the text needs fonts of the system.
    """
    typst, text = find_spec("typst"), json.dumps(data, ensure_ascii=False)
    if typst is None or not typst.origin or not _in_our_fonts(text):
        return b""
    typst_made = Path(typst.origin).stat().st_mtime_ns
    return sha256(repr((text, sorted(_ours().items()), kind, paper, ppi, typst_made)).encode(errors="replace")).digest()


def _kept(place: Path, digest: bytes) -> list[bytes]:
    """Return the pages that were printed last; [] if these pages have another digest."""
    try:
        kept = place.read_bytes()
    except OSError:
        return []
    pages: list[bytes] = marshal.loads(kept[len(digest) :]) if kept.startswith(digest) else []
    return pages


def _pressed(
    typst: Typesetter,
    data: Mapping[str, Any],
    paper: str,
    folder: Path | None,
    names: Iterable[str],
    **how: Any,
) -> Any:
    """Return the named documents as the bytes of one file, or as a list with the bytes of each page."""
    text = json.dumps(data, ensure_ascii=False)
    includes = "".join(f'#include "{name}.typ"\n' for name in names)
    pages = {
        **_ours(),
        **_of(folder),
        "data.json": text.encode(errors="replace"),
        "main": f'#set document(title: json("data.json").title, date: none)\n{includes}'.encode(),
    }
    inputs = {"paper": PAPERS[paper]}
    same: dict[str, Any] = {
        "root": str(OURS / "templates"),  # no other file can be read
        "font_paths": [str(OURS / "fonts")],
        "ignore_system_fonts": folder is None and _in_our_fonts(text),
    }
    if folder is None:
        found = {f"layout-{name}": _layout(name, typst, pages, data, same, inputs) for name in names if name in FITTED}
        inputs |= found
    return typst.compile(pages, sys_inputs=inputs, timestamp=0, **same, **how)


def _layout(
    name: str,
    typst: Typesetter,
    pages: dict[str, bytes],
    data: Mapping[str, Any],
    same: Mapping[str, Any],
    inputs: dict[str, str],
) -> str:
    """Return the layout with which a document fits its pages, as JSON. For cards, return the layout of each card. The
    search for a layout is slow, so each layout is stored in Python's folder of compiled files. Its key is a digest of
    everything that the layout depends on.
    """
    own = data["documents"][name]
    text = json.dumps({"title": data["title"], "documents": {name: own}}, ensure_ascii=False)
    only = {**pages, "data.json": text.encode(errors="replace"), "main": f'#include "{name}.typ"'.encode()}
    same_for_all = json.dumps([inputs, own.get("per_page"), *map(bytes.decode, _ours().values())]).encode()
    parts = own.get("cards", (own,))
    keys = [sha256(same_for_all + json.dumps(_lasting(part)).encode()).hexdigest() for part in parts]
    place = kept_at(OURS / "templates" / f"{name}.typ")
    try:
        known = json.loads(place.read_bytes())
    except (OSError, ValueError):
        known = {}
    if not known.keys() >= set(keys):
        found = {**inputs, f"layout-{name}": json.dumps([known.get(key) for key in keys])}
        layouts = json.loads(typst.compile(only, selector="<layout>", field="value", sys_inputs=found, **same))
        known |= zip(keys, layouts, strict=True)
        if not sys.dont_write_bytecode:
            keep(place, json.dumps(dict(list(known.items())[-KNOWN:])).encode())
    return json.dumps([known[key] for key in keys])


def _lasting(value: Any) -> Any:
    """Return the data without values that change in play but always need the same space on the page."""
    if isinstance(value, Mapping):
        return {word: _lasting(each) for word, each in value.items() if word not in CHANGING}
    return [_lasting(each) for each in value] if isinstance(value, list | tuple) else value


def _in_our_fonts(text: str) -> bool:
    """Return whether the program's own fonts have every character of a text."""
    return all(char < "\u0530" or "\u2000" <= char < "\u2600" or char == "✓" for char in set(text))


def _ours() -> dict[str, bytes]:
    """Return the program's templates by name."""
    return {each.name: each.read_bytes() for each in (OURS / "templates").glob("*.typ")}


def _of(folder: Path | None) -> dict[str, bytes]:
    """Return the templates of a club's folder.

    Raises FileMistake for a template that is too large or asks for a package.
    """
    found: dict[str, bytes] = {}
    if folder is None:
        return found
    if not folder.is_dir():
        raise FileMistake(
            f"{folder} is not a folder", "name the folder of your template files (for example a file sheet.typ)"
        )
    for path in sorted(folder.glob("*.typ")):
        if path.is_symlink() or not path.is_file() or path.stat().st_size > MOST:
            raise FileMistake(f"{path} is not a template", "a template must be a file of at most 1 MiB, and not a link")
        text = path.read_text(encoding="utf-8", errors="replace")
        if package := _PACKAGE.search(text):
            line = text[: package.start()].count("\n") + 1
            raise FileMistake(
                f"{path} line {line}: {package[0]} is not part of Umpire", "a template cannot use packages"
            )
        found[path.name] = text.encode()
    return found

"""Pages printed by typst from our templates, or a club's, and data: PDF, PNG or SVG.

A template is typst; it finds its data beside it as `data.json` and takes nothing from anywhere else: no package, no
file outside, no markup in the data. The same data give the same bytes. Typst runs as a process of its own (`typeset`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any, Literal

from umpire.core.mistakes import FileMistake, Mistake
from umpire.paper.typeset import Typesetter, TypstWrong

Format = Literal["pdf", "png", "svg"]
PAPERS = {"a4": "a4", "letter": "us-letter"}
MOST = 1 << 20
"""Bytes that a template of a club's may have."""
PPI = 200.0
"""How fine a PNG is: dots an inch."""
SHEET = "sheet"
"""The document whose type is set a little smaller where that saves a side: a club's rows would begin another."""
SIZES = (9.0, 8.8, 8.6, 8.4)
"""The sizes of it in points."""
OURS = Path(__file__).parent
_PACKAGE = re.compile(r'"(?:@|\\u\{0*40\})[^"]*"')


def printed(
    data: Mapping[str, Any],
    kind: Format = "pdf",
    paper: str = "a4",
    folder: Path | None = None,
    typesetter: Typesetter | None = None,
) -> list[bytes]:
    """The pages of the documents in the data (see `documents.data`), each by the template of its name.

    One PDF, or a picture a page. Templates in `folder` go before ours; a `typesetter` has begun already. Raises Mistake
    where typst is not installed or there is no such paper, FileMistake for a template that is wrong.
    """
    if paper not in PAPERS:
        raise Mistake(f"there is no paper {paper!r}", f"one of: {', '.join(PAPERS)}")
    try:
        with nullcontext(typesetter) if typesetter else Typesetter() as typst:
            press = partial(_pressed, typst, data, paper, folder)
            made = press(data["documents"], SIZES[0], format=kind, ppi=PPI)
            if SHEET in data["documents"] and (size := _size(press, data["documents"], made)) != SIZES[0]:
                made = press(data["documents"], size, format=kind, ppi=PPI)
    except TypstWrong as wrong:
        place = re.search(r"─ (?:\S*/)?([\w.-]+):(\d+)", wrong.diagnostic)
        where = f"{place[1]} line {place[2]}" if place else "a template"
        raise FileMistake(f"{where}: {wrong.message}", "; ".join(wrong.hints)) from None
    return made if isinstance(made, list) else [made]


def _pressed(
    typst: Typesetter,
    data: Mapping[str, Any],
    paper: str,
    folder: Path | None,
    names: Iterable[str],
    size: float,
    **how: Any,
) -> Any:
    """Some of the documents in the data, a sheet in type of so many points: bytes, or those of each page in a list."""
    text = json.dumps(data, ensure_ascii=False)
    includes = "".join(f'#include "{name}.typ"\n' for name in names)
    pages = {
        **_ours(),
        **_of(folder),
        "data.json": text.encode(errors="replace"),
        "main": f'#set document(title: json("data.json").title, date: none)\n{includes}'.encode(),
    }
    return typst.compile(
        pages,
        root=str(OURS / "templates"),  # nothing else can be read
        font_paths=[str(OURS / "fonts")],
        ignore_system_fonts=folder is None and _in_our_fonts(text),
        sys_inputs={"paper": PAPERS[paper], "size": f"{size:g}"},
        timestamp=0,
        **how,
    )


def _size(press: Callable[..., Any], documents: Mapping[str, Any], made: Any) -> float:
    """The size of type for a sheet: the largest that needs no more sides of paper than the smallest.

    One that has no more than both sides of a paper, and a side for each other place, is not tried smaller: it is slow.
    """

    def sides(size: float) -> int:
        return _sides(press((SHEET,), size, format="svg"))

    usual = _sides(made) if len(documents) == 1 else sides(SIZES[0])
    if usual <= 1 + len({part["place"] for part in documents[SHEET]["parts"]}):
        return SIZES[0]
    least = sides(SIZES[-1])
    return next((size for size in SIZES[:-1] if (usual if size == SIZES[0] else sides(size)) == least), SIZES[-1])


def _sides(made: Any) -> int:
    """How many pages were made."""
    if isinstance(made, list):
        return len(made)
    counted = re.search(rb"/Count (\d+)", made) if made[:5] == b"%PDF-" else None
    return int(counted[1]) if counted else 1


def _in_our_fonts(text: str) -> bool:
    """Whether the fonts we bring have all of it: Latin, Greek, Cyrillic, signs. Then none of the system's are read."""
    return all(char < "\u0530" or "\u2000" <= char < "\u2600" for char in set(text))


def _ours() -> dict[str, bytes]:
    """Our templates by name."""
    return {each.name: each.read_bytes() for each in (OURS / "templates").glob("*.typ")}


def _of(folder: Path | None) -> dict[str, bytes]:
    """The templates of a club's folder. Raises FileMistake for one that is too large or asks for a package."""
    found: dict[str, bytes] = {}
    if folder is None:
        return found
    if not folder.is_dir():
        raise FileMistake(f"{folder} is no folder", "--template names one of yours with a sheet.typ in it")
    for path in sorted(folder.glob("*.typ")):
        if path.is_symlink() or not path.is_file() or path.stat().st_size > MOST:
            raise FileMistake(f"{path} is no template", "a file of at most 1 MiB, and no link")
        text = path.read_text(encoding="utf-8", errors="replace")
        if package := _PACKAGE.search(text):
            line = text[: package.start()].count("\n") + 1
            raise FileMistake(f"{path} line {line}: {package[0]} would be fetched", "templates use what is here")
        found[path.name] = text.encode()
    return found

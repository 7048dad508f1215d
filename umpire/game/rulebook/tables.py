"""The files of rule tables. Only this module finds and reads these files; no other module knows where they are."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

from umpire.core.frozen import frozen
from umpire.core.mistakes import BadValue, FileMistake, did_you_mean

FORMAT = 1
LARGEST = 2**20
"""The greatest size of a scenario, a house file or a table, in bytes."""
KEPT = 1
"""The version of the stored tables that this Umpire writes and reads. It goes up if the same files lead to other stored
tables.
"""


MOST_LOADED = 8
_LOADED: dict[bytes, dict[str, Any]] = {}
"""The rows of the tables read last, by the first line of the stored file, which has the digests. At the prompt, every
line uses the same table.
"""


def data_folder(kind: str) -> Path:
    """Return the folder of `tables` or `examples`. In a checkout it is next to the package; in an installed program it
    is inside the package.
    """
    return _home(__file__) / kind


@lru_cache(maxsize=4)  # every line at the prompt asks
def _home(here: str) -> Path:
    package = Path(here).resolve().parent.parent.parent
    in_checkout = (package.parent / "tables" / "two-star-general.toml").is_file()
    return package.parent if in_checkout else package / "_data"


@frozen
class TableFile:
    """A rule table that was read: its rows, with house rules added, and a digest that changes if any row changes.

    `rows` has the sections of the file. `rules` maps each key of a clause to the number of the clause. `name` includes
    the house rules: `Two Star General, house rules Desert club`.
    """

    id: str
    name: str
    rows: Mapping[str, Any]
    digest: str


_HOUSED: dict[str, TableFile] = {}
"""The tables with house rules read last, by their digest. Their house rules were checked when the game began."""


def read_table_file(
    ruleset: str,
    known: list[str],
    house: Sequence[Mapping[str, Any]] = (),
    origins: Sequence[str | Path] = (),
    folder: Path | None = None,
    sections: Callable[[], Mapping[str, Any]] = dict,
    checked: str = "",
) -> TableFile:
    """Return the table of a ruleset. The rules in `house`, each parsed from a file, are added one after another.

    `origins` has the names of the house rules that errors show. `folder` is the folder of the tables, if another
    package has them. `sections` returns the sections that the family declares; it is called only if there are house
    rules. Rows of a table with the digest `checked` are not checked again.

    Raises Mistake for an unknown ruleset. Raises FileMistake for a table that cannot be read and for house rules that
    do not fit it.
    """
    if ruleset not in known:
        raise BadValue(f"ruleset {ruleset!r} is not known", did_you_mean(ruleset, known), word=ruleset)
    path = (folder or data_folder("tables")) / f"{ruleset}.toml"
    rows, digest = _published(path)
    if rows.get("format") != FORMAT:
        raise FileMistake(f"{path.name}: table format {rows.get('format')!r}", f"this Umpire reads format {FORMAT}")
    for section in ("options", "option_values"):  # a ruleset may have none
        rows.setdefault(section, {})
    published = TableFile(ruleset, str(rows["name"]), rows, digest)
    return _with_house(published, house, origins, sections(), checked) if house else published


def own_table(
    rows: Mapping[str, Any],
    house: Sequence[Mapping[str, Any]],
    origins: Sequence[str | Path],
    sections: Callable[[], Mapping[str, Any]],
    checked: str = "",
) -> TableFile:
    """Return the rows of a rule file as a table, with house rules added. Raises FileMistake."""
    import json

    digest = _digest(json.dumps(rows, sort_keys=True).encode())
    table = TableFile(str(rows["id"]), str(rows["name"]), rows, digest)
    return _with_house(table, house, origins, sections(), checked) if house else table


def clauses_path(table: Path) -> Path:
    """Return the path of the file with the clauses of a table. There may be no such file."""
    return table.with_suffix(".clauses.toml")


def _published(path: Path) -> tuple[dict[str, Any], str]:
    """Return a pair: the rows of a table, and its digest. In the rows, the section `rules` maps keys to the numbers of
    clauses.

    TOML is slow to parse, so the rows are also stored as JSON in Python's folder of compiled files. The first line of
    that file has the digests of the TOML files. If the JSON file cannot be read or written, or if the digests differ,
    the TOML is parsed, without a message.
    """
    import json

    table, clauses = read_bytes(path), clauses_path(path)
    numbered = read_bytes(clauses) if os.path.isfile(clauses) else b""
    digest = _digest(table)
    made_of = f"{KEPT} {digest} {_digest(numbered)}"
    place = kept_at(path)
    try:
        head, _, body = place.read_bytes().partition(b"\n")
        if head == f"{made_of} {crc32(body):08x}".encode():
            if head not in _LOADED:
                if len(_LOADED) >= MOST_LOADED:
                    _LOADED.clear()
                _LOADED[head] = json.loads(body)
            return _LOADED[head], digest
    except OSError:
        pass
    rows = _parsed(table, path)
    keys = {key: clause for clause in _parsed(numbered, clauses).get("clause", ()) for key in clause.get("keys", ())}
    if keys:
        rows["rules"] = {key: clause["id"].partition("-")[2] for key, clause in keys.items()}
    if not sys.dont_write_bytecode:
        with suppress(TypeError):  # a date, which no table of ours has
            body = json.dumps(rows).encode()
            keep(place, f"{made_of} {crc32(body):08x}\n".encode() + body)
    return rows, digest


def _digest(written: bytes) -> str:
    text = written.replace(b"\r\n", b"\n")
    return f"{crc32(text):08x}-{len(text)}"


def kept_at(path: Path) -> Path:
    """Return the path of the JSON made from a file."""
    folder = path.parent.absolute()
    prefix = sys.pycache_prefix
    kept = folder / "__pycache__" if prefix is None else Path(prefix, folder.relative_to(folder.anchor))
    return kept / f"{path.stem}.json"


def keep(place: Path, content: bytes) -> None:
    """Write the content to a file completely or not at all, even if other programs write the same file."""
    beside = place.with_name(f"{place.name}.{os.getpid()}")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(content)
        os.replace(beside, place)
    except OSError:  # a folder that may not be written
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def _with_house(
    published: TableFile,
    house: Sequence[Mapping[str, Any]],
    origins: Sequence[str | Path],
    sections: Mapping[str, Any],
    checked: str,
) -> TableFile:
    import json

    from umpire.game.rulebook.overlay import (  # a table without house rules needs neither
        laid_over,
        numbered,
        read_house,
    )

    def digest() -> str:  # only after a check: values that people write may not be valid JSON
        text = json.dumps(list(house), sort_keys=True).encode()
        return f"{published.digest}+{'+'.join(doc['id'] for doc in house)}-{crc32(text):08x}"

    rows, clubs, known = published.rows, {}, bool(checked) and digest() == checked
    if known and checked in _HOUSED:
        return _HOUSED[checked]  # the prompt reads the table of its game for each line
    for at, doc in enumerate(house):
        origin = origins[at] if at < len(origins) else f"house rules {doc.get('name', at + 1)}"
        try:
            club = read_house(doc)
            if club.extends != published.id:
                hint = f"these house rules fit a game with ruleset = {json.dumps(club.extends)}"
                raise FileMistake(f"extends: {club.extends!r}, but the ruleset of the game is {published.id}", hint)
            if club.id in clubs:
                raise FileMistake(f"id: {club.id} is used already", "list each house file only once")
            rows = laid_over(rows, club.rows, sections, known, whole=not checked)  # a game keeps its rules
        except FileMistake as wrong:
            raise _of_house(origin, wrong, numbered(doc, sections)) from None
        clubs[club.id] = club.name
    made = TableFile(published.id, f"{published.name}, house rules {' and '.join(clubs.values())}", rows, digest())
    if known:
        if len(_HOUSED) >= MOST_LOADED:
            _HOUSED.clear()
        _HOUSED[checked] = made
    return made


def _of_house(origin: str | Path, wrong: FileMistake, numbered: Mapping[str, str] | None = None) -> FileMistake:
    """Return the errors of house rules. If the rules are in a file, each error has its line. `numbered` is as in
    `toml.of_file`.
    """
    from umpire.game.rulebook.toml import of_file

    if isinstance(origin, str):
        return of_file(origin, wrong)
    return of_file(origin.name, wrong, read_text(origin), numbered)


def find_house(name: str, folder: Path) -> Path:
    """Return the path of a house file. `name` is a path from `folder`, with or without .toml, or the name of a file
    that is part of the program.
    """
    import os

    shipped = data_folder("examples") / "house"
    candidates = [folder / name, folder / f"{name}.toml"]
    if len(Path(name).parts) == 1:
        candidates += [shipped / name, shipped / f"{name}.toml"]
    return next((path for path in candidates if os.path.isfile(path)), candidates[0])


def is_house(text: str) -> bool:
    """Return whether a text is a file of house rules: it has the key `extends` before its first section."""
    import re

    head = re.split(r"(?m)^[ \t]*\[", text, maxsplit=1)[0]
    return re.search(r"(?m)^[ \t]*extends[ \t]*=", head) is not None


def read_house_file(path: Path, known: list[str] | None = None) -> dict[str, Any]:
    """Return a parsed house file, after a check of its header. If `known` is given, the file must extend one of these
    rulesets. Raises FileMistake.
    """
    from umpire.game.rulebook.overlay import read_house

    doc = read_toml(path)
    try:
        club = read_house(doc)
        if known is not None and club.extends not in known:
            raise FileMistake(f"extends: ruleset {club.extends!r} is not known", did_you_mean(club.extends, known))
    except FileMistake as wrong:
        raise _of_house(path, wrong) from None
    return doc


def read_toml(path: Path) -> dict[str, Any]:
    """Parse a TOML file. Raises FileMistake, which names the file, the line and the error."""
    return _parsed(read_bytes(path), path)


def _parsed(written: bytes, path: Path) -> dict[str, Any]:
    from umpire.game.rulebook import toml  # a table stored as JSON needs no parser

    text = as_text(written, str(path))
    try:
        return toml.parse_toml(text)
    except FileMistake as wrong:
        raise toml.of_file(path.name, wrong) from None


def read_text(path: Path) -> str:
    """Return the text of a file. Raises FileMistake."""
    return as_text(read_bytes(path), str(path))


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a file. Raises FileMistake."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
            raise FileMistake(
                f"{path} is not a file", "name a .toml file"
            )  # a pipe never ends, a device fills the memory
        if status.st_size > LARGEST:
            raise FileMistake(f"{path} is too large: {status.st_size:,} bytes", "name another file")
        return path.read_bytes()
    except FileNotFoundError:
        raise FileMistake(f"no file {path}", "check the name and the folder") from None
    except IsADirectoryError:
        raise FileMistake(f"{path} is a folder, not a file", "name a .toml file") from None
    except PermissionError:
        raise FileMistake(f"no permission to read {path}", "check the permissions of the file") from None
    except (OSError, ValueError) as wrong:
        reason = getattr(wrong, "strerror", None) or wrong
        raise FileMistake(f"{str(path)!r} cannot be read ({reason})", "check the name and the folder") from None


def as_text(written: bytes, origin: str) -> str:
    """Return the text of UTF-8 bytes. Every line end becomes a single line feed. Raises FileMistake."""
    try:
        text = written.decode("utf-8-sig")  # Notepad puts a mark before the text
    except UnicodeDecodeError:
        raise FileMistake(f"{origin} is not UTF-8 text", "save it as UTF-8") from None
    return text.replace("\r\n", "\n")

"""Rule tables: find, read and digest them. The one place that knows where they live."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any
from zlib import crc32

from umpire.core.frozen import frozen
from umpire.core.mistakes import FileMistake, Mistake, did_you_mean

FORMAT = 1


def data_folder(kind: str) -> Path:
    """The folder of `tables` or `examples`: beside the package in a checkout, inside it once installed."""
    package = Path(__file__).resolve().parent.parent
    in_checkout = (package.parent / "tables" / "two-star-general.toml").is_file()
    return package.parent / kind if in_checkout else package / "_data" / kind


@frozen
class TableFile:
    """A rule table as read: its parsed rows and a digest that changes with any of them."""

    id: str
    name: str
    rows: Mapping[str, Any]
    digest: str


def read_table_file(ruleset: str, known: list[str]) -> TableFile:
    """The table of a ruleset by name. Raises Mistake for an unknown ruleset, FileMistake for an unreadable table."""
    if ruleset not in known:
        raise Mistake(f"ruleset {ruleset!r} is not known", did_you_mean(ruleset, known))
    path = data_folder("tables") / f"{ruleset}.toml"
    rows = read_toml(path)
    if rows.get("format") != FORMAT:
        raise FileMistake(f"{path.name}: table format {rows.get('format')!r}", f"this Umpire reads format {FORMAT}")
    text = path.read_bytes().replace(b"\r\n", b"\n")
    digest = f"{crc32(text):08x}-{len(text)}"
    return TableFile(ruleset, str(rows["name"]), rows, digest)


def read_toml(path: Path) -> dict[str, Any]:
    """Parse a TOML file. Raises FileMistake with file, line and what is wrong."""
    import tomllib

    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise FileMistake(f"there is no file {path}", "check the name and the folder") from None
    except IsADirectoryError:
        raise FileMistake(f"{path} is a folder, not a file", "name a .toml file") from None
    except PermissionError:
        raise FileMistake(f"{path} may not be read", "check the permissions of the file") from None
    except UnicodeDecodeError:
        raise FileMistake(f"{path} is not UTF-8 text", "save it as UTF-8") from None
    except tomllib.TOMLDecodeError as wrong:
        raise FileMistake(f"{path.name}: {wrong}", "mend the TOML at that place") from None


When = Mapping[str, Any]
"""Conditions of a row: field -> value, list of values, or {min=, max=}. All of them must hold."""


def unmet(when: When, facts: object) -> str:
    """The first field of `facts` that keeps a row from applying, or "" if the row applies.

    A condition is an equal value, a list (one of), or a table with `min` and `max` (at least, at most).
    """
    for name, wanted in when.items():
        value = getattr(facts, name)
        if isinstance(wanted, list):
            met = value in wanted
        elif isinstance(wanted, Mapping):
            met = wanted.get("min", value) <= value <= wanted.get("max", value)
        else:
            met = value == wanted
        if not met:
            return name
    return ""


def check_when(when: When, facts: type) -> str:
    """The first condition that names no field of the dataclass `facts`, or ""."""
    known = {field.name for field in fields(facts)}
    return next((name for name in when if name not in known), "")

"""The command that installs a missing part, in the way this program was installed.

This module is loaded only if a part is missing.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import find_spec
from pathlib import Path
from typing import Any

DISTRIBUTION = "wargame-umpire"
"""The name of this program's package; the command and the import package are `umpire`.

No hint installs the program by this name.
"""


def how_to_get(extra: str) -> str:
    """Return the command that installs the libraries of an optional part: `print` or `screen`."""
    return how_to_add(*needed(extra))


def how_to_add(*packages: str) -> str:
    """Return the command that adds these packages to this program. Each package is a requirement, a folder or a
    file.
    """
    prefix = Path(sys.prefix)
    typed = " ".join(map(_quoted, packages))
    if (prefix / "pipx_metadata.json").is_file():
        return f"pipx inject {_pipx_name(prefix)} {typed}"
    if (prefix / "uv-receipt.toml").is_file():
        source, before = _uv_receipt(prefix)
        added = {_name_of(one) for one in packages}
        withs = [*(one for one in before if _name_of(one) not in added), *packages]
        return f"uv tool install {' '.join(f'--with {_quoted(one)}' for one in withs)} {source}"
    active = os.environ.get("VIRTUAL_ENV") == sys.prefix
    if find_spec("pip"):
        return f"{'python' if active else _nearest(sys.executable)} -m pip install {typed}"
    return f"uv pip install {'' if active else f'--python {_nearest(sys.executable)} '}{typed}"


def _name_of(package: str) -> str:
    return re.split(r"[^\w.-]", package)[0]


def _nearest(path: str) -> str:
    """Return a path. If the path is inside the current folder, it is made relative to that folder."""
    with suppress(ValueError):
        path = str(Path(path).relative_to(Path.cwd()))
    return _quoted(path)


def _quoted(word: str) -> str:
    """Return a word in quotes if a shell would split it without them."""
    if not re.search(r"[^\w./:+\\-]", word):
        return word
    return f'"{word}"' if os.name == "nt" else f"'{word}'"


def needed(extra: str) -> list[str]:
    """Return the libraries of an optional part of the program, each with the versions needed: `typst<1,>=0.14`.

    If the program was not installed, return only the names.
    """
    try:
        every = requires(DISTRIBUTION) or []
    except PackageNotFoundError:  # run from a folder without an installation
        every = []
    wanted = re.compile(rf"""extra\s*==\s*["']{extra}["']""")
    parts = [one.partition(";") for one in every]
    found = [what.strip() for what, _, when in parts if wanted.search(when)]
    return found or {"print": ["typst"], "screen": ["starlette", "uvicorn", "segno"]}[extra]


def _pipx_name(prefix: Path) -> str:
    with suppress(OSError, ValueError, KeyError, TypeError):
        return str(json.loads((prefix / "pipx_metadata.json").read_text())["main_package"]["package"])
    return DISTRIBUTION


def _uv_receipt(prefix: Path) -> tuple[str, list[str]]:
    """Return the source from which uv installed this program, and the packages added with `--with`. These packages must
    be named again, because uv removes packages that are not named.
    """
    found: list[dict[str, Any]] = []
    with suppress(OSError, ValueError, KeyError, TypeError):
        found = [dict(one) for one in tomllib.loads((prefix / "uv-receipt.toml").read_text())["tool"]["requirements"]]
    tool, *others = found or [{}]
    editable = "--editable " if "editable" in tool else ""
    return editable + _quoted(_uv_source(tool)), list(map(_uv_source, others))


def _uv_source(told: dict[str, Any]) -> str:
    """Return the source of a package in uv's receipt: a folder, a file, an address or a repository. If no source is
    given, return the name of the package.
    """
    where = next((str(told[key]) for key in ("editable", "directory", "path", "url") if key in told), "")
    where = where or (f"git+{told['git']}" if "git" in told else str(told.get("name", DISTRIBUTION)))
    extras = f"[{','.join(told['extras'])}]" if told.get("extras") else ""
    return f"{where}{extras}{told.get('specifier', '')}"

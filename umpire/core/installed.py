"""How a missing part comes in, in the words of the way this program was installed. Loaded only where one is missing."""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution, requires
from pathlib import Path
from typing import Any
from urllib.parse import urlparse
from urllib.request import url2pathname

DISTRIBUTION = "umpire"
"""What the package of this program is called where it is installed: never typed, that name is another's elsewhere."""


def how_to_get(extra: str) -> str:
    """Return what to type so that the libraries of a part, `print` or `screen`, are there."""
    prefix = Path(sys.prefix)
    needs = " ".join(f"'{one}'" if os.name != "nt" else f'"{one}"' for one in needed(extra))
    if (prefix / "pipx_metadata.json").is_file():
        return f"pipx inject {_pipx_name(prefix)} {needs}"
    if (prefix / "uv-receipt.toml").is_file():
        withs = " ".join(f"--with {one}" for one in needs.split())
        return f"uv tool install {withs} {_uv_source(prefix)}"
    if (clone := _clone()) and prefix.is_relative_to(clone) and (pip := _pip(prefix)).is_file():
        return f"{pip.relative_to(clone)} install -e '.[{extra}]'  (in {clone})"
    python = "python" if sys.prefix != sys.base_prefix else sys.executable
    return f"{python} -m pip install {needs}"


def needed(extra: str) -> list[str]:
    """Return the libraries of a part, each with its versions: `typst<1,>=0.14`; without metadata its name alone."""
    try:
        every = requires(DISTRIBUTION) or []
    except PackageNotFoundError:  # run from a folder
        every = []
    wanted = re.compile(rf"""extra\s*==\s*["']{extra}["']""")
    parts = [one.partition(";") for one in every]
    found = [what.strip() for what, _, when in parts if wanted.search(when)]
    return found or {"print": ["typst"], "screen": ["starlette", "uvicorn", "segno"]}[extra]


def _clone() -> Path | None:
    """Return the folder that is installed as it stands (PEP 610); None where it was copied."""
    with suppress(PackageNotFoundError, ValueError, OSError):
        told = json.loads(distribution(DISTRIBUTION).read_text("direct_url.json") or "{}")
        address = str(told.get("url", ""))
        if told.get("dir_info", {}).get("editable") and address.startswith("file:"):
            return Path(url2pathname(urlparse(address).path))
    return None


def _pip(prefix: Path) -> Path:
    return prefix / ("Scripts/pip.exe" if os.name == "nt" else "bin/pip")


def _pipx_name(prefix: Path) -> str:
    with suppress(OSError, ValueError, KeyError, TypeError):
        return str(json.loads((prefix / "pipx_metadata.json").read_text())["main_package"]["package"])
    return DISTRIBUTION


def _uv_source(prefix: Path) -> str:
    """Return what the tool was installed from: a folder, a file, an address or a repository, else its name."""
    with suppress(OSError, ValueError, KeyError, TypeError, IndexError):
        source: dict[str, Any] = tomllib.loads((prefix / "uv-receipt.toml").read_text())["tool"]["requirements"][0]
        if "editable" in source:
            return f"--editable {source['editable']}"
        if "git" in source:
            return f"git+{source['git']}"
        return str(source.get("directory") or source.get("path") or source.get("url") or source["name"])
    return DISTRIBUTION

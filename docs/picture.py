"""The picture of the prompt in README, from a real terminal: `python docs/picture.py` writes docs/prompt.svg."""

from __future__ import annotations

import re
import sys
import tempfile
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.style import Style
from rich.text import Text

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.cli.terminal import COLUMNS, Terminal
from tests.evenings.sitting import in_full

PICTURE = Path(__file__).parent / "prompt.svg"
TYPED = ("ta tb para g1 g2 g3", "133456/4455x/para")
LAST, BELOW = "tb2", "ta para all "
NAMES = {"brown": "yellow", "brightbrown": "bright_yellow"}
"""What pyte calls otherwise than rich."""


def colour(name: str) -> str | None:
    """A colour of the screen as rich calls it."""
    if name == "default":
        return None
    if re.fullmatch("[0-9a-f]{6}", name):
        return f"#{name}"
    return NAMES.get(name, name.replace("bright", "bright_"))


def style(sign: Any) -> Style:
    """How a sign of the screen looks."""
    return Style(color=colour(sign.fg), bgcolor=colour(sign.bg), bold=sign.bold, reverse=sign.reverse)


def drawn(line: Any) -> Text:
    """A line of the screen with its colours."""
    signs = [line[column] for column in range(COLUMNS)]
    text = Text()
    for look, run in groupby(signs, key=style):
        text.append("".join(sign.data for sign in run), look)
    text.rstrip()
    return text


def main() -> None:
    """Play, and write what then stands on the screen."""
    with tempfile.TemporaryDirectory() as name:
        in_full(Path(name), ("umpire new worked-example-1",))
        with Terminal("table", cwd=name, term="xterm-256color") as at:
            at.wait("❯")
            for line in TYPED:
                at.enter(line)
            at.enter(LAST)
            at.type(BELOW, "dice on 6")
            lines = [drawn(line) for line in at.lines()]
    console = Console(record=True, width=COLUMNS, file=StringIO(), force_terminal=True, color_system="truecolor")
    while lines and not lines[-1].plain:
        lines.pop()
    for line in lines:
        console.print(line, no_wrap=True, overflow="crop")
    picture = console.export_svg(title="umpire table", unique_id="umpire")
    picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)  # nothing is fetched from anywhere
    PICTURE.write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()

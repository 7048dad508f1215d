"""The pictures of README: `python docs/pictures.py [NAME ...]` makes them, and writes what each was made of.

`docs/pictures.txt` has a digest of that for each; `tests/test_pictures.py` says which are of an older program. Chromium
draws the pages of a browser.
"""

from __future__ import annotations

import json
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable
from hashlib import sha256
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.style import Style
from rich.text import Text

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.cli.terminal import COLUMNS, Terminal
from tests.evenings.sitting import in_full, read
from umpire.board.palette import stylesheet
from umpire.paper import press
from umpire.paper.documents import Subject, data
from umpire.paper.press import printed
from umpire.rulesets import find
from umpire.screen.watch import Watcher

DOCS = Path(__file__).parent
MADE_OF = DOCS / "pictures.txt"
EVENING = DOCS.parent / "tests" / "evenings" / "bridgehead.txt"
ASSAULT = "umpire assault p1 p2 at k1"
"""Where in that evening the screen is looked at: behind this line."""
CARD = "k1"
TYPED = ("ta tb para g1 g2 g3", "133456/4455x/para")
LAST, BELOW = "tb2", "ta para all "
NAMES = {"brown": "yellow", "brightbrown": "bright_yellow"}
"""What pyte calls otherwise than rich."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


class Picture(NamedTuple):
    """What a picture is made of, as text, and how it is drawn."""

    made_of: str
    drawn: Callable[[], bytes]


def prompt() -> Picture:
    """The prompt of an evening, from a real terminal."""
    with tempfile.TemporaryDirectory() as name:
        in_full(Path(name), ("umpire new worked-example-1",))
        with Terminal("table", cwd=name, term="xterm-256color") as at:
            at.wait("❯")
            for line in TYPED:
                at.enter(line)
            at.enter(LAST)
            at.type(BELOW, "dice on 6")
            lines = [drawn(line) for line in at.lines()]
    while lines and not lines[-1].plain:
        lines.pop()

    def exported() -> bytes:
        console = Console(record=True, width=COLUMNS, file=StringIO(), force_terminal=True, color_system="truecolor")
        for line in lines:
            console.print(line, no_wrap=True, overflow="crop")
        picture = console.export_svg(title="umpire table", unique_id="umpire")
        return re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL).encode()  # nothing is fetched

    return Picture("\n".join(line.plain for line in lines), exported)


def board() -> Picture:
    """The board of the example corps."""
    with tempfile.TemporaryDirectory() as name:
        in_full(Path(name), ("umpire new corps", "umpire map -o board.svg"))
        found = (Path(name) / "board.svg").read_bytes()
    return Picture(found.decode(), lambda: found)


def sheet() -> Picture:
    """What hits and the dice added and lost, from the second side of the sheet of Two Star General."""
    ruleset = find("two-star-general")
    family, table = ruleset.family(), ruleset.table()
    found = data(["sheet"], Subject("", table.name, family, family.read_table(table.rows)))
    return on_paper(found, ("sheet",), lambda: small(printed(found, "png", ppi=100)[1], 0.592))


def card() -> Picture:
    """The card of a company with its machine guns."""
    from umpire.play.scenarios import new_game

    with tempfile.TemporaryDirectory() as name:
        session = new_game(Path(name) / "game.umpire", "bridgehead", seed="7")
        sides = tuple(session.head["sides"])
        battle = Subject("", session.table_file.name, session.family, session.table, session.state, sides)
        found = data(["cards"], battle)
    cards = found["documents"]["cards"]
    cards["per_page"], cards["cards"] = 1, [one for one in cards["cards"] if one["stand"]["id"] == CARD]
    return on_paper(found, ("cards",), lambda: small(printed(found, "png", ppi=140)[0]))


def on_paper(found: dict[str, Any], names: tuple[str, ...], draw: Callable[[], bytes]) -> Picture:
    """A picture of what is printed: made of its data and its templates."""
    templates = [(press.OURS / "templates" / f"{name}.typ").read_text() for name in ("umpire", *names)]
    return Picture("\n".join([json.dumps(found, sort_keys=True), *templates]), draw)


def screen() -> Picture:
    """The players' screen after an assault: its page, told once what it is told by the events."""
    pages = DOCS.parent / "umpire" / "screen"
    with tempfile.TemporaryDirectory() as name:
        evening = read(EVENING.read_text())
        until = next(at for at, line in enumerate(evening.full) if line.startswith(ASSAULT))
        in_full(Path(name), (evening.begins, *evening.full[: until + 1]))
        watcher = Watcher(next(Path(name).glob("*.umpire")))
        watcher.look()
        told = watcher.seen.told("light", None)
    once = f"setTimeout(() => this.onmessage({{ data: {json.dumps(told)} }}))"
    script = f"class EventSource {{ constructor() {{ {once} }} }}" + (pages / "page.js").read_text()
    style = stylesheet((pages / "page.css").read_text())
    page = (pages / "page.html").read_text()
    page = page.replace('<link rel="stylesheet" href="page.css">', f"<style>{style}</style>")
    page = page.replace('<script src="page.js" defer></script>', "")
    page = page.replace("</body>", f"<script>{script}</script></body>")
    return Picture(page, lambda: photographed(page, 1280, 800))


def report() -> Picture:
    """The head of the report of an evening."""
    with tempfile.TemporaryDirectory() as name:
        evening = read(EVENING.read_text())
        in_full(Path(name), (evening.begins, *evening.full, "umpire report -o report.html"))
        page = (Path(name) / "report.html").read_text()
    return Picture(page, lambda: photographed(page, 1100, 900))


def photographed(page: str, width: int, height: int, address: str = "") -> bytes:
    """A page as a browser shows it, as PNG."""
    browser = next((found for found in map(shutil.which, BROWSERS) if found), None)
    if browser is None:
        raise SystemExit(f"none of {', '.join(BROWSERS)} is here")
    with tempfile.TemporaryDirectory() as name:
        here, out = Path(name) / "page.html", Path(name) / "page.png"
        here.write_text(page)
        how = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={width},{height}"]
        waits = ["--virtual-time-budget=3000", f"--screenshot={out}", f"{here.as_uri()}{address}"]
        subprocess.run([browser, *how, *waits], check=True, capture_output=True, timeout=120)
        return out.read_bytes()


PICTURES: dict[str, Callable[[], Picture]] = {
    "prompt.svg": prompt,
    "board.svg": board,
    "play-sheet.png": sheet,
    "card.png": card,
    "screen.png": screen,
    "report.png": report,
}


def digest(picture: Picture) -> str:
    """What says that a picture is of what it was made of."""
    return sha256(picture.made_of.encode()).hexdigest()[:16]


def known() -> dict[str, str]:
    """The digests of the pictures there are."""
    lines = MADE_OF.read_text().splitlines() if MADE_OF.exists() else []
    return dict(line.split() for line in lines)


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


def small(png: bytes, share: float = 1) -> bytes:
    """A PNG of 8 bits in RGBA, or a share of it from above, as one of 4 bits in grey, a third as large."""
    chunks, at = {}, len(SIGNATURE)
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        chunks[kind] = chunks.get(kind, b"") + png[at + 8 : at + 8 + length]
        at += length + 12
    width, height, *form = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert form == [8, 6, 0, 0, 0]
    height = round(height * share)
    raw, wide, above, packed = zlib.decompress(chunks[b"IDAT"]), width * 4, bytes(width * 4), bytearray()
    for row in range(height):
        kind, line = raw[row * (wide + 1)], bytearray(raw[row * (wide + 1) + 1 : (row + 1) * (wide + 1)])
        for x in range(wide):
            left, corner = (line[x - 4], above[x - 4]) if x > 3 else (0, 0)
            near = (0, left, above[x], (left + above[x]) // 2, nearest(left, above[x], corner))
            line[x] = (line[x] + near[kind]) & 255
        above = bytes(line)
        greys = [round(green / 17) for green in line[1::4]] + [15] * (width % 2)
        packed += b"\0" + bytes(16 * one + other for one, other in zip(greys[::2], greys[1::2], strict=True))
    head = struct.pack(">IIBBBBB", width, height, 4, 0, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(packed), 9)), (b"IEND", b""))
    return SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in parts
    )


def nearest(left: int, above: int, corner: int) -> int:
    """Which of three neighbours is nearest to what goes on from them (the Paeth filter of PNG)."""
    goes_on = left + above - corner
    return min((left, above, corner), key=lambda each: abs(goes_on - each))


def main(names: list[str]) -> None:
    """Make the pictures named, or all."""
    made = known()
    for name in names or PICTURES:
        picture = PICTURES[name]()
        (DOCS / name).write_bytes(picture.drawn())
        made[name] = digest(picture)
        MADE_OF.write_text("".join(f"{each} {made[each]}\n" for each in PICTURES if each in made))


if __name__ == "__main__":
    main(sys.argv[1:])

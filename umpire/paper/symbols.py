"""The frames of the board for paper: black on white, the other sides in greys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from umpire.board.frames import frame
from umpire.board.svg import tag
from umpire.core.frozen import replace
from umpire.game.maps.drawn import Sign
from umpire.game.roster import Block

T = TypeVar("T")
PAPERS = ("#fff", "#d4d4d4", "#eee", "#bbb")
"""What the frames of each side are filled with."""


def picture(sign: Sign, fill: str = PAPERS[0]) -> str:
    """A frame as an SVG file of its own."""
    drawn = tag("g", frame(sign, fill, "#000", 30, thick=1.4), transform="translate(1 1)")
    return tag(
        "svg", drawn, xmlns="http://www.w3.org/2000/svg", viewBox="0 0 32 28", width=32, height=28,
        font_family="Noto Sans",
    )  # fmt: skip


def pictured(blocks: Iterable[Block], sides: Sequence[str]) -> tuple[tuple[Block, ...], dict[str, str]]:
    """The blocks with the name of its picture in every entry, and the pictures by name: each is drawn once."""
    pictures: dict[str, str] = {}
    found = []
    for block in blocks:
        stands = []
        for entry in block.stands:
            at = sides.index(entry.side) % len(PAPERS) if entry.side in sides else 0
            sign = entry.sign
            name = f"{at}-{sign.symbol}-{sign.weight}" if sign.symbol else f"{at}-{sign.words}"
            if name not in pictures:
                pictures[name] = picture(sign, PAPERS[at])
            stands.append(replace(entry, picture=name))
        found.append(replace(block, stands=tuple(stands)))
    return tuple(found), pictures

"""The frames of types, as on staff maps: a box of 30 by 20 with a sign in it."""

from __future__ import annotations

from umpire.board.svg import escaped, number, path, tag
from umpire.game.maps.drawn import Sign

_CROSS = "M0 0L30 20M30 0L0 20"
_SLASH = "M0 20L30 0"
_OVAL = "M10 5h10a5 5 0 0 1 0 10h-10a5 5 0 0 1 0-10z"

LINES = {
    "infantry": _CROSS,
    "armour": _OVAL,
    "mechanised": _CROSS + _OVAL,
    "artillery": "",
    "armoured-artillery": _OVAL,
    "anti-tank": "M0 20L15 1.5L30 20",
    "machine-gun": "M15 16.5V4M11 8l4-4.5 4 4.5M9.5 16.5h11",
    "mortar": "M15 12V3.5M11 7.5l4-4.5 4 4.5M12.4 14.5a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0z",
    "reconnaissance": _SLASH,
    "armoured-reconnaissance": _SLASH + _OVAL,
    "engineers": "M8 15.5V6h14v9.5M15 6v7.5",
    "anti-air": "M3 20c0-14 24-14 24 0",
    "hq": "",
    "transport": "M0 5h30M10 8h10a4 4 0 0 1 0 8h-10a4 4 0 0 1 0-8z",
    "truck": "M5 6.5h20v7h-20z",
    "observer": "M15 3.5l9 12.5h-18z",
    "parachute": _CROSS + "M7 18.5c1-4.5 7-4.5 8 0c1-4.5 7-4.5 8 0",
    "aircraft": "M15 10c-4-5.5-10-5.5-10 0s6 5.5 10 0c4-5.5 10-5.5 10 0s-6 5.5-10 0z",
    "infantry-gun": "M9 16h12",
}
"""What is drawn in the frame of each symbol."""

DOTS = {
    "artillery": ((15, 10, 3.4),),
    "armoured-artillery": ((15, 10, 2.4),),
    "truck": ((10, 15.5, 2.0), (20, 15.5, 2.0)),
    "observer": ((15, 11.8, 1.7),),
    "infantry-gun": ((15, 9, 2.8),),
}


def frame(sign: Sign, fill: str, ink: str, width: float, *, thick: float = 1.5) -> str:
    """A frame as wide as that, its upper left corner at the origin; lines `thick` on the sheet."""
    scale = width / 30
    drawn = tag("rect", width=30, height=20, fill=fill)
    drawn += path(LINES.get(sign.symbol, ""), fill="none")
    drawn += "".join(tag("circle", cx=x, cy=y, r=r, fill=ink, stroke="none") for x, y, r in DOTS.get(sign.symbol, ()))
    letters = sign.weight or ("" if sign.symbol else "".join(sign.words.split())[:2].upper())
    if letters:
        size = 8 if sign.symbol else 12
        drawn += tag(
            "text",
            escaped(letters),
            x=15,
            y=number(10 + size * 0.36),
            font_size=size,
            font_weight="bold",
            text_anchor="middle",
            fill=ink,
            stroke="none",
        )
    drawn += tag("rect", width=30, height=20, fill="none")
    if sign.symbol == "hq":
        drawn += path("M0 20v6", fill="none")
    return tag(
        "g",
        drawn,
        transform=f"scale({scale:.3f})",
        stroke=ink,
        stroke_width=number(thick / scale),
        stroke_linejoin="round",
    )

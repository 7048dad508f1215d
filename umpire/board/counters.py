"""Counters: each shows the symbol, strength and order of a stand, and a mark if the stand has acted.

Support stands are small symbols on the counter.

The symbols of types come from staff maps: a box of 30 by 20 with a sign in it.
"""

from __future__ import annotations

from umpire.board.palette import Palette
from umpire.board.plan import Plan
from umpire.board.svg import PREFIX, clean, escaped, moved, number, path, tag, words
from umpire.core.hexes import Hex
from umpire.core.outcome import number_of
from umpire.game.maps.drawn import DrawnObjective, Piece, Sign

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
"""The drawing in the frame of each symbol."""

DOTS = {
    "artillery": ((15, 10, 3.4),),
    "armoured-artillery": ((15, 10, 2.4),),
    "truck": ((10, 15.5, 2.0), (20, 15.5, 2.0)),
    "observer": ((15, 11.8, 1.7),),
    "infantry-gun": ((15, 9, 2.8),),
}


def frame(sign: Sign, fill: str, ink: str, width: float, *, thick: float = 1.5) -> str:
    """Return a symbol of this width. The upper left corner of the symbol is at the origin. `thick` is the width of its
    lines.
    """
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


WIDE, HIGH = 46, 37
"""The size of a counter. It leaves room in a hex for the number above and support stands below."""


def counter(piece: Piece, fill: str, colours: Palette, *, alone: bool = False) -> str:
    """Return a counter centred on the origin.

    `fill` is the colour of the stand's side. A title describes the stand in words.
    """
    ink = colours.counter
    drawn = tag("title", escaped(said(piece), 400)) if not alone else ""
    drawn += tag("rect", x=-21.5, y=-16.5, width=float(WIDE), height=float(HIGH), rx=3, fill="#000", opacity=0.22)
    drawn += tag("rect", x=-23.0, y=-18.5, width=float(WIDE), height=float(HIGH), rx=3, fill=fill, stroke=ink)
    drawn += tag("g", moved(frame(piece.sign, "#ffffff", ink, 24), -12, -14.5), class_="sign")
    if piece.order:
        drawn += words(
            piece.order[:1], -17.5, -5, 9, font_weight="bold", text_anchor="middle", fill=ink, class_="order"
        )
    if piece.acted:
        drawn += path("M14.5-8.5l2.4 3 4-6.5", fill="none", stroke=ink, stroke_width=1.6, stroke_linecap="round")
    id = clean(piece.id, 8)
    drawn += words(id, -20.5, 15, min(9.5, 42 / max(len(id), 1)), fill=ink, class_="id")
    drawn += _strength(piece, colours)
    for at, (_, sign) in enumerate(piece.beside[:3]):
        drawn += moved(frame(sign, fill, ink, 15, thick=1.0), -18 + 17 * at, 20.5)
    return drawn


def _strength(piece: Piece, colours: Palette) -> str:
    if piece.strength is None:
        return ""
    hurt = piece.full is not None and piece.strength < piece.full
    ink = colours.hurt if hurt else colours.counter
    of = f"{piece.strength}/{piece.full}" if hurt else str(piece.strength)
    size, kind = (11, "strength hurt") if hurt else (13, "strength")
    plate = ""
    if hurt:
        wide = 3 + 6.4 * len(of)
        plate = tag("rect", x=22 - wide, y=5.0, width=wide, height=12.5, rx=2, fill=colours.plate, class_="plate")
    return plate + words(of, 20.5, 15.5, size, font_weight="bold", text_anchor="end", fill=ink, class_=kind)


def said(piece: Piece) -> str:
    """Return the description of a counter, for a mouse pointer or a screen reader."""
    strength = "" if piece.strength is None else f", {piece.strength} of {piece.full}"
    order = f", order {piece.order}" if piece.order else ""
    beside = f", with {', '.join(name for name, _ in piece.beside)}" if piece.beside else ""
    return (
        f"{piece.name} ({piece.id}), {piece.sign.words}{strength}{order}{', has acted' if piece.acted else ''}{beside}"
    )


def placed(plan: Plan, h: Hex, piece: Piece, fill: str, colours: Palette) -> str:
    """Return a counter in its hex."""
    x, y = plan.centre(h)
    return moved(counter(piece, fill, colours), x, y, id=PREFIX + clean(piece.id).replace(" ", "-"))


def flag(plan: Plan, h: Hex, target: DrawnObjective, fill: str, colours: Palette) -> str:
    """Return an objective: a mark on its hex, and a flag with its points.

    `fill` is the colour of the side that holds the objective; "" means that no side holds it.
    """
    x, y = plan.centre(h)
    rim = path(plan.hexagon(h, 0.93), fill="none", stroke=colours.target, stroke_width=2.4, stroke_dasharray="7 4")
    ink = colours.counter if fill else colours.ink
    cloth = tag("title", escaped(f"{target.name}, {number_of(target.points, 'point')}"))
    cloth += path("M0 10V-12", fill="none", stroke=colours.target, stroke_width=2)
    cloth += path("M0-12h15l-3.5 5.5 3.5 5.5h-15z", fill=fill or colours.paper, stroke=colours.target, stroke_width=1.4)
    cloth += words(str(target.points), 5.5, -3.2, 8.5, font_weight="bold", text_anchor="middle", fill=ink)
    return rim + moved(cloth, x + 11, y - 23)


def cloth(colours: Palette) -> str:
    """Return a small flag for the legend."""
    return path("M0 4V-12h13l-3 4.5 3 4.5h-13", fill=colours.paper, stroke=colours.target, stroke_width=1.6)

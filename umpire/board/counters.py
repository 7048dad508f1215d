"""Stands as counters: frame, strength, order and whether it has acted; support stands as small frames beside."""

from __future__ import annotations

from umpire.board.frames import frame
from umpire.board.palette import Palette
from umpire.board.plan import Plan
from umpire.board.svg import PREFIX, clean, escaped, moved, path, tag, words
from umpire.core.hexes import Hex
from umpire.core.outcome import number_of
from umpire.game.maps.drawn import Piece, Target

WIDE, HIGH = 46, 37
"""A counter; it fits into a hex with room for the number above and support stands below."""


def counter(piece: Piece, fill: str, colours: Palette, *, alone: bool = False) -> str:
    """A counter around the origin, `fill` the colour of its side; what it says in words is its title."""
    ink = colours.counter
    drawn = tag("title", escaped(said(piece), 400)) if not alone else ""
    drawn += tag("rect", x=-21.5, y=-16.5, width=float(WIDE), height=float(HIGH), rx=3, fill="#000", opacity=0.22)
    drawn += tag("rect", x=-23.0, y=-18.5, width=float(WIDE), height=float(HIGH), rx=3, fill=fill, stroke=ink)
    drawn += moved(frame(piece.sign, "#ffffff", ink, 24), -12, -14.5)
    if piece.order:
        drawn += words(piece.order[:1], -17.5, -5, 9, font_weight="bold", text_anchor="middle", fill=ink)
    if piece.acted:
        drawn += path("M14.5-8.5l2.4 3 4-6.5", fill="none", stroke=ink, stroke_width=1.6, stroke_linecap="round")
    id = clean(piece.id, 8)
    drawn += words(id, -20.5, 15, min(9.5, 42 / max(len(id), 1)), fill=ink)
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
    size = 11 if hurt else 13
    return words(of, 20.5, 15.5, size, font_weight="bold", text_anchor="end", fill=ink)


def said(piece: Piece) -> str:
    """A counter in words, for who points at it or has it read aloud."""
    strength = "" if piece.strength is None else f", {piece.strength} of {piece.full}"
    order = f", order {piece.order}" if piece.order else ""
    beside = f", with {', '.join(name for name, _ in piece.beside)}" if piece.beside else ""
    return (
        f"{piece.name} ({piece.id}), {piece.sign.words}{strength}{order}{', has acted' if piece.acted else ''}{beside}"
    )


def placed(plan: Plan, h: Hex, piece: Piece, fill: str, colours: Palette) -> str:
    """A counter in its hex."""
    x, y = plan.centre(h)
    return moved(counter(piece, fill, colours), x, y, id=PREFIX + clean(piece.id).replace(" ", "-"))


def flag(plan: Plan, h: Hex, target: Target, fill: str, colours: Palette) -> str:
    """An objective: its hex set off, and a flag with its points, `fill` the colour of the side that holds it or ""."""
    x, y = plan.centre(h)
    rim = path(plan.hexagon(h, 0.93), fill="none", stroke=colours.target, stroke_width=2.4, stroke_dasharray="7 4")
    ink = colours.counter if fill else colours.ink
    cloth = tag("title", escaped(f"{target.name}, {number_of(target.points, 'point')}"))
    cloth += path("M0 10V-12", fill="none", stroke=colours.target, stroke_width=2)
    cloth += path("M0-12h15l-3.5 5.5 3.5 5.5h-15z", fill=fill or colours.paper, stroke=colours.target, stroke_width=1.4)
    cloth += words(str(target.points), 5.5, -3.2, 8.5, font_weight="bold", text_anchor="middle", fill=ink)
    return rim + moved(cloth, x + 11, y - 23)

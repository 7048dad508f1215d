"""Losses over time as a drawing: a step for each entry with losses, a line for each side."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from umpire.report.tale import Tale

WIDE, HIGH, LEFT, RIGHT, TOP, FOOT = 720, 270, 34, 110, 14, 52
DASHES = ("", "7 4", "2 3", "9 3 2 3")
"""Sides can be distinguished without colour, too."""


def chart(tale: Tale, inks: tuple[str, ...], faint: str, ink: str) -> str:
    """Return the drawing as SVG text, in these colours; a table next to it has the same numbers."""
    lines = tale.lines
    most = max([*(points for line in lines for points in line.toll.values()), 1])
    step, up = (WIDE - LEFT - RIGHT) / max(len(lines), 1), (HIGH - TOP - FOOT) / most
    drawn = [*_scenes(tale, step, faint)]
    for points in sorted({0, most, *range(0, most + 1, max(5 * round(most / 20), 1))}):
        y = HIGH - FOOT - up * points
        drawn.append(f'<path d="M{LEFT} {y:.1f}H{WIDE - RIGHT}" stroke="{faint}" stroke-width="1" opacity=".3"/>')
        drawn.append(_text(LEFT - 6, y + 4, str(points), 11, faint, "end"))
    ends: list[float] = []
    for number, side in enumerate(tale.sides):
        path, before = [f"M{LEFT} {HIGH - FOOT}"], 0
        for index, line in enumerate(lines, 1):
            if (now := line.toll[side]) != before:
                x, y = LEFT + step * index, HIGH - FOOT - up * now
                path.append(f"H{x:.1f}V{y:.1f}")
                if now < before:  # came back
                    drawn.append(_text(x - 4, y + 4, f"+{before - now}", 11, inks[number % len(inks)], "end"))
                before = now
        path.append(f"H{WIDE - RIGHT}")
        colour, dash = inks[number % len(inks)], DASHES[number % len(DASHES)]
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        drawn.append(f'<path d="{"".join(path)}" fill="none" stroke="{colour}" stroke-width="2.6"{dashed}/>')
        y = HIGH - FOOT - up * before + 4
        while any(abs(y - other) < 13 for other in ends):
            y += 13 if y < HIGH / 2 else -13
        ends.append(y)
        drawn.append(_text(WIDE - RIGHT + 6, y, f"{side} {before}", 13, ink, "start", bold=True))
    drawn += _dots(tale, step, up, inks)
    back = ", less recoveries (+)" if any(line.back for line in lines) else ""
    text = f"{tale.measure.words} lost{back}; numbers mark the turning points, lines mark the start of each {tale.unit}"
    drawn.append(_text(LEFT, HIGH - 6, text, 11, faint, "start"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img" '
        f'font-family="Helvetica, Arial, sans-serif"><title>Losses over time</title>{"".join(drawn)}</svg>'
    )


def _scenes(tale: Tale, step: float, faint: str) -> Iterator[str]:
    """Yield a line at the beginning of each round, with its number below; nights are grey."""
    at, days = 0, any(scene.when.day for scene in tale.scenes)
    for scene in tale.scenes:
        x, wide = LEFT + step * at, step * len(scene.lines)
        yield f'<path d="M{x:.1f} {TOP}V{HIGH - FOOT}" stroke="{faint}" stroke-width="1" opacity=".45"/>'
        if scene.when.night:
            room = f'x="{x:.1f}" y="{TOP}" width="{max(wide, 2):.1f}" height="{HIGH - FOOT - TOP}"'
            yield f'<rect {room} fill="{faint}" opacity=".3"/>'
        if wide > 14 or scene.when.night:
            yield _text(
                x + wide / 2, HIGH - FOOT + (29 if scene.when.night else 16), scene.when.short, 11, faint, "middle"
            )
        at += len(scene.lines)
    yield _text(WIDE - RIGHT + 6, HIGH - FOOT + 16, f"day.{tale.unit}" if days else tale.unit, 11, faint, "start")


def _dots(tale: Tale, step: float, up: float, inks: tuple[str, ...]) -> Iterator[str]:
    """Yield the turning points with their numbers. Each is on the line of the side that lost most at that point."""
    places = {line.number: at for at, line in enumerate(tale.lines, 1)}
    for at, line in enumerate(tale.turns, 1):
        side = max(tale.sides, key=lambda side: line.lost[side])
        x, y = LEFT + step * places[line.number], HIGH - FOOT - up * line.toll[side]
        colour = inks[tale.sides.index(side) % len(inks)]
        dot = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="{colour}"/>'
        number = _text(x, y + 4, str(at), 11, "#ffffff", "middle", bold=True)
        yield f'<a href="#e{line.number}" class="dot">{dot}{number}</a>'


def _text(x: float, y: float, words: str, size: int, fill: str, anchor: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"{weight}>'
        f"{escape(words)}</text>"
    )

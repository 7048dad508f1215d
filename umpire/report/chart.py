"""Losses over time as a drawing: a step for each entry that cost somebody something, a line for each side."""

from __future__ import annotations

from html import escape

from umpire.report.tale import Tale

WIDE, HIGH, LEFT, RIGHT, TOP, FOOT = 720, 250, 34, 110, 12, 40
DASHES = ("", "7 4", "2 3", "9 3 2 3")
"""Sides are told apart without colour, too."""


def chart(tale: Tale, inks: tuple[str, ...], faint: str, ink: str) -> str:
    """The drawing as SVG text, in these colours; what it shows stands in a table beside it, too."""
    lines = tale.lines
    most = max([*(points for line in lines for points in line.toll.values()), 1])
    step, up = (WIDE - LEFT - RIGHT) / max(len(lines), 1), (HIGH - TOP - FOOT) / most
    drawn, at = [], 0
    for scene in tale.scenes:
        x = LEFT + step * at
        drawn.append(f'<path d="M{x:.1f} {TOP}V{HIGH - FOOT}" stroke="{faint}" stroke-width="1" opacity=".45"/>')
        if len(scene.lines) * step > 14:
            middle = x + step * len(scene.lines) / 2
            drawn.append(_text(middle, HIGH - FOOT + 16, scene.when.short, 11, faint, "middle"))
        at += len(scene.lines)
    for points in sorted({0, most, *range(0, most + 1, max(5 * round(most / 20), 1))}):
        y = HIGH - FOOT - up * points
        drawn.append(f'<path d="M{LEFT} {y:.1f}H{WIDE - RIGHT}" stroke="{faint}" stroke-width="1" opacity=".3"/>')
        drawn.append(_text(LEFT - 6, y + 4, str(points), 11, faint, "end"))
    ends: list[float] = []
    for number, side in enumerate(tale.sides):
        path, before = [f"M{LEFT} {HIGH - FOOT}"], 0
        for index, line in enumerate(lines, 1):
            if (now := line.toll[side]) != before:
                path.append(f"H{LEFT + step * index:.1f}V{HIGH - FOOT - up * now:.1f}")
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
    drawn.append(_text(LEFT, HIGH - 6, f"{tale.measure.words} lost so far, entry by entry", 11, faint, "start"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img" '
        f'font-family="Helvetica, Arial, sans-serif"><title>Losses over time</title>{"".join(drawn)}</svg>'
    )


def _text(x: float, y: float, words: str, size: int, fill: str, anchor: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"{weight}>'
        f"{escape(words)}</text>"
    )

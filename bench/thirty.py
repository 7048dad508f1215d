"""Mapped Two Star General games of thirty stands, or more, as scenarios for the measurements."""

from __future__ import annotations

COLUMNS = 24


def scenario(battalions: int = 3) -> str:
    """Return the TOML of two forces of three battalions and guns each: 30 stands in all, on a board of 24 x 16 hexes;
    of 7, 62.
    """
    lines = [
        f'name = "{8 * battalions + 6} stands"',
        'ruleset = "two-star-general"',
        'sequence = "told"',
        'sides = ["Red", "Blue"]',
        "seed = 1",
        "[map]",
        'hexes = "flat"',
        'shifted = "even"',
        'rows = """',
        *(
            " ".join("w" if (row * 7 + column * 5) % 23 == 0 else "." for column in range(COLUMNS))
            for row in range(5 * battalions + 1)
        ),
        '"""',
        "[map.legend]",
        '"." = "open"',
        'w = "bocage"',
    ]
    for side, first in (("Red", 8), ("Blue", 10)):
        letter = side[0].lower()
        for unit in range(battalions):
            lines += [f"[units.{letter}{unit}]", f'name = "{side} {unit}"', f'side = "{side}"', 'order = "M"']
            row = 2 + unit * 5
            places = {"a": (first, row), "b": (first, row + 1)}
            for key, (column, line) in places.items():
                kind = "medium" if key == "a" else "infantry"
                lines += _stand(f"{letter}{unit}{key}", kind, f'unit = "{letter}{unit}"', column, line)
            behind = first + (-1 if side == "Red" else 1)
            lines += _stand(f"{letter}{unit}h", "hq", f'unit = "{letter}{unit}"', behind, row)
            lines += [
                f"[stands.{letter}{unit}m]",
                f'name = "{side} mg {unit}"',
                'type = "mg"',
                f'host = "{letter}{unit}b"',
            ]
        lines += [f"[stands.{letter}la]", f'name = "{side} mortars"', 'type = "la"', f'host = "{letter}0h"']
        for gun in range(2):
            column = 3 if side == "Red" else 17
            lines += _stand(f"{letter}g{gun}", "artillery", f'side = "{side}"', column, 2 + gun)
    return "\n".join(lines) + "\n"


def _stand(key: str, kind: str, belongs: str, column: int, row: int) -> list[str]:
    return [f"[stands.{key}]", f'name = "{key}"', f'type = "{kind}"', belongs, f'hex = "{column:02}{row:02}"']


FIRE = ("r0a", "r0b", "at", "b0b", "with", "rg0", "rg1")
"""A fire of this game whose pools are about ten dice a side."""

ASSAULT = ("r0a", "r0b", "at", "b0b", "range=1", "with", "rg0", "rg1", "b0b.order=H", "reply", "bg0", "bg1")
"""A close combat of this game, with guns on both sides."""

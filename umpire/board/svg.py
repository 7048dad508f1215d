"""Tags and texts of an SVG file. Texts are escaped, ids have a prefix, and there is no stylesheet and no script."""

from __future__ import annotations

from collections.abc import Mapping
from unicodedata import category

PREFIX = "board-"
"""The beginning of every id, so that a board can be part of a page that has other ids."""

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn")


def clean(text: str, longest: int = 60) -> str:
    """Return a text that is safe in a file: without control characters, on one line, and short enough to draw."""
    seen = " ".join("".join(" " if char.isspace() else char for char in text if _seen(char)).split())
    return seen if len(seen) <= longest else f"{seen[: longest - 1]}…"


def _seen(char: str) -> bool:
    return char.isspace() or category(char) not in _UNSEEN


def escaped(text: str, longest: int = 60) -> str:
    """Return a text, cleaned and escaped, for the inside of a tag or an attribute."""
    return clean(text, longest).translate(_ESCAPES)


def number(value: float) -> str:
    """Return a number in its shortest form."""
    return f"{value:.1f}".removesuffix(".0")


def tag(name: str, inside: str = "", **attributes: object) -> str:
    """Return a tag with its attributes. `stroke_width` is written `stroke-width`. Values None and "" are left out."""
    return _tag(name, inside, attributes)


def _tag(name: str, inside: str, attributes: Mapping[str, object]) -> str:
    text = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None and value != ""
    )
    return f"<{name}{text}>{inside}</{name}>" if inside else f"<{name}{text}/>"


def _value(value: object) -> str:
    return number(value) if isinstance(value, float) else str(value).translate(_ESCAPES)


def path(d: str, **attributes: object) -> str:
    """Return a path; "" if there is nothing to draw."""
    return _tag("path", "", {"d": d, **attributes}) if d else ""


def words(text: str, x: float, y: float, size: float, **attributes: object) -> str:
    """Return a text at this point of the drawing."""
    said: dict[str, object] = {"x": float(x), "y": float(y), "font_size": float(size), **attributes}
    return _tag("text", escaped(text), said)


def moved(inside: str, x: float, y: float, **attributes: object) -> str:
    """Return a group moved to a place."""
    return _tag("g", inside, {"transform": f"translate({number(x)} {number(y)})", **attributes})

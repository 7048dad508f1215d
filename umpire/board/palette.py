"""The colours of a board: on paper, on a dark screen, and in grey."""

from __future__ import annotations

from typing import NamedTuple

from umpire.core.colours import SIDES


class Palette(NamedTuple):
    """Colours by their use. `plate` is the colour behind a strength. `act` marks the last act.

    `inks` are the colours of the sides for lines and names outside the board.
    """

    paper: str
    ink: str
    faint: str
    number: str
    halo: str
    grid: str
    open: str
    woods: str
    trees: str
    town: str
    house: str
    hill: str
    slope: str
    rough: str
    stones: str
    marsh: str
    sand: str
    water: str
    bank: str
    road: str
    verge: str
    works: str
    target: str
    hurt: str
    plate: str
    act: str
    counter: str
    sides: tuple[str, ...]
    inks: tuple[str, ...]


LIGHT = Palette(
    paper="#fbf8ef",
    ink="#1d1b16",
    faint="#6b6451",
    number="#575039",
    halo="#fffdf6",
    grid="#cbc2a6",
    open="#f3eedb",
    woods="#c3d5a5",
    trees="#66864a",
    town="#e4d0bc",
    house="#8d5b48",
    hill="#e8d6a6",
    slope="#a57f3f",
    rough="#e5dcc6",
    stones="#8f8468",
    marsh="#d7e0c4",
    sand="#f5e5b5",
    water="#a8cdea",
    bank="#5b93c1",
    road="#fff9ec",
    verge="#93734d",
    works="#6c573c",
    target="#b02a1c",
    hurt="#b3120b",
    plate="#ffffff",
    act="#6a1b9a",
    counter="#1d1b16",
    sides=tuple(one.light for one in SIDES),
    inks=tuple(one.ink for one in SIDES),
)

PAPER = LIGHT._replace(paper="#ffffff", open="#ffffff", halo="#ffffff", grid="#b5b5b5")
"""The palette for print: open ground has no tone."""

GREY = Palette(
    paper="#ffffff",
    ink="#000000",
    faint="#666666",
    number="#4d4d4d",
    halo="#ffffff",
    grid="#bdbdbd",
    open="#ffffff",
    woods="#dadada",
    trees="#7d7d7d",
    town="#e9e9e9",
    house="#555555",
    hill="#f0f0f0",
    slope="#777777",
    rough="#f4f4f4",
    stones="#777777",
    marsh="#eeeeee",
    sand="#f7f7f7",
    water="#cfcfcf",
    bank="#777777",
    road="#ffffff",
    verge="#444444",
    works="#333333",
    target="#000000",
    hurt="#000000",
    plate="#ffffff",
    act="#000000",
    counter="#000000",
    sides=tuple(one.grey for one in SIDES),
    inks=("#000000",) * len(SIDES),
)

DARK = LIGHT._replace(
    paper="#191b18",
    ink="#eceadf",
    faint="#a3a595",
    number="#cfd1c3",
    halo="#191b18",
    grid="#4a4d43",
    open="#2b2e28",
    woods="#2f4227",
    trees="#6f9455",
    town="#463931",
    house="#b98a75",
    hill="#4a4229",
    slope="#b39454",
    rough="#3a372d",
    stones="#8f8871",
    marsh="#33402f",
    sand="#57502f",
    water="#265478",
    bank="#5d9ccd",
    road="#d8cdb4",
    verge="#1b1a15",
    works="#c2a980",
    target="#ff8a70",
    act="#d9a8ff",
    sides=tuple(one.dark for one in SIDES),
    inks=tuple(one.ink_dark for one in SIDES),
)


MANY = ("sides", "inks")


def variables(palette: Palette) -> dict[str, str]:
    """Return the colours of a palette as stylesheet variables.

    A drawing in the palette STYLED takes its colours from these variables.
    """
    plain = {f"--board-{name}": value for name, value in palette._asdict().items() if name not in MANY}
    sides = {f"--board-side-{at}": fill for at, fill in enumerate(palette.sides)}
    return plain | sides | {f"--side-{at}": ink for at, ink in enumerate(palette.inks)}


def stylesheet(text: str) -> str:
    """Return a stylesheet with the colours of a board and its sides.

    On paper, the colours are light. On the screen, the colours are light, or dark if the reader prefers dark colours.
    """
    dark = f"@media (prefers-color-scheme: dark) {{ {_root(DARK)}}}\n"
    return f"{text}{_root(LIGHT)}{dark}@media print {{ {_root(LIGHT)}}}\n"


def _root(palette: Palette) -> str:
    return f":root {{ {' '.join(f'{name}: {value};' for name, value in variables(palette).items())} }}\n"


STYLED = Palette(
    **{name: f"var(--board-{name})" for name in Palette._fields if name not in MANY},
    sides=tuple(f"var(--board-side-{at})" for at in range(len(SIDES))),
    inks=tuple(f"var(--side-{at})" for at in range(len(SIDES))),
)
"""A palette without colours of its own, for a page whose stylesheet has them, light or dark."""

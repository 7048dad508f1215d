"""The colours of a board: on paper, on a dark screen, and in grey."""

from __future__ import annotations

from typing import NamedTuple


class Palette(NamedTuple):
    """Colours by what they are of. Sides differ in lightness too, so that they are told apart in grey."""

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
    sides: tuple[str, ...]
    counter: str


LIGHT = Palette(
    paper="#fbf8ef",
    ink="#1d1b16",
    faint="#8d8570",
    number="#6f674f",
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
    sides=("#e3eefb", "#eb9a7f", "#cfe6b8", "#a793c9"),
    counter="#1d1b16",
)

GREY = Palette(
    paper="#ffffff",
    ink="#000000",
    faint="#777777",
    number="#555555",
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
    sides=("#ffffff", "#b4b4b4", "#e2e2e2", "#8f8f8f"),
    counter="#000000",
)

DARK = LIGHT._replace(
    paper="#191b18",
    ink="#eceadf",
    faint="#8b8d80",
    number="#a3a595",
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
    water="#1f4563",
    bank="#5d9ccd",
    road="#d8cdb4",
    verge="#1b1a15",
    works="#c2a980",
    target="#ff8a70",
    hurt="#b3120b",
)


def variables(palette: Palette) -> dict[str, str]:
    """The colours of a palette as the variables of a stylesheet, by which a drawing in STYLED is coloured."""
    plain = {name: value for name, value in palette._asdict().items() if name != "sides"}
    named = plain | {f"side-{at}": side for at, side in enumerate(palette.sides)}
    return {f"--board-{name}": value for name, value in named.items()}


STYLED = Palette(
    **{name: f"var(--board-{name})" for name in Palette._fields if name != "sides"},
    sides=tuple(f"var(--board-side-{at})" for at in range(len(LIGHT.sides))),
)
"""No colours of its own: for a page whose stylesheet has them, light or dark."""

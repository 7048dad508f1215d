"""The roster: a block for each unit, with boxes for losses and boxes to tick for orders. Symbols are black on white."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from umpire.board.counters import frame
from umpire.board.svg import tag
from umpire.core.frozen import frozen, replace
from umpire.game.maps.drawn import Sign
from umpire.game.roster import Block, Boxes, RosterStand
from umpire.paper.documents import Subject
from umpire.paper.render import plain

PAPERS = ("#fff", "#d4d4d4", "#eee", "#bbb")
"""The fill of the frames of each side."""


def picture(sign: Sign, fill: str = PAPERS[0]) -> str:
    """Return a symbol as a complete SVG file."""
    drawn = tag("g", frame(sign, fill, "#000", 30, thick=1.4), transform="translate(1 1)")
    return tag(
        "svg", drawn, xmlns="http://www.w3.org/2000/svg", viewBox="0 0 32 28", width=32, height=28,
        font_family="Noto Sans",
    )  # fmt: skip


def pictured(blocks: Iterable[Block], sides: Sequence[str]) -> tuple[tuple[Block, ...], dict[str, str]]:
    """Return a pair: the blocks, with the name of a picture in every entry, and a dict of the pictures by name.

    Each picture is drawn once.
    """
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


@frozen
class Roster:
    """The units of every side in order.

    `pictures` maps the names of symbols to their SVG; each entry has the name of its symbol.
    """

    title: str
    note: str
    blocks: tuple[Block, ...]
    pictures: Mapping[str, str]


def data(battle: Subject) -> Roster | None:
    """Return the roster of a battle; None if the battle has no stands."""
    blocks, pictures = pictured(battle.blocks, battle.sides)
    return Roster(battle.title, "roster", blocks, pictures) if blocks else None


def markdown(roster: Roster) -> str:
    """Return the roster as text for a forum: a heading for each side, a line for each unit and each stand."""
    lines, side = [f"# {plain(roster.title)}", ""], ""
    for block in roster.blocks:
        if block.side != side:
            side = block.side
            lines += [f"## {plain(side)}", ""]
        if block.name:
            lines += [f"**{plain(block.name)}**" + (f", {plain(block.words)}" if block.words else ""), ""]
        lines += [_line(entry) for entry in block.stands] + [""]
    return "\n".join(lines).rstrip() + "\n"


def _line(entry: RosterStand) -> str:
    counted = [boxes.words for boxes in entry.boxes]
    said = [entry.sign.words] if entry.sign.words != entry.name else []
    said += entry.notes
    said += filter(None, map(_counted, entry.boxes))
    said += [f"{fact.words} {fact.value}" for fact in (*entry.numbers, *entry.facts) if fact.words not in counted]
    said += [f"at {entry.place}"] if entry.place else []
    unhurt = any(boxes.out and boxes.left for boxes in entry.boxes)  # it has left and does not count as lost
    said += ["lost"] if entry.gone and not unhurt else []
    return f"{'  ' if entry.within else ''}- {plain(entry.name)}: {plain(', '.join(said))}"


def _counted(boxes: Boxes) -> str:
    """Return the number of boxes that a stand has left, as in `SP 2 of 4`. For a box of a state, return the name of the
    state if the stand is in this state.
    """
    if boxes.state:
        return "" if boxes.left or boxes.out else boxes.words
    return f"{boxes.words} {boxes.left}" + (f" of {boxes.full}" if boxes.left < boxes.full else "")

"""The roster: a unit a block, boxes for what its stands lose, the orders of a day to tick."""

from __future__ import annotations

from collections.abc import Mapping

from umpire.core.frozen import frozen
from umpire.game.roster import Block, Entry
from umpire.paper.documents import Battle
from umpire.paper.render import plain
from umpire.paper.symbols import pictured


@frozen
class Roster:
    """The units of every side in order; `pictures` are SVG by the name that entries have for theirs."""

    title: str
    note: str
    blocks: tuple[Block, ...]
    pictures: Mapping[str, str]


def data(battle: Battle) -> Roster | None:
    """Everybody in the battle; None where nobody is."""
    blocks, pictures = pictured(battle.blocks, battle.sides)
    return Roster(battle.title, "roster", blocks, pictures) if blocks else None


def markdown(roster: Roster) -> str:
    """The roster as text for a forum: a heading a side, a line a unit, a line a stand."""
    lines, side = [f"# {plain(roster.title)}", ""], ""
    for block in roster.blocks:
        if block.side != side:
            side = block.side
            lines += [f"## {plain(side)}", ""]
        if block.name:
            lines += [f"**{plain(block.name)}**" + (f", {plain(block.words)}" if block.words else ""), ""]
        lines += [_line(entry) for entry in block.stands] + [""]
    return "\n".join(lines).rstrip() + "\n"


def _line(entry: Entry) -> str:
    counted = [boxes.words for boxes in entry.boxes]
    said = [entry.sign.words] if entry.sign.words != entry.name else []
    said += entry.notes
    for boxes in entry.boxes:
        said.append(f"{boxes.words} {boxes.left}" + (f" of {boxes.full}" if boxes.left < boxes.full else ""))
    said += [f"{fact.words} {fact.value}" for fact in (*entry.numbers, *entry.facts) if fact.words not in counted]
    said += [f"at {entry.place}"] if entry.place else []
    said += ["lost"] if entry.gone else []
    return f"{'  ' if entry.within else ''}- {plain(entry.name)}: {plain(', '.join(said))}"

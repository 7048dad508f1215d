"""The data of the page for players: the phase, both sides, the last acts, the stands, the board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import NamedTuple, cast

from umpire.board.counters import frame
from umpire.board.drawing import Colours, Layers, layers
from umpire.board.palette import LIGHT
from umpire.board.plan import HALF, Plan
from umpire.board.svg import escaped, tag
from umpire.core.outcome import Head, Holds, Instruction, Listing, Lost, ToGo
from umpire.game.act import Plain
from umpire.game.gamefile.journal import JournalThrow, read_entry
from umpire.game.maps.drawn import Sign
from umpire.game.roster import Block, RosterStand
from umpire.play.past.history import EffectiveEntry, History, stretch
from umpire.play.past.public import public_pairs, public_session
from umpire.play.session import Session
from umpire.screen.last import Done, around, before, done, left_of
from umpire.show.pools import blank_dice, dice_rows, fallen_beside, headline, need_words, scoring, who
from umpire.show.status import stays_words

LAST = 12
"""The number of acts shown."""
READ = 64
"""The number of entries of the record that are read for these acts at first."""
COLOURS: tuple[Colours, ...] = ("light", "dark")


class Picture(NamedTuple):
    """The data of the page. The field `now` has the data that the page shows as text. The field `board` has the board
    as drawn in each set of colours, {} if there is no map.
    """

    now: Plain
    board: Mapping[Colours, Layers]


def picture(session: Session) -> Picture:
    """Return the data of the page for a game."""
    shown, family = public_session(session), session.family
    state, table, game = shown.state, shown.table, shown.head
    head = family.head(state, table, clock=shown.clock_runs)
    known, pairs = _acts(session)
    seen = around(session, known, pairs[0][0]) if pairs else None
    last = done(pairs[0][0], seen) if seen else Done()
    blocks, sides = family.paper().roster(state, table), tuple(game["sides"])
    of_side = _sides_of([*(before(seen) if seen else ()), *blocks], sides)
    now = {
        "name": game["name"],
        "rules": session.table_file.name,
        "where": head.where if head else "",
        "notes": [*(head.notes if head else ()), *filter(None, [stays_words(shown.staying)])],
        "sides": list(_sides(head)),
        "acts": [_act(one, of_side, newest=not at) for at, (_, one) in enumerate(pairs)],
        "lists": [_listing(listing) for listing in family.status(state, table, "")],
        "units": [_unit(block, sides, last, every=shown.game_map is None) for block in blocks],
        "signs": {_key(stand.sign): _drawn(stand.sign) for block in blocks for stand in block.stands},
        "orders": {letter: words for block in blocks for letter, words in block.orders.items()},
        "hex": 0,
        "focus": None,
    }
    position = family.laid_out(state, table)
    if shown.game_map is None or position is None:
        return Picture(now, {})
    board = {
        each: layers(shown.game_map, position, game["sides"], colours=each, last=last.board, legend=False)
        for each in COLOURS
    }
    if hexes := last.board.hexes[:1] or tuple(position.pieces):
        places = [Plan(shown.game_map.grid).centre(each) for each in hexes]
        now["focus"] = tuple(median(across) for across in zip(*places, strict=True))
    return Picture({**now, "hex": 2 * HALF}, board)


def _acts(session: Session) -> tuple[History, Sequence[tuple[EffectiveEntry, EffectiveEntry]]]:
    """Return the history, and the last acts in it that players may know of, the newest first. Each act is a pair: the
    act as recorded, and its public form.
    """
    file, head, many = session.file, session.snapshot.head, READ
    while True:
        entries = file.entries(many)
        if known := stretch(entries, head):
            acts = [*public_pairs(session, known)][-LAST:]
            if len(acts) == LAST or entries[0].number == 1:
                return known, acts[::-1]
        many *= 8


def _sides(head: Head | None) -> Iterator[Plain]:
    """Yield the data of each side: all lines about the side and, as values, its points, its losses and the units that
    have not acted. `rest` has the lines that are about neither losses nor these units.
    """
    for side, words in head.sides if head else ():
        held = next((one.points for one in words if isinstance(one, Holds)), None)
        lost = next(((one.lost, one.full, one.unit) for one in words if isinstance(one, Lost)), None)
        to_go = next((one.ids for one in words if isinstance(one, ToGo)), None)
        rest = [one for one in words if not isinstance(one, Lost | ToGo)]
        yield {"name": side, "said": list(words), "points": held, "lost": lost, "go": to_go, "rest": rest}


def _act(one: EffectiveEntry, of_side: Mapping[str, int], *, newest: bool) -> Plain:
    """Return the parts of an act in the order in which players ask: result, dice, reasons.

    Only the newest act has `pending`.

    Notes that only the referee may see are left out.
    """
    entry = read_entry(one.data)
    return {
        "title": entry.title,
        "side": entry.side,
        "marks": [*([entry.ruling] if entry.ruling else []), *(["corrected later"] if one.by else [])],
        "assumed": list(entry.assumed),
        "notes": [f"overruled: {each.words}" for each in entry.overruled],
        "throws": [_throw(throw) for throw in entry.throws],
        "choices": [f"{each.side}, {each.words}: {each.meaning}" for each in entry.choices],
        "words": list(entry.happened),
        "hands": list(entry.outcome.instructions),
        "whose": [_whose(each, of_side) for each in entry.outcome.instructions],
        "pending": list(entry.outcome.pending) if newest else [],
    }


def _sides_of(blocks: Sequence[Block], sides: Sequence[str]) -> dict[str, int]:
    """Return a dict from the name of each side, unit or stand to the number of its side."""
    named = {side: side for side in sides}
    for block in blocks:
        named |= {block.name: block.side} | {stand.name: stand.side for stand in block.stands}
    return {name: sides.index(side) for name, side in named.items() if name and side in sides}


def _whose(line: Instruction, of_side: Mapping[str, int]) -> int | None:
    """Return the number of the side that an instruction is about; None if it names no side, unit or stand.

    The first of these names counts.
    """
    places = {name: re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line) for name in of_side if name in line}
    found = [(place.start(), -len(name), name) for name, place in places.items() if place]
    return of_side[min(found)[2]] if found else None


def _throw(throw: JournalThrow) -> Plain:
    """Return a throw: its side, purpose and faces.

    `blank` has two numbers of dice with unknown faces: the dice that score, and the other dice.
    """
    return {
        "label": who(throw),
        "who": headline(throw),
        "why": dice_rows(throw),
        "need": need_words(throw),
        "sides": throw.sides,
        "faces": list(throw.faces),
        "scoring": sorted(scoring(throw)),
        "blank": blank_dice(throw),
        "fell": fallen_beside(throw),
        "then": list(throw.then),
    }


def _unit(block: Block, sides: Sequence[str], last: Done, *, every: bool) -> Plain:
    """Return a unit with its stands.

    If `every` is false, only stands with a state are shown, and `others` is the number of stands left out.
    """
    stands = [_stand(stand, last) for stand in block.stands]
    shown = [one for one in stands if every or one["state"] or one["gone"] or one["last"]]
    side = sides.index(block.side) if block.side in sides else None
    return {"name": block.name, "side": side, "stands": shown, "others": len(stands) - len(shown)}


def _stand(stand: RosterStand, last: Done) -> Plain:
    left, full = left_of(stand)
    state = [f"{box.left}/{box.full} {box.words}" for box in stand.boxes if not box.state and box.left < box.full]
    state += [box.words for box in stand.boxes if box.state and not box.left and not box.out]
    state += stand.state
    part = "by" if stand.id in last.by else "to" if stand.id in last.to or stand.id in last.lost else ""
    return {
        "id": stand.id,
        "name": stand.name,
        "sign": _key(stand.sign),
        "state": state,
        "gone": stand.gone or not left,
        "within": stand.within,
        "last": part,
        "lost": last.lost.get(stand.id, 0) if full > 1 else 0,
    }


def _key(sign: Sign) -> str:
    return f"{sign.symbol or sign.words} {sign.weight}".strip()


def _drawn(sign: Sign) -> str:
    drawn = tag("title", escaped(sign.words)) + frame(sign, "#ffffff", LIGHT.counter, 24)
    return tag("svg", drawn, xmlns="http://www.w3.org/2000/svg", viewBox="-1 -1 26 23", role="img")


def _listing(listing: Listing) -> Plain:
    return cast("Plain", {key: getattr(listing, key) for key in ("title", "columns", "rows", "notes", "right")})

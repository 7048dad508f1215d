"""The parts of a d20 game that are printed on paper: the elements of each side, and their required die rolls.

The rolls come from the same pools as a shot in the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from umpire.core.frozen import replace
from umpire.core.outcome import Listing
from umpire.core.pools import Pool
from umpire.game.facts import TypedLine
from umpire.game.maps.drawn import Sign
from umpire.game.roster import NONE, Block, Boxes, Chit, Lane, Paper, RosterFact, RosterStand, turns, with_theirs
from umpire.rulesets.d20.fire.fire import objections, situate
from umpire.rulesets.d20.pools import D20, column_of, he_pool, hit_pool, penetration_pool
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Flag, Result, Table

OWN, FOE = "own", "foe"
"""The ids of an element and its target where its dice are read off."""
COVERS: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("open", {}),
    ("soft cover", {"cover": "soft"}),
    ("hard cover", {"cover": "hard"}),
)
FRAMES = {
    "armoured-car": "armoured-reconnaissance",
    "apc": "transport",
    "commander": "hq",
    "foo": "observer",
    "cavalry": "reconnaissance",
}
"""Frames of elements by their flags."""
AFV: tuple[Flag, ...] = ("afv",)


class D20Paper(Paper[State, Table]):
    """The elements of each side for printing on paper. The elements under a commander follow the commander."""

    def roster(self, state: State, table: Table) -> tuple[Block, ...]:
        sides = dict.fromkeys((*state.sides, *(one.side for one in state.elements.values())))
        return tuple(block for side in sides for block in _of_side(state, table, side))

    def fights(self, state: State, table: Table) -> Mapping[str, tuple[Listing, ...]]:
        """Return for each element the die rolls that it needs against the enemy's elements."""
        known: dict[tuple[Element, tuple[int, ...], tuple[int, ...]], tuple[Listing, ...]] = {}
        found = {}
        for one in state.in_play():
            enemies = [other for other in state.in_play() if other.side != one.side]
            armour = tuple(sorted({other.defence for other in enemies if other.armoured}))
            soft = tuple(sorted({other.defence for other in enemies if not other.armoured}))
            key = _alone(one), armour, soft
            if key not in known:
                known[key] = tuple(_listings(table, *key))
            found[one.id] = known[key]
        return found

    def chits(self, state: State, table: Table) -> tuple[Chit, ...]:
        """Return the chits that mark the holder of each objective."""
        return tuple(Chit("", side, one.name, side) for side in state.sides for one in state.objectives.values())

    def track(self, state: State, table: Table) -> tuple[Lane, ...]:
        """Return a row of boxes for the turns, and for each side a row of boxes for its phases."""
        phases = tuple(phase.words for phase in table.phases.values())
        done = tuple(f"{phase.played} ({phase.rule})" for phase in table.phases.values())
        return (turns(state.turns), *(Lane(side, phases, done=done) for side in state.sides))


def _of_side(state: State, table: Table, side: str) -> Iterator[Block]:
    """Yield the commanders of a side, each with the elements under its command.

    The elements without a commander come last.
    """
    own = state.of_side(side)
    led = dict.fromkeys(one.under for one in own if one.under in state.elements)
    for id in led:
        leader = state.elements[id]
        group = [leader, *(one for one in own if one.under == id and one.id not in led)]
        yield Block(id, f"under {leader.name}", side, stands=_entries(state, table, group))
    if alone := [one for one in own if one.id not in led and one.under not in led]:
        yield Block("", "", side, stands=_entries(state, table, alone))


def _entries(state: State, table: Table, elements: Iterable[Element]) -> tuple[RosterStand, ...]:
    """Return the elements in order. After each element come the elements that it carries or tows."""
    own = {one.id: one for one in elements}
    return tuple(
        _entry(state, table, one, within=one.aboard in own) for one in with_theirs(own, lambda one: one.aboard)
    )


def _entry(state: State, table: Table, one: Element, *, within: bool) -> RosterStand:
    kind = table.types[one.type]
    reach = None if one.ap is None and one.he is None else one.range
    numbers = (("AP", one.ap), ("HE/SA", one.he), ("def", one.defence), ("range", reach))
    quality = table.quality[one.quality]
    facts = [RosterFact("troops", f"{one.quality} {quality:+d}" if quality else one.quality)]
    facts += [
        RosterFact(words, f"{value:+d}") for words, value in (("accuracy", one.accuracy), ("size", one.size)) if value
    ]
    facts += [RosterFact("weapon", table.stars[one.weapon].words)] if one.weapon else []
    facts.append(RosterFact("moves", ", ".join(f"{ground} {each}" for ground, each in kind.allowance.items())))
    if one.aboard in state.elements:
        facts.append(RosterFact("behind" if one.limbered else "aboard", state.elements[one.aboard].name))
    return RosterStand(
        one.id,
        one.name,
        one.side,
        Sign(kind.words, _symbol(table, one)),
        within=within,
        numbers=tuple(RosterFact(words, str(value)) for words, value in numbers if value is not None),
        facts=tuple(facts),
        notes=one.flags,
        boxes=(
            Boxes("suppressed", 1, 0 if one.suppressed else 1, state=True),
            Boxes("removed", 1, 0 if one.removed else 1, out=True, state=True),
        ),
        gone=bool(one.removed),
    )


def _symbol(table: Table, one: Element) -> str:
    """Return the symbol of an element, from its flags, its weapon or its type."""
    said = (FRAMES[flag] for flag in one.flags if flag in FRAMES)
    return next(said, "") or (table.stars[one.weapon].symbol if one.weapon else "") or table.types[one.type].symbol


def _alone(one: Element) -> Element:
    """Return a new element in its initial state, with the same card values."""
    return Element(
        OWN, OWN, one.type, one.defence, one.range, one.ap, one.he, one.weapon, one.accuracy, one.size, one.quality,
        one.flags, OWN,
    )  # fmt: skip


def _listings(table: Table, one: Element, armour: tuple[int, ...], soft: tuple[int, ...]) -> Iterator[Listing]:
    """Yield the tables on the card of an element: rolls to hit with AP, rolls to penetrate each defence in `armour`,
    and HE/SA rolls against each defence in `soft`.
    """
    near = min(table.limits["near"], one.range)
    beyond = f" beyond {near}" if one.range > near else ""
    if one.ap is not None and armour:
        bands = {f"to {far}": far for far in sorted({near, max(one.range // table.limits["far"], near), one.range})}
        hits = [(words, *(_hits(table, one, armour[0], far, told) for far in bands.values())) for words, told in COVERS]
        pierces = [(f"def {each}", *_pierces(table, one, each)) for each in armour]
        if _any(pierces):
            yield _table("die to hit a target of size 0", ("AP hits", *bands), hits)
            yield _table(f"lowest die for S / K{beyond}", ("penetrates", "front", "side, rear"), pierces)
    if one.he is not None and soft:
        harms = [(f"def {each}", *(_harms(table, one, each, told) for _, told in COVERS)) for each in soft]
        yield _table(f"lowest die for F / S / K{beyond}", ("HE/SA", *(words for words, _ in COVERS)), harms)


def _any(rows: Iterable[tuple[str, ...]]) -> bool:
    return any(cell != NONE for row in rows for cell in row[1:])


def _table(title: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Listing:
    """Return a table of the rows. A row is left out if only its first cell is filled."""
    shown = tuple(row for row in rows if _any([row]))
    return Listing(title, columns, shown, right=tuple(range(1, len(columns))))


def _pools(
    table: Table, one: Element, defence: int, far: int, told: Mapping[str, str], *, armoured: bool, at: str
) -> Pool | str:
    """Return the dice pool of a shot at a target with this defence. If the shot needs no die, or if a rule forbids the
    shot, return a text instead.
    """
    flags = AFV if armoured else ()
    target = replace(one, id=FOE, name=FOE, side=FOE, defence=defence, size=0, flags=flags, type="Inf")
    state = State({OWN: one, FOE: target}, (OWN, FOE))
    facts = {("", name): value for name, value in told.items()}
    sit = situate(state, table, TypedLine({"": (OWN,), "at": (FOE,)}, {("", "range"): str(far), **facts}))
    if objections(sit):
        return NONE
    if at == "he":
        return he_pool(sit.attack)
    if at == "pen":
        return penetration_pool(sit.attack, column_of(sit.attack))
    return hit_pool(sit.attack) or "hits"


def _hits(table: Table, one: Element, defence: int, far: int, told: Mapping[str, str]) -> str:
    pool = _pools(table, one, defence, far, told, armoured=True, at="hit")
    if isinstance(pool, str):
        return pool
    least = next((face for face in range(1, D20 + 1) if pool.reading.read((face,))), None)
    return f"{least}+" if least else NONE


def _pierces(table: Table, one: Element, defence: int) -> Iterator[str]:
    for side in ("no", "yes"):
        pool = _pools(table, one, defence, one.range, {"side": side}, armoured=True, at="pen")
        yield _least(pool, Result.SUPPRESSED, Result.KNOCKED_OUT)


def _harms(table: Table, one: Element, defence: int, told: Mapping[str, str]) -> str:
    pool = _pools(table, one, defence, one.range, told, armoured=False, at="he")
    return _least(pool, Result.FALL_BACK, Result.SUPPRESSED, Result.KNOCKED_OUT)


def _least(pool: Pool | str, *results: Result) -> str:
    """Return the lowest face of the die for each of these results, as one text: `7 / 14`."""
    if isinstance(pool, str):
        return pool
    faces = {face: pool.reading.read((face,)) for face in range(D20, 0, -1)}
    least = {result: face for face, result in faces.items()}
    return " / ".join(str(least.get(result, NONE)) for result in results) if set(results) & set(least) else NONE


PAPER = D20Paper()

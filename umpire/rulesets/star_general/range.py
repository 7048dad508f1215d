"""The dice of a stand in a test combat, in which it fights alone against one enemy. The functions that make the dice
pools of a real combat make these dice too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from umpire.core.frozen import replace
from umpire.core.outcome import Listing
from umpire.game.facts import TypedLine
from umpire.game.roster import NONE
from umpire.rulesets.star_general.combat.fire import ACTS
from umpire.rulesets.star_general.combat.pools import attack_pool, reply_pool
from umpire.rulesets.star_general.state import Stand, State, Unit
from umpire.rulesets.star_general.table import Arm, Table

OWN, WITH, AFAR, FOE, RIDE = "own", "with", "afar", "foe", "ride"
"""The ids in a test combat: the stand tested, the stand it is with or supports, one elsewhere, the enemy, its
transport.
"""
ON_FOOT = "on foot"
HOST: Arm = "infantry"
"""The arm of the stand that a battery supports there."""


class Enemy(NamedTuple):
    """An enemy in a test combat: the heading of its column, its arm, its order and its terrain."""

    words: str
    arm: Arm
    order: str
    terrain: str


def dice(state: State, table: Table) -> dict[str, Listing]:
    """Return a dict from the id of each stand in play to its dice. For identical stands, the dice are worked out only
    once.
    """
    known: dict[tuple[Stand, Stand | None, Stand | None], Listing] = {}
    found = {}
    for stand in state.stands.values():
        if stand.alive:
            host = state.stands.get(stand.host)
            ride = next((each for each in state.supports(stand.id) if table.support[each.kind].armours), None)
            with_it = replace(_alike(host), sp=9, full=9) if host else None
            key = _alike(stand), with_it, replace(_alike(ride), id=RIDE, name=RIDE, host=OWN) if ride else None
            if key not in known:
                known[key] = _listing(table, *key)
            found[stand.id] = known[key]
    return found


def _alike(stand: Stand) -> Stand:
    """Return the stand with only the values that matter for its dice."""
    unit, host = stand.unit and OWN, stand.host and WITH
    return replace(stand, id=OWN, name=OWN, side=OWN, unit=unit, host=host, hex="", moved="")


def _listing(table: Table, stand: Stand, host: Stand | None, ride: Stand | None) -> Listing:
    """Return the dice of a stand at each distance against each enemy, in attack and in reply. The notes list the acts
    that the stand never does.

    If the stand has armoured transport, further rows give the dice of the stand without the transport. A row is left
    out if the transport makes no difference.
    """
    shown = _alone(table, stand, host, ride)
    if ride is None:
        return shown
    foot = (row for row in _alone(table, stand, host, None).rows if row not in shown.rows)
    return shown._replace(rows=(*shown.rows, *((f"{ON_FOOT} {label}", *cells) for label, *cells in foot)))


def _alone(table: Table, stand: Stand, host: Stand | None, ride: Stand | None) -> Listing:
    close, most = table.limits["close_range"], table.limits["distant_range"]
    far = {"long": most} if most > close + 1 else {}
    distances = {"CC": close, "DF": close + 1, **far}
    title = f"{'adds' if host else 'dice'}: CC = close combat, DF = {table.words['distant']}"
    title += f", long = {most} hexes" if far else ""
    enemies, done = _enemies(table), []
    rows: dict[tuple[str, ...], list[str]] = {}
    for role in ("", "reply"):
        for name, apart in distances.items():
            cells = [_number(table, (stand, host, ride), foe, apart, role) for foe in enemies]
            done.append(any(cells))
            texts = tuple(f"+{cell}" if cell and stand.host else str(cell or NONE) for cell in cells)
            if any(cells):
                rows.setdefault((role, *texts), []).append(name)
    shown = tuple(
        (role or "attack" if len(names) == len(distances) else " ".join((role, *names)).strip(), *cells)
        for (role, *cells), names in rows.items()
    )
    return Listing(title, ("", *(foe.words for foe in enemies)), shown, tuple(_limits(done)), (1, 2, 3, 4))


def _limits(done: list[bool]) -> Iterator[str]:
    """Yield the notes about a stand that has no dice, never attacks, or never fires from a distance."""
    attacks, replies = done[: len(done) // 2], done[len(done) // 2 :]
    if not any(done):
        yield "no dice of its own"
    elif not any(attacks):
        yield "defends only"
    if any(done) and not any((*attacks[1:], *replies[1:])):
        yield "CC only"


def _enemies(table: Table) -> tuple[Enemy, ...]:
    cover = next((name for name, ground in table.terrain.items() if ground.cover and not ground.wet), "open")
    return (
        Enemy("soft, open", "infantry", "M", "open"),
        Enemy("soft, cover", "infantry", "H", cover),
        Enemy("dug in", "infantry", "D", "open"),
        Enemy("armour", "tank", "M", "open"),
    )


def _number(table: Table, who: tuple[Stand, Stand | None, Stand | None], foe: Enemy, apart: int, role: str) -> int:
    """Return the number of the stand's own dice in this combat; 0 if a rule forbids the combat."""
    stand, host, ride = who
    if role == "reply" and not table.orders[foe.order].attackers:  # no attacks on that order
        return 0
    core = {row.arm: kind for kind, row in reversed([*table.core.items()])}
    enemy = Stand(FOE, FOE, FOE, FOE, core[foe.arm], 9, 9, fs=1, armoured=foe.arm == "tank")
    called = bool(host) and table.support[stand.kind].light  # it is with another stand, and is called from there
    friend = Stand(WITH, WITH, OWN, OWN, core[HOST], 9, 9, fs=1)
    supported = replace(host, id=WITH, name=WITH) if host and not called else friend
    named = WITH if stand.host or (stand.battery and not role) else OWN
    if called:
        stand = replace(stand, host=AFAR)
    there = [
        enemy,
        stand,
        *([ride] if ride else []),
        *([supported] if named == WITH else []),
        *([replace(friend, id=AFAR)] if called else []),
    ]
    stands = {each.id: each for each in there}
    state = State({OWN: Unit(OWN, OWN, OWN, "M"), FOE: Unit(FOE, FOE, FOE, foe.order)}, stands)
    guns = {"with": (OWN,)} if stand.battery and not role else {}
    names = {"": (named,), "at": (FOE,), **guns} if not role else {"": (FOE,), "at": (named,)}
    facts = {("", "range"): str(apart), (FOE, "terrain"): foe.terrain}
    act = ACTS["assault" if apart <= table.limits["close_range"] else "fire"]
    sit = act.situate(state, table, TypedLine(names, facts))
    if act.objections(sit):
        return 0
    pool = attack_pool(sit, air=False) if not role else reply_pool(sit, air=False)
    return 0 if pool is None else next((dice for name, dice, _ in pool.by_stand() if name == OWN), 0)

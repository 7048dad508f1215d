"""The quick-reference sheet, from the rows of the table as this game plays them, and the cards of its elements."""

from __future__ import annotations

from umpire.core.outcome import Listing
from umpire.game.modifiers import Row
from umpire.game.rulebook.sheet import Sheet
from umpire.rulesets.d20.pools import D20
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Bands, Table
from umpire.rulesets.d20.turn import objectives_words

_VALUES = {
    "accuracy": "as on the card",
    "size": "as on the card",
    "quality": "as the troops",
    "he": "the value",
    "defence": "the value",
}
"""What is counted that stands on a card: once, unless the row says more."""


def sheet(table: Table, state: State | None) -> tuple[Listing, ...]:
    """The sheet of the bare ruleset, or with a state that of the game: its ground, objectives and cards as well."""
    tables = {
        "phases": _phases(table),
        "sup": _modifiers(table, "sup", "To remove suppression", (_recovery(table), _quality(table), _support(table))),
        "hit": _modifiers(table, "hit", "AP, to hit", (_to_hit(table),)),
        "column": _modifiers(
            table, "pen", "AP, to penetrate: the column", (_option(table, "odds_round"), _never_past(table))
        ),
        "result": _matrix(table),
        "stars": _stars(table),
        "he": _modifiers(table, "he", "HE and small arms", (_bands(table),)),
        "close": _close_combat(table),
        "results": _results(table),
        "movement": _movement(table, state),
        "boarding": _boarding(table),
    }
    listings = [*Sheet(table.rows).listings(tables)]
    if state is not None:
        listings += [_cards(table, state, side) for side in state.sides]
        if state.objectives or state.victory:
            notes = tuple(filter(None, (objectives_words(state), state.victory)))
            listings.append(Listing("Victory", (), (), notes))
    return tuple(listings)


def _option(table: Table, option: str) -> str:
    return table.meanings[option]


def _phases(table: Table) -> Listing:
    rows = tuple(
        (str(number), phase.words, phase.steps, phase.rule) for number, phase in enumerate(table.phases.values(), 1)
    )
    return Listing("Phases", ("", "phase", "what", "rule"), rows, right=(0,))


def _modifiers(table: Table, at: str, title: str, notes: tuple[str, ...]) -> Listing:
    own, near = table.modifiers.rows[at], table.limits["near"]
    unless = f"; not with a weapon of range {near}, nor suppressed"
    rows = tuple((_amount(row), row.words + (unless if "short_weapon" in row.when else ""), row.rule) for row in own)
    cover = (_option(table, "cover_stack"),) if any(row.group for row in own) else ()
    return Listing(title, ("", "when", "rule"), rows, (*notes, *cover), (0,))


def _amount(row: Row) -> str:
    if row.times in _VALUES:
        times = "" if abs(row.amount) == 1 else f"{abs(row.amount)} times "
        return f"{'less ' if row.amount < 0 else ''}{times}{_VALUES[row.times]}"
    return f"{row.amount:+d}" + (" each" if row.times and row.per == 1 else "")


def _recovery(table: Table) -> str:
    limits = table.limits
    return f"1d{D20}: {limits['recover_need']} or more; a natural {limits['rout_face']} routs"


def _quality(table: Table) -> str:
    return "troops: " + ", ".join(f"{name} {amount:+d}" for name, amount in table.quality.items())


def _support(table: Table) -> str:
    limits = table.limits
    near, far = limits["near"], limits["radio_support"]
    return (
        f"supported by a combat element within {near}, not suppressed; an AFV, APC or armoured car only by such, "
        f"of the same model within {far} if both have a radio (SPT-01 to SPT-06)"
    )


def _to_hit(table: Table) -> str:
    limits = table.limits
    return f"1d{D20}: {limits['hit_need']} or more, or a natural {limits['hit_always']}"


def _never_past(table: Table) -> str:
    return f"never past {table.columns[-1]}"


def _bands(table: Table) -> str:
    return f"1d{D20}: " + _ranges(table, table.bands)


def _ranges(table: Table, rows: Bands) -> str:
    """`11 or less no effect, 12-13 fall back, 14-17 suppressed, 18 or more knocked out`."""
    parts = []
    for place, (least, result) in enumerate(rows):
        words = table.words["results"][result]
        if place + 1 == len(rows):
            parts.append(f"{least} or more {words}")
        elif place == 0:
            parts.append(f"{rows[1][0] - 1} or less {words}")
        else:
            parts.append(f"{least}-{rows[place + 1][0] - 1} {words}")
    return ", ".join(parts)


def _matrix(table: Table) -> Listing:
    leasts = sorted({least for rows in table.matrix.values() for least, _ in rows})
    rows = []
    for place, least in enumerate(leasts):
        most = leasts[place + 1] - 1 if place + 1 < len(leasts) else D20
        results = [[result for start, result in table.matrix[column] if start <= least][-1] for column in table.columns]
        rows.append((f"{least}-{most}", *results))
    lowest, highest = table.columns[0], table.columns[-1]
    notes = (
        f"1d{D20} and troops; below 1 as 1, above {D20} as {D20}",
        f"below {lowest} no damage; above {highest} as {highest} (PEN-05)",
    )
    return Listing("AP, to penetrate: the result", ("roll", *table.columns), tuple(rows), notes)


def _stars(table: Table) -> Listing:
    rows = tuple(
        (star.words, star.column, star.against, "hits by itself" if star.hits else "rolls to hit", star.rule)
        for star in table.stars.values()
    )
    return Listing("AP *", ("weapon", "column", "damages", "", "rule"), rows, (_option(table, "star_shift"),))


def _close_combat(table: Table) -> Listing:
    if table.options["close_combat"] == "referee":
        return Listing("Close combat", (), (), (_option(table, "close_combat"),))
    notes = (
        _option(table, "close_combat"),
        "nothing for being near; soft and hard cover count, smoke and hull-down do not (CC-05)",
        "the suppressed do not attack (CC-07); who has beaten all it touches may advance (CC-08)",
    )
    rows = tuple((_amount(row), row.words, row.rule) for row in table.modifiers.rows["charge"])
    return Listing("Close combat", ("", "when", "rule"), rows, notes, (0,))


def _results(table: Table) -> Listing:
    limits = table.limits
    moves = limits["fall_back_moves"]
    rows = (
        ("F", f"{moves} fall-back move{'' if moves == 1 else 's'} at once", "RES-02"),
        (
            "",
            "a CSW, dug in, in fortifications, or F from support or mortar fire: S, or nothing if suppressed",
            "RES-01",
        ),
        (
            "S",
            f"suppressed: falls back only, range {limits['suppressed_range']}, {limits['field_of_fire']} degrees, "
            "no fire in contact",
            "RES-05",
        ),
        ("", "suppressed already: K", "RES-05"),
        ("K", "removed; with several inside a transport one of them by lot, the rest suppressed", "RES-10"),
        ("", "what happens to a vehicle happens to those it carries and tows", "TRN-01"),
        ("", "suppressed: off soft vehicles and tanks, off an APC if they like", "TRN-04"),
        ("", "AP hits without damage: riders get off the tank", "TRN-05"),
    )
    return Listing("What they do", ("", "what", "rule"), rows)


def _movement(table: Table, state: State | None) -> Listing:
    rows = tuple(
        (kind.id, kind.words, *(str(kind.allowance[ground]) for ground in table.grounds))
        for kind in table.types.values()
    )
    limits = table.limits
    notes = [
        f"a linear obstacle takes 1/{limits['linear_obstacle']} of a move (MOV-03); "
        f"a vehicle to its side or rear moves at 1/{limits['reverse']} (MOV-05)",
        "over several kinds of ground the shares add up to one move at most (MOV-06); 0 is no entry (MOV-02)",
    ]
    if state is not None and state.ground:
        notes.append("here: " + ", ".join(f"{name} is {column}" for name, column in state.ground.items()))
    numbers = tuple(range(2, 2 + len(table.grounds)))
    return Listing("Movement", ("type", "", *table.grounds), rows, tuple(notes), numbers)


def _boarding(table: Table) -> Listing:
    rows = (
        ("CSW limber, unlimber, embark, disembark", "the entire turn; the carrier stands still", "LIM-01, LIM-04"),
        ("man-portable CSW break down, are put together", "the entire turn; then as infantry", "LIM-02, LIM-05"),
        ("infantry mount or dismount", "free, one of the two in a turn", "LIM-03"),
        ("fall back", "backward, a whole move; all that the suppressed and empty transport may do", "FBK-01, FBK-03"),
        ("", f"a vehicle reverses, or turns {table.limits['about_turn']} degrees", "FBK-02, FBK-05"),
        ("non-combat elements touched at the end of movement", "removed; a commander is replaced", "OVR-01, OVR-02"),
    )
    return Listing("On, off and back", ("", "", "rule"), rows)


def _cards(table: Table, state: State, side: str) -> Listing:
    columns = ("id", "name", "type", "AP", "HE", "def", "range", "hit", "size", "troops", "is")
    rows = tuple(_card(table, one) for one in state.elements.values() if one.side == side)
    edge = (f"own edge: {state.edges[side]}",) if side in state.edges else ()
    return Listing(side, columns, rows, edge, (3, 4, 5, 6, 7, 8))


def _card(table: Table, one: Element) -> tuple[str, ...]:
    ap = "" if one.ap is None else str(one.ap)
    return (
        one.id,
        one.name,
        one.type,
        ap,
        "" if one.he is None else str(one.he),
        str(one.defence),
        str(one.range),
        f"{one.accuracy:+d}" if one.accuracy else "",
        f"{one.size:+d}" if one.size else "",
        f"{one.quality} {table.quality[one.quality]:+d}" if table.quality[one.quality] else "",
        ", ".join((*((one.weapon,) if ap == "*" else ()), *one.flags)),
    )

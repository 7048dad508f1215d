"""The quick-reference sheet, from the rows of the table as this game plays them, and the cards of its elements."""

from __future__ import annotations

from umpire.core.outcome import Listing
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Modifier, Table
from umpire.rulesets.d20.turn import objectives_words

_OPTIONS = {
    "turn_structure": {
        "alternate": "the sides take whole turns, one after the other (TURN-06)",
        "simultaneous_fire": "both sides fire in every fire phase, each element as it stood when the phase began",
    },
    "odds_round": {
        "defender": "odds are rounded for the defender: 5:4 is 1:1 (PEN-03)",
        "nearest": "odds go to the nearest column, halfway for the defender (PEN-03)",
        "attacker": "odds are rounded for the attacker: 5:4 is 3:2 (PEN-03)",
    },
    "cover_stack": {
        "worst": "soft and hard cover do not add: the worse counts (HIT-10)",
        "sum": "soft and hard cover add (HIT-10)",
    },
    "star_shift": {
        "none": "the columns of * weapons are fixed (STAR-06)",
        "flamethrower_only": "only the flamethrower's column is fixed (STAR-06)",
    },
    "close_combat": {
        "minimal": "pairs in contact attack at once; HE/SA against all but AFVs, AP from the side against AFVs (CC-04)",
        "referee": "the referee's result is recorded (CC-09)",
    },
}
"""How each option reads on the sheet."""

_VALUES = {
    "accuracy": "as on the card",
    "size": "as on the card",
    "quality": "as the troops",
    "he": "the value",
    "defence": "less the value",
}


def sheet(table: Table, state: State | None) -> tuple[Listing, ...]:
    """The sheet of the bare ruleset, or with a state that of the game: its ground, objectives and cards as well."""
    listings = [
        _phases(table),
        _modifiers(table, "sup", "To remove suppression", (_recovery(table), _quality(table))),
        _modifiers(table, "hit", "AP, to hit", (_to_hit(table),)),
        _modifiers(table, "pen", "AP, to penetrate: the column", (_option(table, "odds_round"), "never past 3:1")),
        _matrix(table),
        _stars(table),
        _modifiers(table, "he", "HE and small arms", (_bands(table),)),
        _close_combat(table),
        _results(table),
        _movement(table, state),
        _boarding(),
    ]
    if state is not None:
        listings += [_cards(table, state, side) for side in state.sides]
        if state.objectives or state.victory:
            notes = tuple(filter(None, (objectives_words(state), state.victory)))
            listings.append(Listing("Victory", (), (), notes))
    return tuple(listings)


def _option(table: Table, option: str) -> str:
    return _OPTIONS[option][table.options[option]]


def _phases(table: Table) -> Listing:
    rows = tuple(
        (str(number), phase.words, phase.steps, phase.rule) for number, phase in enumerate(table.phases.values(), 1)
    )
    return Listing("Turn", ("", "phase", "what", "rule"), rows, (_option(table, "turn_structure"),), (0,))


def _modifiers(table: Table, at: str, title: str, notes: tuple[str, ...]) -> Listing:
    rows = tuple((_amount(row), row.words + _unless(row), row.rule) for row in table.modifiers if row.at == at)
    cover = (_option(table, "cover_stack"),) if any(row.group for row in table.modifiers if row.at == at) else ()
    return Listing(title, ("", "when", "rule"), rows, (*notes, *cover), (0,))


def _amount(row: Modifier) -> str:
    if row.times in _VALUES:
        return _VALUES[row.times]
    return f"{row.amount:+d}" + (" each" if row.times and row.per == 1 else "")


def _unless(row: Modifier) -> str:
    return "; not with a weapon of range 4, nor suppressed" if "short_weapon" in row.when else ""


def _recovery(table: Table) -> str:
    limits = table.limits
    return f"1d20: {limits['recover_need']} or more; a natural {limits['rout_face']} routs"


def _quality(table: Table) -> str:
    return "troops: " + ", ".join(f"{name} {amount:+d}" for name, amount in table.quality.items())


def _to_hit(table: Table) -> str:
    limits = table.limits
    return f"1d20: {limits['hit_need']} or more, or a natural {limits['hit_always']}"


def _bands(table: Table) -> str:
    return "1d20: " + _ranges(table, table.bands)


def _ranges(table: Table, rows: tuple[tuple[int, str], ...]) -> str:
    """`11 or less no effect, 12-13 fall back, 14-17 suppressed, 18 or more knocked out`."""
    parts = []
    for place, (least, result) in enumerate(rows):
        words = table.words[result]
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
        most = leasts[place + 1] - 1 if place + 1 < len(leasts) else 20
        results = [[result for start, result in table.matrix[column] if start <= least][-1] for column in table.columns]
        rows.append((f"{least}-{most}", *results))
    notes = ("1d20 and troops; below 1 as 1, above 20 as 20", "below 1:4 no damage; above 3:1 as 3:1 (PEN-05)")
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
    rows = tuple((_amount(row), row.words, row.rule) for row in table.modifiers if row.at == "charge")
    return Listing("Close combat", ("", "when", "rule"), rows, notes, (0,))


def _results(table: Table) -> Listing:
    limits = table.limits
    rows = (
        ("F", f"{limits['fall_back_moves']} fall-back moves at once", "RES-02"),
        (
            "",
            "a CSW, dug in, in fortifications, or F from support or mortar fire: S, or nothing if suppressed",
            "RES-01",
        ),
        (
            "S",
            f"suppressed: falls back only, range {limits['suppressed_range']}, 90 degrees, no fire in contact",
            "RES-05",
        ),
        ("", "suppressed already: K", "RES-05"),
        ("K", "removed; with several inside a transport one of them by lot, the rest suppressed", "RES-10"),
        ("", "what happens to a vehicle happens to those it carries and tows", "TRN-01"),
        ("", "suppressed: off soft vehicles and tanks, off an APC if they like", "TRN-04"),
        ("", "AP hits without damage: riders get off the tank", "TRN-05"),
    )
    return Listing("Results", ("", "what", "rule"), rows)


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


def _boarding() -> Listing:
    rows = (
        ("CSW limber, unlimber, embark, disembark", "the entire turn; the carrier stands still", "LIM-01, LIM-04"),
        ("man-portable CSW break down, are put together", "the entire turn; then as infantry", "LIM-02, LIM-05"),
        ("infantry mount or dismount", "free, one of the two in a turn", "LIM-03"),
        ("fall back", "backward, a whole move; all that the suppressed and empty transport may do", "FBK-01, FBK-03"),
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

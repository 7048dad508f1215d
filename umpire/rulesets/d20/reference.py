"""The quick-reference sheet, made from the rows of the rule table, and the cards of a game's elements."""

from __future__ import annotations

from umpire.core.outcome import Listing
from umpire.game.rulebook.modifiers import ModifierRow
from umpire.game.rulebook.sheet import SheetPlan, house_rows, modifier_rows
from umpire.rulesets.d20.pools import D20, odds_column
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
"""Values counted that are printed on a card: once, unless the row says more."""

_EXAMPLES = ((4, 5), (3, 5), (7, 4), (5, 2))
"""AP and defence that are between two columns."""


def sheet(table: Table, state: State | None) -> tuple[Listing, ...]:
    """Return the sheet of the ruleset.

    If `state` is given, the sheet also has the kinds of ground, the objectives and the cards of the game.
    """
    tables = {
        "phases": _phases(table),
        "sup": _modifiers(table, "sup", "To remove suppression", (_recovery(table), _quality(table))),
        "hit": _modifiers(table, "hit", "AP, to hit", (_to_hit(table), _quality(table))),
        "column": _modifiers(table, "pen", "AP, to penetrate: the column", _columns(table)),
        "result": _matrix(table),
        "stars": _stars(table),
        "he": _modifiers(table, "he", "HE and small arms", (_bands(table), _quality(table))),
        "close": _close_combat(table),
        "movement": _movement(table, state),
        "boarding": _boarding(),
        "starter": _starter(table) if state is None else Listing("", (), ()),
    }
    own = house_rows(table.modifiers, hit="AP to hit", sup="to remove suppression")
    listings = [*SheetPlan(table.rows).listings(tables), *([own] if own.rows else [])]
    if state is not None:
        listings += [_cards(table, state, side) for side in state.sides]
        if state.objectives or state.victory:
            notes = tuple(filter(None, (objectives_words(state), state.victory)))
            listings.append(Listing("Victory", (), (), notes))
    return tuple(listings)


def _phases(table: Table) -> Listing:
    rows = tuple(
        (str(number), phase.words, phase.played, phase.rule) for number, phase in enumerate(table.phases.values(), 1)
    )
    return Listing("Phases", ("", "phase", "what", "rule"), rows, right=(0,))


def _modifiers(table: Table, at: str, title: str, notes: tuple[str, ...]) -> Listing:
    """Return the modifier rows of a throw with their conditions.

    If some rows change the column and other rows change the roll, each row says which of the two it changes.
    """
    own = tuple(modifier_rows(table.modifiers, at))
    on = len({row.on for row, _ in own}) > 1
    rows = tuple(
        (_amount(row), f"on the {row.on}: " * on + row.words + (f"; {when}" if when else ""), row.rule)
        for row, when in own
    )
    cover = (table.meanings["cover_stack"],) if any(row.group for row, _ in own) else ()
    return Listing(title, ("", "when", "rule"), rows, (*notes, *cover), (0,))


def _amount(row: ModifierRow) -> str:
    if row.times in _VALUES:
        times = "" if abs(row.amount) == 1 else f"{abs(row.amount)} times "
        return f"{'minus ' if row.amount < 0 else ''}{times}{_VALUES[row.times]}"
    return f"{row.amount:+d}" + (" each" if row.times and row.per == 1 else "")


def _recovery(table: Table) -> str:
    limits = table.limits
    return f"1d{D20}: {limits['recover_need']} or more succeeds; a natural {limits['rout_face']} routs"


def _quality(table: Table) -> str:
    return "troops: " + ", ".join(f"{name} {amount:+d}" for name, amount in table.quality.items())


def _to_hit(table: Table) -> str:
    limits = table.limits
    return f"1d{D20}: {limits['hit_need']} or more, or a natural {limits['hit_always']}, hits"


def _columns(table: Table) -> tuple[str, ...]:
    """Return notes on how to find the odds column: the rounding of odds (PEN-04), and odds outside the columns
    (PEN-05).
    """
    found = ((ap, defence, odds_column(table, ap, defence)) for ap, defence in _EXAMPLES)
    columns = [f"{ap}:{defence} {{}}as {table.columns[number - 1]}" for ap, defence, number in found if number]
    examples = ", ".join(columns).format("counts ", *[""] * len(columns))
    lowest, highest = table.columns[0], table.columns[-1]
    return (
        table.meanings["odds_round"],
        f"{examples} (PEN-04)",
        f"odds below {lowest} do no damage; odds above {highest}, or against defence 0, count as {highest} (PEN-05); "
        f"a shift never goes past {highest}",
    )


def _bands(table: Table) -> str:
    return f"1d{D20}: " + _ranges(table, table.bands)


def _ranges(table: Table, rows: Bands) -> str:
    """Return the results as ranges of the total, such as `12-13 fall back, 14-17 suppressed`."""
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
    notes = (f"1d{D20} plus troops; a total below 1 counts as 1, a total above {D20} counts as {D20} (PEN-11)",)
    return Listing("AP, to penetrate: the result", ("roll", *table.columns), tuple(rows), notes)


def _stars(table: Table) -> Listing:
    rows = tuple(
        (star.words, star.column, star.against, "hits without a roll" if star.hits else "rolls to hit", star.rule)
        for star in table.stars.values()
    )
    return Listing("Weapons with AP *", ("weapon", "column", "damages", "", "rule"), rows)


def _close_combat(table: Table) -> Listing:
    notes = (table.meanings["close_combat"],)
    if table.options["close_combat"] == "referee":
        return Listing("Close combat", (), (), notes)
    return _modifiers(table, "charge", "Close combat", notes)


def _movement(table: Table, state: State | None) -> Listing:
    rows = tuple(
        (kind.id, kind.words, *(str(kind.allowance[ground]) for ground in table.grounds))
        for kind in table.types.values()
    )
    notes = []
    if state is not None and state.ground:
        notes.append("here: " + ", ".join(f"{name} is {column}" for name, column in state.ground.items()))
    numbers = tuple(range(2, 2 + len(table.grounds)))
    return Listing("Movement", ("type", "", *table.grounds), rows, tuple(notes), numbers)


def _boarding() -> Listing:
    rows = (
        (
            "limbering, unlimbering, embarking, disembarking CSW",
            "the entire turn; the carrier does not move",
            "LIM-01, LIM-04",
        ),
        (
            "breaking down or assembling man-portable CSW",
            "takes the entire turn; a broken-down CSW moves as infantry",
            "LIM-02, LIM-05",
        ),
        ("infantry mount or dismount", "free; not both in one turn", "LIM-03"),
    )
    return Listing("Mounting and limbering", ("", "", "rule"), rows)


def _starter(table: Table) -> Listing:
    """Return the cards of the rule table that a scenario may give to its elements."""
    rows = []
    for card in table.starter.values():
        modifiers = (f"{card[name]:+d}" if card.get(name) else "" for name in ("accuracy", "size"))
        numbers = (str(card.get(name, "")) for name in ("type", "ap", "he", "defence", "range"))
        kinds = ", ".join((*([card["weapon"]] if "weapon" in card else []), *card.get("flags", ())))
        rows.append((str(card["name"]), *numbers, *modifiers, kinds))
    columns = ("name", "type", "AP", "HE/SA", "def", "range", "hit", "size", "is")
    return Listing("Starter cards", columns, tuple(rows), right=(2, 3, 4, 5, 6, 7))


def _cards(table: Table, state: State, side: str) -> Listing:
    columns = ("id", "name", "type", "AP", "HE/SA", "def", "range", "hit", "size", "troops", "is")
    rows = tuple(_card(table, one) for one in state.of_side(side))
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

"""The quick-reference sheet of a Star General game, from the rows the engine reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from umpire.core.outcome import Listing, number_of
from umpire.game.modifiers import Row
from umpire.rulesets.star_general.board.board import grounds
from umpire.rulesets.star_general.state import ORDERS, State
from umpire.rulesets.star_general.table import Ground, Table

STATUS = {**ORDERS, "battery": "a battery", "phase": "artillery phase"}


def sheet(table: Table, state: State | None) -> tuple[Listing, ...]:
    """The sheet of the ruleset as this game plays it; with a state only what is in the battle."""
    return tuple(
        listing
        for listing in (
            _movement(table, state),
            _stands(table, state),
            _supports(table, state),
            _to_hit(table),
            _rights(table),
            _modifiers(table, state, 1, "Dice added"),
            _modifiers(table, state, -1, "Dice lost"),
            _ground(table, state),
            _limits(table),
            _options(table),
        )
        if listing.rows or listing.notes
    )


def _kinds(state: State | None) -> set[str] | None:
    return None if state is None else {stand.kind for stand in state.stands.values()}


def _movement(table: Table, state: State | None) -> Listing:
    used = None if state is None else _paces(table, state)
    rows = tuple(
        (pace.words, str(pace.normal), str(pace.strategic), pace.rule)
        for name, pace in table.pace.items()
        if used is None or name in used
    )
    return Listing("Movement, hexes", ("", "normal", "strategic", "rule"), rows, right=(1, 2))


def _paces(table: Table, state: State) -> set[str]:
    """How the stands of a battle move, and what carries them."""
    stands = state.stands.values()
    carriers = (table.support[stand.kind].carries for stand in stands if stand.kind in table.support)
    return {*(stand.mobility for stand in stands), *carriers}


def _stands(table: Table, state: State | None) -> Listing:
    kinds = _kinds(state)
    rows = tuple(
        (row.words, str(row.sp), str(row.fs), str(row.range or ""), table.pace[row.mobility].words, row.rule)
        for name, row in table.core.items()
        if kinds is None or name in kinds
    )
    return Listing("Core stands", ("", "SP", "dice", "range", "moves", "rule"), rows, right=(1, 2, 3))


def _supports(table: Table, state: State | None) -> Listing:
    kinds = _kinds(state)
    rows = tuple(
        (row.words, "; ".join(_dice(table.modifiers.rows[""], name)) or "none", str(row.range or ""), row.rule)
        for name, row in table.support.items()
        if kinds is None or name in kinds
    )
    return Listing("Support stands", ("", "dice", "range", "rule"), rows, right=(2,))


def _dice(modifiers: Iterable[Row], kind: str) -> list[str]:
    """The dice rows that name a kind of support stand."""
    found = []
    for row in modifiers:
        named = row.when.get("type")
        if named == kind or (isinstance(named, list) and kind in named):
            found.append(f"{row.amount:+d} {row.words}")
    return found


def _to_hit(table: Table) -> Listing:
    rows = tuple(
        (STATUS[attacker], STATUS[target], _score(hit.attack), _score(hit.reply) or "no reply", hit.attack_rule)
        for (attacker, target), hit in table.to_hit.items()
    )
    return Listing("To hit", ("attacker on", "target on", "attacker hits", "target hits", "rule"), rows)


def _score(code: str) -> str:
    singles, _, pairs = code.partition("|")
    words = ", ".join(singles)
    return words + (f", double {pairs[0]}" if pairs else "")


def _rights(table: Table) -> Listing:
    light = table.words["light"]
    rows = tuple(
        (f"{STATUS[status]} {'attacks' if role == 'attacker' else 'defends'}", _yes(r.light), _yes(r.guns), r.guns_rule)
        for (role, status), r in table.rights.items()
    )
    return Listing("Support called from outside the hex", ("", light, "guns and air", "rule"), rows)


def _yes(allowed: bool) -> str:
    return "yes" if allowed else "no"


def _modifiers(table: Table, state: State | None, sign: int, title: str) -> Listing:
    kinds = _kinds(state)
    rows = []
    for row in table.modifiers.rows[""]:
        named = row.when.get("type", row.when.get("what"))
        names = named if isinstance(named, list) else [named]
        is_support = row.when.get("what") == "support"
        if row.amount * sign > 0 and (kinds is None or not is_support or kinds & set(names)):
            rows.append((f"{row.amount:+d}", row.words + _from(row.when), row.rule))
    caps = tuple(f"{cap.words} ({cap.rule})" for cap in table.modifiers.caps) if sign < 0 else ()
    return Listing(title, ("", "", "rule"), tuple(rows), caps, right=(0,))


def _from(when: Mapping[str, Any]) -> str:
    """From how far a row counts, where it asks for that."""
    reach = when.get("range")
    return f", from {_hexes(reach['min'])}" if isinstance(reach, Mapping) and "min" in reach else ""


def _ground(table: Table, state: State | None) -> Listing:
    used = None if state is None or state.map is None else set(state.map.legend.values())
    water = _water(table)
    rows = []
    for name, ground in (grounds(state, table) if state else table.terrain).items():
        if used is not None and name not in used:
            continue
        move = _halts(ground)
        fight = [word for word, true in (("cover", ground.cover), ("blocks fire", ground.blocks)) if true]
        fight += [water] if water and ground.wet else []
        fight += ["fights as on move"] if ground.water else []
        rows.append((ground.words, move, ", ".join(fight)))
    return Listing("Ground", ("", "movement", "combat"), tuple(rows))


def _water(table: Table) -> str:
    """What fighting in water, on a bridge or while landing costs, by the rows for it; "" nothing."""
    dice = sum(row.amount for row in table.modifiers.rows[""] if row.when.get("in_water"))
    return f"{'+' if dice > 0 else ''}{_dice_words(dice)}" if dice else ""


def _halts(ground: Ground) -> str:
    if ground.impassable:
        return "may not be entered"
    words = "halt before and on entering" if ground.halts_before else "halt on entering" if ground.halts else ""
    return words + ("; strategic: halt before" if ground.strategic == "before" else "")


def _limits(table: Table) -> Listing:
    limits, words = table.limits, table.words
    said = [
        ("command range", _hexes(limits["command_range"]), "command"),
        (words["distant"], f"up to {_hexes(limits['distant_range'])}", "reach"),
        ("strategic move", f"never within {_hexes(limits['strategic_distance'])} of an enemy", "strategic_distance"),
        ("close combat", f"from {_hexes(limits['close_range'])}", "adjacent"),
        ("", f"{_dice_words(limits['least_dice'])} at least for a defender", "least_die"),
        ("", f"to hold costs {limits['hold_cost']} SP", "hold"),
        ("attacking", f"{number_of(table.orders['M'].attackers, 'stand')} at most on move", "stands_on_move"),
        ("", f"{number_of(table.orders['H'].attackers, 'stand')} on hold", "stands_on_hold"),
        ("", f"{number_of(table.orders['D'].attackers, 'stand')} dug in", "attack_orders"),
        ("", f"{number_of(table.orders['R'].attackers, 'stand')} on retreat", "attack_orders"),
        ("retreating", f"{limits['retreat_cost']} SP for each enemy zone hex entered", "retreat_zone"),
        ("in a hex", f"with a core stand {limits['stack_support']} {words['support']} at most", "stack_support"),
        ("guns", f"{limits['guns_per_combat']} at most for a side in a combat", "guns_most"),
        ("", f"{limits['shots']} shots a round", "gun_shots"),
        ("air", f"{limits['air_per_combat']} at most for a side in a combat", "air_most"),
        ("", _dice_words(limits["air_dice"]), "air_dice"),
        ("anti-aircraft", f"{_dice_words(limits['aa_dice'])} against air within {_hexes(limits['aa_range'])}", "aa"),
        ("", f"hits on {_score(table.flak)}; one stops it", "aa_hit"),
        ("losses", table.meanings["loss_cap_scope"], "loss_cap"),
        ("spotting", _hexes(limits["spot_open"]), "spotting"),
        ("", f"{_hexes(limits['spot_cover'])} into cover or at dug-in stands", "spotting_cover"),
        ("artillery phase", f"at most {limits['phase_loss']} SP by a shot", "phase_one_hit"),
        ("initiative", _dice_words(limits["initiative_dice"]), "initiative"),
        ("activations", f"at most {limits['activations_in_a_row']} in a row by a side", "in_a_row"),
        ("a day", f"{limits['rounds_per_day']} rounds", "night"),
        (
            "a night",
            f"{number_of(limits['night_strength'], 'strength point')} for each {words['unit']}",
            "night_points",
        ),
        ("", f"{number_of(limits['night_support'], 'support point')} for each {words['unit']}", "night_points"),
    ]
    if "stack_trucks" in limits:
        said += [("", f"and {number_of(limits['stack_trucks'], 'truck')} in a hex", "stack_support")]
    if table.options.get("fs_range") == "split":
        said += [(words["light"], f"{limits['split_reach']} more for a defender on hold or dug in", "light_range")]
    rows = tuple((of, number, table.rules[key]) for of, number, key in said)
    return Listing("Reach and limits", ("", "", "rule"), rows)


def _hexes(number: int) -> str:
    return f"{number} hex{'' if number == 1 else 'es'}"


def _dice_words(number: int) -> str:
    return f"{number} {'die' if abs(number) == 1 else 'dice'}"


def _options(table: Table) -> Listing:
    rows = tuple((name.replace("_", " "), words) for name, words in table.meanings.items())
    return Listing("Options in force", ("", ""), rows)

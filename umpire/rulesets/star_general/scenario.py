"""From a scenario as people write it to a state, checked. Loaded only when something hand-written is read."""

from __future__ import annotations

from umpire.core.mistakes import FileMistake, did_you_mean
from umpire.game.maps import Map
from umpire.rulesets.star_general.board.board import no_room
from umpire.rulesets.star_general.cards import from_state
from umpire.rulesets.star_general.forms import ForceForm, Form, StandForm
from umpire.rulesets.star_general.organisation import mustered
from umpire.rulesets.star_general.state import Battle, Clock, Force, Objective, Stand, State, Unit
from umpire.rulesets.star_general.table import Table

__all__ = ["Form", "from_state", "to_state"]


def to_state(form: Form, table: Table, game_map: Map | None, sides: tuple[str, ...]) -> State:
    """The state a form describes. Raises FileMistake with the key, what is wrong and what was expected."""
    form = mustered(form, table)
    units = {
        key: Unit(key, **{name: value for name, value in vars(unit).items() if name not in ("organisation", "hexes")})
        for key, unit in form.units.items()
    }
    for key, unit in units.items():
        if unit.side not in sides:
            _wrong(f"units.{key}.side", f"there is no side {unit.side!r}", did_you_mean(unit.side, list(sides)))
    stands = {key: _stand(form, table, sides, key) for key in form.stands}
    battle = form.battle
    rounds = battle.rounds if battle.rounds is not None else table.limits["rounds_per_day"]
    for name, value in (("days", battle.days), ("rounds", rounds)):
        if not 1 <= value <= 99:
            _wrong(f"battle.{name}", f"{value} is out of range", "a number from 1 to 99")
    if battle.attacker and battle.attacker not in sides:
        _wrong("battle.attacker", f"there is no side {battle.attacker!r}", did_you_mean(battle.attacker, list(sides)))
    objectives = _objectives(form, sides, game_map)
    if not 0 <= battle.needed <= sum(objective.points for objective in objectives.values()):
        _wrong("battle.needed", f"{battle.needed} points are not there", "a number of points of the objectives")
    state = State(
        units,
        stands,
        dict(form.ground),
        game_map,
        _clock(form, sides),
        Battle(battle.days, rounds, battle.night, battle.attacker, battle.needed),
        _forces(form, table, sides),
        objectives,
    )
    _check_ground(state, table)
    _check_places(state, table)
    return state


def _clock(form: Form, sides: tuple[str, ...]) -> Clock:
    clock = Clock(**vars(form.clock))
    if clock.active and clock.active not in form.units:
        _wrong("clock.active", f"there is no unit {clock.active!r}", did_you_mean(clock.active, list(form.units)))
    for name in ("last", "side"):
        side = getattr(clock, name)
        if side and side not in sides:
            _wrong(f"clock.{name}", f"there is no side {side!r}", did_you_mean(side, list(sides)))
    for name in ("day", "round", "run"):
        if not (0 if name == "run" else 1) <= getattr(clock, name) <= 999:
            _wrong(f"clock.{name}", f"{getattr(clock, name)} is out of range", "a small whole number")
    return clock


def _forces(form: Form, table: Table, sides: tuple[str, ...]) -> dict[str, Force]:
    """A force for every side, whether the scenario writes it or not."""
    for side in form.forces:
        if side not in sides:
            _wrong(f"forces.{side}", f"there is no side {side!r}", did_you_mean(side, list(sides)))
    forces = {}
    for side in sides:
        card = form.forces.get(side, ForceForm())
        units = sum(unit.side == side for unit in form.units.values())
        force = Force(
            side,
            card.air,
            card.air if card.air_left is None else card.air_left,
            table.limits["night_strength"] if card.strength is None else card.strength,
            table.limits["night_support"] if card.support is None else card.support,
            units if card.units is None else card.units,
            card.strength_left,
            card.support_left,
        )
        for name, value in vars(force).items():
            if name != "side" and not 0 <= value <= 99:
                _wrong(f"forces.{side}.{name}", f"{value} is out of range", "a number from 0 to 99")
        forces[side] = force
    return forces


def _objectives(form: Form, sides: tuple[str, ...], game_map: Map | None) -> dict[str, Objective]:
    found = {}
    for key, card in form.objectives.items():
        where = f"objectives.{key}"
        if card.holder and card.holder not in sides:
            _wrong(f"{where}.holder", f"there is no side {card.holder!r}", did_you_mean(card.holder, list(sides)))
        if game_map is not None and card.hex:
            try:
                game_map.grid.hex(card.hex)
            except ValueError as wrong:
                _wrong(f"{where}.hex", str(wrong))
        elif card.hex:
            _wrong(f"{where}.hex", "there is no map", "remove hex, or add a [map]")
        if not 0 <= card.points <= 99:
            _wrong(f"{where}.points", f"{card.points} is out of range", "a number from 0 to 99")
        found[key] = Objective(key, card.name, card.hex, card.points, card.holder)
    return found


def _wrong(key: str, what: str, hint: str = "") -> None:
    raise FileMistake(f"{key}: {what}", hint)


def _stand(form: Form, table: Table, sides: tuple[str, ...], key: str) -> Stand:
    card, where = form.stands[key], f"stands.{key}"
    core, support = table.core.get(card.type), table.support.get(card.type)
    if core is None and support is None:
        _wrong(f"{where}.type", f"there is no {card.type!r}", did_you_mean(card.type, [*table.core, *table.support]))
    if support is not None:
        _check_support(form, table, card, where)
    unit, side = _belongs(form, card, where, sides)
    if support is None and card.host:
        _wrong(f"{where}.host", f"{card.type} is a core stand and is with no other", "remove host")
    if support is None and not unit and card.type != "artillery":
        _wrong(f"{where}.unit", "a core stand belongs to a unit", did_you_mean("", list(form.units)))
    full = card.full if card.full is not None else core.sp if core else 1
    sp = card.sp if card.sp is not None else full
    if not 1 <= full <= 6 or (support is not None and full != 1):
        _wrong(f"{where}.full", f"{full} is no strength", "1 for a support stand, 1 to 6 for a core stand")
    if not 0 <= sp <= full:
        _wrong(f"{where}.sp", f"{sp} strength points of {full}", f"a number from 0 to {full}")
    battery = card.type == "artillery"
    if not battery and (card.shots, card.supply) != (None, None):
        _wrong(f"{where}.shots", f"{card.type} has no shots", "only artillery has")
    fs = card.fs if card.fs is not None else core.fs if core else 0
    reach = card.range if card.range is not None else (core or support or table.core["hq"]).range
    supply = card.supply if card.supply is not None else table.limits["shots"] if battery else 0
    shots = card.shots if card.shots is not None else supply
    for name, value, most in (("fs", fs, 9), ("range", reach, 99), ("shots", shots, 99), ("supply", supply, 99)):
        if not 0 <= value <= most:
            _wrong(f"{where}.{name}", f"{value} is out of range", f"a number from 0 to {most}")
    return Stand(
        id=key,
        name=card.name,
        side=side,
        unit=unit,
        kind=card.type,
        sp=sp,
        full=full,
        fs=fs,
        range=reach,
        host=card.host,
        hex=card.hex,
        elite=card.elite,
        superior_gun=card.superior_gun,
        armoured=card.armoured,
        shots=shots,
        supply=supply,
        mobility=card.mobility or (core.mobility if core else "foot"),
        moved=card.moved,
    )


def _belongs(form: Form, card: StandForm, where: str, sides: tuple[str, ...]) -> tuple[str, str]:
    """Unit and side of a stand: a support stand's are its host's, a unit's stand is on the unit's side."""
    host = form.stands.get(card.host)
    if (
        host is not None
        and (card.unit or card.side)
        and (card.unit, card.side)
        not in (
            (host.unit, host.side),
            (host.unit, ""),
        )
    ):
        _wrong(f"{where}.unit", "a support stand belongs where its host does", "leave unit and side out")
    owner = host or card
    if owner.unit:
        if owner.unit not in form.units:
            _wrong(f"{where}.unit", f"there is no unit {owner.unit!r}", did_you_mean(owner.unit, list(form.units)))
        side = form.units[owner.unit].side
        if owner.side and owner.side != side:
            _wrong(f"{where}.side", f"{owner.unit} is {side}", "leave side out")
        return owner.unit, side
    if owner.side not in sides:
        _wrong(f"{where}.side", f"there is no side {owner.side!r}", did_you_mean(owner.side, list(sides)))
    return "", owner.side


def _check_support(form: Form, table: Table, card: StandForm, where: str) -> None:
    words = table.words
    host = form.stands.get(card.host)
    if host is None:
        hint = did_you_mean(card.host, [key for key, other in form.stands.items() if other.type in table.core])
        what = f"there is no stand {card.host!r}" if card.host else f"a {words['support']} is with a core stand"
        _wrong(f"{where}.host", what, hint or "host = the key of a core stand")
    elif host.type not in table.core:
        _wrong(f"{where}.host", f"{card.host} is no core stand", f"a {words['support']} is with a core stand")
    if card.hex:
        _wrong(f"{where}.hex", f"a {words['support']} is where its core stand is", "remove hex")


def _check_ground(state: State, table: Table) -> None:
    """Every kind of ground on the map is one the table or the scenario knows."""
    if state.map is None:
        return
    known = [*table.terrain, *state.ground]
    for glyph, name in state.map.legend.items():
        if name not in known:
            hint = did_you_mean(name, known)
            _wrong(f"map.legend.{glyph}", f"there is no ground {name!r}", hint or "say what it is in [ground]")


def _check_places(state: State, table: Table) -> None:
    """Stacking (TSG-1.3-01, 3SG-1.2-01), and labels that are on the map."""
    held: dict[str, str] = {}
    for key, stand in state.stands.items():
        if stand.hex:
            if state.map is None:
                _wrong(f"stands.{key}.hex", "there is no map", "remove hex, or add a [map]")
            else:
                try:
                    state.map.grid.hex(stand.hex)
                except ValueError as wrong:
                    _wrong(f"stands.{key}.hex", str(wrong))
            if stand.alive and stand.hex in held:
                _wrong(stand.hex, f"{held[stand.hex]} and {key} are both there", "one core stand in a hex")
            if stand.alive:
                held[stand.hex] = key
        if stand.host and stand.alive:
            _check_company(state, table, key, stand)


def _check_company(state: State, table: Table, key: str, stand: Stand) -> None:
    if not state.stands[stand.host].alive:
        _wrong(
            f"stands.{key}.host",
            f"{stand.host} is destroyed",
            "no support stand is left alone: give it another, or sp = 0",
        )
    beside = state.supports(stand.host)
    if no_room(table, beside):
        names = " and ".join(other.id for other in beside)
        hint = f"one {table.words['support']} in a hex, and one truck, but none with armoured transport"
        _wrong(f"stands.{key}.host", f"there is no room for {names} with {stand.host}", hint)

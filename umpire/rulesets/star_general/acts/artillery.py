"""The artillery phase: the throw for the first side, guns that fire or move, and planes that attack."""

from __future__ import annotations

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import AT_WHOM, HowMany, WrongSide, WrongSort
from umpire.core.outcome import Objection, Outcome
from umpire.core.procedure import Procedure
from umpire.game.act import Act, Roles, Situation
from umpire.game.facts import Facts, TypedLine, choices, yes_or_no
from umpire.rulesets.star_general.acts import move
from umpire.rulesets.star_general.acts.activate import TIE, thrown_for
from umpire.rulesets.star_general.acts.movement import MoveSituation
from umpire.rulesets.star_general.acts.movement import situate as situate_move
from umpire.rulesets.star_general.board.moving import LISTS as OF_MOVES
from umpire.rulesets.star_general.board.observer import Observer, core_stand, find, short_number, sight, spotting
from umpire.rulesets.star_general.combat.fire import combat
from umpire.rulesets.star_general.combat.pools import CombatSituation
from umpire.rulesets.star_general.combat.situate import aim, air_attack, gun_objections, scene_of
from umpire.rulesets.star_general.combat.situation import LISTS, Fighter
from umpire.rulesets.star_general.effects import SpendShot, Tick
from umpire.rulesets.star_general.state import AIR, Stand, State
from umpire.rulesets.star_general.table import Ground, Table
from umpire.rulesets.star_general.turn.sequence import turn_of_guns, where

USAGE = "artillery | artillery GUN at TARGET | artillery air at TARGET | artillery GUN to HEX"


@frozen
class FirstSituation(Situation):
    """The throw that decides which side fires and moves its guns first."""

    state: State
    table: Table


@frozen
class Bombardment(Situation):
    """A shot at one hex by a gun, or by a plane if `gun` is None. The shot is a combat without a reply. The limit of
    losses is lower than in other combats (TSG-5.1-03).

    If the target is not spotted, `unseen` has the reason and the rule. If the target is spotted, `unseen` is ("", "").
    """

    combat: CombatSituation
    gun: Stand | None
    unseen: tuple[str, str]


@frozen
class GunMove(Situation):
    """The move of a battery that moves instead of firing."""

    walk: MoveSituation
    gun: Stand


Artillery = FirstSituation | Bombardment | GunMove


def situate(state: State, table: Table, line: TypedLine) -> Artillery:
    """Return the situation of the line typed: the throw that decides the first side, a shot, or the move of a gun.

    Raises Mistake.
    """
    named = line.named("")
    if not named:
        facts = Facts(line)
        facts.finish()
        return FirstSituation("First side in the artillery phase", "", facts, state, table)
    fires, goes = bool(line.named("at")), bool(line.named("to"))
    somewhere = fires or goes or (state.map is None and not {"at", "to"} & set(line.names))
    if len(named) > 1 or (fires and goes) or not somewhere:
        if named[0].lower() != AIR:
            _battery(state, table, named[0])  # any other stand is refused here
        wants = AT_WHOM if len(named) == 1 and not fires else ""
        raise HowMany("name one gun, and either a target or a hex", USAGE, wants)
    if fires:
        return _bombardment(state, table, line, named[0])
    return _gun_move(state, table, line, _battery(state, table, named[0]))


def _gun_move(state: State, table: Table, line: TypedLine, gun: Stand) -> GunMove:
    """Return the move of a battery at the pace of this phase."""
    gun = replace(gun, mobility=table.battery_pace["armoured" if gun.armoured else "towed"])
    moving = replace(state, stands={**state.stands, gun.id: gun})
    to = ("to", *line.named("to")) if line.named("to") else ()
    walk = replace(situate_move(moving, table, TypedLine({"": (gun.id, *to)}, line.facts, line.staying)), state=state)
    free = tuple(
        replace(mover, faults=tuple(fault for fault in mover.faults if fault.rule != table.rules["battery_moves"]))
        for mover in walk.movers
    )
    return GunMove(walk.title, walk.side, walk.known, replace(walk, movers=free), gun)


def _battery(state: State, table: Table, name: str) -> Stand:
    gun = core_stand(state, name, table)
    if not gun.battery:
        raise WrongSort(f"{gun.name}: this stand is not a battery", USAGE, usage=True)
    return gun


def _bombardment(state: State, table: Table, line: TypedLine, name: str) -> Bombardment:
    if len(line.named("at")) != 1:
        raise HowMany("more than one target is named", USAGE)
    target = find(state, line.named("at")[0])
    target = find(state, target.host) if target.host else target
    observer = Observer(state, table, line)
    plane = name.lower() == AIR
    if plane:
        side = next((side for side in state.forces if side != target.side), "")
        firing = Stand(AIR, f"{side} air", side, "", "artillery", 1, 1)
    else:
        firing = _battery(state, table, name)
        side = firing.side
        if side == target.side:
            raise WrongSide(f"{target.name}: it is on the same side as {firing.name}", "name an enemy stand")
    apart = 0
    if not plane:
        apart = observer.distance(firing, target, shared=True, assume=min(firing.range, 2), words="in range")
    aimed = aim(observer, target, apart)
    air = air_attack(observer, side, (AIR,), (target,)) if plane else None
    unseen = ("", "") if plane else _unseen(observer, aimed)
    terrain, ground = ("open", Ground("open")) if plane else observer.terrain(firing, shared=False)
    scene = scene_of(observer, "artillery", (firing,))
    observer.facts.finish()
    sit = CombatSituation(
        state=state,
        table=_one_hit(table),
        verb="fire",
        title=f"{firing.name}: {'attack on' if plane else 'fire at'} {target.name}, artillery phase",
        side=side,
        foe_side=target.side,
        attackers=(Fighter(firing, (), "phase", "phase", apart, True, ground, False, terrain=terrain),),
        target=aimed,
        light=(),
        guns=(),
        air=air,
        reply_light=(),
        reply_guns=(),
        reply_air=None,
        reply=False,
        scene=scene,
        known=observer.facts,
        reply_rule=table.rules["phase_no_reply"],
    )
    sit.note_silence()
    sit.note_codes()
    return Bombardment(sit.title, side, sit.known, sit, None if plane else firing, unseen)


def _unseen(observer: Observer, target: Fighter) -> tuple[str, str]:
    """Return the reason why the target is not spotted, and the rule; ("", "") if it is spotted.

    If the referee typed whether the target is spotted, the typed fact decides. If nothing is typed, the map decides. If
    nothing is typed and the game has no map, the target is assumed to be spotted.
    """
    seen = sight(observer.table, target.order, target.ground)
    found = spotting(observer.board, target.stand, seen) if observer.board is not None else None
    shows = None if found is None else found.stand is not None
    reader = yes_or_no("spotted")
    spotted = observer.facts.settle("spotted", reader, worked_out=shows, source="map", assume=True, words="spotted")
    if spotted and found is not None and found.stand is not None:
        observer.facts.notes.append(f"{found.words} ({found.rule})")
    if spotted:
        return "", ""
    if found is None or found.stand is not None:
        return f"{target.stand.name}: you typed that it is not spotted", seen.rule
    return found.words, found.rule


def _one_hit(table: Table) -> Table:
    """Return the table with the loss limit of a single shot: one hit (TSG-5.1-03)."""
    rules = {**table.rules, "loss_cap": table.rules["phase_one_hit"]}
    return table._replace(limits={**table.limits, "loss_cap": table.limits["phase_loss"]}, rules=rules)


def objections(sit: Artillery) -> tuple[Objection, ...]:
    """Return the objections to a shot or to the move of a gun; () for the throw that decides which side begins."""
    if isinstance(sit, FirstSituation):
        return ()
    if isinstance(sit, GunMove):
        return (*_move_objections(sit), *move.objections(sit.walk))
    return _fire_objections(sit)


def _fire_objections(sit: Bombardment) -> tuple[Objection, ...]:
    table, rules = sit.combat.table, sit.combat.table.rules
    found: list[Objection] = []
    if sit.gun is None:
        if not table.options["air_in_artillery_phase"]:
            found.append(Objection(rules["air_phase"], "planes may not attack alone"))
        if sit.combat.air is not None and not sit.combat.air.left:
            found.append(Objection(rules["air_points"], f"{sit.side} has no air points left this round"))
        return (*found, *sit.combat.refused("artillery"))
    found += gun_objections(table, sit.gun, sit.combat.attackers[0].distance)
    words, rule = sit.unseen
    if words:
        found.append(Objection(rule, words))
    return (*found, *sit.combat.refused("artillery"))


def _move_objections(sit: GunMove) -> tuple[Objection, ...]:
    rules, found = sit.walk.table.rules, []
    if not sit.gun.shots and not sit.gun.armoured:
        found.append(Objection(rules["phase_move"], f"{sit.gun.name}: it has no shot left, and a move costs one shot"))
    if sit.gun.moved:
        found.append(Objection(rules["phase_move_once"], f"{sit.gun.name}: it already moved in this phase"))
    return tuple(found)


def out_of_turn(state: State, table: Table, sit: Artillery) -> tuple[Objection, ...]:
    """Return the objections from the sequence of play.

    Guns and planes may act alone only in the artillery phase, and only in the turn of their side.
    """
    if not isinstance(sit, FirstSituation):
        turn = turn_of_guns(state, table, sit.side)
        if isinstance(sit, Bombardment) and sit.gun and sit.gun.moved == "strategic":
            words = f"{sit.gun.name}: it made a strategic move, so it may not fire in this phase"
            return (*turn, Objection(table.rules["strategic_attack"], words))
        return turn
    if state.clock.phase != "artillery":
        return (Objection(table.rules["artillery_phase"], f"wrong phase; now: {where(state)}"),)
    if state.clock.side:
        return (Objection(table.rules["artillery_phase"], "the dice have already decided the first side"),)
    return ()


def procedure(sit: Artillery) -> Procedure[Outcome]:
    """Resolve the throw, the shot or the move."""
    if isinstance(sit, FirstSituation):
        return (yield from _first(sit))
    if isinstance(sit, GunMove):
        moved = yield from move.move(sit.walk)
        return _spent(moved, sit.gun) if sit.gun.shots else moved
    fired = yield from combat(sit.combat)
    return _spent(fired, sit.gun) if sit.gun else fired


def _spent(outcome: Outcome, gun: Stand) -> Outcome:
    left = f"{gun.name} shots {gun.shots}→{max(0, gun.shots - 1)}"
    return replace(outcome, effects=(*outcome.effects, SpendShot(gun.id)), instructions=(*outcome.instructions, left))


def _first(sit: FirstSituation) -> Procedure[Outcome]:
    """Throw for both sides.

    The side with the higher total fires and moves its guns first (AMB-56).
    """
    state, table = sit.state, sit.table
    first = yield from thrown_for(table, tuple(state.forces))
    if first == TIE:
        return Outcome(words=(f"{TIE} ({table.rules['tie']})",), is_tie_reroll=True)
    clock = replace(state.clock, side=first)
    return Outcome((Tick(clock),), (f"{first} fires and moves its guns first",), tally=(("first", first),))


ACT = Act(
    verb="artillery",
    words="Play the artillery phase: throw to decide the first side, fire a gun, move a gun, or use a plane",
    usage="artillery | artillery GUN at TARGET [RANGE] | artillery air at TARGET | artillery GUN [to HEX]",
    connectors=("at", "to"),
    roles=Roles(places="to", air=AIR),
    facts={
        "range": "hexes to the target",
        "hexes": "the number of hexes a gun moved, if there is no map",
        "strategic": "yes or no: the gun makes a strategic move",
        "terrain": "terrain of the target's hex",
        "spotted": "yes or no: the target is spotted",
        "order": "the order: M, H, D or R; for one stand: STAND.order=D",
        "aa": "the number of anti-aircraft stands in range of a plane",
    },
    choices=choices("strategic spotted", order="M H D R"),
    bare=short_number("range"),
    adds_to="attack",
    lists=(*LISTS, "artillery", *OF_MOVES),
    situate=situate,
    objections=objections,
    procedure=procedure,
    out_of_turn=out_of_turn,
)

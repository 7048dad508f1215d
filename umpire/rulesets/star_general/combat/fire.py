"""A combat from the first dice pool to the last stand moved: distant fire, close combat, or both at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from umpire.core.outcome import NOBODY, Outcome, Value, number_of
from umpire.core.procedure import Procedure, choose, part, throw
from umpire.game.act import Act, Roles
from umpire.game.facts import TypedLine, choices
from umpire.rulesets.star_general.board.observer import short_number
from umpire.rulesets.star_general.combat.aftermath import (
    POLICY,
    Aftermath,
    Hex,
    Loss,
    fall_back,
    legal_losses,
    most,
    of_mixed,
    offered,
    pursuit,
    unshared,
)
from umpire.rulesets.star_general.combat.objections import objections, out_of_turn
from umpire.rulesets.star_general.combat.pools import CombatSituation
from umpire.rulesets.star_general.combat.situate import FACTS, everybody, situate_assault, situate_fire
from umpire.rulesets.star_general.combat.situation import LISTS, Fighter
from umpire.rulesets.star_general.state import AIR, Stand, State
from umpire.rulesets.star_general.table import Table


class AirStopped(NamedTuple):
    """The air attacks that anti-aircraft fire stops.

    `attack` is true if the attacker's air attack is stopped. `reply` is true if the defender's air attack is stopped.
    """

    attack: bool = False
    reply: bool = False

    def __str__(self) -> str:
        stopped = [side for side, down in (("attacker", self.attack), ("defender", self.reply)) if down]
        return f"air attack stopped: {' and '.join(stopped)}" if stopped else "air gets through"


class Exchange(NamedTuple):
    """The strength points that each side must lose. After close combat, `ahead` is the word `attacker` or `defender`,
    for the side with more hits, or the word `level`.
    """

    target: int
    attackers: int
    ahead: str = ""

    def __str__(self) -> str:
        ahead = f", {self.ahead} {'' if self.ahead == 'level' else 'ahead'}".rstrip() if self.ahead else ""
        return f"target loses {self.target}, attacker loses {self.attackers}{ahead}"


def combat(sit: CombatSituation) -> Procedure[Outcome]:
    """Resolve a combat: anti-aircraft fire, both dice pools, losses. Close combat can end with a fall back and a
    pursuit.

    The dice of both sides are counted before any loss is taken (TSG-4-14). Distant fire drives no stand back
    (TSG-4.1-01).
    """
    after = Aftermath(sit)
    if any(sit.flak):
        stopped, exchange = yield from part(_under_flak, sit, alike=_exchange_of)
    else:
        stopped, exchange = AirStopped(), (yield from _exchange(sit, AirStopped()))
    target_loss = yield from _lose(sit, sit.foe_side, "target", exchange.target, (sit.target,))
    attackers_loss = yield from _lose(sit, sit.side, "attackers", exchange.attackers, sit.attackers)
    _say(sit, after, stopped, exchange)
    after.lose((*target_loss, *attackers_loss))
    if sit.close:
        yield from _part(sit, after, exchange)
    return _outcome(sit, after, exchange)


class UnderFlak(NamedTuple):
    """The air attacks that anti-aircraft fire has stopped, and the exchange that follows."""

    stopped: AirStopped
    exchange: Exchange

    def __str__(self) -> str:
        return str(self.exchange)


def _under_flak(sit: CombatSituation) -> Procedure[UnderFlak]:
    """Resolve anti-aircraft fire, then the exchange without the planes that this fire has stopped."""
    stopped = yield from _flak(sit)
    return UnderFlak(stopped, (yield from _exchange(sit, stopped)))


def _exchange_of(fought: UnderFlak) -> Exchange:
    """Return only the exchange, without the record of the planes stopped."""
    return fought.exchange


def _flak(sit: CombatSituation) -> Procedure[AirStopped]:
    """Throw the dice of anti-aircraft stands before the exchange. One hit stops an air attack (TSG-7-06, -07)."""
    at_attack, at_reply = sit.flak
    pools = tuple(pool for pool in (at_attack, at_reply) if pool)

    def stopped(*hits: int) -> AirStopped:
        return AirStopped(bool(at_attack and hits[0]), bool(at_reply and hits[-1]))

    return (yield from throw(*pools, read=stopped))


def _exchange(sit: CombatSituation, stopped: AirStopped) -> Procedure[Exchange]:
    """Throw both pools. Losses are limited, but hits above the limit still help to decide which side is ahead
    (TSG-4.1-02).
    """
    attack = sit.attack_without_air if stopped.attack else sit.attack
    reply = sit.answer_without_air if stopped.reply else sit.answer
    cap = sit.table.limits["loss_cap"]
    target_most = min(cap, most(_hexes((sit.target,)), cap))
    attackers_most = min(_side_cap(sit), most(_hexes(sit.attackers), cap))

    def read(hits: int, back: int = 0) -> Exchange:
        ahead = ("level" if hits == back else "attacker" if hits > back else "defender") if sit.close else ""
        return Exchange(min(hits, target_most), min(back, attackers_most), ahead)

    return (yield from (throw(attack, reply, read=read) if reply else throw(attack, read=read)))


def _side_cap(sit: CombatSituation) -> int:
    """Return the most strength points that all attackers together may lose (AMB-33)."""
    cap = sit.table.limits["loss_cap"]
    return cap if sit.table.options["loss_cap_scope"] == "side" else cap * len(sit.attackers)


def _hexes(fighters: tuple[Fighter, ...]) -> tuple[Hex, ...]:
    return tuple((fighter.stand, fighter.supports) for fighter in fighters)


def _lose(sit: CombatSituation, side: str, key: str, due: int, fighters: tuple[Fighter, ...]) -> Procedure[Loss]:
    """Return the losses that the owner chooses. The owner is asked only if there is more than one legal way."""
    if not due:
        return ()
    options = sit.once((key, due), lambda: _losses(sit, key, due, fighters))
    return (yield from choose(f"losses {key}", side, f"lose {number_of(due, 'strength point')}", options, POLICY))


def _losses(
    sit: CombatSituation, key: str, due: int, fighters: tuple[Fighter, ...]
) -> tuple[tuple[str, str, Loss], ...]:
    """Return every legal way to lose `due` points, as an option (token to type, words, loss)."""
    hexes = _hexes(fighters)
    of_side = sit.table.options["loss_cap_scope"] == "side"
    legal = legal_losses(hexes, due, sit.table.limits["loss_cap"], of_side=of_side)
    if key == "attackers" and sit.close and len(sit.close) < len(fighters):
        legal = of_mixed(legal, _hexes(sit.close), sit.table.options["mixed_attack_loss"])
    if not sit.close and not sit.table.options["df_loss_sharing"]:
        legal = unshared(legal, hexes)
    return offered(legal, hexes)


def _say(sit: CombatSituation, after: Aftermath, stopped: AirStopped, exchange: Exchange) -> None:
    """Add the words for stopped air attacks, and for losses that reach the limit."""
    rules = sit.table.rules
    for side, down in ((sit.side, stopped.attack), (sit.foe_side, stopped.reply)):
        if down:
            after.words.append(f"the {side} air attack is stopped ({rules['aa_hit']})")
    caps = (sit.foe_side, exchange.target, sit.table.limits["loss_cap"]), (sit.side, exchange.attackers, _side_cap(sit))
    for side, lost, most_lost in caps:
        if lost and lost == most_lost:  # hits beyond the cap decide nothing and are not known
            after.words.append(f"{side}: {lost} lost, the most that may be lost at once ({rules['loss_cap']})")


def _part(sit: CombatSituation, after: Aftermath, exchange: Exchange) -> Procedure[None]:
    """End close combat: the side with fewer hits falls back, the winner may follow (TSG-4.1, 4.2)."""
    rules = sit.table.rules
    destroyed = not after.alive(sit.target)
    if exchange.ahead == "attacker":
        if not destroyed:
            after.words.append(f"more hits by {sit.side}; beaten: {sit.target.stand.name} ({rules['fall_back']})")
            yield from fall_back(after, sit.target, beaten_defender=True)
    elif exchange.ahead == "level":
        after.words.append(f"equal hits: no fall back ({rules['level']})")
    elif destroyed:
        after.words.append(f"more hits on {sit.side}: no advance and no fall back ({rules['no_pursuit']})")
    else:
        beaten = [attacker for attacker in sit.close if after.alive(attacker)]
        names = " and ".join(attacker.stand.name for attacker in beaten)
        what = f"beaten: {names}" if beaten else "no stand left to fall back"
        after.words.append(f"more hits by {sit.foe_side}; {what} ({rules['fall_back']})")
        for attacker in beaten:
            yield from fall_back(after, attacker)
    if exchange.ahead == "attacker" or (exchange.ahead == "level" and destroyed):
        yield from pursuit(after)


def _outcome(sit: CombatSituation, after: Aftermath, exchange: Exchange) -> Outcome:
    """Return the outcome: losses and moves, shots and points spent, and the units that have attacked."""
    shots: list[Stand] = [gun.stand for gun in sit.guns]
    if sit.answer is not None:
        shots += [gun.stand for gun in sit.reply_guns]
        if sit.target.battery and sit.reply_mode == "distant":
            shots.append(sit.target.stand)
    planes = [sit.side] if sit.air else []
    if sit.reply_air and sit.answer is not None:
        planes.append(sit.foe_side)
    after.spend(tuple(shots), tuple(planes))
    tally: list[tuple[str, Value]] = [
        (f"{sit.foe_side} loses", exchange.target + after.paid),
        (f"{sit.side} loses", exchange.attackers),
        ("removed", after.removed()),
    ]
    if sit.close:
        ahead = {"attacker": sit.side, "defender": sit.foe_side}
        tally.append(("hits more", ahead.get(exchange.ahead, "neither")))
        tally.append(("falls back", tuple(stand.name for stand in after.fell_back)))
        tally.append(("the hex", after.hex or NOBODY))
    return Outcome(tuple(after.effects), tuple(after.words), after.table_instructions(), after.pending, tuple(tally))


def _act(
    verb: str, words: str, how: str, situate: Callable[[State, Table, TypedLine], CombatSituation]
) -> Act[State, Table, CombatSituation]:
    return Act(
        verb=verb,
        words=words,
        usage=f"{verb} STAND [STAND] at TARGET [{how}] [with GUN...|all air] [reply GUN...|all air] [fact=value...]",
        connectors=("at", "with", "reply"),
        roles=Roles(guns="with", more="reply", more_guns=True, air=AIR),
        everybody=everybody(verb),
        facts=FACTS,
        choices=choices("command reply", line="clear blocked", order="M H D R"),
        bare=short_number("range"),
        adds_to="attack",
        lists=(*LISTS, verb),
        situate=situate,
        objections=objections,
        procedure=combat,
        out_of_turn=out_of_turn,
    )


ACTS = {
    "fire": _act("fire", "Fire from a distance with one or two core stands at one hex", "RANGE", situate_fire),
    "assault": _act(
        "assault",
        "Attack one hex in close combat with one or two core stands; one of the two stands may fire from a distance",
        "STAND.range=2",
        situate_assault,
    ),
}

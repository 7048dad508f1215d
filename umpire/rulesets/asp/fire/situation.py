"""The shooter, the target and all facts of an engagement, as frozen values.

The module also has the rules that forbid the engagement, and the facts that may be typed.
"""

from __future__ import annotations

from collections.abc import Iterator

from umpire.core.frozen import frozen
from umpire.core.mistakes import ALSO, AT_WHOM, HowMany, WrongSide
from umpire.core.outcome import Objection
from umpire.game.distances import METRES, Number, Ruler
from umpire.game.facts import TypedLine, choices
from umpire.game.rulebook.asked import Answered
from umpire.rulesets.asp.fire.detection import Call, Look, Seen, Shot
from umpire.rulesets.asp.group import options
from umpire.rulesets.asp.group.movement import find_stand
from umpire.rulesets.asp.group.options import Taking
from umpire.rulesets.asp.state import Group, Position, Stand, State
from umpire.rulesets.asp.table import Table, Type


@frozen
class CommonConditions:
    """The conditions that are the same for both stands.

    `distance` is in metres, None if one stand is off the table. `radar` has the sides with radar support. `turn` is the
    number of the turn, 0 before the first turn. `told` has the values of facts that the rule table asks for.
    """

    distance: Number | None
    light: str
    weather: str
    radar: tuple[str, ...]
    ruler: Ruler = METRES
    turn: int = 0
    told: Answered = Answered()


@frozen
class Party:
    """One of the two stands of an engagement.

    `row` is the row of the stand's weapon in the score matrix. `seen` has the facts for the detection of the stand.
    `arc` is the arc that the stand shows its opponent. `ground` is the place of the stand, a row of `[cover]`. `sees`
    is true if the stand can see its opponent at all. If `off_table` is true, the stand has no distance to other stands
    (DEP-03).
    """

    stand: Stand
    group: Group
    type: Type
    row: str
    seen: Seen
    arc: str
    sees: bool
    off_table: bool
    ground: str

    @property
    def name(self) -> str:
        """The name of the stand."""
        return self.stand.name

    @property
    def side(self) -> str:
        """The side of the stand."""
        return self.group.side


@frozen
class Firer(Party):
    """One of the two stands of an engagement, with the facts of its shot at its opponent.

    `base` is the score that the stand requires before modifiers, None if no effect is possible. `base_words` has the
    source of `base` in words. `base_typed` is true if `base` was typed. `reach` is the range of the weapon in metres,
    None if the range has no limit. `reach_rule` is the rule for the range. `unable` is the reason why the stand may not
    shoot even at a detected opponent, "" if there is no reason (FIRE-05).
    """

    shot: Shot
    base: int | None
    base_words: str
    base_typed: bool
    reach: int | None
    reach_rule: str
    in_range: bool
    in_arc: bool
    unable: str
    look: Look


@frozen
class FireSituation(Position):
    """The facts of an engagement before any die is thrown.

    `shooter` has the facts of the shooter's shot at the target. `target` has the facts of the target's shot at the
    shooter. `distance` is in metres, None if one stand is off the table. `call` is the selection of a target by a
    battery (CALL-01). `option` is the tactical option the shooter takes.
    """

    shooter: Firer
    target: Firer
    distance: Number | None
    call: Call
    option: Taking

    def suffering(self, of: Party) -> tuple[Stand, ...]:
        """Return the stands that suffer the results of a shot: the target of the shot, and the stands that share its
        results (BUS-05).
        """
        return (of.stand, *self.state.sharing(of.stand.id))


@frozen
class Approach:
    """The conditions of an engagement of shooter and target.

    `off_table` is a pair of booleans. The first is true if the shooter is off the table, and the second is true if the
    target is off the table. If one stand is off the table, `distance` is None. `option` is the shooter's option. `call`
    is the shooter's selection of the target. `exempt` is the rule that lets the shooter fire without detecting its
    target, "" if there is no such rule. `shared` means that facts about the target may be typed without an id. If the
    line does not say whether the target shoots back, `replies` decides.
    """

    distance: Number | None
    off_table: tuple[bool, bool]
    option: Taking
    call: Call = Call()
    exempt: str = ""
    shared: bool = True
    replies: bool = True


def pair_of(state: State, typed: TypedLine) -> tuple[Stand, Stand]:
    """Return shooter and target. Raises Mistake if a stand is out of play, or if both stands are on one side."""
    shooters, targets = typed.named(""), typed.named("at")
    for name in (*shooters, *targets):
        if name[0].isdigit():  # a distance in an unknown unit
            find_stand(state, name)
    if len(shooters) == 2 and not targets:
        _check_foes(state, *(find_stand(state, name) for name in shooters))
    if len(shooters) != 1 or len(targets) != 1:
        wants = AT_WHOM if len(shooters) == 1 and not targets else ""
        raise HowMany("name one shooter and one target (FIRE-01)", "for example: fire t1 at p3 600", wants)
    one, other = (find_stand(state, name) for name in (*shooters, *targets))
    _check_foes(state, one, other)
    return one, other


def _check_foes(state: State, one: Stand, other: Stand) -> None:
    if state.groups[one.group].side == state.groups[other.group].side:
        what = f"{one.name} and {other.name} are on the same side"
        raise WrongSide(what, "name an enemy stand as the target", usage=ALSO)


def objections(sit: FireSituation, *, flight: bool = False) -> tuple[Objection, ...]:
    """Return the objections to this shot, before any die is thrown.

    `flight` is true if the shot is part of the act `air`.
    """
    return (*_forbidden(sit, flight), *options.objections(sit.table, sit.option, sit.shooter.off_table))


def out_of_turn(state: State, table: Table, sit: FireSituation) -> tuple[Objection, ...]:
    """Return the objections that the sequence of play raises to the shooter's option."""
    return options.out_of_turn(state, table, sit.option)


def _forbidden(sit: FireSituation, flight: bool) -> Iterator[Objection]:
    """Yield the objections to the shot. If the shot needs a number that is missing, such as a score, the objection
    names the fact to type. A ruling allows the shot only if the missing fact is typed too.
    """
    shooter, target = sit.shooter, sit.target
    me, at, mine = shooter.name, target.name, shooter.stand
    weapon = sit.table.rows.get(shooter.shot.row, {})
    if shooter.group.failed:
        yield Objection("BG-06", f"{shooter.group.name}: it failed its morale test, so it may not initiate fire")
    if mine.aboard:
        yield Objection("BUS-04", f"{me}: it is aboard a vehicle and must de-bus first")
    if target.stand.aboard:
        yield Objection("BUS-05", f"{at}: it is aboard {target.stand.aboard}, so fire at the vehicle")
    if shooter.type.kind == "aircraft" and not flight:
        yield Objection("SEQ-05", "an aircraft attacks in step 4 of a turn, not with a tactical option")
    yield from sit.table.modifiers.refused("fire", shooter.shot, me)
    yield from sit.call.against(sit.table, me, at)
    if "waits" in weapon and not (target.stand.fired or target.stand.fire_marker):
        yield Objection(weapon["waits"], f"{at}: it has not fired yet, so no counter-battery fire is possible")
    if shooter.base is None:
        rule = "SCORE-01" if weapon else "VEH-02"
        rule = rule if shooter.shot.column else "ORG-06"
        yield Objection(rule, shooter.base_words, f"{mine.id}.base=6")
    if target.off_table and not shooter.in_range:
        yield Objection("DEP-03", f"{at}: it is off the table, so it is out of range", "range=1000")
    elif not shooter.in_range and weapon and sit.distance is not None and shooter.reach is not None:
        reach = f"range of {weapon['name']} {sit.ruler.said(shooter.reach)}"
        yield Objection(shooter.reach_rule, f"{at}: it is out of range, {sit.ruler.said(sit.distance)} away; {reach}")
    if not shooter.in_arc:
        kind = sit.table.kinds[shooter.type.kind]
        yield Objection(kind["rule"], f"{at}: it is to the {shooter.arc} of {me}, where {me} cannot shoot")
    if target.seen.hidden(sit.distance) and shooter.look.answer != "exempt":
        within = sit.ruler.said(target.seen.within or 0)
        yield Objection("COV-05", f"{at}: {target.seen.place}, so it is seen and shot at only within {within}")
    if shooter.look.answer == "cannot" and sit.distance is not None:
        yield Objection(shooter.look.rule, shooter.look.why)
    if not shooter.sees and not weapon.get("exempt"):
        yield Objection("COV-08", f"{me}: it has no line of sight to {at}")


FACTS = {
    "range": "the distance in metres, edge to edge; in contact: 0 or contact",
    "option": "B: fire without moving; C: half a move, then fire; D: fire, then half a move; E: move, then fire; "
    "F: fire, then move",
    "metres": "the metres that the shooter moves with options C to F; with D or F you may type `move` later instead",
    "going": "good, bad or road; or the terrain of the shooter's move, such as LFA, wood+hill or road+SFH-jungle",
    "bad": "the metres of the shooter's move through bad going",
    "closer": "yes or no: the shooter's move ends closer to the enemy",
    "away": "yes or no: the shooter's move ends clear of the vehicle that the shooter left",
    "mobility": "the mobility of the shooter, if the book gives none: S, M, F, VF, W, 1/2T or foot",
    "hq": "metres from the shooter to its headquarters",
    "cover": "the cover of a stand: none, cover or hard; or crest, wood-edge, wood, town-edge, town or dug-in",
    "lit": "yes or no: the stand is in illumination",
    "moving": "yes or no: the stand moved in the last turn of its own side",
    "arc": "the arc that a stand shows to its opponent: front, flank or rear",
    "sight": "yes or no: the stand can see its opponent at all",
    "detects": "yes or no, in place of the die: the stand detects its opponent; for one stand: STAND.detects=yes",
    "light": "day, twilight or night",
    "weather": "fair or adverse",
    "base": "the required score of a stand before modifiers, in place of the score in the matrix",
    "reply": "yes or no: the target shoots back if it may",
    "call": "metres from the headquarters to the target of a battery or of an Attack aircraft",
    "called": "yes or no, in place of the roll: the call for the battery's fire succeeds",
}
"""The facts that may be typed. Without an id, cover, moving and arc are the target's, base the shooter's."""

_MOVING = ("metres", "going", "bad", "closer", "away", "mobility")
CHOICES = choices(
    "closer away lit moving sight detects reply called static",
    option="B C D E F",
    going="good bad road",
    mobility="S M F VF W 1/2T foot",
    cover="none cover hard crest wood-edge wood town-edge town dug-in",
    arc="front flank rear",
    light="day twilight night",
    weather="fair adverse",
)
"""The words that may be typed for them."""
BATTERY_FACTS = {name: words for name, words in FACTS.items() if name not in _MOVING}
"""The facts that may be typed for batteries and aircraft: they do not move."""

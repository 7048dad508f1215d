"""Who fires at whom, and everything that is told, known or assumed about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from umpire.core.frozen import frozen
from umpire.core.mistakes import AT_WHOM, BadValue, HowMany, Missing, WrongSide
from umpire.game.act import Situation
from umpire.game.distances import decimal
from umpire.game.facts import Facts, TypedLine, one_of, whole, yes_or_no
from umpire.rulesets.d20.fates import Victim, standing_fast, victim_of
from umpire.rulesets.d20.pools import LISTS, OF_FIRE, Attack, Values, attack_on, column_of
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Table
from umpire.rulesets.d20.turn import as_it_stood, simultaneous

if TYPE_CHECKING:
    from fractions import Fraction

MODES = {"ap": "AP", "he": "HE/SA"}
COVERS = {"none": "none", "soft": "soft", "hard": "hard"}
SOURCES = {"direct": "direct", "mortar": "mortar", "support": "support"}

FACTS = {
    "range": "the distance in the game's unit; a bare number tells it",
    "mode": "ap or he (he is small arms too)",
    "cover": "of the target: none, soft or hard",
    "hulldown": "yes: the target is hull-down",
    "smoke": "yes: the target is behind smoke",
    "side": "yes: the firer stands at its side or rear",
    "edge": "yes: the firer is near a table edge not its own, or how far that is: edge=3",
    "visible": "no: the target is not in sight",
    "arc": "no: the target is outside the firer's field of fire",
    "contacted": "yes: an enemy touches the firer",
    "source": "direct, mortar or support fire",
    "dugin": "yes: the target is dug in",
    "fortified": "yes: the target is in fortifications",
    "ap": "the AP value that counts",
    "he": "the HE/SA value that counts",
    "defence": "the defence that counts",
}
_UNUSED = {"ap": ("source", "dugin", "fortified"), "he": ("side", "hulldown")}
"""Mode -> the facts that make no difference to it."""


@frozen
class FireSituation(Situation):
    """One element fires at another, at a `distance` that its `reach` may or may not cover.

    `victim` is the target with what its fate depends on, `carrier` what carries or tows it. `simultaneous`: who is hurt
    in this phase fires as it stood when the phase began.
    """

    attack: Attack
    victim: Victim
    distance: int | Fraction
    reach: int
    visible: bool
    in_arc: bool
    contacted: bool
    carrier: Element | None
    simultaneous: bool


def situate(state: State, table: Table, told: TypedLine) -> FireSituation:
    """The situation of `fire A at B 6`, with everything told about it.

    Raises Mistake for names that make no sense, for a distance not told, for a fact nobody asks for.
    """
    together = state.clock.turn > 0 and state.clock.phase == "fire" and simultaneous(table)
    firer, target = _parties(state, told, together)
    known, limits = Facts(told), table.limits
    mode = _mode(known, firer, target)
    distance = known.settle("range", state.ruler.read("range"))
    if distance is None:
        raise Missing(
            f"the distance from {firer.name} to {target.name} is not told",
            f"add it: fire {firer.id} at {target.id} 6",
            wants="range?",
        )
    if not isinstance(distance, int):
        known.note("range", decimal(distance), "told")  # as typed, not as 13/2
    reach = min(limits["suppressed_range"], firer.range) if firer.suppressed else firer.range
    side = yes(known, "side", words="front" if mode == "ap" else "")
    cover = known.settle("cover", one_of("cover", COVERS), subject=target.id, assume="none", words="no cover")
    smoke = yes(known, "smoke", target)
    hull_down = yes(known, "hulldown", target, flag="hull-down")
    visible = yes(known, "visible", assume=True, words="in sight")
    narrow = f"in its {limits['field_of_fire']}-degree field of fire" if firer.suppressed else ""
    in_arc = yes(known, "arc", firer, assume=True, words=narrow)
    edge = edge_near(known, state, table, firer)
    words = "not contacted" if firer.suppressed else ""
    contacted = yes(known, "contacted", firer, so=bool(state.touching(firer)), words=words)
    own = Values(
        ap_value(known, firer) if mode == "ap" else firer.ap,
        he_value(known, firer) if mode == "he" else firer.he,
        firer.defence,
    )
    defence = defence_value(known, target)
    holds = _holds(known, firer, target)
    answered = table.modifiers.settle(known, OF_FIRE, (firer.id, target.id))
    for one in (firer, target):
        if one.suppressed:
            known.note(f"{one.id}.suppressed", True, "state")
    for fact in _idle(table, mode):
        if any(name == fact for _, name in told.facts):
            known.notes.append(f"{fact} makes no difference to {MODES[mode]} fire")
    known.finish()
    attack = attack_on(
        state,
        table,
        firer,
        target,
        mode,
        own,
        defence,
        cover=cover,
        smoke=smoke,
        hull_down=hull_down,
        near=distance <= limits["near"],
        over_half=limits["far"] * distance > reach,
        edge=edge,
        side=side,
        told=answered,
    )
    note_column(known, "column", attack)
    carrier = state.elements.get(target.aboard)
    return FireSituation(
        title=f"{firer.name} at {target.name}: {MODES[mode]} fire, {decimal(distance)} away",
        side=firer.side,
        known=known,
        attack=attack,
        victim=victim_of(state, table, target, holds if mode == "he" else (), firer.id),  # AP knows no F
        distance=distance,
        reach=reach,
        visible=visible,
        in_arc=in_arc,
        contacted=contacted,
        carrier=None if carrier is None or carrier.removed else carrier,
        simultaneous=together,
    )


def _idle(table: Table, mode: str) -> tuple[str, ...]:
    """The facts that make no difference to this mode: of the book, and of those that the table itself asks for."""
    ours = table.modifiers.asked(LISTS[mode])
    return (*_UNUSED[mode], *(fact for fact in table.modifiers.asked(OF_FIRE) if fact not in ours))


def _parties(state: State, told: TypedLine, together: bool) -> tuple[Element, Element]:
    firers, targets = told.named(""), told.named("at")
    if len(firers) != 1 or len(targets) != 1:
        raise HowMany(
            "one element fires at one target" if firers and targets else "fire needs a firer and a target",
            "for instance: fire {} at {} 6".format(*state.example()),
            wants=AT_WHOM if len(firers) == 1 and not targets else "",
        )
    firer, target = state.find(firers[0], removed=together), state.find(targets[0])
    if firer.removed and not firer.stood:
        firer = state.find(firers[0])  # refuses it
    if firer.side == target.side:
        raise WrongSide(
            f"{firer.name} and {target.name} are on the same side", "name an element of the other side after 'at'"
        )
    return as_it_stood(firer) if together else firer, target


def _mode(known: Facts, firer: Element, target: Element) -> str:
    """AP or HE/SA: told, or what the target asks for; against a soft vehicle what the firer has (D20-HIT-17)."""

    def read(text: str) -> str:
        if text.lower() in ("hunt", "spec", "smoke"):
            raise BadValue(
                f"mode {text}: the sheet names this without a procedure (EXP-01, EXP-02)",
                f'in contact: assault {firer.id} at {target.id}; else by hand: artillery "what happens" {target.id}=S',
                word=text,
            )
        return one_of("mode", {"ap": "ap", "he": "he", "sa": "he", "he/sa": "he"})(text)

    if not target.soft:
        asked_for = "ap" if target.armoured else "he"
    elif firer.ap is None or firer.he is None:
        asked_for = "he" if firer.ap is None else "ap"
    else:
        has_ap = isinstance(firer.ap, int) or firer.weapon == "flamethrower"
        assumed, other = ("ap", "HE/SA: mode=he") if has_ap else ("he", "AP: mode=ap")
        return known.settle("mode", read, assume=assumed, words=f"{MODES[assumed]} fire ({other})")
    return known.settle("mode", read, worked_out=asked_for, assume=asked_for)


def _holds(known: Facts, firer: Element, target: Element) -> tuple[str, ...]:
    """Why the target does not fall back: it is a CSW, dug in, in fortifications, under mortar or support fire."""
    mortar = "mortar" if firer.weapon == "mortar" else None
    source = known.settle("source", one_of("source", SOURCES), worked_out=mortar, assume="direct")
    under = "" if source == "direct" else f"under {source} fire"
    dug_in, fortified = yes(known, "dugin", target, flag="dug-in"), yes(known, "fortified", target, flag="fortified")
    return standing_fast(target, dug_in=dug_in, fortified=fortified, under=under)


def yes(
    known: Facts,
    fact: str,
    of: Element | None = None,
    *,
    flag: str = "",
    so: bool = False,
    shared: bool = True,
    assume: bool = False,
    words: str = "",
) -> bool:
    """A question of yes and no: told, else `so` by the state or a flag of the element, else assumed."""
    known_so = True if so or (of and flag in of.flags) else None
    subject = of.id if of else ""
    return known.settle(
        fact, yes_or_no(fact), subject=subject, shared=shared, worked_out=known_so, assume=assume, words=words
    )


def edge_near(known: Facts, state: State, table: Table, of: Element) -> bool:
    """Whether a table edge not its own is near: told, yes or how far it is, else assumed not."""

    def read(text: str) -> bool:
        return state.ruler.read("edge")(text) <= table.limits["near"] if text[0].isdigit() else yes_or_no("edge")(text)

    return known.settle("edge", read, subject=of.id, assume=False, words="no edge near")


def note_column(known: Facts, name: str, attack: Attack) -> None:
    """The odds column of an AP attack, for the journal."""
    if attack.mode == "ap" and not attack.powerless:
        known.note(name, column_of(attack).name, "state")


def ap_value(known: Facts, of: Element, *, shared: bool = True) -> int | str | None:
    """The AP value that counts of an element, told or on its card."""
    number = of.ap if isinstance(of.ap, int) else None
    return known.settle("ap", whole(1, 99, "ap"), subject=of.id, shared=shared, worked_out=number) or of.ap


def he_value(known: Facts, of: Element, *, shared: bool = True) -> int | None:
    """The HE/SA value that counts of an element, told or on its card."""
    return known.settle("he", whole(0, 99, "he"), subject=of.id, shared=shared, worked_out=of.he)


def defence_value(known: Facts, of: Element, *, shared: bool = True) -> int:
    """The defence that counts of an element, told or on its card."""
    read = whole(0, 99, "defence")
    return known.settle("defence", read, subject=of.id, shared=shared, worked_out=of.defence, assume=of.defence)

"""Who fires at whom, and everything that is told, known or assumed about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from umpire.core.frozen import frozen
from umpire.core.mistakes import Mistake
from umpire.game.facts import Known, Told, one_of, whole, yes_or_no
from umpire.rulesets.d20.blows import Victim
from umpire.rulesets.d20.circumstances import Circumstances
from umpire.rulesets.d20.measure import distance_read, shown
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Star, Table
from umpire.rulesets.d20.turn import as_it_stood, simultaneous

if TYPE_CHECKING:
    from fractions import Fraction

MODES = {"ap": "AP", "he": "HE/SA"}
COVERS = {"none": "none", "soft": "soft", "hard": "hard"}
SOURCES = {"direct": "direct", "mortar": "mortar", "support": "support"}

_ONLY_AP = ("side", "hulldown")
_ONLY_HE = ("source", "dugin", "fortified")


@frozen
class FireSituation:
    """One element fires at another, `mode` ap or he, at a `distance` that its `reach` may or may not cover.

    `ap` is a number, "*" or None; `star` the fixed column of a `*` weapon. `holds` says why the target stands fast
    where others would fall back (D20-RES-01), "" if it does not. `passengers` are what the target carries.
    `timed`: a turn is kept; `simultaneous`: who is hurt in this phase fires as it stood when the phase began.
    """

    firer: Element
    target: Element
    mode: str
    distance: int | Fraction
    reach: int
    ap: int | str | None
    he: int | None
    star: Star | None
    circumstances: Circumstances
    visible: bool
    in_arc: bool
    contacted: bool
    holds: str
    passengers: tuple[Element, ...]
    carrier: Element | None
    table: Table
    known: Known
    timed: bool = False
    simultaneous: bool = False
    also: tuple[str, ...] = ()

    @property
    def side(self) -> str:
        """The firing side."""
        return self.firer.side

    @property
    def title(self) -> str:
        """Who fires what at whom."""
        return f"{self.firer.name} at {self.target.name}: {MODES[self.mode]} fire, {shown(self.distance)} away"

    @property
    def victim(self) -> Victim:
        """The target with all that its fate depends on."""
        moves = self.table.limits["fall_back_moves"]
        return Victim(self.target, self.holds, self.passengers, moves, self.firer.id, self.carrier)

    @property
    def riders(self) -> bool:
        """Whether the target is a tank with elements riding on it, who jump off when it is hit (D20-TRN-05)."""
        return bool(self.victim.carried) and self.target.armoured and not self.target.transport

    def key(self, pool: str) -> str:
        """There is one pool of each kind."""
        return pool


def situate_fire(state: State, table: Table, told: Told) -> FireSituation:
    """The situation of `fire A at B 6`, with everything told about it.

    Raises Mistake for names that make no sense, for a distance not told, for a fact nobody asks for.
    """
    in_phase = state.clock.turn > 0 and state.clock.phase == "fire"
    together = in_phase and simultaneous(table)
    firer, target = _parties(state, told, together)
    known = Known(told)
    mode = _mode(known, firer, target)
    distance = known.ask("range", distance_read("range"))
    if distance is None:
        raise Mistake(
            f"the distance from {firer.name} to {target.name} is not told",
            f"add it: fire {firer.id} at {target.id} 6",
        )
    if not isinstance(distance, int):
        known.note("range", shown(distance), "told")  # as typed, not as 13/2
    near = table.limits["near"]
    reach = min(table.limits["suppressed_range"], firer.range) if firer.suppressed else firer.range
    side = _yes(known, "side", words="front" if mode == "ap" else "")
    cover = known.ask("cover", one_of("cover", COVERS), subject=target.id, assume="none", words="no cover")
    smoke = _yes(known, "smoke", target)
    hull_down = _yes(known, "hulldown", target, flag="hull-down")
    visible = _yes(known, "visible", assume=True, words="in sight")
    narrow = "in its 90-degree field of fire" if firer.suppressed else ""
    in_arc = _yes(known, "arc", firer, assume=True, words=narrow)
    edge = _yes(known, "edge", firer, words="no edge near")
    touched = True if state.touching(firer) else None
    words = "not contacted" if firer.suppressed else ""
    contacted = bool(
        known.ask("contacted", yes_or_no("contacted"), subject=firer.id, worked_out=touched, assume=False, words=words)
    )
    ap, he = firer.ap, firer.he
    if mode == "ap":
        ap = known.ask("ap", whole(1, 99, "ap"), subject=firer.id, worked_out=_number(ap)) or ap
    else:
        he = known.ask("he", whole(0, 99, "he"), subject=firer.id, worked_out=he)
    told_defence = known.ask("defence", whole(0, 99, "defence"), subject=target.id, worked_out=target.defence)
    defence = target.defence if told_defence is None else told_defence
    holds = _holds(known, firer, target)
    for one in (firer, target):
        if one.suppressed:
            known.note(f"{one.id}.suppressed", True, "state")
    _say_unused(known, told, mode)
    known.finish()
    carrier = state.elements.get(target.aboard)
    star = table.stars[firer.weapon] if mode == "ap" and ap == "*" else None
    shifts_for_star = table.options["star_shift"] == "flamethrower_only" and firer.weapon != "flamethrower"
    return FireSituation(
        firer=firer,
        target=target,
        mode=mode,
        distance=distance,
        reach=reach,
        ap=ap,
        he=he,
        star=star,
        circumstances=Circumstances(
            near=distance <= near,
            short_weapon=firer.range <= near,
            firer_suppressed=firer.suppressed,
            over_half=2 * distance > reach,
            soft_cover=cover == "soft",
            hard_cover=cover == "hard" or smoke,
            hard_cover_or_hull_down=cover == "hard" or smoke or hull_down,
            edge=edge,
            side=side,
            column_shifts=star is None or shifts_for_star,
            accuracy=firer.accuracy,
            size=target.size,
            quality=table.quality[firer.quality],
            he=he or 0,
            defence=defence,
        ),
        visible=visible,
        in_arc=in_arc,
        contacted=contacted,
        holds=holds if mode == "he" else "",  # AP knows no F
        passengers=state.aboard(target),
        carrier=None if carrier is None or carrier.removed else carrier,
        table=table,
        known=known,
        timed=state.clock.turn > 0,
        simultaneous=together,
    )


def _parties(state: State, told: Told, together: bool) -> tuple[Element, Element]:
    firers, targets = told.named(""), told.named("at")
    if len(firers) != 1 or len(targets) != 1:
        raise Mistake(
            "one element fires at one target" if firers and targets else "fire needs a firer and a target",
            "for instance: fire tiger at sherman 6",
        )
    firer, target = state.find(firers[0], removed=together), state.find(targets[0])
    if firer.removed and not firer.stood:
        firer = state.find(firers[0])  # refuses it
    if firer.side == target.side:
        raise Mistake(
            f"{firer.name} and {target.name} are on the same side", "name an element of the other side after 'at'"
        )
    return as_it_stood(firer) if together else firer, target


def _mode(known: Known, firer: Element, target: Element) -> str:
    """AP or HE/SA: told, or what the target asks for; against a soft vehicle what the firer has (D20-HIT-17)."""

    def read(text: str) -> str:
        if text.lower() in ("hunt", "spec", "smoke"):
            raise Mistake(
                f"mode {text}: the sheet names this without a procedure (EXP-01, EXP-02)",
                f'in contact: assault {firer.id} at {target.id}; else by hand: artillery "what happens" {target.id}=S',
            )
        return one_of("mode", {"ap": "ap", "he": "he", "sa": "he", "he/sa": "he"})(text)

    has_ap = isinstance(firer.ap, int) or firer.weapon == "flamethrower"
    if target.armoured:
        mode = known.ask("mode", read, worked_out="ap")
    elif not target.soft:
        mode = known.ask("mode", read, worked_out="he")
    elif firer.ap is not None and firer.he is not None:
        assumed, other = ("ap", "HE/SA: mode=he") if has_ap else ("he", "AP: mode=ap")
        mode = known.ask("mode", read, assume=assumed, words=f"{MODES[assumed]} fire ({other})")
    else:
        mode = known.ask("mode", read, worked_out="he" if firer.ap is None else "ap")
    assert mode is not None
    return mode


def _holds(known: Known, firer: Element, target: Element) -> str:
    """Why the target does not fall back: it is a CSW, dug in, in fortifications, under mortar or support fire."""
    mortar = "mortar" if firer.weapon == "mortar" else None
    source = known.ask("source", one_of("source", SOURCES), worked_out=mortar, assume="direct")
    reasons = (
        ("a CSW", target.crew_served),
        ("dug in", _yes(known, "dugin", target, flag="dug-in")),
        ("in fortifications", _yes(known, "fortified", target, flag="fortified")),
        (f"under {source} fire", source != "direct"),
    )
    return ", ".join(words for words, holds in reasons if holds)


def _yes(
    known: Known, fact: str, of: Element | None = None, *, flag: str = "", assume: bool = False, words: str = ""
) -> bool:
    """A question of yes and no: told, else a flag of the element, else assumed."""
    answer = known.ask(
        fact,
        yes_or_no(fact),
        subject=of.id if of else "",
        worked_out=True if of and flag in of.flags else None,
        assume=assume,
        words=words,
    )
    return bool(answer)


def _number(value: int | str | None) -> int | None:
    return value if isinstance(value, int) else None


def _say_unused(known: Known, told: Told, mode: str) -> None:
    """A fact told that this kind of fire does not look at is said to be so."""
    for fact in _ONLY_HE if mode == "ap" else _ONLY_AP:
        if any(name == fact for _, name in told.facts):
            known.notes.append(f"{fact} makes no difference to {MODES[mode]} fire")

"""Who fires at whom, and everything that is told, known or assumed about it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from umpire.core.mistakes import Mistake
from umpire.game.facts import Known, Told, one_of, whole, yes_or_no
from umpire.rulesets.d20.circumstances import Circumstances
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Star, Table

if TYPE_CHECKING:
    from fractions import Fraction

MODES = {"ap": "AP", "he": "HE/SA"}
COVERS = {"none": "none", "soft": "soft", "hard": "hard"}
SOURCES = {"direct": "direct", "mortar": "mortar", "support": "support"}

FIRE_FACTS = {
    "range": "the distance in the game's unit; a bare number tells it",
    "mode": "ap or he (he is small arms too)",
    "cover": "of the target: none, soft or hard",
    "hulldown": "yes: the target is hull-down",
    "smoke": "yes: the target is behind smoke",
    "side": "yes: the firer stands at its side or rear",
    "edge": "yes: the firer is within 4 of a table edge not its own",
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

_MEASURED = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)(?:\"|in|inch|inches|cm|hex|hexes)?", re.ASCII)
_ONLY_AP = ("side", "hulldown")
_ONLY_HE = ("source", "dugin", "fortified")


@dataclass(frozen=True)
class FireSituation:
    """One element fires at another, `mode` ap or he, at a `distance` that its `reach` may or may not cover.

    `ap` is a number, "*" or None; `star` the fixed column of a `*` weapon. `holds` says why the target stands fast
    where others would fall back (D20-RES-01), "" if it does not. `passengers` are what the target carries.
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
    also: tuple[str, ...] = ()

    @property
    def side(self) -> str:
        """The firing side."""
        return self.firer.side

    @property
    def title(self) -> str:
        """Who fires what at whom."""
        return f"{self.firer.name} at {self.target.name}: {MODES[self.mode]} fire, {float(self.distance):g} away"

    @property
    def riders(self) -> bool:
        """Whether the target is a tank with elements riding on it, who jump off when it is hit (D20-TRN-05)."""
        return bool(self.passengers) and self.target.armoured and not self.target.transport

    @property
    def several_inside(self) -> bool:
        """Whether the target is a transport with two or more elements, which a K does not remove (D20-TRN-02)."""
        return len(self.passengers) > 1 and self.target.transport


def bare_distance(word: str) -> str | None:
    """Which fact a bare word tells: a number is the distance, `6`, `6.5`, `6"`, `12cm`."""
    return "range" if _MEASURED.fullmatch(word) else None


def situate_fire(state: State, table: Table, told: Told) -> FireSituation:
    """The situation of `fire A at B 6`, with everything told about it.

    Raises Mistake for names that make no sense, for a distance not told, for a fact nobody asks for.
    """
    firer, target = _parties(state, told)
    known = Known(told)
    mode = _mode(known, firer, target)
    distance = known.settle("range", _distance)
    if distance is None:
        raise Mistake(
            f"the distance from {firer.name} to {target.name} is not told",
            f"add it: fire {firer.id} at {target.id} 6",
        )
    if not isinstance(distance, int):
        known.note("range", f"{float(distance):g}", "told")  # as typed, not as 13/2
    near = table.limits["near"]
    reach = min(table.limits["suppressed_range"], firer.range) if firer.suppressed else firer.range
    side = _yes(known, "side", words="front" if mode == "ap" else "")
    cover = known.settle("cover", one_of("cover", COVERS), subject=target.id, assume="none", words="no cover")
    smoke = _yes(known, "smoke", target)
    hull_down = _yes(known, "hulldown", target, flag="hull-down")
    visible = _yes(known, "visible", assume=True, words="in sight")
    narrow = "in its 90-degree field of fire" if firer.suppressed else ""
    in_arc = _yes(known, "arc", firer, assume=True, words=narrow)
    edge = _yes(known, "edge", firer, words="no edge near")
    contacted = _yes(known, "contacted", firer, words="not contacted" if firer.suppressed else "")
    ap, he = firer.ap, firer.he
    if mode == "ap":
        ap = known.settle("ap", whole(1, 99, "ap"), subject=firer.id, worked_out=_number(ap)) or ap
    else:
        he = known.settle("he", whole(0, 99, "he"), subject=firer.id, worked_out=he)
    told_defence = known.settle("defence", whole(0, 99, "defence"), subject=target.id, worked_out=target.defence)
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
    )


def _parties(state: State, told: Told) -> tuple[Element, Element]:
    firers, targets = told.named(""), told.named("at")
    if len(firers) != 1 or len(targets) != 1:
        raise Mistake(
            "one element fires at one target" if firers and targets else "fire needs a firer and a target",
            "for instance: fire tiger at sherman 6",
        )
    firer, target = state.find(firers[0]), state.find(targets[0])
    if firer.side == target.side:
        raise Mistake(
            f"{firer.name} and {target.name} are on the same side", "name an element of the other side after 'at'"
        )
    return firer, target


def _mode(known: Known, firer: Element, target: Element) -> str:
    """AP or HE/SA: told, or what the target asks for; against a soft vehicle what the firer has (D20-HIT-17)."""
    read = one_of("mode", {"ap": "ap", "he": "he", "sa": "he", "he/sa": "he"})
    has_ap = isinstance(firer.ap, int) or firer.weapon == "flamethrower"
    if target.armoured:
        mode = known.settle("mode", read, worked_out="ap")
    elif not target.soft:
        mode = known.settle("mode", read, worked_out="he")
    elif firer.ap is not None and firer.he is not None:
        assumed, other = ("ap", "HE/SA: mode=he") if has_ap else ("he", "AP: mode=ap")
        mode = known.settle("mode", read, assume=assumed, words=f"{MODES[assumed]} fire ({other})")
    else:
        mode = known.settle("mode", read, worked_out="he" if firer.ap is None else "ap")
    assert mode is not None
    return mode


def _holds(known: Known, firer: Element, target: Element) -> str:
    """Why the target does not fall back: it is a CSW, dug in, in fortifications, under mortar or support fire."""
    mortar = "mortar" if firer.weapon == "mortar" else None
    source = known.settle("source", one_of("source", SOURCES), worked_out=mortar, assume="direct")
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
    answer = known.settle(
        fact,
        yes_or_no(fact),
        subject=of.id if of else "",
        worked_out=True if of and flag in of.flags else None,
        assume=assume,
        words=words,
    )
    return bool(answer)


def _distance(text: str) -> int | Fraction:
    """A distance as measured, whole or with decimals: half a unit may decide what is over half range."""
    found = _MEASURED.fullmatch(text)
    if found is None:
        raise Mistake(f"range {text!r} is not a distance", "type a number from 0 to 999, such as 6 or 6.5")
    if "." not in found[1]:
        return int(found[1])
    from fractions import Fraction  # rarely needed

    exact = Fraction(found[1])
    return exact.numerator if exact.denominator == 1 else exact


def _number(value: int | str | None) -> int | None:
    return value if isinstance(value, int) else None


def _say_unused(known: Known, told: Told, mode: str) -> None:
    """A fact told that this kind of fire does not look at is said to be so."""
    for fact in _ONLY_HE if mode == "ap" else _ONLY_AP:
        if any(name == fact for _, name in told.facts):
            known.notes.append(f"{fact} makes no difference to {MODES[mode]} fire")

"""The functions that make the situation of an engagement. Each fact is typed, known from the game, or assumed. No die
is rolled.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from umpire.core.frozen import replace
from umpire.core.mistakes import Missing
from umpire.game.act import Act, Roles
from umpire.game.distances import bare
from umpire.game.facts import Facts, TypedLine, key_of, whole, yes_or_no
from umpire.rulesets.asp.effects import apply as applied
from umpire.rulesets.asp.field.light import light_of
from umpire.rulesets.asp.field.terrain import CONTACT, distance_reader
from umpire.rulesets.asp.fire.combat import engagement
from umpire.rulesets.asp.fire.detection import LIGHT, LISTS, WEATHER, Call, Look, Seen, Shot, calling, calls, look
from umpire.rulesets.asp.fire.situation import (
    CHOICES,
    FACTS,
    Approach,
    CommonConditions,
    Firer,
    FireSituation,
    Party,
    objections,
    out_of_turn,
    pair_of,
)
from umpire.rulesets.asp.group.options import taking
from umpire.rulesets.asp.state import Stand, State, ruler
from umpire.rulesets.asp.table import GRADES, Table

_ARC = key_of("arc", ("front", "flank", "rear"))


def situate(state: State, table: Table, typed: TypedLine) -> FireSituation:
    """Return the engagement that a typed line describes. Raises Mistake for wrong names or facts."""
    one, other = pair_of(state, typed)
    known = Facts(typed)
    measure = ruler(state.scene, table)
    distance = known.settle("range", distance_reader(measure))
    off_table = [_weapon(table, stand).get("range") == "OT" and distance is None for stand in (one, other)]
    if distance is None and not any(off_table):
        hint = f"add the distance: fire {one.id} at {other.id} {measure.typed(600)}"
        raise Missing(f"the distance from {one.name} to {other.name} is missing", hint, wants="range?")
    option = taking(known, state, table, one, off_table[0])
    if option.moves_first:  # it fires from its new place, as after a separate `move`
        known.notes += (
            [f"{one.name}: it moves before it fires, so it is no longer dug in (ENG-03)"] if one.dug_in else []
        )
        known.notes += (
            [f"{one.name}: its crew moves it by hand before it fires, so it is no longer on tow (MOVE-03)"]
            if one.towed
            else []
        )
        state = applied(state, (*option.opening, *option.move))
        one = state.stands[one.id]
    call = Call()
    if calls(table, one.row or table.type(one.type).row):
        call = calling(known, state, table, one, on_table=not off_table[1])
    sit = between(known, state, table, one, other, Approach(distance, (off_table[0], off_table[1]), option, call))
    known.finish()
    return sit


def between(known: Facts, state: State, table: Table, one: Stand, other: Stand, approach: Approach) -> FireSituation:
    """Return the engagement of two stands.

    This function does not check that every typed fact was used; the caller must check.
    """
    distance, off_table, option = approach.distance, approach.off_table, approach.option
    measure = ruler(state.scene, table)
    apart = distance is not None  # a stand off the table is not detected, and neither is its target
    target = _party(known, state, table, other, off_table[1], shared=approach.shared)
    shooter = _party(known, state, table, one, off_table[0], shared=False)
    _say_assumed(known, table, (target, shooter), apart=apart)
    day, fair = ("daylight", "fair weather") if apart else ("", "")
    light = known.settle("light", LIGHT, worked_out=light_of(state, table) or None, assume="day", words=day)
    weather = known.settle("weather", WEATHER, worked_out=state.weather or None, assume="fair", words=fair)
    subject = "" if approach.shared else one.id
    replies = known.settle(
        "reply",
        yes_or_no("reply"),
        subject=subject,
        shared=not subject,
        assume=approach.replies,
        words="" if approach.replies else f"no shot back from {other.name} (FIRE-04)",
    )
    told = table.modifiers.settle(known, LISTS, {each.id: state.groups[each.group].side for each in (other, one)})
    conditions = CommonConditions(distance, light, weather, state.radar, measure, state.clock.turn, told)
    firer = _firer(known, table, shooter, target, conditions, option=option.letter, approach=approach)
    at = _firer(known, table, target, shooter, conditions, replies=replies)
    if replies and at.unable:
        known.notes.append(f"{other.name}: cannot shoot back: {at.unable}")
    away = "" if distance is None else f", {measure.said(distance)}" if distance else ", in contact"
    title = f"{one.name}: fire at {other.name}{away}{f', option {option.letter}' if option.letter else ''}"
    return FireSituation(title, firer.side, known, state, table, firer, at, distance, approach.call, option)


def _weapon(table: Table, stand: Stand) -> Mapping[str, Any]:
    """Return the row of the score matrix for a stand's own weapon; {} for an unarmed stand."""
    return table.rows.get(stand.row or table.type(stand.type).row, {})


def _say_assumed(known: Facts, table: Table, parties: tuple[Party, Party], *, apart: bool) -> None:
    """List the assumptions about the two stands in words. If an assumption is about a single stand, the list has the id
    of that stand.

    An assumption that cannot matter, such as the cover of an aircraft, is not shown.
    """
    grounded = [party for party in parties if party.type.kind != "aircraft" and not party.off_table]
    kinds = table.kinds
    turned = [each for each in grounded if kinds[each.type.kind]["faces"] or len(kinds[each.type.kind]["arcs"]) < 3]
    for fact, words, matters in (
        ("cover", "no cover", grounded),
        ("moving", "stationary", grounded if apart else []),
        ("arc", "front arc", turned),
        ("sight", "clear sight", grounded if apart else []),
    ):
        known.some(fact, [each.stand.id for each in matters], words)


def _party(known: Facts, state: State, table: Table, stand: Stand, off_table: bool, *, shared: bool) -> Party:
    """Return a stand with the facts of its place.

    If `shared` is true, facts typed without an id also count for this stand. If the fact `sight` is typed without an
    id, the fact counts for both stands.
    """
    kind = table.type(stand.type)
    rules = table.kinds[kind.kind]
    detected_as = rules["detected_as"]
    if stand.towed:  # a limbered gun is detected and hit as its vehicle (DET-11, CLASS-24)
        vehicle = state.stands[stand.towed]
        detected_as = "vehicle"
        stand = replace(stand, column=vehicle.column or table.type(vehicle.type).column)
    ground, covered = _covered(known, table, stand, shared=shared)
    moved = stand.moved or stand.marched or None
    moving = known.settle(
        "moving", yes_or_no("moving"), subject=stand.id, shared=shared, worked_out=moved, assume=False
    )
    arc = known.settle("arc", _ARC, subject=stand.id, shared=shared, assume="front")
    sees = known.settle("sight", yes_or_no("sight"), subject=stand.id, assume=True)
    lit = known.settle("lit", yes_or_no("lit"), subject=stand.id, shared=shared, assume=False)
    place = table.sections["cover"][ground]
    seen = Seen(detected_as, covered, moving, lit, place.get("seen_within"), place["words"])
    return Party(stand, state.groups[stand.group], kind, stand.row or kind.row, seen, arc, sees, off_table, ground)


def _covered(known: Facts, table: Table, stand: Stand, *, shared: bool) -> tuple[str, str]:
    """Return a pair: the place of a stand (a row of `[cover]`), and the cover of the stand (none, cover or hard).

    If the kind of cover is typed (`cover=none`), this kind counts even for a stand that is dug in. If a place is typed
    (`cover=wood-edge`), a stand that is dug in there has hard cover (COV-10). A battery off the table may be dug in too
    (ENG-02).
    """
    places = table.sections["cover"]
    dug_in = stand.dug_in and table.type(stand.type).kind != "aircraft"
    told = known.settle(
        "cover",
        key_of("cover", places),
        subject=stand.id,
        shared=shared,
        worked_out="dug-in" if dug_in else None,
        assume="none",
        noted=False,
    )
    place = places[told]
    if not dug_in or place["cover"] == "hard":
        return told, place["cover"]
    if place["rule"].startswith("COV"):
        return told, "hard"
    note = f"{stand.id}.cover: the game records dug-in, but you typed {told}; Umpire uses the typed cover"
    known.notes += [] if note in known.notes else [note]
    return told, place["cover"]


def _firer(
    known: Facts,
    table: Table,
    me: Party,
    at: Party,
    conditions: CommonConditions,
    *,
    option: str = "",
    replies: bool | None = None,
    approach: Approach | None = None,
) -> Firer:
    """Return the shooter or the target, with the facts of its shot at its opponent.

    `replies` is None for the stand that opens fire. For the other stand, `replies` is true if that stand shoots back.
    If a rule forbids the opening shot, the engagement gets an objection, which the referee can overrule. The stand that
    opens fire is `unable` if it has no score in the matrix, and for no other reason.
    """
    column = at.stand.column or at.type.column
    row = "AAA" if column == "AC" and (me.type.aaa or me.stand.aaa) else me.row
    weapon = table.rows.get(row, {})
    known.note(f"{me.stand.id}.row", row, "state")
    note = ""
    if column == "ART" and table.options["art_col_ground"] == "as_inf" and weapon.get("direct") and not at.off_table:
        column, note = "Inf", ", because an ART stand on the table counts as Inf (CLASS-25)"
    known.note(f"{me.stand.id}.column", column, "state")
    base = known.settle(
        "base", whole(1, 12, "base"), subject=me.stand.id, shared=approach is not None and approach.shared
    )
    typed = base is not None
    book = None if (far := weapon.get("range", "OT" if typed else 0)) == "OT" else int(far)
    words = "told"
    if base is None:
        base = table.score(row, column)
        words = f"{weapon['name']} at {column}{note}" if weapon else f"{me.name}: it is unarmed"
        words += ": the table has a dash here, so no effect is possible" if weapon and base is None else ""
        words = words if column else f"{at.name}: it is not a combat stand, so it cannot be a target"
    distance = conditions.distance
    shot = Shot(
        option=option,
        arm=me.type.kind,
        foe_arm=at.type.kind,
        quality=me.group.grade,
        foe_quality=at.group.grade,
        ground=me.ground,
        foe_ground=at.ground,
        range=distance or 0,
        turn=conditions.turn,
        row=row,
        column=column,
        by_infantry=bool(weapon.get("infantry")),
        pinned=me.stand.pinned,
        repulsed=me.stand.repulsed,
        markers=me.stand.markers,
        higher_grade=GRADES.index(me.group.grade) < GRADES.index(at.group.grade),
        late_british=me.stand.late_british,
        light_mortars=me.stand.light_mortars,
        radar=me.side in conditions.radar,
        light=conditions.light,
        weather=conditions.weather,
        target_fire_marker=at.stand.fire_marker,
        target_markers=at.stand.markers,
        target_cover=at.seen.cover,
        target_arc=at.arc,
        target_faces=table.kinds[at.type.kind]["faces"],
        target_skirts=at.stand.skirts,
        target_transport=at.type.transport,
        told=conditions.told.of(me.stand.id).against(at.stand.id),
    )
    further = None if book is None else table.modifiers.in_place("range", shot)
    reach = book if book is None or further is None else further.value(book)
    if further and reach is not None and reach != book:
        note = f"{me.name}: range {conditions.ruler.said(reach)}, {further.words} ({further.rule})"
        known.notes += [] if note in known.notes else [note]
    beyond = me.type.kind == "aircraft" or (me.off_table and at.type.kind == "aircraft")  # off the table (AIR-15)
    in_range = reach is None or (beyond if distance is None else distance <= reach)
    shot = replace(shot, can_affect=base is not None and in_range)
    reach_rule = further.rule if further else "FIRE-05"
    kind = table.kinds[me.type.kind]
    in_arc, arc_rule = me.arc in kind["arcs"], "ARC-08" if kind["faces"] and me.arc == "rear" else kind["rule"]
    unable = "no effect is possible (SCORE-01)" if base is None else ""
    if replies is not None:
        unable = unable or ("" if in_range else f"out of range ({reach_rule})")
        unable = unable or ("" if in_arc else f"shot at from its {me.arc} ({arc_rule})")
        unable = unable or ("" if replies else "it declines (FIRE-04)")
        forbidden = (f"{no.alike[1]} ({no.rule})" for no in table.modifiers.refused("fire", shot, me.name))
        unable = unable or next(forbidden, "")
    exempt = (approach.exempt if approach else "") or weapon.get("exempt", "")
    found = _look(table, me, at, shot, exempt, conditions, active=replies is None)
    told = known.settle("detects", yes_or_no("detects"), subject=me.stand.id, shared=False)
    if told is not None:
        answer: Literal["detects", "fails"] = "detects" if told else "fails"
        finds = "detects" if told else "does not detect"
        found = Look(answer, f"{me.name}: you typed that it {finds} {at.name}", "DET-03")
    return Firer(
        **vars(me),
        shot=shot,
        base=base,
        base_words=words,
        base_typed=typed,
        reach=reach,
        reach_rule=reach_rule,
        in_range=in_range,
        in_arc=in_arc,
        unable=unable,
        look=found,
    )


def _look(
    table: Table, me: Party, at: Party, shot: Shot, exempt: str, conditions: CommonConditions, *, active: bool
) -> Look:
    """Return the attempt of one stand to detect its opponent.

    `active` means that this stand opens fire. The function `objections` checks whether the stand sees its target at
    all.
    """
    if exempt:
        return Look("exempt", f"{me.name}: no detection needed", exempt)
    if conditions.distance is None:
        if me.type.kind == "aircraft":
            return Look("exempt", f"{me.name}: no detection needed", "AIR-15")
        words = f"cannot detect {at.name} (off the table)"
        words = words if at.off_table else f"off the table, so it cannot detect {at.name}"
        return Look("cannot", f"{me.name}: {words}", "INIT-10")
    if not active and not me.sees:
        return Look("cannot", f"{me.name}: it has no line of sight to {at.name}", "DET-15")
    if not active and at.seen.hidden(conditions.distance):
        return Look(
            "cannot",
            f"{at.name}: {at.seen.place}, so it is seen only within {conditions.ruler.said(at.seen.within or 0)}",
            "COV-05",
        )
    key = "detection" if active else "detection-reply"
    distance, weather = conditions.distance, conditions.weather
    return look(table, key, me.side, me.name, at.name, at.seen, distance, shot, weather, conditions.ruler)


DETECTIONS, INITIATIVES = ("detection", "detection-reply"), ("initiative", "initiative-reply")
"""Rolls that players make every time, needed or not."""

ACT = Act(
    verb="fire",
    words="One stand engages another: both roll for detection and initiative, then one or both shoot",
    usage="fire t1 at p3 450 [option=C metres=250] [p3.cover=hard] [p3.arc=flank]",
    connectors=("at",),
    roles=Roles(),
    tries=("range=100",),
    facts=FACTS,
    choices=CHOICES,
    bare=bare("range", CONTACT),
    adds_to="effect",
    lists=LISTS,
    situate=situate,
    objections=objections,
    procedure=engagement,
    out_of_turn=out_of_turn,
    every_time=(
        (*DETECTIONS, *INITIATIVES),
        (DETECTIONS[0], *INITIATIVES),  # the target cannot detect the firer
        DETECTIONS,
        INITIATIVES,
        DETECTIONS[:1],
    ),
)

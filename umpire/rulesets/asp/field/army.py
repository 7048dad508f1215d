"""The check of armies: the points of each army, and the rules that an army breaks (ORG, GEN, ENG, PTS, PCT, LIM, FAN).

Points are never rounded (PTS).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from umpire.core.frozen import frozen
from umpire.core.mistakes import Missing
from umpire.core.outcome import Objection, Outcome, number_of
from umpire.core.procedure import Procedure, settled
from umpire.game.act import Act
from umpire.game.facts import Facts, TypedLine, whole
from umpire.game.naming import find, none_such
from umpire.rulesets.asp.state import Army, Group, Position, Stand, State, is_aaa, is_aircraft, row_of
from umpire.rulesets.asp.table import Table

AFV_KINDS = ("vehicle", "fixed_gun")


def class_of(table: Table, stand: Stand) -> str:
    """Return the class that sets the price of a stand; "" if the book prints no class (PTS-05)."""
    if stand.classed:
        return stand.classed
    kind = table.type(stand.type)
    if kind.kind == "aircraft":
        return "Aircraft"
    found: str = kind.points or table.sections["points"]["types"].get(stand.type, "")
    return found


def base_of(table: Table, stand: Stand) -> Fraction | None:
    """Return the points of a stand before extras and grade: its own price, or else the price of its class. Return None
    if the stand has neither price.
    """
    if stand.price:
        return Fraction(stand.price)
    named = class_of(table, stand)
    return Fraction(table.sections["points"]["classes"][named]) if named else None


def suggested(table: Table, stand: Stand) -> str:
    """Return a suggested price for a stand that has no price in the book; "" if no price is suggested (PTS-05)."""
    found: str = table.sections["points"]["suggested"].get(row_of(table, stand), "")
    return found


def extras(table: Table, stand: Stand) -> tuple[tuple[str, Fraction], ...]:
    """Return the extras of a stand (light mortars, AAA capability), each with its points before the grade (PTS-01)."""
    prices = table.sections["points"]
    found = []
    if stand.light_mortars:
        found.append(("light mortars", Fraction(prices["light_mortars"])))
    if is_aaa(table, stand):
        found.append(("AAA", Fraction(prices["aaa"])))
    return tuple(found)


def points_of(table: Table, stand: Stand, grade: str) -> Fraction | None:
    """Return the points of a stand: (base + extras) x grade, plus 1 if the stand is dug in (PTS-02 to 04). Return None
    if the stand has no price.
    """
    base = base_of(table, stand)
    if base is None:
        return None
    before = base + sum((amount for _, amount in extras(table, stand)), Fraction(0))
    dug_in = Fraction(table.sections["points"]["dug_in"]) if stand.dug_in else Fraction(0)
    return before * Fraction(table.sections["points"]["grades"][grade]) + dug_in


def points_words(table: Table, stand: Stand, group: Group) -> str:
    """Return the calculation of a stand's points in words: `Grenadiers g1: (2 IG + 0.25 light mortars) x 1.5 =
    3.375`.
    """
    total = points_of(table, stand, group.grade)
    if total is None:
        hint = suggested(table, stand)
        return f"{stand.name}: it has no printed price (PTS-05)" + (f", {hint} suggested" if hint else "")
    base = base_of(table, stand)
    assert base is not None
    added = [f"{exact(base)} {'given' if stand.price else class_of(table, stand)}"]
    added += [f"{exact(amount)} {words}" for words, amount in extras(table, stand)]
    sum_of = f"({' + '.join(added)})" if len(added) > 1 else added[0]
    factor = Fraction(table.sections["points"]["grades"][group.grade])
    times = f" x {exact(factor)}" if factor != 1 else ""
    dug_in = f" + {table.sections['points']['dug_in']} dug in" if stand.dug_in else ""
    alone = not times and not dug_in and len(added) == 1
    return f"{stand.name}: {sum_of}{times}{dug_in}" + ("" if alone else f" = {exact(total)}")


def total_of(state: State, table: Table, group: Group) -> tuple[Fraction, int]:
    """Return the points of a battle group, including destroyed stands, and the number of its stands without a price."""
    found = [points_of(table, stand, group.grade) for stand in state.all_of(group.id)]
    return sum((points for points in found if points is not None), Fraction(0)), found.count(None)


def exact(number: Fraction) -> str:
    """Return a number exactly: 3.375, or 15/7 if four decimals are not enough."""
    if 10000 % number.denominator:
        return str(number)
    whole, rest = divmod(number.numerator * (10000 // number.denominator), 10000)
    return f"{whole}.{rest:04}".rstrip("0") if rest else str(whole)


def complaints(state: State, table: Table, groups: tuple[Group, ...], *, whole_armies: bool) -> tuple[Objection, ...]:
    """Return the objections to these battle groups. If `whole_armies` is true, also return the objections to the
    armies.
    """
    found = [objection for group in groups for objection in of_group(state, table, group)]
    for group in groups:
        for stand in state.all_of(group.id):
            found += _of_stand(state, table, group, stand)
    if whole_armies:
        for side in dict.fromkeys(group.side for group in groups):
            found += _of_side(state, table, side)
        found += _year(state, table)
    return tuple(found)


def of_group(state: State, table: Table, group: Group) -> tuple[Objection, ...]:
    """Return the objections to a battle group that does not have twelve stands and one headquarters (ORG-11)."""
    stands = state.all_of(group.id)
    fighting = sum(table.type(stand.type).counts for stand in stands)
    wanted = table.army.stands
    found = []
    if fighting != wanted:
        found.append(
            Objection("ORG-02", f"{group.name}: it has {number_of(fighting, 'stand')}, but must have {wanted}")
        )
    if not group.hq:
        found.append(Objection("ORG-03", f"{group.name}: it has no headquarters; type `set {group.id} hq=STAND`"))
    more, most = len(stands) - fighting, table.limits["command_stands"]
    if more > most:
        found.append(
            Objection("ORG-06", f"{group.name}: it has {more} command stands, but at most {most} may represent the HQ")
        )
    return tuple(found)


def not_drawn_up(state: State, table: Table, side: str) -> tuple[Objection, ...]:
    """Return the objections to a first turn of `side`: another side has the first move, or a battle group is not
    complete.

    The battle groups of a side are checked only if the scenario has an army for the side (ORG-11).
    """
    found: list[Objection] = []
    if state.clock.first not in ("", side):
        found.append(Objection("TGEN-14", f"{state.clock.first} has the first move"))
    for group in state.groups.values():
        if state.scene.army(group.side):
            found += of_group(state, table, group)
    return tuple(found)


def _of_stand(state: State, table: Table, group: Group, stand: Stand) -> Iterator[Objection]:
    row = row_of(table, stand)
    weapon = table.rows.get(row, {})
    scene, army = state.scene, state.scene.army(group.side)
    if points_of(table, stand, group.grade) is None:
        price = suggested(table, stand)
        hint = f"{'suggested' if price else 'set one'}: `set {stand.id} price={price or 'POINTS'}`"
        yield Objection("PTS-05", f"no printed price for {stand.name}; {hint}")
    if stand.light_mortars and row not in table.army.light_mortars:
        yield Objection("PTS-01", f"{stand.name}: only a Rifle Group or an Infantry Group may have light mortars")
    if stand.jungle and not weapon.get("infantry"):
        yield Objection("TERR-10", f"{stand.name}: it is not infantry, so it cannot have jungle training")
    if stand.late_british and row not in table.sections["calling"]["rows"]:
        yield Objection("EFF-10", f"{stand.name}: it is not a battery, so it may not have `late_british`")
    if stand.late_british and army and army.nation not in ("", table.army.late_nation):
        yield Objection("EFF-10", f"{stand.name}: its army is {army.nation}, so it may not have `late_british`")
    late_from = table.army.late_from
    if stand.late_british and scene.year and scene.year < late_from:
        yield Objection(
            "GEN-11",
            f"{stand.name}: the year is {scene.year}, and `late_british` is allowed only from {late_from}",
        )
    if stand.dug_in and not scene.agreed("engineering"):
        yield Objection(
            "GEN-09", f"{stand.name}: it is dug in, but the players have not agreed to use field engineering"
        )
    if stand.dug_in and scene.defender != group.side:
        yield Objection("ENG-02", f"{stand.name}: it is dug in, but {group.side} does not defend")


def _of_side(state: State, table: Table, side: str) -> Iterator[Objection]:
    scene = state.scene
    for mark in scene.marks.values():
        if mark.side == side and mark.kind.startswith("anti-") and scene.defender != side:
            yield Objection("ENG-04", f"{mark.id}: only a defender has obstacles, and {side} does not defend")
    army = scene.army(side)
    if army is None:
        return
    stands = [stand for group in state.groups.values() if group.side == side for stand in state.all_of(group.id)]
    if scene.agreed("percentages"):
        yield from _percentages(table, army, stands)
    if scene.agreed("air-limit"):
        yield from _air_limit(state, table, army, stands)
    if army.fantasy:
        yield from _fantasy(state, table, army, stands)


def _percentages(table: Table, army: Army, stands: list[Stand]) -> Iterator[Objection]:
    """Yield an objection for each class that has too many AFVs. The limit is a share of all AFVs of the army, rounded
    down (PCT-01, PCT-02).
    """
    rows = table.army
    classes = [class_of(table, stand) for stand in stands]
    afvs = sum(each in rows.afv for each in classes)
    for named, share in rows.per_cent.get(army.nation, {}).items():
        most, have = afvs * share // 100, classes.count(named)
        if have > most:
            yield Objection(
                "PCT-01", f"{army.side}: {have} {named}, but at most {most} of {afvs} AFVs ({share} %) are allowed"
            )


def _air_limit(state: State, table: Table, army: Army, stands: list[Stand]) -> Iterator[Objection]:
    """Yield the objection to too many German aircraft.

    In 1944 and 1945 the Germans may have at most half as many aircraft as the Allies (LIM-01, LIM-02).
    """
    rows = table.army
    first, last = rows.limited_years
    if army.nation != rows.limited or not first <= (state.scene.year or 0) <= last:
        return
    allied = [other.side for other in state.scene.armies.values() if other.nation in rows.allied]
    if not allied:
        return
    theirs = sum(
        is_aircraft(table, stand) for stand in state.stands.values() if state.groups[stand.group].side in allied
    )
    most, have = -(-theirs * rows.limited_share // 100), sum(is_aircraft(table, stand) for stand in stands)
    if have > most:
        part = "half" if rows.limited_share == 50 else f"{rows.limited_share} %"
        against = f"{part} of the {theirs} aircraft stands of {' and '.join(allied)}"
        yield Objection(
            "LIM-01",
            f"{army.side}: {have} aircraft stands, but at most {most} are allowed from {first} to {last}: {against}",
        )


def _fantasy(state: State, table: Table, army: Army, stands: list[Stand]) -> Iterator[Objection]:
    rows = table.sections["fantasy"]
    if not state.scene.agreed("fantasy"):
        yield Objection("GEN-09", f"{army.side}: this is a fantasy army, but fantasy armies are not agreed")
    for stand in stands:
        if class_of(table, stand) in rows["barred"]:
            yield Objection("FAN-01", f"{stand.name}: {class_of(table, stand)}")
        if stand.type in rows["jets"]:
            yield Objection("FAN-02", f"{stand.name}: a jet")
    sources = sources_of(table, stands)
    if len(sources) > 1:
        yield Objection(
            "FAN-03",
            f"the tanks and self-propelled guns come from {' and '.join(sources)}, but may come from only one nation",
        )
    if army.organised not in rows["organisations"]:
        known = ", ".join(rows["organisations"])
        yield Objection(
            "FAN-04", f"{army.side}: the army must follow the organisation of one of {known}: set organised="
        )
    supplier = army.supplier or next(iter(sources), "")
    if not army.ally:
        yield Objection(
            "FAN-05", f"{army.side}: the army must be an ally of its supplier {supplier}".rstrip() + ": ally=yes"
        )
    if not army.place or not army.insignia:
        yield Objection(
            "FAN-06", f"{army.side}: the army needs a place on the map and its own insignia: set place= and insignia="
        )


def sources_of(table: Table, stands: list[Stand]) -> tuple[str, ...]:
    """Return the nations of the tanks and self-propelled guns among these stands (FAN-03)."""
    nations = {name: nation for nation, names in table.sections["nations"].items() for name in names}
    afvs = [
        stand
        for stand in stands
        if table.type(stand.type).kind in AFV_KINDS and class_of(table, stand) in table.army.afv
    ]
    return tuple(dict.fromkeys(nations[stand.type] for stand in afvs if stand.type in nations))


def _year(state: State, table: Table) -> Iterator[Objection]:
    first, last = table.army.period
    year = state.scene.year
    if year is not None and not first <= year <= last:
        yield Objection("GEN-10", f"{year} is outside the period {first} to {last}")


def misprints(state: State, table: Table, groups: tuple[Group, ...]) -> list[str]:
    """Return the book's misprints for the types of these stands, each with the values that Umpire uses (VEH-03)."""
    here = dict.fromkeys(stand.type for group in groups for stand in state.all_of(group.id))
    found = []
    for name in here:
        row, odd = table.types[name], table.sections["doubtful"].get(name)
        if any(key.startswith("printed_") for key in row):
            kind = table.type(name)
            read = ", ".join(each for each in (kind.row, kind.column, kind.mobility) if each) or "nothing"
            found.append(f"misprint: the book prints {name} as {row['printed']}; Umpire reads {read} (VEH-03)")
        elif odd:
            words = f"doubtful: the book prints {name} as {row['printed']} (but {odd})"
            found.append(f"{words}; Umpire keeps the printed values (VEH-03)")
    return found


MOST = 99999


@frozen
class ArmySituation(Position):
    """The battle groups to check, and the points agreed for each side.

    If `one` is true, the line names a single battle group, and the stands of this group are shown one by one.
    """

    groups: tuple[Group, ...]
    one: bool
    budget: int | None


def situate(state: State, table: Table, typed: TypedLine) -> ArmySituation:
    """Return the situation of `army`, `army kg`, `army German budget=500`. Raises Mistake for an unknown name."""
    known = Facts(typed)
    budget = known.settle("budget", whole(0, MOST, "budget"))
    known.finish()
    words = " ".join(typed.named(""))
    groups, one = _named(state, words)
    sides = tuple(dict.fromkeys(group.side for group in groups))
    of = groups[0].name if one else " and ".join(sides)
    return ArmySituation(f"the army check of {of}", sides[0], known, state, table, groups, one, budget)


def _named(state: State, word: str) -> tuple[tuple[Group, ...], bool]:
    """Return a pair: the battle groups that a word means, and whether the word names a single battle group.

    The name of a side means all its groups; "" means all groups.
    """
    everybody = tuple(state.groups.values())
    if not everybody:
        raise Missing("no battle groups", "name battle groups under [groups] in the scenario")
    if not word:
        return everybody, False
    sides = {group.side: group.side for group in everybody}
    sides |= {key: army.side for key, army in state.scene.armies.items()}
    if one := find(word, state.groups, sides):
        return (one,), True
    side = find(word, sides, state.groups)
    if side is None:
        raise none_such("army or battle group", word, {**state.groups, **sides})
    groups = tuple(group for group in everybody if group.side == side)
    if not groups:
        raise Missing(f"no battle group of {side}", "name battle groups under [groups] in the scenario")
    return groups, False


def check(sit: ArmySituation) -> Procedure[Outcome]:
    """Return the points and the objections in words. No die is rolled."""
    over = False
    state, table = sit.state, sit.table
    words: list[str] = []
    tally: list[tuple[str, int | str]] = []
    for side in dict.fromkeys(group.side for group in sit.groups):
        groups = [group for group in sit.groups if group.side == side]
        total, unpriced = Fraction(0), 0
        for group in groups:
            points, missing = total_of(state, table, group)
            total, unpriced = total + points, unpriced + missing
            text = f"{number_of(len(state.all_of(group.id)), 'stand')}, {exact(points)} points"
            words.append(f"{group.name} ({group.id}), grade {group.grade}: {text}{_without(missing)}")
            if sit.one:
                words += [f"  {points_words(table, stand, group)}" for stand in state.all_of(group.id)]
        army = state.scene.army(side)
        budget = sit.budget if sit.budget is not None else army.budget if army and not sit.one else None
        of = "" if budget is None else f" of {budget}"
        if not sit.one:
            words.append(f"{side}: {exact(total)}{of} points{_without(unpriced)}")
        if budget is not None and total > budget:
            over = True
            words.append(f"objection: {exact(total - budget)} points over the agreed limit of {budget} points (PTS-01)")
        tally.append((side, exact(total)))
    against = complaints(state, table, sit.groups, whole_armies=not sit.one)
    words += [f"objection: {objection.words} ({objection.rule})" for objection in against]
    words += misprints(state, table, sit.groups)
    if not (against or over):
        words.append("no objection")
    return settled(Outcome((), tuple(words), (), (), tuple(tally)))


def _without(missing: int) -> str:
    return f" and {number_of(missing, 'stand')} without a price" if missing else ""


ACT = Act(
    verb="army",
    words="Count the points of the battle groups, and list each rule that the armies break",
    usage="army [GROUP or SIDE] [budget=500]",
    facts={"budget": "the points agreed for each side"},
    situate=situate,
    procedure=check,
    asks=False,
)

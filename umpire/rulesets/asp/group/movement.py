"""The moves of stands: the distance that a stand may move in good going, in bad going, or in both (MOVE, TERR-16).

The module also finds the point reached in the sequence of play, the acts still to do, and the stands that a line names.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from umpire.core.frozen import frozen
from umpire.core.mistakes import BadValue, Gone, HowMany, Missing, UnknownName, WrongSort
from umpire.core.outcome import Objection
from umpire.game.clock.ending import RULE
from umpire.game.distances import LENGTHS, METRES, Number, Ruler, bare, decimal
from umpire.game.facts import Facts, Worded, choices, key_of, yes_or_no
from umpire.game.naming import find, none_such
from umpire.rulesets.asp.effects import Away, Effect, Hitch, Moved
from umpire.rulesets.asp.field.terrain import ROAD, barring, ground, terrain_named
from umpire.rulesets.asp.state import Group, Stand, State, is_aircraft
from umpire.rulesets.asp.table import Table

STEPS = {
    1: ("SEQ-02", "command points, recovery, markers"),
    2: ("SEQ-03", "march moves"),
    3: ("SEQ-04", "Fighters"),
    4: ("SEQ-05", "Bombers and Attack aircraft"),
    5: ("SEQ-06", "tactical moves"),
}
"""Step of a player turn -> its rule and its words."""

COMMAND, MARCH, TACTICAL = 1, 2, 5
"""The steps that rules need by name; those of aircraft are in the table."""


def where(state: State) -> str:
    """Return turn, side, step and battle group: `turn 2, Soviet: step 5, tactical moves of 25th Tank Brigade`."""
    clock = state.clock
    if clock.over:
        return f"{over(state)} ({'BG-11' if clock.lost else RULE})"
    if not clock.turn:
        return "before the first turn"
    whose = f" of {state.groups[clock.open].name}" if clock.open else ""
    return f"turn {clock.turn}, {clock.side}: step {clock.step}, {STEPS[clock.step][1]}{whose}"


def over(state: State) -> str:
    """Return the words for the end of the battle: `the battle is over: German has lost` (BG-11)."""
    return "the battle is over" + (f": {state.clock.lost} has lost" if state.clock.lost else "")


def groups_of(state: State, side: str) -> tuple[Group, ...]:
    """Return the battle groups of a side that have stands left, in the order of the roster."""
    return tuple(group for group in state.groups.values() if group.side == side and state.of_group(group.id))


def unordered(state: State) -> tuple[Group, ...]:
    """Return the battle groups that have not rolled for step 1. Only groups of the side to play count."""
    clock = state.clock
    if clock.step != 1:
        return ()
    return tuple(group for group in groups_of(state, clock.side) if group.id not in clock.done)


def off_table(table: Table, stand: Stand) -> bool:
    """Return whether a stand starts off the table, behind its baseline (DEP-03)."""
    return table.type(stand.type).kind in ("battery", "aircraft")


def retreats(state: State, group: Group) -> bool:
    """Return whether a battle group retreats this turn.

    A group retreats if its morale test failed before this turn began (BG-06). If the game does not count turns, the
    group retreats as soon as it has failed the test.
    """
    return group.retreating or (group.failed and not state.clock.turn)


def still_to_retreat(state: State, table: Table, group: Group) -> tuple[Stand, ...]:
    """Return the stands of a failed battle group that still must move back or be halted (BG-06, BG-12)."""
    if not retreats(state, group):
        return ()
    return tuple(
        stand
        for stand in state.of_group(group.id)
        if not (stand.moved and state.clock.turn) and not (stand.halted or stand.aboard or off_table(table, stand))
    )


def waiting(state: State, table: Table) -> tuple[Group, ...]:
    """Return the battle groups that can still begin tactical moves. Only groups of the side to play count."""
    clock = state.clock
    left = [group for group in groups_of(state, clock.side) if group.id not in (*clock.done, clock.open)]
    return tuple(group for group in left if group.cp or still_to_retreat(state, table, group))


def pending(state: State, table: Table) -> tuple[str, ...]:
    """Return a line for each thing to do before play goes on: morale tests of any battle group, and retreats of the
    side to play.
    """
    tests = [
        f"morale test of {group.name}, because of its stands: {group.test}"
        for group in state.groups.values()
        if group.test
    ]
    retreats = []
    if state.clock.step == TACTICAL:
        for group in groups_of(state, state.clock.side):
            stands = still_to_retreat(state, table, group)
            if stands:
                retreats.append(f"retreat of {group.name} (BG-06): {' '.join(stand.id for stand in stands)}")
    return (*tests, *retreats)


def find_stand(state: State, name: str) -> Stand:
    """Return the stand with that id. Raises Mistake if the id is unknown or if the stand is out of play."""
    if stand := find(name, state.stands, state.groups):
        if stand.destroyed:
            gone = "left the table" if stand.left else "destroyed"
            raise Gone(
                f"{stand.name} ({stand.id}): {gone}", "`umpire status` lists the stands in play", name=stand.name
            )
        return stand
    if find(name, state.groups, state.stands):
        raise WrongSort(f"{name!r} is a battle group, not a stand", "name one of its stands", word=name)
    if name[0].isdigit():
        raise UnknownName(f"no stand is called {name!r}", f"a distance is in {', '.join(LENGTHS)}", word=name)
    raise none_such("stand", name, {key: stand for key, stand in state.stands.items() if not stand.destroyed})


def find_stands(state: State, names: tuple[str, ...]) -> tuple[tuple[Stand, ...], tuple[Group, ...]]:
    """Return the stands with these ids, each stand once, and the battle groups of these stands. Raises Mistake as
    `find_stand` does.
    """
    stands = tuple(dict.fromkeys(find_stand(state, name) for name in names))
    return stands, tuple(state.groups[group] for group in dict.fromkeys(stand.group for stand in stands))


def find_group(state: State, names: tuple[str, ...], verb: str) -> Group:
    """Return the battle group named. Raises Mistake if the line names no group or several groups, or if the group has
    no stand left.
    """
    example = f"for example: {verb} {next(iter(state.groups), 'GROUP')}"
    if len(names) != 1:
        raise HowMany(f"name one battle group to {verb}", example)
    if group := find(names[0], state.groups, state.stands):
        if not state.of_group(group.id):
            raise Gone(f"{group.name}: no stands are left", "`umpire status` lists the stands in play", name=group.name)
        return group
    if stand := find(names[0], state.stands, state.groups):
        raise WrongSort(f"{names[0]!r} is a stand", f"name its battle group: {verb} {stand.group}", word=names[0])
    raise none_such("battle group", names[0], state.groups)


def headquarters(state: State, group: Group) -> Stand | None:
    """Return the headquarters stand of a group, even if this stand is destroyed. Return None if no stand of the roster
    is the headquarters (ORG-06).
    """
    return state.stands.get(group.hq) or state.later.get(group.hq)


def hq_is_lost(state: State, group: Group) -> bool:
    """Return whether the headquarters of a group is out of play (CP-12)."""
    hq = headquarters(state, group)
    return hq is not None and hq.destroyed


FACTS = {
    "metres": "the whole distance; if left out, the stand moves as far as it may",
    "going": "good, bad or road; or the terrain, such as LFA, wood+hill or road+SFH-jungle",
    "bad": "the metres through bad going, as part of the whole distance",
    "closer": "yes or no: the move ends closer to the enemy",
    "hq": "metres from the stand to its headquarters",
    "tow": "the vehicle that tows a gun: f1.tow=c1",
    "table": "yes or no: the battery is on the table",
    "mobility": "the mobility, if the book gives none: S, M, F, VF, W, 1/2T or foot",
}
"""The facts that may be typed for a move."""
GROUND = {"going": ("good", "bad", "road", "open", "LFA", "SFH", "hill", "BUA", "wood", "river")}
"""The going of a move: words and terrain."""
CHOICES = choices("closer table road", going="good bad road", mobility="S M F VF W 1/2T foot")

_SAID = {"good": "going", "bad": "going", ROAD: "going", "closer": "closer"}
"""Bare words that set a fact of a move."""


def bare_move(word: str) -> str | None:
    """Return the name of the fact that a word without `=` sets in a move, None if the word sets no fact.

    A distance sets `metres`. The words good, bad and road set `going`. The word closer sets `closer`.
    """
    return _SAID.get(word.lower()) or bare("metres")(word)


def _closer(text: str) -> bool:
    return text.lower() == "closer" or yes_or_no("closer")(text)


goes_closer = Worded(_closer, ("yes", "no"))
"""Reads whether a move ends closer to the enemy: `yes`, `no`, or the word `closer`."""


_GOING = {"good": "G", "bad": "B", ROAD: "G"}


@frozen
class GroupMove:
    """The distance of a move and its going.

    `metres` is the distance typed, None for the greatest distance allowed. `bad` is the part of the move in bad going,
    in metres. If the terrain stops the stand, `barred` has the rule and the reason in words. `road` is true for
    movement along a road. `ruler` converts distances to the units shown.
    """

    metres: Number | None
    bad: Number
    all_bad: bool
    barred: tuple[str, str] | None = None
    road: bool = False
    ruler: Ruler = METRES

    def used(self, rates: tuple[int, int]) -> Fraction:
        """Return the part of a full move that the typed distance takes, in good and bad going (TERR-16); 0 if no
        distance is typed.
        """
        if self.metres is None:
            return Fraction(0)
        return Fraction(self.metres - self.bad, rates[0]) + Fraction(self.bad, rates[1])

    def sum_words(self, rates: tuple[int, int], share: Fraction) -> str:
        """Return in words why good and bad going together take more than `share` of a full move (TERR-16). Return "" if
        the whole move is in one kind of going.
        """
        if self.metres is None or not 0 < self.bad < self.metres:
            return ""
        percent = -(-100 * self.used(rates) // 1)
        limit = f", but only {of_a_move(share)} ({100 * share} %) is allowed" if share < 1 else ""
        good = f"{decimal(self.metres - self.bad)} m in good going (a full move: {rates[0]} m)"
        bad = f"{decimal(self.bad)} m in bad going (a full move: {rates[1]} m)"
        return f"{good} and {bad} make {percent} % of a move{limit}, by TERR-16"

    def farthest(self, rates: tuple[int, int], share: Fraction) -> Fraction:
        """Return the greatest distance in metres that the part `share` of a full move allows (TAC-10)."""
        return rates[1 if self.all_bad else 0] * share

    def gone(self, rates: tuple[int, int], share: Fraction) -> Fraction:
        """Return the length of the move in metres: the distance typed, or else the greatest distance allowed."""
        return self.farthest(rates, share) if self.metres is None else Fraction(self.metres)

    def words(self, rates: tuple[int, int], share: Fraction) -> str:
        """Return the distance in words: `400 m`, or `up to 500 m` if no number is typed."""
        if self.metres is not None:
            return self.ruler.laid(self.metres)
        return f"up to {self.ruler.laid(self.farthest(rates, share))}"

    def at_most(self, rates: tuple[int, int], share: Fraction) -> str:
        """Return the greatest distances allowed, in words: `up to 500 m, or up to 250 m in bad going`."""
        good, bad = (self.ruler.laid(rate * share) for rate in rates)
        return f"up to {bad} in bad going" if self.all_bad else f"up to {good}, or up to {bad} in bad going"


def of_a_move(share: Fraction) -> str:
    """Return a part of a move in words: `half a move`."""
    return "half a move" if share == Fraction(1, 2) else f"{100 * share} % of a move"


def way(known: Facts, subject: str, table: Table, mover: str, ruler: Ruler, *, road: bool = False) -> GroupMove:
    """Return the distance and going of a move, as typed.

    If no distance is typed, the stand moves the greatest distance allowed. If no going is typed, the going is good.
    Raises Mistake if the line gives a distance in bad going without a whole distance, or one greater than the whole
    distance. The going may be typed as good, bad or a terrain (`LFA`, `wood+hill`). If a terrain is typed, the table
    gives the going for the `mover`. For a move along a `road`, the going along a road counts (TERR-14).
    """
    far = known.settle("metres", ruler.read("metres"), subject=subject)
    bad = known.settle("bad", ruler.read("bad"), subject=subject)
    text = "" if bad else "good going"  # if the bad part is typed, the rest is known
    going = known.settle("going", _terrain(table), subject=subject, assume="good", words=text)
    if bad is not None and far is None:
        hint = f"add the whole distance: metres={ruler.typed(400)} bad={ruler.typed(100)}"
        raise Missing("you typed the bad going, but not the whole distance", hint)
    if bad is not None and far is not None and bad > far:
        wrong = f"{ruler.said(bad)} in bad going is more than the whole distance of {ruler.said(far)}"
        raise BadValue(wrong, "the fact `metres` is the whole distance")
    road = road or ROAD in going.split("+")
    through = f"{ROAD}+{going}" if road and going not in _GOING else going
    letter = _GOING.get(going) or ground(table, through, mover)
    barred = (
        (barring(table, through, mover), f"{going}: {mover} stands cannot enter this terrain")
        if letter == "X"
        else None
    )
    all_bad = letter == "B"
    return GroupMove(far, (far or 0) if all_bad else bad or 0, all_bad, barred, road, ruler)


def _terrain(table: Table) -> Worded[str]:
    """Return a function that reads the going: good, bad, road or a terrain. For a terrain, the function returns
    its name in the rule table.
    """

    def named(word: str) -> str:
        return word.lower() if word.lower() == ROAD else terrain_named(table, word)

    def read(text: str) -> str:
        return text.lower() if text.lower() in _GOING else "+".join(map(named, text.split("+")))

    rows = table.sections["going"]
    plain = [name for name, row in rows.items() if isinstance(row, str) and "-" not in name]
    return Worded(read, (*_GOING, *plain))


def mobility(table: Table, stand: Stand) -> str:
    """Return the row of `[moves]` for a stand that is not towed; "" if the book gives no row (VEH-05)."""
    kind = table.type(stand.type)
    on_foot: str = table.kinds[kind.kind].get("mobility", "")
    return on_foot or kind.mobility


def rates(table: Table, row: str, manner: str) -> tuple[int, int]:
    """Return the metres of a full move in good going and in bad going (MOVE-01). `row` is a row of `[moves]`. `manner`
    is march or tactical.
    """
    return table.moves[row].march if manner == "march" else table.moves[row].tactical


def row_of(known: Facts, table: Table, stand: Stand, towed: bool) -> str:
    """Return the row of `[moves]` for a stand.

    A towed stand uses the row for towing. Raises Mistake if neither the book nor the line gives a row, or if the stand
    is an aircraft.
    """
    if is_aircraft(table, stand):
        raise WrongSort(
            f"{stand.name}: an aircraft makes no move on the ground", "aircraft are placed in steps 3 and 4"
        )
    row = table.towing.moves_as if towed else mobility(table, stand)
    told = known.settle("mobility", key_of("mobility", table.moves), subject=stand.id, worked_out=row or None)
    if told is None:
        raise Missing(f"the book gives no speed for {stand.name}", f"add the mobility: {stand.id}.mobility=M")
    return told


def stays_off(known: Facts, table: Table, stand: Stand, towed: bool) -> bool:
    """Return whether a battery stays behind the baseline (DEP-03).

    If the battery is towed or `table=yes` is typed, the answer is no.
    """
    if towed or not off_table(table, stand):
        return False
    return not known.settle("table", yes_or_no("table"), subject=stand.id, assume=False)


def may_be_towed(table: Table, stand: Stand) -> bool:
    """Return whether a vehicle may tow a stand. Vehicles may tow guns and batteries, and HMGs and mortars on foot
    (MOVE-03, MOVE-04).
    """
    kind, towing = table.type(stand.type), table.towing
    return kind.kind in towing.kinds or (kind.kind == "infantry" and kind.row in towing.rows)


def ends_closer(known: Facts, stand: Stand) -> bool:
    """Return whether a move ends closer to the enemy.

    If nothing is typed, the answer is no. This assumption is shown only for stands that must not move closer.
    """
    words = "not closer to the enemy" if stand.pinned or stand.repulsed else ""
    return known.settle("closer", goes_closer, subject=stand.id, assume=False, words=words)


def off_the_table(stand: Stand) -> Objection:
    """Return the objection to moving a stand that is off the table."""
    words = f"{stand.name}: it is off the table, so it may take only option B"
    return Objection("TAC-09", f"{words}; if it is on the table, type {stand.id}.table=yes")


def moved(state: State, table: Table, stand: Stand, metres: Fraction, *, clear: bool = False) -> tuple[Effect, ...]:
    """Return the effects of a stand's move.

    The passengers of the stand move with the stand. A stand that moves 250 m is clear of the vehicle that it has left
    (BUS-05). If `clear` is true, the stand is clear of the vehicle after any move. A gun that the stand tows is left
    behind, unless the gun is hitched again afterwards.
    """
    effects: list[Effect] = [Moved(each.id) for each in (stand, *state.aboard(stand.id))]
    effects += [Hitch(gun.id, "") for gun in state.stands.values() if gun.towed == stand.id]
    if clear or metres >= table.limits["debus_clear"]:
        left = [stand] if stand.beside else []
        left += [each for each in state.sharing(stand.id) if each.beside == stand.id]
        effects += [Away(each.id) for each in left]
    return tuple(effects)


def hitched(pairs: Iterable[tuple[Stand, Stand | None]]) -> tuple[Effect, ...]:
    """Return the effects that hitch each gun to its vehicle. A gun whose vehicle is None is unhitched."""
    return tuple(Hitch(gun.id, vehicle.id if vehicle else "") for gun, vehicle in pairs if vehicle or gun.towed)

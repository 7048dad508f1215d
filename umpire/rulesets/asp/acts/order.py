"""Step 1 of battle groups: command points, recovery of repulsed stands, suppression markers (SEQ-02)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import Twice, WrongSide
from umpire.core.outcome import Objection, Outcome
from umpire.core.pools import DiceLine, Pool, check, dice_pool
from umpire.core.procedure import Procedure, choose, part, throw
from umpire.core.readings import Highest, Hits, Lowest, Reading, Row, Total
from umpire.game.act import Act
from umpire.game.facts import Facts, TypedLine
from umpire.rulesets.asp.effects import Command, Effect, Fresh, Promote, Recover, Tick, ToStand, Unmark, Unpin, changed
from umpire.rulesets.asp.effects import apply as applied
from umpire.rulesets.asp.field.army import not_drawn_up
from umpire.rulesets.asp.group.movement import COMMAND, MARCH, find_group, hq_is_lost, off_table, unordered, where
from umpire.rulesets.asp.group.sequence import begun, in_play
from umpire.rulesets.asp.state import Group, Position, Stand, State
from umpire.rulesets.asp.table import Table, by_face


@frozen
class GroupSituation(Position):
    """The battle group that an act is about.

    If `among` is true, the same typed line makes other groups roll too. The key of each roll then contains the id of
    the group that rolls.
    """

    group: Group
    among: bool = False

    @property
    def stands(self) -> tuple[Stand, ...]:
        """The stands of the group that are still in play."""
        return self.state.of_group(self.group.id)

    def key(self, what: str) -> str:
        """Return the key of a roll of this battle group: `command`, or `command-kg` if `among` is true."""
        return f"{what}-{self.group.id}" if self.among else what


@frozen
class Orders(Position):
    """The battle groups of one side that roll for step 1, in order.

    The situation of each group has the state of the game after the earlier groups have finished step 1.
    """

    groups: tuple[GroupSituation, ...]


def about_group(verb: str, title: str) -> Callable[[State, Table, TypedLine], GroupSituation]:
    """Return a function that makes the situation of an act. The act names one battle group and needs no fact."""

    def situate(state: State, table: Table, typed: TypedLine) -> GroupSituation:
        known = Facts(typed)
        group = find_group(state, typed.named(""), verb)
        known.finish()
        return GroupSituation(title.format(group.name), group.side, known, state, table, group)

    return situate


def situate_orders(state: State, table: Table, typed: TypedLine) -> Orders:
    """Return the situation: the named groups roll one after another.

    Raises Mistake if the groups are of different sides, or if a group is named twice.
    """
    known = Facts(typed)
    names = typed.named("")
    groups = [find_group(state, (name,), "order") for name in names] or [find_group(state, (), "order")]
    if len({group.side for group in groups}) > 1:
        own = " ".join(group.id for group in groups if group.side == groups[0].side)
        raise WrongSide("step 1: name battle groups of only one side", f"type order {own}")
    if len({group.id for group in groups}) < len(groups):
        raise Twice("a battle group is named twice", "name each battle group once; a battle group rolls once a turn")
    known.finish()
    title, among = f"{' and '.join(group.name for group in groups)}: command points, recovery, markers", len(groups) > 1
    each: list[GroupSituation] = []
    for group in groups:
        each.append(GroupSituation(title, group.side, known, state, table, group, among))
        opening, moved_on, _, _ = _turn(each[-1])
        state = applied(state, (*opening, *moved_on))
    return Orders(title, groups[0].side, known, each[0].state, table, tuple(each))


def out_of_turn(state: State, table: Table, sit: Orders) -> tuple[Objection, ...]:
    """Return the objections that the sequence of play raises. A battle group rolls for step 1 once, at the beginning of
    its side's turn. The game begins when the first battle group rolls for step 1.
    """
    return tuple(dict.fromkeys(objection for each in sit.groups for objection in _group_out_of_turn(each)))


def _group_out_of_turn(sit: GroupSituation) -> tuple[Objection, ...]:
    state = sit.state
    clock = state.clock
    stopped = in_play(state)
    if stopped or not clock.turn:
        return stopped or not_drawn_up(state, sit.table, sit.side)
    if clock.side != sit.side:
        return (Objection("SEQ-01", f"the side to play is {clock.side}, not {sit.side}"),)
    if clock.step != COMMAND or sit.group.id in clock.done:
        over = "step 1 is over" if sit.group.cp is None else f"{sit.group.name}: it has already rolled for step 1"
        return (Objection("SEQ-02", f"{over}; now: {where(state)}"),)
    return ()


def step_one(sit: Orders) -> Procedure[Outcome]:
    """Return the outcome of step 1 for all battle groups named, one after another. Step 2 begins after the last group
    of the side.
    """
    if len(sit.groups) == 1:
        return (yield from _throws(sit.groups[0]))
    came: list[Outcome] = []
    for each in sit.groups:
        came.append((yield from part(_throws, each)))
    between = {words for each in sit.groups[:-1] for words in _turn(each)[2]}
    return Outcome(
        tuple(effect for one in came for effect in one.effects),
        tuple(words for one in came for words in one.words if words not in between),
        tuple(hand for one in came for hand in one.instructions),
        came[-1].pending,
        tuple(found for one in came for found in one.tally),
    )


def _throws(sit: GroupSituation) -> Procedure[Outcome]:
    """Return the outcome of step 1 for one group. All its dice are rolled together.

    If the group has lost its HQ, the option `hq_loss` decides what happens.
    """
    group, lost = sit.group, hq_is_lost(sit.state, sit.group)
    promoted: tuple[Effect, ...] = ()
    words: list[str] = []
    if lost and sit.table.options["hq_loss"] == "promote":
        chosen = yield from choose(
            "hq", sit.side, "a new headquarters", _candidates(sit), "the first stand on the roster"
        )
        promoted = (Promote(group.id, chosen),)
        words.append(f"{sit.state.stands[chosen].name}: now the headquarters (CP-12)")
    elif lost and sit.table.options["hq_loss"] == "no_cp":
        words.append(f"{group.name}: it has no headquarters, so it gets no command points (CP-12)")
    commanded = not lost or sit.table.options["hq_loss"] != "no_cp"
    pools = _pools(sit, commanded)
    if not pools:
        return _outcome(sit, {}, promoted, words, commanded)
    keys = tuple(pool.key for pool in pools)
    fallen = yield from throw(*pools, read=lambda *values: tuple(zip(keys, values, strict=True)))
    return _outcome(sit, dict(fallen), promoted, words, commanded)


def _candidates(sit: GroupSituation) -> tuple[tuple[str, str, str], ...]:
    on_table = [stand for stand in sit.stands if not off_table(sit.table, stand)]
    return tuple((stand.id, stand.name, stand.id) for stand in on_table or sit.stands)


@lru_cache(maxsize=4)  # odds follow every path of one situation: its pools are made once
def _pools(sit: GroupSituation, commanded: bool) -> tuple[Pool, ...]:
    return (*(_command(sit) if commanded else ()), *_recovery(sit), *_markers(sit))


def _command(sit: GroupSituation) -> tuple[Pool, ...]:
    """Return the dice for command points: the dice of the group's grade (CP-01). If the group has radio, the group
    throws one extra die. Half the number on this die, rounded up, is added to the points (CP-02).
    """
    group, limits = sit.group, sit.table.limits
    row = sit.table.command_dice(group.grade)
    dice, counted = row.dice, f"{row.counted or 'all'} count"
    lines = [DiceLine(group.name, dice, f"grade {group.grade}: {dice} dice, {counted}", row.rule)]
    for word in ("mobile", "cautious"):
        why_not = "" if group.command == word else f"not {word}"
        lines.append(DiceLine(group.name, limits[f"command_{word}"], word, "CP-03", "roll", why_not))
    added = sum(line.amount for line in lines if line.on == "roll" and line.applied)
    kept: type[Highest | Lowest] = Highest if row.highest else Lowest
    reading: Reading = kept(row.keep, added) if row.counted else Total(added)
    label = f"command points of {group.name}"
    pool = Pool(sit.key("command"), group.side, label, tuple(lines), reading, dice, rule="CP-01")
    if not group.radio:
        return (pool,)
    half = Row(by_face([str(points) for points in sit.table.sections["command"]["radio"]]))
    radio = DiceLine(group.name, 1, "radio", "CP-02")
    return pool, Pool(sit.key("radio"), group.side, f"radio of {group.name}", (radio,), half, 1, rule="CP-02")


def _recovery(sit: GroupSituation) -> tuple[Pool, ...]:
    need = sit.table.grades[sit.group.grade]["morale"]
    return tuple(
        check(
            f"recover-{stand.id}",
            sit.side,
            f"{stand.name} to recover",
            (DiceLine(stand.name, need, f"morale of grade {sit.group.grade}", "GRADE-01", "need"),),
            rule="STAT-10",
        )
        for stand in sit.stands
        if stand.repulsed
    )


def _markers(sit: GroupSituation) -> tuple[Pool, ...]:
    """Return the dice against suppression markers (SEQ-08). A stand rolls one die for each of its markers. Each 5 or 6
    removes a marker.
    """
    code = "".join(str(face) for face in range(sit.table.limits["marker_off"], 7))
    return tuple(
        dice_pool(
            f"markers-{stand.id}",
            sit.side,
            f"markers off {stand.name}",
            (DiceLine(stand.name, stand.markers, "one die for each marker", "STAT-03"),),
            Hits(code),
            rule="SEQ-02",
        )
        for stand in sit.stands
        if stand.markers
    )


def _outcome(
    sit: GroupSituation, fallen: dict[str, object], promoted: tuple[Effect, ...], words: list[str], commanded: bool
) -> Outcome:
    group = sit.group
    opening, moved_on, following, pending = _turn(sit)
    effects: list[Effect] = [*opening, Fresh(group.id), *promoted]
    instructions: list[str] = []
    cp = 0
    if commanded:
        cp = max(0, _number(fallen[sit.key("command")]) + _number(fallen.get(sit.key("radio"), 0)))
        instructions.append(f"{group.name}: {cp} CP")
    effects.append(Command(group.id, cp))
    recovered = off = 0
    for stand in sit.stands:
        now, own = stand, list[ToStand]()
        gone = _number(fallen[f"markers-{stand.id}"]) if stand.markers else 0
        if stand.repulsed and fallen[f"recover-{stand.id}"]:
            own.append(Recover(stand.id))
        elif stand.repulsed:
            words.append(f"{stand.name}: still repulsed (STAT-11)")
        if gone:
            own.append(Unmark(stand.id, gone))
        if sit.table.options["pin_clear"] == "no_markers" and stand.pinned and gone == stand.markers:
            own.append(Unpin(stand.id))
        for effect in own:
            now = effect.on(now)
        instructions += changed(stand, now)
        effects += own
        recovered, off = recovered + (Recover(stand.id) in own), off + gone
    of = f"{group.name}: " if sit.among else ""
    tally = ((f"{of}command points", cp), (f"{of}recover", recovered), (f"{of}markers off", off))
    return Outcome((*effects, *moved_on), (*words, *following), tuple(instructions), pending, tally)


@lru_cache(maxsize=4)
def _turn(sit: GroupSituation) -> tuple[tuple[Effect, ...], tuple[Effect, ...], tuple[str, ...], tuple[str, ...]]:
    """Return four tuples: the effects that begin step 1, the effects that end step 1, the next step in words, and the
    lines still to type.
    """
    opening = () if sit.state.clock.turn else begun(sit.state, sit.side)
    state = applied(sit.state, opening)
    moved_on, pending = _moved_on(state, sit.group)
    following = (f"now: {where(applied(state, moved_on))}",) if moved_on else ()
    return opening, moved_on, following, pending


def _moved_on(state: State, group: Group) -> tuple[tuple[Effect, ...], tuple[str, ...]]:
    """Return the effects after a group has rolled, and the orders still to type. Step 2 begins after the last group."""
    clock = state.clock
    if clock.side != group.side or clock.step != COMMAND:
        return (), ()
    done = Tick(replace(clock, done=(*clock.done, group.id)))
    left = unordered(applied(state, (done,)))
    if left:
        return (done,), tuple(f"order {other.id}" for other in left)
    return (Tick(replace(clock, step=MARCH, done=())),), ()


def _number(value: object) -> int:
    """Return the result of a pool as a number."""
    return int(str(value))


ACT = Act(
    verb="order",
    words="Play step 1 of each battle group: command points, recovery of repulsed stands, one die for each marker",
    usage="order GROUP...",
    adds_to="command",
    situate=situate_orders,
    procedure=step_one,
    out_of_turn=out_of_turn,
)

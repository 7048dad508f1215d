"""An act of a rule file in play: its situation (made from the words typed), its refusals and its procedure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from umpire.core.frozen import replace
from umpire.core.mistakes import AT_WHOM, HowMany, Missing, Mistake, Twice
from umpire.core.outcome import NOBODY, Objection, Outcome, Value
from umpire.core.procedure import Addition, Procedure
from umpire.game.act import Act, Roles
from umpire.game.clock.staying import MayStay
from umpire.game.distances import LENGTHS, Ruler
from umpire.game.facts import YES_NO, Facts, TypedLine, one_of, whole, yes_or_no
from umpire.game.says.words import fill
from umpire.rulesets.plain.acts.comes import ticked
from umpire.rulesets.plain.acts.env import Names, Playing, Progress
from umpire.rulesets.plain.acts.results import ENDS, LEVELS
from umpire.rulesets.plain.acts.rows import upto
from umpire.rulesets.plain.acts.turn import ends, newly_owing, where
from umpire.rulesets.plain.acts.victory import new_victories, victories
from umpire.rulesets.plain.effects import Put, PutSide, Rests, Wakes, apply, table_instructions
from umpire.rulesets.plain.file.keys import THROWN
from umpire.rulesets.plain.file.plan import ActPlan
from umpire.rulesets.plain.file.rules import Fact
from umpire.rulesets.plain.file.table import Rules
from umpire.rulesets.plain.state import Stand, State

REMOVED = "removed"
"""The word of a tally for a stand that is gone."""
_MEASURED = re.compile(rf"\d+(?:[.,]\d+)?(?:{'|'.join(LENGTHS)}|[\"'])?", re.ASCII)
"""A number typed bare, with a unit or without; `1st Guard` is a name."""


def act_of(rules: Rules, verb: str) -> Act[State, Rules, Playing]:
    """Return the act of a verb. Raises KeyError."""
    plan = rules.act(verb)
    row = plan.row
    distance = next((name for name, fact in row.fact.items() if fact.kind == "distance" and not fact.of), None)
    number = next((name for name, fact in row.fact.items() if fact.kind == "number" and not fact.of), None)
    bare = distance or number
    throws = _throws(plan)
    enemies = [role for role in row.role.values() if role.of == "enemy" and role.after]
    return Act(
        verb=verb,
        words=row.words,
        usage=row.usage or usage(plan),
        situate=lambda state, table, told: situate(table, table.act(verb), state, told),
        procedure=procedure,
        objections=objections,
        out_of_turn=lambda state, table, sit: tuple(out_of_turn(sit)),
        connectors=tuple(role.after for role in row.role.values() if role.after),
        facts={name: facts_words(rules, fact) for name, fact in row.fact.items()},
        choices={name: kind for name, fact in row.fact.items() if (kind := _choices(fact))},
        bare=(lambda word: bare if bare and _MEASURED.fullmatch(word) else None),
        adds_to=throws[0] if throws else "",
        roles=Roles(foe=enemies[0].after) if enemies else None,
        tries=tuple(_sample(name, fact) for name, fact in row.fact.items() if fact.assume is None and not fact.of),
        asks=bool(throws) or any(step.kind == "choose" for step in plan.steps),
        notes=not throws,
        adding=adding,
        ticks=any(does.row.end not in (True, False) for step in plan.steps for c in step.results for does in c.does),
    )


def adding(sit: Playing, additions: tuple[Addition, ...]) -> Playing:
    """Return the situation with the referee's own modifiers. Raises Mistake for a modifier on an unknown throw."""
    keys = _throws(sit.plan)
    for each in additions:
        if each.pool not in keys:
            hint = f"throws here: {', '.join(keys)}" if keys else "no dice are thrown here"
            raise Mistake(f"--add: no throw is called {each.pool!r}", hint)
    return replace(sit, added=additions, memory={})


def _throws(plan: ActPlan) -> list[str]:
    """Return the names of the throws of an act, in the order of play."""
    thrown = [step for step in plan.steps if step.kind in THROWN]
    return [
        f"{step.key}.{role}" if role else step.key
        for step in thrown
        for role in (step.throwers if step.kind == "opposed" else ("",))
    ]


def _sample(name: str, fact: Fact) -> str:
    """Return an example of the fact as it is typed."""
    if fact.kind == "yes/no":
        return f"{name}=yes"
    return f"{name}={min(max(6, fact.least), fact.most) if isinstance(fact.kind, str) else fact.kind[0]}"


def usage(plan: ActPlan) -> str:
    """Return the way to type an act, from its roles and facts."""
    words = [plan.verb]
    for name, role in plan.row.role.items():
        words += [role.after] if role.after else []
        words.append(name.upper() + ("..." if role.many else ""))
    for name, fact in plan.row.fact.items():
        yes = "yes" if fact.assume is not None else "yes|no"
        kind = {"yes/no": yes}.get(fact.kind, "N") if isinstance(fact.kind, str) else "|".join(fact.kind)
        text = f"{name}={kind}"
        words.append(text if fact.assume is None else f"[{text}]")
    return " ".join(words)


def _wanted(subject: str, fact: Fact) -> str:
    """Return the way to type a missing fact. A number may be typed without the name of the fact."""
    words = _choices(fact)
    return f"type {subject}={'|'.join(words)}" if words else f"{subject.rpartition('.')[2]}?"


def _choices(fact: Fact) -> tuple[str, ...]:
    """Return the words that may be typed for a fact; () for a fact that takes a number."""
    return YES_NO if fact.kind == "yes/no" else () if isinstance(fact.kind, str) else fact.kind


def facts_words(rules: Rules, fact: Fact) -> str:
    """Return a fact in words for help."""
    if isinstance(fact.kind, str):
        kind = {"distance": f"in {rules.rows['unit']}", "yes/no": "yes or no"}.get(fact.kind, fact.kind)
    else:
        kind = " or ".join(filter(None, (", ".join(fact.kind[:-1]), fact.kind[-1])))
    return f"{fact.words}: {kind}"


def reader(rules: Rules, name: str, fact: Fact) -> Callable[[str], Any]:
    """Return the reader of a typed fact."""
    if fact.kind == "yes/no":
        return yes_or_no(name)
    if fact.kind == "distance":
        unit = str(rules.rows["unit"])
        return Ruler(unit, unit, most=fact.most).read(name)
    if fact.kind == "number":
        return whole(fact.least, fact.most, name)
    return one_of(name, {word: word for word in fact.kind})


def staying(rules: Rules) -> dict[str, MayStay]:
    """Return the facts that may be typed once for several acts. Distances, and numbers without an assumed value, are
    left out.

    If an act asks for a fact of each stand, the fact is set separately for each stand.
    """
    found: dict[str, MayStay] = {}
    for verb in rules.rows["act"]:
        for name, fact in rules.act(verb).row.fact.items():
            if fact.kind != "distance" and (fact.kind != "number" or fact.assume is not None):
                of = bool(fact.of) or (name in found and found[name].of)
                found[name] = MayStay(reader(rules, name, fact), of, fact.assume)
    return found


def situate(rules: Rules, plan: ActPlan, state: State, typed: TypedLine) -> Playing:
    """Return the situation of an act. Raises Mistake."""
    roles: dict[str, Stand] = {}
    many: dict[str, int] = {}
    for name, role in plan.row.role.items():
        stands = [state.named(word) for word in typed.named(role.after)]
        if not stands and role.after:
            wants = AT_WHOM if role.of == "enemy" else f"{role.after} which stand?"
            marked = not plan.row.owed or any(getattr(each, plan.row.owed) for each in roles.values())
            words = f"{plan.verb}: the stand after `{role.after}` is missing"
            raise HowMany(words, plan.row.usage or usage(plan), wants if marked else "")
        if not stands or (len(stands) > 1 and not role.many):
            who = "no stand" if not stands else f"{len(stands)} stands"
            raise HowMany(
                f"{plan.verb}: the line names {who} as {name}, but this act needs one stand",
                plan.row.usage or usage(plan),
            )
        if len({stand.id for stand in stands}) < len(stands):
            raise Twice(f"{plan.verb}: {name} names one stand more than once", "name each stand once")
        if role.many:
            many[name] = len(stands)
            roles |= {f"{name}:{at}": stand for at, stand in enumerate(stands)}
        else:
            roles[name] = stands[0]
    plan = rules.act(plan.verb, many) if plan.placing.by_each else plan
    facts = _facts(rules, plan, roles, many, known := Facts(typed))
    known.finish()
    first, *others = (name for name in plan.row.role)
    sit = Playing(
        "", next(iter(roles.values())).side, known, rules, state, plan, roles, many, facts, {}
    )  # its title needs the names
    names = Names(sit)
    lines = [f"{plan.verb} {names.get(first)}", *(f"{plan.row.role[each].after} {names.get(each)}" for each in others)]
    return Playing(" ".join(lines), sit.side, known, rules, state, plan, roles, many, facts, {})


def _facts(rules: Rules, plan: ActPlan, roles: dict[str, Stand], many: dict[str, int], known: Facts) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, fact in plan.row.fact.items():
        read = reader(rules, name, fact)
        of = [each for role in fact.of for each in _singles(role, many)]
        for role in of or [""]:
            stand = roles[role] if role else None
            said = f"{fact.assumed}: {stand.name}" if stand and fact.assumed else fact.assumed
            value = known.settle(
                name, read, subject=stand.id if stand else "", shared=len(of) < 2, assume=fact.assume, words=said
            )
            if value is None:
                subject = f"{stand.id}.{name}" if stand else name
                hint = f"type {subject}={_sample(name, fact).partition('=')[2]}"
                hint += f" or {subject}=no" if fact.kind == "yes/no" else ""
                raise Missing(f"{subject} is not given: {fact.words}", hint, _wanted(subject, fact), fact=subject)
            found[f"{role}.{name}" if role else name] = value
    return found


def _singles(role: str, many: Mapping[str, int]) -> list[str]:
    return [f"{role}:{at}" for at in range(many[role])] if role in many else [role]


def objections(sit: Playing) -> tuple[Objection, ...]:
    """Return every rule that forbids the act."""
    return tuple(_objections(sit))


def _rule(sit: Playing) -> str:
    """Return the rule of an act. If the act has no rule, return the rule of its first step with a rule."""
    return sit.plan.row.rule or next((step.row.rule for step in sit.plan.steps if step.row.rule), "")


def _objections(sit: Playing) -> Iterator[Objection]:
    names, row = Names(sit), sit.plan.row
    rule = _rule(sit)
    for role, said in row.role.items():
        for each in names.each(role):
            stand = sit.roles[each]
            if stand.removed:
                yield Objection(rule, f"{stand.name}: it is out of the game")
            if said.of != "any" and (stand.side == sit.side) is not (said.of == "own"):
                meant = "a friend" if said.of == "own" else "an enemy"
                yield Objection(rule, f"{stand.name}: it is on the side {stand.side}; name {meant}")
    if row.owed:
        mark = sit.rules.mark[row.owed].words
        for role in names.each(next(iter(row.role))):
            if not names.of(role, row.owed):
                yield Objection(rule, f"{names.get(role)}: it is not marked {mark!r}")
    for refusal, when in sit.plan.refusals:
        if when.holds(names):
            yield Objection(refusal.rule or rule, fill(refusal.words, names))


def out_of_turn(sit: Playing) -> Iterator[Objection]:
    """Yield the objections: the game is over, the phase or the turn is wrong, or the actor has acted already."""
    clock, row = sit.state.clock, sit.plan.row
    rule = row.rule or sit.rules.turn.rule or _rule(sit)
    if clock.phase == "over":
        yield Objection(rule, "the game is over", depends_on="actor")
    elif not row.owed and sit.rules.turn.order == "stands" and row.turn == "own":
        yield from _not_awake(sit, rule)
    elif row.phase and clock.phase not in row.phase:
        yield _other_phase(sit, rule)
    elif row.owed:  # an act that must be played is allowed in the turn of either side
        pass
    elif row.turn != "any" and (sit.side == clock.side) is not (row.turn == "own"):
        whose = f", not {sit.side}" if row.turn == "own" else f"; `{sit.plan.verb}` belongs to the turn of the enemy"
        yield Objection(rule, f"the side to play is {clock.side}{whose}", depends_on="actor")
    names = Names(sit)
    for role in names.each(next(iter(row.role))) if row.once else ():
        if names.of(role, row.once):
            yield Objection(rule, f"{names.get(role)}: {sit.rules.mark[row.once].words} already", depends_on="actor")


def _other_phase(sit: Playing, rule: str) -> Objection:
    words = f"`{sit.plan.verb}` belongs to the phase {' or '.join(sit.plan.row.phase)}; now: {sit.state.clock.phase}"
    return Objection(rule, words, depends_on="actor")


def _not_awake(sit: Playing, rule: str) -> Iterator[Objection]:
    """Yield the objections to an act in a game in which only an awake stand acts.

    An act that wakes its actor must not be played if it is another side's turn to wake a stand, or if the actor has
    been woken already. For any other act, the actor must be awake. Any act needs the right phase.
    """
    row, clock, names = sit.plan.row, sit.state.clock, Names(sit)
    actor = next(iter(row.role))
    side = sit.state.wakes_next(sit.rules)
    if row.phase and clock.phase not in row.phase:
        yield _other_phase(sit, rule)
    elif row.begins and side and sit.side != side:
        yield Objection(rule, f"the next stand is woken by {side}, not by {sit.side}", depends_on="actor")
    for role in names.each(actor):
        if row.begins and names.of(role, "woken"):
            words = sit.rules.mark["woken"].words
            yield Objection(rule, f"{names.get(role)}: {words} already", depends_on="actor")
        elif not row.begins and not names.of(role, "awake"):
            yield Objection(rule, f"{names.get(role)}: this stand is not awake", depends_on="actor")


def procedure(sit: Playing) -> Procedure[Outcome]:
    """Return the outcome of the steps."""
    going = yield from upto(sit, len(sit.plan.groups))
    return outcome(sit, going)


def outcome(sit: Playing, going: Progress) -> Outcome:
    """Return the outcome of an act after its last step."""
    put, stands, row = dict(going.put), sit.roles, sit.plan.row
    for mark, to in ((row.once, 1), (row.owed, 0)):
        for each in _singles(next(iter(row.role)), sit.many) if mark else ():
            put.setdefault((stands[each].id, mark), to)
    ended = LEVELS[put.pop(ENDS, 0)]
    effects: tuple[Any, ...] = tuple([_effect(sit, whose, name, int(to)) for (whose, name), to in put.items()])
    if row.begins:
        effects = (Wakes(stands[next(iter(row.role))].id), *effects)
    after = done = apply(sit.rules, sit.state, effects)
    words, now = (*going.words, *_won(sit, going, done)), tuple[str, ...]()
    if not ended and sit.rules.turn.order == "stands" and (awake := done.awake) and awake.removed:
        ended = "woken"
    if ended == "woken":
        rests = Rests(done.wakes_next(sit.rules) or done.clock.side)
        effects, after = (*effects, rests), apply(sit.rules, done, (rests,))
    elif ended:
        more, brought, after = ticked(sit.rules, done, ends(sit.rules, done, ended))
        brought += new_victories(sit.rules, done, after)
        effects, words, now = (*effects, *more), (*words, *brought), (where(after, sit.rules),)
    tally: dict[str, Value] = {**dict.fromkeys(sit.plan.named, NOBODY), **dict(going.tally)}
    losing, befalling = _tallied(sit)
    for called, role, track, had in losing:
        tally[called] = had - _number(sit, done, role, track)
    for called, ids, marks in befalling:
        tally[called] = _befell(sit, done, ids, marks)
    left = tuple([said for id, said in going.instructions if not (id and after.stands[id].removed)])
    owed = newly_owing(sit.rules, sit.state, after) if sit.rules.owing else ()
    return Outcome(
        effects, words, (*table_instructions(sit.rules, sit.state, after), *left, *now), owed, tuple(tally.items())
    )


def _effect(sit: Playing, whose: str, name: str, to: int) -> Put | PutSide:
    """Return an effect that sets a value. Equal effects of one act are the same object."""
    key = (_effect, whose, name, to)
    if key not in sit.memory:
        sit.memory[key] = (PutSide if whose in sit.state.forces else Put)(whose, name, to)
    return sit.memory[key]  # type: ignore[no-any-return]


def _tallied(sit: Playing) -> tuple[list[tuple[str, str, str, int]], list[tuple[str, list[str], list[str]]]]:
    """Return the two lists that a tally is made from.

    The first list has each role and track that may have losses, with the present number on the track. The second list
    has each role whose stands may be marked or removed, with the ids of these stands and the possible marks.
    """
    if _tallied not in sit.memory:
        names, empty = Names(sit), sit.rules.empties
        each_of = losing_of(sit)
        losing = [(loses(names, *each), *each, _number(sit, sit.state, *each)) for each in each_of]
        befalls = sit.plan.befalling(empty).items()
        ids = {role: [sit.roles[each].id for each in _singles(role, sit.many)] for role, _ in befalls}
        sit.memory[_tallied] = losing, [(str(names.get(role)), ids[role], [*marks]) for role, marks in befalls]
    return sit.memory[_tallied]  # type: ignore[no-any-return]


def losing_of(sit: Playing) -> list[tuple[str, str]]:
    """Return pairs (role, track) in which losses are possible.

    A track is left out if its full value is 0 for every stand of the role. If a track has several parts and a typed
    fact names one part, the other parts are left out.
    """
    each_of = []
    for role, name, word in sit.plan.losing:
        given = f"{name}_{sit.facts.get(word)}"
        tracks = sit.rules.tracks(name)
        each_of += [(role, track) for track in ([given] if given in tracks else tracks)]
    return [(role, track) for role, track in dict.fromkeys(each_of) if _may_have(sit, role, track)]


def _may_have(sit: Playing, role: str, track: str) -> bool:
    """Return whether a side, or a stand in a role, can lose points of a track.

    A side can always lose points. A stand can lose points if its full value on the track is above 0. If a role has many
    stands, one stand with a full value above 0 is enough.
    """
    if role in ("own", "enemy"):
        return True
    those = [sit.state.stands[sit.roles[each].id] for each in _singles(role, sit.many)]
    return any(sit.rules.value(stand, f"{track}_full") for stand in those)


def _befell(sit: Playing, after: State, ids: list[str], marks: list[str]) -> tuple[str, ...] | str:
    """Return the new marks on the stands of a role, and whether any stand is removed."""
    found = []
    there = [(sit.state.stands[id], after.stands[id]) for id in ids if not after.stands[id].removed]
    for name in marks:
        mark = sit.rules.mark[name]
        if got := sum([max(0, int(getattr(now, name)) - int(getattr(was, name))) for was, now in there]):
            found.append(f"{mark.words} +{got}" if mark.counts else mark.words if got == 1 else f"{got} {mark.words}")
    if gone := sum([after.stands[id].removed for id in ids]):
        found.append(REMOVED if gone == 1 else f"{gone} {REMOVED}")
    return tuple(found) if marks else "".join(found)


def _won(sit: Playing, going: Progress, after: State) -> tuple[str, ...]:
    """Return the words of each victory that applies only after the act.

    Changes that no victory depends on are ignored.
    """
    if not sit.rules.victory:
        return ()
    look, sides = sit.rules.looked_at_to_win, sit.state.forces
    key = (_won, tuple([each for each in going.put if each[0][1] in look or each[0][0] in sides]))
    if key not in sit.memory:
        if victories not in sit.memory:
            sit.memory[victories] = victories(sit.rules, sit.state)
        won = victories(sit.rules, after)
        sit.memory[key] = tuple(words for of, words in won.items() if of not in sit.memory[victories])
    return sit.memory[key]  # type: ignore[no-any-return]


def loses(names: Names, role: str, track: str) -> str:
    """Return the name that a tally uses for the losses of a role on a track: `1st Blue loses men`."""
    sit = names.sit
    words = (sit.rules.side if role in ("own", "enemy") else sit.rules.track)[track].words
    return f"{names.get(role)} {'lose' if role in sit.many else 'loses'} {words}"


def _number(sit: Playing, state: State, role: str, track: str) -> int:
    """Return the number on a track for a role. If the role has many stands, their numbers are added up. A removed stand
    keeps its last number.
    """
    if role in ("own", "enemy"):
        return int(getattr(state.forces[sit.side if role == "own" else state.other(sit.side)], track))
    those = [state.stands[sit.roles[each].id] for each in _singles(role, sit.many)]
    return sum([int(getattr(stand, track)) for stand in those])

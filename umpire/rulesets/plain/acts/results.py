"""What comes of a step: the first result that holds, its words, and its effects, seen at once by what follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from umpire.core.procedure import Procedure, choose
from umpire.rulesets.plain.acts.env import Going, Names, Playing
from umpire.rulesets.plain.file.does import Does
from umpire.rulesets.plain.file.plan import Comes, StepPlan
from umpire.rulesets.plain.says.words import fill, formulas_in


def come_to(sit: Playing, step: StepPlan, going: Going) -> Going:
    """How it goes on after a step that came to these names; worked out once for equal ones that anybody looks at."""
    going = going.named(tuple(sorted([pair for pair in going.names if step.is_needed(pair[0])])))
    key = (come_to, step, going)
    if key not in sit.memory:
        sit.memory[key] = _come_to(sit, step, going)
    return cast("Going", sit.memory[key])


def _come_to(sit: Playing, step: StepPlan, going: Going) -> Going:
    if not step.results:
        return kept(step, going)
    names = Names(sit, going)
    for result in step.results:
        if result.when.holds(names):
            going = _result(sit, step, result, going, names)
            break
    return kept(step, going)


def _result(sit: Playing, step: StepPlan, result: Comes, going: Going, names: Names) -> Going:
    said = fill(result.row.words, names)
    if not said and len(step.results) > 1:
        said = f"{fill(step.row.words, names) or step.id.replace('_', ' ')}: {result.row.id}"
    going = going._replace(
        names=(*going.names, (f"{step.id}.is", result.row.id)),
        words=(*going.words, *([_ruled(said, result.row.rule or step.row.rule)] if said else [])),
    )
    if len(step.results) > 1 or result.row.id == result.row.words:
        going = going._replace(tally=tuple({**dict(going.tally), step.id: result.row.id}.items()))
    for does in result.does:
        going = _effect(sit, step, does, going)
    return going


def _ruled(words: str, rule: str) -> str:
    return f"{words} ({rule})" if rule else words


def _effect(sit: Playing, step: StepPlan, does: Does, going: Going) -> Going:
    names = Names(sit, going)
    match does.what:
        case "hand":
            return going._replace(hands=(*going.hands, *_hands(sit, does.row.hand, names)))
        case "end":
            return going._replace(over=True)
        case "again":
            lap = (step.lap or 0) + 1
            return going._replace(names=tuple({**dict(going.names), step.lap_name: lap}.items()))
    by = does.by.value(names) if does.by else None
    if does.who in ("own", "enemy"):
        side = names.side(does.who)
        had = int(names.get(f"{does.who}.{does.name}"))
        most = sit.rules.side[does.name].full
        return _put(going, side, does.name, _moved(does.what, had, by, most))
    if does.row.share and does.what == "lose" and names.role(does.who) in sit.many:
        return going._replace(owed=(*going.owed, (names.role(does.who), does.name, 1 if by is None else by)))
    for role in names.each(does.who):
        if role not in sit.roles:  # whoever a step would have made, which was not played
            continue
        going = _on(sit, does, role, going, by)
    return going


def _hands(sit: Playing, words: str, names: Names) -> Iterator[tuple[str, str]]:
    """What hands do with the first whom the words name, each of many by itself; with whom, and the words."""
    bare = [formula.text.strip() for formula in formulas_in(words)]
    first = next((name for name in bare if name in sit.plan.roles), "")
    if not first:
        yield "", fill(words, names)
    for role in names.each(first) if first else ():
        if role in sit.roles:
            yield sit.roles[role].id, fill(words, names, {first: sit.roles[role].name})


def _on(sit: Playing, does: Does, role: str, going: Going, by: int | None) -> Going:
    """An effect on one stand, which does not happen to what is gone."""
    names, stand = Names(sit, going), sit.roles[role]
    if names.of(role, "removed"):
        return going
    if does.what == "remove":
        return _put(going, stand.id, "removed", 1)
    had = int(names.of(role, does.name))
    track = sit.rules.track.get(does.name)
    if track is None:
        mark = sit.rules.mark[does.name]
        most = mark.most if mark.counts else 1
        to = 0 if does.what == "unmark" and by is None else _moved(does.what, had, by, most)
        return _put(going, stand.id, does.name, to) if to != had else going
    to = _moved(does.what, had, by, sit.rules.type[stand.type][f"{does.name}_full"])
    going = _put(going, stand.id, does.name, to) if to != had else going
    if to == 0 and had and track.rule:
        going = going._replace(words=(*going.words, _ruled(f"{stand.name} has no {track.words} left", track.rule)))
    return _put(going, stand.id, "removed", 1) if to == 0 and track.empty else going


def _moved(what: str, had: int, by: int | None, most: int) -> int:
    """A number after it went down or up: never below none, nor above what is full unless it was."""
    by = max(0, 1 if by is None else by)
    return max(0, had - by) if what in ("lose", "unmark") else max(had, min(most, had + by))


def _put(going: Going, whose: str, name: str, to: int) -> Going:
    return going._replace(put=tuple({**dict(going.put), (whose, name): to}.items()))


def given_out(sit: Playing, step: StepPlan, going: Going) -> Procedure[Going]:
    """One of the losses that are shared: whoever loses says who takes it."""
    (role, track, left), *rest = going.owed
    names = Names(sit, going)
    may = [each for each in names.each(role) if not names.of(each, "removed") and names.of(each, track) > 0]
    if left < 1 or not may:
        return going._replace(owed=tuple(rest))
    options = tuple((str(names.of(each, "id")), str(names.of(each, "name")), each) for each in may)
    words = f"who loses {sit.rules.track[track].words}, {left} to give out"
    side = str(names.of(may[0], "side"))
    policy = step.row.policy or "the first named"
    taker = yield from choose(f"{step.key}.{left}", side, words, options, policy)
    does = Does("lose", taker, track, None, next(each.row for each in _losing(step) if each.name == track))
    going = _on(sit, does, taker, going, 1)
    return going._replace(owed=((role, track, left - 1), *rest))


def _losing(step: StepPlan) -> list[Does]:
    return [does for result in step.results for does in result.does if does.what == "lose"]


def kept(step: StepPlan, going: Going) -> Going:
    """Only what later steps look at, in an order of its own: what they cannot tell apart is the same."""
    if not going.names:
        return going
    found = tuple(sorted([pair for pair in going.names if step.is_looked_at(pair[0])]))
    return going if found == going.names else going.named(found)

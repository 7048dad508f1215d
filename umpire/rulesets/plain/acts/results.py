"""The result of a step: the first result that applies, with its words and its effects. Later steps see the effects at
once.
"""

from __future__ import annotations

from collections.abc import Iterator

from umpire.core.mistakes import BadValue
from umpire.core.procedure import Procedure, choose
from umpire.game.says.words import fill, formulas_in
from umpire.rulesets.plain.acts.env import Names, Playing, Progress
from umpire.rulesets.plain.file.does import Does
from umpire.rulesets.plain.file.step import Come, StepPlan

ENDS, LEVELS = ("", "end"), ("", "woken", "phase", "side", "turn")
"""Where an act keeps what ends with it, and what that may be: the more ends the later it stands."""


def come_to(sit: Playing, step: StepPlan, going: Progress) -> Progress:
    """Return the progress after the result of a step. Names that are not needed any more are removed first."""
    needed = step.needed
    going = going.named(tuple(sorted([pair for pair in going.names if needed[pair[0]]])))
    key = (come_to, step, going)
    if key not in sit.memory:
        sit.memory[key] = _come_to(sit, step, going)
    return sit.memory[key]  # type: ignore[no-any-return]


def _come_to(sit: Playing, step: StepPlan, going: Progress) -> Progress:
    if not step.results:
        return kept(step, going)
    names = Names(sit, going)
    for at, result in enumerate(step.results):
        if result.when.holds(names):
            return come_to_result(sit, step, going, at)
    return kept(step, going)


def come_to_result(sit: Playing, step: StepPlan, going: Progress, at: int) -> Progress:
    """Return the progress after one result of the step. If `at` is -1, no result applies."""
    return kept(step, _result(step, step.results[at], Names(sit, going)) if at >= 0 else going)


def _result(step: StepPlan, result: Come, names: Names) -> Progress:
    said, going, id = step.fill(result.row.words or "", names), names.going, result.row.id
    if result.row.words is None and len(step.results) > 1:
        said = f"{names.title(step)}: {id}"
    words, tally = going.words, going.tally
    if said:
        words = (*words, _ruled(said, result.row.rule or step.row.rule))
    if step.is_named:
        tally = tuple({**dict(tally), step.called: id}.items())
    so_far = Progress(
        (*going.names, (f"{step.id}.is", id)), going.put, words, going.instructions, tally, going.owed, going.over
    )
    names = names.later(so_far)
    for does in result.does:
        names = _effect(step, does, names)
    return names.going


def _ruled(words: str, rule: str) -> str:
    return f"{words} ({rule})" if rule else words


def _effect(step: StepPlan, does: Does, names: Names) -> Names:
    sit, going = names.sit, names.going
    match does.what:
        case "hand":
            return names.later(going._replace(instructions=(*going.instructions, *_instructions(sit, does, names))))
        case "end" if does.row.end is True:
            return names.later(going._replace(over=True))
        case "end":
            return _put(names, *ENDS, max(LEVELS.index(str(does.row.end)), names.put.get(ENDS, 0)))
        case "again":
            lap = (step.lap or 0) + 1
            return names.later(going.named(tuple({**names.names, step.lap_name: lap}.items())))
    by = does.by.value(names) if does.by else None
    if does.word:
        does = does._replace(name=_track(names, does), word="")
    if does.who in ("own", "enemy"):
        had = int(names.get(f"{does.who}.{does.name}"))
        most = sit.rules.side[does.name].full
        return _put(names, names.side(does.who), does.name, _moved(does.what, had, by, most))
    if does.row.share and does.what == "lose" and names.role(does.who) in sit.many:
        owed = (names.role(does.who), does.name, 1 if by is None else by)
        return names.later(going._replace(owed=(*going.owed, owed)))
    for role in names.each(does.who):
        if role in sit.roles:  # else it is a stand chosen by a step that was not played
            names = _on(does, role, names, by)
    return names


def _instructions(sit: Playing, does: Does, names: Names) -> Iterator[tuple[str, str]]:
    """Yield each instruction as a pair (id, words). The id belongs to the first stand that the words name; "" if the
    words name no stand. If a role has several stands, each stand gets its own instruction.
    """
    words, of = does.row.hand, does.of
    bare = [str(formula.tree) for formula in formulas_in(words, of)]
    first = next((name for name in bare if name in sit.plan.roles), "")
    if not first:
        yield "", fill(words, names, of=of)
    for role in names.each(first) if first else ():
        if role in sit.roles:
            yield sit.roles[role].id, fill(words, names, {first: sit.roles[role].name}, of)


def _track(names: Names, does: Does) -> str:
    """Return the part of a track that an effect changes: `guns_bow` if the track is `guns` and the word is `bow`.

    Raises BadValue if the track has no part for the word.
    """
    word, words = names.get(does.word), names.sit.rules.by_words[does.name]
    if word not in words:
        raise BadValue(f"{does.name}: this track has no part {word!r}", f"one of: {', '.join(words)}", word=str(word))
    return f"{does.name}_{word}"


def _on(does: Does, role: str, names: Names, by: int | None) -> Names:
    """Return the names with their values after an effect on one stand. A removed stand does not change."""
    sit, stand = names.sit, names.sit.roles[role]
    if names.of(role, "removed"):
        return names
    if does.what == "remove":
        return _put(names, stand.id, "removed", 1)
    had = int(names.of(role, does.name))
    track = sit.rules.track.get(does.name)
    if track is None:
        mark = sit.rules.mark[does.name]
        most = mark.most if mark.counts else 1
        to = 0 if does.what == "unmark" and by is None else _moved(does.what, had, by, most)
        is_new = mark.until == "own" and does.what == "mark"  # it stays on beyond this turn
        return _put(names, stand.id, does.name, to) if to != had or is_new else names
    to = _moved(does.what, had, by, sit.rules.value(stand, f"{does.name}_full"))
    names = _put(names, stand.id, does.name, to) if to != had else names
    if to == 0 and had and track.rule:
        said = _ruled(f"{stand.name}: it has no {track.words} left", track.rule)
        names = names.later(names.going._replace(words=(*names.going.words, said)))
    return _put(names, stand.id, "removed", 1) if had and to == 0 and track.empty else names


def _moved(what: str, had: int, by: int | None, most: int) -> int:
    """Return the new number after an effect.

    The effect does not bring the number below 0, and does not raise the number above the limit `most`.
    """
    by = max(0, 1 if by is None else by)
    if what == "set":
        return min(most, by)
    return max(0, had - by) if what in ("lose", "unmark") else max(had, min(most, had + by))


def _put(names: Names, whose: str, name: str, to: int) -> Names:
    going, put = names.going, {**names.put, (whose, name): to}
    return names.later(Progress(going.names, tuple(put.items()), *going[2:]), put)


def given_out(sit: Playing, step: StepPlan, going: Progress) -> Procedure[Progress]:
    """Return the progress after one of a role's stands takes a loss. The side of these stands chooses that stand."""
    (role, track, left), *rest = going.owed
    names = Names(sit, going)
    may = [each for each in names.each(role) if not names.of(each, "removed") and names.of(each, track) > 0]
    if left < 1 or not may:
        return going._replace(owed=tuple(rest))
    options = tuple((str(names.of(each, "id")), str(names.of(each, "name")), each) for each in may)
    words = f"stand to take the loss ({sit.rules.track[track].words} still to lose: {left})"
    side = str(names.of(may[0], "side"))
    policy = step.row.policy or "the first named"
    taker = yield from choose(f"{step.key}.{left}", side, words, options, policy)
    does = Does("lose", taker, track, None, next(each.row for each in _losing(step) if each.name == track))
    return _on(does, taker, names, 1).going._replace(owed=((role, track, left - 1), *rest))


def _losing(step: StepPlan) -> list[Does]:
    return [does for result in step.results for does in result.does if does.what == "lose"]


def kept(step: StepPlan, going: Progress) -> Progress:
    """Return the progress with only the names that later steps use, in a fixed order."""
    if not going.names:
        return going
    looked_at = step.looked_at
    found = tuple(sorted([pair for pair in going.names if looked_at[pair[0]]]))
    return going if found == going.names else going.named(found)

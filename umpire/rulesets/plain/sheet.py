"""The quick-reference sheet of a rule file: the turn, the types, and each act, from the rows used in play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from umpire.core.outcome import Listing, number_of
from umpire.game.says.aloud import Called, aloud, named
from umpire.game.says.condition import Condition, When
from umpire.game.says.formula import parse
from umpire.rulesets.plain.acts.act import usage
from umpire.rulesets.plain.file.does import Does
from umpire.rulesets.plain.file.plan import ActPlan
from umpire.rulesets.plain.file.rules import TURN_ENDS, ActOf, Fact, Role, Step, StepBlock
from umpire.rulesets.plain.file.scopes import INNER
from umpire.rulesets.plain.file.step import Come, StepPlan
from umpire.rulesets.plain.file.table import Rules
from umpire.rulesets.plain.listing import said
from umpire.rulesets.plain.state import State

_COLUMNS = ("", "", "rule")
_BRACES = re.compile(r"\{([^{}]*)\}")
Lines = tuple[tuple[str, ...], ...]


def sheet(rules: Rules, state: State | None) -> tuple[Listing, ...]:
    """Return the whole sheet. With a state, only the types of stands in the battle are listed."""
    there = set(rules.type) if state is None else {stand.type for stand in state.stands.values()}
    found = [_prose("The turn", tuple(_turn(rules))), _types(rules, there)]
    for part in dict.fromkeys(row["part"] for row in rules.rows.get("sheet", ())):
        rows = [row for row in rules.rows["sheet"] if row["part"] == part]
        found.append(_prose(part, tuple(("", row["words"], row.get("rule", "")) for row in rows)))
    for verb in rules.rows["act"]:
        found += _act(rules, rules.act(verb))
    for name in _played_blocks(rules, [step for act in rules.rows["act"] for step in rules.act(act).row.step]):
        found += _block(rules, name, rules.blocks[name])
    won = ((f"{_bare(row.words, rules)}: {conditions(when, rules)}", row.rule) for row, when in rules.victory)
    found.append(_prose("Victory", tuple(("", words, rule) for words, rule in won)))
    return tuple(listing for listing in found if listing.rows)


_BY_STANDS = {
    "in turn": "each side in its turn wakes its stands one after another, each once",
    "alternate": "the sides wake a stand in turn, each stand once",
    "free": "stands of both sides are woken one by one, in any order, each once",
}
_UNTIL = {
    "phase": "until the phase ends",
    "side": "until the side to play ends its turn",
    "own": "until the next turn of its own side ends",
    "turn": "until the turn ends",
}


_BEFORE = {"side": "the side to play ends its turn", "own": "the side to play ends its turn", "turn": "the turn ends"}


_SIDES = ("own", "enemy", "side", "other")
_SIDE_WORDS = {"own": "its side", "enemy": "the enemy", "side": "the side", "other": "the other side"}
Facts = Mapping[str, Fact]
_WHOSE_TURN = {"enemy": "the enemy", "any": "either side"}


def _prose(title: str, rows: Lines) -> Listing:
    return Listing(title, _COLUMNS, rows, prose=True)


def _turn(rules: Rules) -> Iterator[tuple[str, str, str]]:
    turn = rules.turn
    phases = ", ".join(phase.replace("_", " ") for phase in turn.phases)
    who = "each side plays all of its phases" if turn.order == "sides" else "each phase is played by every side"
    who = _BY_STANDS[turn.sides] if turn.order == "stands" else who
    yield "", f"{phases}: {who}", turn.rule
    if turn.first:
        most = "" if rules.first is None else _spoken(turn.first, lambda name: _of_the_side(name, rules))
        yield (
            "",
            f"the side with the most {most} plays first" if most else "the sides take turns to play first",
            turn.rule,
        )
    if turn.turns:
        yield "", f"the game has {turn.turns} turns", turn.rule
    for each, plan in rules.comes:
        (come,) = plan.steps[0].results
        asked = conditions(plan.steps[0].when, rules)
        at = {"side": "the turn of a side", "phase": f"the phase {each.phase}" if each.phase else "a phase"}
        done = f"{each.words} ({_done(come, rules)})" if each.words else _done(come, rules)
        done = f"if {asked}: {done}" if asked else done
        when = "as the turn ends" if each.at == TURN_ENDS else f"as {at.get(each.at, 'the turn')} begins"
        yield when, done, each.rule
    for name, mark in rules.mark.items():
        if mark.until != "never" and name not in rules.owing:
            yield mark.words, _UNTIL[mark.until], ""


def _of_the_side(name: str, rules: Rules) -> str:
    """Return the words for a name in the formula that decides which side plays first."""
    number = rules.side.get(name.removeprefix("own."))
    return number.words if number else _names(rules)(name)


def _types(rules: Rules, there: set[str]) -> Listing:
    shown = {name: row for name, row in rules.stand.items() if row.formula == ""}
    types = [type_ for name, type_ in rules.type.items() if name in there]
    by_word = {name: {said(type_, name, row, rules) for type_ in types} for name, row in shown.items() if row.by}
    alike = {name: values.pop() for name, values in by_word.items() if len(values) == 1 < len(types)}
    shown = {name: row for name, row in shown.items() if name not in alike}
    tracks = {name: row for name, row in rules.track.items() if name not in rules.flags}
    columns = (
        "type",
        "",
        *(row.words for row in tracks.values()),
        *(row.words or name for name, row in shown.items()),
    )
    rows = tuple(
        (
            name,
            str(type_["words"]),
            *(str(type_[f"{track}_full"]) for track in tracks),
            *(said(type_, attribute, row, rules) for attribute, row in shown.items()),
        )
        for name, type_ in rules.type.items()
        if name in there
    )
    none = ((row.words, row.rule) for row in rules.track.values() if row.empty and row.rule)
    worked = tuple(f"without {words}: removed ({rule})" for words, rule in none)
    worked += tuple(f"{rules.stand[name].words or name}: {value}" for name, value in alike.items())
    worked += tuple(f"{rules.track[name].words}: 1" for name in rules.flags)
    worked += tuple(
        f"{row.words or name} is {_spoken(row.formula, _of_type(rules))}"
        for name, row in rules.stand.items()
        if row.formula != ""
    )
    return Listing("Types", columns, rows, worked, tuple(range(2, 2 + len(tracks))))


def _act(rules: Rules, plan: ActPlan) -> Iterator[Listing]:
    row = plan.row
    lines = [("typed", row.usage or usage(plan), row.rule)]
    if row.turn != "own":
        lines.append(("when", f"in the turn of {_WHOSE_TURN[row.turn]}", row.rule))
    if row.phase:
        lines.append(("when", f"in the phase {' or '.join(row.phase)}" + ", once each" * bool(row.once), row.rule))
    if row.begins:
        lines.append(("when", "it wakes the stand, which then acts until the next is woken", row.rule))
    if row.owed:
        words, until = rules.mark[row.owed].words, _BEFORE.get(rules.mark[row.owed].until, "the phase ends")
        lines.append(("when", f"only if it {words}, in the turn of either side, and before {until}", row.rule))
    for refusal, when in plan.refusals:
        asked = conditions(when, rules, row.fact)
        moment = not set(_BRACES.findall(refusal.words)) <= {*row.role, *_SIDES}  # has numbers of its own
        why = _bare(refusal.words, rules)
        words = f"if {asked}" if moment else why if why == asked else f"{why} ({asked})"
        lines.append(("not allowed", words, refusal.rule or row.rule))
    for name, fact in row.fact.items():
        if fact.assumed:
            lines.append((name, f"{fact.words}; if not given: {fact.assumed}", row.rule))
    steps = [step for step in plan.steps if step.at.path[0] == "act"]
    lines += _lines(rules, row.step, steps, row.fact)
    yield _prose(f"{plan.verb.capitalize()}: {row.words}", tuple(lines))
    for step in steps:
        if not step.lap:
            yield from _tables(rules, step, row.fact)


def _played_blocks(rules: Rules, steps: Iterable[Step]) -> Mapping[str, None]:
    """Return the blocks that these steps play, in the order of play. Each block is listed only once."""
    found: dict[str, None] = {}
    for name in (step.play for step in steps if step.play):
        found |= {name: None, **_played_blocks(rules, rules.blocks[name].step)}
    return found


def _block(rules: Rules, name: str, block: StepBlock) -> Iterator[Listing]:
    """Yield the listings of a block, with the names that the block itself uses.

    All acts that play the block share these listings.
    """
    act = ActOf(name, {role: Role() for role in block.roles}, block.step)
    steps = [step for step in ActPlan(name, act, rules.blocks).steps if step.at.path[0] == "act"]
    title = f"{name.replace('_', ' ').capitalize()}: {block.words or ', '.join(block.roles)}"
    lines = tuple(_lines(rules, block.step, steps, {}))
    tables = [table for step in steps if not step.lap for table in _tables(rules, step, {})]
    if lines or not tables:
        yield _prose(title, lines)
    else:
        yield tables.pop(0)._replace(title=title)
    yield from tables


def _lines(
    rules: Rules, rows: Sequence[Step], steps: Sequence[StepPlan], facts: Facts
) -> Iterator[tuple[str, str, str]]:
    """Yield the steps of an act or a block in words, and the result of each step that has only one result."""
    by = {step.id: step for step in steps if not step.lap}
    for row in rows:
        if row.play:
            gate = by.get(row.id) or by.get(f"{row.id}{INNER}1")
            yield row.id.replace("_", " "), _played(rules, row, gate, facts), ""
        elif row.let is None:
            yield _thrown(rules, by[row.id], facts)
        elif row.words and row.rule and isinstance(row.let, str):
            yield _bare(row.words, rules), _spoken(row.let, _names(rules)), row.rule
        step = by.get(row.id)
        if step and len(step.results) == 1:
            only = step.results[0]
            asked = ", ".join(filter(None, (conditions(step.when, rules, facts), conditions(only.when, rules, facts))))
            done = f"only if {asked}: {_done(only, rules)}" if asked else _done(only, rules)
            yield "then", done, only.row.rule or step.row.rule


def _played(rules: Rules, row: Step, gate: StepPlan | None, facts: Facts) -> str:
    """Return the words for a step that plays a block. The words give the conditions and everything handed over.

    If the block is played for each stand of a role, the words also name the role.
    """
    words = [f"only if {conditions(gate.when, rules, facts)}"] if gate and row.when else []
    words += [f"for each of {row.each}"] if row.each else []
    handed = (f"{name} is {_spoken(who, _names(rules))}" for name, who in row.given.items())
    return "; ".join([*words, f"{row.play.replace('_', ' ')}: {', '.join(handed)}"])


def _thrown(rules: Rules, step: StepPlan, facts: Facts) -> tuple[str, str, str]:
    """Return a step in words: its dice, the amounts added, the number needed."""
    called = _names(rules)
    row, words = step.row, [f"only if {conditions(step.when, rules, facts)}"] if step.when else []
    if step.kind == "choose":
        options = f"one of {row.choose}" if isinstance(row.choose, str) else " or ".join(row.choose)
        return _bare(row.words, rules) or step.id, "; ".join([*words, options]), row.rule
    many = f"{row.dice} dice" if row.dice else "as many dice as the modifiers give"
    many = many if str(row.dice).isdecimal() else f"as many dice as {_spoken(row.dice, called)}"
    dice = row.dice_words or ("a die" if row.dice == 1 else many)
    who = f"{' and '.join(row.opposed)} each" if row.opposed else str(getattr(row, step.kind))
    sides = "" if row.sides == 6 else f" of {row.sides} sides"
    kept = f", the {row.keep} count" if row.keep else ""
    words.append(f"{who}: {_bare(dice, rules)}{sides}{kept}")
    if row.roll is not None:
        words.append(f"add {_bare(row.roll_words, rules) or _spoken(row.roll, called)}")
    if row.need is not None:
        least = "or less" if row.want == "most" else "or more"
        said = _bare(row.need_words, rules)  # next to a number, for a formula
        needs = f"{row.need} {least}" + (f" ({said})" if said else "") if isinstance(row.need, int) else ""
        words.append(
            f"{'each ' if step.kind == 'count' else ''}needs {needs or f'{said or _spoken(row.need, called)} {least}'}"
        )
    if row.look:
        faces = {name: of if isinstance(of, str) else " or ".join(map(str, of)) for name, of in row.look.items()}
        words.append(", ".join(f"{of}: {_plain(name)}" for name, of in faces.items()))
    if row.odds:
        words.append(
            f"the column is the last one with odds of at most {' : '.join(_spoken(one, called) for one in row.odds)}"
        )
        words += [f"below {row.columns[0]}: {row.below}"] * bool(row.below)
    elif row.column is not None:
        words.append(f"the column is {_spoken(row.column, called)}")
    if row.explode.on:
        most = number_of(row.explode.most, "extra die", "extra dice")
        words.append(f"{' or '.join(map(str, row.explode.on))}: throw an extra die, at most {most} for each die")
    if row.reroll.on:
        asked = conditions(step.reroll_when, rules, facts)
        on = row.reroll.on if isinstance(row.reroll.on, str) else " and ".join(f"{face}s" for face in row.reroll.on)
        most = f" (at most {number_of(row.reroll.most, 'die', 'dice')}, the lowest first)" if row.reroll.most else ""
        words.append(f"throw {on} once again{most}{f' if {asked}' if asked else ''}")
    words += [f"{on} at least {_spoken(one.least, called)}" for on, one in row.limit.items() if one.least is not None]
    words += [f"{on} at most {_spoken(one.most, called)}" for on, one in row.limit.items() if one.most is not None]
    return _bare(row.words, rules) or step.id, "; ".join(words), row.rule


def _tables(rules: Rules, step: StepPlan, facts: Facts) -> Iterator[Listing]:
    """Yield the tables of a step: its cells, its modifiers, its results."""
    row, title = step.row, _bare(step.row.words, rules) or step.id
    if row.rows:
        columns = row.columns if len(row.columns) > 1 else ("",)
        yield Listing(title, ("die", *columns), tuple((f"{one.least}+", *one.cells) for one in row.rows))
    if step.modifiers:
        lines = tuple(
            (
                _signed(one.row.amount, rules),
                one.row.on,
                _bare(one.row.words, rules),
                conditions(one.when, rules, facts),
                one.row.rule or row.rule,
            )
            for one in step.modifiers
        )
        yield Listing(f"{title}: modifiers", ("", "on", "", "when", "rule"), lines)
    if len(step.results) > 1:
        come = tuple(
            (
                one.row.id,
                conditions(one.when, rules, facts),
                _done(one, rules),
                one.row.rule or row.rule,
            )
            for one in step.results
        )
        yield Listing(f"{title}: results", ("", "when", "then", "rule"), come)


_END_OF = {
    "woken": "it acts no more",
    "phase": "the phase ends",
    "side": "the turn of the side ends",
    "turn": "the turn ends",
}


def _signed(amount: int | str, rules: Rules) -> str:
    return f"{amount:+d}" if isinstance(amount, int) else _spoken(amount, _names(rules))


def _spoken(written: int | str, called: Called) -> str:
    return aloud(parse(written), called)


def _names(rules: Rules) -> Called:
    """Return a function that gives the words for names in the formulas of an act. A name without a dot is a fact or the
    result of a step.
    """

    def called(name: str) -> str:
        head, dot, _ = name.partition(".")
        known = rules.side if head in _SIDES else {}
        return named(name, lambda rest: known[rest].words if rest in known else words(rest) if dot else _plain(rest))

    def words(rest: str) -> str:
        return _words(rest, rules)

    return called


def _of_type(rules: Rules) -> Called:
    """Return a function that gives the words for names in formulas of types."""
    return lambda name: named(name, lambda rest: _words(rest, rules))


def _words(name: str, rules: Rules) -> str:
    known = rules.stand.get(name) or rules.track.get(name) or rules.mark.get(name)
    return (known.words if known else "") or _plain(name)


def _plain(name: str) -> str:
    """Return a name from the file as words, without underscores. `theirs/hits`, a step in a block, becomes `theirs
    hits`.
    """
    return name.replace("_", " ").replace("/", " ")


def _bare(words: str, rules: Rules) -> str:
    """Return words from the file with plain words in place of each name or formula in braces."""
    return _BRACES.sub(lambda found: _filled(found[1], rules), words)


def _filled(written: str, rules: Rules) -> str:
    if side := _SIDE_WORDS.get(written):
        return side
    return aloud(formula, _names(rules)) if (formula := parse(written)).is_worked_out else written.replace("_", " ")


def conditions(when: When, rules: Rules, facts: Facts | None = None) -> str:
    """Return conditions in words: `range at most 10, target shaken`. If a condition tests one of the `facts`, the words
    of that fact are used.
    """
    own = {name: fact.says for name, fact in (facts or {}).items()}
    own |= {name: {"1": f"{_plain(name)} is played", "0": f"{_plain(name)} is not played"} for name in rules.plays}
    called = ((one, _called(one, rules), own.get(one.name.rpartition(".")[2])) for one in when.conditions)
    return ", ".join(one.says(name, _names(rules), words) for one, name, words in called)


def _called(condition: Condition, rules: Rules) -> str:
    """Return the subject of a condition, such as `target men`.

    For the result of the step `shot`, the subject is `shot is`. If the first word of the result is "is", the subject is
    only `shot`.
    """
    name = condition.name
    if parse(name).is_worked_out:
        return _spoken(name, _names(rules))
    head, _, rest = name.partition(".")
    if name.endswith(".is"):
        first = condition.any[0][0].bound
        steps = _plain(name.removesuffix(".is").replace(".", " "))
        return steps if isinstance(first, str) and first.startswith("is ") else f"{steps} is"
    words = _words(rest, rules) if rest else ""
    if head in _SIDES and rest.removesuffix("_full") in rules.side:
        words = rules.side[rest.removesuffix("_full")].words + " at first" * rest.endswith("_full")
        head = {"own": "its own side:", "enemy": "the enemy:"}.get(head, head)
    return " ".join(filter(None, ("" if head == "self" else _plain(head), words)))


def _done(comes: Come, rules: Rules) -> str:
    return ", ".join(filter(None, (does(effect, rules) for effect in comes.does)))


def does(effect: Does, rules: Rules) -> str:
    """Return an effect in words: `target loses lost men`, `loser loses men: the smaller of 3 and margin`."""
    by = aloud(effect.by, _names(rules)) if effect.by else "1"
    who = {"own": "its own side", "enemy": "the enemy"}.get(effect.who, effect.who)
    of_stand = rules.mark.get(effect.name) or rules.track.get(effect.name)
    known = rules.side.get(effect.name) if who != effect.who else of_stand
    name = (known.words if known else _plain(effect.name)) + (
        f" ({effect.word.replace('_', ' ')})" if effect.word else ""
    )
    match effect.what:
        case "hand":
            return _bare(effect.row.hand, rules)
        case "lose" | "gain":
            much = f"{name}: {by}" if " " in by else f"{by} {name}"
            return f"{who} {effect.what}s {much}"
        case "mark":
            return f"{who} {name}" + f" +{by}" * (by != "1")
        case "set":
            return f"{who}{':' * (who != effect.who)} {name} becomes {by}"
        case "unmark":
            return f"{who} no longer {name}" if effect.by is None else f"{who} {name} -{by}"
        case "remove":
            return f"{who} is removed"
        case "again":
            return f"{who} again"
    return _END_OF.get(str(effect.row.end), "no more")

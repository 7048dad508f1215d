"""Journal entries as text: an act just played, the same act read back from the log, and the list of all entries."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from umpire.core.outcome import MOVE, REMOVE, Instruction
from umpire.game.gamefile.changes import ABSENT, LeafChange
from umpire.game.gamefile.journal import JournalChoice, JournalEntry, JournalOutcome, read_entry
from umpire.game.gamefile.store import Entry
from umpire.show.page import Lines, Page, Style, bracketed
from umpire.show.pools import COUNTED, DETAIL, SUMMED, WHOLE, throws_lines

if TYPE_CHECKING:
    from umpire.play.past.history import AmendMark

MOST = 20
"""The most lines of the answer to an act."""
FEW_UNDOS = 3
"""The number of undos in a row that become one line of the log."""


def fitted(draw: Callable[[int], Lines]) -> Lines:
    """Return the answer with as much detail as fits into MOST lines. If the answer never fits, return the answer with
    the least detail.
    """
    for detail in DETAIL:
        lines = draw(detail)
        if len(lines) <= MOST:
            break
    return lines


def act_lines(page: Page, entry: JournalEntry, names: Iterable[str] = (), detail: int = WHOLE) -> Lines:
    """Return a whole act: its title, the dice and their reasons, the choices, the instructions by stand."""
    lines = heading_lines(page, entry) + throws_lines(page, entry.throws, names, detail)
    return lines + choices_lines(page, entry.choices, detail) + closing_lines(page, entry, names, detail)


def heading_lines(page: Page, entry: JournalEntry, also: Sequence[object] = ()) -> Lines:
    """Return the title, the assumptions, the facts that override the map, the overruled rules, and the other stands
    available.
    """
    lines = page.paragraph(entry.title, style="bold")
    if entry.assumed:
        lines += page.paragraph("assumed: " + ", ".join(entry.assumed), indent=2, style="dim")
    for note in entry.notes:
        lines += page.paragraph(note, indent=2)
    for objection in entry.overruled:
        words = f"overruled: {objection.words}{bracketed(objection.rule)}"
        lines += page.paragraph(words, indent=2)
    if entry.ruling:
        idle = "" if entry.overruled or entry.secret else " (nothing to overrule)"
        lines += page.paragraph(f"ruling: {entry.ruling}{idle}", indent=2)
    if also:
        lines += page.paragraph("also available: " + ", ".join(map(str, also)), indent=2, style="dim")
    return lines


def choices_lines(page: Page, choices: Sequence[JournalChoice], detail: int = WHOLE) -> Lines:
    """Return every decision, and whether the decision was typed or the default."""
    lines: Lines = []
    joined: dict[str, list[str]] = {}
    for choice in choices:
        how = "by default" if choice.source == "default" else "chosen"
        joined.setdefault(how, []).append(choice.meaning)
        lines += page.paragraph(f"{choice.side}, {choice.words}: {choice.meaning} ({how}: {choice.chosen})")
    if detail:
        return [line for how, said in joined.items() for line in page.paragraph(f"{how}: {'; '.join(said)}")]
    return lines


def closing_lines(page: Page, entry: JournalEntry, names: Iterable[str] = (), detail: int = WHOLE) -> Lines:
    """Return the results, and last the instructions and the things still to do."""
    outcome, words = entry.outcome, [*entry.happened]
    idle = [] if outcome.words else ["nothing to move, nothing to remove"]
    pending, instructions = _owed(outcome), instructions_by_stand(outcome.instructions, names, alike=detail >= SUMMED)
    words, instructions = _removed_once(words, instructions, names)
    if detail:
        words = _joined(words, names, spaced=detail >= COUNTED)
    else:
        words, instructions = _moves_once(words, instructions, names)
    lines = [line for each in words for line in page.paragraph(each)]
    removed = [each.rest for each in outcome.instructions if each.label == REMOVE]
    for each in instructions or ([] if pending else idle):
        lines += page.paragraph(each, style="gone" if any(name in each for name in removed) else "hands")
    return lines + [line for each in pending for line in page.paragraph(each, style="owed")]


_RULE = re.compile(r"(?P<said>.*?)(?P<rule> \([^()]*\))?")


def _removed_once(
    words: list[str], instructions: list[Instruction], names: Iterable[str]
) -> tuple[list[str], list[Instruction]]:
    """Return the lines. A result and the stand that it removes share one line: `Panther on T34: destroyed, REMOVE
    (EFF-05)`.
    """
    known = sorted(names, key=len, reverse=True)
    for each in [line for line in instructions if line.label == REMOVE]:
        said = _result_of(each.rest, words, known)
        if said and (found := _RULE.fullmatch(said)):
            words = [one for one in words if one != said]
            together = Instruction(f"{found['said']}, {REMOVE}{found['rule'] or ''}")
            instructions = [together if one == each else one for one in instructions]
    return words, instructions


def _whose(names: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern that splits a line at its colon: `Tiger at Firefly: knocked out`.

    A colon inside one of these names does not count.
    """
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?P<who>(?>{known}|.)*?): (?P<what>.*)" if known else r"(?P<who>.*?): (?P<what>.*)")


def _result_of(name: str, words: Iterable[str], names: Sequence[str]) -> str:
    """Return the line with a result for this name, `Tiger at Firefly: knocked out`. Return "" unless there is exactly
    one such line.
    """
    found, whose = [], _whose(names)
    for each in words:
        who = met["who"] if (met := whose.fullmatch(each)) else ""
        if next((one for one in names if who == one or who.endswith(f" {one}")), "") == name:
            found.append(each)
    more = [each for each in words if each.startswith(f"{name} ")] if found and found[0].startswith(f"{name}: ") else []
    return found[0] if len(found) == 1 and not more else ""


def _moves_once(
    words: list[str], instructions: Sequence[Instruction], names: Iterable[str]
) -> tuple[list[str], list[Instruction]]:
    """Return the lines. Each move is joined with its instruction: `MOVE tank A 0907: 2 hexes of 5, tracked (2-01)`."""
    known, moves = sorted(names, key=len, reverse=True), list[Instruction]()
    for each in instructions:
        name = next((name for name in known if each.label == MOVE and each.way(name)), "")
        lines = [one for one in words if name and one.startswith(f"{name}: ")]
        words = [one for one in words if one not in lines[:1]]
        for one in lines[:1]:
            how = one.removeprefix(f"{name}: ")
            told = all(f"{part} of " in how for part in each.way(name))  # `road 4` in `road 4 of 8 (1/2)`
            each = Instruction(f"{MOVE} {name}: {how}" if told else f"{each}: {how}")
        moves.append(each)
    return words, moves


def _joined(words: Sequence[str], names: Iterable[str], *, spaced: bool) -> list[str]:
    """Return the lines. If lines about several names are equal, they are joined: `German, British: 2 lost`.

    If `spaced` is true, a line may also begin with one of these names and a space, without a colon.
    """
    alike: dict[str, list[str]] = {}
    first: dict[str, str] = {}
    names = list(names)
    whose = _whose(names)
    for each in words:
        name = next((name for name in names if spaced and each.startswith(f"{name} ")), "")
        met = None if name else whose.fullmatch(each)
        who, what = (name, each[len(name) + 1 :]) if name else (met["who"], met["what"]) if met else ("", each)
        alike.setdefault(what, []).extend([who] if who else [])
        first.setdefault(what, each)
    return [f"{', '.join(who)}: {what}" if len(who) > 1 else first[what] for what, who in alike.items()]


def instructions_by_stand(
    instructions: Sequence[str], names: Iterable[str], *, alike: bool = False
) -> list[Instruction]:
    """Return the instructions, one line for each stand: `para: 4→3, FALL BACK to 0507`.

    If `alike` is true, equal lines are joined. An instruction for several stands, `MOVE b1, b3 1500 m`, has a separate
    line.
    """
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    found = re.compile(rf"(?<!\w)(?:{known})(?!\w)(?P<more>, (?:{known})(?!\w))?") if known else None
    stands: dict[str, list[str]] = {}
    for each in instructions:
        met = found.search(each) if found else None
        stands.setdefault((each if met["more"] else met[0]) if met else "", []).append(each)
    same: dict[str, list[str]] = {}
    for name, said in stands.items():
        what = ", ".join(_without(name, each) for each in said) if name not in ("", said[0]) else " · ".join(said)
        same.setdefault(what if alike or not name else f"{name}: {what}", []).append(name)
    lines = []
    for what, who in same.items():
        said = stands[who[0]]
        alone = len(who) == 1 and (len(said) == 1 or not who[0])
        lines.append(Instruction(" · ".join(said) if alone else f"{', '.join(who)}: {what}" if alike else what))
    return lines


def _without(name: str, said: str) -> str:
    """Return an instruction without the name of its stand: `markers on para 0→2` as `markers 0→2`."""
    return re.sub(rf"(?:\bon )?{re.escape(name)}:? ?", "", said, count=1).strip().replace(" · ", ", ")


def _owed(outcome: JournalOutcome) -> list[str]:
    return ["STILL TO DO: " + "; ".join(outcome.pending)] if outcome.pending else []


def table_instructions(outcome: JournalOutcome) -> str:
    """Return the instructions and things still to do: `REMOVE tank B · para 4→3 · STILL TO DO: guns g1 g2`, or ""."""
    return " · ".join([*outcome.instructions, *_owed(outcome)])


def log_lines(page: Page, entries: Sequence[Entry], amended: Mapping[int, AmendMark] | None = None) -> Lines:
    """Return one line for each entry, the newest last.

    Undone entries, and entries whose number is in `amended`, are marked.
    """
    by = amended or {}
    rows, styles = list[tuple[str, str, str]](), list[Style]()
    for entry, *more in folded(entries):
        if more:
            targets = [each.target or 0 for each in (entry, *more)]
            what = f"undoes {len(targets)} entries, #{max(targets)} to #{min(targets)}"
            rows.append((f"#{entry.number}-{more[-1].number}", "undo", what))
            styles.append("")
            continue
        of = read_entry(entry.data)
        rows.append((f"#{entry.number}", _what(entry, of), _result(entry, of, by.get(entry.number))))
        styles.append("dim" if entry.undone else "")
    return page.columns(rows, indent=0, styles=styles)


def folded(entries: Iterable[Entry]) -> list[list[Entry]]:
    """Return the entries grouped by lines of the log. Consecutive undos share one line."""
    lines = list[list[Entry]]()
    for undone, those in groupby(entries, lambda entry: entry.kind == "undo" and not entry.undone):
        run = list(those)
        lines += [run] if undone and len(run) >= FEW_UNDOS else [[entry] for entry in run]
    return lines


def said_of(entry: Entry) -> str:
    """Return all words of the log about an entry, with its title and the reason given."""
    of = read_entry(entry.data)
    more = (of.title, of.side, of.reason, of.ruling)
    return " ".join([_what(entry, of), _result(entry, of), *more, *of.outcome.words])


def _what(entry: Entry, of: JournalEntry) -> str:
    if of.played:
        return of.command
    return entry.kind if entry.kind in ("undo", "redo") else entry.command


def _result(entry: Entry, of: JournalEntry, amended: AmendMark | None = None) -> str:
    """Return the result of an entry, with its marks."""
    marks = [amended.words] if amended else []
    if entry.undone and not (amended and amended.out):
        marks.append("undone after its dice were seen" if of.thrown else "undone")
    if of.ruling:
        marks.append("by ruling")
    if of.additions:
        marks.append("with a modifier added")
    if of.given:
        marks.append("entered without dice")
    marked = f" [{'; '.join(marks)}]" if marks else ""
    return (_came_of(entry, of) + marked).strip()


def _came_of(entry: Entry, of: JournalEntry) -> str:
    if entry.kind == "new":
        return "the game begins"
    if entry.kind in ("undo", "redo"):
        return f"undoes #{entry.target}" if entry.kind == "undo" else f"redoes #{entry.target}"
    if of.played:
        return table_instructions(of.outcome) or "; ".join(of.outcome.words) or "nothing to do"
    return "; ".join(of.words)


def entry_lines(page: Page, entry: Entry, names: Mapping[str, str], bookkeeping: Collection[str] = ()) -> Lines:
    """Return one whole entry: an act in the form shown when it was played, any other entry by its changes."""
    of = read_entry(entry.data)
    if of.played:
        marks = page.paragraph(f"#{entry.number} {of.command}", style="dim")
        lines = marks + act_lines(page, of, names.values())
    else:
        lines = page.paragraph(f"#{entry.number} {_what(entry, of)}: {_came_of(entry, of)}".rstrip(" :"), style="bold")
        if entry.kind != "new":
            said = change_words(entry.changes, names, bookkeeping)
            lines += [line for words in said for line in page.paragraph(words, indent=2)]
    if entry.undone:
        seen = " after its dice were seen" if of.thrown else ""
        lines += page.paragraph(f"#{entry.number} was undone{seen}: it no longer counts", style="bold")
    return lines


def change_words(
    changes: Sequence[LeafChange], names: Mapping[str, str], bookkeeping: Collection[str] = ()
) -> list[str]:
    """Return changes of the position in words, a line for each thing: `tank B: sp 0→2, hex 0507→0506`.

    If three or more things change in the same way, they share one line. The dice drawn, the tables, the time of an
    event, and the fields of the ruleset's own bookkeeping are left out.
    """
    things: dict[tuple[str, ...], list[str]] = {}
    for path, before, after in (each for change in changes for each in _each_fact(change)):
        if path[:2] in (("game", "drawn"), ("game", "tables")) or path[-1] in bookkeeping:
            continue
        if path[:2] == ("game", "events") and path[-1] == "done":
            continue
        keys = path[1:] if path[0] == "state" and len(path) > 1 else path
        cut = 3 if path[:2] == _FACTS else 2 if len(keys) > 1 and path[0] == "state" else 1
        things.setdefault(keys[:cut], []).append(_change(" ".join(keys[cut:]).replace("_", " "), before, after))
    alike: dict[str, list[str]] = {}
    for thing, said in things.items():
        alike.setdefault(", ".join(said), []).append(names.get(thing[-1], thing[-1]))
    words = []
    for what, who in alike.items():
        few = [", ".join([*who[:3], *([f"{len(who) - 3} more"] if who[3:] else [])])] if len(who) > 2 else who
        words += [f"{each}: {what}" for each in few]
    return words


_FACTS = ("game", "facts")


def _each_fact(change: LeafChange) -> Sequence[LeafChange]:
    """Return a change of the lasting facts as one change for each fact. Return any other change unchanged."""
    if change.path != _FACTS:
        return (change,)
    before, after = ({} if each is ABSENT else each for each in (change.before, change.after))
    return [LeafChange((*_FACTS, fact), before.get(fact, ABSENT), after.get(fact, ABSENT)) for fact in before | after]


def _change(key: str, before: Any, after: Any) -> str:
    if before is ABSENT:
        return f"{key} added".strip() if isinstance(after, dict) else f"{key} {_say(after)}".strip()
    if after is ABSENT:
        return f"{key} cleared" if key else "removed"
    return f"{key} {_say(before)}→{_say(after)}".strip()


def _say(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value in (None, "", [], {}):
        return "nothing"
    if isinstance(value, list):
        return ", ".join(map(_say, value))
    return str(value["name"] if isinstance(value, dict) and "name" in value else value)

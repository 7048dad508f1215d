"""An amended past: it is put into words, and written into the game file as one entry."""

from __future__ import annotations

from typing import Any

from umpire.core.frozen import frozen
from umpire.game.act import Plain
from umpire.game.gamefile.changes import encode
from umpire.play.past.amend import Amended, Passed
from umpire.play.past.history import EffectiveEntry
from umpire.play.past.recorded import DroppedDice
from umpire.play.session import bare_entry

SEEN = ("throws", "choices", "outcome", "assumed", "notes", "overruled", "command", "ruling", "additions")
"""The fields of an entry that are compared."""


@frozen
class Report:
    """The effect of an amendment: different entries, deleted entries, the number of unchanged entries, and
    instructions.

    `pending` has the things still to do after the last act that counts.
    """

    otherwise: tuple[Passed, ...]
    out: tuple[Passed, ...]
    same: int
    instructions: tuple[str, ...]
    pending: tuple[str, ...]


GONE = {"assumed": "assumed: ", "notes": "so: ", "overruled": ""}
"""The fields of an entry that hold texts -> the words between `no longer` and a text that is gone."""


def report(amended: Amended) -> Report:
    """Return the effect of an amendment."""
    following = [one for one in amended.passed if one.was is None or one.number != amended.patch.number]
    otherwise = tuple(one for one in amended.passed if is_changed(one))
    out = tuple(one for one in amended.passed if one.now is None)
    same = sum(not (is_changed(one) or one.now is None or one.misfit or one.wants) for one in following if one.was)
    family, state = amended.session.family, amended.state
    instructions = family.table_instructions(amended.session.state, state)
    last = next((one.now for one in reversed(amended.passed) if one.now and not one.misfit), None)
    pending = tuple(last.data.get("outcome", {}).get("owed", ())) if last else ()
    return Report(otherwise, out, same, instructions, pending)


def is_changed(passed: Passed) -> bool:
    """Return whether an entry was inserted, or a field in `SEEN` differs from its record."""
    if passed.was is None:
        return True
    return passed.now is not None and any(_seen(passed.was, key) != _seen(passed.now, key) for key in SEEN)


def _seen(entry: EffectiveEntry, key: str) -> Any:
    """Return a field of an entry for a comparison. An outcome is returned without its tally."""
    found = entry.data.get(key)
    return {name: each for name, each in found.items() if name != "tally"} if key == "outcome" and found else found


def differs(was: EffectiveEntry, now: EffectiveEntry) -> str:
    """Return the differences between two forms of an entry in a few words. The line, dice, choices, notes and results
    are compared.
    """
    lines = [f"changed to {now.line}"] if was.line != now.line else []
    lines += _dice(was.data, now.data)
    for old, new in zip(was.data.get("choices", ()), now.data.get("choices", ()), strict=False):
        if old["key"] == new["key"] and (old["chosen"], old["meaning"]) != (new["chosen"], new["meaning"]):
            lines.append(f"{new['words']}: {new['meaning']}, not {old['meaning']}")
    for key in GONE:
        there, then = (each.data.get(key, ()) for each in (now, was))
        lines += [_words(each) for each in there if each not in then]
        lines += [f"no longer {GONE[key]}{_words(each)}" for each in then if each not in there]
    for came, gone in ((_instructions_of, "to do"), (_words_of, "happens")):
        old, new = came(was.data), came(now.data)
        if old != new:
            fresh, stale = [each for each in new if each not in old], [each for each in old if each not in new]
            before = f" (before: {', '.join(stale)})" if stale else ""
            lines.append(", ".join(fresh) + before if fresh else f"no longer {gone}: {', '.join(stale)}")
            break
    return "; ".join(lines)


def in_words(passed: Passed) -> str:
    """Return the changes of an entry that still counts: dropped dice, parts that now count differently, results."""
    assert passed.was is not None
    assert passed.now is not None
    lines = [*(each.words for each in passed.dropped), *passed.listed, differs(passed.was, passed.now)]
    return "; ".join(each for each in lines if each)


def changed_plain(amended: Amended) -> list[Plain]:
    """Return for JSON each changed entry that still counts: the change in words, and the dropped dice."""
    changed = [one for one in amended.passed if one.was and one.now]
    return [
        {"entry": one.number, "words": in_words(one), "dropped": [_asdict(each) for each in one.dropped]}
        for one in changed
        if one.dropped or one.listed or is_changed(one)
    ]


def _asdict(one: DroppedDice) -> Plain:
    return {"throw": one.throw, "dice": list(one.dice), "why": one.why}


def _words(note: Any) -> str:
    return f"overruled: {note['words']}" if isinstance(note, dict) else str(note)


def _dice(was: Plain, now: Plain) -> list[str]:
    left = [each for each in was.get("throws", ()) if each["source"] != "none"]
    lines = []
    for new in (each for each in now.get("throws", ()) if each["source"] != "none"):
        old = next((each for each in left if (each["key"], each["side"]) == (new["key"], new["side"])), None)
        if old is not None:
            left.remove(old)
        fell = fallen(new)
        if old is None:
            lines.append(f"{new['label']}: {_counted(new)} {fell}")
        elif fallen(old) != fell:
            lines.append(f"{new['label']}: {_counted(new)} {fell} instead of {fallen(old)}")
    return lines


def _counted(throw: Plain) -> str:
    return "die" if throw["dice"] == 1 else "dice"


def fallen(throw: Plain) -> str:
    """Return the dice of a throw as typed. If no dice were typed, return the faces."""
    faces = " ".join(map(str, throw["faces"]))
    return faces if len(throw["faces"]) == throw["dice"] else str(throw["typed"])


def _instructions_of(data: Plain) -> list[str]:
    outcome: dict[str, Any] = data.get("outcome", {})
    return [*outcome.get("hands", ()), *outcome.get("owed", ())]


def _words_of(data: Plain) -> list[str]:
    return [*data.get("outcome", {}).get("words", ())]


def record_amend(amended: Amended, line: str) -> tuple[int, Plain]:
    """Write the amendment into the game file in one transaction; return the number and the data of its journal entry.

    Raises GameMoved if the game has changed; in this case nothing is written.
    """
    session, patch, came = amended.session, amended.patch, report(amended)
    put = next((one for one in amended.passed if one.was is None), None)
    rewritten = [one.now for one in amended.passed if one.rewritten and one.now]
    otherwise = [one.number for one in came.otherwise if one.was]
    out = [one.number for one in came.out]
    what = f"before #{patch.number}" if patch.before else f"#{patch.number}"
    lines = [f"#{one.number} {_noted(one)}" for one in came.otherwise if one.was and one.now]
    entry = bare_entry(line, f"amend {what}", "", came.instructions, session.table_file.digest, tuple(lines))
    entry["amended"] = {"number": patch.number, "changed": otherwise, "out": out, "before": patch.before}
    kept: Plain = {"entries": [_kept(one) for one in rewritten], "out": out}
    if put and put.now:
        kept["put"] = {**{name: value for name, value in _kept(put.now).items() if name != "n"}, "before": patch.number}
    return session.record(line, entry, amended.after, kept=kept, amends=True), entry


def _noted(one: Passed) -> str:
    assert one.was is not None
    assert one.now is not None
    return "; ".join([*(each.words for each in one.dropped), differs(one.was, one.now)])


def _kept(one: EffectiveEntry) -> Plain:
    """Return a rewritten entry in the form in which it is stored.

    An entry without effects is stored with its changes.
    """
    changes = {} if "effects" in one.kept else {"changes": encode(one.changes)}
    return {"n": one.number, "data": one.data, "kept": one.kept, **changes}

"""The reader of rule files.

The reader checks the file, and reports every mistake with its key, the expected form and the nearest word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any

from umpire.core.mistakes import FileMistake, did_you_mean, found, is_one_line, together
from umpire.game.distances import LENGTHS
from umpire.game.forms import Path, Problem
from umpire.game.problems import problems
from umpire.game.records import About
from umpire.game.rulebook.rows import dotted
from umpire.game.written import RESERVED, unfit
from umpire.rulesets.plain.file.blocks import block_declared, goes_round, length, played
from umpire.rulesets.plain.file.fits import check_effect, check_keys, check_table
from umpire.rulesets.plain.file.keys import CHANGED_IN, KINDS, THROWN, untaken
from umpire.rulesets.plain.file.rules import FORMAT
from umpire.rulesets.plain.file.schema import FIXED, HEAD, NEEDED, attribute, sections, spread, words_of
from umpire.rulesets.plain.file.woken import WOKEN, by_stands

Rows = Mapping[str, Any]
_ID = re.compile(r"[a-z][a-z0-9-]*")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_TAKEN = """
id side type name removed count total words self foe winner loser own enemy other turn tie margin
"""
TAKEN = frozenset(_TAKEN.split())
"""Names that mean something in every rule file."""


def read_rules(doc: Rows) -> dict[str, Any]:
    """Check a rule file, and return its rows. Each row has its id. Raises FileMistake."""
    rows = headed(with_ids(doc))
    refuse([*_header(rows), *_all_wrong(rows)])
    return rows


_DECLARES = ("stand", "track", "mark", "side", "turn", "steps")
"""Sections that all others depend on."""


def _all_wrong(rows: Rows) -> Iterator[Problem]:
    """Yield the errors of the sections. Each check leaves out the rows in which an earlier check found an error.

    If a whole section or a declaration has an error, the sections that depend on it are not checked.
    """
    from umpire.rulesets.plain.file.names import misnamed

    blamed: set[Path] = set()
    for look in (_sections, _declared, _values, misnamed):
        found = [each for each in look(rows) if each.path[:2] not in blamed]
        yield from found
        blamed |= {each.path[:2] for each in found}
        hangs = any(len(path) == 1 or path[0] in _DECLARES for path in blamed)
        if hangs or rows.get("format") != FORMAT or not rows.keys() >= {*NEEDED}:
            return
        rows = {section: _without(section, value, blamed) for section, value in rows.items()}


_BLANK: Rows = {"clauses": "x", "victory": {}, "sheet": {}}
"""The row that takes the place of one with an error, so that others keep their place and names."""


def _without(section: str, rows: Any, blamed: set[Path]) -> Any:
    """Return a section without the rows that already have errors."""
    wrong = {path[1] for path in blamed if path[0] == section}
    if not wrong:
        return rows
    if isinstance(rows, list):
        return [_BLANK[section] if at in wrong else row for at, row in enumerate(rows)]
    kept = {key: _BLANK.get(section) if key in wrong else row for key, row in rows.items()}
    return {key: row for key, row in kept.items() if row is not None}


def refuse(wrong: Iterable[Problem]) -> None:
    """Raise FileMistake with all errors; do nothing if there are none."""
    if each := [one.mistake for one in wrong]:
        raise together(each)


def with_ids(value: Any, key: str = "", listed: bool = False) -> Any:
    """Return the rows of a list. Each row has its id, and has its conditions under full names such as `target.men`.

    If no id is written, the words of the row are its id. If the row has no words either, the id is the name of the list
    with the number of the row: `modifier 1`.
    """
    if isinstance(value, dict):
        return {
            name: dotted(each) if name == "when" and (listed or key == "reroll") else with_ids(each, name)
            for name, each in value.items()
        }
    if not isinstance(value, list):
        return value
    rows = [with_ids(each, listed=True) for each in value]
    if key not in ("victory", "sheet", "refuse", "modifier", "result", "comes"):
        return rows
    return [
        row if not isinstance(row, dict) or "id" in row else {"id": row.get("words") or f"{key} {at + 1}", **row}
        for at, row in enumerate(rows)
    ]


def headed(rows: dict[str, Any]) -> dict[str, Any]:
    """Return the rows of a file. If the file leaves out a section or a part of the head, the usual value is added."""
    turn, marks = rows.get("turn"), rows.get("mark", {})
    if isinstance(turn, Mapping) and turn.get("order") == "stands" and isinstance(marks, Mapping):
        rows = {**rows, "turn": {"phases": ["play"], **turn}, "mark": {**WOKEN, **marks}}
    rows = spread(rows)
    usual = {"unit": "in", "edition": "rules of one's own", "source": "a rule file", "options": {}, "option_values": {}}
    return {**usual, **{name: {} for name in ("stand", "track", "mark", "side", "clauses", "steps")}, **rows}


def _header(rows: Rows) -> Iterator[Problem]:
    yield from unfit(rows, ())
    if rows.get("format") != FORMAT:
        yield Problem(("format",), f"found {found(rows.get('format'))}, expected {FORMAT}", f"write format = {FORMAT}")
    id = rows.get("id")
    if not isinstance(id, str) or not _ID.fullmatch(id):
        yield Problem(("id",), f"found {found(id)}, expected small letters, digits and -", 'for example id = "shields"')
    for key in ("name", "edition", "source"):
        if not isinstance(rows.get(key), str) or not is_one_line(rows[key]):
            yield Problem((key,), f"found {found(rows.get(key))}, expected a text of one line")
    if not isinstance(rows["unit"], str) or rows["unit"] not in LENGTHS:
        near = did_you_mean(str(rows["unit"]), list(LENGTHS))
        yield Problem(("unit",), f"found {found(rows['unit'])}, expected a unit of length", near)
    verb = next(iter(rows["act"]), "VERB") if isinstance(rows.get("act"), Mapping) else "VERB"
    for key in rows:
        if key in ("fact", "facts", "when") and isinstance(rows[key], Mapping):
            for name in rows[key]:
                yield Problem((key, name), "a fact must be part of an act", f"write [act.{verb}.fact.{name}]")
        elif key not in (*HEAD, *FIXED, "type", "options", "option_values"):
            yield Problem((key,), "unknown section", did_you_mean(key, [*HEAD, *FIXED, "type"], few=20))
    for key in NEEDED:
        if key not in rows:
            yield Problem((key,), "missing, expected a table")


def _sections(rows: Rows) -> Iterator[Problem]:
    for name, form in FIXED.items():
        if name in rows:
            yield from problems(form, rows[name], About(doc=rows), (name,))


def _declared(rows: Rows) -> Iterator[Problem]:
    """Yield the problems of declarations: words that cannot be names, names that are used twice, and attributes that do
    not fit together.
    """
    taken: dict[str, str] = {}
    for section in ("stand", "track", "mark"):
        for name in rows[section]:
            yield from _named((section, name), name)
            if name in taken:
                yield Problem((section, name), f"{taken[name]}.{name} already has this name", "choose another name")
            taken[name] = section
    for name in (*rows["side"], *rows["turn"]["phases"]):
        yield from _named(("side" if name in rows["side"] else "turn", name), name)
    worded = [name for name, row in rows["stand"].items() if words_of(row)]
    for name, row in rows["stand"].items():
        if row.get("by") and row["by"] not in worded:
            words = "expected an attribute that has a list of words"
            yield Problem(("stand", name, "by"), f"found {found(row['by'])}, {words}", did_you_mean(row["by"], worded))
        elif "usual" in row:
            yield from problems(attribute(rows["stand"], row), row["usual"], About(), ("stand", name, "usual"))
    for name, block in rows["steps"].items():
        yield from block_declared(("steps", name), name, rows, _named)
        names = (*block["roles"], *block.get("numbers", ()), *block.get("facts", ()))
        yield from _steps(("steps", name, "step"), block["step"], names, tuple(block["roles"]), rows)
    yield from by_stands(rows)
    yield from _comes(rows)
    for verb, act in rows["act"].items():
        yield from _act((("act", verb)), verb, act, rows)


def _named(path: Path, name: str) -> Iterator[Problem]:
    if not _NAME.fullmatch(name):
        yield Problem(path, "a name is small letters, digits and _", "choose another name")
    elif name in TAKEN:
        yield Problem(path, f"{name!r} already has a meaning in every rule file", "choose another name")


def _act(path: Path, verb: str, act: Rows, rows: Rows) -> Iterator[Problem]:
    from umpire.game.lines import VOCABULARY

    if not _NAME.fullmatch(verb) or (verb in RESERVED and verb not in VOCABULARY) or verb == "next":
        yield Problem(path, f"{verb!r} is a word of the program and cannot be an act", "choose another verb")
    afters = [role.get("after", "") for role in act["role"].values()]
    for at, name in enumerate(act["role"]):
        yield from _named((*path, "role", name), name)
        if afters[at] in afters[:at] or (afters[at] == "") is not (at == 0):
            words = "the first role must have no `after`; every other role must have an `after` of its own"
            yield Problem((*path, "role", name), words, 'for example after = "at"')
    if not act["role"]:
        yield Problem(
            (*path, "role"), "the act needs a role for the stand that acts", 'write role.actor = { of = "own" }'
        )
    for name, fact in act.get("fact", {}).items():
        yield from _named((*path, "fact", name), name)
        for at, role in enumerate(fact.get("of", ())):
            yield from _one_of((*path, "fact", name, "of", at), role, act["role"])
        kinds = {"yes/no": ["yes", "no"], "number": (), "distance": ()}.get(str(fact["is"]), fact["is"])
        for key in ("why", "says") if kinds else ():
            for word in fact.get(key, ()):
                yield from _one_of((*path, "fact", name, key, word), word, kinds)
        if "assume" in fact:
            from umpire.rulesets.plain.file.schema import value_of

            yield from problems(value_of(fact, 999), fact["assume"], About(), (*path, "fact", name, "assume"))
    phases = act.get("phase", [])
    for at, phase in enumerate(phases if isinstance(phases, list) else [phases]):
        where = (*path, "phase", at) if isinstance(phases, list) else (*path, "phase")
        yield from _one_of(where, phase, rows["turn"]["phases"])
    for key in ("once", "owed"):
        if act.get(key):
            yield from _one_of((*path, key), act[key], rows["mark"])
    yield from _steps((*path, "step"), act["step"], (*act["role"], *act.get("fact", {})), tuple(act["role"]), rows)


def _steps(path: Path, steps: Any, taken: tuple[str, ...], roles: tuple[str, ...], rows: Rows) -> Iterator[Problem]:
    """Yield the problems of the steps of an act or of a block. A step must not have one of the names in `taken`."""
    seen: set[str] = set()
    yield from _too_long(path, steps, rows)
    for at, step in enumerate(steps):
        here = (*path, at)
        yield from _named((*here, "id"), step["id"])
        if step["id"] in seen or step["id"] in taken:
            yield Problem(
                (*here, "id"), f"{step['id']!r} already means something else in this act", "choose another name"
            )
        seen.add(step["id"])
        yield from _step(here, step, roles)
        if "play" in step:
            yield from played(here, step, rows)
    yield from _crossed(path, steps, rows)


def _crossed(path: Path, steps: Any, rows: Rows) -> Iterator[Problem]:
    """Yield the problems of `again` effects that repeat the same steps."""
    places, last = {step["id"]: at for at, step in enumerate(steps)}, -1
    for at, step in enumerate(steps):
        effects = [effect for result in step.get("result", ()) for effect in result.get("do", ()) if "again" in effect]
        backs = {(places.get(effect["again"], at), effect.get("most", 1)) for effect in effects}
        if backs and any(goes_round(each, rows) for each in steps[min(backs)[0] : at + 1]):
            yield Problem(
                (*path, at, "result"),
                "the steps that `again` repeats include a block with an `again`",
                "leave out one of the two `again` effects",
            )
        if backs and (len(backs) > 1 or min(backs)[0] <= last):
            yield Problem(
                (*path, at, "result"),
                "two `again` effects repeat some of the same steps",
                "let the two `again` repeat different steps",
            )
        last = at if backs else last


MOST_STEPS, MOST_PLAYED = 60, 300
"""So many steps an act has at most, and with those that are played again."""


def _too_long(path: Path, steps: Any, rows: Rows) -> Iterator[Problem]:
    """Yield the problems of acts with too many steps. If a step is played again, it is counted each time."""
    if (many := sum(length(step, rows) for step in steps)) > MOST_STEPS:
        yield Problem(path, f"found {many} steps, expected at most {MOST_STEPS}", "write two acts")
    does = [each for step in steps for result in step.get("result", ()) for each in result.get("do", ())]
    again = sum(each.get("most", 1) for each in does if "again" in each)
    if many * (1 + again) > MOST_PLAYED:
        yield Problem(
            path, f"more than {MOST_PLAYED} steps, because a repeated step counts each time", "write a smaller `most`"
        )


def _one_of(path: Path, name: Any, known: Any) -> Iterator[Problem]:
    if name not in known:
        yield Problem(path, f"found {found(name)}, expected one of: {', '.join(known)}", _near(name, known))


def _near(name: Any, known: Any) -> str:
    return did_you_mean(str(name), list(known), few=0)


_ASKS = {"count": ("need",), "check": ("need",), "table": ("columns", "rows")}


def _step(path: Path, step: Rows, roles: tuple[str, ...]) -> Iterator[Problem]:
    kinds = [kind for kind in KINDS if kind in step]
    if len(kinds) != 1:
        words = f"found {' and '.join(kinds)}" if kinds else "the kind of this step is missing"
        yield Problem(
            path, f"{words}, expected one of: {', '.join(KINDS)}", "write only one of these keys in each step"
        )
        return
    (kind,) = kinds
    for key in _ASKS.get(kind, ()):
        if key not in step:
            yield Problem((*path, key), f"this key is missing; a `{kind}` needs it")
    if kind in THROWN:
        if not step.get("rule"):
            yield Problem((*path, "rule"), "missing, expected the number of the rule for this throw")
        who = step[kind] if kind == "opposed" else [step[kind]]
        for at, name in enumerate(who):
            yield from _one_of((*path, kind, *([at] if kind == "opposed" else [])), name, roles)
    if kind == "table":
        yield from check_table(path, step)
    for name in step.get("limit", ()):
        yield from _one_of((*path, "limit", name), name, CHANGED_IN)
    for of_kind, said, takers in untaken(step, kind):
        words = f"{said} may not be in {_a(kind)}, only in: {', '.join(f'`{taker}`' for taker in takers)}"
        yield Problem((*path, *of_kind), words, "leave it out")
    yield from check_keys(path, step)
    for section in ("modifier", "result", "refuse"):
        ids = [row["id"] for row in step.get(section, ())]
        for at, id in enumerate(ids):
            if id in ids[:at]:
                yield Problem((*path, section, at), f"{id!r} appears twice", "give one of the two rows another id")
    results = step.get("result", ())
    for at, result in enumerate(results):
        if at < len(results) - 1 and not result.get("when"):
            yield Problem(
                (*path, "result", at + 1), "never reached: the previous result has no `when`", "move this result up"
            )
        for place, effect in enumerate(result.get("do", ())):
            yield from check_effect((*path, "result", at, "do", place), effect)


def _a(kind: str) -> str:
    """Return the kind with its article."""
    return f"an `{kind}`" if kind == "opposed" else f"a `{kind}`"


_NOT_BY_ITSELF = {
    "end": "`end` does not work here; write it in a result of an act",
    "again": "`again` does not work here; write it in a result of an act",
    "share": "a player cannot share out losses here; mark the stand, and write an act with `owed` for the losses",
}
"""Keys of effects that only an act has, with a hint for each."""


def _comes(rows: Rows) -> Iterator[Problem]:
    """Yield the problems of `[turn] comes`.

    An effect there has no dice and no choice. If dice are needed, the effect must make an act due, and that act throws
    the dice.
    """
    for at, row in enumerate(rows["turn"].get("comes", ())):
        path: Path = ("turn", "comes", at)
        if row.get("phase"):
            yield from _one_of((*path, "phase"), row["phase"], rows["turn"]["phases"])
        for place, effect in enumerate(row["do"]):
            yield from check_effect((*path, "do", place), effect)
            for key, hint in _NOT_BY_ITSELF.items():
                if key in effect:
                    yield Problem((*path, "do", place, key), f"`{key}` must be part of an act", hint)


def _values(rows: Rows) -> Iterator[Problem]:
    """Yield the problems of the values in [type], and of rules that are cited but not in [clauses]."""
    yield from problems(sections(rows)["type"], rows["type"], About(doc=rows), ("type",))
    for path, rule in cited(rows):
        if rule and rule not in rows["clauses"]:
            yield Problem(path, f"no rule {rule!r} in [clauses]", _near(rule, rows["clauses"]))


def cited(rows: Any) -> list[tuple[Path, str]]:
    """Return every rule that is cited, with its place."""
    found: list[tuple[Path, str]] = []
    _cited(rows, (), found)
    return found


def _cited(value: Any, path: Path, found: list[tuple[Path, str]]) -> None:
    for key, each in value.items() if type(value) is dict else enumerate(value):
        if type(each) is dict or type(each) is list:
            _cited(each, (*path, key), found)
        elif key == "rule":
            found.append(((*path, key), each))


def read_file(file: FilePath) -> dict[str, Any]:
    """Return the rows of a rule file. Raises FileMistake with every error, each with its line."""
    from umpire.game.rulebook.tables import read_text
    from umpire.game.rulebook.toml import of_file, parse_toml

    text = read_text(file)
    try:
        return read_rules(parse_toml(text))
    except FileMistake as wrong:
        raise of_file(file.name, wrong, text) from None

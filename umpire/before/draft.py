"""The draft of a scenario: a valid game that the referee can change. Comments show the keys that the draft does not
use.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from inspect import cleandoc
from textwrap import wrap
from typing import Any, get_args, get_origin

from umpire.before.asked import in_words, item_of, marks_of, some
from umpire.game import check
from umpire.game.clock.staying import may_stay
from umpire.game.forms import is_blank, is_mapping, record, step
from umpire.game.maps import Map
from umpire.game.records import About, Field, OfSide, Plain, fields_of, kept, unmarked
from umpire.rulesets import Ruleset

SIDES = ("Blue", "Red")
_WIDTH = 100


def draft(ruleset: Ruleset) -> str:
    """Return the text of a draft.

    A line that begins with # and no space is an example. The example shows the value that Umpire uses if the key is
    left out.
    """
    family, file = ruleset.family(), ruleset.table()
    table, written = family.read_table(file.rows), family.scenario()
    sample = written.sample(table, SIDES) or made_up(written.document, About(SIDES, table))
    game_map = Map.read(sample["map"]) if "map" in sample else None
    about = About(SIDES, table, sample, game_map)
    sections = {name: rows for name, rows in sample.items() if name != "map"}
    document = check.document_from(written, sections, table, game_map, SIDES)
    lines = [f"#:schema {ruleset.name}.schema.json"]
    lines += _prose(
        f"A scenario of {file.name}. You can play it at once: `umpire new FILE`. Umpire ignores a line that begins with"
        " #. If no space follows the #, the line shows a default or an example; remove the # to use or change it."
        f" `umpire types {ruleset.file or ruleset.name}` lists the names you can use, with their numbers;"
        " `umpire check FILE` lists errors and oddities. You may delete the comments."
    )
    head = {"name": "A draft", "ruleset": ruleset.file or ruleset.name, "sides": list(SIDES)}
    lines += ["", *_head(head, about)]
    known = fields_of(written.document)
    state = written.to_state(document, table, game_map, SIDES)
    now = family.moment(state)
    means = _timed({**MEANS, **written.meanings(table)}, now.by if now else "round")
    order = sorted(known, key=lambda name: list(sample).index(name) if name in sample else len(sample))
    bare = [name for name in order if not is_mapping(known[name].hint) and item_of(known[name].hint) is None]
    for name in bare:
        lines += _line(name, known[name], sample, document, about, means)
    lines += _map(sample["map"]) if "map" in sample else [""]
    for name in order:
        if name not in bare:
            lines += _section(name, known[name], sample.get(name), getattr(document, name, None), about, means)
    lines += _events(family, table, state) if now else []
    return "\n".join(lines) + "\n"


def made_up(document: Any, about: About) -> Plain:
    """Return a game that has only the required keys. Each section has one record for each side.

    The game is valid if no key depends on another key.
    """
    ids: dict[str, list[str]] = {}
    found: Plain = {}
    for name, section in fields_of(document).items():
        row = record(step(section.hint, "")) if is_mapping(section.hint) else None
        if section.optional or row is None:
            continue
        cards = {}
        for side in about.sides:
            id = f"{side.lower()}{len(found) or ''}"
            ids.setdefault(name, []).append(id)
            needed = {key: field for key, field in fields_of(row).items() if not field.optional}
            cards[id] = {key: some(field, about, ids, side) for key, field in needed.items()}
        found[name] = cards
    return found


_HEAD = {
    "seed": "the seed of the dice: a number or a word; random if left out",
    "drawn": "number of dice already rolled from the seed",
    "rules": "a whole rule file: `export` writes the rule file of the game here",
    "house": "a file of house rules, or a list of files",
    "dice": "any: Enter rolls the dice; typed: Enter rolls no dice",
    "sequence": "enforced: Umpire refuses acts out of turn; free: acts in any order",
    "facts": 'facts that count for every act from the start: fog = "thin until night", p3.cover = "hard"',
    "events": "events of the battle: one table for each event; the last lines are two examples",
    "carry": "stands that survived the last battle: a table with the keys `sides`, `leave`, `back` and `recover`",
    "preview": "yes or no: as you type a line, the prompt shows its odds",
    "menu": "yes or no: as you type, the prompt lists the words that may come next",
    "colour": "yes or no: colours in the terminal",
}
"""Meanings of keys of the header, which their annotations do not give."""

MEANS = {
    "name": "the name that is printed",
    "side": "the side it belongs to",
    "type": "its row in the rule table",
    "id": "its name in commands, and the beginning of the ids of its stands",
    "from": "the organisation that its stands come from",
    "without": "ids of stands that the organisation has, but the unit lacks",
    "hex": "its hex on the map",
    "unit": "the unit it belongs to",
    "ends": 'when the battle ends: "TURN 3", or "TURN 3 on 4+" to throw a die after TURN 3 and each later TURN',
    "sudden": "the battle ends at once when a side has this many points, for example 6; 0 means never",
    "leaves": 'points for a stand that leaves by an edge or a road: { west = 2, "mill road" = 1 }',
    "clock.side": "the side whose turn it is",
    "clock.turn": "the current turn",
    "clock.phase": "the current phase",
    "clock.plays_first": "the side that plays first in this turn, if a rule decides the first side",
    "table.unit": "the unit of length for a distance that you type as a number alone",
}
"""Meanings of values that several families have."""


_ARRIVES = (
    """: "TURN 2 at west edge on 4+", "by hand", "never"; add ", public" if players may know the time beforehand"""
)


def _timed(means: Mapping[str, str], turn: str) -> dict[str, str]:
    """Return the meanings of keys. The argument `turn` replaces the word TURN in each text."""
    said = {**means, **({"arrives": means["arrives"] + _ARRIVES} if "arrives" in means else {})}
    return {key: words.replace("TURN", turn) for key, words in said.items()}


def _events(family: Any, table: Any, state: Any) -> Iterator[str]:
    """Yield two events as examples. The first has a fixed time, the second has a die."""
    turn, comers = family.moment(state).by, family.COMERS
    who = next(iter(getattr(state, comers.among) if comers else family.names(state)), "")
    stay = {name: one for name, one in may_stay(family, table).items() if one.words and not one.side}
    fact = next((f"{f'{who}.' * one.of}{name}={one.words[-1]}" for name, one in stay.items()), "")
    yield from _prose(
        "An event has one or more of these: a text to read out, a lasting fact (such as fog), a die to throw."
        " Remove `# ` from the lines below to use the two examples."
    )
    yield from (
        "# [events.bells]",
        f'# when = "{turn} 2"  # the event happens when you first type `next` in {turn} 2 or later',
    )
    yield '# text = "The bells of the town are heard."'
    yield from (f'# fact = "{fact}"', f'# until = "{turn} 3"  # the fact ends when that {turn} begins') if fact else ()
    yield "# public = true  # players may know the event beforehand, from the printed track"
    yield from ("# [events.wind]", f'# when = "every {turn}"')
    yield '# die = ["1-3 No wind.", "4-6 The wind gets up."]  # a row may also set a fact'


def _head(head: Plain, about: About) -> Iterator[str]:
    for line in _card(check.HeaderForm, head, None, about, {}):
        key = line.lstrip("# ").partition(":" if line.startswith("# ") else " ")[0]
        if key in _HEAD and line.startswith("#"):
            line = f"# {key}: {_HEAD[key]}" if line.startswith("# ") else f"{line.partition('  # ')[0]}  # {_HEAD[key]}"
        if key not in ("map", "format"):
            yield line


def _section(name: str, field: Field, rows: Any, held: Any, about: About, every: Mapping[str, str]) -> Iterator[str]:
    """Yield a section: its description, then its rows. If the section has no rows, yield an example in place of the
    rows.

    `every` has the meaning of each key.
    """
    means = {
        **every,
        **{key.removeprefix(f"{name}."): words for key, words in every.items() if key.startswith(f"{name}.")},
    }
    if is_mapping(field.hint) and (cls := record(step(field.hint, ""))) is None:
        yield from _prose(f"[{name}]: NAME = {_said(name, in_words(field, about), every)}")
        yield f"{'' if rows else '#'}[{name}]"
        yield from (f"{_key(key)} = {_value(word)}" for key, word in (rows or {}).items())
        yield ""
    elif is_mapping(field.hint):
        yield from _about(cls)
        by_side = any(isinstance(mark, OfSide) for mark in marks_of(get_args(field.hint)[0]))
        example = {about.sides[0] if by_side else f"{name[0]}1": None}
        for index, (id, card) in enumerate((rows or example).items()):
            yield f"{'#' if card is None else ''}[{name}.{_key(id)}]"
            yield from _card(cls, card, held.get(id) if isinstance(held, Mapping) else None, about, means, index > 0)
            yield ""
    elif get_origin(unmarked(field.hint)[0]) in (tuple, list):
        yield from _about(item_of(field.hint))
        for index, card in enumerate(rows or [None]):
            yield f"{'# ' if card is None else ''}[[{name}]]"
            keys = _card(item_of(field.hint), card, None, about, means, index > 0)
            yield from (f"# {line.removeprefix('#').lstrip()}" if card is None else line for line in keys)
            yield ""
    else:
        yield from _about(item_of(field.hint))
        yield f"{'#' if rows is None else ''}[{name}]"
        yield from _card(item_of(field.hint), rows, held, about, means)
        yield ""


def _about(cls: Any) -> Iterator[str]:
    """Yield the description of a record, as comments."""
    for part in cleandoc(cls.__doc__ or "").split("\n\n"):
        yield from _prose(" ".join(part.split()))


def _card(
    cls: Any, card: Mapping[str, Any] | None, held: Any, about: About, means: Mapping[str, str], brief: bool = False
) -> Iterator[str]:
    """Yield the keys of a record. Keys with a value in `card` come first. The other keys follow as comments, with their
    current values. If `card` is None, the required keys come first.
    """
    known = fields_of(cls)
    written = card if card is not None else {k: f for k, f in known.items() if not f.optional}
    for key in written:
        yield from _line(key, known[key], card if card is not None else {}, held, about, {} if brief else means)
    for key, field in known.items():
        if key not in written and not brief:
            yield from _line(key, field, card or {}, held, about, means)


def _said(key: str, kind: str, means: Mapping[str, str]) -> str:
    """Return the meaning of a value, and the values allowed."""
    return f"{means[key]}; {kind}" if key in means else kind


def _line(
    key: str, field: Field, card: Mapping[str, Any], held: Any, about: About, means: Mapping[str, str]
) -> Iterator[str]:
    """Yield a key with its value and, in a comment, its meaning and the values allowed."""
    said = _said(key, in_words(field, about), means)
    if key in card:
        yield f"{_key(key)} = {_value(card[key])}" + (f"  # {means[key]}" if key in means else "")
        return
    value = getattr(held, field.name, None) if held is not None else None
    if value is None:
        value = field.default if field.optional else some(field, about, {}, about.sides[0])
    if isinstance(value, str | int) and not is_blank(value, field):
        value = some(field, about, {}, about.sides[0]) if any(m.amiss(value, about) for m in field.marks) else value
    if isinstance(value, str | int | float | bool | list | tuple) and not hasattr(value, "_names"):
        yield f"#{_key(key)} = {_value(list(value) if isinstance(value, tuple) else value)}  # {said}"
    else:
        yield f"# {key}: {said}"


def _map(rows: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    yield from _prose(
        "The board: one character for each hex, explained in the legend. Hex 0507 is in column 05 and row 07."
    )
    yield "[map]"
    yield f"hexes = {_value(rows['hexes'])}  # the top of each hex: flat or pointy"
    pushed = "odd or even: the columns that lie half a hex lower (if pointy: the rows half a hex further right)"
    yield f"shifted = {_value(rows['shifted'])}  # {pushed}"
    yield f'rows = """\n{rows["rows"]}\n"""'
    yield "[map.legend]"
    yield from (f"{_key(glyph)} = {_value(word)}" for glyph, word in rows["legend"].items())
    yield "[map.names]"
    yield from (f"{_key(label)} = {_value(name)}" for label, name in rows["names"].items())
    yield ""


def _prose(text: str) -> list[str]:
    return [f"# {line}" for line in wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)]


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:
    """Return a value as TOML."""
    value = kept(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)

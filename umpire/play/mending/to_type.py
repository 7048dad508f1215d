"""Hints for wrong keys and values of a correction: the right line to type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from umpire.core.mistakes import BadValue, Mistake, nearest
from umpire.game import forms
from umpire.game.lines import line_of
from umpire.game.naming import squeezed
from umpire.game.records import fields_of

Every = Mapping[tuple[str, ...], str]
"""The new values of a correction by their path."""
_NEAR = 0.6
_MOST = 6
"""The most values listed."""


def hinted(
    wrong: Mistake, doc: Mapping[str, Any], form: type, every: Every, spoken: Mapping[str, str]
) -> list[Mistake]:
    """Return the mistake about a key, with the line that has the right key. If the value is wrong too, add a mistake
    about the value.
    """
    path = tuple(map(str, wrong.path))
    if len(path) < 2 or path not in every:
        return [wrong]
    *above, key = path
    hints = forms.hints(forms.walk(form, tuple(above))[1])
    if key in hints:
        if wrong.hint and not forms.literals(hints[key]):
            return [wrong]
        return [_of_value(wrong, path, hints[key], every[path], doc, form, spoken)]
    near = next(iter(nearest(key, hints, cutoff=_NEAR)), "")
    if not near:
        return [wrong]
    said, right = f"did you mean {near}?", (*above, near)
    if _fits(every[path], hints[near]):
        return [wrong.put(hint=f"{said} type {line_of('set', (above[-1], f'{near}={every[path]}'))}")]
    value = BadValue(f"{forms.shown(right)}: {every[path]!r} is not a value of this key", word=every[path])
    return [wrong.put(hint=said), _of_value(value, right, hints[near], every[path], doc, form, spoken)]


def _of_value(
    wrong: Mistake,
    path: tuple[str, ...],
    hint: Any,
    value: str,
    doc: Mapping[str, Any],
    form: type,
    spoken: Mapping[str, str],
) -> Mistake:
    """Return the mistake about a value.

    The hint shows what to type: lines with the possible values, or a line with a number as an example.
    """
    words = [str(word) for word in forms.literals(hint) if word != ""]
    if bool in forms.members(hint):
        wrong = wrong.put(f"{forms.shown(path)}: {value!r} is neither yes nor no")
        words = ["yes", "no"]
    fact, _, means = spoken.get(squeezed(value), "").partition("=")
    near = [means] if fact == path[-1] else nearest(value, words, alike=2, cutoff=_NEAR)
    if words and len(words) <= _MOST:
        return wrong.put(hint=_lines(path[-2], path[-1], near or words))
    return wrong if wrong.hint else wrong.put(hint=in_numbers(doc, form, path))


def lines_of(name: str, key: str, value: str, hint: Any) -> str:
    """Return a hint with the line that sets this key. If the key cannot have the value, the hint has a line for each
    possible value.
    """
    words = [str(word) for word in forms.literals(hint) if word != ""]
    return _lines(name, key, [value] if _fits(value, hint) or not words else words)


def _lines(name: str, key: str, values: Sequence[str]) -> str:
    """Return a hint with the words to type for each of these values. Only the first value has a full line."""
    first, *others = values
    return ", or ".join([f"type {line_of('set', (name, f'{key}={first}'))}", *(f"{key}={each}" for each in others)])


def _fits(value: str, hint: Any) -> bool:
    """Return whether a typed value has the kind that `hint` asks for."""
    read, kinds = forms.loosened(value, hint), forms.members(hint)
    words = forms.literals(hint)
    return read in words if words else any(isinstance(kind, type) and type(read) is kind for kind in kinds)


def in_numbers(doc: Mapping[str, Any], form: type, path: tuple[str | int, ...]) -> str:
    """Return a hint with another number for this key as an example; "" if its value is not a number."""
    above, last = path[:-1], path[-1] if path else ""
    record = forms.record(forms.walk(form, above)[1])
    field = fields_of(record).get(str(last)) if record else None
    if not above or field is None or int not in forms.members(field.hint):
        return ""
    now: Any = doc
    for key in path:
        now = now.get(key, field.default) if isinstance(now, Mapping) else now
    return f"for example: set {above[-1]} {last}={2 if now == 1 else 1}"


def keyed(words: Sequence[str], hints: Mapping[str, Any], spoken: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each key and value that words without a key may mean: `dug in`, `0704`, `suppresed`."""
    marks = [key for key, hint in hints.items() if hint is bool]
    for word in ("".join(words), *words):
        if said := spoken.get(squeezed(word), ""):
            key, _, value = said.partition("=")
            yield key, value
        if "hex" in hints and len(word) == 4 and word.isdigit():
            yield "hex", word
        yield from ((mark, "yes") for mark in nearest(word, marks, alike=1, cutoff=_NEAR))
    if len(words) > 1 and (key := next(iter(nearest(words[0], hints, cutoff=_NEAR)), "")):
        yield key, words[1]

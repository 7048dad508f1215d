"""Throws, choices and outcomes as JSON-able objects, as the journal keeps them and `--json` shows them."""

from __future__ import annotations

from dataclasses import asdict, is_dataclass
from typing import Any

from umpire.core.outcome import Outcome, tally_plain
from umpire.core.pools import Pool
from umpire.core.procedure import Chosen, Thrown
from umpire.game.act import Plain


def throw_plain(thrown: Thrown) -> Plain:
    """One throw for the journal: who threw what, line by line, and how it fell."""
    return {
        **pool_plain(thrown.pool),
        "faces": list(thrown.faces),
        "source": thrown.source,
        "typed": thrown.typed,
        "total": thrown.total,
        "value": jsonable(thrown.value),
        **({"then": list(thrown.then)} if thrown.then else {}),
    }


def pool_plain(pool: Pool) -> Plain:
    """A pool for JSON: side, label, dice, what hits and by which rule, every line with its words and rule."""
    return {
        "key": pool.key,
        "side": pool.side,
        "label": pool.label,
        "rule": pool.rule,
        "dice": pool.dice,
        "sides": pool.sides,
        "hit": pool.reading.code,
        "reads": pool.reading.words,
        "reading": {"kind": type(pool.reading).__name__, **jsonable(pool.reading)},
        "lines": [{**asdict(line), "applied": line.applied} for line in pool.lines],
    }


def choice_plain(chosen: Chosen) -> Plain:
    """One choice for the journal."""
    return {
        "key": chosen.choice.key,
        "side": chosen.choice.side,
        "words": chosen.choice.words,
        "options": [option.token for option in chosen.choice.options],
        "chosen": chosen.option.token,
        "meaning": chosen.option.words,
        "source": chosen.source,
    }


def outcome_plain(outcome: Outcome) -> Plain:
    """An outcome for JSON, its effects by name."""
    return {
        "effects": [{"effect": type(effect).__name__, **jsonable(effect)} for effect in outcome.effects],
        "words": list(outcome.words),
        "hands": list(outcome.hands),
        "owed": list(outcome.owed),
        "tally": tally_plain(outcome.tally),
    }


def jsonable(value: Any) -> Any:
    """The value as JSON can hold it: what has fields by name, other tuples as lists, anything odd as its words."""
    if is_dataclass(value) and not isinstance(value, type):
        return {name: jsonable(inner) for name, inner in asdict(value).items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: jsonable(inner) for name, inner in value._asdict().items()}
    if isinstance(value, tuple | list):
        return [jsonable(inner) for inner in value]
    if isinstance(value, dict):
        return {str(name): jsonable(inner) for name, inner in value.items()}
    if value is None or isinstance(value, bool | int | str):
        return value
    return str(value)

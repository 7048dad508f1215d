"""Values as JSON: throws, choices and outcomes as the journal stores them.

Effects are stored with the names of their classes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from enum import Enum
from fractions import Fraction
from importlib import import_module
from typing import Any

from umpire.core.frozen import frozen
from umpire.core.outcome import Outcome, tally_plain
from umpire.core.pools import Pool
from umpire.core.procedure import Chosen, Thrown
from umpire.game.act import Family, Plain
from umpire.game.clock.effect import EventDone, FactSet
from umpire.game.records import LEFT_OUT


def throw_plain(thrown: Thrown) -> Plain:
    """Return one throw for the journal: its side, its lines and its faces."""
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
    """Return a pool for JSON: side, label, dice, the scoring faces with their rule, every line with its words and
    rule.
    """
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
    """Return one choice for the journal."""
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
    """Return an outcome for JSON, with its effects by name."""
    return {
        "effects": [{"effect": type(effect).__name__, **jsonable(effect)} for effect in outcome.effects],
        "words": list(outcome.words),
        "hands": list(outcome.instructions),
        "owed": list(outcome.pending),
        "tally": tally_plain(outcome.tally),
    }


def jsonable(value: Any) -> Any:
    """Return the value as JSON. An object becomes a dict of its fields, any other tuple a list, and any other value
    text.
    """
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


IS = "is"
"""The key for the class of a value."""


def written(value: Any) -> Any:
    """Return the value in a form that JSON can hold: an object with its fields and its class, every tuple as a list."""
    if hasattr(value, "__dataclass_fields__"):
        fields = ((name, getattr(value, name)) for name in value.__dataclass_fields__)
        kept = {name: written(inner) for name, inner in fields if inner or name not in LEFT_OUT}
        return {IS: type(value).__name__} | kept
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {IS: type(value).__name__} | {name: written(inner) for name, inner in value._asdict().items()}
    if isinstance(value, tuple | list):
        return [written(inner) for inner in value]
    if isinstance(value, Mapping):
        return {str(key): written(inner) for key, inner in value.items()}
    if isinstance(value, Fraction):
        return {IS: "Fraction", "of": str(value)}
    return value.value if isinstance(value, Enum) else value


def subject(effect: Any) -> str:
    """Return the id of the thing that an effect changes: its first field. Return "" if this field is not an id."""
    first = next(iter(vars(effect).values()), "") if hasattr(effect, "__dict__") else ""
    return first if isinstance(first, str) else ""


@frozen
class Classes:
    """The classes of a family by name. A stored value belongs to one of these classes."""

    known: Mapping[str, Any]

    @classmethod
    def of(cls, family: Family[Any, Any]) -> Classes:
        """Return the classes found in the modules with the family's effects."""
        package = type(family).__module__
        modules = [import_module(f"{package}.{name}" if name else package) for name in family.EFFECTS]
        known = {name: each for module in modules for name, each in vars(module).items() if isinstance(each, type)}
        return cls(
            {
                "FactSet": FactSet,
                "EventDone": EventDone,
                **known,
                **{old: known[new] for old, new in family.RENAMED.items()},
            }
        )

    def read(self, value: Any) -> Any:
        """Return the value that `written` stored.

        Raises ValueError if the family no longer has the class of the value.
        """
        if isinstance(value, list):
            return tuple(self.read(inner) for inner in value)
        if not isinstance(value, dict):
            return value
        if IS not in value:
            return {key: self.read(inner) for key, inner in value.items()}
        name = value[IS]
        if name == "Fraction":
            return Fraction(value["of"])
        one = self.known.get(name)
        if not (hasattr(one, "__dataclass_fields__") or hasattr(one, "_fields")):
            raise ValueError(f"{name} no longer exists")
        fields = {key: self.read(inner) for key, inner in value.items() if key != IS}
        try:
            return one(**fields)  # type: ignore[misc]
        except TypeError as changed:
            raise ValueError(str(changed)) from None

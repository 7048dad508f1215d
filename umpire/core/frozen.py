"""Frozen value classes that are cheap to define.

Every command is a new process and defines about fifty value classes. The standard `dataclass` writes and compiles six
functions for each class. To write and compile these functions takes longer than the command's own work. Here all
classes share their functions.
"""

from __future__ import annotations

from dataclasses import MISSING, FrozenInstanceError, dataclass
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from dataclasses import replace as replace
else:

    def replace(value, /, **changes):
        """Return the value with these fields changed. The standard `replace` takes five times as long.

        The speed matters, because counting the odds makes thousands of positions. Raises TypeError for an unknown
        field.
        """
        cls = type(value)
        if not hasattr(cls, "_names"):
            from dataclasses import replace as of_dataclass

            return of_dataclass(value, **changes)
        if not changes.keys() <= cls.__dataclass_fields__.keys():
            raise TypeError(f"{cls.__name__} has only the fields {', '.join(cls._names)}; given: {', '.join(changes)}")
        made = object.__new__(cls)
        held, into = value.__dict__, made.__dict__
        if len(held) == len(cls._names):
            into.update(held)
        else:  # fields only: cached values belong to the old value
            for name in cls._names:
                into[name] = held[name]
        into.update(changes)
        if cls._looked_at:
            made.__post_init__()
        return made


C = TypeVar("C", bound=type)


@dataclass_transform(frozen_default=True)
def frozen(cls: C) -> C:
    """Return a class with the abilities that `@dataclass(frozen=True)` gives: fields, equality, hash, `replace`,
    `asdict`, matching.
    """
    made: Any = dataclass(init=False, repr=False, eq=False)(cls)
    fields = made.__dataclass_fields__
    made._names = tuple(fields)
    made._usual = {name: field.default for name, field in fields.items() if field.default is not MISSING}
    made._factories = {
        name: field.default_factory for name, field in fields.items() if field.default_factory is not MISSING
    }
    made._tail = () if made._factories else tuple(made._usual.values())
    made._looked_at = hasattr(cls, "__post_init__")  # looked up here, because a class without one is slow to answer
    made.__init__ = _init
    made.__repr__ = _repr
    if not _own(cls, "__eq__", _eq):
        made.__eq__ = _eq
    if not _own(cls, "__hash__", _hash):
        made.__hash__ = _hash
    made.__setattr__ = _refuse
    made.__delattr__ = _refuse
    return made  # type: ignore[no-any-return]


def _own(cls: type, name: str, shared: Any) -> bool:
    """Return whether a class or one of its bases defines this method itself."""
    said = next((vars(each)[name] for each in cls.__mro__[:-1] if name in vars(each)), shared)
    return said is not shared


def _init(self: Any, *args: Any, **named: Any) -> None:
    cls = type(self)
    names, tail = cls._names, cls._tail
    if not named and 0 <= (left_out := len(names) - len(args)) <= len(tail):  # the usual case, and fast
        self.__dict__.update(zip(names, args + tail[len(tail) - left_out :], strict=True))
    elif not args and (held := {**cls._usual, **named}).keys() == cls.__dataclass_fields__.keys():
        self.__dict__.update(held)
    else:
        self.__dict__.update(_held(cls, args, named))
    if cls._looked_at:
        self.__post_init__()


def _held(cls: Any, args: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any]:
    """Return a dict from each field to its value. A field that is not given has its default. Raises TypeError for wrong
    arguments.
    """
    names = cls._names
    given = dict(zip(names, args, strict=False))
    if len(args) > len(names) or given.keys() & named.keys() or named.keys() - cls.__dataclass_fields__.keys():
        raise TypeError(f"{cls.__name__} has only the fields {', '.join(names)}; given: {args} and {named}")
    held = {**cls._usual, **given, **named}
    if len(held) < len(names):
        for name in names:
            if name not in held:
                if name not in cls._factories:
                    raise TypeError(f"{cls.__name__}: {name} is missing")
                held[name] = cls._factories[name]()
    return held


def _repr(self: Any) -> str:
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._names)
    return f"{type(self).__name__}({shown})"


def _values(self: Any) -> tuple[Any, ...]:
    held = self.__dict__
    return tuple([held[name] for name in self._names])


def _eq(self: Any, other: object) -> Any:
    return _values(self) == _values(other) if type(other) is type(self) else NotImplemented


def _hash(self: Any) -> int:
    return hash(_values(self))


def _refuse(self: Any, name: str, *value: Any) -> None:
    raise FrozenInstanceError(f"cannot change {name!r} of {type(self).__name__}")

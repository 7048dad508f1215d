"""What people write for a d20 scenario: the sections and their keys."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

_FORBID: dict[str, Any] = {"extra": "forbid"}


@dataclass(frozen=True, kw_only=True)
class Card:
    """One `[models.id]`: the values of a kind of element. `none` takes away what a card below it has."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _FORBID

    name: str | None = None
    type: str | None = None
    defence: int | None = None
    range: int | None = None
    ap: int | Literal["*", "none"] | None = None
    he: int | Literal["none"] | None = None
    weapon: Literal["mortar", "sfmg", "flamethrower", "none"] | None = None
    accuracy: int | None = None
    size: int | None = None
    quality: str | None = None
    flags: tuple[str, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class ElementForm(Card):
    """One `[elements.id]`: whose it is, what differs from the card it names, and what happened to it so far."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _FORBID

    side: str
    model: str | None = None
    under: str | None = None
    aboard: str | None = None
    limbered: bool = False
    broken_down: bool = False
    suppressed: bool = False
    removed: Literal["knocked-out", "routed", "overrun", "given-up"] | None = None
    fall_back_owed: int = 0
    fall_back_from: str | None = None
    touches: tuple[str, ...] = ()
    done: tuple[Literal["tested", "fired", "fought", "mounted", "dismounted", "busy", "held"], ...] = ()
    moved: str | None = None
    stood: Literal["steady", "suppressed"] | None = None


@dataclass(frozen=True)
class ClockForm:
    """`[clock]`: where the game begins."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _FORBID

    turn: int = 1
    phase: Literal["command", "fire", "combat", "movement", "over"] = "command"
    side: str | None = None


@dataclass(frozen=True)
class ObjectiveForm:
    """One `[objectives.id]`."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _FORBID

    name: str | None = None
    held: str | None = None


@dataclass(frozen=True)
class Form:
    """The sections of a d20 scenario."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _FORBID

    victory: str | None = None
    turns: int = 0
    clock: ClockForm | None = None
    edges: dict[str, str] = field(default_factory=dict)
    ground: dict[str, str] = field(default_factory=dict)
    objectives: dict[str, ObjectiveForm] = field(default_factory=dict)
    models: dict[str, Card] = field(default_factory=dict)
    elements: dict[str, ElementForm] = field(default_factory=dict)

"""The verb of every family by which a fact stays, and its effect."""

from __future__ import annotations

from umpire.core.frozen import frozen

NOW = "now"


@frozen
class FactSet:
    """From now on the fact stays; without a value it stays no longer."""

    fact: str
    value: str = ""
    since: str = ""
    until: str = ""

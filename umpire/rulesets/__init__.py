"""Floor 3: pure rules. The registry of names only: listing the rulesets imports none of them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from umpire.core.mistakes import Mistake, did_you_mean

if TYPE_CHECKING:
    from umpire.game.act import Family

FAMILIES = {
    "two-star-general": "umpire.rulesets.star_general",
    "three-star-general": "umpire.rulesets.star_general",
    "asp-ww2": "umpire.rulesets.asp",
    "d20-elements": "umpire.rulesets.d20",
}
"""Ruleset name -> the module of its family, which offers it as `FAMILY`."""


def load_family(ruleset: str) -> Family[Any, Any]:
    """The family that plays a ruleset; only this one is imported. Raises Mistake for an unknown name."""
    if ruleset not in FAMILIES:
        raise Mistake(f"ruleset {ruleset!r} is not known", did_you_mean(ruleset, list(FAMILIES)))
    family: Family[Any, Any] = import_module(FAMILIES[ruleset]).FAMILY
    return family

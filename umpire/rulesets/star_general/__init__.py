"""Two Star General and Three Star General: one family, two tables."""

from __future__ import annotations

import re

from umpire.game.act import Act
from umpire.rulesets.star_general.effects import apply
from umpire.rulesets.star_general.fire import distant_fire, objections
from umpire.rulesets.star_general.listing import status
from umpire.rulesets.star_general.situate import situate
from umpire.rulesets.star_general.state import names, plain, read_state
from umpire.rulesets.star_general.table import read_table

__all__ = ["ACTS", "apply", "names", "plain", "read_state", "read_table", "status"]


def _bare(word: str) -> str | None:
    """A bare number of one or two digits is the range in hexes; four digits are a hex."""
    return "range" if re.fullmatch(r"\d{1,2}", word, re.ASCII) else None


FIRE = Act(
    verb="fire",
    words="Distant fire of one or two core stands at one hex",
    usage="fire STAND [STAND] at TARGET [RANGE] [with GUN...] [reply GUN...] [fact=value...]",
    connectors=("at", "with", "reply"),
    facts={
        "range": "hexes to the target; STAND.range=3 for one stand, GUN.range=9 for a gun",
        "terrain": "ground of the target's hex; STAND.terrain=stream for another",
        "line": "clear or blocked",
        "order": "M, H, D or R, of a stand: STAND.order=D",
        "command": "yes or no: in command; STAND.command=no for one stand",
        "reply": "no if the target does not fire back",
    },
    bare=_bare,
    adds_to="attack",
    situate=situate,
    objections=objections,
    procedure=distant_fire,
)

ACTS = {"fire": FIRE}

"""Two Star General and Three Star General: one family, two tables."""

from __future__ import annotations

from umpire.game.act import later
from umpire.rulesets.star_general.acts import ACTS
from umpire.rulesets.star_general.effects import apply
from umpire.rulesets.star_general.state import names, plain, read_state
from umpire.rulesets.star_general.table import read_table

__all__ = ["ACTS", "apply", "names", "now", "plain", "read_state", "read_table", "status"]

status = later("umpire.rulesets.star_general.listing", "status")
now = later("umpire.rulesets.star_general.turn", "now")

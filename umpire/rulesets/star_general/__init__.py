"""Two Star General and Three Star General: one family, two tables."""

from __future__ import annotations

from umpire.game.act import later
from umpire.rulesets.star_general.acts.verbs import ACTS
from umpire.rulesets.star_general.state import names, plain, read_state
from umpire.rulesets.star_general.table import read_table

__all__ = [
    "ACTS",
    "BOOKKEEPING",
    "apply",
    "names",
    "now",
    "on_board",
    "plain",
    "read_state",
    "read_table",
    "sheet",
    "status",
    "variations",
    "yardsticks",
    "zone_of",
]

BOOKKEEPING = frozenset({"last", "run", "second"})
apply = later("umpire.rulesets.star_general.effects", "apply")
status = later("umpire.rulesets.star_general.listing", "status")
on_board = later("umpire.rulesets.star_general.board.zones", "on_board")
zone_of = later("umpire.rulesets.star_general.board.zones", "zone_of")
sheet = later("umpire.rulesets.star_general.reference", "sheet")
now = later("umpire.rulesets.star_general.turn.now", "now")
variations = later("umpire.rulesets.star_general.whatif", "variations")
yardsticks = later("umpire.rulesets.star_general.whatif", "yardsticks")

"""Questions about acts of a rule file without a game, with types in place of stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from umpire.game.variation import ATTACKER, DEFENDER, Sample, Stateless
from umpire.rulesets.plain.file.table import Rules

if TYPE_CHECKING:
    from umpire.rulesets.plain import PlainFamily


class PlainStateless(Stateless[Rules]):
    """The acts of a rule file except `next`.

    A type typed for an enemy's role becomes a stand of the defender. A type in any other role becomes a stand of the
    attacker.
    """

    def __init__(self, family: PlainFamily) -> None:
        rows = family.rules.rows
        acts: dict[str, dict[str, tuple[str, str]]] = {}
        for verb, act in rows["act"].items():
            letters = iter("atbcdefgh")
            acts[verb] = {
                role.get("after", ""): (DEFENDER if role.get("of") == "enemy" else ATTACKER, next(letters, "z"))
                for role in act["role"].values()
            }
        self.acts = acts  # type: ignore[misc]
        self.keys = frozenset({*rows["track"], *rows["mark"], *family.rules.own})  # type: ignore[misc]

    def types(self, table: Rules) -> Mapping[str, Any]:
        return table.type

    def sections(self, table: Rules, samples: Sequence[Sample], words: Mapping[str, int]) -> Mapping[str, Any]:
        return {"stands": {one.id: {"side": one.side, "type": one.type, **one.told} for one in samples}}


STATELESS = PlainStateless
"""Made for the acts of one rule file."""

"""A combat with what both sides throw in it."""

from __future__ import annotations

from functools import cached_property

from umpire.core.pools import Pool
from umpire.rulesets.star_general.combat import pools
from umpire.rulesets.star_general.combat.situation import Combat


class CombatSituation(Combat):
    """A combat and its pools, each built once: odds ask for them on every path."""

    @cached_property
    def attack(self) -> Pool:
        """The attacker's dice."""
        return pools.attack_pool(self, air=self.air is not None)

    @cached_property
    def attack_without_air(self) -> Pool:
        """The attacker's dice when his air attack has been stopped."""
        return pools.attack_pool(self, air=False)

    @cached_property
    def answer(self) -> Pool | None:
        """The defender's dice, or None where it does not reply."""
        return pools.reply_pool(self, air=self.reply_air is not None)

    @cached_property
    def answer_without_air(self) -> Pool | None:
        """The defender's dice when its air attack has been stopped."""
        return pools.reply_pool(self, air=False)

    @cached_property
    def flak(self) -> tuple[Pool | None, Pool | None]:
        """What is thrown at the attacker's air attack, and at the defender's."""
        return pools.flak_pools(self)

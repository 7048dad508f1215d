"""Each of the three games keeps the contract of a ruleset."""

from umpire.testing import Case, Contract


class TestShields(Contract):
    case = Case(
        "shields",
        "shields-evening",
        allowed="spears at raiders",
        pool="clash.attacker",
        small="spears at raiders spears.backed=yes",
        forbidden="spears at lancers",
        verb="fight",
    )

"""Tests that each of the three games keeps the contract of a ruleset, in games where nobody keeps the sequence."""

from tests.places import EXAMPLES
from umpire.play.scenarios import new_game
from umpire.testing import Case, Contract


class Told(Case):
    """A case of the scenario beside a rule file, without a kept sequence."""

    def begin(self, folder):
        """Return a new game of it."""
        text = (EXAMPLES / "rules" / f"{self.scenario}.toml").read_text(encoding="utf-8")
        assert 'sequence = "enforced"' in text
        told = text.replace('sequence = "enforced"', 'sequence = "free"').replace('.toml"', '"')
        (folder / "told.toml").write_text(told, encoding="utf-8")
        return new_game(folder / "game.umpire", folder / "told.toml", "44")


class TestShields(Contract):
    case = Told(
        "shields",
        "ford",
        allowed="hs1 at rr",
        pool="clash.attacker",
        small="hs1 at rr hs1.backed=yes",
        forbidden="hs1 at hs2",
        verb="fight",
    )


class TestMuskets(Contract):
    case = Told(
        "muskets",
        "ridge",
        allowed="b1 at wg 12",
        pool="hits",
        small="b1 at wg 12",
        fewer=("hits -10 smoke",),
        forbidden="b1 at wg 50",
    )


class TestRivers(Contract):
    case = Told(
        "rivers",
        "crossing",
        allowed="e1 e2 ea at w1",
        pool="battle",
        small="e1 e2 at w1 ground=town",
        forbidden="e1 at e2",
        verb="attack",
    )

"""Floor 5: the contract of a ruleset as tests, for authors of rulesets. No other part of Umpire imports pytest.

from umpire.testing import Case, Contract

class TestSkirmish(Contract):
    case = Case("skirmish", "first-shots", allowed="red at blue 8", small="red at blue 8", pool="fire")

The tests check that a ruleset offers everything required, that numbers carry their words and rules, that odds,
explanation and rolled dice agree, and that nothing is lost. They do not check the rules themselves: only tests of your
own can do that.
"""

from umpire.testing.case import Case as Case
from umpire.testing.contract import Contract as Contract

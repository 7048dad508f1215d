"""Floor 5: the contract of a ruleset as tests, for whoever writes one. Nothing else here imports pytest.

    from umpire.testing import Case, Contract

    class TestSkirmish(Contract):
        case = Case("skirmish", "first-shots", allowed="red at blue 8", small="red at blue 8", pool="fire")

They hold that what is offered is whole, that numbers carry their words and rules, that odds, explanation and what is
rolled agree, and that nothing is lost; not whether the rules are right, which only tests of your own can say.
"""

from umpire.testing.case import Case as Case
from umpire.testing.contract import Contract as Contract

"""Tests for authors of rulesets (floor 5 in docs/architecture.md). The tests check that a ruleset keeps its contract
with the program. No other part of Umpire imports pytest.

The tests check that a ruleset has all required parts, and that every number has its words and its rule. The odds, the
explanation and the rolled dice of an act must agree. A game that is stored or exported must be the same game when it is
read again. The tests do not check whether the rules are right: write your own tests for the rules.

An example of a test file:

from umpire.testing import Case, Contract

class TestSkirmish(Contract):
    case = Case("skirmish", "first-shots", allowed="red at blue 8", small="red at blue 8", pool="fire")
"""

from umpire.testing.case import Case as Case
from umpire.testing.contract import Contract as Contract

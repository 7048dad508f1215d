"""Tests of ASP: a hint is not refused for the reason that it was given for, for any line at any time."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.agree import disagreements
from tests.asp.play import Game, position
from tests.asp.test_turn_properties import FOE, GRADES, LINES, ONE, PAIRS
from umpire.core.answers import Answers
from umpire.core.dice import SeededDice
from umpire.core.mistakes import Mistake
from umpire.core.procedure import resolve
from umpire.rulesets.asp import FAMILY as asp

WISE_OR_NOT = st.one_of(
    LINES,
    PAIRS.map("artillery {0[0]} at {0[1]} 900".format),
    PAIRS.map("air {0[0]} at {0[1]} 400".format),
    PAIRS.map("fire {0[0]} at {0[0]} 300".format),
    st.one_of(ONE, FOE).map("halt {}".format),
    st.one_of(ONE, FOE).map("bus {} with c1".format),
    st.one_of(ONE, FOE).map("cross {}".format),
    st.sampled_from(["order kg", "order kg k2", "morale t1", "order br", "artillery b2 smoke here", "debus f1"]),
)


@settings(max_examples=30, deadline=None)
@given(st.lists(WISE_OR_NOT, min_size=5, max_size=25), GRADES, st.booleans(), st.integers(0, 10**6))
def test_no_hint_comes_to_the_refusal_it_was_given_for(lines, grade, kept, seed):
    game = Game(position(german=grade, second=True), kept=kept)
    answers = Answers(SeededDice(str(seed)), 0, [], [], roll_rest=True, defaults=True)
    for line in lines:
        assert disagreements(asp, game.state, game.table, line, kept=kept) == []
        try:
            if game.objections(line):
                continue
            act, situation = game._situation(line)
        except Mistake:
            continue
        outcome, _ = resolve(act.procedure(situation), answers)
        game.state = asp.apply(game.state, outcome.effects, game.table)

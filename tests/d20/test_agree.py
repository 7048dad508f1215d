"""Tests of d20: `status` offers only what is allowed, a hint works, and one command equals two."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.clauses import clause
from tests.d20.elements import TABLE, at, field, refusals, situation, with_options
from tests.d20.evenings import any_line, anywhere, hear, hinted, play
from umpire.core.frozen import replace
from umpire.rulesets.d20.turn import falls_back_first, may_act, must_fight, pending, to_fall_back

seeds = st.integers(0, 10**9)
tables = st.sampled_from(["alternate", "simultaneous_fire"]).map(lambda turns: with_options(turn_structure=turns))


def offered(state, table, one):
    """Return lines for an offer such as `may fire: tiger`: one of them at least is allowed."""
    enemies = [foe for foe in state.in_play() if foe.side != one.side]
    backward = one.suppressed or state.is_empty_transport(one)
    return {
        "command": [f"activate {one.id}"],
        "fire": [
            f"fire {one.id} at {foe.id} 1 side=yes mode={mode}"
            for foe in enemies
            for mode in (("ap", "he") if foe.soft else ("ap",) if foe.armoured else ("he",))
        ],
        "combat": [f"assault {one.id} at {foe.id}" for foe in must_fight(state, table, one)],
        "movement": [f"move {one.id} " + ("fallback=yes" if backward else "0,01")],
    }[state.clock.phase]


@pytest.mark.wording
@settings(deadline=None, max_examples=30)
@given(seeds, tables)
def test_what_status_says_may_be_done_may_be_done(seed, table):
    state = anywhere(seed)
    for one in state.in_play():
        assert not falls_back_first(one) or hear(state, to_fall_back(one), table).fine
    assert hear(state, "next", table).fine == (not pending(state, table))
    for one in may_act(state, table):
        waits = any(other.fall_back_owed for other in state.in_play())  # what is owed is made first
        lines = offered(state, table, one)
        assert waits or any(hear(state, line, table).fine for line in lines), one.id


@settings(deadline=None, max_examples=30)
@given(seeds, tables)
def test_what_is_hinted_is_not_refused_for_the_reason_it_was_hinted_for(seed, table):
    draw, state = random.Random(seed), anywhere(seed)
    for line in (any_line(draw) for _ in range(15)):
        said = hear(state, line, table)
        for command in hinted(said.hint):
            assert not hear(state, command, table).senseless, (line, said)
        for rule, words, tell in said.rules:
            told = [tell if tell.split()[0] in line else f"{line} {tell}"] if tell else []
            for command in (*hinted(words), *told):
                again = hear(state, command, table)
                assert not again.senseless
                assert (rule, words) not in [one[:2] for one in again.rules], (line, command)


SAME = [
    ("move {a} open=1 rough=1", "move {a} open=1", "move {a} rough=1"),
    ("move {a} open=2 obstacles=1", "move {a} obstacles=1", "move {a} open=2"),
    ("move {a} 1 mount={b}", "move {a} 1", "move {a} mount={b}"),
    ("move {a} dismount=yes 1", "move {a} dismount=yes", "move {a} 1"),
    ("move {a} 1 contact={z}", "move {a} 1", "move {a} contact={z}"),
    ("move {a} 1 takes=mill", "move {a} 1", "move {a} takes=mill"),
    ("move {a} fallback=yes", "move {a} fallback=1", "move {a} fallback=1"),
    ("artillery x {a}=S {z}=F", "artillery x {a}=S", "artillery x {z}=F"),
]


@settings(deadline=None, max_examples=30)
@given(seeds, tables)
def test_one_command_comes_to_the_same_as_two(seed, table):
    draw, state = random.Random(seed), anywhere(seed)
    if state.clock.phase in ("command", "combat"):
        state = replace(state, clock=replace(state.clock, phase="movement"))
    own = [one.id for one in state.in_play(state.clock.side)]
    foes = [one.id for one in state.in_play() if one.side != state.clock.side]
    for lines in SAME * (2 if own and foes else 0):
        names = {"a": draw.choice(own), "b": draw.choice(own), "z": draw.choice(foes)}
        once, first, second = (line.format(**names) for line in lines)
        if "fallback" in once and state.elements[names["a"]].fall_back_owed != 2:
            continue
        one, two, after = hear(state, once, table), hear(state, first, table), state
        if two.fine:
            after = play(state, first, table)
            two = hear(after, second, table)
        assert one.fine == two.fine, (once, one, two)
        assert not one.fine or play(state, once, table) == play(after, second, table), once


@settings(deadline=None, max_examples=30)
@given(seeds, tables, st.sampled_from(list(TABLE.phases)))
def test_on_to_a_phase_is_one_phase_after_another(seed, table, phase):
    state = after = anywhere(seed)
    fine, steps = True, 0
    while fine and (not steps or after.clock.phase not in (phase, "over")):
        fine, steps = hear(after, "next", table).fine, steps + 1
        after = play(after, "next", table) if fine else after
    assert hear(state, f"next {phase}", table).fine == fine
    assert not fine or play(state, f"next {phase}", table) == after


@clause("D20-CC-04")
def test_a_fight_of_this_turn_is_none_of_the_next():
    state = at(field(tank={"touches": ("foe",), "done": ("fought",)}, foe={"done": ("fought",)}), "movement")
    assert list(refusals("next", situation("next", "movement", state))) == ["CC-04"]
    assert refusals("next", situation("next", "combat", state)) == {}

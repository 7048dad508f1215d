"""Tests of laws of any small Star General game: columns add up, refused acts throw no dice, states can be read back."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.catalogue import says
from tests.star_general.games import (
    BOOKS,
    FIRE,
    LIGHT,
    ROWS,
    SIDES,
    TABLES,
    board,
    fire,
    state_of,
    table,
    tally,
)
from umpire.core.answers import Answers
from umpire.core.dice import SeededDice
from umpire.core.mistakes import Mistake
from umpire.core.odds import odds
from umpire.core.procedure import Wanted, resolve
from umpire.game.rulebook.modifiers import values_of
from umpire.rulesets.star_general import FAMILY as star_general
from umpire.rulesets.star_general.combat.pools import CombatSituation
from umpire.rulesets.star_general.effects import apply
from umpire.rulesets.star_general.scenario import WRITTEN
from umpire.rulesets.star_general.state import State

ORDERS = st.sampled_from("MMHHDR")
BOARDS = [None, board(". . w . .\n. s . t .\n. . b . .\nl . . . h"), board(". . . . .\n. . . . .", hexes="flat")]
GROUND = st.sampled_from(["", "open", "woods", "bocage", "stream", "bridge", "beach", "town"])


@st.composite
def scenarios(draw: st.DrawFn, book: str) -> tuple[dict[str, Any], Any]:
    """Return the sections of a legal scenario, perhaps with losses, and its map."""
    on = draw(st.sampled_from(BOARDS))
    labels = (
        [on.grid.label(on.grid.at(c + 1, r + 1)) for c in range(on.grid.columns) for r in range(on.grid.rows)]
        if on
        else []
    )
    places = iter(draw(st.permutations(labels)))
    units = {
        key: {"name": draw(st.sampled_from(["one", "two", key])), "side": side, "order": draw(ORDERS)}
        for key, side in (("reds", "Red"), ("blues", "Blue"), ("extra", "Red"))
    }
    stands: dict[str, dict[str, Any]] = {}
    kinds = st.sampled_from([kind for kind in TABLES[book].core if kind != "hq"])
    for unit in units:
        for index in range(draw(st.integers(0, 3))):
            stands[f"{unit}{index}"] = core(draw, book, draw(kinds), {"unit": unit})
        if draw(st.booleans()):
            stands[f"{unit}hq"] = core(draw, book, "hq", {"unit": unit})
    for side in SIDES:
        for index in range(draw(st.integers(0, 2))):
            stands[f"{side.lower()}gun{index}"] = core(draw, book, "artillery", {"side": side})
    for key, card in list(stands.items()):
        if on and draw(st.integers(0, 4)):
            card["hex"] = next(places, "")
        if draw(st.booleans()):
            support = draw(st.sampled_from([LIGHT[book], *TABLES[book].support]))
            gone = {"sp": 0} if card.get("sp") == 0 or draw(st.integers(0, 4)) == 0 else {}
            stands[f"{key}s"] = {"name": f"{key} support", "type": support, "host": key, **gone}
    return {"units": units, "stands": stands}, on


def core(draw: st.DrawFn, book: str, kind: str, owner: dict[str, str]) -> dict[str, Any]:
    """Return a core stand, perhaps of another strength than in the table."""
    card: dict[str, Any] = {"name": f"a {kind}", "type": kind, **owner}
    full = ROWS[book]["core"][kind]["sp"]
    if draw(st.integers(0, 3)) == 0:
        full = card["full"] = draw(st.integers(1, 6))
    if draw(st.booleans()):
        card["sp"] = draw(st.integers(0, full))
    if draw(st.integers(0, 4)) == 0:
        card["fs"] = draw(st.integers(0, 9))
    if kind == "artillery" and draw(st.booleans()):
        card["supply"] = draw(st.integers(0, 5))
        card["shots"] = draw(st.integers(0, 5))
    for flag in ("elite", "superior_gun", "armoured"):
        if draw(st.integers(0, 3)) == 0:
            card[flag] = True
    return card


def built(book: str, written: tuple[dict[str, Any], Any]) -> State:
    sections, on = written
    return state_of(sections, TABLES[book], on, SIDES)


both = st.sampled_from(BOOKS)
games = both.flatmap(lambda book: st.tuples(st.just(book), scenarios(book)))


@st.composite
def fires(draw: st.DrawFn) -> tuple[State, CombatSituation]:
    """Return a state, and a fire in it that makes sense, allowed by the rules or not."""
    book, written = draw(games)
    state = built(book, written)
    alive = [stand for stand in state.stands.values() if stand.alive and not stand.host]
    by_side = {side: [stand.id for stand in alive if stand.side == side] for side in SIDES}
    if not all(by_side.values()):
        sections = {
            "units": {
                "reds": {"name": "r", "side": "Red"},
                "blues": {"name": "b", "side": "Blue", "order": draw(ORDERS)},
            },
            "stands": {
                "a": core(draw, book, "medium", {"unit": "reds"}) | {"sp": 1},
                "z": core(draw, book, "infantry", {"unit": "blues"}) | {"sp": 1},
            },
        }
        state = built(book, (sections, None))
        by_side = {"Red": ["a"], "Blue": ["z"]}
    mine, theirs = draw(st.permutations(SIDES))
    firers = draw(st.lists(st.sampled_from(by_side[mine]), min_size=1, max_size=draw(st.integers(1, 3)), unique=True))
    target = draw(st.sampled_from(by_side[theirs]))
    guns = [name for name in by_side[mine] if "gun" in name and name not in firers and draw(st.integers(0, 2)) == 0]
    answering = [name for name in by_side[theirs] if "gun" in name and name != target and draw(st.booleans())]
    words = [*firers, "at", target, *(["with", *guns] if guns else []), *(["reply", *answering] if answering else [])]
    words += [f"range={draw(st.sampled_from([2, 2, 2, 1, 3, 4]))}"] if draw(st.integers(0, 3)) else []
    words += [f"line={draw(st.sampled_from(['clear', 'clear', 'blocked']))}"] if draw(st.booleans()) else []
    in_units = [name for name in (*firers, target) if state.stands[name].unit]
    words += [f"{name}.command={draw(st.sampled_from(['yes', 'yes', 'no']))}" for name in in_units]
    for name in (firers[0], target):
        ground = draw(GROUND)
        words += [f"{name}.terrain={ground}"] if ground else []
    options = {
        name: draw(st.sampled_from(values_of(ROWS[book], name)))
        for name in ROWS[book]["options"]
        if draw(st.integers(0, 3)) == 0
    }
    return state, fire(state, " ".join(words), table(book, **options))


@given(fires())
@settings(max_examples=70, deadline=None)
def test_columns_add_up_and_no_stand_has_less_than_none(shot):
    _, sit = shot
    for pool in (sit.attack, sit.answer):
        if pool is None:
            continue
        columns = list(pool.by_stand())
        assert sum(total for _, total, _ in columns) == pool.dice == sum(x.amount for x in pool.lines if x.applied)
        assert all(total >= 0 for _, total, _ in columns)
        assert all(line.rule and line.words for line in pool.lines)


def lawful(state: State, sit: CombatSituation) -> bool:
    """True if the rules of distant fire allow this, computed directly from section 3 of the books."""
    table, shooters, target = sit.table, sit.attackers, sit.target
    arms = {"infantry", "tank"} | ({"artillery"} if table.options["initiator_types"] == "any_but_hq" else set())
    orders = {state.units[each.stand.unit].order if each.stand.unit else "none" for each in shooters}
    if not orders <= {"M", "H"} or len({each.stand.unit for each in shooters}) > 1:
        return False
    if len(shooters) > (2 if orders == {"M"} else 1):
        return False
    for each in shooters:
        within = 2 <= each.distance <= {"TSG": 3, "3SG": 2}[table.prefix]
        if table.core[each.stand.kind].arm not in arms or not within or not each.in_command or each.blocked:
            return False
    battery, status = not target.stand.unit, target.status
    may_reply = (status in "HD" and not battery) or (status == "H" and table.options["battery_may_call_support"])
    may_reply = (
        may_reply and target.in_command and target.stand.kind != "hq" and (not battery or target.stand.shots > 0)
    )
    for guns, may in ((sit.guns, orders == {"M"}), (sit.reply_guns, may_reply)):
        if guns and not may:
            return False
        if len(guns) > 2 or any(gun.distance > gun.stand.range or not gun.stand.shots for gun in guns):
            return False
    return True


@given(fires())
@settings(max_examples=100, deadline=None)
def test_a_fire_is_refused_if_and_only_if_a_rule_forbids_it(shot):
    state, sit = shot
    refused = FIRE.objections(sit)
    assert (not refused) == lawful(state, sit), refused
    assert all(objection.rule and objection.words for objection in refused)


@given(fires())
@settings(max_examples=40, deadline=None)
def test_odds_add_up_to_one_on_few_paths(shot):
    _, sit = shot
    counted = odds(lambda: FIRE.procedure(sit))
    assert sum(weight for _, weight in counted.outcomes) == counted.total
    assert counted.paths <= (9 if sit.table.options["loss_cap_scope"] == "side" else 3 * (2 * len(sit.attackers) + 1))
    names = {tuple(name for name, _ in result.tally) for result, _ in counted.outcomes}
    assert len(names) == 1


@given(fires(), st.integers(0, 999))
@settings(max_examples=70, deadline=None)
def test_what_is_resolved_is_applied_within_bounds(shot, seed):
    state, sit = shot
    result, _ = resolve(FIRE.procedure(sit), Answers(SeededDice(str(seed)), 0, roll_rest=True, defaults=True))
    after = apply(state, result.effects, sit.table)
    came = tally(result)
    lost = {sit.foe_side: 0, sit.side: 0}
    fighting = {stand.id for each in (*sit.attackers, sit.target) for stand in (each.stand, *each.supports)}
    for name, stand in after.stands.items():
        was = state.stands[name]
        assert 0 <= stand.sp <= was.sp
        assert 0 <= stand.shots <= was.shots
        assert was.shots - stand.shots <= 1
        if name in fighting:
            lost[stand.side] += was.sp - stand.sp
        assert not (stand.host and stand.alive and not after.stands[stand.host].alive), f"{name} is left alone"
    if not says(result.instructions, sit.table.rules["reduced_to_hq"]):  # then an HQ that fought is removed besides
        assert lost == {side: came[side] for side in lost}
    assert state_of(WRITTEN.sections(after, sit.table), sit.table, after.map, SIDES) == after
    assert star_general.read_state(star_general.plain(after), after.map) == after


@given(games)
@settings(max_examples=70, deadline=None)
def test_a_state_comes_back_as_it_was_written(game):
    book, written = game
    state = built(book, written)
    again = state_of(WRITTEN.sections(state, TABLES[book]), TABLES[book], state.map, SIDES)
    assert again == state
    assert WRITTEN.sections(again, TABLES[book]) == WRITTEN.sections(state, TABLES[book])


@given(games, st.text(alphabet="abz01 =.@", max_size=12), st.sampled_from(["with", "reply", "at", "z.range=", "line="]))
@settings(max_examples=70, deadline=None)
def test_any_words_are_a_fire_or_a_mistake(game, words, more):
    book, written = game
    state = built(book, written)
    names = list(state.stands)[:2]
    line = " ".join((*names, "at", words, more))
    with suppress(Mistake, Wanted):
        resolve(FIRE.procedure(fire(state, line, book)), Answers(SeededDice("x"), 0))

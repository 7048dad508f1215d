"""Tests of acts without a game: types instead of stands, and the answers."""

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.games import at_terminal
from umpire.rulesets import find

CORE = ("infantry", "militia", "heavy", "medium", "light")
GROUND = ("open", "woods", "village", "stream")
STARTER = ("tiger", "sherman", "halftrack", "rifles", "heavy-mg", "at-gun")
STANDS = ("Panther", "Sherman", "RG", "HMG", "Mortars", "Truck")
TWO_STAR = "--rules two-star-general "


@st.composite
def combats(draw, ruleset):
    """Return combats of either book: the sections of a scenario, the line in a game, and the line of types."""
    firers = draw(st.lists(st.sampled_from(CORE), min_size=1, max_size=2))
    target = draw(st.sampled_from(CORE))
    orders, shot = draw(st.tuples(st.sampled_from("MH"), st.sampled_from("MHD"))), draw(st.booleans())
    with_mg, guns = draw(st.booleans()), draw(st.integers(0, 2))
    facts = f"terrain={draw(st.sampled_from(GROUND))}" + f" range={draw(st.integers(2, 3))}" * shot
    stands = {f"a{n}": {"name": f"{type} a{n}", "type": type, "unit": "x"} for n, type in enumerate(firers, 1)}
    stands |= {"t1": {"name": f"{target} t1", "type": target, "unit": "y"}}
    stands |= {"t2": {"name": "mg t2", "type": "mg", "host": "t1"}} if with_mg else {}
    stands |= {
        f"g{n}": {"name": f"artillery g{n}", "type": "artillery", "side": "Attacker"} for n in range(1, guns + 1)
    }
    units = {key: {"name": key, "side": side, "order": order}
             for key, side, order in zip("xy", ("Attacker", "Defender"), orders, strict=True)}  # fmt: skip
    verb = "fire" if shot else "assault"
    named = " ".join(f"a{n}" for n in range(1, len(firers) + 1))
    game = f"{verb} {named} at t1 {facts}" + " with" * bool(guns) + "".join(f" g{n}" for n in range(1, guns + 1))
    asked = f"{verb} {' '.join(firers)} order={orders[0]} at {target} {'mg ' * with_mg}order={orders[1]} {facts}"
    asked += f" with {guns} artillery" if guns else ""
    return ruleset, {"units": units, "stands": stands}, game, asked


@st.composite
def shots(draw):
    """Return shots of one element at another."""
    one, other = draw(st.sampled_from(STARTER)), draw(st.sampled_from(STARTER))
    quality, down = draw(st.sampled_from(("green", "regular", "veteran"))), draw(st.booleans())
    facts = f"{draw(st.integers(1, 24))} cover={draw(st.sampled_from(('none', 'soft', 'hard')))}"
    starter = find("d20-elements").table().rows["starter"]
    x = {"name": f"{starter[one]['name']} a1", "side": "Attacker", "model": one, "quality": quality, "suppressed": down}
    y = {"name": f"{starter[other]['name']} t1", "side": "Defender", "model": other}
    asked = f"fire {one} quality={quality} suppressed={'yes' if down else 'no'} at {other} {facts}"
    return "d20-elements", {"elements": {"a1": x, "t1": y}}, f"fire a1 at t1 {facts}", asked


@st.composite
def engagements(draw):
    """Return engagements of one stand with another."""
    one, other, grade = draw(st.sampled_from(STANDS)), draw(st.sampled_from(STANDS)), draw(st.sampled_from("ABCD"))
    facts = f"{draw(st.integers(1, 12)) * 100} light={draw(st.sampled_from(('day', 'twilight')))}"
    markers, dug = draw(st.integers(0, 2)), draw(st.booleans())
    groups = {key: {"name": key, "side": side, "grade": own}
              for key, side, own in (("x", "Attacker", grade), ("y", "Defender", "B"))}  # fmt: skip
    stands = {f"{key}hq": {"group": key, "type": "Command"} for key in groups}
    stands |= {"a1": {"name": f"{one} a1", "type": one, "group": "x", "markers": markers}}
    stands |= {"t1": {"name": f"{other} t1", "type": other, "group": "y", "dug_in": dug}}
    asked = f"fire {one} grade={grade} markers={markers} at {other} dug-in={'yes' if dug else 'no'} {facts}"
    return "asp-ww2", {"groups": groups, "stands": stands}, f"fire a1 at t1 {facts}", asked


ANY = st.one_of(combats("two-star-general"), combats("three-star-general"), shots(), engagements())


@settings(max_examples=24, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(case=ANY)
def test_a_question_without_a_game_is_answered_as_in_a_game_of_the_same_facts(table, case):
    ruleset, sections, game, asked = case
    header = {"name": "same", "ruleset": ruleset, "sides": ["Attacker", "Defender"]}
    (table.folder / "same.toml").write_text(tomli_w.dumps({**header, **sections}))
    (table.folder / "same.umpire").unlink(missing_ok=True)
    begun = table.say("new same.toml -g same.umpire")
    assert begun.code == 0, begun
    in_game = table.say(f"{game} --odds --explain --json -g same.umpire")
    without = table.say(f"{asked} --odds --explain --json --rules {ruleset}")
    assert without.code == in_game.code, (in_game, without)
    if in_game.code == 0:
        for key in ("title", "odds", "throws", "explained", "notes"):
            assert without.plain[key] == in_game.plain[key]
        assert set(in_game.plain["assumed"]) <= set(without.plain["assumed"])
    else:
        assert {each["rule"] for each in without.plain.get("refused", ())} == {
            each["rule"] for each in in_game.plain.get("refused", ())
        }


EXAMPLE = "fire 2 medium at infantry order=D terrain=village range=2"


def test_nothing_is_written_and_what_is_not_told_is_assumed_and_said(table):
    said = table.say(f"{TWO_STAR}{EXAMPLE} --dice 665544/44 --defaults")
    assert said.code == 0
    assert "assumed: Attacker on move, full strength, clear line of fire" in said.out
    assert said.out.rstrip().endswith("nothing recorded")
    assert list(table.folder.iterdir()) == []


def test_a_game_in_the_folder_is_left_alone(table):
    game = table.game()
    before = game.read_bytes()
    assert table.say(f"{TWO_STAR}{EXAMPLE} --roll --defaults").code == 0
    assert game.read_bytes() == before


def test_what_if_compares_types_too(table):
    said = table.say(f"{TWO_STAR}what-if {EXAMPLE} with artillery --json")
    assert "without artillery g1" in said.out


def test_dice_that_are_missing_are_wanted_with_a_line_that_can_be_typed(table):
    said = table.say(f"{TWO_STAR}{EXAMPLE}")
    assert said.code == 4
    assert f'hint: umpire {EXAMPLE} --dice "<6 dice>/<2 dice>" --rules two-star-general' in said.err


@pytest.mark.parametrize(
    ("line", "what", "hint"),
    [
        ("fire 2 medum at infantry 2", "no type is called 'medum'", "did you mean medium?"),
        ("fire medium at infantry 2 forest", "'forest' is not understood", "type terrain=forest"),
        ("fire medium at infantry order=X 2", "defenders.order: found", ""),
        ("fire medium sp=9 at infantry 2", "a1.sp: 9 strength points, but 4 at most", "a number from 0 to 4"),
        ("fire mg at infantry 2", "needs a core stand: mg", "name the core stand first: infantry mg"),
        ("fire medium at infantry t4.sp=2 2", "this line names no 't4'", "it names a1, t1"),
        ("move medium 3", "move needs a game", "commands that need no game: fire, assault, artillery"),
        ("fire medium", "the target is missing", ""),
        ("fire", "fire: the name of an attacking stand is missing", ""),
    ],
)
def test_what_is_wrong_with_a_line_is_said_with_a_hint(table, line, what, hint):
    said = table.say(TWO_STAR + line)
    assert said.code == 2
    assert what in said.err
    assert hint in said.err


def test_a_rule_that_says_no_is_heard(table):
    said = table.say(f"{TWO_STAR}fire medium order=D at infantry 2 --odds")
    assert said.code == 3
    assert said.err.startswith("refused: ")


def test_types_may_be_called_as_they_are_printed_and_several(table):
    said = table.say("--rules asp-ww2 fire 1 Panzer 4 at Tiger II 600 --odds")
    assert said.out.startswith("Panzer 4 a1: fire at Tiger II t1, 600 m")
    said = table.say("--rules two-star-general fire 2 mediums at infantry 2 --odds")
    assert said.out.startswith("medium a1 and medium a2: fire at infantry t1")


def test_at_a_question_there_is_no_game_to_look_at_but_facts_may_change(tmp_path):
    six, four = (f"Attacker fire, {dice} dice (Enter rolls): " for dice in (6, 4))
    code, seen = at_terminal(
        *f"{TWO_STAR}{EXAMPLE}".split(),
        cwd=tmp_path,
        answers=[(six, "status\n"), (six, "+artillery\n"), (six, "+range=3\n"), (four, "1111/1\n")],
    )
    assert code == 0
    assert "status: there is no game to show" in seen
    assert "'artillery' cannot be added" in seen
    assert "fire at infantry t1 (village), range 3" in seen
    assert seen.rstrip().endswith("nothing recorded")
    assert list(tmp_path.iterdir()) == []

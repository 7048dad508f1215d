"""Tests of house rows that refuse an act, or give a throw a different number from the book."""

from __future__ import annotations

import tomllib

import pytest

from tests.game.test_asked import PLAYED, every_ruleset
from tests.in_memory import Game
from tests.places import EXAMPLES
from tests.witnesses.witnesses import table_file
from umpire.cli.prompt.completion import offers
from umpire.cli.prompt.live import live
from umpire.core.mistakes import FileMistake, Mistake
from umpire.core.odds import explain, odds
from umpire.play.possible import can
from umpire.play.turn import Refused, prepare
from umpire.show.page import Page
from umpire.show.status import can_lines

FOG = """
[fact.fog]
is = "yes/no"
words = "fog lies on the field"
says.yes = "in fog"

[[refuse]]
id = "fog"
at = "fire"
when = { fog = true }
words = "nobody sees anything in fog"
rule = "club 1"
"""
VALUE = {"two-star-general": 'code = "1"', "three-star-general": 'code = "1"'}
AT = {"asp-ww2": "effect"}
INSTEAD = """
[[instead]]
id = "{id}"
at = "{at}"
when = {{ light = "{light}" }}
{value}
words = "{words}"
rule = "{rule}"
"""
LINE = {ruleset: line for ruleset, (_, line, _, _) in PLAYED.items()} | {"d20-elements": "fire tiger at firefly 6"}


def club(ruleset: str, text: str) -> Game:
    """Return the opening with these house rules."""
    scenario = (EXAMPLES / f"{PLAYED[ruleset][0]}.toml").read_text(encoding="utf-8")
    return Game(scenario, table_file(ruleset, tomllib.loads(text)))


def prepared(game: Game, line: str, ruling: str = ""):
    """Return the act of a line, prepared up to its throw. Raises Refused."""
    verb, *words = line.split()
    return prepare(game.first, verb, words, ruling=ruling)


def rules_of(ready) -> dict[str, str]:
    """Return the key of every possible throw -> the words and rules of its needed number, or the rule that it
    hits by.
    """
    pools = [pool for step in explain(ready.make) for pool in step.pools]
    return {pool.key: " ".join([pool.rule, *(f"{one.words} {one.rule}" for one in pool.lines)]) for pool in pools}


@every_ruleset
def test_a_row_refuses_an_act_and_a_ruling_overrules_it(ruleset):
    game, line = club(ruleset, FOG), LINE[ruleset]
    with pytest.raises(Refused) as refused:
        prepared(game, f"{line} fog=yes")
    name = game.first.family.names(game.first.state)[line.split()[1]]
    (no,) = [each for each in refused.value.objections if each.rule == "club 1"]
    assert no.words == f"{name}: nobody sees anything in fog"
    ready = prepared(game, f"{line} fog=yes", ruling="the moon")
    assert no in ready.overruled
    assert not [each for each in prepared(game, line, ruling="x").overruled if each.rule == "club 1"]
    assert any("fire: nobody sees anything in fog" in each and "in fog club 1" in each for each in game.sheet)
    assert not any("nobody sees" in each for each in club(ruleset, "").sheet)


@every_ruleset
def test_a_refusal_names_the_fact_that_nobody_typed_and_that_would_answer_it(ruleset):
    own = FOG.replace('says.yes = "in fog"', 'of = "element"' if ruleset == "d20-elements" else 'of = "stand"')
    game, line = club(ruleset, own.replace("fog = true", "fog = false")), LINE[ruleset]
    one = line.split()[1]
    with pytest.raises(Refused) as refused:
        prepared(game, line)
    (no,) = [each for each in refused.value.objections if each.rule == "club 1"]
    assert no.words.endswith(f", unless {one}.fog=yes")
    with pytest.raises(Refused) as refused:
        prepared(game, f"{line} {one}.fog=no")
    (no,) = [each for each in refused.value.objections if each.rule == "club 1"]
    assert "unless" not in no.words
    still = prepared(game, f"{line} {one}.fog=yes", ruling="x").overruled
    assert not [each for each in still if each.rule == "club 1"]


def test_a_row_about_activating_asks_the_fact_of_that_element():
    own = FOG.replace('says.yes = "in fog"', 'of = "element"').replace('at = "fire"', 'at = "activate"')
    game = club("d20-elements", own.replace("fog = true", "fog = false"))
    with pytest.raises(Refused) as refused:
        prepared(game, "activate gren")
    assert any(each.words.endswith(", unless gren.fog=yes") for each in refused.value.objections)
    still = prepared(game, "activate gren gren.fog=yes", ruling="x").overruled
    assert not [each for each in still if each.rule == "club 1"]


@every_ruleset
def test_can_knows_what_is_refused(ruleset):
    game, (_, one, *_) = club(ruleset, FOG), LINE[ruleset].split()
    far = {"asp-ww2": ["range=600"], "d20-elements": ["range=6"]}.get(ruleset, [])
    for facts, refused in ((far, False), ([*far, "fog=yes"], True)):
        found = [each for each in can(game.first, one, facts) if each.verb == "fire"]
        assert any(no.rule == "club 1" for each in found for no in each.no) == refused


@pytest.mark.parametrize(
    ("ruleset", "arm", "typed", "barred"),
    [
        ("asp-ww2", "infantry", "range=300", {"r1", "r2"}),
        ("d20-elements", "Mech", "range=6", {"sherman", "firefly"}),
    ],
)
def test_can_says_which_target_a_house_row_refuses_where_others_remain(ruleset, arm, typed, barred):
    _, one, *_ = LINE[ruleset].split()
    book, kept = club(ruleset, "").first, club(ruleset, FOG.replace("fog = true", f'foe_arm = "{arm}"')).first
    (by_book,), (found,) = ([one for one in can(game, one, [typed]) if one.verb == "fire"] for game in (book, kept))
    names = kept.family.names(kept.state)
    assert not by_book.barred
    assert {who for who, _ in found.barred} == {names[id] for id in barred}
    assert {each.id for each in by_book.targets} - {each.id for each in found.targets} == barred
    said = " ".join(" ".join(can_lines(Page(400), names[one], [found])).split())
    assert f"not at {found.barred[0][0]}: nobody sees anything in fog (club 1)" in said


def shown(session, line: str) -> str:
    """Return the live line, once it is ready."""
    steps = live(session, line)
    try:
        while True:
            next(steps)
    except StopIteration as end:
        return str(end.value)


@pytest.mark.parametrize("ruleset", ["two-star-general", "three-star-general"])
def test_live_line_and_completion_know_what_is_refused(ruleset):
    everywhere = FOG.replace("fog = true", 'foe_arm = "infantry"')
    line = LINE[ruleset]
    verb, one, at, foe = line.split()
    free, kept = club(ruleset, "").first, club(ruleset, everywhere).first
    assert foe in [each.word for each in offers(free, f"{verb} {one} {at} ")]
    assert foe not in [each.word for each in offers(kept, f"{verb} {one} {at} ")]
    assert "club 1" in shown(kept, line)
    assert "club 1" not in shown(free, line)


@every_ruleset
def test_the_first_row_that_holds_gives_the_value_and_the_throw_names_its_rule(ruleset):
    value = VALUE.get(ruleset, "need = 4")
    rows = [("a", "night", value, "black night", "club 2"), ("b", ["night", "day"], "", "any light", "club 3")]
    text = ""
    for id, light, own, words, rule in rows:
        at = AT.get(ruleset, "hit")
        text += INSTEAD.format(id=id, at=at, light="L", value=own or value.replace("1", "56"), words=words, rule=rule)
        text = text.replace('"L"', str(light).replace("'", '"') if isinstance(light, list) else f'"{light}"')
    game, line = club(ruleset, text), LINE[ruleset].replace(" 600", " 0")
    key = {"asp-ww2": "effect", "d20-elements": "fire"}.get(ruleset, "attack")
    by_night, by_day = (prepared(game, f"{line} light={light}", ruling="x") for light in ("night", "day"))
    assert "club 2" in rules_of(by_night)[key]
    assert "club 3" not in rules_of(by_night)[key]
    assert "club 3" in rules_of(by_day)[key]
    assert "club" not in rules_of(prepared(game, f"{line} light=twilight", ruling="x"))[key]
    twilight = prepared(game, f"{line} light=twilight", ruling="x")
    if ruleset != "asp-ww2":  # there the light changes the throw without any row
        assert odds(by_night.make).outcomes != odds(twilight.make).outcomes
    assert any("black night" in each and "club 2" in each for each in game.sheet)


def test_in_asp_a_target_that_may_not_fire_cannot_reply():
    row = FOG.replace("fog = true", 'arm = "infantry", fog = true')
    game = club("asp-ww2", row)
    by_fog, by_day = (prepared(game, f"fire t1 at r1 100{fog}") for fog in (" fog=yes", ""))
    name = game.first.family.names(game.first.state)["r1"]
    silent = f"{name}: cannot shoot back: nobody sees anything in fog (club 1)"
    assert silent in by_fog.situation.known.notes
    assert silent not in by_day.situation.known.notes
    keys = {pool.key for step in explain(by_fog.make) for pool in step.pools}
    assert "effect" in keys
    assert "effect-reply" not in keys
    assert "effect-reply" in {pool.key for step in explain(by_day.make) for pool in step.pools}


FOXHOLE = """
[fact.foxhole]
is = "yes/no"
words = "a foxhole"
of = "{of}"
why.no = "not in a foxhole"
says.yes = "in a foxhole"

[[modifier]]
id = "foxhole"
at = "{at}"
on = "{on}"
of = "firer"
when = {{ foe_foxhole = true }}
amount = -1
words = "against a foxhole"
rule = "club 1"

[[refuse]]
id = "foxhole"
at = "fire"
when = {{ foe_foxhole = true, foxhole = true }}
words = "one foxhole does not fire at another"
rule = "club 2"
"""


@every_ruleset
def test_a_fact_of_ones_own_is_asked_of_the_other_side(ruleset):
    own = {"asp-ww2": ("effect", "roll", "stand"), "d20-elements": ("hit", "roll", "element")}
    at, on, of = own.get(ruleset, ("", "dice", "stand"))
    text = FOXHOLE.format(at=at, on=on, of=of)
    text = text if ruleset == "d20-elements" else text.replace('of = "firer"\n', "")
    text = text if at else text.replace('at = ""\non = "dice"\n', "").replace("{ foe", '{ what = "core", foe', 1)
    game, line = club(ruleset, text), LINE[ruleset]
    _, one, _, foe, *_ = line.split()

    def struck(typed: str) -> set[tuple[str, str]]:
        pools = [pool for step in explain(prepared(game, f"{line} {typed}", ruling="x").make) for pool in step.pools]
        return {(pool.side, each.of) for pool in pools for each in pool.lines if each.rule == "club 1" and each.applied}

    names = game.first.family.names(game.first.state)
    assert not struck("")
    assert {each for _, each in struck(f"{foe}.foxhole=yes")} == {names[one]}
    assert {each for _, each in struck(f"{one}.foxhole=yes")} <= {names[foe]}  # in d20 fire is not returned
    assert bool(struck(f"{one}.foxhole=yes")) == (ruleset != "d20-elements")
    with pytest.raises(Refused) as refused:
        prepared(game, f"{line} foxhole=yes")
    assert "club 2" in [each.rule for each in refused.value.objections]
    assert any("the other side in a foxhole" in each for each in game.sheet)


@every_ruleset
def test_the_sheet_names_throws_in_words_and_distances_as_they_are_measured(ruleset):
    at = {"d20-elements": "sup", "asp-ww2": "effect"}.get(ruleset, "hit")
    value = VALUE.get(ruleset, "need = 4")
    row = INSTEAD.format(id="a", at=at, light="night", value=value, words="as ever", rule="club 2")
    game = club(ruleset, FOG.replace("fog = true", 'range = "> 8"') + row)
    called = {"sup": "to remove suppression", "effect": "score required", "hit": "hit"}[at]
    assert any(f"{called}: as ever" in each for each in game.sheet)
    beyond = {"d20-elements": "more than 8 away", "asp-ww2": "beyond 8 m"}.get(ruleset, "9")
    assert any("nobody sees" in each and beyond in each for each in game.sheet)


WRONG = [
    (
        '[fact.bog]\nis = "yes/no"\nwords = "bog"\n' + FOG.replace("fog = true", "foe_bog = true"),
        "a row cannot use this fact for",
    ),
    ('[[refuse]]\nid = "x"\nat = "fire"\nwhen = {}\nwords = "w"', "refuse.x.rule: missing"),
    (FOG.replace('at = "fire"', 'at = "fly"'), 'refuse.fog.at: found the text "fly", expected'),
    (FOG.replace("fog = true", "fog = 1"), "refuse.fog.when.fog: found 1, expected true or false"),
    (FOG.replace("fog = true", "frog = true"), "refuse.fog.when.frog: a row cannot use this fact"),
    (FOG + "amount = 2", "refuse.fog.amount: unknown key"),
    (FOG.replace("[[refuse]]", "[[refuze]]"), "refuze: unknown section"),
    (FOG.replace("[[refuse]]", "[[instead]]"), "instead.fog."),
    ('[[refuse]]\nat = "fire"', "refuse item 1.id: missing"),
]


@every_ruleset
@pytest.mark.parametrize(("text", "what"), WRONG)
def test_what_is_wrong_in_such_a_row_is_said_with_its_key(ruleset, text, what):
    with pytest.raises(FileMistake) as wrong:
        club(ruleset, text)
    assert what in wrong.value.what


@every_ruleset
def test_a_fact_that_only_another_act_hangs_on_is_not_asked_for(ruleset):
    other = {"asp-ww2": "march", "d20-elements": "activate"}.get(ruleset, "assault")
    game = club(ruleset, FOG)
    assert "fog" in game.first.act("fire").facts
    assert "fog" not in game.first.act(other).facts
    verb, *words = LINE[ruleset].split()
    with pytest.raises(Mistake):
        prepare(club(ruleset, "").first, verb, [*words, "fog=yes"], ruling="x")


MINES = """
[fact.mines]
is = "yes/no"
words = "stands in mines"
of = "stand"

[[modifier]]
id = "mines"
when = {{ what = "core", foe_mines = true }}
amount = -1
words = "target in mines"
rule = "club 1"
in_words = ["{}"]
"""


@pytest.mark.parametrize("said", ["mines", "foe_mines"])
def test_words_that_name_a_fact_of_the_other_side_are_not_said_again_on_the_sheet(said):
    sheet = club("two-star-general", MINES.format(said)).sheet
    assert any("target in mines" in line for line in sheet)
    assert not any("stands in mines" in line for line in sheet)


GUNS = """
[[refuse]]
id = "far"
at = "{}"
when = {{ {}, range = "> 2" }}
words = "guns reach two hexes in rain"
rule = "club 1"
"""


@pytest.mark.parametrize(("at", "line"), [("fire", "fire ta at para"), ("assault", "assault ta at para ta.range=1")])
@pytest.mark.parametrize("of", ['arm = "artillery"', 'what = "gun"'])
@pytest.mark.parametrize("called", ["with", "reply"])
def test_a_row_about_guns_refuses_a_gun_that_is_called_by_its_own_range(at, line, of, called):
    game, gun = club("two-star-general", GUNS.format(at, of)), {"with": "g1", "reply": "g2"}[called]
    name = game.first.family.names(game.first.state)[gun]
    ready = [prepared(game, f"{line} {called} {gun} {gun}.range={far}", ruling="x") for far in (3, 2)]
    found, none = ([no.words for no in one.overruled if no.rule == "club 1"] for one in ready)
    assert found == [f"{name}: guns reach two hexes in rain"]
    assert not none


def test_a_row_that_asks_no_arm_is_not_asked_of_a_called_gun():
    game = club("two-star-general", GUNS.format("fire", "day = 1"))
    ready = prepared(game, "fire ta at para with g1 g1.range=5", ruling="x")
    assert not [no for no in ready.overruled if no.rule == "club 1"]

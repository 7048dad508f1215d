"""Tests of the names that a word stands for, at the table and in a scenario: ids, printed names, hints."""

from importlib import import_module

import pytest

from umpire.core.mistakes import did_you_mean
from umpire.game.naming import find, meant, named

TANKS = [("ta", "tank A"), ("tb", "tank B"), ("hq", "Grey HQ (old)"), ("dug-in", "in a trench")]


@pytest.mark.parametrize(
    ("word", "id"),
    [
        ("ta", "ta"),
        ("TA", "ta"),
        ("tank A", "ta"),
        ("Tank-b", "tb"),
        ("dugin", "dug-in"),
        ("Dug In", "dug-in"),
        ("trench", "dug-in"),
        ("GREY", "hq"),
        ("old", "hq"),
        ("tank", ""),  # two have it
        ("a", ""),  # three letters or more
        ("HQ", "hq"),
        ("tank C", ""),
        ("", ""),
    ],
)
def test_an_id_a_whole_name_or_a_word_that_nothing_else_has(word, id):
    assert meant(word, TANKS) == id


def test_a_word_that_something_else_has_means_neither():
    units = {"grey": "Tank Regiment"}
    assert find("grey", {"hq": "Grey HQ"}, units) is None
    assert find("HQ", {"h": "Grey HQ"}, {"x": "HQ Company"}) is None  # two letters
    assert find("company", {"h": "Grey Company"}, {"x": "HQ Company"}) is None
    assert find("company", {"h": "Grey Company"}, {"x": "HQ"}) == "Grey Company"


def test_rows_have_the_names_they_are_also_called():
    rows = {"woods": {"words": "woods", "also": "forest, the wood"}, "M": "move", "plain": None}
    assert list(named(rows)) == [
        ("woods", "woods"),
        ("woods", "forest"),
        ("woods", "the wood"),
        ("M", "move"),
        ("plain", "plain"),
    ]


def test_what_is_meant_comes_before_what_is_spelled_alike():
    import_module("umpire.game.lines")  # which has the words that people type for things
    assert did_you_mean("orchard", ["road", "woods", "works"]) == "did you mean woods?"
    assert did_you_mean("attack", ["fire", "assault", "stack"]) == "did you mean fire or assault?"
    assert did_you_mean("rear", ["area", "arc"]) == "did you mean arc?"
    assert did_you_mean("tank", ["ta", "tb"], names=TANKS) == "did you mean ta (tank A) or tb (tank B)?"
    assert did_you_mean("trench", ["ta", "dug-in"], names=TANKS) == "did you mean dug-in (in a trench)?"


def test_a_printed_name_is_typed_for_an_id(table):
    table.game()
    by_id = table.say("fire ta tb at para 2 --odds")
    assert by_id.code == 0
    assert table.say("fire ta tb at Paratroops 2 --odds") == by_id
    assert table.say("fire", "Tank A", "tb", "at", "paratroops", "2", "--odds") == by_id
    assert table.say("status paratroops") == table.say("status para")
    assert "did you mean ta (tank A) or tb (tank B)?" in table.say("fire tank at para 2").err


@pytest.mark.parametrize("word", ["forest", "Forest", "woods"])
def test_ground_by_the_words_of_the_book(table, word):
    table.game("without-a-map")
    line = "fire p1 at k1 3 terrain={} --explain --ruling test"
    said = table.say(line.format(word))
    assert said.code == 0, said
    assert said.out == table.say(line.format("woods")).out


def test_a_scenario_names_types_as_sheets_and_the_book_do(table):
    text = (table.folder / "x.toml").write_text
    head = 'name = "T"\nruleset = "asp-ww2"\nsides = ["A", "B"]\n'
    head += '[groups.g]\nname = "G"\nside = "A"\ngrade = "B"\n'
    types = ["Jeep", "land rover", "SU85", "KV1", "Rifle Group", "light barrage", "StuG III", "Panzer 1"]
    stands = "".join(f'[stands.s{at}]\ngroup = "G"\ntype = "{kind}"\n' for at, kind in enumerate(types))
    head += 'hq = "s4"\n'
    text(head + stands.replace('"G"', '"g"'))
    assert table.say("new x.toml").code == 0
    kept = table.say("export").out
    assert [line.split('"')[1] for line in kept.splitlines() if line.startswith("type")] == [
        "Truck", "Truck", "SU85", "KV1", "RG", "LB", "StuG", "Panzer 1/2",
    ]  # fmt: skip


def test_set_takes_the_names_it_shows(table):
    table.game()
    table.say("set para type=militia")
    assert table.say("set", "paratroops", "type=medium armour").code == 0
    assert 'type = "medium"' in table.say("export").out
    assert table.say("set pz order=hold").code == 0


def test_set_changes_all_that_are_named_before_the_first_key(table):
    table.game()
    said = table.say("set ta tb sp=1 wrecks in the road")
    assert said.out.splitlines()[:2] == ["tank A: sp 4→1", "tank B: sp 2→1"]
    assert "wrecks in the road" in table.say("log 2").out
    assert table.say("set ta sp=3 lost to tb").out.splitlines()[:-1] == ["tank A: sp 1→3"]


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("set ta order=D", "type set pz order=D"),
        ("set game round=2", "type set clock round=2"),
    ],
)
def test_set_names_the_owner_of_a_key(table, line, hint):
    table.game()
    assert hint in table.say(line).err


@pytest.mark.parametrize(
    ("scenario", "line", "what", "hint"),
    [
        ("worked-example-1", "fire ta at para village with mg", "'village'", "type terrain=village"),
        ("worked-example-1", "fire ta at para terrain=orchard", "terrain 'orchard'", "did you mean woods?"),
        ("worked-example-1", "fire ta at para ta.sp=2", "ta.sp", "type set ta sp=2"),
        ("worked-example-1", "attack nobody at para", "'attack'", "did you mean fire or assault?"),
        ("d20-opening", "fire tiger at sherman 6 hunted", "'hunted'", ""),
        ("worked-example-1", "fire ta at grean", "'grean'", "one of: "),
        ("asp-opening", "fire t1 at a1 450 rear=yes", "rear", "did you mean arc?"),
        ("asp-opening", "fire t1 at p1 600 call=3", "call: it makes no difference to this `fire`", "leave it"),
        (
            "asp-opening",
            "fire t1 at p1 600 t1.called=no",
            "t1.called: it makes no difference to this `fire`",
            "leave it",
        ),
        ("asp-opening", "fire t1 at p1 600 wind=3", "wind: `fire` does not take this fact", "`fire` takes range, "),
        ("asp-opening", "fire t1 at a1 450 opt", "'opt'", "type it as option=..."),
    ],
)
def test_the_word_not_understood_is_the_word_that_is_named(table, scenario, line, what, hint):
    table.game(scenario)
    said = table.say(line)
    assert said.code == 2
    first, second = said.err.splitlines()
    assert what in first
    assert hint in second


@pytest.mark.parametrize(
    ("scenario", "line"),
    [("d20-evening", "fire"), ("d20-evening", "overrun"), ("d20-evening", "assault"), ("d20-opening", "fire")],
)
def test_the_line_of_a_hint_can_be_typed(table, scenario, line):
    table.game(scenario)
    table.say("set clock phase=movement" if line == "overrun" else "set clock phase=fire")
    hint = table.say(line).err.splitlines()[1].partition("for example: ")[2]
    named = {word for word in hint.split()[1:] if word.isalnum() and not word.isdigit() and word not in ("at", "by")}
    assert len(named) == 2
    assert table.say(f"{hint} --ruling now --dry-run --roll --defaults").code == 0
    assert not any(f"({rule})" in table.say(hint).err for rule in ("OVR-01", "OVR-06", "HIT-17"))


def test_a_fact_is_told_of_a_name(table):
    table.game()
    by_id = table.say("fire ta tb at para ta.range=3 tb.range=2 --explain")
    assert by_id.code == 0
    by_name = table.say("fire", "tank A", "tb", "at", "para", "tank A.range=3", "tb.range=2", "--explain")
    assert by_name.out == by_id.out
    assert table.say("order", "Panzer Battalion=hold").code == table.say("order pz=H").code

"""Tests of house rules laid over a published table: rows that differ, and every mistake with its key and the expected
value.
"""

import tomllib
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from umpire.core.mistakes import FileMistake
from umpire.game.rulebook.overlay import FIXED, check_rows, laid_over, read_house
from umpire.game.rulebook.sheet import declared
from umpire.game.rulebook.tables import read_table_file
from umpire.play.documents import played_table
from umpire.rulesets import FAMILIES, find

KNOWN = list(FAMILIES)
BASES = {ruleset: read_table_file(ruleset, KNOWN).rows for ruleset in KNOWN}
SECTIONS = {ruleset: find(ruleset).family().sections() for ruleset in KNOWN}
every_ruleset = pytest.mark.parametrize("ruleset", KNOWN)


def laid(text, ruleset="two-star-general"):
    return laid_over(BASES[ruleset], tomllib.loads(text), SECTIONS[ruleset])


def row(rows, section, **named):
    return next(each for each in rows[section] if all(each[key] == value for key, value in named.items()))


def refused(text, ruleset="two-star-general"):
    with pytest.raises(FileMistake) as wrong:
        laid(text, ruleset)
    assert len(wrong.value.what.splitlines()) == 1
    return wrong.value


# -- what differs ----------------------------------------------------------------------------------------------------


@every_ruleset
def test_nothing_laid_over_a_table_is_that_table(ruleset):
    assert laid("", ruleset) == BASES[ruleset]
    assert (
        laid_over(
            BASES[ruleset],
            {name: {} for name, rows in BASES[ruleset].items() if isinstance(rows, dict) and name not in FIXED},
            SECTIONS[ruleset],
        )
        == BASES[ruleset]
    )


@every_ruleset
def test_a_published_table_laid_over_itself_is_itself(ruleset):
    """Everything in a published table is valid, and its rows are recognised."""
    base = BASES[ruleset]
    assert laid_over(base, {name: rows for name, rows in base.items() if name not in FIXED}, SECTIONS[ruleset]) == base


@every_ruleset
def test_a_published_table_says_what_its_family_declares(ruleset):
    check_rows(BASES[ruleset], declared(SECTIONS[ruleset]))


@every_ruleset
def test_the_published_rows_are_left_as_they_were(ruleset):
    before = deepcopy(BASES[ruleset])
    option, values = next(iter(before["option_values"].items()))
    laid_over(
        BASES[ruleset],
        {"options": {option: list(values)[-1]}, "modifier": [{"id": before["modifier"][0]["id"], "amount": 3}]},
        SECTIONS[ruleset],
    )
    assert BASES[ruleset] == before


def test_a_number_of_a_row_and_nothing_else_of_it():
    rows = laid("[core.infantry]\nsp = 6")
    assert rows["core"]["infantry"] == {**BASES["two-star-general"]["core"]["infantry"], "sp": 6}
    assert rows["core"]["militia"] == BASES["two-star-general"]["core"]["militia"]


def test_rows_of_lists_by_id_and_by_their_key_fields():
    rows = laid(
        '[[modifier]]\nid = "mg"\namount = 2\n[[group]]\nid = "armour-or-cover"\nleast = -2\n'
        '[[to_hit]]\nattacker = "M"\ntarget = "D"\nattack = "56"\n'
        '[[support_rights]]\nrole = "attacker"\nstatus = "H"\nguns = true\n'
    )
    assert row(rows, "modifier", id="mg")["amount"] == 2
    assert row(rows, "group", id="armour-or-cover")["least"] == -2
    assert row(rows, "to_hit", attacker="M", target="D")["attack"] == "56"
    assert row(rows, "support_rights", role="attacker", status="H")["guns"] is True
    for section in ("modifier", "to_hit", "support_rights"):
        assert len(rows[section]) == len(BASES["two-star-general"][section])


def test_a_list_may_be_written_by_its_ids():
    assert laid("[modifier.mg]\namount = 2") == laid('[[modifier]]\nid = "mg"\namount = 2')


def test_a_value_takes_the_place_of_the_option_that_decided_it():
    rows = laid('[[to_hit]]\nattacker = "H"\ntarget = "H"\nattack = "56"')
    assert "attack_option" not in row(rows, "to_hit", attacker="H", target="H")


def test_conditions_and_lists_are_replaced_whole():
    rows = laid('[modifier.mg]\nwhen = { what = "support", type = "mg", mode = "close" }')
    assert row(rows, "modifier", id="mg")["when"] == {"what": "support", "type": "mg", "mode": "close"}
    rows = laid("[score]\nRG = [3, 3, 4, 5, 6, 6, '-', '-']", "asp-ww2")
    assert rows["score"]["RG"] == [3, 3, 4, 5, 6, 6, "-", "-"]


def test_rows_come_and_go():
    rows = laid(
        "[modifier.elite]\nremove = true\n[core.militia]\nremove = true\n"
        '[terrain.dunes]\nwords = "dunes"\nhalts = true\n'
        '[pace.camel]\nwords = "camels"\nnormal = 2\nstrategic = 5\nrule = "club 2"\n[core.camels]\nwords = "camels"\n'
        'arm = "infantry"\nsp = 4\nfs = 2\nmobility = "camel"\nrule = "club 2"\n'
    )
    assert "elite" not in [each["id"] for each in rows["modifier"]]
    assert "militia" not in rows["core"]
    assert rows["terrain"]["dunes"] == {"words": "dunes", "halts": True}
    assert rows["core"]["camels"]["mobility"] == "camel"


def test_rows_with_a_least_total_stay_in_order():
    rows = laid("[[penetration.row]]\nleast = 13\nresults = ['-', '-', '-', 'S', 'S', 'K', 'K', 'K']", "d20-elements")
    assert [each["least"] for each in rows["penetration"]["row"]] == [1, 8, 11, 13, 15, 18]


def test_options_are_checked_against_their_values():
    assert laid('[options]\nloss_cap_scope = "hex"')["options"]["loss_cap_scope"] == "hex"
    wrong = refused('[options]\nloss_cap_scope = "hexx"')
    assert wrong.what == 'options.loss_cap_scope: found the text "hexx", expected one of: side, hex, stand'
    assert wrong.hint == "did you mean hex?"
    assert "hex: each hex loses at most 2 strength points in a combat" in refused("[options]\nloss_cap_scope = 7").hint
    assert laid("[options]\nh_attack_vs_h_or_d = 6\nretreat_start_zoc_sp = '0'")["options"].items() >= {
        ("h_attack_vs_h_or_d", "6"),
        ("retreat_start_zoc_sp", 0),
    }
    assert "expected one of: true, false" in refused("[options]\nair_in_artillery_phase = 1").what
    assert refused('[options]\nloss_scope = "hex"').hint == "did you mean loss_cap_scope?"


def test_conditions_keep_to_the_legend_of_the_table():
    """H9: the field of a condition has words, and a value that it can have."""
    own = '[modifier.mg]\nwhen = { what = "support", type = "bren" }\n'
    assert 'found the text "bren"' in refused(own).what
    assert laid(own + '[support.bren]\nwords = "carriers"\nrule = "club 3"\n')
    wrong = refused("[modifier.mg]\nwhen = { wind = true }")
    assert wrong.what == "modifier.mg.when.wind: a row cannot use this fact"
    assert all(field in wrong.hint for field in BASES["two-star-general"]["fact"])
    assert "expected true or false" in refused("[modifier.mg]\nwhen = { in_water = 'yes' }").what
    assert "expected a whole number" in refused("[modifier.mg]\nwhen = { range = 'far' }").what


@every_ruleset
def test_what_a_condition_may_be_is_told_for_every_word(ruleset):
    for name, asked in BASES[ruleset].get("fact", {}).items():
        assert asked["is"] in ("yes/no", "number") or asked["is"], name


@every_ruleset
def test_a_new_modifier_names_the_throw_it_is_for(ruleset):
    first = BASES[ruleset]["modifier"][0]
    row = {"id": "own", "when": {}, "amount": 1, "words": "own", "rule": "club 1"}
    if "at" not in first:
        assert laid_over(BASES[ruleset], {"modifier": [row]}, SECTIONS[ruleset])
        return
    with pytest.raises(FileMistake, match="a new row needs `at`"):
        laid_over(BASES[ruleset], {"modifier": [row]}, SECTIONS[ruleset])
    there = {**row, **{key: first[key] for key in ("at", "of") if key in first}}
    with pytest.raises(FileMistake, match="a new row needs `on`"):
        laid_over(BASES[ruleset], {"modifier": [there]}, SECTIONS[ruleset])
    with pytest.raises(FileMistake, match="'dice'"):
        laid_over(BASES[ruleset], {"modifier": [{**there, "on": "dice"}]}, SECTIONS[ruleset])
    with pytest.raises(FileMistake, match="'nowhere'"):
        laid_over(BASES[ruleset], {"modifier": [{**there, "on": "roll", "at": "nowhere"}]}, SECTIONS[ruleset])


def test_a_section_of_which_nothing_is_declared_cannot_be_changed():
    with pytest.raises(FileMistake, match="limits: a house file cannot change this"):
        laid_over({"limits": {"reach": 2}}, {"limits": {"reach": 3}}, {})


# -- mistakes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "what", "hint"),
    [
        ("[cores.infantry]\nsp = 6", "cores: unknown section", "did you mean core"),
        ("[core.infantry]\nfss = 6", "core.infantry.fss: unknown key", "did you mean fs"),
        ("[limits]\ncomand_range = 3", "limits.comand_range: unknown key", "did you mean command_range"),
        ("[core.infantry]\nsp = 'six'", 'core.infantry.sp: found the text "six", expected a whole number', ""),
        ("[core.infantry]\nsp = true", "core.infantry.sp: found true, expected a whole number", ""),
        ("[core.infantry]\nsp = 6.0", "core.infantry.sp: found 6.0, expected a whole number", ""),
        ("[core.infantry]\nsp = -1", "core.infantry.sp: found -1, expected a whole number from 0 to 99", ""),
        ("[core.infantry]\nsp = 1979-05-27", "core.infantry.sp: found a date or time, expected a whole number", ""),
        ("[core]\ninfantry = 6", "core.infantry: found 6, expected a table", ""),
        ("core = 6", "core: found 6, expected a table", ""),
        ("[core.infantry]\nmobility = 'weeled'", "core.infantry.mobility: found the text", "did you mean wheeled"),
        (
            "[core.camels]\nsp = 6",
            "core.camels: no row has this name; a new row needs `words`, `arm` (infantry, tank, artillery or hq), "
            "`fs`, `rule`",
            "",
        ),
        ("[core.infantri]\nsp = 6", "core.infantri: no row has this name", "did you mean infantry"),
        ("[modifier.elit]\namount = 2", "modifier.elit: no row has this name", "did you mean elite"),
        ("[modifier.elit]\nremove = true", "modifier.elit: no row to remove has this name", "did you mean elite"),
        ("[modifier.elite]\nremove = 1", "modifier.elite.remove: found 1, expected true", ""),
        ("[modifier.elite]\nremove = true\namount = 1", "modifier.elite.amount: the row is removed", ""),
        ("[[modifier]]\namount = 1", "modifier item 1.id: missing: which row is it?", "a row is named by its id"),
        ("[[to_hit]]\nattacker = 'M'", "to_hit item 1.target: missing", "attacker and target"),
        ("[[modifier]]\nid = 'mg'\n[[modifier]]\nid = 'mg'", "modifier.mg: appears twice", ""),
        ("[to_hit]\nM = 1", "to_hit: found a table, expected a list of tables", "write [[to_hit]]"),
        ("[modifier.mg.when]\nwhta = 'core'", "modifier.mg.when.whta: a row cannot use this fact", "mean what"),
        ("[modifier.mg.when]\nwhat = 'cor'", 'modifier.mg.when.what: found the text "cor"', "mean core"),
        ("[modifier.mg.when]\nelite = 'yes'", "modifier.mg.when.elite: found the text", ""),
        ("[modifier.mg.when]\nrange = { least = 3 }", "modifier.mg.when.range: found a table", 'write range = ">= 3"'),
        (
            "[modifier.mg.when]\nrange = { min = 2, max = 6 }",
            "modifier.mg.when.range: found a table, expected a whole number or a bound in quotes",
            'write range = ">= 2 and <= 6"',
        ),
        ("[modifier.mg.when]\nrange = '> x'", 'modifier.mg.when.range: found the text "> x"', '">= 3"'),
        ("[modifier.mg.when]\nmode = 'not cloze'", 'modifier.mg.when.mode: found the text "not cloze"', "mean close"),
        ("[modifier.mg.when]\nmode = { min = 3 }", "modifier.mg.when.mode: found a table, expected a text", ""),
        ("[modifier.mg]\noption = { loss_cap_scope = 'x' }", "modifier.mg.option.loss_cap_scope: found", ""),
        (
            "[[to_hit]]\nattacker='M'\ntarget='M'\nattack='7'",
            'to_hit.M-M.attack: found the text "7", expected the faces that hit',
            "",
        ),
        ("[rules]\nphase_move = '5.1-06'", "rules: a house file cannot change this", ""),
        ("[option_values]\nloss_cap_scope = ['x']", "option_values: a house file cannot change this", ""),
        ('[words]\nunit = "bat\\ntalion"', "words.unit: found the text", ""),
    ],
)
def test_what_does_not_fit_is_said_with_its_key(text, what, hint):
    wrong = refused(text)
    assert wrong.what.startswith(what)
    assert hint in wrong.hint


@pytest.mark.parametrize(
    ("ruleset", "text", "what"),
    [
        ("asp-ww2", "[score]\nRG = [3, 3]", "score.RG: found a list of 2, expected a list of 8"),
        ("asp-ww2", "[score]\nRG = [3, 3, 4, 5, 6, 6, 'x', '-']", 'score.RG item 7: found the text "x"'),
        ("asp-ww2", "[going]\nopen = 'GG'", 'going.open: found the text "GG", expected 7 letters'),
        ("asp-ww2", "[limits]\nmarch_step = 0", "limits.march_step: found 0, expected a whole number from 1"),
        ("asp-ww2", "[types.Tiger]\ncolumn = 'ZA'", 'types.Tiger.column: found the text "ZA"'),
        ("asp-ww2", "[tactical.B]\nremove = true", "tactical.B: the rules name this row, so it cannot be removed"),
        (
            "d20-elements",
            "[group.he-cover]\nleast = -200",
            "group.he-cover.least: found -200, expected a whole number from -99 to 99",
        ),
        ("asp-ww2", "[zone]\ndie = ['Desert']", "zone.die: found a list of 1, expected a list of 6"),
        ("d20-elements", "[type.Wh.allowance]\nsnow = 3", "type.Wh.allowance.snow: unknown key"),
        ("d20-elements", "[star.mortar]\ncolumn = '9:1'", "star: found a table, expected a list of tables"),
        ("d20-elements", "[[star]]\nweapon = 'mortar'\ncolumn = '9:1'", 'star.mortar.column: found the text "9:1"'),
        ("d20-elements", "[starter.tiger]\ntype = 'Mechs'", 'starter.tiger.type: found the text "Mechs"'),
    ],
)
def test_what_does_not_fit_the_other_tables(ruleset, text, what):
    assert refused(text, ruleset).what.startswith(what)


@pytest.mark.parametrize(
    ("doc", "what"),
    [
        ({"id": "a", "name": "A"}, "extends: missing"),
        ({"extends": "x", "name": "A"}, "id: missing"),
        ({"extends": "x", "id": "a b", "name": "A"}, "id: found"),
        ({"extends": "x", "id": "a", "name": ""}, "name: found"),
        ({"extends": "x", "id": "a", "name": 3}, "name: found 3"),
        ({"extends": ["x"], "id": "a", "name": "A"}, "extends: found a list of 1"),
    ],
)
def test_a_house_file_says_what_it_is(doc, what):
    with pytest.raises(FileMistake) as wrong:
        read_house(doc)
    assert wrong.value.what.startswith(what)


# -- any overlay -----------------------------------------------------------------------------------------------------

scalars = st.one_of(
    st.integers(-5, 12), st.booleans(), st.sampled_from(["", "x", "M", "6|55", "infantry", "\n"]), st.floats()
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["id", "sp", "remove", "when", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@st.composite
def overlays(draw, base):
    """Return overlays: mostly pieces of the table, some of them changed, misspelt, moved or removed."""
    over = {}
    for name in draw(st.lists(st.sampled_from([*base, "cores"]), max_size=3, unique=True)):
        over[name] = draw(piece(base.get(name, {})))
    return over


@st.composite
def piece(draw, value):
    if draw(st.integers(0, 9)) == 0:
        return draw(values)
    if isinstance(value, dict):
        keys = draw(st.lists(st.sampled_from([*value, "remove", "xx"]), max_size=2, unique=True))
        known = list(value.values()) or [1]
        return {key: draw(piece(value.get(key, True if key == "remove" else known[0]))) for key in keys}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        rows = draw(st.lists(st.sampled_from(value), max_size=2))
        changed = [draw(piece(row)) for row in rows]
        names = ("id", "attacker", "target", "role", "status", "weapon", "least", "key")
        return [
            {**{key: row[key] for key in names if key in row}, **new} if isinstance(new, dict) else new
            for row, new in zip(rows, changed, strict=True)
        ]
    return draw(st.one_of(st.just(value), scalars, values))


@pytest.mark.slow
@every_ruleset
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_any_overlay_is_a_table_or_a_clean_mistake(ruleset, data):
    over = data.draw(overlays(BASES[ruleset]))
    before = deepcopy(BASES[ruleset])
    house = {"extends": ruleset, "id": "any", "name": "Any", **over}
    try:
        rows = laid_over(
            BASES[ruleset],
            {key: value for key, value in house.items() if key not in ("extends", "id", "name")},
            SECTIONS[ruleset],
        )
        assert rows.keys() == before.keys()
        played_table(find(ruleset), [house], ["any.toml"])
    except FileMistake as wrong:
        assert len(wrong.what.splitlines()) == 1  # noqa: PT017
        assert len(wrong.hint.splitlines()) <= 1  # noqa: PT017
    assert BASES[ruleset] == before

"""Tests of checks on files that people write: every mistake is one line with its key, its value and the
expected one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from umpire.core.frozen import frozen
from umpire.core.mistakes import FileMistake
from umpire.game.check import check_form, check_header
from umpire.game.naming import written_sequence


@frozen
class Crew:
    men: int = 5
    officer: bool = False


@frozen
class Stand:
    name: str
    sp: int = 4
    order: Literal["M", "H", "D", "none"] | None = None
    hexes: tuple[str, ...] = ()
    spot: tuple[int, int] | None = None
    ap: int | Literal["*"] | None = None
    label: int | str = 0
    share: float = 1.0
    tired: bool = False
    crew: Crew | None = None


@frozen
class Unit:
    name: str


@frozen
class Form:
    stands: dict[str, Stand]
    units: Mapping[str, Unit] = field(default_factory=dict)
    ground: dict[str, Literal["open", "wood"]] = field(default_factory=dict)
    weather: Literal["fair", "rain"] = "fair"


HEADER = 'name = "Hill"\nruleset = "tiny"\nsides = ["Red", "Blue"]\n'


def refused(text: str) -> tuple[str, str]:
    """Return the message about these sections, and its hint."""
    with pytest.raises(FileMistake) as said:
        check_form(tomllib.loads(text), Form)
    assert len(said.value.what.splitlines()) == 1
    return said.value.what, said.value.hint


def refused_header(text: str) -> str:
    with pytest.raises(FileMistake) as said:
        check_header(tomllib.loads(text))
    assert len(said.value.what.splitlines()) == 1
    return said.value.what


def test_sections_become_the_form_with_its_defaults() -> None:
    form = check_form(
        tomllib.loads(
            """
            weather = "rain"
            [stands.t1]
            name = "Panther"
            hexes = ["0507", "0508"]
            spot = [3, 4]
            ap = "*"
            crew.men = 4
            [units.kg]
            name = "Kampfgruppe"
            [ground]
            0507 = "wood"
            """
        ),
        Form,
    )
    stand = Stand("Panther", hexes=("0507", "0508"), spot=(3, 4), ap="*", crew=Crew(4))
    assert form == Form({"t1": stand}, {"kg": Unit("Kampfgruppe")}, {"0507": "wood"}, "rain")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("sp = true", "stands.t1.sp: found true, expected a whole number"),
        ("sp = 2.0", "stands.t1.sp: found 2.0, expected a whole number"),
        ('sp = "3"', 'stands.t1.sp: found the text "3", expected a whole number'),
        ("tired = 1", "stands.t1.tired: found 1, expected true or false"),
        ('hexes = "0507"', 'stands.t1.hexes: found the text "0507", expected a list, each item a text in quotes'),
        ("hexes = ['0507', 508]", "stands.t1.hexes item 2: found 508, expected a text in quotes"),
        ("spot = [1]", "stands.t1.spot: found a list of 1, expected a list of 2"),
        ("spot = [1, 2, 3]", "stands.t1.spot: found a list of 3, expected a list of 2"),
        ("ap = true", "stands.t1.ap: found true, expected a whole number or *"),
        ('ap = "x"', 'stands.t1.ap: found the text "x", expected a whole number or *'),
        ('order = "Q"', 'stands.t1.order: found the text "Q", expected M, H, D or none'),
        ("crew = 3", "stands.t1.crew: found 3, expected a table with men, officer"),
        ("crew.men = '3'", 'stands.t1.crew.men: found the text "3", expected a whole number'),
        ("sp = 1e400", "stands.t1.sp: the number is too large"),
        ("sp = 99999999999999999999", "stands.t1.sp: the number is too large"),
        ("share = nan", "stands.t1.share: the number is too large"),
        (
            "sp = 1944-06-06",
            "stands.t1.sp: found a date or time, but no key can have this value",
        ),
        (
            'order = "a\\u001b"',
            'stands.t1.order: the text "a\\u001b" has a character that cannot be printed',
        ),
    ],
)
def test_a_value_of_the_wrong_kind_names_key_found_and_expected(line: str, said: str) -> None:
    assert refused(f"[stands.t1]\nname = 'A'\n{line}")[0] == said


def test_a_missing_key_is_named() -> None:
    assert refused("[stands.t1]\nsp = 3")[0] == "stands.t1.name: missing, expected a text in quotes"
    assert refused("")[0] == "stands: missing, expected a table of tables"


def test_an_unknown_key_asks_for_the_one_meant_rather_than_for_what_is_missing() -> None:
    assert refused("[stands.t1]\nnmae = 'A'") == ("stands.t1.nmae: unknown key (and 1 more)", "did you mean name?")
    what, hint = refused("sequnce = 'told'\n[stands]")
    assert what == "sequnce: unknown key"
    assert hint.startswith("did you mean sequence")


def test_a_word_nearly_right_is_suggested() -> None:
    what, hint = refused("weather = 'rian'\n[stands]")
    assert (what, hint) == ('weather: found the text "rian", expected fair or rain', "did you mean rain?")


def test_more_than_one_mistake_is_counted() -> None:
    what, _ = refused("[stands.t1]\nname = 1\nsp = 'x'\n[stands.t2]\nname = 'B'\ntired = 2")
    assert what == "stands.t1.name: found 1, expected a text in quotes (and 2 more)"


def test_a_section_that_is_no_table() -> None:
    assert refused("stands = 3")[0] == "stands: found 3, expected a table of tables"
    assert refused("ground = []\n[stands]")[0] == "ground: found a list of 0, expected a table"


def test_odd_keys_are_shown_on_one_line() -> None:
    what, _ = refused('[stands]\n"a\\nb" = 1')
    assert what.startswith("stands.")
    assert "a\\nb" in what


@pytest.mark.parametrize("id", ["1st", "'a b'", "'é'", "''", "'t.1'", "_x"])
def test_an_id_must_be_a_word_that_can_be_typed(id: str) -> None:
    what, _ = refused(f"[stands.{id}]\nname = 'A'")
    assert what.endswith("an id is a letter, then letters, digits, - or _")


@pytest.mark.parametrize("id", ["at", "With", "REPLY", "game", "none"])
def test_an_id_is_no_word_of_the_commands(id: str) -> None:
    assert refused(f"[stands.{id}]\nname = 'A'")[0] == f"stands.{id}: '{id}' is a word of the commands, not an id"


def test_ids_differ_by_more_than_case_across_sections() -> None:
    what, _ = refused("[stands.t1]\nname = 'A'\n[units.T1]\nname = 'B'")
    assert what == "units.T1: 'T1' is the id of stands.t1"


@pytest.mark.parametrize("name", ['""', '" "', '"A\\nB"'])
def test_a_name_is_one_line(name: str) -> None:
    assert (
        refused(f"[stands.t1]\nname = {name}")[0]
        == f"stands.t1.name: found the text {name}, expected a name on one line"
    )


def test_keys_of_a_plain_table_need_not_be_ids() -> None:
    assert check_form(tomllib.loads("[stands]\n[ground]\n0507 = 'wood'"), Form).ground == {"0507": "wood"}


def test_lax_reads_texts_as_what_is_expected() -> None:
    typed = {
        "name": "7",
        "sp": "3",
        "order": "h",
        "hexes": "0507, 0508",
        "spot": "1,2",
        "ap": "*",
        "label": "0507",
        "share": "0.5",
        "tired": "yes",
        "crew": {"men": "2", "officer": "on"},
    }
    stand = check_form({"stands": {"t1": typed}}, Form, strict=False).stands["t1"]
    assert stand == Stand("7", 3, "H", ("0507", "0508"), (1, 2), "*", "0507", 0.5, True, Crew(2, True))
    assert check_form({"stands": {"t1": {"name": "A", "label": "12", "ap": "6"}}}, Form, strict=False).stands[
        "t1"
    ] == Stand("A", label=12, ap=6)


@pytest.mark.parametrize("text", ["three", "3.5", "1_0", "³", "", " 3", "9" * 30])
def test_lax_leaves_what_does_not_read_as_a_number(text: str) -> None:
    with pytest.raises(FileMistake, match=r"^stands.t1.sp: found the text .* expected a whole number$"):
        check_form({"stands": {"t1": {"name": "A", "sp": text}}}, Form, strict=False)


def test_tables_nested_without_end_are_refused() -> None:
    deep: dict[str, Any] = {}
    for _ in range(5000):
        deep = {"a": deep}
    with pytest.raises(FileMistake, match="too deep"):
        check_form({"stands": deep}, Form, strict=False)


def test_a_header() -> None:
    header = check_header(tomllib.loads(HEADER + 'seed = 1944\n[stands.t1]\nname = "A"'))
    assert (header.name, header.ruleset, header.sides) == ("Hill", "tiny", ("Red", "Blue"))
    assert (header.sequence, header.seed, header.drawn, header.map) == ("told", "1944", 0, None)


@pytest.mark.parametrize(("word", "old", "recorded"), [("free", "told", "told"), ("enforced", "kept", "kept")])
def test_the_sequence_has_a_word_of_today_and_the_one_of_old_scenarios(word: str, old: str, recorded: str) -> None:
    for each in (word, old):
        assert check_header(tomllib.loads(HEADER + f'sequence = "{each}"')).sequence == recorded
    assert written_sequence(recorded) == word


def test_a_header_with_a_map() -> None:
    text = 'sequence = "kept"\n[map]\nhexes = "flat"\nshifted = "odd"\nrows = "..\\n.w"\n'
    text += 'legend = {"." = "open", w = "wood"}'
    header = check_header(tomllib.loads(HEADER + text))
    assert header.sequence == "kept"
    assert header.map is not None
    assert header.map.rows == ("..", ".w")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("name = 3", "name: found 3, expected a text in quotes"),
        ("name = ' '", 'name: found the text " ", expected a name on one line'),
        ("name = 'A\\nB'", ""),
        ('name = "A\\nB"', 'name: found the text "A\\nB", expected a name on one line'),
        ("sides = ['Red']", "sides: found 1, expected the names of at least two sides"),
        ("sides = 'Red'", 'sides: found the text "Red", expected a list, each item a text in quotes'),
        ("sides = ['Red', 'red']", 'sides item 2: the text "red" appears twice, expected different names'),
        ("sides = ['Red', '']", 'sides item 2: found the text "", expected the name of a side'),
        ("sequence = 'loose'", 'sequence: found the text "loose", expected free or enforced'),
        ("seed = true", "seed: found true, expected a whole number or a text in quotes"),
        ("seed = ''", 'seed: found the text "", expected a number or a word'),
        ("drawn = -1", "drawn: found -1, expected the number of dice already rolled from the seed"),
        ("map = 3", "map: found 3, expected a table or a text in quotes"),
        ("map = {hexes = 'round'}", "map.hexes: 'round' is not 'flat' or 'pointy' (and 3 more)"),
        ("map = {hexes = 'flat', shifted = 'odd', legend = {}, rows = 3}", "map.rows: not a block of text"),
    ],
)
def test_a_header_that_is_wrong(line: str, said: str) -> None:
    key = line.split(" ")[0]
    kept = "".join(f"{each}\n" for each in HEADER.splitlines() if not each.startswith(key))
    if said:
        assert refused_header(kept + line) == said
    else:
        assert check_header(tomllib.loads(kept + line)).name == "A\\nB"


def test_each_key_of_the_header_that_must_be_there_is_missed() -> None:
    for key in ("name", "ruleset", "sides"):
        kept = "\n".join(each for each in HEADER.splitlines() if not each.startswith(key))
        assert refused_header(kept).startswith(f"{key}: missing, expected ")


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["M", "A", "t1", "3"])
    | st.dates(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["t1", "name", "sp", "order", "hexes", "spot", "ap", "crew", "men", "label"])
            | st.text(max_size=3),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
keys = st.sampled_from(["stands", "units", "ground", "weather", "name", "sides", "map", "seed", "drawn"])


@given(st.dictionaries(keys | st.text(max_size=4), values | st.dictionaries(st.just("t1"), values)), st.booleans())
@pytest.mark.slow
def test_any_document_is_a_result_or_one_line(doc: dict[str, Any], strict: bool) -> None:
    for check in (lambda: check_header(doc), lambda: check_form(doc, Form, strict=strict)):
        try:
            check()
        except FileMistake as wrong:
            assert len(wrong.what.splitlines()) == 1  # noqa: PT017
            assert "pydantic" not in wrong.what  # noqa: PT017
            assert ": " in wrong.what  # noqa: PT017

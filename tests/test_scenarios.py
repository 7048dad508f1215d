"""Scenarios become games, games are written out and corrected; nothing is lost and nothing half-done is kept."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar, Literal, get_args

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from umpire.core.mistakes import FileMistake, Mistake
from umpire.documents import document, examples, scenario_form
from umpire.game import forms, tables
from umpire.game.store import Snapshot, open_game
from umpire.game.trouble import GameExists, GameMoved
from umpire.play import Session, open_session
from umpire.rulesets import FAMILIES
from umpire.scenarios import (
    amend,
    edited,
    export_text,
    new_game,
    position_from_file,
    position_from_text,
    record_amended,
)

# -- the smallest family there can be ------------------------------------------------------------------------------


@dataclass(frozen=True)
class StandForm:
    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}
    name: str
    side: str
    sp: int | None = None
    hex: str = ""
    flags: tuple[str, ...] = ()
    tired: bool = False


@dataclass(frozen=True)
class Form:
    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}
    stands: dict[str, StandForm]
    ground: dict[str, str] = field(default_factory=dict)
    weather: Literal["fair", "rain"] = "fair"


def to_state(form: Form, table: Any, game_map: Any, sides: tuple[str, ...]) -> Any:
    stands = {}
    for key, stand in form.stands.items():
        if stand.side not in sides:
            raise Mistake(f"stands.{key}.side: there is no side {stand.side!r}")
        full = table["limits"]["sp"]
        if not 0 <= (sp := full if stand.sp is None else stand.sp) <= full:
            raise Mistake(f"stands.{key}.sp: {sp} of {full}")
        stands[key] = {**asdict(stand), "sp": sp}
    return {"stands": stands, "ground": dict(form.ground), "weather": form.weather}


def from_state(state: Any, table: Any) -> dict[str, Any]:
    stands = {}
    for key, stand in state["stands"].items():
        usual = {"sp": table["limits"]["sp"], "hex": "", "flags": [], "tired": False}
        stands[key] = {name: value for name, value in stand.items() if value != usual.get(name)}
    return {"weather": state["weather"], "ground": state["ground"], "stands": stands}


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[None]:
    """Registers the family and gives it a table and an example, unless a test is about the real ones."""
    if "shipped" in request.fixturenames:
        yield
        return
    family = ModuleType("tiny_family")
    act = SimpleNamespace(verb="fire", connectors=("at", "using"), bare=lambda word: "range" if word == "r6" else None)
    family.__dict__.update(
        ACTS={"fire": act},
        read_table=lambda rows: rows,
        read_state=lambda plain, game_map: plain,
        plain=lambda state: state,
        names=lambda state: {key: stand["name"] for key, stand in state["stands"].items()},
    )
    scenario = ModuleType("tiny_family.scenario")
    scenario.__dict__.update(Form=Form, to_state=to_state, from_state=from_state)
    monkeypatch.setitem(sys.modules, "tiny_family", family)
    monkeypatch.setitem(sys.modules, "tiny_family.scenario", scenario)
    monkeypatch.setitem(FAMILIES, "tiny", "tiny_family")
    data = tmp_path / "data"
    (data / "tables").mkdir(parents=True)
    (data / "examples").mkdir()
    (data / "tables" / "tiny.toml").write_text('name = "Tiny"\nformat = 1\n[limits]\nsp = 4\n')
    (data / "examples" / "skirmish.toml").write_text(SKIRMISH)
    monkeypatch.setattr(tables, "data_folder", lambda kind: data / kind)
    monkeypatch.chdir(tmp_path)
    yield


SKIRMISH = """
name = "Skirmish"
ruleset = "tiny"
sides = ["Red", "Blue"]
seed = 1944
weather = "rain"

[map]
hexes = "flat"
shifted = "odd"
rows = '''
. . w
# \\ "
'''
legend = { "." = "open", w = "wood", "#" = "hill", "\\\\" = "marsh", '"' = "town" }
names = { 0101 = "Sainte-Anne" }

[ground]
0301 = "smoke"

[stands.b2]
name = "tank B"
side = "Red"
hex = "0201"

[stands.a1]
name = "tank A"
side = "Blue"
sp = 2
flags = ["dug in", "hidden"]
"""


@pytest.fixture
def game(tmp_path: Path) -> Session:
    return new_game(tmp_path / "game.umpire", "skirmish")


def mistake(session: Session, *words: str) -> Mistake:
    with pytest.raises(Mistake) as said:
        amend(session, words)
    assert len(said.value.what.splitlines()) == 1
    assert session.file.read() == session.snapshot
    return said.value


def edit_mistake(session: Session, old: str, new: str) -> str:
    """What is said when a piece of the exported text is edited so."""
    text = export_text(session)
    assert old in text
    with pytest.raises(FileMistake) as said:
        edited(session, text.replace(old, new, 1))
    return said.value.what


# -- begin ---------------------------------------------------------------------------------------------------------


def test_a_scenario_becomes_a_position() -> None:
    position = position_from_file(Path("skirmish"))
    assert position["game"] == {
        "name": "Skirmish",
        "ruleset": "tiny",
        "tables": tables.read_table_file("tiny", ["tiny"]).digest,
        "house": [],
        "sequence": "told",
        "sides": ["Red", "Blue"],
        "seed": "1944",
        "drawn": 0,
    }
    assert position["map"]["rows"] == '..w\n#\\"'
    assert position["state"]["stands"]["b2"]["sp"] == 4
    assert list(position["state"]["stands"]) == ["b2", "a1"]


def test_without_a_seed_a_fresh_one_is_kept_on_record(tmp_path: Path) -> None:
    text = SKIRMISH.replace("seed = 1944\n", "")
    seeds = {position_from_text(text)["game"]["seed"] for _ in range(5)}
    assert len(seeds) > 1
    (tmp_path / "mine.toml").write_text(text)
    session = new_game(tmp_path / "a.umpire", "mine.toml")
    assert open_session(tmp_path / "a.umpire").head["seed"] == session.head["seed"] != ""


def test_a_seed_given_takes_the_place_of_the_one_written_and_of_its_dice() -> None:
    text = SKIRMISH.replace("seed = 1944", "seed = 1944\ndrawn = 7")
    assert position_from_text(text)["game"]["drawn"] == 7
    head = position_from_text(text, "7")["game"]
    assert (head["seed"], head["drawn"]) == ("7", 0)
    with pytest.raises(Mistake, match="seed"):
        position_from_text(text, "a\udc80")


def test_a_scenario_is_a_path_with_or_without_toml_or_an_example(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(SKIRMISH.replace("Skirmish", "Own"), encoding="utf-8-sig")
    for name in ("own", "own.toml", str(tmp_path / "own.toml")):
        assert position_from_file(name)["game"]["name"] == "Own"
    for name in ("skirmish", "skirmish.toml"):
        assert position_from_file(name)["game"]["name"] == "Skirmish"
    (tmp_path / "skirmish.toml").write_text(SKIRMISH.replace("Skirmish", "Mine"))
    assert position_from_file("skirmish")["game"]["name"] == "Mine"


@pytest.mark.parametrize("name", ["skrimish", "no/such.toml", "", "a\0b", "x" * 5000, "data", "~", ".."])
def test_a_scenario_that_is_not_there(name: str) -> None:
    with pytest.raises(FileMistake) as said:
        position_from_file(name)
    assert said.value.hint == ("did you mean skirmish?" if name == "skrimish" else said.value.hint)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff", "is not UTF-8 text"),
        (b"name = ", "bad.toml: Invalid value (at end of document)"),
        (b"name = 'x'\nruleset ? 3", "bad.toml: Expected '=' after a key in a key/value pair (at line 2, column 9)"),
        (b"a = " + b"9" * 5000, "bad.toml: "),
        (b"a = " + b"[" * 5000, "bad.toml: nested too deep"),
        (b"", "bad.toml: name: missing, expected a text in quotes (and 2 more)"),
        (SKIRMISH.replace("tiny", "tinny").encode(), "bad.toml: ruleset 'tinny' is not known"),
        (SKIRMISH.replace('"Blue"\n', '"Bleu"\n').encode(), "bad.toml: stands.a1.side: there is no side 'Bleu'"),
        (SKIRMISH.replace("sp = 2", "sp = 5").encode(), "bad.toml: stands.a1.sp: 5 of 4"),
        (SKIRMISH.replace("sp = 2", "ps = 2").encode(), "bad.toml: stands.a1.ps: unknown key"),
        (SKIRMISH.replace(". . w", ". . x").encode(), "bad.toml: map.rows line 1: column 3: 'x' is not in the legend"),
        (
            SKIRMISH.replace(".a1]", ".using]").encode(),
            "bad.toml: stands.using: 'using' means something else in `fire`",
        ),
        (SKIRMISH.replace(".a1]", ".r6]").encode(), "bad.toml: stands.r6: 'r6' means something else in `fire`"),
        (SKIRMISH.replace(".a1]", ".ground]").encode(), "bad.toml: stands.ground: 'ground' is the name of a section"),
    ],
)
def test_a_file_that_is_wrong_is_named_with_the_place(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "bad.toml").write_bytes(content)
    with pytest.raises(FileMistake) as wrong:
        new_game(tmp_path / "game.umpire", tmp_path / "bad.toml")
    assert said in wrong.value.what
    assert len(wrong.value.what.splitlines()) == 1
    assert not (tmp_path / "game.umpire").exists()


def test_a_new_game_has_a_first_entry_and_never_overwrites(tmp_path: Path) -> None:
    path = tmp_path / "game.umpire"
    session = new_game(path, "skirmish", "7")
    (entry,) = session.file.entries()
    assert (entry.kind, entry.command, entry.data["title"]) == ("new", "new skirmish --seed 7", "Skirmish (tiny)")
    assert entry.data["outcome"]["words"] == ["Skirmish begins, Red against Blue"]
    before = path.read_bytes()
    with pytest.raises(GameExists):
        new_game(path, "skirmish")
    assert path.read_bytes() == before


# -- export --------------------------------------------------------------------------------------------------------


def test_an_exported_game_begins_again_as_it_is(game: Session) -> None:
    record_amended(amend(game, ["b2", "sp=1", "flags=dug in,x"]), "set")
    again = open_session(game.file.path)
    assert position_from_text(export_text(again)) == again.snapshot.position


def test_dice_go_on_where_they_were(game: Session) -> None:
    game.file.record(1, "fire", {}, {**game.snapshot.position, "game": {**game.head, "drawn": 12}})
    position = position_from_text(export_text(open_session(game.file.path)))
    assert (position["game"]["seed"], position["game"]["drawn"]) == ("1944", 12)


def test_an_export_reads_well(game: Session) -> None:
    text = export_text(game)
    order = (
        "name =",
        "ruleset =",
        "sequence =",
        "sides =",
        "seed =",
        "[map]",
        "[stands.b2]",
        "[stands.a1]",
        "[ground]",
    )
    places = [text.index(word) for word in order]
    assert places == sorted(places)
    assert 'rows = """\n..w\n' in text
    assert "drawn" not in text
    assert "None" not in text


names = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=8)


@given(
    names=st.lists(names, min_size=3, max_size=3), sp=st.integers(0, 4), flags=st.lists(names), weather=st.booleans()
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_stands_in_a_state_comes_back(
    game: Session, names: list[str], sp: int, flags: list[str], weather: bool
) -> None:
    stand = {"name": names[0], "side": "Red", "sp": sp, "hex": "", "flags": flags, "tired": sp == 2}
    state = {"stands": {"b2": stand}, "ground": {names[1]: names[2]}, "weather": "fair" if weather else "rain"}
    position = {**game.snapshot.position, "state": state}
    session = with_position(game, position)
    assert position_from_text(export_text(session)) == position
    assert edited(session, export_text(session)) is None


def with_position(session: Session, position: dict[str, Any]) -> Session:
    """The session as if the game stood so."""
    number, head, _, redo = session.snapshot
    return Session(
        session.file,
        Snapshot(number, head, position, redo),
        session.family,
        session.table_file,
        session.table,
        session.game_map,
        session.family.read_state(position["state"], session.game_map),
    )


# -- set -----------------------------------------------------------------------------------------------------------


def test_set_corrects_the_record_and_says_what_changed(game: Session) -> None:
    amended = amend(game, ["B2", "sp=3", "hex=0102", "knocked", "over"])
    assert amended.words == ("tank B: hex 0201→0102, sp 4→3",)
    assert amended.entry["command"] == "set B2 sp=3 hex=0102 knocked over"
    assert amended.entry["title"] == "set B2 sp=3 hex=0102"
    assert amended.entry["reason"] == "knocked over"
    assert amended.entry["outcome"]["hands"] == ["tank B: hex 0201→0102, sp 4→3"]
    assert game.file.read() == game.snapshot
    assert record_amended(amended, "set b2 sp=3") == 2
    again = open_session(game.file.path)
    assert again.state["stands"]["b2"] | {"sp": 3, "hex": "0102"} == again.state["stands"]["b2"]
    assert [change.path[-1] for change in game.file.entry(2).changes] == ["hex", "sp"]
    json.dumps(amended.entry)


def test_set_reads_lists_yes_and_no_and_takes_away(game: Session) -> None:
    said = amend(game, ["a1", "flags=seen,moved", "tired=yes", "sp=none"]).words
    assert said == ("tank A: flags dug in,hidden→seen,moved, sp 2→4, tired no→yes",)
    assert amend(game, ["a1", "flags=none"]).words == ("tank A: flags dug in,hidden→none",)


def test_set_reaches_plain_sections_and_the_game_itself(game: Session) -> None:
    amended = amend(game, ["ground", "0301=none", "0302=fire"])
    assert amended.words == ("ground: 0301 smoke→none, 0302 none→fire",)
    amended = amend(game, ["game", "weather=fair", "name=Late skirmish", "sequence=kept"])
    assert amended.words == ("game: name Skirmish→Late skirmish, sequence told→kept, weather rain→fair",)
    assert amended.after["game"]["sequence"] == "kept"


def test_a_renamed_thing_and_its_twin_are_told_apart(game: Session) -> None:
    record_amended(amend(game, ["a1", "name=tank B"]), "set")
    assert amend(open_session(game.file.path), ["a1", "sp=1"]).words == ("tank B (a1): sp 2→1",)


@pytest.mark.parametrize(
    ("words", "said", "hint"),
    [
        ([], "nothing is named", "for instance"),
        (["b2"], "nothing to set", "for instance"),
        (["b2", "sp", "3"], "nothing to set", "for instance"),
        (["b3", "sp=3"], "there is no 'b3' to set", "did you mean b2"),
        (["stands", "b2=3"], "there is no 'stands' to set", "one of: b2"),
        (["b2", "ps=3"], "stands.b2.ps: unknown key", "did you mean sp"),
        (["b2", "ps=none"], "stands.b2.ps: unknown key", "did you mean sp"),
        (["b2", "sp=x"], 'stands.b2.sp: found the text "x", expected a whole number', ""),
        (["b2", "sp=9"], "stands.b2.sp: 9 of 4", ""),
        (["b2", "sp=4"], "nothing changed: b2 stands so already", ""),
        (["b2", "hex=0201", "why"], "nothing changed: b2 stands so already", ""),
        (["b2", "sp="], "sp= has no value", "sp=none takes it away"),
        (["b2", "sp=1", "sp=2"], "sp is told twice", ""),
        (["b2", "side=none"], "stands.b2.side: there is no side 'none'", ""),
        (["b2", "name.first=x"], "name.first: name has no keys of its own", ""),
        (["b2", "crew.men=3"], "stands.b2.crew: unknown key", ""),
        (["game", "seed=3"], "seed: this never changes during play", ""),
        (["game", "drawn=none"], "drawn: this never changes during play", ""),
        (["game", "sequence=maybe"], 'sequence: found the text "maybe", expected kept or told', ""),
        (["b2", "name=a\udc80"], "has a character that cannot be printed", ""),
        (["b2", ".=3"], "stands.b2.", ""),
    ],
)
def test_a_set_that_is_wrong(game: Session, words: list[str], said: str, hint: str) -> None:
    wrong = mistake(game, *words)
    assert said in wrong.what
    assert hint in wrong.hint
    assert not isinstance(wrong, FileMistake)


def test_a_correction_of_a_game_that_moved_on_is_not_written(game: Session) -> None:
    amended = amend(game, ["b2", "sp=3"])
    record_amended(amend(game, ["a1", "sp=1"]), "set a1 sp=1")
    with pytest.raises(GameMoved):
        record_amended(amended, "set b2 sp=3")
    assert open_session(game.file.path).state["stands"]["b2"]["sp"] == 4


# -- edit ----------------------------------------------------------------------------------------------------------


def test_an_edit_is_recorded_as_one_entry(game: Session) -> None:
    text = export_text(game).replace("sp = 2", "sp = 1").replace("tank B", "Tiger").replace("0201", "0101")
    text = text.replace('"told"', '"kept"') + '\n[stands.c3]\nname = "mortar"\nside = "Red"\n'
    amended = edited(game, text)
    assert amended is not None
    assert amended.words == (
        "game: sequence told→kept",
        "tank A: sp 2→1",
        "tank B: hex 0201→0101, name tank B→Tiger",
        "c3: added",
    )
    assert record_amended(amended, "edit") == 2
    assert position_from_text(text) == open_game(game.file.path).read().position


def test_an_edit_that_takes_a_thing_away(game: Session) -> None:
    text = export_text(game)
    cut = text[: text.index("[stands.a1]")] + text[text.index("[ground]") :]
    amended = edited(game, cut)
    assert amended is not None
    assert amended.words == ("tank A: removed",)


def test_an_edit_that_changes_nothing_is_none(game: Session) -> None:
    text = export_text(game)
    assert edited(game, text) is None
    assert edited(game, "# a remark\n" + text.replace('seed = "1944"\n', "").replace("..w", " . . w ")) is None


def test_an_edit_that_is_wrong(game: Session) -> None:
    said = "this never changes during play"
    assert edit_mistake(game, "..w", "..#") == f"edit: map: {said}"
    assert edit_mistake(game, '"Blue"', '"Green"') == f"edit: sides: {said}"
    assert edit_mistake(game, '"1944"', "1945") == f"edit: seed: {said}"
    assert edit_mistake(game, '"1944"', '"1944"\ndrawn = 3') == f"edit: drawn: {said}"
    assert edit_mistake(game, '"tiny"', '"tinny"') == f"edit: ruleset: {said}"
    assert edit_mistake(game, "sp = 2", 'sp = "2"') == 'edit: stands.a1.sp: found the text "2", expected a whole number'
    assert edit_mistake(game, "sp = 2", "sp = 7") == "edit: stands.a1.sp: 7 of 4"
    assert edit_mistake(game, "sp = 2", "sp = ").startswith("edit: Invalid value (at line ")


# -- any text ------------------------------------------------------------------------------------------------------

typed = st.one_of(
    st.text(max_size=12),
    st.builds(
        "{}={}".format,
        st.sampled_from(["sp", "hex", "flags", "name", "side", "tired", "weather", "0301", "seed", "a.b", "sp.x"]),
        st.sampled_from(["3", "none", "x", "0101", "a,b", "yes", "-1", "1e9", "9" * 40, "\udc80", "\n"]) | st.text(),
    ),
)


@given(st.lists(typed, max_size=4), st.sampled_from(["b2", "A1", "ground", "game", "x"]))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_words_of_set_are_a_result_or_a_mistake(game: Session, words: list[str], first: str) -> None:
    try:
        amended = amend(game, [first, *words])
    except Mistake as wrong:
        assert len(wrong.what.splitlines()) == 1  # noqa: PT017
        return
    again = with_position(game, json.loads(json.dumps(amended.after)))
    assert position_from_text(export_text(again)) == amended.after


@given(st.text(max_size=60))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_edited_is_a_result_or_a_mistake(game: Session, text: str) -> None:
    base = export_text(game)
    for each in (text, base + text, base.replace("Skirmish", text), base.replace('"tank A"', text)):
        try:
            edited(game, each)
        except FileMistake as wrong:
            assert len(wrong.what.splitlines()) == 1  # noqa: PT017


# -- what ships ----------------------------------------------------------------------------------------------------

SHIPPED = examples()
real = pytest.mark.parametrize("name", SHIPPED)


@pytest.fixture
def shipped() -> None:
    """A test with this fixture uses the real rulesets, tables and examples."""


@real
def test_an_example_loads_and_comes_back_identical(shipped: None, name: str, tmp_path: Path) -> None:
    session = new_game(tmp_path / "game.umpire", name, "7")
    text = export_text(session)
    assert position_from_text(text) == session.snapshot.position
    assert edited(session, text) is None


@real
def test_the_form_of_an_example_forbids_unknown_keys_everywhere(shipped: None, name: str) -> None:
    form = scenario_form(position_from_file(name)["game"]["ruleset"]).Form
    seen: list[Any] = []

    def look(hint: Any) -> None:
        if is_dataclass(hint) and hint not in seen:
            seen.append(hint)
            assert getattr(hint, "__pydantic_config__", {}).get("extra") == "forbid", hint
            assert len(forms.hints(hint)) == len(fields(hint))
        for inner in [*get_args(hint), *forms.hints(hint).values()]:
            look(inner)

    look(form)
    assert len(seen) > 1


ODD = [3, -1, 10**6, True, 2.5, "", "x", "none", "0101", "Nobody", [], ["x"], [1], {}, {"x": 1}]


@real
@given(data=st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_an_example_mended_at_random_is_a_game_or_a_mistake(shipped: None, name: str, data: st.DataObject) -> None:
    """Values moved about or replaced: whatever a form lets pass must load, export and come back."""
    session = virtual(name)
    doc = document(session)
    for _ in range(data.draw(st.integers(1, 2))):
        places = [place for place in leaves(doc) if place[0] not in ("map", "ruleset")]
        *path, last = data.draw(st.sampled_from(places))
        owner = doc
        for key in path:
            owner = owner[key]
        known = [value for place in places if place[-1] == last and (value := at(doc, place)) is not None]
        value = data.draw(st.sampled_from([*ODD, *known]))
        if value == {}:
            del owner[last]
        else:
            owner[last] = value
    text = tomli_w.dumps(doc)
    try:
        position = position_from_text(text)
        edited(session, text)
    except FileMistake as wrong:
        assert len(wrong.what.splitlines()) == 1  # noqa: PT017
        return
    assert position_from_text(export_text(with_position(session, position))) == position


@real
@given(data=st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_set_in_an_example_is_a_result_or_a_mistake(shipped: None, name: str, data: st.DataObject) -> None:
    session = virtual(name)
    doc = document(session)
    section, id, key = data.draw(st.sampled_from([place for place in leaves(doc) if len(place) == 3]))
    keys = list(forms.hints(forms.walk(scenario_form(session.head["ruleset"]).Form, (section, id))[1]) or [key])
    texts = st.sampled_from(
        ["0", "1", "2", "7", "none", "yes", "M", "x", "0101", "1,2", id, str(at(doc, (section, id, key)))]
    )
    words = [f"{data.draw(st.sampled_from(keys))}={data.draw(texts)}" for _ in range(data.draw(st.integers(1, 2)))]
    try:
        amended = amend(session, [id, *words])
    except Mistake as wrong:
        assert len(wrong.what.splitlines()) == 1  # noqa: PT017
        return
    assert amended.words
    again = with_position(session, json.loads(json.dumps(amended.after)))
    assert position_from_text(export_text(again)) == amended.after


def virtual(name: str) -> Session:
    """A game of an example that is in no file."""
    from umpire.game.maps import Map
    from umpire.game.store import GameFile
    from umpire.play import load_family

    position = position_from_file(name)
    ruleset = position["game"]["ruleset"]
    family, table_file = load_family(ruleset), tables.read_table_file(ruleset, list(FAMILIES))
    game_map = Map.from_plain(position["map"]) if position["map"] else None
    return Session(
        GameFile(Path("nowhere.umpire")),
        Snapshot(1, 1, position, None),
        family,
        table_file,
        family.read_table(table_file.rows),
        game_map,
        family.read_state(position["state"], game_map),
    )


def leaves(value: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    if not isinstance(value, dict):
        return [path]
    return [leaf for key, inner in value.items() for leaf in leaves(inner, (*path, key))]


def at(value: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value

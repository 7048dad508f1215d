"""Tests of scenarios begun as games and games exported as scenarios: nothing is lost, and a failure leaves no file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tiny import SKIRMISH, register, with_position
from umpire.core.mistakes import FileMistake, Mistake
from umpire.game.gamefile.trouble import GameExists
from umpire.game.rulebook import tables
from umpire.play.correct import correct, edited, record_correction
from umpire.play.scenarios import export_text, new_game, position_from_file, position_from_text
from umpire.play.turn import Session, open_session


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    register(monkeypatch, tmp_path)


@pytest.fixture
def game(tmp_path: Path) -> Session:
    return new_game(tmp_path / "game.umpire", "skirmish")


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
        (b"name = ", "bad.toml line 1: name: not a value (and 2 more)"),
        (b"name = 'x'\nruleset ? 3", "bad.toml line 2: ruleset: there is no = after the key"),
        (b"a = " + b"9" * 5000, "bad.toml: "),
        (b"a = " + b"[" * 5000, "bad.toml: nested too deep"),
        (b"", "bad.toml line 1: name: missing, expected a text in quotes (and 2 more)"),
        (SKIRMISH.replace("tiny", "tinny").encode(), "bad.toml line 3: ruleset: 'tinny' is not known"),
        (
            SKIRMISH.replace('"Blue"\n', '"Bleu"\n').encode(),
            "bad.toml line 28: stands.a1.side: no side is called 'Bleu'",
        ),
        (SKIRMISH.replace("sp = 2", "sp = 5").encode(), "bad.toml line 29: stands.a1.sp: 5 of 4"),
        (SKIRMISH.replace("sp = 2", "ps = 2").encode(), "bad.toml line 29: stands.a1.ps: unknown key"),
        (SKIRMISH.replace(". . w", ". . x").encode(), "bad.toml line 12: map.rows: column 3: 'x' is not in the legend"),
        (
            SKIRMISH.replace(".a1]", ".using]").encode(),
            "bad.toml line 26: stands.using: 'using' means something else in `fire`",
        ),
        (SKIRMISH.replace(".a1]", ".r6]").encode(), "line 26: stands.r6: 'r6' means something else in `fire`"),
        (
            SKIRMISH.replace(".a1]", ".ground]").encode(),
            "line 26: stands.ground: 'ground' is the name of a section",
        ),
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


def test_an_exported_game_begins_again_as_it_is(game: Session) -> None:
    record_correction(correct(game, ["b2", "sp=1", "flags=dug in,x"]), "set")
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
        'sequence = "free"',
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
    assert 'sides = ["Red", "Blue"]\n' in text
    assert '[stands.a1]\nname = "tank A"\nside = "Blue"\nsp = 2\nflags = ["dug in", "hidden"]\n' in text
    assert "drawn" not in text
    assert "None" not in text


def test_a_text_that_looks_like_a_list_stays_a_text(game: Session) -> None:
    state = {**game.snapshot.position["state"], "ground": {"a": 'x\nflags = [\n    "b",\n    "c",\n]\n'}}
    position = {**game.snapshot.position, "state": state}
    assert position_from_text(export_text(with_position(game, position))) == position


words = st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=8)
names = st.text(st.characters(exclude_categories=["Cc", "Cs", "Z"]), min_size=1, max_size=8)


@given(
    name=names, ground=st.dictionaries(words, words), sp=st.integers(0, 4), flags=st.lists(words), weather=st.booleans()
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.slow
def test_whatever_stands_in_a_state_comes_back(
    game: Session, name: str, ground: dict[str, str], sp: int, flags: list[str], weather: bool
) -> None:
    stand = {"name": name, "side": "Red", "sp": sp, "hex": "", "flags": flags, "tired": sp == 2}
    state = {"stands": {"b2": stand}, "ground": ground, "weather": "fair" if weather else "rain"}
    position = {**game.snapshot.position, "state": state}
    session = with_position(game, position)
    assert position_from_text(export_text(session)) == position
    assert edited(session, export_text(session)) is None

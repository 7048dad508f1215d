"""Tests of `set` and `edit`: corrections of the record are checked like a scenario, and described in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.tiny import register, with_position
from umpire.core.mistakes import FileMistake, Mistake
from umpire.game.gamefile.store import open_game
from umpire.game.gamefile.trouble import GameMoved
from umpire.play.correct import correct, edited, record_correction
from umpire.play.scenarios import export_text, new_game, position_from_text
from umpire.play.turn import Session, open_session


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    register(monkeypatch, tmp_path)


@pytest.fixture
def game(tmp_path: Path) -> Session:
    return new_game(tmp_path / "game.umpire", "skirmish")


def mistake(session: Session, *words: str) -> Mistake:
    with pytest.raises(Mistake) as said:
        correct(session, words)
    assert len(said.value.what.splitlines()) == 1
    assert session.file.read() == session.snapshot
    return said.value


def edit_mistake(session: Session, old: str, new: str) -> str:
    """Return the mistake in an edit that replaces a piece of the exported text."""
    text = export_text(session)
    assert old in text
    with pytest.raises(FileMistake) as said:
        edited(session, text.replace(old, new, 1))
    return said.value.what


def test_set_corrects_the_record_and_says_what_changed(game: Session) -> None:
    correction = correct(game, ["B2", "sp=3", "hex=0102", "knocked", "over"])
    assert correction.words == ("tank B: hex 0201→0102, sp 4→3",)
    assert correction.entry["command"] == "set B2 sp=3 hex=0102 knocked over"
    assert correction.entry["title"] == "set B2 sp=3 hex=0102"
    assert correction.entry["reason"] == "knocked over"
    assert correction.entry["outcome"]["hands"] == ["tank B: hex 0201→0102, sp 4→3"]
    assert game.file.read() == game.snapshot
    assert record_correction(correction, "set b2 sp=3") == 2
    again = open_session(game.file.path)
    assert again.state["stands"]["b2"] | {"sp": 3, "hex": "0102"} == again.state["stands"]["b2"]
    assert [change.path[-1] for change in game.file.entry(2).changes] == ["hex", "sp"]
    json.dumps(correction.entry)


def test_set_reads_lists_yes_and_no_and_takes_away(game: Session) -> None:
    said = correct(game, ["a1", "flags=seen,moved", "tired=yes", "sp=none"]).words
    assert said == ("tank A: flags dug in,hidden→seen,moved, sp 2→4, tired no→yes",)
    assert correct(game, ["a1", "flags=none"]).words == ("tank A: flags dug in,hidden→none",)


def test_set_reaches_plain_sections_and_the_game_itself(game: Session) -> None:
    correction = correct(game, ["ground", "0301=none", "0302=fire"])
    assert correction.words == ("ground: 0301 smoke→none, 0302 none→fire",)
    correction = correct(game, ["game", "weather=fair", "name=Late skirmish", "sequence=kept"])
    assert correction.words == ("game: name Skirmish→Late skirmish, sequence free→enforced, weather rain→fair",)
    assert correction.after["game"]["sequence"] == "kept"


def test_a_renamed_thing_and_its_twin_are_told_apart(game: Session) -> None:
    record_correction(correct(game, ["a1", "name=tank B"]), "set")
    assert correct(open_session(game.file.path), ["a1", "sp=1"]).words == ("tank B (a1): sp 2→1",)


@pytest.mark.parametrize(
    ("words", "said", "hint"),
    [
        ([], "no name is given", "for example"),
        (["b2"], "nothing to set", "for example: set b2 key=value, one of: "),
        (["b2", "sp", "3"], "nothing to set", "for example"),
        (["b3", "sp=3"], "'b3' is not a name that `set` knows", "did you mean b2"),
        (["stands", "b2=3"], "'stands' is not a name that `set` knows", "one of: b2"),
        (["b2", "ps=3"], "stands.b2.ps: unknown key", "did you mean sp"),
        (["b2", "ps=none"], "stands.b2.ps: unknown key", "did you mean sp"),
        (["b2", "sp=x"], 'stands.b2.sp: found the text "x", expected a whole number', ""),
        (["b2", "sp=9"], "stands.b2.sp: 9 of 4", ""),
        (["b2", "sp=4"], "nothing to change: b2 already has the values you typed", ""),
        (["b2", "hex=0201", "why"], "nothing to change: b2 already has the values you typed", ""),
        (["b2", "sp="], "sp= has no value", "for example: set b2 sp=1"),
        (["b2", "sp=1", "sp=2"], "sp is given twice", ""),
        (["b2", "side=none"], "stands.b2.side: no side is called 'none'", ""),
        (["b2", "name.first=x"], "name.first: name has no keys of its own", ""),
        (["b2", "crew.men=3"], "stands.b2.crew: unknown key", ""),
        (["game", "seed=3"], "seed: cannot change during a game", ""),
        (["game", "drawn=none"], "drawn: cannot change during a game", ""),
        (["game", "sequence=maybe"], 'sequence: found the text "maybe", expected free or enforced', ""),
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
    correction = correct(game, ["b2", "sp=3"])
    record_correction(correct(game, ["a1", "sp=1"]), "set a1 sp=1")
    with pytest.raises(GameMoved):
        record_correction(correction, "set b2 sp=3")
    assert open_session(game.file.path).state["stands"]["b2"]["sp"] == 4


def test_an_edit_is_recorded_as_one_entry(game: Session) -> None:
    text = export_text(game).replace("sp = 2", "sp = 1").replace("tank B", "Tiger").replace("0201", "0101")
    text = text.replace('"free"', '"enforced"') + '\n[stands.c3]\nname = "mortar"\nside = "Red"\n'
    correction = edited(game, text)
    assert correction is not None
    assert correction.words == (
        "game: sequence free→enforced",
        "tank A: sp 2→1",
        "tank B: hex 0201→0101, name tank B→Tiger",
        "c3: added",
    )
    assert record_correction(correction, "edit") == 2
    assert position_from_text(text) == open_game(game.file.path).read().position


def test_an_edit_that_takes_a_thing_away(game: Session) -> None:
    text = export_text(game)
    cut = text[: text.index("[stands.a1]")] + text[text.index("[ground]") :]
    correction = edited(game, cut)
    assert correction is not None
    assert correction.words == ("tank A: removed",)


def test_an_edit_that_changes_nothing_is_none(game: Session) -> None:
    text = export_text(game)
    assert edited(game, text) is None
    assert edited(game, "# a remark\n" + text.replace('seed = "1944"\n', "").replace("..w", " . . w ")) is None


def test_an_edit_that_is_wrong(game: Session) -> None:
    said = "cannot change during a game"
    for old, new, line, wrong in (
        ("..w", "..#", 8, f"map: {said}"),
        ('"Blue"', '"Green"', 4, f"sides: {said}"),
        ('"1944"', "1945", 5, f"seed: {said}"),
        ('"1944"', '"1944"\ndrawn = 3', 6, f"drawn: {said}"),
        ('"tiny"', '"tinny"', 2, f"ruleset: {said}"),
        ("sp = 2", 'sp = "2"', 33, 'stands.a1.sp: found the text "2", expected a whole number'),
        ("sp = 2", "sp = 7", 33, "stands.a1.sp: 7 of 4"),
        ("sp = 2", "sp = ", 33, "stands.a1.sp: not a value"),
    ):
        assert edit_mistake(game, old, new) == f"edit line {line}: {wrong}"


typed = st.one_of(
    st.text(max_size=12),
    st.builds(
        "{}={}".format,
        st.sampled_from(["sp", "hex", "flags", "name", "side", "tired", "weather", "0301", "seed", "a.b", "sp.x"]),
        st.sampled_from(["3", "none", "x", "0101", "a,b", "yes", "-1", "1e9", "9" * 40, "\udc80", "\n"]) | st.text(),
    ),
)


@given(st.lists(typed, max_size=4), st.sampled_from(["b2", "A1", "ground", "game", "x"]))
@example(["0\x85", "NAME=0"], "b2")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_words_of_set_are_a_result_or_a_mistake(game: Session, words: list[str], first: str) -> None:
    try:
        correction = correct(game, [first, *words])
    except Mistake as wrong:
        assert len(wrong.what.splitlines()) == 1  # noqa: PT017
        return
    again = with_position(game, json.loads(json.dumps(correction.after)))
    assert position_from_text(export_text(again)) == correction.after


@given(st.text(max_size=60))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_edited_is_a_result_or_a_mistake(game: Session, text: str) -> None:
    base = export_text(game)
    for each in (text, base + text, base.replace("Skirmish", text), base.replace('"tank A"', text)):
        try:
            edited(game, each)
        except FileMistake as wrong:
            assert len(wrong.what.splitlines()) == 1  # noqa: PT017

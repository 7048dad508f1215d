"""Tests of the examples that ship: each loads, is exported and loads again, and no correction of it ends in a crash."""

from __future__ import annotations

import json
import pickle
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tiny import with_position
from umpire.core.mistakes import FileMistake, Mistake
from umpire.game import forms
from umpire.game.check import check_form
from umpire.game.gamefile.store import GameFile, Snapshot
from umpire.game.maps import Map
from umpire.game.records import is_record
from umpire.game.rulebook import tables
from umpire.play.correct import correct, edited
from umpire.play.documents import document, examples
from umpire.play.scenarios import export_text, new_game, position_from_file, position_from_text
from umpire.play.turn import Session
from umpire.rulesets import FAMILIES, find

SHIPPED = examples()
real = pytest.mark.parametrize("name", SHIPPED)


@real
def test_an_example_loads_and_comes_back_identical(name: str, tmp_path: Path) -> None:
    session = new_game(tmp_path / "game.umpire", name, "7")
    text = export_text(session)
    assert position_from_text(text) == session.snapshot.position
    assert edited(session, text) is None


@real
def test_the_document_of_an_example_refuses_unknown_keys_everywhere(name: str) -> None:
    document = find(position_from_file(name)["game"]["ruleset"]).family().scenario().document
    seen: list[Any] = []

    def look(hint: Any) -> None:
        if is_record(hint) and hint not in seen:
            seen.append(hint)
            with pytest.raises(FileMistake, match=r"^nonsense: unknown key"):
                check_form({"nonsense": 1}, hint)
        for inner in [*get_args(hint), *forms.hints(hint).values()]:
            look(inner)

    look(document)
    assert len(seen) > 1


ODD = [3, -1, 10**6, True, 2.5, "", "x", "none", "0101", "Nobody", [], ["x"], [1], {}, {"x": 1}]


@pytest.mark.slow
@real
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_an_example_mended_at_random_is_a_game_or_a_mistake(name: str, data: st.DataObject) -> None:
    """Values are moved or replaced: all that a form accepts must load, export and load again."""
    session, doc = virtual(name)
    for _ in range(data.draw(st.integers(1, 2))):
        places = [place for place in leaves(doc) if place[0] not in ("map", "ruleset")]
        *path, last = data.draw(st.sampled_from(places))
        owner = doc
        for key in path:
            owner = owner[key]
        known = [value for place in places if place[-1] == last and (value := at(doc, place)) is not None]
        value = data.draw(st.sampled_from(deepcopy([*ODD, *known])))
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


@pytest.mark.slow
@real
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_any_set_in_an_example_is_a_result_or_a_mistake(name: str, data: st.DataObject) -> None:
    session, doc = virtual(name)
    section, id, key = data.draw(st.sampled_from([place for place in leaves(doc) if len(place) == 3]))
    keys = list(forms.hints(forms.walk(session.family.scenario().document, (section, id))[1]) or [key])
    texts = st.sampled_from(
        ["0", "1", "2", "7", "none", "yes", "M", "x", "0101", "1,2", id, str(at(doc, (section, id, key)))]
    )
    words = [f"{data.draw(st.sampled_from(keys))}={data.draw(texts)}" for _ in range(data.draw(st.integers(1, 2)))]
    try:
        amended = correct(session, [id, *words])
    except Mistake as wrong:
        assert len(wrong.what.splitlines()) == 1  # noqa: PT017
        return
    assert amended.words
    again = with_position(session, json.loads(json.dumps(amended.after)))
    assert position_from_text(export_text(again)) == amended.after


def virtual(name: str) -> tuple[Session, dict[str, Any]]:
    """Return a game of an example that is in no file, begun once for all tests, and its document."""
    position, doc = pickle.loads(kept(name))
    return with_position(begun(name), position), doc


@cache
def kept(name: str) -> bytes:
    session = begun(name)
    return pickle.dumps((session.snapshot.position, document(session)))


@cache
def begun(name: str) -> Session:
    position = position_from_file(name)
    ruleset = position["game"]["ruleset"]
    family, table_file = find(ruleset).family(), tables.read_table_file(ruleset, list(FAMILIES))
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

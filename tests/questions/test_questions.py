"""Tests of questions that players ask: the engine gives the written answers, and the sheet of that game has their
lines.

A file `RULESET.toml` here has questions, and scenarios of which `$words` are those of `[words]`. A question has

    asks      what a player asks, with all that is so at the table
    types     the line that answers it where no game is needed, types in the place of stands; or
    scenario  a scenario of the file, or an example, and
    does      the lines typed in it, the last of which answers, `status` too
    answer    what stands on lines of the answer, one text or several, `…` for anything between
    sheet     what stands on lines of the sheet, which say it to a player who has nothing else

The files in `asked` have a hundred questions a game, written from the rules by somebody who had not seen the sheet.
Readers with nothing but the sheet answered them: `answer` is what the rules say, `sheet` what they took it from.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from string import Template
from typing import Any

import pytest

from tests.in_memory import Game, listed, nearest, of_types, says
from tests.places import EXAMPLES
from umpire.paper.sheet import sheet_of
from umpire.play.session import Session
from umpire.rulesets import find

HERE = Path(__file__).parent
FILES = {path.stem: path for path in sorted(HERE.glob("*.toml"))}
FIELDS = [{"asks", "types", "answer", "sheet"}, {"asks", "scenario", "does", "answer", "sheet"}]


@lru_cache
def file(ruleset: str) -> dict[str, Any]:
    return tomllib.loads(FILES[ruleset].read_text())


@lru_cache
def game(ruleset: str, name: str) -> Game:
    """Return a game for several questions."""
    text = file(ruleset).get("scenario", {}).get(name) or (EXAMPLES / f"{name}.toml").read_text()
    for _ in range(3):  # words may have words in them
        text = Template(text).substitute(file(ruleset).get("words", {}))
    return Game(text, find(ruleset).table())


def several(told: str | list[str]) -> list[str]:
    return [told] if isinstance(told, str) else told


def answered(ruleset: str, question: dict[str, Any]) -> tuple[list[str], Session]:
    """Return the answer of the engine, and the game of the question."""
    if "types" in question:
        session, said = of_types(ruleset, question["types"])
        return said, session
    asked = game(ruleset, question["scenario"])
    return asked.answer(question["does"]), asked.first


EVERY = [
    pytest.param(ruleset, question, id=f"{ruleset}:{at}")
    for ruleset in FILES
    for at, question in enumerate(file(ruleset)["question"], 1)
]


@pytest.mark.parametrize(("ruleset", "question"), EVERY)
def test_the_sheet_says_what_the_engine_answers(ruleset: str, question: dict[str, Any]) -> None:
    assert set(question) in FIELDS
    said, session = answered(ruleset, question)
    for text in several(question["answer"]):
        assert says(said, text), f"{question['asks']}\nit does not answer {text!r}: {nearest(said, text)}"
    sheet = listed(session.family.sheet(session.table, session.state))
    for text in several(question["sheet"]):
        assert says(sheet, text), f"{question['asks']}\nthe sheet does not say {text!r}: {nearest(sheet, text)}"


def parts(ruleset: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each part of a sheet with its text, line by line."""
    family, table = find(ruleset).family(), find(ruleset).table()
    listings = family.sheet(family.read_table(table.rows), None)
    for part in sheet_of("", "", listings).parts:
        titles = {part.title, *(each.title for each in part.tables)}
        yield part.title, listed(tuple(each for each in listings if each.title in titles))


@pytest.mark.parametrize("ruleset", FILES)
def test_every_part_of_the_sheet_is_asked_about(ruleset: str) -> None:
    questions = file(ruleset)["question"]
    assert len({question["asks"] for question in questions}) == len(questions) >= 50
    told = [text for question in questions for text in several(question["sheet"])]
    unasked = [title for title, lines in parts(ruleset) if not any(says(lines, text) for text in told)]
    assert not unasked


ASKED = {path.stem: tomllib.loads(path.read_text())["question"] for path in sorted(HERE.glob("asked/*.toml"))}


@pytest.mark.parametrize("ruleset", ASKED)
def test_the_sheet_answers_what_players_asked(ruleset: str) -> None:
    family, table = find(ruleset).family(), find(ruleset).table()
    sheet = listed(family.sheet(family.read_table(table.rows), None))
    questions = ASKED[ruleset]
    assert len({question["asks"] for question in questions}) == len(questions) == 100
    lost = [
        f"{question['asks']} the sheet does not say {text!r}: {nearest(sheet, text)}"
        for question in questions
        for text in question["sheet"] or ["…"]
        if not says(sheet, text)
    ]
    assert lost == []


@pytest.mark.parametrize("ruleset", ASKED)
def test_each_question_of_players_names_clauses_of_the_book(ruleset: str) -> None:
    known = {clause.id for clause in find(ruleset).clauses().clauses}
    named = {clause for question in ASKED[ruleset] for clause in question["clauses"]}
    assert named - known == set()

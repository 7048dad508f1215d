"""A game without a file, begun from a scenario or made from the types in a line; its answers and its sheets."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from umpire.core.answers import Answers
from umpire.core.mistakes import Mistake
from umpire.core.outcome import Listing
from umpire.game import check
from umpire.game.gamefile.journal import read_entry, read_throw
from umpire.game.gamefile.store import Snapshot
from umpire.game.rulebook.tables import TableFile
from umpire.paper.sheet import sheet_of
from umpire.play.documents import state_of
from umpire.play.session import Session
from umpire.play.stateless import session_of
from umpire.play.turn import Refused, play, prepare, referee_for
from umpire.rulesets import find
from umpire.show.journal import act_lines
from umpire.show.page import Page, listing_lines
from umpire.show.pools import explained_lines


class Flat(Page):
    """A page where every row is one line, its cells separated by a space; it saves the time of the layout."""

    def paragraph(self, text: str, *_: object, **__: object) -> list[str]:
        return [text]

    def columns(self, rows: Sequence[Sequence[str]], *_: object, **__: object) -> list[str]:
        return [" ".join(row) for row in rows]


PAGE = Flat()


class Game:
    """A game without a file, begun from a scenario with house rules over its table."""

    def __init__(self, scenario: str, table_file: TableFile) -> None:
        ruleset = table_file.id
        family: Any = find(ruleset).family()
        table = family.read_table(table_file.rows)
        doc = tomllib.loads(scenario)
        header = check.check_header(doc)
        head = {"name": header.name, "ruleset": ruleset, "sequence": header.sequence, "sides": list(header.sides)}
        head |= {"seed": header.seed or "witness", "drawn": 0, "tables": "", "house": []}
        self.trouble = ""
        self.answers: dict[str, list[str]] = {}
        plain, state = None, None
        try:
            plain = state_of(doc, header, family, table)
            state = family.read_state(plain, header.map)
        except Mistake as mistake:
            self.trouble = mistake.what
        plain_map = header.map.to_plain() if header.map else None
        snapshot = Snapshot(1, 1, {"game": head, "map": plain_map, "state": plain}, None)
        file: Any = None
        self.first = Session(file, snapshot, family, table_file, table, header.map, state)

    def answer(self, lines: str) -> list[str]:
        """Return the answer to the last of the lines; the others are played before it."""
        if lines not in self.answers:
            self.answers[lines] = self._answer(lines)
        return self.answers[lines]

    def _answer(self, lines: str) -> list[str]:
        session, said = self.first, [f"error: {self.trouble}"] if self.trouble else ["the game begins"]
        for line in lines.strip().splitlines():
            if line != "new":
                assert not self.trouble, self.trouble
                session, said = _typed(session, *_read(line))
        return [" ".join(line.split()) for line in said]

    @cached_property
    def sheet(self) -> list[str]:
        """Return the sheet, line by line and cell by cell."""
        return listed(self._listings)

    @cached_property
    def whole(self) -> list[str]:
        """Return the sheet of the ruleset without a game."""
        return listed(self._whole)

    @cached_property
    def paper(self) -> list[str]:
        """Return the data of the sheet for a template of paper."""
        return listed(printed(self._listings))

    @cached_property
    def whole_paper(self) -> list[str]:
        """Return the data of the ruleset's sheet for a template of paper."""
        return listed(printed(self._whole))

    @cached_property
    def _listings(self) -> tuple[Listing, ...]:
        return self.first.family.sheet(self.first.table, self.first.state)

    @cached_property
    def _whole(self) -> tuple[Listing, ...]:
        return self.first.family.sheet(self.first.table, None)


def of_types(ruleset: str, line: str) -> tuple[Session, list[str]]:
    """Return the game made from the types in a line, and the answer to the line in it."""
    (verb, *rest), options = _read(line)
    session, named = session_of(find(ruleset), verb, rest)
    _, said = _typed(session, (verb, *named), options)
    return session, [" ".join(each.split()) for each in said]


def _read(line: str) -> tuple[list[str], dict[str, str]]:
    """Return the words of a line, and its options."""
    words, options = shlex.split(line), {"--dice": "", "--choose": "", "--ruling": ""}
    for option in options:
        if option in words:
            at = words.index(option)
            options[option] = words[at + 1]
            del words[at : at + 2]
    return words, options


def _typed(session: Session, words: Sequence[str], options: Mapping[str, str]) -> tuple[Session, list[str]]:
    verb, *rest = words
    family: Any = session.family
    try:
        if verb == "status":
            listings = session.family.status(session.state, session.table, " ".join(rest))
            now = () if rest or session.head["sequence"] != "kept" else (family.now(session.state, session.table),)
            return session, listed((*now, *listings))
        ready = prepare(session, verb, rest, ruling=options["--ruling"])
        dice, choices = ([each for each in options[name].split("/") if each] for name in ("--dice", "--choose"))
        played = play(ready, Answers(*referee_for(session), dice, choices, roll_rest=True, defaults=True))
    except Refused as refused:
        return session, [f"refused: {each.words} ({each.rule})" for each in refused.objections]
    except Mistake as mistake:
        return session, [f"error: {mistake.what}"]
    after = Snapshot(2, 2, played.after, None)
    state = session.family.read_state(played.after["state"], session.game_map)
    said = act_lines(PAGE, read_entry(played.entry))
    said += [line for throw in played.entry["throws"] for line in explained_lines(PAGE, read_throw(throw))]
    return Session(session.file, after, family, session.table_file, session.table, session.game_map, state), said


def printed(listings: tuple[Listing, ...]) -> tuple[Listing, ...]:
    """Return the listings in the data of a template."""
    found: list[Listing] = []
    for part in sheet_of("", "", listings).parts:
        found += [Listing(part.title, ("", "", "rule"), part.lines, prose=True)] if part.lines else []
        found += [Listing(each.title, each.columns, each.rows, each.notes, each.right) for each in part.tables]
    return tuple(found)


def listed(listings: tuple[Listing, ...]) -> list[str]:
    """Return listings line by line, as printed, and cell by cell."""
    found = []
    for listing in listings:
        found += [f"{listing.title}: {line}" for line in listing_lines(PAGE, listing)]
        for row in listing.rows:
            cells = zip(listing.columns or row, row, strict=False)
            found += [f"{listing.title}: {row[0]}: {column} {cell}" for column, cell in cells]
    return [" ".join(line.split()) for line in found]


def says(lines: list[str], text: str) -> bool:
    """True if the text stands on one of the lines, with no digit or letter next to it; `…` stands for anything
    between.
    """
    text = " ".join(text.split())
    before = r"(?<![\w.])" if text[0].isalnum() or text[0] in "+-" else ""
    after = r"(?!\w)" if text[-1].isalnum() else ""
    wanted = re.compile(before + ".*?".join(re.escape(part) for part in text.split("…")) + after)
    return any(wanted.search(line) for line in lines)


def nearest(lines: list[str], text: str) -> str:
    """Return the lines that share most words with a text."""
    wanted = set(text.split())
    return "".join(f"\n  {line}" for line in sorted(lines, key=lambda line: -len(wanted & set(line.split())))[:4])

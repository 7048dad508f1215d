"""A report as data for a template that makes pages on paper.

The other forms have the same words, boards and tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from umpire.board.drawing import board_svg
from umpire.core.colours import SIDES
from umpire.game.gamefile.journal import JournalThrow
from umpire.play.session import Session
from umpire.report import words as told
from umpire.report.chart import chart
from umpire.report.story import about, heading, lead
from umpire.report.tale import Chapter, Tale
from umpire.report.weighed import ReportLine
from umpire.show.pools import fallen_beside, headline, scoring

INKS = tuple(one.ink for one in SIDES)


def paged(tale: Tale) -> dict[str, Any]:
    """Return the data for the template of a report."""
    first_and_last = [_board(tale, tale.begin, "The board at the start")]
    first_and_last += [_board(tale, each.end, f"The last board: {each.title}") for each in tale.scenes[-1:]]
    report = {
        "headline": heading(tale),
        "about": about(tale),
        "title": tale.title,
        "summary": [lead(tale), *tale.came],
        "boards": [each for each in first_and_last if each["svg"]],
        "turns": [
            {"title": line.title, "where": tale.scene_of(line.number), "words": f"{told.turn_words(tale, line)}."}
            for line in tale.turns
        ],
        "chart": chart(tale, INKS, "#666666", "#000000") if told.anything_lost(tale) else "",
        "back": list(filter(None, ["; ".join(told.back_words(tale))])),
        "scenes": [_scene(tale, scene) for scene in tale.scenes],
        "tables": [
            {"title": title, "rows": [list(row) for row in rows], "notes": notes}
            for title, rows, notes in (
                ("Who did what", told.deed_rows(tale), []),
                ("The dice", told.luck_rows(tale), told.luck_words(tale)),
            )
            if len(rows) > 1
        ],
        "mended": [f"#{line.number} {told.correction_words(line)}" for line in tale.corrections]
        + [f"#{number} {words}" for number, words in tale.amends],
    }
    return {"title": tale.title, "documents": {"report": report}}


def _board(tale: Tale, session: Session, words: str) -> dict[str, str]:
    position = session.family.laid_out(session.state, session.table)
    mapped = session.game_map is not None and position is not None
    return {"svg": board_svg(session.game_map, position, tale.sides) if mapped else "", "words": words}  # type: ignore[arg-type]


def _scene(tale: Tale, scene: Chapter) -> dict[str, Any]:
    return {
        "title": scene.title,
        "words": told.scene_words(tale, scene),
        "lines": [_steps(lines) if lines[0].folded else _line(tale, lines[0]) for lines in scene.parts],
        "board": _board(tale, scene.end, "The board at the end"),
    }


def _steps(lines: Sequence[ReportLine]) -> dict[str, Any]:
    return {"kind": "act", "title": told.steps_words(lines), "said": [], "throws": [], "marks": []}


def _line(tale: Tale, line: ReportLine) -> dict[str, Any]:
    if line.kind in ("note", "correction"):
        title = f"#{line.number} {told.correction_words(line)}"
        return {"kind": "mended", "title": title, "said": [], "throws": [], "marks": []}
    fight = line.kind == "fight"
    went = "; ".join(filter(None, told.went_words(tale, line))) if fight else ""
    lines = [told.came_words(tale, line), went] if fight else [told.minor_words(tale, line)]
    return {
        "kind": line.kind,
        "title": f"#{line.number} {line.title}",
        "said": list(filter(None, lines)),
        "throws": list(map(_throw, line.throws)) if fight else [],
        "marks": list(line.marks),
    }


def _throw(throw: JournalThrow) -> dict[str, Any]:
    scores = scoring(throw)
    dice = [{"face": str(face), "hit": at in scores} for at, face in enumerate(throw.faces)]
    return {"head": f"{headline(throw)};", "dice": dice, "came": f" {fallen_beside(throw)}"}

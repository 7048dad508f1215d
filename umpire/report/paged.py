"""A report as the data of a template, for pages on paper: the same words, boards and tables as values."""

from __future__ import annotations

from typing import Any

from umpire.board.drawing import board_svg
from umpire.report import words as told
from umpire.report.chart import chart
from umpire.report.story import heading, lead
from umpire.report.tale import Chapter, Tale
from umpire.report.weighed import ReportLine
from umpire.show.pools import fallen, headline

INKS = ("#2f5d94", "#b4482a", "#4e7a2c", "#6d539c")


def paged(tale: Tale) -> dict[str, Any]:
    """What the template of a report gets."""
    report = {
        "title": tale.title,
        "rules": tale.rules,
        "headline": heading(tale),
        "summary": [lead(tale), *tale.came],
        "turns": [
            {"title": line.title, "where": tale.scene_of(line.number), "words": f"{told.turn_words(tale, line)}."}
            for line in tale.turns
        ],
        "chart": chart(tale, INKS, "#666666", "#000000"),
        "scenes": [_scene(tale, scene) for scene in tale.scenes],
        "tables": [
            {"title": title, "rows": [list(row) for row in rows], "notes": notes}
            for title, rows, notes in (
                (f"{tale.measure.words} lost", told.toll_rows(tale), []),
                ("Who did what", told.deed_rows(tale), []),
                ("The dice", told.luck_rows(tale), told.luck_words(tale)),
            )
            if len(rows) > 1
        ],
        "mended": [f"#{line.number} {told.mended_words(line)}" for line in tale.mended]
        + [f"#{number} {words}" for number, words in tale.amends],
    }
    return {"title": tale.title, "documents": {"report": report}}


def _scene(tale: Tale, scene: Chapter) -> dict[str, Any]:
    session = scene.end
    position = session.family.laid_out(session.state, session.table)
    mapped = session.game_map is not None and position is not None
    return {
        "title": scene.title,
        "words": told.scene_words(tale, scene),
        "lines": [_line(tale, line) for line in scene.lines],
        "board": board_svg(session.game_map, position, tale.sides) if mapped else "",  # type: ignore[arg-type]
    }


def _line(tale: Tale, line: ReportLine) -> dict[str, Any]:
    title, said = f"#{line.number} {line.title}", []
    if line.kind in ("note", "correction"):
        title = f"#{line.number} {told.mended_words(line)}"
    elif line.kind != "fight":
        said = list(filter(None, [told.minor_words(tale, line)]))
    else:
        throws = [f"{headline(each)}; {fallen(each)}" for each in line.throws]
        said = list(filter(None, [*throws, told.came_words(tale, line), *told.went_words(tale, line)]))
    mended = line.kind in ("note", "correction")
    marks = [] if mended else list(line.marks)
    return {"kind": "mended" if mended else line.kind, "title": title, "said": said, "marks": marks}

"""A report as Markdown, for a forum: the story, the fights with their chances, tables, the board at the end as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from umpire.paper.render import plain
from umpire.report import words as told
from umpire.report.story import lead, named, standing
from umpire.report.tale import Chapter, Tale
from umpire.report.weighed import ReportLine
from umpire.show.board import board_lines
from umpire.show.page import Page
from umpire.show.pools import fallen, headline


def markdown(tale: Tale) -> str:
    """Return the whole text."""
    return "\n".join(_blocks(tale)).rstrip("\n") + "\n"


def _blocks(tale: Tale) -> Iterator[str]:
    yield f"# {plain(named(tale))}\n"
    yield f"*{plain(tale.rules)}*\n"
    yield f"**{plain(lead(tale))}**\n"
    yield from (f"{plain(words)}\n" for words in (*standing(tale), *tale.came))
    if tale.turns:
        yield "## The turning points\n"
        for at, line in enumerate(tale.turns, 1):
            where = plain(tale.scene_of(line.number))
            yield f"{at}. **{plain(line.title)}** ({where}, #{line.number}): {plain(told.turn_words(tale, line))}."
        yield ""
    yield from _table("Losses over time", told.toll_rows(tale))
    yield from (f"{plain(words)}\n" for words in ["; ".join(told.back_words(tale))] if words)
    for scene in tale.scenes:
        yield from _scene(tale, scene)
    yield from _board(tale)
    yield from _table("Who did what", told.deed_rows(tale))
    if tale.luck["luck"]:
        yield "## The dice\n"
        yield from (f"{plain(words)}\n" for words in told.luck_words(tale))
        yield from _rows(told.luck_rows(tale))
    if tale.corrections or tale.amends:
        yield "## Corrections, rulings, remarks\n"
        yield from (f"- #{line.number} {plain(told.correction_words(line))}" for line in tale.corrections)
        yield from (f"- #{number} {plain(words)}" for number, words in tale.amends)


def _table(title: str, rows: Sequence[Sequence[str]]) -> Iterator[str]:
    if rows[1:]:
        yield f"## {title}\n"
        yield from _rows(rows)


def _rows(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    head, *body = rows
    if body:
        yield f"| {' | '.join(map(plain, head))} |"
        yield "|" + "--|" * len(head)
        yield from (f"| {' | '.join(map(plain, row))} |" for row in body)
        yield ""


def _scene(tale: Tale, scene: Chapter) -> Iterator[str]:
    yield f"## {plain(scene.title)}\n"
    yield f"*{plain(told.scene_words(tale, scene))}*\n"
    for lines in scene.parts:
        yield f"- *{told.steps_words(lines)}*" if lines[0].folded else _line(tale, lines[0])
    yield ""


def _line(tale: Tale, line: ReportLine) -> str:
    marks = "".join(f" **[{plain(mark)}]**" for mark in line.marks)
    if line.kind in ("note", "correction"):
        return f"- #{line.number} *{plain(told.correction_words(line))}*"
    if line.kind != "fight":
        more = told.minor_words(tale, line)
        return f"- #{line.number} {plain(line.title)}{f': {plain(more)}' if more else ''}{marks}"
    went, beyond = told.went_words(tale, line)
    return "\n".join(
        [
            f"- #{line.number} **{plain(line.title)}**{marks}",
            *(f"  - {plain(f'{headline(each)}; {fallen(each)}')}" for each in line.throws),
            f"  - **{plain(told.came_words(tale, line))}**",
            f"  - {plain(went)}{f'; **{plain(beyond)}**' if beyond else ''}",
        ]
    )


def _board(tale: Tale) -> Iterator[str]:
    """Yield the board at the end as text for a fixed-width font."""
    end = tale.scenes[-1].end if tale.scenes else tale.begin
    placed = end.family.on_board(end.state)
    if end.game_map is not None and placed is not None:
        stands = {hex_: (name, tale.sides.index(of)) for hex_, (name, of) in placed.items()}
        yield "## The board at the end\n"
        yield "```"
        yield from (each.replace("`", "'") for each in board_lines(Page(400), end.game_map, stands, tale.sides))
        yield "```\n"

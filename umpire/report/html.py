"""A report as one complete page of HTML: no script, no other file, light and dark, ready to print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files

from umpire import __version__
from umpire.board.drawing import layers
from umpire.board.palette import stylesheet
from umpire.core.outcome import Listing
from umpire.game.gamefile.journal import JournalThrow
from umpire.play.session import Session
from umpire.report import words as told
from umpire.report.chart import chart
from umpire.report.story import about, heading, lead, named, standing
from umpire.report.tale import Chapter, Tale
from umpire.report.weighed import ReportLine
from umpire.show.pools import beside, dice_rows, fallen, headline, need_words, scoring, who

MARK = '<meta name="generator" content="umpire report">'
"""The text by which Umpire recognises a report that it wrote before."""


def html(tale: Tale) -> str:
    """Return the whole page."""
    drawn = _boards(tale)
    parts = [
        _opening(tale, drawn),
        _turning_points(tale),
        _losses(tale),
        *(_scene(tale, scene, drawn) for scene in tale.scenes),
        _ends(tale),
        _deeds(tale),
        _luck(tale),
        _corrections(tale),
    ]
    known = f"as of entry {tale.number}" if tale.number else "without facts hidden from the players"
    made = f"Written by Umpire {escape(__version__)} from the record of the game, {known}. Chances are exact."
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n{MARK}\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta property="og:title" content="{escape(named(tale))}">\n'
        f'<meta property="og:description" content="{escape(lead(tale))}">\n'
        f"<title>{escape(named(tale))}</title>\n<style>\n{_style()}</style>\n</head>\n<body>\n"
        f"{''.join(parts)}<footer>{made}</footer>\n</body>\n</html>\n"
    )


def _style() -> str:
    return stylesheet((files("umpire.report") / "report.css").read_text(encoding="utf-8"))


def _tag(name: str, inner: str, kind: str = "") -> str:
    """Return an element; its content is escaped already."""
    return f"<{name}{f' class={chr(34)}{kind}{chr(34)}' if kind else ''}>{inner}</{name}>\n"


def _paragraphs(words: Iterable[str], kind: str = "") -> str:
    return "".join(_tag("p", escape(each), kind) for each in words if each)


def _section(id: str, title: str, inner: str) -> str:
    return f'<section id="{id}">\n<h2>{escape(title)}</h2>\n{inner}</section>\n' if inner else ""


def _opening(tale: Tale, drawn: dict[str, str]) -> str:
    """Return the opening: the winner, the losses, the board before and after."""
    rounds = "".join(f'<a href="#s{at}">{escape(scene.title)}</a> ' for at, scene in enumerate(tale.scenes))
    more = '<a href="#end">How it ended</a> <a href="#deeds">Who did what</a> <a href="#luck">The dice</a>'
    head = _tag("p", escape(about(tale)), "rules") + _tag("h1", escape(heading(tale)))
    said = _paragraphs([lead(tale), *tale.came])
    boards = _board(drawn, "begin", "The board at the start")
    if tale.scenes:
        boards += _board(drawn, tale.scenes[-1].title, f"The last board: {tale.scenes[-1].title}")
    shown = _tag("div", boards, "boards") if boards else ""
    return f'<header>\n{head}<div class="sum">{said}</div>\n{shown}</header>\n<nav>{rounds}{more}</nav>\n'


def _turning_points(tale: Tale) -> str:
    items = "".join(
        _tag(
            "li",
            f'<a href="#e{line.number}">{escape(line.title)}</a> '
            f"<small>{escape(tale.scene_of(line.number))}</small><br>{escape(told.turn_words(tale, line))}.",
        )
        for line in tale.turns
    )
    return _section("turns", "The turning points", _tag("ol", items, "turns") if items else "")


def _losses(tale: Tale) -> str:
    if not told.anything_lost(tale):
        return ""
    inks = tuple(f"var(--side-{at})" for at in range(4))
    drawn = chart(tale, inks, "var(--faint)", "var(--ink)")
    came = _tag("figcaption", escape("; ".join(told.back_words(tale))), "back")
    rows = _folded(f"{(unit := tale.unit)} by {unit}", _table(told.toll_rows(tale), "toll"))
    return _section("losses", "Losses over time", _tag("figure", _tag("div", drawn, "chart") + came) + rows)


def _folded(words: str, inner: str, kind: str = "") -> str:
    return _tag("details", f"<summary>{escape(words)}</summary>{inner}", kind)


def _table(rows: Sequence[Sequence[str]], kind: str = "", *, right: Sequence[int] = ()) -> str:
    """Return a table whose first row has the headings; columns of numbers are aligned right."""
    head, *body = rows
    numbers = {
        at
        for at in range(len(head))
        if at in right or (body and all(row[at][:1].isdigit() or row[at][:1] in "+-<>" for row in body if row[at]))
    }

    def row(cells: Sequence[str], name: str) -> str:
        shown = (f"<{name}{' class=n' * (at in numbers)}>{escape(cell)}</{name}>" for at, cell in enumerate(cells))
        return f"<tr>{''.join(shown)}</tr>\n"

    inner = f"<thead>{row(head, 'th')}</thead><tbody>{''.join(row(each, 'td') for each in body)}</tbody>"
    return _tag("div", _tag("table", inner, kind), "scroll")


_BOX = "box"


def _boards(tale: Tale) -> dict[str, str]:
    """Return a dict with drawings of the board; {} for a battle without a map.

    The key "" is for the ground, and the key _BOX is for the size. The title of a scene is the key for the stands at
    the end of this scene.
    """
    found: dict[str, str] = {}
    for name, session in (("begin", tale.begin), *((scene.title, scene.end) for scene in tale.scenes)):
        position = session.family.laid_out(session.state, session.table)
        if session.game_map is None or position is None:
            return {}
        both = layers(session.game_map, position, tale.sides, colours="styled")
        found |= {"": both.ground, _BOX: both.box}
        found[name] = both.stands
    return found


def _board(drawn: dict[str, str], name: str, words: str) -> str:
    """Return the board at one time: the ground, which all boards share, and the stands."""
    if not drawn:
        return ""
    stands = drawn[name].replace(' id="', ' data-id="')
    ground = f'<svg width="0" height="0" style="position:absolute"><defs><g id="ground">{drawn[""]}</g></defs></svg>'
    shown = f'<svg viewBox="{drawn[_BOX]}" role="img"><title>{escape(words)}</title><use href="#ground"/>{stands}</svg>'
    first = ground if name == "begin" else ""
    return f'<figure>{first}<div class="board">{shown}</div><figcaption>{escape(words)}</figcaption></figure>\n'


def _scene(tale: Tale, scene: Chapter, drawn: dict[str, str]) -> str:
    at = tale.scenes.index(scene)
    lines = "".join(_part(tale, each) for each in scene.parts)
    if not drawn:
        listed = "".join(_listing(each) for each in scene.end.family.status(scene.end.state, scene.end.table, ""))
        order = _folded("The order of battle at the end", listed)
        return _section(f"s{at}", scene.title, _paragraphs([told.scene_words(tale, scene)], "why") + lines + order)
    lost = ", ".join(f"{side} {scene.toll[side]}" for side in tale.sides)
    before_last = " so far" if scene is not tale.scenes[-1] else ""
    words = f"The board at the end · losses of {tale.measure.words}{before_last}: {lost}"
    before = _paragraphs([told.scene_words(tale, scene)], "why")
    return _section(f"s{at}", scene.title, before + lines + _board(drawn, scene.title, words))


def _part(tale: Tale, lines: Sequence[ReportLine]) -> str:
    """Return one line of the report, or the steps between two fights. The steps are hidden until they are opened."""
    text = "".join(_line(tale, line) for line in lines)
    return _folded(told.steps_words(lines), text, "steps") if lines[0].folded else text


def _line(tale: Tale, line: ReportLine) -> str:
    number = f'<span class="no">#{line.number}</span>'
    side = line.entry.side
    own = f"s{tale.sides.index(side) % 4}" if side in tale.sides else ""
    marks = "".join(f'<span class="mark">{escape(mark)}</span>' for mark in line.marks)
    if line.kind in ("note", "correction"):
        return f'<div class="correction" id="e{line.number}">{number}{escape(told.correction_words(line))}</div>\n'
    if line.kind != "fight":
        said = told.minor_words(tale, line)
        more = f" <small>{escape(said)}</small>" if said else ""
        return f'<div class="act {own}" id="e{line.number}">{number}{escape(line.title)}{more}{marks}</div>\n'
    went, beyond = told.went_words(tale, line)
    throws = _tag("div", "".join(map(_throw, line.throws)), "throws")
    return (
        f'<article class="fight {own}" id="e{line.number}">\n<h3>{number}{escape(line.title)}</h3>\n{marks}'
        f"{throws}{_paragraphs([told.came_words(tale, line)], 'came')}{_paragraphs([went], 'went')}{_spread(line)}"
        f"{_paragraphs([beyond], 'went beyond')}{_why(line.throws)}</article>\n"
    )


def _spread(line: ReportLine) -> str:
    """Return a bar that shows the chance of each result of a fight.

    The worst result for the acting side is on the left, and the actual result is dark.
    """
    if line.weighed is None or len(line.weighed.spread) < 2:
        return ""
    parts = "".join(
        f'<i{" class=so" * came} style="flex-grow:{float(chance):.4f}"></i>' for chance, came in line.weighed.spread
    )
    words = f"the chances of all results: the best for {line.weighed.side} is on the right, the actual result is dark"
    return f'<div class="spread" role="img" aria-label="{escape(words)}" title="{escape(words)}">{parts}</div>'


def _throw(throw: JournalThrow) -> str:
    """Return a throw: the owner and purpose of the dice, the faces, the result."""
    scores = scoring(throw)
    faces = "".join(f'<span class="die{" hit" * (at in scores)}">{face}</span>' for at, face in enumerate(throw.faces))
    dice = f'<span class="dice">{faces}</span>' if faces else ""
    more, how, came = beside(throw)
    said = f"{more.strip(', ')}{': ' if more else ''}{came} ({how})" if faces else fallen(throw)
    return _tag("div", f"{escape(headline(throw))}<br>{dice}<b>{escape(said)}</b>", "throw")


def _why(throws: Sequence[JournalThrow]) -> str:
    """Return the reasons for the number of dice and for the number needed. They are hidden until they are opened."""
    rows = [
        f"{who(throw)}: {words}"
        for throw in throws
        for words in (*(" ".join(row) for row in dice_rows(throw)), need_words(throw))
        if words
    ]
    inner = "".join(_tag("div", escape(each)) for each in rows)
    return _folded("reasons for these dice", inner) if rows else ""


def _ends(tale: Tale) -> str:
    """Return the position at the end, with lists of all stands."""
    if not tale.scenes:
        return ""
    end: Session = tale.scenes[-1].end
    listed = "".join(_listing(each) for each in end.family.status(end.state, end.table, ""))
    return _section("end", "How it ended", _paragraphs(standing(tale)) + listed)


def _listing(listing: Listing) -> str:
    rows = _table([listing.columns, *listing.rows], right=listing.right) if listing.rows else ""
    opened = f"<details open><summary>{escape(listing.title)}</summary>{rows}{_paragraphs(listing.notes)}</details>\n"
    return opened if rows or listing.notes else ""


def _deeds(tale: Tale) -> str:
    if not tale.deeds:
        return ""
    words = (
        f'A fight is an act that could cost {tale.measure.words}. "Beyond the odds" covers only fights that the stand '
        "began. This number adds enemy losses above the average and subtracts own losses above the average."
    )
    return _section("deeds", "Who did what", _table(told.deed_rows(tale)) + _paragraphs([words], "why"))


def _luck(tale: Tale) -> str:
    if not tale.luck["luck"]:
        return ""
    rows = _folded("throw for throw", _table(told.luck_rows(tale)))
    return _section("luck", "The dice", _paragraphs(told.luck_words(tale)) + rows)


def _corrections(tale: Tale) -> str:
    return _section("mended", "Corrections, rulings, remarks", "".join(_correction_items(tale)))


def _correction_items(tale: Tale) -> Iterator[str]:
    for line in tale.corrections:
        link = f'<a href="#e{line.number}">#{line.number}</a> '
        yield _tag("p", link + escape(told.correction_words(line)), "correction")
    for number, words in tale.amends:
        yield _tag("p", escape(f"#{number} {words}"), "correction")

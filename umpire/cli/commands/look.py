"""Commands that only show: status, map, sheet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from umpire.cli.files import replace_own, write_new
from umpire.cli.output import Reply
from umpire.cli.setting import Invocation, names_here, or_ruleset
from umpire.core.frozen import replace
from umpire.core.mistakes import FileMistake, Mistake, NotUnderstood, did_you_mean
from umpire.core.outcome import Listing
from umpire.game.naming import meant, none_such, squeezed
from umpire.show.page import Page, listing_plain, listings_lines
from umpire.show.status import head_lines, head_plain, stays_words

if TYPE_CHECKING:
    from umpire.board.drawing import Colours
    from umpire.play.session import Session

EVERYTHING = "all"
"""The word for the whole of a status."""

WRITERS = {".html": "html", ".htm": "html", ".md": "markdown"}


def status_command(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="[all|NAME]", show_default=False, autocompletion=names_here)] = "",
) -> Reply:
    """Show the phase, what is still to do, and one line per side. `all` shows every stand; NAME shows one stand, unit
    or side.
    """
    from umpire.play.session import with_facts

    session = ctx.obj.open()
    family, state, table = session.family, session.state, session.table
    whole = name.lower() == EVERYTHING
    name = "" if whole else name
    listings = family.status(state, table, name)
    head = None
    if not name:
        head = session.summary
        if head and session.to_come:
            head = head._replace(notes=(*head.notes, f"to come: {'; '.join(session.to_come)}"))
        now = family.now(session.counted, table) if session.clock_runs else None
        listings = (now, *listings) if now else listings
    own = f"{meant(name, family.names(state).items())}." if name else ""
    if stays := stays_words({fact: one for fact, one in session.staying.items() if fact.startswith(own)}):
        head = head._replace(notes=(*head.notes, stays)) if head else None
        listings = (*listings, Listing(stays, (), ())) if name else (Listing(stays, (), ()), *listings)
    game, number = session.head, session.snapshot.number
    free = ("sequence free",) if game["sequence"] == "told" else ()  # an enforced one shows where it is
    title = " · ".join((game["name"], session.table_file.name, *free, f"#{number}"))
    changed = "the rules have changed since the last entry" if session.table_changed else ""

    def draw(page: Page) -> list[str]:
        page = page.of(game["sides"])
        if head and not whole:
            return head_lines(page, title, head, warning=changed)
        lines = page.paragraph(title, style="bold") if not name else []
        lines += page.paragraph(changed, indent=2) if changed else []
        return lines + listings_lines(page, listings)

    plain = {
        **with_facts(game, session.staying),
        "entry": number,
        "status": [listing_plain(listing) for listing in listings],
    }
    return Reply(plain | ({"head": head_plain(head)} if head else {}), draw, paged=whole and not ctx.obj.at_question)


def score_command(ctx: typer.Context) -> Reply:
    """Show shots and air points left, objectives, losses, and the side that is ahead."""
    session = ctx.obj.open()
    head = session.summary
    if head is None:
        raise Mistake(f"{session.table_file.name} keeps no score", "`umpire status` shows how far the game has got")
    game = session.head

    def draw(page: Page) -> list[str]:
        page = page.of(game["sides"])
        lines = page.paragraph(head.where or game["name"], style="bold")
        lines += [
            line for side, words in head.sides for line in page.paragraph(f"{side}: {'; '.join(words)}", indent=2)
        ]
        return lines + [line for words in head.ahead for line in page.paragraph(words, indent=2)]

    said = {key: value for key, value in head_plain(head).items() if key in ("where", "sides")}
    return Reply({"score": {**said, "ahead": list(head.ahead)}}, draw)


def can_command(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME [FACTS] [from HEX]", show_default=False, autocompletion=names_here),
    ] = None,
) -> Reply:
    """Show what a stand or unit may do now: its targets with the dice, where it can go, and the rules that forbid the
    rest.

    `from HEX` shows what the stand could do from that hex. For example: `umpire can p1`, `umpire can t1 range=450`,
    `umpire can p1 from 0905`
    """
    from umpire.play.grammar import FROM, check_there, placed_at
    from umpire.play.possible import can

    if not words:
        names = ctx.obj.open().family.names(ctx.obj.open().state)
        raise Mistake("can: no stand or unit named", f"for example: `umpire can {next(iter(names), 'NAME')}`")
    name, *facts = words
    session, facts = placed_at(ctx.obj.open(), name, facts, ahead=True)
    names, family = session.family.names(session.state), session.family
    id = meant(name, names.items())
    if not id:
        raise none_such("stand or unit", name, names, "`umpire status all` lists all stands and units")
    values = {each for verb in family.ACTS for words in session.act(verb).choices.values() for each in words}
    if odd := next((each for each in facts if not ("=" in each or each[0].isdigit() or each.lower() in values)), ""):
        raise NotUnderstood(f"{odd!r} is not understood here", f"for example: can {id}", word=odd)
    known = {squeezed(fact) for verb in family.ACTS for fact in session.act(verb).facts}
    named = [each.partition("=")[0].rpartition(".")[2] for each in facts if "=" in each]
    if unknown := next((each for each in named if squeezed(each) not in known), ""):
        near = did_you_mean(unknown, sorted(fact for verb in family.ACTS for fact in session.act(verb).facts))
        raise NotUnderstood(f"no act takes the fact {unknown!r}", near or f"for example: can {id}", word=unknown)
    who = family.members(session.state, id) or (id,)
    if (stands := family.named(session.state)) and who == (id,) and id.lower() not in stands:
        raise Mistake(f"{names[id]} is neither a stand nor a unit", f"type status {id}", word=name)
    ahead = FROM in [word.lower() for word in words]  # a hypothetical question may be about any phase
    left = {one: family.left_to(session.state, session.table, one) for one in who}
    found = {one: can(session, one, facts, ahead=ahead) for one in who}
    if not any(found.values()):
        check_there(session, replace(session, state=session.in_play), [id])
    plain = {
        "can": {
            one: [
                {
                    "act": each.verb,
                    "targets": [
                        {"id": one.id, "name": one.name, "dice": one.dice, "words": one.words} for one in each.targets
                    ],
                    "places": list(each.places),
                    "no": [{"rule": no.rule, "words": no.words} for no in each.no],
                    **({"alone": each.alone} if each.alone else {}),
                    **({"barred": [{"name": who, "rule": no.rule} for who, no in each.barred]} if each.barred else {}),
                    **({"early": [{"rule": no.rule, "words": no.words} for no in each.early]} if each.early else {}),
                }
                for each in acts
            ]
            for one, acts in found.items()
        },
        **({"left": left} if any(left.values()) else {}),
    }

    def draw(page: Page) -> list[str]:
        from umpire.show.status import can_lines

        page = page.of(session.head["sides"])
        grid = session.game_map.grid if session.game_map else None
        said = {one: f"{names[one]}: {left[one]}" if left[one] else names[one] for one in found}
        return [line for one, acts in found.items() for line in can_lines(page, said[one], acts, grid)]

    return Reply(plain, draw)


def map_command(
    ctx: typer.Context,
    zone: Annotated[
        str, typer.Option("--zone", metavar="SIDE", help="Mark the zone of control of this side.", show_default=False)
    ] = "",
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="Draw the map in this .svg file.")
    ] = None,
    colours: Annotated[
        str, typer.Option("--colours", metavar="light|dark|grey", help="Colours of the drawing.", show_default=False)
    ] = "light",
    size: Annotated[
        int | None, typer.Option("--size", metavar="PIXELS", min=100, max=20000, help="Width of the drawing.")
    ] = None,
) -> Reply:
    """Show the map with the stands on it, or draw it."""
    session = ctx.obj.open()
    family, game_map = session.family, session.game_map
    placed = family.on_board(session.state)
    if game_map is None or placed is None:
        raise Mistake("this game has no map", "type distances and terrain: `fire ... range=2 terrain=woods`")
    if output is not None:
        return _drawn(session, output, colours, size)
    sides = list(session.head["sides"])
    side = next((name for name in sides if name.lower() == zone.lower()), "")
    if zone and not side:
        raise Mistake(f"there is no side {zone!r}", did_you_mean(zone, sides))
    stands = {hex_: (name, sides.index(of)) for hex_, (name, of) in placed.items()}
    marked = family.zone_of(session.state, side) if side else ()
    label = game_map.grid.label
    plain = {
        "map": game_map.to_plain(),
        "stands": {label(hex_): {"stand": name, "side": sides[at]} for hex_, (name, at) in stands.items()},
        "zone": sorted(label(hex_) for hex_ in marked),
    }

    def draw(page: Page) -> list[str]:
        from umpire.show.board import board_lines

        return board_lines(page.of(sides), game_map, stands, sides, marked)

    return Reply(plain, draw)


def _drawn(session: Session, output: str, colours: str, size: int | None) -> Reply:
    """Write the map of a game as SVG to a file. The drawing may replace an earlier drawing but no other file. Raises
    Mistake.
    """
    from umpire.board.drawing import MARK, PALETTES, board_svg

    game_map = session.game_map
    position = session.family.laid_out(session.state, session.table)
    if game_map is None or position is None:
        raise Mistake("this game has no map, so no board can be drawn", "`umpire status all` shows every stand")
    if colours not in PALETTES:
        raise Mistake(f"there is no colour scheme {colours!r}", did_you_mean(colours, list(PALETTES)))
    path = Path(output)
    if path.suffix.lower() != ".svg":
        raise Mistake(f"{output} does not end in .svg", f"for example: -o {path.stem or 'board'}.svg")
    where = session.family.brief(session.in_play, session.table) if session.clock_runs else ""
    title = ", ".join(filter(None, (session.head["name"], where)))
    text = board_svg(
        game_map, position, session.head["sides"], title=title, colours=cast("Colours", colours), size=size
    )
    replace_own(path, text, MARK)
    plain = {"file": output, "entry": session.snapshot.number}
    return Reply(plain, lambda page: page.paragraph(f"drawn in {output}, as of #{session.snapshot.number}"))


def sheet_command(
    ctx: typer.Context,
    only: Annotated[bool, typer.Option("--game-only", help="Leave out rules that this battle does not need.")] = False,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="Write to this file: .html to print, or .md.")
    ] = None,
) -> Reply:
    """Show the quick-reference sheet of this game, house rules included. Umpire plays by the numbers on the sheet."""
    title, sheet = sheet_of(ctx.obj, game_only=only)
    if output is None:

        def draw(page: Page) -> list[str]:
            return page.paragraph(title, style="bold") + listings_lines(page, sheet)

        return Reply({"title": title, "sheet": [listing_plain(listing) for listing in sheet]}, draw)
    writer = WRITERS.get(Path(output).suffix.lower())
    if writer is None:
        raise Mistake(f"{output} is neither .html nor .md", "for example: -o sheet.html")
    from umpire.paper import render

    write_new(Path(output), getattr(render, writer)(title, sheet))
    return Reply({"file": str(output)}, lambda page: page.paragraph(f"written to {output}"))


def sheet_of(setting: Invocation, *, game_only: bool) -> tuple[str, tuple[Listing, ...]]:
    """Return the title and the listings of the sheet for the current game, or for the ruleset given with --rules."""
    if setting.rules and not game_only:
        ruleset = setting.ruleset()
        family, table_file, state = ruleset.family(), ruleset.table(), None
        table, title = family.read_table(table_file.rows), table_file.name
    else:
        try:
            session = setting.open()
        except FileMistake as missing:
            raise or_ruleset(missing) from None
        family, table = session.family, session.table
        state = session.state if game_only else None
        title = f"{session.head['name']}: {session.table_file.name}" if game_only else session.table_file.name
    if not (sheet := family.sheet(table, state)):
        raise Mistake(f"{title} has no sheet yet", "`umpire rules NAME` lists the sections of a ruleset")
    return title, sheet

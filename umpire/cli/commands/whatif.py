"""The command that compares: the same act with one thing changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from umpire.cli.commands.acts import refusal, session_with
from umpire.cli.output import Reply
from umpire.cli.setting import names_here
from umpire.cli.typed import quoted
from umpire.core.frozen import replace
from umpire.core.mistakes import Mistake
from umpire.core.odds import odds as odds_of
from umpire.play.turn import Refused, prepare
from umpire.show.whatif import Compared, compared_plain, comparison_lines, numbers_of, refused_plain

if TYPE_CHECKING:
    from umpire.game.variation import Variation
    from umpire.play.turn import Session


def what_if_command(
    ctx: typer.Context,
    verb: Annotated[str, typer.Argument(metavar="VERB", show_default=False)],
    words: Annotated[
        list[str] | None, typer.Argument(metavar="WORDS...", show_default=False, autocompletion=names_here)
    ] = None,
    ruling: Annotated[
        str, typer.Option(metavar="WHY", help="Overrule what the rules forbid.", show_default=False)
    ] = "",
    add: Annotated[list[str] | None, typer.Option(metavar="LINE", help="Add a line of your own.")] = None,
) -> Reply:
    """The exact odds of an act beside those of the same act with one thing changed, the best first. Nothing happens.

    For instance: umpire what-if fire a1 a2 at p3 with g1
    """
    session, typed, added = session_with(ctx.obj, verb), tuple(words or ()), tuple(add or ())
    changed = session.family.variations(session.state, session.table, verb, typed)
    if not changed:
        raise Mistake(f"what-if knows nothing to change about {verb}", f"umpire {verb} ... --odds has its odds")
    try:
        base = prepare(session, verb, typed, ruling=ruling.strip(), additions=added)
    except Refused as refused:
        return refusal(refused)
    counted = odds_of(base.make)
    measures = session.family.yardsticks(base.situation) or numbers_of(counted)
    here = Compared("as typed", base.act.verb, typed, counted)
    found, refusals = [], []
    for one in changed:
        try:
            found.append(_tried(session, one, ruling.strip(), added))
        except Refused as refused:
            refusals.append(refused_plain(one, [(each.rule, each.words) for each in refused.objections]))
        except Mistake as mistake:
            refusals.append(refused_plain(one, [("", mistake.what)]))
    plain = compared_plain(base.situation.title, here, found, measures, refusals)
    plain["command"] = " ".join((verb, *map(quoted, typed)))
    return Reply(plain, lambda page: comparison_lines(page, plain))


def _tried(session: Session, one: Variation, ruling: str, added: tuple[str, ...]) -> Compared:
    """One variation with its odds. Raises Refused or Mistake where it cannot be."""
    there = session if one.state is None else replace(session, state=one.state)
    prepared = prepare(there, one.verb, one.words, ruling=ruling, additions=added)
    return Compared(one.label, one.verb, one.words, odds_of(prepared.make))

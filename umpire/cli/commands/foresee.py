"""The odds before a throw: of an act, of the same act with one thing changed, or of any dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from umpire.cli.output import WANTED, Reply, refusal
from umpire.cli.setting import ActWords, Ruling
from umpire.cli.typed import split_answers
from umpire.core.frozen import replace
from umpire.core.mistakes import Mistake
from umpire.core.odds import ForcedChoices, walk
from umpire.core.odds import explain as explain_act
from umpire.core.odds import odds as odds_of
from umpire.core.outcome import Outcome
from umpire.core.pools import Pool
from umpire.core.procedure import Thrown
from umpire.game.act import Plain
from umpire.game.gamefile.journal import read_entry, read_throw
from umpire.game.lines import VOCABULARY, line_of
from umpire.game.variation import Variation, otherwise
from umpire.play.turn import Prepared, Refused, journal_entry, pool_plain, prepare, throw_plain
from umpire.show.journal import heading_lines
from umpire.show.odds import chances_plain, explanation_lines, first_pools, odds_lines, odds_plain, without_zeros
from umpire.show.page import Page
from umpire.show.pools import dice_of, headline, throw_lines
from umpire.show.whatif import Compared, compared_plain, comparison_lines, numbers_of, refused_plain

if TYPE_CHECKING:
    from umpire.play.turn import Session


def foreseen(prepared: Prepared, tokens: Sequence[str] = (), *, odds: bool, explain: bool) -> Reply:
    """Return the odds, the explanation, or both. If the act has no dice, return its certain result.

    Nothing is thrown or recorded.

    `tokens` are options chosen in advance, for every choice that offers them. Raises Mistake for a token that is never
    an option.
    """
    policy = ForcedChoices(tokens)
    explained = explain_act(prepared.make, policy)
    policy.check()
    entry = journal_entry(prepared, Outcome(), ())
    plain: Plain = {
        key: entry[key]
        for key in ("command", "title", "side", "facts", "sources", "assumed", "notes", "overruled", "ruling")
    }
    throws: list[Plain] = [
        {"after": list(one.after), "pools": [pool_plain(pool) for pool in one.pools]} for one in explained
    ]
    plain["early"] = [{"rule": one.rule, "words": one.words} for one in prepared.early]
    if explain:
        plain["explained"] = throws
    if odds:
        severity = prepared.session.family.severity()
        counted = odds_of(prepared.make, policy)
        plain["odds"] = odds_plain(counted, severity)
        plain["throws"] = [chances_plain(pool, after) for after, pool in first_pools(explained)]

    certain = () if explained else next(walk(prepared.make, policy)).outcome.words

    def draw(page: Page) -> list[str]:
        lines = heading_lines(page, read_entry(entry), prepared.situation.also)
        if explain:
            lines += explanation_lines(page, [(one["after"], [*map(read_throw, one["pools"])]) for one in throws])
        if odds:
            shown = without_zeros(plain["odds"]) if prepared.session.family.COUNTS_ALL else plain["odds"]
            lines += odds_lines(page, shown, plain["throws"], counted.policies)
        return [*lines, *(line for words in certain for line in page.paragraph(words)), *_not_now(page, prepared)]

    return Reply(plain, draw)


def what_if_command(
    ctx: typer.Context,
    verb: Annotated[str, typer.Argument(metavar="VERB", show_default=False)],
    words: ActWords = None,
    ruling: Ruling = "",
    add: Annotated[list[str] | None, typer.Option(metavar="LINE", help="Add a modifier of your own.")] = None,
) -> Reply:
    """Compare the exact odds of an act with its alternatives, the best first. Each alternative changes one thing.
    Nothing is recorded.

    For example: `umpire what-if fire a1 a2 at p3 with g1`
    """
    if verb not in VOCABULARY and (meant := ctx.obj.line_meant([verb, *(words or ())])):
        verb, *words = meant
    (session, typed), added = ctx.obj.about(verb, words or ()), tuple(add or ())
    family = session.family
    if family.COMPARED and not _compares(session, verb, typed):
        takes = ", ".join(each for each in family.COMPARED if each != verb)
        raise Mistake(f"`what-if` cannot compare `{verb}`", f"`what-if` compares {takes}" if takes else "")
    try:
        base = prepare(session, verb, typed, ruling=ruling.strip(), additions=added, ahead=True)
    except Refused as refused:
        return refusal(refused.objections)
    session, typed = base.session, base.words
    if family.COMPARED:
        changed = family.variations(session.here, session.table, verb, typed)
    elif not (changed := otherwise(base.act, typed, base.situation.known)):
        raise Mistake(f"`what-if` finds nothing to change in this `{verb}`")
    counted = odds_of(base.make)
    measures = family.yardsticks(base.situation) or numbers_of(counted)
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
    plain["command"] = line_of(verb, typed)
    return Reply(plain, lambda page: [*comparison_lines(page, plain), *_not_now(page, base)])


def _compares(session: Session, verb: str, typed: tuple[str, ...]) -> bool:
    """Return whether the ruleset has variations of this act to compare. Errors in the words are reported later."""
    family = session.family
    try:
        return verb in family.COMPARED and bool(family.variations(session.here, session.table, verb, typed))
    except Mistake:
        return True


def _not_now(page: Page, prepared: Prepared) -> list[str]:
    """Return a line for each rule that forbids the act at this time."""
    return [line for one in prepared.early for line in page.paragraph(f"not now: {one.ruled}")]


def _tried(session: Session, one: Variation, ruling: str, added: tuple[str, ...]) -> Compared:
    """Return one variation with its odds. Raises Refused or Mistake if the variation is impossible."""
    there = session if one.state is None else replace(session, state=one.state)
    prepared = prepare(there, one.verb, one.words, ruling=ruling, additions=added, ahead=True)
    return Compared(one.label, one.verb, one.words, odds_of(prepared.make))


def dice_command(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="DICE [WHAT] [/ DICE [WHAT]]...", show_default=False)
    ] = None,
    dice: Annotated[
        list[str] | None,
        typer.Option(metavar="FACES", help="Dice thrown, with a / between throws.", show_default=False),
    ] = None,
    roll: Annotated[bool, typer.Option("--roll", help="Roll any dice that you do not type.")] = False,
) -> Reply:
    """Show the exact odds of any dice. With --dice or --roll, show the result. Nothing is recorded.

    WHAT says which dice score: `5,6` means each 5 and each 6, `44` each pair of 4s, `4+` each die of 4 or more. `total`
    adds up the dice, `highest 2` or `lowest 1` keeps only that many dice. One die or a total may have a target number:
    `1d20 12+`, `2d6 total 8+`. `1d20+2` adds 2 to the roll; with `always 20` a 20 always succeeds.

    Put / between the dice of the two sides. For example: `umpire dice 6d6 6 / 6d6 5,6,44`
    """
    from umpire.cli.notation import read_pools

    pools = read_pools(words or ())
    if dice is None and not roll:
        return _odds_alone(pools)
    return _fallen(ctx, words or (), pools, "/".join(dice) if dice else None, roll=roll)


def _odds_alone(pools: tuple[Pool, ...]) -> Reply:
    from umpire.cli.notation import thrown_together

    plain: Plain = {
        "pools": [pool_plain(pool) for pool in pools],
        "odds": odds_plain(odds_of(lambda: thrown_together(pools))),
        "throws": [chances_plain(pool) for pool in pools],
    }

    def draw(page: Page) -> list[str]:
        lines = [line for pool in plain["pools"] for line in page.paragraph(headline(read_throw(pool)), style="bold")]
        return lines + odds_lines(page, plain["odds"], ())

    return Reply(plain, draw)


def _fallen(
    ctx: typer.Context, words: Sequence[str], pools: tuple[Pool, ...], dice: str | None, *, roll: bool
) -> Reply:
    """Return the reply for pools that are thrown, with dice typed or rolled."""
    import os

    from umpire.cli.notation import thrown_together
    from umpire.core.answers import Answers
    from umpire.core.dice import SeededDice
    from umpire.core.procedure import Wanted, resolve

    told = Answers(SeededDice(os.urandom(8).hex()), 0, split_answers(dice), roll_rest=roll)
    try:
        outcome, answers = resolve(thrown_together(pools), told)
    except Wanted as wanted:
        left = pools[len(wanted.answered) :]
        asked = "/".join([*told.typed_dice, *(f"<{dice_of(read_throw(pool_plain(pool)))}>" for pool in left)])
        line = ctx.obj.to_type(f'dice {" ".join(words)} --dice "{asked}"')
        what = "; ".join(f"{pool.label}, {dice_of(read_throw(pool_plain(pool)))}" for pool in left)
        said = (f"wanted: {what}", f"hint: {line}  (--roll rolls the dice)")
        asked_of = {"throws": [pool_plain(pool) for pool in left], "line": line}
        return Reply({"asked": asked_of}, code=WANTED, trouble=said, to_type=True)
    told.finish()
    throws = [throw_plain(one) for one in answers if isinstance(one, Thrown)]
    plain: Plain = {"throws": throws, "tally": dict(outcome.tally), "words": list(outcome.words)}

    def draw(page: Page) -> list[str]:
        lines = [line for each in throws for line in throw_lines(page, read_throw(each))]
        return lines + [line for said in outcome.words for line in page.paragraph(said, style="bold")]

    return Reply(plain, draw)

"""What an act may come to, before any die is thrown: exact odds, and every throw explained."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from umpire.cli.output import Reply
from umpire.core.odds import Told, walk
from umpire.core.odds import explain as explain_act
from umpire.core.odds import odds as odds_of
from umpire.core.outcome import Outcome
from umpire.play.turn import Prepared, journal_entry, pool_plain
from umpire.show.journal import heading_lines
from umpire.show.odds import chances_plain, explanation_lines, first_pools, odds_lines, odds_plain
from umpire.show.page import Page


def foreseen(prepared: Prepared, tokens: Sequence[str] = (), *, odds: bool, explain: bool) -> Reply:
    """The odds, the explanation, or both; where no dice fall, what is certain. Nothing is thrown, nothing recorded.

    `tokens` are choices told: they are taken wherever they are offered. Raises Mistake for one that is offered nowhere.
    """
    policy = Told(tokens)
    explained = explain_act(prepared.make, policy)
    policy.check()
    entry = journal_entry(prepared, Outcome(), ())
    plain: dict[str, Any] = {
        key: entry[key]
        for key in ("command", "title", "side", "facts", "sources", "assumed", "notes", "overruled", "ruling")
    }
    throws: list[dict[str, Any]] = [
        {"after": list(one.after), "pools": [pool_plain(pool) for pool in one.pools]} for one in explained
    ]
    if explain:
        plain["explained"] = throws
    if odds:
        severity = prepared.session.family.severity()
        plain["odds"] = odds_plain(odds_of(prepared.make, policy), severity)
        plain["throws"] = [chances_plain(pool, after) for after, pool in first_pools(explained)]

    certain = () if explained else next(walk(prepared.make, policy)).outcome.words

    def draw(page: Page) -> list[str]:
        lines = heading_lines(page, entry, prepared.situation.also)
        if explain:
            lines += explanation_lines(page, [(one["after"], one["pools"]) for one in throws])
        if odds:
            lines += odds_lines(page, plain["odds"], plain["throws"])
        return lines + [line for words in certain for line in page.paragraph(words)]

    return Reply(plain, draw)

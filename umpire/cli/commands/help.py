"""The pages of docs/ at the terminal, the way to type a command, and the meaning of a word."""

from __future__ import annotations

import re
from os.path import normpath
from pathlib import Path
from typing import Annotated

import typer

from umpire.cli.command import SHORT, verbs_of
from umpire.cli.output import Reply
from umpire.cli.setting import Invocation
from umpire.core.mistakes import Mistake, did_you_mean, meaning
from umpire.game.lines import COMMANDS, VOCABULARY
from umpire.game.rulebook.tables import data_folder
from umpire.show.page import Page

TOPICS = {
    "first-evening": "A first battle, line by line.",
    "typing": "An evening from start to report; typing sentences; every command.",
    "two-star-general": "Two Star and Three Star General: a round, line by line.",
    "asp-ww2": "ASP World War 2: fire, turns, aircraft, setting up.",
    "d20-elements": "d20 elements: the turn and all its actions.",
    "battles": "Write a battle, and a next battle for the survivors.",
    "house-rules": "Change the rules of a published game for your club.",
    "own-rules": "Write rules of your own in one file.",
    "own-rules-reference": "Every key of a rule file.",
    "paper": "Print sheets, cards, chits and slips.",
    "your-games": "Copy games and update Umpire safely.",
    "troubleshooting": "Find what to do when something goes wrong.",
    "glossary": "What the words of Umpire mean.",
    "rulings": "How Umpire interprets unclear rules.",
    "a-ruleset": "Build a ruleset as a Python package.",
    "architecture": "How Umpire is built.",
}
"""Page of docs/ -> its purpose."""


def help_command(
    ctx: typer.Context,
    words: Annotated[list[str] | None, typer.Argument(metavar="[TOPIC|COMMAND|WORD]", show_default=False)] = None,
) -> Reply:
    """Show a page, how to type a command, or what a word means. Without a word, list the pages."""
    setting: Invocation = ctx.obj
    word = " ".join(words or ()).lower()
    if not word:
        return _topics()
    name = word.removeprefix("docs/").removesuffix(".md")
    if name in TOPICS:
        return _page(setting, name)
    commands = {**COMMANDS, **VOCABULARY, **verbs_of(setting.ruleset_at_hand())}
    if (command := SHORT.get(word, word).split()[0]) in commands:
        return Reply(None, code=setting.run([command, "--help"], setting))
    from umpire.play.talk.words import forms
    from umpire.show.document import terms

    known = terms(_text("glossary"))
    alike = forms(word)
    word = next((each for each in alike if each in known), word)
    if word not in known:
        of_a_rule = setting.ruleset_at_hand() and setting.ruleset().clauses().find(word)
        means = () if of_a_rule else meaning(word, [*verbs_of(setting.ruleset_at_hand()), *COMMANDS])
        if command := next((each for each in (*alike, *means) if each in commands), ""):
            return Reply(None, code=setting.run([command, "--help"], setting))
        if of_a_rule:
            return Reply(None, code=setting.run(["rule", *word.split()], setting))
        begun = [topic for topic in TOPICS if topic.startswith(f"{name}-")]
        if len(begun) == 1:
            return _page(setting, begun[0])
        near = did_you_mean(word, [*verbs_of(setting.ruleset_at_hand()), *TOPICS, *known, *COMMANDS], few=0, alike=2)
        raise Mistake(f"no page, command or word is called {word!r}", near or "`umpire help` lists the pages")
    return Reply({"word": word, "meaning": known[word]}, lambda page: page.paragraph(known[word]))


def folder() -> Path:
    """Return the folder of the pages."""
    return data_folder("docs")


def leads_to(target: str) -> str:
    """Return the help command for a link to a page of docs/. For any other link, return the file or the address.

    If the link names a heading, the heading follows in quotes.
    """
    if re.match(r"\w+://", target):
        return target
    file, _, place = target.partition("#")
    place = f'"{place.replace("-", " ")}"' if place else ""
    if (name := file.removesuffix(".md")) in TOPICS:
        return f"`umpire help {name}`{place and ', '}{place}"
    return f"{normpath(f'docs/{file}')} in the source" if file else place


def _text(topic: str) -> str:
    return (folder() / f"{topic}.md").read_text(encoding="utf-8")


def _page(setting: Invocation, topic: str) -> Reply:
    """Return a page of docs/."""
    from umpire.show.document import document_lines

    text = _text(topic)

    def draw(page: Page) -> list[str]:
        return document_lines(page, text, leads_to)

    return Reply({"topic": topic, "text": text}, draw, paged=not setting.at_question)


def _topics() -> Reply:
    """Return the list of pages."""

    def draw(page: Page) -> list[str]:
        return [
            *page.paragraph("pages to read:", style="bold"),
            *page.columns([*TOPICS.items()]),
            *page.paragraph("`umpire help typing` shows a page, `umpire help fire` shows how to type a command"),
            *page.paragraph("`umpire help ruling` shows what a word means; `umpire --help` lists every command"),
        ]

    return Reply({"topics": TOPICS}, draw)

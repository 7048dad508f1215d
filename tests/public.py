"""Everything that is said to players of a game, as bytes by what says it."""

import json

from tests.screen.browser import ask
from umpire.play.session import open_session
from umpire.report.html import html
from umpire.report.markdown import markdown
from umpire.report.paged import paged
from umpire.report.story import short
from umpire.report.tale import tale
from umpire.screen.app import PAGES, App
from umpire.screen.picture import COLOURS, picture
from umpire.screen.watch import Watcher


def public_answers(path):
    """Pages, events and JSON for players of the game in a file; what else is made for them is added here."""
    watcher = Watcher(path)
    watcher.look()
    app, seen = App(watcher), watcher.seen
    assert seen.shown, seen.trouble
    answers = {f"/{name}": ask(app, f"/{name}").body for name in PAGES}
    for colours in COLOURS:
        answers[f"first event, {colours}"] = seen.told(colours, None).encode()
        answers[f"later event, {colours}"] = seen.told(colours, seen.ground(colours)).encode()
    answers["screen --json"] = json.dumps(picture(open_session(path)).now).encode()
    return answers


def public_reports(path):
    """The evening as its players may read it; it takes longer than the rest, and is looked at when it is over."""
    told = tale(open_session(path), for_players=True)
    return {
        "report.html": html(told),
        "report.md": markdown(told),
        "report.pdf": paged(told),
        "report.txt": short(told),
    }

"""Every answer to players of a game, as bytes by its source."""

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
    """Return pages, events and JSON for players of the game in a file; any new answer to players belongs here."""
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
    """Return the evening for its players; it takes longer than the rest, and is compared at the end."""
    told = tale(open_session(path), for_players=True)
    return {
        "report.html": html(told),
        "report.md": markdown(told),
        "report.pdf": paged(told),
        "report.txt": short(told),
    }

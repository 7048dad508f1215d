"""Tests of kept games with programs of later formats: nothing that was played is lost."""

import re
import sys

import pytest

from tests.game.test_migrations import next_format
from tests.kept.facts import FORMATS, LOOKS, as_now, copy, typed
from tests.kept.test_kept import HERE, Kept, site  # noqa: F401
from tests.screen.browser import ask
from tests.test_outside import install
from tests.transcripts.evenings import answer
from umpire.game.gamefile import database
from umpire.game.gamefile.changes import decode, forward
from umpire.game.gamefile.migrations import Migration
from umpire.play.past.plain import Classes
from umpire.play.session import open_session
from umpire.rulesets import FAMILIES, find
from umpire.screen.app import App
from umpire.screen.watch import Watcher


def dated(value):
    return {**value, "dated": "now"}


def called(position):
    """Return a step that renames a field of every position, and adds one."""
    return {**position, "game": {**dated(position["game"]), "name": position["game"]["name"] + "!"}}


STEP = Migration(called, data=dated, kept=dated)


@pytest.fixture(params=sorted(LOOKS))
def name(request):
    return request.param


def test_every_game_goes_on_in_the_next_format(name, tmp_path, monkeypatch, site):  # noqa: F811
    kept, version = HERE / f"{name}.umpire", name.partition("/")[0]
    then = Kept.found_then(name)
    game = copy(kept, tmp_path / "a")
    next_format(monkeypatch, STEP)
    for line in ("status", "log", f"can {LOOKS[name].name}", "luck"):
        typed(line, game.parent)
    assert game.read_bytes() == kept.read_bytes()
    typed(LOOKS[name].act, game.parent)
    assert game.with_name(f"game.umpire.format-{FORMATS[version]}").read_bytes() == kept.read_bytes()
    session = open_session(game)
    file, stands = session.file, then["stands"]["position"]
    played = as_now(forward(stands, decode(then["played"]["changes"])), version)
    played = {**played, "game": {**played["game"], "tables": session.table_file.digest}}  # the book as it is today
    assert file.read().position == called(played)
    while file.entry(file.read().head).parent:
        file.undo(file.read().number)
    assert file.read().position == called(as_now(forward(stands, decode(then["begun"]["changes"])), version))
    monkeypatch.chdir(game.parent)
    assert not answer("umpire status")[-1].startswith("[exit"), "the old file is taken for a second game"
    assert (file.entry(2).data["dated"], file.entry(2).kept["dated"]) == ("now", "now")


def forget():
    for name in [name for name in sys.modules if name.partition(".")[0] == "skirmish"]:
        del sys.modules[name]


@pytest.fixture
def renamed(tmp_path, monkeypatch):
    """Return the ruleset of another package with `men` renamed to `strength`; `step` is the migration."""

    def bring(step):
        folder = install(tmp_path / "site")
        for path in (folder / "skirmish").glob("*.py"):
            path.write_text(re.sub(r"\bmen\b", "strength", path.read_text()))
        if step:
            with (folder / "skirmish" / "__init__.py").open("a") as module:
                module.write(
                    """
from umpire.game.gamefile.migrations import Migration

def called(position):
    squads = {
        name: {("strength" if key == "men" else key): value for key, value in squad.items()}
        for name, squad in position["state"]["squads"].items()
    }
    return {**position, "state": {"squads": squads}}

def squad(effect):
    return {("strength" if key == "men" else key): value for key, value in effect.items()}

def of_kept(kept):
    return {**kept, "effects": [squad(effect) for effect in kept["effects"]]} if "effects" in kept else kept

Skirmish.FORMAT = 2
Skirmish.upgrade = lambda self, number: (Migration(called, kept=of_kept),)
"""
                )
        monkeypatch.syspath_prepend(folder)
        forget()

    (tmp_path / "site").mkdir()
    yield bring
    forget()


def test_a_field_that_is_renamed_with_its_step(renamed, tmp_path):
    then = Kept.found_then("0.1/skirmish")
    game = copy(HERE / "0.1" / "skirmish.umpire", tmp_path / "a")
    renamed(step=True)
    squads = then["stands"]["position"]["state"]["squads"]
    assert {id: squad.strength for id, squad in open_session(game).state.squads.items()} == {
        id: squad["men"] for id, squad in squads.items()
    }
    said = typed("amend 2 111/ --roll --defaults --keep all", game.parent)
    assert (said["changed"], said["out"]) == (then["amended"]["changed"], then["amended"]["out"])
    assert game.with_name("game.umpire.format-1").read_bytes() == (HERE / "0.1" / "skirmish.umpire").read_bytes()
    after = forward(then["stands"]["position"], decode(then["amended"]["changes"]))["state"]["squads"]
    now = open_session(game)
    assert {id: squad.strength for id, squad in now.state.squads.items()} == {
        id: one["men"] for id, one in after.items()
    }
    assert now.head["format"] == 2
    typed("undo", game.parent)
    exported = answer(f"umpire export -g {game}")
    assert "strength = 2" in exported
    (tmp_path / "again.toml").write_text("\n".join(exported))
    assert not answer(f"umpire new {tmp_path / 'again.toml'} -g {tmp_path / 'new.umpire'}")[-1].startswith("[exit")
    assert open_session(tmp_path / "new.umpire").head["format"] == 2


def test_a_field_that_is_renamed_without_its_step(renamed, tmp_path):
    game = copy(HERE / "0.1" / "skirmish.umpire", tmp_path / "a")
    renamed(step=False)
    assert answer(f"umpire status -g {game}")[-1] == "[exit 1]"


def test_every_effect_of_a_kept_game_is_read(name, tmp_path, site):  # noqa: F811
    session = open_session(copy(HERE / f"{name}.umpire", tmp_path / "a"))
    classes, read = Classes.of(session.family), 0
    for entry in session.file.entries():
        for kept in (entry.kept, *(one["kept"] for one in entry.kept.get("entries", ()))):
            read += len(classes.read(kept.get("effects", [])))
    assert read > 3


def test_players_watch_an_old_game_and_its_upgrade(tmp_path, monkeypatch):
    game = copy(HERE / "0.1" / "star.umpire", tmp_path / "a")
    next_format(monkeypatch, STEP)
    before = game.read_bytes()
    watcher = Watcher(game)
    assert watcher.look()
    assert not watcher.look()
    assert (watcher.seen.trouble, game.read_bytes()) == ("", before)
    assert watcher.seen.shown.now["name"].endswith("!")
    typed("set a1 sp=1", game.parent)
    assert watcher.look()
    assert watcher.seen.trouble == ""
    old = game.with_name("game.umpire.format-1")
    assert old.exists()
    assert ask(App(watcher), f"/{old.name}").status == 404


def test_no_family_of_ours_is_ahead_of_the_file():
    """A file that older programs may not write to is recognised by its format alone."""
    assert max(find(name).family().FORMAT for name in FAMILIES) <= database.FORMAT


def test_an_effect_by_the_name_it_had(monkeypatch):
    family = find("two-star-general").family()
    monkeypatch.setattr(type(family), "RENAMED", {"Hurt": "Lose"}, raising=False)
    known = Classes.of(family).known
    assert known["Hurt"] is known["Lose"]

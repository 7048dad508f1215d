"""Tests of the evenings with reserves, events and an end, when they are over: exported, and followed by another
battle.
"""

import re

import pytest

from tests.cli.games import Table
from tests.places import EXAMPLES
from tests.play.evenings import games
from umpire.play.scenarios import export_text, new_game, position_from_text
from umpire.play.session import open_session

EVENINGS = {
    "reserves": "relief",
    "star-reserves": "three-star-relief",
    "asp-reserves": "asp-relief",
    "d20-reserves": "d20-relief",
    "own-reserves": "rules/mist",
}
"""The example that each is of."""


@pytest.mark.parametrize("name", EVENINGS)
@pytest.mark.slow
def test_what_is_written_out_comes_back_to_the_byte(name, tmp_path):
    """Departures, arrivals and past events are in the exported scenario, which begins a game in the same position."""
    session = open_session(games(name)[0])
    text = export_text(session)
    assert position_from_text(text) == session.snapshot.position
    (tmp_path / "later.toml").write_text(text, encoding="utf-8")
    again = new_game(tmp_path / "later.umpire", str(tmp_path / "later.toml"))
    assert export_text(again) == text
    assert again.to_come == session.to_come


@pytest.mark.parametrize("name", EVENINGS)
def test_the_next_battle_has_all_of_them_and_no_clock_of_the_last(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    path = EXAMPLES / f"{EVENINGS[name]}.toml"
    head, _, rest = path.read_text(encoding="utf-8").partition("\n[")
    board = f"\n[{rest.partition(chr(10) + '[objectives')[0]}" if "[map]" in rest else ""
    board = re.sub(r"(?m)^(ends|sudden|leaves) = .*\n", "", board)
    following = f"{head}{board}\n[carry]\n".replace('"rivers.toml"', f'"{path.parent / "rivers.toml"}"')
    (tmp_path / "next.toml").write_text(following, encoding="utf-8")
    last = open_session(games(name)[0])
    said = Table(tmp_path, capsys).say(f"new next.toml --from {last.file.path} -g next.umpire")
    assert said.code == 0, said.err
    session = open_session(tmp_path / "next.umpire")
    among = session.family.COMERS.among
    alive = getattr(last.state, among).keys() - last.family.gone(last.state)
    assert getattr(session.state, among).keys() == alive
    assert not session.events
    assert not session.ends
    assert not session.absent.keys() - session.at_edge

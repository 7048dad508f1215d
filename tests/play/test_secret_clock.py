"""Tests of two games that differ only in the future of the clock: screen, report and paper of players are the same."""

import re

import pytest

from tests.places import EXAMPLES
from tests.public import public_answers, public_reports
from umpire.game.clock.arrivals import has_left
from umpire.play.session import open_session

RULES = EXAMPLES / "rules" / "rivers.toml"
OTHER = {
    "relief": (
        ("round 2 at 1001-1006", "round 3 at 1001"),
        ("round 2 at west edge on 4+", "day 1 round 4 at north edge"),
        ('when = "round 2"', 'when = "round 3"'),
        ('until = "round 4"', 'until = "round 5"'),
        ("Fog comes up", "Mist comes up"),
        ('"5-6 fog=no"', '"5-6 A gale."'),
    ),
    "three-star-relief": (
        ("round 2 at 1206", "round 3 at 1205 1206"),
        ("round 2 at east edge on 4+", "round 2 at east edge on 6+"),
        ("Mist lies on the stream.", "It begins to rain."),
        ('"5-6 fog=no"', '"5-6 A gale."'),
    ),
    "asp-relief": (
        ("turn 2 at the bridge", "turn 3 at the mill on 5+"),
        ("by hand at the orchard", "turn 4 at the road"),
        ('"5-6 weather=adverse"', '"5-6 A fine evening."'),
        ("The farm burns.", "The bridge is blown."),
    ),
    "d20-relief": (
        ("turn 2 at the mill", "turn 4 on 6+"),
        ("by hand at the hedge", "turn 3"),
        ('"6 fog=no"', '"6 Rain."'),
    ),
    "rules/mist": (
        ("turn 2 at the ford", "turn 3"),
        ("by hand at the wood", "turn 2 at the wood on 3+"),
        ('"6 seen=yes"', '"6 Rain."'),
    ),
}
"""What another scenario has instead: who comes otherwise, and events that have not happened."""
PLAYED = {
    "relief": ("order a=M k=H s=M", "order reveal", "activate a --dice 66/11", "move a1 to 0803", "now fog=yes"),
    "three-star-relief": (
        "order r=H g=M s=M",
        "order reveal",
        "activate g --dice 66/11",
        "leave s1 by north --ruling so",
    ),
    "asp-relief": ("next --dice 3", "order kg --dice 33", "next 5", "fire g1 at s1 200 --roll", "undo", "next turn"),
    "d20-relief": ("next --dice 2", "next fire", "leave opel1 by the east road", "undo", "redo", "next movement"),
    "rules/mist": (
        "bombard eg at wm 3 --roll --ruling early",
        "next",
        "leave e1 by the south road",
        "next move --dice 3",
    ),
}
"""Lines after which nobody has come yet, and of each die a row has been thrown that both have."""


def begun(table, name, text):
    """Return a game of a scenario in a folder of its own, with the same file names in each."""
    (table.folder / "own.toml").write_text(text.replace('"rivers.toml"', f'"{RULES}"'), encoding="utf-8")
    path = table.folder / name / "game.umpire"
    path.parent.mkdir()
    assert table.say(f"new own.toml -g {path}").code == 0
    for line in PLAYED[name.partition("-other")[0].replace("+", "/")]:
        said = table.say(f"-g {path} {line}")
        assert said.code == 0, (line, said.err)
    return path


def paper(table, path, *more):
    return table.say(f"-g {path} --json print all", *more).plain["documents"]


@pytest.mark.parametrize("name", OTHER)
@pytest.mark.slow
def test_what_the_clock_will_bring_makes_no_difference_to_players(table, name):
    text = (EXAMPLES / f"{name}.toml").read_text(encoding="utf-8")
    other = text
    for was, now in OTHER[name]:
        assert other.count(was) == 1, was
        other = other.replace(was, now)
    folder = name.replace("/", "+")
    one, two = begun(table, folder, text), begun(table, f"{folder}-other", other)
    assert open_session(one).to_come != open_session(two).to_come
    assert public_answers(one) == public_answers(two)
    assert public_reports(one) == public_reports(two)
    assert paper(table, one) == paper(table, two)
    shown = paper(table, one)["track"]["coming"]
    assert any("end" in each for each in shown)
    assert len(shown) == 1 + text.count(", public") + text.count("public = true")
    assert paper(table, one, "--referee")["track"] != paper(table, two, "--referee")["track"]


@pytest.mark.parametrize("name", OTHER)
def test_players_read_no_word_of_what_is_to_come(table, name):
    """The same is true word by word: no arrival and no event appears that is not public."""
    text = (EXAMPLES / f"{name}.toml").read_text(encoding="utf-8")
    path = begun(table, name.replace("/", "+"), text)
    session = open_session(path)
    said = str(public_answers(path))
    names, absent = session.family.names(session.state), session.absent
    words = {names[id] for id, how in absent.items() if not has_left(how)}
    words |= {event.text for event in session.events.values() if event.to_come and event.text}
    words |= {row.partition(" ")[2] for event in session.events.values() for row in event.die}
    thrown = re.findall(r"No wind\.|weather=fair", said)
    assert len(words) > 3
    assert [each for each in words - {*thrown} if each in said] == []

"""Tests of units that arrive in round 99: every evening is the same, byte for byte, with and without them."""

import shlex
from unittest.mock import patch

import pytest

from tests.play.evenings import played
from tests.transcripts.evenings import FOLDER, answer, read, replayed
from umpire.play import scenarios
from umpire.play.session import open_session
from umpire.show.status import WHOLE as WHOLE_STATUS

EVENINGS = sorted(FOLDER.glob("*.txt"))
NAMED_BY = {
    "export": "the scenario as it stands has them in it",
    "check": "a scenario is looked through, those of it too",
    "edit": "the position as text has them in it",
    "audit": "the whole roster is called",
    "print": "rosters, cards and tracks have the whole army",
    "report": "the roster of the evening has the whole army",
    "army": "points are of the whole army, when it is drawn up",
    "setup": "the armies are looked at before the battle",
}
"""Commands that may name the whole army, each with why."""
WHOLE = {
    "status all": "every stand, and when it comes",
    "status German": "the same of a side",
    "status British": "the same of a side",
    "amend": "what is listed of the past has names of all",
    "new campaign/village": "who survives a battle comes into the next one, whether they were there or not",
    "new campaign/ridge": "the same",
    "log 1": "the same, read again",
    "set": "a hint names what there is",
}
"""The same, of lines that begin so; a hint to `can` without a name is about everybody too."""
LOOKS = ("status", "score", "luck", "map", "can {}", "can {} --json", "reach {}")
"""What is asked of each game that an evening leaves."""
BEGUN = scenarios.begun


def later(row, **said):
    """Return a copy of a stand that is still to come."""
    named = {"id": f"zz_{row['id']}", "name": f"Zz {row['name']}"}
    return {**row, **named, **said}


def with_reserves(position):
    """Return the position of a game about to begin, with a copy of each side's first unit that arrives in round 99."""
    state = dict(position["state"])
    section = "elements" if "elements" in state else "stands"
    units = next((name for name in ("units", "groups") if name in state), "")
    rows, when = state[section], "round 99" if "units" in state else "turn 99"
    tie = {"units": "unit", "groups": "group"}.get(units, "")
    ties = [name for name in ("host", "aboard", "towed", "under") if name in next(iter(rows.values()))]
    own = {}
    for row in rows.values():
        side = state[units][row[tie]]["side"] if tie and row[tie] else row["side"]
        if side not in own and not (tie and not row[tie]):
            own[side] = row
    come, coming = {}, {}
    for first in own.values():
        for row in rows.values():
            if row["id"] == first["id"] or (tie and row[tie] == first[tie]):
                said = {name: f"zz_{row[name]}" if row[name] else "" for name in (*ties, *([tie] if tie else []))}
                clear = {"hex": ""} if "hex" in row else {}
                come[f"zz_{row['id']}"] = later(row, **said, **clear, arrives=when)
        if tie:
            unit = state[units][first[tie]]
            hq = {"hq": f"zz_{unit['hq']}"} if unit.get("hq") else {}
            coming[f"zz_{unit['id']}"] = later(unit, **hq)
    assert come or not rows
    state |= {section: {**rows, **come}} | ({units: {**state[units], **coming}} if tie else {})
    return {**position, "state": state}


def begun(*args, **named):
    position, came = BEGUN(*args, **named)
    return with_reserves(position), came


def names_all(typed):
    """True if the line may name the whole army."""
    words = shlex.split(typed)[1:]
    return (
        words[0] in NAMED_BY or words == ["can"] or any(f"{' '.join(words)} ".startswith(f"{each} ") for each in WHOLE)
    )


def known(typed, said):
    """Return an answer without the status line on arrivals and without its last line, which may be missing."""
    if "status" not in shlex.split(typed):
        return said
    found, within = [], False
    for line in said:
        within = line.startswith("  to come:") or (within and line.startswith("    "))
        found += [] if within or line == WHOLE_STATUS else [line]
    return tuple(found)


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
@pytest.mark.slow
def test_an_evening_goes_as_if_they_were_not_written(path, tmp_path, monkeypatch):
    turns = read(path.read_text(encoding="utf-8"))
    with patch.object(scenarios, "begun", begun):
        again = replayed(turns, tmp_path)
    for was, now in zip(turns, again, strict=True):
        if not names_all(was.typed):
            assert known(was.typed, now.said) == known(was.typed, was.said), was.typed
    for game in played(path.stem).glob("*.umpire"):
        session = open_session(tmp_path / game.name)
        if "carried" in session.file.entry(1).data:
            continue  # in the next battle of a campaign they wait at the edge like all others
        named = session.family.named(session.here)
        first = {one.side: id for id, one in reversed(named.items()) if not one.by_place}
        for look in LOOKS:
            for id in first.values() if "{}" in look else ("",):
                line = f"umpire {look.format(id)} -g {game.name}"
                said = []
                for folder in (game.parent, tmp_path):
                    monkeypatch.chdir(folder)
                    said.append(answer(line))
                assert known(line, said[0]) == known(line, said[1]), line

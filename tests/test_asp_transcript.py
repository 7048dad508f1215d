"""Two whole turns of sides of 24 and 36 stands, line by line as typed, with all that hands do and all that is owed."""

import shlex
import tomllib

import pytest
import tomli_w
from asp_games import ROOT

from umpire.core.answers import Answers
from umpire.core.mistakes import Mistake
from umpire.play import Refused, open_session, play, prepare, record, referee_for
from umpire.scenarios import export_text, new_game, position_from_text

TRANSCRIPT = ROOT / "tests" / "transcripts" / "asp-turns.txt"


def answer(path, line):
    """What is said of a line: its words, what hands do and what is owed; or why it is refused."""
    verb, *words = shlex.split(line)
    told = {"--dice": "", "--choose": "", "--ruling": ""}
    for flag in told:
        if flag in words:
            place = words.index(flag)
            told[flag] = words[place + 1]
            del words[place : place + 2]
    session = open_session(path)
    if verb == "now":
        listing = session.family.now(session.state, session.table)
        return [listing.title, *(" | ".join(row) for row in listing.rows), *listing.notes]
    try:
        prepared = prepare(session, verb, words, ruling=told["--ruling"])
        stream, drawn = referee_for(session)
        dice, choices = (told[flag].split("/") if told[flag] else () for flag in ("--dice", "--choose"))
        played = play(prepared, Answers(stream, drawn, dice, choices))
    except Refused as refused:
        return [f"refused: {each.words} ({each.rule})" for each in refused.objections]
    except Mistake as wrong:
        return [f"error: {wrong.what}"]
    record(played, line)
    outcome = played.outcome
    owed = [f"OWED: {'; '.join(outcome.owed)}"] if outcome.owed else []
    return [*outcome.words, "> " + " · ".join((*outcome.hands, *owed))]


def more(sections, group, of, suffix):
    """Another battle group with the same stands as the one named, their ids with a suffix and without names."""
    sections["groups"][group] = {**sections["groups"][of], "name": f"{sections['groups'][of]['name']} {suffix}"}
    sections["groups"][group]["hq"] += suffix
    for key, row in list(sections["stands"].items()):
        if row["group"] == of:
            copy = {name: value for name, value in row.items() if name != "name"} | {"group": group}
            copy |= {"aboard": row["aboard"] + suffix} if "aboard" in row else {}
            sections["stands"][key + suffix] = copy


@pytest.fixture
def battle(tmp_path):
    """The example with two German battle groups of twelve and three Soviet ones, the sequence kept."""
    return begin(tmp_path)


def begin(folder):
    scenario = tomllib.loads((ROOT / "examples" / "asp-opening.toml").read_text(encoding="utf-8"))
    scenario["sequence"] = "kept"
    more(scenario, "k2", "kg", "x")
    more(scenario, "b2", "brigade", "x")
    more(scenario, "b3", "brigade", "y")
    (folder / "kept.toml").write_text(tomli_w.dumps(scenario), encoding="utf-8")
    new_game(folder / "battle.umpire", folder / "kept.toml", "44")
    return folder / "battle.umpire"


def blocks():
    """Each line typed with the lines said after it."""
    found = []
    for line in TRANSCRIPT.read_text(encoding="utf-8").splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif line and not line.startswith("#"):
            found[-1][1].append(line)
    return found


def test_the_turns_as_they_were_typed(battle):
    for line, said in blocks():
        assert answer(battle, line) == said, line
    session = open_session(battle)
    assert position_from_text(export_text(session)) == session.snapshot.position


def test_the_transcript_has_two_turns_a_side_and_every_verb():
    verbs = {line.split()[0] for line, _ in blocks()}
    assert verbs >= {"order", "march", "activate", "move", "bus", "debus", "fire", "morale", "halt", "next"}
    orders = [line.split()[1] for line, said in blocks() if line.startswith("order") and said[0][:7] != "refused"]
    assert (orders.count("kg"), orders.count("brigade")) >= (2, 2)

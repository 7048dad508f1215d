"""Tests of the ten examples of docs/battles.md: arrivals, events, the end of the battle; each is played in a game."""

import re
import shlex
import tomllib

import pytest

from tests.game.test_events import A_ROUND
from tests.game.test_staying import FOG
from tests.places import RELIEF, ROOT
from umpire.game.clock.arrivals import read_arrival
from umpire.play.session import open_session

PAGE = (ROOT / "docs" / "battles.md").read_text(encoding="utf-8")


def shown(heading):
    """Return the TOML under a heading of the page, by its tables: `[units.m]` with its lines."""
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE.split(f"## {heading}")[1].split("\n## ")[0], re.DOTALL)
    return re.split(r"\n(?=\[)", text.strip())


COMES, BRINGS, (ENDS,) = shown("Units that arrive later"), shown("Events"), shown("The end of the battle")
STAR = RELIEF.read_text(encoding="utf-8").replace("rounds = 4", "rounds = 5").replace(" on 4+", "")
WEST = STAR.replace("0902 0903 1003 1002", "0102 0103 0104 0105")
ASP = """
name = "Late"
ruleset = "asp-ww2"
sequence = "enforced"
sides = ["German", "British"]
groups.kg1 = { name = "First", side = "German", grade = "B", hq = "h1" }
groups.k = { name = "Foe", side = "British", grade = "B", hq = "kh" }
[stands]
h1 = { type = "infantry", group = "kg1" }
h2 = { type = "infantry", group = "kg2" }
kh = { type = "infantry", group = "k" }
"""
D20 = """
name = "Late"
ruleset = "d20-elements"
sequence = "enforced"
sides = ["German", "Allied"]
turns = 5
[elements.tiger]
model = "tiger"
side = "German"
[elements.foe]
model = "sherman"
side = "Allied"
"""
REST = {
    "units": 'name = "Relief"\nside = "British"\n[stands.m9]\nname = "First"\ntype = "infantry"\nunit = "m"\n',
    "elements": 'model = "at-gun"\nside = "German"\n',
    "groups": 'name = "Second"\nside = "German"\ngrade = "B"\nhq = "h2"\n',
    "stands": 'name = "Battery"\ntype = "artillery"\nside = "British"\n',
}
"""What a card says besides, by its section."""
BASE = {"formation": STAR, "units": STAR, "stands": STAR, "groups": ASP, "elements": D20}


def without(text, *names):
    """Return a scenario without these tables, and without formations of these ids."""
    tables = re.split(r"\n(?=\[)", text)
    gone = [each for each in tables if any(f"[stands.{name}]" in each or f'id = "{name}"' in each for name in names)]
    assert len(gone) == len(names)
    return "\n".join(each for each in tables if each not in gone)


def begun(table, text):
    (table.folder / "own.toml").write_text(text, encoding="utf-8")
    said = table.say("check own.toml")
    assert said.code == 0, said.err
    assert table.say("new own.toml -g own.umpire").code == 0
    return table.folder / "own.umpire"


def done(table, *lines):
    for line in lines:
        said = table.say(f"-g own.umpire {line}")
        assert said.code == 0, (line, said.err)
    return " ".join(said.out.split())


def test_the_page_has_ten():
    ends = tomllib.loads(ENDS)["battle"]
    assert [*ends] == ["ends", "sudden", "leaves"]
    assert len(COMES) + len(BRINGS) + len(ends) == 10


@pytest.mark.parametrize("card", COMES, ids=lambda card: card.split("]")[0].strip("["))
def test_who_comes_later_takes_part_in_nothing_until_then(table, card):
    section, _, id = card.split("]")[0].strip("[").partition(".")
    base = BASE[section]
    if base == STAR:
        base = without(STAR, "p", "m", *(["q1"] if section == "stands" else []))
        base = base.replace("days = 1", "days = 2") if "day 2" in card else base
    path = begun(table, f"{base}\n{card}\n{REST.get(section, '')}")
    how = re.search(r'arrives = "(.*?)"', card)[1]
    session = open_session(path)
    if how == "never":
        assert id in session.here.stands
        assert not any(f"({id})" in each for each in session.to_come)
        return
    who = id or "p"
    (line,) = (each for each in session.to_come if f"({who})" in each or "(m9)" in each)
    assert read_arrival(how).comes in line
    stand = {"formation": "p1", "units": "m9", "elements": "pak", "groups": "h2"}[section]
    assert stand in session.absent
    refused = table.say(f"-g own.umpire can {stand}")
    if read_arrival(how).when:
        assert refused.code
        assert str(read_arrival(how)) in refused.err
    else:
        assert f"PLACE Second ({who}) at the orchard" in done(table, f"arrive {who}")


@pytest.fixture
def foggy(table):
    (table.folder / "fog.toml").write_text(FOG, encoding="utf-8")
    head, rest = STAR.split("\n[battle]", 1)
    return f'{head}\nhouse = ["fog.toml"]\n[battle]{rest}'


@pytest.mark.parametrize("event", BRINGS, ids=lambda event: event.split("]")[0].strip("["))
def test_what_the_clock_brings_happens_at_its_moment(table, foggy, event):
    path = begun(table, f"{foggy}\n{event}\n")
    ((name, said),) = tomllib.loads(event)["events"].items()
    assert f"{name} ({said['when']})" in done(table, "status")
    if name == "fog":
        came = done(table, *A_ROUND, "next")
        assert said["text"] in came
        assert str(open_session(path).staying["fog"]) == f"thick since round 2 until {said['until']}"
        return
    came = done(table, *A_ROUND, "next --dice 4")
    assert "fog=thin" in came
    assert open_session(path).staying["fog"].value == "thin"
    assert said["die"][2].partition(" ")[2] in done(table, "undo", "next --dice 6")


def test_it_ends_by_a_die_at_once_by_points_and_by_who_leaves(table):
    battle = tomllib.loads(ENDS)["battle"]
    text = (
        STAR.replace("days = 2", "days = 1")
        .replace("[battle]", ENDS + "\n")
        .replace("0902 0903 1003 1002", "0102 0103 0104 0105")
    )
    path = begun(table, text)
    assert f"end of the battle ({battle['ends']})" in done(table, "status")
    assert "German: 1 point" in done(table, "leave a1 by the mill road")
    assert "German: 2 points" in done(table, "leave a2 by the west edge")
    assert "German: 7 points" in done(table, "leave a3 ah by the west edge")
    assert open_session(path).state.clock.phase == "over"
    done(table, "undo 3", "set clock round=5 phase=artillery")
    assert "the battle ends: round 5 on 4+" in done(table, "next --dice 4")
    done(table, "undo")
    wanted = table.say("-g own.umpire next")
    assert wanted.code == 4
    assert "end of the battle, 1 die: needs 4+" in " ".join(wanted.out.split())


@pytest.mark.parametrize("line", ['set p1 arrives="round 5"', "leave a1 by the west edge", "print track --referee"])
def test_a_line_of_the_page_is_understood(table, line):
    assert f"`{line}`" in PAGE or f"`umpire {line}`" in PAGE
    begun(table, WEST)
    answer = table.say("-g own.umpire", *shlex.split(line), "--json")
    assert answer.code == 0, answer.err

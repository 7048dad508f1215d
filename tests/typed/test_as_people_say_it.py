"""Tests of lines as a referee says them across the table: the full line that each means, or a hint that works.

The first twenty are those of a referee new to Umpire, who had the help before her.
"""

import re

import pytest

from tests.typed import prompted
from tests.typed.said import AIR, ASP, D20, FIRE, HERS, MOVE, ORDERED, PANZERS, SAID, SMOKE, STAR, STARTED, TACTICAL
from umpire.cli.app import run
from umpire.cli.setting import Invocation
from umpire.play.session import open_session
from umpire.rulesets import find

ASKED = (ASP, TACTICAL, "what if panther2 first moves 300 metres and then shoots at church1 at 1100")
"""The one that leaves out what must be chosen: how it fires after its move."""

HIT = (*FIRE, "fire tiger at firefly 10 --dice 13/16")
INITIATIVE = (*STARTED, 'activate p --dice "5 4/3 1"')
ANSWERED = [
    (*ASKED, "what-if fire panther2 at church1 metres=300 1100 option=C"),
    (ASP, TACTICAL, "the Panther panther1 engages the Sherman, 700 metres", "fire panther1 at sherman1 700m"),
    (D20, FIRE, "the Tiger fires at the Sherman, 10 inches", "fire tiger at sherman1 10in"),
    (D20, FIRE, "the Tiger fires its big gun joyfully at the Firefly, range 8", "fire tiger at firefly 8"),
    (D20, (), "go to the movement phase", "next movement"),
    (
        D20,
        FIRE,
        "the Tiger obliterates Sherman 1 at 12 inches, 15 then 12",
        "fire tiger at sherman1 12in --dice 15/12",
    ),
    (
        D20,
        FIRE,
        "the Spandau hoses down the Half-track at 9 inches, it's out in the open, a 17 on the die",
        "fire spandau at track 9in cover=none --dice 17",
    ),
]
"""With what is typed next, which the hint has in full."""

UNFINISHED = [
    (
        D20,
        (*FIRE, "pak at sherman2 15 side misses"),
        "the last die was a 9",
        "has no dice on record",
        "type amend 3 9/",
    ),
    (D20, FIRE, "let the Tiger fire at the Firefly", "distance", "for example: fire tiger at firefly 9"),
    (
        ASP,
        TACTICAL,
        "stug and mark1 fire at church1 at 500",
        "one shooter",
        "type fire stug at church1 500, then fire mark1 at church1 500",
    ),
    (
        D20,
        FIRE,
        "Tiger fires at Sherman 1 at 10, Pak 40 fires at the Firefly at 8",
        "several acts",
        "type fire tiger at sherman1 10, then fire pak at firefly 8",
    ),
    (
        D20,
        FIRE,
        "both Shermans fire at the Tiger at 10",
        "one element",
        "type fire sherman1 at tiger 10, then fire sherman2 at tiger 10",
    ),
    (D20, FIRE, "the Tiger lets fly at Sherman 1, point blank", "point blank", "for example: fire tiger at sherman1 9"),
    (D20, FIRE, "Tiger fires at Fierfly at 10", "'Fierfly'", "did you mean: fire tiger at firefly 10"),
    (D20, FIRE, "tigr firefly 10", "'tigr'", "did you mean: fire tiger at firefly 10"),
    (
        ASP,
        TACTICAL,
        "StuG: 300 metres forward, then fire at Sherman 1 at 600",
        "how the stand fires",
        "type fire stug at sherman1 metres=300 600 option=C, or option=E",
    ),
    (
        STAR,
        STARTED,
        "initiative 63/41, A goes: a1 to 1004",
        "two commands",
        "type activate a --dice 63/41, then a1 to 1004",
    ),
    (
        STAR,
        STARTED,
        "a1 moves to 1004, initiative 63/41",
        "two commands",
        "type activate a --dice 63/41, then move a1 to 1004",
    ),
    (
        ASP,
        TACTICAL,
        "the Stuart scouts were destroyed by the Panther",
        "does not correct",
        "type set stuart destroyed=yes",
    ),
    (
        D20,
        FIRE,
        "Baker is out of action, Able and the driver are unharmed",
        "does not correct the record",
        "type set baker removed=knocked-out",
    ),
    (
        ASP,
        AIR,
        "the Stuka attacks the first Sherman, in the open, stationary",
        "is missing",
        "for example: air stuka at sherman1 cover=none moving=no 500",
    ),
    (ASP, TACTICAL, "it's 20:00 now, night", "its own command", "type night hour=20:00"),
    (ASP, TACTICAL, "it's raining, adverse weather from now on", "its own command", "type night weather=adverse"),
    (
        ASP,
        TACTICAL,
        "first Panther fires at second Sherman, 900, flnk",
        "'flnk'",
        "did you mean: fire panther1 at sherman2 900 arc=flank",
    ),
    (ASP, TACTICAL, "gren1 and gren2 dismount", "one stand", "type debus gren1, then debus gren2"),
    (STAR, PANZERS, "how far is K 1st company from the bridge?", "no command", "type can k1, or can a1"),
    (D20, FIRE, "what do I roll?", "no command", "type status, or sheet"),
    (D20, MOVE, "the Tiger holds its position", "needs no entry", "type status"),
    (STAR, PANZERS, "P1 fires at K1 from 1104", "only for questions", "type what-if fire p1 k1 from 1104"),
    (D20, FIRE, "roll the dice", "not a command", "type them after an act, or when the act asks for them"),
    (ASP, TACTICAL, "the Panzer battle group is done", "does not end the phase", "type next"),
    (D20, FIRE, "skip to movement", "does not come next", "type next movement"),
    (D20, FIRE, "which one is closest to the bridge?", "no command", "type status bridge"),
    (STAR, PANZERS, "can the Panzers reach the bridge?", "no command", "type can p1, or can p2"),
    (STAR, PANZERS, "K 1st company is down to 3", "does not correct the record", "type set k1 sp=3"),
    (STAR, PANZERS, "p1 moves 3 hexes towards the bridge", "'towards'", "type reach p1"),
    (D20, FIRE, "next player's turn", "does not end the phase", "type next"),
    (D20, FIRE, "Sherman 1 is knocked out", "does not correct the record", "type set sherman1 removed=knocked-out"),
    (D20, FIRE, "that was wrong, it was a 5", "no dice are on record", "type log"),
    (
        D20,
        (*FIRE, "fire tiger at firefly 10 --dice 13/16"),
        "that was wrong, it was a 15",
        "which throw of entry 3?",
        "type amend 3 15/, or amend 3 /15",
    ),
    (
        D20,
        FIRE,
        "what's the chance of the Tiger hitting Firefly?",
        "",
        "for example: fire tiger at firefly 9 --odds",
    ),
    (STAR, (*PANZERS, "m p1 0703"), "no I meant p2", "`move p1 0703`", "type undo"),
    (STAR, PANZERS, "A HQ is at 0807 really", "does not correct the record", "type set ah hex=0807"),
    (STAR, PANZERS, "it's foggy until round 5", "does not name a fact", 'type note "it\'s foggy until round 5"'),
    (
        STAR,
        STARTED,
        "now river fog, spotting 2, until round 3",
        "no lasting facts",
        "type note river fog spotting 2 until round 3",
    ),
    (STAR, (), "may K start the game dug in?", "no command answers", "type can k, or rule orders"),
    (
        STAR,
        PANZERS,
        "what's the chance of p1 firing at k1 from 1204, with P HQ in 1104?",
        "not taken into account: with P HQ",
        "type fire p1 at k1 from 1204 --odds",
    ),
    (
        ASP,
        TACTICAL,
        "may the Counter-battery fire if no British gun has fired?",
        "no command answers",
        "type can counter",
    ),
    (ASP, TACTICAL, "the weather is adverse until turn 5", "this fact stays", "type night weather=adverse"),
    (STAR, INITIATIVE, "their last die was a 2", "which throw of entry 3?", "type amend 3 /32, or amend 3 52/"),
    (STAR, INITIATIVE, "the British die was a 2", "which throw of entry 3?", "type amend 3 /21, or amend 3 /32"),
    (D20, HIT, "the effect was a 2, not a 3", "the dice of entry 3", "type amend 3 2/, or amend 3 /2"),
    (D20, (*HIT, "fire pak at sherman1 9 --dice 2"), "penetration was 19", "dice of entry 4 are 2", "type amend 3 /19"),
    (
        D20,
        (*FIRE, "fire tiger at firefly 10 --dice 10/5"),
        "it was 12, not 10",
        "the dice or",
        "type amend 3 12/, or amend 3 range=12",
    ),
    (D20, HIT, "it was at 600, not 900", "'900' is not in entry 3", "type amend 3 range=600"),
    (
        D20,
        (*HIT, "fire pak at sherman1 9 --dice 2"),
        "the Firefly was hull down",
        "an earlier act",
        "type amend 3 hulldown=yes",
    ),
    (D20, HIT, "that was wrong", "what is wrong with", "type undo"),
    (
        ASP,
        TACTICAL,
        "mark1 moves 300 metres, gren1 gets out",
        "several acts",
        "type move mark1 300m, then debus gren1",
    ),
    (
        STAR,
        PANZERS,
        "P1 moves to 0705 and P2 follows it",
        "where does P 2nd",
        "for example: move p1 to 0705 p2 to 0706",
    ),
    (
        ASP,
        (*TACTICAL, *SMOKE),
        "drop smoke in front of the hedge",
        "one battery",
        "type artillery tube smoke in front of the hedge, or artillery heavy smoke in front of the hedge",
    ),
    (STAR, PANZERS, "why do the Panzers throw fewer dice at troops in a town?", "no command", "type rule 3.7.2"),
    (D20, FIRE, "why is hull down so good?", "no command", "type rule hull down"),
    (
        D20,
        FIRE,
        "is the Pak better off shooting at the Firefly at 18 inches in hard cover or at Sherman 1 at 12?",
        "several acts to compare",
        "type what-if fire pak at firefly 18in cover=hard, then what-if fire pak at sherman1 12",
    ),
    (
        D20,
        FIRE,
        "which is better, the Pak at the Firefly at 18 or the Tiger at the Firefly at 12?",
        "several acts to compare",
        "type what-if fire pak at firefly 18, then what-if fire tiger at firefly 12",
    ),
    (
        ASP,
        TACTICAL,
        "is it worth shooting the Churchill with the Pak at 500?",
        "'Churchill' can mean church1 or church2",
        "type fire pak at church1 500 --odds, or fire pak at church2 500 --odds",
    ),
    (STAR, PANZERS, "which of mine are in range of k1", "no command", "type can p1, or can p2"),
    (ASP, TACTICAL, "what armour has the Churchill", "no command", "type can armour, or can church1"),
    (D20, FIRE, "may I fire after moving", "no command", "type rule fire after"),
    (D20, FIRE, "should the Tiger shoot at the Firefly?", "", "for example: fire tiger at firefly 9 --odds"),
    (
        STAR,
        PANZERS,
        "is it worth P1 shooting at K 1 or at L 1 from 2 hexes?",
        "ignores: 2 hexes",
        "type can p1",
    ),
    (D20, FIRE, "right, nobody to rally, on with the shooting", "this phase goes on", "type status"),
    (D20, FIRE, "that's everyone shot, so on to movement", "does not come next", "type next movement"),
    (D20, FIRE, "command is done", "not the command phase", "type status"),
    (D20, FIRE, "command is done, on to German fire", "this phase goes on", "type status"),
    (D20, FIRE, "end of turn", "does not end the turn", "type next command"),
    (D20, FIRE, "Allied turn now", "does not lead to the turn", "type next command"),
    (D20, FIRE, "on to Allied fire", "does not come next", "type next fire"),
    (STAR, PANZERS, "nothing more this phase", "does not end the phase", "type next"),
    (ASP, TACTICAL, "marches are done", "not the march phase", "type status"),
    (ASP, TACTICAL, "on to the tactical moves", "this phase goes on", "type status"),
    (ASP, TACTICAL, "British turn now", "does not lead to the turn", "type next turn"),
    (
        ASP,
        ORDERED,
        "no aircraft, marches are done, tactical moves of the Grenadier group next",
        "two acts",
        "type next tactical, then activate corps",
    ),
    (ASP, ORDERED, "no aircraft, tactical moves of the Infantry group next", "not British", "type next tactical"),
    (STAR, STARTED, "initiative 43/31, a1 goes", "a1", "type activate --dice 43/31"),
    (
        STAR,
        STARTED,
        "initiative 43/31, A and B go",
        "one unit",
        "type activate a --dice 43/31, or activate b --dice 43/31",
    ),
    (STAR, STARTED, "initiative German 53, British 64, Germans win", "not higher", "type activate --dice 53/64"),
    (STAR, STARTED, "initiative 43/31, K goes", "not higher", "type activate k --dice 31/43"),
    (STAR, PANZERS, "all units have acted, artillery phase", "does not come next", "type next artillery"),
    (D20, FIRE, "initiative 13/7", "no initiative", "type status"),
    (ASP, TACTICAL, "initiative German 4 2, British 5 4", "no initiative", "type status"),
    (ASP, TACTICAL, "what can the Pak hit from 600 metres", "ignores: 600 metres", "type can pak range=600"),
    (
        D20,
        FIRE,
        "the Tiger fires at the Firefly at 10 and at Sherman 1 at 12",
        "several acts",
        "type fire tiger at firefly 10, then fire tiger at sherman1 12",
    ),
]
"""With what is wrong, and the hint."""


def typed(table, scenario, before, line):
    """Return the result of a line: its exit code, its answer, and the record then."""
    answer = prompted.typed(table, scenario, before, line)
    last = answer.last
    return (
        answer.code,
        answer.said,
        (
            answer.entry,
            open_session(table.folder / f"{scenario}.umpire").state,
            last.get("facts"),
            last.get("command", "").lower(),
        ),
    )


@pytest.mark.parametrize(("scenario", "before", "line", "meant"), SAID, ids=lambda each: str(each)[:40])
def test_a_sentence_means_its_full_line(table, scenario, before, line, meant):
    code, said, recorded = typed(table, scenario, before, line)
    in_full, whole, meant_so = typed(table, scenario, before, meant)
    assert in_full != 2, whole
    assert (code, recorded) == (in_full, meant_so)
    secret = meant.startswith("order") and scenario == STAR
    shown = next((each for each in said.splitlines() if each.startswith("understood: ")), "")
    if shown:  # the line of one sentence was understood before
        assert shown == f"understood: {'order' if secret else meant}"
    assert whole.splitlines()[:2] == [each for each in said.splitlines() if each != shown][:2]


@pytest.mark.parametrize(("scenario", "before", "line", "then"), ANSWERED, ids=lambda each: str(each)[:40])
def test_what_was_left_out_is_asked_for_by_a_line_that_works(table, scenario, before, line, then):
    code, said, (entry, *_) = typed(table, scenario, before, line)
    _, _, (begun, *_) = typed(table, scenario, before, "status")
    assert (code, entry) == (2, begun)
    hint = said.partition("hint: ")[2].strip()
    assert re.search(rf"(type|for example:|without it:) {re.escape(then)}(,|$)", hint)
    assert typed(table, scenario, before, then)[0] in (0, 3, 4)


@pytest.mark.parametrize(("scenario", "before", "line", "what", "hint"), UNFINISHED, ids=lambda each: str(each)[:40])
def test_the_hint_for_an_act_that_is_not_whole(table, scenario, before, line, what, hint):
    code, said, _ = typed(table, scenario, before, line)
    error, _, shown = " ".join(said.split()).partition(" hint: ")
    assert (code, shown) == (2, hint)
    assert what in error
    lines = re.split(", then |, or ", re.sub("type |for example: |did you mean: ", "", shown))
    lines = [each for each in lines if each and not each.startswith(("option=", "them ", "at its"))]
    assert [each for each in lines if typed(table, scenario, before, each)[0] not in (0, 3, 4)] == []


def test_most_of_her_lines_are_understood():
    assert len(HERS) >= 18
    assert len(HERS) + 1 == 20


UNCLEAR = [
    "if the Tiger fires at Sherman 1 at 10",
    "Tiger fires at Sherman 1 at 10 or 12",
    "the Tiger fired at Sherman 1 at 10 and missed",
    "the Tiger without smoke fires at Sherman 1 at 10",
    "the Tiger fires at Sherman 1 at 10 while moving",
    "the Tiger fires at Sherman 1 at 10 then moves 4",
    "the Panzer IV fires at the Tiger at 10",
    "remove the Tiger",
    "Sherman 2 is hit by the Panzer from 10",
    "the Firefly was fired at by the Tiger at 8",
    "the Tiger fires at the Firefly from the woods, 8",
    "the first Tiger fires at the Firefly at 8",
    "Tiger fires at the Firefly at 8 then jogs 2",
    "that ends the fire phase",
]


@pytest.mark.parametrize("line", UNCLEAR)
def test_what_is_not_whole_is_never_done(table, line):
    code, said, (entry, *_) = typed(table, D20, FIRE, line)
    assert (code, entry) == (2, 2)
    assert "hint: " in said
    if "without it: " in said:
        then = said.partition("without it: ")[2].strip()
        assert typed(table, D20, FIRE, then)[0] in (0, 3, 4)


def test_a_family_says_how_people_speak_of_those_who_act(table, monkeypatch):
    line = "the Tiger {} fires at Firefly at 8"
    assert typed(table, D20, FIRE, line.format("crew"))[0] == 4  # it asks for dice
    assert typed(table, D20, FIRE, line.format("cohort"))[0] == 2
    family = type(find("d20-elements").family())
    monkeypatch.setattr(family, "NOUNS", family.NOUNS._replace(units=("cohort",)))
    assert typed(table, D20, FIRE, line.format("cohort"))[0] == 4
    assert typed(table, D20, FIRE, line.format("crew"))[0] == 2


@pytest.mark.parametrize("line", ["the Tiger does not fire at Sherman 1 at 10", "Tiger never moves 4"])
def test_what_is_not_done_is_no_act(table, line):
    code, said, (entry, *_) = typed(table, D20, FIRE, line)
    assert (code, entry) == (2, 2)
    assert "understood:" not in said


@pytest.mark.parametrize("line", ["is K dug in?", "are K and L dug in", "did K retreat?", "K holds?", "has L moved"])
def test_a_question_is_no_order(table, line):
    code, said, (entry, *_) = typed(table, STAR, (), line)
    assert (code, entry) == (0, 1)
    assert "understood: order" not in said


@pytest.mark.parametrize(
    "line", ["dig in with nobody, K holds", "hold, K digs in", "K retreats to 0405", "hold with K, L"]
)
def test_an_order_that_is_not_clear_is_none(table, line):
    code, _, (entry, *_) = typed(table, STAR, (), line)
    assert (code, entry) == (2, 1)


def test_who_is_called_like_a_die_is_no_die(table):
    code, said, (entry, *_) = typed(table, "three-star-opening", (), "fire r1 at n1 r1")
    assert (code, entry) == (2, 1)
    assert "--dice" not in said


@pytest.mark.parametrize("far", ["3 km", "500 metres", "12 inches"])
def test_a_distance_in_another_unit_is_never_so_many_hexes(table, far):
    code, said, (entry, *_) = typed(table, "three-star-opening", (), f"the Grenadiers n1 fire at r1 from {far}")
    assert (code, entry) == (2, 1)
    assert f"'{far}' is not understood here" in " ".join(said.split())


@pytest.mark.parametrize("line", ["with 6", "5 / 6", "rolls 6"])
def test_dice_alone_are_no_act(table, line):
    code, said, (entry, *_) = typed(table, D20, FIRE, line)
    assert (code, entry) == (2, 2)
    assert ("no command" if line == "5 / 6" else "dice alone are not a command") in said


def test_a_sentence_may_stand_in_quotes(table):
    table.game(STAR)
    said = table.say("", "K digs in, L holds, M on the move")
    assert (said.code, table.entry()) == (0, 2)
    assert said.out.startswith("understood: order\n")
    assert "no command 'gibberish'" in table.say("gibberish").err


@pytest.mark.parametrize("word", ["the", "and", "to", "gets"])
def test_a_small_word_is_no_command_misspelt(table, word):
    table.game(ASP)
    said = table.say(f"{word} gren1 jumps")
    assert said.code == 2
    assert not re.search(r"did you mean|\bnote\b|land1", said.err)


def test_a_remark_is_not_offered_for_a_line_about_stands(table):
    table.game(ASP)
    assert "note" not in table.say("nots panther1 sherman2").err
    assert "note" in table.say("nots rain").err


@pytest.mark.parametrize("line", ["K digs in, L holds", "the K battalion digs in", "K digs in and L sleeps"])
def test_orders_said_as_a_sentence_stay_out_of_the_history(table, line):
    table.game(STAR)
    assert Invocation(at_prompt=True, run=run).may_be_secret(line)


def test_an_act_is_no_secret(table):
    table.game(STAR)
    assert not Invocation(at_prompt=True, run=run).may_be_secret("p1 moves to 0704")


def test_a_sentence_is_understood_at_the_shell_too(table):
    path = table.game(D20)
    said = table.say(f"--json -g {path.name} who is ahead")
    assert said.plain == table.say(f"-g {path.name} score --json").plain


def test_help_is_the_same_behind_the_name_of_the_game(table):
    path = table.game(D20)
    assert table.say(f"-g {path.name} help fire").out == table.say("fire --help").out
    assert table.say(f"-g {path.name} help").out == table.say("help").out

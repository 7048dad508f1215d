"""Lines as a referee says them across the table: the full line that each means, or a hint that works when typed.

The first twenty are those of a referee new to Umpire, who had the help before her.
"""

import re

import pytest

from tests.cli.games import Table
from tests.typed import prompted
from umpire.cli.app import run
from umpire.cli.setting import Invocation
from umpire.rulesets import find

STAR, ASP, D20 = "bridgehead", "asp-two-groups", "d20-evening"
STARTED = ("set clock phase=activations side=German",)
PANZERS = ("set clock phase=activations active=p",)
GUNS = ("set clock phase=artillery side=German",)
ORDERED = ("order panzer --roll", "order corps --roll")
AIR = (*ORDERED, "next", "next")
TACTICAL = (*AIR, "next")
SMOKE = ("set conditions modules=smoke",)
FIRE, MOVE = ("next",), ("set clock phase=movement",)

HERS = [
    (STAR, (), "K digs in, L holds, M on the move", "order k=D l=H m=M"),
    (
        STAR,
        STARTED,
        "initiative: Germans 5 and 4, British 3 and 2, the Panzers go first",
        'activate p --dice "5 4/3 2"',
    ),
    (STAR, PANZERS, "move the Panzergrenadiers and their halftracks to 0704", "move p3 to 0704"),
    (
        STAR,
        PANZERS,
        "P 1st and 2nd Panzer company fire at K 1st company in the town, both German batteries support",
        "fire p1 p2 at k1 with g1 g2 terrain=town",
    ),
    (STAR, PANZERS, "what if only the 2nd Panzer company fires at K 1st company", "what-if fire p2 at k1"),
    (STAR, PANZERS, "who can still act this round", "status"),
    (STAR, PANZERS, "how many shots have the German guns left?", "score"),
    (
        ASP,
        (),
        "Panzer battle group gets its command points, dice 4 5 and 3 for the radio",
        'order panzer --dice "4 5/3"',
    ),
    (
        ASP,
        AIR,
        "Stuka attacks the Churchill church1 from 400 m, Bofors shoots at it first from 1500",
        "air stuka at church1 by bofors 400m bofors.range=1500",
    ),
    (
        ASP,
        TACTICAL,
        "Panther1 halts and fires at Sherman2, 900 metres, into the flank, the Sherman is in hard cover",
        "fire panther1 at sherman2 option=B 900m arc=flank cover=hard",
    ),
    (ASP, TACTICAL, "Panzergrenadiers gren1 get out of half1", "debus gren1"),
    (
        ASP,
        TACTICAL,
        "stug engages church2 at long range, 1800, target behind the crest, 5 3 / 6 1 / 6 5",
        'fire stug at church2 1800 cover=crest --dice "5 3/6 1/6 5"',
    ),
    (ASP, AIR, "how many command points are left for the Panzers", "status panzer"),
    (D20, (), "on to the fire phase", "next"),
    (
        D20,
        FIRE,
        "the Tiger shoots at Sherman 1 from 14 inches, hull down, rolls 13 and 16",
        "fire tiger at sherman1 14in hulldown=yes --dice 13/16",
    ),
    (
        D20,
        FIRE,
        "Pak 40 at the Firefly, range 9, in the side, Firefly behind a hedge so soft cover",
        "fire pak at firefly 9 side=yes cover=soft",
    ),
    (D20, FIRE, "who has not fired yet?", "status"),
    (
        D20,
        FIRE,
        "Spandau fires at the Mortar at 11, in soft cover, 17",
        "fire spandau at mortar 11 cover=soft --dice 17",
    ),
    (D20, MOVE, "the 1st Grenadiers go 4 over open ground and take the mill", "move gren1 open=4 takes=mill"),
]
ASKED = (ASP, TACTICAL, "what if panther2 first moves 300 metres and then shoots at church1 at 1100")
"""The one that leaves out what must be chosen: how it fires after its move."""

OTHERS = [
    (STAR, (), "A moves, B and the P are on hold", "order a=M b=H p=H"),
    (STAR, (), "K and L dig in, the rest retreats", "order k=D l=D rest=R"),
    (STAR, PANZERS, "P 1st Panzer company advances to 0704", "move p1 to 0704"),
    (STAR, PANZERS, "the 1st Panzer company and the 2nd Panzer company shoot at K HQ", "fire p1 p2 at kh"),
    (STAR, PANZERS, "Panzergrenadiers shoot at L 1st company, 2nd German battery helps", "fire p3 at l1 with g2"),
    (STAR, PANZERS, "what if the Panzergrenadiers shoot at the K 1st company from 2 hexes", "what-if fire p3 at k1 2"),
    (STAR, PANZERS, "whose turn is it?", "status"),
    (STAR, PANZERS, "where is K HQ", "status kh"),
    (STAR, PANZERS, "what can the Panzergrenadiers do", "can p3"),
    (STAR, (), "what are the orders?", "status orders"),
    (STAR, GUNS, "1st German battery bombards K 1st company", "artillery g1 at k1"),
    (ASP, TACTICAL, "panther2 shoots the stuart at 600 yards, front", "fire panther2 at stuart 600yd arc=front"),
    (ASP, TACTICAL, "mark1 opens fire on church2 from 800 metres, dice 4 / 3", "fire mark1 at church2 800m --dice 4/3"),
    (ASP, TACTICAL, "gren1 climbs out", "debus gren1"),
    (ASP, TACTICAL, "mark2 advances 200 metres", "move mark2 200m"),
    (ASP, TACTICAL, "the Medium battery heavy fires at tom1, it is in the wood", "fire heavy at tom1 cover=wood"),
    (
        ASP,
        TACTICAL,
        "what if the stug fires at sherman1, 600 m, in the flank",
        "what-if fire stug at sherman1 600m arc=flank",
    ),
    (
        ASP,
        ("order panzer --roll",),
        "Grenadier battle group rolls for command points: 3 4 6",
        'order corps --dice "3 4 6"',
    ),
    (ASP, TACTICAL, "which stands may still move", "status"),
    (
        D20,
        FIRE,
        "the Panzer IV takes a shot at Sherman 2, 12 inches away, side",
        "fire panzer at sherman2 12in side=yes",
    ),
    (D20, FIRE, "Spandau engages Able section, range 8, they are dug in", "fire spandau at able 8 dugin=yes"),
    (D20, FIRE, "1st Grenadiers shoot at Baker section at 4 with a 14", "fire gren1 at baker 4 --dice 14"),
    (D20, MOVE, "Tiger drives 6 on the road", "move tiger road=6"),
    (D20, MOVE, "the 2nd Grenadiers retreat", "move gren2 fallback=yes"),
    (D20, FIRE, "now the close combat phase", "next"),
    (D20, FIRE, "is the Tiger suppressed?", "status tiger"),
    (D20, FIRE, "who is ahead?", "score"),
    (D20, FIRE, "which elements are suppressed?", "status"),
    (D20, FIRE, "what are the odds if the Tiger fires at Sherman 1 at 10", "what-if fire tiger at sherman1 10"),
    (D20, MOVE, "the Opel drives 4 along the road", "move kfz road=4"),
    (ASP, TACTICAL, "88 flak at Churchill church2 at 1400 from the rear", "fire flak at church2 1400 arc=rear"),
    (STAR, PANZERS, "the L battalion is activated", "activate l"),
    (STAR, (), "dig in with K and L, everyone else holds", "order k=D l=D rest=H"),
    (STAR, (), "the British dig in with K and L, all others hold", "order k=D l=D m=H"),
    (STAR, (), "the Germans all move", "order a=M b=M p=M"),
    (STAR, (), "give A and B move orders", "order a=M b=M"),
    (STAR, (), "K battalion is ordered to dig in", "order k=D"),
    (STAR, (), "is K dug in?", "status k"),
    (STAR, PANZERS, "can the 2nd Panzer company reach 0905?", "can p2"),
    (STAR, PANZERS, "what does 3.7.2 say?", "rule 3.7.2"),
    (STAR, PANZERS, "who's ahead?", "score"),
    (D20, FIRE, "does the Tiger see the Firefly", "can tiger"),
    (D20, FIRE, "is the radio working?", "status"),
    (D20, FIRE, "next phase please", "next"),
    (D20, FIRE, "let's go on", "next"),
    (
        "worked-example-1",
        (),
        "both tanks shoot at the paratroops, German battery supports them",
        "fire ta tb at para with g1",
    ),
    (
        "worked-example-1",
        (),
        "tank A and tank B attack the paras with the battery and the enemy replies with g2 and g3",
        "fire ta tb at para with g1 reply g2 g3",
    ),
    (
        "worked-example-1",
        (),
        "the tanks fire at the paratroops in the village at range 2",
        "fire ta tb at para 2 terrain=village",
    ),
    ("worked-example-1", (), "tank A fires on para, 6 6 4 2 / 5 5 1 1", 'fire ta at para --dice "6 6 4 2/5 5 1 1"'),
    ("three-star-opening", (), "1st battalion n1 fires at r1", "fire n1 at r1"),
    (STAR, PANZERS, "show me the map", "map"),
    (STAR, PANZERS, "the second Panzer company moves to 0704", "move p2 to 0704"),
    (ASP, TACTICAL, "the StuG moves 200 metres along the road", "move stug 200m road"),
    (ASP, (*TACTICAL, *SMOKE), "tube fires smoke at the hedge", "artillery tube smoke hedge"),
    (D20, FIRE, "Tiger hits Firefly at range 8 with 15 and 12", 'fire tiger at firefly 8 --dice "15 12"'),
    (
        D20,
        FIRE,
        "Let the Spandau team fire at Baker section, 8 inches, light cover",
        "fire spandau at baker 8in cover=soft",
    ),
    (D20, FIRE, "mortar fires at spandau, range 14, no line of sight", "fire mortar at spandau 14 visible=no"),
    (D20, MOVE, "Tiger moves 5 inches forward", "move tiger 5in"),
    (D20, MOVE, "the Panzer drives 3 through rough ground and 2 on the road", "move panzer rough=3 road=2"),
    (D20, FIRE, "the Tiger fires HE at Able, 9", "fire tiger at able 9 mode=he"),
    (D20, FIRE, 'Tiger shoots the Firefly at 12": 15, 17', 'fire tiger at firefly 12 --dice "15 17"'),
    (STAR, PANZERS, "p1 and p2 advance to 0704 and 0705", "move p1 to 0704 p2 to 0705"),
    (STAR, ("set clock phase=activations active=k",), "K 2nd company fires at A 1st company", "fire k2 at a1"),
    (D20, FIRE, "Panzer IV at the Sherman 2, ten inches", "fire panzer at sherman2 10in"),
    (D20, FIRE, "tiger fires on firefly at 8, rolling 15 then 12", "fire tiger at firefly 8 --dice 15/12"),
    (STAR, (), "the Germans advance, the British hold", "order a=M b=M p=M k=H l=H m=H"),
    ("three-star-opening", (), "the Grenadiers n1 fire at r1 at 3 hexes", "fire n1 at r1 3"),
    (ASP, TACTICAL, "stug shoots at the flank of church1 at 500 metres", "fire stug at church1 500m arc=flank"),
]

ANSWERED = [
    (*ASKED, "what-if fire panther2 at church1 metres=300 1100 option=C"),
    (ASP, TACTICAL, "the Panther panther1 engages the Sherman, 700 metres", "fire panther1 at sherman1 700m"),
    (D20, FIRE, "the Tiger fires at the Sherman, 10 inches", "fire tiger at sherman1 10in"),
    (D20, FIRE, "the Tiger fires its big gun joyfully at the Firefly, range 8", "fire tiger at firefly 8"),
    (D20, (), "go to the movement phase", "next movement"),
]
"""With what is typed next, which the hint has in full."""

UNFINISHED = [
    (D20, FIRE, "let the Tiger fire at the Firefly", "distance", "fire tiger firefly"),
    (ASP, TACTICAL, "stug and mark1 fire at church1 at 500", "one shooter", "fire stug mark1 church1 500"),
    (
        D20,
        FIRE,
        "Tiger fires at Sherman 1 at 10, Pak 40 fires at the Firefly at 8",
        "'fires'",
        "fire tiger sherman1 10",
    ),
]
"""With what is wrong and the act as far as it was understood; the hint shows how it is typed."""


@pytest.fixture
def table(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("UMPIRE_GAME", raising=False)
    return Table(tmp_path, capsys)


def typed(table, scenario, before, line):
    """What a line comes to: its exit code, what is said, and what is then on record."""
    answer = prompted.typed(table, scenario, before, line)
    last = answer.last
    return answer.code, answer.said, (answer.entry, table.say("export").out, last["facts"], last["command"].lower())


@pytest.mark.parametrize(("scenario", "before", "line", "meant"), HERS + OTHERS, ids=lambda each: str(each)[:40])
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


@pytest.mark.parametrize(("scenario", "before", "line", "what", "far"), UNFINISHED, ids=lambda each: str(each)[:40])
def test_the_hint_says_what_was_understood_and_how_the_act_is_typed(table, scenario, before, line, what, far):
    code, said, _ = typed(table, scenario, before, line)
    assert code == 2
    assert what in said.partition("hint: ")[0]
    assert f"understood: {far}" in said
    assert "; it is typed: fire " in said


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
    "end of the fire phase",
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
    assert typed(table, D20, FIRE, line.format("crew"))[0] == 4  # dice are wanted
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
    assert "no command" in said


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

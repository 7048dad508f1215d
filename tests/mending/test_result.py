"""Tests of a result typed instead of dice: the effects are those of dice with this result; if they differ, it asks."""

import io
from contextlib import redirect_stderr, redirect_stdout

import pytest

from tests.cli.games import at_terminal
from tests.rulesets import EVERY, FIRES
from tests.transcripts.evenings import FOLDER, read, replayed
from umpire.cli.prompt.completion import offers
from umpire.cli.prompt.live import live
from umpire.core.dice import read_told
from umpire.core.outcome import joined_names
from umpire.core.procedure import Chosen, Thrown
from umpire.core.readings import Hits, Needs
from umpire.play import turn
from umpire.play.turn import Answers, prepare

EVENINGS = {"star-without-map": 35, "star-corps": 30, "asp-guns-and-aircraft": 40, "asp-turns": 30, "d20-evening": 35}
"""Transcript -> how many of its lines are played: fights of all four games, their orders, tests and activations."""


def by_value(thrown):
    """Return a throw by value, as people type it."""
    reading, value = thrown.pool.reading, thrown.value
    if isinstance(reading, Hits):
        return f"h{value}"
    return ("h" if value else "m") if isinstance(reading, Needs) else f"={str(value) or '-'}"


def ends(result, chosen):
    """Yield every outcome that the answers can still lead to, with the questions; earlier choices stay."""
    waiting = [()]
    while waiting:
        answers = waiting.pop()
        procedure, asked = result.procedure(), []
        try:
            question = next(procedure)
            for answer in answers:
                asked.append(question.key)
                question = procedure.send(answer)
        except StopIteration as done:
            yield done.value, asked
            continue
        values = [option.value for option in question.options]
        made = chosen.get(question.key)
        waiting += [(*answers, value) for value in ([made] if made in values else values)]


class Watch:
    """A player of acts who also plays each act with dice again, by its result alone."""

    def __init__(self):
        self.play, self.acts, self.open = turn.play, 0, []

    def __call__(self, prepared, referee):
        played = self.play(prepared, referee)
        thrown = [one for one in played.answers if isinstance(one, Thrown) and one.pool.dice]
        for one in thrown:
            assert read_told(by_value(one), one.pool).value == one.value
        if thrown and not prepared.result and played.outcome.tally:
            self.acts += 1
            self.told(prepared, played)
        return played

    def told(self, prepared, played):
        family, state, table = prepared.session.family, prepared.session.state, prepared.session.table
        said = ",".join(
            f"{name}={str(joined_names(value)).replace(', ', '+') or 'none'}" for name, value in played.outcome.tally
        )
        again = prepare(prepared.session, prepared.act.verb, [*prepared.words, f"result={said}"], ruling="so it was")
        chosen = {one.choice.key: one.option.value for one in played.answers if isinstance(one, Chosen)}
        same = [
            asked
            for outcome, asked in ends(again.result, chosen)
            if family.plain(family.apply(state, outcome.effects, table)) == played.after["state"]
            and outcome.instructions == played.outcome.instructions
            and outcome.pending == played.outcome.pending
        ]
        assert len(same) == 1, (prepared.words, said)
        self.open += [key for key in same[0] if key not in chosen]


@pytest.mark.slow
@pytest.mark.parametrize("evening", EVENINGS)
def test_a_result_told_is_what_dice_that_give_it_come_to(evening, monkeypatch):
    watch = Watch()
    monkeypatch.setattr(turn, "play", watch)
    turns = read((FOLDER / f"{evening}.txt").read_text(encoding="utf-8"))[: EVENINGS[evening]]
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        assert replayed(turns) == turns
    assert watch.acts > 4
    assert all(key.endswith("-detection") for key in watch.open), "only what no tally names is asked besides"


@pytest.fixture(scope="module", params=EVERY)
def game(request, tmp_path_factory):
    """Return a game of every ruleset that nobody writes to, and its fire."""
    case = FIRES[request.param]
    return case.begin(tmp_path_factory.mktemp("games")), case.allowed.split()


def test_all_is_spent_and_nothing_is_thrown(game):
    session, words = game
    seen = turn.play(prepare(session, "fire", [*words, "result="]), Answers(None, 0, defaults=True))
    assert seen.entry["throws"] == []
    assert seen.after["game"]["drawn"] == session.head["drawn"]
    told = ",".join(f"{name}={joined_names(value) or 'none'}".replace(", ", "+") for name, value in seen.outcome.tally)
    again = turn.play(prepare(session, "fire", [*words, f"result={told}"]), Answers(None, 0, defaults=True))
    assert again.after["state"] == seen.after["state"]
    assert again.entry["result"] == {name: joined_names(value) for name, value in seen.outcome.tally}
    assert f"result={told}" in again.entry["command"]


@pytest.mark.parametrize(
    ("scenario", "line", "result"),
    [
        ("worked-example-1", "fire ta tb at para result=2,1", {"Allied loses": 2, "German loses": 1}),
        ("worked-example-1", "fire ta tb at para result=g=2", {"German loses": 2}),
        (
            "worked-example-1",
            "fire ta tb at para result=removed=mg,allied=1",
            {"removed": "para MG", "Allied loses": 1},
        ),
        ("asp-opening", "fire r1 at g2 300 result=r", {"Grenadiers g2": "repulsed"}),
        (
            "asp-opening",
            "fire r1 at g2 300 result=r1=p result=g2=-",
            {"Riflemen r1": "pinned", "Grenadiers g2": "unhurt"},
        ),
        ("asp-opening", "fire r1 at g2 300 RESULT=shoots=both", {"who shoots": "both"}),
        ("d20-opening", "fire tiger at sherman 18 result=k", {"Sherman": "knocked out"}),
        ("d20-opening", "fire tiger at sherman 18 result=miss", {"to hit": "miss"}),
        ("d20-opening", "fire tiger at sherman 18 result=sherman=s", {"Sherman": "suppressed"}),
    ],
)
def test_how_a_result_is_typed(table, scenario, line, result):
    table.game(scenario)
    said = table.say(f"{line} --defaults --json")
    assert said.code == 0, said
    assert said.plain["result"] == result
    assert said.plain["throws"] == []
    assert {name: said.plain["outcome"]["tally"][name] for name in result} == result
    assert table.say("undo").code == 0


@pytest.mark.parametrize(
    ("scenario", "line", "said"),
    [
        (
            "asp-opening",
            "fire r1 at g2 300 result=r,p,shoots=both",
            "Grenadiers g2 repulsed, Riflemen r1 pinned, who shoots:",
        ),
        ("asp-opening", "fire t1 at p1 600 result=r,shoots=t1", "T34/85 p1 repulsed, who shoots: Panther t1"),
        ("d20-opening", "fire tiger at sherman 18 result=miss", "to hit: miss"),
        ("worked-example-1", "fire ta tb at para result=2,removed=mg", "Allied loses 2, removed: para MG"),
    ],
)
def test_what_was_told_reads_as_it_is_meant(table, scenario, line, said):
    table.game(scenario)
    assert f"entered without dice: {said}" in " ".join(table.say(f"{line} --defaults --dry-run").out.split())


@pytest.mark.parametrize(
    ("line", "what", "hint"),
    [
        (
            "fire ta at para result=9",
            "result: no part of the result can be '9'",
            "allied-loses: 0, 1, 2; german-loses: 0, 1, 2;",
        ),
        ("fire ta at para result=rmoved=mg", "result: 'rmoved' is not part of the result", "did you mean removed?"),
        ("fire ta at para result=german=7", "result: German loses cannot be '7'", "German loses can be 0, 1, 2"),
        ("fire ta at para result=allied=0,removed=mg", "cannot be 'mg' if Allied loses 0", " can be none"),
        ("fire ta at para result=1 --odds", "`result=` enters a result", "leave out result="),
        ("fire ta at para result=1 --dice 66", "result= gives the result", "leave out --dice"),
        ("move ta to 0804 result=1", "result: no dice are thrown here", "leave out result="),
    ],
)
def test_a_result_that_cannot_be(table, line, what, hint):
    table.game()
    said = table.say(line)
    assert said.code == 2, said
    assert what in said.err
    assert hint in said.err
    assert table.entry() == 1


def test_what_parts_the_ways_left_is_asked_once_more_and_no_more(table):
    table.game()
    asked = table.say("fire ta tb at para result=german=2")
    assert asked.code == 4
    assert '--choose "<0|1|2>"' in asked.err
    asked = table.say("fire ta tb at para result=german=2", "--choose", "1")
    assert asked.code == 4
    assert '--choose "1/<para|mg>"' in asked.err
    assert table.say("fire ta tb at para result=german=2", "--choose", "1/mg/ta2").code == 0
    assert table.say("fire tb at para result=0,0").code == 0, "nothing is left to ask"


def test_the_log_says_so_and_luck_counts_it_not(table):
    table.game()
    assert table.say("fire tb at para result=0,0").code == 0
    assert "[entered without dice]" in " ".join(table.say("log").out.split())
    assert "1 result entered without dice: not counted" in table.say("luck").out
    assert "entered without dice: Allied loses 0, German loses 0" in table.say("log 2").out
    table.say("undo")
    assert "entered without dice" not in table.say("luck").out


def test_a_result_is_told_where_dice_are_asked_for(table):
    table.game()
    code, seen = at_terminal(
        "fire",
        "tb",
        "at",
        "para",
        cwd=table.folder,
        answers=[("(Enter rolls): ", "result=1,0\n"), ("(Enter: para): ", "mg\n")],
    )
    assert code == 0, seen
    assert "REMOVE para MG" in seen
    assert table.say("log 2 --json").plain["throws"] == []


def test_a_result_is_completed_and_foretold(game):
    session, words = game
    line = " ".join(["fire", *words])
    assert "result=" in [offer.word for offer in offers(session, f"{line} ")]
    first, *more = [offer.word for offer in offers(session, f"{line} result=")]
    assert any("=" in word.removeprefix("result=") for word in more), "later ones by their names"
    then = [offer.word for offer in offers(session, f"{line} {first},")]
    assert then or session.table_file.id == "d20-elements", "a miss leaves nothing open"
    for word in then:
        assert word.startswith(f"{first},")
        assert prepare(session, "fire", [*words, word]).result.ways
    with pytest.raises(StopIteration) as said:
        next(live(session, f"{line} {first} "))
    assert said.value.value

"""Tests of an act at the command line: its pools, dice typed or rolled, recorded, rehearsed, refused, foreseen."""

import pytest

from tests.cli.games import TANKS

TOLD = "--dice 66145/4456 --choose para+mg/ta+tb"


@pytest.fixture
def table(table, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    table.game()
    return table


def test_told_dice_are_resolved_explained_and_recorded(table):
    said = table.say(f"{TANKS} {TOLD}")
    assert said.code == 0
    assert said.err == ""
    lines = said.out.splitlines()
    assert lines[0] == "tank A and tank B: fire at paratroops (1005, village), range 2"
    assert "German fire, 5 dice: each 6 hits (3.2-02)" in lines
    assert "  3  tank A         4 medium armour (3.1-06), -1 target dug in (3.7.2-04)" in lines
    assert "  thrown 6 6 1 4 5 (typed): 2 hits" in lines
    assert "  thrown 4 4 5 6 (typed): 3 hits" in lines
    at = lines.index("paratroops 4→3")
    assert lines[at : at + 4] == ["paratroops 4→3", "REMOVE para MG", "tank A 4→3", "tank B 2→1"]
    assert any(line.startswith("#2 recorded; also available: with g1 (3 shots)") for line in lines)
    assert len(lines) <= 20
    assert max(map(len, lines)) <= 80


def test_log_shows_it_again_as_it_was(table):
    said = table.say(f"{TANKS} --dice 11111/1111").out.splitlines()
    again = table.say("log 2").out.splitlines()
    assert again[0] == f"#2 {TANKS}"
    assert again[1:] == said[: len(again) - 1]


def test_log_has_every_line_of_what_was_told_in_short(table):
    said = table.say(f"{TANKS} {TOLD}").out
    assert "`log 2` shows every line" in " ".join(said.split())
    again = table.say("log 2").out.splitlines()
    assert {line for line in said.splitlines() if line.startswith("  ")} <= {*again, said.splitlines()[-1]}
    assert "German, lose 2 strength points: tank A -1, tank B -1 (chosen: ta+tb)" in " ".join(again)


def test_json_is_the_entry_with_its_number_and_changes(table):
    plain = table.say(f"{TANKS} {TOLD} --json").plain
    assert plain["entry"] == 2
    assert plain["command"] == TANKS
    first = plain["throws"][0]
    assert (first["side"], first["dice"], first["hit"], first["faces"], first["value"]) == (
        "German",
        5,
        "6",
        [6, 6, 1, 4, 5],
        2,
    )
    assert sum(line["amount"] for line in first["lines"] if line["applied"] and line["on"] == "dice") == 5
    assert {"path": ["state", "stands", "tb", "sp"], "before": 2, "after": 1} in plain["changes"]


def test_without_a_terminal_what_is_wanted_is_said_and_nothing_written(table):
    said = table.say(TANKS)
    assert said.code == 4
    assert "German fire, 5 dice: each 6 hits (3.2-02)" in said.out
    assert said.err.splitlines() == [
        "wanted: German fire, 5 dice; Allied reply, 4 dice; nothing was recorded",
        f'hint: umpire {TANKS} --dice "<5 dice>/<4 dice>"  (--roll rolls the dice)',
    ]
    assert table.entry() == 1


def test_one_more_answer_at_a_time_leads_to_the_end(table):
    asked = table.say(f"{TANKS} --dice 66145 --json")
    assert asked.code == 4
    assert [throw["dice"] for throw in asked.plain["asked"]["throws"]] == [4]
    assert asked.plain["asked"]["line"] == f'umpire {TANKS} --dice "66145/<4 dice>"'
    asked = table.say(f"{TANKS} --dice 66145/4456 --json").plain["asked"]
    assert asked["choice"]["side"] == "Allied"
    assert [option["token"] for option in asked["choice"]["options"]] == ["para2", "para+mg"]
    assert asked["line"] == f'umpire {TANKS} --dice "66145/4456" --choose "<para2|para+mg>"'
    assert table.say(f"{TANKS} {TOLD}").code == 0


def test_defaults_are_taken_and_printed(table):
    said = table.say(f"{TANKS} --dice 66145/1111 --defaults")
    assert "Allied, lose 2 strength points: paratroops -2 (by default: para2)" in said.out


def test_rolled_dice_come_from_the_seed_and_are_given_back_by_undo(table):
    first = table.say(f"{TANKS} --roll --defaults").out
    assert "(rolled)" in first
    table.say("undo")
    again = table.say(f"{TANKS} --roll --defaults").out
    assert again.replace("#4", "#2") == first
    assert table.say("log").out.count("undone after its dice were seen") == 1


def test_told_and_rolled_may_be_mixed(table):
    throws = table.say(f"{TANKS} --dice r/1122 --defaults --json").plain["throws"]
    assert [throw["source"] for throw in throws] == ["rolled", "told"]


def test_a_rehearsal_is_marked_and_not_recorded(table):
    said = table.say(f"{TANKS} --roll --defaults --dry-run")
    assert said.code == 0
    assert "rehearsal: nothing recorded" in said.out
    assert table.entry() == 1
    rehearsed = [line for line in said.out.splitlines() if "(rolled)" in line]
    played = [line for line in table.say(f"{TANKS} --roll --defaults").out.splitlines() if "(rolled)" in line]
    assert rehearsed != played  # a look at the dice to come would be cheating


def test_odds_are_a_table_and_stop(table):
    said = table.say(f"{TANKS} --odds")
    assert said.code == 0
    assert "Allied loses, average 0." in said.out
    assert "choices taken: strongest core stand first" in said.out
    plain = table.say(f"{TANKS} --odds --json").plain["odds"]
    assert sum(outcome["weight"] for outcome in plain["outcomes"]) == plain["total"]
    assert table.entry() == 1


def test_explain_names_what_does_not_count(table):
    said = table.say(f"{TANKS} --explain")
    assert ": no, the" in said.out
    assert "opponent is not in the open" in " ".join(said.out.split())
    plain = table.say(f"{TANKS} --explain --json").plain["explained"]
    assert [pool["dice"] for pool in plain[0]["pools"]] == [5, 4]
    assert any(line["why_not"] for line in plain[0]["pools"][0]["lines"])
    assert table.entry() == 1


def test_a_rule_refuses_before_any_die_and_a_ruling_overrules(table):
    refused = table.say("fire ta at para 1 --roll")
    assert refused.code == 3
    assert refused.out == ""
    assert refused.err.splitlines()[0].startswith("refused: tank A: next to the target")
    assert refused.err.splitlines()[-1] == 'hint: to overrule, add --ruling "why"'
    plain = table.say("fire ta at para 1 --roll --json")
    assert plain.code == 3
    assert {"rule", "words", "overrulable"} <= plain.plain["refused"][0].keys()
    assert table.entry() == 1
    said = table.say("fire ta at para 1 --roll --defaults --ruling", "the hedge is thick")
    assert said.code == 0
    assert "  ruling: the hedge is thick" in said.out
    assert "  overruled: tank A: next to the target" in said.out
    assert "[by ruling]" in table.say("log").out


def test_a_fact_that_leaves_no_number_is_asked_for(table):
    refused = table.say("fire para at ta --roll --ruling x")
    assert refused.code == 3
    assert "add para.order=M" in refused.err


def test_a_line_of_her_own_is_a_die_and_is_marked(table):
    said = table.say(f"{TANKS} --roll --defaults --add", "+1 wreck on the road")
    assert "  1  referee        1 wreck on the road (ruling)" in said.out
    assert "German fire, 6 dice" in said.out
    assert "[with a modifier added]" in table.say("log").out


def test_told_beats_the_map_and_says_so(table):
    said = table.say("fire ta at para 3 --roll --defaults")
    assert "  ta.range: the map has 2, you typed 3; your value counts" in said.out.splitlines()


def test_the_game_moving_on_meanwhile_writes_nothing_and_says_the_line(table, monkeypatch):
    from umpire.play import turn as play

    real = play.record

    def slow(played, line):
        file = played.prepared.session.file
        now = file.read()
        file.record(now.number, "somebody else", {}, now.position)
        return real(played, line)

    monkeypatch.setattr(play, "record", slow)
    said = table.say(f"{TANKS} --dice 11145/r --defaults")
    assert said.code == 1
    assert "the game has moved on" in said.err
    assert f'to repeat: umpire {TANKS} --dice "11145/r" --defaults' in said.err
    assert table.entry() == 2


@pytest.mark.parametrize(
    ("scenario", "line", "words"),
    [
        ("asp-opening", "fire t1 at p1 600", "initiative of Panther t1"),
        ("d20-opening", "fire tiger at sherman 15", "Tiger to hit Sherman, 1 d20"),
        ("three-star-opening", "fire n1 at r1", "dice"),
    ],
)
def test_every_ruleset_fires_through_the_same_door(table, scenario, line, words):
    table.game(scenario)
    game = f"-g {scenario}.umpire"
    said = table.say(f"{line} --roll --defaults {game} --ruling", "so that it can")
    assert said.code == 0, said.err
    assert words in said.out
    assert max(map(len, said.out.splitlines())) <= 80
    assert table.say(f"{game} {line} --odds --ruling x").code == 0
    assert table.say(f"fire --help {game}").out.count("How to type it") == 1


def test_help_says_how_this_ruleset_has_it_typed(table):
    said = table.say("fire --help")
    assert "fire STAND [STAND] at TARGET [RANGE]" in said.out
    assert "fire FIRER at TARGET DISTANCE" in table.say("fire --rules d20-elements --help").out


def test_what_is_laid_in_secret_stands_in_no_log(table):
    assert table.say("order pz=M ab=D").code == 0
    assert "Panzer battalion: M" in table.say("order show").out
    assert table.entry() == 2
    for line in ("log", "log 2", "log --json", "log 2 --json"):
        said = table.say(line).out
        assert "order" in said
        assert "pz=M" not in said
        assert '"M"' not in said
    undone = table.say("undo").out
    assert "face down→nothing" in undone
    assert "M" not in undone


def test_a_look_is_not_recorded(table):
    said = table.say("reach ta")
    assert said.code == 0
    assert said.out.splitlines()[-1] == "nothing recorded"
    assert table.entry() == 1


def test_a_verb_the_ruleset_has_not_names_those_it_has(table):
    said = table.say("overrun")
    assert (said.code, said.err.splitlines()[0]) == (2, "error: Two Star General has no overrun")
    assert "fire" in said.err.splitlines()[1]


@pytest.mark.parametrize("view", ["--odds", "--explain", "", "--dice 1111"])
def test_an_addition_to_no_throw_is_refused_before_any_die(table, view):
    said = table.say(f"fire ta at para {view}", "--add", "nosuch +1 smoke")
    assert (said.code, said.err.splitlines()) == (
        2,
        ["error: --add: no throw here is called 'nosuch'", "hint: throws here: attack, reply"],
    )
    if view.startswith(("--odds", "--explain")):
        assert table.say(f"fire ta at para {view}", "--add", "reply +1 smoke").code == 0

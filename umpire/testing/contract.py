"""The contract tests themselves."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

import pytest

from umpire.before.checked import check_file
from umpire.before.draft import draft
from umpire.before.types import kinds, matching
from umpire.before.types import listing as listed
from umpire.core.frozen import replace
from umpire.core.mistakes import FileMistake, Mistake
from umpire.core.odds import explain, odds
from umpire.core.procedure import Choice, Thrown, Wanted, resolve
from umpire.game.act import REQUIRED, Family
from umpire.game.lines import COMMANDS
from umpire.game.records import fields_of, is_record
from umpire.game.rulebook.modifiers import values_of
from umpire.game.rulebook.tables import FORMAT
from umpire.game.written import Written
from umpire.play.correct import edited
from umpire.play.documents import scenario_schema
from umpire.play.scenarios import export_text, position_from_text
from umpire.play.session import Session, open_session
from umpire.play.turn import Prepared, Refused, play, record
from umpire.rulesets import Ruleset, find
from umpire.testing.case import Case, adds_up, answers, as_typed, every_fall, pools_of, rules_in, rules_said, seeded


class Contract:
    """The tests of the contract between a ruleset and the program. Your test class inherits from it and sets `case`."""

    case: ClassVar[Case]

    @pytest.fixture
    def ruleset(self) -> Ruleset:
        """Return the ruleset of the case."""
        return find(self.case.ruleset)

    @pytest.fixture
    def family(self, ruleset: Ruleset) -> Family[Any, Any]:
        """Return its family."""
        return ruleset.family()

    @pytest.fixture
    def session(self, tmp_path: Path) -> Session:
        """Return a new game of the case for one test."""
        return self.case.begin(tmp_path)

    @pytest.fixture
    def ready(self, session: Session) -> Prepared:
        """Return the act `allowed` of the case, ready to be played."""
        return self.case.prepared(session, self.case.allowed)

    def test_the_family_is_whole(self, family: Family[Any, Any]) -> None:
        assert [name for name in REQUIRED if getattr(type(family), name) is getattr(Family, name)] == []
        written = family.scenario()
        assert isinstance(written, Written)
        assert is_record(written.document)

    def test_a_draft_is_a_game_with_its_examples_and_without(self, ruleset: Ruleset) -> None:
        text = draft(ruleset)
        position = position_from_text(text)
        assert position["game"]["ruleset"] == ruleset.name
        assert position_from_text(re.sub(r"(?m)^#(?=[\w\"\[])", "", text))["game"]["ruleset"] == ruleset.name
        written = ruleset.family().scenario().document
        assert all(re.search(rf"(?m)^(# ?)?(\[+{name}\b|{name}\b)", text) for name in fields_of(written))

    def test_what_a_draft_names_has_its_types(self, ruleset: Ruleset, family: Family[Any, Any]) -> None:
        every = kinds(family, family.read_table(ruleset.table().rows))
        assert all(kind.rows and kind.keys for kind in every)
        for kind in every:
            assert kind in matching(every, kind.name)
            assert {len(row) for row in listed(kind).rows} == {len(listed(kind).columns)}

    def test_a_scenario_that_is_right_is_looked_through(self, ruleset: Ruleset, tmp_path: Path) -> None:
        (tmp_path / "drafted.toml").write_text(draft(ruleset), encoding="utf-8")
        assert check_file(tmp_path / "drafted.toml").odd == ()
        (tmp_path / "drafted.toml").write_text(draft(ruleset) + "\nnonsense = 1\n", encoding="utf-8")
        with pytest.raises(FileMistake, match=r"drafted\.toml.* \d+: .*nonsense: "):
            check_file(tmp_path / "drafted.toml")

    def test_the_schema_says_every_section(self, ruleset: Ruleset, family: Family[Any, Any]) -> None:
        schema = scenario_schema(ruleset)
        assert schema["properties"].keys() >= fields_of(family.scenario().document).keys()
        assert schema["properties"]["ruleset"] == {"enum": [ruleset.name]}

    def test_every_act_says_how_it_is_typed(self, family: Family[Any, Any]) -> None:
        assert self.case.verb in family.ACTS
        for verb in family.ACTS:
            act = family.act(verb)
            assert (act.verb, act.usage.split()[0]) == (verb, verb)
            assert verb not in COMMANDS
            assert act.words
            assert all(act.facts.values())
            assert all(word == word.lower() and word for word in act.connectors)
            assert all(act.bare(word) is None for word in act.connectors)
            assert {act.bare(word) for word in ("2", "600", "0507", "tank", "¾", "")} <= {None, *act.facts}

    def test_the_table_has_a_header_and_is_read(self, ruleset: Ruleset, family: Family[Any, Any]) -> None:
        rows = ruleset.table().rows
        assert (rows["id"], rows["format"]) == (ruleset.name, FORMAT)
        assert all(isinstance(rows[key], str) and rows[key].strip() for key in ("name", "edition", "source"))
        assert family.read_table(rows)

    def test_every_rule_the_table_cites_is_a_clause(self, ruleset: Ruleset) -> None:
        clauses, rows = ruleset.clauses(), ruleset.table().rows
        assert (clauses.id, clauses.name) == (ruleset.name, rows["name"])
        assert set(rules_in(dict(rows))) <= {clause.id.partition("-")[2] for clause in clauses.clauses}

    def test_the_default_of_an_option_comes_first_and_every_value_can_be_played(
        self, ruleset: Ruleset, session: Session
    ) -> None:
        rows = ruleset.table().rows
        options = rows["options"]
        assert options.keys() == rows["option_values"].keys()
        for name, played in options.items():
            first, *others = values_of(rows, name)
            assert (first, len(set(others))) == (played, len(others)), name
            for value in others:
                table = session.family.read_table({**rows, "options": {**options, name: value}})
                there = replace(session, table=table)
                assert adds_up(odds(self.case.prepared(there, self.case.allowed).make)), (name, value)

    def test_the_sheet_is_of_whole_rows(self, session: Session) -> None:
        for state in (None, session.state):
            for listing in session.family.sheet(session.table, state):
                assert listing.title
                assert {len(row) for row in listing.rows} <= {len(listing.columns)}

    def test_the_state_comes_back_as_it_was(self, session: Session) -> None:
        family, stored = session.family, session.snapshot.position["state"]
        assert family.plain(session.state) == stored
        assert family.read_state(stored, session.game_map) == session.state
        assert family.apply(session.state, (), session.table) == session.state

    def test_the_game_comes_back_as_it_is_written_out(self, session: Session) -> None:
        for _ in range(3):
            text = export_text(session)
            assert position_from_text(text) == session.snapshot.position
            assert edited(session, text) is None
            record(self.case.played(session, self.case.allowed), "again")
            session = open_session(session.file.path)

    def test_everything_has_a_name_and_a_status(self, session: Session) -> None:
        names, everything = session.family.names(session.state), session.family.status(session.state, session.table, "")
        shown = " ".join(cell for listing in everything for row in ((listing.title,), *listing.rows) for cell in row)
        assert names
        assert all(names.values())
        assert set(names) <= set(re.findall(r"\w+", shown))
        for listing in everything:
            assert {len(row) for row in listing.rows} == {len(listing.columns)}
            assert all(0 <= column < len(listing.columns) for column in listing.right)
        assert all(session.family.status(session.state, session.table, name) for name in names)
        with pytest.raises(Mistake, match="nobody-of-that-name"):
            session.family.status(session.state, session.table, "nobody-of-that-name")

    def test_a_situation_says_what_it_is_and_where_every_fact_comes_from(self, ready: Prepared) -> None:
        situation, known = ready.situation, ready.situation.known
        assert situation.title
        assert situation.side in ready.session.head["sides"]
        assert all(map(str, situation.also))
        assert known.values.keys() == known.sources.keys()
        assert set(known.sources.values()) <= {"told", "map", "state", "assumed"}
        assert len(known.assumed) == len(set(known.assumed))

    def test_odds_are_what_every_fall_of_the_dice_gives(self, session: Session) -> None:
        make = self.case.prepared(session, self.case.small, additions=self.case.fewer).make
        found = odds(make)
        assert adds_up(found)
        assert {outcome: Fraction(weight, found.total) for outcome, weight in found.outcomes} == every_fall(make)

    def test_every_outcome_names_the_same_results(self, ready: Prepared) -> None:
        outcomes = [outcome for outcome, _ in odds(ready.make).outcomes]
        assert len(outcomes) > 1
        (names,) = {tuple(name for name, _ in outcome.tally) for outcome in outcomes}
        assert len(set(names)) == len(names) > 0

    def test_whatever_is_rolled_was_foreseen(self, ready: Prepared) -> None:
        foreseen, pools = {outcome for outcome, _ in odds(ready.make).outcomes}, set(pools_of(ready))
        for seed in range(50):
            outcome, given = resolve(ready.make(), seeded(seed))
            assert outcome in foreseen
            assert {one.pool for one in given if isinstance(one, Thrown)} <= pools

    def test_each_throw_is_explained_once_and_the_first_hangs_on_nothing(self, ready: Prepared) -> None:
        explained = explain(ready.make)
        assert explained[0].after == ()
        assert len({one.pools for one in explained}) == len(explained)

    def test_every_line_has_words_and_a_rule_and_adds_up(self, ready: Prepared) -> None:
        pools = pools_of(ready)
        for pool in pools:
            assert pool.lines
            assert pool.label
            assert pool.side in ready.session.head["sides"]
            assert all(line.of and line.words and line.rule for line in pool.lines)
            assert getattr(pool.reading, "added", pool.sum("roll")) == pool.sum("roll")
            assert getattr(pool.reading, "need", None) in (None, pool.sum("need"))
        keys = {pool.key for pool in pools}
        assert self.case.pool in keys
        assert ready.act.adds_to in keys

    def test_every_rule_that_is_said_is_a_clause(self, ruleset: Ruleset, session: Session, ready: Prepared) -> None:
        clauses = {clause.id.partition("-")[2] for clause in ruleset.clauses().clauses}
        said = rules_said(ready) | rules_said(self.case.prepared(session, self.case.small))
        if self.case.forbidden:
            said |= rules_said(self.case.prepared(session, self.case.forbidden, "so be it"))
        assert said
        assert said <= clauses | {"ruling"}

    def test_told_dice_do_what_the_same_dice_do_when_rolled(self, session: Session) -> None:
        rolled = self.case.played(session, self.case.allowed)
        told = self.case.played(session, self.case.allowed, *as_typed(rolled))
        assert told.outcome == rolled.outcome
        assert told.after["state"] == rolled.after["state"]
        count = sum(thrown["dice"] for thrown in rolled.entry["throws"])
        assert (told.after["game"]["drawn"], rolled.after["game"]["drawn"]) == (0, count)

    def test_told_and_rolled_dice_mix(self, session: Session) -> None:
        first, *_ = as_typed(self.case.played(session, self.case.allowed))
        mixed = self.case.played(session, self.case.allowed, first)
        sources = [thrown["source"] for thrown in mixed.entry["throws"] if thrown["dice"]]
        assert sources == ["told"] + ["rolled"] * (len(sources) - 1)

    def test_undo_and_redo(self, session: Session) -> None:
        start = session.snapshot.position
        number = record(self.case.played(session, self.case.allowed), "once")
        after = open_session(session.file.path)
        undone = session.file.undo(number)
        assert open_session(session.file.path).snapshot.position == undone.position == start
        assert open_session(session.file.path).state == session.state
        assert session.file.redo(undone.number).position == after.snapshot.position
        assert open_session(session.file.path).state == after.state

    def test_what_is_forbidden_is_refused_and_can_be_overruled(self, session: Session) -> None:
        if not self.case.forbidden:
            pytest.skip("nothing here is forbidden")
        before = session.file.path.read_bytes()
        with pytest.raises(Refused) as refused:
            self.case.prepared(session, self.case.forbidden)
        assert all(objection.overrulable and objection.words for objection in refused.value.objections)
        assert session.file.path.read_bytes() == before
        overruled = self.case.prepared(session, self.case.forbidden, "it is so")
        assert overruled.overruled == refused.value.objections
        assert play(overruled, answers(session)).entry["ruling"] == "it is so"

    def test_what_leaves_no_number_names_the_fact_to_tell(self, session: Session) -> None:
        if not self.case.numberless:
            pytest.skip("the ruleset has no act that lacks a number")
        for ruling in ("", "it is so"):
            with pytest.raises(Refused) as refused:
                self.case.prepared(session, self.case.numberless, ruling)
            assert [bool(re.fullmatch(r"[\w.]+=\w+", one.retype)) for one in refused.value.objections] == [True]

    def test_an_addition_is_in_its_throw_and_in_the_odds(self, session: Session, ready: Prepared) -> None:
        with_it = self.case.prepared(session, self.case.allowed, additions=(f"{self.case.pool} +1 luck",))
        added = [pool.lines[-1] for pool in pools_of(with_it) if pool.key == self.case.pool]
        assert {(line.of, line.amount, line.words) for line in added} == {("referee", 1, "luck")}
        assert odds(with_it.make).outcomes != odds(ready.make).outcomes

    def test_without_answers_the_first_throw_is_wanted_and_nothing_written(self, ready: Prepared) -> None:
        before = ready.session.file.path.read_bytes()
        with pytest.raises(Wanted) as stopped:
            play(ready, answers(ready.session, roll=False))
        assert not isinstance(stopped.value.question, Choice)
        assert stopped.value.question.pools == explain(ready.make)[0].pools
        assert stopped.value.answered == ()
        assert ready.session.file.path.read_bytes() == before

    def test_answer_by_answer_the_whole_act_is_asked(self, ready: Prepared) -> None:
        dice: list[str] = []
        choices: list[str] = []
        for _ in range(20):
            try:
                played = play(ready, answers(ready.session, *dice, choices=tuple(choices), roll=False))
                break
            except Wanted as wanted:
                if isinstance(wanted.question, Choice):
                    choices.append(wanted.question.options[-1].token)
                else:
                    dice.append(f"{wanted.question.pools[0].dice}x{wanted.question.pools[0].sides}")
        assert [thrown["typed"] for thrown in played.entry["throws"] if thrown["dice"]] == dice
        assert [choice["chosen"] for choice in played.entry["choices"]] == choices

    @pytest.mark.parametrize("words", ["", "at", "nobody at nobody", "at nobody 2", "nobody", "=", "rnage=2"])
    def test_words_that_make_no_sense_are_a_mistake(self, session: Session, words: str) -> None:
        first = self.case.allowed.split()[0]
        for line in (words, f"{first} {words}", f"{self.case.allowed} colour=red {words}"):
            with pytest.raises(Mistake) as refused:
                self.case.prepared(session, line)
            assert len(refused.value.what.splitlines()) == 1

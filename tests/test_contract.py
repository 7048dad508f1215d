"""What every registered ruleset owes the rest of the program: a whole family, a table, clauses, an example, a fire."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.places import TABLES
from tests.rulesets import EVERY, FIRES, begin, every_fall, prepared, seeded
from umpire.core.mistakes import Mistake
from umpire.core.odds import explain, odds
from umpire.core.outcome import Listing, Outcome
from umpire.core.procedure import Thrown, resolve
from umpire.game.act import Family
from umpire.game.records import is_record
from umpire.game.rulebook import clauses
from umpire.game.rulebook.options import meaning, values_of
from umpire.game.rulebook.tables import FORMAT, data_folder, read_table_file, read_toml
from umpire.game.written import Written
from umpire.play.documents import examples
from umpire.rulesets import FAMILIES, load_family

CITED = re.compile(r"(?<![\w.-])(?:[A-Z]{2,6}|\d+(?:\.\d+)*)-\d{2}(?![\w-])")
every_ruleset = pytest.mark.parametrize("ruleset", EVERY)

BOOKS = {ruleset: clauses.load(TABLES / f"{ruleset}.clauses.toml") for ruleset in EVERY}
ROWS = {ruleset: read_table_file(ruleset, list(EVERY)).rows for ruleset in EVERY}


@pytest.fixture(scope="module", params=EVERY)
def game(request, tmp_path_factory):
    """A game of every ruleset that nobody writes to, and its fires."""
    fires = FIRES[request.param]
    return begin(tmp_path_factory.mktemp("games"), fires.scenario, "44"), fires


# -- a whole family --------------------------------------------------------------------------------------------------


def test_every_registered_ruleset_is_tested_and_no_other():
    assert list(FIRES) == list(FAMILIES)


@every_ruleset
def test_the_family_offers_everything(ruleset):
    own = vars(type(load_family(ruleset)))
    code = {name: one.__code__ for name, one in vars(Family).items() if hasattr(one, "__code__")}
    needed = {name for name, of in code.items() if "NotImplementedError" in of.co_names}
    assert needed - set(own) == set()
    assert len(needed) == 5
    written = load_family(ruleset).scenario()
    assert isinstance(written, Written)
    assert is_record(written.document)


@every_ruleset
def test_every_act_says_how_it_is_typed(ruleset):
    family = load_family(ruleset)
    assert "fire" in family.ACTS
    for verb in family.ACTS:
        act = family.act(verb)
        assert act.verb == verb
        assert act.usage.split()[0] == verb
        assert act.words
        assert all(act.facts.values())
        assert all(word == word.lower() and word for word in act.connectors)
        assert all(act.bare(word) is None for word in act.connectors)
        assert {act.bare(word) for word in ("2", "600", "0507", "tank", "")} <= {None, *act.facts}


@every_ruleset
@given(word=st.text(max_size=8))
def test_any_word_is_a_name_or_a_fact(ruleset, word):
    family = load_family(ruleset)
    for act in map(family.act, family.ACTS):
        assert act.bare(word) in {None, *act.facts}


# -- table, clauses, example -----------------------------------------------------------------------------------------


@every_ruleset
def test_the_table_has_a_header(ruleset):
    rows = ROWS[ruleset]
    assert rows["id"] == ruleset
    assert rows["format"] == FORMAT
    assert all(isinstance(rows[key], str) and rows[key].strip() for key in ("name", "edition", "source"))
    assert load_family(ruleset).read_table(rows)


@every_ruleset
def test_options_are_closed_and_the_default_comes_first(ruleset):
    options, values = ROWS[ruleset]["options"], ROWS[ruleset]["option_values"]
    assert options
    assert options.keys() == values.keys()
    for name, value in options.items():
        known = values_of(ROWS[ruleset], name)
        assert value == known[0], name
        assert len(known) == len(set(known)) >= 2, name
        said = [meaning(ROWS[ruleset], name, one) for one in known]
        assert all(said), name
        assert len(set(said)) == len(said), name
        assert "{" not in "".join(said), name


def rules_of(rows, name=""):
    """Every clause that a table cites."""
    if isinstance(rows, dict):
        for key, value in rows.items():
            inside = name in ("rules", "words") or key == "rule" or key.endswith("_rule")
            yield from rules_of(value, "rules" if inside and name != "words" else key)
    elif isinstance(rows, list):
        for value in rows:
            yield from rules_of(value, "row" if isinstance(value, dict) else name)
    elif name == "rules" and rows:
        yield rows


def known(ruleset):
    """The clauses of a ruleset as they are cited: without the initials of the game."""
    return {clause.id.partition("-")[2] for clause in BOOKS[ruleset].clauses}


@every_ruleset
def test_every_rule_the_table_cites_is_a_clause(ruleset):
    cited = list(rules_of(ROWS[ruleset]))
    assert len(cited) > 20
    assert sorted(set(cited) - known(ruleset)) == []


@every_ruleset
def test_the_clauses_are_of_this_ruleset(ruleset):
    assert BOOKS[ruleset].id == ruleset
    assert BOOKS[ruleset].name == ROWS[ruleset]["name"]


def test_every_ruleset_has_an_example_and_every_example_a_ruleset():
    played = {read_toml(data_folder("examples") / f"{name}.toml")["ruleset"] for name in examples()}
    assert played == set(FAMILIES)


# -- state -----------------------------------------------------------------------------------------------------------


def test_the_state_comes_back_from_the_file_as_it_was(game):
    session, _ = game
    family, stored = session.family, session.snapshot.position["state"]
    assert family.plain(session.state) == stored
    assert family.read_state(stored, session.game_map) == session.state
    assert family.apply(session.state, (), session.table) == session.state


def test_everything_has_a_name_and_a_status(game):
    session, _ = game
    names = session.family.names(session.state)
    assert names
    assert all(key and name for key, name in names.items())
    everything = session.family.status(session.state, session.table, "")
    shown = " ".join(cell for listing in everything for row in ((listing.title,), *listing.rows) for cell in row)
    assert set(names) <= set(re.findall(r"\w+", shown))
    for name in names:
        listings = session.family.status(session.state, session.table, name)
        assert all(isinstance(listing, Listing) and listing.rows for listing in listings)
        assert listings
    with pytest.raises(Mistake, match="nobody-of-that-name"):
        session.family.status(session.state, session.table, "nobody-of-that-name")


def test_listings_are_as_wide_as_their_columns(game):
    session, _ = game
    for listing in session.family.status(session.state, session.table, ""):
        assert listing.rows
        assert {len(row) for row in listing.rows} == {len(listing.columns)}
        assert all(0 <= column < len(listing.columns) for column in listing.right)


def test_a_situation_says_what_it_is_and_where_every_fact_comes_from(game):
    session, fires = game
    for words, ruling in ((fires.allowed, ""), (fires.small, ""), (fires.forbidden, "so be it")):
        situation = prepared(session, words, ruling=ruling).situation
        assert situation.title
        assert situation.side in session.head["sides"]
        assert all(isinstance(line, str) and line for line in situation.also)
        facts = situation.known
        assert facts.values.keys() == facts.sources.keys()
        assert set(facts.sources.values()) <= {"told", "map", "state", "assumed"}
        assert len(facts.assumed) == len(set(facts.assumed))


# -- a fire: explained, counted --------------------------------------------------------------------------------------


def thrown_in(outcome_and_answers):
    return [one.pool for one in outcome_and_answers[1] if isinstance(one, Thrown)]


def test_odds_add_up_to_exactly_one(game):
    session, fires = game
    found = odds(prepared(session, fires.allowed).make)
    assert sum(weight for _, weight in found.outcomes) == found.total
    assert all(type(weight) is int and weight > 0 for _, weight in found.outcomes)
    assert 2 <= len(found.outcomes) <= found.paths <= 100


def test_odds_are_what_every_fall_of_the_dice_gives(game):
    session, fires = game
    make = prepared(session, fires.small, additions=fires.fewer).make
    found = odds(make)
    assert {outcome: Fraction(weight, found.total) for outcome, weight in found.outcomes} == every_fall(make)


def test_every_outcome_names_the_same_results(game):
    session, fires = game
    for words in (fires.allowed, fires.small):
        outcomes = [outcome for outcome, _ in odds(prepared(session, words).make).outcomes]
        assert all(isinstance(outcome, Outcome) for outcome in outcomes)
        names = {tuple(name for name, _ in outcome.tally) for outcome in outcomes}
        assert len(names) == 1
        assert len(set(*names)) == len(*names) > 0


@given(seed=st.integers(0, 10**6))
def test_whatever_is_rolled_was_foreseen(game, seed):
    session, fires = game
    make = _prepared_once(session, fires)
    outcome, given_answers = resolve(make(), seeded(seed))
    assert outcome in _foreseen(session, fires)[0]
    assert set(thrown_in((outcome, given_answers))) <= _foreseen(session, fires)[1]


_kept: dict = {}


def _prepared_once(session, fires):
    return _kept.setdefault((session.file.path, "make"), prepared(session, fires.allowed).make)


def _foreseen(session, fires):
    key = (session.file.path, "foreseen")
    if key not in _kept:
        make = _prepared_once(session, fires)
        outcomes = {outcome for outcome, _ in odds(make).outcomes}
        _kept[key] = outcomes, {pool for one in explain(make) for pool in one.pools}
    return _kept[key]


def test_each_throw_is_explained_once_and_the_first_hangs_on_nothing(game):
    session, fires = game
    explained = explain(prepared(session, fires.allowed).make)
    assert explained[0].after == ()
    assert len({one.pools for one in explained}) == len(explained)
    assert any(pool.key == fires.pool for one in explained for pool in one.pools)


def test_every_line_has_words_and_a_rule_and_adds_up(game):
    session, fires = game
    keys = set()
    for words in (fires.allowed, fires.small):
        for pool in (pool for one in explain(prepared(session, words).make) for pool in one.pools):
            keys.add(pool.key)
            assert pool.lines
            assert pool.label
            assert pool.side in session.head["sides"]
            assert all(line.of and line.words and line.rule for line in pool.lines)
            reading = pool.reading
            assert getattr(reading, "added", 0) == pool.sum("roll") or not hasattr(reading, "added")
            assert getattr(reading, "need", None) in (None, pool.sum("need"))
    assert session.family.act("fire").adds_to in keys


def cited_in(session, words, **flags):
    """Every rule cited before and after a fire: in pools, objections, and whatever is said."""
    ready = prepared(session, words, **flags)
    said = [ready.situation.title, *ready.situation.known.assumed, *ready.situation.known.notes]
    for objection in ready.overruled:
        yield objection.rule
        said.append(objection.words)
    for pool in (pool for one in explain(ready.make) for pool in one.pools):
        yield from (line.rule for line in pool.lines)
        yield from [pool.rule] if pool.rule else []
        said += [pool.label, *(text for line in pool.lines for text in (line.words, line.why_not))]
    for outcome, _ in odds(ready.make).outcomes:
        said += [*outcome.words, *outcome.hands, *outcome.owed]
    for text in said:
        yield from CITED.findall(text)


def test_every_rule_cited_in_a_fire_is_a_clause(game):
    session, fires = game
    known_here = known(session.table_file.id) | {"ruling"}
    cited = set(cited_in(session, fires.allowed, additions=["+1 luck"])) | set(cited_in(session, fires.small))
    cited |= set(cited_in(session, fires.forbidden, ruling="so be it"))
    assert len(cited) > 4
    assert sorted(cited - known_here) == []


def test_every_value_of_every_option_can_be_played(game):
    session, fires = game
    rows = ROWS[session.table_file.id]
    for name in rows["options"]:
        for value in values_of(rows, name)[1:]:
            table = session.family.read_table({**rows, "options": {**rows["options"], name: value}})
            found = odds(prepared(replace(session, table=table), fires.allowed).make)
            assert sum(weight for _, weight in found.outcomes) == found.total, (name, value)

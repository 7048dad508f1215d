"""Tests of two games that differ only in secrets: players get the same bytes all through a random evening.

(A test that searches for the secret would be no test: the secret is one letter.) Secret are orders face down, the kind
of an obstacle, the seed and how many dice are drawn, remarks, the words of rulings and corrections, undone acts, and
the future.
"""

import random
import re
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.offered import typed
from tests.places import ROOT
from tests.play.test_amended import other_dice, whole_throws
from tests.public import public_answers, public_reports
from umpire.core.answers import Answers
from umpire.core.dice import SeededDice
from umpire.core.frozen import replace
from umpire.core.mistakes import Mistake
from umpire.game.gamefile.entries import StoredTable
from umpire.play.correct import correct, record_correction
from umpire.play.past.amend import Past, Patch
from umpire.play.past.record import record_amend
from umpire.play.scenarios import new_game
from umpire.play.session import bare_entry, open_session
from umpire.play.turn import Refused, play, prepare, record, referee_for, secret_entry

GAMES = ("worked-example-2", "three-star-opening", "asp-two-groups", "d20-evening")
LINES = 8
DRAWN = {"one": 0, "the other": 1000}
"""The seeds of the two games, and how many dice were drawn before them: their dice fall alike all the same."""
TELLS = ("order", "cross", "army")
"""What turns up what lies face down, or is told of it: not typed by chance."""
SWAPPED = {"anti-tank": "anti-personnel", "anti-personnel": "anti-tank"}
LATER = """
[units.later]
name = "Reserve"
side = "{side}"
order = "M"
[stands.later1]
name = "{name}"
type = "{type}"
unit = "later"
"""
"""A unit of its own: what stands in a unit may say how its HQ moves."""

fell = SeededDice.face


def alike(dice, number, sides):
    return fell(SeededDice("both"), number - DRAWN[dice.seed], sides)


def scenario(name, seed):
    """Return a scenario with secrets of its own for each seed."""
    text = (ROOT / "examples" / f"{name}.toml").read_text()
    text = re.sub(r"^(seed|drawn) = .*$", "", text, flags=re.MULTILINE)
    other = seed == "the other"
    if other:
        text = re.sub(r'(?<=kind = ")anti-\w+', lambda kind: SWAPPED[kind[0]], text)
    if "[map]" in text:
        name, type = ("a surprise", "infantry") if other else ("Tigers", "heavy")
        text += LATER.format(side=re.search(r'^sides = \["(.*?)"', text, re.MULTILINE)[1], name=name, type=type)
    return f'seed = "{seed}"\ndrawn = {DRAWN[seed]}\n{text}'


class Tables:
    """Two tables with the same acts, except for the secrets."""

    def __init__(self, folder, name, draw):
        self.draw, self.paths = draw, []
        for seed in DRAWN:
            (folder / "scenario.toml").write_text(scenario(name, seed))
            self.paths.append(folder / f"{seed}.umpire")
            new_game(self.paths[-1], str(folder / "scenario.toml"))
        self.each(lambda session, _: self.told(session))

    def each(self, do):
        """Do an act at each table, with the number of the table; both succeed, or neither."""
        done = []
        for at, path in enumerate(self.paths):
            try:
                do(open_session(path), at)
                done.append(True)
            except (Mistake, Refused):
                done.append(False)
        assert done[0] == done[1]
        return done[0]

    def told(self, session):
        if session.head["sequence"] == "kept":
            record_correction(correct(session, ["game", "sequence=told"]), "set game sequence=told")

    def same(self):
        one, other = map(public_answers, self.paths)
        assert {key: len(body) for key, body in one.items()} == {key: len(body) for key, body in other.items()}
        assert one == other

    def act(self, session, line, ruling=""):
        verb, *words = line.split()
        prepared = prepare(session, verb, words, ruling=ruling)
        played = play(prepared, Answers(*referee_for(session), [], [], roll_rest=True, defaults=True))
        if prepared.act.secret:
            played, line = replace(played, entry=secret_entry(played.entry, verb)), verb
        record(played, line)

    def some_act(self):
        line = typed(open_session(self.paths[0]), self.draw, looked_at=0)
        whys = self.draw.choice((("", ""), ("his gun jammed", "so be it")))
        if line.split()[0] not in TELLS and "later" not in line:
            self.each(lambda session, at: self.act(session, line, whys[at]))

    def order(self):
        units = getattr(open_session(self.paths[0]).state, "units", {})
        if units:
            unit, orders = self.draw.choice([*units]), self.draw.sample("MHDR", 2)
            self.each(lambda session, at: self.act(session, f"order {unit}={orders[at]}", ("why", "because")[at]))

    def marker(self):
        units = getattr(open_session(self.paths[0]).state, "units", {})
        if units:
            unit, orders = self.draw.choice([*units]), self.draw.sample("MHDR", 2)

            def lay(session, at):
                words = [unit, f"marker={orders[at]}"]
                if session.state.units[unit].marker != orders[at]:
                    done = correct(session, words)
                    record_correction(done, " ".join(done.line))

            if not any(open_session(path).state.units[unit].marker for path in self.paths):
                self.each(lay)

    def note(self):
        self.each(lambda session, at: self.remark(session, ("rain", "ours wait in the wood")[at], public=False))
        self.each(lambda session, _: self.remark(session, "tea", public=True))

    def remark(self, session, words, *, public):
        entry = {**bare_entry("note", "note", "", (), session.table_file.digest, (words,)), "public": public}
        table = StoredTable(session.table_file.digest, session.table_file.rows)
        session.file.record(session.snapshot.number, f"note {words}", entry, session.snapshot.position, table=table)

    def correction(self):
        first = open_session(self.paths[0])
        name = self.draw.choice(
            [name for name in first.family.named(first.state) if name in first.family.names(first.state)]
        )
        if not name.startswith("later"):
            new = f"name=Old_{self.draw.randrange(99)}"
            reasons = ("a slip", "she would have it so, and so it is")
            self.each(lambda session, at: self.put(session, [name, new, reasons[at]]))

    def put(self, session, words):
        done = correct(session, words)
        record_correction(done, " ".join(done.line))

    def undone(self):
        """Do an act at one table and take it back, which nobody may notice."""
        session = open_session(self.paths[1])
        self.remark(session, "forget it", public=True)
        session.file.undo(session.snapshot.number + 1)

    def undo(self):
        if len(Past(open_session(self.paths[0])).history.standing) > 2:
            self.each(lambda session, _: session.file.undo(session.snapshot.number))
            self.same()
            if self.draw.random() < 0.5:
                self.each(lambda session, _: session.file.redo(session.snapshot.number))

    def amend(self):
        standing = Past(open_session(self.paths[0])).history.standing
        threw = [at for at, one in enumerate(standing) if whole_throws(one)]
        if threw:
            at = self.draw.choice(threw)
            dice = other_dice(standing[at], self.draw)

            def mend(session, _):
                past = Past(session)
                number = past.history.standing[at].number
                record_amend(past.amend(Patch(number, told={number: dice})), "amend")

            self.each(mend)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=2)
@given(seed=st.integers(0, 10**9))
def test_what_is_secret_makes_no_difference_to_players(tmp_path_factory, name, seed):
    draw = random.Random(seed)
    with patch.object(SeededDice, "face", alike):
        tables = Tables(tmp_path_factory.mktemp("evening"), name, draw)
        tables.same()
        does = (tables.order, tables.marker, tables.note, tables.correction, tables.undone, tables.undo, tables.amend)
        for _ in range(LINES):
            tables.some_act()
            draw.choice(does)()
            tables.same()
    one, other = map(public_reports, tables.paths)
    assert one == other
    one, other = (path.read_bytes() for path in tables.paths)
    assert one != other

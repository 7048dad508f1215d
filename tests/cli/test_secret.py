"""Tests of what lies face down: two games that differ only there give the same answers, byte for byte, to any line
before it is turned up. (A test that searches for the secret would be no test: the secret is one letter.)
"""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.clauses import clause
from tests.cli.games import Table
from tests.places import ROOT

LOOKS = (
    "undo",
    "undo --json",
    "redo",
    "redo --json",
    "log",
    "log --json",
    "log {n}",
    "log {n} --json",
    "status",
    "status {it} --json",
    "luck --json",
    "set {it} name=Other",
    "audit",
    "audit --json",
    "log {it}",
)
"""`{n}` is an entry, `{it}` what has a secret, `{a}` and `{b}` two secret values; each game has its own pair."""

EVENINGS = settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))


class Two:
    """Two tables side by side: the same lines are typed at both, except for the secrets."""

    def __init__(self, tmp_path, monkeypatch, capsys):
        self.folders = [tmp_path / name for name in ("one", "other")]
        self.goto, self.made = monkeypatch.chdir, 0
        self.tables = [Table(folder, capsys) for folder in self.folders]
        for folder in self.folders:
            folder.mkdir()

    def new(self, *texts):
        """Begin a game at each table, from a text each, with names not used before."""
        self.made += 1
        for folder, text in zip(self.folders, texts, strict=True):
            (folder / f"{self.made}.toml").write_text(text)
        self.say(f"new {self.made}.toml --seed 5")

    def say(self, line, *secrets, **words):
        """Return the one answer of both tables to a line, each with its own secrets."""
        answers = []
        for index, (folder, table) in enumerate(zip(self.folders, self.tables, strict=True)):
            self.goto(folder)
            own = dict(zip("ab", secrets[index], strict=False)) if secrets else {}
            typed = line.format(**own, **words)
            answers.append(table.say(f"{typed} -g {self.made}.umpire" if self.made else typed))
            assert answers[-1].code in range(5), (typed, answers[-1])
        assert answers[0] == answers[1], line
        return answers[0]


@pytest.fixture
def two(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("UMPIRE_GAME", raising=False)
    return Two(tmp_path, monkeypatch, capsys)


def evening(two, data, lines):
    secrets = data.draw(st.lists(st.tuples(*[st.sampled_from("MHDR")] * 2), min_size=2, max_size=2))
    for line in data.draw(st.lists(st.sampled_from((*lines, *LOOKS)), min_size=3, max_size=9)):
        words = {"n": data.draw(st.integers(1, 9)), "it": data.draw(st.sampled_from(["pz", "ab"]))}
        two.say(line, *secrets, **words)


ORDERS = (
    "order {it}={a}",
    "order {it}={a} --json",
    "order pz={b} ab={a}",
    "order {it}={a} --ruling because",
    "order {it}={b} --dry-run --json",
    "order {it}={a} --explain",
    "set {it} marker={a}",
    "set {it} marker={b} --json",
    "set {it} marker=none",
    "set pz name=Other ab marker={b} pz marker={a} why",
    "audit {it} marker={a}",
    "order reveal --dry-run",
    "order reveal --dry-run --json",
    "order reveal pz={a} --explain",
    "order reveal --odds",
    "next",
)


@clause("TSG-1.6-02", "3SG-1.5-02")
@EVENINGS
@given(data=st.data())
@pytest.mark.slow
def test_no_answer_tells_an_order_that_lies_face_down(two, data):
    text = (ROOT / "examples" / "worked-example-1.toml").read_text().replace('"free"', '"enforced"')
    assert '"enforced"' in text
    two.new(text, text)
    evening(two, data, ORDERS)
    # What was laid and never turned up is not shown afterwards either.
    two.say("order pz=M ab=H")
    two.say("order reveal")
    for line in ("log --json", "undo --json", "redo", "status pz"):
        two.say(line)


@clause("TSG-1.6-02", "3SG-1.5-02")
def test_not_even_a_ruling_or_a_look_tells_an_order(two):
    text = (ROOT / "examples" / "worked-example-1.toml").read_text()
    later = text.replace("[units.pz]", "[clock]\nround = 2\n[units.pz]")
    two.new(later, later)
    two.say("order pz={a} --ruling {a}", "R", "D")  # from a move to digging in: by a ruling only
    two.say("log 2 --json")
    for table in two.tables:
        two.goto(table.folder)
        table.say("order show --ruling x")
    assert "order show" not in two.say("log").out


@clause("TSG-1.6-02", "3SG-1.5-02")
@pytest.mark.parametrize("look", ["--dry-run", "--dry-run --json", "--explain", "--odds", "--odds --json"])
def test_a_look_ahead_turns_up_no_order(two, look):
    text = (ROOT / "examples" / "worked-example-1.toml").read_text().replace('"free"', '"enforced"')
    two.new(text, text)
    two.say("order pz={a} ab={b}", "MH", "DR")
    assert "cannot be shown in advance" in str(two.say(f"order reveal {look}"))


@clause("TSG-1.6-02", "3SG-1.5-02")
def test_an_amend_tells_no_order_that_lies_face_down(two):
    text = (ROOT / "examples" / "worked-example-1.toml").read_text()
    two.new(text, text)
    two.say("order pz={a} ab={b}", "MH", "DR")
    two.say("order ab=M")
    for line in (
        "amend 2 order pz={b} ab={a} --json",
        "amend 2 +pz={a}",
        "amend 3 order pz={a}",
        "amend --before 3 order ab={b}",
        "amend 2 --drop --dry-run --json",
        "amend 3 --drop",
        "undo --json",
        "log --json",
        "log 2 --json",
        "log 4",
        "set pz marker={a}",
        "amend -1 marker={b}",
        "log -n 3",
        "status pz",
    ):
        two.say(line, "MH", "DR")
    assert "amend 2 ..." in two.say("log").out


@clause("TSG-1.6-03")
def test_the_undo_of_a_reveal_says_what_was_revealed(two):
    text = (ROOT / "examples" / "worked-example-1.toml").read_text()
    two.new(text, text)
    two.say("order pz=H ab=M")
    two.say("order reveal")
    said = two.say("undo").out
    assert "marker nothing→face down" in " ".join(said.split())
    assert "order" in said


OBSTACLES = (
    "army",
    "status conditions",
    "set teeth where=ford",
    "set teeth kind={a}",
    "set teeth kind={b} --json",
    "set wire kind={b} --json",
    "set teeth side=none",
)


@pytest.mark.slow
@clause("ASP-ENG-04")
@EVENINGS
@given(data=st.data())
def test_no_answer_tells_the_kind_of_an_obstacle_that_is_not_declared(two, data):
    text = (ROOT / "examples" / "asp-two-groups.toml").read_text()
    kinds = re.findall(r'kind = "(anti-\w+)"', text)
    assert len(set(kinds)) == 2
    swap = dict(zip(kinds, kinds[::-1], strict=True))
    other = re.sub(r'kind = "(anti-\w+)"', lambda found: f'kind = "{swap[found[1]]}"', text)
    two.new(text, other)
    for line in data.draw(st.lists(st.sampled_from((*OBSTACLES, *LOOKS)), min_size=3, max_size=9)):
        words = {"n": data.draw(st.integers(1, 9)), "it": data.draw(st.sampled_from(["teeth", "wire"]))}
        two.say(line, kinds, kinds[::-1], **words)

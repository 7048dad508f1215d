"""Tests of any text typed anywhere: a result or a clean error, never a traceback, and no write without a result."""

import io

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.cli.games import CODES, TANKS, Table
from umpire.cli.command import verbs_of
from umpire.rulesets import find

COMMANDS = (
    *verbs_of(find("two-star-general")),
    "status",
    "log",
    "set",
    "rule",
    "rules",
    "new",
    "edit --from",
    "export -o",
    "undo",
    "redo",
)
WORD = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        [
            "pz",
            "pz=M",
            "reveal",
            "to",
            "0706",
            "and",
            "ta",
            "tb",
            "para",
            "at",
            "with",
            "reply",
            "g1",
            "range=2",
            "para.order=D",
            "ta.range=9",
            "sp=3",
        ]
    ),
    st.from_regex(r"[a-z]{1,4}(\.[a-z]{1,5})?=[\w-]{0,4}", fullmatch=True),
    st.text("0123456789xhr/ ,+-=.#'\"", max_size=12),
)
OPTIONS = st.sampled_from(["--dice", "--choose", "--add", "--ruling"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("any")


@pytest.fixture
def table(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.stdin", io.StringIO())  # a line may be `TABLE`, which opens the prompt
    for name in ("UMPIRE_GAME", "EDITOR", "VISUAL", "UMPIRE_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    table = Table(folder, capsys)
    table.game_file = folder / "worked-example-1.umpire"
    if not table.game_file.exists():
        table.game()
    return table


def clean(said, words):
    assert said.code in CODES, (words, said)
    assert "Traceback" not in said.err
    assert "bug: " not in said.err
    assert bool(said.code) == bool(said.err)


ANY = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.slow
@ANY
@given(command=st.sampled_from(COMMANDS), words=st.lists(WORD, max_size=5))
def test_any_words_to_any_command(table, command, words):
    first = command.split()
    if command == "export -o":  # it would write there
        words = [word.replace("/", "_").replace("\\", "_") for word in words[:1]] or ["x.toml"]
    # `--` so that nothing typed is an option: those have a test of their own.
    between = [] if len(first) > 1 else ["--"]
    before = table.game_file.read_bytes()
    said = table.say("-g worked-example-1.umpire", *first, *between, *words)
    clean(said, (command, words))
    if said.code:
        assert table.game_file.read_bytes() == before


@pytest.mark.slow
@ANY
@given(option=OPTIONS, text=st.one_of(st.text(max_size=20), st.text("0123456789xhr/ ,+-", max_size=20)))
def test_any_text_to_any_option_of_an_act(table, option, text):
    said = table.say(TANKS, "--roll", "--defaults", "--dry-run", f"{option}={text}")
    clean(said, (option, text))


@pytest.mark.slow
@ANY
@example(words=["TABLE"])
@example(words=[")", ")"])
@given(words=st.lists(st.text(max_size=8), max_size=4))
def test_any_line_at_all(table, words):
    said = table.say("-g worked-example-1.umpire", *words)
    assert said.code in CODES, (words, said)
    assert "Traceback" not in said.err

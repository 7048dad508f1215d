"""Lines of a second referee new to Umpire, said across the table: what each means, asks or refuses."""

import pytest

from tests.cli.games import Table
from tests.typed.prompted import typed
from tests.typed.test_as_people_say_it import STAR

PLACED = ("everyone keeps the orders they had",)
MEANT = [
    (STAR, (), "the Panzers and A go forward, B holds, all the British hold", "order p=M a=M b=H k=H l=H m=H"),
    (STAR, (), "everyone keeps the orders they had, turn them face up", "order reveal same"),
    (STAR, (), "everyone keeps the orders they had", "order same"),
    (STAR, (), "K digs in, all others keep their orders", "order k=D same"),
    (STAR, PLACED, "turn them face up", "order reveal"),
]


@pytest.fixture
def table(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("UMPIRE_GAME", raising=False)
    return Table(tmp_path, capsys)


@pytest.mark.parametrize(("scenario", "before", "line", "meant"), MEANT, ids=lambda each: str(each)[:40])
def test_a_sentence_means_its_full_line(table, scenario, before, line, meant):
    heard = typed(table, scenario, before, line)
    full = typed(table, scenario, before, meant)
    assert (full.code in (0, 3, 4), full.last["facts"]) == (True, heard.last["facts"])
    assert (heard.code, heard.entry) == (full.code, full.entry)
    shown = "order" if meant.startswith("order") and scenario == STAR else meant
    assert f"understood: {shown}\n" in heard.said


@pytest.mark.parametrize(
    "line", ["K keeps its orders", "the British keep their orders", "nobody keeps orders, K holds"]
)
def test_the_orders_of_some_are_not_repeated(table, line):
    answer = typed(table, STAR, (), line)
    assert (answer.code, answer.entry) == (2, 1)

"""The options of the whole suite."""

import gc
import os
import signal
import sys

import pytest
from hypothesis import HealthCheck, settings

if "--reworded" in sys.argv or "UMPIRE_REWORDED" in os.environ:  # workers of pytest-xdist have it from here
    from tests.reworded import install

    os.environ["UMPIRE_REWORDED"] = "yes"
    install()

from tests import catalogue
from tests.clauses import within
from tests.cli.games import Table
from umpire.__main__ import SELDOM

pytest.register_assert_rewrite("umpire.testing.contract")

# Tests never time: a busy machine is no fault of what is tested.
settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell without job control starts background jobs so, and programs started by the tests would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Else each of the processes that the tests start would compile the program and parse its tables again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Print how long all tests take, if somebody at a terminal or CI runs all of them."""
    everything = session.config.args_source is pytest.Config.ArgsSource.TESTPATHS
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if everything and reporter and not hasattr(session.config, "workerinput"):
        reporter.write_line('all tests: 7 to 15 minutes on two cores; with -m "not slow" about 2')


@pytest.fixture
def table(tmp_path, monkeypatch, capsys):
    """Return a table in an empty folder; a module's own `table` begins its game there."""
    monkeypatch.chdir(tmp_path)
    for name in ("UMPIRE_GAME", "EDITOR", "VISUAL", "UMPIRE_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    return Table(tmp_path, capsys)


gc.set_threshold(SELDOM)  # as a command does


def pytest_collection_finish() -> None:
    """Tell the garbage collector to ignore the ten thousand collected tests, which are no garbage."""
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--reworded", action="store_true", help="run with every sentence of Umpire replaced")
    parser.addoption("--write-words", action="store_true", help="write what is heard into words.txt")
    parser.addoption("--clause", help="run the tests of a clause or section: TSG-3.7, ASP-DET-04, D20-HIT, AMB-09")


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.getoption("--write-words"):
        catalogue.write(session.config.invocation_params.dir / session.config.args[0])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--reworded"):
        wording = [item for item in items if item.get_closest_marker("wording")]
        config.hook.pytest_deselected(items=wording)
        items[:] = [item for item in items if item not in wording]
    told = config.getoption("--clause")
    if told:
        named = {item: [text for mark in item.iter_markers("clause") for text in mark.args] for item in items}
        chosen = [item for item in items if within(named[item], told)]
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = chosen

"""Tests with a few rounds of `bench/fuzz.py`: no input from outside ends in a bug."""

import os

import pytest

from bench.fuzz import Fuzz


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    here = os.getcwd()
    with pytest.MonkeyPatch.context() as patched:
        for name in ("UMPIRE_GAME", "EDITOR", "VISUAL", "UMPIRE_DEBUG"):
            patched.delenv(name, raising=False)
        os.chdir(tmp_path_factory.mktemp("fuzz"))
        yield Fuzz(seed=12, slow=float("inf"))
        os.chdir(here)


@pytest.mark.parametrize("kind", ["act", "argv", "lines", "scenario", "house", "bits", "values"])
def test_whatever_comes_from_outside_is_answered(run, kind):
    for _ in range(6):
        getattr(run, kind)()
    assert run.broken == {}
    assert run.tried.total() >= 6

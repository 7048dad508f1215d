"""Pages for tests that only look at them: one process of typst prints all of them, one after another."""

import atexit
from functools import cache

from umpire.paper.press import printed
from umpire.paper.typeset import Typesetter


@cache
def _running():
    typesetter = Typesetter().__enter__()
    atexit.register(typesetter.__exit__)
    return typesetter


def pressed(data, **how):
    """Return what `printed` returns."""
    return printed(data, typesetter=_running(), **how)

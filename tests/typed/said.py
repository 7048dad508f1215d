"""Lines as referees say them across the table, with the full line that each means: `said.toml` has a line for each."""

import tomllib
from pathlib import Path

STAR, ASP, D20 = "bridgehead", "asp-two-groups", "d20-evening"
STARTED = ("set clock phase=activations side=German",)
PANZERS = ("set clock phase=activations active=p",)
GUNS = ("set clock phase=artillery side=German",)
ORDERED = ("order panzer --roll", "order corps --roll")
AIR = (*ORDERED, "next", "next")
TACTICAL = (*AIR, "next")
SMOKE = ("set conditions modules=smoke",)
FIRE, MOVE = ("next",), ("set clock phase=movement",)
PLACED = ("everyone keeps the orders they had",)

_GAMES = {"star": STAR, "asp": ASP, "d20": D20}
_BEFORE = {name: lines for name, lines in globals().items() if name.isupper() and isinstance(lines, tuple)}
_FILE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def _rows(name):
    """Return the rows of a list: scenario, lines typed before, the line as it is said, and its meaning."""
    for game, before, line, meant in _FILE[name]:
        typed = [each for word in filter(None, before.split("; ")) for each in _BEFORE.get(word, (word,))]
        yield _GAMES.get(game, game), tuple(typed), line, meant


HERS, OTHERS, SECOND, THIRD, FOURTH, FIFTH, SIXTH, *LATER = ([*_rows(name)] for name in _FILE)
SAID = [*HERS, *OTHERS, *THIRD, *FOURTH, *FIFTH, *SIXTH, *(row for rows in LATER for row in rows)]

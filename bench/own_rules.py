"""Figures for rules of one's own beside their budgets: exact odds of many dice with saves and a test; a file
checked.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from umpire.core.odds import odds
from umpire.game.rulebook.tables import data_folder
from umpire.game.rulebook.toml import parse_toml
from umpire.play.scenarios import new_game
from umpire.play.turn import prepare
from umpire.rulesets.plain.check.oddities import odd
from umpire.rulesets.plain.file.reader import read_rules

Timed = Callable[[Callable[[], object], int], float]
Said = Callable[[str, str, str], None]

SCENARIO = """name = "{dice} dice"
ruleset = "muskets-{dice}.toml"
sides = ["Blue", "White"]

[stands.b]
side = "Blue"
type = "line"

[stands.w]
side = "White"
type = "line"
men = {dice}
"""


ENGAGEMENT = """name = "{men} men"
ruleset = "engagement-{men}.toml"
sides = ["Blue", "White"]
stands.b = { side = "Blue", type = "red" }
stands.w = { side = "White", type = "blue" }
"""


def _engagement(folder: Path, men: int) -> Callable[[], object]:
    """Return the odds of an engagement of so many men on each side, the act prepared each time."""
    own = Path(__file__).with_name("engagement.toml").read_text(encoding="utf-8").replace("men = 12", f"men = {men}")
    (folder / f"engagement-{men}.toml").write_text(own, encoding="utf-8")
    (folder / f"engage-{men}.toml").write_text(ENGAGEMENT.replace("{men}", str(men)), encoding="utf-8")
    session = new_game(folder / f"engage-{men}.umpire", folder / f"engage-{men}.toml", "1")
    return lambda: odds(prepare(session, "engage", ("b", "at", "w")).make)


def _best(act: Callable[[], object]) -> float:
    """Return the best of five, in milliseconds."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        act()
        times.append(1000 * (time.perf_counter() - start))
    return min(times)


def own_rules(folder: Path, runs: int, milliseconds: Timed, line: Said) -> None:
    """Print lines of figures, each beside its budget."""
    text = (data_folder("examples") / "rules" / "muskets.toml").read_text(encoding="utf-8")
    for dice, budget in ((12, "5"), (30, "15"), (60, "50")):
        own = text.replace("men = 24, drill = 2", f"men = {2 * dice}, drill = 2")
        (folder / f"muskets-{dice}.toml").write_text(own, encoding="utf-8")
        (folder / f"own-{dice}.toml").write_text(SCENARIO.format(dice=dice), encoding="utf-8")
        session = new_game(folder / f"own-{dice}.umpire", folder / f"own-{dice}.toml", "1")

        def count(session=session) -> object:  # type: ignore[no-untyped-def]
            return odds(prepare(session, "fire", ("b", "at", "w", "20", "cover=soft")).make)

        taken = milliseconds(count, runs * 2)
        line(f"own rules: act and odds, {dice} dice, saves, a test", f"{taken:.2f}", budget)
    for men, budget in ((12, "15"), (20, "100")):
        engage = _engagement(folder, men)
        line(f"own rules: a shot, a test, the answer, {men} v {men}, best of five", f"{_best(engage):.2f}", budget)
    doc = parse_toml(text)
    line(
        "own rules: rows read, held and looked through",
        f"{milliseconds(lambda: list(odd(read_rules(doc))), runs):.2f}",
        "5",
    )

"""The scenarios that a game can start from: the scenarios in this folder and the scenarios shipped with the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from umpire.core.mistakes import Mistake
from umpire.core.outcome import number_of
from umpire.game.forms import by_id, hints
from umpire.game.rulebook.tables import read_text
from umpire.game.rulebook.toml import read_toml_text
from umpire.play.documents import campaign, examples, find, of_rule_files
from umpire.play.scenarios import position_from_text
from umpire.rulesets import of_game


class Listed(NamedTuple):
    """A scenario in the list. `name` is the name to type after `new`.

    `size` gives the size of the game in words. If the scenario has errors, `size` gives the number of errors.
    """

    name: str
    title: str
    ruleset: str
    size: str


def scenarios(folder: Path) -> list[Listed]:
    """Return the scenarios of a folder, then the examples. Files that cannot be read are left out."""
    here = sorted(path for path in folder.glob("*.toml") if path.is_file())
    shipped = (_listed(find(Path(name)), name) for name in (*examples(), *campaign(), *of_rule_files()))
    return [*filter(None, map(_listed, here)), *filter(None, shipped)]


def _listed(path: Path, name: str = "") -> Listed | None:
    """Return the scenario in a file; None if the file has no scenario."""
    try:
        text = read_text(path)
        doc = read_toml_text(text).doc
    except Mistake:
        return None
    if "ruleset" not in doc:
        return None
    said = name or path.name
    if "carry" in doc:
        return Listed(said, str(doc.get("name", "")), str(doc["ruleset"]), "continues a battle (--from)")
    try:
        position = position_from_text(text, origin=path.name, folder=path.parent)
    except Mistake as wrong:
        more = len(getattr(wrong, "more", ())) + 1
        return Listed(
            said, str(doc.get("name", "")), str(doc["ruleset"]), f"{number_of(more, 'error')}: `umpire check {said}`"
        )
    return Listed(said, position["game"]["name"], position["game"]["ruleset"], ", ".join(_sizes(position)))


def _sizes(position: Mapping[str, object]) -> Iterator[str]:
    """Yield the number of things in each section, and the size of the map."""
    head, state, board = position["game"], position["state"], position["map"]
    assert isinstance(head, Mapping)
    assert isinstance(state, Mapping)
    document = of_game(head).family().scenario().document
    for section, hint in hints(document).items():
        if by_id(hint) and state.get(section):
            yield f"{len(state[section])} {section if len(state[section]) != 1 else section.removesuffix('s')}"
    if isinstance(board, Mapping):
        rows = str(board["rows"]).split("\n")
        yield f"map {len(rows[0])} x {len(rows)}"

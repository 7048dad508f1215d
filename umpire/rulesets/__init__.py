"""The list of rulesets: our own and those of other packages. Making the list imports no ruleset.

This package is floor 3 of the code: pure rules (see docs/architecture.md).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from os.path import isfile  # unlike Path.is_file it never raises, whatever the name
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from umpire.core.mistakes import BadValue, FileMistake, Mistake, did_you_mean

if TYPE_CHECKING:
    from umpire.game.act import Family
    from umpire.game.rulebook.clauses import Clauses
    from umpire.game.rulebook.tables import TableFile

FAMILIES = {
    "two-star-general": "umpire.rulesets.star_general",
    "three-star-general": "umpire.rulesets.star_general",
    "asp-ww2": "umpire.rulesets.asp",
    "d20-elements": "umpire.rulesets.d20",
}
"""Our own rulesets: name -> the module of the family, which offers it as `FAMILY`."""

GROUP = "umpire.rulesets"
"""The entry points of other packages: name of a ruleset -> the module of its family."""


class Ruleset(NamedTuple):
    """A ruleset: its name, the module of its family, and the `package` that it comes with ("" for our own rulesets).

    For a ruleset from a rule file, `rows` has the rows of the file, and `file` is the path typed.
    """

    name: str
    module: str
    package: str = ""
    rows: Mapping[str, Any] | None = None
    file: str = ""

    def family(self) -> Family[Any, Any]:
        """Return the family that plays the ruleset. No other family is imported.

        Raises FileMistake if the package is missing, or if it does not offer a complete family.
        """
        if self.rows is not None:
            return cast("Family[Any, Any]", self._module().family(self.rows))
        offered: Any = vars(self._module()).get("FAMILY")
        if self.package:
            from umpire.game.act import REQUIRED, Family

            if not isinstance(offered, Family):
                raise self.lacks(f"FAMILY in the module {self.module}")
            if missing := [name for name in REQUIRED if getattr(type(offered), name) is getattr(Family, name)]:
                raise self.lacks(f"method {' or '.join(missing)} in the FAMILY of the module {self.module}")
        return cast("Family[Any, Any]", offered)

    def table(
        self, house: Sequence[Mapping[str, Any]] = (), origins: Sequence[str | Path] = (), checked: str = ""
    ) -> TableFile:
        """Return the rule table of the ruleset, with the `house` rules added.

        Raises FileMistake. `checked` is the digest of a rule table that was checked before. If the returned table
        has this digest, its house rules are not checked again.
        """
        from umpire.game.rulebook.tables import own_table, read_table_file

        if self.rows is not None:
            return own_table(self.rows, house, origins, lambda: self.family().sections(), checked)
        folder = self._written(f"{self.name}.toml").parent
        if self.package:
            self._written(f"{self.name}.clauses.toml")
        return read_table_file(
            self.name, [self.name], house, origins, folder, lambda: self.family().sections(), checked
        )

    def clauses(self) -> Clauses:
        """Return the clauses of the ruleset's rule book. Raises FileMistake."""
        from umpire.game.rulebook.clauses import load, of_rows

        if self.rows is not None:
            return of_rows(self.rows)
        return load(self._written(f"{self.name}.clauses.toml"))

    def folder(self, kind: str) -> Path:
        """Return the ruleset's folder `tables` or `examples`, in the package of the ruleset.

        Raises FileMistake.
        """
        from umpire.game.rulebook.tables import data_folder

        return Path(str(self._module().__file__)).parent / kind if self.package else data_folder(kind)

    def _module(self) -> ModuleType:
        """Return the module of the ruleset's family.

        Raises FileMistake if the module belongs to another package and cannot be imported.
        """
        try:
            return import_module(self.module)
        except Exception as wrong:
            if not self.package:
                raise
            missing = wrong.name if isinstance(wrong, ModuleNotFoundError) else None
            if missing and f"{self.module}.".startswith(f"{missing}."):
                raise self.missing() from None
            what = f"the package {self.package} cannot be imported: {' '.join(str(wrong).split())}"
            raise FileMistake(what, "report this error to the authors of the package") from None

    def _written(self, name: str) -> Path:
        """Return the path of a file in the folder `tables`. Raises FileMistake."""
        path = self.folder("tables") / name
        if not path.is_file():
            if self.package:
                raise self.lacks(f"tables/{name}")
            raise FileMistake(f"there is no {name} ({path})", "install Umpire again")
        return path

    def missing(self) -> FileMistake:
        """Return the error for a package that is not installed."""
        what = f"the ruleset {self.name} is not installed: it comes with the package {self.package}"
        from umpire.core.installed import how_to_add

        return FileMistake(what, f"`{how_to_add('FOLDER')}`; FOLDER is the folder of the package")

    def lacks(self, what: str) -> FileMistake:
        """Return the error for a package that lacks something a ruleset must have."""
        whole = f"the package {self.package} does not offer the ruleset {self.name}: there is no {what}"
        return FileMistake(whole, "report this error to the authors of the package")


def installed() -> list[Ruleset]:
    """Return the rulesets that other packages declare. No ruleset is imported."""
    from importlib.metadata import entry_points  # slow to load, and seldom needed

    found = entry_points(group=GROUP)
    return sorted({Ruleset(one.name, one.module, one.dist.name if one.dist else one.module) for one in found})


OWN = "umpire.rulesets.plain"
"""The module that makes a family of the rows of a rule file."""


def of_rows(rows: Mapping[str, Any], file: str = "") -> Ruleset:
    """Return the ruleset that a rule file describes, made from the `rows` of the file."""
    return Ruleset(str(rows["id"]), OWN, rows=rows, file=file)


def of_file(path: Path, name: str) -> Ruleset:
    """Return the ruleset in a rule file.

    If the file has errors, raises FileMistake with a list of all errors and their lines.
    """
    from umpire.game.rulebook.tables import is_house, read_text
    from umpire.rulesets.plain.file.reader import read_file

    if isfile(path) and is_house(read_text(path)):
        raise FileMistake(
            f"{path.name} is a file of house rules, not a ruleset",
            f"`new SCENARIO --house {path.name}` starts a game with this file, `check {path.name}` checks the file",
        )
    return of_rows(read_file(path), name)


def of_checked_rows(rows: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset of a scenario that contains its own rules, such as an exported game.

    Raises FileMistake.
    """
    from umpire.rulesets.plain.file.reader import read_rules

    return of_rows(read_rules(rows))


def _rule_file(name: str, folder: Path) -> Path | None:
    """Return the path of a rule file; None if no rule file has this name.

    `name` is a path that starts in `folder`, the name of a rule file in `folder`, or the name of one of our own rule
    files.
    """
    from umpire.game.rulebook.tables import data_folder

    shipped = data_folder("examples") / "rules"
    beside = folder / name
    if name.endswith(".toml"):
        return shipped / name if not isfile(beside) and isfile(shipped / name) else beside
    named = (folder / f"{name}.toml", shipped / f"{name}.toml")
    return next((path for path in named if re.fullmatch(r"[\w-]+", name) and isfile(path) and is_rules(path)), None)


def _rule_files(folder: Path) -> list[str]:
    """Return the names of the rule files in a folder and of our own rule files."""
    from umpire.game.rulebook.tables import data_folder

    there = [*folder.glob("*.toml"), *(data_folder("examples") / "rules").glob("*.toml")]
    return sorted({path.stem for path in there if path.is_file() and is_rules(path)})


def is_rules(path: Path) -> bool:
    """Return whether a file is a rule file. A rule file has acts; a scenario has no acts."""
    from umpire.game.rulebook.tables import read_bytes

    try:
        written = read_bytes(path)
    except FileMistake:  # its reader reports the error
        return False
    return b"\n[act." in written and re.search(rb"(?m)^\s*format\s*=", written) is not None


def find(name: str, folder: Path | None = None) -> Ruleset:
    """Return the ruleset called `name`: our own, from another package, or from a rule file in `folder`.

    Raises Mistake if the name is unknown, or if two packages use the name. Raises FileMistake if the rule file has
    errors.
    """
    if name in FAMILIES:
        return Ruleset(name, FAMILIES[name])
    if path := _rule_file(name, folder or Path()):
        return of_file(path, name)
    others = installed()
    found = [one for one in others if one.name == name]
    if len(found) > 1:
        raise Mistake(
            f"two packages contain the ruleset {name}: {' and '.join(one.package for one in found)}",
            "uninstall one of the two packages",
        )
    if not found:
        known = [*FAMILIES, *(one.name for one in others), *_rule_files(folder or Path())]
        said, file = f"{name!r} is not known", f"{name}.toml"
        hint = (
            f"did you mean {file}?"
            if isfile((folder or Path()) / file)
            else did_you_mean(name, list(dict.fromkeys(known)))
        )
        raise BadValue(f"ruleset {said}", hint, word=name, said=said)
    return found[0]


def of_game(head: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset that the file of a game names. If the file names another package, only that package is asked
    for the ruleset.

    Only modules of installed rulesets are ever imported, because a game file may come from a stranger. Raises
    FileMistake.
    """
    name = str(head["ruleset"])
    if "rules" in head:
        return of_rows(head["rules"])
    if name in FAMILIES or "module" not in head:
        return find(name)
    from importlib.metadata import PackageNotFoundError, distribution

    told = Ruleset(name, str(head["module"]), str(head["package"]))
    try:
        brought = distribution(told.package).entry_points.select(group=GROUP, name=name)
    except (PackageNotFoundError, ValueError):
        raise told.missing() from None
    if told.module not in {one.module for one in brought}:
        raise told.lacks(f"entry point for the module {told.module}")
    return told


def table_of(head: Mapping[str, Any]) -> TableFile:
    """Return the rule table of a game.

    The house rules were checked when the game began. If the digest of the table has not changed since then, the house
    rules are not checked again. Raises FileMistake.
    """
    return of_game(head).table(head.get("house", ()), checked=str(head["tables"]))

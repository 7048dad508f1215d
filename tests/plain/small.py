"""Small rule files of tests: what is wrong with one where it is written differently."""

import tomllib

import pytest

from umpire.core.mistakes import FileMistake
from umpire.game.rulebook.toml import of_file
from umpire.rulesets.plain.file.reader import read_rules


def mistakes(file, right, wrong):
    """The errors of a file with `wrong` in the place of `right`, each with its line and key."""
    text = file.read_text(encoding="utf-8")
    assert right in text
    text = text.replace(right, wrong, 1)
    with pytest.raises(FileMistake) as raised:
        read_rules(tomllib.loads(text))
    first = of_file(file.name, raised.value, text)
    return [each.what.replace(" item ", " ") for each in (first, *first.more)]

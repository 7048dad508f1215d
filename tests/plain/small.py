"""Small rule files of tests: what is wrong with one, or with one where it is written differently."""

import tomllib

import pytest

from umpire.core.mistakes import FileMistake
from umpire.game.rulebook.toml import of_file
from umpire.rulesets.plain.file.reader import read_rules


def changed(file, right, wrong):
    """The text of a file with `wrong` in the place of `right`."""
    text = file.read_text(encoding="utf-8")
    assert right in text
    return text.replace(right, wrong, 1)


def _refused(text):
    with pytest.raises(FileMistake) as raised:
        read_rules(tomllib.loads(text))
    return raised.value


def mistakes(text, name="small.toml"):
    """What is said of each error, with its line and key."""
    first = of_file(name, _refused(text), text)
    return [each.what.replace(" item ", " ") for each in (first, *first.more)]


def places(text):
    """The key of each error: `act.fire.step 1.need`."""
    first = _refused(text)
    keys = (each.path for each in (first, *first.more))
    return ["".join(f" {key + 1}" if isinstance(key, int) else f".{key}" for key in path)[1:] for path in keys]

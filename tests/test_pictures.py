"""A test that the pictures of README are of this program: the sources of each have the digest stored with it."""

import importlib.util

import pytest

from tests.places import ROOT

spec = importlib.util.spec_from_file_location("pictures", ROOT / "docs" / "pictures.py")
pictures = importlib.util.module_from_spec(spec)
spec.loader.exec_module(pictures)


@pytest.mark.slow
@pytest.mark.wording
@pytest.mark.parametrize("name", pictures.PICTURES)
def test_a_picture_is_of_this_program(name):
    assert pictures.digest(pictures.PICTURES[name]()) == pictures.known()[name], f"python docs/pictures.py {name}"


def test_every_picture_is_in_the_readme():
    readme = (ROOT / "README.md").read_text()
    for name in pictures.PICTURES:
        assert f"](docs/{name})" in readme
        assert (ROOT / "docs" / name).stat().st_size > 5000

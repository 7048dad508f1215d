import pytest

from umpire.play.scenarios import new_game


@pytest.fixture
def game(tmp_path):
    """Return a game of Two Star General with a board."""
    path = tmp_path / "game.umpire"
    new_game(path, "bridgehead", "7")
    return path

"""What is shown of the games that ship, whatever their rules."""

import json

import pytest

from umpire.__main__ import main
from umpire.play.documents import examples
from umpire.play.scenarios import new_game
from umpire.play.session import open_session
from umpire.screen.picture import picture


@pytest.mark.parametrize("name", examples())
def test_every_example_can_be_shown(tmp_path, name):
    path = tmp_path / "game.umpire"
    new_game(path, name, "a seed that is long")
    session = open_session(path, "ro")
    shown = picture(session)
    said = json.dumps(shown.now)
    assert shown.now["name"] == session.head["name"]
    assert {side["name"] for side in shown.now["sides"]} == set(session.head["sides"])
    assert shown.now["lists"]
    assert bool(shown.board) == bool(shown.now["hex"]) == bool(session.game_map)
    assert "a seed that is long" not in said


def test_an_act_is_shown_with_its_dice_and_why(tmp_path):
    path = tmp_path / "game.umpire"
    new_game(path, "worked-example-1", "7")
    main(["fire", "ta", "tb", "at", "para", "--dice", "63345/2154", "--defaults", "-g", str(path)])
    act = picture(open_session(path)).now["acts"][0]
    german, allied = act["throws"]
    assert german["who"] == "German fire, 5 dice: each 6 hits (3.2-02)"
    assert german["why"][0] == ("3", "tank A", "4 medium armour (3.1-06), -1 target dug in (3.7.2-04)")
    assert (german["faces"], german["scoring"], german["fell"]) == ([6, 3, 3, 4, 5], [0], "(told): 1 hit")
    assert sum(int(dice) for dice, _, _ in allied["why"]) == len(allied["faces"])
    assert act["hands"] == ["paratroops 4→3", "tank A 4→3"]

"""Tests of the picture of every game that ships."""

import json
import re
from statistics import median

import pytest

from tests.places import ROOT
from umpire.__main__ import main
from umpire.board.drawing import layers
from umpire.board.last import LastAct
from umpire.board.plan import Plan
from umpire.play.documents import examples
from umpire.play.past.history import stretch
from umpire.play.past.public import public_pairs
from umpire.play.scenarios import new_game
from umpire.play.session import open_session
from umpire.screen.last import around, done
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
    assert (german["faces"], german["scoring"], german["fell"]) == ([6, 3, 3, 4, 5], [0], "(typed): 1 hit")
    assert sum(int(dice) for dice, _, _ in allied["why"]) == len(allied["faces"])
    assert act["hands"] == ["paratroops 4→3", "tank A 4→3"]


def test_dice_that_nobody_said_the_face_of_are_shown_blank(tmp_path):
    path = tmp_path / "game.umpire"
    new_game(path, "worked-example-1", "7")
    main(["fire", "ta", "tb", "at", "para", "--dice", "6x/h0", "--defaults", "-g", str(path)])
    german, allied = picture(open_session(path)).now["acts"][0]["throws"]
    assert (german["faces"], german["blank"]) == ([6], (0, 4))
    assert (allied["faces"], allied["blank"]) == ([], (0, 4))


@pytest.fixture
def fought(game):
    """Return the bridgehead after a fight: a panzer company with one strength point left is destroyed, K's
    first hit.
    """
    lines = ("set game sequence=told", "set p1 hex=1304", "set p1 sp=1")
    fire = "fire p1 at k1 range=1 --dice 6/66x --defaults --ruling so"
    for words in (*lines, fire):
        assert main([*words.split(), "-g", str(game)]) == 0
    return game


def test_the_last_act_is_on_the_board_with_its_arrow_its_losses_and_who_was_removed(fought):
    session = open_session(fought)
    grid = session.game_map.grid
    entries = session.file.entries(64)
    known = stretch(entries, session.snapshot.head)
    one = [*public_pairs(session, known)][-1][0]
    last = done(one, around(session, known, one))
    panzers, town = grid.hex("1304"), grid.hex("1404")
    assert (last.by, last.to) == (("p1",), ("k1",))
    assert last.lost == {"p1": 1, "pat": 1, "k1": 1}
    assert last.gone == ("p1", "pat")
    assert last.board == LastAct(((panzers, town),), (), ((panzers, 1), (town, 1)), (panzers,))
    shown = picture(session)
    assert shown.now["focus"] == Plan(grid).centre(town)
    plain = layers(session.game_map, session.family.laid_out(session.state, session.table), session.head["sides"])
    assert shown.board["light"].stands.count('class="loss"') == 2
    assert 'class="loss"' not in plain.stands


def test_marks_of_the_last_act_are_gone_with_the_next(fought):
    assert main(["note", "tea", "--public", "-g", str(fought)]) == 0
    shown = picture(open_session(fought))
    session = open_session(fought)
    stood = map(Plan(session.game_map.grid).centre, session.family.laid_out(session.state, session.table).pieces)
    assert shown.now["focus"] == tuple(map(median, zip(*stood, strict=True)))  # the middle of the stands
    assert 'class="loss"' not in shown.board["light"].stands


def test_the_board_of_the_page_is_explained_beside_it_and_not_in_its_drawing(fought):
    layers = picture(open_session(fought)).board["light"]
    words = [said for _, said in layers.key]
    assert {"woods", "town", "objective and its points", "infantry", "medium armour"} <= set(words)
    assert not [
        said for said in words if f">{said}<" in re.sub("<title>.*?</title>", "", layers.ground + layers.stands)
    ]
    assert all(svg.startswith("<svg") for svg, _ in layers.key)


def test_what_hands_do_has_the_side_of_whose_stand_it_is_about(fought):
    act = picture(open_session(fought)).now["acts"][0]
    lines = dict(zip(act["hands"], act["whose"], strict=True))
    assert lines == {"K 1st company 5→4": 1, "REMOVE P 1st Panzer company": 0, "REMOVE P anti-tank guns": 0}


def test_stands_without_a_state_are_only_counted_where_there_is_a_map(fought):
    units = {one["name"]: one for one in picture(open_session(fought)).now["units"] if one["name"] != "guns"}
    assert units["A"] == {"name": "A", "side": 0, "stands": [], "others": 6}
    k = units["K"]
    assert ([(one["id"], one["state"], one["lost"]) for one in k["stands"]], k["others"]) == (
        [("k1", ["4/5 SP"], 1)],
        5,
    )
    assert [one["id"] for one in units["P"]["stands"] if one["gone"]] == ["p1", "pat"]


def test_the_score_is_in_numbers(game):
    german, british = picture(open_session(game)).now["sides"]
    assert (german["points"], german["lost"], german["go"]) == (2, (0, 76, "SP"), ("a", "b", "p"))
    assert (british["points"], british["lost"], british["go"]) == (4, (0, 75, "SP"), ("k", "l", "m"))
    assert "lost 0 of 76 SP" not in german["rest"]


def test_only_the_newest_act_says_what_is_owed_and_no_act_has_advice_for_the_referee(game):
    for words in ("order a=M b=M p=M", "order k=D l=H m=M", "order reveal", "activate p --dice 64/53"):
        assert main([*words.split(), "-g", str(game)]) == 0
    entries = [one.data for one in open_session(game).file.entries(64)]
    assert any(entry["outcome"]["owed"] for entry in entries[1:-1])
    assert [act["pending"] for act in picture(open_session(game)).now["acts"][1:]] == [[]] * 3


def test_what_the_style_of_the_page_is_about_is_on_the_board(fought):
    """The style names parts of the drawing: a large strength needs room from the others."""
    css = (ROOT / "umpire/screen/page.css").read_text()
    board = picture(open_session(fought)).board["light"]
    for part in ("strength", "sign", "order", "plate", "hurt", "id", "numbers", "within"):
        assert f".{part}" in css
        assert re.search(rf'class="([^"]* )?{part}"', board.ground + board.stands), part


def test_a_counter_of_a_rule_file_has_what_is_so_of_it_now_and_nothing_of_its_type(tmp_path):
    path = tmp_path / "ford.umpire"
    new_game(path, "rules/ford", "7")
    for line in ("next", "shoot ha at rr 18 --dice 5"):
        assert main([*line.split(), "-g", str(path)]) == 0
    shown = picture(open_session(path, "ro"))
    states = {one["id"]: one["state"] for unit in shown.now["units"] for one in unit["stands"]}
    assert states.pop("rr") == ["tired 1"]
    assert states.pop("ha") == ["has shot"]
    assert set(map(tuple, states.values())) == {()}

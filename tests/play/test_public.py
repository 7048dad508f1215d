"""Tests of the public game of players: no secrets that lie face down, no notes for the referee, no future, no undone
acts.
"""

import json

from tests.places import ROOT
from umpire.play.past.history import history
from umpire.play.past.public import public_history, public_session
from umpire.play.session import open_session


def known(path):
    """Return the public game, and the words of its entries."""
    session = open_session(path)
    record = history(session.file.entries(), session.snapshot.head)
    return public_session(session), public_history(session, record)


def test_no_dice_ahead_and_no_order_face_down(table):
    path = table.game()
    assert table.say("order pz=H ab=M").code == 0
    shown, acts = known(path)
    assert not {"seed", "drawn"} & shown.head.keys()
    assert {unit.marker for unit in shown.state.units.values()} == {"face down"}
    assert "H" not in {unit["marker"] for unit in shown.snapshot.position["state"]["units"].values()}
    assert [one.data["title"] for one in acts] == ["Orders placed: Panzer battalion, Airborne battalion"]
    assert table.say("order reveal").code == 0
    shown, acts = known(path)
    assert shown.state.units["pz"].order == "H"
    assert len(acts[-1].data["outcome"]["words"]) == 2


def test_a_remark_is_for_the_referee_unless_it_is_for_all(table):
    path = table.game()
    table.say("note", "ours are in the wood")
    table.say("note --public", "rain from now on")
    _, acts = known(path)
    assert [one.data["outcome"]["words"] for one in acts] == [["rain from now on"]]
    assert [one.number for one in acts] == [1]  # no gap shows that there was another


def test_the_words_of_a_ruling_and_of_a_correction_are_hers(table):
    path = table.game()
    table.say("set ta sp=2", "it had moved twice")
    table.say("fire ta tb at para range=3 --roll --defaults --ruling", "his gun jammed")
    _, acts = known(path)
    said = json.dumps([one.data for one in acts])
    assert "moved twice" not in said
    assert "jammed" not in said
    assert acts[0].data["title"] == "the record is corrected"
    assert acts[0].data["outcome"]["hands"] == ["tank A: sp 4→2"]
    assert acts[1].data["ruling"] == "by ruling"


def test_what_was_undone_is_not_there(table):
    path = table.game()
    before = known(path)
    table.say("fire ta tb at para --roll --defaults")
    table.say("undo")
    assert known(path)[1] == before[1]
    assert known(path)[0].snapshot == before[0].snapshot


def test_what_comes_later_is_not_there(table):
    text = (ROOT / "examples" / "worked-example-2.toml").read_text()
    lines = text.splitlines(keepends=True)
    (table.folder / "later.toml").write_text(text)
    assert 'hex = "0603"' in text
    (table.folder / "later.toml").write_text("".join(line.replace('hex = "0603"', 'hex = ""') for line in lines))
    assert table.say("new later.toml").code == 0
    path = table.folder / "later.umpire"
    assert "sh" in open_session(path).state.stands
    assert "sh" not in known(path)[0].state.stands
    table.say("set sh sp=3")
    assert known(path)[1] == ()


def test_an_obstacle_is_of_a_kind_once_it_is_declared(table):
    path = table.game("asp-two-groups")

    def kinds():
        return {key: mark.kind for key, mark in known(path)[0].state.scene.marks.items()}

    assert kinds() == {"teeth": "obstacle", "wire": "obstacle"}
    listed = [listing for listing in public_listings(path) if listing.title == "on the table"]
    assert listed[0].rows[0][:2] == ("teeth", "obstacle, not declared")
    assert table.say("set teeth declared=yes").code == 0
    assert kinds() == {"teeth": "anti-tank", "wire": "obstacle"}


def public_listings(path):
    shown, _ = known(path)
    return shown.family.status(shown.state, shown.table, "")

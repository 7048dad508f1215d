"""Tests of the live line below a typed sentence, and of the offers of Tab in it: the act that it means."""

import pytest

from tests.cli.games import umpire
from tests.cli.terminal import Terminal
from tests.places import ROOT
from tests.typed.prompted import typed
from tests.typed.said import D20, FIRE, HERS, OTHERS, PANZERS, STAR
from tests.typed.test_as_people_say_it import ANSWERED, UNCLEAR
from umpire.cli.prompt import live
from umpire.cli.prompt.completion import offers
from umpire.play.session import open_session

NO_SENTENCE = (
    "Spandau fires at the Mortar at 11, in soft cover, 17",
    "panther2 shoots the stuart at 600 yards, front",
    "mark2 advances 200 metres",
)
"""Understood as they are typed."""


def below(table, scenario, before, line, way=live.heard):
    """Return the line that the sentence is heard as, and how many steps that took."""
    typed(table, scenario, before, "status")
    steps, taken = way(open_session(table.folder / f"{scenario}.umpire"), line), 0
    while True:
        try:
            next(steps)
            taken += 1
        except StopIteration as end:
            return end.value, taken


@pytest.mark.parametrize(("scenario", "before", "line", "meant"), HERS + OTHERS, ids=lambda each: str(each)[:40])
def test_the_full_form_stands_below_a_sentence(table, scenario, before, line, meant):
    said, steps = below(table, scenario, before, line)
    secret = meant.startswith("order") and scenario == STAR
    full = "" if line in NO_SENTENCE else f"understood: {'order' if secret else meant}"
    assert said.partition(" · ")[0] == full
    assert steps or not full  # a key may come in between


def test_what_comes_of_it_stands_behind_it(table):
    line = "Spandau engages Able section, range 8, they are dug in"
    said, _ = below(table, D20, FIRE, line)
    full, _ = below(table, D20, FIRE, "fire spandau at able 8 dugin=yes ", live.live)
    assert full
    assert said == f"understood: fire spandau at able 8 dugin=yes · {full}"
    dice = "the Tiger shoots at Sherman 1 from 14 inches, hull down, rolls 13 and 16"
    assert below(table, D20, FIRE, dice)[0].endswith("--dice 13/16")


@pytest.mark.parametrize(
    ("scenario", "before", "line"),
    [
        (D20, FIRE, "fire tiger at firefly 8"),
        (D20, FIRE, "tiger firefly 8 hulldown"),
        (D20, FIRE, "tiger"),
        (D20, FIRE, "status tiger"),
        (D20, FIRE, 'note "the Tiger fires"'),
        (D20, FIRE, "the Tiger 'fires"),
        (STAR, PANZERS, "fire p1 at k1"),
        *((scenario, before, line) for scenario, before, line, _ in ANSWERED),
        *((D20, FIRE, line) for line in UNCLEAR),
    ],
)
def test_nothing_stands_below_what_is_no_sentence_or_not_whole(table, scenario, before, line):
    assert below(table, scenario, before, line)[0] == ""


def test_orders_are_not_shown_below(table):
    assert below(table, STAR, (), "K digs in, L holds")[0] == "understood: order"


@pytest.mark.slow
def test_it_is_seen_at_the_terminal_once_keys_rest(tmp_path):
    for words in (("new", D20, "--seed", "44"), ("next",)):
        assert umpire(*words, cwd=tmp_path).code == 0
    with Terminal("table", cwd=tmp_path) as at:
        at.wait("❯")
        at.type(
            "the Tiger shoots at the Firefly, range 8, hull down", "understood: fire tiger at firefly 8 hulldown=yes"
        )
        at.type("\x15status\r", "may fire")
        assert "understood" not in at.screen().rpartition("❯")[2]
        at.type("quit\r")
        at.ended()


def test_the_page_shows_what_stands_below(table):
    page = (ROOT / "docs" / "typing.md").read_text(encoding="utf-8").partition("## Sentences")[2]
    line, below_it = page.partition("```\n")[2].partition("```")[0].splitlines()
    assert below(table, D20, FIRE, line.partition("❯ ")[2])[0] == below_it


@pytest.mark.parametrize(
    ("scenario", "before", "line", "offered"),
    [
        (D20, FIRE, "the Tiger shoots at the Fire", ["firefly"]),
        (D20, FIRE, "the Ti", ["tiger"]),
        (D20, FIRE, "fire the Ti", ["tiger"]),
        (D20, FIRE, "let the 1st Gren", ["gren1", "gren2"]),
        (D20, FIRE, "the Tiger fires at Sherman 1 at 10, in sof", ["soft"]),
        (STAR, PANZERS, "move the Panzergr", ["p3"]),
        (STAR, PANZERS, "the Panzergrenadiers shoot at ", []),  # nobody is near enough
    ],
)
def test_tab_offers_in_a_sentence_what_goes_on(table, scenario, before, line, offered):
    typed(table, scenario, before, "status")
    assert [offer.word for offer in offers(open_session(table.folder / f"{scenario}.umpire"), line)] == offered


def test_tab_offers_targets_in_a_sentence_as_it_does_in_a_command(table):
    typed(table, D20, FIRE, "status")
    session = open_session(table.folder / f"{D20}.umpire")
    targets = offers(session, "fire tiger at ")
    assert len(targets) > 2
    assert offers(session, "the Tiger shoots at ") == targets
    for line in ("status the ", "the Tiger xyzzy at qqq", 'note "the Ti'):
        assert not [offer for offer in offers(session, line) if offer in targets[:1]] or line.startswith("status")


@pytest.mark.parametrize(
    ("line", "who"), [("smoke ", ["m1", "m2", "b1"]), ("smoke b", ["b1"]), ("light m", ["m1", "m2"])]
)
def test_tab_behind_smoke_offers_who_may_lay_it(table, line, who):
    typed(table, "asp-opening", ("set conditions modules=smoke,illumination",), "status")
    session = open_session(table.folder / "asp-opening.umpire")
    assert [offer.word for offer in offers(session, line)] == who

"""Tests of cards: one for every element in the battle, with the numbers that the engine gives it, never split or
overlapping.
"""

import json

import pytest

from tests.clauses import clause
from tests.paper.test_pack import GAMES, battle, battles, documents, of, pages, sides_of, squeezed
from tests.paper.test_print import words_of
from umpire.board.counters import LINES
from umpire.core.frozen import replace
from umpire.game.maps.drawn import Sign
from umpire.game.records import plain
from umpire.game.roster import Block, Boxes, RosterFact, RosterStand
from umpire.paper import press
from umpire.paper.cards import Cards, StandCard
from umpire.paper.documents import data
from umpire.paper.press import printed
from umpire.paper.roster import Roster, picture
from umpire.paper.sheet import SheetTable
from umpire.play.possible import tried
from umpire.play.scenarios import new_game
from umpire.play.stateless import session_of
from umpire.rulesets import find
from umpire.rulesets.star_general.board.walking import going

__all__ = ["battles"]


def cards_of(battle):
    return documents(battle, "cards")["documents"]["cards"]["cards"]


def dice_of(battle, id):
    """Return the rows of a card: label -> cells."""
    cards = cards_of(battle)
    [card] = [one for card in cards for one in (card, *card["beside"]) if one["stand"]["id"] == id]
    return {row[0]: row[1:] for one in card["tables"] for row in one["rows"] if one["columns"][0] != "hits"}, [
        note for one in card["tables"] for note in one["notes"]
    ]


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", GAMES)
def test_everybody_has_a_card_and_nine_are_on_a_page(battles, game, paper):
    cards = cards_of(battles[game])
    sides = of(battles[game], "cards", paper=paper)
    assert len(sides) == -(-len(cards) // 9)
    for at, card in enumerate(cards):
        for words in (card["stand"]["name"], card["stand"]["id"], *(f["value"] for f in card["stand"]["numbers"])):
            assert squeezed(words) in sides[at // 9], words
        for cell in (cell for one in card["tables"] for row in one["rows"] for cell in row):
            assert squeezed(cell) in sides[at // 9], cell


@clause("TSG-3.7.1-01", "TSG-3.7.2-01", "TSG-3.7.2-03", "TSG-3.7.2-04", "TSG-3.7.3-03")
def test_a_card_has_the_dice_of_the_stand_alone(battles):
    two = battles["bridgehead"]
    assert dice_of(two, "a1") == (
        {
            "CC DF": ["3", "2", "2", "2"],
            "long": ["2", "1", "1", "1"],
            "reply CC DF": ["3", "3", "–", "2"],
            "reply long": ["2", "2", "–", "1"],
        },
        [],
    )
    assert dice_of(two, "p1")[0]["CC DF"] == ["5", "3", "3", "4"]
    assert dice_of(two, "ah") == ({"reply CC": ["1", "1", "–", "1"]}, ["defends only", "CC only"])
    assert dice_of(two, "pat")[0]["attack"] == ["+1", "+1", "+1", "+2"]


@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_of_a_card_stand_below_each_other(battles, game):
    """Under every heading but the first, dice stand below each other in all rows."""
    tables = [one for card in cards_of(battles[game]) for one in card["tables"]]
    for one in tables:
        cells = {at: [row[at].strip("+-\u2013") for row in one["rows"]] for at in range(1, len(one["columns"]))}
        assert {*one["right"]} >= {at for at, column in cells.items() if all(map(str.isdigit, filter(None, column)))}


def test_a_card_has_the_dice_of_this_very_stand(battles):
    two = battles["bridgehead"]
    hurt = replace(two.state.stands["a1"], sp=1, elite=True)
    state = replace(two.state, stands={**two.state.stands, "a1": hurt})
    assert dice_of(replace(two, state=state), "a1")[0]["CC"] == ["2", "1", "1", "1"]


@pytest.mark.parametrize("game", ["two-star-general", "three-star-general"])
@pytest.mark.parametrize(("words", "column"), [("", 0), ("t1.order=H terrain=woods", 1)])
def test_the_dice_of_a_card_are_those_of_the_act(battles, game, words, column):
    session, line = session_of(find(game), "fire", ["infantry", "at", "infantry", "2", *words.split()])
    own = {"two-star-general": ("bridgehead", "a1")}.get(game) or infantry(battles["corps"])
    rows = dice_of(battles[own[0]], own[1])[0]
    [cells] = [cells for label, cells in rows.items() if label == "attack" or label.startswith(("CC DF", "DF"))]
    assert cells[column] == str(tried(session, "fire", line).pools[0].dice)


def infantry(battle):
    """Return a whole stand of infantry without special properties."""
    return "corps", next(
        stand.id
        for stand in battle.state.stands.values()
        if stand.kind == "infantry" and stand.sp == stand.full and not (stand.elite or stand.armoured)
    )


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_long_names_split_no_card(battles, paper):
    long = "Sonderpanzerabwehrabteilungsstabskompanie zur besonderen Verwendung " * 6
    two = battles["bridgehead"]
    stands = {id: replace(stand, name=f"{id} {long}") for id, stand in two.state.stands.items()}
    units = {id: replace(unit, name=f"{id} {long}") for id, unit in two.state.units.items()}
    sides = of(replace(two, state=replace(two.state, stands=stands, units=units)), "cards", paper=paper)
    assert len(sides) == -(-sum(not stand.host for stand in stands.values()) // 9)
    for at, id in enumerate(card["stand"]["id"] for card in cards_of(two)):
        assert f"{id}Sonderpanzer" in sides[at // 9]


ABSURD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft " * 3


def absurd(per_page):
    """Return cards and a roster of everything possible, each of it absurdly long."""
    table = SheetTable(ABSURD, ("", ABSURD[:90], ABSURD[:90]), ((ABSURD, "1", "2"),) * 12, (ABSURD,), (1, 2))
    numbers = (RosterFact("dice", "12345"), RosterFact("range", "123456"), RosterFact(ABSURD[:80], "3"))
    boxes = (Boxes("SP", 20, 3), Boxes("shots", 99, 40), Boxes("pinned", 1, 1), Boxes("destroyed", 1, 0))
    stands = tuple(
        RosterStand(
            f"id{at}", f"{at} {ABSURD}", "A" + ABSURD, Sign(ABSURD), at % 2 == 1, numbers,
            (RosterFact("fact", ABSURD),) * 5, (ABSURD,) * 5, boxes, "0101", picture="p",
        )
        for at in range(10)
    )  # fmt: skip
    cards = tuple(StandCard(stand, ABSURD, (table, table)) for stand in stands)
    blocks = tuple(Block("u", f"u{at} {ABSURD}", "A", ABSURD, {"M": "move", "H": "hold"}, 6, stands) for at in range(4))
    pictures = {"p": picture(Sign("infantry", "infantry"))}
    return {
        "cards": plain(Cards("T", per_page, cards, pictures)),
        "roster": plain(Roster("T", "roster", blocks, pictures)),
    }


@pytest.mark.slow
def test_nothing_is_too_long_for_a_card_or_a_block():
    nine, one = (
        sides_of(printed({"title": "T", "documents": {"cards": absurd(n)["cards"]}}, paper="letter")) for n in (9, 1)
    )
    assert (len(nine), len(one)) == (2, 10)
    assert all(f"{at}Donaudampf" in nine[at // 9] and f"{at}Donaudampf" in one[at] for at in range(10))
    assert all(page.count("pinned") == 1 and page.count("SP") >= 1 for page in one)
    roster = sides_of(printed({"title": "T", "documents": {"roster": absurd(9)["roster"]}}, paper="letter"))
    assert all(page.count("pinned") == page.count("destroyed") == page.count("0101") > 0 for page in roster)
    assert sum(page.count("pinned") for page in roster) == 40


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_cut_off_at_the_end_of_a_card(battles, game):
    mm, high = 72 / 25.4, 842
    top = (high - 3 * 88 * mm) / 2
    for found in words_of(pages(battles[game], "cards")):
        within = [(text, (high - y - top) / mm % 88) for text, _, _, y in found]
        assert not [text for text, down in within if not 3 < down < 87]


@pytest.mark.slow
def test_one_card_on_a_page(battles):
    one = replace(battles["d20-opening"], per_page=1)
    cards = cards_of(one)
    sides = of(one, "cards")
    assert len(sides) == len(cards)
    assert all(squeezed(card["stand"]["name"]) in page for card, page in zip(cards, sides, strict=True))


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        (("cards", "k1"), ["k1"]),
        (("card", "k1", "ph"), ["ph", "k1"]),
        (("cards", "pig"), ["ph"]),
        (("cards", "L"), ["l1", "l2", "l3", "lh"]),
        (("cards", "K HQ"), ["kh"]),
    ],
)
def test_the_cards_of_units_or_stands_named(table, typed, ids):
    table.say("new bridgehead")
    said = table.say("print --json", *typed).plain
    assert [card["stand"]["id"] for card in said["documents"]["cards"]["cards"]] == ids


def test_a_card_of_nobody_is_refused_with_the_nearest_name(table):
    table.say("new bridgehead")
    said = table.say("print cards k11 -o c.pdf")
    assert said.code == 2
    assert ("'k11'" in said.err, "k1" in said.err.partition("hint")[2]) == (True, True)


@pytest.mark.slow
def test_the_size_of_a_card_is_found_once_whatever_is_lost(battles, tmp_path, monkeypatch):
    kept, two = tmp_path / "kept.json", battles["bridgehead"]
    monkeypatch.setattr(press, "kept_at", lambda path: kept)
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    first = printed(data(["cards"], two))
    sizes = json.loads(kept.read_bytes())
    hurt = replace(two.state, stands={**two.state.stands, "a1": replace(two.state.stands["a1"], sp=4)})
    later = printed(data(["cards"], replace(two, state=hurt)))
    assert (first != later, json.loads(kept.read_bytes())) == (True, sizes)
    assert printed(data(["cards"], two)) == first


def test_a_card_of_a_rule_file_has_its_numbers_large_and_boxes_for_what_is_counted_down(tmp_path):
    powder = battle(new_game(tmp_path / "lee.umpire", "rules/lee", seed="7"))
    swan = next(one for one in powder.blocks[0].stands if one.id == "swan")
    assert {(each.words, each.full) for each in swan.boxes} >= {("hull", 12), ("masts", 3), ("guns", 6)}
    assert ("speed", "16 cm") in {(each.words, each.value) for each in swan.numbers}
    ford = battle(new_game(tmp_path / "ford.umpire", "rules/ford", seed="7"))
    numbers = {(each.words, each.value) for each in ford.blocks[0].stands[0].numbers}
    assert {("combat foot", "4"), ("combat horse", "4"), ("pace", "16 cm")} <= numbers


@pytest.mark.slow
def test_a_stand_that_is_lost_has_no_card(battles):
    two = battles["bridgehead"]
    gone = replace(two.state.stands["a1"], sp=0)
    state = replace(two.state, stands={**two.state.stands, "a1": gone})
    text = "".join(of(replace(two, state=state), "cards"))
    assert ("A1stcompany" in text, "Amachineguns" in text) == (False, True)


def test_cards_of_so_many_on_a_page(table):
    table.say("new d20-opening -g d.umpire")
    assert "use --per-page 9 or 1" in table.say("print cards -o c.pdf --per-page 4").err
    assert table.say("print cards -o c.pdf --per-page 1").code == 0


@clause("ASP-SCORE-01")
def test_an_asp_card_has_the_scores_it_requires(battles):
    asp = battles["asp-opening"]
    rows, _ = dice_of(asp, "t1")
    [of] = [
        one
        for card in cards_of(asp)
        if card["stand"]["id"] == "t1"
        for one in card["tables"]
        if "needs" in [row[0] for row in one["rows"]]
    ]
    assert dict(zip(of["columns"][1:], rows["needs"], strict=True)) == {"Inf": "5+", "MA": "3+", "HA": "4+", "ART": "–"}
    assert rows["moving"] == ["2500 m / 5000 m", "500 m / 1000 m"]


@clause("ASP-AIR-09")
def test_whoever_has_left_the_table_is_gone_from_the_roster_and_not_destroyed(table):
    table.say("new asp-two-groups -g a.umpire")
    table.say("set lanc destroyed=yes left=yes sherman1 destroyed=yes -g a.umpire")
    said = table.say("print roster --md -g a.umpire").out.splitlines()
    (lanc,), (tank,) = (
        [line for line in said if line.startswith(f"- {name}:")] for name in ("Lancaster lanc", "Sherman sherman1")
    )
    assert "destroyed" not in tank + lanc
    assert "left the table" in lanc
    assert tank.endswith("lost")
    assert not lanc.endswith("lost")


@clause("D20-HIT-01", "D20-PEN-10", "D20-HE-08")
def test_a_d20_card_has_the_dice_to_hit_to_penetrate_and_of_small_arms(battles):
    rows, _ = dice_of(battles["d20-opening"], "panzer")
    assert rows["open"] == ["11+", "12+", "13+"]
    assert rows["hard cover"] == ["15+", "16+", "17+"]
    assert rows["def 5"] == ["11 / 15", "8 / 15"]
    assert rows["def 3"] == ["11 / 13 / 17", "13 / 15 / 19", "15 / 17 / –"]


def test_frames_are_those_of_the_types(battles):
    symbols = {
        entry.id: entry.sign.symbol
        for name in ("asp-opening", "d20-opening")
        for block in battles[name].family.paper().roster(battles[name].state, battles[name].table)
        for entry in block.stands
    }
    assert symbols["t1"] == symbols["tiger"] == "armour"
    assert (symbols["c1"], symbols["m1"], symbols["f1"]) == ("transport", "mortar", "anti-tank")
    assert (symbols["puma"], symbols["spandau"]) == ("armoured-reconnaissance", "machine-gun")
    assert (symbols["gren"], symbols["werfer"]) == ("infantry", "mortar")


def test_a_number_a_club_changes_changes_its_cards(table):
    (table.folder / "club.toml").write_text(
        'extends = "two-star-general"\nid = "club"\nname = "Club"\n'
        '[[modifier]]\nid = "tank-soft"\namount = 3\n[core.infantry]\nfs = 4\n'
    )
    assert table.say("new bridgehead -g club.umpire --house club.toml").code == 0
    cards = table.say("print cards --json").plain["documents"]["cards"]["cards"]
    rows = {card["stand"]["id"]: card["tables"][0]["rows"] for card in cards}
    assert rows["p1"][0] == ["CC DF", "7", "3", "3", "4"]
    assert rows["a1"][0] == ["CC DF", "4", "3", "3", "3"]


def test_all_has_only_what_is_in_this_battle(table):
    assert table.say("new bridgehead -g b.umpire").code == 0
    whole, here = (stands_on(table.say(f"print {what} --json").plain) for what in ("sheet", "all"))
    assert {"militia", "infantry", "machine guns", "truck"} <= whole
    assert {"infantry", "machine guns"} <= here
    assert not {"militia", "truck"} & here


def stands_on(plain):
    """Return the names that the tables of a sheet have rows for."""
    tables = [one for part in plain["documents"]["sheet"]["parts"] for one in part["tables"]]
    return {row[0] for one in tables for row in one["rows"]}


def test_a_wrong_template_of_a_club_is_told_with_its_line(table):
    (table.folder / "ours").mkdir()
    (table.folder / "ours" / "cards.typ").write_text('#import "umpire.typ": *\n\n#nonsense')
    table.say("new d20-opening -g d.umpire")
    said = table.say("print roster cards -o c.pdf --template ours")
    assert (said.code, said.err) == (1, "error: cards.typ line 3: unknown variable: nonsense\n")
    assert not (table.folder / "c.pdf").exists()
    assert table.say("print roster -o r.pdf --template ours").code == 0


@pytest.mark.parametrize("ruleset", ["asp-ww2", "d20-elements"])
def test_every_type_has_a_frame_that_is_drawn(ruleset):
    table = find(ruleset).family().read_table(find(ruleset).table().rows)
    if ruleset == "asp-ww2":
        symbols = {
            name: table.type(name).symbol or table.kinds[table.type(name).kind]["symbol"] for name in table.types
        }
    else:
        symbols = {name: row.symbol for name, row in (*table.types.items(), *table.stars.items())}
    assert {name: symbol for name, symbol in symbols.items() if symbol not in LINES or not symbol} == {}


@clause("TSG-2.1-02", "TSG-2.1-05", "TSG-2.1-06", "TSG-3.7.2-02")
def test_armoured_infantry_has_the_numbers_of_its_transport_and_those_on_foot(battles):
    two = battles["bridgehead"]
    rows, _ = dice_of(two, "p3")
    assert (rows["CC"], rows["on foot CC DF"]) == (["3", "2", "2", "3"], ["3", "2", "2", "2"])
    assert (rows["reply CC"][3], rows["on foot reply CC DF"][3]) == ("3", "2")
    assert "on foot CC DF" not in dice_of(two, "a1")[0]

    def moves(battle, id):
        stands = [one for block in battle.blocks for one in block.stands]
        return next(fact.value for one in stands if one.id == id for fact in one.facts if fact.words == "moves")

    assert moves(two, "p3") == "3, strategic 5 (2, 4 without armoured transport)"
    lost = replace(two.state, stands={**two.state.stands, "pht": replace(two.state.stands["pht"], sp=0)})
    on_foot = replace(two, state=lost)
    assert moves(on_foot, "p3") == "2, strategic 4"
    assert dice_of(on_foot, "p3")[0]["CC DF"] == ["3", "2", "2", "2"]


@clause("TSG-2.1-02")
def test_the_moves_of_a_card_are_those_of_the_act(battles):
    two = battles["bridgehead"]
    for stand in two.state.stands.values():
        if stand.kind in two.table.core and not stand.host:
            pace = two.table.pace[going(two.state, two.table, stand).mobility]
            entry = next(one for block in two.blocks for one in block.stands if one.id == stand.id)
            assert entry.facts[0].value.startswith(f"{pace.normal}, strategic {pace.strategic}"), stand.id


@clause("TSG-3.1-14", "TSG-3.2-02", "TSG-3.2-04", "TSG-5.2-01")
def test_a_card_has_its_support_its_dice_as_it_loses_and_what_it_needs_to_hit(battles):
    cards = {card["stand"]["id"]: card for card in cards_of(battles["bridgehead"])}
    assert [other["stand"]["id"] for other in cards["a1"]["beside"]] == ["amg"]
    assert "amg" not in cards
    [strength] = cards["a1"]["stand"]["boxes"]
    assert strength["then"] == ["3", "3", "3", "2", "1"]
    hits = {row[0]: row[1:] for one in cards["a1"]["tables"] for row in one["rows"] if one["columns"][0] == "hits"}
    assert hits == {"attack": ["6 +55", "6", "6", "56 +44"], "reply": ["6 +55", "56", "56 +44", "–"]}
    assert "attack" not in {row[0] for one in cards["ah"]["tables"] for row in one["rows"]}
    assert any("within 4 hexes in the open, 3 in cover or dug in" in one["title"] for one in cards["a1"]["tables"])


def test_a_card_of_asp_says_how_far_it_moves_in_metres(battles):
    cards = {card["stand"]["id"]: card["stand"] for card in cards_of(battles["asp-opening"])}
    facts = {fact["words"]: fact["value"] for fact in cards["t1"]["facts"]}
    assert facts["moves"] == "fast tracked, 1000 m good, 500 m bad going"

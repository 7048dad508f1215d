"""Tests of the report of an evening: every number is in the log, chances are the engine's, names are text, secrets
stay.
"""

import json
import re
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from tests.play import evenings
from umpire.play.past.again import at_position
from umpire.play.past.amend import Past
from umpire.play.session import open_session
from umpire.report.html import MARK, html
from umpire.report.markdown import markdown
from umpire.report.paged import paged
from umpire.report.story import short
from umpire.report.tale import tale
from umpire.report.toll import measure
from umpire.report.words import deed_rows, went_words

EVENINGS = ("star-corps", "star-without-map", "asp-turns", "d20-evening", "star-mended")
NUMBERS = re.compile(r"\d+(?:→\d+)?")
VOID = {"meta", "path", "rect", "circle", "use", "br"}


class Page(HTMLParser):
    """A page as a tree of (tag, attributes, children and texts)."""

    def __init__(self, text):
        super().__init__()
        self.root = ("", {}, [])
        self.open = [self.root]
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        one = (tag, dict(attrs), [])
        self.open[-1][2].append(one)
        if tag not in VOID:
            self.open.append(one)

    def handle_startendtag(self, tag, attrs):
        self.open[-1][2].append((tag, dict(attrs), []))

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop()[0] == tag

    def handle_data(self, data):
        self.open[-1][2].append(data)


def every(node):
    for child in node[2]:
        if isinstance(child, tuple):
            yield child
            yield from every(child)


def text(node):
    return "".join(child if isinstance(child, str) else text(child) for child in node[2])


def html_text(path):
    return text(Page(path.read_text(encoding="utf-8")).root)


def of_class(node, name):
    return [each for each in every(node) if name in (each[1].get("class") or "").split()]


@cache
def told_of(path, **more):
    """Return the tale of a game of the evenings, which no test changes. It is made once for all tests."""
    return tale(open_session(path), **more)


@cache
def page_of(path, **more):
    """Return the report of a game of the evenings as a tree, which no test changes. It is made once for all tests."""
    return Page(html(told_of(path, **more))).root


@pytest.fixture(scope="module", params=EVENINGS)
def evening(request):
    path = evenings.games(request.param)[0]
    return path, told_of(path)


def lost_in(changes, sides_of):
    """Return the loss of each side in changes of the log: strength points, or stands that go out of play."""
    lost = {}
    left = {change["path"][2] for change in changes if change["path"][-1] == "left"}  # the table, and is not lost
    for change in changes:
        path, before, after = change["path"], change.get("before"), change.get("after")
        cost = 0
        if path[-1] == "sp":
            cost = before - after
        elif path[-1] in ("destroyed", "removed") and path[2] not in left:
            cost = int(bool(after)) - int(bool(before))
        if cost:
            side = sides_of[path[2]]
            lost[side] = lost.get(side, 0) + cost
    return lost


@pytest.mark.slow
def test_every_number_of_a_fight_is_in_the_log(evening, table):
    path, told = evening
    session = open_session(path)
    sides_of = {id: named.side for id, named in session.family.named(session.state).items()}
    amended = session.file.has_amends()
    log = {one["entry"]: one for one in table.say(f"log -n 999 --json -g {path}").plain["log"]}
    fights = of_class(page_of(path), "fight")
    assert len(fights) == told.fights > 0
    for fight in fights:
        entry = log[int(fight[1]["id"][1:])]
        assert entry["title"] in text(fight)
        thrown = [throw for throw in entry["throws"] if throw["source"] != "none"]
        shown = [[int(text(die)) for die in of_class(throw, "die")] for throw in of_class(fight, "throw")]
        assert shown == [throw["faces"] for throw in thrown]
        for instructions in entry["outcome"]["hands"]:
            assert set(NUMBERS.findall(instructions)) <= set(NUMBERS.findall(text(of_class(fight, "came")[0])))
        if not amended:  # otherwise the changes of an entry are those of its old state
            lost = lost_in(entry["changes"], sides_of)
            (went, *_) = of_class(fight, "went")
            for side, points in re.findall(r"(\w+) lost (\d+|nothing)(?: \w+)? \([\d.]+ expected", text(went)):
                assert lost.pop(side, 0) == (0 if points == "nothing" else int(points))
            assert not lost


@pytest.mark.slow
def test_the_losses_are_those_of_the_log(evening, table):
    path, told = evening
    session = open_session(path)
    at_first, present = session.file.entry(1), measure(session).toll(session, session.state)
    assert dict(told.scenes[-1].toll) == present
    rows = [each for each in every(of_class(page_of(path), "toll")[0]) if each[0] == "tr"]
    cells = [[text(cell) for cell in every(row) if cell[0] in ("th", "td")] for row in rows]
    assert [int(cell) for cell in cells[-1][1:]] == [present[side] for side in cells[0][1:]]
    assert at_first.kind == "new"
    if not session.file.has_amends():
        sides_of = {id: named.side for id, named in session.family.named(session.state).items()}
        log = table.say(f"log -n 999 --json -g {path}").plain["log"]
        lost = dict.fromkeys(present, 0)
        for entry in log:
            if entry["kind"] == "command" and not entry["undone"]:
                for side, points in lost_in(entry["changes"], sides_of).items():
                    lost[side] += points
        assert lost == present


def test_the_past_comes_to_the_present(evening):
    path, _ = evening
    past = Past(open_session(path))
    moments = list(past.moments())
    assert [one.number for one, _, _ in moments] == [one.number for one in past.history.standing[1:]]
    assert moments[-1][2] == past.session.snapshot.position
    for (_, _, after), (_, before, _) in pairwise(moments):
        assert at_position(past.session, after).state == before.state


def test_a_report_needs_nothing_else_and_is_one_page(evening):
    page = page_of(evening[0])
    for tag, attrs, _ in every(page):
        assert tag not in ("script", "link", "img", "iframe", "object")
        for name, value in attrs.items():
            assert not name.startswith("on")
            if name in ("href", "src"):
                assert value.startswith("#")
    ids = [each[1]["id"] for each in every(page) if "id" in each[1]]
    assert len(ids) == len(set(ids))
    links = {each[1]["href"][1:] for each in every(page) if "href" in each[1]}
    assert links - set(ids) <= {"end", "deeds", "luck"}
    assert "url(" not in html(evening[1])


def test_chances_are_the_odds_of_that_very_act(table):
    table.say("new worked-example-1 --seed 1 -g w.umpire")
    fire = "fire ta tb at para with g1 g2 reply g3"
    odds = table.say(f"{fire} --odds --json -g w.umpire").plain["odds"]
    assert table.say(f"{fire} --dice h3/h1 --defaults -g w.umpire").code == 0
    (line,) = tale(open_session(table.folder / "w.umpire")).lines
    for cost in line.weighed.costs:
        (row,) = [each for each in odds["tallies"] if each["name"].startswith(cost.side)]
        assert cost.expected == Fraction(row["average"])
        (value,) = [each for each in row["values"] if each["value"] == cost.lost]
        or_less = 1 - Fraction(value["or_more"]) + Fraction(value["chance"])
        assert cost.chance == (Fraction(value["or_more"]) if cost.more else or_less)
    swing = sum(
        (Fraction(row["average"]) * (1 if row["name"].startswith("Allied") else -1) for row in odds["tallies"]),
        Fraction(0),
    )
    assert line.weighed.swing == line.lost["Allied"] - line.lost["German"] - swing


def test_turning_points_go_farthest_beyond_the_odds(evening):
    told = evening[1]
    swings = [abs(line.weighed.swing) for line in told.turns]
    assert [line for line in told.lines if line in told.turns] == list(told.turns)
    assert all(line.weighed.chance <= Fraction(1, 4) for line in told.turns)
    others = [line for line in told.lines if line.kind == "fight" and line not in told.turns]
    rare = [abs(line.weighed.swing) for line in others if line.weighed.chance <= Fraction(1, 4)]
    assert not rare or max(rare) <= min(swings)


def test_a_fight_shows_all_that_might_have_come_of_it(evening):
    """The bar of a fight has a part for each possible result; their chances add up to one, and one of them is the
    actual result.
    """
    fights = [line.weighed for line in evening[1].lines if line.kind == "fight" and line.weighed]
    assert fights
    for fight in fights:
        assert sum(chance for chance, _ in fight.spread) == 1
        assert [came for _, came in fight.spread].count(True) == 1
        better = sum(chance for chance, _ in fight.spread[[came for _, came in fight.spread].index(True) :])
        assert fight.chance == better or fight.swing < 0
    bars = [attrs for _, attrs, _ in every(page_of(evening[0])) if attrs.get("class") == "spread"]
    assert len(bars) == sum(len(fight.spread) > 1 for fight in fights)


WICKED = "<script>alert(1)</script> *_|[x](y) `&amp; <b onclick=x>"


def test_names_are_text_whatever_they_are(table):
    toml = json.dumps(WICKED)
    (table.folder / "wicked.toml").write_text(
        f'name = {toml}\nruleset = "two-star-general"\nsides = [{json.dumps("A" + WICKED)}, "B"]\n'
        f'[units.a]\nname = {toml}\nside = {json.dumps("A" + WICKED)}\norganisation = "infantry"\n'
        '[units.b]\nname = "B"\nside = "B"\norganisation = "infantry"\n'
        '[map]\nhexes = "flat"\nshifted = "even"\nrows = "....\\n...."\n[map.legend]\n"." = "open"\n[map.names]\n'
        f'"0101" = {toml}\n'
    )
    assert table.say("new wicked.toml -g w.umpire").code == 0
    assert table.say("set a1 hex=0101 b1 hex=0301 -g w.umpire", WICKED).code == 0
    assert table.say("fire a1 at b1 --dice h2/h1 --defaults --ruling x -g w.umpire", "--add", f"+1 {WICKED}").code == 0
    assert table.say("note -g w.umpire", WICKED).code == 0
    told = tale(open_session(table.folder / "w.umpire"))
    page = Page(html(told))
    assert {each[0] for each in every(page.root)} & {"script", "b"} <= {"b"}
    assert not [each for each in every(page.root) if "onclick" in each[1]]
    assert WICKED in text(page.root)
    words, board, *_ = markdown(told).split("```")
    assert WICKED.replace("`", "'") in board
    assert not re.search(r"(?<!\\)[<`]|(?<!\\)\[x", words)


SECRETS = [
    ("order a=M b=H p=M", "order a=H b=M p=D", "seed 1", "note one", "by the book"),
    ("order a=D b=D p=D", "order a=R b=R p=R", "seed 2", "note quite another, and longer", "because"),
]


def test_secrets_make_no_difference_to_a_report_for_players(table):
    """The two games differ in markers face down, seed, remarks and words of rulings, and one undone act."""
    found = []
    for at, (first, then, seed, note, why) in enumerate(SECRETS):
        game = f"g{at}.umpire"

        def say(line, *more, game=game):
            assert table.say(f"{line} -g {game}", *more).code == 0, line

        say(f"new bridgehead --{seed}".replace("seed ", "seed="))
        say(first)
        say("order k=D l=H m=M")
        say("note", note)
        if at:
            say("undo")
            say("redo")
        say("note --public", "it rains")
        say(then)
        say("artillery g1 at k1 --dice 6 --defaults", "--ruling", why)
        said = [table.say(f"report --md --public -g {game}").out]
        table.say(f"report -o {at}.html --public -g {game}")
        found.append([*said, (table.folder / f"{at}.html").read_text()])
    assert found[0] == found[1]
    assert "it rains" in found[0][0]
    whole = table.say("report --md -g g0.umpire").out
    assert "by the book" in whole
    assert "note" in whole


def test_what_was_decided_without_dice_is_told(table):
    """The report also has orders turned up, and the unit of a side that has the choice alone."""
    for line in ("new bridgehead", "order a=R b=M p=M k=D l=H m=M", "order reveal", "activate", "next"):
        assert table.say(line).code == 0, line
    assert table.say("report -o told.html").code == 0
    said = html_text(table.folder / "told.html")
    assert "Orders revealed A: retreat (R) · B: move (M) · P: move (M) · K: dug in (D)" in said
    assert "The next activation active: A (German), on retreat\n" in said
    assert "End of day 1, round 1 of 5: retreat moves, A (German)\n" in said
    assert "4 steps without a fight" in said
    assert "- *4 steps without a fight*" in table.say("report --md").out.splitlines()


def test_what_was_put_right_is_marked(table):
    (path,) = evenings.games("star-mended")
    told = told_of(path)
    page = html(told)
    assert "corrected by #40" in page
    assert [number for number, _ in told.amends] == [40, 41, 44]
    assert "corrected later" in html(told_of(path, for_players=True))


def test_rulings_and_lines_of_the_referee_are_marked(table):
    path = evenings.games("d20-evening")[0]
    page = page_of(path)
    marks = [text(each) for each in of_class(page, "mark")]
    assert any(mark.startswith("ruling: the major is half within reach, against: 5 is beyond") for mark in marks)
    assert any("lit by the burning lorry" in mark for mark in marks)


def test_a_report_is_written_anew_and_nothing_else_is_replaced(table):
    table.say("new worked-example-1 --seed 1 -g w.umpire")
    assert table.say("report -o w.html -g w.umpire").out == "written to w.html, as of #1\n"
    table.say("fire ta at para --dice h2/h1 --defaults -g w.umpire")
    assert table.say("report -o w.html -g w.umpire").code == 0
    assert 'id="e2"' in (table.folder / "w.html").read_text()
    (table.folder / "mine.html").write_text("<p>mine</p>")
    assert table.say("report -o mine.html -g w.umpire").code == 1
    assert (table.folder / "mine.html").read_text() == "<p>mine</p>"
    assert table.say("report -o w.md -g w.umpire").code == 0
    assert table.say("report -o w.md -g w.umpire").code == 1
    assert table.say("report -g w.umpire").code == table.say("report -o w.txt -g w.umpire").code == 2
    assert table.say("report --md --pdf -g w.umpire").code == table.say("report --md -o w.html -g w.umpire").code == 2
    assert table.say("report --json --md -g w.umpire").plain["report"].startswith("# ")


EDITED = (
    lambda text: text.replace("</body>", "<p>mine</p></body>"),
    lambda text: text.replace("</h1>", " (mine)</h1>", 1),
    lambda text: f"<p>A page of mine.</p>\n{text}",
    lambda text: f"<title>About umpire</title><pre>{MARK}</pre>",
    lambda text: f"{MARK}<!-- as written: 0000000000000000 -->",
)


@pytest.mark.parametrize("edit", EDITED)
def test_a_report_that_was_edited_or_a_page_that_quotes_our_mark_stays(table, edit):
    table.say("new bridgehead --seed 1 -g w.umpire")
    path = table.folder / "w.html"
    assert table.say("report -o w.html -g w.umpire").code == 0
    mine = edit(path.read_text(encoding="utf-8"))
    path.write_text(mine, encoding="utf-8")
    said = table.say("report -o w.html -g w.umpire")
    assert (said.code, "name another file" in said.err) == (1, True)
    assert path.read_text(encoding="utf-8") == mine
    assert sorted(each.name for each in table.folder.iterdir()) == ["w.html", "w.umpire"]


def test_a_report_on_paper(table):
    table.say("new worked-example-1 --seed 1 -g w.umpire")
    table.say("fire ta at para --dice h2/h1 --defaults -g w.umpire")
    assert table.say("report -o w.pdf -g w.umpire").code == 0
    assert (table.folder / "w.pdf").read_bytes().startswith(b"%PDF")


def test_what_no_longer_fits_has_no_odds_and_is_told_all_the_same(table):
    table.say("new worked-example-1 --seed 1 -g w.umpire")
    table.say("fire ta at para --dice h2/h1 --defaults -g w.umpire")
    table.say("fire tb at para --dice h2/h1 --defaults -g w.umpire")
    assert table.say(
        "amend --before 2 --keep all fire para at tb para.order=M --dice h2/h0 --defaults -g w.umpire"
    ).code in (0, 4)
    told = tale(open_session(table.folder / "w.umpire"))
    assert html(told)
    assert [line.number for line in told.lines]


def test_what_was_lost_in_the_last_battle_is_not_lost_again(table):
    table.say("new campaign/ford -g ford.umpire")
    table.say("set k2 sp=0 a1 sp=2 -g ford.umpire")
    table.say("new campaign/village --from ford.umpire")
    assert table.say("fire p1 p2 at k3 --dice h2/h1 --defaults -g village.umpire").code == 0
    said = table.say("report --md -g village.umpire").out
    assert "German lost 1 of 43 SP, British lost 2 of 23 SP" in said
    assert "1 fight; German lost 1 SP, British lost 2 SP." in said
    assert "survivors of ford.umpire, The ford, as of" in said


@pytest.mark.parametrize("example", ["two-hills", "campaign/ford", "asp-opening", "three-star-opening"])
def test_a_battle_that_has_only_begun(example, table):
    assert table.say(f"new {example} --seed 1 -g b.umpire").code == 0
    said = table.say("report --md -g b.umpire")
    assert said.code == 0
    assert "0 fights" in said.out
    assert table.say("report -o b.html -g b.umpire").code == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", evenings.NAMES)
def test_no_report_says_lost_0_where_status_says_a_stand_is_lost(name):
    for told in (told_of(path) for path in evenings.games(name)):
        if not told.scenes:  # nothing was played
            continue
        lost = {side for side, parts in told.head.sides if any(re.match(r"lost (?!0 of)", part) for part in parts)}
        assert {side for side in told.sides if told.scenes[-1].toll[side] > 0} >= lost
        assert all(deed.side for deed in told.deeds)


def test_a_rule_file_counts_whoever_is_removed_and_shows_those_fights():
    (path,) = evenings.games("own-shields")
    told = told_of(path)
    assert told.scenes[-1].toll == {"Hill folk": 1, "River folk": 2}
    assert told.measure.whole == {"Hill folk": 4, "River folk": 4}
    assert {22, 30, 37} <= {line.number for line in told.lines if line.kind == "fight"}
    assert {22, 30, 37} & {line.number for line in told.turns}
    assert {deed.id: deed.side for deed in told.deeds if not deed.left} == {
        "ha": "Hill folk",
        "rb1": "River folk",
        "rr": "River folk",
    }
    said = markdown(told)
    assert "Hill folk lost 1 of 4 stands, River folk lost 2 of 4 stands" in said
    assert "3 fights; Hill folk lost 1 stand, River folk lost 1 stand." in said


@pytest.mark.slow
@pytest.mark.parametrize("name", evenings.NAMES)
def test_the_short_form_has_ten_lines_at_most_and_each_chance_once(name):
    for told in (told_of(path) for path in evenings.games(name)):
        lines = short(told)
        assert 2 <= len(lines) <= 10
        assert not re.search(r"lost 0\b", "\n".join(lines))
        assert not re.search(r"\d\.\d\d", "\n".join(lines))
        for line in told.lines:
            if line.kind == "fight":
                said = "; ".join(went_words(told, line))
                chances = re.findall(r"<?[\d.]+%|1 in [\d,]+", said)
                assert len(chances) == len(set(chances)), said
                assert not re.search(r"\d\.\d\d", said)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("star-bridgehead", "German wins 5 : 1"),
        ("star-mended", "German is ahead 5 : 1"),
        ("own-shields", "River folk breaks"),
        ("d20-evening", "The winner has not been recorded"),
        ("asp-turns", "The road to the river"),
    ],
)
@pytest.mark.slow
def test_the_headline_is_who_has_won(name, said):
    path = evenings.games(name)[0]
    for seen in ({}, {"for_players": True}):
        told = told_of(path, **seen)
        (head,) = [each for each in every(page_of(path, **seen)) if each[0] == "h1"]
        assert text(head) == said
        assert short(told)[0].endswith(said)
        assert said in markdown(told).splitlines()[0]


def test_what_is_no_fight_is_folded_and_what_is_out_of_the_ordinary_is_not():
    path = evenings.games("d20-evening")[0]
    told, page = told_of(path), page_of(path)
    folded = {each[1]["id"] for steps in of_class(page, "steps") for each in every(steps) if "id" in each[1]}
    plain = {each[1]["id"] for each in every(page) if re.fullmatch(r"e\d+", each[1].get("id", ""))} - folded
    assert folded == {f"e{line.number}" for line in told.lines if line.folded}
    assert not {f"e{line.number}" for line in told.lines if line.kind == "fight" or line.marks} - plain
    assert "the colonel sends a runner to brigade" in markdown(told)
    for steps in of_class(page, "steps"):
        (words,) = [text(each) for each in every(steps) if each[0] == "summary"]
        assert words.split()[0] == str(len(of_class(steps, "act")))


def test_who_did_what_goes_from_the_best_to_the_worst_and_the_lost_are_lost():
    told = told_of(evenings.games("star-bridgehead")[0])
    _, *rows = deed_rows(told)
    beyond = [Fraction(row[5].split()[0]) for row in rows if row[5]]
    assert beyond == sorted(beyond, reverse=True)
    assert [row[5].split()[1:] for row in rows if row[5]] == [["best"], *[[]] * (len(beyond) - 2), ["worst"]]
    assert {row[6] for row in rows if row[6].startswith(("0", "lost"))} == {"lost"}


def test_what_came_back_is_named_beside_the_losses():
    path = evenings.games("star-bridgehead")[0]
    page = page_of(path)
    said = text(of_class(page, "back")[0])
    assert "British +6 SP: K HQ (Day 1, round 5)" in said
    assert "The night after day 1" in said


def test_the_chart_marks_turning_points_what_came_back_and_the_night():
    path = evenings.games("star-bridgehead")[0]
    told, (drawn,) = told_of(path), of_class(page_of(path), "chart")
    dots = of_class(drawn, "dot")
    assert [each[1]["href"] for each in dots] == [f"#e{line.number}" for line in told.turns]
    assert [text(each) for each in dots] == [str(at) for at in range(1, len(told.turns) + 1)]
    words = [text(each) for each in every(drawn) if each[0] == "text"]
    assert [each for each in words if each.startswith("+")] == ["+7", "+6", "+7"]  # German at night; British
    assert {"night", "1.1", "2.5", "day.round"} <= set(words)
    assert len([each for each in every(drawn) if each[0] == "rect"]) == 1


def test_paper_has_first_and_last_board_the_dice_and_a_board_for_each_round():
    told = told_of(evenings.games("star-bridgehead")[0])
    data = paged(told)["documents"]["report"]
    assert [each["svg"][:4] for each in data["boards"]] == ["<svg", "<svg"]
    assert data["boards"][0]["svg"] != data["boards"][1]["svg"] == data["scenes"][-1]["board"]["svg"]
    assert data["headline"] == "German wins 5 : 1"
    lines = [line for scene in data["scenes"] for line in scene["lines"]]
    (assault,) = [line for line in lines if line["title"].startswith("#26 ")]
    assert [die["face"] for die in assault["throws"][0]["dice"] if die["hit"]] == ["6", "6", "6"]
    assert len([line for line in lines if line["title"].endswith("without a fight")]) < len(told.lines) / 2


def test_the_fights_of_a_rule_file_are_between_names():
    told = told_of(evenings.games("own-shields")[0])
    assert "Hill blade band" in (lines := short(told))[2]
    assert not re.search(
        r"\b(hs1|hs2|hb|ha|rb1|rb2|rr|ra)\b", "\n".join(lines) + "".join(row[1] for row in deed_rows(told))
    )

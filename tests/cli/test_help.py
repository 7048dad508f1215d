"""Tests of `umpire help`: the pages of docs/ at 80 x 24, the grammar of commands, and the meaning of words."""

import re
import tomllib

import pytest

from tests.places import ROOT
from umpire.cli.command import SHORT
from umpire.cli.commands.help import TOPICS
from umpire.game.lines import COMMANDS, VOCABULARY
from umpire.show.document import blocks, document_lines, plainly, terms
from umpire.show.page import Page

DOCS = ROOT / "docs"
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("*.md"))}
LINK = re.compile(r"\[(?:`[^`]*`|[^\[\]`])*\]\(([^)\s]+)\)")


def anchor(heading):
    """Return the name of a heading in a link."""
    return re.sub(r"[^\w -]", "", heading.lstrip("# ").lower()).replace(" ", "-")


def test_the_topics_are_the_pages(table):
    assert {*TOPICS} == {*PAGES}
    assert len(TOPICS) <= 16
    shown = table.say("help").out.splitlines()
    assert len(shown) <= 22
    assert max(map(len, shown)) <= 80
    for topic, line in TOPICS.items():
        assert any(re.match(rf" +{topic} +{re.escape(line[:30])}", one) for one in shown)
    assert table.say("help --json").plain == {"topics": TOPICS}


@pytest.mark.parametrize("topic", PAGES)
def test_a_page_fits_80_columns_and_begins_with_what_it_is_for(table, topic):
    shown = table.say(f"help {topic}").out.splitlines()
    assert not [line for line in shown if len(line) > 80]
    title, under, *first = shown[:24]
    assert title == PAGES[topic].splitlines()[0].removeprefix("# ")
    assert {*under} == {"="}
    assert any(len(line) > 40 for line in first[:4]), "the first screen says nothing in words"
    for kind, raw in blocks(PAGES[topic]):
        said = "" if kind in ("example", "code") else re.sub("`[^`]*`", "", plainly(" ".join(raw)))
        assert not {"](", "**"} & {*re.findall(r"\]\(|\*\*", said)}


@pytest.mark.parametrize("topic", PAGES)
def test_a_page_loses_no_word(table, topic):
    shown = re.sub(r"\W+", "", table.say(f"help {topic}").out)
    for kind, raw in blocks(PAGES[topic]):
        for line in raw if kind in ("example", "code") else ():
            assert re.sub(r"\W+", "", line) in shown, line
    words = re.findall(r"\w+", LINK.sub("", PAGES[topic].replace("```console", "").replace("```toml", "")))
    lost = {word for word in words if word not in shown}
    assert lost <= {"python", "console", "toml", "typst", "text", "sh", "json", "svg"}


@pytest.mark.parametrize("source", [*sorted(DOCS.glob("*.md")), ROOT / "README.md"], ids=lambda path: path.stem)
def test_every_link_leads_somewhere(source):
    for target in LINK.findall(source.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        file, _, place = target.partition("#")
        path = (source.parent / file).resolve() if file else source
        assert path.exists(), target
        if place:
            assert place in map(anchor, re.findall(r"^#+ .*", path.read_text(encoding="utf-8"), re.MULTILINE)), target


@pytest.mark.parametrize("source", [*sorted(DOCS.glob("*.md")), ROOT / "README.md"], ids=lambda path: path.stem)
def test_every_command_of_a_page_is_one(source):
    text = source.read_text(encoding="utf-8")
    typed = re.findall(r"(?:`|^|^\$ )umpire ([a-z][a-z-]*)", text, re.MULTILINE)
    own = re.findall(r"^\[act\.(\w+)\]", text, re.MULTILINE)  # acts that a rule file of the page adds
    assert {*typed} - {*COMMANDS, *VOCABULARY, *SHORT, *own} == set()


def test_a_link_is_the_line_that_shows_its_page(table):
    said = " ".join(table.say("help troubleshooting").out.split())
    assert "go on from a copy (`umpire help your-games`)" in said
    assert 'Update Umpire (`umpire help your-games`, "update")' in said
    assert "installed (README.md in the source)" in " ".join(table.say("help first-evening").out.split())
    seen = "\n".join(table.say(f"help {topic}").out for topic in TOPICS)
    for topic in re.findall(r"umpire help ([a-z0-9-]+)`", seen):
        assert table.say(f"help {topic}").code == 0


@pytest.mark.parametrize(
    ("typed", "meant"), [("fire", "fire --help"), ("s", "status --help"), ("print", "print --help")]
)
def test_a_command_shows_how_it_is_typed(table, typed, meant):
    assert table.say(f"help {typed}").out == table.say(meant).out != ""
    table.game("d20-opening")
    assert table.say(f"help {typed}").out == table.say(meant).out


def test_a_word_shows_its_line_in_the_glossary(table):
    known = terms(PAGES["glossary"])
    assert len(known) > 20
    for word, meaning in known.items():
        said = table.say(f"help {word}")
        if "Usage:" not in said.out and word not in TOPICS:
            assert " ".join(said.out.split()) == " ".join(meaning.split())
    assert table.say("help ruling").out.startswith("ruling: ")
    assert table.say("help ruling --json").plain["word"] == "ruling"


def test_a_page_may_be_named_by_its_first_word(table):
    assert table.say("help house").out == table.say("help house-rules").out != ""


@pytest.mark.parametrize(("typed", "hint"), [("troubelshooting", "troubleshooting"), ("rulling", "ruling")])
def test_a_word_that_is_none_is_answered_with_the_nearest(table, typed, hint):
    said = table.say(f"help {typed}")
    assert (said.code, said.out) == (2, "")
    assert said.err.splitlines()[0] == f"error: no page, command or word is called '{typed}'"
    assert hint in said.err.splitlines()[1]
    assert table.say("help qqqq").err.splitlines()[1] == "hint: `umpire help` lists the pages"


def test_tables_are_laid_out_in_columns_or_row_by_row():
    narrow = "|a|b|\n|--|--|\n| `x` | one \\| two |\n"
    assert document_lines(Page(80), narrow, str) == ["  a    b", "  `x`  one | two"]
    wide = f"| who | what | why |\n|--|--|--|\n| **first** | {'long ' * 12}| {'word ' * 9}|\n"
    shown = document_lines(Page(80), wide, str)
    assert shown[:2] == ["  who / what / why", "  first"]
    assert shown[2].startswith("      what: long long")
    assert shown[-1].startswith("      why: word word")
    assert max(map(len, shown)) <= 76


def test_what_is_typed_and_what_is_said_of_it_keep_their_columns():
    line = f"umpire status{' ' * 20}{'where everything is ' * 4}"
    first, second, *_ = document_lines(Page(80), f"```\n{line}\n```\n", str)
    assert first.index("where") == len(second) - len(second.lstrip()) == 33


def test_the_wheel_has_the_pages_and_no_other_file_of_docs():
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"][
        "wheel"
    ]
    assert wheel["sources"] == {"docs": "umpire/_data/docs"}
    assert "!/docs/*.md" in wheel["exclude"]

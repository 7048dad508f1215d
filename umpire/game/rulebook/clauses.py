"""The rules of a game as numbered clauses, and the readings: how Umpire interprets places where the rule book leaves a
choice.

There is one file for each ruleset, `NAME.clauses.toml`; `umpire.game.rulebook.tables` knows where the files are.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

Table = tuple[tuple[str, ...], ...]

NO_ROWS: Mapping[str, str] = {}


@dataclass(frozen=True)
class Section:
    """A section of the rule book, such as `3.7.2` or `INIT`. `table` is its chart, if it has one; the first row is the
    header.
    """

    id: str
    title: str
    table: Table = ()


@dataclass(frozen=True)
class Clause:
    """One rule. `source` is its origin: printed, example, deduced, ruling or unexplained.

    `readings` are the ids of the interpretations of the rule book on which the clause depends. `switch` names the
    question that the clause decides; the rule table may have an option of this name. `table` is the chart of the
    clause, if it has one; the first row is the header.
    """

    id: str
    section: str
    source: str
    words: str
    readings: tuple[str, ...] = ()
    switch: str = ""
    table: Table = ()


@dataclass(frozen=True)
class Interpretation:
    """A place where the rule book is silent or contradicts itself, and how Umpire reads this place.

    `switch` is the option of the table that changes the reading; "" means that the reading cannot be changed. `clauses`
    are the ids of the clauses that depend on the reading.
    """

    id: str
    issue: str
    ruling: str
    switch: str = ""
    clauses: tuple[str, ...] = ()


Found = Section | Clause | Interpretation


@dataclass(frozen=True)
class Clauses:
    """The clauses of one ruleset, in the order of its rule book."""

    id: str
    name: str
    sections: tuple[Section, ...]
    clauses: tuple[Clause, ...]
    readings: tuple[Interpretation, ...]

    def find(self, text: str, in_rows: Mapping[str, str] = NO_ROWS) -> list[Found]:
        """Return the rules that `text` names; [] if it names none.

        The number or title of a section gives the section, its clauses and its sub-sections. The id of a clause or a
        reading gives only this clause or reading; the initials of the game may be left out. The name of an option gives
        its readings and clauses. Any other text is looked for in the words of the clauses; clauses that have exactly
        this text come first. Capitals do not matter. For each rule, `in_rows` has the words of the rows that cite the
        rule; the text is looked for in these words too.
        """
        wanted = self._bare(text)
        if not wanted:
            return []
        for section in self.sections:
            if section.id.lower() == wanted:
                return [section, *self._within(section), *self._below(section)]
        named = [rule for rule in self._rules if self._bare(rule.id) == wanted]
        optional = [rule for rule in self._rules if rule.switch.lower() == wanted]
        if named or optional:
            return [*(named or optional)]
        found: list[Found] = []
        for section in self._titled(text):
            found += [section, *self._within(section), *self._below(section)]
        return list(dict.fromkeys([*found, *self._with_words(text, in_rows)]))

    def close_to(self, text: str) -> list[str]:
        """Return up to three names near `text` for which `find` has rules, for a hint; [] if there are none."""
        wanted = self._bare(text)
        known = [section.id for section in self.sections]
        known += [rule.id.removeprefix(self._initials) for rule in self._rules]
        known += dict.fromkeys(rule.switch for rule in self._rules if rule.switch)
        by_key = {name.lower(): name for name in known}
        near = [by_key[key] for key in get_close_matches(wanted, by_key, n=3, cutoff=0.6)]
        if not re.search(r"\d", wanted):
            vocabulary = sorted(
                {word for clause in self.clauses for word in re.findall(r"[a-z]+(?:-[a-z]+)*", _text_of(clause))}
            )
            nearest = [get_close_matches(word, vocabulary, n=1, cutoff=0.7) for word in wanted.split()]
            phrase = " ".join(words[0] for words in nearest if words)
            if nearest and all(nearest) and self._with_words(phrase):
                near.insert(0, phrase)
        return near[:3] or self._some_words(text)

    def _some_words(self, text: str) -> list[str]:
        """Return up to three phrases from `text`. They are the longest phrases whose words are all in one rule. The
        rarest phrase comes first.
        """
        words = text.lower().split()[:6]
        for number in range(len(words) - 1, 0, -1):
            phrases = dict.fromkeys(" ".join(some) for some in combinations(words, number))
            found = {each: len(self.find(each)) for each in phrases if len(each) > 2}
            if near := sorted(filter(found.get, found), key=lambda each: found[each]):
                return near[:3]
        return []

    @property
    def _rules(self) -> tuple[Interpretation | Clause, ...]:
        return (*self.readings, *self.clauses)

    @property
    def _initials(self) -> str:
        """The initials with which every id of a clause begins: `TSG-`."""
        return self.clauses[0].id.partition("-")[0] + "-" if self.clauses else ""

    def _bare(self, text: str) -> str:
        """Return `text` as a key for comparing ids: in small letters, without the initials of the game, with two digits
        at the end (`3.7.2-01`).
        """
        key = text.strip().rstrip(".").lower().removeprefix(self._initials.lower())
        return re.sub(r"-(\d)$", r"-0\1", key)

    def _within(self, section: Section) -> list[Clause]:
        return [clause for clause in self.clauses if clause.section == section.id]

    def _below(self, section: Section) -> list[Section]:
        return [other for other in self.sections if other.id.rpartition(".")[0] == section.id]

    def _titled(self, text: str) -> list[Section]:
        """Return the sections that have every word of `text` in their title; the word `(optional)` in a title does not
        count.
        """
        patterns = _patterns(text)
        titles = ((each, each.title.lower().replace("(optional)", "")) for each in self.sections)
        return [each for each, title in titles if patterns and all(p.search(title) for p in patterns)]

    def _with_words(self, text: str, in_rows: Mapping[str, str] = NO_ROWS) -> list[Clause]:
        """Return the clauses in which all words of `text` occur. The rows that cite a clause count as a part of it."""
        phrase, patterns = " ".join(text.lower().split()), _patterns(text)
        if not patterns:
            return []
        said = {clause: self._said(clause, in_rows) for clause in self.clauses}
        holding = [clause for clause in self.clauses if all(p.search(said[clause]) for p in patterns)]
        whole = re.compile(rf"(?<!\w){re.escape(phrase)}s?(?!\w)", re.IGNORECASE)
        return sorted(holding, key=lambda clause: (not whole.search(said[clause]), phrase not in said[clause]))

    def _said(self, clause: Clause, in_rows: Mapping[str, str]) -> str:
        """Return the words of a clause together with the words of the rows that cite it."""
        rows = in_rows.get(clause.id, "") + in_rows.get(clause.id.removeprefix(self._initials), "")
        return f"{_text_of(clause)} {rows}"


def _patterns(text: str) -> list[re.Pattern[str]]:
    """Return a pattern for each word of `text`. The pattern also finds longer words: `gun` finds guns. The pattern of a
    plural finds the singular too.
    """
    words = re.findall(r"[+-]?\w[\w.-]*", text.lower())
    stems = [word[:-1] if len(word) > 3 and word.endswith("s") else word for word in words]
    return [re.compile(r"(?<!\w)" + re.escape(stem)) for stem in stems]


def load(path: Path) -> Clauses:
    """Return the clauses in the file at `path`. The file is not checked, because it is part of the program."""
    return _read(path.read_text(encoding="utf-8"))


@lru_cache(maxsize=8)  # at the prompt, every question of rules asks the same book
def _read(text: str) -> Clauses:
    data = tomllib.loads(text)
    return Clauses(
        id=data["id"],
        name=data["name"],
        sections=tuple(Section(s["id"], s["title"], _table(s.get("table", []))) for s in data.get("section", ())),
        clauses=tuple(
            Clause(
                id=c["id"],
                section=c["section"],
                source=c["source"],
                words=c["words"],
                readings=tuple(c.get("readings", ())),
                switch=c.get("switch", ""),
                table=_table(c.get("table", [])),
            )
            for c in data.get("clause", ())
        ),
        readings=tuple(
            Interpretation(
                id=r["id"],
                issue=r["issue"],
                ruling=r["ruling"],
                switch=r.get("switch", ""),
                clauses=tuple(r.get("clauses", ())),
            )
            for r in data.get("reading", ())
        ),
    )


def of_rows(rows: Mapping[str, Any]) -> Clauses:
    """Return the clauses of a rule file: the lines of its section [clauses]."""
    initials = str(rows["id"]).replace("-", "").upper()
    titles: dict[str, str] = {}
    clauses = []
    for number, words in rows["clauses"].items():
        section = number.partition(".")[0]
        titles.setdefault(section, f"rules {section}" if section != number else words)
        clauses.append(Clause(f"{initials}-{number}", section, "printed", words))
    sections = tuple(Section(id, title) for id, title in titles.items())
    return Clauses(str(rows["id"]), str(rows["name"]), sections, tuple(clauses), ())


def of_limit(rows: Mapping[str, Any], limit: str) -> tuple[str, ...]:
    """Return the numbers of the rules to which a limit in [limits] belongs, such as `3-02`; () if there are none.

    A limit belongs to a rule if it is a key of the rule, or if sheet lines or modifiers of the rule use the limit.
    """
    named = re.compile(r"\{" + re.escape(limit) + r"[:}]")
    fields = {field for field, row in rows.get("fact", {}).items() if named.search(str(row.get("words", "")))}
    found = [rows.get("rules", {}).get(limit, "")]
    for line in rows.get("sheet", ()):
        found += line.get("covers", ()) if named.search(f"{line.get('lead', '')} {line['words']}") else ()
    for row in rows.get("modifier", ()):
        found += [row["rule"]] if named.search(row["words"]) or fields & row.get("when", {}).keys() else []
    return tuple(dict.fromkeys(rule for rule in found if rule))


def _table(rows: list[list[str]]) -> Table:
    return tuple(tuple(row) for row in rows)


def _text_of(clause: Clause) -> str:
    """Return the words of a clause and of its table, in small letters."""
    return " ".join([clause.words, *(cell for row in clause.table for cell in row)]).lower()

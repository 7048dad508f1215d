"""A game as people write it, in TOML. The functions here find and read a document, make a state from a document, and
make a document from a state.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar, cast

from umpire.core.mistakes import FileMistake, Gathered, Mistake, did_you_mean
from umpire.game import check, forms
from umpire.game.act import Family, Plain
from umpire.game.clock.arrivals import ARRIVE, LEAVE
from umpire.game.clock.effect import NOW
from umpire.game.clock.ending import never_ends
from umpire.game.clock.events import amiss
from umpire.game.clock.off_board import never_come
from umpire.game.clock.staying import begun_with
from umpire.game.further import whole
from umpire.game.maps import Map
from umpire.game.naming import written_sequence
from umpire.game.records import About
from umpire.game.rulebook import tables
from umpire.game.rulebook.toml import of_file
from umpire.game.written import NEW_WORDS, Written, ids, schema
from umpire.play.session import Session, typed_table
from umpire.rulesets import FAMILIES, Ruleset, installed, is_rules
from umpire.rulesets import find as find_ruleset

S = TypeVar("S")


def examples() -> tuple[str, ...]:
    """Return the names of the scenarios that are shipped with the program."""
    return tuple(sorted(path.stem for path in tables.data_folder("examples").glob("*.toml")))


RULES = "rules"
"""The folder of the examples with rule files, each with a scenario."""


def of_rule_files() -> tuple[str, ...]:
    """Return the names of the battles in the shipped rule files; `find` accepts these names."""
    beside = (tables.data_folder("examples") / RULES).glob("*.toml")
    return tuple(sorted(f"{RULES}/{path.stem}" for path in beside if not is_rules(path)))


CAMPAIGN = "campaign"
"""The folder of the examples that form a campaign: each continues the battle before it."""


def campaign() -> tuple[str, ...]:
    """Return the names of the battles in the shipped campaign; `find` accepts these names."""
    return tuple(
        sorted(f"{CAMPAIGN}/{path.stem}" for path in tables.data_folder("examples").glob(f"{CAMPAIGN}/*.toml"))
    )


def find(path: Path) -> Path:
    """Return the path of a scenario: a file, typed with or without .toml, or an example. Raises FileMistake."""
    bare = len(path.parts) == 1 or path.parts[:-1] in ((CAMPAIGN,), (RULES,))
    named = path.with_name(f"{path.name}.toml") if path.name else path
    shipped = tables.data_folder("examples")
    candidates = [path, named, shipped / path, shipped / named] if bare else [path, named]
    for candidate in candidates:
        if os.path.isfile(candidate):  # unlike Path.is_file it never raises, whatever the name
            return candidate
    if bare and not os.path.exists(path):
        known = {name: shipped / f"{name}.toml" for name in (*examples(), *campaign(), *of_rule_files())} | _of_others()
        if path.stem in known:
            return known[path.stem]
        raise FileMistake(f"there is no scenario {str(path)!r}", did_you_mean(path.stem, list(known)))
    return path


def _of_others() -> dict[str, Path]:
    """Return the scenarios of rulesets from other packages. Rulesets that cannot be read are left out."""
    found: dict[str, Path] = {}
    for ruleset in installed():
        with suppress(FileMistake):
            found |= {path.stem: path for path in sorted(ruleset.folder("examples").glob("*.toml"))}
    return found


@contextmanager
def in_file(origin: str, text: str | None = None) -> Iterator[None]:
    """Turn every Mistake in the block into an error of the file `origin`.

    If the `text` of the file is given, each error names the line of the file that is wrong.
    """
    try:
        yield
    except Mistake as wrong:
        raise of_file(origin, wrong, text) from None


def house_rules(
    named: Sequence[str | Mapping[str, Any]], folder: Path, origin: str, ruleset: str
) -> tuple[list[Plain], list[str | Path]]:
    """Return house rules in the form that the game stores, and their names for error messages.

    The name is the file of the rules; rules without a file have the name `origin`. Umpire looks for a file first in
    `folder`, then among its own files. Raises FileMistake.
    """
    house: list[Plain] = []
    origins: list[str | Path] = []
    known = list(dict.fromkeys([*FAMILIES, ruleset]))
    for each in named:
        if isinstance(each, str):
            path = tables.find_house(each, folder)
            house.append(tables.read_house_file(path, known))
            origins.append(path)
        else:
            house.append(dict(each))
            origins.append(f"{origin}: house rules {each.get('name', '')}".rstrip())
    return house, origins


def house_of(path: Path) -> tuple[Plain, Ruleset]:
    """Return a pair: the contents of a file of house rules, and the ruleset that the file extends. Raises Mistake.

    The ruleset may be a rule file in the same folder.
    """
    doc = tables.read_house_file(path)
    try:
        return doc, find_ruleset(doc["extends"], path.parent)
    except FileMistake:
        raise
    except Mistake as wrong:
        raise FileMistake(f"{path.name}: extends: {wrong.what}", wrong.hint) from None


def played_table(
    ruleset: Ruleset, house: Sequence[Plain], origins: Sequence[str | Path]
) -> tuple[tables.TableFile, Any]:
    """Return the rule table for a new game in two forms: the table file, and rows with types. Raises Mistake.

    The function also makes the rule sheet once, as a check for rows that refer to a removed row.
    """
    family, table_file = ruleset.family(), ruleset.table(house, origins)
    if not house:
        return table_file, typed_table(family, table_file.rows)
    try:
        table = family.read_table(table_file.rows)
        family.sheet(table, None)
    except Mistake:
        raise
    except Exception as broken:
        words = " ".join(str(broken).split())[:60]
        what = f"{table_file.name}: the parts of the table do not fit together ({type(broken).__name__}: {words})"
        raise FileMistake(what, "perhaps a row still names another row that was removed or renamed") from None
    return table_file, table


def state_of(
    doc: Mapping[str, Any],
    header: check.Header,
    family: Family[Any, Any],
    table: Any,
    *,
    strict: bool = True,
    before: Any = None,
    begins: bool = False,
) -> Plain:
    """Return the stored state for a document with a checked header. If the document is a correction, `before` is the
    old state. If the scenario `begins` a battle, no id may be a word of a command.

    Raises Mistake.
    """
    written, amiss = family.scenario(), Gathered()
    sections = {key: value for key, value in doc.items() if key not in check.HEADER}

    def look(sections: Plain) -> Any:
        return state_from(written, sections, table, header.map, header.sides, strict=strict)

    about = About(header.sides, table, sections, header.map)
    state = whole(look, sections, written.document, about, amiss) if strict else look(sections)
    groups = {name for name, hint in forms.hints(written.document).items() if forms.is_table(hint)}
    blamed = [each.path for each in amiss.found]
    acts = [family.act(verb) for verb in family.ACTS if verb not in (NOW, ARRIVE, LEAVE)]
    for section, id in ids(sections, written.document):
        for act in acts if (section, id) not in blamed else ():
            if id.lower() in act.connectors or act.bare(id) is not None:
                what = f"{id!r} means something else in `{act.verb}`"
                amiss.found.append(forms.Problem((section, id), what, "choose another id").mistake)
                break
        if begins and id.lower() in NEW_WORDS:
            what = f"{section}.{id}: {id!r} is a word of the commands, not an id"
            amiss.found.append(Mistake(what, "choose another id"))
        if id in groups:
            what = f"{id!r} is the name of a section"
            amiss.found.append(forms.Problem((section, id), what, "choose another id").mistake)
    amiss.refuse()
    for id, wrong in never_come(family, state) if begins else ():
        assert family.COMERS is not None
        path = (family.COMERS.among, id, "arrives")
        amiss.found.append(forms.Problem(path, wrong.what, wrong.hint).mistake)
    for wrong in never_ends(family, state) if begins else ():
        amiss.found.append(forms.Problem(("battle", "ends"), wrong.what, wrong.hint).mistake)
    amiss.refuse()
    return stored(family.plain(state if before is None else written.corrected(before, state, table)))


def facts_of(
    header: check.Header, family: Family[Any, Any], table: Any, plain: Plain, *, begins: bool = True
) -> tuple[Plain, dict[str, str]]:
    """Return the stored state and the lasting facts, with the values from `[facts]` of the scenario.

    Raises FileMistake with every error in `[facts]`.
    """
    if not header.facts:
        return plain, {}
    state, facts, wrong = begun_with(family, family.read_state(plain, header.map), table, header.facts, begins=begins)
    amiss = Gathered()
    amiss.found += [forms.Problem(("facts", *fact.split(".")), each.what, each.hint).mistake for fact, each in wrong]
    amiss.refuse()
    return stored(family.plain(state)), {fact: str(one) for fact, one in facts.items()}


def events_of(header: check.Header, family: Family[Any, Any], table: Any, plain: Plain) -> Plain:
    """Return the events of a scenario in their stored form. Raises FileMistake with every error in them."""
    if not header.events:
        return {}
    state, wrong = family.read_state(plain, header.map), Gathered()
    for id, event in header.events.items():
        found = amiss(family, state, table, event)
        wrong.found += [forms.Problem(("events", id, key), each.what, each.hint).mistake for key, each in found]
    wrong.refuse()
    return {id: event.kept for id, event in header.events.items()}


def state_from(
    written: Written[S, Any, Any],
    sections: Mapping[str, Any],
    table: Any,
    game_map: Map | None,
    sides: tuple[str, ...],
    *,
    strict: bool = True,
) -> S:
    """Return the state that sections of a scenario describe. Raises Mistake."""
    form = check.document_from(written, sections, table, game_map, sides, strict=strict)
    return written.to_state(form, table, game_map, sides)


def scenario_schema(ruleset: Ruleset) -> Plain:
    """Return the JSON Schema of a scenario of a ruleset with its published table, for an editor."""
    family = ruleset.family()
    about = About(table=family.read_table(ruleset.table().rows))
    header, own = (schema(form, about) for form in (check.HeaderForm, family.scenario().document))
    if "formation" in own["properties"]:  # a formation replaces the required sections
        own["anyOf"] = [{"required": own["required"]}, {"required": ["formation"]}]
        own["required"] = []
    rest = {"required": own["required"], **({"anyOf": own["anyOf"]} if "anyOf" in own else {})}
    rows = {}
    for each in family.scenario().carried:  # a scenario may have any keys for a survivor of another battle
        needed = own["properties"][each.section]["additionalProperties"].pop("required")
        rows[each.section] = {"additionalProperties": {"required": needed}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **header,
        "description": own["description"],
        "properties": header["properties"] | {"ruleset": {"enum": [ruleset.file or ruleset.name]}} | own["properties"],
        "if": {"required": ["carry"]},
        "else": {**rest, "properties": rows},
    }


def stored(value: Plain) -> Plain:
    """Return a value as it is read back from the game file: tuples become lists, and keys become text."""
    return cast("Plain", json.loads(json.dumps(value, allow_nan=False)))


def document(session: Session) -> Plain:
    """Return the position in the form and order of a scenario written by hand."""
    head, game_map = session.head, session.snapshot.position["map"]
    doc: Plain = {key: head[key] for key in ("name", "ruleset", "sequence", "sides", "seed")}
    doc["sequence"] = written_sequence(doc["sequence"])
    if head["drawn"]:
        doc["drawn"] = head["drawn"]
    doc |= {key: head[key] for key, usual in check.WISHES.items() if head.get(key, usual) != usual}
    if head["house"]:
        doc["house"] = head["house"]
    if session.staying:
        doc["facts"] = {fact: str(one) for fact, one in session.staying.items()}
    if head.get("events"):
        doc["events"] = head["events"]
    if game_map:
        doc["map"] = {key: value for key, value in game_map.items() if value or key != "names"}
    doc |= session.family.scenario().sections(session.state, session.table)
    doc |= {key: head[key] for key in ("rules",) if key in head}
    return stored(doc)

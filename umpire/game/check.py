"""The check of all text that people write: scenarios, edits, corrections.

A form is a frozen dataclass whose annotations say which values fit. For each value that does not fit, one line gives
the key, the value found and the value expected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Any, Literal, TypeVar

from umpire.core.frozen import frozen
from umpire.core.mistakes import FileMistake, Gathered, Mistake, found, is_one_line, together
from umpire.game.carried import CarryForm
from umpire.game.clock.events import Event
from umpire.game.clock.staying import flat
from umpire.game.forms import Problem, loosened, spelled
from umpire.game.maps import Map, MapError
from umpire.game.naming import SEQUENCES, written_sequence
from umpire.game.problems import checked
from umpire.game.records import About, fields_of
from umpire.game.written import Written, by_fields, made, roster_problems, unfit

S = TypeVar("S")
T = TypeVar("T")


@frozen
class Header:
    """The part of a scenario that all rulesets share. If `seed` is None, it is chosen at random.

    `drawn` is the number of dice already rolled from the seed, so that an exported game goes on with the next dice.
    `house` has the names of the files of house rules; in an export, it has the rules themselves.
    """

    name: str
    ruleset: str
    sides: tuple[str, ...]
    sequence: str
    seed: str | None
    drawn: int
    map: Map | None
    house: tuple[str | Mapping[str, Any], ...] = ()
    wishes: Mapping[str, str] = field(default_factory=dict)
    carry: CarryForm | None = None
    rules: Mapping[str, Any] | None = None
    facts: Mapping[str, str] = field(default_factory=dict)
    events: Mapping[str, Event] = field(default_factory=dict)


@frozen
class HeaderForm:
    """The header as people write it. `rules` is a whole rule file. If `dice` is `typed`, Enter does not roll dice.
    `preview` says whether the prompt shows odds while a line is typed.
    """

    name: str
    ruleset: str
    sides: tuple[str, ...]
    sequence: Literal["free", "enforced"] = "free"
    seed: int | str | None = None
    drawn: int = 0
    map: dict[str, Any] | str | None = None
    house: Any = None
    carry: CarryForm | None = None
    rules: dict[str, Any] | None = None
    facts: dict[str, str | int | bool | dict[str, str | int | bool]] | None = None
    events: Mapping[str, Event] = field(default_factory=dict)
    dice: Literal["any", "typed"] = "any"
    preview: Literal["yes", "no"] = "yes"
    menu: Literal["yes", "no"] = "yes"
    colour: Literal["yes", "no"] = "yes"
    format: Literal[1] = 1


HEADER = tuple(fields_of(HeaderForm))
"""The keys that a scenario of any family may have."""
WISHES = {"dice": "any", "preview": "yes", "menu": "yes", "colour": "yes"}
"""The keys for play at the table, each with its default. A game file does not store a default."""


def check_header(doc: Mapping[str, Any]) -> Header:
    """Return the header of a scenario. The sections of the family are not checked here (see `check_form`). Raises
    FileMistake.
    """
    written = {key: doc[key] for key in HEADER if key in doc}
    if "sequence" in written:
        written["sequence"] = written_sequence(written["sequence"])
    amiss = Gathered()
    with amiss:
        form = check_form(written, HeaderForm, about=About())
        if problems := list(_header_problems(form)):
            raise _mistake(problems)
    with amiss:
        game_map = board(written.get("map"))
    amiss.refuse()
    same = {key: getattr(form, key) for key in ("ruleset", "sides", "drawn", "carry", "rules", "events")}
    facts = flat(form.facts or {})
    wishes, seed = {key: getattr(form, key) for key in WISHES}, None if form.seed is None else str(form.seed)
    return Header(
        form.name.strip(),
        sequence=SEQUENCES[form.sequence],
        seed=seed,
        map=game_map,
        house=tuple(_houses(form)),
        wishes=wishes,
        facts=facts,
        **same,
    )


def board(written: Any) -> Map | None:
    """Return the map of a scenario; None if the scenario has no map. Raises FileMistake with every error of the map."""
    try:
        return Map.read(written) if isinstance(written, Mapping | str) else None
    except ValueError as wrong:  # a MapError, or a board too large for its labels
        each = (wrong, *wrong.more) if isinstance(wrong, MapError) else (MapError("map", str(wrong)),)
        raise together(_of_map(one) for one in each) from None


def _of_map(wrong: MapError) -> Mistake:
    """Return an error of the map as a Mistake with its text on one line."""
    path = tuple(wrong.key.split("."))
    return Mistake(" ".join(str(wrong).split()), wrong.hint, path=path, said=" ".join(wrong.words.split()))


def _houses(form: HeaderForm) -> list[Any]:
    if form.house is None:
        return []
    return form.house if isinstance(form.house, list) else [form.house]


def _header_problems(form: HeaderForm) -> Iterator[Problem]:
    if not is_one_line(form.name):
        yield Problem(("name",), f"found {found(form.name)}, expected a name on one line")
    if len(form.sides) < 2:
        yield Problem(("sides",), f"found {len(form.sides)}, expected the names of at least two sides")
    for index, side in enumerate(form.sides):
        if not is_one_line(side) or side != side.strip():
            yield Problem(("sides", index), f"found {found(side)}, expected the name of a side")
        elif side.lower() in (other.lower() for other in form.sides[:index]):
            yield Problem(("sides", index), f"{found(side)} appears twice, expected different names")
    if isinstance(form.seed, str) and not is_one_line(form.seed):
        yield Problem(("seed",), f"found {found(form.seed)}, expected a number or a word")
    for index, house in enumerate(_houses(form)):
        if not isinstance(house, Mapping) and not (isinstance(house, str) and is_one_line(house)):
            path = ("house", index) if isinstance(form.house, list) else ("house",)
            yield Problem(path, f"found {found(house)}, expected the name of a house file")
    if form.drawn < 0:
        yield Problem(("drawn",), f"found {form.drawn}, expected the number of dice already rolled from the seed")


def check_form(
    sections: Mapping[str, Any],
    form: type[T],
    *,
    strict: bool = True,
    about: About | None = None,
    usual: Callable[[Any, Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]] = lambda cls, card, doc: {},
) -> T:
    """Return the sections of a scenario as the `form` of its family: a record, or a dataclass of records.

    A list fits where a tuple is expected. Other types must be exact: a bool is not a number, a number is not a text.
    With `strict=False`, a value may also be a text, in the form typed after `set`: `3`, `yes`, `0507,0508`. The keys of
    a table of tables are ids. An id must be a word that can be typed in a command, and no two ids may differ only in
    capitals. A `name` must fit on one printed line. The marks in the annotations (`records.FieldMark`) use `about` to
    check values. Raises FileMistake.
    """
    _check_plain(sections)
    sections = sections if strict else loosened(sections, form)
    read, misfits = checked(form, sections, about or About(), also=HEADER)
    if problems := [*misfits, *roster_problems(sections, form)]:
        raise _mistake(list(dict.fromkeys(problems)))
    doc = by_fields(read, form)
    whole: T = made(doc, form, "", lambda cls, card: usual(cls, card, doc))
    return whole


def document_from(
    written: Written[Any, Any, T],
    sections: Mapping[str, Any],
    table: Any,
    game_map: Map | None,
    sides: tuple[str, ...],
    *,
    strict: bool = True,
) -> T:
    """Return the sections of a scenario as the document of the family. Every key that is left out gets its usual value.
    Raises Mistake.
    """
    _check_plain(sections)
    sections = sections if strict else loosened(sections, written.document)
    sections = spelled(dict(sections), written.document, About(sides, table, sections, game_map))
    doc = written.mustered(dict(sections), table, sides)
    return check_form(
        doc,
        written.document,
        about=About(sides, table, doc, game_map),
        usual=lambda cls, card, doc: written.usual(cls, card, table, doc),
    )


def _mistake(problems: list[Problem]) -> FileMistake:
    return together(each.mistake for each in problems)


def _check_plain(value: Any) -> None:
    if problems := list(unfit(value, ())):
        raise _mistake(problems)

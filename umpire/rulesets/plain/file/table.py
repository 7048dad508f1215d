"""The rules of a game in the form that acts use: a record for each row.

Formulas and conditions are parsed when an act is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, TypeVar

from umpire.game.records import read
from umpire.game.says.condition import When, read_when
from umpire.game.says.words import names_in
from umpire.rulesets.plain.file import schema
from umpire.rulesets.plain.file.keys import taken
from umpire.rulesets.plain.file.plan import ActPlan
from umpire.rulesets.plain.file.rules import (
    ALTERNATE,
    ActOf,
    Attribute,
    CellRow,
    Comes,
    Effect,
    Explode,
    Fact,
    Limit,
    MarkOf,
    Modifier,
    Refusal,
    Reroll,
    ResultRow,
    Role,
    SideTrack,
    Step,
    StepBlock,
    Track,
    Turn,
    Victory,
)

R = TypeVar("R")
Rows = Mapping[str, Any]


class Rules:
    """The contents of a rule file.

    `type` has the values of each type under names such as `combat.foot` and `men_full`. Each section is read when it is
    used for the first time.
    """

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self._plans: dict[tuple[Any, ...], ActPlan] = {}

    @cached_property
    def stand(self) -> Mapping[str, Attribute]:
        """The attributes that types have."""
        return _each(Attribute, self.rows["stand"])

    @cached_property
    def track(self) -> Mapping[str, Track]:
        """The tracks: numbers that each stand has and that can go down."""
        return _each(Track, self.rows["track"])

    @cached_property
    def by_words(self) -> Mapping[str, list[str]]:
        """A dict from each track that has several parts to the words that name its parts."""
        return schema.by_words(self.rows["track"])

    @cached_property
    def flags(self) -> list[str]:
        """The tracks whose full number is 1 for every type. A stand either has the track or has lost it."""
        of_types = {name: {type_[f"{name}_full"] for type_ in self.type.values()} for name in self.track}
        return [name for name, fulls in of_types.items() if fulls == {1} and not self.track[name].own]

    @cached_property
    def empties(self) -> list[str]:
        """The tracks that remove a stand when they reach 0.

        The name of a whole track is included if every part of the track removes a stand at 0.
        """
        empty = [name for name, track in self.track.items() if track.empty]
        return [*empty, *(name for name in self.by_words if {*self.tracks(name)} <= {*empty})]

    def tracks(self, name: str) -> list[str]:
        """Return the tracks that a name means. If the track has a part for each of several words, return all parts."""
        return [f"{name}_{word}" for word in self.by_words[name]] if name in self.by_words else [name]

    def track_of(self, name: str) -> str:
        """Return the stored name of one part of a track that has several parts: `guns_port` for `guns.port`.

        Other names are not changed.
        """
        group, _, word = name.partition(".")
        bare = group.removesuffix("_full")
        full = group[len(bare) :]
        return f"{bare}_{word}{full}" if word and word in self.by_words.get(bare, ()) else name

    @cached_property
    def mark(self) -> Mapping[str, MarkOf]:
        """The marks of a stand."""
        return _each(MarkOf, self.rows["mark"])

    @cached_property
    def side(self) -> Mapping[str, SideTrack]:
        """The numbers of a side."""
        return _each(SideTrack, self.rows["side"])

    @cached_property
    def turn(self) -> Turn:
        """The sequence of play."""
        comes = tuple(row(Comes, each, do=_list(Effect, each["do"])) for each in self.rows["turn"].get("comes", ()))
        return row(Turn, self.rows["turn"], comes=comes)

    @cached_property
    def comes(self) -> tuple[tuple[Comes, ActPlan], ...]:
        """Pairs (row of `[turn] comes`, act made for the row).

        The act has only one step. This step has the row's effects.
        """
        return tuple((each, _by_itself(each)) for each in self.turn.comes)

    @cached_property
    def first(self) -> ActPlan | None:
        """The formula that decides which side plays first, as an act of one step. None if no formula decides which side
        plays first.
        """
        if self.turn.first in ("", ALTERNATE):
            return None
        return ActPlan("first", ActOf("first", {}, (Step("first", let=self.turn.first),)))

    @cached_property
    def victory(self) -> tuple[tuple[Victory, When], ...]:
        """The conditions checked for each side after every act."""
        return tuple((row(Victory, each), read_when(each["when"])) for each in self.rows.get("victory", ()))

    @cached_property
    def looked_at_to_win(self) -> frozenset[str]:
        """The values of stands that a victory depends on: `removed`, and values that are added up for a side."""
        names = (name for row, when in self.victory for name in when.names | names_in(row.words))
        return frozenset({"removed", *(name.rpartition(".")[2] for name in names)})

    @cached_property
    def type(self) -> Mapping[str, Mapping[str, Any]]:
        """The types by name. The values of each type are under the names that formulas use."""
        usual = {name: each.usual for name, each in self.stand.items() if each.usual is not None}
        full = {f"{name}_full": each.full for name, each in self.track.items() if each.full is not None}
        found: dict[str, dict[str, Any]] = {}
        for name, line in self.rows["type"].items():
            flat: dict[str, Any] = {"words": name, **full}
            for key, value in {**usual, **line}.items():
                if isinstance(value, Mapping):
                    flat |= {f"{key}.{word}": number for word, number in value.items()}
                else:
                    flat[f"{key}_full" if key in self.track else key] = value
            found[name] = flat
        return found

    @cached_property
    def of_stand(self) -> frozenset[str]:
        """The names of the values that each stand has for itself, not from its type."""
        return frozenset({"id", "name", "side", "type", "removed", *self.track, *self.mark, *self.own})

    @cached_property
    def own(self) -> frozenset[str]:
        """The values that a stand may have in place of the values of its type."""
        return frozenset(schema.own_of(self.rows))

    def value(self, stand: Any, name: str) -> Any:
        """Return a value of a stand. If the stand has no value of its own, return the value of its type."""
        return getattr(stand, name) if name in self.own else self.type[stand.type][name]

    @cached_property
    def once(self) -> frozenset[str]:
        """The marks of stands that have acted, are awake or have been woken. These marks are not put on the table."""
        woken = ("awake", "woken") if self.turn.order == "stands" else ()
        return frozenset({*filter(None, (act.get("once") for act in self.rows["act"].values())), *woken})

    @cached_property
    def owing(self) -> Mapping[str, str]:
        """A dict by mark, for the marks of acts that are due. The value is the first act that clears the mark."""
        acts = [(act["owed"], verb) for verb, act in self.rows["act"].items() if act.get("owed")]
        return dict(reversed(acts))

    @cached_property
    def stand_class(self) -> Any:
        """The class that holds a stand."""
        return schema.stand_class(self.rows)

    @cached_property
    def force_class(self) -> Any:
        """The class that holds the values of a side."""
        return schema.force_class(self.rows)

    @cached_property
    def blocks(self) -> Mapping[str, StepBlock]:
        """The blocks of steps, by name."""
        return {name: read_block(each) for name, each in self.rows.get("steps", {}).items()}

    @cached_property
    def plays(self) -> frozenset[str]:
        """The steps that play a block, by their ids."""
        rows = (row for section in ("act", "steps") for row in self.rows.get(section, {}).values())
        return frozenset(step["id"] for row in rows for step in row["step"] if "play" in step)

    def act(self, verb: str, many: Mapping[str, int] | None = None) -> ActPlan:
        """Return an act with its formulas parsed. `many` has the number of stands in each role that has many stands.
        Raises KeyError.
        """
        key = (verb, *(many or {}).items())
        if key not in self._plans:
            self._plans[key] = ActPlan(verb, read_act(self.rows["act"][verb]), self.blocks, many)
        return self._plans[key]


def _by_itself(each: Comes) -> ActPlan:
    result = ResultRow(each.id, words=each.words, rule=each.rule, do=each.do)
    step = Step("comes", let=0, when=each.when, result=(result,))
    return ActPlan("comes", ActOf(each.id, {"stand": Role()} if each.each == "stand" else {}, (step,)))


def read_act(plain: Rows) -> ActOf:
    """Return an act from its rows, which are not checked here."""
    phase = plain.get("phase", ())
    return row(
        ActOf,
        plain,
        phase=(phase,) if isinstance(phase, str) else tuple(phase),
        role=_each(Role, plain["role"]),
        fact=_each(Fact, plain.get("fact", {})),
        refuse=_list(Refusal, plain.get("refuse", ())),
        step=tuple(read_step(each) for each in plain["step"]),
    )


def read_block(plain: Rows) -> StepBlock:
    """Return a block from its rows, which are not checked here."""
    names = {key: tuple(plain.get(key, ())) for key in ("roles", "numbers", "facts")}
    return row(StepBlock, plain, **names, step=tuple(read_step(each) for each in plain["step"]))


def read_step(plain: Rows) -> Step:
    """Return a step from its row, which is not checked here."""
    plain = taken(plain)
    return row(Step, plain, **{key: read(plain[key]) for key, read in _INNER.items() if key in plain})


_INNER: Mapping[str, Callable[[Any], Any]] = {
    "modifier": lambda rows: _list(Modifier, rows),
    "result": lambda rows: tuple(row(ResultRow, each, do=_list(Effect, each.get("do", ()))) for each in rows),
    "look": lambda looks: {name: each if isinstance(each, str) else tuple(each) for name, each in looks.items()},
    "limit": lambda rows: _each(Limit, rows),
    "rows": lambda rows: _list(CellRow, rows),
    "explode": lambda each: row(Explode, each),
    "reroll": lambda each: row(Reroll, each, on=each["on"] if isinstance(each["on"], str) else tuple(each["on"])),
}
"""What of a step is rows again."""


_FIELDS = {"is": "kind", "with": "given"}
"""Keys that are words of Python, by what they are called there."""


def row(cls: type[R], plain: Rows, **inner: Any) -> R:
    """Return the record of a row. The row is not checked here."""
    if not plain.keys().isdisjoint(_FIELDS):
        plain = {_FIELDS.get(key, key): value for key, value in plain.items()}
    return read(cls, plain, **inner)


def _each(cls: type[R], section: Rows) -> dict[str, R]:
    return {name: row(cls, each) for name, each in section.items()}


def _list(cls: type[R], rows: Any) -> tuple[R, ...]:
    return tuple(row(cls, each) for each in rows)

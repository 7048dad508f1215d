"""The survivors of the last battle. `[carry]` in the scenario of the next battle decides which survivors come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from umpire.core.frozen import frozen
from umpire.core.mistakes import FileMistake, Gathered, Mistake, did_you_mean, each_of, together
from umpire.game.act import Plain
from umpire.game.carried import Carried, CarryForm
from umpire.game.forms import Problem, record, step
from umpire.game.records import fields_of
from umpire.play.documents import document
from umpire.play.session import Session

EVERYBODY = "everybody"
"""In `recover`: all things that are not named by id, unit or kind."""

HOW = ("unchanged", "with losses", "recovers", "comes back", "lost", "stays behind")
"""The changes between two battles."""

WITH = "with its stands"
"""The change of a unit with a stand that comes."""

_SAID = {
    "unchanged": "unchanged",
    "with losses": "with losses",
    "recovers": "recover",
    "comes back": "come back",
    "lost": "lost",
    "stays behind": "stay behind",
}


class CarriedOver(NamedTuple):
    """The change of one thing between the last battle and the next. `how` is one of the words in HOW. `was` is the
    strength at the end of the last battle; `now` is the strength in the next battle; `full` is the full strength. All
    three are None for a thing without strength.
    """

    section: str
    id: str
    name: str
    how: str
    was: int | None = None
    now: int | None = None
    full: int | None = None

    @property
    def comes(self) -> bool:
        """True if the thing is in the next battle."""
        return self.how not in ("lost", "stays behind")

    @property
    def words(self) -> str:
        """The change in words, `A 1st company (a1) 2+1 of 4`: strength 2, 1 recovered, full strength 4.

        For a thing without strength, only the name and id are given; for an unchanged thing, only the id.
        """
        if self.how == "unchanged":
            return self.id
        if self.now is None or self.was is None or not self.comes:
            return f"{self.name} ({self.id})"
        gained = f"{self.was}+{self.now - self.was}" if self.how == "recovers" else str(self.now)
        return f"{self.name} ({self.id}) {gained} of {self.full}"


@frozen
class Survivors:
    """The scenario with its survivors, and the change of each.

    Values in the scenario replace the old values of a survivor. `idle` has the ids of things that have a row in the
    scenario but do not come. `nowhere` has the ids of things that come but have no place yet.
    """

    last: Session
    doc: Plain
    passed: tuple[CarriedOver, ...]
    idle: tuple[str, ...]
    nowhere: tuple[str, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The lines about the survivors, for the first entry of the game."""
        lines = [
            f"survivors of {self.last.file.path.name}, {self.last.head['name']}, as of #{self.last.snapshot.number}"
        ]
        for how in HOW:
            those = [one.words for one in self.passed if one.how == how and one.section not in self.units]
            lines += [f"{_SAID[how]}: {', '.join(those)}"] if those else []
        lines += (
            [f"stands lost or left behind; the rows of these stands are ignored: {', '.join(self.idle)}"]
            if self.idle
            else []
        )
        return (*lines, *([f"without a place on the board: {', '.join(self.nowhere)}"] if self.nowhere else []))

    @property
    def units(self) -> list[str]:
        """The sections of units. They are not in `words`."""
        return [each.section for each in self.last.family.scenario().carried if not each.lost]

    @property
    def plain(self) -> Plain:
        """The survivors as JSON."""
        last = self.last
        things = [{key: value for key, value in one._asdict().items() if value is not None} for one in self.passed]
        game = {"game": last.file.path.name, "name": last.head["name"], "entry": last.snapshot.number}
        return {**game, "things": things, "left_out": list(self.idle), "without_place": list(self.nowhere)}

    def blamed(self, wrong: FileMistake) -> FileMistake:
        """Return the errors of the scenario, with a hint for the errors about a survivor of the last battle."""
        came = {(one.section, one.id) for one in self.passed if one.comes}
        return together(_with_hint(one) if one.path[:2] in came else one for one in each_of(wrong))


def _with_hint(wrong: Mistake) -> Mistake:
    section, id = wrong.path[:2]
    more = f'correct [{section}.{id}], or write leave = ["{id}"] in [carry]'
    return wrong.put(hint=f"{wrong.hint}; {more}" if wrong.hint else more)


def survivors(carry: CarryForm, doc: Plain, last: Session) -> Survivors:
    """Return the survivors.

    Raises FileMistake for an unknown name, or for a survivor that the scenario also describes as new.
    """
    written = last.family.scenario()
    stands = [each for each in written.carried if each.lost]
    _check_names(carry, last, stands)
    passed = [
        _passed(carry, last, each, id)
        for each in stands
        for side in last.head["sides"]
        for id, thing in _things(last, each).items()
        if side == _side(last, each, thing) and side in (carry.sides or (side,))
    ]
    passed += _units(last, stands, passed)
    return _laid_under(doc, last, tuple(passed))


def _units(last: Session, stands: list[Carried], passed: list[CarriedOver]) -> list[CarriedOver]:
    """Return the change of each unit. A unit comes into the next battle if one of its stands comes."""
    of = {each.section: each for each in stands}
    led: dict[str, str] = {}
    for one in passed:
        unit = _called(last, of[one.section], one.id)[1]
        led[unit] = WITH if one.comes or led.get(unit) == WITH else max(one.how, led.get(unit, ""))
    units = [each for each in last.family.scenario().carried if not each.lost]
    rosters = [(each.section, id, thing.name) for each in units for id, thing in _things(last, each).items()]
    return [CarriedOver(section, id, name, led[id]) for section, id, name in rosters if id in led]


def _things(last: Session, each: Carried) -> Mapping[str, Any]:
    """Return the things of a section, by id."""
    things: Mapping[str, Any] = getattr(last.state, each.section)
    return things


def _called(last: Session, each: Carried, id: str) -> tuple[str, str, str]:
    """Return the words by which `[carry]` can name a thing: its id, its unit ("" if none), its kind."""
    thing = _things(last, each)[id]
    return id, getattr(thing, each.unit) if each.unit else "", str(getattr(thing, each.kind))


def _side(last: Session, each: Carried, thing: Any) -> str:
    """Return the side of a thing: its own side, or the side of its unit."""
    if hasattr(thing, "side"):
        return str(thing.side)
    unit = getattr(thing, each.unit)
    return next(str(rows[unit].side) for one in last.family.scenario().carried if unit in (rows := _things(last, one)))


def _check_names(carry: CarryForm, last: Session, stands: list[Carried]) -> None:
    known = {word for each in stands for id in _things(last, each) for word in _called(last, each, id) if word}
    amiss, game = Gathered(), last.file.path.name
    for key in ("sides", "leave", "back", "recover"):
        there = set(last.head["sides"]) if key == "sides" else known | ({EVERYBODY} if key == "recover" else set())
        for word in getattr(carry, key):
            if word not in there:
                hint = did_you_mean(word, sorted(there)) or "type an id, a unit or a type of stand from the last battle"
                amiss.found.append(Problem(("carry", key), f"{game} has no {word!r}", hint).mistake)
    if carry.recover and not any(each.strength for each in stands):
        wrong = Problem(("carry", "recover"), "nothing here has strength points", "leave out `recover`")
        amiss.found.append(wrong.mistake)
    amiss.refuse()


def _passed(carry: CarryForm, last: Session, each: Carried, id: str) -> CarriedOver:
    """Return the change of one thing: it stays behind, is lost, comes back, recovers, has losses or is unchanged."""
    thing, words = _things(last, each)[id], _called(last, each, id)
    lost = each.lost is not None and each.lost(thing)
    if any(word in carry.leave for word in words):
        return CarriedOver(each.section, id, thing.name, "stays behind")
    if lost and not any(word in carry.back for word in words):
        return CarriedOver(each.section, id, thing.name, "lost")
    if not each.strength:
        return CarriedOver(each.section, id, thing.name, "comes back" if lost else "unchanged")
    was, full = getattr(thing, each.strength), getattr(thing, each.full)
    more = next((carry.recover[word] for word in (*words, EVERYBODY) if word in carry.recover), 0)
    now = full if more == "all" else min(full, was + more)
    how = "recovers" if now > was else "with losses" if now < full else "unchanged"
    return CarriedOver(each.section, id, thing.name, "comes back" if lost else how, was, max(now, 1), full)


def _laid_under(doc: Plain, last: Session, passed: tuple[CarriedOver, ...]) -> Survivors:
    """Return the survivors with their values from the last battle. Values in the scenario replace these old values."""
    written, amiss = last.family.scenario(), Gathered()
    rows, doc, idle, nowhere = document(last), dict(doc), [], []
    comes = {one.id for one in passed if one.comes}
    for each in written.carried:
        own = doc.get(each.section, {})
        if not isinstance(own, Mapping):
            return Survivors(last, doc, passed, (), ())  # the check of the scenario reports it
        own, kept = dict(own), {}
        for one in (one for one in passed if one.section == each.section):
            says = own.get(one.id)
            whole = isinstance(says, Mapping) and _is_whole(written.document, each, says)
            if one.comes and whole:
                hint = f'choose another id, or write leave = ["{one.id}"] in [carry]'
                what = f"{one.name} of {last.file.path.name} already has this id"
                amiss.found.append(Problem((each.section, one.id), what, hint).mistake)
            elif one.comes:
                row = written.comes(each, rows[each.section][one.id])
                if one.full is not None:
                    row |= {each.strength: one.now}
                row = {key: value for key, value in row.items() if key not in each.ties or value in comes}
                kept[one.id] = {**row, **(own.pop(one.id, None) or {})}
                if each.place and not any(kept[one.id].get(key) for key in each.place):
                    nowhere.append(one.id)
            elif says is not None and not whole:
                idle.append(one.id)
                del own[one.id]
        doc[each.section] = {**kept, **own}
    amiss.refuse()
    return Survivors(last, doc, passed, tuple(idle), tuple(nowhere) if doc.get("map") else ())


def _is_whole(form: Any, each: Carried, row: Mapping[str, Any]) -> bool:
    """Return whether a row of the scenario has every key that a new thing needs."""
    card = record(step(step(form, each.section), ""))
    return all(key in row for key, field in fields_of(card).items() if not field.optional)

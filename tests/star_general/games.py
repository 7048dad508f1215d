"""Small Star General games for tests: stands named by their ids, with or without a map, one line fired, dice typed."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from tests.catalogue import hear
from umpire.core.answers import Answers
from umpire.core.dice import SeededDice
from umpire.core.outcome import Objection, Outcome
from umpire.core.pools import DiceLine, Pool
from umpire.core.procedure import Chosen, Thrown, resolve
from umpire.game.facts import parse_told
from umpire.game.maps import Map
from umpire.game.records import fields_of
from umpire.game.rulebook.modifiers import values_of
from umpire.game.rulebook.tables import read_table_file
from umpire.play.documents import state_from
from umpire.rulesets.star_general import FAMILY as star_general
from umpire.rulesets.star_general.combat.pools import CombatSituation
from umpire.rulesets.star_general.effects import Effect, Lose, SpendShot, apply
from umpire.rulesets.star_general.scenario import WRITTEN
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.table import Table

NAMES = {"TSG": "two-star-general", "3SG": "three-star-general"}
ROWS = {book: read_table_file(name, list(NAMES.values())).rows for book, name in NAMES.items()}
BOOKS = ("TSG", "3SG")
LIGHT = {"TSG": "la", "3SG": "fs"}
SIDES = ("Red", "Blue")
SECTIONS = tuple(fields_of(WRITTEN.document))
FIRE = star_general.act("fire")
GLYPHS = {
    ".": "open",
    "w": "woods",
    "t": "town",
    "v": "village",
    "h": "bocage",
    "d": "works",
    "r": "rough",
    "s": "stream",
    "R": "river",
    "b": "bridge",
    "l": "beach",
}


def table(book: str = "TSG", **options: Any) -> Table:
    """Return the published table, or the same with some options changed in its rows."""
    rows = ROWS[book]
    if options:
        rows = deepcopy(rows)
        for name, value in options.items():
            assert value in values_of(rows, name), f"{name} may not be {value}"
            rows["options"][name] = value
    return star_general.read_table(rows)


TABLES = {book: table(book) for book in BOOKS}


def ours(kind: str, **more: Any) -> dict[str, Any]:
    """Return a stand of the unit `reds`."""
    return {"type": kind, "unit": "reds", **more}


def theirs(kind: str, **more: Any) -> dict[str, Any]:
    """Return a stand of the unit `blues`."""
    return {"type": kind, "unit": "blues", **more}


def beside(host: str, kind: str, **more: Any) -> dict[str, Any]:
    """Return a support stand with a core stand."""
    return {"type": kind, "host": host, **more}


def gun(side: str, **more: Any) -> dict[str, Any]:
    """Return a battery of a side."""
    return {"type": "artillery", "side": side, **more}


def board(rows: str, *, hexes: str = "pointy") -> Map:
    """Return a map of the glyphs above; pointy hexes with every second row half a hex to the right."""
    return Map.read({"hexes": hexes, "shifted": "even", "rows": rows, "legend": GLYPHS})


def state_of(sections: Mapping[str, Any], table: Table, on: Map | None, sides: tuple[str, ...]) -> State:
    """Return the state of plain sections, as in a scenario."""
    return state_from(WRITTEN, {name: sections[name] for name in SECTIONS if name in sections}, table, on, sides)


def game(
    book: str = "TSG",
    *,
    red: str = "M",
    blue: str = "M",
    on: Map | None = None,
    ground: Mapping[str, str] | None = None,
    hq: bool = True,
    **stands: dict[str, Any],
) -> State:
    """Return a state with the units `reds` and `blues` on these orders, and their HQs `rhq` and `bhq` unless not
    wanted.
    """
    units = {
        "reds": {"name": "Red unit", "side": "Red", "order": red},
        "blues": {"name": "Blue unit", "side": "Blue", "order": blue},
        "reds2": {"name": "other Red unit", "side": "Red", "order": red},
    }
    cards = dict(stands)
    if hq:
        cards = {"rhq": ours("hq"), "bhq": theirs("hq")} | cards
    named = {key: {"name": key, **card} for key, card in cards.items()}
    sections = {"units": units, "stands": named, "ground": dict(ground or {})}
    return state_of(sections, TABLES[book], on, SIDES)


def fire(state: State, line: str, using: Table | str = "TSG") -> CombatSituation:
    """Return the situation of `fire LINE`."""
    told = parse_told(line.split(), FIRE.connectors, FIRE.bare)
    sit: CombatSituation = FIRE.situate(state, TABLES[using] if isinstance(using, str) else using, told)
    return sit


def duel(
    book: str, firer: dict, target: dict, *more: str, red: str = "M", blue: str = "M", options=None, **others
) -> CombatSituation:
    """Return the situation in which `a` of Red fires at `z` of Blue two hexes off, without a map; `more` are typed
    facts.
    """
    state = game(book, red=red, blue=blue, a=firer, z=target, **others)
    return fire(state, " ".join(("a at z", *more)), table(book, **(options or {})))


def refusals(sit: CombatSituation) -> tuple[str, ...]:
    """Return the rules that refuse the act, in order."""
    found: tuple[Objection, ...] = FIRE.objections(sit)
    return tuple(objection.rule for objection in found)


def reply(sit: CombatSituation) -> Pool:
    """Return the pool of the defender, which must be there."""
    assert sit.answer is not None
    return sit.answer


def dice(pool: Pool) -> dict[str, int]:
    """Return the dice by stand, with those of no dice."""
    return {of: total for of, total, _ in pool.by_stand()}


def counted(pool: Pool, of: str) -> list[tuple[str, int]]:
    """Return the lines of one stand that count: (rule, amount)."""
    return [(line.rule, line.amount) for line in pool.lines if line.of == of and line.applied]


def amount(pool: Pool, of: str, rule: str) -> int:
    """Return the sum of the lines of one rule for one stand."""
    return sum(line.amount for line in pool.lines if line.of == of and line.rule == rule and line.applied)


def why_not(pool: Pool, of: str, rule: str) -> str:
    """Return the reason why the one line of this rule does not count for a stand."""
    [line] = [line for line in pool.lines if line.of == of and line.rule == rule]
    assert not line.applied, f"{line} counts"
    hear(f"{rule}: {line.why_not}")
    return line.why_not


def total(lines: tuple[DiceLine, ...]) -> int:
    """Return the sum of the lines that count."""
    return sum(line.amount for line in lines if line.applied)


def played(
    sit: CombatSituation, *fallen: str, choices: tuple[str, ...] = ()
) -> tuple[Outcome, tuple[Thrown | Chosen, ...]]:
    """Return the fire played with these dice; the choice is the given one or the default."""
    referee = Answers(SeededDice("test"), 0, fallen, choices, defaults=not choices)
    outcome, answers = resolve(FIRE.procedure(sit), referee)
    referee.finish()
    return outcome, answers


def outcome(sit: CombatSituation, *fallen: str, choices: tuple[str, ...] = ()) -> Outcome:
    """Return the outcome of the fire with these dice."""
    return played(sit, *fallen, choices=choices)[0]


def tally(result: Outcome) -> dict[str, Any]:
    """Return the tally, which odds are listed by: losses by the name of the side; `removed`, `ahead`, `back`, `hex` by
    their places.
    """
    hear(*(name for name, _ in result.tally))
    names = (*(name.split()[0] for name, _ in result.tally[:2]), "removed", "ahead", "back", "hex")
    return {name: value for name, (_, value) in zip(names, result.tally, strict=False)}


def losses(result: Outcome) -> dict[str, int]:
    """Return the strength points lost, by stand."""
    return {effect.stand: effect.points for effect in result.effects if isinstance(effect, Lose)}


def shots(result: Outcome) -> list[str]:
    """Return the batteries that spend a shot."""
    return [effect.battery for effect in result.effects if isinstance(effect, SpendShot)]


def after(state: State, result: Outcome) -> dict[str, Stand]:
    """Return the stands after the effects."""
    effects: tuple[Effect, ...] = result.effects  # type: ignore[assignment]
    return dict(apply(state, effects).stands)


def offered(sit: CombatSituation, *fallen: str) -> dict[str, tuple[str, ...]]:
    """Return the tokens offered at every choice, by its key."""
    _, answers = played(sit, *fallen)
    return {
        answer.choice.key: tuple(option.token for option in answer.choice.options)
        for answer in answers
        if isinstance(answer, Chosen)
    }

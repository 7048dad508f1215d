"""The written form of a game with a rule file: its stands, the values of its sides, and its clock. This module is
loaded only when it is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.core.frozen import replace
from umpire.core.mistakes import Gathered
from umpire.game.carried import Carried
from umpire.game.clock.arrivals import ARRIVES
from umpire.game.clock.ending import Ending
from umpire.game.maps import Map
from umpire.game.records import Plain, Side
from umpire.game.written import Written, wrong
from umpire.rulesets.plain.file.schema import record_of
from umpire.rulesets.plain.file.table import Rules
from umpire.rulesets.plain.state import Clock, State, clock_of


class Scenario(Written[State, Rules, Any]):
    """The written scenario of a game of these rules."""

    def __init__(self, rules: Rules) -> None:
        stand, force = rules.stand_class, rules.force_class
        fields: dict[str, Any] = {
            "stands": (Mapping[str, stand], {}),  # type: ignore[valid-type]
            "clock": (Clock | None, None),
            "battle": (Ending, Ending()),
        }
        if rules.rows["side"]:
            fields["forces"] = (Mapping[Side, force], {})  # type: ignore[valid-type]
        self.carried = (Carried("stands", ("name", "side", "type", *rules.track), lambda stand: stand.removed),)
        self.document = record_of("Document", f"The sections of a game of {rules.rows['name']}.", fields)

    def sample(self, table: Rules, sides: tuple[str, ...]) -> Plain:
        """Return a stand of each type for each side."""
        stands = {}
        for side in sides:
            for type_ in table.type:
                stands[f"{side[:1].lower()}_{type_}"] = {"side": side, "type": type_}
        return {"stands": stands}

    def meanings(self, table: Rules) -> Mapping[str, str]:
        left = {name: f"{row.words} left" for name, row in table.track.items()}
        marks = {name: row.words for name, row in table.mark.items()}
        own = {name: f"its own {name.replace('_', ' ')}" for name in table.own}
        fresh = {
            f"{name}_new": f"{words}: true if the mark was set in the current turn of the stand's own side"
            for name, words in marks.items()
        }
        forces = {f"forces.{name}": row.words for name, row in table.side.items()}
        return {**left, **own, **marks, **fresh, **forces, "removed": "out of play", "arrives": ARRIVES}

    def usual(self, cls: type, card: Mapping[str, Any], table: Rules, doc: Mapping[str, Any]) -> Mapping[str, Any]:
        if cls is not table.stand_class:
            return {}
        type_ = table.type.get(card.get("type", ""), {})
        own = {name: type_[name] for name in table.own if name in type_}
        full = {track: card.get(f"{track}_full", type_.get(f"{track}_full", 0)) for track in table.track}
        return {"name": card["id"], **own, **full}

    def to_state(self, document: Any, table: Rules, game_map: Map | None, sides: tuple[str, ...]) -> State:
        amiss, phases = Gathered(), table.turn.phases
        clock = clock_of(table, sides, document.clock)
        with amiss:
            if clock.phase not in (*phases, "over"):
                wrong("clock.phase", f"no phase is called {clock.phase!r}", f"one of: {', '.join(phases)}")
        names: dict[str, str] = {}
        for stand in document.stands.values():
            with amiss:
                if (other := names.setdefault(stand.name.lower(), stand.id)) != stand.id:
                    what = f"{stand.name!r} is also the name of {other}"
                    wrong(f"stands.{stand.id}.name", what, "give each stand its own name")
                for track in table.track:
                    most = table.value(stand, f"{track}_full")
                    if getattr(stand, track) > most:
                        what = f"{getattr(stand, track)} is more than a stand of type {stand.type} has"
                        wrong(f"stands.{stand.id}.{track}", what, f"a whole number from 0 to {most}")
        amiss.refuse()
        stands = {
            id: replace(stand, removed=True) if _empty(stand, table) else stand for id, stand in document.stands.items()
        }
        forces = {side: getattr(document, "forces", {}).get(side) or table.force_class() for side in sides}
        return State(stands, forces, sides, clock, ending=document.battle)

    def from_state(self, state: State, table: Rules) -> Any:
        usual = table.force_class()
        forces = {side: force for side, force in state.forces.items() if force != usual}
        clock = None if state.clock == clock_of(table, state.sides, None) else state.clock
        return self.document(
            **{
                "stands": state.stands,
                "clock": clock,
                "battle": state.ending,
                **({"forces": forces} if table.side else {}),
            }
        )


def _empty(stand: Any, table: Rules) -> bool:
    """Return whether this stand has reached 0 on a track that removes stands at 0. A track whose full value is 0 does
    not count.
    """
    tracks = [name for name, track in table.track.items() if track.empty]
    return any(not getattr(stand, name) and table.value(stand, f"{name}_full") for name in tracks)

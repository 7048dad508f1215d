"""What a stand may do when it moves, by its order: the walks open to it, its allowances, whether it ends in command."""

from __future__ import annotations

from collections.abc import Mapping

from umpire.core.hexes import Hex
from umpire.core.mistakes import BadValue
from umpire.core.outcome import Objection
from umpire.game.facts import TypedLine, key_of, yes_or_no
from umpire.rulesets.star_general.board.board import HexBoard, grounds
from umpire.rulesets.star_general.board.observer import Observer
from umpire.rulesets.star_general.board.pace import Going, going
from umpire.rulesets.star_general.board.walking import Walk
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.table import Pace, Table


class Walker(Observer):
    """Settles what is known of the stands that move: told beats the map and the state."""

    def __init__(self, state: State, table: Table, told: TypedLine) -> None:
        super().__init__(state, table, told)
        self._orders: dict[str, str] = {}
        self._goings: dict[str, Going] = {}

    def order(self, stand: Stand) -> str:
        """The order a stand moves by; a battery has none and walks as if on M."""
        if stand.id not in self._orders:
            self._orders[stand.id] = super().order(stand) if stand.unit else "M"
        return self._orders[stand.id]

    def shuffles(self, stand: Stand) -> bool:
        """Whether it only changes places within its unit, by its order (TSG-2.2-02, 3SG-2.1-02)."""
        return self.table.orders[self.order(stand)].shuffles

    def going(self, stand: Stand) -> Going:
        """How it moves: told, else as it is, is carried or held back."""
        if stand.id not in self._goings:
            self._goings[stand.id] = self._going(stand)
        return self._goings[stand.id]

    def _going(self, stand: Stand) -> Going:
        found = going(self.state, self.table, stand)
        told = self.known.settle(
            "mobility",
            key_of("mobility", self.table.pace),
            subject=stand.id,
            worked_out=found.mobility,
        )
        assert told is not None
        return found if told == found.mobility else Going(told)

    def strategic(self, stand: Stand) -> bool | None:
        """Whether it was said to move strategically; None if nothing was said."""
        return self.known.settle("strategic", yes_or_no("strategic"), subject=stand.id)

    def pace(self, stand: Stand) -> Pace:
        """Its allowances."""
        return self.table.pace[self.going(stand).mobility]

    def forbids(self, stand: Stand, strategic: bool | None) -> tuple[Objection, ...]:
        """Why a stand may not move at all, wherever it goes."""
        rules = self.table.rules
        if stand.battery:
            words = f"{stand.name} is a battery and moves only in the artillery phase, or when forced back"
            return (Objection(rules["battery_moves"], words),)
        found = []
        if self.state.without_hq(stand.unit):
            unit = self.state.units[stand.unit].name
            rule = rules["hq_no_shuffle"] if self.shuffles(stand) else rules["hq_no_move"]
            found.append(Objection(rule, f"{unit} has no HQ: nothing of it moves", of="move"))
        if self.shuffles(stand) and strategic:
            found.append(Objection(rules["shuffle_normal"], f"{stand.name} shuffles by a normal move only"))
        return tuple(found)

    def walks(self, stand: Stand, strategic: bool | None) -> tuple[Walk, ...]:
        """The kinds of walk open to a stand on the board, the one that costs it least first."""
        order = self.order(stand)
        if self.shuffles(stand):
            return (self.walk(stand, "shuffle", "normal", self.table.rules["shuffle_normal"]),)
        if order == "R":
            longer = self.pace(stand).normal
            return (
                self.walk(stand, "retreat", "normal"),
                self.walk(stand, "retreat", "strategic", longer=longer),
            )
        kinds = {None: ("normal", "strategic"), True: ("strategic",), False: ("normal",)}[strategic]
        return tuple(self.walk(stand, kind, kind) for kind in kinds)

    def walk(self, stand: Stand, kind: str, terrain: str, rule: str = "", longer: int = 0) -> Walk:
        """One kind of walk of a stand on the board, of its own pace."""
        assert self.board is not None
        pace = self.pace(stand)
        strategic = terrain == "strategic"
        most, words = (pace.strategic, f"{pace.words}, strategic") if strategic else (pace.normal, pace.words)
        held = self._held(stand) if kind == "shuffle" else frozenset()
        return Walk(self.board, stand, kind, terrain, most, rule or pace.rule, words, longer, held)

    def commanded(self, stand: Stand, places: Mapping[str, Hex | None]) -> tuple[bool, bool]:
        """Whether a stand starts and ends in command, its HQ and itself having moved to `places`; told is both."""
        starts, ends = self.near_hq(stand, {}), self.near_hq(stand, places)
        told = self.known.settle(
            "command",
            yes_or_no("command"),
            subject=stand.id,
            worked_out=ends,
            source="map",
            assume=True,
            words="in command" if self.shuffles(stand) else "",
        )
        if self.known.sources[f"{stand.id}.command"] == "told":
            return bool(told), bool(told)
        return starts is not False, ends is not False

    def near_hq(self, stand: Stand, places: Mapping[str, Hex | None]) -> bool | None:
        """Whether it is in command once these have moved; None where that does not show."""
        return self.state.near_hq(stand, self.table.limits["command_range"], places)

    def far_from_hq(self, stand: Stand, places: Mapping[str, Hex | None]) -> str:
        """Why it is out of command once these have moved, in words; "" where it is in, or nothing shows it."""
        return self.state.far_from_hq(stand, self.table.limits["command_range"], places)

    def _held(self, stand: Stand) -> frozenset[Hex]:
        """The hexes that core stands of its unit are in."""
        places = (self.state.place(other) for other in self.state.living(stand.unit))
        return frozenset(place for place in places if place is not None)

    def _board(self, state: State, table: Table) -> HexBoard:
        """The board with the ground the referee tells of single hexes. Raises Mistake for one that is not on it."""
        assert state.map is not None
        found: dict[Hex, str] = {}
        for subject, fact in self.known.told.facts:
            if fact.lower() == "terrain" and subject:
                try:
                    place = state.map.grid.hex(subject)
                except ValueError as wrong:
                    hint = "HEX.terrain=open, for instance 0507.terrain=open"
                    raise BadValue(f"{subject}.terrain: {wrong}", hint) from None
                known = grounds(state, table)
                told = self.known.settle(
                    "terrain",
                    key_of("terrain", known),
                    subject=subject,
                    shared=False,
                    worked_out=state.map.terrain(place),
                    source="map",
                )
                if told:
                    found[place] = told
        return HexBoard(state, table, found)

"""Two Star General and Three Star General: one family, with a rule table for each book.

A module may import only modules that come before it in this order: table, state, effects; board; turn; combat; acts;
before; scenario, listing, reference, whatif, range; cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from umpire.game.act import Family, Plain
from umpire.game.clock.off_board import Comers
from umpire.game.gamefile.public import Hidden
from umpire.game.lines import Nouns

if TYPE_CHECKING:
    from umpire.core.outcome import Change
    from umpire.game.roster import Paper
    from umpire.rulesets.star_general.state import Stand, State
    from umpire.rulesets.star_general.table import Table

_PLANES = ("plane", "aircraft", "stuka", "fighter-bomber", "bomber", "luftwaffe", "air", "typhoon")
_ATTACK = ("attack", "bomb", "hit", "strike", "strafe")


class StarGeneral(Family["State", "Table"]):
    """The family with the rules of both books."""

    ACTS: ClassVar = {
        "order": ("acts.order", "Place, show and reveal the orders of a round."),
        "activate": ("acts.activate", "Activate the next unit, by initiative."),
        "move": ("acts.move", "Move, shuffle or retreat."),
        "swap": ("acts.swap", ""),
        "reach": ("acts.reach", ""),
        "fire": ("combat.fire", "Fire from a distance: dice, hits, losses."),
        "assault": ("combat.fire", "Fight close combat, with fall back and pursuit."),
        "artillery": ("acts.artillery", "Play the artillery phase: first side, shots, moves, planes."),
        "night": ("acts.night", "Play the night of one side: recover and rearrange."),
        "next": ("acts.next", ""),
    }
    MEANINGS: ClassVar = {
        "mobility": "speed pace",
        "command": "supply radio",
        "reply": "return defend",
        "line": "sight los visible",
        "dugin": "entrenched trench foxhole",
        "spotted": "seen detected",
        "bocage": "hedge hedges hedgerow",
        "works": "trench trenches bunker fort fortification fortifications",
        "sp": "strength losses hits",
        "hq": "headquarters",
        "host": "with attached",
    }
    SPOKEN: ClassVar = {
        "dug": "order=D",
        "theopen": "terrain=open",
        "strategically": "strategic=yes",
        **dict.fromkeys(("strategic", "strategicmove"), "strategic=yes"),
        **dict.fromkeys(("normal", "normalmove"), "strategic=no"),
        "dugin": "order=D",
        **dict.fromkeys(("removed", "destroyed", "gone", "dead", "killed"), "sp=0"),
    }
    ORDERED: ClassVar = {
        **dict.fromkeys(("move", "on move", "on the move", "go", "advance"), "M"),
        **dict.fromkeys(("hold", "on hold", "stand", "stay put"), "H"),
        **dict.fromkeys(("dig in", "dug in", "entrench"), "D"),
        **dict.fromkeys(("retreat", "fall back", "pull back", "withdraw"), "R"),
        **dict.fromkeys(("reveal", "turn over", "turn up", "flip", "flip over"), "reveal"),
        **dict.fromkeys(("turn them face up", "turn them over", "turn them up", "turn face up"), "reveal"),
        **dict.fromkeys(("keep", "same", "as before"), "same"),
    }
    NOUNS = Nouns(
        units=("battalion", "company", "squadron", "section", "platoon", "stand", "unit", "group", "regiment"),
        guns=("battery", "gun", "artillery"),
        named=("night",),
        phrases={
            **dict.fromkeys(("take", "occupy", "seize"), "move"),
            **dict.fromkeys(
                (
                    "swap place",
                    "change place",
                    "trade place",
                    "go over",
                    "change over",
                    "switch",
                    "attach",
                    "cross over",
                ),
                "swap",
            ),
            **dict.fromkeys(("air strike", "air attack", "air raid", "bombing run"), "artillery air"),
            **dict.fromkeys((f"{who} {does}" for who in _PLANES for does in _ATTACK), "artillery air"),
        },
        states={
            **dict.fromkeys(("destroyed", "dead", "gone", "removed", "killed", "wiped out", "out action"), "sp=0"),
            **dict.fromkeys(
                ("down to", "strength", "strength left", "sp", "sp left", "left", "step left", "point"), "sp="
            ),
            **dict.fromkeys(("shot", "shot left"), "shots="),
            "at": "hex=",
        },
        of_each=("terrain", "order"),
    )
    BEGINNINGS: ClassVar = {
        "air": "artillery air",
        "airstrike": "artillery air",
        "hq": "move hq",
        "orders": "status orders",
        "reveal": "order reveal",
    }
    BOOKKEEPING = frozenset({"last", "run", "second"})
    SECRET: ClassVar = {("units", "marker"): Hidden(dict.fromkeys("MHDR", "face down"))}
    EFFECTS = ("effects",)
    COMPARED = ("fire", "assault", "artillery")
    COMERS = Comers("stands", ("host",), "units", "unit")
    INSTEAD: ClassVar = {"fire": "assault"}
    AT_HOME: ClassVar = {"order": "order {of}={value}", "dugin": "order {of}=D"}
    HOMES: ClassVar = {
        "table": ("read_table", "sections", "scopes"),
        "state": ("read_state", "names", "named", "moment"),
        "effects": ("apply",),
        "board.board": ("on_board", "zone_of"),
        "cards": ("laid_out",),
        "board.observer": ("standing",),
        "turn.headquarters": ("follows",),
        "turn.sequence": ("ended",),
        "turn.objectives": ("points",),
        "turn.now": ("verb", "spelled_out", "now", "brief", "comes_next", "given_up"),
        "listing": ("status", "head", "seen", "table_instructions"),
        "reference": ("sheet",),
        "whatif": ("variations", "yardsticks"),
    }

    def public(self, plain: Plain, *, mapped: bool) -> Plain:
        from umpire.rulesets.star_general.listing import come

        shown = super().public(plain, mapped=mapped)
        return come(shown) if mapped else shown

    def leaves(self, state: State, id: str, how: str) -> tuple[Change, ...]:
        from umpire.rulesets.star_general.effects import Place
        from umpire.rulesets.star_general.turn.objectives import taken

        stand = state.stands[id]
        return (Place(id, ""), *super().leaves(state, id, how), *taken(state, stand.side, stand.hex))

    def arrives(self, state: State, one: Stand) -> str:
        return "" if one.hex or one.host else super().arrives(state, one)

    def gone(self, state: State) -> frozenset[str]:
        return frozenset(stand.id for stand in state.stands.values() if not stand.alive)

    def members(self, state: State, name: str) -> tuple[str, ...]:
        return tuple(stand.id for stand in state.living(name))

    def goals(self, state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[str, ...]:
        from umpire.rulesets.star_general.acts.reach import goals

        gun = state.stands.get(words[0].lower()) if words else None
        moves = "artillery" if gun and gun.battery else "move"
        return goals(state, table, words[0]) if verb == moves and state.map and words else ()

    def partners(self, state: State, table: Table, verb: str, name: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        from umpire.rulesets.star_general.acts.reach import partners

        return partners(state, table, name) if verb == "move" and state.map else ()

    def paper(self) -> Paper[State, Table]:
        from umpire.rulesets.star_general.cards import PAPER

        return PAPER


FAMILY = StarGeneral()

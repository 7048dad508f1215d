"""d20 elements: each element is a vehicle, a squad or a gun, and each throw is one twenty-sided die.

Each part imports only earlier parts of this list: table; state; effects; fates; pools; turn; fire; close; acts; before;
scenario; listing; reference; whatif.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from umpire.game.act import Family, Plain
from umpire.game.clock.off_board import Comers
from umpire.game.lines import Nouns

if TYPE_CHECKING:
    from umpire.game.roster import Paper
    from umpire.rulesets.d20.state import State
    from umpire.rulesets.d20.table import Table


class D20(Family["State", "Table"]):
    """The rules of d20 elements, from the rule sheet."""

    ACTS: ClassVar = {
        "order": ("acts.by_hand", "Record communication in your own words."),
        "activate": ("acts.activate", "The command phase: tests to remove suppression."),
        "move": ("acts.move", "Elements move, mount, limber or fall back."),
        "overrun": ("close.overrun", ""),
        "fire": ("fire.fire", "One element fires at another: AP, or HE and small arms."),
        "assault": ("close.assault", ""),
        "artillery": ("acts.by_hand", "Record smoke and support fire in your own words."),
        "air": ("acts.by_hand", "Record air support in your own words."),
        "night": ("acts.by_hand", "Record what happens at night in your own words."),
        "next": ("acts.next", "The phase ends and the next phase begins."),
        "victory": ("acts.victory", "Record the winner by the rules of the scenario."),
    }
    MEANINGS: ClassVar = {
        "dugin": "entrenched trench foxhole",
        "hulldown": "crest",
        "fallback": "retreat withdraw",
        "spotted": "seen detected",
    }
    NOUNS = Nouns(
        units=("element", "unit", "section", "platoon", "company", "squadron", "crew", "team", "squad", "troop"),
        phrases={
            **dict.fromkeys(("mount", "mount up", "climb in", "climb into", "climb on", "climb onto"), "move mount="),
            **dict.fromkeys(("climb aboard", "get in", "get into", "get on", "get aboard", "board"), "move mount="),
            **dict.fromkeys(
                ("dismount", "get out", "get off", "climb out", "jump out", "jump off"), "move dismount=yes"
            ),
            **dict.fromkeys(("get down", "climb down", "climb off", "jump down", "pile out"), "move dismount=yes"),
            "load": "move mount=",
            **dict.fromkeys(("recover", "rally", "test for suppression"), "activate"),
            **dict.fromkeys(("hook up", "hook", "limber", "limber up"), "move limber="),
            **dict.fromkeys(("reverse", "back up", "back off"), "move reverse=yes"),
            **dict.fromkeys(("fall back", "pull back", "withdraw", "retreat"), "move fallback=yes"),
        },
        states={
            **dict.fromkeys(
                ("knocked out", "destroyed", "brewed up", "dead", "gone", "killed", "out action"),
                "removed=knocked-out",
            ),
            "suppressed": "suppressed=yes",
        },
        of_target=("cover", "hulldown", "smoke", "dugin", "fortified"),
        grounds=("open", "road", "rough", "difficult", "extreme", "track"),
    )
    BEGINNINGS: ClassVar = {"orders": "status"}
    SPOKEN: ClassVar = {
        "hd": "hulldown=yes",
        "flank": "side=yes",
        "ownedge": "toward=edge",
        **dict.fromkeys(("smallarms", "highexplosive"), "mode=he"),
        **dict.fromkeys(("open", "theopen", "openground", "clearground"), "cover=none"),
        **dict.fromkeys(("front", "frontally", "headon"), "side=no"),
        **dict.fromkeys(("rear", "sideon", "frombehind", "theside", "broadside", "broadsideon"), "side=yes"),
        **dict.fromkeys(
            ("hedge", "hedges", "hedgerow", "bush", "bushes", "trees", "wood", "woods", "orchard"), "cover=soft"
        ),
        **dict.fromkeys(("lightcover", "scrub", "crops", "bush", "bushes"), "cover=soft"),
        **dict.fromkeys(("heavycover", "wall", "walls", "building", "buildings", "house", "rubble"), "cover=hard"),
        **dict.fromkeys(("gone", "removed", "destroyed", "dead", "killed", "ko"), "removed=knocked-out"),
    }
    BOOKKEEPING = frozenset({"done", "stood", "touches"})
    EFFECTS = ("effects",)
    COMPARED = ("fire", "assault")
    COMERS = Comers("elements", ("aboard",))
    INSTEAD: ClassVar = {"fire": "assault"}
    STAYING: ClassVar = {
        "cover": "the cover of an element: none, soft or hard; for one element: ELEMENT.cover=hard",
        "hulldown": "yes: an element is hull-down; for one element: ELEMENT.hulldown=yes",
        "dugin": "yes: an element is dug in; for one element: ELEMENT.dugin=yes",
        "smoke": "yes: an element is behind smoke; for one element: ELEMENT.smoke=yes",
    }
    HOMES: ClassVar = {
        "table": ("read_table", "sections"),
        "pools": ("scopes",),
        "state": ("read_state", "named", "moment"),
        "effects": ("apply",),
        "fates": ("follows", "severity"),
        "fire.fire": ("staying",),
        "turn": ("verb", "now", "ended", "points", "brief", "comes_next", "given_up"),
        "listing": ("status", "head", "seen", "table_instructions"),
        "reference": ("sheet",),
        "whatif": ("variations", "yardsticks", "promise"),
    }

    def plain(self, state: State) -> Plain:
        row = super().plain(state)
        return row if state.won else {name: value for name, value in row.items() if name != "won"}

    def gone(self, state: State) -> frozenset[str]:
        return frozenset(one.id for one in state.elements.values() if one.removed)

    def names(self, state: State) -> Mapping[str, str]:
        return state.names

    def clock_runs(self, state: State) -> bool:
        return state.clock.turn > 0

    def paper(self) -> Paper[State, Table]:
        from umpire.rulesets.d20.fire.cards import PAPER

        return PAPER


FAMILY = D20()

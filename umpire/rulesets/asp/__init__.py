"""ASP World War 2: battle groups of twelve stands, detection, tactical initiative, fire from both sides.

The modules and packages, in the order in which they may be imported: table, state, effects, field, group, fire, air,
acts, before, listing, scenario, reference, whatif, cards. A module imports only from its own package and from names
earlier in this list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from umpire.game.act import Family
from umpire.game.clock.off_board import Comers
from umpire.game.gamefile.public import Hidden
from umpire.game.lines import Nouns

if TYPE_CHECKING:
    from umpire.game.roster import Paper
    from umpire.rulesets.asp.state import State
    from umpire.rulesets.asp.table import Table


class Asp(Family["State", "Table"]):
    """The rules of ASP World War 2 and its optional modules."""

    ACTS: ClassVar = {
        "army": ("field.army", ""),
        "setup": ("field.setting_up", ""),
        "order": ("acts.order", "Step 1 of a battle group: command points, recovery."),
        "march": ("acts.march", ""),
        "activate": ("acts.next", "A battle group begins its tactical moves."),
        "move": ("acts.move", ""),
        "bus": ("acts.bus", ""),
        "debus": ("acts.bus", ""),
        "halt": ("acts.morale", ""),
        "cross": ("acts.cross", ""),
        "fire": ("fire.situate", "An engagement: detection, initiative, shots."),
        "artillery": ("acts.artillery", "A battery fires at a stand, or fires smoke or illumination."),
        "air": ("air.flights", ""),
        "morale": ("acts.morale", ""),
        "night": ("acts.night", "Hour, season, weather, and their effect on detection."),
        "next": ("acts.next", "Go on to the next step, or to the other side's turn."),
    }
    SPOKEN: ClassVar = {
        **dict.fromkeys(("soft", "softcover", "hedge", "hedges", "hedgerow", "bush", "bushes"), "cover=cover"),
        **dict.fromkeys(("wall", "walls", "building", "buildings", "house"), "cover=hard"),
        **dict.fromkeys(("hulldown", "ridge"), "cover=crest"),
        "woodedge": "cover=wood-edge",
        "townedge": "cover=town-edge",
        **dict.fromkeys(("open", "theopen", "openground", "clearground"), "cover=none"),
        **dict.fromkeys(("side", "sideon", "theside", "broadside", "broadsideon"), "arc=flank"),
        **dict.fromkeys(("frontal", "frontally", "headon", "fronton"), "arc=front"),
        **dict.fromkeys(("frombehind", "theback"), "arc=rear"),
        **dict.fromkeys(("swamp", "marsh", "mud", "bog", "rough", "roughground", "brokenground"), "going=bad"),
        **dict.fromkeys(("stationary", "motionless", "static"), "moving=no"),
        "onthemove": "moving=yes",
        **dict.fromkeys(("removed", "gone", "dead", "killed"), "destroyed=yes"),
        **dict.fromkeys(
            ("halt", "halts", "halted", "stops", "stopped", "stays", "standstill", "standsstill"), "option=B"
        ),
    }
    MEANINGS: ClassVar = {
        "hmg": "machineguns machinegun heavymachineguns",
        "lg": "50mm 57mm 75mm 76mm pak38 pak40 6pounder antitankgun antitankguns",
        "mg": "77mm 85mm 90mm 17pounder",
        "hg": "88 88mm 100mm 105mm 122mm 152mm",
        "panzer 1/2": "panzeri panzerii",
        "panzer 3": "panzeriii",
        "panzer 4": "panzeriv",
        "going": "terrain ground",
        "mobility": "speed pace",
        "command": "supply radio",
        "line": "sight los visible",
        "dugin": "entrenched trench foxhole",
        "hulldown": "crest",
        "spotted": "seen detected",
        "detects": "seen spotted detected",
        "works": "trench trenches bunker fort fortification fortifications",
        "hq": "headquarters",
        "markers": "suppression suppressions pins",
    }
    NOUNS = Nouns(
        units=("stand", "group", "company", "squadron", "section", "platoon", "unit", "crew", "team", "squad", "troop"),
        named=("air", "night"),
        own="air",
        states={
            **dict.fromkeys(
                ("destroyed", "knocked out", "dead", "gone", "brewed up", "killed", "out action"), "destroyed=yes"
            ),
            "pinned": "pinned=yes",
            **dict.fromkeys(("dug in", "entrenched"), "dug_in=yes"),
            **dict.fromkeys(("point", "command", "cp", "left", "command left", "cp left"), "cp="),
            "repulsed": "repulsed=yes",
        },
        of_each=("cover", "arc", "moving", "lit", "sight"),
    )
    AFTER_MOVING: ClassVar = ("option=C", "option=E")
    BEGINNINGS: ClassVar = {
        "smoke": "artillery smoke",
        "light": "artillery light",
        "arty": "artillery",
        "cp": "status",
        "orders": "status",
        "d": "debus",
    }
    STAYING: ClassVar = {
        "cover": "the cover of a stand: none, cover, hard or a terrain such as wood; for one stand: STAND.cover=hard"
    }
    AT_HOME: ClassVar = {
        "light": "night light={value}",
        "weather": "night weather={value}",
        "hour": "night hour={value}",
        "dugin": "set {of} dug-in={value}",
        "order": "order {of}",
    }
    BOOKKEEPING = frozenset({"hit", "fired", "flew", "smoke_turn", "light_turn"})
    SECRET: ClassVar = {
        ("marks", "kind"): Hidden(dict.fromkeys(("anti-tank", "anti-personnel"), "obstacle"), until="declared")
    }
    EFFECTS = ("effects",)
    COMPARED = ("fire", "air")
    COMERS = Comers("stands", ("aboard", "towed"), "groups", "group")
    HOMES: ClassVar = {
        "table": ("read_table", "sections", "scopes"),
        "state": ("read_state", "names", "named", "moment"),
        "effects": ("apply",),
        "acts.bus": ("follows",),
        "group.sequence": ("ended", "points"),
        "group.now": ("verb", "spelled_out", "left_to", "now", "brief", "comes_next"),
        "listing": ("status", "head", "seen", "table_instructions"),
        "reference": ("sheet",),
        "whatif": ("variations", "yardsticks", "promise"),
        "fire.results": ("severity",),
        "acts.night": ("staying", "at_home"),
    }

    def gone(self, state: State) -> frozenset[str]:
        return frozenset(stand.id for stand in state.stands.values() if stand.destroyed)

    def members(self, state: State, name: str) -> tuple[str, ...]:
        return tuple(stand.id for stand in state.of_group(name))

    def paper(self) -> Paper[State, Table]:
        from umpire.rulesets.asp.cards import PAPER

        return PAPER


FAMILY = Asp()

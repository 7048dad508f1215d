"""The facts that a modifier row may ask about, for one stand of one side of a combat."""

from __future__ import annotations

from umpire.core.frozen import frozen


@frozen
class Firing:
    """One contributor of dice and its opponent, as `when` of a modifier row sees them.

    `what` is core, support (with the core stand, or light artillery called from outside) or gun (a battery called);
    `arm` infantry, tank, artillery or hq of a core stand or gun; `type` the kind of a support stand and `host` the arm
    it is with. `mode` is distant or close. `status` and `foe_status` are M, H, D or R as they fight. `engineers` says
    that they are attached and the stand is in close combat. `foe_open` and `foe_in_cover` speak of the opponent's hex.
    """

    what: str
    role: str
    mode: str
    arm: str = ""
    type: str = ""
    host: str = ""
    armoured: bool = False
    elite: bool = False
    superior_gun: bool = False
    engineers: bool = False
    in_water: bool = False
    defends_cover: bool = False
    range: int = 2
    status: str = "M"
    foe_armoured: bool = False
    foe_soft: bool = False
    foe_open: bool = False
    foe_in_cover: bool = False
    foe_status: str = "M"


IDENTITY = frozenset({"what", "role", "arm", "type", "host", "elite", "superior_gun"})
"""Fields that say what a stand is: a row that fails on one of them was never in question."""


def why_not(name: str, facts: Firing) -> str:
    """Why a row that fails on this field does not apply, in words."""
    value = getattr(facts, name)
    match name:
        case "mode":
            return "only in close combat" if value == "distant" else "only in distant fire"
        case "range":
            return f"range {value}"
        case "foe_status":
            orders = {"M": "on move", "H": "on hold", "D": "dug in", "R": "retreating"}
            return f"the opponent is {orders[value]}"
        case "engineers":
            return "engineers attached"
        case "armoured":
            return "armoured itself" if value else "not armoured"
        case "in_water":
            return "not in water"
        case "defends_cover":
            return "defends cover"
    opponent = {
        "foe_armoured": "armoured",
        "foe_soft": "soft",
        "foe_open": "in the open",
        "foe_in_cover": "in cover",
    }
    return f"the opponent is {'' if value else 'not '}{opponent[name]}"
